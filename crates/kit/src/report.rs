//! Reports: what every question answers with, and how far it is to be trusted.

use crate::wire::{Name, named, names};
use crate::{Ask, Certificate, Fact, Result, Scene};
use serde::{Deserialize, Serialize};

/// How far to trust an answer. Every report has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Standing {
    /// An exhausted search or an argument in the topic's essay stands behind it.
    Proved,
    /// It held wherever it was looked at, up to a stated bound.
    Checked {
        /// The bound.
        to: String,
    },
    /// The best that was found; nothing says that there is no better.
    Best,
    /// A number from sampling or rounding, with its error.
    Estimate {
        /// The size of the error.
        error: f64,
        /// What that error is.
        of: ErrorKind,
    },
}

/// What the error of an estimate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorKind {
    /// The standard error of a sample: the truth is within twice of it 19 times of 20.
    StandardError,
    /// What the last refinement changed: the digits before it stand still, nothing more is known.
    LastChange,
    /// A bound that is proved: the truth is not farther away.
    ProvedBound,
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            ErrorKind::StandardError => "standard error",
            ErrorKind::LastChange => "last change",
            ErrorKind::ProvedBound => "proved bound",
        })
    }
}

impl Standing {
    /// The standing of what was looked at up to a bound.
    pub fn checked(to: impl Into<String>) -> Standing {
        Standing::Checked { to: to.into() }
    }

    /// The standing of a sample.
    pub fn sampled(standard_error: f64) -> Standing {
        Standing::Estimate { error: standard_error, of: ErrorKind::StandardError }
    }

    /// The standing of what was refined until it changed by no more than this.
    pub fn refined(last_change: f64) -> Standing {
        Standing::Estimate { error: last_change, of: ErrorKind::LastChange }
    }

    /// The standing of a number that is proved to be no farther from the truth than this.
    pub fn bounded(bound: f64) -> Standing {
        Standing::Estimate { error: bound, of: ErrorKind::ProvedBound }
    }

    /// Its name in JSON and on badges.
    pub fn kind(&self) -> &'static str {
        match self {
            Standing::Proved => "proved",
            Standing::Checked { .. } => "checked",
            Standing::Best => "best",
            Standing::Estimate { .. } => "estimate",
        }
    }
}

impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Standing::Proved => f.write_str("proved"),
            Standing::Checked { to } => write!(f, "checked to {to}"),
            Standing::Best => f.write_str("best found"),
            Standing::Estimate { error, of } => write!(f, "estimate, {of} {error:.2e}"),
        }
    }
}

/// A table of facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its name in JSON.
    #[serde(with = "named")]
    pub name: Name,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows, each as long as the heads.
    pub rows: Vec<Vec<Fact>>,
    /// The columns of index and term, if the table is a sequence that can be printed as a b-file.
    pub sequence: Option<(usize, usize)>,
}

impl Table {
    /// An empty table.
    pub fn new(name: &'static str, columns: &[&str]) -> Table {
        Table { name, columns: columns.iter().map(ToString::to_string).collect(), rows: Vec::new(), sequence: None }
    }

    /// A sequence `a(offset), a(offset + 1), ...` with its b-file.
    pub fn sequence<T: Into<Fact>>(
        name: &'static str,
        index: &str,
        term: &str,
        offset: i64,
        terms: impl IntoIterator<Item = T>,
    ) -> Table {
        let mut table = Table::new(name, &[index, term]);
        table.sequence = Some((0, 1));
        table.rows = (offset..).zip(terms).map(|(n, a)| vec![n.into(), a.into()]).collect();
        table
    }

    /// Says which columns are index and term of a b-file.
    pub fn with_sequence(mut self, index: usize, term: usize) -> Table {
        self.sequence = Some((index, term));
        self
    }

    /// Adds a row.
    pub fn row(&mut self, row: Vec<Fact>) {
        assert_eq!(row.len(), self.columns.len(), "a row of {} has as many facts as the table has columns", self.name);
        self.rows.push(row);
    }
}

/// A row of a table: anything that is a fact, `table.row(row![n, "hook", least])`.
#[macro_export]
macro_rules! row {
    ($($fact:expr),+ $(,)?) => { vec![$($crate::Fact::from($fact)),+] };
}

/// The fact that names the argument of a proof without a certificate.
pub const ARGUMENT: &str = "argument";

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The answer in one sentence.
    pub line: String,
    /// How far to trust it.
    pub standing: Standing,
    /// Its facts by name, in the order of telling.
    #[serde(with = "names")]
    pub facts: Vec<(Name, Fact)>,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its pictures.
    pub scenes: Vec<Scene>,
    /// What lets someone else check it.
    pub certificate: Option<Certificate>,
}

impl Report {
    /// A report that is still to be filled.
    pub fn new(line: impl Into<String>, standing: Standing) -> Report {
        Report {
            line: line.into(),
            standing,
            facts: Vec::new(),
            tables: Vec::new(),
            scenes: Vec::new(),
            certificate: None,
        }
    }

    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl Into<Fact>) -> Report {
        debug_assert!(self.get(name).is_none(), "the fact {name} is told twice");
        self.facts.push((name, value.into()));
        self
    }

    /// Names the argument that proves it: a theorem of the topic's essay that a reader can check by hand.
    #[must_use]
    pub fn argument(self, name: &'static str) -> Report {
        self.fact(ARGUMENT, name)
    }

    /// Adds a table.
    #[must_use]
    pub fn table(mut self, table: Table) -> Report {
        self.tables.push(table);
        self
    }

    /// Adds a picture.
    #[must_use]
    pub fn scene(mut self, scene: Scene) -> Report {
        self.scenes.push(scene);
        self
    }

    /// Adds the certificate.
    #[must_use]
    pub fn certificate(mut self, certificate: Certificate) -> Report {
        self.certificate = Some(certificate);
        self
    }

    /// Adds the certificate that `write` gives, who is told whether it may take long; for an ask that has no use for
    /// one nothing is written.
    pub fn certified(self, ask: &Ask, write: impl FnOnce(bool) -> Result<Option<Certificate>>) -> Result<Report> {
        if ask.spares_certificate() {
            return Ok(self);
        }
        Ok(match write(ask.wants_certificate())? {
            Some(certificate) => self.certificate(certificate),
            None => self,
        })
    }

    /// A fact by name.
    pub fn get(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|(n, _)| *n == name).map(|(_, fact)| fact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_says_what_its_error_is() {
        assert_eq!(Standing::sampled(4.3e-6).to_string(), "estimate, standard error 4.30e-6");
        assert_eq!(Standing::refined(5.4e-12).to_string(), "estimate, last change 5.40e-12");
        assert_eq!(Standing::bounded(1e-3).to_string(), "estimate, proved bound 1.00e-3");
    }
}
