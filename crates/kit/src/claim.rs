//! Claims: what the papers say, each with a way to find out.

use crate::{Result, Watch};

/// What the computation says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as the paper says.
    Holds,
    /// A slip in a printed number, formula or condition; the evidence shows the printed and the true one.
    Corrected,
    /// It is false; the evidence shows the counterexample or the true value.
    Refuted,
    /// An open question of the paper is answered; the evidence says how.
    Settled,
    /// Undecided; the evidence says how far it was checked.
    Open,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Verdict::Holds => "holds",
            Verdict::Corrected => "corrected",
            Verdict::Refuted => "refuted",
            Verdict::Settled => "settled",
            Verdict::Open => "open",
        })
    }
}

/// A verdict with what was computed and how far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// What was computed, how far, and what came out.
    pub evidence: String,
}

impl Finding {
    /// A verdict with its evidence.
    pub fn new(verdict: Verdict, evidence: impl Into<String>) -> Finding {
        Finding { verdict, evidence: evidence.into() }
    }

    /// `yes` if the claim came out true, `no` otherwise, with the same evidence.
    pub fn of(came_out: bool, yes: Verdict, no: Verdict, evidence: impl Into<String>) -> Finding {
        Finding::new(if came_out { yes } else { no }, evidence)
    }
}

/// How much work a check may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Seconds.
    Quick,
    /// Minutes: larger bounds, exhaustive runs.
    Slow,
}

impl Effort {
    /// The bound that fits the effort.
    pub fn pick<T>(self, quick: T, slow: T) -> T {
        match self {
            Effort::Quick => quick,
            Effort::Slow => slow,
        }
    }
}

/// One line of the register. The check computes its verdict; a check that cannot come out otherwise is a defect.
pub struct Claim {
    /// `topic.name`.
    pub id: &'static str,
    /// The paper and the number in it.
    pub source: &'static str,
    /// What it says, in our own words.
    pub statement: &'static str,
    /// Finds out.
    pub check: Check,
}

/// Who finds out whether a claim holds.
pub type Check = fn(Effort, &mut dyn Watch) -> Result<Finding>;

impl Claim {
    /// A row of the register: its id, where it stands, and who finds out.
    pub const fn of(id: &'static str, source: &'static str, check: Check) -> Claim {
        Claim { id, source, statement: "", check }
    }

    /// With what it says.
    #[must_use]
    pub const fn says(mut self, statement: &'static str) -> Claim {
        self.statement = statement;
        self
    }
}
