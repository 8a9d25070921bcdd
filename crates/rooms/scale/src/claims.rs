//! What "The 5-Way Scale" says, and what comes out.

use super::best;
use super::bounds::{self, first_weighing};
use super::certificate::reasoning;
use super::comparison::compare;
use super::grid;
use super::halving::{self, Sight, log2_up, plan_from};
use super::most;
use super::pile::{Scale, State, choose, pair};
use super::plain;
use super::questions::{left_by_answer, printed_bound};
use super::search::{Search, UNSTOPPED, Verdict as Searched};
use super::shares;
use super::start::Start;
use super::verify::{check_every_set, play_adversary};
use kit::say::{listed, yes_or_no};
use kit::{Claim, Effort, Finding, Result, Verdict, Watch, watch};

/// The register of the topic.
pub const CLAIMS: &[Claim] = &[
    Claim::of("scale.bound", "The 5-Way Scale, Sec. 3, eq (1) and the line after", bound)
        .says("the number of outcomes allows at most (sqrt(8 A^w + 1) - 1) / 2 coins, A = 3 or 5"),
    Claim::of("scale.five-coins", "The 5-Way Scale, Sec. 3", five_coins)
        .says("five coins: two weighings suffice on the 5-way scale and not on the 3-way scale"),
    Claim::of("scale.lemma1", "The 5-Way Scale, Lemma 1", lemma1)
        .says("after weighing k against k of N coins EQUAL leaves the most pairs"),
    Claim::of("scale.first-weighing", "The 5-Way Scale, Sec. 4", first)
        .says("what EQUAL leaves is least at k near N/3 - 1/6 and is then about a third of the pairs"),
    Claim::of("scale.separated-third", "The 5-Way Scale, Sec. 5", separated_third)
        .says("for separated coins the best worst case over x, y is 1/3, at x = y = 1/3"),
    Claim::of("scale.f", "The 5-Way Scale, Sec. 6", separated)
        .says("separated coins, two piles of 2^k: f(0) = 0, f(1) = 2 and not 1, f(k) = k + 1"),
    Claim::of("scale.g", "The 5-Way Scale, Sec. 6", doubly_separated)
        .says("doubly separated coins, four piles of 2^k: g(0) = 1, g(k) = k + 1"),
    Claim::of("scale.h", "The 5-Way Scale, Sec. 7", one_pile)
        .says("one pile of 2^k: h(1) = 0, h(2) = 2, h(3) = 4, h(4) = 5, h(k) = k + 1 for k > 2"),
    Claim::of("scale.portions", "The 5-Way Scale, Sec. 6 and 7", portions).says(
        "the first weighings leave the shares 1/4, 1/4, 1/2 (f), 1/8, 1/8, 1/4, 1/4, 1/4 (g), and 3/8 for EQUAL (h)",
    ),
    Claim::of("scale.better-than-three", "The 5-Way Scale, Abstract", better_than_three)
        .says("2^k coins in k + 1 weighings is better than any strategy for a 3-way scale"),
    Claim::of("scale.three-way-attained", "The 5-Way Scale, Sec. 3, after eq (1)", three_way_attained)
        .says("on the 3-way scale the bound of outcomes is very close to the actual number of coins"),
    Claim::of("scale.separated-better", "The 5-Way Scale, Sec. 6", separated_better)
        .says("the strategy for separated coins is better than any strategy on a 3-way scale"),
    Claim::of("scale.any-number", "The 5-Way Scale, Sec. 8, left to the reader", any_number)
        .says("can the strategy be extended to any number of coins"),
    Claim::of("scale.complement", "The 5-Way Scale, Sec. 2", complement)
        .says("n counterfeit and k real coins are as hard as k counterfeit and n real ones"),
];

fn searched(scale: Scale, state: &State, weighings: usize) -> bool {
    Search::new(scale, UNSTOPPED).decide(state, weighings, u64::MAX) == Searched::Yes
}

