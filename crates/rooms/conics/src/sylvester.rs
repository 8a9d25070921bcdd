//! How often four, or five, random points are in convex position.
//!
//! Four points are in convex position exactly when the product of the orientations of their four triangles is positive;
//! five, when every four of them are. Closed forms: Valtr for the square, (C(2n-2, n-1)/n!)^2, and the triangle, 2^n
//! (3n-3)!/((n-1)!^3 (2n)!); the disk, 1 - 35/(12 pi^2) for four (Woolhouse) and 1 - 305/(48 pi^2) for five (Marckert);
//! four points in a regular polygon (Alikoski, 1939).
//! For four normal points the affine dependence is a uniformly random direction in the space of sum zero, and the solid
//! angle of its mixed orthants gives (6/pi) arcsin(1/3).

use super::region::Region;
use kit::watch::{Progress, tend_partly};
use kit::{Error, Result, Watch};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::f64::consts::PI;

/// The closed form for that many points, as text and value.
pub fn closed_form(region: &Region, points: u64) -> Option<(&'static str, f64)> {
    Some(match (region, points) {
        (Region::Square, 4) => ("25/36", valtr_square(4)),
        (Region::Square, 5) => ("49/144", valtr_square(5)),
        (Region::Triangle, 4) => ("2/3", valtr_triangle(4)),
        (Region::Triangle, 5) => ("11/36", valtr_triangle(5)),
        (Region::Disk, 4) => ("1 - 35/(12 pi^2)", 1.0 - 35.0 / (12.0 * PI * PI)),
        (Region::Disk, 5) => ("1 - 305/(48 pi^2)", 1.0 - 305.0 / (48.0 * PI * PI)),
        (Region::Regular(n), 4) => (ALIKOSKI, alikoski(*n)),
        (Region::Gauss, 4) => ("(6/pi) arcsin(1/3)", 6.0 / PI * (1.0f64 / 3.0).asin()),
        _ => return None,
    })
}

const ALIKOSKI: &str = "1 - (9 c^2 + 52 c + 44)/(9 n^2 s^2), c and s cosine and sine of a turn over n";

/// Four points in the regular polygon of n corners.
fn alikoski(n: usize) -> f64 {
    let (sine, cosine) = (2.0 * PI / n as f64).sin_cos();
    1.0 - (9.0 * cosine * cosine + 52.0 * cosine + 44.0) / (9.0 * (n * n) as f64 * sine * sine)
}

fn factorial(n: u64) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

/// Valtr 1995: n points in a parallelogram.
fn valtr_square(n: u64) -> f64 {
    let choose = factorial(2 * n - 2) / (factorial(n - 1) * factorial(n - 1));
    (choose / factorial(n)).powi(2)
}

/// Valtr 1996: n points in a triangle.
fn valtr_triangle(n: u64) -> f64 {
    2f64.powi(n as i32) * factorial(3 * n - 3) / (factorial(n - 1).powi(3) * factorial(2 * n))
}

/// Whether four points are in convex position.
pub fn convex(p: &[[f64; 2]; 4]) -> bool {
    let turn = |i: usize, j: usize, k: usize| {
        (p[j][0] - p[i][0]) * (p[k][1] - p[i][1]) - (p[j][1] - p[i][1]) * (p[k][0] - p[i][0]) > 0.0
    };
    turn(0, 1, 2) ^ turn(0, 1, 3) ^ turn(0, 2, 3) ^ !turn(1, 2, 3)
}

/// How many of the tosses have their first four points, and all five, in convex position.
pub fn convex_counts(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<[u64; 2]> {
    match convex_so_far(region, tosses, seed, watch)? {
        [four, five, done] if done == tosses => Ok([four, five]),
        [.., done] => Err(Error::stopped(format!("{done} of {tosses} tosses"))),
    }
}

/// The same among those that are tossed before somebody asks to stop, and how many these are.
pub fn convex_so_far(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<[u64; 3]> {
    let piece = 20_000;
    let work = |progress: &Progress| {
        let count = |index: u64| {
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            chance.set_stream(index);
            let mut counts = [0u64; 3];
            let size = piece.min(tosses - index * piece);
            if progress.stopped() {
                return counts;
            }
            for _ in 0..size {
                let p: [[f64; 2]; 5] = std::array::from_fn(|_| region.point(&mut chance));
                let without = |k: usize| convex(&std::array::from_fn(|i| p[if i < k { i } else { i + 1 }]));
                let four = without(4);
                counts[0] += u64::from(four);
                counts[1] += u64::from(four && (0..4).all(without));
            }
            progress.add(size);
            counts[2] = size;
            counts
        };
        let plus = |a: [u64; 3], b: [u64; 3]| std::array::from_fn(|k| a[k] + b[k]);
        (0..tosses.div_ceil(piece)).into_par_iter().map(count).reduce(|| [0; 3], plus)
    };
    let found = tend_partly(watch, Some(tosses), work)?.map(|(counts, _)| counts);
    found.filter(|counts| counts[2] > 0).ok_or_else(|| Error::stopped(format!("0 of {tosses} tosses")))
}

#[cfg(test)]
mod tests {
    use super::super::sample::standard_error;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn sampled_and_closed_forms_agree() {
        let tosses = 100_000;
        for region in [Region::Square, Region::Disk, Region::Triangle, Region::Gauss] {
            let counts = convex_counts(&region, tosses, 11, &mut Unwatched).unwrap();
            for (points, count) in [(4, counts[0]), (5, counts[1])] {
                let share = count as f64 / tosses as f64;
                if let Some((text, value)) = closed_form(&region, points) {
                    let error = standard_error(value, tosses);
                    assert!((share - value).abs() < 4.5 * error, "{region:?}, {points}: {share} and {text} = {value}");
                }
            }
        }
    }

    #[test]
    fn closed_forms_are_the_fractions_they_say() {
        for (text, value) in [
            (25.0 / 36.0, valtr_square(4)),
            (49.0 / 144.0, valtr_square(5)),
            (2.0 / 3.0, valtr_triangle(4)),
            (11.0 / 36.0, valtr_triangle(5)),
        ] {
            assert!((text - value).abs() < 1e-14);
        }
    }
}
