//! Work that a cluster carries: errands, guesses and facts are bytes, pieces are numbers. No game is named here: the
//! rooms say which of their questions are worked on in parts ([`kit::parts`]).

use crate::report::NativeReport;
use crate::watch::{exception, work};
use kit::parts::{Errand, Piece, Pieces, Planner, Shared, Worker, find_pieces, find_shared};
use kit::{Ask, Error, NoFiles, Question, Result, Watch};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name under which the answer finds what the run proved.
const RUN: &str = "the run";

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The question and the ask of a sentence that is worked on elsewhere.
fn asked(sentence: &str) -> Result<(&'static Question, Ask)> {
    let (question, ask) = kit::read_sentence(topics::ALL, sentence, &NoFiles)?;
    let keep = question.params.iter().find(|param| param.name == "keep").and_then(|param| ask.text_if(param.name));
    match keep {
        Some(name) => Err(Error::usage(format!("--keep {name}"), "the run keeps for its parts", "give it to the run")),
        None => Ok((question, ask)),
    }
}

/// A search that shares what it proves; another is refused.
fn shared(sentence: &str) -> Result<(&'static Question, Ask, &'static Shared)> {
    let (question, ask) = asked(sentence)?;
    let row = find_shared(topics::ALL, &ask)?;
    Ok((question, ask, row))
}

/// A worker or a planner for a sentence.
fn begun<T: ?Sized>(
    py: Python<'_>,
    sentence: &str,
    begin: impl FnOnce(&Shared, &Ask) -> Result<Box<T>>,
) -> PyResult<Mutex<Box<T>>> {
    let begun = shared(sentence).and_then(|(_, ask, row)| begin(row, &ask));
    begun.map(Mutex::new).map_err(|e| exception(py, &e))
}

fn bytes(py: Python<'_>, bytes: &[u8]) -> Py<PyBytes> {
    PyBytes::new(py, bytes).unbind()
}

/// Who works on couples of a sentence's game within a budget, says what it proved and learns what others did.
#[pyclass(module = "parlor._parlor", frozen)]
pub(crate) struct Part {
    worker: Mutex<Box<dyn Worker>>,
}

#[pymethods]
impl Part {
    #[new]
    fn new(py: Python<'_>, sentence: &str) -> PyResult<Part> {
        Ok(Part { worker: begun(py, sentence, |row, ask| (row.work)(ask))? })
    }

    /// Works on a couple until it is decided (then the bytes are empty) or the budget is spent: then they hold guesses
    /// at what is left. Also says how many positions were looked at.
    fn attempt(&self, py: Python<'_>, position: &[u8], nimber: u32, budget: u64) -> PyResult<(Py<PyBytes>, u64)> {
        let errand = Errand { position: position.to_vec(), nimber };
        let (guesses, positions) = work(py, None, |watch| locked(&self.worker).attempt(&errand, budget, watch))?;
        Ok((bytes(py, &guesses), positions))
    }

    /// What was proved since this was asked last, and how many facts that is.
    fn facts(&self, py: Python<'_>) -> (Py<PyBytes>, usize) {
        let (news, count) = py.detach(|| locked(&self.worker).news());
        (bytes(py, &news), count)
    }

    /// Learns what others proved.
    fn learn(&self, py: Python<'_>, facts: &[u8]) -> PyResult<()> {
        work(py, None, |_| locked(&self.worker).learn(facts))
    }
}

/// Who keeps the tree of a sentence and gives errands.
#[pyclass(module = "parlor._parlor", frozen)]
pub(crate) struct Plan {
    sentence: String,
    planner: Mutex<Box<dyn Planner>>,
}

#[pymethods]
impl Plan {
    #[new]
    fn new(py: Python<'_>, sentence: &str) -> PyResult<Plan> {
        let planner = begun(py, sentence, |row, ask| (row.plan)(ask))?;
        Ok(Plan { sentence: sentence.to_string(), planner })
    }

    /// The next couple to work on, a position and a nimber; nothing while all that look useful are under way.
    fn errand(&self, py: Python<'_>) -> PyResult<Option<(Py<PyBytes>, u32)>> {
        let errand = work(py, None, |watch| locked(&self.planner).errand(watch))?;
        Ok(errand.map(|errand| (bytes(py, &errand.position), errand.nimber)))
    }

    /// Whether the answer stands.
    fn decided(&self) -> bool {
        locked(&self.planner).decided()
    }

    /// Learns what came of an errand: guesses, if it is not decided, and facts.
    fn learn(&self, py: Python<'_>, position: &[u8], nimber: u32, guesses: &[u8], facts: &[u8]) -> PyResult<()> {
        let errand = Errand { position: position.to_vec(), nimber };
        work(py, None, |watch| locked(&self.planner).learn(&errand, guesses, facts, watch))
    }

