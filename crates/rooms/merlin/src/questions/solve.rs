//! `merlin solve`: clicks from one state to another, or why there are none.

use super::super::puzzle::Puzzle;
use super::super::scene::{Marks, picture};
use super::super::system::{Outcome, System};
use super::super::{certificate, least::Weight};
use super::by_hand::{hands, recoloured};
use super::{ADD, FROM, GRAPH, LEGEND, LIT_ONLY, MOD, NO_SELF, ROWS, SELF, TO, puzzle_of};
use super::{MOST_QUIET_MOVES, lit, matrix_fact, quiet_moves, sums};
use engine::modular::zmod::gcd;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, say};

pub(super) const SOLVE: Question = Question::of("solve", answer_solve)
    .about("clicks that lead from one state to another, how many such there are, or why there are none")
    .params(&[
        GRAPH,
        MOD.or("2"),
        FROM.or("all:1"),
        TO.or("all:0"),
        LEGEND,
        SELF,
        NO_SELF,
        ROWS,
        ADD,
        Param::switch("all", "list all solutions"),
        LIT_ONLY,
        Param::seed(),
    ])
    .examples(&[
        "merlin solve circle:6 --mod 3 --from WRBWRB --legend WRB",
        "merlin solve grid:5x5",
        "merlin solve circle:6 --from 100000",
        "merlin solve lightcube --from random --seed 3",
        "merlin solve merlin --mod 4 --from all:2 --to 000010000",
        "merlin solve 110/010/001 --mod 3 --from 010",
        "merlin solve grid:4x4 --all",
        "merlin solve circle:5 --add 2 --mod 5 --from 12340",
        "merlin solve grid:3x3 --from 100000000 --lit-only",
        "merlin solve \"@0,0 @3,0 @3,3 @0,3 1-2 2-3 3-4 4-1 1-3\" --from 1000",
    ]);

/// The most entries, solutions times cells, that are listed.
const MOST_LISTED: u64 = 1 << 18;

fn answer_solve(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let puzzle = puzzle_of(ask, ask.whole("mod") as u64)?;
    let (from, to, s) = wanted(&puzzle, ask)?;
    if ask.flag("lit-only") {
        if ask.flag("all") {
            let why = "solutions are orders of clicks there, without end in number";
            return Err(Error::usage("--all --lit-only", why, "give one of them"));
        }
        let report = lit::answer(&puzzle, &from, &to, watch)?;
        return Ok(matrix_fact(report, &puzzle, ask.flag("rows-are-successors")));
    }
    let system = System::new(&puzzle, watch)?;
    let outcome = system.solve(&s, watch)?;
    let mut report = tell(&puzzle, &from, &to, &outcome).fact("method", system.method());
    report = matrix_fact(report, &puzzle, ask.flag("rows-are-successors"));
    if u64::try_from(&outcome.kernel_size).is_ok_and(|size| size <= MOST_QUIET_MOVES) {
        report = quiet_moves(report, &puzzle, &outcome.kernel_size, &system.kernel());
    }
    if let (true, Ok(clicks)) = (ask.flag("all"), &outcome.clicks) {
        report = report.table(all_solutions(&system, clicks, &outcome)?);
    }
    let answer = outcome.clicks.as_deref().map_err(Vec::as_slice);
    let legend = ask.text_if("legend").map(|legend| puzzle.letters(legend)).transpose()?;
    let states = [("from", &from[..]), ("to", &to[..])];
    let hands = hands(&puzzle, ask, &states);
    let asks = hands.as_ref().and_then(|hands| recoloured(hands, &puzzle, ask, &states));
    let mut marks = Marks { state: Some(&from), legend: legend.as_deref(), hands: hands.as_ref(), ..Marks::default() };
    marks.asks = asks.as_deref();
    let weights;
    let caption = match &outcome.clicks {
        Ok(clicks) => {
            marks.clicks = Some(clicks);
            format!("{}: the dots are the cells to click", puzzle.name)
        }
        Err(witness) => {
            weights = Sum::new(&puzzle, witness, &from, &to);
            marks.weights = Some(&weights.weights);
            let Sum { modulus, have, need, .. } = weights;
            format!(
                "{}: no click changes the sum of the framed cells modulo {modulus}; it is {have} and must be {need}",
                puzzle.name
            )
        }
    };
    if let Some(scene) = picture(&puzzle, "solution", &caption, marks) {
        report = report.scene(scene);
    }
    report.certificate = certificate::write(&puzzle, &s, answer);
    Ok(report)
}

/// Every solution with the number of its clicks, the shortest first.
fn all_solutions(system: &System<'_>, clicks: &[u32], outcome: &Outcome) -> Result<Table> {
    let puzzle = system.puzzle();
    let most = MOST_LISTED / (puzzle.order() as u64).max(1);
    if u64::try_from(&outcome.kernel_size).map_or(true, |size| size > most) {
        let asked = format!("a list of {} solutions", outcome.kernel_size);
        return Err(Error::too_large(asked, format!("the limit is {most}"), "leave out --all"));
    }
    let mut all: Vec<(u64, Vec<u32>)> = sums(puzzle, clicks.to_vec(), &system.kernel())
        .into_iter()
        .map(|t| (Weight::Clicks.total(&t, puzzle.colours()), t))
        .collect();
    all.sort();
    let mut table = Table::new("all_solutions", &["clicks", "solution"]);
    all.into_iter().for_each(|(total, t)| table.row(kit::row![total, puzzle.text(&t)]));
    Ok(table)
}

