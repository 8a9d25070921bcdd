//! The questions of the room.

use super::best::{self, Best, Decision, EXACT_WEIGHINGS};
use super::bounds;
use super::certificate::{reasoning, write};
use super::halving;
use super::pile::{Scale, choose};
use super::plan::Plan;
use super::scene::{balance, tree as tree_scene};
use super::{grid, most, tree, verify};
use kit::{Ask, Certificate, Error, Fact, Param, Question, Report, Result, Scene, Standing, Table, Watch, watch};

pub(super) static QUESTIONS: &[Question] = &[BEST_OF, MOST, STRATEGY, BOUNDS, FIRST, COMPARE];

const N: Param = Param::whole("n", "coins in the pile", 4, 1_000_000).main();
const SCALE: Param = Param::choice("scale", "how many answers the scale gives", &["5", "3"]).or("5");
const FAKES: Param = Param::choice("fakes", "how many coins are fake", &["2", "3"]).or("2");
const EFFORT: Param =
    Param::whole("effort", "multiplies the tries where the optimum is out of reach", 1, 1_000).or("1");

/// The most coins beyond the strategy of halving: the 3-way scale, or three fakes.
const SEARCH_COINS: u32 = 120;
const SEARCH_COINS_THREE_FAKES: u32 = 30;

/// The scale of an ask.
pub fn scale_of(ask: &Ask) -> Scale {
    match ask.text("scale") {
        "3" => Scale::Three,
        _ => Scale::Five,
    }
}

/// The fakes of an ask.
pub fn fakes_of(ask: &Ask) -> usize {
    if ask.text("fakes") == "3" { 3 } else { 2 }
}

/// Refuses starts that no method reaches.
pub fn check_size(scale: Scale, fakes: usize, coins: u32) -> Result<()> {
    let limit = match (scale, fakes) {
        (Scale::Five, 2) => return Ok(()),
        (_, 2) => SEARCH_COINS,
        _ => SEARCH_COINS_THREE_FAKES,
    };
    match coins > limit {
        true => Err(Error::too_large(
            format!("{coins} coins with {fakes} fakes on the {}-way scale", scale.word()),
            format!("the search reaches {limit} coins there"),
            "ask for fewer coins, or for two fakes on the 5-way scale",
        )),
        false => Ok(()),
    }
}

fn solved(ask: &Ask, watch: &mut dyn Watch) -> Result<(Scale, usize, u32, Best)> {
    let (scale, fakes, coins) = (scale_of(ask), fakes_of(ask), ask.size("n") as u32);
    check_size(scale, fakes, coins)?;
    match best::best(scale, fakes, coins, ask.size("effort"), watch)? {
        Some(best) => Ok((scale, fakes, coins, best)),
        None => Err(Error::too_large(
            format!("{coins} coins"),
            "no strategy was found with this effort",
            "raise --effort or ask for fewer coins",
        )),
    }
}

fn standing(best: &Best) -> Standing {
    if best.proved() { Standing::Proved } else { Standing::Best }
}

/// The certificate of what is known: the optimum where it is proved, otherwise the strategy.
fn certificate_of(best: &Best, watch: &mut dyn Watch) -> Result<Certificate> {
    match best.proved() {
        true => write::optimum(&best.plan, watch),
        false => Ok(write::strategy(&best.plan)),
    }
}

/// The first weighing of a plan as coins on the left, on the right and aside.
fn first_pans(plan: &Plan) -> [Vec<u32>; 3] {
    let nodes = tree::unfold(plan, 1, 1);
    let (left, right) = (nodes[0].left.clone(), nodes[0].right.clone());
    let on_pan = (left.len() + right.len()) as u32;
    // The first weighing takes coins in order, left pan first.
    [left, right, (on_pan + 1..=plan.coins).collect()]
}

fn first_scene(plan: &Plan, line: &str) -> Scene {
    let [left, right, aside] = first_pans(plan);
    balance::picture(line.to_string(), [&left, &right, &aside], 0, |_| balance::Coin::Suspect)
}

