//! What the pieces look like: outlines in a box from (-0.5, -0.5) to (0.5, 0.5), and a letter for the terminal.

use kit::scene::{Piece, Segment};
use std::sync::LazyLock;

/// The outline of a piece.
pub(crate) fn outline(piece: Piece) -> &'static [Segment] {
    static OUTLINES: LazyLock<[Vec<Segment>; 5]> = LazyLock::new(|| [QUEEN, ROOK, BISHOP, KNIGHT, KING].map(read));
    &OUTLINES[match piece {
        Piece::Queen => 0,
        Piece::Rook => 1,
        Piece::Bishop => 2,
        Piece::Knight => 3,
        Piece::King => 4,
    }]
}

/// Outlines are written as the paths of SVG, every segment with its letter.
fn read(path: &str) -> Vec<Segment> {
    let mut words = path.split(' ');
    let mut segments = Vec::new();
    while let Some(letter) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number of an outline");
        segments.push(match letter {
            "M" => Segment::Move(number(), number()),
            "L" => Segment::Line(number(), number()),
            "C" => Segment::Curve([(); 6].map(|()| number())),
            "Z" => Segment::Close,
            other => unreachable!("no segment of an outline: {other}"),
        });
    }
    segments
}

const QUEEN: &str = "\
    M -0.30 0.42 L 0.30 0.42 L 0.30 0.33 L -0.30 0.33 Z M -0.27 0.27 L 0.27 0.27 L 0.42 -0.22 L 0.23 0.05 \
    L 0.21 -0.34 L 0.09 0.02 L 0.00 -0.42 L -0.09 0.02 L -0.21 -0.34 L -0.23 0.05 L -0.42 -0.22 Z";

const ROOK: &str = "\
    M -0.32 0.42 L 0.32 0.42 L 0.32 0.30 L 0.22 0.24 L 0.20 -0.12 L 0.28 -0.20 L 0.28 -0.42 L 0.16 -0.42 \
    L 0.16 -0.32 L 0.06 -0.32 L 0.06 -0.42 L -0.06 -0.42 L -0.06 -0.32 L -0.16 -0.32 L -0.16 -0.42 L -0.28 -0.42 \
    L -0.28 -0.20 L -0.20 -0.12 L -0.22 0.24 L -0.32 0.30 Z";

const BISHOP: &str = "\
    M -0.30 0.42 L 0.30 0.42 L 0.30 0.33 L 0.10 0.28 L 0.20 0.16 C 0.34 -0.06 0.16 -0.24 0.0 -0.36 \
    C -0.16 -0.24 -0.34 -0.06 -0.20 0.16 L -0.10 0.28 L -0.30 0.33 Z M -0.05 -0.42 L 0.05 -0.42 L 0.05 -0.36 \
    L -0.05 -0.36 Z";

const KNIGHT: &str = "\
    M -0.22 0.42 L 0.32 0.42 C 0.36 0.06 0.32 -0.30 -0.02 -0.34 L -0.06 -0.44 L -0.14 -0.32 L -0.34 0.02 \
    L -0.30 0.14 L -0.18 0.10 L -0.02 0.02 C -0.04 0.16 -0.24 0.22 -0.22 0.42 Z";

const KING: &str = "\
    M -0.28 0.42 L 0.28 0.42 L 0.28 0.33 L -0.28 0.33 Z M -0.26 0.27 L 0.26 0.27 C 0.44 0.02 0.36 -0.16 0.06 -0.08 \
    L 0.06 -0.22 L 0.16 -0.22 L 0.16 -0.31 L 0.06 -0.31 L 0.06 -0.42 L -0.06 -0.42 L -0.06 -0.31 L -0.16 -0.31 \
    L -0.16 -0.22 L -0.06 -0.22 L -0.06 -0.08 C -0.36 -0.16 -0.44 0.02 -0.26 0.27 Z";
