//! `conics odds --method exact`: the odds by quadrature, refined until the digits stand still.
//!
//! Square and normal points: [`super::gaps`]; disk: [`super::pencil`]. For the triangle ABC Crofton's method moves two points to the
//! border: growing it from A puts the first on BC, uniformly; moving A along CA (an affine map that fixes the line BC) turns the
//! side AB about B and puts the second on AB with density proportional to its distance from B. The third and fourth
//! are uniform in the triangle and the fifth is integrated as in [`super::purcell`]: six dimensions, done by shifted Kronecker lattices.

use super::purcell::{Field, ellipse_area};
use super::region::Region;
use super::{gaps, pencil};
use kit::watch::{Progress, tend};
use kit::{Error, Result, Watch};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// One refinement: nodes a direction (or points of a lattice), evaluations, value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refinement {
    /// Nodes in each direction, or points of the lattice.
    pub nodes: usize,
    /// Evaluations of the integrand.
    pub evaluations: u64,
    /// The value.
    pub value: f64,
}

/// The refinements in order, and the error that they suggest.
#[derive(Clone, Debug)]
pub struct Quadrature {
    /// The refinements, the coarsest first.
    pub table: Vec<Refinement>,
    /// The change of the last refinement, or the standard error over shifts.
    pub error: f64,
}

impl Quadrature {
    /// The finest value.
    pub fn value(&self) -> f64 {
        self.table.last().map_or(f64::NAN, |last| last.value)
    }

    /// Decimals that agree between the last two refinements, or within twice the standard error.
    pub fn digits(&self) -> usize {
        (-(2.0 * self.error.max(1e-15)).log10()).floor().max(0.0) as usize
    }
}

/// The most nodes a direction that the regions take until ten digits stand still, with one to spare.
pub fn usual_nodes(region: &Region) -> usize {
    match region {
        Region::Gauss => 16,
        _ => 13,
    }
}

/// Refines up to so many nodes a direction.
pub fn quadrature(region: &Region, most: usize, watch: &mut dyn Watch) -> Result<Quadrature> {
    match region {
        Region::Square => {
            let flags = gaps::square_flags();
            refine(most, flags.len(), &|nodes| gaps::square(&flags, nodes), watch)
        }
        Region::Gauss => {
            let flags = gaps::gauss_flags();
            refine(most, flags.len(), &|nodes| gaps::gauss(&flags, nodes), watch)
        }
        Region::Disk => {
            let flags = pencil::disk_flags();
            refine(most, flags.len(), &|nodes| pencil::disk(&flags, nodes, nodes.clamp(8, 14)), watch)
        }
        Region::Triangle => lattice(most, watch),
        Region::Polygon(_) => Err(Error::usage(
            "--method exact",
            "quadrature is for square, disk, triangle and gauss",
            "use --method sample or purcell",
        )),
    }
}

fn refine(
    most: usize,
    flags: usize,
    value: &(dyn Fn(usize) -> f64 + Sync),
    watch: &mut dyn Watch,
) -> Result<Quadrature> {
    let mut table: Vec<Refinement> = Vec::new();
    // Steps of two, the last one of one, so that the last change is small for the right reason.
    let mut steps: Vec<usize> = (4..most).step_by(2).collect();
    steps.push(most);
    let work = |nodes: usize| flags as u64 * (nodes as u64).pow(4);
    let all: u64 = steps.iter().map(|&nodes| work(nodes)).sum();
    let mut done = 0;
    for nodes in steps {
        kit::watch::step(watch, done, Some(all), || format!("{} refinements of {nodes} nodes", table.len()))?;
        let found = tend(
            watch,
            Some(all),
            |_| format!("a refinement of {nodes} nodes"),
            |progress: &Progress| {
                progress.add(done);
                value(nodes)
            },
        )?;
        table.push(Refinement { nodes, evaluations: work(nodes), value: found });
        done += work(nodes);
    }
    let error = table.windows(2).next_back().map_or(f64::INFINITY, |w| (w[1].value - w[0].value).abs());
    Ok(Quadrature { table, error })
}

/// Shifts of the lattice; their spread is the error.
const SHIFTS: usize = 16;

