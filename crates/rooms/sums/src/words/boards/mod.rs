//! The games on boards, and what their boards share: texts, and sets of cells in one number with their symmetries.

mod bars;
mod boxing;
mod chomp;
mod cram;
mod plane;
mod treblecross;

pub(crate) use boxing::spanned;
pub use boxing::{BOXING, Boxing, Wide, mirror_proof};
pub use chomp::{CHOMP, Chomp};
pub use cram::{CRAM, Cram};
pub use plane::{Image, Plane, Sheet};
pub use treblecross::{Strip, TREBLECROSS, literal_lost};

use kit::{Error, Result, shorten};

/// The key of a full rectangle of cells on a board of at most 8 x 8.
pub(crate) fn rectangle_key(rows: usize, columns: usize) -> u64 {
    (0..rows).map(|r| 0xFFu64 >> (8 - columns) << (8 * r)).sum()
}

/// The key of a bar with these rows.
pub(crate) fn chomp_key(rows: &[u64]) -> u128 {
    chomp::pack(rows)
}

/// The row lengths of every bar within a rectangle, larger than the poison alone.
pub(crate) fn bars(rows: usize, columns: u64) -> Vec<Vec<u64>> {
    let mut bars: Vec<Vec<u64>> = Vec::new();
    let mut open: Vec<Vec<u64>> = (1..=columns).map(|c| vec![c]).collect();
    while let Some(bar) = open.pop() {
        if bar.len() < rows {
            let last = *bar.last().expect("a bar has a row");
            open.extend((1..=last).map(|c| [&bar[..], &[c]].concat()));
        }
        if bar != [1] {
            bars.push(bar);
        }
    }
    bars.sort_unstable();
    bars
}

/// Reads a board of rows joined by `/`: true where the letter is one of `full`, false where it is one of `free`.
fn read_board(text: &str, full: &str, free: &str, most: usize) -> Result<Vec<Vec<bool>>> {
    let refuse = |why: String| {
        Error::usage(
            format!("board {:?}", shorten(text)),
            why,
            format!("write rows of {} and {} joined by /", &full[..1], &free[..1]),
        )
    };
    let mut rows: Vec<Vec<bool>> = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        let mut cells = Vec::new();
        for (column, letter) in line.chars().enumerate() {
            cells.push(match (full.contains(letter), free.contains(letter)) {
                (true, _) => true,
                (_, true) => false,
                _ => return Err(refuse(format!("{letter:?} in row {}, column {} is no cell", row + 1, column + 1))),
            });
        }
        rows.push(cells);
    }
    let width = rows[0].len();
    if let Some(row) = rows.iter().position(|r| r.len() != width) {
        return Err(refuse(format!("ragged: row {} has {} cells, row 1 has {width}", row + 1, rows[row].len())));
    }
    if width == 0 {
        return Err(refuse("there is no cell".to_string()));
    }
    if rows.len() > most || width > most {
        return Err(Error::too_large(
            format!("a board of {} x {width}", rows.len()),
            format!("the limit is {most} x {most}"),
            "cut it down",
        ));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_boards_are_refused() {
        for (text, part) in [("110/11", "ragged"), ("1x0", "column 2"), ("", "no cell"), ("1/", "ragged")] {
            let line = read_board(text, "1", "0", 8).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
        assert!(read_board("111111111", "1", "0", 8).is_err());
    }
}
