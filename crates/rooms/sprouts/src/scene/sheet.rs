//! Pictures of drawings that are kept.
//!
//! A bend is rounded where nothing of the drawing enters the triangle between the middles of its two stretches: then no
//! two roundings can meet either, since each stays in its own triangle.

use super::SIDE;
use crate::plane::{Pt, UNIT, in_triangle, meet};
use crate::position::{Position, name};
use crate::sheet::Sheet;
use kit::scene::{Act, Form, Gesture, Segment};
use kit::{Ink, Scene, Shape};

/// The largest spots, and how much of the room around a spot it takes.
const LARGEST: f64 = 0.42;
const PART: f64 = 0.78;

fn real(p: Pt) -> (f64, f64) {
    (p.0 as f64 / UNIT as f64, p.1 as f64 / UNIT as f64)
}

fn halfway(a: Pt, b: Pt) -> (f64, f64) {
    ((a.0 + b.0) as f64 / 2.0 / UNIT as f64, (a.1 + b.1) as f64 / 2.0 / UNIT as f64)
}

/// The radius of a spot in the picture.
pub(crate) fn radius(sheet: &Sheet, spot: usize) -> f64 {
    (PART * sheet.room(spot) / UNIT as f64).min(LARGEST)
}

/// The size of the letters on a spot.
pub(crate) fn letters(sheet: &Sheet, spot: usize) -> f64 {
    1.25 * radius(sheet, spot) / (0.6 + 0.4 * name(spot).len() as f64)
}

/// Which bends of each line may be rounded.
fn rounded(sheet: &Sheet) -> Vec<Vec<bool>> {
    // Twice the numbers, so that middles are whole.
    let twice = |p: Pt| (2 * p.0, 2 * p.1);
    let mid = |a: Pt, b: Pt| (a.0 + b.0, a.1 + b.1);
    let clear = |line: usize, bend: usize| {
        let course = &sheet.lines[line].course;
        let [a, b, c] = [course[bend - 1], course[bend], course[bend + 1]];
        let corners = [mid(a, b), twice(b), mid(b, c)];
        sheet.lines.iter().enumerate().all(|(e, other)| {
            other.course.windows(2).enumerate().all(|(i, w)| {
                if e == line && (i == bend || i + 1 == bend) {
                    return true;
                }
                let (p, q) = (twice(w[0]), twice(w[1]));
                let crossed = (0..3).any(|k| meet(p, q, corners[k], corners[(k + 1) % 3]));
                !crossed && !in_triangle(p, corners)
            })
        }) && sheet.spots.iter().all(|&spot| !in_triangle(twice(spot), corners))
    };
    let bends = |line: usize| (1..sheet.lines[line].course.len() - 1).map(|bend| clear(line, bend)).collect();
    (0..sheet.lines.len()).map(bends).collect()
}

/// The course of each line as it is drawn.
pub(crate) fn courses(sheet: &Sheet) -> Vec<Vec<Segment>> {
    let round = rounded(sheet);
    let path = |(line, bends): (usize, &Vec<bool>)| {
        let course = &sheet.lines[line].course;
        let last = course.len() - 1;
        let (x, y) = real(course[0]);
        let mut path = vec![Segment::Move(x, y)];
        for bend in 1..last {
            let (a, b, c) =
                (halfway(course[bend - 1], course[bend]), real(course[bend]), halfway(course[bend], course[bend + 1]));
            match bends[bend - 1] {
                true => {
                    path.push(Segment::Line(a.0, a.1));
                    path.push(super::quadratic(a, b, c));
                }
                false => path.push(Segment::Line(b.0, b.1)),
            }
        }
        let (x, y) = real(course[last]);
        path.push(Segment::Line(x, y));
        path
    };
    round.iter().enumerate().map(path).collect()
}

/// The picture; the newest curve is accented, and a pen may be put on every spot that is alive.
pub(crate) fn picture(sheet: &Sheet, at: &Position, caption: &str, fresh: bool) -> Scene {
    let points = sheet.spots.iter().chain(sheet.lines.iter().flat_map(|line| &line.course));
    let reach = points.map(|p| p.0.abs().max(p.1.abs())).max().unwrap_or(0) as f64 / UNIT as f64;
    let side = SIDE.max(2.0 * (reach + 0.5));
    let mut scene = Scene::framed("position", caption, [-side / 2.0, -side / 2.0, side, side]);
    let newest = at.degree.len().wrapping_sub(1);
    for (line, path) in courses(sheet).into_iter().enumerate() {
        let accent = fresh && line + 2 >= sheet.lines.len();
        let (ink, weight) = if accent { (Ink::Accent, 0.12) } else { (Ink::Solid, 0.08) };
        scene.add(Shape::new(Form::Path(path)).stroke(ink).weight(weight));
    }
    for v in 0..at.degree.len() {
        let ((x, y), r, letter) = (real(sheet.spots[v]), radius(sheet, v), name(v));
        if at.degree[v] == 3 {
            scene.add(Shape::circle(x, y, (0.45 * r).min(0.16)).fill(Ink::Solid).label(format!("{letter}, dead")));
            continue;
        }
        let lives = match 3 - at.degree[v] {
            1 => "1 life".to_string(),
            many => format!("{many} lives"),
        };
        let ink = if fresh && v == newest { Ink::Accent } else { Ink::Solid };
        let spot = Shape::circle(x, y, r).fill(Ink::Paper).stroke(ink).weight(0.06_f64.min(r / 5.0));
        let pen = Gesture::new(Act::Pen, "draw {path}").scaled([0.0, 0.0], [100.0, 100.0]);
        scene.add(spot.label(format!("{letter}, {lives}")).named(letter.clone()).gesture(pen));
        scene.add(Shape::text(x, y, letters(sheet, v), letter));
    }
    scene
}

/// How much stronger lines are in a small picture.
const STRONGER: f64 = 2.5;

/// The picture without anything that a hand can use, to be seen small.
pub(crate) fn still(sheet: &Sheet, at: &Position, fresh: bool) -> Scene {
    let mut scene = picture(sheet, at, "", fresh);
    for shape in &mut scene.shapes {
        shape.hand = None;
        if matches!(shape.form, Form::Path(_)) {
            shape.weight *= STRONGER;
        }
    }
    scene
}
