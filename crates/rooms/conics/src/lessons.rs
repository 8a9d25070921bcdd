//! The lessons of the room.

use kit::lesson::{Lesson, Step};

const KINDS: &[&str] = &["ellipse", "hyperbola", "parabola", "circle", "crossing lines", "parallel lines"];

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "What five points determine",
        aim: "You know why five points fix a curve of second order, and what can go wrong.",
        minutes: 9,
        steps: &[
            Step::say(
                "A curve of second order has an equation A x^2 + B xy + C y^2 + D x + E y + F = 0. Six coefficients, but a multiple of an \
                 equation is the same curve: five numbers to choose. A point on the curve is one condition, linear in the coefficients. So \
                 five points should fix it.",
            ),
            Step::answer(
                "Here are five points and their curve, computed in whole numbers. All kinds hide in one equation; the sign of B^2 - 4AC tells \
                 them apart: negative for an ellipse, positive for a hyperbola, 0 for a parabola.",
                "conics fit 0,0 3,1 5,4 2,6 -1,3",
            )
            .choose(
                "Which kind is the curve through these five points?",
                KINDS,
                ("conics fit 0,0 3,1 5,4 2,6 -1,3", "kind"),
                "B^2 - 4AC is negative here.",
            ),
            Step::say(
                "Now think before you look. The points (0,0), (1,1), (2,4), (-1,1) and (3,9) have something in common: compare the second \
                 coordinate with the square of the first.",
            )
            .choose(
                "Which kind is the curve through them?",
                KINDS,
                ("conics fit 0,0 1,1 2,4 -1,1 3,9", "kind"),
                "All five satisfy y = x^2.",
            ),
            Step::answer(
                "The points (1,0), (-1,0), (0,1), (0,-1) and (3/5,4/5) have distance 1 from the origin, the last since 9/25 + 16/25 = 1.",
                "conics fit 1,0 -1,0 0,1 0,-1 3/5,4/5",
            )
            .find(
                "What is B^2 - 4AC for the curve x^2 + y^2 - 1 = 0?",
                ("conics fit 1,0 -1,0 0,1 0,-1 3/5,4/5", "discriminant"),
                "A and C are 1 and B is 0.",
            ),
            Step::answer(
                "What can go wrong? If four of the five points lie on one line, that line together with any line through the fifth point is a \
                 curve of second order: there are many, and the five conditions were not independent.",
                "conics fit 0,0 1,0 2,0 3,0 1,1",
            )
            .choose(
                "Three of the points (0,0), (1,0), (2,0), (1,1), (-1,2) are on a line, but not four. Is the curve unique?",
                &["yes", "no"],
                ("conics fit 0,0 1,0 2,0 1,1 -1,2", "unique"),
                "A line meets a curve of second order in two points unless it is a part of it. So the line is a part, and the other part is \
                 the line through the two other points.",
            ),
        ],
    },
    Lesson {
        title: "How often is it an ellipse?",
        aim: "You know why four points decide most of it, and what an estimate is worth.",
        minutes: 8,
        steps: &[
            Step::answer(
                "Toss five points into a square at random and draw their curve. It is an ellipse or a hyperbola; the other kinds need a \
                 coincidence that does not happen. How often is it an ellipse?",
                "conics odds --tosses 100000",
            )
            .find(
                "How many of these tosses were parabolas?",
                ("conics odds --tosses 100000", "parabolas"),
                "A parabola needs B^2 - 4AC to be exactly 0.",
            ),
            Step::answer(
                "Look at the first four points. If one of them lies in the triangle of the others, no ellipse passes through all: an ellipse \
                 bounds a convex region, and a point inside the triangle of three others is not on the boundary.",
                "conics four -0.8,-0.8 0.8,-0.6 0,0.9 0,0",
            )
            .find(
                "With what probability does a fifth point give an ellipse here?",
                ("conics four -0.8,-0.8 0.8,-0.6 0,0.9 0,0", "ellipse"),
                "No ellipse passes through these four points, whatever the fifth is.",
            ),
            Step::answer(
                "Otherwise two parabolas pass through the four points, and the fifth gives an ellipse exactly if it is inside one of them and \
                 outside the other. So the probability is an area, which can be computed without tossing.",
                "conics four -0.7,-0.6 0.3,-0.9 0.9,0.7 -0.2,0.2",
            )
            .choose(
                "Are these four points in convex position?",
                &["yes", "no"],
                ("conics four -0.7,-0.6 0.3,-0.9 0.9,0.7 -0.2,0.2", "convex"),
                "Two parabolas are drawn only if no point is in the triangle of the others.",
            ),
            Step::answer(
                "Tossing gives an estimate with a standard error; with a hundred times as many tosses the error is a tenth. For a disk the \
                 share is larger than for a square. The constant of the square is known to many digits, by computing the area for all \
                 quadruples at once: 0.2807740440...",
                "conics odds --region disk --tosses 100000",
            ),
        ],
    },
];
