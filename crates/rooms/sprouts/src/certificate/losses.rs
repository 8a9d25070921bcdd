//! The checker of misère play.

use super::compare::{Land, invariant, lands_of, lives, position_of, same};
use super::misere_statement;
use super::options::{Count, curves};
use super::read::{position, read};
use crate::plain::draw;
use crate::position::Position;
use kit::{Certificate, Fact, Report, Result, Standing, Watch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Checks every position of the list and finds what it says of the positions that the first lines name.
pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (subjects, lines) = read(certificate)?;
    let mut losses = Losses::new(Count::new(lines.len(), watch));
    for (index, &(number, line)) in lines.iter().enumerate() {
        losses.count.line(index)?;
        let listed = position(line).map_err(|why| Certificate::broken(number, why))?;
        let classes = losses.classes(&listed)?;
        losses.listed.insert(classes);
    }
    for (index, &(number, line)) in lines.iter().enumerate() {
        losses.count.line(index)?;
        let listed = position(line).map_err(|why| Certificate::broken(number, why))?;
        if let Some(why) = losses.fault(&listed)? {
            return Err(Certificate::broken(number, why));
        }
    }
    let (mut statements, mut shown) = (Vec::new(), Vec::new());
    for (index, subject) in subjects.iter().enumerate() {
        let position = subject.position()?;
        let classes = losses.classes(&position)?;
        let lost = losses.listed.contains(&classes);
        if !lost && !losses.won(&position)? {
            return Err(Certificate::broken(3 + index, format!("the list does not show the outcome of {position}")));
        }
        statements.push(misere_statement(subject, lost));
        shown.push((position.to_string(), if lost { "P" } else { "N" }));
    }
    let report = Report::new(statements.join("; "), Standing::Proved);
    let report = match &shown[..] {
        [(position, outcome)] => report.fact("position", position.as_str()).fact("outcome", *outcome),
        all => report
            .fact("positions", Fact::list(all.iter().map(|(position, _)| position.clone())))
            .fact("outcomes", Fact::list(all.iter().map(|(_, outcome)| *outcome))),
    };
    Ok(report.fact("lands", lines.len()).fact("moves", losses.count.moves))
}

/// Lands of so many lives are compared by their moves.
const SMALL: u32 = 3;

/// Lost positions as sorted lists of classes of equal lands.
///
/// Small lands are equal when their moves lead to equal positions, the others when a renaming makes them so. The former
/// is needed: in a region of three lives the order does not matter, but it decides whether {AB}{AB} is left or {22},
/// and both have one move, to nothing.
struct Losses<'a> {
    class_of: FxHashMap<u64, Vec<(Land, usize)>>,
    small: FxHashMap<Land, usize>,
    trees: FxHashMap<BTreeSet<Vec<usize>>, usize>,
    classes: usize,
    listed: FxHashSet<Vec<usize>>,
    /// Positions that are won by the list. What is not ends the check, so it need not be kept.
    won: FxHashSet<Vec<usize>>,
    count: Count<'a>,
}

