//! The kind `mirror`: a move after which every move has an answer in the mirror.
//!
//! After the move everything must cancel: components in pairs of images, or by a half turn ([`super::pairs`]), and
//! what is left by its couples. On a board that is its own mirror image, such that no full square meets its own image,
//! every component has another one as its image: none crosses the axis, because a full 2 x 2 square across it would
//! meet its image.

use super::super::script::Vocabulary;
use super::couples::{proved_nimber, with_script};
use super::evidence::{Evidence, plain_number};
use super::pairs::{Board, cells_of};
use super::statement;
use kit::{Certificate, CertificateKind, Error, Fact, Report, Result, Standing, Summand, Watch};

/// The row of this kind.
pub(super) const KIND: CertificateKind = CertificateKind {
    name: "mirror",
    about: "A winning move in a sum with a board of Boxing Match. The checker takes the square off the board that the \
            sum names, cell by cell, cancels the components of what is left that are images of each other or that a \
            half turn makes lost, and finds the nimbers of the others, proved by couples, to add up to 0 without \
            carrying. Established from: the rule of Boxing Match, the argument that every square taken is answered by \
            its image, and what couples are established from. It says nothing of the nimber of the sum.",
    format: include_str!("mirror.txt"),
    examples: &[
        "sums value boxing(7,9)",
        "sums value \"boxing(11,9) + nim(2) + kayles(2)\"",
        "sums value \"boxing(9,11) + 2*boxing(9,10)\"",
    ],
    check,
};

/// What is said of a sum with that winning move.
pub(super) fn wins_with(play: &str) -> String {
    format!("the player to move wins with {play}")
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let evidence = Evidence::read(certificate)?;
    let Some((line, play)) = &evidence.play else {
        return Err(Error::failed("there is no line \"move\""));
    };
    let Some((index, square)) = read_play(play) else {
        return Err(Certificate::broken(*line, "a move is written like 1: 2x2 at 3,4"));
    };
    let Some(board) = evidence.summands.get(index) else {
        return Err(Certificate::broken(*line, format!("there is no summand {}", index + 1)));
    };
    let mut cells = cells_of(board).map_err(|why| Certificate::broken(*line, why))?;
    square.take_off(&mut cells).map_err(|why| Certificate::broken(*line, why))?;
    let mut after = evidence.summands.clone();
    after[index] = board_of(&cells, &evidence.vocabulary)?;
    let rest = proved_nimber(&evidence, &after, watch)?;
    if rest != 0 {
        return Err(Error::failed(format!("after {play} the nimber is {rest}, so the move does not win")));
    }
    let line = statement(&evidence.summands, &wins_with(play), evidence.script.as_deref());
    let report = Report::new(line, Standing::Proved)
        .fact("sum", super::write_sum(&evidence.summands))
        .fact("outcome", "N")
        .fact("winning_moves", Fact::list([play.as_str()]));
    Ok(with_script(report, &evidence))
}

/// A board as a summand.
fn board_of(cells: &Board, vocabulary: &Vocabulary) -> Result<Summand> {
    let row = |cells: &Vec<bool>| cells.iter().map(|&stone| if stone { '1' } else { '0' }).collect();
    let rows: Vec<String> = cells.iter().map(row).collect();
    let mut sum = vocabulary.read(&format!("boxing(\"{}\")", rows.join("/")))?;
    sum.pop().ok_or_else(|| Error::failed("the board was read as nothing"))
}

/// A square of cells: its side, and row and column of its corner from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Square {
    side: u32,
    row: u32,
    column: u32,
}

/// Reads `1: 2x2 at 3,4` into the summand, from 0, and the square.
fn read_play(text: &str) -> Option<(usize, Square)> {
    let (index, square) = text.split_once(": ")?;
    let (sides, corner) = square.split_once(" at ")?;
    let (side, other) = sides.split_once('x')?;
    let (row, column) = corner.split_once(',')?;
    let square = Square { side: plain_number(side)?, row: plain_number(row)?, column: plain_number(column)? };
    let index = (plain_number(index)? as usize).checked_sub(1)?;
    (side == other).then_some((index, square))
}

impl Square {
    /// Takes the stones of the square off the board, if it is a full square of it.
    fn take_off(self, cells: &mut [Vec<bool>]) -> Result<(), String> {
        let Square { side, row, column } = self;
        if side == 0 || row == 0 || column == 0 {
            return Err("sides, rows and columns count from 1".to_string());
        }
        let across = |from: u32| (from as usize - 1)..(from as usize - 1 + side as usize);
        for r in across(row) {
            for c in across(column) {
                match cells.get_mut(r).and_then(|cells| cells.get_mut(c)) {
                    Some(stone @ true) => *stone = false,
                    Some(false) => return Err(format!("there is no stone in row {}, column {}", r + 1, c + 1)),
                    None => return Err(format!("row {}, column {} is not on the board", r + 1, c + 1)),
                }
            }
        }
        Ok(())
    }
}
