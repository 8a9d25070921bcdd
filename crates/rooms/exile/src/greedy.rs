//! The greedy queens of the quadrant, column by column, in O(1) a queen.
//!
//! Column c = 0, 1, ... takes its queen in the first row q from which she attacks no earlier queen
//! ([`rows_by_definition`]). Three facts make [`Greedy`] fast and none of them is assumed about where queens go:
//!
//! - no row below the first free row R can be hers;
//! - if all diagonals q - c from -(E-1) to D-1 are taken, she is in a row q <= c - E (a lower queen) or q >= c + D (an
//!   upper queen);
//! - lower rows R ..= c - E and upper rows from c + D on are tested 64 at once: rows, diagonals and antidiagonals are
//!   bit strings.
//!
//! That both windows stay short is the theorem of Ho (Greedy queens and the golden ratio, 2026): upper queens stay
//! close to q = phi c, lower queens close to q = c / phi. The program relies on it for speed only: a longer window
//! would stop it with a panic, never with a wrong answer. Rows and antidiagonals need 4.24 bits a queen; the diagonals
//! fit into two machine words.

use dashu::integer::UBig;

/// Bits of a long string, read 64 at a time from anywhere.
struct Bits(Vec<u64>);

impl Bits {
    fn new(length: u64) -> Bits {
        Bits(vec![0; usize::try_from(length / 64).expect("checked at the door") + 3])
    }

    #[inline]
    fn window(&self, from: u64) -> u64 {
        let (word, shift) = ((from >> 6) as usize, from & 63);
        self.0[word] >> shift | self.0[word + 1] << 1 << (63 - shift)
    }

    #[inline]
    fn set(&mut self, at: u64) {
        self.0[(at >> 6) as usize] |= 1 << (at & 63);
    }
}

/// The bytes that so many queens need.
pub fn memory(count: u64) -> u64 {
    (length_of_rows(count) + length_of_antidiagonals(count)) / 8
}

// Upper queens stay within 5 of the row phi c; the margin also covers the windows read beyond them.
fn length_of_rows(count: u64) -> u64 {
    (count as f64 * 1.618_034) as u64 + 256
}

fn length_of_antidiagonals(count: u64) -> u64 {
    count + length_of_rows(count)
}

/// The stream of rows.
pub struct Greedy {
    column: u64,
    rows: Bits,
    antidiagonals: Bits,
    /// R, the first free row, and the lower queens' rows from R on.
    first_free: u64,
    low_rows: u64,
    /// D, the first free diagonal q - c >= 0, and the taken ones from D on.
    above: u64,
    diagonals_above: u64,
    /// E, the first free diagonal c - q >= 1, and the taken ones from E on, the first in the highest bit.
    below: u64,
    diagonals_below: u64,
}

impl Greedy {
    /// Room for so many queens.
    pub fn new(count: u64) -> Greedy {
        Greedy {
            column: 0,
            rows: Bits::new(length_of_rows(count)),
            antidiagonals: Bits::new(length_of_antidiagonals(count)),
            first_free: 0,
            low_rows: 0,
            above: 0,
            diagonals_above: 0,
            below: 1,
            diagonals_below: 0,
        }
    }

    /// The row of the next column's queen, and whether she is an upper one (on or below the line q = c in the picture).
    #[inline]
    pub fn settle(&mut self) -> (u64, bool) {
        let c = self.column;
        self.column += 1;
        // c - E - R is the last lower candidate's index; the first test is whether there is any.
        if c >= self.below + self.first_free {
            let last = c - self.below - self.first_free;
            assert!(last < 64, "the lower window of column {c} is longer than a word");
            let taken = self.low_rows
                | self.rows.window(self.first_free)
                | self.antidiagonals.window(self.first_free + c)
                | self.diagonals_below >> (63 - last);
            let free = !taken << (63 - last);
            if free != 0 {
                let step = u64::from((free >> (63 - last)).trailing_zeros());
                return (self.settle_low(c, step), false);
            }
        }
        (self.settle_high(c), true)
    }

    #[inline]
    fn settle_low(&mut self, c: u64, step: u64) -> u64 {
        let q = self.first_free + step;
        self.antidiagonals.set(q + c);
        self.low_rows |= 1 << step;
        self.free_row();
        let place = c - q - self.below;
        self.diagonals_below |= 1 << (63 - place);
        let full = self.diagonals_below.leading_ones();
        self.diagonals_below <<= full;
        self.below += u64::from(full);
        q
    }

