//! A sum and what is known of it: nimbers, winning moves, and the misère side.

use engine::impartial::{Forms, Genus};
use kit::{Error, Means, Result, Step, Strategy, Summand, Trouble, Watch};
use rustc_hash::FxHashMap;

/// A move in a sum: which summand, and the step there.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Every move of a sum, summand by summand.
pub fn moves(sum: &[Summand]) -> Result<Vec<SumMove>> {
    let mut moves = Vec::new();
    for (index, summand) in sum.iter().enumerate() {
        let steps = summand.rules.steps(&summand.position)?;
        moves.extend(steps.into_iter().map(|step| SumMove { index, step }));
    }
    Ok(moves)
}

/// The sum after a move.
pub fn after(sum: &[Summand], play: &SumMove) -> Vec<Summand> {
    let mut sum = sum.to_vec();
    sum[play.index].position = play.step.to.clone();
    sum
}

/// What normal play says of a sum.
pub enum Normal {
    /// Every nimber is known.
    Solved {
        /// The nimbers of the summands.
        nimbers: Vec<u32>,
        /// The nimber of the sum.
        nimber: u32,
    },
    /// One summand is out of the search's reach but is won by an argument, and the others cancel.
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
    let mut nimbers = Vec::new();
    for (index, summand) in sum.iter().enumerate() {
        if sum[..index].iter().any(|s| s.call() == summand.call()) {
            // An equal summand has been solved already.
            let twin = sum[..index].iter().position(|s| s.call() == summand.call()).expect("it is there");
            nimbers.push(nimbers[twin]);
            continue;
        }
        nimbers.push(nimber(summand, means, watch)?);
    }
    let open: Vec<usize> = (0..sum.len()).filter(|&i| nimbers[i].is_none()).collect();
    if open.is_empty() {
        let nimbers: Vec<u32> = nimbers.into_iter().flatten().collect();
        let nimber = nimbers.iter().fold(0, |sum, n| sum ^ n);
        return Ok(Normal::Solved { nimbers, nimber });
    }
    let rest = nimbers.iter().flatten().fold(0, |sum, n| sum ^ n);
    if let ([index], 0) = (&open[..], rest)
        && let Some(strategy) = sum[*index].rules.strategy(&sum[*index].position)
    {
        return Ok(Normal::Argued { nimbers, index: *index, strategy });
    }
    let summand = &sum[open[0]];
    let why = summand.rules.out_of_reach(&summand.position);
    let why = why.unwrap_or_else(|| format!("the search does not fit {} MB", means.memory >> 20));
    Err(Error::too_large(summand.call(), why, "ask a smaller position"))
}

/// The nimber of one summand; `None` where it is out of reach, or where it does not fit the memory but an argument may
/// do instead.
fn nimber(summand: &Summand, means: Means, watch: &mut dyn Watch) -> Result<Option<u32>> {
    let (rules, position) = (&summand.rules, &summand.position);
    if rules.out_of_reach(position).is_some() {
        return Ok(None);
    }
    match rules.nimbers(std::slice::from_ref(position), means, watch) {
        Err(error) if error.trouble() == Trouble::TooLarge && rules.strategy(position).is_some() => Ok(None),
        found => Ok(Some(found?[0])),
    }
}

/// The nimber of the sum after each move.
pub fn valued_moves(
    sum: &[Summand],
    nimbers: &[u32],
    means: Means,
    watch: &mut dyn Watch,
) -> Result<Vec<(SumMove, u32)>> {
    let total = nimbers.iter().fold(0, |sum, n| sum ^ n);
    let mut valued = Vec::new();
    let mut seen: FxHashMap<String, Vec<(Step, u32)>> = FxHashMap::default();
    for (index, summand) in sum.iter().enumerate() {
        let call = summand.call();
        if !seen.contains_key(&call) {
            let steps = summand.rules.steps(&summand.position)?;
            let positions: Vec<String> = steps.iter().map(|s| s.to.clone()).collect();
            let values = summand.rules.nimbers(&positions, means, watch)?;
            seen.insert(call.clone(), steps.into_iter().zip(values).collect());
        }
        let rest = total ^ nimbers[index];
        valued.extend(seen[&call].iter().map(|(step, n)| (SumMove { index, step: step.clone() }, rest ^ n)));
    }
    Ok(valued)
}

/// The moves that leave nimber 0, each beside a 0. A move in a summand wins exactly when it leaves the nimber of the
/// others, and to ask for that one couple is far less work than to ask for its nimber.
pub fn winning_moves(
    sum: &[Summand],
    nimbers: &[u32],
    means: Means,
    watch: &mut dyn Watch,
) -> Result<Vec<(SumMove, u32)>> {
    let total = nimbers.iter().fold(0, |sum, n| sum ^ n);
    let mut winning = Vec::new();
    let mut seen: FxHashMap<String, Vec<Step>> = FxHashMap::default();
    for (index, summand) in sum.iter().enumerate() {
        // A move to the nimber it has already is no move that there is.
        let rest = total ^ nimbers[index];
        if rest == nimbers[index] {
            continue;
        }
        let call = summand.call();
        if !seen.contains_key(&call) {
            let steps = summand.rules.steps(&summand.position)?;
            let positions: Vec<String> = steps.iter().map(|s| s.to.clone()).collect();
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

    fn position(&mut self, summand: &Summand, position: &str, depth: usize, watch: &mut dyn Watch) -> Result<u32> {
        let mut form = Forms::ZERO;
        for part in summand.rules.split(position)? {
            let one = self.component(summand, &part, depth, watch)?;
            form = self.forms.sum(form, one)?;
        }
        Ok(form)
    }

    fn component(&mut self, summand: &Summand, position: &str, depth: usize, watch: &mut dyn Watch) -> Result<u32> {
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
        for step in summand.rules.steps(position)? {
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
