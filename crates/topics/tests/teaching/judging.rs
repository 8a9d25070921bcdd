//! What a learner does is judged by the engine: a number by the fact, a move by its value, a game by its end.

use kit::Unwatched;
use kit::lesson::{Outcome, Step, judge};

fn judged(step: &Step, done: &[&str]) -> (Outcome, String) {
    let done: Vec<String> = done.iter().map(ToString::to_string).collect();
    let rooms = [topics::NULL, kit::find_topic(topics::ALL, "merlin").unwrap()];
    let judgement = judge(&rooms, step, &done, &mut Unwatched).unwrap();
    (judgement.outcome, judgement.line)
}

#[test]
fn a_number_is_judged_by_the_fact_however_it_is_written() {
    let step = Step::say("").find("How many?", ("merlin nullity 157", "rank"), "the side squared");
    assert_eq!(judged(&step, &[" 24,649 "]), (Outcome::Right, "Right: 24,649.".to_string()));
    assert_eq!(judged(&step, &["24649"]).0, Outcome::Right);
    for wrong in ["24650", "", "many", "2 4649"] {
        assert_eq!(judged(&step, &[wrong]).0, Outcome::Wrong, "{wrong}");
    }
    assert_eq!(judged(&step, &[]), (Outcome::Onward, "How many?".to_string()));
}

#[test]
fn a_move_is_judged_by_its_value_and_a_refusal_by_the_table() {
    let step = Step::table("", "null 5").win("Win.", "thirds");
    assert_eq!(judged(&step, &["2"]), (Outcome::Right, "Right: 2 wins (leaves 3).".to_string()));
    assert_eq!(judged(&step, &["1"]).0, Outcome::Wrong);
    assert!(judged(&step, &["3"]).1.contains("not a legal move"));
}

#[test]
fn a_game_is_won_lost_or_too_long() {
    let step = Step::table("", "null 5").finish("Beat the house.", 0, "thirds");
    assert_eq!(judged(&step, &["2"]), (Outcome::Onward, "The house answers 1. Your move.".to_string()));
    assert_eq!(judged(&step, &["2", "2"]), (Outcome::Right, "No pebble is left. You win.".to_string()));
    assert_eq!(judged(&step, &["2", "3"]).0, Outcome::Wrong, "three cannot be taken");
    assert_eq!(judged(&step, &["1", "1"]).0, Outcome::Over, "the house takes the last two");
    let short = Step::table("", "null 5").finish("In one move.", 1, "thirds");
    assert_eq!(judged(&short, &["2"]).0, Outcome::Over);
}
