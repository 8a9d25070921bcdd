//! `conics curve`: a curve of order D through D(D + 3)/2 points, and the lower orders through the first of them.

use super::super::certificate::certificate;
use super::super::curve::random;
use super::super::elimination::{Form, forms_through, rounded, term_text, terms};
use super::super::scene::plane_curves;
use super::{decimal_equation, points};
use dashu::rational::RBig;
use engine::rational::{from_f64, to_f64};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

/// The highest order.
const HIGHEST: i64 = 10;

pub(super) const CURVE: Question = Question::of("curve", answer)
    .about("a curve of order D through D(D + 3)/2 points, exactly")
    .params(&[
        Param::whole("order", "the order of the curve", 1, HIGHEST).or("3"),
        Param::whole(
            "from",
            "the lowest order: also the curves of lower order through the first of the points",
            1,
            HIGHEST,
        ),
        Param::source("points", "the points X,Y, or a file that holds them; random ones if none are given", 20_000),
        Param::seed(),
    ])
    .examples(&[
        "conics curve --order 3",
        "conics curve --order 4 --seed 2",
        "conics curve --order 5 --seed 3",
        "conics curve --order 5 --from 2 --seed 7",
    ]);

/// How many points fix a curve.
fn points_of(order: usize) -> usize {
    order * (order + 3) / 2
}

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let order = ask.size("order");
    let lowest = ask.size_if("from").unwrap_or(order);
    if lowest > order {
        return Err(Error::usage(format!("--from {lowest}"), "above the order", "give a lower one"));
    }
    let needed = points_of(order);
    let points = match ask.text_if("points") {
        Some(text) => given(text, needed)?,
        None => random(needed, ask.seed()).into_iter().map(|p| p.map(|x| from_f64(x).unwrap_or_default())).collect(),
    };
    let mut curves = Vec::new();
    for order in lowest..=order {
        curves.push((order, forms_through(order, &points[..points_of(order)], watch)?));
    }
    let forms = &curves[curves.len() - 1].1;
    let line = match forms.len() {
        1 => format!("one curve of order {order} passes through the {needed} points"),
        _ => format!("more than one curve of order {order} passes through the {needed} points; one of them is drawn"),
    };
    let doubles: Vec<[f64; 2]> = points.iter().map(|p| p.each_ref().map(to_f64)).collect();
    let (scene, residual) = plane_curves(lowest, order, &doubles);
    Ok(Report::new(line, Standing::Proved)
        .fact("order", order)
        .fact("points", Fact::List(doubles.iter().map(|&p| Fact::list(p)).collect()))
        .fact("unique", forms.len() == 1)
        .fact("equation", equation(&forms[0]))
        .fact("drawn_residual", residual)
        .table(orders(&curves))
        .table(coefficients(order, &forms[0]))
        .scene(scene)
        .certificate(certificate(order, &points, forms)))
}

fn given(text: &str, needed: usize) -> Result<Vec<[RBig; 2]>> {
    let points = points(text)?;
    match points.len() == needed {
        true => Ok(points),
        false => Err(Error::usage(
            format!("{} points", points.len()),
            "a curve of this order takes another number",
            format!("give {needed}"),
        )),
    }
}

/// The equation with the largest coefficient 1 in size, to ten decimals.
fn equation(form: &Form) -> String {
    decimal_equation(&rounded(form))
}

fn coefficients(order: usize, form: &Form) -> Table {
    let mut table = Table::new("coefficients", &["term", "coefficient"]);
    for (term, c) in terms(order).into_iter().zip(rounded(form)) {
        let text = term_text(term);
        table.row(vec![if text.is_empty() { "1".into() } else { text.into() }, super::real(c)]);
    }
    table
}

fn orders(curves: &[(usize, Vec<Form>)]) -> Table {
    let mut table = Table::new("orders", &["order", "points", "unique", "equation"]);
    for (order, forms) in curves {
        let text = equation(&forms[0]);
        table.row(kit::row![*order, points_of(*order), forms.len() == 1, text]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equation_is_the_one_that_the_points_were_taken_from() {
        // Nine points of y = x^3; the sum of their x is not zero, or they would lie on two cubics.
        let words = "--points \"0,0 1,1 2,8 3,27 -1,-1 -2,-8 -3,-27 1/2,1/8 5,125\"";
        let report = crate::TOPIC.answer(&format!("conics curve --order 3 {words}")).unwrap();
        assert_eq!(report.get("equation").and_then(Fact::as_text), Some("x^3 - y = 0"));
        let seven =
            crate::TOPIC.answer("conics curve --order 3 --points \"0,0 1,0 2,0 0,1 1,1 2,1 0,2 1,2 2,2\"").unwrap();
        assert_eq!(seven.get("unique"), Some(&Fact::Truth(false)));
    }

    #[test]
    fn the_lower_orders_pass_through_the_first_points_and_bad_asks_are_refused() {
        let report = crate::TOPIC.answer("conics curve --order 4 --from 1").unwrap();
        assert_eq!(report.tables[0].rows.len(), 4);
        assert!(
            crate::TOPIC.answer("conics curve --order 2 --from 3").unwrap_err().to_string().contains("above the order")
        );
        assert!(crate::TOPIC.answer("conics curve --order 2 --points 1,2").unwrap_err().to_string().contains("give 5"));
    }
}
