//! Certificates of every example of every kind, and changes to them, for all tests that want checkers to refuse.

#![allow(unreachable_pub, dead_code, reason = "several test programs take what they need of it")]

use kit::{CertificateKind, NoFiles, Report, Topic, Unwatched, read_sentence, verify};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

/// Every kind of every topic.
pub fn every_kind() -> impl Iterator<Item = (&'static Topic, &'static CertificateKind)> {
    topics::ALL.iter().flat_map(|topic| topic.certificates.iter().map(move |kind| (*topic, kind)))
}

/// All kinds, or those that PARLOR_KINDS names, `sums period,queens parts`: the slow run takes an hour on one core.
pub fn chosen() -> impl Iterator<Item = (&'static Topic, &'static CertificateKind)> {
    let named = std::env::var("PARLOR_KINDS").ok();
    every_kind().filter(move |(topic, kind)| {
        let name = format!("{} {}", topic.name, kind.name);
        named.as_ref().is_none_or(|named| named.split(',').any(|wanted| wanted == name))
    })
}

/// The answer to a sentence, with its certificate if that is wished for.
pub fn answer(sentence: &str, certify: bool) -> Report {
    let (question, ask) = read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    let ask = if certify { ask.with_certificate() } else { ask };
    (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"))
}

/// The processor time that this process has used, where the system tells.
pub fn used() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = text.rsplit(')').next().unwrap_or("");
    let ticks: u64 = after.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// A certified example: its file, and what its check reports.
pub struct Original {
    /// What was asked.
    pub sentence: &'static str,
    /// Its certificate as a file.
    pub file: String,
    /// What its check reports.
    pub report: Report,
}

/// Examples for a hundred thousand changes, of kinds whose own are large: the time would go into whole tables that are
/// filled or read again for each change, and most changes would be of long lists alike. They have every line that the
/// format names; a thousand changes of the kind's own examples are tried besides.
const SMALLER: &[(&str, &str, &[&str])] = &[
    (
        "exile",
        "automata",
        &[
            "exile prove \"A n: n >= 1 => E m: m + m = n | m + m + 1 = n\" --system base2",
            "exile prove \"A n: E m: m > n\"",
            "exile prove \"A n: t[n] != t[n+n+1]\" --system base2",
            "exile prove \"A n: F[n] = 1 => F[n+1] = 0\" --system fibonacci",
            "exile prove \"n < 5\" --system fibonacci",
        ],
    ),
    (
        "exile",
        "completions",
        &[
            "exile completions 500",
            "exile completions 300 --board quadrant --lines 3 --to 12",
            "exile completions 60 --lines 0",
        ],
    ),
    ("exile", "columns", &["exile columns 9", "exile columns 12"]),
    ("sprouts", "nimbers", &["sprouts solve 5", "sprouts solve 4 --method depth", "sprouts table --to 3"]),
    ("merlin", "hardest", &["merlin hardest grid:3x3", "merlin hardest circle:4 --mod 3", "merlin hardest merlin"]),
];

/// The certified examples of a kind for a great many changes.
pub fn smaller_originals(topic: &Topic, kind: &CertificateKind) -> Vec<Original> {
    let smaller = SMALLER.iter().find(|(of, name, _)| (*of, *name) == (topic.name, kind.name));
    certified(smaller.map_or(kind.examples, |(.., sentences)| sentences))
}

/// The certified examples of a kind.
pub fn originals(kind: &CertificateKind) -> Vec<Original> {
    certified(kind.examples)
}

fn certified(sentences: &[&'static str]) -> Vec<Original> {
    let certified = |&sentence: &&'static str| {
        let certificate = answer(sentence, true).certificate;
        let certificate = certificate.unwrap_or_else(|| panic!("{sentence} writes no certificate"));
        let report = verify(topics::ALL, &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        Original { sentence, file: certificate.to_file(), report }
    };
    sentences.iter().map(certified).collect()
}

/// Changes to files, from a seed.
pub struct Forger {
    chance: ChaCha8Rng,
}

impl Forger {
    /// A forger with that seed.
    pub fn new(seed: u64) -> Self {
        Forger { chance: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.chance.random_range(0..bound.max(1))
    }

    /// A place in a list.
    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let place = self.below(list.len());
        list.get(place)
    }

    /// One change of the whole file, or one to three changes of the evidence alone: with more than one change elsewhere
    /// a file may become another true one.
    pub fn change(&mut self, file: &str, others: &[Original]) -> String {
        let lines: Vec<String> = file.lines().map(ToString::to_string).collect();
        if self.below(4) == 0 {
            return joined(&self.change_anywhere(lines));
        }
        let (head, end) = (lines[..2].to_vec(), lines[lines.len() - 1].clone());
        let mut evidence = lines[2..lines.len() - 1].to_vec();
        for _ in 0..[1, 1, 1, 2, 3][self.below(5)] {
            evidence = match self.below(8) {
                0 => self.spliced(evidence, others),
                _ => self.changed_lines(evidence),
            };
        }
        joined(&[head, evidence, vec![end]].concat())
    }

    /// A change that reaches the heading, the statement and the end as well.
    fn change_anywhere(&mut self, mut lines: Vec<String>) -> Vec<String> {
        match self.below(4) {
            0 => self.changed_lines(lines),
            1 => {
                let kinds: Vec<(&str, &str)> = every_kind().map(|(topic, kind)| (topic.name, kind.name)).collect();
                let (topic, kind) = *self.pick(&kinds).expect("there are kinds");
                let mark = self.pick(&["parlor certificate 2", "parlor certificate 1", "parlor"]).expect("three marks");
                lines[0] = format!("{mark} {topic} {kind}");
                lines
            }
            2 => {
                lines[1] = self.changed_line(&lines[1].clone());
                lines
            }
            _ => {
                // Cut off in the middle of a line.
                let text = joined(&lines);
                let cut = (0..=self.below(text.len())).rev().find(|&cut| text.is_char_boundary(cut)).unwrap_or(0);
                text[..cut].lines().map(ToString::to_string).collect()
            }
        }
    }

    /// Lines left out, doubled, changed over, moved, cut or changed.
    fn changed_lines(&mut self, mut lines: Vec<String>) -> Vec<String> {
        if lines.is_empty() {
            return vec!["end".to_string()];
        }
        let (one, other) = (self.below(lines.len()), self.below(lines.len()));
        match self.below(8) {
            0 => drop(lines.remove(one)),
            1 => lines.insert(other, lines[one].clone()),
            2 => lines.swap(one, other),
            3 => {
                let line = lines.remove(one);
                lines.insert(other, line);
            }
            4 => lines.truncate(one),
            _ => lines[one] = self.changed_line(&lines[one].clone()),
        }
        lines
    }

    /// A line cut, with a number one larger or smaller, or with a letter changed, left out or put in.
    fn changed_line(&mut self, line: &str) -> String {
        let letters: Vec<char> = line.chars().collect();
        let place = self.below(letters.len());
        let with = |middle: &[char], skip: usize| -> String {
            let rest = &letters[(place + skip).min(letters.len())..];
            letters[..place].iter().chain(middle).chain(rest).collect()
        };
        let numbers: Vec<(usize, usize)> = numbers(line);
        match self.below(6) {
            0 => letters[..place].iter().collect(),
            1 | 2 if !numbers.is_empty() => {
                let (from, to) = *self.pick(&numbers).expect("there are numbers");
                let number: u128 = line[from..to].parse().unwrap_or(0);
                let number = if self.below(3) == 0 { number.saturating_sub(1) } else { number + 1 };
                format!("{}{number}{}", &line[..from], &line[to..])
            }
            3 => with(&[], 1),
            4 => with(&[self.letter(&letters)], 0),
            _ => with(&[self.letter(&letters)], 1),
        }
    }

    /// A letter of the line or another one.
    fn letter(&mut self, letters: &[char]) -> char {
        const OTHERS: &[char] = &['0', '1', '9', 'a', 'x', 'Z', ' ', '-', '/', '.', ',', '"', '(', ')', 'é'];
        let own = self.pick(letters).copied();
        let other = *self.pick(OTHERS).expect("there are letters");
        if self.below(2) == 0 { own.unwrap_or(other) } else { other }
    }

    /// Some lines of the evidence of another example in place of some lines of this one.
    fn spliced(&mut self, mut lines: Vec<String>, others: &[Original]) -> Vec<String> {
        let Some(other) = self.pick(others) else { return lines };
        let other: Vec<String> = other.file.lines().map(ToString::to_string).collect();
        let other = &other[2..other.len() - 1];
        let (from, place) = (self.below(other.len()), self.below(lines.len()));
        let count = 1 + self.below(4);
        let taken = other[from.min(other.len())..(from + count).min(other.len())].to_vec();
        let gone = self.below(count + 1);
        let (first, last) = (place.min(lines.len()), (place + gone).min(lines.len()));
        lines.splice(first..last, taken);
        lines
    }
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Where the numbers of a line stand.
fn numbers(line: &str) -> Vec<(usize, usize)> {
    let digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..line.len()).filter(|&at| digit(at) && (at == 0 || !digit(at - 1)));
    starts.map(|from| (from, (from..).find(|&at| !digit(at)).unwrap_or(line.len()))).collect()
}
