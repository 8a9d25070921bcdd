//! The rules as the checks need them, and nothing else: the components of a position and the options of a component.
//!
//! A game of the language is the sum of its components, and a player moves in one of them; so the rules are asked for
//! the components of any position, but for the moves of components alone. Nothing here knows of nimbers, symmetries or
//! tables.
//!
//! The games that are built in end, each by its own rule: stones, cells and curves run out. A script may define a game
//! that does not, or that fails. Hence [`Rulebook::explore`], which meets every position of the script's game that can
//! be reached, and refuses a game that comes back to a position.

use super::super::analysis::quiet_steps;
use super::super::script::Vocabulary;
use kit::{Error, Result, Summand, Watch};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Components whose sum is a position.
pub(super) type Parts = Vec<Summand>;
/// The options of a component, each as its components.
pub(super) type Options = Rc<[Parts]>;

/// The most options of a component.
const MOST_OPTIONS: u64 = 200_000;
/// The most letters of positions that are met, each position with [`LETTERS_EACH`] besides its own.
const MOST_LETTERS: u64 = 1 << 33;
/// The same for the positions of a script's game, which are kept.
const MOST_KEPT_LETTERS: u64 = 20_000_000;
const LETTERS_EACH: u64 = 64;

/// The rules of the games of a vocabulary.
pub(super) struct Rulebook<'a> {
    vocabulary: &'a Vocabulary,
    /// The letters of the positions met so far, and the most that may be met.
    letters: u64,
    most: u64,
    /// The options of the positions of the script's game, once they were explored.
    explored: HashMap<String, Options>,
}

impl<'a> Rulebook<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary) -> Self {
        Rulebook::within(vocabulary, MOST_LETTERS)
    }

    /// The rules for a check that looks at no more than so many letters.
    pub(super) fn within(vocabulary: &'a Vocabulary, most: u64) -> Self {
        Rulebook { vocabulary, letters: 0, most, explored: HashMap::new() }
    }

    /// The independent components of a position.
    pub(super) fn components(&mut self, of: &Summand) -> Result<Parts> {
        let parts = of.rules.split(&of.position)?;
        if let Some(fault) = self.vocabulary.fault() {
            return Err(Error::failed(fault));
        }
        self.letters +=
            LETTERS_EACH + parts.iter().map(|part| of.rules.write(part).len() as u64 + LETTERS_EACH).sum::<u64>();
        if self.letters > self.most {
            return Err(too_large(format!("{} letters of positions are looked at", self.most)));
        }
        Ok(parts.into_iter().map(|position| Summand { rules: of.rules.clone(), position }).collect())
    }

    /// Whether a position is a single component.
    pub(super) fn is_component(&mut self, position: &Summand) -> Result<bool> {
        let parts = self.components(position)?;
        Ok(matches!(&parts[..], [part] if part.call() == position.call()))
    }

    /// The options of a component.
    pub(super) fn options(&mut self, of: &Summand, watch: &mut dyn Watch) -> Result<Options> {
        match self.explored.get(&of.call()) {
            Some(options) => Ok(options.clone()),
            None => Ok(self.positions_after(of, watch)?.into_iter().map(|(_, parts)| parts).collect()),
        }
    }

    /// The positions after each move, each with its components.
    pub(super) fn positions_after(&mut self, of: &Summand, watch: &mut dyn Watch) -> Result<Vec<(Summand, Parts)>> {
        let letters = self.letters;
        kit::watch::step(watch, letters, None, || format!("{letters} letters of positions were looked at"))?;
        if of.rules.breadth(&of.position).is_some_and(|moves| moves > MOST_OPTIONS) {
            return Err(too_large(format!("{MOST_OPTIONS} moves of a component are listed")));
        }
        let mut positions = Vec::new();
        for step in quiet_steps(&*of.rules, &of.position, watch)? {
            let to = Summand { rules: of.rules.clone(), position: step.to };
            let parts = self.components(&to)?;
            positions.push((to, parts));
        }
        Ok(positions)
    }

    /// Meets every position of the script's game that can be reached from the roots, each of them a component, and
    /// keeps their options. The game must end, components must be components, and a position falls apart into nothing
    /// only if it has no moves.
    pub(super) fn explore(&mut self, roots: &[Summand], watch: &mut dyn Watch) -> Result<()> {
        let mut walk = Walk::default();
        for root in roots.iter().filter(|root| self.vocabulary.defines(root)) {
            if walk.is_new(root)? {
                self.enter(root, &mut walk, watch)?;
            }
            while let Some((_, children)) = walk.path.last_mut() {
                match children.pop() {
                    Some(child) if walk.is_new(&child)? => self.enter(&child, &mut walk, watch)?,
                    Some(_) => {}
                    None => walk.leave(),
                }
            }
        }
        let taken_apart = std::mem::take(&mut walk.taken_apart);
        taken_apart.iter().try_for_each(|(whole, parts)| self.check_split(whole, parts))
    }

    fn enter(&mut self, position: &Summand, walk: &mut Walk, watch: &mut dyn Watch) -> Result<()> {
        let call = position.call();
        if !self.is_component(position)? {
            return Err(Error::failed(format!("fn split takes the component {call} apart")));
        }
        let after = self.positions_after(position, watch)?;
        walk.open.insert(call.clone(), true);
        walk.letters += call.len() as u64 + LETTERS_EACH;
        let mut options = Vec::new();
        for (whole, parts) in after {
            walk.letters += parts.iter().map(letters_of).sum::<u64>();
            if self.vocabulary.splits(&whole) && walk.split.insert(whole.call()) {
                walk.letters += letters_of(&whole);
                walk.taken_apart.push((whole, parts.clone()));
            }
            options.push(parts);
        }
        if walk.letters > MOST_KEPT_LETTERS {
            return Err(too_large(format!("{MOST_KEPT_LETTERS} letters of a script's positions are kept")));
        }
        walk.path.push((call.clone(), options.iter().flatten().cloned().collect()));
        self.explored.insert(call, options.into());
        Ok(())
    }

    /// A position that `fn split` took apart has moves exactly if one of its components has; all of them were explored.
    pub(super) fn check_split(&self, whole: &Summand, parts: &[Summand]) -> Result<()> {
        let moves = whole.rules.steps(&whole.position).map_err(Error::failed)?;
        let lively = |part: &Summand| self.explored.get(&part.call()).is_some_and(|options| !options.is_empty());
        match moves.is_empty() != parts.iter().any(lively) {
            true => Ok(()),
            false => Err(Error::failed(format!(
                "{} has {} moves, but fn split leaves {} components with moves",
                kit::shorten(&whole.call()),
                moves.len(),
                parts.iter().filter(|part| lively(part)).count()
            ))),
        }
    }
}

