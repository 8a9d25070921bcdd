//! `parlor play ...`: a person at a game, against the house or against another person.

mod grid;
mod lines;
mod screen;

use crate::{command, watch};
use kit::{Ask, GameTable, Play, Result, Watch};
use std::io::IsTerminal;

/// `play TOPIC ...`, or `play "nim(3) + kayles(4)"`, where no topic is named but one of them can play it.
pub(crate) fn run(words: &[String]) -> Result<()> {
    let Some((first, rest)) = words.split_first() else { return crate::print::to_stdout(&tables()) };
    let named = topics::ALL.iter().find(|topic| topic.name == first);
    let (topic, words) = match named.or_else(|| topics::ALL.iter().find(|topic| (topic.plays)(first))) {
        Some(topic) => (topic, if named.is_some() { rest } else { words }),
        // The refusal names the nearest topic.
        None => return kit::find_topic(topics::ALL, first).map(|_| ()),
    };
    let table = kit::table_of(topic)?;
    let (ask, wishes) = command::read_table(topic, table, words)?;
    let play = (table.sit)(&ask, &mut watch::Bar::new())?;
    begin(play, table, ask, &wishes)
}

fn begin(play: Box<dyn Play>, table: &'static GameTable, ask: Ask, wishes: &Ask) -> Result<()> {
    let house = match (play.solitaire() || wishes.flag("two"), wishes.flag("second")) {
        (true, _) => None,
        (false, second) => Some(if second { 0 } else { 1 }),
    };
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let full_screen = on_terminal && !wishes.flag("plain");
    let game = Match { play, table, ask, house, said: Vec::new(), hinted: None, full_screen };
    watch::at_the_table();
    match full_screen {
        true => screen::run(game),
        false => lines::run(game, &mut std::io::stdin().lock()),
    }
}

fn tables() -> String {
    let examples = topics::ALL.iter().filter_map(|t| t.table).flat_map(|table| table.examples);
    let lines: String = examples.map(|e| format!("  parlor play {e}\n")).collect();
    format!("Tables to sit down at:\n{lines}")
}

/// A game between people and the house.
struct Match {
    play: Box<dyn Play>,
    /// Where they sit, and what was asked for there.
    table: &'static GameTable,
    ask: Ask,
    /// The player that the house plays, if any.
    house: Option<usize>,
    /// What was said, the newest last.
    said: Vec<String>,
    /// After how many moves a hint said where to look: asked again there, it tells the move.
    hinted: Option<usize>,
    /// Whether the whole screen belongs to the game.
    full_screen: bool,
}

impl Match {
    fn say(&mut self, line: impl Into<String>) {
        self.said.push(line.into());
    }

    fn watch(&self) -> Box<dyn Watch> {
        if self.full_screen { Box::new(watch::Silent::new()) } else { Box::new(watch::Bar::new()) }
    }

    fn house_to_move(&self) -> bool {
        self.play.end().is_none() && self.house == Some(self.play.turn())
    }

    /// The house moves, and says whether it knows or guesses.
    fn house_moves(&mut self) -> Result<()> {
        let advice = self.play.advise(&mut *self.watch())?;
        self.play.play(&advice.play)?;
        self.say(format!("The house plays {} ({}).", advice.play, advice.trust()));
        Ok(())
    }

    /// First where to look; asked once more at the same position, the move and its reason.
    fn hint(&mut self) {
        let here = self.play.history().len();
        match self.play.advise(&mut *self.watch()) {
            Ok(advice) if self.hinted.replace(here) == Some(here) => {
                self.say(format!("Hint: {} ({}).", advice.play, advice.trust()));
            }
            Ok(advice) => self.say(format!("Hint: {}. Ask again for the move.", advice.look)),
            Err(error) => self.say(format!("No hint: {error}.")),
        }
    }

    /// Takes back the person's last move, and the house's answer to it.
    fn undo(&mut self) {
        self.hinted = None;
        let mut undone = self.play.undo();
        while undone && self.house_to_move() && !self.play.history().is_empty() {
            undone = self.play.undo();
        }
        // The house began and its first move was taken back: it moves again.
        self.say(if undone { "Taken back." } else { "There is nothing to take back." });
    }

    /// A new game: a new puzzle where one is made by chance, otherwise the same start.
    fn renew(&mut self) {
        self.hinted = None;
        let ask = self.ask.anew().filter(|_| self.play.solitaire()).unwrap_or_else(|| self.ask.clone());
        match (self.table.sit)(&ask, &mut *self.watch()) {
            Ok(play) => {
                (self.play, self.ask) = (play, ask);
                self.say("A new game.");
            }
            Err(error) => self.say(format!("No new game: {error}.")),
        }
    }

    fn swap(&mut self) {
        match self.house {
            Some(player) => {
                self.house = Some(1 - player);
                self.say("You change sides.");
            }
            None => self.say("Nobody to change sides with."),
        }
    }

    fn values(&mut self) -> Vec<String> {
        match self.play.values(&mut *self.watch()) {
            Ok(values) => values
                .into_iter()
                .map(|v| {
                    let wins = match v.wins {
                        Some(true) => "wins",
                        Some(false) => "loses",
                        // A puzzle is not won or lost by a move: its note says what is left to do.
                        None if self.play.solitaire() && !v.note.is_empty() => {
                            return format!("{}: {}", v.play, v.note);
                        }
                        None => "unknown",
                    };
                    format!("{}: {wins}{}{}", v.play, if v.note.is_empty() { "" } else { ", " }, v.note)
                })
                .collect(),
            Err(error) => vec![error.to_string()],
        }
    }

    /// How it ended, seen from the person's chair.
    fn verdict(&self) -> Option<String> {
        Some(self.play.end()?.told(self.house, self.play.solitaire()))
    }
}
