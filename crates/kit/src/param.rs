//! Parameters as data: flags, help, the web form and the check at the door are all made from these.

use crate::{Error, Result};

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
    /// A text of its own grammar; `shape` shows it in the help, `check` is its reader.
    Form {
        /// The grammar in a few words, such as `standard|noon|mod:K`.
        shape: &'static str,
        /// Refuses what cannot be read.
        check: fn(&str) -> Result<()>,
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
    /// Its value when none is given.
    pub default: Option<&'static str>,
    /// True when the question makes no sense without it.
    pub required: bool,
    /// True when it reaches into the person's own machine (scripts, files to keep), so that only the command line takes it.
    pub local: bool,
}

impl Param {
    const fn new(name: &'static str, about: &'static str, kind: Kind) -> Self {
        Param { name, about, kind, place: Place::Named, default: None, required: false, local: false }
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

    /// A text with a grammar of its own.
    pub const fn form(
        name: &'static str,
        about: &'static str,
        shape: &'static str,
        check: fn(&str) -> Result<()>,
    ) -> Self {
        Param::new(name, about, Kind::Form { shape, check })
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

    /// A word without a name, and one that must be there.
    pub const fn main(self) -> Self {
        Param { place: Place::Main, required: self.default.is_none(), ..self }
    }

    /// A word without a name that may be left out.
    pub const fn main_or_none(self) -> Self {
        Param { place: Place::Main, required: false, ..self }
    }

    /// All the remaining words without names.
    pub const fn rest(self) -> Self {
        Param { place: Place::Rest, required: true, ..self }
    }

    /// The value when none is given.
    pub const fn or(self, default: &'static str) -> Self {
        Param { default: Some(default), required: false, ..self }
    }

    /// A named parameter that must be there.
    pub const fn required(self) -> Self {
        Param { required: true, ..self }
    }

    /// A parameter that only the command line takes.
    #[must_use]
    pub const fn local(self) -> Self {
        Param { local: true, ..self }
    }

    /// How the parameter is written: `N` for a main word, `--rule` for a named one.
    pub fn label(&self) -> String {
        match self.place {
            Place::Main | Place::Rest => self.name.to_uppercase(),
            Place::Named => format!("--{}", self.name),
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

    /// The check at the door: inside, one may assume.
    pub fn check(&self, text: &str) -> Result<()> {
        let refuse = |why: &str| Err(self.refusal(text, why));
        match self.kind {
            Kind::Whole { least, most } => match text.parse::<i64>() {
                Ok(value) if value < least => refuse(&format!("the least is {least}")),
                Ok(value) if value > most => refuse(&format!("the limit is {most}")),
                Ok(_) => Ok(()),
                Err(_) if is_whole(text) => refuse("out of range"),
                Err(_) => refuse("not a whole number"),
            },
            Kind::Digits { most } => match text.trim_start_matches('-').len() {
                _ if !is_whole(text) => refuse("not a whole number"),
                digits if digits > most => refuse(&format!("{digits} digits")),
                _ => Ok(()),
            },
            Kind::Real { least, most } => match text.parse::<f64>() {
                Ok(value) if value >= least && value <= most => Ok(()),
                Ok(_) => refuse("out of range"),
                Err(_) => refuse("not a number"),
            },
            Kind::Choice(words) => match words.contains(&text) {
                true => Ok(()),
                false => match nearest(text, words.iter().copied()) {
                    Some(near) => refuse(&format!("unknown, perhaps {near:?} is meant")),
                    None => refuse("unknown"),
                },
            },
            Kind::Form { check, .. } => check(text).map_err(|e| match e.trouble() {
                crate::Trouble::Usage => self.refusal(text, &e.to_string()),
                _ => e,
            }),
            Kind::Text { most } | Kind::Source { most } => match text.chars().count() > most {
                true => refuse("too long"),
                false => Ok(()),
            },
            Kind::Switch => Ok(()),
        }
    }

    fn refusal(&self, text: &str, why: &str) -> Error {
        Error::usage(format!("{} {:?}", self.label(), shorten(text)), why, format!("give {}", self.wants()))
    }
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A text cut to a length that fits an error line.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const N: Param = Param::whole("n", "side of the board", 1, 60).main();

    #[test]
    fn limits_are_named_in_the_refusal() {
        assert!(N.check("1").is_ok() && N.check("60").is_ok());
        let line = N.check("61").unwrap_err().to_string();
        assert_eq!(line, "N \"61\": the limit is 60; give a whole number from 1 to 60");
        assert!(N.check("99999999999999999999").unwrap_err().to_string().contains("out of range"));
        assert!(N.check("six").unwrap_err().to_string().contains("not a whole number"));
    }

    #[test]
    fn a_misspelt_choice_is_answered_with_the_nearest() {
        let rule = Param::choice("piece", "", &["queen", "rook", "bishop"]);
        assert!(rule.check("quen").unwrap_err().to_string().contains("\"queen\""));
        assert_eq!(nearest("zzzzzz", ["queen"].into_iter()), None);
    }

    #[test]
    fn nan_is_not_within_any_limits() {
        assert!(Param::real("x", "", -1.0, 1.0).check("NaN").is_err());
    }
}