fn bound(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let wrong =
        |scale: Scale| (1..=20).filter(|&w| printed_bound(scale, w) != bounds::outcome_bound(scale, 2, w)).count();
    let wrong_lines = wrong(Scale::Five) + wrong(Scale::Three);
    // A printed bound below a number of coins that can be done is no bound at all.
    let three_coins = State::start(3, 2);
    let done = |scale| searched(scale, &three_coins, 1) && printed_bound(scale, 1) < 3;
    let beaten = done(Scale::Five) && done(Scale::Three);
    let show = |w| format!("{}, true {}", printed_bound(Scale::Five, w), bounds::outcome_bound(Scale::Five, 2, w));
    let evidence = format!(
        "pairs are N(N-1)/2, not N(N+1)/2: the bound is (sqrt(8 A^w + 1) + 1) / 2, one more than printed for {wrong_lines} of 40 \
         cases (both scales, w = 1..20); 5-way w = 1: printed {}; w = 2: printed {}; w = 4: printed {}; the search {} 3 coins in \
         one weighing on both scales, against the printed bound of 2",
        show(1),
        show(2),
        show(4),
        if beaten { "does" } else { "does not do" },
    );
    Ok(Finding::of(wrong_lines == 0, Verdict::Holds, Verdict::Corrected, evidence))
}

fn five_coins(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let start = State::start(5, 2);
    let five = searched(Scale::Five, &start, 2);
    let three = searched(Scale::Three, &start, 2);
    let pairs = plain::all_sets(5, 2);
    let plain_five = plain::enough(Scale::Five, 5, &pairs, 2);
    let plain_three = plain::enough(Scale::Three, 5, &pairs, 2);
    let literal = as_written(&pairs);
    let evidence = format!(
        "5-way: two weighings suffice: {} by the search, {} by the plain definition, and the weighings as written tell {} \
         of the 10 pairs apart; 3-way: {} and {} (10 pairs, 9 outcomes)",
        yes_or_no(five),
        yes_or_no(plain_five),
        if literal { "all" } else { "not all" },
        yes_or_no(three),
        yes_or_no(plain_three)
    );
    let holds = five && plain_five && literal && !three && !plain_three;
    Ok(Finding::of(holds, Verdict::Holds, Verdict::Refuted, evidence))
}

/// The paper's weighings: 1 2 against 3 4; after EQUAL 1 3 against 2 5, after LESS or MORE the two coins of the lighter
/// pan.
fn as_written(pairs: &[u32]) -> bool {
    let coins = |list: &[u32]| list.iter().map(|c| 1u32 << (c - 1)).sum::<u32>();
    let answer = |set: u32, left: u32, right: u32| {
        Scale::Five.answer((set & left).count_ones() as i32 - (set & right).count_ones() as i32)
    };
    let mut seen: Vec<(usize, usize)> = pairs
        .iter()
        .map(|&set| {
            let first = answer(set, coins(&[1, 2]), coins(&[3, 4]));
            let second = match first {
                1 => answer(set, coins(&[1]), coins(&[2])),
                2 => answer(set, coins(&[1, 3]), coins(&[2, 5])),
                3 => answer(set, coins(&[3]), coins(&[4])),
                _ => 0,
            };
            (first, second)
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() == pairs.len()
}

fn lemma1(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 3_000 } else { 400 };
    let equal_is_most = |n: u32, k: u32| {
        let left = first_weighing(Scale::Five, 2, n, k);
        left.iter().all(|&other| other <= left[2])
    };
    let exception = (4..=to).flat_map(|n| (0..=n / 2).map(move |k| (n, k))).find(|&(n, k)| !equal_is_most(n, k));
    // Both sides are quadratic in N and in k, so agreement on nine points of a grid is agreement everywhere.
    let identity = (0..3i64).flat_map(|n| (0..3i64).map(move |k| (n, k))).all(|(n, k)| {
        let m = n - 2 * k;
        let equal_less = 2 * k * k + m * (m - 1) - 2 * k * m;
        4 * equal_less + 2 == (2 * n - 6 * k - 1).pow(2) + (2 * k - 1).pow(2)
    });
    Ok(match exception {
        None if identity => Finding::new(
            Verdict::Holds,
            format!(
                "all N to {to} and all k; and for all N, k by the identity 8 (EQUAL - LESS) + 2 = (2N - 6k - 1)^2 + (2k - 1)^2 >= 2, both odd \
                 squares, checked as polynomials; C(k, 2) <= k^2 does the rest"
            ),
        ),
        None => Finding::new(Verdict::Open, format!("all N to {to}, but the proof's identity fails")),
        Some((n, k)) => Finding::new(Verdict::Refuted, format!("N = {n}, k = {k}")),
    })
}

fn first(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 5_000 } else { 600 };
    let equal = |n: u32, k: u32| first_weighing(Scale::Five, 2, n, k)[2];
    let mut exception = None;
    for n in 4..=to {
        let least = (1..=n / 2).map(|k| equal(n, k)).min().unwrap_or(0);
        let at: Vec<u32> = (1..=n / 2).filter(|&k| equal(n, k) == least).collect();
        // 6k = 2N - 1 is the vertex: every k where it is least lies within half a coin of it.
        let near = at.iter().all(|&k| (6 * i64::from(k) - 2 * i64::from(n) + 1).abs() <= 3);
        let pairs = choose(n, 2);
        let a_third = 3 * least >= pairs && 3 * least < pairs + 3;
        if !(near && a_third) {
            exception = Some(format!("N = {n}: least {least} of {pairs} at k = {at:?}"));
            break;
        }
    }
    Ok(match exception {
        None => Finding::new(
            Verdict::Holds,
            format!(
                "all N to {to}: the least is at an integer k within 1/2 of N/3 - 1/6, never below a third of the pairs and less than one \
                 pair above it (27 coins: {} of {})",
                bounds::best_first(Scale::Five, 2, 27).1,
                choose(27, 2)
            ),
        ),
        Some(exception) => Finding::new(Verdict::Refuted, exception),
    })
}

