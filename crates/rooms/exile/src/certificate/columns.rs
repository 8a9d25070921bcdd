//! Certificates of the columns of the quadrant's table.
//!
//! *What is established.* For each of the columns 0 to K the least p with T(n + p) = T(n) + p from some row on, and the
//! first row from which this holds.
//!
//! *From what.* For each column two rows A < B; the checker tabulates the columns from the definition, by code of its
//! own, and finds, column by column, that
//!
//! 1. q = B - A is a multiple of the period of every earlier column, and A lies so far down that all rows of earlier
//!    columns that row A and those below it see lie in their periodic parts: A >= f + (k - j) for column j with first
//!    row f;
//! 2. the values used above row A, seen from A, are those used above row B, seen from B: all below the first missing
//!    one, and the same ones beyond it.
//!
//! By 1 the values that the earlier columns forbid at row n + q are those forbidden at row n, plus q, for all n >= A.
//! By 2 and induction on n the used values go along, so T(n + q) = T(n) + q for all n >= A: the rows up to B tell
//! everything. The least period divides q, since the periods of a sequence are the multiples of the least one, and is
//! found among the divisors on the rows A to B; walking back from A finds the first row. Nothing is believed of the
//! file but which rows to look at.
//!
//! *How it is quick.* Columns go down in strips, each shown before the next is begun. What a shown strip forbids
//! repeats as it does, by the same theorem, so its columns are tabulated to the end of one turn and not as far as the
//! last column of all is: of 151 columns some quarter of the cells.

use super::super::columns::{Columns, Period};
use kit::watch::step;
use kit::{Certificate, CertificateKind, Error, Fact, Report, Result, Standing, Watch, shorten};
use std::fmt::Write as _;

/// The only kind.
const KIND: &str = "columns";

/// The row of the registry.
pub(super) const COLUMNS: CertificateKind = CertificateKind {
    name: KIND,
    about: "The least additive periods of the columns 0 to K of the quadrant's table of Sprague-Grundy values, and the \
            first rows from which they hold: proved by a row A and a row B of each column between which the earlier \
            columns repeat and at which the same values are used up. The checker tabulates the columns to these rows \
            from the definition.",
    format: "\
Line K + 1 is \"column K rows A B\", from K = 0 on, at most 201 of them, with A < B. \
B is at most 1000 (K + 1)^2 and at most 2097152. Numbers have no sign and no leading zeros.

T(n, k) is the least number >= 0 that is none of T(m, k) for m < n, nor T(n, j), T(n + k - j, j), or T(n - k + j, j) \
if n >= k - j, for j < k. Of each column k in turn: q = B - A must be a multiple of the period of each column j < k, \
and A >= (first row of j) + k - j. The used values { T(m, k) : m < n } for n = A and n = B must be the same seen from \
n: those above the least missing one, less n. Then T(n + q, k) = T(n, k) + q for all n >= A. The period of the column \
is the least p that divides q with T(n + p, k) = T(n, k) + p for A <= n < B, where rows from B on are known by q; its \
first row is the least one from which this holds for all rows below A as well.

It states \"columns 0 to K of the quadrant's table: least additive periods P .. from the first rows F ..\" \
with the K + 1 periods and first rows in order, each separated by a blank.",
    examples: &["exile columns 9", "exile columns 24"],
    check,
};

/// The most columns of a certificate, those of the question.
const MOST_COLUMNS: usize = 201;

/// The last row that a certificate of column k may name. Where it was looked windows return within k^3 / 4 + 3 k^2 +
/// 400 rows.
fn most_rows(k: usize) -> usize {
    let columns = k.min(MOST_COLUMNS) + 1;
    (1000 * columns * columns).min(1 << 21)
}

/// What is shown of a column: its least period, and the first row from which it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    period: usize,
    from_row: usize,
}

/// What a certificate states.
fn statement(shown: &[Shown]) -> String {
    let list = |part: fn(&Shown) -> usize| shown.iter().map(|s| part(s).to_string()).collect::<Vec<_>>().join(" ");
    let (periods, rows) = (list(|s| s.period), list(|s| s.from_row));
    let last = shown.len() - 1;
    format!("columns 0 to {last} of the quadrant's table: least additive periods {periods} from the first rows {rows}")
}

/// The certificate of columns whose periods are proved.
pub(in super::super) fn of(columns: &Columns) -> Certificate {
    let shown: Vec<Shown> =
        columns.periods.iter().map(|&Period { period, from_row, .. }| Shown { period, from_row }).collect();
    let mut body = String::new();
    for (k, Period { rows: (a, b), .. }) in columns.periods.iter().enumerate() {
        writeln!(body, "column {k} rows {a} {b}").expect("writing to a string cannot fail");
    }
    Certificate::new("exile", KIND, statement(&shown), body)
}

