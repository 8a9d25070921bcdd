//! Plain text of the topics as HTML: paragraphs, words between backquotes as code, terms of the glossary that explain
//! themselves where they are met first, and essays whose proofs unfold.

use kit::essay::{Essay, Part};
use kit::glossary::{Term, find_term, marked};
use kit::{Report, Topic};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The terms that a page has explained already.
pub(crate) type Met = BTreeSet<&'static str>;

/// The essay of a topic. What unfolds can be linked to by its name.
pub(crate) fn essay(topic: &Topic, met: &mut Met) -> Markup {
    let essay = Essay::read(topic.essay);
    html! {
        @for paragraph in &essay.paragraphs { p { (explained(paragraph, met)) } }
        @if !essay.more.is_empty() {
            h2 { "More, to unfold" }
            @for part in &essay.more { (unfolding(part, met)) }
        }
    }
}

fn unfolding(part: &Part<'_>, met: &mut Met) -> Markup {
    html! {
        details.more {
            summary { (explained(part.title, met)) }
            div id=(id(part.title)) { @for paragraph in &part.paragraphs { p { (explained(paragraph, met)) } } }
        }
    }
}

/// The name of a place on a page.
pub(crate) fn id(name: &str) -> String {
    name.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "-")
}

/// The address of the part of the essay that a report names as its argument.
pub(crate) fn argument_link(topic: &Topic, report: &Report) -> Option<String> {
    let name = report.get(kit::ARGUMENT)?.to_string();
    Essay::read(topic.essay).part(&name).map(|part| format!("/{}#{}", topic.name, id(part.title)))
}

/// Paragraphs of a text that stands alone.
pub(crate) fn paragraphs(text: &str) -> Markup {
    let mut met = Met::new();
    html! {
        @for paragraph in text.split("\n\n").filter(|p| !p.trim().is_empty()) { p { (explained(paragraph, &mut met)) } }
    }
}

/// A term with its explanation, which is seen by whoever points at it, touches it or comes to it with the keyboard.
pub(crate) fn term(text: &str, name: &str) -> Markup {
    match find_term(name) {
        Ok(term) => {
            html! { span.term tabindex="0" { (text) (tip(term)) } }
        }
        Err(_) => html! { (text) },
    }
}

/// What is shown of a term.
pub(crate) fn tip(term: &Term) -> Markup {
    html! { span.tip role="note" { b { (term.name) } ": " (term.short) } }
}

/// A name of the program as people write it, explained if it is a term or has terms in it.
pub(crate) fn in_words(name: &str) -> Markup {
    let words = name.replace('_', " ").replace(" mib", " MiB");
    match find_term(&words) {
        Ok(found) => term(&words, found.name),
        Err(_) => explained(&words, &mut Met::new()),
    }
}

/// A text whose terms are explained where the page meets them first. Words between backquotes are code; with an odd
/// number of backquotes the last one is only a sign.
pub(crate) fn explained(text: &str, met: &mut Met) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    let parts = if parts.len() % 2 == 1 { parts } else { vec![text] };
    html! {
        @for (index, part) in parts.iter().enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (plain(part, met)) }
        }
    }
}

fn plain(text: &str, met: &mut Met) -> Markup {
    html! {
        @for stretch in marked(text) {
            @match stretch.term.filter(|&name| met.insert(name)) {
                Some(name) => (term(stretch.text, name)),
                None => (signs(stretch.text)),
            }
        }
    }
}

/// What a stretch of a text is written as.
#[derive(Clone, Copy, PartialEq)]
enum Height {
    Line,
    Raised,
    Lowered,
}

/// Mathematics as it is printed: raised exponents, lowered indices, `≥`, `≤`, `≠`, arrows, roots, Greek letters, minus
/// signs, and the cross between the sides of a board. A parameter is called by its name, without the dashes of a
/// command line.
pub(crate) fn signs(text: &str) -> Markup {
    let letters: Vec<char> = printed(text).chars().collect();
    let mut parts: Vec<(String, Height)> = vec![(String::new(), Height::Line)];
    let mut at = 0;
    while at < letters.len() {
        let moved = [
            (exponent(&letters, at), Height::Raised, ""),
            (power_of_ten(&letters, at), Height::Raised, " × 10"),
            (index(&letters, at), Height::Lowered, ""),
        ];
        if let Some((end, height, before)) = moved.into_iter().find(|(end, _, _)| *end > at + 1) {
            let whole: String = letters[at + 1..end].iter().collect();
            let bare = whole.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(&whole);
            parts.last_mut().expect("there is one").0.push_str(before);
            parts.extend([(bare.replace('-', "−"), height), (String::new(), Height::Line)]);
            at = end;
            continue;
        }
        let sign = match letters[at] {
            _ if is_cross(&letters, at) => '×',
            _ if is_minus(&letters, at) => '−',
            letter => letter,
        };
        parts.last_mut().expect("there is one").0.push(sign);
        at += 1;
    }
    html! {
        @for (part, height) in &parts {
            @match height {
                Height::Line => (part),
                Height::Raised => sup { (signs(part)) },
                Height::Lowered => sub { (signs(part)) },
            }
        }
    }
}

