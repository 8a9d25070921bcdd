//! Words and functions by their definitions, and the laws that make automata theirs.
//!
//! A definition is data. An automaton for it is guessed from values ([`super::learn`]) or made of a formula, and it is
//! the right one when the *laws* hold, which are sentences of the language about that automaton alone:
//!
//! - a *count* c of a letter x in a word W: c(0) is 0 and nothing else; c(n) = y gives c(n+1) = y + 1 where `W[n]` is
//!   x, and y elsewhere; no two values at a place. By induction c(n) is the number of x among the first n letters;
//! - the *fixed point* of a morphism: every place has one letter, the first is the given one, and the image of `W[n]`
//!   stands at the place |image of the first n letters|, which is a sum of counts. The given letter's image begins with
//!   it and is longer, so by induction W is the fixed point;
//! - a function with a *graph*: every place has one value; and further laws that the definition lists, such as a rule
//!   by mex.
//!
//! Laws are decided without supposing that the names in them have one value everywhere.

use super::numeration::System;
use super::read::read;
use super::statement::{Name, NameKind, Statement};
use kit::{Error, Result};
use std::collections::BTreeSet;

/// A word or a function, as data.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its name in statements.
    pub name: &'static str,
    /// What it is, in words.
    pub about: &'static str,
    /// What it is.
    pub meaning: Meaning,
}

/// How a word or a function is defined.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// The fixed point of a morphism that begins with the first letter of the first image. Its counts come with it:
    /// `T_a(n)` is the number of a among the first n letters of T.
    FixedPoint {
        /// The letters, one character each.
        letters: &'static str,
        /// The image of each letter.
        images: &'static [&'static str],
        /// The letter that the word begins with.
        start: char,
    },
    /// A function by a formula for "y is its value at n", in those two variables and earlier names, and the laws that
    /// define it.
    Graph {
        /// The formula.
        graph: &'static str,
        /// Further laws: sentences, in which later names may be used too.
        laws: &'static [&'static str],
    },
}

/// A name with all that is needed to make and to judge its automaton.
pub(super) enum Entry {
    FixedPoint { letters: Vec<char>, images: Vec<Vec<usize>>, start: usize },
    Count { word: usize, letter: usize },
    Graph { graph: Box<Statement>, laws: &'static [&'static str] },
}

/// The names that statements over one numeration system may use.
pub struct Library {
    /// The numeration system.
    pub system: System,
    pub(super) names: Vec<Name>,
    pub(super) abouts: Vec<String>,
    pub(super) entries: Vec<Entry>,
}

impl Library {
    /// The library of these definitions.
    ///
    /// # Errors
    /// When a definition cannot be read.
    pub fn new(system: System, definitions: &[Definition]) -> Result<Library> {
        let mut library = Library { system, names: Vec::new(), abouts: Vec::new(), entries: Vec::new() };
        for definition in definitions {
            match definition.meaning {
                Meaning::FixedPoint { letters, images, start } => library.word(definition, letters, images, start)?,
                Meaning::Graph { graph, laws } => {
                    let statement = read(graph, &library.system, &library.names)?;
                    let free: Vec<&str> =
                        statement.free.iter().map(|&v| statement.variables[v as usize].name.as_str()).collect();
                    if !free.iter().all(|name| ["n", "y"].contains(name)) || free.len() != 2 {
                        return Err(Error::usage(graph, format!("{free:?} are free in it"), "use n and y"));
                    }
                    let entry = Entry::Graph { graph: Box::new(statement), laws };
                    library.add(definition.name.to_string(), NameKind::Function, definition.about.to_string(), entry);
                }
            }
        }
        Ok(library)
    }

    fn add(&mut self, name: String, kind: NameKind, about: String, entry: Entry) {
        self.names.push(Name { name, kind });
        self.abouts.push(about);
        self.entries.push(entry);
    }

    fn word(&mut self, of: &Definition, letters: &str, images: &[&str], start: char) -> Result<()> {
        let letters: Vec<char> = letters.chars().collect();
        let place = |letter: char| letters.iter().position(|&l| l == letter);
        let image = |text: &&str| text.chars().map(place).collect::<Option<Vec<usize>>>();
        let images: Option<Vec<Vec<usize>>> = images.iter().map(image).collect();
        let sound = images.zip(place(start)).filter(|(images, start)| {
            let whole = images.len() == letters.len() && images.iter().all(|image| !image.is_empty());
            whole && images[*start].len() > 1 && images[*start][0] == *start
        });
        let Some((images, start)) = sound else {
            let why = "its images are no morphism that prolongs the first letter";
            let instead = "give each letter an image, and the first one a longer image that begins with it";
            return Err(Error::usage(format!("the word {}", of.name), why, instead));
        };
        let word = self.names.len();
        let shown: Vec<String> = letters.iter().map(ToString::to_string).collect();
        let kind = NameKind::Word { letters: shown.clone() };
        self.add(of.name.to_string(), kind, of.about.to_string(), Entry::FixedPoint { letters, images, start });
        for (letter, glyph) in shown.iter().enumerate() {
            let about = format!("how many {glyph} stand among the first n letters of {}", of.name);
            let name = format!("{}_{glyph}", of.name);
            self.add(name, NameKind::Function, about, Entry::Count { word, letter });
        }
        Ok(())
    }

