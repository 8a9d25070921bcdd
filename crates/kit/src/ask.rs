//! An ask: a question together with its checked parameters, and its text form, the sentence of the command line.

use crate::param::{Kind, Param, Place, Typed};
use crate::say::{self, nearest, shorten};
use crate::{Error, Result};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A value as it was written and as it was read.
#[derive(Clone, Debug)]
struct Value {
    text: String,
    typed: Typed,
    /// The file that the text was read from, if it was.
    file: Option<String>,
}

impl Value {
    fn whole(&self, name: &str) -> i64 {
        match self.typed {
            Typed::Whole(value) => value,
            _ => panic!("{name:?} is not declared as a whole number"),
        }
    }

    fn real(&self, name: &str) -> f64 {
        match self.typed {
            Typed::Real(value) => value,
            _ => panic!("{name:?} is not declared as a real number"),
        }
    }

    fn form<T: Any>(&self, name: &str) -> &T {
        match &self.typed {
            Typed::Form(value) => value.downcast_ref().unwrap_or_else(|| panic!("{name:?} is read as another type")),
            _ => panic!("{name:?} is not declared as a form"),
        }
    }
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

/// What is to become of the certificate of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certify {
    /// Nobody will look at it.
    Never,
    /// It is taken where it costs nothing.
    Cheaply,
    /// It is wanted, however long it takes.
    Wanted,
}

/// Checked parameters, ready for a question or a game table.
#[derive(Clone, Debug)]
pub struct Ask {
    title: String,
    params: &'static [Param],
    values: BTreeMap<&'static str, Vec<Value>>,
    /// The values that go without saying.
    defaults: BTreeMap<&'static str, Value>,
    certify: Certify,
}

impl Ask {
    /// An ask whose parameters are still to be given; `title` is the start of its sentence, such as `queens count`.
    pub fn new(title: impl Into<String>, params: &'static [Param]) -> Self {
        Ask {
            title: title.into(),
            params,
            values: BTreeMap::new(),
            defaults: BTreeMap::new(),
            certify: Certify::Cheaply,
        }
    }

