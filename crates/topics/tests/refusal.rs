//! What every kind of certificate must keep, asked of all of them through the registry alone: its examples are
//! certified, and a file that was changed is refused or still states the same true thing.

mod forger;

use forger::{Forger, Original, answer, chosen, every_kind, originals, smaller_originals, used};
use kit::watch::Impatient;
use kit::{Certificate, CertificateKind, Report, Standing, Topic, Unwatched, verify};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The longest that the check of one changed file may compute in a development build: seconds of the processor, since
/// on a busy machine a check may have to wait.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn every_kind_is_told_and_every_example_writes_it_and_is_proved() {
    for (topic, kind) in every_kind() {
        let name = format!("{} {}", topic.name, kind.name);
        assert!(!kind.name.is_empty() && !kind.name.contains(char::is_whitespace), "{name}");
        assert_eq!(topic.certificates.iter().filter(|other| other.name == kind.name).count(), 1, "{name}");
        assert!(kind.about.len() > 80 && kind.format.len() > 80, "{name} is not told");
        assert!(!kind.examples.is_empty(), "{name} has no example");
        for &sentence in kind.examples {
            let report = answer(sentence, true);
            let certificate = report.certificate.unwrap_or_else(|| panic!("{sentence} writes no certificate"));
            assert_eq!((certificate.topic.as_str(), certificate.kind.as_str()), (topic.name, kind.name), "{sentence}");
            assert_eq!(Certificate::read(&certificate.to_file()).unwrap(), certificate, "{sentence}");
            let checked =
                verify(topics::ALL, &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
            assert_eq!((&checked.line, checked.standing), (&certificate.states, Standing::Proved), "{sentence}");
        }
    }
}

#[test]
fn a_check_that_is_stopped_says_so_or_was_done_already() {
    for (_, kind) in every_kind() {
        for original in originals(kind) {
            let certificate = Certificate::read(&original.file).unwrap();
            match verify(topics::ALL, &certificate, &mut Impatient) {
                Ok(report) => assert_eq!(report, original.report, "{}", original.sentence),
                Err(error) => assert!(error.is_stopped(), "{}: {error}", original.sentence),
            }
        }
    }
}

/// What became of a changed file: the report of its check, or the reason why it is refused, or the panic.
type Outcome = std::thread::Result<Result<Report, String>>;

/// Checks files on a thread of its own, so that a check without end is seen and said.
struct Checker {
    files: mpsc::Sender<String>,
    outcomes: mpsc::Receiver<Outcome>,
}

impl Checker {
    fn new() -> Self {
        let (files, inbox) = mpsc::channel::<String>();
        let (outbox, outcomes) = mpsc::channel();
        std::thread::spawn(move || {
            for file in inbox {
                let check = || {
                    let read = Certificate::read(&file);
                    read.and_then(|read| verify(topics::ALL, &read, &mut Unwatched)).map_err(|e| e.to_string())
                };
                let outcome = catch_unwind(AssertUnwindSafe(check));
                if outbox.send(outcome).is_err() {
                    return;
                }
            }
        });
        Checker { files, outcomes }
    }

    fn check(&self, file: &str) -> Result<Report, String> {
        let before = used();
        self.files.send(file.to_string()).expect("the thread waits for files");
        loop {
            match self.outcomes.recv_timeout(Duration::from_secs(5)) {
                Ok(Ok(outcome)) => return outcome,
                Ok(Err(_)) => panic!("the check of this file panics:\n{file}"),
                Err(_) => {
                    assert!(used() - before < PATIENCE, "the check of this file does not come to an end:\n{file}");
                }
            }
        }
    }
}

