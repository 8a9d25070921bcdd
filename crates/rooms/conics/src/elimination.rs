//! Curves of any order through given points, exactly: the null space of the equations that the points give.
//!
//! A curve of order D has a coefficient for each of the (D + 1)(D + 2)/2 terms x^i y^j with i + j <= D, and a point
//! gives one linear equation. With whole coordinates X = s x over one denominator s the rows are whole, and elimination
//! after Bareiss keeps them so: every entry is a minor of the matrix and every division comes out even.

use dashu::base::{Gcd, Signed, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use kit::{Result, Watch};

/// The terms (i, j) of x^i y^j up to an order: the highest first, and of each degree those with more x first.
pub fn terms(order: usize) -> Vec<(usize, usize)> {
    (0..=order).rev().flat_map(|degree| (0..=degree).rev().map(move |i| (i, degree - i))).collect()
}

/// The term as people write it; nothing for the constant one.
pub fn term_text((i, j): (usize, usize)) -> String {
    let power = |letter: &str, exponent: usize| match exponent {
        0 => String::new(),
        1 => letter.to_string(),
        _ => format!("{letter}^{exponent}"),
    };
    format!("{}{}", power("x", i), power("y", j))
}

/// Whole coefficients of the terms of an order, without common factor, the first that is not zero positive.
pub type Form = Vec<IBig>;

/// A basis of all curves of that order through the points; one form if the curve is unique.
pub fn forms_through(order: usize, points: &[[RBig; 2]], watch: &mut dyn Watch) -> Result<Vec<Form>> {
    let scale = common_denominator(points);
    let terms = terms(order);
    let mut rows: Vec<Vec<IBig>> = points.iter().map(|point| row(&terms, order, point, &scale)).collect();
    let (pivots, last) = reduce(&mut rows, terms.len(), watch)?;
    let free = (0..terms.len()).filter(|column| !pivots.contains(column));
    let form = |free: usize| {
        let mut form = vec![IBig::ZERO; terms.len()];
        form[free] = last.clone();
        for (row, &column) in rows.iter().zip(&pivots) {
            form[column] = -row[free].clone();
        }
        // The rows were in X and Y over powers of the scale up to the order; in x and y each term carries the same
        // power.
        primitive(form)
    };
    Ok(free.map(form).collect())
}

/// s^D x^i y^j = X^i Y^j s^(D - i - j) for each term.
fn row(terms: &[(usize, usize)], order: usize, point: &[RBig; 2], scale: &UBig) -> Vec<IBig> {
    let whole = |x: &RBig| x.numerator() * IBig::from(scale / x.denominator());
    let [x, y] = [whole(&point[0]), whole(&point[1])];
    let scale = IBig::from(scale.clone());
    terms.iter().map(|&(i, j)| x.pow(i) * y.pow(j) * scale.pow(order - i - j)).collect()
}

fn common_denominator(points: &[[RBig; 2]]) -> UBig {
    points.iter().flatten().fold(UBig::ONE, |scale, x| &scale / (&scale).gcd(x.denominator()) * x.denominator())
}

/// Bareiss and Jordan: afterwards row k has the last pivot in its column and zeros in the columns of the other pivots.
fn reduce(rows: &mut Vec<Vec<IBig>>, columns: usize, watch: &mut dyn Watch) -> Result<(Vec<usize>, IBig)> {
    let mut pivots = Vec::new();
    let mut last = IBig::ONE;
    for column in 0..columns {
        let step = pivots.len();
        kit::watch::step(watch, column as u64, Some(columns as u64), || format!("{column} of {columns} columns"))?;
        let Some(found) = (step..rows.len()).find(|&r| !rows[r][column].is_zero()) else { continue };
        rows.swap(step, found);
        let lead = rows[step].clone();
        for (index, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != step) {
            let factor = row[column].clone();
            for k in 0..columns {
                // Columns of earlier pivots hold zeros, or the last pivot on the row of their own.
                row[k] = (&lead[column] * &row[k] - &factor * &lead[k]) / &last;
            }
            debug_assert!(row[column].is_zero(), "row {index}");
        }
        last = lead[column].clone();
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    Ok((pivots, last))
}

/// Without common factor, the first coefficient that is not zero positive.
pub fn primitive(form: Form) -> Form {
    let common = form.iter().filter(|c| !c.is_zero()).fold(UBig::ZERO, |common, c| match common.is_zero() {
        true => c.clone().unsigned_abs(),
        false => common.gcd(c.clone().unsigned_abs()),
    });
    let negative = form.iter().find(|c| !c.is_zero()).is_some_and(Signed::is_negative);
    let common = if negative { -IBig::from(common) } else { IBig::from(common) };
    form.into_iter().map(|c| c / &common).collect()
}

/// Whether the curve passes through the point, by the definition.
pub fn vanishes(order: usize, form: &[IBig], [x, y]: &[RBig; 2]) -> bool {
    let sum = terms(order)
        .into_iter()
        .zip(form)
        .fold(RBig::ZERO, |sum, ((i, j), c)| sum + RBig::from(c.clone()) * x.pow(i as isize) * y.pow(j as isize));
    sum.is_zero()
}

/// The coefficients as doubles, the largest 1 in size.
pub fn rounded(form: &[IBig]) -> Vec<f64> {
    let largest = form.iter().map(|c| c.clone().unsigned_abs()).max().unwrap_or(UBig::ONE);
    form.iter().map(|c| engine::rational::quotient(c, &IBig::from(largest.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::fit::{Fit, Five, fit};
    use super::*;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random_points(chance: &mut ChaCha8Rng, count: usize, reach: i64, below: i64) -> Vec<[RBig; 2]> {
        let mut coordinate = || RBig::from(chance.random_range(-reach..=reach)) / RBig::from(below);
        (0..count).map(|_| [coordinate(), coordinate()]).collect()
    }

    #[test]
    fn order_two_is_the_fit_wherever_that_is_unique() {
        let mut chance = ChaCha8Rng::seed_from_u64(8);
        let (mut one, mut many) = (0, 0);
        for round in 0..600 {
            let points = random_points(&mut chance, 5, if round % 3 == 0 { 2 } else { 20 }, 1 + round % 4);
            let forms = forms_through(2, &points, &mut Unwatched).unwrap();
            match fit(&Five::of(points).unwrap()) {
                Fit::Unique(_, conic) => {
                    one += 1;
                    assert_eq!(forms, vec![conic.to_vec()]);
                }
                Fit::Many { .. } => {
                    many += 1;
                    assert!(forms.len() > 1);
                }
            }
        }
        assert!(one > 300 && many > 10, "{one} and {many}");
    }

    #[test]
    fn curves_of_every_order_pass_through_their_points_exactly() {
        let mut chance = ChaCha8Rng::seed_from_u64(9);
        for order in 1..=6 {
            let points = random_points(&mut chance, order * (order + 3) / 2, 1000, 7);
            let forms = forms_through(order, &points, &mut Unwatched).unwrap();
            assert_eq!(forms.len(), 1, "order {order}");
            assert!(points.iter().all(|p| vanishes(order, &forms[0], p)), "order {order}");
            let moved = [&points[0][0] + RBig::ONE, points[0][1].clone()];
            assert!(!vanishes(order, &forms[0], &moved), "order {order}");
        }
    }

    #[test]
    fn nine_points_of_two_cubics_leave_a_pencil() {
        let grid: Vec<[RBig; 2]> = (0..9).map(|k| [RBig::from(k % 3), RBig::from(k / 3)]).collect();
        let forms = forms_through(3, &grid, &mut Unwatched).unwrap();
        assert_eq!(forms.len(), 2);
        assert!(forms.iter().all(|form| grid.iter().all(|p| vanishes(3, form, p))));
    }
}
