//! `merlin least`, `merlin hardest` and `merlin nullity`: few clicks, many clicks, and clicks that do nothing.

use super::super::least::{WEIGHTS, Weight, least};
use super::super::nullity;
use super::super::puzzle::Puzzle;
use super::super::reach::{Distances, MOST_RANK, MOST_STATES};
use super::super::scene::{Marks, picture};
use super::super::system::System;
use super::super::{certificate, nullity::WIDEST_TORUS};
use super::solve::{reason, wanted};
use super::{ADD, FROM, GRAPH, LEGEND, MOD, NO_SELF, ROWS, SELF, TO, puzzle_of};
use dashu::integer::UBig;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed, say};

const WEIGHT: Param =
    Param::choice("weight", "what is counted: touched buttons, clicks, or clicks and unclicks", WEIGHTS).or("clicks");

pub(super) const FEWEST: Question = Question::of("least", answer_fewest)
    .about("the fewest clicks that lead from one state to another")
    .params(&[
        GRAPH,
        MOD.or("2"),
        FROM.or("all:1"),
        TO.or("all:0"),
        WEIGHT,
        LEGEND,
        SELF,
        NO_SELF,
        ROWS,
        ADD,
        Param::seed(),
    ])
    .examples(&[
        "merlin least grid:5x5",
        "merlin least grid:9x9",
        "merlin least circle:6 --mod 4 --from 130130 --weight either",
    ]);

fn answer_fewest(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let puzzle = puzzle_of(ask, ask.whole("mod") as u64)?;
    let weight = Weight::named(ask.text("weight"));
    let (from, to, s) = wanted(&puzzle, ask)?;
    let system = System::new(&puzzle, watch)?;
    let outcome = system.solve(&s, watch)?;
    let particular = match outcome.clicks {
        Ok(clicks) => clicks,
        Err(witness) => {
            let reason = reason(&puzzle, &witness, &from, &to);
            let mut report = Report::new(format!("not solvable: {reason}"), Standing::Proved)
                .fact("solvable", false)
                .fact("least", Fact::Nothing)
                .fact("clicks", Fact::Nothing)
                .fact("reason", reason);
            report.certificate = certificate::write(&puzzle, &s, Err(&witness));
            return Ok(report);
        }
    };
    let found = least(&system, particular, &outcome.kernel_size, weight, ask.seed(), watch)?;
    if puzzle.effect(&found.clicks) != s {
        return Err(Error::failed("the shortest solution does not stand up to its check"));
    }
    let unit = match weight {
        Weight::Buttons => "buttons",
        Weight::Clicks => "clicks",
        Weight::Either => "clicks and unclicks",
    };
    let line = match found.standing {
        Standing::Proved => format!("{} {unit} are the fewest", found.least),
        _ => format!("{} {unit} do; fewer may do as well", found.least),
    };
    let mut report = Report::new(line, found.standing.clone())
        .fact("solvable", true)
        .fact("least", found.least)
        .fact("clicks", Fact::list(found.clicks.iter().copied()))
        .fact("solutions", Fact::big(&outcome.kernel_size))
        .fact("method", found.method);
    let legend = ask.text_if("legend").map(|legend| puzzle.letters(legend)).transpose()?;
    let marks =
        Marks { state: Some(&from), clicks: Some(&found.clicks), legend: legend.as_deref(), ..Marks::default() };
    let caption = format!("{}: the dots are the cells to click, {} {unit}", puzzle.name, found.least);
    if let Some(scene) = picture(&puzzle, "least", &caption, marks) {
        report = report.scene(scene);
    }
    report.certificate = match report.standing {
        Standing::Proved => certificate::write_least(&puzzle, &s, &found.clicks, weight, watch)?,
        _ => certificate::write(&puzzle, &s, Ok(&found.clicks)),
    };
    Ok(argued(report, "least"))
}

/// The part of the essay that a proof rests on whose certificate would be too long.
const GONE_THROUGH: &str = "Fewest clicks";
/// The same for the nullity of a torus.
const LINES_OF_A_TORUS: &str = "Lines of a torus";

