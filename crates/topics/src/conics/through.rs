//! `conics fit`: the curve through five points, with its picture.

use super::figure::{Window, add_chain, add_foot, add_line, add_marks, add_points, conic_window, parametric, sheet};
use super::fit::{Coefficients, Fit, Five, Kind, discriminant, equation, fit, read_point};
use super::shape::{Shape as Measures, shape};
use kit::{Ask, Fact, Ink, Param, Question, Report, Result, Scene, Standing, Watch};

/// Five points for each of the seven kinds, the ones that the gallery shows.
pub const SEVEN: [(Kind, &str); 7] = [
    (Kind::Hyperbola, "conics fit 0,0 3,1 5,4 2,2 -1,3"),
    (Kind::Ellipse, "conics fit 0,0 3,1 5,4 2,6 -1,3"),
    (Kind::Parabola, "conics fit 0,0 1,1 2,4 -1,1 3/2,9/4"),
    (Kind::Circle, "conics fit 1,0 0,1 -1,0 3/5,4/5 -0.28,-0.96"),
    (Kind::CrossingLines, "conics fit 0,0 1,1 3,3 0,2 2,0"),
    (Kind::ParallelLines, "conics fit 0,0 1,1 3,3 0,2 1,3"),
    (Kind::OneLine, "conics fit 0,0 1,1/2 2,1 3,3/2 4,2"),
];


const POINT: Param = Param::form(
    "points",
    "five points, each coordinate a decimal or a fraction",
    "a point X,Y such as 0.5,-3/4",
    |word| read_point(word).map(|_| ()),
)
.rest();
pub(super) const THROUGH: Question = Question {
    name: "fit",
    about: "the curve of second order through five points, exactly",
    params: &[POINT],
    examples: const LIST: [&str; 7] = {
            let mut list = [""; 7];
            let mut i = 0;
            while i < 7 {
                list[i] = SEVEN[i].1;
                i += 1;
            }
            list
        };
        &LIST,
    answer: answer_through,
};

fn answer_through(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let five = Five::read(&ask.rest("points"))?;
    Ok(match fit(&five) {
        Fit::Unique(kind, conic) => unique(&five, kind, &conic),
        Fit::Many { reason, line } => many(&five, &reason, line.as_ref()),
    })
}


fn unique(five: &Five, kind: Kind, conic: &Coefficients) -> Report {
    let measures = shape(kind, conic);
    let article = if kind == Kind::Ellipse { "an" } else { "a" };
    let what = match kind {
        Kind::CrossingLines | Kind::ParallelLines => format!("two {kind}"),
        _ => format!("{article} {kind}"),
    };
    let line = format!("the curve through the five points is {what}: {}", equation(conic));
    let report = Report::new(line, Standing::Proved).fact("kind", kind.to_string()).fact("unique", true);
    with_measures(with_equation(report, conic), &measures).scene(picture(five, kind, &measures, &equation(conic)))
}

fn many(five: &Five, reason: &str, line: Option<&Coefficients>) -> Report {
    let kind = line.map_or("not unique".to_string(), |_| Kind::OneLine.to_string());
    let report = Report::new(format!("not unique: {reason}"), Standing::Proved)
        .fact("kind", kind)
        .fact("unique", false)
        .fact("reason", reason);
    match line {
        Some(conic) => {
            let measures = shape(Kind::OneLine, conic);
            let scene = picture(five, Kind::OneLine, &measures, "one line: the curve is not unique");
            with_measures(with_equation(report, conic), &measures).scene(scene)
        }
        None => {
            let points: Vec<[f64; 2]> = (0..5).map(|i| five.point(i)).collect();
            let window = Window::around(points.iter().copied(), 0.35);
            let mut scene = sheet("many", format!("five points: {reason}"), &window);
            add_points(&mut scene, &window, &points);
            report.scene(scene)
        }
    }
}

fn with_equation(report: Report, conic: &Coefficients) -> Report {
    report
        .fact("equation", equation(conic))
        .fact("coefficients", Fact::List(conic.iter().map(Fact::big).collect()))
        .fact("discriminant", Fact::big(discriminant(conic)))
}

fn with_measures(report: Report, measures: &Measures) -> Report {
    let pair = |p: [f64; 2]| Fact::list(p);
    report
        .fact("centre", measures.centre.map(pair))
        .fact("axes", measures.axes.map(pair))
        .fact("angle", measures.angle.map(f64::to_degrees))
        .fact("foci", Fact::List(measures.foci.iter().map(|&f| pair(f)).collect()))
        .fact("vertex", measures.vertex.map(pair))
        .fact("eccentricity", measures.eccentricity)
}

