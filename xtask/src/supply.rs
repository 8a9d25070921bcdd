//! What the house is built of: licences, sources and banned packages of everything in the lock file.
//!
//! The same rules stand in `deny.toml` for `cargo deny`, which knows the advisories too and runs where it is installed;
//! this check needs nothing but cargo.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::process::Command;

/// Licences that ask for no more than their text to be kept.
const PERMISSIVE: [&str; 14] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "BSL-1.0",
    "CC0-1.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "WTFPL",
    "Zlib",
];
/// Packages with another licence, each with the reason why it may stay.
const EXCEPTIONS: [(&str, &str, &str); 1] =
    [("smartstring", "MPL-2.0+", "of the scripting language; its files are used unchanged")];
/// Packages that were tried or judged and are not to come back.
const BANNED: [&str; 6] = ["sled", "bincode", "varisat", "malachite", "rug", "openssl"];
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Workspaces of their own, with lock files of their own.
const BESIDE: [&str; 3] = ["fuzz/Cargo.toml", "python/Cargo.toml", "web/Cargo.toml"];

/// Checks everything in the lock file.
pub(crate) fn check() -> Result<()> {
    println!("== supply: licences, sources, banned packages, the oldest compiler");
    let metadata = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(crate::root())
        .output()
        .context("cargo could not be started")?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout).context("the lock file is not up to date")?;
    let packages = metadata["packages"].as_array().context("cargo lists no packages")?;
    let mut wrong: Vec<String> = packages.iter().filter_map(complaint).collect();
    wrong.extend(too_young(&metadata));
    wrong.extend(BESIDE.iter().filter_map(|manifest| stale(manifest)));
    if !wrong.is_empty() {
        bail!("{} packages will not do:\n{}", wrong.len(), wrong.join("\n"));
    }
    if !answers(&["deny", "--version"]) {
        return Ok(());
    }
    let mut words = vec!["deny", "check", "licenses", "bans", "sources"];
    // Advisories change from day to day and come from afar.
    match answers(&["deny", "fetch", "db"]) {
        true => words.push("advisories"),
        false => println!("   the advisories cannot be had here, and are not asked"),
    }
    crate::run("cargo", &words, &[])
}

/// Whether cargo carries out a command.
fn answers(words: &[&str]) -> bool {
    Command::new("cargo").args(words).current_dir(crate::root()).output().is_ok_and(|o| o.status.success())
}

/// A lock file beside that of the house which does not fit its manifests any more. Nothing is fetched for it: what is
/// not at hand is not looked at.
fn stale(manifest: &str) -> Option<String> {
    let words = ["metadata", "--format-version", "1", "--locked", "--offline", "--manifest-path", manifest];
    let told = Command::new("cargo").args(words).current_dir(crate::root()).output().ok()?;
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    told.contains("needs to be updated").then(|| format!("{manifest}: its lock file is not up to date"))
}

/// What the program is built of and wants a younger compiler than the program says. What only tests use may be younger;
/// whether our own code uses younger functions is clippy's to say, from the same line of the manifest.
fn too_young(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let by_id: HashMap<&str, &Value> =
        packages.map(|package| (package["id"].as_str().unwrap_or(""), package)).collect();
    let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let links: HashMap<&str, &Value> = nodes.map(|node| (node["id"].as_str().unwrap_or(""), &node["deps"])).collect();
    let Some((&root, said)) = by_id.iter().find(|(_, package)| package["name"] == "parlor") else {
        return vec!["parlor is not among the packages".to_string()];
    };
    let (mut seen, mut open) = (BTreeSet::from([root]), vec![root]);
    while let Some(id) = open.pop() {
        let built = |dep: &&Value| dep["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"] != "dev");
        for dep in links.get(id).and_then(|deps| deps.as_array()).into_iter().flatten().filter(built) {
            let id = dep["pkg"].as_str().unwrap_or("");
            if seen.insert(id) {
                open.push(id);
            }
        }
    }
    let oldest = version(said);
    let younger = seen.iter().filter_map(|id| by_id.get(id)).filter(|package| version(package) > oldest);
    younger.map(|package| format!("{}: it wants Rust {}", package["name"], package["rust_version"])).collect()
}

