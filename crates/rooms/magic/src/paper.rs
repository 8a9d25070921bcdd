//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "Xor-magic graphs",
    sections: &[
        Section::new(
            "The cube and the crossed prisms",
            "A graph on 2^n vertices is xor-magic if its vertices can carry all n-bit numbers so that each is the xor of its neighbours'. \
             The cube is; by gluing, so is a graph of every order.",
        )
        .claims(&["magic.cube", "magic.theorem1"])
        .figures(&["magic label cube:3 --normal"])
        .questions(&["magic family 4"])
        .table("magic cube:3"),
        Section::new(
            "Two tests",
            "The bits of a labelling are solutions of linear equations, so the space of solutions must be large enough, and no two vertices may \
             be equal in all of them. On 8 and on 16 vertices this leaves few graphs.",
        )
        .claims(&["magic.theorem2", "magic.eight", "magic.sixteen"])
        .figures(&["magic test crossed:4"])
        .questions(&["magic search --vertices 8", "magic search --vertices 16"]),
        Section::new(
            "A graph that passes both tests and is not magic",
            "Invertible maps of the labels give new labellings, and where all degrees are odd so do translations. One of the two graphs on 16 \
             vertices needs five bits.",
        )
        .claims(&["magic.transformations", "magic.g1"])
        .questions(&["magic test g1", "magic bits g1"])
        .table("magic g1"),
        Section::new(
            "More than crossed prisms",
            "On 32 vertices there are other magic graphs, the Dyck graph among them.",
        )
        .claims(&["magic.thirtytwo", "magic.infeasible"])
        .figures(&["magic label dyck --normal"])
        .table("magic dyck"),
        Section::new(
            "Final remarks",
            "Rows and columns of magic squares, and the least number of bits that a graph needs.",
        )
        .claims(&["magic.nimm0", "magic.fewest-bits"])
        .questions(&["magic squares", "magic bits dyck"]),
    ],
};
