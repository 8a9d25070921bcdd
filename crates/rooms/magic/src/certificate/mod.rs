//! Certificates of labelled graphs: what they establish, and from what.
//!
//! *Kind `labelled`*: one graph. The checker knows only the definition: the graph is connected, the labels are
//! distinct, and each is the xor of its neighbours' labels. If there are 2^n vertices and the labels have n bits, the
//! graph is xor-magic of order n; otherwise it has distinct labels of as many bits as the largest needs. That fewer
//! bits will not do is not established.
//!
//! *Kinds `fewest` and `twins`* show that fewer bits will not do, or no labels at all (module `fewest`); *kind `all`*
//! that a list is complete (module `complete`); *kind `squares`* is of magic squares of numbers (module `squares`).
//!
//! *Kinds `open`, `opentwins` and `opengraphs`* are the same for open neighbourhoods (module `open`).
//!
//! *Kind `graphs`*: a list of xor-magic graphs, each of them as above, all regular of one degree on one number of
//! vertices, and no two isomorphic. So there are at least as many as there are lines; that there are no others is not
//! established. Isomorphism is decided exactly (module `isomorphism`): different invariants show that graphs differ,
//! and where they are equal all ways to carry one graph into the other are tried. Only graphs of at most 64 vertices
//! are listed, and a pair that takes too many trials is refused.

mod complete;
mod fewest;
mod isomorphism;
mod open;
mod squares;

use super::classify::Kind;
use super::condition::Around;
use engine::graphs::read;
use engine::graphs::{Digraph, small::Small};
use isomorphism::{Alike, Named};
use kit::{Certificate, CertificateKind, Error, Report, Result, Standing, Watch, shorten, watch};
use std::collections::HashMap;

/// How many steps a walk of a checker may take.
struct Bound {
    most: u64,
    walk: &'static str,
    /// Its steps, and what was done with those that were taken.
    steps: &'static str,
    done: &'static str,
    instead: &'static str,
}

impl Bound {
    /// Counts one more step.
    fn count(&self, taken: &mut u64, watch: &mut dyn Watch) -> Result<()> {
        let Bound { most, walk, steps, done, instead } = self;
        *taken += 1;
        if *taken > *most {
            return Err(Error::too_large(*walk, format!("the limit is {most} {steps}"), *instead));
        }
        if taken.is_multiple_of(1 << 12) {
            watch::step(watch, *taken, None, || format!("{taken} {steps} were {done}"))?;
        }
        Ok(())
    }
}

/// The kinds of certificates.
pub(super) static CERTIFICATES: &[CertificateKind] = &[
    CertificateKind {
        name: LABELLED,
        about: "A connected graph has distinct labels of so many bits, each the xor of its neighbours' labels; if it \
                has 2^n vertices and they have n bits, it is xor-magic. The checker goes through the definition.",
        format: LABELLED_FORMAT,
        examples: &["magic test dyck", "magic label cube:3 --normal", "magic family 4"],
        check: check_labelled,
    },
    CertificateKind {
        name: FEWEST,
        about: "A graph, connected or not, has distinct labels of B bits, each the xor of its neighbours' labels, and no such labels of fewer bits. The checker \
                goes through the definition, computes the nullspace, and tries every subspace that fewer bits would need.",
        format: fewest::FEWEST_FORMAT,
        examples: &["magic test g1", "magic bits g1", "magic bits complete:5"],
        check: fewest::check,
    },
    CertificateKind {
        name: TWINS,
        about: "Two vertices of a graph have the same label whenever each label is the xor of its neighbours' labels, so that no labels are distinct. The \
                evidence is a set of closed neighbourhoods whose sum is these two vertices; the checker adds them up.",
        format: fewest::TWINS_FORMAT,
        examples: &["magic test moebius:4", "magic bits circle:8", "magic bits cube:4"],
        check: fewest::check_twins,
    },
    CertificateKind {
        name: ALL,
        about: "The connected regular xor-magic graphs of a degree on 4, 8 or 16 vertices, up to isomorphism: each is given with labels, no two are isomorphic, and \
                there are no others. The checker goes through every choice of neighbours for every label, up to linear maps of the labels.",
        format: complete::FORMAT,
        examples: &[
            "magic search --vertices 8",
            "magic search --vertices 8 --degree 4",
            "magic search --vertices 16 --degree 4",
        ],
        check: complete::check,
    },
    CertificateKind {
        name: "squares",
        about: "All magic squares of order 4 with the numbers 0 to 15, and in how many the rows and columns xor to 0. The checker finds them all by another way.",
        format: squares::FORMAT,
        examples: &["magic squares"],
        check: squares::check,
    },
    CertificateKind {
        name: GRAPHS,
        about: "There are at least so many connected regular xor-magic graphs of a degree on a number of vertices, up \
                to isomorphism: each is given with labels, and no two are isomorphic. The checker goes through the \
                definition and decides isomorphism; that there are no others is not established.",
        format: GRAPHS_FORMAT,
        examples: &["magic search --vertices 16 --degree 7 --budget 2000"],
        check: check_graphs,
    },
    open::LABELLED,
    open::TWINS,
    open::GRAPHS,
];

