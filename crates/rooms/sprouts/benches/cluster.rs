//! How a search on a cluster goes from 1 to 1,024 workers, simulated over recorded trees (`sprouts::simulation` says
//! what is assumed): `cargo xtask bench cluster`. With words behind `--`: spots, then
//! workers, and `built` or `free` for one of the two tables.

use sprouts::simulation::{Costs, Record, Run, sequential, simulated};

#[path = "../../../engine/benches/clock/mod.rs"]
mod clock;

const MEMORY: usize = 8 << 30;
/// The planner as it is, and one that takes no time.
const NAMES: [&str; 2] = ["built", "free"];
const WORKERS: [usize; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

fn row(name: &str, workers: usize, run: Run, one: Run, alone: Run) {
    let time = run.time as f64;
    println!(
        "{name:>10} {workers:>5} {:>9.2} {:>8.2} {:>8.2} {:>10} {:>8} {:>7.0} % {:>7.0} %",
        time / 1e9,
        one.time as f64 / time,
        alone.time as f64 / time,
        run.positions,
        run.errands,
        100.0 * run.work as f64 / (time * workers as f64),
        100.0 * run.planner as f64 / time,
    );
}

fn table(spots: usize, workers: &[usize]) {
    let mut record = Record::new(MEMORY);
    let costs = Costs::ASSUMED;
    let (seconds, alone) = clock::timed(|| sequential(&mut record, spots, costs).expect("within the memory"));
    println!(
        "{spots} spots: recorded in {seconds:.2} s of processor time; one thread {:.2} s of simulated time, {} positions",
        alone.time as f64 / 1e9,
        alone.positions
    );
    println!("   planner workers  seconds  of one  of a thread  positions  errands  working  planner");
    let wanted: Vec<String> = std::env::args().filter(|word| NAMES.contains(&word.as_str())).collect();
    for (name, costs) in NAMES.into_iter().zip([costs, costs.without_planner()]) {
        if !wanted.is_empty() && !wanted.iter().any(|word| word == name) {
            continue;
        }
        let mut one = None;
        for &workers in workers {
            let run = simulated(&mut record, spots, workers, costs).expect("within the memory");
            row(name, workers, run, *one.get_or_insert(run), alone);
        }
    }
    println!("{spots} spots: {} positions recorded in the end", record.positions());
}

fn main() {
    let words: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    match words.as_slice() {
        [] => [13, 17].into_iter().for_each(|spots| table(spots, &WORKERS)),
        [spots] => table(*spots, &WORKERS),
        [spots, workers @ ..] => table(*spots, workers),
    }
}
