//! Benchmarks: each prints its ratio from one run. Peers are built outside the workspace.

use crate::root;
use anyhow::{Context, Result, bail};
use std::fs;
use std::process::Command;
use std::time::Instant;

/// All benchmarks, or the one of that name.
pub(crate) fn run(name: Option<&str>) -> Result<()> {
    match name {
        Some(name) => crate::run("cargo", &["bench", "--profile", "dist", "--workspace", "--bench", name], &[]),
        None => crate::run("cargo", &["bench", "--profile", "dist", "--workspace", "--benches"], &[]),
    }
}

/// The code by which a peer's program `run` says that the peer cannot be had on this machine.
const NOT_HAD: i32 = 3;

/// What came of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Compared,
    NotHad,
    Failed,
}

/// The benchmarks, then every folder of `xtask/peers`, or without the benchmarks those that are named: the program
/// `run` of a folder installs what it needs, compares the values and prints its ratios. One that cannot be had or fails
/// does not keep the others from their turn.
pub(crate) fn peers(names: &[&str]) -> Result<()> {
    let folder = root().join("xtask/peers");
    let entries = fs::read_dir(&folder).with_context(|| format!("{} is missing", folder.display()))?;
    let folders = entries.filter_map(|entry| entry.ok().map(|entry| entry.file_name().to_string_lossy().into_owned()));
    let mut all: Vec<String> = folders.filter(|name| folder.join(name).join("run").exists()).collect();
    all.sort();
    if let Some(stranger) = names.iter().find(|&&name| all.iter().all(|peer| peer != name)) {
        bail!("{stranger} is no peer: there are {}", all.join(", "));
    }
    if names.is_empty() {
        run(None)?;
    }
    let mut outcomes = Vec::new();
    for peer in all.into_iter().filter(|peer| names.is_empty() || names.contains(&peer.as_str())) {
        println!("== {peer}");
        let began = Instant::now();
        let status = Command::new("sh").arg(folder.join(&peer).join("run")).current_dir(root()).status()?;
        println!("   {:.0} s", began.elapsed().as_secs_f64());
        outcomes.push((peer, outcome(status.code())));
    }
    println!("{}", summary(&outcomes)?);
    Ok(())
}

fn outcome(code: Option<i32>) -> Outcome {
    match code {
        Some(0) => Outcome::Compared,
        Some(NOT_HAD) => Outcome::NotHad,
        _ => Outcome::Failed,
    }
}

/// Who was compared and who could not be had; an error if one failed.
fn summary(outcomes: &[(String, Outcome)]) -> Result<String> {
    let names = |wanted| {
        let names = outcomes.iter().filter(|(_, outcome)| *outcome == wanted).map(|(name, _)| name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let line = |words: &str, names: String| if names.is_empty() { String::new() } else { format!("{words}: {names}") };
    let said = [line("compared", names(Outcome::Compared)), line("not to be had here", names(Outcome::NotHad))];
    let said: Vec<String> = said.into_iter().filter(|line| !line.is_empty()).collect();
    match names(Outcome::Failed) {
        failed if failed.is_empty() => Ok(said.join("; ")),
        failed => bail!("{}", said.into_iter().chain([line("failed", failed)]).collect::<Vec<_>>().join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_that_cannot_be_had_is_named_and_one_that_fails_is_an_error() {
        let of = |codes: &[(&str, Option<i32>)]| {
            let outcomes: Vec<_> = codes.iter().map(|(name, code)| (name.to_string(), outcome(*code))).collect();
            summary(&outcomes).map_err(|error| error.to_string())
        };
        assert_eq!(of(&[("igs", Some(0)), ("ogs", Some(0))]), Ok("compared: igs, ogs".to_string()));
        assert_eq!(
            of(&[("igs", Some(0)), ("m4ri", Some(3))]),
            Ok("compared: igs; not to be had here: m4ri".to_string())
        );
        assert_eq!(
            of(&[("igs", Some(101)), ("m4ri", Some(3)), ("ogs", None)]),
            Err("not to be had here: m4ri; failed: igs, ogs".to_string())
        );
    }
}
