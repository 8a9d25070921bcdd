//! The questions of the room.

mod by_hand;
mod cubic;
mod list;
mod many;
mod transitive;

use super::classify::{self, Classification, Kind};
use super::condition::{self, Nullspace, Subject};
use super::family::{self, Built};
use super::labellings::{self, Classes};
use super::{bits, certificate, scene, squares};
use by_hand::{bare, labelled, pictured};
use engine::graphs::small::Small;
use engine::graphs::{layout::Drawing, read};
use kit::{Ask, Error, Fact, Ink, Param, Question, Report, Result, Scene, Shape, Standing, Table, Watch};

pub(super) static QUESTIONS: &[Question] =
    &[TEST, BITS, LABEL, FAMILY, SEARCH, list::LIST, cubic::CUBIC, transitive::TRANSITIVE, SQUARES];

/// A graph6 line of 2^16 vertices has 357,908,000 characters.
const GRAPH: Param = Param::source(
    "graph",
    "a graph: graph6, a name such as crossed:4, g1, dyck or cube:3, an edge list, a drawing as \"@0,0 @2,0 1-2\", or a file",
    360_000_000,
)
.main();

fn subject_of(ask: &Ask) -> Result<Subject> {
    Subject::read(ask.text("graph"))
}

/// The most vertices whose matrices are written out.
const MOST_WRITTEN: usize = 64;

/// M, a basis of its nullspace as the columns of Y, and both side by side as a table.
fn matrices(report: Report, subject: &Subject, space: &Nullspace) -> Report {
    let order = subject.graph.order();
    if order > MOST_WRITTEN {
        return report;
    }
    let closed = subject.graph.clone().with_loops(true);
    let digits = |bits: &mut dyn Iterator<Item = bool>| bits.map(|b| if b { '1' } else { '0' }).collect::<String>();
    let m: Vec<String> = (0..order).map(|v| digits(&mut (0..order).map(|w| closed.has_arc(v, w)))).collect();
    let y: Vec<String> = (0..order).map(|v| digits(&mut (0..space.nullity).map(|i| space.rows.get(v, i)))).collect();
    let mut table = Table::new("matrices", &["vertex", "m", "y"]);
    for (v, (m, y)) in m.iter().zip(&y).enumerate() {
        table.row(vec![(v + 1).into(), m.as_str().into(), y.as_str().into()]);
    }
    report.fact("m", Fact::Document(m.join("\n"))).fact("y", Fact::Document(y.join("\n"))).table(table)
}

/// The certificate that two vertices are labelled alike.
fn with_twins(report: Report, subject: &Subject, pair: (usize, usize)) -> Report {
    match certificate::twins(&subject.graph, pair, &condition::centres(&subject.graph, pair)) {
        Some(certificate) => report.certificate(certificate),
        None => report,
    }
}

/// The least nullspace facts that `test` and `bits` share.
fn told(subject: &Subject, space: &Nullspace) -> Report {
    let report = Report::new("", Standing::Proved);
    matrices(report, subject, space)
        .fact("vertices", subject.graph.order())
        .fact("order", subject.order())
        .fact("degree", subject.graph.regularity())
        .fact("nullity", space.nullity)
        .fact("test1", space.test1())
        .fact("test2", space.test2())
}

fn equal_rows_reason(u: usize, v: usize) -> String {
    format!(
        "test 2 fails: the rows of vertices {} and {} are equal, so they have the same label in every labelling",
        u + 1,
        v + 1
    )
}

fn with_labels(report: Report, (ask, subject): (&Ask, &Subject), labels: &[u32], bits: u32, caption: &str) -> Report {
    let mut report = report.fact("labels", Fact::list(labels.iter().copied()));
    if let Some(certificate) = certificate::labelled(&subject.graph, labels) {
        report = report.certificate(certificate);
    }
    pictured(report, (ask, subject), caption, &labelled(labels), bits)
}

/// What is said under the picture of a graph without labels.
const ALIKE: &str = "the marked vertices have the same label in every labelling";

