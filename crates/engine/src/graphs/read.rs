//! Text formats of graphs: edge list, adjacency matrix, graph6, digraph6 and DOT, told apart by their looks.
//!
//! - An *edge list* has an item per line, comma or semicolon: `a b` or `a - b` is an edge in both directions, `a > b`
//!   or `a -> b` an arc, a single name a vertex; `#` begins a comment. When all names are whole numbers they are the
//!   vertices' numbers, from 1 on, or from 0 on if a 0 occurs; otherwise vertices are numbered as their names occur.
//! - An *adjacency matrix* has 0 and 1, with or without blanks, a line or a `/` for each row; row i holds the
//!   successors of i.
//! - *graph6* and *digraph6* are McKay's formats, with or without their `>>graph6<<` headers.
//! - *DOT* is the part of Graphviz's language that says which vertices and edges there are; attributes are skipped.

use super::{Digraph, MOST_VERTICES, dot};
use kit::{Error, Result, shorten};
use std::collections::HashMap;

/// Reads a graph in any of the formats.
///
/// # Errors
/// When the text is no such graph, or the graph is too large.
pub fn read(text: &str) -> Result<Digraph> {
    let text = text.trim().trim_start_matches('\u{feff}');
    if text.is_empty() {
        return Err(Error::usage("the graph", "there is nothing to read", "give a graph"));
    }
    if let Some(rest) = text.strip_prefix(">>digraph6<<") {
        return digraph6(rest.trim());
    }
    if let Some(rest) = text.strip_prefix(">>graph6<<") {
        return graph6(rest.trim());
    }
    if dot::looks_like_dot(text) {
        return dot::read(text);
    }
    if text.starts_with('&') {
        return digraph6(text);
    }
    if looks_like_matrix(text) {
        return matrix(text);
    }
    // A single word without digits, blanks or signs is graph6; an edge list of one item has a second name.
    if !text.contains(|c: char| c.is_whitespace() || ",;#>-".contains(c))
        && text.bytes().all(|b| (63..127).contains(&b))
    {
        return graph6(text);
    }
    edge_list(text)
}

fn bad(what: &str, part: &str, why: impl std::fmt::Display, instead: impl std::fmt::Display) -> Error {
    Error::usage(format!("{what} {:?}", shorten(part)), why, instead)
}

/// Numbers names as they come and keeps to the limit of vertices.
#[derive(Default)]
pub(super) struct Names<'a> {
    known: HashMap<&'a str, usize>,
    list: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn number(&mut self, name: &'a str) -> Result<usize> {
        if let Some(&number) = self.known.get(name) {
            return Ok(number);
        }
        if self.list.len() == MOST_VERTICES {
            return Err(too_many(MOST_VERTICES + 1));
        }
        self.known.insert(name, self.list.len());
        self.list.push(name);
        Ok(self.list.len() - 1)
    }

    /// If all names are whole numbers: the number of vertices, and for each name's number the vertex that it means.
    pub(super) fn as_numbers(&self) -> Result<Option<(usize, Vec<usize>)>> {
        let digits = |name: &&str| (1..=9).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_digit());
        if self.list.is_empty() || !self.list.iter().all(digits) {
            return Ok(None);
        }
        let numbers: Vec<usize> = self.list.iter().map(|name| name.parse().expect("at most nine digits")).collect();
        let first = usize::from(!numbers.contains(&0));
        let order = numbers.iter().max().expect("there is a name") + 1 - first;
        if order > MOST_VERTICES {
            return Err(too_many(order));
        }
        Ok(Some((order, numbers.iter().map(|n| n - first).collect())))
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }
}

fn too_many(order: usize) -> Error {
    Error::too_large(
        format!("a graph of {order} vertices"),
        format!("the limit is {MOST_VERTICES}"),
        "give a smaller one",
    )
}

const KNOWN: &str =
    "write edges as a b, a - b or a -> b; or give a graph's name, graph6, digraph6, DOT or a matrix of 0 and 1";

