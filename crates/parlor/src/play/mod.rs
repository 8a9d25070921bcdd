//! `parlor play ...`: a person at a game, against the house or against another person.

mod lines;
mod screen;

use crate::{command, watch};
use clap::ArgMatches;
use kit::{Play, Result, Watch};
use std::io::IsTerminal;

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    match matches.subcommand() {
        None => crate::print::to_stdout(&tables()),
        Some((name, rest)) => match topics::ALL.iter().find(|topic| topic.name() == name) {
            Some(topic) => {
                let table = kit::table_of(*topic)?;
                let ask = command::read_ask(format!("play {name}"), table.params(), rest)?;
                let wish = |flag: &str| rest.get_flag(flag);
                begin(table.sit(&ask)?, &Wishes { second: wish("second"), two: wish("two"), plain: wish("plain") })
            }
            None => {
                let words = rest
                    .get_many::<String>("")
                    .into_iter()
                    .flatten()
                    .map(|word| command::unguard_minus(word))
                    .collect();
                run_unnamed(name, words)
            }
        },
    }
}

/// How the person wants to sit.
struct Wishes {
    second: bool,
    two: bool,
    plain: bool,
}

/// `play "nim(3) + kayles(4)"`: no topic is named, but one of them can play it.
fn run_unnamed(text: &str, mut words: Vec<String>) -> Result<()> {
    let mut wish = |flag: &str| {
        let before = words.len();
        words.retain(|word| word != flag);
        words.len() < before
    };
    let wishes = Wishes { second: wish("--second"), two: wish("--two"), plain: wish("--plain") };
    let Some(topic) = topics::ALL.iter().find(|topic| topic.plays(text)) else {
        // The refusal names the nearest topic.
        return kit::find_topic(topics::ALL, text).map(|_| ());
    };
    let table = kit::table_of(*topic)?;
    let words: Vec<String> = std::iter::once(text.to_string()).chain(words).collect();
    let ask = kit::Ask::read(format!("play {}", topic.name()), table.params(), &words, &crate::files::Disk)?;
    begin(table.sit(&ask)?, &wishes)
}

fn begin(play: Box<dyn Play>, wishes: &Wishes) -> Result<()> {
    let house = match (play.solitaire() || wishes.two, wishes.second) {
        (true, _) => None,
        (false, second) => Some(if second { 0 } else { 1 }),
    };
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let full_screen = on_terminal && !wishes.plain;
    let game = Match { play, house, said: Vec::new(), full_screen };
    watch::at_the_table();
    match full_screen {
        true => screen::run(game),
        false => lines::run(game, &mut std::io::stdin().lock()),
    }
}

fn tables() -> String {
    let examples = topics::ALL.iter().filter_map(|t| t.table()).flat_map(kit::GameTable::examples);
    let lines: String = examples.map(|e| format!("  parlor play {e}\n")).collect();
    format!("Tables to sit down at:\n{lines}")
}

/// A game between people and the house.
struct Match {
    play: Box<dyn Play>,
    /// The player that the house plays, if any.
    house: Option<usize>,
    /// What was said, the newest last.
    said: Vec<String>,
    /// Whether the whole screen belongs to the game.
    full_screen: bool,
}

impl Match {
    fn say(&mut self, line: impl Into<String>) {
        self.said.push(line.into());
    }

    fn watch(&self) -> Box<dyn Watch> {
        if self.full_screen { Box::new(watch::Silent) } else { Box::new(watch::Bar::new()) }
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

    fn hint(&mut self) {
        match self.play.advise(&mut *self.watch()) {
            Ok(advice) => self.say(format!("Hint: {} ({}).", advice.play, advice.trust())),
            Err(error) => self.say(format!("No hint: {error}.")),
        }
    }

    /// Takes back the person's last move, and the house's answer to it.
    fn undo(&mut self) {
        let mut undone = self.play.undo();
        while undone && self.house_to_move() && !self.play.history().is_empty() {
            undone = self.play.undo();
        }
        // The house began and its first move was taken back: it moves again.
        self.say(if undone { "Taken back." } else { "There is nothing to take back." });
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
