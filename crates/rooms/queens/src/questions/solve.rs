//! Who wins.

use super::{BOARD, COLUMNS, N, PIECE, RULE, START, TORUS, one_start, rules_of, square_fact, square_list, starts_of};
use crate::ground::Board;
use crate::rule::Rule;
use crate::rules::Rules;
use crate::scene::winning_scene;
use crate::{certificate, solve};
use engine::search::{Keeper, Note};
use engine::vertex_kayles::{MOST_VERTICES, Solver, Vertices, parts};
use kit::parts::Shared;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};
use rustc_hash::FxHashMap;
use std::sync::PoisonError;

pub(super) const SOLVE: Question = Question::of("solve", answer_solve)
    .about("who wins, by which nimber, and with which moves")
    .params(&[
        N,
        RULE,
        PIECE,
        START,
        BOARD,
        Param::switch("any", "take the board even if legal play cannot reach it"),
        COLUMNS,
        TORUS,
        Param::text(
            "keep",
            "a file of what is proved by the rule noon: goes on from it if it exists, and keeps it",
            4000,
        )
        .local(),
    ])
    .examples(&[
        "queens solve 4",
        "queens solve 4 --board Q.../..../..../....",
        "queens solve 4 --rule alternate",
        "queens solve 8 --rule noon",
        "queens solve 3 --piece king --rule mod:3",
        "queens solve 8 --rule alternate --start 1,1",
        "queens solve 9 --rule complementary",
        "queens solve 3 --columns 5",
        "queens solve 3 --torus --rule open:0,1:3",
    ]);

/// The search that shares what it proves.
pub(super) const SHARED: Shared = Shared {
    question: "solve",
    asks: "queens solve N --rule noon",
    plan: |ask| noon_start(ask).and_then(|(rules, board)| solve::noon_plan(&rules, &board)),
    work: |ask| noon_start(ask).and_then(|(rules, _)| solve::noon_work(&rules)),
};

/// The rules of an ask, and the board that it begins with unless several first squares are open to choice.
fn start(ask: &Ask) -> Result<(Rules, Option<Board>)> {
    let (rules, board) = rules_of(ask, "board")?;
    if let Some(board) = &board
        && !ask.flag("any")
        && rules.order_to(board)?.is_none()
    {
        return Err(Error::usage("board", rules.why_unreachable(board), "--any takes it all the same"));
    }
    let board = one_start(ask, &rules, board)?;
    Ok((rules, board))
}

/// The start of a search whose facts are shared and kept: Noon's rule alone has one.
fn noon_start(ask: &Ask) -> Result<(Rules, Board)> {
    match start(ask)? {
        (rules, Some(board)) if rules.rule == Rule::Noon && rules.squares() <= MOST_VERTICES => Ok((rules, board)),
        (rules, _) => {
            let (rule, why) = (format!("--rule {}", rules.rule), "its facts are neither shared nor kept");
            let instead = format!("take --rule noon, on at most {MOST_VERTICES} squares");
            Err(Error::usage(rule, why, instead))
        }
    }
}

fn answer_solve(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    if let Some(name) = ask.text_if("keep") {
        return kept_report(ask, name, watch);
    }
    match start(ask)? {
        (rules, Some(board)) => solution_report(ask, &rules, &board, watch),
        (rules, None) => every_start(ask, &rules, &starts_of(&rules), watch),
    }
}

/// Noon's game, going on from what was kept under that name.
fn kept_report(ask: &Ask, name: &str, watch: &mut dyn Watch) -> Result<Report> {
    let (rules, board) = noon_start(ask)?;
    let (about, mut solver) = (solve::noon_facts(&rules), solve::noon_solver(&rules)?);
    let (news, mut all) = (solver.tell(), FxHashMap::<Vertices, Note>::default());
    let told = || news.lock().unwrap_or_else(PoisonError::into_inner);
    let learn = |bytes: &[u8]| {
        let facts = parts::read(name, &about, rules.squares(), bytes)?;
        solver.learn(&facts);
        told().extend_from_slice(&facts);
        Ok(facts.len())
    };
    let facts = || {
        for (set, note) in std::mem::take(&mut *told()) {
            let known = all.entry(set).or_default();
            *known = known.and(note);
        }
        let mut facts: Vec<(Vertices, Note)> = all.iter().map(|(set, note)| (*set, *note)).collect();
        facts.sort_unstable_by_key(|(set, _)| *set);
        parts::written(&about, &facts)
    };
    let mut keeper = Keeper::open(name, watch, learn, facts)?;
    let report = noon_report(ask, &rules, &board, solver, &mut keeper);
    keeper.close(report)
}

