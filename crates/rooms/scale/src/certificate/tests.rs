use super::write::refutation;
use super::*;
use crate::start::Start;
use crate::verify::check_every_set;
use crate::{TOPIC, plain};
use kit::watch::Impatient;
use kit::{Topic, Trouble, Unwatched};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ALL: &[&Topic] = &[&TOPIC];

fn certificate_of(sentence: &str) -> Certificate {
    let report = TOPIC.answer(sentence).unwrap();
    report.certificate.unwrap_or_else(|| panic!("{sentence} writes no certificate"))
}

fn verify(certificate: &Certificate) -> Result<Report> {
    kit::verify(ALL, certificate, &mut Unwatched)
}

/// The refusal of a body, whatever it states; panics if the evidence stands.
fn refusal(kind: &str, body: &str) -> String {
    let check = kit::find_kind(&TOPIC, kind).unwrap().check;
    match check(&Certificate::new("scale", kind, "", body.to_string()), &mut Unwatched) {
        Ok(report) => panic!("{:?} stands for\n{body}", report.line),
        Err(error) => error.to_string(),
    }
}

/// Each part must occur in the refusal of the body with that part of the text changed.
fn refused(kind: &str, body: &str, changes: &[(&str, &str, &str)]) {
    for &(old, new, why) in changes {
        assert!(body.contains(old), "{old:?} is not in\n{body}");
        let line = refusal(kind, &body.replacen(old, new, 1));
        assert!(line.contains(why), "{old:?} to {new:?}: {line}");
    }
}

#[test]
fn every_example_writes_its_kind_and_stands() {
    for (kind, sentence) in
        CERTIFICATES.iter().flat_map(|kind| kind.examples.iter().map(move |sentence| (kind, sentence)))
    {
        let certificate = certificate_of(sentence);
        assert_eq!(certificate.kind, kind.name, "{sentence}");
        let report = verify(&certificate).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        assert_eq!((report.line, report.standing), (certificate.states, Standing::Proved));
    }
}

#[test]
fn what_is_stated_is_what_is_shown() {
    for (sentence, kind, states) in [
        (
            "scale best 11",
            "optimum",
            "2 fakes among 11 coins on the 5-way scale are found within 3 weighings, and not always within 2",
        ),
        (
            "scale best 7 --fakes 3 --scale 3",
            "optimum",
            "3 fakes among 7 coins on the 3-way scale are found within 4 weighings, and not always within 3",
        ),
        (
            "scale most 1",
            "most",
            "2 fakes among 3 coins on the 5-way scale are found within 1 weighing, and among no greater number of coins",
        ),
        (
            "scale bounds 5 --scale 3",
            "most",
            "2 fakes among 22 coins on the 3-way scale are found within 5 weighings, and among no greater number of coins",
        ),
        (
            "scale strategy 9 --method halving",
            "strategy",
            "2 fakes among 9 coins on the 5-way scale are found within 5 weighings",
        ),
    ] {
        let certificate = certificate_of(sentence);
        assert_eq!((certificate.kind.as_str(), certificate.states.as_str()), (kind, states), "{sentence}");
        verify(&certificate).unwrap();
        let other = Certificate { states: states.replace("weighing", "weighings"), ..certificate };
        assert_eq!(verify(&other).unwrap_err().trouble(), Trouble::Failed);
    }
}

/// Forty-five times the one pair of two coins, in place of the pairs of ten coins.
#[test]
fn ten_coins_in_one_weighing_are_refused() {
    let first = ["0-0"; 45].join(" ");
    let rest = "weigh 1:1\nEQUAL step 1 from 0L 0R\nstep 1 groups 1 1 possible 0-1\n";
    let forged = format!("scale 5 coins 10 fakes 2\nstep 0 groups 2 possible {first}\n{rest}");
    assert!(refusal("strategy", &forged).contains("line 4: kinds of sets do not ascend"));
    let once = forged.replace(&first, "0-0");
    assert!(refusal("strategy", &once).contains("step 0: it does not begin with all the coins"));
    // The same where the sets are too many to be played one by one.
    let many = forged.replace("coins 10 ", "coins 3000 ").replace(&first, &["0-0"; 5000].join(" "));
    assert!(refusal("strategy", &many).contains("line 4"));
    // One group of all coins, but only some of its sets.
    assert!(refusal("strategy", "scale 5 coins 4 fakes 2\nstep 0 groups 4 possible\n").contains("step 0"));
    assert!(refusal("strategy", "scale 5 coins 4 fakes 2\nstep 0 groups 2 2 possible 0-1\n").contains("step 0"));
    assert!(refusal("strategy", "scale 5 coins 4 fakes 2\n").contains("step 0"));
    let none = "scale 5 coins 4 fakes 2\nstep 0 groups 4 possible\nweigh 2:2\n";
    assert!(refusal("strategy", none).contains("step 0: it does not begin with all the coins"));
}

