//! The register: what the paper claims, each line with the check that decides it.

mod quadrant;
mod spiral;

use kit::Claim;

pub(super) static CLAIMS: &[Claim] = &[
    Claim {
        id: "exile.sequence",
        source: "(1)",
        statement: "the queens of the spiral settle at cells 0, 9, 13, 17, 21, 82, 92, 102, 112, 228, 244, 260, 276, 445",
        check: spiral::sequence,
    },
    Claim {
        id: "exile.theorem1",
        source: "(2), Theorem 1",
        statement: "X, Y, M, P by mex give the queens, four at a time",
        check: spiral::theorem1,
    },
    Claim {
        id: "exile.complementary",
        source: "Section 2",
        statement: "X and Y are complementary, M and P are; differences lie in {1,2}, {2,3}, {1,2}, {3,4,5}",
        check: spiral::complementary,
    },
    Claim {
        id: "exile.theme",
        source: "(4)-(7)",
        statement: "the differences of Y and X begin as printed, and the theme song is the fixed point of sigma",
        check: spiral::theme,
    },
    Claim {
        id: "exile.theorem2",
        source: "Theorem 2, (10)-(12)",
        statement: "the theme song is c followed by the Tribonacci word",
        check: spiral::theorem2,
    },
    Claim {
        id: "exile.representation",
        source: "Lemma 3, Corollaries 4 and 5, Lemma 10",
        statement: "values of binary strings decide those with a 0 appended; the shifted value depends on n alone; the recursion of lengths",
        check: spiral::representation,
    },
    Claim {
        id: "exile.word",
        source: "Theorem 6, Lemmas 8 and 9, Theorems 11 and 12",
        statement: "structure of the word, and its letters and counts from the representation",
        check: spiral::word,
    },
    Claim {
        id: "exile.indexing",
        source: "(13)-(20), Theorem 14",
        statement: "the places a, b, c by mex, by the representation, by their differences and by counts",
        check: spiral::indexing,
    },
    Claim {
        id: "exile.bounds",
        source: "Theorems 15, 16, 17 and the remark",
        statement: "a, b, c differ from the floors of psi n, psi^2 n, psi^3 n by -1..1, -2..1, -3..1; +1 occurs first at 12737, 329, 2047",
        check: spiral::bounds,
    },
    Claim {
        id: "exile.morphisms",
        source: "Lemmas 18 and 19",
        statement: "lambda and kappa both send the theme song to the Tribonacci word",
        check: spiral::morphisms,
    },
    Claim {
        id: "exile.theorem20",
        source: "Theorem 20, Remarks (i) and (ii)",
        statement: "the differences of X, Y, M, P are theta(2,1,1), theta(3,3,2), theta(1,2,1), theta(5,4,3)",
        check: spiral::theorem20,
    },
    Claim {
        id: "exile.corollary21",
        source: "Corollary 21, (41)-(44)",
        statement: "X = b - a, Y = c - b = a + n, M = c - 2b + a, P = c - a = b + n",
        check: spiral::corollary21,
    },
    Claim {
        id: "exile.slopes",
        source: "(45)",
        statement: "Y / X tends to the Tribonacci constant",
        check: spiral::slopes,
    },
    Claim {
        id: "exile.remark-v",
        source: "Remark (v)",
        statement: "no three consecutive numbers are X, no five consecutive numbers are M",
        check: spiral::remark_v,
    },
    Claim {
        id: "exile.figure4",
        source: "Fig. 4, (46)",
        statement: "the Sprague-Grundy values around the origin of the spiral",
        check: spiral::figure4,
    },
    Claim {
        id: "exile.conjecture22",
        source: "Conjecture 22",
        statement: "every row, column and diagonal of the spiral's table is a permutation of 0, 1, 2, ...",
        check: spiral::conjecture22,
    },
    Claim {
        id: "exile.table6",
        source: "Tables 5 and 6, (47), (48)",
        statement: "the numbering, the Sprague-Grundy values and the queens of the quadrant",
        check: quadrant::table6,
    },
    Claim {
        id: "exile.scan-order",
        source: "Section 8",
        statement: "antidiagonals or columns: the same queens",
        check: quadrant::scan_order,
    },
    Claim {
        id: "exile.theorem23",
        source: "Theorem 23",
        statement: "rows and columns of the quadrant's table are permutations; at most 2k/3 queens, rounded, on a triangle of side k",
        check: quadrant::theorem23,
    },
    Claim {
        id: "exile.conjecture24",
        source: "Conjecture 24",
        statement: "every diagonal of the quadrant's table is a permutation",
        check: quadrant::conjecture24,
    },
    Claim {
        id: "exile.golden",
        source: "(49), (50), Conjecture 25",
        statement: "the greedy queens stay within a bounded distance of two golden lines",
        check: quadrant::golden,
    },
    Claim {
        id: "exile.piles",
        source: "Section 8",
        statement: "the game on two piles has the values of the quadrant's table",
        check: quadrant::piles,
    },
    Claim {
        id: "exile.wythoff",
        source: "(53)-(55)",
        statement: "Wythoff's queens: 0, 2, 1, 5, 7, 3, 10, 4, ... on the points (floor(k phi), floor(k phi^2)) and their mirror images",
        check: quadrant::wythoff,
    },
    Claim {
        id: "exile.column1",
        source: "(56)",
        statement: "column 1 is the Nim-sum of n and 2, said to be A004482, with numerator 2 + t - 3t^2 + t^3 + 3t^4",
        check: quadrant::column1,
    },
    Claim {
        id: "exile.quasi-periodic",
        source: "Section 8, before Conjecture 26",
        statement: "the columns of the quadrant's table appear to become additively periodic",
        check: quadrant::quasi_periodic,
    },
    Claim {
        id: "exile.conjecture26",
        source: "Conjecture 26",
        statement: "every column has a generating function with denominator (1-t)(1-t^16)",
        check: quadrant::conjecture26,
    },
];
