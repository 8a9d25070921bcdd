//! Tests of the window, by the definition of the nimber.

use super::*;
use engine::heaps::nimbers_by_definition;
use kit::{Trouble, Unwatched};

/// Codes with where their period begins and the period: with breaks after takes of both parities, after none, with
/// one heap and with three.
const CODES: [(&str, usize, usize); 14] = [
    ("0.07", 53, 34),
    ("0.77", 71, 12),
    ("0.34", 7, 8),
    ("0.3033", 0, 7),
    ("0.54", 3, 7),
    ("0.53", 11, 9),
    ("0.15", 1, 10),
    ("0.26", 1, 4),
    ("4.3", 2, 2),
    ("4.003", 4, 2),
    ("4.07", 1, 4),
    ("0.2", 1, 2),
    ("0.308", 0, 2),
    ("0.81", 1, 2),
];
const MASKS: [(u32, bool); 5] = [(0, false), (1, false), (6, true), (0, true), (15, false)];

fn window(rule: &Rule, period: (usize, usize), mask: (u32, bool), values: Vec<u16>) -> Window<'_> {
    Window::new((rule, rule.last_take().unwrap()), period, mask, values)
}

/// What all moves of the heaps of a window leave, as the heaps that are left.
fn all_moves(rule: &Rule, end: usize) -> Vec<Vec<Vec<usize>>> {
    (0..=end).map(|n| rule.moves(n)).collect()
}

/// Whether each value is the mex of what the moves leave, by the definition.
fn stands(moves: &[Vec<Vec<usize>>], values: &[u16]) -> bool {
    let left = |parts: &Vec<usize>| parts.iter().fold(0, |sum, &part| sum ^ u32::from(values[part]));
    moves.iter().zip(values).all(|(moves, &value)| engine::impartial::mex(moves.iter().map(left)) == value.into())
}

/// The definition is the slow truth: of the true values, of every change of one, and of other periods.
#[test]
fn windows_stand_where_the_definition_says_so() {
    for (code, from, period) in CODES {
        let rule: Rule = code.parse().unwrap();
        let values = nimbers_by_definition(&rule, from + period - 1);
        let moves = all_moves(&rule, window_end(3, 4, (from + 1, period + 1)));
        let agrees = |(from, period): (usize, usize), mask: (u32, bool), values: Vec<u16>| {
            let mut window = window(&rule, (from, period), mask, values);
            let truth = stands(&moves[..=window.end], &window.values);
            assert_eq!(window.check(&mut Unwatched).is_ok(), truth, "{code} {from} {period} {mask:?}");
            truth
        };
        for mask in MASKS {
            assert!(agrees((from, period), mask, values.clone()), "{code}");
            for n in (0..values.len()).step_by(1 + values.len() / 12) {
                for value in [values[n] + 1, values[n].wrapping_sub(1), values[n] ^ 2, values[n] ^ 5, 99] {
                    let mut forged = values.clone();
                    forged[n] = value;
                    agrees((from, period), mask, forged);
                }
            }
            for shorter in [1, 2, period - 1].into_iter().filter(|&shorter| 0 < shorter && shorter < period) {
                agrees((from, shorter), mask, values[..from + shorter].to_vec());
                agrees((from + period - shorter, shorter), mask, values.clone());
            }
        }
    }
}

/// What is counted beforehand, by going through it: breaks with a heap of class 0 among the first, breaks of the
/// heaps whose value two heaps of one class may leave, and the moves to one heap.
#[test]
fn comparisons_are_counted_before_they_are_made() {
    for (code, from, period) in CODES.into_iter().filter(|(code, ..)| !code.contains('8')) {
        let rule: Rule = code.parse().unwrap();
        let values = nimbers_by_definition(&rule, from + period - 1);
        for (mask, heap) in MASKS {
            let window = window(&rule, (from, period), (mask, heap), values.clone());
            let (end, first) = (window.end, from.max(1) + period);
            let even = |n: usize, stones: usize| {
                let bits = (u32::from(window.values[n]) & mask).count_ones() as usize;
                (bits + usize::from(heap) * stones).is_multiple_of(2)
            };
            let takes: Vec<usize> = (0..=window.last_take).filter(|&take| rule.digit(take) & 4 != 0).collect();
            let rare = (1..first).filter(|&a| even(a, a)).count();
            let mut count = takes.len() * rare * first + window.last_take * end;
            for take in takes {
                for n in (take..=end).filter(|&n| even(n, n - take)) {
                    let rest = n - take;
                    count += (1..=rest / 2).filter(|&a| a < first && rest - a < first).count();
                }
            }
            assert_eq!(window.comparisons(), count as u64, "{code} {mask} {heap}");
        }
    }
}

