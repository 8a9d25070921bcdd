//! Asks from Python: by sentence, or by name with checked parameters.

use crate::play::Play;
use crate::report::NativeReport;
use crate::watch::{exception, work};
use engine::heaps::{Heaps, Rule};
use kit::{Ask, Certificate, Error, Param, Question, Result, Shelf};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Files of the person who runs Python.
struct Disk;

impl Shelf for Disk {
    fn file(&self, name: &str) -> Result<Option<String>> {
        match std::path::Path::new(name).is_file() {
            true => std::fs::read_to_string(name).map(Some).map_err(|e| Error::usage(name, e, "name a file of text")),
            false => Ok(None),
        }
    }
}

/// The registry as JSON: what `parlor topics --json` prints.
#[pyfunction]
pub(crate) fn registry() -> String {
    parlor::registry().to_string()
}

/// The words of a sentence.
#[pyfunction]
pub(crate) fn words(py: Python<'_>, sentence: &str) -> PyResult<Vec<String>> {
    kit::ask::words(sentence).map_err(|e| exception(py, &e))
}

/// The sentence that is read as these words.
#[pyfunction]
pub(crate) fn joined(words: Vec<String>) -> String {
    kit::ask::sentence(&words)
}

/// Answers a sentence of the command line, `queens lock 5`.
#[pyfunction]
pub(crate) fn sentence(
    py: Python<'_>,
    text: &str,
    certify: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeReport> {
    let (question, ask) = kit::read_sentence(topics::ALL, text, &Disk).map_err(|e| exception(py, &e))?;
    answer(py, question, ask, certify, progress)
}

/// Answers a question whose parameters are given by name.
#[pyfunction]
pub(crate) fn ask(
    py: Python<'_>,
    topic: &str,
    question: &str,
    given: Vec<(String, String)>,
    certify: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeReport> {
    let read = || {
        let topic = kit::find_topic(topics::ALL, topic)?;
        let question = kit::find_question(topic, question)?;
        let title = format!("{} {}", topic.name, question.name);
        Ok((question, named(title, question.params, &given)?))
    };
    let (question, ask) = read().map_err(|e| exception(py, &e))?;
    answer(py, question, ask, certify, progress)
}

/// Heaps that are computed between two looks at the interpreter.
const HEAPS: usize = 2000;

/// The nimbers of the heaps 0 to `to` of a code or a named game: 16-bit numbers in the machine's order, in one buffer.
#[pyfunction]
pub(crate) fn heaps<'py>(
    py: Python<'py>,
    code: String,
    to: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let values = work(py, progress, |watch| {
        let topic = kit::find_topic(topics::ALL, "sums")?;
        let params = kit::find_question(topic, "table")?.params;
        let given = [("code".to_string(), code), ("to".to_string(), to.to_string())];
        let ask = named("sums table".to_string(), params, &given)?;
        if ask.text("code").trim() == "treblecross" {
            return Err(Error::usage("treblecross", "its table counts cells and not heaps", "write 0.007"));
        }
        let rule = ask.form::<Rule>("code");
        Heaps::check(rule, to)?;
        kit::memory::take(watch, "the table", 2 * to as u64)?;
        let mut heaps = Heaps::new(rule);
        while heaps.values().len() <= to {
            let done = heaps.values().len();
            kit::watch::step(watch, done as u64, Some(to as u64), || format!("{done} values are computed"))?;
            heaps.extend((done + HEAPS).min(to));
        }
        Ok(heaps)
    })?;
    let values = &values.values()[..=to];
    PyBytes::new_with(py, 2 * values.len(), |bytes| {
        for (place, value) in bytes.chunks_exact_mut(2).zip(values) {
            place.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    })
}

/// Sits down at the table of a topic.
#[pyfunction]
pub(crate) fn sit(py: Python<'_>, text: &str) -> PyResult<Play> {
    let table = work(py, None, |watch| {
        let (topic, words) = kit::seat(topics::ALL, text)?;
        let table = kit::table_of(topic)?;
        (table.sit)(&table.ask(topic, &words, &Disk)?, watch)
    })?;
    Ok(Play::new(table))
}

/// Checks the text of a certificate.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, text: &str, progress: Option<Py<PyAny>>) -> PyResult<NativeReport> {
    let report = work(py, progress, |watch| kit::verify(topics::ALL, &Certificate::read(text)?, watch))?;
    Ok(NativeReport::new("verify".to_string(), report))
}

fn answer(
    py: Python<'_>,
    question: &'static Question,
    ask: Ask,
    certify: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeReport> {
    let ask = if certify { ask.with_certificate() } else { ask };
    let report = work(py, progress, |watch| (question.answer)(&ask, watch))?;
    Ok(NativeReport::new(ask.line(), report))
}

fn named(title: String, params: &'static [Param], given: &[(String, String)]) -> Result<Ask> {
    let mut ask = Ask::new(title.clone(), params);
    for (name, text) in given {
        match params.iter().any(|param| param.name == name) {
            true => ask.give(name, text, &Disk)?,
            false => {
                let known = params.iter().map(|param| param.name);
                return Err(kit::say::unknown(name, format!("{title} has no such parameter"), known));
            }
        }
    }
    ask.complete()?;
    Ok(ask)
}
