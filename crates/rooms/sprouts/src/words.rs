//! Sprouts in the language of sums: `sprouts(5)` or `sprouts("{AB.0}{AB}")`.

use super::canon::Canon;
use super::land::unfold;
use super::position::Position;
use super::proof::Proof;
use super::questions::raw_of;
use super::search::Search;
use super::{plain, questions};
use kit::{Arg, ArgKind, Means, Result, Rules, Step, Summand, Watch, Word};
use std::sync::Arc;

/// The word.
pub(super) static SPROUTS: Word = Word::of("sprouts", "sprouts(n) or sprouts(\"{AB.0}{AB}\")", read)
    .about("Sprouts with n spots, or a position of it")
    .examples(&["sprouts(2)", "sprouts(\"{AB.0}{AB}\")"]);

fn read(word: &Word, args: &[Arg]) -> Result<Summand> {
    let position = match args {
        [arg] if arg.kind == ArgKind::Quoted => arg.text.parse::<Position>()?,
        [arg] => Position::start(arg.whole("spots", 0, 100)? as usize),
        _ => return Err(word.refuse_count(args)),
    };
    raw_of(&position)?;
    Ok(Summand { rules: Arc::new(SproutsRules), position: kit::Position::new(position) })
}

struct SproutsRules;

/// A position as the argument of a call.
fn written(position: &Position) -> String {
    match position.degree.iter().all(|&d| d == 0) && position.regions.len() == 1 {
        true => position.degree.len().to_string(),
        false => format!("\"{position}\""),
    }
}

impl Rules for SproutsRules {
    fn name(&self) -> String {
        "sprouts".to_string()
    }

    fn write(&self, position: &kit::Position) -> String {
        written(position.of())
    }

    fn rules(&self) -> String {
        "Draw a curve from a spot to a spot, crossing nothing, and put a new spot on it. No spot has more than three curve ends.".to_string()
    }

    fn steps(&self, position: &kit::Position) -> Result<Vec<Step>> {
        let position: &Position = position.of();
        questions::check_listed(position)?;
        let mut steps: Vec<Step> = Vec::new();
        let mut canon = Canon::default();
        let mut seen = rustc_hash::FxHashSet::default();
        for curve in plain::curves(position) {
            let raw = raw_of(&plain::draw(position, &curve))?;
            canon.simplify(&raw);
            if seen.insert(canon.lands.clone()) {
                // Names are unique within a land only, so lands are renumbered when they are put together.
                let to = sum_of(&canon.lands);
                steps.push(Step { text: format!("to {to}"), to: kit::Position::new(to) });
            }
        }
        Ok(steps)
    }

    fn split(&self, position: &kit::Position) -> Result<Vec<kit::Position>> {
        let raw = raw_of(position.of())?;
        let mut canon = Canon::default();
        canon.simplify(&raw);
        Ok(canon.lands.iter().map(|land| kit::Position::new(unfold(land))).collect())
    }

    fn nimbers(&self, positions: &[kit::Position], means: Means, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        let mut search = Search::new(means.memory);
        let mut proof = Proof::default();
        let mut list = Vec::with_capacity(positions.len());
        for position in positions {
            let raw = raw_of(position.of())?;
            list.push(u32::from(proof.nimber_of(&mut search, &raw, watch)?));
        }
        Ok(list)
    }
}

/// Lands side by side as one position.
pub(super) fn sum_of(lands: &[Vec<u8>]) -> Position {
    let mut sum = Position { regions: Vec::new(), degree: Vec::new(), named: false };
    for land in lands {
        let mut part = unfold(land);
        let first = sum.degree.len() as u16;
        part.regions.iter_mut().flatten().flatten().for_each(|v| *v += first);
        sum.regions.append(&mut part.regions);
        sum.degree.append(&mut part.degree);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn calls_read_and_written_positions_are_the_same() {
        let arg = |text: &str, kind| Arg { text: text.to_string(), kind };
        let means = Means { memory: 1 << 26, threads: 1 };
        let five = SPROUTS.call(&[arg("5", ArgKind::Bare)]).unwrap();
        assert_eq!(five.call(), "sprouts(5)");
        assert_eq!(five.rules.nimbers(std::slice::from_ref(&five.position), means, &mut Unwatched).unwrap(), [1]);
        let loop_ = SPROUTS.call(&[arg("{AB.0}{AB}", ArgKind::Quoted)]).unwrap();
        assert_eq!(loop_.call(), "sprouts(\"{AB.0}{AB}\")");
        for step in loop_.rules.steps(&loop_.position).unwrap() {
            let to = loop_.rules.write(&step.to);
            let again = SPROUTS.call(&[arg(to.trim_matches('"'), ArgKind::Quoted)]).unwrap();
            assert_eq!(again.rules.write(&again.position), to);
        }
        let none = SPROUTS.call(&[arg("0", ArgKind::Bare)]).unwrap();
        assert!(none.rules.split(&none.position).unwrap().is_empty());
        assert!(SPROUTS.call(&[]).is_err());
        assert!(SPROUTS.call(&[arg("{A}", ArgKind::Bare)]).is_err());
    }
}
