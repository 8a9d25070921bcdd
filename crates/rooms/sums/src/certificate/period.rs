//! The kind `period`: the nimbers of a take-and-break game repeat from some heap on.
//!
//! The evidence is the beginning: the nimbers up to the end of the first period. The checker goes on with them as the
//! period says to the end of the window of Guy and Smith, and finds each value there to be the mex of what the moves of
//! its heap leave, by the code alone. So the values are the nimbers, they repeat over the window, and the theorem says
//! that they repeat for ever. That the period and the place where it begins are the least is read off the values.
//!
//! Trying all breaks takes the square of the window. The mask of the evidence parts the heaps into two classes, so that
//! most of them need not be tried ([`super::window`]); a bad mask costs time, which is bounded. What the bound forbids
//! is not written: whoever writes asks the checker.

use super::evidence::plain_number;
use super::heaps::{plain_code, read_values, value_lines};
use super::window::{Window, window_end};
use engine::heaps::{Heaps, Period, Rule};
use kit::{Certificate, CertificateKind, Error, Report, Result, Standing, Trouble, Watch};

/// The row of this kind.
pub(super) const KIND: CertificateKind = CertificateKind {
    name: "period",
    about: "That the nimbers of a take-and-break game repeat, from which heap on and with which period, both the least. \
            The checker finds the values of the window to be the nimbers, each the mex of what the moves of its heap \
            leave. Established from: the code, the definition of the nimber, that the nimber of several heaps is the \
            exclusive or of theirs, and the window of Guy and Smith, whose proof stands in the essay.",
    format: include_str!("period.txt"),
    examples: &[
        "sums period 0.07",
        "sums period 0.77 --to 1000",
        "sums period \"subtract({1,3,4})\"",
        "sums period 0.34",
    ],
    check,
};

/// The last heap whose value is listed.
const MOST_LISTED: usize = 10_000_000;
/// The words behind a mask that counts the heap as well.
const WITH_HEAP: &str = " with the parity of the heap";

fn statement(rule: &Rule, period: usize, from: usize) -> String {
    format!("{rule}: g(n + {period}) = g(n) for all n from {from} on, with the least {period} and the least {from}")
}

/// Writes the values that prove a period; nothing if they are too many, or if checking them takes too long.
pub(crate) fn period_certificate(heaps: &Heaps, period: &Period, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let (rule, split) = (heaps.rule(), heaps.split());
    let Some(values) = heaps.values().get(..period.preperiod + period.period).filter(|v| v.len() <= MOST_LISTED) else {
        return Ok(None);
    };
    let heap = if split.parity { WITH_HEAP } else { "" };
    let body = format!(
        "code {rule}\nperiod {}\nfrom {}\nmask {}{heap}\n{}",
        period.period,
        period.preperiod,
        split.mask,
        value_lines(values)
    );
    let certificate = Certificate::new("sums", KIND.name, statement(rule, period.period, period.preperiod), body);
    match check(&certificate, watch) {
        Ok(_) => Ok(Some(certificate)),
        Err(error) if error.trouble() == Trouble::TooLarge => Ok(None),
        Err(error) => Err(error),
    }
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let Evidence { rule, period, from, mask, values } = read(certificate)?;
    let Some(last_take) = rule.last_take().filter(|_| !rule.distinct()) else {
        return Err(Certificate::broken(3, "the theorem is about codes that end and whose parts may be alike"));
    };
    let end = window_end(rule.most_heaps(), last_take, (from, period));
    // Values forwards and backwards, and the heaps by their class.
    kit::memory::take(watch, "the window", 8 * end as u64)?;
    let mut window = Window::new((&rule, last_take), (from, period), mask, values);
    window.check(watch)?;
    let mut values = window.into_values();
    (values.len()..from + 2 * period).for_each(|n| values.push(values[n - period]));
    if from > 0 && values[from - 1 + period] == values[from - 1] {
        return Err(Error::failed(format!("the period begins before heap {from}")));
    }
    let repeats = |shift: usize| (from..from + period).all(|n| values[n + shift] == values[n]);
    if let Some(shorter) = prime_divisors(period).map(|prime| period / prime).find(|&shorter| repeats(shorter)) {
        return Err(Error::failed(format!("{shorter} is a period too")));
    }
    Ok(Report::new(statement(&rule, period, from), Standing::Proved)
        .fact("code", rule.to_string())
        .fact("period", period)
        .fact("preperiod", from)
        .fact("window", kit::Fact::list([from, end - period])))
}

