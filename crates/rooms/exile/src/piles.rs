//! Games on two piles: Wythoff's Nim and its relatives, their moves and nimbers.
//!
//! In all of them a player may take any positive number from one pile, or the same from both: a queen moves on a
//! quadrant toward its corner. *Maharaja Nim* (Larsson and Wastlund 2014) lets her move like a knight too: one from a
//! pile and two from the other. *Exile* (Dekking, Shallit and Sloane 2020, Section 8) lets her move along the
//! antidiagonal: any positive number goes over from the second pile to the first. *Splythoff* (Fokkink and Rust 2019)
//! lets who empties a pile by taking the same from both split the rest into two. The player who cannot move loses.
//!
//! [`lost`] finds the lost positions by going through the sums of the piles, which all moves but those of Exile make
//! smaller: a position is lost exactly if no smaller lost one is in line with it, a leap away, or a split of what is
//! left when its smaller pile goes.
//!
//! The nimber of a position is the least number that is the nimber of no position it leads to
//! ([`Table::by_definition`]). [`Table::new`] keeps the nimbers met in every row, column, diagonal and antidiagonal as
//! strings of bits.

use kit::watch::step;
use kit::{Result, Watch};
use rustc_hash::FxHashSet;

/// A game on two piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoPiles {
    /// Wythoff's Nim.
    Wythoff,
    /// Wythoff's Nim with the knight's moves.
    Maharaja,
    /// Wythoff's Nim where tokens may also go over from the second pile to the first.
    Exile,
    /// Wythoff's Nim where the rest may be split once a pile is emptied by taking the same from both.
    Splythoff,
}

impl TwoPiles {
    /// Every one, with its name.
    pub const ALL: [(&'static str, TwoPiles); 4] = [
        ("wythoff", TwoPiles::Wythoff),
        ("maharaja", TwoPiles::Maharaja),
        ("splythoff", TwoPiles::Splythoff),
        ("exile", TwoPiles::Exile),
    ];

    /// The positions that a move leads to.
    pub fn moves(self, a: usize, b: usize) -> Vec<(usize, usize)> {
        let mut to: Vec<(usize, usize)> = (0..a).map(|left| (left, b)).collect();
        to.extend((0..b).map(|left| (a, left)));
        to.extend((1..=a.min(b)).map(|both| (a - both, b - both)));
        match self {
            TwoPiles::Wythoff => {}
            TwoPiles::Maharaja => {
                let leap = |x: usize, y: usize| Some((a.checked_sub(x)?, b.checked_sub(y)?));
                to.extend([leap(1, 2), leap(2, 1)].into_iter().flatten());
            }
            TwoPiles::Exile => to.extend((1..=b).map(|over| (a + over, b - over))),
            // A pile is emptied only if there is one: nothing was taken from an empty pile.
            TwoPiles::Splythoff if a.min(b) > 0 => {
                let rest = a.abs_diff(b);
                to.extend((0..=rest).map(|part| (part, rest - part)));
            }
            TwoPiles::Splythoff => {}
        }
        to
    }

    /// The nimber of one position.
    pub fn nimber(self, a: usize, b: usize) -> u32 {
        Table::new(self, a + 1, b + 1).nimber(a, b)
    }
}

/// The nimbers of all positions with fewer than so many in either pile.
pub struct Table {
    width: usize,
    nimbers: Vec<u32>,
}

/// Sets of nimbers, one for each line of a direction.
struct Lines(Vec<Vec<u64>>);

impl Lines {
    fn word(&self, line: usize, word: usize) -> u64 {
        self.0[line].get(word).copied().unwrap_or(0)
    }

    fn add(&mut self, line: usize, nimber: usize) {
        let set = &mut self.0[line];
        if set.len() <= nimber / 64 {
            set.resize(nimber / 64 + 1, 0);
        }
        set[nimber / 64] |= 1 << (nimber % 64);
    }
}

impl Table {
    /// First piles below `height`, second piles below `width`. A split leads to larger second piles than some positions
    /// have, which strings that go column by column have not met: Splythoff goes by its moves.
    pub fn new(game: TwoPiles, height: usize, width: usize) -> Table {
        if game == TwoPiles::Splythoff {
            return Table::by_definition(game, height, width);
        }
        // Tokens that go over make the first pile larger, so earlier columns must be known further down.
        let reach = |b: usize| if game == TwoPiles::Exile { height + width - 1 - b } else { height };
        let [mut row, mut diagonal, mut sum] =
            [height + width, height + 2 * width, height + width].map(|count| Lines(vec![Vec::new(); count]));
        let mut nimbers = vec![0; height * width];
        for b in 0..width {
            let mut column = Lines(vec![Vec::new()]);
            for a in 0..reach(b) {
                let leap = |x: usize, y: usize| Some(nimbers[(a.checked_sub(x)?) * width + b.checked_sub(y)?]);
                let leaps = match game {
                    TwoPiles::Maharaja => [leap(1, 2), leap(2, 1)],
                    _ => [None, None],
                };
                let lines = (a, a + width - b, a + b);
                let taken = |word: usize| {
                    let mut taken = column.word(0, word) | row.word(lines.0, word) | diagonal.word(lines.1, word);
                    if game == TwoPiles::Exile {
                        taken |= sum.word(lines.2, word);
                    }
                    let barred = leaps.iter().flatten().filter(|&&n| n as usize / 64 == word);
                    barred.fold(taken, |taken, n| taken | 1 << (n % 64))
                };
                let (word, set) = (0..).map(|w| (w, taken(w))).find(|(_, set)| *set != u64::MAX).expect("finite sets");
                let nimber = word * 64 + set.trailing_ones() as usize;
                column.add(0, nimber);
                row.add(lines.0, nimber);
                diagonal.add(lines.1, nimber);
                sum.add(lines.2, nimber);
                if a < height {
                    nimbers[a * width + b] = nimber as u32;
                }
            }
        }
        Table { width, nimbers }
    }

