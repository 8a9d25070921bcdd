//! The questions about the quadrant: its greedy queens and the columns of its table.

use super::super::certificate;
use super::super::columns::{self, Columns};
use super::super::greedy::{self, Line};
use super::super::settle;
use super::completions::RESUME;
use kit::watch::step;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, say};

pub(super) const GREEDY: Question = Question::of("greedy", greedy)
    .about("the quadrant's greedy queens column by column: checksum of the rows, distances to the golden lines, runs and gaps")
    .params(&[Param::whole("count", "how many queens", 1, 5_000_000_000).main()])
    .examples(&["exile greedy 100000", "exile greedy 1000"]);

/// The most queens whose rows a report lists.
const LISTED: u64 = 1_000_000;

fn greedy(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let count = u64::try_from(ask.whole("count")).expect("its limits are not negative");
    if count >= 100_000_000 {
        kit::memory::take(watch, &format!("{count} queens"), greedy::memory(count))?;
        watch.say(&format!("{count} queens take {} MiB", greedy::memory(count) >> 20));
    }
    let survey =
        greedy::survey_watched(count, |done| step(watch, done, Some(count), || format!("{done} of {count} queens")))?;
    let listed = count <= LISTED;
    let rows = if listed { greedy::rows(count as usize) } else { Vec::new() };
    let beyond = if listed { String::new() } else { format!("; rows are listed for {LISTED} queens at most") };
    let line = format!("{count} greedy queens, checksum {:016x}{beyond}", survey.checksum);
    let (upper, lower) = (survey.upper(), survey.lower());
    let ends = [upper.least, upper.greatest, lower.least, lower.greatest];
    let report = Report::new(line, Standing::Proved)
        .argument(settle::SETTLERS)
        .fact("count", count)
        .fact("checksum", format!("{:016x}", survey.checksum))
        .fact("last", survey.last)
        .fact("upper", upper.queens)
        .fact("lower", lower.queens)
        .fact("deviations", Fact::list(ends.map(|d| d.map(|d| d.value()))))
        .fact("deviations_at", Fact::list(ends.map(|d| d.map(|d| d.column))))
        .fact("upper_runs", histogram(&upper.runs))
        .fact("lower_runs", histogram(&lower.runs))
        .fact("upper_gaps", histogram(&upper.gaps))
        .fact("lower_gaps", histogram(&lower.gaps))
        .fact("listed", listed);
    // A sequence is whole or it is not there: a b-file that ends early would look like one that is whole.
    let report = if listed { report.table(Table::sequence("rows", "column", "row", 0, rows)) } else { report };
    Ok(report.table(deviations(upper, lower)))
}

/// How often 1, 2, ... occurred, up to the largest that did.
fn histogram(counts: &[u64; 16]) -> Fact {
    let end = counts.iter().rposition(|&c| c > 0).map_or(1, |last| last + 1);
    Fact::list(counts[1..end.max(1)].iter().copied())
}

fn deviations(upper: &Line, lower: &Line) -> Table {
    let mut table = Table::new("deviations", &["line", "queens", "least", "at column", "greatest", "at column "]);
    for (name, line) in [("row = phi column", upper), ("row = column / phi", lower)] {
        let [least, greatest] = [line.least, line.greatest];
        table.row(kit::row![
            name,
            line.queens,
            least.map(|d| d.value()),
            least.map(|d| d.column),
            greatest.map(|d| d.value()),
            greatest.map(|d| d.column)
        ]);
    }
    table
}

/// The most coefficients of numerators that a report carries.
const COEFFICIENTS: usize = 400_000;

pub(super) const COLUMNS: Question = Question::of("columns", |ask, watch| Ok(of_columns(&proved(ask, watch)?)))
    .about("the columns 0 to K of the quadrant's table of Sprague-Grundy values: additive periods, proved, and generating functions")
    .params(&[Param::whole("k", "the last column", 0, 200).main(), RESUME])
    .examples(&["exile columns 9", "exile columns 24"]);