    #[inline]
    fn settle_high(&mut self, c: u64) -> u64 {
        let from = c + self.above;
        let taken = self.diagonals_above | self.rows.window(from) | self.antidiagonals.window(from + c);
        let step = u64::from(taken.trailing_ones());
        assert!(step < 64, "the upper window of column {c} is longer than a word");
        let q = from + step;
        self.rows.set(q);
        self.antidiagonals.set(q + c);
        self.diagonals_above |= 1 << step;
        let full = self.diagonals_above.trailing_ones();
        self.diagonals_above >>= full;
        self.above += u64::from(full);
        // Only the very first queens settle at the first free row from above.
        if q == self.first_free {
            self.free_row();
        }
        q
    }

    #[inline]
    fn free_row(&mut self) {
        loop {
            let full = (self.low_rows | self.rows.window(self.first_free)).trailing_ones();
            self.first_free += u64::from(full);
            self.low_rows = self.low_rows.checked_shr(full).unwrap_or(0);
            if full < 64 {
                return;
            }
        }
    }
}

/// The rows of the first queens.
pub fn rows(count: usize) -> Vec<u64> {
    let mut greedy = Greedy::new(count as u64);
    (0..count).map(|_| greedy.settle().0).collect()
}

/// The rows of the first queens by the definition: column by column, row by row.
pub fn rows_by_definition(count: usize) -> Vec<u64> {
    let size = 3 * count + 8;
    let (mut row, mut diagonal, mut antidiagonal) = (vec![false; size], vec![false; size], vec![false; size + count]);
    let settle = |c: usize| {
        let free = |q: &usize| !row[*q] && !diagonal[q + count - c] && !antidiagonal[q + c];
        let q = (0..).find(free).expect("a free row exists below 3 count");
        (row[q], diagonal[q + count - c], antidiagonal[q + c]) = (true, true, true);
        q as u64
    };
    (0..count).map(settle).collect()
}

/// One step of the checksum over the rows: h <- (h xor q) * 1099511628211 mod 2^64.
#[inline]
pub fn hash(h: u64, q: u64) -> u64 {
    (h ^ q).wrapping_mul(1_099_511_628_211)
}

/// The checksum of no rows.
pub const HASH_START: u64 = 14_695_981_039_346_656_037;

/// A distance to a golden line, in units of 2^-96, and the column where it was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    scaled: i128,
    /// The column.
    pub column: u64,
}

impl Distance {
    /// The distance itself.
    pub fn value(&self) -> f64 {
        self.scaled as f64 / (1u128 << 96) as f64
    }
}

/// What is told of the queens along one golden line.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// How many queens.
    pub queens: u64,
    /// The least distance q - line.
    pub least: Option<Distance>,
    /// The greatest distance q - line.
    pub greatest: Option<Distance>,
    /// How often 1, 2, ... consecutive columns held queens of this line (index 0 is unused; runs that may go on are not
    /// counted).
    pub runs: [u64; 16],
    /// How often the next queen of this line was 1, 2, ... columns further (index 0 is unused).
    pub gaps: [u64; 16],
    // Distances in units of 2^-32 that no new extreme can lie strictly between.
    low: i64,
    high: i64,
}

impl Line {
    /// Takes a distance into account that lies outside what was met before, or nearly.
    #[cold]
    fn stretch(&mut self, scaled: i128, column: u64) {
        let here = Distance { scaled, column };
        if self.least.is_none_or(|d| scaled < d.scaled) {
            self.least = Some(here);
        }
        if self.greatest.is_none_or(|d| scaled > d.scaled) {
            self.greatest = Some(here);
        }
        // The quick test rounds down by less than two units.
        self.low = self.least.map_or(0, |d| (d.scaled >> 64) as i64) + 2;
        self.high = self.greatest.map_or(0, |d| (d.scaled >> 64) as i64) - 2;
    }
}

/// What is told of a stretch of greedy queens.
#[derive(Clone, Debug)]
pub struct Survey {
    /// How many queens were placed.
    pub count: u64,
    /// The checksum of their rows.
    pub checksum: u64,
    /// The row of the last queen.
    pub last: u64,
    /// Lower queens, against q = c / phi, and upper queens, against q = phi c.
    lines: [Line; 2],
    /// 1 / phi in units of 2^-96.
    golden: u128,
    /// c / phi in units of 2^-96, modulo 2^128.
    multiple: u128,
    /// The line of the last queen, and the first column of her run.
    run: (usize, u64),
    /// How many runs have begun.
    begun: u64,
}

impl Survey {
    /// Nothing surveyed yet.
    pub fn new() -> Survey {
        Survey {
            count: 0,
            checksum: HASH_START,
            last: 0,
            lines: Default::default(),
            golden: golden_fraction(),
            multiple: 0,
            run: (1, 0),
            begun: 1,
        }
    }

    /// The lower queens.
    pub fn lower(&self) -> &Line {
        &self.lines[0]
    }

    /// The upper queens.
    pub fn upper(&self) -> &Line {
        &self.lines[1]
    }

