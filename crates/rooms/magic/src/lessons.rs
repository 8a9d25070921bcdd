//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "The xor-magic cube",
        aim: "You can label the corners of a cube so that each is the xor of its neighbours.",
        minutes: 10,
        steps: &[
            Step::say(
                "The xor of two numbers: write both in binary, put 1 where the digits differ and 0 where they agree. So 101 xor 011 is 110. \
                 It is adding without carrying, and a number xor itself is 0. The same sign rules the game of Nim, so a sentence about \
                 two piles computes it.",
            )
            .find(
                "What is 6 xor 3, as a decimal number?",
                ("sums value nim(6,3)", "nimber"),
                "Six is 110 and three is 011.",
            ),
            Step::table(
                "A cube has 8 corners, and there are 8 numbers of three bits. Put them on the corners, each once, so that every number is \
                 the xor of its three neighbours. Corners 1, 2 and 3 are labelled already. Corner 1 has the neighbours 2, 3 and 5: its \
                 label 000 must be 001 xor 010 xor the label of 5.",
                "magic cube:3 --from 000,001,010,.,.,.,.,.",
            )
            .finish(
                "Label the whole cube. Write 5=011 to put 011 on corner 5, and 5=. to take it off.",
                0,
                "A corner with its three neighbours xors to 0. Wherever three of these four are known, the fourth is forced; only one choice \
                 is free.",
            ),
            Step::answer(
                "You made one of 1344 labellings. All of them come from a single one: multiply by an invertible matrix of bits, and add a \
                 constant. That constants may be added is special: every corner has three neighbours, an odd number, so the constant \
                 survives the xor.",
                "magic label cube:3",
            )
            .told(&[("magic label cube:3", "labellings", "1344")])
            .find(
                "How many labellings are there that cannot be turned into each other in this way?",
                ("magic label cube:3", "inequivalent"),
                "All come from a single one.",
            ),
        ],
    },
    Lesson {
        title: "Why most graphs are not magic",
        aim: "You can show that a graph has no xor-magic labelling by adding up a few conditions.",
        minutes: 9,
        steps: &[
            Step::answer(
                "The simplest xor-magic graph: four vertices, all joined, with the labels 0, 1, 2 and 3. Each is the xor of the three others.",
                "magic test complete:4",
            )
            .choose(
                "Is 1 xor 2 xor 3 equal to 0: is this graph magic?",
                &["yes", "no"],
                ("magic test complete:4", "magic"),
                "01 xor 10 is 11, and 11 xor 11 is 00.",
            ),
            Step::answer(
                "Now a ring of eight in which opposite vertices are joined as well. The condition of a vertex: its own label and those of \
                 its neighbours xor to 0. Take the conditions of the vertices 1, 3 and 4, which speak of 1 2 5 8, of 2 3 4 7, and of 3 4 5 8, \
                 and xor them: what occurs twice goes away, and the labels of 1 and 7 are left. They must be equal.",
                "magic test moebius:4",
            )
            .choose(
                "Can this graph be magic?",
                &["yes", "no"],
                ("magic test moebius:4", "magic"),
                "All labels must be different.",
            ),
            Step::answer(
                "There is a second way to see it. One bit of the labels is a solution of the conditions in zeros and ones. The solutions \
                 form a space, and its dimension is the nullity. For 8 different labels 3 independent bits are needed, but here the nullity \
                 is only 2.",
                "magic test moebius:4",
            )
            .told(&[("magic test moebius:4", "nullity", "2"), ("magic test moebius:4", "order", "3")]),
            Step::answer(
                "There are five connected graphs on 8 vertices in which every vertex has three neighbours.",
                "magic search --vertices 8",
            )
            .told(&[("magic search --vertices 8", "vertices", "8")])
            .find(
                "How many of them are xor-magic?",
                ("magic search --vertices 8", "graphs"),
                "You have labelled it: it has the shape of a die.",
            ),
        ],
    },
];
