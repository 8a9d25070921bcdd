//! `parlor shell`: a prompt with history and completion. Answers are kept, so that asking again, or in another format,
//! takes no time.

use crate::command::{self, COMMANDS, OUTPUT};
use crate::{limits, watch};
use kit::{Ask, Error, Kind, Param, Report, Result, ask};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The most answers that are kept.
const MOST_KEPT: usize = 64;

/// Answers by their asks, the latest last; nothing is kept outside the shell.
static KEPT: Mutex<Option<VecDeque<(String, Report)>>> = Mutex::new(None);

/// The answer of an ask that was answered before in this shell, or of `answer`, which is then kept.
pub(crate) fn kept(ask: &Ask, answer: impl FnOnce() -> Result<Report>) -> Result<Report> {
    let title = format!("{} {}", ask.wants_certificate(), ask.line());
    let known = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, report)) = known().as_ref().and_then(|kept| kept.iter().find(|(asked, _)| *asked == title)) {
        return Ok(report.clone());
    }
    let report = answer()?;
    // What a limit cut short is not the answer.
    if let Some(kept) = known().as_mut().filter(|_| limits::word().is_none()) {
        kept.push_back((title, report.clone()));
        while kept.len() > MOST_KEPT {
            kept.pop_front();
        }
    }
    Ok(report)
}

/// Reads sentences until the end of the input, `exit` or `quit`.
pub(crate) fn run() -> Result<()> {
    {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_some() {
            return Err(Error::usage("shell", "this is the shell", "write a topic and a question"));
        }
        *kept = Some(VecDeque::new());
    }
    let trouble = |e: ReadlineError| Error::usage("shell", e, "use it on a terminal, or give it lines");
    let mut editor = Editor::<Words, FileHistory>::new().map_err(trouble)?;
    editor.set_helper(Some(Words));
    let history = history();
    if let Some(file) = &history {
        // The first shell has none yet.
        let _ = editor.load_history(file);
    }
    loop {
        match editor.readline("parlor> ") {
            Ok(line) if matches!(line.trim(), "exit" | "quit") => break,
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                let _ = editor.add_history_entry(line.trim());
                carry_out(&line);
            }
            // Ctrl-C at the prompt drops the line.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(trouble(error)),
        }
    }
    if let Some(file) = &history {
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(file);
    }
    Ok(())
}

fn carry_out(line: &str) {
    watch::begin_again();
    let carried_out = ask::words(line).and_then(|mut words| {
        if words.first().is_some_and(|word| word == "parlor") {
            words.remove(0);
        }
        command::run(&words)
    });
    if let Err(error) = carried_out {
        crate::tell(&limits::seen(error));
    }
}

/// The file of the lines of earlier shells, where the system keeps such files.
fn history() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("parlor/history"))
}

/// Completes words from the registry.
struct Words;

impl Helper for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..end];
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let earlier: Vec<&str> = before[..start].split_whitespace().collect();
        let begun = |word: &String| word.starts_with(&before[start..]);
        Ok((start, candidates(&earlier).into_iter().filter(begun).collect()))
    }
}

/// What may follow these words.
fn candidates(earlier: &[&str]) -> Vec<String> {
    let named = |names: &mut dyn Iterator<Item = &'static str>| names.map(ToString::to_string).collect();
    match earlier {
        [] => {
            let topics = topics::ALL.iter().flat_map(|topic| std::iter::once(&topic.name).chain(topic.shorthands));
            named(&mut topics.copied().chain(COMMANDS.iter().map(|command| command.name)).chain(["play", "exit"]))
        }
        ["play"] => named(&mut topics::ALL.iter().filter(|topic| topic.table.is_some()).map(|topic| topic.name)),
        ["play", topic, ..] => {
            let table = topics::ALL.iter().find(|t| t.name == *topic).and_then(|topic| topic.table);
            table.map_or(Vec::new(), |table| parameters(earlier, &[table.params]))
        }
        [topic] if topics::ALL.iter().any(|t| t.name == *topic) => {
            let topic = topics::ALL.iter().find(|t| t.name == *topic).expect("it was just found");
            named(&mut topic.questions.iter().map(|question| question.name))
        }
        [first, rest @ ..] => {
            let of_topic = |topic: &&&kit::Topic| topic.name == *first || topic.shorthands.contains(first);
            let Some(topic) = topics::ALL.iter().find(of_topic) else {
                let command = COMMANDS.iter().find(|command| command.name == *first);
                return command.map_or(Vec::new(), |command| parameters(earlier, &[command.params]));
            };
            let name = if topic.name == *first { rest.first().unwrap_or(&"") } else { first };
            let question = topic.questions.iter().find(|question| question.name == *name);
            question.map_or(Vec::new(), |question| {
                parameters(earlier, &[question.params, OUTPUT, limits::beside(question.params)])
            })
        }
    }
}

/// The values of the parameter that the last word names, or else the names of all.
fn parameters(earlier: &[&str], lists: &[&'static [Param]]) -> Vec<String> {
    let all = || lists.iter().flat_map(|list| list.iter());
    let last = earlier.last().and_then(|word| word.strip_prefix("--"));
    match last.and_then(|name| all().find(|param| param.name == name)).map(|param| param.kind) {
        Some(Kind::Choice(words)) => words.iter().map(ToString::to_string).collect(),
        Some(Kind::Switch) | None => {
            let named = all().filter(|param| param.place.is_named()).map(|param| format!("--{}", param.name));
            let main = all().filter(|param| !param.place.is_named());
            let words = main.flat_map(|param| match param.kind {
                Kind::Choice(words) => words.iter().map(ToString::to_string).collect(),
                _ => Vec::new(),
            });
            named.chain(words).collect()
        }
        Some(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_from_the_registry() {
        let has = |earlier: &[&str], word: &str| candidates(earlier).iter().any(|candidate| candidate == word);
        assert!(has(&[], "queens") && has(&[], "value") && has(&[], "verify") && !has(&[], "lock"));
        assert!(has(&["queens"], "lock") && !has(&["queens"], "value"));
        assert!(has(&["queens", "lock", "5"], "--json") && has(&["value", "nim(3)"], "--play"));
        assert_eq!(candidates(&["value", "nim(3)", "--play"]), ["normal", "misere"]);
        assert!(has(&["play"], "queens") && has(&["play", "queens", "4"], "--from"));
        assert!(has(&["completions"], "zsh") && candidates(&["nonsense", "word"]).is_empty());
    }
}
