//! A lab without a server: the same addresses, answered where they are asked.

use crate::pace::{self, Bridge};
use crate::{Lab, Limits, router};
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, header};
use axum::{Router, http};
use kit::Topic;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tower_service::Service as _;

/// A page has four gibibytes at most, and shares them.
const LIMITS: Limits = Limits { time: Duration::MAX, memory: 1 << 30 };
/// The longest way from an address to the one that has the answer.
const MOST_TURNS: usize = 5;

/// Answers addresses.
pub struct Page(Router);

/// What a page gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The number that a server would send: 200 when all is well.
    pub status: u16,
    /// The address of what is told, which may be another than the one that was asked.
    pub address: String,
    /// What kind of text or picture it is.
    pub kind: String,
    /// The text or the picture.
    pub body: Vec<u8>,
}

impl Page {
    /// Opens a lab of these rooms.
    pub fn open(topics: &'static [&'static Topic], bridge: Bridge) -> Page {
        pace::set(bridge);
        Page(router(Arc::new(Lab::new(topics, LIMITS))))
    }

    /// The answer to a request.
    pub fn answer(&mut self, method: &str, address: &str) -> Told {
        let mut address = address.to_string();
        let mut method = method;
        for _ in 0..MOST_TURNS {
            let Ok(request) = Request::builder().method(method).uri(&address).body(Body::empty()) else { break };
            let Some(Ok(reply)) = at_once(self.0.call(request)) else { break };
            match reply.headers().get(header::LOCATION).and_then(|place| place.to_str().ok()) {
                Some(place) => (address, method) = (place.to_string(), "GET"),
                None => return told(address, reply),
            }
        }
        let body = b"<p class=\"error\">That is no address of the lab.</p>".to_vec();
        Told { status: 400, address, kind: "text/html".to_string(), body }
    }
}

fn told(address: String, reply: Response<Body>) -> Told {
    let kind = reply.headers().get(http::header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let (status, kind) = (reply.status().as_u16(), kind.unwrap_or_default().to_string());
    let body = at_once(to_bytes(reply.into_body(), usize::MAX)).and_then(Result::ok);
    Told { status, address, kind, body: body.unwrap_or_default().to_vec() }
}

/// What a future gives that waits for nothing.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
