//! What is known before the first weighing: one pile, separated coins or doubly separated coins, beside real ones.

use super::pile::{Kind, MOST_FAKES, NONE, choose, pair};

/// How the suspects lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piles {
    /// So many fakes in one pile of so many coins.
    One(u32, usize),
    /// One fake in each of two piles: the paper's separated coins.
    Two(u32, u32),
    /// Four piles of that size, one fake in each of the first two or one in each of the others: doubly separated coins.
    Four(u32),
}

/// A start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The suspects.
    pub piles: Piles,
    /// Coins beside them that are known to be real.
    pub spare: u32,
}

impl Start {
    /// Any `fakes` of `coins` coins.
    pub const fn pile(coins: u32, fakes: usize) -> Start {
        Start { piles: Piles::One(coins, fakes), spare: 0 }
    }

    /// Separated coins.
    pub const fn separated(a: u32, b: u32, spare: u32) -> Start {
        Start { piles: Piles::Two(a, b), spare }
    }

    /// Doubly separated coins.
    pub const fn doubly(n: u32, spare: u32) -> Start {
        Start { piles: Piles::Four(n), spare }
    }

    /// The sizes of the piles.
    pub fn sizes(&self) -> Vec<u32> {
        match self.piles {
            Piles::One(coins, _) => vec![coins],
            Piles::Two(a, b) => vec![a, b],
            Piles::Four(n) => vec![n; 4],
        }
    }

    /// The kinds of sets that are possible.
    pub fn kinds(&self) -> Vec<Kind> {
        match self.piles {
            Piles::One(_, fakes) => {
                let mut kind = [NONE; MOST_FAKES];
                kind[..fakes].fill(0);
                vec![kind]
            }
            Piles::Two(..) => vec![pair(0, 1)],
            Piles::Four(_) => vec![pair(0, 1), pair(2, 3)],
        }
    }

    /// The same kinds as lists of piles.
    pub fn group_lists(&self) -> Vec<Vec<usize>> {
        match self.piles {
            Piles::One(_, fakes) => vec![vec![0; fakes]],
            Piles::Two(..) => vec![vec![0, 1]],
            Piles::Four(_) => vec![vec![0, 1], vec![2, 3]],
        }
    }

    /// How many fakes there are.
    pub fn fakes(&self) -> usize {
        match self.piles {
            Piles::One(_, fakes) => fakes,
            Piles::Two(..) | Piles::Four(_) => 2,
        }
    }

    /// All coins, the real ones included.
    pub fn coins(&self) -> u32 {
        self.sizes().iter().sum::<u32>() + self.spare
    }

    /// How many sets are possible.
    pub fn sets(&self) -> u64 {
        match self.piles {
            Piles::One(coins, fakes) => choose(coins, fakes),
            Piles::Two(a, b) => u64::from(a) * u64::from(b),
            Piles::Four(n) => 2 * u64::from(n) * u64::from(n),
        }
    }

    /// The start in the words of a certificate's heading of refutations.
    pub fn words(&self) -> String {
        match self.piles {
            Piles::One(coins, _) => format!("coins {coins}"),
            Piles::Two(a, b) => format!("separated {a} {b}"),
            Piles::Four(n) => format!("doubly {n}"),
        }
    }

    /// The start in the words of a certificate's first line.
    pub fn head(&self) -> String {
        let fakes = match self.piles {
            Piles::One(_, fakes) => format!(" fakes {fakes}"),
            _ => String::new(),
        };
        let spare = if self.spare > 0 { format!(" spare {}", self.spare) } else { String::new() };
        format!("{}{fakes}{spare}", self.words())
    }

    /// The start as the beginning of a sentence.
    pub fn text(&self) -> String {
        let suspects = match self.piles {
            Piles::One(coins, fakes) => format!("{} among {coins} coins", fakes_text(fakes)),
            Piles::Two(a, b) => format!("one fake of {a} coins and one of {b} others"),
            Piles::Four(n) => {
                format!("one fake in each of A and B or one in each of C and D, four piles of {n} coins,")
            }
        };
        match self.spare {
            0 => suspects,
            1 => format!("{suspects} beside a real coin"),
            spare => format!("{suspects} beside {spare} real coins"),
        }
    }
}

/// `1 fake`, `2 fakes`.
pub fn fakes_text(fakes: usize) -> String {
    if fakes == 1 { "1 fake".to_string() } else { format!("{fakes} fakes") }
}
