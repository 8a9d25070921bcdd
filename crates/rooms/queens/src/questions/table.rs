//! Nimbers over sides and moduli.

use super::PIECE;
use crate::rule::Rule;
use crate::rules::{self, Rules};
use crate::{certificate, solve};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const TABLE: Question = Question::of("table", answer_table)
    .about("the nimbers of the games modulo K, for sides 1 to N and K from 1 on")
    .params(&[
        Param::whole("n", "the largest side", 1, 5).main(),
        Param::whole("most", "the largest K", 1, 40).or("12"),
        PIECE,
    ])
    .examples(&["queens table 4", "queens table 3 --most 5 --piece king"]);

fn answer_table(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (n, most) = (ask.size("n"), ask.size("most"));
    let piece = rules::piece(ask.text("piece"));
    let mut rows = Vec::new();
    for side in 1..=n {
        let nimber = |k: usize, watch: &mut dyn Watch| {
            let rules = Rules::new(side, piece, Rule::Mod(k as u32));
            solve::solve(&rules, &rules.bare(), watch).map(|solution| solution.nimber)
        };
        rows.push((1..=most).map(|k| nimber(k, watch)).collect::<Result<Vec<u32>>>()?);
    }
    // As a b-file the antidiagonals of a rectangle would break off: the rows follow each other instead.
    let mut table = Table::new("nimbers", &["index", "n", "k", "nimber"]).with_sequence(0, 3);
    for (side, row) in (1..).zip(&rows) {
        for (k, &nimber) in (1..).zip(row) {
            table.row(kit::row![(side - 1) * most + k, side, k, nimber]);
        }
    }
    let line = format!("nimbers of {}s modulo K on boards of side 1 to {n}, K from 1 to {most}", ask.text("piece"));
    Ok(Report::new(line, Standing::Proved)
        .fact("nimbers", Fact::list(rows.iter().map(|row| Fact::list(row.iter().copied()))))
        .certificate(certificate::nimbers_certificate(ask.text("piece"), &rows))
        .table(table))
}
