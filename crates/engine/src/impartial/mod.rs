//! Impartial games: a trait for the rules and a ladder of solvers.
//!
//! *The question.* Two players move in turn, both have the same moves, who cannot move loses (misère play: wins). What
//! is the nimber `N(G) = mex { N(G') : G' an option of G }`, and who wins a sum of such games? *The theorem* (Sprague
//! 1935, Grundy 1939). `G` behaves in every sum like a pile of `N(G)` stones, so `N(G + H) = N(G) xor N(H)`, and the
//! player to move loses exactly when the nimber is 0.
//!
//! *The ladder* ([`crate::search`] tells more).
//! - [`nimber_by_definition`] walks the game tree with nothing but the definition: exponential, the slow truth.
//! - [`Solver`] with [`Method::Memo`] keeps every component met in a flat hash [`Table`]: a position is split into
//!   independent components, each brought to its canonical form, equal pairs cancel, and only single components are
//!   looked up and stored.
//! - [`Solver`] with [`Method::Couples`] asks whether the couple "G + *k" is lost, after Lemoine and Viennot ("Nimbers
//!   are inevitable", 2011). Since (G, k) is lost exactly when N(G) = k, a lost couple is a nimber; a won couple is a
//!   nimber that G has not. Components whose nimber is known are folded into k. A won couple needs one good option, so
//!   most of the tree is never seen.
//! - [`Solver`] with [`Method::Proof`] asks the same in the order of proof numbers, and allocates nothing for a couple.
//! - [`Solver`] with [`Method::Sweep`] asks nothing: the game numbers its positions, and all get their nimber in one
//!   pass.
//! - [`Misere`] does the memo for misère play, where sums do not reduce to nimbers; [`Forms`] computes with misère
//!   canonical forms and gives the genus.
//!
//! *To add a game* implement [`Impartial`] (rules and keys), then [`Spoken`] (texts) to enter the language of sums.
//!
//! ```
//! use parlor_engine::impartial::{Impartial, Limits, Method, Solver, nimber_by_definition};
//!
//! /// Kayles: a row of pins falls apart when one pin or two neighbours are hit. A position is a list of rows.
//! struct Kayles;
//! impl Impartial for Kayles {
//!     type Key = Vec<u8>;
//!     fn options(&self, at: &Vec<u8>, out: &mut Vec<Vec<u8>>) {
//!         for (i, &row) in at.iter().enumerate() {
//!             for hit in 1..=2.min(row) {
//!                 for left in 0..=row - hit {
//!                     let mut rows = at.clone();
//!                     rows[i] = left;
//!                     rows.push(row - hit - left);
//!                     out.push(rows);
//!                 }
//!             }
//!         }
//!     }
//!     fn split(&self, at: &Vec<u8>, out: &mut Vec<Vec<u8>>) {
//!         out.extend(at.iter().filter(|&&row| row > 0).map(|&row| vec![row]));
//!     }
//! }
//! let solver = Solver::new(Kayles, Limits::default());
//! for n in 0..8 {
//!     let plain = nimber_by_definition(&Kayles, &vec![n]);
//!     assert_eq!(solver.nimber(&vec![n], Method::Memo, &mut kit::Unwatched).unwrap(), plain);
//! }
//! assert_eq!(solver.nimber(&vec![11], Method::Couples, &mut kit::Unwatched).unwrap(), 6);
//! ```

mod forms;
mod misere;
mod parts;
mod solver;
mod spoken;
mod worker;

pub use crate::search::Table;
pub use forms::{Forms, Genus};
pub use misere::Misere;
pub use parts::{Done, Plan};
pub use solver::{Limits, Method, Solver, nimber_by_definition, outcome_by_definition};
pub use spoken::{Adapter, Advised, Perhaps, Spoken};

use crate::search::Swept;
use kit::{Result, Watch};
use std::fmt::Debug;
use std::hash::Hash;

/// A position as the table stores it: small, hashable, with some value that fills empty slots.
pub trait Key: Clone + Eq + Hash + Ord + Default + Send + Sync + Debug + 'static {
    /// The bytes it owns outside its own size, for the memory limit.
    fn owned_bytes(&self) -> usize {
        0
    }

    /// The key as it travels to other machines, if it can.
    fn to_bytes(&self) -> Option<Vec<u8>> {
        None
    }

    /// The key that travelled as these bytes.
    fn of_bytes(_bytes: &[u8]) -> Option<Self> {
        None
    }
}

macro_rules! plain_keys {
    ($($t:ty),*) => {$( impl Key for $t {
        fn to_bytes(&self) -> Option<Vec<u8>> {
            Some(self.to_le_bytes().to_vec())
        }
        fn of_bytes(bytes: &[u8]) -> Option<Self> {
            Some(Self::from_le_bytes(bytes.try_into().ok()?))
        }
    } )*};
}
plain_keys!(u8, u16, u32, u64, u128);
impl Key for usize {}
impl Key for [u64; 2] {}

impl Key for [u64; 4] {
    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(self.iter().flat_map(|word| word.to_le_bytes()).collect())
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, []) = bytes.as_chunks::<8>() else { return None };
        let words: [[u8; 8]; 4] = words.try_into().ok()?;
        Some(words.map(u64::from_le_bytes))
    }
}

impl<K: Key> Key for Vec<K> {
    fn owned_bytes(&self) -> usize {
        self.iter().map(|k| size_of::<K>() + k.owned_bytes()).sum::<usize>() + 16
    }
}

