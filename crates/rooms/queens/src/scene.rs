//! Boards as pictures: shaded by the number of attackers, by its parity, or for play.

use super::ground::Board;
use super::positions::Levels;
use super::rules::Rules;
use engine::modular::zmod::gcd;
use kit::scene::Segment;
use kit::{Ink, Scene, Shape};
use std::collections::BTreeMap;

/// The most squares of a board whose lines of attack are drawn under a hand.
const MOST_REACHED: usize = 400;
/// The layer of a board of play that tells what the board of Figure 1 tells.
const COUNTS: &str = "attack counts";

/// What the shade of a free square tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shading {
    /// How many pieces attack it: the darker the more.
    Attackers,
    /// Whether their number is odd.
    Parity,
    /// Whether a move may be made there: a dot marks it.
    Open,
    /// Nothing.
    Plain,
}

/// The board as a picture. Squares where a move may be made carry that move.
pub(super) fn board_scene(name: &str, caption: String, rules: &Rules, board: &Board, shading: Shading) -> Scene {
    let (width, height) = (rules.ground.columns as f64, rules.ground.rows as f64);
    // Terminals draw what is narrower than three units as a diagram, not as a board.
    let mut scene = Scene::framed(name, caption, [-0.7, -0.7, (width + 0.8).max(3.0), height + 0.8]);
    for i in 0..rules.ground.columns.max(rules.ground.rows) {
        let (at, number) = (i as f64 + 0.5, (i + 1).to_string());
        if i < rules.ground.columns {
            scene.add(Shape::text(at, -0.35, 0.34, number.clone()).fill(Ink::Rule));
        }
        if i < rules.ground.rows {
            scene.add(Shape::text(-0.35, at, 0.34, number).fill(Ink::Rule));
        }
    }
    for s in 0..rules.squares() {
        add_square(&mut scene, rules, board, s, shading);
    }
    // A terminal would take a frame of the size of one square for a square and mark it over the piece.
    let frame = match rules.squares() {
        1 => Shape::chain(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], true),
        _ => Shape::rect(0.0, 0.0, width, height),
    };
    scene.add(frame.stroke(Ink::Solid).weight(0.05));
    scene
}

fn add_square(scene: &mut Scene, rules: &Rules, board: &Board, s: usize, shading: Shading) {
    let (row, column) = rules.place(s);
    let (x, y) = ((column - 1) as f64, (row - 1) as f64);
    if rules.ground.is_missing(s) {
        scene.add(Shape::rect(x, y, 1.0, 1.0).fill(Ink::Rule).label(format!("row {row}, column {column}: missing")));
        return;
    }
    let attackers = rules.attackers(board, s);
    let open = rules.is_open(board, s);
    let shade = match shading {
        Shading::Attackers if !board[s] => (attackers * 9).min(95) as u8,
        Shading::Parity if !board[s] => (attackers % 2 * 45) as u8,
        Shading::Open if !board[s] && !open => 18,
        _ => 0,
    };
    let state = match (board[s], open) {
        (true, true) => "taken, may be removed",
        (true, false) => "taken",
        (false, true) => "open",
        (false, false) => "closed",
    };
    let label = format!("row {row}, column {column}: {state}, {attackers} attackers");
    let mut square = Shape::rect(x, y, 1.0, 1.0).fill(Ink::Shade(shade)).stroke(Ink::Rule).weight(0.02).label(label);
    if open && shading == Shading::Open {
        square = square.touch(rules.move_text(s));
        if rules.squares() <= MOST_REACHED && !rules.ground.torus {
            square = square.reach(attack_lines(rules, s));
        }
    }
    scene.add(square);
    if shading == Shading::Open && !board[s] && attackers > 0 {
        let ink = Ink::Shade((attackers * 9).min(95) as u8);
        scene.add(Shape::rect(x, y, 1.0, 1.0).fill(ink).stroke(Ink::Rule).weight(0.02).layer(COUNTS));
        scene.add(Shape::text(x + 0.22, y + 0.24, 0.3, attackers.to_string()).layer(COUNTS));
    }
    if board[s] {
        scene.add(Shape::piece(x + 0.5, y + 0.5, 0.78, rules.piece));
    }
    match shading {
        Shading::Open if open => {
            scene.add(Shape::circle(x + 0.5, y + if board[s] { 0.9 } else { 0.5 }, 0.1).fill(Ink::Accent));
        }
        Shading::Attackers if !board[s] && attackers > 0 => {
            let ink = if attackers * 9 > 55 { Ink::Paper } else { Ink::Solid };
            scene.add(Shape::text(x + 0.5, y + 0.5, 0.32, attackers.to_string()).fill(ink));
        }
        _ => {}
    }
}