/// Three coins in one weighing, the shortest strategy with every kind of line.
const THREE: &str = "\
scale 5 coins 3 fakes 2
step 0 groups 3 possible 0-0
weigh 1:1
LESS step 1 from 0L 0A
EQUAL step 1 from 0L 0R
MORE step 1 from 0R 0A
step 1 groups 1 1 possible 0-1
";

#[test]
fn each_rule_of_a_strategy_is_kept() {
    let check = |body: &str| strategy(&Certificate::new("scale", "strategy", "", body.to_string()), &mut Unwatched);
    assert_eq!(check(THREE).unwrap().line, "2 fakes among 3 coins on the 5-way scale are found within 1 weighing");
    refused(
        "strategy",
        THREE,
        &[
            ("scale 5", "scale 4", "line 3: no such scale"),
            ("scale 5", "scales 5", "line 3: not the head"),
            ("fakes 2", "fakes 2 ", "line 3: not the head"),
            ("fakes 2", "fakes 0", "line 3: only 1 to 6 fakes"),
            ("fakes 2", "fakes 7", "line 3: only 1 to 6 fakes"),
            ("coins 3", "coins 1", "line 3: only as many coins"),
            ("coins 3", "coins 10000001", "line 3: only as many coins"),
            ("coins 3", "coins +3", "line 3: only as many coins"),
            ("coins 3", "coins 03", "line 3: only as many coins"),
            ("coins 3", "coins ３", "line 3: only as many coins"),
            ("coins 3", "coins 4", "step 0: it does not begin"),
            ("step 0", "step 1", "line 4: steps are not numbered"),
            ("step 0", "step 00", "line 4: steps are not numbered"),
            ("groups 3 possible", "groups 3", "line 4: `possible` is missing"),
            ("groups 3 possible", "groups -3 possible", "line 4: a size"),
            ("groups 3 possible", "groups 3  possible", "line 4: a size"),
            ("possible 0-0", "possible 0-1", "line 4: a kind"),
            ("possible 0-0", "possible 0", "line 4: a kind"),
            ("possible 0-0", "possible 0-0-0", "line 4: a kind"),
            ("possible 0-0", "possible 0-0 ", "line 4: a kind"),
            ("possible 0-1", "possible 1-0", "line 9: a kind"),
            ("possible 0-1", "possible 0-1 0-1", "line 9: kinds of sets do not ascend"),
            ("possible 0-1", "possible 0-1 0-0", "line 9: kinds of sets do not ascend"),
            ("weigh 1:1", "weigh 1:1 ", "line 5: a pan"),
            ("weigh 1:1", "weigh 1:1:1", "line 5: a pan"),
            ("weigh 1:1", "weigh 1", "line 5: a pan"),
            ("weigh 1:1", "weigh 1:1\nweigh 1:1", "line 6: a step weighs once"),
            ("weigh 1:1\n", "", "line 5: answers follow a weighing"),
            ("weigh 1:1", "weigh", "step 0: the weighing does not name every group"),
            ("weigh 1:1", "weigh 1:1 0:0", "step 0: the weighing does not name every group"),
            ("weigh 1:1", "weigh 2:2", "step 0: the weighing takes more coins"),
            ("weigh 1:1", "weigh 2:1", "step 0: the pans differ"),
            ("weigh 1:1", "weigh 1:2", "step 0: the pans differ"),
            ("LESS step", "LIGHT step", "line 6: no such answer"),
            ("EQUAL step", "LESS step", "line 7: answers follow a weighing, each once"),
            ("MORE step", "EQUAL step", "line 8: answers follow a weighing, each once"),
            ("MORE step 1 from 0R 0A\n", "MORE step 1 from 0R 0A\nLESS step 1 from 0L 0A\n", "line 9: answers follow"),
            ("LESS step 1", "LESS step 1x", "line 6: the number of a step"),
            ("LESS step 1", "LESS step 2", "step 0: an answer leads to a step that is not there"),
            ("from 0L 0A", "from 0L 0X", "line 6: a row"),
            ("from 0L 0A", "from 0L 0A+", "line 6: a row"),
            ("from 0L 0A", "from 0L 0A0", "line 6: a row"),
            ("from 0L 0A", "from 0L", "step 0: an answer does not make the groups"),
            ("from 0L 0A", "from 0L 0A 0R", "step 0: an answer does not make the groups"),
            ("from 0L 0A", "from 0L 1A", "step 0: a part of a group that is not there"),
            ("from 0L 0A", "from 0L 0A0:2", "step 0: a part of more coins than lie there"),
            ("from 0L 0A", "from 0L 0A1:0", "step 0: a part of more coins than lie there"),
            ("from 0L 0A", "from 0L 0A0:0", "step 0: a row has not the size"),
            ("from 0L 0A", "from 0L 0A+0R", "step 0: a row has not the size"),
            ("from 0L 0A", "from 0L 0L", "step 0: a coin goes to two places"),
            ("from 0L 0A", "from 0L 0R", "step 0: LESS takes a possible fake for real"),
            ("from 0L 0A", "from 0R 0A", "step 0: LESS takes a possible fake for real"),
            ("LESS step 1 from 0L 0A\n", "", "step 0: LESS is possible but not expected"),
            ("LESS step 1", "MUCH-LESS step 1 from 0L 0A\nLESS step 1", "step 0: an answer is expected that cannot"),
            ("possible 0-1", "possible 0-1 1-1", "step 1: it lists a kind that holds no set"),
            ("possible 0-1", "possible", "step 1 forgets a possible set"),
            ("step 1 groups 1 1", "step 1 groups 1 1 1", "step 0: an answer does not make the groups"),
            ("step 1 groups 1 1", "step 1 groups 3 1", "step 0: a row has not the size"),
            ("step 1 groups", "extra\nstep 1 groups", "line 9: neither a step"),
            ("step 1 groups", "\nstep 1 groups", "line 9: neither a step"),
        ],
    );
    let lines: Vec<&str> = THREE.lines().collect();
    assert!(refusal("strategy", &lines[2..].join("\n")).contains("line 3: not the head"));
    assert!(refusal("strategy", &[lines[0], lines[2]].join("\n")).contains("line 4: a weighing before the first step"));
    assert!(refusal("strategy", &[lines[0], lines[3]].join("\n")).contains("line 4: an answer before the first step"));
    assert!(refusal("strategy", "").contains("line 3: not the head"));
    assert!(refusal("strategy", &format!("{THREE}refute coins 3 weighings 0\n")).contains("line 10: nothing more"));
}

