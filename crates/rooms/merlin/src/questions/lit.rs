//! `merlin solve --lit-only`: clicks on lit cells, in order.

use super::super::certificate;
use super::super::lit::Distances;
use super::super::puzzle::Puzzle;
use super::super::scene::{Marks, picture};
use super::super::system::System;
use super::solve::reason;
use kit::{Fact, Report, Result, Standing, Table, Watch, say};

/// The fewest clicks from one state to another where only lit cells may be clicked.
pub(super) fn answer(puzzle: &Puzzle, from: &[u32], to: &[u32], watch: &mut dyn Watch) -> Result<Report> {
    let distances = Distances::to(puzzle, to, watch)?;
    let way = distances.way(puzzle, from);
    let all = puzzle.colours().pow(puzzle.order() as u32);
    let leading = distances.leading();
    let line = match &way {
        Some(way) => format!("{} on lit cells lead there, and no fewer", say::count(way.len() as u64, "click")),
        None => {
            let free = System::new(puzzle, watch)?.solve(&puzzle.change(from, to), watch)?;
            match free.clicks {
                Ok(_) => format!(
                    "clicks on lit cells never lead there from this state, though free clicks do; {leading} of {all} states do"
                ),
                Err(witness) => format!("not solvable: {}", reason(puzzle, &witness, from, to)),
            }
        }
    };
    let mut clicks = vec![0u32; puzzle.order()];
    way.iter().flatten().for_each(|&v| clicks[v] += 1);
    let order = |way: &Vec<usize>| Fact::list(way.iter().map(|&v| cell(puzzle, v)));
    let table = Table::sequence("states", "clicks", "states", 0, distances.counts());
    let mut report = Report::new(line, Standing::Proved)
        .fact("solvable", way.is_some())
        .fact("order", way.as_ref().map(order))
        .fact("clicks", way.as_ref().map(|_| Fact::list(clicks.iter().copied())))
        .fact("total", way.as_ref().map(Vec::len))
        .fact("leading", leading)
        .fact("states", all)
        .fact("method", "all states, backwards from the goal")
        .table(table);
    let marks = Marks { state: Some(from), clicks: way.is_some().then_some(&clicks), ..Marks::default() };
    let caption = match &way {
        Some(_) => format!("{}: the cells that are clicked, each while it is lit", puzzle.name),
        None => format!("{}: no clicks on lit cells lead from here to the goal", puzzle.name),
    };
    if let Some(scene) = picture(puzzle, "lit", &caption, marks) {
        report = report.scene(scene);
    }
    report.certificate = certificate::write_lit(puzzle, from, to, way.map(|way| way.len() as u64));
    Ok(report)
}

/// A cell as a fact: row and column on a board, its number elsewhere.
fn cell(puzzle: &Puzzle, v: usize) -> Fact {
    match puzzle.board {
        Some((_, columns)) => Fact::square(v / columns + 1, v % columns + 1),
        None => (v + 1).into(),
    }
}