/// From a square to the last one that a piece there attacks, in every direction.
fn attack_lines(rules: &Rules, s: usize) -> Vec<Segment> {
    let place = |s: usize| {
        let (row, column) = rules.place(s);
        (row as i64, column as i64)
    };
    let (row, column) = place(s);
    let mut farthest: BTreeMap<(i64, i64), (i64, (i64, i64))> = BTreeMap::new();
    for (r, c) in rules.adjacency[s].iter().map(|&t| place(t)) {
        let (down, right) = (r - row, c - column);
        let steps = gcd(down.unsigned_abs(), right.unsigned_abs()).cast_signed();
        let line = farthest.entry((down / steps, right / steps)).or_insert((steps, (r, c)));
        *line = (*line).max((steps, (r, c)));
    }
    let at = |(row, column): (i64, i64)| (column as f64 - 0.5, row as f64 - 0.5);
    let ((x, y), ends) = (at((row, column)), farthest.into_values().map(|(_, end)| at(end)));
    ends.flat_map(|(u, v)| [Segment::Move(x, y), Segment::Line(u, v)]).collect()
}

/// The board with its winning moves marked.
pub(super) fn winning_scene(rules: &Rules, board: &Board, winning: &[usize]) -> Scene {
    let caption = format!("{}: {} marked", rules.title(), kit::say::count(winning.len() as u64, "winning move"));
    let mut scene = board_scene("solve", caption, rules, board, Shading::Parity);
    for &s in winning {
        let (row, column) = rules.place(s);
        scene.add(Shape::circle(column as f64 - 0.5, row as f64 - 0.5, 0.22).fill(Ink::Accent).label("winning move"));
    }
    scene
}

/// Numbers on squares, in the order of placing, counted on from `from`.
pub(super) fn add_numbers(scene: &mut Scene, rules: &Rules, squares: &[usize], from: usize) {
    for (number, &s) in (from + 1..).zip(squares) {
        let (row, column) = rules.place(s);
        let (x, y) = (column as f64 - 0.5, row as f64 - 0.5);
        scene.add(Shape::circle(x, y, 0.42).fill(Ink::Shade(20)));
        scene.add(
            Shape::text(x, y, 0.36, number.to_string()).label(format!("move {number}: row {row}, column {column}")),
        );
    }
}

/// Boards side by side, in rows of eight.
pub(super) fn strip_scene(name: &str, caption: &str, rules: &Rules, boards: &[Board]) -> Scene {
    const ACROSS: usize = 8;
    let (width, height) = (rules.ground.columns as f64 + 1.0, rules.ground.rows as f64 + 1.0);
    let (columns, rows) = (boards.len().clamp(1, ACROSS) as f64, boards.len().div_ceil(ACROSS) as f64);
    let mut scene = Scene::new(name, caption, columns * width - 1.0, rows * height - 1.0);
    for (index, board) in boards.iter().enumerate() {
        let (x, y) = ((index % ACROSS) as f64 * width, (index / ACROSS) as f64 * height);
        add_small_board(&mut scene, rules, board, x, y);
    }
    scene
}

/// The levels from top to bottom, each board drawn small, moves as lines.
pub(super) fn levels_scene(name: &str, caption: &str, rules: &Rules, levels: &Levels) -> Scene {
    drawn_levels(name, caption, rules, levels, None)
}