#[test]
fn steps_that_stop_too_soon_or_never_are_refused() {
    // Two kinds at the end, then one kind that is two sets.
    let kinds = "scale 5 coins 3 fakes 2\nstep 0 groups 3 possible 0-0\n";
    assert!(refusal("strategy", kinds).contains("step 0: it stops while several sets are possible"));
    let two = THREE.replace("from 0L 0A", "from 0L 0A 0R").replace("from 0L 0R", "from 0L 0R 0A");
    let two = two.replace("from 0R 0A", "from 0R 0A 0L").replace("1 1 possible 0-1", "1 1 1 possible 0-1 0-2");
    assert!(refusal("strategy", &two).contains("step 1: it stops while several kinds of sets are possible"));
    // A wasted weighing that leads back to the start, and one beside it that is never reached.
    let circle = "scale 5 coins 3 fakes 2\nstep 0 groups 3 possible 0-0\nweigh 0:0\nEQUAL step 0 from 0A\n";
    assert!(refusal("strategy", circle).contains("the steps run in a circle, or one is never reached"));
    let long =
        "step 1 groups 3 possible 0-0\nweigh 0:0\nEQUAL step 2 from 0A\nstep 2 groups 3 possible 0-0\nweigh 0:0\n";
    let long = format!("{}{long}EQUAL step 1 from 0A\n", circle.replace("EQUAL step 0", "EQUAL step 1"));
    assert!(refusal("strategy", &long).contains("the steps run in a circle, or one is never reached"));
    let island = "step 2 groups 3 possible 0-0\nweigh 0:0\nEQUAL step 2 from 0A\n";
    assert!(refusal("strategy", &format!("{THREE}{island}")).contains("the steps run in a circle"));
    assert!(
        refusal("strategy", &format!("{THREE}step 2 groups 1 1 possible 0-1\n")).contains("step 2: it lists a kind")
    );
    // More suspects than coins: parts cannot multiply, so the step is reached by none, but it is refused for itself.
    assert!(
        refusal("strategy", &format!("{THREE}step 2 groups 2 2 possible 0-1\n"))
            .contains("step 2: it has more coins than there are")
    );
}

