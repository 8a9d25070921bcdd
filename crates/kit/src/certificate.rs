//! Certificates: texts that let someone else check an answer without repeating the search.
//!
//! ```text
//! parlor certificate 2 TOPIC KIND
//! states SENTENCE
//! ... the evidence, a line each ...
//! end
//! ```
//!
//! The checker of a kind computes from the evidence alone what it establishes, and that sentence must be the one that
//! the file states: a certificate of something else cannot pass as this one. A file without its last line was cut off.

use crate::say::{self, shorten};
use crate::{Error, Report, Result, Standing, Topic, Trouble, Watch, find_topic};
use serde::{Deserialize, Serialize};

/// The first words of every certificate file.
pub const CERTIFICATE_MARK: &str = "parlor certificate 2";

/// The most characters of a file that is looked at.
const MOST_CHARACTERS: usize = 1 << 28;

/// The line of the file that holds the first line of evidence.
const FIRST_LINE: usize = 3;

/// A text that lets someone else check an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The topic that can check it.
    pub topic: String,
    /// The name of its [`CertificateKind`].
    pub kind: String,
    /// What it certifies, in the words of its checker.
    pub states: String,
    /// The evidence, in lines.
    pub body: String,
}

/// A kind of certificate: what it establishes, how it is written, who checks it.
pub struct CertificateKind {
    /// Its name, the second word of the heading.
    pub name: &'static str,
    /// What exactly the checker establishes, and from what.
    pub about: &'static str,
    /// The lines of the evidence, for someone who writes another checker.
    pub format: &'static str,
    /// Asks that write one.
    pub examples: &'static [&'static str],
    /// Checks the evidence with code that shares only the rules with the solver, without looking at
    /// [`Certificate::states`]. The line of its report says what was established; evidence that does not stand up is
    /// [`Error::failed`] with the place where it breaks.
    pub check: fn(&Certificate, &mut dyn Watch) -> Result<Report>,
}

impl Certificate {
    /// A certificate of that topic and kind.
    pub fn new(topic: &str, kind: &str, states: impl Into<String>, body: String) -> Certificate {
        Certificate { topic: topic.to_string(), kind: kind.to_string(), states: states.into(), body }
    }

    /// The file: heading, statement, evidence, end.
    pub fn to_file(&self) -> String {
        let Certificate { topic, kind, states, body } = self;
        let gap = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
        format!("{CERTIFICATE_MARK} {topic} {kind}\nstates {states}\n{body}{gap}end\n")
    }

    /// Reads a file back.
    pub fn read(file: &str) -> Result<Certificate> {
        Certificate::read_within(file, MOST_CHARACTERS)
    }

    /// Reads a file of at most so many bytes.
    fn read_within(file: &str, most: usize) -> Result<Certificate> {
        if file.len() > most {
            let limit = format!("the limit is {most} bytes");
            return Err(Error::too_large(
                format!("a certificate of {} bytes", file.len()),
                limit,
                "give a smaller one",
            ));
        }
        let (head, rest) = file.split_once('\n').unwrap_or((file, ""));
        let words: Vec<&str> = head.strip_prefix(CERTIFICATE_MARK).unwrap_or("").split(' ').collect();
        let ["", topic, kind] = words[..] else {
            return Err(Error::usage(
                format!("{:?}", shorten(head)),
                "not the heading of a certificate",
                format!("give a file that begins with {CERTIFICATE_MARK:?}, a topic and a kind"),
            ));
        };
        let (states, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        let Some(states) = states.strip_prefix("states ") else {
            return Err(Error::failed("line 2: a certificate says there what it \"states\""));
        };
        match rest.strip_suffix("end\n").filter(|body| body.is_empty() || body.ends_with('\n')) {
            Some(body) => Ok(Certificate::new(topic, kind, states, body.to_string())),
            None => Err(Error::failed("the certificate is cut off: its last line is not \"end\"")),
        }
    }

    /// The lines of evidence with their numbers in the file.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        // A carriage return belongs to its line, where no format has a place for it.
        (FIRST_LINE..).zip(self.body.split_terminator('\n'))
    }

    /// The refusal of a line of evidence, by its number in the file.
    pub fn broken(line: usize, why: impl std::fmt::Display) -> Error {
        Error::failed(format!("line {line}: {why}"))
    }
}

/// The kind of that name, or an error with the nearest one.
pub fn find_kind(topic: &Topic, name: &str) -> Result<&'static CertificateKind> {
    let all = topic.certificates;
    let why = format!("{} has no such kind of certificate", topic.name);
    say::named(all, |kind| kind.name, name, why)
}