#[test]
fn what_is_compared_is_bounded() {
    let rule: Rule = "0.77".parse().unwrap();
    let mut fresh = window(&rule, (71, 12), (0, false), nimbers_by_definition(&rule, 82));
    assert!(fresh.compare(MOST_COMPARED).is_ok());
    let why = fresh.compare(1).unwrap_err();
    assert_eq!(why.trouble(), Trouble::TooLarge);
    assert!(why.to_string().contains("at most 20000000000 breaks are tried"), "{why}");
    // What is looked for behind the first breaks is counted by blocks.
    let code = format!("0.{}4", "3".repeat(9));
    let rule: Rule = code.parse().unwrap();
    let mut values = nimbers_by_definition(&rule, 999);
    values.extend([12, 0]);
    let mut window = window(&rule, (1000, 1), (0, false), values);
    let before = window.compared;
    assert!(window.large_part(1000, 700).is_err());
    assert_eq!(window.compared - before, 4 * BLOCK as u64);
    window.compared = MOST_COMPARED - 3 * BLOCK as u64;
    let trouble = |window: &mut Window<'_>| window.large_part(1000, 700).unwrap_err().trouble();
    assert_eq!(trouble(&mut window), Trouble::TooLarge);
    window.compared = MOST_COMPARED - 4 * BLOCK as u64;
    assert_eq!(trouble(&mut window), Trouble::Failed);
}

/// Moves to three heaps are counted as well, to the last heap or to the bound.
#[test]
fn moves_to_three_heaps_are_counted() {
    let rule: Rule = "0.308".parse().unwrap();
    let values = nimbers_by_definition(&rule, 1);
    let small = window(&rule, (0, 2), (0, false), values.clone());
    assert_eq!(small.moves(), (0..=small.end).map(|n| rule.breadth(n)).sum::<u64>());
    let count = |from: usize| {
        let values = (0..from + 2).map(|n| values[n % 2]).collect();
        let mut window = window(&rule, (from, 2), (0, false), values);
        (window.moves(), window.check(&mut Unwatched).is_ok())
    };
    let (moves, stands) = count(100);
    assert!(stands && moves < MOST_MOVES);
    let (moves, stands) = count(100_000);
    assert!(!stands && moves > MOST_MOVES && moves < 2 * MOST_MOVES);
}

#[test]
fn places_of_sums_are_the_first_ones() {
    let (ones, mut others): (Vec<u16>, Vec<u16>) = ((0..1000).collect(), vec![0; 1000]);
    assert_eq!(place_of(999, &ones, &others), Some(999));
    assert_eq!(place_of(1000, &ones, &others), None);
    others[130] = 130 ^ 999;
    assert_eq!(place_of(999, &ones, &others), Some(130));
    assert_eq!(place_of(0, &ones[..0], &others[..0]), None);
}

/// A smaller value that only breaks with large parts leave is found, and the larger part is told from below.
#[test]
fn rare_smaller_values_are_found_far_away() {
    let rule: Rule = "0.04".parse().unwrap();
    let near = [1, 64, 128, 129, 385, 499].map(|part| (1002, part));
    for (n, part) in near.into_iter().chain([(1003, 500), (4000, 1023), (4000, 1500)]) {
        let mut values = vec![0; n + 8];
        (values[part], values[n]) = (5, 6);
        let mut window = window(&rule, (n + 7, 1), (1, false), values);
        let large = window.large_part(n, 5).unwrap();
        assert!(large <= n - 2 - part && large + BLOCK > n - 2 - part, "{n} {part}: {large}");
        assert!(window.large_part(n, 3).is_err());
    }
}

/// Parts of which one is the whole rest are no break, and neither are parts that do not make up the rest or whose
/// values are not added without carrying.
#[test]
fn what_is_no_break_beside_a_rare_heap_leaves_nothing() {
    let rule: Rule = "0.04".parse().unwrap();
    let (n, rest) = (3000, 2998);
    for others in [&[rest][..], &[rest + 10], &[10, rest - 10]] {
        let mut values = vec![0; n + 60];
        others.iter().for_each(|&other| values[other] = 5);
        let mut window = window(&rule, (n + 59, 1), (2, false), values);
        let before = window.compared;
        assert!(window.large_part(n, 5).is_err(), "{others:?}");
        // Twelve blocks of parts, and the rare heaps once.
        assert_eq!(window.compared - before, (12 * BLOCK + window.rare().len()) as u64);
        assert!(window.witness(n, 5).is_err(), "{others:?}");
    }
    // After a large take fewer parts are left than heaps below the half.
    let rule: Rule = format!("0.{}4", "0".repeat(20)).parse().unwrap();
    let mut window = window(&rule, (300, 1), (0, false), vec![0; 301]);
    assert!(window.large_part(270, 5).is_err() && window.witness(270, 5).is_err());
}

