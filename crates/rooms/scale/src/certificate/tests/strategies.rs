//! The rules of a written strategy.

use super::*;

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
    for (row, why) in [
        ("0A0:2+0A1:3", "step 0: a row has not the size"),
        ("0A0:2+0A1:2", "step 0: a coin goes to two places"),
        ("0A0:1+0A0:2", "step 0: a coin goes to two places"),
        ("0A0:1+0A2:4", "step 0: a part of more coins"),
        ("0A1:3", "step 0: a row has not the size"),
    ] {
        refused("strategy", &wasted, &[("0A0:1+0A1:3", row, why)]);
    }
}

/// A step may not list what does not arrive, though it would find that as well.
#[test]
fn each_step_lists_what_arrives_and_nothing_else() {
    assert_eq!(check_body("strategy", FOUR).unwrap().get("weighings"), Some(&Fact::from(2)));
    let more = FOUR.replace("2 1 possible 0-1", "2 1 possible 0-0 0-1");
    let more = more.replacen("MORE step 3 from 0R 1A", "EQUAL step 3 from 0L 0R\nMORE step 3 from 0R 1A", 1);
    assert!(refusal("strategy", &more).contains("step 1: it lists a kind of set that cannot occur"));
    refused("strategy", FOUR, &[("2R+2A", "2R+2R", "step 2: a coin goes to two places")]);
    for (possible, why) in [
        ("possible 0-1", "step 2 forgets a possible set"),
        ("possible 0-1 0-2 2-2", "step 2: EQUAL is possible but not expected"),
    ] {
        refused("strategy", FOUR, &[("possible 0-1 2-2", possible, why)]);
    }
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
    for (possible, why) in [
        ("possible 0-0 0-1 1-1", "step 1: it lists a kind that holds no set"),
        ("possible 0-1", "step 1 forgets a possible set"),
        ("possible 1-1", "step 1 forgets a possible set"),
    ] {
        refused("strategy", body, &[("possible 0-1 1-1", possible, why)]);
    }
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

#[test]
fn a_walk_without_end_is_cut_short() {
    let error = check_body("strategy", &endless()).unwrap_err();
    assert_eq!(error.trouble(), Trouble::TooLarge, "{error}");
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
