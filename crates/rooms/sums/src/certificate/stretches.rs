//! Whether moves leave every smaller value, for many heaps at a time.
//!
//! A game that repeats in the end nearly repeats long before, in strides of a few heaps. What leaves the value v from
//! one heap, a move that leaves n - d stones and perhaps a part with the value w, leaves it from nearly all heaps that
//! are strides away: from those where the heap n - d has the value v xor w. So the heaps are parted by their remainder;
//! a stretch of those with one remainder is gone through with one such witness, and those that are left with another.
//! Where hardly any are left each has its own looked for. The stride is the one that fits best; a bad one costs time.

use super::window::Window;
use kit::{Result, Watch};
use std::ops::Range;

/// Heaps below are looked at one by one, and so are all where hardly more are to be looked at.
const BEGIN: usize = 8192;
/// The longest stride, and over how many heaps strides are compared.
const MOST_STRIDE: usize = 64;
const SAMPLE: usize = 1 << 15;
/// The most heaps of a stretch, and how many of it are left when the rest is looked at heap by heap.
const STRETCH: usize = 2048;
const FEW: usize = 24;
/// Values are below this, for each has witnesses of its own.
const HIGHEST: u16 = 1 << 12;
/// Witnesses that are kept for a value.
const KEPT: usize = 24;
/// The most bytes of the marks.
const MOST_MARKS: usize = 1 << 29;

/// What leaves a value: the heap that is so many stones smaller, beside something of this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    pub(super) less: usize,
    pub(super) beside: u16,
}

/// The heaps that are looked at together, all before the period begins: with the last take, since what leaves nothing
/// is not looked for here. Where the marks would take more, comparing would be too long as well.
pub(super) fn span(start: usize, last_take: usize, values: &[u16]) -> Range<usize> {
    let highest = values.iter().copied().max().unwrap_or(0);
    let marks = (usize::from(highest) + 1) * start / 8;
    let fits = highest < HIGHEST && marks <= MOST_MARKS;
    if start > 2 * BEGIN && last_take < BEGIN && fits { BEGIN..start } else { 0..0 }
}

/// Where the heaps before one have which value: for each remainder and each value a string of bits, one for each heap
/// with this remainder. A witness is tried on sixty-four heaps at a time.
struct Strides {
    stride: usize,
    /// How many heaps have a remainder, and how many words a string has.
    heaps: Vec<usize>,
    words: usize,
    /// The strings up to this value, those of a remainder one after the other.
    top: u16,
    marks: Vec<u64>,
}

impl Strides {
    fn new(values: &[u16], watch: &mut dyn Watch) -> Result<Strides> {
        let middle = &values[values.len() / 2..];
        let alike = |stride: usize| {
            let pairs = middle.iter().take(SAMPLE).zip(middle.iter().skip(stride));
            pairs.filter(|(one, other)| one == other).count()
        };
        // The least of those that fit best.
        let stride = (1..=MOST_STRIDE).rev().max_by_key(|&stride| alike(stride)).unwrap_or(1);
        let heaps: Vec<usize> = (0..stride).map(|rest| values.len().saturating_sub(rest).div_ceil(stride)).collect();
        let top = values.iter().copied().max().unwrap_or(0);
        // One word more, so that a string may be read from any bit on.
        let words = heaps[0] / 64 + 2;
        let all = stride * (usize::from(top) + 1) * words;
        kit::memory::take(watch, "the values by remainders", 8 * all as u64)?;
        let mut strides = Strides { stride, heaps, words, top, marks: vec![0; all] };
        for (heap, &value) in values.iter().enumerate() {
            let (string, bit) = (strides.string(heap % stride, value), heap / stride);
            strides.marks[string + bit / 64] |= 1 << (bit % 64);
        }
        Ok(strides)
    }

    /// Where the string of a remainder and a value begins.
    fn string(&self, rest: usize, value: u16) -> usize {
        (rest * (usize::from(self.top) + 1) + usize::from(value)) * self.words
    }

    /// The marks of a value from a heap of a remainder on, in words.
    fn marks(&self, (rest, from): (usize, usize), value: u16) -> impl Iterator<Item = u64> {
        let (first, shift) = (self.string(rest, value) + from / 64, from % 64);
        let words = &self.marks[first..self.string(rest, value) + self.words];
        // Shifted twice, for no shift is as long as a word.
        words.iter().zip(&words[1..]).map(move |(low, high)| low >> shift | high << 1 << (63 - shift))
    }

    /// The remainder and the number of the heap that is so many stones less than the first of some heaps; nothing if
    /// it is not there or empty, or if it is not followed by as many.
    fn less(&self, (rest, first, many): (usize, usize, usize), less: usize) -> Option<(usize, usize)> {
        let heap = (first * self.stride + rest).checked_sub(less).filter(|&heap| heap > 0)?;
        let (rest, from) = (heap % self.stride, heap / self.stride);
        (from + many <= self.heaps[rest]).then_some((rest, from))
    }
}

