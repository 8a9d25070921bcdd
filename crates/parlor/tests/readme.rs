//! The README tells the truth: its table of topics comes from the registry, its examples are run. With `PARLOR_WRITE`
//! set the table is written anew.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

const BEGIN: &str = "<!-- topics: made by `cargo xtask gallery` -->\n";
const END: &str = "<!-- end of topics -->";

fn path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"))
}

fn readme() -> String {
    fs::read_to_string(path()).expect("there is a README")
}

fn with_table(readme: &str) -> String {
    let (before, rest) = readme.split_once(BEGIN).expect("the README has a mark for the table of topics");
    let (_, after) = rest.split_once(END).expect("the README has a mark for the end of the table");
    let mut table = String::from("| topic | what | questions |\n|---|---|---|\n");
    for topic in topics::ALL {
        let questions: Vec<&str> = topic.questions.iter().map(|q| q.name).collect();
        table.push_str(&format!("| `{}` | {} | {} |\n", topic.name, topic.about, questions.join(", ")));
    }
    format!("{before}{BEGIN}{table}{END}{after}")
}

#[test]
fn the_table_of_topics_is_the_registry_and_the_readme_is_short() {
    let readme = readme();
    let fresh = with_table(&readme);
    if std::env::var_os("PARLOR_WRITE").is_some() {
        return fs::write(path(), fresh).expect("the README can be written");
    }
    assert!(fresh == readme, "the README's table of topics is stale; `cargo xtask gallery` writes it");
    let lines = readme.lines().count();
    assert!(lines <= 120, "the README has {lines} lines; 120 are the limit");
}

#[test]
fn the_examples_print_what_the_readme_says() {
    if std::env::var_os("PARLOR_WRITE").is_some() {
        // The other test is writing the file.
        return;
    }
    let readme = readme();
    let blocks = readme.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap_or(""));
    let examples: Vec<&str> = blocks.flat_map(|block| block.split("$ parlor ").skip(1)).collect();
    assert!(examples.len() >= 3, "the README has examples");
    for example in examples {
        let (sentence, printed) = example.split_once('\n').unwrap_or((example, ""));
        let words = kit::ask::words(sentence).expect(sentence);
        let output = Command::new(env!("CARGO_BIN_EXE_parlor")).args(&words).output().expect("parlor can be started");
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(told.trim_end(), printed.trim_end(), "parlor {sentence}");
    }
}
