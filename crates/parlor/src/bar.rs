//! The line that shows on a terminal how far a long work is.

use std::io::Write;
use std::time::{Duration, Instant};

/// A line on standard error that is written over again and again, and is gone at the end.
pub(crate) struct Line {
    begun: Instant,
    shown: bool,
}

impl Line {
    pub(crate) fn new() -> Line {
        Line { begun: Instant::now(), shown: false }
    }

    /// Shows so many steps, of so many if that is known.
    pub(crate) fn show(&mut self, done: u64, of: Option<u64>) {
        let width = crossterm::terminal::size().map_or(80, |(width, _)| usize::from(width));
        self.shown = true;
        write(&format!("\r{}\x1b[K", told(done, of, self.begun.elapsed(), width.saturating_sub(1))));
    }

    /// Prints a remark above it.
    pub(crate) fn remark(&mut self, remark: &str) {
        self.clear();
        write(&format!("{remark}\n"));
    }

    /// Takes it away.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            write("\r\x1b[K");
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A terminal that went away needs no progress.
fn write(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// What the line says in so many columns.
fn told(done: u64, of: Option<u64>, since: Duration, width: usize) -> String {
    let line = match of {
        Some(of) => {
            let part = done as f64 / of.max(1) as f64;
            let left = match part > 0.0 {
                true => format!(", {} left", clock(since.as_secs_f64() * (1.0 / part - 1.0).max(0.0))),
                false => String::new(),
            };
            let figures = format!(" {}/{} {}{left}", grouped(done), grouped(of), clock(since.as_secs_f64()));
            let room = width.saturating_sub(figures.len());
            let full = ((part.min(1.0) * room as f64) as usize).min(room);
            format!("{}{}{figures}", "█".repeat(full), "░".repeat(room - full))
        }
        None => {
            let turn = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇'][(since.as_millis() / 150 % 6) as usize];
            format!("{turn} {} {}", grouped(done), clock(since.as_secs_f64()))
        }
    };
    line.chars().take(width).collect()
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

fn clock(seconds: f64) -> String {
    let seconds = seconds.min(1e9) as u64;
    match seconds / 60 {
        0 => format!("{seconds}s"),
        minutes if minutes < 60 => format!("{minutes}m {:02}s", seconds % 60),
        minutes => format!("{}h {:02}m", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_far_the_work_is_and_fits() {
        let told = |done, of, width| told(done, of, Duration::from_secs(61), width);
        assert_eq!(told(1_234_567, None, 80), "⠦ 1,234,567 1m 01s");
        assert_eq!(told(1000, Some(4000), 40), "██░░░░░░ 1,000/4,000 1m 01s, 3m 03s left");
        assert_eq!(told(0, Some(10), 20), "░░░░░░░░ 0/10 1m 01s");
        assert!(told(9, Some(3), 30).starts_with("████"), "more than was foreseen fills the line");
        for width in 0..30 {
            assert!(told(5, Some(10), width).chars().count() <= width);
        }
        assert_eq!(clock(7322.0), "2h 02m");
    }
}