#[test]
fn a_wasted_weighing_counts() {
    let wasted = THREE.replace("step 1 groups", "step 2 groups").replace("step 1 from", "step 2 from");
    let wasted = wasted
        .replace("step 0 groups", "step 1 groups")
        .replace("fakes 2\n", "fakes 2\nstep 0 groups 3 possible 0-0\nweigh 0:0\nEQUAL step 1 from 0A0:1+0A1:3\n");
    let report = strategy(&Certificate::new("scale", "strategy", "", wasted.clone()), &mut Unwatched).unwrap();
    assert_eq!(report.line, "2 fakes among 3 coins on the 5-way scale are found within 2 weighings");
    refused(
        "strategy",
        &wasted,
        &[
            ("0A0:1+0A1:3", "0A0:2+0A1:3", "step 0: a row has not the size"),
            ("0A0:1+0A1:3", "0A0:2+0A1:2", "step 0: a coin goes to two places"),
            ("0A0:1+0A1:3", "0A0:1+0A0:2", "step 0: a coin goes to two places"),
            ("0A0:1+0A1:3", "0A0:1+0A2:4", "step 0: a part of more coins"),
            ("0A0:1+0A1:3", "0A1:3", "step 0: a row has not the size"),
        ],
    );
}

/// Four coins in two weighings.
const FOUR: &str = "\
scale 5 coins 4 fakes 2
step 0 groups 4 possible 0-0
weigh 1:1
LESS step 1 from 0A 0L
EQUAL step 2 from 0L 0R 0A
MORE step 1 from 0A 0R
step 1 groups 2 1 possible 0-1
weigh 1:1 0:0
LESS step 3 from 0L 1A
MORE step 3 from 0R 1A
step 2 groups 1 1 2 possible 0-1 2-2
weigh 1:0 0:0 0:1
LESS step 3 from 0L 1A
MORE step 4 from 2R+2A
step 3 groups 1 1 possible 0-1
step 4 groups 2 possible 0-0
";

/// A step may not list what does not arrive, though it would find that as well.
#[test]
fn each_step_lists_what_arrives_and_nothing_else() {
    assert_eq!(check_body("strategy", FOUR).unwrap().get("weighings"), Some(&Fact::from(2)));
    let more = FOUR.replace("2 1 possible 0-1", "2 1 possible 0-0 0-1");
    let more = more.replacen("MORE step 3 from 0R 1A", "EQUAL step 3 from 0L 0R\nMORE step 3 from 0R 1A", 1);
    assert!(refusal("strategy", &more).contains("step 1: it lists a kind of set that cannot occur"));
    refused(
        "strategy",
        FOUR,
        &[
            ("2R+2A", "2R+2R", "step 2: a coin goes to two places"),
            ("possible 0-1 2-2", "possible 0-1", "step 2 forgets a possible set"),
            ("possible 0-1 2-2", "possible 0-1 0-2 2-2", "step 2: EQUAL is possible but not expected"),
        ],
    );
}

/// Three coins as one and two: that one coin is not two fakes, and an empty part takes nothing.
#[test]
fn a_group_of_one_coin_holds_one_fake() {
    let body = "\
scale 5 coins 3 fakes 2
step 0 groups 3 possible 0-0
weigh 0:0
EQUAL step 1 from 0A0:1 0A1:3+0A2:2
step 1 groups 1 2 possible 0-1 1-1
weigh 0:0 1:1
LESS step 2 from 0A 1L
EQUAL step 2 from 1L 1R
MORE step 2 from 0A 1R
step 2 groups 1 1 possible 0-1
";
    assert_eq!(check_body("strategy", body).unwrap().get("weighings"), Some(&Fact::from(2)));
    refused(
        "strategy",
        body,
        &[
            ("possible 0-1 1-1", "possible 0-0 0-1 1-1", "step 1: it lists a kind that holds no set"),
            ("possible 0-1 1-1", "possible 0-1", "step 1 forgets a possible set"),
            ("possible 0-1 1-1", "possible 1-1", "step 1 forgets a possible set"),
        ],
    );
}

