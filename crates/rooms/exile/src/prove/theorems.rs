//! What the paper says for all n, as statements that are decided; each with a variant that is false.
//!
//! A row names the claim of the register that it belongs to. That the letters mean what the paper means by them is part
//! of each proof: the laws of [`super::definitions`] are decided first. What cannot be said in this logic is listed in
//! [`BEYOND`], with the reason.
//!
//! *Theorem 1.* With u = min(|x|, |y|) and k = max(|x|, |y|) a cell of shell k is attacked by a queen of an earlier row
//! i exactly if u or k is X(i) or Y(i), or k - u or k + u is M(i) or P(i): the four queens of a row stand on rows and
//! columns +-X, +-Y and on diagonals +-M, +-P. So three statements do: shells that are no Y are attacked altogether; on
//! shell Y(n) all cells with u > X(n), which the spiral meets before the queen's cell on each of the four edges, are
//! attacked by earlier rows; and the cell with u = X(n) is not. Once the first of the four has settled her line is
//! attacked; the four do not attack each other since 0 < X(n) < Y(n).
//!
//! *Bounds.* If -p <= f(m+n) - f(m) - f(n) <= q for all m, n then f(n)/n tends to a number s and -q <= f(n) - s n <= p
//! (Fekete's argument both ways). The limits of a, b, c are s, s^2, s^3, since b(n) = a(a(n)) + 1 and c(n) = a(b(n)) +
//! 1, and c = a + b + n makes s^3 = s^2 + s + 1: they are powers of psi, and so Y(n)/X(n) tends to (psi + 1) / (psi^2 -
//! psi) = psi.

use super::definitions::library;
use engine::automata::{Prover, Work};
use kit::{Result, Watch};

/// A statement that proves a claim of the register, or a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Theorem {
    /// The claim's id.
    pub claim: &'static str,
    /// What it is in the paper.
    pub source: &'static str,
    /// The numeration system.
    pub system: &'static str,
    /// The statement, and one nearby that is false: the machine can say no.
    pub statements: [&'static str; 2],
}

const fn theorem(claim: &'static str, source: &'static str, statement: &'static str, variant: &'static str) -> Theorem {
    Theorem { claim, source, system: "tribonacci", statements: [statement, variant] }
}

