//! Who wins, by how much, and where to move.
//!
//! Four ways, tried in this order. *By argument*: if every degree has the parity of its target, the length of the
//! game is fixed ([`forced`]). *By table*: one bit for each of the 2^f sets over the f squares that can still change,
//! once for each nimber up to the answer. *By search*: Noon's game, whose positions split, goes to the engine for
//! Kayles on graphs. *By walk*: what play reaches, for the rules modulo K.

use super::ground::Board;
use super::rule::Rule;
use super::rules::Rules;
use super::walk::{self, MOST_CLASSES, Walk, word};
use engine::impartial::mex;
use engine::parity::subsets::{self, SubsetGame};
use engine::parity::{ParityGame, Table};
use engine::vertex_kayles::{Graph, MOST_VERTICES, Solver, Vertices, parts};
use kit::memory;
use kit::parts::{Planner, Worker};
use kit::{Error, Result, Watch, watch};

/// The most squares that a table may have: 2^36 bits are 8 GiB.
pub const TABLE_LIMIT: usize = 36;
/// The most squares whose sets are counted one by one, a byte each.
pub const COUNTING_LIMIT: usize = 25;

/// The theorems of the essay that say who wins whatever is played, by the names that reports give them.
pub const EVEN_DEGREES: &str = "theorem of even degrees";
/// The same for the alternate universe.
pub const ODD_DEGREES: &str = "theorem of odd degrees";
/// The same for the complementary game.
pub const HANDSHAKES: &str = "theorem of handshakes";
/// The same where every free square is open.
pub const OPEN_BOARDS: &str = "theorem of open boards";

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
    /// The theorem that proves it without a search, if one does.
    pub argument: Option<&'static str>,
}

/// Solves a position.
pub fn solve(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    // Whoever asks for many boards in a row is looked after here.
    watch::step(watch, 0, None, || "the position was not solved".to_string())?;
    if let Some((nimber, argument)) = forced(rules, board) {
        let winning = if nimber == 1 { rules.moves(board) } else { Vec::new() };
        let method = "the length of the game is odd or even from the start";
        return Ok(Solution { nimber, winning, positions: 0, method, argument: Some(argument) });
    }
    if rules.needs_start() && *board == rules.bare() {
        return by_first_choice(rules, board, watch);
    }
    match rules.rule {
        Rule::Noon => by_search(rules, board, watch),
        rule if rule.parity().is_some() => by_table(rules, board, watch),
        _ => by_counting(rules, board, watch),
    }
}

/// The nimber where the rules leave the players no say in it, and the theorem that says so.
///
/// By parity: let d(s) count all squares that square s sees. Each piece on the board changes what s sees among the
/// squares that can change and the parity that s waits for together, so the criterion asks d(s) alone.
pub fn forced(rules: &Rules, board: &Board) -> Option<(u32, &'static str)> {
    let left = rules.changeable(board);
    let theorem = match (rules.rule.removes(), rules.rule.parity()) {
        (true, _) => Some(HANDSHAKES),
        (false, Some(parity)) => {
            let all = left.iter().all(|&s| rules.adjacency[s].len() as u32 % 2 == parity);
            // An odd rule without a first square is over before it begins.
            let begun = parity == 0 || rules.needs_start() || board.contains(&true);
            (all && begun).then_some(if parity == 0 { EVEN_DEGREES } else { ODD_DEGREES })
        }
        (false, None) => rules.rule.opens_all().then_some(OPEN_BOARDS),
    };
    theorem.map(|theorem| (left.len() as u32 % 2, theorem))
}

/// A game whose first square is free to choose: every choice is solved, up to symmetry.
fn by_first_choice(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    let maps = rules.ground.symmetries();
    let (mut winning, mut nimbers, mut positions) = (Vec::new(), Vec::new(), 0);
    for s in rules.first_squares() {
        let after = solve(rules, &rules.after(board, s), watch)?;
        nimbers.push(after.nimber);
        positions += after.positions;
        if after.nimber == 0 {
            winning.extend(maps.iter().map(|map| map[s]));
        }
    }
    winning.sort_unstable();
    winning.dedup();
    let method = "every first square up to symmetry";
    Ok(Solution { nimber: mex(nimbers), winning, positions, method, argument: None })
}

