//! Boxing Match: remove a full square of stones, of any size.
//!
//! *Splitting.* Stones that lie in no full 2 x 2 square can only go one by one, so they count by their parity; the others fall into components of
//! overlapping 2 x 2 squares, and every larger square lies within one of these.
//!
//! *The mirror.* On a full board of r x c with c - r even (c >= r) the first player takes the r x r square in the middle. The two halves that are
//! left have no square in common, so whatever the opponent takes in one half can be taken in the mirror image: the first player makes the
//! last move. [`mirror_proof`] checks exactly this on a given board, and a certificate carries the move.

use super::super::words::summand;
use super::cram::set_of;
use super::{bits, read_board};
use engine::impartial::{Impartial, Spoken};
use kit::{Arg, ArgKind, Error, Ink, Result, Scene, Shape, Summand, Word};

/// The word.
pub static BOXING: BoxingWord = BoxingWord;

/// The word `boxing`.
pub struct BoxingWord;

const MOST_SIDE: usize = 30;
/// The most stones in full 2 x 2 squares that the search takes on.
const MOST_STONES: u32 = 42;

/// Boxing Match on boards up to 8 x 8; a position is the set of stones.
pub struct Boxing {
    rows: usize,
    columns: usize,
}

/// Boxing Match on larger boards, for play and for wins by the mirror; a position is its rows of bits.
pub struct Wide {
    columns: usize,
}

impl Boxing {
    /// The game on a board of that size, at most 8 x 8.
    pub fn new(rows: usize, columns: usize) -> Self {
        Boxing { rows, columns }
    }
}

impl Word for BoxingWord {
    fn name(&self) -> &str {
        "boxing"
    }

    fn usage(&self) -> &str {
        "boxing(rows, columns) or boxing(\"110/111\")"
    }

    fn about(&self) -> &str {
        "remove a full square of stones, of any size"
    }

    fn examples(&self) -> &'static [&'static str] {
        &["boxing(2,3)", "boxing(\"110/111/011\")", "boxing(3,3)"]
    }

    fn read(&self, args: &[Arg]) -> Result<Summand> {
        let most = MOST_SIDE as u64;
        let board = match args {
            [text] if text.kind == ArgKind::Quoted => read_board(&text.text, "1X", "0.", MOST_SIDE)?,
            [r, c] => vec![vec![true; c.whole("columns", 1, most)? as usize]; r.whole("rows", 1, most)? as usize],
            _ => return Err(self.refuse_count(args)),
        };
        let (rows, columns) = (board.len(), board[0].len());
        if rows <= 8 && columns <= 8 {
            return Ok(summand(Boxing { rows, columns }, &set_of(&board, true)));
        }
        let row = |cells: &Vec<bool>| cells.iter().enumerate().fold(0, |bits, (c, &full)| bits | u32::from(full) << c);
        Ok(summand(Wide { columns }, &board.iter().map(row).collect()))
    }
}

/// For each size from 1 on, the corners of the full squares of that size.
fn squares(stones: u64) -> impl Iterator<Item = (u32, u64)> {
    let mut corners = stones;
    (1..=8).map_while(move |size| {
        let found = corners;
        let pairs = found & (found & !bits::FIRST_COLUMN) >> 1;
        corners = pairs & pairs >> 8;
        (found != 0).then_some((size, found))
    })
}

fn blocks(stones: u64) -> u64 {
    let pairs = stones & (stones & !bits::FIRST_COLUMN) >> 1;
    pairs & pairs >> 8
}

fn covered(blocks: u64) -> u64 {
    blocks | blocks << 1 | blocks << 8 | blocks << 9
}

impl Impartial for Boxing {
    type Key = u64;

    fn options(&self, at: &u64, out: &mut Vec<u64>) {
        for (size, corners) in squares(*at) {
            let square = bits::rectangle(size as usize, size as usize);
            out.extend(bits::cells(corners).map(|corner| at & !(square << corner)));
        }
    }

    fn split(&self, at: &u64, out: &mut Vec<u64>) {
        let mut left = blocks(*at);
        let loose = at & !covered(left);
        if loose.count_ones() % 2 == 1 {
            out.push(loose & loose.wrapping_neg());
        }
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let cells = covered(part);
                // A block at p touches the cells p, p + 1, p + 8 and p + 9.
                let grown = left & (cells | cells >> 1 | cells >> 8 | cells >> 9);
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            out.push(covered(part));
        }
    }

    fn canon(&self, at: &u64) -> u64 {
        bits::canonical(*at)
    }

    fn known(&self, at: &u64) -> Option<u32> {
        match at.count_ones() {
            0 => Some(0),
            1 => Some(1),
            _ => None,
        }
    }

    fn weight(&self, at: &u64) -> u64 {
        at.count_ones().into()
    }
}

fn square_text(size: usize, row: usize, column: usize) -> String {
    format!("{size}x{size} at {},{}", row + 1, column + 1)
}

