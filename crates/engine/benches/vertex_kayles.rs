//! Node Kayles on queens graphs: the search against the definition, several threads against one, and the sides 8 to 13.
//!
//! Sides given as arguments are solved instead: `cargo bench -p parlor-engine --bench vertex_kayles -- 14`; after the
//! word `company` on one thread and on two.

use kit::Unwatched;
use parlor_engine::bits::square_symmetries;
use parlor_engine::vertex_kayles::{Graph, Solver, nimber_by_definition};
use std::time::Instant;

mod clock;
use clock::one_and_two;

const MEMORY: usize = 4 << 30;

fn queens(n: usize) -> kit::Result<Graph> {
    Graph::new(n * n, |v, w| {
        let (r, c) = ((v / n).abs_diff(w / n), (v % n).abs_diff(w % n));
        r == 0 || c == 0 || r == c
    })
}

fn solved(n: usize, threads: usize) -> kit::Result<(u32, u64, f64)> {
    let clock = Instant::now();
    let graph = queens(n)?;
    let start = graph.start();
    let mut solver = Solver::with_threads(graph, &square_symmetries(n), MEMORY, threads)?;
    let nimber = solver.nimber(&start, &mut Unwatched)?;
    Ok((nimber, solver.nodes(), clock.elapsed().as_secs_f64()))
}

/// A side on one thread and on two.
fn in_company(n: usize) {
    one_and_two(&format!("vertex kayles, queens {n}"), |threads| {
        let (nimber, nodes, _) = solved(n, threads).expect("within the memory");
        (nimber, Some(nodes))
    });
}

fn main() -> kit::Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let sides: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    if std::env::args().any(|word| word == "company") {
        sides.into_iter().for_each(in_company);
        return Ok(());
    }
    for &n in if sides.is_empty() { &[8, 9, 10, 11, 12, 13] } else { &sides[..] } {
        let (nimber, nodes, seconds) = solved(n, threads)?;
        println!("vertex kayles, queens {n}: nimber {nimber}, {nodes} positions, {seconds:.3} s, {threads} threads");
    }
    if sides.is_empty() {
        let graph = queens(7)?;
        let clock = Instant::now();
        let nimber = nimber_by_definition(&graph, &graph.start());
        let plain = clock.elapsed().as_secs_f64();
        let (found, _, fast) = solved(7, 1)?;
        assert_eq!(found, nimber);
        println!("vertex kayles, queens 7: fast {fast:.5} s, plain {plain:.3} s, ratio {:.0}", plain / fast);
        [13, 14].into_iter().for_each(in_company);
    }
    Ok(())
}
