//! A report as Python sees it.

use crate::watch::exception;
use kit::{Error, Fact, Report, Standing, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// An answer; the class `Report` of the package is made of it.
#[pyclass(frozen, module = "parlor")]
pub(crate) struct NativeReport {
    ask: String,
    report: Report,
}

impl NativeReport {
    pub(crate) fn new(ask: String, report: Report) -> NativeReport {
        NativeReport { ask, report }
    }

    fn table(&self, py: Python<'_>, name: &str) -> PyResult<&Table> {
        let tables = &self.report.tables;
        tables.iter().find(|table| table.name == name).ok_or_else(|| {
            exception(py, &kit::say::unknown(name, "no such table", tables.iter().map(|table| table.name)))
        })
    }
}

#[pymethods]
impl NativeReport {
    #[getter]
    fn ask(&self) -> &str {
        &self.ask
    }

    #[getter]
    fn line(&self) -> &str {
        &self.report.line
    }

    /// The kind, and what belongs to it: the bound, the error, what the error is.
    #[getter]
    fn standing(&self) -> (&'static str, Option<String>, Option<f64>, Option<String>) {
        let standing = &self.report.standing;
        match standing {
            Standing::Proved | Standing::Best => (standing.kind(), None, None, None),
            Standing::Checked { to } => (standing.kind(), Some(to.clone()), None, None),
            Standing::Estimate { error, of } => (standing.kind(), None, Some(*error), Some(of.to_string())),
        }
    }

    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        for (name, fact) in &self.report.facts {
            facts.set_item(name, value(py, fact)?)?;
        }
        Ok(facts)
    }

    /// The names of the tables with their columns and the number of their rows.
    #[getter]
    fn tables(&self) -> Vec<(&'static str, Vec<String>, usize)> {
        self.report.tables.iter().map(|table| (table.name, table.columns.clone(), table.rows.len())).collect()
    }

    /// The rows of a table, or the first of them, each a list.
    #[pyo3(signature = (table, most=None))]
    fn rows<'py>(&self, py: Python<'py>, table: &str, most: Option<usize>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for row in self.table(py, table)?.rows.iter().take(most.unwrap_or(usize::MAX)) {
            let cells = row.iter().map(|fact| value(py, fact)).collect::<PyResult<Vec<_>>>()?;
            rows.append(PyList::new(py, cells)?)?;
        }
        Ok(rows)
    }

    /// A column of whole numbers as one buffer of 64-bit integers in the machine's order; nothing if some cell is none.
    fn column<'py>(&self, py: Python<'py>, table: &str, column: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let table = self.table(py, table)?;
        let Some(at) = table.columns.iter().position(|head| head == column) else {
            let known = table.columns.iter().map(String::as_str);
            return Err(exception(py, &kit::say::unknown(column, "no such column", known)));
        };
        let mut bytes = Vec::with_capacity(8 * table.rows.len());
        for row in &table.rows {
            match row[at].as_whole().map(i64::try_from) {
                Some(Ok(number)) => bytes.extend_from_slice(&number.to_ne_bytes()),
                _ => return Ok(None),
            }
        }
        Ok(Some(PyBytes::new(py, &bytes)))
    }

    /// The names of the pictures.
    #[getter]
    fn scenes(&self) -> Vec<&str> {
        self.report.scenes.iter().map(|scene| scene.name.as_str()).collect()
    }

    /// A picture: the one of that name, or the first.
    #[pyo3(signature = (scene=None))]
    fn svg(&self, py: Python<'_>, scene: Option<&str>) -> PyResult<Option<String>> {
        let scenes = &self.report.scenes;
        match scene {
            None => Ok(scenes.first().map(show::svg::svg)),
            Some(name) => match scenes.iter().find(|scene| scene.name == name) {
                Some(scene) => Ok(Some(show::svg::svg(scene))),
                None => {
                    let known = scenes.iter().map(|scene| scene.name.as_str());
                    Err(exception(py, &kit::say::unknown(name, "no such picture", known)))
                }
            },
        }
    }

    /// The picture's caption.
    #[getter]
    fn caption(&self) -> Option<&str> {
        self.report.scenes.first().map(|scene| scene.caption.as_str())
    }

    #[getter]
    fn certificate(&self) -> Option<String> {
        self.report.certificate.as_ref().map(kit::Certificate::to_file)
    }

    fn text(&self) -> String {
        show::text(&self.report, 100)
    }

    fn json(&self) -> String {
        show::json(&self.ask, &self.report).to_string()
    }

    #[pyo3(signature = (table=None))]
    fn csv(&self, py: Python<'_>, table: Option<&str>) -> PyResult<String> {
        show::csv(&self.report, table).map_err(|e: Error| exception(py, &e))
    }
}

/// A fact as a value of Python: whole numbers of any size are ints, exact quotients are Fractions.
fn value<'py>(py: Python<'py>, fact: &Fact) -> PyResult<Bound<'py, PyAny>> {
    Ok(match fact {
        Fact::Nothing => py.None().into_bound(py),
        Fact::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Fact::Whole(number) => number.into_pyobject(py)?.into_any(),
        Fact::Big(text) => big(py, text)?,
        Fact::Real(number) => number.into_pyobject(py)?.into_any(),
        Fact::Text(text) | Fact::Document(text) => text.into_pyobject(py)?.into_any(),
        Fact::List(items) => {
            let items = items.iter().map(|item| value(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
    })
}

fn big<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let plain = text.strip_prefix('-').unwrap_or(text);
    match plain.split_once('/') {
        None if digits(plain) => whole(py, text),
        Some((above, below)) if digits(above) && digits(below) => {
            py.import("fractions")?.getattr("Fraction")?.call1((text,))
        }
        _ => Ok(text.into_pyobject(py)?.into_any()),
    }
}

/// The number of decimal digits that Python reads at once without being told to.
const DIGITS: usize = 4_000;

/// Python refuses to read very long decimal numbers, so these are read in parts.
fn whole<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let int = py.get_type::<pyo3::types::PyInt>();
    if text.len() <= DIGITS {
        return int.call1((text,));
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let mut number = int.call1(("0",))?;
    for part in digits.as_bytes().chunks(DIGITS) {
        let part = std::str::from_utf8(part).expect("digits are text");
        let shift = int.call1(("10",))?.pow(part.len(), py.None())?;
        number = number.mul(shift)?.add(int.call1((part,))?)?;
    }
    number.mul(sign)
}
