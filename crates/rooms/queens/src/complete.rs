//! The paper's constructions, as explicit orders of squares that the rules then execute move by move.
//!
//! *Theorem of borders.* The two upper rows and the two left columns of a board of side n >= 3 are filled legally by
//! eight first moves around the corner and then by the steps of Proposition 1 for k = 1, 2, ...: (2,a) (1,a) (a,1)
//! (a,2), then (1,b) (2,b) (b,2) (b,1), with a = 2k + 2 and b = 2k + 3. For odd n the last b is n. *For even n the
//! last a is n, and the first half of that step ends the border* (Proposition 3, left to the reader).
//!
//! For let the border of side a - 1 be taken; a is even, so rows 1 and 2 and columns 1 and 2 hold a - 1 pieces, an
//! odd number. (2,a) sees these, and (1,a-1) on its difference diagonal: even. (1,a) sees a - 1 in its row, (2,a),
//! and (2,a-1), (a-1,2) on its sum diagonal: even. (a,1) sees a - 1 in its column, and (1,a), (2,a-1), (a-1,2): even.
//! (a,2) sees a - 1 in its column, (a,1), (2,a) on its sum diagonal, (a-1,1) on its difference diagonal: even. Now
//! the four lines hold a pieces, an even number. (1,b) sees these, (2,a) and (a,2). (2,b) sees its row, (1,b) and, on
//! its difference diagonal, (1,a). (b,2) sees its column, (2,b) and (a,1). (b,1) sees its column, (b,2), (1,b), (2,a)
//! and (a,2). All even.
//!
//! *The rest.* A square (r,c) beyond the border sees two border squares in its row, two in its column, two on its
//! difference diagonal, and four, two or none on its sum diagonal (as r + c <= n + 1, = n + 2 or more): play goes on
//! as on an empty board of side n - 2. Odd n end with one square, even n with a board of side 4, where fourteen moves
//! are given. The side 2 has no second move, so Proposition 3 needs n > 2.
//!
//! *Theorem of hooks* (Propositions 5 and 6). Four squares (i,1) (1,i+1) (i+1,1) (1,i) at a time, i = 2, 4, ...: the
//! pieces before them are even in number in row 1 and in column 1, and no two squares of the hook but (j,1) and (1,j)
//! share a diagonal. So the first two see even numbers, and each of the last two sees one more in its line and one on
//! its sum diagonal. The corner comes last: (1,1) for odd n sees all 2(n - 1); (n,n) for even n sees nothing. The
//! board is locked: for odd n a free square sees one piece in its row, one in its column, one on its difference
//! diagonal, and two on its sum diagonal if r + c <= n + 1, else none. For even n the same is true of 2 <= r, c < n,
//! where r = c sees (n,n) in place of (1,1) and the sum diagonal has none from r + c = n + 1 on; (n,c) sees (n,n),
//! (1,c) and (n-c+1,1); (n,1) sees (n,n) and n - 2 in its column; (1,1) sees 2(n - 2) and (n,n): odd numbers all.

use super::ground::Board;
use super::rules::Rules;
use kit::{Error, Result};

/// The first moves: the eight squares around the corner. The paper gives its own in a drawing only.
const EIGHT: [(usize, usize); 8] = [(3, 1), (2, 3), (3, 2), (1, 3), (2, 2), (2, 1), (1, 1), (1, 2)];

/// The last moves for even n, on the board of side 4: all but (1,1) and (2,3).
const FOURTEEN: [(usize, usize); 14] =
    [(4, 2), (3, 4), (4, 4), (4, 1), (4, 3), (3, 3), (3, 1), (3, 2), (2, 1), (2, 2), (1, 4), (1, 2), (1, 3), (2, 4)];

/// A legal order of placing n * n queens (n odd) or n * n - 2 (n even, n > 2), as squares of the n x n board. For n =
/// 2 one queen.
pub fn order(n: usize) -> Vec<usize> {
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut side = n;
    while side > 4 || side == 3 {
        places.extend(border(side).into_iter().map(|(r, c)| (r + n - side, c + n - side)));
        side -= 2;
    }
    let last = if side == 4 { &FOURTEEN[..] } else { &[(1, 1)] };
    places.extend(last.iter().map(|(r, c)| (r + n - side, c + n - side)));
    places.into_iter().map(|(r, c)| (r - 1) * n + c - 1).collect()
}

