//! `parlor check`: the register of claims, each decided by computing.
//!
//! That a paper is wrong somewhere is an answer, so `refuted` and `corrected` end with code 0. Code 1 is for a check
//! that could not be carried out.

use crate::{print, watch};
use kit::{Ask, Claim, Effort, Error, Finding, Result, Topic};
use serde_json::json;
use std::time::Instant;

pub(crate) fn run(ask: &Ask) -> Result<()> {
    let as_json = ask.flag("json");
    let effort = if ask.flag("slow") { Effort::Slow } else { Effort::Quick };
    let claims = chosen(ask.text_if("topic"))?;
    let mut rows = Vec::new();
    let mut failures = Vec::new();
    for (topic, claim) in claims {
        let start = Instant::now();
        let finding = (claim.check)(effort, &mut watch::Bar::new());
        let seconds = start.elapsed().as_secs_f64();
        match finding {
            Ok(finding) if as_json => rows.push(row(topic, claim, &finding, seconds)),
            Ok(finding) => print::to_stdout(&paragraph(claim, &finding, seconds))?,
            Err(error) if error.is_stopped() => {
                return Err(Error::stopped(format!("{} and the claims after it were not checked", claim.id)));
            }
            Err(error) => failures.push(format!("{}: {error}", claim.id)),
        }
    }
    if as_json {
        print::to_stdout(&format!("{}\n", json!({ "claims": rows })))?;
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(Error::failed(format!("{} could not be checked: {}", failures.len(), failures.join("; ")))),
    }
}

fn chosen(only: Option<&str>) -> Result<Vec<(&'static str, &'static Claim)>> {
    let of = |topic: &&'static Topic| topic.claims.iter().map(|claim| (topic.name, claim)).collect::<Vec<_>>();
    let Some(only) = only else {
        return Ok(topics::ALL.iter().flat_map(of).collect());
    };
    let (name, claim) = only.split_once('.').map_or((only, None), |(name, _)| (name, Some(only)));
    let topic = kit::find_topic(topics::ALL, name)?;
    let claims: Vec<_> = of(&topic).into_iter().filter(|(_, c)| claim.is_none_or(|id| c.id == id)).collect();
    match claims.is_empty() && claim.is_some() {
        true => Err(kit::say::unknown(only, "no such claim", topic.claims.iter().map(|c| c.id))),
        false => Ok(claims),
    }
}

fn row(topic: &str, claim: &Claim, finding: &Finding, seconds: f64) -> serde_json::Value {
    json!({
        "id": claim.id,
        "topic": topic,
        "source": claim.source,
        "statement": claim.statement,
        "verdict": finding.verdict.to_string(),
        "evidence": finding.evidence,
        "seconds": (seconds * 1e3).round() / 1e3,
    })
}

fn paragraph(claim: &Claim, finding: &Finding, seconds: f64) -> String {
    let head = format!("{:10} {}  ({}, {seconds:.2} s)", finding.verdict, claim.id, claim.source);
    let indent = " ".repeat(11);
    let body = |text: &str| format!("{indent}{}\n", show::wrap(text, 88, &indent));
    format!("{head}\n{}{}", body(&format!("claim: {}", claim.statement)), body(&format!("found: {}", finding.evidence)))
}
