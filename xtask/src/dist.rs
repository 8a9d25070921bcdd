//! The archive for this platform: the program, completions, manual pages, licences, and a checksum beside it.

use crate::{root, run};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes `dist/parlor-VERSION-PLATFORM.tar.gz` and its checksum.
pub(crate) fn build() -> Result<()> {
    run("cargo", &["build", "--profile", "dist", "--quiet", "--package", "parlor"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("dist").join(format!("parlor{}", std::env::consts::EXE_SUFFIX));
    let platform = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    let name = format!("parlor-{}-{platform}", env!("CARGO_PKG_VERSION"));
    let folder = root().join("dist").join(&name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("completions"))?;
    fs::create_dir_all(folder.join("man"))?;
    fs::copy(&program, folder.join(program.file_name().context("the program has a name")?))?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md", "CITATION.cff"] {
        fs::copy(root().join(file), folder.join(file))?;
    }
    for shell in ["bash", "zsh", "fish"] {
        fs::write(
            folder.join("completions").join(format!("parlor.{shell}")),
            told(&program, &["completions", shell])?,
        )?;
    }
    manuals(&program, &folder.join("man"))?;
    let archive = format!("{name}.tar.gz");
    run("tar", &["-C", "dist", "-czf", &format!("dist/{archive}"), &name], &[])?;
    let sum = Command::new("sha256sum").arg(&archive).current_dir(root().join("dist")).output();
    let sum = sum.context("sha256sum could not be started")?;
    fs::write(root().join("dist").join(format!("{archive}.sha256")), sum.stdout)?;
    fs::remove_dir_all(&folder)?;
    println!("== dist/{archive}");
    Ok(())
}

/// A page for the program, every topic and every question.
fn manuals(program: &Path, folder: &Path) -> Result<()> {
    let registry: Value = serde_json::from_slice(&told(program, &["topics", "--json"])?)?;
    fs::write(folder.join("parlor.1"), told(program, &["man"])?)?;
    for topic in registry["topics"].as_array().context("the registry lists topics")? {
        let name = topic["name"].as_str().context("a topic has a name")?;
        fs::write(folder.join(format!("parlor-{name}.1")), told(program, &["man", name])?)?;
        for question in topic["questions"].as_array().context("a topic lists questions")? {
            let question = question["name"].as_str().context("a question has a name")?;
            fs::write(folder.join(format!("parlor-{name}-{question}.1")), told(program, &["man", name, question])?)?;
        }
    }
    Ok(())
}

fn told(program: &Path, words: &[&str]) -> Result<Vec<u8>> {
    let out = Command::new(program).args(words).output()?;
    match out.status.success() {
        true => Ok(out.stdout),
        false => bail!("parlor {}: {}", words.join(" "), String::from_utf8_lossy(&out.stderr)),
    }
}
