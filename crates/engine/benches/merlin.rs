//! Elimination over GF(2): plain against Four-Russians; the gcd over GF(2)[x]: Euclid against Lehmer; in one run.

use parlor_engine::modular::gf2::Matrix;
use parlor_engine::modular::poly2::{Poly, fibonacci_pair};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

fn main() {
    for n in [1024, 2048, 4096] {
        let matrix = Matrix::random(n, n, &mut ChaCha8Rng::seed_from_u64(n as u64));
        let (mut fast, mut plain) = (matrix.clone(), matrix);
        let (pivots, fast_time) = timed(|| fast.echelon());
        let (plain_pivots, plain_time) = timed(|| plain.echelon_plain());
        assert!(pivots == plain_pivots && fast == plain, "both ways agree");
        println!(
            "gf2 echelon {n}: four russians {fast_time:.4} s, plain {plain_time:.3} s, ratio {:.1}",
            plain_time / fast_time
        );
    }
    for bits in [5_000, 50_000] {
        let mut chance = ChaCha8Rng::seed_from_u64(bits as u64);
        let mut random = || Poly::from_words((0..bits / 64).map(|_| chance.next_u64()).collect());
        let (a, b) = (random(), random());
        let (fast, fast_time) = timed(|| a.gcd(&b));
        let (plain, plain_time) = timed(|| a.gcd_plain(&b));
        assert!(fast == plain, "both ways agree");
        println!(
            "gf2[x] gcd {bits}: lehmer {fast_time:.5} s, euclid {plain_time:.4} s, ratio {:.1}",
            plain_time / fast_time
        );
    }
    let (pair, time) = timed(|| fibonacci_pair(1_000_000));
    println!("fibonacci polynomial 1000000: {time:.5} s, degree {}", pair.0.degree().unwrap_or(0));
}
