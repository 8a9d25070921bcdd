//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "Light chasing",
        aim: "You can clear a board of lights row by row.",
        minutes: 10,
        steps: &[
            Step::table(
                "A click on a cell switches that cell and its neighbours above, below, left and right. Switch everything off. Cells are \
                 named by row and column.",
                "merlin grid:3x3 --mod 2 --from 010/111/010",
            )
            .finish("Switch all lights off with one click.", 1, "One click makes a plus sign. Where is its middle?"),
            Step::say(
                "Two facts make the puzzle easy. The order of clicks does not matter: a cell only counts how often it was switched. And two \
                 clicks on one cell do nothing. So a solution is a set of cells, each clicked once.",
            ),
            Step::table(
                "Light chasing: go down row by row. A lit cell in a row that is already finished above it can only be switched off from \
                 below, so click the cell under every light of the first row, then of the second.",
                "merlin grid:3x3 --mod 2 --from 101/101/101",
            )
            .finish("Chase the lights.", 2, "The lights of the first row are in columns 1 and 3: click below them."),
            Step::answer(
                "If lights are left in the last row, the first row has to be begun differently, and the last row tells how. With all nine \
                 cells lit there is one solution.",
                "merlin least grid:3x3",
            )
            .find(
                "How many clicks does the 3 x 3 board need when all cells are lit?",
                ("merlin least grid:3x3", "least"),
                "The picture marks the cells to click.",
            ),
            Step::table("Now do it.", "merlin grid:3x3 --mod 2 --from 111/111/111").finish(
                "Switch all nine lights off.",
                0,
                "Corners and middle: a corner is switched by itself and by nothing else of this set.",
            ),
            Step::answer(
                "On the 5 x 5 board of the shops there are 4 solutions for every state that can be solved at all; that is the next lesson.",
                "merlin solve grid:5x5",
            )
            .told(&[("merlin solve grid:5x5", "solutions", "4")]),
        ],
    },
    Lesson {
        title: "Why some states are unreachable",
        aim: "You can prove that a puzzle has no solution, by finding what no click changes.",
        minutes: 8,
        steps: &[
            Step::table(
                "Six lights stand in a circle. A click switches the two neighbours of a cell, not the cell itself.",
                "merlin circle:6 --from 101000",
            )
            .finish("Switch everything off with one click.", 1, "Both lights must be neighbours of the cell that you click."),
            Step::table(
                "Now only light 1 is on. Look at the cells 1, 3 and 5. A click on an even cell switches two of them, a click on an odd cell \
                 none: the number of lights among the three stays odd or even for ever. It is odd now, and it would be 0 in the end.",
                "merlin circle:6 --from 101000",
            )
            .choose(
                "Can the state with only light 1 on be solved?",
                &["yes", "no"],
                ("merlin solve circle:6 --from 100000", "solvable"),
                "What no click changes is called an invariant; here it is the number of lights among 1, 3, 5, modulo 2.",
            ),
            Step::answer(
                "That is the whole proof, and a computer finds it in the same form: a set of cells whose sum no click changes. There is one \
                 for the odd cells and one for the even cells.",
                "merlin solve circle:6 --from 100000",
            ),
            Step::say(
                "Six lights have 2 to the power of 6 states, which is 64. Each of the two invariants is right for half of them, and they are \
                 independent.",
            )
            .find(
                "How many of the 64 states can be solved?",
                ("merlin analyse circle:6 --mod 2", "reachable"),
                "A half of a half of 64.",
            ),
            Step::answer(
                "So 48 of 64 states are hopeless. On the 5 x 5 board of Lights Out it is the same: one state in four can be solved, and \
                 with only the corner lit the answer names the cells of the invariant.",
                "merlin solve grid:5x5 --from 10000/00000/00000/00000/00000",
            )
            .told(&[("merlin analyse circle:6 --mod 2", "unreachable", "48")]),
        ],
    },
];
