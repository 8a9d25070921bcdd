//! Words of answers: the names of facts that are more than plain English.

use super::Term;

/// A term of this part.
const fn term(
    name: &'static str,
    also: &'static [&'static str],
    short: &'static str,
    long: &'static str,
    example: &'static str,
    see: &'static [&'static str],
) -> Term {
    Term { name, also, short, long, example, see }
}

pub(super) const TERMS: &[Term] = &[
    term(
        "Arf invariant",
        &["arf"],
        "The value, 0 or 1, that a quadratic form over two elements takes more often.",
        "Counting attacking pairs modulo 2 is such a form on sets of squares; its Arf invariant and its nullity say how \
         many sets hold an even number of pairs.",
        "queens parity 5",
        &["nullity", "parity"],
    ),
    term(
        "canonical form",
        &["canonical"],
        "One text chosen among all that describe the same thing.",
        "Two positions are the same up to names and order exactly if their canonical forms are equal, so a table needs \
         to hold only these.",
        "sprouts value {AB.0}{AB}",
        &["symmetry"],
    ),
    term(
        "convex position",
        &["convex"],
        "Points are in convex position if none lies in a triangle of the others.",
        "Five of them can be corners of a polygon without dents. An ellipse passes only through points in convex position.",
        "conics four -0.8,-0.8 0.8,-0.6 0,0.9 0,0",
        &["ellipse"],
    ),
    term(
        "eccentricity",
        &[],
        "How far a conic is from being a circle: 0 for a circle, below 1 for an ellipse, 1 for a parabola, above 1 for a \
         hyperbola.",
        "It is the distance of a focus from the centre, divided by the half of the long axis.",
        "conics fit 0,0 3,1 5,4 2,6 -1,3",
        &["conic", "focus"],
    ),
    term(
        "focus",
        &["foci"],
        "One of the two points from which the distances of an ellipse's points add up to the same.",
        "For a hyperbola the distances differ by the same; a parabola has one focus, and its points are as far from it as \
         from a line.",
        "conics fit 0,0 3,1 5,4 2,6 -1,3",
        &["conic"],
    ),
    term(
        "degree",
        &["degrees"],
        "The number of neighbours of a vertex.",
        "In a graph that is called regular all vertices have the same degree; cubic graphs have degree 3.",
        "magic test cube:3",
        &["graph", "cubic graph"],
    ),
    term(
        "edge",
        &["edges"],
        "A line of a graph, which makes its two ends neighbours.",
        "The number of ends is twice the number of edges, so the degrees add up to an even number.",
        "queens tree 3 --levels 3",
        &["graph", "degree"],
    ),
    term(
        "inverse matrix",
        &["inverse"],
        "The matrix that undoes another.",
        "It has whole numbers modulo m exactly if the determinant is prime to m, and then it turns every state into the \
         clicks that solve it.",
        "merlin analyse circle:6 --mod 3",
        &["matrix", "determinant"],
    ),
    term(
        "Smith form",
        &["smith"],
        "The diagonal that a whole-number matrix comes to by adding rows and columns to each other.",
        "Each number divides the next. From them one reads for every modulus at once how many states can be reached and \
         in how many ways.",
        "merlin analyse circle:6",
        &["matrix", "rank"],
    ),
    term(
        "reachable",
        &["unreachable"],
        "Said of a position or state that legal moves lead to.",
        "What an invariant forbids is unreachable; what no invariant forbids may still be, and then a search must say.",
        "queens count 3",
        &["position"],
    ),
    term(
        "nimm0",
        &[],
        "Said of a square whose rows and columns all xor to zero.",
        "Every magic square of the numbers 0 to 15 is so, as going through all 880 of them shows.",
        "magic squares",
        &["xor", "xor-magic"],
    ),
    term(
        "tests 1 and 2",
        &["test1", "test2", "test 1", "test 2"],
        "Two conditions that every xor-magic graph meets: enough independent solutions, and no two vertices equal in all.",
        "They are quick, and most graphs fail them; a graph that passes both may still not be magic.",
        "magic test g1",
        &["xor-magic", "nullity"],
    ),
    term(
        "rare heap",
        &["rare heaps", "rare", "mask"],
        "A heap whose nimber has an even number of the bits of a mask, in games where few heaps do.",
        "Where rare heaps are few, the nimber of a large heap needs to be compared with them alone, which makes long \
         tables quick.",
        "sums table 0.6 --to 5000",
        &["nimber", "octal code"],
    ),
    term(
        "tame",
        &[],
        "Said of a genus that also a heap of Nim has.",
        "Sums of tame games are played by the misère strategy of Nim, though no nimber says so.",
        "sums value kayles(9) --play misere",
        &["genus", "misère play"],
    ),
    term(
        "window",
        &[],
        "The stretch of a table that must be seen to repeat before the repetition is proved for ever.",
        "By the theorem of Guy and Smith it reaches to about twice the preperiod plus the period.",
        "sums period 0.77 --to 1000",
        &["period", "preperiod"],
    ),
    term(
        "theme song",
        &["theme"],
        "The word of three letters that the differences of the spiral queens follow: c, and then the Tribonacci word.",
        "It is the fixed point of a rule that replaces each letter by a word.",
        "exile word 48",
        &["Tribonacci word", "morphism"],
    ),
    term(
        "representation",
        &["representations"],
        "The digits of a number in a numeration system.",
        "In the Tribonacci system they are zeros and ones, without three ones in a row.",
        "exile tribonacci 100",
        &["numeration system"],
    ),
    term(
        "antidiagonal",
        &["antidiagonals"],
        "A line of cells along which row and column add up to the same.",
        "Going along the antidiagonals one after the other reaches every cell of a quadrant.",
        "exile table 16x16",
        &["quadrant"],
    ),
    term(
        "density",
        &[],
        "The part of a cavity that is covered.",
        "Seven equal disks in the smallest circle cover seven ninths of it.",
        "disks equal 7",
        &["packing", "cavity"],
    ),
    term(
        "rattler",
        &["rattlers"],
        "A disk of a packing that can still move.",
        "The others hold each other by their contacts; taking a rattler away loosens nothing.",
        "disks contest 6",
        &["packing", "contact"],
    ),
    term(
        "residual",
        &["residuals"],
        "What is left when a solution is put into its equation, and would be 0 if nothing were rounded.",
        "A small residual says that a drawn curve passes where it should.",
        "conics curve --order 3",
        &["estimate"],
    ),
    term(
        "variance",
        &[],
        "The mean of the squared distances from the mean.",
        "The standard error of a sample is the root of the variance divided by the number of tosses, so a method with a \
         tenth of the variance needs a tenth of the tosses.",
        "conics odds --method purcell --tosses 20000",
        &["standard error"],
    ),
];
