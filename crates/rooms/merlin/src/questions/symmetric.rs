//! `merlin symmetric`: the solutions that turn all lights of a square off, up to rotation and reflection.

use super::super::symmetry::{LONGEST, Solutions};
use dashu::integer::UBig;
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Watch};

pub(super) const SYMMETRIC: Question = Question::of("symmetric", answer_symmetric)
    .about("the ways to switch all lights of N x N off up to rotation and reflection, and the perfect parity patterns")
    .params(&[Param::whole("n", "the side of the square", 1, LONGEST as i64).main()])
    .examples(&["merlin symmetric 9", "merlin symmetric 30"]);

fn answer_symmetric(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    kit::memory::take(watch, &format!("patterns of {n} x {n} cells"), 12 * (n as u64).pow(3))?;
    let solutions = Solutions::of(n, watch)?;
    let (number, classes) = (UBig::ONE << solutions.nullity(), solutions.classes());
    let symmetric = solutions.symmetric();
    let perfect = solutions.perfect(&symmetric);
    let ways = |number: &UBig| if *number == UBig::ONE { "one way".to_string() } else { format!("{number} ways") };
    let line = match number == classes {
        true => format!("all lights of {n} x {n} are switched off in {}", ways(&number)),
        false => {
            format!("all lights of {n} x {n} are switched off in {}, {} up to symmetry", ways(&number), classes)
        }
    };
    Ok(Report::new(line, Standing::Proved)
        .fact("nullity", solutions.nullity())
        .fact("solutions", Fact::big(&number))
        .fact("inequivalent", Fact::big(&classes))
        .fact("symmetric", Fact::big(&(UBig::ONE << symmetric.len())))
        .fact("perfect", Fact::big(&perfect))
        .argument("Perfect patterns"))
}
