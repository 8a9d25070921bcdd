//! The glossary as a page.

use crate::Lab;
use crate::essay::id;
use crate::pages::page;
use axum::extract::State;
use axum::response::Response;
use kit::glossary::{self, Term};
use maud::html;
use std::sync::Arc;

/// `/words`
pub(crate) async fn route(State(lab): State<Arc<Lab>>) -> Response {
    let mut terms: Vec<&Term> = glossary::terms().collect();
    terms.sort_by_key(|term| term.name.to_lowercase());
    let body = html! {
        h1 { "Words" }
        p.lead { "What the rooms mean by them." }
        p { label { "Find " input.find type="search" data-finds=".words" autocomplete="off"; } }
        dl.words {
            @for term in terms {
                div {
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
        }
    };
    page(&lab, "Words", None, &body)
}
