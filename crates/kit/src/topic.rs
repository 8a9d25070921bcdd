//! Topics, questions and game tables: the shapes that every room copies.

use crate::ask::{Ask, NoFiles, Shelf, words};
use crate::parts::{Pieces, Shared};
use crate::{
    CertificateKind, Claim, Error, Lesson, Param, Play, Report, Result, Unwatched, Watch, Word, Worksheet, say,
};

/// A room of the house: one row of the registry.
pub struct Topic {
    /// One id: command, address, module, golden file, picture.
    pub name: &'static str,
    /// What people call it, `Lights Out`; without one it has its id.
    pub title: &'static str,
    /// One line.
    pub about: &'static str,
    /// The sentence whose picture shows best what it is about; without one, any of its examples.
    pub picture: &'static str,
    /// The essay: a few paragraphs for someone who opens the room for the first time, and parts that unfold
    /// ([`crate::essay`]).
    pub essay: &'static str,
    /// What can be asked.
    pub questions: &'static [Question],
    /// What the papers say, each with a way to check it.
    pub claims: &'static [Claim],
    /// A game or puzzle to sit down at, if it has one.
    pub table: Option<&'static GameTable>,
    /// The games that this topic offers to the language of sums.
    pub words: &'static [&'static Word],
    /// Questions that may be asked without the topic's name: `parlor value EXPR` for `parlor sums value EXPR`.
    pub shorthands: &'static [&'static str],
    /// Whether the word after `play`, which is no topic's name, is something to play at this table: `play "nim(3) +
    /// nim(4)"`.
    pub plays: fn(&str) -> bool,
    /// The kinds of certificates that it writes and checks.
    pub certificates: &'static [CertificateKind],
    /// Short walks through the room for who wants to learn.
    pub lessons: &'static [Lesson],
    /// Puzzles to print, if it makes some.
    pub worksheet: Option<&'static Worksheet>,
    /// The papers that it goes back to, section by section.
    pub paper: &'static str,
    /// The questions whose searches share what they prove, on one machine or many.
    pub shared: &'static [Shared],
    /// The questions whose work falls into independent pieces.
    pub pieces: &'static [Pieces],
}

impl Topic {
    /// A room without furniture: `Topic { name: "null", ..Topic::EMPTY }`.
    pub const EMPTY: Topic = Topic {
        name: "",
        title: "",
        about: "",
        picture: "",
        essay: "",
        questions: &[],
        claims: &[],
        table: None,
        words: &[],
        shorthands: &[],
        plays: |_| false,
        certificates: &[],
        lessons: &[],
        worksheet: None,
        paper: "",
        shared: &[],
        pieces: &[],
    };

    /// What people call it.
    pub const fn called(&self) -> &'static str {
        if self.title.is_empty() { self.name } else { self.title }
    }

    /// The answer to a sentence about it, `queens count 5`, with nobody watching and no files at hand.
    pub fn answer(&'static self, sentence: &str) -> Result<Report> {
        let (question, ask) = read_sentence(&[self], sentence, &NoFiles)?;
        (question.answer)(&ask, &mut Unwatched)
    }
}

/// Positions and moves that carry their text are shown by it.
#[macro_export]
macro_rules! shown_by_text {
    ($($kind:ty),+) => {
        $(impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.text)
            }
        })+
    };
}

/// A room of that name with every piece of furniture of the floor plan, each found in the file that bears its name.
/// What it is about, and what it has besides, stands before it: `Topic { about, .., ..kit::furnished!("queens") }`.
#[macro_export]
macro_rules! furnished {
    ($name:literal) => {
        $crate::Topic {
            name: $name,
            essay: include_str!("essay.md"),
            questions: questions::QUESTIONS,
            claims: claims::CLAIMS,
            table: Some(&play::TABLE),
            certificates: certificate::CERTIFICATES,
            lessons: lessons::LESSONS,
            paper: include_str!("paper.md"),
            worksheet: Some(&worksheet::WORKSHEET),
            ..$crate::Topic::EMPTY
        }
    };
}

/// A question that a topic answers: `queens count`, `merlin solve`, `exile nth`.
pub struct Question {
    /// Its name, the second word of its sentence.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// Flags, help, the web form and validation come from this.
    pub params: &'static [Param],
    /// Whole sentences without the program's name, `queens count 5`. The README, the gallery and smoke tests run each
    /// of them, so each answers within a second.
    pub examples: &'static [&'static str],
    /// The answer. Parameters are checked; inside one may assume them.
    pub answer: fn(&Ask, &mut dyn Watch) -> Result<Report>,
}

telling!(Question { about: &'static str, params: &'static [Param], examples: &'static [&'static str] });

impl Question {
    /// The row of a question: its name and its answer.
    pub const fn of(name: &'static str, answer: fn(&Ask, &mut dyn Watch) -> Result<Report>) -> Question {
        Question { name, about: "", params: &[], examples: &[], answer }
    }

    /// Reads the words after the question's name.
    pub fn ask(&self, topic: &Topic, words: &[String], shelf: &dyn Shelf) -> Result<Ask> {
        Ask::read(format!("{} {}", topic.name, self.name), self.params, words, shelf)
    }
}

