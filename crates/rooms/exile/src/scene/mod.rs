//! The pictures: numbered boards (Figures 1 and 2, Table 5), who settled where (Figures 3 and 6), and the coloured
//! tables of values (Figures 4 and 5).

pub(super) mod automaton;
mod window;

pub(super) use window::{Seen, Sights, window};

use super::boards::{Board, Cell, Grid};
use super::grundy::{Frame, Grundy};
use kit::scene::{Form, Piece as Figure};
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

/// How wide a hexagon is where rows of them are one unit apart, and how far its tip is from its middle.
const HEXAGON: f64 = 1.154_700_538;
const TIP: f64 = 2.0 / 3.0;
/// The longest side of a board whose cells are drawn one by one, with their numbers.
const READABLE: f64 = 30.0;

/// The middle of a cell of a table on the sheet, from the frame's corner.
fn middle(board: &Board, table: &Grundy, (x, y): Cell) -> (f64, f64) {
    let frame = table.frame();
    let (row, column) = ((x - frame.rows.start) as f64, (y - frame.columns.start) as f64);
    match board.grid {
        Grid::Square => (column + 0.5, row + 0.5),
        Grid::Hexagonal => ((column + row / 2.0 + 0.5) * HEXAGON, row + TIP),
    }
}

/// The outline of a cell around its middle.
fn outline(board: &Board, (x, y): (f64, f64)) -> Shape {
    let side = HEXAGON / 2.0;
    match board.grid {
        Grid::Square => Shape::rect(x - 0.5, y - 0.5, 1.0, 1.0),
        Grid::Hexagonal => {
            let corners = [(0.0, -TIP), (side, -TIP / 2.0), (side, TIP / 2.0), (0.0, TIP), (-side, TIP / 2.0)];
            let corners: Vec<(f64, f64)> =
                corners.into_iter().chain([(-side, -TIP / 2.0)]).map(|(dx, dy)| (x + dx, y + dy)).collect();
            Shape::chain(&corners, true)
        }
    }
}

/// An empty sheet for a table, with room for coordinates on two sides.
fn sheet(board: &Board, table: &Grundy, caption: String, margin: f64) -> Scene {
    let frame = table.frame();
    let (rows, columns) = (frame.height() as f64, frame.width() as f64);
    let (width, height) = match board.grid {
        Grid::Square => (columns, rows),
        Grid::Hexagonal => ((columns + (rows - 1.0) / 2.0) * HEXAGON, rows + 2.0 * TIP - 1.0),
    };
    Scene::framed(format!("{}-values", board.name), caption, [-margin, -margin, width + margin, height + margin])
}

/// The room of coordinates, and their letters.
const MARGIN: f64 = 0.9;
const LETTERS: f64 = 0.34;

/// Numbers of rows and columns beside those that are drawn.
fn add_coordinates(scene: &mut Scene, board: &Board, table: &Grundy) {
    let frame = table.frame();
    let (first_row, first_column) = (frame.rows.start, frame.columns.start);
    for row in frame.rows.clone() {
        let (x, y) = middle(board, table, (row, first_column));
        scene.add(Shape::text(x - 0.95, y, LETTERS, row.to_string()).fill(Ink::Rule));
    }
    for column in frame.columns.clone() {
        let (x, y) = middle(board, table, (first_row, column));
        scene.add(Shape::text(x, y - 0.95, LETTERS, column.to_string()).fill(Ink::Rule));
    }
}

/// A ring around the origin. What stands in its cell comes later, or a terminal would hide it.
fn origin((x, y): (f64, f64)) -> Shape {
    Shape::circle(x, y, 0.45).stroke(Ink::Warn).weight(0.05).label("the origin")
}

/// A table of values: zeros marked, the others shaded by size; numbers are written while they can be read, and beyond
/// that it is one image.
pub(super) fn values(board: &Board, table: &Grundy, caption: String) -> Scene {
    let frame = table.frame();
    let readable = frame.height().max(frame.width()) as f64 <= READABLE;
    let mut scene = sheet(board, table, caption, if readable { MARGIN } else { 0.0 });
    let most = table.cells().map(|(_, value)| value).max().unwrap_or(0).max(1);
    let degree = |value: u16| (u32::from(value) * 60 / u32::from(most)) as u8;
    if !readable && board.grid == Grid::Square {
        return heat(scene, board, table, degree);
    }
    for (cell, value) in table.cells() {
        let (x, y) = middle(board, table, cell);
        let ink = if value == 0 { Ink::Accent } else { Ink::Shade(degree(value)) };
        let mut tile = outline(board, (x, y)).fill(ink);
        if readable {
            tile = tile.stroke(Ink::Rule).weight(0.02);
        }
        scene.add(tile);
        if readable && cell == (0, 0) {
            scene.add(origin((x, y)));
        }
        if readable {
            let size = if value >= 100 { 0.34 } else { 0.46 };
            scene.add(Shape::text(x, y, size, value.to_string()));
        }
    }
    if readable {
        add_coordinates(&mut scene, board, table);
    }
    scene
}

/// A table as a heat map: one image, and the zeros on it.
fn heat(mut scene: Scene, board: &Board, table: &Grundy, degree: impl Fn(u16) -> u8) -> Scene {
    let frame = table.frame();
    let (width, height) = (frame.width(), frame.height());
    let mut degrees = vec![0u8; width * height];
    let mut zeros = Vec::new();
    for ((x, y), value) in table.cells() {
        let place = |at: i64, from: i64| usize::try_from(at - from).expect("a cell of the frame");
        degrees[place(x, frame.rows.start) * width + place(y, frame.columns.start)] = degree(value);
        if value == 0 {
            zeros.push((x, y));
        }
    }
    let form = Form::Raster { x: 0.0, y: 0.0, w: width as f64, h: height as f64, columns: width, degrees };
    scene.add(Shape::new(form).fill(Ink::Solid).label("values, the larger the darker"));
    for cell in zeros {
        scene.add(outline(board, middle(board, table, cell)).fill(Ink::Accent));
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
    let mut scene = sheet(board, table, caption, MARGIN);
    let tile =
        |cell: Cell, ink: Ink| outline(board, middle(board, table, cell)).fill(ink).stroke(Ink::Rule).weight(0.03);
    for (cell, _) in table.cells() {
        scene.add(tile(cell, Ink::Paper));
    }
    for (cell, text) in moves {
        scene.add(tile(*cell, Ink::Shade(20)).touch(text).label(text));
    }
    add_coordinates(&mut scene, board, table);
    if table.cells().any(|(cell, _)| cell == (0, 0)) {
        scene.add(origin(middle(board, table, (0, 0))));
    }
    let (x, y) = middle(board, table, at);
    scene.add(Shape::piece(x, y, 0.9, Figure::Queen));
    scene
}
