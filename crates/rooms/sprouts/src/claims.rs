//! What the papers say, each statement with a way to find out.

use super::land;
use super::proof::Proof;
use super::search::Search;
use kit::{Claim, Effort, Finding, Result, Verdict, Watch};

pub(super) const CLAIMS: &[Claim] =
    &[Claim::of("sprouts.eleven", "Applegate, Jacobson and Sleator, Computer Analysis of Sprouts", eleven)
        .says("up to 11 spots the first player loses exactly when n leaves 0, 1 or 2 on division by 6")];

fn eleven(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    const TO: usize = 11;
    let mut lost = Vec::new();
    for n in 0..=TO {
        if Proof::default().nimber_of(&mut Search::new(2 << 30), &land::start(n), watch)? == 0 {
            lost.push(n);
        }
    }
    let said: Vec<usize> = (0..=TO).filter(|n| n % 6 <= 2).collect();
    let list = |spots: &[usize]| spots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Ok(match lost == said {
        true => {
            Finding::new(Verdict::Holds, format!("all starts of 0 to {TO} spots searched: lost are {}", list(&lost)))
        }
        false => {
            let evidence = format!("to {TO} spots the lost starts are {}, not {}", list(&lost), list(&said));
            Finding::new(Verdict::Refuted, evidence)
        }
    })
}
