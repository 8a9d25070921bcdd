//! What a stranger may write, thrown at everything that reads: the targets of the fuzzer and of a short form of it
//! among the ordinary tests.
//!
//! A target takes bytes and comes back. It panics when a reader panics, when a text that was written is not read back
//! as the same thing, or when a check believes what it must not. Its seeds are made from the examples of the registry,
//! so that a new question or kind is besieged from its first day.

mod certificates;
mod graphs;
mod hands;
mod seeds;
mod texts;
mod watch;

// By their names, for the programs of the fuzzer: one that went through the list would hold every room, and the fuzzer
// reads all counters of its program after each execution.
pub use certificates::certificates;
pub use graphs::{digraph6, dot, graph6, graphs};
pub use hands::{boards, gestures};
use std::borrow::Cow;
pub use texts::{addresses, checkpoints, codes, forms, games, scripts, sentences, sprouts, statements};

/// Something that reads what strangers write.
pub struct Target {
    /// Its name, and that of the folder of its corpus.
    pub name: &'static str,
    /// What it reads, in a line.
    pub about: &'static str,
    /// Reads, and panics if something is wrong.
    pub run: fn(&[u8]),
    /// Texts to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All of them.
pub static TARGETS: &[Target] = &[
    Target {
        name: "sentences",
        about: "asks in words, read, written, answered under a watch that breaks at once",
        run: texts::sentences,
        seeds: seeds::sentences,
    },
    Target {
        name: "addresses",
        about: "asks and games as links of the lab",
        run: texts::addresses,
        seeds: seeds::addresses,
    },
    Target {
        name: "forms",
        about: "every parameter that has a grammar of its own, by its name in the first line",
        run: texts::forms,
        seeds: seeds::forms,
    },
    Target {
        name: "boards",
        about: "positions of every table, by its sentence in the first line",
        run: hands::boards,
        seeds: seeds::boards,
    },
    Target {
        name: "gestures",
        about: "a table in the first line, then a move or a gesture a line",
        run: hands::gestures,
        seeds: seeds::gestures,
    },
    Target { name: "graphs", about: "graphs in any format", run: graphs::graphs, seeds: seeds::graphs },
    Target { name: "dot", about: "graphs in DOT", run: graphs::dot, seeds: seeds::dot },
    Target { name: "graph6", about: "graphs in graph6", run: graphs::graph6, seeds: seeds::graph6 },
    Target { name: "digraph6", about: "graphs in digraph6", run: graphs::digraph6, seeds: seeds::digraph6 },
    Target { name: "sprouts", about: "positions of Sprouts", run: texts::sprouts, seeds: seeds::sprouts },
    Target { name: "codes", about: "codes of heap games", run: texts::codes, seeds: seeds::codes },
    Target { name: "games", about: "the language of sums", run: texts::games, seeds: seeds::games },
    Target {
        name: "statements",
        about: "statements about words and numbers",
        run: texts::statements,
        seeds: seeds::statements,
    },
    Target { name: "scripts", about: "games of one's own", run: texts::scripts, seeds: seeds::scripts },
    Target {
        name: "certificates",
        about: "certificates of every kind",
        run: certificates::certificates,
        seeds: seeds::certificates,
    },
    Target {
        name: "checkpoints",
        about: "what a run kept, after the sentence that goes on with it",
        run: texts::checkpoints,
        seeds: seeds::checkpoints,
    },
];

/// The bytes as a text; what is none becomes a sign that no form knows.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
