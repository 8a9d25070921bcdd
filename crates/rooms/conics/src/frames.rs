//! The frames of the New Year's card and the counts that run beside them.

use super::exact::quadrature;
use super::fit::{Coefficients, Fit, Five, Kind, Letters, SEVEN, fit};
use super::region::Region;
use dashu::rational::RBig;
use kit::{Error, Result, Watch};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Tosses that are counted beyond those that are shown.
const MORE: u64 = 1_000_000;
/// Stages of the count beyond those that are shown.
const STAGES: u32 = 24;

/// The running counts and what they tend to.
pub struct Counts {
    /// Tosses and ellipses so far: after each frame, then in ever larger steps.
    pub stages: Vec<(u64, u64)>,
    /// How many of the stages are frames.
    pub shown: usize,
    /// The constant by quadrature: its stable digits.
    pub constant: String,
}

impl Counts {
    /// The counts of these frames and beyond.
    pub fn new(frames: &[Frame], region: &Region, seed: u64, watch: &mut dyn Watch) -> Result<Counts> {
        let mut stages: Vec<(u64, u64)> = frames.iter().map(|f| (f.ellipses + f.hyperbolas, f.ellipses)).collect();
        let &(first, ellipses) = stages.last().expect("there is at least one frame");
        // The number of tosses is multiplied by the same factor at each stage.
        let factor = (MORE as f64 / first.max(1) as f64).powf(1.0 / f64::from(STAGES));
        let (key, mut tosses, mut ellipses) = (engine::sampling::stream::key(seed), first, ellipses);
        for stage in 1..=STAGES {
            let wanted = (first.max(1) as f64 * factor.powi(stage as i32)).round() as u64;
            let tally = region.tally(&key, 1 + u64::from(stage), wanted.saturating_sub(tosses));
            tosses += tally.tosses();
            ellipses += tally.ellipses;
            if tally.tosses() > 0 {
                stages.push((tosses, ellipses));
            }
        }
        let quadrature = quadrature(region, 8, watch)?;
        let constant = format!("{:.*}", quadrature.digits(), quadrature.value());
        Ok(Counts { stages, shown: frames.len(), constant })
    }
}

/// One frame of the card.
pub struct Frame {
    /// Its points.
    pub five: Five,
    /// Its curve.
    pub kind: Kind,
    /// The equation of the curve.
    pub conic: Coefficients,
    /// Ellipses so far among the random ones.
    pub ellipses: u64,
    /// Hyperbolas so far.
    pub hyperbolas: u64,
}

/// The frames: perhaps the seven by hand, then random ones on a grid of thousandths, in the square or in the disk.
pub fn frames(count: usize, seven: bool, region: &Region, seed: u64, watch: &mut dyn Watch) -> Result<Vec<Frame>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut frames = Vec::new();
    if seven {
        for (kind, words) in SEVEN {
            let five = Five::read(&words)?;
            if let Fit::Unique(_, conic) | Fit::Many { line: Some(conic), .. } = fit(&five) {
                frames.push(Frame { five, kind, conic, ellipses: 0, hyperbolas: 0 });
            }
        }
    }
    let (mut ellipses, mut hyperbolas) = (0, 0);
    for index in 0..count {
        kit::watch::step(watch, index as u64, Some(count as u64), || format!("{index} of {count} frames"))?;
        let five = random_five(region, &mut chance);
        // On the grid of thousandths lines and parabolas are rare but possible; they are shown for what they are.
        let Fit::Unique(kind, conic) = fit(&five) else { continue };
        ellipses += u64::from(matches!(kind, Kind::Ellipse | Kind::Circle));
        hyperbolas += u64::from(kind == Kind::Hyperbola);
        frames.push(Frame { five, kind, conic, ellipses, hyperbolas });
    }
    match frames.is_empty() {
        true => Err(Error::failed("no frame has a unique curve")),
        false => Ok(frames),
    }
}

fn random_five(region: &Region, chance: &mut impl Rng) -> Five {
    let mut point = || loop {
        let [x, y]: [i32; 2] = std::array::from_fn(|_| chance.random_range(-1000..=1000));
        if *region != Region::Disk || x * x + y * y <= 1_000_000 {
            return [x, y].map(|x| RBig::from(x) / RBig::from(1000));
        }
    };
    Five::new(&std::array::from_fn(|_| point()))
}

impl Frame {
    /// The curve in the letters of the card.
    pub fn letters(&self) -> Letters {
        Letters::of(&self.conic)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::standard_error;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn the_counts_run_to_a_million_and_towards_the_constant() {
        for region in [Region::Square, Region::Disk] {
            let frames = frames(12, false, &region, 2018, &mut Unwatched).unwrap();
            let counts = Counts::new(&frames, &region, 2018, &mut Unwatched).unwrap();
            assert!(counts.stages.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 <= w[1].1));
            let &(tosses, ellipses) = counts.stages.last().unwrap();
            assert_eq!(tosses, MORE);
            let (share, constant) = (ellipses as f64 / tosses as f64, counts.constant.parse::<f64>().unwrap());
            assert!((share - constant).abs() < 4.5 * standard_error(share, tosses), "{region:?}");
        }
    }

    #[test]
    fn the_points_of_the_disk_are_in_it() {
        for frame in frames(60, false, &Region::Disk, 4, &mut Unwatched).unwrap() {
            assert!(frame.five.as_doubles().iter().all(|[x, y]| x * x + y * y <= 1.0));
        }
    }

    #[test]
    fn the_invariant_has_the_sign_that_the_kind_says() {
        for frame in frames(200, false, &Region::Square, 9, &mut Unwatched).unwrap() {
            let d = frame.letters().d;
            match frame.kind {
                Kind::Ellipse => assert!(d > RBig::ZERO),
                Kind::Hyperbola => assert!(d < RBig::ZERO),
                other => panic!("{other} by chance"),
            }
        }
    }
}