    /// Places so many more queens and surveys them.
    pub fn extend(&mut self, greedy: &mut Greedy, more: u64) {
        let (mut checksum, mut multiple) = (self.checksum, self.multiple);
        for c in self.count..self.count + more {
            let (q, upper) = greedy.settle();
            checksum = hash(checksum, q);
            self.last = q;
            let line = usize::from(upper);
            if line != self.run.0 {
                self.turn(line, c);
            }
            // Both distances are small, so the arithmetic modulo 2^128 is exact: q - phi c = (q - c) - c / phi.
            let whole = if upper { q - c } else { q };
            let rough = (whole << 32).wrapping_sub((multiple >> 64) as u64) as i64;
            let member = &mut self.lines[line];
            member.queens += 1;
            if rough < member.low || rough > member.high || member.least.is_none() {
                member.stretch((u128::from(whole) << 96).wrapping_sub(multiple) as i128, c);
            }
            multiple = multiple.wrapping_add(self.golden);
        }
        (self.checksum, self.multiple) = (checksum, multiple);
        self.count += more;
    }

    /// The run ends at column c, where the other line's begins.
    #[inline]
    fn turn(&mut self, line: usize, c: u64) {
        let length = ((c - self.run.1) as usize).min(15);
        let ended = &mut self.lines[self.run.0];
        ended.runs[length] += 1;
        ended.gaps[1] += length as u64 - 1;
        // The run that ends is a gap of the other line, unless it was the first of all.
        if self.begun > 1 {
            self.lines[line].gaps[(length + 1).min(15)] += 1;
        }
        self.run = (line, c);
        self.begun += 1;
    }

    /// Counts the gaps inside the run that has not ended.
    fn close(&mut self) {
        self.lines[self.run.0].gaps[1] += (self.count - self.run.1).saturating_sub(1);
        self.run.1 = self.count.saturating_sub(1);
    }
}

impl Default for Survey {
    fn default() -> Self {
        Survey::new()
    }
}

/// 1 / phi in units of 2^-96, from consecutive Fibonacci numbers whose quotient errs by less than 2^-250.
fn golden_fraction() -> u128 {
    let (mut small, mut large) = (UBig::ONE, UBig::ONE);
    for _ in 0..180 {
        (small, large) = (large.clone(), small + large);
    }
    u128::try_from((small << 96usize) / large).expect("below 2^96")
}

/// A whole survey of the first queens, a stretch at a time; `look` sees how many are done and may stop it.
pub fn survey_watched<E>(count: u64, mut look: impl FnMut(u64) -> Result<(), E>) -> Result<Survey, E> {
    let mut greedy = Greedy::new(count);
    let mut survey = Survey::new();
    while survey.count < count {
        look(survey.count)?;
        survey.extend(&mut greedy, (count - survey.count).min(1 << 20));
    }
    survey.close();
    Ok(survey)
}

/// A whole survey of the first queens.
pub fn survey(count: u64) -> Survey {
    match survey_watched(count, |_| Ok::<(), std::convert::Infallible>(())) {
        Ok(survey) => survey,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_and_the_definition_agree() {
        let by_definition = rows_by_definition(3000);
        assert_eq!(rows(3000), by_definition);
        for count in 0..60 {
            assert_eq!(rows(count), by_definition[..count], "the first {count}");
        }
    }

    #[test]
    fn the_survey_agrees_with_plain_arithmetic() {
        let all = rows(20_000);
        let survey = survey(20_000);
        assert_eq!(survey.checksum, all.iter().fold(HASH_START, |h, &q| hash(h, q)));
        let phi = (1.0 + 5f64.sqrt()) / 2.0;
        let distance = |upper: bool, c: usize| all[c] as f64 - if upper { phi * c as f64 } else { c as f64 / phi };
        for (upper, line) in [(true, survey.upper()), (false, survey.lower())] {
            let members: Vec<usize> = (0..all.len()).filter(|&c| (all[c] >= c as u64) == upper).collect();
            assert_eq!(line.queens, members.len() as u64);
            let least = members.iter().map(|&c| distance(upper, c)).fold(f64::INFINITY, f64::min);
            let greatest = members.iter().map(|&c| distance(upper, c)).fold(f64::NEG_INFINITY, f64::max);
            let (low, high) = (line.least.unwrap(), line.greatest.unwrap());
            assert!((low.value() - least).abs() < 1e-9 && (high.value() - greatest).abs() < 1e-9);
            assert!((distance(upper, low.column as usize) - least).abs() < 1e-9);
            let gaps = members.windows(2).map(|w| w[1] - w[0]);
            for gap in 1..16 {
                assert_eq!(line.gaps[gap], gaps.clone().filter(|&g| g == gap).count() as u64, "gap {gap}");
            }
        }
    }
}
