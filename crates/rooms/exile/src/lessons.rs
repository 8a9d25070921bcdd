//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "A queen goes home",
        aim: "You can find the lost cells of the queen's game by crossing out.",
        minutes: 8,
        steps: &[
            Step::table(
                "A queen stands on a board that goes on for ever to the right and down. The cells are numbered along diagonals, and a move \
                 takes her to an earlier cell in her row, her column or on a diagonal. Who cannot move loses. Cells are row,column, \
                 and the corner is 0,0.",
                "exile 3,0",
            )
            .win("Play a winning move.", "From the corner nobody can move: it is a good place to leave the queen."),
            Step::table("A cell from which every move goes to a won cell is lost. The corner is one; there are others.", "exile 2,2").win(
                "Play a winning move from 2,2.",
                "Either go home at once, or go to a cell that cannot reach the corner and is lost itself.",
            ),
            Step::answer(
                "How to find all lost cells: go through the cells in order. The first is lost. Cross out everything that a queen reaches \
                 from it; the next cell that is not crossed out is lost again, and so on. The table shows the value of each cell, and the \
                 lost ones have value 0.",
                "exile table 6x6",
            )
            .find(
                "How many lost cells are there among these 36?",
                ("exile table 6x6", "zeros"),
                "Count the zeros of the table.",
            ),
            Step::table("Play to the end.", "exile 5,2").finish(
                "Beat the house from 5,2.",
                0,
                "Move to a cell of value 0 of the table; from there the house must leave it.",
            ),
            Step::answer(
                "The lost cells are also where queens could live in exile, none attacking another, each settling as early as she can. In \
                 this quarter of the plane they lie near two lines, whose slopes are the golden ratio and its inverse.",
                "exile queens 400 --board quadrant",
            ),
        ],
    },
    Lesson {
        title: "Why the spiral queens lie on four lines",
        aim: "You know why the queens of the square spiral follow the Tribonacci constant.",
        minutes: 12,
        steps: &[
            Step::answer(
                "Number the cells of the plane along a spiral, and let queens settle one by one, each at the first cell where she attacks \
                 no earlier one. They seem to lie on four lines that cross at right angles.",
                "exile queens 300",
            ),
            Step::answer(
                "Right angles are no surprise: a quarter turn of the board nearly keeps the order of the cells, and the queens after the \
                 first come in fours, (X, Y), (-Y, X), (-X, -Y), (Y, -X). The first four begin with (1, 2), the next with (3, 5), then (4, 8).",
                "exile queens 13",
            )
            .told(&[("exile nth 9", "X", "4"), ("exile nth 9", "Y", "8")])
            .find(
                "No number may be used twice as an X or Y, or two queens would share a row. What is the X of the next four, the least number \
                 not yet used?",
                ("exile nth 13", "X"),
                "Used are 1, 2, 3, 5, 4 and 8.",
            ),
            Step::say(
                "The diagonals count as well: no two queens may agree in Y - X or X + Y. For (1, 2), (3, 5), (4, 8) the differences are 1, 2, 4 \
                 and the sums 3, 8, 12. The next difference is the least number not among these.",
            )
            .find(
                "With X = 6, what is the next Y?",
                ("exile nth 13", "Y"),
                "The least number that is not among 1, 2, 4, 3, 8, 12 is the difference; add it to X.",
            ),
            Step::say(
                "So every whole number is an X or a Y exactly once, and every whole number is a difference or a sum exactly once. Now count. \
                 Let the n-th X be about an and the n-th Y about bn. Up to a large number N there are N/a values of X and N/b values of Y, \
                 together all: 1/a + 1/b = 1. In the same way 1/(b - a) + 1/(b + a) = 1. With t = b/a the two equations \
                 give t^3 = t^2 + t + 1: t is the Tribonacci constant, 1.839...",
            ),
            Step::answer(
                "The thousandth queen stands in row 250 of the table, with X = 385 and Y = 709: already 709/385 = 1.84. The argument says \
                 what the slope must be if there is one; that there is one is a theorem, and the exact places follow the Tribonacci word.",
                "exile nth 1000",
            )
            .told(&[("exile nth 1000", "row", "250"), ("exile nth 1000", "X", "385"), ("exile nth 1000", "Y", "709")])
            .find(
                "In which row of the table is queen 9, at (4, 8)?",
                ("exile nth 9", "row"),
                "Four queens share a row; the first row begins with (1, 2).",
            ),
        ],
    },
];
