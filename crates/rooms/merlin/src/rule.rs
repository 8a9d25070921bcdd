//! Rules as people give them: a graph by name or in a text, or a matrix whose entry (i, j) says what a click on j adds
//! at i.
//!
//! A matrix is read as the handout writes A: *column* j lists the successors of v_j, so that s_F = s_I + A t. Other
//! books let *row* i list the successors of i; [`Reading::rows_are_successors`] reads those. A matrix of 0 and 1 may
//! stand without blanks (`110/010/001`); larger digits are weights, and numbers of several digits have commas or blanks
//! between them (`0,12/3,0`).

use engine::graphs::drawn::{self, Drawn};
use engine::graphs::families::{self, Named};
use engine::graphs::{Digraph, MOST_VERTICES, read};
use kit::{Error, Result, shorten};

/// How the text of a rule is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Whether it may be the name of a graph.
    pub names: bool,
    /// Whether every cell changes itself, or none; as the graph says if nothing is said.
    pub loops: Option<bool>,
    /// Whether row i of a matrix, rather than column i, lists the successors of i.
    pub rows_are_successors: bool,
    /// What a click adds, times the weight of the arc.
    pub add: u32,
}

impl Reading {
    /// The handout's reading.
    pub const PLAIN: Reading = Reading { names: true, loops: None, rows_are_successors: false, add: 1 };
}

/// A rule: what a click adds where, as whole numbers.
#[derive(Clone, Debug)]
pub struct Rule {
    /// From the clicked cells to those that they change.
    pub graph: Digraph,
    /// What is added there, in the order of the successors and at least 1; nothing is said where it is 1 everywhere.
    pub weights: Option<Vec<Vec<u32>>>,
    /// Whether it was given as a matrix.
    pub by_matrix: bool,
    /// Drawing and shape of the named graph that it is, if it is one; its own graph has moved to [`Rule::graph`].
    pub named: Option<Named>,
    /// How a hand drew it, if one did.
    pub drawn: Option<Drawn>,
}

impl Rule {
    /// Reads a rule.
    pub fn read(text: &str, reading: Reading) -> Result<Rule> {
        let drawn = drawn::read(text)?;
        let named = if reading.names && drawn.is_none() { families::named(text)? } else { None };
        let rows = if named.is_some() || drawn.is_some() { None } else { matrix(text)? };
        if reading.rows_are_successors && rows.is_none() {
            let why = "only a matrix has rows, and this graph is none";
            return Err(Error::usage("--rows-are-successors", why, "leave it out, or give a matrix as 110/010/001"));
        }
        let plain = |graph: Digraph| Rule { graph, weights: None, by_matrix: false, named: None, drawn: None };
        let looped = |graph: Digraph| match reading.loops {
            Some(loops) => graph.with_loops(loops),
            None => graph,
        };
        let rule = match (drawn, named, rows) {
            (Some(drawn), ..) => Rule { drawn: Some(drawn.clone()), ..plain(looped(drawn.graph)) },
            (None, Some(mut named), _) => {
                let graph = std::mem::replace(&mut named.graph, Digraph::new(0));
                let graph = graph.with_loops(reading.loops.unwrap_or(named.clicked_too));
                Rule { named: Some(named), ..plain(graph) }
            }
            (None, None, Some(rows)) => Rule::of_matrix(rows, reading),
            (None, None, None) => plain(looped(read::read(text).map_err(|e| unknown(text, e))?)),
        };
        rule.times(reading.add)
    }

    fn of_matrix(mut rows: Vec<Vec<u32>>, reading: Reading) -> Rule {
        let n = rows.len();
        for (v, row) in rows.iter_mut().enumerate() {
            match reading.loops {
                Some(true) => row[v] = row[v].max(1),
                Some(false) => row[v] = 0,
                None => {}
            }
        }
        let adds = |from: usize, to: usize| if reading.rows_are_successors { rows[from][to] } else { rows[to][from] };
        let pairs = (0..n).flat_map(|from| (0..n).map(move |to| (from, to)));
        let graph = Digraph::from_arcs(n, pairs.filter(|&(from, to)| adds(from, to) > 0));
        let of = |from: usize| graph.successors(from).iter().map(|&to| adds(from, to as usize)).collect();
        let weighted = rows.iter().flatten().any(|&weight| weight > 1);
        let weights = weighted.then(|| (0..n).map(of).collect());
        Rule { graph, weights, by_matrix: true, named: None, drawn: None }
    }

