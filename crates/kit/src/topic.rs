//! Topics, questions and game tables: the shapes that every room copies.

use crate::ask::{Ask, NoFiles, Shelf, words};
use crate::{CertificateKind, Claim, Error, Param, Play, Report, Result, Watch, Word, nearest, shorten};

/// A room of the house.
pub trait Topic: Sync {
    /// One id: command, address, module, golden file, picture.
    fn name(&self) -> &'static str;

    /// One line.
    fn about(&self) -> &'static str;

    /// The essay in short: a few paragraphs for someone who opens the room for the first time.
    fn essay(&self) -> &'static str {
        self.about()
    }

    /// What can be asked.
    fn questions(&self) -> &'static [&'static dyn Question];

    /// What the papers say, each with a way to check it.
    fn claims(&self) -> &'static [Claim] {
        &[]
    }

    /// A game or puzzle to sit down at, if it has one.
    fn table(&self) -> Option<&'static dyn GameTable> {
        None
    }

    /// The games that this topic offers to the language of sums.
    fn words(&self) -> &'static [&'static dyn Word] {
        &[]
    }

    /// Questions that may be asked without the topic's name: `parlor value EXPR` for `parlor sums value EXPR`.
    fn shorthands(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the word after `play`, which is no topic's name, is something to play at this topic's table: `play "nim(3) + nim(4)"`.
    fn plays(&self, _text: &str) -> bool {
        false
    }

    /// The kinds of certificates that it writes and checks.
    fn certificates(&self) -> &'static [CertificateKind] {
        &[]
    }
}

/// A question that a topic answers: `queens count`, `merlin solve`, `exile nth`.
pub trait Question: Sync {
    /// Its name, the second word of its sentence.
    fn name(&self) -> &'static str;

    /// One line.
    fn about(&self) -> &'static str;

    /// Flags, help, the web form and validation come from this.
    fn params(&self) -> &'static [Param];

    /// Whole sentences without the program's name, `queens count 5`. The README, the gallery and smoke tests run each of them, so each
    /// answers within a second.
    fn examples(&self) -> &'static [&'static str];

    /// The answer. Parameters are checked; inside one may assume them.
    fn answer(&self, ask: &Ask, watch: &mut dyn Watch) -> Result<Report>;
}

/// A place to sit down at: the parameters of a game and the way to begin it.
pub trait GameTable: Sync {
    /// The parameters after `parlor play TOPIC`.
    fn params(&self) -> &'static [Param];

    /// Whole sentences after `play`, `queens 6 --rule noon`.
    fn examples(&self) -> &'static [&'static str];

    /// Begins a game.
    fn sit(&self, ask: &Ask) -> Result<Box<dyn Play>>;
}

/// The topic of that name, or an error with the nearest one.
pub fn find_topic(all: &[&'static dyn Topic], name: &str) -> Result<&'static dyn Topic> {
    all.iter().copied().find(|t| t.name() == name).ok_or_else(|| {
        let instead = match nearest(name, all.iter().map(|t| t.name())) {
            Some(near) => format!("perhaps {near:?} is meant"),
            None => format!("there are {}", all.iter().map(|t| t.name()).collect::<Vec<_>>().join(", ")),
        };
        Error::usage(format!("{:?}", shorten(name)), "no such topic", instead)
    })
}

/// The question of that name, or an error with the nearest one.
pub fn find_question(topic: &dyn Topic, name: &str) -> Result<&'static dyn Question> {
    let all = topic.questions();
    all.iter().copied().find(|q| q.name() == name).ok_or_else(|| {
        let instead = match nearest(name, all.iter().map(|q| q.name())) {
            Some(near) => format!("perhaps {near:?} is meant"),
            None => format!("there are {}", all.iter().map(|q| q.name()).collect::<Vec<_>>().join(", ")),
        };
        Error::usage(format!("{:?}", shorten(name)), format!("{} has no such question", topic.name()), instead)
    })
}

/// Reads a whole sentence, `queens count 5`, into its question and its ask.
pub fn read_sentence(
    all: &[&'static dyn Topic],
    sentence: &str,
    shelf: &dyn Shelf,
) -> Result<(&'static dyn Question, Ask)> {
    let words = words(sentence)?;
    let [topic, question, rest @ ..] = words.as_slice() else {
        return Err(Error::usage(shorten(sentence), "too short", "write a topic and a question"));
    };
    let topic = find_topic(all, topic)?;
    let question = find_question(topic, question)?;
    let title = format!("{} {}", topic.name(), question.name());
    Ok((question, Ask::read(title, question.params(), rest, shelf)?))
}

/// Reads a sentence such as `queens 6 --rule noon` and sits down at that topic's table.
pub fn sit_down(all: &[&'static dyn Topic], sentence: &str) -> Result<Box<dyn Play>> {
    let words = words(sentence)?;
    let [topic, rest @ ..] = words.as_slice() else {
        return Err(Error::usage("play", "no topic is named", "write one that has a game"));
    };
    let topic = find_topic(all, topic)?;
    let table = table_of(topic)?;
    table.sit(&Ask::read(format!("play {}", topic.name()), table.params(), rest, &NoFiles)?)
}

/// The table of a topic, or an error that says it has none.
pub fn table_of(topic: &dyn Topic) -> Result<&'static dyn GameTable> {
    topic.table().ok_or_else(|| {
        Error::usage(topic.name(), "there is no game to play in this topic", "ask it a question instead")
    })
}