/// Checks a certificate: its evidence, and that it states what the evidence establishes.
pub fn verify(all: &[&'static Topic], certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let topic = find_topic(all, &certificate.topic)?;
    let kind = find_kind(topic, &certificate.kind)?;
    // What a person would have to write otherwise is in a certificate evidence that does not stand up: a script in it
    // that fails, a sum that is none.
    let report = (kind.check)(certificate, watch).map_err(|error| match error.trouble() {
        Trouble::Usage => Error::failed(error),
        _ => error,
    })?;
    debug_assert_eq!(report.standing, Standing::Proved, "{} {} establishes what it says", topic.name, kind.name);
    match report.line == certificate.states {
        true => Ok(report),
        false => Err(Error::failed(format!(
            "line 2: it states {:?}, the evidence shows {:?}",
            shorten(&certificate.states),
            report.line
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;

    static PILE: Topic = Topic {
        name: "pile",
        certificates: &[
            CertificateKind {
                name: "plain",
                about: "",
                format: "",
                examples: &[],
                check: |certificate, _| Ok(Report::new(certificate.body.trim_end(), Standing::Proved)),
            },
            CertificateKind {
                name: "never",
                about: "",
                format: "",
                examples: &[],
                check: |_, _| Err(Certificate::broken(3, "no")),
            },
            CertificateKind {
                name: "script",
                about: "",
                format: "",
                examples: &[],
                check: |_, _| Err(Error::usage("line 3", "the script fails", "mend it")),
            },
        ],
        ..Topic::EMPTY
    };

    #[test]
    fn what_is_stated_must_be_what_is_shown() {
        let verdict = |topic: &str, kind: &str, states: &str| {
            let certificate = Certificate::new(topic, kind, states, "a pile\n".to_string());
            verify(&[&PILE], &certificate, &mut Unwatched).map(|report| report.line)
        };
        assert_eq!(verdict("pile", "plain", "a pile"), Ok("a pile".to_string()));
        for (topic, kind, states, trouble, part) in [
            ("pile", "plain", "another pile", Trouble::Failed, "line 2: it states"),
            ("pile", "plain", "", Trouble::Failed, "line 2: it states"),
            ("pile", "never", "a pile", Trouble::Failed, "line 3: no"),
            ("pile", "script", "a pile", Trouble::Failed, "line 3: the script fails; mend it"),
            ("pile", "plane", "a pile", Trouble::Usage, "no such kind"),
            ("heap", "plain", "a pile", Trouble::Usage, "heap"),
        ] {
            let why = verdict(topic, kind, states).unwrap_err();
            let told = format!("{topic} {kind} {states}: {why}");
            assert!(why.trouble() == trouble && why.to_string().contains(part), "{told}");
        }
    }

    #[test]
    fn a_long_file_is_refused_by_its_length() {
        let file = Certificate::new("sums", "couples", "nothing", String::new()).to_file();
        assert!(Certificate::read_within(&file, file.len()).is_ok());
        let why = Certificate::read_within(&file, file.len() - 1).unwrap_err().to_string();
        assert!(why.contains(&format!("the limit is {} bytes", file.len() - 1)), "{why}");
    }

    #[test]
    fn a_certificate_survives_its_file() {
        for body in ["a\nb\n", ""] {
            let certificate = Certificate::new("sums", "couples", "nim(3): nimber 3", body.to_string());
            assert_eq!(Certificate::read(&certificate.to_file()).unwrap(), certificate);
        }
    }

    #[test]
    fn lines_keep_what_stands_at_their_end() {
        let certificate = Certificate::new("sums", "couples", "nothing", "a\r\n\nb \n".to_string());
        assert_eq!(certificate.lines().collect::<Vec<_>>(), [(3, "a\r"), (4, ""), (5, "b ")]);
    }

    #[test]
    fn what_is_cut_off_or_headless_is_refused() {
        let file = Certificate::new("sums", "couples", "nim(3): nimber 3", "a\nb\n".to_string()).to_file();
        for end in 0..file.len() {
            assert!(Certificate::read(&file[..end]).is_err(), "{:?}", &file[..end]);
        }
        for head in ["parlor certificate 1 sums couples", "parlor certificate 2 sums", "parlor certificate 2  sums a b"]
        {
            assert!(Certificate::read(&format!("{head}\nstates a\nend\n")).is_err(), "{head}");
        }
    }
}
