//! Forms, made from parameters: the limits stand in the form, and the browser keeps them before the server does.

use crate::address;
use crate::essay::spans;
use kit::{Kind, Param, Place};
use maud::{Markup, html};

/// The fields of the parameters, with the values that were given.
pub(crate) fn fields(params: &'static [Param], pairs: &[(String, String)]) -> Markup {
    html! { @for param in params.iter().filter(|p| !p.local) { (field(param, pairs)) } }
}

fn field(param: &'static Param, pairs: &[(String, String)]) -> Markup {
    let given: Vec<&str> = address::values(pairs, param.name).collect();
    let value = match (param.place, given.first()) {
        (Place::Rest, Some(_)) => given.join(" "),
        (_, Some(first)) => first.to_string(),
        (_, None) => param.default().unwrap_or("").to_string(),
    };
    let id = format!("field-{}", param.name);
    let wants =
        if param.place == Place::Rest { format!("{}, one after the other", param.wants()) } else { wants(param) };
    html! {
        div.field {
            @if let Kind::Switch = param.kind {
                label.switch for=(id) {
                    input type="checkbox" id=(id) name=(param.name) value="yes" checked[!given.is_empty()];
                    span { b { (param.name) } " " (spans(param.about)) }
                }
            } @else {
                label for=(id) { b { (param.name) } " " (spans(param.about)) @if param.is_needed() { span.needed { " (needed)" } } }
                (input(param, &id, &value))
                small id={ (id) "-wants" } { (wants) }
            }
        }
    }
}

/// What would do; the lab reads no files, so it does not speak of them.
fn wants(param: &Param) -> String {
    match param.kind {
        Kind::Source { most } => format!("a text of at most {most} characters"),
        _ => param.wants(),
    }
}

/// What a parameter of such a name sets belongs to the machine: nobody slides it to see what happens.
const MEANS: [&str; 3] = ["threads", "seconds", "memory"];

fn input(param: &'static Param, id: &str, value: &str) -> Markup {
    let described = format!("{id}-wants");
    let means = MEANS.contains(&param.name).then_some("");
    match param.kind {
        Kind::Choice(words) => html! {
            select id=(id) name=(param.name) aria-describedby=(described) {
                @if param.default().is_none() { option value="" { "(none)" } }
                @for word in words { option value=(word) selected[*word == value] { (word) } }
            }
        },
        Kind::Whole { least, most } => html! {
            input type="number" id=(id) name=(param.name) value=(value) min=(least) max=(most) step="1" required[param.is_needed()]
                data-means=[means] aria-describedby=(described);
        },
        Kind::Real { least, most } => html! {
            input type="number" id=(id) name=(param.name) value=(value) min=(least) max=(most) step="any"
                required[param.is_needed()] aria-describedby=(described);
        },
        Kind::Source { most } => html! {
            textarea id=(id) name=(param.name) rows="2" maxlength=(most) required[param.is_needed()] spellcheck="false"
                aria-describedby=(described) { (value) }
        },
        Kind::Digits { most } => text(param, id, value, most + 1),
        Kind::Text { most } => text(param, id, value, most),
        Kind::Form { .. } | Kind::Switch => text(param, id, value, address::LONGEST),
    }
}

fn text(param: &'static Param, id: &str, value: &str, most: usize) -> Markup {
    html! {
        input type="text" id=(id) name=(param.name) value=(value) maxlength=(most) required[param.is_needed()] spellcheck="false"
            autocomplete="off" aria-describedby={ (id) "-wants" };
    }
}
