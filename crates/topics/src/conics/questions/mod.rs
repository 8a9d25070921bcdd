//! What can be asked about the conic through five points.

mod card;
mod chain;
mod curve;
mod fit;
mod odds;
mod sylvester;

use kit::{Param, Question};

/// The questions.
pub(super) static QUESTIONS: &[Question] =
    &[fit::FIT, odds::ODDS, sylvester::SYLVESTER, curve::CURVE, chain::CHAIN, card::CARD];

/// The parameter of every question about a region.
const REGION: Param =
    Param::source("region", "square, disk, triangle, gauss, or a file with a polygon's corners X,Y", 20_000)
        .or("square");
