//! The code of the attacks: every small board that locks, without a search of boards.
//!
//! *The words.* y = Ax + 1, the queens attacked by an even number, is a word of the coset 1 + Im A. All its squares
//! are taken, so it has at most |x| of them. Im A has fewer than 6n dimensions among the n * n squares, for a square's
//! parity is a sum of those of its four lines: words of so few squares are rare.
//!
//! *Their list*, in the way of Brouwer and Zimmermann. Squares near the corners are left aside as heavy, for their
//! short diagonals are words themselves. A basis of the rest is brought into the form where every row has a square
//! of its own, which no other row has, and such that of every orbit of the board's symmetries at most the share t are
//! own squares. On average over the symmetries the image of a word y has at most t |y| own squares. So some image is a
//! sum of at most t |y| rows, and of any rows that have heavy squares alone: those sums are formed, all of them.
//!
//! *The rest.* The queens of x outside y are found from the parities of their lines ([`super::lines`]).

use super::Attacks;
use super::lines::{Fill, Lines, Rest};
use super::order::legal_order;
use kit::Result;
use kit::watch::{Progress, Watch, tend};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// A set of squares, 64 a word.
pub(super) type Bits = Vec<u64>;

/// What is known of the boards with few queens.
pub(super) struct Below {
    /// No locked, reachable board has fewer queens than this.
    pub at_least: usize,
    /// A legal order of one that has just so many.
    pub order: Option<Vec<usize>>,
}

/// Distances from a corner up to which squares may be heavy, and the rows that may be left aside with them.
const RINGS: usize = 5;
const MOST_HEAVY: usize = 12;
/// Orders of the squares that are tried for a basis with few own squares of each orbit.
const TRIES: usize = 40;
/// Squares that may be tried in filling lines, if there may not be more sums of rows.
const LEAST_FILLS: u64 = 1_000_000;

/// Fact (2): on a board of odd side the number is odd. What is missing to the next number that may be.
fn parity(n: usize, queens: usize) -> usize {
    usize::from(n % 2 == 1 && queens.is_multiple_of(2))
}

/// Searches the boards with at most `most` queens, or with as many as the allowed sums of rows reach. The words may be
/// given, if they were listed in pieces ([`InPieces`]).
pub(super) fn below(
    attacks: &Attacks,
    n: usize,
    most: usize,
    sums: u64,
    given: Option<&[Bits]>,
    watch: &mut dyn Watch,
) -> Result<Below> {
    let Some(mut plan) = Plan::new(attacks, n, most - parity(n, most), sums) else {
        return Ok(Below { at_least: 0, order: None });
    };
    let (last, mut first) = (plan.most, 1);
    let unfinished = |done| format!("{done} sums of rows for boards of up to {last} queens");
    let lines = Lines::new(&attacks.adjacency, n);
    tend(watch, Some(plan.sums()), unfinished, |progress| {
        let mut spare = sums.max(LEAST_FILLS);
        // Sums of ever more rows, as a board that is found ends it.
        for rows in 0.. {
            plan.most = plan.covered_by(rows).min(last);
            let words = match given {
                Some(words) => words.iter().filter(|word| size(word) <= plan.most).cloned().collect(),
                None => plan.light_words(&attacks.symmetries, progress),
            };
            let going = words.par_iter().take_any_while(|_| !progress.stopped());
            let mut rests: Vec<Rest> = going.flat_map_iter(|word| lines.rests(word, plan.most)).collect();
            rests.sort_by_key(|rest| rest.least);
            for queens in first..=plan.most {
                let mut accept = |board: &[usize]| legal_order(&attacks.adjacency, board);
                match lines.fill_one(&rests, queens, &mut spare, progress, &mut accept) {
                    Fill::Board(order) => return Below { at_least: queens, order: Some(order) },
                    Fill::None => {}
                    Fill::Unfinished => return Below { at_least: queens, order: None },
                }
            }
            first = plan.most + 1;
            if plan.most == last || progress.stopped() {
                break;
            }
        }
        Below { at_least: first + parity(n, first), order: None }
    })
}

/// The list of words in pieces that know nothing of each other: piece 0 is the sum of no rows, piece i + 1 the sums
/// whose first row is row i. Where a few sums decide, as they do when they find a board, there is nothing to cut.
pub struct InPieces {
    plan: Option<Plan>,
    symmetries: Vec<Vec<usize>>,
}

impl InPieces {
    /// The pieces beyond what so many sums decide `alone`.
    pub(super) fn new(
        attacks: &Attacks,
        n: usize,
        most: usize,
        [alone, sums]: [u64; 2],
        watch: &mut dyn Watch,
    ) -> Result<Option<InPieces>> {
        let Some(plan) = Plan::new(attacks, n, most - parity(n, most), sums) else { return Ok(None) };
        let open = alone == 0 || {
            let found = below(attacks, n, most, alone.min(sums), None, watch)?;
            found.order.is_none() && found.at_least <= plan.most
        };
        Ok(Some(InPieces { plan: open.then_some(plan), symmetries: attacks.symmetries.clone() }))
    }

