//! Certificates: a solution, or a witness that there is none, checked with the rule alone.

use super::puzzle::Puzzle;
use engine::graphs::read::to_digraph6;
use kit::{Certificate, Error, Report, Result, Standing};

/// The most vertices of a graph that is written out whole.
const MOST_WRITTEN: usize = 3000;

/// A certificate for the change of state s: clicks t with A t = s, or y with y A = 0 and y . s != 0.
pub(super) fn write(puzzle: &Puzzle, s: &[u32], answer: std::result::Result<&[u32], &[u32]>) -> Option<Certificate> {
    let graph = match puzzle.grid {
        // A grid is said in a word; a graph of another kind is written out.
        Some(grid) => format!("grid:{}x{} {}", grid.rows, grid.columns, if grid.loops { "self" } else { "no-self" }),
        None if puzzle.order() <= MOST_WRITTEN => to_digraph6(&puzzle.graph),
        None => return None,
    };
    let list = |v: &[u32]| v.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let (kind, vector) = match answer {
        Ok(t) => ("clicks", t),
        Err(y) => ("impossible", y),
    };
    let body = format!("{graph}\n{}\n{}\n{}\n", puzzle.colours(), list(s), list(vector));
    Some(Certificate::new("merlin", kind, body))
}

/// Multiplies a certificate out.
pub(super) fn verify(certificate: &Certificate) -> Result<Report> {
    let broken = |why: &str| Error::usage("certificate", why, "give the file as it was written");
    let lines: Vec<&str> = certificate.body.lines().collect();
    let [graph, m, s, vector] = lines[..] else { return Err(broken("it has four lines after its heading")) };
    let m: u64 =
        m.trim().parse().ok().filter(|m| (2..=1 << 32).contains(m)).ok_or_else(|| broken("no number of colours"))?;
    let (graph, loops) = match graph.split_once(' ') {
        Some((grid, "self")) => (grid, Some(true)),
        Some((grid, "no-self")) => (grid, Some(false)),
        _ => (graph, None),
    };
    let puzzle = Puzzle::from_text(graph, loops.is_some(), loops, m)?;
    let list = |text: &str| -> Result<Vec<u32>> {
        let numbers: Option<Vec<u32>> =
            text.split(',').map(|x| x.trim().parse().ok().filter(|&x| u64::from(x) < m)).collect();
        numbers.filter(|v| v.len() == puzzle.order()).ok_or_else(|| broken("a vector does not fit the graph"))
    };
    let (s, vector) = (list(s)?, list(vector)?);
    match certificate.kind.as_str() {
        "clicks" => match puzzle.effect(&vector).iter().zip(&s).position(|(a, b)| a != b) {
            None => Ok(Report::new(format!("the clicks change {} cells as wanted", s.len()), Standing::Proved)
                .fact("valid", true)),
            Some(v) => Err(Error::failed(format!("the clicks do not change cell {} as wanted", v + 1))),
        },
        "impossible" => {
            if let Some(v) = puzzle.pulled_back(&vector).iter().position(|&x| x != 0) {
                return Err(Error::failed(format!("a click on {} changes the weighted sum", v + 1)));
            }
            match puzzle.modulus.dot(&vector, &s) {
                0 => Err(Error::failed("the wanted change leaves the weighted sum as it is")),
                rest => {
                    let line =
                        format!("no click changes the weighted sum, and the wanted change needs {rest} modulo {m}");
                    Ok(Report::new(line, Standing::Proved).fact("valid", true))
                }
            }
        }
        _ => Err(broken("merlin writes clicks and impossible")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merlin::system::System;
    use kit::Unwatched;

    #[test]
    fn certificates_stand_and_break_where_they_are_bent() {
        for (text, m, state) in [
            ("grid:4x5", 3, "random"),
            ("circle:6", 2, "random"),
            ("circle:6", 6, "scrambled"),
            ("petersen", 4, "random"),
        ] {
            let puzzle = Puzzle::from_text(text, true, None, m).unwrap();
            let s = puzzle.state(state, None, 3).unwrap();
            let outcome = System::new(&puzzle, &mut Unwatched).unwrap().solve(&s, &mut Unwatched).unwrap();
            let answer = outcome.clicks.as_deref().map_err(Vec::as_slice);
            let certificate = write(&puzzle, &s, answer).unwrap();
            let read = Certificate::read(&certificate.to_file()).unwrap();
            assert!(verify(&read).is_ok(), "{text}");
            let mut bent = answer.unwrap_or_else(|y| y).to_vec();
            bent[0] = puzzle.modulus.add(bent[0], 1);
            let bent = write(&puzzle, &s, if answer.is_ok() { Ok(&bent) } else { Err(&bent) }).unwrap();
            assert_eq!(verify(&bent).unwrap_err().trouble(), kit::Trouble::Failed, "{text}");
        }
        let nonsense = Certificate::new("merlin", "clicks", "grid:2x2 self\n2\n1,1\n".to_string());
        assert_eq!(verify(&nonsense).unwrap_err().trouble(), kit::Trouble::Usage);
    }
}
