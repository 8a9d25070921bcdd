//! Separated and doubly separated coins: the optimum beside the paper's f and g.

use super::{EFFORT, SPARE, certificate_of, left_by_answer, no_strategy, standing, strategy_report};
use crate::best;
use crate::bounds::weighings_text;
use crate::pile::Scale;
use crate::start::Start;
use crate::tree::Reading;
use kit::{Ask, Fact, Param, Question, Report, Result, Watch};

const SCALE: Param = Param::choice("scale", "how many answers the scale gives", &["5", "3"]).or("5");
const DEPTH: Param = Param::whole("depth", "weighings to show; all of them if the tree is small", 1, 40);

pub(super) const SEPARATED: Question = Question::of("separated", answer_separated)
    .about(
        "one fake among A coins and one among B others: the least number of weighings, a strategy, and the paper's f",
    )
    .params(&[
        Param::whole("a", "coins of the first pile", 1, 4096).main(),
        Param::whole("b", "coins of the second pile", 1, 4096).main(),
        SPARE,
        SCALE,
        DEPTH,
        EFFORT,
    ])
    .examples(&[
        "scale separated 4 4",
        "scale separated 8 8",
        "scale separated 2 2 --spare 1",
        "scale separated 3 5 --scale 3",
    ]);

fn answer_separated(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let start = Start::separated(ask.size("a") as u32, ask.size("b") as u32, ask.size("spare") as u32);
    answer(ask, start, watch)
}

pub(super) const DOUBLY: Question = Question::of("doubly", answer_doubly)
    .about("four piles of N coins, a fake in each of the first two or in each of the others: the optimum, and the paper's g")
    .params(&[Param::whole("n", "coins of each pile", 1, 4096).main(), SPARE, SCALE, DEPTH, EFFORT])
    .examples(&["scale doubly 1", "scale doubly 2", "scale doubly 4", "scale doubly 2 --scale 3"]);

fn answer_doubly(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    answer(ask, Start::doubly(ask.size("n") as u32, ask.size("spare") as u32), watch)
}

fn answer(ask: &Ask, start: Start, watch: &mut dyn Watch) -> Result<Report> {
    let scale = if ask.text("scale") == "3" { Scale::Three } else { Scale::Five };
    let Some(best) = best::from_start(scale, start, ask.size("effort"), watch)? else {
        return Err(no_strategy(&start));
    };
    // The paper counts on five answers and on the coins of the piles alone.
    let paper = best::paper_plan(Scale::Five, start).map(|plan| plan.depth());
    let weighings = weighings_text(best.weighings);
    let line = match best.proved() {
        true => format!("{} are found in {weighings} and no fewer", start.text()),
        false => {
            format!("{} are found in at most {weighings}, and at least {} are needed", start.text(), best.at_least)
        }
    };
    let shown = ask.whole_if("depth").map(|depth| depth as usize);
    let certificate = certificate_of(&best, watch)?;
    let mut report = strategy_report(line, standing(&best), &best.plan, Reading::default(), shown);
    report = report
        .fact("at_least", best.at_least)
        .fact("paper", paper)
        .fact("sets", start.sets())
        .fact("left_by_answer", Fact::list(left_by_answer(&best.plan)))
        .fact("why_not_fewer", best.reason.clone())
        .fact("method", best.method);
    Ok(report.certificate(certificate))
}
