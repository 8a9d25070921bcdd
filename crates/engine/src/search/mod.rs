//! One search for impartial games: what the rooms share, from the definition to proof numbers.
//!
//! *The question.* A position is a sum of components. What is the nimber of a component, and is a component beside a
//! pile of k, a *couple*, lost for the player to move? It is lost exactly when the component has nimber k, so that
//! every lost couple is a nimber (Sprague 1935, Grundy 1939; Lemoine and Viennot, *Nimbers are inevitable*, 2011).
//!
//! *The rungs*, all of which answer alike; [`crate::impartial::Solver`] has them under the names of
//! [`crate::impartial::Method`].
//! - *The definition* ([`crate::impartial::nimber_by_definition`]): the mex over all options. The slow truth of every
//!   test.
//! - *The memo*: every component met gets its nimber, kept in a [`Table`]. Heap games, nim, Wythoff's game,
//!   Treblecross, and games that a person wrote, which may not even end: it notices when a position comes back.
//! - *Couples, depth first*: the lighter options before the heavier, lost and won couples kept. The rung between, for
//!   comparison.
//! - *Couples by proof numbers* ([`Proof`]): the most promising couple first, wherever it lies. Cram and Boxing through
//!   the solver; Sprouts with tables of its own, as its positions are texts that are numbered once and whose options
//!   are dear.
//! - *The sweep* ([`sweep`]): all positions in an order in which options come first, one byte each. Chomp, nearly all
//!   of whose bars lie below the full one.
//!
//! Node Kayles ([`crate::vertex_kayles`], the game *noon* of queens) searches couples depth first with tables and
//! threads of its own: its positions are sets of vertices whose images under the symmetries are kept up to date move by
//! move.
//!
//! *Ahead.* Where options are dear, as in Sprouts, one thread searches and others make the options that it will need:
//! the same search over notes of their own, which passes by what is being made ([`Tree::awaited`], [`Proof::glimpse`]).
//!
//! *Parts.* Threads share a table and see in its notes what the others are at work on ([`Tree::mark`]). Where no table
//! can be shared a planner gives couples with a budget to workers ([`Proof::next_couple`], [`Proof::attempt`]), and
//! what they prove travels as a [`Fact`], also to a store and to the next run. A game of the ladder gets both from
//! [`crate::impartial::Plan`], whatever it is; Node Kayles has that planner and workers of its own; Sprouts has both.
//!
//! *What is known* of a component is a [`Note`], one word: its nimber, or which nimbers it has not and how much work an
//! open couple of it seems to need. That won couples leave a trace is what separates seconds from minutes: without it
//! Cram on 5 x 6 takes a hundred times as long.
//!
//! *To add a game* implement [`crate::impartial::Impartial`]; what pays is a canonical form of the components, a weight
//! that counts the moves, and options in the order in which they are likely to win. A game that keeps its own tables
//! implements [`Tree`]; one that can number its positions, [`Walk`].
//!
//! *What was tried and did not pay.* Sets of wanted nimbers with aspiration instead of single couples (Beling and
//! Rogalski 2020): a few per cent more positions than couples on Cram once won couples are kept. Ordering options by
//! how often components of their size had the wanted nimber: as many positions or more. A table of all sets on 5 x 5
//! filled in as asked: slower than to search them. Instructions of newer processors: a tenth.

mod facts;
mod keeper;
mod note;
mod proof;
mod split;
mod spread;
mod sweep;
mod table;
mod words;

pub use facts::{Fact, read_facts, read_guesses, write_facts, write_guesses};
pub use keeper::Keeper;
pub use note::{Effort, Note};
pub use proof::{Proof, Tree, first_open};
pub use split::{Attempt, Next};
pub use spread::spread;
pub use sweep::{Swept, Walk, sweep};
pub use table::{Full, Table};
pub use words::Words;
