//! Pictures of curves through points: a sheet of ten by ten board units with its window on the plane.

pub(super) mod card;
mod chain;
mod conic;
mod convergence;
mod curve;
mod four;
mod rain;

pub(super) use chain::fitted_curves;
pub(super) use conic::{Held, feet, five_points, through_five};
pub(super) use convergence::convergence;
pub(super) use curve::plane_curves;
pub(super) use four::four_points;
pub(super) use rain::rain;

use super::measures::Measures;

use super::window::{SHEET, Window, clip};
use kit::scene::{Anchor, Form, Segment};
use kit::{Ink, Scene, Shape};

/// An empty sheet with its border and the axes of the plane if they pass through the window.
fn sheet(name: &str, caption: impl Into<String>, window: &Window) -> Scene {
    let mut scene = Scene::new(name, caption, SHEET, SHEET);
    let (x, y) = window.place([0.0, 0.0]);
    if x > 0.0 && x < SHEET {
        scene.add(Shape::line(x, 0.0, x, SHEET).weight(0.02));
    }
    if y > 0.0 && y < SHEET {
        scene.add(Shape::line(0.0, y, SHEET, y).weight(0.02));
    }
    scene.add(Shape::rect(0.0, 0.0, SHEET, SHEET).stroke(Ink::Rule).weight(0.04));
    scene
}

/// Adds a chain of points of the plane; it breaks where it leaves the window.
fn add_chain(scene: &mut Scene, window: &Window, chain: &[[f64; 2]], ink: Ink, weight: f64) {
    let mut path: Vec<Segment> = Vec::new();
    let mut drawn = false;
    for pair in chain.windows(2) {
        let Some((from, to)) = clip(window, pair[0], pair[1]) else {
            drawn = false;
            continue;
        };
        let ((x, y), (u, v)) = (window.place(from), window.place(to));
        if !drawn {
            path.push(Segment::Move(x, y));
        }
        path.push(Segment::Line(u, v));
        drawn = to == pair[1];
    }
    if !path.is_empty() {
        scene.add(Shape::new(Form::Path(thinned(&path))).stroke(ink).weight(weight));
    }
}

/// How far a curve may be from the way that is drawn for it, in units of the sheet: a twentieth of a pixel.
const HAIR: f64 = 0.001;
/// The most points that are left out one after the other, so that this stays cheap.
const MOST_LEFT_OUT: usize = 48;

/// The same way without points that the eye does not miss: a picture that follows a hand is sent, read and painted at
/// every movement.
fn thinned(path: &[Segment]) -> Vec<Segment> {
    let place = |segment: &Segment| match *segment {
        Segment::Move(x, y) | Segment::Line(x, y) => Some((x, y)),
        _ => None,
    };
    let mut kept = Vec::new();
    let mut at = 0;
    while at < path.len() {
        kept.push(path[at]);
        let straight = |end: usize| {
            let chord = [place(&path[at])?, place(path.get(end).filter(|s| matches!(s, Segment::Line(..)))?)?];
            let near = |segment: &Segment| place(segment).is_some_and(|p| distance(p, chord) <= HAIR);
            path[at + 1..end].iter().all(near).then_some(end)
        };
        at = (at + 2..=at + MOST_LEFT_OUT).map_while(straight).last().unwrap_or(at + 1);
    }
    kept
}

/// Adds numbered points, each number on the side where it is farthest from what is drawn already.
fn add_points(scene: &mut Scene, window: &Window, points: &[[f64; 2]]) {
    let places: Vec<(f64, f64)> = points.iter().map(|&p| window.place(p)).collect();
    let mut drawn = stretches(scene);
    drawn.extend(places.iter().map(|&p| [p, p]));
    for (index, (&(x, y), &point)) in places.iter().zip(points).enumerate() {
        let label = format!("point {} at {}, {}", index + 1, point[0], point[1]);
        scene.add(Shape::circle(x, y, 0.13).fill(Ink::Accent).label(label));
        // Of sixteen directions those that stay on the sheet.
        let around = (0..16).map(|k| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 16.0).sin_cos();
            (x + 0.42 * cos, y - 0.42 * sin)
        });
        let inside = around.filter(|&(u, v)| u > 0.3 && u < SHEET - 0.3 && v > 0.3 && v < SHEET - 0.3);
        let room = |p: &(f64, f64)| drawn.iter().map(|s| distance(*p, *s)).fold(9.0, f64::min);
        // A direction must be better by a hair to be taken instead of an earlier one, so that rounding does not choose.
        let best = inside.fold(None, |best: Option<((f64, f64), f64)>, p| match best {
            Some((_, most)) if room(&p) < most + 1e-6 => best,
            _ => Some((p, room(&p))),
        });
        let (u, v) = best.map_or((x + 0.3, y - 0.3), |(p, _)| p);
        scene.add(Shape::text(u, v, 0.42, (index + 1).to_string()));
        drawn.push([(u - 0.1, v), (u + 0.1, v)]);
    }
}