fn separated_third(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let most = if effort == Effort::Slow { 240 } else { 60 };
    // Twice every denominator, so that a half is always among the shares.
    let fraction = |d: i64| {
        let (least, places) = shares::least(2 * d);
        (least, 4 * d * d, 2 * d, places[0])
    };
    let less = |a: &(i64, i64, i64, (i64, i64)), b: &(i64, i64, i64, (i64, i64))| (a.0 * b.1).cmp(&(b.0 * a.1));
    let (share, whole, parts, (i, j)) = (1..=most).map(fraction).min_by(less).unwrap_or((1, 1, 1, (0, 0)));
    let printed = shares::worst(1, 1, 3) * 3 == 9;
    let place = format!("x = {}, y = {}", ratio(i, parts), ratio(j, parts));
    // The piles of eight show it with coins: 4 + 2 against 4 + 2.
    let (state, parents) = State::normal(&[8, 8], vec![pair(0, 1)], 0);
    let four = parents.iter().position(|p| p.contains(&0)).unwrap_or(0);
    let weighing: Vec<(u32, u32)> = (0..state.sizes.len()).map(|c| if c == four { (4, 4) } else { (2, 2) }).collect();
    let parts: Vec<u64> =
        (0..5).map(|a| state.after(&weighing, Scale::Five, a).map_or(0, |(s, _)| s.count())).collect();
    let evidence = format!(
        "x = y = 1/3 gives 1/3 ({}) but it is a saddle of EQUAL = 1 - 2x - 2y + 6xy, no minimum: the least over all x, y with \
         denominators to {} is {} at {place} (printed 1/3, true 1/4); it cannot be less (the essay, A quarter); two piles of 8, 4 + 2 against \
         4 + 2 coins, leave {} of 64; `parlor scale map` draws it",
        yes_or_no(printed),
        2 * most,
        ratio(share, whole),
        listed(&parts)
    );
    Ok(Finding::of(share * 3 == whole, Verdict::Holds, Verdict::Refuted, evidence))
}

fn ratio(a: i64, b: i64) -> String {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    if b / x == 1 { (a / x).to_string() } else { format!("{}/{}", a / x, b / x) }
}

