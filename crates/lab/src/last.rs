//! Which part of a picture the last move changed.
//!
//! The lab does not know what a move means; it sees the picture before and the picture after, and the shapes that would
//! have played the move.

use kit::scene::Form;
use kit::{Ink, Scene, Shape};

/// More changed shapes than this are a new picture rather than a place in it.
const MOST_CHANGED: usize = 4;
/// More taken shapes than this are a new picture as well.
const MOST_TAKEN: usize = 24;
/// Pictures with more shapes than this are not compared shape by shape.
const MOST_COMPARED: usize = 2000;
const WEIGHT: f64 = 0.07;

/// Frames the place of the last move. The frame has a margin of paper, to be seen on a shape of its own colour.
pub(crate) fn mark(before: &Scene, scene: &mut Scene, play: &str) {
    let found = places(before, scene, play);
    // What was taken may have lain where the sheet no longer reaches.
    if found.iter().any(|form| !scene.shapes.iter().any(|shape| shape.form == *form)) {
        (2..4).for_each(|side| scene.frame[side] = scene.frame[side].max(before.frame[side]));
    }
    for form in found.into_iter().map(frame_of) {
        scene.add(Shape::new(form.clone()).stroke(Ink::Paper).weight(3.0 * WEIGHT));
        scene.add(Shape::new(form).stroke(Ink::Accent).weight(WEIGHT));
    }
}

/// A new piece; or else what was touched, if it still lies there and is no longer the same; or else what a hand laid
/// elsewhere, where it lies now; or else the few shapes that are new; or else, where nothing is new, the outlines of
/// what was taken away; or else the place that was touched.
fn places(before: &Scene, after: &Scene, play: &str) -> Vec<Form> {
    let is_piece = |shape: &&Shape| matches!(shape.form, Form::Piece { .. });
    let was_there = |shape: &&Shape| before.shapes.iter().any(|old| old.form == shape.form);
    let pieces = after.shapes.iter().filter(|shape| is_piece(shape) && !was_there(shape));
    let pieces: Vec<Form> = pieces.map(|shape| shape.form.clone()).collect();
    if !pieces.is_empty() {
        return pieces;
    }
    let plays = |old: &&Shape| old.touch.as_deref() == Some(play) && !is_button(old, before);
    let players: Vec<&Shape> = before.shapes.iter().filter(plays).collect();
    let is_letter = |shape: &Shape| matches!(shape.form, Form::Text { .. });
    // Where a hand may drop something lies under the picture and is not seen.
    let is_seen = |shape: &Shape| shape.fill.is_some() || shape.stroke.is_some();
    let chosen = |keep: &dyn Fn(&Shape) -> bool| -> Vec<Form> {
        after
            .shapes
            .iter()
            .filter(|now| !is_letter(now) && is_seen(now) && keep(now))
            .map(|now| now.form.clone())
            .collect()
    };
    let touched = chosen(&|now| players.iter().any(|old| turned(old, now)));
    let large = before.shapes.len().max(after.shapes.len()) > MOST_COMPARED;
    if !touched.is_empty() || large || before.frame[..2] != after.frame[..2] {
        return touched;
    }
    if let Some(form) = carried(before, after, play) {
        return vec![form];
    }
    // In a sheet of another size everything has moved, unless something was taken and what is left stays in its place.
    if before.frame != after.frame {
        let stays = after.shapes.iter().all(|now| is_letter(now) || was_there(&now));
        return if stays { taken(before, after) } else { left_behind(after, &players) };
    }
    let same = |old: &Shape, now: &Shape| old.form == now.form && old.fill == now.fill && old.stroke == now.stroke;
    let changed = chosen(&|now| !before.shapes.iter().any(|old| same(old, now)));
    match changed.len() {
        0 => taken(before, after),
        1..=MOST_CHANGED => changed,
        _ => left_behind(after, &players),
    }
}

/// What a shape is called, whatever else its label tells of it.
fn name_of(shape: &Shape) -> Option<&str> {
    shape.label.as_deref().and_then(|label| label.split([',', ':']).next())
}