    /// The same rule with every click made so many times.
    fn times(mut self, add: u32) -> Result<Rule> {
        if add == 1 {
            return Ok(self);
        }
        let ones = |v: usize| vec![1; self.graph.successors(v).len()];
        let mut weights = self.weights.unwrap_or_else(|| (0..self.graph.order()).map(ones).collect());
        for weight in weights.iter_mut().flatten() {
            let product = u64::from(*weight) * u64::from(add);
            *weight = u32::try_from(product).map_err(|_| {
                let asked = format!("a click that adds {product}");
                Error::too_large(asked, format!("the limit is {}", u32::MAX), "give less")
            })?;
        }
        self.weights = Some(weights);
        Ok(self)
    }

    /// The rule modulo m: without the arcs that add a multiple of m.
    pub fn modulo(self, m: u64) -> (Digraph, Option<Vec<Vec<u32>>>) {
        let Some(weights) = &self.weights else { return (self.graph, None) };
        let reduced = |from: usize, k: usize| (u64::from(weights[from][k]) % m) as u32;
        let places = |from: usize| (0..weights[from].len()).filter(move |&k| reduced(from, k) > 0);
        let n = self.graph.order();
        let end = |from: usize, k: usize| (from, self.graph.successors(from)[k] as usize);
        let graph = Digraph::from_arcs(n, (0..n).flat_map(|from| places(from).map(move |k| end(from, k))));
        let lists: Vec<Vec<u32>> = (0..n).map(|from| places(from).map(|k| reduced(from, k)).collect()).collect();
        let plain = lists.iter().flatten().all(|&weight| weight == 1);
        (graph, (!plain).then_some(lists))
    }
}

/// The rows of a square matrix, if the text is one; other texts are left to the readers of graphs.
fn matrix(text: &str) -> Result<Option<Vec<Vec<u32>>>> {
    let text = text.trim();
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_digit() || "[](),/;".contains(c) || c.is_whitespace()) {
        return Ok(None);
    }
    let text = if text.contains('[') { text.replace("],", "]\n") } else { text.to_string() };
    let bare = |row: &str| row.replace(['[', ']', '(', ')'], " ").trim().to_string();
    let rows: Vec<String> = text.split(['\n', '/', ';']).map(bare).filter(|row| !row.is_empty()).collect();
    // `0 1; 1 0` has always been a matrix, `1 2; 2 1` the edge from 1 to 2, twice.
    let bits = rows.iter().all(|row| !row.contains(|c: char| ('2'..='9').contains(&c)));
    let edges = rows.len() == 2 && !bits && !text.contains(['/', '[']) && rows.iter().any(|row| row.contains(' '));
    if edges || rows.len() > MOST_VERTICES {
        return Ok(None);
    }
    let numbers = |row: &String| match row.contains([' ', '\t', ',']) && !bits {
        true => row.split([' ', '\t', ',']).filter(|p| !p.is_empty()).map(ToString::to_string).collect::<Vec<_>>(),
        false => row.chars().filter(char::is_ascii_digit).map(|c| c.to_string()).collect(),
    };
    let rows: Vec<Vec<String>> = rows.iter().map(numbers).collect();
    if rows.iter().any(|row| row.len() != rows.len()) {
        return Ok(None);
    }
    let entry = |number: &String| {
        number.parse().map_err(|_| {
            let asked = format!("the entry {}", shorten(number));
            Error::too_large(asked, format!("the limit is {}", u32::MAX), "give smaller entries")
        })
    };
    rows.iter().map(|row| row.iter().map(entry).collect()).collect::<Result<_>>().map(Some)
}

