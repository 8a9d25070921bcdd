//! Set-up and checks, in Rust: `cargo xtask test`, `bench`, `gallery`, and what others take away: wheel, page, book.

mod bench;
mod book;
mod browser;
mod dist;
mod errands;
mod fuzz;
mod markdown;
mod mutants;
mod processor;
mod site;
mod supply;
mod tidy;
mod wheel;
mod workflow;

use anyhow::{Context, Result, anyhow, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const HELP: &str = "\
cargo xtask test [--slow]      format, clippy, tests, documentation, gallery and README
cargo xtask bench [NAME]       the benchmarks: ratios measured in one run
cargo xtask bench --peers      the same beside programs of others, installed outside the workspace; with names, only those
cargo xtask tidy               comments, functions and files within their lengths
cargo xtask supply             licences, sources and banned packages of everything that is built in
cargo xtask wheel              build the Python wheel into dist/, install it into a fresh environment, test it there
cargo xtask wheel --quick      the same from what the tests have compiled, as the ordinary run does
cargo xtask site               the page without a server: dist/site for any static host, dist/parlor.html in one file
cargo xtask book               the book, with the program's true output, in dist/book
cargo xtask fuzz [NAME ...] [--minutes M]
                               throw changed texts at everything that reads: each target for so long (10), corpus grown
cargo xtask dist               the archive for this platform: program, completions, manual pages, licences, checksum
cargo xtask gallery            draw the gallery and the README's table anew
cargo xtask mutants [ROOM [FILE | again]]
                               change the checkers in every small way: each change must be seen by a test
cargo xtask certificates       how large certificates are, how long they take to find and to check: checkers/measured.txt";

fn main() -> Result<()> {
    if let Some(code) = mutants::as_compiler() {
        std::process::exit(code);
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test(false),
        ["test", "--slow"] => test(true),
        ["bench", "--peers", names @ ..] => bench::peers(names),
        ["bench"] => bench::run(None),
        ["bench", name] => bench::run(Some(name)),
        ["tidy"] => tidy::check(),
        ["supply"] => supply::check(),
        ["site"] => site::build(),
        ["wheel"] => wheel::build(true),
        ["wheel", "--quick"] => {
            let tester = wheel::tester()?;
            wheel::compiled()?;
            wheel::tested(&tester)
        }
        ["book"] => book::build(),
        ["dist"] => dist::build(),
        ["fuzz", rest @ ..] => fuzzed(rest),
        ["mutants"] => mutants::run(None, None),
        ["mutants", room] => mutants::run(Some(room), None),
        ["mutants", room, file] => mutants::run(Some(room), Some(file)),
        ["gallery"] => {
            let words = ["test", "--workspace", "--quiet", "--test", "gallery", "--test", "readme"];
            run("cargo", &words, &[("PARLOR_WRITE", "yes")])
        }
        ["certificates"] => {
            let words = ["test", "--workspace", "--quiet", "--test", "second_checker"];
            let table = ["--", "--ignored", "--exact", "--nocapture", "sizes_and_times"];
            run("cargo", &[&words[..], &table].concat(), &[("PARLOR_WRITE", "yes")])
        }
        [] | ["--help" | "help"] => {
            println!("{HELP}");
            Ok(())
        }
        other => bail!("{:?} is no task; there are\n{HELP}", other.join(" ")),
    }
}

/// The targets of the fuzzer: some or all, each for so many minutes of the processor or a million executions.
fn fuzzed(words: &[&str]) -> Result<()> {
    let (names, minutes) = match words {
        [names @ .., "--minutes", minutes] => (names, *minutes),
        names => (names, "10"),
    };
    if names.iter().any(|name| name.starts_with('-')) {
        bail!("{:?}: write cargo xtask fuzz [NAME ...] [--minutes M]", words.join(" "));
    }
    let minutes: f64 = minutes
        .parse()
        .ok()
        .filter(|minutes| (0.01..=10_000.0).contains(minutes))
        .with_context(|| format!("{minutes:?} is no number of minutes: write one from 0.01 to 10000"))?;
    fuzz::run(names, minutes)
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

/// Runs a command at the root and fails when it fails.
fn run(program: &str, words: &[&str], settings: &[(&str, &str)]) -> Result<()> {
    println!("== {program} {}", words.join(" "));
    let began = Instant::now();
    let status = Command::new(program)
        .args(words)
        .envs(settings.iter().copied())
        .current_dir(root())
        .status()
        .with_context(|| format!("{program} could not be started"))?;
    println!("   {:.0} s", began.elapsed().as_secs_f64());
    match status.success() {
        true => Ok(()),
        false => bail!("{program} {} failed", words.join(" ")),
    }
}

fn test(slow: bool) -> Result<()> {
    // To fetch what tests need is to wait for others, so that it goes on while this machine compiles.
    let tester = (!slow && wheel::python_found()).then(|| std::thread::spawn(wheel::tester));
    let browser = std::thread::spawn(browser::install);
    run("cargo", &["fmt", "--all", "--check"], &[])?;
    tidy::check()?;
    supply::check()?;
    workflow::check()?;
    run("cargo", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])?;
    // The rooms compile for a page, without threads and clocks, and so does the lab, which answers inside of it. (Only
    // read, not made: it costs little.)
    let alone = ["--package", "parlor-topics", "--package", "parlor-lab", "--no-default-features"];
    run("cargo", &[&["check", "--quiet"], &alone[..]].concat(), &[])?;
    let fetched = || anyhow!("what tests need could not be fetched");
    match slow {
        true => {
            browser.join().map_err(|_| fetched())?;
            slow_tests()?;
        }
        false => {
            let mut errands = errands::programs()?;
            errands.push(errands::Errand::task("documentation", documentation));
            match tester {
                Some(tester) => {
                    wheel::compiled()?;
                    let tester = tester.join().map_err(|_| fetched())??;
                    errands.push(errands::Errand::task("wheel", move || wheel::tested(&tester)));
                }
                None => println!("== the wheel was SKIPPED: there is no python3 with venv"),
            }
            browser.join().map_err(|_| fetched())?;
            errands::run(errands)?;
        }
    }
    println!("== all is well");
    Ok(())
}

/// The documentation without a warning, and its examples.
fn documentation() -> Result<()> {
    run("cargo", &["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    run("cargo", &["test", "--workspace", "--quiet", "--doc"], &[])
}

/// Everything, with what takes minutes: searches are compared, so all of it is compiled with all optimisations.
fn slow_tests() -> Result<()> {
    let axe = browser::axe();
    let axe = axe.as_ref().and_then(|path| path.to_str()).map(|path| ("PARLOR_AXE", path));
    let tests = ["test", "--workspace", "--quiet", "--profile", "dist", "--", "--include-ignored"];
    run("cargo", &tests, axe.as_slice())?;
    run("cargo", &["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    let painter = ["test", "--quiet", "--manifest-path", "xtask/painter/Cargo.toml", "--target-dir", "target/painter"];
    run("cargo", &painter, &[])?;
    // What others would get from the registry, without compiling each package once more.
    run("cargo", &["publish", "--workspace", "--dry-run", "--no-verify", "--allow-dirty", "--quiet"], &[])?;
    match site::target_found() {
        true => site::build()?,
        false => println!("== the page without a server was SKIPPED: rustup target add wasm32-unknown-unknown"),
    }
    match wheel::python_found() {
        true => wheel::build(true),
        false => {
            println!("== the wheel was SKIPPED: there is no python3 with venv");
            Ok(())
        }
    }
}
