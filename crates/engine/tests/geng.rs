//! The generator of regular graphs against nauty's geng, an independent program (Debian package nauty).

use parlor_engine::graphs::read::graph6;
use parlor_engine::graphs::regular::connected_regular;
use parlor_engine::graphs::small::Small;
use std::collections::BTreeSet;
use std::process::Command;

/// The connected cubic graphs of geng in canonical form; `None` where geng is not installed.
fn of_geng(order: usize) -> Option<BTreeSet<Vec<u64>>> {
    let run = |program: &str| Command::new(program).args(["-c", "-q", "-d3", "-D3", &order.to_string()]).output();
    let output = ["geng", "nauty-geng"].into_iter().find_map(|program| run(program).ok())?;
    let text = String::from_utf8(output.stdout).expect("graph6 is text");
    let canonical =
        |line: &str| Small::from_graph(&graph6(line).expect("geng writes graph6")).expect("it is small").canonical();
    Some(text.lines().map(|line| canonical(line).rows().to_vec()).collect())
}

#[test]
#[ignore = "minutes"]
fn cubic_graphs_are_those_of_geng() {
    for order in [4, 6, 8, 10, 12, 14, 16] {
        let mut ours = BTreeSet::new();
        connected_regular(order, 3, &mut |graph| {
            ours.insert(graph.canonical().rows().to_vec());
            true
        });
        match of_geng(order) {
            Some(theirs) => assert!(ours == theirs, "{order} vertices: {} and {}", ours.len(), theirs.len()),
            None => println!("geng is not installed: {order} vertices not compared"),
        }
    }
}
