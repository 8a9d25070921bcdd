//! Which conic passes through five random points: many tosses at a time, each decided exactly.
//!
//! *The predicate.* Take the fifth point as origin, let `c_ij` be the six cross products of the other four, `a = c_13
//! c_24` and `b = c_12 c_34`. The conic is `a L_12 L_34 - b L_13 L_24` (`L_ij` the line through i and j), and the
//! discriminant of its part of second order is `(a [12|34])^2 + (b [13|24])^2 + 2ab ([12|13][34|24] + [12|24][34|13])`,
//! where `[ij|kl]` is the cross product of the vectors from i to j and from k to l, a sum of `c`s. Positive is a
//! hyperbola, negative an ellipse. No linear system is solved.
//!
//! *Exactness.* Every point lies on the grid of whole numbers up to 2^31 in size, so differences are exact in doubles
//! and the error of the discriminant has a simple bound. The many are decided by one bound for all ([`DOUBT`]), what is
//! nearer to zero by a bound of its own (at [`discriminant`]), and what is nearer still in whole numbers. So counts do
//! not depend on the machine.
//!
//! *Chance.* Five blocks of the stream cipher of [`super::stream`] give each lane eight tosses of ten words.
#![allow(unsafe_code)]

pub use super::points::{Disk, Gauss, HalfDisk, Ring, Square, Triangles, unit, whole};
use super::stream::{LANES, Lane, fill};
#[cfg(target_arch = "x86_64")]
use super::wide;
use dashu::base::Signed;
use dashu::integer::IBig;

/// Tosses of one group: all lanes, eight each.
pub const GROUP: u64 = 8 * LANES as u64;

/// Blocks of the cipher in one group.
pub(super) const GROUP_BLOCKS: u64 = 5 * LANES as u64;

/// Half the side of the grid.
pub const GRID: f64 = 2147483648.0;

/// A point from two random words, on the grid: whole numbers up to [`GRID`] in size.
pub trait Source: Sync {
    /// Whether a point takes so few operations that five of them and what is made of them fit into one loop; otherwise
    /// the points come first.
    const STRAIGHT: bool = false;

    /// The point.
    fn point(&self, first: u32, second: u32) -> [f64; 2];
}

/// How often each curve came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Negative discriminants.
    pub ellipses: u64,
    /// Positive discriminants.
    pub hyperbolas: u64,
    /// Zeros: a parabola, or lines.
    pub zeros: u64,
}

impl Tally {
    /// All tosses.
    pub fn tosses(&self) -> u64 {
        self.ellipses + self.hyperbolas + self.zeros
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            ellipses: self.ellipses + other.ellipses,
            hyperbolas: self.hyperbolas + other.hyperbolas,
            zeros: self.zeros + other.zeros,
        }
    }

    fn count(&mut self, sign: i32) {
        match sign {
            -1 => self.ellipses += 1,
            0 => self.zeros += 1,
            _ => self.hyperbolas += 1,
        }
    }
}

/// The discriminant of the conic through five grid points (positive is a hyperbola) and a bound on its rounding error.
///
/// With differences up to U = 2^32 and u = 2^-53, each `c` is off by at most e = 4u U^2 and each bracket, at most G =
/// 2U^2 in size, by 10e; `a` is off by e(|c_13| + |c_24|) + u|a| and `b` likewise. With s = |a| + |b| and q the sum of
/// the four |c| in them, the sum of the first order terms is at most 30eG s^2 + 4G^2 s (eq + us) = u U^4 s (256 s + 64
/// U^2 q); twice that covers the rest.
#[inline(always)]
pub fn discriminant(p: &[[f64; 2]; 5]) -> (f64, f64) {
    const U: f64 = 2.0 * GRID;
    const OUTER: f64 = f64::EPSILON * U * U * U * U;
    let [ox, oy] = p[4];
    let ([x0, y0], [x1, y1]) = ([p[0][0] - ox, p[0][1] - oy], [p[1][0] - ox, p[1][1] - oy]);
    let ([x2, y2], [x3, y3]) = ([p[2][0] - ox, p[2][1] - oy], [p[3][0] - ox, p[3][1] - oy]);
    let (c01, c02, c03) = (x0 * y1 - x1 * y0, x0 * y2 - x2 * y0, x0 * y3 - x3 * y0);
    let (c12, c13, c23) = (x1 * y2 - x2 * y1, x1 * y3 - x3 * y1, x2 * y3 - x3 * y2);
    let (a, b) = (c02 * c13, c01 * c23);
    let first = a * (c13 - c12 - c03 + c02);
    let second = b * (c23 + c12 - c03 + c01);
    let mixed = (c12 - c02 + c01) * (c13 - c23 - c12) + (c13 - c03 + c01) * (c03 - c23 - c02);
    let size = a.abs() + b.abs();
    let sides = c02.abs() + c13.abs() + c01.abs() + c23.abs();
    let error = OUTER * size * (256.0 * size + 64.0 * U * U * sides);
    (first * first + second * second + 2.0 * (a * b) * mixed, error)
}