/// What a position that is kept counts.
fn letters_of(position: &Summand) -> u64 {
    position.rules.write(&position.position).len() as u64 + LETTERS_EACH
}

fn too_large(limit: String) -> Error {
    Error::too_large("the check", limit, "certify a smaller position")
}

/// A walk over the positions of a script's game, depth first.
#[derive(Default)]
struct Walk {
    /// Every position met, and whether the line of play to the present one goes through it.
    open: HashMap<String, bool>,
    /// That line: positions, and what is still to be visited after each.
    path: Vec<(String, Parts)>,
    /// Positions that `fn split` took apart, to be looked at in the end.
    taken_apart: Vec<(Summand, Parts)>,
    split: HashSet<String>,
    letters: u64,
}

impl Walk {
    /// Whether a position was not met before; one that comes back in a line of play is refused.
    fn is_new(&self, position: &Summand) -> Result<bool> {
        let call = position.call();
        match self.open.get(&call) {
            None => Ok(true),
            Some(false) => Ok(false),
            Some(true) => Err(Error::failed(format!("the game of the script comes back to {}", kit::shorten(&call)))),
        }
    }

    fn leave(&mut self) {
        if let Some((call, _)) = self.path.pop() {
            self.open.insert(call, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::script::vocabulary;
    use super::*;
    use kit::Unwatched;

    /// What is kept of a position is counted: its call, its options, and what `fn split` took apart, each once.
    #[test]
    fn what_is_kept_is_counted() {
        let split = "fn moves(p) { if p == \"g\" { [\"ab\", \"e\", \"ab\"] } else { [] } }\n\
                     fn split(p) { if p == \"ab\" { [\"a\", \"b\"] } else { [p] } }";
        let whole = "fn moves(n) { if n > 0 { [n - 1, n - 1] } else { [] } }";
        for (script, call, apart) in [(split, "game(\"g\")", 2), (whole, "game(2)", 0)] {
            let words = vocabulary(Some(script), None).unwrap();
            let (root, mut book, mut walk) = (&words.read(call).unwrap()[0], Rulebook::new(&words), Walk::default());
            book.enter(root, &mut walk, &mut Unwatched).unwrap();
            let size = |position: &Summand| position.rules.write(&position.position).len() as u64 + 64;
            let (mut letters, mut seen) = (call.len() as u64 + 64, HashSet::new());
            for (position, parts) in book.positions_after(root, &mut Unwatched).unwrap() {
                letters += parts.iter().map(size).sum::<u64>();
                if apart > 0 && seen.insert(position.call()) {
                    letters += size(&position);
                }
            }
            assert_eq!((walk.letters, walk.taken_apart.len()), (letters, apart), "{call}");
        }
    }
}
