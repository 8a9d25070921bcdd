//! `conics odds --method exact`: the odds by quadrature, refined until the digits stand still.
//!
//! Square and normal points: [`super::gaps`]; triangle: [`super::triangle`]; disk: [`super::pencil`]. All are integrals
//! in four dimensions over flags ([`super::flags`]), whose error falls about tenfold with each node. Every other convex
//! region, and the ring: [`super::parabolas`].

use super::border::Border;
use super::convex::Shape;
use super::parabolas::{self, Rules};
use super::region::{Region, sides};
use super::triangle::Triangle;
use super::{gaps, pencil};
use dashu::rational::RBig;
use kit::watch::{Progress, tend};
use kit::{Error, Result, Watch};

/// The most corners of a polygon whose border is integrated over: the work grows with their cube.
const MOST_CORNERS: usize = 12;

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
    /// The change of the last refinement; over parabolas the larger one of the last two, unless both
    /// were found with all kinks cut.
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
        Region::Square | Region::Disk => 13,
        Region::Ring(_) | Region::HalfDisk | Region::Regular(_) | Region::Polygon(_) => 6,
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
        region => {
            let border = border(region)?;
            let four = convex_position(region, watch)?;
            let work = |nodes: usize| parabolas::work(&border, &Rules::new(nodes, &border));
            let share = |nodes: usize, progress: &Progress| {
                1.0 - 5.0 * four + 5.0 * parabolas::mean_inside(&border, &Rules::new(nodes, &border), progress)
            };
            // The last two steps differ by two nodes, so that every direction has another rule.
            let all_cut = |nodes: usize| parabolas::cuts(nodes, &border);
            let mut steps: Vec<usize> = (4..most).step_by(2).filter(|&nodes| !all_cut(nodes)).collect();
            steps.extend([most.saturating_sub(2), most].into_iter().filter(|&nodes| all_cut(nodes) || nodes == most));
            let refined = refine_by(&steps, &work, &share, watch)?;
            // Kinks that no cut meets: one step may change less than is still wrong.
            let looked = if all_cut(most.saturating_sub(2)) { 1 } else { 2 };
            let changes = refined.table.windows(2).rev().take(looked).map(|w| (w[1].value - w[0].value).abs());
            Ok(Quadrature { error: changes.fold(0.0, f64::max), ..refined })
        }
    }
}

/// The border of a region that is neither cut inwards nor has too many corners.
fn border(region: &Region) -> Result<Border> {
    if let Some(corners) = region.corners() {
        let sides: Vec<([f64; 2], [f64; 2])> = sides(&corners).collect();
        let turn = |k: usize| {
            let ((p, q), (_, r)) = (sides[k], sides[(k + 1) % sides.len()]);
            (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0])
        };
        if (0..sides.len()).any(|k| turn(k) < 0.0) {
            let instead = "use --method sample or purcell";
            return Err(Error::usage("--method exact", "the polygon is not convex", instead));
        }
        if corners.len() > MOST_CORNERS {
            let asked = format!("quadrature in a polygon of {} corners", corners.len());
            return Err(Error::too_large(asked, format!("the limit is {MOST_CORNERS}"), "use --method sample"));
        }
    }
    Border::of(region).ok_or_else(|| {
        Error::usage("--method exact", "quadrature is for regions with a border", "use --method sample or purcell")
    })
}

/// How often four points are in convex position.
fn convex_position(region: &Region, watch: &mut dyn Watch) -> Result<f64> {
    let exact = |x: f64| RBig::try_from(x).map_err(|_| Error::failed("a number that is not finite"));
    let shape = match region {
        Region::HalfDisk => Shape::HalfDisk,
        Region::Ring(inner) => Shape::Ring(exact(*inner)?),
        Region::Regular(corners) => Shape::Regular(*corners),
        Region::Disk => Shape::Disk,
        Region::Gauss => Shape::Gauss,
        Region::Square | Region::Triangle | Region::Polygon(_) => {
            let corners = region.corners().unwrap_or_default();
            let corner = |p: &[f64; 2]| Ok::<_, Error>([exact(p[0])?, exact(p[1])?]);
            Shape::Polygon(corners.iter().map(corner).collect::<Result<_>>()?)
        }
    };
    Ok(shape.chances(watch)?.four.to_f64())
}

