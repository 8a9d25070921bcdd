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
//!
//! Columns are found in strips (`Strip`). Of a column that is proved nothing is held but its values to one period
//! beyond the first row, less their rows, in two bytes each: all that later columns ask of it. A strip alone holds
//! the rows down to where the windows return, for a few columns at a time. What is proved can be kept and gone on from
//! ([`kept`], [`read_kept`]).

use super::completions::checksum;
use super::grundy::MEMORY_LIMIT;
use super::strips::{Known, Strip};
use engine::modular::zmod::gcd;
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

/// The columns 0, 1, ... as far as their periods are proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Column by column: T(n, k) - n for the rows n before `from_row + period`.
    rises: Vec<Vec<i16>>,
    /// Column by column.
    pub periods: Vec<Period>,
}

/// The windows of a column at chosen rows.
#[derive(Default)]
struct Sweep {
    row: usize,
    first: usize,
    used: Vec<u64>,
    top: usize,
}

impl Sweep {
    fn is_used(&self, value: usize) -> bool {
        self.used.get(value / 64).is_some_and(|w| w >> (value % 64) & 1 == 1)
    }

    /// The set of values used above that row of a column, which must not lie above the last one asked for.
    fn window(&mut self, column: &[i16], row: usize) -> Window {
        for (n, &rise) in column.iter().enumerate().take(row).skip(self.row) {
            let value = at_row(rise, n);
            self.used.resize(self.used.len().max(value / 64 + 1), 0);
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

/// The value in row n of which `rise` is by how much it lies above n.
fn at_row(rise: i16, n: usize) -> usize {
    n.wrapping_add_signed(isize::from(rise))
}

/// The first row from which column `periods.len()` sees the earlier columns repeat, and the least common multiple of
/// their periods.
fn frame(periods: &[Period]) -> (usize, usize) {
    let k = periods.len();
    let start = periods.iter().enumerate().map(|(j, p)| p.from_row + k - j).max().unwrap_or(0);
    let multiple = periods.iter().fold(1, |l, p| l / gcd(l as u64, p.period as u64) as usize * p.period);
    (start, multiple)
}

/// The search for a window that returns in a column that is still being made.
struct Search {
    seen: FxHashMap<Window, usize>,
    sweep: Sweep,
    next: usize,
    multiple: usize,
}

impl Search {
    /// For the column after these.
    fn new(earlier: &[Period]) -> Search {
        let (next, multiple) = frame(earlier);
        Search { seen: FxHashMap::default(), sweep: Sweep::default(), next, multiple }
    }

    /// The rows of the first return; `None` if the rows of the column do not reach one, and more of them may.
    fn find(&mut self, column: &[i16]) -> Option<(usize, usize)> {
        while self.next <= column.len() {
            let row = self.next;
            let window = self.sweep.window(column, row);
            if let Some(&earlier) = self.seen.get(&window) {
                return Some((earlier, row));
            }
            self.seen.insert(window, row);
            self.next += self.multiple;
        }
        None
    }
}

/// The least period and the first row of a column that repeats with q = B - A from row A on.
fn least_period(column: &[i16], (a, b): (usize, usize)) -> (usize, usize) {
    let q = b - a;
    let repeats = |p: usize| (a..b).all(|n| column[n] == column[a + (n - a + p) % q]);
    let period = (1..=q).filter(|p| q.is_multiple_of(*p)).find(|&p| repeats(p)).expect("q itself repeats");
    // Row n + p with n < A lies below A + p <= B.
    let from_row = (0..a).rev().find(|&n| column[n] != column[n + period]).map_or(0, |n| n + 1);
    (period, from_row)
}

/// The values of the columns of a strip, and what is proved of them.
type Proved = (Vec<Vec<i16>>, Vec<Period>);

/// The columns that are made together. More of them read the earlier ones less often and hold more rows.
const STRIP: usize = 32;

/// How far a value may at first lie below its row in columns up to k.
fn margin(k: usize) -> usize {
    2 * k + 64
}

/// Within so many rows column k returned wherever it was looked, to column 200: what is expected, while the search goes
/// as far as it must.
fn expected(k: usize) -> usize {
    k * k * k / 4 + 3 * k * k + 400
}

/// The columns 0 ..= k with proved periods.
pub fn prove(k: usize, watch: &mut dyn Watch) -> Result<Columns> {
    let mut columns = Columns::default();
    while columns.periods.len() <= k {
        columns.extend(k, watch)?;
    }
    Ok(columns)
}

impl Columns {
    /// Proves the next columns, at most a strip of them and none beyond column k.
    pub fn extend(&mut self, k: usize, watch: &mut dyn Watch) -> Result<()> {
        let first = self.periods.len();
        self.extend_by((first + STRIP).min(k + 1), (margin(k), k), watch)
    }

    /// Proves the columns before `end` in one strip; work is told as a part of that for all columns to k.
    fn extend_by(&mut self, end: usize, (margin, k): (usize, usize), watch: &mut dyn Watch) -> Result<()> {
        let mut margin = margin;
        loop {
            if let Some((rises, periods)) = self.strip(end, (margin, k), watch)? {
                for (mut rises, period) in rises.into_iter().zip(periods) {
                    rises.truncate(period.from_row + period.period);
                    rises.shrink_to_fit();
                    self.rises.push(rises);
                    self.periods.push(period);
                }
                return Ok(());
            }
            margin *= 2;
            if margin > 1 << 14 {
                let limit = "its values lie more than 16384 below their rows";
                return Err(Error::too_large(format!("column {}", end - 1), limit, "ask for fewer columns"));
            }
        }
    }

    /// The values and periods of the columns from the last proved one to `end`; `None` if a value strays more than
    /// `margin` above the diagonal of the table: then a larger margin will do.
    fn strip(&self, end: usize, (margin, k): (usize, usize), watch: &mut dyn Watch) -> Result<Option<Proved>> {
        let first = self.periods.len();
        let known: Vec<Known<'_>> =
            self.rises.iter().zip(&self.periods).map(|(rises, p)| Known { rises, period: p.period }).collect();
        let mut strip = Strip::new(&known, end, margin);
        let mut periods = self.periods.clone();
        let mut search = Search::new(&periods);
        let cells = |columns: std::ops::Range<usize>| columns.map(|c| expected(c) as u64).sum::<u64>();
        let (before, all) = (cells(0..first), cells(0..k + 1));
        let mut announced = 0;
        while periods.len() < end {
            let rows = strip.rows() + (expected(end - 1) / 16).max(128);
            if rows > announced {
                announced = (rows + rows / 8).max(expected(end - 1));
                self.announce(end, announced, watch)?;
            }
            let unfinished = || format!("{} of {} columns are proved", periods.len(), k + 1);
            let mut look = |done: u64| {
                let done = (before + done).min(before + cells(first..end));
                kit::watch::step(watch, done, Some(all), unfinished)
            };
            if !strip.grow(rows, &mut look)? {
                return Ok(None);
            }
            while periods.len() < end {
                let column = &strip.rises()[periods.len() - first];
                let Some(rows) = search.find(column) else { break };
                let (period, from_row) = least_period(column, rows);
                periods.push(Period { period, from_row, rows });
                search = Search::new(&periods);
            }
        }
        Ok(Some((strip.into_rises(), periods.split_off(first))))
    }

    /// Says how much memory is about to be taken, and refuses what would not fit: the proved columns and a strip of so
    /// many rows.
    fn announce(&self, end: usize, rows: usize, watch: &mut dyn Watch) -> Result<()> {
        let held: usize = self.rises.iter().map(|rises| 2 * rises.len()).sum();
        let bytes = (held + Strip::memory(end - self.periods.len(), rows)) as u64;
        let what = format!("{end} columns, the last {} of them of {rows} rows,", end - self.periods.len());
        if bytes > MEMORY_LIMIT {
            return Err(Error::too_large(
                what.trim_end_matches(','),
                format!("they need {} MiB and the limit is {} MiB", bytes >> 20, MEMORY_LIMIT >> 20),
                "ask for fewer columns",
            ));
        }
        if bytes >= 64 << 20 {
            kit::memory::take(watch, what.trim_end_matches(','), bytes)?;
            watch.say(&format!("{what} take {} MiB", bytes >> 20));
        }
        Ok(())
    }

    /// Without the columns from that one on.
    #[must_use]
    pub fn before(mut self, column: usize) -> Columns {
        self.rises.truncate(column);
        self.periods.truncate(column);
        self
    }

    /// The value at any row, far beyond those computed.
    pub fn value(&self, n: usize, column: usize) -> usize {
        let (rises, period) = (&self.rises[column], self.periods[column].period);
        let beyond = if n < rises.len() { 0 } else { (n - rises.len()) / period + 1 };
        at_row(rises[n - beyond * period], n)
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

/// The first words of what is kept.
const HEAD: &str = "parlor exile columns 1";

/// What is kept of proved columns: a line with their number; of each the first row, the period, A and B in four bytes
/// each and its values less their rows in two; a checksum.
pub fn kept(columns: &Columns) -> Vec<u8> {
    let mut bytes = format!("{HEAD} {}\n", columns.periods.len()).into_bytes();
    bytes.reserve_exact(columns.rises.iter().map(|rises| 16 + 2 * rises.len()).sum::<usize>() + 8);
    for (rises, &Period { period, from_row, rows: (a, b) }) in columns.rises.iter().zip(&columns.periods) {
        for number in [from_row, period, a, b] {
            bytes.extend(u32::try_from(number).expect("rows are bounded by the limit of memory").to_le_bytes());
        }
        rises.iter().for_each(|rise| bytes.extend(rise.to_le_bytes()));
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The columns that were kept, or why they are not. Beyond the checksum it is seen that the rows A and B are such as
/// the theorem asks for and that no number stands twice in a column. That each number is the least is believed; a
/// certificate computes everything anew.
pub fn read_kept(bytes: &[u8]) -> Result<Columns, String> {
    let damaged = |why: &str| format!("it is damaged: {why}");
    let end = bytes.iter().take(200).position(|&b| b == b'\n').ok_or("it has no heading")?;
    let head = std::str::from_utf8(&bytes[..end]).map_err(|_| "its heading is no text")?;
    let count = head.strip_prefix(HEAD).ok_or("it is of another kind")?.trim_start();
    let count: usize = count.parse().map_err(|_| "its heading is damaged")?;
    let (all, sum) = bytes.split_at(bytes.len().saturating_sub(8).max(end + 1));
    if checksum(all).to_le_bytes() != sum {
        return Err(damaged("its checksum is wrong"));
    }
    let mut rest = &all[end + 1..];
    let mut columns = Columns::default();
    for k in 0..count {
        let (rises, period) = read_column(&mut rest).ok_or_else(|| damaged("its length is wrong"))?;
        let (start, multiple) = frame(&columns.periods);
        let Period { period: p, from_row, rows: (a, b) } = period;
        let fits = start <= a && a < b && (b - a).is_multiple_of(multiple) && (b - a).is_multiple_of(p);
        if !fits || from_row > a || !is_injective(&rises) {
            return Err(damaged(&format!("column {k} is not as it must be")));
        }
        columns.rises.push(rises);
        columns.periods.push(period);
    }
    if rest.is_empty() { Ok(columns) } else { Err(damaged("its length is wrong")) }
}

/// The next column of what was kept; `None` if the bytes end before it does.
fn read_column(rest: &mut &[u8]) -> Option<(Vec<i16>, Period)> {
    let mut number = || {
        let (four, others) = rest.split_first_chunk::<4>()?;
        *rest = others;
        Some(u32::from_le_bytes(*four) as usize)
    };
    let (from_row, period, a, b) = (number()?, number()?, number()?, number()?);
    let rows = from_row.checked_add(period).filter(|_| period > 0)?;
    let (values, others) = rest.split_at_checked(rows.checked_mul(2)?)?;
    *rest = others;
    let rises = values.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    Some((rises, Period { period, from_row, rows: (a, b) }))
}

/// Whether the values of these rises are numbers, and different ones.
fn is_injective(rises: &[i16]) -> bool {
    let mut met = vec![0u64; (rises.len() + (1 << 15)) / 64 + 1];
    rises.iter().enumerate().all(|(n, &rise)| {
        let Some(value) = n.checked_add_signed(isize::from(rise)) else { return false };
        let new = met[value / 64] >> (value % 64) & 1 == 0;
        met[value / 64] |= 1 << (value % 64);
        new
    })
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
        let by_strings = prove(12, &mut Unwatched).unwrap();
        let by_marks = tabulate_by_marks(&heights(12, 150), &mut Unwatched).unwrap();
        for (k, column) in by_marks.iter().enumerate() {
            for n in 0..60 {
                assert_eq!(column[n], value_by_definition(&by_marks[..k], &column[..n]), "T({n}, {k})");
                assert_eq!(column[n] as usize, by_strings.value(n, k), "T({n}, {k})");
            }
        }
    }

    #[test]
    fn strips_of_any_width_and_margin_give_the_same_columns() {
        let k = 34;
        let whole = prove(k, &mut Unwatched).unwrap();
        for width in [1, 2, 5, 16, 35] {
            let mut columns = Columns::default();
            while columns.periods.len() <= k {
                let end = (columns.periods.len() + width).min(k + 1);
                // A margin of 1 is too narrow for most strips, and is doubled until it is not.
                columns.extend_by(end, (1, k), &mut Unwatched).unwrap();
            }
            assert!(columns == whole, "strips of {width}");
        }
        let few = Columns::default();
        assert!(few.strip(13, (1, 12), &mut Unwatched).unwrap().is_none());
        // Far down, where the first strip repeats already, it is still the table of the definition.
        let by_marks = tabulate_by_marks(&heights(k, 3000), &mut Unwatched).unwrap();
        for (k, column) in by_marks.iter().enumerate() {
            let other = (0..column.len()).find(|&n| column[n] as usize != whole.value(n, k));
            assert_eq!(other, None, "column {k}");
        }
    }

    #[test]
    fn what_is_kept_is_read_again_and_damage_is_seen() {
        let columns = prove(14, &mut Unwatched).unwrap();
        let bytes = kept(&columns);
        assert_eq!(read_kept(&bytes).unwrap(), columns);
        let mut further = read_kept(&kept(&columns.clone().before(6))).unwrap();
        further.extend(14, &mut Unwatched).unwrap();
        assert_eq!(further, columns);
        for at in [0, 10, 30, 500, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(read_kept(&damaged).is_err(), "byte {at}");
        }
        assert!(read_kept(&bytes[..bytes.len() - 3]).is_err() && read_kept(b"").is_err() && read_kept(b"\n").is_err());
        // What no run keeps is refused though its checksum holds.
        type Change = fn(&mut Columns);
        let changes: [Change; 7] = [
            |c| c.rises[7][40] = c.rises[7][39] + 1,
            |c| c.rises[7][0] = -1,
            |c| c.periods[9].period = 63,
            |c| c.periods[9].rows.0 += 1,
            |c| c.periods[9].rows.1 = c.periods[9].rows.0,
            |c| c.periods[10].rows.1 += 16,
            |c| c.rises[11].truncate(100),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut wrong = columns.clone();
            change(&mut wrong);
            assert!(read_kept(&kept(&wrong)).unwrap_err().contains("damaged"), "change {number}");
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
