//! Certificates of Sprouts: what they establish, and from what.
//!
//! *Normal play*, kind `nimbers`. The evidence is a list of lands with nimbers. The checker establishes the nimber of
//! the position that stands first. A line "land k" stands when, by the list,
//!
//! - no move leads to nimber k: of every position that a move leaves either all lands are listed and their nimbers do
//!   not add up to k, or one of its lands has a move after which all are listed and add up to k, so that it has not
//!   nimber k itself;
//! - for every j < k some move leads to listed lands that add up to j.
//!
//! *Misère play*, kind `misere`. The evidence is a list of lost positions. One stands when it has a move and every
//! position that a move leaves is won: nothing is left to play there, or a move leads to a listed position.
//!
//! *Why no line rests on itself.* A curve uses two lives and its spot brings one, so every move takes one life, and
//! simplifying never adds any. A line is judged by lands of fewer lives only: by induction on the lives all lines are
//! true if each stands by the others. An empty list proves nothing but of a position without moves.
//!
//! *What is trusted*: the plain rules ([`super::plain`]), the reader of texts ([`super::position`]), and that
//! simplifying keeps the game and that lands which are equal up to names are one game (module `compare`, which argues
//! after [`super::land`] and shares no code with the search). Failing to recognise a land can only lead to a refusal.

mod compare;
mod losses;
mod normal;
mod options;
mod read;
mod write;

#[cfg(test)]
mod forgeries;

pub use write::{Solved, write, write_misere};

use super::position::Position;
use kit::CertificateKind;

/// The kind of certificate of normal play.
pub const KIND: &str = "nimbers";
/// The kind of certificate of misère play.
pub const MISERE: &str = "misere";

/// Both kinds.
pub static CERTIFICATES: &[CertificateKind] = &[
    CertificateKind {
        name: KIND,
        about: "The nimber of a position in normal play, where who cannot move loses. Lands are listed with nimbers; \
                the checker draws every curve of every listed land by the rules and finds by the list that none leads \
                to its nimber and some to each smaller one. Every move takes a life, so no line rests on itself.",
        format: NIMBERS_FORMAT,
        examples: &[
            "sprouts solve 6",
            "sprouts solve 4 --method depth",
            "sprouts value {0*2.AB}{AB.0*3}",
            "sprouts table --to 4",
        ],
        check: normal::check,
    },
    CertificateKind {
        name: MISERE,
        about: "The outcome of a position in misère play, where who cannot move wins. Lost positions are listed; the \
                checker draws every curve of every listed one by the rules and finds by the list that there is a move \
                and that each is answered by a move to a listed position or leaves nothing to play. Every move takes a \
                life, so no line rests on itself.",
        format: MISERE_FORMAT,
        examples: &[
            "sprouts solve 5 --play misere",
            "sprouts solve 3 --play misere",
            "sprouts value {0*2.AB}{AB} --play misere",
            "sprouts table --to 3 --play misere",
        ],
        check: losses::check,
    },
];

/// The positions, the rules and the comparison, as both kinds need them.
macro_rules! positions {
    () => {
        "\
Texts of positions. A text is regions one after the other, each \"{\" boundaries \"}\", the boundaries separated by \
dots; {} has none. A boundary is the cyclic row of vertices that is met on a walk around one connected figure; 0*N, \
N a decimal number, stands for N boundaries \"0\". A vertex is a digit, 0 to 3: so many curve ends, seen from this one place; 0 stands \
alone in its boundary. Or it is a name, a capital and at most eight small letters: it is seen from each place where \
the name stands, at most three, and has as many curve ends. In a text with a digit every name stands twice or three \
times. In a text without digits every vertex has its name; one that stands once has one curve end, or none if it is \
alone in its boundary. A name never stands in two boundaries of one region. No blanks; at most 400 vertices and 8192 \
characters.

Moves. A vertex has three lives less its curve ends. A curve joins two places of one region, whose vertices must have \
a life each, the same vertex two, and lose them. It may join a place with itself. Its new spot S has two curve ends. \
Between boundaries a.. and b.., written from the joined places on, it makes one boundary a..a S b..b S in their region \
(a vertex without curve ends is written once instead of at both ends). From place i to place j > i of one boundary it \
divides the region: one part gets the boundary v(i)..v(j) S, the other v(j)..v(i) S around the other way; from a place \
v to itself one part gets v S, the other v..v S (again a vertex without curve ends once). The other boundaries of the \
region are shared out among the two parts in every way.

Lands. Vertices with three curve ends go. A name that stands twice in a row of a boundary, cyclically, becomes one 2. \
Boundaries without vertices go, then regions with fewer than two lives (a name counts once); a name that now stands \
once becomes a 2. A region of two or three lives becomes one boundary of its vertices in any order, a name twice in it \
a 2. Regions that share names, directly or through others, form a land; lands are independent games. Two lands are the \
same when renaming, turning boundaries, reversing all boundaries of a region, and reordering makes them equal.

A checker may refuse what takes too long: a position of more than 32768 curves, of boundaries that look alike the \
first ones taken for all, more than 16384 moves a line on the average (one in a position of N vertices counts as \
1 + N^2/256), two lands that are too symmetric to compare."
    };
}