const LABELLED: &str = "labelled";
const GRAPHS: &str = "graphs";
const FEWEST: &str = "fewest";
const TWINS: &str = "twins";
const ALL: &str = "all";

/// A line of either kind.
macro_rules! line {
    () => {
        "GRAPH6 LABELS\": a graph in McKay's graph6 format without header, a blank, and the labels of its vertices in \
order, joined by commas. graph6 in its shortest form: the number of vertices v as one character of code v + 63, or if \
v > 62 as ~ and three characters of six bits each; then the bits of the pairs (0,1), (0,2), (1,2), (0,3), ..., six a \
character, the first the highest, each plus 63, filled up with zeros. Labels are whole numbers below 2^64 without sign \
and leading zeros, as many as vertices. The graph must be connected, the labels distinct, and each the xor of the \
labels of its neighbours."
    };
}

const LABELLED_FORMAT: &str = concat!(
    "One line, \"",
    line!(),
    " There are 1 to 4096 vertices.\n\nIt states \"GRAPH: xor-magic of order N\" if there are 2^N vertices and all \
labels are less than 2^N, else \"GRAPH: connected, with distinct labels of B bits, each the xor of its neighbours' \
labels\" with the least B such that all labels are less than 2^B. GRAPH is the graph6 text of a graph of at most 64 \
vertices; of a larger one it is \"the graph of V vertices and graph6 checksum X\", where X is the 64-bit FNV-1a hash \
of the graph6 text in 16 hexadecimal digits, by which it is recognised, not secured: the graph itself is in the \
evidence."
);

const GRAPHS_FORMAT: &str = concat!(
    "Lines, at most 65536 of them, each \"",
    line!(),
    " All graphs have the same number 2^N <= 64 of vertices, at least 1, and the same degree D at every vertex; all \
labels are less than 2^N. No two graphs are isomorphic.\n\nIt states \"connected D-regular xor-magic graphs on V \
vertices: at least C up to isomorphism\" with the number C of lines. To decide isomorphism compare invariants, such as \
the sorted list of each vertex's numbers of vertices at each distance; where they are equal, try to map the vertices \
of one graph, neighbours after neighbours, to those of the other."
);

/// The most vertices of a labelled graph.
const MOST_VERTICES: usize = 4096;
/// The most vertices of a graph of a list.
const MOST_LISTED: usize = 64;
/// The most graphs of a list.
const MOST_LINES: usize = 1 << 16;
/// A graph of more vertices is told by its checksum.
const MOST_WRITTEN: usize = 64;

