//! What is a part, what is known of sets, and what a forger may not list.

use super::super::bound;
use super::*;
use crate::ground::{Board, Ground};
use crate::solve::solve;
use engine::vertex_kayles::{Graph, nimber_by_definition};
use kit::scene::Piece;
use kit::{Unwatched, verify};

fn noon(rows: usize, columns: usize, torus: bool, piece: Piece) -> Rules {
    Rules::on(Ground::new(rows, columns, torus), piece, Rule::Noon)
}

fn certified(rules: &Rules, board: &Board) -> Certificate {
    let solution = solve(rules, board, &mut Unwatched).unwrap();
    let evidence = evidence(rules, &(board.clone(), solution.winning), &mut Unwatched).unwrap().unwrap();
    bound(PARTS.name, vec![evidence])
}

fn refusal(certificate: &Certificate) -> Option<String> {
    verify(&[&crate::TOPIC], certificate, &mut Unwatched).err().map(|error| error.to_string())
}

#[test]
fn what_is_known_without_a_list_is_the_nimber() {
    for rules in [noon(4, 4, false, Piece::Queen), noon(3, 5, false, Piece::King), noon(3, 4, true, Piece::Bishop)] {
        let graph = Graph::new(rules.squares(), |s, t| rules.adjacency[s].contains(&t)).unwrap();
        let mut known = Known::new(&rules);
        let (mut paired, mut others) = (0, 0);
        for set in (0u64..1 << rules.squares()).step_by(7) {
            let set = Vertices([set, 0, 0, 0]);
            if let Some(nimber) = known.set(&set) {
                assert_eq!(nimber, nimber_by_definition(&graph, &set), "{} {set:?}", rules.title());
                paired += usize::from(set.len() > SMALL && known.is_paired(&set));
            } else {
                others += 1;
            }
        }
        assert!(others > 50, "{}: {paired} {others}", rules.title());
    }
    // A half turn of five kings in a row pairs all but the middle one and its neighbours.
    let rules = noon(1, 20, false, Piece::King);
    let mut known = Known::new(&rules);
    let set = |holes: &[usize]| (0..20).filter(|s| !holes.contains(s)).collect::<Vertices>();
    assert_eq!((known.is_paired(&set(&[9, 10])), known.is_paired(&set(&[9]))), (true, false));
    assert_eq!((known.is_paired(&set(&[])), known.set(&set(&[3, 9, 10]))), (false, None));
    assert_eq!(known.set(&set(&[9, 10])), Some(0), "though its two parts are not known");
}

/// A position is certified, no couple of its list stands with another heap, none stands twice, and without them
/// nothing is shown.
fn only_this_stands(rules: &Rules) {
    let certificate = certified(rules, &rules.bare());
    assert_eq!(refusal(&certificate), None, "{}", rules.title());
    let lines: Vec<&str> = certificate.body.lines().collect();
    for (place, line) in lines.iter().enumerate().skip(4) {
        let with = |put: &[String]| {
            let (before, after) = (lines[..place].join("\n"), lines[place + 1..].join("\n"));
            let gap = if after.is_empty() { "" } else { "\n" };
            let body = format!("{before}\n{}{after}{gap}", put.iter().map(|l| format!("{l}\n")).collect::<String>());
            refusal(&Certificate { body, ..certificate.clone() })
        };
        let (heap, set) = line["lost ".len()..].split_once(' ').unwrap();
        let heap: u32 = heap.parse().unwrap();
        for other in (0..heap + 3).filter(|other| *other != heap) {
            assert!(with(&[format!("lost {other} {set}")]).is_some(), "{}: {line}", rules.title());
        }
        assert!(with(&[line.to_string(), line.to_string()]).is_some_and(|why| why.contains("twice")));
        // Without it nothing is shown, or the same: a winning move is never passed over.
        let body = [&lines[..place], &lines[place + 1..]].concat().join("\n") + "\n";
        let without = Certificate { body, ..certificate.clone() };
        if let Ok(shown) = check(&mut Lines::of(&without), &mut Unwatched) {
            assert_eq!(shown, certificate.states, "{}: {line}", rules.title());
        }
    }
    let cut = format!("{}\n", lines[..4].join("\n"));
    let why = refusal(&Certificate { body: cut, ..certificate.clone() });
    assert_eq!(why.is_some(), lines.len() > 4, "{}", rules.title());
}

/// A test for each board, so that they run beside each other.
macro_rules! only_these_stand {
    ($($test:ident: $board:expr),* $(,)?) => {
        $(#[test]
        fn $test() {
            only_this_stands(&$board);
        })*
    };
}

only_these_stand! {
    a_row_of_kings_is_certified_and_no_other_heap: noon(1, 30, false, Piece::King),
    knights_are_certified_and_no_other_heap: noon(4, 5, false, Piece::Knight),
    kings_on_a_torus_are_certified_and_no_other_heap: noon(3, 8, true, Piece::King),
    queens_on_six_rows_are_certified_and_no_other_heap: noon(6, 6, false, Piece::Queen),
    queens_on_five_rows_of_seven_are_certified_and_no_other_heap: noon(5, 7, false, Piece::Queen),
}

