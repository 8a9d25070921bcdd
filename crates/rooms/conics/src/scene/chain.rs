//! Points of a chain with the catenary, the parabola and the conic nearest to them.

use super::super::catenary::Fitted;
use super::super::outline::contour;
use super::super::window::Window;
use super::{add_chain, add_feet, add_points, sheet};
use kit::{Ink, Scene};

/// The points and the fitted curves, each with the line below the sheet that tells of it; the first is drawn last.
pub(in super::super) fn fitted_curves(points: &[[f64; 2]], curves: &[(Fitted, String)]) -> Scene {
    let window = Window::around(points.iter().copied(), 0.2);
    let mut scene =
        sheet("chain", format!("{} points of a chain and the curves nearest to them", points.len()), &window);
    let inks = [Ink::Solid, Ink::Hue(1), Ink::Hue(2)];
    for ((curve, _), ink) in curves.iter().zip(inks).rev() {
        for chain in contour(&window, 260, &|p| curve.value(p).0) {
            add_chain(&mut scene, &window, &chain, ink, 0.05);
        }
    }
    add_points(&mut scene, &window, points);
    let first = scene.shapes.len();
    add_feet(&mut scene, &curves.iter().map(|(_, line)| line.clone()).collect::<Vec<_>>());
    scene.shapes[first..].iter_mut().zip(inks).for_each(|(text, ink)| text.fill = Some(ink));
    scene
}
