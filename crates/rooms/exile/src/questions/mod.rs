//! The questions of the room.

pub(super) mod complement;
pub(super) mod completions;
pub(super) mod constants;
pub(super) mod look;
pub(super) mod piles;
pub(super) mod printed;
pub(super) mod prove;
pub(super) mod quadrant;
pub(super) mod space;
pub(super) mod spiral;
pub(super) mod table;

use kit::Question;

pub(super) static QUESTIONS: &[Question] = &[
    spiral::QUEENS,
    spiral::NTH,
    spiral::WHERE,
    spiral::WORD,
    spiral::TRIBONACCI,
    printed::ROWS_OF,
    complement::COMPLEMENT,
    printed::DIGITS_OF,
    printed::FLOORS_OF,
    printed::PLUS_ONES,
    constants::CONSTANTS,
    constants::NUMBERS,
    constants::MORPHISM,
    prove::PROVE,
    quadrant::GREEDY,
    quadrant::COLUMNS,
    printed::PERMUTATIONS,
    printed::CORNERS,
    piles::PILES,
    space::ALONG,
    space::SPACE,
    table::TABLE,
    table::VALUES_IN_ORDER,
    table::ROWS,
    table::DIAGONALS,
    table::RECORDS,
    completions::COMPLETIONS,
    table::DRAW,
    look::LOOK,
];