pub(super) const BEST_OF: Question = Question {
    name: "best",
    about: "the least number of weighings that always finds the fakes among N coins",
    params: &[N, SCALE, FAKES, EFFORT],
    examples: &[
        "scale best 11",
        "scale best 25",
        "scale best 38 --scale 3",
        "scale best 8 --fakes 3",
        "scale best 1000000",
    ],
    answer: answer_best_of,
};

fn answer_best_of(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (scale, fakes, coins, best) = solved(ask, watch)?;
    let line = match best.proved() {
        true => format!("{fakes} fakes among {coins} coins take {} weighings and no fewer", best.weighings),
        false => format!(
            "{fakes} fakes among {coins} coins take at most {} weighings, and at least {}",
            best.weighings, best.at_least
        ),
    };
    let first = best.plan.steps[0].weighing.as_ref().map_or(0, |w| w[0].0);
    let scene = first_scene(&best.plan, &format!("the first weighing: {first} coins against {first}"));
    let certificate = certificate_of(&best, watch)?;
    Ok(Report::new(line, standing(&best))
        .fact("weighings", best.weighings)
        .fact("at_least", best.at_least)
        .fact("first_weighing", first)
        .fact("left_by_answer", Fact::list(bounds::first_weighing(scale, fakes, coins, first)))
        .fact("why_not_fewer", best.reason.clone())
        .fact("method", best.method)
        .scene(scene)
        .certificate(certificate))
}

pub(super) const MOST: Question = Question {
    name: "most",
    about: "the largest number of coins whose fakes W weighings always find",
    params: &[Param::whole("w", "weighings", 1, 6).main(), SCALE, FAKES, EFFORT],
    examples: &["scale most 3", "scale most 4", "scale most 6 --scale 3", "scale most 4 --fakes 3"],
    answer: answer_most,
};

fn answer_most(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (scale, fakes, weighings) = (scale_of(ask), fakes_of(ask), ask.size("w"));
    let most = most::most(scale, fakes, weighings, ask.size("effort"), watch)?;
    let proved = most.at_least == most.at_most;
    let line = match proved {
        true => format!("{weighings} weighings find {fakes} fakes among at most {} coins", most.at_least),
        false => format!(
            "{weighings} weighings find {fakes} fakes among {} coins; the most is at most {}",
            most.at_least, most.at_most
        ),
    };
    let mut report = Report::new(line, if proved { Standing::Proved } else { Standing::Best })
        .fact("coins", most.at_least)
        .fact("at_most", most.at_most)
        .fact("why_not_more", most.reason)
        .fact("outcome_bound", bounds::outcome_bound(scale, fakes, weighings))
        .fact("first_weighing_bound", bounds::first_bound(scale, fakes, weighings))
        .table(Table::sequence("searched", "coins", "enough", i64::from(most.from), most.searched));
    if let Some(plan) = most.plan {
        let line = format!("the first weighing of {} coins", plan.coins);
        report = report.scene(first_scene(&plan, &line));
        report = report.certificate(match proved {
            true => write::most(&plan, weighings, watch)?,
            false => write::strategy(&plan),
        });
    }
    Ok(report)
}

/// Nodes of the tree that are written at most.
const MOST_NODES: usize = 20_000;

const METHOD: Param = Param::choice(
    "method",
    "best: the best that is found; halving: the paper's strategies f, g, h extended to any number",
    &["best", "halving"],
)
.or("best");
pub(super) const STRATEGY: Question = Question {
    name: "strategy",
    about: "the whole decision tree for N coins; for many coins the strategy as a procedure",
    params: &[
        N,
        Param::whole("depth", "weighings to show; all of them if the tree is small", 1, 40),
        METHOD,
        SCALE,
        FAKES,
        EFFORT,
    ],
    examples: &[
        "scale strategy 5",
        "scale strategy 11",
        "scale strategy 16 --method halving",
        "scale strategy 1000 --depth 2",
    ],
    answer: answer_strategy,
};