#[test]
fn sets_that_are_no_parts_are_refused() {
    let rules = noon(6, 6, false, Piece::Queen);
    let certificate = certified(&rules, &rules.bare());
    let head = head(&rules, &rules.bare());
    for (line, why) in [
        ("lost 0 ff", "no part of more than 8"),
        ("lost 0 0ffff", "no such set"),
        ("lost 0 FFFF", "no such set"),
        ("lost 0 fffffffff0", "no such set"),
        ("lost 128 ffff", "whole number up to 127"),
        ("lost 0", "a heap and a set"),
        ("lost 0 ffff ", "no such set"),
        ("lost 0 10000000000000000000000000000000000000000000000000000000000000000", "no such set"),
    ] {
        let body = format!("{head}{line}\n");
        let said = refusal(&Certificate { body, ..certificate.clone() }).unwrap();
        assert!(said.contains(why), "{line}: {said}");
    }
    let row = noon(1, 30, false, Piece::King);
    // Two kings' strips of five: ten squares that do not hang together.
    let text = format!("{}lost 0 {:x}\n", super::head(&row, &row.bare()), 0x7df);
    assert!(refusal(&Certificate { body: text, ..certificate.clone() }).unwrap().contains("no part"));
    let standard = Rules::new(6, Piece::Queen, Rule::Standard);
    let body = super::head(&standard, &standard.bare());
    assert!(refusal(&Certificate { body, ..certificate }).unwrap().contains("the rule is noon"));
}

/// A translation by a third of a circle of kings maps it onto itself and no king beside its image, but it is not its
/// own inverse, and the circle of 27 has nimber 1.
#[test]
fn only_what_is_its_own_inverse_pairs() {
    let circle = noon(1, 27, true, Piece::King);
    let mut known = Known::new(&circle);
    let all = Vertices::first(27);
    assert_eq!((known.is_paired(&all), known.set(&all)), (false, None));
    // By half a circle of 28 all are paired.
    let mut known = Known::new(&noon(1, 28, true, Piece::King));
    assert_eq!((known.set(&Vertices::first(28)), known.part(&Vertices::first(28))), (Some(0), Some(0)));
}

/// Kings that stand far from the diagonal are paired by its reflection; one in the first corner is its own image.
#[test]
fn a_square_that_is_its_own_image_is_not_paired() {
    let mut known = Known::new(&noon(5, 5, false, Piece::King));
    let far: Vertices = (0..25).filter(|s: &usize| (s / 5).abs_diff(s % 5) >= 2).collect();
    let cornered: Vertices = squares(&far).chain([0]).collect();
    assert_eq!((known.is_paired(&far), known.is_paired(&cornered)), (true, false));
    assert_eq!(known.set(&far), Some(0));
}

/// Eleven kings in a row are not known. A move to known sets answers by their nimbers, and by no others, beside a
/// part that is known too.
#[test]
fn an_answer_leads_to_the_nimber_that_is_asked_for() {
    let mut known = Known::new(&noon(1, 20, false, Piece::King));
    let row = Vertices::first(11);
    let beside: Vertices = squares(&row).chain(13..16).collect();
    let twice: Vertices = squares(&beside).chain(17..20).collect();
    // A move at an end leaves nine squares, which are not known.
    let reached: Vec<u32> = (1..10).map(|s| known.computed(&known.after(&row, s))).collect();
    let three = known.computed(&(13..16).collect());
    for kept in [None, Some(FxHashMap::default())] {
        known.answers = kept;
        for k in 0..9 {
            assert_eq!(matches!(known.shown(&row, k), Shown::Another), reached.contains(&k), "{k}");
            assert_eq!(matches!(known.shown(&beside, k), Shown::Another), reached.contains(&(k ^ three)), "{k}");
            assert_eq!(matches!(known.shown(&twice, k), Shown::Another), reached.contains(&k), "{k}");
        }
    }
    assert!(three > 0 && (0..9).any(|k| !reached.contains(&k)));
    assert!(matches!(known.shown(&Vertices::first(20), 0), Shown::Nothing), "no move leads to known sets");
}

#[test]
fn images_of_a_set_have_one_least_image() {
    let known = Known::new(&noon(4, 4, false, Piece::Queen));
    let set: Vertices = [0, 1, 2, 4, 9].into_iter().collect();
    for map in 0..known.maps.len() {
        assert_eq!(known.least(&known.image(&set, map)), known.least(&set));
    }
}