fn noon_report(ask: &Ask, rules: &Rules, board: &Board, mut solver: Solver, watch: &mut dyn Watch) -> Result<Report> {
    let solution = solve::solve_noon(rules, board, &mut solver, watch)?;
    let report = solved_report(rules, board, &solution);
    let solved = (board.clone(), solution.winning);
    report.certified(ask, |wanted| certificate::noon_certificate(rules, solved, wanted, solver, watch))
}

fn solution_report(ask: &Ask, rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Report> {
    let solution = solve::solve(rules, board, watch)?;
    let report = solved_report(rules, board, &solution);
    if let Some(theorem) = solution.argument {
        return Ok(report.argument(theorem));
    }
    let solved = [(board.clone(), solution.winning)];
    report.certified(ask, |wanted| certificate::solution_certificate(rules, &solved, wanted, watch))
}

fn solved_report(rules: &Rules, board: &Board, solution: &solve::Solution) -> Report {
    let taken = board.iter().filter(|&&q| q).count();
    let title = rules.title();
    let method = match solution.argument {
        Some(theorem) => format!("{}: {theorem}", solution.method),
        None => solution.method.to_string(),
    };
    let line = match solution.winning.first() {
        Some(&s) => format!(
            "{title} with {taken} taken is won for the player to move, for example on {} ({method})",
            rules.square_name(s),
        ),
        None => format!("{title} with {taken} taken is lost for the player to move ({method})"),
    };
    Report::new(line, Standing::Proved)
        .fact("outcome", solve::outcome(solution.nimber))
        .fact("nimber", solution.nimber)
        .fact("winning_moves", square_list(rules, &solution.winning))
        .fact("positions", solution.positions)
        .fact("board", rules.text(board))
        .scene(winning_scene(rules, board, &solution.winning))
}

/// One row for each starting square up to symmetry.
fn every_start(ask: &Ask, rules: &Rules, starts: &[(usize, Board)], watch: &mut dyn Watch) -> Result<Report> {
    let mut table = Table::new("starts", &["start", "outcome", "nimber", "winning moves"]);
    let (mut positions, mut theorem, mut solved) = (0, None, Vec::new());
    for (start, board) in starts {
        let solution = solve::solve(rules, board, watch)?;
        positions += solution.positions;
        theorem = solution.argument;
        table.row(kit::row![
            square_fact(rules, *start),
            solve::outcome(solution.nimber),
            solution.nimber,
            square_list(rules, &solution.winning)
        ]);
        solved.push((board.clone(), solution.winning));
    }
    let column = |index: usize| Fact::List(table.rows.iter().map(|row| row[index].clone()).collect());
    let lost = table.rows.iter().filter(|row| row[2] == Fact::from(0)).count();
    let line = format!(
        "{}: {} starting squares up to symmetry, {lost} of them lost for the player to move{}",
        rules.title(),
        starts.len(),
        theorem.map_or(String::new(), |theorem| format!(" ({theorem})"))
    );
    let report = Report::new(line, Standing::Proved)
        .fact("starts", column(0))
        .fact("outcome", column(1))
        .fact("nimber", column(2))
        .fact("winning_moves", column(3))
        .fact("positions", positions)
        .table(table);
    // A theorem about the degrees of the ground holds from every start or from none.
    if let Some(theorem) = theorem {
        return Ok(report.argument(theorem));
    }
    report.certified(ask, |wanted| certificate::solution_certificate(rules, &solved, wanted, watch))
}
