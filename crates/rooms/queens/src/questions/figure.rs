//! The paper's figures, redrawn.

use super::boards::DEFINITION;
use crate::complete;
use crate::ground::Board;
use crate::positions;
use crate::rules::Rules;
use crate::scene::{Shading, add_numbers, board_scene, marked_levels_scene, strip_scene};
use crate::walk::{MOST_CLASSES, Walk, least, too_many, word};
use kit::{Ask, Error, Param, Question, Report, Result, Scene, Standing, Watch};

pub(super) const FIGURE: Question = Question::of("figure", answer_figure)
    .about("a figure of the paper as its reader knows it, for other sides too")
    .params(&[
        Param::whole("which", "the number of the figure", 1, 8).main(),
        Param::whole("n", "another side than the paper's, where the figure has one to choose", 1, 30),
    ])
    .examples(&[
        "queens figure 1",
        "queens figure 2",
        "queens figure 3",
        "queens figure 4",
        "queens figure 5",
        "queens figure 6 --n 5",
        "queens figure 7",
        "queens figure 8",
    ]);

/// A board of eight queens for Figure 1, whose own is not in the text.
const EIGHT_BY_EIGHT: &str = "..Q...../......Q./......../Q......./...Q..../......../.....Q../........";

fn answer_figure(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let which = ask.size("which");
    let side = |paper: usize, least: usize, most: usize| match ask.size_if("n") {
        None => Ok(paper),
        Some(n) if (least..=most).contains(&n) => Ok(n),
        Some(n) => {
            let why = format!("Figure {which} has sides from {least} to {most}");
            Err(Error::usage(format!("--n {n}"), why, format!("the paper's is {paper}")))
        }
    };
    let (line, scenes) = match which {
        1 => shaded(side(8, 8, 8)?)?,
        2 => bordered(side(11, 3, 30)?)?,
        3 => numbered(side(7, 5, 30)?)?,
        4 => single_locks(side(2, 2, 3)?, ask.has("n"))?,
        5 => hooks(side(11, 3, 30)?, ask.has("n"))?,
        6 => strip(side(3, 3, 30)?)?,
        7 => tree(side(3, 1, 3)?, watch)?,
        _ => graph(side(3, 1, 3)?, watch)?,
    };
    let line = format!("Figure {which}: {line}");
    let report = Report::new(line, Standing::Proved).argument(DEFINITION);
    Ok(scenes.into_iter().fold(report, Report::scene))
}

type Figure = (String, Vec<Scene>);

/// The squares of rows and columns from 1.
fn squares(n: usize, places: &[(usize, usize)]) -> Vec<usize> {
    places.iter().map(|(r, c)| (r - 1) * n + c - 1).collect()
}

fn shaded(n: usize) -> Result<Figure> {
    let rules = Rules::queens(n);
    let board = rules.read(EIGHT_BY_EIGHT)?;
    let scene = |name: &str, caption: &str, shading| board_scene(name, caption.to_string(), &rules, &board, shading);
    Ok((
        "a chessboard with a gradient of attackers, and modulo 2 (the paper's queens are not in its text)".to_string(),
        vec![
            scene("left", "the number of attackers", Shading::Attackers),
            scene("right", "the number of attackers modulo 2", Shading::Parity),
        ],
    ))
}

fn bordered(n: usize) -> Result<Figure> {
    let rules = Rules::queens(n);
    let board = complete::execute(&rules, &squares(n, &complete::border(n)))?;
    let line = format!("an unlocked {n} x {n} chessboard: every free square sees an even number of queens");
    Ok((line.clone(), vec![board_scene("border", line, &rules, &board, Shading::Attackers)]))
}

