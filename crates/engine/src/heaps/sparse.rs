//! Tables of nimbers: by the definition, and by the split into rare and common values.

use super::Rule;
use super::block::{Block, Memory};
use super::kernel::LANES;
use super::varied::Varied;
use crate::bits::translated;
use kit::watch::Progress;
use kit::{Error, Result};

/// The values g(0), ..., g(to) by the definition: the mex over all moves of every heap.
pub fn nimbers_by_definition(rule: &Rule, to: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::with_capacity(to + 1);
    let mut seen = vec![usize::MAX; 64];
    for n in 0..=to {
        for parts in rule.moves(n) {
            let value = parts.iter().fold(0, |sum, &part| sum ^ usize::from(values[part]));
            if value >= seen.len() {
                seen.resize(2 * value, usize::MAX);
            }
            seen[value] = n;
        }
        let mex = (0..).find(|&v| seen.get(v) != Some(&n)).expect("the naturals do not end");
        values.push(u16::try_from(mex).expect("a heap below 65536 has a smaller value"));
    }
    values
}

/// How values are split: a heap n is common when `(popcount(g(n) & mask) + n * parity)` is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The mask.
    pub mask: u16,
    /// Whether the parity of the heap counts.
    pub parity: bool,
}

impl Split {
    pub(super) fn is_common(self, n: usize, value: u16) -> bool {
        ((value & self.mask).count_ones() as usize + (n & usize::from(self.parity))) % 2 == 1
    }
}

/// A growing table of nimbers of one heap game.
pub struct Heaps {
    rule: Rule,
    values: Vec<u16>,
    split: Split,
    /// The rare heaps and their values.
    rare: Vec<(u32, u16)>,
    /// The same heaps and some common ones, in the order in which blocks try them.
    varied: Varied,
    /// The heap at which the split is chosen anew.
    review: usize,
    /// `seen[v] == mark`: v is excluded for the heap in hand.
    seen: Box<[u8; 1 << 16]>,
    mark: u8,
    /// The largest value so far.
    top: u16,
    /// The takes after which the rest may be broken in two, and those after which it may be left whole; of a code that
    /// ends.
    breaks: Vec<usize>,
    passes: Vec<usize>,
    /// What one block hands on to the next.
    pub(super) blocks: Memory,
    /// Breaks with a smaller part below this one are left to the end of a block.
    reach: usize,
    /// The table of a second thread.
    pub(super) twin: Option<Box<Heaps>>,
    /// Pair sets, for rules that leave three heaps: the values of two heaps with that sum, as bits.
    pairs: Vec<Vec<u64>>,
}

/// Tables of codes that do not end, or that leave three heaps, are built by slower methods up to here.
const MOST_SLOW: usize = 60_000;
const MOST_HEXADECIMAL: usize = 20_000;
/// The largest table: the values of so many heaps fit into 200 MB, twice that on two threads.
const MOST: usize = 100_000_000;

impl Heaps {
    /// An empty table.
    pub fn new(rule: &Rule) -> Self {
        let takes = |bit: u8| match rule.last_take() {
            Some(last) => (0..=last).filter(|&take| rule.digit(take) & bit != 0).collect(),
            None => Vec::new(),
        };
        Heaps {
            breaks: takes(4),
            passes: takes(2),
            rule: rule.clone(),
            values: Vec::new(),
            split: Split { mask: 0, parity: false },
            rare: Vec::new(),
            varied: Varied::default(),
            review: 64,
            seen: vec![0; 1 << 16].into_boxed_slice().try_into().expect("the length is right"),
            mark: 0,
            top: 0,
            blocks: Memory::default(),
            reach: LANES,
            twin: None,
            pairs: Vec::new(),
        }
    }

    /// Goes on from values that were computed before.
    pub fn resume(rule: &Rule, values: Vec<u16>) -> Self {
        let mut heaps = Heaps::new(rule);
        heaps.top = values.iter().copied().max().unwrap_or(0);
        heaps.values = values;
        heaps.choose_split();
        heaps.review = heaps.values.len() + heaps.values.len() / 2 + 64;
        heaps
    }

    /// The values g(0), ..., g(to).
    ///
    /// # Errors
    /// When the table is out of reach.
    pub fn table(rule: &Rule, to: usize) -> Result<Vec<u16>> {
        Heaps::check(rule, to)?;
        let mut heaps = Heaps::new(rule);
        heaps.extend(to);
        Ok(heaps.values)
    }

