//! Magic squares of order 4 with the numbers 0 to 15, and whether the xor of their lines is zero.

/// A square, row by row.
pub type Square = [u8; 16];

const SUM: u8 = 30;

/// All 4 x 4 magic squares of 0..15 up to turning and reflecting, in Frenicle's form: the least corner is the first,
/// and the number right of it is less than the one below it.
pub fn all() -> Vec<Square> {
    let mut list = Vec::with_capacity(880);
    let mut square = [0u8; 16];
    place(&mut square, 0, 0, &mut list);
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

fn place(square: &mut Square, depth: usize, used: u16, list: &mut Vec<Square>) {
    let Some(&cell) = ORDER.get(depth) else {
        list.push(*square);
        return;
    };
    let filled = |c: usize| ORDER[..depth].contains(&c);
    // The last cell of a line is determined.
    let forced = LINES.iter().filter(|line| line.contains(&cell)).find_map(|line| {
        let others: Vec<usize> = line.iter().copied().filter(|&c| c != cell).collect();
        others.iter().all(|&c| filled(c)).then(|| SUM.wrapping_sub(others.iter().map(|&c| square[c]).sum()))
    });
    let (from, to) = forced.map_or((0, 15), |f| (f, f));
    for number in from..=to.min(15) {
        if used >> number & 1 == 1 {
            continue;
        }
        square[cell] = number;
        let whole = |line: &&[usize; 4]| line.contains(&cell) && line.iter().all(|&c| c == cell || filled(c));
        let sums = LINES.iter().filter(whole).all(|line| line.iter().map(|&c| square[c]).sum::<u8>() == SUM);
        let corners = [3, 12, 15].iter().all(|&c| !(c == cell || filled(c)) || square[0] < square[c]);
        let turned = cell != 4 || square[1] < square[4];
        if sums && corners && turned {
            place(square, depth + 1, used | 1 << number, list);
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
