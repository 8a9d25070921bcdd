//! Reports: what every question answers with, and how far it is to be trusted.

use crate::{Fact, Scene};

/// How far to trust an answer. Every report has one.
#[derive(Clone, Debug, PartialEq)]
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
        /// The standard error.
        error: f64,
    },
}

impl Standing {
    /// The standing of what was looked at up to a bound.
    pub fn checked(to: impl Into<String>) -> Standing {
        Standing::Checked { to: to.into() }
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
            Standing::Estimate { error } => write!(f, "estimate, standard error {error:.2e}"),
        }
    }
}

/// A table of facts.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name in JSON.
    pub name: &'static str,
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

/// The first words of every certificate file.
pub const CERTIFICATE_MARK: &str = "parlor certificate 1";

/// A text that lets someone else check an answer without repeating the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The topic that can check it.
    pub topic: String,
    /// What it certifies; the topic tells its certificates apart by this.
    pub kind: String,
    /// The evidence, in lines.
    pub body: String,
}

impl Certificate {
    /// A certificate of that topic and kind.
    pub fn new(topic: &str, kind: &str, body: String) -> Certificate {
        Certificate { topic: topic.to_string(), kind: kind.to_string(), body }
    }

    /// The file: one line of heading, then the body.
    pub fn to_file(&self) -> String {
        format!("{CERTIFICATE_MARK} {} {}\n{}", self.topic, self.kind, self.body)
    }

    /// Reads a file back.
    pub fn read(file: &str) -> crate::Result<Certificate> {
        let (head, body) = file.split_once('\n').unwrap_or((file, ""));
        let mut rest = head.strip_prefix(CERTIFICATE_MARK).unwrap_or("").split_whitespace();
        match (rest.next(), rest.next(), rest.next()) {
            (Some(topic), Some(kind), None) => Ok(Certificate::new(topic, kind, body.to_string())),
            _ => Err(crate::Error::usage(
                format!("{:?}", crate::shorten(head)),
                "not the heading of a certificate",
                format!("give a file that begins with {CERTIFICATE_MARK:?}, a topic and a kind"),
            )),
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The answer in one sentence.
    pub line: String,
    /// How far to trust it.
    pub standing: Standing,
    /// Its facts by name, in the order of telling.
    pub facts: Vec<(&'static str, Fact)>,
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

    /// A fact by name.
    pub fn get(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|(n, _)| *n == name).map(|(_, fact)| fact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_survives_its_file() {
        let certificate = Certificate::new("sums", "couples", "a\nb\n".to_string());
        assert_eq!(Certificate::read(&certificate.to_file()).unwrap(), certificate);
        assert!(Certificate::read("parlor certificate 2 sums couples\n").is_err());
        assert!(Certificate::read("").is_err());
    }
}
