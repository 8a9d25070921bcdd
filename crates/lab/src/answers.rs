//! Reports as parts of a page: the sentence, its standing, facts, tables, pictures, files to take along, and the same
//! ask as a command line.

use crate::asks::{Asked, told};
use crate::essay::{Met, argument_link, explained, in_words, signs, term};
use crate::jobs::{Answer, Job};
use crate::live::is_live;
use crate::pages::error_box;
use crate::play::table_of_ask;
use crate::rows::table_markup;
use crate::{Lab, events};
use kit::glossary::find_term;
use kit::{Error, ErrorKind, Fact, Report, Scene, Standing};
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// Shapes of a picture that a page still draws quickly.
const MOST_SHAPES: usize = 20_000;
/// Characters of a fact that are shown unfolded.
const MOST_LETTERS: usize = 300;
/// So many decimals of a number inside a text are more than anybody reads.
const LONG: usize = 8;

/// What came out.
pub(crate) fn answer(asked: &Asked, job: &Job, result: &Result<Arc<Answer>, Error>) -> Markup {
    let glimpse = job.glimpse();
    html! {
        @for remark in &glimpse.remarks { p.remark { (remark) } }
        @if glimpse.cut {
            p { button type="button" data-again=(job.id) { "Ask again, to the end" } }
        }
        @match result {
            Ok(answer) => @if let Answer::Report(report) = answer.as_ref() { (shown(asked, report)) },
            Err(error) => {
                (error_box(error))
                @if error.is_stopped() { p { a.button href=(asked.link(None, None)) { "Ask again" } } }
                (command(&job.command))
            }
        }
        p.seconds { "Answered in " (seconds(glimpse.seconds)) ". The address of this page is the question: send it to a friend." }
    }
}

fn seconds(seconds: f64) -> String {
    match seconds {
        ..0.001 => "less than a millisecond".to_string(),
        0.001..1.0 => format!("{:.0} ms", seconds * 1000.0),
        _ => format!("{seconds:.1} s"),
    }
}

/// The ask as a command line to copy, for whoever wants one.
pub(crate) fn command(command: &str) -> Markup {
    html! {
        details.command {
            summary { "As a command line" }
            div.row { code { (command) } button type="button" data-copy=(command) { "Copy" } }
        }
    }
}

/// What stands on the page until the answer comes.
pub(crate) fn waiting(lab: &Lab, job: &Job) -> Markup {
    html! {
        div.job data-job=(job.id) {
            p.progress-line role="status" { (events::in_words(lab, job)) }
            progress max="1" aria-label="Progress" {}
            button type="button" data-stop=(job.id) { "Stop" }
            ul.remarks {}
            noscript { p { "Without script, load the page again to see whether it is done." } }
        }
        (command(&job.command))
    }
}

/// A report, and the command line that asks for it. One that may be asked again while a hand moves says where.
pub(crate) fn shown(asked: &Asked, report: &Report) -> Markup {
    let live = is_live(&report.scenes).then(|| format!("/{}/{}/live", asked.topic.name, asked.question.name));
    html! {
        div.shown data-here=(asked.link(None, None)) data-line=(told(&asked.ask.line())) data-live=[live] {
            (report_markup(asked, report))
            (command(&asked.command()))
        }
    }
}

fn report_markup(asked: &Asked, report: &Report) -> Markup {
    let (first, others) = report.scenes.split_first().map_or((None, &[][..]), |(first, others)| (Some(first), others));
    html! {
        div.report.pictured[first.is_some()] {
            div.told {
                h2.line { (explained(&report.line, &mut Met::new())) }
                (badge(&report.standing))
                (links(asked))
            }
            @if let Some(scene) = first { (picture(asked, scene)) }
            @if !report.facts.is_empty() {
                dl.facts { @for (name, value) in &report.facts {
                    dt { (in_words(name)) }
                    dd { (told_fact(asked, report, name, value)) }
                } }
            }
        }
        @for scene in others { (picture(asked, scene)) }
        @for table in &report.tables { (table_markup(asked, table)) }
        (files(asked, report))
    }
}

/// A fact; an argument leads to where it is told, and a value that is itself a term, such as an outcome, is explained.
fn told_fact(asked: &Asked, report: &Report, name: &str, value: &Fact) -> Markup {
    match (value, argument_link(asked.topic, report)) {
        (_, Some(link)) if name == kit::ARGUMENT => html! { a href=(link) { (value) } },
        (Fact::Text(text), _) if find_term(text).is_ok() => term(text, text),
        _ => fact(asked, name, value),
    }
}

/// What to do with an answer: send it, or sit down at what it is about.
fn links(asked: &Asked) -> Markup {
    html! {
        p.links {
            button type="button" data-copy-link=(asked.link(None, None)) { "Copy the link" }
            @if let Some(link) = table_of_ask(asked) { " " a.button.play href=(link) { "Play it" } }
        }
    }
}

fn files(asked: &Asked, report: &Report) -> Markup {
    let certificate = report.certificate.as_ref().map(|_| asked.link(Some("certificate.txt"), None));
    html! {
        p.files { "Take it along: "
            a href=(asked.link(Some("answer.json"), None)) download { "JSON" } " "
            a href=(asked.link(Some("answer.txt"), None)) download { "text" } " "
            @if report.tables.is_empty() { a href=(asked.link(Some("table.csv"), None)) download { "CSV" } " " }
            @if let Some(link) = certificate { a href=(link) download { "certificate" } }
            @else if asked.ask.wants_certificate() { "(this answer has no certificate)" }
        }
    }
}