/// Reads an edge list.
///
/// # Errors
/// When the text is no such graph, or the graph is too large.
pub fn edge_list(text: &str) -> Result<Digraph> {
    let mut names = Names::default();
    let mut arcs = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        for item in line.split([',', ';']).map(str::trim).filter(|item| !item.is_empty()) {
            let arrow = item.contains('>');
            let ends: Vec<&str> = item.split([' ', '\t', '-', '>']).filter(|end| !end.is_empty()).collect();
            let named = |end: &&str| end.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
            match ends[..] {
                _ if !ends.iter().all(named) => {
                    return Err(bad("edge", item, "not names", "make names of letters, digits, dots and underscores"));
                }
                [a] if !item.contains(['-', '>']) => drop(names.number(a)?),
                [a, b] => {
                    let (a, b) = (names.number(a)?, names.number(b)?);
                    arcs.push((a, b));
                    if !arrow {
                        arcs.push((b, a));
                    }
                }
                _ => {
                    return Err(bad("edge", item, "not two names", KNOWN));
                }
            }
        }
    }
    if arcs.is_empty() {
        return Err(bad("graph", text, "no edge is there and no format is recognised", KNOWN));
    }
    Ok(match names.as_numbers()? {
        Some((order, vertex)) => Digraph::from_arcs(order, arcs.into_iter().map(|(a, b)| (vertex[a], vertex[b]))),
        None => Digraph::from_arcs(names.count(), arcs),
    })
}

fn matrix_rows(text: &str) -> Vec<String> {
    let rows = text.split(['\n', '/', ';']);
    let squeeze = |row: &str| row.chars().filter(|c| !c.is_whitespace() && !"[](),".contains(*c)).collect::<String>();
    rows.map(squeeze).filter(|row| !row.is_empty()).collect()
}

/// Only 0, 1 and separators, and either rows of more than two entries or a square; `1 2` is an edge list.
fn looks_like_matrix(text: &str) -> bool {
    text.chars().all(|c| "01[](),/;".contains(c) || c.is_whitespace()) && {
        let rows = matrix_rows(text);
        rows.iter().any(|row| row.len() != 2) || rows.len() == 2
    }
}

/// Reads an adjacency matrix: row i holds the successors of i.
///
/// # Errors
/// When the text is no such graph, or the graph is too large.
pub fn matrix(text: &str) -> Result<Digraph> {
    let rows = matrix_rows(text);
    let order = rows.len();
    if order > MOST_VERTICES {
        return Err(too_many(order));
    }
    let mut arcs = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let entries = row.chars().count();
        if entries != order {
            return Err(bad(
                "matrix",
                row,
                format!("not square: row {} has {entries} entries, there are {order} rows", i + 1),
                "give as many entries in each row as there are rows",
            ));
        }
        for (j, entry) in row.chars().enumerate() {
            match entry {
                '0' => {}
                '1' => arcs.push((i, j)),
                _ => {
                    return Err(bad(
                        "matrix",
                        row,
                        format!("the entry {entry:?} in row {}", i + 1),
                        "give 0 and 1 only",
                    ));
                }
            }
        }
    }
    Ok(Digraph::from_arcs(order, arcs))
}

/// The head of McKay's formats: the number of vertices, and the bytes after it.
fn six_bit_order<'a>(kind: &str, bytes: &'a [u8]) -> Result<(usize, &'a [u8])> {
    let text = String::from_utf8_lossy(bytes);
    if let Some(&wrong) = bytes.iter().find(|b| !(63..127).contains(*b)) {
        let why = format!("the character {:?} does not occur in {kind}", wrong as char);
        return Err(bad(kind, &text, why, "give characters from ? to ~ only"));
    }
    let value = |digits: &[u8]| digits.iter().fold(0usize, |sum, &b| sum << 6 | usize::from(b - 63));
    let short = || bad(kind, &text, "it ends within the number of vertices", "give the whole line");
    let (order, rest) = match *bytes {
        [] => return Err(short()),
        [126, 126, ..] => (value(bytes.get(2..8).ok_or_else(short)?), &bytes[8..]),
        [126, ..] => (value(bytes.get(1..4).ok_or_else(short)?), &bytes[4..]),
        [n, ..] => (usize::from(n - 63), &bytes[1..]),
    };
    if order > MOST_VERTICES { Err(too_many(order)) } else { Ok((order, rest)) }
}

