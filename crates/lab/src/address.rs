//! Addresses: an ask and a position of play as a link that a teacher can send.
//!
//! The query holds the parameters under their own names, `n=5&rule=noon`; a parameter that takes many words is
//! repeated. What is empty or only repeats a default is left out, so that one ask has one address.

use kit::{Ask, Param, Result};
use std::fmt::Write as _;

/// Names that mean something to the lab itself and that no parameter may have.
pub(crate) const RESERVED: [&str; 11] = [ASKED, CERTIFICATE, MOVE, SEAT, LEVEL, SHOWN, PART, ROW, FIND, SORT, SAY];
/// Says "answer by the defaults" in an address that names no parameter.
pub(crate) const ASKED: &str = "ask";
/// Asks for a certificate as well.
pub(crate) const CERTIFICATE: &str = "certificate";
/// A move of a game, repeated.
pub(crate) const MOVE: &str = "move";
/// Where the person sits: `first`, `second` or `both`.
pub(crate) const SEAT: &str = "you";
/// How well the house plays.
pub(crate) const LEVEL: &str = "level";
/// After how many of the moves a game is looked at; the others follow in the replay.
pub(crate) const SHOWN: &str = "shown";
/// The first row of a window on a table.
pub(crate) const ROW: &str = "row";
/// What the rows of a window hold.
pub(crate) const FIND: &str = "find";
/// The column by which a window is sorted; with a minus sign before it, downward.
pub(crate) const SORT: &str = "sort";
/// The words of an ask, as a command line has them: what a hand says that moves something in a picture.
pub(crate) const SAY: &str = "say";
/// Which table, picture or fact a file holds.
pub(crate) const PART: &str = "part";

/// The longest query, in bytes. A long position or graph still fits; a flood does not.
pub(crate) const LONGEST: usize = 60_000;

/// The pairs of a query. Broken escapes are kept as they are written; the check at the door refuses them if they
/// matter.
pub(crate) fn pairs(query: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(query.as_bytes()).map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

/// All values of a name.
pub(crate) fn values<'a>(pairs: &'a [(String, String)], name: &'a str) -> impl Iterator<Item = &'a str> {
    pairs.iter().filter(move |(n, _)| n == name).map(|(_, value)| value.as_str())
}

/// Reads the parameters of a question or a table out of a query.
pub(crate) fn read(title: &str, params: &'static [Param], pairs: &[(String, String)]) -> Result<Ask> {
    let own = pairs.iter().filter(|(name, _)| !RESERVED.contains(&name.as_str()));
    let ask = Ask::of_pairs(title, params, own.map(|(name, value)| (name.as_str(), value.as_str())))?;
    let wanted = values(pairs, CERTIFICATE).any(|value| !value.is_empty());
    Ok(if wanted { ask.with_certificate() } else { ask })
}

/// The pairs that say the same as an ask, and nothing else.
pub(crate) fn pairs_of(ask: &Ask) -> Vec<(String, String)> {
    let mut pairs = ask.pairs();
    if ask.wants_certificate() {
        pairs.push((CERTIFICATE.to_string(), "yes".to_string()));
    }
    pairs
}

/// A path with a query.
pub(crate) fn link(path: &str, pairs: &[(String, String)]) -> String {
    let mut out = path.to_string();
    for (index, (name, value)) in pairs.iter().enumerate() {
        out.push(if index == 0 { '?' } else { '&' });
        encode(&mut out, name);
        out.push('=');
        encode(&mut out, value);
    }
    out
}

/// Letters that mean nothing in a query stay legible.
fn encode(out: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b',' | b':' | b'/' | b'(' | b')' | b'*' | b'!' => out.push(char::from(byte)),
            b' ' => out.push('+'),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[Param] = &[
        Param::whole("n", "side", 1, 60).main(),
        Param::choice("rule", "which", &["plain", "noon"]).or("plain"),
        Param::switch("any", "anything"),
        Param::text("script", "code", 100).local(),
        Param::text("points", "points", 100).rest(),
    ];

    fn read_text(query: &str) -> Result<Ask> {
        read("room count", PARAMS, &pairs(query))
    }

    #[test]
    fn an_address_and_its_ask_say_the_same() {
        let ask = read_text("n=5&rule=noon&any=on&points=1,2+3%2C4&script=").unwrap();
        let address = link("/room/count", &pairs_of(&ask));
        assert_eq!(address, "/room/count?n=5&rule=noon&any=yes&points=1,2&points=3,4");
        assert_eq!(read_text(address.split_once('?').unwrap().1).unwrap().line(), ask.line());
        assert_eq!(link("/r", &pairs_of(&read_text("n=5&rule=plain&points=x").unwrap())), "/r?n=5&points=x");
    }

    #[test]
    fn signs_and_letters_of_all_kinds_come_back() {
        for text in ["a&b=c", "1 + 2", "100%", "\"quoted\" \\ back", "ö\u{1f600}", "#?/'"] {
            let pairs_in = vec![("expr".to_string(), text.to_string())];
            let address = link("/x", &pairs_in);
            assert_eq!(pairs(address.split_once('?').unwrap().1), pairs_in, "{address}");
        }
    }

    #[test]
    fn what_will_not_do_is_named() {
        let cases = [
            ("n=61&points=1", "the limit is 60"),
            ("points=1", "N: missing"),
            ("n=5&points=1&rlue=noon", "perhaps \"rule\" is meant"),
            ("n=5&points=1&script=loop", "not accepted over the web"),
            ("n=5&n=6&points=1", "given twice"),
            ("n=%ff&points=1", "not a whole number"),
        ];
        kit::trial::refused(&cases, read_text);
    }
}
