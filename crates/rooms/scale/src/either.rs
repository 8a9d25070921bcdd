//! One fake that is lighter or heavier, nobody knows which; both the coin and which of the two are to be found.
//!
//! *The theorem* (Dyson 1946). Beside a real coin w weighings do for N coins just if N <= (3^w - 1) / 2, without one
//! just if 3 <= N <= (3^w - 3) / 2. *No more:* if the pans differ, each coin on them has one sense left, so at most
//! 3^(w-1) coins may lie there; if they are equal, the others are left, beside real coins, for w - 1 weighings. So
//! beside a real coin N <= 3^(w-1) + (3^(w-1) - 1) / 2. Without one the pans hold an even number, at most 3^(w-1) - 1.
//! *No fewer:* lay as many, aside as many as the next step allows. When the pans differ, a suspects of being light and
//! b of being heavy are left, a + b <= 3^(w-1), beside real coins; lay equally many of each sense, up to one, on both
//! pans so that each of the three answers keeps at most 3^(w-2) of them, a real coin making up the number; and so on.

/// The most coins of so many weighings.
pub fn most(weighings: usize, beside_real: bool) -> u64 {
    let outcomes = 3u64.saturating_pow(weighings as u32);
    if beside_real { (outcomes - 1) / 2 } else { outcomes.saturating_sub(3) / 2 }
}

/// The least weighings for so many coins, three at least.
pub fn least_weighings(coins: u32, beside_real: bool) -> usize {
    (0..).find(|&weighings| u64::from(coins) <= most(weighings, beside_real)).unwrap_or(0)
}

/// How many coins a best first weighing lays on each pan where no coin is known to be real: as few as leave no more
/// aside than the others can do.
pub fn first_weighing(coins: u32) -> u32 {
    let later = most(least_weighings(coins, false) - 1, true);
    (u64::from(coins).saturating_sub(later).div_ceil(2)).max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Coins of unknown sense, suspects of being light, suspects of being heavy, and real ones.
    type State = [u32; 4];

    /// Whether so many weighings do: every weighing against every answer.
    fn enough(state: State, weighings: usize, known: &mut HashMap<(State, usize), bool>) -> bool {
        let [u, l, h, real] = state;
        if 2 * u + l + h <= 1 {
            return true;
        }
        if weighings == 0 || u64::from(2 * u + l + h) > 3u64.pow(weighings as u32) {
            return false;
        }
        if let Some(&known) = known.get(&(state, weighings)) {
            return known;
        }
        let splits = |n: u32| (0..=n).flat_map(move |a| (0..=n - a).map(move |b| (a, b)));
        let found = splits(u).any(|(ul, ur)| {
            splits(l).any(|(ll, lr)| {
                splits(h).any(|(hl, hr)| {
                    let (left, right) = (ul + ll + hl, ur + lr + hr);
                    let all = u + l + h + real;
                    let after = |next: [u32; 3], known: &mut HashMap<(State, usize), bool>| {
                        let [u, l, h] = next;
                        enough([u, l, h, all - u - l - h], weighings - 1, known)
                    };
                    left.abs_diff(right) <= real
                        && after([0, ul + ll, ur + hr], known)
                        && after([0, ur + lr, ul + hl], known)
                        && after([u - ul - ur, l - ll - lr, h - hl - hr], known)
                })
            })
        });
        known.insert((state, weighings), found);
        found
    }

    #[test]
    fn the_theorem_agrees_with_every_weighing_of_every_small_pile() {
        let mut known = HashMap::new();
        for coins in 3..=14 {
            for real in [0, 1] {
                let least = (0..).find(|&w| enough([coins, 0, 0, real], w, &mut known)).unwrap();
                assert_eq!(least_weighings(coins, real > 0), least, "{coins} coins, {real} real");
            }
        }
    }

    #[test]
    fn the_first_weighing_can_be_gone_on_with() {
        let mut known = HashMap::new();
        for coins in 3..=13 {
            let (k, after) = (first_weighing(coins), least_weighings(coins, false) - 1);
            assert!(enough([0, k, k, coins - 2 * k], after, &mut known), "{coins} coins");
            assert!(enough([coins - 2 * k, 0, 0, 2 * k], after, &mut known), "{coins} coins");
        }
    }
}