/// A standing that explains itself.
pub(crate) fn badge(standing: &Standing) -> Markup {
    let (sign, meaning) = match standing {
        Standing::Proved => {
            ("✓", "An exhausted search, or an argument in the topic's essay, stands behind this answer.".to_string())
        }
        Standing::Checked { to } => {
            ("≤", format!("It held wherever it was looked at, up to {to}. Beyond that nothing is claimed."))
        }
        Standing::Best => ("★", "The best that was found. Nothing says that there is no better.".to_string()),
        Standing::Estimate { error, of } => {
            let meaning = match of {
                ErrorKind::StandardError => "A number from sampling; the error is a standard error",
                ErrorKind::LastChange => "A number refined until its digits stood still; the error is the last change",
                ErrorKind::ProvedBound => "A number with an error that is proved not to be exceeded",
            };
            ("±", format!("{meaning}: {error:.2e}."))
        }
    };
    html! {
        details.badge.{ "standing-" (standing.kind()) } {
            summary { span aria-hidden="true" { (sign) } " " (signs(&standing.to_string())) }
            p { (signs(&meaning)) }
        }
    }
}

fn fact(asked: &Asked, name: &str, value: &Fact) -> Markup {
    let text = value.to_string();
    match value {
        Fact::Document(document) if document.trim_start().starts_with("<svg") => {
            let link = asked.link(Some("fact.svg"), Some(name));
            html! { figure.document data-moving=(link) { img src=(link) alt=(format!("{name}, a moving picture")); a href=(link) download { "Take the picture" } } }
        }
        Fact::Document(document) => html! {
            details { summary { (document.lines().count()) " lines" } pre { (first_letters(document, 20_000)) } }
            a href=(asked.link(Some("fact.txt"), Some(name))) download { "Take it along" }
        },
        Fact::Text(_) | Fact::Big(_) | Fact::List(_) if text.chars().count() > MOST_LETTERS => html! {
            details { summary { (first_letters(&text, 60)) " … (" (text.chars().count()) " characters)" } p.long { (first_letters(&text, 20_000)) } }
            a href=(asked.link(Some("fact.txt"), Some(name))) download { "Take it along" }
        },
        Fact::Real(value) if rounded(*value).len() < text.len() => html! {
            details.exact { summary title=(text) { (signs(&rounded(*value))) " …" } (text) }
        },
        Fact::Text(_) | Fact::List(_) if shortened(&text) != text => html! {
            details.exact { summary title=(text) { (signs(&shortened(&text))) " …" } (text) }
        },
        Fact::Text(_) | Fact::List(_) if text.is_empty() => html! { "none" },
        Fact::Truth(truth) => html! { (if *truth { "yes" } else { "no" }) },
        _ => signs(&text),
    }
}

/// A text whose long decimals are rounded as [`rounded`] does.
fn shortened(text: &str) -> String {
    let in_numeral = |c: char| c.is_ascii_digit() || c == '.';
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(in_numeral) {
        let length = rest[begin..].find(|c| !in_numeral(c)).unwrap_or(rest.len() - begin);
        let numeral = &rest[begin..begin + length];
        short.push_str(&rest[..begin]);
        let decimals = numeral.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        match numeral.parse::<f64>() {
            Ok(value) if decimals >= LONG => short.push_str(&rounded(value)),
            _ => short.push_str(numeral),
        }
        rest = &rest[begin + length..];
    }
    short + rest
}

/// A number to six digits, as people read it.
pub(crate) fn rounded(value: f64) -> String {
    let size = value.abs().log10().floor();
    match value == 0.0 || !(-5.0..9.0).contains(&size) {
        true => format!("{value:.5e}"),
        false => format!("{value:.*}", (5.0 - size).max(0.0) as usize),
    }
}

pub(crate) fn first_letters(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// A scene as part of a page, or what to do when it is too large for one.
pub(crate) fn drawn(scene: &Scene, instead: &str) -> Markup {
    match scene.shapes.len() {
        ..=MOST_SHAPES => PreEscaped(show::svg::inline(scene)),
        shapes => html! { p { "This picture has " (shapes) " shapes, too many for a page; " (instead) "." } },
    }
}

/// A picture with its caption and its files.
fn picture(asked: &Asked, scene: &Scene) -> Markup {
    html! {
        figure {
            (drawn(scene, "take the file instead"))
            figcaption {
                (signs(&scene.caption)) " "
                a href=(asked.link(Some("scene.svg"), Some(&scene.name))) download { "SVG" }
                @if cfg!(feature = "png") { " " a href=(asked.link(Some("scene.png"), Some(&scene.name))) download { "PNG" } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_six_digits() {
        let all = [0.280_774_044_012, -12.345_678_9, 1_234_567.890_1, 3e-9].map(rounded);
        assert_eq!(all, ["0.280774", "-12.3457", "1234568", "3.00000e-9"]);
        assert_eq!(shortened("(-0.26925838,1.5) 193/4 v. 1.2.3"), "(-0.269258,1.5) 193/4 v. 1.2.3");
    }
}
