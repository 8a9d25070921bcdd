//! The determinant and the invariant factors of a rule's matrix over the integers, shown by additions of rows and
//! columns.
//!
//! *The argument.* Adding a multiple of one row to another changes neither the determinant nor, for any k, the greatest
//! common divisor of the minors of size k; the same for columns. Where at most one number that is not 0 is left in each
//! row and each column, and their sizes d_1 | d_2 | ... divide one another, that divisor is d_1 ... d_k: so these are
//! the invariant factors. The determinant is the product of the numbers with the sign of the permutation of their
//! places, or 0 if a row is without one.

mod write;

pub(in super::super) use write::write_smith;

use super::board::{Lines, Rules};
use dashu::base::{BitTest, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use kit::{Certificate, Error, Report, Result, Standing, Watch, watch};

/// The most cells of a matrix that is reduced.
const MOST_CELLS: usize = 64;

/// The most digits of a factor, and the most additions.
const MOST_DIGITS: usize = 2000;
const MOST_ADDITIONS: u64 = 1 << 16;

type Matrix = Vec<Vec<IBig>>;

pub(super) const FORMAT: &str = "\
\x20 graph GRAPH                      as in the kind clicks, at most 64 cells
  row I J C                        any number of lines, rows and columns mixed, at most 65536
  column I J C

A has in row i and column j what a click on cell j adds at cell i. The lines are done one after the other: `row I J C` adds C times row J to row I, `column I J C` adds C times \
column J to column I. I and J are different numbers from 1 to n, C is a whole number other than 0, with a minus sign if it is negative, of at most 2000 digits. The numbers of a matrix written out are below 2^32 here, \
and no number ever gets more than 8000 bits.

Checks. In the end at most one number that is not 0 stands in each row and in each column. Their sizes in increasing order are d_1, ..., d_r, each a divisor of the next; zeros follow up \
to n factors. The determinant is 0 if r < n, otherwise the product of the numbers times the sign of the permutation that takes the row of each number to its column.

States: GRAPH over the integers: determinant D, invariant factors d_1,...,d_n.";

fn statement(rules: &Rules, determinant: &IBig, factors: &[UBig]) -> String {
    let factors: Vec<String> = factors.iter().map(ToString::to_string).collect();
    format!(
        "{} over the integers: determinant {determinant}, invariant factors {}",
        rules.graph_name(),
        factors.join(",")
    )
}

fn matrix(rules: &Rules) -> Matrix {
    let n = rules.order();
    let mut matrix = vec![vec![IBig::ZERO; n]; n];
    for j in 0..n {
        rules.each_added(j, |i, adds| matrix[i][j] = IBig::from(adds));
    }
    matrix
}

/// One addition: of rows, or of columns.
struct Addition {
    rows: bool,
    to: usize,
    of: usize,
    times: IBig,
}

impl Addition {
    fn make(&self, matrix: &mut Matrix) {
        match self.rows {
            true => {
                let source = matrix[self.of].clone();
                matrix[self.to].iter_mut().zip(&source).for_each(|(x, y)| *x += &self.times * y);
            }
            false => matrix.iter_mut().for_each(|row| {
                let more = &self.times * &row[self.of];
                row[self.to] += more;
            }),
        }
    }
}

/// Determinant and invariant factors of a matrix that additions have left with one number in a row and column at most.
fn read_off(matrix: &Matrix) -> Result<(IBig, Vec<UBig>)> {
    let n = matrix.len();
    let mut place = vec![None; n];
    let mut taken = vec![false; n];
    let mut found: Vec<IBig> = Vec::new();
    for (i, row) in matrix.iter().enumerate() {
        for (j, x) in row.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
            if place[i].replace(j).is_some() || std::mem::replace(&mut taken[j], true) {
                return Err(Error::failed(format!("row {} or column {} is left with two numbers", i + 1, j + 1)));
            }
            found.push(x.clone());
        }
    }
    let mut factors: Vec<UBig> = found.iter().map(|x| x.clone().unsigned_abs()).collect();
    factors.sort();
    if let Some(pair) = factors.windows(2).find(|pair| !(&pair[1] % &pair[0]).is_zero()) {
        return Err(Error::failed(format!("{} does not divide {}", pair[0], pair[1])));
    }
    let determinant = match place.iter().copied().collect::<Option<Vec<usize>>>() {
        None => IBig::ZERO,
        Some(permutation) => {
            let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
            let odd = pairs.filter(|&(a, b)| permutation[a] < permutation[b]).count() % 2 == 1;
            let product = found.iter().fold(IBig::ONE, |product, x| product * x);
            if odd { -product } else { product }
        }
    };
    factors.resize(n, UBig::ZERO);
    Ok((determinant, factors))
}

