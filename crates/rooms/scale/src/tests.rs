use super::pile::{Scale, State};
use super::*;
use kit::{Fact, NoFiles, Play, Report, Result, Standing, Unwatched, Verdict, read_sentence, sit_down};

const ALL: &[&Topic] = &[&TOPIC];

fn ask(sentence: &str) -> Result<Report> {
    let (question, ask) = read_sentence(ALL, sentence, &NoFiles)?;
    (question.answer)(&ask, &mut Unwatched)
}

fn sit(sentence: &str) -> Box<dyn Play> {
    sit_down(ALL, sentence, &mut Unwatched).unwrap()
}

#[test]
fn every_claim_has_its_verdict() {
    for (id, verdict) in [
        ("scale.bound", Verdict::Corrected),
        ("scale.five-coins", Verdict::Holds),
        ("scale.lemma1", Verdict::Holds),
        ("scale.first-weighing", Verdict::Holds),
        ("scale.separated-third", Verdict::Refuted),
        ("scale.f", Verdict::Holds),
        ("scale.g", Verdict::Holds),
        ("scale.h", Verdict::Holds),
        ("scale.portions", Verdict::Holds),
        ("scale.better-than-three", Verdict::Corrected),
        ("scale.any-number", Verdict::Settled),
        ("scale.complement", Verdict::Holds),
    ] {
        let claim = TOPIC.claims.iter().find(|c| c.id == id).unwrap();
        let finding = (claim.check)(kit::Effort::Quick, &mut Unwatched).unwrap();
        assert_eq!(finding.verdict, verdict, "{id}: {}", finding.evidence);
    }
}

#[test]
fn what_is_refused_is_named() {
    for (sentence, part) in [
        ("scale best 3", "N \"3\": the least is 4"),
        ("scale most 7", "the limit is 6"),
        ("scale best 9 --fakes 4", "--fakes"),
        ("scale best 500 --scale 3", "the search reaches 120 coins"),
        ("scale strategy 9 --method halving --scale 3", "two fakes on the 5-way scale"),
        ("scale first 2000000", "the limit is 100000"),
    ] {
        let line = ask(sentence).unwrap_err().to_string();
        assert!(line.contains(part), "{sentence}: {line}");
    }
}

#[test]
fn an_answer_that_contradicts_is_refused() {
    let mut play = sit("scale 8 --hide");
    assert_eq!(play.turn(), 1, "the house weighs");
    play.play("1-4 v 5-8").unwrap();
    assert_eq!(play.turn(), 0, "the person answers");
    play.play("MUCH LESS").unwrap();
    play.play("1 2 v 3 4").unwrap();
    play.play("LESS").unwrap_err();
    play.play("EQUAL").unwrap();
    play.play("5 6 v 7 8").unwrap();
    let line = play.play("LESS").unwrap_err().to_string();
    assert!(line.contains("no pair is left; the last answer contradicts weighing 1"), "{line}");
    play.play("EQUAL").unwrap();
    play.play("1 v 2").unwrap();
    let line = play.play("EQUAL").unwrap_err().to_string();
    assert!(line.contains("no pair is left; the last answer contradicts weighing 2"), "{line}");
    assert!(play.play("3 4 v 5").is_err());
}

#[test]
fn the_house_finds_every_pair_in_the_best_number_of_weighings() {
    // The person hides each pair in turn and answers truly.
    for (a, b) in (1..=8u32).flat_map(|a| (a + 1..=8).map(move |b| (a, b))) {
        let mut play = sit("scale 8 --hide");
        let mut weighings = 0;
        while play.end().is_none() {
            let advice = play.advise(&mut Unwatched).unwrap();
            play.play(&advice.play).unwrap();
            let (left, right) = advice.play.split_once(" v ").unwrap();
            let holds = |side: &str, coin: u32| {
                side.split(' ').any(|word| match word.split_once('-') {
                    Some((from, to)) => (from.parse().unwrap()..=to.parse().unwrap()).contains(&coin),
                    None => word.parse() == Ok(coin),
                })
            };
            let fakes = |side: &str| i32::from(holds(side, a)) + i32::from(holds(side, b));
            play.play(Scale::Five.names()[Scale::Five.answer(fakes(left) - fakes(right))]).unwrap();
            weighings += 1;
        }
        assert!(weighings <= 3, "{a} and {b} took {weighings} weighings");
        let line = play.end().unwrap().line;
        let named = if b == a + 1 { format!("{a}-{b}") } else { format!("{a} {b}") };
        assert!(line.contains(&format!("the fakes are {named},")), "{line}");
    }
}

