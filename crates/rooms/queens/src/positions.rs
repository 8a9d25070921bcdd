//! The game tree's first levels, and the graph of positions up to symmetry.

use super::ground::Board;
use super::rules::Rules;
use kit::{Error, Result, Watch, watch};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Positions in levels and the moves between them.
pub struct Levels {
    /// For each level its boards.
    pub boards: Vec<Vec<Board>>,
    /// Moves as (level, index, index in the next level).
    pub moves: Vec<(usize, usize, usize)>,
}

/// The most nodes that are listed.
const NODES: usize = 20_000;
/// The most squares of all their boards together.
const SQUARES: usize = 1 << 24;

/// The most boards of a game that are listed.
fn most_nodes(rules: &Rules) -> usize {
    NODES.min(SQUARES / rules.ground.squares().max(1))
}

impl Levels {
    /// How many nodes each level has.
    pub fn sizes(&self) -> Vec<usize> {
        self.boards.iter().map(Vec::len).collect()
    }

    /// The graph in the DOT language; boards are the labels.
    pub fn dot(&self, rules: &Rules) -> String {
        let mut out = String::from("digraph positions {\n  node [shape=box, fontname=monospace];\n");
        for (level, boards) in self.boards.iter().enumerate() {
            for (index, board) in boards.iter().enumerate() {
                let label = rules.text(board).replace('/', "\\n");
                let _ = writeln!(out, "  p{level}_{index} [label=\"{label}\"];");
            }
        }
        for &(level, from, to) in &self.moves {
            let _ = writeln!(out, "  p{level}_{from} -> p{}_{to};", level + 1);
        }
        out.push_str("}\n");
        out
    }
}

/// The first levels of the game tree: every order of play is a path of its own.
pub fn tree(rules: &Rules, start: &Board, levels: usize, watch: &mut dyn Watch) -> Result<Levels> {
    let mut found = Levels { boards: vec![vec![start.clone()]], moves: Vec::new() };
    let (mut nodes, most) = (1, most_nodes(rules));
    for level in 0..levels - 1 {
        let mut next = Vec::new();
        for (index, board) in found.boards[level].iter().enumerate() {
            watch::step(watch, nodes as u64, None, || format!("{nodes} nodes listed"))?;
            let moves = rules.moves(board);
            nodes += moves.len();
            if nodes > most {
                return Err(Error::too_large(
                    format!("the tree of {} to {} levels", rules.title(), levels),
                    format!("more than {most} nodes by level {}", level + 2),
                    format!("ask for --levels {}", level + 1),
                ));
            }
            for s in moves {
                found.moves.push((level, index, next.len()));
                next.push(rules.after(board, s));
            }
        }
        if next.is_empty() {
            break;
        }
        found.boards.push(next);
    }
    Ok(found)
}

/// All positions up to the symmetries of the board that keep the start, level by level.
pub fn graph(rules: &Rules, start: &Board, watch: &mut dyn Watch) -> Result<Levels> {
    let maps = rules.ground.symmetries();
    let maps: Vec<&Vec<usize>> =
        maps.iter().filter(|map| (0..start.len()).all(|s| start[s] == start[map[s]])).collect();
    let least = |board: &Board| {
        let image = |map: &&Vec<usize>| {
            let mut image = vec![false; board.len()];
            board.iter().enumerate().for_each(|(s, &q)| image[map[s]] = q);
            image
        };
        maps.iter().map(image).max().expect("the identity is one of them")
    };
    let mut found = Levels { boards: vec![vec![least(start)]], moves: Vec::new() };
    let (mut nodes, most) = (1, most_nodes(rules));
    loop {
        let level = found.boards.len() - 1;
        let mut index_of: FxHashMap<Board, usize> = FxHashMap::default();
        let mut next: Vec<Board> = Vec::new();
        let mut moves: BTreeMap<(usize, usize), ()> = BTreeMap::new();
        for (from, board) in found.boards[level].iter().enumerate() {
            watch::step(watch, (nodes + next.len()) as u64, None, || format!("{nodes} positions listed"))?;
            for s in rules.moves(board) {
                let after = least(&rules.after(board, s));
                let to = *index_of.entry(after.clone()).or_insert_with(|| {
                    next.push(after);
                    next.len() - 1
                });
                moves.insert((from, to), ());
            }
            if nodes + next.len() > most {
                return Err(Error::too_large(
                    format!("the graph of {}", rules.title()),
                    format!("more than {most} positions up to symmetry"),
                    "`count` gives their number without listing them",
                ));
            }
        }
        if next.is_empty() {
            return Ok(found);
        }
        nodes += next.len();
        found.moves.extend(moves.into_keys().map(|(from, to)| (level, from, to)));
        found.boards.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::{Census, census};
    use super::*;

    fn counted(rules: &Rules) -> Census {
        census(rules, &rules.bare(), &mut kit::Unwatched).unwrap()
    }

    #[test]
    fn the_graph_has_as_many_nodes_as_the_census_has_classes() {
        for n in 1..=4 {
            let rules = Rules::queens(n);
            let levels = graph(&rules, &rules.bare(), &mut kit::Unwatched).unwrap();
            assert_eq!(Some(levels.sizes().iter().sum::<usize>() as u64), counted(&rules).classes, "n = {n}");
        }
    }

    #[test]
    fn paths_of_the_tree_are_the_games() {
        let rules = Rules::queens(3);
        let whole = tree(&rules, &rules.bare(), 10, &mut kit::Unwatched).unwrap();
        let leaves = whole.boards.iter().flatten().filter(|b| rules.moves(b).is_empty()).count();
        assert_eq!(leaves as u128, counted(&rules).games.unwrap());
    }
}
