//! A sum and what is known of it: nimbers, winning moves, and the misère side.

use engine::impartial::{Forms, Genus, mex};
use kit::{Error, Means, Position, Result, Rules, Step, Strategy, Summand, Trouble, Watch};
use rustc_hash::{FxHashMap, FxHashSet};

/// A move in a sum: which summand, and the step there.
#[derive(Clone, PartialEq, Eq)]
pub struct SumMove {
    /// The summand, from 0.
    pub index: usize,
    /// The step.
    pub step: Step,
}

impl std::fmt::Display for SumMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.index + 1, self.step.text)
    }
}

/// How many moves are listed, and of how many letters: every move is listed with all that it leaves.
#[derive(Clone, Copy)]
pub struct Listed {
    moves: u64,
    letters: u64,
}

/// What a table lists whenever somebody looks at it.
pub const AT_A_TABLE: Listed = Listed { moves: 200_000, letters: 10_000_000 };
/// What an answer lists once.
const IN_AN_ANSWER: Listed = Listed { moves: 2_000_000, letters: 60_000_000 };

/// Refuses a sum with more moves than are listed: hundreds of large heaps have as many moves as there is memory for.
pub fn listable(sum: &[Summand], most: Listed) -> Result<()> {
    let (mut moves, mut letters) = (0u64, 0u64);
    for Summand { rules, position } in sum {
        if rules.breadth(position).is_none() {
            continue;
        }
        // Equal heaps have the same moves.
        let (mut breadth, mut seen) = (0u64, FxHashSet::default());
        for part in rules.split(position)? {
            if seen.insert(rules.call(&part)) {
                breadth = breadth.saturating_add(rules.breadth(&part).unwrap_or(0));
            }
        }
        moves = moves.saturating_add(breadth);
        letters = letters.saturating_add(breadth.saturating_mul(rules.call(position).len() as u64));
    }
    if moves > most.moves || letters > most.letters {
        let what = format!("a list of some {moves} moves, {letters} letters with what they leave,");
        let limit = format!("the limit is {} moves and {} letters", most.moves, most.letters);
        return Err(Error::too_large(what, limit, "take fewer or smaller heaps"));
    }
    Ok(())
}

/// Every move of a sum, summand by summand; none when the game is over.
pub fn moves(sum: &[Summand]) -> Result<Vec<SumMove>> {
    if is_over(sum) {
        return Ok(Vec::new());
    }
    listable(sum, IN_AN_ANSWER)?;
    let mut moves = Vec::new();
    for (index, summand) in sum.iter().enumerate() {
        let steps = summand.rules.steps(&summand.position)?;
        moves.extend(steps.into_iter().map(|step| SumMove { index, step }));
    }
    Ok(moves)
}

/// Whether whoever moved last has won, because a summand ends the whole sum.
pub fn is_over(sum: &[Summand]) -> bool {
    sum.iter().any(|summand| summand.rules.is_over(&summand.position))
}

/// The moves that end a sum: whoever makes one of them has won.
pub fn ending_moves(sum: &[Summand]) -> Result<Vec<SumMove>> {
    let mut ending = Vec::new();
    for (index, summand) in sum.iter().enumerate().filter(|(_, summand)| summand.rules.can_end()) {
        let steps = summand.rules.steps(&summand.position)?.into_iter();
        let over = steps.filter(|step| summand.rules.is_over(&step.to));
        ending.extend(over.map(|step| SumMove { index, step }));
    }
    Ok(ending)
}

/// The steps of a position that do not let the opponent end the game; in nearly all games these are all. Any other
/// loses at once, so that these are the moves of a normal game, which ends when nobody can move. On a long strip every
/// step has as many after it, each as long, so it looks before each.
pub fn quiet_steps(rules: &dyn Rules, position: &Position, watch: &mut dyn Watch) -> Result<Vec<Step>> {
    let steps = rules.steps(position)?;
    if !rules.can_end() {
        return Ok(steps);
    }
    let mut quiet = Vec::new();
    let many = steps.len() as u64;
    for (place, step) in (0..).zip(steps) {
        kit::watch::step(watch, place, Some(many), || format!("{place} of {many} moves were looked through"))?;
        let ends = rules.steps(&step.to)?.iter().any(|next| rules.is_over(&next.to));
        if !ends && !rules.is_over(&step.to) {
            quiet.push(step);
        }
    }
    Ok(quiet)
}

/// The sum after a move.
pub fn after(sum: &[Summand], play: &SumMove) -> Vec<Summand> {
    let mut sum = sum.to_vec();
    sum[play.index].position = play.step.to.clone();
    sum
}

/// What normal play says of a sum.
pub enum Normal {
    /// The nimber is known.
    Solved {
        /// The nimbers of the summands; `None` for those that cancel in pairs and would take long.
        nimbers: Vec<Option<u32>>,
        /// The nimber of the sum.
        nimber: u32,
    },
    /// A summand ends the whole sum: it is over already, or these moves end it.
    Ending {
        /// The moves that win at once; every other lets the opponent make one of them.
        moves: Vec<SumMove>,
    },
    /// One summand is out of the search's reach but is won by an argument beside the others.
    Argued {
        /// The nimbers of the summands, where they are known.
        nimbers: Vec<Option<u32>>,
        /// The summand with the argument.
        index: usize,
        /// The argument.
        strategy: Strategy,
    },
}

