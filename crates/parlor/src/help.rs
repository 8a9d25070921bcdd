//! Help, completions and the manual: clap's tree of commands, made from the registry. It sorts no words; it only tells.

use crate::command::{COMMANDS, OUTPUT, WISHES, names};
use crate::{formats, limits, print};
use clap::{Arg, ArgAction, Command, builder::PossibleValuesParser};
use kit::{Ask, GameTable, Kind, Param, Place, Question, Result, Topic, say};

/// Every command there is.
fn tree() -> Command {
    let root = Command::new("parlor")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A laboratory for the games and puzzles of recreational mathematics")
        .after_help(
            "Exit codes: 0 answered, 1 a claim or a certificate failed, 2 bad usage or input, 3 too large, 130 stopped.",
        )
        .disable_help_subcommand(true)
        .subcommand_help_heading("Topics and commands");
    let shorthands = topics::ALL.iter().flat_map(|topic| {
        let question = |word| kit::find_question(topic, word).expect("a shorthand is a question of its topic");
        topic.shorthands.iter().map(move |word| question_command(question(word)))
    });
    let commands = COMMANDS.iter().map(|command| {
        Command::new(command.name)
            .about(command.about)
            .args(command.params.iter().map(argument))
            .args(limited(limits::of_command(command)))
    });
    root.subcommands(topics::ALL.iter().map(|topic| topic_command(topic)))
        .subcommands(shorthands)
        .subcommand(play_command())
        .subcommands(commands)
}

fn topic_command(topic: &'static Topic) -> Command {
    Command::new(topic.name)
        .about(topic.about)
        .after_help(format!("`parlor {}` alone tells more about the topic.", topic.name))
        .disable_help_subcommand(true)
        .subcommand_help_heading("Questions")
        .subcommands(topic.questions.iter().map(question_command))
}

fn question_command(question: &'static Question) -> Command {
    let examples: Vec<String> = question.examples.iter().map(|e| format!("  parlor {e}")).collect();
    Command::new(question.name)
        .about(question.about)
        .after_help(format!("Examples:\n{}", examples.join("\n")))
        .args(question.params.iter().map(argument))
        .args(OUTPUT.iter().map(|param| argument(param).help_heading("Output")))
        .args(limited(limits::beside(question.params)))
}

fn play_command() -> Command {
    let table = |topic: &&'static Topic| topic.table.map(|table| table_command(topic, table));
    Command::new("play")
        .about("Sit down at a game or a puzzle")
        .disable_help_subcommand(true)
        .subcommand_help_heading("Tables")
        .subcommands(topics::ALL.iter().filter_map(table))
}

fn table_command(topic: &'static Topic, table: &'static GameTable) -> Command {
    Command::new(topic.name)
        .about(topic.about)
        .args(WISHES.iter().chain(table.params).map(argument))
        .args(limited(limits::beside(table.params)))
}

/// What may be taken, under a heading of its own.
fn limited(limits: &'static [Param]) -> impl Iterator<Item = Arg> {
    limits.iter().map(|param| argument(param).help_heading("Limits"))
}

/// A parameter as an argument.
fn argument(param: &'static Param) -> Arg {
    let arg = Arg::new(param.name).help(help(param));
    let arg = match param.place {
        Place::Main => arg.value_name(param.label()),
        Place::Rest => arg.value_name(param.label()).num_args(1..),
        Place::Named => arg.long(param.name),
        Place::Repeated => arg.long(param.name).action(ArgAction::Append),
    };
    let arg = if param.place.is_named() { arg.value_name(param.name.to_uppercase()) } else { arg };
    match param.kind {
        Kind::Switch => arg.value_name(None::<&str>).action(ArgAction::SetTrue),
        // Shells complete the words from this; the help has them from the parameter itself.
        Kind::Choice(words) => arg.value_parser(PossibleValuesParser::new(words)).hide_possible_values(true),
        _ => arg,
    }
}

fn help(param: &Param) -> String {
    let mut notes = Vec::new();
    match param.kind {
        Kind::Switch | Kind::Text { .. } | Kind::Source { .. } => {}
        _ => notes.push(param.wants()),
    }
    notes.extend(param.default().filter(|default| !default.is_empty()).map(|default| format!("default {default}")));
    match notes.is_empty() {
        true => param.about.to_string(),
        false => format!("{} [{}]", param.about, notes.join("; ")),
    }
}

/// `parlor help [WORD]...`: the page of a command, or the formats of certificates.
pub(crate) fn run(ask: &Ask) -> Result<()> {
    let words: Vec<String> = ask.texts("words").iter().map(ToString::to_string).collect();
    match &words[..] {
        [first, rest @ ..] if first == "certificates" => formats::page(rest),
        [first, ..] if !names().any(|name| name == first) && tree().find_subcommand(first).is_none() => {
            Err(say::unknown(first, "no topic and no command", names().chain(["certificates"])))
        }
        _ => page(&words),
    }
}

/// Prints the page of the command that the words begin with.
pub(crate) fn page(words: &[String]) -> Result<()> {
    let mut command = tree();
    command.build();
    let mut at = &mut command;
    for word in words {
        match at.find_subcommand(word).is_some() {
            true => at = at.find_subcommand_mut(word).expect("it was just found"),
            false => break,
        }
    }
    print::to_stdout(&at.render_long_help().to_string())
}

/// Prints the completions of a shell.
pub(crate) fn completions(ask: &Ask) -> Result<()> {
    let shell = match ask.text("shell") {
        "zsh" => clap_complete::Shell::Zsh,
        "fish" => clap_complete::Shell::Fish,
        _ => clap_complete::Shell::Bash,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut tree(), "parlor", &mut script);
    print::to_stdout(&String::from_utf8_lossy(&script))
}

/// Prints the manual page of the program, or of what the words name: `parlor man queens lock`.
pub(crate) fn manual(ask: &Ask) -> Result<()> {
    let mut command = tree();
    command.build();
    let mut title = "parlor".to_string();
    for word in ask.texts("words") {
        let known = || command.get_subcommands().map(|command| command.get_name().to_string()).collect::<Vec<_>>();
        let Some(found) = command.find_subcommand(word).cloned() else {
            let known = known();
            return Err(say::unknown(word, "no manual page", known.iter().map(String::as_str)));
        };
        title = format!("{title}-{word}");
        command = found;
    }
    // A page of its own has the name that `man` finds it by.
    let command = command.display_name(title.clone()).bin_name(title.replace('-', " "));
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command).title(title);
    man.render(&mut page).map_err(|e| crate::file_trouble("the manual page", &e))?;
    print::to_stdout(&String::from_utf8_lossy(&page))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tree_of_commands_is_sound() {
        super::tree().debug_assert();
    }
}
