//! The papers, run: every claim stands in one place, and what a section names is there.

use forgery::Brief;
use kit::paper::{Paper, claims_of, further_claims};
use kit::{Effort, Essay, NoFiles, Unwatched, read_sentence, sit_down};
use std::time::Duration;

#[test]
fn every_claim_stands_in_its_paper_exactly_once() {
    for topic in topics::ALL {
        let paper = Paper::of(topic).unwrap_or_else(|| panic!("{} has no paper", topic.name));
        assert!(!paper.title.is_empty() && !paper.sections.is_empty(), "{} has an empty paper", topic.name);
        let named: Vec<&str> = paper.sections.iter().flat_map(|section| section.claims.iter().copied()).collect();
        for id in &named {
            assert!(topic.claims.iter().any(|claim| claim.id == *id), "{}: there is no claim {id}", topic.name);
        }
        let placed = paper.sections.iter().flat_map(|section| claims_of(topic, section));
        let mut shown: Vec<&str> = placed.chain(further_claims(topic)).map(|claim| claim.id).collect();
        shown.sort_unstable();
        let mut all: Vec<&str> = topic.claims.iter().map(|claim| claim.id).collect();
        all.sort_unstable();
        assert_eq!(shown, all, "{}", topic.name);
    }
}

#[test]
fn figures_are_drawn_questions_can_be_asked_and_tables_stand() {
    for topic in topics::ALL {
        for section in Paper::of(topic).expect("every topic has one").sections {
            let place = format!("{}, {}", topic.name, section.title);
            assert!(section.text.ends_with(['.', '?']), "{place}");
            for sentence in &section.figures {
                let (question, ask) =
                    read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{place}: {e}"));
                let report =
                    (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{place}: {sentence}: {e}"));
                assert!(!report.scenes.is_empty(), "{place}: {sentence} draws nothing");
            }
            for sentence in &section.questions {
                read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{place}: {sentence}: {e}"));
            }
            if let Some(sentence) = section.table {
                sit_down(topics::ALL, sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{place}: {sentence}: {e}"));
            }
        }
    }
}

/// What a program prints and no person says: truths, options and lists as the language of the program writes them.
fn debug_text(evidence: &str) -> Option<&str> {
    let words = ["Some(", "None)", "Ok(", "Err(", "[\"", "[(", "[{", ": true", "(true)", " true,", " true;", "false"];
    let list = evidence.match_indices('[').find(|(at, _)| {
        let inner = evidence[at + 1..].split(']').next().unwrap_or_default();
        inner.contains(", ") && inner.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-')
    });
    let word = words.into_iter().find_map(|word| evidence.find(word));
    word.or(list.map(|(at, _)| at)).map(|at| &evidence[at..])
}

#[test]
fn evidence_is_told_in_words_and_cites_what_stands_in_the_essay() {
    assert!(debug_text("magic: true").is_some() && debug_text("periods [1, 4, 16]").is_some());
    assert!(debug_text("printed 2, true 3; T[n] is a; _sCQ@[ G").is_none());
    for topic in topics::ALL {
        let titles: Vec<String> = Essay::read(topic.essay).more.iter().map(|part| part.title.to_lowercase()).collect();
        for claim in topic.claims {
            // What takes long is stopped; the rooms' own tests carry their claims out to the end.
            let mut watch = Brief::of(Duration::from_secs(2));
            let Ok(finding) = (claim.check)(Effort::Quick, &mut watch) else { continue };
            let evidence = finding.evidence.to_lowercase();
            assert_eq!(debug_text(&finding.evidence), None, "{}: {}", claim.id, finding.evidence);
            let cited = !evidence.contains("essay") || titles.iter().any(|title| evidence.contains(title));
            assert!(cited, "{}: the essay has no such part: {}", claim.id, finding.evidence);
        }
    }
}
