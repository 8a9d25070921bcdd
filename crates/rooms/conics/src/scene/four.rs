//! Purcell's picture: four points, the two parabolas through them and the zones of the fifth.

use super::super::outline::Chain;
use super::super::purcell::{Field, Parabola};
use super::super::window::{SHEET, Window};
use super::{add_chain, add_feet, add_points, sheet};
use kit::{Ink, Scene, Shape};
use std::f64::consts::TAU;

/// Strips and steps of the shading.
const STRIPS: usize = 160;
const STEPS: usize = 320;

/// The four points in their region; where a fifth gives an ellipse it is shaded.
pub(in super::super) fn four_points(
    field: &Field,
    points: &[[f64; 2]; 4],
    pair: Option<&[Parabola; 2]>,
    feet: &[String],
) -> Scene {
    let borders = borders(field);
    let window = Window::around(borders.iter().flatten().chain(points).copied(), 0.08);
    let mut scene = sheet("four", "four points, the two parabolas through them, and the zones of ellipses", &window);
    if let Some(pair) = pair {
        shade(&mut scene, &window, &|p| field.holds(p) && (pair[0].value(p) < 0.0) != (pair[1].value(p) < 0.0));
        let reach = 4.0 * window.half + window.middle[0].hypot(window.middle[1]);
        for (index, parabola) in pair.iter().enumerate() {
            add_chain(&mut scene, &window, &parabola.chain(reach), Ink::Hue(index as u8), 0.06);
        }
    }
    for border in &borders {
        add_chain(&mut scene, &window, border, Ink::Solid, 0.05);
    }
    add_points(&mut scene, &window, points);
    add_feet(&mut scene, feet);
    scene
}

/// The border of the field in closed chains.
fn borders(field: &Field) -> Vec<Chain> {
    match field {
        Field::Disk => vec![arc(1.0, 180)],
        Field::HalfDisk => vec![arc(1.0, 90).into_iter().chain([[1.0, 0.0]]).collect()],
        Field::Ring(inner) => vec![arc(1.0, 180), arc(*inner, 180)],
        Field::Polygon(corners) => vec![corners.iter().chain(corners.first()).copied().collect()],
    }
}

/// So many of the 180 steps around a circle.
fn arc(radius: f64, steps: i32) -> Chain {
    let at = |k: i32| (TAU * f64::from(k) / 180.0).sin_cos();
    (0..=steps).map(at).map(|(y, x)| [radius * x, radius * y]).collect()
}

/// Strips where the zone is.
fn shade(scene: &mut Scene, window: &Window, zone: &dyn Fn([f64; 2]) -> bool) {
    let (height, width) = (SHEET / STRIPS as f64, SHEET / STEPS as f64);
    for strip in 0..STRIPS {
        let y = height * strip as f64;
        let mut from = None;
        for step in 0..=STEPS {
            let inside = step < STEPS && zone(window.point(width * (step as f64 + 0.5), y + height / 2.0));
            match (inside, from) {
                (true, None) => from = Some(step),
                (false, Some(first)) => {
                    let (x, w) = (width * first as f64, width * (step - first) as f64);
                    scene.add(Shape::rect(x, y, w, height).fill(Ink::Shade(18)));
                    from = None;
                }
                _ => {}
            }
        }
    }
}
