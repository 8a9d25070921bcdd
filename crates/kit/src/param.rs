//! Parameters as data: flags, help, the web form and the check at the door are all made from these.

use crate::{Error, Result, say};
use std::any::Any;
use std::str::FromStr;
use std::sync::Arc;

/// What the reader of a [`Kind::Form`] made of its text; [`crate::Ask::form`] gives it back typed.
pub type Parsed = Arc<dyn Any + Send + Sync>;

/// A reader's result as a [`Kind::Form`] keeps it: `|text| parsed(read_square(text))`.
pub fn parsed<T: Any + Send + Sync>(read: Result<T>) -> Result<Parsed> {
    read.map(|value| Arc::new(value) as Parsed)
}

/// What a parameter may hold.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within limits, both included.
    Whole {
        /// The least value accepted.
        least: i64,
        /// The greatest value accepted.
        most: i64,
    },
    /// A whole number of any size up to so many digits, perhaps negative.
    Digits {
        /// The most digits accepted.
        most: usize,
    },
    /// A real number within limits, both included.
    Real {
        /// The least value accepted.
        least: f64,
        /// The greatest value accepted.
        most: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A text of its own grammar; `shape` shows it in the help, `read` is its reader.
    Form {
        /// The grammar in a few words, such as `standard|noon|mod:K`.
        shape: &'static str,
        /// Makes of the text what the ask keeps, or refuses it.
        read: fn(&str) -> Result<Parsed>,
    },
    /// Any text up to so many characters.
    Text {
        /// The most characters accepted.
        most: usize,
    },
    /// The text itself, or the name of a file that holds it.
    Source {
        /// The most characters accepted.
        most: usize,
    },
    /// Present or absent.
    Switch,
}

/// Where a parameter stands in the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A word without a name, in the order of the list.
    Main,
    /// All the remaining words without names, one value each; must be the last main parameter.
    Rest,
    /// `--name value`.
    Named,
    /// `--name value`, as often as wanted.
    Repeated,
}

impl Place {
    /// Whether the parameter is written with its name.
    pub const fn is_named(self) -> bool {
        matches!(self, Place::Named | Place::Repeated)
    }

    /// Whether it may be given several times.
    pub const fn is_many(self) -> bool {
        matches!(self, Place::Rest | Place::Repeated)
    }
}

/// What happens when a parameter is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The ask makes no sense without it.
    Needed,
    /// It has this value.
    Default(&'static str),
    /// The ask is about something else then.
    Free,
}

/// A value that was checked at the door, as the ask keeps it.
#[derive(Clone, Debug)]
pub(crate) enum Typed {
    Whole(i64),
    Real(f64),
    Form(Parsed),
    /// Words and texts, which are their own value.
    Plain,
}

/// One parameter of a question or of a game table.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name: `n`, `rule`, `seed`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// What it may hold.
    pub kind: Kind,
    /// Where it stands.
    pub place: Place,
    /// What happens when it is left out.
    pub presence: Presence,
    /// True when it reaches into the person's own machine (scripts, files to keep), so that only the command line takes
    /// it.
    pub local: bool,
}

impl Param {
    const fn new(name: &'static str, about: &'static str, kind: Kind) -> Self {
        Param { name, about, kind, place: Place::Named, presence: Presence::Free, local: false }
    }

    /// A whole number from `least` to `most`.
    pub const fn whole(name: &'static str, about: &'static str, least: i64, most: i64) -> Self {
        Param::new(name, about, Kind::Whole { least, most })
    }

    /// A whole number of at most so many digits.
    pub const fn digits(name: &'static str, about: &'static str, most: usize) -> Self {
        Param::new(name, about, Kind::Digits { most })
    }

    /// A real number from `least` to `most`.
    pub const fn real(name: &'static str, about: &'static str, least: f64, most: f64) -> Self {
        Param::new(name, about, Kind::Real { least, most })
    }

