//! Tests of the bound by the code of the attacks.

use super::*;
use crate::certificate::bound::Bound;
use crate::lock::Attacks;
use kit::Unwatched;

fn look(n: usize, least: usize, sums: u64) -> Below {
    below(n, least, sums, &mut 60_000_000, &mut Unwatched).unwrap()
}

/// The list of the code says what the search of boards says, on every side that both can do at once.
fn says_what_the_search_says(sides: std::ops::RangeInclusive<usize>) {
    for n in sides {
        let attacks = Attacks::queens(n);
        let (bound, mut visits) = (Bound::of(&attacks), 60_000_000);
        let mut nothing = |pieces: &usize| {
            bound.nothing_with(*pieces, &mut visits, &mut Unwatched).unwrap().expect("the visits suffice")
        };
        let least = (1..).find(|pieces| !nothing(pieces)).unwrap();
        assert_eq!(look(n, least, MOST_SUMS), Below::Nothing, "side {n}");
        (1..=3).for_each(|more| assert_eq!(look(n, least + more, MOST_SUMS), Below::Board(least), "side {n}"));
    }
}

#[test]
fn the_code_says_what_the_search_says() {
    says_what_the_search_says(4..=6);
}

#[test]
fn the_code_says_what_the_search_says_of_seven_rows() {
    says_what_the_search_says(7..=7);
}

fn shown_from_below_and_found(sides: &[(usize, usize)]) {
    for &(n, least) in sides {
        assert_eq!(look(n, least, MOST_SUMS), Below::Nothing, "side {n}");
        assert_eq!(look(n, least + 1, MOST_SUMS), Below::Board(least), "side {n}");
    }
}

#[test]
fn the_fewest_queens_are_shown_from_below_and_found() {
    shown_from_below_and_found(&[(8, 12), (9, 9), (10, 9)]);
}

#[test]
fn the_fewest_queens_of_larger_boards_are_shown_from_below_and_found() {
    shown_from_below_and_found(&[(11, 13), (13, 13), (14, 13)]);
}

/// Halves that meet find the sums that are found one by one.
#[test]
fn halves_that_meet_find_all_sums_with_few_squares() {
    for (n, least) in [(6, 6), (7, 8), (8, 11), (9, 11), (10, 11), (12, 12), (13, 13)] {
        let code = Code::new(n, least, MOST_SUMS).unwrap();
        let sorted = |mut sums: Vec<Row>| {
            sums.sort_unstable();
            sums.dedup();
            sums
        };
        for rows in 2..=code.depth.min(5) {
            let [mut plain, mut fewer, mut meeting] = [vec![], vec![], vec![]];
            code.sums(0, rows, [0; WORDS], &mut plain, &mut Unwatched).unwrap();
            code.sums(0, rows - 1, [0; WORDS], &mut fewer, &mut Unwatched).unwrap();
            let due: Vec<Row> = sorted(plain).into_iter().filter(|sum| !fewer.contains(sum)).collect();
            for way in 0..=MOST_STRAY {
                let best = Meeting::new(&code, rows);
                let blocks = (least - 1 - rows) / (way + 1) + 1;
                let free = code.squares.len() - code.rows.len() - code.aside_squares;
                let other = Meeting { blocks, block: (free / blocks).min(12), stray: way, ..best };
                meeting.clear();
                other.sums(&mut meeting, &mut Unwatched).unwrap();
                assert_eq!(sorted(meeting.clone()), due, "side {n}, {rows} rows, {way}");
            }
            meeting.clear();
            Meeting::new(&code, rows).sums(&mut meeting, &mut Unwatched).unwrap();
            assert_eq!(sorted(meeting), due, "side {n}, {rows} rows");
        }
    }
}

#[test]
fn subsets_are_all_there_in_order() {
    let listed: Vec<Vec<usize>> = subsets(5, 3).into_iter().map(|set| places(set).collect()).collect();
    let due = (0..5).flat_map(|a| (a + 1..5).flat_map(move |b| (b + 1..5).map(move |c| vec![a, b, c])));
    assert_eq!(listed, due.collect::<Vec<_>>());
    assert_eq!((sets_of(5, 3), sets_of(125, 6), sets_of(3, 4)), (10, 4_690_625_500, 0));
    assert_eq!(subsets(4, 0), [0]);
}

#[test]
fn what_is_too_long_is_said() {
    assert_eq!(look(22, 21, MOST_SUMS), Below::Long(0));
    let Below::Long(reached) = look(12, 14, 1_000) else { panic!("a thousand sums are too few") };
    assert!((3..14).contains(&reached), "{reached}");
    let Below::Long(reached) = below(11, 13, MOST_SUMS, &mut 3, &mut Unwatched).unwrap() else {
        panic!("three visits are too few")
    };
    assert!(reached < 13, "{reached}");
}

/// A walk that comes to every square makes the same rows of the basis as of all generators.
#[test]
fn the_squares_tell_the_rows() {
    for (n, corner) in [(4, 0), (5, 1), (8, 1), (12, 3), (14, 2), (15, 3)] {
        let (basis, stride) = (basis(n), n * n - 1);
        let few = Reduction::along(&basis, n, stride, corner);
        let all = Reduction::along(&generators(n), n, stride, corner);
        assert!(few.rows == all.rows && few.own == all.own && few.eighths == all.eighths, "{n}");
        assert!(basis.len() < 6 * n && basis.len() == few.rows.len(), "{n}");
    }
}

/// No own square stands in another row, and no orbit has more own squares than its share.
#[test]
fn own_squares_are_own_and_evenly_spread() {
    for (n, corner) in [(5, 0), (8, 1), (12, 3), (14, 2), (15, 3)] {
        let reduction = Reduction::along(&basis(n), n, n + 3, corner);
        for (place, &square) in reduction.own.iter().enumerate() {
            let holding = (0..reduction.rows.len()).filter(|&row| has(&reduction.rows[row], square));
            assert_eq!(holding.collect::<Vec<usize>>(), [place]);
            let orbit = images(n, square);
            let own = orbit.iter().filter(|s| reduction.own.contains(s)).count();
            assert!(own * 8 <= reduction.eighths * orbit.len() && !in_corner(n, square, corner));
        }
    }
}

/// The symmetries are eight, each takes squares to squares one to one and attacks to attacks.
#[test]
fn symmetries_keep_attacks() {
    for n in 2..6 {
        let maps = symmetries(n);
        let different: std::collections::BTreeSet<&Vec<usize>> = maps.iter().collect();
        assert_eq!(different.len(), 8, "{n}");
        for map in &maps {
            assert_eq!(image(map, &(0..n * n).collect::<Vec<usize>>()), (0..n * n).collect::<Vec<usize>>());
            for (s, t) in (0..n * n).flat_map(|s| (0..n * n).map(move |t| (s, t))) {
                assert_eq!(attacks(n, map[s], map[t]), attacks(n, s, t));
            }
        }
    }
}
