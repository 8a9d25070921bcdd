//! The conic through five random points.

pub mod chain;
pub mod curve;
pub mod exact;
pub mod figure;
pub mod fit;
pub mod flags;
pub mod gaps;
pub mod odds;
pub mod pencil;
pub mod purcell;
pub mod region;
pub mod shape;
pub mod sylvester;
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
        &[&through::Through, &odds::Odds, &sylvester::Sylvester, &curve::Curve, &chain::Chain]
    }

    fn claims(&self) -> &'static [Claim] {
        &[]
    }
}