    /// Refuses a table that is out of reach.
    ///
    /// # Errors
    /// When the table is out of reach.
    pub fn check(rule: &Rule, to: usize) -> Result<()> {
        let most = match (rule.most_heaps(), rule.last_take()) {
            (3, _) => MOST_HEXADECIMAL,
            (_, None) => MOST_SLOW,
            _ => MOST,
        };
        match to <= most {
            true => Ok(()),
            false => Err(Error::too_large(
                format!("a table of {rule} to {to}"),
                format!("the limit for this code is {most}"),
                format!("ask for {most} or less"),
            )),
        }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The values computed so far.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// How the values are split at present.
    pub fn split(&self) -> Split {
        self.split
    }

    /// The rare heaps so far.
    pub fn rare(&self) -> impl Iterator<Item = usize> + '_ {
        self.rare.iter().map(|&(n, _)| n as usize)
    }

    /// The heaps in the order in which blocks try them as parts.
    pub(super) fn varied(&self) -> &Varied {
        &self.varied
    }

    /// The largest value so far.
    pub(super) fn top(&self) -> u16 {
        self.top
    }

    /// The takes after which the rest may be broken in two.
    pub(super) fn breaks(&self) -> &[usize] {
        &self.breaks
    }

    /// The takes after which the rest may be left whole.
    pub(super) fn passes(&self) -> &[usize] {
        &self.passes
    }

    /// Computes up to g(to).
    pub fn extend(&mut self, to: usize) {
        self.extend_under(to, &Progress::default());
    }

    /// The same, or less when it is to stop. One heap of a long code may take a second, so the loops of a heap end as
    /// well; what they have then is no value and is not kept, and what was kept before is.
    pub(super) fn extend_under(&mut self, to: usize, progress: &Progress) {
        self.values.reserve((to + 1).saturating_sub(self.values.len()));
        while self.values.len() <= to && !progress.stopped() {
            let n = self.values.len();
            self.review();
            match n + LANES <= to + 1 && self.blocks_pay(n) {
                true => self.extend_block(n, progress),
                false => self.extend_one(n, progress),
            }
        }
    }

    /// One heap by the scalar method: the rung below the blocks.
    pub fn extend_one_by_one(&mut self, to: usize) {
        self.extend_singly(to, &Progress::default());
    }

    pub(super) fn extend_singly(&mut self, to: usize, progress: &Progress) {
        while self.values.len() <= to && !progress.stopped() {
            let n = self.values.len();
            self.review();
            self.extend_one(n, progress);
        }
    }

    /// Chooses the split anew when the table has grown by half.
    pub(super) fn review(&mut self) {
        let n = self.values.len();
        if n >= self.review {
            self.choose_split();
            self.review = n + n / 2;
        }
    }

    /// Sets how far breaks are left to the end of a block.
    pub(super) fn set_reach(&mut self, reach: usize) {
        if self.reach != reach {
            self.reach = reach;
            self.choose_split();
        }
    }

    /// Breaks with a smaller part below this one are left to the end of a block.
    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    fn extend_one(&mut self, n: usize, progress: &Progress) {
        let value = match self.rule.most_heaps() {
            3 => self.next_of_three(n, progress),
            _ => self.next(n, progress),
        };
        // Who is asked to stop is so for ever: had the loops been cut short, it would show here.
        if !progress.stopped() {
            self.push(value);
        }
    }

    pub(super) fn push(&mut self, value: u16) {
        let n = self.values.len();
        self.values.push(value);
        self.top = self.top.max(value);
        if n > 0 && !self.split.is_common(n, value) {
            self.rare.push((n as u32, value));
            self.varied.push((n as u32, value));
        }
    }

    /// Blocks are for codes that end and break in two, once there are heaps enough to fill the lanes.
    pub(super) fn blocks_pay(&self, n: usize) -> bool {
        let last = self.rule.last_take().unwrap_or(usize::MAX);
        self.rule.most_heaps() == 2 && !self.rule.distinct() && self.top < 1 << 13 && n > 2000 && last < n / 8
    }

    fn extend_block(&mut self, first: usize, progress: &Progress) {
        let memory = std::mem::take(&mut self.blocks);
        let block = Block::new(self, first, memory, progress);
        self.finish_block(block, first, progress);
    }

    /// The values of a settled block, all before it being known; fewer when it is to stop.
    pub(super) fn finish_block(&mut self, mut block: Block, first: usize, progress: &Progress) {
        for n in first..first + LANES {
            let value = block.finish(self, n).unwrap_or_else(|floor| self.next_from(n, floor, progress));
            if progress.stopped() {
                break;
            }
            self.push(value);
        }
        self.blocks = block.into_memory();
    }

