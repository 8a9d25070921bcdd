//! A terminal's screen as cells: text is put into them, and only those that changed are written anew.

use crossterm::style::{Attribute, Color, Print, SetAttribute, SetBackgroundColor, SetForegroundColor};
use crossterm::{cursor, event, execute, queue, terminal};
use std::io::{self, Write};

/// A part of the screen, in columns and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Area {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    /// The first so many rows, and the others.
    pub(super) fn below(self, rows: usize) -> [Area; 2] {
        let rows = rows.min(self.height);
        [Area { height: rows, ..self }, Area { y: self.y + rows, height: self.height - rows, ..self }]
    }

    /// The first so many columns, and the others.
    pub(super) fn beside(self, columns: usize) -> [Area; 2] {
        let columns = columns.min(self.width);
        [Area { width: columns, ..self }, Area { x: self.x + columns, width: self.width - columns, ..self }]
    }

    /// What a frame leaves.
    pub(super) fn inside(self) -> Area {
        let (width, height) = (self.width.saturating_sub(2), self.height.saturating_sub(2));
        Area { x: self.x + 1, y: self.y + 1, width, height }
    }
}

/// How a letter is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub ink: Option<[u8; 3]>,
    pub ground: Option<[u8; 3]>,
    pub attribute: Option<Attribute>,
}

impl Look {
    pub(super) fn with(attribute: Attribute) -> Look {
        Look { attribute: Some(attribute), ..Look::default() }
    }
}

/// The cells of a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grid {
    width: usize,
    cells: Vec<(char, Look)>,
}

impl Grid {
    pub(super) fn new(width: usize, height: usize) -> Grid {
        Grid { width, cells: vec![(' ', Look::default()); width * height] }
    }

    pub(super) fn area(&self) -> Area {
        Area { x: 0, y: 0, width: self.width, height: self.cells.len() / self.width.max(1) }
    }

    /// Puts a letter; what lies outside of the area is left out.
    pub(super) fn put(&mut self, area: Area, [column, row]: [usize; 2], letter: char, look: Look) {
        let (x, y) = (area.x + column, area.y + row);
        if column < area.width && row < area.height && x < self.width {
            let letter = if letter.is_control() { ' ' } else { letter };
            if let Some(cell) = self.cells.get_mut(y * self.width + x) {
                *cell = (letter, look);
            }
        }
    }

    /// Writes a line into a row of an area.
    pub(super) fn line(&mut self, area: Area, row: usize, text: &str, look: Look) {
        text.chars().enumerate().for_each(|(column, letter)| self.put(area, [column, row], letter, look));
    }

    /// Draws a frame with a title and writes the words in it.
    pub(super) fn framed(&mut self, area: Area, title: &str, text: &str) {
        let (right, bottom) = (area.width.saturating_sub(1), area.height.saturating_sub(1));
        let plain = Look::default();
        for column in 0..area.width {
            self.put(area, [column, 0], '─', plain);
            self.put(area, [column, bottom], '─', plain);
        }
        for row in 0..area.height {
            self.put(area, [0, row], '│', plain);
            self.put(area, [right, row], '│', plain);
        }
        for (corner, letter) in [([0, 0], '┌'), ([right, 0], '┐'), ([0, bottom], '└'), ([right, bottom], '┘')] {
            self.put(area, corner, letter, plain);
        }
        let heading: String = title.chars().take(area.width.saturating_sub(2)).collect();
        heading.chars().enumerate().for_each(|(place, letter)| self.put(area, [place + 1, 0], letter, plain));
        let inner = area.inside();
        for (row, line) in wrapped(text, inner.width).iter().enumerate() {
            self.line(inner, row, line, plain);
        }
    }

