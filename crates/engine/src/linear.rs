//! Linear equations over floating-point numbers, for what only guides a search or is checked exactly afterwards.

/// The solution of as many equations as unknowns by elimination with row exchange, each row with its right side as its
/// last number; none where a pivot is smaller than `least` or the numbers leave their range.
pub fn solve(mut rows: Vec<Vec<f64>>, least: f64) -> Option<Vec<f64>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < least {
            return None;
        }
        rows.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot = &above[column];
        for row in below {
            let factor = row[column] / pivot[column];
            if factor != 0.0 {
                for k in column..=n {
                    row[k] -= factor * pivot[k];
                }
            }
        }
    }
    let mut solution = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| rows[i][k] * solution[k]).sum();
        solution[i] = (rows[i][n] - known) / rows[i][i];
    }
    solution.iter().all(|x| x.is_finite()).then_some(solution)
}

#[test]
fn a_system_is_solved_and_one_without_a_solution_is_not() {
    let rows = vec![vec![0.0, 2.0, 1.0, 7.0], vec![1.0, 1.0, 1.0, 6.0], vec![2.0, -1.0, 3.0, 9.0]];
    let found = solve(rows.clone(), 1e-12).unwrap();
    for row in rows {
        let left: f64 = row[..3].iter().zip(&found).map(|(a, x)| a * x).sum();
        assert!((left - row[3]).abs() < 1e-12, "{found:?}");
    }
    assert!(solve(vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 7.0]], 1e-12).is_none());
}
