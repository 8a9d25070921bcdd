//! Every lesson is replayed: what it shows is there, what it says is so, what it asks for is accepted, and what is
//! wrong gets its sentence.

use kit::lesson::{Goal, Judgement, Lesson, Outcome, Show, Step, Task, answer, judge, table_after};
use kit::{Play, Topic, Unwatched};

fn steps() -> impl Iterator<Item = (String, &'static Step)> {
    let named = |topic: &'static Topic, number: usize, lesson: &'static Lesson| {
        let name = format!("{} {}", topic.name, number + 1);
        lesson.steps.iter().enumerate().map(move |(place, step)| (format!("{name}, step {}", place + 1), step))
    };
    let lessons =
        topics::ALL.iter().flat_map(|topic| topic.lessons.iter().enumerate().map(move |(n, l)| (*topic, n, l)));
    lessons.flat_map(move |(topic, number, lesson)| named(topic, number, lesson))
}

/// Looks at every step, and only then fails: a lesson with several faults tells them all at once.
fn for_every_step(look: impl Fn(&str, &'static Step) + std::panic::RefUnwindSafe) {
    let faulty: Vec<String> = steps()
        .filter(|(name, step)| std::panic::catch_unwind(|| look(name, step)).is_err())
        .map(|(name, _)| name)
        .collect();
    assert!(faulty.is_empty(), "faulty: {faulty:?}");
}

fn judged(step: &Step, done: &[&str]) -> Judgement {
    let done: Vec<String> = done.iter().map(ToString::to_string).collect();
    judge(topics::ALL, step, &done, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", step.say))
}

fn table(name: &str, step: &Step, done: &[String]) -> Box<dyn Play> {
    let table = table_after(topics::ALL, step, done, &mut Unwatched).unwrap_or_else(|e| panic!("{name}: {e}"));
    table.unwrap_or_else(|| panic!("{name} waits for a move but shows no table"))
}

#[test]
fn every_room_has_two_lessons_and_the_house_has_twenty() {
    for topic in topics::ALL {
        assert!(topic.lessons.len() >= 2, "{} has {} lessons", topic.name, topic.lessons.len());
        for lesson in topic.lessons {
            assert!(lesson.aim.starts_with("You ") && lesson.aim.ends_with('.'), "{}: {}", lesson.title, lesson.aim);
            assert!((1..=30).contains(&lesson.minutes) && lesson.steps.len() >= 3, "{}", lesson.title);
            assert!(
                lesson.steps.iter().filter(|step| step.task.is_some()).count() >= 2,
                "{} asks little",
                lesson.title
            );
        }
    }
    assert!(topics::ALL.iter().map(|topic| topic.lessons.len()).sum::<usize>() >= 20);
}

#[test]
fn what_a_step_shows_is_there_and_the_numbers_that_it_tells_are_computed() {
    for_every_step(|name, step| {
        match step.show {
            Show::Answer(sentence) => {
                answer(topics::ALL, sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{name}: {sentence}: {e}"));
            }
            Show::Table(_) => drop(table(name, step, &[])),
            Show::Nothing => {}
        }
        for (sentence, fact, written) in step.told {
            let report = answer(topics::ALL, sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{name}: {e}"));
            let fact = report.get(fact).unwrap_or_else(|| panic!("{name}: {sentence} tells no {fact}"));
            assert_eq!(&fact.to_string(), written, "{name}: {sentence}");
            let words = step.say.split(|c: char| !c.is_alphanumeric());
            assert!(words.clone().any(|word| word == *written), "{name} does not say {written}");
        }
    });
}

#[test]
fn what_a_step_asks_for_is_accepted_and_what_is_wrong_gets_its_sentence() {
    for_every_step(|name, step| {
        let Some(task) = &step.task else { return };
        assert!(task.request.ends_with(['.', '?']) && task.hint.ends_with(['.', '?']), "{name}");
        match task.goal {
            Goal::Win => replay_move(name, step),
            Goal::Finish { within } => replay_game(name, step, within),
            Goal::Fact { sentence, fact, choices } => replay_fact(name, step, task, (sentence, fact, choices)),
        }
    });
}

fn replay_move(name: &str, step: &Step) {
    let play = table(name, step, &[]);
    let values = play.values(&mut Unwatched).unwrap();
    assert!(values.iter().any(|value| value.wins == Some(true)), "{name}: no move wins");
    assert!(values.iter().any(|value| value.wins == Some(false)), "{name}: every move wins, so nothing is learnt");
    for value in &values {
        let judgement = judged(step, &[&value.play]);
        let wins = value.wins.unwrap_or_else(|| panic!("{name}: {} is not known", value.play));
        assert_eq!(judgement.outcome == Outcome::Right, wins, "{name}: {}: {}", value.play, judgement.line);
        assert!(judgement.line.contains(&value.play), "{name}: {}", judgement.line);
        // The values of the position after the move say the same from the other side.
        let after = table(name, step, std::slice::from_ref(&value.play));
        let replies = after.values(&mut Unwatched).unwrap();
        assert_eq!(!replies.iter().any(|reply| reply.wins == Some(true)), wins, "{name}: after {}", value.play);
    }
    refuses_nonsense(name, step);
}

fn refuses_nonsense(name: &str, step: &Step) {
    let refused = judged(step, &["no such thing"]);
    assert_eq!(refused.outcome, Outcome::Wrong, "{name}");
    assert!(refused.line.ends_with('.') && refused.line.contains("no such thing"), "{name}: {}", refused.line);
}

/// Follows the hints to the end; where a single move must do, tries all.
fn replay_game(name: &str, step: &Step, within: usize) {
    let mut done: Vec<String> = Vec::new();
    if within == 1 {
        let mut hints = table(name, step, &[]).moves();
        hints.push(table(name, step, &[]).advise(&mut Unwatched).unwrap().play);
        let right = |play: &String| judged(step, &[play]).outcome == Outcome::Right;
        let (ends, fails): (Vec<String>, Vec<String>) = hints.into_iter().partition(right);
        assert!(!ends.is_empty() && !fails.is_empty(), "{name}: {ends:?} end it and {fails:?} do not");
        assert_eq!(judged(step, &[&fails[0]]).outcome, Outcome::Over, "{name}");
        return refuses_nonsense(name, step);
    }
    loop {
        assert!(done.len() < 100, "{name} does not end");
        let hint = table(name, step, &done).advise(&mut Unwatched).unwrap_or_else(|e| panic!("{name}: {e}"));
        done.push(hint.play);
        let made: Vec<&str> = done.iter().map(String::as_str).collect();
        let judgement = judged(step, &made);
        match judgement.outcome {
            Outcome::Right => break,
            Outcome::Onward => assert!(!judgement.line.is_empty(), "{name}"),
            _ => panic!("{name}: after {done:?}: {}", judgement.line),
        }
    }
    assert!(within == 0 || done.len() <= within, "{name}: {done:?}");
    refuses_nonsense(name, step);
}

fn replay_fact(name: &str, step: &Step, task: &Task, (sentence, fact, choices): (&str, &str, &[&str])) {
    let report = answer(topics::ALL, sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{name}: {sentence}: {e}"));
    let right = report.get(fact).unwrap_or_else(|| panic!("{name}: {sentence} tells no {fact}")).to_string();
    assert_eq!(judged(step, &[&right]).outcome, Outcome::Right, "{name}: {right}");
    assert!(
        !task.hint.split(|c: char| !c.is_alphanumeric()).any(|word| word == right) || right.len() < 3,
        "{name}: the hint tells"
    );
    let wrong: Vec<String> = match (right.parse::<i64>(), choices) {
        (Ok(number), []) => vec![(number + 1).to_string(), (number - 1).to_string(), format!("{number}0")],
        (_, []) => vec![format!("{right}1"), String::new()],
        (_, choices) => {
            assert!(choices.contains(&right.as_str()), "{name}: {right} is not among {choices:?}");
            choices.iter().filter(|choice| **choice != right).map(ToString::to_string).collect()
        }
    };
    assert!(!wrong.is_empty(), "{name}: there is nothing to choose");
    for wrong in wrong.iter().filter(|wrong| !(right == "0" && *wrong == "00")) {
        let judgement = judged(step, &[wrong]);
        assert_eq!(judgement.outcome, Outcome::Wrong, "{name}: {wrong}");
        assert!(judgement.line.ends_with('.'), "{name}: {}", judgement.line);
    }
}
