//! The Howell form over Z/m: echelon form where m need not be prime.
//!
//! Over Z/m a row with pivot a still says something after it is multiplied by m / a: its pivot vanishes and the rest
//! may not. The Howell form (Howell 1986, Storjohann 2000) has for each column j a row that begins there or none, such
//! that the rows from j on span all vectors of the row space that begin at j or later. With entries above pivots
//! reduced it is unique. From it everything follows:
//!
//! - The form of the columns of A with the identity beside them spans all (A t, t). Its rows that begin among the first
//!   entries make the image, the others the kernel, and the sizes of both are the products of m / pivot.
//! - s is reached if reducing (s, 0) clears s; what is left beside it is -t.
//! - If s is not reached, some y of the left kernel (y A = 0) has y . s != 0, since Z/m is its own dual.
//!
//! Rows are inserted one at a time. A pivot changes at most log2 m times, so n rows of length k cost O((n + k log m)
//! k^2).
//!
//! ```
//! use parlor_engine::modular::howell::Columns;
//! // The circle of six with six colours: all states that can be reached, and the moves that do nothing.
//! let ring = Columns::new(6, 6, 6, |i, j| u32::from((i + 1) % 6 == j || (j + 1) % 6 == i)).unwrap();
//! assert_eq!(ring.kernel_size().to_string(), "4");
//! assert!(ring.solve(&[1, 0, 1, 0, 0, 0]).is_some() && ring.solve(&[1, 0, 0, 0, 0, 0]).is_none());
//! ```

use super::zmod::{Modulus, extended_gcd};
use dashu::integer::UBig;
use kit::{Result, Unwatched, Watch, watch};

/// A row space over Z/m, kept in Howell form while rows are inserted.
#[derive(Clone, Debug)]
pub struct Howell {
    modulus: Modulus,
    /// For each column the row that begins there; its pivot divides m.
    rows: Vec<Option<Vec<u32>>>,
}

impl Howell {
    /// The zero space in that many columns.
    pub fn new(modulus: Modulus, columns: usize) -> Howell {
        Howell { modulus, rows: vec![None; columns] }
    }

    /// The modulus.
    pub fn modulus(&self) -> Modulus {
        self.modulus
    }

    /// The row that begins at a column.
    pub fn row(&self, column: usize) -> Option<&[u32]> {
        self.rows[column].as_deref()
    }

    /// Adds a row to the space.
    pub fn insert(&mut self, row: Vec<u32>) {
        assert_eq!(row.len(), self.rows.len(), "a row as long as the space is wide");
        // Besides the row itself, multiples of changed pivot rows wait here with the column from which on they are not
        // zero.
        let mut waiting = vec![(0, row)];
        while let Some((from, row)) = waiting.pop() {
            self.insert_from(from, row, &mut waiting);
        }
    }

    fn insert_from(&mut self, from: usize, mut row: Vec<u32>, waiting: &mut Vec<(usize, Vec<u32>)>) {
        let modulus = self.modulus;
        for j in from..row.len() {
            if row[j] == 0 {
                continue;
            }
            let Some(pivot) = &mut self.rows[j] else {
                let (g, unit) = modulus.unit_to_gcd(row[j]);
                if unit != 1 {
                    modulus.scale(&mut row[j..], unit);
                }
                waiting.extend(annihilated(modulus, &row, j, g));
                self.rows[j] = Some(row);
                return;
            };
            let (a, b) = (pivot[j], row[j]);
            if b.is_multiple_of(a) {
                modulus.add_multiple(&mut row[j..], &pivot[j..], modulus.negate(b / a));
                continue;
            }
            // A unimodular step puts the common divisor into the pivot row and clears the other.
            let (g, s, t) = extended_gcd(i128::from(a), i128::from(b));
            let (a, b) = ((i128::from(a) / g) as u32, (i128::from(b) / g) as u32);
            let mut joined = vec![0; row.len()];
            modulus.add_multiple(&mut joined[j..], &pivot[j..], modulus.reduce(s));
            modulus.add_multiple(&mut joined[j..], &row[j..], modulus.reduce(t));
            modulus.scale(&mut row[j..], a);
            modulus.add_multiple(&mut row[j..], &pivot[j..], modulus.negate(b));
            // g divides the old pivot, which divides m.
            waiting.extend(annihilated(modulus, &joined, j, g as u64));
            *pivot = joined;
        }
    }

