//! The questions of the room.

mod map;
mod outcomes;
mod separated;
mod sort;

use super::best::{self, Best, EXACT_WEIGHINGS};
use super::bounds;
use super::certificate::write;
use super::comparison::{SEARCH_COINS, compare};
use super::pile::{MOST_FAKES, Scale, choose};
use super::plan::Plan;
use super::scene::{balance, tree as tree_scene};
use super::start::{Piles, Start, fakes_text};
use super::tree::Reading;
use super::{either, most, tree};
use kit::{Ask, Certificate, Error, Fact, Param, Question, Report, Result, Scene, Standing, Table, Watch, watch};

pub(super) static QUESTIONS: &[Question] = &[
    BEST_OF,
    MOST,
    STRATEGY,
    BOUNDS,
    FIRST,
    COMPARE,
    separated::SEPARATED,
    separated::DOUBLY,
    map::MAP,
    outcomes::OUTCOMES,
    sort::SORT,
];

const N: Param = Param::whole("n", "coins in the pile", 4, 1_000_000).main();
const SCALE: Param = Param::choice(
    "scale",
    "the answers: 5, 3 or 7 of them, the exact difference, or none below a threshold of two fakes",
    &["5", "3", "7", "exact", "threshold"],
)
.or("5");
const FAKES: Param = Param::whole("fakes", "how many coins are fake", 1, 1_000_000).or("2");
const WEIGHT: Param =
    Param::choice("weight", "what the fakes are; either: nobody knows", &["lighter", "heavier", "either"])
        .or("lighter");
const SPARE: Param = Param::whole("spare", "coins at hand that are known to be real", 0, 1_000).or("0");
const EFFORT: Param =
    Param::whole("effort", "multiplies the tries where the optimum is out of reach", 1, 1_000).or("1");

/// The most coins beyond the strategy of halving: three fakes, and more.
const SEARCH_COINS_THREE_FAKES: u32 = 30;
const SEARCH_COINS_MANY_FAKES: u32 = 20;

/// The fewest differences that a scale of that name tells apart for so many fakes.
fn scale_named(word: &str, fakes: usize) -> Scale {
    // Pans never differ by more than all the fakes, so further answers never come.
    let most = match word {
        "threshold" => return Scale::Threshold,
        "3" => 1,
        "7" => 3,
        "exact" => fakes,
        _ => 2,
    };
    Scale::of_most(most.min(fakes))
}

/// What is asked: which coins are looked for, and how the answers are read.
pub(super) struct Problem {
    /// The scale, without answers that never come.
    pub(super) scale: Scale,
    /// Where the coins lie that are looked for: the fakes, or the real ones where they are fewer.
    pub(super) start: Start,
    /// How many coins are fake.
    fakes: usize,
    reading: Reading,
}

impl Problem {
    /// The problem of any `fakes` of `coins` coins.
    fn new(word: &str, fakes: usize, coins: u32, spare: u32, heavier: bool) -> Result<Problem> {
        let refuse = |why: String, instead: &str| Err(Error::usage("--fakes", why, instead));
        let real = (coins as usize).checked_sub(fakes).filter(|&real| real > 0);
        let Some(real) = real else {
            return refuse(format!("{fakes} fakes among {coins} coins leave no real coin"), "give fewer fakes");
        };
        let sought = fakes.min(real);
        if sought > MOST_FAKES {
            let why = format!("{fakes} fakes and {real} real coins; at most {MOST_FAKES} coins are looked for");
            return refuse(why, "give at most 6 fakes, or all but 6");
        }
        let complement = real < fakes;
        if complement && spare > 0 {
            return refuse("with spare coins the fakes may not be more than half".to_string(), "leave --spare out");
        }
        if word == "threshold" && sought == 1 {
            return refuse("a threshold of two never sees a single coin".to_string(), "give at least two fakes");
        }
        let scale = scale_named(word, sought);
        check_size(scale, sought, coins)?;
        let start = Start { piles: Piles::One(coins, sought), spare };
        Ok(Problem {
            scale,
            start,
            fakes,
            reading: Reading { mirrored: heavier != complement, complement, letters: false },
        })
    }

    fn of(ask: &Ask) -> Result<Problem> {
        if ask.text("weight") == "either" {
            let why = "a single fake that is lighter or heavier is only asked for its weighings";
            return Err(Error::usage("--weight either", why, "ask scale best N --fakes 1 --weight either"));
        }
        let (spare, heavier) = (ask.size("spare") as u32, ask.text("weight") == "heavier");
        Problem::new(ask.text("scale"), ask.size("fakes"), ask.size("n") as u32, spare, heavier)
    }

