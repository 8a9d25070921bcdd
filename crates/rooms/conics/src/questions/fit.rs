//! `conics fit`: the curve through five points, with its picture.

use super::super::certificate::certificate;
use super::super::elimination::forms_through;
use super::super::fit::{Coefficients, Fit, Five, Kind, Letters, discriminant, equation, fit};
use super::super::measures::{Measures, measures};
use super::super::scene::{Held, feet, five_points, through_five};
use super::super::window::Window;
use super::{exact, given_points, pair, real};
use dashu::rational::RBig;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Watch, parsed};

pub(super) const FIT: Question = Question::of("fit", answer)
    .about("the curve of second order through five points, exactly")
    .params(&[
        given_points("five points, each coordinate a decimal or a fraction"),
        Param::whole(
            "hand",
            "the point in hand: the two parabolas through the other four bound where it makes ellipses",
            1,
            5,
        ),
        Param::read("view", "the part of the plane that is drawn", "X,Y,HALF: its middle and half its side", |word| {
            parsed(read_view(word))
        }),
    ])
    .examples(&[
        "conics fit 0,0 3,1 5,4 2,2 -1,3",
        "conics fit 0,0 3,1 5,4 2,6 -1,3",
        "conics fit 0,0 1,1 2,4 -1,1 3/2,9/4",
        "conics fit 1,0 0,1 -1,0 3/5,4/5 -0.28,-0.96",
        "conics fit 0,0 1,1 3,3 0,2 2,0",
        "conics fit 0,0 1,1 3,3 0,2 1,3",
        "conics fit 0,0 1,1/2 2,1 3,3/2 4,2",
    ]);

fn read_view(word: &str) -> Result<Window> {
    let refuse = |why: &str| Error::usage(format!("{:?}", kit::shorten(word)), why, "write X,Y,HALF such as 0,0,2");
    let numbers: Option<Vec<f64>> = word.split(',').map(|n| n.trim().parse().ok()).collect();
    let Some(&[x, y, half]) = numbers.as_deref() else { return Err(refuse("not three numbers")) };
    match [x, y].iter().all(|v| v.abs() <= 1e100) && (1e-300..=1e100).contains(&half) {
        true => Ok(Window { middle: [x, y], half }),
        false => Err(refuse("too far away, or not a size")),
    }
}

/// What a hand holds and looks at.
fn held(ask: &Ask) -> Held<'_> {
    let point = ask.size_if("hand").map(|number| number - 1);
    Held { words: ask.texts("points"), point, view: ask.form_if::<Window>("view").copied() }
}

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let held = held(ask);
    let points: Vec<[RBig; 2]> = ask.forms("points").into_iter().cloned().collect();
    let five = Five::of(points.clone())?;
    match fit(&five) {
        Fit::Unique(kind, conic) => {
            let certificate = certificate(2, &points, &[conic.to_vec()]);
            Ok(unique(&five, kind, &conic, &held).certificate(certificate))
        }
        Fit::Many { reason, line } => {
            let certificate = certificate(2, &points, &forms_through(2, &points, watch)?);
            Ok(many(&five, &reason, line.as_ref(), &held).certificate(certificate))
        }
    }
}

fn unique(five: &Five, kind: Kind, conic: &Coefficients, held: &Held<'_>) -> Report {
    let measures = measures(kind, conic);
    let article = if kind == Kind::Ellipse { "an" } else { "a" };
    let what = match kind {
        Kind::CrossingLines | Kind::ParallelLines => format!("two {kind}"),
        _ => format!("{article} {kind}"),
    };
    let line = format!("the curve through the five points is {what}: {}", equation(conic));
    let report = Report::new(line, Standing::Proved).fact("kind", kind.to_string()).fact("unique", true);
    let scene = through_five(five, kind, &measures, &feet(kind, conic), held);
    with_measures(with_equation(report, conic), &measures).scene(scene)
}

