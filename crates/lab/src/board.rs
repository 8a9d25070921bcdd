//! A position as a part of a page: its picture, and everything that can be done with it.
//!
//! Every control is a link to another position or a button for the script; the script replaces this part as a whole.

use crate::answers::{command, drawn};
use crate::essay::{paragraphs, signs};
use crate::position::{Level, Position, Seat, View};
use maud::{Markup, html};

/// Moves that are listed by name.
const MOST_LISTED: usize = 400;

/// What the script replaces when the position changes.
pub(crate) fn board_markup(position: &Position, view: &View) -> Markup {
    let position = &position.written(view);
    let here = position.here();
    html! {
        div.board data-link=(position.link("")) data-preview=(here.link("/preview")) data-here=(here.link("")) data-advise=(here.link("/advise")) data-values=(here.link("/values")) data-tree=(here.link("/tree"))
            data-house[view.house_to_move] data-over[view.end.is_some()] data-looking[view.looked_at.is_some()] {
            h1 { (signs(&view.title)) }
            p.status id="status" { (view.status()) }
            p.said id="said" {}
            @if view.solitaire && view.looked_at.is_none() { (score(view)) }
            @if view.end.is_some() && view.looked_at.is_none() { (why(position)) }
            div.play-area {
                div.picture {
                    (drawn(&view.scene, "play by typing moves"))
                    p.caption { (signs(&view.scene.caption)) }
                    @for layer in view.scene.layers() {
                        label.switch { input type="checkbox" data-switch=(layer); span { "show " (layer) } }
                    }
                    (replay(position, view.solitaire))
                }
                div.side { (side(position, view)) }
            }
        }
    }
}

fn side(position: &Position, view: &View) -> Markup {
    let here = position.here();
    html! {
        (controls(position, view))
        @if !view.solitaire { (opponent(position)) }
        form.type-move id="type-move" {
            label for="move" { "Type a move" }
            div.row { input type="text" id="move" autocomplete="off" spellcheck="false"; button disabled[view.end.is_some()] { "Play" } }
        }
        (moves_markup(position, view))
        (tree_markup(view))
        (history_markup(position))
        details.rules { summary { "Rules" } (paragraphs(&view.rules)) }
        (keys())
        p.here {
            "This position: " a href=(here.link("")) { "link" } " · "
            a href=(here.link("/board.svg")) download { "picture" } " · "
            a id="analyse" href=(here.link("/analyse")) { "analyse" } " · "
            code.position { (kit::shorten(&view.position)) }
        }
        p { button type="button" id="copy-link" data-copy-link=(here.link("")) { "Copy the link" } }
        (command(&format!("parlor {}", position.ask.line())))
    }
}

/// The place of the clock and of what counts.
fn score(view: &View) -> Markup {
    let (name, value) = view.score.as_ref().map_or((None, None), |score| (Some(score.name), Some(score.value)));
    html! { p.score id="score" data-counts=[name] data-score=[value] data-over[view.end.is_some()] {} }
}

fn why(position: &Position) -> Markup {
    html! {
        p.why {
            "Why did it end so? Undo and press Values to see what each move was worth, or ask the room: "
            a href={ "/" (position.topic.name) "#questions" } { "its questions" } ", "
            a href={ "/" (position.topic.name) "#claims" } { "what the papers claim" } "."
        }
    }
}

fn controls(position: &Position, view: &View) -> Markup {
    let looking = view.looked_at.is_some();
    let idle = view.end.is_some() || looking && view.house_to_move;
    html! {
        div.controls role="group" aria-label="The game" {
            @match view.back.filter(|_| !looking) {
                Some(back) => a.button data-go id="undo" aria-keyshortcuts="u" title="Undo (u)" href=(position.cut(back).link("")) { "Undo" },
                None => span.button.off id="undo" aria-disabled="true" { "Undo" },
            }
            button type="button" id="hint" aria-keyshortcuts="h" title="Hint (h)" disabled[idle] { "Hint" }
            @if view.solitaire { button type="button" id="finish" title="The rest is done from what is there" disabled[idle] { "Finish it for me" } }
            button type="button" id="values" aria-keyshortcuts="v" title="Values (v)" aria-pressed="false" disabled[idle] { "Values" }
            @if !view.solitaire && position.seat != Seat::Both {
                a.button data-go id="swap" href=(position.here().seated(position.seat.swapped()).link("")) { "Swap sides" }
            }
            a.button data-go id="new" aria-keyshortcuts="n" title="New game (n)" href=(position.anew(view.solitaire).link("")) { "New game" }
            @if looking { a.button data-go id="from-here" href=(position.here().link("")) { "Play from here" } }
        }
    }
}

