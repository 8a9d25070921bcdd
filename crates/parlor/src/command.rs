//! The tree of commands, made from the registry.

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, error::ErrorKind};
use kit::{Ask, Error, Kind, Param, Place, Question, Result, Topic};
use std::ffi::OsString;

const OUTPUT: &str = "Output";

/// Every command there is.
pub(crate) fn command() -> Command {
    let mut root = Command::new("parlor")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A laboratory for the games and puzzles of recreational mathematics")
        .after_help(
            "Exit codes: 0 answered, 1 a claim or a certificate failed, 2 bad usage or input, 3 too large, 130 stopped.",
        )
        .disable_help_subcommand(true)
        .subcommand_help_heading("Topics and commands");
    for topic in topics::ALL {
        root = root.subcommand(topic_command(*topic));
    }
    for topic in topics::ALL {
        for word in topic.shorthands() {
            let question = kit::find_question(*topic, word).expect("a shorthand is a question of its topic");
            root = root.subcommand(question_command(question));
        }
    }
    root.subcommand(Command::new("topics").about("List the topics and their questions").arg(json_flag()))
        .subcommand(play_command())
        .subcommand(
            Command::new("check")
                .about("Check what the papers claim, by computing")
                .arg(
                    Arg::new("topic").value_name("TOPIC").help("only this topic, or a single claim such as topic.name"),
                )
                .arg(json_flag())
                .arg(
                    Arg::new("slow")
                        .long("slow")
                        .action(ArgAction::SetTrue)
                        .help("minutes instead of seconds: larger bounds"),
                ),
        )
        .subcommand(
            Command::new("verify")
                .about("Check certificates with code that shares only the rules with the solver")
                .arg(
                    Arg::new("file")
                        .value_name("FILE")
                        .num_args(0..)
                        .help("the certificates [default - for standard input]"),
                )
                .arg(json_flag()),
        )
        .subcommand(serve_command())
        .subcommand(
            Command::new("completions").about("Print the completions of a shell").arg(
                Arg::new("shell")
                    .value_name("SHELL")
                    .required(true)
                    .value_parser(PossibleValuesParser::new(["bash", "zsh", "fish"])),
            ),
        )
        .subcommand(Command::new("man").about("Print the manual page"))
}

fn json_flag() -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help("print one JSON object")
}

fn topic_command(topic: &'static dyn Topic) -> Command {
    let mut command = Command::new(topic.name())
        .about(topic.about())
        .after_help(format!("`parlor {}` alone tells more about the topic.", topic.name()))
        .disable_help_subcommand(true)
        .subcommand_help_heading("Questions");
    for question in topic.questions() {
        command = command.subcommand(question_command(*question));
    }
    command
}

fn question_command(question: &'static dyn Question) -> Command {
    let examples: Vec<String> = question.examples().iter().map(|e| format!("  parlor {e}")).collect();
    let mut command =
        Command::new(question.name()).about(question.about()).after_help(format!("Examples:\n{}", examples.join("\n")));
    for param in question.params() {
        command = command.arg(argument(param));
    }
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").help(help).help_heading(OUTPUT)
    };
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help).help_heading(OUTPUT)
    };
    command
        .arg(flag("json", "print one JSON object").conflicts_with_all(["csv", "bfile"]))
        .arg(flag("csv", "print a table as CSV").conflicts_with("bfile"))
        .arg(flag("bfile", "print the sequence as a b-file"))
        .arg(
            Arg::new("table")
                .long("table")
                .value_name("NAME")
                .help("which table --csv and --bfile print")
                .help_heading(OUTPUT),
        )
        .arg(file("svg", "write the picture as SVG"))
        .arg(file("png", "write the picture as PNG"))
        .arg(
            Arg::new("scene")
                .long("scene")
                .value_name("NAME")
                .help("which picture --svg and --png write")
                .help_heading(OUTPUT),
        )
        .arg(file("certificate", "write what lets someone else check the answer"))
        .arg(
            Arg::new("save")
                .long("save")
                .value_name("FACT=FILE")
                .action(ArgAction::Append)
                .help("write one fact, such as dot=graph.dot, to a file")
                .help_heading(OUTPUT),
        )
}

fn serve_command() -> Command {
    let value = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("serve")
        .about("Open the lab: every topic in the browser, to play, ask and look")
        .arg(value("port", "PORT", "the port [default 7777; 0 takes any that is free]"))
        .arg(Arg::new("open").long("open").action(ArgAction::SetTrue).help("open it in the browser"))
        .arg(value("host", "HOST", "where to listen, if other machines are to reach it [default 127.0.0.1]"))
        .arg(value("seconds", "N", "how long one answer may take [default 300]"))
        .arg(value("memory", "GIB", "how much memory one answer may take [default half of what is free]"))
}

