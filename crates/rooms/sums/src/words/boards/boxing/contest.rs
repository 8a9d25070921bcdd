//! Boards that are too large to be solved: a move after which all cancels, and the play where there is none.
//!
//! A part is *light* if the search solves it in a moment. What a move leaves is seen as the exclusive or of its light
//! parts and the other parts, of which equal ones cancel. A move that leaves no other part, and the pile that stands
//! beside the board, wins: this is the mirror, and it finds its answer to every answer. Where no move does it, the one
//! is played that leaves the other parts smallest, by the sum of their squares, so that large parts fall apart; but
//! not one after which all is light and won for the opponent. Among equals the light parts are left even.

use super::super::cells::Cells;
use super::Square;
use super::parts::{LIGHT, Parts, blocks, is_paired_by_half_turn, out_of_reach, split, squares};
use engine::impartial::{Advised, Perhaps};
use kit::{Result, Watch};
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError};

/// What a move leaves.
struct Outlook {
    square: Square,
    /// How many parts are not light and do not cancel, and the sum of their squares.
    open: usize,
    weight: u64,
    /// The exclusive or of the light parts.
    pile: u32,
}

/// A part as play looks at it, the same for all its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    /// The number of its form.
    form: u32,
    weight: u64,
    /// The nimber of a light part.
    pile: Option<u32>,
}

/// What every full square of a part leaves of it.
type Leavings<P> = Vec<(Square, Vec<P>)>;

/// What was seen of parts. From one move to the next nearly all parts stay as they are, so what can be taken of them
/// is worked out once.
#[derive(Default)]
pub(super) struct Memory {
    forms: FxHashMap<Cells, Seen>,
    /// By the part in the corner of its board; of the board in hand only.
    left: FxHashMap<Cells, Arc<Leavings<Seen>>>,
    /// How many forms were numbered.
    numbered: u32,
}

/// Forms that are kept in mind.
const MOST_FORMS: usize = 1 << 18;

/// A part of the board: the row and the column of its corner, itself in the corner, and its form.
struct Placed {
    corner: [usize; 2],
    part: Cells,
    form: Cells,
}

impl Placed {
    fn new(part: &Cells) -> Placed {
        let row = part.rows().iter().position(|&bits| bits != 0).unwrap_or(0);
        let all = part.rows().iter().fold(0, |all, bits| all | bits);
        let corner = [row, all.trailing_zeros() as usize];
        Placed { corner, part: part.cropped(), form: part.least_image() }
    }

    /// A square of the part, where it lies on the board.
    fn on_board(&self, square: Square) -> Square {
        Square { row: square.row + self.corner[0], column: square.column + self.corner[1], ..square }
    }
}

/// The forms of the parts of a board.
fn forms(board: &Cells) -> Vec<Cells> {
    let mut parts = Vec::new();
    split(board, &mut parts);
    parts.iter().map(Cells::least_image).collect()
}

