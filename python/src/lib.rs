//! The native half of the Python package: asks, reports, games, certificates and the command line. What is made from
//! the registry (functions, signatures, documentation) is Python's, in `parlor/`.

mod asks;
mod own;
mod part;
mod play;
mod report;
mod watch;

use pyo3::prelude::*;

#[pymodule]
mod _parlor {
    #[pymodule_export]
    use super::asks::{ask, heaps, joined, registry, sentence, sit, verify, words};
    #[pymodule_export]
    use super::command_line;
    #[pymodule_export]
    use super::own::nimbers;
    #[pymodule_export]
    use super::part::{Cut, Part, Plan, carried, carries};
    #[pymodule_export]
    use super::play::Play;
    #[pymodule_export]
    use super::report::NativeReport;
    #[pymodule_export]
    use super::watch::Error;
}

/// Carries out a command line and returns its exit code.
#[pyfunction]
fn command_line(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| parlor::command_line(words.into_iter()))
}
