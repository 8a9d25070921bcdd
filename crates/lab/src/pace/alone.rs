//! Waiting, for a page without a server: nobody waits, since everything is done when it is asked for. What it asks of
//! its surroundings (the time, and who is told of progress) is given by the page that holds the rooms.

use kit::{Error, Result, Watch};
use std::net::IpAddr;
use std::ops::{Add, AddAssign, Sub};
use std::sync::OnceLock;
use std::time::Duration;

/// What the rooms ask of the page that holds them.
#[derive(Clone, Copy, Debug)]
pub struct Bridge {
    /// Milliseconds since some moment.
    pub now: fn() -> f64,
    /// Work begins that this command line would do.
    pub begun: fn(&str),
    /// So many steps are done, of so many if that is known.
    pub looked: fn(u64, Option<u64>),
}

static BRIDGE: OnceLock<Bridge> = OnceLock::new();

/// Crosses it from now on.
pub(crate) fn set(bridge: Bridge) {
    BRIDGE.get_or_init(|| bridge);
}

/// A moment by the page's clock; without one, all are the same.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Instant(Duration);

impl Instant {
    pub(crate) fn now() -> Instant {
        let milliseconds = BRIDGE.get().map_or(0.0, |bridge| (bridge.now)());
        Instant(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, later: Duration) -> Instant {
        Instant(self.0.saturating_add(later))
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, later: Duration) {
        *self = *self + later;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// Nobody else asks.
pub(crate) fn visitor() -> Option<IpAddr> {
    None
}

/// A job is done by whoever asks for it.
pub(crate) const AT_ONCE: bool = true;

/// Tells the page what is begun.
pub(crate) fn begun(command: &str) {
    if let Some(bridge) = BRIDGE.get() {
        (bridge.begun)(command);
    }
}

/// Tells the page how far it is.
pub(crate) fn looked(done: u64, of: Option<u64>) {
    if let Some(bridge) = BRIDGE.get() {
        (bridge.looked)(done, of);
    }
}

/// What nobody waits for is done when somebody looks for it.
pub(crate) fn start(_work: impl FnOnce() + Send + 'static) {}

/// There are no other processes.
#[derive(Clone)]
pub(crate) enum Crew {}

impl Crew {
    pub(crate) fn send(
        &self,
        _errand: crate::errand::Errand,
        _command: &str,
        _watch: &mut dyn Watch,
    ) -> Result<crate::errand::Answer> {
        match *self {}
    }
}

/// Nobody waits for it: whoever could is at work until it has rung.
pub(crate) struct Bell;

impl Bell {
    pub(crate) fn new() -> Bell {
        Bell
    }

    pub(crate) fn ring(&self) {}

    pub(crate) async fn wait(&self, _at_most: Duration) {}
}

/// Small work, done at once.
pub(crate) struct Views;

impl Views {
    pub(crate) fn new() -> Views {
        Views
    }

    pub(crate) async fn work<T>(
        &self,
        _patience: Duration,
        _late: Error,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        work()
    }
}
