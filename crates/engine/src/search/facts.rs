//! Facts that travel: what a search proved of a position, as bytes that another search, another run or another machine
//! learns.
//!
//! A fact is the text of a component and what is proved of it: its nimber, or nimbers that it has not. Facts carry the
//! name and version of the rules that they were proved by. They only save work: who learns them answers sooner, and a
//! certificate is written and checked as ever. Where bytes are kept is the front end's affair.

use super::Note;
use crate::heaps::checksum;
use kit::{Error, Result};

/// What is proved of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The component as bytes.
    pub position: Vec<u8>,
    /// Its nimber, or which nimbers it has not.
    pub note: Note,
}

const FACTS: &str = "parlor facts 1";
const GUESSES: &str = "parlor guesses 1";

/// The facts as bytes with a heading and a checksum.
pub fn write_facts(rules: &str, facts: &[Fact]) -> Vec<u8> {
    written(FACTS, rules, facts.iter().map(|fact| (fact, fact.note.proved())))
}

/// Notes with the efforts that they hold, in the same form: for whoever plans and not to be kept.
pub fn write_guesses(rules: &str, guesses: &[Fact]) -> Vec<u8> {
    written(GUESSES, rules, guesses.iter().map(|guess| (guess, guess.note.busy(false))))
}

fn written<'a>(head: &str, rules: &str, facts: impl Iterator<Item = (&'a Fact, Note)>) -> Vec<u8> {
    let mut bytes = format!("{head} {rules}\n").into_bytes();
    for (fact, note) in facts {
        bytes.extend((fact.position.len() as u32).to_le_bytes());
        bytes.extend(note.word().to_le_bytes());
        bytes.extend_from_slice(&fact.position);
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The facts that a store of that name holds. A damaged one, or one of other rules, is refused by name.
///
/// # Errors
/// When it is damaged, of another form, or of other rules.
pub fn read_facts(name: &str, rules: &str, bytes: &[u8]) -> Result<Vec<Fact>> {
    let mut facts = read(FACTS, name, rules, bytes)?;
    facts.iter_mut().for_each(|fact| fact.note = fact.note.proved());
    Ok(facts)
}

/// The guesses that a message of that name holds, refused like facts.
///
/// # Errors
/// When it is damaged, of another form, or of other rules.
pub fn read_guesses(name: &str, rules: &str, bytes: &[u8]) -> Result<Vec<Fact>> {
    read(GUESSES, name, rules, bytes)
}

fn read(head: &str, name: &str, rules: &str, bytes: &[u8]) -> Result<Vec<Fact>> {
    let refuse = |why: String| Error::usage(format!("store {name}"), why, "remove it to begin anew");
    let cut = bytes.len().checked_sub(8).ok_or_else(|| refuse("damaged: it is too short".to_string()))?;
    let (body, sum) = bytes.split_at(cut);
    let end = body.iter().position(|&b| b == b'\n').ok_or_else(|| refuse("damaged: it has no heading".to_string()))?;
    let heading = String::from_utf8_lossy(&body[..end]).into_owned();
    let held = heading.strip_prefix(head).map(str::trim).ok_or_else(|| refuse("not a store of facts".to_string()))?;
    if sum != checksum(body).to_le_bytes() {
        return Err(refuse("damaged: its checksum does not fit".to_string()));
    }
    if held != rules {
        return Err(refuse(format!("its facts are of {}, not of {rules}", kit::shorten(held))));
    }
    let mut facts = Vec::new();
    let mut rest = &body[end + 1..];
    while !rest.is_empty() {
        let (fact, after) = first_fact(rest).ok_or_else(|| refuse("damaged: a fact is cut off".to_string()))?;
        facts.push(fact);
        rest = after;
    }
    Ok(facts)
}

fn first_fact(bytes: &[u8]) -> Option<(Fact, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (word, rest) = rest.split_first_chunk::<8>()?;
    let (position, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((Fact { position: position.to_vec(), note: Note::of_word(u64::from_le_bytes(*word)) }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_and_what_is_damaged_or_foreign_is_refused_by_name() {
        let facts = vec![
            Fact { position: vec![0, 254, 255], note: Note::exactly(3) },
            Fact { position: vec![], note: Note::not(0b101) },
        ];
        let bytes = write_facts("game 1", &facts);
        assert_eq!(read_facts("a", "game 1", &bytes).unwrap(), facts);
        let why = |bytes: &[u8], rules: &str| read_facts("run.facts", rules, bytes).unwrap_err().to_string();
        assert!(why(&bytes, "game 2").contains("facts are of game 1, not of game 2"));
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(why(&changed, "game 1").contains("run.facts"), "byte {place}");
            assert!(why(&bytes[..place], "game 1").contains("run.facts"), "cut at {place}");
        }
        let guess = Note::not(0b1).with_effort(2, crate::search::Effort { win: 1, loss: 1 });
        let bytes = write_facts("game 1", &[Fact { position: vec![7], note: guess }]);
        assert_eq!(read_facts("a", "game 1", &bytes).unwrap()[0].note, Note::not(0b1), "guesses do not travel");
        let guesses = [Fact { position: vec![7], note: guess.busy(true) }];
        let bytes = write_guesses("game 1", &guesses);
        assert_eq!(read_guesses("a", "game 1", &bytes).unwrap()[0].note, guess, "but as guesses");
        assert!(read_facts("a", "game 1", &bytes).is_err() && read_guesses("a", "game 2", &bytes).is_err());
    }
}
