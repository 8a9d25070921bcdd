//! `magic family`: constructions that are proved, built and verified.

use super::{AROUND, around};
use crate::condition::Around;
use crate::family::{self, Built};
use crate::{certificate, scene};
use engine::graphs::{layout::Drawing, read};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Watch};

/// A construction: its name and what it builds, the variant, the least and the greatest order.
struct Construction {
    kind: &'static str,
    name: &'static str,
    around: Around,
    orders: (u32, u32),
    build: fn(u32, u64) -> Built,
}

const fn row(
    around: Around,
    kind: &'static str,
    name: &'static str,
    orders: (u32, u32),
    build: fn(u32, u64) -> Built,
) -> Construction {
    Construction { kind, name, around, orders, build }
}

const KINDS: &[&str] = &[
    "crossed",
    "self-switching",
    "lift",
    "strong",
    "cartesian",
    "lexicographic",
    "tensor",
    "modular",
    "complete",
    "cayley",
];

/// The constructions; of each variant the first is the usual one.
const CONSTRUCTIONS: &[Construction] = &[
    row(Around::Closed, "crossed", "the crossed prism", (2, 20), |n, _| family::crossed(n)),
    row(
        Around::Closed,
        "self-switching",
        "a self-switching of self-switchings of the complete graph of order 2",
        (2, 12),
        lifts,
    ),
    row(Around::Closed, "lift", "a lift of lifts of the complete graph of order 2", (2, 12), lifts),
    row(
        Around::Closed,
        "strong",
        "the strong product of a crossed prism and the complete graph of order 2",
        (4, 14),
        |n, _| family::strong(&family::crossed(n - 2), &family::complete(2)),
    ),
    row(
        Around::Closed,
        "cartesian",
        "the Cartesian product of a crossed prism and four against four",
        (5, 14),
        |n, _| family::cartesian(&family::crossed(n - 3), &family::blown_up(3)),
    ),
    row(Around::Closed, "lexicographic", "a ring of complete graphs of order 2", (3, 14), |n, _| {
        family::lexicographic(&family::ring(n - 2), &family::complete(2))
    }),
    row(Around::Closed, "modular", "the modular product of a ring and four vertices without edges", (4, 12), |n, _| {
        family::modular(&family::ring(n - 2), &family::empty(2))
    }),
    row(Around::Closed, "complete", "the complete graph", (2, 11), |n, _| family::complete(n)),
    row(Around::Closed, "cayley", "a Cayley graph of the group of bits", (2, 14), |n, _| {
        family::cayley(n, Around::Closed)
    }),
    row(Around::Open, "cayley", "a Cayley graph of the group of bits", (3, 14), |n, _| family::cayley(n, Around::Open)),
    row(
        Around::Open,
        "self-switching",
        "a self-switching of self-switchings of four against four",
        (3, 12),
        open_lifts,
    ),
    row(Around::Open, "lift", "a lift of lifts of four against four", (3, 12), open_lifts),
    row(Around::Open, "lexicographic", "a ring of four vertices each", (3, 14), |n, _| family::blown_up(n)),
    row(
        Around::Open,
        "tensor",
        "the tensor product of four times four against each other and a ring of four each",
        (7, 12),
        |n, _| {
            let four = family::lexicographic(&family::complete(2), &family::empty(2));
            family::tensor(&four, &family::blown_up(n - 4))
        },
    ),
];

fn lifts(n: u32, seed: u64) -> Built {
    family::lifted(family::complete(2), n, seed)
}

fn open_lifts(n: u32, seed: u64) -> Built {
    family::lifted(family::blown_up(3), n, seed)
}

/// The construction that is asked for, and the graph.
fn build(kind: Option<&str>, around: Around, n: u32, seed: u64) -> Result<(Built, &'static Construction)> {
    let fits = || CONSTRUCTIONS.iter().filter(|c| c.around == around);
    let Some(found) = fits().find(|c| kind.is_none_or(|kind| c.kind == kind)) else {
        let kinds: Vec<&str> = fits().map(|c| c.kind).collect();
        let why = "no construction of that variant";
        return Err(Error::usage(kind.unwrap_or_default(), why, format!("ask for one of {}", kinds.join(", "))));
    };
    let (least, most) = found.orders;
    if n < least {
        let why = format!("it begins at order {least}");
        return Err(Error::usage(format!("{} of order {n}", found.kind), why, format!("give N from {least} on")));
    }
    if n > most {
        let asked = format!("{} of order {n}", found.kind);
        return Err(Error::too_large(asked, format!("the limit is {most}"), "ask for a smaller order"));
    }
    if (found.kind, found.around, n) == ("cayley", Around::Closed, 3) {
        let why = "there is none of order 3 but the complete graph";
        return Err(Error::usage("cayley", why, "give N from 4 on, or 2"));
    }
    Ok(((found.build)(n, seed), found))
}

const N: Param = Param::whole("n", "the order: 2^N vertices", 2, 20).main();
const KIND: Param =
    Param::choice("kind", "the construction; without it crossed, or cayley where neighbourhoods are open", KINDS);
const SEED: Param = Param::seed();
pub(super) const FAMILY: Question = Question::of("family", answer_family)
    .about("the crossed prism of order N with its labels, and other constructions that are proved")
    .params(&[N, KIND, AROUND, SEED])
    .examples(&[
        "magic family 4",
        "magic family 5 --kind lift --seed 2",
        "magic family 5 --kind strong",
        "magic family 4 --kind modular",
        "magic family 5 --kind cartesian",
        "magic family 6 --kind cayley",
        "magic family 5 --kind self-switching --around open",
        "magic family 12",
    ]);

fn answer_family(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (n, around) = (ask.size("n") as u32, around(ask));
    let (built, Construction { kind, name, .. }) = build(ask.text_if("kind"), around, n, ask.seed())?;
    kit::watch::step(watch, 1 << n, None, || "the labels were not verified".to_string())?;
    let holds = around.is_labelling(&built.graph, &built.labels, n) && built.graph.components().len() == 1;
    if !holds {
        return Err(Error::failed(format!("the construction {kind} of order {n} does not hold")));
    }
    let order = built.graph.order();
    let edges = built.graph.edges().count();
    let mut report =
        Report::new(format!("{name}: {order} vertices, {} of order {n}", around.magic()), Standing::Proved)
            .fact("order", n)
            .fact("vertices", order)
            .fact("edges", edges)
            .fact("degree", built.graph.regularity())
            .fact("magic", holds);
    let labels: Vec<String> = built.labels.iter().map(ToString::to_string).collect();
    report.certificate = match around {
        Around::Closed => certificate::labelled(&built.graph, &built.labels),
        Around::Open => certificate::open_labelled(&built.graph, &built.labels),
    };
    if report.certificate.is_none() {
        report = report.argument(match (around, *kind) {
            (Around::Open, _) => super::OPEN,
            (Around::Closed, "crossed" | "self-switching" | "lift") => "Lifts",
            (Around::Closed, _) => "Products and groups",
        });
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
        let known: Option<Drawing> = (*kind == "crossed" && n > 2).then(|| family::prism_drawing(n));
        let caption = format!("{name}, order {n}");
        report = report.scene(scene::labelled("family", &caption, &built.graph, known.as_ref(), &built.labels, n));
    }
    Ok(report)
}
