//! Play line by line: for pipes, scripts and plain terminals.

use super::Match;
use crate::print;
use kit::Result;
use std::io::BufRead;

const HELP: &str = "Type a move, or: moves, undo, hint, values, swap, new, board, rules, help, quit.";

pub(crate) fn run(mut game: Match, input: &mut dyn BufRead) -> Result<()> {
    print::to_stdout(&format!("{}\n{}\n{HELP}\n\n{}", game.play.title(), game.play.rules(), board(&game)))?;
    loop {
        while game.house_to_move() {
            game.house_moves()?;
            let board = board(&game);
            game.say(board.trim_end().to_string());
        }
        for line in std::mem::take(&mut game.said) {
            print::to_stdout(&format!("{line}\n"))?;
        }
        if let Some(verdict) = game.verdict() {
            print::to_stdout(&format!("{verdict}\n"))?;
        }
        print::to_stdout("> ")?;
        let mut line = String::new();
        let read = input.read_line(&mut line).map_err(|e| crate::file_trouble("standard input", &e))?;
        if read == 0 {
            return print::to_stdout("\n");
        }
        match line.trim() {
            "" => {}
            "quit" | "q" => return Ok(()),
            command => obey(&mut game, command),
        }
    }
}

fn obey(game: &mut Match, command: &str) {
    match command {
        "help" => game.say(HELP),
        "rules" => game.say(game.play.rules()),
        "board" => game.say(board(game)),
        "moves" => game.say(game.play.moves().join("  ")),
        "undo" => {
            game.undo();
            game.say(board(game));
        }
        "new" => {
            game.renew();
            game.say(board(game));
        }
        "hint" => game.hint(),
        "swap" => game.swap(),
        "values" => {
            let values = game.values();
            game.said.extend(values);
        }
        play => match game.play.play(play) {
            Ok(()) => game.say(board(game)),
            Err(error) => game.say(format!("error: {error}")),
        },
    }
}

fn board(game: &Match) -> String {
    let canvas = show::terminal::Canvas::of(&game.play.scene(), 100, 60);
    match canvas.fits() {
        true => format!("{}{}\n", canvas.plain(), game.play.position()),
        false => format!("{}\n", game.play.position()),
    }
}