pub(super) const TEST: Question = Question {
    name: "test",
    about: "whether a graph is xor-magic, with labels or the reason why not",
    params: &[GRAPH],
    examples: &[
        "magic test dyck",
        "magic test g1",
        "magic test prism:4",
        "magic test crossed:4",
        "magic test \"@0,0 @3,0 @3,3 @0,3 1-2 2-3 3-4 4-1\"",
    ],
    answer: answer_test,
};

fn answer_test(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    if let Some(lines) = many::lines_of(ask.text("graph")) {
        return many::answer(&lines, watch);
    }
    let subject = Subject::read_any(ask.text("graph"))?;
    let lacks = subject.lacks();
    // A graph that is being drawn is not there yet: it is told what it lacks, and stays in the hand.
    let subject = if subject.drawn.is_some() { subject } else { subject.candidate()? };
    let space = Nullspace::of(&subject.graph, watch)?;
    let report = told(&subject, &space);
    let refuse = |report: Report, reason: String, caption: &str| {
        let report = report.fact("magic", false).fact("reason", reason.as_str());
        let report = pictured(report, (ask, &subject), caption, &bare(&subject, space.equal), 1);
        Ok(Report { line: format!("not xor-magic: {reason}"), ..report })
    };
    if let Some((why, _)) = lacks {
        return refuse(report, why, if space.equal.is_some() { ALIKE } else { "not yet a candidate" });
    }
    if let Some((u, v)) = space.equal {
        let reason = match (space.test1(), subject.order()) {
            (true, _) => equal_rows_reason(u, v),
            (false, n) => {
                format!("test 1 fails: the nullity {} is less than {n}; {}", space.nullity, equal_rows_reason(u, v))
            }
        };
        let report = with_twins(report.fact("equal_rows", Fact::list([u + 1, v + 1])), &subject, (u, v));
        return refuse(report, reason, ALIKE);
    }
    decided(report, (ask, &subject), &space, watch)
}

/// Whether a graph that passes both tests is xor-magic.
fn decided(
    report: Report,
    (ask, subject): (&Ask, &Subject),
    space: &Nullspace,
    watch: &mut dyn Watch,
) -> Result<Report> {
    let n = subject.order();
    let found = bits::suffices(subject, space, n, watch)?;
    if found.bits == n && !found.labels.is_empty() {
        let line = format!("xor-magic of order {n}");
        let report = Report { line, ..report.fact("magic", true) };
        let caption = format!("an xor-magic graph of order {n}");
        return Ok(with_labels(report, (ask, subject), &found.labels, n, &caption));
    }
    if found.at_least > n {
        let fewest = bits::fewest(subject, space, watch)?;
        let certificate = match fewest.labels.is_empty() {
            true => None,
            false => certificate::fewest(&subject.graph, &fewest.labels, space.nullity),
        };
        let mut report = Report { certificate, ..report.fact("magic", false).fact("reason", found.reason.as_str()) };
        if !fewest.labels.is_empty() {
            let caption = format!("{} bits suffice, {} more than {n}", fewest.bits, fewest.bits - n);
            report = pictured(report, (ask, subject), &caption, &labelled(&fewest.labels), fewest.bits);
        }
        return Ok(Report { line: format!("passes both tests but is not xor-magic: {}", found.reason), ..report });
    }
    let line = format!("passes both tests; undecided: {}", found.reason);
    let report = report.fact("magic", Fact::Nothing).fact("reason", found.reason);
    let undecided = pictured(report, (ask, subject), "passes both tests", &bare(subject, None), 1);
    Ok(Report { line, standing: Standing::Best, ..undecided })
}

pub(super) const BITS: Question = Question {
    name: "bits",
    about: "the fewest bits of distinct labels that satisfy the xor condition",
    params: &[GRAPH],
    examples: &["magic bits g1", "magic bits cube:4", "magic bits dyck", "magic bits complete:5"],
    answer: answer_bits,
};