/// Names the argument of a proof that has no certificate of that kind.
fn argued(report: Report, kind: &str) -> Report {
    let shown = report.certificate.as_ref().is_some_and(|certificate| certificate.kind == kind);
    if report.standing == Standing::Proved && !shown { report.argument(GONE_THROUGH) } else { report }
}

pub(super) const HARDEST: Question = Question::of("hardest", answer_hardest)
    .about("the solvable state that needs the most clicks")
    .params(&[GRAPH, MOD.or("2"), WEIGHT, SELF, NO_SELF, ROWS, ADD, Param::seed()])
    .examples(&["merlin hardest grid:4x4", "merlin hardest merlin", "merlin hardest circle:5 --mod 3"]);

fn answer_hardest(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let m = ask.whole("mod") as u64;
    let puzzle = puzzle_of(ask, m)?;
    let weight = Weight::named(ask.text("weight"));
    let system = System::new(&puzzle, watch)?;
    let only = system.kernel_size() == UBig::ONE;
    let mut report = match only {
        true => only_solutions(&puzzle, weight),
        false => match Distances::of(&puzzle, weight, watch)? {
            Some(distances) => farthest(&puzzle, &distances, weight)?,
            None => return hard_found(&puzzle, &system, weight, ask.seed(), watch),
        },
    };
    if let Some(most) = report.get("most").and_then(Fact::as_whole) {
        report.certificate = certificate::write_hardest(&puzzle, most as u64, weight, only, watch)?;
    }
    Ok(argued(report, "hardest"))
}

/// Where every state has one solution, the one with every button clicked most is hardest.
fn only_solutions(puzzle: &Puzzle, weight: Weight) -> Report {
    let m = puzzle.colours();
    let clicks = match weight {
        Weight::Either => m / 2,
        _ => m - 1,
    };
    let clicks = vec![clicks as u32; puzzle.order()];
    hardest_report(puzzle, weight.total(&clicks, m), &clicks, Standing::Proved, "every state has one solution")
}

fn farthest(puzzle: &Puzzle, distances: &Distances, weight: Weight) -> Result<Report> {
    let (most, state) = distances.hardest(puzzle);
    // The way from the state to zero undoes the way from zero to it.
    let way: Vec<u32> = distances.way_to(puzzle, &puzzle.change(&state, &vec![0; state.len()]));
    if weight.total(&way, puzzle.colours()) != most {
        return Err(Error::failed("the way from the hardest state does not stand up to its check"));
    }
    let table = Table::sequence("states", "clicks", "states", 0, distances.counts());
    let method = "distances of all states that can be reached";
    Ok(hardest_report(puzzle, most, &way, Standing::Proved, method).table(table))
}

/// The most evaluations of a climb.
const CLIMBS: usize = 300;

/// Too many states to look at: climb from clicks on all buttons, one button at a time.
fn hard_found(
    puzzle: &Puzzle,
    system: &System<'_>,
    weight: Weight,
    seed: u64,
    watch: &mut dyn Watch,
) -> Result<Report> {
    use rand::{RngExt, SeedableRng};
    let (n, m) = (puzzle.order(), puzzle.colours());
    let kernel_size = system.kernel_size();
    let work = u64::try_from(&kernel_size).unwrap_or(u64::MAX).saturating_mul(n as u64);
    if work > 1 << 22 {
        let limits = format!(
            "the limits are rank {MOST_RANK} or {MOST_STATES} states, or a kernel of at most {} moves",
            (1 << 22) / n.max(1)
        );
        return Err(Error::too_large(
            format!("the hardest state of {}", puzzle.name),
            limits,
            "ask for a smaller graph",
        ));
    }
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let mut evaluate = |clicks: Vec<u32>| -> Result<(u64, Vec<u32>)> {
        let found = least(system, clicks, &kernel_size, weight, seed, watch)?;
        Ok((found.least, found.clicks))
    };
    let mut best = evaluate(vec![(m - 1) as u32; n])?;
    for _ in 0..CLIMBS {
        let mut clicks = best.1.clone();
        for _ in 0..chance.random_range(1..4) {
            clicks[chance.random_range(0..n)] = chance.random_range(0..m) as u32;
        }
        // Who asks to stop gets the hardest so far.
        let Some(other) = kit::watch::unless_stopped(evaluate(clicks))? else { break };
        if other.0 >= best.0 {
            best = other;
        }
    }
    Ok(hardest_report(puzzle, best.0, &best.1, Standing::Best, "climbing from clicks on all buttons"))
}

