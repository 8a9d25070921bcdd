//! Queens in exile: non-attacking queens on infinite boards (Dekking, Shallit and Sloane, Electronic J. Combin. 27(1),
//! 2020, P1.52).
//!
//! *The question.* The cells of an infinite board are numbered 0, 1, 2, ... In that order queens settle at every cell
//! from which they attack no earlier queen. Where? A game stands behind it: a queen moves to earlier cells, who cannot
//! move loses, and the cells of Sprague-Grundy value 0 are where queens settle. Cells are (x, y): x rows south, y
//! columns east.
//!
//! *The spiral.* After the queen at the origin four settle per row n of a table X, Y, M, P built by mex ([`rows`]); its
//! differences follow the theme song, which is c followed by the Tribonacci word ([`tribonacci`]). So the n-th queen,
//! and the queen at a given cell, are found in O(log n) for numbers of any size.
//!
//! *The quadrant.* Along antidiagonals, or column by column: the same queens, near two lines of slope phi and 1/phi
//! (proved by Ho, 2026). [`greedy`] streams them in O(1) each. [`columns`] proves that every column of the table of
//! values is additively periodic, T(n + p) = T(n) + p from some row on, and finds the period: Conjecture 26, which says
//! that p divides 16, fails first at column 9, where p = 64.
//!
//! *What proofs rest on.* Reports name one of these; the essay that the reader is shown has their proofs.
//! *Definition of the settlers* and *definition of the values*: the walk over the cells in order, and the mex over
//! earlier cells, in [`settle`] and [`grundy`]. *Definition of the words*: the morphisms of [`tribonacci`]. *Theorem of
//! the rows*: X, Y, M, P give the queens of the spiral, four at a time (Theorem 1 of the paper, with its proof).
//! *Theorem of the theme song* (Theorem 20, Corollary 21): what the rows are; decided by automata, since its proof by
//! hand fills pages. *Theorem of the digits* (Theorems 11, 12, 14): letters, counts and places from a representation.
//! *Theorem of the bounds* (Theorems 15 to 17): places and counts deviate from multiples of n by sums over the digits
//! that shrink like a geometric series ([`constants`]).
//! *Theorem of the scan order*: antidiagonals and columns allow the same moves. *Theorem of the columns*: additive
//! periods ([`columns`]). *Theorem of permutations* (Theorem 23): every number stands in every row and column of the
//! quadrant, by counting queens on triangles.
//!
//! *For all n.* [`prove`] decides statements about the word, the places of its letters and the table by automata:
//! Theorem 1, Theorem 20 and Corollary 21 among them ([`prove::theorems`]).
//!
//! *Any board.* [`boards`] are numberings, pieces are lists of slides and leaps; [`settle`] places them, [`grundy`]
//! computes the values, each beside its plain definition.
//!
//! ```
//! use exile::{columns, greedy, rows::Queen};
//! let queen = Queen::nth(&9u8.into());
//! assert_eq!((queen.x.to_string(), queen.y.to_string()), ("4".into(), "8".into()));
//! assert_eq!(greedy::rows(10), [0, 2, 4, 1, 3, 8, 10, 12, 14, 5]);
//! assert_eq!(columns::prove(9, &mut kit::Unwatched).unwrap().periods[9].period, 64);
//! ```

pub mod boards;
mod certificate;
mod claims;
pub mod columns;
pub mod constants;
pub mod corners;
pub mod greedy;
pub mod grundy;
mod lessons;
mod paper;
pub mod permutations;
pub mod piles;
pub mod play;
pub mod prove;
mod questions;
pub mod rows;
mod scene;
pub mod settle;
pub mod space;
pub mod tribonacci;
mod words;
mod worksheet;

use kit::Topic;

