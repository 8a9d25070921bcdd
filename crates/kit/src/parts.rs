//! Work on more than one machine: what a room says of a question so that a front end can carry it elsewhere.
//!
//! There are two ways. A search that *shares* what it proves ([`Shared`]) has a [`Planner`], which keeps the tree and
//! gives errands, and any number of [`Worker`]s with tables of their own, which run them within a budget and say what
//! they proved. Work that falls into *pieces* ([`Pieces`]) is numbered; a range of pieces is worked on anywhere, and
//! the whole is joined only if the ranges cover it once.
//!
//! Everything travels as bytes and numbers: who carries it knows no game. The answer is then given by the room, as
//! ever, from what came home, and its certificate is checked as ever.

use crate::{Ask, Error, Report, Result, Topic, Watch};
use std::ops::Range;

/// A couple to work on: a position as bytes, and the nimber that is asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Errand {
    /// The position.
    pub position: Vec<u8>,
    /// The nimber.
    pub nimber: u32,
}

/// Who keeps the tree of a question and gives errands.
pub trait Planner: Send {
    /// The next errand; none once all is decided, or while everything that looks useful is under way.
    fn errand(&mut self, watch: &mut dyn Watch) -> Result<Option<Errand>>;

    /// Whether the answer stands.
    fn decided(&self) -> bool;

    /// Learns what came of an errand: guesses at what is left, none if it is decided, and facts.
    fn learn(&mut self, errand: &Errand, guesses: &[u8], facts: &[u8], watch: &mut dyn Watch) -> Result<()>;

    /// An errand came to nothing: whoever ran it is gone.
    fn lost(&mut self, errand: &Errand);

    /// All that is proved, as a file of facts, and how many facts that is.
    fn facts(&mut self) -> (Vec<u8>, usize);

    /// Learns what a run before this one kept under that name; how many facts that was.
    fn resume(&mut self, name: &str, kept: &[u8]) -> Result<usize>;
}

/// Who runs errands.
pub trait Worker: Send {
    /// Works on a couple until it is decided (then there are no guesses) or the budget is spent. Also says how many
    /// positions were looked at.
    fn attempt(&mut self, errand: &Errand, budget: u64, watch: &mut dyn Watch) -> Result<(Vec<u8>, u64)>;

    /// What was proved since this was asked last, and how many facts that is.
    fn news(&mut self) -> (Vec<u8>, usize);

    /// Learns what others proved.
    fn learn(&mut self, facts: &[u8]) -> Result<()>;
}

/// A question whose search shares what it proves. It has a parameter `keep`, and its answer begins with what stands
/// under that name.
pub struct Shared {
    /// The question's name.
    pub question: &'static str,
    /// The sentences that will do: `sprouts solve N`.
    pub asks: &'static str,
    /// Its planner; an ask that is not shared is refused.
    pub plan: fn(&Ask) -> Result<Box<dyn Planner>>,
    /// A worker for the same ask.
    pub work: fn(&Ask) -> Result<Box<dyn Worker>>,
}

/// How the work of an ask is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// So many pieces, numbered from 0.
    pub pieces: u64,
    /// What they count together, where that is known before.
    pub count: Option<u64>,
}

/// What a range of pieces came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which pieces.
    pub range: Range<u64>,
    /// What was counted on the way.
    pub count: u64,
    /// What was found: rows of numbers that the room understands.
    pub found: Vec<Vec<u64>>,
}

/// A question whose work falls into independent pieces.
pub struct Pieces {
    /// The question's name.
    pub question: &'static str,
    /// The sentences that will do.
    pub asks: &'static str,
    /// How the work is cut; an ask that is not is refused.
    pub cut: fn(&Ask) -> Result<Cut>,
    /// Works on a range of pieces.
    pub run: fn(&Ask, Range<u64>, &mut dyn Watch) -> Result<Piece>,
    /// The answer from pieces that were joined.
    pub answer: fn(&Ask, &[Piece], &mut dyn Watch) -> Result<Report>,
}

impl Pieces {
    /// The answer from pieces in any order: those that leave a gap, overlap, lie outside or do not add up are refused.
    pub fn joined(&self, ask: &Ask, mut pieces: Vec<Piece>, watch: &mut dyn Watch) -> Result<Report> {
        let cut = (self.cut)(ask)?;
        pieces.sort_by_key(|piece| (piece.range.start, piece.range.end));
        fits(cut, &pieces)?;
        (self.answer)(ask, &pieces, watch)
    }
}