/// What the move laid elsewhere: the only shape of its name that plays the move or is dragged by it, if the name lies
/// in another place now.
fn carried(before: &Scene, after: &Scene, play: &str) -> Option<Form> {
    let single = |scene: &'_ Scene, name: &str| -> Option<Form> {
        let mut named = scene.shapes.iter().filter(|shape| name_of(shape) == Some(name));
        named.next().filter(|_| named.next().is_none()).map(|shape| shape.form.clone())
    };
    let drags = |shape: &Shape| {
        let says = shape.offered().and_then(|gesture| gesture.says.split('{').next());
        says.is_some_and(|start| !start.is_empty() && play.starts_with(start))
    };
    let plays = |old: &&Shape| (old.touch.as_deref() == Some(play) || drags(old)) && !is_button(old, before);
    let players = before.shapes.iter().filter(plays);
    players.filter_map(name_of).find_map(|name| {
        let (was, is) = (single(before, name)?, single(after, name)?);
        (was != is).then_some(is)
    })
}

/// Whether its move is written on it: such a button is no place of the board.
fn is_button(old: &Shape, scene: &Scene) -> bool {
    scene.shapes.iter().any(|one| matches!(&one.form, Form::Text { text, .. } if old.touch.as_ref() == Some(text)))
}

/// The outline of the place that was touched, if nothing has its outline now. Of several places that play the same move
/// one is enough.
fn left_behind(after: &Scene, players: &[&Shape]) -> Vec<Form> {
    let is_gone = |old: &&&Shape| !after.shapes.iter().any(|now| now.form == old.form);
    players.iter().find(is_gone).map(|old| old.form.clone()).into_iter().collect()
}

/// The outlines of what lay there before and lies there no more.
fn taken(before: &Scene, after: &Scene) -> Vec<Form> {
    let is_drawn = |shape: &&Shape| !matches!(shape.form, Form::Text { .. }) && shape.fill.is_some();
    let is_gone = |shape: &&Shape| !after.shapes.iter().any(|now| now.form == shape.form);
    let gone: Vec<Form> = before.shapes.iter().filter(is_drawn).filter(is_gone).map(|old| old.form.clone()).collect();
    if gone.len() <= MOST_TAKEN { gone } else { Vec::new() }
}

/// Whether the shape that played the move has become this one. A button that only offers another move in the same place
/// is no place of the board.
fn turned(old: &Shape, now: &Shape) -> bool {
    let other_button =
        now.touch.is_some() && now.touch != old.touch && now.fill == old.fill && now.stroke == old.stroke;
    old.form == now.form && !other_button
}

