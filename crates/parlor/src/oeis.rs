//! `parlor oeis [NUMBER]`: sequences of the On-Line Encyclopedia of Integer Sequences by their numbers.
//!
//! `oeis.txt` has a row a sequence: number, sentence, what is taken from its answer, offset, name. A sentence with
//! `{N}` is asked once for a table, with N doubled until there are enough terms; one with `{n}` is asked for n = 1, 2,
//! ... and gives a term each. What is taken is a column (or a fact), sums and differences of columns and numbers, and
//! rows chosen by `where`; then, each after a semicolon, steps such as `differences` or `places = 1` ([`step`]).

use crate::{print, watch};
use kit::{Ask, Error, Fact, Ink, Param, Report, Result, Scene, Shape, Standing, Table, Watch, read_sentence};
use std::fmt::Write as _;

const DATA: &str = include_str!("oeis.txt");

pub(crate) const PARAMS: &[Param] = &[
    Param::text("number", "the number, such as A140100; without it all are listed", 20).main().free(),
    Param::whole("to", "the last index; without it the first 100 terms are given", 0, 1_000_000_000),
    Param::switch("bfile", "print a b-file: index and term a line"),
    Param::switch("csv", "print a table as CSV"),
    Param::switch("plot", "draw the terms over their indices"),
];

/// The terms that are given when nobody says how many.
const TERMS: usize = 100;

/// A row of the data.
#[derive(Clone, Copy, Debug)]
struct Sequence {
    number: &'static str,
    sentence: &'static str,
    take: &'static str,
    offset: i64,
    name: &'static str,
    /// The terms that are given and tested without being asked for, where more would take minutes.
    quick: usize,
}

fn all() -> impl Iterator<Item = Sequence> + Clone {
    DATA.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let fields: Vec<&'static str> = line.split(" | ").map(str::trim).collect();
        let [number, sentence, take, offset, name, ref quick @ ..] = fields[..] else {
            unreachable!("a test reads every row")
        };
        let quick = quick.first().map_or(usize::MAX, |terms| terms.parse().expect("a test reads every row"));
        Sequence { number, sentence, take, offset: offset.parse().expect("a test reads every row"), name, quick }
    })
}

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
    let wanted: i64 = digits.parse().map_err(bad)?;
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
    format!(
        "{}: {}\nfrom: parlor {} ({}); indices {} to {last}\n\n{}\n",
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
    let mut scene = Scene::new("terms", caption, 104.0, 64.0);
    let at = |n: usize| 2.0 + 100.0 * n as f64 / (values.len().max(2) - 1) as f64;
    let height = |value: f64| 62.0 - 60.0 * (value - low) / (high - low);
    scene.add(Shape::line(2.0, height(0.0), 102.0, height(0.0)).weight(0.15));
    for (n, &value) in values.iter().enumerate() {
        scene.add(Shape::circle(at(n), height(value), 0.5).fill(Ink::Solid));
    }
    Report::new(format!("{}: {}", sequence.number, sequence.name), Standing::checked(format!("{} terms", terms.len())))
        .scene(scene)
}

/// So many terms. Where the question has a limit: as many as there are if nobody named an index, else a refusal.
fn terms(sequence: &Sequence, want: usize, strict: bool, watch: &mut dyn Watch) -> Result<Vec<Fact>> {
    let mut asked: Vec<Fact> = Vec::new();
    let (mut found, mut size) = (Vec::new(), want);
    loop {
        let answer = match sequence.sentence.contains("{n}") {
            true => one_by_one(sequence, size, &mut asked, watch),
            false => at_once(sequence, size, watch),
        };
        match answer.and_then(|column| steps(sequence, column)) {
            Ok(terms) => found = terms,
            Err(error) if error.is_stopped() => return Err(error),
            Err(error) if strict || found.is_empty() => return Err(limited(sequence, found.len(), &error)),
            Err(_) => return Ok(found),
        }
        if found.len() >= want {
            found.truncate(want);
            return Ok(found);
        }
        // A step may use up a few terms, or most of them.
        size = if size == want { size + 4 } else { 2 * size };
    }
}

