//! `conics odds`: how often the curve through five random points is an ellipse.

use super::super::exact::{quadrature, usual_nodes};
use super::super::purcell::Field;
use super::super::region::Region;
use super::super::sample::{Sums, areas_so_far, running, standard_error, tallies, tallies_so_far, wilson};
use super::super::scene::convergence;
use super::{REGION, region_of};
use engine::sampling::tosses::Tally;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const ODDS: Question = Question::of("odds", answer)
    .about("how often five random points lie on an ellipse, on a hyperbola, on a parabola")
    .params(&[
        REGION,
        Param::choice(
            "method",
            "toss points; toss four and integrate the fifth; or quadrature",
            &["sample", "purcell", "exact"],
        )
        .or("sample"),
        Param::whole("tosses", "how many tosses", 1, 1_000_000_000_000).or("10000000"),
        Param::whole("nodes", "nodes in each direction of the finest quadrature", 5, 30),
        Param::seed(),
    ])
    .examples(&[
        "conics odds --tosses 1000000",
        "conics odds --region disk --tosses 1000000",
        "conics odds --method purcell --tosses 20000",
        "conics odds --region gauss --method exact",
        "conics odds --region ngon:6 --method purcell --tosses 20000",
        "conics odds --region ring:0.5 --tosses 1000000",
    ]);

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (region, tosses) = (region_of(ask)?, ask.whole("tosses") as u64);
    match ask.text("method") {
        "exact" => integrated(&region, ask.size_if("nodes"), watch),
        "purcell" => by_areas(&region, tosses, ask.seed(), watch),
        _ => sampled(&region, tosses, ask.seed(), watch),
    }
}

fn sampled(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Report> {
    let start = kit::Clock::start();
    let tallies = tallies_so_far(region, tosses, seed, watch)?.pieces;
    let seconds = start.seconds().max(1e-9);
    let total = tallies.iter().fold(Tally::default(), |sum, &t| sum.plus(t));
    let tosses = total.tosses();
    let share = |count: u64| count as f64 / tosses as f64;
    let ellipse = share(total.ellipses);
    let error = standard_error(ellipse, tosses);
    let line = format!("{}: {:.6} of {tosses} tosses are ellipses, standard error {error:.1e}", region.name(), ellipse);
    Ok(Report::new(line, Standing::sampled(error))
        .fact("ellipse", ellipse)
        .fact("hyperbola", share(total.hyperbolas))
        .fact("parabola", share(total.zeros))
        .fact("standard_error", error)
        .fact("interval", Fact::list(wilson(total.ellipses, tosses)))
        .fact("tosses", tosses)
        .fact("ellipses", total.ellipses)
        .fact("hyperbolas", total.hyperbolas)
        .fact("parabolas", total.zeros)
        .fact("tosses_per_second", tosses as f64 / seconds)
        .table(running_table(&running(&tallies), ellipse * (1.0 - ellipse)))
        .scene(convergence(&running(&tallies), &region.name(), ellipse * (1.0 - ellipse))))
}

fn integrated(region: &Region, nodes: Option<usize>, watch: &mut dyn Watch) -> Result<Report> {
    let quadrature = quadrature(region, nodes.unwrap_or(usual_nodes(region)), watch)?;
    let (value, error) = (quadrature.value(), quadrature.error);
    let digits = quadrature.digits().min(14);
    let stable = format!("{value:.digits$}");
    let mut table = Table::new("refinement", &["nodes", "evaluations", "ellipse", "change"]);
    let mut before = None;
    for step in &quadrature.table {
        let change: Option<f64> = before.map(|b: f64| step.value - b);
        table.row(kit::row![step.nodes, step.evaluations, step.value, change]);
        before = Some(step.value);
    }
    let line =
        format!("{}: the share of ellipses is {stable}, {digits} decimals stable under refinement", region.name());
    Ok(Report::new(line, Standing::refined(error))
        .fact("ellipse", value)
        .fact("hyperbola", 1.0 - value)
        .fact("parabola", 0.0)
        .fact("stable", stable)
        .fact("digits", digits)
        .fact("last_change", error)
        .table(table))
}

fn by_areas(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Report> {
    let Some(field) = Field::of(region) else {
        return Err(Error::usage("--region gauss", "the method of areas needs a region with an area", "sample it"));
    };
    let start = kit::Clock::start();
    let tossed = areas_so_far(&field, region, tosses, seed, watch)?;
    let (pieces, whole) = (tossed.pieces, tossed.whole);
    let seconds = start.seconds().max(1e-9);
    let total = pieces.iter().fold(Sums::default(), |sum, &piece| sum.plus(piece));
    let tosses = total.tosses;
    let (mean, variance) = total.mean_and_variance();
    let error = (variance / tosses as f64).sqrt();
    // Who was stopped compares nothing.
    let gain = match whole {
        true => Some(plain_cost(region, seed, watch)? / (variance.max(1e-12) * seconds / tosses as f64)),
        false => None,
    };
    let line = format!(
        "{}: {mean:.6} by areas over {tosses} tosses of four points, standard error {error:.1e}",
        region.name()
    );
    let mut sum = Sums::default();
    let running: Vec<(u64, f64)> = pieces
        .iter()
        .map(|&piece| {
            sum = sum.plus(piece);
            (sum.tosses, sum.sum / sum.tosses as f64)
        })
        .collect();
    Ok(Report::new(line, Standing::sampled(error))
        .fact("ellipse", mean)
        .fact("hyperbola", 1.0 - mean)
        .fact("parabola", 0.0)
        .fact("standard_error", error)
        .fact("interval", Fact::list([mean - 1.959963984540054 * error, mean + 1.959963984540054 * error]))
        .fact("tosses", tosses)
        .fact("convex", total.convex as f64 / tosses as f64)
        .fact("variance", variance)
        .fact("variance_of_plain_toss", mean * (1.0 - mean))
        .fact("tosses_per_second", tosses as f64 / seconds)
        .fact("precision_against_sampling_per_second", gain)
        .fact("winner_per_second", gain.map(|gain| if gain > 1.0 { "purcell" } else { "sample" }))
        .table(running_table(&running, variance))
        .scene(convergence(&running, &region.name(), variance)))
}

/// The variance of plain sampling times its seconds, on the same threads.
fn plain_cost(region: &Region, seed: u64, watch: &mut dyn Watch) -> Result<f64> {
    let plain = 4_000_000;
    let start = kit::Clock::start();
    let hits = tallies(region, plain, seed, watch)?.iter().map(|t| t.ellipses).sum::<u64>() as f64 / plain as f64;
    Ok(hits * (1.0 - hits) * start.seconds() / plain as f64)
}

fn running_table(points: &[(u64, f64)], variance: f64) -> Table {
    let mut table = Table::new("running", &["tosses", "ellipse", "standard error"]);
    let step = points.len().div_ceil(16).max(1);
    for (index, &(tosses, share)) in points.iter().enumerate() {
        if (index + 1) % step == 0 || index + 1 == points.len() {
            table.row(kit::row![tosses, share, (variance / tosses as f64).sqrt()]);
        }
    }
    table
}
