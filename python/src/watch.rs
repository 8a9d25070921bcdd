//! Who watches from Python: Ctrl-C stops the work, and somebody may draw a bar. And the one exception.

use kit::{Result, Trouble, Watch};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pyo3::create_exception!(
    parlor,
    Error,
    pyo3::exceptions::PyException,
    "What will not do, why, and what would. `trouble` is \"usage\", \"too large\", \"failed\" or \"stopped\"; `caret` points \
     into the written text where that is known."
);

/// How often the interpreter is asked for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// The watch of work that was started from Python.
struct Visitor {
    progress: Option<Py<PyAny>>,
    looked: Instant,
    raised: Option<PyErr>,
}

impl Visitor {
    fn ask_python(&mut self, done: u64, of: Option<u64>) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            match &self.progress {
                Some(progress) => progress.call1(py, (done, of)).map(|_| ()),
                None => Ok(()),
            }
        })
    }
}

impl Watch for Visitor {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        if self.raised.is_none() && self.looked.elapsed() >= PATIENCE {
            self.looked = Instant::now();
            self.raised = self.ask_python(done, of).err();
        }
        match self.raised {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Does the work without holding the interpreter. What was raised meanwhile (KeyboardInterrupt) is what ends it.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn Watch) -> Result<T> + Send,
) -> PyResult<T> {
    let mut visitor = Visitor { progress, looked: Instant::now(), raised: None };
    let (result, raised) = py.detach(move || (work(&mut visitor), visitor.raised.take()));
    match (result, raised) {
        (_, Some(raised)) => Err(raised),
        (result, None) => result.map_err(|error| exception(py, &error)),
    }
}

/// The error of the house as an exception.
pub(crate) fn exception(py: Python<'_>, error: &kit::Error) -> PyErr {
    let trouble = match error.trouble() {
        Trouble::Usage => "usage",
        Trouble::TooLarge => "too large",
        Trouble::Failed => "failed",
        Trouble::Stopped => "stopped",
    };
    let text = match error.caret() {
        Some(caret) => format!("{error}\n{caret}"),
        None => error.to_string(),
    };
    let raised = Error::new_err(text);
    let value = raised.value(py);
    let told = value.setattr("trouble", trouble).and_then(|()| value.setattr("caret", error.caret()));
    told.err().unwrap_or(raised)
}
