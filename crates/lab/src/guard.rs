//! The guard at the door: who may ask, and what every answer carries.
//!
//! - The Host header must name this lab. A page elsewhere whose name was rebound to this machine is turned away, since
//!   its name is not ours; numbers are let in because they cannot be rebound.
//! - Requests that other sites make (a picture, a frame, a script's fetch) are refused; following a link from another
//!   site to a page is not, or a teacher could not send one.
//! - Nothing but the lab's own files is loaded or run by its pages, and no other site may frame them.

use crate::address;
use crate::pace::VISITOR;
use crate::pages;
use crate::{Lab, door, token};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// The most bytes of a request's body.
const MOST_BODY: usize = 1 << 16;
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// Lets in, turns away, and puts the headers on.
pub(crate) async fn guard(State(lab): State<Arc<Lab>>, request: Request, next: Next) -> Response {
    let asked = lab.log.then(|| format!("{} {}", request.method(), token::hidden(&lab, &request.uri().to_string())));
    let mut response = match (refusal(&lab, &request), token::at_the_door(&lab, &request)) {
        (Some((status, line)), _) => pages::trouble(&lab, status, line).into_response(),
        (None, Some(reply)) => reply,
        (None, None) => match door::read_body(request, MOST_BODY, lab.patience).await {
            Some(request) => answered(request, next).await,
            None => pages::trouble(&lab, StatusCode::REQUEST_TIMEOUT, "That request came too slowly, or is too long.")
                .into_response(),
        },
    };
    if let Some(asked) = asked {
        eprintln!("{} {}", response.status().as_u16(), kit::say::printable(&asked));
    }
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The answer to a request that is let in; what it starts is its visitor's.
async fn answered(request: Request, next: Next) -> Response {
    match request.extensions().get::<door::Visitor>().copied() {
        Some(door::Visitor(from)) => VISITOR.scope(from, next.run(request)).await,
        None => next.run(request).await,
    }
}

fn refusal(lab: &Lab, request: &Request) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    if request.uri().query().is_some_and(|query| query.len() > address::LONGEST) || request.uri().path().len() > 500 {
        return Some((
            StatusCode::URI_TOO_LONG,
            "That address is too long; use the command line for inputs of that size.",
        ));
    }
    if !lab.knows_host(host_of(request)) {
        return Some((
            StatusCode::FORBIDDEN,
            "That is not the name of this lab; open the address that the lab printed when it started.",
        ));
    }
    if foreign(headers, request) {
        return Some((
            StatusCode::FORBIDDEN,
            "Other sites may link to the lab but not send it requests; open the link itself.",
        ));
    }
    if ![Method::GET, Method::HEAD, Method::POST].contains(request.method()) {
        return Some((StatusCode::METHOD_NOT_ALLOWED, "The lab answers GET and POST only."));
    }
    None
}

fn host_of(request: &Request) -> &str {
    let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    named.or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str)).unwrap_or("")
}

/// Whether another site sends this, other than by a link that a person follows.
fn foreign(headers: &HeaderMap, request: &Request) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = host_of(request);
    if text("origin").is_some_and(|origin| origin.split_once("://").map(|(_, rest)| rest) != Some(host)) {
        return true;
    }
    match text("sec-fetch-site") {
        None | Some("same-origin" | "none") => false,
        Some(_) => {
            let follows_a_link =
                text("sec-fetch-mode") == Some("navigate") && text("sec-fetch-dest") == Some("document");
            !(follows_a_link && request.method() == Method::GET)
        }
    }
}

impl Lab {
    fn knows_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().unwrap_or(0)),
            _ => (host, 80),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let ours = name.eq_ignore_ascii_case("localhost") || name.eq_ignore_ascii_case(&self.host);
        let at_home = self.host.parse::<IpAddr>().is_ok_and(|own| own.is_loopback());
        let by_number = name.parse::<IpAddr>().is_ok_and(|ip| !at_home || ip.is_loopback());
        port == self.port && (ours || by_number)
    }
}
