//! Small words: how the house names what is unknown, counts things and writes numbers.

use crate::{Error, Result};
use std::fmt::Display;

/// A text cut to a length that fits an error line.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// A text whose control characters, and those that turn the direction of writing, are written out: what came from
/// outside may not speak to a terminal.
pub fn printable(text: &str) -> String {
    written_out(text, |c| c.escape_unicode().to_string())
}

/// JSON of which the same is true: its writer escapes only what JSON must.
pub fn printable_json(json: &str) -> String {
    written_out(json, |c| format!("\\u{:04x}", u32::from(c)))
}

/// Whether a sign steers a terminal or turns the direction of writing.
pub(crate) fn harmful(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn written_out(text: &str, write: impl Fn(char) -> String) -> String {
    match text.contains(harmful) {
        false => text.to_string(),
        true => text.chars().map(|c| if harmful(c) { write(c) } else { c.to_string() }).collect(),
    }
}

/// A text of at most so many characters, its middle left out.
pub fn cut_middle(text: &str, most: usize) -> String {
    const GAP: &str = " ... ";
    let length = text.chars().count();
    if length <= most {
        return text.to_string();
    }
    let first = (most - GAP.len()) / 2;
    let last = most - GAP.len() - first;
    let head: String = text.chars().take(first).collect();
    let tail: String = text.chars().skip(length - last).collect();
    format!("{head}{GAP}{tail}")
}

/// The word of the list that was probably meant, if one is near enough.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + word.chars().count() / 3;
    words.map(|w| (distance(word, w), w)).filter(|&(d, _)| d <= limit).min().map(|(_, w)| w)
}

/// The Levenshtein distance of two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let kept = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The error of a name that is not in the list: the nearest one is offered, or all of them are told. `why` says what
/// there is none of, such as "no such topic".
pub fn unknown<'a>(written: &str, why: impl Display, known: impl Iterator<Item = &'a str> + Clone) -> Error {
    let instead = match nearest(written, known.clone()) {
        Some(near) => format!("perhaps {near:?} is meant"),
        None => match known.collect::<Vec<_>>() {
            none if none.is_empty() => "there is none".to_string(),
            some => format!("there are {}", some.join(", ")),
        },
    };
    Error::usage(format!("{:?}", shorten(written)), why, instead)
}

/// The row of that name, or the error that names the nearest.
pub fn named<'a, T>(rows: &'a [T], name_of: fn(&T) -> &str, written: &str, why: impl Display) -> Result<&'a T> {
    let found = rows.iter().find(|row| name_of(row) == written);
    found.ok_or_else(|| unknown(written, why, rows.iter().map(name_of)))
}

/// `1 coin`, `2 coins`: for nouns whose plural ends with s.
pub fn count(number: impl Into<u128>, noun: &str) -> String {
    counted(number, noun, &format!("{noun}s"))
}

/// `1 box`, `2 boxes`.
pub fn counted(number: impl Into<u128>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{} {many}", grouped(number)),
    }
}

/// `yes` or `no`.
pub fn yes_or_no(truth: bool) -> &'static str {
    if truth { "yes" } else { "no" }
}

/// Things in a row as a sentence tells them: `2, 3, 5`, or `none`.
pub fn listed<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let told: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if told.is_empty() { "none".to_string() } else { told.join(", ") }
}

/// A number with its digits in groups of three from 10,000 on: `1234`, `12,345,678`.
pub fn grouped(number: impl Display) -> String {
    let text = number.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    if digits.len() < 5 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return text;
    }
    let mut out = sign.to_string();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truths_and_lists_are_told_in_words() {
        assert_eq!((yes_or_no(true), yes_or_no(false)), ("yes", "no"));
        assert_eq!((listed([2, 3, 5]), listed([0u8; 0])), ("2, 3, 5".to_string(), "none".to_string()));
    }

    #[test]
    fn the_nearest_name_is_offered_or_all_are_told() {
        let known = ["queens", "sums"];
        let line = |name: &str| unknown(name, "no such topic", known.into_iter()).to_string();
        assert_eq!(line("quens"), "\"quens\": no such topic; perhaps \"queens\" is meant");
        assert_eq!(line("zzzzzz"), "\"zzzzzz\": no such topic; there are queens, sums");
        assert_eq!(nearest("zzzzzz", ["queen"].into_iter()), None);
    }

    #[test]
    fn things_are_counted_and_digits_are_grouped() {
        assert_eq!((count(1u32, "coin"), count(0u32, "coin")), ("1 coin".to_string(), "0 coins".to_string()));
        assert_eq!(counted(12_000u32, "box", "boxes"), "12,000 boxes");
        let numbers = [(0, "0"), (1234, "1234"), (-12345, "-12,345"), (1_234_567, "1,234,567")];
        for (number, text) in numbers {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped("1/3"), "1/3");
    }
}
