//! What the lecture says, computed.

use super::analysis::{Normal, quiet_steps, solve, valued_moves};
use super::language::{all_words, read_sum, write_sum};
use super::words::Piles;
use super::words::boards::{Boxing, Cells, Chomp, Cram, Strip, cancelled_parts, literal_lost};
use engine::heaps::{HeapGame, Heaps, Rule, find_period, named, nimbers_by_definition};
use engine::impartial::{
    Game, Impartial, Key, Limits, Method, Solver, mex, nimber_by_definition, outcome_by_definition,
};
use kit::{Claim, Effort, Finding, Means, Result, Summand, Unwatched, Verdict, Watch};
use rustc_hash::FxHashMap;

const SOURCE: &str = "Sums of Games, lecture slides";
const MEANS: Means = Means { memory: 1 << 28, threads: 1 };

/// The claims of this topic.
pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("sums.mex", SOURCE, |_, _| {
            let found = [mex([0, 1, 2, 4, 5, 6]), mex([1, 3, 5, 7, 9]), mex([])];
            Ok(Finding::of(found == [3, 0, 0], Verdict::Holds, Verdict::Refuted, format!("computed {}", list(&found))))
        })
        .says("mex {0,1,2,4,5,6} = 3, mex {1,3,5,7,9} = 0, mex {} = 0"),
    Claim::of("sums.pile", SOURCE, |effort, watch| {
            let to = if effort == Effort::Slow { 400 } else { 100 };
            let solver = Solver::new(Piles { known: false }, Limits { memory: 1 << 26, threads: 1 });
            for k in 0..=to {
                let found = solver.nimber(&vec![k], Method::Memo, watch)?;
                if found != k || k <= 12 && nimber_by_definition(&Piles { known: false }, &vec![k]) != k {
                    return Ok(Finding::new(Verdict::Refuted, format!("a pile of {k} has nimber {found}")));
                }
            }
            let evidence = format!(
                "for all k by induction: the options of k are the piles 0 to k - 1, whose mex is k; searched to {to}, by the definition to 12"
            );
            Ok(Finding::new(Verdict::Holds, evidence))
        })
        .says("a pile of k stones has nimber k"),
    Claim::of("sums.zero", SOURCE, check_zero)
        .says("the nimber is 0 exactly when the player to move loses"),
    Claim { id: "sums.theorem", source: SOURCE, statement: "N(A + B) = N(A) xor N(B)", check: check_theorem },
    Claim::of("sums.chomp", SOURCE, check_chomp)
        .says("the pictured bar of Chomp, of nimber 2, has nimber 6 beside a pile of 4, and only taking two from the pile wins"),
    Claim::of("sums.boxing", SOURCE, check_boxing)
        .says("the full 10 x 20 board is won by taking the 10 x 10 square in the middle"),
    Claim::of("sums.dawson-table", SOURCE, |_, _| Ok(compare_table("dawson", &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2])))
        .says("Dawson's Kayles has the nimbers 0 0 1 1 2 0 3 1 1 0 3 3 2 for n = 0 to 12"),
    Claim::of("sums.dawson-period", SOURCE, check_dawson_period)
        .says("the table of Dawson's Kayles has period 34, and N(n) costs O(n^2) time"),
    Claim::of("sums.dawson-nine", SOURCE, |_, _| {
            let game = HeapGame::untabled(named("dawson").expect("a row of the table"));
            let lost = outcome_by_definition(&game, &vec![9], false);
            let others: Vec<u32> = (0..=14).filter(|&n| outcome_by_definition(&game, &vec![n], false)).collect();
            let evidence = format!("by the definition of the outcome; the lost rows to 14 are {}", list(&others));
            Ok(Finding::of(lost, Verdict::Holds, Verdict::Refuted, evidence))
        })
        .says("nine pins in Dawson's Kayles are lost for the player to move"),
    Claim::of("sums.treblecross", SOURCE, check_treblecross)
        .says("Treblecross on n cells equals Dawson's Kayles with three pins on n + 2; nimbers 0 0 0 1 1 1 2 2 0 3 3 1 1 for n + 2 = 0 to 12"),
    Claim::of("sums.commute", SOURCE, check_commute)
        .says("the sum of games is commutative and associative"),
    Claim::of("sums.nim", SOURCE, check_nim)
        .says("nim with piles a, b, c is lost for the player to move exactly when a xor b xor c = 0"),
    Claim::of("sums.stupid-moves", SOURCE, check_stupid_moves)
        .says("in Treblecross moves that let the opponent win at once can be left out without changing who wins"),
    Claim::of("sums.boxing-pair", SOURCE, check_boxing_pair)
        .says("two boards of 5 x 10 in Boxing Match are lost for the player to move"),
];

