//! The question `value`: the nimber of a sum, who wins, and how.

use super::super::analysis::{
    MisereSums, Normal, SumMove, after, ending_moves, is_over, moves, solve, valued_moves, winning_moves,
};
use super::super::certificate::{
    Effort, FREE_COUPLES, MOST_LOST, couples_certificate, mirror_certificate, misere_certificate,
};
use super::super::language::{MOST_CHARACTERS, write_sum};
use super::super::scene::sum_scene;
use super::super::script::{Vocabulary, vocabulary};
use super::super::why::reasoning;
use engine::search::Keeper;
use kit::parts::Shared;
use kit::{
    Ask, Error, Fact, InParts, Means, Param, Position, Question, Report, Result, Standing, Summand, Table, Watch,
};

/// The sum.
pub(in super::super) const EXPR: Param =
    Param::text("expr", "a sum of games: nim(4) + chomp(2,3)", MOST_CHARACTERS).main();
/// A script with a game of one's own.
pub(in super::super) const DEFINE: Param =
    Param::source("define", "a script that defines a game, or its file", 100_000).local();
/// Normal or misère.
pub(in super::super) const PLAY: Param =
    Param::choice("play", "who cannot move loses (normal) or wins (misere)", &["normal", "misere"]).or("normal");
/// The memory of the tables.
pub(in super::super) const MEMORY: Param =
    Param::whole("memory", "MiB that the program may take, its tables above all", 1, 1 << 20).or("2000");

/// Where a search keeps what it proved.
const KEEP: Param = Param::text(
    "keep",
    "a file of what is proved of one board: goes on from it if it exists, and keeps it up to date",
    4000,
)
.local();

/// What the parameters allow.
pub(in super::super) fn means(ask: &Ask) -> Means {
    Means { memory: ask.size("memory") << 20, threads: 2 }
}

pub(super) const VALUE: Question = Question::of("value", answer_value)
    .about("the nimber of a sum of games, who wins it, and every winning move")
    .params(&[
        EXPR,
        DEFINE,
        PLAY,
        Param::switch("moves", "list every option with its nimber"),
        Param::switch("why", "show the nimbers in binary and the column that decides"),
        Param::whole("genus", "superscripts of the genus to compute in misère play", 1, 12).or("6"),
        KEEP,
        MEMORY,
    ])
    .examples(&[
        "sums value \"nim(4) + chomp(2,3)\"",
        "sums value \"3*kayles(7) + boxing('110/111/011')\" --moves",
        "sums value \"nim(4) + chomp(2,2)\" --why",
        "sums value \"octal(0.137, 20) + treblecross('..X....')\"",
        "sums value boxing(10,20)",
        "sums value \"2*boxing(10,5)\"",
        "sums value \"treblecross('X.X....')\"",
        "sums value kayles(9) --play misere",
    ]);

fn answer_value(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let vocabulary = vocabulary(ask.text_if("define"), ask.file("define"))?;
    let sum = vocabulary.read(ask.text("expr"))?;
    let ending = ending_moves(&sum)?;
    if is_over(&sum) || !ending.is_empty() {
        return Ok(with_scene(ending_report(&sum, &ending), &sum));
    }
    match (ask.text("play"), ask.text_if("keep")) {
        (_, Some(name)) => kept_report(&sum, ask, name, &vocabulary, watch),
        ("misere", None) => misere_report(&sum, ask, &vocabulary, watch),
        _ => normal_report(&sum, ask, &vocabulary, watch),
    }
}

/// The searches that share what they prove.
pub(in super::super) static SHARED: &[Shared] = &[Shared {
    question: "value",
    asks: "sums value BOARD (cram(5,8), boxing(6,9) or another board that is searched)",
    plan: |ask| with_board(ask, |parts, at, means| parts.plan(at, means)),
    work: |ask| with_board(ask, |parts, at, means| parts.work(at, means)),
}];

fn with_board<T>(ask: &Ask, make: fn(&dyn InParts, &Position, Means) -> Result<T>) -> Result<T> {
    let sum = vocabulary(ask.text_if("define"), ask.file("define"))?.read(ask.text("expr"))?;
    let (board, parts) = one_board(ask, &sum)?;
    match board.rules.out_of_reach(&board.position) {
        Some(why) => Err(Error::too_large(kit::shorten(&board.call()), why, "ask a smaller position")),
        None => make(parts, &board.position, means(ask)),
    }
}

