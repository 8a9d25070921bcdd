//! The rungs of normal play: the definition, the memo of components, and the search on couples.

use super::table::{Full, MOST, Table};
use super::{Impartial, components, mex};
use kit::watch::{Progress, tend};
use kit::{Error, Result, Watch};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of the table.
    pub memory: usize,
    /// The threads that search together.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 1 << 30, threads: 2 }
    }
}

impl Limits {
    /// So many mebibytes of table, two threads.
    pub fn mebibytes(memory: usize) -> Self {
        Limits { memory: memory << 20, ..Limits::default() }
    }
}

/// A rung of the ladder; all answer alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every component met gets its nimber.
    Memo,
    /// Couples G + *k, only the lost ones stored.
    Couples,
}

/// The nimber by the definition alone. Exponential.
pub fn nimber_by_definition<G: Impartial>(game: &G, at: &G::Key) -> u32 {
    let mut options = Vec::new();
    game.options(at, &mut options);
    mex(options.iter().map(|option| nimber_by_definition(game, option)))
}

/// Whether the player to move loses, by the definition alone: normal play, or misère play. Exponential.
pub fn outcome_by_definition<G: Impartial>(game: &G, at: &G::Key, misere: bool) -> bool {
    let mut options = Vec::new();
    game.options(at, &mut options);
    match options.is_empty() {
        true => !misere,
        false => !options.iter().any(|option| outcome_by_definition(game, option, misere)),
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Debug)]
pub(crate) enum Halt {
    /// Somebody asked to stop, or another thread was first.
    Stopped,
    /// The table is full.
    Full,
    /// Too many moves one after the other.
    Deep,
    /// The game came back to this position.
    Cycle(String),
    /// A nimber that does not fit the table.
    Large,
    /// The rules themselves failed.
    Fault(Error),
}

impl From<Full> for Halt {
    fn from(_: Full) -> Halt {
        Halt::Full
    }
}

impl Halt {
    pub(crate) fn into_error(self, memory: usize) -> Error {
        match self {
            Halt::Stopped => Error::stopped("the search was not finished"),
            Halt::Full => Error::too_large(
                "the search",
                format!("its table is limited to {} MB", memory >> 20),
                "raise --memory or ask a smaller position",
            ),
            Halt::Deep => Error::too_large(
                "the game",
                format!("more than {DEPTH} moves in a row"),
                "ask a smaller position, or a game that ends",
            ),
            Halt::Cycle(at) => {
                Error::usage(kit::shorten(&at), "the game comes back to this position", "a game must end")
            }
            Halt::Large => {
                Error::too_large("the nimber", format!("the table holds up to {MOST}"), "ask a smaller position")
            }
            Halt::Fault(error) => error,
        }
    }
}

/// The deepest line of play: frames of the search must fit [`STACK`].
const DEPTH: usize = 40_000;
const STACK: usize = 1 << 29;

/// Solves positions of one game and keeps what it learns.
pub struct Solver<G: Impartial> {
    game: G,
    table: Table<G::Key>,
    limits: Limits,
}

