//! Chomp with three rows, by the third row: either it ends with a lost bar (g, g, h), or its lost bars go on for ever
//! as (k + p + q, k + q, r) for k = 0, 1, 2, ... The essay's part "Families of Chomp" has the proofs.

use kit::watch::step;
use kit::{Result, Watch};

/// The longest third row that is asked for: for 120 neither an end nor a family was found.
pub const LONGEST: usize = 119;

/// What becomes of the lost bars (a, b, c) with a third row c as b grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// The last one is (g, g, c).
    Ends {
        /// Its first and second row.
        g: usize,
    },
    /// From b = q on they are (b + p, b, c).
    Family {
        /// By how much the first row is longer than the second.
        p: usize,
        /// The first second row of which that is true.
        q: usize,
    },
}

/// The lost bars with one third row.
pub struct Third {
    /// The first rows a for the second rows b = c, c + 1, ..., as far as the tail does not tell.
    firsts: Vec<usize>,
    row: usize,
    /// How they go on.
    pub tail: Tail,
}

impl Third {
    /// The a for which (a, b, c) is lost; there is at most one.
    pub fn first(&self, b: usize) -> Option<usize> {
        match (self.firsts.get(b.checked_sub(self.row)?), self.tail) {
            (Some(&a), _) => Some(a),
            (None, Tail::Family { p, .. }) => Some(b + p),
            (None, Tail::Ends { .. }) => None,
        }
    }

    /// From which second row on the tail is all that there is.
    fn settled(&self) -> usize {
        match self.tail {
            Tail::Ends { g } => g + 1,
            Tail::Family { q, .. } => q,
        }
    }
}

/// The lost bars of three rows for the third rows 0 to `to`, at most [`LONGEST`].
pub fn thirds(to: usize, watch: &mut dyn Watch) -> Result<Vec<Third>> {
    let mut known: Vec<Third> = Vec::new();
    for row in 0..=to {
        step(watch, row as u64, Some(to as u64), || format!("third rows to {row} are known"))?;
        let third = next(row, &known);
        known.push(third);
    }
    Ok(known)
}

/// The lost bars with the third row `row`, from those with a shorter one.
fn next(row: usize, known: &[Third]) -> Third {
    // Lost bars (x, y, y) with y < row: a bite in the second row leaves them.
    let below: Vec<usize> = known.iter().enumerate().filter_map(|(y, third)| third.first(y)).collect();
    let settled = known.iter().map(Third::settled).max().unwrap_or(0);
    let mut taken: Vec<bool> = Vec::new();
    let take = |taken: &mut Vec<bool>, a: usize| {
        taken.resize(taken.len().max(a + 1), false);
        taken[a] = true;
    };
    below.iter().for_each(|&a| take(&mut taken, a));
    let mut firsts: Vec<usize> = Vec::new();
    loop {
        let b = row + firsts.len();
        let mut beside = vec![false; b + known.len() + 2];
        for a in known.iter().filter_map(|third| third.first(b)) {
            if let Some(cell) = beside.get_mut(a) {
                *cell = true;
            }
        }
        let free = |a: &usize| !taken.get(*a).is_some_and(|&t| t) && !beside.get(*a).is_some_and(|&t| t);
        // At most known.len() first rows are beside; the bar without cells is not lost, it is over.
        let a = (b.max(1)..).find(free).expect("finitely many are taken");
        take(&mut taken, a);
        firsts.push(a);
        if a == b {
            return Third { firsts, row, tail: Tail::Ends { g: b } };
        }
        if let Some(tail) = family(row, &firsts, settled, &below) {
            return Third { firsts, row, tail };
        }
    }
}

/// The family that the last rows prove: a - b = p for more than p rows, all beyond what is settled, with a greater than
/// every first row before and every (x, y, y).
fn family(row: usize, firsts: &[usize], settled: usize, below: &[usize]) -> Option<Tail> {
    let difference = |i: usize| firsts[i] - (row + i);
    let last = firsts.len() - 1;
    let p = difference(last);
    let start = (0..=last).rev().take_while(|&i| difference(i) == p).last()?;
    // The run may be longer than what counts: only rows beyond the settled ones do.
    let counted = start.max(settled.saturating_sub(row));
    let greatest = firsts[..start].iter().chain(below).max().copied().unwrap_or(0);
    (last >= counted + p && firsts[last] > greatest).then_some(Tail::Family { p, q: row + start })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lost::lost_bars;
    use kit::Unwatched;

    #[test]
    fn third_rows_tell_all_lost_bars_of_three_rows() {
        let thirds = thirds(60, &mut Unwatched).unwrap();
        let lost = lost_bars(3, 1500, &mut Unwatched).unwrap();
        let width = usize::from(lost.last().unwrap()[0]) - 1;
        let mut by_search: Vec<[usize; 3]> = lost.iter().map(|bar| [bar[0], bar[1], bar[2]].map(usize::from)).collect();
        by_search.retain(|bar| bar[0] <= width && bar[2] <= 60);
        assert!(width > 60 && by_search.len() > 800, "{width}: {}", by_search.len());
        let mut told: Vec<[usize; 3]> = Vec::new();
        for (c, third) in thirds.iter().enumerate() {
            told.extend((c..=width).filter_map(|b| Some([third.first(b)?, b, c])).filter(|bar| bar[0] <= width));
        }
        by_search.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, by_search);
    }

    #[test]
    fn a_family_goes_on_as_it_was_proved_to() {
        // The same rows, each continued far beyond its proof by the rule for the next one alone.
        let thirds = thirds(24, &mut Unwatched).unwrap();
        for (c, third) in thirds.iter().enumerate() {
            let Tail::Family { p, q } = third.tail else { continue };
            let mut taken: Vec<usize> = (0..c).filter_map(|y| thirds[y].first(y)).collect();
            for b in c..q + 300 {
                let beside: Vec<usize> = thirds[..c].iter().filter_map(|third| third.first(b)).collect();
                let a = (b.max(1)..).find(|a| !taken.contains(a) && !beside.contains(a)).unwrap();
                taken.push(a);
                assert_eq!(Some(a), third.first(b), "({a}, {b}, {c})");
                assert!(b < q || a == b + p, "({a}, {b}, {c})");
            }
            assert!(q == c || third.first(q - 1) != Some(q - 1 + p), "{c}: q is the least");
        }
    }
}
