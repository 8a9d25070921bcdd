//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "Open squares",
        aim: "You can see which squares of the mod 2 queens game are open, and lock a small board.",
        minutes: 6,
        steps: &[
            Step::table(
                "Two players put queens on a board in turn. A queen attacks along rows, columns and diagonals, and here queens do not \
                 block each other. A free square is open while an even number of queens attack it; none is an even number too. Who finds no \
                 open square loses. On this board one queen stands in the corner. Squares are named by row and column.",
                "queens 3 --from Q../.../...",
            )
            .find(
                "How many squares are open now?",
                ("queens draw 3 --board Q../.../...", "open"),
                "Every square that the queen attacks has one attacker, an odd number, and is closed. Count the free squares that a \
                 knight would reach from the corner.",
            ),
            Step::answer(
                "A second queen can open squares again: where both attack, the number of attackers is two. In the picture every free \
                 square shows how many queens attack it.",
                "queens draw 4 --board Q.../..Q./..../....",
            )
            .find(
                "How many squares are open with these two queens?",
                ("queens draw 4 --board Q.../..Q./..../....", "open"),
                "Even numbers are open: those attacked by no queen and those attacked by both.",
            ),
            Step::table(
                "A board is locked when no square is open: whoever put the last queen has won. Here are four queens on 4 x 4, and one \
                 square locks the board at once.",
                "queens 4 --from .QQ./Q.../Q.../....",
            )
            .finish(
                "Lock the board with one move.",
                1,
                "A queen closes an open square by attacking it and opens a closed one. Look for a square that attacks all the other open \
                 squares and no closed one.",
            ),
            Step::answer(
                "So 5 queens lock the 4 x 4 board, and fewer never do. On larger boards it is a question with surprises: 9 queens lock \
                 7 x 7, and 9 lock 10 x 10 as well.",
                "queens lock 4",
            )
            .told(&[
                ("queens lock 4", "queens", "5"),
                ("queens lock 7", "queens", "9"),
                ("queens lock 10", "queens", "9"),
            ]),
        ],
    },
    Lesson {
        title: "Why the first player always wins on odd boards",
        aim: "You can prove that on a board with an odd side the first player wins, whatever both play.",
        minutes: 10,
        steps: &[
            Step::table(
                "On the 3 x 3 board any first move wins, and so does any second move of the first player: there is no way to play badly. \
                 Try it: play against the house to the end, and choose your moves by whim.",
                "queens 3",
            )
            .finish("Play to the end against the house.", 0, "There is nothing to think about: every open square is as good as any other here."),
            Step::say(
                "The reason is counting in two ways. First: how many squares does a square see along its row, column and diagonals? On \
                 3 x 3 a corner sees 6, the middle sees 8. On every board with an odd side n the number is even: row and column give \
                 2(n - 1), and the two diagonals together give n - 1 on the edge and two more for every ring inward.",
            )
            .find(
                "How many squares are left open when the middle of the empty 3 x 3 board is taken?",
                ("queens draw 3 --board .../.Q./...", "open"),
                "The middle sees all the others, so each has one attacker.",
            ),
            Step::answer(
                "Second: look at a locked board, when no one can move. Every free square is attacked by an odd number of queens. Count all \
                 attacks between a queen and a free square. Seen from the free squares the count is odd for each, so it is even exactly if \
                 the number of free squares is even.",
                "queens lock 5",
            ),
            Step::say(
                "Seen from the queens: each queen sees an even number of squares; take away the queens that it sees. Over all queens \
                 together those taken away are counted twice, once from each end, so the count of attacks is even. Hence the number of free \
                 squares is even. The board has an odd number of squares, so the number of queens is odd, and the first player has put the \
                 last one.",
            )
            .choose(
                "Who wins the 5 x 5 board, the next player (N) or the previous one (P)?",
                &["N", "P"],
                ("queens solve 5", "outcome"),
                "Five is odd, so the argument holds.",
            ),
            Step::answer(
                "That is a proof without looking at a single game: the answer looked at 0 positions. On even boards squares see odd numbers of \
                 others, the argument fails, and only a search can tell.",
                "queens solve 5",
            )
            .told(&[("queens solve 5", "positions", "0")]),
        ],
    },
    Lesson {
        title: "A real fight on 4 x 4",
        aim: "You have won a game in which moves matter, and know why a lost position is one without a good move.",
        minutes: 8,
        steps: &[
            Step::table(
                "On an even board the argument of odd boards fails, and moves matter. Here two queens stand on 4 x 4; of the 8 open squares \
                 some win and some lose.",
                "queens 4 --from Q.../..Q./..../....",
            )
            .told(&[("queens draw 4 --board Q.../..Q./..../....", "open", "8")])
            .win(
                "Play a winning move.",
                "A move wins if it leaves a lost position: one from which every move leads to a won one. With the argument of parity gone, \
                 try to leave as few open squares as you can and look whether they close in pairs.",
            ),
            Step::answer(
                "A position is lost (P, for the previous player) if every move from it leads to a won one (N, for the next player). From the \
                 end of the game backwards this rule decides every position. After a first queen in the corner the next player is lost.",
                "queens solve 4 --board Q.../..../..../....",
            )
            .choose(
                "Is the empty 4 x 4 board N or P?",
                &["N", "P"],
                ("queens solve 4", "outcome"),
                "There is a move that leaves a lost position: you have just seen it.",
            ),
            Step::table(
                "Now play a whole game. You begin, and every first move wins; the second is where care is needed. If you lose, begin again.",
                "queens 4",
            )
            .finish(
                "Beat the house on 4 x 4.",
                0,
                "Before each move count for the squares that you consider what would stay open; a position with no open square left after \
                 your move is won at once.",
            ),
        ],
    },
];
