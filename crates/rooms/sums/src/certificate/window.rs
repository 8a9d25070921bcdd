//! The window of the kind `period`: whether every value is the mex of what the moves of its heap leave.
//!
//! *No move leaves the value itself.* Of the breaks only those into two of the first heaps are compared, those below
//! the one that follows the first period: a larger part is as good as the one a period before it, and so is the heap
//! that was broken. Where a value can only come from two heaps of different classes, only breaks with a heap of class 0
//! are compared. This is arithmetic of parities (the format says which) and holds for any mask. How many breaks that
//! makes is counted before the first is compared.
//!
//! *Moves leave every smaller value.* They are looked for among the breaks with the smallest parts first. Where all of
//! them leave a heap that repeats, they are left one period later too, and nothing is looked for there. Before the
//! period begins many heaps are looked at together ([`super::stretches`]).
//!
//! Comparing is one loop over neighbours, so that a compiler makes it many at a time.

use super::stretches::{self, Witness};
use engine::heaps::Rule;
use kit::{Error, Result, Watch};

/// The most comparisons of a check.
pub(super) const MOST_COMPARED: u64 = 20_000_000_000;
/// The most moves that are gone through one by one, where three heaps may be left.
pub(super) const MOST_MOVES: u64 = 100_000_000;
/// The breaks of a heap with parts below the first are met one by one while more smaller values are missing than the
/// second; what is missing then is looked for value by value.
const SOON: usize = 1024;
const FEW: usize = 4;
/// How many neighbours are compared at a time.
const BLOCK: usize = 128;
/// How many heaps are compared with a rare one before the next: their values stay near.
const STRETCH: usize = 8192;

const ITSELF: &str = "a move leaves that";
const SMALLER: &str = "no move leaves some smaller one";

/// The last heap of a window, by the theorem of Guy and Smith.
pub(super) fn window_end(parts: usize, last_take: usize, (from, period): (usize, usize)) -> usize {
    parts * from.max(1) + (parts - 1) * period + last_take + period
}

fn too_much(most: u64, what: &str) -> Error {
    Error::too_large("the check", format!("at most {most} {what} are tried"), "certify a shorter window")
}

/// Where two values beside each other leave a third.
fn place_of(sum: u16, ones: &[u16], others: &[u16]) -> Option<usize> {
    for (block, (ones, others)) in ones.chunks(BLOCK).zip(others.chunks(BLOCK)).enumerate() {
        let mut pairs = ones.iter().zip(others);
        // All are compared before any is asked for: a compiler does many of them at a time.
        if pairs.clone().fold(false, |any, (one, other)| any | (one ^ other == sum)) {
            return pairs.position(|(one, other)| one ^ other == sum).map(|place| block * BLOCK + place);
        }
    }
    None
}

/// The heaps up to the end of the window, and what helps to check them.
pub(super) struct Window<'a> {
    rule: &'a Rule,
    last_take: usize,
    /// The takes after which the rest may be broken in two.
    breaks: Vec<usize>,
    /// The mask, and whether the heap counts as well.
    mask: (u32, bool),
    /// The first heap that repeats and is not empty.
    start: usize,
    period: usize,
    end: usize,
    values: Vec<u16>,
    /// The values, the last one first.
    reversed: Vec<u16>,
    /// The heaps of class 0 and those of class 1, without the empty heap.
    classes: [Vec<u32>; 2],
    /// Who met a value last: the heap, plus one.
    met: Vec<u32>,
    /// What was compared so far.
    compared: u64,
}

