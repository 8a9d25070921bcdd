//! The columns of the quadrant's table of Sprague-Grundy values, and a proof of their additive periods.
//!
//! T(n, k), row n and column k, is the least number that stands neither above it in its column, nor left of it in its
//! row, nor on its diagonal towards the corner, nor below it to the left on its antidiagonal. So column k depends on
//! the columns j < k alone, at the rows n - (k-j), n and n + (k-j).
//!
//! **Theorem.** Every column is additively periodic: T(n + p, k) = T(n, k) + p from some row on. *Proof*, by induction
//! on k. Suppose column j < k has period p_j from row f_j on, and let L be the least common multiple of these. The
//! values that earlier columns forbid at row n number at most 3k, and from row s = max (f_j + k - j) on, those
//! forbidden at row n + L are those forbidden at row n, plus L. Let U(n) be the set of values used in column k above
//! row n, seen from n: { T(m, k) - n : m < n }. Exactly n values are used, and at most 3k more are forbidden, so T(n,
//! k) <= n + 3k. A value v is forbidden only near row v, as earlier columns stay within a bounded distance of the
//! diagonal; beyond that distance v is the mex unless a smaller value is missing, so no value stays missing for long.
//! Hence U(n) is everything below some bounded number together with a subset of a bounded window: finitely many states.
//! Among the rows s, s + L, s + 2L, ... two, A < B, have the same window, U(A) = U(B). From there on column k repeats
//! itself, T(n + q, k) = T(n, k) + q with q = B - A for all n >= A. QED
//!
//! [`prove`] finds A and B. The least period p divides q and is read off one cycle; the first row from which it holds
//! is found by walking back. A certificate (`certificate`) holds A and B for each column; its checker
//! recomputes everything from the definition.

use super::grundy::MEMORY_LIMIT;
use engine::modular::zmod::gcd;
use kit::watch::step;
use kit::{Error, Result, Watch};
use rustc_hash::FxHashMap;

/// A set of values seen from a row: everything below `first`, and these offsets above it.
#[derive(PartialEq, Eq, Hash)]
struct Window {
    /// The first missing value less the row.
    first: i64,
    /// The used values beyond the first missing one, less the row, ascending.
    used: Vec<i64>,
}

/// What is proved of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least p with T(n + p) = T(n) + p from some row on.
    pub period: usize,
    /// The first row from which that holds.
    pub from_row: usize,
    /// The rows A < B at which the same window of missing values stands.
    pub rows: (usize, usize),
}

/// The columns as far as computed, and what is proved of each.
pub struct Columns {
    /// Column by column, row by row.
    pub values: Vec<Vec<u32>>,
    /// Column by column.
    pub periods: Vec<Period>,
}

/// A bit string that stands for a set of values from `64 * base` on.
struct Lines {
    words: Vec<u64>,
    stride: usize,
}

impl Lines {
    fn new(count: usize, stride: usize) -> Lines {
        Lines { words: vec![0; count * stride], stride }
    }

    /// Word `word` of the line whose string begins at word `base`.
    #[inline]
    fn word(&self, line: usize, base: usize, word: usize) -> u64 {
        match word.wrapping_sub(base) {
            offset if offset < self.stride => self.words[line * self.stride + offset],
            _ => 0,
        }
    }

    /// Adds a value; false if it lies outside the string.
    #[inline]
    fn add(&mut self, line: usize, base: usize, value: usize) -> bool {
        let offset = (value / 64).wrapping_sub(base);
        let inside = offset < self.stride;
        if inside {
            self.words[line * self.stride + offset] |= 1 << (value % 64);
        }
        inside
    }
}

/// The words of a line's string.
fn stride(k: usize, margin: usize) -> usize {
    (margin + 5 * k) / 64 + 3
}

/// The bytes of a tabulation.
fn memory(k: usize, rows: usize, margin: usize) -> u64 {
    let (k, rows) = (k as u64, rows as u64);
    (3 * rows + 4 * k) * stride(k as usize, margin) as u64 * 8 + (k + 1) * (rows + k) * 4 + (k + 1) * rows / 8
}

