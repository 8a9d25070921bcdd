//! The paper's strategies f, g and h, and their extension to any number of coins.
//!
//! The paper divides piles of 2^k coins into equal quarters and halves. Nothing in its recursion needs the sizes to be
//! exact: a pile of n <= 2^k coins is divided into parts of sizes a, a, a, c, all at most 2^(k-2), and halves are
//! rounded; where the pans then differ, coins known to be real fill up, and after the second weighing there are always
//! enough. So h(n) <= k + 1 for every n <= 2^k, n >= 4. On n = 2^k the weighings are those of the paper, coin by coin.

use super::pile::{Kind, Scale, Weighing, pair};
use super::plan::{Follow, Part, Plan, Planner, Step};
use super::start::{Piles, Start};

/// What is known before a weighing; the numbers are the sizes of the piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Both fakes are in one pile: the paper's h.
    Pile(u32),
    /// One fake in each of two piles, separated coins: the paper's f.
    Apart(u32, u32),
    /// One in each of the first two piles or one in each of the others, doubly separated coins: the paper's g.
    Twice(u32, u32, u32, u32),
    /// One in each of two piles of this size, or both in a third pile: the second weighing of h.
    Mixed(u32, u32),
}

use Sight::{Apart, Mixed, Pile, Twice};

/// The least k with n <= 2^k.
pub fn log2_up(n: u32) -> u32 {
    n.next_power_of_two().trailing_zeros()
}

/// The size of the three equal parts of a pile of n: a quarter of the power of two, or a third of the pile if that is
/// less.
fn quarter(n: u32) -> u32 {
    let k = log2_up(n);
    (1u32 << k.saturating_sub(2)).min(n / 3)
}

fn half(n: u32) -> u32 {
    n.div_ceil(2)
}

/// A sight with the rows its groups are made of, without empty groups; `None` if no set is possible.
fn follow(sight: Sight, rows: &[&[(usize, i8)]]) -> Follow<Sight> {
    let row = |p: &usize| rows[*p].iter().copied().map(Part::whole).collect();
    let rows = |places: &[usize]| places.iter().map(row).collect::<Vec<_>>();
    match sight {
        Pile(n) => (n >= 2).then(|| (sight, rows(&[0]))),
        Apart(a, b) => (a > 0 && b > 0).then(|| (sight, rows(&[0, 1]))),
        Twice(a, b, c, d) => match (a > 0 && b > 0, c > 0 && d > 0) {
            (true, true) => Some((sight, rows(&[0, 1, 2, 3]))),
            (true, false) => Some((Apart(a, b), rows(&[0, 1]))),
            (false, true) => Some((Apart(c, d), rows(&[2, 3]))),
            (false, false) => None,
        },
        Mixed(a, c) => match c >= 2 {
            true => Some((sight, rows(&[0, 1, 2]))),
            false => Some((Apart(a, a), rows(&[0, 1]))),
        },
    }
}

/// The planner of the paper.
pub struct Halving;

impl Planner for Halving {
    type Sight = Sight;

    fn groups(&self, &sight: &Sight) -> (Vec<u32>, Vec<Kind>) {
        match sight {
            Pile(n) => (vec![n], vec![pair(0, 0)]),
            Apart(a, b) => (vec![a, b], vec![pair(0, 1)]),
            Twice(a, b, c, d) => (vec![a, b, c, d], vec![pair(0, 1), pair(2, 3)]),
            Mixed(a, rest) => (vec![a, a, rest], vec![pair(0, 1), pair(2, 2)]),
        }
    }

    fn weigh(&mut self, &sight: &Sight, scale: Scale) -> (Weighing, Vec<Follow<Sight>>) {
        assert_eq!(scale, Scale::Five, "the strategy is for the 5-way scale");
        match sight {
            Pile(n) => {
                let a = quarter(n);
                let rest = n - 2 * a;
                let answers = vec![
                    follow(Pile(a), &[&[(0, 1)]]),
                    follow(Apart(a, rest), &[&[(0, 1)], &[(0, 0)]]),
                    follow(Mixed(a, rest), &[&[(0, 1)], &[(0, -1)], &[(0, 0)]]),
                    follow(Apart(a, rest), &[&[(0, -1)], &[(0, 0)]]),
                    follow(Pile(a), &[&[(0, -1)]]),
                ];
                (vec![(a, a)], answers)
            }
            Mixed(a, rest) => {
                let c = rest - a.min(rest);
                let third = rest - c;
                let answers = vec![
                    None,
                    follow(Apart(a, a), &[&[(0, 0)], &[(1, 1)]]),
                    follow(Pile(c), &[&[(2, 0)]]),
                    follow(Apart(third, c), &[&[(2, -1)], &[(2, 0)]]),
                    follow(Pile(third), &[&[(2, -1)]]),
                ];
                (vec![(0, 0), (a, 0), (0, third)], answers)
            }
            Apart(a, b) => apart(a, b),
            Twice(a, b, c, d) => twice([a, b, c, d]),
        }
    }
}

