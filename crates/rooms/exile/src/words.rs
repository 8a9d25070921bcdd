//! The two-pile games of Section 8 as words of the language of sums: `exile(a, b)` and `maharaja(a, b)`.

use super::piles::{Table, TwoPiles};
use kit::watch::step;
use kit::{Arg, Figure, Means, Rules, Step, Summand, Word};
use kit::{Result, Watch};
use std::sync::Arc;

/// The largest pile of a call.
const MOST: u64 = 2_000;

/// A game on two piles as a word.
pub(super) struct PileWord {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    rules: &'static str,
    examples: &'static [&'static str],
    game: TwoPiles,
}

/// A queen among the exiles.
pub(super) static EXILE: PileWord = PileWord {
    name: "exile",
    usage: "exile(a, b)",
    about: "take from one pile, or the same from both, or move some from the second pile to the first",
    rules: "Take any number of stones from one of two piles, or the same number from both, or move any number of stones from the second pile to the \
            first: 3,5 -> 4,4.",
    examples: &["exile(2, 1)", "exile(3, 4)"],
    game: TwoPiles::Exile,
};

/// A queen who may leap like a knight.
pub(super) static MAHARAJA: PileWord = PileWord {
    name: "maharaja",
    usage: "maharaja(a, b)",
    about: "take from one pile, or the same from both, or one from a pile and two from the other",
    rules: "Take any number of stones from one of two piles, or the same number from both, or one from a pile and two from the other: 3,5 -> 2,3.",
    examples: &["maharaja(3, 5)", "maharaja(4, 4)"],
    game: TwoPiles::Maharaja,
};

impl Word for PileWord {
    fn name(&self) -> &str {
        self.name
    }

    fn usage(&self) -> &str {
        self.usage
    }

    fn about(&self) -> &str {
        self.about
    }

    fn examples(&self) -> &'static [&'static str] {
        self.examples
    }

    fn read(&self, args: &[Arg]) -> Result<Summand> {
        let [a, b] = args else { return Err(self.refuse_count(args)) };
        let position = write((a.whole("pile", 0, MOST)? as usize, b.whole("pile", 0, MOST)? as usize));
        let rules = Arc::new(PileRules { name: self.name, rules: self.rules, game: self.game });
        Ok(Summand { rules, position })
    }
}

struct PileRules {
    name: &'static str,
    rules: &'static str,
    game: TwoPiles,
}

type Piles = (usize, usize);

fn write((a, b): Piles) -> String {
    format!("{a}, {b}")
}

/// Reads what [`write`] wrote.
fn read(position: &str) -> Piles {
    let mut piles = position.split(',').map(|pile| pile.trim().parse().expect("written by this game"));
    let mut next = || piles.next().expect("two piles");
    (next(), next())
}

impl Rules for PileRules {
    fn call(&self, position: &str) -> String {
        format!("{}({position})", self.name)
    }

    fn rules(&self) -> String {
        self.rules.to_string()
    }

    fn steps(&self, position: &str) -> Result<Vec<Step>> {
        let (a, b) = read(position);
        let step = |(x, y): Piles| Step { text: format!("{a},{b} -> {x},{y}"), to: write((x, y)) };
        Ok(self.game.moves(a, b).into_iter().map(step).collect())
    }

    fn figure(&self, position: &str) -> Option<Figure> {
        let (a, b) = read(position);
        let to = |(x, y): Piles| ([x as u32, y as u32], format!("{a},{b} -> {x},{y}"));
        Some(Figure::Piece([a as u32, b as u32], self.game.moves(a, b).into_iter().map(to).collect()))
    }

    fn nimbers(&self, positions: &[String], _means: Means, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        step(watch, 0, None, || "the nimbers of two piles".to_string())?;
        let piles: Vec<Piles> = positions.iter().map(|position| read(position)).collect();
        let height = piles.iter().map(|p| p.0 + 1).max().unwrap_or(1);
        let width = piles.iter().map(|p| p.1 + 1).max().unwrap_or(1);
        let table = Table::new(self.game, height, width);
        Ok(piles.into_iter().map(|(a, b)| table.nimber(a, b)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::ArgKind;
    use kit::Unwatched;

    #[test]
    fn lost_piles_of_exile_are_where_the_queens_settle() {
        let rows = super::super::greedy::rows(60);
        let means = Means { memory: 1 << 20, threads: 1 };
        let bare = |n: u64| Arg { text: n.to_string(), kind: ArgKind::Bare };
        for b in 0..60 {
            let summand = |a: u64| EXILE.read(&[bare(a), bare(b)]).unwrap();
            let lost = (0..110).filter(|&a| {
                let Summand { rules, position } = summand(a);
                rules.lost(&position, 0, means, &mut Unwatched).unwrap()
            });
            assert_eq!(lost.collect::<Vec<_>>(), [rows[b as usize]], "second pile {b}");
        }
    }

    #[test]
    fn positions_are_written_and_read_and_moves_lead_down() {
        for word in [&EXILE, &MAHARAJA] {
            let two = ["3", "4"].map(|n| Arg { text: n.to_string(), kind: ArgKind::Bare });
            let Summand { rules, position } = word.read(&two).unwrap();
            assert_eq!(rules.call(&position), format!("{}(3, 4)", word.name));
            let means = Means { memory: 1 << 20, threads: 1 };
            let reached: Vec<String> = rules.steps(&position).unwrap().into_iter().map(|s| s.to).collect();
            let nimbers = rules.nimbers(&reached, means, &mut Unwatched).unwrap();
            let own = rules.nimbers(&[position], means, &mut Unwatched).unwrap()[0];
            assert!(!nimbers.contains(&own) && (0..own).all(|n| nimbers.contains(&n)));
            assert!(word.read(&two[..1]).is_err());
        }
    }
}
