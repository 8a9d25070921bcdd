//! `magic search`: all regular xor-magic graphs of a degree, or as many as a budget reaches.

use super::{AROUND, OPEN, around};
use crate::classify::{self, Classification, Kind};
use crate::condition::{self, Around};
use crate::{certificate, scene};
use engine::graphs::small::Small;
use kit::{Ask, Error, Param, Question, Report, Result, Standing, Table, Watch};

/// The essay's names for what makes a list complete: all choices of planes, or of neighbourhoods.
const PLANES: &str = "Planes";
const CHOICES: &str = "Choosing neighbourhoods";

/// The largest degree that is asked for: 32 labels have three million sets of seven.
fn most_degree(vertices: usize) -> usize {
    if vertices == 32 { 5 } else { 7.min(vertices - 1) }
}

/// Whether the search on labels comes to its end in minutes at most.
fn ends(vertices: usize, degree: usize, around: Around) -> bool {
    match (vertices, around) {
        (32, Around::Closed) => degree == 3,
        (32, Around::Open) => false,
        (16, Around::Closed) => degree <= 5,
        (16, Around::Open) => degree <= 4,
        _ => true,
    }
}

/// The order of the way by testing every graph: up to 16 vertices of degree 3, and any degree on 8.
fn can_test_all(vertices: usize, degree: usize) -> bool {
    vertices <= 8 || vertices == 16 && degree <= 3
}

const BY: Param =
    Param::choice("by", "search on labels, test every graph, or both where possible", &["both", "labels", "graphs"])
        .or("both");

pub(super) const SEARCH: Question = Question::of("search", answer_search)
    .about("all connected regular xor-magic graphs on so many vertices")
    .params(&[
        Param::choice("vertices", "the number of vertices", &["4", "8", "16", "32"]).or("16"),
        Param::whole("degree", "the degree of every vertex", 1, 7).or("3"),
        BY,
        Param::whole("budget", "steps where the search is too long to be finished", 1_000, 1_000_000_000).or("100000"),
        AROUND,
    ])
    .examples(&[
        "magic search --vertices 32 --degree 4 --budget 8000",
        "magic search --vertices 8 --degree 4 --around open",
        "magic search --vertices 8",
        "magic search --vertices 16",
        "magic search --vertices 8 --degree 4",
        "magic search --vertices 16 --degree 4",
        "magic search --vertices 16 --degree 7 --budget 2000",
    ]);

fn answer_search(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let vertices: usize = ask.text("vertices").parse().expect("a choice of numbers");
    let (degree, around) = (ask.size("degree"), around(ask));
    let (n, k) = (vertices.trailing_zeros(), degree as u32);
    let most = most_degree(vertices);
    if degree > most {
        let asked = format!("degree {degree} on {vertices} vertices");
        return Err(Error::too_large(asked, format!("the limit is degree {most}"), "ask for another degree"));
    }
    let by = ask.text("by");
    let testable = can_test_all(vertices, degree);
    if by == "graphs" && !testable {
        let asked = format!("testing every graph of degree {degree} on {vertices} vertices");
        return Err(Error::too_large(asked, "the limits are 8 vertices, and 16 of degree 3", "search --by labels"));
    }
    if !ends(vertices, degree, around) {
        return within_budget((vertices, degree, around), ask.size("budget") as u64, watch);
    }
    type Search = fn(u32, u32, Around, &mut dyn Watch) -> Result<Classification>;
    let timed = |what: &str, watch: &mut dyn Watch, search: Search| {
        let start = kit::Clock::start();
        let found = search(n, k, around, watch)?;
        watch.say(&format!("{what}: {:.2} s", start.seconds()));
        Ok::<_, Error>(found)
    };
    let labels = match by {
        "graphs" => None,
        _ => Some(timed("search on labels", watch, classify::by_labels_around)?),
    };
    let graphs = match by {
        "labels" => None,
        _ if !testable => None,
        _ => Some(timed("every graph", watch, classify::by_graphs_around)?),
    };
    let report = report_search((vertices, degree, around), labels.as_ref(), graphs.as_ref())?;
    Ok(with_argument(report, (vertices, degree, around)))
}