impl<'a> Losses<'a> {
    fn new(count: Count<'a>) -> Losses<'a> {
        Losses {
            class_of: FxHashMap::default(),
            small: FxHashMap::default(),
            trees: FxHashMap::default(),
            classes: 0,
            listed: FxHashSet::default(),
            won: FxHashSet::default(),
            count,
        }
    }

    fn classes(&mut self, at: &Position) -> Result<Vec<usize>> {
        let mut classes = Vec::new();
        for land in lands_of(at) {
            classes.push(self.class(land)?);
        }
        classes.sort_unstable();
        Ok(classes)
    }

    fn class(&mut self, land: Land) -> Result<usize> {
        if lives(&land.concat()) <= SMALL {
            return self.class_by_moves(land);
        }
        let likely = self.class_of.entry(invariant(&land)).or_default();
        if let Some(&(_, class)) = likely.iter().find(|(other, _)| *other == land || same(&land, other)) {
            return Ok(class);
        }
        self.classes += 1;
        likely.push((land, self.classes));
        Ok(self.classes)
    }

    fn class_by_moves(&mut self, land: Land) -> Result<usize> {
        if let Some(&class) = self.small.get(&land) {
            return Ok(class);
        }
        let position = position_of(&land);
        let mut lead: BTreeSet<Vec<usize>> = BTreeSet::new();
        for curve in curves(&position)? {
            self.count.step(&position)?;
            lead.insert(self.classes(&draw(&position, &curve))?);
        }
        let class = *self.trees.entry(lead).or_insert_with(|| {
            self.classes += 1;
            self.classes
        });
        self.small.insert(land, class);
        Ok(class)
    }

    /// Whether the player to move wins by the list, or because nothing is left to play.
    fn won(&mut self, at: &Position) -> Result<bool> {
        let key = self.classes(at)?;
        if self.won.contains(&key) {
            return Ok(true);
        }
        let curves = curves(at)?;
        let mut won = curves.is_empty();
        for curve in curves.iter().rev() {
            self.count.step(at)?;
            let classes = self.classes(&draw(at, curve))?;
            won = self.listed.contains(&classes);
            if won {
                self.won.insert(key);
                break;
            }
        }
        Ok(won)
    }

    /// Why a position does not stand as lost by the others, if it does not.
    fn fault(&mut self, at: &Position) -> Result<Option<String>> {
        let curves = curves(at)?;
        if curves.is_empty() {
            return Ok(Some(format!("{at} has no move, so it is won in misère play")));
        }
        for curve in &curves {
            self.count.step(at)?;
            let option = draw(at, curve);
            if !self.won(&option)? {
                return Ok(Some(format!("nothing in the list answers the move of {at} to {option}")));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn with_losses<T>(work: impl FnOnce(&mut Losses<'_>) -> T) -> T {
        work(&mut Losses::new(Count::new(1 << 20, &mut Unwatched)))
    }

    #[test]
    fn small_lands_are_compared_by_their_moves_and_others_by_names() {
        with_losses(|losses| {
            let classes = ["{AB}{AB}", "{22}", "{12}"].map(|text| losses.classes(&text.parse().unwrap()).unwrap());
            assert!(classes[0] == classes[1] && classes[1] != classes[2]);
            // Larger ones are not: here along the names there is a circle of eight boundaries, there are two of four.
            let classes = ["{AB.CD.EF.GH}{BC.DE.FG.HA}", "{AB.CD.EF.GH}{BC.DA.FG.HE}", "{EF.CD.AB.GH}{DE.BC.FG.HA}"]
                .map(|text| losses.classes(&text.parse().unwrap()).unwrap());
            assert!(classes[0] != classes[1] && classes[0] == classes[2]);
        });
    }

    /// The checker's curves lead where all curves of the rules lead.
    #[test]
    fn no_curve_is_left_out() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        with_losses(|losses| {
            for round in 0..200 {
                let mut at = match round % 4 {
                    0 => "{0*3.12.12.3.3}{0.11}".parse().unwrap(),
                    1 => "{AB.0*2.1.1.22}{AB.0*2.22}".parse().unwrap(),
                    _ => Position::start(2 + round % 5),
                };
                for _ in 0..round % 5 {
                    let curves = plain::curves(&at);
                    if curves.is_empty() {
                        break;
                    }
                    at = draw(&at, &curves[chance.random_range(0..curves.len())]);
                }
                let mut lead = |list: Vec<plain::Curve>| -> BTreeSet<Vec<usize>> {
                    list.iter().map(|curve| losses.classes(&draw(&at, curve)).unwrap()).collect()
                };
                assert_eq!(lead(curves(&at).unwrap()), lead(plain::curves(&at)), "{at}");
            }
        });
    }
}