    /// The start of its sentence: `queens count`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Reads the words after the title: main words in order, `--name value`, `--name=value`, `--switch`.
    pub fn read(
        title: impl Into<String>,
        params: &'static [Param],
        words: &[String],
        shelf: &dyn Shelf,
    ) -> Result<Self> {
        let mut ask = Ask::new(title, params);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(named) = word.strip_prefix("--").filter(|name| !name.is_empty()) else {
                ask.give_main(word, shelf)?;
                continue;
            };
            let (name, inline) = named.split_once('=').map_or((named, None), |(name, value)| (name, Some(value)));
            let param = ask.param_named(name)?;
            let value = match (param.kind, inline) {
                (Kind::Switch, None) => "",
                (Kind::Switch, Some(_)) => {
                    return Err(Error::usage(format!("--{name}"), "takes no value", "write it alone"));
                }
                (_, Some(value)) => value,
                (_, None) => words.next().ok_or_else(|| {
                    Error::usage(format!("--{name}"), "its value is missing", format!("give {}", param.wants()))
                })?,
            };
            ask.give(param.name, value, shelf)?;
        }
        ask.complete()?;
        Ok(ask)
    }

    /// Reads the pairs of an address or a form: what is empty is not given, and one field holds all the words of the
    /// rest. Files and scripts are for the command line alone.
    pub fn of_pairs<'a>(
        title: impl Into<String>,
        params: &'static [Param],
        pairs: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self> {
        let mut ask = Ask::new(title, params);
        for (name, value) in pairs {
            let why = format!("{} has no such parameter", ask.title);
            let known = params.iter().filter(|p| !p.local).map(|p| p.name);
            let param = params.iter().find(|p| p.name == name);
            let param = param.ok_or_else(|| say::unknown(name, why, known))?;
            match (param.place, param.kind) {
                _ if value.is_empty() => {}
                _ if param.local => {
                    let why = "not accepted over the web, since it reaches into the machine";
                    return Err(Error::usage(param.name, why, "use it on the command line"));
                }
                (_, Kind::Switch) => ask.give(name, "", &NoFiles)?,
                (Place::Rest, _) => words(value)?.iter().try_for_each(|word| ask.give(name, word, &NoFiles))?,
                _ => ask.give(name, value, &NoFiles)?,
            }
        }
        ask.complete()?;
        Ok(ask)
    }

    /// The pairs that say the same as the ask, and nothing else.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let value = |param: &Param, text: &str| match param.kind {
            Kind::Switch => "yes".to_string(),
            _ => text.to_string(),
        };
        self.given().map(|(param, text)| (param.name.to_string(), value(param, text))).collect()
    }

    fn param_named(&self, name: &str) -> Result<&'static Param> {
        let named = self.params.iter().filter(|p| p.place.is_named());
        named.clone().find(|p| p.name == name).ok_or_else(|| {
            let known = named.map(|p| p.name);
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
        let param = self.declared(name);
        let (text, file) = match param.kind {
            Kind::Source { .. } => match shelf.file(text)? {
                Some(contents) => (contents, Some(text.to_string())),
                None => (text.to_string(), None),
            },
            _ => (text.to_string(), None),
        };
        let typed = param.keep(&text)?;
        let slot = self.values.entry(param.name).or_default();
        if !slot.is_empty() && !param.place.is_many() {
            return Err(Error::usage(param.label(), "given twice", "give it once"));
        }
        slot.push(Value { text, typed, file });
        Ok(())
    }

    /// Refuses an ask that lacks what it needs, and fills in the values that go without saying.
    pub fn complete(&mut self) -> Result<()> {
        for param in self.params.iter().filter(|p| !self.values.contains_key(p.name)) {
            if param.is_needed() {
                let why = format!("missing, {}", param.about);
                return Err(Error::usage(param.label(), why, format!("give {}", param.wants())));
            }
            if let Some(text) = param.default() {
                let typed = param.keep(text)?;
                self.defaults.insert(param.name, Value { text: text.to_string(), typed, file: None });
            }
        }
        Ok(())
    }

    fn declared(&self, name: &str) -> &'static Param {
        let param = self.params.iter().find(|p| p.name == name);
        param.unwrap_or_else(|| panic!("{} declares no parameter {name:?}", self.title))
    }

    fn value_if(&self, name: &str) -> Option<&Value> {
        self.declared(name);
        self.values.get(name).and_then(|values| values.first()).or_else(|| self.defaults.get(name))
    }

    /// The value of a parameter that is needed or has a default.
    fn value(&self, name: &str) -> &Value {
        self.value_if(name).unwrap_or_else(|| panic!("{} may go without {name:?}: ask whether it is there", self.title))
    }

    /// Whether it was given.
    pub fn has(&self, name: &str) -> bool {
        self.declared(name);
        self.values.contains_key(name)
    }

    /// The text of a parameter that is needed or has a default.
    pub fn text(&self, name: &str) -> &str {
        &self.value(name).text
    }

    /// The text of a parameter that may be left out.
    pub fn text_if(&self, name: &str) -> Option<&str> {
        self.value_if(name).map(|value| value.text.as_str())
    }

    /// The file that a [`Kind::Source`] parameter was read from.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.value_if(name).and_then(|value| value.file.as_deref())
    }

    /// What the reader of a [`Kind::Form`] made of its text.
    pub fn form<T: Any>(&self, name: &str) -> &T {
        self.value(name).form(name)
    }

    /// The same of a parameter that may be left out.
    pub fn form_if<T: Any>(&self, name: &str) -> Option<&T> {
        self.value_if(name).map(|value| value.form(name))
    }

    /// All the texts of a parameter that may be given several times.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        self.declared(name);
        self.values.get(name).into_iter().flatten().map(|value| value.text.as_str()).collect()
    }

    /// All the values of a form that may be given several times.
    pub fn forms<T: Any>(&self, name: &str) -> Vec<&T> {
        self.declared(name);
        self.values.get(name).into_iter().flatten().map(|value| value.form(name)).collect()
    }

    /// A whole number that is needed or has a default.
    pub fn whole(&self, name: &str) -> i64 {
        self.value(name).whole(name)
    }

    /// A whole number that may be left out.
    pub fn whole_if(&self, name: &str) -> Option<i64> {
        self.value_if(name).map(|value| value.whole(name))
    }

    /// A whole number whose limits are not negative.
    pub fn size(&self, name: &str) -> usize {
        usize::try_from(self.whole(name)).expect("its limits are not negative")
    }

    /// The same if it may be left out.
    pub fn size_if(&self, name: &str) -> Option<usize> {
        self.whole_if(name).map(|value| usize::try_from(value).expect("its limits are not negative"))
    }

    /// A real number that is needed or has a default.
    pub fn real(&self, name: &str) -> f64 {
        self.value(name).real(name)
    }

    /// A real number that may be left out.
    pub fn real_if(&self, name: &str) -> Option<f64> {
        self.value_if(name).map(|value| value.real(name))
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

    /// The same ask with the next seed, so that chance makes something else of it; `None` where chance has no part in
    /// it, or where a position to begin with was given.
    pub fn anew(&self) -> Option<Ask> {
        let seed = self.params.iter().find(|param| param.name == "seed")?;
        if self.values.contains_key(crate::game::FROM.name) {
            return None;
        }
        let next = self.whole("seed").checked_add(1).unwrap_or(0).to_string();
        let mut ask = self.clone();
        ask.values.remove(seed.name);
        ask.give(seed.name, &next, &NoFiles).ok()?;
        Some(ask)
    }

    /// Says that the certificate is wanted, however long it takes; front ends do so when there is a file to write it
    /// to.
    #[must_use]
    pub fn with_certificate(mut self) -> Self {
        self.certify = Certify::Wanted;
        self
    }

    /// Says that nobody will look at a certificate.
    #[must_use]
    pub fn without_certificate(mut self) -> Self {
        self.certify = Certify::Never;
        self
    }

    /// Whether the certificate is wanted. Without this wish a question gives one only where it costs nothing.
    pub fn wants_certificate(&self) -> bool {
        self.certify == Certify::Wanted
    }

    /// Whether a certificate would be made in vain.
    pub fn spares_certificate(&self) -> bool {
        self.certify == Certify::Never
    }

    /// What was given, in the order of the parameters: the words of the sentence without those that only repeat a
    /// default.
    pub fn given(&self) -> impl Iterator<Item = (&'static Param, &str)> {
        let told = |param: &'static Param| {
            let values = self.values.get(param.name).into_iter().flatten().map(|value| value.text.as_str());
            values.filter(|&text| param.default() != Some(text)).map(move |text| (param, text))
        };
        self.params.iter().flat_map(told)
    }

    /// The sentence of this ask: title, main words, then what differs from its default.
    pub fn line(&self) -> String {
        format!("{}{}", self.title, self.words_with(&[]))
    }

    /// The words of its sentence after the title, some parameters with other texts or left out: what a hand says that
    /// changes only these.
    pub fn words_with(&self, changed: &[(&str, Option<&str>)]) -> String {
        let mut words = String::new();
        for param in self.params {
            let texts: Vec<&str> = match changed.iter().find(|(name, _)| *name == param.name) {
                Some((_, text)) => text.iter().copied().collect(),
                None => {
                    let told = |value: &Value| Some(value.text.as_str()) != param.default() || !param.place.is_named();
                    let values = self.values.get(param.name).into_iter().flatten().filter(|value| told(value));
                    values.map(|value| value.file.as_deref().unwrap_or(&value.text)).collect()
                }
            };
            for text in texts {
                match (param.place, param.kind) {
                    (Place::Main | Place::Rest, _) => write!(words, " {}", quote(text)),
                    (_, Kind::Switch) => write!(words, " --{}", param.name),
                    _ => write!(words, " --{} {}", param.name, quote(text)),
                }
                .expect("writing to a string cannot fail");
            }
        }
        words
    }
}