/// How many heaps of a stretch are open.
fn left(open: &[u64]) -> usize {
    open.iter().map(|word| word.count_ones() as usize).sum()
}

/// Makes sure that moves leave every smaller value of the heaps of a span.
pub(super) fn check(window: &mut Window<'_>, span: Range<usize>, watch: &mut dyn Watch) -> Result<()> {
    let strides = Strides::new(&window.values()[..span.end], watch)?;
    let (stride, top) = (strides.stride, usize::from(strides.top));
    let mut witnesses: Vec<Vec<Witness>> = vec![Vec::new(); stride * top];
    // Whole strides from the first one in the span on; what lies before is looked at by the caller.
    let (begin, end) = (span.start / stride, span.end.div_ceil(stride));
    for first in (begin..end).step_by(STRETCH) {
        window.told(first * stride, watch)?;
        for rest in 0..stride {
            let many = strides.heaps[rest].saturating_sub(first).min(STRETCH);
            // The heaps whose value is larger than those looked at so far.
            let mut larger = vec![u64::MAX; many.div_ceil(64)];
            if let Some(last) = larger.last_mut() {
                *last >>= (64 - many % 64) % 64;
            }
            for value in 0..strides.top {
                larger.iter_mut().zip(strides.marks((rest, first), value)).for_each(|(open, met)| *open &= !met);
                if larger.iter().all(|&open| open == 0) {
                    break;
                }
                let known = &mut witnesses[rest * top + usize::from(value)];
                let open = larger.clone();
                Stretch { window, strides: &strides, at: (rest, first, many), value, open }.close(known)?;
            }
        }
    }
    Ok(())
}

/// The heaps of a stretch, and which of them still want a move that leaves a value, a bit each.
struct Stretch<'a, 'b> {
    window: &'a mut Window<'b>,
    strides: &'a Strides,
    /// The remainder, the first heap by its number among those, and how many heaps there are.
    at: (usize, usize, usize),
    value: u16,
    open: Vec<u64>,
}

