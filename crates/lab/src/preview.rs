//! `/TOPIC/play/preview?...&move=M`: what a move would change, for a hand that is above it.
//!
//! The lab does not know what a move means; it compares the picture before with the picture after. What would go is
//! told by its place in the picture, what would come is drawn.

use crate::files::typed;
use crate::play::seen_by;
use crate::position::Position;
use crate::{At, Reply};
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use kit::{Result, Scene, Shape};
use serde_json::json;

/// Pictures with more shapes than this are not compared shape by shape.
const MOST_COMPARED: usize = 4000;
/// More shapes than this that are nearly all new are another picture.
const MOST_OVERLAID: usize = 40;

/// What a move would change.
#[derive(Debug, PartialEq)]
pub(crate) struct Change {
    /// The places of the shapes that would go or look otherwise.
    gone: Vec<usize>,
    /// The shapes that would come, on the sheet as it is.
    come: Scene,
}

/// How a shape looks, apart from what it plays and says.
fn same_look(one: &Shape, other: &Shape) -> bool {
    one.form == other.form && one.fill == other.fill && one.stroke == other.stroke && one.weight == other.weight
}

/// The difference of two pictures; none where the second is another picture altogether.
fn change(before: &Scene, after: &Scene) -> Option<Change> {
    if before.shapes.len().max(after.shapes.len()) > MOST_COMPARED {
        return None;
    }
    let bare = |shape: &&Shape| shape.layer_name().is_none();
    let kept = |shape: &Shape, others: &Scene| others.shapes.iter().any(|other| same_look(shape, other));
    let gone = before.shapes.iter().enumerate().filter(|(_, shape)| bare(shape) && !kept(shape, after));
    let gone: Vec<usize> = gone.map(|(place, _)| place).collect();
    let mut come = Scene::framed("preview", after.caption.as_str(), before.frame);
    for shape in after.shapes.iter().filter(bare).filter(|shape| !kept(shape, before)) {
        come.add(Shape { touch: None, label: None, hand: None, ..shape.clone() });
    }
    // Where nearly everything is new in a picture of many shapes, it is another picture: laid on the old one it would
    // show nothing.
    let many = after.shapes.len() > MOST_OVERLAID || before.frame != after.frame;
    let moved = many && 10 * come.shapes.len() > 8 * after.shapes.len();
    let same = gone.is_empty() && come.shapes.is_empty();
    (!moved && !same).then_some(Change { gone, come })
}

impl Position {
    /// What its last move changed.
    fn change(&self) -> Result<Option<Change>> {
        let Some(before) = self.made().len().checked_sub(1) else { return Ok(None) };
        Ok(change(&self.cut(before).sit()?.scene(), &self.sit()?.scene()))
    }
}

/// `/TOPIC/play/preview?...`
pub(crate) async fn route((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    match seen_by(&lab, &topic, query.as_deref(), Position::change).await {
        Ok((_, change)) => shown(change.as_ref()),
        Err(reply) => *reply,
    }
}

fn shown(change: Option<&Change>) -> Reply {
    let drawn = change.map(|change| json!({ "gone": change.gone, "come": show::svg::inline(&change.come) }));
    typed("application/json", drawn.unwrap_or_else(|| json!({ "gone": [], "come": "" })).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Ink;

    fn row(inks: &[Ink]) -> Scene {
        let mut scene = Scene::new("row", "a row", 9.0, 1.0);
        for (x, &ink) in inks.iter().enumerate() {
            scene.add(Shape::rect(x as f64, 0.0, 1.0, 1.0).fill(ink).touch(format!("{x}")));
        }
        scene
    }

    #[test]
    fn what_looks_otherwise_goes_and_comes() {
        let (before, after) = (row(&[Ink::Paper; 4]), row(&[Ink::Paper, Ink::Accent, Ink::Paper, Ink::Paper]));
        let change = change(&before, &after).unwrap();
        assert_eq!(change.gone, [1]);
        assert!(change.come.shapes.len() == 1 && change.come.shapes[0].touch.is_none());
    }

    #[test]
    fn another_move_at_the_same_place_is_no_change_and_another_picture_is_none() {
        let before = row(&[Ink::Paper; 4]);
        let mut after = before.clone();
        after.shapes[2].touch = Some("else".to_string());
        assert_eq!(change(&before, &after), None);
        let mut other = row(&[Ink::Accent; 9]);
        other.frame[2] = 20.0;
        assert_eq!(change(&before, &other), None);
    }
}
