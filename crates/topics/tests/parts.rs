//! Work on more than one machine, without machines: planners, workers and pieces in a loop here, for every room
//! that has them. The carriers of the Python package are tested there.

use forgery::Shelf;
use kit::parts::{Errand, Piece, Pieces, Planner, Worker, find_pieces, find_shared};
use kit::{Ask, NoFiles, Question, Report, Unwatched, read_sentence, verify};
use topics::ALL;

const SEARCHES: [&str; 7] = [
    "sprouts solve 6",
    "queens solve 8 --rule noon",
    "queens solve 7 --rule noon",
    "sums value cram(3,7)",
    "sums value cram(5,5)",
    "sums value boxing(3,6)",
    "sums value boxing(2,10)",
];

fn read(sentence: &str) -> (&'static Question, Ask) {
    read_sentence(ALL, sentence, &NoFiles).unwrap()
}

fn certified(question: &Question, ask: Ask, watch: &mut dyn kit::Watch) -> Report {
    (question.answer)(&ask.with_certificate(), watch).unwrap()
}

/// The planner of a sentence after workers in a loop have run its errands. Each time that fate comes round an outcome
/// is lost with its worker.
fn planned(ask: &Ask, workers: usize, budget: u64, fate: usize) -> Box<dyn Planner> {
    let row = find_shared(ALL, ask).unwrap();
    let mut plan = (row.plan)(ask).unwrap();
    let mut crew: Vec<Box<dyn Worker>> = (0..workers).map(|_| (row.work)(ask).unwrap()).collect();
    for round in 0.. {
        let mut under_way: Vec<(usize, Errand)> = Vec::new();
        for worker in 0..workers {
            if let Some(errand) = plan.errand(&mut Unwatched).unwrap() {
                assert!(under_way.iter().all(|(_, other)| other.position != errand.position), "given once");
                under_way.push((worker, errand));
            }
        }
        if plan.decided() {
            return plan;
        }
        assert!(!under_way.is_empty(), "nobody waits for nothing");
        for (worker, errand) in under_way {
            let (guesses, _) = crew[worker].attempt(&errand, budget, &mut Unwatched).unwrap();
            let (facts, _) = crew[worker].news();
            if (round + worker + 1) % fate == 0 {
                crew[worker] = (row.work)(ask).unwrap();
                plan.lost(&errand);
                continue;
            }
            plan.learn(&errand, &guesses, &facts, &mut Unwatched).unwrap();
            crew.iter_mut().for_each(|other| other.learn(&facts).unwrap());
        }
    }
    unreachable!("the search ends")
}

/// The answer from what a run proved, and what it keeps then.
fn from_facts(question: &Question, ask: &Ask, facts: Vec<u8>) -> (Report, Vec<u8>) {
    let (mut ask, mut shelf) = (ask.clone(), Shelf { bytes: Some(facts), looks: usize::MAX });
    ask.give("keep", "the run", &NoFiles).unwrap();
    let report = certified(question, ask, &mut shelf);
    (report, shelf.bytes.unwrap())
}

#[test]
fn searches_in_parts_answer_like_the_whole_and_their_certificates_stand() {
    for sentence in SEARCHES {
        let (question, ask) = read(sentence);
        let whole = certified(question, ask.clone(), &mut Unwatched);
        let stated = |report: &Report| verify(ALL, report.certificate.as_ref().unwrap(), &mut Unwatched).unwrap().line;
        for (workers, budget, fate) in [(1, 100_000, usize::MAX), (3, 40, 5)] {
            let (facts, count) = planned(&ask, workers, budget, fate).facts();
            let (report, kept) = from_facts(question, &ask, facts.clone());
            assert_eq!((&report.line, &report.standing), (&whole.line, &whole.standing), "{sentence}");
            assert_eq!(stated(&report), stated(&whole), "{sentence}");
            for name in ["nimber", "outcome", "winning_moves"] {
                let fact =
                    |report: &Report| report.facts.iter().find(|(n, _)| *n == name).map(|(_, fact)| fact.clone());
                assert_eq!(fact(&report), fact(&whole), "{sentence} {name}");
            }
            // Another run goes on from what this one proved, and from what the answer kept, and has nothing left to do.
            for held in [facts, kept] {
                let mut again = (find_shared(ALL, &ask).unwrap().plan)(&ask).unwrap();
                let learnt = again.resume("run", &held).unwrap();
                assert!(learnt > 0 || count == 0, "{sentence}");
            }
        }
    }
}