    /// Reduces a vector by the rows that begin before column `to`; true if it is zero there afterwards.
    pub fn reduce(&self, vector: &mut [u32], to: usize) -> bool {
        for j in 0..to {
            if let Some(pivot) = &self.rows[j] {
                let times = vector[j] / pivot[j];
                self.modulus.add_multiple(&mut vector[j..], &pivot[j..], self.modulus.negate(times));
            }
            if vector[j] != 0 {
                return false;
            }
        }
        true
    }

    /// Reduces the entries above each pivot, which makes the form unique.
    pub fn tidy(&mut self) {
        for j in 0..self.rows.len() {
            let Some(pivot) = self.rows[j].take() else { continue };
            for above in self.rows[..j].iter_mut().flatten() {
                let times = above[j] / pivot[j];
                self.modulus.add_multiple(&mut above[j..], &pivot[j..], self.modulus.negate(times));
            }
            self.rows[j] = Some(pivot);
        }
    }

    /// The number of vectors in the space that begin at one of these columns or are combinations of such.
    fn size(&self, columns: std::ops::Range<usize>) -> UBig {
        let orders = columns.filter_map(|j| self.rows[j].as_ref().map(|row| self.modulus.value() / u64::from(row[j])));
        product(orders.map(UBig::from).collect())
    }
}

/// The multiple of a row that clears its pivot g, if it is not all zero.
fn annihilated(modulus: Modulus, row: &[u32], j: usize, g: u64) -> Option<(usize, Vec<u32>)> {
    if g == 1 {
        return None;
    }
    let mut multiple = row.to_vec();
    modulus.scale(&mut multiple[j..], (modulus.value() / g) as u32);
    multiple.iter().any(|&entry| entry != 0).then_some((j + 1, multiple))
}

/// The product of many numbers, by halves so that large factors meet large ones.
pub fn product(mut numbers: Vec<UBig>) -> UBig {
    while numbers.len() > 1 {
        numbers = numbers.chunks(2).map(|pair| pair.iter().fold(UBig::ONE, |p, n| p * n)).collect();
    }
    numbers.pop().unwrap_or(UBig::ONE)
}

/// A rectangular matrix A over Z/m with its image and kernel: s = A t, t the clicks and s what they change.
#[derive(Clone, Debug)]
pub struct Columns {
    rows: usize,
    columns: usize,
    /// Spans all (A t, t).
    form: Howell,
}

impl Columns {
    /// The bytes that a matrix of that size takes with the identity beside it.
    pub fn bytes(rows: usize, columns: usize) -> u128 {
        columns as u128 * (rows + columns) as u128 * 4
    }

    /// The matrix by its entries; `None` never happens unwatched.
    pub fn new(m: u64, rows: usize, columns: usize, entry: impl Fn(usize, usize) -> u32) -> Result<Columns> {
        let column = |j: usize| (0..rows).map(|i| entry(i, j)).collect();
        Columns::watched(Modulus::new(m), rows, columns, column, &mut Unwatched)
    }

    /// The matrix by its columns, watched.
    ///
    /// # Errors
    /// When the watch asks to stop.
    pub fn watched(
        modulus: Modulus,
        rows: usize,
        columns: usize,
        column: impl Fn(usize) -> Vec<u32>,
        watch: &mut dyn Watch,
    ) -> Result<Columns> {
        let mut form = Howell::new(modulus, rows + columns);
        for j in 0..columns {
            if j % 64 == 0 && columns > 200 {
                watch::step(watch, j as u64, Some(columns as u64), || format!("{j} of {columns} columns inserted"))?;
            }
            let mut row = column(j);
            assert_eq!(row.len(), rows, "a column as long as the matrix is high");
            row.resize(rows + columns, 0);
            row[rows + j] = 1;
            form.insert(row);
        }
        Ok(Columns { rows, columns, form })
    }

