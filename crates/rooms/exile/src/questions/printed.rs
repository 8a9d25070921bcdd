//! Tables as the paper prints them: the rows X, Y, M, P with the places a, b, c, the Tribonacci digits, the floors of
//! Theorem 16, and the permutations.

use super::super::rows::{Row, differences};
use super::super::tribonacci::{self, Letter, Represented, floor_times_power};
use super::super::{corners, greedy, permutations, settle};
use super::spiral::read_natural;
use dashu::integer::UBig;
use kit::watch::step;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed, shorten};

/// Consecutive numbers: the first, and how many.
#[derive(Clone)]
struct Span {
    from: UBig,
    count: usize,
}

/// The most rows of a table.
const MOST: usize = 1_000_000;

fn read_span(text: &str) -> Result<Span> {
    let bad = |why: &str| Error::usage(format!("{:?}", shorten(text)), why, "write the first and the last as 0..30");
    let (from, to) = text.split_once("..").ok_or_else(|| bad("not a range"))?;
    let (from, to) = (read_natural(from)?, read_natural(to)?);
    if to < from {
        return Err(bad("the last lies before the first"));
    }
    let count = usize::try_from(&to - &from + UBig::ONE).ok().filter(|&count| count <= MOST);
    count.map(|count| Span { from, count }).ok_or_else(|| bad("more than 1000000 numbers"))
}

impl Span {
    fn numbers(&self) -> impl Iterator<Item = UBig> + '_ {
        (0..self.count).map(|step| &self.from + UBig::from(step))
    }

    fn text(&self) -> String {
        format!("{} to {}", self.from, &self.from + UBig::from(self.count - 1))
    }
}

const RANGE: Param =
    Param::read("range", "the first and the last number", "N..M such as 0..30", |text| parsed(read_span(text))).main();

pub(super) const ROWS_OF: Question = Question::of("rows-of", |ask, watch| rows_of(ask.form("range"), watch))
    .about("rows N to M of the paper's Tables 1 and 2: label, X, Y, M, P, a, b, c, their differences, and the block of the theme song")
    .params(&[RANGE])
    .examples(&["exile rows-of 0..30", "exile rows-of 10^50..100000000000000000000000000000000000000000000000004"]);

fn rows_of(span: &Span, watch: &mut dyn Watch) -> Result<Report> {
    let heads = ["n", "theme", "X", "Y", "M", "P", "a", "b", "c", "dX", "dY", "dM", "dP", "da", "db", "dc", "block"];
    let mut table = Table::new("rows", &heads).with_sequence(0, 2);
    let mut blocks: [String; 4] = Default::default();
    let mut here = tribonacci::places(&span.from);
    // A block is the image of a letter, and c is the first letter of every image and stands nowhere else in it: so the
    // block of row n is the number of c in rows 1 to n, which are the first n letters of T.
    let [.., mut block] = tribonacci::counts(&span.from);
    for (done, n) in span.numbers().enumerate() {
        if done % 4096 == 0 {
            step(watch, done as u64, Some(span.count as u64), || format!("row {done} of {}", span.count))?;
        }
        let row = Row::nth(&n);
        let next = tribonacci::places(&(&n + UBig::ONE));
        let rises = differences(row.label);
        if row.label == Letter::C && done > 0 {
            block += UBig::ONE;
            blocks.iter_mut().for_each(|text| text.push(' '));
        }
        blocks.iter_mut().zip(rises).for_each(|(text, rise)| text.push_str(&rise.to_string()));
        let mut facts = vec![Fact::big(&n), row.label.to_string().into()];
        facts.extend([&row.x, &row.y, &row.m, &row.p].map(Fact::big));
        facts.extend(here.iter().map(Fact::big));
        facts.extend(rises.map(Fact::from));
        facts.extend(next.iter().zip(&here).map(|(after, before)| Fact::big(after - before)));
        facts.push(Fact::big(&block));
        table.row(facts);
        here = next;
    }
    let [x, y, m, p] = blocks;
    let line =
        format!("rows {} of the table X, Y, M, P, each block the image of a letter of the theme song", span.text());
    Ok(Report::new(line, Standing::Proved)
        .argument("theorem of the theme song")
        .fact("rows", span.count)
        .fact("dX_blocks", x)
        .fact("dY_blocks", y)
        .fact("dM_blocks", m)
        .fact("dP_blocks", p)
        .table(table))
}