/// The bits after the head, checked to be as many as they must.
fn six_bits(kind: &str, line: &str, order: usize, wanted: usize, bytes: &[u8]) -> Result<impl Fn(usize) -> bool> {
    let length = wanted.div_ceil(6);
    if bytes.len() != length {
        let why = format!("{order} vertices need {length} characters after the head, here are {}", bytes.len());
        return Err(bad(kind, line, why, "give one graph, whole"));
    }
    let bytes = bytes.to_vec();
    let bit = move |k: usize| (bytes[k / 6] - 63) >> (5 - k % 6) & 1 == 1;
    match (wanted..6 * length).any(&bit) {
        true => {
            Err(bad(kind, "its last character", "has bits beyond the last pair", "give the line as it was written"))
        }
        false => Ok(bit),
    }
}

/// Reads one graph6 line.
///
/// # Errors
/// When the text is no such graph, or the graph is too large.
pub fn graph6(line: &str) -> Result<Digraph> {
    let (order, rest) = six_bit_order("graph6", line.trim().as_bytes())?;
    let bit = six_bits("graph6", line, order, order * order.saturating_sub(1) / 2, rest)?;
    let pairs = (1..order).flat_map(|b| (0..b).map(move |a| (a, b)));
    Ok(Digraph::from_edges(order, pairs.enumerate().filter(|&(k, _)| bit(k)).map(|(_, pair)| pair)))
}

/// Reads one digraph6 line.
///
/// # Errors
/// When the text is no such graph, or the graph is too large.
pub fn digraph6(line: &str) -> Result<Digraph> {
    let line = line.trim();
    let Some(rest) = line.strip_prefix('&') else {
        return Err(bad("digraph6", line, "it does not begin with &", "write & first"));
    };
    let (order, rest) = six_bit_order("digraph6", rest.as_bytes())?;
    let bit = six_bits("digraph6", line, order, order * order, rest)?;
    let pairs = (0..order).flat_map(|a| (0..order).map(move |b| (a, b)));
    Ok(Digraph::from_arcs(order, pairs.enumerate().filter(|&(k, _)| bit(k)).map(|(_, pair)| pair)))
}

fn to_six_bits(order: usize, bits: impl Iterator<Item = bool>) -> String {
    let mut out = match order {
        0..=62 => vec![order as u8 + 63],
        63..=258_047 => std::iter::once(126).chain((0..3).rev().map(|k| (order >> (6 * k) & 63) as u8 + 63)).collect(),
        _ => [126, 126].into_iter().chain((0..6).rev().map(|k| (order >> (6 * k) & 63) as u8 + 63)).collect(),
    };
    let (mut piece, mut filled) = (0u8, 0);
    for bit in bits {
        piece = piece << 1 | u8::from(bit);
        filled += 1;
        if filled == 6 {
            out.push(piece + 63);
            (piece, filled) = (0, 0);
        }
    }
    if filled > 0 {
        out.push((piece << (6 - filled)) + 63);
    }
    String::from_utf8(out).expect("only characters from ? to ~")
}

/// The graph6 line of an undirected graph without loops; directions and loops are lost.
pub fn to_graph6(graph: &Digraph) -> String {
    let n = graph.order();
    let joined = |a, b| graph.has_arc(a, b) || graph.has_arc(b, a);
    to_six_bits(n, (1..n).flat_map(|b| (0..b).map(move |a| (a, b))).map(|(a, b)| joined(a, b)))
}

/// The digraph6 line of any graph.
pub fn to_digraph6(graph: &Digraph) -> String {
    let n = graph.order();
    let bits = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).map(|(a, b)| graph.has_arc(a, b));
    format!("&{}", to_six_bits(n, bits))
}

/// The graph in DOT, vertices numbered from 1.
pub fn to_dot(graph: &Digraph) -> String {
    let symmetric = graph.is_symmetric();
    let (kind, sign) = if symmetric { ("graph", "--") } else { ("digraph", "->") };
    let vertices = (1..=graph.order()).map(|v| format!("  {v};\n"));
    let pairs: Vec<(usize, usize)> = if symmetric { graph.edges().collect() } else { graph.arcs().collect() };
    let lines = pairs.into_iter().map(|(a, b)| format!("  {} {sign} {};\n", a + 1, b + 1));
    format!("{kind} {{\n{}}}\n", vertices.chain(lines).collect::<String>())
}

