//! Permutations of 1, 2, 3, ... that are placements: one piece in every row and column.
//!
//! *Greedy queens* come from [`super::greedy`]. *Greedy dragons* are rooks that also bar the four squares diagonally
//! next to them: column by column, the first free row. *Quintal queens* double every digit of n - 1 in base 5, modulo
//! 5: queens that never attack each other, without any search.

/// The rows of the first greedy dragons, from 1.
pub fn dragons(count: usize) -> Vec<u64> {
    // A column's row is one of the two least free ones or next to them, so that rows stay near the diagonal.
    let mut taken = vec![false; count + 8];
    let (mut first, mut rows) = (1, Vec::with_capacity(count));
    for _ in 0..count {
        let last = rows.last().map_or(0, |&row: &u64| row as usize);
        let free = |row: &usize| !taken[*row] && (last == 0 || row.abs_diff(last) != 1);
        let row = (first..).find(free).expect("some row is free");
        taken[row] = true;
        while taken[first] {
            first += 1;
        }
        rows.push(row as u64);
    }
    rows
}

/// The row of the quintal queen of column n, from 1.
pub fn quintal(n: u64) -> u64 {
    let (mut rest, mut place, mut sum) = (n - 1, 1, 0);
    while rest > 0 {
        sum += rest % 5 * 2 % 5 * place;
        (rest, place) = (rest / 5, place * 5);
    }
    sum + 1
}

/// Where 1, 2, ..., `count` stand in a permutation, from 1, given its first members for any number of them.
pub fn inverse(count: usize, rows: impl Fn(usize) -> Vec<u64>) -> Vec<u64> {
    let mut reach = 2 * count + 16;
    loop {
        let mut columns = vec![0; count];
        for (column, row) in rows(reach).into_iter().enumerate() {
            if let Some(slot) = columns.get_mut(row as usize - 1) {
                *slot = column as u64 + 1;
            }
        }
        if columns.iter().all(|&column| column > 0) {
            return columns;
        }
        reach *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dragons_and_quintal_queens_keep_their_distance() {
        let rows = dragons(300);
        assert_eq!(rows[..10], [1, 3, 5, 2, 4, 6, 8, 10, 7, 9]);
        let plain = |done: &[u64]| {
            let bars = |row: &u64| done.contains(row) || done.last().is_some_and(|l| l.abs_diff(*row) == 1);
            (1..).find(|row| !bars(row))
        };
        assert!((0..300).all(|n| Some(rows[n]) == plain(&rows[..n])));
        let queens: Vec<i64> = (1..=625).map(|n| quintal(n) as i64).collect();
        for (i, &a) in queens.iter().enumerate() {
            for (j, &b) in queens.iter().enumerate().skip(i + 1) {
                assert!(a != b && (a - b).abs() != (j - i) as i64, "{i} and {j}");
            }
        }
    }

    #[test]
    fn an_inverse_undoes() {
        let back = inverse(200, dragons);
        assert!(dragons(200).iter().zip(1u64..).all(|(&row, column)| row > 200 || back[row as usize - 1] == column));
    }
}