fn by_table(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    let field = rules.parity_field(board).filter(|field| field.game.squares() <= TABLE_LIMIT);
    let field = field.ok_or_else(|| too_large(rules, board, TABLE_LIMIT))?;
    let game = &field.game;
    if game.squares() > 26 {
        let bytes = 2 * game.table_bytes();
        memory::take(watch, "the table of all positions", bytes)?;
        watch.say(&format!("tables of 2^{} positions: up to {}", game.squares(), memory::in_words(bytes)));
    }
    let mut below = layer(game, None, watch)?;
    let lost_after = |i: usize| below.get(1 << i);
    let winning = engine::bits::ones(game.open(0)).filter(|&i| lost_after(i)).map(|i| field.squares[i]).collect();
    let mut nimber = 0;
    let mut found = below.get(0);
    while !found {
        let next = layer(game, Some(&below), watch)?;
        nimber += 1;
        found = next.get(0);
        below.unite(&next);
    }
    let positions = (1 << game.squares()) * u64::from(nimber + 1);
    let method = "all sets of the squares that can change, one bit each";
    Ok(Solution { nimber, winning, positions, method, argument: None })
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

fn too_large(rules: &Rules, board: &Board, limit: usize) -> Error {
    let left = rules.changeable(board).len();
    Error::too_large(
        format!("{} with {left} squares that can change", rules.title()),
        format!("2^{left} positions, and tables end at {limit} squares"),
        format!("give a --board with at most {limit} such squares"),
    )
}

/// Few squares are counted set by set; beyond that what play reaches is walked, where it is little.
fn by_counting(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Solution> {
    let Some(field) = rules.counting_field(board).filter(|field| field.squares.len() <= COUNTING_LIMIT) else {
        return by_walk(rules, board, watch)?.ok_or_else(|| too_large(rules, board, COUNTING_LIMIT));
    };
    let unfinished = |_| "the table was not finished".to_string();
    let sets = 1 << field.squares.len();
    let nimbers = watch::tend(watch, Some(sets), unfinished, |progress| {
        subsets::nimbers_while(&field.game, |done| {
            progress.add(done);
            !progress.stopped()
        })
    })?;
    let wins = |&i: &usize| nimbers[1 << i] == 0;
    let winning = engine::bits::ones(field.game.open(0)).filter(wins).map(|i| field.squares[i]).collect();
    let (positions, method) = (nimbers.len() as u64, "all sets of the squares that can change");
    Ok(Solution { nimber: nimbers[0].into(), winning, positions, method, argument: None })
}

fn by_walk(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Option<Solution>> {
    let Some(walk) = Walk::from(rules, board, MOST_CLASSES, watch)? else { return Ok(None) };
    let nimbers = walk.nimbers();
    let start = word(board);
    let open = walk::Words::new(rules).map_or(0, |words| words.open(start));
    // The moves of the first class are those of the start, in the order of the squares.
    let moves = walk::squares(open).zip(&walk.levels[0][0].moves);
    let winning = moves.filter(|&(_, &class)| nimbers[1][class as usize] == 0).map(|(s, _)| s).collect();
    let (positions, method) = (walk.classes() as u64, "all positions that play reaches, up to symmetry");
    Ok(Some(Solution { nimber: nimbers[0][0], winning, positions, method, argument: None }))
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
    solve_noon(rules, board, &mut noon_solver(rules)?, watch)
}

/// Boards of so many squares are asked for their winning moves first.
const AHEAD: usize = 160;

/// Solves a position of Noon's game with a solver that may know something already.
pub fn solve_noon(rules: &Rules, board: &Board, solver: &mut Solver, watch: &mut dyn Watch) -> Result<Solution> {
    let free = noon_position(rules, board);
    // The winning moves are wanted as well, and an option that is lost has nimber 0 and no other: on large boards they
    // come first, and the nimber often costs nothing more. On 15 x 15 every first move wins, and a search for options
    // of nimber 1 that knows nothing of it takes three times as long. (Smaller boards count positions as they did.)
    let ahead = rules.squares() >= AHEAD && solver.wins(&free, 0, watch)?;
    let ahead = if ahead { Some(solver.winning_moves(&free, watch)?) } else { None };
    let nimber = solver.nimber(&free, watch)?;
    let winning = match ahead {
        Some(winning) => winning,
        None if nimber == 0 => Vec::new(),
        None => solver.winning_moves(&free, watch)?,
    };
    let method = "search beside one heap, independent parts apart";
    Ok(Solution { nimber, winning, positions: solver.nodes(), method, argument: None })
}

/// The solver of Noon's game on these boards.
pub fn noon_solver(rules: &Rules) -> Result<Solver> {
    // Small boards are solved by one thread, so that the number of positions looked at is the same every time.
    let threads = if rules.squares() < 81 { 1 } else { kit::machine::threads() };
    Solver::with_threads(noon_graph(rules)?, &rules.ground.symmetries(), NOON_MEMORY, threads)
}

/// The squares, joined where one attacks the other.
fn noon_graph(rules: &Rules) -> Result<Graph> {
    Graph::new(rules.squares(), |s, t| rules.adjacency[s].contains(&t))
}

/// What facts of Noon's game on these boards are about, with their version.
pub fn noon_facts(rules: &Rules) -> String {
    format!("{}, {}, noon 1", rules.title(), rules.text(&rules.bare()))
}

/// Who gives errands of a search in parts.
pub fn noon_plan(rules: &Rules, board: &Board) -> Result<Box<dyn Planner>> {
    let position = noon_position(rules, board);
    parts::plan(noon_graph(rules)?, &rules.ground.symmetries(), &position, noon_facts(rules))
}

/// Who runs them.
pub fn noon_work(rules: &Rules) -> Result<Box<dyn Worker>> {
    let solver = Solver::with_threads(noon_graph(rules)?, &rules.ground.symmetries(), NOON_MEMORY, 1)?;
    Ok(parts::work(solver, noon_facts(rules)))
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
