use super::pile::{Scale, State};
use super::*;
use kit::{Fact, Play, Report, Result, Standing, Unwatched, Verdict, sit_down};

const ALL: &[&Topic] = &[&TOPIC];

fn ask(sentence: &str) -> Result<Report> {
    crate::TOPIC.answer(sentence)
}

fn sit(sentence: &str) -> Box<dyn Play> {
    sit_down(ALL, sentence, &mut Unwatched).unwrap()
}

#[test]
fn every_claim_has_its_verdict() {
    let holds = "scale.five-coins scale.lemma1 scale.first-weighing scale.f scale.g scale.h scale.portions \
                 scale.three-way-attained scale.complement";
    let rows = [
        (Verdict::Holds, holds),
        (Verdict::Corrected, "scale.bound scale.better-than-three scale.separated-better"),
        (Verdict::Refuted, "scale.separated-third"),
        (Verdict::Settled, "scale.any-number"),
    ];
    kit::trial::verdicts(TOPIC.claims, &rows);
}

#[test]
fn what_is_refused_is_named() {
    let cases = [
        ("scale best 3", "N \"3\": the least is 4"),
        ("scale most 7", "the limit is 6"),
        ("scale best 20 --fakes 7", "at most 6 coins are looked for"),
        ("scale best 9 --fakes 9", "leave no real coin"),
        ("scale best 9 --fakes 1 --scale threshold", "never sees a single coin"),
        ("scale best 9 --fakes 7 --spare 1", "more than half"),
        ("scale separated 0 4", "the least is 1"),
        ("scale best 500 --scale 3", "the search reaches 120 coins"),
        ("scale strategy 9 --method halving --scale 3", "two fakes on the 5-way scale"),
        ("scale first 2000000", "the limit is 100000"),
    ];
    kit::trial::refused(&cases, ask);
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
        let mut counts = [0; pile::MOST_ANSWERS];
        for kind in &state.kinds {
            search::add_fall(&mut counts, Scale::Five, &search::fall(kind, &state.sizes, weighing));
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
fn five_weighings_do_55_coins_and_six_lie_between_strategy_and_bound() {
    for (w, least, most) in [(5, 55, 55), (6, 105, 136)] {
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

/// The fakes that a tree in text form names when the scale answers for a set, following the lines as a person would.
fn replay_text(text: &str, set: &[u32]) -> Vec<u32> {
    let mut depth = 0;
    let mut wanted: Option<String> = None;
    for line in text.lines() {
        let indent = (line.len() - line.trim_start().len()) / 2;
        let line = line.trim_start();
        let body = match &wanted {
            None => line,
            Some(answer) => match line.strip_prefix(&format!("{answer}: ")) {
                Some(body) if indent == depth => body,
                _ => continue,
            },
        };
        match body.strip_prefix("fakes ") {
            Some(fakes) => return coins_of(fakes),
            None => wanted = Some(answer_to(body, set)),
        }
        depth += 1;
    }
    panic!("no leaf for {set:?}");
}

fn coins_of(text: &str) -> Vec<u32> {
    let run = |word: &str| match word.split_once('-') {
        Some((from, to)) => (from.parse().unwrap()..=to.parse().unwrap()).collect::<Vec<u32>>(),
        None => vec![word.parse().unwrap()],
    };
    text.split(' ').flat_map(run).collect()
}

/// What the 5-way scale says to `1-2 v 3-4`.
fn answer_to(weighing: &str, set: &[u32]) -> String {
    let weighing = weighing.split_once(": ").map_or(weighing, |(_, pans)| pans);
    let (left, right) = weighing.split_once(" v ").unwrap_or_else(|| panic!("{weighing}"));
    let (left, right) = (coins_of(left), coins_of(right));
    assert_eq!(left.len(), right.len(), "{weighing}");
    let on = |pan: &[u32]| set.iter().filter(|coin| pan.contains(coin)).count() as i32;
    Scale::Five.names()[Scale::Five.answer(on(&left) - on(&right))].to_string()
}

/// Nodes by number and arrows by node and answer, as a table or a DOT text tells them.
#[derive(Default)]
struct Printed {
    says: std::collections::HashMap<String, String>,
    arrows: std::collections::HashMap<(String, String), String>,
}

impl Printed {
    fn replay(&self, first: &str, set: &[u32]) -> Vec<u32> {
        let mut at = first.to_string();
        loop {
            let says = &self.says[&at];
            match says.strip_prefix("fakes ") {
                Some(fakes) => return coins_of(fakes),
                None => at = self.arrows[&(at, answer_to(says, set))].clone(),
            }
        }
    }

    fn of_table(table: &kit::Table) -> Printed {
        let mut printed = Printed::default();
        for row in &table.rows {
            let cell = |at: usize| row[at].to_string();
            printed.says.insert(
                cell(0),
                match cell(6).as_str() {
                    "-" => format!("{} v {}", cell(3), cell(4)),
                    fakes => format!("fakes {fakes}"),
                },
            );
            printed.arrows.insert((cell(1), cell(2)), cell(0));
        }
        printed
    }

    fn of_dot(text: &str) -> Printed {
        let mut printed = Printed::default();
        for line in text.lines() {
            let Some((head, label)) = line.trim().split_once(" [label=\"") else { continue };
            let label = label.split('"').next().unwrap().to_string();
            match head.split_once(" -> ") {
                Some((from, to)) => printed.arrows.insert((from.to_string(), label), to.to_string()),
                None => printed.says.insert(head.to_string(), label),
            };
        }
        printed
    }
}

fn replay_every_form(sentence: &str, coins: u32) {
    let report = ask(sentence).unwrap();
    assert_eq!(report.get("whole"), Some(&Fact::Truth(true)), "{sentence}");
    let text = report.get("text").and_then(Fact::as_text).unwrap();
    let table = Printed::of_table(&report.tables[0]);
    let dot = Printed::of_dot(report.get("dot").and_then(Fact::as_text).unwrap());
    for set in (1..=coins).flat_map(|a| (a + 1..=coins).map(move |b| [a, b])) {
        assert_eq!(replay_text(text, &set), set, "{sentence}: the text");
        assert_eq!(table.replay("0", &set), set, "{sentence}: the table");
        assert_eq!(dot.replay("n0", &set), set, "{sentence}: the DOT");
    }
    // The picture shows a part of the same tree: every leaf that it names is one of the tree's.
    let leaves: std::collections::HashSet<&str> =
        text.lines().filter_map(|line| line.split_once("fakes ")).map(|(_, fakes)| fakes).collect();
    for shape in &report.scenes[0].shapes {
        if let kit::scene::Form::Text { text, .. } = &shape.form
            && let Some(fakes) = text.strip_prefix("fakes ")
        {
            assert!(leaves.contains(fakes), "{sentence}: the picture names {fakes}");
        }
    }
}

#[test]
fn every_leaf_of_every_printed_form_names_the_pair() {
    for coins in (4..=25).chain([28, 40, 53, 90]) {
        replay_every_form(&format!("scale strategy {coins} --depth 40"), coins);
        replay_every_form(&format!("scale strategy {coins} --depth 40 --method halving"), coins);
    }
}

#[test]
#[ignore = "minutes"]
fn every_leaf_of_every_printed_form_names_the_pair_up_to_130_coins() {
    for coins in 4..=130 {
        replay_every_form(&format!("scale strategy {coins} --depth 40"), coins);
        replay_every_form(&format!("scale strategy {coins} --depth 40 --method halving"), coins);
    }
}

#[test]
fn the_three_questions_about_five_weighings_agree() {
    let whole = |sentence: &str, fact: &str| ask(sentence).unwrap().get(fact).and_then(Fact::as_whole).unwrap();
    let (known, at_most) = (whole("scale bounds 5", "known"), whole("scale bounds 5", "at_most"));
    assert_eq!((known, at_most), (55, 55));
    assert_eq!(whole(&format!("scale best {known}"), "weighings"), 5);
    assert_eq!(whole(&format!("scale best {}", at_most + 1), "at_least"), 6);
    let known_five = most::known_five(5, search::UNSTOPPED);
    assert_eq!((i128::from(known_five.plan.coins()), i128::from(known_five.at_most)), (known, at_most));
}

#[test]
fn separated_coins_take_one_weighing_less_than_the_paper_says() {
    for k in 2..=4 {
        let report = ask(&format!("scale separated {0} {0}", 1 << k)).unwrap();
        assert_eq!(report.get("weighings").and_then(Fact::as_whole), Some(k), "{k}");
        assert_eq!(report.get("paper").and_then(Fact::as_whole), Some(k + 1));
        assert_eq!(report.standing, Standing::Proved);
        kit::verify(ALL, &report.certificate.unwrap(), &mut Unwatched).unwrap();
    }
    for (sentence, weighings) in
        [("scale separated 2 2", 2), ("scale separated 2 2 --spare 1", 1), ("scale doubly 1", 1)]
    {
        let report = ask(sentence).unwrap();
        assert_eq!(report.get("weighings").and_then(Fact::as_whole), Some(weighings), "{sentence}");
        kit::verify(ALL, &report.certificate.unwrap(), &mut Unwatched).unwrap();
    }
}

#[test]
fn starts_of_several_piles_agree_with_the_definition() {
    let set = |coins: &[u32]| coins.iter().fold(0u32, |set, coin| set | 1 << coin);
    for scale in [Scale::Five, Scale::Three, Scale::Threshold] {
        for (a, b, spare) in [(1, 1, 0), (1, 2, 0), (2, 2, 0), (2, 2, 1), (2, 3, 0), (1, 4, 1), (3, 3, 0)] {
            let pairs: Vec<u32> = (0..a).flat_map(|x| (a..a + b).map(move |y| set(&[x, y]))).collect();
            let start = start::Start::separated(a, b, spare);
            same_optimum(scale, &start, &pairs);
        }
        for (n, spare) in [(1, 0), (1, 1)] {
            let pairs = [set(&[0, 1]), set(&[2, 3])];
            same_optimum(scale, &start::Start::doubly(n, spare), &pairs);
        }
        for (coins, fakes, spare) in [(4, 1, 0), (5, 2, 1), (6, 4, 0), (6, 5, 0), (4, 2, 2)] {
            let start = start::Start { piles: start::Piles::One(coins, fakes), spare };
            same_optimum(if fakes == 1 { Scale::Three } else { scale }, &start, &plain::all_sets(coins, fakes as u32));
        }
    }
}

fn same_optimum(scale: Scale, start: &start::Start, sets: &[u32]) {
    let state = State::of(start).0;
    for weighings in 0..=3 {
        let plain = plain::enough(scale, start.coins(), sets, weighings);
        let mut search = search::Search::new(scale, search::UNSTOPPED);
        let searched = search.decide(&state, weighings, u64::MAX) == search::Verdict::Yes;
        assert_eq!(searched, plain, "{} in {weighings}, {scale:?}", start.text());
        if searched {
            let plan = plan::Plan::of_search(&search, *start);
            let worst = verify::check_every_set(&plan, &mut Unwatched).unwrap();
            assert!(worst <= weighings && certificate::reasoning::check(&plan, &mut Unwatched).is_ok());
        }
    }
}

#[test]
fn more_fakes_than_half_are_found_as_the_real_coins_are() {
    let best = |sentence: &str| ask(sentence).unwrap().get("weighings").and_then(Fact::as_whole);
    for fakes in 1..=7 {
        let few = best(&format!("scale best 8 --fakes {fakes}"));
        assert_eq!(few, best(&format!("scale best 8 --fakes {}", 8 - fakes)), "{fakes}");
        assert_eq!(few, best(&format!("scale best 8 --fakes {fakes} --weight heavier")), "{fakes}");
    }
    // The tree names the fakes and not the real coins, and its answers are the scale's.
    let text = |sentence: &str| ask(sentence).unwrap().get("text").and_then(Fact::as_text).unwrap().to_string();
    let (few, many) = (text("scale strategy 5"), text("scale strategy 5 --fakes 3"));
    assert!(few.contains("  MUCH LESS: fakes 1-2\n") && many.contains("  MUCH MORE: fakes 3-5\n"), "{few}{many}");
    assert!(text("scale strategy 5 --weight heavier").contains("  MUCH MORE: fakes 1-2\n"));
}