fn limited(sequence: &Sequence, known: usize, error: &Error) -> Error {
    Error::too_large(
        format!("{} to that index", sequence.number),
        format!("its question stops earlier ({error})"),
        match known {
            0 => "ask for fewer terms".to_string(),
            known => format!("{known} terms can be had"),
        },
    )
}

fn ask(sentence: &str, watch: &mut dyn Watch) -> Result<Report> {
    let (question, ask) = read_sentence(topics::ALL, sentence, &kit::NoFiles)?;
    (question.answer)(&ask, watch)
}

/// The table of a sentence of that size, and the column that is taken from it.
fn at_once(sequence: &Sequence, size: usize, watch: &mut dyn Watch) -> Result<Vec<Fact>> {
    let report = ask(&sequence.sentence.replace("{N}", &size.to_string()), watch)?;
    let expression = sequence.take.split(" ; ").next().unwrap_or(sequence.take);
    let first = expression.split(' ').next();
    let named = |table: &&Table| table.columns.iter().any(|head| Some(head.as_str()) == first);
    let table = report.tables.iter().find(named).ok_or_else(|| lost(sequence))?;
    column(table, expression).ok_or_else(|| lost(sequence))
}

/// A sentence for every n from 1 on; `asked` keeps what was answered before.
fn one_by_one(sequence: &Sequence, size: usize, asked: &mut Vec<Fact>, watch: &mut dyn Watch) -> Result<Vec<Fact>> {
    let name = sequence.take.split(" ; ").next().unwrap_or(sequence.take);
    for n in asked.len() + 1..=size {
        let report = ask(&sequence.sentence.replace("{n}", &n.to_string()), watch)?;
        asked.push(report.get(name).cloned().ok_or_else(|| lost(sequence))?);
    }
    Ok(asked[..size].to_vec())
}

fn lost(sequence: &Sequence) -> Error {
    Error::failed(format!("{}: the answer has no {:?}", sequence.number, sequence.take))
}

/// `COLUMN`, sums and differences of columns and numbers, of the rows that fulfil what stands behind `where`.
fn column(table: &Table, expression: &str) -> Option<Vec<Fact>> {
    let (sum, conditions) = expression.split_once(" where ").unwrap_or((expression, ""));
    let sum: Vec<&str> = sum.split(' ').collect();
    let conditions: Vec<&str> = conditions.split(' ').filter(|word| !word.is_empty()).collect();
    let value = |row: &[Fact], word: &str| -> Option<i128> {
        word.parse().ok().or_else(|| row[table.columns.iter().position(|head| head == word)?].as_whole())
    };
    let mut terms = Vec::new();
    for row in &table.rows {
        let mut chosen = true;
        for condition in conditions.chunks(3) {
            let [left, relation, right] = condition else { return None };
            chosen &= compare(value(row, left)?, relation, value(row, right)?)?;
        }
        if !chosen {
            continue;
        }
        if let [name] = sum[..] {
            terms.push(row[table.columns.iter().position(|head| head == name)?].clone());
            continue;
        }
        let mut total = value(row, sum[0])?;
        for pair in sum[1..].chunks(2) {
            let [sign, word] = pair else { return None };
            total += if *sign == "-" { -value(row, word)? } else { value(row, word)? };
        }
        terms.push(total.into());
    }
    Some(terms)
}

fn compare(left: i128, relation: &str, right: i128) -> Option<bool> {
    match relation {
        "=" => Some(left == right),
        "<" => Some(left < right),
        ">" => Some(left > right),
        ">=" => Some(left >= right),
        _ => None,
    }
}

fn steps(sequence: &Sequence, column: Vec<Fact>) -> Result<Vec<Fact>> {
    let named = sequence.take.split(" ; ").skip(1);
    let mut terms = column;
    for words in named {
        terms = step(&terms, &words.split(' ').collect::<Vec<_>>()).ok_or_else(|| lost(sequence))?;
    }
    Ok(terms)
}

