//! Over the integers: exact determinant, rank and Smith normal form, which answer for every modulus at once.
//!
//! A matrix A of integers is equivalent to a diagonal one with d_1 | d_2 | ... | d_r (Smith 1861). Modulo m its image
//! has the product of m / gcd(d_i, m) elements, so A t = s is solvable for all s exactly when gcd(d_i, m) = 1 for all i
//! and A has full rank.
//!
//! *The plain way* is [`smith_plain`], Euclid's algorithm on rows and columns, and [`determinant_plain`], Bareiss's
//! elimination without fractions. *The fast way* first uses up pivots 1 and -1, few-entried ones first: a sparse matrix
//! of a puzzle shrinks to a small dense one (a w x h grid to about the shorter side), and each such pivot is an
//! invariant factor 1. For what is left the rank r and a minor D != 0 of size r are found modulo enough primes for
//! Hadamard's bound to leave no doubt; every d_i divides D, so the rest of the work is done modulo D, where entries
//! cannot grow.
//!
//! ```
//! use parlor_engine::modular::smith::smith;
//! let ring = |i: usize, j: usize| i64::from((i + 1) % 6 == j || (j + 1) % 6 == i);
//! let form = smith(6, 6, ring, &mut kit::Unwatched).unwrap();
//! assert_eq!(form.determinant().unwrap().to_string(), "-4");
//! assert_eq!(form.factors().iter().map(|d| d.to_string()).collect::<Vec<_>>(), ["1", "1", "1", "1", "2", "2"]);
//! ```

use super::howell::product;
use super::zmod::{Modulus, is_prime};
use dashu::base::{Abs, BitTest, DivRem, ExtendedGcd, Gcd, RemEuclid, Signed, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use kit::{Result, Watch, watch};
use std::collections::BTreeMap;

/// The Smith normal form of a rectangular matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smith {
    rows: usize,
    columns: usize,
    factors: Vec<UBig>,
    /// The sign of the determinant, where there is one.
    negative: bool,
}

impl Smith {
    /// The invariant factors that are not zero, each a divisor of the next.
    pub fn factors(&self) -> &[UBig] {
        &self.factors
    }

    /// The invariant factors with the zeros, as many as the shorter side.
    pub fn all_factors(&self) -> Vec<UBig> {
        let mut all = self.factors.clone();
        all.resize(self.rows.min(self.columns), UBig::ZERO);
        all
    }

    /// The rank over the rationals.
    pub fn rank(&self) -> usize {
        self.factors.len()
    }

    /// The determinant of a square matrix.
    pub fn determinant(&self) -> Option<IBig> {
        (self.rows == self.columns).then(|| match self.rank() == self.rows {
            false => IBig::ZERO,
            true => {
                let size = IBig::from(product(self.factors.clone()));
                if self.negative { -size } else { size }
            }
        })
    }

    /// The number of invariant factors that are not zero modulo m: the least number of vectors that span the image.
    pub fn rank_modulo(&self, m: u64) -> usize {
        self.factors.iter().filter(|d| *d % m != 0).count()
    }

    /// The number of elements of the image modulo m.
    pub fn image_size(&self, m: u64) -> UBig {
        let order = |d: &UBig| UBig::from(m / super::zmod::gcd(d % m, m));
        product(self.factors.iter().map(order).collect())
    }

    /// Whether every right side is reached modulo m.
    pub fn always_solvable(&self, m: u64) -> bool {
        self.rank() == self.rows && self.factors.iter().all(|d| super::zmod::gcd(d % m, m) == 1)
    }
}

type Dense = Vec<Vec<IBig>>;

/// The Smith form of a matrix by its entries.
///
/// # Errors
/// When the watch asks to stop.
pub fn smith(rows: usize, columns: usize, entry: impl Fn(usize, usize) -> i64, watch: &mut dyn Watch) -> Result<Smith> {
    let sparse_row = |i: usize| {
        (0..columns).map(|j| (j, IBig::from(entry(i, j)))).filter(|(_, x)| !x.is_zero()).collect::<BTreeMap<_, _>>()
    };
    smith_of_rows(columns, (0..rows).map(sparse_row).collect(), watch)
}

/// The Smith form of a matrix by its sparse rows.
///
/// # Errors
/// When the watch asks to stop.
pub fn smith_of_rows(columns: usize, rows: Vec<BTreeMap<usize, IBig>>, watch: &mut dyn Watch) -> Result<Smith> {
    let height = rows.len();
    let (units, odd_permutation, rest) = use_up_units(columns, rows, watch)?;
    let core = core_factors(&rest, watch)?;
    let negative = odd_permutation != core.negative;
    let mut factors = vec![UBig::ONE; units];
    factors.extend(core.factors);
    Ok(Smith { rows: height, columns, factors, negative })
}

