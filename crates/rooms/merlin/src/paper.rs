//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "Merlin's magic and linear algebra",
    sections: &[
        Section::new(
            "Clicks are vectors",
            "Buttons sit on the vertices of a graph and show one of m colours. Clicks can be made in any order, and m of them on one button are \
             none. So what clicks do is a matrix, and a puzzle is a system of equations modulo m.",
        )
        .claims(&[
            "merlin.order",
            "merlin.m-clicks",
            "merlin.incidence",
            "merlin.criterion",
            "merlin.unique",
            "merlin.otherwise",
        ])
        .figures(&["merlin solve grid:5x5"])
        .questions(&["merlin analyse grid:5x5 --mod 2"])
        .table("merlin"),
        Section::new(
            "Six cells in a circle",
            "Each click changes the two neighbours. The determinant is -4: with three colours everything can be solved, in one way; with two \
             there are moves that do nothing and states that are out of reach.",
        )
        .claims(&[
            "merlin.matrix",
            "merlin.inverse",
            "merlin.three-colours",
            "merlin.column-sums",
            "merlin.kernel",
            "merlin.unsolvable",
        ])
        .figures(&["merlin solve circle:6 --mod 3 --from WRBWRB --legend WRB"])
        .questions(&["merlin analyse circle:6 --mod 2", "merlin solve circle:6 --from 100000"])
        .table("merlin circle:6 --mod 3"),
    ],
};
