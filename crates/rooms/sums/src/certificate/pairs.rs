//! What cancels among the components of a sum: equal pairs of any game, and of Boxing Match images and half turns.
//!
//! *Pairs.* G + G = 0: whatever is moved in one is moved in the other. On a board of Boxing Match only the shape of the
//! stones matters, so components that shifts, turns and mirrors make of each other are equal games.
//!
//! *Half turns.* Let a half turn map the stones of a component to themselves, and let no full square have a stone in
//! common with its own image. Then the image of a square that was taken is still full, and taking it leaves stones of
//! the same kind, whose full squares are some of those before. So the component is lost.
//!
//! This is written cell by cell and shares nothing with the solver.

use kit::Summand;
use std::collections::BTreeMap;

/// The stones of a board, row by row.
pub(super) type Board = Vec<Vec<bool>>;

/// The components that do not cancel, those that are the same game together: each group has an odd number of them.
pub(super) fn unpaired(components: Vec<Summand>) -> Vec<Vec<Summand>> {
    let mut groups: BTreeMap<String, Vec<Summand>> = BTreeMap::new();
    for component in components {
        let Ok(board) = cells_of(&component) else {
            groups.entry(component.call()).or_default().push(component);
            continue;
        };
        let board = cropped(&board);
        if !is_lost_by_half_turn(&board) {
            // No call of the language begins with a bar.
            groups.entry(format!("|{:?}", least_image(board))).or_default().push(component);
        }
    }
    groups.into_values().filter(|group| group.len() % 2 == 1).collect()
}

/// The stones of a board of Boxing Match, row by row.
pub(super) fn cells_of(summand: &Summand) -> Result<Board, String> {
    let call = summand.call();
    let refuse = || format!("{} is no board of Boxing Match", kit::shorten(&call));
    let rows = call.strip_prefix("boxing(\"").and_then(|rest| rest.strip_suffix("\")")).ok_or_else(refuse)?;
    let cell = |letter: char| match letter {
        '1' => Ok(true),
        '0' => Ok(false),
        _ => Err(refuse()),
    };
    rows.split('/').map(|row| row.chars().map(cell).collect()).collect()
}

/// The board without the empty rows and columns at its sides.
fn cropped(board: &Board) -> Board {
    let rows: Vec<usize> = (0..board.len()).filter(|&r| board[r].contains(&true)).collect();
    let columns: Vec<usize> = (0..board[0].len()).filter(|&c| board.iter().any(|row| row[c])).collect();
    let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else {
        return Vec::new();
    };
    board[top..=bottom].iter().map(|row| row[columns[0]..=columns[columns.len() - 1]].to_vec()).collect()
}

fn mirrored(board: &Board) -> Board {
    board.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn quarter_turned(board: &Board) -> Board {
    let columns = board.first().map_or(0, Vec::len);
    (0..columns).map(|c| board.iter().rev().map(|row| row[c]).collect()).collect()
}

/// The least of the eight images.
fn least_image(board: Board) -> Board {
    let mut images = vec![mirrored(&board), board];
    for _ in 0..3 {
        let last: Vec<Board> = images[images.len() - 2..].iter().map(quarter_turned).collect();
        images.extend(last);
    }
    images.into_iter().min().unwrap_or_default()
}

/// Whether a half turn maps the stones to themselves and every full square off itself.
fn is_lost_by_half_turn(board: &Board) -> bool {
    let half_turned = quarter_turned(&quarter_turned(board));
    if half_turned != *board || board.is_empty() {
        return *board == Board::new();
    }
    let (rows, columns) = (board.len(), board[0].len());
    let meet = |from: usize, side: usize, of: usize| {
        let image = of - from - side;
        from < image + side && image < from + side
    };
    (0..rows).all(|r| {
        (0..columns).all(|c| {
            (1..=rows.min(columns))
                .take_while(|&n| r + n <= rows && c + n <= columns && is_full(board, r, c, n))
                .all(|n| !(meet(r, n, rows) && meet(c, n, columns)))
        })
    })
}

fn is_full(board: &Board, row: usize, column: usize, side: usize) -> bool {
    board[row..row + side].iter().all(|cells| cells[column..column + side].iter().all(|&stone| stone))
}

#[cfg(test)]
mod tests {
    use super::super::super::language::{all_words, read_sum};
    use super::*;

    fn left(text: &str) -> Vec<usize> {
        unpaired(read_sum(text, &all_words()).unwrap()).iter().map(Vec::len).collect()
    }

    #[test]
    fn equal_games_and_images_cancel_and_others_stay() {
        assert_eq!(left("kayles(7) + kayles(7)"), [0usize; 0]);
        assert_eq!(left("kayles(7) + kayles(6) + kayles(7)"), [1]);
        assert_eq!(left("boxing(\"111/110\") + boxing(\"11/11/01/00\")"), [0usize; 0]);
        assert_eq!(left("boxing(\"111/110\") + boxing(\"111/111/100\")"), [1, 1]);
        assert_eq!(left("boxing(\"111/100\") + boxing(\"100/111\") + boxing(\"0111/0001\")"), [3]);
        // Cram is not looked at under its symmetries.
        assert_eq!(left("cram(\"..#/...\") + cram(\"#../...\")"), [1, 1]);
        assert_eq!(left("boxing(\"000/000\")"), [0usize; 0]);
    }

    #[test]
    fn a_ring_is_lost_only_around_a_hole_that_is_large_enough() {
        assert_eq!(left("boxing(\"11111/10001/11111\")"), [0usize; 0]);
        assert_eq!(left("boxing(\"1111/1111/1111/1111\")"), [1]);
        assert_eq!(left("boxing(\"111111/111111/110011/110011/111111/111111\")"), [0usize; 0]);
        assert_eq!(left("boxing(\"1\")"), [1]);
        assert_eq!(left("boxing(\"11\")"), [0usize; 0]);
        assert_eq!(left("boxing(\"111111/111111/110010/110011/111111/111111\")"), [1]);
    }
}
