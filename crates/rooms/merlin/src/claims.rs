//! What the handout says, recomputed from its words. What holds for all graphs and all m rests on a theorem of the
//! essay, which the evidence names; the small cases compare it with the definition.

use super::puzzle::Puzzle;
use super::system::System;
use dashu::integer::IBig;
use dashu::rational::RBig;
use engine::graphs::Digraph;
use engine::modular::smith::determinant_plain;
use engine::modular::zmod::{Modulus, gcd};
use kit::{Claim, Effort, Finding, Result, Unwatched, Verdict, Watch, say, watch};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;

/// The matrix as printed in section 2.
const PRINTED: [[i64; 6]; 6] = [
    [0, 1, 0, 0, 0, 1],
    [1, 0, 1, 0, 0, 0],
    [0, 1, 0, 1, 0, 0],
    [0, 0, 1, 0, 0, 0],
    [0, 0, 0, 1, 0, 1],
    [1, 0, 0, 0, 1, 0],
];
/// Its determinant as printed.
const PRINTED_DETERMINANT: i64 = -4;
/// Twice the inverse as printed.
const PRINTED_INVERSE: [[i64; 6]; 6] = [
    [0, 1, 0, -1, 0, 1],
    [1, 0, 1, 0, -1, 0],
    [0, 1, 0, 1, 0, -1],
    [-1, 0, 1, 0, 1, 0],
    [0, -1, 0, 1, 0, 1],
    [1, 0, -1, 0, 1, 0],
];
/// The clicks printed for W R B W R B.
const PRINTED_CLICKS: [u32; 6] = [0, 2, 1, 0, 2, 1];
/// The moves printed that do nothing.
const PRINTED_QUIET: [&[u32]; 3] = [&[1, 0, 1, 0, 1], &[0, 1, 0, 1, 0, 1], &[1, 1, 1, 1, 1, 1]];

/// Every claim of the handout.
pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("merlin.order", "Section 1, (i)", order).says("the order of clicks does not matter"),
    Claim::of("merlin.m-clicks", "Section 1, (ii)", m_clicks)
        .says("m clicks on one button, whatever comes between, are none"),
    Claim::of("merlin.incidence", "Section 1, after (2)", |_, _| Ok(incidence()))
        .says("A is the incidence matrix of the graph: entry (i, j) is 1 if v_j -> v_i and 0 otherwise"),
    Claim::of("merlin.criterion", "Section 1, (iii)", |effort, watch| {
        by_definition(effort, watch, "every state is reached exactly if gcd(det, m) = 1", |case| {
            (case.reached == case.states) == case.prime
        })
    })
    .says("every state leads to every other exactly if det(A) is prime to m"),
    Claim::of("merlin.unique", "Section 1, (iv)", |effort, watch| {
        by_definition(effort, watch, "where gcd(det, m) = 1 each state has one solution", |case| {
            !case.prime || case.most_solutions == 1 && case.reached == case.states
        })
    })
    .says("if det(A) is prime to m the solution is unique modulo m"),
    Claim::of("merlin.otherwise", "Section 1, after (iv)", |effort, watch| {
        by_definition(effort, watch, "elsewhere states are missed and moves do nothing", |case| {
            case.prime || case.reached < case.states && case.quiet > 1
        })
    })
    .says("otherwise some states cannot be reached and some nontrivial moves do nothing"),
    Claim::of("merlin.matrix", "Section 2", |_, _| Ok(matrix()))
        .says("the printed matrix of six cells in a circle and its determinant -4"),
    Claim::of("merlin.inverse", "Section 2", |_, _| Ok(inverse()))
        .says("the printed inverse, over the rationals and modulo 3"),
    Claim::of("merlin.three-colours", "Section 2", |_, _| three_colours())
        .says("W R B W R B is made white by clicking twice on 2 and 5 and once on 3 and 6, and only so"),
    Claim::of("merlin.column-sums", "Section 2", |_, _| Ok(column_sums()))
        .says("the sum of the entries in every column of A is 2, hence A t = 0 modulo 2 for t = (1, ..., 1)"),
    Claim::of("merlin.kernel", "Section 2", |_, _| kernel()).says(
        "modulo 2 the rank is 4 and exactly three moves do nothing: (1,0,1,0,1), (0,1,0,1,0,1) and (1,1,1,1,1,1)",
    ),
    Claim::of("merlin.unsolvable", "Section 2", |_, _| Ok(unsolvable()))
        .says("modulo 2 from 48 of the states of six cells the goal is not reached; the chance is 1/4"),
];