    /// Whether there is nothing to cut.
    pub fn is_decided(&self) -> bool {
        self.plan.is_none()
    }

    /// How many pieces there are.
    pub fn pieces(&self) -> u64 {
        self.plan.as_ref().map_or(1, |plan| plan.basis.rows.len() as u64 + 1)
    }

    /// The sums of rows that they form together.
    pub fn sums(&self) -> u64 {
        self.plan.as_ref().map_or(0, Plan::sums)
    }

    /// The words of a range of pieces, and the sums that were formed.
    pub fn words(&self, range: Range<u64>, watch: &mut dyn Watch) -> Result<(u64, Vec<Vec<u64>>)> {
        let Some(plan) = &self.plan else { return Ok((0, Vec::new())) };
        let unfinished = |done| format!("{done} sums of rows");
        tend(watch, None, unfinished, |progress| {
            let nothing = vec![0; plan.basis.light.len()];
            let mut sums = Sums { plan, found: Vec::new(), formed: 0, told: 0, progress };
            for piece in range {
                match piece.checked_sub(1) {
                    None => {
                        sums.found.push(nothing.clone());
                        sums.formed += 1;
                    }
                    Some(first) if plan.depth() > 0 => sums.add(first as usize, 1, 0, &nothing),
                    Some(_) => {}
                }
            }
            (sums.formed, plan.classes(std::mem::take(&mut sums.found), &self.symmetries, progress))
        })
    }
}

/// All words of 1 to `most` squares, one of each class of images, for the tests.
#[cfg(test)]
pub(super) fn words(attacks: &Attacks, n: usize, most: usize) -> std::collections::BTreeSet<Vec<usize>> {
    let plan = Plan::new(attacks, n, most, u64::MAX).expect("no sum is forbidden");
    plan.light_words(&attacks.symmetries, &Progress::default()).iter().map(|word| members(word).collect()).collect()
}

/// A basis of the code that 1 and the rows of A span.
struct Basis {
    /// Rows with squares of their own that are not heavy.
    rows: Vec<Bits>,
    /// Rows of heavy squares alone.
    heavy: Vec<Bits>,
    /// At most so many eighths of each orbit are own squares.
    eighths: usize,
    /// Up to 64 squares that are neither heavy nor own, as each row has them.
    fronts: Vec<u64>,
    /// The squares that are not heavy.
    light: Bits,
}

struct Plan {
    basis: Basis,
    most: usize,
}

impl Plan {
    /// The basis and the largest number of queens up to `most` for which the sums of rows are allowed.
    fn new(attacks: &Attacks, n: usize, most: usize, sums: u64) -> Option<Plan> {
        let squares = n * n;
        let mut generators: Vec<Bits> = attacks.adjacency.iter().map(|row| set(squares, row.iter().copied())).collect();
        generators.push(set(squares, 0..squares));
        let generators = independent(generators);
        let orbits = orbits(&attacks.symmetries, squares);
        let bases: Vec<Basis> = (0..=RINGS.min(n / 3))
            .map(|rings| Basis::balanced(&generators, n, &orbits, rings))
            .filter(|basis| basis.heavy.len() <= MOST_HEAVY)
            .collect();
        let mut plans: Vec<Plan> = bases.into_iter().map(|basis| Plan { basis, most }).collect();
        for plan in &mut plans {
            while plan.sums() > sums {
                plan.most = plan.most.checked_sub(1)?;
            }
        }
        plans.into_iter().min_by_key(|plan| (most - plan.most, plan.sums()))
    }

    /// The most squares of words that are sums of so many rows, up to symmetry.
    fn covered_by(&self, rows: usize) -> usize {
        (8 * rows + 7) / self.basis.eighths.max(1)
    }

    /// The most rows that are summed.
    fn depth(&self) -> usize {
        (self.most * self.basis.eighths / 8).min(self.basis.rows.len())
    }

    fn sums(&self) -> u64 {
        let rows = self.basis.rows.len() as u64;
        let (mut sets, mut all) = (1u64, 1u64);
        for k in 0..self.depth() as u64 {
            sets = (u128::from(sets) * u128::from(rows - k) / u128::from(k + 1)).try_into().unwrap_or(u64::MAX);
            all = all.saturating_add(sets);
        }
        all
    }

