//! The questions of the room.

pub(super) mod look;
pub(super) mod prove;
pub(super) mod quadrant;
pub(super) mod spiral;
pub(super) mod table;

use kit::Question;

pub(super) static QUESTIONS: &[Question] = &[
    spiral::QUEENS,
    spiral::NTH,
    spiral::WHERE,
    spiral::WORD,
    spiral::TRIBONACCI,
    prove::PROVE,
    quadrant::GREEDY,
    quadrant::COLUMNS,
    table::TABLE,
    table::ROWS,
    table::DIAGONALS,
    table::DRAW,
    look::LOOK,
];
