//! Sets of squares as vectors over GF(2), and a basis in which the attacks are planes and a kernel.

use super::rules::Rules;
use kit::{Result, Watch, watch};

/// A set of the squares that are there, numbered without gaps, as bits.
pub type Vector = Vec<u64>;

/// Vectors U, V with B(U, V) = 1, orthogonal to all others, and vectors that attack nothing.
pub struct Basis {
    /// The planes.
    pub planes: Vec<(Vector, Vector)>,
    /// The kernel.
    pub kernel: Vec<Vector>,
}

/// For each square that is there the squares that it attacks.
pub fn adjacency_vectors(rules: &Rules) -> Vec<Vector> {
    let squares: Vec<usize> = rules.ground.present().collect();
    let mut number = vec![0; rules.squares()];
    squares.iter().enumerate().for_each(|(i, &s)| number[s] = i);
    let row = |s: &usize| {
        let mut row = vec![0u64; squares.len().div_ceil(64)];
        rules.adjacency[*s].iter().for_each(|&t| row[number[t] / 64] |= 1 << (number[t] % 64));
        row
    };
    squares.iter().map(row).collect()
}

/// The squares that a set attacks an odd number of times.
pub fn product(rows: &[Vector], vector: &Vector) -> Vector {
    let mut sum = vec![0u64; vector.len()];
    members(vector).for_each(|s| add(&mut sum, &rows[s]));
    sum
}

/// Whether the number of attacking pairs in a set is odd.
pub fn pairs_within(rows: &[Vector], vector: &Vector) -> bool {
    let ends: u32 =
        members(vector).map(|s| rows[s].iter().zip(vector).map(|(a, b)| (a & b).count_ones()).sum::<u32>()).sum();
    ends / 2 % 2 == 1
}

fn members(vector: &Vector) -> impl Iterator<Item = usize> + '_ {
    let bits = |(index, &word): (usize, &u64)| engine::bits::ones(word).map(move |bit| index * 64 + bit);
    vector.iter().enumerate().flat_map(bits)
}

fn add(a: &mut Vector, b: &Vector) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
}

/// Splits off planes until nothing attacks anything: O(m^3 / 64).
pub fn symplectic_basis(rows: &[Vector], watch: &mut dyn Watch) -> Result<Basis> {
    let m = rows.len();
    // A vector, and its products with the unit vectors: the squares that it attacks.
    let unit = |s: usize| {
        let mut unit = vec![0u64; m.div_ceil(64)];
        unit[s / 64] |= 1 << (s % 64);
        unit
    };
    let mut left: Vec<(Vector, Vector)> = (0..m).map(|s| (unit(s), rows[s].clone())).collect();
    let mut basis = Basis { planes: Vec::new(), kernel: Vec::new() };
    let meet = |attacked: &Vector, vector: &Vector| {
        attacked.iter().zip(vector).fold(0, |ones, (a, b)| ones ^ (a & b).count_ones()) % 2 == 1
    };
    while let Some((u, au)) = left.pop() {
        watch::step(watch, (m - left.len()) as u64, Some(m as u64), || "the basis was not finished".to_string())?;
        let Some(place) = left.iter().position(|(v, _)| meet(&au, v)) else {
            basis.kernel.push(u);
            continue;
        };
        let (v, av) = left.swap_remove(place);
        for (w, aw) in &mut left {
            let (with_u, with_v) = (meet(&av, w), meet(&au, w));
            if with_u {
                add(w, &u);
                add(aw, &au);
            }
            if with_v {
                add(w, &v);
                add(aw, &av);
            }
        }
        basis.planes.push((u, v));
    }
    Ok(basis)
}
