//! Errands: what a job has to do, as a text that another process can carry out.
//!
//! The lab sends errands to its crew of worker processes ([`crate::crew`]); without a crew it carries them out itself,
//! on a thread. Both ways end here.

use crate::play::careless;
use crate::position::Level;
use crate::tables::{self, Tables};
use kit::{
    Advice, Ask, Claim, Effort, Error, Finding, Report, Result, Topic, Valued, Watch, find_question, find_topic,
};
use serde::{Deserialize, Serialize};

/// What an errand brings back.
#[derive(Serialize, Deserialize)]
pub(crate) enum Answer {
    /// A question's report.
    Report(Box<Report>),
    /// A move of the house.
    Advice(Advice<String>),
    /// What the moves are worth.
    Values(Vec<Valued<String>>),
    /// What a claim came to.
    Finding {
        /// The name of the verdict.
        verdict: String,
        /// What was computed.
        evidence: String,
    },
    /// The claims are checked; what they came to is kept with the claims.
    Claims,
}

/// What is wanted of a question or of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Errand {
    /// The topic.
    pub(crate) topic: String,
    /// The parameters, as addresses hold them.
    pub(crate) pairs: Vec<(String, String)>,
    /// What is to be done with them.
    pub(crate) what: What,
}

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum What {
    /// A question is answered.
    Answer {
        /// Its name.
        question: String,
        /// Whether a certificate is wanted.
        certificate: bool,
    },
    /// The house moves after these moves.
    Advise {
        /// The moves made.
        moves: Vec<String>,
        /// Whether it plays without thinking.
        careless: bool,
    },
    /// All moves after these are valued.
    Value {
        /// The moves made.
        moves: Vec<String>,
    },
    /// A claim is checked.
    Claim {
        /// Its id.
        id: String,
    },
}

impl Errand {
    /// The errand of a claim.
    pub(crate) fn claim(topic: &Topic, claim: &Claim) -> Errand {
        Errand { topic: topic.name.to_string(), pairs: Vec::new(), what: What::Claim { id: claim.id.to_string() } }
    }

    /// Whether it gives way to all others.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.what, What::Claim { .. })
    }

    /// The errand of an ask.
    pub(crate) fn answer(topic: &Topic, question: &str, ask: &Ask) -> Errand {
        let what = What::Answer { question: question.to_string(), certificate: ask.wants_certificate() };
        Errand { topic: topic.name.to_string(), pairs: ask.pairs(), what }
    }

    /// The errand of a table after some moves.
    pub(crate) fn at_table(topic: &Topic, ask: &Ask, moves: &[String], level: Option<Level>) -> Errand {
        let moves = moves.to_vec();
        let what = match level {
            Some(level) => What::Advise { careless: level.slips_after(&moves), moves },
            None => What::Value { moves },
        };
        Errand { topic: topic.name.to_string(), pairs: ask.pairs(), what }
    }

    /// What a worker should have at hand: the table that was sat down at.
    pub(crate) fn table(&self) -> Option<String> {
        match self.what {
            What::Answer { .. } | What::Claim { .. } => None,
            What::Advise { .. } | What::Value { .. } => Some(format!("{} {:?}", self.topic, self.pairs)),
        }
    }

    /// Does it.
    pub(crate) fn carry_out(
        &self,
        topics: &[&'static Topic],
        tables: &Tables,
        watch: &mut dyn Watch,
    ) -> Result<Answer> {
        let topic = find_topic(topics, &self.topic)?;
        let pairs = || self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        match &self.what {
            What::Answer { question, certificate } => {
                let question = find_question(topic, question)?;
                let ask = Ask::of_pairs(format!("{} {}", topic.name, question.name), question.params, pairs())?;
                let ask = if *certificate { ask.with_certificate() } else { ask };
                (question.answer)(&ask, watch).map(|report| Answer::Report(Box::new(report)))
            }
            What::Claim { id } => {
                let known = topic.claims.iter().find(|claim| claim.id == id);
                let claim =
                    known.ok_or_else(|| Error::usage(id.as_str(), "no such claim", "name one of the topic's"))?;
                let Finding { verdict, evidence } = (claim.check)(Effort::Quick, watch)?;
                Ok(Answer::Finding { verdict: verdict.to_string(), evidence })
            }
            What::Advise { moves, .. } | What::Value { moves } => {
                let table = topic.table.ok_or_else(|| Error::usage(topic.name, "it has no table", "ask it"))?;
                let ask = Ask::of_pairs(format!("play {}", topic.name), table.params, pairs())?;
                let seat = tables.sit(table, &ask, watch)?;
                tables::at(&seat, moves, watch, |play, watch| match &self.what {
                    What::Advise { careless: true, .. } => careless(play).map(Answer::Advice),
                    What::Advise { .. } => play.advise(watch).map(Answer::Advice),
                    _ => play.values(watch).map(Answer::Values),
                })
            }
        }
    }
}

/// An errand with what it may take, a line on its way to a worker.
#[derive(Serialize, Deserialize)]
pub(crate) enum Order {
    /// Do this.
    Do {
        /// What.
        errand: Errand,
        /// How many bytes it may take.
        memory: u64,
        /// The command line that does the same, for refusals.
        command: String,
    },
    /// Come to an end with what there is.
    Stop,
}

/// What a worker says, a line each.
#[derive(Serialize, Deserialize)]
pub(crate) enum News {
    /// So many steps are done, of so many if that is known.
    Look(u64, Option<u64>),
    /// A remark.
    Say(String),
    /// It is done.
    End(Result<Answer>),
}
