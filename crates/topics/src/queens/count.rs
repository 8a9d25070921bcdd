//! How many positions there are, how many are locked, how many lost, and how many games.

use super::rules::{Board, Rules};
use super::solve::{COUNTING_LIMIT, TABLE_LIMIT, layer};
use engine::parity::{self, ParityGame};
use engine::subsets::{self, SubsetGame};
use engine::{boards, memory};
use kit::{Error, Result, Watch, watch};

/// The census of a game from one start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// Reachable positions by the number of moves made from the start.
    pub reachable: Vec<u64>,
    /// Those of them without a legal move.
    pub locked: Vec<u64>,
    /// Those of them that are lost for the player to move.
    pub lost: Vec<u64>,
    /// Reachable positions up to the symmetries that keep the start.
    pub classes: u64,
    /// The number of complete games, where it is small enough to be counted.
    pub games: Option<u128>,
    /// Whether the player who begins loses.
    pub start_lost: bool,
}

/// Counts everything from a board on.
pub fn census(rules: &Rules, start: &Board, watch: &mut dyn Watch) -> Result<Census> {
    let left = rules.changeable(start).len();
    let maps = stabilizer(rules, start);
    if let Some(field) = rules.parity_field(start).filter(|_| left <= TABLE_LIMIT) {
        return by_words(&field.game, &field_maps(&maps, &field.squares), watch);
    }
    if let Some(field) = rules.counting_field(start).filter(|_| left <= COUNTING_LIMIT) {
        let maps = field_maps(&maps, &field.squares);
        let unfinished = |_| "the positions were not all counted".to_string();
        return watch::tend(watch, None, unfinished, |_| by_definition(&field.game, &maps));
    }
    let parity = matches!(rules.rule, super::Rule::Standard | super::Rule::Alternate | super::Rule::Complementary);
    let (most, side) = if parity { (TABLE_LIMIT, 6) } else { (COUNTING_LIMIT, 5) };
    // Two tables of one bit a position.
    let needed = match left {
        0..=60 => memory::in_words(1u64 << (left - 2)),
        _ => format!("2^{} bytes", left - 2),
    };
    Err(Error::too_large(
        format!("counting {}", rules.title()),
        format!("2^{left} sets would take {needed}, and tables end at 2^{most} sets"),
        format!("ask for N up to {side}"),
    ))
}

fn by_words(game: &ParityGame, maps: &[Vec<usize>], watch: &mut dyn Watch) -> Result<Census> {
    let m = game.squares();
    if m > 26 {
        let bytes = 2 * game.table_bytes();
        memory::take(watch, &format!("counting all 2^{m} sets"), bytes + (bytes >> 6))?;
        watch.say(&format!("two tables of 2^{m} bits: {}", memory::in_words(bytes)));
    }
    let lost = layer(game, None, watch)?;
    let blocks = game.blocks();
    let unfinished = |done| format!("outcomes are known, but {done} of {blocks} blocks of reachability were done");
    let survey = watch::tend(watch, Some(blocks), unfinished, |progress| game.survey(&lost, progress))?
        .expect("only a stopped pass has no survey");
    let games = match m {
        0..=25 => {
            let unfinished = |_| "the games were not all counted".to_string();
            watch::tend(watch, None, unfinished, |progress| parity::complete_games(game, progress))?
        }
        _ => None,
    };
    Ok(Census {
        classes: orbits(maps, survey.reachable_by_size.iter().sum(), |x| survey.reachable.get(x)),
        games,
        start_lost: lost.get(0),
        reachable: survey.reachable_by_size,
        locked: survey.locked_by_size,
        lost: survey.lost_by_size,
    })
}

/// The census by walking all sets one by one.
pub fn by_definition(game: &impl SubsetGame, maps: &[Vec<usize>]) -> Census {
    let m = game.squares();
    let (reachable, lost) = (subsets::reachable(game), subsets::lost(game));
    let mut census = Census {
        reachable: vec![0; m + 1],
        locked: vec![0; m + 1],
        lost: vec![0; m + 1],
        classes: orbits(maps, reachable.iter().filter(|&&r| r).count() as u64, |x| reachable[x as usize]),
        games: Some(subsets::complete_games(game)),
        start_lost: lost[0],
    };
    for x in (0..1u64 << m).filter(|&x| reachable[x as usize]) {
        let size = x.count_ones() as usize;
        census.reachable[size] += 1;
        census.locked[size] += u64::from(game.open(x) == 0);
        census.lost[size] += u64::from(lost[x as usize]);
    }
    census
}

/// The symmetries of the board that keep the start.
fn stabilizer(rules: &Rules, start: &Board) -> Vec<Vec<usize>> {
    let maps = boards::symmetries(rules.n).into_iter();
    maps.filter(|map| (0..start.len()).all(|s| start[s] == start[map[s]])).collect()
}

/// The symmetries as permutations of the bits of a field.
fn field_maps(maps: &[Vec<usize>], squares: &[usize]) -> Vec<Vec<usize>> {
    let place =
        |s: usize| squares.iter().position(|&t| t == s).expect("a symmetry that keeps the start keeps the rest");
    maps.iter().map(|map| squares.iter().map(|&s| place(map[s])).collect()).collect()
}

/// Orbits of `total` sets of squares by Burnside's lemma: the mean over the symmetries of the members that each
/// keeps. What a symmetry keeps is a union of its cycles, so there are few to look at.
fn orbits(maps: &[Vec<usize>], total: u64, member: impl Fn(u64) -> bool) -> u64 {
    let kept = |map: &Vec<usize>| {
        let cycles = cycles(map);
        if cycles.len() == map.len() {
            return total;
        }
        let union = |choice: u64| subsets::squares_of(choice).fold(0, |x, c| x | cycles[c]);
        (0..1u64 << cycles.len()).filter(|&choice| member(union(choice))).count() as u64
    };
    maps.iter().map(kept).sum::<u64>() / maps.len() as u64
}

fn cycles(map: &[usize]) -> Vec<u64> {
    let mut seen = 0u64;
    let mut cycles = Vec::new();
    for start in 0..map.len() {
        if seen >> start & 1 == 0 {
            let mut cycle = 0u64;
            let mut at = start;
            while cycle >> at & 1 == 0 {
                cycle |= 1 << at;
                at = map[at];
            }
            seen |= cycle;
            cycles.push(cycle);
        }
    }
    cycles
}