fn hardest_report(puzzle: &Puzzle, most: u64, clicks: &[u32], standing: Standing, method: &'static str) -> Report {
    let nothing = vec![0; puzzle.order()];
    let state = puzzle.change(&puzzle.effect(clicks), &nothing);
    let line = match standing {
        Standing::Proved => format!("the hardest state that can be solved needs {}", say::count(most, "click")),
        _ => format!("a state that needs {}; there may be harder ones", say::count(most, "click")),
    };
    let report = Report::new(line, standing)
        .fact("most", most)
        .fact("state", puzzle.text(&state))
        .fact("clicks", Fact::list(clicks.iter().copied()))
        .fact("method", method);
    let marks = Marks { state: Some(&state), clicks: Some(clicks), ..Marks::default() };
    let caption = format!("{}: no solution has fewer than {}", puzzle.name, say::count(most, "click"));
    match picture(puzzle, "hardest", &caption, marks) {
        Some(scene) => report.scene(scene),
        None => report,
    }
}

/// The largest side.
const LONGEST: usize = 1_000_000;

/// Reads `N` or `WxH`.
fn sides(text: &str) -> Result<(usize, usize)> {
    let whole = |t: &str| -> Result<usize> {
        let side = t.parse::<usize>().ok().filter(|_| t.bytes().all(|b| b.is_ascii_digit()));
        match side {
            Some(0) | None => Err(Error::usage(format!("{t:?}"), "not a side", "give a whole number from 1 on")),
            Some(side) if side > LONGEST => {
                Err(Error::too_large(format!("a side of {side}"), format!("the limit is {LONGEST}"), "ask for less"))
            }
            Some(side) => Ok(side),
        }
    };
    match text.split_once('x') {
        Some((w, h)) => Ok((whole(w)?, whole(h)?)),
        None => whole(text).map(|n| (n, n)),
    }
}

const SIDES: Param =
    Param::read("n", "the sides of the grid", "N or WxH, sides up to 1000000", |text| parsed(sides(text))).main();
pub(super) const NULLITY: Question = Question::of("nullity", answer_nullity)
    .about("the dimension of the moves that do nothing on the N x N or W x H grid with two colours")
    .params(&[SIDES, Param::switch("torus", "opposite sides are joined"), NO_SELF])
    .examples(&["merlin nullity 19", "merlin nullity 100000", "merlin nullity 1023x95", "merlin nullity 33 --torus"]);

fn answer_nullity(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let &(w, h) = ask.form("n");
    let loops = !ask.flag("no-self");
    let torus = ask.flag("torus");
    let find = |w: usize, h: usize, watch: &mut dyn Watch| match torus {
        true => torus_nullity(w, h, loops, watch),
        false => Ok(nullity::grid(w, h, loops)),
    };
    let nullity = find(w, h, watch)?;
    let kind = if torus { "torus" } else { "grid" };
    let cells = w as u64 * h as u64;
    let line = match nullity {
        0 => format!("on the {w} x {h} {kind} every state is solvable in one way"),
        d => format!("on the {w} x {h} {kind} one state in 2^{d} is solvable, each in 2^{d} ways"),
    };
    let method = match (torus, loops) {
        (true, _) => "power of the matrix of one step",
        (false, true) => "gcd of Fibonacci polynomials",
        (false, false) => "gcd of the sides plus 1",
    };
    let mut report = Report::new(line, Standing::Proved)
        .fact("nullity", nullity)
        .fact("rank", cells - nullity as u64)
        .fact("method", method);
    report.certificate = match torus {
        true => certificate::write_torus((w, h), loops, watch)?,
        false => certificate::write_grid((w, h), loops, watch)?,
    };
    if report.certificate.is_none() {
        // A torus as narrow or as wide as no certificate is written for.
        report = report.argument(LINES_OF_A_TORUS);
    }
    if w == h && w <= if torus { 60 } else { 400 } {
        let terms: Result<Vec<usize>> = (1..=w).map(|n| find(n, n, watch)).collect();
        report = report.table(Table::sequence("nullities", "n", "nullity", 1, terms?));
    }
    Ok(report)
}