fn apart(a: u32, b: u32) -> (Weighing, Vec<Follow<Sight>>) {
    let unequal = log2_up(a) != log2_up(b);
    // The larger pile is halved until both fit the same power of two; piles of two are opened one after the other.
    if unequal || a.max(b) <= 2 {
        let (large, other, n) = if b > a || (a == b && a == 1) { (1, 0, b) } else { (0, 1, a) };
        let first = half(n);
        let rest = n - first;
        let size = |part: u32| if large == 0 { Apart(part, b) } else { Apart(a, part) };
        let rows = |place: i8| -> [Vec<(usize, i8)>; 2] {
            let halves = vec![(large, place)];
            // The other pile stays aside as a whole.
            let whole = vec![(other, 0)];
            if large == 0 { [halves, whole] } else { [whole, halves] }
        };
        let (left, right) = (rows(1), rows(-1));
        let mut weighing = vec![(0, 0); 2];
        weighing[large] = (first, rest);
        let answers = vec![
            None,
            follow(size(first), &[&left[0], &left[1]]),
            None,
            follow(size(rest), &[&right[0], &right[1]]),
            None,
        ];
        return (weighing, answers);
    }
    let (a1, b1) = (half(a), half(b));
    let (a2, b2) = (a - a1, b - b1);
    let answers = vec![
        None,
        follow(Apart(a1, b2), &[&[(0, 1)], &[(1, 0)]]),
        follow(Twice(a1, b1, a2, b2), &[&[(0, 1)], &[(1, -1)], &[(0, 0)], &[(1, 0)]]),
        follow(Apart(a2, b1), &[&[(0, 0)], &[(1, -1)]]),
        None,
    ];
    (vec![(a1, 0), (0, b1)], answers)
}

fn twice([a, b, c, d]: [u32; 4]) -> (Weighing, Vec<Follow<Sight>>) {
    let [a1, b1, c1, d1] = [a, b, c, d].map(half);
    let [a2, b2, c2, d2] = [a - a1, b - b1, c - c1, d - d1];
    let answers = vec![
        follow(Apart(a1, b1), &[&[(0, 1)], &[(1, 1)]]),
        follow(Twice(a1, b2, a2, b1), &[&[(0, 1)], &[(1, 0)], &[(0, 0)], &[(1, 1)]]),
        follow(Twice(a2, b2, c2, d2), &[&[(0, 0)], &[(1, 0)], &[(2, 0)], &[(3, 0)]]),
        follow(Twice(c1, d2, c2, d1), &[&[(2, -1)], &[(3, 0)], &[(2, 0)], &[(3, -1)]]),
        follow(Apart(c1, d1), &[&[(2, -1)], &[(3, -1)]]),
    ];
    (vec![(a1, 0), (b1, 0), (0, c1), (0, d1)], answers)
}

/// The strategy for n coins on the 5-way scale, at most ceil(log2 n) + 1 weighings.
pub fn plan(n: u32) -> Plan {
    Plan::write(&mut Halving, Scale::Five, Start::pile(n, 2), Pile(n))
}

/// The paper's strategy from any start of two fakes.
pub fn plan_from(start: Start) -> Plan {
    let sight = match start.piles {
        Piles::One(n, _) => Pile(n),
        Piles::Two(a, b) => Apart(a, b),
        Piles::Four(n) => Twice(n, n, n, n),
    };
    Plan::write(&mut Halving, Scale::Five, start, sight)
}

/// The paper's name of what a step of its strategy does, by the shape of what is possible there: f for separated coins,
/// g for doubly separated ones, h for one pile, each with the exponent of its largest pile; h' is the second weighing
/// of h.
pub fn letter(step: &Step) -> Option<String> {
    let letter = match step.kinds[..] {
        [kind] if kind == pair(0, 0) => "h",
        [kind] if kind == pair(0, 1) => "f",
        [a, b] if a == pair(0, 1) && b == pair(2, 3) => "g",
        [a, b] if a == pair(0, 1) && b == pair(2, 2) => "h'",
        _ => return None,
    };
    let largest = step.sizes.iter().copied().max().unwrap_or(1);
    Some(format!("{letter}({})", log2_up(largest)))
}

/// The worst number of weighings from a sight, without writing the plan down.
pub fn depth(sight: Sight, known: &mut rustc_hash::FxHashMap<Sight, u8>) -> u8 {
    if matches!(sight, Pile(2) | Apart(1, 1)) {
        return 0;
    }
    if let Some(&depth) = known.get(&sight) {
        return depth;
    }
    let (_, answers) = Halving.weigh(&sight, Scale::Five);
    let worst = answers.into_iter().flatten().map(|(next, _)| depth(next, known)).max().unwrap_or(0);
    known.insert(sight, worst + 1);
    worst + 1
}

#[cfg(test)]
mod tests {
    use super::super::certificate::reasoning;
    use super::super::verify::check_every_set;
    use super::*;

    #[test]
    fn every_number_of_coins_needs_at_most_one_weighing_more_than_its_logarithm() {
        let mut known = rustc_hash::FxHashMap::default();
        for n in 4..20_000 {
            assert!(u32::from(depth(Pile(n), &mut known)) <= log2_up(n) + 1, "{n} coins");
        }
    }

    #[test]
    fn the_strategy_finds_every_pair() {
        for n in (4..80).chain([127, 128, 129, 200]) {
            let plan = plan(n);
            let worst = check_every_set(&plan, &mut kit::Unwatched).unwrap_or_else(|e| panic!("{n} coins: {e}"));
            assert_eq!(worst, plan.depth(), "{n} coins");
            assert_eq!(worst, usize::from(depth(Pile(n), &mut Default::default())));
            reasoning::check(&plan, &mut kit::Unwatched).unwrap_or_else(|e| panic!("{n} coins: {e}"));
        }
    }
}
