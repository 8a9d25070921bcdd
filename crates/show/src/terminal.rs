//! Scene -> cells of a terminal.
//!
//! A unit of the board becomes a few columns and half as many rows (a terminal's cell is about twice as high as wide).
//! Fillings colour the cells, strokes are drawn with Braille dots (two by four in a cell), pieces and texts are letters
//! on top.

use crate::palette;
use kit::scene::{Anchor, Form, Ink, Segment};
use kit::{Scene, Shape};

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its letter.
    pub letter: char,
    /// The ink of the letter.
    pub ink: Ink,
    /// The ink of the background, if it is filled.
    pub ground: Option<Ink>,
    /// The shape of the scene on top of it that plays a move when touched.
    pub touch: Option<usize>,
    dots: u8,
}

const BLANK: Cell = Cell { letter: ' ', ink: Ink::Solid, ground: None, touch: None, dots: 0 };

/// A scene on the cells of a terminal.
pub struct Canvas {
    columns: usize,
    rows: usize,
    across: f64,
    down: f64,
    left: f64,
    top: f64,
    cells: Vec<Cell>,
    fits: bool,
}

impl Canvas {
    /// The scene on at most so many columns and rows; a board keeps at least two columns a unit or does not fit.
    pub fn of(scene: &Scene, most_columns: usize, most_rows: usize) -> Canvas {
        let [left, top, w, h] = scene.frame;
        let room = (most_columns as f64 / w).min(2.0 * most_rows as f64 / h);
        let is_board = w.max(h) >= 3.0;
        let across = match is_board {
            true if room >= 4.0 => 4.0,
            true => 2.0,
            false => room.min(60.0 / w),
        };
        let down = across / 2.0;
        let fits = across <= room + 1e-9 && w > 0.0 && h > 0.0;
        let columns = if fits { (w * across).ceil() as usize } else { 0 };
        let rows = if fits { (h * down).ceil().max(1.0) as usize } else { 0 };
        let mut canvas = Canvas { columns, rows, across, down, left, top, cells: vec![BLANK; columns * rows], fits };
        if fits {
            for (index, shape) in scene.shapes.iter().enumerate().filter(|(_, shape)| shape.layer_name().is_none()) {
                canvas.draw(index, shape);
            }
        }
        canvas
    }

    /// False when the terminal is too small for the scene; then there are no cells.
    pub fn fits(&self) -> bool {
        self.fits
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.columns
    }

