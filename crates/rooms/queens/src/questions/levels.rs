//! Trees and graphs of positions.

use super::{BOARD, COLUMNS, GAME_PARAMS, N, PIECE, RULE, START, TORUS, one_start, rules_of};
use crate::certificate;
use crate::ground::Board;
use crate::positions::{self, Levels};
use crate::rules::Rules;
use crate::scene::levels_scene;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

const LEVELS: Param = Param::whole("levels", "how many levels, the start included", 1, 12).or("3");

pub(super) const TREE: Question = Question::of("tree", answer_tree)
    .about("the first levels of the game tree, as DOT and as a picture")
    .params(&[N, LEVELS, RULE, PIECE, START, BOARD, COLUMNS, TORUS])
    .examples(&["queens tree 3 --levels 3"]);

fn answer_tree(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (rules, start) = single_start(ask)?;
    let levels = positions::tree(&rules, &start, ask.size("levels"), watch)?;
    levels_report("tree", &rules, &start, &levels, "games begun")
}

pub(super) const GRAPH: Question = Question::of("graph", answer_graph)
    .about("the graph of all positions up to symmetry, as DOT and as a picture")
    .params(GAME_PARAMS)
    .examples(&["queens graph 3"]);

fn answer_graph(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (rules, start) = single_start(ask)?;
    let levels = positions::graph(&rules, &start, watch)?;
    levels_report("graph", &rules, &start, &levels, "positions up to symmetry")
}

fn single_start(ask: &Ask) -> Result<(Rules, Board)> {
    let (rules, board) = rules_of(ask, "board")?;
    let missing = || Error::usage("--start", format!("{} needs a first square", rules.title()), "give row,column");
    let start = one_start(ask, &rules, board)?.ok_or_else(missing)?;
    Ok((rules, start))
}

fn levels_report(name: &'static str, rules: &Rules, start: &Board, levels: &Levels, what: &str) -> Result<Report> {
    let sizes = levels.sizes();
    let total: usize = sizes.iter().sum();
    let line = format!("{}: {total} {what} on {} levels, {} moves", rules.title(), sizes.len(), levels.moves.len());
    let report = Report::new(line.clone(), Standing::Proved)
        .fact("nodes", total)
        .fact("nodes_by_level", Fact::list(sizes.iter().copied()))
        .fact("edges", levels.moves.len())
        .fact("dot", Fact::Document(levels.dot(rules)))
        .table(Table::sequence("levels", "level", "nodes", 0, sizes))
        .certificate(certificate::levels_certificate(name, rules, start, levels));
    // Beyond a few hundred boards a picture is no longer legible; the DOT is there for tools made for it.
    Ok(if total <= 600 { report.scene(levels_scene(name, &line, rules, levels)) } else { report })
}
