//! What tests of every crate ask alike: whether something is refused with the right word, and whether it stops.

use crate::watch::Watch;
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
