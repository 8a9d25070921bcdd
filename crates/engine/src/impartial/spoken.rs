//! From typed games to games of the language: the adapter between [`Impartial`] and [`kit::Rules`].

use super::parts::{MESSAGE, component_of, facts_of, guesses_message};
use super::{Done, Game, Impartial, Key, Limits, Method, Plan, Solver};
use crate::search::{Fact, Note, read_facts, write_facts};
use kit::parts::{Errand, Planner};
use kit::{Counsel, Figure, InParts, Means, Position, Result, Rules, Scene, Step, Strategy, Watch};
use std::sync::{Arc, Mutex, PoisonError};

/// A move that is advised, and why.
pub struct Advised<K> {
    /// What a person types.
    pub text: String,
    /// The position after it.
    pub to: K,
    /// The reason, in one sentence.
    pub line: String,
}

/// The same, where there is one.
pub type Perhaps<K> = Result<Option<Advised<K>>>;

/// A typed game whose positions and moves are texts as well.
pub trait Spoken: Impartial + 'static {
    /// The rules in a few sentences.
    fn rules(&self) -> String;

    /// A position as the arguments of a call: `3, 4` or `"110/111"`.
    fn write(&self, at: &Self::Key) -> String;

    /// The moves with their texts; the positions may repeat.
    fn steps(&self, at: &Self::Key) -> Vec<(String, Self::Key)>;

    /// Whether there are positions that end the whole sum.
    fn can_end(&self) -> bool {
        false
    }

    /// Whether whoever moved to this position has won, whatever stands beside it.
    fn is_over(&self, _at: &Self::Key) -> bool {
        false
    }

    /// The position and its moves as heaps or as a piece on a board, for a game without a picture of its own.
    fn figure(&self, _at: &Self::Key) -> Option<Figure> {
        None
    }

    /// A bound on the number of moves, where listing them could take more memory than there is.
    fn breadth(&self, _at: &Self::Key) -> Option<u64> {
        None
    }

    /// The rung that suits the game.
    fn method(&self) -> Method {
        Method::Proof
    }

    /// Why the nimber of this position is out of reach of the search, if it is.
    fn out_of_reach(&self, _at: &Self::Key) -> Option<String> {
        None
    }

    /// A text that positions have in common which are the same game up to symmetry.
    fn form(&self, at: &Self::Key) -> String {
        self.write(at)
    }

    /// Whether the nimber may take more than a moment.
    fn is_heavy(&self, at: &Self::Key) -> bool {
        self.out_of_reach(at).is_some()
    }

    /// The nimbers of positions, for a game that knows a better way than the ladder.
    fn solved(&self, _at: &[Self::Key], _means: Means, _watch: &mut dyn Watch) -> Option<Result<Vec<u32>>> {
        None
    }

    /// Which positions are lost beside a pile of k, for such a game.
    fn solved_beside(
        &self,
        _at: &[Self::Key],
        _k: u32,
        _means: Means,
        _watch: &mut dyn Watch,
    ) -> Option<Result<Vec<bool>>> {
        None
    }

    /// Works on a couple of a component within a budget, for such a game.
    fn errand(
        &self,
        _part: &Self::Key,
        _k: u32,
        _budget: u64,
        _means: Means,
        _watch: &mut dyn Watch,
    ) -> Option<Result<Done<Self::Key>>> {
        None
    }

    /// What such a game has proved that is worth keeping for a start.
    fn proved(&self, _of: &Self::Key, _means: Means) -> Option<Vec<(Self::Key, Note)>> {
        None
    }

    /// Has such a game learn what was proved elsewhere.
    fn learn(&self, _facts: &[(Self::Key, Note)], _means: Means) -> Option<Result<()>> {
        None
    }

    /// A move that wins beside a pile by an argument, where nimbers are out of reach.
    fn strategy(&self, _at: &Self::Key, _beside: u32, _means: Means, _watch: &mut dyn Watch) -> Perhaps<Self::Key> {
        Ok(None)
    }

    /// A good move beside a pile, where nothing is proved.
    fn counsel(&self, _at: &Self::Key, _beside: u32, _means: Means, _watch: &mut dyn Watch) -> Perhaps<Self::Key> {
        Ok(None)
    }

    /// The position as a picture whose touches are the texts of moves.
    fn scene(&self, _at: &Self::Key) -> Option<Scene> {
        None
    }
}