/// The columns that are asked for, from what was kept if there is something.
fn proved(ask: &Ask, watch: &mut dyn Watch) -> Result<Columns> {
    let k = ask.size("k");
    let Some(name) = ask.text_if("resume") else { return columns::prove(k, watch) };
    let mut columns = match watch.kept(name)? {
        Some(bytes) => columns::read_kept(&bytes)
            .map_err(|why| Error::usage(say::shorten(name), why, "give another file, or none"))?,
        None => Columns::default(),
    };
    let held = columns.periods.len();
    if held > 0 {
        watch.say(&format!("resumed with {held} proved columns"));
    }
    // A file that holds more than what is asked for stays as it is.
    if held > k {
        return Ok(columns.before(k + 1));
    }
    // What cannot be kept is refused before the work and not after it.
    watch.keep(name, &columns::kept(&columns))?;
    let mut kept = held;
    while columns.periods.len() <= k {
        let more = columns.extend(k, watch);
        let all = columns.periods.len() > k;
        if columns.periods.len() > kept && (more.is_err() || all || watch.time_to_keep()) {
            watch.keep(name, &columns::kept(&columns))?;
            kept = columns.periods.len();
        }
        more?;
    }
    Ok(columns)
}

fn of_columns(columns: &Columns) -> Report {
    let periods: Vec<usize> = columns.periods.iter().map(|p| p.period).collect();
    let from_rows: Vec<usize> = columns.periods.iter().map(|p| p.from_row).collect();
    let denominators: Vec<String> = periods.iter().map(|&p| denominator(p)).collect();
    let exception = periods.iter().position(|p| 16 % p != 0);
    let line = match exception {
        Some(k) => format!(
            "columns 0 to {} repeat with the periods shown; column {k} repeats with period {} from row {} on, not with 16",
            periods.len() - 1,
            periods[k],
            from_rows[k]
        ),
        None => format!("columns 0 to {} all repeat with a period that divides 16", periods.len() - 1),
    };
    let size: usize = columns.periods.iter().map(|p| p.from_row + p.period + 1).sum();
    let numerators: Vec<Fact> = match size <= COEFFICIENTS {
        true => (0..periods.len()).map(|k| Fact::list(columns.numerator(k))).collect(),
        false => Vec::new(),
    };
    let mut table =
        Table::new("columns", &["column", "period", "from row", "window returns", "denominator"]).with_sequence(0, 1);
    for (k, p) in columns.periods.iter().enumerate() {
        let (a, b) = p.rows;
        table.row(kit::row![k, p.period, p.from_row, format!("rows {a} and {b}"), denominators[k].clone()]);
    }
    Report::new(line, Standing::Proved)
        .fact("periods", periods)
        .fact("from_rows", from_rows)
        .fact("exception", exception)
        .fact("denominators", denominators)
        .fact("numerators", if numerators.is_empty() { Fact::Nothing } else { Fact::List(numerators) })
        .table(table)
        .certificate(certificate::columns::of(columns))
}

/// (1-t)(1-t^p).
pub(super) fn denominator(period: usize) -> String {
    match period {
        1 => "(1-t)^2".to_string(),
        p => format!("(1-t)(1-t^{p})"),
    }
}

#[cfg(test)]
mod tests {
    use crate::TOPIC;
    use forgery::{Shelf, asked};

    #[test]
    fn stopped_columns_go_on_and_say_the_same() {
        let whole = asked(&TOPIC, "exile columns 40", &mut kit::Unwatched).unwrap();
        let mut shelf = Shelf { bytes: None, looks: 1 };
        let (mut stops, mut held) = (0, vec![0]);
        let again = loop {
            match asked(&TOPIC, "exile columns 40 --resume file", &mut shelf) {
                Ok(report) => break report,
                Err(error) => assert!(error.is_stopped(), "{error}"),
            }
            held.push(shelf.bytes.as_ref().map_or(0, Vec::len));
            stops += 1;
            shelf.looks = 1 + stops;
            assert!(stops < 50, "it does not come on");
        };
        held.dedup();
        assert!(stops > 0 && held.len() > 2, "stopped {stops} times, with {held:?} bytes");
        assert_eq!(again.line, whole.line);
        assert_eq!(again.certificate.map(|c| c.body), whole.certificate.map(|c| c.body));
        // Fewer columns are read off the file, which stays as it is; damage is seen.
        shelf.looks = usize::MAX;
        let before = shelf.bytes.clone();
        let few = asked(&TOPIC, "exile columns 12 --resume file", &mut shelf).unwrap();
        let plain = TOPIC.answer("exile columns 12").unwrap();
        assert!(few.get("numerators") == plain.get("numerators") && shelf.bytes == before);
        shelf.bytes.as_mut().unwrap()[5000] ^= 1;
        assert!(
            asked(&TOPIC, "exile columns 40 --resume file", &mut shelf).unwrap_err().to_string().contains("damaged")
        );
    }
}
