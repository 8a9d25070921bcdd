//! Numbers beside the widest that fit: what is computed in words of the machine is computed once more in wide integers.
//!
//! Every question at its limits is asked in `numbers.rs`, in a build that panics where a number does not fit its type,
//! so that an answer there is the one of integers of any width; here is the proof that the build does so, and questions
//! whose numbers come closest to the edge are recomputed.

use dashu::integer::IBig;
use kit::{NoFiles, Report, Unwatched, read_sentence};
use std::hint::black_box;
use std::panic::catch_unwind;

fn answered(sentence: &str) -> Report {
    let (question, ask) = read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"))
}

/// The numbers of a fact, in the order in which they are written.
fn numbers(report: &Report, name: &str) -> Vec<i128> {
    let text = report.get(name).unwrap_or_else(|| panic!("{name}: no such fact")).to_string();
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap()).collect()
}

#[test]
fn a_number_that_does_not_fit_is_seen_in_this_build() {
    assert!(catch_unwind(|| black_box(u64::MAX) + black_box(1)).is_err());
    assert!(catch_unwind(|| black_box(i64::MIN) - black_box(1)).is_err());
    assert!(catch_unwind(|| black_box(1u32 << 31) * black_box(2)).is_err());
}

/// Clicks that are said to solve do so in wide integers; a witness that there are none is one.
#[test]
fn puzzles_of_four_billion_colours_are_solved_in_wide_integers_too() {
    let graphs = ["circle:6", "circle:7", "grid:3x3", "grid:2x5:king", "path:8", "petersen", "torus:3x3"];
    let (mut solved, mut refuted) = (0, 0);
    for m in [1i128 << 32, (1 << 32) - 1, 4_294_967_291, 4_294_836_225, 3 << 30] {
        for add in [1, (1i128 << 32) - 1, 4_294_967_290] {
            for graph in graphs {
                let from = m - 1;
                let report = answered(&format!("merlin solve {graph} --mod {m} --from all:{from} --add {add}"));
                let matrix = numbers(&report, "matrix");
                let n = matrix.len().isqrt();
                let apply = |row: &dyn Fn(usize) -> i128, by: &[i128]| -> i128 {
                    (0..n).map(|j| row(j) * by[j] % m).sum::<i128>() % m
                };
                if report.line.starts_with("solvable") {
                    let clicks = numbers(&report, "clicks");
                    for cell in 0..n {
                        let changed = apply(&|j| matrix[cell * n + j], &clicks);
                        assert_eq!((from + changed) % m, 0, "{graph} mod {m} add {add}, cell {cell}");
                    }
                    solved += 1;
                } else {
                    let witness = numbers(&report, "witness");
                    for click in 0..n {
                        assert_eq!(apply(&|i| matrix[i * n + click], &witness), 0, "{graph} mod {m} add {add}");
                    }
                    assert_ne!(apply(&|_| from, &witness), 0, "{graph} mod {m} add {add}");
                    refuted += 1;
                }
            }
        }
    }
    assert!(solved > 20 && refuted > 5, "{solved} {refuted}");
}

/// The sum of two numbers in decimal digits, the least first.
fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (mut digits, mut carry) = (Vec::new(), 0);
    for place in 0..a.len().max(b.len()) {
        let both = a.get(place).unwrap_or(&0) + b.get(place).unwrap_or(&0) + carry;
        digits.push(both % 10);
        carry = both / 10;
    }
    if carry > 0 {
        digits.push(carry);
    }
    digits
}

#[test]
fn sums_beyond_every_word_are_those_of_decimal_digits() {
    let report = answered("exile numbers 5000");
    let last = report.tables[0].rows.last().unwrap().last().unwrap().to_string();
    let mut three: [Vec<u8>; 3] = [vec![0], vec![0], vec![1]];
    for _ in 3..5000 {
        let next = sum(&sum(&three[0], &three[1]), &three[2]);
        three.rotate_left(1);
        three[2] = next;
    }
    let told: String = three[2].iter().rev().map(|digit| char::from(b'0' + digit)).collect();
    assert_eq!(last.replace(' ', ""), told);
}

