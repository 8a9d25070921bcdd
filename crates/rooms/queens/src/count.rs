//! How many positions there are, how many are locked, how many lost, and how many games.
//!
//! Two ways: the tables of one bit a set for rules that look at parity alone, and for the other rules the walk
//! through what is reached. [`by_definition`] looks at every set and is what both are compared with.

use super::ground::{Board, Map};
use super::rules::Rules;
use super::solve::{COUNTING_LIMIT, TABLE_LIMIT, forced};
use super::walk::{self, MOST_CLASSES, Walk};
use engine::parity::subsets::{self, SubsetGame};
use engine::parity::{self, ParityGame};
use kit::memory;
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
    /// Reachable positions up to all the symmetries of the board, where they can be counted.
    pub classes: Option<u64>,
    /// The number of complete games, where it is small enough to be counted.
    pub games: Option<u128>,
    /// Whether the player who begins loses.
    pub start_lost: bool,
}

/// The most squares that can change for which the classes of a start without symmetries are counted.
const CLASS_LIMIT: usize = 26;

/// Counts everything from a board on.
pub fn census(rules: &Rules, start: &Board, watch: &mut dyn Watch) -> Result<Census> {
    let left = rules.changeable(start).len();
    if rules.rule.parity().is_none() {
        if let Some(walk) = Walk::from(rules, start, MOST_CLASSES, watch)? {
            return Ok(by_walk(rules, left, &walk));
        }
        let unfinished = |_| "the positions were not all counted".to_string();
        let counted = watch::tend(watch, None, unfinished, |_| by_definition(rules, start))?;
        return counted.ok_or_else(|| walk::too_many(rules));
    }
    if let Some(field) = rules.parity_field(start).filter(|_| left <= TABLE_LIMIT) {
        return by_tables(rules, start, &field.game, &field.squares, watch);
    }
    // A table of one bit a position, and a little more.
    let needed = match left {
        0..=60 => memory::in_words(1u64 << (left - 3)),
        _ => format!("2^{} bytes", left - 3),
    };
    Err(Error::too_large(
        format!("counting {}", rules.title()),
        format!("2^{left} sets would take {needed}, and tables end at 2^{TABLE_LIMIT} sets"),
        match forced(rules, start) {
            Some((_, theorem)) => format!("`queens solve` says at once who wins, by the {theorem}"),
            None => format!("ask for a board on which at most {TABLE_LIMIT} squares can change"),
        },
    ))
}

fn by_walk(rules: &Rules, left: usize, walk: &Walk) -> Census {
    let nimbers = walk.nimbers();
    let count = |counted: &dyn Fn(usize, usize) -> bool| -> Vec<u64> {
        let level = |k: usize| match walk.levels.get(k) {
            Some(level) => (0..level.len()).filter(|&c| counted(k, c)).map(|c| level[c].size).sum(),
            None => 0,
        };
        (0..=left).map(level).collect()
    };
    Census {
        reachable: count(&|_, _| true),
        locked: count(&|k, c| walk.levels[k][c].moves.is_empty()),
        lost: count(&|k, c| nimbers[k][c] == 0),
        classes: Some(walk.classes_up_to(&rules.ground.symmetries())),
        games: walk.games(),
        start_lost: nimbers[0][0] == 0,
    }
}

fn by_tables(
    rules: &Rules,
    start: &Board,
    game: &ParityGame,
    squares: &[usize],
    watch: &mut dyn Watch,
) -> Result<Census> {
    let m = game.squares();
    if m > 26 {
        let bytes = game.survey_bytes();
        memory::take(watch, &format!("counting all 2^{m} sets"), bytes + (bytes >> 6))?;
        watch.say(&format!("a table of 2^{m} bits, and parts of a second one: {}", memory::in_words(bytes)));
    }
    let blocks = game.blocks();
    let unfinished = |done| format!("{done} of {blocks} blocks of reachability were done");
    let reachable = watch::tend(watch, Some(blocks), unfinished, |progress| game.reachable(progress))?
        .expect("only a stopped pass has no table");
    let reached = |x: u64| reachable.get(x);
    let symmetries = Symmetries::of(rules, start, squares);
    let classes = match symmetries.kept.len() == symmetries.all.len() {
        true => Some(orbits(&symmetries.kept, reachable.count(), reached)),
        false if m <= CLASS_LIMIT && rules.squares() <= 64 => Some(symmetries.classes(m, reached)),
        false => None,
    };
    let unfinished = |done| format!("what is reached is known, but {done} of {blocks} blocks of outcomes were done");
    let survey = watch::tend(watch, Some(blocks), unfinished, |progress| game.survey(reachable, progress))?
        .expect("only a stopped pass has no survey");
    let games = match m {
        0..=25 => {
            let unfinished = |_| "the games were not all counted".to_string();
            watch::tend(watch, None, unfinished, |progress| parity::complete_games(game, progress))?
        }
        _ => None,
    };
    Ok(Census {
        classes,
        games,
        start_lost: survey.start_lost,
        reachable: survey.reachable_by_size,
        locked: survey.locked_by_size,
        lost: survey.lost_by_size,
    })
}

