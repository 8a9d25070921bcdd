//! `/TOPIC/play?...`: a table to sit down at.
//!
//! The address holds the whole position, so that every control is a link and every position can be sent to a friend.
//! The script follows such links without loading the page anew, lets the house move when it is its turn, and shows
//! hints and values.

use crate::address::{pairs, pairs_of};
use crate::asks::{Asked, busy};
use crate::board::board_markup;
use crate::errand::Errand;
use crate::jobs::{Job, Manner};
use crate::pages::{Html, error_box, page, status_of, table_form, topic_of, trouble};
use crate::position::{Position, View};
use crate::{At, Lab, Reply, analyse, events, files};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kit::{Advice, Ask, Error, FROM, GameTable, NoFiles, Play, Result, Topic};
use maud::html;
use std::sync::Arc;
use std::time::Duration;

/// How long a position may take to be shown.
const PATIENCE: Duration = Duration::from_secs(10);

/// The address of a sentence such as a table's example.
pub(crate) fn address_of(topic: &'static Topic, table: &'static GameTable, sentence: &str) -> Option<String> {
    let words = kit::ask::words(sentence).ok()?;
    let ask = Ask::read(format!("play {}", topic.name), table.params, words.get(1..)?, &NoFiles).ok()?;
    Some(Position::start(topic, table, ask).link(""))
}

/// The table that an ask is about, if its parameters are those of a table.
pub(crate) fn table_of_ask(asked: &Asked) -> Option<String> {
    let table = asked.topic.table?;
    let shared = |name: &str| table.params.iter().any(|param| param.name == name);
    let mut given = pairs_of(&asked.ask);
    // Where the ask is about a position the table begins there; one that cannot is not what the ask is about.
    let own = |name: &str| !shared(name) && analyse::is_position(asked.question.params, name);
    let places: Vec<usize> = (0..given.len()).filter(|&place| own(&given[place].0)).collect();
    match places[..] {
        [] => {}
        [place] if shared(FROM.name) => given[place].0 = FROM.name.to_string(),
        _ => return None,
    }
    given.retain(|(name, _)| shared(name));
    let position = Position::read(asked.topic, table, &given).ok()?;
    let begins = places.is_empty() || position.sit().is_ok_and(|play| play.end().is_none());
    (begins && !given.is_empty()).then(|| position.link(""))
}

/// A topic and its table.
pub(crate) type TopicTable = (&'static Topic, &'static GameTable);

pub(crate) fn table_of(lab: &Lab, topic: &str) -> Result<TopicTable, Box<Reply>> {
    let topic = topic_of(lab, topic)?;
    match kit::table_of(topic) {
        Ok(table) => Ok((topic, table)),
        Err(error) => Err(Box::new(trouble(lab, StatusCode::NOT_FOUND, error))),
    }
}

/// The view of a position. It is worked out beside the jobs, a few at a time, and given up when it takes too long.
async fn view_of(lab: &Lab, position: &Position) -> Result<View> {
    worked_out(lab, position, Position::view).await
}

/// What is found out about a position, as its view is.
async fn worked_out<T: Send + 'static>(lab: &Lab, position: &Position, find: fn(&Position) -> Result<T>) -> Result<T> {
    let late = Error::too_large("this position", "the lab could not draw it in time", "play it on the command line");
    let seen = position.clone();
    lab.views.work(PATIENCE, late, move || find(&seen)).await
}

