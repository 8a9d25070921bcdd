//! The queens of the spiral, row by row: X, Y, M, P.
//!
//! Row n of the table holds X_n = mex{X_i, Y_i}, M_n = mex{M_i, P_i} over i < n, Y_n = X_n + M_n, P_n = X_n + Y_n, all
//! 0 in row 0 (2). After the queen at the origin four queens settle per row: (X, Y), (-Y, X), (-X, -Y), (Y, -X)
//! (Theorem 1), on shell Y of the spiral. [`rows_by_mex`] is that definition. [`Row::nth`] is Corollary 21: X = b - a,
//! Y = a + n, M = n + 2a - b, P = b + n with the places a, b of the n-th letters a and b of the Tribonacci word, O(log
//! n) for n of any size. [`RowWalk`] streams the differences of Theorem 20.

use super::tribonacci::{self, Letter, labelled};
use dashu::integer::{IBig, UBig};

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the row.
    pub n: UBig,
    /// Its label, the letter theta_n of the theme song.
    pub label: Letter,
    /// Smaller coordinate.
    pub x: UBig,
    /// Larger coordinate, and the shell.
    pub y: UBig,
    /// Y - X.
    pub m: UBig,
    /// Y + X.
    pub p: UBig,
}

impl Row {
    /// Row n, by Corollary 21.
    pub fn nth(n: &UBig) -> Row {
        let ([a, b, _], label) = labelled(n);
        let x = &b - &a;
        let y = &a + n;
        Row { label, m: &y - &x, p: &x + &y, n: n.clone(), x, y }
    }

    /// The row whose larger coordinate is `y`, if there is one.
    pub fn with_y(y: &UBig) -> Option<Row> {
        // Y_n = (1 + psi) n + e with -1.43 < e < 0.01 (Theorem 15), so n is within 1 of y / (1 + psi). A quotient of
        // consecutive Tribonacci numbers T_(k+1) / T_k stands for psi: its error is below T_k^(-3/2), far below 1 / y
        // for T_k > y.
        let (mut low, mut middle, mut high) = (UBig::ONE, UBig::ONE, UBig::from(2u8));
        while low <= *y {
            let next = &low + &middle + &high;
            low = std::mem::replace(&mut middle, std::mem::replace(&mut high, next));
        }
        let guess = y * &middle / (&middle + &high);
        let first = if guess == UBig::ZERO { UBig::ZERO } else { &guess - UBig::ONE };
        (0u8..4).map(|step| Row::nth(&(&first + UBig::from(step)))).find(|row| row.y == *y)
    }
}

/// A queen of the spiral.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queen {
    /// Her number in the order of settling, the queen at the origin being 0.
    pub number: UBig,
    /// Her row of the table.
    pub row: Row,
    /// South of the origin.
    pub x: IBig,
    /// East of the origin.
    pub y: IBig,
    /// The number of her cell along the spiral.
    pub cell: UBig,
}

impl Queen {
    /// The queen of that number.
    pub fn nth(number: &UBig) -> Queen {
        let four = UBig::from(4u8);
        let row = Row::nth(&((number + UBig::from(3u8)) / &four));
        let edge = match *number == UBig::ZERO {
            true => 0,
            false => u8::try_from((number - UBig::ONE) % &four).expect("a remainder by four"),
        };
        Queen::on_edge(row, edge)
    }

    /// The queen of a row on edge 0 (east), 1 (north), 2 (west) or 3 (south) of her shell.
    fn on_edge(row: Row, edge: u8) -> Queen {
        let (x, y) = (IBig::from(row.x.clone()), IBig::from(row.y.clone()));
        let (east, north) = (&x, &y);
        let (x, y) = match edge {
            0 => (east.clone(), north.clone()),
            1 => (-north, east.clone()),
            2 => (-east, -north),
            _ => (north.clone(), -east),
        };
        let four = UBig::from(4u8);
        // 4Y^2 - 3Y - X + 2Y edge, and the origin for row 0.
        let cell = &four * &row.y * &row.y + UBig::from(2 * edge) * &row.y - UBig::from(3u8) * &row.y - &row.x;
        let number = match row.n == UBig::ZERO {
            true => UBig::ZERO,
            false => &row.n * &four - UBig::from(3 - edge),
        };
        Queen { number, row, x, y, cell }
    }