impl<K: Key> Key for Box<[K]> {
    fn owned_bytes(&self) -> usize {
        self.iter().map(|k| size_of::<K>() + k.owned_bytes()).sum::<usize>() + 16
    }
}

impl Key for String {
    fn owned_bytes(&self) -> usize {
        self.len() + 16
    }
}

/// The nimbers of all positions below some.
pub type Below<K> = Box<dyn Swept<K>>;

/// The rules of an impartial game without cycles.
pub trait Impartial: Send + Sync {
    /// A position.
    type Key: Key;

    /// Appends every option of the position. An option may appear more than once, in any of its forms.
    fn options(&self, at: &Self::Key, out: &mut Vec<Self::Key>);

    /// Appends independent components whose sum is the position. Components without moves may be left out; two that are
    /// equal in every sum may both be left out. A component must split into itself alone.
    fn split(&self, at: &Self::Key, out: &mut Vec<Self::Key>) {
        out.push(at.clone());
    }

    /// One representative of the positions with the same game: a symmetry's least image, sorted parts. Called on
    /// components only.
    fn canon(&self, at: &Self::Key) -> Self::Key {
        at.clone()
    }

    /// Appends components in canonical form whose sum has the position's nimber; what is known to be 0 may be left out,
    /// and a component may be replaced by another of the same nimber. The searches call this one: a game may join split
    /// and canonical form in it.
    fn parts(&self, at: &Self::Key, out: &mut Vec<Self::Key>) {
        let from = out.len();
        self.split(at, out);
        for part in &mut out[from..] {
            *part = self.canon(part);
        }
    }

    /// The nimbers of these positions and all below them, in one sweep within so many bytes; `None` for a game that
    /// cannot number them.
    fn sweep(&self, _at: &[Self::Key], _memory: usize, _watch: &mut dyn Watch) -> Option<Result<Below<Self::Key>>> {
        None
    }

    /// The nimber where a theorem gives it.
    fn known(&self, _at: &Self::Key) -> Option<u32> {
        None
    }

    /// Whether a component that comes from elsewhere may be one of this game.
    fn is_within(&self, _at: &Self::Key) -> bool {
        true
    }

    /// Lighter positions are searched first and folded first: a guess at the size of the game below.
    fn weight(&self, _at: &Self::Key) -> u64 {
        0
    }

    /// A reason why the rules failed (a script that went wrong); asked while searching, and the search ends with it.
    fn fault(&self) -> Option<kit::Error> {
        None
    }
}

impl<G: Impartial + ?Sized> Impartial for std::sync::Arc<G> {
    type Key = G::Key;
    fn options(&self, at: &Self::Key, out: &mut Vec<Self::Key>) {
        (**self).options(at, out);
    }
    fn split(&self, at: &Self::Key, out: &mut Vec<Self::Key>) {
        (**self).split(at, out);
    }
    fn canon(&self, at: &Self::Key) -> Self::Key {
        (**self).canon(at)
    }
    fn parts(&self, at: &Self::Key, out: &mut Vec<Self::Key>) {
        (**self).parts(at, out);
    }
    fn sweep(&self, at: &[Self::Key], memory: usize, watch: &mut dyn Watch) -> Option<Result<Below<Self::Key>>> {
        (**self).sweep(at, memory, watch)
    }
    fn known(&self, at: &Self::Key) -> Option<u32> {
        (**self).known(at)
    }
    fn is_within(&self, at: &Self::Key) -> bool {
        (**self).is_within(at)
    }
    fn weight(&self, at: &Self::Key) -> u64 {
        (**self).weight(at)
    }
    fn fault(&self) -> Option<kit::Error> {
        (**self).fault()
    }
}

/// The rules of some game with such positions. What searches is compiled once for a kind of position and not once for
/// each of some twenty games; a call through a table costs little beside making options.
pub type Game<K> = dyn Impartial<Key = K>;

/// The least natural number that is not among these.
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    let gap = values.iter().zip(0..).find(|&(&value, place)| value != place);
    gap.map_or(values.len() as u32, |(_, place)| place)
}

/// The components of a position in canonical form, sorted, with equal pairs cancelled: in normal play G + G = 0.
pub(crate) fn components<K: Key>(game: &Game<K>, at: &K) -> Vec<K> {
    let mut parts = Vec::new();
    game.parts(at, &mut parts);
    cancel_pairs(&mut parts, 0);
    parts
}

/// Sorts what lies from a place on and removes equal pairs, in place.
pub(crate) fn cancel_pairs<K: Ord>(parts: &mut Vec<K>, from: usize) {
    if parts.len() < from + 2 {
        return;
    }
    parts[from..].sort_unstable();
    let mut kept = from;
    for at in from..parts.len() {
        if kept > from && parts[kept - 1] == parts[at] {
            kept -= 1;
        } else {
            parts.swap(kept, at);
            kept += 1;
        }
    }
    parts.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_excluded() {
        assert_eq!(mex([0, 1, 2, 4, 5, 6]), 3);
        assert_eq!(mex([1, 3, 5, 7, 9]), 0);
        assert_eq!(mex([]), 0);
        assert_eq!(mex([0, 0, 1]), 2);
    }

    #[test]
    fn equal_pairs_cancel_and_odd_ones_stay() {
        let mut parts = vec![3, 1, 3, 2, 3, 1];
        cancel_pairs(&mut parts, 0);
        assert_eq!(parts, [2, 3]);
        let mut parts = vec![9, 9, 5, 4, 5];
        cancel_pairs(&mut parts, 2);
        assert_eq!(parts, [9, 9, 4]);
    }
}
