//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "A New Year's card on the conic through five points",
    sections: &[
        Section::new(
            "A hanging chain",
            "A chain hangs in a curve that looks like a parabola and is not one. Through five of its points passes a curve of second order.",
        )
        .claims(&["conics.chain", "conics.catenary"])
        .figures(&["conics chain"])
        .questions(&["conics chain --left 1.2 --right 3"]),
        Section::new(
            "Seven curves",
            "Five points fix a curve of second order, which can be of seven kinds; random points give only two of them. A sign tells which.",
        )
        .claims(&["conics.seven", "conics.two-in-practice", "conics.invariant"])
        .figures(&["conics fit 0,0 3,1 5,4 2,6 -1,3", "conics card --frames 12 --seed 2017"])
        .questions(&["conics fit 0,0 1,1 2,4 -1,1 3/2,9/4"]),
        Section::new(
            "How often an ellipse",
            "Five points are tossed into a square. The share of ellipses is a constant; the size of the square does not matter.",
        )
        .claims(&["conics.square", "conics.tosses", "conics.any-size", "conics.analytical"])
        .questions(&["conics odds --tosses 1000000"]),
        Section::new(
            "Four points and two parabolas",
            "Through four points in convex position pass two parabolas, and the fifth point gives an ellipse between them. So the constant \
             is an area, and Sylvester's question about four points comes in.",
        )
        .claims(&["conics.purcell", "conics.sylvester"])
        .figures(&["conics four -0.7,-0.6 0.3,-0.9 0.9,0.7 -0.2,0.2"])
        .questions(&["conics sylvester --region disk --tosses 200000"]),
        Section::new("Further", "Curves of higher order, and points in a disk.")
            .claims(&["conics.higher", "conics.circle"])
            .figures(&["conics curve --order 3"])
            .questions(&["conics odds --region disk --tosses 1000000"]),
    ],
};
