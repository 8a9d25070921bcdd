//! Curves of higher order through their points.

use super::super::curve::through;
use super::super::outline::contour;
use super::super::window::{SHEET, Window};
use super::{add_chain, add_foot, add_points, sheet};
use kit::{Ink, Scene, Shape};

/// The points and the curves of these orders, each through as many of the first points as fix it; and the largest value
/// of a drawn function at its points, which would be zero but for rounding.
pub(in super::super) fn plane_curves(lowest: usize, highest: usize, points: &[[f64; 2]]) -> (Scene, f64) {
    let window = Window::around(points.iter().copied(), 0.25);
    let alone = lowest == highest;
    let orders = if alone { format!("order {highest}") } else { format!("orders {lowest} to {highest}") };
    let caption = match alone {
        true => format!("{} points and the curve of {orders} through them", points.len()),
        false => format!("{} points and the curves of {orders}, each through the first that fix it", points.len()),
    };
    let mut scene = sheet(&orders.replace(' ', "-"), caption, &window);
    let mut residual = 0.0f64;
    for order in lowest..=highest {
        let own = &points[..order * (order + 3) / 2];
        let curve = through(order, own);
        residual = own.iter().map(|&p| curve.value(p).abs()).fold(residual, f64::max);
        let ink = if alone { Ink::Solid } else { Ink::Hue((order - lowest) as u8) };
        for chain in contour(&window, 220, &|p| curve.value(p)) {
            add_chain(&mut scene, &window, &chain, ink, 0.06);
        }
    }
    add_points(&mut scene, &window, points);
    add_foot(&mut scene, format!("{orders}: {} points", points.len()));
    if !alone {
        for order in lowest..=highest {
            let place = 4.4 + 0.9 * (order - lowest) as f64;
            let text = Shape::text(place, SHEET + 0.42, 0.45, format!("{order}"));
            scene.add(text.fill(Ink::Hue((order - lowest) as u8)));
        }
    }
    (scene, residual)
}
