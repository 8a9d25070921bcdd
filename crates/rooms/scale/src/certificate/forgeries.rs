//! Heads and refutations, apart from the strategies before them.

use super::*;
use kit::{NoFiles, Unwatched, read_sentence};

/// The lines of the refutations of an ask's certificate.
fn refutations(sentence: &str) -> String {
    let (question, ask) = read_sentence(&[&crate::TOPIC], sentence, &NoFiles).unwrap();
    let body = (question.answer)(&ask.with_certificate(), &mut Unwatched).unwrap().certificate.unwrap().body;
    body[body.find("refute").unwrap()..].to_string()
}

fn script(scale: Scale, text: &str) -> Script<'_> {
    Script { scale, lines: (1..).zip(text.lines()).collect::<Vec<Line<'_>>>().into_iter() }
}

#[test]
fn a_refutation_alone_is_checked_with_its_heading() {
    let scale = Scale::of_word("5").unwrap();
    let text = refutations("scale most 2");
    let text = &text[..text.rfind("refute").unwrap()];
    let refuted = |text: &str| refutes(scale, Start::pile(6, 2), 2, text, &mut Unwatched);
    assert!(refuted(text).is_ok());
    let why = |text: &str| refuted(text).unwrap_err().to_string();
    assert!(why(&text.replace("coins 6", "coins 5")).starts_with("line 1: \"refute coins 6 weighings 2\" is to come"));
    assert!(why("").contains("is missing") && why(&format!("{text}{text}")).contains("nothing more"));
    assert!(why(text.lines().next().unwrap()).contains("is missing"));
    assert!(refutes(scale, Start::pile(5, 2), 2, &text.replace("coins 6", "coins 5"), &mut Unwatched).is_err());
}

#[test]
fn what_is_tried_for_several_starts_adds_up() {
    let scale = Scale::of_word("5").unwrap();
    let text = refutations("scale most 2");
    let second = text.rfind("refute").unwrap();
    let tried = |text: &str, starts: &[u32]| {
        let starts = starts.iter().map(|&coins| Start::pile(coins, 2));
        refute_all(&mut script(scale, text), scale, starts, 2, &mut Unwatched).unwrap()
    };
    let (six, seven) = (tried(&text[..second], &[6]), tried(&text[second..], &[7]));
    assert_eq!(tried(&text, &[6, 7]), six + seven);
    let mut lines = script(scale, text[..second].split_once('\n').unwrap().1);
    let mut refuter = Refuter { scale, guide: &mut lines, watch: &mut Unwatched, tried: 0 };
    refuter.refute(&Node::start(&Start::pile(6, 2)), 2).unwrap();
    assert_eq!((refuter.tried, six > 0), (six, true));
}

#[test]
fn piles_and_real_coins_are_some() {
    let head = |text: &str| read::head(Some((3, text))).map(|(_, start)| start);
    assert_eq!(head("scale 5 coins 4 fakes 2 spare 1").unwrap().spare, 1);
    assert_eq!(head("scale 5 doubly 1 spare 10000000").unwrap().spare, 10_000_000);
    assert!(matches!(head("scale 5 separated 1 1").unwrap().piles, Piles::Two(1, 1)));
    assert!(matches!(head("scale 5 doubly 1").unwrap().piles, Piles::Four(1)));
    for (coins, fakes) in [(1, 1), (10_000_000, 3), (10_000, 4), (6, 6)] {
        let start = head(&format!("scale 5 coins {coins} fakes {fakes}")).unwrap();
        assert!(matches!(start.piles, Piles::One(n, f) if (n, f) == (coins, fakes)), "{coins} {fakes}");
    }
    for (text, why) in [
        ("scale 5 coins 1 fakes 0", "only 1 to 6 fakes"),
        ("scale 5 coins 9 fakes 7", "only 1 to 6 fakes"),
        ("scale 5 coins 1 fakes 2", "only as many coins"),
        ("scale 5 coins 10000001 fakes 3", "only as many coins"),
        ("scale 5 coins 10001 fakes 4", "only as many coins"),
        ("scale 5 coins 4 fakes 2 spare 0", "real coins cannot be read"),
        ("scale 5 coins 4 fakes 2 spare 10000001", "real coins cannot be read"),
        ("scale 5 separated 0 1", "a pile has from one"),
        ("scale 5 separated 1 0", "a pile has from one"),
        ("scale 5 doubly 0", "a pile has from one"),
        ("scale 5 doubly 10000001", "a pile has from one"),
    ] {
        let said = head(text).err().unwrap().to_string();
        assert!(said.starts_with("line 3: ") && said.contains(why), "{text}: {said}");
    }
}

/// The two parts of a group that overlap need not stand side by side.
#[test]
fn a_coin_goes_to_one_place_wherever_its_parts_stand() {
    let body = |rows: &str| {
        format!(
            "scale 5 coins 3 fakes 2\nstep 0 groups 3 possible 0-0\nweigh 0:0\nEQUAL step 1 from 0A0:1 0A1:3\n\
             step 1 groups 1 2 possible 0-1 1-1\nweigh 0:0 0:0\nEQUAL step 2 from {rows}\n\
             step 2 groups 1 1 1 possible 0-1 0-2 1-2\n"
        )
    };
    let refused = |rows: &str| {
        strategy(&Certificate::new("scale", "strategy", "", body(rows)), &mut Unwatched).unwrap_err().to_string()
    };
    assert!(refused("1A0:1 0A 1A0:1").contains("step 1: a coin goes to two places"));
    let honest = refused("1A0:1 0A 1A1:2");
    assert!(honest.contains("step 2") && !honest.contains("two places"), "{honest}");
}
