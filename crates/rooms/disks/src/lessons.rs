//! The lessons of the room.

use kit::lesson::{Lesson, Step};

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "Do they fit?",
        aim: "You can check a packing with Pythagoras alone, without trusting a picture.",
        minutes: 7,
        steps: &[
            Step::answer(
                "Two disks of diameter 2 lie in a circle of diameter 4, their centres at (1, 0) and (-1, 0). Two disks do not overlap if the \
                 distance of their centres is at least the sum of their radii; a disk is inside the circle if its centre is no farther \
                 from the middle than the difference of the radii.",
                "disks verify \"circle 4; 2 1 0; 2 -1 0\"",
            )
            .find(
                "How much room is left between the two disks?",
                ("disks verify \"circle 4; 2 1 0; 2 -1 0\"", "gap"),
                "The centres are 2 apart, and the radii are 1 and 1.",
            ),
            Step::say(
                "Distances have square roots, but one can do without: compare the square of the distance with the square of the sum of the \
                 radii. With coordinates of finitely many decimals both are exact, so the check is a calculation in whole numbers and \
                 nothing is rounded. A picture can lie, this cannot.",
            )
            .choose(
                "Do three disks of diameter 2 with centres (-2, 0), (0, 0) and (2, 0) fit into a circle of diameter 6?",
                &["yes", "no"],
                ("disks verify \"circle 6; 2 -2 0; 2 0 0; 2 2 0\"", "fits"),
                "Neighbours are 2 apart, as they must be, and the outer centres are 2 from the middle, where 3 - 1 is allowed.",
            ),
            Step::answer(
                "Put one disk in the middle and others around it. Around a coin exactly six coins of the same size fit, all touching: the \
                 centres form triangles with equal sides, and six angles of 60 degrees make a full turn.",
                "disks equal 7",
            )
            .find(
                "What is the radius of the smallest circle that is known to hold seven disks of radius 1?",
                ("disks equal 7", "published"),
                "Middle, one radius; then a whole disk beside it, two more.",
            ),
        ],
    },
    Lesson {
        title: "Best found is not proved",
        aim: "You can tell what a search shows of a packing and what it does not.",
        minutes: 7,
        steps: &[
            Step::answer(
                "How small can a square be that holds five disks of radius 1? The search shakes and squeezes until nothing moves. What it \
                 shows is drawn here; that it fits is checked in whole numbers.",
                "disks equal 5 --shape square",
            )
            .choose(
                "Is the packing that is shown a packing: does it fit?",
                &["yes", "no"],
                ("disks equal 5 --shape square", "fits"),
                "That is checked disk by disk and pair by pair.",
            ),
            Step::answer(
                "That no smaller square will do is another matter. A search that finds nothing better proves nothing: there may be places \
                 where it did not look. So the answer stands as best found. For some numbers of disks a proof is known, made by people.",
                "disks equal 7",
            )
            .choose(
                "Has anyone proved that seven disks need a circle of radius 3?",
                &["yes", "no"],
                ("disks equal 7", "proved"),
                "Seven is one of the few cases where a short argument works.",
            ),
            Step::answer(
                "With disks of different sizes even six are hard: a contest was held for the smallest circle around disks of radius 1, 2, 3 \
                 and so on.",
                "disks contest 6",
            )
            .choose(
                "Is the record for six such disks proved to be the best?",
                &["yes", "no"],
                ("disks contest 6", "proved"),
                "It has been found many times and by many programs, which is not the same.",
            ),
            Step::answer(
                "The Formidable Fourteen is a puzzle of wood: fourteen disks of given sizes and a cavity one foot across. It has a solution, \
                 and here is one.",
                "disks fourteen --seed 8",
            ),
        ],
    },
];
