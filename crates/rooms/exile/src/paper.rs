//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "Queens in exile: non-attacking queens on infinite chess boards (Dekking, Shallit and Sloane, 2020)",
    sections: &[
        Section::new(
            "Queens on a spiral",
            "Cells are numbered along a square spiral, and queens settle where they attack no earlier one. After the first they come in fours.",
        )
        .claims(&["exile.sequence", "exile.theorem1", "exile.complementary"])
        .figures(&["exile draw 3", "exile queens 500"])
        .questions(&["exile nth 1000000000000000000000", "exile where 4 8"]),
        Section::new(
            "The theme song and the Tribonacci word",
            "The differences of the coordinates follow a word of three letters, the fixed point of a rule of replacement.",
        )
        .claims(&[
            "exile.theme",
            "exile.theorem2",
            "exile.representation",
            "exile.word",
            "exile.indexing",
            "exile.unique",
            "exile.bounds",
            "exile.constants",
            "exile.morphisms",
        ])
        .questions(&["exile rows-of 0..30", "exile word 48", "exile tribonacci 100", "exile constants"]),
        Section::new(
            "Where the queens are",
            "All four sequences of coordinates are written down by the word, and the slope of the lines is the Tribonacci constant.",
        )
        .claims(&["exile.theorem20", "exile.corollary21", "exile.slopes", "exile.remark-v", "exile.splythoff"])
        .questions(&["exile prove \"A n: X(n+1) > X(n)\""]),
        Section::new(
            "The game behind it",
            "A queen moves to earlier cells and who cannot move loses; queens settle where the Sprague-Grundy value is 0. The other values make a \
             table full of questions.",
        )
        .claims(&["exile.figure4", "exile.conjecture22"])
        .figures(&["exile table 15x15 --board spiral"])
        .questions(&["exile rows 100 --value 3 --board spiral"])
        .table("exile 5,-4 --board spiral"),
        Section::new(
            "The quadrant",
            "On a quarter of the plane, along antidiagonals, the queens lie near two lines of golden slope.",
        )
        .claims(&[
            "exile.table6",
            "exile.scan-order",
            "exile.theorem23",
            "exile.conjecture24",
            "exile.golden",
            "exile.piles",
            "exile.wythoff",
        ])
        .figures(&["exile queens 400 --board quadrant"])
        .questions(&["exile greedy 1000", "exile table 16x16"])
        .table("exile 9,6"),
        Section::new(
            "Columns that repeat themselves",
            "The columns of the quadrant's table seem to repeat with a period that divides 16. Do they?",
        )
        .claims(&["exile.column1", "exile.quasi-periodic", "exile.conjecture26"])
        .questions(&["exile columns 9"]),
    ],
};