    /// One of a few words.
    pub const fn choice(name: &'static str, about: &'static str, words: &'static [&'static str]) -> Self {
        Param::new(name, about, Kind::Choice(words))
    }

    /// A text with a grammar of its own, read by the type that it stands for.
    pub const fn form<T: FromStr<Err = Error> + Any + Send + Sync>(
        name: &'static str,
        about: &'static str,
        shape: &'static str,
    ) -> Self {
        Param::read(name, about, shape, |text| parsed(text.parse::<T>()))
    }

    /// A text with a grammar of its own, read by this reader.
    pub const fn read(
        name: &'static str,
        about: &'static str,
        shape: &'static str,
        read: fn(&str) -> Result<Parsed>,
    ) -> Self {
        Param::new(name, about, Kind::Form { shape, read })
    }

    /// Any text.
    pub const fn text(name: &'static str, about: &'static str, most: usize) -> Self {
        Param::new(name, about, Kind::Text { most })
    }

    /// A text, or the name of a file that holds it.
    pub const fn source(name: &'static str, about: &'static str, most: usize) -> Self {
        Param::new(name, about, Kind::Source { most })
    }

    /// Present or absent.
    pub const fn switch(name: &'static str, about: &'static str) -> Self {
        Param::new(name, about, Kind::Switch)
    }

    /// The seed of all chance in an answer.
    pub const fn seed() -> Self {
        Param::whole("seed", "the seed of all chance: same seed, same answer", 0, i64::MAX).or("1")
    }

    /// A word without a name; it must be there unless [`Param::or`] says what it is otherwise.
    pub const fn main(self) -> Self {
        let presence = match self.presence {
            Presence::Free => Presence::Needed,
            known => known,
        };
        Param { place: Place::Main, presence, ..self }
    }

    /// All the remaining words without names.
    pub const fn rest(self) -> Self {
        Param { place: Place::Rest, presence: Presence::Needed, ..self }
    }

    /// A named parameter that may be given several times.
    pub const fn repeated(self) -> Self {
        Param { place: Place::Repeated, ..self }
    }

    /// The value when none is given.
    pub const fn or(self, default: &'static str) -> Self {
        Param { presence: Presence::Default(default), ..self }
    }

    /// A named parameter that must be there.
    pub const fn needed(self) -> Self {
        Param { presence: Presence::Needed, ..self }
    }

    /// A word without a name that may be left out.
    pub const fn free(self) -> Self {
        Param { presence: Presence::Free, ..self }
    }

    /// A parameter that only the command line takes.
    #[must_use]
    pub const fn local(self) -> Self {
        Param { local: true, ..self }
    }

    /// The value when none is given, if there is one.
    pub const fn default(&self) -> Option<&'static str> {
        match self.presence {
            Presence::Default(text) => Some(text),
            Presence::Needed | Presence::Free => None,
        }
    }

    /// Whether the ask makes no sense without it.
    pub const fn is_needed(&self) -> bool {
        matches!(self.presence, Presence::Needed)
    }

    /// How the parameter is written: `N` for a main word, `--rule` for a named one.
    pub fn label(&self) -> String {
        match self.place {
            Place::Main | Place::Rest => self.name.to_uppercase(),
            Place::Named | Place::Repeated => format!("--{}", self.name),
        }
    }

    /// What would do, in a few words: `a whole number from 1 to 60`.
    pub fn wants(&self) -> String {
        match self.kind {
            Kind::Whole { least, most: i64::MAX } => format!("a whole number from {least} on"),
            Kind::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Kind::Digits { most } => format!("a whole number of at most {most} digits"),
            Kind::Real { least, most } => format!("a number from {least} to {most}"),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Form { shape, .. } => shape.to_string(),
            Kind::Text { most } => format!("a text of at most {most} characters"),
            Kind::Source { most } => format!("a text of at most {most} characters, or a file that holds it"),
            Kind::Switch => "no value".to_string(),
        }
    }

    /// The check at the door: what was read is kept, so that inside one may assume.
    pub(crate) fn keep(&self, text: &str) -> Result<Typed> {
        let refuse = |why: &str| Err(self.refusal(text, why));
        match self.kind {
            Kind::Whole { least, most } => match text.parse::<i64>() {
                Ok(value) if value < least => refuse(&format!("the least is {least}")),
                Ok(value) if value > most => refuse(&format!("the limit is {most}")),
                Ok(value) => Ok(Typed::Whole(value)),
                Err(_) if is_whole(text) => refuse("out of range"),
                Err(_) => refuse("not a whole number"),
            },
            Kind::Digits { most } => match text.trim_start_matches('-').len() {
                _ if !is_whole(text) => refuse("not a whole number"),
                digits if digits > most => refuse(&format!("{digits} digits")),
                _ => Ok(Typed::Plain),
            },
            Kind::Real { least, most } => match text.parse::<f64>() {
                // Nobody means the zero below zero, and it would be told.
                Ok(value) if value >= least && value <= most => Ok(Typed::Real(value + 0.0)),
                Ok(_) => refuse("out of range"),
                Err(_) => refuse("not a number"),
            },
            Kind::Choice(words) => match words.contains(&text) {
                true => Ok(Typed::Plain),
                false => match say::nearest(text, words.iter().copied()) {
                    Some(near) => refuse(&format!("unknown, perhaps {near:?} is meant")),
                    None => refuse("unknown"),
                },
            },
            Kind::Form { read, .. } => read(text).map(Typed::Form).map_err(|e| match e.trouble() {
                crate::Trouble::Usage => self.refusal(text, &e.to_string()),
                _ => e,
            }),
            Kind::Text { most } | Kind::Source { most } => match text.chars().count() > most {
                true => refuse("too long"),
                false => Ok(Typed::Plain),
            },
            Kind::Switch => Ok(Typed::Plain),
        }
    }

    fn refusal(&self, text: &str, why: &str) -> Error {
        Error::usage(format!("{} {:?}", self.label(), say::shorten(text)), why, format!("give {}", self.wants()))
    }
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: Param = Param::whole("n", "side of the board", 1, 60).main();

    #[test]
    fn limits_are_named_in_the_refusal() {
        assert!(N.keep("1").is_ok() && N.keep("60").is_ok());
        let line = N.keep("61").unwrap_err().to_string();
        assert_eq!(line, "N \"61\": the limit is 60; give a whole number from 1 to 60");
        assert!(N.keep("99999999999999999999").unwrap_err().to_string().contains("out of range"));
        assert!(N.keep("six").unwrap_err().to_string().contains("not a whole number"));
    }

    #[test]
    fn a_misspelt_choice_is_answered_with_the_nearest() {
        let rule = Param::choice("piece", "", &["queen", "rook", "bishop"]);
        assert!(rule.keep("quen").unwrap_err().to_string().contains("\"queen\""));
    }

    #[test]
    fn nan_is_not_within_any_limits() {
        assert!(Param::real("x", "", -1.0, 1.0).keep("NaN").is_err());
        let zero = Param::real("x", "", -1.0, 1.0).keep("-0");
        assert!(matches!(zero, Ok(Typed::Real(zero)) if zero.is_sign_positive()));
    }
}
