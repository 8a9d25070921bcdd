//! A search in parts: one that plans and others that work.
//!
//! The planner keeps a tree of its own. It looks for the couple that a proof seems to need next and that it has not
//! opened itself ([`Proof::next_couple`]), and marks it, so that the following ones lie elsewhere. A worker, with its
//! own tables, works on that couple within a budget ([`Proof::attempt`]) and says what it proved ([`super::Fact`]);
//! planner and other workers learn it. A couple that outlasts its budget is opened by the planner, whose next couples
//! lie below it. Whoever loses a worker loses the work of one budget and nothing that was said.

use super::proof::{Option, Proof, Tree, Verdict, first_open};
use super::{Effort, Note};

/// What an attempt came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The component has nimber k, or it has not.
    Decided(bool),
    /// The budget was spent; so much work seems to be left.
    Open(Effort),
}

/// The next step of a planner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<P> {
    /// The component has nimber k, or it has not.
    Decided(bool),
    /// A couple to work on.
    Couple(P, u32),
    /// All couples that seem to be needed are marked as being worked on.
    Waiting,
}

impl<T: Tree> Proof<T> {
    /// Works on a couple until it is decided or so many couples were visited.
    ///
    /// # Errors
    /// What halts the tree: a watch that asks to stop, a full table, rules that fail.
    pub fn attempt(&mut self, tree: &mut T, part: &T::Part, k: u32, budget: u64) -> Result<Attempt, T::Halt> {
        self.budget = budget;
        let mut answer = Attempt::Open(Effort::ENDLESS);
        while self.budget > 0 {
            answer = match self.visit(tree, part, k, Effort::ENDLESS)? {
                Verdict::Lost => Attempt::Decided(true),
                Verdict::Won => Attempt::Decided(false),
                Verdict::Open(effort) => Attempt::Open(effort),
            };
            if let Attempt::Decided(_) = answer {
                break;
            }
        }
        self.budget = u64::MAX;
        Ok(answer)
    }

    /// The couple that a proof needs next among those that `opened` says are not opened yet and that nobody is at work
    /// on. The efforts on the way to it are brought up to date.
    ///
    /// # Errors
    /// What halts the tree: a watch that asks to stop, a full table, rules that fail.
    pub fn next_couple(
        &mut self,
        tree: &mut T,
        part: &T::Part,
        k: u32,
        opened: &dyn Fn(&T, &T::Part) -> bool,
    ) -> Result<Next<T::Part>, T::Halt> {
        if let Some(lost) = tree.note(part).is(k) {
            return Ok(Next::Decided(lost));
        }
        if !opened(tree, part) {
            return Ok(take(tree, part, k));
        }
        if self.path.is_empty() {
            self.waiting.clear();
        }
        // Couples lie below many others: where all is under way it is found out once on a way, not on each path anew.
        // Marks only come on the way, so that it stays true, or the couple is decided, which is looked at first.
        if self.waiting.contains(&(part.clone(), k)) {
            return Ok(Next::Waiting);
        }
        let (raw, parts, options) = (self.raw.len(), self.parts.len(), self.options.len());
        self.path.push((part.clone(), k));
        let next = match self.open(tree, part, k)? {
            true => Next::Decided(false),
            false => self.descend(tree, part, k, options, opened)?,
        };
        self.path.pop();
        self.raw.truncate(raw);
        self.parts.truncate(parts);
        self.options.truncate(options);
        match next {
            Next::Decided(lost) => tree.learn(part, if lost { Note::exactly(k) } else { Note::excluding(k) })?,
            Next::Waiting => drop(self.waiting.insert((part.clone(), k))),
            Next::Couple(..) => {}
        }
        Ok(next)
    }

    /// Goes below the easiest option until there is a couple, or none is needed.
    fn descend(
        &mut self,
        tree: &mut T,
        part: &T::Part,
        k: u32,
        first: usize,
        opened: &dyn Fn(&T, &T::Part) -> bool,
    ) -> Result<Next<T::Part>, T::Halt> {
        loop {
            let mut at = first;
            while at < self.options.len() {
                let mut option = self.options[at];
                match self.weigh(tree, &mut option) {
                    Verdict::Lost => return Ok(Next::Decided(false)),
                    Verdict::Won => drop(self.options.swap_remove(at)),
                    Verdict::Open(effort) => {
                        self.options[at] = Option { effort, ..option };
                        at += 1;
                    }
                }
            }
            let Some(glance) = self.glance(first) else { return Ok(Next::Decided(true)) };
            let others = (self.options.len() - first) as u32 - 1;
            let effort = Effort::of(glance.least, glance.hardest.saturating_add(others));
            tree.learn(part, Note::NOTHING.with_effort(k, effort))?;
            let mut order: Vec<usize> = (first..self.options.len()).collect();
            order.sort_by_key(|&at| self.options[at].effort.loss);
            let mut decided = false;
            for at in order {
                match self.below(tree, at, opened)? {
                    next @ Next::Couple(..) => return Ok(next),
                    Next::Waiting => {}
                    Next::Decided(_) => {
                        decided = true;
                        break;
                    }
                }
            }
            if let Some(lost) = tree.note(part).is(k) {
                return Ok(Next::Decided(lost));
            }
            if !decided {
                return Ok(Next::Waiting);
            }
        }
    }

    /// The next couple below the option that stands there.
    fn below(
        &mut self,
        tree: &mut T,
        at: usize,
        opened: &dyn Fn(&T, &T::Part) -> bool,
    ) -> Result<Next<T::Part>, T::Halt> {
        let option = self.options[at];
        let part = self.parts[option.from as usize].clone();
        let alone = option.to - option.from == 1;
        let pile = if alone { option.pile } else { first_open(tree.note(&part)) };
        match pile >= Note::EXCLUDABLE {
            // That it is won would leave no trace here: a worker finds the nimber.
            true => Ok(take(tree, &part, pile)),
            false => self.next_couple(tree, &part, pile, opened),
        }
    }
}

/// The couple, marked as being worked on, unless it is already.
fn take<T: Tree>(tree: &mut T, part: &T::Part, k: u32) -> Next<T::Part> {
    if tree.note(part).is_busy() {
        return Next::Waiting;
    }
    tree.mark(part, true);
    Next::Couple(part.clone(), k)
}
