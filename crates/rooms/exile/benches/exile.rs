//! The figures of the topic `exile`: greedy queens against the plain definition, tables, proved columns.

use exile::boards::{board, piece};
use exile::grundy::{Frame, Grundy};
use exile::{columns, greedy};
use std::time::Instant;

fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

/// `cargo bench --bench exile -- [--full] [greedy] [table] [columns]`: the named figures, all if none is named.
fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let full = words.iter().any(|word| word == "--full");
    let named = |name: &str| words.iter().all(|word| word == "--full") || words.iter().any(|word| word == name);
    if named("plain") {
        let (fast, rows) = seconds(|| greedy::rows(100_000));
        let (plain, by_definition) = seconds(|| greedy::rows_by_definition(100_000));
        assert_eq!(rows, by_definition);
        println!("exile greedy 10^5: fast {fast:.4} s, plain {plain:.2} s, ratio {:.0}", plain / fast);
    }
    if named("greedy") {
        let queens = if full { 1_000_000_000 } else { 100_000_000 };
        let (time, survey) = seconds(|| greedy::survey(queens));
        println!("exile greedy {queens}: {time:.2} s, checksum {:016x}", survey.checksum);
    }
    if named("table") {
        tables(full);
    }
    if named("columns") {
        for k in if full { vec![40, 100, 150] } else { vec![40, 80] } {
            let (time, proved) = seconds(|| columns::prove(k, &mut kit::Unwatched).unwrap());
            let last = &proved.periods[k];
            println!("exile columns {k}: {time:.2} s, period {} from row {}", last.period, last.from_row);
        }
    }
}

fn tables(full: bool) {
    let queen = piece("queen").unwrap();
    for (name, side) in [("quadrant", if full { 10_000 } else { 2_000 }), ("spiral", if full { 4_001 } else { 1_001 })]
    {
        let board = board(name).unwrap();
        let (time, table) =
            seconds(|| Grundy::new(board, queen, Frame::new(board, side, side), &mut kit::Unwatched).unwrap());
        let most = table.cells().map(|(_, value)| value).max().unwrap();
        println!("exile table {side}x{side} --board {name}: {time:.2} s, largest value {most}");
    }
}
