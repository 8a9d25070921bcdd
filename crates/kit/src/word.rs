//! Words: how a topic offers a game to the language of sums.
//!
//! A sum is written `3*kayles(7) + boxing("110/111")`. Each name is a [`Word`] that some topic lists in
//! [`Topic::words`](crate::Topic); the language finds it there and nowhere else. Reading a call gives a [`Summand`]: a
//! [`Position`] of [`Rules`]. The word is the one reader of a game and [`Rules::write`] its one writer: what it
//! writes is a call of the language again, and nothing reads it but the word.
//!
//! The engine's typed games become rules through its adapter; a topic may also implement [`Rules`] by hand.

use crate::parts::{Planner, Worker};
use crate::say::{self, shorten};
use crate::{Error, Result, Scene, Watch};
use std::any::Any;
use std::sync::Arc;

/// How an argument was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// A number, a code or a name: `7`, `0.137`, `0.(3)`.
    Bare,
    /// `"..X.."`, without its quotes.
    Quoted,
    /// `{1, 3, 4}`, without its braces.
    Set,
}

/// One argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// What was written, without quotes or braces.
    pub text: String,
    /// How it was written.
    pub kind: ArgKind,
}

impl Arg {
    /// A whole number from `least` to `most`; `what` says what it counts.
    pub fn whole(&self, what: &str, least: u64, most: u64) -> Result<u64> {
        let written = format!("{what} {:?}", shorten(&self.text));
        let wants = format!("give a whole number from {least} to {most}");
        let digits = self.text.strip_prefix('-').unwrap_or(&self.text);
        if self.kind != ArgKind::Bare || digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(Error::usage(written, "not a whole number", wants));
        }
        match self.text.parse::<u64>() {
            Ok(value) if value < least => Err(Error::usage(written, format!("the least is {least}"), wants)),
            Ok(value) if value <= most => Ok(value),
            Err(_) if self.text.starts_with('-') => Err(Error::usage(written, "negative", wants)),
            _ => Err(Error::too_large(written, format!("the limit is {most}"), wants)),
        }
    }

    /// The numbers of a set.
    pub fn set(&self, what: &str, least: u64, most: u64) -> Result<Vec<u64>> {
        if self.kind != ArgKind::Set {
            return Err(Error::usage(format!("{what} {:?}", shorten(&self.text)), "not a set", "write {1, 3, 4}"));
        }
        let number = |text: &str| Arg { text: text.trim().to_string(), kind: ArgKind::Bare }.whole(what, least, most);
        self.text.split(',').map(number).collect()
    }

    /// A quoted text.
    pub fn quoted(&self, what: &str) -> Result<&str> {
        match self.kind {
            ArgKind::Quoted => Ok(&self.text),
            _ => Err(Error::usage(format!("{what} {:?}", shorten(&self.text)), "not in quotes", "write it in quotes")),
        }
    }
}

/// A named game of the language: a row of data.
pub struct Word {
    /// Its name.
    pub name: &'static str,
    /// Its calls: `chomp(r, c) or chomp("4,3,1")`.
    pub usage: &'static str,
    /// The game in one line.
    pub about: &'static str,
    /// Small calls that tests solve in every way there is.
    pub examples: &'static [&'static str],
    /// Reads the arguments of a call.
    pub read: fn(&Word, &[Arg]) -> Result<Summand>,
    /// The full board with these sides, for a game whose boards have two sides that may be changed over.
    pub board: Option<fn(usize, usize) -> Result<Summand>>,
}

