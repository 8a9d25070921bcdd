//! What locks.

use super::boards::DEFINITION;
use super::{COLUMNS, GROUND, N, PIECE, TORUS, empty_ground, square_list};
use crate::lock::{Attacks, InPieces, Lock};
use crate::rule::Rule;
use crate::rules::{self, Rules};
use crate::scene::{Shading, board_scene};
use crate::{certificate, complete, lock};
use kit::parts::{Cut, Piece, Pieces};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Unwatched, Watch};

const TO: Param = Param::whole("to", "the table for all sides from 2 to this", 2, 60);

pub(super) const LOCK: Question = Question::of("lock", answer_lock)
    .about("a locked board, legally reached, with as few queens as can be found")
    .params(&[N.free(), PIECE, GROUND, COLUMNS, TORUS, TO])
    .examples(&[
        "queens lock 5",
        "queens lock 10",
        "queens lock 4 --columns 6",
        "queens lock 4 --ground #.../..../..../...#",
        "queens lock --to 6",
    ]);

fn answer_lock(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    match (ask.has("n"), ask.size_if("to")) {
        (true, None) => one_lock(ask, watch),
        (false, Some(to)) if !["ground", "columns", "torus"].iter().any(|name| ask.has(name)) => {
            every_lock(ask, to, watch)
        }
        _ => Err(Error::usage("queens lock", "it wants a board or a table", "give N, or --to and perhaps --piece")),
    }
}

/// The words of the search from below, by the first row that is summed.
pub(super) const PIECES: Pieces = Pieces {
    question: "lock",
    asks: "queens lock N (N from 4 on)",
    cut: |ask| {
        let pieces = in_pieces(ask, &mut Unwatched)?.1;
        Ok(Cut { pieces: pieces.pieces(), count: Some(pieces.sums()) })
    },
    run: |ask, range, watch| {
        let pieces = in_pieces(ask, watch)?.1;
        if range.start >= range.end || range.end > pieces.pieces() {
            let (what, instead) = (format!("the pieces {range:?}"), format!("there are 0 to {}", pieces.pieces()));
            return Err(Error::usage(what, "there are no such pieces", instead));
        }
        let (count, found) = pieces.words(range.clone(), watch)?;
        Ok(Piece { range, count, found })
    },
    answer: |ask, pieces, watch| {
        let (rules, (attacks, cut)) = (empty_ground(ask)?, in_pieces(ask, watch)?);
        let (squares, length) = (attacks.squares.len(), attacks.squares.len().div_ceil(64));
        let mut words: Vec<Vec<u64>> = pieces.iter().flat_map(|piece| piece.found.iter().cloned()).collect();
        let beyond = |word: &Vec<u64>| word.last().is_some_and(|&last| squares % 64 > 0 && last >> (squares % 64) > 0);
        if words.iter().any(|word| word.len() != length || beyond(word)) {
            return Err(Error::failed("the pieces hold a word that is no set of squares"));
        }
        words.sort_unstable();
        words.dedup();
        let found = match cut.is_decided() {
            true => lock::fewest(&attacks, watch)?,
            false => lock::fewest_from(&attacks, &words, watch)?,
        };
        lock_report(ask, &rules, &attacks, &found, watch)
    },
};

/// The attacks of an ask whose search from below falls into pieces.
fn in_pieces(ask: &Ask, watch: &mut dyn Watch) -> Result<(Attacks, InPieces)> {
    if ask.has("n") && !ask.has("to") {
        let rules = empty_ground(ask)?;
        let attacks = Attacks::of(&rules.ground, rules.piece);
        if let Some(pieces) = lock::in_pieces(&attacks, watch)? {
            return Ok((attacks, pieces));
        }
    }
    let why = "only queens on a plain square board are searched through the code of their attacks";
    Err(Error::usage(kit::shorten(&ask.line()), why, "ask queens lock N with N from 4 on"))
}

