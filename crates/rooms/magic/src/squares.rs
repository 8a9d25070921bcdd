//! Magic squares of order 4 with the numbers 0 to 15, and whether the xor of their lines is zero.

/// A square, row by row.
pub type Square = [u8; 16];

const SUM: u8 = 30;

/// All 4 x 4 magic squares of 0..15 up to turning and reflecting, in Frenicle's form: the least corner is the first,
/// and the number right of it is less than the one below it.
pub fn all() -> Vec<Square> {
    let mut list = Vec::with_capacity(880);
    let steps: Vec<Step> = (0..ORDER.len()).map(Step::at).collect();
    place(&steps, &mut [0u8; 16], 0, &mut list);
    list
}

/// The cells in the order of filling, and the lines that are full after each.
const ORDER: [usize; 16] = [0, 1, 2, 3, 4, 8, 12, 6, 9, 5, 7, 13, 10, 11, 14, 15];
const LINES: [[usize; 4]; 10] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 10, 11],
    [12, 13, 14, 15],
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [3, 6, 9, 12],
];

/// What is known of a cell before any number stands in it: the lines that it completes, and the corners to compare.
struct Step {
    cell: usize,
    whole: Vec<[usize; 4]>,
    corners: Vec<usize>,
}

impl Step {
    fn at(depth: usize) -> Step {
        let cell = ORDER[depth];
        let filled = |c: &usize| ORDER[..=depth].contains(c);
        let whole = |line: &&[usize; 4]| line.contains(&cell) && line.iter().all(&filled);
        let corners = [3, 12, 15].into_iter().filter(&filled).collect();
        Step { cell, whole: LINES.iter().filter(whole).copied().collect(), corners }
    }
}

fn place(steps: &[Step], square: &mut Square, used: u16, list: &mut Vec<Square>) {
    let Some((Step { cell, whole, corners }, rest)) = steps.split_first() else {
        list.push(*square);
        return;
    };
    // The last cell of a line is determined.
    let forced = whole.first().map(|line| {
        let others: u8 = line.iter().filter(|&c| c != cell).map(|&c| square[c]).sum();
        SUM.wrapping_sub(others)
    });
    let (from, to) = forced.map_or((0, 15), |f| (f, f));
    for number in from..=to.min(15) {
        if used >> number & 1 == 1 {
            continue;
        }
        square[*cell] = number;
        let sums = whole.iter().all(|line| line.iter().map(|&c| square[c]).sum::<u8>() == SUM);
        let turned = *cell != 4 || square[1] < square[4];
        if sums && turned && corners.iter().all(|&c| square[0] < square[c]) {
            place(rest, square, used | 1 << number, list);
        }
    }
}

fn xor(square: &Square, line: &[usize; 4]) -> u8 {
    line.iter().fold(0, |sum, &c| sum ^ square[c])
}

/// The Nimm0 property: each row and each column has xor zero.
pub fn rows_and_columns_vanish(square: &Square) -> bool {
    LINES[..8].iter().all(|line| xor(square, line) == 0)
}

/// Whether both diagonals have xor zero.
pub fn diagonals_vanish(square: &Square) -> bool {
    LINES[8..].iter().all(|line| xor(square, line) == 0)
}

/// The square as text, rows joined by `/`.
pub fn text(square: &Square) -> String {
    let row = |r: &[u8]| r.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    square.chunks(4).map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_880_and_each_is_magic() {
        let list = all();
        assert_eq!(list.len(), 880);
        for square in &list {
            let mut numbers = *square;
            numbers.sort_unstable();
            assert!(numbers.iter().enumerate().all(|(i, &n)| usize::from(n) == i));
            assert!(LINES.iter().all(|line| line.iter().map(|&c| square[c]).sum::<u8>() == SUM));
        }
        let distinct: std::collections::HashSet<Square> = list.iter().copied().collect();
        assert_eq!(distinct.len(), 880);
    }
}
