//! Boards that lock by the parities of their lines.
//!
//! A board locks when R + C + D + S = 1 on its free squares. Besides the hook there are two cheap ways to have that
//! on all squares but a few occupied ones: every row odd and all else even (n queens), or odd rows and columns
//! (counted from 0) and all even difference diagonals odd and all else even (n queens). By fact (4) some queens must
//! stand where the sum is 0. The diagonals of one or three squares beside a corner can be filled and made odd for
//! that. By fact (3) the number of odd lines is a multiple of 4, so with every row odd it takes four such diagonals
//! for n = 0 mod 4, and three in the other way for n = 3 mod 4; both cost two more queens, n + 2. Which squares then
//! give every line its parity is found by annealing: one queen for each row or diagonal slides along it until no line
//! is wrong.

use kit::Result;
use kit::watch::{Watch, tend};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Slides of a whole search, boards it may offer, and slides of a round for each square.
const SLIDES: u64 = 6_000_000;
const OFFERS: u64 = 3_000;
const ROUND: u64 = 400;

/// Queens that stand, queens that slide, and the parity wanted of every line.
pub(super) struct Puzzle {
    n: usize,
    fixed: Vec<usize>,
    /// For each slider the sets of squares it may take.
    sliders: Vec<Vec<Vec<usize>>>,
    odd: Vec<bool>,
}

/// A round's warmth at its ends, in lines put wrong.
const WARM: f64 = 1.6;
const COLD: f64 = 0.4;

impl Puzzle {
    fn new(n: usize, fixed: &[(usize, usize)], odd: impl IntoIterator<Item = usize>) -> Self {
        let mut wanted = vec![false; 6 * n - 2];
        odd.into_iter().for_each(|line| wanted[line] = true);
        Puzzle { n, fixed: fixed.iter().map(|&(r, c)| r * n + c).collect(), sliders: Vec::new(), odd: wanted }
    }

    /// Every row odd and, by choice of the far corner, four short diagonals: n + 2 queens, n = 0 mod 4.
    fn rows(n: usize, far: usize) -> Self {
        let last = n - 1;
        let mut fixed = vec![(0, 0), (0, 2), (1, 1), (2, 0), (0, last)];
        let mut odd: Vec<usize> = (0..n).chain([sum(n, 0, 0), sum(n, 1, 1), difference(n, 0, last)]).collect();
        let rows = match far {
            0 | 1 => {
                let corner = (last, far * last);
                fixed.push(corner);
                odd.push(if far == 0 { difference(n, last, 0) } else { sum(n, last, last) });
                3..last
            }
            2 => {
                fixed.extend([(last, 2), (last - 1, 1), (last - 2, 0)]);
                odd.push(difference(n, last - 1, 1));
                3..n - 3
            }
            _ => {
                fixed.extend([(last, last - 2), (last - 1, last - 1), (last - 2, last)]);
                odd.push(sum(n, last - 1, last - 1));
                3..n - 3
            }
        };
        let mut puzzle = Puzzle::new(n, &fixed, odd);
        puzzle.sliders = rows.map(|r| (0..n).map(|c| vec![r * n + c]).collect()).collect();
        puzzle
    }

    /// Every row odd and the four corners, the rest mirrored in the middle row: n + 4 queens, n = 0 mod 4. The
    /// columns are even by themselves. The pair of rows r and n - 1 - r joins two difference diagonals n - 1 - 2r
    /// apart (and likewise two sum diagonals), so the pairs must form closed walks with steps 1, 3, ..., n - 1, such
    /// as a - (a + 2) - (a + 4) + (a + 6) = 0: there are plenty.
    pub(super) fn mirrored_rows(n: usize) -> Self {
        let last = n - 1;
        let corners = [(0, 0), (0, last), (last, 0), (last, last)];
        let short = [sum(n, 0, 0), sum(n, last, last), difference(n, 0, last), difference(n, last, 0)];
        let mut puzzle = Puzzle::new(n, &corners, (0..n).chain(short));
        let places = |r: usize| if r == 0 { 1..last } else { 0..n };
        puzzle.sliders = (0..n / 2).map(|r| places(r).map(|c| vec![r * n + c, (last - r) * n + c]).collect()).collect();
        puzzle
    }