    /// An errand came to nothing: whoever ran it is gone.
    fn lost(&self, position: &[u8], nimber: u32) {
        locked(&self.planner).lost(&Errand { position: position.to_vec(), nimber });
    }

    /// All that is proved, as a file of facts, and how many facts that is.
    fn facts(&self, py: Python<'_>) -> (Py<PyBytes>, usize) {
        let (written, count) = py.detach(|| locked(&self.planner).facts());
        (bytes(py, &written), count)
    }

    /// Learns what a run before this one kept under that name.
    fn resume(&self, py: Python<'_>, name: &str, kept: &[u8]) -> PyResult<usize> {
        work(py, None, |_| locked(&self.planner).resume(name, kept))
    }

    /// The answer to the sentence as it is given here, from what the run proved; with its certificate.
    fn answer(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<NativeReport> {
        let (question, mut ask, _) = shared(&self.sentence).map_err(|e| exception(py, &e))?;
        let line = ask.line();
        let report = work(py, progress, |watch| {
            ask.give("keep", RUN, &NoFiles)?;
            let (held, _) = locked(&self.planner).facts();
            (question.answer)(&ask.with_certificate(), &mut Shelved { watch, held: Some(held) })
        })?;
        Ok(NativeReport::new(line, report))
    }
}

/// How a sentence is carried: `shared` if its search shares what it proves, `pieces` if it falls into pieces, or not.
#[pyfunction]
pub(crate) fn carried(py: Python<'_>, sentence: &str) -> PyResult<Option<&'static str>> {
    let (_, ask) = kit::read_sentence(topics::ALL, sentence, &NoFiles).map_err(|e| exception(py, &e))?;
    Ok(match (find_shared(topics::ALL, &ask), find_pieces(topics::ALL, &ask)) {
        (Ok(_), _) => Some("shared"),
        (_, Ok(_)) => Some("pieces"),
        _ => None,
    })
}

/// The sentences whose searches share what they prove, and those that fall into pieces.
#[pyfunction]
pub(crate) fn carries() -> (Vec<&'static str>, Vec<&'static str>) {
    let shared = topics::ALL.iter().flat_map(|topic| topic.shared.iter().map(|row| row.asks));
    let pieces = topics::ALL.iter().flat_map(|topic| topic.pieces.iter().map(|row| row.asks));
    (shared.collect(), pieces.collect())
}

/// Work that falls into independent pieces: how it is cut, a range of it, and the answer from all ranges.
#[pyclass(module = "parlor._parlor", frozen)]
pub(crate) struct Cut {
    ask: Ask,
    row: &'static Pieces,
}

/// A range of pieces as Python carries it: where it begins and ends, what it counted, and the rows that were found.
type Range = (u64, u64, u64, Vec<Vec<u64>>);

#[pymethods]
impl Cut {
    #[new]
    fn new(py: Python<'_>, sentence: &str) -> PyResult<Cut> {
        let found = asked(sentence).and_then(|(_, ask)| Ok((find_pieces(topics::ALL, &ask)?, ask)));
        let (row, ask) = found.map_err(|e| exception(py, &e))?;
        Ok(Cut { ask, row })
    }

    /// How many pieces there are.
    fn pieces(&self, py: Python<'_>) -> PyResult<u64> {
        work(py, None, |_| Ok((self.row.cut)(&self.ask)?.pieces))
    }

    /// Works on the pieces from the first to before the last.
    fn run(&self, py: Python<'_>, first: u64, last: u64) -> PyResult<Range> {
        let piece = work(py, None, |watch| (self.row.run)(&self.ask, first..last, watch))?;
        Ok((piece.range.start, piece.range.end, piece.count, piece.found))
    }

    /// The answer from ranges that cover the whole once; others are refused. With its certificate.
    fn answer(&self, py: Python<'_>, ranges: Vec<Range>, progress: Option<Py<PyAny>>) -> PyResult<NativeReport> {
        let piece = |(first, last, count, found)| Piece { range: first..last, count, found };
        let pieces = ranges.into_iter().map(piece).collect();
        let report = work(py, progress, |watch| self.row.joined(&self.ask.clone().with_certificate(), pieces, watch))?;
        Ok(NativeReport::new(self.ask.line(), report))
    }
}

/// A watch whose shelf holds what the run proved; what is kept there again is the same.
struct Shelved<'a> {
    watch: &'a mut dyn Watch,
    held: Option<Vec<u8>>,
}

impl Watch for Shelved<'_> {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        self.watch.look(done, of)
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        self.watch.take(what, bytes)
    }

    fn kept(&mut self, _: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.held.take())
    }

    fn keep(&mut self, _: &str, _: &[u8]) -> Result<()> {
        Ok(())
    }
}