/// All statements, in the order of the paper.
pub const THEOREMS: &[Theorem] = &[
    theorem(
        "exile.theorem1",
        "Theorem 1: a shell without queens is attacked by earlier rows",
        "A k, u: (A n: Y(n) != k) & u <= k => E i: Y(i) < k & (u = X(i) | u = Y(i) | k = X(i) | k - u = M(i) | k - u = P(i) | k + u = M(i) | \
         k + u = P(i))",
        "A k, u: k >= 1 & u <= k => E i: Y(i) < k & (u = X(i) | u = Y(i) | k = X(i) | k - u = M(i) | k - u = P(i) | k + u = M(i) | k + u = P(i))",
    ),
    theorem(
        "exile.theorem1",
        "Theorem 1: so are the cells before each queen on her shell",
        "A n, u: X(n) < u <= Y(n) => E i: i < n & (u = X(i) | u = Y(i) | Y(n) = X(i) | Y(n) - u = M(i) | Y(n) - u = P(i) | Y(n) + u = M(i) | \
         Y(n) + u = P(i))",
        "A n, u: X(n) <= u <= Y(n) => E i: i < n & (u = X(i) | u = Y(i) | Y(n) = X(i) | Y(n) - u = M(i) | Y(n) - u = P(i) | Y(n) + u = M(i) | \
         Y(n) + u = P(i))",
    ),
    theorem(
        "exile.theorem1",
        "Theorem 1: and her cell is not",
        "A n, i: i < n => X(n) != X(i) & X(n) != Y(i) & Y(n) != X(i) & Y(n) != Y(i) & M(n) != M(i) & M(n) != P(i) & P(n) != M(i) & P(n) != P(i)",
        "A n, i: i < n => X(n) != X(i) & X(n) != Y(i) & Y(n) != X(i) & Y(n) != Y(i) & M(n) != Y(i) & M(n) != P(i) & P(n) != M(i) & P(n) != P(i)",
    ),
    theorem(
        "exile.theorem1",
        "Theorem 1: the four queens of a row do not attack each other",
        "A n: n >= 1 => 0 < X(n) < Y(n) & M(n) = Y(n) - X(n) & P(n) = Y(n) + X(n)",
        "A n: n >= 1 => 1 < X(n) < Y(n) & M(n) = Y(n) - X(n) & P(n) = Y(n) + X(n)",
    ),
    theorem(
        "exile.complementary",
        "Section 2: X and Y are complementary",
        "A v: v >= 1 => ((E n: X(n) = v) <=> ~(E n: Y(n) = v))",
        "A v: (E n: X(n) = v) <=> ~(E n: Y(n) = v)",
    ),
    theorem(
        "exile.complementary",
        "Section 2: M and P are complementary",
        "A v: v >= 1 => ((E n: M(n) = v) <=> ~(E n: P(n) = v))",
        "A v: v >= 1 => ((E n: M(n) = v) <=> ~(E n: Y(n) = v))",
    ),
    theorem(
        "exile.complementary",
        "Section 2: the differences lie in {1,2}, {2,3}, {1,2}, {3,4,5}",
        "A n: 1 <= X(n+1) - X(n) <= 2 & 2 <= Y(n+1) - Y(n) <= 3 & 1 <= M(n+1) - M(n) <= 2 & 3 <= P(n+1) - P(n) <= 5",
        "A n: 1 <= X(n+1) - X(n) <= 2 & 2 <= Y(n+1) - Y(n) <= 3 & 1 <= M(n+1) - M(n) <= 2 & 3 <= P(n+1) - P(n) <= 4",
    ),
    theorem(
        "exile.theme",
        "(6): the theme song is fixed by sigma",
        "theme[0] = c & A n, s: s = 7*theme_a(n) + 6*theme_b(n) + 4*theme_c(n) => (theme[n] = a => theme[s] = c & theme[s+1] = a & theme[s+2] = b & \
         theme[s+3] = a & theme[s+4] = a & theme[s+5] = b & theme[s+6] = a) & (theme[n] = b => theme[s] = c & theme[s+1] = a & theme[s+2] = b & \
         theme[s+3] = a & theme[s+4] = b & theme[s+5] = a) & (theme[n] = c => theme[s] = c & theme[s+1] = a & theme[s+2] = b & theme[s+3] = a)",
        "theme[0] = c & A n, s: s = 7*theme_a(n) + 6*theme_b(n) + 4*theme_c(n) => (theme[n] = c => theme[s] = c & theme[s+1] = a & theme[s+2] = b & \
         theme[s+3] = a & theme[s+4] = a)",
    ),
    theorem(
        "exile.theme",
        "(4), (5): the differences of Y and X are theme(3,3,2) and theme(2,1,1)",
        "A n: (Y(n+1) - Y(n) = 2 <=> theme[n] = c) & (Y(n+1) - Y(n) = 3 <=> theme[n] != c) & (X(n+1) - X(n) = 2 <=> theme[n] = a) & \
         (X(n+1) - X(n) = 1 <=> theme[n] != a)",
        "A n: (Y(n+1) - Y(n) = 2 <=> theme[n] = c) & (X(n+1) - X(n) = 2 <=> theme[n] != c)",
    ),
    theorem(
        "exile.theorem2",
        "Theorem 2: the theme song is c followed by the Tribonacci word",
        "theme[0] = c & A n: theme[n+1] = T[n]",
        "theme[0] = c & A n: theme[n] = T[n]",
    ),
    theorem(
        "exile.representation",
        "Lemma 3: the values of strings are equal exactly if those with a 0 behind are",
        "A string x, y: [x] = [y] <=> [x 0] = [y 0]",
        "A string x, y: [x] = [y] + 1 <=> [x 0] = [y 0] + 2",
    ),
    theorem(
        "exile.representation",
        "Corollary 5: the value without the last digit, and that digit, depend on the number alone",
        "A string x, y: ([x 0] = [y 0] => [x] = [y]) & ([x 1] = [y 1] => [x] = [y]) & ([x 0] = [y 1] => [x] = [y] + 1)",
        "A string x, y: ([x 0] = [y 0] => [x] = [y]) & ([x 1] = [y 1] => [x] = [y]) & ([x 0] = [y 1] => [x] = [y])",
    ),
    theorem(
        "exile.representation",
        "Lemma 10: with weights u < v < w < z in a row, numbers below z are those below w, w + those below v, w + v + those below u",
        "A u, x: weight(u) => (x < [u 000] <=> (x < [u 00] | (E y: y < [u 0] & x = [u 00] + y) | (E y: y < u & x = [u 00] + [u 0] + y)))",
        "A u, x: weight(u) => (x < [u 000] <=> (x < [u 00] | (E y: y < [u 0] & x = [u 00] + y)))",
    ),
    theorem(
        "exile.representation",
        "Lemma 10: the parts are disjoint, and the digits of a part are those of the smaller number with 10 or 110 in front",
        "A u, y: weight(u) => (y < [u 0] => [u 00] <= [u 00] + y < [u 00] + [u 0] & [[u 00] + y 0] = [u 000] + [y 0]) & (y < u => \
         [[u 00] + [u 0] + y 0] = [u 000] + [u 00] + [y 0])",
        "A u, y: weight(u) & y <= [u 00] => [[u 00] + y 0] = [u 000] + [y 0]",
    ),
    theorem(
        "exile.word",
        "T is fixed by tau, (8)",
        "T[0] = a & A n, s: s = 2*T_a(n) + 2*T_b(n) + T_c(n) => (T[n] = a => T[s] = a & T[s+1] = b) & (T[n] = b => T[s] = a & T[s+1] = c) & \
         (T[n] = c => T[s] = a)",
        "T[0] = a & A n, s: s = 2*T_a(n) + 2*T_b(n) + T_c(n) => (T[n] = a => T[s] = a & T[s+1] = b) & (T[n] = b => T[s] = a & T[s+1] = c) & \
         (T[n] = c => T[s+1] = b)",
    ),
    theorem(
        "exile.word",
        "Theorem 6: prefixes of lengths w, v, u in a row make the next one, by tau^n(a) = tau^(n-1)(a) tau^(n-2)(a) tau^(n-3)(a)",
        "A u, i: weight(u) => [u 000] = [u 00] + [u 0] + u & (i < [u 0] => T[[u 00] + i] = T[i]) & (i < u => T[[u 00] + [u 0] + i] = T[i])",
        "A u, i: weight(u) => [u 000] = [u 00] + [u 0] + u & (i < [u 00] => T[[u 00] + i] = T[i])",
    ),
    theorem(
        "exile.word",
        "Lemma 8: the image of n letters has the length [n 0], so lengths of tau^n(a) are weights in a row",
        "A n: 2*T_a(n) + 2*T_b(n) + T_c(n) = [n 0] & (weight(n) => weight([n 0]))",
        "A n: 2*T_a(n) + 2*T_b(n) + T_c(n) = [n 0] & (weight(n) => weight([n 1]))",
    ),
    theorem(
        "exile.word",
        "Lemma 9: prefixes of lengths in a row have as many a, b, c as the lengths before",
        "A u: weight(u) => T_a([u 0]) = u & T_b([u 00]) = u & T_c([u 000]) = u",
        "A u: weight(u) => T_a([u 0]) = u & T_b([u 0]) = u",
    ),
    theorem(
        "exile.word",
        "Theorem 11: T[n] is a, b, c as n ends in 0, 01, 11",
        "(A n: T[[n 0]] = a & T[[n 01]] = b & T[[n 011]] = c) & A n: E m: n = [m 0] | n = [m 01] | n = [m 011]",
        "(A n: T[[n 0]] = a & T[[n 01]] = b & T[[n 011]] = c) & A n: E m: n = [m 0] | n = [m 01]",
    ),
    theorem(
        "exile.word",
        "Theorem 12: the numbers of a, b, c among the first n letters: leave out the last 1, 2, 3 digits and add the first of those",
        "A string x: T_a([x 0]) = [x] & T_a([x 1]) = [x] + 1 & T_b([x 00]) = [x] & T_b([x 01]) = [x] & T_b([x 10]) = [x] + 1 & T_b([x 11]) = [x] + 1 & \
         T_c([x 000]) = [x] & T_c([x 001]) = [x] & T_c([x 010]) = [x] & T_c([x 011]) = [x] & T_c([x 100]) = [x] + 1 & T_c([x 101]) = [x] + 1 & \
         T_c([x 110]) = [x] + 1 & T_c([x 111]) = [x] + 1",
        "A string x: T_a([x 0]) = [x] & T_a([x 1]) = [x] + 1 & T_b([x 00]) = [x] & T_b([x 01]) = [x] + 1",
    ),
    theorem(
        "exile.indexing",
        "(13): the first places",
        "a(1) = 1 & a(2) = 3 & a(3) = 5 & a(4) = 7 & a(5) = 8 & a(6) = 10 & b(1) = 2 & b(2) = 6 & b(3) = 9 & b(4) = 13 & b(5) = 15 & b(6) = 19 & \
         c(1) = 4 & c(2) = 11 & c(3) = 17 & c(4) = 24 & c(5) = 28 & c(6) = 35",
        "a(1) = 1 & a(2) = 3 & a(3) = 5 & a(4) = 7 & a(5) = 9",
    ),
    theorem(
        "exile.indexing",
        "Theorem 14: a, b, c by the representation",
        "A n: a(n+1) = [n 0] + 1 & b(n+1) = [n 01] + 1 & c(n+1) = [n 011] + 1",
        "A n: a(n+1) = [n 0] + 1 & b(n+1) = [n 01] + 1 & c(n+1) = [n 111] + 1",
    ),
    theorem(
        "exile.indexing",
        "(14) and its uniqueness: a(n) is the one number that is the mex of a, b, c before it",
        "A n, x: x = a(n) <=> (A i: i < n => x != a(i) & x != b(i) & x != c(i)) & (A v: v < x => E i: i < n & (v = a(i) | v = b(i) | v = c(i)))",
        "A n, x: x = a(n) <=> (A i: i < n => x != a(i) & x != b(i)) & (A v: v < x => E i: i < n & (v = a(i) | v = b(i)))",
    ),
    theorem(
        "exile.indexing",
        "(15) and its uniqueness: b(n) - a(n) is the mex of b - a, c - b before it",
        "A n, x: x = b(n) - a(n) <=> (A i: i < n => x != b(i) - a(i) & x != c(i) - b(i)) & (A v: v < x => E i: i < n & (v = b(i) - a(i) | \
         v = c(i) - b(i)))",
        "A n, x: x = b(n) - a(n) <=> (A i: i < n => x != b(i) - a(i) & x != c(i) - a(i)) & (A v: v < x => E i: i < n & (v = b(i) - a(i) | \
         v = c(i) - a(i)))",
    ),
    theorem("exile.indexing", "(16)", "A n: c(n) = a(n) + b(n) + n", "A n: c(n) = a(n) + b(n) + n + 1"),
    theorem(
        "exile.indexing",
        "(17): the differences of a, b, c are T(2,2,1), T(4,3,2), T(7,6,4)",
        "A n: (T[n] = a => a(n+2) - a(n+1) = 2 & b(n+2) - b(n+1) = 4 & c(n+2) - c(n+1) = 7) & (T[n] = b => a(n+2) - a(n+1) = 2 & b(n+2) - b(n+1) = 3 & \
         c(n+2) - c(n+1) = 6) & (T[n] = c => a(n+2) - a(n+1) = 1 & b(n+2) - b(n+1) = 2 & c(n+2) - c(n+1) = 4)",
        "A n: (T[n] = a => a(n+1) - a(n) = 2) & (T[n] = c => a(n+1) - a(n) = 1)",
    ),
    theorem(
        "exile.indexing",
        "(18)-(20): a, b, c by counts",
        "A n: a(n+1) = n + 1 + T_a(n) + T_b(n) & b(n+1) = 2*(n+1) + 2*T_a(n) + T_b(n) & c(n+1) = 4*(n+1) + 3*T_a(n) + 2*T_b(n)",
        "A n: a(n) = n + T_a(n) + T_b(n)",
    ),
    theorem(
        "exile.indexing",
        "Section 5.4: places and counts are inverse to each other",
        "A n: T_a(a(n)) = n & T_b(b(n)) = n & T_c(c(n)) = n & T[a(n+1) - 1] = a & T[b(n+1) - 1] = b & T[c(n+1) - 1] = c",
        "A n: a(T_a(n)) = n",
    ),
    theorem(
        "exile.unique",
        "(14)-(16) leave no choice: whatever numbers x, y, z obey the three rules after the first n - 1 triples are a(n), b(n), c(n)",
        "A n, x, y, z: n >= 1 & (A i: i < n => x != a(i) & x != b(i) & x != c(i)) & (A v: v < x => E i: i < n & (v = a(i) | v = b(i) | v = c(i))) & \
         x <= y & (A i: i < n => y - x != b(i) - a(i) & y - x != c(i) - b(i)) & (A v: v < y - x => E i: i < n & (v = b(i) - a(i) | v = c(i) - b(i))) & \
         z = x + y + n => x = a(n) & y = b(n) & z = c(n)",
        "A n, x, y, z: n >= 1 & (A i: i < n => x != a(i) & x != b(i) & x != c(i)) & (A v: v < x => E i: i < n & (v = a(i) | v = b(i) | v = c(i))) & \
         x <= y & (A i: i < n => y - x != b(i) - a(i) & y - x != c(i) - b(i)) & z = x + y + n => x = a(n) & y = b(n) & z = c(n)",
    ),
    theorem(
        "exile.bounds",
        "a(n) - psi n lies between -2 and 1",
        "A m, n: -1 <= a(m+n) - a(m) - a(n) <= 2",
        "A m, n: -1 <= a(m+n) - a(m) - a(n) <= 1",
    ),
    theorem(
        "exile.bounds",
        "b(n) - psi^2 n lies between -4 and 2",
        "A m, n: -2 <= b(m+n) - b(m) - b(n) <= 4",
        "A m, n: -1 <= b(m+n) - b(m) - b(n) <= 4",
    ),
    theorem(
        "exile.bounds",
        "c(n) - psi^3 n lies between -7 and 3",
        "A m, n: -3 <= c(m+n) - c(m) - c(n) <= 7",
        "A m, n: -3 <= c(m+n) - c(m) - c(n) <= 5",
    ),
    theorem(
        "exile.bounds",
        "the counts of a, b, c among n letters, less n/psi, n/psi^2, n/psi^3, lie between -1 and 1, -2 and 1, -2 and 1",
        "A m, n: -1 <= T_a(m+n) - T_a(m) - T_a(n) <= 1 & -1 <= T_b(m+n) - T_b(m) - T_b(n) <= 2 & -1 <= T_c(m+n) - T_c(m) - T_c(n) <= 2",
        "A m, n: -1 <= T_a(m+n) - T_a(m) - T_a(n) <= 1 & -1 <= T_b(m+n) - T_b(m) - T_b(n) <= 1",
    ),
    theorem(
        "exile.morphisms",
        "Lemma 18: lambda sends the theme song to T",
        "A n, s: s = 2*theme_a(n) + 2*theme_b(n) + theme_c(n) => (theme[n] = a => T[s] = b & T[s+1] = a) & (theme[n] = b => T[s] = c & T[s+1] = a) & \
         (theme[n] = c => T[s] = a)",
        "A n, s: s = 2*theme_a(n) + 2*theme_b(n) + theme_c(n) => (theme[n] = a => T[s] = b & T[s+1] = a) & (theme[n] = b => T[s] = c & T[s+1] = a) & \
         (theme[n] = c => T[s] = b)",
    ),
    theorem(
        "exile.morphisms",
        "Lemma 19: kappa sends the theme song to T",
        "A n, s: s = 4*theme_a(n) + 3*theme_b(n) + 2*theme_c(n) => (theme[n] = a => T[s] = a & T[s+1] = c & T[s+2] = a & T[s+3] = b) & \
         (theme[n] = b => T[s] = a & T[s+1] = a & T[s+2] = b) & (theme[n] = c => T[s] = a & T[s+1] = b)",
        "A n, s: s = 4*theme_a(n) + 3*theme_b(n) + 2*theme_c(n) => (theme[n] = a => T[s] = a & T[s+1] = b & T[s+2] = a & T[s+3] = c)",
    ),
    theorem(
        "exile.theorem20",
        "Theorem 20, Remark (i): the differences of X, Y, M, P are theme(2,1,1), theme(3,3,2), theme(1,2,1), theme(5,4,3)",
        "A n: (theme[n] = a => X(n+1) - X(n) = 2 & Y(n+1) - Y(n) = 3 & M(n+1) - M(n) = 1 & P(n+1) - P(n) = 5) & (theme[n] = b => X(n+1) - X(n) = 1 & \
         Y(n+1) - Y(n) = 3 & M(n+1) - M(n) = 2 & P(n+1) - P(n) = 4) & (theme[n] = c => X(n+1) - X(n) = 1 & Y(n+1) - Y(n) = 2 & M(n+1) - M(n) = 1 & \
         P(n+1) - P(n) = 3)",
        "A n: (theme[n] = a => X(n+1) - X(n) = 2 & Y(n+1) - Y(n) = 3 & M(n+1) - M(n) = 1 & P(n+1) - P(n) = 5) & (theme[n] = b => X(n+1) - X(n) = 1 & \
         Y(n+1) - Y(n) = 3 & M(n+1) - M(n) = 2 & P(n+1) - P(n) = 5)",
    ),
    theorem(
        "exile.theorem20",
        "Remark (ii): a exactly if X grows by 2, b exactly if M does",
        "A n: (theme[n] = a <=> X(n+1) - X(n) = 2) & (theme[n] = b <=> M(n+1) - M(n) = 2)",
        "A n: (theme[n] = a <=> X(n+1) - X(n) = 2) & (theme[n] = c <=> M(n+1) - M(n) = 2)",
    ),
    theorem(
        "exile.corollary21",
        "(41)-(44) for the table by mex: X(n) and M(n) are the only numbers that rule (2) allows",
        "A n, x: (x = X(n) <=> (A i: i < n => x != X(i) & x != Y(i)) & (A v: v < x => E i: i < n & (v = X(i) | v = Y(i)))) & (x = M(n) <=> \
         (A i: i < n => x != M(i) & x != P(i)) & (A v: v < x => E i: i < n & (v = M(i) | v = P(i))))",
        "A n, x: x = X(n) <=> (A i: i < n => x != X(i) & x != P(i)) & (A v: v < x => E i: i < n & (v = X(i) | v = P(i)))",
    ),
    theorem(
        "exile.corollary21",
        "(41)-(44) and the other forms",
        "A n: X(n) = b(n) - a(n) & Y(n) = c(n) - b(n) & Y(n) = a(n) + n & M(n) = c(n) - 2*b(n) + a(n) & M(n) = n + 2*a(n) - b(n) & P(n) = c(n) - a(n) & \
         P(n) = b(n) + n",
        "A n: X(n) = b(n) - a(n) & Y(n) = c(n) - b(n) & Y(n) = a(n) + n & P(n) = c(n) - b(n)",
    ),
    theorem(
        "exile.slopes",
        "(45): Y(n)/X(n) tends to psi, with the bounds of a and b",
        "A n: n >= 1 => b(n) = a(a(n)) + 1 & c(n) = a(b(n)) + 1 & c(n) = a(n) + b(n) + n & X(n) = b(n) - a(n) & Y(n) = a(n) + n",
        "A n: b(n) = a(a(n)) + 1",
    ),
    theorem(
        "exile.remark-v",
        "Remark (v): no three consecutive X, no five consecutive M",
        "~(E v: v >= 1 & (E n: X(n) = v) & (E n: X(n) = v+1) & (E n: X(n) = v+2)) & ~(E v: v >= 1 & (E n: M(n) = v) & (E n: M(n) = v+1) & \
         (E n: M(n) = v+2) & (E n: M(n) = v+3) & (E n: M(n) = v+4))",
        "~E v: v >= 1 & (E n: M(n) = v) & (E n: M(n) = v+1) & (E n: M(n) = v+2) & (E n: M(n) = v+3)",
    ),
    Theorem {
        claim: "exile.wythoff",
        source: "(53)-(55): Wythoff's queens stand at (a(n), b(n)) and mirrored, by mex and difference n; their first rows",
        system: "fibonacci",
        statements: [
            "(A n, x: x = a(n) <=> (A i: i < n => x != a(i) & x != b(i)) & (A v: v < x => E i: i < n & (v = a(i) | v = b(i)))) & \
                    (A n: b(n) = a(n) + n & a(n+1) = [n 0] + 1 & b(n+1) = [n 01] + 1) & a(1) = 1 & b(1) = 2 & a(2) = 3 & b(2) = 5 & a(3) = 4 & b(3) = 7 & \
                    a(4) = 6 & b(4) = 10",
            "(A n: b(n) = a(n) + n & a(n+1) = [n 0] + 1 & b(n+1) = [n 01] + 1) & a(1) = 1 & b(1) = 2 & a(2) = 3 & b(2) = 6",
        ],
    },
];

