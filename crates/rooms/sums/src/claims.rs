//! What the lecture says, computed.

use super::analysis::{Normal, solve, valued_moves};
use super::language::{all_words, read_sum};
use super::words::Piles;
use super::words::boards::{Boxing, Chomp, Cram, Strip, literal_lost, mirror_proof};
use engine::heaps::{HeapGame, Heaps, Rule, find_period, named, nimbers_by_definition};
use engine::impartial::{Impartial, Limits, Method, Solver, mex, nimber_by_definition, outcome_by_definition};
use kit::{Claim, Effort, Finding, Means, Result, Summand, Unwatched, Verdict, Watch};
use rustc_hash::FxHashMap;

const SOURCE: &str = "Sums of Games, lecture slides";
const MEANS: Means = Means { memory: 1 << 28, threads: 1 };

/// The claims of this topic.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "sums.mex",
        source: SOURCE,
        statement: "mex {0,1,2,4,5,6} = 3, mex {1,3,5,7,9} = 0, mex {} = 0",
        check: |_, _| {
            let found = [mex([0, 1, 2, 4, 5, 6]), mex([1, 3, 5, 7, 9]), mex([])];
            Ok(Finding::of(found == [3, 0, 0], Verdict::Holds, Verdict::Refuted, format!("computed {found:?}")))
        },
    },
    Claim {
        id: "sums.pile",
        source: SOURCE,
        statement: "a pile of k stones has nimber k",
        check: |effort, watch| {
            let to = if effort == Effort::Slow { 400 } else { 100 };
            let solver = Solver::new(Piles { known: false }, Limits { memory: 1 << 26, threads: 1 });
            let mut wrong = None;
            for k in 0..=to {
                let found = solver.nimber(&vec![k], Method::Memo, watch)?;
                wrong = wrong.or((found != k).then_some((k, found)));
            }
            let by_definition = (0..=12).all(|k| nimber_by_definition(&Piles { known: false }, &vec![k]) == k);
            let evidence = format!("piles to {to} by the memo, to 12 by the definition; first exception {wrong:?}");
            Ok(Finding::of(wrong.is_none() && by_definition, Verdict::Holds, Verdict::Refuted, evidence))
        },
    },
    Claim {
        id: "sums.zero",
        source: SOURCE,
        statement: "the nimber is 0 exactly when the player to move loses",
        check: check_zero,
    },
    Claim { id: "sums.theorem", source: SOURCE, statement: "N(A + B) = N(A) xor N(B)", check: check_theorem },
    Claim {
        id: "sums.chomp",
        source: SOURCE,
        statement: "a Chomp position of nimber 2 beside a pile of 4 has nimber 6, and only taking two from the pile wins",
        check: check_chomp,
    },
    Claim {
        id: "sums.boxing",
        source: SOURCE,
        statement: "the full 10 x 20 board is won by taking the 10 x 10 square in the middle",
        check: check_boxing,
    },
    Claim {
        id: "sums.dawson-table",
        source: SOURCE,
        statement: "Dawson's Kayles has the nimbers 0 0 1 1 2 0 3 1 1 0 3 3 2 for n = 0 to 12",
        check: |_, _| Ok(compare_table("dawson", &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2])),
    },
    Claim {
        id: "sums.dawson-period",
        source: SOURCE,
        statement: "the table of Dawson's Kayles has period 34, and N(n) costs O(n^2) time",
        check: check_dawson_period,
    },
    Claim {
        id: "sums.dawson-nine",
        source: SOURCE,
        statement: "nine pins in Dawson's Kayles are lost for the player to move",
        check: |_, _| {
            let game = HeapGame::untabled(named("dawson").expect("a row of the table"));
            let lost = outcome_by_definition(&game, &vec![9], false);
            let others: Vec<u32> = (0..=14).filter(|&n| outcome_by_definition(&game, &vec![n], false)).collect();
            let evidence = format!("by the definition of the outcome; the lost rows to 14 are {others:?}");
            Ok(Finding::of(lost, Verdict::Holds, Verdict::Refuted, evidence))
        },
    },
    Claim {
        id: "sums.treblecross",
        source: SOURCE,
        statement: "Treblecross on n cells equals Dawson's Kayles with three pins on n + 2; nimbers 0 0 0 1 1 1 2 2 0 3 3 1 1 for n + 2 = 0 to 12",
        check: check_treblecross,
    },
];

