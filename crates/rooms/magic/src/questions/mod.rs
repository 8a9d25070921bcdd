//! The questions of the room.

mod by_hand;
mod cubic;
mod family;
mod list;
mod many;
mod search;
mod transitive;

use super::condition::{Around, Nullspace, Subject};
use super::labellings::{self, Classes};
use super::{bits, certificate, squares};
use by_hand::{bare, labelled, pictured};
use kit::{Ask, Fact, Ink, Param, Question, Report, Result, Scene, Shape, Standing, Table, Watch};

pub(super) static QUESTIONS: &[Question] =
    &[TEST, BITS, LABEL, family::FAMILY, search::SEARCH, list::LIST, cubic::CUBIC, transitive::TRANSITIVE, SQUARES];

/// A graph6 line of 2^16 vertices has 357,908,000 characters.
const GRAPH: Param = Param::source(
    "graph",
    "a graph: graph6, a name such as crossed:4, g1, dyck or cube:3, an edge list, a drawing as \"@0,0 @2,0 1-2\", or a file",
    360_000_000,
)
.main();

/// The variant: whether a vertex counts itself.
const AROUND: Param = Param::choice(
    "around",
    "which labels have xor 0 at a vertex: its neighbours' and its own (closed), or its neighbours' alone (open)",
    &["closed", "open"],
)
.or("closed");

/// What most questions ask about.
const SUBJECT: &[Param] = &[GRAPH, AROUND];

/// The essay's name for what is found out where a vertex does not count itself.
const OPEN: &str = "Open neighbourhoods";

fn around(ask: &Ask) -> Around {
    Around::named(ask.text("around"))
}

fn subject_of(ask: &Ask) -> Result<Subject> {
    Ok(Subject::read(ask.text("graph"))?.around(around(ask)))
}

/// The certificate of labels in either variant.
fn labels_certificate(subject: &Subject, labels: &[u32]) -> Option<kit::Certificate> {
    match subject.around {
        Around::Closed => certificate::labelled(&subject.graph, labels),
        Around::Open => certificate::open_labelled(&subject.graph, labels),
    }
}

/// That these labels have the fewest bits: by a certificate, or by the essay where neighbourhoods are open.
fn with_fewest(report: Report, subject: &Subject, labels: &[u32], nullity: usize) -> Report {
    match subject.around {
        Around::Closed => Report { certificate: certificate::fewest(&subject.graph, labels, nullity), ..report },
        Around::Open => report.argument(OPEN),
    }
}

/// The part of the essay that says why labels of few bits are missing.
const FEWEST_BITS: &str = "Fewest bits";

/// The most vertices whose matrices are written out.
const MOST_WRITTEN: usize = 64;

/// M, a basis of its nullspace as the columns of Y, and both side by side as a table.
fn matrices(report: Report, subject: &Subject, space: &Nullspace) -> Report {
    let order = subject.graph.order();
    if order > MOST_WRITTEN {
        return report;
    }
    let closed = subject.around.neighbourhoods(&subject.graph);
    let digits = |bits: &mut dyn Iterator<Item = bool>| bits.map(|b| if b { '1' } else { '0' }).collect::<String>();
    let m: Vec<String> = (0..order).map(|v| digits(&mut (0..order).map(|w| closed.has_arc(v, w)))).collect();
    let y: Vec<String> = (0..order).map(|v| digits(&mut (0..space.nullity).map(|i| space.rows.get(v, i)))).collect();
    let mut table = Table::new("matrices", &["vertex", "m", "y"]);
    for (v, (m, y)) in m.iter().zip(&y).enumerate() {
        table.row(kit::row![v + 1, m.as_str(), y.as_str()]);
    }
    report.fact("m", Fact::Document(m.join("\n"))).fact("y", Fact::Document(y.join("\n"))).table(table)
}

