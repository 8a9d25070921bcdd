//! t
use engine::vertex_kayles::{Graph, Solver};
use kit::Unwatched;
use std::time::Instant;

fn queens(n: usize) -> (Graph, Vec<Vec<usize>>) {
    let graph = Graph::new(n * n, |v, w| {
        let (r, c) = ((v / n).abs_diff(w / n), (v % n).abs_diff(w % n));
        r == 0 || c == 0 || r == c
    })
    .unwrap();
    let mut symmetries = Vec::new();
    for flips in 0..8 {
        let image = |v: usize| {
            let (mut r, mut c) = (v / n, v % n);
            if flips & 1 == 1 {
                r = n - 1 - r;
            }
            if flips & 2 == 2 {
                c = n - 1 - c;
            }
            if flips & 4 == 4 {
                (r, c) = (c, r);
            }
            r * n + c
        };
        symmetries.push((0..n * n).map(image).collect());
    }
    (graph, symmetries)
}

fn main() {
    for n in std::env::args().skip(1).filter_map(|a| a.parse::<usize>().ok()) {
        let (graph, symmetries) = queens(n);
        let start = Instant::now();
        let mut solver =
            Solver::with_threads(graph, &symmetries, 4 << 30, std::env::var("T").map_or(1, |t| t.parse().unwrap()))
                .unwrap();
        let start_position = solver.graph().start();
        let nimber = solver.nimber(&start_position, &mut Unwatched).unwrap();
        println!("n {n} nimber {nimber} nodes {} {:.3} s", solver.nodes(), start.elapsed().as_secs_f64());
    }
}
