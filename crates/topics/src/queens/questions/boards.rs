//! Single boards: what locks, what fills, their linear algebra and their picture.

use super::{GROUND_PARAMS, N, empty_ground, ground_of, square_list};
use crate::queens::lock::Attacks;
use crate::queens::rule::Rule;
use crate::queens::rules::{self, Rules};
use crate::queens::scene::{Shading, board_scene};
use crate::queens::{certificate, complete, lock};
use engine::quadratic;
use kit::{Ask, Fact, Question, Report, Result, Standing, Watch};

/// What a reader checks by counting attackers.
const DEFINITION: &str = "definition of an open square";

pub(super) const LOCK: Question = Question {
    name: "lock",
    about: "a locked board, legally reached, with as few queens as can be found",
    params: GROUND_PARAMS,
    examples: &[
        "queens lock 5",
        "queens lock 10",
        "queens lock 4 --columns 6",
        "queens lock 4 --board #.../..../..../...#",
    ],
    answer: answer_lock,
};

fn answer_lock(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rules = empty_ground(ask)?;
    let attacks = Attacks::of(&rules.ground, rules.piece);
    let found = lock::fewest(&attacks, watch)?;
    let count = found.queens.len();
    if count == attacks.squares.len() && found.proved {
        return Ok(never_locked(&rules));
    }
    let order: Vec<usize> = found.order.iter().map(|&s| attacks.squares[s]).collect();
    let board = complete::execute(&rules, &order)?;
    let (pieces, ground) = (kit::say::count(count as u64, rules::name(rules.piece)), rules.ground.title());
    let locks = if count == 1 { "locks" } else { "lock" };
    let (standing, bound) = match found.proved {
        true => (Standing::Proved, " and fewer never do".to_string()),
        false => (Standing::Best, format!("; at least {} are needed", found.at_least)),
    };
    let caption = format!("{pieces} {locks} the {ground} board: every free square has an odd number of attackers");
    Ok(Report::new(format!("{pieces} {locks} the {ground} board{bound} ({})", found.method), standing)
        .fact("queens", count)
        .fact("board", rules.text(&board))
        .fact("order", square_list(&rules, &order))
        .fact("at_least", found.at_least)
        .scene(board_scene("lock", caption, &rules, &board, Shading::Attackers))
        .certificate(certificate::lock_certificate(&[(&rules, &order)], ask.wants_certificate(), watch)?))
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

pub(super) const COMPLETE: Question = Question {
    name: "complete",
    about: "the paper's constructions: N*N queens for odd N, N*N - 2 for even N, move by move",
    params: &[N],
    examples: &["queens complete 5", "queens complete 6"],
    answer: answer_complete,
};

fn answer_complete(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    let rules = Rules::queens(n);
    let order = complete::order(n)?;
    let board = complete::execute(&rules, &order)?;
    let line = match n {
        2 => "on 2 x 2 one queen locks the board, so n*n - 2 = 2 queens cannot be placed".to_string(),
        _ => format!("{} queens placed legally on {n} x {n}, and no more can follow", order.len()),
    };
    let caption = format!("{} queens on {n} x {n}", order.len());
    Ok(Report::new(line, Standing::Proved)
        .fact("queens", order.len())
        .fact("order", square_list(&rules, &order))
        .fact("board", rules.text(&board))
        .scene(board_scene("complete", caption, &rules, &board, Shading::Attackers))
        .certificate(certificate::order_certificate(&rules, &order)))
}

pub(super) const PARITY: Question = Question {
    name: "parity",
    about: "linear algebra over GF(2): the nullity of the attacks, and the sets with an even number of attacking pairs",
    params: GROUND_PARAMS,
    examples: &["queens parity 6", "queens parity 20", "queens parity 8 --piece knight", "queens parity 6 --torus"],
    answer: answer_parity,
};

fn answer_parity(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rules = empty_ground(ask)?;
    let form = quadratic::edge_form(&rules.adjacency);
    let squares = rules.ground.present().count();
    // A missing square attacks nothing: it adds one to the nullity and doubles the even sets.
    let gaps = rules.squares() - squares;
    let (nullity, even_sets) = (form.nullity - gaps, form.even_sets >> gaps);
    let line = format!(
        "the attacks on {} have nullity {nullity}; of 2^{squares} sets, {even_sets} hold an even number of attacking pairs",
        rules.ground.title(),
    );
    let report = Report::new(line, Standing::Proved)
        .fact("nullity", nullity)
        .fact("rank", squares - nullity)
        .fact("arf", if form.vanishes_on_kernel { Fact::Whole(form.arf.into()) } else { Fact::Nothing })
        .fact("even_sets", Fact::Text(even_sets.to_string()));
    Ok(match certificate::form_certificate(&rules, ask.wants_certificate(), watch)? {
        Some(form) => report.certificate(form),
        None => report,
    })
}

pub(super) const DRAW: Question = Question {
    name: "draw",
    about: "a board shaded by the number of attackers, and modulo 2",
    params: GROUND_PARAMS,
    examples: &["queens draw 8 --board ..Q...../......Q./......../Q......./...Q..../......../.....Q../........"],
    answer: answer_draw,
};

fn answer_draw(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let (ground, board) = ground_of(ask, ask.text_if("board"))?;
    let rules = Rules::on(ground, rules::piece(ask.text("piece")), Rule::Standard);
    let board = board.unwrap_or_else(|| rules.bare());
    let attackers: Vec<usize> = (0..rules.squares()).map(|s| rules.attackers(&board, s)).collect();
    let open = rules.moves(&board).len();
    let taken = board.iter().filter(|&&q| q).count();
    let line = format!("{taken} taken, {open} squares open, {} attacking pairs", rules.attacking_pairs(&board));
    Ok(Report::new(line.clone(), Standing::Proved)
        .fact("board", rules.text(&board))
        .fact(
            "attackers",
            Fact::list(attackers.chunks(rules.ground.columns).map(|row| Fact::list(row.iter().copied()))),
        )
        .fact("open", open)
        .fact("attacking_pairs", rules.attacking_pairs(&board))
        .argument(DEFINITION)
        .scene(board_scene("attackers", format!("{line}; the number of attackers"), &rules, &board, Shading::Attackers))
        .scene(board_scene("parity", format!("{line}; odd squares shaded"), &rules, &board, Shading::Parity)))
}