/// Solves a sum in normal play.
pub fn solve(sum: &[Summand], means: Means, watch: &mut dyn Watch) -> Result<Normal> {
    let ending = ending_moves(sum)?;
    if is_over(sum) || !ending.is_empty() {
        return Ok(Normal::Ending { moves: ending });
    }
    let cancelled = heavy_pairs(sum);
    let mut nimbers: Vec<Option<u32>> = Vec::new();
    let (mut open, mut trouble) = (Vec::new(), None);
    for (index, summand) in sum.iter().enumerate() {
        let twin = (0..index).find(|&i| sum[i].call() == summand.call());
        nimbers.push(match twin {
            _ if cancelled[index] => None,
            // An equal summand has been solved already.
            Some(twin) if !cancelled[twin] => nimbers[twin],
            _ => match nimber(summand, means, watch) {
                Err(error) if error.trouble() == Trouble::TooLarge => {
                    trouble = trouble.or(Some(error));
                    None
                }
                found => Some(found?),
            },
        });
        if nimbers[index].is_none() && !cancelled[index] {
            open.push(index);
        }
    }
    let known = nimbers.iter().flatten().fold(0, |sum, n| sum ^ n);
    let &[index, ..] = &open[..] else {
        return Ok(Normal::Solved { nimbers, nimber: known });
    };
    let Summand { rules, position } = &sum[index];
    if open.len() == 1
        && let Some(strategy) = rules.strategy(position, known, means, watch)?
    {
        return Ok(Normal::Argued { nimbers, index, strategy });
    }
    Err(trouble.unwrap_or_else(|| Error::too_large("the sum", "out of reach", "ask a smaller position")))
}

/// What can be said of a move where the nimber of a sum is out of reach or would take long.
pub struct Counsel {
    /// The move.
    pub play: SumMove,
    /// Whether it is shown to win.
    pub wins: bool,
    /// Why it is made.
    pub line: String,
}

/// A move in a sum with a heavy summand: one that wins by an argument, or else a good one; `None` where the search
/// should answer.
pub fn counsel(sum: &[Summand], means: Means, watch: &mut dyn Watch) -> Result<Option<Counsel>> {
    if !ending_moves(sum)?.is_empty() {
        return Ok(None);
    }
    let cancelled = heavy_pairs(sum);
    let kept = (0..sum.len()).filter(|&index| !cancelled[index]);
    let (heavy, light): (Vec<usize>, Vec<usize>) = kept.partition(|&i| sum[i].rules.is_heavy(&sum[i].position));
    let Some(&index) = heavy.first() else {
        return Ok(None);
    };
    let mut beside = 0;
    for other in light {
        beside ^= match nimber(&sum[other], means, watch) {
            Err(error) if error.trouble() == Trouble::TooLarge => return Ok(None),
            found => found?,
        };
    }
    let Summand { rules, position } = &sum[index];
    let wins = match heavy.len() {
        1 => rules.strategy(position, beside, means, watch)?,
        _ => None,
    };
    let (found, wins) = match wins {
        Some(strategy) => (Some(strategy), true),
        None => (rules.counsel(position, beside, means, watch)?, false),
    };
    Ok(found.map(|Strategy { step, line }| Counsel { play: SumMove { index, step }, wins, line }))
}

/// Which summands cancel, because they stand in pairs of the same game, and would take long to solve.
fn heavy_pairs(sum: &[Summand]) -> Vec<bool> {
    let mut cancelled = vec![false; sum.len()];
    if sum.len() < 2 {
        return cancelled;
    }
    let mut unpaired: FxHashMap<String, usize> = FxHashMap::default();
    for (index, Summand { rules, position }) in sum.iter().enumerate() {
        if !rules.is_heavy(position) {
            continue;
        }
        let form = rules.form(position);
        match unpaired.remove(&form) {
            Some(twin) => (cancelled[twin], cancelled[index]) = (true, true),
            None => {
                unpaired.insert(form, index);
            }
        }
    }
    cancelled
}

/// The nimber of one summand, or the refusal of one that is out of reach.
fn nimber(summand: &Summand, means: Means, watch: &mut dyn Watch) -> Result<u32> {
    let Summand { rules, position } = summand;
    match rules.out_of_reach(position) {
        Some(why) => Err(Error::too_large(kit::shorten(&summand.call()), why, "ask a smaller position")),
        None => Ok(rules.nimbers(std::slice::from_ref(position), means, watch)?[0]),
    }
}

/// Moves, each with the nimber of the sum after it.
pub type Valued = Vec<(SumMove, u32)>;