    /// Chooses the mask with fewest rare heaps: the Walsh transform of the histogram counts the heaps of each parity
    /// for all masks at once.
    fn choose_split(&mut self) {
        let top = self.values.iter().copied().max().unwrap_or(0);
        let size = (usize::from(top) + 1).next_power_of_two();
        let mut best = (usize::MAX, Split { mask: 0, parity: false });
        // Breaks of several parities would make a value common for one take and rare for another; see `settled`.
        let parities = if self.break_parity().is_some() { &[false, true][..] } else { &[false] };
        for &parity in parities {
            let mut walsh = vec![0i64; size];
            for (n, &value) in self.values.iter().enumerate().skip(1) {
                walsh[usize::from(value)] += if parity && n % 2 == 1 { -1 } else { 1 };
            }
            crate::bits::walsh(&mut walsh);
            for (mask, &sum) in walsh.iter().enumerate() {
                // The sum counts rare heaps minus common ones.
                let rare = ((self.values.len() as i64 - 1 + sum) / 2) as usize;
                if rare < best.0 {
                    best = (rare, Split { mask: mask as u16, parity });
                }
            }
        }
        self.split = best.1;
        let split = self.split;
        let heaps = self.values.iter().enumerate().skip(1).filter(|&(n, &v)| !split.is_common(n, v));
        self.rare = heaps.map(|(n, &v)| (n as u32, v)).collect();
        let steady = self.values.len().saturating_sub(self.breaks.last().map_or(0, |&take| take));
        self.varied = Varied::new(&self.values, &self.rare, split, steady, self.reach);
    }

    /// The parity of all takes that break a heap in two, if they have one.
    fn break_parity(&self) -> Option<usize> {
        let mut takes = (0..=self.rule.last_take()?).filter(|&t| self.rule.digit(t) & 4 != 0).map(|t| t % 2);
        let first = takes.next()?;
        takes.all(|parity| parity == first).then_some(first)
    }

    fn fresh_mark(&mut self) {
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.seen.fill(0);
            self.mark = 1;
        }
    }

    /// The value of the heap n; any number when it is to stop.
    fn next(&mut self, n: usize, progress: &Progress) -> u16 {
        self.next_from(n, 0, progress)
    }

    /// The next value where all below `floor` are known to be excluded.
    fn next_from(&mut self, n: usize, floor: usize, progress: &Progress) -> u16 {
        self.fresh_mark();
        let takes = 0..=self.rule.last_take().map_or(n, |last| last.min(n));
        let mut breaks: Vec<usize> = Vec::new();
        for take in takes {
            if progress.stopped() {
                return 0;
            }
            let (digit, rest) = (self.rule.digit(take), n - take);
            if digit & 1 != 0 && rest == 0 {
                self.seen[0] = self.mark;
            }
            if digit & 2 != 0 && rest > 0 && take > 0 {
                self.seen[usize::from(self.values[rest])] = self.mark;
            }
            if digit & 4 != 0 && rest >= 2 {
                self.mark_rare(rest);
                breaks.push(rest);
            }
        }
        self.first_gap(&breaks, floor, progress)
    }

    /// Marks the values of all breaks of `rest` with a rare part.
    fn mark_rare(&mut self, rest: usize) {
        let within = self.rare.partition_point(|&(a, _)| (a as usize) < rest);
        let (values, mark, distinct) = (&self.values[..rest], self.mark, self.rule.distinct());
        let seen = &mut self.seen;
        for &(a, value) in &self.rare[..within] {
            let b = rest - a as usize;
            if distinct && b == a as usize {
                continue;
            }
            seen[usize::from(value ^ values[b])] = mark;
        }
    }

    /// The least value not excluded. A gap at a value that is common for every break is final, since breaks with a rare
    /// part are all marked; at any other gap the remaining breaks are walked through until it closes.
    fn first_gap(&mut self, breaks: &[usize], floor: usize, progress: &Progress) -> u16 {
        let mut walks: Vec<(usize, usize)> = breaks.iter().map(|&rest| (rest, 1)).collect();
        let mut gap = floor;
        loop {
            while self.seen[gap] == self.mark {
                gap += 1;
            }
            // All breaks take turns: a value may be rare to meet in one and frequent in another.
            let split = self.split;
            let open = walks.iter_mut().filter(|(rest, a)| 2 * *a <= *rest && !split.is_common(*rest, gap as u16));
            let Some((rest, a)) = open.min_by_key(|(_, a)| *a).filter(|_| !progress.stopped()) else {
                return gap as u16;
            };
            // The gap may close soon; several breaks at a time keep the look at it cheap.
            let until = (*a + 32).min(*rest / 2 + 1);
            let skip = if self.rule.distinct() && *rest % 2 == 0 { *rest / 2 } else { 0 };
            for part in *a..until {
                if part != skip {
                    self.seen[usize::from(self.values[part] ^ self.values[*rest - part])] = self.mark;
                }
            }
            *a = until;
        }
    }

    /// Three heaps: the values of two heaps with each sum are kept as sets of bits, and a third heap shifts such a set
    /// by xor.
    /// The value is any number when it is to stop.
    fn next_of_three(&mut self, n: usize, progress: &Progress) -> u16 {
        self.push_pairs(n, progress);
        let mut all: Vec<u64> = vec![0; 1];
        let takes = 0..=self.rule.last_take().map_or(n, |last| last.min(n));
        for take in takes {
            if progress.stopped() {
                return 0;
            }
            let (digit, rest) = (self.rule.digit(take), n - take);
            if digit & 1 != 0 && rest == 0 {
                add_bit(&mut all, 0);
            }
            if digit & 2 != 0 && rest > 0 && take > 0 {
                add_bit(&mut all, self.values[rest]);
            }
            if digit & 4 != 0 {
                add_shifted(&mut all, &self.pairs[rest], 0);
            }
            if digit & 8 != 0 {
                for c in 1..rest.saturating_sub(1) {
                    add_shifted(&mut all, &self.pairs[rest - c], self.values[c]);
                }
            }
        }
        let full = all.iter().position(|&word| word != u64::MAX).unwrap_or(all.len());
        let within = all.get(full).map_or(0, |word| word.trailing_ones() as usize);
        (full * 64 + within) as u16
    }

    /// The pair sets up to a sum of n; the parts are below n and known.
    fn push_pairs(&mut self, n: usize, progress: &Progress) {
        for sum in self.pairs.len()..=n {
            if progress.stopped() {
                return;
            }
            let mut set = vec![0; 1];
            for a in 1..=sum / 2 {
                add_bit(&mut set, self.values[a] ^ self.values[sum - a]);
            }
            self.pairs.push(set);
        }
    }
}

