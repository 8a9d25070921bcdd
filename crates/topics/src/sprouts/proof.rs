//! Proof-number search on couples (df-pn).
//!
//! Each open couple carries two numbers: `win`, a guess at the effort to prove it won, and `loss`, at the effort to prove it lost. A couple is won through its easiest option,
//! so its `win` is the least `loss` of the options; to be lost all options must be won, and since they share most of their trees the effort is taken as
//! the hardest of them and one for each other one, not as a sum. The search always goes to the most promising leaf, but stays below a
//! couple while its numbers keep within thresholds, so that a table of the numbers is all that it needs.

use super::search::{Id, Search};
use kit::{Result, Watch};
use rustc_hash::FxHashMap;

/// The two numbers of an open couple.
#[derive(Clone, Copy, Debug)]
struct Effort {
    win: u32,
    loss: u32,
}

const MOST: u32 = 1 << 30;

/// The search stays with an option until it looks worse than the next best by one part in so many. Measured on 8 to 14 spots: 4 and 64 visit up to twice
/// as many lands.
const PATIENCE: u32 = 16;

/// What an option of a couple is at the moment.
enum State {
    Lost,
    Won,
    /// One land of unknown nimber is left: the couple and its numbers.
    Open(Id, u8, Effort),
    /// Several are left; the easiest of them, and a guess.
    Several(Id, Effort),
}

/// Proof-number search over the tables of a [`Search`].
#[derive(Default)]
pub struct Proof {
    efforts: FxHashMap<(Id, u8), Effort>,
}

impl Proof {
    /// The nimber of a raw position.
    pub fn nimber_of(&mut self, search: &mut Search, raw: &[u8], watch: &mut dyn Watch) -> Result<u8> {
        let mut sum = 0;
        for id in search.lands_of(raw) {
            sum ^= self.nimber(search, id, watch)?;
        }
        Ok(sum)
    }

    /// The nimber of a start of so many spots. All that are known repeat 0 0 0 1 1 1, so that nimber is tried first: to prove "G + *1 lost" at
    /// once is far less work than to refute "G lost" and then prove it. Only the order of the work rests on the guess.
    pub fn nimber_of_start(&mut self, search: &mut Search, spots: usize, watch: &mut dyn Watch) -> Result<u8> {
        let lands = search.lands_of(&super::land::start(spots));
        if let &[id] = lands.as_slice() {
            let guess = u8::from(spots % 6 > 2);
            if self.lost(search, id, guess, watch)? {
                return Ok(guess);
            }
        }
        self.nimber_of(search, &super::land::start(spots), watch)
    }

    /// The nimber of a land.
    pub fn nimber(&mut self, search: &mut Search, id: Id, watch: &mut dyn Watch) -> Result<u8> {
        let mut k = 0;
        while !self.lost(search, id, k, watch)? {
            k += 1;
            Search::fits(k)?;
        }
        Ok(k)
    }

    /// Whether the land has nimber k.
    pub fn lost(&mut self, search: &mut Search, id: Id, k: u8, watch: &mut dyn Watch) -> Result<bool> {
        loop {
            if let Some(lost) = search.solved(id, k) {
                return Ok(lost);
            }
            self.visit(search, id, k, Effort { win: MOST, loss: MOST }, watch)?;
        }
    }

    fn effort(&self, search: &Search, id: Id, k: u8) -> Effort {
        self.efforts.get(&(id, k)).copied().unwrap_or_else(|| {
            let breadth = u32::try_from(search.difficulty(id)).unwrap_or(MOST).min(MOST / 4);
            Effort { win: 1 + breadth / 64, loss: 1 + breadth / 4 }
        })
    }

    fn state(&self, search: &Search, option: usize, k: u8) -> State {
        let (mut sum, mut easiest, mut hardest, mut unknown) = (k, None::<Id>, None::<Id>, 0u32);
        for &id in search.lands_at(option) {
            match search.known(id) {
                Some(nimber) => sum ^= nimber,
                None => {
                    unknown += 1;
                    let harder = |than: Option<Id>| than.is_none_or(|t| search.difficulty(id) >= search.difficulty(t));
                    if easiest.is_none() || !harder(easiest) {
                        easiest = Some(id);
                    }
                    if harder(hardest) {
                        hardest = Some(id);
                    }
                }
            }
        }
        match (unknown, easiest, hardest) {
            (1, Some(id), _) => self.couple(search, id, sum),
            (0, ..) if sum == 0 => State::Lost,
            (2.., Some(easy), Some(hard)) => {
                let (a, b) = (self.effort(search, easy, 0), self.effort(search, hard, 0));
                let add = |x: u32, y: u32| (x + y).min(MOST - 1);
                State::Several(easy, Effort { win: add(b.win, a.loss), loss: add(b.loss, a.loss) })
            }
            _ => State::Won,
        }
    }

    fn couple(&self, search: &Search, id: Id, k: u8) -> State {
        match search.solved(id, k) {
            Some(true) => State::Lost,
            Some(false) => State::Won,
            None => State::Open(id, k, self.effort(search, id, k)),
        }
    }

    /// Works on a couple until it is solved or its numbers reach the limits.
    fn visit(&mut self, search: &mut Search, id: Id, k: u8, limit: Effort, watch: &mut dyn Watch) -> Result<()> {
        let mut open: Vec<usize> = search.option_places(id, watch)?;
        // The smaller nimbers of the pile are options too.
        let mut piles: Vec<u8> = (0..k).collect();
        loop {
            let (mut best, mut second, mut hardest) = (None::<State>, MOST, 0u32);
            let mut least = MOST;
            let mut lost = false;
            let mut weigh = |state: State| {
                let effort = match &state {
                    State::Lost => {
                        lost = true;
                        return false;
                    }
                    State::Won => return false,
                    State::Open(_, _, effort) | State::Several(_, effort) => *effort,
                };
                hardest = hardest.max(effort.win);
                if best.is_none() || effort.loss < least {
                    second = least;
                    least = effort.loss;
                    best = Some(state);
                } else {
                    second = second.min(effort.loss);
                }
                true
            };
            open.retain(|&option| weigh(self.state(search, option, k)));
            piles.retain(|&less| weigh(self.couple(search, id, less)));
            if lost {
                search.exclude(id, k);
                return Ok(());
            }
            let Some(best) = best else {
                search.prove(id, k);
                return Ok(());
            };
            let others = (open.len() + piles.len()) as u32 - 1;
            let now = Effort { win: least, loss: (hardest + others).min(MOST - 1) };
            if now.win >= limit.win || now.loss >= limit.loss {
                self.efforts.insert((id, k), now);
                return Ok(());
            }
            match best {
                State::Several(easy, _) => {
                    self.nimber(search, easy, watch)?;
                }
                State::Open(land, pile, _) => {
                    let loss = limit.win.min(second.saturating_add(1 + second / PATIENCE));
                    let win = limit.loss - others;
                    self.visit(search, land, pile, Effort { win, loss }, watch)?;
                }
                State::Lost | State::Won => unreachable!("solved options are not chosen"),
            }
            if search.solved(id, k).is_some() {
                return Ok(());
            }
        }
    }
}