impl Memory {
    /// Looks at the parts and at what can be taken of them, as far as that is new.
    fn look(&mut self, placed: &[Placed], parts: &Parts, watch: &mut dyn Watch) -> Result<()> {
        if self.forms.len() > MOST_FORMS {
            (self.forms, self.left) = Default::default();
        }
        let mut new: FxHashMap<&Cells, Leavings<Cells>> = FxHashMap::default();
        for Placed { part, .. } in placed.iter().filter(|p| p.part.count() > 1) {
            if self.left.contains_key(part) || new.contains_key(part) {
                continue;
            }
            let squares = squares(part);
            let mut left = Vec::new();
            for (done, square) in squares.iter().enumerate() {
                let told = || format!("{done} moves were looked at");
                kit::watch::step(watch, done as u64, Some(squares.len() as u64), told)?;
                left.push((*square, forms(&square.taken_off(part))));
            }
            new.insert(part, left);
        }
        let met = placed.iter().map(|p| &p.form).chain(new.values().flatten().flat_map(|(_, forms)| forms));
        let mut fresh: Vec<&Cells> = met.filter(|form| !self.forms.contains_key(form)).collect();
        fresh.sort_unstable();
        fresh.dedup();
        parts.learn(fresh.iter().copied().filter(|form| blocks(form) <= LIGHT), watch)?;
        for form in fresh {
            let light = blocks(form) <= LIGHT;
            let pile = match is_paired_by_half_turn(form) {
                true => Some(0),
                false => light.then(|| parts.known(form).unwrap_or(0)),
            };
            let seen = Seen { form: self.numbered, weight: u64::from(blocks(form)).pow(2), pile };
            self.forms.insert(form.clone(), seen);
            self.numbered = self.numbered.wrapping_add(1);
        }
        let kept = |placed: &Placed| Some((placed.part.clone(), self.left.get(&placed.part)?.clone()));
        let mut left: FxHashMap<Cells, Arc<Leavings<Seen>>> = placed.iter().filter_map(kept).collect();
        for (part, squares) in new {
            let seen =
                squares.into_iter().map(|(square, forms)| (square, forms.iter().map(|f| self.forms[f]).collect()));
            left.insert(part.clone(), Arc::new(seen.collect()));
        }
        self.left = left;
        Ok(())
    }
}

/// Parts beside each other: what is light as a pile, of the others those that do not cancel.
#[derive(Clone, Default)]
struct Company {
    open: Vec<Seen>,
    pile: u32,
}

impl Company {
    /// Puts a part in, or takes its equal out.
    fn toggle(&mut self, part: Seen) {
        match (part.pile, self.open.iter().position(|other| *other == part)) {
            (Some(pile), _) => self.pile ^= pile,
            (None, Some(place)) => {
                self.open.swap_remove(place);
            }
            (None, None) => self.open.push(part),
        }
    }
}

/// What every move leaves; of the stones that can only go one by one the first stands for all.
fn outlooks(board: &Cells, parts: &Parts, watch: &mut dyn Watch) -> Result<Vec<Outlook>> {
    let mut placed = Vec::new();
    split(board, &mut placed);
    let placed: Vec<Placed> = placed.iter().map(Placed::new).collect();
    let mut memory = parts.memory.lock().unwrap_or_else(PoisonError::into_inner);
    memory.look(&placed, parts, watch)?;
    let mut all = Company::default();
    placed.iter().for_each(|p| all.toggle(memory.forms[&p.form]));
    let outlook = |square: Square, changed: &[Seen]| {
        let mut company = all.clone();
        changed.iter().for_each(|&part| company.toggle(part));
        let weight = company.open.iter().map(|part| part.weight).sum();
        Outlook { square, open: company.open.len(), weight, pile: company.pile }
    };
    let mut found = Vec::new();
    let mut loose = board.clone();
    for place in placed.iter().filter(|place| place.part.count() > 1) {
        let own = memory.forms[&place.form];
        for (square, left) in memory.left[&place.part].iter() {
            let changed: Vec<Seen> = left.iter().copied().chain([own]).collect();
            let square = place.on_board(*square);
            found.push(outlook(square, &changed));
            loose = loose.without([square.row, square.column], [square.side, square.side]);
        }
    }
    // A stone alone makes the number of such stones odd or even.
    if let Some((row, column)) = loose.cells().next() {
        let mut other = outlook(Square { side: 1, row, column }, &[]);
        other.pile ^= 1;
        found.push(other);
    }
    found.sort_by_key(|Outlook { square, .. }| (square.side, square.row, square.column));
    Ok(found)
}

