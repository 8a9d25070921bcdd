//! The rungs of normal play: the definition, the memo of components, and the two searches on couples.

use super::worker::Worker;
use super::{Below, Game, Impartial, Key, components, mex};
use crate::search::{Attempt, Full, Note, Table};
use kit::watch::tend;
use kit::{Error, Result, Watch, machine};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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

/// A rung of the ladder; all answer alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every component met gets its nimber.
    Memo,
    /// Couples G + *k, depth first, the lighter options before the heavier.
    Couples,
    /// Couples by proof numbers: the most promising option first, wherever it lies.
    Proof,
    /// All positions below in one sweep, for games that can number them; the memo for others.
    Sweep,
}

/// The nimber by the definition alone. Exponential.
pub fn nimber_by_definition<G: Impartial + ?Sized>(game: &G, at: &G::Key) -> u32 {
    let mut options = Vec::new();
    game.options(at, &mut options);
    mex(options.iter().map(|option| nimber_by_definition(game, option)))
}

/// Whether the player to move loses, by the definition alone: normal play, or misère play. Exponential.
pub fn outcome_by_definition<G: Impartial + ?Sized>(game: &G, at: &G::Key, misere: bool) -> bool {
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
                "allow more memory or ask a smaller position",
            ),
            Halt::Deep => Error::too_large(
                "the game",
                format!("more than {DEPTH} moves in a row"),
                "ask a smaller position, or a game that ends",
            ),
            Halt::Cycle(at) => {
                Error::usage(kit::shorten(&at), "the game comes back to this position", "a game must end")
            }
            Halt::Large => Error::too_large(
                "the nimber",
                format!("the table holds up to {}", Note::MOST),
                "ask a smaller position",
            ),
            Halt::Fault(error) => error,
        }
    }
}

/// The deepest line of play: frames of the search must fit [`STACK`].
pub(super) const DEPTH: usize = 40_000;
const STACK: usize = 1 << 29;

