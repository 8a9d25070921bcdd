//! What every topic must keep, asked of all of them through the registry alone.

use kit::{ErrorKind, Essay, NoFiles, Play, Report, Standing, Topic, Unwatched, Watch, read_sentence, sit_down};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

fn every_topic() -> Vec<&'static Topic> {
    topics::ALL.iter().copied().chain([topics::NULL]).collect()
}

fn answer(sentence: &str, watch: &mut dyn Watch) -> kit::Result<Report> {
    let (question, ask) = read_sentence(&every_topic(), sentence, &NoFiles)?;
    (question.answer)(&ask, watch)
}

fn examples() -> impl Iterator<Item = &'static str> {
    every_topic().into_iter().flat_map(|t| t.questions.iter().flat_map(|q| q.examples.iter().copied()))
}

#[test]
fn names_are_ids_and_claims_belong_to_their_topic() {
    let mut names = HashSet::new();
    for topic in every_topic() {
        assert!(topic.name.chars().all(|c| c.is_ascii_lowercase()), "{}", topic.name);
        assert!(names.insert(topic.name.to_string()), "{} is listed twice", topic.name);
        for question in topic.questions {
            let id = format!("{} {}", topic.name, question.name);
            assert!(names.insert(id.clone()), "{id} is listed twice");
            assert!(!question.examples.is_empty(), "{id} has no example");
            for example in question.examples {
                assert!(example.starts_with(&id), "{example:?} is not an example of {id}");
            }
        }
        for claim in topic.claims {
            assert!(claim.id.starts_with(&format!("{}.", topic.name)), "{}", claim.id);
            assert!(names.insert(claim.id.to_string()), "{} is listed twice", claim.id);
            assert!(!claim.source.is_empty() && !claim.statement.is_empty(), "{}", claim.id);
        }
    }
}

#[test]
fn every_example_answers_twice_alike() {
    for example in examples() {
        let first = answer(example, &mut Unwatched).unwrap_or_else(|e| panic!("{example}: {e}"));
        let second = answer(example, &mut Unwatched).unwrap();
        // As it travels between the lab and its workers.
        let line = serde_json::to_string(&first).unwrap();
        let arrived: Report = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{example}: {e}"));
        assert_eq!(arrived, first, "{example}");
        assert!(!first.line.is_empty() && !first.line.contains('\n'), "{example}: {:?}", first.line);
        // Speeds are told but not compared.
        let facts =
            |r: &Report| r.facts.iter().filter(|(n, _)| !n.ends_with("per_second")).cloned().collect::<Vec<_>>();
        let steady = |r: &Report| (r.line.clone(), facts(r), r.tables.clone(), r.scenes.clone());
        assert_eq!(steady(&first), steady(&second), "{example}");
        for table in &first.tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{example}: {}", table.name);
        }
    }
}

/// Stops at once and remembers whether anybody looked.
struct Impatient {
    looked: bool,
}

impl Watch for Impatient {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.looked = true;
        ControlFlow::Break(())
    }
}

#[test]
fn a_stopped_answer_never_says_proved() {
    for example in examples() {
        let mut watch = Impatient { looked: false };
        match answer(example, &mut watch) {
            Ok(report) => assert!(!watch.looked || report.standing != Standing::Proved, "{example}"),
            Err(error) => assert!(error.is_stopped(), "{example}: {error}"),
        }
    }
}

/// Stops from its n-th look on, and counts them.
struct Weary {
    looks: u64,
    last: u64,
}

