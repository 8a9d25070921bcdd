//! Certificates of open neighbourhoods: at each vertex the labels of the neighbours alone add up to 0.
//!
//! *Kind `open`*: one connected graph with distinct labels. *Kind `opentwins`*: open neighbourhoods whose sum is two
//! vertices, which so have the same label. *Kind `opengraphs`*: a list of regular graphs as in the kind `graphs`. They
//! are read and checked as those of closed neighbourhoods, but for the vertex itself, which is not added.

use super::fewest::{only_line, twins_of};
use super::{
    Around, Kind, Labelled, MOST_VERTICES, bits, definition_around, graph_text, is_magic, line, listed_around,
};
use engine::graphs::Digraph;
use engine::graphs::read;
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch, watch};

pub(super) const LABELLED: CertificateKind = CertificateKind {
    name: "open",
    about: "A connected graph has distinct labels of so many bits, and at each vertex the xor of the neighbours' labels is 0; if it has 2^n vertices and they have n \
            bits, it is open xor-magic. The checker goes through the definition.",
    format: "\
One line \"GRAPH6 LABELS\" as in the kind labelled, but that at each vertex the xor of the labels of its neighbours is 0, whatever its own label.

It states \"GRAPH: open xor-magic of order N\" if there are 2^N vertices and all labels are less than 2^N, else \"GRAPH: connected, with distinct labels of B bits, \
the neighbours' labels of each vertex having xor 0\" with the least B such that all labels are less than 2^B, and with GRAPH as in the kind labelled.",
    examples: &["magic test bipartite:4x4 --around open", "magic label bipartite:4x4 --around open"],
    check: check_labelled,
};

pub(super) const TWINS: CertificateKind = CertificateKind {
    name: "opentwins",
    about: "Two vertices of a graph have the same label whenever the neighbours' labels of each vertex have xor 0, so that no labels are distinct. The evidence is a \
            set of open neighbourhoods whose sum is these two vertices; the checker adds them up.",
    format: "\
One line \"GRAPH6 U V VERTICES\" as in the kind twins, with open neighbourhoods (the neighbours of a vertex without itself) in place of closed ones.

It states \"GRAPH: vertices U and V have the same label whenever the neighbours' labels of each vertex have xor 0\" with GRAPH as in the kind labelled.",
    examples: &["magic test circle:8 --around open", "magic bits cube:3 --around open"],
    check: check_twins,
};

pub(super) const GRAPHS: CertificateKind = CertificateKind {
    name: "opengraphs",
    about: "There are at least so many connected regular open xor-magic graphs of a degree on a number of vertices, up to isomorphism: each is given with labels, and \
            no two are isomorphic. That there are no others is not established.",
    format: "\
Lines as in the kind graphs, but that at each vertex the xor of the labels of its neighbours is 0, whatever its own label.

It states \"connected D-regular open xor-magic graphs on V vertices: at least C up to isomorphism\" with the number C of lines.",
    examples: &["magic search --vertices 8 --degree 4 --around open"],
    check: check_graphs,
};

/// The certificate of one labelled graph, unless it is too large.
pub(in super::super) fn labelled(graph: &Digraph, labels: &[u32]) -> Option<Certificate> {
    if graph.order() > MOST_VERTICES {
        return None;
    }
    let labels: Vec<u64> = labels.iter().map(|&label| label.into()).collect();
    let states = labelled_statement(&read::to_graph6(graph), &labels);
    Some(Certificate::new("magic", LABELLED.name, states, line(graph, &labels)))
}

/// The certificate that two vertices are labelled alike, by the vertices whose neighbours add up to the two.
pub(in super::super) fn twins(graph: &Digraph, (u, v): (usize, usize), centres: &[usize]) -> Option<Certificate> {
    let closed = super::twins(graph, (u, v), centres)?;
    let (u, v) = (u.min(v) + 1, u.max(v) + 1);
    let states = twins_statement(&read::to_graph6(graph), graph.order(), u, v);
    Some(Certificate::new("magic", TWINS.name, states, closed.body))
}

/// The certificate of a list of graphs that differ, unless there is none.
pub(in super::super) fn graphs(kinds: &[Kind]) -> Option<Certificate> {
    let first = kinds.first()?;
    let states = graphs_statement(first.graph.row(0).count_ones() as usize, first.graph.order(), kinds.len());
    Some(Certificate::new("magic", GRAPHS.name, states, super::graphs(kinds)?.body))
}

fn labelled_statement(graph6: &str, labels: &[u64]) -> String {
    let (bits, graph) = (bits(labels), graph_text(graph6, labels.len()));
    match is_magic(labels) {
        true => format!("{graph}: open xor-magic of order {bits}"),
        false => format!(
            "{graph}: connected, with distinct labels of {bits} bits, the neighbours' labels of each vertex having xor 0"
        ),
    }
}