/// Twenty coins, of which a row takes many parts of few coins: the sums must not overflow.
#[test]
fn parts_without_number_and_large_numbers_are_refused() {
    let body = certificate_of("scale best 1000000").body;
    let crowd = ["0A"; 1000].join("+");
    let line = body.lines().find(|line| line.starts_with("EQUAL step")).unwrap();
    let row = line.rsplit(' ').next().unwrap();
    refused("strategy", &body, &[(row, &crowd, "step 0")]);
    for huge in ["4294967296", "18446744073709551616", "99999999999999999999999999"] {
        for (old, new) in [("coins 1000000", "coins "), ("groups 1000000", "groups "), ("step 0", "step ")] {
            refusal("strategy", &body.replacen(old, &format!("{new}{huge}"), 1));
        }
        for old in ["weigh ", "EQUAL step ", "possible "] {
            refusal("strategy", &body.replacen(old, &format!("{old}{huge}"), 1));
        }
    }
    let groups = |n: usize| format!("scale 5 coins 1000 fakes 2\nstep 0 groups{} possible 0-0\n", " 2".repeat(n));
    assert!(refusal("strategy", &groups(251)).contains("line 4: more than 250 groups"));
    assert!(refusal("strategy", &groups(250)).contains("step 0: it does not begin"));
}

/// Steps with all kinds of forty groups, each of which goes to all the groups of the next step.
fn endless() -> String {
    let groups = 40;
    let kinds: Vec<String> = (0..groups).flat_map(|a| (a..groups).map(move |b| format!("{a}-{b}"))).collect();
    let sizes = vec![groups.to_string(); groups].join(" ");
    let row = |slice: usize| {
        let part = |group: usize| format!("{group}A{slice}:{}", slice + 1);
        (0..groups).map(part).collect::<Vec<_>>().join("+")
    };
    let all = (0..groups).map(row).collect::<Vec<_>>().join(" ");
    let step = |number: usize| {
        let pans = vec!["0:0"; groups].join(" ");
        format!(
            "step {number} groups {sizes} possible {}\nweigh {pans}\nEQUAL step {} from {all}\n",
            kinds.join(" "),
            number + 1
        )
    };
    let coins = groups * groups;
    let first = (0..groups).map(|g| format!("0A{}:{}", g * groups, (g + 1) * groups)).collect::<Vec<_>>().join(" ");
    let mut body = format!(
        "scale 5 coins {coins} fakes 2\nstep 0 groups {coins} possible 0-0\nweigh 0:0\nEQUAL step 1 from {first}\n"
    );
    (1..20).for_each(|number| body += &step(number));
    body += &format!("step 20 groups {sizes} possible {}\n", kinds.join(" "));
    body
}

#[test]
fn a_walk_without_end_is_cut_short() {
    let error = check_body("strategy", &endless()).unwrap_err();
    assert_eq!(error.trouble(), Trouble::TooLarge, "{error}");
}

fn check_body(kind: &str, body: &str) -> Result<Report> {
    let check = kit::find_kind(&TOPIC, kind).unwrap().check;
    check(&Certificate::new("scale", kind, "", body.to_string()), &mut Unwatched)
}

#[test]
fn a_stopped_check_says_so() {
    let certificate = certificate_of("scale best 27");
    let error = kit::verify(ALL, &certificate, &mut Impatient).unwrap_err();
    assert!(error.is_stopped(), "{error}");
    let error = strategy(&Certificate::new("scale", "strategy", "", endless()), &mut Impatient).unwrap_err();
    assert!(error.is_stopped(), "{error}");
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(1), 5);
    let mut refuter = Refuter { scale: Scale::Five, guide: &mut dice, watch: &mut Impatient, tried: 0 };
    assert!(refuter.refute(&Node::start(&Start::pile(9, 2)), 1).unwrap_err().is_stopped());
}

