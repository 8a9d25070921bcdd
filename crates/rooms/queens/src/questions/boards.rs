//! Single boards: what fills, their linear algebra and their picture.

use super::{BOARD, COLUMNS, GROUND, N, PIECE, TORUS, empty_ground, ground_of, square_list};
use crate::quadratic;
use crate::rule::Rule;
use crate::rules::{self, Rules};
use crate::scene::{Shading, board_scene};
use crate::{certificate, complete};
use kit::{Ask, Fact, Question, Report, Result, Standing, Watch};

/// What a reader checks by counting attackers.
pub(super) const DEFINITION: &str = "definition of an open square";

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
    let order = complete::order(n);
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
    params: &[N, PIECE, GROUND, COLUMNS, TORUS],
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
    params: &[N, PIECE, BOARD, COLUMNS, TORUS],
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
