//! The lab knows no topic: none of their names occurs in its code, its style or its script.

use std::path::Path;

fn files_of(folder: &str) -> Vec<(String, String)> {
    fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => collect(&path, files),
                false => files.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap())),
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    files
}

/// Words as a person would read them; `initial-scale` is one word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_')
}

#[test]
fn no_topic_is_named_in_the_labs_code() {
    let files: Vec<_> = ["src", "assets"].into_iter().flat_map(files_of).collect();
    assert!(files.len() > 10);
    for (path, text) in &files {
        for topic in topics::ALL {
            assert!(words(text).all(|word| word != topic.name), "{path} names {}", topic.name);
        }
    }
}

#[test]
fn no_question_or_parameter_has_a_name_that_the_lab_uses_itself() {
    for topic in topics::ALL {
        assert!(
            !["static", "jobs", "learn", "worksheet", "puzzle", "paper", "words", "together", "runs"]
                .contains(&topic.name)
        );
        for question in topic.questions {
            assert!(!["play", "claims"].contains(&question.name), "{}", question.name);
        }
        let tables = topic.table.into_iter().flat_map(|table| table.params);
        let params = topic.questions.iter().flat_map(|q| q.params).chain(tables);
        for param in params {
            let own =
                ["ask", "certificate", "move", "you", "level", "shown", "part", "row", "find", "sort", "say", "turn"];
            assert!(!own.contains(&param.name), "{}", param.name);
        }
    }
}

#[test]
fn every_file_of_the_script_is_short_and_loaded() {
    let files = files_of("assets");
    let scripts: Vec<_> = files.iter().filter(|(path, _)| path.ends_with(".js")).collect();
    assert!(scripts.len() > 8);
    for (path, text) in &scripts {
        assert!(text.lines().count() <= 400, "{path} has {} lines", text.lines().count());
        let name = path.rsplit('/').next().unwrap();
        let loaded = scripts.iter().any(|(_, other)| other.contains(&format!("from \"./{name}\"")));
        assert!(loaded || name == "lab.js", "{name} is imported nowhere");
    }
}