/// A stretch between two places of the sheet.
type Stretch = [(f64, f64); 2];

/// The stretches that the lines and paths of a scene consist of.
fn stretches(scene: &Scene) -> Vec<Stretch> {
    let mut all = Vec::new();
    for shape in &scene.shapes {
        match &shape.form {
            Form::Line { x1, y1, x2, y2 } => all.push([(*x1, *y1), (*x2, *y2)]),
            Form::Circle { x, y, .. } => all.push([(*x, *y), (*x, *y)]),
            Form::Path(segments) => {
                let mut pen = None;
                for segment in segments {
                    let end = match *segment {
                        Segment::Move(x, y) => {
                            pen = None;
                            Some((x, y))
                        }
                        Segment::Line(x, y) => Some((x, y)),
                        _ => None,
                    };
                    all.extend(pen.zip(end).map(|(from, to)| [from, to]));
                    pen = end;
                }
            }
            _ => {}
        }
    }
    all
}

fn distance((x, y): (f64, f64), [(x1, y1), (x2, y2)]: Stretch) -> f64 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let square = dx * dx + dy * dy;
    let t = if square == 0.0 { 0.0 } else { (((x - x1) * dx + (y - y1) * dy) / square).clamp(0.0, 1.0) };
    (x - x1 - t * dx).hypot(y - y1 - t * dy)
}

/// Adds the centre and the foci that are in sight.
fn add_marks(scene: &mut Scene, window: &Window, measures: &Measures) {
    for &focus in measures.foci.iter().filter(|&&f| window.holds(f, 0.97)) {
        let (x, y) = window.place(focus);
        scene.add(Shape::circle(x, y, 0.09).stroke(Ink::Solid).weight(0.04).label("focus"));
    }
    if let Some(centre) = measures.centre.filter(|&c| window.holds(c, 0.97)) {
        let (x, y) = window.place(centre);
        for (dx, dy) in [(0.1, 0.0), (0.0, 0.1)] {
            scene.add(Shape::line(x - dx, y - dy, x + dx, y + dy).stroke(Ink::Solid).weight(0.04));
        }
    }
}

/// Adds a line of text below the sheet.
fn add_foot(scene: &mut Scene, text: impl Into<String>) {
    add_feet(scene, &[text.into()]);
}

/// Adds lines of text below the sheet, all of one size.
fn add_feet(scene: &mut Scene, lines: &[String]) {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(1);
    let size = (1.7 * SHEET / longest as f64).min(0.45);
    for line in lines {
        let top = scene.frame[3];
        scene.frame[3] = top + if top == SHEET { 0.8 } else { 0.6 };
        scene.add(Shape::text(0.1, scene.frame[3] - 0.38, size, line.as_str()).anchor(Anchor::Start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_of_a_curve_is_not_missed() {
        let at = |k: i32| (5.0 + 4.0 * f64::from(k).to_radians().cos(), 5.0 + 3.0 * f64::from(k).to_radians().sin());
        let mut path = vec![Segment::Move(at(0).0, at(0).1)];
        path.extend((1..=360).map(|k| Segment::Line(at(k).0, at(k).1)));
        path.extend([
            Segment::Move(0.0, 0.0),
            Segment::Line(1.0, 0.0),
            Segment::Line(2.0, 0.0),
            Segment::Line(2.0, 1.0),
        ]);
        let thin = thinned(&path);
        assert!(
            thin.len() < path.len() / 2 && thin[thin.len() - 3..] == [path[361], path[363], path[364]],
            "{}",
            thin.len()
        );
        let ways: Vec<[(f64, f64); 2]> = thin
            .windows(2)
            .filter_map(|pair| match (pair[0], pair[1]) {
                (Segment::Move(x, y) | Segment::Line(x, y), Segment::Line(u, v)) => Some([(x, y), (u, v)]),
                _ => None,
            })
            .collect();
        for k in 0..=360 {
            assert!(ways.iter().any(|way| distance(at(k), *way) <= HAIR), "{k}");
        }
    }

    #[test]
    fn numbers_keep_off_the_curve() {
        let window = Window { middle: [0.0, 0.0], half: 1.0 };
        let mut scene = sheet("test", "a circle", &window);
        let circle: Vec<[f64; 2]> =
            (0..=90).map(|k| f64::from(k) * 4f64.to_radians()).map(|t| [0.7 * t.cos(), 0.7 * t.sin()]).collect();
        add_chain(&mut scene, &window, &circle, Ink::Solid, 0.07);
        let drawn = stretches(&scene);
        let points: Vec<[f64; 2]> = circle.iter().copied().step_by(11).take(5).collect();
        add_points(&mut scene, &window, &points);
        let mut numbers = 0;
        for shape in &scene.shapes {
            if let Form::Text { x, y, .. } = shape.form {
                numbers += 1;
                assert!(drawn.iter().all(|&s| distance((x, y), s) > 0.25), "a number at {x}, {y}");
            }
        }
        assert_eq!(numbers, 5);
    }
}