/// The nimber of the sum after each move.
pub fn valued_moves(sum: &[Summand], nimbers: &[Option<u32>], means: Means, watch: &mut dyn Watch) -> Result<Valued> {
    listable(sum, IN_AN_ANSWER)?;
    let mut valued = Vec::new();
    let mut seen: FxHashMap<String, Vec<(Step, u32)>> = FxHashMap::default();
    for (index, summand) in sum.iter().enumerate() {
        let call = summand.call();
        if !seen.contains_key(&call) {
            let steps = quiet_steps(&*summand.rules, &summand.position, watch)?;
            let positions: Vec<Position> = steps.iter().map(|s| s.to.clone()).collect();
            let values = summand.rules.nimbers(&positions, means, watch)?;
            seen.insert(call.clone(), steps.into_iter().zip(values).collect());
        }
        // The nimber of one of a pair that cancels is the mex of what was just found.
        let own = nimbers[index].unwrap_or_else(|| mex(seen[&call].iter().map(|(_, n)| *n)));
        let total = nimbers.iter().flatten().fold(0, |sum, n| sum ^ n);
        let rest = total ^ own;
        valued.extend(seen[&call].iter().map(|(step, n)| (SumMove { index, step: step.clone() }, rest ^ n)));
    }
    Ok(valued)
}

/// The moves that leave nimber 0, each beside a 0, in the summands whose nimber is known. A move in a summand wins
/// exactly when it leaves the nimber of the others, and to ask for that one couple is far less work than to ask for
/// its nimber.
pub fn winning_moves(sum: &[Summand], nimbers: &[Option<u32>], means: Means, watch: &mut dyn Watch) -> Result<Valued> {
    let total = nimbers.iter().flatten().fold(0, |sum, n| sum ^ n);
    if total != 0 {
        listable(sum, IN_AN_ANSWER)?;
    }
    let mut winning = Vec::new();
    let mut seen: FxHashMap<String, Vec<Step>> = FxHashMap::default();
    for (index, summand) in sum.iter().enumerate() {
        // A move to the nimber it has already is no move that there is.
        let Some(nimber) = nimbers[index].filter(|_| total != 0) else {
            continue;
        };
        let rest = total ^ nimber;
        let call = summand.call();
        if !seen.contains_key(&call) {
            let steps = quiet_steps(&*summand.rules, &summand.position, watch)?;
            let positions: Vec<Position> = steps.iter().map(|s| s.to.clone()).collect();
            let lost = summand.rules.lost_among(&positions, rest, means, watch)?;
            let kept = steps.into_iter().zip(lost).filter(|(_, lost)| *lost).map(|(step, _)| step);
            seen.insert(call.clone(), kept.collect());
        }
        winning.extend(seen[&call].iter().map(|step| (SumMove { index, step: step.clone() }, 0)));
    }
    Ok(winning)
}

/// Misère play of sums of any games, by canonical forms.
pub struct MisereSums {
    forms: Forms,
    known: FxHashMap<String, u32>,
    steps: u64,
}

/// The deepest line of play that the walk over forms follows.
const DEPTH: usize = 2000;

impl MisereSums {
    /// Nothing known yet; the forms may take about so many bytes.
    pub fn new(memory: usize) -> Self {
        MisereSums { forms: Forms::new(memory / 200), known: FxHashMap::default(), steps: 0 }
    }

    /// The form of a sum.
    pub fn form(&mut self, sum: &[Summand], watch: &mut dyn Watch) -> Result<u32> {
        let mut form = Forms::ZERO;
        for summand in sum {
            let part = self.position(summand, &summand.position, 0, watch)?;
            form = self.forms.sum(form, part)?;
        }
        Ok(form)
    }

    fn position(&mut self, summand: &Summand, position: &Position, depth: usize, watch: &mut dyn Watch) -> Result<u32> {
        let mut form = Forms::ZERO;
        for part in summand.rules.split(position)? {
            let one = self.component(summand, &part, depth, watch)?;
            form = self.forms.sum(form, one)?;
        }
        Ok(form)
    }

    fn component(
        &mut self,
        summand: &Summand,
        position: &Position,
        depth: usize,
        watch: &mut dyn Watch,
    ) -> Result<u32> {
        let call = summand.rules.call(position);
        if let Some(&form) = self.known.get(&call) {
            return Ok(form);
        }
        if depth > DEPTH {
            return Err(Error::too_large(
                "the game",
                format!("more than {DEPTH} moves in a row"),
                "ask a smaller position",
            ));
        }
        self.steps += 1;
        let known = self.known.len();
        kit::watch::step(watch, self.steps, None, || format!("{known} positions have their form"))?;
        let mut options = Vec::new();
        for step in quiet_steps(&*summand.rules, position, watch)? {
            options.push(self.position(summand, &step.to, depth + 1, watch)?);
        }
        let form = self.forms.form(options)?;
        self.known.insert(call, form);
        Ok(form)
    }

    /// The misère nim value of a sum: 0 exactly when the player to move loses.
    pub fn value(&mut self, sum: &[Summand], watch: &mut dyn Watch) -> Result<u32> {
        let form = self.form(sum, watch)?;
        Ok(self.forms.misere(form))
    }

    /// The genus of a sum from so many superscripts.
    pub fn genus(&mut self, sum: &[Summand], most: usize, watch: &mut dyn Watch) -> Result<Genus> {
        let form = self.form(sum, watch)?;
        self.forms.genus(form, most)
    }
}
