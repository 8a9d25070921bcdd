//! `parlor verify [FILE]...`: someone else's answers, checked.

use crate::{file_trouble, print, watch};
use clap::ArgMatches;
use kit::{Certificate, Error, Report, Result};
use std::io::Read as _;

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let paths: Vec<&str> = matches.get_many::<String>("file").into_iter().flatten().map(String::as_str).collect();
    match paths[..] {
        [] => one("-", matches.get_flag("json")),
        [path] => one(path, matches.get_flag("json")),
        _ => many(&paths, matches.get_flag("json")),
    }
}

fn one(path: &str, json: bool) -> Result<()> {
    let report = check(path)?;
    match json {
        true => print::to_stdout(&format!("{}\n", show::json(&format!("verify {path}"), &report))),
        false => print::to_stdout(&show::text(&report, 100)),
    }
}

/// A line for each file; the worst of their ends is the end of all.
fn many(paths: &[&str], json: bool) -> Result<()> {
    let mut refused: Vec<Error> = Vec::new();
    for path in paths {
        let line = match check(path) {
            Ok(report) if json => show::json(&format!("verify {path}"), &report).to_string(),
            Ok(report) => format!("{path}: {}", report.line),
            Err(error) if error.is_stopped() => return Err(error),
            Err(error) => {
                let line = format!("{path}: refused: {error}");
                refused.push(error);
                if json { continue } else { line }
            }
        };
        print::to_stdout(&format!("{line}\n"))?;
    }
    match refused.len() {
        0 => Ok(()),
        number => Err(Error::failed(format!("{number} of {} certificates are refused", paths.len()))),
    }
}

fn check(path: &str) -> Result<Report> {
    let certificate = Certificate::read(&contents(path)?)?;
    kit::verify(topics::ALL, &certificate, &mut watch::Bar::new())
}

fn contents(path: &str) -> Result<String> {
    let mut text = String::new();
    let read = match path {
        "-" => std::io::stdin().read_to_string(&mut text).map(|_| ()),
        _ => std::fs::read_to_string(path).map(|contents| text = contents),
    };
    read.map_err(|e| file_trouble(path, &e))?;
    Ok(text)
}