/// What the checker accepts after any change, playing every set against it accepts as well.
#[test]
fn bent_strategies_that_pass_find_every_set() {
    let mut chance = ChaCha8Rng::seed_from_u64(15);
    let mut passed = 0;
    for sentence in
        ["scale best 5", "scale best 9", "scale best 6 --fakes 3", "scale best 7 --scale 3", "scale best 40"]
    {
        let certificate = certificate_of(sentence);
        let strategy: Vec<&str> = certificate.body.lines().take_while(|line| !line.starts_with("refute")).collect();
        for _ in 0..400 {
            let mut lines: Vec<String> = strategy.iter().map(ToString::to_string).collect();
            for _ in 0..chance.random_range(1..3) {
                let at = chance.random_range(1..lines.len());
                let from = strategy[chance.random_range(1..strategy.len())];
                let mut words: Vec<&str> = lines[at].split(' ').collect();
                let others: Vec<&str> = from.split(' ').collect();
                let (place, other) = (chance.random_range(0..words.len()), chance.random_range(0..others.len()));
                words[place] = others[other];
                lines[at] = words.join(" ");
            }
            let Ok(_) = check_body("strategy", &lines.join("\n")) else { continue };
            passed += 1;
            let body = lines.join("\n");
            let lines: Vec<Line<'_>> = (3..).zip(body.lines()).collect();
            let plan = read::plan(read::head(lines.first().copied()).unwrap(), &lines[1..]).unwrap();
            check_every_set(&plan, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}\n{body}"));
        }
    }
    assert!(passed > 20, "{passed} changes changed nothing");
}

#[test]
fn refutations_agree_with_the_definition() {
    for (scale, fakes) in [(Scale::Five, 2), (Scale::Five, 3), (Scale::Three, 2), (Scale::Three, 3)] {
        for coins in fakes as u32 + 1..=if fakes == 2 { 7 } else { 6 } {
            let start = Start::pile(coins, fakes);
            for weighings in 0..=3 {
                let enough = plain::enough(scale, coins, &plain::all_sets(coins, fakes as u32), weighings);
                let refuted = refutation(scale, &start, weighings, &mut Unwatched).unwrap().is_some();
                assert_eq!(refuted, !enough, "{fakes} of {coins} coins, {weighings} weighings, {scale:?}");
            }
        }
    }
}

/// Names answers at random.
struct Dice(ChaCha8Rng, usize);

impl Guide for Dice {
    fn answer(&mut self, _: &Node, _: &Pans, _: usize) -> Result<usize> {
        Ok(self.0.random_range(0..self.1))
    }
}

#[test]
fn no_guide_refutes_what_can_be_done() {
    for (scale, fakes, coins, weighings) in [
        (Scale::Five, 2, 5, 2),
        (Scale::Five, 2, 11, 3),
        (Scale::Three, 2, 4, 2),
        (Scale::Five, 3, 8, 3),
        (Scale::Five, 2, 3, 1),
    ] {
        for seed in 0..300 {
            let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed), scale.answers());
            let mut refuter = Refuter { scale, guide: &mut dice, watch: &mut Unwatched, tried: 0 };
            assert!(
                refuter.refute(&Node::start(&Start::pile(coins, fakes)), weighings).is_err(),
                "{coins} coins, seed {seed}"
            );
        }
    }
}

