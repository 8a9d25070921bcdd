//! The command line of Parlor, made from the registry of topics: a new question appears here without a line of code.

mod answer;
mod bar;
mod check;
mod command;
mod explain;
mod files;
mod formats;
mod help;
mod learn;
mod limits;
mod listing;
mod oeis;
mod paper;
mod play;
mod print;
mod records;
mod schema;
mod serve;
mod shell;
mod verify;
mod watch;
mod worksheet;

pub use listing::registry;
pub use records::{Record, digest_of, records};
pub use schema::answer_schema;

use kit::{Error, Result, Trouble};
use std::ffi::OsString;

/// Carries out a command line, given without the program's name, and returns its exit code: 0 answered, 1 a claim or a
/// certificate failed, 2 bad usage or input, 3 too large, 130 stopped.
pub fn command_line(words: impl Iterator<Item = OsString>) -> u8 {
    match run(words) {
        Ok(()) => 0,
        Err(error) => {
            let error = limits::seen(error);
            tell(&error);
            code(error.trouble())
        }
    }
}

/// The exit code of that trouble.
fn code(trouble: Trouble) -> u8 {
    match trouble {
        Trouble::Failed => 1,
        Trouble::Usage => 2,
        Trouble::TooLarge => 3,
        Trouble::Stopped => 130,
    }
}

/// Says what went wrong.
fn tell(error: &Error) {
    let word = if error.is_stopped() { "" } else { "error: " };
    print::to_stderr(&format!("{word}{error}\n"));
    if let Some(caret) = error.caret() {
        print::to_stderr(&format!("{caret}\n"));
    }
}

fn run(words: impl Iterator<Item = OsString>) -> Result<()> {
    let refuse = |word: OsString| Error::usage(format!("{word:?}"), "not text", "write UTF-8");
    let words = words.map(|word| word.into_string().map_err(refuse)).collect::<Result<Vec<String>>>()?;
    if words == [lab::WORKER] {
        let memory = std::env::var(lab::WORKER_MEMORY).ok().and_then(|bytes| bytes.parse().ok());
        lab::work(topics::ALL, memory);
        return Ok(());
    }
    watch::catch_interrupts();
    command::run(&words)
}

/// What a front end says when a file will not do.
fn file_trouble(path: &str, error: &std::io::Error) -> Error {
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        std::io::ErrorKind::InvalidData => "it is not text".to_string(),
        _ => error.to_string(),
    };
    Error::usage(path, why, "name a file that can be used")
}
