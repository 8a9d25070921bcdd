//! An ask: a question together with its checked parameters, and its text form, the sentence of the command line.

use crate::param::{Kind, Param, Place, nearest, shorten};
use crate::{Error, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A value as it was written, and the file it was read from if it was.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Value {
    text: String,
    file: Option<String>,
}

/// Where the text of a [`Kind::Source`] parameter may come from. The command line reads files; the web lab does not.
pub trait Shelf {
    /// The contents of the file of that name, `None` if there is no such file.
    fn file(&self, name: &str) -> Result<Option<String>>;
}

/// A shelf without files.
pub struct NoFiles;

impl Shelf for NoFiles {
    fn file(&self, _: &str) -> Result<Option<String>> {
        Ok(None)
    }
}

/// Checked parameters, ready for a question or a game table.
#[derive(Clone, Debug)]
pub struct Ask {
    title: String,
    params: &'static [Param],
    values: BTreeMap<&'static str, Vec<Value>>,
    certify: bool,
}

impl Ask {
    /// An ask whose parameters are still to be given; `title` is the start of its sentence, such as `queens count`.
    pub fn new(title: impl Into<String>, params: &'static [Param]) -> Self {
        Ask { title: title.into(), params, values: BTreeMap::new(), certify: false }
    }

    /// Reads the words after the title: main words in order, `--name value`, `--name=value`, `--switch`.
    pub fn read(
        title: impl Into<String>,
        params: &'static [Param],
        words: &[String],
        shelf: &dyn Shelf,
    ) -> Result<Self> {
        let mut ask = Ask::new(title, params);
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let Some(named) = word.strip_prefix("--").filter(|name| !name.is_empty()) else {
                ask.give_main(word, shelf)?;
                continue;
            };
            let (name, inline) = match named.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (named, None),
            };
            let param = ask.param_named(name)?;
            let value = match (param.kind, inline) {
                (Kind::Switch, None) => String::new(),
                (Kind::Switch, Some(_)) => {
                    return Err(Error::usage(format!("--{name}"), "takes no value", "write it alone"));
                }
                (_, Some(value)) => value,
                (_, None) => match words.next() {
                    Some(value) => value.clone(),
                    None => {
                        return Err(Error::usage(
                            format!("--{name}"),
                            "its value is missing",
                            format!("give {}", param.wants()),
                        ));
                    }
                },
            };
            ask.give(param.name, &value, shelf)?;
        }
        ask.complete()?;
        Ok(ask)
    }

    fn param_named(&self, name: &str) -> Result<&'static Param> {
        let params = self.params;
        params.iter().find(|p| p.place == Place::Named && p.name == name).ok_or_else(|| {
            let known = params.iter().filter(|p| p.place == Place::Named).map(|p| p.name);
            let instead = match (nearest(name, known.clone()), known.clone().count()) {
                (Some(near), _) => format!("perhaps --{near} is meant"),
                (None, 0) => "there are none".to_string(),
                (None, _) => format!("known are {}", known.map(|n| format!("--{n}")).collect::<Vec<_>>().join(", ")),
            };
            Error::usage(format!("--{}", shorten(name)), format!("{} has no such parameter", self.title), instead)
        })
    }

    fn give_main(&mut self, word: &str, shelf: &dyn Shelf) -> Result<()> {
        let open = self
            .params
            .iter()
            .find(|p| p.place == Place::Rest || p.place == Place::Main && !self.values.contains_key(p.name));
        match open {
            Some(param) => self.give(param.name, word, shelf),
            None => {
                let mains = self.params.iter().filter(|p| p.place != Place::Named).count();
                Err(Error::usage(
                    format!("{:?}", shorten(word)),
                    "one word too many",
                    format!("{} takes {mains} without a name", self.title),
                ))
            }
        }
    }

    /// Gives one value by name, checked. Repeating is only for the parameter that takes the rest of the words.
    pub fn give(&mut self, name: &str, text: &str, shelf: &dyn Shelf) -> Result<()> {
        let param = self.params.iter().find(|p| p.name == name);
        let param = param.unwrap_or_else(|| panic!("{} declares no parameter {name:?}", self.title));
        let value = match param.kind {
            Kind::Source { .. } => match shelf.file(text)? {
                Some(contents) => Value { text: contents, file: Some(text.to_string()) },
                None => Value { text: text.to_string(), file: None },
            },
            _ => Value { text: text.to_string(), file: None },
        };
        param.check(&value.text)?;
        let slot = self.values.entry(param.name).or_default();
        if !slot.is_empty() && param.place != Place::Rest {
            return Err(Error::usage(param.label(), "given twice", "give it once"));
        }
        slot.push(value);
        Ok(())
    }

    /// Refuses an ask that lacks what it needs.
    pub fn complete(&self) -> Result<()> {
        match self.params.iter().find(|p| p.required && !self.values.contains_key(p.name)) {
            Some(param) => {
                Err(Error::usage(param.label(), format!("missing, {}", param.about), format!("give {}", param.wants())))
            }
            None => Ok(()),
        }
    }

    fn declared(&self, name: &str) -> &'static Param {
        let param = self.params.iter().find(|p| p.name == name);
        param.unwrap_or_else(|| panic!("{} declares no parameter {name:?}", self.title))
    }

    /// The text of a parameter, its default if none was given, `None` if it has no default either.
    pub fn text(&self, name: &str) -> Option<&str> {
        let param = self.declared(name);
        match self.values.get(name).and_then(|v| v.first()) {
            Some(value) => Some(&value.text),
            None => param.default,
        }
    }

    /// The file that a [`Kind::Source`] parameter was read from.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.declared(name);
        self.values.get(name).and_then(|v| v.first()).and_then(|v| v.file.as_deref())
    }

    /// All the words of the parameter that takes the rest.
    pub fn rest(&self, name: &str) -> Vec<&str> {
        self.declared(name);
        self.values.get(name).into_iter().flatten().map(|v| v.text.as_str()).collect()
    }

    /// A whole number, if given or by default.
    pub fn whole_if(&self, name: &str) -> Option<i64> {
        self.text(name).map(|text| text.parse().expect("checked at the door"))
    }

    /// A whole number that the parameter list guarantees.
    pub fn whole(&self, name: &str) -> i64 {
        self.whole_if(name).unwrap_or_else(|| panic!("{name} has neither value nor default"))
    }

    /// A whole number that the parameter list guarantees not to be negative.
    pub fn size(&self, name: &str) -> usize {
        usize::try_from(self.whole(name)).expect("its limits are not negative")
    }

    /// A real number, if given or by default.
    pub fn real(&self, name: &str) -> Option<f64> {
        self.text(name).map(|text| text.parse().expect("checked at the door"))
    }

    /// Whether the switch is set.
    pub fn flag(&self, name: &str) -> bool {
        self.declared(name);
        self.values.contains_key(name)
    }

    /// The seed of all chance.
    pub fn seed(&self) -> u64 {
        u64::try_from(self.whole("seed")).expect("seeds are not negative")
    }

    /// Says that the certificate is wanted, however long it takes; front ends do so when there is a file to write it to.
    #[must_use]
    pub fn with_certificate(mut self) -> Self {
        self.certify = true;
        self
    }

    /// Whether the certificate is wanted. Without this wish a question gives one only where it costs nothing.
    pub fn wants_certificate(&self) -> bool {
        self.certify
    }

    /// What was given, in the order of the parameters: the words of the sentence without those that only repeat a default.
    pub fn given(&self) -> impl Iterator<Item = (&'static Param, &str)> {
        let told = |param: &'static Param| {
            let values = self.values.get(param.name).into_iter().flatten().map(|value| value.text.as_str());
            values.filter(|&text| param.default != Some(text)).map(move |text| (param, text))
        };
        self.params.iter().flat_map(told)
    }

    /// The sentence of this ask: title, main words, then what differs from its default.
    pub fn line(&self) -> String {
        let mut line = self.title.clone();
        for param in self.params {
            for value in self.values.get(param.name).into_iter().flatten() {
                let written = quote(value.file.as_deref().unwrap_or(&value.text));
                match (param.place, param.kind) {
                    (Place::Main | Place::Rest, _) => write!(line, " {written}"),
                    (Place::Named, Kind::Switch) => write!(line, " --{}", param.name),
                    (Place::Named, _) if Some(value.text.as_str()) == param.default => Ok(()),
                    (Place::Named, _) => write!(line, " --{} {written}", param.name),
                }
                .expect("writing to a string cannot fail");
            }
        }
        line
    }
}

