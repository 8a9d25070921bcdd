//! Addition and order: the relation "a sum of multiples of numbers is 0, or below 0, or ..." as an automaton.
//!
//! Whatever has been read of all tracks is one [`Residue`]: the sum of the multiples of their beginnings. Another
//! letter shifts it and adds the letter's digits; at the end its worth is compared with 0. A residue so large that no
//! continuation brings the sum back to 0 need not be followed: the answer is known. Which those are is decided in whole
//! numbers, see `Signs`. When the dominant root of the recurrence is a Pisot number, as it is for every system of
//! [`super::numeration::SYSTEMS`], finitely many remain (Frougny 1992; Bruyère and Hansel 1997); for another recurrence
//! the limit of states ends the work. So a+b=c, x<y and 2x+3<=y+z are one construction, and no automaton for the sum of
//! two numbers has to be believed.

use super::Index;
use super::automaton::{Automaton, DEAD, Track, Work};
use super::numeration::{Residue, System};
use kit::{Error, Result};
use std::cmp::Ordering;

/// How a sum stands to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// It is 0.
    Equal,
    /// It is not 0.
    Unequal,
    /// It is below 0.
    Less,
    /// It is at most 0.
    AtMost,
}

impl Relation {
    /// Whether it holds of a sum that compares so with 0.
    pub fn holds(self, sum: Ordering) -> bool {
        match self {
            Relation::Equal => sum.is_eq(),
            Relation::Unequal => sum.is_ne(),
            Relation::Less => sum.is_lt(),
            Relation::AtMost => sum.is_le(),
        }
    }

    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Unequal => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
        }
    }
}

/// A multiple of a number, or of what its representation with zeros behind it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Multiple {
    /// How many times.
    pub times: i64,
    /// The number's track.
    pub track: Track,
    /// How many zeros are put behind its representation.
    pub zeros: usize,
}

/// A linear relation: the sum of the multiples and the constant, against 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The multiples.
    pub multiples: Vec<Multiple>,
    /// What is added to them.
    pub constant: i64,
    /// How the sum stands to 0.
    pub relation: Relation,
}

impl Linear {
    /// Its tracks in order.
    pub fn tracks(&self) -> Vec<Track> {
        let mut tracks: Vec<Track> = self.multiples.iter().map(|m| m.track).collect();
        tracks.sort_unstable();
        tracks.dedup();
        tracks
    }

    /// The relation of the same sum that holds when this one does not.
    #[must_use]
    pub fn negated(&self) -> Linear {
        let turned = |relation| Linear {
            multiples: self.multiples.iter().map(|m| Multiple { times: -m.times, ..*m }).collect(),
            constant: -self.constant,
            relation,
        };
        match self.relation {
            Relation::Equal => Linear { relation: Relation::Unequal, ..self.clone() },
            Relation::Unequal => Linear { relation: Relation::Equal, ..self.clone() },
            Relation::Less => turned(Relation::AtMost),
            Relation::AtMost => turned(Relation::Less),
        }
    }
}

/// Which sign a sum is sure to have, whatever digits follow.
///
/// With n digits to come a number's track adds at most U_(n + zeros) - 1, since those digits with the zeros behind them
/// are a greedy representation; a string's track adds at most K U_n, where K is the least whole number such that K U_0,
/// ..., K U_d grow by at least the largest digit times U_(n + zeros): then they always do. So the least sum in reach is
/// V_n + c, where V_n is a residue's worth after n zeros, for all n at once. V_n obeys the recurrence, whose
/// coefficients are not negative: d of them in a row that are at least max(0, 1 - c) show that all later ones are.
pub(super) struct Signs<'a> {
    system: &'a System,
    /// What the remaining digits can take away and add.
    down: (Residue, i64),
    up: (Residue, i64),
    constant: i64,
}

/// How many digits ahead a sign is looked for; a residue that is not decided by then is followed, which is always
/// right.
const FAR: usize = 64;