/// Numbers with blanks between them.
fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn compare_table(name: &str, printed: &[u16]) -> Finding {
    let rule = named(name).expect("a row of the table");
    let found = nimbers_by_definition(&rule, printed.len() - 1);
    let wrong: Vec<usize> = (0..printed.len()).filter(|&n| printed[n] != found[n]).collect();
    let evidence = match wrong.first() {
        None => format!("by the definition: {}", list(&found)),
        Some(n) => {
            format!("n = {n}: printed {}, true {}; the whole row is {}", printed[*n], found[*n], list(&found))
        }
    };
    Finding::of(wrong.is_empty(), Verdict::Holds, Verdict::Corrected, evidence)
}

/// On every position below the start: whether the nimber by the memo is 0 exactly when the definition of the outcome
/// says lost.
fn zero_below<K: Key>(
    game: impl Impartial<Key = K> + 'static,
    start: &K,
    watch: &mut dyn Watch,
) -> Result<(usize, Option<String>)> {
    let solver = Solver::new(game, Limits { memory: 1 << 26, threads: 1 });
    let mut lost: FxHashMap<K, bool> = FxHashMap::default();
    outcomes(solver.game(), start, &mut lost);
    let positions: Vec<K> = lost.keys().cloned().collect();
    let values = solver.nimbers(&positions, Method::Memo, watch)?;
    let exception = positions.iter().zip(values).find(|(p, value)| (*value == 0) != lost[*p]);
    Ok((positions.len(), exception.map(|(_, value)| format!("a position has nimber {value} against its outcome"))))
}