    /// Odd rows, odd columns and even difference diagonals odd, and three short sum diagonals: n + 2 queens, n = 3
    /// mod 4. In a mirrored puzzle queens slide in pairs that mirror each other in the main diagonal.
    fn diagonals(n: usize, mirrored: bool) -> Self {
        let last = n - 1;
        let fixed = [(0, 0), (1, 1), (last, last), (2, 0), (0, 2), (0, last), (last, 0)];
        let lines = (1..n).step_by(2).flat_map(|i| [i, n + i]);
        let even = (0..n).map(|i| 2 * n + 2 * i);
        let short = [sum(n, 0, 0), sum(n, 1, 1), sum(n, last, last)];
        let mut puzzle = Puzzle::new(n, &fixed, lines.chain(even).chain(short));
        for e in (4..last).step_by(2) {
            let (above, below): (Vec<usize>, Vec<usize>) = (0..n - e).map(|r| (r * n + r + e, (r + e) * n + r)).unzip();
            if mirrored {
                puzzle.sliders.push(above.into_iter().zip(below).map(|(a, b)| vec![a, b]).collect());
            } else {
                puzzle.sliders.extend([above, below].map(|side| side.into_iter().map(|s| vec![s]).collect::<Vec<_>>()));
            }
        }
        puzzle
    }

    /// Two queens more, on any one diagonal whose parity they do not change (four mirrored ones in a mirrored
    /// puzzle).
    fn spare(mut self, mirrored: bool) -> Self {
        let n = self.n;
        let mut places = Vec::new();
        for e in (2..n).step_by(2) {
            for (a, b) in (0..n - e).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let (above, below) = ([a, b].map(|r| r * n + r + e), [a, b].map(|r| (r + e) * n + r));
                if mirrored {
                    places.push([above, below].concat());
                } else {
                    places.extend([above.to_vec(), below.to_vec()]);
                }
            }
        }
        self.sliders.push(places);
        self
    }

    /// The puzzles for side n, those with the fewest queens first.
    pub(super) fn all(n: usize) -> Vec<Self> {
        match n % 4 {
            // Beyond side 12 annealing has not met a board with n + 2 queens.
            0 if n == 12 => (0..4).map(|far| Puzzle::rows(n, far)).chain([Puzzle::mirrored_rows(n)]).collect(),
            0 if n > 12 => vec![Puzzle::mirrored_rows(n)],
            3 if n >= 15 => {
                let plain = [true, false].map(|mirrored| Puzzle::diagonals(n, mirrored));
                let spare = [false, true].map(|mirrored| Puzzle::diagonals(n, mirrored).spare(mirrored));
                plain.into_iter().chain(spare).collect()
            }
            _ => Vec::new(),
        }
    }

    fn flip(&self, wrong: &mut [bool], squares: &[usize]) -> i32 {
        let (n, mut change) = (self.n, 0);
        for &square in squares {
            let (r, c) = (square / n, square % n);
            for line in [r, n + c, difference(n, r, c), sum(n, r, c)] {
                wrong[line] ^= true;
                change += if wrong[line] { 1 } else { -1 };
            }
        }
        change
    }

    /// The first of the puzzles, in their order, that has a board which is taken, and what it is taken for. Threads try
    /// one puzzle each, all from the same seed, so that the answer is that of one thread; puzzles behind one that is
    /// solved are given up.
    pub(super) fn first_solved<T: Send>(
        puzzles: &[Self],
        seed: u64,
        watch: &mut dyn Watch,
        accept: impl Fn(&[usize]) -> Option<T> + Sync + Send,
    ) -> Result<Option<T>> {
        if puzzles.is_empty() {
            return Ok(None);
        }
        let (next, solved) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let unfinished = |done: u64| format!("annealing boards, {done} slides");
        tend(watch, None, unfinished, |progress| {
            let turn = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < puzzles.len());
            let attempt = |at: usize| {
                let go_on = |slides: u64| {
                    progress.add(slides);
                    !progress.stopped() && solved.load(Ordering::Relaxed) > at
                };
                let taken = puzzles[at].solve(seed, go_on, &accept)?;
                solved.fetch_min(at, Ordering::Relaxed);
                Some((at, taken))
            };
            let tried = |_| std::iter::from_fn(turn).filter_map(attempt);
            let found = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1).flat_map_iter(tried);
            found.min_by_key(|(at, _)| *at).map(|(_, taken)| taken)
        })
    }

    /// Anneals, from a seed, to boards on which every line has its parity, and offers them to `accept` until one is
    /// taken, the slides run out, or too many have been refused. Asked with the slides of a round, `go_on` may end it.
    fn solve<T>(&self, seed: u64, go_on: impl Fn(u64) -> bool, accept: impl Fn(&[usize]) -> Option<T>) -> Option<T> {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let (mut slides, mut offers, mut told) = (SLIDES, OFFERS, SLIDES);
        while slides > 0 && offers > 0 && go_on(told - slides) {
            told = slides;
            if let Some(board) = self.anneal(&mut chance, &mut slides) {
                let taken = accept(&board);
                if taken.is_some() {
                    return taken;
                }
                offers -= 1;
            }
        }
        None
    }

    /// The squares taken; two queens on one square cancel, which leaves all parities.
    fn board(&self, at: &[usize]) -> Vec<usize> {
        let sliding = self.sliders.iter().zip(at).flat_map(|(slider, &place)| slider[place].iter());
        let mut taken = vec![false; self.n * self.n];
        self.fixed.iter().chain(sliding).for_each(|&square| taken[square] ^= true);
        (0..taken.len()).filter(|&square| taken[square]).collect()
    }

    /// One round: from anywhere, warm to cold, to the first board without a wrong line.
    fn anneal(&self, chance: &mut ChaCha8Rng, left: &mut u64) -> Option<Vec<usize>> {
        let mut at: Vec<usize> = self.sliders.iter().map(|slider| chance.random_range(0..slider.len())).collect();
        let mut wrong = self.odd.clone();
        let mut cost = self.odd.iter().filter(|&&odd| odd).count() as i32;
        cost += self.flip(&mut wrong, &self.fixed);
        for (slider, &place) in self.sliders.iter().zip(&at) {
            cost += self.flip(&mut wrong, &slider[place]);
        }
        let slides = ROUND * (self.n * self.n) as u64;
        for slide in 0..slides {
            if cost == 0 {
                return Some(self.board(&at));
            }
            *left = left.checked_sub(1)?;
            let warmth = WARM + (COLD - WARM) * slide as f64 / slides as f64;
            let slider = chance.random_range(0..at.len());
            let place = chance.random_range(0..self.sliders[slider].len());
            let moved = [at[slider], place].map(|place| &self.sliders[slider][place]);
            let change: i32 = moved.iter().map(|squares| self.flip(&mut wrong, squares)).sum();
            if change <= 0 || chance.random::<f64>() < (-f64::from(change) / warmth).exp() {
                at[slider] = place;
                cost += change;
            } else {
                for squares in moved {
                    self.flip(&mut wrong, squares);
                }
            }
        }
        None
    }
}