fn compare_table(name: &str, printed: &[u16]) -> Finding {
    let rule = named(name).expect("a row of the table");
    let found = nimbers_by_definition(&rule, printed.len() - 1);
    let wrong: Vec<usize> = (0..printed.len()).filter(|&n| printed[n] != found[n]).collect();
    let evidence = match wrong.first() {
        None => format!("by the definition: {found:?}"),
        Some(n) => format!("n = {n}: printed {}, true {}; the whole row is {found:?}", printed[*n], found[*n]),
    };
    Finding::of(wrong.is_empty(), Verdict::Holds, Verdict::Corrected, evidence)
}

/// On every position below the start: whether the nimber by the memo is 0 exactly when the definition of the outcome
/// says lost.
fn zero_below<G: Impartial>(game: G, start: &G::Key, watch: &mut dyn Watch) -> Result<(usize, Option<String>)> {
    let solver = Solver::new(game, Limits { memory: 1 << 26, threads: 1 });
    let mut lost: FxHashMap<G::Key, bool> = FxHashMap::default();
    outcomes(solver.game(), start, &mut lost);
    let positions: Vec<G::Key> = lost.keys().cloned().collect();
    let values = solver.nimbers(&positions, Method::Memo, watch)?;
    let exception = positions.iter().zip(values).find(|(p, value)| (*value == 0) != lost[*p]);
    Ok((positions.len(), exception.map(|(p, value)| format!("{p:?} has nimber {value}"))))
}

/// Outcomes by their own recursion, without nimbers, components or symmetries.
fn outcomes<G: Impartial>(game: &G, at: &G::Key, known: &mut FxHashMap<G::Key, bool>) -> bool {
    if let Some(&lost) = known.get(at) {
        return lost;
    }
    let mut options = Vec::new();
    game.options(at, &mut options);
    // Every option is visited, so that the map holds every position below.
    let lost = options.iter().filter(|option| outcomes(game, option, known)).count() == 0;
    known.insert(at.clone(), lost);
    lost
}

fn check_zero(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let slow = effort == Effort::Slow;
    let heap = |name: &str| HeapGame::untabled(named(name).expect("a row of the table"));
    let board = |r, c| super::words::boards::rectangle_key(r, c);
    let runs = [
        ("kayles", zero_below(heap("kayles"), &vec![if slow { 18 } else { 12 }], watch)?),
        ("dawson", zero_below(heap("dawson"), &vec![if slow { 24 } else { 14 }], watch)?),
        ("grundy", zero_below(heap("grundy"), &vec![if slow { 22 } else { 14 }], watch)?),
        ("chomp", zero_below(Chomp, &super::words::boards::chomp_key(&[4, 4, 4, 4]), watch)?),
        ("treblecross", zero_below(Strip::new(false), &".".repeat(11), watch)?),
        ("boxing", zero_below(Boxing::new(3, 4), &board(3, 4), watch)?),
        ("cram", zero_below(Cram::new(3, 5), &board(3, if slow { 5 } else { 4 }), watch)?),
    ];
    let positions: usize = runs.iter().map(|(_, (n, _))| n).sum();
    let exception = runs.iter().find_map(|(name, (_, e))| e.as_ref().map(|e| format!("{name}: {e}")));
    let names: Vec<&str> = runs.iter().map(|(name, _)| *name).collect();
    Ok(match exception {
        None => Finding::new(
            Verdict::Holds,
            format!("all {positions} positions below a start in each of {}", names.join(", ")),
        ),
        Some(place) => Finding::new(Verdict::Refuted, place),
    })
}

