//! The vocabulary of Parlor.
//!
//! A [`Topic`] is a room: its [`Question`]s take an [`Ask`] (checked parameters) and answer with a [`Report`] whose
//! [`Standing`] says how far to trust it. A [`Game`] is played through a [`Session`]. A [`Scene`] is a picture as a
//! value. A [`Claim`] is what a paper says, with a way to find out. A [`Watch`] sees the progress of long work and may
//! stop it. There is one [`Error`].
//!
//! Nothing here computes and nothing here prints: the engine and the topics do the first, front ends the second.

/// Methods that tell one thing more of a row, for rows that are constants: `Question::of(..).about(..).params(..)`.
macro_rules! telling {
    ($row:ident { $($field:ident: $what:ty),* }) => {
        impl $row {
            $(#[doc = concat!("The same row with its ", stringify!($field), ".")]
            #[must_use]
            pub const fn $field(self, $field: $what) -> $row {
                $row { $field, ..self }
            })*
        }
    };
}

pub mod ask;
mod certificate;
mod claim;
mod error;
pub mod essay;
mod fact;
mod game;
pub mod glossary;
pub mod lesson;
pub mod machine;
pub mod memory;
pub mod paper;
mod param;
pub mod parts;
mod report;
pub mod say;
pub mod scene;
mod topic;
pub mod trial;
pub mod watch;
mod wire;
pub mod word;
pub mod worksheet;

pub use ask::{Ask, NoFiles, Shelf};
pub use certificate::{CERTIFICATE_MARK, Certificate, CertificateKind, find_kind, verify};
pub use claim::{Check, Claim, Effort, Finding, Verdict};
pub use error::{Error, Result, Trouble};
pub use essay::Essay;
pub use fact::Fact;
pub use game::{Advice, End, FROM, Game, Play, Score, Session, Valued, illegal};
pub use lesson::{Lesson, find_lesson};
pub use machine::Clock;
pub use paper::Paper;
pub use param::{Kind, Param, Parsed, Place, Presence, parsed};
pub use report::{ARGUMENT, ErrorKind, Report, Standing, Table};
pub use say::shorten;
pub use scene::{Ink, Scene, Shape};
pub use topic::{GameTable, Question, Topic, find_question, find_topic, read_sentence, seat, sit_down, table_of};
pub use watch::{Unwatched, Watch};
pub use word::{
    Arg, ArgKind, Counsel, Figure, InParts, Means, Position, Rules, Step, Strategy, Summand, Word, find_word,
    refuse_count,
};
pub use worksheet::Worksheet;