    /// The modulus.
    pub fn modulus(&self) -> Modulus {
        self.form.modulus
    }

    /// A t with A t = s, if there is one.
    ///
    /// # Panics
    /// Unless s is as long as the matrix is high.
    pub fn solve(&self, s: &[u32]) -> Option<Vec<u32>> {
        assert_eq!(s.len(), self.rows, "a right side as long as the matrix is high");
        let mut vector = s.to_vec();
        vector.resize(self.rows + self.columns, 0);
        self.form
            .reduce(&mut vector, self.rows)
            .then(|| vector[self.rows..].iter().map(|&x| self.form.modulus.negate(x)).collect())
    }

    /// Generators of all t with A t = 0, each with the number of its different multiples; every such t is a sum of
    /// multiples of them in one way, if of each no more than so many are taken.
    pub fn kernel(&self) -> Vec<(u64, Vec<u32>)> {
        let m = self.form.modulus.value();
        let rows = (self.rows..self.rows + self.columns).filter_map(|j| Some((j, self.form.row(j)?)));
        rows.map(|(j, row)| (m / u64::from(row[j]), row[self.rows..].to_vec())).collect()
    }

    /// How many t have A t = 0.
    pub fn kernel_size(&self) -> UBig {
        self.form.size(self.rows..self.rows + self.columns)
    }

    /// How many s are A t for some t.
    pub fn image_size(&self) -> UBig {
        self.form.size(0..self.rows)
    }

    /// The inverse of a square matrix, row by row, if there is one.
    ///
    /// # Panics
    /// Unless the matrix is square.
    pub fn inverse(&self) -> Option<Vec<Vec<u32>>> {
        assert_eq!(self.rows, self.columns, "only a square matrix has an inverse");
        let n = self.rows;
        if (0..n).any(|j| self.form.row(j).is_none_or(|row| row[j] != 1)) {
            return None;
        }
        let mut form = self.form.clone();
        form.tidy();
        // Row j is now (e_j, t) with A t = e_j: column j of the inverse.
        let columns: Vec<&[u32]> = (0..n).map(|j| &form.row(j).expect("it was there")[n..]).collect();
        Some((0..n).map(|i| (0..n).map(|j| columns[j][i]).collect()).collect())
    }
}

