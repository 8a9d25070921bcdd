//! Who wins, by how much, and where to move.
//!
//! Three ways, tried in this order. *By argument*: if every degree has the parity of its target, the length of the
//! game is fixed (see [`ParityGame::forced_parity`]). *By table*: one bit for each of the 2^f sets over the f squares
//! that can still change, once for each nimber up to the answer. *By search*: Noon's game, whose positions split,
//! goes to the engine for Kayles on graphs.

use super::rules::{Board, Field, Rule, Rules};
use engine::impartial::mex;
use engine::parity::{ParityGame, Table};
use engine::subsets::{self, SubsetGame};
use engine::vertex_kayles::{Graph, MOST_VERTICES, Solver, Vertices};
use engine::{boards, memory};
use kit::{Error, Result, Watch, watch};

/// The most squares that a table may have: 2^36 bits are 8 GiB.
pub const TABLE_LIMIT: usize = 36;
/// The most squares that are counted set by set, a byte each.
pub const COUNTING_LIMIT: usize = 25;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The nimber; 0 means that the player to move loses.
    pub nimber: u32,
    /// The squares of all winning moves.
    pub winning: Vec<usize>,
    /// How many positions were looked at.
    pub positions: u64,
    /// How it was found.
    pub method: &'static str,
}

/// Solves a position.
pub fn solve(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    let moves = rules.moves(board);
    if let Some(nimber) = forced(rules, board) {
        let winning = if nimber == 1 { moves } else { Vec::new() };
        return Ok(Solution {
            nimber,
            winning,
            positions: 0,
            method: "the length of the game is odd or even from the start",
        });
    }
    if rules.needs_start() && *board == rules.bare() {
        return by_first_choice(rules, board, watch);
    }
    match rules.rule {
        Rule::Noon => by_search(rules, board, watch),
        _ => match rules.parity_field(board).filter(|f| f.game.squares() <= TABLE_LIMIT) {
            Some(field) => by_table(&field, watch),
            None => by_counting(rules, board, watch),
        },
    }
}

/// The nimber where the rules leave the players no say in it.
pub(super) fn forced(rules: &Rules, board: &Board) -> Option<u32> {
    let parity = matches!(rules.rule, Rule::Standard | Rule::Mod(2));
    let left = rules.changeable(board).len();
    if left == 0 {
        return Some(0);
    }
    // For standard rules the criterion does not depend on the board: each piece on it changes a degree and a target
    // together.
    (parity && rules.adjacency.iter().all(|targets| targets.len().is_multiple_of(2))).then_some(left as u32 & 1)
}

/// A game whose first square is free to choose: every choice is solved, up to symmetry.
fn by_first_choice(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    let maps = boards::symmetries(rules.n);
    let (mut winning, mut nimbers, mut positions) = (Vec::new(), Vec::new(), 0);
    for s in boards::orbit_representatives(rules.n) {
        let after = solve(rules, &rules.after(board, s), watch)?;
        nimbers.push(after.nimber);
        positions += after.positions;
        if after.nimber == 0 {
            winning.extend(maps.iter().map(|map| map[s]));
        }
    }
    winning.sort_unstable();
    winning.dedup();
    Ok(Solution { nimber: mex(nimbers), winning, positions, method: "every first square up to symmetry" })
}

fn by_table(field: &Field<ParityGame>, watch: &mut dyn Watch) -> Result<Solution> {
    let game = &field.game;
    if game.squares() > 26 {
        let bytes = 2 * game.table_bytes();
        memory::take(watch, "the table of all positions", bytes)?;
        watch.say(&format!("tables of 2^{} positions: up to {}", game.squares(), memory::in_words(bytes)));
    }
    let mut below = layer(game, None, watch)?;
    let lost_after = |i: usize| below.get(1 << i);
    let winning = subsets::squares_of(game.open(0)).filter(|&i| lost_after(i)).map(|i| field.squares[i]).collect();
    let mut nimber = 0;
    let mut found = below.get(0);
    while !found {
        let next = layer(game, Some(&below), watch)?;
        nimber += 1;
        found = next.get(0);
        below.unite(&next);
    }
    let positions = (1 << game.squares()) * u64::from(nimber + 1);
    Ok(Solution { nimber, winning, positions, method: "all sets of the squares that can change, one bit each" })
}

/// The sets of the next nimber, watched.
pub(super) fn layer(game: &ParityGame, below: Option<&Table>, watch: &mut dyn Watch) -> Result<Table> {
    let blocks = game.blocks();
    let unfinished = |done| format!("{done} of {blocks} blocks of the table were done");
    let table = watch::tend(watch, Some(blocks), unfinished, |progress| match below {
        None => game.lost(progress),
        Some(below) => game.next_nimber(below, progress),
    })?;
    Ok(table.expect("only a stopped pass has no table"))
}

fn by_counting(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    let left = rules.changeable(board).len();
    let limit = match rules.rule {
        Rule::Mod(k) if k != 2 => COUNTING_LIMIT,
        _ => 34,
    };
    let field = rules.counting_field(board).filter(|f| f.game.squares() <= COUNTING_LIMIT);
    let Some(field) = field else {
        return Err(Error::too_large(
            format!("{} with {left} squares that can change", rules.title()),
            format!("2^{left} positions, and tables end at {limit} squares"),
            format!("give a --board with at most {limit} such squares"),
        ));
    };
    let nimbers =
        watch::tend(watch, None, |_| "the table was not finished".to_string(), |_| subsets::nimbers(&field.game))?;
    let wins = |&i: &usize| nimbers[1 << i] == 0;
    let winning = subsets::squares_of(field.game.open(0)).filter(wins).map(|i| field.squares[i]).collect();
    let positions = nimbers.len() as u64;
    Ok(Solution { nimber: nimbers[0].into(), winning, positions, method: "all sets of the squares that can change" })
}

/// How much memory the search of Noon's game may take.
const NOON_MEMORY: usize = 2 << 30;

fn by_search(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    if rules.squares() > MOST_VERTICES {
        return Err(Error::too_large(
            rules.title(),
            format!("the search takes boards of at most {MOST_VERTICES} squares"),
            "ask for N up to 16",
        ));
    }
    let mut solver = noon_solver(rules)?;
    let free = noon_position(rules, board);
    let nimber = solver.nimber(&free, watch)?;
    let winning = if nimber == 0 { Vec::new() } else { solver.winning_moves(&free, watch)? };
    let method = "search beside one heap, independent parts apart";
    Ok(Solution { nimber, winning, positions: solver.nodes(), method })
}

/// The solver of Noon's game on these boards.
pub fn noon_solver(rules: &Rules) -> Result<Solver> {
    let graph = Graph::new(rules.squares(), |s, t| rules.adjacency[s].contains(&t))?;
    // Small boards are solved by one thread, so that the number of positions looked at is the same every time.
    let threads = if rules.n < 9 { 1 } else { std::thread::available_parallelism().map_or(1, Into::into) };
    Solver::with_threads(graph, &boards::symmetries(rules.n), NOON_MEMORY, threads)
}

/// The squares that are still open in Noon's game.
pub fn noon_position(rules: &Rules, board: &Board) -> Vertices {
    let mut free = Vertices::first(0);
    rules.moves(board).into_iter().for_each(|s| free.insert(s));
    free
}

/// The outcome in the letters of the field: N when the next player wins, P when the previous one does.
pub fn outcome(nimber: u32) -> &'static str {
    if nimber == 0 { "P" } else { "N" }
}
