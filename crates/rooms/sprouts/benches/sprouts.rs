//! Sprouts: the growth of the search, and its rungs against each other.

use engine::search::Next;
use sprouts::certificate::{self, CERTIFICATES, Subject};
use sprouts::land;
use sprouts::misere::Misere;
use sprouts::parts::{Errand, Outcome, Planner, Worker};
use sprouts::plain::Truth;
use sprouts::position::Position;
use sprouts::proof::Proof;
use sprouts::search::Search;
use std::collections::BTreeMap;
use std::time::Instant;

const MEMORY: usize = 2 << 30;

fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let clock = Instant::now();
    let answer = work();
    (answer, clock.elapsed().as_secs_f64())
}

fn by_proof(n: usize) -> (u8, Search) {
    let mut search = Search::new(MEMORY);
    let nimber = Proof::default().nimber_of(&mut search, &land::start(n), &mut kit::Unwatched);
    (nimber.expect("within the memory"), search)
}

/// One thread against two: the same nimber, the positions of both, and the ratio of the times.
fn in_company(n: usize) {
    let solve = |threads: usize| {
        let mut search = Search::new(MEMORY);
        let (nimber, time) = seconds(|| {
            Proof { threads }.nimber_of_start(&mut search, n, &mut kit::Unwatched).expect("within the memory")
        });
        (nimber, search.positions(), time)
    };
    let (alone, company) = (solve(1), solve(2));
    assert_eq!(alone.0, company.0);
    println!(
        "sprouts {n} on two threads: {} positions against {}, {:.3} s against {:.3} s, ratio {:.2}",
        company.1,
        alone.1,
        company.2,
        alone.2,
        alone.2 / company.2
    );
}

/// A search in parts on workers that are simulated one after the other. *Assumptions*: time is counted in positions
/// made (about 0.1 ms each) and one more an errand; the planner takes none; an errand visits 64 couples at most; every
/// worker learns all facts of others before its next errand, which costs nothing and arrives at once; nobody dies. So
/// it shows what the shape of the tree allows, an upper bound of what a cluster reaches.
fn simulated(n: usize, workers: usize) -> (u64, u64) {
    let nimber = u32::from(n % 6 > 2);
    let mut planner = Planner::new(&land::start(n), nimber, MEMORY).expect("a start");
    let mut crew: Vec<(Worker, usize)> = (0..workers).map(|_| (Worker::new(MEMORY), 0)).collect();
    let (mut said, mut work) = (Vec::new(), 0);
    // Who is done when, and with what.
    let mut under_way: BTreeMap<(u64, usize), (Errand, Outcome)> = BTreeMap::new();
    let mut idle: Vec<usize> = (0..workers).rev().collect();
    let mut now = 0;
    loop {
        while let Some(number) = idle.pop() {
            let Next::Couple(errand, _) = planner.errand(&mut kit::Unwatched).expect("within the memory") else {
                return (now, work);
            };
            let (worker, heard) = &mut crew[number];
            worker.learn(&said[*heard..]).expect("facts of lands");
            *heard = said.len();
            let outcome = worker.run(&errand, 64, &mut kit::Unwatched).expect("within the memory");
            work += outcome.positions + 1;
            under_way.insert((now + outcome.positions + 1, number), (errand, outcome));
        }
        let Some(((time, number), (errand, outcome))) = under_way.pop_first() else { return (now, work) };
        now = time;
        planner.learn(&errand, &outcome, &mut kit::Unwatched).expect("within the memory");
        said.extend(outcome.facts);
        idle.push(number);
    }
}

fn simulation(n: usize) {
    let (alone, _) = simulated(n, 1);
    for workers in [1, 2, 8, 64, 1024] {
        let (time, work) = simulated(n, workers);
        println!(
            "sprouts {n} simulated on {workers} workers: speed-up {:.1}, work {:.2} times that of one",
            alone as f64 / time as f64,
            work as f64 / alone as f64
        );
    }
}

fn main() {
    let number = |word: &str| std::env::args().skip_while(|w| w != word).nth(1).and_then(|n| n.parse().ok());
    if let Some(n) = number("simulate") {
        return simulation(n);
    }
    if let Some(n) = number("company") {
        return in_company(n);
    }
    let to: usize = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(12);
    println!("sprouts: n, nimber, positions, stored couples, seconds, growth");
    let mut before = 0.0;
    for n in 3..=to {
        let ((nimber, search), time) = seconds(|| by_proof(n));
        let growth = if before > 0.0 { time / before } else { 1.0 };
        println!(
            "sprouts {n}: nimber {nimber}, {} positions, {} stored, {time:.3} s, growth {growth:.2}",
            search.positions(),
            search.stored()
        );
        before = time;
    }
    for n in 3..=to.min(11) {
        let (nimber, mut search) = by_proof(n);
        let start = land::start(n);
        let subject = Subject::Spots(n);
        let written = certificate::write(&mut search, &start, &subject, nimber, &mut kit::Unwatched).expect("solved");
        let (report, time) = seconds(|| (CERTIFICATES[0].check)(&written, &mut kit::Unwatched).expect("it stands"));
        println!(
            "sprouts certificate {n}: {} lands, {} bytes, checked in {time:.3} s",
            written.body.lines().count() - 1,
            written.body.len()
        );
        drop(report);
    }
    for n in 3..=to.min(9) {
        let (lost, time) = seconds(|| Misere::new(MEMORY).lost(&land::start(n), &mut kit::Unwatched).expect("small"));
        println!("sprouts misere {n}: {}, {time:.3} s", if lost { "P" } else { "N" });
    }
    let (_, fast) = seconds(|| by_proof(9));
    let (_, depth) = seconds(|| Search::new(MEMORY).nimber_of(&land::start(9), &mut kit::Unwatched));
    println!("sprouts proof numbers, 9 spots: fast {fast:.3} s, depth first {depth:.3} s, ratio {:.1}", depth / fast);
    let (_, fast) = seconds(|| by_proof(2));
    let (_, plain) = seconds(|| Truth::default().nimber(&Position::start(2)));
    println!("sprouts lands, 2 spots: fast {fast:.6} s, plain {plain:.6} s, ratio {:.0}", plain / fast);
}