fn answer_bits(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    if let Some(lines) = many::lines_of(ask.text("graph")) {
        return many::answer(&lines, watch);
    }
    let subject = Subject::read_any(ask.text("graph"))?;
    let space = Nullspace::of(&subject.graph, watch)?;
    let report = told(&subject, &space);
    if let Some((u, v)) = space.equal {
        let reason = equal_rows_reason(u, v);
        let line = format!("no number of bits suffices: {reason}");
        let report = report.fact("bits", Fact::Nothing).fact("reason", reason);
        let report = with_twins(report.fact("equal_rows", Fact::list([u + 1, v + 1])), &subject, (u, v));
        let report = pictured(report, (ask, &subject), ALIKE, &bare(&subject, Some((u, v))), 1);
        return Ok(Report { line, ..report });
    }
    let found = bits::fewest(&subject, &space, watch)?;
    if found.labels.is_empty() && subject.graph.order() > 1 {
        let line = format!("at least {} bits; undecided: {}", found.at_least, found.reason);
        let report = report.fact("bits", Fact::Nothing).fact("at_least", found.at_least).fact("reason", found.reason);
        return Ok(Report { line, standing: Standing::Best, ..report });
    }
    let report = report.fact("bits", found.bits).fact("at_least", found.at_least).fact("reason", found.reason.clone());
    let caption = format!("distinct labels of {} bits", found.bits);
    let mut report = Report { line: format!("{} bits are the fewest: {}", found.bits, found.reason), ..report };
    report = report.fact("labels", Fact::list(found.labels.iter().copied()));
    // Where counting decides, the labels of a connected graph alone show it.
    let simple = found.bits == subject.order() && subject.lacks().is_none();
    let certificate = match simple {
        true => certificate::labelled(&subject.graph, &found.labels),
        false => certificate::fewest(&subject.graph, &found.labels, space.nullity),
    };
    report.certificate = certificate;
    Ok(pictured(report, (ask, &subject), &caption, &labelled(&found.labels), found.bits))
}

const NORMAL: Param = Param::switch("normal", "list the normal form of every class");
pub(super) const LABEL: Question = Question {
    name: "label",
    about: "the labellings of a graph up to the affine group, and how many there are",
    params: &[GRAPH, NORMAL],
    examples: &["magic label cube:3 --normal", "magic label dyck --normal", "magic label crossed:4"],
    answer: answer_label,
};

fn answer_label(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let subject = subject_of(ask)?;
    let space = Nullspace::of(&subject.graph, watch)?;
    let n = subject.order();
    let Classes { normal, each, inequivalent } = labellings::classes(&subject, &space, n, watch)?;
    let group = if subject.all_odd() { "affine" } else { "linear" };
    let line = match normal.len() {
        0 => format!("there is no labelling by {n} bits"),
        1 => format!("one labelling up to the {group} group, {each} in all"),
        many => format!("{many} labellings up to the {group} group, {} in all", many as u128 * each),
    };
    let mut report = Report::new(line, Standing::Proved)
        .fact("magic", !normal.is_empty())
        .fact("group", group)
        .fact("group_order", each)
        .fact("classes", normal.len())
        .fact("inequivalent", inequivalent)
        .fact("labellings", normal.len() as u128 * each);
    if ask.flag("normal") {
        let mut table = Table::new("normal_forms", &["class", "labels"]);
        for (i, labels) in normal.iter().enumerate().take(1000) {
            table.row(vec![(i + 1).into(), Fact::list(labels.iter().copied())]);
        }
        report = report.table(table);
    }
    Ok(match normal.first() {
        Some(labels) => with_labels(report, (ask, &subject), labels, n, "labels in normal form"),
        None => report,
    })
}

const KINDS: &[&str] = &["crossed", "lift", "strong", "complete", "cayley"];