    fn text(&self) -> String {
        let coins = self.start.coins() - self.start.spare;
        Start { piles: Piles::One(coins, self.fakes), spare: self.start.spare }.text()
    }
}

/// Refuses starts that no method reaches.
pub fn check_size(scale: Scale, fakes: usize, coins: u32) -> Result<()> {
    let limit = match (scale, fakes) {
        (Scale::Five, 2) => return Ok(()),
        (_, 1 | 2) => SEARCH_COINS,
        (_, 3) => SEARCH_COINS_THREE_FAKES,
        _ => SEARCH_COINS_MANY_FAKES,
    };
    match coins > limit {
        true => Err(Error::too_large(
            format!("{coins} coins with {} on the {}", fakes_text(fakes), scale.title()),
            format!("the search reaches {limit} coins there"),
            "ask for fewer coins, or for two fakes on the 5-way scale",
        )),
        false => Ok(()),
    }
}

pub(super) fn no_strategy(start: &Start) -> Error {
    Error::too_large(start.text(), "no strategy was found with this effort", "raise --effort or ask for fewer coins")
}

fn solved(ask: &Ask, watch: &mut dyn Watch) -> Result<(Problem, Best)> {
    let problem = Problem::of(ask)?;
    let best = best::from_start(problem.scale, problem.start, ask.size("effort"), watch)?;
    Ok(match best {
        Some(best) => (problem, best),
        None => return Err(no_strategy(&problem.start)),
    })
}

pub(super) fn standing(best: &Best) -> Standing {
    if best.proved() { Standing::Proved } else { Standing::Best }
}

/// The certificate of what is known: the optimum where it is proved, otherwise the strategy.
pub(super) fn certificate_of(best: &Best, watch: &mut dyn Watch) -> Result<Certificate> {
    match best.proved() {
        true => write::optimum(&best.plan, watch),
        false => Ok(write::strategy(&best.plan)),
    }
}

/// The first weighing of a plan as coins on the left, on the right and aside.
fn first_pans(plan: &Plan) -> [Vec<u32>; 3] {
    let nodes = tree::unfold(plan, 1, 1);
    let (left, right) = (nodes[0].left.clone(), nodes[0].right.clone());
    let mut laid = vec![false; plan.coins() as usize + 1];
    left.iter().chain(&right).for_each(|&coin| laid[coin as usize] = true);
    let aside = (1..=plan.coins()).filter(|&coin| !laid[coin as usize]).collect();
    [left, right, aside]
}

pub(super) fn first_scene(plan: &Plan, line: &str) -> Scene {
    let [left, right, aside] = first_pans(plan);
    let suspects = plan.coins() - plan.start.spare;
    let coin = |coin| if coin <= suspects { balance::Coin::Suspect } else { balance::Coin::Real };
    balance::picture(line.to_string(), [&left, &right, &aside], 0, coin)
}

pub(super) const BEST_OF: Question = Question::of("best", answer_best_of)
    .about("the least number of weighings that always finds the fakes among N coins")
    .params(&[N, SCALE, FAKES, WEIGHT, SPARE, EFFORT])
    .examples(&[
        "scale best 11",
        "scale best 25",
        "scale best 38 --scale 3",
        "scale best 8 --fakes 3",
        "scale best 10 --fakes 8",
        "scale best 7 --fakes 3 --scale exact",
        "scale best 6 --spare 1",
        "scale best 12 --fakes 1 --weight either",
        "scale best 1000000",
    ]);

fn answer_best_of(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    if ask.text("weight") == "either" && ask.size("fakes") == 1 && ask.text("scale") != "threshold" {
        return Ok(lighter_or_heavier(ask.size("n") as u32, ask.size("spare") > 0));
    }
    let (problem, best) = solved(ask, watch)?;
    let (text, take) = (problem.text(), if problem.fakes == 1 { "takes" } else { "take" });
    let line = match best.proved() {
        true => format!("{text} {take} {} weighings and no fewer", best.weighings),
        false => format!("{text} {take} at most {} weighings, and at least {}", best.weighings, best.at_least),
    };
    let first = best.plan.steps[0].weighing.as_ref().map_or((0, 0), |w| w[0]);
    let caption = format!("the first weighing: {} coins against {}", first.0, first.1);
    let scene = first_scene(&best.plan, &caption);
    let certificate = certificate_of(&best, watch)?;
    let mut left = left_by_answer(&best.plan);
    if problem.reading.mirrored {
        left.reverse();
    }
    Ok(Report::new(line, standing(&best))
        .fact("weighings", best.weighings)
        .fact("at_least", best.at_least)
        .fact("first_weighing", first.0)
        .fact("left_by_answer", Fact::list(left))
        .fact("why_not_fewer", best.reason.clone())
        .fact("method", best.method)
        .scene(scene)
        .certificate(certificate))
}

