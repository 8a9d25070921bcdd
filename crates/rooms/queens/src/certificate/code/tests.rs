//! Tests of the bound by the code of the attacks.

use super::*;
use crate::certificate::bound::Bound;
use crate::lock::Attacks;
use kit::Unwatched;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

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
fn twelve_queens_on_eight_rows_are_shown_from_below_and_found() {
    shown_from_below_and_found(&[(8, 12)]);
}

#[test]
fn nine_queens_on_nine_rows_are_shown_from_below_and_found() {
    shown_from_below_and_found(&[(9, 9)]);
}

#[test]
fn nine_queens_on_ten_rows_are_shown_from_below_and_found() {
    shown_from_below_and_found(&[(10, 9)]);
}

#[test]
fn the_fewest_queens_of_larger_boards_are_shown_from_below_and_found() {
    shown_from_below_and_found(&[(11, 13), (13, 13), (14, 13)]);
}

#[test]
fn halves_that_meet_find_all_sums_of_small_boards() {
    halves_find_all_sums(&[(6, 6), (7, 8)]);
}

#[test]
fn halves_that_meet_find_all_sums_with_few_squares() {
    halves_find_all_sums(&[(8, 11), (9, 11), (10, 11), (12, 12), (13, 13)]);
}

/// Halves that meet find the sums that are found one by one.
fn halves_find_all_sums(boards: &[(usize, usize)]) {
    for &(n, least) in boards {
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
    assert_eq!(subsets(8, 8).into_iter().flat_map(places).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
    for (rows, depth) in [(5, 3), (7, 7), (20, 4), (4, 9), (30, 0)] {
        assert_eq!(count_sums(rows, depth), (0..=depth).map(|many| sets_of(rows, many)).sum(), "{rows} {depth}");
    }
}

#[test]
fn boards_are_neither_too_large_nor_too_small() {
    assert_eq!(look(22, 21, MOST_SUMS), Below::Long(0));
    assert_eq!(
        (look(6, 1, MOST_SUMS), look(3, 2, MOST_SUMS), look(2, 2, MOST_SUMS)),
        (Below::Nothing, Below::Board(1), Below::Board(1))
    );
}

#[test]
fn a_board_of_21_rows_is_not_too_large() {
    assert_eq!(look(21, 2, MOST_SUMS), Below::Nothing);
}

#[test]
fn what_is_too_long_is_said() {
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

/// What is too long is not begun: as many sums as are allowed, and a lesser bound where one is missing.
#[test]
fn sums_are_as_many_as_allowed() {
    for (n, least) in [(6, 9), (8, 9)] {
        let cost = |sums: u64| {
            let code = Code::new(n, least, sums).unwrap();
            (code.least, count_sums(code.rows.len(), code.depth))
        };
        let (reached, all) = cost(MOST_SUMS);
        assert_eq!((reached, cost(all)), (least, (least, all)), "{n}");
        let (fewer, some) = cost(all - 1);
        assert!(fewer < least && some < all, "{n}: {fewer} {some}");
        assert!(Code::new(n, least, 0).is_none(), "the empty sum is one");
    }
}

/// The number of rows to be summed: an image of the largest set in question has so many own squares at most.
#[test]
fn rows_to_be_summed_are_a_share_of_the_queens() {
    for n in 4..=9 {
        let mut reduction = Reduction::along(&basis(n), n, n * n - 1, 1);
        for eighths in 1..=8 {
            reduction.eighths = eighths;
            for least in 2..=14 {
                let queens = (1..least).rev().find(|queens| n % 2 == 0 || queens % 2 == 1).unwrap();
                let most = (0..=queens).rev().find(|own| 8 * own <= queens * eighths).unwrap();
                assert_eq!(reduction.depth(n, least), most.min(reduction.own.len()), "{n} {eighths} {least}");
            }
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

/// Rows that are independent, by elimination; bits are asked for in their words.
fn rank(mut rows: Vec<Row>) -> usize {
    let mut rank = 0;
    for (word, bit) in (0..WORDS).flat_map(|word| (0..64).map(move |bit| (word, bit))) {
        let Some(found) = (rank..rows.len()).find(|&row| rows[row][word] >> bit & 1 == 1) else { continue };
        rows.swap(rank, found);
        let row = rows[rank];
        for other in rows.iter_mut().skip(rank + 1).filter(|other| other[word] >> bit & 1 == 1) {
            other.iter_mut().zip(row).for_each(|(a, b)| *a ^= b);
        }
        rank += 1;
    }
    rank
}

#[test]
fn a_basis_spans_the_attacks_and_all_squares() {
    for bit in 0..64 * WORDS {
        let one = set(&[bit]);
        assert!((0..64 * WORDS).all(|other| has(&one, other) == (other == bit)));
        assert_eq!((weight(&one), one[bit / 64]), (1, 1 << (bit % 64)));
    }
    for n in [2, 3, 4, 5, 6, 8, 9, 12] {
        let attacks = Attacks::queens(n);
        let mut due: Vec<Row> = attacks.adjacency.iter().map(|row| set(row)).collect();
        due.push(set(&(0..n * n).collect::<Vec<_>>()));
        assert_eq!(generators(n), due, "{n}");
        let (basis, full) = (basis(n), rank(due.clone()));
        assert_eq!((basis.len(), rank(basis.clone())), (full, full), "{n}");
        assert_eq!(rank([due, basis].concat()), full, "{n}");
    }
}

#[test]
fn corners_and_images_are_those_of_the_definition() {
    for n in 1..=9usize {
        for s in 0..n * n {
            let (r, c, last) = (s / n, s % n, n - 1);
            let far = [(0, 0), (0, last), (last, 0), (last, last)].map(|(u, v)| r.abs_diff(u) + c.abs_diff(v));
            (0..6).for_each(|corner| assert_eq!(in_corner(n, s, corner), far.iter().any(|&far| far < corner)));
            let mut met = BTreeSet::from([s]);
            for _ in 0..8 {
                let more: Vec<usize> = met.iter().flat_map(|s| [s % n * n + s / n, s / n * n + last - s % n]).collect();
                met.extend(more);
            }
            assert_eq!(images(n, s), met.into_iter().collect::<Vec<_>>());
        }
    }
}

/// Squares that are neither own nor aside come first, then own ones, each in one row, then those that are aside.
#[test]
fn bits_stand_in_their_order() {
    for (n, least) in [(4, 5), (6, 6), (8, 9), (9, 9)] {
        for corner in 0..=n / 3 {
            let reduction = Reduction::along(&basis(n), n, n * n - 1, corner);
            assert_eq!(reduction.rows.len(), basis(n).len(), "{n} {corner}");
            let within = |row: &&Row| (0..n * n).all(|s| !has(row, s) || in_corner(n, s, corner));
            assert_eq!(reduction.aside(), reduction.rows.iter().filter(within).count(), "{n} {corner}");
            let code = reduction.code(n, least);
            let mut squares = code.squares.clone();
            squares.sort_unstable();
            assert_eq!(squares, (0..n * n).collect::<Vec<_>>(), "{n} {corner}");
            let first = n * n - code.aside_squares;
            for (bit, &square) in code.squares.iter().enumerate() {
                assert_eq!((in_corner(n, square, corner), has(&code.light, bit)), (bit >= first, bit < first));
            }
            for (place, row) in code.rows.iter().enumerate() {
                let own = (first - code.rows.len()..first).filter(|&bit| has(row, bit));
                assert_eq!(own.collect::<Vec<_>>(), [first - code.rows.len() + place], "{n} {corner}");
            }
            assert!(code.aside.iter().all(|row| (0..first).all(|bit| !has(row, bit))), "{n} {corner}");
        }
    }
}

/// The sets of the code, one of each class of images, are all sums of so few rows, with any rows that are aside, and
/// have so few squares: one by one and by halves that meet. How many of the boards have sums that are found by halves.
fn sets_are_those_of_the_definition(boards: &[(usize, usize, usize)]) -> usize {
    fn enter(code: &Code, from: usize, left: usize, sum: Row, sets: &mut BTreeSet<Vec<usize>>) {
        for choice in 0..1usize << code.aside.len() {
            let aside = (0..code.aside.len()).filter(|i| choice >> i & 1 == 1);
            let sum = aside.fold(sum, |sum, i| plus(&sum, &code.aside[i]));
            let set: Vec<usize> =
                (0..code.squares.len()).filter(|&bit| has(&sum, bit)).map(|bit| code.squares[bit]).collect();
            if !set.is_empty() && set.len() < code.least {
                sets.extend(symmetries(code.squares.len().isqrt()).iter().map(|map| image(&set, map)).min());
            }
        }
        for row in (from..code.rows.len()).filter(|_| left > 0) {
            enter(code, row + 1, left - 1, plus(&sum, &code.rows[row]), sets);
        }
    }
    let mut deep = 0;
    for &(n, least, corner) in boards {
        let code = Reduction::along(&basis(n), n, n * n - 1, corner).code(n, least);
        let mut due = BTreeSet::new();
        enter(&code, 0, code.depth, [0; WORDS], &mut due);
        let due: Vec<Vec<usize>> = due.into_iter().collect();
        for few in [0, u64::MAX] {
            assert_eq!(code.even_sets(few, &mut Unwatched).unwrap(), due, "{n} {least} {corner} {few}");
        }
        deep += usize::from(code.depth > PLAIN);
    }
    deep
}

#[test]
fn sets_of_small_boards_are_those_of_the_definition() {
    assert!(sets_are_those_of_the_definition(&[(4, 6, 0), (4, 9, 1), (5, 6, 1)]) > 0);
}

#[test]
fn sets_of_larger_boards_are_those_of_the_definition() {
    assert!(sets_are_those_of_the_definition(&[(6, 6, 0), (6, 7, 2), (7, 6, 2), (8, 6, 1)]) > 0);
}

/// So many rows that their numbers do not fit into two words are summed one by one.
#[test]
fn sums_of_many_rows_are_formed_one_by_one() {
    let code = Reduction::along(&basis(5), 5, 24, 0).code(5, 26);
    assert!(code.depth > 2 * 8, "{}", code.depth);
    let [plain, other] = [0, u64::MAX].map(|few| code.even_sets(few, &mut Unwatched).unwrap());
    assert!(!plain.is_empty() && plain == other);
}

#[test]
fn squares_attack_each_other_where_they_share_a_line() {
    for n in 2..=7 {
        let (lines, attacks) = (Parities::new(n), Attacks::queens(n));
        assert_eq!(lines.on.len(), 6 * n - 2);
        for s in 0..n * n {
            assert_eq!(attacked(n, s), set(&attacks.adjacency[s]));
            assert!(lines.directions.iter().all(|direction| (lines.of[s] & direction).count_ones() == 1));
            for t in 0..n * n {
                let shared = if s == t { 4 } else { u32::from(attacks.adjacency[s].contains(&t)) };
                assert_eq!((lines.of[s] & lines.of[t]).count_ones(), shared, "{n}: {s} {t}");
            }
        }
        for (line, on) in lines.on.iter().enumerate() {
            let due: Vec<usize> = (0..n * n).filter(|&s| lines.of[s] >> line & 1 == 1).collect();
            assert!(*on == due && !on.is_empty(), "{n}: {line}");
        }
        let many = [n, n, 2 * n - 1, 2 * n - 1].map(|many| many as u32);
        assert_eq!(lines.directions.map(u128::count_ones), many);
        assert_eq!(lines.directions.iter().fold(0, |all, direction| all ^ direction), (1 << (6 * n - 2)) - 1);
    }
}

/// Every set of queens with the squares that an even number of them attack and the parities of their lines.
fn sets_of_queens(lines: &Parities) -> Vec<(u32, u128)> {
    let squares = lines.of.len();
    let rows: Vec<u32> = (0..squares).map(|s| attacked(lines.n, s)[0] as u32).collect();
    let of = |queens: u32| {
        let members = (0..squares).filter(|&s| queens >> s & 1 == 1);
        let (odd, parities) = members.fold((0, 0), |(odd, all), s| (odd ^ rows[s], all ^ lines.of[s]));
        (!odd & ((1u64 << squares) - 1) as u32, parities)
    };
    (0..1u32 << squares).map(of).collect()
}

fn listed(set: u32) -> Vec<usize> {
    (0..32).filter(|s| set >> s & 1 == 1).collect()
}

/// What the parities are beside even squares, from every set of queens there is.
#[test]
fn parities_beside_even_squares_are_those_of_all_sets_of_queens() {
    for n in 2..=4 {
        let lines = Parities::new(n);
        let all = sets_of_queens(&lines);
        let whole = all.len() as u32 - 1;
        let mut beside: BTreeMap<u32, BTreeSet<u128>> = BTreeMap::new();
        for &(even, parities) in all.iter().filter(|(_, parities)| parities.count_ones() % 4 == 0) {
            let own = listed(even).into_iter().fold(0, |own, s| own ^ lines.of[s]);
            beside.entry(even).or_default().insert(parities ^ own);
        }
        let mut unseen = lines.unseen.clone();
        unseen.sort_unstable();
        let due: BTreeSet<u128> =
            all.iter().filter(|(even, _)| *even == whole).map(|(_, parities)| *parities).collect();
        assert_eq!(unseen, due.into_iter().collect::<Vec<_>>(), "{n}");
        for even in 0..=whole {
            let mut found = lines.beside(&listed(even));
            found.sort_unstable();
            let due = beside.get(&even).cloned().unwrap_or_default();
            assert_eq!(found, due.into_iter().collect::<Vec<_>>(), "{n} {even}");
        }
    }
}

/// The sets of queens that are legally reached, from the empty board on.
fn legally_reached(lines: &Parities) -> Vec<bool> {
    let all = sets_of_queens(lines);
    let mut reached = vec![false; all.len()];
    reached[0] = true;
    for (queens, (even, _)) in all.iter().enumerate() {
        if reached[queens] {
            listed(even & !(queens as u32)).into_iter().for_each(|s| reached[queens | 1 << s] = true);
        }
    }
    reached
}

#[test]
fn queens_are_lifted_one_by_one_where_they_were_placed_so() {
    for (n, most) in [(3, 9), (4, 6)] {
        let reached = legally_reached(&Parities::new(n));
        for (queens, &reached) in reached.iter().enumerate().skip(1) {
            if queens.count_ones() <= most {
                assert_eq!(dismantled(n, &listed(queens as u32)), reached, "{n} {queens:x}");
            }
        }
    }
}

/// Queens beside some are found on odd lines exactly where a set of them makes all lines even and is legally reached,
/// and what is placed is taken back.
#[test]
fn queens_are_placed_where_lines_are_odd() {
    let lines = Parities::new(4);
    let (all, reached) = (sets_of_queens(&lines), legally_reached(&lines));
    let mut chance = ChaCha8Rng::seed_from_u64(15);
    let (mut found, mut taken) = (0, 0);
    for round in 0..600 {
        let begin =
            1u32 << chance.random_range(0..16) | if round % 3 == 0 { 0 } else { 1 << chance.random_range(0..16) };
        let left = round % 9;
        let more = loop {
            let more = chance.random::<u16>() as u32 & !begin;
            if more.count_ones() as usize == left {
                break more;
            }
        };
        // Every other time the parities of other squares, so that often nothing is found.
        let other = if round % 2 == 0 { more } else { chance.random::<u16>() as u32 };
        // Two queens on each of the eight outermost lines, and all lines are even.
        let (more, begin) = if round % 90 == 89 { (0x6996, 0x8001) } else { (other, begin) };
        let odd = all[more as usize].1;
        let fits = |queens: usize| {
            let added = queens as u32 & !begin;
            queens as u32 & begin == begin
                && added.count_ones() as usize == left
                && all[added as usize].1 == odd
                && reached[queens]
        };
        let due = (0..all.len()).any(fits);
        let placing =
            || Placing { lines: &lines, odd, queens: listed(begin), closed: listed(begin).into_iter().collect() };
        let (mut board, mut visits) = (placing(), 1 << 20);
        assert_eq!(board.some(left, &mut visits), Some(due), "{begin:x} {more:x} {left}");
        if !due {
            let closed: BTreeSet<usize> = board.closed.iter().copied().collect();
            assert_eq!((board.odd, board.queens), (odd, listed(begin)));
            assert_eq!(closed.into_iter().collect::<Vec<_>>(), listed(begin));
        }
        let mut visits = (1 << 20) - visits;
        taken += visits;
        assert_eq!(placing().some(left, &mut (visits - 1)), None);
        assert_eq!((placing().some(left, &mut visits), visits), (Some(due), 0));
        found += usize::from(due);
    }
    assert!((50..550).contains(&found), "{found}");
    // A checker may stop at a number of visits: choosing lines and squares well spares most of them.
    assert_eq!(taken, 3044);
}