    /// The queen at a cell, if one settles there.
    pub fn at(x: &IBig, y: &IBig) -> Option<Queen> {
        if *x == IBig::ZERO && *y == IBig::ZERO {
            return Some(Queen::nth(&UBig::ZERO));
        }
        let (mut east, mut north) = (x.clone(), y.clone());
        for edge in 0..4 {
            if IBig::ZERO < east && east < north {
                let row = Row::with_y(&UBig::try_from(north).expect("positive"))?;
                return (IBig::from(row.x.clone()) == east).then(|| Queen::on_edge(row, edge));
            }
            // Undo one quarter turn (x, y) -> (-y, x).
            (east, north) = (north, -east);
        }
        None
    }
}

/// The rows as X, Y, M, P, by the definition (2): two mex scans.
pub fn rows_by_mex(count: usize) -> Vec<[u64; 4]> {
    let mut rows = vec![[0; 4]];
    let mut sides: std::collections::HashSet<u64> = [0].into();
    let mut diagonals: std::collections::HashSet<u64> = [0].into();
    let (mut x, mut m) = (0, 0);
    while rows.len() < count {
        while sides.contains(&x) {
            x += 1;
        }
        while diagonals.contains(&m) {
            m += 1;
        }
        let (y, p) = (x + m, x + x + m);
        sides.extend([x, y]);
        diagonals.extend([m, p]);
        rows.push([x, y, m, p]);
    }
    rows.truncate(count);
    rows
}

/// The differences of X, Y, M and P at a label (Theorem 20).
pub fn differences(label: Letter) -> [u64; 4] {
    label.pick([[2, 3, 1, 5], [1, 3, 2, 4], [1, 2, 1, 3]])
}

/// The rows one after the other, by the differences of Theorem 20.
pub struct RowWalk {
    labels: std::vec::IntoIter<Letter>,
    row: [u64; 4],
}

impl RowWalk {
    /// The first `count` rows.
    pub fn new(count: usize) -> RowWalk {
        RowWalk { labels: tribonacci::theme(count).into_iter(), row: [0; 4] }
    }
}

impl Iterator for RowWalk {
    type Item = [u64; 4];

    fn next(&mut self) -> Option<[u64; 4]> {
        let label = self.labels.next()?;
        let row = self.row;
        for (sum, difference) in self.row.iter_mut().zip(differences(label)) {
            *sum += difference;
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_differences_and_the_word_give_the_same_rows() {
        let by_mex = rows_by_mex(3000);
        assert_eq!(RowWalk::new(3000).collect::<Vec<_>>(), by_mex);
        for (n, &[x, y, m, p]) in by_mex.iter().enumerate() {
            let row = Row::nth(&UBig::from(n));
            assert_eq!([&row.x, &row.y, &row.m, &row.p], [&x.into(), &y.into(), &m.into(), &p.into()], "row {n}");
        }
    }

    #[test]
    fn every_queen_is_found_at_her_cell_and_nobody_elsewhere() {
        let mut there = std::collections::HashMap::new();
        for number in 0..200u32 {
            let queen = Queen::nth(&number.into());
            assert_eq!(queen.number, number.into());
            there.insert((queen.x.clone(), queen.y.clone()), number);
        }
        for x in -60i32..=60 {
            for y in -60i32..=60 {
                let cell = (IBig::from(x), IBig::from(y));
                let found = Queen::at(&cell.0, &cell.1).map(|q| q.number);
                assert_eq!(found, there.get(&cell).map(|&n| UBig::from(n)), "({x}, {y})");
            }
        }
    }

    #[test]
    fn queens_beyond_any_machine_word_are_found_again() {
        for step in 0..9u8 {
            let number = UBig::from(10u8).pow(300) + UBig::from(step);
            let queen = Queen::nth(&number);
            assert_eq!(Queen::at(&queen.x, &queen.y).unwrap().number, number);
            assert_eq!(Queen::at(&(&queen.x + IBig::ONE), &queen.y), None);
        }
    }
}
