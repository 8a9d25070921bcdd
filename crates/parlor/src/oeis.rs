//! `parlor oeis [NUMBER]`: sequences of the On-Line Encyclopedia of Integer Sequences by their numbers.

mod terms;

use crate::{print, watch};
use kit::{Ask, Error, Fact, Ink, Param, Report, Result, Scene, Shape, Standing, Table};
use std::fmt::Write as _;
use terms::{Sequence, all, terms};
use topics::ALL as TOPICS;

pub(crate) const PARAMS: &[Param] = &[
    Param::text("number", "the number, such as A140100; without it all are listed", 20).main().free(),
    Param::whole("to", "the last index; without it the first 100 terms are given", 0, 1_000_000_000),
    Param::switch("bfile", "print a b-file: index and term a line"),
    Param::switch("csv", "print a table as CSV"),
    Param::switch("plot", "draw the terms over their indices"),
];

/// The terms that are given when nobody says how many.
const TERMS: usize = 100;

pub(crate) fn run(ask: &Ask) -> Result<()> {
    let Some(number) = ask.text_if("number") else { return print::to_stdout(&list()) };
    let sequence = find(number)?;
    let want = match ask.whole_if("to") {
        None => TERMS.min(sequence.quick),
        Some(to) if to >= sequence.offset => usize::try_from(to - sequence.offset + 1).expect("its limits are small"),
        Some(to) => {
            let why = format!("{} begins at {}", sequence.number, sequence.offset);
            return Err(Error::usage(format!("--to {to}"), why, "name that index or a later one"));
        }
    };
    let terms = {
        let mut bar = watch::Bar::new();
        terms(&sequence, want, ask.has("to"), &mut bar)?
    };
    let report = report(&sequence, &terms);
    let text = match (ask.flag("bfile"), ask.flag("csv"), ask.flag("plot")) {
        (true, false, false) => show::bfile(&report, None)?,
        (false, true, false) => show::csv(&report, None)?,
        (false, false, true) => show::text(&plot(&sequence, &terms), 100),
        (false, false, false) => page(&sequence, &terms),
        _ => return Err(Error::usage("--bfile, --csv, --plot", "more than one is asked for", "ask for one at a time")),
    };
    print::to_stdout(&text)
}

/// The sequence of a number, which may be written with or without its letter and zeros.
fn find(number: &str) -> Result<Sequence> {
    let digits = number.strip_prefix(['A', 'a']).unwrap_or(number);
    let bad = |_| Error::usage(format!("{number:?}"), "not the number of a sequence", "write it as A140100");
    let wanted = i64::from(digits.parse::<u32>().map_err(bad)?);
    let value = |sequence: &Sequence| sequence.number[1..].parse::<i64>().expect("a test reads every row");
    let nearest = all().min_by_key(|sequence| (value(sequence) - wanted).abs()).expect("there are rows");
    match value(&nearest) == wanted {
        true => Ok(nearest),
        false => Err(Error::usage(
            format!("A{wanted:06}"),
            format!("not one of the {} sequences that are known here", all().count()),
            format!("the nearest is {} of the topic {}; `parlor oeis` lists all", nearest.number, topic(&nearest)),
        )),
    }
}

fn topic(sequence: &Sequence) -> &'static str {
    sequence.sentence.split(' ').next().unwrap_or(sequence.sentence)
}

/// Every number with its name and the question that it comes from.
fn list() -> String {
    let mut out = String::new();
    for sequence in all() {
        let _ = writeln!(out, "{}  {}\n         {}", sequence.number, sequence.name, sequence.sentence);
    }
    let _ = writeln!(out, "{} sequences; `parlor oeis NUMBER --bfile` prints one", all().count());
    out
}

fn page(sequence: &Sequence, terms: &[Fact]) -> String {
    let listed: Vec<String> = terms.iter().map(ToString::to_string).collect();
    let last = sequence.offset + terms.len() as i64 - 1;
    let few = match terms.len() == sequence.quick && terms.len() < TERMS {
        true => format!("index {last} is as far as it goes unasked: --to asks for more, which may be out of reach\n"),
        false => String::new(),
    };
    format!(
        "{}: {}\nfrom: parlor {} ({}); indices {} to {last}\n{few}\n{}\n",
        sequence.number,
        sequence.name,
        sequence.sentence,
        sequence.take,
        sequence.offset,
        show::wrap(&listed.join(", "), 100, "")
    )
}

fn report(sequence: &Sequence, terms: &[Fact]) -> Report {
    let line = format!("{}: {}", sequence.number, sequence.name);
    let table = Table::sequence("terms", "n", "term", sequence.offset, terms.iter().cloned());
    Report::new(line, Standing::checked(format!("index {}", sequence.offset + terms.len() as i64 - 1))).table(table)
}

/// The terms as points over their indices.
fn plot(sequence: &Sequence, terms: &[Fact]) -> Report {
    let real = |fact: &Fact| fact.to_string().parse::<f64>().unwrap_or(0.0);
    let values: Vec<f64> = terms.iter().map(real).collect();
    let low = values.iter().copied().fold(0.0, f64::min);
    let high = values.iter().copied().fold(low + 1.0, f64::max);
    let caption = format!("{}, indices from {}, terms from {low} to {high}", sequence.number, sequence.offset);
    // Four columns of a terminal are a unit: what is wider than its text is not drawn at all.
    let mut scene = Scene::new("terms", caption, 24.0, 12.0);
    let at = |n: usize| 0.5 + 23.0 * n as f64 / (values.len().max(2) - 1) as f64;
    let height = |value: f64| 11.5 - 11.0 * (value - low) / (high - low);
    scene.add(Shape::line(0.5, height(0.0), 23.5, height(0.0)).weight(0.05));
    for (n, &value) in values.iter().enumerate() {
        let (x, y) = (at(n), height(value));
        scene.add(Shape::line(x - 0.05, y, x + 0.05, y).stroke(Ink::Solid).weight(0.1));
    }
    Report::new(format!("{}: {}", sequence.number, sequence.name), Standing::checked(format!("{} terms", terms.len())))
        .scene(scene)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is drawn is seen: the letters have a dot for every term, and the largest term is above the others.
    #[test]
    fn a_plot_is_drawn_in_the_terminal() {
        let sequence = find("A140100").unwrap();
        let terms: Vec<Fact> = (1..=20u64).map(Fact::from).collect();
        let text = show::text(&plot(&sequence, &terms), 100);
        let dotted = |line: &&str| line.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c));
        let lines: Vec<&str> = text.lines().filter(dotted).collect();
        assert!(lines.len() >= 10, "{text}");
        let last = |line: &str| line.trim_end().chars().count();
        assert!(last(lines[0]) > 80 && lines[0].trim().chars().count() < 20, "{text}");
    }

    #[test]
    fn what_is_not_reached_is_said() {
        let sequence = find("A160511").unwrap();
        let terms: Vec<Fact> = (1..=29u64).map(Fact::from).collect();
        assert!(page(&sequence, &terms).contains("index 29 is as far as it goes unasked"));
        assert!(!page(&find("A140100").unwrap(), &terms).contains("unasked"));
    }

    #[test]
    fn unknown_numbers_name_the_nearest_topic() {
        let refused = find("A305395").unwrap_err().to_string();
        assert!(refused.contains("nearest is A305394 of the topic exile"), "{refused}");
        assert!(find("queens").unwrap_err().to_string().contains("write it as A140100"));
        assert_eq!(find("a140100").unwrap().number, "A140100");
        assert_eq!(find("73").unwrap().number, "A000073");
    }
}
