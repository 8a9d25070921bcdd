//! `/together/ID`: one table on two devices. A lab that only its own machine can reach has none.
//!
//! What is kept of such a table is the address of its position and how often it has changed; who tells a change says
//! which one it follows, so that of two people who move at once one is told what the other did.

use crate::address::{pairs, values};
use crate::files::typed;
use crate::pace::Instant;
use crate::pages::{status_of, trouble};
use crate::play::{board_page, table_of};
use crate::position::{Position, Seat};
use crate::{At, Lab, Reply, token};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kit::{Error, Result};
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Tables that are kept, and for how long when nobody moves.
const MOST: usize = 200;
const IDLE: Duration = Duration::from_secs(6 * 3600);
/// Which change a change follows.
const TURN: &str = "turn";

#[derive(Clone)]
struct Shared {
    id: String,
    position: Position,
    turn: u64,
    used: Instant,
}

/// The tables on two devices.
#[derive(Default)]
pub(crate) struct Meetings(Mutex<Vec<Shared>>);

impl Meetings {
    fn lock(&self) -> MutexGuard<'_, Vec<Shared>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|one| one.used.elapsed() < IDLE);
        all
    }

    fn open(&self, position: Position) -> Option<String> {
        let mut all = self.lock();
        if all.len() >= MOST {
            return None;
        }
        let id: String = token::new().chars().take(16).collect();
        all.push(Shared { id: id.clone(), position, turn: 0, used: Instant::now() });
        Some(id)
    }

    fn find(&self, id: &str) -> Option<Shared> {
        self.lock().iter().find(|one| one.id == id).cloned()
    }

    /// Takes a change that follows that one; what is there now, and whether the change was taken.
    fn change(&self, id: &str, turn: u64, position: Position) -> Option<(Shared, bool)> {
        let mut all = self.lock();
        let one = all.iter_mut().find(|one| one.id == id)?;
        let follows = one.turn == turn;
        // Telling again what is there is no change.
        if follows && one.position.link("") != position.link("") {
            (one.position, one.turn, one.used) = (position, turn + 1, Instant::now());
        }
        Some((one.clone(), follows))
    }
}

/// The tables on two devices of a lab that has them.
fn meetings(lab: &Lab) -> Result<&Meetings, Box<Reply>> {
    let line = "Only this machine reaches the lab; start it with --host to play on two devices.";
    lab.meetings.as_ref().ok_or_else(|| Box::new(trouble(lab, StatusCode::NOT_FOUND, line)))
}

fn gone(lab: &Lab) -> Reply {
    trouble(lab, StatusCode::NOT_FOUND, "Nobody sits at that table any more; open a new one.")
}

/// The position of a query at a table of two people.
fn seated(lab: &Lab, topic: &str, given: &[(String, String)]) -> Result<Position, Box<Reply>> {
    let (topic, table) = table_of(lab, topic)?;
    let refuse = |error: Error| Box::new(trouble(lab, status_of(&error), error));
    let position = Position::read(topic, table, given).map_err(refuse)?;
    position.sit().map_err(refuse)?;
    Ok(position.seated(Seat::Both))
}

fn told(shared: &Shared) -> String {
    json!({ "turn": shared.turn, "address": shared.position.link("") }).to_string()
}

/// `POST /TOPIC/play/together?...`: opens a table for two devices at that position.
pub(crate) async fn open((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    let opened = || -> Result<Reply, Box<Reply>> {
        let all = meetings(&lab)?;
        let position = seated(&lab, &topic, &pairs(query.as_deref().unwrap_or("")))?;
        let full = || Box::new(trouble(&lab, StatusCode::TOO_MANY_REQUESTS, "All tables for two devices are taken."));
        let id = all.open(position).ok_or_else(full)?;
        Ok(typed("application/json", json!({ "address": format!("/together/{id}") }).to_string()))
    };
    opened().unwrap_or_else(|reply| *reply)
}

/// `/together/ID`: the page of the table.
pub(crate) async fn route(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    let found = match meetings(&lab) {
        Ok(all) => all.find(&id),
        Err(reply) => return *reply,
    };
    match found {
        Some(shared) => board_page(&lab, &shared.position, (&id, shared.turn)).await,
        None => gone(&lab),
    }
}

/// `/together/ID/state`: the address of the position, and how often it has changed.
pub(crate) async fn state(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    match meetings(&lab).map(|all| all.find(&id)) {
        Ok(Some(shared)) => typed("application/json", told(&shared)),
        Ok(None) => gone(&lab),
        Err(reply) => *reply,
    }
}

/// `POST /together/ID?turn=N&...`: the position is this one now.
pub(crate) async fn change(State(lab): State<Arc<Lab>>, Path(id): Path<String>, RawQuery(query): RawQuery) -> Response {
    let changed = || -> Result<Reply, Box<Reply>> {
        let all = meetings(&lab)?;
        let shared = all.find(&id).ok_or_else(|| Box::new(gone(&lab)))?;
        let mut given = pairs(query.as_deref().unwrap_or(""));
        let turn = values(&given, TURN).next().and_then(|text| text.parse().ok()).unwrap_or(u64::MAX);
        given.retain(|(name, _)| name != TURN);
        let position = seated(&lab, shared.position.topic.name, &given)?;
        let (shared, taken) = all.change(&id, turn, position).ok_or_else(|| Box::new(gone(&lab)))?;
        let status = if taken { StatusCode::OK } else { StatusCode::CONFLICT };
        Ok((status, typed("application/json", told(&shared))).into_response())
    };
    changed().unwrap_or_else(|reply| *reply)
}
