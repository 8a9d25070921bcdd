//! Play on a terminal's full screen: the board with a cursor, the moves made, what was said.

use super::Match;
use super::grid::{Area, Grid, Look, Terminal};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use crossterm::style::Attribute;
use kit::{Result, Scene, Shape};
use show::terminal::{Canvas, Cell, colour};

const KEYS: &str =
    "arrows move, Enter plays, or type a move | u undo  h hint  v values  s swap  n new  r rules  q quit";

pub(crate) fn run(game: Match) -> Result<()> {
    let mut terminal = Terminal::take().map_err(|e| crate::file_trouble("the terminal", &e))?;
    Screen { game, cursor: 0, typed: String::new(), board: Area::default() }.sit(&mut terminal)
}

struct Screen {
    game: Match,
    /// Which of the touchable shapes the cursor is on.
    cursor: usize,
    /// A move being typed.
    typed: String,
    /// Where the board was drawn last.
    board: Area,
}

impl Screen {
    fn sit(&mut self, terminal: &mut Terminal) -> Result<()> {
        let trouble = |e: std::io::Error| crate::file_trouble("the terminal", &e);
        self.game.say(self.game.play.rules());
        loop {
            terminal.show(|grid| self.draw(grid)).map_err(trouble)?;
            if self.game.house_to_move() {
                if let Err(error) = self.game.house_moves() {
                    self.game.say(format!("The house cannot move: {error}."));
                    self.game.house = None;
                }
                continue;
            }
            match event::read().map_err(trouble)? {
                Event::Key(key) if key.kind == KeyEventKind::Press => {
                    let leave = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
                    if leave || self.key(key.code) {
                        return Ok(());
                    }
                }
                Event::Mouse(click) if click.kind == MouseEventKind::Down(MouseButton::Left) => {
                    self.click(click.column.into(), click.row.into());
                }
                _ => {}
            }
        }
    }