/// What leaves a value is a move: to one heap, or to a heap beside one of the value that is told.
#[test]
fn a_witness_is_a_move() {
    for (code, to, mask) in
        [("0.77", 300, (0, false)), ("0.07", 300, (15, true)), ("0.376", 700, (254, false)), ("4.3", 60, (1, true))]
    {
        let rule: Rule = code.parse().unwrap();
        let values = nimbers_by_definition(&rule, to);
        let mut window = window(&rule, (to, 1), mask, values.clone());
        for n in 0..to {
            for value in 0..values[n] + 3 {
                let left = |parts: &Vec<usize>| parts.iter().fold(0, |sum, &part| sum ^ values[part]) == value;
                let due = rule.moves(n).iter().any(|parts| !parts.is_empty() && left(parts));
                let Ok(Witness { less, beside }) = window.witness(n, value) else {
                    assert!(!due, "{code} {n} {value}");
                    continue;
                };
                assert!(window.leaves(n, value, Witness { less, beside }), "{code} {n} {value}");
                let whole = beside == 0 && rule.digit(less) & 2 != 0;
                let part = (0..less).any(|take| rule.digit(take) & 4 != 0 && values[less - take] == beside);
                assert!(less < n && values[n - less] ^ beside == value && (whole || part), "{code} {n} {value}");
            }
        }
    }
}

/// Whether a heap of the first ones beside a rare one, and a break into two heaps of one class, leave the value of
/// a heap: from the definition, for values that are few and at random.
#[test]
fn comparisons_find_what_the_definition_finds() {
    use rand::{RngExt, SeedableRng};
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(15);
    let mut found = [[0; 2]; 2];
    for (code, from, period) in [("0.04", 3, 4), ("0.44", 5, 2), ("4.004", 2, 5), ("0.0004", 1, 6)] {
        let rule: Rule = code.parse().unwrap();
        for round in 0..200 {
            let top = [4, 64, 512][round % 3];
            let values: Vec<u16> =
                (0..from + period).map(|n| if n == 0 { 0 } else { chance.random_range(0..top) }).collect();
            let (mask, heap) = MASKS[round % MASKS.len()];
            let window = window(&rule, (from, period), (mask, heap), values);
            let (values, first, end) = (&window.values, window.first(), window.end);
            let class = |n: usize, stones: usize| {
                ((u32::from(values[n]) & mask).count_ones() as usize + usize::from(heap) * stones) % 2
            };
            let takes: Vec<usize> = (0..=window.last_take).filter(|&take| rule.digit(take) & 4 != 0).collect();
            let pairs = || (1..first).flat_map(|a| (1..first).map(move |b| (a, b)));
            let leaves = |take: usize, (a, b): (usize, usize)| {
                a + b + take <= end && values[a] ^ values[b] == values[a + b + take]
            };
            let rare = takes.iter().any(|&take| pairs().any(|(a, b)| class(a, a) == 0 && leaves(take, (a, b))));
            let alike = takes.iter().any(|&take| {
                pairs().any(|(a, b)| a + b + take <= end && class(a + b + take, a + b) == 0 && leaves(take, (a, b)))
            });
            assert_eq!(window.compare_rare(&mut Unwatched).is_err(), rare, "{code} {values:?} {mask} {heap}");
            assert_eq!(window.compare_alike(&mut Unwatched).is_err(), alike, "{code} {values:?} {mask} {heap}");
            found[0][usize::from(rare)] += 1;
            found[1][usize::from(alike)] += 1;
        }
    }
    assert!(found.iter().flatten().all(|&found| found > 50), "{found:?}");
}

