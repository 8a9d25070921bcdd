//! Where clicks on lit cells lead: all states that can be reached from the first are gone through, by breadth.
//!
//! *What is established.* That clicks on lit cells lead from one state to another in so many clicks and in no fewer, or
//! never. *From what.* From the rules alone; the evidence names the graph, the colours and the two states.

use super::super::puzzle::Puzzle;
use super::board::{Lines, Rules};
use super::list_text;
use kit::{Certificate, Error, Report, Result, Standing, Watch, watch};

/// The most states.
const MOST_STATES: u64 = 1 << 24;

pub(super) const FORMAT: &str = "\
\x20 graph GRAPH                      as in the kind clicks, with M^n at most 2^24 for n cells
  colours M
  from LIST
  to LIST

A cell is lit if its colour is not 0. From a state, one click on any lit cell leads to the next.

Checks. From the first state all states that can be reached are found, by breadth: K is the least number of clicks that leads to the second one, if any does.

States: GRAPH with M colours: clicks on lit cells lead from S to T in K clicks and in no fewer. Or, if the second state is not among them: clicks on lit cells \
never lead from S to T. S and T name states as the change in the kind clicks.";

fn statement(rules: &Rules, from: &[u32], to: &[u32], clicks: Option<u64>) -> String {
    let (from, to) = (rules.state_name(from), rules.state_name(to));
    match clicks {
        Some(k) => {
            format!("{}: clicks on lit cells lead from {from} to {to} in {k} clicks and in no fewer", rules.name())
        }
        None => format!("{}: clicks on lit cells never lead from {from} to {to}", rules.name()),
    }
}

/// The certificate of the fewest clicks, or that there are none.
pub(in super::super) fn write_lit(
    puzzle: &Puzzle,
    from: &[u32],
    to: &[u32],
    clicks: Option<u64>,
) -> Option<Certificate> {
    let rules = Rules::of(puzzle)?;
    let body = format!("{}from {}\nto {}\n", rules.text(), list_text(from), list_text(to));
    Some(Certificate::new("merlin", "lit", statement(&rules, from, to, clicks), body))
}

/// The number of a state, a digit for each cell.
fn number(colours: u64, state: &[u32]) -> u64 {
    state.iter().rev().fold(0, |number, &colour| number * colours + u64::from(colour))
}

pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let rules = Rules::read(&mut lines)?;
    let states = u32::try_from(rules.order()).ok().and_then(|n| rules.colours.checked_pow(n));
    let Some(states) = states.filter(|&states| states <= MOST_STATES) else {
        return Err(Error::failed(format!("more than {MOST_STATES} states")));
    };
    let (from, to) = (rules.list(&mut lines, "from")?, rules.list(&mut lines, "to")?);
    lines.end()?;
    let mut seen = vec![false; states as usize];
    seen[number(rules.colours, &from) as usize] = true;
    let mut rim = vec![from.clone()];
    let (mut clicks, mut done) = (0, 0);
    let found = loop {
        if rim.contains(&to) {
            break Some(clicks);
        }
        if rim.is_empty() {
            break None;
        }
        let mut next = Vec::new();
        for state in &rim {
            watch::step(watch, done, Some(states), || format!("{done} states were gone through"))?;
            done += 1;
            for v in (0..state.len()).filter(|&v| state[v] != 0) {
                let mut after = state.clone();
                rules.click(&mut after, v, 1);
                if !std::mem::replace(&mut seen[number(rules.colours, &after) as usize], true) {
                    next.push(after);
                }
            }
        }
        clicks += 1;
        rim = next;
    };
    Ok(Report::new(statement(&rules, &from, &to, found), Standing::Proved).fact("valid", true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn the_last_cell_is_clicked_and_what_is_not_reached_is_said() {
        for (body, told) in [
            ("graph grid:1x1 self\ncolours 2\nfrom 1\nto 0\n", "lead from all:1 to all:0 in 1 clicks"),
            ("graph grid:1x2 self\ncolours 2\nfrom 0,1\nto 1,0\n", "lead from 01 to 10 in 1 clicks"),
            ("graph grid:1x2 self\ncolours 2\nfrom 0,0\nto 0,1\n", "never lead from all:0 to 01"),
            ("graph grid:1x2 self\ncolours 2\nfrom 1,1\nto 0,1\n", "never lead from all:1 to 01"),
        ] {
            let line = check(&Certificate::new("merlin", "lit", "", body.to_string()), &mut Unwatched).unwrap().line;
            assert!(line.contains(told), "{body}: {line}");
        }
    }

    #[test]
    fn nothing_follows_and_states_have_a_limit() {
        let told = |body: &str| {
            check(&Certificate::new("merlin", "lit", "", body.to_string()), &mut Unwatched)
                .map(|report| report.line)
                .map_err(|error| error.to_string())
        };
        let more = "graph grid:1x1 self\ncolours 2\nfrom 1\nto 0\nto 0\n";
        assert!(told(more).unwrap_err().contains("line 7: nothing more"));
        let still = |rows: usize| {
            let dark = vec!["0"; 4 * rows].join(",");
            told(&format!("graph grid:{rows}x4 self\ncolours 2\nfrom {dark}\nto {dark}\n"))
        };
        assert!(still(6).unwrap().contains("lead from all:0 to all:0 in 0 clicks"), "2^24 states");
        assert!(still(7).unwrap_err().contains("more than 16777216 states"));
    }
}