    /// Obeys a key; true means to leave.
    fn key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Esc if self.typed.is_empty() => return true,
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Enter if self.typed.is_empty() => self.touch_cursor(),
            KeyCode::Enter => {
                let typed = std::mem::take(&mut self.typed);
                self.play(&typed);
            }
            KeyCode::Up => self.steer(0.0, -1.0),
            KeyCode::Down => self.steer(0.0, 1.0),
            KeyCode::Left => self.steer(-1.0, 0.0),
            KeyCode::Right => self.steer(1.0, 0.0),
            KeyCode::Char(letter) if self.typed.is_empty() => return self.letter(letter),
            KeyCode::Char(letter) => self.typed.push(letter),
            _ => {}
        }
        false
    }

    fn letter(&mut self, letter: char) -> bool {
        match letter {
            'q' => return true,
            'u' => self.game.undo(),
            'h' => self.game.hint(),
            's' => self.game.swap(),
            'n' => self.game.renew(),
            'r' => self.game.say(self.game.play.rules()),
            'v' => {
                let values = self.game.values().join("   ");
                self.game.say(values);
            }
            other => self.typed.push(other),
        }
        false
    }

    fn play(&mut self, play: &str) {
        match self.game.play.play(play) {
            Ok(()) => self.cursor = 0,
            Err(error) => self.game.say(format!("{error}.")),
        }
    }

    fn touch_cursor(&mut self) {
        let scene = self.game.play.scene();
        if let Some(play) = touchable(&scene).nth(self.cursor).and_then(|(_, shape)| shape.touch.clone()) {
            self.play(&play);
        }
    }

    fn click(&mut self, column: usize, row: usize) {
        let inside = column.checked_sub(self.board.x).zip(row.checked_sub(self.board.y));
        let Some((column, row)) = inside else { return };
        let scene = self.game.play.scene();
        let canvas = self.canvas(&scene, self.board);
        let shape = canvas.cell(column, row).and_then(|cell| cell.touch);
        if let Some(play) = shape.and_then(|index| scene.shapes[index].touch.clone()) {
            self.play(&play);
        }
    }

    /// Moves the cursor to the nearest touchable shape in that direction.
    fn steer(&mut self, dx: f64, dy: f64) {
        let scene = self.game.play.scene();
        let spots: Vec<(f64, f64)> = touchable(&scene).map(|(_, shape)| middle(shape)).collect();
        let Some(&(x, y)) = spots.get(self.cursor) else {
            self.cursor = 0;
            return;
        };
        let cost = |&(px, py): &(f64, f64)| {
            let (ahead, aside) = ((px - x) * dx + (py - y) * dy, ((px - x) * dy).abs() + ((py - y) * dx).abs());
            (ahead > 1e-9).then_some(ahead + 3.0 * aside)
        };
        let costs = spots.iter().enumerate().filter_map(|(index, spot)| cost(spot).map(|c| (index, c)));
        if let Some((index, _)) = costs.min_by(|a, b| a.1.total_cmp(&b.1)) {
            self.cursor = index;
        }
    }

    fn canvas(&self, scene: &Scene, area: Area) -> Canvas {
        Canvas::of(scene, area.width, area.height)
    }

    fn draw(&mut self, grid: &mut Grid) {
        let [head, rest] = grid.area().below(1);
        let [middle, foot] = rest.below(rest.height.saturating_sub(2).max(5));
        let [left, right] = middle.beside(middle.width * 3 / 5);
        grid.line(head, 0, &self.game.play.title(), Look::with(Attribute::Bold));
        self.draw_board(grid, left);
        self.draw_words(grid, right);
        let status = match (self.game.verdict(), self.typed.is_empty()) {
            (_, false) => format!("move: {}_", self.typed),
            (Some(verdict), true) => verdict,
            (None, true) if self.game.house_to_move() => "The house is thinking ...".to_string(),
            (None, true) if self.game.play.solitaire() => "Your move.".to_string(),
            (None, true) => format!("Player {} to move.", self.game.play.turn() + 1),
        };
        grid.line(foot, 0, &status, Look::default());
        grid.line(foot, 1, KEYS, Look::with(Attribute::Dim));
    }

    fn draw_board(&mut self, grid: &mut Grid, area: Area) {
        self.board = area.inside();
        let scene = self.game.play.scene();
        let canvas = self.canvas(&scene, self.board);
        if !canvas.fits() {
            let told = format!("{}\n(the window is too small for the picture)", self.game.play.position());
            return grid.framed(area, "", &told);
        }
        grid.framed(area, "", "");
        let chosen = touchable(&scene).nth(self.cursor).map(|(index, _)| index);
        for (row, cells) in canvas.rows().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                grid.put(self.board, [column, row], cell.face(), look(cell, chosen));
            }
        }
    }

    fn draw_words(&self, grid: &mut Grid, area: Area) {
        let [above, below] = area.below(area.height / 3);
        let made = self.game.play.history();
        let numbered: Vec<String> = made.iter().enumerate().map(|(i, m)| format!("{}. {m}", i + 1)).collect();
        grid.framed(above, "moves", &numbered.join("  "));
        let recent: Vec<&str> = self.game.said.iter().rev().take(8).map(String::as_str).collect();
        grid.framed(below, "said", &recent.join("\n"));
    }
}

fn touchable(scene: &Scene) -> impl Iterator<Item = (usize, &Shape)> {
    scene.shapes.iter().enumerate().filter(|(_, shape)| shape.touch.is_some())
}

fn middle(shape: &Shape) -> (f64, f64) {
    use kit::scene::{Form, Segment};
    match &shape.form {
        Form::Rect { x, y, w, h } | Form::Raster { x, y, w, h, .. } => (x + w / 2.0, y + h / 2.0),
        Form::Circle { x, y, .. } | Form::Text { x, y, .. } | Form::Piece { x, y, .. } => (*x, *y),
        Form::Line { x1, y1, x2, y2 } => ((x1 + x2) / 2.0, (y1 + y2) / 2.0),
        Form::Path(segments) => match segments.first() {
            Some(Segment::Move(x, y)) => (*x, *y),
            _ => (0.0, 0.0),
        },
    }
}

fn look(cell: &Cell, chosen: Option<usize>) -> Look {
    Look {
        ink: Some(colour(cell.ink, true)),
        ground: cell.ground.map(|ground| colour(ground, true)),
        attribute: (chosen.is_some() && cell.touch == chosen).then_some(Attribute::Reverse),
    }
}
