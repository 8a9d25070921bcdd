//! Boards known to lock by their shape, and boards locked by seeded play.

use kit::Result;
use kit::watch::{Watch, step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The boards of the paper's Propositions 5 and 6 in a legal order: the top row and the left column for odd n (2n - 1
/// queens); for even n > 2 without their ends, and with the far corner (2n - 3 queens). Four squares (i, 0), (0, i +
/// 1), (0, i), (i + 1, 0) at a time leave all lines of the rest even; the corner comes last.
pub fn hook_order(n: usize) -> Vec<usize> {
    let fours = (1..n - 1).step_by(2).flat_map(|i| [i * n, i + 1, i, (i + 1) * n]);
    fours.chain([if n % 2 == 1 { 0 } else { n * n - 1 }]).collect()
}

/// The hook of odd side h drawn on every second row and column of a board of side 2h - 1 or 2h: 2h - 1 queens, that
/// is n for n = 1 mod 4 and n - 1 for n = 2 mod 4. Letting R, C, D, S be the parities of the queens on rows, columns
/// and the two kinds of diagonals, R and C are 1 on even lines (h is odd), D is 1 on every even diagonal that meets
/// the hook's box, S is 0 except at the corner; so R + C + D + S = 1 on every square but the corner.
pub fn wide_hook(n: usize) -> Option<Vec<usize>> {
    let h = n.div_ceil(2);
    (h % 2 == 1).then(|| (0..h).map(|i| 2 * i).chain((1..h).map(|i| 2 * i * n)).collect())
}

/// Plays seeded games to their locked ends, at each move the best of a few open squares (the one that leaves the
/// fewest open), and returns the shortest game. `work` bounds the number of squares looked at.
pub fn shortest_game(adjacency: &[Vec<usize>], seed: u64, work: u64, watch: &mut dyn Watch) -> Result<Vec<usize>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let (mut best, mut spent): (Option<Vec<usize>>, u64) = (None, 0);
    while best.is_none() || spent < work {
        step(watch, spent, Some(work), || format!("{spent} squares of games looked at"))?;
        let bound = best.as_ref().map_or(usize::MAX, Vec::len);
        if let Some(game) = game(adjacency, &mut chance, bound, &mut spent) {
            best = Some(game);
        }
    }
    Ok(best.unwrap_or_default())
}

/// One game, unless it reaches `bound` moves before it ends.
fn game(adjacency: &[Vec<usize>], chance: &mut ChaCha8Rng, bound: usize, spent: &mut u64) -> Option<Vec<usize>> {
    const TRIES: usize = 12;
    let (mut taken, mut odd) = (vec![false; adjacency.len()], vec![false; adjacency.len()]);
    let mut order = Vec::new();
    let mut open: Vec<usize> = (0..adjacency.len()).collect();
    while !open.is_empty() {
        if order.len() + 1 >= bound {
            *spent += adjacency.len() as u64;
            return None;
        }
        let closing = |square: usize| {
            let closed = adjacency[square].iter().filter(|&&s| !taken[s] && !odd[s]).count();
            let opened = adjacency[square].iter().filter(|&&s| !taken[s] && odd[s]).count();
            closed as i64 - opened as i64
        };
        let tries: Vec<usize> = (0..TRIES).map(|_| open[chance.random_range(0..open.len())]).collect();
        let square = tries.into_iter().max_by_key(|&square| closing(square))?;
        *spent += (adjacency.len() + TRIES * adjacency[square].len()) as u64;
        taken[square] = true;
        adjacency[square].iter().for_each(|&s| odd[s] ^= true);
        order.push(square);
        open = (0..adjacency.len()).filter(|&s| !taken[s] && !odd[s]).collect();
    }
    Some(order)
}
