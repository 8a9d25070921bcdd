//! Locked boards with as few queens as possible (the paper's Question 7).
//!
//! *The question.* A board x (a set of squares) is locked when every free square is attacked by an odd number of its
//! queens; it counts when legal play reaches it, each queen placed on a square attacked by an even number. How few
//! queens can do it?
//!
//! *The letters.* A is the adjacency matrix of the attack graph over GF(2), y = Ax + 1. Locked means y is supported
//! inside x: y is the set of queens attacked by an even number. R, C, D, S are the parities of the queens on rows,
//! columns, difference and sum diagonals; an attacked-number is R + C + D + S on a free square, and also on a queen's
//! (she is counted four times).
//!
//! *Facts.* (1) The number of queens attacked by an odd number is even (it is the number of odd degrees of a graph),
//! so |x| = |y| mod 2. (2) If all degrees of the attack graph are even, as for queens with n odd and rooks always,
//! the sum of Ax is 0, so |y| is the number of squares mod 2, and with (1) so is |x|: for odd n every locked board
//! has an odd number of queens. (3) A reachable board has an even number of attacking pairs, for each placing adds an
//! even number. A line of j queens has floor(j/2) pairs mod 2, so the number of odd lines, |R| + |C| + |D| + |S|, is
//! a multiple of 4 on every reachable board. (4) The queen placed last stands in y, so y is not empty. (5) A locked
//! board dominates, so n <= 2k + 1 (Spencer): let k < n, a and b the first and last empty columns, c and d the first
//! and last empty rows, and (by symmetry) e = b - a >= d - c. Take e consecutive rows that contain c .. d - 1, and in
//! them the 2e squares of columns a and b. A queen attacks at most two of them along her diagonals (each diagonal
//! meets the columns in rows e apart), and two more if her row is one of the e. The other rows, but perhaps d, are
//! occupied, so at least n - e - 1 queens have no such row: 4k - 2(n - e - 1) >= 2e, that is 2k >= n - 1.
//!
//! *The method.* From above come boards that lock by their shape ([`pattern`]) or by the parities of their lines
//! (`parity`), and the search of symmetric boards. From below all boards with few queens are listed through the code
//! of the attacks (`code`, `lines`); for other pieces, and as the slow truth for queens, all boards with 1, 2, 3, ...
//! pieces are searched (`exhaust`). Where the two meet the minimum is proved, otherwise both bounds are reported. They
//! meet for n = 1 to 18: 1, 1, 1, 5, 5, 5, 9, 12, 9, 9, 13, 14, 13, 13, 19, 18, 17, 17 queens. For all n = 1 mod 4
//! there are boards with n queens, for n = 2 mod 4 with n - 1; in the other classes n + 2 or n + 4 are found, where
//! the paper has 2n - 1 (odd n) and 2n - 3 (even n).
//!
//! ```
//! use queens::lock::{Attacks, fewest};
//! let lock = fewest(&Attacks::queens(5), &mut kit::Unwatched).unwrap();
//! assert!(lock.proved && lock.queens.len() == 5);
//! ```

mod code;
mod exhaust;
mod lines;
mod order;
mod parity;
pub mod pattern;

pub use code::InPieces;
pub use order::{Reach, is_legal_order, legal_order, legal_order_within};

use super::ground::{Ground, Map};
use exhaust::Level;
use kit::scene::Piece;
use kit::watch::unless_stopped;
use kit::{Result, Watch};
use parity::Puzzle;
use std::ops::Range;

/// A locked board and what is known about its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The occupied squares, row * n + column from 0, in increasing order.
    pub queens: Vec<usize>,
    /// The same squares in a legal order of placing.
    pub order: Vec<usize>,
    /// No locked, reachable board has fewer queens than this.
    pub at_least: usize,
    /// Whether the board is proved to have the fewest queens.
    pub proved: bool,
    /// Where the board comes from.
    pub method: &'static str,
    /// Where the bound comes from.
    pub below: &'static str,
}

