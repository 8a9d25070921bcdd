//! The glossary: the terms of the house, each once, in a sentence and in a paragraph, with a sentence of the program
//! that shows it.
//!
//! Essays, facts and reports are marked up from this list, `parlor explain` prints it, and the book has it as a
//! chapter. A term is told in words that need no other term, or names the terms that it rests on.

use crate::essay::Entry;
use crate::{Result, say};
use std::sync::LazyLock;

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its name, in small letters unless it is written otherwise.
    pub name: &'static str,
    /// Other forms of the word that mean the same, plurals among them.
    pub also: Vec<&'static str>,
    /// One sentence.
    pub short: &'static str,
    /// A fuller paragraph.
    pub long: &'static str,
    /// A sentence of the program that shows it, without the program's name; empty if none does.
    pub example: &'static str,
    /// Other terms worth a look.
    pub see: Vec<&'static str>,
}

/// Forms that are everyday words or letters as well. They are terms where they stand alone, as the name of a fact or as
/// an outcome, and mean what anyone means in running text: N coins, an open question, the best of them.
const ALONE: [&str; 17] = [
    "N",
    "P",
    "D",
    "open",
    "best",
    "checked",
    "class",
    "classes",
    "golden",
    "hash",
    "container",
    "holds",
    "settled",
    "corrected",
    "argument",
    "rare",
    "mask",
];

/// The terms, part by part: prose, as essays are.
static GLOSSARY: LazyLock<Vec<Term>> = LazyLock::new(|| {
    let parts = [
        include_str!("glossary/games.md"),
        include_str!("glossary/numbers.md"),
        include_str!("glossary/rooms.md"),
        include_str!("glossary/answers.md"),
        include_str!("glossary/trust.md"),
    ];
    parts.into_iter().flat_map(Entry::all).map(|entry| Term::of(&entry)).collect()
});

/// All terms.
pub fn terms() -> impl Iterator<Item = &'static Term> + Clone {
    GLOSSARY.iter()
}

/// The term of that name or form, or an error with the nearest one.
pub fn find_term(name: &str) -> Result<&'static Term> {
    let wanted = name.trim().replace('_', " ");
    let found = terms().find(|term| term.forms().any(|form| form.eq_ignore_ascii_case(&wanted)));
    found.ok_or_else(|| say::unknown(name, "not in the glossary", terms().map(|term| term.name)))
}

impl Term {
    /// The term that an entry of the list tells: a sentence and a paragraph, and lines `also`, `see` and `example`.
    fn of(entry: &Entry) -> Term {
        let (short, long) = entry.told.split_once("\n\n").unwrap_or((entry.told, ""));
        let example = entry.values("example").next().unwrap_or("");
        Term { name: entry.title, also: entry.list("also"), short, long, example, see: entry.list("see") }
    }

    /// Its name and its other forms.
    pub fn forms(&self) -> impl Iterator<Item = &'static str> + Clone {
        std::iter::once(self.name).chain(self.also.iter().copied())
    }
}

/// A stretch of text: plain, or a term as it was written there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch<'a> {
    /// The text.
    pub text: &'a str,
    /// The name of the term that it is a form of.
    pub term: Option<&'static str>,
}

/// Parts a text into plain stretches and terms; of several forms that begin at one place the longest counts, and only
/// whole words do.
pub fn marked(text: &str) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    let (mut plain, mut at) = (0, 0);
    while at < text.len() {
        let begins_word = at == 0 || !text[..at].ends_with(is_letter);
        match begins_word.then(|| longest_form(&text[at..])).flatten() {
            Some((length, term)) => {
                stretches.extend((plain < at).then(|| Stretch { text: &text[plain..at], term: None }));
                stretches.push(Stretch { text: &text[at..at + length], term: Some(term) });
                at += length;
                plain = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    stretches.extend((plain < text.len()).then(|| Stretch { text: &text[plain..], term: None }));
    stretches
}

/// The longest form that the text begins with, as a whole word, and its term.
fn longest_form(text: &str) -> Option<(usize, &'static str)> {
    let begins = |form: &str| {
        let start = text.get(..form.len())?;
        let same = start.eq_ignore_ascii_case(form);
        (same && !text[form.len()..].starts_with(is_letter)).then_some(form.len())
    };
    let forms = terms().flat_map(|term| term.forms().map(move |form| (form, term.name)));
    let found = forms.filter(|(form, _)| !ALONE.contains(form));
    found.filter_map(|(form, name)| begins(form).map(|length| (length, name))).max_by_key(|&(length, _)| length)
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_form_stands_once_and_what_is_referred_to_exists() {
        let mut forms = HashSet::new();
        for term in terms() {
            for form in term.forms() {
                assert!(forms.insert(form.to_lowercase()), "{form} stands twice");
            }
            assert!(term.short.ends_with('.') && !term.short.trim_end_matches('.').contains(". "), "{}", term.name);
            assert!(term.long.len() > 20 && term.long.ends_with('.'), "{}", term.name);
            for other in &term.see {
                assert!(find_term(other).is_ok() && *other != term.name, "{} refers to {other}", term.name);
            }
        }
        assert!(forms.len() >= 80, "{} forms", forms.len());
    }

    #[test]
    fn texts_are_parted_into_words_and_terms() {
        let text = "The nimber of a sum is the xor; a sumptuous one is not.";
        let terms: Vec<&str> = marked(text).iter().filter_map(|s| s.term).collect();
        assert_eq!(terms, ["nimber", "sum", "xor"]);
        assert_eq!(marked(text).iter().map(|s| s.text).collect::<String>(), text);
        assert_eq!(find_term("Nimbers").unwrap().name, "nimber");
        assert!(find_term("nimbr").unwrap_err().to_string().contains("\"nimber\""));
        assert_eq!(marked("").len(), 0);
        assert!(marked("Of N coins the best is open").iter().all(|stretch| stretch.term.is_none()));
        assert!(ALONE.iter().all(|form| find_term(form).is_ok()), "what stands alone is a term");
    }
}
