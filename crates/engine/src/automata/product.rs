//! Two relations at once: and, and not, or, exactly if.
//!
//! The automata run side by side on the letters of all their tracks. `And` needs nothing more, since each side accepts
//! greedy representations only. Where a side that does not hold may still make the whole true, representations on its
//! tracks are followed beside them: *not* means "not, for numbers".

use super::Index;
use super::automaton::{Automaton, DEAD, Greedy, Track, Work, letters_for, restricted_letters, union};
use super::numeration::System;
use kit::Result;

/// How two relations make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Connective {
    /// Both.
    And,
    /// The first and not the second.
    AndNot,
    /// At least one.
    Or,
    /// Both or neither.
    Iff,
    /// Exactly one.
    Xor,
}

impl Connective {
    /// Its name in a certificate.
    pub fn name(self) -> &'static str {
        match self {
            Connective::And => "and",
            Connective::AndNot => "and-not",
            Connective::Or => "or",
            Connective::Iff => "iff",
            Connective::Xor => "xor",
        }
    }

    /// Whether the whole holds.
    pub fn holds(self, left: bool, right: bool) -> bool {
        match self {
            Connective::And => left && right,
            Connective::AndNot => left && !right,
            Connective::Or => left || right,
            Connective::Iff => left == right,
            Connective::Xor => left != right,
        }
    }

    /// Whether the whole can no longer hold when a side is dead for ever.
    fn hopeless(self, left: u32, right: u32) -> bool {
        match self {
            Connective::And => left == DEAD || right == DEAD,
            Connective::AndNot => left == DEAD,
            Connective::Or | Connective::Xor => left == DEAD && right == DEAD,
            Connective::Iff => false,
        }
    }

    /// The tracks whose representations no accepting side has followed.
    fn unfollowed(self, left: &[Track], right: &[Track]) -> Vec<Track> {
        match self {
            Connective::And => Vec::new(),
            Connective::AndNot => right.iter().filter(|t| !left.contains(t)).copied().collect(),
            Connective::Or | Connective::Iff | Connective::Xor => union(left, right),
        }
    }
}

/// The relation made of two, minimised.
///
/// # Errors
/// When the watch asks to stop, or an automaton outgrows the limits of the work.
pub fn product(
    system: &System,
    connective: Connective,
    left: &Automaton,
    right: &Automaton,
    work: &mut Work<'_>,
) -> Result<Automaton> {
    let tracks = union(left.tracks(), right.tracks());
    let letters = letters_for(system.radix(), tracks.len())?;
    let of_left = restricted_letters(&tracks, left.tracks(), system.radix())?;
    let of_right = restricted_letters(&tracks, right.tracks(), system.radix())?;
    let greedy = Greedy::new(system, &tracks, &connective.unfollowed(left.tracks(), right.tracks()))?;
    let mut states = Index::new((0u32, 0u32, greedy.start()));
    let (mut next, mut accept) = (Vec::new(), Vec::new());
    while let Some((l, r, matched)) = states.following() {
        work.state(states.len(), next.len() + letters)?;
        accept.push(connective.holds(left.accepts(l), right.accepts(r)));
        for letter in 0..letters {
            let to = (left.step(l, of_left[letter] as usize), right.step(r, of_right[letter] as usize));
            next.push(match greedy.follow(matched, letter) {
                Some(matched) if !connective.hopeless(to.0, to.1) => states.of((to.0, to.1, matched)),
                _ => DEAD,
            });
        }
    }
    super::minimise::minimise(Automaton::from_parts(tracks, system.radix(), next, accept), work)
}

/// The numbers of which the relation does not hold.
///
/// # Errors
/// When the watch asks to stop, or an automaton outgrows the limits of the work.
pub fn complement(system: &System, of: &Automaton, work: &mut Work<'_>) -> Result<Automaton> {
    let all = Automaton::everything(system, of.tracks(), work)?;
    product(system, Connective::AndNot, &all, of, work)
}
