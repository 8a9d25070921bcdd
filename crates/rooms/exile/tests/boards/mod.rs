//! The most queens that do not attack each other on a triangle or a pyramid: a placement that is checked, and a bound
//! that is proved.
//!
//! The bound is by weights on lines: if the lines through every cell of the board weigh at least 1 together, no
//! placement has more queens than all lines weigh. A linear program proposes the weights in floating point; they are
//! rounded up to whole millionths and checked exactly, so a mistake of the program could only fail the test. Where the
//! bound is not sharp the row with the fewest cells is tried cell by cell.

/// A cell: row, column.
type Cell = (usize, usize);

/// The four lines through a cell of a board of that width and height, as numbers.
fn lines((row, column): Cell, size: usize) -> [usize; 4] {
    [row, size + column, 2 * size + row + column, 4 * size + column + size - row]
}

fn attack(a: Cell, b: Cell) -> bool {
    a.0 == b.0 || a.1 == b.1 || a.0 + a.1 == b.0 + b.1 || a.0 + b.1 == b.0 + a.1
}

/// Weights of all lines in millionths, proposed by the simplex method: the dual of "most queens, at most one a line".
fn weights(cells: &[Cell], size: usize) -> Vec<u64> {
    let (count, rows) = (cells.len(), 6 * size);
    let width = count + rows + 1;
    let mut table = vec![vec![0.0f64; width]; rows + 1];
    for (column, &cell) in cells.iter().enumerate() {
        for line in lines(cell, size) {
            table[line][column] = 1.0;
        }
        table[rows][column] = -1.0;
    }
    for (line, row) in table[..rows].iter_mut().enumerate() {
        row[count + line] = 1.0;
        // Uneven right sides keep the method from running in circles; they do not enter the weights.
        row[width - 1] = 1.0 + 1e-7 * (line * 7919 % 1000) as f64 / 1000.0;
    }
    loop {
        let last = &table[rows];
        let entering = (0..width - 1).min_by(|&a, &b| last[a].total_cmp(&last[b])).expect("columns");
        if last[entering] > -1e-9 {
            break;
        }
        let ratio = |row: &usize| table[*row][width - 1] / table[*row][entering];
        let bounding = (0..rows).filter(|&row| table[row][entering] > 1e-9);
        let leaving = bounding.min_by(|a, b| ratio(a).total_cmp(&ratio(b))).expect("the program is bounded");
        let pivot = table[leaving][entering];
        table[leaving].iter_mut().for_each(|v| *v /= pivot);
        let row = table[leaving].clone();
        for (index, other) in table.iter_mut().enumerate() {
            let factor = other[entering];
            if index != leaving && factor.abs() > 1e-12 {
                other.iter_mut().zip(&row).for_each(|(v, r)| *v -= factor * r);
            }
        }
    }
    let millionths = |line: usize| ((table[rows][count + line].max(0.0) * 1e6).ceil()) as u64 + 1;
    // A line that meets no cell needs no weight.
    let met: std::collections::HashSet<usize> = cells.iter().flat_map(|&cell| lines(cell, size)).collect();
    (0..rows).map(|line| if met.contains(&line) { millionths(line) } else { 0 }).collect()
}