/// The census by walking all sets one by one, at most 2^25 of them.
pub fn by_definition(rules: &Rules, start: &Board) -> Option<Census> {
    let small = |squares: usize| squares <= COUNTING_LIMIT && rules.squares() <= 64;
    let field = rules.counting_field(start).filter(|field| small(field.squares.len()))?;
    let (game, m) = (&field.game, field.squares.len());
    let (reachable, lost) = (subsets::reachable(game), subsets::lost(game));
    let boards = (0..1u64 << m).filter(|&x| reachable[x as usize]);
    let symmetries = Symmetries::of(rules, start, &field.squares);
    let least = |x: u64| symmetries.all.iter().map(|map| permuted(map, symmetries.board(x))).min();
    let mut census = Census {
        reachable: vec![0; m + 1],
        locked: vec![0; m + 1],
        lost: vec![0; m + 1],
        classes: Some(boards.clone().map(least).collect::<std::collections::HashSet<_>>().len() as u64),
        games: Some(subsets::complete_games(game)),
        start_lost: lost[0],
    };
    for x in boards {
        let size = x.count_ones() as usize;
        census.reachable[size] += 1;
        census.locked[size] += u64::from(game.open(x) == 0);
        census.lost[size] += u64::from(lost[x as usize]);
    }
    Some(census)
}

/// The symmetries of a ground, seen from a start whose field has few squares.
struct Symmetries {
    /// All of them, as permutations of the squares.
    all: Vec<Map>,
    /// Those that keep the start, as permutations of the bits of the field.
    kept: Vec<Map>,
    /// The squares of the field, and those that the start has changed already, as bits.
    squares: Vec<usize>,
    changed: u64,
}

impl Symmetries {
    fn of(rules: &Rules, start: &Board, squares: &[usize]) -> Symmetries {
        let all = rules.ground.symmetries();
        let keeps = |map: &&Map| (0..start.len()).all(|s| start[s] == start[map[s]]);
        let place = |s: usize| squares.iter().position(|&t| t == s).expect("what keeps the start keeps the rest");
        let kept = all.iter().filter(keeps).map(|map| squares.iter().map(|&s| place(map[s])).collect()).collect();
        let bare = rules.bare();
        // Larger boards have their classes counted only where the start has all symmetries.
        let changed = (0..start.len().min(64)).filter(|&s| start[s] != bare[s]).fold(0, |bits, s| bits | 1 << s);
        Symmetries { all, kept, squares: squares.to_vec(), changed }
    }

    /// The squares that have changed at a set of the field.
    fn board(&self, x: u64) -> u64 {
        engine::bits::ones(x).fold(self.changed, |board, i| board | 1 << self.squares[i])
    }

    /// How many classes meet the members: those without a smaller image that is a member too.
    fn classes(&self, m: usize, member: impl Fn(u64) -> bool) -> u64 {
        let mut bit_of = vec![0u64; 64];
        self.squares.iter().enumerate().for_each(|(i, &s)| bit_of[s] = 1 << i);
        let field = |board: u64| engine::bits::ones(board & !self.changed).fold(0, |x, s| x | bit_of[s]);
        let first = |x: u64| {
            let board = self.board(x);
            let smaller = |map: &Map| {
                let image = permuted(map, board);
                image & self.changed == self.changed && field(image) < x && member(field(image))
            };
            !self.all.iter().any(smaller)
        };
        (0..1u64 << m).filter(|&x| member(x) && first(x)).count() as u64
    }
}

fn permuted(map: &Map, board: u64) -> u64 {
    engine::bits::ones(board).fold(0, |image, s| image | 1 << map[s])
}

/// Orbits of `total` sets of squares by Burnside's lemma: the mean over the symmetries of the members that each
/// keeps. What a symmetry keeps is a union of its cycles, so there are few to look at.
fn orbits(maps: &[Map], total: u64, member: impl Fn(u64) -> bool) -> u64 {
    let kept = |map: &Map| {
        let cycles = cycles(map);
        if cycles.len() == map.len() {
            return total;
        }
        let union = |choice: u64| engine::bits::ones(choice).fold(0, |x, c| x | cycles[c]);
        (0..1u64 << cycles.len()).filter(|&choice| member(union(choice))).count() as u64
    };
    maps.iter().map(kept).sum::<u64>() / maps.len() as u64
}

fn cycles(map: &Map) -> Vec<u64> {
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
