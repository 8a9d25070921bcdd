//! `parlor worksheet TOPIC`: puzzles to print, as one HTML document or as SVG pages.

use crate::files::Output;
use crate::{print, watch};
use kit::worksheet::{self, Level, MOST};
use kit::{Ask, Param, Result};
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
    let puzzles = worksheet::sheet(topic, level, ask.size("count"), seed, &mut watch::Bar::new())?;
    let sheet = Sheet { topic: topic.name, title: row.title, rules: row.rules, level, seed, puzzles: &puzzles };
    let Some(name) = ask.text_if("svg") else { return print::to_stdout(&html(&sheet, ask.flag("solutions"))) };
    let name = name.strip_suffix(".svg").unwrap_or(name);
    let pages = pages(&sheet, ask.flag("solutions"));
    let write =
        |(place, page): (usize, &String)| Output::open(&format!("{name}-{}.svg", place + 1))?.write(page.as_bytes());
    pages.iter().enumerate().try_for_each(write)
}

fn listed() -> String {
    let with = topics::ALL.iter().filter_map(|topic| topic.worksheet.map(|row| (topic, row)));
    let lines: String = with.map(|(topic, row)| format!("  {:9} {}\n", topic.name, row.title)).collect();
    format!("Worksheets:\n{lines}For example: parlor worksheet {} --level middle > sheet.html\n", first())
}

fn first() -> &'static str {
    topics::ALL.iter().find(|topic| topic.worksheet.is_some()).map_or("TOPIC", |topic| topic.name)
}