/// Around a piece goes a square, around anything else its own outline.
fn frame_of(form: Form) -> Form {
    match form {
        Form::Piece { x, y, size, .. } => {
            let side = 1.16 * size;
            Form::Rect { x: x - side / 2.0, y: y - side / 2.0, w: side, h: side }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::scene::{Act, Gesture, Piece};

    fn scene(shapes: impl IntoIterator<Item = Shape>) -> Scene {
        let mut scene = Scene::new("board", "a board", 8.0, 8.0);
        scene.shapes.extend(shapes);
        scene
    }

    fn marked(before: &Scene, after: &Scene, play: &str) -> Vec<Form> {
        let mut marked = after.clone();
        mark(before, &mut marked, play);
        let frames = marked.shapes[after.shapes.len()..].iter().filter(|shape| shape.stroke == Some(Ink::Accent));
        frames.map(|shape| shape.form.clone()).collect()
    }

    fn square(x: f64, ink: Ink) -> Shape {
        Shape::rect(x, 0.0, 1.0, 1.0).fill(ink)
    }

    #[test]
    fn a_new_piece_is_framed() {
        let before = scene([square(0.0, Ink::Paper).touch("a"), square(1.0, Ink::Paper).touch("b")]);
        let mut after = scene([square(0.0, Ink::Paper), square(1.0, Ink::Shade(18))]);
        after.add(Shape::piece(0.5, 0.5, 1.0, Piece::Queen));
        let framed = marked(&before, &after, "a");
        assert!(matches!(framed[..], [Form::Rect { x, .. }] if (x + 0.08).abs() < 1e-9), "{framed:?}");
    }

    #[test]
    fn what_was_touched_is_framed_and_what_it_changed_around_it_is_not() {
        let before = scene((0..3).map(|x| square(f64::from(x), Ink::Paper).touch(x.to_string())));
        let after = scene((0..3).map(|x| square(f64::from(x), Ink::Accent).touch(x.to_string())));
        assert_eq!(marked(&before, &after, "1"), [Form::Rect { x: 1.0, y: 0.0, w: 1.0, h: 1.0 }]);
    }

    #[test]
    fn a_button_that_offers_something_else_now_is_not_framed() {
        let before = scene([square(0.0, Ink::Shade(15)).touch("less"), square(1.0, Ink::Shade(15)).touch("more")]);
        let after = scene([square(0.0, Ink::Shade(15)).touch("1 v 2"), square(1.0, Ink::Shade(15)).touch("1 v 3")]);
        assert!(marked(&before, &after, "less").is_empty());
    }

    #[test]
    fn what_was_taken_leaves_its_outline() {
        let before = scene((0..4).map(|x| square(f64::from(x), Ink::Solid).touch(x.to_string())));
        let after = scene((0..2).map(|x| square(f64::from(x), Ink::Solid).touch(x.to_string())));
        let places = [2.0, 3.0].map(|x| Form::Rect { x, y: 0.0, w: 1.0, h: 1.0 });
        assert_eq!(marked(&before, &after, "2"), places);
        // A sheet that shrinks with its shapes keeps room for the outlines.
        let mut smaller = after.clone();
        smaller.frame[2] = 2.0;
        assert_eq!(marked(&before, &smaller, "2"), places);
        mark(&before, &mut smaller, "2");
        assert_eq!(smaller.frame, before.frame);
    }

    #[test]
    fn what_was_carried_is_framed_where_it_lies_now() {
        let coin = |x: f64, number: u32, known: &str| {
            let drop = Gesture::new(Act::Drop, format!("coin {number} {{onto}}"));
            Shape::circle(x, 0.0, 0.4).fill(Ink::Solid).label(format!("coin {number}, {known}")).gesture(drop)
        };
        let before = scene((1..=9).map(|number| coin(f64::from(number), number, "heavy")));
        // The others have closed up behind it.
        let after = scene((1..=9).map(|number| match number {
            3 => coin(20.0, 3, "real"),
            _ => coin(f64::from(number - u32::from(number > 3)), number, "heavy"),
        }));
        assert_eq!(marked(&before, &after, "coin 3 left"), [Form::Circle { x: 20.0, y: 0.0, r: 0.4 }]);
        assert_eq!(carried(&before, &after, "coin 33 left"), None, "the name is the whole name");
    }

    #[test]
    fn where_everything_moved_the_place_that_was_touched_is_framed_unless_it_is_a_button() {
        let row = |from: f64| (0..6).map(move |x| square(from + f64::from(x), Ink::Solid));
        let mut before = scene(row(0.0));
        before.add(square(9.0, Ink::Accent).touch("cut")).add(square(11.0, Ink::Accent).touch("weigh"));
        before.add(Shape::text(11.5, 0.5, 0.4, "weigh"));
        let after = scene(row(0.5));
        assert_eq!(marked(&before, &after, "cut"), [Form::Rect { x: 9.0, y: 0.0, w: 1.0, h: 1.0 }]);
        assert!(marked(&before, &after, "weigh").is_empty());
    }

    #[test]
    fn a_typed_move_is_found_by_what_is_new_unless_everything_is() {
        let before = scene([square(0.0, Ink::Paper), square(1.0, Ink::Paper)]);
        let after = scene([square(0.0, Ink::Paper), square(1.0, Ink::Solid)]);
        assert_eq!(marked(&before, &after, "typed").len(), 1);
        let mut other = scene([square(0.5, Ink::Paper), square(1.0, Ink::Solid)]);
        other.frame[2] = 9.0;
        assert!(marked(&before, &other, "typed").is_empty());
    }
}
