//! How many positions there are.

use super::{GAME_PARAMS, one_start, rules_of, square_fact, starts_of};
use crate::ground::Board;
use crate::quadratic;
use crate::rule::Rule;
use crate::rules::Rules;
use crate::{certificate, count};
use kit::{Ask, Fact, Question, Report, Result, Standing, Table, Watch};

pub(super) const COUNT: Question = Question::of("count", answer_count)
    .about("how many positions are reachable, locked and lost, how many classes and games")
    .params(GAME_PARAMS)
    .examples(&[
        "queens count 4",
        "queens count 5",
        "queens count 3 --rule mod:3",
        "queens count 3 --rule alternate --start 2,2",
        "queens count 4 --rule alternate --start 1,1",
        "queens count 8 --rule noon",
    ]);

fn answer_count(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (rules, board) = rules_of(ask, "board")?;
    match one_start(ask, &rules, board)? {
        Some(board) => census_report(ask, &rules, &board, watch),
        None => every_census(ask, &rules, &starts_of(&rules), watch),
    }
}

/// The census of one start, by the number of pieces on the board.
struct ByPieces {
    reachable: Vec<u64>,
    locked: Vec<u64>,
    lost: Vec<u64>,
    fewest_to_lock: Option<usize>,
    most: Option<usize>,
}

impl ByPieces {
    /// Moves made from the start become pieces on the board; a board without a free square is complete, not locked.
    fn new(rules: &Rules, start: &Board, census: &count::Census) -> ByPieces {
        let (size, base) = (rules.ground.present().count(), start.iter().filter(|&&q| q).count());
        let removing = rules.rule.removes();
        let by_pieces = |moves: &[u64]| {
            let mut list = vec![0; size + 1];
            for (made, &count) in moves.iter().enumerate() {
                list[if removing { base - made } else { base + made }] = count;
            }
            list
        };
        let mut locked = by_pieces(&census.locked);
        locked[if removing { 0 } else { size }] = 0;
        let reachable = by_pieces(&census.reachable);
        ByPieces {
            fewest_to_lock: locked.iter().position(|&c| c > 0),
            most: reachable.iter().rposition(|&c| c > 0),
            lost: by_pieces(&census.lost),
            locked,
            reachable,
        }
    }
}

fn census_report(ask: &Ask, rules: &Rules, start: &Board, watch: &mut dyn Watch) -> Result<Report> {
    let census = count::census(rules, start, watch)?;
    let by = ByPieces::new(rules, start, &census);
    let reachable: u64 = by.reachable.iter().sum();
    let mut table = Table::new("by_queens", &["queens", "reachable", "locked", "lost"]).with_sequence(0, 1);
    for queens in 0..by.reachable.len() {
        let row = [queens as u64, by.reachable[queens], by.locked[queens], by.lost[queens]];
        table.row(row.into_iter().map(Fact::from).collect());
    }
    let outcome = if census.start_lost { "P" } else { "N" };
    // Only where each piece placed adds an even number of pairs, and none stood before.
    let even = (rules.keeps_pairs_even() && !start.contains(&true)).then(|| quadratic::edge_form(&rules.adjacency));
    let even = even.map(|form| form.even_sets >> (rules.squares() + 1 - by.reachable.len()));
    let positions = match &even {
        Some(even) => format!("{reachable} of {even} sets with an even number of attacking pairs are reachable"),
        None => kit::say::counted(reachable, "position is reachable", "positions are reachable"),
    };
    let solutions = (rules.rule == Rule::Noon).then(|| by.reachable.get(rules.ground.rows).copied()).flatten();
    let report = Report::new(format!("{}: {positions}, outcome {outcome}", rules.title()), Standing::Proved)
        .fact("reachable", reachable)
        .fact("reachable_by_queens", by.reachable)
        .fact("locked_by_queens", by.locked)
        .fact("fewest_to_lock", by.fewest_to_lock)
        .fact("most_queens", by.most)
        .fact("classes", census.classes)
        .fact("games", census.games.map_or(Fact::Nothing, Fact::from))
        .fact("outcome", outcome)
        .fact("p_positions_by_queens", by.lost)
        .fact("even_sets", even.map_or(Fact::Nothing, Fact::big));
    let report = report.certified(ask, |_| Ok(certificate::census_certificate(rules, &[(start, &census)])))?;
    let report = match solutions {
        // As many pieces as rows, none attacking another.
        Some(solutions) => report.fact("solutions", solutions),
        None => report,
    };
    Ok(report.table(table))
}

fn every_census(ask: &Ask, rules: &Rules, starts: &[(usize, Board)], watch: &mut dyn Watch) -> Result<Report> {
    let columns = ["start", "reachable", "locked", "fewest to lock", "most queens", "classes", "games", "outcome"];
    let mut table = Table::new("starts", &columns);
    let mut counted = Vec::new();
    for (start, board) in starts {
        let census = count::census(rules, board, watch)?;
        let by = ByPieces::new(rules, board, &census);
        table.row(kit::row![
            square_fact(rules, *start),
            by.reachable.iter().sum::<u64>(),
            by.locked.iter().sum::<u64>(),
            by.fewest_to_lock,
            by.most,
            census.classes,
            census.games.map_or(Fact::Nothing, Fact::from),
            if census.start_lost { "P" } else { "N" }
        ]);
        counted.push((board, census));
    }
    let counted: Vec<_> = counted.iter().map(|(board, census)| (*board, census)).collect();
    let column = |index: usize| Fact::List(table.rows.iter().map(|row| row[index].clone()).collect());
    let line = format!("{}: {} starting squares up to symmetry", rules.title(), starts.len());
    let report = Report::new(line, Standing::Proved)
        .fact("starts", column(0))
        .fact("reachable", column(1))
        .fact("fewest_to_lock", column(3))
        .fact("most_queens", column(4))
        .fact("classes", column(5))
        .fact("games", column(6))
        .fact("outcome", column(7))
        .table(table);
    report.certified(ask, |_| Ok(certificate::census_certificate(rules, &counted)))
}
