//! The Python wheel: built into `dist/`, installed into a fresh environment, tested there.

use crate::{root, run};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tools that build and test; none of them goes into the wheel.
const BUILDERS: &[&str] = &["maturin>=1.9,<2"];
const TESTERS: &[&str] = &["pytest", "mypy", "numpy", "pandas"];

/// Whether a Python that can make environments is there.
pub(crate) fn python_found() -> bool {
    Command::new("python3").args(["-c", "import venv, ensurepip"]).output().is_ok_and(|out| out.status.success())
}

/// Builds the wheel, installs it where nothing else is, and runs the tests of the package; all of them also execute the
/// notebooks and the benchmark.
pub(crate) fn build(all: bool) -> Result<()> {
    if !python_found() {
        bail!("python3 with venv is needed; install it (Debian: python3-venv)");
    }
    let builder = environment("target/wheel-builder", BUILDERS)?;
    let stubs = root().join("python/parlor");
    let wheel = package(&builder)?;
    let tester = environment("target/wheel-tester", TESTERS)?;
    install(&tester, &wheel)?;
    // The stubs are made from the registry that the first wheel holds; the second one only adds them.
    run(&tester, &["-m", "parlor._stubs", &stubs.display().to_string()], &[])?;
    let wheel = package(&builder)?;
    install(&tester, &wheel)?;
    let size = fs::metadata(&wheel)?.len() as f64 / 1e6;
    println!("== {} ({size:.1} MB)", wheel.display());
    // Ray is not made for every machine; without it what is cut is only joined here.
    if run(&tester, &["-m", "pip", "install", "--quiet", "ray"], &[]).is_err() {
        println!("== work on Ray will be SKIPPED: pip has no ray for this Python");
    }
    let tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "python/tests"];
    if !all {
        return run(&tester, &tests, &[]);
    }
    run(&tester, &["-m", "pip", "install", "--quiet", "nbclient", "ipykernel"], &[])?;
    run(&tester, &tests, &[("PARLOR_NOTEBOOKS", "yes")])?;
    run(&tester, &["python/benches/own_games.py"], &[])
}

/// A fresh environment with these packages; the path of its Python.
fn environment(folder: &str, packages: &[&str]) -> Result<String> {
    run("python3", &["-m", "venv", "--clear", folder], &[])?;
    let python = root().join(folder).join("bin/python").display().to_string();
    run(&python, &[&["-m", "pip", "install", "--quiet"], packages].concat(), &[])?;
    Ok(python)
}

fn install(python: &str, wheel: &Path) -> Result<()> {
    let wheel = wheel.display().to_string();
    run(python, &["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--force-reinstall", &wheel], &[])
}

/// The one wheel that `dist` holds afterwards.
fn package(python: &str) -> Result<PathBuf> {
    let dist = root().join("dist");
    for old in wheels(&dist)? {
        fs::remove_file(old)?;
    }
    let target = root().join("target/python").display().to_string();
    let words = ["-m", "maturin", "build", "--release", "--manifest-path", "python/Cargo.toml", "--out", "dist"];
    run(python, &words, &[("CARGO_TARGET_DIR", &target)])?;
    wheels(&dist)?.pop().context("maturin left no wheel in dist")
}

fn wheels(dist: &Path) -> Result<Vec<PathBuf>> {
    if !dist.is_dir() {
        return Ok(Vec::new());
    }
    let files = fs::read_dir(dist)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    Ok(files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "whl")).collect())
}
