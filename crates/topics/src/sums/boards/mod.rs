//! The games on boards, and what their boards share: texts, and bitboards of 8 x 8 with their symmetries.

mod boxing;
mod chomp;
mod cram;
mod plane;
mod treblecross;

pub use boxing::{BOXING, Boxing, Wide, mirror_proof};
pub use chomp::{CHOMP, Chomp};
pub use cram::{CRAM, Cram};
pub use plane::{Plane, Sheet};
pub use treblecross::{Strip, TREBLECROSS, literal_lost};

use kit::{Error, Result, shorten};

/// The key of a full rectangle of cells, for the games on bitboards.
pub(super) fn rectangle_key(rows: usize, columns: usize) -> u64 {
    bits::rectangle(rows, columns)
}

/// The key of a bar with these rows.
pub(super) fn chomp_key(rows: &[u64]) -> u128 {
    chomp::pack(rows)
}

/// The row lengths of every bar within a rectangle, larger than the poison alone.
pub(super) fn bars(rows: usize, columns: u64) -> Vec<Vec<u64>> {
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

/// A set of cells of an 8 x 8 board: cell (row, column) is bit 8 row + column.
pub(super) mod bits {
    /// The cells of the last column.
    pub(crate) const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;
    /// The cells of the first column.
    pub(crate) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

    /// A full rectangle in the corner.
    pub(crate) fn rectangle(rows: usize, columns: usize) -> u64 {
        let row = 0xFFu64 >> (8 - columns);
        (0..rows).map(|r| row << (8 * r)).sum()
    }

    /// Moved into the corner.
    pub(crate) fn cornered(mut set: u64) -> u64 {
        if set == 0 {
            return 0;
        }
        set >>= set.trailing_zeros() / 8 * 8;
        while set & FIRST_COLUMN == 0 {
            set >>= 1;
        }
        set
    }

    fn mirrored(set: u64) -> u64 {
        set.reverse_bits().swap_bytes()
    }

    fn transposed(mut set: u64) -> u64 {
        for (mask, by) in [(0x00AA_00AA_00AA_00AA, 7), (0x0000_CCCC_0000_CCCC, 14), (0x0000_0000_F0F0_F0F0, 28)] {
            let swap = (set ^ (set >> by)) & mask;
            set ^= swap ^ (swap << by);
        }
        set
    }

    /// The least of the eight images in the corner.
    pub(crate) fn canonical(set: u64) -> u64 {
        let half = [set, mirrored(set), set.swap_bytes(), set.reverse_bits()];
        half.iter().map(|&s| cornered(s).min(cornered(transposed(s)))).min().expect("there are images")
    }

    /// The cells in order.
    pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let cell = (set != 0).then(|| set.trailing_zeros())?;
            set &= set - 1;
            Some(cell)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_images_have_one_canonical_form() {
        let f = 0b0000_0110_0000_0011_0000_0010u64; // the F pentomino
        let images = [f, f << 9, bits::canonical(f), f.reverse_bits(), f.swap_bytes() >> 8];
        assert!(images.iter().all(|&i| bits::canonical(i) == bits::canonical(f)));
        assert_ne!(bits::canonical(0b111), bits::canonical(0b1_0000_0011));
        assert_eq!(bits::canonical(0b111), bits::canonical(0x0001_0101 << 20));
    }

    #[test]
    fn bad_boards_are_refused() {
        for (text, part) in [("110/11", "ragged"), ("1x0", "column 2"), ("", "no cell"), ("1/", "ragged")] {
            let line = read_board(text, "1", "0", 8).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
        assert!(read_board("111111111", "1", "0", 8).is_err());
    }
}
