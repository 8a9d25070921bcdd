//! The questions of the room.

mod boards;
mod heaps;
pub(super) mod value;

use kit::Question;

pub(super) static QUESTIONS: &[Question] = &[value::VALUE, heaps::HEAP_TABLE, heaps::HEAP_PERIOD, boards::BOARDS];