fn answer_strategy(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (plan, standing, certificate) = match ask.text("method") {
        "halving" if scale_of(ask) == Scale::Three || fakes_of(ask) == 3 => {
            return Err(Error::usage(
                "--method halving",
                "it is for two fakes on the 5-way scale",
                "use --method best",
            ));
        }
        "halving" => {
            let plan = halving::plan(ask.size("n") as u32);
            let certificate = write::strategy(&plan);
            (plan, Standing::Best, certificate)
        }
        _ => {
            let (.., best) = solved(ask, watch)?;
            let (standing, certificate) = (standing(&best), certificate_of(&best, watch)?);
            (best.plan, standing, certificate)
        }
    };
    let weighings = plan.depth();
    let whole = all_depths(&plan);
    let shown = ask.whole_if("depth").map_or(whole, |d| d as usize).min(weighings);
    let nodes = tree::unfold(&plan, shown, MOST_NODES);
    let cut = nodes.len() == MOST_NODES;
    let line = format!("a strategy of {weighings} weighings for {} fakes among {} coins", plan.fakes, plan.coins);
    let text = tree::text(&plan, &nodes);
    Ok(Report::new(line, standing)
        .fact("weighings", weighings)
        .fact("depth_shown", shown)
        .fact("whole", shown >= weighings && !cut)
        .fact("nodes", nodes.len())
        .fact("text", Fact::Document(text))
        .fact("dot", Fact::Document(tree::dot(&plan, &nodes)))
        .fact("procedure", Fact::Document(plan.text()))
        .table(tree_table(&plan, &nodes))
        .scene(tree_scene::picture(&plan))
        .certificate(certificate))
}

/// The depth down to which the tree is shown when nothing is said: whole if it is small.
fn all_depths(plan: &Plan) -> usize {
    let leaves = choose(plan.coins, plan.fakes);
    if leaves <= 5_000 { plan.depth() } else { 2 }
}

pub(super) const BOUNDS: Question = Question {
    name: "bounds",
    about: "what is known of the most coins for W weighings: counting outcomes, the first weighing, strategies",
    params: &[Param::whole("w", "weighings", 1, 20).main(), SCALE],
    examples: &["scale bounds 4", "scale bounds 12", "scale bounds 5 --scale 3"],
    answer: answer_bounds,
};

fn answer_bounds(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (scale, weighings) = (scale_of(ask), ask.size("w"));
    let outcome = bounds::outcome_bound(scale, 2, weighings);
    let first = bounds::first_bound(scale, 2, weighings);
    let (known, how, plan) = known_coins(scale, weighings, watch)?;
    let line = format!("{weighings} weighings: {known} coins can be done, more than {first} cannot");
    let mut table = Table::new("bounds", &["weighings", "outcomes", "first_weighing", "printed"]).with_sequence(0, 2);
    for w in 1..=weighings {
        table.row(vec![
            w.into(),
            bounds::outcome_bound(scale, 2, w).into(),
            bounds::first_bound(scale, 2, w).into(),
            printed_bound(scale, w).into(),
        ]);
    }
    let standing = if known == first { Standing::Proved } else { Standing::Best };
    let certificate = match (plan, &standing) {
        (Some(plan), Standing::Proved) => Some(write::most(&plan, weighings, watch)?),
        (plan, _) => plan.map(|plan| write::strategy(&plan)),
    };
    let mut report = Report::new(line, standing)
        .fact("outcomes", Fact::big(scale.reach(weighings)))
        .fact("information", outcome)
        .fact("information_as_printed", printed_bound(scale, weighings))
        .fact("first_weighing", first)
        .fact("known", known)
        .fact("known_by", how)
        .table(table);
    report.certificate = certificate;
    Ok(report)
}

/// The largest N with N(N + 1) <= 2 A^w, the bound as the paper prints it.
pub fn printed_bound(scale: Scale, weighings: usize) -> u32 {
    let outcomes = scale.reach(weighings);
    let (mut low, mut high) = (0u64, 1 << 32);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if middle * (middle + 1) / 2 <= outcomes { low = middle } else { high = middle }
    }
    low as u32
}