/// Eliminates with pivots 1 and -1 while there are any. Returns their number, whether an odd number of signs and
/// exchanges was needed, and what is left.
fn use_up_units(
    columns: usize,
    mut rows: Vec<BTreeMap<usize, IBig>>,
    watch: &mut dyn Watch,
) -> Result<(usize, bool, Dense)> {
    let mut in_column: Vec<std::collections::BTreeSet<usize>> = vec![Default::default(); columns];
    for (i, row) in rows.iter().enumerate() {
        for &j in row.keys() {
            in_column[j].insert(i);
        }
    }
    let mut row_left = vec![true; rows.len()];
    let mut column_left = vec![true; columns];
    let (mut units, mut odd) = (0, false);
    while let Some((i, j)) = cheapest_unit(&rows, &row_left, &in_column) {
        if units % 32 == 0 && rows.len() > 200 {
            watch::step(watch, units as u64, Some(rows.len() as u64), || format!("{units} pivots eliminated"))?;
        }
        let pivot_row = std::mem::take(&mut rows[i]);
        let pivot = pivot_row[&j].clone();
        for k in pivot_row.keys() {
            in_column[*k].remove(&i);
        }
        for other in std::mem::take(&mut in_column[j]) {
            let times = &rows[other][&j] * &pivot;
            for (&k, value) in &pivot_row {
                let entry = rows[other].entry(k).or_default();
                *entry -= &times * value;
                if entry.is_zero() {
                    rows[other].remove(&k);
                    in_column[k].remove(&other);
                } else {
                    in_column[k].insert(other);
                }
            }
        }
        in_column[j].clear();
        // The pivot's place among the rows and columns that are left decides the sign of its exchange to the front.
        let before = |left: &[bool], at: usize| left[..at].iter().filter(|&&l| l).count();
        odd ^= (before(&row_left, i) + before(&column_left, j)) % 2 == 1;
        odd ^= pivot.is_negative();
        (row_left[i], column_left[j]) = (false, false);
        units += 1;
    }
    let kept: Vec<usize> = (0..columns).filter(|&j| column_left[j]).collect();
    let dense = |row: &BTreeMap<usize, IBig>| kept.iter().map(|j| row.get(j).cloned().unwrap_or_default()).collect();
    let rest = (0..rows.len()).filter(|&i| row_left[i]).map(|i| dense(&rows[i])).collect();
    Ok((units, odd, rest))
}

/// The pivot 1 or -1 that can fill in the fewest entries (Markowitz 1957).
fn cheapest_unit(
    rows: &[BTreeMap<usize, IBig>],
    row_left: &[bool],
    in_column: &[std::collections::BTreeSet<usize>],
) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for (i, row) in rows.iter().enumerate().filter(|&(i, row)| row_left[i] && !row.is_empty()) {
        let across = row.len() - 1;
        if best.is_some_and(|(cost, ..)| cost <= across) && across > 0 {
            continue;
        }
        for (&j, value) in row {
            if value == &IBig::ONE || value == &IBig::NEG_ONE {
                let cost = across * (in_column[j].len() - 1);
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, i, j));
                }
            }
        }
        if best.is_some_and(|(cost, ..)| cost == 0) {
            break;
        }
    }
    best.map(|(_, i, j)| (i, j))
}

struct Core {
    factors: Vec<UBig>,
    negative: bool,
}

/// The invariant factors of a dense matrix, by a minor and work modulo it.
fn core_factors(matrix: &Dense, watch: &mut dyn Watch) -> Result<Core> {
    let (rank, minor) = rank_and_minor(matrix, watch)?;
    if rank == 0 {
        return Ok(Core { factors: Vec::new(), negative: false });
    }
    let negative = minor.is_negative();
    let minor = minor.unsigned_abs();
    if minor == UBig::ONE {
        return Ok(Core { factors: vec![UBig::ONE; rank], negative });
    }
    let modulus = IBig::from(minor);
    let mut work: Dense = matrix.iter().map(|row| row.iter().map(|x| residue(x, &modulus)).collect()).collect();
    while !is_diagonal(&work) {
        triangulate(&mut work, &modulus, watch)?;
        work = transposed(&work);
    }
    let shorter = work.len().min(work.first().map_or(0, Vec::len));
    let mut diagonal: Vec<UBig> = (0..shorter).map(|k| (&work[k][k]).gcd(&modulus)).collect();
    chain_divisors(&mut diagonal);
    // Entries of the diagonal modulo D are gcd(d_i, D); the zeros beyond the rank come out as D itself, at the end.
    diagonal.truncate(rank);
    Ok(Core { factors: diagonal, negative })
}