    /// The same by the definition: the moves themselves.
    pub fn by_definition(game: TwoPiles, height: usize, width: usize) -> Table {
        // By sums, and on each from the small second piles on: every move leads to a position met before. Sums beyond
        // the first pile's height serve the moves that make it larger.
        let side = height + width;
        let mut all = vec![0u32; side * side];
        for sum in 0..side {
            for b in 0..=sum {
                let a = sum - b;
                let met: Vec<u32> = game.moves(a, b).into_iter().map(|(x, y)| all[x * side + y]).collect();
                all[a * side + b] = (0..).find(|n| !met.contains(n)).expect("finitely many are met");
            }
        }
        let inside = (0..height).flat_map(|a| (0..width).map(move |b| (a, b)));
        Table { width, nimbers: inside.map(|(a, b)| all[a * side + b]).collect() }
    }

    /// The nimber of a position inside.
    pub fn nimber(&self, a: usize, b: usize) -> u32 {
        assert!(b < self.width, "the second pile lies within the table");
        self.nimbers[a * self.width + b]
    }
}

/// The lost positions with a sum below `sums`, in the order of their sums. Not for Exile, whose moves keep sums.
pub fn lost(game: TwoPiles, sums: usize, watch: &mut dyn Watch) -> Result<Vec<(usize, usize)>> {
    assert!(game != TwoPiles::Exile, "its queens are the greedy ones");
    let [mut rows, mut columns, mut of_sum] = [(); 3].map(|()| vec![false; sums]);
    let mut diagonals = vec![false; 2 * sums];
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut near = FxHashSet::default();
    for sum in 0..sums {
        step(watch, sum as u64, Some(sums as u64), || format!("piles with the sum {sum} of {sums}"))?;
        for b in 0..=sum {
            let a = sum - b;
            let barred = rows[a] || columns[b] || diagonals[a + sums - b] || near.contains(&(a, b));
            let split = game == TwoPiles::Splythoff && a.min(b) > 0 && of_sum[a.abs_diff(b)];
            if barred || split {
                continue;
            }
            (rows[a], columns[b], diagonals[a + sums - b], of_sum[sum]) = (true, true, true, true);
            if game == TwoPiles::Maharaja {
                near.extend([(a + 1, b + 2), (a + 2, b + 1)]);
            }
            found.push((a, b));
        }
    }
    Ok(found)
}

/// Wythoff's lost positions: (floor(k phi), floor(k phi) + k), exactly, for k below 2^62.
pub fn wythoff_pair(k: u64) -> (u64, u64) {
    // floor(k phi) = floor((k + floor(k sqrt 5)) / 2), and floor(k sqrt 5) = isqrt(5 k^2).
    let root = (5 * u128::from(k) * u128::from(k)).isqrt() as u64;
    let small = (k + root) / 2;
    (small, small + k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_bits_and_the_moves_give_the_same_nimbers() {
        for (name, game) in TwoPiles::ALL {
            for (height, width) in [(1, 1), (12, 30), (30, 12), (35, 35)] {
                let [fast, plain] = [Table::new, Table::by_definition].map(|table| table(game, height, width).nimbers);
                assert_eq!(fast, plain, "{name} {height} x {width}");
            }
        }
    }

    #[test]
    fn lost_positions_are_the_zeros_of_the_moves() {
        for (name, game) in TwoPiles::ALL.into_iter().filter(|(_, game)| *game != TwoPiles::Exile) {
            let table = Table::by_definition(game, 40, 40);
            let all = (0..40).flat_map(|sum| (0..=sum).map(move |b| (sum - b, b)));
            let zeros: Vec<(usize, usize)> = all.filter(|&(a, b)| table.nimber(a, b) == 0).collect();
            assert_eq!(lost(game, 40, &mut kit::Unwatched).unwrap(), zeros, "{name}");
        }
    }

    #[test]
    fn the_zeros_of_wythoffs_nim_are_his_pairs() {
        let table = Table::new(TwoPiles::Wythoff, 200, 200);
        let zeros = (0..200).flat_map(|a| (a..200).map(move |b| (a, b))).filter(|&(a, b)| table.nimber(a, b) == 0);
        let pairs = (0..).map(wythoff_pair).take_while(|&(_, b)| b < 200);
        assert!(zeros.map(|(a, b)| (a as u64, b as u64)).eq(pairs));
        assert_eq!(wythoff_pair(1_000_000_000_000), (1_618_033_988_749, 2_618_033_988_749));
    }

    #[test]
    fn a_single_nimber_is_that_of_the_table() {
        assert_eq!(TwoPiles::Wythoff.nimber(1, 2), 0);
        assert_eq!(TwoPiles::Exile.nimber(2, 1), 0);
        assert_eq!(TwoPiles::Maharaja.nimber(1, 2), Table::by_definition(TwoPiles::Maharaja, 2, 3).nimber(1, 2));
    }
}
