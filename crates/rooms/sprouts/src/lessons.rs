//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "How many moves does a game of Sprouts last?",
        aim: "You can prove that a game with n spots lasts at least 2n and at most 3n - 1 moves.",
        minutes: 10,
        steps: &[
            Step::answer(
                "Begin with some spots. A move draws a curve from a spot to a spot, or back to the same one, crossing nothing, and puts a new \
                 spot on the curve. No spot may have more than three curve ends. Who cannot move loses. Here is a game of two spots after \
                 two moves.",
                "sprouts game 2 \"A-B; A-B\"",
            ),
            Step::say(
                "Give every spot three lives, one for each curve end that it can still take. A curve uses up two lives, and the new spot in \
                 its middle brings one (two of its three are used at once). So every move costs exactly one life.",
            )
            .find(
                "How many moves does the longest game with 2 spots last?",
                ("sprouts length 2", "longest"),
                "Two spots have six lives. Each move costs one, and in the end at least one life is left: the newest spot has one.",
            ),
            Step::answer(
                "With n spots there are 3n lives at the beginning, one is lost with every move, and one at least is left: no game lasts \
                 longer than 3n - 1 moves. For 3 spots that makes 8.",
                "sprouts length 3",
            )
            .told(&[("sprouts length 3", "longest", "8")]),
            Step::say(
                "How short can a game be? When no move is left, look at a spot with one life, a survivor. Its two neighbours along the curves \
                 are dead, or it could be joined to one of them; and no dead spot is neighbour to two survivors in this way, since they \
                 could be joined past it. (If both neighbours are one spot, take the next spot beyond it as the second.) So each survivor has two dead spots of its own: the survivors are at most a third of all spots.",
            )
            .find(
                "How many moves does the shortest game with 4 spots last?",
                ("sprouts length 4", "shortest"),
                "After m moves there are n + m spots and 3n - m survivors, and three times the survivors are at most the spots: \
                 3(3n - m) <= n + m. Solve for m.",
            ),
            Step::answer(
                "3(3n - m) <= n + m gives 8n <= 4m, so m is at least 2n. All games of 4 spots last 8 to 11 moves, and the computer has \
                 played them all.",
                "sprouts length 4",
            )
            .told(&[("sprouts length 4", "shortest", "8"), ("sprouts length 4", "longest", "11")]),
        ],
    },
    Lesson {
        title: "The last curve",
        aim: "You can win small games of Sprouts by looking at what is left in each region.",
        minutes: 9,
        steps: &[
            Step::table(
                "Two spots, A and B, were joined by a curve with the new spot C on it. It is your turn. The pictures beside the board show \
                 what each move leads to.",
                "sprouts 2 --from {ACBC}",
            )
            .win(
                "Play a winning move.",
                "A closed curve parts the plane, and what is inside has nothing more to do with what is outside. Make two regions that are \
                 alike: then every move in one has an answer in the other.",
            ),
            Step::answer(
                "Regions that share no living spot are independent: Sprouts falls apart into a sum of games, and each has a nimber. After \
                 the loop around nothing, a spot left outside, the value is 2.",
                "sprouts value {AB.0}{AB}",
            )
            .told(&[("sprouts value {AB.0}{AB}", "nimber", "2")])
            .choose(
                "Who wins from the start with two spots, the next player (N) or the previous one (P)?",
                &["N", "P"],
                ("sprouts solve 2", "outcome"),
                "You have just won after one move had been made, so that first move was no good; and by symmetry there are only two first moves.",
            ),
            Step::table("With three spots the first player wins.", "sprouts 3").win(
                "Play a winning first move with three spots.",
                "Mirror: a curve that has one spot on either side, or that leaves one spot alone, gives you an answer to everything.",
            ),
            Step::table("Now to the end.", "sprouts 3").finish(
                "Beat the house with three spots.",
                0,
                "After each of your moves the value of the whole must be 0; count the moves that are left in each region.",
            ),
            Step::answer(
                "Is there a rule? Nobody has proved one. All that has been computed agrees with this: the first player loses exactly when n \
                 leaves 0, 1 or 2 on division by 6.",
                "sprouts table --to 6",
            )
            .choose(
                "Who wins with six spots?",
                &["N", "P"],
                ("sprouts solve 6", "outcome"),
                "Six leaves 0 on division by 6.",
            ),
        ],
    },
];