impl Lock {
    /// Another board, with as many pieces or fewer.
    fn take(&mut self, order: Vec<usize>, method: &'static str) {
        (self.queens, self.order, self.method) = (sorted(&order), order, method);
    }
}

/// Where the board comes from that is always there.
const HOOK: &str = "hook along two edges";

/// What the exhaustive search may spend, in candidates tried, before it leaves the lower bound as it is: up to side
/// 11 enough to meet the upper bound (324 million steps, about half a minute), beyond it a few seconds.
const STEPS: [u64; 2] = [400_000_000, 50_000_000];

/// Sums of rows of the code of the attacks, formed in the time of one such step: a thousand million for a large side.
const SUMS_A_STEP: u64 = 20;

/// The side from which queens on a square board are searched through the code of their attacks.
const SMALLEST_CODE: usize = 4;

/// What playing games may spend, in squares looked at.
const GAMES: u64 = 5_000_000;

/// Lifts tried before a patterned board is left as not known to be reachable.
const LIFTS: u64 = 2_000;

/// All chance in finding boards starts here, so that an answer depends on the board alone.
const SEED: u64 = 1;

/// Who attacks whom on the squares that are there, numbered without gaps.
#[derive(Clone, Debug)]
pub struct Attacks {
    /// For each square the squares that a piece on it attacks.
    pub adjacency: Vec<Vec<usize>>,
    /// Permutations of the squares that keep the attacks.
    pub symmetries: Vec<Map>,
    /// The side, if these are queens on a plain square board.
    pub side: Option<usize>,
    /// The squares by their numbers on the ground.
    pub squares: Vec<usize>,
}

impl Attacks {
    /// The attacks of a piece on a ground.
    pub fn of(ground: &Ground, piece: Piece) -> Attacks {
        let squares: Vec<usize> = ground.present().collect();
        let mut number = vec![0; ground.squares()];
        squares.iter().enumerate().for_each(|(i, &s)| number[s] = i);
        let adjacency = ground.attacks(piece);
        let renumbered = |list: &Vec<usize>| list.iter().map(|&t| number[t]).collect();
        Attacks {
            adjacency: squares.iter().map(|&s| renumbered(&adjacency[s])).collect(),
            symmetries: ground
                .symmetries()
                .iter()
                .map(|map| squares.iter().map(|&s| number[map[s]]).collect())
                .collect(),
            side: ground.side().filter(|_| piece == Piece::Queen),
            squares,
        }
    }

    /// Queens on a plain board of side n.
    pub fn queens(n: usize) -> Attacks {
        Attacks::of(&Ground::square(n), Piece::Queen)
    }
}

/// A board without open squares, legally reached, with as few pieces as can be found, and a proved lower bound. Where
/// every such board is complete, that is the complete board.
pub fn fewest(attacks: &Attacks, watch: &mut dyn Watch) -> Result<Lock> {
    fewest_within(attacks, steps_for(attacks), GAMES, watch)
}

fn steps_for(attacks: &Attacks) -> u64 {
    STEPS[usize::from(attacks.adjacency.len() > 121)]
}

/// Sums that one machine forms in a tenth of a second, before anything is cut.
const SUMS_ALONE: u64 = 5_000_000;

/// The search from below in pieces; none where it is not through the code of the attacks.
pub fn in_pieces(attacks: &Attacks, watch: &mut dyn Watch) -> Result<Option<InPieces>> {
    let Some(n) = attacks.side.filter(|&n| n >= SMALLEST_CODE) else { return Ok(None) };
    let (order, _) = good_board(&attacks.adjacency, Some(n), GAMES, watch)?;
    let sums = [SUMS_ALONE, steps_for(attacks).saturating_mul(SUMS_A_STEP)];
    InPieces::new(attacks, n, order.len() - 1, sums, watch)
}

/// [`fewest`], with the words that the pieces found.
pub fn fewest_from(attacks: &Attacks, words: &[Vec<u64>], watch: &mut dyn Watch) -> Result<Lock> {
    fewest_by(attacks, steps_for(attacks), GAMES, Some(words), watch)
}

