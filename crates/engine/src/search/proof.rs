//! Couples by proof numbers, depth first (df-pn).
//!
//! A couple is a component and a pile of k; it is lost exactly when the component has nimber k (Lemoine and Viennot,
//! *Nimbers are inevitable*). Each open couple carries two guesses ([`Effort`]). It is won through its easiest option,
//! so `win` is the least `loss` of the options; to be lost all options must be won, and since they share most of their
//! trees the effort is taken as the hardest of them and one for each other one, not as a sum. The search always goes to
//! the most promising leaf, but stays below a couple while its numbers keep within thresholds, so that a table of the
//! numbers is all that it needs. (Allis 1994; Nagai 2002; the margin of the thresholds after Pawlewicz and Lew 2007.)
//!
//! An option is a sum of components. Those whose nimber is known are folded into the pile. Of several that are not
//! known the easiest is searched first, within bounds as well, until it can be folded too.
//!
//! Nothing is allocated for a couple: options and components lie on two stacks that grow to the depth of the search
//! once.

use super::{Effort, Note};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Components and their options, as the search needs them.
pub trait Tree {
    /// A component in its canonical form.
    type Part: Clone + Eq + Hash;
    /// An option that is not yet split.
    type Raw: Clone;
    /// Why the search ends early.
    type Halt;

    /// Appends the options of a component.
    fn options(&mut self, part: &Self::Part, out: &mut Vec<Self::Raw>) -> Result<(), Self::Halt>;

    /// Appends the components of an option; two that are equal may both be left out.
    fn split(&mut self, option: &Self::Raw, out: &mut Vec<Self::Part>);

    /// What is known of a component.
    fn note(&self, part: &Self::Part) -> Note;

    /// Adds to what is known of a component.
    fn learn(&mut self, part: &Self::Part, note: Note) -> Result<(), Self::Halt>;

    /// A first guess at the couples of a component that was never searched.
    fn guess(&self, part: &Self::Part) -> Effort;

    /// Called once for each couple visited, with the moves that led to it: the place to look at the watch and to end
    /// games that do not end.
    fn step(&mut self, depth: usize) -> Result<(), Self::Halt>;

    /// Marks a component as one that is being worked on, or takes the mark away, where several threads share what they
    /// know: they see it in the note and work elsewhere while that looks nearly as good.
    fn mark(&mut self, _part: &Self::Part, _busy: bool) {}

    /// Whether another thread is making the options of a component just now, so that whoever looks ahead takes the
    /// couple for one that is not soon decided and goes on to the next.
    fn awaited(&self, _part: &Self::Part) -> bool {
        false
    }

    /// Whether it is time to come back from below, with what is known so far.
    fn returns(&self) -> bool {
        false
    }

    /// Whether other threads add to what is known meanwhile, so that a couple above may be decided by them.
    fn in_company(&self) -> bool {
        false
    }
}

/// The search stays with an option until it looks worse than the next best by one part in so many.
const PATIENCE: u32 = 16;

/// Limits from here on come from no other option.
const NO_OTHER: u32 = Effort::MOST / 2;

/// No place on the path.
const NONE: usize = usize::MAX;

/// So many couples are visited between two looks along the path.
const LOOK: u32 = 16;

/// The effort of an option that was not yet weighed.
const UNKNOWN: Effort = Effort { win: 0, loss: 0 };

/// What is known of a couple after a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Lost,
    Won,
    Open(Effort),
}

/// An option whose components are not all known: those stand on the stack of components.
#[derive(Clone, Copy)]
pub(super) struct Option {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The pile beside them: k and what was folded into it.
    pub(super) pile: u32,
    pub(super) effort: Effort,
}

/// The stacks of the search.
pub struct Proof<T: Tree> {
    pub(super) raw: Vec<T::Raw>,
    pub(super) parts: Vec<T::Part>,
    pub(super) options: Vec<Option>,
    /// The couples that led here.
    pub(super) path: Vec<(T::Part, u32)>,
    /// The couples that may still be visited.
    pub(super) budget: u64,
    /// The place on the path of a couple that another thread has decided: nobody waits for what is below it.
    decided: usize,
    /// How often it was time to look for one.
    looks: u32,
    /// The couples below which a planner found nothing to do on its way.
    pub(super) waiting: FxHashSet<(T::Part, u32)>,
}

impl<T: Tree> Default for Proof<T> {
    fn default() -> Self {
        Proof {
            raw: Vec::new(),
            parts: Vec::new(),
            options: Vec::new(),
            path: Vec::new(),
            budget: u64::MAX,
            decided: NONE,
            looks: 0,
            waiting: FxHashSet::default(),
        }
    }
}

