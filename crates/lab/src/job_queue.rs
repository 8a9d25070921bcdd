//! Who is next: a person's move before a long answer, and visitors in turn.
//!
//! A class shares the workers of a lab. If whoever comes first were served first, one pupil with a hundred questions
//! would keep the other twenty-nine waiting. So the next job is that of the visitor who has the fewest under way, then
//! of the one who was served longest ago, and only then of the one who asked first.

use crate::job::{Job, Manner, Work};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

/// Who asks; nobody when it is the lab itself.
pub(crate) type Visitor = Option<IpAddr>;

struct Waiting {
    visitor: Visitor,
    job: Arc<Job>,
    work: Work,
}

/// The jobs that wait, in the order in which they came.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: Vec<Waiting>,
    /// How many jobs of a visitor are under way.
    running: HashMap<Visitor, usize>,
    /// When a visitor was served last, by the number of jobs begun until then.
    served: HashMap<Visitor, u64>,
    begun: u64,
}

impl Queue {
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// How many jobs of a visitor wait.
    pub(crate) fn of(&self, visitor: Visitor) -> usize {
        self.waiting.iter().filter(|waiting| waiting.visitor == visitor).count()
    }

    pub(crate) fn push(&mut self, visitor: Visitor, job: Arc<Job>, work: Work) {
        self.waiting.push(Waiting { visitor, job, work });
    }

    /// The places of those that wait, the next one first.
    fn order(&self) -> Vec<usize> {
        let mut ahead: HashMap<(bool, Visitor), usize> = HashMap::new();
        let rank = |(place, waiting): (usize, &Waiting)| {
            let (visitor, long) = (waiting.visitor, waiting.job.manner() != Manner::Watched);
            let own = ahead.entry((long, visitor)).or_insert_with(|| self.running.get(&visitor).copied().unwrap_or(0));
            *own += 1;
            (long, *own, self.served.get(&visitor).copied().unwrap_or(0), place)
        };
        let mut ranks: Vec<_> = self.waiting.iter().enumerate().map(rank).collect();
        ranks.sort_unstable();
        ranks.into_iter().map(|(.., place)| place).collect()
    }

    /// The next job, which is under way from now on; a move or a hint only if `short`.
    pub(crate) fn next(&mut self, short: bool) -> Option<(Visitor, Arc<Job>, Work)> {
        let fits = |place: &usize| !short || self.waiting[*place].job.manner() == Manner::Watched;
        let place = self.order().into_iter().next().filter(fits)?;
        let Waiting { visitor, job, work } = self.waiting.remove(place);
        *self.running.entry(visitor).or_default() += 1;
        self.begun += 1;
        self.served.insert(visitor, self.begun);
        Some((visitor, job, work))
    }

    /// A job of that visitor has ended.
    pub(crate) fn ended(&mut self, visitor: Visitor) {
        if let Some(count) = self.running.get_mut(&visitor) {
            *count -= 1;
        }
        self.running.retain(|_, count| *count > 0);
        // Who neither waits nor has anything under way is forgotten, or strangers would fill the book.
        let (running, waiting) = (&self.running, &self.waiting);
        self.served.retain(|who, _| running.contains_key(who) || waiting.iter().any(|other| other.visitor == *who));
    }

    /// How many stand before a job.
    pub(crate) fn before(&self, id: u64) -> Option<usize> {
        self.order().into_iter().position(|place| self.waiting[place].job.id == id)
    }

    /// Takes a job out; false when it does not wait.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.job.id != id);
        self.waiting.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Error;

    fn who(number: u8) -> Visitor {
        Some(IpAddr::from([10, 0, 0, number]))
    }

    fn queue(jobs: &[(u64, u8, Manner)]) -> Queue {
        let mut queue = Queue::default();
        for &(id, visitor, manner) in jobs {
            let job = Arc::new(Job::new(id, &id.to_string(), "parlor", manner));
            queue.push(who(visitor), job, Box::new(|_| Err(Error::failed("never done"))));
        }
        queue
    }

    fn ids(queue: &Queue) -> Vec<u64> {
        queue.order().into_iter().map(|place| queue.waiting[place].job.id).collect()
    }

    #[test]
    fn visitors_take_turns_and_moves_come_first() {
        use Manner::{Kept, Watched};
        let queue = queue(&[(1, 1, Kept), (2, 1, Kept), (3, 1, Kept), (4, 2, Kept), (5, 2, Watched), (6, 3, Kept)]);
        assert_eq!(ids(&queue), [5, 1, 4, 6, 2, 3]);
        assert_eq!((queue.before(3), queue.before(9)), (Some(5), None));
    }

    /// One worker, which is free whenever the next is chosen: nobody's second comes before anybody's first.
    #[test]
    fn a_hundred_questions_of_one_do_not_keep_another_waiting() {
        let mut jobs: Vec<(u64, u8, Manner)> = (0..100).map(|id| (id, 1, Manner::Kept)).collect();
        jobs.extend([(100, 2, Manner::Kept), (101, 2, Manner::Kept), (102, 3, Manner::Kept)]);
        let mut queue = queue(&jobs);
        let mut served = Vec::new();
        while let Some((visitor, job, _)) = queue.next(false) {
            served.push(job.id);
            queue.ended(visitor);
        }
        assert_eq!(served[..6], [0, 100, 102, 1, 101, 2]);
        assert_eq!(served.len(), 103);
        assert!(queue.served.is_empty() && queue.running.is_empty(), "nobody is remembered for ever");
    }

    #[test]
    fn who_has_much_under_way_waits() {
        let mut queue =
            queue(&[(1, 1, Manner::Kept), (2, 1, Manner::Kept), (3, 1, Manner::Kept), (4, 2, Manner::Kept)]);
        let first = queue.next(false).unwrap();
        assert_eq!((first.1.id, ids(&queue)), (1, vec![4, 2, 3]));
        assert!(queue.next(true).is_none(), "none of them is a move");
        assert!(queue.remove(2) && !queue.remove(2));
        assert_eq!((ids(&queue), queue.of(who(1)), queue.len()), (vec![4, 3], 1, 2));
    }
}
