//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "A lecture on sums of games",
    sections: &[
        Section::new(
            "Nim and the mex",
            "A pile of k stones leads to all smaller piles. The mex of a set is the least number that is not in it; the nimber of a position \
             is the mex of the nimbers of its options. So a pile of k has nimber k.",
        )
        .claims(&["sums.mex", "sums.pile", "sums.zero", "sums.nim"])
        .questions(&["sums mex 0 1 2 4 5 6", "sums value nim(3,4,5)"])
        .table("sums \"nim(3,4,5)\""),
        Section::new(
            "The theorem",
            "The nimber of a sum is the xor of the nimbers of its parts, and the player to move loses exactly if it is 0. A Chomp bar beside a \
             pile shows how it is used.",
        )
        .claims(&["sums.commute", "sums.theorem", "sums.chomp"])
        .figures(&["sums value \"nim(4) + chomp(2,3)\""])
        .questions(&["sums value \"nim(4) + chomp(2,2)\" --why"])
        .table("sums \"nim(4) + chomp(2,3)\""),
        Section::new(
            "Boxing Match",
            "Squares of any size are taken from a rectangle. The mirror wins boards that are far too large to search.",
        )
        .claims(&["sums.boxing", "sums.boxing-pair"])
        .figures(&["sums value \"boxing(4,6)\""])
        .questions(&["sums boards boxing"])
        .table("sums \"boxing(4,6)\""),
        Section::new(
            "Kayles, Dawson's Kayles and Treblecross",
            "Rows of pins: their nimbers look random at first and then repeat. Treblecross, where three crosses in a row win, is \
             the same game in disguise.",
        )
        .claims(&[
            "sums.dawson-table",
            "sums.dawson-period",
            "sums.dawson-nine",
            "sums.treblecross",
            "sums.stupid-moves",
        ])
        .figures(&["sums table 0.77 --to 100"])
        .questions(&["sums period 0.07", "sums period 0.77 --to 1000"])
        .table("sums \"nim(3) + kayles(12)\""),
    ],
};