#[test]
fn positions_are_read_back() {
    let mut play = sit("scale 11");
    for turn in ["1-4 v 5-8", "EQUAL", "1 2 9 v 5 3 10"] {
        play.play(turn).unwrap();
    }
    assert_eq!(play.position(), "1-4 v 5-8 = EQUAL/1-2 9 v 3 5 10");
}

type Works<'a> = dyn FnMut(&[(u32, u32)]) -> bool + 'a;

/// Every split of every class, no symmetry, no memory, no bound but the count of outcomes.
fn enough_without_symmetry(state: &State, weighings: usize) -> bool {
    fn splits(state: &State, chosen: &mut Vec<(u32, u32)>, each: &mut Works<'_>) -> bool {
        let Some(&size) = state.sizes.get(chosen.len()) else {
            let tilt: i64 = chosen.iter().map(|&(l, r)| i64::from(l) - i64::from(r)).sum();
            return tilt.unsigned_abs() <= u64::from(state.spare) && each(chosen);
        };
        (0..=size).any(|l| {
            (0..=size - l).any(|r| {
                chosen.push((l, r));
                let found = splits(state, chosen, each);
                chosen.pop();
                found
            })
        })
    }
    if state.count() <= 1 || weighings == 0 || state.count() > Scale::Five.reach(weighings) {
        return state.count() <= 1;
    }
    splits(state, &mut Vec::new(), &mut |weighing| {
        let mut counts = [0; 5];
        for kind in &state.kinds {
            for (more, number) in (-3..=3).zip(search::fall(kind, &state.sizes, weighing)) {
                counts[Scale::Five.answer(more)] += number;
            }
        }
        counts.iter().all(|&c| c <= Scale::Five.reach(weighings - 1))
            && (0..5).all(|a| {
                state
                    .after(weighing, Scale::Five, a)
                    .is_none_or(|(child, _)| enough_without_symmetry(&child, weighings - 1))
            })
    })
}

#[test]
fn the_optimum_of_three_weighings_needs_no_symmetry() {
    assert!(enough_without_symmetry(&State::start(11, 2), 3));
    assert!(!enough_without_symmetry(&State::start(12, 2), 3));
}

#[test]
fn one_to_four_weighings_are_proved() {
    for (scale, coins) in [("5", [3, 5, 11, 25]), ("3", [3, 4, 7, 13])] {
        for (w, coins) in (1..).zip(coins) {
            let report = ask(&format!("scale most {w} --scale {scale}")).unwrap();
            assert_eq!(report.get("coins").and_then(Fact::as_whole), Some(coins), "{w} weighings, {scale}-way");
            assert_eq!(report.standing, Standing::Proved);
        }
    }
}

#[test]
#[ignore = "minutes"]
fn five_and_six_weighings_lie_between_strategy_and_bound() {
    for (w, least, most) in [(5, 53, 60), (6, 105, 136)] {
        let report = ask(&format!("scale most {w}")).unwrap();
        assert!(report.get("coins").and_then(Fact::as_whole) >= Some(least), "{w} weighings");
        assert_eq!(report.get("at_most").and_then(Fact::as_whole), Some(most), "{w} weighings");
        let checked = kit::verify(ALL, &report.certificate.unwrap(), &mut Unwatched).unwrap();
        assert_eq!(checked.get("weighings").and_then(Fact::as_whole), Some(w));
    }
}

#[test]
#[ignore = "minutes"]
fn slow_claims_come_out_as_the_quick_ones() {
    for claim in TOPIC.claims {
        let check = |effort| (claim.check)(effort, &mut Unwatched).unwrap().verdict;
        assert_eq!(check(kit::Effort::Quick), check(kit::Effort::Slow), "{}", claim.id);
    }
}

#[test]
fn five_and_six_weighings_have_bounds_on_both_sides() {
    let bounds = ask("scale bounds 6").unwrap();
    assert_eq!(bounds.get("first_weighing").and_then(Fact::as_whole), Some(137));
    assert_eq!(bounds.get("information").and_then(Fact::as_whole), Some(177));
}

#[test]
fn trees_are_whole_and_name_every_pair_once() {
    let report = ask("scale strategy 11").unwrap();
    let tree = &report.tables[0];
    let mut named: Vec<String> = tree.rows.iter().map(|row| row[6].to_string()).filter(|fakes| fakes != "-").collect();
    named.sort();
    named.dedup();
    assert_eq!(named.len(), 55);
    assert_eq!(report.get("whole"), Some(&Fact::Truth(true)));
    let dot = report.get("dot").and_then(Fact::as_text).unwrap();
    assert!(dot.starts_with("digraph") && dot.matches("->").count() == tree.rows.len() - 1);
}
