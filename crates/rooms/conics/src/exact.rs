//! `conics odds --method exact`: the odds by quadrature, refined until the digits stand still.
//!
//! Square and normal points: [`super::gaps`]; triangle: [`super::triangle`]; disk: [`super::pencil`]. All are integrals
//! in four dimensions over flags ([`super::flags`]), whose error falls about tenfold with each node.

use super::region::Region;
use super::triangle::Triangle;
use super::{gaps, pencil};
use kit::watch::{Progress, tend};
use kit::{Error, Result, Watch};

/// One refinement: nodes a direction, evaluations, value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refinement {
    /// Nodes in each direction.
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
    /// The change of the last refinement.
    pub error: f64,
}

impl Quadrature {
    /// The finest value.
    pub fn value(&self) -> f64 {
        self.table.last().map_or(f64::NAN, |last| last.value)
    }

    /// Decimals that stand still: twice the last change does not reach them.
    pub fn digits(&self) -> usize {
        (-(2.0 * self.error.max(1e-15)).log10()).floor().max(0.0) as usize
    }
}

/// The most nodes a direction that the regions take until ten digits stand still, with one to spare.
pub fn usual_nodes(region: &Region) -> usize {
    match region.standard() {
        Region::Gauss => 16,
        // Its integrand is a sum over some sixty simplices.
        Region::Triangle => 12,
        _ => 13,
    }
}

/// Refines up to so many nodes a direction.
pub fn quadrature(region: &Region, most: usize, watch: &mut dyn Watch) -> Result<Quadrature> {
    match &region.standard() {
        Region::Square => {
            let flags = gaps::square_flags();
            refine(most, flags.len(), &|nodes, progress| gaps::square(&flags, nodes, progress), watch)
        }
        Region::Gauss => {
            let flags = gaps::gauss_flags();
            refine(most, flags.len(), &|nodes, progress| gaps::gauss(&flags, nodes, progress), watch)
        }
        Region::Disk => {
            let flags = pencil::disk_flags();
            refine(
                most,
                flags.len(),
                &|nodes, progress| pencil::disk(&flags, nodes, nodes.clamp(8, 14), progress),
                watch,
            )
        }
        Region::Triangle => {
            let triangle = Triangle::new();
            refine(most, triangle.flags(), &|nodes, progress| triangle.share(nodes, progress), watch)
        }
        _ => Err(Error::usage(
            "--method exact",
            "quadrature is for parallelograms, triangles, disk and gauss",
            "use --method sample or purcell",
        )),
    }
}

fn refine(
    most: usize,
    flags: usize,
    value: &(dyn Fn(usize, &Progress) -> f64 + Sync),
    watch: &mut dyn Watch,
) -> Result<Quadrature> {
    let mut table: Vec<Refinement> = Vec::new();
    // Steps of two; the last one may be one.
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
                value(nodes, progress)
            },
        )?;
        table.push(Refinement { nodes, evaluations: work(nodes), value: found });
        done += work(nodes);
    }
    let error = table.windows(2).next_back().map_or(f64::INFINITY, |w| (w[1].value - w[0].value).abs());
    Ok(Quadrature { table, error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    /// The share by tossing, with its standard error.
    fn tossed(region: &Region) -> (f64, f64) {
        let tosses = 2_000_000;
        let share = region.tally(&engine::sampling::stream::key(4), 0, tosses).ellipses as f64 / tosses as f64;
        (share, (share * (1.0 - share) / tosses as f64).sqrt())
    }

    #[test]
    fn quadrature_agrees_with_tossing() {
        for (region, nodes, coarse) in
            [(Region::Square, 4, 3e-5), (Region::Gauss, 6, 1e-6), (Region::Disk, 5, 6e-5), (Region::Triangle, 4, 3e-5)]
        {
            let quadrature = quadrature(&region, nodes, &mut Unwatched).unwrap();
            let (share, error) = tossed(&region);
            let apart = (quadrature.value() - share).abs();
            assert!(apart < 4.5 * error + coarse, "{region:?}: {} and {share}", quadrature.value());
        }
    }

    /// Stops at the first look after the work has begun.
    struct Impatient;

    impl Watch for Impatient {
        fn look(&mut self, done: u64, _: Option<u64>) -> std::ops::ControlFlow<()> {
            if done > 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        }
    }

    #[test]
    fn a_long_quadrature_stops_when_it_is_asked_to() {
        let start = std::time::Instant::now();
        let stopped = quadrature(&Region::Triangle, 30, &mut Impatient).unwrap_err();
        assert!(stopped.to_string().contains("refinement"), "{stopped}");
        assert!(start.elapsed().as_secs() < 20);
    }

    #[test]
    fn affine_images_have_the_same_constant_and_others_are_refused() {
        let value = |text: &str| quadrature(&Region::read(text).unwrap(), 5, &mut Unwatched).map(|q| q.value());
        assert_eq!(value("rectangle").unwrap(), value("square").unwrap());
        assert_eq!(value("0,0 4,1 2,9").unwrap(), value("triangle").unwrap());
        assert!(value("ngon:5").is_err() && value("ring:0.5").is_err());
    }

    #[test]
    fn normal_points_stand_still_to_ten_digits() {
        let quadrature = quadrature(&Region::Gauss, 13, &mut Unwatched).unwrap();
        assert!(quadrature.digits() >= 10, "{quadrature:?}");
    }

    #[test]
    fn the_triangle_stands_still_to_six_digits_with_few_nodes() {
        let quadrature = quadrature(&Region::Triangle, 7, &mut Unwatched).unwrap();
        assert!(quadrature.digits() >= 6, "{quadrature:?}");
    }
}