/// The nimber of a sum of two different games, by searching the sum itself: no component is solved alone.
fn nimber_of_pair(sum: [&Summand; 2], known: &mut FxHashMap<[String; 2], u32>) -> Result<u32> {
    let key = [sum[0].call(), sum[1].call()];
    if let Some(&value) = known.get(&key) {
        return Ok(value);
    }
    let mut values = Vec::new();
    for side in 0..2 {
        for step in sum[side].rules.steps(&sum[side].position)? {
            let moved = Summand { rules: sum[side].rules.clone(), position: step.to };
            let pair = if side == 0 { [&moved, sum[1]] } else { [sum[0], &moved] };
            values.push(nimber_of_pair(pair, known)?);
        }
    }
    let value = mex(values);
    known.insert(key, value);
    Ok(value)
}

fn check_theorem(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let mut calls = vec![
        "nim(3)",
        "kayles(5)",
        "dawson(7)",
        "grundy(7)",
        "chomp(2,3)",
        "treblecross(7)",
        "boxing(2,3)",
        "wythoff(2,2)",
    ];
    if effort == Effort::Slow {
        calls.extend([
            "cram(2,3)",
            "kayles(7)",
            "chomp(3,3)",
            "boxing(\"110/111\")",
            "octal(0.8,7)",
            "subtract({1,3,4},8)",
        ]);
    }
    let words = all_words();
    let mut games = Vec::new();
    for call in &calls {
        games.extend(read_sum(call, &words)?);
    }
    let mut pairs = 0;
    for (i, a) in games.iter().enumerate() {
        for b in &games[..=i] {
            let one =
                |s: &Summand, watch: &mut dyn Watch| s.rules.nimbers(std::slice::from_ref(&s.position), MEANS, watch);
            let expected = one(a, watch)?[0] ^ one(b, watch)?[0];
            let found = nimber_of_pair([a, b], &mut FxHashMap::default())?;
            if found != expected {
                let place = format!("{} + {}: {found}, not {expected}", a.call(), b.call());
                return Ok(Finding::new(Verdict::Refuted, place));
            }
            pairs += 1;
            kit::watch::step(watch, pairs, None, || format!("{pairs} pairs searched"))?;
        }
    }
    Ok(Finding::new(Verdict::Holds, format!("{pairs} pairs of {}, each sum searched as a whole", calls.join(", "))))
}

fn check_chomp(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let (rows, columns) = if effort == Effort::Slow { (4, 5) } else { (3, 4) };
    let words = all_words();
    let (mut unique, mut others) = (Vec::new(), Vec::new());
    for lengths in super::words::boards::bars(rows, columns) {
        let text = lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let sum = read_sum(&format!("chomp(\"{text}\") + nim(4)"), &words)?;
        let Normal::Solved { nimbers, nimber } = solve(&sum, MEANS, watch)? else {
            continue;
        };
        if nimbers[0] != 2 {
            continue;
        }
        let winning = valued_moves(&sum, &nimbers, MEANS, watch)?.into_iter().filter(|(_, n)| *n == 0);
        let winning: Vec<String> = winning.map(|(m, _)| m.to_string()).collect();
        match nimber == 6 && winning == ["2: 4 -> 2"] {
            true => unique.push(text),
            false => others.push(format!("{text} ({})", winning.join(", "))),
        }
    }
    let evidence = format!(
        "bars within {rows} x {columns} of nimber 2: with one winning move {}; with more {}",
        unique.join("  "),
        if others.is_empty() { "none".to_string() } else { others.join("  ") }
    );
    // Which position the slide shows is lost with its picture, so every bar of nimber 2 within reach is asked.
    let holds = !unique.is_empty() && others.is_empty();
    Ok(Finding::of(holds, Verdict::Holds, Verdict::Refuted, evidence))
}