/// The options of a couple at a glance.
pub(super) struct Glance {
    /// The place of the easiest one.
    pub(super) best: usize,
    /// The least effort to show one lost, and the next to it.
    pub(super) least: u32,
    second: u32,
    /// The greatest effort to show one won.
    pub(super) hardest: u32,
}

impl<T: Tree> Proof<T> {
    /// Whether the component has nimber k.
    ///
    /// # Errors
    /// What halts the tree: a watch that asks to stop, a full table, rules that fail.
    pub fn lost(&mut self, tree: &mut T, part: &T::Part, k: u32) -> Result<bool, T::Halt> {
        loop {
            match self.visit(tree, part, k, Effort::ENDLESS)? {
                Verdict::Lost => return Ok(true),
                Verdict::Won => return Ok(false),
                Verdict::Open(_) => {}
            }
        }
    }

    /// The nimber of a component: the first pile with which it is lost.
    ///
    /// # Errors
    /// What halts the tree: a watch that asks to stop, a full table, rules that fail.
    pub fn nimber(&mut self, tree: &mut T, part: &T::Part) -> Result<u32, T::Halt> {
        for k in 0.. {
            if let Some(nimber) = tree.note(part).nimber() {
                return Ok(nimber);
            }
            if self.lost(tree, part, k)? {
                return Ok(k);
            }
        }
        unreachable!("the naturals do not end")
    }

    /// Works on a couple until it is decided, the tree wants to return ([`Tree::returns`]) or so many couples were
    /// visited.
    ///
    /// # Errors
    /// What halts the tree: a watch that asks to stop, a full table, rules that fail.
    pub fn glimpse(&mut self, tree: &mut T, part: &T::Part, k: u32, budget: u64) -> Result<(), T::Halt> {
        self.budget = budget;
        self.visit(tree, part, k, Effort::ENDLESS)?;
        self.budget = u64::MAX;
        Ok(())
    }

    /// The effort that makes the search leave a couple for the next best one; where there is none it returns.
    fn turn_away(&mut self, guess: Effort, limit: Effort) -> Effort {
        match (limit.loss < NO_OTHER, limit.win < NO_OTHER) {
            (true, _) => Effort::of(guess.win, limit.loss),
            (false, true) => Effort::of(limit.win, guess.loss),
            (false, false) => {
                self.budget = 0;
                guess
            }
        }
    }

    /// Works on a couple until it is decided or its efforts reach the limits.
    pub(super) fn visit(&mut self, tree: &mut T, part: &T::Part, k: u32, limit: Effort) -> Result<Verdict, T::Halt> {
        match tree.note(part).is(k) {
            Some(true) => return Ok(Verdict::Lost),
            Some(false) => return Ok(Verdict::Won),
            None => {}
        }
        tree.step(self.path.len())?;
        self.budget = self.budget.saturating_sub(1);
        if tree.awaited(part) {
            return Ok(Verdict::Open(self.turn_away(tree.guess(part), limit)));
        }
        tree.mark(part, true);
        self.path.push((part.clone(), k));
        let (raw, parts, options) = (self.raw.len(), self.parts.len(), self.options.len());
        let verdict = match self.open(tree, part, k)? {
            true => Verdict::Won,
            false => self.settle(tree, part, k, limit, options)?,
        };
        self.raw.truncate(raw);
        self.parts.truncate(parts);
        self.options.truncate(options);
        self.path.pop();
        match verdict {
            Verdict::Lost => tree.learn(part, Note::exactly(k))?,
            Verdict::Won => tree.learn(part, Note::excluding(k))?,
            Verdict::Open(effort) => tree.learn(part, Note::NOTHING.with_effort(k, effort))?,
        }
        tree.mark(part, false);
        Ok(verdict)
    }

