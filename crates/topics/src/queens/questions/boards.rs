//! Single boards: what locks, what fills, their linear algebra and their picture.

use super::{N, PIECE, square_list, standard_rules};
use crate::queens::rules::Rules;
use crate::queens::scene::{Shading, board_scene};
use crate::queens::{complete, lock};
use engine::quadratic;
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Watch};

pub(super) const LOCK: Question = Question {
    name: "lock",
    about: "a locked board, legally reached, with as few queens as can be found",
    params: &[N, PIECE],
    examples: &["queens lock 5", "queens lock 10"],
    answer: answer_lock,
};

fn answer_lock(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rules = standard_rules(ask);
    let n = rules.n;
    if n == 1 {
        return Ok(Report::new("a board of one square is complete with one queen and never locked", Standing::Proved)
            .fact("queens", Fact::Nothing)
            .fact("board", Fact::Nothing)
            .fact("order", Fact::Nothing));
    }
    let found = lock::fewest(&rules.adjacency, n, watch)?;
    let board = complete::execute(&rules, &found.order)?;
    let count = found.queens.len();
    let (standing, line) = match found.proved {
        true => {
            (Standing::Proved, format!("{count} queens lock the {n} x {n} board and fewer never do ({})", found.method))
        }
        false => (
            Standing::Best,
            format!(
                "{count} queens lock the {n} x {n} board; at least {} are needed ({})",
                found.at_least, found.method
            ),
        ),
    };
    let caption = format!("{count} queens lock the {n} x {n} board: every free square has an odd number of attackers");
    Ok(Report::new(line, standing)
        .fact("queens", count)
        .fact("board", rules.text(&board))
        .fact("order", square_list(&rules, &found.order))
        .fact("at_least", found.at_least)
        .scene(board_scene("lock", caption, &rules, &board, Shading::Attackers)))
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
        .scene(board_scene("complete", caption, &rules, &board, Shading::Attackers)))
}

pub(super) const PARITY: Question = Question {
    name: "parity",
    about: "linear algebra over GF(2): the nullity of the attacks, and the sets with an even number of attacking pairs",
    params: &[N, PIECE],
    examples: &["queens parity 6", "queens parity 20", "queens parity 8 --piece knight"],
    answer: answer_parity,
};

fn answer_parity(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let rules = standard_rules(ask);
    let form = quadratic::edge_form(&rules.adjacency);
    let line = format!(
        "the attacks on {0} x {0} have nullity {1}; of 2^{2} sets, {3} hold an even number of attacking pairs",
        rules.n,
        form.nullity,
        rules.squares(),
        form.even_sets
    );
    Ok(Report::new(line, Standing::Proved)
        .fact("nullity", form.nullity)
        .fact("rank", rules.squares() - form.nullity)
        .fact("arf", if form.vanishes_on_kernel { Fact::Whole(form.arf.into()) } else { Fact::Nothing })
        .fact("even_sets", Fact::Text(form.even_sets.to_string())))
}

pub(super) const DRAW: Question = Question {
    name: "draw",
    about: "a board shaded by the number of attackers, and modulo 2",
    params: &[
        N,
        PIECE,
        Param::text("board", "the board: rows joined by /, Q or X or 1 taken, . or 0 free; none is empty", 3700),
    ],
    examples: &["queens draw 8 --board ..Q...../......Q./......../Q......./...Q..../......../.....Q../........"],
    answer: answer_draw,
};

fn answer_draw(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let rules = standard_rules(ask);
    let board = match ask.text_if("board") {
        Some(text) => rules.read(text)?,
        None => rules.bare(),
    };
    let attackers: Vec<usize> = (0..rules.squares()).map(|s| rules.attackers(&board, s)).collect();
    let open = rules.moves(&board).len();
    let taken = board.iter().filter(|&&q| q).count();
    let line = format!("{taken} taken, {open} squares open, {} attacking pairs", rules.attacking_pairs(&board));
    Ok(Report::new(line.clone(), Standing::Proved)
        .fact("board", rules.text(&board))
        .fact("attackers", Fact::list(attackers.chunks(rules.n).map(|row| Fact::list(row.iter().copied()))))
        .fact("open", open)
        .fact("attacking_pairs", rules.attacking_pairs(&board))
        .scene(board_scene("attackers", format!("{line}; the number of attackers"), &rules, &board, Shading::Attackers))
        .scene(board_scene("parity", format!("{line}; odd squares shaded"), &rules, &board, Shading::Parity)))
}
