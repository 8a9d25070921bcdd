//! Periods of heap games, with the window that proves them.

use super::{Rule, climb, endless};
use kit::watch::Progress;
use std::fmt;

/// A period: g(n + period) = g(n) + saltus for all n from `preperiod` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period.
    pub period: usize,
    /// The first n from which the relation holds.
    pub preperiod: usize,
    /// What is added in each period.
    pub saltus: i64,
    /// The window of n on which the relation was checked.
    pub window: (usize, usize),
    /// Whether the window is long enough for the theorem.
    pub proved: bool,
    /// The theorem that extends the window, if one may.
    pub theorem: Option<Theorem>,
    /// The last n that the theorem asks for; `None` where none applies, or where it cannot tell yet.
    pub needed: Option<usize>,
}

/// Why a window proves what comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// The window of Guy and Smith, for values that do not climb.
    Window,
    /// The heights of three heaps, for values that climb by a power of two.
    Climb,
    /// The state of a game that leaves one heap and whose code does not end.
    State,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Window => "the window of Guy and Smith",
            Theorem::Climb => "the heights of three heaps",
            Theorem::State => "the state of an endless code",
        })
    }
}

/// The least period that the table shows, with the least preperiod, or `None` if it shows none.
///
/// A candidate must repeat over at least half of the table and twice its length; the answer is proved when the checked
/// window reaches [`Period::needed`].
pub fn find_period(rule: &Rule, values: &[u16]) -> Option<Period> {
    find_period_under(rule, values, &Progress::default())
}

/// The same; any answer when it is to stop.
pub fn find_period_under(rule: &Rule, values: &[u16], progress: &Progress) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    let (period, saltus) = least_period(values, last - last / 2, progress)?;
    let holds = |n: &usize| i64::from(values[n + period]) == i64::from(values[*n]) + saltus;
    let exception = (0..=last - period).rev().find(|n| !holds(n));
    let preperiod = exception.map_or(0, |n| n + 1);
    let window = (preperiod, last - period);
    let theorem = theorem_for(rule, saltus);
    let needed = theorem.and_then(|theorem| match theorem {
        Theorem::Window => window_end(rule, preperiod, period),
        Theorem::Climb => climb::enough(rule, values, (preperiod, period, saltus), progress).map(|end| end - period),
        Theorem::State => endless::repeats(rule, values, (preperiod, period, saltus), progress).then_some(window.1),
    });
    let proved = needed.is_some_and(|end| end <= window.1);
    Some(Period { period, preperiod, saltus, window, proved, theorem, needed })
}

/// How long a table must be to prove the period that only the last quarter of this one shows, should it last: who
/// computes so far and no farther has no value too many. Nothing when it is to stop.
pub fn foreseen(rule: &Rule, values: &[u16], progress: &Progress) -> Option<usize> {
    let last = values.len().checked_sub(1)?;
    let (period, saltus) = least_period(values, last / 4, progress)?;
    let exception = (0..=last - period).rev().find(|&n| values[n + period] != values[n]);
    let preperiod = exception.map_or(0, |n| n + 1);
    (theorem_for(rule, saltus)? == Theorem::Window)
        .then(|| window_end(rule, preperiod, period).map(|end| end + period))?
}

/// The theorem that may extend a window of this rule.
fn theorem_for(rule: &Rule, saltus: i64) -> Option<Theorem> {
    match (rule.last_take(), rule.most_heaps(), saltus) {
        // Shifting a part may make it equal to another, so the arguments fail where parts must differ.
        _ if rule.distinct() => None,
        (None, 1, _) => Some(Theorem::State),
        (Some(_), _, 0) => Some(Theorem::Window),
        (Some(_), 3, _) => Some(Theorem::Climb),
        _ => None,
    }
}

/// The last n of the window of Guy and Smith.
fn window_end(rule: &Rule, preperiod: usize, period: usize) -> Option<usize> {
    let last_take = rule.last_take()?;
    Some(match rule.most_heaps() {
        // One heap is left: g(n) depends on the last `last_take` values only.
        1 => preperiod.max(1) + last_take,
        // The essay's theorem. The first shifted part must stay above the preperiod and not be empty.
        heaps => heaps * preperiod.max(1) + (heaps - 1) * period + last_take,
    })
}

/// Differences between two looks whether it is to stop.
const LOOKS: usize = 1 << 20;

