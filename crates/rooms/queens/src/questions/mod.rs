//! The questions: parameters, rows, answers. The mathematics is next door.

mod boards;
mod count;
mod figure;
mod levels;
mod lock;
mod solve;
mod table;

use super::ground::{Board, Ground};
use super::rule::{RULE_SHAPE, Rule};
use super::rules::{self, Rules};
use kit::{Ask, Error, Fact, Param, Question, Result, parsed};

pub(super) static QUESTIONS: &[Question] = &[
    solve::SOLVE,
    count::COUNT,
    lock::LOCK,
    boards::COMPLETE,
    boards::PARITY,
    levels::TREE,
    levels::GRAPH,
    boards::DRAW,
    table::TABLE,
    figure::FIGURE,
];

/// The searches that share what they prove.
pub(super) static SHARED: &[kit::parts::Shared] = &[solve::SHARED];

/// The work that falls into independent pieces.
pub(super) static PIECES: &[kit::parts::Pieces] = &[lock::PIECES];

pub(super) const N: Param = Param::whole("n", "the side of the board, or its rows", 1, 60).main();
pub(super) const RULE: Param = Param::form::<Rule>("rule", "which squares are open", RULE_SHAPE).or("standard");
pub(super) const PIECE: Param = Param::choice("piece", "the piece that is placed", rules::PIECES).or("queen");
pub(super) const START: Param = Param::read(
    "start",
    "the first square of the alternate game, or the first removal of the complementary one",
    "row,column from 1",
    |text| parsed(crate::boards::read_square(text)),
);
pub(super) const COLUMNS: Param = Param::whole("columns", "the columns, if they are not as many as the rows", 1, 60);
pub(super) const TORUS: Param = Param::switch("torus", "join the edges, so that every line closes");
const BOARD: Param =
    Param::text("board", "the board to start from: rows joined by /, Q or X or 1 taken, . or 0 free, # missing", 3700);

/// The board of a question in which nobody has played yet.
const GROUND: Param =
    Param::text("ground", "the board where squares are missing: rows joined by /, . a square, # none", 3700);

const GAME_PARAMS: &[Param] = &[N, RULE, PIECE, START, BOARD, COLUMNS, TORUS];

/// The ground that an ask describes, with the pieces on it if a board is written.
fn ground_of(ask: &Ask, board: Option<&str>) -> Result<(Ground, Option<Board>)> {
    let (rows, torus) = (ask.size("n"), ask.flag("torus"));
    let columns = ask.size_if("columns").unwrap_or(rows);
    let letter = rules::piece(ask.text("piece")).letter();
    Ok(match board {
        Some(text) => {
            let (ground, board) = Ground::read(rows, columns, torus, letter, text)?;
            (ground, Some(board))
        }
        None => (Ground::new(rows, columns, torus), None),
    })
}

/// The rules that an ask describes, and the board from which it goes on, if one is written that is not where the game
/// begins.
pub(super) fn rules_of(ask: &Ask, name: &str) -> Result<(Rules, Option<Board>)> {
    let (ground, board) = ground_of(ask, ask.text_if(name))?;
    let rules = Rules::on(ground, rules::piece(ask.text("piece")), *ask.form("rule"));
    let board = board.filter(|board| *board != rules.bare());
    // A board on which the first square was played tells the same twice.
    if let Some(board) = &board
        && let Some(s) = start_of(ask, &rules)?
        && board[s] == rules.bare()[s]
    {
        return Err(Error::usage("--start", "the board that is given does not hold it", "give one of the two"));
    }
    Ok((rules, board))
}

/// The standard rules on the ground of an ask that has no rule; a piece on it is refused.
fn empty_ground(ask: &Ask) -> Result<Rules> {
    let (ground, board) = ground_of(ask, ask.text_if("ground"))?;
    match board.is_some_and(|board| board.contains(&true)) {
        true => Err(Error::usage("ground", "it has pieces", "mark the missing squares with # and leave the rest free")),
        false => Ok(Rules::on(ground, rules::piece(ask.text("piece")), Rule::Standard)),
    }
}

/// The square of `--start`, refused where the rules have no use for it.
pub(super) fn start_of(ask: &Ask, rules: &Rules) -> Result<Option<usize>> {
    let Some(&(row, column)) = ask.form_if("start") else { return Ok(None) };
    if !matches!(rules.rule, Rule::Alternate | Rule::Complementary) {
        let why = format!("the rule {} begins with the empty board", rules.rule);
        return Err(Error::usage("--start", why, "leave it out, or take --rule alternate or complementary"));
    }
    let s = rules.square(row, column)?;
    match rules.is_open(&rules.bare(), s) {
        true => Ok(Some(s)),
        false => Err(Error::usage("--start", "an odd number of the others attack it", "choose a legal first removal")),
    }
}

/// Where the game begins: one board for each first square up to symmetry.
fn starts_of(rules: &Rules) -> Vec<(usize, Board)> {
    rules.first_squares().into_iter().map(|s| (s, rules.after(&rules.bare(), s))).collect()
}

/// The one board where the game begins; `None` when several first squares are open to choice.
fn one_start(ask: &Ask, rules: &Rules, board: Option<Board>) -> Result<Option<Board>> {
    let after = |s: usize| Some(rules.after(&rules.bare(), s));
    Ok(match (board, start_of(ask, rules)?) {
        (Some(board), _) => Some(board),
        (None, Some(s)) => after(s),
        (None, None) if !rules.needs_start() => Some(rules.bare()),
        (None, None) => match rules.first_squares()[..] {
            [only] => after(only),
            _ => None,
        },
    })
}

fn square_fact(rules: &Rules, s: usize) -> Fact {
    let (row, column) = rules.place(s);
    Fact::square(row, column)
}

fn square_list(rules: &Rules, squares: &[usize]) -> Fact {
    Fact::list(squares.iter().map(|&s| square_fact(rules, s)))
}