/// Nodes after weighings hold the very sets that the definition leaves, and count them right.
#[test]
fn nodes_agree_with_lists_of_sets() {
    let mut chance = ChaCha8Rng::seed_from_u64(4);
    for (scale, fakes) in [(Scale::Five, 2), (Scale::Five, 3), (Scale::Three, 2), (Scale::Three, 3)] {
        for _ in 0..200 {
            let coins = 9;
            let mut node = Node::start(&Start::pile(coins, fakes));
            let mut members: Vec<Vec<u32>> = vec![(0..coins).collect()];
            let mut sets = plain::all_sets(coins, fakes as u32);
            for _ in 0..3 {
                let pans: Pans = node
                    .sizes
                    .iter()
                    .map(|&size| {
                        let left = chance.random_range(0..=size);
                        (left, chance.random_range(0..=size - left))
                    })
                    .collect();
                let answer = chance.random_range(0..scale.answers());
                let side = |which: usize| {
                    members
                        .iter()
                        .zip(&pans)
                        .flat_map(|(coins, &(left, right))| {
                            let range = if which == 0 { 0..left } else { left..left + right };
                            coins[range.start as usize..range.end as usize].to_vec()
                        })
                        .fold(0u32, |bits, coin| bits | 1 << coin)
                };
                let (left, right) = (side(0), side(1));
                sets.retain(|set| {
                    scale.answer((set & left).count_ones() as i32 - (set & right).count_ones() as i32) == answer
                });
                let next = node.after(&pans, scale, answer);
                assert_eq!(next.count(), sets.len() as u128);
                assert_eq!(next.real + next.sizes.iter().sum::<u32>(), coins);
                let suspects = sets.iter().fold(0u32, |bits, set| bits | set).count_ones();
                assert_eq!(next.sizes.iter().sum::<u32>(), suspects);
                for weighings in 0..4 {
                    let hopeless = sets.len() > scale.answers().pow(weighings);
                    assert_eq!(next.hopeless(scale, weighings as usize), hopeless);
                }
                // The members of the new groups, in order.
                let mut grown: Vec<Vec<u32>> = Vec::new();
                for (coins, &(left, right)) in members.iter().zip(&pans) {
                    let (left, right) = (left as usize, right as usize);
                    for part in [&coins[..left], &coins[left + right..], &coins[left..left + right]] {
                        if part.iter().any(|coin| sets.iter().any(|set| set >> coin & 1 == 1)) {
                            grown.push(part.to_vec());
                        }
                    }
                }
                assert_eq!(grown.iter().map(|part| part.len() as u32).collect::<Vec<_>>(), next.sizes);
                members = grown;
                node = next;
                if sets.is_empty() {
                    break;
                }
            }
        }
    }
}

#[test]
fn each_rule_of_a_refutation_is_kept() {
    let body = certificate_of("scale best 12").body;
    let from = body.find("refute").unwrap();
    let (plan, refutation) = body.split_at(from);
    assert_eq!(refutation.lines().next(), Some("refute coins 12 weighings 3"));
    assert_eq!(refutation.lines().count(), 3, "{refutation}");
    let lines: Vec<&str> = refutation.lines().collect();
    refused(
        "optimum",
        &body,
        &[
            ("refute coins 12", "refute coins 13", "\"refute coins 12 weighings 3\" is to come here"),
            ("weighings 3\n", "weighings 2\n", "\"refute coins 12 weighings 3\" is to come here"),
            ("weighings 3\n", "weighings 3 \n", "\"refute coins 12 weighings 3\" is to come here"),
            (lines[1], "try 4:4 SAME", "a line such as"),
            (lines[1], lines[2], "a line such as"),
            (&format!("{}\n", lines[2]), "", "is missing"),
            (lines[2], &format!("{}\n{}", lines[2], lines[2]), "nothing more is to be shown here"),
        ],
    );
    assert!(refusal("optimum", plan).contains("\"refute coins 12 weighings 3\" is missing"));
    assert!(refusal("strategy", &body).contains("nothing more"));
    // A strategy with a weighing to spare is not the best, though fewer weighings than it has are refuted for more
    // coins.
    assert!(
        refusal("optimum", &format!("{}refute coins 3 weighings 0\n", wasted()))
            .contains("\"refute coins 3 weighings 1\"")
    );
    assert!(refusal("optimum", &format!("{}refute coins 3 weighings 1\n", wasted())).contains("is missing"));
    let none = "scale 5 coins 2 fakes 2\nstep 0 groups 2 possible 0-0\n";
    assert_eq!(
        check_body("strategy", none).unwrap().line,
        "2 fakes among 2 coins on the 5-way scale are found within 0 weighings"
    );
    assert!(refusal("optimum", none).contains("fewer than no weighings"));
    // One weighing does for three coins, and no line shows the contrary.
    for name in ["LESS", "EQUAL", "MORE", "MUCH-MORE"] {
        let shown = format!("{}refute coins 3 weighings 1\ntry 1:1 {name}\n", wasted());
        assert!(refusal("optimum", &shown).contains("one set is left"), "{name}");
    }
}

/// Mirror images and weighings that counting refutes take no line.
#[test]
fn a_refutation_has_no_more_lines_than_it_needs() {
    let lines = |sentence: &str| certificate_of(sentence).body.lines().filter(|line| line.starts_with("try")).count();
    assert_eq!(["scale best 6", "scale best 12", "scale best 27", "scale best 28"].map(lines), [1, 2, 34, 0]);
}

