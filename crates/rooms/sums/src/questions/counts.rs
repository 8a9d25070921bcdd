//! The questions `products`, `triples`, `chomp`, `thirds` and `bars`: lost positions in bulk, and products of nimbers.

use super::super::lost::{Bar, lost_bars, lost_by_cells, lost_triples, nim_product};
use super::super::thirds::{LONGEST, Tail, thirds};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch, say};

const LETTERS: [&str; 4] = ["a", "b", "c", "d"];
const OUTCOME: &str = "definition of the outcome";

pub(super) const PRODUCTS: Question = Question::of("products", |ask, watch| products(ask.size("count"), watch))
    .about("the products of nimbers along the antidiagonals of their table")
    .params(&[Param::whole("count", "how many products", 1, 1_000_000).main()])
    .examples(&["sums products 28"]);

fn products(count: usize, watch: &mut dyn Watch) -> Result<Report> {
    kit::memory::take(watch, &format!("{count} rows"), 320 * count as u64)?;
    let pairs = (0u64..).flat_map(|sum| (0..=sum).map(move |b| (sum - b, b)));
    let products: Vec<u64> = pairs.take(count).map(|(a, b)| nim_product(a, b)).collect();
    let line = format!("the first {} of nimbers, antidiagonal by antidiagonal", say::count(count as u64, "product"));
    Ok(Report::new(line, Standing::Proved)
        .fact("values", Fact::list(products.iter().copied()))
        .table(Table::sequence("products", "place", "product", 0, products))
        .argument("definition of the nim product"))
}

pub(super) const TRIPLES: Question = Question::of("triples", |ask, _| Ok(triples(ask.size("n"))))
    .about("how many positions of Nim with three heaps of at most n are lost")
    .params(&[Param::whole("n", "the largest heap", 1, 20_000).main()])
    .examples(&["sums triples 15"]);

fn triples(n: usize) -> Report {
    let counts = lost_triples(n as u32);
    let lost = counts.last().copied().unwrap_or(0);
    let line = format!("{} of three heaps of 1 to {n} are lost", say::count(lost, "position"));
    Report::new(line, Standing::Proved)
        .fact("lost", lost)
        .table(Table::sequence("triples", "n", "lost", 1, counts))
        .argument("theorem of Sprague and Grundy")
}

pub(super) const CHOMP: Question = Question::of("chomp", answer_chomp)
    .about("the first lost positions of Chomp with few rows, in the order of a dictionary")
    .params(&[
        Param::whole("count", "how many lost positions", 1, 3000).main(),
        Param::whole("rows", "the most rows", 2, 4).or("3"),
    ])
    .examples(&["sums chomp 20", "sums chomp 20 --rows 4"]);

fn answer_chomp(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (count, rows) = (ask.size("count"), ask.size("rows"));
    let lost = lost_bars(rows, count, watch)?;
    let width = lost.last().map_or(0, |bar| bar[0]);
    let line = format!(
        "the first {} of Chomp with at most {}, to the width {width}",
        say::count(count as u64, "lost position"),
        say::count(rows as u64, "row")
    );
    let mut table = Table::new("lost", &LETTERS[..rows]);
    for bar in &lost {
        table.row(bar[..rows].iter().map(|&length| length.into()).collect());
    }
    Ok(Report::new(line, Standing::Proved)
        .fact("count", count)
        .fact("largest", width)
        .table(table)
        .table(Table::sequence("widths", "width", "within", 0, within(&lost, width)))
        .argument(OUTCOME))
}

/// How many of them are at most 0, 1, 2, ... wide; the last width may not be complete and is left out.
fn within(lost: &[Bar], width: u16) -> Vec<usize> {
    (0..width).map(|most| lost.iter().filter(|bar| bar[0] <= most).count()).collect()
}

pub(super) const THIRDS: Question = Question::of("thirds", |ask, watch| told_thirds(ask.size("to"), watch))
    .about(
        "Chomp with three rows: which third rows end with a lost bar (g, g, h), and which have a family of lost bars",
    )
    .params(&[Param::whole("to", "the longest third row", 0, LONGEST as i64).main()])
    .examples(&["sums thirds 20"]);

fn told_thirds(to: usize, watch: &mut dyn Watch) -> Result<Report> {
    let mut ends = Table::new("ends", &["h", "g"]);
    let mut families = Table::new("families", &["r", "p", "q"]);
    for (row, third) in thirds(to, watch)?.iter().enumerate() {
        match third.tail {
            Tail::Ends { g } => ends.row(kit::row![row, g]),
            Tail::Family { p, q } => families.row(kit::row![row, p, q]),
        }
    }
    let line = format!(
        "of the third rows 0 to {to} of Chomp {} with a lost bar (g, g, h), and {} a family (k + p + q, k + q, r)",
        say::counted(ends.rows.len() as u64, "ends", "end"),
        say::counted(families.rows.len() as u64, "has", "have"),
    );
    Ok(Report::new(line, Standing::Proved)
        .fact("ends", ends.rows.len())
        .fact("families", families.rows.len())
        .table(ends)
        .table(families)
        .argument("Families of Chomp"))
}

pub(super) const BARS: Question = Question::of("bars", |ask, watch| bars(ask.size("cells"), watch))
    .about("how many bars of n cells, of any shape, are lost in Chomp")
    .params(&[Param::whole("cells", "the most cells", 0, 60).main()])
    .examples(&["sums bars 20"]);

fn bars(cells: usize, watch: &mut dyn Watch) -> Result<Report> {
    let counts = lost_by_cells(cells, watch)?;
    let line = format!("{} of {cells} cells are lost in Chomp", say::count(counts[cells], "bar"));
    Ok(Report::new(line, Standing::Proved)
        .fact("lost", counts[cells])
        .table(Table::sequence("bars", "cells", "lost", 0, counts))
        .argument(OUTCOME))
}
