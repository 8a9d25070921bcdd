//! Five random points: the vectorised discriminant against whole numbers and against the linear system of the paper,
//! one thread each; areas between parabolas against plain tossing, for the same precision; all in one run.

use conics::purcell::{Field, ellipse_area};
use conics::region::Region;
use engine::sampling::stream::key;
use engine::sampling::tosses::{GROUP, Square, each_toss, plain_tally, tally, words_alone};
use std::time::Instant;

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

/// Whether the conic a x^2 + b xy + c y^2 + d x + e y = 1 through five points is an ellipse, by elimination.
fn ellipse_by_elimination(p: &[[f64; 2]; 5]) -> bool {
    let mut rows: [[f64; 6]; 5] = p.map(|[x, y]| {
        let (x, y) = (x / engine::sampling::tosses::GRID, y / engine::sampling::tosses::GRID);
        [x * x, x * y, y * y, x, y, 1.0]
    });
    for column in 0..5 {
        let pivot =
            (column..5).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs())).unwrap_or(column);
        rows.swap(column, pivot);
        let lead = rows[column];
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / lead[column];
                row.iter_mut().zip(lead).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    let [a, b, c] = [0, 1, 2].map(|i| rows[i][5] / rows[i][i]);
    b * b < 4.0 * a * c
}

fn main() {
    let key = key(1);
    let tosses = 20_000_000;
    let (fast, fast_time) = timed(|| tally(&Square, &key, 0, tosses));
    let each = fast_time / tosses as f64;
    println!("conics tosses: {:.1} million a second and core, {} ellipses", 1e-6 / each, fast.ellipses);

    // The least of many short runs, taken in turns, is what the arithmetic costs on a machine that others use too.
    let (mut words, mut whole) = (f64::INFINITY, f64::INFINITY);
    for stream in 0..200 {
        let groups = 400;
        let (fold, time) = timed(|| words_alone(&key, stream, groups));
        std::hint::black_box(fold);
        words = words.min(time / (groups * GROUP) as f64);
        let (_, time) = timed(|| tally(&Square, &key, stream, groups * GROUP));
        whole = whole.min(time / (groups * GROUP) as f64);
    }
    println!("conics limit: {:.2e} s a toss, its random words alone {words:.2e} s, ratio {:.2}", whole, whole / words);

    let groups = 2_000;
    let (plain, plain_time) = timed(|| plain_tally(&Square, &key, 0, groups));
    assert_eq!(plain, tally(&Square, &key, 0, groups * GROUP), "both ways agree");
    let ratio = plain_time / (groups * GROUP) as f64 / each;
    println!("conics whole numbers: fast {:.2e} s a toss, plain {:.2e} s, ratio {ratio:.0}", each, each * ratio);

    let (hits, system_time) = timed(|| {
        let mut hits = 0u64;
        for group in 0..groups {
            each_toss(&Square, &key, 0, group, |p| hits += u64::from(ellipse_by_elimination(p)));
        }
        hits
    });
    assert!(hits.abs_diff(plain.ellipses) <= 2, "rounding decides at most a toss or two");
    let ratio = system_time / (groups * GROUP) as f64 / each;
    println!("conics linear system: fast {:.2e} s a toss, elimination {:.2e} s, ratio {ratio:.0}", each, each * ratio);

    let field = Field::of(&Region::Square).expect("a square has an area");
    let fours = 40_000u64;
    let mut chance: rand_chacha::ChaCha8Rng = rand::SeedableRng::seed_from_u64(1);
    let (sums, area_time) = timed(|| {
        let mut sums = (0.0, 0.0);
        for _ in 0..fours {
            let share =
                ellipse_area(&field, &std::array::from_fn(|_| Region::Square.point(&mut chance))) / field.area();
            sums = (sums.0 + share, sums.1 + share * share);
        }
        sums
    });
    let (mean, count) = (sums.0 / fours as f64, fours as f64);
    let variance = sums.1 / count - mean * mean;
    let ratio = variance * area_time / count / (mean * (1.0 - mean) * each);
    println!(
        "conics areas: variance {variance:.3} beside {:.3}, {:.2e} s a four; for the same precision tossing is faster, ratio {ratio:.0}",
        mean * (1.0 - mean),
        area_time / count
    );
}