fn build(kind: &str, n: u32, seed: u64) -> Result<(Built, String)> {
    let limit = |most: u32, built: fn(u32, u64) -> Built| match n > most {
        true => Err(Error::too_large(
            format!("{kind} of order {n}"),
            format!("the limit is {most}"),
            "ask for a smaller order",
        )),
        false => Ok(built(n, seed)),
    };
    Ok(match kind {
        "crossed" => (limit(20, |n, _| family::crossed(n))?, "the crossed prism".to_string()),
        "lift" => (limit(10, family::lifted)?, "a lift of lifts of the complete graph of order 2".to_string()),
        "strong" if n < 4 => {
            return Err(Error::usage("strong", "a product has at least order 4", "give N from 4 on"));
        }
        "strong" => {
            let product = |n, _| family::strong(&family::crossed(n - 2), &family::complete(2));
            (limit(14, product)?, "the strong product of a crossed prism and the complete graph of order 2".to_string())
        }
        "cayley" if n == 3 || n < 2 => {
            return Err(Error::usage(
                "cayley",
                "there is none of order 3 but the complete graph",
                "give N from 4 on, or 2",
            ));
        }
        "cayley" => (limit(14, |n, _| family::cayley(n))?, "a Cayley graph of the group of bits".to_string()),
        _ => (limit(11, |n, _| family::complete(n))?, "the complete graph".to_string()),
    })
}

const N: Param = Param::whole("n", "the order: 2^N vertices", 2, 20).main();
const KIND: Param = Param::choice("kind", "the construction", KINDS).or("crossed");
const SEED: Param = Param::seed();
pub(super) const FAMILY: Question = Question {
    name: "family",
    about: "the crossed prism of order N with its labels, and other constructions that are proved",
    params: &[N, KIND, SEED],
    examples: &[
        "magic family 4",
        "magic family 5 --kind lift --seed 2",
        "magic family 5 --kind strong",
        "magic family 6 --kind cayley",
        "magic family 12",
    ],
    answer: answer_family,
};

fn answer_family(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n") as u32;
    let kind = ask.text("kind");
    let (built, name) = build(kind, n, ask.seed())?;
    kit::watch::step(watch, 1 << n, None, || "the labels were not verified".to_string())?;
    let holds = condition::is_labelling(&built.graph, &built.labels, n) && built.graph.components().len() == 1;
    if !holds {
        return Err(Error::failed(format!("the construction {kind} of order {n} does not hold")));
    }
    let order = built.graph.order();
    let edges = built.graph.edges().count();
    let mut report = Report::new(format!("{name}: {order} vertices, xor-magic of order {n}"), Standing::Proved)
        .fact("order", n)
        .fact("vertices", order)
        .fact("edges", edges)
        .fact("degree", built.graph.regularity())
        .fact("magic", holds);
    let labels: Vec<String> = built.labels.iter().map(ToString::to_string).collect();
    if let Some(certificate) = certificate::labelled(&built.graph, &built.labels) {
        report = report.certificate(certificate);
    }
    report = match n <= 10 {
        true => report.fact("labels", Fact::list(built.labels.iter().copied())),
        false => report.fact("labels", Fact::Document(labels.join("\n"))),
    };
    if n <= 10 {
        report = report.fact("graph6", read::to_graph6(&built.graph));
    } else {
        let lines: Vec<String> = built.graph.edges().map(|(a, b)| format!("{} {}", a + 1, b + 1)).collect();
        report = report.fact("edge_list", Fact::Document(lines.join("\n")));
    }
    if order <= scene::MOST_DRAWN {
        let known: Option<Drawing> = (kind == "crossed" && n > 2).then(|| family::prism_drawing(n));
        let caption = format!("{name}, order {n}");
        report = report.scene(scene::labelled("family", &caption, &built.graph, known.as_ref(), &built.labels, n));
    }
    Ok(report)
}

/// The degrees that a search on labels can take on so many vertices.
fn most_degree(vertices: usize) -> usize {
    match vertices {
        4 => 3,
        8 => 7,
        16 => 5,
        _ => 3,
    }
}

/// The order of the way by testing every graph: up to 16 vertices of degree 3, and any degree on 8.
fn can_test_all(vertices: usize, degree: usize) -> bool {
    vertices <= 8 || vertices == 16 && degree <= 3
}

const VERTICES: Param = Param::choice("vertices", "the number of vertices", &["4", "8", "16", "32"]).or("16");
const DEGREE: Param = Param::whole("degree", "the degree of every vertex", 1, 7).or("3");
const BY: Param =
    Param::choice("by", "search on labels, test every graph, or both where possible", &["both", "labels", "graphs"])
        .or("both");
