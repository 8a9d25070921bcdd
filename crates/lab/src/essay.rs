//! Plain text of the topics as HTML: paragraphs, words between backquotes as code, and terms of the glossary that
//! explain themselves.

use kit::glossary::{find_term, marked};
use maud::{Markup, html};
use std::collections::HashSet;

/// Paragraphs, in which each term of the glossary is explained where it stands first.
pub(crate) fn paragraphs(text: &str) -> Markup {
    let mut known = HashSet::new();
    let parted = text.split("\n\n").filter(|p| !p.trim().is_empty()).map(|p| explained(p, &mut known));
    let parted: Vec<Markup> = parted.collect();
    html! { @for paragraph in parted { p { (paragraph) } } }
}

/// A term with its explanation, which is seen by whoever points at it, touches it or comes to it with the keyboard.
pub(crate) fn term(text: &str, name: &str) -> Markup {
    match find_term(name) {
        Ok(term) => {
            html! { span.term tabindex="0" { (text) span.tip role="note" { b { (term.name) } ": " (term.short) } } }
        }
        Err(_) => html! { (text) },
    }
}

/// A name of the program as people write it, explained if it is a term.
pub(crate) fn in_words(name: &str) -> Markup {
    term(&name.replace('_', " "), name)
}

fn explained(text: &str, known: &mut HashSet<&'static str>) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len() % 2 == 0 {
        return html! { (text) };
    }
    let mut plain = |part: &str| {
        let stretches = marked(part).into_iter().map(|stretch| match stretch.term.filter(|&name| known.insert(name)) {
            Some(name) => term(stretch.text, name),
            None => html! { (stretch.text) },
        });
        stretches.collect::<Vec<_>>()
    };
    html! {
        @for (index, part) in parts.iter().enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { @for stretch in plain(part) { (stretch) } }
        }
    }
}

/// One line.
pub(crate) fn spans(text: &str) -> Markup {
    // With an odd number of backquotes the last one is only a sign.
    let parts: Vec<&str> = text.split('`').collect();
    let whole = parts.len() % 2 == 1;
    html! {
        @if whole {
            @for (index, part) in parts.iter().enumerate() {
                @if index % 2 == 1 { code { (part) } } @else { (part) }
            }
        } @else { (text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_signs_are_told_apart_and_nothing_is_markup() {
        assert_eq!(spans("a `b<c` d").into_string(), "a <code>b&lt;c</code> d");
        assert_eq!(spans("a ` b").into_string(), "a ` b");
        assert_eq!(paragraphs("a\n\n<b>").into_string(), "<p>a</p><p>&lt;b&gt;</p>");
    }

    #[test]
    fn a_term_is_explained_where_it_stands_first_and_not_in_code() {
        let text = paragraphs("`nimber` is a nimber\n\nand a nimber").into_string();
        assert_eq!(text.matches("class=\"term\"").count(), 1, "{text}");
        assert!(
            text.starts_with("<p><code>nimber</code> is a <span class=\"term\" tabindex=\"0\">nimber<span"),
            "{text}"
        );
        assert!(text.ends_with("<p>and a nimber</p>"), "{text}");
        assert_eq!(in_words("first_parabola").into_string(), "first parabola");
    }
}
