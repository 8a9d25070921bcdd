//! The lines of a certificate.

use super::super::automaton::{Automaton, DEAD, Track, letters_for};
use kit::{Error, Result};

pub(super) struct Lines<'a> {
    pub(super) lines: std::iter::Enumerate<std::str::SplitTerminator<'a, char>>,
    pub(super) at: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn next(&mut self) -> Result<&'a str> {
        match self.lines.next() {
            Some((at, line)) => {
                // Two lines of heading stand before the evidence.
                self.at = at + 3;
                Ok(line)
            }
            None => Err(self.refuse("the certificate breaks off")),
        }
    }

    pub(super) fn after(&mut self, head: &str) -> Result<&'a str> {
        let line = self.next()?;
        line.strip_prefix(head).ok_or_else(|| self.refuse(&format!("it should begin with {head:?}")))
    }

    pub(super) fn refuse(&self, why: &str) -> Error {
        Error::failed(format!("line {}: {why}", self.at))
    }

    /// An automaton of so many states, as it is written.
    pub(super) fn automaton(&mut self, states: &str, tracks: Vec<Track>, radix: usize) -> Result<Automaton> {
        let count: usize = states.parse().map_err(|_| self.refuse("no number of states"))?;
        if count == 0 || states != count.to_string() {
            return Err(self.refuse("no number of states"));
        }
        let letters = letters_for(radix, tracks.len())?;
        let (mut next, mut accept) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let mut words = self.next()?.split(' ');
            accept.push(match words.next() {
                Some("+") => true,
                Some("-") => false,
                _ => return Err(self.refuse("a state begins with + or -")),
            });
            let before = next.len();
            for word in words {
                next.push(match word.parse::<u32>() {
                    _ if word == "." => DEAD,
                    Ok(to) if (to as usize) < count && word == to.to_string() => to,
                    _ => return Err(self.refuse(&format!("{word:?} is no state"))),
                });
            }
            if next.len() != before + letters {
                return Err(self.refuse(&format!("a state has {letters} letters")));
            }
        }
        Ok(Automaton::from_parts(tracks, radix, next, accept))
    }
}
