//! The questions of the room.

mod boards;
mod build;
mod counts;
mod heaps;
mod lesson;
pub(super) mod value;

use kit::Question;

pub(super) use value::SHARED;

pub(super) static QUESTIONS: &[Question] = &[
    value::VALUE,
    build::BUILD,
    heaps::TABLE,
    heaps::PERIOD,
    boards::BOARDS,
    counts::CHOMP,
    counts::THIRDS,
    counts::BARS,
    counts::TRIPLES,
    counts::PRODUCTS,
    lesson::MEX,
    lesson::WORDS,
];