fn read_addition(line: &str, n: usize) -> Option<Addition> {
    let words: Vec<&str> = line.split(' ').collect();
    let [kind, to, of, times] = words[..] else { return None };
    let place = |word: &str| super::board::whole(word, n as u64).filter(|&k| k > 0).map(|k| k as usize - 1);
    let digits = times.strip_prefix('-').unwrap_or(times);
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0') && !digits.is_empty();
    let times: IBig = times.parse().ok().filter(|_| plain && digits.len() <= MOST_DIGITS)?;
    let (to, of) = (place(to)?, place(of)?);
    let rows = match kind {
        "row" => true,
        "column" => false,
        _ => return None,
    };
    (to != of).then_some(Addition { rows, to, of, times })
}

pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let rules = Rules::read_graph(&mut lines)?;
    let n = rules.order();
    if n > MOST_CELLS {
        return Err(Error::failed(format!("a reduction is of at most {MOST_CELLS} cells, not of {n}")));
    }
    let mut matrix = matrix(&rules);
    let mut additions = 0;
    while let Some((number, line)) = lines.next_line() {
        watch::step(watch, additions, None, || format!("{additions} additions were made"))?;
        let how = "a line is `row I J C` or `column I J C` with C other than 0";
        read_addition(line, n).ok_or_else(|| Certificate::broken(number, how))?.make(&mut matrix);
        additions += 1;
        let bits = matrix.iter().flatten().map(BitTest::bit_len).max().unwrap_or(0);
        if additions > MOST_ADDITIONS || bits > 4 * MOST_DIGITS {
            return Err(Certificate::broken(number, "too many additions or too large numbers"));
        }
    }
    let (determinant, factors) = read_off(&matrix)?;
    Ok(Report::new(statement(&rules, &determinant, &factors), Standing::Proved).fact("valid", true))
}