/// The signs that have a letter of their own.
fn printed(text: &str) -> String {
    const GREEK: [(&str, char); 4] = [("phi", 'φ'), ("psi", 'ψ'), ("theta", 'θ'), ("pi", 'π')];
    let text = text.replace(">=", "≥").replace("<=", "≤").replace("!=", "≠").replace("->", "→").replace("sqrt(", "√(");
    let is_letter = |c: &char| c.is_alphanumeric();
    let mut told = String::new();
    let mut rest = &text[..];
    while let Some(first) = rest.chars().next() {
        let begins = !told.chars().next_back().as_ref().is_some_and(is_letter);
        let ends = |after: &str| !after.chars().next().as_ref().is_some_and(is_letter);
        let letter = GREEK.iter().find_map(|(name, letter)| {
            let after = rest.strip_prefix(name).filter(|after| begins && ends(after))?;
            Some((*letter, after))
        });
        if let Some((letter, after)) = letter {
            told.push(letter);
            rest = after;
        } else if let Some(name) = rest.strip_prefix("--").filter(|name| begins && name.starts_with(char::is_lowercase))
        {
            rest = name;
        } else {
            told.push_str(match first {
                'x' if between_sides(&told, &rest[1..]) => " × ",
                ':' if told.ends_with(char::is_alphabetic) && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                    " "
                }
                _ => &rest[..first.len_utf8()],
            });
            rest = &rest[first.len_utf8()..];
        }
    }
    told
}

/// Whether a number ends before a place and another begins after it, as around the `x` of `grid:5x5`.
fn between_sides(before: &str, after: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let (left, right) = (before.trim_end_matches(digit), after.trim_start_matches(digit));
    let alone = |next: Option<char>| !next.is_some_and(char::is_alphanumeric);
    left.len() < before.len()
        && right.len() < after.len()
        && alone(left.chars().next_back())
        && alone(right.chars().next())
}

/// Where the parenthesis is over that opens here.
fn closed(letters: &[char], open: usize) -> Option<usize> {
    let mut depth = 0i32;
    let place = letters[open..].iter().position(|letter| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        depth == 0
    })?;
    Some(open + place + 1)
}

/// Where the exponent ends that begins with a `^` here; here if there is none.
fn exponent(letters: &[char], at: usize) -> usize {
    let base = at.checked_sub(1).is_some_and(|before| letters[before].is_alphanumeric() || letters[before] == ')');
    if letters[at] != '^' || !base {
        return at;
    }
    let run = |from: usize, fits: fn(&char) -> bool| from + letters[from..].iter().take_while(|c| fits(c)).count();
    let end = match letters.get(at + 1) {
        Some('(') => closed(letters, at + 1).unwrap_or(at),
        Some('-') => run(at + 2, char::is_ascii_digit),
        Some(digit) if digit.is_ascii_digit() => run(at + 1, char::is_ascii_digit),
        Some(letter) if letter.is_alphabetic() => at + 2,
        _ => at,
    };
    // An exponent may have an exponent.
    if end > at && letters.get(end) == Some(&'^') { exponent(letters, end).max(end) } else { end }
}

/// Where the index of a single letter ends whose `_` stands here, as in `d_j`; here if there is none.
fn index(letters: &[char], at: usize) -> usize {
    const LONGEST: usize = 3;
    let single = at.checked_sub(1).is_some_and(|before| {
        letters[before].is_alphabetic() && !before.checked_sub(1).is_some_and(|place| letters[place].is_alphanumeric())
    });
    if letters[at] != '_' || !single {
        return at;
    }
    if letters.get(at + 1) == Some(&'(') {
        return closed(letters, at + 1).unwrap_or(at);
    }
    let length = letters[at + 1..].iter().take_while(|c| c.is_alphanumeric()).count();
    if (1..=LONGEST).contains(&length) { at + 1 + length } else { at }
}

/// Where the power of ten ends whose `e` stands here, as in `2.5e-13`; here if there is none.
fn power_of_ten(letters: &[char], at: usize) -> usize {
    let digits = |from: usize| letters[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    let before = letters[..at].iter().rev().take_while(|c| c.is_ascii_digit() || **c == '.').count();
    // Only after a decimal: `2e3` may be a name.
    if letters[at] != 'e' || before < 3 || !letters[at - before..at].contains(&'.') {
        return at;
    }
    let first = at + 1 + usize::from(letters.get(at + 1) == Some(&'-'));
    let end = first + digits(first.min(letters.len()));
    if end > first && !letters.get(end).is_some_and(|c| c.is_alphanumeric()) { end } else { at }
}

/// Whether the letter is a minus sign: before a number, or with room on both sides. A hyphen is neither, nor is the one
/// between the ends of a range, as in `1-4`.
fn is_minus(letters: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|place| letters[place]);
    let (begins, after) = (before.is_none_or(|c| " ([{,;:=/".contains(c)), letters.get(at + 1));
    letters[at] == '-'
        && (begins && after.is_some_and(char::is_ascii_digit) || before == Some(' ') && after == Some(&' '))
}

