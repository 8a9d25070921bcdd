//! `/worksheet/TOPIC`: a sheet of puzzles with a button that prints it, and `/puzzle/CODE`, which opens one.

use crate::address::{link, pairs, values};
use crate::aside::worked;
use crate::learn::refused;
use crate::pages::{address_of, page, topic_of, trouble};
use crate::{At, Lab, play};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use kit::worksheet::{self, Code, Level, MOST, Puzzle, Worksheet};
use kit::{Error, Result, Topic};
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// What sheet is wished for.
struct Wish {
    level: Level,
    count: usize,
    seed: u64,
    solutions: bool,
}

impl Wish {
    fn read(query: &str) -> Result<Wish> {
        let given = pairs(query);
        let text = |name: &str, or: &'static str| {
            values(&given, name).next().filter(|text| !text.is_empty()).unwrap_or(or).to_string()
        };
        let number = |name: &str, or: &'static str, most: u64| {
            let text = text(name, or);
            let wrong =
                || Error::usage(format!("{name} {text:?}"), "will not do", format!("give a whole number up to {most}"));
            text.parse::<u64>().ok().filter(|number| *number <= most).ok_or_else(wrong)
        };
        let count = number("count", "6", MOST as u64)?.max(1) as usize;
        let level = Level::read(&text("level", "easy"))?;
        let solutions = values(&given, "solutions").any(|value| !value.is_empty());
        Ok(Wish { level, count, seed: number("seed", "1", i64::MAX as u64)?, solutions })
    }
}

/// `/worksheet`
pub(crate) async fn list(State(lab): State<Arc<Lab>>) -> Response {
    let sheets = lab.topics.iter().filter_map(|topic| topic.worksheet.map(|sheet| (topic, sheet)));
    let body = html! {
        h1 { "Worksheets" }
        p.lead { "Puzzles to print, fair and graded, with solutions on a last page." }
        ul { @for (topic, sheet) in sheets { li { a href={ "/worksheet/" (topic.name) } { (sheet.title) } " (" (topic.name) ")" } } }
        form.ask method="get" action="/puzzle" {
            div.field { label for="code" { b { "code" } " the code that stands under a printed puzzle" } input type="text" id="code" name="code"; }
            div.act { button { "Open it" } }
        }
    };
    page(&lab, "Worksheets", None, &body)
}

/// `/worksheet/TOPIC?level=...&count=...&seed=...&solutions=yes`
pub(crate) async fn route((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    let topic = match topic_of(&lab, &topic) {
        Ok(topic) => topic,
        Err(reply) => return *reply,
    };
    let row = match worksheet::worksheet_of(topic) {
        Ok(row) => row,
        Err(error) => return trouble(&lab, StatusCode::NOT_FOUND, error),
    };
    let wish = match Wish::read(query.as_deref().unwrap_or("")) {
        Ok(wish) => wish,
        Err(error) => return refused(&lab, row.title, &error),
    };
    let (level, count, seed) = (wish.level, wish.count, wish.seed);
    match worked(&lab, move |watch| worksheet::sheet(topic, level, count, seed, watch)).await {
        Ok(puzzles) => page(&lab, row.title, Some(topic.name), &sheet(topic, row, &wish, &puzzles)),
        Err(error) => refused(&lab, row.title, &error),
    }
}

fn sheet(topic: &Topic, row: &Worksheet, wish: &Wish, puzzles: &[(Code, Puzzle)]) -> Markup {
    html! {
        p.crumbs { a href={ "/" (topic.name) } { (topic.called()) } " › worksheet" }
        (wish_form(topic, wish))
        article.sheet {
            h1 { (row.title) " (" (wish.level) ", sheet " (wish.seed) ")" }
            p.who { span { "Name" } span { "Date" } }
            p { (row.rules) }
            div.puzzles {
                @for (place, (code, puzzle)) in puzzles.iter().enumerate() {
                    section.puzzle {
                        p { b { (place + 1) "." } " " (puzzle.task) }
                        (PreEscaped(show::sheet::picture(&puzzle.scene)))
                        p.source { a href={ "/puzzle/" (code) } { (code) } }
                    }
                }
            }
            @if wish.solutions { (solutions(row, wish, puzzles)) }
        }
    }
}

fn solutions(row: &Worksheet, wish: &Wish, puzzles: &[(Code, Puzzle)]) -> Markup {
    html! {
        section.solutions {
            h2 { (row.title) " (" (wish.level) ", sheet " (wish.seed) "): solutions" }
            div.puzzles {
                @for (place, (_, puzzle)) in puzzles.iter().enumerate() {
                    section.puzzle {
                        p { b { (place + 1) "." } " " (puzzle.solution) }
                        @if let Some(scene) = &puzzle.solved { (PreEscaped(show::sheet::picture(scene))) }
                        p.source { (puzzle.difficulty.0) ": " (puzzle.difficulty.1) }
                    }
                }
            }
        }
    }
}

fn wish_form(topic: &Topic, wish: &Wish) -> Markup {
    let next = [
        ("level", wish.level.to_string()),
        ("count", wish.count.to_string()),
        ("seed", wish.seed.wrapping_add(1).to_string()),
    ];
    let next: Vec<(String, String)> = next.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    html! {
        form.ask.wish method="get" action={ "/worksheet/" (topic.name) } {
            div.act {
                label { "level " select name="level" {
                    @for level in Level::ALL { option selected[level == wish.level] { (level) } }
                } }
                label { "puzzles " input type="number" name="count" min="1" max=(MOST) value=(wish.count); }
                label { "sheet " input type="number" name="seed" min="0" value=(wish.seed); }
                label.switch { input type="checkbox" name="solutions" value="yes" checked[wish.solutions]; span { "solutions" } }
                button { "Make it" }
                a.button href=(link(&format!("/worksheet/{}", topic.name), &next)) { "Another sheet" }
                button type="button" id="print" { "Print" }
            }
        }
    }
}

/// `/puzzle?code=CODE`, the form of the list.
pub(crate) async fn by_form(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Response {
    let given = pairs(query.as_deref().unwrap_or(""));
    open(&lab, values(&given, "code").next().unwrap_or("")).await
}

/// `/puzzle/CODE`
pub(crate) async fn puzzle(State(lab): State<Arc<Lab>>, Path(code): Path<String>) -> Response {
    open(&lab, &code).await
}

async fn open(lab: &Lab, code: &str) -> Response {
    let code = match Code::read(code) {
        Ok(code) => code,
        Err(error) => return refused(lab, "A puzzle", &error),
    };
    let topics = lab.topics;
    let wanted = code.clone();
    let puzzle = match worked(lab, move |watch| worksheet::puzzle_of(topics, &wanted, watch)).await {
        Ok(puzzle) => puzzle,
        Err(error) => return refused(lab, "A puzzle", &error),
    };
    match address(lab, &code, &puzzle) {
        Some(address) => Redirect::to(&address).into_response(),
        None => trouble(lab, StatusCode::NOT_FOUND, "This puzzle is for paper alone."),
    }
}

fn address(lab: &Lab, code: &Code, puzzle: &Puzzle) -> Option<String> {
    let topic = kit::find_topic(lab.topics, &code.topic).ok()?;
    match puzzle.opens.strip_prefix("play ") {
        Some(sentence) => play::address_of(topic, topic.table?, sentence),
        None => address_of(topic, &puzzle.opens),
    }
}
