//! The games on boards, and what their boards share: texts, and sets of cells in one number with their symmetries.

mod bars;
mod boxing;
mod cells;
mod chomp;
mod cram;
mod plane;
mod poset;
mod treblecross;

pub(crate) use boxing::spanned;
pub use boxing::{BOXING, Boxing, Match, Square, cancelled_parts, squares};
pub use cells::{Cells, Letters};
pub use chomp::{CHOMP, Chomp};
pub use cram::{CRAM, Cram};
pub use plane::{Image, Plane, Sheet};
pub use poset::{BRICK, POSET, Poset};
pub use treblecross::{Strip, TREBLECROSS, literal_lost};

/// The key of a full rectangle of cells on a board of at most 8 x 8.
pub(crate) fn rectangle_key(rows: usize, columns: usize) -> u64 {
    (0..rows).map(|r| 0xFFu64 >> (8 - columns) << (8 * r)).sum()
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