/// Whether the letter is the cross of `6 x 8`.
fn is_cross(letters: &[char], at: usize) -> bool {
    let digit = |place: Option<usize>| place.and_then(|place| letters.get(place)).is_some_and(char::is_ascii_digit);
    let blank = |place: Option<usize>| place.and_then(|place| letters.get(place)) == Some(&' ');
    letters[at] == 'x'
        && blank(at.checked_sub(1))
        && blank(Some(at + 1))
        && digit(at.checked_sub(2))
        && digit(Some(at + 2))
}

/// One line without explanations: a label, or what stands in a link or a button.
pub(crate) fn spans(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    let parts = if parts.len() % 2 == 1 { parts } else { vec![text] };
    html! {
        @for (index, part) in parts.iter().enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (signs(part)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_signs_are_told_apart_and_nothing_is_markup() {
        assert_eq!(spans("a `b<c` d").into_string(), "a <code>b&lt;c</code> d");
        assert_eq!(spans("a ` b").into_string(), "a ` b");
        let printed = |text: &str| signs(text).into_string();
        assert_eq!(printed("10^12 >= x^2 - y^(n-1)"), "10<sup>12</sup> ≥ x<sup>2</sup> − y<sup>n−1</sup>");
        assert_eq!(printed("1: 5 -> 0, 2.5e-13 at (-3,-4)"), "1: 5 → 0, 2.5 × 10<sup>−13</sup> at (−3,−4)");
        assert_eq!(printed("1-4 v 5-8, xor-magic, 1.5em, 0.12e, 2e3"), "1-4 v 5-8, xor-magic, 1.5em, 0.12e, 2e3");
        assert_eq!(printed("2^n on 6 x 8, 10^-3"), "2<sup>n</sup> on 6 × 8, 10<sup>−3</sup>");
        assert_eq!(printed("2 x + 3, ^2, a^, a<b, 3 x"), "2 x + 3, ^2, a^, a&lt;b, 3 x");
        assert_eq!(printed("2^n^2 sets, 2^(n^2)"), "2<sup>n<sup>2</sup></sup> sets, 2<sup>n<sup>2</sup></sup>");
        assert_eq!(printed("T_(j+4) - psi d_1, to_do"), "T<sub>j+4</sub> − ψ d<sub>1</sub>, to_do");
        assert_eq!(printed("sqrt(5) of pi^2, pin, theta_i"), "√(5) of π<sup>2</sup>, pin, θ<sub>i</sub>");
        assert_eq!(printed("grid:5x5, 3x3 at 1,1, b3x4, 0:05"), "grid 5 × 5, 3 × 3 at 1,1, b3x4, 0:05");
        assert_eq!(printed("where --value stands (--to), a -- b"), "where value stands (to), a -- b");
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
        assert!(in_words("first_parabola").into_string().starts_with("first <span class=\"term\""));
        assert!(in_words("open").into_string().starts_with("<span class=\"term\""), "a name that stands alone");
    }

    /// What is read of a page, with a mark before each explained term.
    fn read(markup: &str) -> String {
        let mut out = String::new();
        for piece in markup.replace("<span class=\"term\" tabindex=\"0\">", "\u{1}").split('<') {
            let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
            // The explanation itself is seen only by who asks for it, and code is no running text.
            let hidden = tag.starts_with("span class=\"tip\"") || tag == "b" || tag == "/b" || tag == "code";
            out.push_str(if hidden { "\u{2}" } else { text });
        }
        out
    }

    #[test]
    fn no_essay_uses_a_term_before_it_is_explained() {
        for topic in topics::ALL {
            let mut met = Met::new();
            let shown = html! { p { (explained(topic.about, &mut met)) } (essay(topic, &mut met)) }.into_string();
            let told = read(&shown);
            let mut seen = BTreeSet::new();
            let mut before = '\u{2}';
            for stretch in marked(&told) {
                if let Some(name) = stretch.term {
                    assert_eq!(seen.insert(name), before == '\u{1}', "{}: {name} in {}", topic.name, stretch.text);
                }
                before = stretch.text.chars().last().unwrap_or(before);
            }
            assert!(seen.len() >= 5, "{}: {seen:?}", topic.name);
        }
    }

    #[test]
    fn the_argument_of_an_answer_leads_to_the_part_of_the_essay() {
        for topic in topics::ALL {
            for example in topic.questions.iter().filter_map(|question| question.examples.first()) {
                let (question, ask) = kit::read_sentence(topics::ALL, example, &kit::NoFiles).unwrap();
                let report = (question.answer)(&ask, &mut kit::Unwatched).unwrap();
                let link = argument_link(topic, &report);
                assert_eq!(link.is_some(), report.get(kit::ARGUMENT).is_some(), "{example}");
                if let Some((_, place)) = link.as_deref().and_then(|link| link.split_once('#')) {
                    let shown = essay(topic, &mut Met::new()).into_string();
                    assert_eq!(shown.matches(&format!("<div id=\"{place}\">")).count(), 1, "{example}");
                }
            }
        }
    }
}
