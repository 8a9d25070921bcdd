//! The certificates of the room: periods of columns, and statements decided by automata.

pub(super) mod automata;
pub(super) mod columns;

use kit::CertificateKind;

pub(super) static CERTIFICATES: &[CertificateKind] = &[columns::COLUMNS, automata::AUTOMATA];
