//! The sequences of the OEIS that concern lights out, term by term.

use super::least::{MOST_QUIET, Weight, least};
use super::nullity;
use super::puzzle::Puzzle;
use super::symmetry::Solutions;
use super::system::System;
use dashu::integer::UBig;
use kit::Unwatched;

/// Solutions of the all-ones problem on n x n up to rotation and reflection.
const A075463: [u128; 79] = [
    1,
    1,
    1,
    5,
    1,
    1,
    1,
    1,
    43,
    1,
    10,
    1,
    1,
    5,
    1,
    43,
    1,
    1,
    8356,
    1,
    1,
    1,
    2080,
    5,
    1,
    1,
    1,
    1,
    136,
    131720,
    1,
    131720,
    8356,
    5,
    10,
    1,
    1,
    1,
    536911936,
    1,
    1,
    1,
    1,
    5,
    1,
    1,
    134225920,
    1,
    43,
    43,
    1,
    1,
    1,
    5,
    1,
    1,
    1,
    1,
    524800,
    1,
    137439609088,
    2099728,
    1,
    33564704,
    549756338176,
    1,
    536911936,
    1,
    43,
    1,
    2080,
    1,
    1,
    5,
    1,
    1,
    1,
    1,
    2305843011898064896,
];
/// The fewest clicks of the all-ones problem on n x n.
const A075464: [u64; 54] = [
    1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188, 141, 224, 245, 276, 231, 270, 353, 356,
    405, 416, 345, 376, 553, 428, 469, 520, 563, 600, 761, 772, 561, 696, 891, 940, 953, 772, 1069, 1188, 971, 1096,
    1165, 1220, 1317, 1256, 1487, 1400,
];
/// Sides n with a single solution.
const A076436: [usize; 69] = [
    1, 2, 3, 6, 7, 8, 10, 12, 13, 15, 18, 20, 21, 22, 25, 26, 27, 28, 31, 36, 37, 38, 40, 42, 43, 45, 46, 48, 51, 52,
    55, 56, 57, 58, 60, 63, 66, 68, 70, 72, 73, 75, 76, 78, 80, 81, 82, 85, 86, 87, 88, 90, 91, 93, 96, 97, 100, 102,
    103, 105, 106, 108, 110, 111, 112, 115, 116, 117, 120,
];
/// Sides n with a single solution up to rotation and reflection.
const A076437: [usize; 50] = [
    1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 15, 17, 18, 20, 21, 22, 25, 26, 27, 28, 31, 36, 37, 38, 40, 41, 42, 43, 45, 46,
    48, 51, 52, 53, 55, 56, 57, 58, 60, 63, 66, 68, 70, 72, 73, 75, 76, 77, 78, 80,
];
/// n such that f_n(x) and f_n(x + 1) have a common factor modulo 2.
const A093614: [usize; 61] = [
    5, 6, 10, 12, 15, 17, 18, 20, 24, 25, 30, 31, 33, 34, 35, 36, 40, 42, 45, 48, 50, 51, 54, 55, 60, 62, 63, 65, 66,
    68, 70, 72, 75, 78, 80, 84, 85, 90, 93, 95, 96, 99, 100, 102, 105, 108, 110, 114, 115, 119, 120, 124, 125, 126,
    127, 129, 130, 132, 135, 136, 138,
];
/// Sides n with a perfect parity pattern of eightfold symmetry.
const A118143: [usize; 33] = [
    4, 5, 11, 16, 23, 29, 30, 32, 47, 59, 62, 64, 65, 84, 95, 101, 119, 125, 126, 128, 131, 154, 164, 170, 185, 191,
    203, 204, 239, 251, 254, 256, 257,
];
/// The nullity of n x n.
const A159257: [usize; 130] = [
    0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0, 20, 16, 4, 6, 0,
    0, 0, 32, 0, 2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0, 40, 24, 0, 28, 42, 0, 32, 0, 8, 0, 14,
    0, 0, 4, 0, 0, 2, 0, 64, 0, 0, 0, 6, 12, 0, 0, 0, 0, 10, 0, 0, 20, 0, 4, 62, 0, 0, 20, 16, 0, 18, 0, 0, 4, 0, 0, 6,
    0, 8, 0, 0, 0, 2, 4, 0, 0, 0, 8, 46, 0, 0, 0, 80, 4, 50, 56, 0, 56, 56, 0,
];
/// The nullity of the n x n torus.
const A165738: [usize; 90] = [
    0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16, 0, 0, 12, 0, 16, 8, 0, 32, 4, 0, 0, 32, 8, 0, 4, 0, 0, 24, 40, 0, 44, 32, 8,
    16, 0, 0, 4, 64, 0, 8, 0, 0, 12, 0, 0, 64, 0, 16, 20, 0, 0, 8, 8, 0, 4, 0, 0, 48, 0, 80, 52, 0, 56, 88, 0, 64, 4,
    16, 0, 32, 0, 0, 12, 0, 0, 8, 0, 128, 4, 0, 0, 16, 24, 0, 4, 0, 0, 24,
];
/// Sides of tori with several solutions.
const A165740: [usize; 66] = [
    3, 5, 6, 9, 10, 12, 15, 17, 18, 20, 21, 24, 25, 27, 30, 31, 33, 34, 35, 36, 39, 40, 42, 45, 48, 50, 51, 54, 55, 57,
    60, 62, 63, 65, 66, 68, 69, 70, 72, 75, 78, 80, 81, 84, 85, 87, 90, 93, 95, 96, 99, 100, 102, 105, 108, 110, 111,
    114, 115, 117, 119, 120, 123, 124, 125, 126,
];
/// Sides of tori with a single solution.
const A165741: [usize; 65] = [
    1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 22, 23, 26, 28, 29, 32, 37, 38, 41, 43, 44, 46, 47, 49, 52, 53, 56, 58, 59, 61,
    64, 67, 71, 73, 74, 76, 77, 79, 82, 83, 86, 88, 89, 91, 92, 94, 97, 98, 101, 103, 104, 106, 107, 109, 112, 113,
    116, 118, 121, 122, 128, 131, 133, 134, 137,
];

