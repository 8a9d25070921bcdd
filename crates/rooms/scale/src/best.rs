//! The best of all methods for one start: a proved optimum where a search or a bound reaches, otherwise the best
//! strategy and the bound.

use super::blocks::Blocks;
use super::bounds;
use super::certificate::reasoning;
use super::climb::Climb;
use super::grid;
use super::halving;
use super::known;
use super::pile::{Scale, State, Weighing, choose};
use super::plan::Plan;
use super::search::{Search, Verdict};
use super::start::{Piles, Start};
use kit::{Error, Result, Watch, watch};

/// The number of weighings up to which the exact search decides every start in seconds.
pub const EXACT_WEIGHINGS: usize = 4;

/// The coins from which on five weighings are decided by blocks: fewer are climbed to in a moment.
const BLOCK_COINS: u32 = 53;

/// What is known of the least number of weighings.
pub struct Best {
    /// A strategy.
    pub plan: Plan,
    /// Its worst number of weighings.
    pub weighings: usize,
    /// No strategy needs fewer than this.
    pub at_least: usize,
    /// Why not fewer.
    pub reason: String,
    /// The name of the method that found the strategy.
    pub method: &'static str,
}

impl Best {
    /// Whether strategy and bound meet.
    pub fn proved(&self) -> bool {
        self.weighings == self.at_least
    }
}

