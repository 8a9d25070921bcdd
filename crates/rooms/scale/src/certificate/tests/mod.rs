//! What the certificates of the room establish, and what they refuse.

mod refutations;
mod strategies;

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
    match check_body(kind, body) {
        Ok(report) => panic!("{:?} stands for\n{body}", report.line),
        Err(error) => error.to_string(),
    }
}

/// Each part must occur in the refusal of the body with that part of the text changed.
fn refused(kind: &str, body: &str, changes: &[(&str, &str, &str)]) {
    forgery::changes_refused(body, changes, |body| check_body(kind, body));
}

#[test]
fn every_example_writes_its_kind_and_stands() {
    forgery::examples_stand(&TOPIC);
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

/// Names answers at random.
struct Dice(ChaCha8Rng, usize);

impl Guide for Dice {
    fn answer(&mut self, _: &Node, _: &Pans, _: usize) -> Result<usize> {
        Ok(self.0.random_range(0..self.1))
    }
}

/// Three coins, with a first weighing that says nothing.
fn wasted() -> String {
    let later = THREE.replace("step 1 ", "step 2 ").replace("step 0 groups", "step 1 groups");
    later.replace("fakes 2\n", "fakes 2\nstep 0 groups 3 possible 0-0\nweigh 0:0\nEQUAL step 1 from 0A\n")
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
