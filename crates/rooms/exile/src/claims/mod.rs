//! The register: what the paper claims, each line with the check that decides it.

mod quadrant;
mod spiral;

use super::prove::theorems;
use kit::{Check, Claim, Effort, Finding, Result, Verdict, Watch};

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

/// A claim that is checked on a beginning and decided by machine.
macro_rules! decided {
    ($id:literal, $source:literal, $check:path) => {
        Claim::of($id, $source, |effort, watch| by_machine($id, $check, effort, watch))
    };
}

pub(super) static CLAIMS: &[Claim] = &[
    decided!("exile.sequence", "(1)", spiral::sequence)
        .says("the queens of the spiral settle at cells 0, 9, 13, 17, 21, 82, 92, 102, 112, 228, 244, 260, 276, 445"),
    decided!("exile.theorem1", "(2), Theorem 1", spiral::theorem1)
        .says("X, Y, M, P by mex give the queens, four at a time"),
    decided!("exile.complementary", "Section 2", spiral::complementary)
        .says("X and Y are complementary, M and P are; differences lie in {1,2}, {2,3}, {1,2}, {3,4,5}"),
    decided!("exile.theme", "(4)-(7)", spiral::theme)
        .says("the differences of Y and X begin as printed, and the theme song is the fixed point of sigma"),
    decided!("exile.theorem2", "Theorem 2, (10)-(12)", spiral::theorem2)
        .says("the theme song is c followed by the Tribonacci word"),
    decided!("exile.representation", "Lemma 3, Corollaries 4 and 5, Lemma 10", spiral::representation)
        .says("values of binary strings decide those with a 0 appended; the shifted value depends on n alone; the recursion of lengths"),
    decided!("exile.word", "Theorem 6, Lemmas 8 and 9, Theorems 11 and 12", spiral::word)
        .says("structure of the word, and its letters and counts from the representation"),
    decided!("exile.indexing", "(13)-(20), Theorem 14", spiral::indexing)
        .says("the places a, b, c by mex, by the representation, by their differences and by counts"),
    decided!("exile.unique", "(14)-(16), after (16)", spiral::unique)
        .says("a, b, c are the only three sequences that satisfy (14)-(16)"),
    decided!("exile.bounds", "Theorems 15, 16, 17 and the remark", spiral::bounds)
        .says("a, b, c differ from the floors of psi n, psi^2 n, psi^3 n by -1..1, -2..1, -3..1; +1 occurs first at 12737, 329, 2047"),
    Claim::of("exile.constants", "(22)-(26)", spiral::constants)
        .says("T_n = k psi^n + two terms with the other roots: psi = 1.839..., k = 0.1828..., roots -0.4196... +- 0.6062... i of modulus 0.7373..."),
    decided!("exile.morphisms", "Lemmas 18 and 19", spiral::morphisms)
        .says("lambda and kappa both send the theme song to the Tribonacci word"),
    decided!("exile.theorem20", "Theorem 20, Remarks (i) and (ii)", spiral::theorem20)
        .says("the differences of X, Y, M, P are theta(2,1,1), theta(3,3,2), theta(1,2,1), theta(5,4,3)"),
    decided!("exile.corollary21", "Corollary 21, (41)-(44)", spiral::corollary21)
        .says("X = b - a, Y = c - b = a + n, M = c - 2b + a, P = c - a = b + n"),
    decided!("exile.slopes", "(45)", spiral::slopes)
        .says("Y / X tends to the Tribonacci constant"),
    decided!("exile.remark-v", "Remark (v)", spiral::remark_v)
        .says("no three consecutive numbers are X, no five consecutive numbers are M"),
    Claim::of("exile.splythoff", "Section 1", quadrant::splythoff)
        .says("the lost positions of Splythoff (Fokkink and Rust) are the queen positions (X, Y)"),
    Claim::of("exile.figure4", "Fig. 4, (46)", spiral::figure4)
        .says("the Sprague-Grundy values around the origin of the spiral"),
    Claim::of("exile.conjecture22", "Conjecture 22", spiral::conjecture22)
        .says("every row, column and diagonal of the spiral's table is a permutation of 0, 1, 2, ..."),
    Claim::of("exile.table6", "Tables 5 and 6, (47), (48)", quadrant::table6)
        .says("the numbering, the Sprague-Grundy values and the queens of the quadrant"),
    Claim::of("exile.scan-order", "Section 8", quadrant::scan_order)
        .says("antidiagonals or columns: the same queens"),
    Claim::of("exile.theorem23", "Theorem 23", quadrant::theorem23)
        .says("rows and columns of the quadrant's table are permutations; at most 2k/3 queens, rounded, on a triangle of side k"),
    Claim::of("exile.conjecture24", "Conjecture 24", quadrant::conjecture24)
        .says("every diagonal of the quadrant's table is a permutation"),
    Claim::of("exile.golden", "(49), (50), Conjecture 25", quadrant::golden)
        .says("the greedy queens stay within a bounded distance of two golden lines"),
    Claim::of("exile.piles", "Section 8", quadrant::two_piles)
        .says("the game on two piles has the values of the quadrant's table"),
    decided!("exile.wythoff", "(53)-(55)", quadrant::wythoff)
        .says("Wythoff's queens: 0, 2, 1, 5, 7, 3, 10, 4, ... on the points (floor(k phi), floor(k phi^2)) and their mirror images"),
    Claim::of("exile.column1", "(56)", quadrant::column1)
        .says("column 1 is the Nim-sum of n and 2, said to be A004482, with numerator 2 + t - 3t^2 + t^3 + 3t^4"),
    Claim::of("exile.quasi-periodic", "Section 8, before Conjecture 26", quadrant::quasi_periodic)
        .says("the columns of the quadrant's table appear to become additively periodic"),
    Claim::of("exile.conjecture26", "Conjecture 26", quadrant::conjecture26)
        .says("every column has a generating function with denominator (1-t)(1-t^16)"),
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
