//! *Kind `fewest`*: labels of B bits, and that fewer bits will not do.
//!
//! The labels are checked by the definition. For the rest, let k be the nullity of the adjacency matrix with ones on
//! the diagonal over GF(2). Each bit of a labelling is a vector of the nullspace, a functional on GF(2)^k at the rows
//! of a basis; m bits give two vertices the same label exactly when the difference of their rows lies in the subspace
//! that all m functionals annihilate, of dimension at least k - m. So there are distinct labels of m bits exactly if a
//! subspace of dimension k - m contains no difference of two rows. The checker computes the nullspace by plain
//! elimination and tries every subspace of dimension k - B + 1 by its reduced echelon form.
//!
//! *Kind `twins`*: closed neighbourhoods whose sum is two vertices. The labels of each closed neighbourhood add up to
//! 0, so the labels of the two vertices are equal in every labelling.

use super::Around;
use super::Bound;
use super::{Labelled, bits, graph_text, labels_of, strict};
use engine::graphs::Digraph;
use kit::{Certificate, Report, Result, Standing, Watch};

/// The most dimensions of the nullspace in which subspaces are tried.
pub(super) const MOST_DIMENSIONS: usize = 20;
/// The most vectors that are tried.
pub(super) const MOST_TRIED: u64 = 1 << 24;
const SUBSPACES: Bound = Bound {
    most: MOST_TRIED,
    walk: "the walk through subspaces",
    steps: "vectors",
    done: "tried",
    instead: "give a graph of less nullity",
};

pub(super) const FEWEST_FORMAT: &str = "\
One line \"GRAPH6 LABELS\" as in the kind labelled, of a graph that may be disconnected. B is the least number such that all labels are less than 2^B. \
If 2^(B-1) is less than the number of vertices, fewer bits are too few for distinct labels. Otherwise let M be the adjacency matrix with ones on the \
diagonal and y_1, ..., y_k a basis of its nullspace over GF(2), k <= 20; the row of a vertex v is the vector (y_1(v), ..., y_k(v)). No subspace of GF(2)^k of \
dimension k - B + 1 may contain a sum of the rows of two vertices; if k < B there is nothing to try and the certificate is refused. A subspace is told by its \
reduced echelon basis: vectors with ascending highest bits, each with a 0 at the highest bits of the others. Extend bases vector by vector; a basis whose span \
contains such a sum need not be extended. A checker may stop when it has tried 2^24 vectors.

It states \"GRAPH: the fewest bits of distinct labels, each the xor of its neighbours' labels, are B\" with GRAPH as in the kind labelled.";

pub(super) const TWINS_FORMAT: &str = "\
One line \"GRAPH6 U V VERTICES\": a graph in graph6 as in the kind labelled (it may be disconnected), two vertices U < V, and vertices in ascending order joined by \
commas; all numbered from 1. A closed neighbourhood is a vertex with its neighbours. U and V each lie in an odd number of the closed neighbourhoods of VERTICES, \
every other vertex in an even number.

It states \"GRAPH: vertices U and V have the same label whenever each label is the xor of its neighbours' labels\" with GRAPH as in the kind labelled.";

pub(super) fn statement(graph6: &str, labels: &[u64]) -> String {
    let graph = graph_text(graph6, labels.len());
    format!("{graph}: the fewest bits of distinct labels, each the xor of its neighbours' labels, are {}", bits(labels))
}

pub(super) fn twins_statement(graph6: &str, vertices: usize, u: usize, v: usize) -> String {
    let graph = graph_text(graph6, vertices);
    format!(
        "{graph}: vertices {u} and {v} have the same label whenever each label is the xor of its neighbours' labels"
    )
}

pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (number, line) = only_line(certificate)?;
    let Labelled { graph6, graph, labels } = labels_of(line).map_err(|why| Certificate::broken(number, why))?;
    let least = bits(&labels);
    let fewer = least.checked_sub(1).map_or(0, |fewer| 1u64 << fewer.min(63));
    if fewer >= labels.len() as u64 {
        let mut subspaces = Subspaces::of(&graph, least, watch).map_err(|why| Certificate::broken(number, why))?;
        let start = subspaces.differences();
        if let Some(basis) = subspaces.missing(&start, &mut Vec::new())? {
            let why = format!("the subspace of {basis:?} contains no sum of two rows, so fewer bits do");
            return Err(Certificate::broken(number, why));
        }
    }
    Ok(Report::new(statement(graph6, &labels), Standing::Proved).fact("vertices", graph.order()).fact("bits", least))
}

