//! The exact search: every weighing of a state, up to the symmetries that are seen at once, against every answer.
//!
//! A state is given up as soon as one answer would hold more sets than the remaining weighings can tell apart, or, with
//! two fakes, a coin lies in more than 3^w possible pairs (if that coin is fake, only three answers remain). States are
//! remembered by their canonical form.

use super::pile::{Kind, MOST_ANSWERS, MOST_FAKES, NONE, Scale, State, Weighing, choose, members};
use rustc_hash::FxHashMap;

/// What is known of a state.
#[derive(Clone, Default)]
struct Known {
    /// So many weighings do not suffice.
    fails: Option<u8>,
    /// So many do, and how to begin.
    solved: Option<(u8, Weighing)>,
}

/// The search with its memory.
pub struct Search<'w> {
    scale: Scale,
    known: FxHashMap<State, Known>,
    nodes: u64,
    steps: u64,
    budget: u64,
    watch: &'w dyn Fn(u64) -> bool,
    stopped: bool,
}

/// What a search says of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// So many weighings suffice.
    Yes,
    /// They do not.
    No,
    /// The search was cut short.
    Unknown,
}

/// Never asks to stop.
pub const UNSTOPPED: &dyn Fn(u64) -> bool = &|_| false;

/// How sets fall: at MOST_FAKES + d those with d more fakes on the left.
pub type Fall = [u64; MOST_ANSWERS];

/// Adds to each answer of a scale the sets that fall on it.
pub fn add_fall(counts: &mut Fall, scale: Scale, fall: &Fall) {
    for (more, &number) in (-(MOST_FAKES as i32)..).zip(fall) {
        counts[scale.answer(more)] += number;
    }
}

struct Frame<'a> {
    state: &'a State,
    /// For each class the kinds whose last class it is.
    closing: Vec<Vec<Kind>>,
    cap: u64,
    /// For each class the class at the same place of the component just before, if the two components are equal.
    twin_component: Vec<Option<usize>>,
    after: Vec<i64>,
    weighings_left: usize,
}