impl Watch for Weary {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        self.looks += 1;
        if self.looks < self.last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The moments differ from run to run where threads work, what is asked of the answer does not.
#[test]
fn an_answer_stopped_at_any_moment_never_says_proved_unless_it_was_finished() {
    let (mut chance, mut stopped, mut partly) = (ChaCha8Rng::seed_from_u64(15), 0, 0);
    for example in examples() {
        let mut patient = Weary { looks: 0, last: u64::MAX };
        let whole = answer(example, &mut patient).unwrap_or_else(|e| panic!("{example}: {e}"));
        for _ in 0..3u64.min(patient.looks) {
            let mut watch = Weary { looks: 0, last: chance.random_range(1..=patient.looks) };
            match answer(example, &mut watch) {
                Err(error) => {
                    assert!(error.is_stopped(), "{example} stopped at look {}: {error}", watch.last);
                    stopped += 1;
                }
                // It may have been stopped while something beside the answer was made.
                Ok(report) if watch.looks >= watch.last && report.standing == Standing::Proved => {
                    let said = |report: &Report| (report.line.clone(), report.standing.clone());
                    assert_eq!(said(&report), said(&whole), "{example} stopped at look {}", watch.last);
                }
                Ok(report) => partly += usize::from(report.standing != whole.standing),
            }
        }
    }
    println!("{stopped} answers were stopped, {partly} came with what they had");
    assert!(stopped > 0, "no answer was stopped");
}

/// What the error of an estimate is belongs to its standing: of a sample its standard error, of a quadrature what its
/// last refinement changed, and a bound only where one is proved.
#[test]
fn an_estimate_says_what_its_error_is() {
    for (sentence, kind) in [
        ("conics odds --tosses 20000", ErrorKind::StandardError),
        ("conics odds --method purcell --tosses 20000", ErrorKind::StandardError),
        ("conics odds --region gauss --method exact", ErrorKind::LastChange),
        ("conics sylvester --tosses 20000", ErrorKind::StandardError),
        ("conics sylvester --region halfdisk --method exact", ErrorKind::ProvedBound),
    ] {
        let report = answer(sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        let Standing::Estimate { error, of } = report.standing else { panic!("{sentence}: {:?}", report.standing) };
        assert!(of == kind && error > 0.0 && error < 0.1, "{sentence}: {of} {error}");
    }
}

fn tables() -> impl Iterator<Item = (&'static str, Box<dyn Play>)> {
    let sentences = every_topic().into_iter().filter_map(|t| t.table).flat_map(|t| t.examples.iter().copied());
    sentences.map(|s| (s, sit_down(&every_topic(), s, &mut Unwatched).unwrap_or_else(|e| panic!("{s}: {e}"))))
}

#[test]
fn every_offered_move_is_legal_and_undo_returns() {
    for (sentence, mut play) in tables() {
        let mut moves_made = 0;
        while play.end().is_none() && moves_made < 200 {
            let before = (play.position(), play.turn());
            let moves = play.moves();
            assert!(!moves.is_empty(), "{sentence}: no move is offered though the game is not over");
            for text in moves.iter().take(40) {
                play.play(text).unwrap_or_else(|e| panic!("{sentence}: {text}: {e}"));
                assert!(play.undo());
                assert_eq!((play.position(), play.turn()), before, "{sentence}: undo of {text}");
            }
            assert!(play.play("no such move").is_err(), "{sentence}");
            assert_eq!(play.position(), before.0, "{sentence}: a refused move changed the position");
            let scene = play.scene();
            for touch in scene.shapes.iter().filter_map(|s| s.touch.as_ref()) {
                play.play(touch).unwrap_or_else(|e| panic!("{sentence}: touch {touch}: {e}"));
                assert!(play.undo());
            }
            // A fixed but varied choice walks through the game to its end.
            let choice = (moves_made * 7919 + 3) % moves.len();
            play.play(&moves[choice]).unwrap();
            moves_made += 1;
        }
        if let Some(end) = play.end() {
            assert!(play.moves().is_empty(), "{sentence}");
            assert!(play.play("anything").is_err(), "{sentence}: {}", end.line);
        }
        assert_eq!(play.history().len(), moves_made);
    }
}

#[test]
fn a_hint_is_a_legal_move() {
    for (sentence, mut play) in tables() {
        for _ in 0..3 {
            if play.end().is_some() {
                break;
            }
            let advice = play.advise(&mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
            play.play(&advice.play).unwrap_or_else(|e| panic!("{sentence}: hint {}: {e}", advice.play));
        }
    }
}

#[test]
fn every_example_of_the_glossary_answers() {
    for term in kit::glossary::terms().filter(|term| !term.example.is_empty()) {
        answer(term.example, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {}: {e}", term.name, term.example));
    }
}

#[test]
fn a_game_begins_where_its_position_says() {
    for (sentence, mut play) in tables().filter(|(sentence, _)| !sentence.contains("--from")) {
        for _ in 0..4 {
            if play.end().is_some() {
                break;
            }
            let moves = play.moves();
            play.play(&moves[moves.len() / 2]).unwrap();
            let text = play.position();
            let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
            let again = sit_down(&every_topic(), &format!("{sentence} --from \"{quoted}\""), &mut Unwatched);
            let again = again.unwrap_or_else(|e| panic!("{sentence} --from {text:?}: {e}"));
            assert_eq!(again.position(), text, "{sentence}");
            assert_eq!(again.moves(), play.moves(), "{sentence} from {text}");
        }
    }
}

#[test]
fn what_is_proved_has_a_certificate_or_names_its_argument() {
    let mut bare = Vec::new();
    for topic in every_topic() {
        for example in topic.questions.iter().flat_map(|q| q.examples.iter().copied()) {
            let (question, ask) = read_sentence(&every_topic(), example, &NoFiles).unwrap();
            let report = (question.answer)(&ask.with_certificate(), &mut Unwatched).unwrap();
            let argument = report.get(kit::ARGUMENT).map(ToString::to_string);
            let named = argument.as_ref().is_some_and(|name| Essay::read(topic.essay).part(name).is_some());
            if argument.is_some() && !named {
                bare.push(format!("{example}: no part of the essay is called {}", argument.unwrap_or_default()));
            } else if report.standing == Standing::Proved && report.certificate.is_none() && !named {
                bare.push(example.to_string());
            }
        }
    }
    assert!(bare.is_empty(), "proved without certificate or argument:\n{}", bare.join("\n"));
}

#[test]
fn essays_speak_to_everyone_first_and_each_part_has_its_own_name() {
    for topic in every_topic() {
        let essay = Essay::read(topic.essay);
        let titles: BTreeSet<String> = essay.more.iter().map(|part| part.title.to_lowercase()).collect();
        assert_eq!(titles.len(), essay.more.len(), "{}: a title stands twice", topic.name);
        assert!(essay.more.iter().all(|part| !part.paragraphs.is_empty()), "{}: a part is empty", topic.name);
        assert!(!topic.essay.contains("--"), "{}: an essay knows no flags", topic.name);
        let words = essay.paragraphs.join(" ").split_whitespace().count();
        let room = topics::ALL.iter().any(|room| room.name == topic.name);
        assert!(!room || (200..600).contains(&words), "{}: {words} words before what unfolds", topic.name);
        for paragraph in essay.paragraphs.iter().chain(essay.more.iter().flat_map(|part| &part.paragraphs)) {
            assert!(paragraph.matches('`').count() % 2 == 0, "{}: {paragraph}", topic.name);
            assert!(paragraph.ends_with(['.', '?', '!', ')']), "{}: {paragraph}", topic.name);
        }
    }
}

#[test]
fn the_language_of_sums_knows_the_words_of_every_room() {
    let known: Vec<&str> = topics::sums::language::all_words().iter().map(|word| word.name).collect();
    for topic in topics::ALL {
        for word in topic.words {
            assert!(known.contains(&word.name), "{} is missing in the language of sums", word.name);
        }
    }
}