/// The certificate of labels with the fewest bits, unless the checker could not go through the subspaces.
pub(super) fn fewest(graph: &Digraph, labels: &[u32], nullity: usize) -> Option<Certificate> {
    if graph.order() > MOST_VERTICES || nullity > fewest::MOST_DIMENSIONS {
        return None;
    }
    let labels: Vec<u64> = labels.iter().map(|&label| label.into()).collect();
    let states = fewest::statement(&read::to_graph6(graph), &labels);
    Some(Certificate::new("magic", FEWEST, states, line(graph, &labels)))
}

/// The certificate that two vertices have the same label in every labelling; `centres` are the vertices whose closed
/// neighbourhoods add up to the two.
pub(super) fn twins(graph: &Digraph, (u, v): (usize, usize), centres: &[usize]) -> Option<Certificate> {
    if graph.order() > MOST_VERTICES {
        return None;
    }
    let graph6 = read::to_graph6(graph);
    let (u, v) = (u.min(v) + 1, u.max(v) + 1);
    let list: Vec<String> = centres.iter().map(|w| (w + 1).to_string()).collect();
    let states = fewest::twins_statement(&graph6, graph.order(), u, v);
    Some(Certificate::new("magic", TWINS, states, format!("{graph6} {u} {v} {}\n", list.join(","))))
}

/// Whether a certificate shows that a list is complete.
pub(super) fn is_complete(certificate: &Certificate) -> bool {
    certificate.kind == ALL
}

/// The certificate of all xor-magic graphs of a degree, where the checker can go through them; elsewhere it says that
/// there are at least so many.
pub(super) fn all(vertices: usize, degree: usize, kinds: &[Kind]) -> Option<Certificate> {
    if !complete::within_reach(vertices, degree) {
        return graphs(kinds);
    }
    let states = complete::statement(degree, vertices, kinds.len());
    let head = format!("vertices {vertices} degree {degree}\n");
    let lines: String = graphs(kinds).map(|certificate| certificate.body).unwrap_or_default();
    Some(Certificate::new("magic", ALL, states, head + &lines))
}

/// The certificate of all magic squares of order 4.
pub(super) fn squares(list: &[super::squares::Square]) -> Certificate {
    squares::certificate(list)
}

/// The certificates of open neighbourhoods.
pub(super) use open::{graphs as open_graphs, labelled as open_labelled, twins as open_twins};

/// The certificate of one labelled graph, unless it is too large.
pub(super) fn labelled(graph: &Digraph, labels: &[u32]) -> Option<Certificate> {
    if graph.order() > MOST_VERTICES {
        return None;
    }
    let labels: Vec<u64> = labels.iter().map(|&label| label.into()).collect();
    let states = labelled_statement(&read::to_graph6(graph), &labels);
    Some(Certificate::new("magic", LABELLED, states, line(graph, &labels)))
}

/// The certificate of a list of xor-magic graphs that differ, unless there is none.
pub(super) fn graphs(kinds: &[Kind]) -> Option<Certificate> {
    let first = kinds.first()?;
    let states = graphs_statement(first.graph.row(0).count_ones() as usize, first.graph.order(), kinds.len());
    let line = |kind: &Kind| line(&kind.graph.to_graph(), &kind.labels.iter().map(|&l| l.into()).collect::<Vec<_>>());
    Some(Certificate::new("magic", GRAPHS, states, kinds.iter().map(line).collect()))
}

fn line(graph: &Digraph, labels: &[u64]) -> String {
    let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
    format!("{} {}\n", read::to_graph6(graph), labels.join(","))
}

fn labelled_statement(graph6: &str, labels: &[u64]) -> String {
    let bits = bits(labels);
    let graph = graph_text(graph6, labels.len());
    match is_magic(labels) {
        true => format!("{graph}: xor-magic of order {bits}"),
        false => {
            format!("{graph}: connected, with distinct labels of {bits} bits, each the xor of its neighbours' labels")
        }
    }
}

/// A graph as a statement names it.
fn graph_text(graph6: &str, vertices: usize) -> String {
    match vertices <= MOST_WRITTEN {
        true => graph6.to_string(),
        false => format!("the graph of {vertices} vertices and graph6 checksum {}", checksum(graph6)),
    }
}