const NIMBERS_FORMAT: &str = concat!(
    "\
The first line is \"spots N\", a start of N spots, or \"position TEXT\"; more such lines may follow, at most 10000 \
in all and none twice. Every further line is \"LAND K\", at most 4194304 of them: the text of a position that is one land, a blank and its nimber, less than 64. Numbers have no sign \
and no leading zeros. It states \"N spots: nimber K\" (\"1 spot\") or \"TEXT: nimber K\", for \
several positions one such statement each in their order, joined by \"; \": of the lands of that position the same ones cancel in pairs, the others must all be listed, and K is the xor of their nimbers. The same \
land may not stand with two nimbers.

A line LAND K stands when each move is to a position (same lands cancelled in pairs) whose lands are all listed with \
another xor than K, or else has a land with a move after which this position's lands are all listed with the xor K; \
and when for each J < K some move is to a position whose lands are all listed with the xor J.\n\n",
    positions!()
);

const MISERE_FORMAT: &str = concat!(
    "\
The first line is \"spots N\", a start of N spots, or \"position TEXT\"; more such lines may follow, at most 10000 \
in all and none twice. Every further line is the text of a lost position, at most 4194304 of them. It states \"N spots: lost in misère play\" (\"1 spot\") if the position has the \
lands of a listed one, else \"N spots: won in misère play\" if it has no move or one to a position with the lands of a \
listed one; with the TEXT for \"N spots\" likewise, and for several positions one such statement each in their order, \
joined by \"; \".

A listed position stands when it has a move, and each move is to a position that has no move itself or one to a \
position with the lands of a listed one. Same lands do not cancel here. Two lands of at most three lives are also the \
same when their moves lead to the same positions.\n\n",
    positions!()
);

/// Whose nimber or outcome is certified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A start of so many spots.
    Spots(usize),
    /// A position by its text.
    Text(String),
}

impl Subject {
    /// A position; one of fresh spots in one region is a start.
    pub fn of(position: &Position) -> Subject {
        match position.regions.len() == 1 && position.degree.iter().all(|&ends| ends == 0) {
            true => Subject::Spots(position.degree.len()),
            false => Subject::Text(position.to_string()),
        }
    }

    /// The first line of evidence.
    fn line(&self) -> String {
        match self {
            Subject::Spots(n) => format!("spots {n}\n"),
            Subject::Text(text) => format!("position {text}\n"),
        }
    }

    fn position(&self) -> kit::Result<Position> {
        match self {
            Subject::Spots(n) => Ok(Position::start(*n)),
            Subject::Text(text) => text.parse(),
        }
    }

    fn words(&self) -> String {
        match self {
            Subject::Spots(1) => "1 spot".to_string(),
            Subject::Spots(n) => format!("{n} spots"),
            Subject::Text(text) => text.clone(),
        }
    }
}

/// What a certificate of normal play states.
fn statement(subject: &Subject, nimber: u32) -> String {
    format!("{}: nimber {nimber}", subject.words())
}

/// What a certificate of misère play states.
fn misere_statement(subject: &Subject, lost: bool) -> String {
    format!("{}: {} in misère play", subject.words(), if lost { "lost" } else { "won" })
}
