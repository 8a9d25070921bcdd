//! Misère play by the memo: who cannot move wins. Sums do not reduce to nimbers, so the keys are whole sums.

use super::solver::{Halt, Limits};
use super::{Impartial, mex};
use crate::search::{Note, Table};
use kit::watch::{Progress, tend};
use kit::{Result, Watch, machine};

/// Solves misère sums of one game and keeps what it learns: the misère nim values of sorted lists of components.
///
/// The misère nim value of a position without moves is 1, of any other the mex of its options' values; the player to
/// move loses exactly when it is 0. It does not add up, unlike the nimber.
pub struct Misere<G: Impartial> {
    game: G,
    table: Table<Vec<G::Key>>,
    limits: Limits,
}

impl<G: Impartial> Misere<G> {
    /// A solver that knows nothing yet.
    pub fn new(game: G, limits: Limits) -> Self {
        Misere { game, table: Table::new(limits.memory), limits }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The misère nim value of a position: 0 exactly when the player to move loses.
    ///
    /// # Errors
    /// When the watch asks to stop or refuses memory, the search outgrows its memory or its depth, or the game comes
    /// back to a position.
    pub fn value(&self, at: &G::Key, watch: &mut dyn Watch) -> Result<u32> {
        self.sum_value(std::slice::from_ref(at), watch)
    }

    /// The misère nim value of a sum.
    ///
    /// # Errors
    /// When the watch asks to stop or refuses memory, the search outgrows its memory or its depth, or the game comes
    /// back to a position.
    pub fn sum_value(&self, sum: &[G::Key], watch: &mut dyn Watch) -> Result<u32> {
        loop {
            match self.walk(sum, watch)? {
                Ok(value) => return Ok(value),
                Err(Halt::Full) if self.table.grow_by_leave(watch)? => {}
                Err(halt) => return Err(halt.into_error(self.limits.memory)),
            }
        }
    }

    fn walk(&self, sum: &[G::Key], watch: &mut dyn Watch) -> Result<Result<u32, Halt>> {
        let unfinished = |done: u64| format!("{done} sums were searched");
        tend(watch, None, unfinished, |progress| {
            let mut answers = machine::company(1, 1 << 29, |_| {
                let mut walk = Walk { misere: self, progress, steps: 0, depth: 0 };
                let parts = walk.sorted_parts(sum);
                walk.value(&parts)
            });
            answers.pop().unwrap_or(Err(Halt::Full))
        })
    }
}

struct Walk<'a, G: Impartial> {
    misere: &'a Misere<G>,
    progress: &'a Progress,
    steps: u64,
    depth: usize,
}

impl<G: Impartial> Walk<'_, G> {
    /// All components of all summands in canonical form, sorted; pairs do not cancel in misère play.
    fn sorted_parts(&self, sum: &[G::Key]) -> Vec<G::Key> {
        let game = &self.misere.game;
        let mut split = Vec::new();
        for summand in sum {
            game.split(summand, &mut split);
        }
        let mut parts: Vec<G::Key> = split.iter().map(|part| game.canon(part)).collect();
        parts.sort_unstable();
        parts
    }

    fn value(&mut self, parts: &Vec<G::Key>) -> Result<u32, Halt> {
        if let Some(value) = self.misere.table.nimber(parts) {
            return Ok(value);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(256) {
            self.progress.add(256);
            if self.progress.stopped() {
                return Err(Halt::Stopped);
            }
        }
        if self.depth > 30_000 {
            return Err(Halt::Deep);
        }
        let mut values = Vec::new();
        let mut options = Vec::new();
        self.depth += 1;
        for (index, part) in parts.iter().enumerate() {
            if index > 0 && parts[index - 1] == *part {
                continue;
            }
            options.clear();
            self.misere.game.options(part, &mut options);
            if let Some(error) = self.misere.game.fault() {
                return Err(Halt::Fault(error));
            }
            options.sort_unstable();
            options.dedup();
            for option in &options {
                let mut after: Vec<G::Key> = parts.clone();
                after.remove(index);
                after.extend(self.sorted_parts(std::slice::from_ref(option)));
                after.sort_unstable();
                values.push(self.value(&after)?);
            }
        }
        self.depth -= 1;
        let value = if values.is_empty() { 1 } else { mex(values) };
        self.misere.table.put(parts, Note::exactly(value))?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::HeapGame;
    use crate::impartial::outcome_by_definition;
    use kit::Unwatched;

    #[test]
    fn misere_nim_is_nim_except_for_small_piles() {
        let misere = Misere::new(HeapGame::untabled("0.(3)".parse().unwrap()), Limits::default());
        for piles in [vec![], vec![1], vec![2], vec![1, 1], vec![1, 1, 1], vec![2, 2], vec![1, 2, 3], vec![2, 3]] {
            let lost = misere.value(&piles, &mut Unwatched).unwrap() == 0;
            assert_eq!(lost, outcome_by_definition(misere.game(), &piles, true), "{piles:?}");
            // Bouton: as in normal play if a pile has two or more, the opposite otherwise.
            let xor = piles.iter().fold(0, |a, b| a ^ b);
            assert_eq!(lost, if piles.iter().any(|&p| p > 1) { xor == 0 } else { xor == 1 }, "{piles:?}");
        }
    }
}