    /// The words with 1 to `most` squares, one of each class of images.
    fn light_words(&self, symmetries: &[Vec<usize>], progress: &Progress) -> Vec<Bits> {
        let rows = &self.basis.rows;
        let nothing = vec![0; self.basis.light.len()];
        let mut found = vec![nothing.clone()];
        if self.depth() > 0 {
            let below = |first: usize| {
                let mut sums = Sums { plan: self, found: Vec::new(), formed: 0, told: 0, progress };
                sums.add(first, 1, 0, &nothing);
                std::mem::take(&mut sums.found)
            };
            found.par_extend((0..rows.len()).into_par_iter().flat_map_iter(below));
        }
        self.classes(found, symmetries, progress)
    }

    /// The words that heavy rows make of these, one of each class of images, in order: what comes first must not
    /// depend on how the work was shared out.
    fn classes(&self, found: Vec<Bits>, symmetries: &[Vec<usize>], progress: &Progress) -> Vec<Bits> {
        let going = found.into_par_iter().take_any_while(|_| !progress.stopped());
        let words = going.fold(FxHashSet::default, |mut words, light| {
            self.with_heavy(light, |word| {
                words.insert(symmetries.iter().map(|map| image(word, map)).min().unwrap_or_default());
            });
            words
        });
        let words = words.reduce(FxHashSet::default, |mut one, mut two| {
            if one.len() < two.len() {
                std::mem::swap(&mut one, &mut two);
            }
            one.extend(two);
            one
        });
        let mut words: Vec<Bits> = words.into_iter().collect();
        words.sort_unstable();
        words
    }

    /// The sums of a word and heavy rows that have 1 to `most` squares; each differs from the one before by one row.
    fn with_heavy(&self, mut word: Bits, mut each: impl FnMut(&Bits)) {
        let heavy = &self.basis.heavy;
        for step in 1..=1usize << heavy.len() {
            if (1..=self.most).contains(&size(&word)) {
                each(&word);
            }
            if step < 1 << heavy.len() {
                add(&mut word, &heavy[step.trailing_zeros() as usize]);
            }
        }
    }
}

/// The sums of rows, those with few squares kept.
struct Sums<'a> {
    plan: &'a Plan,
    found: Vec<Bits>,
    formed: u64,
    /// Of the sums formed, those that the watch has heard of.
    told: u64,
    progress: &'a Progress,
}

/// So many sums a thread forms before it says so: all threads count in one place, and to count there after each row of
/// sums took a twentieth of the time of one thread and of two.
const TOLD: u64 = 1 << 16;

impl Drop for Sums<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}

impl Sums<'_> {
    /// Adds a row as the `number`th to what the rows before it give, and then every later row.
    fn add(&mut self, row: usize, number: usize, front: u64, sum: &[u64]) {
        let (plan, basis) = (self.plan, &self.plan.basis);
        let mut word = sum.to_vec();
        add(&mut word, &basis.rows[row]);
        let front = front ^ basis.fronts[row];
        self.keep(&word);
        self.formed += 1;
        if number == plan.depth() || self.progress.stopped() {
            return;
        }
        if number + 1 < plan.depth() {
            (row + 1..basis.rows.len()).for_each(|next| self.add(next, number + 1, front, &word));
            return;
        }
        // The last row: what it has in front rules out nearly all. As many own squares as rows are in the word too.
        let fitting = (plan.most - number - 1) as u32;
        for next in row + 1..basis.rows.len() {
            if (front ^ basis.fronts[next]).count_ones() <= fitting {
                add(&mut word, &basis.rows[next]);
                self.keep(&word);
                add(&mut word, &basis.rows[next]);
            }
        }
        self.formed += (basis.rows.len() - row - 1) as u64;
        if self.formed - self.told >= TOLD {
            self.tell();
        }
    }

    fn tell(&mut self) {
        self.progress.add(self.formed - self.told);
        self.told = self.formed;
    }

    fn keep(&mut self, word: &[u64]) {
        let squares = word.iter().zip(&self.plan.basis.light).map(|(a, b)| (a & b).count_ones() as usize);
        if squares.sum::<usize>() <= self.plan.most {
            self.found.push(word.to_vec());
        }
    }
}

impl Basis {
    /// Squares nearer than `rings` to a corner are heavy; the order of squares that leaves the smallest share is
    /// taken.
    fn balanced(generators: &[Bits], n: usize, orbits: &[(usize, usize)], rings: usize) -> Basis {
        let edge = |k: usize| k.min(n - 1 - k);
        let (heavy, mut light): (Vec<usize>, Vec<usize>) = (0..n * n).partition(|&s| edge(s / n) + edge(s % n) < rings);
        let mut chance = ChaCha8Rng::seed_from_u64(super::SEED);
        let mut best: Option<(usize, Elimination)> = None;
        for _ in 0..TRIES {
            light.shuffle(&mut chance);
            let mut elimination = Elimination { rows: generators.to_vec(), own: Vec::new() };
            let eighths = elimination.own_squares(&light, orbits);
            if best.as_ref().is_none_or(|(least, _)| eighths < *least) {
                best = Some((eighths, elimination));
            }
        }
        let (eighths, Elimination { mut rows, own }) = best.expect("there was a try");
        let heavy_rows = rows.split_off(own.len());
        let front = light.iter().copied().filter(|s| !own.contains(s)).take(64);
        let front: Vec<usize> = front.collect();
        let seen = |row: &Bits| front.iter().enumerate().fold(0, |seen, (i, &s)| seen | u64::from(holds(row, s)) << i);
        let fronts = rows.iter().map(seen).collect();
        debug_assert!(heavy_rows.iter().all(|row| size(row) == heavy.iter().filter(|&&s| holds(row, s)).count()));
        Basis { rows, heavy: heavy_rows, eighths, fronts, light: set(n * n, light.into_iter()) }
    }
}

