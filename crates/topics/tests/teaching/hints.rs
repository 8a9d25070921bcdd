//! Hints at every table: first where to look, which does not give the move away, then the move with its reason.

use kit::{Unwatched, sit_down};

#[test]
fn every_hint_says_where_to_look_before_it_says_the_move_and_why() {
    let examples = topics::ALL.iter().filter_map(|topic| topic.table).flat_map(|table| table.examples);
    for sentence in examples {
        let mut play = sit_down(topics::ALL, sentence, &mut Unwatched).unwrap();
        for _ in 0..4 {
            if play.end().is_some() {
                break;
            }
            let advice = play.advise(&mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
            let (look, line) = (&advice.look, &advice.line);
            assert!(look.contains("look") && !look.contains('\n') && look.len() < 200, "{sentence}: {look:?}");
            assert!(!line.is_empty() && !line.contains('\n') && !line.starts_with("look"), "{sentence}: {line:?}");
            // A move of one letter may be a number of something else.
            let whole_move = advice.play.len() > 2 && look.contains(&advice.play);
            assert!(!whole_move, "{sentence}: {look:?} gives {} away", advice.play);
            play.play(&advice.play).unwrap();
        }
    }
}
