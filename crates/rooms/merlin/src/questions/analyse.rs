//! `merlin analyse`: determinant, invariant factors, kernel and image of a puzzle, for one number of colours or for
//! all.

use super::super::certificate;
use super::super::claims::rational_inverse;
use super::super::puzzle::Puzzle;
use super::super::scene::{Marks, picture};
use super::super::system::System;
use super::by_hand::hands;
use super::{ADD, GRAPH, MOD, NO_SELF, ROWS, SELF, matrix_fact, puzzle_of, quiet_moves};
use dashu::base::{BitTest, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use engine::modular::howell::Columns;
use engine::modular::smith::{Smith, smith_of_rows};
use kit::{Ask, Error, Fact, Question, Report, Result, Standing, Table, Watch};
use std::collections::BTreeMap;

/// The most vertices whose matrix is brought to Smith form.
const MOST_SMITH: usize = 1600;
/// The most vertices whose inverse is told.
const MOST_INVERTED: usize = 128;
/// The most entries of quiet moves that are told.
const MOST_QUIET_ENTRIES: usize = 200_000;
/// The most bits of a number that is told in full.
const MOST_BITS: f64 = 400_000.0;

pub(super) const ANALYSE: Question = Question::of("analyse", answer_analyse)
    .about("determinant, invariant factors, rank, the moves that do nothing, and the states that can be reached")
    .params(&[GRAPH, MOD, SELF, NO_SELF, ROWS, ADD])
    .examples(&[
        "merlin analyse circle:6",
        "merlin analyse circle:6 --mod 2",
        "merlin analyse grid:5x5 --mod 2",
        "merlin analyse petersen --mod 3",
        "merlin analyse 021/102/210 --mod 5",
        "merlin analyse \"@0,0 @3,0 @6,0 1-2 2-3\" --mod 2 --self",
    ]);

fn answer_analyse(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let m = ask.whole_if("mod").map(|m| m as u64);
    // Modulo 2^32 every weight is itself, so that this is the matrix over the integers.
    let whole = puzzle_of(ask, 1 << 32)?;
    let n = whole.order();
    let rows_are_successors = ask.flag("rows-are-successors");
    if m.is_none() && n > MOST_SMITH {
        let limit = format!("over the integers the limit is {MOST_SMITH}");
        return Err(Error::too_large(format!("the {n} x {n} matrix of {}", whole.name), limit, "give --mod"));
    }
    let form = if n <= MOST_SMITH { Some(smith_of(&whole, watch)?) } else { None };
    match m {
        None => over_the_integers((&whole, ask), &form.expect("small enough"), rows_are_successors, watch),
        Some(m) => {
            let mut report = modulo((&puzzle_of(ask, m)?, ask), m, form.as_ref(), watch)?;
            report = matrix_fact(report, &whole, rows_are_successors);
            Ok(match &form {
                Some(form) => inverse_over_q(report, &whole, form),
                None => report,
            })
        }
    }
}

fn smith_of(puzzle: &Puzzle, watch: &mut dyn Watch) -> Result<Smith> {
    let mut rows: Vec<BTreeMap<usize, IBig>> = vec![BTreeMap::new(); puzzle.order()];
    for from in 0..puzzle.order() {
        for (to, weight) in puzzle.adds(from) {
            rows[to].insert(from, IBig::from(weight));
        }
    }
    smith_of_rows(puzzle.order(), rows, watch)
}

/// For which m everything can be solved, in words.
fn always(form: &Smith) -> String {
    let determinant = form.determinant().expect("the matrix is square");
    let size = determinant.unsigned_abs();
    if size.is_zero() {
        return "no m: the determinant is 0".to_string();
    }
    match small_primes(&size) {
        Some(primes) if primes.is_empty() => "every m".to_string(),
        Some(primes) if primes == [2] => "every odd m".to_string(),
        Some(primes) => {
            let list: Vec<String> = primes.iter().map(ToString::to_string).collect();
            format!("every m not divisible by {}", list.join(" or "))
        }
        None => format!("every m prime to {size}"),
    }
}

/// The primes of a number, if trial division finds them all quickly.
fn small_primes(number: &UBig) -> Option<Vec<u64>> {
    let mut rest = number.clone();
    let mut primes = Vec::new();
    for p in 2..100_000u64 {
        if rest == UBig::ONE {
            break;
        }
        while &rest % p == 0 {
            rest /= p;
            if primes.last() != Some(&p) {
                primes.push(p);
            }
        }
    }
    match u64::try_from(&rest) {
        Ok(1) => Some(primes),
        // No divisor below 10^5: prime if below 10^10.
        Ok(p) if p < 10_000_000_000 => {
            primes.push(p);
            Some(primes)
        }
        _ => None,
    }
}

fn integer_facts(report: Report, form: &Smith) -> Report {
    report
        .fact("determinant", Fact::big(form.determinant().expect("the matrix is square")))
        .fact("smith", Fact::list(form.all_factors().into_iter().map(Fact::big)))
}

fn over_the_integers(
    (puzzle, ask): (&Puzzle, &Ask),
    form: &Smith,
    rows_are_successors: bool,
    watch: &mut dyn Watch,
) -> Result<Report> {
    let n = puzzle.order();
    let determinant = form.determinant().expect("the matrix is square");
    let always = always(form);
    let mut table = Table::new("colours", &["m", "kernel_size", "reachable", "chance", "always"]);
    for m in 2..=12u64 {
        let reachable = form.image_size(m);
        let kernel = UBig::from(m).pow(n) / &reachable;
        table.row(kit::row![m, Fact::big(&kernel), Fact::big(&reachable), chance(&kernel), form.always_solvable(m)]);
    }
    let line = format!("determinant {determinant}, rank {}; everything can be solved for {always}", form.rank());
    let mut report =
        integer_facts(Report::new(line, Standing::Proved), form).fact("rank", form.rank()).fact("always", always);
    if let Some((denominator, inverse)) = numerators(puzzle, form) {
        report = report.fact("denominator", Fact::big(denominator)).fact("inverse", inverse);
    }
    report = inverse_over_q(matrix_fact(report, puzzle, rows_are_successors), puzzle, form).table(table);
    report.certificate = certificate::write_smith(puzzle, watch)?;
    let hands = hands(puzzle, ask, &[]);
    Ok(match picture(puzzle, "graph", &puzzle.name, Marks { hands: hands.as_ref(), ..Marks::default() }) {
        Some(scene) => report.scene(scene),
        None => report,
    })
}

/// The inverse over the rationals in one text, numerators over their denominator: `(0,1 / 1,0) / 2`.
fn inverse_over_q(report: Report, puzzle: &Puzzle, form: &Smith) -> Report {
    match numerators(puzzle, form) {
        Some((denominator, Fact::List(rows))) => {
            let row = |row: &Fact| row.to_string().replace(' ', ",");
            let rows: Vec<String> = rows.iter().map(row).collect();
            report.fact("inverse_over_q", format!("({}) / {denominator}", rows.join(" / ")))
        }
        _ => report,
    }
}

/// The most cells whose inverse over the rationals is told.
const MOST_RATIONAL: usize = 40;

/// The inverse over the rationals, where there is one, as a matrix of integers over one denominator, the largest
/// invariant factor.
fn numerators(puzzle: &Puzzle, form: &Smith) -> Option<(IBig, Fact)> {
    let n = puzzle.order();
    if form.rank() < n || n > MOST_RATIONAL || n == 0 {
        return None;
    }
    let matrix: Vec<Vec<i64>> = (0..n).map(|i| (0..n).map(|j| i64::from(puzzle.entry(i, j))).collect()).collect();
    let inverse = rational_inverse(&matrix).expect("the rank is full");
    let denominator = IBig::from(form.factors().last().expect("n > 0").clone());
    let times = RBig::from(denominator.clone());
    let row = |row: &Vec<RBig>| Fact::list(row.iter().map(|x| Fact::big((x * &times).to_int().value())));
    Some((denominator, Fact::list(inverse.iter().map(row))))
}

/// The share of states that can be reached: 1 / |kernel|.
fn chance(kernel: &UBig) -> String {
    if *kernel == UBig::ONE { "1".to_string() } else { format!("1/{kernel}") }
}

fn modulo((puzzle, ask): (&Puzzle, &Ask), m: u64, form: Option<&Smith>, watch: &mut dyn Watch) -> Result<Report> {
    let n = puzzle.order();
    let system = System::new(puzzle, watch)?;
    let kernel_size = system.kernel_size();
    let always_here = kernel_size == UBig::ONE;
    let line = match always_here {
        true => format!("with {m} colours everything can be solved, in one way"),
        false => format!("with {m} colours one state in {kernel_size} can be reached, each in {kernel_size} ways"),
    };
    let mut report = Report::new(line, Standing::Proved);
    if let Some(form) = form {
        report = integer_facts(report, form);
    }
    let rank = match (form, m) {
        (Some(form), _) => Some(form.rank_modulo(m)),
        (None, 2) => Some(n - (kernel_size.bit_len() - 1)),
        _ => None,
    };
    report = report.fact("rank", rank).fact("kernel_size", Fact::big(&kernel_size));
    if n as f64 * (m as f64).log2() <= MOST_BITS {
        let all = UBig::from(m).pow(n);
        let reachable = &all / &kernel_size;
        report = report.fact("reachable", Fact::big(&reachable)).fact("unreachable", Fact::big(all - &reachable));
    } else {
        report = report
            .fact("reachable", format!("{m}^{n} / {kernel_size}"))
            .fact("unreachable", format!("{m}^{n} - {m}^{n} / {kernel_size}"));
    }
    report = report.fact("chance", chance(&kernel_size)).fact("always_solvable", always_here);
    if let Some(form) = form {
        report = report.fact("always", always(form));
    }
    report = report.fact("inverse", inverse_modulo(puzzle, always_here, watch)?);
    report.certificate = certificate::write_quiet(puzzle, &kernel_size, watch)?;
    let quiet = match &kernel_size {
        one if *one == UBig::ONE => Vec::new(),
        _ if n * kernel_size.bit_len() <= MOST_QUIET_ENTRIES => system.kernel(),
        _ => return Ok(report.fact("quiet", Fact::Nothing)),
    };
    let first = quiet.first().map(|(_, t)| t.clone());
    report = report
        .fact("quiet", Fact::list(quiet.iter().map(|(_, t)| Fact::list(t.iter().copied()))))
        .fact("quiet_orders", Fact::list(quiet.iter().map(|(order, _)| *order)));
    report = quiet_moves(report, puzzle, &kernel_size, &quiet);
    let caption = match &first {
        Some(_) => format!("{}: clicking these cells does nothing", puzzle.name),
        None => puzzle.name.clone(),
    };
    let hands = hands(puzzle, ask, &[]);
    let marks = Marks { clicks: first.as_deref(), hands: hands.as_ref(), ..Marks::default() };
    Ok(match picture(puzzle, "quiet", &caption, marks) {
        Some(scene) => report.scene(scene),
        None => report,
    })
}

fn inverse_modulo(puzzle: &Puzzle, exists: bool, watch: &mut dyn Watch) -> Result<Fact> {
    let n = puzzle.order();
    if !exists || n > MOST_INVERTED {
        return Ok(Fact::Nothing);
    }
    let column = |j: usize| (0..n).map(|i| puzzle.entry(i, j)).collect();
    let inverse = Columns::watched(puzzle.modulus, n, n, column, watch)?.inverse();
    let inverse = inverse.ok_or_else(|| Error::failed("no inverse though the kernel is trivial"))?;
    Ok(Fact::list(inverse.into_iter().map(Fact::list)))
}
