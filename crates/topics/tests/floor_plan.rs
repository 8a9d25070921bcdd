//! Nine rooms furnished alike: every folder follows the one floor plan of CONTRIBUTING, so that who knows one room
//! finds the way in all.

use kit::Topic;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What is furniture in every room; everything else is mathematics.
const FURNITURE: [&str; 10] =
    ["lib", "questions", "claims", "play", "words", "scene", "certificate", "lessons", "worksheet", "tests"];

/// What mathematics does not know: asks, reports, pictures and the rows of the registry.
const STRANGE: [&str; 13] = [
    "Ask",
    "Report",
    "Scene",
    "Shape",
    "Param",
    "Question",
    "GameTable",
    "Claim",
    "Finding",
    "Table",
    "Certificate",
    "Advice",
    "Topic",
];

/// Where the rooms lie, a crate each.
fn rooms() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rooms")
}

/// The names of files and folders in a folder, without `.rs`.
fn entries(folder: &Path) -> BTreeSet<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    fs::read_dir(folder).unwrap().map(name).map(|name| name.trim_end_matches(".rs").to_string()).collect()
}

/// The Rust files of a part of a room.
fn files_of(room: &Path, part: &str) -> Vec<PathBuf> {
    let (file, folder) = (room.join(format!("{part}.rs")), room.join(part));
    let mut files: Vec<PathBuf> = [file].into_iter().filter(|file| file.exists()).collect();
    if folder.is_dir() {
        files.extend(entries(&folder).iter().flat_map(|inner| files_of(&folder, inner)));
    }
    files
}

/// The code of a file without comments and without its tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn words(code: &str) -> BTreeSet<&str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// What follows `kit::` in a code, up to the end of the statement.
fn of_the_kit(code: &str) -> String {
    code.split("kit::")
        .skip(1)
        .map(|rest| rest.split([';', '(', ')', '<', '>', '=']).next().unwrap_or(rest))
        .collect::<Vec<_>>()
        .join(" ")
}

fn check_room(topic: &Topic) {
    let room = rooms().join(topic.name).join("src");
    let parts = entries(&room);
    let wants = [
        ("lib", true),
        ("essay.md", true),
        ("paper.md", true),
        ("questions", true),
        ("claims", true),
        ("play", topic.table.is_some()),
        ("words", !topic.words.is_empty()),
        ("scene", true),
        ("certificate", !topic.certificates.is_empty()),
    ];
    for (part, wanted) in wants {
        assert_eq!(parts.contains(part), wanted, "{}: {part}.rs or {part}/", topic.name);
    }
    let lib = fs::read_to_string(room.join("lib.rs")).unwrap();
    assert!(lib.starts_with("//! "), "{}: lib.rs begins with what the room is about", topic.name);
    assert!(
        !code(&room.join("lib.rs")).contains("fn "),
        "{}: lib.rs holds the modules and the topic alone",
        topic.name
    );
    for part in parts.iter().filter(|part| !FURNITURE.contains(&part.as_str())) {
        for file in files_of(&room, part) {
            let code = code(&file);
            let kit = words(&of_the_kit(&code)).into_iter().map(String::from).collect::<BTreeSet<_>>();
            let strange: Vec<&str> = STRANGE.into_iter().filter(|name| kit.contains(*name)).collect();
            assert!(strange.is_empty(), "{} is mathematics and knows {strange:?}", file.display());
        }
    }
}

#[test]
fn every_room_follows_the_floor_plan() {
    let names: BTreeSet<String> = topics::ALL.iter().map(|topic| topic.name.to_string()).collect();
    assert_eq!(entries(&rooms()), names, "a room is a crate in a folder of its topic's name");
    topics::ALL.iter().for_each(|topic| check_room(topic));
}

#[test]
fn the_room_to_copy_is_short_and_whole() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/null.rs")).unwrap();
    assert!(text.lines().count() < 150, "null.rs shows the whole plan in under 150 lines");
    let null = topics::NULL;
    assert!(!null.questions.is_empty() && !null.claims.is_empty() && !null.certificates.is_empty());
    assert!(null.table.is_some());
}