/// The same with other allowances, of steps for the exhaustive search and of squares looked at for playing games.
pub fn fewest_within(attacks: &Attacks, steps: u64, games: u64, watch: &mut dyn Watch) -> Result<Lock> {
    fewest_by(attacks, steps, games, None, watch)
}

/// When somebody asks to stop, it comes with the board and the bound that it has.
fn fewest_by(
    attacks: &Attacks,
    steps: u64,
    games: u64,
    words: Option<&[Vec<u64>]>,
    watch: &mut dyn Watch,
) -> Result<Lock> {
    let Attacks { adjacency, side, .. } = attacks;
    let good = good_board(adjacency, *side, games, watch);
    let hook = side.filter(|&n| n > 2).map(|n| (pattern::hook_order(n), HOOK));
    let (order, method, going) = match (good, hook) {
        (Ok((order, method)), _) => (order, method, true),
        (Err(error), Some((order, method))) if error.is_stopped() => (order, method, false),
        (Err(error), _) => return Err(error),
    };
    let at_least = plain_bound(adjacency, *side);
    let mut lock = Lock { queens: sorted(&order), at_least, proved: false, order, method, below: "counting" };
    if going {
        unless_stopped(improve(attacks, &mut lock, steps, words, watch))?;
    }
    lock.proved = lock.at_least == lock.queens.len();
    Ok(lock)
}

/// The largest side on which boards with one symmetry are searched: on 19 it takes most of a minute and finds nothing.
const LARGEST_SYMMETRIC: usize = 18;

/// Brings board and bound together, as far as the allowance goes.
fn improve(
    attacks: &Attacks,
    lock: &mut Lock,
    mut steps: u64,
    words: Option<&[Vec<u64>]>,
    watch: &mut dyn Watch,
) -> Result<()> {
    let Attacks { adjacency, symmetries, side, .. } = attacks;
    if let Some(n) = side.filter(|&n| n >= SMALLEST_CODE) {
        by_code(attacks, n, lock, steps.saturating_mul(SUMS_A_STEP), words, watch)?;
    }
    // Where the code went to the end nothing is left between the bounds.
    let symmetric = match side {
        Some(n) if *n > LARGEST_SYMMETRIC => None,
        _ => symmetric_board(adjacency, symmetries, lock.at_least..lock.queens.len(), watch)?,
    };
    if let Some(order) = symmetric {
        lock.take(order, "exhaustive search of symmetric boards");
    }
    let plain = side.is_none_or(|n| n < SMALLEST_CODE);
    if let Some(mut levels) = plain.then(|| exhaust::levels(adjacency, symmetries.clone())).flatten() {
        let parity = forced_parity(adjacency);
        while lock.at_least < lock.queens.len() {
            if parity.is_none_or(|parity| lock.at_least % 2 == parity) {
                match levels.search(lock.at_least, &mut steps, watch)? {
                    Level::Empty => lock.below = "exhausted search",
                    Level::Board(order) => {
                        lock.take(order, "exhaustive search");
                        break;
                    }
                    Level::Unfinished => break,
                }
            }
            lock.at_least += 1;
        }
    }
    Ok(())
}

/// The lock with what the code of the attacks says of smaller ones.
fn by_code(
    attacks: &Attacks,
    n: usize,
    lock: &mut Lock,
    sums: u64,
    words: Option<&[Vec<u64>]>,
    watch: &mut dyn Watch,
) -> Result<()> {
    let found = code::below(attacks, n, lock.queens.len() - 1, sums, words, watch)?;
    if found.at_least > lock.at_least {
        (lock.at_least, lock.below) = (found.at_least, "the code of the attacks");
        if let Some(order) = found.order {
            lock.take(order, "the code of the attacks");
        }
    }
    Ok(())
}

/// Whether every free square is attacked by an odd number of the set.
pub fn is_locked(adjacency: &[Vec<usize>], set: &[usize]) -> bool {
    let (mut taken, mut odd) = (vec![false; adjacency.len()], vec![false; adjacency.len()]);
    for &queen in set {
        taken[queen] = true;
        adjacency[queen].iter().for_each(|&square| odd[square] ^= true);
    }
    (0..adjacency.len()).all(|square| taken[square] || odd[square])
}