const BUDGET: Param =
    Param::whole("budget", "steps where the search is too long to be finished", 1_000, 1_000_000_000).or("100000");
pub(super) const SEARCH: Question = Question {
    name: "search",
    about: "all connected regular xor-magic graphs on so many vertices",
    params: &[VERTICES, DEGREE, BY, BUDGET],
    examples: &[
        "magic search --vertices 8",
        "magic search --vertices 16",
        "magic search --vertices 8 --degree 4",
        "magic search --vertices 16 --degree 7 --budget 2000",
    ],
    answer: answer_search,
};

fn answer_search(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let vertices: usize = ask.text("vertices").parse().expect("a choice of numbers");
    let degree = ask.size("degree");
    let (n, k) = (vertices.trailing_zeros(), degree as u32);
    let most = most_degree(vertices).min(vertices - 1);
    if (vertices == 16 && degree > most) || (vertices == 32 && degree == 5) {
        return within_budget(vertices, degree, ask.size("budget") as u64, watch);
    }
    if degree > most || vertices == 32 && degree != 3 {
        let asked = format!("degree {degree} on {vertices} vertices");
        let limit = if vertices == 32 {
            "only degree 3 is searched there, and degree 5 within a budget".to_string()
        } else {
            format!("the limit is degree {most}")
        };
        return Err(Error::too_large(asked, limit, "ask for another degree"));
    }
    let by = ask.text("by");
    let testable = can_test_all(vertices, degree);
    if by == "graphs" && !testable {
        let asked = format!("testing every graph of degree {degree} on {vertices} vertices");
        return Err(Error::too_large(asked, "the limits are 8 vertices, and 16 of degree 3", "search --by labels"));
    }
    let timed = |what: &str, watch: &mut dyn Watch, search: fn(u32, u32, &mut dyn Watch) -> Result<Classification>| {
        let start = kit::Clock::start();
        let found = search(n, k, watch)?;
        watch.say(&format!("{what}: {:.2} s", start.seconds()));
        Ok::<_, Error>(found)
    };
    let labels = if by == "graphs" { None } else { Some(timed("search on labels", watch, classify::by_labels)?) };
    let graphs =
        if by == "labels" || !testable { None } else { Some(timed("every graph", watch, classify::by_graphs)?) };
    report_search(vertices, degree, labels.as_ref(), graphs.as_ref())
}

/// What a budget reaches where the whole search is too long: at least so many, and no more is said.
fn within_budget(vertices: usize, degree: usize, budget: u64, watch: &mut dyn Watch) -> Result<Report> {
    let (list, complete) = classify::within(vertices.trailing_zeros(), degree as u32, budget, watch)?;
    let report = report_search(vertices, degree, Some(&list), None)?;
    let count = list.kinds.len();
    let line = match complete {
        true => report.line.clone(),
        false => format!(
            "at least {count} connected {degree}-regular graphs on {vertices} vertices are xor-magic: a budget of {budget} steps reaches so many"
        ),
    };
    let standing = if complete { Standing::Proved } else { Standing::Best };
    Ok(Report { line, standing, ..report.fact("complete", complete).fact("budget", budget) })
}