#[test]
fn squares_are_there_and_not_too_many() {
    let refused = |body: String| refusal(&Certificate::new("queens", PARTS.name, "", body)).unwrap();
    let empty = |columns: usize| {
        let rules = noon(16, columns, false, Piece::Queen);
        refused(super::head(&rules, &rules.bare()))
    };
    assert!(empty(17).contains("the rule is noon, on at most 256 squares"), "{}", empty(17));
    assert!(empty(16).contains("the position is not listed"), "{}", empty(16));
    let holed = "ground 3 x 4\npiece queen\nrule noon\nfrom ..../.#../....\n";
    assert!(refused(format!("{holed}lost 0 fff\n")).contains("no such set"));
    assert!(!refused(format!("{holed}lost 0 fdf\n")).contains("no such set"));
    assert!(refused(format!("{holed}lost 0 1fdf\n")).contains("no such set"));
}

/// One line that calls the whole board lost shows nothing: its moves have no answers.
#[test]
fn a_board_is_not_lost_because_it_is_listed() {
    let rules = noon(6, 6, false, Piece::Queen);
    let body = format!("{}lost 0 fffffffff\n", head(&rules, &rules.bare()));
    let why = refusal(&Certificate::new("queens", PARTS.name, "", body)).unwrap();
    assert!(why.contains("line 7: ") && why.contains("has no answer"), "{why}");
}

#[test]
fn a_board_of_nimber_one_is_won() {
    let rules = noon(1, 1, false, Piece::King);
    let certificate = Certificate::new("queens", PARTS.name, "", head(&rules, &rules.bare()));
    let told = check(&mut Lines::of(&certificate), &mut Unwatched).unwrap();
    assert_eq!(told, "Noon's kings on 1 x 1 has nimber 1 and is won by exactly (1,1)");
}

#[test]
fn sets_beyond_a_word_are_read_back() {
    let set: Vertices = [0, 63, 64, 130, 255].into_iter().collect();
    assert_eq!(read_set(&write_set(&set)), Some(set));
}

/// A set of nimber 0 that is listed with another heap is found out, even where its moves all have answers.
#[test]
fn smaller_heaps_must_be_reached() {
    let mut known = Known::new(&noon(1, 20, false, Piece::King));
    let strip = |n: usize| Vertices::first(n);
    let nimbers: Vec<u32> = (0..12).map(|n| known.computed(&strip(n))).collect();
    for n in 9..12 {
        for k in 0..9 {
            assert_eq!(known.judge(&strip(n), k).is_ok(), k == nimbers[n], "{n} {k}");
        }
        known.listed.insert(known.least(&strip(n)), nimbers[n]);
    }
}

/// Every set of a board with every heap: what is found to be lost has that nimber.
#[test]
fn a_couple_that_stands_has_its_nimber() {
    let mut stood = 0;
    for (rows, columns, piece) in
        [(3, 4, Piece::King), (3, 4, Piece::Knight), (3, 4, Piece::Bishop), (2, 6, Piece::King), (1, 14, Piece::King)]
    {
        let rules = noon(rows, columns, false, piece);
        let graph = Graph::new(rules.squares(), |s, t| rules.adjacency[s].contains(&t)).unwrap();
        let mut known = Known::new(&rules);
        for set in (0u64..1 << rules.squares()).filter(|set| (9..=11).contains(&set.count_ones())) {
            let set = Vertices([set, 0, 0, 0]);
            let standing: Vec<u32> = (0..6).filter(|&k| known.judge(&set, k).is_ok()).collect();
            assert!(
                standing.is_empty() || standing == [nimber_by_definition(&graph, &set)],
                "{} {set:?}",
                rules.title()
            );
            stood += standing.len();
        }
    }
    assert!(stood > 1000, "{stood}");
}

/// A set of eight squares is computed, alone and beside another.
#[test]
fn eight_squares_are_few() {
    let mut known = Known::new(&noon(1, 20, false, Piece::King));
    let nimber = known.computed(&Vertices::first(8));
    let both: Vertices = (0..8).chain(10..12).collect();
    assert_eq!((known.part(&Vertices::first(8)), known.set(&both)), (Some(nimber), Some(nimber ^ 1)));
    assert_eq!(known.part(&Vertices::first(9)), None);
}

/// A move that wins is shown to win or refused: kings on a row without the line of the set that a winning move leaves.
#[test]
fn a_winning_move_is_not_passed_over() {
    let (mut refused, mut shown) = (0, 0);
    for columns in 18..=24 {
        let rules = noon(1, columns, false, Piece::King);
        let certificate = certified(&rules, &rules.bare());
        let lines: Vec<&str> = certificate.body.lines().collect();
        for place in 4..lines.len() {
            let body = [&lines[..place], &lines[place + 1..]].concat().join("\n") + "\n";
            let without = Certificate { body, ..certificate.clone() };
            match check(&mut Lines::of(&without), &mut Unwatched) {
                Ok(line) => {
                    shown += 1;
                    assert_eq!(line, certificate.states);
                }
                Err(why) => refused += usize::from(why.to_string().contains("wins is not shown")),
            }
        }
    }
    assert!(refused > 0, "{refused} {shown}");
}