/// A question of one position, answered by a number.
type Query<'a, K> = &'a (dyn Fn(&mut Worker<'_, K>, &K) -> Result<u32, Halt> + Sync);
/// What every thread does.
type Work<'a, K> = &'a (dyn Fn(&mut Worker<'_, K>) -> Result<Vec<u32>, Halt> + Sync);

/// Solves positions of one game and keeps what it learns.
pub struct Solver<K: Key> {
    game: Arc<Game<K>>,
    table: Table<K>,
    limits: Limits,
    swept: Mutex<Option<Arc<Below<K>>>>,
}

impl<K: Key> Solver<K> {
    /// A solver that knows nothing yet.
    pub fn new(game: impl Impartial<Key = K> + 'static, limits: Limits) -> Self {
        Solver::of(Arc::new(game), limits)
    }

    /// The same for rules that others hold as well.
    pub fn of(game: Arc<Game<K>>, limits: Limits) -> Self {
        Solver { game, table: Table::new(limits.memory), limits, swept: Mutex::new(None) }
    }

    /// The rules.
    pub fn game(&self) -> &Game<K> {
        &*self.game
    }

    /// What it has learnt: components and their nimbers.
    pub fn table(&self) -> &Table<K> {
        &self.table
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// When the watch asks to stop or refuses memory, the search outgrows its memory or its depth, or the game comes
    /// back to a position.
    pub fn nimber(&self, at: &K, method: Method, watch: &mut dyn Watch) -> Result<u32> {
        Ok(self.nimbers(std::slice::from_ref(at), method, watch)?[0])
    }

    /// The nimbers of several positions.
    ///
    /// # Errors
    /// When the watch asks to stop or refuses memory, the search outgrows its memory or its depth, or the game comes
    /// back to a position.
    pub fn nimbers(&self, positions: &[K], method: Method, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        // What is known needs no threads: starting them takes longer than looking up.
        if let Some(values) = positions.iter().map(|at| self.known(at)).collect() {
            return Ok(values);
        }
        if method == Method::Sweep
            && let Some(values) = self.swept(positions, watch)
        {
            return values;
        }
        self.each(positions, watch, &|worker, at| match method {
            Method::Memo | Method::Sweep => worker.memo(at),
            Method::Couples => worker.nimber(at),
            Method::Proof => worker.proved(at),
        })
    }

    /// The same question of every position, answered by a number. Each thread starts from another place and finds in
    /// the table what the others have done. (The question is no type parameter, or all of this would be compiled for
    /// each kind of question.)
    fn each(&self, positions: &[K], watch: &mut dyn Watch, ask: Query<'_, K>) -> Result<Vec<u32>> {
        self.run(watch, &|worker| {
            let mut answers = vec![0; positions.len()];
            let first = positions.len() * worker.number / self.limits.threads.max(1);
            for step in 0..positions.len() {
                let index = (first + step) % positions.len();
                answers[index] = ask(worker, &positions[index])?;
            }
            Ok(answers)
        })
    }

    /// The nimber of a position all of whose components are known, by a theorem or from the table.
    fn known(&self, at: &K) -> Option<u32> {
        let parts = components(&*self.game, at);
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.game.known(part).or_else(|| self.table.nimber(part))?))
    }

    /// Whether the couple "position + *k" is lost for the player to move. With k = 0 this is the outcome, which couples
    /// find without the nimber.
    ///
    /// # Errors
    /// When the watch asks to stop or refuses memory, the search outgrows its memory or its depth, or the game comes
    /// back to a position.
    pub fn lost(&self, at: &K, k: u32, method: Method, watch: &mut dyn Watch) -> Result<bool> {
        Ok(self.lost_among(std::slice::from_ref(at), k, method, watch)?[0])
    }

    /// Which of the positions are lost beside a pile of k.
    ///
    /// # Errors
    /// When the watch asks to stop or refuses memory, the search outgrows its memory or its depth, or the game comes
    /// back to a position.
    pub fn lost_among(&self, positions: &[K], k: u32, method: Method, watch: &mut dyn Watch) -> Result<Vec<bool>> {
        if matches!(method, Method::Memo | Method::Sweep) {
            let nimbers = self.nimbers(positions, method, watch)?;
            return Ok(nimbers.into_iter().map(|nimber| nimber == k).collect());
        }
        let lost = self.each(positions, watch, &|worker, at| match method {
            Method::Couples => worker.lost(at, k).map(u32::from),
            _ => worker.proved_lost(at, k).map(u32::from),
        })?;
        Ok(lost.into_iter().map(|lost| lost == 1).collect())
    }

    /// Works on a couple within a budget, on one thread; also components that are worth telling others of, and the
    /// couples visited.
    pub(super) fn attempt(
        &self,
        part: &K,
        k: u32,
        budget: u64,
        watch: &mut dyn Watch,
    ) -> Result<(Attempt, Vec<K>, u64)> {
        let done = Mutex::new(None);
        self.run(watch, &|worker| {
            let attempt = worker.attempt(part, k, budget)?;
            *done.lock().unwrap_or_else(PoisonError::into_inner) = Some(attempt);
            Ok(Vec::new())
        })?;
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.ok_or_else(|| Error::failed("the search halted without an answer"))
    }

    /// The nimbers from the last sweep, or from a new one where that did not reach.
    fn swept(&self, positions: &[K], watch: &mut dyn Watch) -> Option<Result<Vec<u32>>> {
        let read = |below: &Below<K>| -> Option<Vec<u32>> { positions.iter().map(|at| below.nimber(at)).collect() };
        let last = self.swept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(values) = last.and_then(|below| read(&below)) {
            return Some(Ok(values));
        }
        let below = match self.game.sweep(positions, self.limits.memory, watch)? {
            Ok(below) => Arc::new(below),
            Err(error) => return Some(Err(error)),
        };
        let values = read(&below)?;
        *self.swept.lock().unwrap_or_else(PoisonError::into_inner) = Some(below);
        Some(Ok(values))
    }

    /// Runs the work; when the table is full and more memory is granted, runs it again over what is known by then.
    fn run(&self, watch: &mut dyn Watch, work: Work<'_, K>) -> Result<Vec<u32>> {
        loop {
            match self.run_once(watch, work)? {
                Ok(answer) => return Ok(answer),
                Err(Halt::Full) if self.table.grow_by_leave(watch)? => {}
                Err(halt) => return Err(halt.into_error(self.limits.memory)),
            }
        }
    }

    /// Runs the same work on every thread; the first to finish answers.
    fn run_once(&self, watch: &mut dyn Watch, work: Work<'_, K>) -> Result<Result<Vec<u32>, Halt>> {
        let unfinished = |done: u64| format!("{done} positions were searched");
        tend(watch, None, unfinished, |progress| {
            let (over, threads) = (AtomicBool::new(false), self.limits.threads.max(1));
            let on_thread = |number: usize| {
                let answer = work(&mut Worker::new(&*self.game, &self.table, progress, &over, [number, threads]));
                // The other threads' answers are thrown away unless this one failed to answer.
                over.store(true, Ordering::Relaxed);
                answer
            };
            let mut halt = Halt::Stopped;
            let mut answer = None;
            // A thread that cannot be started leaves the work to the others.
            for found in machine::company(threads, STACK, on_thread) {
                match found {
                    Ok(value) => answer = Some(value),
                    Err(Halt::Stopped) => {}
                    Err(other) => halt = other,
                }
            }
            answer.ok_or(halt)
        })
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

    const RUNGS: [Method; 3] = [Method::Memo, Method::Couples, Method::Proof];

    #[test]
    fn the_rungs_agree_on_single_rows_and_sums() {
        for threads in [1, 2, 3] {
            let limits = Limits { memory: 1 << 24, threads };
            for at in [vec![], vec![5], vec![8], vec![3, 4], vec![2, 3, 3], vec![1, 2, 5]] {
                let plain = nimber_by_definition(&Rows, &at);
                for method in RUNGS {
                    let fresh = Solver::new(Rows, limits);
                    assert_eq!(fresh.nimber(&at, method, &mut Unwatched).unwrap(), plain, "{at:?} {method:?}");
                    for k in 0..6 {
                        let fresh = Solver::new(Rows, limits);
                        let lost = fresh.lost(&at, k, method, &mut Unwatched).unwrap();
                        assert_eq!(lost, plain == k, "{at:?} + *{k} {method:?}");
                    }
                }
                assert_eq!(outcome_by_definition(&Rows, &at, false), plain == 0);
            }
        }
    }

    #[test]
    fn long_rows_agree_on_all_rungs() {
        let memo = Solver::new(Rows, Limits::default());
        for method in [Method::Couples, Method::Proof] {
            let couples = Solver::new(Rows, Limits::default());
            for n in 0..=60u8 {
                let one = memo.nimber(&vec![n], Method::Memo, &mut Unwatched).unwrap();
                assert_eq!(couples.nimber(&vec![n], method, &mut Unwatched).unwrap(), one);
            }
            // Every stored couple is a nimber that the memo confirms.
            couples.table().each(|key, value| {
                assert_eq!(memo.nimber(key, Method::Memo, &mut Unwatched).unwrap(), value, "{key:?}");
            });
        }
    }

    /// One pile of nim, whose nimbers grow beyond what a note can exclude.
    struct Pile;

    impl Impartial for Pile {
        type Key = u16;
        fn options(&self, at: &u16, out: &mut Vec<u16>) {
            out.extend(0..*at);
        }
    }

    #[test]
    fn large_nimbers_are_found_by_every_rung() {
        for method in RUNGS {
            let solver = Solver::new(Pile, Limits { memory: 1 << 24, threads: 1 });
            for n in [3, 15, 16, 17, 18] {
                assert_eq!(solver.nimber(&n, method, &mut Unwatched).unwrap(), u32::from(n), "{method:?}");
            }
        }
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
        for method in [Method::Couples, Method::Proof] {
            let error = Solver::new(Circle, Limits::default()).nimber(&0, method, &mut Unwatched).unwrap_err();
            assert!(error.to_string().contains("moves in a row"), "{error}");
        }
    }

    #[test]
    fn an_exhausted_memory_is_a_clear_refusal() {
        let limits = Limits { memory: 4000, threads: 2 };
        for method in RUNGS {
            let error = Solver::new(Rows, limits).nimber(&vec![90], method, &mut Unwatched).unwrap_err();
            assert_eq!(error.trouble(), kit::Trouble::TooLarge, "{error}");
        }
    }
}