    /// Puts the options that are not decided on the stack; true as soon as one is found lost.
    pub(super) fn open(&mut self, tree: &mut T, part: &T::Part, k: u32) -> Result<bool, T::Halt> {
        let raw = self.raw.len();
        tree.options(part, &mut self.raw)?;
        let mut met = 0;
        for i in raw..self.raw.len() {
            let from = self.parts.len();
            tree.split(&self.raw[i], &mut self.parts);
            let mut option = Option { from: from as u32, to: self.parts.len() as u32, pile: k, effort: UNKNOWN };
            match self.weigh(tree, &mut option) {
                Verdict::Lost => return Ok(true),
                Verdict::Won if option.from == option.to => {
                    // All its components are known: its nimber is met, and the component has another.
                    let nimber = option.pile ^ k;
                    met |= if nimber < Note::EXCLUDABLE { 1 << nimber } else { 0 };
                    self.parts.truncate(from);
                }
                Verdict::Won => self.parts.truncate(from),
                Verdict::Open(effort) => {
                    option.effort = effort;
                    self.parts.truncate(option.to as usize);
                    self.options.push(option);
                }
            }
        }
        self.raw.truncate(raw);
        tree.learn(part, Note::not(met))?;
        // The smaller piles are options too: the component itself beside them.
        for less in 0..k {
            let from = self.parts.len() as u32;
            let mut option = Option { from, to: from + 1, pile: less, effort: UNKNOWN };
            self.parts.push(part.clone());
            match self.weigh(tree, &mut option) {
                Verdict::Open(effort) => self.options.push(Option { effort, ..option }),
                Verdict::Lost => return Ok(true),
                Verdict::Won => self.parts.truncate(from as usize),
            }
        }
        Ok(false)
    }

    /// Folds what has become known into the pile of an option, and says what is known of it now. An effort that the
    /// option has already never falls: notes hold the effort of one pile only, and two piles that push each other out
    /// would be searched for ever.
    pub(super) fn weigh(&mut self, tree: &T, option: &mut Option) -> Verdict {
        let (mut at, all) = (option.from, option.to);
        let mut last = Note::NOTHING;
        while at < option.to {
            last = tree.note(&self.parts[at as usize]);
            match last.nimber() {
                Some(nimber) => {
                    option.pile ^= nimber;
                    option.to -= 1;
                    self.parts.swap(at as usize, option.to as usize);
                }
                None => at += 1,
            }
        }
        if option.to < all {
            option.effort = UNKNOWN;
        }
        match option.to - option.from {
            0 if option.pile == 0 => Verdict::Lost,
            0 => Verdict::Won,
            1 => {
                let part = &self.parts[option.from as usize];
                // The note at hand is that of the last component looked at, which may have been another.
                let note = if last.nimber().is_none() { last } else { tree.note(part) };
                match (note.is(option.pile), note.effort(option.pile)) {
                    (Some(true), _) => Verdict::Lost,
                    (Some(false), _) => Verdict::Won,
                    (None, Some(effort)) => Verdict::Open(shared(note, effort).max(option.effort)),
                    (None, None) if option.effort != UNKNOWN => Verdict::Open(option.effort),
                    (None, None) => Verdict::Open(shared(note, tree.guess(part))),
                }
            }
            _ => Verdict::Open(self.several(tree, option).max(option.effort)),
        }
    }

    /// The effort of an option with several unknown components; the easiest of them is brought to the front. All but
    /// the hardest must get their nimber, which means to show a couple lost, and then the hardest one decides.
    fn several(&mut self, tree: &T, option: &Option) -> Effort {
        let (mut loss, mut easiest, mut least) = (0u32, option.from, u32::MAX);
        let mut hardest = UNKNOWN;
        for at in option.from..option.to {
            let effort = effort_of(tree, &self.parts[at as usize]);
            loss = loss.saturating_add(effort.loss);
            if effort.loss < least {
                (least, easiest) = (effort.loss, at);
            }
            if effort.loss >= hardest.loss {
                hardest = effort;
            }
        }
        self.parts.swap(option.from as usize, easiest as usize);
        Effort::of((loss - hardest.loss).saturating_add(hardest.win), loss)
    }

    /// Visits the easiest options until the couple is decided or out of its limits.
    fn settle(
        &mut self,
        tree: &mut T,
        part: &T::Part,
        k: u32,
        limit: Effort,
        first: usize,
    ) -> Result<Verdict, T::Halt> {
        loop {
            let Some(glance) = self.glance(first) else { return Ok(Verdict::Lost) };
            let mut option = self.options[glance.best];
            // What it was when it was last looked at may have changed meanwhile.
            match self.weigh(tree, &mut option) {
                Verdict::Lost => return Ok(Verdict::Won),
                Verdict::Won => {
                    self.options.swap_remove(glance.best);
                    continue;
                }
                Verdict::Open(effort) => {
                    let changed = effort != option.effort;
                    option.effort = effort;
                    self.options[glance.best] = option;
                    if changed && effort.loss > glance.second {
                        continue;
                    }
                }
            }
            let others = (self.options.len() - first) as u32 - 1;
            let hardest = glance.hardest.max(option.effort.win);
            let now = Effort::of(glance.least.max(option.effort.loss), hardest.saturating_add(others));
            if now.win >= limit.win || now.loss >= limit.loss || self.budget == 0 || tree.returns() || self.idle(tree) {
                return Ok(Verdict::Open(now));
            }
            let below = self.work(tree, option, limit, glance.second, others)?;
            match below {
                Verdict::Lost => return Ok(Verdict::Won),
                Verdict::Won => {
                    self.options.swap_remove(glance.best);
                }
                Verdict::Open(effort) => self.options[glance.best].effort = effort,
            }
            match tree.note(part).is(k) {
                Some(true) => return Ok(Verdict::Lost),
                Some(false) => return Ok(Verdict::Won),
                None => {}
            }
        }
    }