/// Says how much memory is about to be taken, and refuses what would not fit.
fn announce(k: usize, rows: usize, margin: usize, watch: &mut dyn Watch) -> Result<()> {
    let bytes = memory(k, rows, margin);
    if bytes > MEMORY_LIMIT {
        return Err(Error::too_large(
            format!("{} columns of {rows} rows", k + 1),
            format!("they need {} MiB and the limit is {} MiB", bytes >> 20, MEMORY_LIMIT >> 20),
            "ask for fewer columns",
        ));
    }
    if bytes >= 64 << 20 {
        kit::memory::take(watch, &format!("{} columns of {rows} rows", k + 1), bytes)?;
        watch.say(&format!("{} columns of {rows} rows take {} MiB", k + 1, bytes >> 20));
    }
    Ok(())
}

/// The columns that are tabulated together.
const STRIP: usize = 32;

/// Columns 0 ..= k to the row `rows` (earlier columns further, as later ones need them), by strings of bits that follow
/// the diagonal. `None` if a value strays more than `margin` above the diagonal of the table: then a larger margin will
/// do.
fn tabulate(k: usize, rows: usize, margin: usize, watch: &mut dyn Watch) -> Result<Option<Vec<Vec<u32>>>> {
    let height = |column: usize| rows + k - column;
    let stride = stride(k, margin);
    let [mut in_row, mut on_diagonal, mut on_antidiagonal] =
        [rows + k, rows + 2 * k + 1, rows + k + 1].map(|count| Lines::new(count, stride));
    // Values on these lines are at least n - margin, d - margin and s - k - margin.
    let base = |at: usize| at.saturating_sub(margin) / 64;
    let total = (0..=k).map(height).sum::<usize>() as u64;
    let mut values: Vec<Vec<u32>> = (0..=k).map(|column| Vec::with_capacity(height(column))).collect();
    let mut used: Vec<Vec<u64>> = (0..=k).map(|column| vec![0; (height(column) + 3 * k) / 64 + 2]).collect();
    let mut first_word = vec![0; k + 1];
    let mut done = 0;
    // Strips of columns along antidiagonals: every cell comes after those it depends on, and the strings in use stay
    // near.
    for strip in (0..=k).step_by(STRIP) {
        let end = (strip + STRIP).min(k + 1);
        for sum in strip..rows + k {
            if sum % 4096 == 0 {
                step(watch, done, Some(total), || format!("columns {strip} to {end} of {k} at antidiagonal {sum}"))?;
            }
            for column in strip..end.min(sum + 1) {
                let n = sum - column;
                // The diagonal n - column is shifted by k to stay positive; its values are at least n - k - margin.
                let (diagonal, antidiagonal) = (n + k - column, sum);
                let bases = [base(n), base(diagonal.saturating_sub(k)), base(antidiagonal.saturating_sub(k))];
                let mine = &mut used[column];
                let mut word = first_word[column];
                let value = loop {
                    let taken = mine[word]
                        | in_row.word(n, bases[0], word)
                        | on_diagonal.word(diagonal, bases[1], word)
                        | on_antidiagonal.word(antidiagonal, bases[2], word);
                    if taken != u64::MAX {
                        break word * 64 + taken.trailing_ones() as usize;
                    }
                    word += 1;
                };
                mine[value / 64] |= 1 << (value % 64);
                while mine[first_word[column]] == u64::MAX {
                    first_word[column] += 1;
                }
                let inside = in_row.add(n, bases[0], value)
                    && on_diagonal.add(diagonal, bases[1], value)
                    && on_antidiagonal.add(antidiagonal, bases[2], value);
                if !inside {
                    return Ok(None);
                }
                values[column].push(u32::try_from(value).expect("below 2^32 by the limits"));
                done += 1;
            }
        }
    }
    Ok(Some(values))
}

