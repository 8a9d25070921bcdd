//! The terms of sequences. `sequences.txt` has a row a sequence: number, sentence, what is taken from its answer,
//! offset, name, and how many terms are given unasked where more would take minutes.
//!
//! A sentence with `{N}` is asked once for a table, with N doubled until there are enough terms; one with `{n}` is
//! asked for n = 1, 2, ... and gives a term each. What is taken is a column (or a fact), sums and differences of
//! columns and numbers, and rows chosen by `where`; then, each after a semicolon, steps such as `differences` or
//! `places = 1` ([`step`]).

use super::TOPICS;
use kit::{Error, Fact, Report, Result, Table, Watch, read_sentence};

const DATA: &str = include_str!("sequences.txt");

/// A row of the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    pub(super) number: &'static str,
    pub(super) sentence: &'static str,
    pub(super) take: &'static str,
    pub(super) offset: i64,
    pub(super) name: &'static str,
    /// The terms that are given and tested without being asked for, where more would take minutes.
    pub(super) quick: usize,
}

/// Every row.
pub(super) fn all() -> impl Iterator<Item = Sequence> + Clone {
    DATA.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let fields: Vec<&'static str> = line.split(" | ").map(str::trim).collect();
        let [number, sentence, take, offset, name, ref quick @ ..] = fields[..] else {
            unreachable!("a test reads every row")
        };
        let quick = quick.first().map_or(usize::MAX, |terms| terms.parse().expect("a test reads every row"));
        Sequence { number, sentence, take, offset: offset.parse().expect("a test reads every row"), name, quick }
    })
}

/// So many terms. Where the question has a limit: as many as there are if nobody named an index, else a refusal.
pub(super) fn terms(sequence: &Sequence, want: usize, strict: bool, watch: &mut dyn Watch) -> Result<Vec<Fact>> {
    let mut asked: Vec<Fact> = Vec::new();
    // The largest size that was answered and the smallest that was refused.
    let (mut known, mut refused) = (0, usize::MAX);
    let (mut found, mut size) = (Vec::new(), want);
    loop {
        let answer = match sequence.sentence.contains("{n}") {
            true => one_by_one(sequence, size, &mut asked, watch),
            false => at_once(sequence, size, watch),
        };
        match answer.and_then(|column| steps(sequence, column)) {
            Ok(terms) => (found, known) = (terms, size),
            Err(error) if error.is_stopped() => return Err(error),
            Err(error) if size <= known + 1 || found.is_empty() => match strict || found.is_empty() {
                true => return Err(limited(sequence, found.len(), &error)),
                false => return Ok(found),
            },
            Err(_) => refused = size,
        }
        if found.len() >= want {
            found.truncate(want);
            return Ok(found);
        }
        size = larger(want, known, refused);
    }
}

/// The next size to ask for. A step may use up a few terms, or most of them; what is refused is come close to.
fn larger(want: usize, known: usize, refused: usize) -> usize {
    let grown = match known - want {
        0 => known + 1,
        1 => known + 4,
        _ => 2 * known,
    };
    grown.min((known + refused.min(4 * known + 4)) / 2).max(known + 1)
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
    let (question, ask) = read_sentence(TOPICS, sentence, &kit::NoFiles)?;
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

    /// The rows whose question can be asked.
    fn ours() -> impl Iterator<Item = Sequence> {
        all().filter(|row| TOPICS.iter().any(|topic| row.sentence.split(' ').next() == Some(topic.name)))
    }

    fn golden() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .map(|folder| folder.join("golden/oeis"))
            .find(|f| f.is_dir())
            .unwrap()
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
        for sequence in ours() {
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
        for sequence in ours() {
            assert!(!sequence.name.is_empty() && sequence.number.len() == 7, "{sequence:?}");
            assert!(sequence.sentence.contains("{N}") != sequence.sentence.contains("{n}"), "{sequence:?}");
            let sentence = sequence.sentence.replace("{N}", "9").replace("{n}", "3");
            read_sentence(TOPICS, &sentence, &kit::NoFiles).unwrap_or_else(|e| panic!("{sequence:?}: {e}"));
            assert!(
                stored(sequence.number).is_some() || sequence.name.ends_with("(by its definition)"),
                "{sequence:?}"
            );
        }
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
        let row = ours().find(|row| row.number == "A275895").unwrap();
        assert_eq!(terms(&row, 3000, true, &mut Unwatched).unwrap().len(), 3000);
        let refused = terms(&row, 2_000_000, true, &mut Unwatched).unwrap_err().to_string();
        assert!(refused.contains("stops earlier"), "{refused}");
    }
}
