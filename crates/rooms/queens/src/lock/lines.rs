//! The queens that give lines their parities.
//!
//! A locked board x holds y, the squares attacked by an even number, and z. From y the parities of x on all lines
//! follow, but for a few choices: those of any x' with Ax' = 1 + y, plus those of sets that attack every square an
//! even number of times. By facts (1) and (3) |x| = |y| mod 2, and a multiple of 4 lines is odd. So the parities of z
//! on the lines are known, and its queens are found line by line: an odd line has a queen, and where as many lines of
//! a direction are odd as queens are left, each of these stands on one of them. A set that is even on all lines is
//! empty or has 8 squares at least: its outermost lines, on eight sides, hold two each, and neighbours among them
//! share one at most.

use super::code::{Bits, add, holds, members, set};
use kit::watch::Progress;

/// The parities that the queens outside a word must have.
pub(super) struct Rest {
    word: Vec<usize>,
    odd: Vec<bool>,
    /// The number of odd lines of each direction.
    odd_lines: [usize; 4],
    /// No board of fewer queens has the word and these parities.
    pub least: usize,
}

/// What filling the lines found.
pub(super) enum Fill {
    /// An accepted order.
    Board(Vec<usize>),
    None,
    Unfinished,
}

/// The lines of the board of side n.
pub(super) struct Lines {
    n: usize,
    /// The lines of a square: row, column, difference and sum.
    through: Vec<[usize; 4]>,
    squares: Vec<Vec<usize>>,
    /// Independent rows of A, each with a square of its own and the parities of lines of the sets that give it.
    rows: Vec<(usize, Bits, Bits)>,
    /// Parities of lines of the sets that attack every square an even number of times.
    unseen: Vec<Bits>,
}

impl Lines {
    pub(super) fn new(adjacency: &[Vec<usize>], n: usize) -> Lines {
        let all = 6 * n - 2;
        let through: Vec<[usize; 4]> =
            (0..n * n).map(|s| (s / n, s % n)).map(|(r, c)| [r, n + c, 3 * n - 1 + r - c, 4 * n - 1 + r + c]).collect();
        let mut squares = vec![Vec::new(); all];
        through.iter().enumerate().for_each(|(s, lines)| lines.iter().for_each(|&line| squares[line].push(s)));
        let mut lines = Lines { n, through, squares, rows: Vec::new(), unseen: Vec::new() };
        let mut unseen: Vec<(usize, Bits)> = Vec::new();
        for (s, row) in adjacency.iter().enumerate() {
            let own = set(all, lines.through[s].into_iter());
            let (rest, mut parities) = lines.reduced(set(n * n, row.iter().copied()), own);
            let square = members(&rest).next();
            if let Some(square) = square {
                lines.rows.push((square, rest, parities));
                continue;
            }
            for (line, other) in &unseen {
                if holds(&parities, *line) {
                    add(&mut parities, other);
                }
            }
            let line = members(&parities).next();
            if let Some(line) = line {
                unseen.push((line, parities));
            }
        }
        lines.unseen = unseen.into_iter().map(|(_, parities)| parities).collect();
        lines
    }

    /// What is left of a set of squares when rows of A are added until it has none of their own squares, and the
    /// parities of lines with those of the rows added.
    fn reduced(&self, mut squares: Bits, mut parities: Bits) -> (Bits, Bits) {
        for (own, row, lines) in &self.rows {
            if holds(&squares, *own) {
                add(&mut squares, row);
                add(&mut parities, lines);
            }
        }
        (squares, parities)
    }

    /// What may stand beside a word on a board with at most `most` queens.
    pub(super) fn rests(&self, word: &Bits, most: usize) -> Vec<Rest> {
        let mut wanted = set(self.n * self.n, 0..self.n * self.n);
        add(&mut wanted, word);
        let (rest, parities) = self.reduced(wanted, set(self.squares.len(), 0..0));
        if members(&rest).next().is_some() {
            return Vec::new();
        }
        let word: Vec<usize> = members(word).collect();
        let choice = |choice: usize| {
            let mut parities = parities.clone();
            (0..self.unseen.len()).filter(|i| choice >> i & 1 == 1).for_each(|i| add(&mut parities, &self.unseen[i]));
            self.rest(&word, &parities)
        };
        (0..1usize << self.unseen.len()).filter_map(choice).filter(|rest| rest.least <= most).collect()
    }