/// The windows of a column at chosen rows.
struct Sweep<'a> {
    column: &'a [u32],
    row: usize,
    first: usize,
    used: Vec<u64>,
    top: usize,
}

impl<'a> Sweep<'a> {
    fn new(column: &'a [u32]) -> Sweep<'a> {
        let top = column.iter().max().map_or(0, |&v| v as usize);
        Sweep { column, row: 0, first: 0, used: vec![0; top / 64 + 2], top: 0 }
    }

    fn is_used(&self, value: usize) -> bool {
        self.used.get(value / 64).is_some_and(|w| w >> (value % 64) & 1 == 1)
    }

    /// The set of values used above that row, which must not lie above the last one asked for.
    fn window(&mut self, row: usize) -> Window {
        for &value in &self.column[self.row..row] {
            let value = value as usize;
            self.used[value / 64] |= 1 << (value % 64);
            self.top = self.top.max(value);
        }
        self.row = row;
        while self.is_used(self.first) {
            self.first += 1;
        }
        let seen = |value: usize| value as i64 - row as i64;
        let used = (self.first..=self.top).filter(|&v| self.is_used(v)).map(seen).collect();
        Window { first: seen(self.first), used }
    }
}

/// The first row from which column `periods.len()` sees the earlier columns repeat, and the least common multiple of
/// their periods.
fn frame(periods: &[Period]) -> (usize, usize) {
    let k = periods.len();
    let start = periods.iter().enumerate().map(|(j, p)| p.from_row + k - j).max().unwrap_or(0);
    let multiple = periods.iter().fold(1, |l, p| l / gcd(l as u64, p.period as u64) as usize * p.period);
    (start, multiple)
}

/// Looks for a window that returns; `None` if the rows computed do not reach one.
fn find_return(column: &[u32], start: usize, multiple: usize) -> Option<(usize, usize)> {
    let mut seen: FxHashMap<Window, usize> = FxHashMap::default();
    let mut sweep = Sweep::new(column);
    for row in (start..=column.len()).step_by(multiple) {
        let window = sweep.window(row);
        if let Some(&earlier) = seen.get(&window) {
            return Some((earlier, row));
        }
        seen.insert(window, row);
    }
    None
}

/// The least period and the first row of a column that repeats with q = B - A from row A on.
fn least_period(column: &[u32], (a, b): (usize, usize)) -> (usize, usize) {
    let rise = |n: usize| i64::from(column[n]) - n as i64;
    let q = b - a;
    let repeats = |p: usize| (a..b).all(|n| rise(n) == rise(a + (n - a + p) % q));
    let period = (1..=q).filter(|p| q.is_multiple_of(*p)).find(|&p| repeats(p)).expect("q itself repeats");
    // Row n + p with n < A lies below A + p <= B.
    let from_row = (0..a).rev().find(|&n| rise(n) != rise(n + period)).map_or(0, |n| n + 1);
    (period, from_row)
}

/// The columns 0 ..= k with proved periods.
pub fn prove(k: usize, watch: &mut dyn Watch) -> Result<Columns> {
    let mut margin = 2 * k + 64;
    // Rows that sufficed wherever it was looked, about 2.4 k^2.5; if not, half as many again.
    let mut rows = (2.4 * (k as f64).powf(2.5)) as usize + 3 * k * k + 400;
    loop {
        announce(k, rows, margin, watch)?;
        let Some(mut values) = tabulate(k, rows, margin, watch)? else {
            margin *= 2;
            continue;
        };
        let mut periods: Vec<Period> = Vec::new();
        for column in &values {
            let (start, multiple) = frame(&periods);
            let Some(rows) = find_return(column, start, multiple) else { break };
            let (period, from_row) = least_period(column, rows);
            periods.push(Period { period, from_row, rows });
        }
        if periods.len() == values.len() {
            for (column, period) in values.iter_mut().zip(&periods) {
                column.truncate(period.rows.1);
            }
            return Ok(Columns { values, periods });
        }
        rows += rows / 2;
    }
}

impl Columns {
    /// The value at any row, far beyond those computed.
    pub fn value(&self, n: usize, column: usize) -> usize {
        let Period { period, rows: (_, b), .. } = self.periods[column];
        let beyond = if n < b { 0 } else { (n - b) / period + 1 };
        self.values[column][n - beyond * period] as usize + beyond * period
    }

