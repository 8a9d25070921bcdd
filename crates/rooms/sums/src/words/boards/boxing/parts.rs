//! The parts of a board of Boxing Match, what cancels among them, and the search of what is left.
//!
//! A part whose smallest rectangle a number holds is searched as a number, in the corner of a sheet that all parts of
//! so many rows share; another as a set of cells. Everything that is learnt is kept for the next board.

use super::super::cells::{Cells, places};
use super::super::plane::Plane;
use super::contest::Memory;
use super::numbers::Boxing;
use super::{Match, Square};
use engine::impartial::{Done, Impartial, Limits, Method, Solver};
use engine::search::Note;
use kit::{Error, Result, Watch};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The most full 2 x 2 squares of a light part, which the search solves in a moment (in hundredths of a second, where
/// 22 take one).
pub(super) const LIGHT: u32 = 14;

/// The corners of the full squares of the next size, from those of one size.
fn larger(corners: &Cells) -> Cells {
    let pairs: Vec<u64> = corners.rows().iter().map(|row| row & (row >> 1)).collect();
    let below = pairs.iter().skip(1).copied().chain([0]);
    corners.with_rows(pairs.iter().zip(below).map(|(row, below)| row & below).collect())
}

/// The cells of the 2 x 2 squares with these corners.
fn covered(corners: &Cells) -> Cells {
    let pairs: Vec<u64> = corners.rows().iter().map(|row| row | (row << 1)).collect();
    let above = [0].into_iter().chain(pairs.iter().copied());
    corners.with_rows(pairs.iter().zip(above).map(|(row, above)| row | above).collect())
}

/// Every full square, the smaller ones first.
pub fn squares(board: &Cells) -> Vec<Square> {
    let mut found = Vec::new();
    let mut corners = board.clone();
    for side in 1.. {
        if corners.is_empty() {
            break;
        }
        let rows = corners.rows().iter().enumerate();
        let here = rows.flat_map(|(row, &bits)| places(bits).map(move |column| Square { side, row, column }));
        found.extend(here);
        corners = larger(&corners);
    }
    found
}

/// How many full 2 x 2 squares there are.
pub(super) fn blocks(part: &Cells) -> u32 {
    larger(part).count()
}

/// Appends the components of a board: the first of the stones in no full 2 x 2 square if their number is odd, and the
/// stones of 2 x 2 squares that hang together. On a board that stands, the first stone is the first by columns.
pub(super) fn split(board: &Cells, out: &mut Vec<Cells>) {
    let corners = larger(board);
    let loose = board.minus(&covered(&corners));
    if loose.count() % 2 == 1 {
        let first = match board.height() > board.width() {
            true => loose.cells().min_by_key(|&(r, c)| (c, r)),
            false => loose.cells().next(),
        };
        let mut stone = Cells::empty(board.height(), board.width());
        first.into_iter().for_each(|(r, c)| stone.insert(r, c));
        out.push(stone);
    }
    // Two 2 x 2 squares have a stone in common exactly if their corners are beside each other, or diagonally so.
    out.extend(corners.clusters().iter().map(covered));
}

/// The parts of a board that do not cancel, each in one form for all its images.
pub fn cancelled_parts(board: &Cells) -> Vec<Cells> {
    let mut parts = Vec::new();
    split(board, &mut parts);
    cancelled(parts.iter().map(Cells::least_image).collect())
}

/// What is left of parts when equal pairs and parts that the half turn makes lost are gone.
pub(super) fn cancelled(mut parts: Vec<Cells>) -> Vec<Cells> {
    parts.sort_unstable();
    let mut left: Vec<Cells> = Vec::new();
    for part in parts {
        if left.last() == Some(&part) {
            left.pop();
        } else {
            left.push(part);
        }
    }
    left.retain(|part| !is_paired_by_half_turn(part));
    left
}

/// Whether a half turn maps the part to itself and every full square off itself.
pub(super) fn is_paired_by_half_turn(part: &Cells) -> bool {
    let (rows, columns) = (part.height(), part.width());
    let meets = |square: Square| {
        let apart = |from: usize, of: usize| {
            let image = of - from - square.side;
            from + square.side <= image || image + square.side <= from
        };
        !apart(square.row, rows) && !apart(square.column, columns)
    };
    part.flipped().mirrored() == *part && !squares(part).into_iter().any(meets)
}

/// The most full 2 x 2 squares in one part that the search reaches in minutes, by the part's smaller side: full boards
/// of 3 x 30, 4 x 16, 5 x 11, 6 x 10 and 7 x 8. A part that no number holds is searched more slowly.
fn most_blocks(part: &Cells) -> u32 {
    match (part.height(), is_held(part)) {
        (0..=2, true) => u32::MAX,
        (3, true) => 58,
        (4 | 6, true) => 45,
        (5, true) => 40,
        (_, true) => 42,
        (_, false) => 20,
    }
}

fn is_held(part: &Cells) -> bool {
    part.height() <= 8 && part.height() * part.width() <= 128
}

/// Why the nimber of a board is out of reach, if it is.
pub(super) fn out_of_reach(board: &Cells) -> Option<String> {
    let parts = cancelled_parts(board);
    let far: Vec<&Cells> = parts.iter().filter(|part| blocks(part) > most_blocks(part)).collect();
    let largest = far.iter().max_by_key(|part| blocks(part))?;
    let (rows, columns, reach) = (largest.height(), largest.width(), most_blocks(largest));
    let known = match (far.len(), parts.len() - far.len()) {
        (1, 0) => String::new(),
        (1, solved) => format!("; the other {solved} parts can be solved"),
        (far, solved) => format!("; so it is with {far} parts, {solved} others can be solved"),
    };
    Some(format!(
        "{} full 2 x 2 squares hang together in {rows} rows and {columns} columns, the search reaches {reach}{known}",
        blocks(largest)
    ))
}

/// Parts as numbers, and who solves them.
struct ByNumber<B: Plane> {
    game: Arc<Boxing<B>>,
    solver: Solver<B>,
}

impl<B: Plane> ByNumber<B> {
    fn new(game: Boxing<B>, limits: Limits) -> ByNumber<B> {
        let game = Arc::new(game);
        ByNumber { solver: Solver::of(game.clone(), limits), game }
    }

    /// A part as the number that the solver knows it by.
    fn number(&self, part: &Cells) -> Option<B> {
        let mut parts = Vec::new();
        self.game.parts(&self.game.stones(part), &mut parts);
        parts.pop()
    }

    fn parts(&self, notes: Vec<(B, Note)>) -> Vec<(Cells, Note)> {
        notes.into_iter().map(|(set, note)| (self.game.board(set).least_image(), note)).collect()
    }

    fn errand(&self, part: &Cells, k: u32, budget: u64, watch: &mut dyn Watch) -> Result<Done<Cells>> {
        let key = self.number(part).ok_or_else(|| Error::failed("a part without stones"))?;
        let Done { guesses, proved, positions } = self.solver.errand(&key, k, budget, watch)?;
        Ok(Done { guesses: self.parts(guesses), proved: self.parts(proved), positions })
    }

    fn proved(&self, part: &Cells) -> Vec<(Cells, Note)> {
        self.parts(self.number(part).map_or(Vec::new(), |key| self.solver.proved(&key)))
    }

    fn learn(&self, part: &Cells, note: Note) -> Result<()> {
        self.solver.learn(self.number(part).map(|key| (key, note)))
    }

    fn nimbers(&self, parts: &[&Cells], watch: &mut dyn Watch) -> Result<Vec<u32>> {
        let keys: Vec<B> = parts.iter().map(|part| self.game.stones(part)).collect();
        self.solver.nimbers(&keys, Method::Proof, watch)
    }

    fn lost(&self, part: &Cells, k: u32, watch: &mut dyn Watch) -> Result<bool> {
        self.solver.lost(&self.game.stones(part), k, Method::Proof, watch)
    }
}

/// The solvers of parts and what they have found.
pub(super) struct Parts {
    /// What each of them may take.
    pub(super) limits: Limits,
    small: ByNumber<u64>,
    /// By the rows of the part.
    long: [OnceLock<ByNumber<u128>>; 9],
    other: Solver<Cells>,
    known: Mutex<FxHashMap<Cells, u32>>,
    /// What play has seen of the board.
    pub(super) memory: Mutex<Memory>,
}

impl Parts {
    pub(super) fn new(limits: Limits) -> Parts {
        Parts {
            limits,
            small: ByNumber::new(Boxing::new(8, 8), limits),
            long: Default::default(),
            other: Solver::new(Match::default(), limits),
            known: Mutex::default(),
            memory: Mutex::default(),
        }
    }

    fn long(&self, rows: usize) -> &ByNumber<u128> {
        let game = || Boxing::fitting(rows, (128 / rows).max(9)).expect("so many columns fit");
        self.long[rows].get_or_init(|| ByNumber::new(game(), self.limits))
    }

    /// The nimber of a part, if it was found before.
    pub(super) fn known(&self, part: &Cells) -> Option<u32> {
        match part.count() {
            0 => Some(0),
            1 => Some(1),
            _ => self.known.lock().unwrap_or_else(PoisonError::into_inner).get(part).copied(),
        }
    }

    /// Finds the nimbers of all these parts.
    pub(super) fn learn<'p>(&self, parts: impl Iterator<Item = &'p Cells>, watch: &mut dyn Watch) -> Result<()> {
        let mut open: Vec<&Cells> = parts.filter(|part| self.known(part).is_none()).collect();
        // Those of one solver together: to start its threads takes longer than a small part.
        open.sort_unstable_by_key(|part| (self.solver(part), *part));
        open.dedup();
        for parts in open.chunk_by(|one, two| self.solver(one) == self.solver(two)) {
            let nimbers = match self.solver(parts[0]) {
                0 => self.small.nimbers(parts, watch)?,
                9 => self.other.nimbers(&parts.iter().copied().cloned().collect::<Vec<_>>(), Method::Proof, watch)?,
                rows => self.long(rows).nimbers(parts, watch)?,
            };
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.extend(parts.iter().copied().cloned().zip(nimbers));
        }
        Ok(())
    }

    /// Which solver takes the part: 0 for small ones, 9 for those that no number holds, the rows for the others.
    fn solver(&self, part: &Cells) -> usize {
        match is_held(part) {
            _ if part.width() <= 8 => 0,
            true => part.height(),
            false => 9,
        }
    }

    /// The nimbers of boards.
    pub(super) fn nimbers(&self, boards: &[Cells], watch: &mut dyn Watch) -> Result<Vec<u32>> {
        let parts: Vec<Vec<Cells>> = boards.iter().map(cancelled_parts).collect();
        refuse_far(parts.iter().flatten())?;
        self.learn(parts.iter().flatten(), watch)?;
        Ok(parts.iter().map(|parts| parts.iter().fold(0, |sum, part| sum ^ self.known(part).unwrap_or(0))).collect())
    }

    /// Which of the boards are lost beside a pile of k: of each the heaviest part is asked for this one couple only.
    pub(super) fn lost_among(&self, boards: &[Cells], k: u32, watch: &mut dyn Watch) -> Result<Vec<bool>> {
        let mut heaviest = Vec::new();
        let mut others = Vec::new();
        for board in boards {
            let mut parts = cancelled_parts(board);
            refuse_far(parts.iter())?;
            parts.sort_by_key(blocks);
            heaviest.push(parts.pop().unwrap_or_default());
            others.push(parts);
        }
        self.learn(others.iter().flatten(), watch)?;
        let mut lost = Vec::new();
        for (part, others) in heaviest.iter().zip(&others) {
            let wanted = others.iter().fold(k, |sum, part| sum ^ self.known(part).unwrap_or(0));
            lost.push(match (self.known(part), self.solver(part)) {
                (Some(nimber), _) => nimber == wanted,
                (None, 0) => self.small.lost(part, wanted, watch)?,
                (None, 9) => self.other.lost(part, wanted, Method::Proof, watch)?,
                (None, rows) => self.long(rows).lost(part, wanted, watch)?,
            });
        }
        Ok(lost)
    }
}