fn quote(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "._-/:,+@=%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// Splits a sentence into words: blanks separate, double quotes keep together, a backslash keeps the next character.
pub fn words(sentence: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut letters = sentence.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' => match letters.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err(Error::usage("\\", "nothing follows the backslash", "write \\\\ for itself")),
            },
            blank if blank.is_whitespace() && !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    if quoted {
        return Err(Error::usage(shorten(sentence), "a quote is not closed", "close it with \""));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PARAMS: &[Param] = &[
        Param::whole("n", "side", 1, 60).main(),
        Param::choice("piece", "who", &["queen", "rook"]).or("queen"),
        Param::text("board", "position", 100),
        Param::switch("any", "allow anything"),
    ];

    fn read(sentence: &str) -> Result<Ask> {
        Ask::read("queens solve", PARAMS, &words(sentence)?, &NoFiles)
    }

    #[test]
    fn a_sentence_and_its_ask_say_the_same() {
        let ask = read("5 --piece rook --board \"Q.../....\" --any").unwrap();
        assert_eq!((ask.size("n"), ask.text("piece"), ask.flag("any")), (5, Some("rook"), true));
        assert_eq!(ask.line(), "queens solve 5 --piece rook --board Q.../.... --any");
        assert_eq!(read("5 --piece=queen").unwrap().line(), "queens solve 5");
    }

    #[test]
    fn what_is_missing_doubled_or_unknown_is_named() {
        for (sentence, part) in [
            ("", "N: missing"),
            ("5 6", "one word too many"),
            ("5 --any --any", "given twice"),
            ("5 --peice rook", "perhaps --piece is meant"),
            ("5 --piece", "its value is missing"),
            ("5 --any=yes", "takes no value"),
        ] {
            let line = read(sentence).unwrap_err().to_string();
            assert!(line.contains(part), "{sentence:?}: {line}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics_and_round_trips(sentence in "\\PC{0,60}") {
            if let Ok(ask) = read(&sentence) {
                let again = words(&ask.line()).unwrap();
                let again = Ask::read("queens solve", PARAMS, &again[2..], &NoFiles).unwrap();
                prop_assert_eq!(again.line(), ask.line());
            }
        }
    }
}
