//! The hanging chain: five of its points and the conic through them.
//!
//! The chain is y = cosh x in units of its parameter. Take the bottom, the two ends and the middles of the branches of
//! a symmetric chain: with Y = y - 1 the conic is A x^2 + C Y^2 + E Y = 0, and eliminating E from the points (h, a) and
//! (2h, b) gives h^2 A (b - 4a) = C a b (b - a). Since b/a = 4 cosh^2(h/2) > 4, A and C have the same sign: always an
//! ellipse. Far from the bottom it is otherwise: the conic through five near points is an ellipse or a hyperbola as the
//! affine curvature -(y''^(-2/3))''/2 is positive or negative, which for cosh changes sign at tanh^2 x = 3/5, x =
//! 1.0317...

use super::fit::{Fit, Five, Kind, fit};

/// The ends, the bottom (or the middle of an arc without one) and the middles between, rounded.
pub fn five_words(left: f64, right: f64, digits: usize) -> [String; 5] {
    let bottom = if left < 0.0 && right > 0.0 { 0.0 } else { (left + right) / 2.0 };
    [left, (left + bottom) / 2.0, bottom, (bottom + right) / 2.0, right]
        .map(|x| format!("{x:.digits$},{:.digits$}", x.cosh()))
}

/// The kind of conic through five points of the chain, if there is one conic.
pub fn kind_of(left: f64, right: f64, digits: usize) -> Option<Kind> {
    let words = five_words(left, right, digits);
    match Five::read(&words).map(|five| fit(&five)) {
        Ok(Fit::Unique(kind, _)) => Some(kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetric_chain_lies_on_an_ellipse_and_a_steep_arc_on_a_hyperbola() {
        for half in [0.2, 0.5, 1.0, 2.0, 5.0] {
            assert_eq!(kind_of(-half, half, 12), Some(Kind::Ellipse), "{half}");
        }
        // Short arcs on both sides of the zero of the affine curvature at 1.0317.
        assert_eq!(kind_of(0.7, 0.9, 15), Some(Kind::Ellipse));
        assert_eq!(kind_of(1.2, 1.4, 15), Some(Kind::Hyperbola));
    }
}