const ESSAY: &str = "\
The cells of an infinite board are numbered 0, 1, 2, ... and queens settle, in that order, at every cell from which they attack no \
earlier queen (definition of the settlers). Along the square spiral the answer is the Tribonacci word; in the quadrant it is two lines \
of golden slope.\n\n\
The same cells are the lost positions of a game: a queen moves to earlier cells, and who cannot move loses. The value of a cell is \
the least number that no earlier cell in line has (definition of the values); queens settle at the zeros, since a cell is 0 exactly if no \
earlier 0 is in line. The tables of values are full of open questions. One of them is answered here: the columns of the \
quadrant's table do repeat themselves, but not all with period 16.\n\n\
Theorem of the rows. Let X_n be the least number that is no X_i or Y_i with i < n, M_n the least that is no M_i or P_i, Y_n = X_n + M_n, \
P_n = X_n + Y_n, all 0 for n = 0. The queens of the spiral are (0,0) and, for n = 1, 2, ..., (X_n,Y_n), (-Y_n,X_n), (-X_n,-Y_n), \
(Y_n,-X_n), in this order. Proof. The four queens of row i stand on rows and columns +-X_i, +-Y_i and on diagonals +-M_i, +-P_i. So a \
cell with u = min(|x|,|y|), k = max(|x|,|y|) is free after n - 1 rows exactly if neither u nor k is an X_i or Y_i, and neither k - u \
nor k + u an M_i or P_i. Then u >= X_n and k - u >= M_n, as smaller numbers are used up; so k >= Y_n, and on shell Y_n only u = X_n is left. \
There u and k - u are free by their choice, and k, k + u exceed all earlier ones, as all four columns grow. The spiral meets (X_n,Y_n) \
first of its shell; she bars the rest of her edge, and by symmetry the next edges follow: (X_n,Y_n) and (-Y_n,X_n) do not attack each \
other, since X_n and Y_n differ and neither is 0.\n\n\
Definition of the words. The Tribonacci word T is fixed by a -> ab, b -> ac, c -> a, the theme song by a -> cabaaba, b -> cababa, c -> \
caba; it is c followed by T. Theorem of the digits. Write n as a sum of different Tribonacci numbers 1, 2, 4, 7, 13, ... without \
three in a row. T[n] is a, b, c as the digits end in 0, 01, 11. Proof. The powers of the morphism on a are W_k = W_(k-1) W_(k-2) W_(k-3) of \
lengths 1, 2, 4, 7, ...; leading digits 0, 10, 110 of n say in which part place n lies and the other digits say where in that \
part, so only the last digits count. In the same way the counts of a, b, c among the first n letters, and with them the places of \
the n-th a, b, c, are sums of the digits with shifted weights, as W_k has as many a, b, c as W_(k-1), W_(k-2), W_(k-3) have letters. \
Theorem of the bounds. \
a(n) - psi n, with psi the root of x^3 = x^2 + x + 1, is 1 - psi and a sum of numbers d_j over the digits 1 of n - 1, with d_j = T_(j+4) - psi T_(j+3); here the \
powers of psi cancel and the two other roots, of modulus psi^(-1/2) < 1, remain, so the d_j shrink like a geometric series and the greatest and \
least sums are found from the first of them to any precision; likewise b, c and the counts. All is computed between whole numbers, rounded \
outwards. \
Theorem of the theme song. X = b - a, Y = a + n, M = n + 2a - b, P = b + n with the places a, b of the n-th letters a and b; the differences of X, \
Y, M, P follow the theme song as (2,1,1), (3,3,2), (1,2,1), (5,4,3). Proof: decided by automata, as the only sequences that obey the \
rule of the rows; `exile prove` writes such proofs down for others to check.\n\n\
Theorem of the scan order. In the quadrant it makes no difference whether cells are taken along antidiagonals, upwards, or column by \
column: of the cells in line with a cell, the same ones come earlier, namely those above it, left of it, on its diagonal towards the \
corner, and on its antidiagonal to the lower left. Same moves, same values, same queens.\n\n\
Theorem of the columns. Column k of the quadrant's table satisfies T(n + p) = T(n) + p from some row on. Proof by induction: the \
values that earlier columns forbid repeat, and number at most 3k a row; so the used values of column k are all below a bounded distance \
from row n, but for a bounded window, and among finitely many windows one returns. Theorem of permutations. Every number stands exactly \
once in each column and in each row of that table. Proof. Twice is impossible. If v is missing in a column, each of its \
cells, but for those with the v values below v, is barred by a v in an earlier column; but each of these holds v at most once and bars \
at most three cells. If v is missing in row r, then the rows above bar finitely many of its cells and the others, but for v of them, are barred \
along their antidiagonals, so the v's in the triangle below the first k cells of the row number k less a constant; they attack each other nowhere, and a triangle of side k holds at most (2k + 1)/3 such queens: the three distances of a queen to the sides \
sum to k - 1, while q different rows, q different columns and q different antidiagonals sum to at least 3 q (q - 1)/2.";

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "exile",
    title: "Queens in exile",
    about: "queens in exile: infinite boards, the Tribonacci word, the golden lines",
    picture: "exile queens 500",
    essay: ESSAY,
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    words: &[&words::EXILE, &words::MAHARAJA],
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: Some(&paper::PAPER),
    worksheet: Some(&worksheet::WORKSHEET),
    ..Topic::EMPTY
};

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{Ask, Effort, Unwatched, Verdict};

    #[test]
    fn every_claim_comes_to_its_verdict() {
        for claim in TOPIC.claims {
            let finding = (claim.check)(Effort::Quick, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", claim.id));
            let expected = match claim.id {
                "exile.conjecture22" | "exile.conjecture24" | "exile.golden" => Verdict::Open,
                "exile.quasi-periodic" => Verdict::Settled,
                "exile.column1" => Verdict::Corrected,
                "exile.conjecture26" => Verdict::Refuted,
                _ => Verdict::Holds,
            };
            assert_eq!(finding.verdict, expected, "{}: {}", claim.id, finding.evidence);
        }
    }

    #[test]
    #[ignore = "minutes"]
    fn every_claim_keeps_its_verdict_with_more_effort() {
        for claim in TOPIC.claims {
            let verdict =
                |effort| (claim.check)(effort, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", claim.id)).verdict;
            assert_eq!(verdict(Effort::Slow), verdict(Effort::Quick), "{}", claim.id);
        }
    }

    fn ask(sentence: &str) -> Ask {
        kit::read_sentence(&[&TOPIC], sentence, &kit::NoFiles).unwrap().1
    }

    #[test]
    fn bad_input_is_refused_at_the_door_with_the_part_that_offends() {
        for (sentence, part) in [
            ("exile queens 0", "the least is 1"),
            ("exile queens 5 --board spirl", "perhaps \"spiral\" is meant"),
            ("exile queens 5 --piece quen", "perhaps \"queen\" is meant"),
            ("exile greedy 0", "the least is 1"),
            ("exile nth -4", "negative"),
            ("exile nth 10^1000000000", "digits"),
            ("exile where 1.5 2", "not a whole number"),
            ("exile table 16", "not a size"),
            ("exile table 0x5", "a side of 0"),
            ("exile columns 100000", "the limit is"),
        ] {
            let refused = kit::read_sentence(&[&TOPIC], sentence, &kit::NoFiles).map(|_| ()).unwrap_err().to_string();
            assert!(refused.contains(part), "{sentence}: {refused}");
        }
        let off = kit::sit_down(&[&TOPIC], "exile -1,3", &mut Unwatched).map(|_| ()).unwrap_err().to_string();
        assert!(off.contains("not a cell of the quadrant"), "{off}");
        let negative =
            (questions::spiral::WHERE.answer)(&ask("exile where -1 3 --board quadrant"), &mut Unwatched).unwrap_err();
        assert!(negative.to_string().contains("the quadrant has no such cell"), "{negative}");
        let big = (questions::table::TABLE.answer)(&ask("exile table 100000x100000"), &mut Unwatched).unwrap_err();
        assert_eq!(big.trouble(), kit::Trouble::TooLarge);
    }
}
