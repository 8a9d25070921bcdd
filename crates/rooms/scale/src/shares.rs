//! Section 5 of the paper: of two separated piles the shares x and y go to each pan. The worst answer leaves the
//! greatest of xy, (1 - 2x)y + x(1 - 2y) and 2xy + (1 - 2x)(1 - 2y) of the pairs.
//!
//! *The least worst share is a quarter.* Let L be the share of LESS and E that of EQUAL. 3 L + 2 E = 2 - x - y and
//! E = 1 - 2x - 2y + 6xy. Since (1 - 2x)(1 - 2y) >= 0, 4xy >= 2x + 2y - 1, so E >= x + y - 1/2. If both L and E were
//! less than 1/4, then x + y = 2 - 3 L - 2 E > 3/4, and so E > 1/4: a contradiction. At x = 1/2, y = 1/4 the shares are
//! 1/8, 1/4 and 1/4.

/// The shares of MUCH LESS, LESS and EQUAL in parts of `whole` squared, for x = i / whole and y = j / whole.
pub fn shares(i: i64, j: i64, whole: i64) -> [i64; 3] {
    let (a, b) = (whole - 2 * i, whole - 2 * j);
    [i * j, a * j + i * b, 2 * i * j + a * b]
}

/// The worst share in parts of `whole` squared.
pub fn worst(i: i64, j: i64, whole: i64) -> i64 {
    shares(i, j, whole).into_iter().max().unwrap_or(0)
}

/// The least worst share over all x, y with that denominator, and all places where it is reached.
pub fn least(whole: i64) -> (i64, Vec<(i64, i64)>) {
    let places = || (0..=whole / 2).flat_map(|i| (0..=whole / 2).map(move |j| (i, j)));
    let least = places().map(|(i, j)| worst(i, j, whole)).min().unwrap_or(0);
    (least, places().filter(|&(i, j)| worst(i, j, whole) == least).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_those_of_coins() {
        use crate::pile::{Scale, State, pair};
        // Piles of 12 coins, every pair of shares: counted by the state.
        for (i, j) in (0..=6u32).flat_map(|i| (0..=6).map(move |j| (i, j))) {
            let (state, piles) = State::normal(&[12, 12], vec![pair(0, 1)], 24);
            let first = piles.iter().position(|p| p.contains(&0)).unwrap();
            let weighing: Vec<(u32, u32)> = (0..2).map(|c| if c == first { (i, i) } else { (j, j) }).collect();
            let count = |answer| state.after(&weighing, Scale::Five, answer).map_or(0, |(s, _)| s.count() as i64);
            assert_eq!(shares(i.into(), j.into(), 12), [count(0), count(1), count(2)], "{i}, {j}");
        }
    }

    #[test]
    fn no_worst_share_is_below_a_quarter() {
        for whole in 1..=80 {
            let (least, places) = least(whole);
            assert!(4 * least >= whole * whole, "{whole}");
            if whole % 4 == 0 {
                assert_eq!(4 * least, whole * whole);
                assert!(places.contains(&(whole / 2, whole / 4)));
            }
        }
    }
}