/// What the register says that this logic cannot: the claim, the part, and why.
pub const BEYOND: &[(&str, &str, &str)] = &[
    ("exile.sequence", "(1)", "cell numbers are quadratic in X and Y"),
    (
        "exile.representation",
        "Corollary 4",
        "it cuts strings at a place; it is Lemma 3 used once for each digit, as the paper says",
    ),
    (
        "exile.bounds",
        "Theorems 15-17, the first exceptions",
        "multiples of psi and their floors are irrational; the statements here prove weaker bounds, the essay proves these",
    ),
    ("exile.word", "Lemma 7, Theorem 13", "their formulas are lost in the text"),
    (
        "exile.theorem2",
        "(11), (12)",
        "(11) speaks of three letters and (12) of powers of a morphism; both serve Theorem 2",
    ),
];

/// What came of the statements of a claim.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Whether all of them are true.
    pub holds: bool,
    /// What was decided and what it took, in a sentence; the first that fails if one does.
    pub text: String,
}

/// Decides all statements of a claim, which are over one system; `None` when there are none.
pub fn evidence(claim: &str, watch: &mut dyn Watch) -> Result<Option<Evidence>> {
    let rows: Vec<&Theorem> = THEOREMS.iter().filter(|row| row.claim == claim).collect();
    let Some(first) = rows.first() else { return Ok(None) };
    let library = library(first.system)?;
    let mut prover = Prover::new(&library);
    let mut work = Work::new(watch, LIMIT);
    for row in &rows {
        let answer = prover.decide(library.read(row.statements[0])?, &mut work)?;
        if answer.decided.truth() != Some(true) {
            let values = answer.example.unwrap_or_default();
            let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let text = format!("{} is false ({}): {}", row.source, values.join(", "), row.statements[0]);
            return Ok(Some(Evidence { holds: false, text }));
        }
    }
    let sources: Vec<&str> = rows.iter().map(|row| row.source).collect();
    let text = format!(
        "proved by machine for all n ({} statements decided by automata, {} states met, the largest automaton {}): {}",
        rows.len(),
        work.states,
        work.largest,
        sources.join("; ")
    );
    Ok(Some(Evidence { holds: true, text }))
}

