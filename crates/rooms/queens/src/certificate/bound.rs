//! The bound from below of a lock: that no board with fewer pieces is legally reached without open squares.
//!
//! *The cases.* A free square that an even number of pieces attack needs one more piece, on it or attacking it; each
//! of those is a case, and what was tried is left out in later cases.
//!
//! *The sums.* With j pieces left, the squares that need one must be the sum over GF(2) of j rows of the attack
//! matrix, except where a piece stands in the end. For a few fixed squares, whose rows are independent, a table holds
//! what the sums of j rows look like there, a square of one of the j pieces both ways. What is not in the table is no
//! sum.

use super::code::{self, Below};
use crate::ground::Map;
use crate::lock::Attacks;
use kit::{Result, Watch, watch};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The most squares of a window, and the most pieces whose sums are in tables.
const WINDOW: usize = 24;
const DEEPEST: usize = 4;
/// The side from which queens on a square board are looked at through the code of their attacks.
const SMALLEST_CODE: usize = 4;
/// The most sums of a table.
const MOST_SUMS: u64 = 10_000_000;

/// The bound that needs no search: each piece settles at most its own square and those it attacks; Spencer's bound.
pub(super) fn counted_bound(attacks: &Attacks) -> usize {
    let squares = attacks.adjacency.len();
    let most = attacks.adjacency.iter().map(Vec::len).max().unwrap_or(0) + 1;
    let spencer = attacks.side.map_or(0, |n| (n - 1).div_ceil(2));
    squares.div_ceil(most).max(spencer)
}

/// Looks at the boards with fewer than `least` pieces, as far as the visits and the sums of rows go.
pub(super) fn below(
    attacks: &Attacks,
    least: usize,
    sums: u64,
    visits: &mut u64,
    watch: &mut dyn Watch,
) -> Result<Below> {
    let counted = counted_bound(attacks);
    if counted >= least {
        return Ok(Below::Nothing);
    }
    if let Some(n) = attacks.side.filter(|&n| n >= SMALLEST_CODE) {
        return Ok(match code::below(n, least, sums, visits, watch)? {
            Below::Long(pieces) => Below::Long(pieces.max(counted)),
            other => other,
        });
    }
    let bound = Bound::of(attacks);
    for pieces in counted..least {
        match bound.nothing_with(pieces, visits, watch)? {
            Some(true) => {}
            Some(false) => return Ok(Below::Board(pieces)),
            None => return Ok(Below::Long(pieces)),
        }
    }
    Ok(Below::Nothing)
}

/// A board's attacks as sets, with the tables of sums.
pub(super) struct Bound<'a> {
    attacks: &'a Attacks,
    /// No rows where there are more than 128 squares.
    rows: Vec<u128>,
    all: u128,
    /// The most squares that one piece settles.
    most: u32,
    /// The squares of the window.
    window: Vec<usize>,
    /// Entry j - 1: what the sums of j rows look like in the window.
    tables: Vec<Vec<u64>>,
}