/// Gauss's elimination: row i, for i less than the number of own squares, is alone in having own square i.
struct Elimination {
    rows: Vec<Bits>,
    own: Vec<usize>,
}

impl Elimination {
    /// Makes squares own while they can be, and returns the eighths of an orbit that were needed at most.
    fn own_squares(&mut self, squares: &[usize], orbits: &[(usize, usize)]) -> usize {
        let (mut taken, mut needed) = (vec![0; orbits.len()], 0);
        for eighths in 1..=8 {
            for &s in squares {
                let (orbit, members) = orbits[s];
                if (taken[orbit] + 1) * 8 <= eighths * members && self.own(s) {
                    taken[orbit] += 1;
                    needed = eighths;
                }
            }
        }
        needed
    }

    fn own(&mut self, square: usize) -> bool {
        let place = self.own.len();
        let Some(row) = (place..self.rows.len()).find(|&row| holds(&self.rows[row], square)) else { return false };
        self.rows.swap(place, row);
        let pivot = self.rows[place].clone();
        for (other, row) in self.rows.iter_mut().enumerate() {
            if other != place && holds(row, square) {
                add(row, &pivot);
            }
        }
        self.own.push(square);
        true
    }
}

/// Rows that span the same and are independent.
fn independent(rows: Vec<Bits>) -> Vec<Bits> {
    let squares = rows.first().map_or(0, |row| row.len() * 64);
    let mut elimination = Elimination { rows, own: Vec::new() };
    (0..squares).for_each(|s| {
        elimination.own(s);
    });
    elimination.rows.truncate(elimination.own.len());
    elimination.rows
}

/// For each square the least square of its orbit, and how many the orbit has.
fn orbits(symmetries: &[Vec<usize>], squares: usize) -> Vec<(usize, usize)> {
    let orbit = |s: usize| {
        let mut images: Vec<usize> = symmetries.iter().map(|map| map[s]).collect();
        images.sort_unstable();
        images.dedup();
        (images[0], images.len())
    };
    (0..squares).map(orbit).collect()
}

pub(super) fn set(squares: usize, members: impl Iterator<Item = usize>) -> Bits {
    let mut set = vec![0; squares.div_ceil(64)];
    members.for_each(|s| set[s / 64] |= 1 << (s % 64));
    set
}

pub(super) fn holds(set: &[u64], square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

pub(super) fn add(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}

fn size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

pub(super) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..set.len() * 64).filter(|&s| holds(set, s))
}

fn image(set: &Bits, map: &[usize]) -> Bits {
    self::set(map.len(), members(set).map(|s| map[s]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn pieces_list_the_words_of_the_whole_and_count_every_sum_once() {
        for (n, most) in [(5, 4), (6, 4), (7, 7), (8, 8)] {
            let attacks = Attacks::queens(n);
            let pieces = InPieces::new(&attacks, n, most, [0, u64::MAX], &mut Unwatched).unwrap().unwrap();
            let whole: FxHashSet<Bits> = words(&attacks, n, most - parity(n, most))
                .into_iter()
                .map(|word| set(n * n, word.into_iter()))
                .collect();
            for step in [1, 3, 100] {
                let (mut sums, mut listed) = (0, FxHashSet::default());
                for first in (0..pieces.pieces()).step_by(step) {
                    let last = (first + step as u64).min(pieces.pieces());
                    let (formed, found) = pieces.words(first..last, &mut Unwatched).unwrap();
                    sums += formed;
                    listed.extend(found);
                }
                assert_eq!((sums, &listed), (pieces.sums(), &whole), "{n} in steps of {step}");
            }
        }
        // A board that a few sums find leaves nothing to cut.
        let pieces =
            InPieces::new(&Attacks::queens(7), 7, 12, [10_000_000, u64::MAX], &mut Unwatched).unwrap().unwrap();
        assert!(pieces.is_decided() && pieces.pieces() == 1 && pieces.sums() == 0);
        assert_eq!(pieces.words(0..1, &mut Unwatched).unwrap(), (0, Vec::new()));
    }
}
