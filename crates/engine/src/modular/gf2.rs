//! Matrices over the field of two elements, 64 entries to a word.
//!
//! [`Matrix::echelon_plain`] is Gauss and Jordan's elimination, one pivot at a time: O(n^3 / 64) word operations, the
//! slow truth. [`Matrix::echelon`] works with eight tables of 256 sums each (Arlazarov, Dinic, Kronrod and Faradzev
//! 1970; for elimination, M4RI: Albrecht, Bard and Hart 2010) and by panels of 512 columns, so that nearly all of it is
//! the multiplication of matrices. Both leave the reduced row echelon form, which is unique, so the tests compare them
//! bit by bit.
//!
//! ```
//! use parlor_engine::modular::gf2::{Matrix, Vector};
//! let ring = Matrix::from_fn(6, 6, |i, j| (i + 1) % 6 == j || (j + 1) % 6 == i);
//! assert_eq!((ring.rank(), ring.kernel().len()), (4, 2));
//! let state = Vector::from_bits([true, false, true, false, false, false]);
//! let clicks = ring.solve(&state).unwrap();
//! assert_eq!(ring.times(&clicks), state);
//! // A state that cannot be reached comes with a witness: a sum of rows that is zero while the sum of entries is not.
//! let witness = ring.solve(&Vector::unit(6, 0)).unwrap_err();
//! assert!(ring.transposed().times(&witness).is_zero() && witness.dot(&Vector::unit(6, 0)));
//! ```

use super::russians;
use kit::{Result, Unwatched, Watch};
use rand::Rng;
use std::fmt;

/// A vector over GF(2). Bits beyond its length are zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    len: usize,
    words: Vec<u64>,
}

impl Vector {
    /// The zero vector of that length.
    pub fn zero(len: usize) -> Vector {
        Vector { len, words: vec![0; len.div_ceil(64)] }
    }

    /// A vector with a single one.
    pub fn unit(len: usize, at: usize) -> Vector {
        let mut vector = Vector::zero(len);
        vector.set(at, true);
        vector
    }

    /// A vector from its bits.
    pub fn from_bits(bits: impl IntoIterator<Item = bool>) -> Vector {
        let mut vector = Vector { len: 0, words: Vec::new() };
        for bit in bits {
            if vector.len.is_multiple_of(64) {
                vector.words.push(0);
            }
            vector.words[vector.len / 64] |= u64::from(bit) << (vector.len % 64);
            vector.len += 1;
        }
        vector
    }

    /// A vector from words, the least bit first; bits beyond the length are dropped.
    pub fn from_words(len: usize, mut words: Vec<u64>) -> Vector {
        words.resize(len.div_ceil(64), 0);
        if let Some(last) = words.last_mut() {
            *last &= tail_mask(len);
        }
        Vector { len, words }
    }

    /// Each bit by chance.
    pub fn random(len: usize, chance: &mut impl Rng) -> Vector {
        Vector::from_words(len, (0..len.div_ceil(64)).map(|_| chance.next_u64()).collect())
    }

    /// Its length.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when it has no entries at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entry.
    pub fn get(&self, at: usize) -> bool {
        assert!(at < self.len, "entry {at} of a vector of {}", self.len);
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    /// Changes the entry.
    pub fn set(&mut self, at: usize, bit: bool) {
        assert!(at < self.len, "entry {at} of a vector of {}", self.len);
        let mask = 1 << (at % 64);
        match bit {
            true => self.words[at / 64] |= mask,
            false => self.words[at / 64] &= !mask,
        }
    }

    /// Adds 1 to the entry.
    pub fn flip(&mut self, at: usize) {
        self.set(at, !self.get(at));
    }

    /// Adds another vector of the same length.
    pub fn add(&mut self, other: &Vector) {
        assert_eq!(self.len, other.len, "vectors of one length are added");
        russians::xor_into(&mut self.words, &other.words);
    }

    /// The sum of products.
    pub fn dot(&self, other: &Vector) -> bool {
        assert_eq!(self.len, other.len, "vectors of one length are multiplied");
        let parity = self.words.iter().zip(&other.words).fold(0, |sum, (a, b)| sum ^ (a & b));
        parity.count_ones() % 2 == 1
    }

    /// The number of ones.
    pub fn weight(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// True when every entry is zero.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The places of the ones, in order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    index * 64 + bit
                })
            })
        })
    }

    /// Every entry in order.
    pub fn bits(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.len).map(|at| self.get(at))
    }

    /// The words, the least bit first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// The digits of its entries.
impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bits().try_for_each(|bit| f.write_str(if bit { "1" } else { "0" }))
    }
}

impl fmt::Debug for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The bits of the last word that belong to a row of that length.
fn tail_mask(len: usize) -> u64 {
    match len % 64 {
        0 => u64::MAX,
        used => (1 << used) - 1,
    }
}

/// A matrix over GF(2), row by row. Bits beyond the last column are zero.
#[derive(Clone, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    stride: usize,
    words: Vec<u64>,
}

impl Matrix {
    /// The zero matrix.
    pub fn zero(rows: usize, columns: usize) -> Matrix {
        let stride = columns.div_ceil(64);
        Matrix { rows, columns, stride, words: vec![0; rows * stride] }
    }

    /// The bytes that a matrix of that size takes, for a check before it is made.
    pub fn bytes(rows: usize, columns: usize) -> u128 {
        rows as u128 * columns.div_ceil(64) as u128 * 8
    }

    /// The identity.
    pub fn identity(n: usize) -> Matrix {
        let mut matrix = Matrix::zero(n, n);
        (0..n).for_each(|i| matrix.set(i, i, true));
        matrix
    }

    /// A matrix by its entries.
    pub fn from_fn(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> bool) -> Matrix {
        let mut matrix = Matrix::zero(rows, columns);
        for i in 0..rows {
            for j in 0..columns {
                if entry(i, j) {
                    matrix.set(i, j, true);
                }
            }
        }
        matrix
    }

