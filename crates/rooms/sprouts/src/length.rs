//! How long games last: between 2n and 3n - 1 moves.
//!
//! *Above.* n spots have 3n lives, a move takes two and gives one, and the spot of the last move is alive when it ends:
//! at most 3n - 1 moves. *Below.* After m moves 3n - m lives are left, each on its own vertex with one life, a
//! survivor. No two survivors lie at one region, so the two neighbours of a survivor are dead, and each dead vertex is
//! the neighbour of one survivor at most: the n + m vertices are at least 3(3n - m), so m is at least 2n.

use super::plain;
use super::position::Position;
use super::search::{Id, Search};
use kit::{Result, Watch};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

/// The shortest and the longest game from a raw position, by visiting all lands below it: lengths add up over
/// independent lands.
pub fn lengths(raw: &[u8], memory: usize, watch: &mut dyn Watch) -> Result<(u32, u32)> {
    let mut search = Search::keeping_pairs(memory);
    let mut known = FxHashMap::default();
    let roots = search.lands_of(raw)?;
    sum(&mut search, &mut known, &roots, watch)
}

fn sum(
    search: &mut Search,
    known: &mut FxHashMap<Id, (u32, u32)>,
    lands: &[Id],
    watch: &mut dyn Watch,
) -> Result<(u32, u32)> {
    let mut total = (0, 0);
    for &id in lands {
        let (short, long) = match known.get(&id) {
            Some(&lengths) => lengths,
            None => {
                let mut lengths = (u32::MAX, 0);
                for option in search.options(id, watch)? {
                    let (short, long) = sum(search, known, &option, watch)?;
                    lengths = (lengths.0.min(short + 1), lengths.1.max(long + 1));
                }
                known.insert(id, lengths);
                lengths
            }
        };
        total = (total.0 + short, total.1 + long);
    }
    Ok(total)
}

/// The length of a game by chance: corners are drawn until they may be joined, and the other boundaries fall on either
/// side.
pub fn random_length(n: usize, chance: &mut ChaCha8Rng) -> usize {
    let mut at = Position::start(n);
    for length in 0.. {
        let Some(curve) = random_curve(&at, chance) else { return length };
        at = plain::draw(&at, &curve);
    }
    unreachable!("lives run out")
}

fn random_curve(at: &Position, chance: &mut ChaCha8Rng) -> Option<plain::Curve> {
    let mut pairs = Vec::new();
    for (r, region) in at.regions.iter().enumerate() {
        let corners: Vec<(usize, usize)> = region
            .iter()
            .enumerate()
            .flat_map(|(b, walk)| (0..walk.len()).map(move |i| (b, i)))
            .filter(|&(b, i)| at.lives(region[b][i]) > 0)
            .collect();
        for (i, &from) in corners.iter().enumerate() {
            let fits = |to: (usize, usize)| plain::may_join(at, region[from.0][from.1], region[to.0][to.1]);
            pairs.extend(corners[i..].iter().filter(|&&to| fits(to)).map(|&to| (r, from, to)));
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let (region, from, to) = pairs[chance.random_range(0..pairs.len())];
    let others = (0..at.regions[region].len()).filter(|&b| b != from.0 && from.0 == to.0);
    let inside = others.filter(|_| chance.random_bool(0.5)).collect();
    Some(plain::Curve { region, from, to, inside })
}

#[cfg(test)]
mod tests {
    use super::super::land::start;
    use super::*;
    use kit::Unwatched;
    use rand::SeedableRng;

    fn plain_lengths(at: &Position) -> (u32, u32) {
        let mut lengths = (u32::MAX, 0);
        plain::each_curve(at, &mut |curve| {
            let (short, long) = plain_lengths(&plain::draw(at, &curve));
            lengths = (lengths.0.min(short + 1), lengths.1.max(long + 1));
            true
        });
        if lengths.0 == u32::MAX { (0, 0) } else { lengths }
    }

    #[test]
    fn all_games_of_few_spots_and_random_games_of_many_keep_the_bounds() {
        assert_eq!(plain_lengths(&Position::start(1)), (2, 2));
        assert_eq!(plain_lengths(&Position::start(2)), (4, 5));
        for n in 1..=4 {
            let found = lengths(&start(n), 1 << 28, &mut Unwatched).unwrap();
            assert_eq!(found, (2 * n as u32, 3 * n as u32 - 1), "{n} spots");
        }
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        for n in 5..=20 {
            let length = random_length(n, &mut chance);
            assert!((2 * n..3 * n).contains(&length), "{n} spots, {length} moves");
        }
    }
}
