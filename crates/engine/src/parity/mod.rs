//! Parity games: subsets that grow by squares whose neighbours in the subset are even (or odd) in number.
//!
//! *The game.* There are m squares, each with a row of neighbours (a bit mask) and a target bit. A position is a set x
//! of squares, as bits of a `u64`. A square s is *open* at x when it is not in x and |row(s) & x| has the parity of its
//! target; a move adds an open square. Since the graphs have no loops, openness of s does not depend on whether s
//! itself is in x. Who cannot move loses.
//!
//! *The ladder.* The definition walks all 2^m sets one by one ([`subsets`]). The rows of [`Table`] do the same
//! 512 sets at a time: one bit a position, the sets over the first nine squares in one row, so that openness of a
//! square over a row is a fixed pattern, perhaps inverted. Dependencies go only to larger sets (or only to smaller
//! ones), so blocks of words with the same number of squares outside the block are independent and go to different
//! threads. Cost: about 2^m * m / 512 operations on rows and 2^m bits for a table; what is reached and what is lost are
//! counted beside each other with little more than one.

mod games;
mod rows;
pub mod subsets;
mod words;

pub use games::complete_games;
pub use words::{Survey, Table};

use crate::bits::ones;
use crate::parity::subsets::SubsetGame;

/// A parity game on at most 40 squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityGame {
    rows: Vec<u64>,
    target: u64,
}

impl ParityGame {
    /// The game with these rows of neighbours; square s is open when its neighbours in the set have the parity of bit s
    /// of `target`.
    pub fn new(rows: Vec<u64>, target: u64) -> ParityGame {
        assert!(rows.len() <= 40, "a position must fit a word with room to spare");
        assert!(rows.iter().enumerate().all(|(s, row)| row >> s & 1 == 0 && row >> rows.len() == 0));
        ParityGame { rows, target }
    }

    /// When every complete game has the same length modulo 2: that parity.
    ///
    /// Let d(s) be the number of neighbours of s and t(s) its target, the rows symmetric, and let y be a set without
    /// open squares. Counting the edges between y and the rest from both sides, the sum of d over y is congruent to the
    /// sum of 1 + t(s) over the s outside y. If d(s) and t(s) have the same parity for all s, this says |y| = m + (sum
    /// of all t) = m (mod 2), since the degrees of a graph add up to an even number: nobody can change who moves last,
    /// and the nimber of the empty set is m mod 2.
    pub fn forced_parity(&self) -> Option<u32> {
        let m = self.squares();
        let symmetric = (0..m).all(|s| ones(self.rows[s]).all(|t| self.rows[t] >> s & 1 == 1));
        let even = (0..m).all(|s| u64::from(self.rows[s].count_ones()) & 1 == self.target >> s & 1);
        (symmetric && even).then_some(m as u32 & 1)
    }
}

impl SubsetGame for ParityGame {
    fn squares(&self) -> usize {
        self.rows.len()
    }

    fn open(&self, x: u64) -> u64 {
        let open = |s: usize| x >> s & 1 == 0 && u64::from((self.rows[s] & x).count_ones()) & 1 == self.target >> s & 1;
        (0..self.squares()).filter(|&s| open(s)).fold(0, |mask, s| mask | 1 << s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parity::subsets;
    use kit::watch::Progress;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A random game on m squares: symmetric or not, any targets.
    fn random_game(m: usize, rng: &mut ChaCha8Rng) -> ParityGame {
        let mask = (1u64 << m) - 1;
        let rows = (0..m).map(|s| rng.next_u64() & mask & !(1 << s)).collect();
        ParityGame::new(rows, rng.next_u64() & mask)
    }

    #[test]
    fn words_agree_with_the_definition() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let progress = Progress::default();
        // Below and above the squares of a word, and into several blocks.
        for m in (1..=14).chain([17, 19, 20]) {
            let game = random_game(m, &mut rng);
            let lost = subsets::lost(&game);
            let nimbers = subsets::nimbers(&game);
            let reachable = subsets::reachable(&game);
            let layer = game.lost(&progress).unwrap();
            let reached = game.reachable(&progress).unwrap();
            let ones = game.next_nimber(&layer, &progress).unwrap();
            let mut by_size = vec![[0u64; 3]; m + 1];
            for x in 0..1u64 << m {
                let i = x as usize;
                assert_eq!(layer.get(x), lost[i], "m = {m}, x = {x:b}");
                assert_eq!(lost[i], nimbers[i] == 0);
                assert_eq!(ones.get(x), nimbers[i] == 1, "m = {m}, x = {x:b}");
                assert_eq!(reached.get(x), reachable[i], "m = {m}, x = {x:b}");
                if reachable[i] {
                    let size = &mut by_size[x.count_ones() as usize];
                    size[0] += 1;
                    size[1] += u64::from(game.open(x) == 0);
                    size[2] += u64::from(lost[i]);
                }
            }
            assert_eq!(reached.count(), by_size.iter().map(|row| row[0]).sum::<u64>(), "m = {m}");
            let survey = game.survey(reached, &progress).unwrap();
            assert_eq!(survey.start_lost, lost[0], "m = {m}");
            let told: Vec<[u64; 3]> = (0..=m)
                .map(|k| [survey.reachable_by_size[k], survey.locked_by_size[k], survey.lost_by_size[k]])
                .collect();
            assert_eq!(told, by_size, "m = {m}");
        }
    }

    #[test]
    fn a_survey_takes_little_more_than_one_table() {
        for m in [20, 30, 36] {
            let game = ParityGame::new(vec![0; m], 0);
            let (one, all) = (game.table_bytes(), game.survey_bytes());
            assert!(one < all && all * 10 < one * if m < 30 { 18 } else { 12 }, "m = {m}: {all} beside {one}");
        }
        // Six by six: 8.6 GiB, where two tables have 16.
        assert_eq!(ParityGame::new(vec![0; 36], 0).survey_bytes() >> 20, 8792);
    }

    #[test]
    fn the_number_of_complete_games_is_that_of_walking_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for m in 1..=9 {
            let game = random_game(m, &mut rng);
            assert_eq!(complete_games(&game, &Progress::default()), Some(subsets::complete_games(&game)), "m = {m}");
        }
        // A game without edges and with even targets is every order of every square.
        let free = ParityGame::new(vec![0; 18], 0);
        assert_eq!(complete_games(&free, &Progress::default()), Some((1..=18u128).product()));
    }

    #[test]
    fn a_forced_parity_is_the_nimber_of_every_game_that_has_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(13);
        let mut forced = 0;
        for round in 0..200 {
            let m = 7 + round % 2;
            let mut rows = vec![0u64; m];
            for s in 0..m {
                for t in 0..s {
                    if rng.next_u32() & 1 == 1 {
                        rows[s] |= 1 << t;
                        rows[t] |= 1 << s;
                    }
                }
            }
            let degrees = rows.iter().enumerate().fold(0, |bits, (s, r)| bits | (u64::from(r.count_ones()) & 1) << s);
            let game = ParityGame::new(rows, degrees);
            let nimber = u32::from(subsets::nimbers(&game)[0]);
            assert_eq!(game.forced_parity(), Some(nimber));
            forced += nimber;
            let other = ParityGame::new(game.rows.clone(), degrees ^ 1);
            assert_eq!(other.forced_parity(), None);
        }
        assert_eq!(forced, 100, "odd boards are won, even ones lost");
    }
}