    /// A matrix by its rows, which have one length.
    pub fn from_rows(columns: usize, rows: &[Vector]) -> Matrix {
        let mut matrix = Matrix::zero(rows.len(), columns);
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), columns, "row {i} of a matrix with {columns} columns");
            matrix.row_mut(i).copy_from_slice(row.words());
        }
        matrix
    }

    /// Each entry by chance. The generator must not be linear over GF(2): the rank of its output would not be that of
    /// chance.
    pub fn random(rows: usize, columns: usize, chance: &mut impl Rng) -> Matrix {
        let mut matrix = Matrix::zero(rows, columns);
        for i in 0..rows {
            let row = matrix.row_mut(i);
            row.fill_with(|| chance.next_u64());
            if let Some(last) = row.last_mut() {
                *last &= tail_mask(columns);
            }
        }
        matrix
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// An entry.
    pub fn get(&self, i: usize, j: usize) -> bool {
        assert!(i < self.rows && j < self.columns, "entry {i}, {j} of a {} x {} matrix", self.rows, self.columns);
        self.words[i * self.stride + j / 64] >> (j % 64) & 1 == 1
    }

    /// Changes an entry.
    pub fn set(&mut self, i: usize, j: usize, bit: bool) {
        assert!(i < self.rows && j < self.columns, "entry {i}, {j} of a {} x {} matrix", self.rows, self.columns);
        let (word, mask) = (i * self.stride + j / 64, 1 << (j % 64));
        match bit {
            true => self.words[word] |= mask,
            false => self.words[word] &= !mask,
        }
    }

    /// Adds 1 to an entry.
    pub fn flip(&mut self, i: usize, j: usize) {
        self.set(i, j, !self.get(i, j));
    }

    /// The words of a row, the least bit first.
    pub fn row(&self, i: usize) -> &[u64] {
        &self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// The words of a row, to be changed; bits beyond the last column must stay zero.
    pub fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// A row as a vector.
    pub fn row_vector(&self, i: usize) -> Vector {
        Vector { len: self.columns, words: self.row(i).to_vec() }
    }

    /// The transposed matrix, 64 x 64 entries at a time.
    pub fn transposed(&self) -> Matrix {
        let mut turned = Matrix::zero(self.columns, self.rows);
        let mut block = [0u64; 64];
        for i in (0..self.rows).step_by(64) {
            for j in (0..self.columns).step_by(64) {
                block.fill(0);
                for (k, slot) in block.iter_mut().enumerate().take(self.rows - i) {
                    *slot = self.words[(i + k) * self.stride + j / 64];
                }
                transpose_block(&mut block);
                for (k, &slot) in block.iter().enumerate().take(self.columns - j) {
                    turned.words[(j + k) * turned.stride + i / 64] = slot;
                }
            }
        }
        turned
    }

    /// This matrix with another to its right.
    pub fn beside(&self, right: &Matrix) -> Matrix {
        assert_eq!(self.rows, right.rows, "matrices side by side have the same rows");
        let mut both = Matrix::zero(self.rows, self.columns + right.columns);
        for i in 0..self.rows {
            let target = both.row_mut(i);
            target[..self.stride].copy_from_slice(&self.words[i * self.stride..(i + 1) * self.stride]);
            or_shifted(target, right.row(i), self.columns);
        }
        both
    }

    /// The columns from `from` up to but not including `to`.
    pub fn some_columns(&self, from: usize, to: usize) -> Matrix {
        Matrix::from_fn(self.rows, to - from, |i, j| self.get(i, from + j))
    }

    /// The product with a column vector.
    pub fn times(&self, vector: &Vector) -> Vector {
        assert_eq!(self.columns, vector.len(), "a vector as long as the rows");
        let parity = |row: &[u64]| row.iter().zip(vector.words()).fold(0, |sum, (a, b)| sum ^ (a & b)).count_ones() % 2;
        Vector::from_bits((0..self.rows).map(|i| parity(self.row(i)) == 1))
    }

    /// The product, with the Four-Russians tables.
    pub fn product(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.columns, other.rows, "as many columns as the other has rows");
        let mut product = Matrix::zero(self.rows, other.columns);
        russians::multiply(&mut product.words, &self.words, self.stride, &other.words, other.stride, other.rows);
        product
    }

    /// The product by its definition.
    pub fn product_plain(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.columns, other.rows, "as many columns as the other has rows");
        let mut product = Matrix::zero(self.rows, other.columns);
        for i in 0..self.rows {
            for k in self.row_vector(i).ones() {
                russians::xor_into(product.row_mut(i), other.row(k));
            }
        }
        product
    }

    /// Brings it to reduced row echelon form, one pivot at a time, and returns the pivot columns.
    pub fn echelon_plain(&mut self) -> Vec<usize> {
        self.echelon_plain_within(self.columns)
    }

    fn echelon_plain_within(&mut self, columns: usize) -> Vec<usize> {
        let mut pivots = Vec::new();
        for column in 0..columns {
            let rank = pivots.len();
            let Some(found) = (rank..self.rows).find(|&i| self.get(i, column)) else { continue };
            self.swap_rows(rank, found);
            let pivot = self.row(rank).to_vec();
            for i in (0..self.rows).filter(|&i| i != rank) {
                if self.get(i, column) {
                    russians::xor_into(self.row_mut(i), &pivot);
                }
            }
            pivots.push(column);
        }
        pivots
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            let (left, right) = self.words.split_at_mut(high * self.stride);
            left[low * self.stride..(low + 1) * self.stride].swap_with_slice(&mut right[..self.stride]);
        }
    }

    /// Brings it to reduced row echelon form and returns the pivot columns.
    pub fn echelon(&mut self) -> Vec<usize> {
        let columns = self.columns;
        self.echelon_within(columns, &mut Unwatched).expect("nobody stops it")
    }

    /// The same with pivots among the first columns only, watched: the rest of each row is carried along.
    pub fn echelon_within(&mut self, columns: usize, watch: &mut dyn Watch) -> Result<Vec<usize>> {
        assert!(columns <= self.columns, "pivots among the columns that there are");
        russians::echelon(&mut self.words, self.rows, self.stride, columns, watch)
    }

    /// The dimension of its row space.
    pub fn rank(&self) -> usize {
        self.clone().echelon().len()
    }

    /// A basis of all x with A x = 0, in order of their free columns.
    pub fn kernel(&self) -> Vec<Vector> {
        let mut reduced = self.clone();
        let pivots = reduced.echelon();
        reduced.kernel_of_echelon(&pivots)
    }

    /// The same of a matrix that is already in reduced echelon form with these pivots.
    pub fn kernel_of_echelon(&self, pivots: &[usize]) -> Vec<Vector> {
        let mut is_pivot = vec![false; self.columns];
        pivots.iter().for_each(|&p| is_pivot[p] = true);
        let free = (0..self.columns).filter(|&j| !is_pivot[j]);
        free.map(|j| {
            let mut quiet = Vector::unit(self.columns, j);
            pivots.iter().enumerate().filter(|&(i, _)| self.get(i, j)).for_each(|(_, &p)| quiet.set(p, true));
            quiet
        })
        .collect()
    }

    /// An x with A x = b, or a witness that there is none: a y with y A = 0 and y . b = 1.
    pub fn solve(&self, b: &Vector) -> Result<Vector, Vector> {
        assert_eq!(self.rows, b.len(), "a right side as long as the columns");
        let right = Matrix::from_fn(self.rows, 1, |i, _| b.get(i));
        let mut both = self.beside(&right);
        let pivots = both.echelon_within(self.columns, &mut Unwatched).expect("nobody stops it");
        if (pivots.len()..self.rows).all(|i| !both.get(i, self.columns)) {
            let mut x = Vector::zero(self.columns);
            pivots.iter().enumerate().for_each(|(i, &p)| x.set(p, both.get(i, self.columns)));
            return Ok(x);
        }
        let witness = self.transposed().kernel().into_iter().find(|y| y.dot(b));
        Err(witness.expect("a vector outside the column space is seen by the left kernel"))
    }

    /// The inverse of a square matrix, if there is one.
    pub fn inverse(&self) -> Option<Matrix> {
        assert_eq!(self.rows, self.columns, "only a square matrix has an inverse");
        let mut both = self.beside(&Matrix::identity(self.rows));
        let pivots = both.echelon_within(self.columns, &mut Unwatched).expect("nobody stops it");
        (pivots.len() == self.rows).then(|| both.some_columns(self.columns, 2 * self.columns))
    }
}