/// The certificate that two vertices are labelled alike.
fn with_twins(report: Report, subject: &Subject, pair: (usize, usize)) -> Report {
    let (graph, centres) = (&subject.graph, subject.around.centres(&subject.graph, pair));
    let certificate = match subject.around {
        Around::Closed => certificate::twins(graph, pair, &centres),
        Around::Open => certificate::open_twins(graph, pair, &centres),
    };
    match certificate {
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
    if let Some(certificate) = labels_certificate(subject, labels) {
        report = report.certificate(certificate);
    }
    pictured(report, (ask, subject), caption, &labelled(labels), bits)
}

/// What is said under the picture of a graph without labels.
const ALIKE: &str = "the marked vertices have the same label in every labelling";

pub(super) const TEST: Question = Question::of("test", |ask, watch| many::each(ask, watch, tested))
    .about("whether a graph is xor-magic, with labels or the reason why not")
    .params(SUBJECT)
    .examples(&[
        "magic test dyck",
        "magic test g1",
        "magic test prism:4",
        "magic test crossed:4",
        "magic test bipartite:4x4 --around open",
        "magic test circle:8 --around open",
        "magic test \"@0,0 @3,0 @3,3 @0,3 1-2 2-3 3-4 4-1\"",
    ]);

fn tested(ask: &Ask, subject: Subject, watch: &mut dyn Watch) -> Result<Report> {
    let magic = subject.around.magic();
    let lacks = subject.lacks();
    // A graph that is being drawn is not there yet: it is told what it lacks, and stays in the hand.
    let subject = if subject.drawn.is_some() { subject } else { subject.candidate()? };
    let space = subject.nullspace(watch)?;
    let report = told(&subject, &space);
    let refuse = |report: Report, reason: String, caption: &str| {
        let report = report.fact("magic", false).fact("reason", reason.as_str());
        let report = pictured(report, (ask, &subject), caption, &bare(&subject, space.equal), 1);
        Ok(Report { line: format!("not {magic}: {reason}"), ..report })
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
    let (n, magic) = (subject.order(), subject.around.magic());
    let found = bits::suffices(subject, space, n, watch)?;
    if found.bits == n && !found.labels.is_empty() {
        let line = format!("{magic} of order {n}");
        let report = Report { line, ..report.fact("magic", true) };
        let caption = format!("an {magic} graph of order {n}");
        return Ok(with_labels(report, (ask, subject), &found.labels, n, &caption));
    }
    if found.at_least > n {
        let fewest = bits::fewest(subject, space, watch)?;
        let mut report = report.fact("magic", false).fact("reason", found.reason.as_str());
        if !fewest.labels.is_empty() {
            report = with_fewest(report, subject, &fewest.labels, space.nullity);
        }
        if !fewest.labels.is_empty() {
            let caption = format!("{} bits suffice, {} more than {n}", fewest.bits, fewest.bits - n);
            report = pictured(report, (ask, subject), &caption, &labelled(&fewest.labels), fewest.bits);
        }
        return Ok(Report { line: format!("passes both tests but is not {magic}: {}", found.reason), ..report });
    }
    let line = format!("passes both tests; undecided: {}", found.reason);
    let report = report.fact("magic", Fact::Nothing).fact("reason", found.reason);
    let undecided = pictured(report, (ask, subject), "passes both tests", &bare(subject, None), 1);
    Ok(Report { line, standing: Standing::Best, ..undecided })
}

pub(super) const BITS: Question = Question::of("bits", |ask, watch| many::each(ask, watch, fewest_bits))
    .about("the fewest bits of distinct labels that satisfy the xor condition")
    .params(SUBJECT)
    .examples(&[
        "magic bits g1",
        "magic bits cube:4",
        "magic bits dyck",
        "magic bits complete:5",
        "magic bits cube:3 --around open",
        "magic bits cube:4 --around open",
    ]);

fn fewest_bits(ask: &Ask, subject: Subject, watch: &mut dyn Watch) -> Result<Report> {
    let space = subject.nullspace(watch)?;
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
    match simple {
        true => report.certificate = labels_certificate(&subject, &found.labels),
        false => report = with_fewest(report, &subject, &found.labels, space.nullity),
    }
    Ok(pictured(report, (ask, &subject), &caption, &labelled(&found.labels), found.bits))
}

pub(super) const LABEL: Question = Question::of("label", answer_label)
    .about("the labellings of a graph up to the affine group, and how many there are")
    .params(&[GRAPH, Param::switch("normal", "list the normal form of every class"), AROUND])
    .examples(&[
        "magic label cube:3 --normal",
        "magic label dyck --normal",
        "magic label crossed:4",
        "magic label bipartite:4x4 --around open",
    ]);

fn answer_label(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let subject = subject_of(ask)?;
    let space = subject.nullspace(watch)?;
    let n = subject.order();
    let Classes { normal, each, inequivalent } = labellings::classes(&subject, &space, n, watch)?;
    let group = if subject.translates() { "affine" } else { "linear" };
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
            table.row(kit::row![i + 1, Fact::list(labels.iter().copied())]);
        }
        report = report.table(table);
    }
    Ok(match normal.first() {
        Some(labels) => with_labels(report, (ask, &subject), labels, n, "labels in normal form"),
        None => unlabelled(report, &subject, &space, watch)?,
    })
}

/// That so few bits do not suffice: by two vertices that are labelled alike, or by the fewest bits that do; the essay
/// says why it is so where a checker could not go through the subspaces.
fn unlabelled(report: Report, subject: &Subject, space: &Nullspace, watch: &mut dyn Watch) -> Result<Report> {
    let shown = match space.equal {
        Some(pair) => with_twins(report, subject, pair),
        None if subject.around == Around::Open => return Ok(report.argument(OPEN)),
        None => {
            let fewest = bits::fewest(subject, space, watch)?;
            match fewest.labels.is_empty() {
                true => report,
                false => with_fewest(report, subject, &fewest.labels, space.nullity),
            }
        }
    };
    Ok(if shown.certificate.is_some() { shown } else { shown.argument(FEWEST_BITS) })
}

pub(super) const SQUARES: Question = Question::of("squares", answer_squares)
    .about("the magic squares of order 4 with 0..15, and which have rows and columns of xor zero")
    .params(&[])
    .examples(&["magic squares"]);

fn answer_squares(_ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let list = squares::all();
    let vanish = list.iter().filter(|s| squares::rows_and_columns_vanish(s)).count();
    let diagonals = list.iter().filter(|s| squares::rows_and_columns_vanish(s) && squares::diagonals_vanish(s)).count();
    let mut table = Table::new("squares", &["number", "square", "nimm0", "diagonals"]);
    for (i, square) in list.iter().enumerate() {
        table.row(kit::row![
            i + 1,
            squares::text(square),
            squares::rows_and_columns_vanish(square),
            squares::diagonals_vanish(square)
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