/// Executes the paper's strategy from a sight with nothing but its own coins; the worst number of weighings over all
/// pairs.
fn executed(start: Start, watch: &mut dyn Watch) -> Result<usize> {
    let plan = plan_from(start);
    reasoning::check(&plan, &mut kit::Unwatched)?;
    check_every_set(&plan, watch)
}

fn separated(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 10 } else { 7 };
    let mut values = Vec::new();
    for k in 0..=to {
        values.push(executed(Start::separated(1 << k, 1 << k, 0), watch)?);
    }
    let formula = (1..=to).all(|k| values[k] == k + 1);
    let two_piles = |spare| State::normal(&[2, 2], vec![pair(0, 1)], spare).0;
    let alone = searched(Scale::Five, &two_piles(0), 1);
    let beside = searched(Scale::Five, &two_piles(1), 1);
    let evidence = format!(
        "executed against every pair, k = 0..{to}: {}; f(1) in one weighing, by exhaustive search: {} with the four coins alone, \
         {} with one real coin at hand (as the paper's own five-coin example does), so inside h, where real coins are at hand, \
         f(1) = 1 would do",
        listed(&values),
        yes_or_no(alone),
        yes_or_no(beside)
    );
    Ok(Finding::of(values[0] == 0 && formula && !alone, Verdict::Holds, Verdict::Refuted, evidence))
}

fn doubly_separated(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 9 } else { 6 };
    let mut values = Vec::new();
    for k in 0..=to {
        values.push(executed(Start::doubly(1 << k, 0), watch)?);
    }
    let holds = values.iter().enumerate().all(|(k, &v)| v == k + 1);
    Ok(Finding::of(
        holds,
        Verdict::Holds,
        Verdict::Refuted,
        format!("executed against every pair, k = 0..{to}: {}", listed(&values)),
    ))
}

fn one_pile(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 11 } else { 8 };
    let mut values = Vec::new();
    for k in 1..=to {
        values.push(executed(Start::pile(1 << k, 2), watch)?);
    }
    let mut known = Default::default();
    let beyond = (to as u32 + 1..=20).all(|k| u32::from(halving::depth(Sight::Pile(1 << k), &mut known)) == k + 1);
    let small = values[..4] == [0, 2, 4, 5];
    let formula = values.iter().enumerate().skip(2).all(|(i, &v)| v == i + 2);
    let four = searched(Scale::Five, &State::start(4, 2), 2) && !searched(Scale::Five, &State::start(4, 2), 1);
    let optimum = |coins: u32| (0..).find(|&w| searched(Scale::Five, &State::start(coins, 2), w)).unwrap_or(0);
    let evidence = format!(
        "executed against every pair, k = 1..{to}: {}, and by its recursion to k = 20; h(2) = 2 is the optimum ({}); the optimum \
         for 8 coins is {}, for 16 coins {}, so h(3) and h(4) are not",
        listed(&values),
        yes_or_no(four),
        optimum(8),
        optimum(16)
    );
    Ok(Finding::of(small && formula && beyond && four, Verdict::Holds, Verdict::Refuted, evidence))
}

fn portions(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let counts = |start: Start| left_by_answer(&plan_from(start));
    let mut wrong = Vec::new();
    for k in 2..=12u32 {
        let s = 1u64 << k;
        let f = counts(Start::separated(s as u32, s as u32, 0));
        if f != [0, s * s / 4, s * s / 2, s * s / 4, 0] {
            wrong.push(format!("f, k = {k}: {f:?}"));
        }
        let g = counts(Start::doubly(s as u32, 0));
        let all = 2 * s * s;
        if g != [all / 8, all / 4, all / 4, all / 4, all / 8] {
            wrong.push(format!("g, k = {k}: {g:?}"));
        }
        let h = counts(Start::pile(s as u32, 2));
        let pairs = choose(s as u32, 2);
        // About 1/16, 1/4, 3/8 of the pairs: off by no more than 1/N of them.
        let about = |count: u64, part: u64| (16 * count).abs_diff(part * pairs) * s <= 16 * pairs;
        if !(about(h[0], 1) && about(h[1], 4) && about(h[2], 6)) {
            wrong.push(format!("h, k = {k}: {h:?}"));
        }
    }
    let h = counts(Start::pile(1 << 12, 2));
    Ok(match wrong.is_empty() {
        true => Finding::new(
            Verdict::Holds,
            format!(
                "k = 2..12: f and g exactly, h within 1/N of the pairs (4096 coins: {} of {}, EQUAL {:.5})",
                listed(&h),
                choose(4096, 2),
                h[2] as f64 / choose(4096, 2) as f64
            ),
        ),
        false => Finding::new(Verdict::Refuted, wrong.join("; ")),
    })
}

