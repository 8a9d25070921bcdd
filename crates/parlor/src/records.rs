//! `parlor records`: results that were computed here, how each was obtained, and how anyone checks it. That one stands
//! here does not say that the literature has it not.
//!
//! The page is data, `records/records.txt`: a line each, with the columns `sentence | fact | value | how | seconds |
//! machine | certificate | digest | runs`. Certificates that are small lie beside it; of others only the digest is
//! kept, and a result that was run only once says so.

use crate::print;
use kit::{Ask, Result};
use serde_json::json;
use std::fmt::Write as _;

const DATA: &str = include_str!("../../../records/records.txt");

/// A result and how it was obtained.
pub struct Record {
    /// What was asked.
    pub sentence: &'static str,
    /// The fact of the answer that is the result.
    pub fact: &'static str,
    /// Its value, as a report prints it.
    pub value: &'static str,
    /// The method.
    pub how: &'static str,
    /// Seconds of processor.
    pub seconds: &'static str,
    /// The class of the machine.
    pub machine: &'static str,
    /// The file beside the data, if the certificate is kept.
    pub certificate: Option<&'static str>,
    /// FNV-1a of the certificate, 64 bits in hexadecimal, if there is one.
    pub digest: Option<&'static str>,
    /// How often it was run.
    pub runs: u32,
}

/// Every record, in the order of the page.
pub fn records() -> Vec<Record> {
    let kept = |word: &'static str| (word != "-").then_some(word);
    let lines = DATA.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let words: Vec<&'static str> = line.split(" | ").collect();
        let [sentence, fact, value, how, seconds, machine, certificate, digest, runs] = words[..] else {
            panic!("a record has nine columns: {line}");
        };
        let runs = runs.parse().expect("the last column is a number");
        let (certificate, digest) = (kept(certificate), kept(digest));
        Record { sentence, fact, value, how, seconds, machine, certificate, digest, runs }
    };
    lines.map(read).collect()
}

/// The digest of a certificate, FNV-1a.
pub fn digest_of(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

impl Record {
    /// The command that checks it: the certificate, or the sentence once more.
    pub fn check(&self) -> String {
        match self.certificate {
            Some(file) => format!("parlor verify records/{file}"),
            None => format!("parlor {}", self.sentence),
        }
    }

    fn times(&self) -> &'static str {
        if self.runs == 1 { "run once" } else { "run again with the same result" }
    }
}

pub(crate) fn run(ask: &Ask) -> Result<()> {
    match ask.flag("json") {
        true => print::to_stdout(&format!("{}\n", as_json())),
        false => print::to_stdout(&page()),
    }
}

fn as_json() -> String {
    let record = |record: &Record| {
        json!({
            "sentence": record.sentence, "fact": record.fact, "value": record.value, "how": record.how,
            "seconds": record.seconds, "machine": record.machine, "certificate": record.certificate,
            "digest": record.digest, "runs": record.runs, "check": record.check(),
        })
    };
    let all: Vec<_> = records().iter().map(record).collect();
    serde_json::to_string_pretty(&all).expect("records are JSON")
}

fn page() -> String {
    let mut page = String::new();
    for record in records() {
        let _ = writeln!(page, "{}: {} {}", record.sentence, record.fact, record.value);
        let Record { how, seconds, machine, .. } = record;
        let _ = writeln!(page, "  {how}; {seconds} s of processor, {machine}; {}", record.times());
        if let Some(digest) = record.digest {
            let _ = writeln!(page, "  certificate with digest {digest}");
        }
        let _ = writeln!(page, "  {}\n", record.check());
    }
    page
}
