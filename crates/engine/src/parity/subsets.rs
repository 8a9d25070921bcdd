//! Games of growing subsets, by the definition: the slow truth of every faster method for them.
//!
//! A position is a set of squares as bits of a `u64`; a move adds one of the open squares; who cannot move loses. Every
//! function here visits all 2^m sets, larger ones before smaller ones or the other way, and takes a byte or a word for
//! each.

use crate::bits::ones;

/// A game whose positions are sets of at most 40 squares.
pub trait SubsetGame {
    /// How many squares there are.
    fn squares(&self) -> usize;

    /// The squares that may be added to x, as a mask.
    fn open(&self, x: u64) -> u64;
}

/// For every set, whether the player to move loses.
pub fn lost(game: &impl SubsetGame) -> Vec<bool> {
    let mut lost = vec![false; 1 << game.squares()];
    for x in (0..lost.len()).rev() {
        lost[x] = ones(game.open(x as u64)).all(|s| !lost[x | 1 << s]);
    }
    lost
}

/// For every set its nimber.
pub fn nimbers(game: &impl SubsetGame) -> Vec<u8> {
    nimbers_while(game, |_| true)
}

/// The same as long as `go_on` agrees, which hears from time to time how many more sets are done.
pub fn nimbers_while(game: &impl SubsetGame, go_on: impl Fn(u64) -> bool) -> Vec<u8> {
    const PACE: usize = 1 << 16;
    let mut nimbers = vec![0u8; 1 << game.squares()];
    for x in (0..nimbers.len()).rev() {
        if x % PACE == 0 && !go_on(PACE as u64) {
            break;
        }
        // A position has at most 40 options, so its nimber is below 64.
        let seen = ones(game.open(x as u64)).fold(0u64, |seen, s| seen | 1 << nimbers[x | 1 << s]);
        nimbers[x] = seen.trailing_ones() as u8;
    }
    nimbers
}

/// For every set, whether legal play from the empty set reaches it.
pub fn reachable(game: &impl SubsetGame) -> Vec<bool> {
    let mut reachable = vec![false; 1 << game.squares()];
    reachable[0] = true;
    for x in 0..reachable.len() {
        if reachable[x] {
            ones(game.open(x as u64)).for_each(|s| reachable[x | 1 << s] = true);
        }
    }
    reachable
}

/// The number of complete games from the empty set.
pub fn complete_games(game: &impl SubsetGame) -> u128 {
    let mut games = vec![0u128; 1 << game.squares()];
    for x in (0..games.len()).rev() {
        let open = game.open(x as u64);
        games[x] = if open == 0 { 1 } else { ones(open).map(|s| games[x | 1 << s]).sum() };
    }
    games[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares in a row; a square may be added when no neighbour is taken (Dawson's chess with n squares is octal
    /// 0.137).
    struct Row(usize);

    impl SubsetGame for Row {
        fn squares(&self) -> usize {
            self.0
        }

        fn open(&self, x: u64) -> u64 {
            !(x | x << 1 | x >> 1) & ((1 << self.0) - 1)
        }
    }

    #[test]
    fn a_row_without_neighbours_is_dawsons_chess() {
        let nimbers: Vec<u8> = (0..=10).map(|n| nimbers(&Row(n))[0]).collect();
        assert_eq!(nimbers, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
        assert_eq!(lost(&Row(8))[0], nimbers[8] == 0);
        // Sets without two neighbours are counted by Fibonacci numbers.
        assert_eq!(reachable(&Row(8)).iter().filter(|&&r| r).count(), 55);
        assert_eq!(complete_games(&Row(3)), 3);
    }
}