/// a b + c, rounded once where the machine can.
#[inline(always)]
fn times_plus<const FUSED: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

/// No value of `quick` is farther from the discriminant than this.
///
/// With U and u as at [`discriminant`]: a cross product is twice the area of a triangle in a square of side U, so at
/// most U^2, and off by at most 4u U^2. So `a` and `b` are at most U^4 and off by 9u U^4, the three areas `t` at most
/// U^2 and off by 16u U^2, `g` and `h` at most 2U^2 and off by 40u U^2, the fourth area by 56u U^2. The squares are
/// then off by 244u U^12 each, the mixed sum, at most 2U^4, by 108u U^4, and its term by 304u U^12; the last roundings
/// add 24u U^12. That is 816u U^12 in all, and 1024u U^12 covers the terms of second order.
pub const DOUBT: f64 = 512.0 * f64::EPSILON * U12;

/// (2^32)^12.
const U12: f64 = (1u128 << 96) as f64 * ((1u128 << 96) as f64) * ((1u128 << 96) as f64) * ((1u128 << 96) as f64);

/// The discriminant with the fewest operations: the brackets are differences of the areas of three triangles.
#[inline(always)]
fn quick<const FUSED: bool>(p: &[[f64; 2]; 5]) -> f64 {
    let [ox, oy] = p[4];
    let ([x0, y0], [x1, y1]) = ([p[0][0] - ox, p[0][1] - oy], [p[1][0] - ox, p[1][1] - oy]);
    let ([x2, y2], [x3, y3]) = ([p[2][0] - ox, p[2][1] - oy], [p[3][0] - ox, p[3][1] - oy]);
    let cross = |x: f64, y: f64, z: f64, w: f64| times_plus::<FUSED>(x, w, -(z * y));
    let (c01, c02, c03) = (cross(x0, y0, x1, y1), cross(x0, y0, x2, y2), cross(x0, y0, x3, y3));
    let (c12, c13, c23) = (cross(x1, y1, x2, y2), cross(x1, y1, x3, y3), cross(x2, y2, x3, y3));
    let (a, b) = (c02 * c13, c01 * c23);
    let (t1, t2, t3) = (c12 - c02 + c01, c13 - c03 + c01, c03 - c23 - c02);
    let (g, h) = (t2 - t1, t1 - t3);
    let (first, second) = (a * g, b * h);
    let mixed = times_plus::<FUSED>(t1, g + t3, t2 * t3);
    times_plus::<FUSED>(first, first, times_plus::<FUSED>(second, second, (a + a) * b * mixed))
}

/// The sign of the discriminant of five grid points, in whole numbers.
pub fn exact_sign(p: &[[f64; 2]; 5]) -> i32 {
    let d: [[i128; 2]; 4] = std::array::from_fn(|i| std::array::from_fn(|j| p[i][j] as i128 - p[4][j] as i128));
    let c = |i: usize, j: usize| d[i][0] * d[j][1] - d[j][0] * d[i][1];
    let (c01, c02, c03, c12, c13, c23) = (c(0, 1), c(0, 2), c(0, 3), c(1, 2), c(1, 3), c(2, 3));
    let big = IBig::from;
    let (a, b) = (big(c02) * big(c13), big(c01) * big(c23));
    let first = &a * big(c13 - c12 - c03 + c02);
    let second = &b * big(c23 + c12 - c03 + c01);
    let mixed = big(c12 - c02 + c01) * big(c13 - c23 - c12) + big(c13 - c03 + c01) * big(c03 - c23 - c02);
    let sum = &first * &first + &second * &second + IBig::from(2) * a * b * mixed;
    match (sum.is_zero(), sum.is_negative()) {
        (true, _) => 0,
        (_, true) => -1,
        _ => 1,
    }
}

