//! A window on a board without edges: cells with their numbers when it is near, a raster when it is far.

use super::super::boards::{Board, Cell};
use kit::scene::{Act, Form, Gesture, Piece, Segment};
use kit::{Ink, Scene, Shape};

/// The part of the board that is looked at: its first column and row, and how many cells it is wide and high.
pub(crate) struct Seen {
    pub(crate) left: i64,
    pub(crate) top: i64,
    pub(crate) width: i64,
    /// The board.
    pub(crate) board: &'static Board,
}

/// What is to be seen there.
#[derive(Default)]
pub(crate) struct Sights {
    /// Where queens settle.
    pub(crate) queens: Vec<Cell>,
    /// Lines near which they do, by their first and last points: rows and columns from the corner of the window.
    pub(crate) lines: Vec<[(f64, f64); 2]>,
}

impl Seen {
    /// Whether a cell is in the window.
    pub(crate) fn holds(&self, (x, y): Cell) -> bool {
        let within = |value: i64, from: i64| (from..from + self.width).contains(&value);
        within(x, self.top) && within(y, self.left)
    }
}

/// The widest window whose cells are drawn one by one.
const NEAR: i64 = 32;
/// The side of the sheet of a wider one, in board units, and of its raster.
const SHEET: f64 = 32.0;
const RASTER: i64 = 200;
/// Beyond this the numbers of cells are longer than the cells are wide.
const NUMBERED: i64 = 1_000_000;

/// The window with its queens.
pub(crate) fn window(seen: &Seen, sights: &Sights) -> Scene {
    let near = seen.width <= NEAR;
    let side = if near { seen.width as f64 } else { SHEET };
    let last = |from: i64| from + seen.width - 1;
    let caption = format!("rows {} to {}, columns {} to {}", seen.top, last(seen.top), seen.left, last(seen.left));
    let margin = MARGIN * side;
    let frame = [-margin, -margin, side + margin, side + margin];
    let mut scene = Scene::framed("window", caption, frame).live();
    match near {
        true => add_cells(&mut scene, seen, &sights.queens),
        false => add_raster(&mut scene, seen, &sights.queens),
    }
    let unit = side / seen.width as f64;
    for [from, to] in &sights.lines {
        let [(x1, y1), (x2, y2)] = [from, to].map(|(row, column)| (column * unit, row * unit));
        scene.add(Shape::line(x1, y1, x2, y2).stroke(Ink::Accent).weight(0.003 * side).label("a golden line"));
    }
    add_coordinates(&mut scene, seen, side);
    scene.add(Shape::rect(0.0, 0.0, side, side).stroke(Ink::Solid).weight(0.004 * side));
    let step = seen.width as f64 / side;
    let mut says = "--east {x} --south {y} --width {w}".to_string();
    if !seen.board.both_ways.0 {
        says.push_str(&format!(" --board {}", seen.board.name));
    }
    let look = Gesture::new(Act::Window, says);
    scene.gesture = Some(look.scaled([seen.left as f64, seen.top as f64], [step, step]));
    scene
}

/// The room of coordinates beside the window, as a part of its side, and the most letters that they have.
const MARGIN: f64 = 0.055;
const MOST_LETTERS: usize = 5;

/// Numbers of rows and columns beside the window: of each cell when it is near, of some when it is far. Longer ones are
/// told by the caption alone.
fn add_coordinates(scene: &mut Scene, seen: &Seen, side: f64) {
    let unit = side / seen.width as f64;
    let apart = if seen.width <= NEAR { 1 } else { (seen.width / 4).max(1) };
    let room = 0.4 * MARGIN * side;
    for offset in (0..seen.width).step_by(apart as usize) {
        let at = (offset as f64 + 0.5) * unit;
        let (row, column) = ((seen.top + offset).to_string(), (seen.left + offset).to_string());
        let size = (0.36 * (unit * apart as f64).min(1.0)).max(0.016 * side);
        for (x, y, text) in [(-room, at, row), (at, -room, column)] {
            if text.len() <= MOST_LETTERS {
                scene.add(Shape::text(x, y, size * (3.0 / text.len() as f64).min(1.0), text).fill(Ink::Rule));
            }
        }
    }
}

