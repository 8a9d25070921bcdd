//! A game in progress.

use crate::watch::{exception, work};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game that was sat down at; the class `Play` of the package adds the picture for notebooks.
#[pyclass(frozen, subclass, module = "parlor", name = "NativePlay")]
pub(crate) struct Play {
    table: Mutex<Box<dyn kit::Play>>,
}

impl Play {
    pub(crate) fn new(table: Box<dyn kit::Play>) -> Play {
        Play { table: Mutex::new(table) }
    }

    fn table(&self) -> MutexGuard<'_, Box<dyn kit::Play>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Play {
    #[getter]
    fn title(&self) -> String {
        self.table().title()
    }

    #[getter]
    fn rules(&self) -> String {
        self.table().rules()
    }

    #[getter]
    fn solitaire(&self) -> bool {
        self.table().solitaire()
    }

    #[getter]
    fn position(&self) -> String {
        self.table().position()
    }

    #[getter]
    fn history(&self) -> Vec<String> {
        self.table().history()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.table().moves()
    }

    #[getter]
    fn turn(&self) -> usize {
        self.table().turn()
    }

    /// Who won, if anybody, and why it is over; nothing while the game goes on.
    #[getter]
    fn end(&self) -> Option<(Option<usize>, String)> {
        self.table().end().map(|end| (end.winner, end.line))
    }

    fn play(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.table().play(text).map_err(|e| exception(py, &e))
    }

    fn undo(&self) -> bool {
        self.table().undo()
    }

    /// A move, whether it is proved, and why.
    fn hint(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<(String, String, String)> {
        let advice = work(py, progress, |watch| self.table().advise(watch))?;
        Ok((advice.play, advice.standing.kind().to_string(), advice.line))
    }

    /// What each move offered is worth: the move, whether it wins if that is known, a note.
    fn values(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Vec<(String, Option<bool>, String)>> {
        let values = work(py, progress, |watch| self.table().values(watch))?;
        Ok(values.into_iter().map(|value| (value.play, value.wins, value.note)).collect())
    }

    fn svg(&self) -> String {
        show::svg::svg(&self.table().scene())
    }
}