/// A million coins in 17 weighings are refuted by trying half a million weighings, and the nodes after one coin against
/// one, two against two and so on by trying more.
#[test]
fn a_refutation_without_end_is_cut_short() {
    let strategy = certificate_of("scale strategy 1000000 --method halving").body;
    let nothing = "try 0:0 EQUAL\n".repeat(3);
    let body = format!("{strategy}refute coins 1000000 weighings 20\n{nothing}");
    assert!(refusal("optimum", &body).contains("the answer to \"1:1 MUCH-LESS\" is missing"));
    let more: String = (1..=20).map(|coins| format!("try {coins}:{coins} EQUAL\n")).collect();
    let error = check_body("optimum", &format!("{body}{more}")).unwrap_err();
    assert_eq!(error.trouble(), Trouble::TooLarge, "{error}");
}

/// Three coins, with a first weighing that says nothing.
fn wasted() -> String {
    let later = THREE.replace("step 1 ", "step 2 ").replace("step 0 groups", "step 1 groups");
    later.replace("fakes 2\n", "fakes 2\nstep 0 groups 3 possible 0-0\nweigh 0:0\nEQUAL step 1 from 0A\n")
}

#[test]
fn each_greater_number_of_coins_is_refuted_by_name() {
    let body = certificate_of("scale most 2").body;
    let sections: Vec<&str> = body.lines().filter(|line| line.starts_with("refute")).collect();
    // Seven coins have 21 pairs, eight have more than the 25 outcomes.
    assert_eq!(sections, ["refute coins 6 weighings 2", "refute coins 7 weighings 2"]);
    refused(
        "most",
        &body,
        &[
            ("refute coins 7 weighings 2\n", "", "\"refute coins 7 weighings 2\" is missing"),
            ("refute coins 7", "refute coins 8", "\"refute coins 7 weighings 2\" is to come here"),
            (
                "refute coins 7",
                "refute coins 6 weighings 2\nrefute coins 7",
                "\"refute coins 7 weighings 2\" is to come",
            ),
        ],
    );
    assert!(refusal("most", &format!("{body}refute coins 8 weighings 2\n")).contains("nothing more"));
    assert!(
        refusal("most", body.split("refute").next().unwrap()).contains("\"refute coins 6 weighings 2\" is missing")
    );
    // Two coins with a weighing to spare: three have as many sets as one weighing on the 3-way scale has outcomes, so
    // they are to be refuted.
    let two = "scale 3 coins 2 fakes 2\nstep 0 groups 2 possible 0-0\nweigh 0:0\nEQUAL step 1 from 0A\nstep 1 groups 2 possible 0-0\n";
    assert_eq!(check_body("strategy", two).unwrap().get("weighings"), Some(&Fact::from(1)));
    assert!(refusal("most", two).contains("\"refute coins 3 weighings 1\" is missing"));
    // Fewer coins are not the most.
    let four = certificate_of("scale best 4").body.replace("weighings 1\n", "weighings 2\n");
    assert!(refusal("most", &four).contains("\"refute coins 5 weighings 2\""));
    let shown = four.replace("refute coins 4", "refute coins 5");
    refusal("most", &shown);
}

/// Every small change of every line of a certificate of each kind.
#[test]
fn every_change_is_refused_or_shows_the_same() {
    for sentence in [
        "scale strategy 9 --method halving",
        "scale best 6",
        "scale most 3",
        "scale best 6 --fakes 3",
        "scale best 5 --scale 3",
    ] {
        let certificate = certificate_of(sentence);
        let mut same = Vec::new();
        for body in forgery::bodies(&certificate.body) {
            if let Ok(report) = check_body(&certificate.kind, &body) {
                assert_eq!(report.line, certificate.states, "{sentence}:\n{body}");
                same.push(body);
            }
        }
        assert!(same.is_empty(), "{sentence}: {} changes change nothing", same.len());
    }
}

/// Every strategy that the methods write stands.
#[test]
fn strategies_of_all_methods_stand() {
    use crate::{grid, halving, search::UNSTOPPED};
    let halved = (4..200).chain([257, 4097, 65_537]).map(halving::plan);
    let cut = [27, 999, 65_537].into_iter().filter_map(|n| grid::plan(n, 1, UNSTOPPED));
    for plan in halved.chain(cut) {
        verify(&write::strategy(&plan)).unwrap_or_else(|e| panic!("{} coins: {e}", plan.coins()));
    }
}
