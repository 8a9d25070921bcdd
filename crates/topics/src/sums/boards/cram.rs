//! Cram: cover two neighbouring free cells with a domino.

use super::super::words::summand;
use super::{bits, read_board};
use engine::impartial::{Impartial, Spoken};
use kit::{Arg, ArgKind, Error, Ink, Result, Scene, Shape, Summand, Word};

/// The word.
pub static CRAM: CramWord = CramWord;

/// The word `cram`.
pub struct CramWord;

/// Cram on a board of that size; a position is the set of free cells.
pub struct Cram {
    rows: usize,
    columns: usize,
}

/// The most free cells the search takes on.
const MOST_FREE: u32 = 36;

impl Cram {
    /// The game on a board of that size, at most 8 x 8.
    pub fn new(rows: usize, columns: usize) -> Self {
        Cram { rows, columns }
    }
}

impl Word for CramWord {
    fn name(&self) -> &str {
        "cram"
    }

    fn usage(&self) -> &str {
        "cram(rows, columns) or cram(\"..#/...\")"
    }

    fn about(&self) -> &str {
        "cover two neighbouring free cells with a domino"
    }

    fn examples(&self) -> &'static [&'static str] {
        &["cram(2,3)", "cram(\"..#/...\")", "cram(3,3)"]
    }

    fn read(&self, args: &[Arg]) -> Result<Summand> {
        let board = match args {
            [text] if text.kind == ArgKind::Quoted => read_board(&text.text, "#X1", ".0", 8)?,
            [r, c] => vec![vec![false; c.whole("columns", 1, 8)? as usize]; r.whole("rows", 1, 8)? as usize],
            _ => return Err(self.refuse_count(args)),
        };
        let game = Cram { rows: board.len(), columns: board[0].len() };
        let free = set_of(&board, false);
        if free.count_ones() > MOST_FREE {
            return Err(Error::too_large(
                format!("cram with {} free cells", free.count_ones()),
                format!("the search reaches {MOST_FREE}"),
                "ask a smaller board, 5 x 6 is within reach",
            ));
        }
        Ok(summand(game, &free))
    }
}

fn set_of(board: &[Vec<bool>], wanted: bool) -> u64 {
    let cells =
        board.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &full)| (r, c, full)));
    cells.filter(|&(_, _, full)| full == wanted).fold(0, |set, (r, c, _)| set | 1 << (8 * r + c))
}

impl Impartial for Cram {
    type Key = u64;

    fn options(&self, at: &u64, out: &mut Vec<u64>) {
        out.extend(dominoes(*at).map(|domino| at & !domino));
    }

    fn split(&self, at: &u64, out: &mut Vec<u64>) {
        let mut left = *at;
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let wider =
                    part | (part & !bits::LAST_COLUMN) << 1 | (part & !bits::FIRST_COLUMN) >> 1 | part << 8 | part >> 8;
                let grown = wider & left;
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            if part & (part - 1) != 0 {
                out.push(part);
            }
        }
    }

    fn canon(&self, at: &u64) -> u64 {
        bits::canonical(*at)
    }

    fn known(&self, at: &u64) -> Option<u32> {
        match at.count_ones() {
            0 | 1 => Some(0),
            2 | 3 => Some(1),
            _ => None,
        }
    }

    fn weight(&self, at: &u64) -> u64 {
        at.count_ones().into()
    }
}

fn dominoes(free: u64) -> impl Iterator<Item = u64> {
    let across = free & (free >> 1) & !bits::LAST_COLUMN;
    let down = free & (free >> 8);
    bits::cells(across).map(|c| 3 << c).chain(bits::cells(down).map(|c| 0x101 << c))
}

impl Spoken for Cram {
    fn name(&self) -> String {
        "cram".to_string()
    }

    fn rules(&self) -> String {
        "Cover two neighbouring free cells with a domino: 1,1-1,2.".to_string()
    }

    fn write(&self, at: &u64) -> String {
        let cell = |r: usize, c: usize| if at >> (8 * r + c) & 1 == 1 { '.' } else { '#' };
        let rows: Vec<String> = (0..self.rows).map(|r| (0..self.columns).map(|c| cell(r, c)).collect()).collect();
        format!("\"{}\"", rows.join("/"))
    }

    fn read(&self, text: &str) -> Result<u64> {
        Ok(set_of(&read_board(text.trim_matches('"'), "#X1", ".0", 8)?, false))
    }

    fn steps(&self, at: &u64) -> Vec<(String, u64)> {
        let name = |cell: u32| format!("{},{}", cell / 8 + 1, cell % 8 + 1);
        let text = |domino: u64| format!("{}-{}", name(domino.trailing_zeros()), name(63 - domino.leading_zeros()));
        dominoes(*at).map(|domino| (text(domino), at & !domino)).collect()
    }

    fn scene(&self, at: &u64) -> Option<Scene> {
        let (rows, columns) = (self.rows as f64, self.columns as f64);
        let mut scene = Scene::new("cram", format!("cram with {} free cells", at.count_ones()), columns, rows);
        for r in 0..self.rows {
            for c in 0..self.columns {
                let free = at >> (8 * r + c) & 1 == 1;
                let cell = Shape::rect(c as f64 + 0.03, r as f64 + 0.03, 0.94, 0.94);
                scene.add(if free { cell.stroke(Ink::Rule) } else { cell.fill(Ink::Solid) });
            }
        }
        for (text, to) in self.steps(at) {
            let domino = at & !to;
            let (low, high) = (domino.trailing_zeros(), 63 - domino.leading_zeros());
            let (x, y) = (f64::from(low % 8 + high % 8) / 2.0 + 0.5, f64::from(low / 8 + high / 8) / 2.0 + 0.5);
            scene.add(Shape::circle(x, y, 0.16).fill(Ink::Faint).touch(text));
        }
        Some(scene)
    }
}