/// The one board of a sum whose search shares what it proves.
fn one_board<'s>(ask: &Ask, sum: &'s [Summand]) -> Result<(&'s Summand, &'s dyn InParts)> {
    let refuse = |why: &str| {
        let instead = "ask one board that is searched in normal play, such as cram(5,8) or boxing(6,9)";
        Err(Error::usage(kit::shorten(ask.text("expr")), why, instead))
    };
    match (sum, ask.text("play")) {
        (_, "misere") => refuse("in misère play no facts are shared or kept"),
        ([board], _) => match board.rules.in_parts() {
            Some(parts) => Ok((board, parts)),
            None => refuse("its nimber is not searched in parts, so that there are no facts to share or keep"),
        },
        _ => refuse("facts are shared and kept of one board and not of a sum"),
    }
}

/// The same, going on from what was kept under that name.
fn kept_report(sum: &[Summand], ask: &Ask, name: &str, words: &Vocabulary, watch: &mut dyn Watch) -> Result<Report> {
    let (board, parts) = one_board(ask, sum)?;
    let (at, means) = (&board.position, means(ask));
    let learn = |bytes: &[u8]| parts.learn(at, name, bytes, means);
    let mut keeper = Keeper::open(name, watch, learn, || parts.facts(at, means))?;
    let report = normal_report(sum, ask, words, &mut keeper);
    keeper.close(report)
}

fn normal_report(sum: &[Summand], ask: &Ask, vocabulary: &Vocabulary, watch: &mut dyn Watch) -> Result<Report> {
    let means = means(ask);
    let effort = Effort::of(ask.wants_certificate(), means);
    let spared = ask.spares_certificate();
    let (mut report, certificate) = match solve(sum, means, watch)? {
        Normal::Argued { nimbers, index, strategy } => {
            let play = SumMove { index, step: strategy.step.clone() };
            let line = format!("won by the player to move with {play}: {}", strategy.line);
            let report = Report::new(line, Standing::Proved)
                .fact("nimber", Fact::Nothing)
                .fact("outcome", "N")
                .fact("components", components(sum, |i| nimbers[i].into()))
                .fact("winning_moves", Fact::list([play.to_string()]))
                .fact("others", "there may be other winning moves");
            if spared {
                return Ok(with_scene(report, sum));
            }
            (report, mirror_certificate(sum, &play, vocabulary, effort, watch))
        }
        Normal::Ending { moves } => return Ok(ending_report(sum, &moves)),
        Normal::Solved { nimbers, nimber } => {
            let report = solved_report(sum, &nimbers, nimber, ask, watch)?;
            // The couples need the nimber of every option, which may be far more work than the answer was.
            // More than are listed are many.
            let many = || moves(sum).map_or(true, |all| all.len() > FREE_COUPLES);
            if spared || !ask.wants_certificate() && many() {
                return Ok(with_scene(report, sum));
            }
            (report, couples_certificate(sum, nimber, vocabulary, effort, watch))
        }
    };
    match certificate {
        Ok(certificate) => report = report.certificate(certificate),
        Err(error) if ask.wants_certificate() || error.is_stopped() => return Err(error),
        Err(_) => {}
    }
    Ok(with_scene(report, sum))
}

/// The report of a sum that somebody has ended, or can end with the next move.
fn ending_report(sum: &[Summand], moves: &[SumMove]) -> Report {
    let line = match moves.first() {
        Some(first) => format!("the player to move wins at once with {first}, whatever stands beside it"),
        None => "the game is over: the player who moved last has won".to_string(),
    };
    Report::new(line, Standing::Proved)
        .fact("nimber", Fact::Nothing)
        .fact("outcome", if moves.is_empty() { "P" } else { "N" })
        .fact("components", components(sum, |_| Fact::Nothing))
        .fact("winning_moves", Fact::list(moves.iter().map(ToString::to_string)))
        .argument("three in a row")
}

/// The report of a sum whose nimbers are known, with its winning moves or all moves.
fn solved_report(
    sum: &[Summand],
    nimbers: &[Option<u32>],
    nimber: u32,
    ask: &Ask,
    watch: &mut dyn Watch,
) -> Result<Report> {
    let listed = if ask.flag("moves") { valued_moves } else { winning_moves };
    let valued = listed(sum, nimbers, means(ask), watch)?;
    let best = valued.iter().find(|(_, n)| *n == 0).map(|(play, _)| play);
    let explained = ask.flag("why").then(|| explained(sum, nimbers, best));
    let winning: Vec<String> = valued.iter().filter(|(_, n)| *n == 0).map(|(m, _)| m.to_string()).collect();
    let line = match winning.first() {
        Some(first) => {
            format!("nimber {nimber}: the player to move wins with {first}{}", others(winning.len()))
        }
        None => "nimber 0: the player to move loses".to_string(),
    };
    let mut report = Report::new(line, Standing::Proved)
        .fact("nimber", nimber)
        .fact("outcome", if nimber == 0 { "P" } else { "N" })
        .fact("components", components(sum, |i| nimbers[i].into()))
        .fact("winning_moves", Fact::list(winning));
    if ask.flag("moves") {
        let mut table = Table::new("moves", &["move", "nimber", "leaves"]);
        for (play, n) in &valued {
            table.row(kit::row![play.to_string(), *n, write_sum(&after(sum, play))]);
        }
        // Moves that let the opponent end the game leave no nimber.
        let loud = if sum.iter().any(|s| s.rules.can_end()) { moves(sum)? } else { Vec::new() };
        for play in loud.iter().filter(|play| !valued.iter().any(|(one, _)| one == *play)) {
            table.row(kit::row![play.to_string(), Fact::Nothing, write_sum(&after(sum, play))]);
        }
        report = report.table(table);
    }
    Ok(match explained {
        None => report,
        Some((table, column, words)) => report.fact("column", column).fact("why", words).table(table),
    })
}