fn numbered(n: usize) -> Result<Figure> {
    let rules = Rules::queens(n);
    let order = complete::border(n);
    let scene = |name: &str, caption: &str, from: usize, to: usize| {
        let mut scene = board_scene(name, caption.to_string(), &rules, &rules.bare(), Shading::Plain);
        add_numbers(&mut scene, &rules, &squares(n, &order[from..to.min(order.len())]), from);
        scene
    };
    Ok((
        format!("the border of the {n} x {n} board in its order (the first eight are ours: the paper draws its own)"),
        vec![
            scene("left", "the first eight queens", 0, 8),
            scene("center", "the next eight queens", 8, 16),
            scene("right", "all of the border", 0, order.len()),
        ],
    ))
}

fn single_locks(n: usize, only: bool) -> Result<Figure> {
    let sides = if only { n..=n } else { 2..=3 };
    let scene = |n: usize| -> Result<Scene> {
        let rules = Rules::queens(n);
        let middle = complete::execute(&rules, &[if n == 2 { 0 } else { 4 }])?;
        match rules.moves(&middle).is_empty() {
            true => Ok(board_scene(
                &format!("lock-{n}"),
                format!("one queen locks {n} x {n}"),
                &rules,
                &middle,
                Shading::Attackers,
            )),
            false => Err(Error::failed(format!("one queen does not lock {n} x {n}"))),
        }
    };
    Ok(("boards locked by one queen".to_string(), sides.map(scene).collect::<Result<_>>()?))
}

fn hooks(n: usize, only: bool) -> Result<Figure> {
    let sides = if only { vec![n] } else { vec![n, n + 1] };
    let scene = |&n: &usize| -> Result<Scene> {
        let rules = Rules::queens(n);
        let board = complete::execute(&rules, &complete::hook_order(n))?;
        let caption = format!("a locked {n} x {n} chessboard");
        Ok(board_scene(&format!("hook-{n}"), caption, &rules, &board, Shading::Attackers))
    };
    let names: Vec<String> = sides.iter().map(|n| format!("{n} x {n}")).collect();
    Ok((format!("locked chessboards {}", names.join(" and ")), sides.iter().map(scene).collect::<Result<_>>()?))
}

fn strip(n: usize) -> Result<Figure> {
    let rules = Rules::queens(n);
    let order = complete::hook_order(n);
    let mut boards: Vec<Board> = vec![rules.bare()];
    for &s in &order {
        let board = &boards[boards.len() - 1];
        if !rules.is_open(board, s) {
            return Err(Error::failed(format!("the move on {} is not legal", rules.square_name(s))));
        }
        boards.push(rules.after(board, s));
    }
    let line = format!("{} moves that lock the {n} x {n} board", order.len());
    Ok((line.clone(), vec![strip_scene("strip", &line, &rules, &boards[1..])]))
}

fn tree(n: usize, watch: &mut dyn Watch) -> Result<Figure> {
    let rules = Rules::queens(n);
    let levels = positions::tree(&rules, &rules.bare(), 3, watch)?;
    let line = format!("the first three levels of the game tree for n = {n}, lost and locked nodes marked");
    let lost = outcomes(&rules, watch)?;
    Ok((line.clone(), vec![marked_levels_scene("tree", &line, &rules, &levels, &lost)]))
}

fn graph(n: usize, watch: &mut dyn Watch) -> Result<Figure> {
    let rules = Rules::queens(n);
    let levels = positions::graph(&rules, &rules.bare(), watch)?;
    let line = format!("the graph of all positions for n = {n} up to symmetry, lost and locked nodes marked");
    let lost = outcomes(&rules, watch)?;
    Ok((line.clone(), vec![marked_levels_scene("graph", &line, &rules, &levels, &lost)]))
}

/// Whether a board is lost for the player to move.
fn outcomes(rules: &Rules, watch: &mut dyn Watch) -> Result<impl Fn(&Board) -> bool + use<>> {
    let walk = Walk::from(rules, &rules.bare(), MOST_CLASSES, watch)?.ok_or_else(|| too_many(rules))?;
    let lost = walk.lost_boards();
    let maps = rules.ground.symmetries();
    Ok(move |board: &Board| lost.contains(&least(&maps, word(board))))
}