impl Parts {
    /// Works on a couple of a part, in its one form, within a budget.
    pub(super) fn errand(&self, part: &Cells, k: u32, budget: u64, watch: &mut dyn Watch) -> Result<Done<Cells>> {
        match self.solver(part) {
            0 => self.small.errand(part, k, budget, watch),
            9 => self.other.errand(part, k, budget, watch),
            rows => self.long(rows).errand(part, k, budget, watch),
        }
    }

    /// What is proved of the parts of a board with at least half of its stones.
    pub(super) fn proved(&self, board: &Cells) -> Vec<(Cells, Note)> {
        let parts = cancelled_parts(board);
        let Some(part) = parts.iter().max_by_key(|part| part.count()) else { return Vec::new() };
        match self.solver(part) {
            0 => self.small.proved(part),
            9 => self.other.proved(part),
            rows => self.long(rows).proved(part),
        }
    }

    /// Learns what was proved of parts, each in its one form.
    pub(super) fn learn_facts(&self, facts: &[(Cells, Note)]) -> Result<()> {
        for (part, note) in facts {
            match self.solver(part) {
                0 => self.small.learn(part, *note)?,
                9 => self.other.learn([(part.clone(), *note)])?,
                rows => self.long(rows).learn(part, *note)?,
            }
            if let Some(nimber) = note.nimber() {
                self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(part.clone(), nimber);
            }
        }
        Ok(())
    }
}

fn refuse_far<'p>(mut parts: impl Iterator<Item = &'p Cells>) -> Result<()> {
    match parts.find(|part| blocks(part) > most_blocks(part)) {
        None => Ok(()),
        Some(part) => Err(Error::too_large(
            format!("a part with {} full 2 x 2 squares", blocks(part)),
            format!("the search reaches {}", most_blocks(part)),
            "ask a smaller position",
        )),
    }
}
