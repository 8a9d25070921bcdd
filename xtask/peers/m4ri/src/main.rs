//! Our elimination over GF(2) and M4RI's on the same random matrices, in one run: processor seconds and their ratio.

use engine::modular::gf2::Matrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

unsafe extern "C" {
    fn bridge_seconds() -> f64;
    fn bridge_echelon(words: *mut u64, rows: i32, columns: i32, stride: i32, taken: *mut f64) -> i32;
}

fn processor_seconds() -> f64 {
    // SAFETY: it reads a clock.
    unsafe { bridge_seconds() }
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![2048, 4096, 8192] } else { sizes };
    for n in sizes {
        let matrix = Matrix::random(n, n, &mut ChaCha8Rng::seed_from_u64(n as u64));
        let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
        for _ in 0..if n <= 2048 { 5 } else { 3 } {
            let mut mine = matrix.clone();
            let start = processor_seconds();
            let rank = mine.echelon().len();
            ours = ours.min(processor_seconds() - start);
            let stride = n.div_ceil(64);
            let mut words: Vec<u64> = (0..n).flat_map(|i| matrix.row(i).to_vec()).collect();
            let mut taken = 0.0;
            // SAFETY: the buffer has n rows of `stride` words, and both are what the bridge is told.
            let their_rank =
                unsafe { bridge_echelon(words.as_mut_ptr(), n as i32, n as i32, stride as i32, &mut taken) };
            theirs = theirs.min(taken);
            assert_eq!(rank, their_rank as usize, "ranks agree");
            assert!((0..n).all(|i| mine.row(i) == &words[i * stride..(i + 1) * stride]), "echelon forms agree");
        }
        println!("gf2 echelon {n}: ours {ours:.4} s, m4ri {theirs:.4} s, ratio {:.2} of its speed", theirs / ours);
    }
}
