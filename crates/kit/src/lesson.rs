//! Lessons: short walks through a room, in steps that say something, show something, and may wait for the learner.
//!
//! A lesson is a row. What a learner does is judged by the engine: a winning move by the values of the position, a
//! number by the fact of an answer, a puzzle by the end of its game. No answer is written down here.

use crate::ask::NoFiles;
use crate::{Fact, Play, Report, Result, Topic, Watch, read_sentence, say, sit_down};

/// A lesson of a topic.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// A few words.
    pub title: &'static str,
    /// What one can do or knows afterwards, in one sentence.
    pub aim: &'static str,
    /// How long it takes.
    pub minutes: u32,
    /// Its steps in order.
    pub steps: &'static [Step],
}

/// A step of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What it says. Words between backquotes are sentences of the program or texts of moves.
    pub say: &'static str,
    /// What it shows.
    pub show: Show,
    /// Numbers that stand in what it says: sentence, fact, and the number as it is written there.
    pub told: &'static [(&'static str, &'static str, &'static str)],
    /// What it waits for.
    pub task: Option<Task>,
}

/// What a step shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Words alone.
    Nothing,
    /// The answer to a sentence such as `queens lock 5`.
    Answer(&'static str),
    /// A table to sit down at, by a sentence such as `queens 4 --from ...`.
    Table(&'static str),
}

/// What the learner is to do.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The request, in a sentence.
    pub request: &'static str,
    /// What counts as done.
    pub goal: Goal,
    /// A reason that leads there, without the answer.
    pub hint: &'static str,
}

/// What counts as done.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// One move, at the table that is shown, that wins.
    Win,
    /// Play at the table that is shown up to its end: a puzzle is solved, a game is won against the house.
    Finish {
        /// The most moves of the learner; 0 allows any number.
        within: usize,
    },
    /// The fact of an answer.
    Fact {
        /// The sentence that is asked.
        sentence: &'static str,
        /// The name of its fact.
        fact: &'static str,
        /// What to choose from; empty if it is to be written.
        choices: &'static [&'static str],
    },
}

impl Step {
    /// Words.
    pub const fn say(say: &'static str) -> Step {
        Step { say, show: Show::Nothing, told: &[], task: None }
    }

    /// Words and the answer to a sentence.
    pub const fn answer(say: &'static str, sentence: &'static str) -> Step {
        Step { say, show: Show::Answer(sentence), told: &[], task: None }
    }

    /// Words and a table.
    pub const fn table(say: &'static str, sentence: &'static str) -> Step {
        Step { say, show: Show::Table(sentence), told: &[], task: None }
    }

    /// The same with numbers that are computed: sentence, fact, and the number as it is written in the words.
    #[must_use]
    pub const fn told(mut self, told: &'static [(&'static str, &'static str, &'static str)]) -> Step {
        self.told = told;
        self
    }

    /// The same, waiting for a winning move.
    #[must_use]
    pub const fn win(mut self, request: &'static str, hint: &'static str) -> Step {
        self.task = Some(Task { request, goal: Goal::Win, hint });
        self
    }

    /// The same, waiting for the end of the game; `within` is the most moves of the learner, 0 for any number.
    #[must_use]
    pub const fn finish(mut self, request: &'static str, within: usize, hint: &'static str) -> Step {
        self.task = Some(Task { request, goal: Goal::Finish { within }, hint });
        self
    }

    /// The same, waiting for a fact of an answer.
    #[must_use]
    pub const fn find(
        mut self,
        request: &'static str,
        (sentence, fact): (&'static str, &'static str),
        hint: &'static str,
    ) -> Step {
        self.task = Some(Task { request, goal: Goal::Fact { sentence, fact, choices: &[] }, hint });
        self
    }

    /// The same, with something to choose from.
    #[must_use]
    pub const fn choose(
        mut self,
        request: &'static str,
        choices: &'static [&'static str],
        (sentence, fact): (&'static str, &'static str),
        hint: &'static str,
    ) -> Step {
        self.task = Some(Task { request, goal: Goal::Fact { sentence, fact, choices }, hint });
        self
    }
}