/// The primes that divide a number.
fn prime_divisors(number: usize) -> impl Iterator<Item = usize> {
    let prime = |d: usize| (2..).take_while(|e| e * e <= d).all(|e| d % e != 0);
    let small = (1..).take_while(move |d| d * d <= number).filter(move |d| number.is_multiple_of(*d));
    small.flat_map(move |d| [d, number / d]).filter(move |&d| d > 1 && prime(d))
}

/// What the lines say.
struct Evidence {
    rule: Rule,
    period: usize,
    from: usize,
    /// The mask, and whether the heap counts as well.
    mask: (u32, bool),
    values: Vec<u16>,
}

fn read(certificate: &Certificate) -> Result<Evidence> {
    let mut lines = certificate.lines();
    let rule = plain_code(&mut lines)?;
    let mut next = |word: &str, least: usize, most: usize, end: &str| {
        let (line, text) = lines.next().unwrap_or((3, ""));
        let rest = text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        let (number, ended) = match rest.map(|rest| (rest, rest.strip_suffix(end).filter(|_| !end.is_empty()))) {
            Some((_, Some(number))) => (Some(number), true),
            Some((number, None)) => (Some(number), false),
            None => (None, false),
        };
        let number = number.and_then(plain_number).map(|number| number as usize);
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok((number, ended)),
            None => Err(Certificate::broken(line, format!("here stands {word:?} and a number from {least} to {most}"))),
        }
    };
    let (period, _) = next("period", 1, MOST_LISTED, "")?;
    let (from, _) = next("from", 0, MOST_LISTED, "")?;
    let (mask, heap) = next("mask", 0, u16::MAX.into(), WITH_HEAP)?;
    let values = read_values(lines, MOST_LISTED)?;
    match values.len() == from + period {
        true => {
            let values = values.into_iter().map(|(_, value)| value as u16).collect();
            Ok(Evidence { rule, period, from, mask: (mask as u32, heap), values })
        }
        false => Err(Error::failed(format!("{} nimbers are expected, {} are there", from + period, values.len()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::heaps::find_period;
    use kit::Unwatched;

    fn certified(code: &str, to: usize) -> Certificate {
        let rule: Rule = code.parse().unwrap();
        let mut heaps = Heaps::new(&rule);
        heaps.extend(to);
        let period = find_period(&rule, heaps.values()).unwrap();
        assert!(period.proved, "{code}: {period:?}");
        period_certificate(&heaps, &period, &mut Unwatched).unwrap().unwrap()
    }

    fn checked(body: &str) -> Result<Report> {
        check(&Certificate::new("sums", KIND.name, "", body.to_string()), &mut Unwatched)
    }

    /// The body with one of its first lines in other words.
    fn with(certificate: &Certificate, word: &str, text: &str) -> String {
        let line = |line: &str| match line.starts_with(word) {
            true => format!("{word} {text}\n"),
            false => format!("{line}\n"),
        };
        certificate.body.lines().map(line).collect()
    }

    #[test]
    fn periods_stand_and_every_change_of_a_value_is_found() {
        for (code, to) in [("0.07", 400), ("0.77", 300), ("0.3033", 60), ("0.34", 100), ("0.137", 400), ("4.3", 200)] {
            let certificate = certified(code, to);
            let report = check(&certificate, &mut Unwatched).unwrap();
            assert_eq!(report.line, certificate.states, "{code}");
            let places: Vec<usize> = certificate.body.match_indices("nimbers ").map(|(at, _)| at).collect();
            let values = certificate.body[places[0]..].split_whitespace().filter(|word| *word != "nimbers");
            let values: Vec<u16> = values.map(|value| value.parse().unwrap()).collect();
            for n in 0..values.len() {
                for other in [values[n] + 1, values[n].wrapping_sub(1), values[n] ^ 8] {
                    let mut forged = values.clone();
                    forged[n] = other;
                    let body = format!("{}{}", &certificate.body[..places[0]], value_lines(&forged));
                    assert!(checked(&body).is_err(), "{code}: heap {n} as {other}");
                }
            }
        }
    }

    /// The window of Guy and Smith: heaps from the preperiod on to so many times it, and so many periods and a take.
    #[test]
    fn the_window_is_that_of_the_theorem() {
        for (code, parts, last_take, from, period) in
            [("0.77", 2, 2, 71, 12), ("0.07", 2, 2, 53, 34), ("4.3", 2, 1, 2, 2), ("0.3033", 1, 4, 0, 7)]
        {
            let certificate = certified(code, 2 * from + 3 * period + 60);
            let report = check(&certificate, &mut Unwatched).unwrap();
            let end = parts * from.max(1) + (parts - 1) * period + last_take;
            assert_eq!(report.get("window"), Some(&kit::Fact::list([from, end])), "{code}");
            assert_eq!(report.get("period"), Some(&kit::Fact::from(period)), "{code}");
            let all = format!(
                "{code}: g(n + {period}) = g(n) for all n from {from} on, with the least {period} and the least {from}"
            );
            assert_eq!(report.line, all);
            // Two of them part their heaps by the parity of the heap as well.
            assert_eq!(certificate.body.contains(WITH_HEAP), ["0.07", "4.3"].contains(&code), "{code}");
        }
    }

    /// The mask saves work and decides nothing.
    #[test]
    fn any_mask_gives_the_same_verdict() {
        let certificate = certified("0.07", 400);
        let wrong = with(&certificate, "nimbers 0 0 1 1 2 0", "0 0 1 1 2 1 1 0 3 1 1 0 3 3 2 2 4 0 5 2");
        for mask in ["0", "1", "5", "31", "65535", "0 with the parity of the heap", "6 with the parity of the heap"] {
            let other = with(&certificate, "mask", mask);
            assert_eq!(checked(&other).unwrap().line, certificate.states, "{mask}");
            let forged = Certificate::new("sums", "", "", wrong.clone());
            assert!(checked(&with(&forged, "mask", mask)).is_err(), "{mask}");
        }
    }

    #[test]
    fn greater_periods_and_later_starts_are_true_and_refused() {
        let of = |code: &str, period: usize, from: usize| {
            let values = Heaps::table(&code.parse().unwrap(), 400).unwrap();
            checked(&format!(
                "code {code}\nperiod {period}\nfrom {from}\nmask 0\n{}",
                value_lines(&values[..from + period])
            ))
        };
        let long = |period: usize, from: usize| of("0.77", period, from);
        assert!(long(12, 71).is_ok());
        for (period, from, why) in [
            (24, 71, "12 is a period too"),
            (36, 71, "12 is a period too"),
            (12, 72, "begins before heap 72"),
            (12, 70, "the nimber of the heap"),
            (6, 71, "the nimber of the heap"),
            (11, 71, "the nimber of the heap"),
        ] {
            let said = long(period, from).unwrap_err().to_string();
            assert!(said.contains(why), "{period} {from}: {said}");
        }
        // Two, five or seven are taken: the period is longer than the window beyond it.
        assert!(of("0.0300303", 22, 0).is_ok());
        assert!(of("0.0300303", 44, 0).is_err_and(|why| why.to_string().contains("22 is a period too")));
        assert!(of("0.0300303", 22, 1).is_err_and(|why| why.to_string().contains("begins before heap 1")));
    }

    /// Values that repeat for a while are no proof: what shows itself wrong near the end of the window is refused.
    #[test]
    fn the_whole_window_is_checked() {
        // 0.07 without the proof's end: a shorter period would need 34 to divide it.
        let rule: Rule = "0.07".parse().unwrap();
        let values = Heaps::table(&rule, 400).unwrap();
        for from in 0..53 {
            let body = format!("code 0.07\nperiod 34\nfrom {from}\nmask 0\n{}", value_lines(&values[..from + 34]));
            assert!(checked(&body).is_err(), "{from}");
        }
        // A game of one heap, and one of three.
        assert!(checked("code 0.3\nperiod 2\nfrom 0\nmask 0\nnimbers 0 1\n").is_ok());
        assert!(checked("code 0.3\nperiod 1\nfrom 0\nmask 0\nnimbers 0\n").is_err());
        assert!(checked("code 0.33\nperiod 3\nfrom 0\nmask 0\nnimbers 0 1 2\n").is_ok());
        let three: Rule = "0.18".parse().unwrap();
        let table = Heaps::table(&three, 60).unwrap();
        for period in 1..8 {
            for from in 0..6 {
                let body = format!(
                    "code 0.18\nperiod {period}\nfrom {from}\nmask 0\n{}",
                    value_lines(&table[..from + period])
                );
                let repeats = (from..50).all(|n| table[n + period] == table[n]);
                assert!(repeats || checked(&body).is_err(), "{period} {from}");
            }
        }
    }

    #[test]
    fn other_lines_are_refused() {
        let good = certified("0.34", 100);
        assert!(checked(&good.body).is_ok());
        let cases = [
            (good.body.replace("code 0.34", "code .34"), "is written"),
            (good.body.replace("code 0.34", "code grundy"), "codes that end"),
            (good.body.replace("code 0.34", "code 0.(3)"), "codes that end"),
            ("code 0.34\n".to_string(), "line 3: here stands \"period\""),
            (with(&good, "period", "0"), "from 1 to"),
            (with(&good, "period", "08"), "from 1 to"),
            (with(&good, "period", "10000001"), "from 1 to"),
            (with(&good, "from", "-1"), "from 0 to"),
            (with(&good, "from", "1 "), "from 0 to"),
            (with(&good, "mask", "65536"), "from 0 to"),
            (with(&good, "mask", "1 with the parity"), "from 0 to"),
            (with(&good, "mask", " with the parity of the heap"), "from 0 to"),
            (format!("{}nimbers 1\n", good.body), "fewer than 20"),
            (good.body.replace("from", "start"), "here stands"),
            (good.body.lines().take(4).map(|line| format!("{line}\n")).collect(), "no line \"nimbers\""),
        ];
        kit::trial::refused(&cases, |body| checked(&body));
    }

    /// Moves to three heaps are gone through one by one: what takes too many of them is not written, and is refused
    /// before the first.
    #[test]
    fn what_takes_too_long_to_check_is_neither_written_nor_begun() {
        let rule: Rule = "0.8".parse().unwrap();
        let mut heaps = Heaps::new(&rule);
        heaps.extend(3000);
        let (window, theorem) = ((0, 2999), Some(engine::heaps::Theorem::Window));
        for (preperiod, written) in [(2998, "none"), (1, "is not")] {
            let period = Period { period: 1, preperiod, saltus: 0, window, proved: true, theorem, needed: None };
            let said = match period_certificate(&heaps, &period, &mut Unwatched) {
                Ok(certificate) => certificate.map_or("none".to_string(), |certificate| certificate.body),
                // What the checker finds wrong is a fault of the search, and not passed over.
                Err(error) => error.to_string(),
            };
            assert!(said.contains(written), "{preperiod}: {said}");
        }
        // Nothing here is a nimber, and nobody has looked.
        for (code, count) in [("0.8", 3000), ("0.77", 200_000), ("0.376", 1_000_000)] {
            let values = value_lines(&vec![7; count]);
            let body = format!("code {code}\nperiod 1\nfrom {}\nmask 0\n{values}", count - 1);
            let error = checked(&body).unwrap_err();
            assert_eq!(error.trouble(), Trouble::TooLarge, "{error}");
        }
    }

    #[test]
    fn primes_that_divide() {
        let divisors = |n: usize| {
            let mut all: Vec<usize> = prime_divisors(n).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        for n in 1..200usize {
            let by_definition: Vec<usize> = (2..=n).filter(|&d| n % d == 0 && (2..d).all(|e| d % e != 0)).collect();
            assert_eq!(divisors(n), by_definition, "{n}");
        }
    }
}
