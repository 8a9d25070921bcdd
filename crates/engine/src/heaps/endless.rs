//! Codes that never end and leave one heap at most: a proof of g(n + p) = g(n) + s for ever.
//!
//! From a heap of n a move leads to n - k for some of the first L takes k, and from there on to every smaller heap
//! whose distance from n lies in certain classes modulo the length t of the tail. So g(n) depends on the last L values,
//! on n modulo t, and, for each class of n modulo t, on the *set* of values that the tail reaches, the empty heap's
//! among them. Say that all these sets contain every number below b, and that p steps later they contain every number
//! below b + s and are above it what they were above b, moved up by s, as the last L values are. If t divides p,
//! everything after that repeats, moved up: a mex that is at least b does not see what is below. (With s = 0 the sets
//! must be equal.) Such a state comes whenever g(n) - n s / p stays bounded, so the proof is found when there is one to
//! find.

use super::Rule;
use crate::modular::zmod::gcd;
use kit::watch::Progress;

/// Whether the end of the table is in the state of one common period earlier: it then goes on for ever as it did.
///
/// False when it is to stop.
pub(super) fn repeats(
    rule: &Rule,
    values: &[u16],
    (preperiod, period, saltus): (usize, usize, i64),
    progress: &Progress,
) -> bool {
    let (first, tail) = (rule.first_digits(), rule.tail_length());
    let common = period / gcd(period as u64, tail as u64) as usize * tail;
    let rise = saltus * (common / period) as i64;
    let end = values.len();
    let (Some(before), true) = (end.checked_sub(common), saltus >= 0) else { return false };
    // The last L values are moved up, since the relation holds on the whole window.
    if before < preperiod + first {
        return false;
    }
    let sets = |n: usize| -> Option<Vec<Vec<bool>>> {
        (0..tail).map(|ahead| (!progress.stopped()).then(|| reached(rule, values, n, ahead))).collect()
    };
    let (Some(earlier), Some(later)) = (sets(before), sets(end)) else { return false };
    let floor = match saltus {
        0 => 0,
        _ => earlier.iter().map(|set| set.iter().position(|&has| !has).unwrap_or(set.len())).min().unwrap_or(0),
    };
    if saltus > 0 && floor == 0 {
        return false;
    }
    let rise = rise as usize;
    earlier.iter().zip(&later).all(|(old, new)| {
        let has = |set: &[bool], value: usize| set.get(value).copied().unwrap_or(false);
        (0..floor + rise).all(|value| has(new, value))
            && (floor..new.len().max(old.len())).all(|value| has(old, value) == has(new, value + rise))
    })
}

/// The values that the tail reaches from the heap n + `ahead`, among those of the heaps that it reaches from n or from
/// before.
fn reached(rule: &Rule, values: &[u16], n: usize, ahead: usize) -> Vec<bool> {
    // The whole heap may be taken or not, by its class as well.
    let mut set = vec![rule.digit(n + ahead) & 1 != 0];
    for m in 1..(n + 1).saturating_sub(rule.first_digits()) {
        // Takes that differ by the tail's length have one digit, so one take in the tail speaks for the class.
        if rule.digit(n + ahead - m) & 2 != 0 {
            let value = usize::from(values[m]);
            if set.len() <= value {
                set.resize(value + 1, false);
            }
            set[value] = true;
        }
    }
    set
}
