//! What lies under a text: the last filled shape below it that holds its middle.

use kit::scene::{Anchor, Form, Ink, Segment};
use kit::{Scene, Shape};

/// The grounds of a scene.
pub(crate) struct Grounds<'a> {
    shapes: &'a [Shape],
    /// The filled shapes with the boxes that hold them, in the order of drawing.
    filled: Vec<(usize, [f64; 4])>,
}

impl<'a> Grounds<'a> {
    pub(crate) fn of(scene: &'a Scene) -> Grounds<'a> {
        let shapes = &scene.shapes;
        let filled = shapes.iter().enumerate().filter(|(_, shape)| shape.fill.is_some());
        let filled = filled.filter_map(|(index, shape)| Some((index, holder(&shape.form)?))).collect();
        Grounds { shapes, filled }
    }

    /// What a text is written on; `None` is the paper, and nothing but a text is asked about.
    pub(crate) fn under(&self, index: usize) -> Option<&'a Shape> {
        let point = middle(&self.shapes[index].form)?;
        let below = self.filled.partition_point(|&(other, _)| other < index);
        let holds =
            |&&(other, holder): &&(usize, [f64; 4])| inside(holder, point) && contains(&self.shapes[other].form, point);
        self.filled[..below].iter().rev().find(holds).map(|&(other, _)| &self.shapes[other])
    }

    /// The ink of what a text is written on.
    pub(crate) fn ink(&self, index: usize) -> Ink {
        self.under(index).and_then(|shape| shape.fill).unwrap_or(Ink::Paper)
    }
}

/// The middle of a text, roughly: a letter is about half as wide as high.
fn middle(form: &Form) -> Option<(f64, f64)> {
    let Form::Text { x, y, size, anchor, text } = form else { return None };
    let half = 0.25 * size * text.chars().count() as f64;
    Some(match anchor {
        Anchor::Start => (x + half, *y),
        Anchor::Middle => (*x, *y),
        Anchor::End => (x - half, *y),
    })
}

fn inside([left, top, right, bottom]: [f64; 4], (x, y): (f64, f64)) -> bool {
    (left..=right).contains(&x) && (top..=bottom).contains(&y)
}

/// The box around a shape that can be a ground. Pieces and letters have gaps, and lines no inside.
fn holder(form: &Form) -> Option<[f64; 4]> {
    match form {
        Form::Rect { x, y, w, h } => Some([*x, *y, x + w, y + h]),
        Form::Circle { x, y, r } => Some([x - r, y - r, x + r, y + r]),
        Form::Path(segments) => {
            let around = |[l, t, r, b]: [f64; 4], (x, y): (f64, f64)| [l.min(x), t.min(y), r.max(x), b.max(y)];
            Some(corners(segments).fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], around))
        }
        Form::Line { .. } | Form::Text { .. } | Form::Piece { .. } | Form::Raster { .. } => None,
    }
}

fn contains(form: &Form, (x, y): (f64, f64)) -> bool {
    match form {
        Form::Circle { x: cx, y: cy, r } => (x - cx).hypot(y - cy) <= *r,
        Form::Path(segments) => {
            // A ray to the right crosses the outline an odd number of times.
            let corners: Vec<(f64, f64)> = corners(segments).collect();
            let crosses = |&((ax, ay), (bx, by)): &((f64, f64), (f64, f64))| {
                (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
            };
            let sides = corners.iter().copied().zip(corners.iter().copied().cycle().skip(1));
            sides.filter(crosses).count() % 2 == 1
        }
        _ => true,
    }
}

/// The corners of a path, curves taken as straight.
fn corners(segments: &[Segment]) -> impl Iterator<Item = (f64, f64)> + '_ {
    segments.iter().filter_map(|segment| match *segment {
        Segment::Move(x, y) | Segment::Line(x, y) | Segment::Curve([.., x, y]) => Some((x, y)),
        Segment::Close => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_filled_shape_that_holds_the_middle_is_the_ground() {
        let mut scene = Scene::new("board", "a board", 4.0, 4.0);
        scene.add(Shape::rect(0.0, 0.0, 2.0, 2.0).fill(Ink::Shade(20)));
        scene.add(Shape::circle(1.0, 1.0, 0.5).fill(Ink::Accent));
        scene.add(Shape::rect(0.0, 0.0, 4.0, 4.0).stroke(Ink::Solid));
        scene.add(Shape::chain(&[(2.0, 2.0), (4.0, 2.0), (4.0, 4.0)], true).fill(Ink::Warn));
        let first = scene.shapes.len();
        for (x, y) in [(1.0, 1.0), (0.2, 0.2), (3.0, 1.0), (3.7, 2.5), (2.5, 3.7)] {
            scene.add(Shape::text(x, y, 0.3, "7"));
        }
        // What is drawn later lies on top of the text.
        scene.add(Shape::rect(0.0, 0.0, 4.0, 4.0).fill(Ink::Solid));
        let grounds = Grounds::of(&scene);
        let inks: Vec<Ink> = (first..first + 5).map(|index| grounds.ink(index)).collect();
        assert_eq!(inks, [Ink::Accent, Ink::Shade(20), Ink::Paper, Ink::Warn, Ink::Paper]);
        assert!(grounds.under(0).is_none());
    }
}
