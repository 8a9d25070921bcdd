//! Timings of the heap games: the split into rare and common values against the quadratic definition, in one run.
//!
//! Arguments are the figures to run (`plain`, `officers`, `treblecross`, `periods`); without any, all but the long ones.

use engine::heaps::{Heaps, Rule, find_period};
use std::time::Instant;

/// The quadratic method without any cleverness but also without waste: every break of every heap, one mark each.
fn quadratic(rule: &Rule, to: usize) -> Vec<u16> {
    let last = rule.last_take().expect("the code ends");
    let mut values: Vec<u16> = Vec::with_capacity(to + 1);
    let mut seen = vec![usize::MAX; 1 << 16];
    for n in 0..=to {
        for take in 0..=last.min(n) {
            let (digit, rest) = (rule.digit(take), n - take);
            if digit & 1 != 0 && rest == 0 {
                seen[0] = n;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[usize::from(values[rest])] = n;
            }
            if digit & 4 != 0 {
                for a in 1..=rest / 2 {
                    seen[usize::from(values[a] ^ values[rest - a])] = n;
                }
            }
        }
        values.push((0..).find(|&v| seen[v] != n).expect("the naturals do not end") as u16);
    }
    values
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

fn against_quadratic(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let (fast, values) = timed(|| Heaps::table(&rule, to).expect("within the limits"));
    let (plain, truth) = timed(|| quadratic(&rule, to));
    assert_eq!(values, truth, "{code}");
    println!("{code} to {to}: fast {fast:.3} s, plain {plain:.3} s, ratio {:.0}", plain / fast);
}

/// The same table heap by heap, without the blocks.
fn against_single_heaps(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let (mut blocks, mut single) = (Heaps::new(&rule), Heaps::new(&rule));
    let (fast, ()) = timed(|| blocks.extend(to));
    let (slow, ()) = timed(|| single.extend_one_by_one(to));
    assert_eq!(blocks.values(), single.values(), "{code}");
    println!("{code} to {to}: blocks {fast:.3} s, heap by heap {slow:.3} s, ratio {:.1}", slow / fast);
}

fn table(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let mut heaps = Heaps::new(&rule);
    let (seconds, ()) = timed(|| heaps.extend(to));
    let top = heaps.values().iter().max().expect("not empty");
    println!(
        "{code} to {to}: {seconds:.2} s, {} rare heaps, mask {:b}, parity {}, largest value {top}",
        heaps.rare().count(),
        heaps.split().mask,
        heaps.split().parity
    );
}

fn period(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let (seconds, values) = timed(|| Heaps::table(&rule, to).expect("within the limits"));
    let found = find_period(&rule, &values);
    println!("{code} to {to}: {seconds:.2} s, {found:?}");
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let runs = |name: &str, by_default: bool| (asked.is_empty() && by_default) || asked.iter().any(|a| a == name);
    if runs("plain", true) {
        against_quadratic("0.16", 100_000);
    }
    if runs("blocks", true) {
        against_single_heaps("0.6", 150_000);
        against_single_heaps("0.007", 40_000);
        against_single_heaps("0.376", 150_000);
    }
    if runs("officers", true) {
        table("0.6", 2_000_000);
    }
    if runs("treblecross", true) {
        table("0.007", 500_000);
    }
    if runs("short", true) {
        for (code, to) in [("0.07", 1000), ("0.77", 1000), ("0.45", 3000), ("0.055", 3000), ("0.156", 12_000)] {
            period(code, to);
        }
        for (code, to) in [
            ("0.165", 20_000),
            ("0.356", 30_000),
            ("0.644", 10_000),
            ("0.16", 600_000),
            ("0.56", 10_000),
            ("0.127", 100_000),
        ] {
            period(code, to);
        }
    }
    if runs("0.376", false) {
        period("0.376", 4_600_000);
    }
    if runs("0.354", false) {
        period("0.354", 20_200_000);
    }
    if runs("officers-ten-million", false) {
        table("0.6", 10_000_000);
    }
}
