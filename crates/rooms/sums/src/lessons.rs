//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "What is a nimber?",
        aim: "You can find the nimber of a small game by hand and win a sum of games with it.",
        minutes: 12,
        steps: &[
            Step::table(
                "Nim: take any number of stones from one pile; who cannot move loses. With two piles there is a trick that never fails: \
                 make them equal, and then copy.",
                "sums \"nim(3,5)\"",
            )
            .win("Play a winning move.", "After your move the piles should mirror each other, so that you can answer every move in the other pile."),
            Step::answer(
                "A pile of 3 stones has the nimber 3. That is a definition at work: the nimber of a position is the least number that none of \
                 its options has (the mex, for minimal excludant). A pile of three leads to 2, 1 and 0; the least number missing is 3.",
                "sums value nim(3)",
            )
            .told(&[("sums value nim(3)", "nimber", "3")]),
            Step::answer(
                "Now another game. In Kayles pins stand in a row and a ball knocks down one pin or two neighbours; what is left may fall \
                 apart into two rows. A row of 1 has nimber 1 and a row of 2 has nimber 2. From a row of 3 one reaches rows of 2 and of 1, and \
                 two single pins (knock down the middle one), which are worth 0: whatever one player does with one of them, the other copies.",
                "sums value kayles(2)",
            )
            .told(&[("sums value kayles(1)", "nimber", "1"), ("sums value kayles(2)", "nimber", "2"), ("sums value kayles(1,1)", "nimber", "0")])
            .find(
                "What is the nimber of a row of 3 pins?",
                ("sums value kayles(3)", "nimber"),
                "The options have the nimbers 2, 1 and 0. The nimber is the least number that is missing among them.",
            ),
            Step::answer(
                "Why bother? Because games can be played side by side. In a sum you move in one of the games. The theorem of Sprague and \
                 Grundy says that the nimber of a sum is the xor of the nimbers of its parts: write them in binary and add without carrying. \
                 A pile of 4 is 100, a pile of 2 is 010, and 100 xor 010 is 110, which is 6.",
                "sums value nim(4,2)",
            )
            .told(&[("sums value nim(4,2)", "nimber", "6")])
            .find(
                "What is the nimber of nim(5) + nim(3)?",
                ("sums value nim(5,3)", "nimber"),
                "Five is 101 and three is 011. Where the digits differ write 1, where they agree write 0.",
            ),
            Step::table(
                "The player to move loses exactly when the nimber is 0. So a winning move makes it 0. Here is a pile beside a row of five \
                 pins; the row of five has nimber 4 and the pile has nimber 3.",
                "sums \"nim(3) + kayles(5)\"",
            )
            .told(&[("sums value kayles(5)", "nimber", "4"), ("sums value nim(3)", "nimber", "3")])
            .win(
                "Play a winning move.",
                "4 xor 3 is not 0. You need a move after which both parts have the same nimber; the row of pins is the larger, so make its \
                 nimber 3.",
            ),
            Step::table(
                "Now play a whole sum against the house. Nothing but nimbers is needed: before each move make the xor of the parts 0.",
                "sums \"nim(2) + kayles(3)\"",
            )
            .finish("Beat the house.", 0, "The row of three has nimber 3 and the pile 2: change the row so that it has nimber 2, or find another way to 0."),
        ],
    },
    Lesson {
        title: "The mirror in Boxing Match",
        aim: "You can win a large board without calculating, by symmetry.",
        minutes: 7,
        steps: &[
            Step::table(
                "In Boxing Match a move takes away a square of any size, all of whose cells are still there. Who cannot move loses. Here is \
                 a board of two rows and four columns.",
                "sums \"boxing(2,4)\"",
            )
            .win(
                "Play a winning move. There is only one.",
                "Leave two halves that are mirror images of each other and have nothing to do with each other.",
            ),
            Step::answer(
                "After the middle square two separate columns of two are left. Whatever the opponent takes on the left you take on the right: \
                 you always have an answer, so you make the last move. In the terms of nimbers: the halves have equal nimbers, and the xor \
                 of a number with itself is 0.",
                "sums value \"boxing('1001/1001')\"",
            )
            .told(&[("sums value \"boxing('1001/1001')\"", "nimber", "0")]),
            Step::table(
                "The same works on larger boards, and here other moves win as well. Find the one of the mirror, or any other.",
                "sums \"boxing(2,6)\"",
            )
            .win("Play a winning move on 2 x 6.", "A square as high as the board, in the middle, parts it into two equal halves."),
            Step::answer(
                "The board of 10 x 20 cells has far too many positions to search, and still its winner is known: the 10 x 10 square in the \
                 middle wins. The mirror proves it in a sentence.",
                "sums value \"boxing(10,20)\"",
            )
            .choose(
                "Who wins 10 x 20, the next player (N) or the previous one (P)?",
                &["N", "P"],
                ("sums value \"boxing(10,20)\"", "outcome"),
                "The player to move takes the middle square and copies from then on.",
            ),
            Step::say(
                "When does the mirror fail? A row of one: in boxing(1,4) only single cells can be taken, and four of them are an even number. \
                 There is no square as high as the board that leaves equal halves of four cells in a row.",
            )
            .choose(
                "Who wins boxing(1,4)?",
                &["N", "P"],
                ("sums value \"boxing(1,4)\"", "outcome"),
                "Only single cells can be taken, one at a time: count the moves.",
            ),
        ],
    },
    Lesson {
        title: "Games that repeat themselves",
        aim: "You know what it means that Kayles has period 12, and why a finite table can prove it for ever.",
        minutes: 8,
        steps: &[
            Step::answer(
                "The nimbers of Kayles for rows of 0, 1, 2, ... pins begin 0 1 2 3 1 4 3 2 1 4. They look like nothing in particular. A \
                 value is the mex of what one pin or two neighbours leave.",
                "sums table 0.77 --to 30",
            )
            .find(
                "What is the nimber of a row of 4 pins?",
                ("sums value kayles(4)", "nimber"),
                "From 4 one reaches 3, 2, 1+2, 1+1: the nimbers 3, 2, 1 xor 2, and 0. Which is the least that is missing?",
            ),
            Step::answer(
                "But go on, and from n = 71 on the values repeat with period 12. How can a computer know that they do so for ever? By the \
                 window of Guy and Smith: a move splits a row into two, whose sizes add up to almost n. If all values up to about twice the \
                 beginning plus one period repeat, then every split of a longer row uses values of the window, shifted by a period.",
                "sums period 0.77 --to 1000",
            )
            .told(&[("sums period 0.77 --to 1000", "period", "12"), ("sums period 0.77 --to 1000", "preperiod", "71")]),
            Step::answer(
                "Dawson's Kayles, where only two neighbours can be knocked down together, takes longer before it repeats.",
                "sums period 0.07",
            )
            .find(
                "What is its period?",
                ("sums period 0.07", "period"),
                "The answer shows it: g(n + p) = g(n) from some n on, and p is the period.",
            ),
            Step::table(
                "A row of 9 pins is lost in Dawson's Kayles. Put another row beside it and use that.",
                "sums \"dawson(9) + dawson(4)\"",
            )
            .win("Play a winning move.", "The nine are worth 0 already. Make the other row worth 0 as well, without touching the nine."),
        ],
    },
];
