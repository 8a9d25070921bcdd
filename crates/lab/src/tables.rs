//! Tables that remember: a game that was solved once answers every later position from what it keeps.
//!
//! Showing a position needs no solving and is done with a fresh table. Advice and values are asked of a table that is
//! kept here, brought to the position by undoing and playing. The few that were used last are kept, and not for long
//! when nobody plays, since some hold gibibytes.

use crate::pace::Instant;
use kit::{Ask, GameTable, Play, Result, Watch};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Tables that are kept.
const KEPT: usize = 3;
/// How long a table is kept that nobody plays at.
const IDLE: Duration = Duration::from_secs(600);
/// How often someone looks who waits for a table.
const TURN: Duration = Duration::from_millis(10);

type Shared = Arc<Mutex<Box<dyn Play>>>;

struct Kept {
    line: String,
    table: Shared,
    used: Instant,
}

/// The kept tables by the sentence that sat down at them, the last used at the end.
#[derive(Clone, Default)]
pub(crate) struct Tables(Arc<Mutex<Vec<Kept>>>);

impl Tables {
    /// The table of that sentence, kept or new.
    pub(crate) fn sit(&self, table: &GameTable, ask: &Ask, watch: &mut dyn Watch) -> Result<Shared> {
        let line = ask.line();
        let mut kept = lock(&self.0);
        let found = match kept.iter().position(|kept| kept.line == line) {
            Some(place) => kept.remove(place).table,
            None => Arc::new(Mutex::new((table.sit)(ask, watch)?)),
        };
        while kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push(Kept { line, table: Arc::clone(&found), used: Instant::now() });
        Ok(found)
    }

    /// Lets tables go that nobody has used for a while.
    pub(crate) fn clear_idle(&self) {
        lock(&self.0).retain(|kept| kept.used.elapsed() < IDLE);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Brings a table to the position after these moves and asks it something. Whoever waits until the table is free can be
/// stopped as well.
pub(crate) fn at<T>(
    table: &Shared,
    moves: &[String],
    watch: &mut dyn Watch,
    ask: impl FnOnce(&dyn Play, &mut dyn Watch) -> Result<T>,
) -> Result<T> {
    let mut play = loop {
        match table.try_lock() {
            Ok(play) => break play,
            Err(TryLockError::Poisoned(play)) => break play.into_inner(),
            Err(TryLockError::WouldBlock) => {
                kit::watch::step(watch, 0, None, || "the table thinks about another position".to_string())?;
                std::thread::sleep(TURN);
            }
        }
    };
    bring(play.as_mut(), moves)?;
    ask(play.as_ref(), watch)
}

/// Undoes what differs and plays the rest.
pub(crate) fn bring(play: &mut dyn Play, moves: &[String]) -> Result<()> {
    let history = play.history();
    let common = history.iter().zip(moves).take_while(|(a, b)| a == b).count();
    for _ in common..history.len() {
        play.undo();
    }
    moves[common..].iter().try_for_each(|text| play.play(text))
}