/// Outcomes by their own recursion, without nimbers, components or symmetries.
fn outcomes<K: Key>(game: &Game<K>, at: &K, known: &mut FxHashMap<K, bool>) -> bool {
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
        ("chomp", zero_below(Chomp, &Chomp::bar(&[4, 4, 4, 4]), watch)?),
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
            format!(
                "for all games by the theorem of Sprague and Grundy; searched on all {positions} positions below a start in each of {}",
                names.join(", ")
            ),
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
        for step in quiet_steps(&*sum[side].rules, &sum[side].position, &mut Unwatched)? {
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
    let evidence = format!(
        "for all games by the theorem of Sprague and Grundy; {pairs} pairs of {}, each sum searched as a whole",
        calls.join(", ")
    );
    Ok(Finding::new(Verdict::Holds, evidence))
}

/// Which bar the slide shows is lost with its picture, so the bars of nimber 2 within a rectangle are asked.
fn check_chomp(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    const SIDES: (usize, u64) = (4, 5);
    let words = all_words();
    let (mut unique, mut others) = (Vec::new(), Vec::new());
    for lengths in super::words::boards::bars(SIDES.0, SIDES.1) {
        let text = lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let sum = read_sum(&format!("chomp(\"{text}\") + nim(4)"), &words)?;
        let Normal::Solved { nimbers, nimber } = solve(&sum, MEANS, watch)? else {
            continue;
        };
        if nimbers[0] != Some(2) {
            continue;
        }
        if nimber != 6 {
            return Ok(Finding::new(Verdict::Refuted, format!("{text} beside a pile of 4 has nimber {nimber}")));
        }
        let winning = valued_moves(&sum, &nimbers, MEANS, watch)?.into_iter().filter(|(_, n)| *n == 0);
        let winning: Vec<String> = winning.map(|(m, _)| m.to_string()).collect();
        match winning == ["2: 4 -> 2"] {
            true => unique.push(text),
            false => others.push(text),
        }
    }
    let evidence = format!(
        "the nimber is 6 whatever the bar; the picture is lost, and within {} x {} the only winning move takes two from the pile with the bars {}, \
         but not with {}",
        SIDES.0,
        SIDES.1,
        unique.join("  "),
        if others.is_empty() { "none".to_string() } else { others.join("  ") }
    );
    Ok(match (unique.is_empty(), others.is_empty()) {
        (true, _) => Finding::new(Verdict::Refuted, evidence),
        _ => Finding::new(Verdict::Open, evidence),
    })
}

fn check_boxing(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let left = Cells::full(10, 20).without([0, 5], [10, 10]);
    let cancels = cancelled_parts(&left).is_empty();
    // The same argument on boards that the search reaches.
    let mut searched = Vec::new();
    for (rows, columns) in [(1, 3), (2, 4), (3, 5), (2, 6), (4, 4)] {
        let game = Boxing::new(rows, columns);
        let left = game.stones(&Cells::full(rows, columns).without([0, (columns - rows) / 2], [rows, rows]));
        let solver = Solver::new(game, Limits { memory: 1 << 26, threads: 1 });
        if solver.nimber(&left, Method::Couples, &mut Unwatched)? != 0 {
            return Ok(Finding::new(Verdict::Refuted, format!("on {rows} x {columns} the middle square does not win")));
        }
        searched.push(format!("{rows} x {columns}"));
    }
    let evidence = format!(
        "the move leaves two halves of 5 columns that are images of each other and cancel; the search agrees on {}",
        searched.join(", ")
    );
    Ok(Finding::of(cancels, Verdict::Holds, Verdict::Refuted, evidence))
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
    let exceptions = (0..p.preperiod).filter(|&n| values[n] != values[n + p.period]).count();
    let evidence = format!(
        "period {} from n = {} on, not before: {exceptions} earlier values differ from the one a period later; {} by the window of Guy and Smith, \
         which needs the table to n = {}; twice the heap costs {growth:.2} times the breaks",
        p.period,
        p.preperiod,
        if p.proved { "proved for all n" } else { "not proved" },
        p.needed.map_or_else(|| "an unknown end".to_string(), |n| n.to_string()),
    );
    let as_said = p.period == 34 && p.proved && (growth - 4.0).abs() < 0.1;
    Ok(match (as_said, p.preperiod) {
        (true, 0) => Finding::new(Verdict::Holds, evidence),
        (true, _) => Finding::new(Verdict::Corrected, evidence),
        (false, _) => Finding::new(Verdict::Refuted, evidence),
    })
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
    for n in 3..=to {
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
    // One and two cells, where no three in a row are possible, by the rules as told.
    let short: Vec<u32> = (1..=2)
        .map(|n| (0..4).find(|&k| literal_lost(0, n, k, &mut FxHashMap::default())).unwrap_or(u32::MAX))
        .collect();
    let equal = short.iter().zip(&kayles[3..]).all(|(strip, pins)| *strip == u32::from(*pins));
    let evidence = format!(
        "for all n >= 3 by the stupid moves, searched to {to}, and by the rules as told to {literal_to} beside piles of 0 to 3; the strips of 1 and 2 \
         cells have nimbers {}, 3 and 4 pins have {}; the printed row is that of the pins",
        list(&short),
        list(&kayles[3..5])
    );
    Ok(Finding::of(equal, Verdict::Holds, Verdict::Corrected, evidence))
}

/// The nimber of a sum of three games by searching it whole, the summands in the order given.
fn nimber_in_order(sum: &[Summand], known: &mut FxHashMap<String, u32>) -> Result<u32> {
    let key = write_sum(sum);
    if let Some(&value) = known.get(&key) {
        return Ok(value);
    }
    let mut values = Vec::new();
    for (index, summand) in sum.iter().enumerate() {
        for step in quiet_steps(&*summand.rules, &summand.position, &mut Unwatched)? {
            let mut moved = sum.to_vec();
            moved[index].position = step.to;
            values.push(nimber_in_order(&moved, known)?);
        }
    }
    let value = mex(values);
    known.insert(key, value);
    Ok(value)
}

fn check_commute(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let calls = ["nim(2)", "kayles(4)", "chomp(2,2)", "treblecross(5)", "boxing(2,2)", "grundy(6)"];
    let words = all_words();
    let games = calls.iter().map(|call| read_sum(call, &words)).collect::<Result<Vec<_>>>()?.concat();
    let games = &games[..effort.pick(4, 6)];
    let mut triples = 0;
    for (i, a) in games.iter().enumerate() {
        for (j, b) in games[..i].iter().enumerate() {
            for c in &games[..j] {
                let nimber =
                    |order: [&Summand; 3]| nimber_in_order(&order.map(Clone::clone), &mut FxHashMap::default());
                let found = [nimber([a, b, c])?, nimber([c, a, b])?, nimber([b, a, c])?];
                if found[0] != found[1] || found[1] != found[2] {
                    let place = format!("{}, {}, {}: nimbers {}", a.call(), b.call(), c.call(), list(&found));
                    return Ok(Finding::new(Verdict::Refuted, place));
                }
                triples += 1;
            }
        }
    }
    let evidence = format!(
        "for all games by the definition of a sum: a move changes one summand, wherever it stands; {triples} triples searched in three orders"
    );
    Ok(Finding::new(Verdict::Holds, evidence))
}

fn check_nim(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = effort.pick(5u32, 8);
    let game = Piles { known: false };
    let mut lost: FxHashMap<Vec<u32>, bool> = FxHashMap::default();
    outcomes(&game, &vec![to, to, to], &mut lost);
    for (piles, &lost) in &lost {
        if lost != (piles.iter().fold(0, |sum, pile| sum ^ pile) == 0) {
            return Ok(Finding::new(Verdict::Refuted, format!("the piles {}", list(piles))));
        }
    }
    kit::watch::step(watch, lost.len() as u64, None, || "nim".to_string())?;
    let evidence = format!(
        "for all piles by the theorem of Sprague and Grundy; by the definition of the outcome on all {} positions to three piles of {to}",
        lost.len()
    );
    Ok(Finding::new(Verdict::Holds, evidence))
}

fn check_stupid_moves(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let to = effort.pick(9u32, 13);
    let solver = Solver::new(Strip::new(false), Limits { memory: 1 << 26, threads: 1 });
    let (three, mut strips) = (|s: u32| s & (s >> 1) & (s >> 2) != 0, 0);
    for n in 0..=to {
        let mut memo = FxHashMap::default();
        for code in 0..1u32 << n {
            let ends = (0..n).any(|c| code >> c & 1 == 0 && three(code | 1 << c));
            if three(code) || ends {
                continue;
            }
            let strip: String = (0..n).map(|c| if code >> c & 1 == 1 { 'X' } else { '.' }).collect();
            let without = solver.nimber(&strip, Method::Memo, watch)? == 0;
            if literal_lost(code, n, 0, &mut memo) != without {
                return Ok(Finding::new(Verdict::Refuted, format!("the strip {strip}")));
            }
            strips += 1;
        }
    }
    let evidence = format!(
        "for all strips by the stupid moves: whoever makes one loses at once; {strips} strips of 0 to {to} cells searched with them and without"
    );
    Ok(Finding::new(Verdict::Holds, evidence))
}

fn check_boxing_pair(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let pair = |rows: usize, columns: usize| {
        let board = Cells::full(rows, columns);
        let mut both = Cells::empty(rows, 2 * columns + 1);
        board.cells().for_each(|(r, c)| {
            both.insert(r, c);
            both.insert(r, columns + 1 + c);
        });
        both
    };
    let cancels = cancelled_parts(&pair(5, 10)).is_empty();
    let mut searched = Vec::new();
    for (rows, columns) in [(1, 2), (2, 2), (2, 3), (3, 3)].into_iter().take(effort.pick(3, 4)) {
        let sum = read_sum(&format!("2*boxing({rows},{columns})"), &all_words())?;
        if nimber_in_order(&sum, &mut FxHashMap::default())? != 0 {
            return Ok(Finding::new(Verdict::Refuted, format!("{rows} x {columns} twice is not lost")));
        }
        kit::watch::step(watch, searched.len() as u64, None, || "pairs of boards".to_string())?;
        searched.push(format!("{rows} x {columns}"));
    }
    let evidence = format!(
        "equal summands cancel: whatever is taken in one is taken in the other; the whole sum searched on {}",
        searched.join(", ")
    );
    Ok(Finding::of(cancels, Verdict::Holds, Verdict::Refuted, evidence))
}
