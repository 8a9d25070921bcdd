//! Sprouts: the growth of the search, and its rungs against each other.

use sprouts::certificate::{self, CERTIFICATES, Subject};
use sprouts::land;
use sprouts::misere::Misere;
use sprouts::plain::Truth;
use sprouts::position::Position;
use sprouts::proof::Proof;
use sprouts::search::Search;
use std::time::Instant;

#[path = "../../../engine/benches/clock/mod.rs"]
mod clock;
use clock::one_and_two;

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
    one_and_two(&format!("sprouts {n}"), |threads| {
        let mut search = Search::new(MEMORY);
        let nimber = Proof { threads }.nimber_of_start(&mut search, n, &mut kit::Unwatched).expect("within the memory");
        (nimber, Some(search.positions()))
    });
}

fn main() {
    let number = |word: &str| std::env::args().skip_while(|w| w != word).nth(1).and_then(|n| n.parse().ok());
    if let Some(n) = number("company") {
        return in_company(n);
    }
    for n in [12, 14, 17, 18] {
        in_company(n);
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
        let written =
            certificate::write(&mut search, &[(start.clone(), subject, nimber)], &mut kit::Unwatched).expect("solved");
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
