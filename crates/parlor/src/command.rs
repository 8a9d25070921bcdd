//! The commands beside the topics, as rows, and the reading of the command line. The kit's reader is the only one:
//! help, completions and the manual are made from the same parameters.

use crate::{
    answer, check, explain, files::Disk, help, learn, limits, listing, oeis, paper, play, print, records, schema,
    serve, shell, verify, worksheet,
};
use kit::{Ask, Error, GameTable, Param, Question, Result, Topic, ask, say};

/// A command that is no topic.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) params: &'static [Param],
    pub(crate) run: fn(&Ask) -> Result<()>,
}

const JSON: Param = Param::switch("json", "print one JSON object");

/// Where an answer goes; every question takes these beside its own.
pub(crate) const OUTPUT: &[Param] = &[
    JSON,
    Param::switch("csv", "print a table as CSV"),
    Param::switch("bfile", "print the sequence as a b-file"),
    Param::switch("tex", "print facts and tables as LaTeX tabulars, pictures as TikZ"),
    Param::switch("html", "print a page that needs nothing else"),
    Param::text("table", "which table --csv and --bfile print", 100),
    Param::text("svg", "write the picture as SVG to this file", 4000),
    Param::text("png", "write the picture as PNG to this file", 4000),
    Param::text("scene", "which picture --svg and --png write", 100),
    Param::text("certificate", "write what lets someone else check the answer to this file", 4000),
    Param::text("save", "write one fact, FACT=FILE such as dot=graph.dot, to a file", 4000).repeated(),
];

/// How a person wants to sit; every table takes these beside its own.
pub(crate) const WISHES: &[Param] = &[
    Param::switch("second", "let the house begin"),
    Param::switch("two", "two people play, the house only watches"),
    Param::switch("plain", "line by line, even on a terminal"),
];

/// Every command that is no topic, except `play`, which is read by the tables.
pub(crate) static COMMANDS: &[Command] = &[
    Command {
        name: "topics",
        about: "List the topics and their questions",
        params: &[JSON],
        run: |ask| listing::topics(ask.flag("json")),
    },
    Command {
        name: "explain",
        about: "Explain a word such as nimber or a theorem of an essay, or list the words that are explained",
        params: &[Param::text("term", "the word, or the name of the theorem", 100).main().free()],
        run: explain::run,
    },
    Command {
        name: "learn",
        about: "Take a lesson, or list them",
        params: &[
            Param::text("topic", "the topic", 100).main().free(),
            Param::whole("lesson", "the number of the lesson", 1, 99).main().free(),
        ],
        run: learn::run,
    },
    Command {
        name: "worksheet",
        about: "Print puzzles for a class, with their solutions if wanted",
        params: worksheet::PARAMS,
        run: worksheet::run,
    },
    Command {
        name: "paper",
        about: "Read a topic's paper with its claims checked, its figures drawn and its questions asked",
        params: &[
            Param::text("topic", "the topic", 100).main(),
            Param::switch("unchecked", "only read; leave the claims unchecked"),
        ],
        run: paper::run,
    },
    Command {
        name: "check",
        about: "Check what the papers claim, by computing",
        params: &[
            Param::text("topic", "only this topic, or a single claim such as topic.name", 200).main().free(),
            JSON,
            Param::switch("slow", "minutes instead of seconds: larger bounds"),
        ],
        run: check::run,
    },
    Command {
        name: "verify",
        about: "Check certificates with code that shares only the rules with the solver",
        params: &[Param::text("file", "the certificates, - for standard input", 4000).rest().or("-"), JSON],
        run: verify::run,
    },
    Command {
        name: "oeis",
        about: "Print a sequence of the OEIS by its number, or list all that are known",
        params: oeis::PARAMS,
        run: oeis::run,
    },
    Command {
        name: "records",
        about: "Print results that were computed here, how they were obtained, and how to check them",
        params: &[JSON],
        run: records::run,
    },
    Command {
        name: "serve",
        about: "Open the lab: every topic in the browser, to play, ask and look",
        params: serve::PARAMS,
        run: serve::run,
    },
    Command { name: "schema", about: "Print the JSON Schema of answers", params: &[], run: |_| schema::run() },
    Command {
        name: "shell",
        about: "A prompt with history and completion that keeps its answers",
        params: &[],
        run: |_| shell::run(),
    },
    Command {
        name: "help",
        about: "Print the help of a topic or a command, or the formats of certificates",
        params: &[Param::text("words", "a topic, a command, or certificates [TOPIC [KIND]]", 100).rest().free()],
        run: help::run,
    },
    Command {
        name: "completions",
        about: "Print the completions of a shell",
        params: &[Param::choice("shell", "the shell", &["bash", "zsh", "fish"]).main()],
        run: help::completions,
    },
    Command {
        name: "man",
        about: "Print the manual page, of the program or of a topic, a question, a command",
        params: &[Param::text("words", "the topic and the question, or the command", 100).rest().free()],
        run: help::manual,
    },
];

