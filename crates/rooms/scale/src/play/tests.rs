//! The table of the scale, weighed to its end.

use super::*;
use kit::Ink;
use kit::scene::Form;

fn game() -> Balance {
    Balance { coins: 6, fakes: 2, scale: Scale::Five, hide: false }
}

#[test]
fn coins_are_laid_by_hand_and_weighed() {
    let game = game();
    let mut at = game.start_log();
    for text in ["coin 1 left", "coin 5 left", "coin 2 right", "coin 5 aside"] {
        at = game.after(&at, &game.read_move(&at, text).unwrap());
        assert_eq!(game.read_position(&at.to_string()).unwrap(), at, "{at}");
        assert_eq!(game.turn(&at, 0), 0);
    }
    assert_eq!(at.to_string(), "laying 1 v 2");
    let touches: Vec<String> = game.scene(&at).shapes.iter().filter_map(|s| s.touch.clone()).collect();
    assert!(touches.contains(&"1 v 2".to_string()) && touches.contains(&"coin 1 aside".to_string()), "{touches:?}");
    for text in &touches {
        assert!(game.read_move(&at, text).is_ok(), "{text}");
    }
    for bad in ["coin 9 left", "coin 1 left", "coin 1 up", "coin", "coin x right"] {
        assert!(game.read_move(&at, bad).is_err(), "{bad}");
    }
    for bad in ["laying nothing v nothing", "laying 1 v 1", "laying 1/2 v 3", "laying 1"] {
        assert!(game.read_position(bad).is_err(), "{bad}");
    }
    at = game.after(&at, &game.read_move(&at, "1 v 2").unwrap());
    assert_eq!(at.to_string(), "1 v 2");
}

#[test]
fn a_weighing_and_its_answer_are_marked_and_what_lies_aside_stays() {
    let game = game();
    let told = |at: &Log| -> Vec<String> {
        let accents = game.scene(at).shapes.into_iter().filter(|shape| shape.fill == Some(Ink::Accent));
        let texts = accents.filter_map(|shape| match shape.form {
            Form::Text { text, .. } => Some(text),
            _ => None,
        });
        texts.collect()
    };
    let aside = |at: &Log, label: &str| {
        let labelled = |shape: &kit::Shape| shape.label.as_deref().is_some_and(|l| l.starts_with(label));
        game.scene(at).shapes.into_iter().find(labelled).map(|shape| shape.form)
    };
    let mut at = game.start_log();
    let (sixth, expected) = (aside(&at, "coin 6,"), [vec![], vec!["1-2 v 3-4"], vec!["1-2 v 3-4", "LESS"]]);
    for (text, marks) in [("coin 1 left", &expected[0]), ("1-2 v 3-4", &expected[1]), ("LESS", &expected[2])] {
        at = game.after(&at, &game.read_move(&at, text).unwrap());
        assert_eq!(told(&at), *marks, "{text}");
        assert_eq!(aside(&at, "coin 6,"), sixth, "{text}");
    }
}

#[test]
fn the_pairs_that_are_drawn_are_those_that_fit() {
    let game = game();
    let mut at = game.start_log();
    assert_eq!(game.pairs(&game.sight(&at.answered)).len(), 15);
    for text in ["1-2 v 3-4", "LESS"] {
        at = game.after(&at, &game.read_move(&at, text).unwrap());
    }
    // One fake on the left pan and the other aside.
    let mut pairs = game.pairs(&game.sight(&at.answered));
    pairs.sort_unstable();
    assert_eq!(pairs, [(1, 5), (1, 6), (2, 5), (2, 6)]);
    assert_eq!(pairs.len() as u64, game.sets(&at.answered));
}

#[test]
fn par_is_told_at_the_end() {
    let game = game();
    let mut at = game.start_log();
    while game.end(&at, 0).is_none() {
        let play = game.advise(&at, &mut kit::Unwatched).unwrap().play;
        at = game.after(&at, &play);
    }
    let line = game.end(&at, 0).unwrap().line;
    assert!(line.contains("; par is "), "{line}");
}
