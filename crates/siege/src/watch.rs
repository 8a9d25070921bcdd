//! The watch of a besieged reader: it breaks at once or soon, grants little memory, and may have something on its
//! shelf. And the purse for what is slow beside reading.

use kit::{Error, Result, Watch};
use std::ops::ControlFlow;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So long slow work is always done, and after that for half of the time, or answers and pictures would leave none for
/// reading. What was found is found again in a fresh program.
const CREDIT: Duration = Duration::from_secs(60);

/// When the first slow work began, and what all of it took.
static SPENT: LazyLock<Mutex<(Instant, Duration)>> = LazyLock::new(|| Mutex::new((Instant::now(), Duration::ZERO)));

/// Does slow work if there is time for it.
pub(crate) fn afforded<T>(work: impl FnOnce() -> T) -> Option<T> {
    let spent = || SPENT.lock().unwrap_or_else(PoisonError::into_inner);
    let (since, taken) = *spent();
    if taken > CREDIT + since.elapsed() / 2 {
        return None;
    }
    let begun = Instant::now();
    let done = work();
    spent().1 += begun.elapsed();
    Some(done)
}

/// The memory that is granted.
const GRANTED: u64 = 4 << 20;

pub(crate) struct Stern {
    until: Instant,
    shelf: Option<Vec<u8>>,
}

impl Stern {
    /// Breaks at the first look.
    pub(crate) fn at_once() -> Stern {
        Stern::within(Duration::ZERO)
    }

    /// Breaks after so long.
    pub(crate) fn within(time: Duration) -> Stern {
        Stern { until: Instant::now() + time, shelf: None }
    }

    /// The same with something kept from an earlier run.
    pub(crate) fn with_shelf(self, kept: Vec<u8>) -> Stern {
        Stern { shelf: Some(kept), ..self }
    }

    /// What is kept now.
    pub(crate) fn shelf(&self) -> &[u8] {
        self.shelf.as_deref().unwrap_or(&[])
    }
}

impl Watch for Stern {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        match Instant::now() >= self.until {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        match bytes <= GRANTED {
            true => Ok(()),
            false => Err(Error::too_large(what, "little is granted", "ask for less")),
        }
    }

    fn kept(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        match &self.shelf {
            Some(kept) => Ok(Some(kept.clone()).filter(|kept| !kept.is_empty())),
            None => Err(Error::usage(name, "nothing is kept here", "ask without it")),
        }
    }

    fn keep(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.kept(name)?;
        self.shelf = Some(bytes.to_vec());
        Ok(())
    }

    fn time_to_keep(&mut self) -> bool {
        true
    }
}