/// What is decided about `weighings` weighings for any `fakes` of `coins` coins.
pub enum Decision {
    /// They suffice.
    Enough(Plan, &'static str),
    /// They do not, and why.
    TooFew(String),
    /// Neither was found.
    Open,
}

/// Decides whether so many weighings suffice, by bounds, the exact search, and climbing with that effort.
pub fn decide(
    scale: Scale,
    fakes: usize,
    coins: u32,
    weighings: usize,
    effort: usize,
    stop: &dyn Fn(u64) -> bool,
) -> Decision {
    if let Some(reason) = bounds::impossible(scale, fakes, coins, weighings) {
        return Decision::TooFew(reason);
    }
    if let Some(reason) = decide_tight(scale, fakes, coins, weighings, stop) {
        return Decision::TooFew(reason);
    }
    if let Some(plan) = known::strategy(scale, fakes, weighings).filter(|plan| plan.coins() == coins) {
        return Decision::Enough(plan.clone(), "store");
    }
    let start = State::start(coins, fakes);
    if scale == Scale::Five && fakes == 2 && weighings == EXACT_WEIGHINGS + 1 && coins >= BLOCK_COINS {
        match Blocks::new(stop).plan(&start, weighings) {
            (Verdict::Yes, found) => {
                return Decision::Enough(Plan::of_blocks(&found, Start::pile(coins, fakes)), "blocks");
            }
            (Verdict::No, _) => return Decision::TooFew("the exhausted search by blocks".to_string()),
            _ => {}
        }
    }
    let mut search = Search::new(scale, stop);
    // The exact search reaches every start of four weighings; on the 3-way scale it also finds strategies far beyond.
    let budget = if weighings <= EXACT_WEIGHINGS { u64::MAX } else { 3_000_000 };
    let hopeful = hopeful(scale, fakes, coins, weighings, effort);
    if weighings <= EXACT_WEIGHINGS || scale == Scale::Three || fakes == 3 || !hopeful {
        match search.decide(&start, weighings, budget) {
            Verdict::Yes => return Decision::Enough(Plan::of_search(&search, Start::pile(coins, fakes)), "search"),
            Verdict::No => {
                let tried = search.weighings_tried();
                let states = search.remembered();
                return Decision::TooFew(format!(
                    "the exhausted search: {states} states and {tried} weighings within the bounds, none of which works"
                ));
            }
            Verdict::Unknown => {}
        }
    }
    if !hopeful {
        return Decision::Open;
    }
    let mut climb = Climb::new(scale, effort, stop);
    match climb.start(&start, weighings) {
        true => Decision::Enough(Plan::of_climb(&climb, Start::pile(coins, fakes)), "climbing"),
        false => Decision::Open,
    }
}

/// Steps of the exact search where counting leaves hardly any room, so that few weighings are to be tried.
const TIGHT_STEPS: u64 = 60_000_000;

/// The refutation of the store, or of a search where the first weighing fills the outcomes that remain nearly up: the
/// last number of coins that counting allows for five and six weighings.
pub fn decide_tight(
    scale: Scale,
    fakes: usize,
    coins: u32,
    weighings: usize,
    stop: &dyn Fn(u64) -> bool,
) -> Option<String> {
    if let Some(reason) = known::refuted(scale, fakes, coins, weighings) {
        return Some(reason);
    }
    let (worst, left) = (bounds::best_first(scale, fakes, coins).1, scale.reach(weighings.checked_sub(1)?));
    if scale != Scale::Five || fakes != 2 || !(5..=6).contains(&weighings) || worst * 100 < left * 99 {
        return None;
    }
    let mut search = Search::new(scale, stop);
    let refuted = search.decide(&State::start(coins, fakes), weighings, TIGHT_STEPS) == Verdict::No;
    refuted.then(|| {
        format!("the exhausted search: {} weighings within the bounds, none of which works", search.weighings_tried())
    })
}

/// Whether climbing is worth its time: without effort only where the worst answer of the first weighing leaves room
/// enough.
fn hopeful(scale: Scale, fakes: usize, coins: u32, weighings: usize, effort: usize) -> bool {
    let worst = bounds::best_first(scale, fakes, coins).1 as f64;
    let load = worst / scale.reach(weighings - 1) as f64;
    effort > 1 || scale == Scale::Three || load <= if weighings <= 5 { 0.75 } else { 0.6 }
}

/// The best that is known for any `fakes` of `coins` coins; when somebody asks to stop, what is known by then.
pub fn best(scale: Scale, fakes: usize, coins: u32, effort: usize, watch: &mut dyn Watch) -> Result<Option<Best>> {
    let found =
        watch::tend_partly(watch, None, |progress| best_until(scale, fakes, coins, effort, &|_| progress.step()))?;
    match found {
        Some((Some(best), _)) => Ok(Some(best)),
        Some((None, true)) => Ok(None),
        _ => Err(Error::stopped(format!("no strategy for {coins} coins is found yet"))),
    }
}

/// The strategy for any number of coins: halving, or grids where they are faster.
fn large(coins: u32, effort: usize, stop: &dyn Fn(u64) -> bool) -> (Plan, &'static str) {
    let halving = halving::plan(coins);
    // Up to there the exact search does better than both.
    if coins <= 25 {
        return (halving, "halving");
    }
    let grid = grid::plan(coins, effort, stop).filter(|plan| plan.depth() < halving.depth());
    grid.map_or((halving, "halving"), |plan| (plan, "grids"))
}

fn best_until(scale: Scale, fakes: usize, coins: u32, effort: usize, stop: &dyn Fn(u64) -> bool) -> Option<Best> {
    let known = (scale == Scale::Five && fakes == 2).then(|| large(coins, effort, stop));
    let most =
        known.as_ref().map_or(bounds::outcomes_needed(scale, choose(coins, fakes)) + 4, |(plan, _)| plan.depth());
    let mut at_least = 0;
    let mut reason = String::from("one set is possible");
    let mut gap = false;
    for weighings in 0..most {
        // Climbing is for piles whose classes are small enough to be weighed coin by coin.
        if coins > CLIMB_COINS && bounds::impossible(scale, fakes, coins, weighings).is_none() {
            break;
        }
        match decide(scale, fakes, coins, weighings, effort, stop) {
            Decision::Enough(plan, method) => {
                return Some(Best { weighings: plan.depth(), plan, at_least, reason, method });
            }
            Decision::TooFew(why) if !gap => {
                at_least = weighings + 1;
                reason = why;
            }
            Decision::TooFew(_) => {}
            Decision::Open => gap = true,
        }
        if stop(0) {
            break;
        }
    }
    let (plan, method) = known?;
    Some(Best { weighings: plan.depth(), plan, at_least, reason, method })
}

/// The best that is known from any start.
pub fn from_start(scale: Scale, start: Start, effort: usize, watch: &mut dyn Watch) -> Result<Option<Best>> {
    if let Start { piles: Piles::One(coins, fakes), spare: 0 } = start {
        return best(scale, fakes, coins, effort, watch);
    }
    watch::tend(
        watch,
        None,
        |steps| format!("{steps} steps of the search for {}", start.text()),
        |progress| from_start_until(scale, start, effort, &|_| progress.step()),
    )
}

/// The paper's strategy from that start, if its pans can be made equal with the coins that there are.
pub fn paper_plan(scale: Scale, start: Start) -> Option<Plan> {
    if scale != Scale::Five || start.fakes() != 2 {
        return None;
    }
    let plan = halving::plan_from(start);
    reasoning::check(&plan, &mut kit::Unwatched).is_ok().then_some(plan)
}

/// Steps of the exact search that are spent on one number of weighings from a start with several piles or real coins.
const START_STEPS: u64 = 20_000_000;

fn from_start_until(scale: Scale, start: Start, effort: usize, stop: &dyn Fn(u64) -> bool) -> Option<Best> {
    let (state, sets) = (State::of(&start).0, start.sets());
    let paper = paper_plan(scale, start);
    let least = bounds::outcomes_needed(scale, sets);
    let mut at_least = least;
    let mut reason = match least.checked_sub(1) {
        Some(fewer) => {
            let (weighings, outcomes) = (bounds::weighings_text(fewer), scale.reach(fewer));
            format!("{sets} sets are possible but the outcomes of {weighings} are only {outcomes}")
        }
        None => "one set is possible".to_string(),
    };
    for weighings in least..=paper.as_ref().map_or(least + 4, Plan::depth) {
        let mut search = Search::new(scale, stop);
        match search.decide(&state, weighings, START_STEPS * effort as u64) {
            Verdict::Yes => {
                let plan = Plan::of_search(&search, start);
                return Some(Best { weighings: plan.depth(), plan, at_least, reason, method: "search" });
            }
            Verdict::No => {
                at_least = weighings + 1;
                reason = format!(
                    "the exhausted search: {} states and {} weighings within the bounds, none of which works",
                    search.remembered(),
                    search.weighings_tried()
                );
                continue;
            }
            Verdict::Unknown => {}
        }
        if stop(0) {
            return None;
        }
        let mut climb = Climb::new(scale, effort, stop);
        if state.suspects() <= CLIMB_COINS && climb.attempt(&state, weighings) {
            let plan = Plan::of_climb(&climb, start);
            return Some(Best { weighings: plan.depth(), plan, at_least, reason, method: "climbing" });
        }
        if let Some(plan) = paper.as_ref().filter(|plan| plan.depth() <= weighings) {
            return Some(Best { weighings, plan: plan.clone(), at_least, reason, method: "halving" });
        }
    }
    None
}

/// The most coins for which a strategy is searched by climbing.
pub const CLIMB_COINS: u32 = 160;

/// A good weighing for any state: how many weighings suffice with it, and whether that is proved to be the least.
/// `None` if the state is solved or nothing was found.
pub fn next_weighing(scale: Scale, state: &State, stop: &dyn Fn(u64) -> bool) -> Option<(Weighing, usize, bool)> {
    let least = bounds::outcomes_needed(scale, state.count());
    let mut proved = true;
    for weighings in least..least + 5 {
        let mut search = Search::new(scale, stop);
        match search.decide(state, weighings, 2_000_000) {
            Verdict::Yes => return search.plan(state).map(|(w, weighing)| (weighing.clone(), usize::from(*w), proved)),
            Verdict::No => continue,
            Verdict::Unknown => {}
        }
        let mut climb = Climb::new(scale, 1, stop);
        if climb.attempt(state, weighings) {
            return climb.plan(state).map(|(w, weighing)| (weighing.clone(), usize::from(*w), proved));
        }
        proved = false;
    }
    None
}