    /// The cells, row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.columns.max(1))
    }

    /// The cell there, if it is on the canvas.
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        (column < self.columns && row < self.rows).then(|| &self.cells[row * self.columns + column])
    }

    /// The letters alone, for a pipe or a terminal without colours: closed and shaded cells by their texture.
    pub fn plain(&self) -> String {
        let letter = |cell: &Cell| match (cell.face(), cell.ground) {
            (' ', Some(Ink::Shade(degree))) if degree >= 67 => '▓',
            (' ', Some(Ink::Shade(degree))) if degree >= 34 => '▒',
            (' ', Some(Ink::Shade(degree))) if degree > 0 => '░',
            (' ', Some(Ink::Solid)) => '█',
            (' ', Some(Ink::Warn)) => '░',
            (face, _) => face,
        };
        let line = |row: &[Cell]| {
            let line: String = row.iter().map(letter).collect();
            format!("{}\n", line.trim_end())
        };
        self.rows().map(line).collect()
    }

    fn draw(&mut self, index: usize, shape: &Shape) {
        match &shape.form {
            Form::Rect { x, y, w, h } => self.rect(index, shape, [*x, *y, *w, *h]),
            Form::Circle { x, y, r } => self.circle(index, shape, [*x, *y, *r]),
            Form::Line { x1, y1, x2, y2 } => self.stroke(shape.stroke, (*x1, *y1), (*x2, *y2)),
            Form::Path(segments) => match tile(segments).filter(|_| shape.fill.is_some()) {
                Some(place) => self.rect(index, shape, place),
                None => self.path(shape, segments),
            },
            Form::Raster { x, y, w, h, columns, degrees } => {
                let rows = degrees.len().div_ceil((*columns).max(1));
                let (wide, high) = (w / *columns as f64, h / rows as f64);
                for (place, &degree) in degrees.iter().enumerate().filter(|&(_, &degree)| degree > 0) {
                    let (row, column) = ((place / columns) as f64, (place % columns) as f64);
                    let ink = if shape.fill == Some(Ink::Solid) { Some(Ink::Shade(degree)) } else { shape.fill };
                    let part = Shape { fill: ink, ..shape.clone() };
                    self.rect(index, &part, [x + column * wide, y + row * high, wide, high]);
                }
            }
            Form::Text { x, y, anchor, text, .. } => self.text(index, shape, (*x, *y), *anchor, text),
            Form::Piece { x, y, piece, .. } => {
                self.text(index, shape, (*x, *y), Anchor::Middle, &piece.letter().to_string());
            }
        }
    }

    fn column(&self, x: f64) -> f64 {
        (x - self.left) * self.across
    }

    fn row(&self, y: f64) -> f64 {
        (y - self.top) * self.down
    }

    fn cell_mut(&mut self, column: f64, row: f64) -> Option<&mut Cell> {
        let inside = column >= 0.0 && row >= 0.0 && column < self.columns as f64 && row < self.rows as f64;
        let columns = self.columns;
        inside.then(|| &mut self.cells[row as usize * columns + column as usize])
    }

    fn rect(&mut self, index: usize, shape: &Shape, [x, y, w, h]: [f64; 4]) {
        let (c0, c1) = (self.column(x).round(), self.column(x + w).round().max(self.column(x).round() + 1.0));
        let (r0, r1) = (self.row(y).round(), self.row(y + h).round().max(self.row(y).round() + 1.0));
        for row in r0 as i64..r1 as i64 {
            for column in c0 as i64..c1 as i64 {
                if let Some(cell) = self.cell_mut(column as f64, row as f64) {
                    if let Some(ink) = shape.fill {
                        *cell = Cell { ground: Some(ink).filter(|&i| i != Ink::Paper), touch: cell.touch, ..BLANK };
                    }
                    cell.touch = shape.touch.as_ref().map(|_| index).or(cell.touch);
                }
            }
        }
        if w <= 1.5 && h <= 1.5 {
            // A square of a board: its outline would fill the cell, a dot in its middle is enough.
            self.mark(index, shape, (x + w / 2.0, y + h / 2.0), '·', Ink::Rule);
        } else {
            let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)];
            for pair in corners.windows(2) {
                self.stroke(shape.stroke, pair[0], pair[1]);
            }
        }
    }

    fn circle(&mut self, index: usize, shape: &Shape, [x, y, r]: [f64; 3]) {
        if r * self.across < 3.0 {
            let face = match (shape.fill, r * self.across) {
                (Some(Ink::Paper) | None, _) => '○',
                (Some(_), small) if small < 1.0 => '•',
                (Some(_), _) => '●',
            };
            let ink = shape.fill.filter(|&i| i != Ink::Paper).or(shape.stroke).unwrap_or(Ink::Solid);
            return self.mark(index, shape, (x, y), face, ink);
        }
        let ink = shape.stroke.or(shape.fill);
        let at = |k: i32| {
            let angle = f64::from(k) * std::f64::consts::TAU / 90.0;
            (x + r * angle.cos(), y + r * angle.sin())
        };
        for k in 0..90 {
            self.stroke(ink, at(k), at(k + 1));
        }
    }

    fn mark(&mut self, index: usize, shape: &Shape, (x, y): (f64, f64), face: char, ink: Ink) {
        let (column, row) = (self.column(x), self.row(y));
        if let Some(cell) = self.cell_mut((column - 0.5).round().max(0.0), (row - 0.5).round().max(0.0)) {
            cell.letter = face;
            cell.ink = ink;
            cell.touch = shape.touch.as_ref().map(|_| index).or(cell.touch);
        }
    }

    fn text(&mut self, index: usize, shape: &Shape, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let length = text.chars().count() as f64;
        let start = match anchor {
            Anchor::Start => self.column(x),
            Anchor::Middle => (self.column(x) - length / 2.0).round(),
            Anchor::End => self.column(x) - length,
        };
        let row = (self.row(y) - 0.5).round().max(0.0);
        for (offset, letter) in text.chars().enumerate() {
            if let Some(cell) = self.cell_mut(start.floor() + offset as f64, row) {
                cell.letter = letter;
                cell.ink = shape.fill.unwrap_or(Ink::Solid);
                cell.touch = shape.touch.as_ref().map(|_| index).or(cell.touch);
            }
        }
    }

    fn path(&mut self, shape: &Shape, segments: &[Segment]) {
        let ink = shape.stroke.or(shape.fill);
        let (mut first, mut now) = ((0.0, 0.0), (0.0, 0.0));
        for segment in segments {
            match *segment {
                Segment::Move(x, y) => (first, now) = ((x, y), (x, y)),
                Segment::Line(x, y) => {
                    self.stroke(ink, now, (x, y));
                    now = (x, y);
                }
                Segment::Curve([a, b, c, d, x, y]) => {
                    let start = now;
                    for k in 1..=16 {
                        let next = cubic([start, (a, b), (c, d), (x, y)], f64::from(k) / 16.0);
                        self.stroke(ink, now, next);
                        now = next;
                    }
                }
                Segment::Close => {
                    self.stroke(ink, now, first);
                    now = first;
                }
            }
        }
    }

    /// Braille dots along a straight line.
    fn stroke(&mut self, ink: Option<Ink>, from: (f64, f64), to: (f64, f64)) {
        let Some(ink) = ink else { return };
        let (c0, r0, c1, r1) = (self.column(from.0), self.row(from.1), self.column(to.0), self.row(to.1));
        let steps = ((c1 - c0).abs() * 2.0).max((r1 - r0).abs() * 4.0).ceil().clamp(1.0, 4000.0) as usize;
        for step in 0..=steps {
            let t = step as f64 / steps as f64;
            let (c, r) = (c0 + (c1 - c0) * t, r0 + (r1 - r0) * t);
            // The far edge of the frame belongs to the last cell.
            let (c, r) = (c.min(self.columns as f64 - 0.01), r.min(self.rows as f64 - 0.01));
            let dot = dot_bit((c.fract() * 2.0) as usize, (r.fract() * 4.0) as usize);
            if let Some(cell) = self.cell_mut(c, r) {
                cell.dots |= dot;
                if cell.letter == ' ' {
                    cell.ink = ink;
                }
            }
        }
    }
}