/// Makes sure that pieces in order cover the whole once, and that their counts add up.
fn fits(cut: Cut, pieces: &[Piece]) -> Result<()> {
    let refuse = |what: &Range<u64>, why: &str| {
        let what = format!("the pieces {} to {}", what.start, what.end);
        Err(Error::usage(what, why, format!("give each of the pieces 0 to {} once", cut.pieces)))
    };
    let mut at = 0;
    for Piece { range, .. } in pieces {
        if range.start >= range.end || range.end > cut.pieces {
            return refuse(range, "there are no such pieces");
        }
        match range.start.cmp(&at) {
            std::cmp::Ordering::Less => return refuse(range, "some of them are there twice"),
            std::cmp::Ordering::Greater => return refuse(&(at..range.start), "they are missing"),
            std::cmp::Ordering::Equal => at = range.end,
        }
    }
    if at < cut.pieces {
        return refuse(&(at..cut.pieces), "they are missing");
    }
    let sum = pieces.iter().try_fold(0u64, |sum, piece| sum.checked_add(piece.count));
    match cut.count {
        Some(count) if sum != Some(count) => {
            let counted = sum.map_or("more than 2^64".to_string(), |sum| sum.to_string());
            Err(Error::failed(format!("the pieces counted {counted} and not {count} together")))
        }
        _ => Ok(()),
    }
}

fn refused<'a>(ask: &Ask, why: &str, can: impl Iterator<Item = &'a str>) -> Error {
    let can: Vec<&str> = can.collect();
    Error::usage(crate::shorten(&ask.line()), why, format!("ask {}", can.join(", or ")))
}

fn is_of(ask: &Ask, topic: &Topic, question: &str) -> bool {
    ask.title() == format!("{} {question}", topic.name)
}

/// The row of a question whose search shares what it proves; the refusal of another names those that do.
pub fn find_shared(all: &[&'static Topic], ask: &Ask) -> Result<&'static Shared> {
    let found = all.iter().find_map(|topic| topic.shared.iter().find(|row| is_of(ask, topic, row.question)));
    let can = all.iter().flat_map(|topic| topic.shared.iter().map(|row| row.asks));
    found.ok_or_else(|| refused(ask, "it is not worked on in parts that share what they prove", can))
}

/// The row of a question that falls into pieces; the refusal of another names those that do.
pub fn find_pieces(all: &[&'static Topic], ask: &Ask) -> Result<&'static Pieces> {
    let found = all.iter().find_map(|topic| topic.pieces.iter().find(|row| is_of(ask, topic, row.question)));
    let can = all.iter().flat_map(|topic| topic.pieces.iter().map(|row| row.asks));
    found.ok_or_else(|| refused(ask, "it does not fall into independent pieces", can))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(range: Range<u64>, count: u64) -> Piece {
        Piece { range, count, found: Vec::new() }
    }

    #[test]
    fn pieces_cover_the_whole_once_or_are_refused() {
        let cut = Cut { pieces: 6, count: Some(21) };
        let whole = [piece(0..2, 1), piece(2..5, 15), piece(5..6, 5)];
        assert!(fits(cut, &whole).is_ok() && fits(Cut { count: None, ..cut }, &whole).is_ok());
        assert!(fits(Cut { pieces: 0, count: Some(0) }, &[]).is_ok());
        let why = |pieces: &[Piece]| fits(cut, pieces).unwrap_err().to_string();
        for (pieces, part) in [
            (vec![piece(0..2, 6), piece(2..5, 15)], "the pieces 5 to 6"),
            (vec![piece(2..5, 15), piece(5..6, 6)], "the pieces 0 to 2"),
            (vec![piece(0..2, 1), piece(3..6, 20)], "the pieces 2 to 3"),
            (vec![piece(0..2, 1), piece(0..2, 1), piece(2..6, 19)], "twice"),
            (vec![piece(0..3, 1), piece(2..6, 20)], "twice"),
            (vec![piece(0..6, 21), piece(6..7, 0)], "no such"),
            (vec![piece(0..2, 1), piece(2..2, 0), piece(2..6, 20)], "no such"),
            (vec![piece(0..2, 1), piece(2..6, 19)], "counted 20 and not 21"),
            (vec![piece(0..2, u64::MAX), piece(2..6, 22)], "more than 2^64"),
        ] {
            assert!(why(&pieces).contains(part), "{}", why(&pieces));
        }
    }
}