/// The way through the moves of the game, without losing those that follow.
fn replay(position: &Position, solitaire: bool) -> Markup {
    let (made, all) = (position.made().len(), position.moves.len());
    let step = |id: &str, sign: &str, name: &str, to: Option<usize>| {
        html! {
            @match to {
                Some(to) => a.button data-go="replace" id=(id) aria-label=(name) title=(name) href=(position.looked(to).link("")) { (sign) },
                None => span.button.off id=(id) aria-label=(name) aria-disabled="true" role="link" { (sign) },
            }
        }
    };
    let earlier = made.checked_sub(1);
    let later = (made < all).then_some(made + 1);
    html! {
        @if all > 0 {
            div.controls.replay role="group" aria-label="Replay" {
                (step("first", "«", "To the start (Home)", earlier.map(|_| 0)))
                (step("earlier", "‹", "One move back (left arrow)", earlier))
                span.place { (made) " of " (all) }
                (step("later", "›", "One move on (right arrow)", later))
                (step("last", "»", "To the last move (End)", later.map(|_| all)))
                @if !solitaire { button type="button" id="review" aria-pressed="false" title="Who was winning, and where it was given away" { "Mistakes" } }
            }
        }
    }
}

fn opponent(position: &Position) -> Markup {
    let here = position.here();
    let current = |is: bool| is.then_some("true");
    html! {
        p.opponent role="group" aria-label="The opponent" {
            @for seat in Seat::ALL {
                a.choice data-go href=(here.seated(seat).link("")) aria-current=[current(seat == position.seat)] { (seat.in_words()) }
            }
        }
        @if position.seat != Seat::Both {
            p.opponent.strength role="group" aria-label="The opponent's strength" {
                span { "The house plays " }
                @for level in Level::ALL {
                    a.choice data-go href=(here.at_level(level).link("")) aria-current=[current(level == position.level)] { (level.in_words()) }
                }
            }
            p.note { "The house says of each of its moves whether it is proved or a guess." }
        }
    }
}

fn moves_markup(position: &Position, view: &View) -> Markup {
    if view.moves.is_empty() || view.house_to_move {
        return html! {};
    }
    html! {
        details.moves open[view.moves.len() <= 60] {
            summary { "Moves offered (" (view.moves.len()) ")" }
            ul id="moves" {
                @for text in view.moves.iter().take(MOST_LISTED) {
                    li { a data-go data-plays=(text) href=(position.after(text).link("")) { (signs(text)) } span.worth {} }
                }
            }
            @if view.moves.len() > MOST_LISTED { p { "The first " (MOST_LISTED) " are listed; any other can be typed." } }
        }
    }
}

/// The game one move on; the script loads the pictures when it is unfolded.
fn tree_markup(view: &View) -> Markup {
    html! {
        @if !view.moves.is_empty() && !view.house_to_move {
            details.tree { summary { "One move on, in pictures" } div.branches { p.note { "The pictures come with the script." } } }
        }
    }
}

fn history_markup(position: &Position) -> Markup {
    let shown = position.made().len();
    html! {
        @if !position.moves.is_empty() {
            details.history open {
                summary { "Moves made (" (position.moves.len()) ")" }
                ol { @for (index, text) in position.moves.iter().enumerate() {
                    li { a data-go="replace" href=(position.looked(index + 1).link("")) aria-current=[(index + 1 == shown).then_some("step")] { (signs(text)) } }
                } }
            }
        }
    }
}

const KEYS: [(&str, &str); 9] = [
    ("Tab", "to the board and away from it"),
    ("arrow keys", "on the board: from one place to the next; elsewhere: the game back and forth"),
    ("Enter or Space", "plays where the cursor stands"),
    ("p", "picks up what can be dragged or joined; Enter puts it where the cursor stands, Escape lets it go"),
    ("Home and End", "to the start of the game and to its last move"),
    ("u", "undo"),
    ("h", "a hint"),
    ("v", "what each move is worth"),
    ("n", "a new game"),
];

fn keys() -> Markup {
    html! {
        details.keys {
            summary aria-keyshortcuts="?" { "Keys (?)" }
            dl { @for (key, does) in KEYS { dt { kbd { (key) } } dd { (does) } } }
        }
    }
}
