//! `/paper/TOPIC`: the paper, run. Sections in order, each claim with its verdict, figures drawn, questions and tables.

use crate::aside::worked;
use crate::asks::told;
use crate::essay::explained;
use crate::pages::{address_of, page, topic_of, trouble};
use crate::{Lab, claims, play};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use kit::paper::{Paper, Section, claims_of, further_claims};
use kit::{Claim, Topic, lesson};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeSet;
use std::sync::Arc;

/// `/paper/TOPIC`
pub(crate) async fn route(State(lab): State<Arc<Lab>>, Path(topic): Path<String>) -> Response {
    let topic = match topic_of(&lab, &topic) {
        Ok(topic) => topic,
        Err(reply) => return *reply,
    };
    let Some(paper) = Paper::of(topic) else {
        return trouble(&lab, StatusCode::NOT_FOUND, "No paper is listed for this room.");
    };
    let mut met = BTreeSet::new();
    let mut sections = Vec::new();
    for section in &paper.sections {
        sections.push(section_markup(&lab, topic, section, &mut met).await);
    }
    let further = further_claims(topic);
    let body = html! {
        p.crumbs { a href={ "/" (topic.name) } { (topic.called()) } " › the paper, run" }
        h1 { (paper.title) }
        p.lead { "Its sections in our words, what they claim with the verdict of the computation, their figures drawn here." }
        p.check { button type="button" id="check-paper" data-claims={ "/" (topic.name) "/claims" } { "Check all claims" } " " span id="checking" role="status" {} }
        @for section in &sections { (section) }
        @if !further.is_empty() {
            section { h2 { "Beyond these sections" } (claim_list(&lab, &further)) }
        }
    };
    page(&lab, paper.title, Some(topic.name), &body)
}

async fn section_markup(
    lab: &Lab,
    topic: &'static Topic,
    section: &Section,
    met: &mut BTreeSet<&'static str>,
) -> Markup {
    let mut figures = Vec::new();
    for sentence in &section.figures {
        figures.push(figure(lab, topic, sentence).await);
    }
    let table = section.table.and_then(|sentence| Some((sentence, play::address_of(topic, topic.table?, sentence)?)));
    html! {
        section.paper {
            h2 { (section.title) }
            p { (explained(section.text, met)) }
            (claim_list(lab, &claims_of(topic, section)))
            div.figures { @for figure in &figures { (figure) } }
            @if !section.questions.is_empty() {
                p.examples { "Ask: "
                    @for (place, sentence) in section.questions.iter().enumerate() {
                        @if place > 0 { ", " }
                        a href=[address_of(topic, sentence)] { (told(sentence)) }
                    }
                }
            }
            @if let Some((sentence, address)) = &table { p.examples { "Play: " a href=(address) { (told(sentence)) } } }
        }
    }
}

async fn figure(lab: &Lab, topic: &'static Topic, sentence: &'static str) -> Markup {
    let topics = lab.topics;
    let report = worked(lab, move |watch| lesson::answer(topics, sentence, watch)).await;
    let drawn = report.ok().and_then(|report| report.scenes.first().map(show::svg::inline));
    html! {
        figure {
            @if let Some(svg) = drawn { (PreEscaped(svg)) }
            figcaption { a href=[address_of(topic, sentence)] { (told(sentence)) } }
        }
    }
}

fn claim_list(lab: &Lab, list: &[&'static Claim]) -> Markup {
    html! { @if !list.is_empty() { ul.claims { @for claim in list { (claims::item(lab, claim)) } } } }
}
