//! The rules of a refutation.

use super::*;

/// That of five weighings holds 24 refutations, more than any search here finds at once.
#[test]
fn five_weighings_are_certified_as_a_whole() {
    let certificate = certificate_of("scale most 5");
    assert_eq!(verify(&certificate).unwrap().line, certificate.states);
    assert!(certificate.states.contains("among 55 coins"), "{}", certificate.states);
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
    for other in ["refute coins 13 weighings 3\n", "refute coins 12 weighings 2\n", "refute coins 12 weighings 3 \n"] {
        let why = "\"refute coins 12 weighings 3\" is to come here";
        refused("optimum", &body, &[("refute coins 12 weighings 3\n", other, why)]);
    }
    refused(
        "optimum",
        &body,
        &[
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

/// Pairs are counted without listing their ways: the counts are those of the list.
#[test]
fn pairs_are_counted_as_they_are_listed() {
    let mut chance = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..2_000 {
        let sizes: Vec<u32> = (0..2).map(|_| chance.random_range(0..9)).collect();
        let pans: Pans = sizes
            .iter()
            .map(|&size| {
                let left = chance.random_range(0..=size);
                (left, chance.random_range(0..=size - left))
            })
            .collect();
        for kind in [[0, 0], [0, 1], [1, 1]] {
            let mut listed = [0; 5];
            refute::ways(&kind, &sizes, &pans).iter().for_each(|way| listed[(way.more + 2) as usize] += way.sets);
            assert_eq!(refute::pairs_by_tilt(kind, &sizes, &pans), listed, "{kind:?} of {sizes:?} on {pans:?}");
        }
    }
}
