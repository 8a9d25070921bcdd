//! Lists of labelled graphs, checked line by line.
//!
//! A line is a graph in graph6, a blank, and the labels of its vertices in order, joined by commas. The check knows only the definition: connected, labels
//! distinct, each the xor of its neighbours' labels; and, for graphs of at most 64 vertices, that no two lines hold isomorphic graphs.

use engine::graphs::read;
use engine::graphs::small::Small;
use kit::{Certificate, Error, Report, Result, Standing, Watch, watch};
use std::collections::HashMap;

/// The only kind of certificate.
pub(super) const KIND: &str = "labelled";

/// A certificate of these lines.
pub(super) fn of(lines: impl IntoIterator<Item = String>) -> Certificate {
    Certificate::new("magic", KIND, lines.into_iter().map(|line| line + "\n").collect())
}

/// The line of a graph with its labels.
pub(super) fn line(graph: &engine::graphs::Digraph, labels: &[u32]) -> String {
    let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
    format!("{} {}", read::to_graph6(graph), labels.join(","))
}

/// Checks every line.
pub(super) fn verify(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    if certificate.kind != KIND {
        return Err(Error::usage(
            format!("magic {}", certificate.kind),
            "no such kind of certificate",
            format!("there is {KIND}"),
        ));
    }
    let of = certificate.body.lines().count() as u64;
    let mut kinds: HashMap<Small, usize> = HashMap::new();
    let (mut graphs, mut magic) = (0, 0);
    for (number, line) in certificate.body.lines().enumerate() {
        watch::step(watch, number as u64, Some(of), || format!("{number} of {of} lines are checked"))?;
        let (graph, is_magic) = check(line).map_err(|why| Error::failed(format!("line {}: {why}", number + 2)))?;
        graphs += 1;
        magic += usize::from(is_magic);
        if let Some(small) = graph
            && let Some(earlier) = kinds.insert(small.canonical(), number + 2)
        {
            let why = format!("the graph is isomorphic to that of line {earlier}");
            return Err(Error::failed(format!("line {}: {why}", number + 2)));
        }
    }
    if graphs == 0 {
        return Err(Error::failed("there is no line to check"));
    }
    let line = format!("all {graphs} lines hold: {magic} xor-magic graphs, no two isomorphic");
    Ok(Report::new(line, Standing::Proved).fact("graphs", graphs).fact("magic", magic))
}

/// Checks one line; whether its labels have as many bits as the order says.
fn check(line: &str) -> Result<(Option<Small>, bool), String> {
    let (graph6, labels) = line.split_once(' ').ok_or("it is not a graph and its labels")?;
    let graph = read::graph6(graph6).map_err(|e| e.to_string())?;
    let labels: Vec<u64> = labels
        .split(',')
        .map(|l| l.parse().map_err(|_| format!("{:?} is not a label", kit::shorten(l))))
        .collect::<Result<_, String>>()?;
    let order = graph.order();
    if labels.len() != order {
        return Err(format!("{order} vertices and {} labels", labels.len()));
    }
    if graph.components().len() != 1 {
        return Err("the graph is not connected".to_string());
    }
    let mut sorted: Vec<u64> = labels.clone();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|w| w[0] == w[1]) {
        return Err(format!("the label {} stands twice", twice[0]));
    }
    for v in 0..order {
        let sum = graph.successors(v).iter().fold(0, |sum, &w| sum ^ labels[w as usize]);
        if sum != labels[v] {
            return Err(format!("vertex {} has label {}, its neighbours' xor is {sum}", v + 1, labels[v]));
        }
    }
    let magic = order.is_power_of_two() && sorted.last().is_some_and(|&l| l < order as u64);
    Ok((Small::from_graph(&graph), magic))
}

#[cfg(test)]
mod tests {
    use super::super::family;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn a_list_is_checked_and_a_spoilt_one_refused() {
        let built = family::crossed(3);
        let good = line(&built.graph, &built.labels);
        let report = verify(&of([good.clone()]), &mut Unwatched).unwrap();
        assert_eq!(report.get("magic").unwrap().as_whole(), Some(1));
        let mut swapped = built.labels.clone();
        swapped.swap(0, 1);
        let mut doubled = built.labels.clone();
        doubled[3] = doubled[4];
        for (body, part) in [
            (vec![line(&built.graph, &swapped)], "neighbours' xor"),
            (vec![line(&built.graph, &doubled)], "stands twice"),
            (vec![good.clone(), good.clone()], "isomorphic"),
            (vec![good.replace(',', " ")], "not a label"),
            (vec!["C~".to_string()], "not a graph and its labels"),
            (vec!["A? 0,1".to_string()], "not connected"),
            (vec!["C~ 0,1,2".to_string()], "4 vertices and 3 labels"),
            (vec![], "no line"),
        ] {
            let error = verify(&of(body), &mut Unwatched).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