impl Bound<'_> {
    pub(super) fn of(attacks: &Attacks) -> Bound<'_> {
        let squares = attacks.adjacency.len();
        let most = attacks.adjacency.iter().map(Vec::len).max().unwrap_or(0) as u32 + 1;
        let mut bound = Bound { attacks, rows: Vec::new(), all: 0, most, window: Vec::new(), tables: Vec::new() };
        if squares <= 128 {
            let row = |list: &Vec<usize>| list.iter().fold(0u128, |row, &t| row | 1 << t);
            bound.rows = attacks.adjacency.iter().map(row).collect();
            bound.all = u128::MAX >> (128 - squares.max(1));
            bound.window = independent(&bound.rows);
        }
        let sums = |j: usize| (0..j as u64).fold(1, |sums, k| sums * (squares as u64).saturating_sub(k) / (k + 1));
        for j in (1..=DEEPEST).filter(|&j| !bound.rows.is_empty() && sums(j) <= MOST_SUMS) {
            let mut table = vec![0u64; (1usize << bound.window.len()).div_ceil(64)];
            bound.enter(&mut table, 0, j, (0, 0));
            bound.tables.push(table);
        }
        bound
    }

    /// A set of squares as it looks in the window.
    fn seen(&self, set: u128) -> usize {
        self.window.iter().enumerate().fold(0, |seen, (i, &s)| seen | ((set >> s & 1) as usize) << i)
    }

    /// Enters all sums of j rows from a square on: what they have so far, and the squares of their pieces.
    fn enter(&self, table: &mut [u64], from: usize, j: usize, (sum, taken): (u128, u128)) {
        if j == 0 {
            let (seen, wild) = (self.seen(sum), self.seen(taken));
            submasks(wild).map(|other| seen & !wild | other).for_each(|key| table[key / 64] |= 1 << (key % 64));
            return;
        }
        for s in from..self.rows.len() {
            self.enter(table, s + 1, j - 1, (sum ^ self.rows[s], taken | 1 << s));
        }
    }

    /// Whether the tables leave open that so many more pieces settle all that need it.
    fn may_be_summed(&self, left: usize, needy: u128, taken: u128) -> bool {
        let Some(table) = self.tables.get(left - 1) else { return true };
        let (seen, wild) = (self.seen(needy), self.seen(taken));
        submasks(wild).map(|other| seen & !wild | other).any(|key| table[key / 64] >> (key % 64) & 1 == 1)
    }

    /// Whether no board with so many pieces is legally reached and without open squares; `None` when the visits run
    /// out.
    pub(super) fn nothing_with(&self, pieces: usize, visits: &mut u64, watch: &mut dyn Watch) -> Result<Option<bool>> {
        let squares = self.attacks.adjacency.len();
        let even = self.attacks.adjacency.iter().all(|row| row.len().is_multiple_of(2));
        if even && (pieces + squares) % 2 == 1 {
            return Ok(Some(true));
        }
        if self.rows.is_empty() {
            return Ok(None);
        }
        let mut cases = Cases { bound: self, visits: *visits, start: *visits };
        let found = cases.some_up_to(&self.attacks.symmetries, pieces, watch)?;
        *visits = cases.visits;
        Ok(found.map(|found| !found))
    }
}

/// Squares whose rows are independent over GF(2), strewn over the board, at most [`WINDOW`].
fn independent(rows: &[u128]) -> Vec<usize> {
    let (mut chosen, mut reduced): (Vec<usize>, Vec<u128>) = (Vec::new(), Vec::new());
    // A stride prime to most numbers of squares; where it is not, a square that comes again is not independent.
    for s in (0..rows.len()).map(|k| k * 37 % rows.len()) {
        let rest = reduced.iter().fold(rows[s], |row, &other| row.min(row ^ other));
        if rest != 0 && chosen.len() < WINDOW {
            chosen.push(s);
            reduced.push(rest);
            reduced.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
    chosen
}

/// All parts of a set of bits, the empty one and the whole among them.
fn submasks(set: usize) -> impl Iterator<Item = usize> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let now = next?;
        // Counting in the bits of the set alone.
        next = Some((now | !set).wrapping_add(1) & set).filter(|&part| part != 0);
        Some(now)
    })
}

/// The case distinction: which piece settles a square that needs one.
struct Cases<'a> {
    bound: &'a Bound<'a>,
    visits: u64,
    start: u64,
}

#[derive(Clone, Copy)]
struct Case {
    taken: u128,
    odd: u128,
    /// Squares whose pieces were tried in an earlier case.
    excluded: u128,
}

