//! `conics four`: Purcell's picture, the two parabolas through four points and the zones of the fifth.

use super::super::purcell::{Field, parabolas, zone_areas};
use super::super::region::Region;
use super::super::scene::four_points;
use super::{REGION, decimal_equation, given_points, region_of};
use dashu::rational::RBig;
use engine::rational::to_f64;
use kit::{Ask, Error, Fact, Question, Report, Result, Standing, Table, Watch};

pub(super) const FOUR: Question = Question::of("four", answer)
    .about("four points, the two parabolas through them, and the area where a fifth gives an ellipse")
    .params(&[given_points("four points of the region, each coordinate a decimal or a fraction"), REGION])
    .examples(&[
        "conics four -0.7,-0.6 0.3,-0.9 0.9,0.7 -0.2,0.2",
        "conics four 0.1,0.8 -0.7,0.1 0.2,-0.6 0.9,0.2 --region disk",
        "conics four -0.8,-0.8 0.8,-0.6 0,0.9 0,0",
    ]);

/// What the essay calls the reason that one point inside the triangle of the others leaves no ellipse.
const ARGUMENT: &str = "theorem of the inner point";

fn answer(ask: &Ask, _: &mut dyn Watch) -> Result<Report> {
    let region = region_of(ask)?;
    let points: Vec<&[RBig; 2]> = ask.forms("points");
    let Ok(points) = <[&[RBig; 2]; 4]>::try_from(points) else {
        return Err(Error::usage(format!("{} points", ask.texts("points").len()), "not four", "give four words X,Y"));
    };
    let Some(field) = Field::of(&region) else {
        return Err(Error::usage("--region", "its border is no polygon and no circle", "give another region"));
    };
    let doubles = points.map(|p| p.each_ref().map(to_f64));
    match convex(&points) {
        Position::Convex => zones(&region, &field, &doubles),
        Position::Inner(inner) => {
            let why = format!("point {} is in the triangle of the others", inner + 1);
            let line = format!("{why}: no fifth point gives an ellipse");
            let feet = [why];
            Ok(Report::new(line, Standing::Proved)
                .fact("convex", false)
                .fact("ellipse", 0)
                .argument(ARGUMENT)
                .scene(four_points(&field, &doubles, None, &feet)))
        }
        Position::Collinear([i, j, k]) => Err(Error::usage(
            format!("points {}, {} and {}", i + 1, j + 1, k + 1),
            "they are on one line, and every conic through the four is a pair of lines or meets it twice",
            "give four points of which no three are on a line",
        )),
    }
}

fn zones(region: &Region, field: &Field, points: &[[f64; 2]; 4]) -> Result<Report> {
    let (Some(pair), Some(areas)) = (parabolas(points), zone_areas(field, points)) else {
        return Err(Error::usage("POINTS", "too nearly on a line for doubles", "give points farther apart"));
    };
    let whole = field.area();
    let share = areas.map(|area| area / whole);
    let missed = (share.iter().sum::<f64>() - 1.0).abs();
    let ellipse = share[0] + share[1];
    let line = format!(
        "{}: a fifth point gives an ellipse with probability {ellipse:.10}, the zones inside exactly one of the two parabolas",
        region.name()
    );
    let mut table = Table::new("zones", &["zone", "curve", "area", "share"]);
    let names = ["inside the first parabola alone", "inside the second alone", "inside both", "outside both"];
    let curves = ["ellipse", "ellipse", "hyperbola", "hyperbola"];
    for k in 0..4 {
        table.row(kit::row![names[k], curves[k], areas[k], share[k]]);
    }
    table.row(kit::row!["all", Fact::Nothing, areas.iter().sum::<f64>(), share.iter().sum::<f64>()]);
    let feet = [
        format!("a fifth point gives an ellipse in the shaded zones: {:.5} + {:.5} = {ellipse:.5}", share[0], share[1]),
        format!("inside both parabolas {:.5}, outside both {:.5}: hyperbolas", share[2], share[3]),
    ];
    let missed = if missed < 1e-16 { "less than 1e-16".to_string() } else { format!("{missed:.0e}") };
    let standing = Standing::checked(format!("rounding, by which the four zones miss the region by {missed}"));
    Ok(Report::new(line, standing)
        .fact("convex", true)
        .fact("ellipse", ellipse)
        .fact("hyperbola", share[2] + share[3])
        .fact("area", whole)
        .fact("first_parabola", decimal_equation(&pair[0].coefficients()))
        .fact("second_parabola", decimal_equation(&pair[1].coefficients()))
        .table(table)
        .scene(four_points(field, points, Some(&pair), &feet)))
}

/// How four points lie.
enum Position {
    Convex,
    /// That one is in the triangle of the others.
    Inner(usize),
    /// These are on one line.
    Collinear([usize; 3]),
}

/// Decided exactly, by the signs of the four triangles.
fn convex(points: &[&[RBig; 2]; 4]) -> Position {
    let turn = |i: usize, j: usize, k: usize| {
        let [p, q, r] = [points[i], points[j], points[k]];
        (&q[0] - &p[0]) * (&r[1] - &p[1]) - (&q[1] - &p[1]) * (&r[0] - &p[0])
    };
    let others = |out: usize| -> [usize; 3] { std::array::from_fn(|k| if k < out { k } else { k + 1 }) };
    if let Some(line) = (0..4).map(others).find(|&[i, j, k]| turn(i, j, k).is_zero()) {
        return Position::Collinear(line);
    }
    let left = |i: usize, j: usize, k: usize| turn(i, j, k) > RBig::ZERO;
    let inner = (0..4).find(|&p| {
        let [i, j, k] = others(p);
        left(i, j, p) == left(j, k, p) && left(j, k, p) == left(k, i, p)
    });
    inner.map_or(Position::Convex, Position::Inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOPIC;

    #[test]
    fn the_zones_of_a_centred_square_are_half_of_each_other() {
        // By symmetry the parabolas through (+-a, +-a) are pairs of parallel lines; a turn keeps the shares equal.
        let report = TOPIC.answer("conics four 0.5,0.1 -0.1,0.5 -0.5,-0.1 0.1,-0.5").unwrap();
        let rows = &report.tables[0].rows;
        let share = |k: usize| match rows[k][3] {
            Fact::Real(share) => share,
            _ => panic!("a share is a number"),
        };
        assert!((share(0) - share(1)).abs() < 1e-9 && (share(4) - 1.0).abs() < 1e-9, "{rows:?}");
    }

    #[test]
    fn an_inner_point_leaves_no_ellipse_and_a_line_is_refused() {
        let report = TOPIC.answer("conics four -0.8,-0.8 0.8,-0.6 0,0.9 0,0").unwrap();
        assert_eq!(report.standing, Standing::Proved);
        assert!(TOPIC.answer("conics four 0,0 1,1 2,2 3,0").unwrap_err().to_string().contains("one line"));
        assert!(TOPIC.answer("conics four 0,0 1,1").unwrap_err().to_string().contains("not four"));
        assert!(TOPIC.answer("conics four 0,0 1,0 1,1 0,1 --region gauss").is_err());
    }
}
