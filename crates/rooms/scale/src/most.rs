//! The largest number of coins for a number of weighings.

use super::best::{Decision, EXACT_WEIGHINGS, decide, decide_tight};
use super::bounds;
use super::certificate::reasoning;
use super::grid;
use super::halving;
use super::known;
use super::pile::{Scale, State};
use super::plan::Plan;
use super::search::{Search, Verdict};
use super::start::Start;
use kit::{Error, Fact, Result, Watch, watch};

/// What is known of the largest number of coins.
pub struct Most {
    /// A strategy is known for so many.
    pub at_least: u32,
    /// There is none for more than so many.
    pub at_most: u32,
    /// Why not.
    pub reason: String,
    /// The strategy.
    pub plan: Option<Plan>,
    /// What came out for the numbers of coins from `from` on.
    pub searched: Vec<Fact>,
    /// The first number of coins in `searched`.
    pub from: u32,
    /// Whether everything was tried that there was to try.
    pub whole: bool,
}

/// Steps of the exact search that are spent on refuting one number of coins beyond its certain reach.
const REFUTING_STEPS: u64 = 250_000_000;

/// The most coins, exact as far as the search goes, otherwise between a strategy and a bound; when somebody asks to
/// stop, what is known by then.
pub fn most(scale: Scale, fakes: usize, weighings: usize, effort: usize, watch: &mut dyn Watch) -> Result<Most> {
    let found =
        watch::tend_partly(watch, None, |progress| most_until(scale, fakes, weighings, effort, &|_| progress.step()))?;
    match found {
        Some((most, whole)) if whole || most.plan.is_some() => Ok(Most { whole, ..most }),
        _ => Err(Error::stopped(format!("no strategy of {weighings} weighings is found yet"))),
    }
}

fn most_until(scale: Scale, fakes: usize, weighings: usize, effort: usize, stop: &dyn Fn(u64) -> bool) -> Most {
    let top = bounds::first_bound(scale, fakes, weighings);
    let mut most = Most {
        at_least: fakes as u32,
        at_most: top,
        reason: format!(
            "with {} coins {}",
            top + 1,
            bounds::impossible(scale, fakes, top + 1, weighings).unwrap_or_else(|| "the bound is reached".to_string())
        ),
        plan: None,
        searched: Vec::new(),
        from: top + 1,
        whole: true,
    };
    // Down from the bound as long as the exact search refutes.
    while most.at_most > most.at_least {
        let coins = most.at_most;
        let kept = known::strategy(scale, fakes, weighings).filter(|plan| plan.coins() == coins);
        let decision = match (known::refuted(scale, fakes, coins, weighings), weighings <= EXACT_WEIGHINGS) {
            (Some(reason), _) => Decision::TooFew(reason),
            _ if kept.is_some() => Decision::Enough(kept.expect("it is there").clone(), "store"),
            (None, false) if scale != Scale::Three => refute(scale, fakes, coins, weighings, stop),
            _ => decide(scale, fakes, coins, weighings, effort, stop),
        };
        match decision {
            Decision::Enough(plan, _) => {
                most.note(coins, true);
                most.at_least = coins;
                most.plan = Some(plan);
                return most;
            }
            Decision::TooFew(why) => {
                most.note(coins, false);
                most.at_most = coins - 1;
                most.reason = format!("with {coins} coins {why}");
            }
            Decision::Open => break,
        }
    }
    climb_up(&mut most, scale, fakes, weighings, effort, stop);
    most
}

/// What is known without a long search, which is what every question of the room says: a strategy for the most coins,
/// how it was found, and the least number of coins from which on there is none, with the reason.
pub struct Known {
    /// The strategy.
    pub plan: Plan,
    /// How it was found.
    pub how: &'static str,
    /// No strategy does more coins than this.
    pub at_most: u32,
    /// Why not.
    pub reason: String,
}

/// What is known of two fakes on the 5-way scale beyond the reach of the exact search.
pub fn known_five(weighings: usize, stop: &dyn Fn(u64) -> bool) -> Known {
    let mut at_most = bounds::first_bound(Scale::Five, 2, weighings);
    let reason = bounds::impossible(Scale::Five, 2, at_most + 1, weighings).unwrap_or_default();
    let mut reason = format!("with {} coins {reason}", at_most + 1);
    let mut refuted = decide_tight(Scale::Five, 2, at_most, weighings, stop);
    while let Some(why) = refuted {
        reason = format!("with {at_most} coins {why}");
        at_most -= 1;
        refuted = known::refuted(Scale::Five, 2, at_most, weighings);
    }
    // A promise counts when its strategy is written and its reasoning holds.
    let holds = |plan: &Plan| plan.depth() <= weighings && reasoning::check(plan, &mut kit::Unwatched).is_ok();
    let grid = grid::plan(grid::promise(weighings, stop), 1, stop).filter(holds);
    let (plan, how) = match grid {
        Some(plan) => (plan, "grids"),
        None => (halving::plan(1 << (weighings - 1)), "halving"),
    };
    match known::strategy(Scale::Five, 2, weighings).filter(|kept| kept.coins() > plan.coins()) {
        Some(kept) => Known { plan: kept.clone(), how: "the store", at_most, reason },
        None => Known { plan, how, at_most, reason },
    }
}

impl Most {
    /// The same for whoever rests on all of it: a stop, if it was stopped.
    pub fn all(self) -> Result<Most> {
        match self.whole {
            true => Ok(self),
            false => Err(Error::stopped(format!("between {} and {} coins", self.at_least, self.at_most))),
        }
    }

    fn note(&mut self, coins: u32, enough: bool) {
        self.from = coins;
        self.searched.insert(0, enough.into());
    }
}

/// The exact search alone, with a limit to its steps.
fn refute(scale: Scale, fakes: usize, coins: u32, weighings: usize, stop: &dyn Fn(u64) -> bool) -> Decision {
    let mut search = Search::new(scale, stop);
    match search.decide(&State::start(coins, fakes), weighings, REFUTING_STEPS) {
        Verdict::Yes => Decision::Enough(Plan::of_search(&search, Start::pile(coins, fakes)), "search"),
        Verdict::No => Decision::TooFew(format!(
            "the exhausted search: {} weighings within the bounds, none of which works",
            search.weighings_tried()
        )),
        Verdict::Unknown => Decision::Open,
    }
}

/// Larger and larger strategies by climbing: by leaps as long as they are found, then coin by coin.
fn climb_up(most: &mut Most, scale: Scale, fakes: usize, weighings: usize, effort: usize, stop: &dyn Fn(u64) -> bool) {
    if scale == Scale::Five && fakes == 2 {
        let plan = known_five(weighings, stop).plan;
        most.at_least = plan.coins();
        most.plan = Some(plan);
    }
    let mut leap = (most.at_most / 8).max(1);
    while leap > 0 && !stop(0) {
        let coins = most.at_least + leap;
        let found = match coins <= most.at_most {
            true => decide(scale, fakes, coins, weighings, effort, stop),
            false => Decision::Open,
        };
        match found {
            Decision::Enough(plan, _) => {
                most.at_least = coins;
                most.plan = Some(plan);
            }
            _ => leap /= 2,
        }
    }
}