pub(super) const DIGITS_OF: Question = Question::of("digits-of", |ask, watch| digits_of(ask.form("range"), watch))
    .about("the numbers N to M in Tribonacci digits, the values with 0, 01, 011 behind the digits, the letter there and the letters before")
    .params(&[RANGE])
    .examples(&["exile digits-of 0..20"]);

fn digits_of(span: &Span, watch: &mut dyn Watch) -> Result<Report> {
    let heads =
        ["n", "digits", "with_0", "with_01", "with_011", "letter", "letter_number", "a_before", "b_before", "c_before"];
    let mut table = Table::new("digits", &heads).with_sequence(0, 1);
    for (done, n) in span.numbers().enumerate() {
        if done % 4096 == 0 {
            step(watch, done as u64, Some(span.count as u64), || format!("number {done} of {}", span.count))?;
        }
        let represented = Represented::new(&n);
        let letter = represented.letter();
        // The n-th places are these values of n - 1, plus 1.
        let behind = tribonacci::places(&(&n + UBig::ONE)).map(|place| place - UBig::ONE);
        let mut facts = vec![Fact::big(&n), Fact::big(&represented)];
        facts.extend(behind.iter().map(Fact::big));
        facts.extend([letter.to_string().into(), letter.pick([0, 1, 2]).into()]);
        facts.extend(tribonacci::counts(&n).iter().map(Fact::big));
        table.row(facts);
    }
    let line = format!("the numbers {} in Tribonacci digits", span.text());
    let report = Report::new(line, Standing::Proved).argument("theorem of the digits").fact("numbers", span.count);
    Ok(report.table(table))
}

/// The last number whose floors are told: their cubes fit 128 bits.
const FAR: u64 = 1 << 36;

pub(super) const FLOORS_OF: Question = Question::of("floors-of", |ask, watch| floors_of(ask.form("range"), watch))
    .about("for the numbers N to M the floors of n psi, n psi^2, n psi^3, n/psi and n/psi^2, and how far a, b, c lie above theirs (Theorem 16)")
    .params(&[RANGE])
    .examples(&["exile floors-of 1..20", "exile floors-of 12735..12739"]);

fn floors_of(span: &Span, watch: &mut dyn Watch) -> Result<Report> {
    let far = || Error::too_large(format!("the range {}", span.text()), format!("the limit is {FAR}"), "ask nearer");
    let from = u64::try_from(&span.from).ok().filter(|&from| from + span.count as u64 <= FAR).ok_or_else(far)?;
    let heads = [
        "n",
        "floor(n*psi)",
        "floor(n*psi^2)",
        "floor(n*psi^3)",
        "floor(n/psi)",
        "floor(n/psi^2)",
        "a_above",
        "b_above",
        "c_above",
        "X",
    ];
    let mut table = Table::new("floors", &heads).with_sequence(0, 1);
    for n in from..from + span.count as u64 {
        if (n - from) % 4096 == 0 {
            step(watch, n - from, Some(span.count as u64), || format!("number {n}"))?;
        }
        let floors = [1, 2, 3].map(|power| floor_times_power(n, power) as i64);
        let places = tribonacci::places(&UBig::from(n)).map(|place| i64::try_from(place).expect("below 7 n"));
        let mut facts: Vec<Fact> = vec![n.into()];
        facts.extend(floors.map(Fact::from));
        facts.extend([1, 2].map(|power| Fact::from(floor_over_power(n, power))));
        facts.extend(places.iter().zip(floors).map(|(place, floor)| Fact::from(place - floor)));
        facts.push((places[1] - places[0]).into());
        table.row(facts);
    }
    let line = format!("the floors of multiples of psi for {}", span.text());
    let report = Report::new(line, Standing::Proved).argument("theorem of the digits").fact("numbers", span.count);
    Ok(report.table(table))
}

