//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "Two fakes among five coins",
        aim: "You can find two light coins among five with two weighings on a scale with five answers.",
        minutes: 10,
        steps: &[
            Step::say(
                "Two of five coins are fake, and lighter than the others. The scale tells more than usual: by how many fakes the pans \
                 differ. MUCH LESS means that both fakes are on the left, LESS that the left pan has one more than the right, and so on \
                 to EQUAL, MORE and MUCH MORE. Count first what has to be found out.",
            )
            .find(
                "How many pairs of coins could be the two fakes?",
                ("scale first 5", "sets"),
                "The first coin makes a pair with 4 others, the second with 3 more, then 2, then 1.",
            ),
            Step::answer(
                "One weighing has 5 answers, so it cannot tell 10 pairs apart: two weighings at least. After the first each answer leaves \
                 some pairs, and none may leave more than the 5 answers of the second can tell apart. Two against two leaves 1, 2, 4, 2 and 1.",
                "scale best 5",
            )
            .told(&[("scale best 5", "at_least", "2")]),
            Step::table(
                "Suppose 1 and 2 were weighed against 3 and 4, and the pans are EQUAL. Then one fake is on each pan: 1 or 2, with 3 or 4. \
                 (Coin 5 must be real, since two fakes cannot be one on each pan and one aside.) One more weighing must tell four pairs apart.",
                "scale 5 --from \"1-2 v 3-4 = EQUAL\"",
            )
            .finish(
                "Find the fakes with one more weighing. Write it like 1 3 v 2 4.",
                1,
                "Weigh one coin of each group on the left. If a coin that is surely real lies on the right, the answers for the four pairs \
                 can all differ.",
            ),
            Step::table(
                "Now from the beginning. The adversary has not chosen the fakes: he answers so as to keep as many pairs as he can.",
                "scale 5",
            )
            .finish("Find both fakes with two weighings.", 2, "Begin with two against two; you know already what to do when it is EQUAL."),
            Step::answer(
                "On the usual scale with three answers two weighings have only nine outcomes, fewer than ten pairs: there it takes three.",
                "scale best 5 --scale 3",
            )
            .find(
                "How many weighings does the usual scale need for five coins?",
                ("scale best 5 --scale 3", "weighings"),
                "Three answers twice make nine outcomes.",
            ),
        ],
    },
    Lesson {
        title: "How far do three weighings go?",
        aim: "You know two upper bounds, and why the truth lies below both.",
        minutes: 9,
        steps: &[
            Step::say(
                "N coins with two fakes make N(N - 1)/2 pairs. With w weighings of five answers each there are 5 to the power of w outcomes, \
                 and different pairs need different outcomes.",
            )
            .find(
                "For two weighings: what is the largest N with N(N - 1)/2 not above 25?",
                ("scale bounds 2", "information"),
                "Seven coins make 21 pairs. How many do eight make?",
            ),
            Step::answer(
                "But 7 coins cannot be done in two weighings; 5 is the most. Outcomes are not used evenly: when k coins are weighed against \
                 k, EQUAL always leaves more pairs than any other answer.",
                "scale most 2",
            )
            .told(&[("scale bounds 2", "information", "7"), ("scale most 2", "coins", "5")]),
            Step::answer(
                "For three weighings the outcomes allow 16 coins, and looking at the first weighing alone brings that down to 12.",
                "scale bounds 3",
            )
            .told(&[("scale bounds 3", "information", "16"), ("scale bounds 3", "first_weighing", "12")])
            .find(
                "A search through all strategies knows the truth. How many coins can three weighings do?",
                ("scale most 3", "coins"),
                "The table says how many can be done, and how many cannot.",
            ),
            Step::answer(
                "Twelve coins were refuted by an exhausted search: every first weighing leaves an answer that two more cannot resolve. \
                 A strategy that works is easy to check, and that none exists needs a search or an argument.",
                "scale most 3",
            ),
        ],
    },
];