/// A solver and the limits it was made with.
type Kept<K> = (Limits, Arc<Solver<K>>);

/// A typed game as rules of the language, with a solver that keeps what it learns.
pub struct Adapter<G: Spoken> {
    name: String,
    game: Arc<G>,
    solver: Mutex<Option<Kept<G::Key>>>,
}

impl<G: Spoken> Adapter<G> {
    /// The rules of a typed game, which the language calls by that name.
    pub fn new(name: &str, game: G) -> Self {
        Adapter { name: name.to_string(), game: Arc::new(game), solver: Mutex::new(None) }
    }

    /// The typed game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The solver, a new one when the limits have changed.
    pub fn solver(&self, means: Means) -> Arc<Solver<G::Key>> {
        let limits = Limits { memory: means.memory, threads: means.threads };
        let mut slot = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        match &*slot {
            Some((old, solver)) if *old == limits => solver.clone(),
            _ => {
                let solver = Arc::new(Solver::of(self.game.clone(), limits));
                *slot = Some((limits, solver.clone()));
                solver
            }
        }
    }

    fn spoken(advised: Advised<G::Key>) -> Strategy {
        let Advised { text, to, line } = advised;
        Strategy { step: Step { text, to: Position::new(to) }, line }
    }
}

impl<G: Spoken> Rules for Adapter<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn write(&self, position: &Position) -> String {
        self.game.write(position.of())
    }

    fn rules(&self) -> String {
        self.game.rules()
    }

    fn steps(&self, position: &Position) -> Result<Vec<Step>> {
        let steps = self.game.steps(position.of());
        if let Some(error) = self.game.fault() {
            return Err(error);
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let new = steps.into_iter().filter(|(_, to)| seen.insert(to.clone()));
        Ok(new.map(|(text, to)| Step { text, to: Position::new(to) }).collect())
    }

    fn can_end(&self) -> bool {
        self.game.can_end()
    }

    fn is_over(&self, position: &Position) -> bool {
        self.game.is_over(position.of())
    }

    fn figure(&self, position: &Position) -> Option<Figure> {
        self.game.figure(position.of())
    }

    fn breadth(&self, position: &Position) -> Option<u64> {
        self.game.breadth(position.of())
    }

    fn split(&self, position: &Position) -> Result<Vec<Position>> {
        let mut parts = Vec::new();
        self.game.split(position.of(), &mut parts);
        Ok(parts.into_iter().map(Position::new).collect())
    }

    fn nimbers(&self, positions: &[Position], means: Means, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        let keys: Vec<G::Key> = positions.iter().map(|p| p.of::<G::Key>().clone()).collect();
        if let Some(nimbers) = self.game.solved(&keys, means, watch) {
            return nimbers;
        }
        self.solver(means).nimbers(&keys, self.game.method(), watch)
    }

    fn lost_among(&self, positions: &[Position], k: u32, means: Means, watch: &mut dyn Watch) -> Result<Vec<bool>> {
        let keys: Vec<G::Key> = positions.iter().map(|p| p.of::<G::Key>().clone()).collect();
        if let Some(lost) = self.game.solved_beside(&keys, k, means, watch) {
            return lost;
        }
        self.solver(means).lost_among(&keys, k, self.game.method(), watch)
    }

    fn out_of_reach(&self, position: &Position) -> Option<String> {
        self.game.out_of_reach(position.of())
    }

    fn form(&self, position: &Position) -> String {
        self.game.form(position.of())
    }

    fn is_heavy(&self, position: &Position) -> bool {
        self.game.is_heavy(position.of())
    }

    fn strategy(&self, position: &Position, beside: u32, means: Means, watch: &mut dyn Watch) -> Counsel {
        let found = self.game.strategy(position.of(), beside, means, watch)?;
        Ok(found.map(|advised| Self::spoken(advised)))
    }

    fn counsel(&self, position: &Position, beside: u32, means: Means, watch: &mut dyn Watch) -> Counsel {
        let found = self.game.counsel(position.of(), beside, means, watch)?;
        Ok(found.map(|advised| Self::spoken(advised)))
    }

    fn in_parts(&self) -> Option<&dyn InParts> {
        let travels = G::Key::default().to_bytes().is_some();
        (travels && self.game.method() == Method::Proof && !self.game.can_end()).then_some(self)
    }

    fn scene(&self, position: &Position) -> Option<Scene> {
        self.game.scene(position.of())
    }
}