/// The tally of so many tosses of a stream; the last group may be begun only.
pub fn tally<S: Source>(source: &S, key: &[u32; 8], stream: u64, tosses: u64) -> Tally {
    let whole = tosses / GROUP;
    let mut tally = fastest(source, key, stream, whole);
    let mut left = tosses % GROUP;
    each_toss(source, key, stream, whole, |p| {
        if left > 0 {
            left -= 1;
            tally.count(exact_sign(p));
        }
    });
    tally
}

/// The tally of one toss after the other in whole numbers: the plain way to the same counts.
pub fn plain_tally<S: Source>(source: &S, key: &[u32; 8], stream: u64, groups: u64) -> Tally {
    let mut tally = Tally::default();
    for index in 0..groups {
        each_toss(source, key, stream, index, |p| tally.count(exact_sign(p)));
    }
    tally
}

/// The tally with the widest vectors of this machine.
fn fastest<S: Source>(source: &S, key: &[u32; 8], stream: u64, groups: u64) -> Tally {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: the features were detected on this machine.
        match width() {
            512 => return unsafe { wide::tally(source, key, stream, groups) },
            256 => return unsafe { wide256(source, key, stream, groups) },
            _ => {}
        }
    }
    whole_groups::<S, false>(source, key, stream, groups)
}

