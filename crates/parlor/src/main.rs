//! The command line of Parlor, made from the registry of topics: a new question appears here without a line of code.

mod answer;
mod check;
mod command;
mod files;
mod listing;
mod play;
mod print;
mod serve;
mod verify;
mod watch;

use clap::ArgMatches;
use kit::{Error, Question, Result, Topic, Trouble};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let word = if error.is_stopped() { "" } else { "error: " };
            print::to_stderr(&format!("{word}{error}\n"));
            if let Some(caret) = error.caret() {
                print::to_stderr(&format!("{caret}\n"));
            }
            ExitCode::from(match error.trouble() {
                Trouble::Failed => 1,
                Trouble::Usage => 2,
                Trouble::TooLarge => 3,
                Trouble::Stopped => 130,
            })
        }
    }
}

fn run() -> Result<()> {
    let matches = match command::command().try_get_matches_from(std::env::args_os().map(command::guard_minus)) {
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => return print::to_stdout(&error.render().to_string()),
        Err(error) => return Err(command::as_one_line(&error)),
    };
    watch::catch_interrupts();
    let Some((name, rest)) = matches.subcommand() else {
        return print::to_stdout(&command::command().render_help().to_string());
    };
    dispatch(name, rest)
}

fn dispatch(name: &str, matches: &ArgMatches) -> Result<()> {
    match name {
        "topics" => listing::topics(matches.get_flag("json")),
        "check" => check::run(matches),
        "verify" => verify::run(matches),
        "play" => play::run(matches),
        "serve" => serve::run(matches),
        "completions" => command::completions(matches),
        "man" => command::manual(),
        short if shorthand(short).is_some() => {
            let (topic, question) = shorthand(short).expect("just seen");
            answer::run(topic, question, matches)
        }
        topic => {
            let topic = kit::find_topic(topics::ALL, topic)?;
            match matches.subcommand() {
                None => listing::topic(topic),
                Some((question, matches)) => answer::run(topic, kit::find_question(topic, question)?, matches),
            }
        }
    }
}

/// The question that may be asked by this word alone, and its topic.
fn shorthand(word: &str) -> Option<(&'static dyn Topic, &'static dyn Question)> {
    let topic = topics::ALL.iter().find(|topic| topic.shorthands().contains(&word))?;
    kit::find_question(*topic, word).ok().map(|question| (*topic, question))
}

/// What a front end says when a file will not do.
fn file_trouble(path: &str, error: &std::io::Error) -> Error {
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        std::io::ErrorKind::InvalidData => "it is not text".to_string(),
        _ => error.to_string(),
    };
    Error::usage(path, why, "name a file that can be used")
}