pub(super) fn check_twins(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let (number, line) = only_line(certificate)?;
    let (graph6, graph, u, v) = twins_of(Around::Closed, line).map_err(|why| Certificate::broken(number, why))?;
    Ok(Report::new(twins_statement(graph6, graph.order(), u, v), Standing::Proved).fact("vertices", graph.order()))
}

pub(super) fn only_line(certificate: &Certificate) -> Result<(usize, &str)> {
    let mut lines = certificate.lines();
    let first = lines.next().unwrap_or((3, ""));
    match lines.next() {
        Some((number, _)) => Err(Certificate::broken(number, "more than one graph")),
        None => Ok(first),
    }
}

/// The graph of a line and the two vertices that its neighbourhoods add up to.
pub(super) fn twins_of(around: Around, line: &str) -> Result<(&str, Digraph, usize, usize), String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [graph6, u, v, list] = words[..] else { return Err("a graph, two vertices and a list are wanted".to_string()) };
    let graph = strict(graph6)?;
    let order = graph.order();
    let vertex = |text: &str| {
        let number = text.parse::<usize>().ok().filter(|number| number.to_string() == text);
        number.filter(|number| (1..=order).contains(number)).ok_or_else(|| format!("{text:?} is not a vertex"))
    };
    let (u, v) = (vertex(u)?, vertex(v)?);
    let list: Vec<usize> = list.split(',').map(vertex).collect::<Result<_, String>>()?;
    if u >= v || !list.is_sorted_by(|a, b| a < b) {
        return Err("vertices stand in ascending order".to_string());
    }
    let mut odd = vec![false; order];
    for &centre in &list {
        odd[centre - 1] ^= around == Around::Closed;
        graph.successors(centre - 1).iter().for_each(|&w| odd[w as usize] ^= true);
    }
    match (1..=order).find(|&w| odd[w - 1] != (w == u || w == v)) {
        Some(w) => Err(format!("vertex {w} lies in the wrong number of neighbourhoods")),
        None => Ok((graph6, graph, u, v)),
    }
}

/// The walk through the subspaces of one dimension.
struct Subspaces<'a> {
    /// The row of each vertex.
    rows: Vec<u32>,
    dimension: usize,
    wanted: usize,
    tried: u64,
    watch: &'a mut dyn Watch,
}

