//! Connected regular graphs and canonical forms here and by nauty's programs, which tell the processor time that they
//! took. The graphs must be the same up to isomorphism, in nauty's canonical form and in ours.

#[path = "../../../../crates/engine/benches/clock/mod.rs"]
mod clock;

use clock::timed;
use engine::graphs::read::{graph6, to_graph6};
use engine::graphs::regular::all_connected_regular;
use engine::graphs::small::Small;
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// What one of nauty's programs writes when it reads that text, and the seconds in its last remark.
fn nauty(program: &str, arguments: &[&str], input: &str) -> (String, f64) {
    let program = format!("nauty-{program}");
    let mut child = Command::new(&program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut sink = child.stdin.take().expect("it is piped");
    let input = input.to_string();
    let writer = std::thread::spawn(move || sink.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("who writes does nothing else").expect("it reads all");
    let remarks = String::from_utf8_lossy(&output.stderr).into_owned();
    let seconds = remarks.rsplit_once(" in ").and_then(|(_, end)| end.split_whitespace().next()?.parse().ok());
    let seconds = seconds.unwrap_or_else(|| panic!("{program} tells no time: {remarks}"));
    (String::from_utf8(output.stdout).expect("graph6 is plain text"), seconds)
}

fn small(line: &str) -> Small {
    Small::from_graph(&graph6(line).expect("nauty writes graph6")).expect("nauty's graphs are small and undirected")
}

/// All connected graphs of that order and degree, and the canonical form of each.
fn compare(order: usize, degree: usize) {
    let (ours, list) = timed(|| all_connected_regular(order, degree));
    let degrees = [format!("-d{degree}"), format!("-D{degree}"), order.to_string()];
    let words =
        |first: &'static str| -> Vec<&str> { [first].into_iter().chain(degrees.iter().map(String::as_str)).collect() };
    let (_, theirs) = nauty("geng", &words("-cu"), "");
    let (lines, _) = nauty("geng", &words("-c"), "");
    println!(
        "{} connected graphs on {order} vertices of degree {degree}: ours {ours:.3} s, geng {theirs:.2} s, ratio {:.1}",
        list.len(),
        theirs / ours
    );
    let written: String = list.iter().map(|graph| to_graph6(&graph.to_graph()) + "\n").collect();
    let (ours_by_nauty, labelling) = nauty("labelg", &[], &written);
    let (theirs_by_nauty, _) = nauty("labelg", &[], &lines);
    let set = |text: &str| text.lines().map(str::to_string).collect::<BTreeSet<_>>();
    assert_eq!(set(&ours_by_nauty).len(), list.len(), "no graph twice");
    assert_eq!(set(&ours_by_nauty), set(&theirs_by_nauty), "the same graphs");
    let strangers: Vec<Small> = lines.lines().map(small).collect();
    let (naming, forms) = timed(|| strangers.iter().map(Small::canonical).collect::<Vec<_>>());
    let rows = |graph: &Small| graph.rows().to_vec();
    let forms: BTreeSet<_> = forms.iter().map(rows).collect();
    let own: BTreeSet<_> = list.iter().map(|graph| rows(&graph.canonical())).collect();
    assert_eq!(forms, own, "the same graphs in our form");
    println!(
        "their canonical forms: ours {naming:.3} s, labelg {labelling:.2} s with reading and writing, ratio {:.1}",
        labelling / naming
    );
}

fn main() {
    for (order, degree) in [(16, 3), (18, 3), (12, 4), (13, 4), (11, 6)] {
        compare(order, degree);
    }
}