/// One fake of unknown sense, by the theorem.
fn lighter_or_heavier(coins: u32, beside_real: bool) -> Report {
    let weighings = either::least_weighings(coins, beside_real);
    let most = either::most(weighings, beside_real);
    let beside = if beside_real { " beside a real coin" } else { "" };
    let line = format!(
        "1 fake among {coins} coins{beside}, lighter or heavier, takes {weighings} weighings and no fewer; so many do for {most} coins"
    );
    Report::new(line, Standing::Proved)
        .fact("weighings", weighings)
        .fact("at_least", weighings)
        .fact("most", most)
        .fact("first_weighing", (!beside_real).then(|| either::first_weighing(coins)))
        .argument("Lighter or heavier")
}

/// How many sets each answer to the first weighing leaves.
pub(super) fn left_by_answer(plan: &Plan) -> Vec<u64> {
    let next = &plan.steps[0].next;
    next.iter().map(|next| next.as_ref().map_or(0, |next| plan.steps[next.step].count())).collect()
}

pub(super) const MOST: Question = Question::of("most", answer_most)
    .about("the largest number of coins whose fakes W weighings always find")
    .params(&[Param::whole("w", "weighings", 1, 6).main(), SCALE, FAKES, EFFORT])
    .examples(&["scale most 3", "scale most 4", "scale most 6 --scale 3", "scale most 4 --fakes 3"]);