/// A place to sit down at: the parameters of a game and the way to begin it.
pub struct GameTable {
    /// The parameters after `parlor play TOPIC`; [`crate::FROM`] or a parameter of that name is among them.
    pub params: &'static [Param],
    /// Whole sentences after `play`, `queens 6 --rule noon`.
    pub examples: &'static [&'static str],
    /// Begins a game; nothing is solved before somebody asks for advice.
    pub sit: fn(&Ask, &mut dyn Watch) -> Result<Box<dyn Play>>,
}

impl GameTable {
    /// Reads the words after the topic's name.
    pub fn ask(&self, topic: &Topic, words: &[String], shelf: &dyn Shelf) -> Result<Ask> {
        Ask::read(format!("play {}", topic.name), self.params, words, shelf)
    }
}

/// The topic of that name, or an error with the nearest one.
pub fn find_topic(all: &[&'static Topic], name: &str) -> Result<&'static Topic> {
    let found = all.iter().copied().find(|t| t.name == name);
    found.ok_or_else(|| say::unknown(name, "no such topic", all.iter().map(|t| t.name)))
}

/// The question of that name, or an error with the nearest one.
pub fn find_question(topic: &Topic, name: &str) -> Result<&'static Question> {
    let all = topic.questions;
    let why = format!("{} has no such question", topic.name);
    say::named(all, |question| question.name, name, why)
}

/// Reads a whole sentence, `queens count 5`, into its question and its ask, as the command line does: `parlor` may
/// stand before it, and a shorthand for a topic and its question.
pub fn read_sentence(all: &[&'static Topic], sentence: &str, shelf: &dyn Shelf) -> Result<(&'static Question, Ask)> {
    let mut words = words(sentence)?;
    if words.first().is_some_and(|word| word == "parlor") {
        words.remove(0);
    }
    let short = |word: &String| all.iter().find(|topic| topic.shorthands.contains(&word.as_str()));
    if let Some(topic) = words.first().and_then(short) {
        words.insert(0, topic.name.to_string());
    }
    let [topic, question, rest @ ..] = words.as_slice() else {
        return Err(Error::usage(say::shorten(sentence), "too short", "write a topic and a question"));
    };
    let topic = find_topic(all, topic)?;
    let question = find_question(topic, question)?;
    Ok((question, question.ask(topic, rest, shelf)?))
}

/// The topic of a table and the words after it. A text that begins with no topic's name may be something to play,
/// blanks and all: `nim(3) + nim(4) --play misere`.
pub fn seat(all: &[&'static Topic], sentence: &str) -> Result<(&'static Topic, Vec<String>)> {
    let all_words = words(sentence)?;
    let Some((first, rest)) = all_words.split_first() else {
        return Err(Error::usage("play", "no topic is named", "write one that has a game"));
    };
    if all.iter().any(|topic| topic.name == first.as_str()) {
        return Ok((find_topic(all, first)?, rest.to_vec()));
    }
    let (played, named) = sentence.split_once(" --").unwrap_or((sentence, ""));
    let played = played.trim();
    match all.iter().find(|topic| (topic.plays)(played)) {
        Some(topic) => {
            let named = if named.is_empty() { Vec::new() } else { words(&format!("--{named}"))? };
            Ok((topic, [vec![played.to_string()], named].concat()))
        }
        None => Ok((find_topic(all, first)?, rest.to_vec())),
    }
}

/// Reads a sentence such as `queens 6 --rule noon` and sits down at that topic's table.
pub fn sit_down(all: &[&'static Topic], sentence: &str, watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let (topic, words) = seat(all, sentence)?;
    let table = table_of(topic)?;
    (table.sit)(&table.ask(topic, &words, &NoFiles)?, watch)
}

/// The table of a topic, or an error that says it has none.
pub fn table_of(topic: &Topic) -> Result<&'static GameTable> {
    topic
        .table
        .ok_or_else(|| Error::usage(topic.name, "there is no game to play in this topic", "ask it a question instead"))
}

#[cfg(test)]
mod tests {
    use super::*;

    static ROOM: Topic = Topic {
        name: "room",
        questions: &[Question {
            name: "ask",
            about: "what is asked",
            params: &[],
            examples: &[],
            answer: |_, _| unreachable!("it is only read"),
        }],
        shorthands: &["ask"],
        plays: |text| text.starts_with("pile("),
        ..Topic::EMPTY
    };
    const ALL: &[&Topic] = &[&ROOM];

    #[test]
    fn sentences_are_read_as_the_command_line_reads_them() {
        for sentence in ["room ask", "parlor room ask", "ask", "parlor ask"] {
            let (question, ask) = read_sentence(ALL, sentence, &NoFiles).unwrap();
            assert_eq!((question.name, ask.line().as_str()), ("ask", "room ask"), "{sentence}");
        }
        for sentence in ["", "room", "parlor", "parlor parlor ask", "rom ask", "room aks", "ask more"] {
            assert!(read_sentence(ALL, sentence, &NoFiles).is_err(), "{sentence}");
        }
    }

    #[test]
    fn a_seat_is_a_topic_or_something_to_play() {
        let seats = |sentence: &str| seat(ALL, sentence).map(|(topic, words)| (topic.name, words.join("|")));
        assert_eq!(seats("room 6 --rule noon").unwrap(), ("room", "6|--rule|noon".to_string()));
        assert_eq!(
            seats("pile(3) + pile(4) --play misere").unwrap(),
            ("room", "pile(3) + pile(4)|--play|misere".into())
        );
        assert!(seats("heap(3)").is_err() && seats(" ").is_err());
    }
}