fn torus_nullity(w: usize, h: usize, loops: bool, watch: &mut dyn Watch) -> Result<usize> {
    if w.max(h) < 3 {
        let puzzle = Puzzle::from_text(&format!("torus:{w}x{h}"), true, Some(loops), 2)?;
        return Ok(w * h - puzzle.graph.arrivals().rank());
    }
    if w.min(h) > WIDEST_TORUS {
        return Err(Error::too_large(
            format!("a {w} x {h} torus"),
            format!("the limit of the shorter side is {WIDEST_TORUS}"),
            "ask for less",
        ));
    }
    nullity::torus(w, h, loops, watch)
}

#[cfg(test)]
mod tests {
    use super::WEIGHTS;
    use kit::{Fact, Report};

    fn told(report: &Report, name: &str) -> String {
        report.get(name).map(Fact::to_string).unwrap_or_default()
    }

    /// Asked again by itself, the hardest state needs what is said of it, however clicks are counted: with more than
    /// two colours a change and its opposite need not cost the same.
    #[test]
    fn the_hardest_state_needs_what_is_said_of_it() {
        let answer = |words: &str| crate::TOPIC.answer(words).unwrap_or_else(|e| panic!("{words}: {e}"));
        for graph in ["circle:3", "circle:4", "circle:5", "path:3", "path:5", "grid:2x3"] {
            for (m, weight) in (2..=5).flat_map(|m| WEIGHTS.iter().map(move |weight| (m, weight))) {
                let given = format!("{graph} --mod {m} --weight {weight}");
                let hardest = answer(&format!("merlin hardest {given}"));
                let again = answer(&format!("merlin least {given} --from {}", told(&hardest, "state")));
                assert_eq!(told(&again, "least"), told(&hardest, "most"), "{given}");
            }
        }
    }

    /// What is proved without a certificate of it names the part of the essay that it rests on.
    #[test]
    fn what_is_too_long_to_certify_is_argued() {
        for (sentence, kind) in [
            ("merlin hardest grid:4x4", Some("hardest")),
            ("merlin hardest grid:5x5", None),
            ("merlin least grid:5x5", Some("least")),
            ("merlin least complete:22 --self", Some("clicks")),
        ] {
            let report = crate::TOPIC.answer(sentence).unwrap_or_else(|e| panic!("{sentence}: {e}"));
            assert_eq!(report.standing, kit::Standing::Proved, "{sentence}");
            let written = report.certificate.as_ref().map(|certificate| certificate.kind.clone());
            assert_eq!(written.as_deref(), kind, "{sentence}");
            let shown = kind.is_some_and(|kind| sentence.contains(kind));
            assert_eq!(told(&report, kit::ARGUMENT), if shown { "" } else { super::GONE_THROUGH }, "{sentence}");
        }
        assert!(kit::Essay::read(crate::TOPIC.essay).part(super::GONE_THROUGH).is_some());
    }

    /// Tori without a certificate, narrow ones and wide ones, name their argument; others have one.
    #[test]
    fn every_torus_is_certified_or_argued() {
        let argued = ["2x5", "1x7 --no-self", "2", "1x2", "205x3000"];
        for (sides, argued) in argued.map(|sides| (sides, true)).into_iter().chain([("3x5", false), ("7x30", false)]) {
            let sentence = format!("merlin nullity {sides} --torus");
            let report = crate::TOPIC.answer(&sentence).unwrap_or_else(|e| panic!("{sentence}: {e}"));
            assert_eq!(report.standing, kit::Standing::Proved, "{sentence}");
            assert_eq!(report.certificate.is_none(), argued, "{sentence}");
            assert_eq!(told(&report, kit::ARGUMENT), if argued { super::LINES_OF_A_TORUS } else { "" }, "{sentence}");
        }
        assert!(kit::Essay::read(crate::TOPIC.essay).part(super::LINES_OF_A_TORUS).is_some());
    }
}
