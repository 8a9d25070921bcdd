//! The one error type of the house.
//!
//! An error is a sentence for a person and a [`Trouble`] for the exit code. "There is no solution" is never an error:
//! it is an answer with its reason.

use crate::say;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most characters of an error's line; what is quoted may be endless.
const MOST_CHARACTERS: usize = 390;
/// The most characters that are shown around a caret.
const CARET_WINDOW: usize = 200;

/// What went wrong, as a script must tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// What was written will not do: exit code 2.
    Usage,
    /// The question is understood but does not fit the limits: exit code 3.
    TooLarge,
    /// A claim or a certificate did not stand up to its check: exit code 1.
    Failed,
    /// The person stopped the work: exit code 130.
    Stopped,
}

/// The error of every fallible function of the house.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{0}")]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Inner {
    trouble: Trouble,
    line: String,
    place: Option<(String, usize)>,
}

impl fmt::Display for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// The result of every fallible function of the house.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    fn new(trouble: Trouble, line: String) -> Self {
        // One line is a promise of the command line; a careless message must not break it.
        let line = say::printable(&line.split_whitespace().collect::<Vec<_>>().join(" "));
        Error(Box::new(Inner { trouble, line: say::cut_middle(&line, MOST_CHARACTERS), place: None }))
    }

    /// What was written, why it will not do, and what would.
    pub fn usage(written: impl fmt::Display, why: impl fmt::Display, instead: impl fmt::Display) -> Self {
        Error::new(Trouble::Usage, format!("{written}: {why}; {instead}"))
    }

    /// What was asked, the limit it breaks, and what to do instead.
    pub fn too_large(asked: impl fmt::Display, limit: impl fmt::Display, instead: impl fmt::Display) -> Self {
        Error::new(Trouble::TooLarge, format!("{asked} is too large: {limit}; {instead}"))
    }

    /// A certificate or a claim that does not stand up to its check, with the place where it breaks.
    pub fn failed(line: impl fmt::Display) -> Self {
        Error::new(Trouble::Failed, line.to_string())
    }

    /// The work was stopped; `unfinished` says what was not done.
    pub fn stopped(unfinished: impl fmt::Display) -> Self {
        Error::new(Trouble::Stopped, format!("stopped: {unfinished}"))
    }

    /// Points at the place in the written text where it goes wrong, counted in characters from 0.
    #[must_use]
    pub fn at(mut self, text: &str, column: usize) -> Self {
        self.0.place = Some((text.to_string(), column));
        self
    }

    /// The written text and, under the offending place, a caret: two lines for a front end to show after the error.
    pub fn caret(&self) -> Option<String> {
        let (text, column) = self.0.place.as_ref()?;
        // Of a long text the part around the place is shown.
        let first = column.saturating_sub(CARET_WINDOW / 2);
        // Tabs and line breaks would push the caret aside, and some signs more than that.
        let steers = |c: char| c.is_control() || crate::say::harmful(c);
        let shown = text.chars().skip(first).take(CARET_WINDOW).map(|c| if steers(c) { ' ' } else { c });
        Some(format!("{}\n{}^", shown.collect::<String>(), " ".repeat(column - first)))
    }

    /// The kind of trouble, for exit codes and status codes.
    pub fn trouble(&self) -> Trouble {
        self.0.trouble
    }

    /// True when the person stopped the work.
    pub fn is_stopped(&self) -> bool {
        self.trouble() == Trouble::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_whatever_it_quotes() {
        let error = Error::usage("a\nb", "it has\n\ttwo lines", "write one");
        assert_eq!(error.to_string(), "a b: it has two lines; write one");
        assert_eq!(error.trouble(), Trouble::Usage);
        assert_eq!(error.caret(), None);
        assert_eq!(error.at("nim(x)", 4).caret().unwrap(), "nim(x)\n    ^");
    }

    #[test]
    fn what_is_quoted_cannot_speak_to_a_terminal_or_fill_it() {
        let error = Error::usage("\u{1b}[31mred\u{7}\u{202e}", "no", "b".repeat(5000));
        let line = error.to_string();
        assert!(line.starts_with("\\u{1b}[31mred\\u{7}\\u{202e}: no; bbb"), "{line}");
        assert!(line.chars().count() == MOST_CHARACTERS && line.ends_with("bbb") && line.contains(" ... "), "{line}");
        let caret = error.at(&"\u{1b}x".repeat(500), 700).caret().unwrap();
        assert!(caret.lines().all(|line| line.chars().count() <= CARET_WINDOW) && !caret.contains('\u{1b}'));
    }
}
