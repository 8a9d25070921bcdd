//! Graphs as texts.

use crate::text;
use engine::graphs::Digraph;
use engine::graphs::read::{self, to_digraph6, to_dot, to_graph6, to_matrix};

/// The largest graph that is written and read again: matrices are square.
const WRITTEN: usize = 200;

fn same(graph: &Digraph, text: &str, again: kit::Result<Digraph>) {
    let again = again.unwrap_or_else(|e| panic!("{text:?} was written and is not read: {e}"));
    assert_eq!(&again, graph, "{text:?}");
}

/// What is read is written in every format and read again.
fn check(graph: &Digraph) {
    if graph.order() > WRITTEN {
        return;
    }
    assert!(graph.arcs().all(|(from, to)| from < graph.order() && to < graph.order()));
    let text = to_digraph6(graph);
    same(graph, &text, read::digraph6(&text));
    if graph.is_symmetric() && !graph.has_loops() {
        let text = to_graph6(graph);
        same(graph, &text, read::graph6(&text));
    }
    if graph.order() > 0 {
        let text = to_matrix(graph);
        same(graph, &text, read::matrix(&text));
        let text = to_dot(graph);
        same(graph, &text, read::read(&text));
    }
}

/// A graph in any format.
pub fn graphs(bytes: &[u8]) {
    let text = &*text(bytes);
    if let Ok(graph) = read::read(text) {
        check(&graph);
    }
    for reader in [read::edge_list, read::matrix] {
        if let Ok(graph) = reader(text) {
            check(&graph);
        }
    }
}

/// A graph in DOT.
pub fn dot(bytes: &[u8]) {
    let text = &*text(bytes);
    for text in [text.to_string(), format!("digraph {{{text}}}")] {
        if let Ok(graph) = read::read(&text) {
            check(&graph);
        }
    }
}

/// A graph in graph6.
pub fn graph6(bytes: &[u8]) {
    let text = &*text(bytes);
    if let Ok(graph) = read::graph6(text) {
        check(&graph);
    }
}

/// A graph in digraph6.
pub fn digraph6(bytes: &[u8]) {
    let text = &*text(bytes);
    if let Ok(graph) = read::digraph6(text) {
        check(&graph);
    }
}
