//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "Sprouts, and its analysis by computer (Applegate, Jacobson and Sleator)",
    sections: &[
        Section::new(
            "The game",
            "Spots, curves, and at most three curve ends to a spot. Every move costs one life of 3n, so a game lasts at most 3n - 1 moves; it \
             lasts at least 2n.",
        )
        .figures(&["sprouts game 2 \"A-B; A-B\""])
        .questions(&["sprouts length 4"])
        .table("sprouts 2"),
        Section::new(
            "Who wins",
            "Positions are written as lists of regions, each a list of boundaries. A search through them decided the games up to eleven spots, \
             and a pattern appeared.",
        )
        .claims(&["sprouts.eleven"])
        .questions(&["sprouts table --to 6", "sprouts solve 6"])
        .table("sprouts 3 --play misere"),
    ],
};
