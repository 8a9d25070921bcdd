//! What the papers claim of a topic, and what the computation says of it.
//!
//! Claims are checked when a person asks for it, one after the other in one job that gives way to all others and ends
//! when nobody looks. What was found is kept, so that the next look goes on from there. A claim whose check breaks down
//! is told as such and the others stand.

use crate::asks::busy;
use crate::errand::Errand;
use crate::essay::{Met, explained, term};
use crate::jobs::{Answer, Job, Manner, Work};
use crate::pace::Crew;
use crate::pages::{Html, topic_of};
use crate::{Lab, events};
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use kit::{Claim, Effort, Error, Finding, Result, Topic, Verdict, Watch};
use maud::{Markup, html};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// What the claims came to, by their ids.
#[derive(Clone, Default)]
pub(crate) struct Findings(Arc<Mutex<HashMap<&'static str, Result<Finding>>>>);

impl Findings {
    fn get(&self, claim: &Claim) -> Option<Result<Finding>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(claim.id).cloned()
    }

    fn keep(&self, claim: &Claim, found: Result<Finding>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(claim.id, found);
    }

    fn unknown(&self, topic: &Topic) -> usize {
        topic.claims.iter().filter(|claim| self.get(claim).is_none()).count()
    }
}

fn key(topic: &Topic) -> String {
    format!("claims {}", topic.name)
}

fn job(lab: &Lab, topic: &'static Topic) -> Option<Arc<Job>> {
    let (findings, crew) = (lab.findings.clone(), lab.crew.clone());
    let work = move || -> Work { Box::new(move |watch| check(topic, &findings, crew.as_ref(), watch)) };
    let key = key(topic);
    // A job that has ended says nothing of claims that it did not come to.
    lab.jobs.find_or_start(&key, &format!("parlor check {}", topic.name), Manner::Idle, work)
}

/// What a claim comes to: found by a worker of the lowest rank, or here where there are none.
fn found(topic: &'static Topic, claim: &Claim, crew: Option<&Crew>, watch: &mut dyn Watch) -> Result<Finding> {
    const BROKEN: &str = "the check broke down, which is a defect of the program";
    let Some(crew) = crew else {
        let found = catch_unwind(AssertUnwindSafe(|| (claim.check)(Effort::Quick, watch)));
        return found.unwrap_or_else(|_| Err(Error::failed(BROKEN)));
    };
    let verdicts = [Verdict::Holds, Verdict::Corrected, Verdict::Refuted, Verdict::Settled, Verdict::Open];
    match crew.send(Errand::claim(topic, claim), &format!("parlor check {}", claim.id), watch)? {
        Answer::Finding { verdict, evidence } => {
            let verdict = verdicts.into_iter().find(|known| known.to_string() == verdict);
            verdict.map(|verdict| Finding::new(verdict, evidence)).ok_or_else(|| Error::failed(BROKEN))
        }
        _ => Err(Error::failed(BROKEN)),
    }
}

fn check(topic: &'static Topic, findings: &Findings, crew: Option<&Crew>, watch: &mut dyn Watch) -> Result<Answer> {
    let claims = topic.claims;
    for (place, claim) in claims.iter().enumerate() {
        if findings.get(claim).is_some() {
            continue;
        }
        match found(topic, claim, crew, watch) {
            Err(error) if error.is_stopped() => return Err(error),
            found => findings.keep(claim, found),
        }
        watch.say(&format!("{} of {} are checked.", place + 1, claims.len()));
        kit::watch::step(watch, 0, None, || format!("{} of {} claims are checked", place + 1, claims.len()))?;
    }
    Ok(Answer::Claims)
}

/// The claims on a topic's page, with the verdicts that are known, and the button that asks for the others.
pub(crate) fn section(lab: &Lab, topic: &'static Topic) -> Markup {
    if topic.claims.is_empty() {
        return html! {};
    }
    let (all, unknown) = (topic.claims.len(), lab.findings.unknown(topic));
    html! {
        section aria-labelledby="claims" {
            h2 id="claims" { "What the papers claim" }
            p { "Each verdict is computed here, not looked up." }
            @if unknown > 0 {
                p.check {
                    button type="button" id="check" data-claims={ "/" (topic.name) "/claims" } {
                        @if unknown == all { "Check them" } @else { "Check the other " (unknown) }
                    }
                    " " span.said id="checking" role="status" {}
                    noscript { "Without script, use the command line below." }
                }
            }
            div id="verdicts" { (list(lab, topic)) }
            (crate::answers::command(&format!("parlor check {}", topic.name)))
        }
    }
}

fn list(lab: &Lab, topic: &'static Topic) -> Markup {
    html! {
        ul.claims {
            @for claim in topic.claims { (item(lab, claim)) }
        }
    }
}

/// A claim with its verdict, if that is known.
pub(crate) fn item(lab: &Lab, claim: &Claim) -> Markup {
    let found = lab.findings.get(claim);
    let mut met = Met::new();
    html! {
        li {
            p { (verdict(found.as_ref())) " " (explained(claim.statement, &mut met)) " " span.source { (claim.source) } }
            @match &found {
                Some(Ok(finding)) => p.evidence { (explained(&finding.evidence, &mut met)) },
                Some(Err(error)) => p.evidence { "It could not be checked: " (error) },
                None => {}
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
    // Squares are open as well, so the glossary has this verdict under another name.
    let called = if name == "open" { "undecided" } else { &name };
    html! { b.verdict.{ "verdict-" (name.replace(' ', "-")) } { span aria-hidden="true" { (sign) } " " (term(&name, called)) } }
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

/// `GET /TOPIC/claims`: the list with the verdicts that are known.
pub(crate) async fn known(State(lab): State<Arc<Lab>>, Path(topic): Path<String>) -> Response {
    match topic_of(&lab, &topic) {
        Ok(topic) => Html(list(&lab, topic).into_string()).into_response(),
        Err(reply) => *reply,
    }
}

/// The list of the topic that a job checks.
pub(crate) fn of_job(lab: &Lab, job: &Job) -> String {
    let topic = lab.topics.iter().copied().find(|topic| key(topic) == job.key());
    topic.map_or(String::new(), |topic| list(lab, topic).into_string())
}
