//! `conics card`: the New Year's card.

use super::super::fit::Letters;
use super::super::frames::{Counts, Frame, frames};
use super::super::region::Region;
use super::super::sample::standard_error;
use super::super::scene::card::card;
use super::real;
use engine::rational::to_f64;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const CARD: Question = Question::of("card", answer)
    .about("the animated New Year's card, as an animated SVG")
    .params(&[
        Param::whole("frames", "how many tosses the card shows", 1, 1000).or("12"),
        Param::choice("region", "where the points fall", &["square", "disk"]).or("square"),
        Param::switch("seven", "begin with one frame for each of the seven curves, on points chosen by hand"),
        Param::seed(),
    ])
    .examples(&[
        "conics card --frames 12 --seed 2017",
        "conics card --frames 8 --seven",
        "conics card --region disk --frames 6 --seven",
    ]);

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let region = if ask.text("region") == "disk" { Region::Disk } else { Region::Square };
    let frames = frames(ask.size("frames"), ask.flag("seven"), &region, ask.seed(), watch)?;
    let last = frames.last().expect("there is at least one frame");
    let line = format!(
        "{} frames: {} ellipses and {} hyperbolas among the random ones",
        frames.len(),
        last.ellipses,
        last.hyperbolas
    );
    let counts = Counts::new(&frames, &region, ask.seed(), watch)?;
    let &(tosses, ellipses) = counts.stages.last().expect("the last stage is there");
    let share = ellipses as f64 / tosses as f64;
    let error = standard_error(share, tosses);
    let scene = card(&frames, &counts, &region).ok_or_else(|| Error::failed("no frame has a unique curve"))?;
    Ok(Report::new(line.clone(), Standing::sampled(error))
        .fact("frames", frames.len())
        .fact("ellipses", last.ellipses)
        .fact("hyperbolas", last.hyperbolas)
        .fact("tosses", tosses)
        .fact("share", share)
        .fact("constant", counts.constant.clone())
        .fact("animation", scene.moving.clone().map(Fact::Document))
        .fact("html", scene.moving.as_ref().map(|moving| Fact::Document(page(&line, moving))))
        .table(table(&frames))
        .scene(scene))
}

/// The card as a page of its own, which any browser plays.
fn page(title: &str, moving: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>svg {{ display: block; width: 100%; height: auto; max-height: 96vh; }}</style>\n\
         </head>\n<body>\n{moving}\n</body>\n</html>\n"
    )
}

/// The frames as the card told them: vectors, coefficients, invariant and counts.
fn table(frames: &[Frame]) -> Table {
    let mut columns = vec!["frame", "kind", "X", "Y"];
    columns.extend(Letters::NAMES);
    columns.extend(["D", "ellipses", "hyperbolas"]);
    let mut table = Table::new("frames", &columns);
    for (index, frame) in frames.iter().enumerate() {
        let (points, letters) = (frame.five.as_doubles(), frame.letters());
        let mut row = vec![(index + 1).into(), frame.kind.to_string().into()];
        row.extend([0, 1].map(|axis| Fact::List(points.iter().map(|p| real(p[axis])).collect())));
        row.extend(letters.coefficients.iter().chain([&letters.d]).map(|value| real(to_f64(value))));
        row.extend([frame.ellipses.into(), frame.hyperbolas.into()]);
        table.row(row);
    }
    table
}