/// Names why the list is complete where the certificate does not show it.
fn with_argument(report: Report, (vertices, degree, around): (usize, usize, Around)) -> Report {
    match around {
        Around::Open => report.argument(OPEN),
        Around::Closed if report.certificate.as_ref().is_some_and(certificate::is_complete) => report,
        Around::Closed if vertices > 4 && degree == 3 => report.argument(PLANES),
        Around::Closed => report.argument(CHOICES),
    }
}

/// What a budget reaches where the whole search is too long: at least so many, and no more is said.
fn within_budget(
    (vertices, degree, around): (usize, usize, Around),
    budget: u64,
    watch: &mut dyn Watch,
) -> Result<Report> {
    let (list, complete) = classify::within((vertices.trailing_zeros(), degree as u32, around), budget, watch)?;
    let report = report_search((vertices, degree, around), Some(&list), None)?;
    let magic = around.magic();
    let count = list.kinds.len();
    let line = match complete {
        true => report.line.clone(),
        false => format!(
            "at least {count} connected {degree}-regular graphs on {vertices} vertices are {magic}: a budget of {budget} steps reaches so many"
        ),
    };
    let report = report.fact("complete", complete).fact("budget", budget);
    Ok(match complete {
        true => Report { line, ..with_argument(report, (vertices, degree, around)) },
        false => Report { line, standing: Standing::Best, ..report },
    })
}

fn report_search(
    (vertices, degree, around): (usize, usize, Around),
    labels: Option<&Classification>,
    graphs: Option<&Classification>,
) -> Result<Report> {
    let list = labels.or(graphs).expect("one way was taken");
    let kinds = |c: &Classification| c.kinds.iter().map(|k| k.graph.clone()).collect::<Vec<Small>>();
    let agree = labels.zip(graphs).map(|(a, b)| kinds(a) == kinds(b));
    if agree == Some(false) {
        return Err(Error::failed("the search on labels and the test of every graph give different lists"));
    }
    let (table, transitive) = listing(list, around);
    let (count, magic) = (list.kinds.len(), around.magic());
    let what = format!("connected {degree}-regular graphs on {vertices} vertices");
    let line = match graphs {
        Some(c) => format!("{count} of the {} {what} are {magic}, {transitive} of them vertex-transitive", c.steps),
        None => format!("{count} {what} are {magic}, {transitive} of them vertex-transitive"),
    };
    let mut report = Report::new(line, Standing::Proved)
        .fact("vertices", vertices)
        .fact("degree", degree)
        .fact("graphs", count)
        .fact("vertex_transitive", transitive)
        .fact("hash", list.hash())
        .fact("steps", labels.map(|c| c.steps))
        .fact("labelled", labels.map(|c| c.labelled))
        .fact("tested", graphs.map(|c| c.steps))
        .fact("ways_agree", agree)
        .table(table);
    report.certificate = match around {
        Around::Closed => certificate::all(vertices, degree, &list.kinds),
        Around::Open => certificate::open_graphs(&list.kinds),
    };
    Ok(match most_symmetric(list) {
        Some(kind) => {
            let caption =
                format!("the {magic} graph on {vertices} vertices with the most symmetries, {}", kind.graph6());
            let n = vertices.trailing_zeros();
            report.scene(scene::labelled("graph", &caption, &kind.graph.to_graph(), None, &kind.labels, n))
        }
        None => report,
    })
}

/// A row for each graph, and how many of them look the same from every vertex.
fn listing(list: &Classification, around: Around) -> (Table, usize) {
    let mut table = Table::new(
        "graphs",
        &["graph6", "girth", "bipartite", "planar", "automorphisms", "vertex_transitive", "nullity"],
    );
    let mut transitive = 0;
    for kind in &list.kinds {
        let symmetries = kind.graph.symmetries();
        transitive += usize::from(symmetries.transitive);
        table.row(kit::row![
            kind.graph6(),
            kind.graph.girth(),
            kind.graph.is_bipartite(),
            kind.graph.is_planar(),
            symmetries.order,
            symmetries.transitive,
            condition::small_tests_around(&kind.graph, around).0
        ]);
    }
    (table, transitive)
}

fn most_symmetric(list: &Classification) -> Option<&Kind> {
    list.kinds.iter().max_by_key(|k| (k.graph.symmetries().order, std::cmp::Reverse(&k.graph)))
}