/// The two upper rows and the two left columns of a board of side 3 or more, in a legal order of rows and columns
/// from 1.
pub fn border(side: usize) -> Vec<(usize, usize)> {
    let mut order = EIGHT.to_vec();
    for a in (4..=side).step_by(2) {
        order.extend(step(a).into_iter().take(if a < side { 8 } else { 4 }));
    }
    order
}

/// The paper's four steps of two moves for one k, by a = 2k + 2.
pub fn step(a: usize) -> [(usize, usize); 8] {
    let b = a + 1;
    [(2, a), (1, a), (a, 1), (a, 2), (1, b), (2, b), (b, 2), (b, 1)]
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

/// The order of Propositions 5 and 6: for i = 2, 4, ... (i, 1) and (1, i + 1), then (i + 1, 1) and (1, i); the corner
/// last.
pub fn hook_order(n: usize) -> Vec<usize> {
    let on = |r: usize, c: usize| (r - 1) * n + c - 1;
    let last = if n % 2 == 1 { n } else { n - 1 };
    let fours = (2..last).step_by(2).flat_map(|i| [on(i, 1), on(1, i + 1), on(i + 1, 1), on(1, i)]);
    fours.chain([if n % 2 == 1 { 0 } else { n * n - 1 }]).collect()
}

/// The hook of odd side h on every second row and column of a board of side 2h - 1 or 2h, in the hook's own order: n
/// queens for n = 1 mod 4, n - 1 for n = 2 mod 4. Why it locks is told at [`super::lock::pattern::wide_hook`]; its
/// order is legal because doubling all distances keeps who shares a line.
pub fn wide_hook_order(n: usize) -> Option<Vec<usize>> {
    let h = n.div_ceil(2);
    let wide = |s: usize| 2 * (s / h) * n + 2 * (s % h);
    (h % 2 == 1).then(|| hook_order(h).into_iter().map(wide).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board after these moves, and whether nothing can follow.
    fn played(n: usize, order: &[usize]) -> (Vec<bool>, bool) {
        let rules = Rules::queens(n);
        let board = execute(&rules, order).unwrap();
        let over = rules.moves(&board).is_empty();
        (board, over)
    }

    #[test]
    fn the_constructions_play_for_all_sizes() {
        for n in 1..=40 {
            let (board, over) = played(n, &order(n));
            let queens = board.iter().filter(|&&q| q).count();
            let expected = if n % 2 == 1 { n * n } else { (n * n - 2).max(1) };
            assert_eq!(queens, if n == 2 { 1 } else { expected }, "n = {n}");
            assert!(over, "n = {n}: nothing can follow");
        }
    }

    /// After the border play goes on as on the smaller board: what is left sees an even number of its squares.
    #[test]
    fn the_border_leaves_the_rest_as_it_was() {
        for n in 3..=20 {
            let rules = Rules::queens(n);
            let order: Vec<usize> = border(n).into_iter().map(|(r, c)| (r - 1) * n + c - 1).collect();
            let board = execute(&rules, &order).unwrap();
            for s in (0..n * n).filter(|&s| s / n > 1 && s % n > 1) {
                assert!(!board[s] && rules.attackers(&board, s).is_multiple_of(2), "n = {n}, square {s}");
            }
        }
    }

    #[test]
    fn hooks_are_played_and_lock() {
        for n in (2..=50).filter(|&n| n != 2) {
            let (board, over) = played(n, &hook_order(n));
            assert!(over && board == hook(n), "n = {n}");
            let Some(order) = wide_hook_order(n) else { continue };
            assert!(played(n, &order).1 && order.len() == n - usize::from(n % 4 == 2), "n = {n}");
        }
    }

    #[test]
    fn an_illegal_order_is_named() {
        let error = execute(&Rules::queens(3), &[0, 1]).unwrap_err();
        assert_eq!(error.to_string(), "move 2 of the order, on (1,2), is not legal");
    }
}
