//! The token: a lab that other machines can reach lets in who knows a word that it made up when it opened.
//!
//! The address that the lab prints holds the token; whoever opens it gets a cookie and the address without it, so that
//! links that are passed on do not carry it.

use crate::Lab;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use std::hash::{BuildHasher as _, RandomState};

/// The name of the cookie and of the parameter.
const NAME: &str = "token";

/// A token of 128 bits from the system's source of chance.
pub(crate) fn new() -> String {
    // The keys of a hasher come from the system; what they make of a number cannot be foretold.
    let keys = RandomState::new();
    format!("{:016x}{:016x}", keys.hash_one(1u8), keys.hash_one(2u8))
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (x, y)| differ | (x ^ y)) == 0
}

/// An address as it may be written down: without the token, which opens the lab to whoever reads it.
pub(crate) fn hidden(lab: &Lab, address: &str) -> String {
    lab.token.as_deref().map_or_else(|| address.to_string(), |token| address.replace(token, "..."))
}

/// What a visitor gets instead of an answer: the cookie for the token in the address, or a refusal.
pub(crate) fn at_the_door(lab: &Lab, request: &Request) -> Option<Response> {
    let token = lab.token.as_deref()?;
    let cookies = request.headers().get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let knows =
        |pair: &str| pair.trim().split_once('=').is_some_and(|(name, value)| name == NAME && same(value, token));
    if cookies.flat_map(|line| line.split(';')).any(knows) {
        return None;
    }
    let query = request.uri().query().unwrap_or("");
    if !query.split('&').any(knows) {
        let line = "This lab lets in who knows its token; open the address that it printed when it started.";
        return Some(crate::pages::trouble(lab, StatusCode::UNAUTHORIZED, line).into_response());
    }
    let rest: Vec<&str> = query.split('&').filter(|pair| !knows(pair)).collect();
    let mark = if rest.is_empty() { "" } else { "?" };
    let mut reply = Redirect::to(&format!("{}{mark}{}", request.uri().path(), rest.join("&"))).into_response();
    let cookie = format!("{NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
    reply.headers_mut().extend(HeaderValue::from_str(&cookie).ok().map(|value| (header::SET_COOKIE, value)));
    Some(reply)
}
