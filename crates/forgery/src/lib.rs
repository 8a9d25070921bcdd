//! What the tests of the house share: changes that a forger makes to certificates, a shelf in memory, and a watch that
//! has little time.

use kit::{Certificate, Error, NoFiles, Report, Result, Topic, Trouble, Unwatched, Watch, read_sentence, verify};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A shelf of one place, and patience for so many looks.
pub struct Shelf {
    /// What lies on it.
    pub bytes: Option<Vec<u8>>,
    /// How many looks are left.
    pub looks: usize,
}

impl Watch for Shelf {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.looks = self.looks.saturating_sub(1);
        if self.looks == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn kept(&mut self, _: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.bytes.clone())
    }

    fn keep(&mut self, _: &str, bytes: &[u8]) -> Result<()> {
        self.bytes = Some(bytes.to_vec());
        Ok(())
    }

    fn time_to_keep(&mut self) -> bool {
        true
    }
}

/// Breaks when its time is over, and grants so much memory.
pub struct Brief {
    until: Instant,
    granted: u64,
}

impl Brief {
    /// All memory for so long from now.
    pub fn of(time: Duration) -> Brief {
        Brief { until: Instant::now() + time, granted: u64::MAX }
    }

    /// The same with at most so many bytes for one thing.
    pub fn granting(self, granted: u64) -> Brief {
        Brief { granted, ..self }
    }
}

impl Watch for Brief {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        if Instant::now() < self.until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        match bytes <= self.granted {
            true => Ok(()),
            false => Err(Error::too_large(what, "little is granted", "ask for less")),
        }
    }
}

/// Every example of every kind writes a certificate of this kind that stands, and another statement, kind or topic over
/// the same evidence does not.
pub fn examples_stand(topic: &'static Topic) {
    for kind in topic.certificates {
        assert!(!kind.examples.is_empty() && !kind.about.is_empty() && !kind.format.is_empty(), "{}", kind.name);
        for example in kind.examples {
            let (question, ask) = read_sentence(&[topic], example, &NoFiles).unwrap();
            let report = (question.answer)(&ask.with_certificate(), &mut Unwatched).unwrap();
            let good = report.certificate.unwrap_or_else(|| panic!("{example} writes none"));
            assert_eq!((good.topic.as_str(), good.kind.as_str()), (topic.name, kind.name), "{example}");
            assert!(good.states.contains(' '), "{example} states {:?}", good.states);
            let checked = |certificate: &Certificate| {
                verify(&[topic], &Certificate::read(&certificate.to_file())?, &mut Unwatched).map(|report| report.line)
            };
            assert_eq!(checked(&good).unwrap_or_else(|e| panic!("{example}: {e}")), good.states);
            let others = changes(&good.states);
            for (_, states) in others.iter().step_by(1 + others.len() / 12) {
                let states = states.lines().next().unwrap_or("").to_string();
                if states != good.states {
                    assert!(checked(&Certificate { states, ..good.clone() }).is_err(), "{example}");
                }
            }
            for other in topic.certificates.iter().filter(|other| other.name != kind.name) {
                assert!(checked(&Certificate { kind: other.name.to_string(), ..good.clone() }).is_err(), "{example}");
            }
        }
    }
}

/// The answer to a sentence about a room, somebody watching.
pub fn asked(topic: &'static Topic, sentence: &str, watch: &mut dyn Watch) -> Result<Report> {
    let (question, ask) = read_sentence(&[topic], sentence, &NoFiles)?;
    (question.answer)(&ask, watch)
}