#[cfg(test)]
mod tests {
    use super::super::super::puzzle::Puzzle;
    use super::super::super::rule::Reading;
    use super::*;
    use engine::modular::smith::smith;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};

    fn stands(text: &str) {
        let reading = Reading { names: text.contains(char::is_alphabetic), ..Reading::PLAIN };
        let puzzle = Puzzle::read(text, reading, 1 << 32).unwrap();
        let n = puzzle.order();
        let certificate = write_smith(&puzzle, &mut Unwatched).unwrap().unwrap();
        let report = check(&certificate, &mut Unwatched).unwrap();
        assert_eq!(report.line, certificate.states, "{text}");
        let form = smith(n, n, |i, j| i64::from(puzzle.entry(i, j)), &mut Unwatched).unwrap();
        let factors: Vec<String> = form.all_factors().iter().map(ToString::to_string).collect();
        let told = format!("determinant {}, invariant factors {}", form.determinant().unwrap(), factors.join(","));
        assert!(report.line.ends_with(&told), "{text}: {} is not {told}", report.line);
    }

    #[test]
    fn additions_show_what_the_engine_finds_on_all_matrices_of_two_rows_and_on_seeded_ones() {
        for code in 0..256 {
            let entry = |k: u32| code >> (2 * k) & 3;
            stands(&format!("{},{}/{},{}", entry(0), entry(1), entry(2), entry(3)));
        }
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(6);
        for _ in 0..200 {
            let n = chance.random_range(3..9);
            let most = [2, 4, 30][chance.random_range(0..3)];
            let mut row = || (0..n).map(|_| chance.random_range(0..most).to_string()).collect::<Vec<_>>().join(",");
            stands(&(0..n).map(|_| row()).collect::<Vec<_>>().join("/"));
        }
        for text in ["circle:6", "petersen", "grid:5x5", "grid:8x8", "complete:7"] {
            stands(text);
        }
    }

    #[test]
    fn what_is_not_reduced_or_not_a_line_is_refused() {
        for (body, part) in [
            ("graph matrix 1,2/3,4\n", "two numbers"),
            ("graph matrix 1,1/0,0\n", "two numbers"),
            ("graph matrix 1,0/1,0\n", "two numbers"),
            ("graph matrix 2,0/0,3\n", "does not divide"),
            ("graph matrix 1,0/0,1\nrow 1 1 2\n", "a line is"),
            ("graph matrix 1,0/0,1\nrow 1 2 0\n", "a line is"),
            ("graph matrix 1,0/0,1\nrow 1 3 1\n", "a line is"),
            ("graph matrix 1,0/0,1\nrow 0 2 1\n", "a line is"),
            ("graph matrix 1,0/0,1\nrow 1 2 -\n", "a line is"),
            ("graph matrix 1,0/0,1\nrow 1 2 +1\n", "a line is"),
            ("graph matrix 1,0/0,1\nrow 1 2 -01\n", "a line is"),
            ("graph matrix 1,0/0,1\nline 1 2 1\n", "a line is"),
            ("graph matrix 1,0\n", "square"),
            ("graph grid:9x9 self\n", "at most 64"),
        ] {
            let certificate = Certificate::new("merlin", "smith", "", body.to_string());
            let line = check(&certificate, &mut Unwatched).unwrap_err().to_string();
            assert!(line.contains(part), "{body}: {line}");
        }
        // Two rows that trade places without a sign would turn the determinant.
        let swapped = Certificate::new("merlin", "smith", "", "graph matrix 0,1/1,0\n".to_string());
        assert!(check(&swapped, &mut Unwatched).unwrap().line.contains("determinant -1,"));
    }

    /// Numbers of 2000 digits and 8000 bits and 65536 additions, and one more of each.
    #[test]
    fn limits_are_kept_to_the_last_digit_bit_and_addition() {
        let told = |lines: &str| {
            let body = format!("graph matrix 1,0/0,1\n{lines}");
            match check(&Certificate::new("merlin", "smith", "", body), &mut Unwatched) {
                Ok(report) => report.line,
                Err(error) => error.to_string(),
            }
        };
        let there_and_back = |digits: usize| {
            let number = "9".repeat(digits);
            told(&format!("row 1 2 {number}\nrow 1 2 -{number}\n"))
        };
        assert!(there_and_back(2000).ends_with("determinant 1, invariant factors 1,1"));
        assert!(there_and_back(2001).contains("a line is"));
        // 1 + 2^(6640 + k) stands in the first row in the end.
        let of_bits = |k: usize| told(&format!("row 1 2 {}\ncolumn 1 2 {}\n", UBig::ONE << 6640, UBig::ONE << k));
        assert!(of_bits(1359).contains("two numbers"), "8000 bits");
        assert!(of_bits(1360).contains("line 5: too many additions or too large numbers"), "8001 bits");
        let additions = "row 1 2 1\nrow 1 2 -1\n".repeat(1 << 15);
        assert!(told(&additions).ends_with("determinant 1, invariant factors 1,1"));
        assert!(told(&format!("{additions}row 1 2 1\n")).contains("line 65540: too many additions"));
    }
}
