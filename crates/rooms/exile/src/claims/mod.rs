//! The register: what the paper claims, each line with the check that decides it.

mod quadrant;
mod spiral;

use super::prove::theorems;
use kit::{Claim, Effort, Finding, Result, Verdict, Watch};

type Check = fn(Effort, &mut dyn Watch) -> Result<Finding>;

/// A check on a beginning, and the statements of the claim decided for all n. Each can refute the other's word: a
/// statement that misreads the paper is met by the beginning, a beginning that is too short by the statement. What
/// the logic cannot express is said.
fn by_machine(claim: &str, check: Check, effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let seen = check(effort, watch)?;
    let beyond = theorems::BEYOND.iter().filter(|row| row.0 == claim);
    let beyond: String =
        beyond.map(|(_, part, why)| format!("; beyond the logic of the machine, {part}: {why}")).collect();
    let Some(decided) = theorems::evidence(claim, watch)? else {
        return Ok(Finding::new(seen.verdict, seen.evidence + &beyond));
    };
    Ok(match (decided.holds, seen.verdict) {
        (true, Verdict::Holds) => {
            Finding::new(Verdict::Holds, format!("{}; seen as well: {}{beyond}", decided.text, seen.evidence))
        }
        (true, _) => seen,
        (false, _) => Finding::new(Verdict::Refuted, decided.text),
    })
}