/// The most coins for which a strategy is known, how it was found, and the strategy.
fn known_coins(scale: Scale, weighings: usize, watch: &mut dyn Watch) -> Result<(u32, &'static str, Option<Plan>)> {
    let exact = match scale {
        Scale::Five => EXACT_WEIGHINGS,
        Scale::Three => 6,
    };
    if weighings <= exact {
        let most = most::most(scale, 2, weighings, 1, watch)?;
        return Ok((most.at_least, "exact search", most.plan));
    }
    match scale {
        Scale::Five => {
            let promised = watch::tend(
                watch,
                None,
                |_| "the strategy of grids".to_string(),
                |progress| {
                    let stop = |_| progress.stopped();
                    let coins = grid::promise(weighings, &stop);
                    // A promise counts when its strategy is written and its reasoning holds.
                    let holds =
                        |plan: &Plan| plan.depth() <= weighings && reasoning::check(plan, &mut kit::Unwatched).is_ok();
                    grid::plan(coins, 1, &stop).filter(holds)
                },
            )?;
            Ok(match promised {
                Some(plan) => (plan.coins, "grids", Some(plan)),
                None => (1 << (weighings - 1), "halving", Some(halving::plan(1 << (weighings - 1)))),
            })
        }
        Scale::Three => {
            let most = most::most(scale, 2, exact, 1, watch)?;
            Ok((most.at_least, "exact search, fewer weighings", most.plan))
        }
    }
}

pub(super) const FIRST: Question = Question {
    name: "first",
    about: "the first weighing: how many pairs each answer leaves when k coins are weighed against k",
    params: &[Param::whole("n", "coins in the pile", 4, 100_000).main(), SCALE, FAKES],
    examples: &["scale first 27", "scale first 13 --scale 3"],
    answer: answer_first,
};

fn answer_first(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let (scale, fakes, n) = (scale_of(ask), fakes_of(ask), ask.size("n") as u32);
    let names: Vec<String> = scale.names().iter().map(|s| s.to_lowercase().replace(' ', "_")).collect();
    let mut columns = vec!["k"];
    columns.extend(names.iter().map(String::as_str));
    columns.extend(["worst", "share"]);
    let sets = choose(n, fakes);
    let mut table = Table::new("first", &columns);
    let mut worsts = Vec::new();
    for k in 1..=n / 2 {
        let left = bounds::first_weighing(scale, fakes, n, k);
        let worst = left.iter().copied().max().unwrap_or(0);
        worsts.push((worst, k));
        let mut row: Vec<Fact> = vec![k.into()];
        row.extend(left.iter().map(|&c| Fact::from(c)));
        row.extend([worst.into(), (worst as f64 / sets as f64).into()]);
        table.row(row);
    }
    let least = worsts.iter().map(|w| w.0).min().unwrap_or(0);
    let at: Vec<u32> = worsts.iter().filter(|w| w.0 == least).map(|w| w.1).collect();
    let k = at[0];
    let line =
        format!("of {sets} sets the best first weighing, {k} against {k} coins, leaves {least} in the worst case");
    Ok(Report::new(line, Standing::Proved)
        .fact("sets", sets)
        .fact("least_worst", least)
        .fact("k", Fact::list(at))
        .fact("share", least as f64 / sets as f64)
        .fact("real_minimum", f64::from(n) / 3.0 - 1.0 / 6.0)
        .table(table)
        .scene(pans_scene(n, k)))
}

fn pans_scene(n: u32, k: u32) -> Scene {
    let pans: [Vec<u32>; 3] = [(1..=k).collect(), (k + 1..=2 * k).collect(), (2 * k + 1..=n).collect()];
    let caption = format!("{k} coins against {k}, {} aside", n - 2 * k);
    balance::picture(caption, [&pans[0], &pans[1], &pans[2]], 0, |_| balance::Coin::Suspect)
}

