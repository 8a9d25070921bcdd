//! `parlor worksheet TOPIC`: puzzles to print, as one HTML document or as SVG pages.

use crate::files::{self, Filled, Output};
use crate::{print, watch};
use kit::worksheet::{self, Level, MOST};
use kit::{Ask, Error, Param, Result};
use show::sheet::{Sheet, html, pages};

pub(crate) const PARAMS: &[Param] = &[
    Param::text("topic", "the topic; without one, those that have worksheets are listed", 100).main().free(),
    Param::whole("count", "how many puzzles", 1, MOST as i64).or("6"),
    Param::choice("level", "how hard", Level::NAMES).or("easy"),
    Param::seed(),
    Param::switch("solutions", "put the solutions on a last page"),
    Param::text("svg", "write the pages as NAME-1.svg, NAME-2.svg, ... instead of printing HTML", 4000),
];

pub(crate) fn run(ask: &Ask) -> Result<()> {
    let Some(name) = ask.text_if("topic") else { return print::to_stdout(&listed()) };
    let topic = kit::find_topic(topics::ALL, name)?;
    let row = worksheet::worksheet_of(topic)?;
    let (level, seed) = (Level::read(ask.text("level"))?, ask.seed());
    // What cannot be written is known before any puzzle is made.
    let first = ask.text_if("svg").map(|name| page_of(name, 1)).transpose()?;
    let puzzles = worksheet::sheet(topic, level, ask.size("count"), seed, &mut watch::Bar::new())?;
    let sheet = Sheet { topic: topic.name, title: row.title, rules: row.rules, level, seed, puzzles: &puzzles };
    let Some(name) = ask.text_if("svg") else { return print::to_stdout(&html(&sheet, ask.flag("solutions"))) };
    let pages = pages(&sheet, ask.flag("solutions"));
    let others = (2..=pages.len()).map(|number| page_of(name, number));
    let outputs: Vec<Output> = first.map(Ok).into_iter().chain(others).collect::<Result<_>>()?;
    let fill = |(output, page): (Output, &String)| output.fill(page.as_bytes());
    let filled: Vec<Filled> = outputs.into_iter().zip(&pages).map(fill).collect::<Result<_>>()?;
    files::appear_together(filled)
}

/// The file of a page, by the name that all of them share.
fn page_of(name: &str, number: usize) -> Result<Output> {
    let stem = name.strip_suffix(".svg").unwrap_or(name);
    if stem.is_empty() || stem.ends_with('/') {
        return Err(Error::usage(format!("--svg {name:?}"), "it names no file", "name one, such as sheet"));
    }
    Output::open(&format!("{stem}-{number}.svg"))
}

fn listed() -> String {
    let with = topics::ALL.iter().filter_map(|topic| topic.worksheet.map(|row| (topic, row)));
    let lines: String = with.map(|(topic, row)| format!("  {:9} {}\n", topic.name, row.title)).collect();
    format!("Worksheets:\n{lines}For example: parlor worksheet {} --level middle > sheet.html\n", first())
}

fn first() -> &'static str {
    topics::ALL.iter().find(|topic| topic.worksheet.is_some()).map_or("TOPIC", |topic| topic.name)
}