impl<G: Impartial> Solver<G> {
    /// A solver that knows nothing yet.
    pub fn new(game: G, limits: Limits) -> Self {
        Solver { game, table: Table::new(limits.memory), limits }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What it has learnt: components and their nimbers.
    pub fn table(&self) -> &Table<G::Key> {
        &self.table
    }

    /// The nimber of a position.
    pub fn nimber(&self, at: &G::Key, method: Method, watch: &mut dyn Watch) -> Result<u32> {
        Ok(self.nimbers(std::slice::from_ref(at), method, watch)?[0])
    }

    /// The nimbers of several positions.
    pub fn nimbers(&self, positions: &[G::Key], method: Method, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        // What is known needs no threads: starting them takes longer than looking up.
        if let Some(values) = positions.iter().map(|at| self.known(at)).collect() {
            return Ok(values);
        }
        self.run(watch, |worker| {
            let mut values = vec![0; positions.len()];
            // The second thread starts from the other end and meets the first in the table.
            for step in 0..positions.len() {
                let index = if worker.second { positions.len() - 1 - step } else { step };
                values[index] = match method {
                    Method::Memo => worker.memo(&positions[index])?,
                    Method::Couples => worker.nimber(&positions[index])?,
                };
            }
            Ok(values)
        })
    }

    /// The nimber of a position all of whose components are known, by a theorem or from the table.
    fn known(&self, at: &G::Key) -> Option<u32> {
        let parts = components(&self.game, at, &mut Vec::new());
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.game.known(part).or_else(|| self.table.get(part))?))
    }

    /// Whether the couple "position + *k" is lost for the player to move, by couples. With k = 0 this is the outcome, found
    /// without the nimber.
    pub fn lost(&self, at: &G::Key, k: u32, watch: &mut dyn Watch) -> Result<bool> {
        self.run(watch, |worker| worker.lost(at, k))
    }

    /// Runs the same work on every thread; the first to finish answers.
    fn run<T: Send>(
        &self,
        watch: &mut dyn Watch,
        work: impl Fn(&mut Worker<'_, G>) -> Result<T, Halt> + Sync,
    ) -> Result<T> {
        let unfinished = |done: u64| format!("{done} positions were searched");
        let answer = tend(watch, None, unfinished, |progress| {
            let over = AtomicBool::new(false);
            let on_thread = |second: bool| {
                let answer = work(&mut Worker::new(self, progress, &over, second));
                // The other thread's answer is thrown away unless this one failed to answer.
                over.store(true, Ordering::Relaxed);
                answer
            };
            std::thread::scope(|scope| {
                let start = |second: bool| {
                    let builder = std::thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, move || on_thread(second))
                };
                let workers: Vec<_> = (0..self.limits.threads.clamp(1, 2)).map(|i| start(i == 1)).collect();
                let mut halt = Halt::Stopped;
                let mut answer = None;
                for worker in workers {
                    // A thread that cannot be started leaves the work to the other.
                    match worker.map(std::thread::ScopedJoinHandle::join) {
                        Ok(Ok(Ok(value))) => answer = Some(value),
                        Ok(Ok(Err(Halt::Stopped))) | Err(_) => {}
                        Ok(Ok(Err(other))) => halt = other,
                        Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    }
                }
                answer.ok_or(halt)
            })
        })?;
        answer.map_err(|halt| halt.into_error(self.limits.memory))
    }
}

/// One thread of a search.
struct Worker<'a, G: Impartial> {
    game: &'a G,
    table: &'a Table<G::Key>,
    progress: &'a Progress,
    over: &'a AtomicBool,
    second: bool,
    steps: u64,
    depth: usize,
    path: FxHashSet<G::Key>,
    scratch: Vec<G::Key>,
}

impl<'a, G: Impartial> Worker<'a, G> {
    fn new(solver: &'a Solver<G>, progress: &'a Progress, over: &'a AtomicBool, second: bool) -> Self {
        Worker {
            game: &solver.game,
            table: &solver.table,
            progress,
            over,
            second,
            steps: 0,
            depth: 0,
            path: FxHashSet::default(),
            scratch: Vec::new(),
        }
    }

    fn step(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(256) {
            self.progress.add(256);
            if self.progress.stopped() || self.over.load(Ordering::Relaxed) {
                return Err(Halt::Stopped);
            }
        }
        match self.game.fault() {
            Some(error) => Err(Halt::Fault(error)),
            None if self.depth >= DEPTH => Err(Halt::Deep),
            None => Ok(()),
        }
    }

    fn look_up(&self, part: &G::Key) -> Option<u32> {
        self.game.known(part).or_else(|| self.table.get(part))
    }

    fn store(&self, part: &G::Key, value: u32) -> Result<u32, Halt> {
        if value > MOST {
            return Err(Halt::Large);
        }
        self.table.put(part, value)?;
        Ok(value)
    }