    /// The names, with what each is in words.
    pub fn names(&self) -> impl Iterator<Item = (&Name, &str)> {
        self.names.iter().zip(self.abouts.iter().map(String::as_str))
    }

    /// Reads a statement in these names.
    ///
    /// # Errors
    /// When the text is no statement in these names, with the place.
    pub fn read(&self, text: &str) -> Result<Statement> {
        read(text, &self.system, &self.names)
    }

    /// How a name is defined, in one line: what a certificate repeats.
    pub fn definition(&self, name: usize) -> String {
        match &self.entries[name] {
            Entry::FixedPoint { letters, images, start } => {
                let image = |image: &Vec<usize>| image.iter().map(|&l| letters[l]).collect::<String>();
                let arrows = letters.iter().zip(images).map(|(letter, to)| format!("{letter}->{}", image(to)));
                format!("fixed point of {} from {}", arrows.collect::<Vec<_>>().join(","), letters[*start])
            }
            Entry::Count { word, letter } => format!("count of letter {letter} in {}", self.names[*word].name),
            Entry::Graph { graph, .. } => format!("graph {}", graph.text),
        }
    }

    /// The laws of a name, as sentences.
    pub fn laws(&self, name: usize) -> Vec<String> {
        let own = &self.names[name].name;
        match &self.entries[name] {
            Entry::FixedPoint { images, start, .. } => self.laws_of_word(name, images, *start),
            Entry::Count { word, letter } => {
                let word = &self.names[*word].name;
                vec![
                    format!("A y: {own}(0) = y <=> y = 0"),
                    format!("A n, y: {own}(n) = y & {word}[n] = {letter} => {own}(n+1) = y + 1"),
                    format!("A n, y: {own}(n) = y & {word}[n] != {letter} => {own}(n+1) = y"),
                    format!("A n, y, z: {own}(n) = y & {own}(n) = z => y = z"),
                ]
            }
            Entry::Graph { laws, .. } => {
                let mut all =
                    vec![format!("A n: E y: {own}(n) = y"), format!("A n, y, z: {own}(n) = y & {own}(n) = z => y = z")];
                all.extend(laws.iter().map(ToString::to_string));
                all
            }
        }
    }

    fn laws_of_word(&self, name: usize, images: &[Vec<usize>], start: usize) -> Vec<String> {
        let own = &self.names[name].name;
        let some: Vec<String> = (0..images.len()).map(|letter| format!("{own}[n] = {letter}")).collect();
        let mut laws = vec![
            format!("A n: {}", some.join(" | ")),
            format!("A n, y, z: {own}[n] = y & {own}[n] = z => y = z"),
            format!("{own}[0] = {start}"),
        ];
        let place = match self.uniform(name) {
            Some(length) => format!("{length}*n"),
            None => {
                let part =
                    |letter: usize| format!("{}*{}(n)", images[letter].len(), self.names[name + 1 + letter].name);
                (0..images.len()).map(part).collect::<Vec<_>>().join(" + ")
            }
        };
        for (letter, image) in images.iter().enumerate() {
            let at = |(i, to): (usize, &usize)| format!("{own}[{place} + {i}] = {to}");
            let there: Vec<String> = image.iter().enumerate().map(at).collect();
            laws.push(format!("A n: {own}[n] = {letter} => {}", there.join(" & ")));
        }
        laws
    }

    /// The length of all images of a word, if they have one length.
    fn uniform(&self, name: usize) -> Option<usize> {
        let Entry::FixedPoint { images, .. } = &self.entries[name] else { return None };
        images.iter().all(|image| image.len() == images[0].len()).then(|| images[0].len())
    }

    /// The first values of a word or a count; `None` for a function with a graph.
    pub(super) fn values(&self, name: usize, count: usize) -> Option<Vec<u64>> {
        match &self.entries[name] {
            Entry::FixedPoint { images, start, .. } => {
                let mut word = images[*start].clone();
                let mut read = 1;
                while word.len() < count && read < word.len() {
                    let image = &images[word[read]];
                    word.extend_from_slice(image);
                    read += 1;
                }
                Some(word.into_iter().take(count).map(|letter| letter as u64).collect())
            }
            Entry::Count { word, letter } => {
                let mut seen = 0;
                let before = |there: u64| {
                    let before = seen;
                    seen += u64::from(there == *letter as u64);
                    before
                };
                Some(self.values(*word, count)?.into_iter().map(before).collect())
            }
            Entry::Graph { .. } => None,
        }
    }

    /// All names that these lead to: those in graphs, in laws, and so on.
    pub(super) fn needed(&self, used: &BTreeSet<usize>) -> Result<BTreeSet<usize>> {
        let (mut needed, mut queue) = (BTreeSet::new(), used.iter().copied().collect::<Vec<_>>());
        while let Some(name) = queue.pop() {
            if !needed.insert(name) {
                continue;
            }
            if let Entry::Graph { graph, .. } = &self.entries[name] {
                graph.formula.names(&mut |inner| queue.push(inner));
            }
            for law in self.laws(name) {
                self.read(&law)?.formula.names(&mut |inner| queue.push(inner));
            }
        }
        Ok(needed)
    }
}