/// The nimbers in binary, the worth of the column that decides, and the argument.
fn explained(sum: &[Summand], nimbers: &[Option<u32>], best: Option<&SumMove>) -> (Table, Option<u32>, String) {
    // What cancels in pairs counts for nothing.
    let known: Vec<u32> = nimbers.iter().map(|n| n.unwrap_or(0)).collect();
    let total = known.iter().fold(0, |sum, n| sum ^ n);
    let reasoning = reasoning(&known);
    let mut table = Table::new("columns", &["part", "nimber", "binary"]);
    for ((summand, nimber), binary) in sum.iter().zip(nimbers).zip(&reasoning.binary) {
        table.row(kit::row![summand.call(), *nimber, binary.as_str()]);
    }
    table.row(kit::row!["xor", total, reasoning.sum.as_str()]);
    let play = best.map(|play| (play.index, play.step.text.as_str(), total ^ known[play.index]));
    (table, reasoning.column, reasoning.words(play))
}

fn with_scene(report: Report, sum: &[Summand]) -> Report {
    match sum_scene(sum, &[], false) {
        Some(scene) => report.scene(scene),
        None => report,
    }
}

fn others(winning: usize) -> String {
    match winning {
        0 | 1 => String::new(),
        2 => ", or in one other way".to_string(),
        n => format!(", or in {} other ways", n - 1),
    }
}

fn components(sum: &[Summand], nimber: impl Fn(usize) -> Fact) -> Fact {
    let pair = |(i, s): (usize, &Summand)| Fact::List(vec![s.call().into(), nimber(i)]);
    Fact::List(sum.iter().enumerate().map(pair).collect())
}

fn misere_report(sum: &[Summand], ask: &Ask, vocabulary: &Vocabulary, watch: &mut dyn Watch) -> Result<Report> {
    let mut misere = MisereSums::new(means(ask).memory);
    let value = misere.value(sum, watch)?;
    let genus = misere.genus(sum, ask.size("genus"), watch)?;
    let mut winning = Vec::new();
    let mut table = Table::new("moves", &["move", "misere_value", "leaves"]);
    for play in moves(sum)? {
        let left = after(sum, &play);
        let worth = misere.value(&left, watch)?;
        if worth == 0 {
            winning.push(play.to_string());
        }
        table.row(kit::row![play.to_string(), worth, write_sum(&left)]);
    }
    let mut pairs = Vec::new();
    for summand in sum {
        let one = misere.genus(std::slice::from_ref(summand), ask.size("genus"), watch)?;
        pairs.push(Fact::List(vec![summand.call().into(), one.to_string().into()]));
    }
    let line = match (value, winning.first()) {
        (0, _) => format!("misère play: the player to move loses, genus {genus}"),
        (_, None) => format!("misère play: nothing can be moved, so the player to move has won, genus {genus}"),
        (_, Some(first)) => format!("misère play: the player to move wins with {first}, genus {genus}"),
    };
    let report = Report::new(line, Standing::Proved)
        .fact("outcome", if value == 0 { "P" } else { "N" })
        .fact("nimber", genus.nimber)
        .fact("misere_value", value)
        .fact("genus", genus.to_string())
        .fact("tame_genus", genus.is_tame())
        .fact("components", Fact::List(pairs))
        .fact("winning_moves", Fact::list(winning));
    let report = if ask.flag("moves") { report.table(table) } else { report };
    // The rules of a script are not part of this kind.
    if !ask.wants_certificate() || sum.iter().any(|summand| vocabulary.defines(summand)) {
        return Ok(report);
    }
    Ok(report.certificate(misere_certificate(&[sum.to_vec()], MOST_LOST, &mut misere, vocabulary, watch)?))
}