fn residue(x: &IBig, modulus: &IBig) -> IBig {
    IBig::from(x.rem_euclid(modulus))
}

fn transposed(matrix: &Dense) -> Dense {
    let width = matrix.first().map_or(0, Vec::len);
    (0..width).map(|j| matrix.iter().map(|row| row[j].clone()).collect()).collect()
}

fn is_diagonal(matrix: &Dense) -> bool {
    matrix.iter().enumerate().all(|(i, row)| row.iter().enumerate().all(|(j, x)| i == j || x.is_zero()))
}

/// Clears everything below the diagonal modulo D by unimodular steps on rows.
fn triangulate(matrix: &mut Dense, modulus: &IBig, watch: &mut dyn Watch) -> Result<()> {
    let (height, width) = (matrix.len(), matrix.first().map_or(0, Vec::len));
    for k in 0..height.min(width) {
        if height > 60 {
            watch::step(watch, k as u64, Some(height as u64), || format!("Smith form, column {k} of {height}"))?;
        }
        for i in k + 1..height {
            if matrix[i][k].is_zero() {
                continue;
            }
            let (upper, lower) = matrix.split_at_mut(i);
            clear(&mut upper[k][k..], &mut lower[0][k..], modulus);
        }
    }
    Ok(())
}

/// Makes the first entry of `lower` zero by a unimodular step on both rows.
fn clear(upper: &mut [IBig], lower: &mut [IBig], modulus: &IBig) {
    let (a, b) = (upper[0].clone(), lower[0].clone());
    if !a.is_zero() {
        let (quotient, rest) = (&b).div_rem(&a);
        if rest.is_zero() {
            for (u, l) in upper.iter().zip(lower.iter_mut()) {
                if !u.is_zero() {
                    *l = residue(&(&*l - &quotient * u), modulus);
                }
            }
            return;
        }
    }
    let (g, s, t) = (&a).gcd_ext(&b);
    let g = IBig::from(g);
    let (a, b) = (&a / &g, &b / &g);
    for (u, l) in upper.iter_mut().zip(lower.iter_mut()) {
        let joined = &s * &*u + &t * &*l;
        let other = &a * &*l - &b * &*u;
        (*u, *l) = (residue(&joined, modulus), residue(&other, modulus));
    }
}

/// Turns a diagonal into one where each entry divides the next, by gcd and lcm of pairs.
fn chain_divisors(diagonal: &mut [UBig]) {
    for i in 0..diagonal.len() {
        for j in i + 1..diagonal.len() {
            if diagonal[i].is_zero() || !(&diagonal[j] % &diagonal[i]).is_zero() {
                let g = (&diagonal[i]).gcd(&diagonal[j]);
                if !g.is_zero() {
                    diagonal[j] = &diagonal[i] / &g * &diagonal[j];
                    diagonal[i] = g;
                }
            }
        }
    }
}

/// An upper bound of every minor's size, in bits: the product of the lengths of the rows (Hadamard).
fn hadamard_bits(matrix: &Dense) -> usize {
    let bits = |row: &Vec<IBig>| {
        let square: UBig = row.iter().map(|x| (x * x).unsigned_abs()).fold(UBig::ZERO, |s, x| s + x);
        square.bit_len().div_ceil(2)
    };
    // A row of length less than 1 is zero; one bit per row covers the rounding.
    matrix.iter().map(|row| bits(row) + 1).sum()
}

/// Primes below 2^32, the largest first.
fn primes() -> impl Iterator<Item = u64> {
    (1..1u64 << 31).map(|k| (1 << 32) - 2 * k + 1).filter(|&n| is_prime(n))
}

/// The rank over the rationals and a minor of that size that is not zero: the determinant if there is one.
fn rank_and_minor(matrix: &Dense, watch: &mut dyn Watch) -> Result<(usize, IBig)> {
    let bits = hadamard_bits(matrix) + 2;
    let count = bits.div_ceil(31);
    let mut best = Elimination::default();
    // A minor that is not zero cannot vanish modulo primes whose product exceeds it, so one of them sees the true rank.
    for (done, prime) in primes().take(count).enumerate() {
        watch::step(watch, done as u64, Some(2 * count as u64), || "rank over the integers".to_string())?;
        let seen = eliminate(matrix, prime);
        if seen.pivots.len() > best.pivots.len() || best.pivots.is_empty() {
            best = seen;
        }
        if best.pivots.len() == matrix.len().min(matrix.first().map_or(0, Vec::len)) {
            break;
        }
    }
    let rank = best.pivots.len();
    let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = best.pivots.into_iter().unzip();
    rows.sort_unstable();
    columns.sort_unstable();
    let part: Dense = rows.iter().map(|&i| columns.iter().map(|&j| matrix[i][j].clone()).collect()).collect();
    Ok((rank, determinant_by_primes(&part, watch)?))
}

