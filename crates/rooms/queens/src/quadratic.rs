//! Quadratic forms over GF(2): how many vectors have the value 0.
//!
//! The edges of a graph inside a set S of its vertices, modulo 2, are a quadratic form q(S) whose polar form is the
//! adjacency matrix A. A symplectic basis splits the space into r hyperbolic planes and the kernel of A: a plane whose
//! two basis vectors both have q = 1 flips the sign of the Gauss sum. If q vanishes on the kernel, then q = 0 for
//! exactly 2^(m-1) + sign * 2^(m-1-r) of the 2^m sets (Arf, 1941); if it does not, for exactly half of them. The basis
//! is found by elimination on rows of bits: O(m^3 / 64).

use dashu::integer::UBig;

/// What the form of a graph's edges modulo 2 is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeForm {
    /// The dimension of the kernel of the adjacency matrix.
    pub nullity: usize,
    /// Whether the form vanishes on the kernel.
    pub vanishes_on_kernel: bool,
    /// The Arf invariant of the form modulo its kernel.
    pub arf: bool,
    /// How many sets of vertices hold an even number of edges.
    pub even_sets: UBig,
}

/// The form of the graph with these lists of neighbours.
pub fn edge_form(adjacency: &[Vec<usize>]) -> EdgeForm {
    let m = adjacency.len();
    let mut rows = bit_rows(adjacency);
    // A single vertex holds no edge.
    let mut value = vec![false; m];
    let mut left: Vec<usize> = (0..m).collect();
    let (mut planes, mut arf, mut vanishes) = (0, false, true);
    while let Some(i) = left.pop() {
        let Some(place) = left.iter().position(|&k| bit(&rows[i], k)) else {
            vanishes &= !value[i];
            continue;
        };
        let j = left.swap_remove(place);
        arf ^= value[i] && value[j];
        planes += 1;
        split_off(&mut rows, &mut value, (i, j), &left);
    }
    EdgeForm {
        nullity: m - 2 * planes,
        vanishes_on_kernel: vanishes,
        arf,
        even_sets: zeros(m, planes, vanishes.then_some(arf)),
    }
}

/// Makes the remaining basis vectors orthogonal to the plane of i and j.
fn split_off(rows: &mut [Vec<u64>], value: &mut [bool], (i, j): (usize, usize), left: &[usize]) {
    let (row_i, row_j) = (rows[i].clone(), rows[j].clone());
    for &k in left {
        // e_k + B(j,k) e_i + B(i,k) e_j is orthogonal to both, since B(i,j) = 1.
        let (with_i, with_j) = (bit(&row_j, k), bit(&row_i, k));
        value[k] ^= with_i & value[i] ^ with_j & value[j] ^ (with_i & with_j);
        if with_i {
            add(&mut rows[k], &row_i);
        }
        if with_j {
            add(&mut rows[k], &row_j);
        }
    }
}

fn zeros(m: usize, planes: usize, arf: Option<bool>) -> UBig {
    let power = |k: usize| UBig::ONE << k;
    match (m, arf) {
        (0, _) => UBig::ONE,
        (_, None) => power(m - 1),
        // Without a plane and with q = 0 everywhere the two halves add up: 2^(m-1) + 2^(m-1).
        (_, Some(false)) => power(m - 1) + power(m - 1 - planes),
        (_, Some(true)) => power(m - 1) - power(m - 1 - planes),
    }
}

fn bit_rows(adjacency: &[Vec<usize>]) -> Vec<Vec<u64>> {
    let words = adjacency.len().div_ceil(64);
    let row = |targets: &Vec<usize>| {
        let mut bits = vec![0u64; words];
        targets.iter().for_each(|&t| bits[t / 64] |= 1 << (t % 64));
        bits
    };
    adjacency.iter().map(row).collect()
}

fn bit(row: &[u64], k: usize) -> bool {
    row[k / 64] >> (k % 64) & 1 == 1
}

fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}

/// The number of even sets by looking at each of the 2^m sets.
pub fn even_sets_by_definition(adjacency: &[Vec<usize>]) -> u64 {
    let mask = |targets: &Vec<usize>| targets.iter().fold(0u64, |mask, t| mask | 1 << t);
    let rows: Vec<u64> = adjacency.iter().map(mask).collect();
    let ends = |set: u64| engine::bits::ones(set).map(|s| (rows[s] & set).count_ones()).sum::<u32>();
    (0..1u64 << rows.len()).filter(|&set| ends(set) / 2 % 2 == 0).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    #[test]
    fn the_gauss_sum_agrees_with_counting() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        let mut kinds = std::collections::HashSet::new();
        for round in 0..400 {
            let m = 1 + round % 9;
            let mut adjacency = vec![Vec::new(); m];
            for s in 0..m {
                for t in 0..s {
                    if rng.next_u32() % 3 == 0 {
                        adjacency[s].push(t);
                        adjacency[t].push(s);
                    }
                }
            }
            let form = edge_form(&adjacency);
            assert_eq!(form.even_sets, UBig::from(even_sets_by_definition(&adjacency)), "{adjacency:?}");
            kinds.insert((form.vanishes_on_kernel, form.arf));
        }
        assert!(kinds.len() >= 3, "all kinds of forms occur: {kinds:?}");
    }
}
