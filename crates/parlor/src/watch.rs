//! The watch of the command line: a bar on a terminal, Ctrl-C everywhere.

use crate::bar::Line;
use crate::files::{self, Output};
use crate::limits;
use kit::{Result, Watch};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);
static AT_THE_TABLE: AtomicBool = AtomicBool::new(false);

/// Ctrl-C asks the work to stop; a second one, or one while a person is at a game, ends the program.
pub(crate) fn catch_interrupts() {
    let handler = || {
        if AT_THE_TABLE.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
            files::clear_drafts();
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(handler);
}

/// What was asked to stop has stopped, and the next work begins.
pub(crate) fn begin_again() {
    STOP.store(false, Ordering::Relaxed);
}

/// From now on Ctrl-C leaves the table, and the clock of the limits runs only while the house works.
pub(crate) fn at_the_table() {
    AT_THE_TABLE.store(true, Ordering::Relaxed);
    limits::done();
}

/// Shows progress on stderr if that is a terminal.
pub(crate) struct Bar {
    bar: Option<Line>,
    last: Instant,
    kept: Instant,
}

/// What is lost at most when the machine dies.
const BETWEEN_KEEPS: Duration = Duration::from_secs(3);

impl Bar {
    pub(crate) fn new() -> Bar {
        limits::begin();
        let bar = std::io::stderr().is_terminal().then(Line::new);
        Bar { bar, last: Instant::now(), kept: Instant::now() }
    }
}

/// Looks for Ctrl-C but draws nothing, for screens that are drawn by someone else.
pub(crate) struct Silent(());

impl Silent {
    pub(crate) fn new() -> Silent {
        limits::begin();
        Silent(())
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        rest();
    }
}

/// At a table the clock stands still while a person thinks.
fn rest() {
    if AT_THE_TABLE.load(Ordering::Relaxed) {
        limits::done();
    }
}

impl Watch for Silent {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        if stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        limits::take(what, bytes)
    }
}

/// Whether the work is asked to end, by a person or by a limit.
fn stopped() -> bool {
    STOP.load(Ordering::Relaxed) || limits::reached()
}

impl Watch for Bar {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        if stopped() {
            return ControlFlow::Break(());
        }
        if let Some(bar) = &mut self.bar {
            // Work that ends at once shows no bar at all.
            if self.last.elapsed() > Duration::from_millis(100) {
                self.last = Instant::now();
                bar.show(done, of);
            }
        }
        ControlFlow::Continue(())
    }

    fn say(&mut self, remark: &str) {
        let remark = kit::say::printable(remark);
        match &mut self.bar {
            Some(bar) => bar.remark(&remark),
            None => crate::print::to_stderr(&format!("{remark}\n")),
        }
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        limits::take(what, bytes)
    }

    fn kept(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        files::read_kept(name)
    }

    fn keep(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.kept = Instant::now();
        Output::open(name)?.write(bytes)
    }

    fn time_to_keep(&mut self) -> bool {
        self.kept.elapsed() > BETWEEN_KEEPS
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar = None;
        rest();
    }
}