pub(super) static CLAIMS: &[Claim] = &[
    Claim {
        id: "exile.sequence",
        source: "(1)",
        statement: "the queens of the spiral settle at cells 0, 9, 13, 17, 21, 82, 92, 102, 112, 228, 244, 260, 276, 445",
        check: |effort, watch| by_machine("exile.sequence", spiral::sequence, effort, watch),
    },
    Claim {
        id: "exile.theorem1",
        source: "(2), Theorem 1",
        statement: "X, Y, M, P by mex give the queens, four at a time",
        check: |effort, watch| by_machine("exile.theorem1", spiral::theorem1, effort, watch),
    },
    Claim {
        id: "exile.complementary",
        source: "Section 2",
        statement: "X and Y are complementary, M and P are; differences lie in {1,2}, {2,3}, {1,2}, {3,4,5}",
        check: |effort, watch| by_machine("exile.complementary", spiral::complementary, effort, watch),
    },
    Claim {
        id: "exile.theme",
        source: "(4)-(7)",
        statement: "the differences of Y and X begin as printed, and the theme song is the fixed point of sigma",
        check: |effort, watch| by_machine("exile.theme", spiral::theme, effort, watch),
    },
    Claim {
        id: "exile.theorem2",
        source: "Theorem 2, (10)-(12)",
        statement: "the theme song is c followed by the Tribonacci word",
        check: |effort, watch| by_machine("exile.theorem2", spiral::theorem2, effort, watch),
    },
    Claim {
        id: "exile.representation",
        source: "Lemma 3, Corollaries 4 and 5, Lemma 10",
        statement: "values of binary strings decide those with a 0 appended; the shifted value depends on n alone; the recursion of lengths",
        check: |effort, watch| by_machine("exile.representation", spiral::representation, effort, watch),
    },
    Claim {
        id: "exile.word",
        source: "Theorem 6, Lemmas 8 and 9, Theorems 11 and 12",
        statement: "structure of the word, and its letters and counts from the representation",
        check: |effort, watch| by_machine("exile.word", spiral::word, effort, watch),
    },
    Claim {
        id: "exile.indexing",
        source: "(13)-(20), Theorem 14",
        statement: "the places a, b, c by mex, by the representation, by their differences and by counts",
        check: |effort, watch| by_machine("exile.indexing", spiral::indexing, effort, watch),
    },
    Claim {
        id: "exile.unique",
        source: "(14)-(16), after (16)",
        statement: "a, b, c are the only three sequences that satisfy (14)-(16)",
        check: |effort, watch| by_machine("exile.unique", spiral::unique, effort, watch),
    },
    Claim {
        id: "exile.bounds",
        source: "Theorems 15, 16, 17 and the remark",
        statement: "a, b, c differ from the floors of psi n, psi^2 n, psi^3 n by -1..1, -2..1, -3..1; +1 occurs first at 12737, 329, 2047",
        check: |effort, watch| by_machine("exile.bounds", spiral::bounds, effort, watch),
    },
    Claim {
        id: "exile.constants",
        source: "(22)-(26)",
        statement: "T_n = k psi^n + two terms with the other roots: psi = 1.839..., k = 0.1828..., roots -0.4196... +- 0.6062... i of modulus 0.7373...",
        check: spiral::constants,
    },
    Claim {
        id: "exile.morphisms",
        source: "Lemmas 18 and 19",
        statement: "lambda and kappa both send the theme song to the Tribonacci word",
        check: |effort, watch| by_machine("exile.morphisms", spiral::morphisms, effort, watch),
    },
    Claim {
        id: "exile.theorem20",
        source: "Theorem 20, Remarks (i) and (ii)",
        statement: "the differences of X, Y, M, P are theta(2,1,1), theta(3,3,2), theta(1,2,1), theta(5,4,3)",
        check: |effort, watch| by_machine("exile.theorem20", spiral::theorem20, effort, watch),
    },
    Claim {
        id: "exile.corollary21",
        source: "Corollary 21, (41)-(44)",
        statement: "X = b - a, Y = c - b = a + n, M = c - 2b + a, P = c - a = b + n",
        check: |effort, watch| by_machine("exile.corollary21", spiral::corollary21, effort, watch),
    },
    Claim {
        id: "exile.slopes",
        source: "(45)",
        statement: "Y / X tends to the Tribonacci constant",
        check: |effort, watch| by_machine("exile.slopes", spiral::slopes, effort, watch),
    },
    Claim {
        id: "exile.remark-v",
        source: "Remark (v)",
        statement: "no three consecutive numbers are X, no five consecutive numbers are M",
        check: |effort, watch| by_machine("exile.remark-v", spiral::remark_v, effort, watch),
    },
    Claim {
        id: "exile.splythoff",
        source: "Section 1",
        statement: "the lost positions of Splythoff (Fokkink and Rust) are the queen positions (X, Y)",
        check: quadrant::splythoff,
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
        check: quadrant::two_piles,
    },
    Claim {
        id: "exile.wythoff",
        source: "(53)-(55)",
        statement: "Wythoff's queens: 0, 2, 1, 5, 7, 3, 10, 4, ... on the points (floor(k phi), floor(k phi^2)) and their mirror images",
        check: |effort, watch| by_machine("exile.wythoff", quadrant::wythoff, effort, watch),
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

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    fn seen(verdict: Verdict) -> Check {
        match verdict {
            Verdict::Holds => |_, _| Ok(Finding::new(Verdict::Holds, "so far")),
            _ => |_, _| Ok(Finding::new(Verdict::Refuted, "at 7")),
        }
    }

    #[test]
    fn the_machine_speaks_where_it_can_and_a_counterexample_is_not_talked_away() {
        let check = |claim, verdict| by_machine(claim, seen(verdict), Effort::Quick, &mut Unwatched).unwrap();
        let proved = check("exile.remark-v", Verdict::Holds);
        assert!(proved.verdict == Verdict::Holds && proved.evidence.starts_with("proved by machine for all n"));
        assert!(proved.evidence.contains("seen as well: so far"), "{}", proved.evidence);
        assert_eq!(check("exile.remark-v", Verdict::Refuted), Finding::new(Verdict::Refuted, "at 7"));
        let beyond = check("exile.sequence", Verdict::Holds).evidence;
        assert!(beyond.contains("beyond the logic") && !beyond.contains("proved by machine"), "{beyond}");
    }

    #[test]
    fn every_claim_with_statements_asks_the_machine() {
        for claim in CLAIMS.iter().filter(|c| theorems::THEOREMS.iter().any(|row| row.claim == c.id)) {
            let found = (claim.check)(Effort::Quick, &mut Unwatched).unwrap();
            assert!(found.evidence.contains("proved by machine"), "{}: {}", claim.id, found.evidence);
        }
    }
}
