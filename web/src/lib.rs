//! The lab inside a page: a worker gives a request as JSON and gets what a server would send.
//!
//! Requests: `{"method": "GET", "address": "/queens/lock?n=5"}` for whatever the lab has an address for, and
//! `{"sentence": "queens lock 5"}` for an answer as the command line writes it with `--json`. The page ends the worker
//! to stop it, so nothing here needs to be stopped.

mod memory;

use kit::{NoFiles, Result, Watch};
use lab::{Bridge, Page, Told};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// The rooms that this module holds.
#[cfg(feature = "all")]
pub use topics::ALL;
/// The rooms that this module holds: those that are seen first, small and played by touch.
#[cfg(not(feature = "all"))]
pub static ALL: &[&kit::Topic] = &[&merlin::TOPIC, &disks::TOPIC];

thread_local! {
    static LAB: RefCell<Page> = RefCell::new(Page::open(ALL, BRIDGE));
}

const BRIDGE: Bridge = Bridge { now: memory::now, begun: memory::begun, looked: memory::looked };

/// What is told in answer to a request.
pub fn answer(request: &str) -> Told {
    let request: Value = serde_json::from_str(request).unwrap_or(Value::Null);
    let text = |name: &str| request[name].as_str();
    match (text("address"), text("sentence")) {
        (Some(address), _) => LAB.with_borrow_mut(|lab| lab.answer(text("method").unwrap_or("GET"), address)),
        (None, sentence) => {
            let sentence = sentence.unwrap_or_default();
            let answer = asked(sentence).unwrap_or_else(|error| json!({ "error": error.to_string() }));
            let (address, kind) = (sentence.to_string(), "application/json".to_string());
            Told { status: 200, address, kind, body: answer.to_string().into_bytes() }
        }
    }
}

fn asked(sentence: &str) -> Result<Value> {
    let (question, ask) = kit::read_sentence(ALL, sentence, &NoFiles)?;
    Ok(show::json(&ask.line(), &(question.answer)(&ask, &mut Progress)?))
}

/// Tells the worker how far the answer to a sentence is.
struct Progress;

impl Watch for Progress {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        memory::looked(done, of);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(method: &str, address: &str) -> (Told, String) {
        let told = answer(&json!({ "method": method, "address": address }).to_string());
        let body = String::from_utf8_lossy(&told.body).into_owned();
        (told, body)
    }

    #[test]
    fn pages_boards_and_hints_are_told_without_a_server() {
        let (front, body) = at("GET", "/");
        assert_eq!((front.status, &*front.kind), (200, "text/html; charset=utf-8"));
        assert!(ALL.iter().all(|topic| body.contains(&format!("href=\"/{}\"", topic.name))) && body.contains("<svg"));
        let (nullity, body) = at("GET", "/merlin/nullity?n=5");
        assert!(nullity.status == 200 && body.contains("nullity"), "{body}");
        let (table, body) = at("GET", "/merlin/play");
        assert!(table.address.starts_with("/merlin/play?") && body.contains("data-move"), "led to the first table");
        let (job, body) = at("POST", "/merlin/play/advise?graph=grid%3A3x3");
        assert_eq!(job.status, 200, "{body}");
        let job: Value = serde_json::from_str(&body).expect("a job is JSON");
        assert_eq!(job["state"], "done", "what is asked is done");
        let (_, advice) = at("GET", &format!("/jobs/{}/answer", job["id"]));
        let advice: Value = serde_json::from_str(&advice).expect("advice is JSON");
        assert!(advice["look"].is_string() && advice["move"].is_string(), "{advice}");
    }

    #[test]
    fn nonsense_is_refused() {
        for (address, status) in
            [("/merlin/nullity?n=x", 400), ("/nowhere", 404), ("no address", 400), ("/merlin/play?move=x", 400)]
        {
            let (told, body) = at("GET", address);
            assert!(told.status == status && body.contains("class=\"error\""), "{address}: {} {body}", told.status);
        }
        assert!(answer("").body.starts_with(b"{\"error\""));
    }

    #[test]
    fn sentences_are_answered_as_the_command_line_does() {
        let told: Value = serde_json::from_slice(&answer("{\"sentence\":\"merlin nullity 5\"}").body).expect("JSON");
        assert_eq!(told["facts"]["nullity"], 2);
    }
}
