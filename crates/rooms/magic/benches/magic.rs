//! Xor-magic graphs: the generator (beside nauty's geng where that is installed), the tests, the classifications, each
//! with its seconds.

use engine::graphs::regular::connected_regular;
use engine::graphs::small::Small;
use kit::Unwatched;
use magic::condition::{Nullspace, small_tests};
use magic::{classify, planes::Growth};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The seconds of geng on 16 vertices, if it is there and gives as many graphs.
fn geng(count: usize) -> Option<f64> {
    let program = ["geng", "nauty-geng"]
        .into_iter()
        .find(|p| Command::new(p).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok())?;
    let start = Instant::now();
    let output = Command::new(program).args(["-c", "-d3", "-D3", "-q", "16", "24:24"]).output().ok()?;
    let seconds = start.elapsed().as_secs_f64();
    let lines = output.stdout.iter().filter(|&&b| b == b'\n').count();
    assert_eq!(lines, count, "geng gives as many graphs");
    Some(seconds)
}

fn main() {
    let start = Instant::now();
    let mut list: Vec<Small> = Vec::new();
    connected_regular(16, 3, &mut |graph| {
        list.push(graph.clone());
        true
    });
    let ours = start.elapsed().as_secs_f64();
    match geng(list.len()) {
        Some(theirs) => println!(
            "cubic graphs on 16 vertices: {} in {ours:.3} s, geng {theirs:.3} s, ratio {:.2}",
            list.len(),
            theirs / ours
        ),
        None => println!("cubic graphs on 16 vertices: {} in {ours:.3} s, geng is not installed", list.len()),
    }

    let start = Instant::now();
    let passing = list.iter().filter(|g| matches!(small_tests(g), (_, true, true))).count();
    let fast = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let plain = list.iter().filter(|g| {
        let space = Nullspace::of(&g.to_graph(), &mut Unwatched).expect("nobody stops it");
        space.test1() && space.test2()
    });
    assert_eq!(plain.count(), passing);
    let plain = start.elapsed().as_secs_f64();
    println!(
        "both tests on {} graphs, {passing} pass: words {fast:.4} s, matrices {plain:.4} s, ratio {:.0}",
        list.len(),
        plain / fast
    );

    println!("order  vertices  graphs  labelled      steps  seconds");
    for n in 3..=5 {
        let start = Instant::now();
        let found = classify::by_labels(n, 3, &mut Unwatched).expect("nobody stops it");
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{n:>5}  {:>8}  {:>6}  {:>8}  {:>9}  {seconds:.3}  hash {}",
            1 << n,
            found.kinds.len(),
            found.labelled,
            found.steps,
            found.hash()
        );
    }
    let start = Instant::now();
    let mut steps = 0;
    for part in Growth::start(5).parts(2000) {
        part.complete(&kit::watch::Progress::default(), &mut steps, &mut |_| {});
    }
    println!("32 vertices, the search alone on one thread: {steps} steps, {:.3} s", start.elapsed().as_secs_f64());
}