const RULES: &str = "Remove all stones of a full square, of any size: 2x2 at 1,3 is the square with its top left stone in row 1, column 3.";

impl Spoken for Boxing {
    fn name(&self) -> String {
        "boxing".to_string()
    }

    fn rules(&self) -> String {
        RULES.to_string()
    }

    fn write(&self, at: &u64) -> String {
        let cell = |r: usize, c: usize| if at >> (8 * r + c) & 1 == 1 { '1' } else { '0' };
        let rows: Vec<String> = (0..self.rows).map(|r| (0..self.columns).map(|c| cell(r, c)).collect()).collect();
        format!("\"{}\"", rows.join("/"))
    }

    fn read(&self, text: &str) -> Result<u64> {
        Ok(set_of(&read_board(text.trim_matches('"'), "1X", "0.", 8)?, true))
    }

    fn steps(&self, at: &u64) -> Vec<(String, u64)> {
        let mut steps = Vec::new();
        for (size, corners) in squares(*at) {
            let square = bits::rectangle(size as usize, size as usize);
            for corner in bits::cells(corners) {
                let text = square_text(size as usize, corner as usize / 8, corner as usize % 8);
                steps.push((text, at & !(square << corner)));
            }
        }
        steps
    }

    fn out_of_reach(&self, at: &u64) -> Option<String> {
        let stones = covered(blocks(*at)).count_ones();
        (stones > MOST_STONES).then(|| format!("{stones} stones lie in full squares, the search reaches {MOST_STONES}"))
    }

    fn strategy(&self, at: &u64) -> Option<(String, u64, &'static str, String)> {
        let board: Vec<u32> = (0..self.rows).map(|r| (at >> (8 * r)) as u32 & 0xFF).collect();
        let (text, after, line) = middle_square(&board, self.columns)?;
        let after = after.iter().enumerate().fold(0, |set, (r, &row)| set | u64::from(row) << (8 * r));
        Some((text, after, "mirror", line))
    }

    fn scene(&self, at: &u64) -> Option<Scene> {
        let board: Vec<u32> = (0..self.rows).map(|r| (at >> (8 * r)) as u32 & 0xFF).collect();
        Some(board_scene(&board, self.columns))
    }
}

/// The move to the middle of a full board, the rows after it, and why it wins.
fn middle_square(board: &[u32], columns: usize) -> Option<(String, Vec<u32>, String)> {
    let full = ((1u64 << columns) - 1) as u32;
    let rows = board.len();
    let side = rows.min(columns);
    if board.iter().any(|&row| row != full) || (rows.max(columns) - side) % 2 == 1 {
        return None;
    }
    let (top, left) = ((rows - side) / 2, (columns - side) / 2);
    let after = board.iter().copied().enumerate();
    let hole = (((1u64 << side) - 1) << left) as u32;
    let after = after.map(|(r, row)| if (top..top + side).contains(&r) { row & !hole } else { row }).collect();
    let line = format!(
        "the {side} x {side} square in the middle leaves two halves that mirror each other: answer every move in the other half"
    );
    Some((square_text(side, top, left), after, line))
}

/// Whether the player who is not to move wins the board by mirroring: the board is its own mirror image (left-right or top-bottom) and no
/// full square meets its own image. This stays so after every move and its answer, since a later square is a square of the first board.
pub fn mirror_proof(board: &[Vec<bool>]) -> bool {
    let flipped: Vec<Vec<bool>> = (0..board[0].len()).map(|c| board.iter().map(|row| row[c]).collect()).collect();
    mirrors_across(board) || mirrors_across(&flipped)
}

fn mirrors_across(board: &[Vec<bool>]) -> bool {
    let width = board[0].len();
    let symmetric = board.iter().all(|row| (0..width).all(|c| row[c] == row[width - 1 - c]));
    symmetric
        && full_squares(board).iter().all(|&(size, _, column)| {
            // The image takes the columns from width - column - size on.
            let image = width - column - size;
            column + size <= image || image + size <= column
        })
}

/// Every full square: size, row and column of its corner.
fn full_squares(board: &[Vec<bool>]) -> Vec<(usize, usize, usize)> {
    let (rows, columns) = (board.len(), board[0].len());
    let mut found = Vec::new();
    for size in 1..=rows.min(columns) {
        for r in 0..=rows - size {
            for c in 0..=columns - size {
                if (r..r + size).all(|i| (c..c + size).all(|j| board[i][j])) {
                    found.push((size, r, c));
                }
            }
        }
    }
    found
}

impl Wide {
    fn cells(&self, at: &[u32]) -> Vec<Vec<bool>> {
        at.iter().map(|row| (0..self.columns).map(|c| row >> c & 1 == 1).collect()).collect()
    }
}

impl Impartial for Wide {
    type Key = Vec<u32>;

    fn options(&self, at: &Vec<u32>, out: &mut Vec<Vec<u32>>) {
        out.extend(self.steps(at).into_iter().map(|(_, to)| to));
    }

