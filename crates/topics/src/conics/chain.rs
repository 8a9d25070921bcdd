//! `conics chain`: five points of a hanging chain and what passes through them.
//!
//! The chain is y = cosh x in units of its parameter. Take the bottom, the two ends and the middles of the branches of a
//! symmetric chain: with Y = y - 1 the conic is A x^2 + C Y^2 + E Y = 0, and eliminating E from the points (h, a) and (2h, b)
//! gives h^2 A (b - 4a) = C a b (b - a). Since b/a = 4 cosh^2(h/2) > 4, A and C have the same sign: always an ellipse. Far from
//! the bottom it is otherwise: the conic through five near points is an ellipse or a hyperbola as the affine curvature
//! -(y''^(-2/3))''/2 is positive or negative, which for cosh changes sign at tanh^2 x = 3/5, x = 1.0317...

use super::fit::{Fit, Five, Kind, equation, fit};
use super::shape::shape;
use super::through::picture;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

const PARAMS: &[Param] = &[
    Param::real("left", "the left end, in units of the chain's parameter from its bottom", -20.0, 20.0).or("-1"),
    Param::real("right", "the right end", -20.0, 20.0).or("1"),
    Param::whole("digits", "decimals to which the points are rounded before the exact fit", 1, 15).or("12"),
];

pub(super) const CHAIN: Question = Question {
    name: "chain",
    about: "five points of a hanging chain, and the conic through them",
    params: PARAMS,
    examples: &["conics chain", "conics chain --left 1.2 --right 3"],
    answer: answer_chain,
};

fn answer_chain(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let (left, right) = (ask.real("left").expect("default"), ask.real("right").expect("default"));
    if right - left < 1e-3 {
        return Err(Error::usage("--right", "not to the right of --left", "give a larger one"));
    }
    let digits = ask.size("digits");
    let words = five_words(left, right, digits);
    let five = Five::read(&words.each_ref().map(String::as_str))?;
    let Fit::Unique(kind, conic) = fit(&five) else {
        return Err(Error::usage("--digits", "the rounded points leave more than one curve", "give more digits"));
    };
    let measures = shape(kind, &conic);
    let place = if left < 0.0 && right > 0.0 { "with its bottom" } else { "on one side of its bottom" };
    let line = format!("through five points of the chain from {left} to {right}, {place}, passes: {kind}");
    Ok(Report::new(line, Standing::checked(format!("points rounded to {digits} decimals")))
        .fact("kind", kind.to_string())
        .fact("points", Fact::list(words))
        .fact("equation", equation(&conic))
        .fact("centre", measures.centre.map(Fact::list))
        .fact("axes", measures.axes.map(Fact::list))
        .table(kinds_along(digits))
        .scene(picture(&five, kind, &measures, &format!("five points of a chain: {kind}"))))
}


/// The ends, the bottom (or the middle of an arc without one) and the middles between, rounded.
pub fn five_words(left: f64, right: f64, digits: usize) -> [String; 5] {
    let bottom = if left < 0.0 && right > 0.0 { 0.0 } else { (left + right) / 2.0 };
    [left, (left + bottom) / 2.0, bottom, (bottom + right) / 2.0, right]
        .map(|x| format!("{x:.digits$},{:.digits$}", x.cosh()))
}

/// The kind of conic through five points of the chain, if there is one conic.
pub fn kind_of(left: f64, right: f64, digits: usize) -> Option<Kind> {
    let words = five_words(left, right, digits);
    match Five::read(&words.each_ref().map(String::as_str)).map(|five| fit(&five)) {
        Ok(Fit::Unique(kind, _)) => Some(kind),
        _ => None,
    }
}

/// What passes through short arcs along the chain.
fn kinds_along(digits: usize) -> Table {
    let mut table = Table::new("arcs", &["left", "right", "kind"]);
    for k in 0..10 {
        let left = f64::from(k) * 0.25 - 0.25;
        let right = left + 0.5;
        let kind = kind_of(left, right, digits.max(12)).map_or("not unique".to_string(), |k| k.to_string());
        table.row(vec![left.into(), right.into(), kind.into()]);
    }
    table
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