    /// The numerator of the generating function of a column over the denominator (1 - t)(1 - t^p), lowest coefficient
    /// first.
    pub fn numerator(&self, column: usize) -> Vec<i64> {
        let Period { period, from_row, .. } = self.periods[column];
        let value = |n: usize| self.value(n, column) as i64;
        // The coefficient of t^n is T(n) - T(n-1) - T(n-p) + T(n-p-1); from row f + p + 1 on it is 0.
        let before = |n: usize, back: usize| if n < back { 0 } else { value(n - back) };
        let mut all: Vec<i64> = (0..=from_row + period)
            .map(|n| before(n, 0) - before(n, 1) - before(n, period) + before(n, period + 1))
            .collect();
        while all.len() > 1 && all.last() == Some(&0) {
            all.pop();
        }
        all
    }
}

/// One value by the definition, from the column above it and the columns before it, which must reach far enough down.
pub fn value_by_definition(earlier: &[Vec<u32>], above: &[u32]) -> u32 {
    let (n, k) = (above.len(), earlier.len());
    let mut taken: std::collections::BTreeSet<u32> = above.iter().copied().collect();
    for (j, column) in earlier.iter().enumerate() {
        let d = k - j;
        taken.extend([column[n], column[n + d]]);
        taken.extend(n.checked_sub(d).map(|row| column[row]));
    }
    (0..).find(|v| !taken.contains(v)).expect("finitely many are taken")
}

#[cfg(test)]
mod tests {
    use super::super::certificate::columns::tabulate_by_marks;
    use super::*;
    use kit::Unwatched;

    fn heights(k: usize, rows: usize) -> Vec<usize> {
        (0..=k).map(|column| rows + k - column).collect()
    }

    #[test]
    fn bit_strings_marks_and_sets_give_the_same_columns() {
        let by_strings = tabulate(12, 150, 100, &mut Unwatched).unwrap().unwrap();
        let by_marks = tabulate_by_marks(&heights(12, 150), &mut Unwatched).unwrap();
        assert_eq!(by_strings, by_marks);
        for (k, column) in by_marks.iter().enumerate() {
            for n in 0..60 {
                assert_eq!(column[n], value_by_definition(&by_marks[..k], &column[..n]), "T({n}, {k})");
            }
        }
    }

    #[test]
    fn proved_periods_go_on_where_nothing_was_computed() {
        let columns = prove(12, &mut Unwatched).unwrap();
        let further = tabulate_by_marks(&heights(12, 4000), &mut Unwatched).unwrap();
        for (k, column) in further.iter().enumerate() {
            for (n, &value) in column.iter().enumerate() {
                assert_eq!(columns.value(n, k), value as usize, "T({n}, {k})");
            }
            let Period { period, from_row, .. } = columns.periods[k];
            let breaks = |p: usize| (0..3500).rev().find(|&n| column[n + p] as usize != column[n] as usize + p);
            assert_eq!(breaks(period).map_or(0, |n| n + 1), from_row, "column {k}");
            assert!((1..period).all(|p| breaks(p).is_some_and(|n| n > 3000)), "column {k} has a smaller period");
        }
    }

    #[test]
    fn generating_functions_multiply_back_to_the_columns() {
        let columns = prove(9, &mut Unwatched).unwrap();
        for k in 0..=9 {
            let period = columns.periods[k].period;
            let mut series = columns.numerator(k);
            series.resize(600, 0);
            for back in [1, period] {
                for n in back..series.len() {
                    series[n] += series[n - back];
                }
            }
            for (n, &coefficient) in series.iter().enumerate() {
                assert_eq!(coefficient, columns.value(n, k) as i64, "T({n}, {k})");
            }
        }
    }
}
