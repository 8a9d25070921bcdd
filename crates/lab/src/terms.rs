//! Terms of the glossary in texts, and the glossary as a page.

use crate::Lab;
use crate::pages::page;
use axum::extract::State;
use axum::response::Response;
use kit::glossary::{self, Term};
use maud::{Markup, html};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A text whose terms are explained where they are met first: by the pointer, by touch and by the keyboard. Words
/// between backquotes are code.
pub(crate) fn explained(text: &str, met: &mut BTreeSet<&'static str>) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    let whole = parts.len() % 2 == 1;
    let parts: Vec<(bool, &str)> = match whole {
        true => parts.into_iter().enumerate().map(|(index, part)| (index % 2 == 1, part)).collect(),
        false => vec![(false, text)],
    };
    html! {
        @for (code, part) in parts {
            @if code { code { (part) } } @else { (plain(part, met)) }
        }
    }
}

fn plain(text: &str, met: &mut BTreeSet<&'static str>) -> Markup {
    html! {
        @for stretch in glossary::marked(text) {
            @match stretch.term.filter(|term| met.insert(term)).and_then(|term| glossary::find_term(term).ok()) {
                Some(term) => (explanation(stretch.text, term)),
                None => (stretch.text),
            }
        }
    }
}

fn explanation(written: &str, term: &Term) -> Markup {
    html! {
        span.term tabindex="0" role="note" aria-label={ (written) ": " (term.short) } {
            (written)
            span.tip aria-hidden="true" { (term.short) }
        }
    }
}

/// `/words`
pub(crate) async fn route(State(lab): State<Arc<Lab>>) -> Response {
    let mut terms: Vec<&Term> = glossary::terms().collect();
    terms.sort_by_key(|term| term.name.to_lowercase());
    let body = html! {
        h1 { "Words" }
        p.lead { "What the rooms mean by them." }
        dl.words {
            @for term in terms {
                dt id=(id(term.name)) { (term.name) }
                dd {
                    p { (term.short) " " (term.long) }
                    @if !term.see.is_empty() {
                        p.source { "See also "
                            @for (place, other) in term.see.iter().enumerate() {
                                @if place > 0 { ", " }
                                a href={ "#" (id(other)) } { (other) }
                            }
                        }
                    }
                }
            }
        }
    };
    page(&lab, "Words", None, &body)
}

fn id(name: &str) -> String {
    name.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_explained_once_and_nothing_is_markup() {
        let mut met = BTreeSet::new();
        let told = explained("A nimber <b> of `nim(3)`, another nimber", &mut met).into_string();
        assert_eq!(told.matches("class=\"term\"").count(), 1);
        assert!(told.contains("&lt;b&gt;") && told.contains("<code>nim(3)</code>"), "{told}");
    }
}