fn answer_most(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (fakes, weighings) = (ask.size("fakes"), ask.size("w"));
    if fakes > MOST_FAKES {
        return Err(Error::usage("--fakes", format!("{fakes} is more than {MOST_FAKES}"), "give at most 6 fakes"));
    }
    let scale = scale_named(ask.text("scale"), fakes);
    let most = most::most(scale, fakes, weighings, ask.size("effort"), watch)?;
    let proved = most.whole && most.at_least == most.at_most;
    let line = match proved {
        true => format!("{weighings} weighings find {fakes} fakes among at most {} coins", most.at_least),
        false => format!(
            "{weighings} weighings find {fakes} fakes among {} coins; the most is at most {}",
            most.at_least, most.at_most
        ),
    };
    let standing = match (proved, &most.plan) {
        (true, Some(_)) => Standing::Proved,
        // Where all coins are fake nothing is weighed, and a certificate begins with a strategy.
        (true, None) => Standing::checked("all weighings of one coin more, without a certificate"),
        (false, _) => Standing::Best,
    };
    let mut report = Report::new(line, standing)
        .fact("coins", most.at_least)
        .fact("at_most", most.at_most)
        .fact("why_not_more", most.reason)
        .fact("outcome_bound", bounds::outcome_bound(scale, fakes, weighings))
        .fact("first_weighing_bound", bounds::first_bound(scale, fakes, weighings))
        .table(Table::sequence("searched", "coins", "enough", i64::from(most.from), most.searched));
    if let Some(plan) = most.plan {
        let line = format!("the first weighing of {} coins", plan.coins());
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
pub(super) const STRATEGY: Question = Question::of("strategy", answer_strategy)
    .about("the whole decision tree for N coins; for many coins the strategy as a procedure")
    .params(&[
        N,
        Param::whole("depth", "weighings to show; all of them if the tree is small", 1, 40),
        METHOD,
        SCALE,
        FAKES,
        WEIGHT,
        SPARE,
        EFFORT,
    ])
    .examples(&[
        "scale strategy 5",
        "scale strategy 11",
        "scale strategy 16 --method halving",
        "scale strategy 1000 --depth 2",
    ]);

fn answer_strategy(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let problem = Problem::of(ask)?;
    let mut reading = problem.reading;
    let (plan, standing, certificate) = match ask.text("method") {
        "halving" => {
            let Some(plan) = best::paper_plan(problem.scale, problem.start) else {
                let why = "it is for two fakes on the 5-way scale";
                return Err(Error::usage("--method halving", why, "use --method best"));
            };
            reading.letters = true;
            let certificate = write::strategy(&plan);
            (plan, Standing::Best, certificate)
        }
        _ => {
            let (_, best) = solved(ask, watch)?;
            let (standing, certificate) = (standing(&best), certificate_of(&best, watch)?);
            (best.plan, standing, certificate)
        }
    };
    let line = format!("a strategy of {} weighings for {}", plan.depth(), problem.text());
    let shown = ask.whole_if("depth").map(|depth| depth as usize);
    Ok(strategy_report(line, standing, &plan, reading, shown).certificate(certificate))
}

/// A strategy as a tree in every form.
pub(super) fn strategy_report(
    line: String,
    standing: Standing,
    plan: &Plan,
    reading: Reading,
    shown: Option<usize>,
) -> Report {
    let weighings = plan.depth();
    let shown = shown.unwrap_or_else(|| all_depths(plan)).min(weighings);
    let nodes = reading.unfold(plan, shown, MOST_NODES);
    let cut = nodes.len() == MOST_NODES;
    let text = tree::text(plan, reading, &nodes);
    Report::new(line, standing)
        .fact("weighings", weighings)
        .fact("depth_shown", shown)
        .fact("whole", shown >= weighings && !cut)
        .fact("nodes", nodes.len())
        .fact("text", Fact::Document(text))
        .fact("dot", Fact::Document(tree::dot(plan, reading, &nodes)))
        .fact("procedure", Fact::Document(plan.text()))
        .table(tree_table(plan, reading, &nodes))
        .scene(tree_scene::picture(plan, reading))
}

/// The depth down to which the tree is shown when nothing is said: whole if it is small.
fn all_depths(plan: &Plan) -> usize {
    let leaves = plan.start.sets();
    if leaves <= 5_000 { plan.depth() } else { 2 }
}

const TWO_SCALES: Param = Param::choice("scale", "how many answers the scale gives", &["5", "3"]).or("5");
pub(super) const BOUNDS: Question = Question::of("bounds", answer_bounds)
    .about("what is known of the most coins for W weighings: counting outcomes, the first weighing, strategies")
    .params(&[Param::whole("w", "weighings", 1, 20).main(), TWO_SCALES])
    .examples(&["scale bounds 4", "scale bounds 12", "scale bounds 5 --scale 3"]);

fn answer_bounds(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (scale, weighings) = (scale_named(ask.text("scale"), 2), ask.size("w"));
    let outcome = bounds::outcome_bound(scale, 2, weighings);
    let first = bounds::first_bound(scale, 2, weighings);
    let found = known_coins(scale, weighings, watch)?;
    let (known, at_most) = (found.plan.coins(), found.at_most);
    let line = format!("{weighings} weighings: {known} coins can be done, more than {at_most} cannot");
    let mut table = Table::new("bounds", &["weighings", "outcomes", "first_weighing", "printed"]).with_sequence(0, 2);
    for w in 1..=weighings {
        table.row(kit::row![
            w,
            bounds::outcome_bound(scale, 2, w),
            bounds::first_bound(scale, 2, w),
            printed_bound(scale, w)
        ]);
    }
    let (standing, certificate) = match known == at_most {
        true => (Standing::Proved, write::most(&found.plan, weighings, watch)?),
        false => (Standing::Best, write::strategy(&found.plan)),
    };
    Ok(Report::new(line, standing)
        .fact("outcomes", Fact::big(scale.reach(weighings)))
        .fact("information", outcome)
        .fact("information_as_printed", printed_bound(scale, weighings))
        .fact("first_weighing", first)
        .fact("known", known)
        .fact("known_by", found.how)
        .fact("at_most", at_most)
        .fact("why_not_more", found.reason)
        .table(table)
        .certificate(certificate))
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

/// What is known of the most coins, the same that `most` and `best` say.
fn known_coins(scale: Scale, weighings: usize, watch: &mut dyn Watch) -> Result<most::Known> {
    let exact = if scale == Scale::Five { EXACT_WEIGHINGS } else { THREE_WAY_WEIGHINGS };
    if scale == Scale::Five && weighings > exact {
        return watch::tend(
            watch,
            None,
            |_| "the strategy of grids".to_string(),
            |progress| most::known_five(weighings, &|_| progress.stopped()),
        );
    }
    let most = most::most(scale, 2, weighings.min(exact), 1, watch)?.all()?;
    let plan = most.plan.ok_or_else(|| no_strategy(&Start::pile(most.at_most, 2)))?;
    Ok(match weighings <= exact {
        true => most::Known { plan, how: "exact search", at_most: most.at_most, reason: most.reason },
        false => {
            let at_most = bounds::first_bound(scale, 2, weighings);
            let reason = bounds::impossible(scale, 2, at_most + 1, weighings).unwrap_or_default();
            most::Known { plan, how: "exact search, fewer weighings", at_most, reason }
        }
    })
}

/// The weighings up to which the 3-way optimum is searched.
const THREE_WAY_WEIGHINGS: usize = 6;

pub(super) const FIRST: Question = Question::of("first", answer_first)
    .about("the first weighing: how many pairs each answer leaves when k coins are weighed against k")
    .params(&[Param::whole("n", "coins in the pile", 4, 100_000).main(), SCALE, FAKES])
    .examples(&["scale first 27", "scale first 13 --scale 3", "scale first 10 --fakes 3"]);

fn answer_first(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let (fakes, n) = (ask.size("fakes"), ask.size("n") as u32);
    if fakes >= n as usize || fakes > MOST_FAKES || (fakes > 3 && n > 1_000) {
        let why = format!("{fakes} fakes among {n} coins");
        return Err(Error::usage(
            "--fakes",
            why,
            "give 1 to 6 fakes, fewer than the coins, of at most 1000 from four on",
        ));
    }
    let scale = scale_named(ask.text("scale"), fakes);
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
        .fact("real_minimum", (scale == Scale::Five && fakes == 2).then(|| f64::from(n) / 3.0 - 1.0 / 6.0))
        .argument("First weighing")
        .table(table)
        .scene(pans_scene(n, k)))
}

fn pans_scene(n: u32, k: u32) -> Scene {
    let pans: [Vec<u32>; 3] = [(1..=k).collect(), (k + 1..=2 * k).collect(), (2 * k + 1..=n).collect()];
    let caption = format!("{k} coins against {k}, {} aside", n - 2 * k);
    balance::picture(caption, [&pans[0], &pans[1], &pans[2]], 0, |_| balance::Coin::Suspect)
}

pub(super) const COMPARE: Question = Question::of("compare", answer_compare)
    .about("the paper's strategy for 2^k coins against the true optimum of the 3-way scale")
    .params(&[Param::whole("k", "the largest exponent of the table", 2, 20).main().or("10")])
    .examples(&["scale compare 10"]);

fn answer_compare(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rows = compare(ask.size("k"), watch)?;
    let mut table = Table::new(
        "compare",
        &["k", "coins", "weighings", "three_way_least", "three_way_most", "three_way_reached", "better"],
    );
    for row in &rows {
        table.row(kit::row![
            row.k,
            row.coins,
            row.weighings,
            row.three_way_least,
            row.three_way_most,
            row.reached,
            row.better()
        ]);
    }
    let better: Vec<usize> = rows.iter().filter(|r| r.better()).map(|r| r.k).collect();
    let line = match better.first() {
        Some(k) => format!("the paper's strategy beats every 3-way strategy from k = {k} on, not before"),
        None => "up to there a 3-way strategy does as well as the paper's".to_string(),
    };
    Ok(Report::new(line, Standing::Proved).fact("better", Fact::list(better)).argument("Comparison").table(table))
}

/// The tree as a table, one row a node.
fn tree_table(plan: &Plan, reading: Reading, nodes: &[tree::Node]) -> Table {
    let mut columns = vec!["node", "parent", "answer", "left", "right", "sets", "fakes"];
    columns.extend(reading.letters.then_some("strategy"));
    let mut table = Table::new("tree", &columns);
    let coins = |coins: &[u32]| match coins.is_empty() {
        true => Fact::Nothing,
        false => tree::coins_text(coins).into(),
    };
    for (number, node) in nodes.iter().enumerate() {
        let mut row = vec![
            number.into(),
            node.from.map(|(parent, _)| parent).into(),
            node.from.map(|(_, answer)| reading.name(plan, answer)).into(),
            coins(&node.left),
            coins(&node.right),
            node.sets.into(),
            node.found.as_ref().map(|f| tree::coins_text(f)).into(),
        ];
        row.extend(reading.letters.then(|| node.letter.clone().into()));
        table.row(row);
    }
    table
}
