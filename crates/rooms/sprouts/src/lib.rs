//! Sprouts: spots on paper; a move draws a curve from a spot to a spot, perhaps the same, crossing nothing, and puts a
//! new spot on it; no spot may have more than three curve ends. Who cannot move loses; in misère play, wins (Conway and
//! Paterson 1967; solved to 11 spots by Applegate, Jacobson and Sleator 1991).
//!
//! *Letters.* A position is what [`position`] writes: regions, the boundaries of each, the vertices along each. A game
//! that is told is decided by its *replay by the rules*: every move is looked up among the curves of the position.
//!
//! *The length of a game* of n spots is at least 2n and at most 3n - 1 ([`length`] has the proof), and both are
//! reached. Let every spot be looped, its loop and its new spot joined inside the loop: after 2n moves the n spots that
//! are alive lie in n different loops, each alone. And with one spot the two moves are 3n - 1; one spot T more, beside
//! the only spot S that is alive at the end, gives three moves more: S to T makes U; a loop at T that leaves U outside
//! makes V; U to V leaves one spot alive.
//!
//! *Simplifying* ([`land`], [`canon`]). Dead vertices and regions go; a name seen twice in a row is a 2; in regions of
//! two or three lives only the vertices matter; regions that share no vertex are independent lands; each region may be
//! mirrored alone. Each step keeps the tree of moves up to equal options, so it serves misère play as well; the reasons
//! stand there, and tests compare with [`plain`], the rules by which nothing is dropped.
//!
//! *Normal play* ([`search`], [`proof`]). A couple (land, k) is lost exactly when the land has nimber k (Sprague and
//! Grundy); known nimbers are folded into k. Depth first with the most restrictive moves first is quick on small starts
//! and gets lost on larger ones; proof numbers lead to the easiest proof. Canonical forms are where the time goes:
//! every land ever met has a number, and its options are made once. The engine's solver of sums keeps typed keys and
//! asks for options anew at each visit; here both searches, the certificate and misère play share one numbered table
//! instead.
//!
//! *Misère play* ([`misere`]). Nimbers do not help; small lands are replaced by misère canonical forms.
//!
//! *Certificates* ([`certificate`]) list lands with their nimbers, or positions lost in misère play; their checker
//! replays them with the plain rules and its own comparison of positions. *Pictures* ([`scene`]) are computed from the
//! text: its planar map (module `map`), completed with dead vertices where they were dropped (`complete`), laid out
//! without crossings (`layout`).
//!
//! ```
//! use sprouts::{land, proof::Proof, search::Search};
//! let mut search = Search::new(1 << 28);
//! let nimber = Proof::default().nimber_of(&mut search, &land::start(5), &mut kit::Unwatched)?;
//! assert_eq!(nimber, 1);
//! # Ok::<(), kit::Error>(())
//! ```

pub mod atlas;
pub mod canon;
pub mod certificate;
mod claims;
mod complete;
pub mod keeper;
pub mod land;
mod layout;
pub mod length;
mod lessons;
mod map;
pub mod misere;
pub mod moves;
mod paper;
pub mod parts;
pub mod plain;
mod play;
pub mod position;
pub mod proof;
mod questions;
pub mod scene;
pub mod search;
mod words;
mod worksheet;
pub mod workshop;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "sprouts",
    title: "Sprouts",
    about: "Sprouts: solve it, certify it, play it on paper",
    essay: "Begin with n spots. A move draws a curve from a spot to a spot, or back to the same one, without crossing anything, and puts a new spot on \
     the curve. No spot may have more than three curve ends. Who cannot move loses; in misère play, wins.\n\n\
     The length of a game is between 2n and 3n - 1 moves, and both are reached: every move takes one of 3n lives; each spot alive at the end has \
     two dead neighbours of its own. A game that is told is decided by its replay by the rules. A position is a list of regions, each a list of boundaries, each the vertices along a walk: \
     {0*3} are three fresh spots, {AB.0}{AB} is a loop with a spot inside.\n\n\
     Positions fall apart into independent lands, so nimbers decide normal play; misère play needs more care. All that has been computed agrees with the \
     conjecture of 1991 that the first player loses normal play exactly when n leaves 0, 1 or 2 on division by 6.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    words: &[&words::SproutsWord],
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: Some(&paper::PAPER),
    worksheet: Some(&worksheet::WORKSHEET),
    ..Topic::EMPTY
};
