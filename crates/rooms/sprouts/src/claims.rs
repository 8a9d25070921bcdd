//! What the papers say, each statement with a way to find out.

use super::land;
use super::proof::Proof;
use super::search::Search;
use kit::{Claim, Effort, Finding, Result, Verdict, Watch};

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "sprouts.eleven",
    source: "Applegate, Jacobson and Sleator, Computer Analysis of Sprouts",
    statement: "up to 11 spots the first player loses exactly when n leaves 0, 1 or 2 on division by 6",
    check: eleven,
}];

fn eleven(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 11 } else { 7 };
    let mut lost = Vec::new();
    for n in 0..=to {
        let nimber = Proof.nimber_of(&mut Search::new(2 << 30), &land::start(n), watch)?;
        if nimber == 0 {
            lost.push(n);
        }
    }
    let said: Vec<usize> = (0..=to).filter(|n| n % 6 <= 2).collect();
    let evidence = match lost == said {
        true => format!("all starts of 0 to {to} spots searched: lost are {lost:?}"),
        false => format!("printed {said:?}, computed {lost:?}, to {to} spots"),
    };
    Ok(match (lost == said, to >= 11) {
        (false, _) => Finding::new(Verdict::Refuted, evidence),
        (true, true) => Finding::new(Verdict::Holds, evidence),
        (true, false) => Finding::new(Verdict::Holds, format!("{evidence}; the slow check goes to 11")),
    })
}
