//! Values that climb: a proof that g(n + p) = g(n) + s for ever, for games that may leave three heaps.
//!
//! *The formula.* Let s be a power of two. Write a value as s x + b with b < s, call x its height and b its rest; in a
//! sum, heights and rests are added without carry, each by itself. Say that from n1 on the table follows g(n1 + Q p +
//! r) = s (Q + u_r) + b_r. So a heap of class r that is not below n1 has any height from u_r on, and always the rest
//! b_r; below n1 there are finitely many small heaps.
//!
//! *Heights of a break.* Let n = n1 + Q p + r, with Q large. A break into three heaps of given classes fixes the sum S
//! = Q + constant of their heights. Their nim sum x has the parity of S and is at most S; with D = (S - x) / 2 the
//! heights x, D, D reach it, so with bounds u <= u' <= u'' every x of that parity from u to S - 2 u' is *surely*
//! reached (x goes to the heap with bound u or u''), and no x above S is ever reached. One heap beside two small heaps
//! of equal height, or beside a small heap and a heap of its height, surely reaches its own height; two equal heaps
//! beside a small heap surely reach the small one's. Of everything else only this is used: x has the parity of the sum
//! and is not above it.
//!
//! *The theorem.* For each class r compute the least value that is not surely reached, relative to Q. If it is the
//! formula's value for r, and is not possibly reached either, then it is the mex of the options for every Q from some
//! Q0 on: what is surely reached and what is possibly reached move up by s when Q grows by one, except for the heights
//! below the bounds, which are looked at for even and odd Q separately. So a table that follows the formula to Q0
//! follows it for ever. [`enough`] gives that place.
//!
//! Austin (1976) and Howse and Nowakowski (*Periodicity and arithmetic-periodicity in hexadecimal games*, 2004) have
//! theorems of this kind; the conditions here are our own. Of the 74 games of one and two digits that climb in their
//! first 1500 values, 72 meet them; 0.3F climbs by 3, which is no power of two, and 0.F6 stops climbing before 2500.

use super::Rule;
use kit::watch::Progress;
use rustc_hash::FxHashSet;

/// More classes, or a larger step, than this and no proof is tried: the work grows with the cube of the period.
const MOST_PERIOD: usize = 160;
const MOST_STEP: usize = 1 << 12;
/// No proof is tried with more small heaps than this.
const MOST_SMALL: usize = 3000;

/// The heap up to which the table must follow g(n + period) = g(n) + saltus from `preperiod` on, so that it does for
/// ever; `None` where the theorem's conditions fail.
///
/// Nothing when it is to stop.
pub(super) fn enough(
    rule: &Rule,
    values: &[u16],
    (preperiod, period, saltus): (usize, usize, i64),
    progress: &Progress,
) -> Option<usize> {
    let step = usize::try_from(saltus).ok()?;
    let start = preperiod.max(1);
    let fits = step.is_power_of_two() && step <= MOST_STEP && period <= MOST_PERIOD && start <= MOST_SMALL;
    if !fits || start + period > values.len() {
        return None;
    }
    let last_take = rule.last_take()?;
    let climb = Climb::new(rule, values, (start, period, step), progress);
    // From here on no break leaves small heaps only.
    let mut quotients = ((2 * start + last_take) / period + 1) as i64;
    for class in 0..period {
        quotients = quotients.max(climb.holds_for(class, last_take)?);
    }
    Some(start + (quotients as usize + 1) * period)
}

/// A height, or a height relative to Q, and a rest.
type Point = (i64, u16);

/// The table from n1 on, as the formula has it, and the heaps below.
struct Climb<'a> {
    rule: &'a Rule,
    start: i64,
    step: usize,
    /// For each class the least height and the rest.
    classes: Vec<Point>,
    /// Size, height and rest of the heaps from 1 to n1 - 1.
    small: Vec<(i64, i64, u16)>,
    progress: &'a Progress,
}

