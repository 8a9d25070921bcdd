//! Certificates: a stranger's file costs little, is read back as it was written, and states what its check reports.

use crate::text;
use crate::watch::Stern;
use kit::{Certificate, Standing, verify};
use std::time::{Duration, Instant};

/// After so long a check is asked to stop.
const PATIENCE: Duration = Duration::from_millis(20);
/// What it may take beyond that before it stops.
const SLACK: Duration = Duration::from_secs(8);

/// A certificate of any kind.
pub fn certificates(bytes: &[u8]) {
    let text = &*text(bytes);
    let begun = Instant::now();
    let Ok(certificate) = Certificate::read(text) else { return };
    assert_eq!(certificate.to_file(), text, "a file is its own text");
    match verify(topics::ALL, &certificate, &mut Stern::within(PATIENCE)) {
        Ok(report) => {
            assert_eq!((report.line.as_str(), &report.standing), (certificate.states.as_str(), &Standing::Proved));
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    assert!(begun.elapsed() < PATIENCE + SLACK, "{:?}", begun.elapsed());
}
