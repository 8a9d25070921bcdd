//! Board games of the sums: couples against the memo on the same boards in one run, and the times of the largest
//! boards.

use engine::impartial::{Limits, Method, Solver, Spoken};
use kit::{Means, Unwatched};
use std::time::Instant;
use topics::sums::language::{all_words, read_sum};
use topics::sums::words::boards::{Boxing, Cram};

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let answer = work();
    (start.elapsed().as_secs_f64(), answer)
}

/// Both rungs from nothing on one position.
fn rungs<G: Spoken>(game: impl Fn() -> G, board: &str) {
    let limits = Limits { memory: 4 << 30, threads: 1 };
    let solve = |method| {
        let solver = Solver::new(game(), limits);
        let at = solver.game().read(board).expect("a board");
        let (seconds, nimber) = timed(|| solver.nimber(&at, method, &mut Unwatched).expect("within reach"));
        (seconds, nimber, solver.table().len())
    };
    let (couples, nimber, few) = solve(Method::Couples);
    let (memo, same, many) = solve(Method::Memo);
    assert_eq!(nimber, same);
    let (name, cells) = (game().name(), board.split('/').count());
    println!(
        "{name} with {cells} rows: couples {couples:.3} s and {few} stored, memo {memo:.3} s and {many} stored, ratio {:.1}",
        memo / couples
    );
}

/// Seconds and nimber of a board by so many threads, from nothing.
fn nimber(call: &str, threads: usize) -> (f64, u32) {
    let sum = read_sum(call, &all_words()).expect("a call");
    let positions = std::slice::from_ref(&sum[0].position);
    let means = Means { memory: 4 << 30, threads };
    let (seconds, nimbers) = timed(|| sum[0].rules.nimbers(positions, means, &mut Unwatched).expect("within reach"));
    (seconds, nimbers[0])
}

fn main() {
    rungs(|| Boxing::new(5, 5), "11111/11111/11111/11111/11111");
    rungs(|| Boxing::new(4, 7), "1111111/1111111/1111111/1111111");
    rungs(|| Cram::new(4, 5), "...../...../...../.....");
    rungs(|| Cram::new(4, 7), "......./......./......./.......");
    rungs(|| Cram::new(5, 6), "....../....../....../....../......");
    let [one, two] = [1, 2].map(|threads| nimber("boxing(5,8)", threads).0);
    println!("boxing(5,8): one thread {one:.2} s, two threads {two:.2} s, ratio {:.2}", one / two);
    for call in ["cram(5,6)", "chomp(8,10)", "boxing(3,16)", "boxing(4,11)", "boxing(5,8)", "boxing(6,7)"] {
        let (seconds, nimber) = nimber(call, 2);
        println!("{call}: nimber {nimber} in {seconds:.2} s");
    }
}
