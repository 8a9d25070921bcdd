//! The certificates of the room: periods of columns, statements decided by automata, completions of lines.

pub(super) mod automata;
pub(super) mod columns;
pub(super) mod completions;

use kit::CertificateKind;

pub(super) static CERTIFICATES: &[CertificateKind] = &[columns::COLUMNS, automata::AUTOMATA, completions::COMPLETIONS];