/// Checks proved columns by their own certificate.
pub(in super::super) fn stands(columns: &Columns, watch: &mut dyn Watch) -> Result<()> {
    let certificate = of(columns);
    let line = check(&certificate, watch)?.line;
    match line == certificate.states {
        true => Ok(()),
        false => Err(Error::failed(format!("computed {:?}, checked {line:?}", certificate.states))),
    }
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut rows = Vec::new();
    for (number, line) in certificate.lines() {
        rows.push(read(rows.len(), line).map_err(|why| Certificate::broken(number, why))?);
    }
    if rows.is_empty() {
        return Err(Certificate::broken(3, "no column is there"));
    }
    let shown = shown_by(&rows, watch)?;
    Ok(Report::new(statement(&shown), Standing::Proved)
        .fact("periods", Fact::list(shown.iter().map(|s| s.period)))
        .fact("from_rows", Fact::list(shown.iter().map(|s| s.from_row)))
        .fact("exception", shown.iter().position(|s| 16 % s.period != 0)))
}

/// The two rows of the column that is due.
fn read(due: usize, line: &str) -> Result<(usize, usize), String> {
    let bad = || format!("{:?} is not \"column K rows A B\"", shorten(line));
    if due == MOST_COLUMNS {
        return Err(format!("a column beyond {MOST_COLUMNS}, the most that are checked"));
    }
    let words: Vec<&str> = line.split(' ').collect();
    let ["column", k, "rows", a, b] = words[..] else { return Err(bad()) };
    let whole = |text: &str| text.parse::<usize>().ok().filter(|number| number.to_string() == text).ok_or_else(bad);
    let (k, a, b) = (whole(k)?, whole(a)?, whole(b)?);
    match (k == due, a < b, b <= most_rows(k)) {
        (false, ..) => Err(format!("column {k} stands where column {due} is due")),
        (_, false, _) => Err(format!("row {a} does not lie before row {b}")),
        (.., false) => Err(format!("row {b} is too far down, the limit of column {k} is row {}", most_rows(k))),
        _ => Ok((a, b)),
    }
}

/// The columns that go down together.
const STRIP: usize = 16;

/// What the rows show of each column.
fn shown_by(rows: &[(usize, usize)], watch: &mut dyn Watch) -> Result<Vec<Shown>> {
    let mut margin = 2 * rows.len() + 64;
    loop {
        match shown_within(rows, margin, watch)? {
            Some(shown) => return Ok(shown),
            // In the end every string holds all values there are.
            None => margin *= 2,
        }
    }
}

/// The same if no value lies further than `margin` from its line: strip by strip, each shown before the next is begun.
/// A strip that is shown repeats for ever, and so does what it forbids: columns end soon after their own row B.
fn shown_within(rows: &[(usize, usize)], margin: usize, watch: &mut dyn Watch) -> Result<Option<Vec<Shown>>> {
    let strips: Vec<Strip> = (0..rows.len()).step_by(STRIP).map(|first| Strip::of(rows, first, margin)).collect();
    let mut table =
        Table::new(rows.len(), strips.iter().map(|strip| strip.heights[0]).max().unwrap_or(0), margin, watch)?;
    let mut shown = Vec::new();
    for strip in &strips {
        let Some(columns) = table.fill(strip.first, &strip.heights, watch)? else { return Ok(None) };
        for (column, &rows) in columns.iter().zip(&rows[strip.first..]) {
            shown.push(period_of(column, rows, &shown).map_err(|why| Certificate::broken(3 + shown.len(), why))?);
        }
        if let Some(turn) = strip.turn {
            table.extend(turn);
        } else if shown.len() < rows.len() {
            // Column 9 has the period 64, so that no rows show a strip of columns beyond it otherwise.
            let why = "its rows do not lie a multiple of 64 apart";
            return Err(Certificate::broken(2 + shown.len(), why));
        }
    }
    Ok(Some(shown))
}

/// Neighbouring columns, how far down each is needed, and what repeats then.
struct Strip {
    first: usize,
    heights: Vec<usize>,
    /// Unless it is the last strip: from which line on lines repeat, and after how many.
    turn: Option<(usize, usize)>,
}

