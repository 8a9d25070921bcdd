//! The paper, run: the sections of a room's papers in order, in our words, each with what of it can be computed.
//!
//! A section names claims, sentences and tables and holds no result: verdicts are computed when they are shown, so
//! that a paper page cannot drift from the program.

use crate::{Claim, Topic};

/// What a room goes back to.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// What was written, by whom, where.
    pub title: &'static str,
    /// Its sections in order; sections of several papers follow each other.
    pub sections: &'static [Section],
}

/// A section.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// A few words.
    pub title: &'static str,
    /// What it is about, in our words.
    pub text: &'static str,
    /// The ids of the claims that stand there.
    pub claims: &'static [&'static str],
    /// Sentences whose answers are drawn.
    pub figures: &'static [&'static str],
    /// Sentences to ask.
    pub questions: &'static [&'static str],
    /// A table to sit down at, if one belongs there: a sentence without `play`.
    pub table: Option<&'static str>,
}

impl Section {
    /// A section of words.
    pub const fn new(title: &'static str, text: &'static str) -> Section {
        Section { title, text, claims: &[], figures: &[], questions: &[], table: None }
    }

    /// The same with claims.
    #[must_use]
    pub const fn claims(mut self, claims: &'static [&'static str]) -> Section {
        self.claims = claims;
        self
    }

    /// The same with pictures.
    #[must_use]
    pub const fn figures(mut self, figures: &'static [&'static str]) -> Section {
        self.figures = figures;
        self
    }

    /// The same with questions.
    #[must_use]
    pub const fn questions(mut self, questions: &'static [&'static str]) -> Section {
        self.questions = questions;
        self
    }

    /// The same with a table.
    #[must_use]
    pub const fn table(mut self, table: &'static str) -> Section {
        self.table = Some(table);
        self
    }
}

/// The claims of a section, in its order.
pub fn claims_of(topic: &Topic, section: &Section) -> Vec<&'static Claim> {
    section.claims.iter().filter_map(|id| topic.claims.iter().find(|claim| claim.id == *id)).collect()
}

/// The claims that no section names: they were added to what the paper says, and stand at the end.
pub fn further_claims(topic: &Topic) -> Vec<&'static Claim> {
    let sections = topic.paper.map_or(&[][..], |paper| paper.sections);
    let named = |claim: &&Claim| sections.iter().any(|section| section.claims.contains(&claim.id));
    topic.claims.iter().filter(|claim| !named(claim)).collect()
}