fn graphs_statement(degree: usize, vertices: usize, count: usize) -> String {
    format!("connected {degree}-regular xor-magic graphs on {vertices} vertices: at least {count} up to isomorphism")
}

/// How many bits the labels take.
fn bits(labels: &[u64]) -> u32 {
    u64::BITS - labels.iter().max().map_or(0, |&label| label).leading_zeros()
}

/// Whether distinct labels are all numbers of n bits, one on each of 2^n vertices.
fn is_magic(labels: &[u64]) -> bool {
    1usize.checked_shl(bits(labels)) == Some(labels.len())
}

/// FNV-1a in hexadecimal.
pub(super) fn checksum(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

fn check_labelled(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    watch::step(watch, 0, Some(1), || "nothing is checked".to_string())?;
    let mut lines = certificate.lines();
    let (number, line) = lines.next().unwrap_or((3, ""));
    let Labelled { graph6, graph, labels } = definition(line).map_err(|why| Certificate::broken(number, why))?;
    if let Some((number, _)) = lines.next() {
        return Err(Certificate::broken(number, "more than one graph"));
    }
    Ok(Report::new(labelled_statement(graph6, &labels), Standing::Proved)
        .fact("vertices", graph.order())
        .fact("bits", bits(&labels))
        .fact("magic", is_magic(&labels)))
}

/// The graphs of a list by their invariants, each with the number of its line.
struct Listed {
    graphs: HashMap<u64, Vec<(usize, Named)>>,
    /// Their common degree and number of vertices.
    shape: Option<(usize, usize)>,
}

fn check_graphs(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let of = certificate.lines().count();
    let shape = listed(certificate.lines(), watch)?.shape;
    let (degree, vertices) = shape.ok_or_else(|| Certificate::broken(3, "no graph is there"))?;
    Ok(Report::new(graphs_statement(degree, vertices, of), Standing::Proved)
        .fact("graphs", of)
        .fact("vertices", vertices)
        .fact("degree", degree))
}

/// Reads lines of xor-magic graphs of one degree and number of vertices, no two of them isomorphic.
fn listed<'a>(lines: impl Iterator<Item = (usize, &'a str)>, watch: &mut dyn Watch) -> Result<Listed> {
    listed_around(Around::Closed, lines, watch)
}

fn listed_around<'a>(
    around: Around,
    lines: impl Iterator<Item = (usize, &'a str)>,
    watch: &mut dyn Watch,
) -> Result<Listed> {
    let lines: Vec<(usize, &str)> = lines.collect();
    let of = lines.len();
    if of > MOST_LINES {
        let limit = format!("the limit is {MOST_LINES}");
        return Err(Error::too_large(format!("a list of {of} graphs"), limit, "give a shorter one"));
    }
    let mut list = Listed { graphs: HashMap::new(), shape: None };
    for (done, (number, line)) in lines.into_iter().enumerate() {
        watch::step(watch, done as u64, Some(of as u64), || format!("{done} of {of} lines are checked"))?;
        let broken = |why: String| Certificate::broken(number, why);
        let (graph, degree) = listable(around, line).map_err(broken)?;
        let shape = (degree, graph.order());
        if *list.shape.get_or_insert(shape) != shape {
            return Err(broken(format!("{}, unlike the first graph", told(shape))));
        }
        let alike = list.graphs.entry(graph.invariant).or_default();
        for (earlier, other) in alike.iter() {
            told_apart(graph.compare(other), *earlier).map_err(broken)?;
        }
        alike.push((number, graph));
    }
    Ok(list)
}

/// Only graphs that are sure not to be isomorphic stand in one list.
fn told_apart(alike: Alike, earlier: usize) -> Result<(), String> {
    match alike {
        Alike::Different => Ok(()),
        Alike::Isomorphic => Err(format!("the graph is isomorphic to that of line {earlier}")),
        Alike::Undecided => {
            Err(format!("whether the graph is isomorphic to that of line {earlier} takes too long to decide"))
        }
    }
}

