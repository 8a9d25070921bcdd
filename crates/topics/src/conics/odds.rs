//! `conics odds`: how often the curve through five random points is an ellipse.

use super::exact::{quadrature, usual_nodes};
use super::purcell::{Field, ellipse_area};
use super::region::Region;
use engine::stream::key;
use engine::tosses::{GROUP, Tally};
use kit::scene::Anchor;
use kit::watch::{Progress, tend};
use kit::{Ask, Error, Fact, Ink, Param, Question, Report, Result, Scene, Shape, Standing, Table, Watch};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::time::Instant;

/// The parameter of every question about a region.
pub const REGION: Param =
    Param::source("region", "square, disk, triangle, gauss, or a file with a polygon's corners X,Y", 20_000)
        .or("square");

const PARAMS: &[Param] = &[
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
];

pub(super) const ODDS: Question = Question {
    name: "odds",
    about: "how often five random points lie on an ellipse, on a hyperbola, on a parabola",
    params: PARAMS,
    examples: &[
            "conics odds --tosses 1000000",
            "conics odds --region disk --tosses 1000000",
            "conics odds --method purcell --tosses 20000",
            "conics odds --region gauss --method exact",
        ],
    answer: answer_odds,
};

fn answer_odds(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let region = Region::read(ask.text("region"))?;
    let tosses = ask.whole("tosses") as u64;
    match ask.text("method") {
        "exact" => integrated(&region, ask.whole_if("nodes").map(|n| n as usize), watch),
        "purcell" => by_areas(&region, tosses, ask.seed(), watch),
        _ => sampled(&region, tosses, ask.seed(), watch),
    }
}


/// Tosses cut into pieces, each with a stream of its own.
pub fn pieces(tosses: u64) -> Vec<u64> {
    let piece = (tosses / 256 / GROUP).clamp(1, 1 << 12) * GROUP;
    let whole = tosses / piece;
    let mut sizes = vec![piece; whole as usize];
    if !tosses.is_multiple_of(piece) {
        sizes.push(tosses % piece);
    }
    sizes
}