fn board(n: usize) -> Puzzle {
    Puzzle::from_text(&format!("grid:{n}x{n}"), true, None, 2).unwrap()
}

/// Orbits of solutions under the symmetries of the square.
fn solutions_up_to_symmetry(n: usize) -> UBig {
    Solutions::of(n, &mut Unwatched).unwrap().classes()
}

#[test]
fn solutions_up_to_symmetry_are_those_of_a075463() {
    for (n, &known) in (1..).zip(&A075463) {
        assert_eq!(solutions_up_to_symmetry(n), UBig::from(known), "A075463({n})");
    }
    let alone: Vec<usize> = (1..=80).filter(|&n| solutions_up_to_symmetry(n) == UBig::ONE).collect();
    assert_eq!(alone, A076437);
}

fn fewest(n: usize) -> u64 {
    let puzzle = board(n);
    let system = System::new(&puzzle, &mut Unwatched).unwrap();
    let outcome = system.solve(&vec![1; n * n], &mut Unwatched).unwrap();
    let found =
        least(&system, outcome.clicks.unwrap(), &outcome.kernel_size, Weight::Clicks, 1, &mut Unwatched).unwrap();
    assert_eq!(found.standing, kit::Standing::Proved);
    found.least
}

#[test]
fn fewest_clicks_are_those_of_a075464() {
    for (n, &known) in (1..).zip(&A075464).filter(|&(n, _)| A159257[n - 1] <= 16) {
        assert_eq!(fewest(n), known, "A075464({n})");
    }
}

#[test]
#[ignore = "minutes"]
fn fewest_clicks_are_those_of_a075464_to_the_end() {
    for (n, &known) in (1..).zip(&A075464).filter(|&(n, _)| A159257[n - 1] <= MOST_QUIET) {
        assert_eq!(fewest(n), known, "A075464({n})");
    }
}

#[test]
fn nullities_are_those_of_the_encyclopedia() {
    for (n, &known) in (1..).zip(&A159257) {
        assert_eq!(nullity::grid(n, n, true), known, "A159257({n})");
    }
    let unique: Vec<usize> = (1..).filter(|&n| nullity::grid(n, n, true) == 0).take(A076436.len()).collect();
    assert_eq!(unique, A076436);
    // f_n and f_n(x + 1) have a common factor exactly if the (n - 1) x (n - 1) grid has a quiet move.
    let common: Vec<usize> = (2..).filter(|&n| nullity::grid(n - 1, n - 1, true) > 0).take(A093614.len()).collect();
    assert_eq!(common, A093614);
}

#[test]
fn nullities_of_tori_are_those_of_the_encyclopedia() {
    let torus = |n: usize| match n {
        1 | 2 => {
            let puzzle = Puzzle::from_text(&format!("torus:{n}x{n}"), true, None, 2).unwrap();
            n * n - puzzle.graph.arrivals().rank()
        }
        _ => nullity::torus(n, n, true, &mut Unwatched).unwrap(),
    };
    let nullities: Vec<usize> = (1..=137).map(torus).collect();
    assert_eq!(nullities[..90], A165738);
    let (one, several): (Vec<usize>, Vec<usize>) = (1..=137).partition(|n| nullities[n - 1] == 0);
    assert_eq!(one, A165741);
    assert_eq!(several[..A165740.len()], A165740);
}

/// Whether some quiet move of the n x n grid that all eight symmetries keep has no empty row (and so no empty column).
fn has_perfect_pattern(n: usize) -> bool {
    if nullity::grid(n, n, true) == 0 {
        return false;
    }
    let solutions = Solutions::of(n, &mut Unwatched).unwrap();
    solutions.perfect(&solutions.symmetric()) > UBig::ZERO
}

#[test]
fn perfect_patterns_are_those_of_a118143() {
    let found: Vec<usize> = (1..=257).filter(|&n| has_perfect_pattern(n)).collect();
    assert_eq!(found, A118143);
}
