//! Lessons on the page: a step, what was done in it, and what the engine says of that.

use crate::requests::{Page, shown, state};
use kit::Result;
use kit::lesson::{self, Goal, Outcome, Show, Step};
use serde_json::{Value, json};

/// A step of a lesson after what the learner did there. What was wrong is taken back, and after a lost game all is.
pub(crate) fn step(topic: &str, number: usize, place: usize, done: &[String]) -> Result<Value> {
    let lesson = kit::find_lesson(kit::find_topic(crate::ALL, topic)?, number)?;
    let place = place.min(lesson.steps.len() - 1);
    let step = &lesson.steps[place];
    let judged = lesson::judge(crate::ALL, step, done, &mut Page)?;
    let kept = match judged.outcome {
        Outcome::Wrong => &done[..done.len().saturating_sub(1)],
        Outcome::Over => &[],
        Outcome::Right | Outcome::Onward => done,
    };
    let (request, hint, choices) = step.task.map_or(("", "", &[][..]), |task| match task.goal {
        Goal::Fact { choices, .. } => (task.request, task.hint, choices),
        Goal::Win | Goal::Finish { .. } => (task.request, task.hint, &[][..]),
    });
    Ok(json!({
        "title": lesson.title,
        "step": place,
        "steps": lesson.steps.len(),
        "say": step.say,
        "answer": answer(step)?,
        "table": lesson::table_after(crate::ALL, step, kept, &mut Page)?.map(|table| state(table.as_ref())),
        "request": request,
        "hint": hint,
        "choices": choices,
        "judged": if done.is_empty() { "" } else { &judged.line },
        "done": judged.outcome == Outcome::Right,
        "kept": kept,
    }))
}

fn answer(step: &Step) -> Result<Option<Value>> {
    match step.show {
        Show::Answer(sentence) => Ok(Some(shown(sentence, &lesson::answer(crate::ALL, sentence, &mut Page)?))),
        Show::Nothing | Show::Table(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_judges_what_is_done() {
        let begun = step("merlin", 1, 0, &[]).unwrap();
        assert!(begun["done"] == false && begun["table"]["svg"].is_string() && begun["judged"] == "");
        let right = step("merlin", 1, 0, &["2,2".to_string()]).unwrap();
        assert!(right["done"] == true && right["kept"] == json!(["2,2"]));
        let wrong = step("merlin", 1, 0, &["nonsense".to_string()]).unwrap();
        assert!(wrong["done"] == false && wrong["kept"] == json!([]) && wrong["judged"] != "");
        assert!(step("merlin", 0, 0, &[]).is_err() && step("no such", 1, 0, &[]).is_err());
    }
}
