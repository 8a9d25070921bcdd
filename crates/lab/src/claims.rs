//! What the papers claim of a topic, and what the computation says of it.
//!
//! All claims of a topic are checked in one job. A claim whose check breaks down is told as such and the others stand.

use crate::asks::busy;
use crate::essay::spans;
use crate::jobs::{Answer, Job, Work};
use crate::pages::topic_of;
use crate::{Lab, events};
use axum::extract::{Path, State};
use axum::response::Response;
use kit::{Effort, Error, Finding, Result, Topic, Verdict};
use maud::{Markup, html};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

fn key(topic: &Topic) -> String {
    format!("claims {}", topic.name)
}

fn job(lab: &Lab, topic: &'static Topic) -> Option<Arc<Job>> {
    let work = move || -> Work { Box::new(move |watch| check(topic, watch)) };
    lab.jobs.find_or_start(&key(topic), &format!("parlor check {}", topic.name), work)
}

fn check(topic: &'static Topic, watch: &mut dyn kit::Watch) -> Result<Answer> {
    let mut findings = Vec::new();
    for claim in topic.claims {
        let found = catch_unwind(AssertUnwindSafe(|| (claim.check)(Effort::Quick, watch)));
        let found =
            found.unwrap_or_else(|_| Err(Error::failed("the check broke down, which is a defect of the program")));
        match found {
            Err(error) if error.is_stopped() => return Err(error),
            found => findings.push(found),
        }
    }
    Ok(Answer::Findings(findings))
}

/// The claims on a topic's page. The script asks for the verdicts when they are not known yet.
pub(crate) fn section(lab: &Lab, topic: &'static Topic) -> Markup {
    if topic.claims.is_empty() {
        return html! {};
    }
    let known = lab.jobs.find(&key(topic)).and_then(|job| job.ended()).and_then(Result::ok);
    let findings = known.as_deref().and_then(|answer| match answer {
        Answer::Findings(findings) => Some(findings.as_slice()),
        _ => None,
    });
    html! {
        section aria-labelledby="claims" {
            h2 id="claims" { "What the papers claim" }
            p { "Each verdict is computed here, not looked up." }
            div id="verdicts" data-claims=[findings.is_none().then(|| format!("/{}/claims", topic.name))] {
                (list(topic, findings))
            }
            (crate::answers::command(&format!("parlor check {}", topic.name)))
        }
    }
}

fn list(topic: &'static Topic, findings: Option<&[Result<Finding>]>) -> Markup {
    html! {
        ul.claims {
            @for (index, claim) in topic.claims.iter().enumerate() {
                li {
                    p { (verdict(findings.and_then(|all| all.get(index)))) " " (spans(claim.statement)) " " span.source { (claim.source) } }
                    @match findings.and_then(|all| all.get(index)) {
                        Some(Ok(finding)) => p.evidence { (spans(&finding.evidence)) },
                        Some(Err(error)) => p.evidence { "It could not be checked: " (error) },
                        None => {}
                    }
                }
            }
        }
    }
}

fn verdict(found: Option<&Result<Finding>>) -> Markup {
    let (sign, name) = match found {
        None => ("…", "not checked yet".to_string()),
        Some(Err(_)) => ("!", "not checked".to_string()),
        Some(Ok(finding)) => {
            let sign = match finding.verdict {
                Verdict::Holds => "✓",
                Verdict::Corrected => "✎",
                Verdict::Refuted => "✗",
                Verdict::Settled => "★",
                Verdict::Open => "?",
            };
            (sign, finding.verdict.to_string())
        }
    };
    html! { b.verdict.{ "verdict-" (name.replace(' ', "-")) } { span aria-hidden="true" { (sign) } " " (name) } }
}

/// `POST /TOPIC/claims`
pub(crate) async fn start(State(lab): State<Arc<Lab>>, Path(topic): Path<String>) -> Response {
    match topic_of(&lab, &topic) {
        Ok(topic) => match job(&lab, topic) {
            Some(job) => events::started(&lab, &job),
            None => busy(&lab),
        },
        Err(reply) => *reply,
    }
}

/// The list with the verdicts of an ended job.
pub(crate) fn of_job(lab: &Lab, job: &Job) -> String {
    let topic = lab.topics.iter().copied().find(|topic| key(*topic) == job.key());
    let ended = job.ended().and_then(Result::ok);
    match (topic, ended.as_deref()) {
        (Some(topic), Some(Answer::Findings(findings))) => list(topic, Some(findings)).into_string(),
        _ => String::new(),
    }
}