impl<'a> Climb<'a> {
    fn new(
        rule: &'a Rule,
        values: &[u16],
        (start, period, step): (usize, usize, usize),
        progress: &'a Progress,
    ) -> Self {
        let point = |n: usize| (i64::from(values[n]) / step as i64, values[n] % step as u16);
        let classes = (start..start + period).map(point).collect();
        let small = (1..start).map(|n| (n as i64, point(n).0, point(n).1)).collect();
        Climb { rule, start: start as i64, step, classes, small, progress }
    }

    /// The class of the heap that is left when the heap of quotient Q and class `class` loses `less`, and its quotient
    /// relative to Q.
    fn class_after(&self, class: i64, less: i64) -> (usize, i64) {
        let period = self.classes.len() as i64;
        ((class - less).rem_euclid(period) as usize, (class - less).div_euclid(period))
    }

    /// The quotient from which the theorem holds for one class, if it does.
    fn holds_for(&self, class: usize, last_take: usize) -> Option<i64> {
        let mut reach = Reach::new(self.step, self.classes.iter().map(|c| c.0).max().unwrap_or(0));
        for take in (0..=last_take).take_while(|_| !self.progress.stopped()) {
            let digit = self.rule.digit(take);
            if digit & 2 != 0 && take > 0 {
                self.one_heap(class as i64, take as i64, &mut reach);
            }
            if digit & 4 != 0 {
                self.two_heaps(class as i64, take as i64, &mut reach);
            }
            if digit & 8 != 0 {
                self.three_heaps(class as i64, take as i64, &mut reach);
            }
        }
        // Cut short, the options are not all there.
        (!self.progress.stopped() && reach.mex()? == self.classes[class]).then_some(reach.from)
    }

    fn one_heap(&self, class: i64, take: i64, reach: &mut Reach) {
        let (i, quotient) = self.class_after(class, take);
        let (least, rest) = self.classes[i];
        reach.exactly(quotient + least, rest, least);
    }

    fn two_heaps(&self, class: i64, take: i64, reach: &mut Reach) {
        for (i, &(u, b)) in self.classes.iter().enumerate() {
            let (j, quotient) = self.class_after(class, take + self.start + i as i64);
            let (u2, b2) = self.classes[j];
            let sum = quotient + u + u2;
            reach.two(sum, [u, u2], 0, b ^ b2);
        }
        for &(m, height, b) in &self.small {
            let (i, quotient) = self.class_after(class, take + m);
            let (u, b2) = self.classes[i];
            match height {
                0 => reach.exactly(quotient + u, b ^ b2, u),
                _ => reach.perhaps(quotient + u + height, b ^ b2),
            }
        }
    }

    fn three_heaps(&self, class: i64, take: i64, reach: &mut Reach) {
        for (i, &(u, b)) in self.classes.iter().enumerate() {
            for (j, &(u2, b2)) in self.classes.iter().enumerate().skip(i) {
                let (l, quotient) = self.class_after(class, take + 2 * self.start + (i + j) as i64);
                let (u3, b3) = self.classes[l];
                reach.three(quotient + u + u2 + u3, [u, u2, u3], b ^ b2 ^ b3);
            }
            for &(m, height, b2) in &self.small {
                let (j, quotient) = self.class_after(class, take + m + self.start + i as i64);
                let (u3, b3) = self.classes[j];
                reach.two(quotient + u + u3, [u, u3], height, b ^ b2 ^ b3);
            }
        }
        let rows = self.small.iter().enumerate().take_while(|_| !self.progress.stopped());
        for (index, &(m, height, b)) in rows {
            for &(m2, height2, b2) in &self.small[index..] {
                let (i, quotient) = self.class_after(class, take + m + m2);
                let (u, b3) = self.classes[i];
                match height == height2 {
                    true => reach.exactly(quotient + u, b ^ b2 ^ b3, u),
                    false => reach.perhaps(quotient + u + height + height2, b ^ b2 ^ b3),
                }
            }
        }
    }
}

