//! What the pieces look like: outlines in a box from (-0.5, -0.5) to (0.5, 0.5), and a letter for the terminal.

use kit::scene::{Piece, Segment};

use Segment::{Close as Z, Line as L, Move as M};

/// The outline of a piece.
pub(crate) fn outline(piece: Piece) -> &'static [Segment] {
    match piece {
        Piece::Queen => QUEEN,
        Piece::Rook => ROOK,
        Piece::Bishop => BISHOP,
        Piece::Knight => KNIGHT,
        Piece::King => KING,
    }
}

/// The letter of a piece, as chess players write it.
pub(crate) fn letter(piece: Piece) -> char {
    match piece {
        Piece::Queen => 'Q',
        Piece::Rook => 'R',
        Piece::Bishop => 'B',
        Piece::Knight => 'N',
        Piece::King => 'K',
    }
}

const QUEEN: &[Segment] = &[
    M(-0.30, 0.42),
    L(0.30, 0.42),
    L(0.30, 0.33),
    L(-0.30, 0.33),
    Z,
    M(-0.27, 0.27),
    L(0.27, 0.27),
    L(0.42, -0.22),
    L(0.23, 0.05),
    L(0.21, -0.34),
    L(0.09, 0.02),
    L(0.00, -0.42),
    L(-0.09, 0.02),
    L(-0.21, -0.34),
    L(-0.23, 0.05),
    L(-0.42, -0.22),
    Z,
];

const ROOK: &[Segment] = &[
    M(-0.32, 0.42),
    L(0.32, 0.42),
    L(0.32, 0.30),
    L(0.22, 0.24),
    L(0.20, -0.12),
    L(0.28, -0.20),
    L(0.28, -0.42),
    L(0.16, -0.42),
    L(0.16, -0.32),
    L(0.06, -0.32),
    L(0.06, -0.42),
    L(-0.06, -0.42),
    L(-0.06, -0.32),
    L(-0.16, -0.32),
    L(-0.16, -0.42),
    L(-0.28, -0.42),
    L(-0.28, -0.20),
    L(-0.20, -0.12),
    L(-0.22, 0.24),
    L(-0.32, 0.30),
    Z,
];

const BISHOP: &[Segment] = &[
    M(-0.30, 0.42),
    L(0.30, 0.42),
    L(0.30, 0.33),
    L(0.10, 0.28),
    L(0.20, 0.16),
    Segment::Curve([0.34, -0.06, 0.16, -0.24, 0.0, -0.36]),
    Segment::Curve([-0.16, -0.24, -0.34, -0.06, -0.20, 0.16]),
    L(-0.10, 0.28),
    L(-0.30, 0.33),
    Z,
    M(-0.05, -0.42),
    L(0.05, -0.42),
    L(0.05, -0.36),
    L(-0.05, -0.36),
    Z,
];

const KNIGHT: &[Segment] = &[
    M(-0.22, 0.42),
    L(0.32, 0.42),
    Segment::Curve([0.36, 0.06, 0.32, -0.30, -0.02, -0.34]),
    L(-0.06, -0.44),
    L(-0.14, -0.32),
    L(-0.34, 0.02),
    L(-0.30, 0.14),
    L(-0.18, 0.10),
    L(-0.02, 0.02),
    Segment::Curve([-0.04, 0.16, -0.24, 0.22, -0.22, 0.42]),
    Z,
];

const KING: &[Segment] = &[
    M(-0.28, 0.42),
    L(0.28, 0.42),
    L(0.28, 0.33),
    L(-0.28, 0.33),
    Z,
    M(-0.26, 0.27),
    L(0.26, 0.27),
    Segment::Curve([0.44, 0.02, 0.36, -0.16, 0.06, -0.08]),
    L(0.06, -0.22),
    L(0.16, -0.22),
    L(0.16, -0.31),
    L(0.06, -0.31),
    L(0.06, -0.42),
    L(-0.06, -0.42),
    L(-0.06, -0.31),
    L(-0.16, -0.31),
    L(-0.16, -0.22),
    L(-0.06, -0.22),
    L(-0.06, -0.08),
    Segment::Curve([-0.36, -0.16, -0.44, 0.02, -0.26, 0.27]),
    Z,
];