fn add_bit(set: &mut Vec<u64>, value: u16) {
    let word = usize::from(value) / 64;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Adds `{ v xor shift : v in other }`.
fn add_shifted(set: &mut Vec<u64>, other: &[u64], shift: u16) {
    let high = usize::from(shift) / 64;
    for (index, &word) in other.iter().enumerate().filter(|(_, word)| **word != 0) {
        let at = index ^ high;
        if at >= set.len() {
            set.resize((at + 1).next_power_of_two(), 0);
        }
        set[at] |= translated(word, shift.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    fn agree(code: &str, to: usize) {
        let rule: Rule = code.parse().unwrap();
        assert_eq!(Heaps::table(&rule, to).unwrap(), nimbers_by_definition(&rule, to), "{code}");
    }

    #[test]
    fn the_split_agrees_with_the_definition_on_known_codes() {
        for code in ["0.77", "0.07", "0.007", "0.137", "0.6", "0.16", "0.45", "0.376", "0.354", "4.007", "grundy"] {
            agree(code, 700);
        }
        for code in ["0.(3)", "0.1(52)", "subtract({1,3,4})", "0.8", "0.3F", "C.1", "0.07A"] {
            agree(code, 120);
        }
    }

    /// Codes of fewer than so many digits by chance, and a last one.
    fn random_codes(seed: u64, digits: usize, last: char) -> impl Iterator<Item = String> {
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        std::iter::repeat_with(move || {
            let digits: String =
                (0..chance.random_range(1..digits)).map(|_| chance.random_range(0..8).to_string()).collect();
            format!("{}.{digits}{last}", if chance.random_bool(0.2) { 4 } else { 0 })
        })
    }

    #[test]
    fn the_split_agrees_with_the_definition_on_random_codes() {
        for (round, code) in random_codes(7, 5, '1').take(60).enumerate() {
            agree(&code, if round < 10 { 600 } else { 250 });
        }
    }

    fn agree_one_by_one(code: &str, to: usize) {
        let rule: Rule = code.parse().unwrap();
        let mut scalar = Heaps::new(&rule);
        scalar.extend_one_by_one(to);
        assert_eq!(Heaps::table(&rule, to).unwrap(), scalar.values(), "{code}");
    }

    #[test]
    fn blocks_agree_with_one_heap_at_a_time() {
        for code in ["0.6", "0.007", "0.07", "0.376", "0.354", "0.16", "4.007", "0.127", "0.004", "0.5555"] {
            agree_one_by_one(code, 9000);
        }
    }

    #[test]
    fn blocks_agree_with_one_heap_at_a_time_on_random_codes() {
        random_codes(8, 6, '4').take(40).for_each(|code| agree_one_by_one(&code, 3500));
    }

    #[test]
    fn a_resumed_table_goes_on_alike() {
        let rule: Rule = "0.6".parse().unwrap();
        let whole = Heaps::table(&rule, 5000).unwrap();
        let mut heaps = Heaps::resume(&rule, whole[..1234].to_vec());
        heaps.extend(5000);
        assert_eq!(heaps.values(), whole);
    }
}