pub(super) const COMPARE: Question = Question {
    name: "compare",
    about: "the paper's strategy for 2^k coins against the true optimum of the 3-way scale",
    params: &[Param::whole("k", "the largest exponent of the table", 2, 20).main().or("10")],
    examples: &["scale compare 10"],
    answer: answer_compare,
};

fn answer_compare(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rows = compare(ask.size("k"), watch)?;
    let mut table = Table::new(
        "compare",
        &["k", "coins", "weighings", "three_way_least", "three_way_most", "three_way_reached", "better"],
    );
    for row in &rows {
        table.row(vec![
            row.k.into(),
            row.coins.into(),
            row.weighings.into(),
            row.three_way_least.into(),
            row.three_way_most.into(),
            row.reached.into(),
            row.better().into(),
        ]);
    }
    let better: Vec<usize> = rows.iter().filter(|r| r.better()).map(|r| r.k).collect();
    let line = match better.first() {
        Some(k) => format!("the paper's strategy beats every 3-way strategy from k = {k} on, not before"),
        None => "up to there a 3-way strategy does as well as the paper's".to_string(),
    };
    Ok(Report::new(line, Standing::Proved).fact("better", Fact::list(better)).table(table))
}

/// One line of the comparison.
pub struct Comparison {
    /// The exponent.
    pub k: usize,
    /// 2^k.
    pub coins: u32,
    /// What the paper's strategy takes.
    pub weighings: usize,
    /// No 3-way strategy for as many coins takes fewer weighings than this.
    pub three_way_least: usize,
    /// No 3-way strategy finds two fakes among more coins than this in as many weighings.
    pub three_way_most: u32,
    /// Whether a 3-way strategy for so many coins was found and played against every pair.
    pub reached: Option<bool>,
}

impl Comparison {
    /// Whether every 3-way strategy for as many coins takes more weighings.
    pub fn better(&self) -> bool {
        self.three_way_least > self.weighings
    }
}

/// The comparison up to an exponent.
pub fn compare(most_k: usize, watch: &mut dyn Watch) -> Result<Vec<Comparison>> {
    let mut known = rustc_hash::FxHashMap::default();
    let mut rows = Vec::new();
    for k in 2..=most_k {
        let coins = 1u32 << k;
        let weighings = usize::from(halving::depth(halving::Sight::Pile(coins), &mut known));
        let three_way_most = bounds::outcome_bound(Scale::Three, 2, weighings);
        let three_way_least = bounds::outcomes_needed(Scale::Three, choose(coins, 2));
        // Where the bound leaves room, a 3-way strategy for the same coins in the same weighings decides.
        let reached = match three_way_least <= weighings && coins <= SEARCH_COINS {
            true => {
                let done = watch::tend(
                    watch,
                    None,
                    |_| format!("the 3-way strategy for {coins} coins"),
                    |progress| match best::decide(Scale::Three, 2, coins, weighings, 1, &|_| progress.stopped()) {
                        Decision::Enough(plan, _) => verify::check_every_set(&plan, &mut kit::Unwatched).is_ok(),
                        _ => false,
                    },
                )?;
                Some(done)
            }
            false => None,
        };
        rows.push(Comparison { k, coins, weighings, three_way_least, three_way_most, reached });
    }
    Ok(rows)
}

/// The tree as a table, one row a node.
fn tree_table(plan: &Plan, nodes: &[tree::Node]) -> Table {
    let mut table = Table::new("tree", &["node", "parent", "answer", "left", "right", "sets", "fakes"]);
    let coins = |coins: &[u32]| match coins.is_empty() {
        true => Fact::Nothing,
        false => tree::coins_text(coins).into(),
    };
    for (number, node) in nodes.iter().enumerate() {
        table.row(vec![
            number.into(),
            node.from.map(|(parent, _)| parent).into(),
            node.from.map(|(_, answer)| plan.scale.names()[answer]).into(),
            coins(&node.left),
            coins(&node.right),
            node.sets.into(),
            node.found.as_ref().map(|f| tree::coins_text(f)).into(),
        ]);
    }
    table
}
