//! `conics curve`: a curve of order D through D(D + 3)/2 points.

use super::super::curve::{random, through};
use super::super::fit::read_point;
use super::super::scene::plane_curve;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Watch};

/// The highest order.
const HIGHEST: i64 = 10;

const PARAMS: &[Param] = &[
    Param::whole("order", "the order of the curve", 1, HIGHEST).or("3"),
    Param::source("points", "the points X,Y, or a file that holds them; random ones if none are given", 20_000),
    Param::seed(),
];

pub(super) const CURVE: Question = Question {
    name: "curve",
    about: "a curve of order D through D(D + 3)/2 points",
    params: PARAMS,
    examples: &["conics curve --order 3", "conics curve --order 4 --seed 2", "conics curve --order 5 --seed 3"],
    answer,
};

fn answer(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let order = ask.size("order");
    let needed = order * (order + 3) / 2;
    let points = match ask.text_if("points") {
        Some(text) => given(text, needed)?,
        None => random(needed, ask.seed()),
    };
    let curve = through(order, &points);
    let residual = points.iter().map(|&p| curve.value(p).abs()).fold(0.0, f64::max);
    let unique = curve.least_pivot > 1e-9;
    let line = match unique {
        true => format!("the curve of order {order} through {needed} points, residual {residual:.1e}"),
        false => {
            format!("the points leave more than one curve of order {order}; one of them, residual {residual:.1e}")
        }
    };
    Ok(Report::new(line, Standing::Estimate { error: residual })
        .fact("order", order)
        .fact("points", Fact::List(points.iter().map(|&p| Fact::list(p)).collect()))
        .fact("unique", unique)
        .fact("residual", residual)
        .fact("least_pivot", curve.least_pivot)
        .fact("coefficients", Fact::list(curve.coefficients.iter().copied()))
        .scene(plane_curve(&curve, &points)))
}

fn given(text: &str, needed: usize) -> Result<Vec<[f64; 2]>> {
    let words = text.split([' ', '\n', '\r', '\t', ';']).filter(|w| !w.is_empty());
    let points: Vec<[f64; 2]> =
        words.map(|word| Ok(read_point(word)?.map(|x| engine::rational::to_f64(&x)))).collect::<Result<_>>()?;
    match points.len() == needed {
        true => Ok(points),
        false => Err(Error::usage(
            format!("{} points", points.len()),
            "a curve of this order takes another number",
            format!("give {needed}"),
        )),
    }
}