impl Cases<'_> {
    /// The first case distinction, by whole orbits of the symmetries: some square has the fewest orbits that settle
    /// it; a board can be turned so that it holds the first square of the first of them that it meets, and none
    /// before it.
    fn some_up_to(&mut self, maps: &[Map], pieces: usize, watch: &mut dyn Watch) -> Result<Option<bool>> {
        let orbit = |s: usize| maps.iter().fold(1u128 << s, |orbit, map| orbit | 1 << map[s]);
        let settling = |s: usize| bits(self.bound.rows[s] | 1 << s).map(orbit).collect::<BTreeSet<u128>>();
        let orbits = (0..self.bound.rows.len()).map(settling).min_by_key(BTreeSet::len).unwrap_or_default();
        let mut excluded = 0;
        for orbit in orbits.into_iter().filter(|_| pieces > 0) {
            let s = orbit.trailing_zeros() as usize;
            match self.some(Case { taken: 1 << s, odd: self.bound.rows[s], excluded }, pieces - 1, watch)? {
                Some(false) => excluded |= orbit,
                other => return Ok(other),
            }
        }
        Ok(Some(false))
    }

    /// Whether so many more pieces can lock the board; `None` when the visits run out.
    fn some(&mut self, case: Case, left: usize, watch: &mut dyn Watch) -> Result<Option<bool>> {
        let needy = self.bound.all & !case.odd & !case.taken;
        if left > 0 && !self.bound.may_be_summed(left, needy, case.taken) {
            return Ok(Some(false));
        }
        if left == 0 || needy == 0 {
            // Settled too early still leaves pieces to place: any squares will do, if the board stays settled.
            return match (left, needy) {
                (0, 0) => Ok(self.dismantled(case.taken)),
                (0, _) => Ok(Some(false)),
                _ => self.each(case, self.bound.all & !case.taken & !case.excluded, left, watch),
            };
        }
        if needy.count_ones() > left as u32 * self.bound.most {
            return Ok(Some(false));
        }
        let free = self.bound.all & !case.taken & !case.excluded;
        let serving = |s: usize| (self.bound.rows[s] | 1 << s) & free;
        let candidates = bits(needy).map(serving).min_by_key(|set| set.count_ones()).unwrap_or(free);
        self.each(case, candidates, left, watch)
    }

    fn each(&mut self, mut case: Case, candidates: u128, left: usize, watch: &mut dyn Watch) -> Result<Option<bool>> {
        for s in bits(candidates) {
            let Some(rest) = self.visits.checked_sub(1) else { return Ok(None) };
            self.visits = rest;
            if rest % (1 << 16) == 0 {
                let done = self.start - rest;
                watch::step(watch, done, None, || format!("{done} sets were visited"))?;
            }
            let next = Case { taken: case.taken | 1 << s, odd: case.odd ^ self.bound.rows[s], ..case };
            match self.some(next, left - 1, watch)? {
                Some(false) => case.excluded |= 1 << s,
                other => return Ok(other),
            }
        }
        Ok(Some(false))
    }

    /// Whether the pieces can be lifted one by one, each attacked by an even number of those that stand; `None` when
    /// the visits run out.
    fn dismantled(&mut self, taken: u128) -> Option<bool> {
        let (mut seen, mut left) = (FxHashSet::default(), vec![taken]);
        while let Some(standing) = left.pop() {
            if standing == 0 {
                return Some(true);
            }
            if seen.insert(standing) {
                self.visits = self.visits.checked_sub(1)?;
                let liftable = |s: &usize| (self.bound.rows[*s] & standing).count_ones().is_multiple_of(2);
                left.extend(bits(standing).filter(liftable).map(|s| standing & !(1 << s)));
            }
        }
        Some(false)
    }
}