/// Whether moves leave every smaller value of a heap, of values at random: parts of which one is empty are none.
#[test]
fn smaller_values_are_left_where_the_definition_says_so() {
    use rand::{RngExt, SeedableRng};
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(15);
    let mut left = [0; 2];
    for code in ["0.4000004", "0.47", "0.404004", "4.4000004", "0.4444444", "0.0770007"] {
        let rule: Rule = code.parse().unwrap();
        let moves = all_moves(&rule, 30);
        for round in 0..2000 {
            let top = [8, 10, 13][round % 3];
            let mut values: Vec<u16> = (0..=30).map(|_| chance.random_range(0..top)).collect();
            values[0] = 0;
            let n = chance.random_range(12..30);
            values[n] = chance.random_range(5..=top);
            let leaves = |value: u16| {
                moves[n].iter().any(|parts| parts.iter().fold(0, |sum, &part| sum ^ values[part]) == value)
            };
            let due = (0..values[n]).all(leaves);
            let mut window = window(&rule, (30, 1), MASKS[round % MASKS.len()], values.clone());
            assert_eq!(window.smaller_are_left(n).is_ok(), due, "{code} {n} {values:?}");
            left[usize::from(due)] += 1;
            // Where nothing is looked for one part is counted.
            let before = window.compared;
            window.values[n] = 0;
            assert!(window.smaller_are_left(n).is_ok());
            assert_eq!(window.compared - before, window.breaks.len() as u64);
        }
    }
    assert!(left.iter().all(|&left| left > 1000), "{left:?}");
}

/// Where smaller values are said to be left by heaps that repeat, each is: the larger heap is behind the first.
#[test]
fn what_lasts_is_left_by_heaps_that_repeat() {
    let mut lasting = 0;
    for (code, from, period) in CODES.into_iter().filter(|(code, ..)| !code.contains('8')) {
        let rule: Rule = code.parse().unwrap();
        let mut window = window(&rule, (from, period), (0, false), nimbers_by_definition(&rule, from + period - 1));
        for n in 0..=window.end {
            let lasts = window.smaller_are_left(n).unwrap();
            let values = &window.values;
            let left = |value: u16| {
                let leaves = |parts: &Vec<usize>| parts.iter().fold(0, |sum, &part| sum ^ values[part]) == value;
                let behind = |parts: &Vec<usize>| parts.iter().any(|&part| part >= window.start);
                rule.moves(n).iter().any(|parts| leaves(parts) && behind(parts))
            };
            assert!(!lasts || (0..values[n]).all(left), "{code} {n}");
            lasting += usize::from(lasts && values[n] > 0);
        }
    }
    assert!(lasting > 50, "{lasting}");
}

/// A long window of breaks into two: not gone through move by move, and of the heaps that are looked at together a
/// value that is too large is found.
#[test]
fn heaps_that_are_looked_at_together_are_looked_at() {
    let rule: Rule = "0.77".parse().unwrap();
    let begin = nimbers_by_definition(&rule, 82);
    let (from, period) = (71 + 12 * 1400, 12);
    let values: Vec<u16> = (0..from + period).map(|n| begin[if n < 83 { n } else { 71 + (n - 71) % 12 }]).collect();
    let checked = |values: &[u16]| {
        let mut window = window(&rule, (from, period), (0, false), values.to_vec());
        assert!(window.moves() > MOST_MOVES);
        window.check(&mut Unwatched)
    };
    assert!(checked(&values).is_ok());
    for n in [8192, 12_345, from - 1] {
        let mut forged = values.clone();
        forged[n] = 200;
        let why = checked(&forged).unwrap_err().to_string();
        assert!(why.contains(&format!("the heap {n} is not 200: {SMALLER}")), "{why}");
    }
}

/// A watch is told of every heap that is gone through.
#[test]
fn every_long_loop_is_watched() {
    struct Counting(u64);
    impl Watch for Counting {
        fn look(&mut self, _: u64, _: Option<u64>) -> std::ops::ControlFlow<()> {
            self.0 += 1;
            std::ops::ControlFlow::Continue(())
        }
    }
    for (code, from, period, three) in [("0.77", 71, 12, false), ("0.3033", 0, 7, false), ("0.308", 0, 2, true)] {
        let rule: Rule = code.parse().unwrap();
        let mut window = window(&rule, (from, period), (0, false), nimbers_by_definition(&rule, from + period - 1));
        let alike: usize = window.breaks.iter().map(|&take| window.alike(take).len()).sum();
        let heaps = window.end as u64 + 1;
        let mut watch = Counting(0);
        window.check(&mut watch).unwrap();
        // One stretch of heaps beside rare ones, the heaps of one class after each take, all heaps.
        assert_eq!(watch.0, if three { heaps } else { 1 + alike as u64 + heaps }, "{code}");
    }
}
