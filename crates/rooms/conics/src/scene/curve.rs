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
        // Beyond the words of the foot, which are some five units long, and not beyond the sheet.
        let step = (3.4 / (highest - lowest) as f64).min(0.7);
        for order in lowest..=highest {
            let place = 6.2 + step * (order - lowest) as f64;
            let text = Shape::text(place, SHEET + 0.42, 0.45, format!("{order}"));
            scene.add(text.fill(Ink::Hue((order - lowest) as u8)));
        }
    }
    (scene, residual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::scene::Form;

    /// The numbers of the orders stand beside the words of the foot, not on them, and on the sheet.
    #[test]
    fn orders_are_named_beside_the_foot() {
        let points: Vec<[f64; 2]> = (0..27).map(|k| [f64::from(k * k % 29), f64::from(k * k * k % 31)]).collect();
        for (lowest, highest) in [(2, 5), (1, 6)] {
            let (scene, _) = plane_curves(lowest, highest, &points[..highest * (highest + 3) / 2]);
            let texts = scene.shapes.iter().filter_map(|shape| match &shape.form {
                Form::Text { x, y, size, text, .. } if *y > SHEET => Some((*x, *size, text.clone())),
                _ => None,
            });
            let texts: Vec<(f64, f64, String)> = texts.collect();
            let (foot, orders): (Vec<_>, Vec<_>) = texts.into_iter().partition(|(.., text)| text.contains("points"));
            assert_eq!(orders.len(), highest - lowest + 1);
            let (x, size, text) = &foot[0];
            // A letter is on the average less than half as wide as its size.
            let end = x + 0.5 * size * text.chars().count() as f64;
            assert!(orders.iter().all(|(x, ..)| *x > end && *x < SHEET), "{orders:?} {end}");
        }
    }
}
