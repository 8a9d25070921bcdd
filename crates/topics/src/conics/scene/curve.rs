//! A curve of higher order through its points.

use super::super::curve::PlaneCurve;
use super::super::outline::contour;
use super::super::window::Window;
use super::{add_chain, add_foot, add_points, sheet};
use kit::{Ink, Scene};

/// The points and the curve through them.
pub(in super::super) fn plane_curve(curve: &PlaneCurve, points: &[[f64; 2]]) -> Scene {
    let window = Window::around(points.iter().copied(), 0.25);
    let order = curve.order;
    let caption = format!("{} points and the curve of order {order} through them", points.len());
    let mut scene = sheet(&format!("order-{order}"), caption, &window);
    for chain in contour(&window, 220, &|p| curve.value(p)) {
        add_chain(&mut scene, &window, &chain, Ink::Solid, 0.06);
    }
    add_points(&mut scene, &window, points);
    add_foot(&mut scene, format!("order {order}: {} points", points.len()));
    scene
}
