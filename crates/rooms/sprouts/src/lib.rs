//! Sprouts: spots on paper; a move draws a curve from a spot to a spot, perhaps the same, crossing nothing, and puts
//! a new spot on it; no spot may have more than three curve ends. Who cannot move loses; in misère play, wins (Conway
//! and Paterson 1967; solved to 11 spots by Applegate, Jacobson and Sleator 1991). The essay that people read is
//! `essay.md`.
//!
//! *Letters.* A position is what [`position`] writes: regions, the boundaries of each, the vertices along each.
//!
//! *Simplifying* ([`land`], [`canon`]) keeps the tree of moves up to equal options; tests compare with [`plain`], the
//! rules by which nothing is dropped.
//!
//! *Normal play* ([`search`], [`proof`]). Depth first with the most restrictive moves first is quick on small starts
//! and gets lost on larger ones; proof numbers lead to the easiest proof. Canonical forms are where the time goes:
//! every land ever met has a number, and its options are made once. The engine's solver of sums keeps typed keys and
//! asks for options anew at each visit; here both searches, the certificate and misère play share one numbered table
//! instead.
//!
//! *Parts.* Lands, notes and options lie in an [`atlas`] that threads share; what was proved is kept and learnt as
//! facts ([`keeper`]), and [`parts`] shares the work out among those who share no memory; [`simulation`] says how far
//! that goes.
//!
//! *Misère play* ([`misere`]). Nimbers do not help; small lands are replaced by misère canonical forms.
//!
//! *Certificates* ([`certificate`]) list lands with their nimbers, or positions lost in misère play; their checker
//! replays them with the plain rules and its own comparison of positions. *Pictures* ([`scene`]) are computed from the
//! text: its planar map (module `map`), completed with dead vertices where they were dropped (`complete`), laid out
//! without crossings (`layout`).
//!
//! *Drawing by hand.* The table keeps a drawing in whole numbers ([`sheet`]) from which the position is read back.
//! What a hand drew ([`stroke`]) is the curve of its class: the corners of the walks at its ends and the figures on
//! its first side. A curve that is only named is routed ([`route`]) over triangles ([`mesh`]), and what is tight
//! makes room ([`relax`]). The drawing is a function of the texts of the moves.
//!
//! ```
//! use sprouts::{land, proof::Proof, search::Search};
//! let mut search = Search::new(1 << 28);
//! let nimber = Proof::default().nimber_of(&mut search, &land::start(5), &mut kit::Unwatched)?;
//! assert_eq!(nimber, 1);
//! # Ok::<(), kit::Error>(())
//! ```

mod ahead;
pub mod atlas;
mod bench;
pub mod canon;
pub mod certificate;
mod claims;
mod complete;
mod drawing;
mod freehand;
pub mod keeper;
pub mod land;
mod layout;
pub mod length;
mod lessons;
mod map;
pub mod mesh;
pub mod met;
pub mod misere;
pub mod moves;
pub mod parts;
pub mod plain;
pub mod plane;
mod play;
pub mod position;
pub mod proof;
mod questions;
pub mod relax;
pub mod route;
pub mod scene;
pub mod search;
pub mod sheet;
pub mod simulation;
pub mod stroke;
pub mod trees;
mod words;
mod worksheet;
pub mod workshop;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    title: "Sprouts",
    about: "Sprouts: solve it, certify it, play it on paper",
    words: &[&words::SPROUTS],
    shared: questions::SHARED,
    ..kit::furnished!("sprouts")
};
