//! What can be asked about the conic through five points.

mod card;
mod chain;
mod curve;
mod fit;
mod four;
mod odds;
mod rain;
mod relation;
mod sylvester;

use super::elimination::{term_text, terms};
use super::fit::read_point;
use super::region::Region;
use dashu::rational::RBig;
use kit::{Ask, Fact, Param, Question, Result, parsed};

/// The questions.
pub(super) static QUESTIONS: &[Question] = &[
    fit::FIT,
    four::FOUR,
    odds::ODDS,
    sylvester::SYLVESTER,
    relation::RELATION,
    curve::CURVE,
    chain::CHAIN,
    card::CARD,
    rain::RAIN,
];

/// The parameter of every question about a region.
const REGION: Param = Param::source(
    "region",
    "square, rectangle, disk, triangle, gauss, halfdisk, ring:0.5, ngon:6, or corners X,Y or a file of them",
    20_000,
)
.or("square");

/// The region that is asked about.
fn region_of(ask: &Ask) -> Result<Region> {
    Region::read(ask.text("region"))
}

/// A double as a fact: nothing where there is no number, and zero without a sign.
fn real(x: f64) -> Fact {
    if x.is_finite() { Fact::Real(x + 0.0) } else { Fact::Nothing }
}

/// A pair of doubles.
fn pair(p: [f64; 2]) -> Fact {
    Fact::List(p.into_iter().map(real).collect())
}

/// An exact number: a whole one, or a fraction as text.
fn exact(x: &RBig) -> Fact {
    if x.is_int() { Fact::big(x) } else { Fact::Text(x.to_string()) }
}

/// The equation of a curve whose terms stand in the order of [`terms`], with coefficients up to 1 in size, to ten
/// decimals.
fn decimal_equation(coefficients: &[f64]) -> String {
    let order = (1..).find(|order| (order + 1) * (order + 2) / 2 >= coefficients.len()).unwrap_or(1);
    let mut text = String::new();
    for (term, c) in terms(order).into_iter().zip(coefficients) {
        let size = format!("{:.10}", c.abs());
        let size = size.trim_end_matches('0').trim_end_matches('.');
        let sign = match (text.is_empty(), *c < 0.0) {
            _ if size == "0" => continue,
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let term = term_text(term);
        let size = if size == "1" && !term.is_empty() { "" } else { size };
        text.push_str(&format!("{sign}{size}{term}"));
    }
    format!("{text} = 0")
}

/// The parameter of points that are given as words.
const fn given_points(about: &'static str) -> Param {
    Param::read("points", about, "a point X,Y such as 0.5,-3/4", |word| parsed(read_point(word))).rest()
}

/// The points of a text, `X,Y` each.
fn points(text: &str) -> Result<Vec<[RBig; 2]>> {
    text.split([' ', '\n', '\r', '\t', ';']).filter(|word| !word.is_empty()).map(read_point).collect()
}
