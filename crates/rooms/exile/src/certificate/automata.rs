//! Certificates of statements: the automaton of every step of a proof, checked one by one.

use super::super::prove::{self, Proved};
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch};

/// The row of the registry.
pub(super) const AUTOMATA: CertificateKind = CertificateKind {
    name: "automata",
    about: "A statement about words and functions over a numeration system is true, false with a least counterexample, or holds of the \
            numbers that an automaton accepts. The evidence is the automaton of every step. The checker computes none of them: it finds \
            each to do what its step says, state by state, and the automata of words and functions to obey the laws that define \
            them, which are statements proved in the same way.",
    format: FORMAT,
    examples: &[
        "exile prove \"A n: X(n+1) > X(n)\"",
        "exile prove \"A n: T[n] = a => T[n+1] = b\"",
        "exile prove \"~E i, n: n >= 1 & A u: i <= u & u <= i + n => t[u] = t[u+n]\" --system base2",
    ],
    check: |certificate, watch| {
        let line = prove::check_body(&certificate.body, watch)?;
        Ok(Report::new(line, Standing::Proved))
    },
};

const FORMAT: &str = "\
statement A n: X(n+1) > X(n)
system tribonacci 1 1 1              the system and the coefficients of its recurrence
answer true                          or: false n 5 (the least n of a counterexample), true n 5 (of an example), set
name 0 T fixed point of a->ab,b->ac,c->a from a
relation 5                           the automaton of place and value, tracks 0 and 1
- 0 . 1 .                            a state: + if a word may end there, then where each letter leads, . for nowhere
law A n: T[n] = 0 | T[n] = 1 | T[n] = 2
step 0 everything v0                 a step of the law's plan and its automaton
proof A n: X(n+1) > X(n)
step 0 ...
end

A letter is a whole number: the digit of the first track, plus the number of digits times the digit of the second, and so on; tracks
stand in the order of their variables. State 0 is the start. A function with a graph has a line \"graph FORMULA\" and its steps before
its relation.

It states \"SYSTEM: STATEMENT: true\", or \"false\", or how it came out otherwise.";

/// The certificate of a decided statement, if its body was kept. It is checked before it is given away, which also
/// finds what it states.
pub(in super::super) fn of(proved: &Proved, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let Some(body) = &proved.certificate else { return Ok(None) };
    let states = prove::check_body(body, watch)?;
    Ok(Some(Certificate::new("exile", "automata", states, body.clone())))
}