fn report_search(
    vertices: usize,
    degree: usize,
    labels: Option<&Classification>,
    graphs: Option<&Classification>,
) -> Result<Report> {
    let list = labels.or(graphs).expect("one way was taken");
    let kinds = |c: &Classification| c.kinds.iter().map(|k| k.graph.clone()).collect::<Vec<Small>>();
    let agree = labels.zip(graphs).map(|(a, b)| kinds(a) == kinds(b));
    if agree == Some(false) {
        return Err(Error::failed("the search on labels and the test of every graph give different lists"));
    }
    let mut table = Table::new(
        "graphs",
        &["graph6", "girth", "bipartite", "planar", "automorphisms", "vertex_transitive", "nullity"],
    );
    let mut transitive = 0;
    for kind in &list.kinds {
        let symmetries = kind.graph.symmetries();
        transitive += usize::from(symmetries.transitive);
        table.row(vec![
            kind.graph6().into(),
            kind.graph.girth().into(),
            kind.graph.is_bipartite().into(),
            kind.graph.is_planar().into(),
            symmetries.order.into(),
            symmetries.transitive.into(),
            condition::small_tests(&kind.graph).0.into(),
        ]);
    }
    let count = list.kinds.len();
    let what = format!("connected {degree}-regular graphs on {vertices} vertices");
    let line = match graphs {
        Some(c) => format!("{count} of the {} {what} are xor-magic, {transitive} of them vertex-transitive", c.steps),
        None => format!("{count} {what} are xor-magic, {transitive} of them vertex-transitive"),
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
    if let Some(certificate) = certificate::all(vertices, degree, &list.kinds) {
        report = report.certificate(certificate);
    }
    Ok(match most_symmetric(list) {
        Some(kind) => {
            let caption =
                format!("the xor-magic graph on {vertices} vertices with the most symmetries, {}", kind.graph6());
            let n = vertices.trailing_zeros();
            report.scene(scene::labelled("graph", &caption, &kind.graph.to_graph(), None, &kind.labels, n))
        }
        None => report,
    })
}

fn most_symmetric(list: &Classification) -> Option<&Kind> {
    list.kinds.iter().max_by_key(|k| (k.graph.symmetries().order, std::cmp::Reverse(&k.graph)))
}

pub(super) const SQUARES: Question = Question {
    name: "squares",
    about: "the magic squares of order 4 with 0..15, and which have rows and columns of xor zero",
    params: &[],
    examples: &["magic squares"],
    answer: answer_squares,
};

fn answer_squares(_ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let list = squares::all();
    let vanish = list.iter().filter(|s| squares::rows_and_columns_vanish(s)).count();
    let diagonals = list.iter().filter(|s| squares::rows_and_columns_vanish(s) && squares::diagonals_vanish(s)).count();
    let mut table = Table::new("squares", &["number", "square", "nimm0", "diagonals"]);
    for (i, square) in list.iter().enumerate() {
        table.row(vec![
            (i + 1).into(),
            squares::text(square).into(),
            squares::rows_and_columns_vanish(square).into(),
            squares::diagonals_vanish(square).into(),
        ]);
    }
    let exception = list.iter().find(|s| !squares::rows_and_columns_vanish(s));
    let line = format!("{} magic squares of order 4; in {vanish} of them the rows and columns xor to zero", list.len());
    let report = Report::new(line, Standing::Proved)
        .fact("squares", list.len())
        .fact("nimm0", vanish)
        .fact("nimm0_and_diagonals", diagonals)
        .fact("all_nimm0", vanish == list.len())
        .fact("exception", exception.map(squares::text))
        .table(table)
        .certificate(certificate::squares(&list));
    Ok(match exception.or(list.first()) {
        Some(square) => report.scene(square_scene(square)),
        None => report,
    })
}

fn square_scene(square: &squares::Square) -> Scene {
    let vanish = squares::rows_and_columns_vanish(square);
    let caption = match vanish {
        true => "a magic square whose rows and columns xor to zero",
        false => "a magic square with rows or columns that do not xor to zero: their xor stands beside them",
    };
    let mut scene = Scene::framed("square", caption, [-0.1, -0.1, 5.2, 5.2]);
    for (cell, number) in square.iter().enumerate() {
        let (row, column) = ((cell / 4) as f64, (cell % 4) as f64);
        scene.add(Shape::rect(column, row, 1.0, 1.0).fill(Ink::Paper).stroke(Ink::Rule));
        scene.add(Shape::text(column + 0.5, row + 0.5, 0.45, number.to_string()));
    }
    for i in 0..4 {
        let row = (0..4).fold(0, |sum, j| sum ^ square[4 * i + j]);
        let column = (0..4).fold(0, |sum, j| sum ^ square[4 * j + i]);
        for (value, x, y) in [(row, 4.5, i as f64 + 0.5), (column, i as f64 + 0.5, 4.5)] {
            let ink = if value == 0 { Ink::Faint } else { Ink::Warn };
            scene.add(Shape::text(x, y, 0.4, value.to_string()).fill(ink));
        }
    }
    scene
}