impl Stretch<'_, '_> {
    /// Finds a move for each, with the witnesses that are known first.
    fn close(&mut self, known: &mut Vec<Witness>) -> Result<()> {
        self.window.compare(self.at.2 as u64)?;
        let mut left = left(&self.open);
        // How many heaps each witness was good for.
        let mut good = vec![0; known.len()];
        for place in 0..known.len() {
            if left > FEW {
                let before = left;
                left = self.pass(known[place], left)?;
                good[place] = before - left;
            }
        }
        while let Some(word) = self.open.iter().position(|&word| word != 0) {
            let place = 64 * word + self.open[word].trailing_zeros() as usize;
            let heap = self.heap(place);
            let old = known.iter().position(|witness| self.window.leaves(heap, self.value, *witness));
            if let Some(old) = old {
                good[old] += 1;
            } else {
                let witness = self.window.witness(heap, self.value)?;
                known.push(witness);
                good.push(1);
                if left > FEW {
                    let before = left;
                    left = self.pass(witness, left)?;
                    good[known.len() - 1] = before - left;
                }
            }
            left -= usize::from(self.open[word] >> (place % 64) & 1 == 1);
            self.open[word] &= !(1 << (place % 64));
        }
        let mut order: Vec<usize> = (0..known.len()).filter(|&place| good[place] > 0).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(good[place]));
        *known = order.into_iter().take(KEPT).map(|place| known[place]).collect();
        Ok(())
    }

    fn heap(&self, place: usize) -> usize {
        let (rest, first, _) = self.at;
        (first + place) * self.strides.stride + rest
    }

    /// Marks as done the heaps whose smaller heap has the value that is wanted, and counts those that are left.
    fn pass(&mut self, witness: Witness, before: usize) -> Result<usize> {
        self.window.compare(self.at.2 as u64)?;
        let wanted = self.value ^ witness.beside;
        let Some(from) = self.strides.less(self.at, witness.less).filter(|_| wanted <= self.strides.top) else {
            return Ok(before);
        };
        self.open.iter_mut().zip(self.strides.marks(from, wanted)).for_each(|(open, met)| *open &= !met);
        Ok(left(&self.open))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::heaps::{Heaps, Rule};
    use kit::Unwatched;

    /// Whether moves leave every smaller value of the heaps of a span, by the definition.
    fn stands(moves: &[Vec<Vec<usize>>], values: &[u16], span: Range<usize>) -> bool {
        span.into_iter().all(|n| {
            let left = |parts: &Vec<usize>| parts.iter().fold(0, |sum, &part| sum ^ values[part]);
            let left: std::collections::BTreeSet<u16> = moves[n].iter().map(left).collect();
            (0..values[n]).all(|value| left.contains(&value))
        })
    }

    /// The definition is the slow truth, of true values and of changed ones.
    fn stands_where_the_definition_says_so(code: &str, to: usize, mask: (u32, bool)) {
        let rule: Rule = code.parse().unwrap();
        let values = Heaps::table(&rule, to).unwrap();
        let last_take = rule.last_take().unwrap();
        let moves: Vec<Vec<Vec<usize>>> = (0..=to).map(|n| rule.moves(n)).collect();
        let agrees = |values: &[u16], span: Range<usize>, mask: (u32, bool)| {
            let mut window = Window::new((&rule, last_take), (to, 1), mask, values.to_vec());
            let found = check(&mut window, span.clone(), &mut Unwatched).is_ok();
            assert_eq!(found, stands(&moves, values, span.clone()), "{code} {span:?} {mask:?}");
            found
        };
        assert!(agrees(&values, 70..to, mask) && agrees(&values, 71..to - 5, (0, false)), "{code}");
        let mut refused = 0;
        for n in (0..to).step_by(1 + to / 40) {
            for value in [values[n] + 1, values[n] ^ 5, 60] {
                let mut forged = values.clone();
                forged[n] = value;
                refused += usize::from(!agrees(&forged, 70..to, mask));
            }
        }
        assert!(refused > 30, "{code}: {refused}");
    }

    /// Each by itself, so that they run beside each other.
    macro_rules! heaps_looked_at_together {
        ($($test:ident: $code:literal, $to:literal, $mask:expr),* $(,)?) => {
            $(#[test]
            fn $test() {
                stands_where_the_definition_says_so($code, $to, $mask);
            })*
        };
    }

    // Breaks after takes of one parity, of both, after none, and heaps that are left whole.
    heaps_looked_at_together! {
        kayles_stands_together: "0.77", 2000, (0, false),
        breaks_after_three_takes_stand_together: "0.376", 1800, (254, false),
        breaks_after_one_take_stand_together: "0.56", 1500, (91, false),
        breaks_after_two_stand_together: "0.16", 1500, (30, false),
        dawson_stands_together: "0.07", 1500, (15, true),
        breaks_after_no_take_stand_together: "4.3", 600, (1, true),
        heaps_without_breaks_stand_together: "0.3033", 400, (0, false),
    }

    #[test]
    fn strings_are_read_from_any_bit_on() {
        let values: Vec<u16> = (0..1000).map(|n| [3, 1, 4, 1, 5, 9, 2][n % 7] ^ u16::from(n % 31 == 0)).collect();
        let strides = Strides::new(&values, &mut Unwatched).unwrap();
        assert_eq!(strides.stride, 7);
        for (rest, from) in [(0, 0), (0, 64), (6, 63), (3, 1), (5, 100), (2, 127), (1, 142)] {
            for value in 0..=strides.top {
                let marks: Vec<u64> = strides.marks((rest, from), value).collect();
                for q in from..strides.heaps[rest] {
                    let bit = q - from;
                    assert_eq!(marks[bit / 64] >> (bit % 64) & 1 == 1, values[7 * q + rest] == value, "{rest} {q}");
                }
                let met: usize = marks.iter().map(|word| word.count_ones() as usize).sum();
                assert_eq!(met, (from..strides.heaps[rest]).filter(|q| values[7 * q + rest] == value).count());
            }
        }
    }

    #[test]
    fn strides_keep_every_heap_and_leave_out_the_empty_one() {
        let values: Vec<u16> = (0..1000).map(|n| [3, 1, 4, 1, 5, 9, 2][n % 7]).collect();
        let strides = Strides::new(&values, &mut Unwatched).unwrap();
        assert_eq!((strides.stride, strides.heaps.iter().sum::<usize>()), (7, 1000));
        for (rest, first, many, less) in [(0, 3, 20, 1), (6, 100, 5, 699), (2, 10, 100, 13), (5, 1, 9, 11)] {
            let heap = 7 * first + rest - less;
            assert_eq!(strides.less((rest, first, many), less), Some((heap % 7, heap / 7)));
        }
        for (rest, first, many, less) in [(5, 1, 9, 12), (5, 1, 9, 13), (0, 3, 200, 1)] {
            assert_eq!(strides.less((rest, first, many), less), None);
        }
    }

    #[test]
    fn what_is_looked_at_together_begins_after_the_last_take() {
        let values = vec![1; 10];
        assert_eq!(span(2 * BEGIN, 2, &values), 0..0);
        assert_eq!(span(2 * BEGIN + 1, 2, &values), BEGIN..2 * BEGIN + 1);
        assert_eq!(span(2 * BEGIN + 1, BEGIN, &values), 0..0);
        assert_eq!(span(2 * BEGIN + 1, 2, &[HIGHEST]), 0..0);
        assert_eq!(span(MOST_MARKS, 2, &[7]), BEGIN..MOST_MARKS);
        assert_eq!(span(MOST_MARKS, 2, &[8]), 0..0);
    }
}
