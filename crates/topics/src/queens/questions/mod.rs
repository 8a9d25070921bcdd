//! The questions: parameters, rows, answers. The mathematics is next door.

mod boards;
mod count;
mod levels;
mod solve;

use super::rules::{self, Board, Rule, Rules};
use kit::{Ask, Error, Fact, Param, Question, Result, parsed};

pub(super) static QUESTIONS: &[Question] = &[
    solve::SOLVE,
    count::COUNT,
    boards::LOCK,
    boards::COMPLETE,
    boards::PARITY,
    levels::TREE,
    levels::GRAPH,
    boards::DRAW,
];

pub(super) const N: Param = Param::whole("n", "the side of the board", 1, 60).main();
pub(super) const RULE: Param = Param::form::<Rule>("rule", "which squares are open", rules::RULE_SHAPE).or("standard");
pub(super) const PIECE: Param = Param::choice("piece", "the piece that is placed", rules::PIECES).or("queen");
pub(super) const START: Param = Param::read(
    "start",
    "the first square of the alternate game, or the first removal of the complementary one",
    "row,column from 1",
    |text| parsed(engine::boards::read_square(text)),
);

const GAME_PARAMS: &[Param] = &[N, RULE, PIECE, START];

/// The rules that an ask describes.
pub(super) fn rules_of(ask: &Ask) -> Rules {
    Rules::new(ask.size("n"), rules::piece(ask.text("piece")), *ask.form("rule"))
}

/// The standard rules of an ask without a rule.
fn standard_rules(ask: &Ask) -> Rules {
    Rules::new(ask.size("n"), rules::piece(ask.text("piece")), Rule::Standard)
}

/// The square of `--start`, refused where the rules have no use for it.
pub(super) fn start_of(ask: &Ask, rules: &Rules) -> Result<Option<usize>> {
    let Some(&(row, column)) = ask.form_if("start") else { return Ok(None) };
    if !matches!(rules.rule, Rule::Alternate | Rule::Complementary) {
        let why = format!("the rule {} begins with the empty board", rules.rule);
        return Err(Error::usage("--start", why, "leave it out, or take --rule alternate or complementary"));
    }
    rules.square(row, column).map(Some)
}

/// Where the game begins: one board, or one for each first square up to symmetry.
fn starts_of(ask: &Ask, rules: &Rules) -> Result<Vec<(usize, Board)>> {
    let with = |s: usize| (s, rules.after(&rules.bare(), s));
    Ok(match start_of(ask, rules)? {
        Some(s) => vec![with(s)],
        None => rules.first_squares().into_iter().map(with).collect(),
    })
}

/// The one board where the game begins; `None` when several first squares are open to choice.
fn one_start(ask: &Ask, rules: &Rules) -> Result<Option<Board>> {
    let after = |s: usize| Some(rules.after(&rules.bare(), s));
    Ok(match (start_of(ask, rules)?, rules.first_squares().as_slice()) {
        (Some(s), _) => after(s),
        (None, _) if !rules.needs_start() => Some(rules.bare()),
        (None, &[only]) => after(only),
        (None, _) => None,
    })
}

fn square_fact(rules: &Rules, s: usize) -> Fact {
    Fact::square(s / rules.n + 1, s % rules.n + 1)
}

fn square_list(rules: &Rules, squares: &[usize]) -> Fact {
    Fact::list(squares.iter().map(|&s| square_fact(rules, s)))
}