impl Strip {
    /// The strip from a column on. Its columns are needed to their own rows B, and each one row further than the next
    /// one, whose antidiagonals come up to it; and so far that there is a whole turn of all lines.
    fn of(rows: &[(usize, usize)], first: usize, margin: usize) -> Strip {
        let end = rows.len().min(first + STRIP);
        let (a, b) = rows[end - 1];
        // All columns before `end` repeat after b - a rows from row a on; strings are moved by whole words, where they
        // do not begin at 0.
        let begin = (a + end).max(rows.len() + margin);
        let turn = Some((begin, b - a)).filter(|_| end < rows.len() && (b - a) % 64 == 0);
        let mut height = rows[first..end].iter().map(|&(_, b)| b).max().unwrap_or(0);
        if let Some((begin, turn)) = turn {
            height = height.max(begin + turn + end);
        }
        Strip { first, heights: (first..end).map(|column| height + end - column).collect(), turn }
    }
}

/// The values of columns by their lines. What stands on a row, a diagonal and an antidiagonal is a string of bits for
/// each, which begins near the line's place: a cell looks at three of them and at the string of its own column, and
/// enters its value in all four. Columns go down in strips, along antidiagonals, so that every cell comes after those
/// that it sees and the strings that are in use lie near each other.
struct Table {
    columns: usize,
    in_row: Strings,
    on_diagonal: Strings,
    on_antidiagonal: Strings,
}

impl Table {
    /// Room for so many columns of at most so many rows.
    fn new(columns: usize, rows: usize, margin: usize, watch: &mut dyn Watch) -> Result<Table> {
        let width = (2 * margin + 4 * columns) / 64 + 2;
        let lines = rows + 2 * columns;
        // Three kinds of strings, and the values of a strip with the marks of those that are used.
        let bytes = 3 * lines * 8 * width + rows * STRIP.min(columns) * 4 + lines * STRIP / 8;
        kit::memory::take(watch, &format!("{columns} columns"), bytes as u64)?;
        let [in_row, on_diagonal, on_antidiagonal] =
            [(); 3].map(|()| Strings { words: vec![0; lines * width], width, margin });
        Ok(Table { columns, in_row, on_diagonal, on_antidiagonal })
    }

    /// The columns from one on by the definition, to these heights, each greater than the next; nothing if a string
    /// does not hold a value.
    fn fill(&mut self, first: usize, heights: &[usize], watch: &mut dyn Watch) -> Result<Option<Vec<Vec<u32>>>> {
        let (all, end) = (self.columns, first + heights.len());
        let cells = heights.iter().sum::<usize>() as u64;
        let mut table: Vec<Vec<u32>> = heights.iter().map(|&height| Vec::with_capacity(height)).collect();
        // Of a column no value lies further than three times its number from its row: so many are forbidden.
        let mut used: Vec<Vec<u64>> = heights.iter().map(|height| vec![0; (height + 3 * all) / 64 + 2]).collect();
        let (mut low, mut done) = (vec![0; heights.len()], 0);
        for sum in first..heights[0] + end {
            if sum % 1024 == 0 {
                step(watch, done, Some(cells), || format!("columns from {first} on at antidiagonal {sum}"))?;
            }
            for column in first..end.min(sum + 1) {
                let (n, own) = (sum - column, column - first);
                if n >= heights[own] {
                    continue;
                }
                let lines =
                    [self.in_row.line(n, n), self.on_diagonal.line(n + all - column, n.saturating_sub(column)), {
                        self.on_antidiagonal.line(sum, sum.saturating_sub(all))
                    }];
                let mut word = low[own];
                let value = loop {
                    let taken = used[own][word]
                        | self.in_row.word(lines[0], word)
                        | self.on_diagonal.word(lines[1], word)
                        | self.on_antidiagonal.word(lines[2], word);
                    match taken {
                        u64::MAX => word += 1,
                        _ => break 64 * word + taken.trailing_ones() as usize,
                    }
                };
                if !(self.in_row.enter(lines[0], value)
                    && self.on_diagonal.enter(lines[1], value)
                    && self.on_antidiagonal.enter(lines[2], value))
                {
                    return Ok(None);
                }
                used[own][value / 64] |= 1 << (value % 64);
                while used[own][low[own]] == u64::MAX {
                    low[own] += 1;
                }
                table[own].push(value as u32);
                done += 1;
            }
        }
        Ok(Some(table))
    }

    /// Makes the lines go on as they repeat, after so many lines from one on.
    fn extend(&mut self, (begin, turn): (usize, usize)) {
        self.in_row.extend(begin, turn);
        self.on_diagonal.extend(begin + self.columns, turn);
        self.on_antidiagonal.extend(begin, turn);
    }
}

/// Lines of one kind, each with the values that stand on it as a string of bits.
struct Strings {
    words: Vec<u64>,
    width: usize,
    margin: usize,
}

impl Strings {
    /// Where the string of a line begins, and the word of the values with which it begins.
    #[inline]
    fn line(&self, number: usize, place: usize) -> (usize, usize) {
        (number * self.width, place.saturating_sub(self.margin) / 64)
    }