/// What the options of a heap reach. Heights are relative to Q, except those in `low`.
struct Reach {
    /// For each rest and parity, the largest height of a stretch that is surely reached, and where the stretch begins
    /// (not relative).
    surely: Vec<[Option<(i64, i64)>; 2]>,
    /// Heights that are surely reached besides.
    points: FxHashSet<Point>,
    /// For even and odd Q, small heights that are surely reached.
    low: [FxHashSet<Point>; 2],
    /// For each rest and parity, no greater height is reached, but for `points_only`.
    perhaps: Vec<[i64; 2]>,
    /// Heights of single heaps: reached, but nothing below them is.
    points_only: FxHashSet<Point>,
    /// The greatest of the bounds of all classes.
    bound: i64,
    /// All this holds for Q from here on.
    from: i64,
}

fn parity(height: i64) -> usize {
    (height & 1) as usize
}

impl Reach {
    fn new(step: usize, bound: i64) -> Self {
        Reach {
            surely: vec![[None; 2]; step],
            points: FxHashSet::default(),
            low: [FxHashSet::default(), FxHashSet::default()],
            perhaps: vec![[i64::MIN; 2]; step],
            points_only: FxHashSet::default(),
            bound,
            from: 0,
        }
    }

    /// One heap of that height, whose class has the bound `least`.
    fn exactly(&mut self, height: i64, rest: u16, least: i64) {
        self.points.insert((height, rest));
        self.points_only.insert((height, rest));
        self.from = self.from.max(least - height);
    }

    fn perhaps(&mut self, sum: i64, rest: u16) {
        let top = &mut self.perhaps[usize::from(rest)][parity(sum)];
        *top = sum.max(*top);
    }

    /// Two heaps with these bounds and that sum of heights, beside a small heap of height `small`.
    fn two(&mut self, sum: i64, bounds: [i64; 2], small: i64, rest: u16) {
        self.perhaps(sum + small, rest);
        if bounds.iter().any(|&u| u <= small) {
            // One of them has the small heap's height, and the other its own.
            self.points.insert((sum - small, rest));
            self.from = self.from.max(small + bounds[0] + bounds[1] - sum);
        }
        // They are equal when Q + sum is even.
        self.low[parity(sum)].insert((small, rest));
        self.from = self.from.max(2 * bounds[0].max(bounds[1]) - sum);
    }

    /// Three heaps with these bounds and that sum of heights.
    fn three(&mut self, sum: i64, mut bounds: [i64; 3], rest: u16) {
        self.perhaps(sum, rest);
        bounds.sort_unstable();
        let top = sum - 2 * bounds[1];
        let stretch = &mut self.surely[usize::from(rest)][parity(sum)];
        *stretch = Some(stretch.map_or((top, bounds[0]), |(t, low)| (t.max(top), low.min(bounds[0]))));
        // The two halves of the stretch meet, and it meets the stretches of other classes.
        self.from = self.from.max(3 * bounds[2] - sum).max(self.bound - top);
    }

    /// The least value that is not reached, if what is surely reached and what is perhaps reached agree about it.
    fn mex(&self) -> Option<Point> {
        let mut least: Option<Point> = None;
        for rest in 0..self.surely.len() as u16 {
            let height = self.least_height(rest)?;
            least = Some(least.map_or((height, rest), |point| point.min((height, rest))));
        }
        least.filter(|point| {
            point.0 > self.perhaps[usize::from(point.1)][parity(point.0)] && !self.points_only.contains(point)
        })
    }

    /// The least height that is not surely reached with this rest; `None` if a small one is not.
    fn least_height(&self, rest: u16) -> Option<i64> {
        let [even, odd] = self.surely[usize::from(rest)];
        let stretches = [even?, odd?];
        for q in 0..2 {
            // With Q of parity q, a height x has the parity of x - q relative to Q.
            let open = |x: &i64| *x < stretches[parity(x - q)].1 && !self.low[q as usize].contains(&(*x, rest));
            if (0..stretches[0].1.max(stretches[1].1)).any(|x| open(&x)) {
                return None;
            }
        }
        let from = stretches[0].0.min(stretches[1].0);
        (from..).find(|&x| x > stretches[parity(x)].0 && !self.points.contains(&(x, rest)))
    }
}
