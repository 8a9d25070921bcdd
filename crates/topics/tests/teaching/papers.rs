//! The papers, run: every claim stands in one place, and what a section names is there.

use kit::paper::{claims_of, further_claims};
use kit::{NoFiles, Unwatched, read_sentence, sit_down};

#[test]
fn every_claim_stands_in_its_paper_exactly_once() {
    for topic in topics::ALL {
        let paper = topic.paper.unwrap_or_else(|| panic!("{} has no paper", topic.name));
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
        for section in topic.paper.expect("every topic has one").sections {
            let place = format!("{}, {}", topic.name, section.title);
            assert!(section.text.ends_with(['.', '?']), "{place}");
            for sentence in section.figures {
                let (question, ask) =
                    read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{place}: {e}"));
                let report =
                    (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{place}: {sentence}: {e}"));
                assert!(!report.scenes.is_empty(), "{place}: {sentence} draws nothing");
            }
            for sentence in section.questions {
                read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{place}: {sentence}: {e}"));
            }
            if let Some(sentence) = section.table {
                sit_down(topics::ALL, sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{place}: {sentence}: {e}"));
            }
        }
    }
}