fn check_boxing(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let mut board = vec![vec![true; 20]; 10];
    let legal = (0..10).all(|r| (5..15).all(|c| board[r][c]));
    board.iter_mut().for_each(|row| row[5..15].fill(false));
    let mirrors = mirror_proof(&board);
    // The same argument on boards that the search reaches.
    let mut searched = Vec::new();
    for (rows, columns) in [(1, 3), (2, 4), (3, 5), (2, 6), (4, 4)] {
        let solver = Solver::new(Boxing::new(rows, columns), Limits { memory: 1 << 26, threads: 1 });
        let mut left = super::words::boards::rectangle_key(rows, columns);
        let hole = super::words::boards::rectangle_key(rows, rows) << ((columns - rows) / 2);
        left &= !hole;
        if solver.nimber(&left, Method::Couples, &mut Unwatched)? != 0 {
            return Ok(Finding::new(Verdict::Refuted, format!("on {rows} x {columns} the middle square does not win")));
        }
        searched.push(format!("{rows} x {columns}"));
    }
    let evidence = format!(
        "after the move every full square of the board is disjoint from its mirror image, checked on all of them; the search agrees on {}",
        searched.join(", ")
    );
    Ok(Finding::of(legal && mirrors, Verdict::Holds, Verdict::Refuted, evidence))
}

fn check_dawson_period(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let rule = named("dawson").expect("a row of the table");
    let to = if effort == Effort::Slow { 20_000 } else { 2_000 };
    let values = Heaps::table(&rule, to)?;
    // The cost of the table by the definition: its breaks, counted.
    let breaks = |n: usize| -> usize { (0..=n).map(|heap| rule.moves(heap).len()).sum() };
    let growth = breaks(800) as f64 / breaks(400) as f64;
    let Some(p) = find_period(&rule, &values) else {
        return Ok(Finding::new(Verdict::Refuted, format!("no period to {to}")));
    };
    let evidence = format!(
        "period {} from n = {} on, {} by the window of Guy and Smith (needed to n = {:?}, checked to {}); exceptions before that, so the table is \
         periodic only from there; twice the heap costs {growth:.2} times the breaks",
        p.period,
        p.preperiod,
        if p.proved { "proved" } else { "not proved" },
        p.needed,
        p.window.1
    );
    Ok(Finding::of(
        p.period == 34 && p.proved && (growth - 4.0).abs() < 0.1,
        Verdict::Holds,
        Verdict::Refuted,
        evidence,
    ))
}

fn check_treblecross(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let table = compare_table("dawson3", &[0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1]);
    if table.verdict != Verdict::Holds {
        return Ok(table);
    }
    let (to, literal_to) = if effort == Effort::Slow { (120, 20) } else { (60, 13) };
    let rule: Rule = named("dawson3").expect("a row of the table");
    let kayles = nimbers_by_definition(&rule, to + 2);
    let solver = Solver::new(Strip::new(false), Limits { memory: 1 << 26, threads: 1 });
    for n in 1..=to {
        let found = solver.nimber(&".".repeat(n), Method::Memo, watch)?;
        if found != u32::from(kayles[n + 2]) {
            let place = format!("n = {n}: Treblecross {found}, three pins on {} {}", n + 2, kayles[n + 2]);
            return Ok(Finding::new(Verdict::Refuted, place));
        }
    }
    for n in 3..=literal_to {
        let mut memo = FxHashMap::default();
        for k in 0..=3 {
            if literal_lost(0, n, k, &mut memo) != (u32::from(kayles[n as usize + 2]) == k) {
                return Ok(Finding::new(Verdict::Refuted, format!("the told rules on {n} cells + *{k}")));
            }
        }
    }
    let evidence = format!(
        "the table by the definition; strips to {to} by search without the bad moves; strips of 3 to {literal_to} beside piles of 0 to 3 by the rules \
         as told, where three in a row win at once"
    );
    Ok(Finding::new(Verdict::Holds, evidence))
}