/// One step from terms to terms.
fn step(terms: &[Fact], words: &[&str]) -> Option<Vec<Fact>> {
    let whole = || terms.iter().map(Fact::as_whole).collect::<Option<Vec<i128>>>();
    let number = |word: &str| word.parse::<i128>().ok();
    let size = |word: &str| word.parse::<usize>().ok();
    let facts = |terms: Vec<i128>| Some(terms.into_iter().map(Fact::from).collect());
    match words {
        // Leaves out the first terms.
        ["from", first] => Some(terms.get(size(first)?..).unwrap_or(&[]).to_vec()),
        // Puts a term before the others.
        ["begins", term] => Some(std::iter::once(number(term)?.into()).chain(terms.iter().cloned()).collect()),
        ["+", add] => facts(whole()?.into_iter().map(|term| term.checked_add(number(add)?)).collect::<Option<_>>()?),
        ["negated"] => facts(whole()?.into_iter().map(|term| -term).collect()),
        // 1 where a text is this one, else 0.
        ["is", text] => Some(terms.iter().map(|term| Fact::from(i128::from(term.to_string() == *text))).collect()),
        ["differences"] => facts(whole()?.windows(2).map(|pair| pair[1] - pair[0]).collect()),
        ["every", gap, "from", first] => Some(terms.iter().skip(size(first)?).step_by(size(gap)?).cloned().collect()),
        // Where terms stand in this relation to a number, from 0.
        ["places", relation, bound] => {
            let (terms, bound) = (whole()?, number(bound)?);
            let fits = terms.iter().map(|&term| compare(term, relation, bound)).collect::<Option<Vec<bool>>>()?;
            facts((0..).zip(fits).filter(|(_, fits)| *fits).map(|(place, _)| place).collect())
        }
        // Where 0, 1, 2, ... stand first, from 0, as far as all of them do.
        ["first-places"] => {
            let mut places: Vec<Option<i128>> = Vec::new();
            for (place, term) in (0..).zip(whole()?) {
                // A number beyond the count of terms has a smaller one missing.
                if let Some(term) = usize::try_from(term).ok().filter(|&term| term < terms.len()) {
                    places.resize(places.len().max(term + 1), None);
                    places[term].get_or_insert(place);
                }
            }
            facts(places.into_iter().map_while(|place| place).collect())
        }
        // 1 for the numbers 0, 1, 2, ... that are terms, else 0, to the last term of an increasing sequence.
        ["indicator"] => {
            let terms = whole()?;
            let last = *terms.last()?;
            facts((0..=last).map(|number| i128::from(terms.binary_search(&number).is_ok())).collect())
        }
        // Sums of the first term, the next two, the next three, and so on.
        ["triangle-sums"] => {
            let (terms, mut at, mut sums) = (whole()?, 0, Vec::new());
            while at + sums.len() < terms.len() {
                let next = at + sums.len() + 1;
                sums.push(terms[at..next].iter().sum());
                at = next;
            }
            facts(sums)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    fn golden() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/oeis")
    }

    /// The stored terms of a sequence, if there are any, with the offset.
    fn stored(number: &str) -> Option<(i64, Vec<String>)> {
        let text = std::fs::read_to_string(golden().join(format!("{number}.txt"))).ok()?;
        let offset = text.lines().find_map(|line| line.strip_prefix("# offset "))?.parse().ok()?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Some((offset, lines.map(|line| line.split_once(' ').expect("n a(n)").1.to_string()).collect()))
    }

    /// Compares every row with its stored terms, all of them or those that take no minutes.
    fn compare_all(slow: bool) {
        let mut wrong = Vec::new();
        for sequence in all() {
            let Some((offset, terms)) = stored(sequence.number) else { continue };
            if offset != sequence.offset {
                wrong.push(format!("{}: the offset is {offset}", sequence.number));
            }
            let want = if slow { terms.len() } else { terms.len().min(sequence.quick) };
            match super::terms(&sequence, want, true, &mut Unwatched) {
                Err(error) => wrong.push(format!("{}: {error}", sequence.number)),
                Ok(found) => {
                    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
                    let differing = (0..want).find(|&n| found.get(n) != terms.get(n));
                    wrong.extend(
                        differing.map(|n| {
                            format!("{} at {n}: {:?}, stored {:?}", sequence.number, found.get(n), terms.get(n))
                        }),
                    );
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_row_is_its_stored_terms() {
        compare_all(false);
    }

    #[test]
    #[ignore = "minutes"]
    fn every_row_is_all_of_its_stored_terms() {
        compare_all(true);
    }

    #[test]
    fn rows_are_in_order_and_every_stored_sequence_has_one() {
        let numbers: Vec<&str> = all().map(|sequence| sequence.number).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b), "in order, each once");
        assert!(numbers.len() >= 120, "{}", numbers.len());
        let files = std::fs::read_dir(golden()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let files: BTreeSet<String> = files.filter_map(|name| Some(name.strip_suffix(".txt")?.to_string())).collect();
        let bare: Vec<&String> = files.iter().filter(|name| !numbers.contains(&name.as_str())).collect();
        assert!(bare.is_empty(), "stored without a row: {bare:?}");
        for sequence in all() {
            assert!(!sequence.name.is_empty() && sequence.number.len() == 7, "{sequence:?}");
            assert!(sequence.sentence.contains("{N}") != sequence.sentence.contains("{n}"), "{sequence:?}");
            let sentence = sequence.sentence.replace("{N}", "9").replace("{n}", "3");
            read_sentence(topics::ALL, &sentence, &kit::NoFiles).unwrap_or_else(|e| panic!("{sequence:?}: {e}"));
            assert!(
                stored(sequence.number).is_some() || sequence.name.ends_with("(by its definition)"),
                "{sequence:?}"
            );
        }
    }

    #[test]
    fn unknown_numbers_name_the_nearest_topic() {
        let refused = find("A305395").unwrap_err().to_string();
        assert!(refused.contains("nearest is A305394 of the topic exile"), "{refused}");
        assert!(find("queens").unwrap_err().to_string().contains("write it as A140100"));
        assert_eq!(find("a140100").unwrap().number, "A140100");
        assert_eq!(find("73").unwrap().number, "A000073");
    }

    #[test]
    fn steps_do_what_they_say() {
        let run = |terms: &[i128], words: &str| -> Option<String> {
            let terms: Vec<Fact> = terms.iter().copied().map(Fact::from).collect();
            let made = step(&terms, &words.split(' ').collect::<Vec<_>>())?;
            Some(made.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        for (words, made) in [
            ("from 2", "4 1 0"),
            ("begins 9", "9 2 3 4 1 0"),
            ("+ -1", "1 2 3 0 -1"),
            ("differences", "1 1 -3 -1"),
            ("every 2 from 1", "3 1"),
            ("places > 1", "0 1 2"),
            ("places = 0", "4"),
            ("first-places", "4 3 0 1 2"),
            ("triangle-sums", "2 7"),
            ("negated", "-2 -3 -4 -1 0"),
        ] {
            assert_eq!(run(&[2, 3, 4, 1, 0], words).as_deref(), Some(made), "{words}");
        }
        assert_eq!(run(&[0, 2, 3], "indicator").as_deref(), Some("1 0 1 1"));
        assert_eq!(run(&[0, 2, 3], "no such step"), None);
    }

    #[test]
    fn a_sequence_is_never_cut_in_silence() {
        let row = find("A275895").unwrap();
        assert_eq!(terms(&row, 3000, true, &mut Unwatched).unwrap().len(), 3000);
        let refused = terms(&row, 2_000_000, true, &mut Unwatched).unwrap_err().to_string();
        assert!(refused.contains("stops earlier"), "{refused}");
    }
}
