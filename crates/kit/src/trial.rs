//! What tests of every crate ask alike: whether something is refused with the right word, and whether it stops.

use crate::watch::Watch;
use crate::{Claim, Effort, Error, Unwatched, Verdict};
use std::fmt::{Debug, Display};
use std::ops::ControlFlow;
use std::str::FromStr;

/// Each of these is refused, and the refusal says what stands beside it.
///
/// # Panics
/// Where one is taken, or refused with other words.
pub fn refused<G: Clone + Debug, T, E: Display>(rows: &[(G, &str)], mut read: impl FnMut(G) -> Result<T, E>) {
    for (given, part) in rows {
        match read(given.clone()) {
            Ok(_) => panic!("{given:?} is taken; it should be refused with {part:?}"),
            Err(error) => {
                let line = error.to_string();
                assert!(line.contains(part) && !line.contains('\n'), "{given:?}: {line:?} does not say {part:?}");
            }
        }
    }
}

/// Each of these texts is refused, with a caret under the place and that part in the refusal. They are given as a
/// terminal shows them: a line with the text, and one with the caret and the part; a caret beyond the text stands for
/// blanks at its end.
///
/// # Panics
/// Where one is taken, without a place, or refused at another or with other words.
pub fn refused_at<T>(pictures: &str, read: impl Fn(&str) -> Result<T, Error>) {
    let lines: Vec<&str> = pictures.trim_matches('\n').lines().collect();
    for picture in lines.chunks(2) {
        let (column, part) = picture[1].split_once("^ ").expect("a caret and what is said there");
        let text = format!("{:1$}", picture[0], column.len());
        let error =
            read(&text).err().unwrap_or_else(|| panic!("{text:?} is taken; it should be refused with {part:?}"));
        assert_eq!(error.caret().expect("a place"), format!("{text}\n{column}^"), "{error}");
        assert!(error.to_string().contains(part), "{text:?}: {error} does not say {part:?}");
    }
}

/// Each of these claims, told by their ids, comes to that verdict when it is checked quickly.
///
/// # Panics
/// Where one comes to another, or there is no claim of that id.
pub fn verdicts(claims: &[Claim], rows: &[(Verdict, &str)]) {
    for (verdict, ids) in rows {
        for id in ids.split(' ') {
            let claim = claims.iter().find(|claim| claim.id == id).expect(id);
            let finding = (claim.check)(Effort::Quick, &mut Unwatched).expect(id);
            assert_eq!(finding.verdict, *verdict, "{id}: {}", finding.evidence);
        }
    }
}

/// Each of these parts stands in the text.
///
/// # Panics
/// Where one is missing.
pub fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// Each of these is written as it was read.
///
/// # Panics
/// Where one is refused, or written otherwise.
pub fn written_as_read<T: FromStr<Err: Debug> + Display>(texts: &[&str]) {
    for text in texts {
        assert_eq!(text.parse::<T>().expect("it is read").to_string(), *text);
    }
}

/// A watch that looks so many times, and at the last asks to stop.
pub struct Looks(pub u32);

impl Watch for Looks {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<u32, std::num::ParseIntError> {
        text.parse()
    }

    #[test]
    fn a_refusal_with_the_right_word_passes() {
        refused(&[("x", "invalid digit"), ("", "empty")], read);
    }

    #[test]
    #[should_panic(expected = "\"7\" is taken")]
    fn what_is_taken_is_told() {
        refused(&[("x", "invalid"), ("7", "invalid")], read);
    }

    #[test]
    #[should_panic(expected = "does not say \"empty\"")]
    fn other_words_are_told() {
        refused(&[("x", "empty")], read);
    }

    #[test]
    fn looks_are_counted() {
        let mut watch = Looks(2);
        assert!(watch.look(0, None).is_continue() && watch.look(1, None).is_break() && watch.look(2, None).is_break());
    }
}