#[test]
fn facts_of_another_board_and_of_nothing_are_refused() {
    let facts = |sentence: &str| planned(&read(sentence).1, 1, 100_000, usize::MAX).facts().0;
    let plan = |sentence: &str| {
        let ask = read(sentence).1;
        (find_shared(ALL, &ask).unwrap().plan)(&ask).unwrap()
    };
    for (held, other) in [
        ("sums value cram(3,7)", "sums value cram(3,9)"),
        ("sums value boxing(4,6)", "sums value boxing(4,5)"),
        ("queens solve 7 --rule noon", "queens solve 8 --rule noon"),
        ("queens solve 7 --rule noon", "sums value cram(3,7)"),
    ] {
        let why = plan(other).resume("old.facts", &facts(held)).unwrap_err().to_string();
        assert!(why.contains("old.facts") && why.contains("facts are of"), "{why}");
        let mut damaged = facts(held);
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        assert!(plan(held).resume("old.facts", &damaged).unwrap_err().to_string().contains("old.facts"));
    }
    for sentence in SEARCHES {
        let ask = read(sentence).1;
        let mut worker = (find_shared(ALL, &ask).unwrap().work)(&ask).unwrap();
        for position in [vec![], vec![7; 3], vec![255; 8], vec![255; 32]] {
            let errand = Errand { position, nimber: 0 };
            assert!(worker.attempt(&errand, 10, &mut Unwatched).is_err(), "{sentence}");
        }
    }
}

#[test]
fn what_is_not_worked_on_in_parts_is_refused_in_one_line_that_names_what_is() {
    for sentence in ["queens count 4", "merlin nullity 5", "exile columns 9", "scale best 9"] {
        let ask = read(sentence).1;
        let why = find_shared(ALL, &ask).err().unwrap().to_string();
        for row in ALL.iter().flat_map(|topic| topic.shared) {
            assert!(why.contains(row.asks) && !why.contains('\n'), "{why}");
        }
        let why = find_pieces(ALL, &ask).err().unwrap().to_string();
        for row in ALL.iter().flat_map(|topic| topic.pieces) {
            assert!(why.contains(row.asks) && !why.contains('\n'), "{why}");
        }
    }
    for (sentence, part) in [
        ("queens solve 4", "take --rule noon"),
        ("queens solve 17 --rule noon", "at most 256 squares"),
        ("sums value kayles(7)", "cram(5,8)"),
        ("sums value cram(2,3)+cram(3,3)", "one board"),
        ("sums value cram(3,3) --play misere", "normal play"),
        ("sprouts solve 4 --play misere", "normal only"),
    ] {
        let ask = read(sentence).1;
        let row = find_shared(ALL, &ask).unwrap();
        for why in [(row.plan)(&ask).err().unwrap(), (row.work)(&ask).err().unwrap()] {
            assert!(why.to_string().contains(part), "{why}");
        }
    }
}

fn in_ranges(row: &Pieces, ask: &Ask, ranges: u64) -> Vec<Piece> {
    let pieces = (row.cut)(ask).unwrap().pieces;
    let ends = |at: u64| pieces * at / ranges;
    (0..ranges).map(|at| (row.run)(ask, ends(at)..ends(at + 1), &mut Unwatched).unwrap()).collect()
}

#[test]
fn pieces_give_the_answer_of_the_whole_and_a_missing_doubled_or_changed_one_is_refused() {
    for sentence in ["queens lock 7", "queens lock 12"] {
        let (question, ask) = read(sentence);
        let row = find_pieces(ALL, &ask).unwrap();
        let whole = certified(question, ask.clone(), &mut Unwatched);
        let join = |pieces: Vec<Piece>| row.joined(&ask.clone().with_certificate(), pieces, &mut Unwatched);
        for ranges in [1, 5].map(|ranges: u64| ranges.min((row.cut)(&ask).unwrap().pieces)) {
            let mut pieces = in_ranges(row, &ask, ranges);
            pieces.reverse();
            let report = join(pieces).unwrap();
            assert_eq!((&report.line, &report.facts), (&whole.line, &whole.facts), "{sentence}");
            assert_eq!(report.certificate, whole.certificate, "{sentence}");
        }
        if (row.cut)(&ask).unwrap().count == Some(0) {
            // A few sums decide here, and nothing is cut.
            assert_eq!(sentence, "queens lock 7");
            continue;
        }
        let pieces = in_ranges(row, &ask, 3);
        let changed = |change: &dyn Fn(&mut Vec<Piece>)| {
            let mut pieces = pieces.clone();
            change(&mut pieces);
            join(pieces).unwrap_err().to_string()
        };
        assert!(changed(&|pieces| drop(pieces.remove(1))).contains("missing"));
        assert!(changed(&|pieces| pieces.push(pieces[1].clone())).contains("twice"));
        assert!(changed(&|pieces| pieces[2].count += 1).contains("together"));
        assert!(changed(&|pieces| pieces[0].found.push(vec![u64::MAX; 9])).contains("no set of squares"));
        let beyond = (row.cut)(&ask).unwrap().pieces;
        assert!((row.run)(&ask, 0..beyond + 1, &mut Unwatched).is_err());
    }
    for sentence in ["queens lock 3", "queens lock --to 6", "queens lock 4 --columns 6", "queens lock 6 --piece rook"] {
        let ask = read(sentence).1;
        assert!((find_pieces(ALL, &ask).unwrap().cut)(&ask).unwrap_err().to_string().contains("queens lock N"));
    }
}
