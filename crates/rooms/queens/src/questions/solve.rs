//! Who wins.

use super::{BOARD, COLUMNS, N, PIECE, RULE, START, TORUS, one_start, rules_of, square_fact, square_list, starts_of};
use crate::ground::Board;
use crate::rules::Rules;
use crate::scene::winning_scene;
use crate::{certificate, solve};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const SOLVE: Question = Question {
    name: "solve",
    about: "who wins, by which nimber, and with which moves",
    params: &[
        N,
        RULE,
        PIECE,
        START,
        BOARD,
        Param::switch("any", "take the board even if legal play cannot reach it"),
        COLUMNS,
        TORUS,
    ],
    examples: &[
        "queens solve 4",
        "queens solve 4 --board Q.../..../..../....",
        "queens solve 4 --rule alternate",
        "queens solve 8 --rule noon",
        "queens solve 3 --piece king --rule mod:3",
        "queens solve 8 --rule alternate --start 1,1",
        "queens solve 9 --rule complementary",
        "queens solve 3 --columns 5",
        "queens solve 3 --torus --rule open:0,1:3",
    ],
    answer: answer_solve,
};

fn answer_solve(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (rules, board) = rules_of(ask, "board")?;
    if let Some(board) = &board
        && !ask.flag("any")
        && rules.order_to(board)?.is_none()
    {
        return Err(Error::usage("board", rules.why_unreachable(board), "--any takes it all the same"));
    }
    match one_start(ask, &rules, board)? {
        Some(board) => solution_report(ask, &rules, &board, watch),
        None => every_start(ask, &rules, &starts_of(&rules), watch),
    }
}

fn solution_report(ask: &Ask, rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Report> {
    let solution = solve::solve(rules, board, watch)?;
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
    let report = Report::new(line, Standing::Proved)
        .fact("outcome", solve::outcome(solution.nimber))
        .fact("nimber", solution.nimber)
        .fact("winning_moves", square_list(rules, &solution.winning))
        .fact("positions", solution.positions)
        .fact("board", rules.text(board))
        .scene(winning_scene(rules, board, &solution.winning));
    if let Some(theorem) = solution.argument {
        return Ok(report.argument(theorem));
    }
    let solved = [(board.clone(), solution.winning)];
    Ok(match certificate::solution_certificate(rules, &solved, ask.wants_certificate(), watch)? {
        Some(certificate) => report.certificate(certificate),
        None => report,
    })
}

/// One row for each starting square up to symmetry.
fn every_start(ask: &Ask, rules: &Rules, starts: &[(usize, Board)], watch: &mut dyn Watch) -> Result<Report> {
    let mut table = Table::new("starts", &["start", "outcome", "nimber", "winning moves"]);
    let (mut positions, mut theorem, mut solved) = (0, None, Vec::new());
    for (start, board) in starts {
        let solution = solve::solve(rules, board, watch)?;
        positions += solution.positions;
        theorem = solution.argument;
        table.row(vec![
            square_fact(rules, *start),
            solve::outcome(solution.nimber).into(),
            solution.nimber.into(),
            square_list(rules, &solution.winning),
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
    Ok(match certificate::solution_certificate(rules, &solved, ask.wants_certificate(), watch)? {
        Some(certificate) => report.certificate(certificate),
        None => report,
    })
}