/// floor(n / psi^k): the largest m with m psi^k <= n, that is floor(m psi^k) < n since the multiple is irrational.
fn floor_over_power(n: u64, k: u32) -> u64 {
    let (mut low, mut high) = (0, n + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if floor_times_power(middle, k) < n { low = middle } else { high = middle }
    }
    low
}

pub(super) const PLUS_ONES: Question = Question::of("plus-ones", plus_ones)
    .about("the rare n to which the n-th letter stands one place beyond the floor of n times psi, psi^2 or psi^3 (Theorem 16)")
    .params(&[
    Param::whole("to", "the last n that is looked at", 1, 100_000_000).main(),
    Param::choice("letter", "the letter", &["a", "b", "c"]).or("a"),
])
    .examples(&["exile plus-ones 100000", "exile plus-ones 3000 --letter b", "exile plus-ones 20000 --letter c"]);

fn plus_ones(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (to, letter) = (ask.size("to"), ask.text("letter"));
    let (power, rises) = match letter {
        "a" => (1, [2, 2, 1]),
        "b" => (2, [4, 3, 2]),
        _ => (3, [7, 6, 4]),
    };
    kit::memory::take(watch, &format!("{to} letters"), to as u64)?;
    let mut place: u64 = [1, 2, 4][power as usize - 1];
    let mut found: Vec<u64> = Vec::new();
    for (n, after) in (1u64..).zip(tribonacci::word(to)) {
        if n & 0xffff == 0 {
            step(watch, n, Some(to as u64), || format!("{n} of {to} looked at"))?;
        }
        if place == floor_times_power(n, power) + 1 {
            found.push(n);
        }
        place += after.pick(rises);
    }
    let line = match found.first() {
        Some(first) => {
            format!("to {to} the letter {letter} stands beyond the floor {} times, first for n = {first}", found.len())
        }
        None => format!("to {to} the letter {letter} never stands beyond the floor"),
    };
    Ok(Report::new(line, Standing::Proved)
        .argument("theorem of the digits")
        .fact("count", found.len())
        .fact("first", found.first().copied())
        .fact("places", Fact::list(found.iter().copied()))
        .table(Table::sequence("places", "k", "n", 1, found)))
}

pub(super) const PERMUTATIONS: Question = Question::of("permutations", |ask, _| {
        let count = ask.size("count");
        let queens = |many: usize| greedy::rows(many).into_iter().map(|row| row + 1).collect::<Vec<u64>>();
        let columns = [
            queens(count),
            permutations::inverse(count, queens),
            permutations::dragons(count),
            permutations::inverse(count, permutations::dragons),
            (1..=count as u64).map(permutations::quintal).collect(),
        ];
        let heads = ["n", "queen", "queen_inverse", "dragon", "dragon_inverse", "quintal"];
        let mut table = Table::new("permutations", &heads).with_sequence(0, 1);
        for n in 0..count {
            let terms = columns.iter().map(|column| Fact::from(column[n]));
            table.row(std::iter::once((n + 1).into()).chain(terms).collect());
        }
        let line = format!("{count} columns of five permutations, rows and columns from 1");
        let report = Report::new(line, Standing::Proved).argument(settle::SETTLERS).fact("count", count);
        Ok(report.table(table))
    })
    .about("one piece a row and column, from 1: greedy queens, greedy dragons (rooks that bar diagonal neighbours), quintal queens, and inverses")
    .params(&[Param::whole("count", "how many columns", 1, 200_000).main()])
    .examples(&["exile permutations 40"]);

