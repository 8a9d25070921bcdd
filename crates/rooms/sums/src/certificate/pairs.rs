//! Which components are the same game, and what cancels among the components of a sum: equal pairs of any game, and of
//! Boxing Match half turns.
//!
//! *Pairs.* G + G = 0: whatever is moved in one is moved in the other. On a board of Boxing Match only the shape of the
//! stones matters, on one of Cram that of the free cells, so components that shifts, turns and mirrors make of each
//! other are equal games.
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
        let lost = cells_of(&component).is_ok_and(|board| is_lost_by_half_turn(&cropped(&board)));
        if !lost {
            groups.entry(name_of(&component)).or_default().push(component);
        }
    }
    groups.into_values().filter(|group| group.len() % 2 == 1).collect()
}

/// What components have in common that are the same game: their call, or on a board the shape of what matters.
pub(super) fn name_of(component: &Summand) -> String {
    let call = component.call();
    match shape(&call) {
        // No call of the language begins with a bar.
        Some((game, shape)) => format!("|{game} {:x?}", least_image(shape)),
        None => call,
    }
}

/// The stones or free cells of a board of Boxing Match or Cram: a bit a cell, without the empty rows and columns at the
/// sides.
fn shape(call: &str) -> Option<(&str, Vec<u64>)> {
    let (game, rest) = call.split_once("(\"")?;
    let cell = match game {
        "boxing" => b'1',
        "cram" => b'.',
        _ => return None,
    };
    let row = |row: &str| row.bytes().rev().fold(0u64, |bits, letter| bits << 1 | u64::from(letter == cell));
    let rows: Vec<u64> = rest.strip_suffix("\")")?.split('/').map(row).collect();
    let first = rows.iter().position(|&row| row != 0).unwrap_or(rows.len());
    let last = rows.iter().rposition(|&row| row != 0).map_or(first, |last| last + 1);
    let left = rows.iter().fold(0, |all, row| all | row).trailing_zeros();
    Some((game, rows[first..last].iter().map(|row| row >> left).collect()))
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

/// The rows of a shape as columns, from the last row to the first.
fn quarter_turned(shape: &[u64]) -> Vec<u64> {
    let width = 64 - shape.iter().fold(0, |all, row| all | row).leading_zeros();
    (0..width).map(|c| shape.iter().fold(0, |column, row| column << 1 | (row >> c & 1))).collect()
}

/// The least of the eight images of a shape.
fn least_image(shape: Vec<u64>) -> Vec<u64> {
    let mut images = vec![shape.iter().rev().copied().collect(), shape];
    for _ in 0..3 {
        let last: Vec<Vec<u64>> = images[images.len() - 2..].iter().map(|image| quarter_turned(image)).collect();
        images.extend(last);
    }
    images.into_iter().min().unwrap_or_default()
}

/// Whether a half turn maps the stones to themselves and every full square off itself.
fn is_lost_by_half_turn(board: &Board) -> bool {
    let half_turned: Board = board.iter().rev().map(|row| row.iter().rev().copied().collect()).collect();
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
        assert_eq!(left("cram(\"..#/...\") + cram(\"#../...\")"), [0usize; 0]);
        assert_eq!(left("cram(\"..#/...\") + cram(\"##../##..\")"), [1, 1]);
        // The same cells, but another game.
        assert_eq!(left("boxing(\"110/111\") + cram(\"..#/...\")"), [1, 1]);
        assert_eq!(left("boxing(\"000/000\")"), [0usize; 0]);
    }

    /// The eight images of a shape and its shifts have one name, and other shapes have others.
    #[test]
    fn names_tell_shapes_apart_and_nothing_else() {
        let name =
            |rows: &[&str]| name_of(&read_sum(&format!("cram(\"{}\")", rows.join("/")), &all_words()).unwrap()[0]);
        let mut names = BTreeMap::new();
        for set in 1u32..1 << 9 {
            let cell = |r: usize, c: usize| set >> (3 * r + c) & 1 == 1;
            let board = |at: &dyn Fn(usize, usize) -> bool| {
                let row = |r: usize| (0..3).map(|c| if at(r, c) { '.' } else { '#' }).collect::<String>();
                [row(0), row(1), row(2)]
            };
            let rows = board(&cell);
            let turned = board(&|r, c| cell(2 - c, r));
            let mirrored = board(&|r, c| cell(r, 2 - c));
            let [plain, turned, mirrored] =
                [&rows, &turned, &mirrored].map(|rows| name(&rows.each_ref().map(|r| &**r)));
            assert_eq!((&plain, &plain), (&turned, &mirrored), "{rows:?}");
            let shifted = [&["####".to_string()][..], &rows.each_ref().map(|row| format!("#{row}"))].concat();
            assert_eq!(name(&shifted.iter().map(|row| &**row).collect::<Vec<_>>()), plain, "{rows:?}");
            names.insert(plain, set.count_ones());
        }
        // The sets of cells of a square of three up to shifts, turns and mirrors.
        let by_definition = shapes_of_a_square_of_three();
        assert_eq!(names.len(), by_definition);
    }

    /// How many classes shifts, turns and mirrors make of the sets of cells, by joining each set with its images.
    fn shapes_of_a_square_of_three() -> usize {
        let cells = |set: u32| (0..9).filter(move |s| set >> s & 1 == 1).map(|s| (s / 3, s % 3));
        let set_of = |cells: Vec<(u32, u32)>| -> u32 {
            let (top, left) = (cells.iter().map(|c| c.0).min().unwrap(), cells.iter().map(|c| c.1).min().unwrap());
            cells.into_iter().fold(0, |set, (r, c)| set | 1 << (3 * (r - top) + c - left))
        };
        let mut seen = std::collections::HashSet::new();
        let mut classes = 0;
        for set in 1u32..1 << 9 {
            let mut waiting = vec![set_of(cells(set).collect())];
            classes += usize::from(!seen.contains(&waiting[0]));
            while let Some(next) = waiting.pop() {
                if seen.insert(next) {
                    waiting.push(set_of(cells(next).map(|(r, c)| (c, 2 - r)).collect()));
                    waiting.push(set_of(cells(next).map(|(r, c)| (r, 2 - c)).collect()));
                }
            }
        }
        classes
    }

    #[test]
    fn a_ring_is_lost_only_around_a_hole_that_is_large_enough() {
        assert_eq!(left("boxing(\"11111/10001/11111\")"), [0usize; 0]);
        assert_eq!(left("boxing(\"1111/1111/1111/1111\")"), [1]);
        assert_eq!(left("boxing(\"111111/111111/110011/110011/111111/111111\")"), [0usize; 0]);
        assert_eq!(left("boxing(\"1\")"), [1]);
        // A square and its image that touch, and do not meet, above and below a middle.
        assert_eq!(left("boxing(\"11/11/11/11\")"), [1]);
        assert_eq!(left("boxing(\"1100/1100/0011/0011\")"), [0usize; 0]);
        // Empty rows and columns at the sides do not matter.
        for board in ["11", "110", "011", "00/11", "11/00", "010/010", "0000/0011/0000"] {
            assert_eq!(left(&format!("boxing(\"{board}\")")), [0usize; 0], "{board}");
        }
        assert_eq!(left("boxing(\"111111/111111/110010/110011/111111/111111\")"), [1]);
    }
}