/// `/TOPIC/play?...`
pub(crate) async fn route((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    let (topic, table) = match table_of(&lab, &topic) {
        Ok(room) => room,
        Err(reply) => return *reply,
    };
    let given = pairs(query.as_deref().unwrap_or(""));
    let seen = match Position::read(topic, table, &given) {
        Ok(position) => view_of(&lab, &position).await.map(|view| (position, view)),
        // A table that wants a parameter cannot be opened by its bare address: its first example is.
        Err(_) if given.is_empty() => return first_table(&lab, (topic, table)),
        Err(error) => Err(error),
    };
    let (status, shown) = match &seen {
        Ok((position, view)) => (StatusCode::OK, board_markup(position, view)),
        Err(error) => (status_of(error), error_box(error)),
    };
    let title = seen.as_ref().map_or("play".to_string(), |(_, view)| view.title.clone());
    let shareable = lab.meetings.is_some() && seen.as_ref().is_ok_and(|(_, view)| !view.solitaire);
    let body = html! {
        p.crumbs { a href={ "/" (topic.name) } { (topic.called()) } " › play" }
        p.unseen id="told" role="status" {}
        div id="game" { (shown) }
        @if shareable {
            p { button type="button" id="together" data-share={ "/" (topic.name) "/play/together" } { "Play with someone on another device" } }
        }
        details.setup open[seen.is_err()] {
            summary { "Another table" }
            (table_form(topic, table, &given))
        }
    };
    (status, page(&lab, &title, Some(topic.name), &body)).into_response()
}

/// The page of a table on two devices: what is shown there, and the address to send.
pub(crate) async fn board_page(lab: &Lab, position: &Position, (id, turn): (&str, u64)) -> Response {
    let topic = position.topic;
    let view = match view_of(lab, position).await {
        Ok(view) => view,
        Err(error) => return trouble(lab, status_of(&error), error),
    };
    let key = lab.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
    let body = html! {
        p.crumbs { a href={ "/" (topic.name) } { (topic.called()) } " › play › on two devices" }
        p.unseen id="told" role="status" {}
        p id="invitation" data-invite={ "/together/" (id) (key) } { "Open this address on the other device: " }
        div id="game" data-together={ "/together/" (id) } data-turn=(turn) { (board_markup(position, &view)) }
    };
    page(lab, &view.title, Some(topic.name), &body)
}

fn first_table(lab: &Lab, (topic, table): TopicTable) -> Response {
    match table.examples.first().and_then(|example| address_of(topic, table, example)) {
        Some(address) => axum::response::Redirect::to(&address).into_response(),
        None => trouble(lab, StatusCode::NOT_FOUND, "This table has no example."),
    }
}

async fn seen(lab: &Lab, topic: &str, query: Option<&str>) -> Result<(Position, View), Box<Reply>> {
    seen_by(lab, topic, query, Position::view).await
}

/// The position of an address, and what is found out about it.
pub(crate) async fn seen_by<T: Send + 'static>(
    lab: &Lab,
    topic: &str,
    query: Option<&str>,
    find: fn(&Position) -> Result<T>,
) -> Result<(Position, T), Box<Reply>> {
    let (topic, table) = table_of(lab, topic)?;
    let refuse = |error: Error| {
        let body = html! { (error_box(&error)) };
        Box::new((status_of(&error), Html(body.into_string())).into_response())
    };
    let position = Position::read(topic, table, &pairs(query.unwrap_or(""))).map_err(refuse)?;
    let found = worked_out(lab, &position, find).await.map_err(refuse)?;
    Ok((position, found))
}

/// `/TOPIC/play/board?...`: the board alone, for the script.
pub(crate) async fn board((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    match seen(&lab, &topic, query.as_deref()).await {
        Ok((position, view)) => Html(board_markup(&position, &view).into_string()).into_response(),
        Err(reply) => *reply,
    }
}

/// `/TOPIC/play/board.svg?...`: the picture of a position, to take along.
pub(crate) async fn picture((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    match seen(&lab, &topic, query.as_deref()).await {
        Ok((_, view)) => files::picture(show::svg::svg(&view.scene)),
        Err(reply) => *reply,
    }
}

/// `POST /TOPIC/play/advise?...`: a job that finds a move.
pub(crate) async fn advise((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    ask_table(&lab, &topic, query.as_deref(), "advise")
}

/// `POST /TOPIC/play/values?...`: a job that says what each move is worth.
pub(crate) async fn values((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    ask_table(&lab, &topic, query.as_deref(), "values")
}

fn ask_table(lab: &Lab, topic: &str, query: Option<&str>, what: &str) -> Response {
    let (topic, table) = match table_of(lab, topic) {
        Ok(room) => room,
        Err(reply) => return *reply,
    };
    let position = match Position::read(topic, table, &pairs(query.unwrap_or(""))) {
        Ok(position) => position,
        Err(error) => return trouble(lab, status_of(&error), error),
    };
    match table_job(lab, &position, what) {
        Some(job) => events::started(lab, &job),
        None => busy(lab),
    }
}

fn table_job(lab: &Lab, position: &Position, what: &str) -> Option<Arc<Job>> {
    let at = &position.here();
    let key = at.link(&format!("/{what}"));
    let command = format!("parlor {}", at.ask.line());
    let errand = Errand::at_table(at.topic, &at.ask, &at.moves, (what == "advise").then_some(at.level));
    lab.jobs.find_or_start(&key, &command, Manner::Watched, || lab.work(errand, &command))
}

/// FNV-1a without its lowest bits: a specified hash, the same on every machine.
pub(crate) fn hash(text: &str) -> u64 {
    let step = |h: u64, byte: u8| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step) >> 16
}

/// Any move: which one depends on the moves made so far and on nothing else, so that a link shows everyone the same
/// game.
pub(crate) fn careless(play: &dyn Play) -> Result<Advice<String>> {
    let moves = play.moves();
    if moves.is_empty() {
        return Err(Error::usage("a move", "none is left", "begin anew"));
    }
    let drawn = hash(&format!("{} {}", play.history().join(";"), play.position()));
    let choice = usize::try_from(drawn % moves.len() as u64).expect("a place in a list");
    Ok(Advice::guess(moves[choice].clone(), "look anywhere", "played without thinking"))
}
