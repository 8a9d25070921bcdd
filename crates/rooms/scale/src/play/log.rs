//! What lies on the pans, what was weighed and answered, and how these are told.

use crate::pile::Scale;
use crate::scene::balance::PLACES;
use crate::tree::coins_text;
use std::fmt;

/// Coins on the left and on the right pan, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pans {
    /// Coins on the left.
    pub(super) left: Vec<u32>,
    /// Coins on the right.
    pub(super) right: Vec<u32>,
}

impl fmt::Display for Pans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v {}", coins_text(&self.left), coins_text(&self.right))
    }
}

impl Pans {
    pub(super) fn is_empty(&self) -> bool {
        self.left.is_empty() && self.right.is_empty()
    }

    /// Whether they can be weighed.
    pub(super) fn is_full(&self) -> bool {
        !self.left.is_empty() && self.left.len() == self.right.len()
    }

    /// The same with a coin laid elsewhere: 0 left, 1 right, 2 aside.
    pub(super) fn with(&self, coin: u32, place: usize) -> Pans {
        let mut pans = self.clone();
        pans.left.retain(|&c| c != coin);
        pans.right.retain(|&c| c != coin);
        if let Some(pan) = [&mut pans.left, &mut pans.right].into_iter().nth(place) {
            pan.push(coin);
            pan.sort_unstable();
        }
        pans
    }

    pub(super) fn place(&self, coin: u32) -> i8 {
        i8::from(self.left.contains(&coin)) - i8::from(self.right.contains(&coin))
    }
}

/// A move: a weighing, the answer to it, or a coin that is laid on a pan before a weighing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Coins on the pans.
    Weigh(Pans),
    /// The number of the answer and its name.
    Answer(usize, &'static str),
    /// A coin and the number of the place where it is laid.
    Lay(u32, usize),
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Weigh(pans) => pans.fmt(f),
            Turn::Answer(_, name) => f.write_str(name),
            Turn::Lay(coin, place) => write!(f, "coin {coin} {}", PLACES[*place]),
        }
    }
}

/// What was weighed and answered; the last weighing may wait for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The weighings with their answers.
    pub(super) answered: Vec<(Pans, usize)>,
    /// The weighing that waits.
    pub(super) open: Option<Pans>,
    /// Coins that lie on the pans before the next weighing.
    pub(super) laid: Pans,
    pub(super) scale: Scale,
}

/// How a position tells coins that are laid but not weighed, and an empty pan.
pub(super) const LAYING: &str = "laying ";
pub(super) const EMPTY: &str = "nothing";

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.scale.names();
        let mut parts: Vec<String> =
            self.answered.iter().map(|(pans, answer)| format!("{pans} = {}", names[*answer])).collect();
        parts.extend(self.open.as_ref().map(ToString::to_string));
        if !self.laid.is_empty() {
            let pan = |coins: &[u32]| if coins.is_empty() { EMPTY.to_string() } else { coins_text(coins) };
            parts.push(format!("{LAYING}{} v {}", pan(&self.laid.left), pan(&self.laid.right)));
        }
        match parts.is_empty() {
            true => f.write_str("start"),
            false => f.write_str(&parts.join("/")),
        }
    }
}
