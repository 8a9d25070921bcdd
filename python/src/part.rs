//! A search in parts, as the cluster carries it: errands, guesses and facts are bytes.

use crate::report::NativeReport;
use crate::watch::{exception, work};
use engine::search::{Fact, Next, read_facts, read_guesses, write_facts, write_guesses};
use kit::{Ask, Error, NoFiles, Question, Result, Watch};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprouts::keeper::RULES;
use sprouts::parts::{Errand, Outcome, Planner, Worker};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a message is called where it is refused.
const MESSAGE: &str = "of a message";
/// The name under which the answer finds what the run proved.
const RUN: &str = "the run";

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The start that a sentence asks about; what cannot be worked on in parts is refused.
fn start_of(sentence: &str) -> Result<(&'static Question, Ask, usize)> {
    let (question, ask) = kit::read_sentence(topics::ALL, sentence, &NoFiles)?;
    let line = ask.line();
    if !line.starts_with("sprouts solve") {
        let why = "it is not worked on in parts that share what they prove";
        return Err(Error::usage(kit::shorten(&line), why, "ask sprouts solve N"));
    }
    for (name, only) in [("play", "normal"), ("method", "proof")] {
        if ask.text(name) != only {
            let why = format!("parts are of {only} only");
            return Err(Error::usage(format!("--{name} {}", ask.text(name)), why, "leave it out"));
        }
    }
    if let Some(name) = ask.text_if("keep") {
        return Err(Error::usage(format!("--keep {name}"), "the run keeps for its parts", "give it to the run"));
    }
    let spots = ask.size("n");
    Ok((question, ask, spots))
}

fn bytes(py: Python<'_>, bytes: &[u8]) -> Py<PyBytes> {
    PyBytes::new(py, bytes).unbind()
}

/// Who works on couples of a sentence's game within a budget, says what it proved and learns what others did.
#[pyclass(module = "parlor._parlor", frozen)]
pub(crate) struct Part {
    worker: Mutex<Worker>,
    proved: Mutex<Vec<Fact>>,
}

#[pymethods]
impl Part {
    #[new]
    fn new(py: Python<'_>, sentence: &str) -> PyResult<Part> {
        let (_, ask, _) = start_of(sentence).map_err(|e| exception(py, &e))?;
        let worker = Mutex::new(Worker::new(ask.size("memory") << 20));
        Ok(Part { worker, proved: Mutex::default() })
    }

    /// Works on a couple until it is decided (then the bytes are empty) or so many couples were visited: then they hold
    /// guesses at what is left. Also says how many positions were opened.
    fn attempt(&self, py: Python<'_>, position: &[u8], nimber: u32, budget: u64) -> PyResult<(Py<PyBytes>, u64)> {
        let errand = Errand { land: position.to_vec(), k: nimber };
        let outcome = work(py, None, |watch| locked(&self.worker).run(&errand, budget, watch))?;
        locked(&self.proved).extend(outcome.facts);
        let guesses = match outcome.guesses.is_empty() {
            true => Vec::new(),
            false => write_guesses(RULES, &outcome.guesses),
        };
        Ok((bytes(py, &guesses), outcome.positions))
    }

    /// What was proved since this was asked last, and how many facts that is.
    fn facts(&self, py: Python<'_>) -> (Py<PyBytes>, usize) {
        let proved = std::mem::take(&mut *locked(&self.proved));
        (bytes(py, &write_facts(RULES, &proved)), proved.len())
    }

    /// Learns what others proved.
    fn learn(&self, py: Python<'_>, facts: &[u8]) -> PyResult<()> {
        work(py, None, |_| locked(&self.worker).learn(&read_facts(MESSAGE, RULES, facts)?))
    }
}

/// Who keeps the tree of a sentence and gives errands.
#[pyclass(module = "parlor._parlor", frozen)]
pub(crate) struct Plan {
    sentence: String,
    planner: Mutex<Planner>,
}

#[pymethods]
impl Plan {
    #[new]
    fn new(py: Python<'_>, sentence: &str) -> PyResult<Plan> {
        let (_, ask, spots) = start_of(sentence).map_err(|e| exception(py, &e))?;
        let planner = Planner::of_start(spots, ask.size("memory") << 20).map_err(|e| exception(py, &e))?;
        Ok(Plan { sentence: sentence.to_string(), planner: Mutex::new(planner) })
    }

    /// The next couple to work on, a position and a nimber; nothing while all that look useful are under way.
    fn errand(&self, py: Python<'_>) -> PyResult<Option<(Py<PyBytes>, u32)>> {
        match work(py, None, |watch| locked(&self.planner).errand(watch))? {
            Next::Couple(errand, k) => Ok(Some((bytes(py, &errand.land), k))),
            Next::Decided(_) | Next::Waiting => Ok(None),
        }
    }

    /// Whether the answer stands.
    fn decided(&self) -> bool {
        locked(&self.planner).decided()
    }

    /// Learns what came of an errand: guesses, if it is not decided, and facts.
    fn learn(&self, py: Python<'_>, position: &[u8], nimber: u32, guesses: &[u8], facts: &[u8]) -> PyResult<()> {
        let errand = Errand { land: position.to_vec(), k: nimber };
        work(py, None, |watch| {
            let guesses = match guesses {
                [] => Vec::new(),
                bytes => read_guesses(MESSAGE, RULES, bytes)?,
            };
            let outcome = Outcome { guesses, facts: read_facts(MESSAGE, RULES, facts)?, positions: 0 };
            locked(&self.planner).learn(&errand, &outcome, watch)
        })
    }

    /// An errand came to nothing: whoever ran it is gone.
    fn lost(&self, position: &[u8]) {
        locked(&self.planner).lost(position);
    }

    /// All that is proved, as a file of facts, and how many facts that is.
    fn facts(&self, py: Python<'_>) -> (Py<PyBytes>, usize) {
        let (written, count) = py.detach(|| {
            let facts = locked(&self.planner).facts();
            (write_facts(RULES, &facts), facts.len())
        });
        (bytes(py, &written), count)
    }

    /// Learns what a run before this one kept under that name.
    fn resume(&self, py: Python<'_>, name: &str, kept: &[u8]) -> PyResult<usize> {
        work(py, None, |_| {
            let facts = read_facts(name, RULES, kept)?;
            locked(&self.planner).resume(&facts)?;
            Ok(facts.len())
        })
    }

    /// The answer to the sentence as it is given here, from what the run proved; with its certificate.
    fn answer(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<NativeReport> {
        let (question, mut ask, _) = start_of(&self.sentence).map_err(|e| exception(py, &e))?;
        let line = ask.line();
        let report = work(py, progress, |watch| {
            ask.give("keep", RUN, &NoFiles)?;
            let held = write_facts(RULES, &locked(&self.planner).facts());
            (question.answer)(&ask.with_certificate(), &mut Shelved { watch, held: Some(held) })
        })?;
        Ok(NativeReport::new(line, report))
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
