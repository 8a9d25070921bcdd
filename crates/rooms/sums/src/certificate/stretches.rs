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

/// What leaves a value: the heap that is so many stones smaller, beside something of this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    pub(super) less: usize,
    pub(super) beside: u16,
}

/// The heaps that are looked at together, all before the period begins: with the last take, since what leaves nothing
/// is not looked for here.
pub(super) fn span(start: usize, last_take: usize, values: &[u16]) -> Range<usize> {
    let highest = values.iter().copied().max().unwrap_or(0);
    if start > 2 * BEGIN && last_take < BEGIN && highest < HIGHEST { BEGIN..start } else { 0..0 }
}

/// The values of the heaps before one, by remainders.
struct Strides {
    stride: usize,
    values: Vec<Vec<u16>>,
}

impl Strides {
    fn new(values: &[u16]) -> Strides {
        let middle = &values[values.len() / 2..];
        let alike = |stride: usize| {
            let pairs = middle.iter().take(SAMPLE).zip(middle.iter().skip(stride));
            pairs.filter(|(one, other)| one == other).count()
        };
        // The least of those that fit best.
        let stride = (1..=MOST_STRIDE).rev().max_by_key(|&stride| alike(stride)).unwrap_or(1);
        let parted = |rest: usize| values.iter().skip(rest).step_by(stride).copied().collect();
        Strides { stride, values: (0..stride).map(parted).collect() }
    }

    /// The values of so many heaps with a remainder from the `first`th on, each so many stones less; nothing if the
    /// first of these is not there or empty.
    fn less(&self, (rest, first, many): (usize, usize, usize), less: usize) -> Option<&[u16]> {
        let heap = (first * self.stride + rest).checked_sub(less).filter(|&heap| heap > 0)?;
        let from = heap / self.stride;
        self.values[heap % self.stride].get(from..from + many)
    }
}

/// Marks as done the heaps whose smaller heap has this value, and counts those that are left.
fn pass(open: &mut [u16], values: &[u16], wanted: u16) -> usize {
    for (open, &value) in open.iter_mut().zip(values) {
        *open &= u16::from(value == wanted).wrapping_sub(1);
    }
    left(open)
}

/// How many heaps of a stretch are open: marks are all bits or none.
fn left(open: &[u16]) -> usize {
    usize::from(open.iter().fold(0u16, |left, mark| left.wrapping_add(mark & 1)))
}

/// Makes sure that moves leave every smaller value of the heaps of a span.
pub(super) fn check(window: &mut Window<'_>, span: Range<usize>, watch: &mut dyn Watch) -> Result<()> {
    let strides = Strides::new(&window.values()[..span.end]);
    let stride = strides.stride;
    kit::memory::take(watch, "the values by remainders", 2 * span.end as u64)?;
    let top = window.values()[..span.end].iter().copied().max().map_or(0, usize::from);
    let mut witnesses: Vec<Vec<Witness>> = vec![Vec::new(); stride * top];
    // Whole strides from the first one in the span on; what lies before is looked at by the caller.
    let (begin, end) = (span.start / stride, span.end.div_ceil(stride));
    for first in (begin..end).step_by(STRETCH) {
        window.told(first * stride, watch)?;
        for rest in 0..stride {
            let heaps = &strides.values[rest];
            let heaps = &heaps[first.min(heaps.len())..(first + STRETCH).min(heaps.len())];
            let highest = heaps.iter().copied().max().unwrap_or(0);
            for value in 0..highest {
                let open: Vec<u16> = heaps.iter().map(|&heap| u16::from(heap <= value).wrapping_sub(1)).collect();
                let known = &mut witnesses[rest * top + usize::from(value)];
                Stretch { window, strides: &strides, at: (rest, first, heaps.len()), value, open }.close(known)?;
            }
        }
    }
    Ok(())
}

/// The heaps of a stretch, and which of them still want a move that leaves a value.
struct Stretch<'a, 'b> {
    window: &'a mut Window<'b>,
    strides: &'a Strides,
    /// The remainder, the first heap by its number among those, and how many heaps there are.
    at: (usize, usize, usize),
    value: u16,
    open: Vec<u16>,
}

impl Stretch<'_, '_> {
    /// Finds a move for each, with the witnesses that are known first.
    fn close(&mut self, known: &mut Vec<Witness>) -> Result<()> {
        self.window.compare(self.open.len() as u64)?;
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
        while let Some(place) = self.open.iter().position(|&mark| mark != 0) {
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
            left -= usize::from(self.open[place] != 0);
            self.open[place] = 0;
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

    fn pass(&mut self, witness: Witness, left: usize) -> Result<usize> {
        self.window.compare(self.open.len() as u64)?;
        Ok(match self.strides.less(self.at, witness.less) {
            Some(values) => pass(&mut self.open, values, self.value ^ witness.beside),
            None => left,
        })
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
    fn passes_close_what_they_should_and_count_the_rest() {
        let mut open = vec![u16::MAX, 0, u16::MAX, u16::MAX, 0];
        assert_eq!(left(&open), 3);
        assert_eq!(pass(&mut open, &[7, 7, 8, 7, 8], 7), 1);
        assert_eq!(open, [0, 0, u16::MAX, 0, 0]);
    }

    #[test]
    fn strides_keep_every_heap_and_leave_out_the_empty_one() {
        let values: Vec<u16> = (0..1000).map(|n| [3, 1, 4, 1, 5, 9, 2][n % 7]).collect();
        let strides = Strides::new(&values);
        assert_eq!(strides.stride, 7);
        for (rest, first, many, less) in [(0, 3, 20, 1), (6, 100, 5, 699), (2, 10, 100, 13), (5, 1, 9, 11)] {
            let due: Vec<u16> = (first..first + many).map(|q| values[7 * q + rest - less]).collect();
            assert_eq!(strides.less((rest, first, many), less), Some(&due[..]));
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
    }
}