/// A small locked board as a legal order: for queens by shape or by the parities of lines, for others the shortest of
/// many games.
fn good_board(
    adjacency: &[Vec<usize>],
    side: Option<usize>,
    games: u64,
    watch: &mut dyn Watch,
) -> Result<(Vec<usize>, &'static str)> {
    let Some(n) = side.filter(|&n| n > 2) else {
        let game = pattern::shortest_game(adjacency, SEED, games, watch)?;
        return Ok((game, "shortest of many seeded games"));
    };
    let locked =
        |board: &[usize]| match is_locked(adjacency, board).then(|| legal_order_within(adjacency, board, LIFTS)) {
            Some(Reach::Order(order)) => Some(order),
            _ => None,
        };
    if let Some(order) = pattern::wide_hook(n).and_then(|board| locked(&board)) {
        return Ok((order, "hook on every second line"));
    }
    if let Some(order) = Puzzle::first_solved(&Puzzle::all(n), SEED, watch, locked)? {
        return Ok((order, "parities of lines, annealed"));
    }
    Ok((pattern::hook_order(n), HOOK))
}

/// What the search of the boards with one symmetry may spend.
const SYMMETRIC_STEPS: u64 = 10_000_000;

/// The smallest board with its number of queens in `sizes` that is kept by a symmetry of order two, as far as the
/// allowance goes.
fn symmetric_board(
    adjacency: &[Vec<usize>],
    symmetries: &[Map],
    sizes: Range<usize>,
    watch: &mut dyn Watch,
) -> Result<Option<Vec<usize>>> {
    let mut kinds: Vec<_> =
        involutions(symmetries).into_iter().filter_map(|map| exhaust::kept(adjacency, map)).collect();
    let mut steps = vec![SYMMETRIC_STEPS; kinds.len()];
    let parity = forced_parity(adjacency);
    for queens in sizes.filter(|size| parity.is_none_or(|parity| size % 2 == parity)) {
        for (levels, steps) in kinds.iter_mut().zip(&mut steps).filter(|(_, steps)| **steps > 0) {
            if let Level::Board(order) = levels.search(queens, steps, watch)? {
                return Ok(Some(order));
            }
        }
    }
    Ok(None)
}

/// A lower bound by counting, raised to the parity that facts (2) forces.
fn plain_bound(adjacency: &[Vec<usize>], side: Option<usize>) -> usize {
    let reach = adjacency.iter().map(Vec::len).max().unwrap_or(0) + 1;
    let mut bound = adjacency.len().div_ceil(reach);
    if let Some(n) = side {
        bound = bound.max((n - 1).div_ceil(2));
    }
    match forced_parity(adjacency) {
        Some(parity) if bound % 2 != parity => bound + 1,
        _ => bound,
    }
}

/// Fact (2): the parity of every locked board when all degrees are even.
fn forced_parity(adjacency: &[Vec<usize>]) -> Option<usize> {
    adjacency.iter().all(|row| row.len() % 2 == 0).then_some(adjacency.len() % 2)
}

/// The symmetries of order two, one of each class: boards kept by conjugate ones are images of each other.
fn involutions(symmetries: &[Map]) -> Vec<&Map> {
    let mut classes: Vec<&Map> = Vec::new();
    for map in symmetries {
        let squares = 0..map.len();
        let involution = squares.clone().any(|s| map[s] != s) && squares.clone().all(|s| map[map[s]] == s);
        let conjugate =
            |other: &&Map| symmetries.iter().any(|turn| squares.clone().all(|s| turn[map[s]] == other[turn[s]]));
        if involution && !classes.iter().any(conjugate) {
            classes.push(map);
        }
    }
    classes
}

fn sorted(squares: &[usize]) -> Vec<usize> {
    let mut squares = squares.to_vec();
    squares.sort_unstable();
    squares
}

#[cfg(test)]
pub(super) mod tests;