    /// One visit below an option, and what is known of the option then.
    fn work(
        &mut self,
        tree: &mut T,
        mut option: Option,
        limit: Effort,
        second: u32,
        others: u32,
    ) -> Result<Verdict, T::Halt> {
        let part = self.parts[option.from as usize].clone();
        if option.to - option.from == 1 {
            let loss = limit.win.min(second.saturating_add(1 + second / PATIENCE));
            let win = limit.loss - others;
            return self.visit(tree, &part, option.pile, Effort { win, loss });
        }
        // Of several the easiest: as much work as all of them seem to need together.
        let k = first_open(tree.note(&part));
        if k >= Note::EXCLUDABLE {
            // Piles of this size leave no trace, so that a second visit would begin anew: it goes on to the end,
            // whatever the budget and whoever waits.
            Proof::default().nimber(tree, &part)?;
            return Ok(self.weigh(tree, &mut option));
        }
        let bound = |effort: u32| effort.saturating_add(1).min(Effort::MOST);
        let Effort { win, loss } = option.effort;
        let visit = self.visit(tree, &part, k, Effort { win: bound(win), loss: bound(loss) })?;
        if let Verdict::Open(_) = visit {
            // It is harder than it seemed.
            option.effort = Effort::of(win + win / 4 + 1, loss + loss / 4 + 1);
        }
        Ok(self.weigh(tree, &mut option))
    }

    /// Whether a couple above was decided by another thread, so that nobody waits for this one. To look along the path
    /// takes longer than many a visit, so it is done now and then.
    fn idle(&mut self, tree: &T) -> bool {
        if !tree.in_company() {
            return false;
        }
        let above = self.path.len().saturating_sub(1);
        if above > self.decided {
            return true;
        }
        self.looks = self.looks.wrapping_add(1);
        let mut path = self.path[..above].iter();
        let decided =
            self.looks.is_multiple_of(LOOK).then(|| path.position(|(part, k)| tree.note(part).is(*k).is_some()));
        self.decided = decided.flatten().unwrap_or(NONE);
        self.decided != NONE
    }

    pub(super) fn glance(&self, first: usize) -> std::option::Option<Glance> {
        let mut glance = Glance { best: usize::MAX, least: Effort::MOST, second: Effort::MOST, hardest: 0 };
        for (at, option) in self.options.iter().enumerate().skip(first) {
            glance.hardest = glance.hardest.max(option.effort.win);
            if glance.best == usize::MAX || option.effort.loss < glance.least {
                glance.second = glance.least;
                glance.least = option.effort.loss;
                glance.best = at;
            } else {
                glance.second = glance.second.min(option.effort.loss);
            }
        }
        (glance.best != usize::MAX).then_some(glance)
    }
}

/// The effort as it looks to a thread that finds another at work on the option. Where it takes more than four times as
/// much to show it lost as to show it won, which is more than of a component never searched, it looks won: then all
/// options are needed, and who turns to another one does useful work, so it counts double. Otherwise this option may
/// decide the couple, and what is tried beside it is in vain: it counts one more, so that of equal ones another is
/// taken. On Boxing 5 x 8 and 6 x 8 two threads so visit as many couples as one (32 to 36 and 182 to 198 thousand, one
/// 30 and 190); with half as much again on every option they visited 41 and 360 to 420 thousand.
fn shared(note: Note, effort: Effort) -> Effort {
    if !note.is_busy() {
        return effort;
    }
    let looks_won = effort.loss > effort.win.saturating_mul(4);
    let more = if looks_won { effort.loss } else { 0 };
    Effort::of(effort.win, effort.loss.saturating_add(more).saturating_add(1))
}

/// The effort of the least couple of a component that is still open.
fn effort_of<T: Tree>(tree: &T, part: &T::Part) -> Effort {
    let note = tree.note(part);
    note.effort(first_open(note)).unwrap_or_else(|| tree.guess(part))
}

/// The least nimber that a component may still have.
pub fn first_open(note: Note) -> u32 {
    (!note.excluded()).trailing_zeros()
}
