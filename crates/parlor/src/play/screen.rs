//! Play on a terminal's full screen: the board with a cursor, the moves made, what was said.

use super::Match;
use kit::{Ink, Result, Scene, Shape};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::crossterm::{event as mouse, execute};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use show::terminal::{Canvas, Cell, colour};

const KEYS: &str =
    "arrows move, Enter plays, or type a move | u undo  h hint  v values  s swap  n new  r rules  q quit";

pub(crate) fn run(game: Match) -> Result<()> {
    let mut terminal = ratatui::try_init().map_err(|e| crate::file_trouble("the terminal", &e))?;
    let _ = execute!(std::io::stdout(), mouse::EnableMouseCapture);
    let outcome = Screen { game, cursor: 0, typed: String::new(), board: Rect::default() }.sit(&mut terminal);
    let _ = execute!(std::io::stdout(), mouse::DisableMouseCapture);
    ratatui::restore();
    outcome
}

struct Screen {
    game: Match,
    /// Which of the touchable shapes the cursor is on.
    cursor: usize,
    /// A move being typed.
    typed: String,
    /// Where the board was drawn last.
    board: Rect,
}

impl Screen {
    fn sit(&mut self, terminal: &mut DefaultTerminal) -> Result<()> {
        let trouble = |e: std::io::Error| crate::file_trouble("the terminal", &e);
        self.game.say(self.game.play.rules());
        loop {
            terminal.draw(|frame| self.draw(frame)).map_err(trouble)?;
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
                    self.click(click.column, click.row);
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

    fn click(&mut self, column: u16, row: u16) {
        let inside = column.checked_sub(self.board.x).zip(row.checked_sub(self.board.y));
        let Some((column, row)) = inside else { return };
        let scene = self.game.play.scene();
        let canvas = self.canvas(&scene, self.board);
        let shape = canvas.cell(column.into(), row.into()).and_then(|cell| cell.touch);
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

    fn canvas(&self, scene: &Scene, area: Rect) -> Canvas {
        Canvas::of(scene, area.width.into(), area.height.into())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let [head, middle, foot] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(5), Constraint::Length(2)]).areas(frame.area());
        let [left, right] = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(middle);
        frame.render_widget(Span::styled(self.game.play.title(), Style::new().add_modifier(Modifier::BOLD)), head);
        self.draw_board(frame, left);
        self.draw_words(frame, right);
        let status = match (self.game.verdict(), self.typed.is_empty()) {
            (_, false) => format!("move: {}_", self.typed),
            (Some(verdict), true) => verdict,
            (None, true) if self.game.house_to_move() => "The house is thinking ...".to_string(),
            (None, true) if self.game.play.solitaire() => "Your move.".to_string(),
            (None, true) => format!("Player {} to move.", self.game.play.turn() + 1),
        };
        let keys = Line::from(KEYS).style(Style::new().add_modifier(Modifier::DIM));
        frame.render_widget(Paragraph::new(vec![Line::from(status), keys]), foot);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let block = Block::bordered();
        self.board = block.inner(area);
        let scene = self.game.play.scene();
        let canvas = self.canvas(&scene, self.board);
        let chosen = touchable(&scene).nth(self.cursor).map(|(index, _)| index);
        let lines: Vec<Line<'_>> = match canvas.fits() {
            true => canvas.rows().map(|row| row.iter().map(|cell| span(cell, chosen)).collect()).collect(),
            false => {
                vec![Line::from(self.game.play.position()), Line::from("(the window is too small for the picture)")]
            }
        };
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    fn draw_words(&self, frame: &mut Frame<'_>, area: Rect) {
        let [above, below] = Layout::vertical([Constraint::Fill(1), Constraint::Fill(2)]).areas(area);
        let made = self.game.play.history();
        let numbered: Vec<String> = made.iter().enumerate().map(|(i, m)| format!("{}. {m}", i + 1)).collect();
        let words = |title: &'static str, text: String| {
            Paragraph::new(text).wrap(Wrap { trim: true }).block(Block::bordered().title(title))
        };
        frame.render_widget(words("moves", numbered.join("  ")), above);
        let recent: Vec<&str> = self.game.said.iter().rev().take(8).map(String::as_str).collect();
        frame.render_widget(words("said", recent.join("\n")), below);
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

fn span(cell: &Cell, chosen: Option<usize>) -> Span<'static> {
    let rgb = |ink: Ink| {
        let [r, g, b] = colour(ink, true);
        Color::Rgb(r, g, b)
    };
    let mut style = Style::new().fg(rgb(cell.ink));
    if let Some(ground) = cell.ground {
        style = style.bg(rgb(ground));
    }
    if chosen.is_some() && cell.touch == chosen {
        style = style.add_modifier(Modifier::REVERSED);
    }
    Span::styled(cell.face().to_string(), style)
}
