//! Single boards: what fills, their linear algebra and their picture.

use super::{BOARD, COLUMNS, GROUND, N, PIECE, TORUS, empty_ground, ground_of, square_list};
use crate::quadratic;
use crate::rule::Rule;
use crate::rules::{self, Rules};
use crate::scene::{Shading, board_scene};
use crate::{certificate, complete};
use kit::say::count;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

/// What a reader checks by counting attackers.
pub(super) const DEFINITION: &str = "definition of an open square";

/// The largest board on which the constructions are played.
const MOST_SIDE: i64 = 100;

pub(super) const COMPLETE: Question = Question::of("complete", answer_complete)
    .about(
        "the paper's constructions: N*N queens for odd N, N*N - 2 for even N, move by move; or all of them to a side",
    )
    .params(&[
        Param::whole("n", "the side of the board", 1, MOST_SIDE).main().free(),
        Param::whole("to", "the table of what fills and what locks, played for all sides from 1 to this", 1, MOST_SIDE),
    ])
    .examples(&["queens complete 5", "queens complete 6", "queens complete --to 12"]);

fn answer_complete(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    match (ask.size_if("n"), ask.size_if("to")) {
        (Some(n), None) => one_construction(n),
        (None, Some(to)) => every_construction(to, watch),
        _ => Err(Error::usage("queens complete", "it wants a board or a table", "give N, or --to")),
    }
}

fn one_construction(n: usize) -> Result<Report> {
    let rules = Rules::queens(n);
    let order = complete::order(n);
    let board = complete::execute(&rules, &order)?;
    let line = match n {
        2 => "on 2 x 2 one queen locks the board, so n*n - 2 = 2 queens cannot be placed".to_string(),
        _ => format!("{} queens placed legally on {n} x {n}, and no more can follow", order.len()),
    };
    let caption = format!("{} queens on {n} x {n}", order.len());
    let report = Report::new(line, Standing::Proved)
        .fact("queens", order.len())
        .fact("order", square_list(&rules, &order))
        .fact("board", rules.text(&board))
        .scene(board_scene("complete", caption, &rules, &board, Shading::Attackers));
    Ok(match n <= certificate::MOST_SIDE {
        true => report.certificate(certificate::order_certificate(&rules, &order)),
        false => report.argument("theorem of borders"),
    })
}

/// How many queens an order places, each legally, so that none can follow.
fn played(rules: &Rules, order: &[usize]) -> Result<usize> {
    match rules.moves(&complete::execute(rules, order)?)[..] {
        [] => Ok(order.len()),
        [s, ..] => Err(Error::failed(format!("after the order {} is open", rules.square_name(s)))),
    }
}

fn every_construction(to: usize, watch: &mut dyn Watch) -> Result<Report> {
    let mut table = Table::new("constructions", &["n", "filled", "hook", "wide_hook"]).with_sequence(0, 1);
    for n in 1..=to {
        kit::watch::step(watch, n as u64, Some(to as u64), || format!("the sides below {n} were played"))?;
        let rules = Rules::queens(n);
        let locked = |order: Option<Vec<usize>>| -> Result<Fact> {
            // A board of one square is complete, not locked.
            order.filter(|_| n > 1).map_or(Ok(Fact::Nothing), |order| played(&rules, &order).map(Fact::from))
        };
        let (hook, wide) = (locked(Some(complete::hook_order(n)))?, locked(complete::wide_hook_order(n))?);
        table.row(kit::row![n, played(&rules, &complete::order(n))?, hook, wide]);
    }
    let column = |index: usize| Fact::List(table.rows.iter().map(|row| row[index].clone()).collect());
    let line = format!(
        "played on all boards of side 1 to {to}, every move legal and none left: the orders that fill, the hooks, and the wide \
         hooks of n queens for n = 1 mod 4 and n - 1 for n = 2 mod 4"
    );
    Ok(Report::new(line, Standing::Proved)
        .fact("filled", column(1))
        .fact("hook", column(2))
        .fact("wide_hook", column(3))
        .argument(DEFINITION)
        .table(table))
}

pub(super) const PARITY: Question = Question::of("parity", answer_parity)
    .about("linear algebra over GF(2): the nullity of the attacks, and the sets with an even number of attacking pairs")
    .params(&[N, PIECE, GROUND, COLUMNS, TORUS])
    .examples(&["queens parity 6", "queens parity 20", "queens parity 8 --piece knight", "queens parity 6 --torus"]);

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
    report.certified(ask, |wanted| certificate::form_certificate(&rules, wanted, watch))
}

pub(super) const DRAW: Question = Question::of("draw", answer_draw)
    .about("a board shaded by the number of attackers, and modulo 2")
    .params(&[N, PIECE, BOARD, COLUMNS, TORUS])
    .examples(&["queens draw 8 --board ..Q...../......Q./......../Q......./...Q..../......../.....Q../........"]);

fn answer_draw(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let (ground, board) = ground_of(ask, ask.text_if("board"))?;
    let rules = Rules::on(ground, rules::piece(ask.text("piece")), Rule::Standard);
    let board = board.unwrap_or_else(|| rules.bare());
    let attackers: Vec<usize> = (0..rules.squares()).map(|s| rules.attackers(&board, s)).collect();
    let open = rules.moves(&board).len();
    let taken = board.iter().filter(|&&q| q).count();
    let (squares, pairs) =
        (count(open as u64, "square"), count(rules.attacking_pairs(&board) as u64, "attacking pair"));
    let line = format!("{taken} taken, {squares} open, {pairs}");
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