/// Both states and what must change.
pub(in super::super) fn wanted(puzzle: &Puzzle, ask: &Ask) -> Result<(Vec<u32>, Vec<u32>, Vec<u32>)> {
    let legend = ask.text_if("legend");
    let from = puzzle.state(ask.text("from"), legend, ask.seed())?;
    let to = puzzle.state(ask.text("to"), legend, ask.seed().wrapping_add(1))?;
    let change = puzzle.change(&from, &to);
    Ok((from, to, change))
}

fn tell(puzzle: &Puzzle, from: &[u32], to: &[u32], outcome: &Outcome) -> Report {
    match &outcome.clicks {
        Ok(clicks) => {
            let total = Weight::Clicks.total(clicks, puzzle.colours());
            let number = outcome.kernel_size.to_string();
            let how_many = match number.as_str() {
                "1" => "the only solution".to_string(),
                _ if number.len() <= 20 => format!("one of {number} solutions"),
                _ => format!("one of about 10^{} solutions", number.len() - 1),
            };
            Report::new(
                format!(
                    "solvable by {} on {}, {how_many}",
                    say::count(total, "click"),
                    say::count(buttons(clicks) as u64, "button")
                ),
                Standing::Proved,
            )
            .fact("solvable", true)
            .fact("clicks", Fact::list(clicks.iter().copied()))
            .fact("solutions", Fact::big(number))
            .fact("total", total)
        }
        Err(witness) => {
            let reason = reason(puzzle, witness, from, to);
            Report::new(format!("not solvable: {reason}"), Standing::Proved)
                .fact("solvable", false)
                .fact("clicks", Fact::Nothing)
                .fact("solutions", 0)
                .fact("reason", reason)
                .fact("witness", Fact::list(witness.iter().copied()))
        }
    }
}

fn buttons(clicks: &[u32]) -> usize {
    clicks.iter().filter(|&&t| t > 0).count()
}

/// A weighted sum of cells that no click changes.
struct Sum {
    weights: Vec<u32>,
    modulus: u64,
    /// What it is at first and what it must be in the end.
    have: u64,
    need: u64,
}

impl Sum {
    fn new(puzzle: &Puzzle, witness: &[u32], from: &[u32], to: &[u32]) -> Sum {
        // A common factor of the weights and m is dropped: twice a sum modulo 4 says no more than the sum modulo 2.
        let common = witness.iter().fold(puzzle.colours(), |g, &weight| gcd(g, weight.into()));
        let sum = |state: &[u32]| u64::from(puzzle.modulus.dot(witness, state)) / common;
        Sum {
            weights: witness.iter().map(|&weight| (u64::from(weight) / common) as u32).collect(),
            modulus: puzzle.colours() / common,
            have: sum(from),
            need: sum(to),
        }
    }
}

/// Why it cannot be done, in words.
pub(in super::super) fn reason(puzzle: &Puzzle, witness: &[u32], from: &[u32], to: &[u32]) -> String {
    let Sum { weights, modulus, have, need } = Sum::new(puzzle, witness, from, to);
    let weighted: Vec<(usize, u32)> = weights.into_iter().enumerate().filter(|&(_, weight)| weight != 0).collect();
    let equal = weighted.iter().all(|&(_, weight)| weight == 1);
    let name = |&(v, weight): &(usize, u32)| match equal {
        true => puzzle.cell(v),
        false => format!("{weight} x {}", puzzle.cell(v)),
    };
    let mut cells: Vec<String> = weighted.iter().take(24).map(name).collect();
    if weighted.len() > 24 {
        cells.push(format!("and {} more", weighted.len() - 24));
    }
    let kind = if equal { "sum" } else { "weighted sum" };
    format!(
        "no click changes the {kind} of these cells modulo {modulus}: {}; it must be {need} in the end, yours is {have}",
        cells.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn the_reason_names_the_cells_and_both_sums() {
        for (m, state, told) in [
            (2, "100000", "the sum of these cells modulo 2: 1, 3, 5; it must be 0 in the end, yours is 1"),
            (4, "131313", "the sum of these cells modulo 2: 1, 3, 5; it must be 0 in the end, yours is 1"),
            (6, "300000", "the sum of these cells modulo 2: 1, 3, 5; it must be 0 in the end, yours is 1"),
        ] {
            let puzzle = Puzzle::from_text("circle:6", true, None, m).unwrap();
            let from = puzzle.state(state, None, 1).unwrap();
            let change = puzzle.change(&from, &[0; 6]);
            let outcome = System::new(&puzzle, &mut Unwatched).unwrap().solve(&change, &mut Unwatched).unwrap();
            let words = reason(&puzzle, &outcome.clicks.unwrap_err(), &from, &[0; 6]);
            assert!(words.contains(told), "{words}");
        }
    }
}