    fn weight(&self, at: &Vec<u32>) -> u64 {
        at.iter().map(|row| u64::from(row.count_ones())).sum()
    }
}

impl Spoken for Wide {
    fn name(&self) -> String {
        "boxing".to_string()
    }

    fn rules(&self) -> String {
        RULES.to_string()
    }

    fn write(&self, at: &Vec<u32>) -> String {
        let row = |bits: &u32| (0..self.columns).map(|c| if bits >> c & 1 == 1 { '1' } else { '0' }).collect();
        format!("\"{}\"", at.iter().map(row).collect::<Vec<String>>().join("/"))
    }

    fn read(&self, text: &str) -> Result<Vec<u32>> {
        let board = read_board(text.trim_matches('"'), "1X", "0.", MOST_SIDE)?;
        if board[0].len() != self.columns {
            return Err(Error::usage(kit::shorten(text), "another width", format!("write rows of {}", self.columns)));
        }
        let row = |cells: &Vec<bool>| cells.iter().enumerate().fold(0, |bits, (c, &full)| bits | u32::from(full) << c);
        Ok(board.iter().map(row).collect())
    }

    fn steps(&self, at: &Vec<u32>) -> Vec<(String, Vec<u32>)> {
        let remove = |(size, r, c): (usize, usize, usize)| {
            let mut board = at.clone();
            let hole = (((1u64 << size) - 1) << c) as u32;
            board[r..r + size].iter_mut().for_each(|row| *row &= !hole);
            (square_text(size, r, c), board)
        };
        full_squares(&self.cells(at)).into_iter().map(remove).collect()
    }

    fn out_of_reach(&self, at: &Vec<u32>) -> Option<String> {
        let stones: u32 = at.iter().map(|row| row.count_ones()).sum();
        (stones > 16).then(|| format!("{stones} stones on a board wider or higher than 8"))
    }

    fn strategy(&self, at: &Vec<u32>) -> Option<(String, Vec<u32>, &'static str, String)> {
        let (text, after, line) = middle_square(at, self.columns)?;
        Some((text, after, "mirror", line))
    }

    fn scene(&self, at: &Vec<u32>) -> Option<Scene> {
        Some(board_scene(at, self.columns))
    }
}

fn board_scene(board: &[u32], columns: usize) -> Scene {
    let stones: u32 = board.iter().map(|row| row.count_ones()).sum();
    let mut scene = Scene::new("boxing", format!("a board with {stones} stones"), columns as f64, board.len() as f64);
    for (r, row) in board.iter().enumerate() {
        for c in 0..columns {
            scene.add(Shape::rect(c as f64, r as f64, 1.0, 1.0).stroke(Ink::Rule));
            if row >> c & 1 == 1 {
                let stone = Shape::circle(c as f64 + 0.5, r as f64 + 0.5, 0.38).fill(Ink::Solid);
                scene.add(stone.touch(square_text(1, r, c)));
            }
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Limits, Method, Solver, nimber_by_definition};
    use kit::Unwatched;

    fn full(rows: usize, columns: usize) -> (Boxing, u64) {
        (Boxing { rows, columns }, bits::rectangle(rows, columns))
    }

    #[test]
    fn splitting_and_symmetry_agree_with_the_definition_on_every_small_board() {
        let (game, all) = full(3, 3);
        let (probe, _) = full(3, 3);
        let memo = Solver::new(game, Limits { memory: 1 << 24, threads: 1 });
        for code in (0..1u64 << 9).step_by(7) {
            let board = (0..9).filter(|i| code >> i & 1 == 1).fold(0, |b, i| b | 1 << (i / 3 * 8 + i % 3));
            assert_eq!(board & !all, 0);
            let found = memo.nimber(&board, Method::Couples, &mut Unwatched).unwrap();
            assert_eq!(found, nimber_by_definition(&probe, &board), "{}", probe.write(&board));
        }
    }

    #[test]
    fn the_mirror_wins_where_the_search_says_so() {
        for rows in 1..=4 {
            for columns in rows..=5 {
                let (game, all) = full(rows, columns);
                let solver = Solver::new(game, Limits::default());
                let nimber = solver.nimber(&all, Method::Couples, &mut Unwatched).unwrap();
                if let Some((_, after, ..)) = solver.game().strategy(&all) {
                    assert_ne!(nimber, 0);
                    assert_eq!(solver.nimber(&after, Method::Couples, &mut Unwatched).unwrap(), 0);
                    assert!((columns - rows) % 2 == 0);
                }
            }
        }
        let broken = read_board("11011/11111", "1", "0", 30).unwrap();
        assert!(!mirror_proof(&broken));
        assert!(mirror_proof(&read_board("11011/11011", "1", "0", 30).unwrap()));
        assert!(!mirror_proof(&read_board("11010/11011", "1", "0", 30).unwrap()));
    }
}
