//! Automata as pictures: states on a circle, arrows between them, a double circle where a word may end.

use engine::automata::Automaton;
use kit::scene::{Form, Segment};
use kit::{Ink, Scene, Shape};
use std::f64::consts::TAU;

/// The most states that are drawn.
const MOST: usize = 40;
/// The most letters on an arrow.
const LETTERS: usize = 4;

/// An automaton, or only the number of its states when they are too many.
pub(crate) fn automaton(automaton: &Automaton, caption: String) -> Scene {
    let count = automaton.len();
    if count > MOST {
        let mut scene = Scene::new("automaton", caption, 20.0, 3.0);
        scene.add(Shape::text(10.0, 1.5, 0.9, format!("{count} states, too many to draw; the fact dot has them")));
        return scene;
    }
    let radius = (count as f64 * 0.55).max(2.5);
    let middle = radius + 2.5;
    let mut scene = Scene::new("automaton", caption, 2.0 * middle, 2.0 * middle);
    // The start stands on the left; the others follow clockwise.
    let turn = |state: usize| TAU * (state as f64 / count as f64 + 0.5);
    let place = |state: usize| (middle + radius * turn(state).cos(), middle + radius * turn(state).sin());
    for (from, to, labels) in automaton.arrows() {
        let label = match labels.len() > LETTERS {
            true => format!("{} ... ({})", labels[..2].join(" "), labels.len()),
            false => labels.join(" "),
        };
        match from == to {
            true => ring(&mut scene, place(from), turn(from), &label),
            false => arrow(&mut scene, place(from), place(to), &label),
        }
    }
    // Where reading starts: from below, so that the ring of zeros has its room on the left.
    let (x, y) = place(0);
    let (below, edge) = ((x - 0.7, y + 1.2), toward((x, y), (x - 0.7, y + 1.2), STATE));
    scene.add(Shape::line(below.0, below.1, edge.0, edge.1).stroke(Ink::Accent).weight(0.08));
    head(&mut scene, below, edge);
    for state in 0..count {
        let (x, y) = place(state);
        scene.add(Shape::circle(x, y, STATE).fill(Ink::Paper).stroke(Ink::Solid).weight(0.06));
        if automaton.accepts(state as u32) {
            scene.add(Shape::circle(x, y, STATE - 0.1).stroke(Ink::Solid).weight(0.04));
        }
        scene.add(Shape::text(x, y, 0.4, state.to_string()));
    }
    scene
}

/// The radius of a state.
const STATE: f64 = 0.45;

/// A bent arrow from state to state, so that two opposite ones do not cover each other.
fn arrow(scene: &mut Scene, from: (f64, f64), to: (f64, f64), label: &str) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    // Bent to the left of its direction by a part of its length.
    let bend = 0.12 * length + 0.15;
    let control = ((from.0 + to.0) / 2.0 + uy * bend, (from.1 + to.1) / 2.0 - ux * bend);
    let start = toward(from, control, STATE);
    let end = toward(to, control, STATE);
    let path = vec![
        Segment::Move(start.0, start.1),
        Segment::Curve([control.0, control.1, control.0, control.1, end.0, end.1]),
    ];
    scene.add(Shape::new(Form::Path(path)).stroke(Ink::Rule).weight(0.05));
    head(scene, control, end);
    let at = (0.125 * start.0 + 0.75 * control.0 + 0.125 * end.0, 0.125 * start.1 + 0.75 * control.1 + 0.125 * end.1);
    scene.add(Shape::text(at.0 + 0.25 * uy, at.1 - 0.25 * ux, 0.34, label).fill(Ink::Accent));
}

/// An arrow from a state to itself, outside the circle.
fn ring(scene: &mut Scene, (x, y): (f64, f64), turn: f64, label: &str) {
    let at = |angle: f64, far: f64| (x + far * (turn + angle).cos(), y + far * (turn + angle).sin());
    let (start, end) = (at(-0.5, STATE), at(0.5, STATE));
    let (one, two) = (at(-0.55, 1.7), at(0.55, 1.7));
    let path = vec![Segment::Move(start.0, start.1), Segment::Curve([one.0, one.1, two.0, two.1, end.0, end.1])];
    scene.add(Shape::new(Form::Path(path)).stroke(Ink::Rule).weight(0.05));
    head(scene, two, end);
    let out = at(0.0, 1.75);
    scene.add(Shape::text(out.0, out.1, 0.34, label).fill(Ink::Accent));
}

/// The point of an arrow that comes from there.
fn head(scene: &mut Scene, from: (f64, f64), tip: (f64, f64)) {
    let back = toward(tip, from, 0.28);
    let (sx, sy) = ((back.1 - tip.1) * 0.4, (tip.0 - back.0) * 0.4);
    let points = [tip, (back.0 + sx, back.1 + sy), (back.0 - sx, back.1 - sy)];
    scene.add(Shape::chain(&points, true).fill(Ink::Rule));
}

/// A point so far from one toward another.
fn toward(from: (f64, f64), to: (f64, f64), far: f64) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    (from.0 + dx / length * far, from.1 + dy / length * far)
}
