//! Tables: positions to begin with, moves that are typed, gestures of a hand.

use crate::text;
use crate::watch::{Stern, afforded};
use kit::scene::{Act, Gesture};
use kit::{NoFiles, Play, ask, find_topic, table_of};

/// The most moves of a game that is played here.
const MOST_MOVES: usize = 40;
/// The longest position whose picture is drawn and whose moves are listed.
const DRAWN: usize = 300;

/// The table of that sentence, from a position if there is one.
fn sit(sentence: &str, from: Option<&str>) -> Option<Box<dyn Play>> {
    let words = ask::words(sentence).ok()?;
    let (topic, rest) = words.split_first()?;
    let topic = find_topic(topics::ALL, topic).ok()?;
    let table = table_of(topic).ok()?;
    let from = from.into_iter().flat_map(|text| ["--from".to_string(), text.to_string()]);
    let words: Vec<String> = rest.iter().cloned().chain(from).collect();
    (table.sit)(&table.ask(topic, &words, &NoFiles).ok()?, &mut Stern::at_once()).ok()
}

/// A table, and below it a position to begin with.
pub fn boards(bytes: &[u8]) {
    let text = &*text(bytes);
    let Some((sentence, from)) = text.split_once('\n') else { return };
    let Some(mut play) = sit(sentence, Some(from)) else { return };
    let told = play.position();
    let again = sit(sentence, Some(&told)).unwrap_or_else(|| panic!("{sentence}: {told:?} is not read back"));
    assert_eq!(again.position(), told, "{sentence}");
    if told.len() <= DRAWN {
        afforded(|| look_and_move(&mut *play));
    }
}

/// What a table shows, some of its moves, and what it advises.
fn look_and_move(play: &mut dyn Play) {
    play.scene();
    for text in play.moves().into_iter().take(3) {
        move_and_back(play, &text, true);
    }
    let _ = play.advise(&mut Stern::at_once());
    let _ = play.values(&mut Stern::at_once());
}

/// A move is made and taken back, or refused: the position stays.
fn move_and_back(play: &mut dyn Play, text: &str, offered: bool) {
    let before = play.position();
    match play.play(text) {
        Ok(()) => assert!(play.undo()),
        Err(error) => assert!(!offered, "{text:?} is offered and refused: {error}"),
    }
    assert_eq!(play.position(), before, "{text:?}");
}

/// The gesture with its places filled by words.
fn filled(gesture: &Gesture, words: &[&str]) -> String {
    let point = |axis: usize| words.get(axis).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.5);
    let [x, y] = gesture.point([point(0), point(1)]);
    let word = |place: usize| words.get(place).copied().unwrap_or("").to_string();
    gesture.said(&|place| match (gesture.act, place) {
        (Act::Drag | Act::Put | Act::Window, "{x}") => x.to_string(),
        (Act::Drag | Act::Put | Act::Window, "{y}") => y.to_string(),
        (Act::Window, "{w}") => word(2),
        (Act::Window, _) => word(3),
        (_, "{to}") => word(1),
        _ => word(0),
    })
}

/// A table, and below it a move or a gesture a line.
pub fn gestures(bytes: &[u8]) {
    let text = &*text(bytes);
    let mut lines = text.lines();
    let Some(mut play) = lines.next().and_then(|sentence| sit(sentence, None)) else { return };
    for line in lines.take(MOST_MOVES) {
        let mut words = line.split_whitespace();
        let said = match (words.next(), words.next().and_then(|word| word.parse::<usize>().ok())) {
            (Some("gesture"), Some(number)) if play.position().len() <= DRAWN => {
                let scene = play.scene();
                let hands = scene.shapes.iter().filter_map(|shape| shape.hand.as_ref());
                let all: Vec<&Gesture> = hands.filter_map(|hand| hand.gesture.as_ref()).collect();
                match all.len() {
                    0 => continue,
                    many => filled(all[number % many], &words.collect::<Vec<_>>()),
                }
            }
            _ => line.to_string(),
        };
        move_and_back(&mut *play, &said, false);
        let _ = play.play(&said);
    }
    let told = play.position();
    while play.undo() {}
    assert!(!told.is_empty());
}