/// Major, minor, patch; 1.89 is 1.89.0.
fn version(package: &Value) -> [u32; 3] {
    let text = package["rust_version"].as_str().unwrap_or("0");
    let mut parts = text.split('.').map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

fn complaint(package: &Value) -> Option<String> {
    let text = |key: &str| package[key].as_str().unwrap_or("");
    let (name, licence, source) = (text("name"), text("license"), text("source"));
    let excepted = EXCEPTIONS.iter().any(|(n, l, _)| (*n, *l) == (name, licence));
    if BANNED.contains(&name) {
        Some(format!("{name}: banned"))
    } else if !source.is_empty() && source != REGISTRY {
        Some(format!("{name}: it comes from {source}"))
    } else if !excepted && !permissive(licence) {
        Some(format!("{name}: its licence is {licence:?}"))
    } else {
        None
    }
}

/// Whether an expression of licences can be met by permissive ones.
fn permissive(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let expression = expression.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = |word: &str| split_outside(&expression, word);
    let inner = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match (parts(" OR "), parts(" AND ")) {
        (some, _) if some.len() > 1 => some.iter().any(|part| permissive(part)),
        (_, all) if all.len() > 1 => all.iter().all(|part| permissive(part)),
        _ => inner.map_or_else(|| PERMISSIVE.contains(&expression.as_str()), permissive),
    }
}

/// The parts between a word that stands outside of brackets.
fn split_outside(text: &str, word: &str) -> Vec<String> {
    let (mut parts, mut depth, mut begun) = (Vec::new(), 0, 0);
    for (place, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && place >= begun && text[place..].starts_with(word) => {
                parts.push(text[begun..place].to_string());
                begun = place + word.len();
            }
            _ => {}
        }
    }
    parts.push(text[begun..].to_string());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_wants_a_younger_compiler_is_named() {
        let package = |name: &str, rust: &str| serde_json::json!({ "id": name, "name": name, "rust_version": rust });
        let dep = |name: &str, kind: Value| serde_json::json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let node = |name: &str, deps: Vec<Value>| serde_json::json!({ "id": name, "deps": deps });
        let links = vec![dep("old", Value::Null), dep("tests", "dev".into())];
        let metadata = |old: &str| {
            serde_json::json!({
                "packages": [package("parlor", "1.88"), package("old", old), package("tests", "1.95")],
                "resolve": { "nodes": [node("parlor", links.clone()), node("old", vec![]), node("tests", vec![])] },
            })
        };
        assert!(["1.88", "1.88.0", "1.70.1", "1"].iter().all(|old| too_young(&metadata(old)).is_empty()));
        assert_eq!(too_young(&metadata("1.88.1")).len(), 1);
        assert_eq!(too_young(&metadata("1.90")), ["\"old\": it wants Rust \"1.90\""]);
    }

    #[test]
    fn licences_are_read_as_they_are_written() {
        for good in ["MIT", "MIT/Apache-2.0", "(MIT OR GPL-3.0) AND Unicode-3.0", "MIT OR MPL-2.0", "Apache-2.0 / MIT"]
        {
            assert!(permissive(good), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND LGPL-2.1", "MPL-2.0+"] {
            assert!(!permissive(bad), "{bad}");
        }
        let package = |name: &str, licence: &str, source: &str| serde_json::json!({ "name": name, "license": licence, "source": source });
        assert!(complaint(&package("a", "MIT", REGISTRY)).is_none());
        assert!(complaint(&package("rug", "MIT", REGISTRY)).is_some());
        assert!(complaint(&package("a", "MIT", "git+https://example.org/a")).is_some());
        assert!(complaint(&package("a", "MPL-2.0+", REGISTRY)).is_some());
    }
}
