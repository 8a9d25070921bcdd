//! Plain text of the topics as HTML: paragraphs, and words between backquotes as code.

use maud::{Markup, html};

/// Paragraphs.
pub(crate) fn paragraphs(text: &str) -> Markup {
    html! { @for paragraph in text.split("\n\n").filter(|p| !p.trim().is_empty()) { p { (spans(paragraph)) } } }
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
}