impl<'a> Signs<'a> {
    pub(super) fn new(system: &'a System, linear: &Linear) -> Result<Signs<'a>> {
        let mut signs = Signs { system, down: Default::default(), up: Default::default(), constant: linear.constant };
        for multiple in &linear.multiples {
            let side = if multiple.times < 0 { &mut signs.down } else { &mut signs.up };
            let (most, less) = match multiple.track.string {
                false => (system.shift(multiple.zeros), 1),
                true => (string_bound(system, multiple.zeros), 0),
            };
            let times = multiple.times.checked_abs();
            let grown = || Some((side.0.plus(times?, &most?)?, side.1.checked_add(times?.checked_mul(less)?)?));
            *side = grown().ok_or_else(too_large)?;
        }
        Ok(signs)
    }

    /// The sign for ever, if it is sure.
    pub(super) fn sure(&self, residue: &Residue) -> Option<Ordering> {
        let bound = |(most, less): &(Residue, i64), sign: i64| {
            // sign * residue - most, with the constant to be added: positive for ever?
            let lower = Residue::default().plus(sign, residue)?.plus(-1, most)?;
            let constant = self.constant.checked_mul(sign)?.checked_add(*less)?;
            self.positive(&lower, constant).then_some(())
        };
        if bound(&self.down, 1).is_some() {
            return Some(Ordering::Greater);
        }
        bound(&self.up, -1).map(|()| Ordering::Less)
    }

    /// Whether the worth of the residue after n zeros, and the constant, is positive for all n.
    fn positive(&self, residue: &Residue, constant: i64) -> bool {
        let (mut residue, mut run) = (*residue, 0);
        let constant = i128::from(constant);
        for _ in 0..FAR {
            let worth = self.system.worth(&residue);
            if worth + constant <= 0 {
                return false;
            }
            run = if worth >= 0.max(1 - constant) { run + 1 } else { 0 };
            if run == self.system.order() {
                return true;
            }
            let Some(next) = self.system.append(&residue, 0) else { return false };
            residue = next;
        }
        false
    }

    /// The sign of the sum when nothing follows.
    pub(super) fn now(&self, residue: &Residue) -> Ordering {
        (self.system.worth(residue) + i128::from(self.constant)).cmp(&0)
    }
}

/// K U_n as a residue, see `Signs`.
fn string_bound(system: &System, zeros: usize) -> Option<Residue> {
    let weights = system.weights();
    let largest = system.radix() as u64 - 1;
    let grows = |k: u64| {
        (0..system.order())
            .all(|n| Some(k * (weights[n + 1] - weights[n])) >= weights.get(n + zeros).map(|w| w * largest))
    };
    let bound = (1..1 << 20).find(|&k| grows(k))?;
    Residue::default().plus(bound as i64, &system.shift(0)?)
}

fn too_large() -> Error {
    Error::too_large("a sum in the statement", "its multiples leave machine words", "use smaller numbers")
}

/// The residues that are followed, numbered, and where letters lead from each.
struct Sums<'a> {
    system: &'a System,
    signs: Signs<'a>,
    relation: Relation,
    residues: Index<Residue>,
    /// What letters add: each once, and which it is for every letter.
    added: Vec<Residue>,
    of_letter: Vec<u32>,
    /// Rows of the residues met so far, in order.
    rows: Vec<u32>,
}

/// The sum is sure to satisfy the relation.
const SURE: u32 = DEAD - 1;