/// A y with y A = 0 and y . s != 0, which proves that no t has A t = s; `None` if there is such a t.
pub fn witness(transposed: &Columns, s: &[u32]) -> Option<Vec<u32>> {
    let modulus = transposed.modulus();
    transposed.kernel().into_iter().map(|(_, y)| y).find(|y| modulus.dot(y, s) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::HashSet;

    fn vectors(m: u32, n: usize) -> impl Iterator<Item = Vec<u32>> {
        let count = m.pow(n as u32);
        (0..count).map(move |mut code| {
            let mut digit = || {
                let d = code % m;
                code /= m;
                d
            };
            (0..n).map(|_| digit()).collect()
        })
    }

    fn times(m: u32, matrix: &[Vec<u32>], t: &[u32]) -> Vec<u32> {
        let dot = |row: &Vec<u32>| row.iter().zip(t).map(|(a, b)| a * b).sum::<u32>() % m;
        matrix.iter().map(dot).collect()
    }

    #[test]
    fn image_kernel_solutions_and_witnesses_agree_with_the_definition() {
        let mut chance = ChaCha8Rng::seed_from_u64(11);
        for m in [2u32, 3, 4, 5, 6, 8, 9, 10, 12] {
            for _ in 0..40 {
                let (rows, columns) = (chance.random_range(1..4), chance.random_range(1..4));
                let matrix: Vec<Vec<u32>> =
                    (0..rows).map(|_| (0..columns).map(|_| chance.random_range(0..m)).collect()).collect();
                let clicks = Columns::new(m.into(), rows, columns, |i, j| matrix[i][j]).unwrap();
                let turned = Columns::new(m.into(), columns, rows, |i, j| matrix[j][i]).unwrap();
                let image: HashSet<Vec<u32>> = vectors(m, columns).map(|t| times(m, &matrix, &t)).collect();
                let quiet = vectors(m, columns).filter(|t| times(m, &matrix, t).iter().all(|&x| x == 0)).count();
                assert_eq!(clicks.image_size(), UBig::from(image.len()), "{matrix:?} mod {m}");
                assert_eq!(clicks.kernel_size(), UBig::from(quiet), "{matrix:?} mod {m}");
                assert!(clicks.kernel().iter().all(|(_, t)| times(m, &matrix, t).iter().all(|&x| x == 0)));
                for s in vectors(m, rows) {
                    match clicks.solve(&s) {
                        Some(t) => assert_eq!(times(m, &matrix, &t), s),
                        None => {
                            assert!(!image.contains(&s), "{matrix:?} mod {m}, {s:?}");
                            let y = witness(&turned, &s).unwrap();
                            let column = |j: usize| (0..rows).map(|i| y[i] * matrix[i][j]).sum::<u32>() % m;
                            assert!((0..columns).all(|j| column(j) == 0));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn kernel_sums_with_bounded_multiples_are_all_different() {
        for (m, matrix) in
            [(4u32, vec![vec![2, 0, 1], vec![0, 2, 2]]), (6, vec![vec![2, 3, 0]]), (12, vec![vec![4, 6, 9]])]
        {
            let clicks = Columns::new(m.into(), matrix.len(), 3, |i, j| matrix[i][j]).unwrap();
            let mut sums = vec![vec![0; 3]];
            for (order, generator) in clicks.kernel() {
                let step = |sum: &Vec<u32>, k: u64| -> Vec<u32> {
                    sum.iter().zip(&generator).map(|(s, g)| (s + k as u32 * g) % m).collect()
                };
                sums = sums.iter().flat_map(|sum| (0..order).map(|k| step(sum, k)).collect::<Vec<_>>()).collect();
            }
            let different: HashSet<_> = sums.iter().collect();
            assert_eq!((different.len(), UBig::from(sums.len())), (sums.len(), clicks.kernel_size()));
        }
    }

    #[test]
    fn the_tidy_form_depends_on_the_space_alone() {
        let mut chance = ChaCha8Rng::seed_from_u64(12);
        for m in [4u64, 6, 7, 30, 36, 64, 1 << 32] {
            for _ in 0..20 {
                let modulus = Modulus::new(m);
                let rows: Vec<Vec<u32>> =
                    (0..4).map(|_| (0..6).map(|_| (chance.random::<u64>() % m) as u32).collect()).collect();
                let mut first = Howell::new(modulus, 6);
                rows.iter().for_each(|row| first.insert(row.clone()));
                let mut second = Howell::new(modulus, 6);
                for k in 0..4 {
                    let mut sum = rows[k].clone();
                    modulus.add_multiple(&mut sum, &rows[(k + 1) % 4], (5 % m) as u32);
                    second.insert(sum);
                }
                rows.iter().rev().for_each(|row| second.insert(row.clone()));
                first.tidy();
                second.tidy();
                assert_eq!(first.rows, second.rows, "modulus {m}");
            }
        }
    }

    #[test]
    fn inverses_are_inverse_for_large_moduli_too() {
        let mut chance = ChaCha8Rng::seed_from_u64(13);
        let mut found = 0;
        for m in [2u64, 6, 35, 65_537, (1 << 32) - 5, 1 << 32] {
            for _ in 0..8 {
                let modulus = Modulus::new(m);
                let matrix: Vec<Vec<u32>> =
                    (0..7).map(|_| (0..7).map(|_| (chance.random::<u64>() % m) as u32).collect()).collect();
                let Some(inverse) = Columns::new(m, 7, 7, |i, j| matrix[i][j]).unwrap().inverse() else { continue };
                found += 1;
                for (i, row) in matrix.iter().enumerate() {
                    for j in 0..7 {
                        let column: Vec<u32> = inverse.iter().map(|r| r[j]).collect();
                        assert_eq!(modulus.dot(row, &column), u32::from(i == j), "modulus {m}");
                    }
                }
            }
        }
        assert!(found > 20);
    }
}