/// Makes so many changes to the certificates of a kind.
fn forge(topic: &Topic, kind: &CertificateKind, originals: &[Original], count: usize) {
    let before = used();
    let checker = Checker::new();
    let mut forger = Forger::new(15);
    let (mut refused, mut same) = (0, 0);
    while refused + same < count {
        let original = &originals[(refused + same) % originals.len()];
        let changed = forger.change(&original.file, originals);
        if changed == original.file {
            continue;
        }
        match checker.check(&changed) {
            Ok(report) => {
                let told = format!("{}:\n{changed}", original.sentence);
                assert_eq!(report.line, original.report.line, "accepted: {told}");
                assert_eq!(report.standing, Standing::Proved, "{told}");
                same += 1;
            }
            Err(reason) => {
                assert!(!reason.is_empty() && !reason.contains('\n'), "{reason:?}");
                refused += 1;
            }
        }
    }
    let (name, seconds) = (format!("{} {}", topic.name, kind.name), (used() - before).as_secs_f64());
    println!("{name}: {refused} changes refused, {same} left the same statement, {seconds:.1} s of the processor");
    assert!(refused > same, "{name}: the check hardly ever refuses");
}

#[test]
fn changed_certificates_are_refused_or_state_the_same() {
    for (topic, kind) in every_kind() {
        forge(topic, kind, &originals(kind), 1000);
    }
}

#[test]
#[ignore = "minutes"]
fn many_changed_certificates_are_refused_or_state_the_same() {
    for (topic, kind) in chosen() {
        forge(topic, kind, &smaller_originals(topic, kind), 100_000);
    }
}

/// Asks beyond the examples. The registry's test asks the examples; what is proved there and larger is certified too.
const LARGER: &[&str] = &[
    "queens solve 7 --rule noon",
    "queens solve 9 --rule noon",
    "queens solve 6 --columns 8 --rule noon --piece rook",
    "queens solve 6 --rule noon --torus",
    "queens solve 10 --rule alternate --start 1,1",
    "sums period 0.07",
    "sums period 0.45",
    "sums period 0.055",
    "sums period 0.137",
    "sums period 0.165",
    "sums period 0.34",
    "sums period 0.644",
    "sums period 4.3",
    "sums period 0.28",
    "sums period \"0.(3)\" --to 500",
    "sums value chomp(4,6)",
    "sums value boxing(4,5)",
    "sums value cram(4,5)",
    "sums table 0.77 --to 30000",
    "merlin nullity 2x5 --torus",
    "merlin nullity 300 --torus",
    "magic label g1",
    "magic label circle:8",
    "magic label prism:4",
    "exile columns 40",
];
/// The same for what takes minutes.
const LARGEST: &[&str] = &[
    "queens solve 10 --rule noon",
    "queens solve 11 --rule noon",
    "queens solve 12 --rule noon",
    "sums period 0.156",
    "sums period 0.356",
    "sums period 0.16",
    "sums period 0.56",
    "sums period 0.127",
    "sums period 0.376",
    "sums value cram(4,7)",
    "sums value chomp(6,7)",
    "sums value boxing(5,6)",
];

fn certified_or_argued(sentences: &[&str]) {
    for sentence in sentences {
        let start = Instant::now();
        let report = answer(sentence, true);
        let found = start.elapsed();
        assert_eq!(report.standing, Standing::Proved, "{sentence}");
        let Some(certificate) = report.certificate else {
            assert!(report.get(kit::ARGUMENT).is_some(), "{sentence} has neither a certificate nor an argument");
            continue;
        };
        let start = Instant::now();
        let checked = verify(topics::ALL, &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        assert_eq!(checked.line, certificate.states, "{sentence}");
        let lines = certificate.body.lines().count();
        println!("{sentence}: {lines} lines, found and written in {found:.1?}, checked in {:.1?}", start.elapsed());
    }
}

#[test]
fn larger_answers_are_certified_or_argued_too() {
    certified_or_argued(LARGER);
}

#[test]
#[ignore = "minutes"]
fn the_largest_answers_are_certified_or_argued_too() {
    certified_or_argued(LARGEST);
}

#[test]
#[ignore = "prints a list"]
fn proved_answers_without_certificate() {
    for topic in topics::ALL {
        for question in topic.questions {
            for &sentence in question.examples {
                let report = answer(sentence, true);
                if report.standing == Standing::Proved && report.certificate.is_none() {
                    println!("{sentence}: {}", report.line);
                }
            }
        }
    }
}
