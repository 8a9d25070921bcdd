//! `conics card`: the New Year's card.

use super::super::frames::{Counts, frames};
use super::super::sample::standard_error;
use super::super::scene::card::{animation, still};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

const PARAMS: &[Param] = &[
    Param::whole("frames", "how many tosses the card shows", 1, 1000).or("12"),
    Param::switch("seven", "begin with one frame for each of the seven curves, on points chosen by hand"),
    Param::seed(),
];

pub(super) const CARD: Question = Question {
    name: "card",
    about: "the animated New Year's card, as an animated SVG",
    params: PARAMS,
    examples: &["conics card --frames 12 --seed 2017", "conics card --frames 8 --seven"],
    answer,
};

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let frames = frames(ask.size("frames"), ask.flag("seven"), ask.seed(), watch)?;
    let last = frames.last().expect("there is at least one frame");
    let line = format!(
        "{} frames: {} ellipses and {} hyperbolas among the random ones",
        frames.len(),
        last.ellipses,
        last.hyperbolas
    );
    let mut table = Table::new("frames", &["frame", "kind", "D", "ellipses", "hyperbolas"]);
    for (index, frame) in frames.iter().enumerate() {
        let invariant = frame.invariant();
        table.row(vec![
            (index + 1).into(),
            frame.kind.to_string().into(),
            invariant.into(),
            frame.ellipses.into(),
            frame.hyperbolas.into(),
        ]);
    }
    let counts = Counts::new(&frames, ask.seed(), watch)?;
    let &(tosses, ellipses) = counts.stages.last().expect("the last stage is there");
    let share = ellipses as f64 / tosses as f64;
    let error = standard_error(share, tosses);
    Ok(Report::new(line, Standing::Estimate { error })
        .fact("frames", frames.len())
        .fact("ellipses", last.ellipses)
        .fact("hyperbolas", last.hyperbolas)
        .fact("tosses", tosses)
        .fact("share", share)
        .fact("constant", counts.constant.clone())
        .fact("animation", Fact::Document(animation(&frames, &counts)))
        .table(table)
        .scene(still(last)))
}