/// The determinant by elimination modulo primes and the Chinese remainder theorem.
fn determinant_by_primes(matrix: &Dense, watch: &mut dyn Watch) -> Result<IBig> {
    let count = (hadamard_bits(matrix) + 2).div_ceil(31);
    let (mut value, mut modulus) = (IBig::ZERO, IBig::ONE);
    for (done, prime) in primes().take(count).enumerate() {
        watch::step(watch, done as u64, Some(count as u64), || "determinant over the integers".to_string())?;
        let wanted = eliminate(matrix, prime).determinant;
        let ring = Modulus::new(prime);
        let small = |x: &IBig| ring.reduce(i128::try_from(x.rem_euclid(IBig::from(prime))).expect("below 2^32"));
        let inverse = ring.inverse(small(&modulus)).expect("different primes");
        let times = ring.multiply(ring.subtract(wanted, small(&value)), inverse);
        value += &modulus * IBig::from(times);
        modulus *= IBig::from(prime);
    }
    Ok(if &value * IBig::from(2) > modulus { value - modulus } else { value })
}

/// What elimination modulo a prime finds.
#[derive(Default)]
struct Elimination {
    /// Row and column of each pivot, in the original numbering.
    pivots: Vec<(usize, usize)>,
    determinant: u32,
}

fn eliminate(matrix: &Dense, prime: u64) -> Elimination {
    let ring = Modulus::new(prime);
    let big = IBig::from(prime);
    let small = |x: &IBig| u32::try_from(x.rem_euclid(&big)).expect("below 2^32");
    let mut rows: Vec<(usize, Vec<u32>)> =
        matrix.iter().map(|row| row.iter().map(small).collect()).enumerate().collect();
    let mut found = Elimination { pivots: Vec::new(), determinant: 1 };
    for j in 0..matrix.first().map_or(0, Vec::len) {
        let rank = found.pivots.len();
        let Some(place) = (rank..rows.len()).find(|&i| rows[i].1[j] != 0) else {
            found.determinant = 0;
            continue;
        };
        if place != rank {
            rows.swap(place, rank);
            found.determinant = ring.negate(found.determinant);
        }
        let (upper, lower) = rows.split_at_mut(rank + 1);
        let (original, pivot) = &upper[rank];
        found.determinant = ring.multiply(found.determinant, pivot[j]);
        let inverse = ring.inverse(pivot[j]).expect("not zero modulo a prime");
        for (_, row) in lower {
            let times = ring.multiply(row[j], inverse);
            ring.add_multiple(&mut row[j..], &pivot[j..], ring.negate(times));
        }
        found.pivots.push((*original, j));
    }
    if found.pivots.len() < rows.len() {
        found.determinant = 0;
    }
    found
}

/// The determinant by Bareiss's elimination without fractions: every division is exact, every entry a minor.
pub fn determinant_plain(matrix: &[Vec<IBig>]) -> IBig {
    let n = matrix.len();
    let mut work: Dense = matrix.to_vec();
    let (mut previous, mut negative) = (IBig::ONE, false);
    for k in 0..n {
        let Some(found) = (k..n).find(|&i| !work[i][k].is_zero()) else { return IBig::ZERO };
        if found != k {
            work.swap(found, k);
            negative = !negative;
        }
        for i in k + 1..n {
            for j in k + 1..n {
                work[i][j] = (&work[i][j] * &work[k][k] - &work[i][k] * &work[k][j]) / &previous;
            }
        }
        previous = work[k][k].clone();
    }
    if negative { -previous } else { previous }
}