    fn rest(&self, word: &[usize], parities: &Bits) -> Option<Rest> {
        if members(parities).count() % 4 != 0 {
            return None;
        }
        let mut odd: Vec<bool> = (0..self.squares.len()).map(|line| holds(parities, line)).collect();
        word.iter().flat_map(|&s| self.through[s]).for_each(|line| odd[line] ^= true);
        let mut odd_lines = [0; 4];
        (0..odd.len()).filter(|&line| odd[line]).for_each(|line| odd_lines[self.direction(line)] += 1);
        let most: usize = odd_lines.into_iter().max().unwrap_or(0);
        // In each direction as many lines are odd as there are queens, modulo 2; and those have to be even.
        most.is_multiple_of(2).then(|| Rest { word: word.to_vec(), odd, odd_lines, least: word.len() + most })
    }

    fn direction(&self, line: usize) -> usize {
        let n = self.n;
        [n, 2 * n, 4 * n - 1].iter().filter(|&&end| line >= end).count()
    }

    /// Looks for a board with so many queens that has one of the words and its parities, until one is accepted.
    pub(super) fn fill_one(
        &self,
        rests: &[Rest],
        queens: usize,
        spare: &mut u64,
        progress: &Progress,
        accept: &mut dyn FnMut(&[usize]) -> Option<Vec<usize>>,
    ) -> Fill {
        for rest in rests.iter().filter(|rest| rest.least <= queens && (queens - rest.least).is_multiple_of(2)) {
            match self.fill(rest, queens, spare, progress, accept) {
                Fill::None => {}
                other => return other,
            }
        }
        Fill::None
    }

    /// Looks for a board with so many queens that has the word and the parities, until one is accepted.
    fn fill(
        &self,
        rest: &Rest,
        queens: usize,
        spare: &mut u64,
        progress: &Progress,
        accept: &mut dyn FnMut(&[usize]) -> Option<Vec<usize>>,
    ) -> Fill {
        let mut closed = vec![false; self.through.len()];
        rest.word.iter().for_each(|&s| closed[s] = true);
        let (odd, odd_lines, board) = (rest.odd.clone(), rest.odd_lines, rest.word.clone());
        let mut filling = Filling { lines: self, closed, odd, odd_lines, board, spare, progress, accept };
        filling.fill(queens - rest.word.len())
    }
}

struct Filling<'a> {
    lines: &'a Lines,
    /// Squares that hold a queen or were tried.
    closed: Vec<bool>,
    odd: Vec<bool>,
    odd_lines: [usize; 4],
    board: Vec<usize>,
    spare: &'a mut u64,
    progress: &'a Progress,
    accept: &'a mut dyn FnMut(&[usize]) -> Option<Vec<usize>>,
}

impl Filling<'_> {
    fn fill(&mut self, left: usize) -> Fill {
        let most = self.odd_lines.into_iter().max().unwrap_or(0);
        if most > left || (most == 0 && (1..8).contains(&left)) {
            return Fill::None;
        }
        if left == 0 {
            return (self.accept)(&self.board).map_or(Fill::None, Fill::Board);
        }
        let candidates = self.candidates(left);
        for (tried, &square) in candidates.iter().enumerate() {
            let Some(spare) = self.spare.checked_sub(1).filter(|_| !self.progress.stopped()) else {
                return Fill::Unfinished;
            };
            *self.spare = spare;
            self.closed[square] = true;
            self.turn(square);
            self.board.push(square);
            match self.fill(left - 1) {
                Fill::None => {}
                other => return other,
            }
            self.board.pop();
            self.turn(square);
            if tried + 1 == candidates.len() {
                candidates.iter().for_each(|&square| self.closed[square] = false);
            }
        }
        Fill::None
    }

    /// Squares of which one must be taken: those of the odd line with the fewest, or all where no line is odd.
    fn candidates(&self, left: usize) -> Vec<usize> {
        let fits = |square: &usize| {
            let lines = self.lines.through[*square].into_iter().zip(self.odd_lines);
            !self.closed[*square] && lines.into_iter().all(|(line, odd)| odd < left || self.odd[line])
        };
        let of = |line: usize| -> Vec<usize> { self.lines.squares[line].iter().copied().filter(fits).collect() };
        let odd = (0..self.odd.len()).filter(|&line| self.odd[line]);
        odd.map(of).min_by_key(Vec::len).unwrap_or_else(|| (0..self.closed.len()).filter(fits).collect())
    }

    fn turn(&mut self, square: usize) {
        for (direction, line) in self.lines.through[square].into_iter().enumerate() {
            self.odd[line] ^= true;
            match self.odd[line] {
                true => self.odd_lines[direction] += 1,
                false => self.odd_lines[direction] -= 1,
            }
        }
    }
}
