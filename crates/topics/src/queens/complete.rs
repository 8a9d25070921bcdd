//! The paper's constructions, as orders of squares that the rules then execute move by move.
//!
//! *Odd n* (Proposition 1): the two upper rows and the two left columns are filled, after which play in the rest is
//! play on an empty board of side n - 2, since every square of the rest is attacked by an even number of the new
//! queens; at the end one square is left. The filling begins with the eight squares around the corner and goes on in
//! the paper's steps of eight.
//!
//! *Even n* (Proposition 3, left to the reader): the same until a board of side 4 is left, and on that 14 queens. The
//! side 2 has no such order, so the statement needs n > 2. Where the paper gives no order, one is found by taking
//! moves back.

use super::ground::Board;
use super::rules::Rules;
use kit::{Error, Result};

/// A legal order of placing n * n queens (n odd) or n * n - 2 (n even, n > 2), as squares of the n x n board. For n =
/// 2 one queen.
pub fn order(n: usize) -> Result<Vec<usize>> {
    let mut order = Vec::new();
    let mut side = n;
    while side > 4 || side == 3 {
        let corner = n - side;
        let border = if side % 2 == 1 { odd_border(side)? } else { found(&Rules::queens(side), &border_board(side))? };
        order.extend(border.into_iter().map(|s| moved(s, side, corner, n)));
        side -= 2;
    }
    let centre = match side {
        4 => found(&Rules::queens(4), &all_but(4, &[0, 6]))?,
        _ => vec![0],
    };
    order.extend(centre.into_iter().map(|s| moved(s, side, n - side, n)));
    Ok(order)
}

/// The square of the smaller board in the lower right corner, on the whole board.
fn moved(s: usize, side: usize, corner: usize, n: usize) -> usize {
    (corner + s / side) * n + corner + s % side
}

/// The two upper rows and the two left columns of an odd board, in the paper's order.
pub fn odd_border(side: usize) -> Result<Vec<usize>> {
    let on = |r: usize, c: usize| (r - 1) * side + c - 1;
    let first = found(&Rules::queens(3), &all_but(3, &[8]))?;
    let mut order: Vec<usize> = first.into_iter().map(|s| on(s / 3 + 1, s % 3 + 1)).collect();
    for k in 1..=(side - 2) / 2 {
        let (a, b) = (2 * k + 2, 2 * k + 3);
        if b > side {
            break;
        }
        order.extend([on(2, a), on(1, a), on(a, 1), on(a, 2), on(1, b), on(2, b), on(b, 2), on(b, 1)]);
    }
    Ok(order)
}

fn border_board(side: usize) -> Board {
    (0..side * side).map(|s| s / side < 2 || s % side < 2).collect()
}

fn all_but(side: usize, free: &[usize]) -> Board {
    (0..side * side).map(|s| !free.contains(&s)).collect()
}

fn found(rules: &Rules, board: &Board) -> Result<Vec<usize>> {
    rules.order_to(board)?.ok_or_else(|| Error::failed(format!("{} cannot be filled in any order", rules.text(board))))
}

/// Plays an order through the rules; the error names the first move that is not legal.
pub fn execute(rules: &Rules, order: &[usize]) -> Result<Board> {
    let mut board = rules.bare();
    for (index, &s) in order.iter().enumerate() {
        if !rules.is_open(&board, s) {
            return Err(Error::failed(format!(
                "move {} of the order, on {}, is not legal",
                index + 1,
                rules.square_name(s)
            )));
        }
        board[s] = !board[s];
    }
    Ok(board)
}

/// The set of Proposition 5 (n odd: first row and first column) or 6 (n even: the same without the ends, and the far
/// corner).
pub fn hook(n: usize) -> Board {
    let mut board = vec![false; n * n];
    let ends = if n % 2 == 1 { 0..n } else { 1..n - 1 };
    for i in ends {
        board[i] = true;
        board[i * n] = true;
    }
    if n.is_multiple_of(2) {
        board[n * n - 1] = true;
    }
    board
}

/// The order of Proposition 5 for odd n: for each pair of columns (i, 1) and (1, i + 1), then (i + 1, 1) and (1, i);
/// the corner last.
pub fn hook_order(n: usize) -> Vec<usize> {
    let on = |r: usize, c: usize| (r - 1) * n + c - 1;
    let mut order = Vec::new();
    for i in (2..n).step_by(2) {
        order.extend([on(i, 1), on(1, i + 1), on(i + 1, 1), on(1, i)]);
    }
    order.push(on(1, 1));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constructions_play_for_all_sizes() {
        for n in 1..=40 {
            let rules = Rules::queens(n);
            let order = order(n).unwrap();
            let board = execute(&rules, &order).unwrap();
            let queens = board.iter().filter(|&&q| q).count();
            let expected = if n % 2 == 1 { n * n } else { (n * n - 2).max(1) };
            assert_eq!(queens, if n == 2 { 1 } else { expected }, "n = {n}");
            assert!(rules.moves(&board).is_empty(), "n = {n}: nothing can follow");
        }
    }

    #[test]
    fn an_illegal_order_is_named() {
        let error = execute(&Rules::queens(3), &[0, 1]).unwrap_err();
        assert_eq!(error.to_string(), "move 2 of the order, on (1,2), is not legal");
    }
}
