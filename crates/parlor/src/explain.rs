//! `parlor explain [TERM]`: the glossary, and the parts of the essays by their names.

use crate::{listing, print};
use kit::glossary::{self, Term};
use kit::{Ask, Essay, Result, say};
use std::fmt::Write as _;

pub(crate) fn run(ask: &Ask) -> Result<()> {
    match ask.text_if("term") {
        Some(name) => print::to_stdout(&explained(name)?),
        None => print::to_stdout(&list()),
    }
}

/// The term of that name, and the parts of essays that are called so.
fn explained(name: &str) -> Result<String> {
    let term = glossary::find_term(name).ok().map(page);
    let essays: Vec<_> = topics::ALL.iter().map(|topic| (topic.name, Essay::read(topic.essay))).collect();
    let parts = essays.iter().filter_map(|(topic, essay)| Some((topic, essay.part(name)?)));
    let parts = parts.map(|(topic, part)| format!("{topic}: {}", listing::part(part).trim_end().to_owned() + "\n"));
    let told: Vec<String> = term.into_iter().chain(parts).collect();
    let titles = essays.iter().flat_map(|(_, essay)| essay.more.iter().map(|part| part.title));
    let known = glossary::terms().map(|term| term.name).chain(titles);
    match told.is_empty() {
        true => Err(say::unknown(name, "neither in the glossary nor in an essay", known)),
        false => Ok(told.join("\n")),
    }
}

fn page(term: &Term) -> String {
    let mut out = format!("{}\n{}\n\n{}\n", term.name, show::wrap(term.short, 96, ""), show::wrap(term.long, 96, ""));
    if !term.example.is_empty() {
        let _ = writeln!(out, "\nFor example: parlor {}", term.example);
    }
    if !term.see.is_empty() {
        let _ = writeln!(out, "See also: {}", term.see.join(", "));
    }
    out
}

fn list() -> String {
    let mut terms: Vec<&Term> = glossary::terms().collect();
    terms.sort_by_key(|term| term.name.to_lowercase());
    let width = terms.iter().map(|term| term.name.chars().count()).max().unwrap_or(0);
    let indent = " ".repeat(width + 2);
    let line = |term: &&Term| format!("{:width$}  {}\n", term.name, show::wrap(term.short, 98 - width, &indent));
    terms.iter().map(line).collect()
}