fn play_command() -> Command {
    let mut command = Command::new("play")
        .about("Sit down at a game or a puzzle")
        // What is no topic's name may still be something to play, such as a sum of games.
        .allow_external_subcommands(true)
        .external_subcommand_value_parser(clap::value_parser!(String))
        .disable_help_subcommand(true)
        .subcommand_help_heading("Tables");
    for topic in topics::ALL {
        if let Some(table) = topic.table() {
            let mut sub = Command::new(topic.name()).about(topic.about()).args([
                Arg::new("second").long("second").action(ArgAction::SetTrue).help("let the house begin"),
                Arg::new("two").long("two").action(ArgAction::SetTrue).help("two people play, the house only watches"),
                Arg::new("plain").long("plain").action(ArgAction::SetTrue).help("line by line, even on a terminal"),
            ]);
            for param in table.params() {
                sub = sub.arg(argument(param));
            }
            command = command.subcommand(sub);
        }
    }
    command
}

/// A parameter as an argument. Required values and limits are checked by the kit, whose refusals say what would do.
fn argument(param: &'static Param) -> Arg {
    let arg = Arg::new(param.name).help(help(param));
    let arg = if let Kind::Switch = param.kind { arg } else { arg.allow_negative_numbers(true) };
    let arg = match param.place {
        Place::Main => arg.value_name(param.label()),
        Place::Rest => arg.value_name(param.label()).num_args(1..),
        Place::Named => arg.long(param.name),
    };
    match param.kind {
        Kind::Switch => arg.action(ArgAction::SetTrue),
        // Shells complete the words from this; the help has them from the parameter itself.
        Kind::Choice(words) => {
            let shown = PossibleValuesParser::new(words);
            let arg = if param.place == Place::Named { arg.value_name(param.name.to_uppercase()) } else { arg };
            arg.value_parser(shown).hide_possible_values(true)
        }
        _ if param.place == Place::Named => arg.value_name(param.name.to_uppercase()),
        _ => arg,
    }
}

fn help(param: &Param) -> String {
    let mut notes = Vec::new();
    match param.kind {
        Kind::Switch | Kind::Text { .. } | Kind::Source { .. } => {}
        _ => notes.push(param.wants()),
    }
    if let Some(default) = param.default.filter(|d| !d.is_empty()) {
        notes.push(format!("default {default}"));
    }
    match notes.is_empty() {
        true => param.about.to_string(),
        false => format!("{} [{}]", param.about, notes.join("; ")),
    }
}

/// A true minus sign. Before a digit it stands for a hyphen that clap would take for a flag: `-1,3` is a point, and no flag begins
/// with a digit.
const MINUS: char = '\u{2212}';

/// Hides the hyphen of a word that begins like a negative number.
pub(crate) fn guard_minus(word: OsString) -> OsString {
    let hidden = word.to_str().and_then(|text| text.strip_prefix('-')).filter(|rest| {
        let mut letters = rest.chars();
        let first = letters.next();
        let digit = if first == Some('.') { letters.next() } else { first };
        digit.is_some_and(|c| c.is_ascii_digit())
    });
    hidden.map(|rest| format!("{MINUS}{rest}").into()).unwrap_or(word)
}

pub(crate) fn unguard_minus(text: &str) -> String {
    text.strip_prefix(MINUS).map_or_else(|| text.to_string(), |rest| format!("-{rest}"))
}

/// The checked ask behind the words that clap has sorted.
pub(crate) fn read_ask(title: String, params: &'static [Param], matches: &ArgMatches) -> Result<Ask> {
    let mut ask = Ask::new(title, params);
    for param in params {
        if let Kind::Switch = param.kind {
            if matches.get_flag(param.name) {
                ask.give(param.name, "", &crate::files::Disk)?;
            }
            continue;
        }
        for text in matches.get_many::<String>(param.name).into_iter().flatten() {
            ask.give(param.name, &unguard_minus(text), &crate::files::Disk)?;
        }
    }
    ask.complete()?;
    Ok(ask)
}

/// What clap has to say, in one line that names the offending part and what would do.
pub(crate) fn as_one_line(error: &clap::Error) -> Error {
    let text = error.render().to_string();
    let paragraph = |start: &str| {
        let lines = text.lines().map(str::trim).skip_while(move |line| !line.starts_with(start));
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let what = paragraph("error:").trim_start_matches("error:").trim().to_string();
    let tip = paragraph("tip:").trim_start_matches("tip:").trim().to_string();
    let instead = match (tip.is_empty(), error.kind()) {
        (false, _) => tip,
        (true, ErrorKind::InvalidSubcommand) => "`parlor topics` lists what there is".to_string(),
        (true, _) => "--help tells what would do".to_string(),
    };
    Error::usage("command line", what, instead)
}

/// Prints the completions of a shell.
pub(crate) fn completions(matches: &ArgMatches) -> Result<()> {
    let shell = match matches.get_one::<String>("shell").map(String::as_str) {
        Some("zsh") => clap_complete::Shell::Zsh,
        Some("fish") => clap_complete::Shell::Fish,
        _ => clap_complete::Shell::Bash,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "parlor", &mut script);
    crate::print::to_stdout(&String::from_utf8_lossy(&script))
}

/// Prints the manual page.
pub(crate) fn manual() -> Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command()).render(&mut page).map_err(|e| crate::file_trouble("the manual page", &e))?;
    crate::print::to_stdout(&String::from_utf8_lossy(&page))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tree_of_commands_is_sound() {
        super::command().debug_assert();
    }
}
