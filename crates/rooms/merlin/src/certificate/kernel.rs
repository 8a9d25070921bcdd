//! How many ways to click change nothing, shown from both sides, and what follows for the fewest clicks.
//!
//! *The argument.* Of the m^n ways to click (n cells, m colours) let K change nothing. Each change that can be made is
//! then made in K ways, so m^n / K changes can be made. Let vectors have strictly ascending *leads* (the places of
//! their first entries that are not 0), and let o_i be the number of multiples of the i-th lead's entry modulo m. Sums
//! of 0 to o_i - 1 times the i-th vector are all different: where two first differ in the number of times, the entries
//! at that lead differ. So vectors that change nothing, with ascending leads, show that K is at least the product of
//! their o_i, and clicks whose changes have ascending leads show that m^n / K is at least the product of theirs. If
//! both products multiply to m^n, both are exact.
//!
//! Then the ways to make one change are one of them plus the sums of the vectors that change nothing, and all of them
//! can be looked at.

use super::super::least::Weight;
use super::board::{Lines, Rules, list_text, read_list};
use dashu::integer::UBig;
use engine::modular::howell::Howell;
use engine::modular::zmod::{Modulus, gcd};
use kit::{Certificate, Error, Result, Watch, watch};
use std::collections::HashSet;

/// The most cells of a graph whose reduction is written.
pub(super) const MOST_REDUCED: usize = 400;

/// The most entries, ways times cells, that are looked at for the fewest clicks.
const MOST_LOOKED: u64 = 1 << 25;

/// The most steps from change to change that are made to find the hardest.
const MOST_STEPS: u64 = 1 << 17;

/// A map of lists of colours that respects sums: what clicks change, or what becomes of the lines of a torus.
pub(super) trait Linear {
    /// How many numbers a list has.
    fn order(&self) -> usize;
    /// The modulus.
    fn colours(&self) -> u64;
    /// The image of a list.
    fn effect(&self, list: &[u32]) -> Vec<u32>;
}

impl Linear for Rules {
    fn order(&self) -> usize {
        self.order()
    }

    fn colours(&self) -> u64 {
        self.colours
    }

    fn effect(&self, list: &[u32]) -> Vec<u32> {
        self.effect(list)
    }
}

/// The lines that show how many ways to click change nothing; `None` for too many cells.
pub(super) fn text(map: &dyn Linear, watch: &mut dyn Watch) -> Result<Option<String>> {
    let n = map.order();
    if n > MOST_REDUCED {
        return Ok(None);
    }
    let mut form = Howell::new(Modulus::new(map.colours()), 2 * n);
    for v in 0..n {
        let mut clicks = vec![0; n];
        clicks[v] = 1;
        form.insert([map.effect(&clicks), clicks].concat());
        watch::step(watch, v as u64, Some(n as u64), || format!("{v} of {n} cells were reduced"))?;
    }
    form.tidy();
    let line = |lead: usize| {
        let row = form.row(lead)?;
        Some(format!("{} {}\n", if lead < n { "reach" } else { "quiet" }, list_text(&row[n..])))
    };
    Ok(Some((0..2 * n).filter_map(line).collect()))
}

/// The vectors that change nothing, each with the number of its multiples that are taken.
pub(super) struct Quiet {
    pub vectors: Vec<(u64, Vec<u32>)>,
    /// How many ways to click change nothing.
    pub size: UBig,
}

impl Quiet {
    /// Reads the lines and checks them.
    pub(super) fn read(map: &dyn Linear, lines: &mut Lines<'_>) -> Result<Quiet> {
        let (n, m) = (map.order(), map.colours());
        if n > MOST_REDUCED {
            return Err(Error::failed(format!("a reduction is of at most {MOST_REDUCED} cells, not of {n}")));
        }
        let mut reached = UBig::ONE;
        let mut leads = Leads::default();
        while let Some((number, text)) = lines.next_if("reach") {
            let broken = |why| Certificate::broken(number, why);
            let list = read_list(text, n, m).ok_or_else(|| broken("not a number for each cell"))?;
            reached *= leads.order(m, &map.effect(&list)).map_err(broken)?;
        }
        let mut quiet = Quiet { vectors: Vec::new(), size: UBig::ONE };
        let mut leads = Leads::default();
        while let Some((number, text)) = lines.next_if("quiet") {
            let broken = |why| Certificate::broken(number, why);
            let list = read_list(text, n, m).ok_or_else(|| broken("not a number for each cell"))?;
            if map.effect(&list).iter().any(|&change| change != 0) {
                return Err(broken("these clicks change something"));
            }
            let order = leads.order(m, &list).map_err(broken)?;
            quiet.size *= order;
            quiet.vectors.push((order, list));
        }
        match &reached * &quiet.size == UBig::from(m).pow(n) {
            true => Ok(quiet),
            false => Err(Error::failed(format!(
                "{reached} changes that can be made and {} ways to change nothing do not multiply to {m}^{n}",
                quiet.size
            ))),
        }
    }

