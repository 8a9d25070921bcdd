//! The archive for this platform: the program, completions, manual pages, licences, and a checksum beside it.
//!
//! The same sources at the same place with the same compiler make the same bytes: entries are sorted, belong to nobody
//! and bear the time of the last commit, and the packer writes neither name nor time.

use crate::{root, run};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    pack(&tar(&folder, &name, time_of_sources())?, &root().join("dist").join(&archive))?;
    let sum = Command::new("sha256sum").arg(&archive).current_dir(root().join("dist")).output();
    let sum = sum.context("sha256sum could not be started")?;
    fs::write(root().join("dist").join(format!("{archive}.sha256")), sum.stdout)?;
    fs::remove_dir_all(&folder)?;
    println!("== dist/{archive}");
    Ok(())
}

/// Seconds since 1970 of the last commit, or what the one who builds says.
fn time_of_sources() -> u64 {
    let said = std::env::var("SOURCE_DATE_EPOCH").ok();
    let asked = Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()).output();
    let said = said.or_else(|| asked.ok().and_then(|out| String::from_utf8(out.stdout).ok()));
    said.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// The files below a folder, sorted, as an archive in which they lie below a folder of that name.
fn tar(folder: &Path, name: &str, time: u64) -> Result<Vec<u8>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut archive = Vec::new();
    for file in files {
        let bytes = fs::read(&file)?;
        let within = file.strip_prefix(folder)?.to_str().context("names are plain")?;
        let mode = if executable(&file)? { 0o755 } else { 0o644 };
        archive.extend(heading(&format!("{name}/{within}"), mode, bytes.len(), time)?);
        archive.extend(&bytes);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    Ok(archive)
}

/// What an archive is made of.
const BLOCK: usize = 512;

#[cfg(unix)]
fn executable(file: &Path) -> Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::metadata(file)?.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn executable(file: &Path) -> Result<bool> {
    Ok(file.extension().is_some_and(|end| end == "exe"))
}

/// The heading of a file in the format "ustar" of POSIX: fields of fixed width, numbers in octal digits.
fn heading(name: &str, mode: u32, size: usize, time: u64) -> Result<[u8; BLOCK]> {
    if name.len() > 100 {
        bail!("{name} is too long for an archive");
    }
    let mut block = [0; BLOCK];
    let mut put = |at: usize, text: &str| block[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    put(100, &format!("{mode:07o}"));
    put(108, "0000000");
    put(116, "0000000");
    put(124, &format!("{size:011o}"));
    put(136, &format!("{time:011o}"));
    // The sum is taken with blanks in its own place.
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\u{0}00");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\u{0} ").as_bytes());
    Ok(block)
}

/// Packs bytes into a file.
fn pack(bytes: &[u8], file: &Path) -> Result<()> {
    let mut packer = Command::new("gzip");
    let packer = packer.args(["-9", "-n", "-c"]).stdin(Stdio::piped()).stdout(fs::File::create(file)?);
    let mut packer = packer.spawn().context("gzip could not be started")?;
    packer.stdin.take().context("it listens")?.write_all(bytes)?;
    match packer.wait()?.success() {
        true => Ok(()),
        false => bail!("gzip could not write {}", file.display()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Written in another order and at another time, the same files are the same archive, and tar reads it.
    #[test]
    fn the_same_files_are_the_same_archive() {
        let place = std::env::temp_dir().join(format!("parlor-dist-{}", std::process::id()));
        let make = |name: &str, order: &[&str]| {
            let folder = place.join(name);
            for file in order {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, format!("what {file} holds")).unwrap();
            }
            let archive = place.join(format!("{name}.tar.gz"));
            pack(&tar(&folder, "parlor-0", 1_000_000_000).unwrap(), &archive).unwrap();
            fs::read(&archive).unwrap()
        };
        let first = make("a", &["man/b.1", "README.md", "man/a.1"]);
        std::thread::sleep(std::time::Duration::from_millis(1100));
        assert!(first == make("b", &["README.md", "man/a.1", "man/b.1"]), "the archives differ");
        let listed = Command::new("tar").arg("-tzvf").arg(place.join("a.tar.gz")).output().unwrap();
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        fs::remove_dir_all(&place).unwrap();
        let names: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next_back()).collect();
        assert_eq!(names, ["parlor-0/README.md", "parlor-0/man/a.1", "parlor-0/man/b.1"], "{listed}");
        assert!(listed.contains("-rw-r--r-- 0/0") && listed.contains("2001-09-09"), "{listed}");
        assert!(heading(&"x".repeat(101), 0o644, 0, 0).is_err());
    }
}
