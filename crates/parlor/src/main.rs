//! The command line of Parlor, made from the registry of topics: a new question appears here without a line of code.

mod answer;
mod check;
mod command;
mod explain;
mod files;
mod help;
mod listing;
mod oeis;
mod play;
mod print;
mod serve;
mod verify;
mod watch;

use kit::{Error, Result, Trouble};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let word = if error.is_stopped() { "" } else { "error: " };
            print::to_stderr(&format!("{word}{error}\n"));
            if let Some(caret) = error.caret() {
                print::to_stderr(&format!("{caret}\n"));
            }
            ExitCode::from(match error.trouble() {
                Trouble::Failed => 1,
                Trouble::Usage => 2,
                Trouble::TooLarge => 3,
                Trouble::Stopped => 130,
            })
        }
    }
}

fn run() -> Result<()> {
    let word = |word: std::ffi::OsString| {
        let refuse = |word: std::ffi::OsString| Error::usage(format!("{word:?}"), "not text", "write UTF-8");
        word.into_string().map_err(refuse)
    };
    let words = std::env::args_os().skip(1).map(word).collect::<Result<Vec<String>>>()?;
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