/// The width of the vectors of this machine for which there is code, in bits.
#[cfg(target_arch = "x86_64")]
fn width() -> u32 {
    let fused = is_x86_feature_detected!("fma");
    match (
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq"),
        is_x86_feature_detected!("avx2"),
    ) {
        (true, _) if fused => 512,
        (_, true) if fused => 256,
        _ => 128,
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn wide256<S: Source>(source: &S, key: &[u32; 8], stream: u64, groups: u64) -> Tally {
    whole_groups::<S, true>(source, key, stream, groups)
}

/// The random words of so many groups and nothing else, some of them folded into one: the least that tosses can cost.
pub fn words_alone(key: &[u32; 8], stream: u64, groups: u64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: the features were detected on this machine.
        match width() {
            512 => return unsafe { wide::words_alone(key, stream, groups) },
            256 => return unsafe { words256(key, stream, groups) },
            _ => {}
        }
    }
    folded_words(key, stream, groups)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn words256(key: &[u32; 8], stream: u64, groups: u64) -> u32 {
    folded_words(key, stream, groups)
}

#[inline(always)]
fn folded_words(key: &[u32; 8], stream: u64, groups: u64) -> u32 {
    let mut words = [[0; LANES]; 80];
    let mut fold = 0;
    for index in 0..groups {
        group_words(key, stream, index, &mut words);
        // Folding itself would cost a part of what is measured; the compiler is told that the words are read.
        fold ^= std::hint::black_box(&words)[79][LANES - 1];
    }
    fold
}

/// The random words of one group: five blocks in each lane.
#[inline(always)]
pub(super) fn group_words(key: &[u32; 8], stream: u64, group: u64, words: &mut [Lane; 80]) {
    for (index, block) in words.chunks_exact_mut(16).enumerate() {
        fill(key, stream, group * GROUP_BLOCKS + (index * LANES) as u64, block);
    }
}

/// The five points of one toss of one lane.
#[inline(always)]
fn toss<S: Source>(source: &S, words: &[Lane], lane: usize) -> [[f64; 2]; 5] {
    let words: &[Lane; 10] = words.try_into().expect("a toss has ten words");
    [
        source.point(words[0][lane], words[1][lane]),
        source.point(words[2][lane], words[3][lane]),
        source.point(words[4][lane], words[5][lane]),
        source.point(words[6][lane], words[7][lane]),
        source.point(words[8][lane], words[9][lane]),
    ]
}

/// Shows every toss of one group.
pub fn each_toss<S: Source>(source: &S, key: &[u32; 8], stream: u64, group: u64, mut show: impl FnMut(&[[f64; 2]; 5])) {
    let mut words = [[0; LANES]; 80];
    group_words(key, stream, group, &mut words);
    for ten in words.chunks_exact(10) {
        for lane in 0..LANES {
            show(&toss(source, ten, lane));
        }
    }
}

/// Lanes that are tossed side by side: as many doubles as the widest vector has.
pub(super) const SIDE: usize = 8;

/// What has been counted of so many groups. [`SIDE`] lanes at a time are tossed, eight tosses each, and then reviewed.
#[derive(Default)]
pub(super) struct Count {
    /// Signs of the values, for each lane.
    negative: [u64; SIDE],
    /// The values of the lanes in hand, and the least size among them.
    values: [[f64; SIDE]; 8],
    least: [f64; SIDE],
    /// What the doubtful ones among the values change.
    doubtful: Doubtful,
}

impl Count {
    /// The toss `number` of the lanes from `first` on, whose ten words are given.
    #[inline(always)]
    pub(super) fn toss<S: Source, const FUSED: bool>(&mut self, source: &S, ten: &[Lane], first: usize, number: usize) {
        // Nothing in the loop may fail, or it does not become vectors: no place beyond an array, no sum too large.
        let words: [&[u32; SIDE]; 10] =
            std::array::from_fn(|word| ten[word][first..][..SIDE].try_into().expect("the length is right"));
        let (mut values, mut negative) = ([0.0; SIDE], self.negative);
        let mut least = if number == 0 { [f64::INFINITY; SIDE] } else { self.least };
        let mut judge = |lane: usize, five: &[[f64; 2]; 5]| {
            let value = quick::<FUSED>(five);
            values[lane] = value;
            negative[lane] = negative[lane].wrapping_add(value.to_bits() >> 63);
            least[lane] = if value.abs() < least[lane] { value.abs() } else { least[lane] };
        };
        if S::STRAIGHT {
            for lane in 0..SIDE {
                let point = |k: usize| source.point(words[2 * k][lane], words[2 * k + 1][lane]);
                judge(lane, &[point(0), point(1), point(2), point(3), point(4)]);
            }
        } else {
            let mut points = [[[0.0; SIDE]; 2]; 5];
            for (k, point) in points.iter_mut().enumerate() {
                for lane in 0..SIDE {
                    [point[0][lane], point[1][lane]] = source.point(words[2 * k][lane], words[2 * k + 1][lane]);
                }
            }
            for lane in 0..SIDE {
                let point = |k: usize| [points[k][0][lane], points[k][1][lane]];
                judge(lane, &[point(0), point(1), point(2), point(3), point(4)]);
            }
        }
        (self.values[number], self.negative, self.least) = (values, negative, least);
    }

    /// Looks at the lanes in hand, all their tosses being made.
    #[inline(always)]
    pub(super) fn review<S: Source>(&mut self, source: &S, words: &[Lane; 80], first: usize) {
        if self.least.iter().any(|&value| value <= DOUBT) {
            self.doubtful.decide(source, words, first, &self.values);
        }
    }

    /// The tally of so many groups.
    pub(super) fn tally(&self, groups: u64) -> Tally {
        let ellipses = self.negative.iter().sum::<u64>() - self.doubtful.negative + self.doubtful.tally.ellipses;
        let zeros = self.doubtful.tally.zeros;
        Tally { ellipses, zeros, hyperbolas: groups * GROUP - ellipses - zeros }
    }
}

#[inline(always)]
fn whole_groups<S: Source, const FUSED: bool>(source: &S, key: &[u32; 8], stream: u64, groups: u64) -> Tally {
    let mut words = [[0; LANES]; 80];
    let mut count = Count::default();
    for index in 0..groups {
        group_words(key, stream, index, &mut words);
        for first in (0..LANES).step_by(SIDE) {
            for (number, ten) in words.chunks_exact(10).enumerate() {
                count.toss::<S, FUSED>(source, ten, first, number);
            }
            count.review(source, &words, first);
        }
    }
    count.tally(groups)
}

/// The tosses whose quick value decides nothing.
#[derive(Default)]
struct Doubtful {
    /// What they are.
    tally: Tally,
    /// How many had a negative value all the same.
    negative: u64,
}

impl Doubtful {
    #[cold]
    #[inline(never)]
    fn decide<S: Source>(&mut self, source: &S, words: &[Lane; 80], first: usize, values: &[[f64; SIDE]; 8]) {
        for (ten, values) in words.chunks_exact(10).zip(values) {
            for lane in (0..SIDE).filter(|&lane| values[lane].abs() <= DOUBT) {
                self.negative += values[lane].to_bits() >> 63;
                self.tally.count(sign(&toss(source, ten, first + lane)));
            }
        }
    }
}

/// The sign of the discriminant: in doubles if its own error bound allows, else in whole numbers.
fn sign(p: &[[f64; 2]; 5]) -> i32 {
    let (value, error) = discriminant(p);
    if value.abs() > error { value.signum() as i32 } else { exact_sign(p) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::stream::key;
    use proptest::prelude::*;

    fn all_ways_agree<S: Source>(source: &S) -> Tally {
        let plain = plain_tally(source, &key(7), 3, 40);
        assert_eq!(tally(source, &key(7), 3, 40 * GROUP), plain);
        assert_eq!(whole_groups::<S, false>(source, &key(7), 3, 40), plain);
        assert_eq!(whole_groups::<S, true>(source, &key(7), 3, 40), plain);
        plain
    }

    #[test]
    fn vectors_and_whole_numbers_count_alike_in_every_region() {
        let wedge = Triangles::new(&[[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0], [3.0, 2.0]]]);
        for tally in [all_ways_agree(&Square), all_ways_agree(&Disk), all_ways_agree(&Gauss), all_ways_agree(&wedge)] {
            assert_eq!(tally.tosses(), 40 * GROUP);
            assert!(tally.ellipses * 10 > tally.tosses() && tally.hyperbolas * 2 > tally.tosses(), "{tally:?}");
        }
    }

    #[test]
    fn a_begun_group_is_counted_to_the_toss() {
        for tosses in [0, 1, 5, GROUP - 1, GROUP, GROUP + 1, 1000] {
            assert_eq!(tally(&Square, &key(1), 0, tosses).tosses(), tosses);
        }
    }

    proptest! {
        #[test]
        fn beyond_the_error_bound_the_sign_is_exact(n in prop::array::uniform10(any::<i32>()), near in any::<bool>()) {
            let mut p: [[f64; 2]; 5] = std::array::from_fn(|i| [f64::from(n[2 * i]), f64::from(n[2 * i + 1])]);
            if near {
                // The fifth point close to the line through the first two.
                p[4] = [whole((p[0][0] + p[1][0]) / 2.0), whole((p[0][1] + p[1][1]) / 2.0)];
            }
            let (value, error) = discriminant(&p);
            prop_assert!(value.abs() <= error || value.signum() as i32 == exact_sign(&p));
            // Both roundings of the quick value are within the common bound of the finer one.
            for quick in [quick::<false>(&p), quick::<true>(&p)] {
                prop_assert!(quick.abs() <= DOUBT || quick.signum() as i32 == exact_sign(&p));
                prop_assert!((quick - value).abs() <= DOUBT + error);
            }
        }

        /// Points on a parabola whose axis is turned: zero exactly; and the doubles stay within the doubt.
        #[test]
        fn a_parabola_has_discriminant_zero(t in prop::array::uniform5(-10_000i32..10_000), u in -9i32..9, v in -9i32..9) {
            let at = |t: i32| {
                let (t, s) = (f64::from(t), f64::from(t).powi(2));
                [f64::from(u) * t + s, f64::from(v) * t + 2.0 * s]
            };
            let p = t.map(at);
            prop_assert_eq!(exact_sign(&p), 0);
            let (value, error) = discriminant(&p);
            prop_assert!(value.abs() <= error);
            prop_assert!(quick::<false>(&p).abs() <= DOUBT && quick::<true>(&p).abs() <= DOUBT);
        }
    }
}