/// Facts as the keys of a game; foreign ones are refused.
fn keys_of<K: Key>(game: &Game<K>, facts: &[Fact]) -> Result<Vec<(K, Note)>> {
    facts.iter().map(|fact| Ok((component_of(game, &fact.position)?, fact.note))).collect()
}

impl<G: Spoken> Adapter<G> {
    /// What facts of a position are about, with their version: keys of a board depend on its size.
    fn rules_of(&self, at: &Position) -> String {
        format!("{} 1", self.call(at))
    }

    fn learn_keys(&self, facts: &[Fact], means: Means) -> Result<()> {
        let facts = keys_of(&*self.game, facts)?;
        self.game.learn(&facts, means).unwrap_or_else(|| self.solver(means).learn(facts))
    }
}

impl<G: Spoken> InParts for Adapter<G> {
    fn plan(&self, at: &Position, _means: Means) -> Result<Box<dyn Planner>> {
        Ok(Box::new(Plan::new(self.game.clone(), at.of(), self.rules_of(at))))
    }

    fn work(&self, at: &Position, means: Means) -> Result<Box<dyn kit::parts::Worker>> {
        let game = Adapter { name: self.name.clone(), game: self.game.clone(), solver: Mutex::new(None) };
        let means = Means { threads: 1, ..means };
        Ok(Box::new(Crew { game, rules: self.rules_of(at), means, news: Vec::new() }))
    }

    fn facts(&self, at: &Position, means: Means) -> Vec<u8> {
        let proved = self.game.proved(at.of(), means).unwrap_or_else(|| self.solver(means).proved(at.of()));
        write_facts(&self.rules_of(at), &facts_of(proved.into_iter()))
    }

    fn learn(&self, at: &Position, name: &str, facts: &[u8], means: Means) -> Result<usize> {
        let facts = read_facts(name, &self.rules_of(at), facts)?;
        self.learn_keys(&facts, means)?;
        Ok(facts.len())
    }
}

/// Who runs errands of a game of the language.
struct Crew<G: Spoken> {
    game: Adapter<G>,
    rules: String,
    means: Means,
    news: Vec<Fact>,
}

impl<G: Spoken> kit::parts::Worker for Crew<G> {
    fn attempt(&mut self, errand: &Errand, budget: u64, watch: &mut dyn Watch) -> Result<(Vec<u8>, u64)> {
        let part = component_of(&*self.game.game, &errand.position)?;
        let own = self.game.game.errand(&part, errand.nimber, budget, self.means, watch);
        let ladder = || self.game.solver(self.means).errand(&part, errand.nimber, budget, watch);
        let done = own.unwrap_or_else(ladder)?;
        self.news.extend(facts_of(done.proved.into_iter()));
        Ok((guesses_message(&self.rules, &facts_of(done.guesses.into_iter())), done.positions))
    }

    fn news(&mut self) -> (Vec<u8>, usize) {
        let news = std::mem::take(&mut self.news);
        (write_facts(&self.rules, &news), news.len())
    }

    fn learn(&mut self, facts: &[u8]) -> Result<()> {
        self.game.learn_keys(&read_facts(MESSAGE, &self.rules, facts)?, self.means)
    }
}