/// The most states of an automaton on the way.
const LIMIT: usize = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn every_theorem_is_decided_true_and_its_variant_false() {
        for system in ["tribonacci", "fibonacci"] {
            let library = library(system).unwrap();
            let mut prover = Prover::new(&library);
            for row in THEOREMS.iter().filter(|row| row.system == system) {
                for (text, expected) in row.statements.into_iter().zip([true, false]) {
                    let mut watch = Unwatched;
                    let mut work = Work::new(&mut watch, LIMIT);
                    let begun = std::time::Instant::now();
                    let statement = library.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
                    let answer = prover.decide(statement, &mut work).unwrap_or_else(|e| panic!("{text}: {e}"));
                    assert_eq!(answer.decided.truth(), Some(expected), "{}: {text}", row.source);
                    let (seconds, decided) = (begun.elapsed().as_secs_f64(), answer.decided);
                    println!(
                        "{} | {} | {expected} | {seconds:.3} s | largest {} | {} states met",
                        row.claim, row.source, decided.largest, decided.states
                    );
                }
            }
        }
    }

    #[test]
    fn every_claim_named_is_in_the_register() {
        let ids: Vec<&str> = super::super::super::claims::CLAIMS.iter().map(|claim| claim.id).collect();
        for claim in THEOREMS.iter().map(|row| row.claim).chain(BEYOND.iter().map(|row| row.0)) {
            assert!(ids.contains(&claim), "{claim}");
        }
        for row in THEOREMS {
            let other = THEOREMS.iter().find(|other| other.claim == row.claim && other.system != row.system);
            assert!(other.is_none() && ["tribonacci", "fibonacci"].contains(&row.system), "{}", row.claim);
        }
    }

    #[test]
    fn evidence_names_what_was_decided() {
        let found = evidence("exile.remark-v", &mut Unwatched).unwrap().unwrap();
        assert!(found.holds && found.text.contains("no three consecutive X"), "{}", found.text);
        assert!(evidence("exile.figure4", &mut Unwatched).unwrap().is_none());
    }
}
