//! `parlor verify [FILE]...`: someone else's answers, checked.

use crate::{file_trouble, print, watch};
use kit::{Ask, Certificate, Error, Report, Result};
use std::io::Read as _;

pub(crate) fn run(ask: &Ask) -> Result<()> {
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
        true => print::to_stdout(&format!("{}\n", show::json(&format!("verify {path}"), &report))),
        false => print::to_stdout(&show::text(&report, 100)),
    }
}

/// A line for each file, refusals on standard error; the end says how many were refused.
fn many(paths: &[&str], json: bool) -> Result<()> {
    let mut refused = 0;
    for path in paths {
        match check(path) {
            Ok(report) if json => print::to_stdout(&format!("{}\n", show::json(&format!("verify {path}"), &report)))?,
            Ok(report) => print::to_stdout(&format!("{path}: {}\n", report.line))?,
            Err(error) if error.is_stopped() => return Err(error),
            Err(error) => {
                refused += 1;
                print::to_stderr(&format!("{path}: refused: {error}\n"));
            }
        }
    }
    match refused {
        0 => Ok(()),
        _ => Err(Error::failed(format!("{refused} of {} certificates are refused", paths.len()))),
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