impl<'w> Search<'w> {
    /// A search that knows nothing yet; `watch` is told the steps done and says whether to stop.
    pub fn new(scale: Scale, watch: &'w dyn Fn(u64) -> bool) -> Search<'w> {
        Search { scale, known: FxHashMap::default(), nodes: 0, steps: 0, budget: u64::MAX, watch, stopped: false }
    }

    /// States remembered.
    pub fn remembered(&self) -> usize {
        self.known.len()
    }

    /// Weighings whose answers were all looked at.
    pub fn weighings_tried(&self) -> u64 {
        self.nodes
    }

    /// The scale it searches for.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Whether so many weighings suffice, within so many more steps.
    pub fn decide(&mut self, state: &State, weighings: usize, budget: u64) -> Verdict {
        self.budget = self.steps.saturating_add(budget);
        self.stopped = false;
        match self.solve(state, weighings) {
            true => Verdict::Yes,
            false if self.stopped => Verdict::Unknown,
            false => Verdict::No,
        }
    }

    /// True for good once the watch asked to stop.
    fn tired(&mut self) -> bool {
        self.steps += 1;
        if self.steps > self.budget || (self.steps.is_multiple_of(1 << 12) && (self.watch)(self.steps)) {
            self.stopped = true;
        }
        self.stopped
    }

    fn solve(&mut self, state: &State, weighings: usize) -> bool {
        let count = state.count();
        if count <= 1 {
            return true;
        }
        if weighings == 0 || count > self.scale.reach(weighings) {
            return false;
        }
        if state.kinds[0][2] == NONE && state.degrees().iter().any(|&d| d > 3u64.saturating_pow(weighings as u32)) {
            return false;
        }
        if let Some(known) = self.known.get(state) {
            if known.solved.as_ref().is_some_and(|(w, _)| usize::from(*w) <= weighings) {
                return true;
            }
            if known.fails.is_some_and(|w| usize::from(w) >= weighings) {
                return false;
            }
        }
        let found = self.look(state, weighings);
        if found.is_none() && self.stopped {
            return false;
        }
        let known = self.known.entry(state.clone()).or_default();
        match found {
            Some(weighing) => {
                // A wasted weighing leads back to the same state, which is then already known to need fewer.
                if known.solved.as_ref().is_none_or(|(w, _)| usize::from(*w) > weighings) {
                    known.solved = Some((weighings as u8, weighing));
                }
                true
            }
            None => {
                known.fails = Some(weighings as u8);
                false
            }
        }
    }

    /// The number of weighings in which a state was solved, and the first of them.
    pub fn plan(&self, state: &State) -> Option<&(u8, Weighing)> {
        self.known.get(state).and_then(|k| k.solved.as_ref())
    }

    fn look(&mut self, state: &State, weighings: usize) -> Option<Weighing> {
        let classes = state.sizes.len();
        let mut closing = vec![Vec::new(); classes];
        for kind in &state.kinds {
            let last = *members(kind).last().expect("a kind has members");
            closing[usize::from(last)].push(*kind);
        }
        let mut after = vec![0i64; classes + 1];
        for c in (0..classes).rev() {
            after[c] = after[c + 1] + i64::from(state.sizes[c]);
        }
        let frame = Frame {
            state,
            closing,
            cap: self.scale.reach(weighings - 1),
            twin_component: twin_components(state),
            after,
            weighings_left: weighings - 1,
        };
        let mut chosen = vec![(0, 0); classes];
        self.assign(&frame, 0, 0, &[0; MOST_ANSWERS], &mut chosen).then_some(chosen)
    }

    fn assign(&mut self, frame: &Frame<'_>, class: usize, tilt: i64, counts: &Fall, chosen: &mut Weighing) -> bool {
        let spare = i64::from(frame.state.spare);
        if class == frame.state.sizes.len() {
            return tilt.abs() <= spare && self.leaf(frame, counts, chosen);
        }
        let size = frame.state.sizes[class];
        for (l, r) in splits(size) {
            if self.tired() {
                return false;
            }
            let tilt_now = tilt + i64::from(l) - i64::from(r);
            if tilt_now.abs() > spare + frame.after[class + 1] {
                continue;
            }
            // The mirror image of a weighing is as good.
            if l < r && chosen[..class].iter().all(|&(l, r)| l == r) {
                continue;
            }
            chosen[class] = (l, r);
            if let Some(before) = frame.twin_component[class] {
                let length = class - before;
                // `before` is the same place in the equal component just before: assignments descend (the greatest
                // image has both this and l > r).
                let start = component_start(&frame.twin_component, class, length);
                if chosen[start - length..=before] < chosen[start..=class] {
                    continue;
                }
            }
            let mut now = *counts;
            if self.close(frame, class, chosen, &mut now) && self.assign(frame, class + 1, tilt_now, &now, chosen) {
                return true;
            }
        }
        false
    }

    /// Adds the possible sets that are decided with this class; false if an answer holds too many.
    fn close(&self, frame: &Frame<'_>, class: usize, chosen: &[(u32, u32)], counts: &mut Fall) -> bool {
        for kind in &frame.closing[class] {
            add_fall(counts, self.scale, &fall(kind, &frame.state.sizes, chosen));
            if counts.iter().any(|&c| c > frame.cap) {
                return false;
            }
        }
        true
    }

    fn leaf(&mut self, frame: &Frame<'_>, counts: &Fall, chosen: &[(u32, u32)]) -> bool {
        self.nodes += 1;
        let mut answers: Vec<usize> = (0..self.scale.answers()).filter(|&a| counts[a] > 1).collect();
        answers.sort_by_key(|&a| std::cmp::Reverse(counts[a]));
        answers.into_iter().all(|answer| {
            let (child, _) = frame.state.after(chosen, self.scale, answer).expect("the answer has possible sets");
            self.solve(&child, frame.weighings_left)
        })
    }
}

fn component_start(twin: &[Option<usize>], class: usize, length: usize) -> usize {
    let mut start = class;
    while start > 0 && twin[start - 1] == Some((start - 1).wrapping_sub(length)) && class - (start - 1) < length {
        start -= 1;
    }
    start
}

/// For each class, the class at the same place of the component just before if the two components are equal.
fn twin_components(state: &State) -> Vec<Option<usize>> {
    let classes = state.sizes.len();
    // Components are contiguous in a normal state.
    let mut reach: Vec<usize> = (0..classes).collect();
    for kind in &state.kinds {
        let m = members(kind);
        let (low, high) = (usize::from(m[0]), usize::from(m[m.len() - 1]));
        reach[low] = reach[low].max(high);
    }
    let mut components: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    while start < classes {
        let mut end = start;
        let mut at = start;
        while at <= end {
            end = end.max(reach[at]);
            at += 1;
        }
        components.push((start, end + 1));
        start = end + 1;
    }
    let shape = |&(start, end): &(usize, usize)| {
        let kinds: Vec<Vec<usize>> = state
            .kinds
            .iter()
            .filter(|k| (start..end).contains(&usize::from(k[0])))
            .map(|k| members(k).iter().map(|&c| usize::from(c) - start).collect())
            .collect();
        (state.sizes[start..end].to_vec(), kinds)
    };
    let shapes: Vec<_> = components.iter().map(shape).collect();
    let mut twin = vec![None; classes];
    for index in 1..components.len() {
        if shapes[index] == shapes[index - 1] {
            let (start, end) = components[index];
            for (class, twin) in twin.iter_mut().enumerate().take(end).skip(start) {
                *twin = Some(class - (end - start));
            }
        }
    }
    twin
}

/// The ways to put coins of a class of that size on the pans.
fn splits(size: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..=size).flat_map(move |l| (0..=size - l).map(move |r| (l, r)))
}

/// How the sets of a kind fall: at MOST_FAKES + d those with d more fakes on the left.
pub fn fall(kind: &Kind, sizes: &[u32], chosen: &[(u32, u32)]) -> Fall {
    let mut total: Fall = [0; MOST_ANSWERS];
    total[MOST_FAKES] = 1;
    let classes = members(kind);
    if let [class] = classes {
        let (l, r) = chosen[usize::from(*class)];
        let aside = sizes[usize::from(*class)] - l - r;
        total[MOST_FAKES - 2] = u64::from(r);
        total[MOST_FAKES] = u64::from(aside);
        total[MOST_FAKES + 2] = u64::from(l);
        return total;
    }
    let mut at = 0;
    while at < classes.len() {
        let class = usize::from(classes[at]);
        let times = classes[at..].iter().take_while(|&&c| usize::from(c) == class).count();
        let (l, r) = chosen[class];
        let one = class_fall(l, sizes[class] - l - r, r, times);
        let mut product: Fall = [0; MOST_ANSWERS];
        for (i, &x) in total.iter().enumerate().filter(|&(_, &x)| x > 0) {
            for (j, &y) in one.iter().enumerate().filter(|&(_, &y)| y > 0) {
                product[i + j - MOST_FAKES] += x * y;
            }
        }
        total = product;
        at += times;
    }
    total
}

fn class_fall(l: u32, a: u32, r: u32, times: usize) -> Fall {
    let mut fall = [0; MOST_ANSWERS];
    for left in 0..=times {
        for right in 0..=times - left {
            fall[MOST_FAKES + left - right] += choose(l, left) * choose(r, right) * choose(a, times - left - right);
        }
    }
    fall
}