/// Six cells in a circle; clicking a button changes its two neighbours.
fn circle() -> Digraph {
    Digraph::from_edges(6, (0..6).map(|v| (v, (v + 1) % 6)))
}

/// The (i, j) entry is 1 if a click on j changes i.
fn matrix_of(graph: &Digraph) -> Vec<Vec<i64>> {
    let n = graph.order();
    (0..n).map(|i| (0..n).map(|j| i64::from(graph.has_arc(j, i))).collect()).collect()
}

fn determinant(matrix: &[Vec<i64>]) -> IBig {
    let big: Vec<Vec<IBig>> = matrix.iter().map(|row| row.iter().map(|&x| IBig::from(x)).collect()).collect();
    determinant_plain(&big)
}

/// A vector as the handout writes it.
fn vector(entries: &[u32]) -> String {
    format!("({})", entries.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

/// A digraph by its matrix, as a table takes it.
fn named(graph: &Digraph) -> String {
    let row = |row: &Vec<i64>| row.iter().map(ToString::to_string).collect::<String>();
    matrix_of(graph).iter().map(row).collect::<Vec<_>>().join("/")
}

/// All digraphs on so many vertices, loops allowed.
fn digraphs(n: usize) -> impl Iterator<Item = Digraph> {
    let of = move |code: u32| Digraph::from_arcs(n, (0..n * n).filter(|k| code >> k & 1 == 1).map(|k| (k / n, k % n)));
    (0..1u32 << (n * n)).map(of)
}

/// An incidence matrix has a row for each vertex and a column for each arc, 1 where the vertex is an end of the arc.
fn incidence_matrix(graph: &Digraph) -> Vec<Vec<i64>> {
    let row = |v: usize| graph.arcs().map(|(a, b)| i64::from(a == v || b == v)).collect();
    (0..graph.order()).map(row).collect()
}

fn incidence() -> Finding {
    // The adjacency matrix has a 1 in row i and column j if v_i -> v_j; the handout's is its transpose.
    let adjacency =
        |g: &Digraph| (0..g.order()).map(|i| (0..g.order()).map(|j| i64::from(g.has_arc(i, j))).collect()).collect();
    let transposed =
        |m: Vec<Vec<i64>>| (0..m.len()).map(|i| m.iter().map(|row| row[i]).collect()).collect::<Vec<Vec<i64>>>();
    let all: Vec<Digraph> = (1..=3).flat_map(digraphs).collect();
    let adjacent = all.iter().all(|g| transposed(adjacency(g)) == matrix_of(g));
    let incident = all.iter().filter(|g| incidence_matrix(g) == matrix_of(g)).count();
    let circle = circle();
    let evidence = format!(
        "the entries are as told, but the matrix of that name has a column for each arc: {} on the circle of six cells, where A \
         has {}. A is the transpose of the adjacency matrix ({} on all {} digraphs of up to 3 vertices; equal to the incidence \
         matrix on {incident} of them), and section 2 says adjacency matrix",
        circle.size(),
        circle.order(),
        if adjacent { "so" } else { "not so" },
        all.len()
    );
    match (adjacent, incident == all.len()) {
        (_, true) => Finding::new(Verdict::Holds, evidence),
        (true, false) => Finding::new(Verdict::Corrected, evidence),
        (false, false) => Finding::new(Verdict::Refuted, evidence),
    }
}

fn column_sums() -> Finding {
    let quiet = |g: &Digraph| case_of_ones(g).iter().all(|&c| c == 0);
    let sums = |g: &Digraph, by_row: bool| {
        let matrix = matrix_of(g);
        (0..g.order()).all(|i| {
            let sum: i64 = (0..g.order()).map(|j| if by_row { matrix[i][j] } else { matrix[j][i] }).sum();
            sum % 2 == 0
        })
    };
    let all: Vec<Digraph> = (1..=3).flat_map(digraphs).collect();
    let by_columns = all.iter().find(|g| sums(g, false) && !quiet(g));
    let by_rows = all.iter().all(|g| sums(g, true) == quiet(g));
    let here = quiet(&circle()) && sums(&circle(), true) && sums(&circle(), false);
    let evidence = match by_columns {
        Some(graph) => format!(
            "for the circle both sums are 2 and A (1,...,1) is {}; but entry i of A (1,...,1) is the sum of row i, so \
             \"column\" should be row: the columns of {} have even sums and clicking all its buttons changes something; rows \
             {} on all {} digraphs of up to 3 vertices",
            if here { "0" } else { "not 0" },
            named(graph),
            if by_rows { "decide it" } else { "do not decide it" },
            all.len()
        ),
        None => format!("even columns mean that clicking all buttons does nothing on all {} small digraphs", all.len()),
    };
    match (here, by_columns) {
        (false, _) => Finding::new(Verdict::Refuted, evidence),
        (true, None) => Finding::new(Verdict::Holds, evidence),
        (true, Some(_)) => Finding::new(Verdict::Corrected, evidence),
    }
}

/// What one click on every button of two colours does.
fn case_of_ones(graph: &Digraph) -> Vec<u32> {
    click_through(graph, 2, &vec![0; graph.order()], &(0..graph.order()).collect::<Vec<_>>())
}

/// Clicks one after another, by the rule itself.
fn click_through(graph: &Digraph, m: u64, start: &[u32], sequence: &[usize]) -> Vec<u32> {
    let mut state = start.to_vec();
    for &v in sequence {
        for &w in graph.successors(v) {
            state[w as usize] = ((u64::from(state[w as usize]) + 1) % m) as u32;
        }
    }
    state
}

/// Random puzzles with a random state and a random sequence of clicks.
fn random_play(chance: &mut ChaCha8Rng) -> (Digraph, u64, Vec<u32>, Vec<usize>) {
    let n = chance.random_range(1..9usize);
    let m = chance.random_range(2..13);
    let arcs: Vec<(usize, usize)> =
        (0..n * n).filter(|_| chance.random_range(0..3) == 0).map(|k| (k / n, k % n)).collect();
    let state = (0..n).map(|_| chance.random_range(0..m) as u32).collect();
    let length = chance.random_range(0..40);
    let sequence = (0..length).map(|_| chance.random_range(0..n)).collect();
    (Digraph::from_arcs(n, arcs), m, state, sequence)
}

/// Plays games by chance and plays each once more with its clicks changed so that the end must be the same; `change`
/// changes them and says what it did.
fn same_end(
    (effort, seed): (Effort, u64),
    what: &str,
    change: fn(&mut ChaCha8Rng, &Digraph, u64, &mut Vec<usize>) -> String,
) -> Result<Finding> {
    let rounds = effort.pick(1_000, 20_000);
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..rounds {
        let (graph, m, state, mut sequence) = random_play(&mut chance);
        let end = click_through(&graph, m, &state, &sequence);
        let changed = change(&mut chance, &graph, m, &mut sequence);
        if click_through(&graph, m, &state, &sequence) != end {
            return Ok(Finding::new(Verdict::Refuted, format!("{} modulo {m}, {changed}", named(&graph))));
        }
    }
    let evidence =
        format!("for all graphs and m by the theorem of sums; {rounds} random digraphs, m from 2 to 12, {what}");
    Ok(Finding::new(Verdict::Holds, evidence))
}

fn order(effort: Effort, _watch: &mut dyn Watch) -> Result<Finding> {
    same_end((effort, 1), "up to 40 clicks played in two orders: always the same end", |chance, _, _, sequence| {
        sequence.shuffle(chance);
        let clicks: Vec<String> = sequence.iter().map(|v| (v + 1).to_string()).collect();
        format!("clicks {}", clicks.join(" "))
    })
}

fn m_clicks(effort: Effort, _watch: &mut dyn Watch) -> Result<Finding> {
    let what = "m clicks on a button strewn among others: always without effect";
    same_end((effort, 2), what, |chance, graph, m, sequence| {
        let button = chance.random_range(0..graph.order());
        for _ in 0..m {
            let place = chance.random_range(0..=sequence.len());
            sequence.insert(place, button);
        }
        format!("button {}", button + 1)
    })
}

/// A digraph and a number of colours, all clicks tried.
struct Case {
    prime: bool,
    states: usize,
    reached: usize,
    most_solutions: usize,
    quiet: usize,
}

/// Counts by trying every vector of clicks.
fn case(graph: &Digraph, m: u64) -> Case {
    let n = graph.order();
    let states = (m as usize).pow(n as u32);
    let mut ends: HashMap<Vec<u32>, usize> = HashMap::new();
    for code in 0..states {
        let digits: Vec<usize> = (0..n).map(|k| code / (m as usize).pow(k as u32) % m as usize).collect();
        let sequence: Vec<usize> = (0..n).flat_map(|v| std::iter::repeat_n(v, digits[v])).collect();
        *ends.entry(click_through(graph, m, &vec![0; n], &sequence)).or_default() += 1;
    }
    let size = determinant(&matrix_of(graph));
    let rest =
        u64::try_from(size % IBig::from(m)).or_else(|_| u64::try_from(-determinant(&matrix_of(graph)) % IBig::from(m)));
    Case {
        prime: gcd(rest.expect("below m in size"), m) == 1,
        states,
        reached: ends.len(),
        most_solutions: ends.values().copied().max().unwrap_or(0),
        quiet: ends.get(&vec![0; n]).copied().unwrap_or(0),
    }
}

fn by_definition(effort: Effort, watch: &mut dyn Watch, what: &str, holds: fn(&Case) -> bool) -> Result<Finding> {
    let slow = effort == Effort::Slow;
    let mut cases = 0u64;
    // All digraphs, loops allowed, on up to three vertices, and on four for two colours where there is time.
    let mut plan: Vec<(usize, u64)> =
        (1..=3).flat_map(|n| (2..if slow { 13 } else { 7 }).map(move |m| (n, m))).collect();
    if slow {
        plan.extend([(4, 2), (4, 3)]);
    }
    for (n, m) in plan {
        for graph in digraphs(n) {
            if cases.is_multiple_of(512) {
                watch::step(watch, cases, None, || format!("{cases} puzzles tried"))?;
            }
            cases += 1;
            if !holds(&case(&graph, m)) {
                return Ok(Finding::new(Verdict::Refuted, format!("not so for {} modulo {m}", named(&graph))));
            }
        }
    }
    let extent = if slow {
        "up to 3 vertices with m from 2 to 12 and on 4 with m = 2, 3"
    } else {
        "up to 3 vertices with m from 2 to 6"
    };
    Ok(Finding::new(
        Verdict::Holds,
        format!(
            "{what}: for all graphs and m by the theorem of the determinant; compared on all digraphs on {extent}, every \
             vector of clicks tried, {cases} puzzles"
        ),
    ))
}

fn difference(printed: &[[i64; 6]; 6], truth: &[Vec<i64>]) -> Vec<String> {
    let cells = (0..6).flat_map(|i| (0..6).map(move |j| (i, j)));
    cells
        .filter(|&(i, j)| printed[i][j] != truth[i][j])
        .map(|(i, j)| format!("entry ({}, {}) is printed {} and is {}", i + 1, j + 1, printed[i][j], truth[i][j]))
        .collect()
}

fn matrix() -> Finding {
    let truth = matrix_of(&circle());
    let printed: Vec<Vec<i64>> = PRINTED.iter().map(|row| row.to_vec()).collect();
    let slips = difference(&PRINTED, &truth);
    let (true_determinant, printed_one) = (determinant(&truth), determinant(&printed));
    let right_determinant = true_determinant == IBig::from(PRINTED_DETERMINANT);
    let evidence = match slips.is_empty() {
        true => format!("the matrix is that of the circle; its determinant is {true_determinant}"),
        false => format!(
            "{}; the circle's matrix has determinant {true_determinant}, the printed one would have {printed_one}; printed is {PRINTED_DETERMINANT}",
            slips.join("; ")
        ),
    };
    let verdict = match (slips.is_empty(), right_determinant) {
        (true, true) => Verdict::Holds,
        (_, true) | (true, false) => Verdict::Corrected,
        (false, false) => Verdict::Refuted,
    };
    Finding::new(verdict, evidence)
}

/// The inverse over the rationals by Gauss and Jordan; `None` for a singular matrix.
pub(super) fn rational_inverse(matrix: &[Vec<i64>]) -> Option<Vec<Vec<RBig>>> {
    let n = matrix.len();
    let wide = |(i, row): (usize, &Vec<i64>)| {
        let left = row.iter().map(|&x| RBig::from(x));
        left.chain((0..n).map(|j| RBig::from(u8::from(i == j)))).collect::<Vec<_>>()
    };
    let mut rows: Vec<Vec<RBig>> = matrix.iter().enumerate().map(wide).collect();
    for k in 0..n {
        let found = (k..n).find(|&i| !rows[i][k].is_zero())?;
        rows.swap(k, found);
        let pivot = rows[k][k].clone();
        rows[k].iter_mut().for_each(|x| *x = &*x / &pivot);
        let pivot_row = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, row)| *i != k && !row[k].is_zero()) {
            let times = row[k].clone();
            row.iter_mut().zip(&pivot_row).for_each(|(x, p)| *x = &*x - &times * p);
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

fn inverse() -> Finding {
    let truth = matrix_of(&circle());
    let Some(inverse) = rational_inverse(&truth) else {
        return Finding::new(Verdict::Refuted, "the circle's matrix has no inverse");
    };
    let twice: Option<Vec<Vec<i64>>> = inverse
        .iter()
        .map(|row| row.iter().map(|x| (x * RBig::from(2)).to_int().value()).map(|x| i64::try_from(x).ok()).collect())
        .collect();
    let twice = twice.expect("entries are small");
    let whole = inverse
        .iter()
        .zip(&twice)
        .all(|(row, doubled)| row.iter().zip(doubled).all(|(x, &d)| x * RBig::from(2) == RBig::from(d)));
    let slips = difference(&PRINTED_INVERSE, &twice);
    // Modulo 3 one half is 2, that is -1: the printed matrix negated times the circle's must be the identity.
    let modulus = Modulus::new(3);
    let entry = |i: usize, j: usize| {
        (0..6).fold(0, |sum, k| modulus.add(sum, modulus.reduce(i128::from(-PRINTED_INVERSE[i][k] * truth[k][j]))))
    };
    let modulo_three = (0..6).all(|i| (0..6).all(|j| entry(i, j) == u32::from(i == j)));
    let evidence = match (slips.is_empty() && whole, modulo_three) {
        (true, true) => {
            "all 36 entries recomputed from the circle's own matrix, over the rationals and modulo 3".to_string()
        }
        (_, three) => format!("{}; modulo 3 it is {}an inverse", slips.join("; "), if three { "" } else { "not " }),
    };
    Finding::of(slips.is_empty() && whole && modulo_three, Verdict::Holds, Verdict::Corrected, evidence)
}

fn three_colours() -> Result<Finding> {
    let puzzle = Puzzle::from_text("circle:6", true, None, 3)?;
    let from = puzzle.state("WRBWRB", Some("WRB"), 1)?;
    let wanted = puzzle.change(&from, &[0; 6]);
    // Every vector of clicks is tried; the linear algebra must agree.
    let all = (0..729u32).map(|code| (0..6).map(|k| code / 3u32.pow(k) % 3).collect::<Vec<u32>>());
    let found: Vec<Vec<u32>> = all.filter(|t| puzzle.effect(t) == wanted).collect();
    let solved = System::new(&puzzle, &mut Unwatched)?.solve(&wanted, &mut Unwatched)?;
    let agreed = solved.clicks.as_ref().is_ok_and(|t| found.contains(t));
    let after: Vec<u32> =
        from.iter().zip(puzzle.effect(&PRINTED_CLICKS)).map(|(&a, b)| puzzle.modulus.add(a, b)).collect();
    let right = after.iter().all(|&c| c == 0);
    let evidence = format!(
        "all 729 vectors of clicks tried: {}, {}{}; the printed {} leaves {}",
        say::counted(found.len() as u64, "does it", "do it"),
        found.iter().map(|t| vector(t)).collect::<Vec<_>>().join(" "),
        if agreed { ", as the algebra says" } else { ", but the algebra says otherwise" },
        vector(&PRINTED_CLICKS),
        vector(&after)
    );
    Ok(Finding::new(
        match (right, found.len()) {
            (true, 1) => Verdict::Holds,
            (_, 1) => Verdict::Corrected,
            _ => Verdict::Refuted,
        },
        evidence,
    ))
}

fn kernel() -> Result<Finding> {
    let puzzle = Puzzle::from_text("circle:6", true, None, 2)?;
    let rank = puzzle.graph.arrivals().rank();
    let all = (1..64u32).map(|code| (0..6).map(|k| code >> k & 1).collect::<Vec<u32>>());
    let quiet: Vec<Vec<u32>> = all.filter(|t| puzzle.effect(t).iter().all(|&c| c == 0)).collect();
    let slips: Vec<&&[u32]> = PRINTED_QUIET.iter().filter(|t| !quiet.iter().any(|q| q == *t)).collect();
    let evidence = format!(
        "rank {rank}; all 63 moves tried, {} do nothing: {}{}",
        quiet.len(),
        quiet.iter().map(|t| vector(t)).collect::<Vec<_>>().join(" "),
        slips
            .iter()
            .map(|t| format!("; printed {} has {} entries and is none of them", vector(t), t.len()))
            .collect::<String>()
    );
    let verdict = match (rank == 4 && quiet.len() == 3, slips.is_empty()) {
        (true, true) => Verdict::Holds,
        (true, false) => Verdict::Corrected,
        (false, _) => Verdict::Refuted,
    };
    Ok(Finding::new(verdict, evidence))
}

fn unsolvable() -> Finding {
    let case = case(&circle(), 2);
    let missed = case.states - case.reached;
    let divisor = gcd(case.reached as u64, case.states as u64);
    let chance = (case.reached as u64 / divisor, case.states as u64 / divisor);
    let evidence = format!(
        "all 64 vectors of clicks tried: {} states are reached, {missed} are not, a chance of {}/{}",
        case.reached, chance.0, chance.1
    );
    Finding::of(missed == 48 && chance == (1, 4), Verdict::Holds, Verdict::Refuted, evidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_is_decided_and_the_slips_of_the_handout_are_seen() {
        let mut slips = Vec::new();
        for claim in CLAIMS {
            let finding = (claim.check)(Effort::Quick, &mut Unwatched).unwrap();
            let debug = ["Some(", "None", "[", "true", "false", "Digraph"];
            assert!(!finding.evidence.is_empty() && !debug.iter().any(|word| finding.evidence.contains(word)));
            if finding.verdict != Verdict::Holds {
                slips.push((claim.id, finding.verdict));
            }
        }
        // An independent look at the page: row 4 of the matrix lacks its second 1, the clicks leave cells coloured, one
        // vector is too short.
        assert_eq!(
            slips,
            [
                ("merlin.incidence", Verdict::Corrected),
                ("merlin.matrix", Verdict::Corrected),
                ("merlin.three-colours", Verdict::Corrected),
                ("merlin.column-sums", Verdict::Corrected),
                ("merlin.kernel", Verdict::Corrected)
            ]
        );
    }

    #[test]
    fn checks_can_come_out_otherwise() {
        // The same machinery refutes a false statement and sees a bent matrix.
        let never =
            by_definition(Effort::Quick, &mut Unwatched, "nothing is ever reached", |case| case.reached == 0).unwrap();
        assert_eq!(never.verdict, Verdict::Refuted);
        let mut bent = matrix_of(&circle());
        bent[2][5] = 7;
        assert_eq!(difference(&PRINTED, &bent).len(), 2);
    }
}