/// The invariant factors that are not zero, by Euclid's algorithm on rows and columns. Entries grow: for small
/// matrices.
pub fn smith_plain(matrix: &[Vec<IBig>]) -> Vec<UBig> {
    let mut work: Dense = matrix.to_vec();
    let (height, width) = (work.len(), work.first().map_or(0, Vec::len));
    let mut factors = Vec::new();
    for k in 0..height.min(width) {
        while let Some((i, j)) = least_entry(&work, k) {
            work.swap(k, i);
            work.iter_mut().for_each(|row| row.swap(k, j));
            let pivot = work[k][k].clone();
            let pivot_row = work[k].clone();
            for row in &mut work[k + 1..] {
                let times = &row[k] / &pivot;
                for (x, p) in row.iter_mut().zip(&pivot_row).skip(k) {
                    *x -= &times * p;
                }
            }
            for j in k + 1..width {
                let times = &work[k][j] / &pivot;
                for row in work.iter_mut().skip(k) {
                    let change = &times * &row[k];
                    row[j] -= change;
                }
            }
            let cleared = (k + 1..height).all(|i| work[i][k].is_zero()) && (k + 1..width).all(|j| work[k][j].is_zero());
            if !cleared {
                continue;
            }
            // An entry that the pivot does not divide joins the pivot's row, and Euclid goes on.
            let odd = (k + 1..height).find(|&i| work[i][k + 1..].iter().any(|x| !(x % &pivot).is_zero()));
            match odd {
                Some(i) => {
                    let (upper, lower) = work.split_at_mut(i);
                    for (x, y) in upper[k].iter_mut().zip(&lower[0]).skip(k + 1) {
                        *x += y;
                    }
                }
                None => {
                    factors.push(pivot.abs().unsigned_abs());
                    break;
                }
            }
        }
    }
    factors
}

fn least_entry(work: &Dense, from: usize) -> Option<(usize, usize)> {
    let places = (from..work.len()).flat_map(|i| (from..work[i].len()).map(move |j| (i, j)));
    places.filter(|&(i, j)| !work[i][j].is_zero()).min_by_key(|&(i, j)| work[i][j].clone().unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn fast_and_plain_forms_agree_on_random_matrices_of_every_rank() {
        let mut chance = ChaCha8Rng::seed_from_u64(21);
        for round in 0..200 {
            let (rows, columns) = match round % 3 {
                0 => (chance.random_range(1..7), chance.random_range(1..7)),
                _ => [(3, 3), (5, 5), (8, 8)][round % 9 / 3],
            };
            let size: i64 = [1, 3, 40][round % 3];
            let mut matrix: Vec<Vec<i64>> =
                (0..rows).map(|_| (0..columns).map(|_| chance.random_range(-size..=size)).collect()).collect();
            if round % 4 == 0 {
                matrix[rows - 1] = (0..columns).map(|j| 2 * matrix[0][j] - matrix[rows / 2][j]).collect();
            }
            let big: Dense = matrix.iter().map(|row| row.iter().map(|&x| IBig::from(x)).collect()).collect();
            let form = smith(rows, columns, |i, j| matrix[i][j], &mut Unwatched).unwrap();
            assert_eq!(form.factors(), smith_plain(&big), "{matrix:?}");
            if rows == columns {
                assert_eq!(form.determinant(), Some(determinant_plain(&big)), "{matrix:?}");
                assert_eq!(determinant_by_primes(&big, &mut Unwatched).unwrap(), determinant_plain(&big), "{matrix:?}");
            }
        }
    }

    #[test]
    fn one_form_answers_for_every_modulus() {
        let mut chance = ChaCha8Rng::seed_from_u64(22);
        for _ in 0..40 {
            let n = chance.random_range(2..8);
            let matrix: Vec<Vec<i64>> = (0..n).map(|_| (0..n).map(|_| chance.random_range(0..2)).collect()).collect();
            let form = smith(n, n, |i, j| matrix[i][j], &mut Unwatched).unwrap();
            for m in 2..13 {
                let clicks = crate::modular::howell::Columns::new(m, n, n, |i, j| matrix[i][j] as u32).unwrap();
                assert_eq!(form.image_size(m), clicks.image_size(), "{matrix:?} mod {m}");
                assert_eq!(form.always_solvable(m), clicks.inverse().is_some(), "{matrix:?} mod {m}");
            }
        }
    }

    #[test]
    fn known_determinants_come_out() {
        // The complete graph has eigenvalues n - 1 and -1; a path of even length 2k has determinant (-1)^k.
        for n in [2usize, 5, 10, 30] {
            let complete = smith(n, n, |i, j| i64::from(i != j), &mut Unwatched).unwrap();
            let sign = if n % 2 == 0 { -1 } else { 1 };
            assert_eq!(complete.determinant(), Some(IBig::from(sign * (n as i64 - 1))));
            let path = smith(2 * n, 2 * n, |i, j| i64::from(i.abs_diff(j) == 1), &mut Unwatched).unwrap();
            assert_eq!(path.determinant(), Some(IBig::from(if n % 2 == 0 { 1 } else { -1 })));
        }
    }
}