impl Cell {
    /// What is printed: the letter, or the dots below it.
    pub fn face(&self) -> char {
        match (self.letter, self.dots) {
            (' ', 0) => ' ',
            (' ', dots) => char::from_u32(0x2800 + u32::from(dots)).expect("Braille patterns are characters"),
            (letter, _) => letter,
        }
    }
}

/// The place of a hexagon that stands on a tip among others: its width, and its height up to the middle of its slanted
/// sides.
fn tile(segments: &[Segment]) -> Option<[f64; 4]> {
    let [Segment::Move(x, top), between @ .., Segment::Close] = segments else { return None };
    let line = |segment: &Segment| match segment {
        Segment::Line(x, y) => Some((*x, *y)),
        _ => None,
    };
    let corners: Vec<(f64, f64)> = between.iter().map(line).collect::<Option<_>>()?;
    let [(right, shoulder), _, (tip, low), (left, _), _] = corners[..] else { return None };
    let height = low - top;
    let stands =
        (tip - x).abs() < 1e-9 && (shoulder - top - height / 4.0).abs() < 1e-9 && (left + right - 2.0 * x).abs() < 1e-9;
    stands.then_some([left, top + height / 8.0, right - left, 0.75 * height])
}

fn dot_bit(x: usize, y: usize) -> u8 {
    const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
    BITS[x.min(1)][y.min(3)]
}

fn cubic([p, q, r, s]: [(f64, f64); 4], t: f64) -> (f64, f64) {
    let u = 1.0 - t;
    let blend =
        |a: f64, b: f64, c: f64, d: f64| u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d;
    (blend(p.0, q.0, r.0, s.0), blend(p.1, q.1, r.1, s.1))
}

/// The colour of an ink on a dark or light terminal.
pub fn colour(ink: Ink, dark: bool) -> [u8; 3] {
    palette::colour(ink, dark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::scene::Piece;

    fn board() -> Scene {
        let mut scene = Scene::new("board", "two by two", 4.0, 2.0);
        for square in 0..8 {
            let (x, y) = (f64::from(square % 4), f64::from(square / 4));
            scene.add(Shape::rect(x, y, 1.0, 1.0).fill(Ink::Paper).stroke(Ink::Rule).touch(format!("{square}")));
        }
        scene.add(Shape::piece(0.5, 0.5, 0.8, Piece::Queen));
        scene
    }

    #[test]
    fn a_board_shows_its_squares_and_pieces() {
        let canvas = Canvas::of(&board(), 80, 24);
        let lines: Vec<String> = canvas.plain().lines().map(str::to_string).collect();
        assert!(canvas.fits() && canvas.width() == 16);
        assert_eq!(lines.join("\n").matches('Q').count(), 1);
        assert_eq!(lines.join("\n").matches('·').count(), 7);
        assert_eq!(canvas.cell(15, 3).and_then(|c| c.touch), Some(7));
    }

    #[test]
    fn what_does_not_fit_is_not_drawn() {
        let canvas = Canvas::of(&board(), 5, 24);
        assert!(!canvas.fits() && canvas.plain().is_empty());
    }
}