/// A move after which the board is worth the pile beside it, because everything else cancels.
pub(super) fn strategy(board: &Cells, beside: u32, parts: &Parts, watch: &mut dyn Watch) -> Perhaps<Cells> {
    if let Some(middle) = middle_square(board).filter(|_| beside == 0) {
        return Ok(Some(middle));
    }
    let found = outlooks(board, parts, watch)?.into_iter().find(|o| o.open == 0 && o.pile == beside);
    Ok(found.map(|outlook| {
        let line = "what is left cancels: large parts in pairs that mirror each other, small ones by their nimbers";
        advised(board, outlook.square, line.to_string())
    }))
}

/// A move where nothing is proved.
pub(super) fn counsel(board: &Cells, beside: u32, parts: &Parts, watch: &mut dyn Watch) -> Perhaps<Cells> {
    // A small board is searched to its end, however long it takes.
    if board.height() * board.width() <= 64 && out_of_reach(board).is_none() {
        return Ok(None);
    }
    let best = outlooks(board, parts, watch)?.into_iter().min_by_key(|outlook| {
        let gives_away = outlook.open == 0 && outlook.pile != beside;
        (gives_away, outlook.weight, outlook.pile != beside)
    });
    Ok(best.map(|outlook| {
        let line = match outlook.open {
            0 => "everything that is left is small".to_string(),
            1 => "one large part is left".to_string(),
            n => format!("{n} large parts are left"),
        };
        advised(board, outlook.square, line)
    }))
}

fn advised(board: &Cells, square: Square, line: String) -> Advised<Cells> {
    Advised { text: square.to_string(), to: square.taken_off(board), line }
}

/// The move to the middle of a full board, and why it wins.
fn middle_square(board: &Cells) -> Option<Advised<Cells>> {
    let (rows, columns) = (board.height(), board.width());
    let side = rows.min(columns);
    if *board != Cells::full(rows, columns) || (rows.max(columns) - side) % 2 == 1 {
        return None;
    }
    let line = match rows == columns {
        true => format!("the {side} x {side} square is the whole board"),
        false => format!(
            "the {side} x {side} square in the middle leaves two halves that mirror each other: answer every move in the other half"
        ),
    };
    Some(advised(board, Square { side, row: (rows - side) / 2, column: (columns - side) / 2 }, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::Limits;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// What a board holds, split anew: large parts that do not cancel, the sum of their squares, the others' pile.
    fn plainly(board: &Cells, parts: &Parts) -> (usize, u64, u32) {
        let (mut open, mut pile): (Vec<Cells>, u32) = (Vec::new(), 0);
        for form in forms(board) {
            if blocks(&form) <= LIGHT || is_paired_by_half_turn(&form) {
                pile ^= parts.nimbers(std::slice::from_ref(&form), &mut Unwatched).unwrap()[0];
            } else if let Some(place) = open.iter().position(|other| *other == form) {
                open.remove(place);
            } else {
                open.push(form);
            }
        }
        (open.len(), open.iter().map(|form| u64::from(blocks(form)).pow(2)).sum(), pile)
    }

    #[test]
    fn what_is_remembered_of_parts_is_what_each_board_shows_anew() {
        let mut chance = ChaCha8Rng::seed_from_u64(5);
        let parts = Parts::new(Limits { memory: 1 << 26, threads: 1 });
        for _ in 0..3 {
            let mut board = Cells::empty(9, 14);
            (0..9 * 14).filter(|_| chance.random_bool(0.8)).for_each(|s| board.insert(s / 14, s % 14));
            loop {
                let seen = outlooks(&board, &parts, &mut Unwatched).unwrap();
                for Outlook { square, open, weight, pile } in &seen {
                    assert_eq!((*open, *weight, *pile), plainly(&square.taken_off(&board), &parts), "{square}");
                }
                let all = squares(&board);
                let larger = |square: &&Square| square.side > 1;
                assert!(all.iter().filter(larger).eq(seen.iter().map(|o| &o.square).filter(larger)));
                let Some(square) = all.get(chance.random_range(0..all.len().max(1))) else { break };
                board = square.taken_off(&board);
            }
        }
    }
}