/// Its rows as digits, joined by `/`.
impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = (0..self.rows).map(|i| self.row_vector(i).to_string()).collect();
        f.write_str(&rows.join("/"))
    }
}

fn or_shifted(target: &mut [u64], source: &[u64], by: usize) {
    let (skip, shift) = (by / 64, by % 64);
    for (k, &word) in source.iter().enumerate() {
        target[skip + k] |= word << shift;
        if shift > 0 && skip + k + 1 < target.len() {
            target[skip + k + 1] |= word >> (64 - shift);
        }
    }
}

/// Transposes 64 x 64 bits in place by swapping ever smaller quarters (Hacker's Delight, section 7-3).
fn transpose_block(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFFu64;
    while width > 0 {
        let mut k = 0;
        while k < 64 {
            let swap = (block[k] >> width ^ block[k + width]) & mask;
            block[k] ^= swap << width;
            block[k + width] ^= swap;
            k = (k + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Random matrices of many shapes, of full rank and far from it.
    fn samples() -> Vec<Matrix> {
        let mut chance = ChaCha8Rng::seed_from_u64(5);
        let mut samples = Vec::new();
        for (rows, columns) in [
            (0, 0),
            (1, 1),
            (3, 7),
            (64, 64),
            (65, 63),
            (70, 200),
            (200, 70),
            (130, 130),
            (257, 300),
            (600, 1100),
            (1300, 700),
        ] {
            samples.push(Matrix::random(rows, columns, &mut chance));
            let rank = chance.random_range(0..=rows.min(columns) / 2);
            let low =
                Matrix::random(rows, rank, &mut chance).product_plain(&Matrix::random(rank, columns, &mut chance));
            samples.push(low);
            samples.push(Matrix::from_fn(rows, columns, |i, j| (i * i + 3 * j) % 17 == 0));
        }
        samples
    }

    #[test]
    fn fast_elimination_leaves_what_the_plain_one_leaves() {
        for matrix in samples() {
            let (mut fast, mut plain) = (matrix.clone(), matrix);
            assert_eq!(fast.echelon(), plain.echelon_plain());
            assert!(fast == plain, "{} x {}", plain.rows(), plain.columns());
        }
    }

    #[test]
    fn columns_that_are_carried_along_hold_what_the_plain_elimination_leaves() {
        for matrix in samples() {
            let all = matrix.columns();
            for columns in [0, 1, 63, 64, 65, all / 2, all.saturating_sub(1)].into_iter().filter(|&c| c <= all) {
                let (mut fast, mut plain) = (matrix.clone(), matrix.clone());
                let pivots = fast.echelon_within(columns, &mut Unwatched).unwrap();
                assert_eq!(pivots, plain.echelon_plain_within(columns));
                // Below the pivots the carried columns are fixed up to sums of those rows: their span is compared.
                let span = |m: &Matrix| {
                    let rest: Vec<Vector> = (pivots.len()..m.rows()).map(|i| m.row_vector(i)).collect();
                    let mut rest = Matrix::from_rows(all, &rest);
                    rest.echelon_plain();
                    rest
                };
                assert!(span(&fast) == span(&plain), "{} x {all}, {columns} columns", matrix.rows());
                // Above, up to sums of the rows below.
                let mut lower = span(&plain);
                let leads = lower.echelon_plain();
                for i in 0..pivots.len() {
                    let mut difference = fast.row_vector(i);
                    difference.add(&plain.row_vector(i));
                    for (k, &p) in leads.iter().enumerate() {
                        if difference.get(p) {
                            difference.add(&lower.row_vector(k));
                        }
                    }
                    assert!(difference.is_zero(), "row {i} of {} x {all}, {columns} columns", matrix.rows());
                }
            }
        }
    }

    #[test]
    fn the_kernel_is_all_that_the_definition_finds() {
        let mut chance = ChaCha8Rng::seed_from_u64(6);
        for round in 0..60 {
            let (rows, columns) = (chance.random_range(1..8), chance.random_range(1..10));
            let matrix = Matrix::random(rows, columns, &mut chance);
            let quiet = (0..1u64 << columns).map(|w| Vector::from_words(columns, vec![w]));
            let quiet = quiet.filter(|x| matrix.times(x).is_zero()).count();
            let basis = matrix.kernel();
            assert_eq!(quiet, 1 << basis.len(), "round {round}");
            assert!(basis.iter().all(|x| matrix.times(x).is_zero()));
            assert_eq!(matrix.rank() + basis.len(), columns);
        }
    }

    #[test]
    fn a_solution_or_a_witness_is_always_found() {
        let mut chance = ChaCha8Rng::seed_from_u64(7);
        for matrix in samples() {
            let b = Vector::random(matrix.rows(), &mut chance);
            match matrix.solve(&b) {
                Ok(x) => assert_eq!(matrix.times(&x), b),
                Err(y) => assert!(matrix.transposed().times(&y).is_zero() && y.dot(&b)),
            }
            let x = Vector::random(matrix.columns(), &mut chance);
            assert!(matrix.solve(&matrix.times(&x)).is_ok());
        }
    }

    #[test]
    fn products_inverses_and_transposes_agree_with_their_definitions() {
        let mut chance = ChaCha8Rng::seed_from_u64(8);
        let mut invertible = 0;
        for n in [1, 2, 5, 63, 64, 65, 100, 150] {
            for _ in 0..4 {
                let (a, b) = (Matrix::random(n, n + 3, &mut chance), Matrix::random(n + 3, n, &mut chance));
                let product = a.product(&b);
                assert!(product == a.product_plain(&b), "size {n}");
                assert!(product.transposed() == b.transposed().product(&a.transposed()));
                assert!(a.transposed() == Matrix::from_fn(n + 3, n, |i, j| a.get(j, i)));
                match product.inverse() {
                    Some(inverse) => {
                        invertible += 1;
                        assert!(inverse.product(&product) == Matrix::identity(n));
                    }
                    None => assert!(product.rank() < n),
                }
            }
        }
        assert!(invertible > 3);
    }
}
