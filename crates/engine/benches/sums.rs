//! Timings of the heap games: the split into rare and common values against the quadratic definition, in one run. All
//! but `pair` use one thread.
//!
//! Arguments are the figures to run (`plain`, `blocks`, `pair`, `officers`, `treblecross`, `periods`, `0.376`, `0.354`,
//! `officers-ten-million`); without any, all.

mod clock;

use clock::timed;
use parlor_engine::heaps::{Heaps, Rule, find_period};
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

/// The same table on one thread and on two, stretch by stretch in turn, so that a busy machine slows both alike.
fn on_two_threads(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let (mut one, mut two) = (Heaps::new(&rule), Heaps::new(&rule));
    let (mut alone, mut together) = (0.0, 0.0);
    for stretch in 1..=20 {
        let until = to / 20 * stretch;
        let clock = Instant::now();
        one.extend(until);
        alone += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        two.extend_on(2, until);
        together += clock.elapsed().as_secs_f64();
    }
    assert_eq!(one.values(), two.values(), "{code}");
    println!(
        "{code} to {to}: one thread {alone:.2} s, two {together:.2} s by the clock, ratio {:.2}",
        alone / together
    );
}

fn table(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let mut heaps = Heaps::new(&rule);
    let (seconds, ()) = timed(|| heaps.extend(to));
    let top = heaps.values().iter().max().expect("not empty");
    let sum = heaps.values().iter().fold(0u64, |sum, &v| sum.wrapping_mul(31).wrapping_add(v.into()));
    println!(
        "{code} to {to}: {seconds:.2} s, {} rare heaps, the last {}, mask {:b}, parity {}, largest value {top}, checksum {sum:016x}",
        heaps.rare().count(),
        heaps.rare().last().unwrap_or(0),
        heaps.split().mask,
        heaps.split().parity
    );
}

/// Proves the period of each code, all within so many seconds.
fn periods(codes: &[(&str, usize)], within: f64) {
    let mut all = 0.0;
    for &(code, to) in codes {
        let rule: Rule = code.parse().expect("a code");
        let (seconds, found) = timed(|| find_period(&rule, &Heaps::table(&rule, to).expect("within the limits")));
        let p = found.unwrap_or_else(|| panic!("{code} shows no period to {to}"));
        assert!(p.proved, "{code}: {p:?}");
        println!(
            "{code} to {to}: {seconds:.3} s, period {}, preperiod {}, saltus {}, proved",
            p.period, p.preperiod, p.saltus
        );
        all += seconds;
    }
    println!("{} codes: {all:.2} s, {within} s are allowed", codes.len());
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let runs = |name: &str| asked.is_empty() || asked.iter().any(|a| a == name);
    if runs("plain") {
        against_quadratic("0.16", 150_000);
    }
    if runs("blocks") {
        against_single_heaps("0.6", 150_000);
        against_single_heaps("0.007", 40_000);
        against_single_heaps("0.376", 150_000);
    }
    if runs("pair") {
        on_two_threads("0.6", 1_000_000);
        on_two_threads("0.376", 1_000_000);
        on_two_threads("0.354", 1_000_000);
    }
    if runs("officers") {
        table("0.6", 2_000_000);
    }
    if runs("treblecross") {
        table("0.007", 500_000);
    }
    if runs("periods") {
        let codes = [
            ("0.07", 400),
            ("0.77", 400),
            ("0.45", 1200),
            ("0.055", 900),
            ("0.156", 8000),
            ("0.165", 14_000),
            ("0.356", 15_000),
            ("0.644", 8000),
            ("0.16", 600_000),
            ("0.56", 654_000),
            ("0.127", 94_000),
        ];
        periods(&codes, 5.0);
    }
    if runs("0.376") {
        periods(&[("0.376", 4_540_000)], 20.0);
    }
    if runs("0.354") {
        periods(&[("0.354", 20_130_000)], 180.0);
    }
    if runs("officers-ten-million") {
        table("0.6", 10_000_000);
    }
}