fn one_lock(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rules = empty_ground(ask)?;
    if rules.ground.present().count() == 1 {
        return Ok(never_locked(&rules));
    }
    let attacks = Attacks::of(&rules.ground, rules.piece);
    let found = lock::fewest(&attacks, watch)?;
    lock_report(ask, &rules, &attacks, &found, watch)
}

fn lock_report(ask: &Ask, rules: &Rules, attacks: &Attacks, found: &Lock, watch: &mut dyn Watch) -> Result<Report> {
    let count = found.queens.len();
    if count == attacks.squares.len() && found.proved {
        return Ok(never_locked(rules));
    }
    let order: Vec<usize> = found.order.iter().map(|&s| attacks.squares[s]).collect();
    let board = complete::execute(rules, &order)?;
    let (pieces, ground) = (kit::say::count(count as u64, rules::name(rules.piece)), rules.ground.name());
    let locks = if count == 1 { "locks" } else { "lock" };
    let (standing, bound) = match found.proved {
        true => (Standing::Proved, " and fewer never do".to_string()),
        false => (Standing::Best, format!("; at least {} are needed", found.at_least)),
    };
    let caption = format!("{pieces} {locks} the {ground}: every free square has an odd number of attackers");
    Report::new(format!("{pieces} {locks} the {ground}{bound} ({})", found.method), standing)
        .fact("queens", count)
        .fact("board", rules.text(&board))
        .fact("order", square_list(rules, &order))
        .fact("at_least", found.at_least)
        .scene(board_scene("lock", caption, rules, &board, Shading::Attackers))
        .certified(ask, |wanted| certificate::lock_certificate(&[(rules, &order)], wanted, watch).map(Some))
}

/// How a lock is known to be the least, or how far that is known.
fn proof(found: &Lock) -> String {
    match found.proved {
        true => format!("{}; none smaller by {}", found.method, found.below),
        false => format!("{}; at least {} by {}", found.method, found.at_least, found.below),
    }
}

fn every_lock(ask: &Ask, to: usize, watch: &mut dyn Watch) -> Result<Report> {
    let piece = rules::piece(ask.text("piece"));
    let mut table = Table::new("locks", &["n", "queens", "at_least", "proof"]).with_sequence(0, 1);
    let mut played: Vec<(Rules, Vec<usize>)> = Vec::new();
    let mut proved = Vec::new();
    for n in 2..=to {
        let rules = Rules::new(n, piece, Rule::Standard);
        let found = lock::fewest(&Attacks::of(&rules.ground, piece), watch)?;
        if found.proved && found.queens.len() == n * n {
            table.row(kit::row![n, Fact::Nothing, Fact::Nothing, "every game ends with the complete board"]);
            continue;
        }
        let proof = proof(&found);
        table.row(kit::row![n, found.queens.len(), found.at_least, proof]);
        proved.extend(found.proved.then_some(n));
        played.push((rules, found.order));
    }
    let column = |index: usize| Fact::List(table.rows.iter().map(|row| row[index].clone()).collect());
    let all = proved.len() == played.len();
    let line = format!(
        "fewest {}s that lock the boards of side 2 to {to}: {}",
        rules::name(piece),
        if all { "all proved".to_string() } else { format!("{} of {} proved", proved.len(), played.len()) }
    );
    let boards: Vec<(&Rules, &[usize])> = played.iter().map(|(rules, order)| (rules, order.as_slice())).collect();
    Report::new(line, if all { Standing::Proved } else { Standing::Best })
        .fact("queens", column(1))
        .fact("at_least", column(2))
        .fact("proved", proved)
        .table(table)
        .certified(ask, |wanted| certificate::lock_certificate(&boards, wanted, watch).map(Some))
}

/// Every board without an open square is complete.
fn never_locked(rules: &Rules) -> Report {
    let line = match rules.ground.present().count() {
        1 => "a board of one square is complete with one queen and never locked".to_string(),
        _ => format!("{} ends with the complete board and is never locked", rules.title()),
    };
    Report::new(line, Standing::Proved)
        .fact("queens", Fact::Nothing)
        .fact("board", Fact::Nothing)
        .fact("order", Fact::Nothing)
        .argument(DEFINITION)
}