/// The same with a frame around boards that are lost for the player to move, another around those without a move.
pub(super) fn marked_levels_scene(
    name: &str,
    caption: &str,
    rules: &Rules,
    levels: &Levels,
    lost: &dyn Fn(&Board) -> bool,
) -> Scene {
    drawn_levels(name, caption, rules, levels, Some(lost))
}

fn drawn_levels(
    name: &str,
    caption: &str,
    rules: &Rules,
    levels: &Levels,
    lost: Option<&dyn Fn(&Board) -> bool>,
) -> Scene {
    let widest = levels.sizes().into_iter().max().unwrap_or(1);
    let (across, n) = (rules.ground.columns as f64, rules.ground.rows as f64);
    let (step, rise) = (across + 1.0, n + 5.0);
    let width = widest as f64 * step;
    let mut scene = Scene::new(name, caption, width, levels.boards.len() as f64 * rise - 4.0);
    let place = |level: usize, index: usize| {
        let count = levels.boards[level].len() as f64;
        (width * (index as f64 + 0.5) / count, level as f64 * rise)
    };
    for &(level, from, to) in &levels.moves {
        let ((x1, y1), (x2, y2)) = (place(level, from), place(level + 1, to));
        scene.add(Shape::line(x1, y1 + n, x2, y2).stroke(Ink::Rule).weight(0.06));
    }
    for (level, boards) in levels.boards.iter().enumerate() {
        for (index, board) in boards.iter().enumerate() {
            let (x, y) = place(level, index);
            add_small_board(&mut scene, rules, board, x - across / 2.0, y);
            if lost.is_some_and(|lost| lost(board)) {
                let (ink, label) = match rules.moves(board).is_empty() {
                    true => (Ink::Warn, "locked or complete"),
                    false => (Ink::Accent, "lost for the player to move"),
                };
                let frame = Shape::rect(x - across / 2.0 - 0.15, y - 0.15, across + 0.3, n + 0.3);
                scene.add(frame.stroke(ink).weight(0.2).label(label));
            }
        }
    }
    scene
}

fn add_small_board(scene: &mut Scene, rules: &Rules, board: &Board, x: f64, y: f64) {
    let (width, height) = (rules.ground.columns as f64, rules.ground.rows as f64);
    scene.add(Shape::rect(x, y, width, height).fill(Ink::Paper).stroke(Ink::Solid).weight(0.08));
    for s in 0..rules.squares() {
        let (row, column) = rules.place(s);
        let (cx, cy) = (x + (column - 1) as f64, y + (row - 1) as f64);
        if rules.ground.is_missing(s) {
            scene.add(Shape::rect(cx, cy, 1.0, 1.0).fill(Ink::Rule));
        } else if board[s] {
            scene.add(Shape::piece(cx + 0.5, cy + 0.5, 0.95, rules.piece));
        } else if rules.is_open(board, s) {
            scene.add(Shape::circle(cx + 0.5, cy + 0.5, 0.14).fill(Ink::Accent));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_reaches_the_border_in_eight_directions_and_a_corner_in_three() {
        let rules = Rules::queens(5);
        let lines = |row: usize, column: usize| attack_lines(&rules, rules.square(row, column).unwrap());
        assert_eq!((lines(3, 3).len(), lines(1, 1).len()), (16, 6));
        assert!(lines(1, 1).contains(&Segment::Line(4.5, 4.5)));
    }

    #[test]
    fn counts_are_a_layer_that_pictures_leave_out() {
        let rules = Rules::queens(4);
        let board = rules.after(&rules.bare(), 0);
        let scene = board_scene("play", String::new(), &rules, &board, Shading::Open);
        let counts = scene.shapes.iter().filter(|shape| shape.layer_name() == Some(COUNTS)).count();
        assert_eq!((scene.layers(), counts), (vec![COUNTS], 2 * 9));
        assert!(board_scene("draw", String::new(), &rules, &board, Shading::Attackers).layers().is_empty());
    }
}
