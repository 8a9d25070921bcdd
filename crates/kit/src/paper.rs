//! The paper, run: the sections of a room's papers in order, in our words, each with what of it can be computed.
//!
//! A room writes them as a plain file, as it writes its essay. A section names claims, sentences and tables and holds
//! no result: verdicts are computed when they are shown, so that a paper page cannot drift from the program.

use crate::essay::Entry;
use crate::{Claim, Topic};

/// What a room goes back to.
#[derive(Clone, Debug)]
pub struct Paper {
    /// What was written, by whom, where.
    pub title: &'static str,
    /// Its sections in order; sections of several papers follow each other.
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, Debug)]
pub struct Section {
    /// A few words.
    pub title: &'static str,
    /// What it is about, in our words.
    pub text: &'static str,
    /// The ids of the claims that stand there.
    pub claims: Vec<&'static str>,
    /// Sentences whose answers are drawn.
    pub figures: Vec<&'static str>,
    /// Sentences to ask.
    pub questions: Vec<&'static str>,
    /// A table to sit down at, if one belongs there: a sentence without `play`.
    pub table: Option<&'static str>,
}

impl Paper {
    /// The paper of a room, if it has one: its text is `# Title`, then its sections.
    pub fn of(topic: &Topic) -> Option<Paper> {
        let text = topic.paper;
        let title = text.lines().next().unwrap_or("").trim_start_matches("# ");
        let section = |entry: Entry| Section {
            title: entry.title,
            text: entry.told,
            claims: entry.list("claims"),
            figures: entry.values("figure").collect(),
            questions: entry.values("question").collect(),
            table: entry.values("table").next(),
        };
        (!text.is_empty()).then(|| Paper { title, sections: Entry::all(text).map(section).collect() })
    }
}

/// The claims of a section, in its order.
pub fn claims_of(topic: &Topic, section: &Section) -> Vec<&'static Claim> {
    section.claims.iter().filter_map(|id| topic.claims.iter().find(|claim| claim.id == *id)).collect()
}

/// The claims that no section names: they were added to what the paper says, and stand at the end.
pub fn further_claims(topic: &Topic) -> Vec<&'static Claim> {
    let sections = Paper::of(topic).map_or(Vec::new(), |paper| paper.sections);
    let named = |claim: &&Claim| sections.iter().any(|section| section.claims.contains(&claim.id));
    topic.claims.iter().filter(|claim| !named(claim)).collect()
}
