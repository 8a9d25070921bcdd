//! Games and the session that plays them.
//!
//! A topic writes a [`Game`]: typed positions and moves that are text as well. [`Session`] holds the history, undo and
//! the checked door once for all games, and front ends speak to it through [`Play`], in text only.

use crate::say::shorten;
use crate::{Ask, Error, Param, Result, Scene, Standing, Watch};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The parameter of every table that says where to begin: the text of a position, as [`Play::position`] writes it.
pub const FROM: Param = Param::text("from", "the position to begin with, as the table writes positions", 100_000);

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The player who won, 0 or 1; `None` when nobody did (a puzzle given up, a stalemate).
    pub winner: Option<usize>,
    /// Why it is over, in one sentence.
    pub line: String,
}

impl End {
    /// How it ended, in a sentence for the person: `house` is the player that the house plays, if it plays; a puzzle
    /// has no winner to name.
    pub fn told(&self, house: Option<usize>, solitaire: bool) -> String {
        let mut letters = self.line.chars();
        let line: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        match (self.winner, house) {
            _ if solitaire => format!("{line}."),
            (None, _) => format!("{line}. Nobody wins."),
            (Some(player), None) => format!("{line}. Player {} wins.", player + 1),
            (Some(player), Some(house)) if player == house => format!("{line}. The house wins."),
            (Some(_), Some(_)) => format!("{line}. You win."),
        }
    }
}

/// A proposed move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice<M> {
    /// The move.
    pub play: M,
    /// `Proved` when the position was solved; anything else is a guess.
    pub standing: Standing,
    /// Where to look: the first stage of a hint, which does not give the move away.
    pub look: String,
    /// Why this move, in one sentence.
    pub line: String,
}

impl<M> Advice<M> {
    /// A move with what is known of it, where to look for it, and why it is good.
    pub fn new(play: M, standing: Standing, look: impl Into<String>, line: impl Into<String>) -> Advice<M> {
        Advice { play, standing, look: look.into(), line: line.into() }
    }

    /// A move of a position that was solved.
    pub fn proved(play: M, look: impl Into<String>, line: impl Into<String>) -> Advice<M> {
        Advice::new(play, Standing::Proved, look, line)
    }

    /// A move that looks good.
    pub fn guess(play: M, look: impl Into<String>, line: impl Into<String>) -> Advice<M> {
        Advice::new(play, Standing::Best, look, line)
    }

    /// Whether it is known or guessed, and why, in a few words.
    pub fn trust(&self) -> String {
        match &self.standing {
            Standing::Proved => format!("proved: {}", self.line),
            other => format!("a guess, {other}: {}", self.line),
        }
    }
}

/// What a move is worth to the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Valued<M> {
    /// The move.
    pub play: M,
    /// Whether it wins, if that is known.
    pub wins: Option<bool>,
    /// Its nimber, the clicks left, the pairs left: a few words.
    pub note: String,
}

/// What counts in a puzzle: the less the better.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// What is counted: `clicks`, `diameter of the cavity`.
    pub name: &'static str,
    /// How much it came to.
    pub value: f64,
}

/// A game or a puzzle.
pub trait Game: Send {
    /// A position; its text is the permalink and the wire format.
    type Position: Clone + Display + Send;
    /// A move; its text is what a person types.
    type Move: Clone + PartialEq + Display + Send;

    /// What is played, `mod 2 queens on 6 x 6`.
    fn title(&self) -> String;

    /// The rules in a few sentences.
    fn rules(&self) -> String;

    /// One player against the puzzle rather than two against each other.
    fn solitaire(&self) -> bool {
        false
    }

    /// Reads a position back from its text.
    fn read_position(&self, text: &str) -> Result<Self::Position>;

    /// The moves offered. In a game whose moves are too many to list, some of them; [`Game::read_move`] accepts all.
    fn moves(&self, at: &Self::Position) -> Vec<Self::Move>;

    /// Reads a move and checks that it is legal there.
    fn read_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move> {
        let moves = self.moves(at);
        moves.iter().find(|m| m.to_string() == text.trim()).cloned().ok_or_else(|| illegal(text, &moves))
    }

    /// The position after a legal move.
    fn after(&self, at: &Self::Position, play: &Self::Move) -> Self::Position;

    /// Whose turn it is, 0 or 1, after so many moves. Players alternate unless the game says otherwise.
    fn turn(&self, _at: &Self::Position, moves_made: usize) -> usize {
        moves_made % 2
    }

    /// How the game ended, if it has; `turn` is who would have to move.
    fn end(&self, at: &Self::Position, turn: usize) -> Option<End>;

    /// A good move and what is known of it. Only called while the game goes on.
    fn advise(&self, at: &Self::Position, watch: &mut dyn Watch) -> Result<Advice<Self::Move>>;

    /// What each offered move is worth, where that can be said.
    fn values(&self, at: &Self::Position, _watch: &mut dyn Watch) -> Result<Vec<Valued<Self::Move>>> {
        let unknown = |play| Valued { play, wins: None, note: String::new() };
        Ok(self.moves(at).into_iter().map(unknown).collect())
    }

