//! Five points and the conic through them, for a hand to move.

use super::super::fit::{Coefficients, Five, Kind, Letters, equation};
use super::super::measures::Measures;
use super::super::outline::{conic_window, outline};
use super::super::purcell::parabolas;
use super::super::window::{SHEET, Window};
use super::card::short;
use super::{add_chain, add_feet, add_marks, add_points, sheet};
use dashu::rational::RBig;
use engine::rational::to_f64;
use kit::scene::{Act, Gesture};
use kit::{Ink, Scene};

/// What a hand holds and looks at.
#[derive(Clone, Default)]
pub(in super::super) struct Held<'a> {
    /// The points as they were written; none where nothing can be moved.
    pub(in super::super) words: Vec<&'a str>,
    /// The point in hand.
    pub(in super::super) point: Option<usize>,
    /// The part of the plane that is drawn, so that the sheet stays while a point moves.
    pub(in super::super) view: Option<Window>,
}

/// Letters of an equation that fit below the sheet.
const MOST_LETTERS: usize = 72;

/// Every kind has a colour of its own, which stays while the points move.
fn ink(kind: Kind) -> Ink {
    match kind {
        Kind::Ellipse => Ink::Hue(2),
        Kind::Circle => Ink::Hue(0),
        Kind::Hyperbola => Ink::Hue(4),
        Kind::Parabola => Ink::Hue(5),
        Kind::CrossingLines | Kind::ParallelLines | Kind::OneLine => Ink::Solid,
    }
}

/// A number below a picture: whole as it is while it can be read, otherwise four digits of it.
fn size(value: &RBig) -> String {
    const MOST_DIGITS: usize = 15;
    let exact = value.to_string();
    if !exact.contains('/') && exact.trim_start_matches('-').len() <= MOST_DIGITS {
        return exact;
    }
    match to_f64(value) {
        // Exact numbers may be larger than a double is.
        v if !v.is_finite() => if v > 0.0 { "very large" } else { "negative, very large" }.to_string(),
        v if v != 0.0 && !(1e-7..1e7).contains(&v.abs()) => powered(&format!("{v:.3e}")),
        v => short(v, if v == 0.0 { 0.0 } else { (3.0 - v.abs().log10().floor()).clamp(0.0, 10.0) } as usize),
    }
}

/// `2.216e-11` as people write it: 2.216 × 10⁻¹¹.
fn powered(text: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let Some((digits, exponent)) = text.split_once('e') else { return text.to_string() };
    let raised = exponent.chars().map(|c| c.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]));
    format!("{digits} × 10{}", raised.collect::<String>())
}

/// The kind with D, and the equation; its letters in decimals where the whole numbers are too long to be read.
pub(in super::super) fn feet(kind: Kind, conic: &Coefficients) -> [String; 2] {
    let letters = Letters::of(conic);
    let exact = equation(conic);
    let named = || {
        let named = Letters::NAMES.iter().zip(&letters.coefficients).take(5);
        named.map(|(name, value)| format!("{name} = {}", size(value))).collect::<Vec<_>>().join("  ")
    };
    let printed = || exact.replace("^2", "²").replace(" - ", " − ");
    let second = if exact.chars().count() <= MOST_LETTERS { printed() } else { named() };
    [format!("{kind}, D = {}", size(&letters.d)), second]
}

/// The five points and their curve.
pub(in super::super) fn through_five(
    five: &Five,
    kind: Kind,
    measures: &Measures,
    feet: &[String],
    held: &Held<'_>,
) -> Scene {
    let points = five.as_doubles();
    let window = held.view.unwrap_or_else(|| conic_window(&points, measures, kind));
    let name = kind.to_string().replace(' ', "-");
    let mut scene = sheet(&name, format!("five points and the {kind} through them"), &window);
    add_boundary(&mut scene, &window, &points, held);
    for chain in outline(five, kind, measures, &window) {
        add_chain(&mut scene, &window, &chain, ink(kind), 0.07);
    }
    add_marks(&mut scene, &window, measures);
    add_held_points(&mut scene, &window, &points, held);
    add_feet(&mut scene, feet);
    scene
}

/// Five points that leave more than one curve.
pub(in super::super) fn five_points(five: &Five, reason: &str, held: &Held<'_>) -> Scene {
    let points = five.as_doubles();
    let window = held.view.unwrap_or_else(|| Window::around(points.iter().copied(), 0.35));
    let mut scene = sheet("many", format!("five points: {reason}"), &window);
    add_held_points(&mut scene, &window, &points, held);
    scene
}

/// The two parabolas through the other four points: where the point in hand crosses one of them, ellipses and
/// hyperbolas change.
fn add_boundary(scene: &mut Scene, window: &Window, points: &[[f64; 2]; 5], held: &Held<'_>) {
    let Some(point) = held.point else { return };
    let others: [[f64; 2]; 4] = std::array::from_fn(|k| points[if k < point { k } else { k + 1 }]);
    let reach = 4.0 * window.half + window.middle[0].hypot(window.middle[1]);
    for parabola in parabolas(&others).iter().flatten() {
        let before = scene.shapes.len();
        add_chain(scene, window, &parabola.chain(reach), Ink::Faint, 0.05);
        for shape in &mut scene.shapes[before..] {
            shape.label = Some(format!("a parabola through the points but {}", point + 1));
        }
    }
}

/// The points, each to be dragged; those outside the sheet are out of reach.
fn add_held_points(scene: &mut Scene, window: &Window, points: &[[f64; 2]; 5], held: &Held<'_>) {
    let first = scene.shapes.len();
    add_points(scene, window, points);
    if held.words.len() < points.len() {
        return;
    }
    let mut number = 0;
    for shape in &mut scene.shapes[first..] {
        // Each circle is followed by its number.
        let kit::scene::Form::Circle { r, .. } = &mut shape.form else { continue };
        *r = 0.2;
        let mut words = held.words.clone();
        words[number] = "{x},{y}";
        number += 1;
        let Window { middle: [x, y], half } = window;
        let says = format!("{} --hand {number} --view {x},{y},{half}", words.join(" "));
        let scale = 2.0 * half / SHEET;
        let drag = Gesture::new(Act::Drag, says).scaled([x - half, y + half], [scale, -scale]);
        *shape = shape.clone().gesture(drag);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_picture_are_written_as_people_write_them() {
        let number = |digits: &str| digits.parse::<RBig>().unwrap();
        for (value, written) in [
            ("0", "0"),
            ("-1", "-1"),
            ("221630000000", "221630000000"),
            ("-999999999999999", "-999999999999999"),
            ("2216300000000000", "2.216 × 10¹⁵"),
            ("-1234567890123456789012", "-1.235 × 10²¹"),
            ("1/3", "0.3333"),
            ("-7/300000000000", "-2.333 × 10⁻¹¹"),
        ] {
            assert_eq!(size(&number(value)), written, "{value}");
        }
        assert_eq!(size(&number(&format!("-1{}", "0".repeat(400)))), "negative, very large");
    }
}