    /// The fewest that any way to make a change counts, given one of them.
    pub(super) fn least(&self, rules: &Rules, clicks: Vec<u32>, weight: Weight, watch: &mut dyn Watch) -> Result<u64> {
        let entries = u64::try_from(&self.size).ok().and_then(|size| size.checked_mul(clicks.len() as u64));
        if entries.is_none_or(|entries| entries > MOST_LOOKED) {
            return Err(Error::too_large(
                format!("{} ways to make the change", self.size),
                format!("the limit is {} for {} cells", MOST_LOOKED / clicks.len() as u64, clicks.len()),
                "give the certificate of a change that can be made in fewer ways",
            ));
        }
        let mut open = vec![(0, clicks)];
        let (mut least, mut seen) = (u64::MAX, 0u64);
        while let Some((level, mut clicks)) = open.pop() {
            watch::step(watch, seen, None, || format!("{seen} ways were looked at"))?;
            let Some((order, vector)) = self.vectors.get(level) else {
                seen += 1;
                least = least.min(weight.total(&clicks, rules.colours));
                continue;
            };
            for _ in 0..*order {
                open.push((level + 1, clicks.clone()));
                clicks.iter_mut().zip(vector).for_each(|(times, more)| *times = rules.sum(*times, *more));
            }
        }
        Ok(least)
    }
}

/// Leads that must ascend.
#[derive(Default)]
struct Leads {
    next: usize,
}

impl Leads {
    /// The number of multiples of the lead of a vector, which must lie beyond the leads before.
    fn order(&mut self, m: u64, vector: &[u32]) -> Result<u64, &'static str> {
        let lead = vector.iter().position(|&entry| entry != 0).ok_or("it has no lead: all is 0")?;
        if lead < self.next {
            return Err("its lead does not come after the leads before it");
        }
        self.next = lead + 1;
        Ok(m / gcd(m, vector[lead].into()))
    }
}

/// The most that any change counts that can be made, by going through all of them from nothing, one unit at a time.
pub(super) fn hardest(rules: &Rules, weight: Weight, watch: &mut dyn Watch) -> Result<u64> {
    let n = rules.order();
    let most_times = match weight {
        Weight::Buttons => rules.colours - 1,
        Weight::Clicks | Weight::Either => 1,
    };
    if n > MOST_REDUCED || most_times > MOST_REDUCED as u64 {
        return Err(too_many());
    }
    let mut units: Vec<u32> = (1..=most_times as u32).collect();
    if weight == Weight::Either {
        units.push((rules.colours - 1) as u32);
    }
    let mut known: HashSet<Vec<u32>> = HashSet::from([vec![0; n]]);
    let mut rim = vec![vec![0; n]];
    let (mut counted, mut steps) = (0, 0u64);
    loop {
        let mut next = Vec::new();
        for state in &rim {
            watch::step(watch, known.len() as u64, None, || format!("{} changes were made", known.len()))?;
            steps += (n * units.len()) as u64;
            if steps > MOST_STEPS {
                return Err(too_many());
            }
            for (v, &times) in (0..n).flat_map(|v| units.iter().map(move |times| (v, times))) {
                let mut other = state.clone();
                rules.click(&mut other, v, times);
                if known.insert(other.clone()) {
                    next.push(other);
                }
            }
        }
        if next.is_empty() {
            return Ok(counted);
        }
        counted += 1;
        rim = next;
    }
}

fn too_many() -> Error {
    Error::too_large(
        "the hardest of these changes",
        format!("the limit is {MOST_REDUCED} cells and {MOST_STEPS} steps from change to change"),
        "give the certificate of a smaller graph",
    )
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;
    use engine::graphs::Digraph;
    use kit::{Trouble, Unwatched};

    /// On a graph without arcs nothing changes: from the one change there are so many steps as cells times numbers of
    /// clicks.
    #[test]
    fn steps_are_counted_for_each_cell_and_number_of_clicks() {
        let still = |n: usize| {
            let rules = Rules { board: Board::Graph(Digraph::new(n)), colours: 401 };
            hardest(&rules, Weight::Buttons, &mut Unwatched)
        };
        assert_eq!(still(327).unwrap(), 0, "327 times 400 steps");
        assert_eq!(still(328).unwrap_err().trouble(), Trouble::TooLarge, "328 times 400 steps");
    }
}
