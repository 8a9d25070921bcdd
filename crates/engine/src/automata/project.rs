//! There is a number: a track is forgotten, and the automaton made deterministic again.
//!
//! Without the track an automaton may be in several states at once; the sets of states are the states of the new one
//! (Rabin and Scott 1959). The number that is there may have more digits than all the others: so it starts in every
//! state that is reached while the remaining tracks read zeros.

use super::Index;
use super::automaton::{Automaton, DEAD, Track, Work};
use kit::Result;
use std::rc::Rc;

/// The relation "there is a value of this track such that", minimised; the relation itself when it has no such track.
///
/// # Errors
/// When the watch asks to stop, or an automaton outgrows the limits of the work.
pub fn project(of: &Automaton, forgotten: Track, work: &mut Work<'_>) -> Result<Automaton> {
    let Some(place) = of.tracks().iter().position(|&t| t == forgotten) else { return Ok(of.clone()) };
    let tracks: Vec<Track> = of.tracks().iter().filter(|&&t| t != forgotten).copied().collect();
    let choices = choices(of, place);
    let letters = choices.len();
    let mut gathering = Gathering { stamp: 0, stamps: vec![0; of.len()] };
    let mut sets: Index<Rc<[u32]>> = Index::new(beginning(of, &choices[0]));
    let (mut next, mut accept, mut members) = (Vec::new(), Vec::new(), 0usize);
    while let Some(set) = sets.following() {
        members += set.len();
        work.state(sets.len(), (next.len() + letters).max(members))?;
        accept.push(set.iter().any(|&state| of.accepts(state)));
        for choice in &choices {
            let to = gathering.gather(of, &set, choice);
            next.push(if to.is_empty() { DEAD } else { sets.of(to) });
        }
    }
    super::minimise::minimise(Automaton::from_parts(tracks, of.radix(), next, accept), work)
}

/// For every letter without the track the letters with it.
fn choices(of: &Automaton, place: usize) -> Vec<Vec<usize>> {
    let (radix, unit) = (of.radix(), of.radix().pow(place as u32));
    let with = |letter: usize, digit: usize| letter / unit * unit * radix + digit * unit + letter % unit;
    (0..of.letters() / radix).map(|letter| (0..radix).map(|digit| with(letter, digit)).collect()).collect()
}

/// All states that are reached while the other tracks read zeros.
fn beginning(of: &Automaton, zeros: &[usize]) -> Rc<[u32]> {
    let mut reached = vec![false; of.len()];
    reached[0] = true;
    let mut queue = vec![0u32];
    while let Some(state) = queue.pop() {
        for &letter in zeros {
            let to = of.step(state, letter);
            if to != DEAD && !std::mem::replace(&mut reached[to as usize], true) {
                queue.push(to);
            }
        }
    }
    (0..of.len() as u32).filter(|&s| reached[s as usize]).collect()
}

/// Gathers sets of states without listing one twice.
struct Gathering {
    stamp: u32,
    stamps: Vec<u32>,
}

impl Gathering {
    fn gather(&mut self, of: &Automaton, set: &[u32], letters: &[usize]) -> Rc<[u32]> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        let mut to = Vec::with_capacity(set.len());
        for &state in set {
            let row = of.row(state as usize);
            for &letter in letters {
                let reached = row[letter];
                if reached != DEAD && std::mem::replace(&mut self.stamps[reached as usize], self.stamp) != self.stamp {
                    to.push(reached);
                }
            }
        }
        to.sort_unstable();
        to.into()
    }
}
