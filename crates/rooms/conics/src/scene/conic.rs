//! Five points and the conic through them.

use super::super::fit::{Five, Kind};
use super::super::measures::Measures;
use super::super::outline::{conic_window, outline};
use super::super::window::Window;
use super::{add_chain, add_foot, add_marks, add_points, sheet};
use kit::{Ink, Scene};

/// The five points and their curve.
pub(in super::super) fn through_five(five: &Five, kind: Kind, measures: &Measures, foot: &str) -> Scene {
    let points = five.as_doubles();
    let window = conic_window(&points, measures, kind);
    let name = kind.to_string().replace(' ', "-");
    let mut scene = sheet(&name, format!("five points and the {kind} through them"), &window);
    for chain in outline(five, kind, measures, &window) {
        add_chain(&mut scene, &window, &chain, Ink::Solid, 0.07);
    }
    add_marks(&mut scene, &window, measures);
    add_points(&mut scene, &window, &points);
    add_foot(&mut scene, foot);
    scene
}

/// Five points that leave more than one curve.
pub(in super::super) fn five_points(five: &Five, reason: &str) -> Scene {
    let points = five.as_doubles();
    let window = Window::around(points.iter().copied(), 0.35);
    let mut scene = sheet("many", format!("five points: {reason}"), &window);
    add_points(&mut scene, &window, &points);
    scene
}