fn add_cells(scene: &mut Scene, seen: &Seen, queens: &[Cell]) {
    for (i, j) in (0..seen.width).flat_map(|i| (0..seen.width).map(move |j| (i, j))) {
        let cell = (seen.top + i, seen.left + j);
        // The number of a far cell is too large to be asked whether it is there.
        let (rows, columns) = seen.board.both_ways;
        if cell.0 < 0 && !rows || cell.1 < 0 && !columns {
            continue;
        }
        let shell = (seen.board.shell)(cell);
        let (x, y) = (j as f64, i as f64);
        let ink = if shell % 2 == 0 { Ink::Paper } else { Ink::Shade(6) };
        let number = (shell <= NUMBERED).then(|| seen.board.number(cell)).flatten();
        let named = number.map_or(String::new(), |n| format!(", cell {n}"));
        let label = format!("row {}, column {}{named}{}", cell.0, cell.1, reason(seen, cell, queens));
        let square = Shape::rect(x, y, 1.0, 1.0).fill(ink).stroke(Ink::Rule).weight(0.02).label(label);
        scene.add(square.reach(attacked((x, y), seen.width as f64)));
        if cell == (0, 0) {
            scene.add(Shape::circle(x + 0.5, y + 0.5, 0.47).stroke(Ink::Warn).weight(0.05).label("the origin"));
        }
        if queens.contains(&cell) {
            scene.add(Shape::piece(x + 0.5, y + 0.5, 0.8, Piece::Queen));
        } else if let Some(number) = number {
            let text = number.to_string();
            scene.add(Shape::text(x + 0.5, y + 0.5, (1.4 / text.len() as f64).min(0.38), text));
        }
    }
}

/// What a queen on the cell at that corner attacks in the window: its row, its column and its diagonals.
fn attacked((x, y): (f64, f64), side: f64) -> Vec<Segment> {
    let (u, v) = (x + 0.5, y + 0.5);
    let (up_left, down_right) = (u.min(v), (side - u).min(side - v));
    let (up_right, down_left) = ((side - u).min(v), u.min(side - v));
    let ends = [
        [(0.0, v), (side, v)],
        [(u, 0.0), (u, side)],
        [(u - up_left, v - up_left), (u + down_right, v + down_right)],
        [(u + up_right, v - up_right), (u - down_left, v + down_left)],
    ];
    ends.iter().flat_map(|[(a, b), (c, d)]| [Segment::Move(*a, *b), Segment::Line(*c, *d)]).collect()
}

/// Why a queen settles on a cell or moves away from it. A cell that no queen settles on is attacked by an earlier one:
/// so it is by definition.
fn reason(seen: &Seen, cell: Cell, queens: &[Cell]) -> String {
    if queens.contains(&cell) {
        return ": a queen settles here, since no earlier one attacks it".to_string();
    }
    let in_line = |&(x, y): &Cell| {
        let (dx, dy) = (x - cell.0, y - cell.1);
        dx == 0 || dy == 0 || dx.abs() == dy.abs()
    };
    let shell = |cell: Cell| (seen.board.shell)(cell);
    // Numbers of far cells are too large; a cell of a smaller shell comes earlier all the same.
    let near = shell(cell) <= NUMBERED;
    let earlier = |&queen: &Cell| match near {
        true => (seen.board.rank)(queen) < (seen.board.rank)(cell),
        false => shell(queen) < shell(cell),
    };
    let from = queens.iter().copied().filter(in_line).filter(earlier).min_by_key(|&queen| shell(queen));
    match from {
        Some((x, y)) => {
            let number = Some((x, y)).filter(|_| near).and_then(|queen| seen.board.number(queen));
            let named = number.map_or(String::new(), |n| format!(" on cell {n}"));
            format!(": a queen may move to row {x}, column {y}, where one settles{named}, in line and earlier")
        }
        None => String::new(),
    }
}

fn add_raster(scene: &mut Scene, seen: &Seen, queens: &[Cell]) {
    let raster = RASTER.min(seen.width);
    let place = |value: i64, from: i64| -> Option<usize> {
        let offset = Some(value - from).filter(|v| (0..seen.width).contains(v))?;
        usize::try_from(i128::from(offset) * i128::from(raster) / i128::from(seen.width)).ok()
    };
    let side = usize::try_from(raster).expect("a few hundred");
    let mut degrees = vec![0u8; side * side];
    for &(x, y) in queens {
        if let (Some(row), Some(column)) = (place(x, seen.top), place(y, seen.left)) {
            let degree = &mut degrees[row * side + column];
            *degree = if *degree == 0 { 70 } else { degree.saturating_add(15).min(100) };
        }
    }
    // The rows and columns through the origin, where they are in sight.
    for (from, across) in [(seen.left, true), (seen.top, false)] {
        let at = (0.5 - from as f64) * SHEET / seen.width as f64;
        if at > 0.0 && at < SHEET {
            let line = if across { [at, 0.0, at, SHEET] } else { [0.0, at, SHEET, at] };
            scene.add(Shape::line(line[0], line[1], line[2], line[3]).weight(0.05));
        }
    }
    let form = Form::Raster { x: 0.0, y: 0.0, w: SHEET, h: SHEET, columns: side, degrees };
    scene.add(Shape::new(form).fill(Ink::Solid).label("where queens settle"));
}