/// What is claimed for all sizes: it holds where none is as good and none undecided, and else for some sizes or none.
fn sizes_where_better(as_good: &[String], better: &[usize], undecided: &[usize], evidence: String) -> Finding {
    match (as_good.is_empty(), undecided.is_empty()) {
        (true, true) => Finding::new(Verdict::Holds, evidence),
        (_, false) => Finding::new(Verdict::Open, evidence),
        (false, true) => Finding::of(better.is_empty(), Verdict::Refuted, Verdict::Corrected, evidence),
    }
}

fn better_than_three(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let rows = compare(if effort == Effort::Slow { 16 } else { 10 }, watch)?;
    let better: Vec<usize> = rows.iter().filter(|r| r.better()).map(|r| r.k).collect();
    let not: Vec<String> = rows
        .iter()
        .filter(|r| r.reached == Some(true))
        .map(|r| {
            let more = if r.three_way_least < r.weighings { "fewer" } else { "as many" };
            format!("{} coins: {} weighings, 3-way {} ({more})", r.coins, r.weighings, r.three_way_least)
        })
        .collect();
    let undecided: Vec<usize> = rows.iter().filter(|r| !r.better() && r.reached != Some(true)).map(|r| r.k).collect();
    let evidence = format!(
        "the 3-way optimum by search, played against every pair, does as well for {}; the strategy is better for k = {}, and for all \
         k >= 7, since then C(2^k, 2) > 3^(k+1) and pairs grow fourfold, outcomes threefold; undecided: {}",
        not.join("; "),
        listed(&better),
        listed(&undecided)
    );
    Ok(sizes_where_better(&not, &better, &undecided, evidence))
}

/// The most coins of the 3-way scale against the bound of its outcomes.
fn three_way_attained(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 6 } else { 5 };
    let mut rows = Vec::new();
    let mut attained = true;
    for weighings in 1..=to {
        let bound = bounds::outcome_bound(Scale::Three, 2, weighings);
        let most = most::most(Scale::Three, 2, weighings, 1, watch)?.all()?;
        if let Some(plan) = &most.plan {
            check_every_set(plan, watch)?;
        }
        attained &= most.at_least == bound;
        rows.push(format!("{weighings}: {} of {bound}", most.at_least));
    }
    Ok(Finding::of(
        attained,
        Verdict::Holds,
        Verdict::Open,
        format!(
            "the bound is attained, strategies played against every pair; weighings: coins of the bound {}",
            rows.join(", ")
        ),
    ))
}

/// The paper's f against 3-way strategies for the same separated coins.
fn separated_better(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 12 } else { 8 };
    let (mut as_good, mut better, mut undecided) = (Vec::new(), Vec::new(), Vec::new());
    for k in 1..=to {
        let start = Start::separated(1 << k, 1 << k, 0);
        let paper = plan_from(start).depth();
        if bounds::outcomes_needed(Scale::Three, start.sets()) > paper {
            better.push(k);
            continue;
        }
        let found = best::from_start(Scale::Three, start, 1, watch)?.filter(|best| best.weighings <= paper);
        match found {
            Some(best) => {
                check_every_set(&best.plan, watch)?;
                as_good.push(format!("k = {k}: {paper} weighings, 3-way {}", best.weighings));
            }
            None => undecided.push(k),
        }
    }
    let evidence = format!(
        "a 3-way strategy, played against every pair, does as well for {}; the paper's is better for k = {}, and for every k >= 4, \
         since 4^k > 3^(k+1) from there on; undecided: {}",
        as_good.join("; "),
        listed(&better),
        listed(&undecided)
    );
    Ok(sizes_where_better(&as_good, &better, &undecided, evidence))
}