pub(super) const CORNERS: Question = Question::of("corners", |ask, watch| {
        let to = ask.size("to");
        let mut table = Table::new("corners", &["side", "triangle", "pyramid"]).with_sequence(0, 1);
        for side in 0..=to {
            let most = [corners::triangle(side, watch)?, corners::pyramid(side, watch)?];
            table.row(std::iter::once(side).chain(most).map(Fact::from).collect());
        }
        let line = format!("the most queens on triangles and pyramids of the sides 0 to {to}");
        let report = Report::new(line, Standing::Proved).argument("theorem of permutations").fact("sides", to + 1);
        Ok(report.table(table))
    })
    .about("the most queens that do not attack each other on triangles (rows of n, n - 1, ...) and pyramids (rows of n, n - 2, ...)")
    .params(&[Param::whole("to", "the last side", 0, 20).main()])
    .examples(&["exile corners 9"]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOPIC;

    fn column(report: &Report, name: &str) -> Vec<i128> {
        let table = &report.tables[0];
        let at = table.columns.iter().position(|head| head == name).unwrap();
        table.rows.iter().map(|row| row[at].as_whole().unwrap()).collect()
    }

    #[test]
    fn rows_are_those_of_the_mex_and_blocks_those_of_the_paper() {
        let report = TOPIC.answer("exile rows-of 0..300").unwrap();
        let by_mex = super::super::super::rows::rows_by_mex(302);
        for (at, name) in ["X", "Y", "M", "P"].into_iter().enumerate() {
            assert!(column(&report, name).iter().zip(&by_mex).all(|(&v, row)| v == i128::from(row[at])), "{name}");
            let rises = column(&report, &format!("d{name}"));
            let stated = by_mex.windows(2).map(|w| i128::from(w[1][at] - w[0][at]));
            assert!(rises.into_iter().eq(stated.take(301)), "d{name}");
        }
        let text = report.get("dY_blocks").unwrap().to_string();
        assert!(text.starts_with("2333 2333333 233333 2333333 2333 2333333"), "{text}");
        // Block k of the theme song is the image of its k-th letter.
        let theme = tribonacci::theme(40);
        let lengths: Vec<usize> = text.split(' ').map(str::len).collect();
        assert!(lengths[..40].iter().zip(theme).all(|(&length, letter)| length == letter.pick([7, 6, 4])));
        // A later beginning tells the same rows.
        let later = TOPIC.answer("exile rows-of 117..300").unwrap();
        assert!(later.tables[0].rows == report.tables[0].rows[117..]);
    }

    #[test]
    fn floors_are_exact_and_their_exceptions_are_the_papers() {
        let report = TOPIC.answer("exile floors-of 1..400").unwrap();
        let psi = 1.839_286_755_214_161_2_f64;
        for (name, factor) in
            [("floor(n/psi)", 1.0 / psi), ("floor(n/psi^2)", 1.0 / psi / psi), ("floor(n*psi^2)", psi * psi)]
        {
            let stated = (1..=400).map(|n| (f64::from(n) * factor).floor() as i128);
            assert!(column(&report, name).into_iter().eq(stated), "{name}");
        }
        for (sentence, first) in [("12737", "a"), ("329", "b"), ("2047", "c")] {
            let before = TOPIC.answer(&format!("exile plus-ones {sentence} --letter {first}")).unwrap();
            assert_eq!(before.get("places").unwrap().to_string(), sentence);
        }
    }

    #[test]
    fn ranges_that_are_none_are_refused() {
        let cases = [
            ("exile rows-of 30", "not a range"),
            ("exile rows-of 9..3", "before the first"),
            ("exile digits-of 0..9999999", "more than 1000000"),
            ("exile floors-of 10^30..10^31", "more than"),
            ("exile rows-of a..b", "not a whole number"),
        ];
        kit::trial::refused(&cases, |sentence| TOPIC.answer(sentence));
    }
}
