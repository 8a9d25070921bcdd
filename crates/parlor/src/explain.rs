//! `parlor explain [TERM]`: the glossary.

use crate::print;
use kit::glossary::{self, Term};
use kit::{Ask, Result};
use std::fmt::Write as _;

pub(crate) fn run(ask: &Ask) -> Result<()> {
    match ask.text_if("term") {
        Some(name) => print::to_stdout(&page(glossary::find_term(name)?)),
        None => print::to_stdout(&list()),
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
