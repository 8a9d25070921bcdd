//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "The 5-way scale",
    sections: &[
        Section::new(
            "A scale with five answers",
            "Two of N coins are fake and lighter. The scale tells by how many fakes the pans differ. Fakes and real coins can change their parts.",
        )
        .claims(&["scale.complement", "scale.better-than-three"])
        .questions(&["scale compare 10"])
        .table("scale 11"),
        Section::new(
            "Counting outcomes",
            "Different pairs need different outcomes, which bounds the number of coins. Five coins show that five answers beat three.",
        )
        .claims(&["scale.bound", "scale.five-coins"])
        .figures(&["scale strategy 5"])
        .questions(&["scale bounds 4", "scale best 5 --scale 3"]),
        Section::new(
            "The first weighing",
            "When k coins are weighed against k, EQUAL leaves the most pairs; about a third of the coins on each pan is best.",
        )
        .claims(&["scale.lemma1", "scale.first-weighing", "scale.separated-third"])
        .questions(&["scale first 27"]),
        Section::new(
            "A strategy for powers of two",
            "Piles of separated coins are halved again and again: f, g and h count the weighings.",
        )
        .claims(&["scale.f", "scale.g", "scale.h", "scale.portions"])
        .figures(&["scale strategy 16 --method halving"])
        .questions(&["scale strategy 16 --method halving"]),
        Section::new("Any number of coins", "Left to the reader: can the strategy be extended?")
            .claims(&["scale.any-number"])
            .questions(&["scale best 25", "scale most 4"])
            .table("scale 8 --hide"),
    ],
};