    fn options(&mut self, part: &G::Key) -> Result<Vec<G::Key>, Halt> {
        self.step()?;
        let mut options = Vec::new();
        self.game.options(part, &mut options);
        if let Some(error) = self.game.fault() {
            return Err(Halt::Fault(error));
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    // The memo.

    fn memo(&mut self, at: &G::Key) -> Result<u32, Halt> {
        let parts = components(self.game, at, &mut self.scratch);
        parts.iter().try_fold(0, |sum, part| Ok(sum ^ self.memo_part(part)?))
    }

    fn memo_part(&mut self, part: &G::Key) -> Result<u32, Halt> {
        if let Some(value) = self.look_up(part) {
            return Ok(value);
        }
        let mut options = self.options(part)?;
        if self.second {
            options.reverse();
        }
        if !self.path.insert(part.clone()) {
            return Err(Halt::Cycle(format!("{part:?}")));
        }
        self.depth += 1;
        let mut values = Vec::with_capacity(options.len());
        for option in &options {
            values.push(self.memo(option)?);
        }
        self.depth -= 1;
        self.path.remove(part);
        self.store(part, mex(values))
    }

    // The couples.

    fn nimber(&mut self, at: &G::Key) -> Result<u32, Halt> {
        let parts = components(self.game, at, &mut self.scratch);
        parts.iter().try_fold(0, |sum, part| Ok(sum ^ self.nimber_part(part)?))
    }

    /// Tries *0, *1, *2, ...: the first lost couple is the nimber.
    fn nimber_part(&mut self, part: &G::Key) -> Result<u32, Halt> {
        if let Some(value) = self.look_up(part) {
            return Ok(value);
        }
        let options = self.split_options(part)?;
        let mut k = 0;
        while !self.no_option_lost(&options, k)? {
            k += 1;
        }
        self.store(part, k)
    }

    fn lost(&mut self, at: &G::Key, k: u32) -> Result<bool, Halt> {
        let parts = components(self.game, at, &mut self.scratch);
        self.lost_parts(&parts, k)
    }

    /// Folds all components but the heaviest unknown one into k.
    fn lost_parts(&mut self, parts: &[G::Key], mut k: u32) -> Result<bool, Halt> {
        let mut unknown: Vec<&G::Key> = Vec::new();
        for part in parts {
            match self.look_up(part) {
                Some(value) => k ^= value,
                None => unknown.push(part),
            }
        }
        unknown.sort_by_key(|part| self.game.weight(part));
        let Some((heaviest, others)) = unknown.split_last() else {
            return Ok(k == 0);
        };
        for part in others {
            k ^= self.nimber_part(part)?;
        }
        self.lost_part(heaviest, k)
    }

    fn lost_part(&mut self, part: &G::Key, k: u32) -> Result<bool, Halt> {
        if let Some(value) = self.look_up(part) {
            return Ok(value == k);
        }
        let options = self.split_options(part)?;
        if !self.no_option_lost(&options, k)? {
            return Ok(false);
        }
        // No move in the game wins, so only a move in the pile to a lost couple (part, j) could.
        for j in 0..k {
            if self.no_option_lost(&options, j)? {
                self.store(part, j)?;
                return Ok(false);
            }
        }
        self.store(part, k)?;
        Ok(true)
    }

    /// The options as lists of components, the lighter first.
    fn split_options(&mut self, part: &G::Key) -> Result<Vec<Vec<G::Key>>, Halt> {
        let options = self.options(part)?;
        let mut split: Vec<(u64, Vec<G::Key>)> = Vec::with_capacity(options.len());
        for option in &options {
            let parts = components(self.game, option, &mut self.scratch);
            let weight = parts.iter().map(|p| self.game.weight(p)).max().unwrap_or(0);
            split.push((weight, parts));
        }
        split.sort_unstable();
        split.dedup();
        Ok(split.into_iter().map(|(_, parts)| parts).collect())
    }

    /// Whether no option is lost with *k beside it: then (part, k) is lost unless a smaller pile is.
    fn no_option_lost(&mut self, options: &[Vec<G::Key>], k: u32) -> Result<bool, Halt> {
        // What the table knows already may answer without any search.
        let mut open = Vec::new();
        for option in options {
            let known = option.iter().try_fold(0, |sum, part| Some(sum ^ self.look_up(part)?));
            match known {
                Some(value) if value == k => return Ok(false),
                Some(_) => {}
                None => open.push(option),
            }
        }
        // Two threads look for a winning option in different places.
        let turn = if self.second { open.len() / 2 } else { 0 };
        open.rotate_left(turn);
        self.depth += 1;
        for option in open {
            self.step()?;
            if self.lost_parts(option, k)? {
                self.depth -= 1;
                return Ok(false);
            }
        }
        self.depth -= 1;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    /// Take up to three from a row and leave what is left in one row or two; rows are the sorted parts of a key.
    struct Rows;

    impl Impartial for Rows {
        type Key = Vec<u8>;
        fn options(&self, at: &Vec<u8>, out: &mut Vec<Vec<u8>>) {
            for (i, &row) in at.iter().enumerate() {
                for hit in 1..=3.min(row) {
                    for left in 0..=(row - hit) / 2 {
                        let mut rows = at.clone();
                        rows[i] = left;
                        rows.push(row - hit - left);
                        out.push(rows);
                    }
                }
            }
        }
        fn split(&self, at: &Vec<u8>, out: &mut Vec<Vec<u8>>) {
            out.extend(at.iter().filter(|&&row| row > 0).map(|&row| vec![row]));
        }
        fn weight(&self, at: &Vec<u8>) -> u64 {
            at.iter().map(|&r| u64::from(r)).sum()
        }
    }

    #[test]
    fn the_rungs_agree_on_single_rows_and_sums() {
        for threads in [1, 2] {
            let limits = Limits { memory: 1 << 24, threads };
            for at in [vec![], vec![5], vec![8], vec![3, 4], vec![2, 3, 3], vec![1, 2, 5]] {
                let plain = nimber_by_definition(&Rows, &at);
                let [memo, couples] = [0, 1].map(|_| Solver::new(Rows, limits));
                assert_eq!(memo.nimber(&at, Method::Memo, &mut Unwatched).unwrap(), plain, "{at:?}");
                assert_eq!(couples.nimber(&at, Method::Couples, &mut Unwatched).unwrap(), plain, "{at:?}");
                for k in 0..6 {
                    let fresh = Solver::new(Rows, limits);
                    assert_eq!(fresh.lost(&at, k, &mut Unwatched).unwrap(), plain == k, "{at:?} + *{k}");
                }
                assert_eq!(outcome_by_definition(&Rows, &at, false), plain == 0);
            }
        }
    }

    #[test]
    fn long_rows_agree_between_memo_and_couples() {
        let memo = Solver::new(Rows, Limits::default());
        let couples = Solver::new(Rows, Limits::default());
        for n in 0..=60u8 {
            let one = memo.nimber(&vec![n], Method::Memo, &mut Unwatched).unwrap();
            assert_eq!(couples.nimber(&vec![n], Method::Couples, &mut Unwatched).unwrap(), one);
        }
        // Every stored couple is a nimber that the memo confirms.
        couples.table().each(|key, value| {
            assert_eq!(memo.nimber(key, Method::Memo, &mut Unwatched).unwrap(), value, "{key:?}");
        });
    }

    struct Circle;

    impl Impartial for Circle {
        type Key = u8;
        fn options(&self, at: &u8, out: &mut Vec<u8>) {
            out.push((at + 1) % 5);
        }
    }

    #[test]
    fn a_game_that_comes_back_is_refused() {
        let error = Solver::new(Circle, Limits::default()).nimber(&0, Method::Memo, &mut Unwatched).unwrap_err();
        assert!(error.to_string().contains("comes back"), "{error}");
        let error = Solver::new(Circle, Limits::default()).nimber(&0, Method::Couples, &mut Unwatched).unwrap_err();
        assert!(error.to_string().contains("moves in a row"), "{error}");
    }

    #[test]
    fn an_exhausted_memory_is_a_clear_refusal() {
        let limits = Limits { memory: 4000, threads: 2 };
        let error = Solver::new(Rows, limits).nimber(&vec![90], Method::Memo, &mut Unwatched).unwrap_err();
        assert_eq!(error.trouble(), kit::Trouble::TooLarge, "{error}");
    }
}
