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
use engine::impartial::Advised;
use kit::{Result, Watch};

/// What a move leaves.
struct Outlook {
    square: Square,
    /// The parts that are not light and do not cancel, sorted.
    open: Vec<Cells>,
    /// The exclusive or of the light parts.
    pile: u32,
}

/// A part of the board where it lies, and its form.
struct Placed {
    part: Cells,
    form: Cells,
}

fn is_light(form: &Cells) -> bool {
    blocks(form) <= LIGHT || is_paired_by_half_turn(form)
}

/// Puts a part into a sorted list, or takes its equal out of it.
fn toggle(open: &mut Vec<Cells>, form: &Cells) {
    match open.binary_search(form) {
        Ok(place) => {
            open.remove(place);
        }
        Err(place) => open.insert(place, form.clone()),
    }
}

/// The forms of the parts of a board.
fn forms(board: &Cells) -> Vec<Cells> {
    let mut parts = Vec::new();
    split(board, &mut parts);
    parts.iter().map(Cells::least_image).collect()
}

/// What every move leaves.
fn outlooks(board: &Cells, parts: &Parts, watch: &mut dyn Watch) -> Result<Vec<Outlook>> {
    let mut placed = Vec::new();
    split(board, &mut placed);
    let placed: Vec<Placed> = placed.into_iter().map(|part| Placed { form: part.least_image(), part }).collect();
    let squares = squares(board);
    let mut left: Vec<(Option<usize>, Vec<Cells>)> = Vec::new();
    for (done, square) in squares.iter().enumerate() {
        kit::watch::step(watch, done as u64, Some(squares.len() as u64), || format!("{done} moves were looked at"))?;
        let within = placed.iter().position(|p| p.part.count() > 1 && p.part.has(square.row, square.column));
        left.push(match within {
            Some(index) => (within, forms(&square.taken_off(&placed[index].part))),
            // A stone alone makes the number of such stones odd or even.
            None => match placed.iter().position(|p| p.part.count() == 1) {
                Some(stone) => (Some(stone), Vec::new()),
                None => (None, vec![Cells::full(1, 1)]),
            },
        });
    }
    let all = placed.iter().map(|p| &p.form).chain(left.iter().flat_map(|(_, forms)| forms));
    parts.learn(all.filter(|form| blocks(form) <= LIGHT), watch)?;
    let value = |form: &Cells| if is_paired_by_half_turn(form) { 0 } else { parts.known(form).unwrap_or(0) };
    let (mut open, mut pile) = (Vec::new(), 0);
    for Placed { form, .. } in &placed {
        if is_light(form) { pile ^= value(form) } else { toggle(&mut open, form) }
    }
    let outlook = |(square, (index, forms)): (&Square, &(Option<usize>, Vec<Cells>))| {
        let (mut open, mut pile) = (open.clone(), pile);
        for form in index.iter().map(|&index| &placed[index].form).chain(forms) {
            if is_light(form) { pile ^= value(form) } else { toggle(&mut open, form) }
        }
        Outlook { square: *square, open, pile }
    };
    Ok(squares.iter().zip(&left).map(outlook).collect())
}

/// A move after which the board is worth the pile beside it, because everything else cancels.
pub(super) fn strategy(
    board: &Cells,
    beside: u32,
    parts: &Parts,
    watch: &mut dyn Watch,
) -> Result<Option<Advised<Cells>>> {
    if let Some(middle) = middle_square(board).filter(|_| beside == 0) {
        return Ok(Some(middle));
    }
    let found = outlooks(board, parts, watch)?.into_iter().find(|o| o.open.is_empty() && o.pile == beside);
    Ok(found.map(|outlook| {
        let line = "what is left cancels: large parts in pairs that mirror each other, small ones by their nimbers";
        advised(board, outlook.square, line.to_string())
    }))
}

/// A move where nothing is proved.
pub(super) fn counsel(
    board: &Cells,
    beside: u32,
    parts: &Parts,
    watch: &mut dyn Watch,
) -> Result<Option<Advised<Cells>>> {
    // A small board is searched to its end, however long it takes.
    if board.height() * board.width() <= 64 && out_of_reach(board).is_none() {
        return Ok(None);
    }
    let weight = |form: &Cells| u64::from(blocks(form)).pow(2);
    let best = outlooks(board, parts, watch)?.into_iter().min_by_key(|outlook| {
        let gives_away = outlook.open.is_empty() && outlook.pile != beside;
        (gives_away, outlook.open.iter().map(weight).sum::<u64>(), outlook.pile != beside)
    });
    Ok(best.map(|outlook| {
        let line = match outlook.open.len() {
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