    #[inline]
    fn word(&self, (at, first): (usize, usize), word: usize) -> u64 {
        match word.wrapping_sub(first) {
            inside if inside < self.width => self.words[at + inside],
            _ => 0,
        }
    }

    /// Enters a value; false where the string does not hold it.
    #[inline]
    fn enter(&mut self, (at, first): (usize, usize), value: usize) -> bool {
        let inside = (value / 64).wrapping_sub(first);
        if inside < self.width {
            self.words[at + inside] |= 1 << (value % 64);
        }
        inside < self.width
    }

    /// Writes every line as the one so many before it, which is a whole number of words; those that are there from a
    /// line on make a whole turn.
    fn extend(&mut self, begin: usize, turn: usize) {
        debug_assert_eq!(turn % 64, 0);
        for at in ((begin + turn) * self.width..self.words.len()).step_by(turn * self.width) {
            let end = self.words.len().min(at + turn * self.width);
            self.words.copy_within(at - turn * self.width..end - turn * self.width, at);
        }
    }
}

/// Columns by the definition to these heights, each greater than the next, with a mark per value instead of a set: the
/// slow truth.
#[cfg(test)]
pub(in super::super) fn tabulate_by_marks(heights: &[usize], watch: &mut dyn Watch) -> Result<Vec<Vec<u32>>> {
    let (cells, mut done) = (heights.iter().sum::<usize>() as u64, 0);
    kit::memory::take(watch, &format!("{} columns", heights.len()), cells * 4)?;
    let mut earlier: Vec<Vec<u32>> = Vec::new();
    for (column, &height) in heights.iter().enumerate() {
        // A value is marked n + 1 when it is forbidden at row n, and for ever once it is used.
        let mut mark = vec![0u32; height + 3 * column + 2];
        let mut least = 0;
        let mut above: Vec<u32> = Vec::with_capacity(height);
        for n in 0..height {
            if n % 1024 == 0 {
                step(watch, done, Some(cells), || format!("column {column} at row {n}"))?;
                done += 1024.min(height - n) as u64;
            }
            let now = n as u32 + 1;
            let mut forbid = |v: u32| {
                let m = &mut mark[v as usize];
                *m = (*m).max(now);
            };
            for (j, other) in earlier.iter().enumerate() {
                let d = column - j;
                forbid(other[n]);
                forbid(other[n + d]);
                if n >= d {
                    forbid(other[n - d]);
                }
            }
            let value = (least..).find(|&v| mark[v] < now).expect("at most n + 3k are taken");
            mark[value] = u32::MAX;
            above.push(value as u32);
            while mark[least] == u32::MAX {
                least += 1;
            }
        }
        earlier.push(above);
    }
    Ok(earlier)
}

/// The period that a column is shown to have by its two rows, after the earlier columns.
fn period_of(column: &[u32], (a, b): (usize, usize), earlier: &[Shown]) -> Result<Shown, String> {
    let q = b - a;
    for (j, other) in earlier.iter().enumerate() {
        if !q.is_multiple_of(other.period) {
            return Err(format!(
                "rows {a} and {b} do not lie a multiple of {} apart, the period of column {j}",
                other.period
            ));
        }
        let start = other.from_row + earlier.len() - j;
        if a < start {
            return Err(format!("row {a} sees column {j} where it does not repeat yet, unlike row {start}"));
        }
    }
    if window(&column[..a]) != window(&column[..b]) {
        return Err(format!("the values used above row {a} are not those used above row {b}, seen from there"));
    }
    let rise = |n: usize| i64::from(column[n]) - n as i64;
    let repeats = |p: usize| (a..b).all(|n| rise(n) == rise(a + (n - a + p) % q));
    let period = (1..=q).find(|&p| q.is_multiple_of(p) && repeats(p)).expect("q itself does");
    let from_row = (0..a).rev().find(|&n| rise(n) != rise(n + period)).map_or(0, |n| n + 1);
    Ok(Shown { period, from_row })
}

/// The used values beyond the least missing one, in order and seen from the row below them. As many values are used as
/// there are rows, so they tell the missing one too.
fn window(above: &[u32]) -> Vec<i64> {
    let mut used = vec![false; above.iter().max().map_or(0, |&top| top as usize + 1)];
    above.iter().for_each(|&value| used[value as usize] = true);
    let (first, row) = (used.iter().position(|used| !used).unwrap_or(used.len()), above.len() as i64);
    (first..used.len()).filter(|&value| used[value]).map(|value| value as i64 - row).collect()
}

#[cfg(test)]
mod tests;
