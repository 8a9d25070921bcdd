//! A table of nimbers over sides and moduli, made again.
//!
//! *What is established.* The nimber of the empty board for each side and each modulus of the table.
//!
//! *From what.* From the rules and the definition of the nimber. The evidence is only compared with what is made anew,
//! position by position, where images under symmetries of the board count as one.

use super::Lines;
use crate::ground::Map;
use crate::rule::Rule;
use crate::rules::{self, Rules};
use crate::walk::{Words, least, squares};
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch, watch};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

pub(super) const NIMBERS: CertificateKind = CertificateKind {
    name: "nimbers",
    about: "the nimbers of the games modulo K on square boards, made again from the definition, position by \
            position up to symmetry (sides to 4 at once, side 5 in minutes)",
    format: with_head!(
        "No head, but `piece NAME`, then lines `row N A B C ...`: on the N x N board the games by the rules mod:1, mod:2, \
         mod:3, ... have the nimbers A, B, C, ... from the empty board. N counts up from 1 to at most 5, all rows are \
         equally long, 1 to 40 nimbers, each at most 127.\n\nIt states `nimbers of queens modulo 1, 2, 3, ...: n = 1: A B \
         C; n = 2: A B C; ...` with the piece and the rows."
    ),
    examples: &["queens table 3"],
    check,
};

fn statement(piece: &str, rows: &[Vec<u32>]) -> String {
    let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let sides = rows.iter().enumerate().map(|(n, nimbers)| format!("n = {}: {}", n + 1, row(nimbers)));
    format!("nimbers of {piece}s modulo 1, 2, 3, ...: {}", sides.collect::<Vec<_>>().join("; "))
}

/// The certificate of a table: a row for each side from 1.
pub(crate) fn certificate(piece: &str, rows: &[Vec<u32>]) -> Certificate {
    let mut body = format!("piece {piece}\n");
    for (n, nimbers) in rows.iter().enumerate() {
        let _ = write!(body, "row {}", n + 1);
        nimbers.iter().for_each(|nimber| {
            let _ = write!(body, " {nimber}");
        });
        body.push('\n');
    }
    Certificate::new("queens", NIMBERS.name, statement(piece, rows), body)
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let piece = lines.next("piece")?;
    if !rules::PIECES.contains(&piece) {
        return Err(lines.broken("no such piece"));
    }
    let mut rows: Vec<Vec<u32>> = Vec::new();
    while let Some(rest) = lines.next_if("row") {
        let (side, told) = rest.split_once(' ').ok_or_else(|| lines.broken("a row has a side and nimbers"))?;
        let n = lines.number(side, 5)? as usize;
        let told = told.split(' ').map(|text| lines.number(text, 127).map(|k| k as u32)).collect::<Result<Vec<_>>>()?;
        if n != rows.len() + 1 || told.len() > 40 || rows.first().is_some_and(|row| row.len() != told.len()) {
            return Err(lines.broken("sides count up from 1 and rows are equally long, at most 40"));
        }
        for (k, &nimber) in (1..).zip(&told) {
            let rules = Rules::new(n, rules::piece(piece), Rule::Mod(k));
            let words = Words::new(&rules).ok_or_else(|| lines.broken("the board is too large"))?;
            let mut maker = Maker { words, maps: rules.ground.symmetries(), known: FxHashMap::default() };
            match maker.nimber(0, watch)? {
                Some(found) if found == nimber => {}
                Some(found) => return Err(lines.broken(format!("made again, the nimber modulo {k} is {found}"))),
                None => return Err(lines.broken(format!("more than {MOST_POSITIONS} positions for the modulus {k}"))),
            }
        }
        rows.push(told);
    }
    lines.end()?;
    match rows.is_empty() {
        true => Err(lines.broken("there is no row")),
        false => Ok(Report::new(statement(piece, &rows), Standing::Proved)),
    }
}

/// The most positions, up to symmetry, that are kept for one nimber.
const MOST_POSITIONS: usize = 6_000_000;

struct Maker {
    words: Words,
    maps: Vec<Map>,
    known: FxHashMap<u128, u32>,
}

impl Maker {
    /// The least number that is not the nimber of an option; `None` when the positions are too many.
    fn nimber(&mut self, board: u128, watch: &mut dyn Watch) -> Result<Option<u32>> {
        let board = least(&self.maps, board);
        if let Some(&nimber) = self.known.get(&board) {
            return Ok(Some(nimber));
        }
        if self.known.len().is_multiple_of(4096) {
            watch::step(watch, self.known.len() as u64, None, || "positions were left".to_string())?;
        }
        let mut seen = 0u128;
        for s in squares(self.words.open(board)) {
            let Some(nimber) = self.nimber(board | 1 << s, watch)? else { return Ok(None) };
            seen |= 1 << nimber;
        }
        self.known.insert(board, seen.trailing_ones());
        Ok((self.known.len() <= MOST_POSITIONS).then_some(seen.trailing_ones()))
    }
}
