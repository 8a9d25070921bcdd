//! The shell answers line by line, tells what will not do, and goes on.

use std::io::Write as _;
use std::process::{Command, Stdio};

#[test]
fn lines_are_answered_and_errors_do_not_end_it() {
    let home = tempfile::tempdir().expect("a folder");
    let mut shell = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .arg("shell")
        .env("XDG_STATE_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("parlor can be started");
    let lines =
        "queens lock 4\nqueens lok 4\nshell\n\nparlor value nim(3) --json\nqueens lock 4 --csv\nexit\nqueens lock 5\n";
    shell.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    let out = shell.wait_with_output().expect("it ends");
    let (told, refused) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{refused}");
    assert!(told.contains("queens lock the 4 x 4 board") && told.contains("\"nimber\":3"), "{told}");
    assert!(told.contains("fact,value\n") && !told.contains("5 x 5"), "{told}");
    assert_eq!(refused.matches("error: ").count(), 2, "{refused}");
    assert!(home.path().join("parlor/history").is_file(), "the lines are remembered");
}
