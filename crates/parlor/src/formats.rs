//! `parlor help certificates [TOPIC [KIND]]`: what certificates establish and how they are written, from the registry,
//! for whoever reads one or writes another checker.

use crate::print;
use kit::{CERTIFICATE_MARK, CertificateKind, Error, Result, Topic, find_kind, find_topic};
use std::fmt::Write as _;

/// How wide the page is, where the texts are not tables of their own.
const WIDTH: usize = 100;

/// Prints the page of all kinds, of the kinds of a topic, or of one kind.
pub(crate) fn page(words: &[String]) -> Result<()> {
    let text = match words {
        [] => {
            let all = topics::ALL.iter().flat_map(|topic| topic.certificates.iter().map(move |kind| (*topic, kind)));
            frame() + all.map(|(topic, kind)| told(topic, kind)).collect::<String>().as_str()
        }
        [topic] => {
            let topic = find_topic(topics::ALL, topic)?;
            topic.certificates.iter().map(|kind| told(topic, kind)).collect()
        }
        [topic, kind] => {
            let topic = find_topic(topics::ALL, topic)?;
            told(topic, find_kind(topic, kind)?)
        }
        [_, _, more, ..] => {
            let what = format!("{:?}", kit::shorten(more));
            return Err(Error::usage(what, "too many words", "write help certificates TOPIC KIND"));
        }
    };
    print::to_stdout(text.trim_start_matches('\n'))
}

/// What all certificates have in common.
fn frame() -> String {
    let mut out = format!(
        "A certificate lets someone else check an answer without repeating the search. It is a text:\n\n  \
         {CERTIFICATE_MARK} TOPIC KIND\n  states SENTENCE\n  ... the evidence, a line each ...\n  end\n\n"
    );
    let rules = [
        "The text is UTF-8, at most 2^28 bytes; every line, the last one too, ends with a line feed, and nothing else \
         stands at its end. The number in the first line is the version of the formats: a checker of this version \
         refuses files of another, and a format that changes gets a new number.",
        "A checker computes from the evidence alone what it establishes, and that sentence must be, letter by letter, \
         the one that the file states. A file that states something else, has a line that its format does not name, or \
         is cut off is refused.",
        "An answer writes one with --certificate FILE. `parlor verify FILE...` checks them; so does `python3 \
         checkers/check.py FILE...`, which was written from the texts below alone. Both print what is certified.",
        "How large certificates are, and how many seconds of the processor it takes to find and to check them, stands \
         for every example below and for longer searches in checkers/measured.txt of the source and in the book.",
    ];
    for rule in rules {
        let _ = writeln!(out, "{}\n", show::wrap(rule, WIDTH, ""));
    }
    let kinds = topics::ALL.iter().filter(|topic| !topic.certificates.is_empty()).map(|topic| {
        let names: Vec<&str> = topic.certificates.iter().map(|kind| kind.name).collect();
        format!("  {:8} {}\n", topic.name, names.join(" "))
    });
    out + "Kinds by topic; `parlor help certificates TOPIC KIND` tells one alone:\n\n"
        + kinds.collect::<String>().as_str()
}

/// A kind: what it establishes, its lines, its examples.
fn told(topic: &Topic, kind: &CertificateKind) -> String {
    let title = format!("{} {}", topic.name, kind.name);
    let mut out = format!("\n{title}\n{}\n\n{}\n\n", "=".repeat(title.len()), show::wrap(kind.about, WIDTH, ""));
    for line in kind.format.lines() {
        let _ = writeln!(out, "{}", shaped(line.trim_end()));
    }
    out.push_str("\nExamples:\n");
    for example in kind.examples {
        let _ = writeln!(out, "  parlor {}", example.replace('\n', "\n    "));
    }
    out
}

/// A line as it is, or broken where it is wider than the page, with what follows set in a little.
fn shaped(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_string();
    }
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    format!("{indent}{}", show::wrap(text, WIDTH - indent.len() - 2, &format!("{indent}  ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_the_formats_is_wider_than_the_page() {
        for topic in topics::ALL {
            for kind in topic.certificates {
                // Examples are commands to copy and stay whole.
                let told = told(topic, kind);
                let told = told.split("\nExamples:\n").next().unwrap_or_default();
                let wide = told.lines().find(|line| line.chars().count() > WIDTH && line.trim().contains(' '));
                assert_eq!(wide, None, "{} {}", topic.name, kind.name);
            }
        }
        assert_eq!(shaped("  a b"), "  a b");
    }
}
