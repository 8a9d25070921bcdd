//! `conics chain`: five points of a hanging chain and what passes through them.

use super::super::chain::{five_words, kind_of};
use super::super::fit::{Fit, Five, equation, fit};
use super::super::measures::measures;
use super::super::scene::through_five;
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
    answer,
};

fn answer(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let (left, right) = (ask.real("left"), ask.real("right"));
    if right - left < 1e-3 {
        return Err(Error::usage("--right", "not to the right of --left", "give a larger one"));
    }
    let digits = ask.size("digits");
    let words = five_words(left, right, digits);
    let five = Five::read(&words)?;
    let Fit::Unique(kind, conic) = fit(&five) else {
        return Err(Error::usage("--digits", "the rounded points leave more than one curve", "give more digits"));
    };
    let measures = measures(kind, &conic);
    let place = if left < 0.0 && right > 0.0 { "with its bottom" } else { "on one side of its bottom" };
    let line = format!("through five points of the chain from {left} to {right}, {place}, passes: {kind}");
    Ok(Report::new(line, Standing::checked(format!("points rounded to {digits} decimals")))
        .fact("kind", kind.to_string())
        .fact("points", Fact::list(words))
        .fact("equation", equation(&conic))
        .fact("centre", measures.centre.map(Fact::list))
        .fact("axes", measures.axes.map(Fact::list))
        .table(kinds_along(digits))
        .scene(through_five(&five, kind, &measures, &format!("five points of a chain: {kind}"))))
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
