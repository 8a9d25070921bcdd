//! Benchmarks: each prints its ratio from one run. Peers are built outside the workspace.

use crate::root;
use anyhow::Result;
use std::fs;

/// All benchmarks, or the one of that name.
pub(crate) fn run(name: Option<&str>) -> Result<()> {
    match name {
        Some(name) => crate::run("cargo", &["bench", "--profile", "dist", "--workspace", "--bench", name], &[]),
        None => crate::run("cargo", &["bench", "--profile", "dist", "--workspace", "--benches"], &[]),
    }
}

/// The benchmarks, then every folder of `xtask/peers`: its program `run` installs what it needs and prints its ratios.
pub(crate) fn peers() -> Result<()> {
    run(None)?;
    let folder = root().join("xtask/peers");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("no peers are described yet");
        return Ok(());
    };
    let mut scripts: Vec<_> = entries.filter_map(|e| e.ok().map(|e| e.path().join("run"))).collect();
    scripts.sort();
    for script in scripts.iter().filter(|script| script.exists()) {
        crate::run("sh", &[script.to_string_lossy().as_ref()], &[])?;
    }
    Ok(())
}