fn bits(set: u128) -> impl Iterator<Item = usize> {
    crate::walk::squares(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::Ground;
    use kit::Unwatched;
    use kit::scene::Piece;

    /// The tables refuse only what is no sum: with and without them every number of pieces comes out the same.
    #[test]
    fn the_tables_of_sums_change_no_answer() {
        for piece in [Piece::Queen, Piece::Rook, Piece::Knight, Piece::King] {
            for (rows, columns) in [(2, 2), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)] {
                let attacks = Attacks::of(&Ground::new(rows, columns, false), piece);
                let bound = Bound::of(&attacks);
                let plain = Bound { tables: Vec::new(), ..Bound::of(&attacks) };
                for pieces in 1..=6 {
                    let [a, b] = [&bound, &plain]
                        .map(|bound| bound.nothing_with(pieces, &mut 5_000_000, &mut Unwatched).unwrap());
                    assert!(a == b || b.is_none(), "{rows} x {columns}, {pieces} pieces: {a:?} {b:?}");
                }
            }
        }
    }

    /// Numbers of pieces of the boards without open squares that are legally reached, from the definition.
    fn locking(attacks: &Attacks) -> BTreeSet<usize> {
        let squares = attacks.adjacency.len();
        let rows: Vec<u32> = attacks.adjacency.iter().map(|row| row.iter().fold(0, |row, &t| row | 1 << t)).collect();
        let mut reached = vec![false; 1 << squares];
        reached[0] = true;
        let mut found = BTreeSet::new();
        for board in 0..1u32 << squares {
            if !reached[board as usize] {
                continue;
            }
            let open = (0..squares)
                .filter(|&s| board >> s & 1 == 0 && (rows[s] & board).count_ones().is_multiple_of(2))
                .inspect(|&s| reached[board as usize | 1 << s] = true)
                .count();
            if open == 0 {
                found.insert(board.count_ones() as usize);
            }
        }
        found
    }

    #[test]
    fn boards_that_lock_are_found_and_others_are_not() {
        for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::King] {
            for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4), (3, 5)] {
                for torus in [false, true] {
                    let attacks = Attacks::of(&Ground::new(rows, columns, torus), piece);
                    let (bound, locking) = (Bound::of(&attacks), locking(&attacks));
                    for pieces in 1..=(rows * columns).min(9) {
                        let nothing = bound.nothing_with(pieces, &mut 20_000_000, &mut Unwatched).unwrap();
                        let named = format!("{piece:?} {rows} x {columns} {torus}, {pieces} pieces");
                        assert_eq!(nothing, Some(!locking.contains(&pieces)), "{named}");
                    }
                    // No board is complete here where pieces attack nothing: then it is not locked.
                    let least = locking.first().copied().unwrap_or(rows * columns);
                    assert!(counted_bound(&attacks) <= least, "{piece:?} {rows} x {columns} {torus}");
                }
            }
        }
        assert_eq!(counted_bound(&Attacks::queens(8)), 4, "Spencer's bound");
        assert_eq!(
            counted_bound(&Attacks::of(&Ground::new(3, 3, false), Piece::King)),
            1,
            "nine squares, nine settled"
        );
        assert_eq!(counted_bound(&Attacks::of(&Ground::new(4, 5, false), Piece::Knight)), 3, "twenty, seven settled");
    }

    fn no_fewer_queens(n: usize, fewest: usize) {
        let attacks = Attacks::queens(n);
        let bound = Bound::of(&attacks);
        let mut visits = super::super::order::MOST_VISITS;
        for pieces in counted_bound(&attacks)..fewest {
            let nothing = bound.nothing_with(pieces, &mut visits, &mut Unwatched).unwrap();
            assert_eq!(nothing, Some(true), "n = {n}, {pieces} queens, {visits} visits left");
        }
    }

    #[test]
    fn six_rows_take_five_queens() {
        no_fewer_queens(6, 5);
    }

    #[test]
    fn eight_rows_take_twelve_queens() {
        no_fewer_queens(8, 12);
    }

    #[test]
    fn ten_rows_take_nine_queens() {
        no_fewer_queens(10, 9);
    }

    /// What tables, orbits and what was excluded spare is counted in visits, and a checker may stop at a number of
    /// them: so many are enough, and one less is not.
    #[test]
    fn a_bound_takes_so_many_visits() {
        for (piece, rows, columns, due) in [
            (Piece::Queen, 6, 6, &[0, 0, 0, 0, 17, 55][..]),
            (Piece::Knight, 5, 5, &[0, 0, 0, 0, 0, 4, 32, 159, 33]),
            (Piece::King, 5, 6, &[0, 0, 0, 10, 4, 192, 251, 1858]),
            (Piece::Rook, 4, 6, &[0, 0, 0, 321, 0, 3380, 0]),
            (Piece::Bishop, 4, 5, &[0, 0, 0, 0, 20, 122, 355, 1302]),
            (Piece::Queen, 5, 6, &[0, 0, 0, 0, 59, 60, 3124]),
        ] {
            let attacks = Attacks::of(&Ground::new(rows, columns, false), piece);
            let bound = Bound::of(&attacks);
            let taken = |pieces: usize| {
                let mut visits = 1 << 20;
                let nothing = bound.nothing_with(pieces, &mut visits, &mut Unwatched).unwrap();
                let taken = (1 << 20) - visits;
                let within = |mut visits: u64| bound.nothing_with(pieces, &mut visits, &mut Unwatched).unwrap();
                assert!(nothing.is_some() && within(taken) == nothing && (taken == 0 || within(taken - 1).is_none()));
                taken
            };
            let taken: Vec<u64> = (1..=due.len()).map(taken).collect();
            assert_eq!(taken, due, "{piece:?} {rows} x {columns}");
        }
    }

    /// Queens on a square board are looked at through their code, the smallest boards and others by cases.
    #[test]
    fn queens_are_looked_at_through_their_code() {
        for (n, found, taken) in [(3, Below::Board(1), 1), (4, Below::Board(5), 165), (6, Below::Board(5), 37)] {
            let mut visits = 1 << 20;
            let below = below(&Attacks::queens(n), 9, code::MOST_SUMS, &mut visits, &mut Unwatched).unwrap();
            assert_eq!((below, (1 << 20) - visits), (found, taken), "{n}");
        }
        let counted = |least| below(&Attacks::queens(30), least, code::MOST_SUMS, &mut 0, &mut Unwatched).unwrap();
        assert_eq!((counted(15), counted(16)), (Below::Nothing, Below::Long(15)));
    }

    #[test]
    fn boards_of_128_squares_are_searched_and_larger_ones_are_not() {
        let rooks = |rows, columns| Attacks::of(&Ground::new(rows, columns, false), Piece::Rook);
        let attacks = rooks(8, 16);
        let bound = Bound::of(&attacks);
        // Of four rows there are 10,668,000 sums, too many for a table; a window has as many squares as rows that are
        // independent.
        assert_eq!((bound.rows.len(), bound.tables.len(), bound.all), (128, 3, u128::MAX));
        assert_eq!(bound.nothing_with(2, &mut 1000, &mut Unwatched).unwrap(), Some(true));
        // Of 110 squares there are 5,773,185 sums of four rows.
        assert_eq!(Bound::of(&rooks(5, 22)).tables.len(), 4);
        let knights = Attacks::of(&Ground::new(4, 4, false), Piece::Knight);
        assert_eq!(Bound::of(&knights).nothing_with(0, &mut 1000, &mut Unwatched).unwrap(), Some(true));
        let queens = Attacks::of(&Ground::new(4, 12, false), Piece::Queen);
        assert_eq!(Bound::of(&queens).window.len(), WINDOW);
        let attacks = rooks(3, 43);
        let bound = Bound::of(&attacks);
        assert_eq!((bound.rows.len(), bound.nothing_with(1, &mut 1000, &mut Unwatched).unwrap()), (0, None));
        // Each of four squares settles three: two are needed at least.
        assert_eq!(counted_bound(&rooks(2, 2)), 2);
    }
}
