//! Games that are written in Python: the search and its table. Positions are any hashable values.

use crate::watch::Error;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The entry of a position whose options are still being searched.
const OPEN: i64 = -1;

/// The rules of a game, as functions of Python.
struct Rules<'py> {
    options: Bound<'py, PyAny>,
    split: Option<Bound<'py, PyAny>>,
    canon: Option<Bound<'py, PyAny>>,
}

impl<'py> Rules<'py> {
    fn canonical(&self, position: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match &self.canon {
            Some(canon) => canon.call1((position,)),
            None => Ok(position),
        }
    }

    /// The components whose sum is the position.
    fn parts(&self, position: Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        match &self.split {
            Some(split) => split.call1((position,))?.try_iter()?.map(|part| self.canonical(part?)).collect(),
            None => Ok(vec![self.canonical(position)?]),
        }
    }
}

/// A position on the way down: its options that are still to be looked at, and the nimbers of the others.
struct Frame<'py> {
    position: Bound<'py, PyAny>,
    options: Vec<Vec<Bound<'py, PyAny>>>,
    reached: Vec<bool>,
}

impl<'py> Frame<'py> {
    fn new(rules: &Rules<'py>, position: Bound<'py, PyAny>, table: &Bound<'py, PyDict>) -> PyResult<Frame<'py>> {
        let options = rules.options.call1((&position,))?;
        let options = options.try_iter()?.map(|option| rules.parts(option?)).collect::<PyResult<Vec<_>>>()?;
        table.set_item(&position, OPEN)?;
        Ok(Frame { position, options, reached: Vec::new() })
    }

    /// The first component whose nimber is not known, or the nimber of the position if all are.
    fn next(&mut self, table: &Bound<'py, PyDict>) -> PyResult<Result<i64, Bound<'py, PyAny>>> {
        while let Some(option) = self.options.last() {
            let mut nimber = 0;
            for part in option {
                match table.get_item(part)? {
                    Some(known) => nimber ^= known_nimber(part, &known)?,
                    None => return Ok(Err(part.clone())),
                }
            }
            let nimber = usize::try_from(nimber).expect("nimbers are not negative");
            if self.reached.len() <= nimber {
                self.reached.resize(nimber + 1, false);
            }
            self.reached[nimber] = true;
            self.options.pop();
        }
        let mex = self.reached.iter().position(|reached| !reached).unwrap_or(self.reached.len());
        Ok(Ok(i64::try_from(mex).expect("no more nimbers than options")))
    }
}

fn known_nimber(part: &Bound<'_, PyAny>, known: &Bound<'_, PyAny>) -> PyResult<i64> {
    match known.extract::<i64>()? {
        OPEN => {
            let text = format!("the game comes back to {}; the options of a position must end", part.repr()?);
            Err(Error::new_err(text))
        }
        nimber => Ok(nimber),
    }
}

/// The nimber of a position; `table` keeps those of all components that were searched.
#[pyfunction]
#[pyo3(signature = (position, options, split, canon, table))]
pub(crate) fn nimbers<'py>(
    position: Bound<'py, PyAny>,
    options: Bound<'py, PyAny>,
    split: Option<Bound<'py, PyAny>>,
    canon: Option<Bound<'py, PyAny>>,
    table: Bound<'py, PyDict>,
) -> PyResult<i64> {
    let rules = Rules { options, split, canon };
    let mut nimber = 0;
    for part in rules.parts(position)? {
        if table.get_item(&part)?.is_none() {
            let mut path = Vec::new();
            let searched = search(&rules, part.clone(), &table, &mut path);
            // What a rule raised must not leave half-searched positions behind.
            for frame in path {
                table.del_item(&frame.position)?;
            }
            searched?;
        }
        let known = table.get_item(&part)?.expect("it was just searched");
        nimber ^= known_nimber(&part, &known)?;
    }
    Ok(nimber)
}

fn search<'py>(
    rules: &Rules<'py>,
    start: Bound<'py, PyAny>,
    table: &Bound<'py, PyDict>,
    path: &mut Vec<Frame<'py>>,
) -> PyResult<()> {
    path.push(Frame::new(rules, start, table)?);
    while let Some(frame) = path.last_mut() {
        match frame.next(table)? {
            Err(part) => path.push(Frame::new(rules, part, table)?),
            Ok(nimber) => {
                let frame = path.pop().expect("it is the last");
                table.set_item(frame.position, nimber)?;
            }
        }
    }
    Ok(())
}