/// What the engine says of what a learner did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done.
    Right,
    /// Not so; what was done last is taken back.
    Wrong,
    /// So far so good, but it is not done yet.
    Onward,
    /// It ended otherwise than wished: begin this step anew.
    Over,
}

/// An outcome with its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What became of it.
    pub outcome: Outcome,
    /// Why, in a sentence.
    pub line: String,
}

impl Judgement {
    fn new(outcome: Outcome, line: impl Into<String>) -> Judgement {
        Judgement { outcome, line: line.into() }
    }
}

/// The lesson of that number, from 1, or an error that says how many there are.
pub fn find_lesson(topic: &Topic, number: usize) -> Result<&'static Lesson> {
    number.checked_sub(1).and_then(|place| topic.lessons.get(place)).ok_or_else(|| {
        let there = match topic.lessons.len() {
            0 => "it has none".to_string(),
            1 => "it has one, lesson 1".to_string(),
            many => format!("it has lessons 1 to {many}"),
        };
        crate::Error::usage(number, format!("{} has no such lesson", topic.name), there)
    })
}

/// The answer to a sentence.
pub fn answer(all: &[&'static Topic], sentence: &str, watch: &mut dyn Watch) -> Result<Report> {
    let (question, ask) = read_sentence(all, sentence, &NoFiles)?;
    (question.answer)(&ask, watch)
}

/// The table of a step after what the learner did there, with the replies of the house; `None` if it shows none.
pub fn table_after(
    all: &[&'static Topic],
    step: &Step,
    done: &[String],
    watch: &mut dyn Watch,
) -> Result<Option<Box<dyn Play>>> {
    let Show::Table(sentence) = step.show else { return Ok(None) };
    let mut play = sit_down(all, sentence, watch)?;
    let learner = play.turn();
    for one in done {
        play.play(one)?;
        let replies = matches!(step.task, Some(Task { goal: Goal::Finish { .. }, .. })) && !play.solitaire();
        while replies && play.end().is_none() && play.turn() != learner {
            let reply = play.advise(watch)?.play;
            play.play(&reply)?;
        }
    }
    Ok(Some(play))
}

/// Judges what the learner did in a step: one answer, or the moves so far, the last of them new.
pub fn judge(all: &[&'static Topic], step: &Step, done: &[String], watch: &mut dyn Watch) -> Result<Judgement> {
    let Some(task) = &step.task else { return Ok(Judgement::new(Outcome::Right, "There is nothing to do here.")) };
    let Some((last, before)) = done.split_last() else {
        return Ok(Judgement::new(Outcome::Onward, task.request));
    };
    match task.goal {
        Goal::Fact { sentence, fact, .. } => judge_fact(all, sentence, fact, last, watch),
        Goal::Win => judge_move(all, step, last, watch),
        Goal::Finish { within } => judge_game(all, step, (before, last), within, watch),
    }
}

fn judge_fact(
    all: &[&'static Topic],
    sentence: &str,
    name: &str,
    given: &str,
    watch: &mut dyn Watch,
) -> Result<Judgement> {
    let report = answer(all, sentence, watch)?;
    let Some(fact) = report.get(name) else {
        return Err(crate::Error::failed(format!("{sentence} tells no {name}")));
    };
    let right = plain(&fact.to_string());
    Ok(match plain(given) == right {
        true => Judgement::new(Outcome::Right, format!("Right: {}.", told(fact))),
        false if given.trim().is_empty() => Judgement::new(Outcome::Wrong, "Nothing is written yet."),
        false => {
            let line = format!("{} is not it. Think again, or ask for a hint.", say::shorten(given.trim()));
            Judgement::new(Outcome::Wrong, line)
        }
    })
}

/// What two ways of writing the same have in common: no spaces at the ends, no grouping, small letters.
fn plain(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let text = words.join(" ");
    let number = text.replace(',', "");
    if number.bytes().all(|b| b.is_ascii_digit()) { number } else { text }
}

fn told(fact: &Fact) -> String {
    match fact.as_whole() {
        Some(number) => say::grouped(number),
        None => fact.to_string(),
    }
}

fn judge_move(all: &[&'static Topic], step: &Step, given: &str, watch: &mut dyn Watch) -> Result<Judgement> {
    let Some(mut play) = table_after(all, step, &[], watch)? else {
        return Err(crate::Error::failed("a winning move needs a table"));
    };
    let values = play.values(watch)?;
    if let Err(error) = play.play(given) {
        return Ok(Judgement::new(Outcome::Wrong, sentence_of(&error.to_string())));
    }
    let made = play.history().pop().unwrap_or_default();
    // A move that amounts to an offered one is judged by what it leaves.
    let wins = match values.iter().find(|value| value.play == made) {
        Some(value) => value.wins,
        None => left_to_lose(&*play, watch)?,
    };
    let note = values.iter().find(|value| value.play == made).map(|value| value.note.as_str()).unwrap_or_default();
    let after = if note.is_empty() { String::new() } else { format!(" ({note})") };
    Ok(match wins {
        Some(true) => Judgement::new(Outcome::Right, format!("Right: {made} wins{after}.")),
        Some(false) => {
            Judgement::new(Outcome::Wrong, format!("{made} does not win{after}. Take it back and look again."))
        }
        None => Judgement::new(Outcome::Wrong, format!("Nobody knows whether {made} wins; find one that surely does.")),
    })
}

/// Whether the player to move loses, as far as the values of the moves tell.
fn left_to_lose(play: &dyn Play, watch: &mut dyn Watch) -> Result<Option<bool>> {
    if let Some(end) = play.end() {
        return Ok(Some(end.winner == Some(1 - play.turn())));
    }
    let values = play.values(watch)?;
    Ok(match values.iter().any(|value| value.wins == Some(true)) {
        true => Some(false),
        false => values.iter().all(|value| value.wins == Some(false)).then_some(true),
    })
}

fn judge_game(
    all: &[&'static Topic],
    step: &Step,
    (before, last): (&[String], &String),
    within: usize,
    watch: &mut dyn Watch,
) -> Result<Judgement> {
    let sat = table_after(all, step, before, watch)?;
    let Some(mut stood) = sat else { return Err(crate::Error::failed("a game to finish needs a table")) };
    let (learner, solitaire) = (stood.turn(), stood.solitaire());
    if let Err(error) = stood.play(last) {
        return Ok(Judgement::new(Outcome::Wrong, sentence_of(&error.to_string())));
    }
    let done: Vec<String> = before.iter().chain([last]).cloned().collect();
    let play = table_after(all, step, &done, watch)?.unwrap_or(stood);
    let Some(end) = play.end() else {
        if within > 0 && done.len() >= within {
            let line = format!("After {} it is not done. Begin again.", say::count(done.len() as u128, "move"));
            return Ok(Judgement::new(Outcome::Over, line));
        }
        let replies = play.history().len() - done.len();
        let line = match play.history().last().filter(|_| replies > 0) {
            Some(reply) => format!("The house answers {reply}. Your move."),
            None => "Go on.".to_string(),
        };
        return Ok(Judgement::new(Outcome::Onward, line));
    };
    let line = end.told(Some(1 - learner), solitaire);
    let outcome = if solitaire || end.winner == Some(learner) { Outcome::Right } else { Outcome::Over };
    Ok(Judgement::new(outcome, line))
}

/// An error as a sentence.
fn sentence_of(error: &str) -> String {
    format!("{}.", error.trim_end_matches('.'))
}
