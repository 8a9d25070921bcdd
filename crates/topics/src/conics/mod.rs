//! The conic through five random points.

pub mod figure;
pub mod fit;
pub mod odds;
pub mod region;
pub mod shape;
pub mod through;

use kit::{Claim, Question, Topic};

/// The topic.
pub struct Conics;

impl Topic for Conics {
    fn name(&self) -> &'static str {
        "conics"
    }

    fn about(&self) -> &'static str {
        "the conic through five points, and how often it is an ellipse"
    }

    fn questions(&self) -> &'static [&'static dyn Question] {
        &[&through::Through, &odds::Odds]
    }

    fn claims(&self) -> &'static [Claim] {
        &[]
    }
}