/// The least p for which so many steps at the end of the table repeat, plus a constant per period.
fn least_period(values: &[u16], steps: usize, progress: &Progress) -> Option<(usize, i64)> {
    let last = values.len() - 1;
    // Differences turn the constant away; the failure function of the reversed steps gives their least period in linear
    // time.
    let step = |index: usize| i32::from(values[last - index]) - i32::from(values[last - index - 1]);
    let mut failure = vec![0u32; steps + 1];
    let mut length = 0;
    let mut best: Option<usize> = None;
    for index in 1..steps {
        if index % LOOKS == 0 && progress.stopped() {
            return None;
        }
        let this = step(index);
        while length > 0 && step(length) != this {
            length = failure[length] as usize;
        }
        if step(length) == this {
            length += 1;
        }
        failure[index + 1] = length as u32;
    }
    let whole = steps.checked_sub(*failure.last()? as usize)?;
    if whole > 0 && 2 * whole <= steps {
        best = Some(whole);
    }
    let period = best?;
    Some((period, i64::from(values[last]) - i64::from(values[last - period])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Heaps;

    fn period(code: &str, to: usize) -> Period {
        let rule: Rule = code.parse().unwrap();
        find_period(&rule, &Heaps::table(&rule, to).unwrap()).unwrap()
    }

    #[test]
    fn textbook_periods_are_found_and_proved() {
        // Winning Ways, chapter 4, table 7(b): last exceptional values and periods.
        for (code, p, pre) in [("0.77", 12, 71), ("0.07", 34, 53), ("0.137", 34, 52), ("0.45", 20, 498)] {
            let found = period(code, 3000);
            assert_eq!((found.period, found.preperiod, found.saltus, found.proved), (p, pre, 0, true), "{code}");
        }
    }

    #[test]
    fn a_short_window_proves_nothing() {
        let short = period("0.77", 150);
        assert_eq!((short.period, short.proved), (12, false));
        let takes = period("subtract({1,3,4})", 100);
        assert_eq!((takes.period, takes.preperiod, takes.proved), (7, 0, true));
    }

    #[test]
    fn endless_codes_that_leave_one_heap_are_proved_by_their_state() {
        let facts = |p: &Period| (p.period, p.preperiod, p.saltus, p.proved);
        assert_eq!(facts(&period("0.(3)", 100)), (1, 0, 1, true), "nim");
        assert_eq!(facts(&period("0.(30)", 100)), (2, 0, 0, true), "odd takes");
        assert_eq!(facts(&period("0.0(3)", 200)), (2, 0, 1, true), "at least two");
        // 0.(7) is nim too, since a xor b < n for a + b < n, but no theorem here says so.
        let splits = period("0.(7)", 100);
        assert_eq!((splits.saltus, splits.proved, splits.theorem), (1, false, None));
    }

    /// From the first part of the table the theorem tells which codes of two digits climb on by a power of two in the
    /// second. Some seem to climb and do not: 0.68 by 32 in 59.
    #[test]
    fn climbing_codes_are_proved_and_climb_on() {
        let mut proved = 0;
        for code in (0..256u32).map(|d| format!("0.{d:02X}")) {
            let rule: Rule = code.parse().unwrap_or_else(|_| Rule::grundy());
            let values = Heaps::table(&rule, 420).unwrap();
            let Some(p) = find_period(&rule, &values[..=300]).filter(|p| p.saltus > 0 && rule.most_heaps() == 3) else {
                continue;
            };
            proved += usize::from(p.proved);
            let climbs = |n: usize| i64::from(values[n + p.period]) == i64::from(values[n]) + p.saltus;
            let climbs_on = (p.preperiod..=420 - p.period).all(climbs);
            assert_eq!(p.proved, climbs_on && p.saltus.count_ones() == 1, "{code}: {p:?}");
        }
        assert!(proved > 60, "{proved}");
    }

    #[test]
    fn a_table_that_was_tampered_with_is_not_proved() {
        let rule: Rule = "0.8B".parse().unwrap();
        let values = Heaps::table(&rule, 600).unwrap();
        let p = find_period(&rule, &values).unwrap();
        assert!(p.proved && p.preperiod > 2);
        // Another value below the preperiod leaves the window as it is, but not the reasons for it.
        let tampered = (1..p.preperiod).filter(|&n| {
            let mut values = values.clone();
            values[n] += p.saltus as u16;
            find_period(&rule, &values).is_some_and(|p| p.proved)
        });
        assert!(tampered.count() < p.preperiod - 1);
    }

    /// The last quarter tells how far to compute, where the period is short before the half shows it; and so far is far
    /// enough and no farther.
    #[test]
    fn a_period_is_foreseen_to_the_heap() {
        let none = Progress::default();
        let mut earlier = 0;
        for code in ["0.77", "0.07", "0.137", "0.45", "0.156", "0.055", "0.644"] {
            let rule: Rule = code.parse().unwrap();
            let values = Heaps::table(&rule, 12_000).unwrap();
            let truth = find_period(&rule, &values).filter(|p| p.proved).unwrap();
            let end = truth.needed.unwrap() + truth.period;
            let half = (1..).find(|&to| find_period(&rule, &values[..=to]).is_some_and(|p| p.needed == truth.needed));
            let quarter = (1..).find(|&to| foreseen(&rule, &values[..=to], &none) == Some(end));
            assert!(find_period(&rule, &values[..=end]).unwrap().proved, "{code}");
            assert!(!find_period(&rule, &values[..end]).is_some_and(|p| p.proved), "{code}");
            earlier += usize::from(quarter < half);
        }
        assert!(earlier > 3, "{earlier}");
        assert_eq!(foreseen(&Rule::grundy(), &Heaps::table(&Rule::grundy(), 2000).unwrap(), &none), None);
    }

    #[test]
    fn a_table_without_a_period_has_none() {
        let rule = Rule::grundy();
        assert_eq!(find_period(&rule, &Heaps::table(&rule, 2000).unwrap()), None);
    }
}