/// Parts the words of a sentence: those that name parameters of `aside`, with their values, and the others, read by
/// `params`.
pub fn part(words: &[String], params: &[Param], aside: &[Param]) -> (Vec<String>, Vec<String>) {
    let (mut others, mut set_aside) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").map(|named| named.split('=').next().unwrap_or(named));
        let of = |params: &[Param]| params.iter().find(|p| p.place.is_named() && Some(p.name) == name).copied();
        let (pile, param) = match of(aside) {
            Some(param) => (&mut set_aside, Some(param)),
            None => (&mut others, of(params)),
        };
        pile.push(word.clone());
        let alone = param.is_none_or(|param| matches!(param.kind, Kind::Switch)) || word.contains('=');
        if !alone {
            pile.extend(words.next().cloned());
        }
    }
    (others, set_aside)
}

/// The sentence that [`words`] reads as these words.
pub fn sentence<W: AsRef<str>>(words: &[W]) -> String {
    words.iter().map(|word| quote(word.as_ref())).collect::<Vec<_>>().join(" ")
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

    #[test]
    fn an_ask_is_made_anew_by_its_next_seed() {
        const PARAMS: &[Param] = &[crate::game::FROM, Param::seed()];
        let read = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            Ask::read("play", PARAMS, &words, &NoFiles).unwrap()
        };
        assert_eq!(read(&[]).anew().unwrap().line(), "play --seed 2");
        assert_eq!(read(&["--seed", "7"]).anew().unwrap().seed(), 8);
        assert!(read(&["--from", "x"]).anew().is_none());
        assert!(Ask::read("play", &[], &[], &NoFiles).unwrap().anew().is_none());
    }
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
        assert_eq!((ask.size("n"), ask.text("piece"), ask.flag("any")), (5, "rook", true));
        assert_eq!(ask.line(), "queens solve 5 --piece rook --board Q.../.... --any");
        assert_eq!(read("5 --piece=queen").unwrap().line(), "queens solve 5");
        let other = ask.words_with(&[("n", Some("{x} {y}")), ("board", None), ("piece", Some("queen"))]);
        assert_eq!(other, " \"{x} {y}\" --piece queen --any");
    }

    #[test]
    fn what_is_missing_doubled_or_unknown_is_named() {
        let cases = [
            ("", "N: missing"),
            ("5 6", "one word too many"),
            ("5 --any --any", "given twice"),
            ("5 --peice rook", "perhaps --piece is meant"),
            ("5 --piece", "its value is missing"),
            ("5 --any=yes", "takes no value"),
        ];
        crate::trial::refused(&cases, read);
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
