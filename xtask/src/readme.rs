//! The README tells the truth: its table of topics comes from the registry, its examples are run.

use crate::root;
use anyhow::{Context, Result, bail};
use std::fs;
use std::process::Command;

const BEGIN: &str = "<!-- topics: made by `cargo xtask gallery` -->\n";
const END: &str = "<!-- end of topics -->";

fn with_table(readme: &str) -> Result<String> {
    let (before, rest) = readme.split_once(BEGIN).context("README.md has no mark for the table of topics")?;
    let (_, after) = rest.split_once(END).context("README.md has no mark for the end of the table")?;
    let mut table = String::from("| topic | what | questions |\n|---|---|---|\n");
    for topic in topics::ALL {
        let questions: Vec<&str> = topic.questions().iter().map(|q| q.name()).collect();
        table.push_str(&format!("| `{}` | {} | {} |\n", topic.name(), topic.about(), questions.join(", ")));
    }
    Ok(format!("{before}{BEGIN}{table}{END}{after}"))
}

/// Writes the table of topics.
pub(crate) fn write() -> Result<()> {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path)?;
    Ok(fs::write(&path, with_table(&readme)?)?)
}

/// Fails when the table is stale, the README is long, or an example prints something else.
pub(crate) fn check() -> Result<()> {
    println!("== README");
    let readme = fs::read_to_string(root().join("README.md"))?;
    if with_table(&readme)? != readme {
        bail!("the README's table of topics is stale; `cargo xtask gallery` writes it");
    }
    let lines = readme.lines().count();
    if lines > 120 {
        bail!("the README has {lines} lines; 120 are the limit");
    }
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or("");
        for example in block.split("$ parlor ").skip(1) {
            let (sentence, printed) = example.split_once('\n').unwrap_or((example, ""));
            compare(sentence, printed.trim_end())?;
        }
    }
    Ok(())
}

fn compare(sentence: &str, printed: &str) -> Result<()> {
    let words = kit::ask::words(sentence)?;
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--package", "parlor", "--"])
        .args(&words)
        .current_dir(root())
        .output()
        .context("cargo could not be started")?;
    let told = String::from_utf8_lossy(&output.stdout);
    match told.trim_end() == printed {
        true => Ok(()),
        false => bail!("README: `parlor {sentence}` prints\n{told}\nbut the README says\n{printed}"),
    }
}
