//! Certificates of statements: the automaton of every step of a proof, checked one by one.
//!
//! *What is established.* That a statement about words and functions over a numeration system is true, or false with
//! the least counterexample, or of which numbers it holds: those that the last automaton accepts.
//!
//! *From what.* From the recurrence of the system, the definitions of words and functions, and the automata of the
//! evidence, none of which is believed: those of words and functions must obey the laws that define them, and that of
//! each step must do what its step says of the steps before it, which is seen state by state. The laws themselves are
//! statements with steps in the same file.

use super::super::prove::{self, Proved};
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch};

/// The row of the registry.
pub(super) const AUTOMATA: CertificateKind = CertificateKind {
    name: "automata",
    about: "A statement about words and functions over a numeration system is true, false with a least counterexample, or holds of the \
            numbers that an automaton accepts. The evidence is the automaton of every step. The checker computes none of them: it finds \
            each to do what its step says, state by state, and the automata of words and functions to obey the laws that define \
            them, which are statements proved in the same way.",
    format: include_str!("automata.txt"),
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

/// The certificate of a decided statement, if its body was kept. It is checked before it is given away, which also
/// finds what it states.
pub(in super::super) fn of(proved: &Proved, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let Some(body) = &proved.certificate else { return Ok(None) };
    let states = prove::check_body(body, watch)?;
    Ok(Some(Certificate::new("exile", "automata", states, body.clone())))
}