/// Refines an integral in four dimensions over so many flags.
fn refine(
    most: usize,
    flags: usize,
    value: &(dyn Fn(usize, &Progress) -> f64 + Sync),
    watch: &mut dyn Watch,
) -> Result<Quadrature> {
    // Steps of two; the last one may be one.
    let steps: Vec<usize> = (4..most).step_by(2).chain([most]).collect();
    refine_by(&steps, &|nodes| flags as u64 * (nodes as u64).pow(4), value, watch)
}

fn refine_by(
    steps: &[usize],
    work: &dyn Fn(usize) -> u64,
    value: &(dyn Fn(usize, &Progress) -> f64 + Sync),
    watch: &mut dyn Watch,
) -> Result<Quadrature> {
    let mut table: Vec<Refinement> = Vec::new();
    let all: u64 = steps.iter().map(|&nodes| work(nodes)).sum();
    let mut done = 0;
    for &nodes in steps {
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
        for (text, why) in [("0,0 4,0 4,1 1,1 1,4 0,4", "not convex"), ("ngon:13", "the limit is 12")] {
            let refused = value(text).unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }

    /// Two formulas that share nothing but the rule of Gauss: the square by four gaps, the disk by a pencil, and both
    /// by parabolas.
    #[test]
    fn parabolas_come_to_the_same_as_gaps_and_pencils() {
        for (region, nodes, known, near) in [
            (Region::Disk, 6, 0.298_177_452_298_6, 5e-10),
            (Region::Regular(4), 6, 0.280_774_044_037, 5e-6),
            (Region::Regular(3), 6, 0.238_857_770_4, 5e-6),
        ] {
            near_by_parabolas(&region, nodes, known, near);
        }
    }

    /// With all kinks cut.
    #[test]
    #[ignore = "minutes"]
    fn parabolas_come_to_nine_digits_where_all_kinks_are_cut() {
        near_by_parabolas(&Region::Regular(4), 8, 0.280_774_044_037, 2e-9);
        near_by_parabolas(&Region::Regular(3), 8, 0.238_857_770_36, 2e-9);
        near_by_parabolas(&Region::Disk, 7, 0.298_177_452_298_6, 1e-9);
    }

    fn near_by_parabolas(region: &Region, nodes: usize, known: f64, near: f64) {
        let border = Border::of(region).unwrap();
        let inside = parabolas::mean_inside(&border, &Rules::new(nodes, &border), &Progress::default());
        let share = 1.0 - 5.0 * convex_position(region, &mut Unwatched).unwrap() + 5.0 * inside;
        println!("{region:?}: {share}");
        assert!((share - known).abs() < near, "{region:?}: {share} and {known}");
    }

    #[test]
    #[ignore = "minutes"]
    fn parabolas_agree_with_tossing_in_every_region() {
        for text in ["halfdisk", "ring:0.5", "ring:0.9", "ngon:5", "ngon:6", "0,0 4,0 3,1 1,1"] {
            let region = Region::read(text).unwrap();
            let quadrature = quadrature(&region, usual_nodes(&region), &mut Unwatched).unwrap();
            let tosses = 200_000_000;
            let share = region.tally(&engine::sampling::stream::key(9), 0, tosses).ellipses as f64 / tosses as f64;
            let error = (share * (1.0 - share) / tosses as f64).sqrt() + quadrature.error;
            let apart = (quadrature.value() - share).abs() / error;
            println!("{text}: {} and {share}, {apart} standard errors", quadrature.value());
            assert!(apart < 4.0, "{text}: {quadrature:?} and {share}");
        }
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