impl<'a> Window<'a> {
    /// A window from its first values, which go on as the period says.
    pub(super) fn new(
        (rule, last_take): (&'a Rule, usize),
        (from, period): (usize, usize),
        mask: (u32, bool),
        mut values: Vec<u16>,
    ) -> Self {
        let end = window_end(rule.most_heaps(), last_take, (from, period));
        (values.len()..=end).for_each(|n| values.push(values[n - period]));
        let breaks = (0..=last_take).filter(|&take| rule.digit(take) & 4 != 0).collect();
        let reversed = values.iter().rev().copied().collect();
        let (classes, met, start) = ([Vec::new(), Vec::new()], vec![0; 1 << 16], from.max(1));
        let mut window =
            Window { rule, last_take, breaks, mask, start, period, end, values, reversed, classes, met, compared: 0 };
        for n in 1..=end {
            let class = window.class(n);
            window.classes[class].push(n as u32);
        }
        window
    }

    /// The same, to look at.
    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The values, those of the heaps of the window at least.
    pub(super) fn into_values(self) -> Vec<u16> {
        self.values
    }

    /// The parity of the bits of the value of a heap in the mask, and of its stones if they count.
    fn class(&self, n: usize) -> usize {
        let (mask, heap) = self.mask;
        ((u32::from(self.values[n]) & mask).count_ones() as usize + if heap { n } else { 0 }) % 2
    }

    /// The heap before which both parts of a break lie that is compared.
    fn first(&self) -> usize {
        self.start + self.period
    }

    /// The heaps of class 0 among the first ones.
    fn rare(&self) -> &[u32] {
        let first = self.first();
        &self.classes[0][..self.classes[0].partition_point(|&a| (a as usize) < first)]
    }

    /// The heaps whose value may be left by two heaps of one class after this take.
    fn alike(&self, take: usize) -> &[u32] {
        let class = if self.mask.1 { take % 2 } else { 0 };
        &self.classes[class][self.classes[class].partition_point(|&n| (n as usize) < take)..]
    }

    /// The smaller parts of breaks of so many stones into two of the first heaps: from one to before another.
    fn parts(&self, rest: usize) -> (usize, usize) {
        let least = (rest + 1).saturating_sub(self.first()).max(1);
        (least, (rest / 2 + 1).max(least))
    }

    /// How much is compared before smaller values are looked for, and a little more; beyond the bound any such number.
    fn comparisons(&self) -> u64 {
        let mut count = (self.breaks.len() * self.rare().len()) as u64 * self.first() as u64;
        count = count.saturating_add(self.last_take as u64 * self.end as u64);
        for &take in &self.breaks {
            for &n in self.alike(take) {
                if count > MOST_COMPARED {
                    return count;
                }
                let (from, to) = self.parts(n as usize - take);
                count += (to - from) as u64;
            }
        }
        count
    }

    /// The moves of all heaps, or a number beyond the bound.
    fn moves(&self) -> u64 {
        let mut count = 0;
        for n in 0..=self.end {
            count += self.rule.breadth(n);
            if count > MOST_MOVES {
                break;
            }
        }
        count
    }

    /// Makes sure that the value of every heap is the mex of what its moves leave. What that takes is counted before
    /// it begins; only looking for smaller values may come to more.
    pub(super) fn check(&mut self, watch: &mut dyn Watch) -> Result<()> {
        if self.rule.most_heaps() > 2 {
            if self.moves() > MOST_MOVES {
                return Err(too_much(MOST_MOVES, "moves"));
            }
            return (0..=self.end).try_for_each(|n| self.check_by_all_moves(n, watch));
        }
        self.compare(self.comparisons())?;
        self.compare_wholes()?;
        self.compare_rare(watch)?;
        self.compare_alike(watch)?;
        self.look_for_smaller(watch)
    }

    pub(super) fn told(&self, n: usize, watch: &mut dyn Watch) -> Result<()> {
        kit::watch::step(watch, n as u64, Some(self.end as u64), || format!("{n} heaps were checked"))
    }

    fn wrong(&self, n: usize, why: &str) -> Error {
        Error::failed(format!("the nimber of the heap {n} is not {}: {why}", self.values[n]))
    }

    /// Counts what is compared.
    pub(super) fn compare(&mut self, count: u64) -> Result<()> {
        self.compared += count;
        match self.compared > MOST_COMPARED {
            true => Err(too_much(MOST_COMPARED, "breaks")),
            false => Ok(()),
        }
    }

    /// The value of a heap by all its moves.
    fn check_by_all_moves(&mut self, n: usize, watch: &mut dyn Watch) -> Result<()> {
        self.told(n, watch)?;
        let mark = n as u32 + 1;
        for parts in self.rule.moves(n) {
            let left = parts.iter().fold(0, |sum, &part| sum ^ self.values[part]);
            self.met[usize::from(left)] = mark;
        }
        match self.met.iter().position(|&met| met != mark) {
            Some(mex) if mex < usize::from(self.values[n]) => Err(self.wrong(n, SMALLER)),
            Some(mex) if mex == usize::from(self.values[n]) => Ok(()),
            _ => Err(self.wrong(n, ITSELF)),
        }
    }

    /// What the moves to one heap or none leave, each with that heap.
    fn wholes(&self, n: usize) -> impl Iterator<Item = (u16, usize)> {
        (1..=self.last_take.min(n)).filter_map(move |take| match n - take {
            0 => (self.rule.digit(take) & 1 != 0).then_some((0, 0)),
            rest => (self.rule.digit(take) & 2 != 0).then(|| (self.values[rest], rest)),
        })
    }

    /// No move to one heap or none leaves the value of its heap.
    fn compare_wholes(&self) -> Result<()> {
        let wrong = (0..=self.end).find(|&n| self.wholes(n).any(|(left, _)| left == self.values[n]));
        wrong.map_or(Ok(()), |n| Err(self.wrong(n, ITSELF)))
    }

    /// No break with a heap of class 0 leaves the value of its heap.
    fn compare_rare(&self, watch: &mut dyn Watch) -> Result<()> {
        for from in (1..self.first()).step_by(STRETCH) {
            self.told(from, watch)?;
            let parts = &self.values[from..self.first().min(from + STRETCH)];
            for &take in &self.breaks {
                for rare in self.rare().iter().map(|&rare| rare as usize) {
                    let heap = from + rare + take;
                    let heaps = &self.values[heap..heap + parts.len()];
                    if let Some(place) = place_of(self.values[rare], parts, heaps) {
                        return Err(self.wrong(heap + place, ITSELF));
                    }
                }
            }
        }
        Ok(())
    }

    /// No break into two heaps of one class leaves the value of its heap.
    fn compare_alike(&self, watch: &mut dyn Watch) -> Result<()> {
        for &take in &self.breaks {
            for n in self.alike(take).iter().map(|&n| n as usize) {
                self.told(n, watch)?;
                if self.is_left(self.values[n], n - take, self.parts(n - take)) {
                    return Err(self.wrong(n, ITSELF));
                }
            }
        }
        Ok(())
    }

    /// Whether a break of so many stones leaves a value, of those with a smaller part from one to before another.
    fn is_left(&self, value: u16, rest: usize, parts: (usize, usize)) -> bool {
        self.place_left(value, rest, parts).is_some()
    }

    /// The first of these parts that does it, by its place among them.
    fn place_left(&self, value: u16, rest: usize, (from, to): (usize, usize)) -> Option<usize> {
        let other = self.reversed.len() - 1 + from - rest;
        place_of(value, &self.values[from..to], &self.reversed[other..other + to - from])
    }

    /// Moves leave every value below that of their heap.
    fn look_for_smaller(&mut self, watch: &mut dyn Watch) -> Result<()> {
        let mut lasting = vec![false; self.period];
        let together = stretches::span(self.start, self.last_take, &self.values);
        if !together.is_empty() {
            stretches::check(self, together.clone(), watch)?;
        }
        for n in (0..=self.end).filter(|n| !together.contains(n)) {
            self.told(n, watch)?;
            if !lasting[n % self.period] {
                lasting[n % self.period] = self.smaller_are_left(n)?;
            }
        }
        Ok(())
    }

    /// Makes sure that every smaller value is left; says whether a move to a heap that repeats leaves it.
    fn smaller_are_left(&mut self, n: usize) -> Result<bool> {
        let (value, mark) = (self.values[n], n as u32 + 1);
        let mut met = std::mem::take(&mut self.met);
        let mut is_new = |left: u16| left < value && std::mem::replace(&mut met[usize::from(left)], mark) != mark;
        let (mut missing, mut lasting) = (usize::from(value), n);
        for (_, heap) in self.wholes(n).filter(|(left, _)| is_new(*left)) {
            (missing, lasting) = (missing - 1, lasting.min(heap));
        }
        let mut part = 1;
        while part < SOON && missing > FEW {
            for other in self.breaks.iter().filter_map(|take| n.checked_sub(take + part)).filter(|&b| b >= part) {
                if is_new(self.values[part] ^ self.values[other]) {
                    (missing, lasting) = (missing - 1, lasting.min(other));
                }
            }
            part += 1;
        }
        let open: Vec<u16> = (0..value).filter(|&smaller| met[usize::from(smaller)] != mark).collect();
        self.met = met;
        self.compare((part * self.breaks.len()) as u64)?;
        for smaller in open {
            lasting = lasting.min(self.large_part(n, smaller)?);
        }
        Ok(lasting >= self.start)
    }

    /// Whether a witness is one: the smaller heap is not empty, and has the value that is wanted beside it.
    pub(super) fn leaves(&self, n: usize, value: u16, witness: Witness) -> bool {
        n > witness.less && self.values[n - witness.less] ^ witness.beside == value
    }

    /// What leaves a value from a heap: one heap, or a break with a small part, with a heap of class 0, with any part.
    pub(super) fn witness(&mut self, n: usize, value: u16) -> Result<Witness> {
        if let Some((_, rest)) = self.wholes(n).find(|&(left, rest)| rest > 0 && left == value) {
            return Ok(Witness { less: n - rest, beside: 0 });
        }
        let mut rest = 1;
        for from in (1..=n / 2).step_by(BLOCK) {
            // Where the classes say that one part has class 0, the others need not be tried.
            if from > SOON || !self.breaks.iter().any(|&take| take <= n && self.may_be_alike(value, n - take)) {
                rest = from;
                break;
            }
            if let Some(witness) = self.witness_from(n, value, from)? {
                return Ok(witness);
            }
        }
        self.compare((self.breaks.len() * self.rare().len()) as u64)?;
        for rest in self.breaks.iter().filter_map(|take| n.checked_sub(*take)) {
            let mut rare = self.rare().iter().map(|&part| part as usize).take_while(|&part| part < rest);
            if let Some(part) = rare.find(|&part| self.values[part] ^ self.values[rest - part] == value) {
                return Ok(Witness { less: n - rest + part, beside: self.values[part] });
            }
        }
        for from in (rest..=n / 2).step_by(BLOCK) {
            if let Some(witness) = self.witness_from(n, value, from)? {
                return Ok(witness);
            }
        }
        Err(self.wrong(n, SMALLER))
    }

    /// The same among the breaks with a part of a block.
    fn witness_from(&mut self, n: usize, value: u16, from: usize) -> Result<Option<Witness>> {
        self.compare((self.breaks.len() * BLOCK) as u64)?;
        for rest in self.breaks.iter().filter_map(|take| n.checked_sub(*take)) {
            let to = (from + BLOCK).min(rest / 2 + 1);
            if from < to
                && let Some(place) = self.place_left(value, rest, (from, to))
            {
                let part = from + place;
                return Ok(Some(Witness { less: n - rest + part, beside: self.values[part] }));
            }
        }
        Ok(None)
    }

    /// Whether two heaps of one class, together so many stones, may leave a value.
    fn may_be_alike(&self, value: u16, rest: usize) -> bool {
        let (mask, heap) = self.mask;
        ((u32::from(value) & mask).count_ones() as usize + if heap { rest } else { 0 }).is_multiple_of(2)
    }

    /// The larger part of a break that leaves a value, or a smaller heap: small parts are tried first, then heaps of
    /// class 0, which a value may need that two heaps of one class never leave.
    fn large_part(&mut self, n: usize, value: u16) -> Result<usize> {
        for from in (1..=n / 2).step_by(BLOCK) {
            if from == SOON + 1 {
                self.compare((self.breaks.len() * self.rare().len()) as u64)?;
                if let Some(part) = self.large_part_beside_rare(n, value) {
                    return Ok(part);
                }
            }
            for rest in self.breaks.iter().filter_map(|take| n.checked_sub(*take)) {
                let to = (from + BLOCK).min(rest / 2 + 1);
                if from < to && self.is_left(value, rest, (from, to)) {
                    return Ok(rest + 1 - to);
                }
            }
            self.compare((self.breaks.len() * BLOCK) as u64)?;
        }
        Err(self.wrong(n, SMALLER))
    }

    /// The same among the breaks with a heap of class 0.
    fn large_part_beside_rare(&self, n: usize, value: u16) -> Option<usize> {
        self.breaks.iter().filter_map(|take| n.checked_sub(*take)).find_map(|rest| {
            let smaller = self.rare().iter().map(|&part| part as usize).take_while(|&part| part < rest);
            let mut parts = smaller.map(|part| (part, rest - part));
            parts.find(|&(part, other)| self.values[part] ^ self.values[other] == value).map(|(a, b)| a.max(b))
        })
    }
}

#[cfg(test)]
mod tests;
