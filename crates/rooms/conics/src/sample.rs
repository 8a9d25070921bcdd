//! Tosses in pieces, each with a stream of its own, so that answers do not depend on the number of threads.

use super::purcell::{Field, ellipse_area};
use super::region::Region;
use engine::sampling::stream::key;
use engine::sampling::tosses::{GROUP, Tally};
use kit::watch::{Progress, tend_partly};
use kit::{Error, Result, Watch};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Tosses cut into pieces, each with a stream of its own.
fn pieces(tosses: u64) -> Vec<u64> {
    let piece = (tosses / 256 / GROUP).clamp(1, 1 << 12) * GROUP;
    let whole = tosses / piece;
    let mut sizes = vec![piece; whole as usize];
    if !tosses.is_multiple_of(piece) {
        sizes.push(tosses % piece);
    }
    sizes
}

/// What is known after some tosses, all of them or those until somebody had enough.
pub struct Tossed<T> {
    /// Of each piece that was tossed, in order.
    pub pieces: Vec<T>,
    /// Whether all of them are there.
    pub whole: bool,
}

impl<T> Tossed<T> {
    /// Of so many tosses, those pieces in which there is one.
    fn of(tosses: u64, found: Option<(Vec<T>, bool)>, there: impl Fn(&T) -> bool) -> Result<Tossed<T>> {
        let (mut pieces, whole) = found.unwrap_or_default();
        pieces.retain(there);
        match pieces.is_empty() {
            true => Err(Error::stopped(format!("0 of {tosses} tosses"))),
            false => Ok(Tossed { pieces, whole }),
        }
    }

    /// Only if it is all.
    fn all(self, tosses: u64, done: impl Fn(&T) -> u64) -> Result<Vec<T>> {
        match self.whole {
            true => Ok(self.pieces),
            false => {
                let done: u64 = self.pieces.iter().map(done).sum();
                Err(Error::stopped(format!("{done} of {tosses} tosses")))
            }
        }
    }
}

/// The tallies of all pieces, in order.
pub fn tallies(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Vec<Tally>> {
    tallies_so_far(region, tosses, seed, watch)?.all(tosses, Tally::tosses)
}

/// The tallies of the pieces that are tossed before somebody asks to stop.
pub fn tallies_so_far(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Tossed<Tally>> {
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
        sizes.par_iter().enumerate().map(toss).collect::<Vec<Tally>>()
    };
    Tossed::of(tosses, tend_partly(watch, Some(tosses), work)?, |tally| tally.tosses() > 0)
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

/// The most pieces into which tosses are parted: each is kept to its end.
const MOST_PIECES: u64 = 100_000;

/// The sums of all pieces, in order.
pub fn area_sums(field: &Field, region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Vec<Sums>> {
    areas_so_far(field, region, tosses, seed, watch)?.all(tosses, |sums| sums.tosses)
}

/// Sum and sum of squares of the shares of area, over tosses of four points, and how many were convex; in pieces.
pub fn areas_so_far(
    field: &Field,
    region: &Region,
    tosses: u64,
    seed: u64,
    watch: &mut dyn Watch,
) -> Result<Tossed<Sums>> {
    let piece = (tosses / 200).clamp(100, (tosses / MOST_PIECES).max(20_000));
    let whole = field.area();
    let work = |progress: &Progress| {
        let sum = |index: u64| {
            let mut sums = Sums::default();
            if progress.stopped() {
                return sums;
            }
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            chance.set_stream(index);
            for toss in 0..piece.min(tosses - index * piece) {
                if toss % 4096 == 0 && progress.stopped() {
                    break;
                }
                let four: [[f64; 2]; 4] = std::array::from_fn(|_| region.point(&mut chance));
                sums.add(ellipse_area(field, &four) / whole);
            }
            progress.add(sums.tosses);
            sums
        };
        (0..tosses.div_ceil(piece)).into_par_iter().map(sum).collect::<Vec<Sums>>()
    };
    Tossed::of(tosses, tend_partly(watch, Some(tosses), work)?, |sums| sums.tosses > 0)
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

/// Tosses and share of ellipses after each piece.
pub fn running(tallies: &[Tally]) -> Vec<(u64, f64)> {
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
