//! `conics chain`: points of a hanging chain, given or computed, and the curves through them.

use super::super::catenary::{Fitted, catenary, conic, parabola, spread};
use super::super::chain::{five_words, kind_of};
use super::super::fit::{Fit, Five, equation, fit};
use super::super::measures::measures;
use super::super::scene::{Held, fitted_curves, through_five};
use super::points;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const CHAIN: Question = Question::of("chain", answer)
    .about("points of a hanging chain: the conic through five, the catenary nearest to all")
    .params(&[
        Param::real("left", "the left end, in units of the chain's parameter from its bottom", -20.0, 20.0).or("-1"),
        Param::real("right", "the right end", -20.0, 20.0).or("1"),
        Param::whole("digits", "decimals to which the points are rounded before the exact fit", 1, 15).or("12"),
        Param::source("points", "points X,Y of a chain as read from a photograph, or a file that holds them", 20_000),
    ])
    .examples(&[
        "conics chain",
        "conics chain --left 1.2 --right 3",
        "conics chain --points \"40,61 110,236 190,344 300,391 385,365 480,258 560,68\"",
    ]);

fn answer(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    if let Some(text) = ask.text_if("points") {
        return photograph(text);
    }
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
        .scene(through_five(&five, kind, &measures, &[format!("five points of a chain: {kind}")], &Held::default())))
}

/// The curves nearest to points of a photograph.
fn photograph(text: &str) -> Result<Report> {
    let mut points: Vec<[f64; 2]> =
        points(text)?.into_iter().map(|p| p.each_ref().map(engine::rational::to_f64)).collect();
    if points.len() < 3 {
        return Err(Error::usage(kit::say::count(points.len() as u64, "point"), "too few", "give at least three"));
    }
    if points.len() > MOST_POINTS {
        let limit = format!("the limit is {MOST_POINTS}");
        return Err(Error::too_large(format!("{} points", points.len()), limit, "give fewer"));
    }
    if let Some(far) = points.iter().flatten().find(|c| c.abs() > FARTHEST) {
        let limit = format!("the limit of a coordinate here is {FARTHEST:e}");
        return Err(Error::too_large(format!("a coordinate of about {far:.0e}"), limit, "measure in larger units"));
    }
    points.sort_by(|p, q| p[0].total_cmp(&q[0]));
    let Some(found) = catenary(&points) else {
        let why = "no catenary: fewer than three different X, or all on a line";
        return Err(Error::usage("--points", why, "give points of a chain"));
    };
    let mut curves = vec![("catenary", found.clone())];
    curves.extend(parabola(&points).map(|curve| ("parabola", curve)));
    curves.extend(conic(&points).map(|curve| (conic_kind(&curve), curve)));
    // Where points are too unlike for floating point a curve is left out, and no word of it is said.
    curves.retain(|(_, curve)| curve.distances(&points).iter().all(|distance| distance.is_finite()));
    if curves.first().is_none_or(|(name, _)| *name != "catenary") {
        return Err(Error::usage("--points", "the points are too unlike in size", "give points of a chain"));
    }
    let told = |(name, curve): &(&str, Fitted)| {
        let [mean, largest] = curve.distances(&points);
        (curve.clone(), format!("{name}: off by {mean:.3} in the mean, {largest:.3} at most"))
    };
    let drawn: Vec<(Fitted, String)> = curves.iter().map(told).collect();
    let line = format!(
        "{} points of a chain; {}",
        points.len(),
        drawn.iter().map(|(_, l)| l.as_str()).collect::<Vec<_>>().join("; ")
    );
    let mut table = Table::new("curves", &["curve", "equation", "mean distance", "largest distance"]);
    for (name, curve) in &curves {
        let [mean, largest] = curve.distances(&points);
        table.row(kit::row![*name, fitted_equation(curve), mean, largest]);
    }
    let Fitted::Catenary([k, x0, y0]) = found else { return Err(Error::failed("a catenary is a catenary")) };
    Ok(Report::new(line, Standing::Best)
        .fact("points", points.len())
        .fact("parameter", super::real(1.0 / k))
        .fact("bottom", super::pair([x0, y0]))
        .fact(
            "nearest",
            curves
                .iter()
                .map(|(name, c)| (c.distances(&points)[0], *name))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .map(|(_, name)| name),
        )
        .table(table)
        .table(catenaries(&points))
        .scene(fitted_curves(&points, &drawn)))
}