impl<'a> Subspaces<'a> {
    fn of(graph: &Digraph, bits: u32, watch: &'a mut dyn Watch) -> Result<Subspaces<'a>, String> {
        let rows = nullspace_rows(graph)?;
        let dimension = rows.1;
        let wanted = (dimension + 1).checked_sub(bits as usize).filter(|&wanted| wanted > 0);
        let wanted = wanted.ok_or("fewer bits than the nullity are to be refuted, and there are none")?;
        Ok(Subspaces { rows: rows.0, dimension, wanted, tried: 0, watch })
    }

    /// For each vector whether it is the sum of two rows.
    fn differences(&self) -> Vec<bool> {
        let mut sums = vec![false; 1 << self.dimension];
        for (i, a) in self.rows.iter().enumerate() {
            self.rows[..i].iter().for_each(|b| sums[(a ^ b) as usize] = true);
        }
        sums
    }

    /// A basis of a subspace that extends this one and contains no sum of two rows; `met` marks the vectors that differ
    /// from such a sum by a vector of the span.
    fn missing(&mut self, met: &[bool], basis: &mut Vec<u32>) -> Result<Option<Vec<u32>>> {
        if met[0] {
            return Ok(None);
        }
        if basis.len() == self.wanted {
            return Ok(Some(basis.clone()));
        }
        let leads: u32 = basis.iter().map(|&z| 1 << z.ilog2()).sum();
        let above = basis.last().map_or(1, |&z| 2 << z.ilog2());
        for z in above..1u32 << self.dimension {
            SUBSPACES.count(&mut self.tried, self.watch)?;
            // An earlier vector has no bit at the lead of this one, since that lead is above its own.
            if z & leads != 0 || met[z as usize] {
                continue;
            }
            let wider: Vec<bool> = (0..met.len()).map(|x| met[x] || met[x ^ z as usize]).collect();
            basis.push(z);
            let found = self.missing(&wider, basis)?;
            basis.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// The rows of a basis of the nullspace, and the nullity: elimination column by column, with rows as lists of bits.
fn nullspace_rows(graph: &Digraph) -> Result<(Vec<u32>, usize), String> {
    let order = graph.order();
    let mut matrix = vec![vec![false; order]; order];
    for (v, row) in matrix.iter_mut().enumerate() {
        row[v] = true;
        graph.successors(v).iter().for_each(|&w| row[w as usize] = true);
    }
    let mut pivot_of = vec![None; order];
    let mut rank = 0;
    for (column, pivot) in pivot_of.iter_mut().enumerate() {
        let Some(found) = (rank..order).find(|&row| matrix[row][column]) else { continue };
        matrix.swap(rank, found);
        let top = matrix[rank].clone();
        for (row, entries) in matrix.iter_mut().enumerate() {
            if row != rank && entries[column] {
                entries.iter_mut().zip(&top).for_each(|(entry, &other)| *entry ^= other);
            }
        }
        *pivot = Some(rank);
        rank += 1;
    }
    let free: Vec<usize> = (0..order).filter(|&v| pivot_of[v].is_none()).collect();
    if free.len() > MOST_DIMENSIONS {
        return Err(format!("nullity {}, the limit is {MOST_DIMENSIONS}", free.len()));
    }
    let row = |v: usize| {
        let bit = |&f: &usize| pivot_of[v].map_or(f == v, |row: usize| matrix[row][f]);
        free.iter().enumerate().fold(0, |row, (i, f)| row | u32::from(bit(f)) << i)
    };
    Ok(((0..order).map(row).collect(), free.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::{Nullspace, Subject};
    use kit::Unwatched;

    #[test]
    fn rows_are_those_of_the_nullspace() {
        for text in ["petersen", "circle:9", "wheel:7", "cube:3", "complete:5", "1 2, 3 4", "1 2, 2 3, 3 4, 5 6", "g1"]
        {
            let graph = Subject::read_any(text).unwrap().graph;
            let space = Nullspace::of(&graph, &mut Unwatched).unwrap();
            let (rows, nullity) = nullspace_rows(&graph).unwrap();
            assert_eq!(nullity, space.nullity, "{text}");
            for (u, v) in (0..rows.len()).flat_map(|u| (0..u).map(move |v| (u, v))) {
                assert_eq!(rows[u] == rows[v], space.rows.row(u) == space.rows.row(v), "{text}: {u} and {v}");
            }
        }
    }

    /// Whether some subspace of that dimension contains none of these vectors: every choice of vectors that span one.
    fn some_subspace_misses(dimension: usize, wanted: usize, sums: &[bool]) -> bool {
        fn extended(span: &[u32], left: usize, dimension: usize, sums: &[bool]) -> bool {
            if left == 0 {
                return !span.iter().any(|&x| sums[x as usize]);
            }
            (1..1u32 << dimension).filter(|z| !span.contains(z)).any(|z| {
                let wider: Vec<u32> = span.iter().flat_map(|&x| [x, x ^ z]).collect();
                extended(&wider, left - 1, dimension, sums)
            })
        }
        extended(&[0], wanted, dimension, sums)
    }

    /// Sums of two rows, whatever the rows are: found in every subspace of a dimension, or one without them is shown.
    #[test]
    fn every_subspace_is_tried() {
        let mut met = [0, 0];
        for (dimension, wanted) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3)] {
            let sets = (0u32..1 << (1 << dimension)).step_by(if dimension < 4 { 1 } else { 397 });
            for set in sets {
                let rows: Vec<u32> = (0..1 << dimension).filter(|row| set >> row & 1 == 1).collect();
                let mut walk = Subspaces { rows, dimension, wanted, tried: 0, watch: &mut Unwatched };
                let sums = walk.differences();
                let by_definition: Vec<bool> = (0..1u32 << dimension)
                    .map(|x| walk.rows.iter().any(|a| walk.rows.iter().any(|b| a != b && a ^ b == x)))
                    .collect();
                assert_eq!(sums, by_definition, "{:?}", walk.rows);
                let found = walk.missing(&sums, &mut Vec::new()).unwrap();
                let there = some_subspace_misses(dimension, wanted, &sums);
                assert_eq!(found.is_some(), there, "{dimension} {wanted} {:?}", walk.rows);
                met[usize::from(there)] += 1;
                if let Some(basis) = found {
                    let span = basis.iter().fold(vec![0], |span, z| span.iter().flat_map(|x| [*x, x ^ z]).collect());
                    let distinct: std::collections::BTreeSet<u32> = span.iter().copied().collect();
                    assert_eq!(distinct.len(), 1 << wanted, "{basis:?} is a basis");
                    assert!(!span.iter().any(|&x| sums[x as usize]), "{basis:?} {:?}", walk.rows);
                }
            }
        }
        assert!(met[0] > 100 && met[1] > 100, "{met:?}");
    }

    /// In five dimensions a vector that is in no sum may lead to no plane without sums while another one does: eight
    /// rows or fewer, made by a fixed walk.
    #[test]
    fn the_walk_turns_back() {
        let (mut state, mut turned, mut found_any) = (1u32, 0, 0);
        for _ in 0..400 {
            let mut rows: Vec<u32> = Vec::new();
            while rows.len() < 7 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if !rows.contains(&(state >> 27)) {
                    rows.push(state >> 27);
                }
            }
            let mut walk = Subspaces { rows, dimension: 5, wanted: 2, tried: 0, watch: &mut Unwatched };
            let sums = walk.differences();
            let found = walk.missing(&sums, &mut Vec::new()).unwrap();
            assert_eq!(found.is_some(), some_subspace_misses(5, 2, &sums), "{:?}", walk.rows);
            let first = (1..32u32).find(|&z| !sums[z as usize]);
            turned += usize::from(found.as_ref().is_some_and(|basis| Some(basis[0]) != first));
            found_any += usize::from(found.is_some());
        }
        assert!(turned > 0 && turned < found_any, "{turned} of {found_any}");
    }

    /// Two vertices with one row have one label always, and no subspace helps.
    #[test]
    fn equal_rows_are_never_told_apart() {
        let mut walk = Subspaces { rows: vec![1, 2, 1], dimension: 3, wanted: 1, tried: 0, watch: &mut Unwatched };
        let sums = walk.differences();
        assert!(sums[0]);
        assert_eq!(walk.missing(&sums, &mut Vec::new()).unwrap(), None);
    }

    /// The dimension that is tried: one more than the nullity less the bits.
    #[test]
    fn the_dimension_follows_from_the_bits() {
        let graph = Subject::read_any("cube:3").unwrap().graph;
        let (_, nullity) = nullspace_rows(&graph).unwrap();
        for bits in 0..=nullity as u32 {
            let walk = Subspaces::of(&graph, bits, &mut Unwatched).map(|walk| (walk.wanted, walk.dimension));
            assert_eq!(walk, Ok((nullity + 1 - bits as usize, nullity)), "{bits}");
        }
        assert!(Subspaces::of(&graph, nullity as u32 + 1, &mut Unwatched).is_err());
    }

    #[test]
    fn the_walk_is_bounded_by_name() {
        let mut walk = Subspaces { rows: vec![0], dimension: 3, wanted: 3, tried: MOST_TRIED, watch: &mut Unwatched };
        let why = walk.missing(&[false; 8], &mut Vec::new()).unwrap_err().to_string();
        assert!(why.contains("the limit is"), "{why}");
        let mut walk =
            Subspaces { tried: MOST_TRIED - 3, wanted: 3, rows: vec![0], dimension: 3, watch: &mut Unwatched };
        assert_eq!(walk.missing(&[false; 8], &mut Vec::new()).unwrap(), Some(vec![1, 2, 4]));
    }

    #[test]
    fn the_nullity_is_bounded_by_name() {
        let complete = |order: usize| Digraph::from_edges(order, (0..order).flat_map(|b| (0..b).map(move |a| (a, b))));
        assert_eq!(nullspace_rows(&complete(MOST_DIMENSIONS + 1)).unwrap().1, MOST_DIMENSIONS);
        let why = nullspace_rows(&complete(MOST_DIMENSIONS + 2)).unwrap_err();
        assert!(why.contains("the limit is"), "{why}");
    }
}
