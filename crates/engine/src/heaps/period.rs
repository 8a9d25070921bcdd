//! Periods of heap games, with the window that proves them.

use super::Rule;

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
    /// The last n that the theorem asks for; `None` where no theorem applies.
    pub needed: Option<usize>,
}

/// The least period that the table shows, with the least preperiod, or `None` if it shows none.
///
/// A candidate must repeat over at least half of the table and twice its length; the answer is proved when the checked window
/// reaches [`Period::needed`].
pub fn find_period(rule: &Rule, values: &[u16]) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    let (period, saltus) = least_period(values)?;
    let holds = |n: &usize| i64::from(values[n + period]) == i64::from(values[*n]) + saltus;
    let exception = (0..=last - period).rev().find(|n| !holds(n));
    let preperiod = exception.map_or(0, |n| n + 1);
    let needed = window_end(rule, preperiod, period, saltus);
    let window = (preperiod, last - period);
    let proved = needed.is_some_and(|end| end <= window.1);
    Some(Period { period, preperiod, saltus, window, proved, needed })
}

/// The last n of the window that proves the period.
fn window_end(rule: &Rule, preperiod: usize, period: usize, saltus: i64) -> Option<usize> {
    let last_take = rule.last_take()?;
    match (rule.most_heaps(), saltus) {
        // Shifting a part may make it equal to another, so the argument fails where parts must differ.
        _ if rule.distinct() => None,
        // One heap is left: g(n) depends on the last `last_take` values only, and adding a constant to all of them moves the mex along
        // only if nothing is added, so a window of that length proves a period.
        (1, 0) => Some(preperiod.max(1) + last_take),
        // The essay's theorem. The first shifted part must stay above the preperiod and not be empty.
        (heaps, 0) => Some(heaps * preperiod.max(1) + (heaps - 1) * period + last_take),
        _ => None,
    }
}

/// The least p for which the second half of the table repeats, plus a constant per period.
fn least_period(values: &[u16]) -> Option<(usize, i64)> {
    let last = values.len() - 1;
    let start = last / 2;
    // Differences turn the constant away; the failure function of the reversed half gives its least period in linear time.
    let steps: Vec<i32> = values[start..].windows(2).rev().map(|w| i32::from(w[1]) - i32::from(w[0])).collect();
    let mut failure = vec![0usize; steps.len() + 1];
    let mut length = 0;
    let mut best: Option<usize> = None;
    for (index, step) in steps.iter().enumerate().skip(1) {
        while length > 0 && steps[length] != *step {
            length = failure[length];
        }
        if steps[length] == *step {
            length += 1;
        }
        failure[index + 1] = length;
    }
    let whole = steps.len().checked_sub(*failure.last()?)?;
    if whole > 0 && 2 * whole <= steps.len() {
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
    fn nim_climbs_and_a_short_window_proves_nothing() {
        let nim = period("0.(3)", 100);
        assert_eq!((nim.period, nim.saltus, nim.proved), (1, 1, false));
        let short = period("0.77", 150);
        assert_eq!((short.period, short.proved), (12, false));
        let takes = period("subtract({1,3,4})", 100);
        assert_eq!((takes.period, takes.preperiod, takes.proved), (7, 0, true));
    }

    #[test]
    fn a_table_without_a_period_has_none() {
        let rule = Rule::grundy();
        assert_eq!(find_period(&rule, &Heaps::table(&rule, 2000).unwrap()), None);
    }
}