fn difference(n: usize, r: usize, c: usize) -> usize {
    2 * n + (n - 1) + r - c
}

fn sum(n: usize, r: usize, c: usize) -> usize {
    4 * n - 1 + r + c
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;
    use kit::trial::Looks;

    /// However soon a later puzzle is solved, the first that has a board answers, as on one thread.
    #[test]
    fn the_first_puzzle_that_has_a_board_answers() {
        let mut hopeless = Puzzle::new(5, &[(0, 0)], []);
        hopeless.sliders.push(vec![vec![1], vec![2]]);
        let taken = |board: &[usize]| Some(board.to_vec());
        let first = |puzzles: &[Puzzle]| Puzzle::first_solved(puzzles, 1, &mut Unwatched, taken).unwrap();
        let alone = Puzzle::mirrored_rows(16).solve(1, |_| true, taken);
        assert!(alone.as_ref().is_some_and(|board| board.len() <= 20));
        assert_eq!(first(&[hopeless, Puzzle::mirrored_rows(16), Puzzle::mirrored_rows(8)]), alone);
        assert_eq!(first(&[]), None);
    }

    #[test]
    fn annealing_stops_when_asked() {
        let refused = std::sync::atomic::AtomicU64::new(0);
        let refuse = |_: &[usize]| {
            refused.fetch_add(1, Ordering::Relaxed);
            Option::<()>::None
        };
        let stopped = Puzzle::first_solved(&Puzzle::all(16), 1, &mut Looks(2), refuse).unwrap_err();
        assert!(stopped.is_stopped() && refused.into_inner() < OFFERS);
    }
}