impl<'a> Sums<'a> {
    fn new(system: &'a System, linear: &Linear, tracks: &[Track], letters: usize) -> Result<Sums<'a>> {
        let mut added: Index<Residue> = Index::new(Residue::default());
        let of_letter = (0..letters).map(|letter| added_by(system, linear, tracks, letter).map(|r| added.of(r)));
        let of_letter = of_letter.collect::<Option<Vec<u32>>>().ok_or_else(too_large)?;
        Ok(Sums {
            system,
            signs: Signs::new(system, linear)?,
            relation: linear.relation,
            residues: Index::new(Residue::default()),
            added: added.things,
            of_letter,
            rows: Vec::new(),
        })
    }

    /// Fills the row of the residue if it is not yet there; rows are filled in order.
    fn prepare(&mut self, sum: u32) -> Result<()> {
        while sum != SURE && self.rows.len() <= sum as usize * self.added.len() {
            let residue = self.residues.following().expect("numbered, so it was met");
            for which in 0..self.added.len() {
                let next = self.system.append(&residue, 0).and_then(|r| r.plus(1, &self.added[which]));
                let to = match self.signs.sure(&next.ok_or_else(too_large)?) {
                    Some(sign) if self.relation.holds(sign) => SURE,
                    Some(_) => DEAD,
                    None => self.residues.of(next.expect("looked at")),
                };
                self.rows.push(to);
            }
        }
        Ok(())
    }

    fn step(&self, sum: u32, letter: usize) -> u32 {
        match sum {
            SURE => SURE,
            _ => self.rows[sum as usize * self.added.len() + self.of_letter[letter] as usize],
        }
    }

    fn accepts(&self, sum: u32) -> bool {
        sum == SURE || self.relation.holds(self.signs.now(&self.residues.things[sum as usize]))
    }
}

/// What the digits of a letter add to the sum.
pub(super) fn added_by(system: &System, linear: &Linear, tracks: &[Track], letter: usize) -> Option<Residue> {
    let mut sum = Residue::default();
    for multiple in &linear.multiples {
        let place = tracks.iter().position(|&t| t == multiple.track).expect("a track of the relation");
        let digit = letter / system.radix().pow(place as u32) % system.radix();
        sum = sum.plus(multiple.times.checked_mul(digit as i64)?, &system.shift(multiple.zeros)?)?;
    }
    Some(sum)
}

/// The relation and a linear one of some of its tracks, minimised.
///
/// # Errors
/// When the watch asks to stop, or an automaton outgrows the limits of the work.
pub fn restrict(system: &System, of: &Automaton, linear: &Linear, work: &mut Work<'_>) -> Result<Automaton> {
    let letters = of.letters();
    let mut sums = Sums::new(system, linear, of.tracks(), letters)?;
    let start = match sums.signs.sure(&Residue::default()) {
        Some(sign) if linear.relation.holds(sign) => SURE,
        Some(_) => return Ok(Automaton::nothing(of.tracks().to_vec(), system.radix())),
        None => 0,
    };
    let mut states = Index::new((0u32, start));
    let (mut next, mut accept) = (Vec::new(), Vec::new());
    while let Some((state, sum)) = states.following() {
        work.state(states.len().max(sums.residues.len()), next.len() + letters)?;
        sums.prepare(sum)?;
        accept.push(of.accepts(state) && sums.accepts(sum));
        for letter in 0..letters {
            let to = (of.step(state, letter), sums.step(sum, letter));
            next.push(if to.0 == DEAD || to.1 == DEAD { DEAD } else { states.of(to) });
        }
    }
    super::minimise::minimise(Automaton::from_parts(of.tracks().to_vec(), system.radix(), next, accept), work)
}

/// A linear relation of numbers alone.
///
/// # Errors
/// When the watch asks to stop, or an automaton outgrows the limits of the work.
pub fn linear(system: &System, linear: &Linear, work: &mut Work<'_>) -> Result<Automaton> {
    let all = Automaton::everything(system, &linear.tracks(), work)?;
    restrict(system, &all, linear, work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::numeration::SYSTEMS;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn sum(times: &[i64], constant: i64, relation: Relation) -> Linear {
        let multiple = |(i, &times)| Multiple { times, track: Track::number(i as u32), zeros: 0 };
        Linear { multiples: times.iter().enumerate().map(multiple).collect(), constant, relation }
    }

    fn systems() -> Vec<System> {
        let names = SYSTEMS.iter().map(|(name, _)| *name).chain(["base2", "base3"]);
        names.map(|name| System::named(name).unwrap()).collect()
    }

    fn built(system: &System, relation: &Linear) -> Automaton {
        linear(system, relation, &mut Work::new(&mut Unwatched, 100_000)).unwrap()
    }

    const ALL: [Relation; 4] = [Relation::Equal, Relation::Unequal, Relation::Less, Relation::AtMost];

    #[test]
    fn addition_is_the_addition_of_whole_numbers() {
        let mut rng = ChaCha8Rng::seed_from_u64(15);
        for system in systems() {
            let adder = built(&system, &sum(&[1, 1, -1], 0, Relation::Equal));
            for (x, y, z) in (0..24u64 * 24 * 50).map(|code| (code / 1200, code / 50 % 24, code % 50)) {
                assert_eq!(adder.holds(&system, &[x, y, z]), x + y == z, "{}: {x} {y} {z}", system.name());
            }
            for _ in 0..500 {
                let reach = 1u64 << rng.random_range(1..60);
                let [x, y] = [0; 2].map(|_| rng.random_range(0..reach));
                let off = rng.random_range(1..3);
                assert!(adder.holds(&system, &[x, y, x + y]), "{}: {x} + {y}", system.name());
                assert!(!adder.holds(&system, &[x, y, x + y + off]), "{}: {x} + {y} + {off}", system.name());
                assert!(x + y < off || !adder.holds(&system, &[x, y, x + y - off]), "{}: {x} + {y}", system.name());
            }
        }
    }

    #[test]
    fn sums_of_multiples_compare_as_whole_numbers_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for system in systems() {
            for (times, constant) in
                [(vec![1, -1], 0), (vec![3, -2], 5), (vec![-5], 40), (vec![2, -1, -1], -7), (vec![], -1)]
            {
                for relation in ALL {
                    let linear = sum(&times, constant, relation);
                    let automaton = built(&system, &linear);
                    let opposite = built(&system, &linear.negated());
                    for _ in 0..300 {
                        let reach = 1u64 << rng.random_range(1..20);
                        let numbers: Vec<u64> = times.iter().map(|_| rng.random_range(0..reach)).collect();
                        let total = times.iter().zip(&numbers).map(|(t, &n)| t * n as i64).sum::<i64>() + constant;
                        let truth = relation.holds(total.cmp(&0));
                        assert_eq!(automaton.holds(&system, &numbers), truth, "{linear:?}: {numbers:?}");
                        assert_eq!(opposite.holds(&system, &numbers), !truth, "not {linear:?}: {numbers:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn zeros_behind_a_representation_and_strings_are_worth_what_they_say() {
        for system in systems() {
            let radix = system.radix();
            let (string, number) = (Track { variable: 0, string: true }, Track::number(1));
            for zeros in 0..3 {
                let multiples =
                    vec![Multiple { times: 1, track: string, zeros }, Multiple { times: -1, track: number, zeros: 0 }];
                let linear = Linear { multiples, constant: 0, relation: Relation::Equal };
                let automaton = built(&system, &linear);
                let length = if radix > 2 { 5 } else { 8 };
                for code in 0..radix.pow(length) {
                    let digits: Vec<usize> = (0..length).rev().map(|i| code / radix.pow(i) % radix).collect();
                    let value = system.value(&[&digits[..], &vec![0; zeros]].concat());
                    let value = u64::try_from(value).unwrap();
                    for claimed in [value, value + 1, value.saturating_sub(1)] {
                        let shown = system.represent(claimed);
                        let letters = padded(&digits).zip(padded(&shown)).map(|(s, n)| s + radix * n);
                        let end = letters.fold(0, |state, letter| automaton.step(state, letter));
                        assert_eq!(automaton.accepts(end), claimed == value, "{}: {digits:?}", system.name());
                    }
                }
            }
        }
    }

    /// The digits with zeros in front, 40 in all.
    fn padded(digits: &[usize]) -> impl Iterator<Item = usize> {
        std::iter::repeat_n(0, 40 - digits.len()).chain(digits.iter().copied())
    }

    #[test]
    fn a_recurrence_whose_root_is_not_a_pisot_number_meets_the_limit() {
        // The root 1.285... of x^6 = x^5 + 1 is below the least Pisot number 1.324...
        let system = System::new("wild", &[1, 0, 0, 0, 0, 1]).unwrap();
        let mut watch = Unwatched;
        let work = &mut Work::new(&mut watch, 3000);
        let refused = linear(&system, &sum(&[1, 1, -1], 0, Relation::Equal), work).unwrap_err();
        assert_eq!(refused.trouble(), kit::Trouble::TooLarge, "{refused}");
        assert!(refused.to_string().contains("the limit is 3000 states"), "{refused}");
    }
}