/// The five points and their curve.
pub fn picture(five: &Five, kind: Kind, measures: &Measures, foot: &str) -> Scene {
    let points: Vec<[f64; 2]> = (0..5).map(|i| five.point(i)).collect();
    let window = conic_window(&points, measures, kind);
    let name = kind.to_string().replace(' ', "-");
    let mut scene = sheet(&name, format!("five points and the {kind} through them"), &window);
    match kind {
        Kind::OneLine => {
            let far = (1..5).find(|&i| points[i] != points[0]).unwrap_or(1);
            add_line(&mut scene, &window, points[0], points[far], Ink::Solid, 0.07);
        }
        Kind::CrossingLines | Kind::ParallelLines => {
            for [i, j] in lines_of(five) {
                add_line(&mut scene, &window, points[i], points[j], Ink::Solid, 0.07);
            }
        }
        _ => {
            for chain in parametric(kind, measures, &window) {
                add_chain(&mut scene, &window, &chain, Ink::Solid, 0.07);
            }
        }
    }
    add_marks(&mut scene, &window, measures);
    add_points(&mut scene, &window, &points);
    add_foot(&mut scene, foot);
    scene
}

/// Two points on each of the two lines of a degenerate conic.
pub fn lines_of(five: &Five) -> Vec<[usize; 2]> {
    let zero = dashu::integer::IBig::ZERO;
    for i in 0..5 {
        for j in i + 1..5 {
            let on: Vec<usize> = (0..5).filter(|&k| k == i || k == j || five.orientation(i, j, k) == zero).collect();
            if on.len() == 3 {
                let off: Vec<usize> = (0..5).filter(|k| !on.contains(k)).collect();
                return vec![[i, j], [off[0], off[1]]];
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{NoFiles, Unwatched, read_sentence};

    fn answer(sentence: &str) -> Result<Report> {
        let (question, ask) = read_sentence(&[&super::super::Conics], sentence, &NoFiles)?;
        (question.answer)(&ask, &mut Unwatched)
    }

    #[test]
    fn the_seven_examples_show_the_seven_kinds() {
        for (kind, sentence) in SEVEN {
            let report = answer(sentence).unwrap();
            assert_eq!(report.get("kind").and_then(Fact::as_text), Some(kind.to_string().as_str()), "{sentence}");
            assert!(report.scenes[0].shapes.len() > 10, "{sentence}");
        }
    }

    #[test]
    fn every_curve_drawn_passes_through_its_points() {
        for (kind, sentence) in SEVEN.into_iter().take(4) {
            let words: Vec<&str> = sentence.split(' ').skip(2).collect();
            let five = Five::read(&words).unwrap();
            let Fit::Unique(_, conic) = fit(&five) else { panic!("{sentence}") };
            let measures = shape(kind, &conic);
            let points: Vec<[f64; 2]> = (0..5).map(|i| five.point(i)).collect();
            let window = conic_window(&points, &measures, kind);
            let chains = parametric(kind, &measures, &window);
            for p in points {
                let nearest = chains.iter().flatten().map(|q| (p[0] - q[0]).hypot(p[1] - q[1])).fold(9e9, f64::min);
                assert!(nearest < 0.02 * window.half, "{kind}: point {p:?} is {nearest} away");
            }
        }
    }

    #[test]
    fn bad_points_are_refused_in_one_line() {
        for (sentence, part) in [
            ("conics fit", "missing"),
            ("conics fit 1,2 3,4", "too few"),
            ("conics fit 1,2 3,4 5,6 7,8 9,10 11,12", "too many"),
            ("conics fit 1,NaN 3,4 5,6 7,8 9,1", "not a number"),
            ("conics fit 1,inf 3,4 5,6 7,8 9,1", "not a finite number"),
            ("conics fit 1 3,4 5,6 7,8 9,1", "not a point"),
            ("conics fit 1,2,3 3,4 5,6 7,8 9,1", "more than two"),
            ("conics fit 1,1/0 3,4 5,6 7,8 9,1", "denominator is zero"),
        ] {
            let line = answer(sentence).unwrap_err().to_string();
            assert!(line.contains(part), "{sentence}: {line}");
        }
    }
}