    /// Writes the cells that differ from those of the last time.
    fn write(&self, last: &Grid, out: &mut impl Write) -> io::Result<()> {
        let whole = self.width != last.width || self.cells.len() != last.cells.len();
        if whole {
            queue!(out, terminal::Clear(terminal::ClearType::All))?;
        }
        let mut at = None;
        for (place, cell) in self.cells.iter().enumerate() {
            if !whole && last.cells.get(place) == Some(cell) {
                continue;
            }
            if at != Some(place) || place % self.width == 0 {
                let [x, y] = [place % self.width, place / self.width].map(|n| u16::try_from(n).unwrap_or(u16::MAX));
                queue!(out, cursor::MoveTo(x, y))?;
            }
            at = Some(place + 1);
            let (letter, look) = cell;
            let colour = |c: [u8; 3]| Color::Rgb { r: c[0], g: c[1], b: c[2] };
            queue!(out, SetAttribute(look.attribute.unwrap_or(Attribute::Reset)))?;
            look.ink.map_or(Ok(()), |ink| queue!(out, SetForegroundColor(colour(ink))))?;
            look.ground.map_or(Ok(()), |ground| queue!(out, SetBackgroundColor(colour(ground))))?;
            queue!(out, Print(letter), SetAttribute(Attribute::Reset))?;
        }
        out.flush()
    }
}

/// Lines of a width, broken between words where there is one.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let mut word: Vec<char> = word.chars().collect();
            let length = line.chars().count();
            if length > 0 && length + 1 + word.len() > width {
                lines.push(std::mem::take(&mut line));
            } else if length > 0 {
                line.push(' ');
            }
            while width > 0 && word.len() > width {
                lines.push(word.drain(..width).collect());
            }
            line.extend(word);
        }
        lines.push(line);
    }
    lines
}

/// The terminal while a grid is shown on it; it is given back as it was.
pub(super) struct Terminal {
    last: Grid,
}

impl Terminal {
    pub(super) fn take() -> io::Result<Terminal> {
        terminal::enable_raw_mode()?;
        // What a defect has to say is said on the terminal as it was.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            hook(info);
        }));
        let terminal = Terminal { last: Grid::default() };
        execute!(io::stdout(), terminal::EnterAlternateScreen, event::EnableMouseCapture, cursor::Hide)?;
        Ok(terminal)
    }

    /// Shows what is drawn on a grid of the terminal's size.
    pub(super) fn show(&mut self, draw: impl FnOnce(&mut Grid)) -> io::Result<()> {
        let (width, height) = terminal::size()?;
        let mut grid = Grid::new(width.into(), height.into());
        draw(&mut grid);
        grid.write(&self.last, &mut io::stdout().lock())?;
        self.last = grid;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    // Where this fails there is no terminal left to tell it to.
    let _ = execute!(io::stdout(), event::DisableMouseCapture, terminal::LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(grid: &Grid) -> Vec<String> {
        grid.cells.chunks(grid.width).map(|row| row.iter().map(|(letter, _)| letter).collect()).collect()
    }

    #[test]
    fn words_are_wrapped_and_framed() {
        assert_eq!(wrapped("one two three\nfour", 7), ["one two", "three", "four"]);
        assert_eq!(wrapped("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrapped("a", 0), ["a"]);
        let mut grid = Grid::new(9, 4);
        grid.framed(grid.area(), "said", "your move, please");
        assert_eq!(rows(&grid), ["┌said───┐", "│your   │", "│move,  │", "└───────┘"]);
        // A window that is too small for a frame shows what fits.
        for (width, height) in [(0, 0), (1, 1), (2, 1), (1, 3)] {
            let mut grid = Grid::new(width, height);
            grid.framed(grid.area(), "moves", "1. a");
        }
    }

    #[test]
    fn areas_are_cut_without_rest() {
        let area = Area { x: 2, y: 3, width: 10, height: 5 };
        let [above, below] = area.below(2);
        assert_eq!((above.height, below.y, below.height), (2, 5, 3));
        let [left, right] = area.beside(30);
        assert_eq!((left.width, right.width, right.x), (10, 0, 12));
    }

    #[test]
    fn only_what_changed_is_written() {
        let mut one = Grid::new(4, 2);
        one.line(one.area(), 1, "abcdef", Look::default());
        let mut other = one.clone();
        other.put(other.area(), [2, 1], 'X', Look { ink: Some([1, 2, 3]), ..Look::default() });
        let mut out = Vec::new();
        other.write(&one, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains('X') && !text.contains('a'), "{text:?}");
        let mut out = Vec::new();
        one.write(&Grid::default(), &mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().contains('d'));
    }
}