fn any_number(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to: u32 = if effort == Effort::Slow { 1_000_000 } else { 30_000 };
    let mut known = Default::default();
    let within = |n: u32, depth: usize| depth <= log2_up(n) as usize + 1;
    for n in 4..=to {
        if !within(n, usize::from(halving::depth(Sight::Pile(n), &mut known))) {
            return Ok(Finding::new(Verdict::Open, format!("the extension fails its bound at {n} coins")));
        }
        if n.is_multiple_of(1 << 12) {
            watch::step(watch, u64::from(n), Some(u64::from(to)), || format!("{n} of {to} numbers of coins"))?;
        }
    }
    let every_pair = if effort == Effort::Slow { 300 } else { 90 };
    for n in 4..=every_pair {
        let plan = halving::plan(n);
        let worst = check_every_set(&plan, watch)?;
        if !within(n, worst) {
            return Ok(Finding::new(Verdict::Open, format!("{n} coins take {worst} weighings")));
        }
    }
    let mut adversary = Vec::new();
    for n in [1_000, 65_537, 524_289, 1_000_000] {
        let plan = halving::plan(n);
        reasoning::check(&plan, &mut kit::Unwatched)?;
        adversary.push(format!("{n}: {}", play_adversary(&plan)?.len()));
    }
    let million = grid::plan(1_000_000, 1, UNSTOPPED)
        .filter(|plan| reasoning::check(plan, &mut kit::Unwatched).is_ok())
        .map_or(0, |plan| plan.depth());
    Ok(Finding::new(
        Verdict::Settled,
        format!(
            "yes, by its recursion: parts a, a, a, c of at most 2^(k-2) coins, rounded halves, and real coins to fill up, so that every pile of the \
             extension is at most the paper's and ceil(log2 N) + 1 weighings do (proved in the essay, Every N); counted for every N from 4 to {to}; played against every pair for N to {every_pair}, against the adversary with its reasoning checked for {}; \
             cutting into more piles at once (grids) does a million coins in {million}",
            adversary.join(", ")
        ),
    ))
}

/// The proof is of one line, and the essay has it; what is computed here could contradict it.
fn complement(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let to = if effort == Effort::Slow { 7 } else { 6 };
    let mut seen = Vec::new();
    let mut holds = true;
    for coins in 4..=to {
        for fakes in 1..=coins / 2 {
            for scale in [Scale::Five, Scale::Three, Scale::Ways(3)] {
                let plain = |fakes| plain::least_weighings(scale, coins, &plain::all_sets(coins, fakes), 4);
                let (few, many) = (plain(fakes), plain(coins - fakes));
                holds &= few == many;
                if coins == 5 && fakes == 2 {
                    let least = few.map_or("more than 4".to_string(), |w| w.to_string());
                    seen.push(format!("{}-way {least}", scale.word()));
                }
            }
        }
    }
    // The answers themselves: a set and its complement tilt every weighing of five coins to opposite sides.
    let mirrored = (0u32..32).all(|set| {
        (1u32..32).flat_map(|left| (1u32..32).map(move |right| (left, right))).all(|(left, right)| {
            let fits = left & right == 0 && left.count_ones() == right.count_ones();
            let more = |set: u32| (set & left).count_ones() as i32 - (set & right).count_ones() as i32;
            !fits || more(set) == -more(31 & !set)
        })
    });
    Ok(Finding::of(
        holds && mirrored,
        Verdict::Holds,
        Verdict::Refuted,
        format!(
            "proved in the essay (Complement): with equally many coins on the pans the answers to a set and to its complement are mirror images; \
             every set and weighing of 5 coins: {}; the least weighings by the definition are equal for every number of fakes of 4 to {to} \
             coins on the 3-, 5- and 7-way scale (two of five: {}). It needs that no coin is known to be real beforehand",
            yes_or_no(mirrored),
            seen.join(", ")
        ),
    ))
}
