//! The workflow for the platforms that this machine is not. It cannot run here, so it is held to what can be seen: its
//! shape, that every task it calls exists, and that no platform is missing.

use crate::{HELP, root};
use anyhow::{Context, Result, bail};
use std::fs;

const FILE: &str = ".github/workflows/release.yml";
/// A machine of each kind: Linux, macOS and Windows, x86-64 and aarch64.
const MACHINES: &[&str] =
    &["ubuntu-latest", "ubuntu-24.04-arm", "macos-13", "macos-latest", "windows-latest", "windows-11-arm"];
/// Programs that a step may start.
const PROGRAMS: &[&str] = &["cargo", "maturin", "pip", "rustup"];

/// Reads the workflow and names all that is wrong with it.
pub(crate) fn check() -> Result<()> {
    println!("== workflow");
    let text = fs::read_to_string(root().join(FILE)).context(FILE)?;
    let wrong = remarks(&text);
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!("{FILE}:\n{}", wrong.join("\n")),
    }
}

fn remarks(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    for key in ["name:", "on:", "permissions:", "jobs:"] {
        if !lines.iter().any(|line| line.starts_with(key)) {
            wrong.push(format!("{key} is missing"));
        }
    }
    for line in &lines {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if line.contains('\t') || indent % 2 == 1 {
            wrong.push(format!("{:?}: indent by two blanks", line.trim()));
        }
        wrong.extend(step(line.trim().trim_start_matches("- ")));
    }
    for (name, body) in jobs(&lines) {
        for key in ["runs-on:", "timeout-minutes:", "steps:"] {
            if !body.iter().any(|line| line.trim().starts_with(key)) {
                wrong.push(format!("job {name}: {key} is missing"));
            }
        }
    }
    let named = |machine: &&&str| text.split([' ', ',', '[', ']', '\n']).any(|word| word == **machine);
    wrong.extend(MACHINES.iter().filter(|m| !named(m)).map(|machine| format!("no job runs on {machine}")));
    wrong
}

/// What is wrong with a step.
fn step(line: &str) -> Option<String> {
    if let Some(action) = line.strip_prefix("uses: ") {
        let version = action.split_once("@v").map(|(_, version)| version);
        let pinned = version.is_some_and(|v| !v.is_empty() && v.bytes().all(|b| b.is_ascii_digit() || b == b'.'));
        return (!pinned).then(|| format!("{action}: name a version, @v4"));
    }
    let command = line.strip_prefix("run: ")?;
    let words: Vec<&str> = command.split(' ').collect();
    let known = match words.as_slice() {
        ["cargo", "xtask", task, ..] => HELP.lines().any(|line| line.starts_with(&format!("cargo xtask {task} "))),
        [program, ..] => PROGRAMS.contains(program),
        [] => false,
    };
    (!known).then(|| format!("{command:?}: there is no such task"))
}

/// The jobs by name, each with its lines.
fn jobs<'a>(lines: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut jobs: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in lines.iter().skip_while(|line| !line.starts_with("jobs:")).skip(1) {
        match line.strip_prefix("  ") {
            Some(key) if !key.starts_with(' ') => jobs.push((key.trim_end_matches(':'), Vec::new())),
            _ => jobs.last_mut().into_iter().for_each(|job| job.1.push(line)),
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workflow_is_right_and_changed_ones_are_not() {
        let text = fs::read_to_string(root().join(FILE)).unwrap();
        assert_eq!(remarks(&text), [""; 0]);
        let changes = [
            ("cargo xtask dist", "cargo xtask disk"),
            ("checkout@v4", "checkout"),
            ("    timeout-minutes: 60\n", ""),
            ("macos-13, ", ""),
            ("permissions:", "permission:"),
            ("      - run: maturin", "       - run: maturin"),
            ("run: pip", "run: conda"),
        ];
        for (from, to) in changes {
            assert!(text.contains(from), "{from}");
            assert!(!remarks(&text.replacen(from, to, 1)).is_empty(), "{from} -> {to}");
        }
    }
}
