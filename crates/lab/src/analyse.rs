//! `/TOPIC/play/analyse?...`: what can be asked about a position.
//!
//! A question and a table share their parameters by name. Where a question takes a position, in a text that is called
//! `position`, `board` or `from`, it gets the one on the table; and where the table itself can begin at a text of that
//! position, the question that takes the same text does so too.

use crate::address::{pairs, pairs_of, read};
use crate::pages::{ask_link, error_box, page, status_of};
use crate::play::table_of;
use crate::position::Position;
use crate::{At, Lab};
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use kit::{Error, Kind, Param, Question, Result};
use maud::{Markup, html};
use std::time::Duration;

/// Names of parameters that take a position as a table writes it.
const POSITIONS: [&str; 3] = ["position", "board", "from"];

fn is_text(param: &Param) -> bool {
    matches!(param.kind, Kind::Text { .. } | Kind::Source { .. } | Kind::Form { .. }) && !param.local
}

/// Whether that parameter takes a position.
pub(crate) fn is_position(params: &[Param], name: &str) -> bool {
    params.iter().any(|param| param.name == name && is_text(param) && POSITIONS.contains(&name))
}

/// How long the lab may look for what can be asked.
const PATIENCE: Duration = Duration::from_secs(30);

/// A question that can be asked, with its sentence and its address.
type Offer = (String, String);

/// What can be asked about the position, and what about the table from its start.
struct Offers {
    position: Vec<Offer>,
    table: Vec<Offer>,
}

fn offers(position: &Position) -> Result<Offers> {
    let text = position.sit()?.position();
    let begins = beginning(position, &text);
    let mut offers = Offers { position: Vec::new(), table: Vec::new() };
    for question in position.topic.questions {
        let takes = question
            .params
            .iter()
            .find(|param| Some(param.name) == begins.as_deref() || is_position(question.params, param.name));
        if let Some(param) = takes {
            offers.position.extend(offer(position, question, Some((param.name, &text))));
        }
        offers.table.extend(offer(position, question, None));
    }
    Ok(offers)
}

/// The parameter of the table itself by which it begins at that position: it is tried, and the position must come back.
fn beginning(position: &Position, text: &str) -> Option<String> {
    let begins_there = |param: &&Param| {
        let mut given = pairs_of(&position.ask);
        given.retain(|(name, _)| name != param.name);
        given.push((param.name.to_string(), text.to_string()));
        let there = Position::read(position.topic, position.table, &given).and_then(|there| there.sit());
        there.is_ok_and(|play| play.position() == text)
    };
    position.table.params.iter().filter(|param| is_text(param)).find(begins_there).map(|param| param.name.to_string())
}

/// The question with what it shares with the table, if that is enough to ask it.
fn offer(position: &Position, question: &'static Question, at: Option<(&str, &str)>) -> Option<Offer> {
    let known = |name: &str| question.params.iter().any(|param| param.name == name && !param.local);
    let mut given = pairs_of(&position.ask);
    given.retain(|(name, _)| known(name) && at.is_none_or(|(taken, _)| name != taken));
    given.extend(at.map(|(name, text)| (name.to_string(), text.to_string())));
    let title = format!("{} {}", position.topic.name, question.name);
    let ask = read(&title, question.params, &given).ok().filter(|_| !given.is_empty())?;
    Some((ask.line(), ask_link(position.topic, question, &ask)))
}

fn list(id: &str, heading: &str, offers: &[Offer]) -> Markup {
    html! {
        @if !offers.is_empty() {
            h2 { (heading) }
            ul.offers id=(id) { @for (sentence, link) in offers { li { a href=(link) { (kit::shorten(sentence)) } } } }
        }
    }
}

/// Trying where a table begins is work, as showing a position is.
async fn offered(lab: &Lab, position: Position) -> Result<(Position, Offers)> {
    let late = Error::too_large("this position", "the lab could not look at it in time", "ask on the command line");
    lab.views.work(PATIENCE, late, move || offers(&position).map(|offers| (position, offers))).await
}

/// `/TOPIC/play/analyse?...`
pub(crate) async fn route((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    let (topic, table) = match table_of(&lab, &topic) {
        Ok(room) => room,
        Err(reply) => return *reply,
    };
    let position = Position::read(topic, table, &pairs(query.as_deref().unwrap_or("")));
    let found = match position {
        Ok(position) => offered(&lab, position).await,
        Err(error) => Err(error),
    };
    let (position, offers) = match found {
        Ok(found) => found,
        Err(error) => {
            let shown = page(&lab, "analyse", Some(topic.name), &error_box(&error));
            return (status_of(&error), shown).into_response();
        }
    };
    let nothing = offers.position.is_empty() && offers.table.is_empty();
    let body = html! {
        p.crumbs { a href={ "/" (topic.name) } { (topic.called()) } " › " a href=(position.link("")) { "play" } " › analyse" }
        h1 { "What can be asked here" }
        (list("position", "This position", &offers.position))
        (list("table", "This table, from its start", &offers.table))
        @if nothing {
            p { "No question of this room has the parameters of this table; " a href={ "/" (topic.name) "#questions" } { "all its questions" } "." }
        }
        p { a.button href=(position.link("")) { "Back to the table" } }
    };
    page(&lab, "analyse", Some(topic.name), &body)
}
