//! The equations A t = s of a puzzle: chased on plus-shaped grids, by words over two colours, by the Howell form
//! otherwise.

use super::chase::Chase;
use super::puzzle::Puzzle;
use dashu::integer::UBig;
use engine::modular::gf2;
use engine::modular::howell::{self, Columns};
use kit::memory;
use kit::{Error, Result, Watch};

/// The most bytes that a dense matrix may take.
const MOST_BYTES: u128 = 4 << 30;

/// A puzzle's equations, ready to be solved.
pub enum System<'a> {
    /// A plus-shaped grid.
    Chased(&'a Puzzle, Chase),
    /// Two colours.
    Bits(&'a Puzzle, gf2::Matrix),
    /// Any number of colours.
    Ring(&'a Puzzle, Columns),
}

/// What became of a right side.
pub struct Outcome {
    /// Clicks that do it, or a witness y with y A = 0 and y . s != 0.
    pub clicks: std::result::Result<Vec<u32>, Vec<u32>>,
    /// The number of clicks that do nothing: of all solutions, if there is one.
    pub kernel_size: UBig,
}

/// Refuses a dense matrix that would not fit.
fn fits(puzzle: &Puzzle, bytes: u128, watch: &mut dyn Watch) -> Result<()> {
    let n = puzzle.order();
    if bytes > MOST_BYTES {
        return Err(Error::too_large(
            format!("the {n} x {n} matrix of {}", puzzle.name),
            format!("dense algebra would take {} and the limit is {}", in_words(bytes), in_words(MOST_BYTES)),
            "plus-shaped grids and paths have no such limit",
        ));
    }
    memory::take(watch, &format!("the {n} x {n} matrix of {}", puzzle.name), bytes as u64)?;
    if bytes > 256 << 20 {
        watch.say(&format!("the {n} x {n} matrix takes {}", in_words(bytes)));
    }
    Ok(())
}

fn in_words(bytes: u128) -> String {
    memory::in_words(u64::try_from(bytes).unwrap_or(u64::MAX))
}

impl<'a> System<'a> {
    /// The equations by the best method.
    pub fn new(puzzle: &'a Puzzle, watch: &mut dyn Watch) -> Result<System<'a>> {
        match puzzle.grid {
            Some(grid) => Ok(System::Chased(puzzle, Chase::new(grid, puzzle.modulus, watch)?)),
            None => System::dense(puzzle, watch),
        }
    }

    /// The equations as a dense matrix, whatever the graph.
    pub fn dense(puzzle: &'a Puzzle, watch: &mut dyn Watch) -> Result<System<'a>> {
        let n = puzzle.order();
        match puzzle.colours() {
            2 => {
                fits(puzzle, 2 * gf2::Matrix::bytes(n, n + 1), watch)?;
                Ok(System::Bits(puzzle, puzzle.graph.arrivals()))
            }
            _ => {
                fits(puzzle, Columns::bytes(n, n), watch)?;
                Ok(System::Ring(puzzle, ring(puzzle, false, watch)?))
            }
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        match self {
            System::Chased(puzzle, _) | System::Bits(puzzle, _) | System::Ring(puzzle, _) => puzzle,
        }
    }

    /// How it is solved, in a few words.
    pub fn method(&self) -> &'static str {
        match self {
            System::Chased(..) => "light chasing",
            System::Bits(..) => "Four-Russians elimination over GF(2)",
            System::Ring(..) => "Howell form over Z/m",
        }
    }

    /// Solves A t = s and checks the answer by the definition.
    pub fn solve(&self, s: &[u32], watch: &mut dyn Watch) -> Result<Outcome> {
        let outcome = match self {
            System::Chased(puzzle, chase) => {
                let clicks = match chase.solve(s) {
                    Some(clicks) => Ok(clicks),
                    // The matrix is symmetric: what does nothing is also what witnesses.
                    None => Err(chase
                        .kernel()
                        .map(|(_, y)| y)
                        .find(|y| puzzle.modulus.dot(y, s) != 0)
                        .expect("a state outside the image is seen by the kernel")),
                };
                Outcome { clicks, kernel_size: chase.kernel_size() }
            }
            System::Bits(_, matrix) => solve_bits(matrix, s, watch)?,
            System::Ring(puzzle, clicks) => {
                let found = match clicks.solve(s) {
                    Some(found) => Ok(found),
                    None => Err(howell::witness(&ring(puzzle, true, watch)?, s)
                        .expect("a state outside the image is seen by the left kernel")),
                };
                Outcome { clicks: found, kernel_size: clicks.kernel_size() }
            }
        };
        self.check(&outcome, s)?;
        Ok(outcome)
    }

    /// No answer leaves without having been multiplied out.
    fn check(&self, outcome: &Outcome, s: &[u32]) -> Result<()> {
        let puzzle = self.puzzle();
        let stands = match &outcome.clicks {
            Ok(t) => puzzle.effect(t) == s,
            Err(y) => puzzle.pulled_back(y).iter().all(|&x| x == 0) && puzzle.modulus.dot(y, s) != 0,
        };
        if stands { Ok(()) } else { Err(Error::failed("the solution does not stand up to its check")) }
    }

    /// Generators of the clicks that do nothing, each with its order.
    pub fn kernel(&self) -> Vec<(u64, Vec<u32>)> {
        match self {
            System::Chased(_, chase) => chase.kernel().collect(),
            System::Bits(_, matrix) => {
                matrix.kernel().into_iter().map(|v| (2, v.bits().map(u32::from).collect())).collect()
            }
            System::Ring(_, clicks) => clicks.kernel(),
        }
    }

    /// The number of clicks that do nothing.
    pub fn kernel_size(&self) -> UBig {
        match self {
            System::Chased(_, chase) => chase.kernel_size(),
            System::Bits(_, matrix) => UBig::ONE << (matrix.columns() - matrix.rank()),
            System::Ring(_, clicks) => clicks.kernel_size(),
        }
    }
}

fn ring(puzzle: &Puzzle, transposed: bool, watch: &mut dyn Watch) -> Result<Columns> {
    let n = puzzle.order();
    // The entries of each column that are not 0.
    let mut columns: Vec<Vec<(usize, u32)>> = vec![Vec::new(); n];
    for v in 0..n {
        for (w, weight) in puzzle.adds(v) {
            let (row, column) = if transposed { (v, w) } else { (w, v) };
            columns[column].push((row, weight));
        }
    }
    let column = |j: usize| {
        let mut column = vec![0; n];
        columns[j].iter().for_each(|&(i, weight)| column[i] = weight);
        column
    };
    Columns::watched(puzzle.modulus, n, n, column, watch)
}

fn solve_bits(matrix: &gf2::Matrix, s: &[u32], watch: &mut dyn Watch) -> Result<Outcome> {
    let n = matrix.columns();
    let right = gf2::Matrix::from_fn(matrix.rows(), 1, |i, _| s[i] == 1);
    let mut both = matrix.beside(&right);
    let pivots = both.echelon_within(n, watch)?;
    let kernel_size = UBig::ONE << (n - pivots.len());
    if (pivots.len()..matrix.rows()).all(|i| !both.get(i, n)) {
        let mut clicks = vec![0; n];
        pivots.iter().enumerate().for_each(|(i, &p)| clicks[p] = u32::from(both.get(i, n)));
        return Ok(Outcome { clicks: Ok(clicks), kernel_size });
    }
    drop(both);
    let mut turned = matrix.transposed();
    let columns = turned.columns();
    let pivots = turned.echelon_within(columns, watch)?;
    let s = gf2::Vector::from_bits(s.iter().map(|&x| x == 1));
    let witness = turned.kernel_of_echelon(&pivots).into_iter().find(|y| y.dot(&s));
    let witness = witness.expect("a state outside the image is seen by the left kernel");
    Ok(Outcome { clicks: Err(witness.bits().map(u32::from).collect()), kernel_size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    /// Both ways to the same equations.
    #[test]
    fn chasing_agrees_with_dense_algebra_on_all_small_grids() {
        for (rows, columns) in (1..7).flat_map(|r| (1..7).map(move |c| (r, c))) {
            for (m, loops) in [(2, true), (2, false), (3, true), (4, true), (6, true), (6, false), (1 << 32, true)] {
                let puzzle = Puzzle::from_text(&format!("grid:{rows}x{columns}"), true, Some(loops), m).unwrap();
                let chased = System::new(&puzzle, &mut Unwatched).unwrap();
                let dense = System::dense(&puzzle, &mut Unwatched).unwrap();
                assert_eq!(chased.kernel_size(), dense.kernel_size(), "{rows} x {columns} mod {m}");
                for (seed, state) in ["random", "scrambled", "all:1"].into_iter().enumerate() {
                    let s = puzzle.state(state, None, seed as u64).unwrap();
                    let [a, b] = [&chased, &dense].map(|system| system.solve(&s, &mut Unwatched).unwrap());
                    assert_eq!(a.clicks.is_ok(), b.clicks.is_ok(), "{rows} x {columns} mod {m} {state}");
                    assert_eq!(a.kernel_size, b.kernel_size);
                }
                for system in [&chased, &dense] {
                    let quiet = system.kernel();
                    assert!(quiet.iter().all(|(_, t)| puzzle.effect(t).iter().all(|&x| x == 0)));
                    let size = quiet.iter().fold(UBig::ONE, |size, (order, _)| size * *order);
                    assert_eq!(size, system.kernel_size());
                }
            }
        }
    }

    /// Every vector of clicks, by the definition: entry (i, j) of the typed matrix is what a click on j adds at i.
    fn compare_with_all_vectors(rows: &[Vec<u32>], m: u64, s: &[u32]) {
        let n = rows.len();
        let text: Vec<String> =
            rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")).collect();
        let reading = crate::rule::Reading { names: false, ..crate::rule::Reading::PLAIN };
        let puzzle = Puzzle::read(&text.join("/"), reading, m).unwrap();
        let vectors =
            (0..m.pow(n as u32)).map(|code| (0..n).map(|k| (code / m.pow(k as u32) % m) as u32).collect::<Vec<u32>>());
        let sum = |i: usize, t: &[u32]| (0..n).map(|j| u64::from(rows[i][j]) * u64::from(t[j])).sum::<u64>() % m;
        let right: Vec<Vec<u32>> = vectors.filter(|t| (0..n).all(|i| sum(i, t) == u64::from(s[i]))).collect();
        let outcome = System::new(&puzzle, &mut Unwatched).unwrap().solve(s, &mut Unwatched).unwrap();
        let told = format!("{} modulo {m} for {s:?}", text.join("/"));
        match &outcome.clicks {
            Ok(t) => {
                assert!(right.contains(t), "{told}");
                assert_eq!(outcome.kernel_size, UBig::from(right.len()), "{told}");
            }
            Err(_) => assert!(right.is_empty(), "{told}"),
        }
        let answer = outcome.clicks.as_deref().map_err(Vec::as_slice);
        let certificate = crate::certificate::write(&puzzle, s, answer).unwrap();
        let kind = crate::certificate::CERTIFICATES.iter().find(|kind| kind.name == certificate.kind).unwrap();
        let report = (kind.check)(&certificate, &mut Unwatched).unwrap();
        assert_eq!(report.line, certificate.states, "{told}");
    }

    #[test]
    fn typed_matrices_are_solved_as_the_handout_writes_them() {
        for code in 0..81u32 {
            let entry = |k: u32| code / 3u32.pow(k) % 3;
            let rows = [vec![entry(0), entry(1)], vec![entry(2), entry(3)]];
            for (m, s) in (2..5u64).flat_map(|m| [[0, 1], [1, 0], [1, 1]].map(|s| (m, s))) {
                compare_with_all_vectors(&rows, m, &s);
            }
        }
        use rand::{RngExt, SeedableRng};
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(2);
        for _ in 0..200 {
            let (n, m) = [(3, 3), (3, 4), (4, 3), (3, 6), (4, 2)][chance.random_range(0..5)];
            let mut numbers = |most: u64| (0..n).map(|_| chance.random_range(0..most) as u32).collect::<Vec<u32>>();
            let s = numbers(m);
            let rows: Vec<Vec<u32>> = (0..n).map(|_| numbers(2 * m)).collect();
            compare_with_all_vectors(&rows, m, &s);
        }
    }

    #[test]
    fn a_million_vertices_without_structure_are_refused_with_the_figure() {
        for m in [2, 3] {
            let puzzle = Puzzle::from_text("circle:1000000", true, None, m).unwrap();
            let error = System::new(&puzzle, &mut Unwatched).map(|_| ()).unwrap_err();
            assert_eq!(error.trouble(), kit::Trouble::TooLarge);
            assert!(error.to_string().contains("GiB"), "{error}");
        }
        let path = Puzzle::from_text("path:1000000", true, None, 2).unwrap();
        let system = System::new(&path, &mut Unwatched).unwrap();
        assert!(system.solve(&vec![1; 1_000_000], &mut Unwatched).unwrap().clicks.is_ok());
    }
}