fn big(text: &str) -> IBig {
    text.parse().unwrap_or_else(|e| panic!("{text:?}: {e}"))
}

/// The whole numbers of a fact with their signs, of any length.
fn bigs(report: &Report, name: &str) -> Vec<IBig> {
    let text = report.get(name).unwrap_or_else(|| panic!("{name}: no such fact")).to_string();
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|word| !word.is_empty());
    words.map(big).collect()
}

/// A decimal with a power of ten, or a fraction, as a quotient of whole numbers.
fn quotient(text: &str) -> (IBig, IBig) {
    if let Some((above, below)) = text.split_once('/') {
        return (big(above), big(below));
    }
    let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
    let power: i32 = power.parse().unwrap();
    let shift = IBig::from(10).pow(power.unsigned_abs() as usize);
    if power < 0 { (big(digits), shift) } else { (big(digits) * shift, IBig::from(1)) }
}

/// The conic goes through its five points, multiplied out: coordinates from 10^-100 to the largest that are read.
#[test]
fn a_conic_goes_through_its_points_at_the_limits_of_coordinates() {
    let mut met = 0;
    for points in [
        "1e100,0 0,1e100 -1e100,1 1/3,1e-100 2,5",
        "1e-100,0 0,1e-100 -1e-100,1 1/3,1e100 2,5",
        "1e100,1e-100 -1e-100,1e100 0,0 1e50,-1e50 1/99999999999999999999,-7/99999999999999999998",
        "1e99,1 1,1e99 -1e99,7 1/3,1/7 12345678901234567890123456789,5/99999999999999999999",
        "9223372036854775807,1 1,9223372036854775807 -9223372036854775808,1 4294967296,4294967295 0,0",
        "18446744073709551616,18446744073709551615 3,4 4,3 -5,0 0,-5",
    ] {
        let report = answered(&format!("conics fit {points}"));
        let of = bigs(&report, "coefficients");
        assert!(of.len() == 6 && of.iter().any(|c| *c != IBig::from(0)), "{points}: {of:?}");
        for point in points.split(' ') {
            let ((x, p), (y, q)) = point.split_once(',').map(|(x, y)| (quotient(x), quotient(y))).unwrap();
            // Everything times the squares of both denominators.
            let terms = [
                &x * &x * &q * &q,
                &x * &y * &p * &q,
                &y * &y * &p * &p,
                &x * &p * &q * &q,
                &y * &q * &p * &p,
                &p * &p * &q * &q,
            ];
            let sum: IBig = of.iter().zip(&terms).map(|(c, term)| c * term).sum();
            assert_eq!(sum, IBig::from(0), "{points}: not through {point}");
            met += 1;
        }
    }
    assert_eq!(met, 30);
}

/// Queens of the spiral far out: their coordinates are floors of multiples of the Tribonacci constant psi, up to one
/// (the rows of the theorem), and psi is where the cubic of the words changes its sign.
#[test]
fn queens_of_a_thousand_digits_stand_where_the_cubic_says() {
    let letter = |n: &str| answered(&format!("exile tribonacci {n}"));
    for n in
        ["18446744073709551615", "18446744073709551616", "10^100", "10^1000", "340282366920938463463374607431768211456"]
    {
        let report = answered(&format!("exile nth {n}"));
        let one = |name: &str| bigs(&report, name).pop().unwrap();
        let (x, y) = (one("X"), one("Y"));
        assert_eq!((one("P"), one("M")), (&x + &y, &y - &x), "{n}");
        let queen = bigs(&report, "queen");
        let size = |v: &IBig| if *v < IBig::from(0) { -v.clone() } else { v.clone() };
        assert!(queen.iter().map(size).all(|side| side == x || side == y), "{n}: {queen:?}");
        // Y is near psi times X: the cubic y^3 - y^2 x - y x^2 - x^3 changes its sign within a few steps of Y.
        let cubic = |y: &IBig| y * y * y - y * y * &x - y * &x * &x - &x * &x * &x;
        let (below, above) = (cubic(&(&y - IBig::from(3))), cubic(&(&y + IBig::from(3))));
        assert!(below < IBig::from(0) && above > IBig::from(0), "{n}: X {x}, Y {y}");
        // Of the letters before a place as many are a, b and c as there are places.
        let report = letter(n);
        let place = match n.split_once('^') {
            Some((base, power)) => big(base).pow(power.parse().unwrap()),
            None => big(n),
        };
        assert_eq!(bigs(&report, "counts").iter().sum::<IBig>(), place, "{n}");
    }
}