    /// The position as a picture whose touches are moves.
    fn scene(&self, at: &Self::Position) -> Scene;

    /// What counts at the end of a puzzle, and is worth beating: the less the better.
    fn score(&self, _at: &Self::Position) -> Option<Score> {
        None
    }
}

/// The refusal of a move that is not among these, with some that are.
pub fn illegal<M: Display>(text: &str, moves: &[M]) -> Error {
    let some: Vec<String> = moves.iter().take(6).map(ToString::to_string).collect();
    let instead = match some.is_empty() {
        true => "no move is left".to_string(),
        false => format!("for example {}", some.join("  ")),
    };
    Error::usage(format!("{:?}", shorten(text)), "not a legal move here", instead)
}

/// A game in progress, as front ends see it: text in, text and pictures out.
pub trait Play: Send {
    /// What is played.
    fn title(&self) -> String;
    /// The rules in a few sentences.
    fn rules(&self) -> String;
    /// One player against the puzzle.
    fn solitaire(&self) -> bool;
    /// The position's text.
    fn position(&self) -> String;
    /// The moves made, in order.
    fn history(&self) -> Vec<String>;
    /// The moves offered.
    fn moves(&self) -> Vec<String>;
    /// Whose turn it is, 0 or 1.
    fn turn(&self) -> usize {
        self.turn_after(self.history().len())
    }
    /// Whose turn it was after so many of the moves made.
    fn turn_after(&self, moves: usize) -> usize;
    /// How it ended, if it has.
    fn end(&self) -> Option<End>;
    /// Plays a move, or says why not and changes nothing.
    fn play(&mut self, text: &str) -> Result<()>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// A good move and what is known of it.
    fn advise(&self, watch: &mut dyn Watch) -> Result<Advice<String>>;
    /// What each offered move is worth.
    fn values(&self, watch: &mut dyn Watch) -> Result<Vec<Valued<String>>>;
    /// The position as a picture.
    fn scene(&self) -> Scene;
    /// What counts at the end of a puzzle.
    fn score(&self) -> Option<Score>;
}

/// A game with its history: the one implementation of [`Play`].
pub struct Session<G: Game> {
    game: G,
    start: G::Position,
    made: Vec<(G::Move, G::Position)>,
}

impl<G: Game + 'static> Session<G> {
    /// A game from where [`FROM`] says, or else from this start.
    pub fn begin(game: G, start: G::Position, ask: &Ask) -> Result<Box<dyn Play>> {
        let start = match ask.text_if(FROM.name) {
            Some(text) => game.read_position(text)?,
            None => start,
        };
        Ok(Box::new(Session { game, start, made: Vec::new() }))
    }
}

impl<G: Game> Session<G> {
    /// A game from its start.
    pub fn new(game: G, start: G::Position) -> Self {
        Session { game, start, made: Vec::new() }
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position now.
    pub fn now(&self) -> &G::Position {
        self.position_after(self.made.len())
    }

    fn position_after(&self, moves: usize) -> &G::Position {
        match moves {
            0 => &self.start,
            _ => &self.made[moves - 1].1,
        }
    }
}

impl<G: Game> Play for Session<G> {
    fn title(&self) -> String {
        self.game.title()
    }

    fn rules(&self) -> String {
        self.game.rules()
    }

    fn solitaire(&self) -> bool {
        self.game.solitaire()
    }

    fn position(&self) -> String {
        self.now().to_string()
    }

    fn history(&self) -> Vec<String> {
        self.made.iter().map(|(play, _)| play.to_string()).collect()
    }

    fn moves(&self) -> Vec<String> {
        match self.end() {
            Some(_) => Vec::new(),
            None => self.game.moves(self.now()).iter().map(ToString::to_string).collect(),
        }
    }

    fn turn_after(&self, moves: usize) -> usize {
        self.game.turn(self.position_after(moves), moves)
    }

    fn end(&self) -> Option<End> {
        self.game.end(self.now(), self.turn())
    }

    fn play(&mut self, text: &str) -> Result<()> {
        if let Some(end) = self.end() {
            return Err(Error::usage(format!("{:?}", shorten(text)), "the game is over", end.line));
        }
        let play = self.game.read_move(self.now(), text)?;
        let after = self.game.after(self.now(), &play);
        self.made.push((play, after));
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.made.pop().is_some()
    }

    fn advise(&self, watch: &mut dyn Watch) -> Result<Advice<String>> {
        if let Some(end) = self.end() {
            return Err(Error::usage("hint", "the game is over", end.line));
        }
        let Advice { play, standing, look, line } = self.game.advise(self.now(), watch)?;
        Ok(Advice { play: play.to_string(), standing, look, line })
    }

    fn values(&self, watch: &mut dyn Watch) -> Result<Vec<Valued<String>>> {
        if self.end().is_some() {
            return Ok(Vec::new());
        }
        let valued = self.game.values(self.now(), watch)?;
        Ok(valued.into_iter().map(|v| Valued { play: v.play.to_string(), wins: v.wins, note: v.note }).collect())
    }

    fn scene(&self) -> Scene {
        self.game.scene(self.now())
    }

    fn score(&self) -> Option<Score> {
        self.game.score(self.now())
    }
}
