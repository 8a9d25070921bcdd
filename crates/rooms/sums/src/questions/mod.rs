//! The questions of the room.

mod boards;
mod heaps;
mod lesson;
pub(super) mod value;

use kit::Question;

pub(super) static QUESTIONS: &[Question] =
    &[value::VALUE, heaps::TABLE, heaps::PERIOD, boards::BOARDS, lesson::MEX, lesson::WORDS];