/// What the first words of a command line ask for.
enum Wanted {
    Command(&'static Command),
    Play,
    Topic(&'static Topic, bool),
    Question(&'static Topic, &'static Question),
}

/// Carries out a command line.
pub(crate) fn run(words: &[String]) -> Result<()> {
    if words.is_empty() || words.iter().any(|word| word == "--help" || word == "-h") {
        return help::page(words);
    }
    if let "--version" | "-V" = words[0].as_str() {
        return print::to_stdout(&format!("parlor {}\n", env!("CARGO_PKG_VERSION")));
    }
    let (wanted, rest) = find(words)?;
    let carried_out = carry_out(wanted, rest);
    limits::done();
    carried_out
}

fn carry_out(wanted: Wanted, rest: &[String]) -> Result<()> {
    match wanted {
        Wanted::Command(command) => {
            let rest = limits::read(command.name, rest, command.params, limits::of_command(command))?;
            (command.run)(&Ask::read(command.name, command.params, &rest, &Disk)?)
        }
        Wanted::Play => play::run(rest),
        Wanted::Topic(topic, unfolded) => listing::topic(topic, unfolded),
        Wanted::Question(topic, question) => answer::run(topic, question, rest),
    }
}

fn find(words: &[String]) -> Result<(Wanted, &[String])> {
    let (first, rest) = words.split_first().expect("there is a word");
    if let Some(command) = COMMANDS.iter().find(|command| command.name == first) {
        return Ok((Wanted::Command(command), rest));
    }
    if first == "play" {
        return Ok((Wanted::Play, rest));
    }
    if let Some((topic, question)) = shorthand(first) {
        return Ok((Wanted::Question(topic, question), rest));
    }
    let Some(topic) = topics::ALL.iter().find(|topic| topic.name == first) else {
        return Err(say::unknown(first, "no topic and no command", names()));
    };
    match rest.split_first() {
        None => Ok((Wanted::Topic(topic, false), rest)),
        Some((more, [])) if more == "--more" => Ok((Wanted::Topic(topic, true), rest)),
        Some((question, rest)) => Ok((Wanted::Question(topic, kit::find_question(topic, question)?), rest)),
    }
}

/// The first words that a command line may have.
pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    let commands = COMMANDS.iter().map(|command| command.name);
    topics::ALL.iter().map(|topic| topic.name).chain(commands).chain(["play"])
}

/// The question that may be asked by this word alone, and its topic.
fn shorthand(word: &str) -> Option<(&'static Topic, &'static Question)> {
    let topic = topics::ALL.iter().find(|topic| topic.shorthands.contains(&word))?;
    kit::find_question(topic, word).ok().map(|question| (*topic, question))
}

/// The ask of a question, and what is to be done with its answer.
pub(crate) fn read_question(topic: &Topic, question: &Question, words: &[String]) -> Result<(Ask, Ask)> {
    let title = format!("{} {}", topic.name, question.name);
    let words = limits::read(&title, words, &[question.params, OUTPUT].concat(), limits::beside(question.params))?;
    let (words, output) = ask::part(&words, question.params, OUTPUT);
    let ask = question.ask(topic, &words, &Disk)?;
    limits::adopt(&ask);
    let output = Ask::read(title, OUTPUT, &output, &Disk)?;
    let formats: Vec<&str> =
        ["json", "csv", "bfile", "tex", "html"].into_iter().filter(|name| output.flag(name)).collect();
    match formats[..] {
        [] | [_] => Ok((ask, output)),
        [one, other, ..] => {
            let why = format!("cannot be used with --{other}");
            Err(Error::usage(format!("--{one}"), why, "ask for one format at a time"))
        }
    }
}

/// The ask of a table, and how the person wants to sit.
pub(crate) fn read_table(topic: &Topic, table: &GameTable, words: &[String]) -> Result<(Ask, Ask)> {
    let params = [table.params, WISHES].concat();
    let words = limits::read(&format!("play {}", topic.name), words, &params, limits::beside(table.params))?;
    let (words, wishes) = ask::part(&words, table.params, WISHES);
    let ask = table.ask(topic, &words, &Disk)?;
    limits::adopt(&ask);
    Ok((ask, Ask::read("play", WISHES, &wishes, &Disk)?))
}
