//! The 5-way scale: the search against the plain definition, and the times of the optima.

use kit::Unwatched;
use scale::pile::{Scale, State};
use scale::search::{Search, UNSTOPPED};
use scale::{grid, most, plain};
use std::hint::black_box;
use std::time::Instant;

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

fn main() {
    // Seven coins: that two weighings do not suffice and three do.
    let pairs = plain::all_sets(7, 2);
    let plain = seconds(|| (2..=3).map(|w| plain::enough(Scale::Five, 7, &pairs, w)).collect::<Vec<_>>());
    let fast = seconds(|| {
        let mut search = Search::new(Scale::Five, UNSTOPPED);
        (2..=3).map(|w| search.decide(&State::start(7, 2), w, u64::MAX)).collect::<Vec<_>>()
    });
    println!("scale seven coins: fast {fast:.6} s, plain {plain:.4} s, ratio {:.0}", plain / fast);
    for (scale, name) in [(Scale::Five, "5-way"), (Scale::Three, "3-way")] {
        for weighings in [3, 4] {
            let time = seconds(|| most::most(scale, 2, weighings, 1, &mut Unwatched));
            println!("scale most {weighings} {name}: {time:.4} s");
        }
    }
    let time = seconds(|| grid::plan(1_000_000, 1, UNSTOPPED));
    println!("scale strategy of grids for a million coins: {time:.3} s");
}