/// Disks that touch exactly, by the triangle of 3, 4 and 5, and those that are one unit of the last decimal too large.
#[test]
fn disks_of_thirty_digits_touch_or_overlap_by_one_unit() {
    let (question, _) = read_sentence(topics::ALL, "disks verify \"circle 4;2 1 0;2 -1 0\"", &NoFiles).unwrap();
    let verdict = |text: &str| {
        let (_, ask) = read_sentence(topics::ALL, &format!("disks verify \"{text}\""), &NoFiles).unwrap();
        (question.answer)(&ask, &mut Unwatched)
    };
    for power in [0, 9, 18, 19, 20, 28] {
        let zeros = "0".repeat(power);
        let square = |last: &str| format!("square 40{zeros};5{zeros}{last} 0 0;5{zeros} 3{zeros} 4{zeros}");
        let touching = verdict(&square("")).unwrap_or_else(|e| panic!("10^{power}: {e}"));
        assert_eq!(touching.get("fits").map(ToString::to_string).as_deref(), Some("yes"), "10^{power}");
        for least in [".1", ".000000001", ".000000000000000001"] {
            let overlapping = verdict(&square(least)).err().unwrap_or_else(|| panic!("10^{power} with {least} fits"));
            assert!(overlapping.to_string().contains("overlap"), "10^{power}: {overlapping}");
        }
    }
}

/// Counting at the most weighings: the outcomes are powers, and the information bound is the last number of coins whose
/// pairs do not outnumber them.
#[test]
fn bounds_of_twenty_weighings_are_those_of_wide_integers() {
    for (scale, answers) in [("5", 5i128), ("3", 3)] {
        for weighings in [1, 5, 13, 14, 19, 20] {
            let report = answered(&format!("scale bounds {weighings} --scale {scale}"));
            let outcomes = answers.pow(weighings);
            assert_eq!(numbers(&report, "outcomes"), [outcomes], "{weighings} on {scale}");
            let coins = numbers(&report, "information")[0];
            let pairs = |coins: i128| coins * (coins - 1) / 2;
            assert!(pairs(coins) <= outcomes && outcomes < pairs(coins + 1), "{weighings} on {scale}: {coins}");
        }
    }
}

/// Heaps at the largest that are read: nimbers add without carrying, and what is excluded is looked for in order.
#[test]
fn the_largest_heaps_add_without_carrying() {
    let most = u64::from(u32::MAX);
    let nimber = |text: &str| answered(&format!("sums value \"{text}\"")).get("nimber").unwrap().to_string();
    for (a, b) in [(100_000u64, 0), (100_000, 100_000), (100_000, 1 << 16), (1 << 16, (1 << 16) - 1), (99_999, 1)] {
        assert_eq!(nimber(&format!("nim({a}) + nim({b})")), (a ^ b).to_string());
        let three = nimber(&format!("nim({a}) + nim({b}) + nim(7)"));
        assert_eq!(three, (a ^ b ^ 7).to_string());
    }
    for list in [vec![most], vec![0, most], vec![0, 1, 2, most - 1, most]] {
        let words = list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let least = (0..=most).find(|n| !list.contains(n)).unwrap();
        assert_eq!(numbers(&answered(&format!("sums mex {words}")), "mex"), [i128::from(least)], "{words}");
    }
    for side in [999_999i128, 1_000_000] {
        let report = answered(&format!("merlin nullity {side}"));
        assert_eq!(numbers(&report, "nullity")[0] + numbers(&report, "rank")[0], side * side);
    }
}
