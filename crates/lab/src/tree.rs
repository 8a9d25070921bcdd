//! `/TOPIC/play/tree?...`: the game one move on, a small picture of each position that a move leads to.

use crate::answers::drawn;
use crate::pages::Html;
use crate::play::seen_by;
use crate::position::Position;
use crate::{At, Reply};
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use kit::{Result, Scene, Shape};
use maud::{Markup, html};

/// Moves that are drawn.
const MOST_DRAWN: usize = 36;
/// Shapes of all these pictures together.
const MOST_SHAPES: usize = 12_000;

/// A move and the picture after it; none where that would be too much for a page.
struct Branch {
    play: String,
    scene: Option<Scene>,
    over: bool,
}

struct Branches {
    drawn: Vec<Branch>,
    all: usize,
}

/// A picture to look at and not to touch.
fn still(mut scene: Scene) -> Scene {
    scene.gesture = None;
    scene.shapes.retain(|shape| shape.layer_name().is_none());
    scene.shapes =
        scene.shapes.into_iter().map(|shape| Shape { touch: None, label: None, hand: None, ..shape }).collect();
    scene
}

impl Position {
    fn branches(&self) -> Result<Branches> {
        let mut play = self.here().sit()?;
        let moves = play.moves();
        let (mut drawn, mut shapes) = (Vec::new(), 0);
        for text in moves.iter().take(MOST_DRAWN) {
            play.play(text)?;
            let scene = (shapes < MOST_SHAPES).then(|| still(play.scene()));
            shapes += scene.as_ref().map_or(0, |scene| scene.shapes.len());
            drawn.push(Branch { play: text.clone(), scene, over: play.end().is_some() });
            play.undo();
        }
        Ok(Branches { drawn, all: moves.len() })
    }
}

fn markup(position: &Position, branches: &Branches) -> Markup {
    html! {
        ul.branches { @for branch in &branches.drawn {
            li {
                a data-go data-plays=(branch.play) href=(position.after(&branch.play).link("")) {
                    @if let Some(scene) = &branch.scene { (drawn(scene, "go there to see it")) }
                    span.play { (branch.play) @if branch.over { " (ends the game)" } }
                }
                span.worth {}
            }
        } }
        @if branches.all > branches.drawn.len() { p { "The first " (branches.drawn.len()) " of " (branches.all) " moves are drawn." } }
    }
}

/// `/TOPIC/play/tree?...`
pub(crate) async fn route((State(lab), Path(topic), RawQuery(query)): At<String>) -> Response {
    match seen_by(&lab, &topic, query.as_deref(), Position::branches).await {
        Ok((position, branches)) => shown(&position, &branches),
        Err(reply) => *reply,
    }
}

fn shown(position: &Position, branches: &Branches) -> Reply {
    Html(markup(position, branches).into_string()).into_response()
}
