//! Printing that survives a closed pipe.

use kit::Result;
use std::io::{ErrorKind, Write};

/// Prints the answer. A reader that has seen enough (`| head`) ends the program quietly.
pub(crate) fn to_stdout(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(crate::file_trouble("standard output", &error)),
        Ok(()) => Ok(()),
    }
}

/// Prints a remark; if nobody can hear it, that is no reason to stop.
pub(crate) fn to_stderr(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