/// The most points of a photograph.
const MOST_POINTS: usize = 1000;
/// How far out they may be: curves are fitted in floating point, and squares of squares must be some.
const FARTHEST: f64 = 1e12;

fn conic_kind(curve: &Fitted) -> &'static str {
    match curve {
        Fitted::Conic([a, b, c, ..]) if b * b < 4.0 * a * c => "ellipse",
        _ => "hyperbola",
    }
}

fn fitted_equation(curve: &Fitted) -> String {
    match curve {
        Fitted::Catenary([k, x0, y0]) => {
            let sign = |negative: bool| if negative { '-' } else { '+' };
            let (a, way, aside) = (1.0 / k.abs(), sign(*k < 0.0), sign(*x0 > 0.0));
            format!("y = {y0:.6} {way} {a:.6} (cosh((x {aside} {:.6})/{a:.6}) - 1)", x0.abs())
        }
        Fitted::Parabola([a, b, c]) => format!("y = {a:.9} x^2 + {b:.9} x + {c:.6}").replace("+ -", "- "),
        Fitted::Conic(coefficients) => super::decimal_equation(coefficients),
    }
}

/// The catenary through three, four, five and more of the points, and how far off all of them are.
fn catenaries(points: &[[f64; 2]]) -> Table {
    let mut table = Table::new("catenaries", &["through", "parameter", "x0", "y0", "largest distance of all"]);
    for count in 3..=points.len().min(12) {
        if let Some(found @ Fitted::Catenary([k, x0, y0])) = catenary(&spread(points, count)) {
            let largest = found.distances(points)[1];
            table.row(kit::row![count, 1.0 / k, x0, y0, largest]);
        }
    }
    table
}

/// What passes through short arcs along the chain.
fn kinds_along(digits: usize) -> Table {
    let mut table = Table::new("arcs", &["left", "right", "kind"]);
    for k in 0..10 {
        let left = f64::from(k) * 0.25 - 0.25;
        let right = left + 0.5;
        let kind = kind_of(left, right, digits.max(12)).map_or("not unique".to_string(), |k| k.to_string());
        table.row(kit::row![left, right, kind]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_a_catenary_are_told_from_a_parabola() {
        let at = |k: i32| (20 * k, 100.0 * (f64::from(20 * k - 90) / 100.0).cosh());
        let words: Vec<String> = (0..10).map(at).map(|(x, y)| format!("{x},{y:.3}")).collect();
        let report = crate::TOPIC.answer(&format!("conics chain --points \"{}\"", words.join(" "))).unwrap();
        assert_eq!(report.get("nearest").and_then(Fact::as_text), Some("catenary"));
        assert!(matches!(report.get("parameter"), Some(Fact::Real(a)) if (a - 100.0).abs() < 0.01));
        assert_eq!(report.tables[1].rows.len(), 8);
        let flat: Vec<String> = (-5..=5).map(|x| format!("{x},{}", x * x)).collect();
        let report = crate::TOPIC.answer(&format!("conics chain --points \"{}\"", flat.join(" "))).unwrap();
        assert_ne!(report.get("nearest").and_then(Fact::as_text), Some("catenary"));
    }

    #[test]
    fn what_is_no_chain_is_refused() {
        let far = "40,1e100 110,236 190,344 300,391 385,365 480,258 560,68";
        for words in ["0,0 1,1", "0,0 1,1 2,2", "0,0 0,1 0,2", "0,0 1,x 2,2", far] {
            assert!(crate::TOPIC.answer(&format!("conics chain --points \"{words}\"")).is_err(), "{words}");
        }
    }
}
