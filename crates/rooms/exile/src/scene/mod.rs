//! The pictures: numbered boards (Figures 1 and 2, Table 5), who settled where (Figures 3 and 6), and the coloured
//! tables of values (Figures 4 and 5).

pub(super) mod automaton;
mod window;

pub(super) use window::{Seen, Sights, window};

use super::boards::{Board, Cell, Grid};
use super::grundy::{Frame, Grundy};
use kit::scene::Piece as Figure;
use kit::{Ink, Scene, Shape};

/// The side of a plot in board units.
const PLOT: f64 = 100.0;

/// The settled pieces as points, x to the south and y to the east.
pub(super) fn plot(board: &Board, cells: &[Cell], caption: String) -> Scene {
    plot_with_lines(board, cells, &[], caption)
}

/// The same with lines from the origin on which x is so many times y.
pub(super) fn plot_with_lines(board: &Board, cells: &[Cell], slopes: &[f64], caption: String) -> Scene {
    let point = |&(x, y): &Cell| match board.grid {
        Grid::Square => (y as f64, x as f64),
        // Hexagons in rows that are shifted by half a cell.
        Grid::Hexagonal => (y as f64 + x as f64 / 2.0, x as f64 * 0.866),
    };
    let points: Vec<(f64, f64)> = cells.iter().map(point).collect();
    let low = points.iter().fold((0.0f64, 0.0f64), |l, p| (l.0.min(p.0), l.1.min(p.1)));
    let high = points.iter().fold((1.0f64, 1.0f64), |h, p| (h.0.max(p.0), h.1.max(p.1)));
    let scale = PLOT / (high.0 - low.0).max(high.1 - low.1).max(1.0);
    let at = |p: (f64, f64)| ((p.0 - low.0) * scale + 3.0, (p.1 - low.1) * scale + 3.0);
    let (width, height) = ((high.0 - low.0) * scale + 6.0, (high.1 - low.1) * scale + 6.0);
    let mut scene = Scene::new(format!("{}-settlers", board.name), caption, width, height);
    let origin = at((0.0, 0.0));
    scene.add(Shape::line(origin.0, 0.0, origin.0, height).weight(0.15));
    scene.add(Shape::line(0.0, origin.1, width, origin.1).weight(0.15));
    for slope in slopes {
        // As far as the sheet goes to the east or to the south.
        let east = high.0.min(high.1 / slope);
        let (x, y) = at((east, east * slope));
        scene.add(Shape::line(origin.0, origin.1, x, y).stroke(Ink::Accent).weight(0.3));
    }
    let radius = (scale * 0.4).clamp(0.35, 2.0);
    for point in points {
        let (x, y) = at(point);
        scene.add(Shape::circle(x, y, radius).fill(Ink::Solid));
    }
    scene
}

/// The place of a cell of a table on the sheet, from the frame's corner.
fn corner(board: &Board, table: &Grundy, (x, y): Cell) -> (f64, f64) {
    let frame = table.frame();
    let (row, column) = ((x - frame.rows.start) as f64, (y - frame.columns.start) as f64);
    match board.grid {
        Grid::Square => (column, row),
        Grid::Hexagonal => (column + row / 2.0, row),
    }
}

/// A table of values: zeros marked, the others shaded by size; numbers are written while they can be read.
pub(super) fn values(board: &Board, table: &Grundy, caption: String) -> Scene {
    let frame = table.frame();
    let rows = (frame.rows.end - frame.rows.start) as f64;
    let columns = (frame.columns.end - frame.columns.start) as f64;
    let slant = if board.grid == Grid::Hexagonal { rows / 2.0 } else { 0.0 };
    let mut scene = Scene::new(format!("{}-values", board.name), caption, columns + slant, rows);
    let most = table.cells().map(|(_, v)| v).max().unwrap_or(0).max(1);
    let readable = rows.max(columns) <= 30.0;
    for (cell, value) in table.cells() {
        let (x, y) = corner(board, table, cell);
        let shade = Ink::Shade((u32::from(value) * 60 / u32::from(most)) as u8);
        let ink = if value == 0 { Ink::Accent } else { shade };
        let mut square = Shape::rect(x, y, 1.0, 1.0).fill(ink);
        if readable {
            square = square.stroke(Ink::Rule).weight(0.02);
        }
        scene.add(square);
        if readable {
            let size = if value >= 100 { 0.34 } else { 0.46 };
            scene.add(Shape::text(x + 0.5, y + 0.5, size, value.to_string()));
        }
    }
    scene
}

/// The numbers of the cells of a frame, those of the settlers circled.
pub(super) fn numbered(board: &Board, frame: &Frame, settlers: &[Cell], caption: String) -> Scene {
    let (rows, columns) = (frame.rows.clone(), frame.columns.clone());
    let size = ((columns.end - columns.start) as f64, (rows.end - rows.start) as f64);
    let mut scene = Scene::new(format!("{}-numbered", board.name), caption, size.0, size.1);
    for x in rows.clone() {
        for y in columns.clone() {
            let Some(number) = board.number((x, y)) else { continue };
            let (left, top) = ((y - columns.start) as f64, (x - rows.start) as f64);
            scene.add(Shape::rect(left, top, 1.0, 1.0).stroke(Ink::Rule).weight(0.02));
            if settlers.contains(&(x, y)) {
                scene.add(Shape::circle(left + 0.5, top + 0.5, 0.45).stroke(Ink::Accent).weight(0.06));
            }
            let letters = if number >= 1000 { 0.3 } else { 0.4 };
            scene.add(Shape::text(left + 0.5, top + 0.5, letters, number.to_string()));
        }
    }
    scene
}

/// A game's board: where the piece stands and where it may go, each a touch.
pub(super) fn board_of_play(
    board: &Board,
    table: &Grundy,
    at: Cell,
    moves: &[(Cell, String)],
    caption: String,
) -> Scene {
    let mut scene = values(board, table, caption);
    scene.shapes.retain(|shape| matches!(shape.form, kit::scene::Form::Rect { .. }));
    for shape in &mut scene.shapes {
        (shape.fill, shape.stroke, shape.weight) = (Some(Ink::Paper), Some(Ink::Rule), 0.03);
    }
    for (cell, text) in moves {
        let (x, y) = corner(board, table, *cell);
        scene.add(
            Shape::rect(x, y, 1.0, 1.0).fill(Ink::Shade(20)).stroke(Ink::Rule).weight(0.03).touch(text).label(text),
        );
    }
    let (x, y) = corner(board, table, at);
    scene.add(Shape::piece(x + 0.5, y + 0.5, 0.9, Figure::Queen));
    scene
}