/// The certificate of each sentence states this, and stands; the same evidence does not show what is put otherwise.
pub fn stated(topic: &'static Topic, rows: &[(&str, &str)]) {
    for (sentence, states) in rows {
        let report = asked(topic, sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        let certificate = report.certificate.unwrap_or_else(|| panic!("{sentence} writes none"));
        assert_eq!(certificate.states, *states, "{sentence}");
        verify(&[topic], &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        let other = Certificate { states: format!("{states}, too"), ..certificate };
        assert_eq!(verify(&[topic], &other, &mut Unwatched).unwrap_err().trouble(), Trouble::Failed, "{sentence}");
    }
}

/// Each of these changes of the body is refused: a part of it, what it becomes, and a part of the refusal.
pub fn changes_refused<T>(body: &str, changes: &[(&str, &str, &str)], check: impl Fn(&str) -> Result<T>) {
    for (part, other, why) in changes {
        assert!(body.contains(part), "{part:?} is not in\n{body}");
        kit::trial::refused(&[(&*body.replacen(part, other, 1), *why)], &check);
    }
}

/// Every text that comes of deleting, doubling, swapping or truncating a line, adding one to a number or making it
/// huge, or changing a letter, with a word on what was done.
pub fn changes(body: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = body.lines().collect();
    let mut list = vec![("all deleted".to_string(), String::new())];
    for (i, line) in lines.iter().enumerate() {
        let with = |middle: &[&str]| [&lines[..i], middle, &lines[i + 1..]].concat().join("\n") + "\n";
        let mut add = |what: &str, middle: &[&str]| list.push((format!("line {i} {what}"), with(middle)));
        add("deleted", &[]);
        add("doubled", &[line, line]);
        add("emptied", &[""]);
        for cut in (1..line.len()).filter(|&cut| line.is_char_boundary(cut)) {
            add("truncated", &[&line[..cut]]);
        }
        if let Some(next) = lines.get(i + 1) {
            list.push((
                format!("line {i} swapped"),
                [&lines[..i], &[next, line], &lines[i + 2..]].concat().join("\n") + "\n",
            ));
        }
        for other in words(line) {
            list.push((format!("line {i} as {other:?}"), with(&[&other])));
        }
    }
    list
}

/// The line with one number or one letter changed.
fn words(line: &str) -> Vec<String> {
    let mut list = Vec::new();
    let digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    for (at, c) in line.char_indices() {
        let (before, after) = (&line[..at], &line[at + c.len_utf8()..]);
        if c.is_ascii_digit() && !(at > 0 && digit(at - 1)) {
            let end = (at..).find(|&end| !digit(end)).expect("a line ends");
            let next = line[at..end].parse::<u128>().map_or(1, |number| number + 1);
            let rest = &line[end..];
            let written = &line[at..end];
            for number in
                [&next.to_string(), "", "18446744073709551616", &format!("+{written}"), &format!("0{written}"), "٣"]
            {
                list.push(format!("{before}{number}{rest}"));
            }
        }
        for other in [char::from((c as u8).wrapping_add(1) & 127), 'A', 'é', ' '] {
            list.push(format!("{before}{other}{after}"));
        }
    }
    list
}

/// The body with each line deleted, doubled, swapped with the next, cut short or padded, each number made one greater,
/// signed, padded, huge or written in other digits, and each letter changed; never the body itself.
pub fn bodies(body: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = body.lines().collect();
    let mut bent = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        for replaced in [vec![], vec![*line, line], vec!["", line], vec![line, "end"]] {
            bent.insert(joined(&lines, at, 1, &replaced));
        }
        if let Some(next) = lines.get(at + 1) {
            bent.insert(joined(&lines, at, 2, &[next, line]));
        }
        for changed in cuts(line).into_iter().chain(numbers(line)).chain(letters(line)) {
            bent.insert(joined(&lines, at, 1, &[&changed]));
        }
    }
    bent.remove(body);
    bent
}

fn joined(lines: &[&str], at: usize, taken: usize, put: &[&str]) -> String {
    let all = [&lines[..at], put, &lines[at + taken..]].concat();
    all.iter().map(|line| format!("{line}\n")).collect()
}

/// The line cut before each blank or comma and before its last character, and with blanks added.
fn cuts(line: &str) -> Vec<String> {
    let cuts = line.match_indices([' ', ',']).map(|(at, _)| line[..at].to_string());
    let mut changed: Vec<String> = cuts.collect();
    changed.extend(line.char_indices().next_back().map(|(last, _)| line[..last].to_string()));
    changed.extend([format!("{line} "), format!(" {line}"), format!("{line},"), line.replace(' ', "  ")]);
    changed.push(line.replace(' ', "\t"));
    changed
}

fn numbers(line: &str) -> Vec<String> {
    let mut changed = Vec::new();
    let digit = |c: char| c.is_ascii_digit();
    let mut from = 0;
    while let Some(start) = line[from..].find(digit).map(|at| from + at) {
        let end = line[start..].find(|c| !digit(c)).map_or(line.len(), |at| start + at);
        let number = &line[start..end];
        let wide = |c: char| char::from_u32(c as u32 - '0' as u32 + '０' as u32).unwrap_or(c);
        let mut others = vec![format!("+{number}"), format!("0{number}"), format!("-{number}"), String::new()];
        others.extend([number.chars().map(wide).collect(), "9".repeat(30), "4294967296".to_string()]);
        others.extend([format!("{number}0"), format!("{number}.0"), "0".to_string(), "NaN".to_string()]);
        others.extend(
            number.parse::<u128>().into_iter().flat_map(|n| [n + 1, n.saturating_sub(1)]).map(|n| n.to_string()),
        );
        changed.extend(others.into_iter().map(|other| format!("{}{other}{}", &line[..start], &line[end..])));
        from = end;
    }
    changed
}

fn letters(line: &str) -> Vec<String> {
    let mut changed = Vec::new();
    for (at, letter) in line.char_indices().filter(|(_, c)| !c.is_ascii_digit() && *c != ' ') {
        let next = char::from_u32(letter as u32 + 1).unwrap_or('?');
        let other = if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        let rest = &line[at + letter.len_utf8()..];
        changed.extend([next, other].map(|new| format!("{}{new}{rest}", &line[..at])));
    }
    changed
}