/// Proves that fewer than `queens` fit on the cells; false if it cannot.
fn too_many(cells: &[Cell], size: usize, queens: usize, depth: usize) -> bool {
    if queens > cells.len() {
        return true;
    }
    let weights = weights(cells, size);
    let covered = cells.iter().all(|&cell| lines(cell, size).iter().map(|&l| weights[l]).sum::<u64>() >= 1_000_000);
    if covered && weights.iter().sum::<u64>() < queens as u64 * 1_000_000 {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let in_row = |row: usize| cells.iter().copied().filter(move |c| c.0 == row);
    let row = (0..size).filter(|&r| in_row(r).next().is_some()).min_by_key(|&r| in_row(r).count()).expect("cells");
    let with = |queen: Cell| {
        let rest: Vec<Cell> = cells.iter().copied().filter(|&c| !attack(c, queen)).collect();
        too_many(&rest, size, queens - 1, depth - 1)
    };
    let without: Vec<Cell> = cells.iter().copied().filter(|c| c.0 != row).collect();
    in_row(row).all(with) && too_many(&without, size, queens, depth - 1)
}

/// Checks a placement and that no larger one exists.
fn settled(cells: &[Cell], size: usize, placed: &[Cell]) -> usize {
    for (index, &queen) in placed.iter().enumerate() {
        assert!(cells.contains(&queen), "{queen:?} is on the board");
        assert!(placed[..index].iter().all(|&other| !attack(queen, other)), "{queen:?} attacks nobody");
    }
    assert!(too_many(cells, size, placed.len() + 1, 4), "{} is the most", placed.len());
    placed.len()
}

/// The most queens on the pyramid with rows of n, n - 2, n - 4, ... squares.
pub(crate) fn most_on_pyramid(n: usize) -> usize {
    let cells: Vec<Cell> = (0..n.div_ceil(2)).flat_map(|row| (row..n - row).map(move |column| (row, column))).collect();
    let weights = weights(&cells, n);
    let total: u64 = weights.iter().sum();
    // With q queens, the cells' excess weights and the weights of empty rows sum to at most total - q.
    let excess = |cell: Cell| lines(cell, n).iter().map(|&l| weights[l]).sum::<u64>().saturating_sub(1_000_000);
    let mut rows: Vec<Vec<(u64, Cell)>> = vec![Vec::new(); n.div_ceil(2)];
    for &cell in &cells {
        rows[cell.0].push((excess(cell), cell));
    }
    rows.iter_mut().for_each(|row| row.sort_unstable());
    let mut queens = n.div_ceil(2);
    loop {
        let mut placed = Vec::new();
        let mut steps = 300_000;
        let room = total.saturating_sub(queens as u64 * 1_000_000) as i64;
        let empty = rows.len() - queens;
        if place(&rows, &weights, room, empty, &mut placed, &mut steps) {
            return settled(&cells, n, &placed);
        }
        queens -= 1;
    }
}

/// Places queens row by row from the apex; gives up when the steps are used up.
fn place(
    rows: &[Vec<(u64, Cell)>],
    weights: &[u64],
    room: i64,
    empty: usize,
    placed: &mut Vec<Cell>,
    steps: &mut usize,
) -> bool {
    let Some((row, below)) = rows.split_last() else { return true };
    if *steps == 0 || room < 0 {
        return false;
    }
    *steps -= 1;
    for &(excess, cell) in row {
        if placed.iter().all(|&other| !attack(cell, other)) {
            placed.push(cell);
            if place(below, weights, room - excess as i64, empty, placed, steps) {
                return true;
            }
            placed.pop();
        }
    }
    empty > 0 && place(below, weights, room - weights[below.len()] as i64, empty - 1, placed, steps)
}

/// The most queens on the triangle with rows of n, n - 1, ..., 1 squares.
///
/// A queen's row i, column j and k = n - 1 - i - j are indices of three of her lines. With q queens each index takes q
/// values, so 3 q (q - 1) / 2 <= q (n - 1): at most (2n + 1) / 3 queens. Equality needs, for n = 3m + 1, each index to
/// take all values 0 ..= 2m.
pub(crate) fn most_on_triangle(n: usize) -> usize {
    if n <= 9 {
        return most_by_search(n, 0, &mut Vec::new());
    }
    let bound = (2 * n + 1) / 3;
    let m = n / 3;
    let mut placed = match n % 3 {
        0 => {
            perfect_triangle(m).into_iter().filter(|&(row, _)| row > 0).map(|(row, column)| (row - 1, column)).collect()
        }
        _ => perfect_triangle(m),
    };
    placed.sort_unstable();
    assert_eq!(placed.len(), bound);
    for (index, &(row, column)) in placed.iter().enumerate() {
        assert!(row + column < n, "on the board");
        assert!(placed[..index].iter().all(|&other| !attack((row, column), other)), "nobody is attacked");
    }
    bound
}

fn most_by_search(n: usize, row: usize, placed: &mut Vec<Cell>) -> usize {
    let mut most = placed.len();
    if row < n {
        most = most_by_search(n, row + 1, placed);
        for column in 0..n - row {
            if placed.iter().all(|&other| !attack((row, column), other)) {
                placed.push((row, column));
                most = most.max(most_by_search(n, row + 1, placed));
                placed.pop();
            }
        }
    }
    most
}

/// 2m + 1 queens on the triangle of side 3m + 1: every index from 0 to 2m once in each of three directions.
fn perfect_triangle(m: usize) -> Vec<Cell> {
    let mut free = [(); 3].map(|()| (0..=2 * m).collect::<Vec<usize>>());
    let mut placed = Vec::new();
    assert!(fill(m, &mut free, &mut placed), "a perfect triangle of side {} exists", 3 * m + 1);
    placed
}

/// Tries the index value with the fewest cells left.
fn fill(m: usize, free: &mut [Vec<usize>; 3], placed: &mut Vec<Cell>) -> bool {
    let open = |indices: [usize; 3]| {
        let free_there = (0..3).all(|d| free[d].contains(&indices[d]));
        free_there && placed.iter().all(|&(i, j)| i + indices[1] != j + indices[0])
    };
    let candidates = |direction: usize, value: usize| -> Vec<[usize; 3]> {
        let others = free[(direction + 1) % 3].iter().filter_map(|&next| {
            let last = (3 * m).checked_sub(value + next)?;
            let mut indices = [0; 3];
            (indices[direction], indices[(direction + 1) % 3], indices[(direction + 2) % 3]) = (value, next, last);
            open(indices).then_some(indices)
        });
        others.collect()
    };
    let lists =
        (0..3).flat_map(|d| free[d].iter().map(move |&value| (d, value))).map(|(d, value)| candidates(d, value));
    let Some(fewest) = lists.min_by_key(Vec::len) else { return true };
    for indices in fewest {
        (0..3).for_each(|d| free[d].retain(|v| *v != indices[d]));
        placed.push((indices[0], indices[1]));
        if fill(m, free, placed) {
            return true;
        }
        placed.pop();
        (0..3).for_each(|d| free[d].push(indices[d]));
    }
    false
}