fn unknown(text: &str, error: Error) -> Error {
    match families::nearest_name(text.trim()) {
        Some(near) if !text.contains(['\n', ' ']) && error.trouble() == kit::Trouble::Usage => Error::usage(
            format!("graph {:?}", shorten(text)),
            "no such name, and not a graph in text",
            format!("perhaps {near} is meant"),
        ),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arcs(text: &str, rows_are_successors: bool) -> Vec<(usize, usize, u32)> {
        list(&Rule::read(text, Reading { rows_are_successors, ..Reading::PLAIN }).unwrap())
    }

    /// Each arc with what it adds.
    fn list(rule: &Rule) -> Vec<(usize, usize, u32)> {
        let mut weights = rule.weights.iter().flatten().flatten();
        rule.graph.arcs().map(|(from, to)| (from, to, *weights.next().unwrap_or(&1))).collect()
    }

    #[test]
    fn a_matrix_lists_successors_by_columns_unless_rows_are_asked_for() {
        let by_columns = vec![(0, 0, 1), (1, 0, 1), (1, 1, 1), (2, 2, 1)];
        let by_rows = vec![(0, 0, 1), (0, 1, 1), (1, 1, 1), (2, 2, 1)];
        for text in ["110/010/001", "1 1 0\n0 1 0\n0 0 1", "[[1,1,0],[0,1,0],[0,0,1]]", "1,1,0;0,1,0;0,0,1"] {
            assert_eq!(arcs(text, false), by_columns, "{text}");
            assert_eq!(arcs(text, true), by_rows, "{text}");
        }
        // Where both conventions agree nothing depends on them.
        assert_eq!(arcs("0101/1010/0101/1010", false), arcs("circle:4", false));
    }

    #[test]
    fn entries_beyond_one_are_weights_and_edge_lists_stay_edge_lists() {
        assert_eq!(arcs("02/10", false), [(0, 1, 1), (1, 0, 2)]);
        assert_eq!(arcs("0,12/3,0", false), [(0, 1, 3), (1, 0, 12)]);
        assert_eq!(arcs("0 2 0\n0 0 3\n1 0 0", true), [(0, 1, 2), (1, 2, 3), (2, 0, 1)]);
        assert_eq!(arcs("1 2; 2 3", false).len(), 4);
        assert_eq!(arcs("1 2\n2 1", false), [(0, 1, 1), (1, 0, 1)]);
        assert_eq!(arcs("0 1\n1 1", false), [(0, 1, 1), (1, 0, 1), (1, 1, 1)]);
        let twice = Rule::read("circle:3", Reading { add: 2, ..Reading::PLAIN }).unwrap();
        assert!(list(&twice).len() == 6 && list(&twice).iter().all(|arc| arc.2 == 2));
        let own = Rule::read("03/10", Reading { loops: Some(true), ..Reading::PLAIN }).unwrap();
        assert_eq!(list(&own), [(0, 0, 1), (0, 1, 1), (1, 0, 3), (1, 1, 1)]);
        let (graph, weights) = own.modulo(3);
        assert_eq!((graph.arcs().collect::<Vec<_>>(), weights), (vec![(0, 0), (0, 1), (1, 1)], None));
        assert_eq!(twice.modulo(2).0.size(), 0);
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_one_line() {
        for (text, reading, part) in [
            ("circle:6", Reading { rows_are_successors: true, ..Reading::PLAIN }, "only a matrix"),
            ("1 2; 2 3", Reading { rows_are_successors: true, ..Reading::PLAIN }, "only a matrix"),
            ("0,99999999999/1,0", Reading::PLAIN, "limit is 4294967295"),
            ("02/10", Reading { add: u32::MAX, ..Reading::PLAIN }, "limit is 4294967295"),
            ("010/101", Reading::PLAIN, "not square"),
        ] {
            let line = Rule::read(text, reading).unwrap_err().to_string();
            assert!(line.contains(part) && !line.contains('\n'), "{text:?}: {line}");
        }
    }
}
