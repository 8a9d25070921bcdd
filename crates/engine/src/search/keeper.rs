//! Facts of a search on the shelf of its watch: gone on from, kept from time to time and at the end.

use kit::{Error, Result, Watch};
use std::ops::ControlFlow;

/// A watch that keeps what a search has proved.
pub struct Keeper<'a> {
    watch: &'a mut dyn Watch,
    name: String,
    facts: Box<dyn FnMut() -> Vec<u8> + 'a>,
    trouble: Option<Error>,
}

impl<'a> Keeper<'a> {
    /// Has `learn` read what the shelf holds under that name (it says how many facts that is), and keeps what `facts`
    /// gives from now on.
    ///
    /// # Errors
    /// When the shelf cannot be read, or what lies there is not learnt.
    pub fn open(
        name: &str,
        watch: &'a mut dyn Watch,
        learn: impl FnOnce(&[u8]) -> Result<usize>,
        facts: impl FnMut() -> Vec<u8> + 'a,
    ) -> Result<Keeper<'a>> {
        if let Some(bytes) = watch.kept(name)? {
            let learnt = learn(&bytes)?;
            watch.say(&format!("resumed with {learnt} facts"));
        }
        let mut keeper = Keeper { watch, name: name.to_string(), facts: Box::new(facts), trouble: None };
        // What cannot be kept is refused before the work and not after it.
        keeper.keep_now()?;
        Ok(keeper)
    }

    /// Keeps all that is proved by now.
    ///
    /// # Errors
    /// When the shelf refuses what is kept.
    pub fn keep_now(&mut self) -> Result<()> {
        let bytes = (self.facts)();
        self.watch.keep(&self.name, &bytes)
    }

    /// The answer of the search, after all that it proved was kept; what could not be kept is an error as well.
    ///
    /// # Errors
    /// That of the search, or that of the shelf.
    pub fn close<T>(mut self, answer: Result<T>) -> Result<T> {
        if let Some(error) = self.trouble.take() {
            return Err(error);
        }
        self.keep_now()?;
        answer
    }
}

impl Watch for Keeper<'_> {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        if self.watch.time_to_keep()
            && let Err(error) = self.keep_now()
        {
            self.trouble = Some(error);
            return ControlFlow::Break(());
        }
        self.watch.look(done, of)
    }

    fn say(&mut self, remark: &str) {
        self.watch.say(remark);
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        self.watch.take(what, bytes)
    }
}