fn twins_statement(graph6: &str, vertices: usize, u: usize, v: usize) -> String {
    let graph = graph_text(graph6, vertices);
    format!(
        "{graph}: vertices {u} and {v} have the same label whenever the neighbours' labels of each vertex have xor 0"
    )
}

fn graphs_statement(degree: usize, vertices: usize, count: usize) -> String {
    format!(
        "connected {degree}-regular open xor-magic graphs on {vertices} vertices: at least {count} up to isomorphism"
    )
}

fn check_labelled(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    watch::step(watch, 0, Some(1), || "nothing is checked".to_string())?;
    let (number, line) = only_line(certificate)?;
    let read = definition_around(Around::Open, line);
    let Labelled { graph6, graph, labels } = read.map_err(|why| Certificate::broken(number, why))?;
    Ok(Report::new(labelled_statement(graph6, &labels), Standing::Proved)
        .fact("vertices", graph.order())
        .fact("bits", bits(&labels))
        .fact("magic", is_magic(&labels)))
}

fn check_twins(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    watch::step(watch, 0, Some(1), || "nothing is checked".to_string())?;
    let (number, line) = only_line(certificate)?;
    let (graph6, graph, u, v) = twins_of(Around::Open, line).map_err(|why| Certificate::broken(number, why))?;
    Ok(Report::new(twins_statement(graph6, graph.order(), u, v), Standing::Proved).fact("vertices", graph.order()))
}

fn check_graphs(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let of = certificate.lines().count();
    let shape = listed_around(Around::Open, certificate.lines(), watch)?.shape;
    let (degree, vertices) = shape.ok_or_else(|| Certificate::broken(3, "no graph is there"))?;
    Ok(Report::new(graphs_statement(degree, vertices, of), Standing::Proved)
        .fact("graphs", of)
        .fact("vertices", vertices)
        .fact("degree", degree))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    type Checker = fn(&Certificate, &mut dyn Watch) -> Result<Report>;

    fn told(kind: &CertificateKind, check: Checker, body: &str) -> Result<String, String> {
        let certificate = Certificate::new("magic", kind.name, "", body.to_string());
        check(&certificate, &mut Unwatched).map(|report| report.line).map_err(|why| why.to_string())
    }

    /// Four against four: the labels of each side have xor 0.
    const GOOD: &str = "G?~vf_ 0,1,2,3,4,5,6,7\n";

    #[test]
    fn labels_of_open_neighbourhoods_are_checked() {
        let told = |body: &str| told(&LABELLED, check_labelled, body);
        assert_eq!(told(GOOD).unwrap(), "G?~vf_: open xor-magic of order 3");
        for (body, part) in [
            ("G?~vf_ 0,1,2,4,3,5,6,7\n", "the xor of the neighbours"),
            ("G?~vf_ 0,1,2,3,4,5,6\n", "8 vertices and 7 labels"),
            ("G?~vf_ 0,1,2,3,4,5,6,6\n", "stands twice"),
            ("G?~vf_ 0,1,2,3,4,5,6,7\nG?~vf_ 0,1,2,3,4,5,6,7\n", "more than one"),
            ("G????? 0,1,2,3,4,5,6,7\n", "not connected"),
            // The complete graph on four vertices is xor-magic with closed neighbourhoods and not with open ones.
            ("C~ 0,1,2,3\n", "the xor of the neighbours"),
        ] {
            assert!(told(body).unwrap_err().contains(part), "{body}: {:?}", told(body));
        }
        // Labels of more bits than are needed.
        assert!(told("G?~vf_ 8,9,10,11,4,5,6,7\n").unwrap().contains("distinct labels of 4 bits"));
    }

    #[test]
    fn lists_and_twins_are_checked() {
        let list = |body: &str| told(&GRAPHS, check_graphs, body);
        assert!(list(GOOD).unwrap().contains("4-regular open xor-magic graphs on 8 vertices: at least 1"));
        assert!(list(&GOOD.repeat(2)).unwrap_err().contains("isomorphic"));
        assert!(list("").unwrap_err().contains("no graph"));
        let twins = |body: &str| told(&TWINS, check_twins, body);
        // On a circle of four the two neighbours of vertex 1 have the same label.
        assert!(twins("Cl 2 4 1\n").unwrap().contains("vertices 2 and 4"), "{:?}", twins("Cl 2 4 1\n"));
        assert!(twins("Cl 1 2 1\n").unwrap_err().contains("wrong number"));
        assert!(twins("Cl 1 3 1\n").is_err());
    }
}
