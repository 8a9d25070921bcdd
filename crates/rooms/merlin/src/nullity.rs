//! The dimension of the quiet moves on grids and tori over two colours, by their structure.
//!
//! On a w x h grid the last line of light chasing is f_{h+1}(c + T) of the first, f the Fibonacci polynomials, and
//! f_{w+1} is the minimal polynomial of T, so the nullity is the degree of gcd(f_{w+1}(x), f_{h+1}(x + c)) (Sutner
//! 1989, Barua and Ramakrishnan 1996); c is 1 if a click changes its own cell. Over GF(2) the factors are known well
//! enough to shrink this. With n = 2^k b and b odd, f_n = x^(2^k - 1) s_b^(2^(k+1)), where s_b = f_{(b-1)/2} +
//! f_{(b+1)/2} has degree (b - 1) / 2, different roots, s_b(0) = 1, and s_b(1) = 0 exactly if 3 divides b. So a gcd of
//! degree n / 2 remains and the rest is counting: [`grid`].
//!
//! On a torus two lines decide all and must come back after h steps: the nullity is that of M^h - 1 for the 2w x 2w
//! matrix M of one step.

use engine::modular::gf2::Matrix;
use engine::modular::poly2::{Poly, fibonacci_pair, fibonacci_plain};
use kit::{Result, Watch, watch};

/// n = 2^k b with b odd.
fn odd_part(n: usize) -> (u32, usize) {
    (n.trailing_zeros(), n >> n.trailing_zeros())
}

/// The root of f_b for odd b: f_b = s_b^2.
fn root(b: usize) -> Poly {
    let (this, next) = fibonacci_pair((b - 1) / 2);
    this.plus(&next)
}

/// The nullity of the w x h grid in plus shape.
pub fn grid(w: usize, h: usize, loops: bool) -> usize {
    if !loops {
        return engine::modular::zmod::gcd(w as u64 + 1, h as u64 + 1) as usize - 1;
    }
    let ((j, a), (k, b)) = (odd_part(w + 1), odd_part(h + 1));
    let common = root(a).gcd(&root(b).at_x_plus_one()).degree().expect("neither is zero");
    // The powers of x and of x + 1 that stand before the roots, against the roots of the other side.
    let power = |exponent: u32| 1usize << exponent;
    let mut nullity = power(j.min(k) + 1) * common;
    if b.is_multiple_of(3) {
        nullity += (power(j) - 1).min(power(k + 1));
    }
    if a.is_multiple_of(3) {
        nullity += (power(k) - 1).min(power(j + 1));
    }
    nullity
}

/// The same straight from the theorem, without using the factors.
pub fn grid_by_theorem(w: usize, h: usize, loops: bool) -> usize {
    let (f, g) = (fibonacci_plain(w + 1), fibonacci_plain(h + 1));
    let g = if loops { g.at_x_plus_one() } else { g };
    f.gcd_plain(&g).degree().expect("neither is zero")
}

/// The longest shorter side of a torus.
pub const WIDEST_TORUS: usize = 4000;

/// The nullity of the w x h torus in plus shape, for a longer side of at least 3.
pub fn torus(w: usize, h: usize, loops: bool, watch: &mut dyn Watch) -> Result<usize> {
    let (w, h) = (w.min(h), w.max(h));
    assert!(h >= 3, "a shorter torus touches itself");
    // One step: (this line, the one before) to (the next, this).
    let joined = |i: usize, j: usize| i != j && ((i + 1) % w == j || (j + 1) % w == i) || i == j && loops;
    let step = Matrix::from_fn(2 * w, 2 * w, |i, j| match (i < w, j < w) {
        (true, true) => joined(i, j),
        (true, false) => i == j - w,
        (false, true) => i - w == j,
        (false, false) => false,
    });
    let mut power = Matrix::identity(2 * w);
    for bit in (0..usize::BITS - h.leading_zeros()).rev() {
        if w > 500 {
            watch::step(watch, u64::from(bit), None, || "a power of the torus's matrix".to_string())?;
        }
        power = power.product(&power);
        if h >> bit & 1 == 1 {
            power = power.product(&step);
        }
    }
    (0..2 * w).for_each(|i| power.flip(i, i));
    Ok(2 * w - power.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use kit::Unwatched;

    fn by_elimination(family: &str, w: usize, h: usize, loops: bool) -> usize {
        let puzzle = Puzzle::from_text(&format!("{family}:{w}x{h}"), true, Some(loops), 2).unwrap();
        w * h - puzzle.graph.arrivals().rank()
    }

    #[test]
    fn structure_theorem_and_elimination_agree_on_all_small_grids() {
        for (w, h) in (1..13).flat_map(|w| (1..13).map(move |h| (w, h))) {
            for loops in [true, false] {
                let plain = by_elimination("grid", w, h, loops);
                assert_eq!(grid(w, h, loops), plain, "{w} x {h}");
                assert_eq!(grid_by_theorem(w, h, loops), plain, "{w} x {h}");
            }
        }
    }

    #[test]
    fn structure_and_theorem_agree_further_on() {
        for (w, h) in (1..130).flat_map(|w| [w, w / 2 + 1, 95, 127, 191].map(|h| (w, h))) {
            assert_eq!(grid(w, h, true), grid_by_theorem(w, h, true), "{w} x {h}");
        }
    }

    #[test]
    fn tori_agree_with_elimination() {
        for (w, h) in (1..10).flat_map(|w| (3..12).map(move |h| (w, h))) {
            for loops in [true, false] {
                let power = torus(w, h, loops, &mut Unwatched).unwrap();
                assert_eq!(power, by_elimination("torus", w, h, loops), "{w} x {h}, {loops}");
            }
        }
    }
}