/// The adjacency matrix, rows joined by `/`.
pub fn to_matrix(graph: &Digraph) -> String {
    let n = graph.order();
    let row = |i: usize| (0..n).map(|j| if graph.has_arc(i, j) { '1' } else { '0' }).collect::<String>();
    (0..n).map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::super::families::named;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_empty_name_is_a_name_and_no_number() {
        let graph = read("digraph { \"\" -> 2; 2 -> 3 }").unwrap();
        assert_eq!((graph.order(), graph.arcs().collect::<Vec<_>>()), (3, vec![(0, 1), (1, 2)]));
    }

    #[test]
    fn the_same_graph_is_read_from_every_format() {
        let square = named("circle:4").unwrap().unwrap().graph;
        for text in [
            "1 2\n2 3\n3 4\n4 1\n",
            "0-1, 1-2, 2-3, 3-0",
            "# a square\na b\nb c # side\nc d\nd a",
            "1 -> 2; 2 -> 1; 2 - 3; 3 - 4; 4 > 1; 1 > 4",
            "0101/1010/0101/1010",
            "0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n",
            "[[0,1,0,1],[1,0,1,0],[0,1,0,1],[1,0,1,0]]".replace("],", "]\n").as_str(),
            ">>graph6<<Cl",
            "Cl",
            "graph { a -- b -- c -- d -- a }",
            "strict graph \"x\" { node [shape=circle]; 1 -- {2 4}; 3 -- {2 4}; }",
        ] {
            assert_eq!(read(text).unwrap(), square, "{text}");
        }
    }

    #[test]
    fn directed_examples_of_the_format_descriptions() {
        // formats.txt of nauty: n = 5, edges 0-2, 0-4, 1-3, 3-4 is DQc; arcs 0->2, 0->4, 3->1, 3->4 is &DI?AO?.
        assert_eq!(graph6("DQc").unwrap(), Digraph::from_edges(5, [(0, 2), (0, 4), (1, 3), (3, 4)]));
        assert_eq!(digraph6("&DI?AO?").unwrap(), Digraph::from_arcs(5, [(0, 2), (0, 4), (3, 1), (3, 4)]));
        assert_eq!(read("digraph { 1 -> 2; 2 -> 3 }").unwrap(), Digraph::from_arcs(3, [(0, 1), (1, 2)]));
        assert_eq!(read("01/00").unwrap(), Digraph::from_arcs(2, [(0, 1)]));
    }

    #[test]
    fn what_cannot_be_read_is_named_in_one_line() {
        let cases = [
            ("", "nothing to read"),
            ("D", "need 2 characters"),
            ("DQcc", "need 2 characters"),
            ("DQd", "bits beyond"),
            ("~", "ends within"),
            ("&", "ends within"),
            ("&D", "need 5 characters"),
            (">>graph6<<D!c", "does not occur"),
            ("010/101", "not square"),
            ("0102/1010", "not names"),
            ("graph.txt", "no edge is there"),
            ("1 2 3", "not two names"),
            ("1 ->", "not two names"),
            ("1 999999999", "too large"),
            ("digraph { a -> }", "a name"),
            ("graph { a -> b }", "--"),
            ("graph { a -- b", "end"),
        ];
        kit::trial::refused(&cases, read);
    }

    fn any_graph() -> impl Strategy<Value = Digraph> {
        (0usize..90).prop_flat_map(|n| {
            let arcs = proptest::collection::vec((0..n.max(1), 0..n.max(1)), 0..if n == 0 { 1 } else { 60 });
            arcs.prop_map(move |arcs| Digraph::from_arcs(n, arcs.into_iter().filter(|_| n > 0)))
        })
    }

    proptest! {
        #[test]
        fn graphs_survive_their_texts(graph in any_graph()) {
            prop_assert_eq!(&digraph6(&to_digraph6(&graph)).unwrap(), &graph);
            prop_assert_eq!(&read(&to_dot(&graph)).unwrap(), &graph);
            if graph.order() > 0 {
                prop_assert_eq!(&matrix(&to_matrix(&graph)).unwrap(), &graph);
            }
            let plain = Digraph::from_edges(graph.order(), graph.edges()).with_loops(false);
            prop_assert_eq!(&read(&format!(">>graph6<<{}", to_graph6(&graph))).unwrap(), &plain);
        }

        #[test]
        fn reading_never_panics(text in "\\PC{0,40}", tame in "[01ab{}&?~\\-> ;,\n\"=\\[\\]/D]{0,40}", prefix in "(graph \\{|digraph \\{|&|>>graph6<<|)") {
            drop(read(&text));
            drop(read(&format!("{prefix}{tame}")));
            drop(named(&text));
        }
    }
}
