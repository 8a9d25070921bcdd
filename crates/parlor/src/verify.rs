//! `parlor verify [FILE]...`: someone else's answers, checked.

use crate::{file_trouble, limits, print, watch};
use kit::{Ask, Certificate, Error, Fact, Report, Result, Trouble, say};
use std::fs::File;
use std::io::Read;

/// What a stranger's file may take of the memory unless the person who checks it allows more.
const MEMORY: u64 = 960 << 20;
/// The longest file that is read: what is in it is held twice, and beside it what is made of it.
const LONGEST: u64 = 256 << 20;

/// The longest line on a file that is refused.
const LONGEST_LINE: usize = 400;

pub(crate) fn run(ask: &Ask) -> Result<()> {
    limits::unless_said(MEMORY);
    let json = ask.flag("json");
    match ask.texts("file")[..] {
        [] => one(ask.text("file"), json),
        [path] => one(path, json),
        ref paths => many(paths, json),
    }
}

fn one(path: &str, json: bool) -> Result<()> {
    let report = check(path)?;
    match json {
        true => print::to_stdout(&as_json(path, &report)),
        false => print::to_stdout(&told(report)),
    }
}

fn as_json(path: &str, report: &Report) -> String {
    say::printable_json(&format!("{}\n", show::json(&format!("verify {path}"), report)))
}

/// The report, and below it the script on whose rules it rests: who believes the sentence must have read them.
fn told(mut report: Report) -> String {
    let texts = |(_, fact): &(_, Fact)| matches!(fact, Fact::Document(_));
    let (documents, facts): (Vec<_>, Vec<_>) = report.facts.into_iter().partition(texts);
    report.facts = facts;
    let mut out = show::text(&report, 100);
    for (name, fact) in documents {
        out += &say::printable(&format!("\n{name}:\n{}\n", fact.as_text().unwrap_or("").trim_end()));
    }
    out
}

/// A line for each file, refusals on standard error; the end says how many were refused, and the exit code is that of
/// the worst of them: evidence that breaks before what could not be read at all.
fn many(paths: &[&str], json: bool) -> Result<()> {
    let (mut refused, mut unread) = (0, None);
    for path in paths {
        match check(path) {
            Ok(report) if json => print::to_stdout(&as_json(path, &report))?,
            Ok(report) => print::to_stdout(&say::printable(&format!("{path}: {}\n", report.line)))?,
            Err(error) if error.is_stopped() => return Err(error),
            Err(error) => {
                let failed = error.trouble() == Trouble::Failed;
                let said = format!("{path}: {}: {error}", if failed { "refused" } else { "not checked" });
                print::to_stderr(&format!("{}\n", say::cut_middle(&say::printable(&said), LONGEST_LINE)));
                match failed {
                    true => refused += 1,
                    false => unread = unread.or(Some(error)),
                }
            }
        }
    }
    match (refused, unread) {
        (0, None) => Ok(()),
        (0, Some(first)) => Err(first),
        _ => Err(Error::failed(format!("{refused} of {} certificates are refused", paths.len()))),
    }
}

fn check(path: &str) -> Result<Report> {
    // The limits hold from the first byte that is read.
    let mut watch = watch::Bar::new();
    let certificate = Certificate::read(&contents(path)?)?;
    kit::verify(topics::ALL, &certificate, &mut watch)
}

fn contents(path: &str) -> Result<String> {
    let mut text = String::new();
    let read = match path {
        "-" => std::io::stdin().take(LONGEST + 1).read_to_string(&mut text),
        _ => File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text)),
    };
    read.map_err(|e| file_trouble(path, &e))?;
    match text.len() as u64 <= LONGEST {
        true => Ok(text),
        false => Err(Error::too_large(path, "a certificate has at most 256 MiB", "give the file of one certificate")),
    }
}