fn lattice(most: usize, watch: &mut dyn Watch) -> Result<Quadrature> {
    let mut table = Vec::new();
    let mut error = f64::INFINITY;
    // 13 nodes stand for 2^19 points a shift.
    let levels: Vec<u32> = (10..=(most as u32 + 6).clamp(10, 24)).step_by(3).collect();
    for level in levels {
        let points = 1u64 << level;
        let all = points * SHIFTS as u64;
        let values = tend(
            watch,
            Some(all),
            |done| format!("{done} of {all} points"),
            |progress: &Progress| {
                (0..SHIFTS as u64).into_par_iter().map(|shift| shifted(points, shift, progress)).collect::<Vec<f64>>()
            },
        )?;
        let mean = values.iter().sum::<f64>() / SHIFTS as f64;
        let spread: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        error = (spread / (SHIFTS * (SHIFTS - 1)) as f64).sqrt();
        table.push(Refinement { nodes: points as usize, evaluations: all, value: mean });
    }
    Ok(Quadrature { table, error })
}

/// The mean over one shifted lattice: the powers of the root of g^7 = g + 1, folded so that the integrand becomes periodic.
fn shifted(points: u64, shift: u64, progress: &Progress) -> f64 {
    let mut root = 1.1f64;
    for _ in 0..60 {
        root = (1.0 + root).powf(1.0 / 7.0);
    }
    let mut chance = ChaCha8Rng::seed_from_u64(2018);
    chance.set_stream(shift);
    let start: [f64; 6] = std::array::from_fn(|_| chance.random());
    let field = Field::of(&Region::Triangle).expect("a triangle has an area");
    let mut sum = 0.0;
    for index in 0..points {
        if index % 1024 == 0 {
            if progress.stopped() {
                return f64::NAN;
            }
            progress.add(1024.min(points - index));
        }
        let place = |k: usize| {
            let x = (start[k] + (index as f64 * root.powi(-(k as i32) - 1)).fract()).fract();
            1.0 - (2.0 * x - 1.0).abs()
        };
        let coordinates: [f64; 6] = std::array::from_fn(place);
        sum += ellipse_area(&field, &four_of(&coordinates));
    }
    // The triangle has the area 1/2.
    2.0 * sum / points as f64
}

/// Two points on the border and two in the triangle with corners A = (0, 0), B = (1, 0), C = (0, 1), from six numbers.
fn four_of(u: &[f64; 6]) -> [[f64; 2]; 4] {
    let inside = |a: f64, b: f64| {
        let root = a.sqrt();
        [root * (1.0 - b), root * b]
    };
    [[1.0 - u[0], u[0]], [1.0 - u[1].sqrt(), 0.0], inside(u[2], u[3]), inside(u[4], u[5])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    /// The share by tossing, with its standard error.
    fn tossed(region: &Region) -> (f64, f64) {
        let tosses = 2_000_000;
        let share = region.tally(&engine::stream::key(4), 0, tosses).ellipses as f64 / tosses as f64;
        (share, (share * (1.0 - share) / tosses as f64).sqrt())
    }

    #[test]
    fn quadrature_agrees_with_tossing() {
        for (region, nodes, coarse) in [(Region::Square, 4, 3e-5), (Region::Gauss, 6, 1e-6), (Region::Disk, 5, 6e-5)] {
            let quadrature = quadrature(&region, nodes, &mut Unwatched).unwrap();
            let (share, error) = tossed(&region);
            let apart = (quadrature.value() - share).abs();
            assert!(apart < 4.5 * error + coarse, "{region:?}: {} and {share}", quadrature.value());
        }
        let triangle = shifted(20_000, 0, &Progress::default());
        let (share, error) = tossed(&Region::Triangle);
        assert!((triangle - share).abs() < 4.5 * error + 5e-4, "{triangle} and {share}");
    }

    #[test]
    fn normal_points_stand_still_to_ten_digits() {
        let quadrature = quadrature(&Region::Gauss, 13, &mut Unwatched).unwrap();
        assert!(quadrature.digits() >= 10, "{quadrature:?}");
    }
}
