//! What a reader may count on and the compiler does not see: comments that end at column 120 and, outside tests, which
//! may list many cases, functions of at most 60 lines and files of at most 600. And that all that is kept is text.

use crate::root;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const COLUMNS: usize = 120;
const FUNCTION_LINES: usize = 60;
const FILE_LINES: usize = 600;

/// Looks at every Rust file of the workspace and names all that is untidy.
pub(crate) fn check() -> Result<()> {
    println!("== tidy: comments, functions, files");
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root().join(folder), &mut files)?;
    }
    files.sort();
    let mut untidy = not_text()?;
    for file in &files {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let name = file.strip_prefix(root()).unwrap_or(file).display().to_string();
        let tests = name.contains("/tests");
        untidy.extend(remarks(&text, tests).into_iter().map(|(line, remark)| format!("{name}:{line}: {remark}")));
    }
    match untidy.is_empty() {
        true => Ok(()),
        false => bail!("{} places are untidy:\n{}", untidy.len(), untidy.join("\n")),
    }
}

/// What the repository keeps and is no text: a program that was compiled in passing slips in easily, and stays in every
/// clone. (Outside of a repository nothing is kept.)
fn not_text() -> Result<Vec<String>> {
    let Ok(listed) = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output() else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for name in String::from_utf8_lossy(&listed.stdout).split_terminator('\0') {
        // What was deleted and not yet told so is no trouble here.
        let Ok(bytes) = fs::read(root().join(name)) else { continue };
        if bytes.contains(&0) {
            found.push(format!("{name}: no text; only sources are kept"));
        }
    }
    Ok(found)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        match path.is_dir() {
            true if path.file_name().is_some_and(|name| name == "target") => {}
            true => collect(&path, files)?,
            false if path.extension().is_some_and(|extension| extension == "rs") => files.push(path),
            false => {}
        }
    }
    Ok(())
}

/// The untidy places of a text by their line.
fn remarks(text: &str, tests: bool) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let code = match tests {
        true => 0,
        false => lines.iter().position(|line| *line == "#[cfg(test)]").unwrap_or(lines.len()),
    };
    let mut remarks = Vec::new();
    if lines.len() > FILE_LINES && !tests {
        remarks.push((lines.len(), format!("{} lines: make it a folder", lines.len())));
    }
    for (index, line) in lines.iter().enumerate() {
        let length = line.chars().count();
        if length > COLUMNS && line.trim_start().starts_with("//") {
            remarks.push((index + 1, format!("a comment ends at column {length}")));
        }
        if index < code
            && let Some(lines) = function_lines(&lines[index..])
            && lines > FUNCTION_LINES
        {
            remarks.push((index + 1, format!("a function of {lines} lines")));
        }
    }
    remarks
}

/// How many lines the function has that begins on the first of these lines, if one does. The formatter puts its last
/// brace below its first letter.
fn function_lines(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?;
    let code = first.trim_start();
    let indent = &first[..first.len() - code.len()];
    let words = ["pub ", "pub(crate) ", "pub(super) ", "const ", "async ", "unsafe ", "extern \"C\" "];
    let mut rest = code;
    while let Some(after) = words.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = after;
    }
    rest.strip_prefix("fn ")?;
    let end = format!("{indent}}}");
    let body = lines.iter().position(|line| line.ends_with('{') || line.ends_with(';') || line.ends_with('}'))?;
    match lines[body].ends_with('{') {
        true => lines.iter().position(|line| *line == end).map(|last| last + 1),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_comments_and_functions_are_named() {
        let long = format!("// {}\n", "x".repeat(120));
        assert_eq!(remarks(&long, false).len(), 1);
        let body = "    a();\n".repeat(60);
        assert_eq!(
            remarks(&format!("    pub fn f() {{\n{body}    }}\n"), false),
            [(1, "a function of 62 lines".to_string())]
        );
        assert!(remarks("fn f(\n    a: u8,\n) {\n}\n", false).is_empty());
        assert!(remarks("fn f() -> u8;\n", false).is_empty());
    }
}