telling!(Word { about: &'static str, examples: &'static [&'static str] });

impl Word {
    /// The row of a word: its name, its calls and its reader.
    pub const fn of(name: &'static str, usage: &'static str, read: fn(&Word, &[Arg]) -> Result<Summand>) -> Word {
        Word { name, usage, about: "", examples: &[], read, board: None }
    }

    /// The same with full boards.
    #[must_use]
    pub const fn board(mut self, board: fn(usize, usize) -> Result<Summand>) -> Word {
        self.board = Some(board);
        self
    }

    /// Reads the arguments of a call.
    pub fn call(&self, args: &[Arg]) -> Result<Summand> {
        (self.read)(self, args)
    }

    /// The error of a call with the wrong number of arguments.
    pub fn refuse_count(&self, args: &[Arg]) -> Error {
        refuse_count(self.name, self.usage, args)
    }
}

/// The error of a call of a game with the wrong number of arguments.
pub fn refuse_count(name: &str, usage: &str, args: &[Arg]) -> Error {
    let given = match args.len() {
        1 => "one argument".to_string(),
        n => format!("{n} arguments"),
    };
    Error::usage(format!("{name} with {given}"), "the wrong number of arguments", format!("write {usage}"))
}

/// What a position of a game of the language may be: any value that can be compared.
trait Value: Any + Send + Sync {
    fn is_same(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Send + Sync + Eq> Value for T {
    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
}

/// A position of a game of the language: a value of the game's own type. Only the game that made it looks inside; for
/// everybody else it is something to hand back. Two that are the same value are the same position; a game may know one
/// position as several values, which its writer writes alike.
#[derive(Clone)]
pub struct Position(Arc<dyn Value>);

impl Position {
    /// The position that a game knows as this value.
    pub fn new<T: Any + Send + Sync + Eq>(value: T) -> Self {
        Position(Arc::new(value))
    }

    /// Whether it is of that type.
    pub fn is<T: Any>(&self) -> bool {
        let value: &dyn Any = &*self.0;
        value.is::<T>()
    }

    /// The value, for the game that made the position.
    ///
    /// # Panics
    /// If a game is given a position of another.
    pub fn of<T: Any>(&self) -> &T {
        let value: &dyn Any = &*self.0;
        value.downcast_ref().expect("a position is given to the game that made it")
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&*other.0)
    }
}

impl Eq for Position {}

/// A game and a position in it.
#[derive(Clone)]
pub struct Summand {
    /// The game.
    pub rules: Arc<dyn Rules>,
    /// The position.
    pub position: Position,
}

impl Summand {
    /// The call that writes it.
    pub fn call(&self) -> String {
        self.rules.call(&self.position)
    }
}

/// A move of a game of the language.
#[derive(Clone, PartialEq, Eq)]
pub struct Step {
    /// What a person types: `7 -> 2+4`, `bite 2,3`.
    pub text: String,
    /// The position after it.
    pub to: Position,
}

/// A position that is drawn like others of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Heaps, and for each move the heap, what it leaves of it, and its text.
    Heaps(Vec<u32>, Vec<(u32, Vec<u32>, String)>),
    /// A piece on a board by row and column, and for each move where it goes, and its text.
    Piece([u32; 2], Vec<([u32; 2], String)>),
}

/// What a solver may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Bytes of memory.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
}

/// A move that is advised without a nimber, and why.
#[derive(Clone, PartialEq, Eq)]
pub struct Strategy {
    /// The move.
    pub step: Step,
    /// The reason, in one sentence.
    pub line: String,
}

/// A move and the reason for it, where there is one.
pub type Counsel = Result<Option<Strategy>>;

/// A game whose search shares what it proves ([`crate::parts`]). What is known of it travels as a file of facts that
/// names the position that they were found for.
pub trait InParts {
    /// Who gives errands for the nimber of a position and for its moves to nimber 0.
    fn plan(&self, at: &Position, means: Means) -> Result<Box<dyn Planner>>;

    /// Who runs them.
    fn work(&self, at: &Position, means: Means) -> Result<Box<dyn Worker>>;

    /// What the search knows by now that is worth keeping.
    fn facts(&self, at: &Position, means: Means) -> Vec<u8>;

    /// Learns what stands under that name; how many facts that is.
    fn learn(&self, at: &Position, name: &str, facts: &[u8], means: Means) -> Result<usize>;
}

/// The rules of an impartial game. Every position given to a method is one that the word's reader or another method
/// here has made.
pub trait Rules: Send + Sync {
    /// The name of the word.
    fn name(&self) -> String;

    /// The arguments of the call that writes a position: `3, 4`.
    fn write(&self, position: &Position) -> String;

    /// The call that writes a position: `kayles(3, 4)`.
    fn call(&self, position: &Position) -> String {
        format!("{}({})", self.name(), self.write(position))
    }

    /// The rules in a few sentences.
    fn rules(&self) -> String;

    /// The moves, each position reached once; an error is the fault of a game that a person defined.
    fn steps(&self, position: &Position) -> Result<Vec<Step>>;

    /// Whether there are positions that end the whole sum.
    fn can_end(&self) -> bool {
        false
    }

    /// Whether whoever moved to this position has won, whatever stands beside it.
    fn is_over(&self, _position: &Position) -> bool {
        false
    }

    /// The position and its moves as heaps or as a piece on a board, for a game without a picture of its own.
    fn figure(&self, _position: &Position) -> Option<Figure> {
        None
    }

    /// A bound on the number of moves, where listing them could take more memory than there is.
    fn breadth(&self, _position: &Position) -> Option<u64> {
        None
    }

    /// Independent components whose sum is the position.
    fn split(&self, position: &Position) -> Result<Vec<Position>> {
        Ok(vec![position.clone()])
    }

    /// The nimbers of positions.
    fn nimbers(&self, positions: &[Position], means: Means, watch: &mut dyn Watch) -> Result<Vec<u32>>;

    /// Which of the positions are lost beside a pile of k for the player to move, perhaps without their nimbers.
    fn lost_among(&self, positions: &[Position], k: u32, means: Means, watch: &mut dyn Watch) -> Result<Vec<bool>> {
        Ok(self.nimbers(positions, means, watch)?.into_iter().map(|nimber| nimber == k).collect())
    }

    /// Why the nimber of this position is out of reach of the search, if it is.
    fn out_of_reach(&self, _position: &Position) -> Option<String> {
        None
    }

    /// A text that positions have in common which are the same game up to symmetry.
    fn form(&self, position: &Position) -> String {
        self.call(position)
    }

    /// Whether the nimber may take more than a moment.
    fn is_heavy(&self, position: &Position) -> bool {
        self.out_of_reach(position).is_some()
    }

    /// A move that wins beside a pile of so many stones by an argument instead of a search, where there is one.
    fn strategy(&self, _position: &Position, _beside: u32, _means: Means, _watch: &mut dyn Watch) -> Counsel {
        Ok(None)
    }

    /// A good move beside a pile of so many stones, for positions whose nimber is out of reach.
    fn counsel(&self, _position: &Position, _beside: u32, _means: Means, _watch: &mut dyn Watch) -> Counsel {
        Ok(None)
    }

    /// The game as one whose search shares what it proves, if it does.
    fn in_parts(&self) -> Option<&dyn InParts> {
        None
    }

    /// The position as a picture whose touches are the texts of moves.
    fn scene(&self, _position: &Position) -> Option<Scene> {
        None
    }
}

/// The word of that name, or an error with the nearest one.
pub fn find_word(words: &[&'static Word], name: &str) -> Result<&'static Word> {
    let found = words.iter().copied().find(|w| w.name == name);
    found.ok_or_else(|| say::unknown(name, "no such game", words.iter().map(|w| w.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(text: &str) -> Arg {
        Arg { text: text.to_string(), kind: ArgKind::Bare }
    }

    #[test]
    fn numbers_are_read_within_limits() {
        assert_eq!(bare("7").whole("n", 0, 9).unwrap(), 7);
        for (text, part) in
            [("-3", "negative"), ("10", "limit"), ("x", "not a whole"), ("99999999999999999999", "limit")]
        {
            let line = bare(text).whole("n", 0, 9).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
        let set = Arg { text: "1, 3,4".to_string(), kind: ArgKind::Set };
        assert_eq!(set.set("take", 1, 9).unwrap(), [1, 3, 4]);
    }
}