/// The tallies of the pieces, in order.
pub fn tallies(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Vec<Tally>> {
    let key = key(seed);
    let sizes = pieces(tosses);
    let work = |progress: &Progress| {
        let toss = |(stream, &size): (usize, &u64)| match progress.stopped() {
            true => Tally::default(),
            false => {
                let tally = region.tally(&key, stream as u64, size);
                progress.add(size);
                tally
            }
        };
        sizes.par_iter().enumerate().map(toss).collect()
    };
    tend(watch, Some(tosses), |done| format!("{done} of {tosses} tosses"), work)
}

/// The standard error of a share.
pub fn standard_error(share: f64, tosses: u64) -> f64 {
    (share * (1.0 - share) / tosses as f64).sqrt()
}

/// Wilson's interval at 95 per cent.
pub fn wilson(hits: u64, tosses: u64) -> [f64; 2] {
    let (n, p, z) = (tosses as f64, hits as f64 / tosses as f64, 1.959963984540054);
    let below = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / below;
    let reach = z / below * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    [middle - reach, middle + reach]
}

fn sampled(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Report> {
    let start = Instant::now();
    let tallies = tallies(region, tosses, seed, watch)?;
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let total = tallies.iter().fold(Tally::default(), |sum, &t| sum.plus(t));
    let share = |count: u64| count as f64 / tosses as f64;
    let ellipse = share(total.ellipses);
    let error = standard_error(ellipse, tosses);
    let line = format!("{}: {:.6} of {tosses} tosses are ellipses, standard error {error:.1e}", region.name(), ellipse);
    Ok(Report::new(line, Standing::Estimate { error })
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
        table.row(vec![step.nodes.into(), step.evaluations.into(), step.value.into(), change.into()]);
        before = Some(step.value);
    }
    let line =
        format!("{}: the share of ellipses is {stable}, {digits} decimals stable under refinement", region.name());
    Ok(Report::new(line, Standing::Estimate { error })
        .fact("ellipse", value)
        .fact("hyperbola", 1.0 - value)
        .fact("parabola", 0.0)
        .fact("stable", stable)
        .fact("digits", digits)
        .fact("standard_error", error)
        .fact("interval", Fact::list([value - 2.0 * error, value + 2.0 * error]))
        .table(table))
}

/// Sum and sum of squares of the shares of area, over tosses of four points, and how many were convex; in pieces.
pub fn area_sums(field: &Field, region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Vec<Sums>> {
    let piece = (tosses / 200).clamp(100, 20_000);
    let whole = field.area();
    let work = |progress: &Progress| {
        let sum = |index: u64| {
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            chance.set_stream(index);
            let mut sums = Sums::default();
            if progress.stopped() {
                return sums;
            }
            for _ in 0..piece.min(tosses - index * piece) {
                let four: [[f64; 2]; 4] = std::array::from_fn(|_| region.point(&mut chance));
                sums.add(ellipse_area(field, &four) / whole);
            }
            progress.add(sums.tosses);
            sums
        };
        (0..tosses.div_ceil(piece)).into_par_iter().map(sum).collect()
    };
    tend(watch, Some(tosses), |done| format!("{done} of {tosses} tosses"), work)
}

/// Sums over tosses of four points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Tosses.
    pub tosses: u64,
    /// Tosses in convex position.
    pub convex: u64,
    /// The sum of the shares.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Sums {
    fn add(&mut self, share: f64) {
        self.tosses += 1;
        self.convex += u64::from(share > 0.0);
        self.sum += share;
        self.squares += share * share;
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Sums) -> Sums {
        Sums {
            tosses: self.tosses + other.tosses,
            convex: self.convex + other.convex,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// The mean share and the variance of one toss.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let n = self.tosses as f64;
        let mean = self.sum / n;
        (mean, (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0))
    }
}

fn by_areas(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Report> {
    let Some(field) = Field::of(region) else {
        return Err(Error::usage("--region gauss", "the method of areas needs a region with an area", "sample it"));
    };
    let start = Instant::now();
    let pieces = area_sums(&field, region, tosses, seed, watch)?;
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let total = pieces.iter().fold(Sums::default(), |sum, &piece| sum.plus(piece));
    let (mean, variance) = total.mean_and_variance();
    let error = (variance / tosses as f64).sqrt();
    // Plain sampling for comparison, on the same threads: what counts is variance times seconds.
    let plain = 4_000_000;
    let start = Instant::now();
    let hits = tallies(region, plain, seed, watch)?.iter().map(|t| t.ellipses).sum::<u64>() as f64 / plain as f64;
    let plain_cost = hits * (1.0 - hits) * start.elapsed().as_secs_f64() / plain as f64;
    let gain = plain_cost / (variance.max(1e-12) * seconds / tosses as f64);
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
    Ok(Report::new(line, Standing::Estimate { error })
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
        .fact("winner_per_second", if gain > 1.0 { "purcell" } else { "sample" })
        .table(running_table(&running, variance))
        .scene(convergence(&running, &region.name(), variance)))
}

/// Tosses and share of ellipses after each piece.
fn running(tallies: &[Tally]) -> Vec<(u64, f64)> {
    let mut sum = Tally::default();
    let step = tallies.len().div_ceil(200).max(1);
    let mut points = Vec::new();
    for (index, &tally) in tallies.iter().enumerate() {
        sum = sum.plus(tally);
        if (index + 1) % step == 0 || index + 1 == tallies.len() {
            points.push((sum.tosses(), sum.ellipses as f64 / sum.tosses() as f64));
        }
    }
    points
}

fn running_table(points: &[(u64, f64)], variance: f64) -> Table {
    let mut table = Table::new("running", &["tosses", "ellipse", "standard error"]);
    let step = points.len().div_ceil(16).max(1);
    for (index, &(tosses, share)) in points.iter().enumerate() {
        if (index + 1) % step == 0 || index + 1 == points.len() {
            table.row(vec![tosses.into(), share.into(), (variance / tosses as f64).sqrt().into()]);
        }
    }
    table
}

/// The running share with its band of 95 per cent.
pub fn convergence(points: &[(u64, f64)], name: &str, variance: f64) -> Scene {
    let (width, height) = (12.0, 7.0);
    let caption =
        format!("the running share of ellipses in the {name} and its band of 95 per cent around the last value");
    let mut scene = Scene::new("convergence", caption, width, height);
    let &(tosses, last) = points.last().expect("there is at least one piece");
    let first = points[points.len() / 20].0.max(1);
    let spread = |tosses: f64| (variance / tosses).sqrt();
    let span = (3.5 * spread(first as f64)).max(1e-12);
    let [left, right, top, bottom] = [1.9, 11.6, 0.5, 6.0];
    let x = |t: f64| left + (right - left) * t / tosses as f64;
    let y = |share: f64| (bottom + top) / 2.0 - (share - last) / span * (bottom - top) / 2.0;
    let kept = |v: f64| v.clamp(top, bottom);
    let steps = 120;
    let edge = |sign: f64, k: usize| {
        let t = tosses as f64 * (k as f64 + 0.2) / (steps as f64 + 0.2);
        (x(t), kept(y(last + sign * 1.96 * spread(t))))
    };
    let mut band: Vec<(f64, f64)> = (0..=steps).map(|k| edge(1.0, k)).collect();
    band.extend((0..=steps).rev().map(|k| edge(-1.0, k)));
    scene.add(Shape::chain(&band, true).fill(Ink::Shade(12)));
    scene.add(Shape::line(left, y(last), right, y(last)).stroke(Ink::Rule));
    let path: Vec<(f64, f64)> = points.iter().map(|&(t, share)| (x(t as f64), kept(y(share)))).collect();
    scene.add(Shape::chain(&path, false).stroke(Ink::Accent).weight(0.07));
    scene.add(Shape::rect(left, top, right - left, bottom - top).stroke(Ink::Rule));
    for share in [last - span * 0.8, last, last + span * 0.8] {
        scene.add(Shape::text(left - 0.15, y(share), 0.36, format!("{share:.5}")).anchor(Anchor::End));
    }
    scene.add(Shape::text(right, bottom + 0.45, 0.4, format!("{tosses} tosses")).anchor(Anchor::End));
    scene.add(Shape::text(left, bottom + 0.45, 0.4, format!("{name}: {last:.6}")).anchor(Anchor::Start));
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn pieces_add_up_and_answers_do_not_depend_on_threads() {
        for tosses in [1, 100, 65_537, 10_000_000] {
            assert_eq!(pieces(tosses).iter().sum::<u64>(), tosses);
        }
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let alone = one.install(|| tallies(&Region::Disk, 100_000, 3, &mut Unwatched).unwrap());
        assert_eq!(alone, tallies(&Region::Disk, 100_000, 3, &mut Unwatched).unwrap());
    }

    #[test]
    fn wilson_holds_the_share_even_at_the_ends() {
        let [low, high] = wilson(0, 50);
        assert!(low.abs() < 1e-12 && high > 0.05 && high < 0.1);
        let [low, high] = wilson(25, 50);
        assert!((low + high - 1.0).abs() < 1e-12 && low < 0.5);
    }
}
