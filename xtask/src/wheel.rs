//! The Python wheel: built into `dist/`, installed into a fresh environment, tested there.

use crate::{root, run};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Tools that build and test; none of them goes into the wheel.
const BUILDERS: &[&str] = &["maturin>=1.9,<2"];
const TESTERS: &[&str] = &["pytest", "mypy", "numpy", "pandas"];

/// Whether a Python that can make environments is there.
pub(crate) fn python_found() -> bool {
    Command::new("python3").args(["-c", "import venv, ensurepip"]).output().is_ok_and(|out| out.status.success())
}

const TESTS: [&str; 6] = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "python/tests"];

/// Compiles the module of the wheel as the tests have compiled its parts.
pub(crate) fn compiled() -> Result<()> {
    // With tests, or other features would be chosen and nothing that is there could be used.
    run("cargo", &["build", "--workspace", "--lib", "--tests", "--quiet"], &[])
}

/// The wheel of the ordinary run: the module that is compiled by then, packed, installed where nothing else is, and
/// tested there. Compiling everything once more as a release would take that run beyond its time.
pub(crate) fn tested(tester: &str) -> Result<()> {
    install(tester, &packed(tester)?)?;
    run(tester, &["-m", "parlor._stubs", "python/parlor"], &[])?;
    install(tester, &packed(tester)?)?;
    run(tester, &TESTS, &[])
}

/// A fresh environment with what tests a wheel; the path of its Python.
pub(crate) fn tester() -> Result<String> {
    let tester = environment("target/wheel-tester", TESTERS)?;
    // Ray is not made for every machine; without it what is cut is only joined here.
    if run(&tester, &["-m", "pip", "install", "--quiet", "ray"], &[]).is_err() {
        println!("== work on Ray will be SKIPPED: pip has no ray for this Python");
    }
    Ok(tester)
}

/// Packs the module of the development build, with the package around it.
fn packed(python: &str) -> Result<PathBuf> {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let module = target.join("debug").join(format!("{DLL_PREFIX}_parlor{DLL_SUFFIX}"));
    let folder = target.join("wheel");
    let _ = fs::remove_dir_all(&folder);
    let (package, about) = (folder.join("parlor"), folder.join(format!("parlor_lab-{VERSION}.dist-info")));
    fs::create_dir_all(&package)?;
    fs::create_dir_all(&about)?;
    let suffix = if cfg!(windows) { ".pyd" } else { ".abi3.so" };
    fs::copy(&module, package.join(format!("_parlor{suffix}"))).with_context(|| module.display().to_string())?;
    for entry in fs::read_dir(root().join("python/parlor"))? {
        let entry = entry?;
        if entry.path().is_file() {
            fs::copy(entry.path(), package.join(entry.file_name()))?;
        }
    }
    let out = Command::new(python).args(["-c", "import sysconfig; print(sysconfig.get_platform())"]).output()?;
    let tag = format!("cp39-abi3-{}", String::from_utf8_lossy(&out.stdout).trim().replace(['-', '.'], "_"));
    fs::write(
        about.join("METADATA"),
        format!("Metadata-Version: 2.1\nName: parlor-lab\nVersion: {VERSION}\nRequires-Python: >=3.9\n"),
    )?;
    fs::write(
        about.join("WHEEL"),
        format!("Wheel-Version: 1.0\nGenerator: xtask\nRoot-Is-Purelib: false\nTag: {tag}\n"),
    )?;
    fs::write(about.join("entry_points.txt"), "[console_scripts]\nparlor = parlor:main\n")?;
    let mut record = String::new();
    for part in [&package, &about] {
        for entry in fs::read_dir(part)? {
            let path = entry?.path();
            let path = path.strip_prefix(&folder).expect("it lies in the folder").display().to_string();
            record += &format!("{},,\n", path.replace('\\', "/"));
        }
    }
    let about_name = about.file_name().context("the folder has a name")?.to_string_lossy().into_owned();
    fs::write(about.join("RECORD"), format!("{record}{about_name}/RECORD,,\n"))?;
    let wheel = folder.join(format!("parlor_lab-{VERSION}-{tag}.whl"));
    let words: [&Path; 3] = [&wheel, &package, &about];
    let words: Vec<String> = words.iter().map(|path| path.display().to_string()).collect();
    run(python, &["-m", "zipfile", "-c", &words[0], &words[1], &words[2]], &[])?;
    Ok(wheel)
}

/// Builds the wheel that is given away, installs it where nothing else is, and runs the tests of the package; all of
/// them also execute the notebooks and the benchmark.
pub(crate) fn build(all: bool) -> Result<()> {
    if !python_found() {
        bail!("python3 with venv is needed; install it (Debian: python3-venv)");
    }
    let builder = environment("target/wheel-builder", BUILDERS)?;
    let stubs = root().join("python/parlor");
    let wheel = package(&builder)?;
    let tester = tester()?;
    install(&tester, &wheel)?;
    // The stubs are made from the registry that the first wheel holds; the second one only adds them.
    run(&tester, &["-m", "parlor._stubs", &stubs.display().to_string()], &[])?;
    let wheel = package(&builder)?;
    install(&tester, &wheel)?;
    let size = fs::metadata(&wheel)?.len() as f64 / 1e6;
    println!("== {} ({size:.1} MB)", wheel.display());
    if !all {
        return run(&tester, &TESTS, &[]);
    }
    run(&tester, &["-m", "pip", "install", "--quiet", "nbclient", "ipykernel"], &[])?;
    run(&tester, &TESTS, &[("PARLOR_NOTEBOOKS", "yes")])?;
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
    let words =
        ["-m", "maturin", "build", "--profile", "dist", "--manifest-path", "python/Cargo.toml", "--out", "dist"];
    run(python, &words, &[])?;
    wheels(&dist)?.pop().context("maturin left no wheel in dist")
}

fn wheels(dist: &Path) -> Result<Vec<PathBuf>> {
    if !dist.is_dir() {
        return Ok(Vec::new());
    }
    let files = fs::read_dir(dist)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    Ok(files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "whl")).collect())
}
