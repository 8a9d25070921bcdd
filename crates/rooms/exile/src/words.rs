//! The two-pile games of Section 8 as words of the language of sums: `exile(a, b)` and `maharaja(a, b)`.

use super::piles::{Table, TwoPiles};
use kit::watch::step;
use kit::{Arg, Figure, Means, Position, Result, Rules, Step, Summand, Watch, Word};
use std::sync::Arc;

/// The largest pile of a call.
const MOST: u64 = 2_000;

/// A queen among the exiles.
pub(super) static EXILE: Word = Word::of("exile", "exile(a, b)", |word, args| {
    let third = "move any number of stones from the second pile to the first: 3,5 -> 4,4.";
    read(word, args, TwoPiles::Exile, third)
})
.about("take from one pile, or the same from both, or move some from the second pile to the first")
.examples(&["exile(2, 1)", "exile(3, 4)"]);

/// A queen who may leap like a knight.
pub(super) static MAHARAJA: Word = Word::of("maharaja", "maharaja(a, b)", |word, args| {
    read(word, args, TwoPiles::Maharaja, "one from a pile and two from the other: 3,5 -> 2,3.")
})
.about("take from one pile, or the same from both, or one from a pile and two from the other")
.examples(&["maharaja(3, 5)", "maharaja(4, 4)"]);

fn read(word: &Word, args: &[Arg], game: TwoPiles, third: &'static str) -> Result<Summand> {
    let [a, b] = args else { return Err(word.refuse_count(args)) };
    let piles: Piles = (a.whole("pile", 0, MOST)? as usize, b.whole("pile", 0, MOST)? as usize);
    Ok(Summand { rules: Arc::new(PileRules { name: word.name, third, game }), position: Position::new(piles) })
}

/// A game on two piles.
struct PileRules {
    name: &'static str,
    /// The third kind of move, as the rules end.
    third: &'static str,
    game: TwoPiles,
}

type Piles = (usize, usize);

impl Rules for PileRules {
    fn name(&self) -> String {
        self.name.to_string()
    }

    fn write(&self, position: &Position) -> String {
        let (a, b) = position.of::<Piles>();
        format!("{a}, {b}")
    }

    fn rules(&self) -> String {
        format!("Take any number of stones from one of two piles, or the same number from both, or {}", self.third)
    }

    fn steps(&self, position: &Position) -> Result<Vec<Step>> {
        let (a, b) = *position.of::<Piles>();
        let step = |(x, y): Piles| Step { text: format!("{a},{b} -> {x},{y}"), to: Position::new((x, y)) };
        Ok(self.game.moves(a, b).into_iter().map(step).collect())
    }

    fn figure(&self, position: &Position) -> Option<Figure> {
        let (a, b) = *position.of::<Piles>();
        let to = |(x, y): Piles| ([x as u32, y as u32], format!("{a},{b} -> {x},{y}"));
        Some(Figure::Piece([a as u32, b as u32], self.game.moves(a, b).into_iter().map(to).collect()))
    }

    fn nimbers(&self, positions: &[Position], _means: Means, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        step(watch, 0, None, || "the nimbers of two piles".to_string())?;
        let piles: Vec<Piles> = positions.iter().map(|position| *position.of()).collect();
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
            let summand = |a: u64| EXILE.call(&[bare(a), bare(b)]).unwrap();
            let lost = (0..110).filter(|&a| {
                let Summand { rules, position } = summand(a);
                rules.lost_among(&[position], 0, means, &mut Unwatched).unwrap()[0]
            });
            assert_eq!(lost.collect::<Vec<_>>(), [rows[b as usize]], "second pile {b}");
        }
    }

    #[test]
    fn positions_are_written_and_read_and_moves_lead_down() {
        for word in [&EXILE, &MAHARAJA] {
            let two = ["3", "4"].map(|n| Arg { text: n.to_string(), kind: ArgKind::Bare });
            let Summand { rules, position } = word.call(&two).unwrap();
            assert_eq!(rules.call(&position), format!("{}(3, 4)", word.name));
            let means = Means { memory: 1 << 20, threads: 1 };
            let reached: Vec<Position> = rules.steps(&position).unwrap().into_iter().map(|s| s.to).collect();
            let nimbers = rules.nimbers(&reached, means, &mut Unwatched).unwrap();
            let own = rules.nimbers(&[position], means, &mut Unwatched).unwrap()[0];
            assert!(!nimbers.contains(&own) && (0..own).all(|n| nimbers.contains(&n)));
            assert!(word.call(&two[..1]).is_err());
        }
    }
}