fn told((degree, vertices): (usize, usize)) -> String {
    format!("degree {degree} on {vertices} vertices")
}

/// A graph of a list and its degree.
fn listable(around: Around, line: &str) -> Result<(Named, usize), String> {
    let Labelled { graph, labels, .. } = definition_around(around, line)?;
    if !is_magic(&labels) {
        let (vertices, bits, magic) = (labels.len(), bits(&labels), around.magic());
        return Err(format!("{vertices} vertices with labels of {bits} bits are not {magic}"));
    }
    let degree = graph.regularity().ok_or("the graph is not regular")?;
    let small = Small::from_graph(&graph)
        .ok_or_else(|| format!("a graph of {} vertices, the limit in a list is {MOST_LISTED}", graph.order()))?;
    Ok((Named::new(small), degree))
}

/// A graph with labels that keep the definition.
#[derive(Debug)]
struct Labelled<'a> {
    graph6: &'a str,
    graph: Digraph,
    labels: Vec<u64>,
}

/// Reads a line of a connected graph and goes through the definition.
fn definition(line: &str) -> Result<Labelled<'_>, String> {
    definition_around(Around::Closed, line)
}

fn definition_around(around: Around, line: &str) -> Result<Labelled<'_>, String> {
    let connected = |graph: &Digraph| graph.components().len() == 1;
    read_labels(
        around,
        line,
        |graph| {
            if connected(graph) { Ok(()) } else { Err("the graph is not connected".to_string()) }
        },
    )
}

/// Reads a line of any graph and goes through the condition on labels.
fn labels_of(line: &str) -> Result<Labelled<'_>, String> {
    read_labels(Around::Closed, line, |_| Ok(()))
}

fn read_labels(
    around: Around,
    line: &str,
    fits: impl Fn(&Digraph) -> Result<(), String>,
) -> Result<Labelled<'_>, String> {
    let Some((graph6, texts)) = line.split_once(' ') else {
        return Err(format!("{:?} is not a graph and its labels", shorten(line)));
    };
    let graph = strict(graph6)?;
    let order = graph.order();
    let count = texts.split(',').count();
    if count != order {
        return Err(format!("{order} vertices and {count} labels"));
    }
    let whole = |text: &str| text.parse::<u64>().ok().filter(|number| number.to_string() == text);
    let mut labels: Vec<u64> = Vec::with_capacity(order);
    for text in texts.split(',') {
        labels.push(whole(text).ok_or_else(|| format!("{:?} is not a label", shorten(text)))?);
    }
    fits(&graph)?;
    let mut sorted = labels.clone();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|w| w[0] == w[1]) {
        return Err(format!("the label {} stands twice", twice[0]));
    }
    for v in 0..order {
        let sum = graph.successors(v).iter().fold(0, |sum, &w| sum ^ labels[w as usize]);
        match around {
            Around::Closed if sum != labels[v] => {
                return Err(format!("vertex {} has label {}, its neighbours' xor is {sum}", v + 1, labels[v]));
            }
            Around::Open if sum != 0 => return Err(format!("the xor of the neighbours of vertex {} is {sum}", v + 1)),
            _ => {}
        }
    }
    Ok(Labelled { graph6, graph, labels })
}

/// A graph of at most [`MOST_VERTICES`] vertices from its graph6 text in the shortest form.
fn strict(graph6: &str) -> Result<Digraph, String> {
    // Four characters for the number of vertices, and one for six pairs.
    if graph6.len() > 4 + (MOST_VERTICES * (MOST_VERTICES - 1) / 2).div_ceil(6) {
        return Err(format!("a graph of {} characters, the limit is {MOST_VERTICES} vertices", graph6.len()));
    }
    let graph = read::graph6(graph6).map_err(|e| e.to_string())?;
    match read::to_graph6(&graph) == graph6 {
        true => Ok(graph),
        false => Err(format!("{:?} is not the shortest form of its graph", shorten(graph6))),
    }
}

#[cfg(test)]
mod tests;
