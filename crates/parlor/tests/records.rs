//! The page of records: its certificates stand up, and in the slow suite its answers come out again.

use kit::{Certificate, NoFiles, Unwatched, read_sentence};
use std::path::Path;

fn stored(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_stored_certificate_is_the_one_of_its_line_and_stands_up() {
    let records = parlor::records();
    assert!(records.iter().any(|record| record.certificate.is_some()));
    for record in &records {
        let Some(file) = record.certificate else { continue };
        let text = stored(file);
        assert_eq!(record.digest, Some(parlor::digest_of(&text).as_str()), "{file}");
        let certificate = Certificate::read(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        kit::verify(topics::ALL, &certificate, &mut Unwatched).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

#[test]
fn what_takes_less_than_a_second_comes_out_again() {
    let records = parlor::records();
    let quick: Vec<_> = records.iter().filter(|record| record.seconds.starts_with("0.")).collect();
    assert!(quick.len() > 5);
    quick.into_iter().for_each(comes_out_again);
}

#[test]
#[ignore = "minutes"]
fn every_record_comes_out_again() {
    parlor::records().iter().for_each(comes_out_again);
}

fn comes_out_again(record: &parlor::Record) {
    let (question, ask) = read_sentence(topics::ALL, record.sentence, &NoFiles).expect(record.sentence);
    let report = (question.answer)(&ask, &mut Unwatched).expect(record.sentence);
    let fact = report.get(record.fact).unwrap_or_else(|| panic!("{} has no {}", record.sentence, record.fact));
    assert_eq!(fact.to_string(), record.value, "{}", record.sentence);
}