fn many(five: &Five, reason: &str, line: Option<&Coefficients>, held: &Held<'_>) -> Report {
    let kind = line.map_or("not unique".to_string(), |_| Kind::OneLine.to_string());
    let report = Report::new(format!("not unique: {reason}"), Standing::Proved)
        .fact("kind", kind)
        .fact("unique", false)
        .fact("reason", reason);
    match line {
        Some(conic) => {
            let measures = measures(Kind::OneLine, conic);
            let feet = ["one line: the curve is not unique".to_string()];
            let scene = through_five(five, Kind::OneLine, &measures, &feet, held);
            with_measures(with_equation(report, conic), &measures).scene(scene)
        }
        None => report.scene(five_points(five, reason, held)),
    }
}

fn with_equation(report: Report, conic: &Coefficients) -> Report {
    let letters = Letters::of(conic);
    let report = report
        .fact("equation", equation(conic))
        .fact("coefficients", Fact::List(conic.iter().map(Fact::big).collect()))
        .fact("discriminant", Fact::big(discriminant(conic)))
        .fact("letters", letters.equation());
    let named = Letters::NAMES.into_iter().zip(&letters.coefficients).take(5);
    named.fold(report, |report, (name, value)| report.fact(name, exact(value))).fact("D", exact(&letters.d))
}

fn with_measures(report: Report, measures: &Measures) -> Report {
    report
        .fact("centre", measures.centre.map(pair))
        .fact("axes", measures.axes.map(pair))
        .fact("angle", measures.angle.map(|angle| real(angle.to_degrees())))
        .fact("foci", Fact::List(measures.foci.iter().map(|&f| pair(f)).collect()))
        .fact("vertex", measures.vertex.map(pair))
        .fact("eccentricity", measures.eccentricity.map(real))
}

#[cfg(test)]
mod tests {
    use super::super::super::fit::SEVEN;
    use super::*;
    use crate::TOPIC;

    #[test]
    fn the_seven_examples_show_the_seven_kinds() {
        for ((kind, words), sentence) in SEVEN.into_iter().zip(FIT.examples) {
            assert_eq!(*sentence, format!("conics fit {}", words.join(" ")));
            let report = TOPIC.answer(sentence).unwrap();
            assert_eq!(report.get("kind").and_then(Fact::as_text), Some(kind.to_string().as_str()), "{sentence}");
            assert!(report.scenes[0].shapes.len() > 10, "{sentence}");
        }
    }

    #[test]
    fn bad_points_are_refused_in_one_line() {
        let cases = [
            ("conics fit", "missing"),
            ("conics fit 1,2 3,4", "too few"),
            ("conics fit 1,2 3,4 5,6 7,8 9,10 11,12", "too many"),
            ("conics fit 1,NaN 3,4 5,6 7,8 9,1", "not a number"),
            ("conics fit 1,inf 3,4 5,6 7,8 9,1", "not a finite number"),
            ("conics fit 1 3,4 5,6 7,8 9,1", "not a point"),
            ("conics fit 1,2,3 3,4 5,6 7,8 9,1", "more than two"),
            ("conics fit 1e309,0 3,4 5,6 7,8 9,1", "the limit of a coordinate is 10^100"),
            ("conics fit 1,1/0 3,4 5,6 7,8 9,1", "denominator is zero"),
        ];
        kit::trial::refused(&cases, |sentence| TOPIC.answer(sentence));
    }

    #[test]
    fn no_answer_says_nan_or_minus_zero_however_far_or_near_the_points() {
        for words in [
            "1e100,0 0,1e100 -1e100,0 0,-1e100 1,1",
            "1e-300,0 0,1e-300 -1e-300,0 0,-1e-300 1,1",
            "1e100,1e-100 -1e-100,1e100 3,1e-399 1e-399,5 -7,-1e50",
            "0,0 1e-399,0 0,1e-399 1e-399,1e-398 3e-399,1e-398",
            "0,0 1,1 2,4 -1,1 3/2,9/4",
            "1e90,1 1e90,2 1e90,3 0,1 0,2",
        ] {
            let report = TOPIC.answer(&format!("conics fit {words}")).unwrap();
            for (name, fact) in &report.facts {
                let fact = format!(" {} ", fact.to_string().replace(['(', ')', ','], " "));
                assert!(!fact.contains("NaN") && !fact.contains("inf") && !fact.contains(" -0 "), "{words}: {name}");
            }
            let picture = format!("{:?}", report.scenes);
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{words}");
        }
    }
}
