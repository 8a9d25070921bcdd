//! `conics rain`: points rain by fives, and the share of ellipses is drawn as it converges.

use super::super::exact::quadrature;
use super::super::frames::frames;
use super::super::region::Region;
use super::super::sample::standard_error;
use super::super::scene::{convergence, rain};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Watch};

pub(super) const RAIN: Question = Question::of("rain", answer)
    .about("points that rain by fives, coloured by their curve, and the share of ellipses as it converges, as a picture that moves")
    .params(&[
        Param::whole("tosses", "how many times five points fall", 2, 1000).or("200"),
        Param::choice("region", "where the points fall", &["square", "disk"]).or("square"),
        Param::seed(),
    ])
    .examples(&["conics rain", "conics rain --region disk --tosses 400 --seed 3"]);

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let region = if ask.text("region") == "disk" { Region::Disk } else { Region::Square };
    let frames = frames(ask.size("tosses"), false, &region, ask.seed(), watch)?;
    let running: Vec<(u64, f64)> = frames
        .iter()
        .map(|frame| (frame.ellipses + frame.hyperbolas, frame.ellipses))
        .filter(|&(tosses, _)| tosses > 0)
        .map(|(tosses, ellipses)| (tosses, ellipses as f64 / tosses as f64))
        .collect();
    let last = frames.last().expect("there is at least one frame");
    let nothing = || Error::failed("no toss gave an ellipse or a hyperbola");
    let &(tosses, share) = running.last().ok_or_else(nothing)?;
    let exact = quadrature(&region, 8, watch)?;
    let constant = format!("{:.*}", exact.digits(), exact.value());
    let line = format!("{} of {tosses} tosses are ellipses, {share:.4}; the constant is {constant}", last.ellipses);
    let mut scene = convergence(&running, &region.name(), (share * (1.0 - share)).max(1e-6));
    let moving = rain(&frames, &region, &constant);
    scene.moving = Some(moving.clone());
    Ok(Report::new(line, Standing::sampled(standard_error(share, tosses)))
        .fact("tosses", tosses)
        .fact("ellipses", last.ellipses)
        .fact("hyperbolas", last.hyperbolas)
        .fact("share", share)
        .fact("constant", constant)
        .fact("animation", Fact::Document(moving))
        .scene(scene))
}
