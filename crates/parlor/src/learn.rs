//! `parlor learn [TOPIC [N]]`: the lessons, listed or taken line by line.

use crate::{print, watch};
use kit::lesson::{Goal, Outcome, Show, Step, Task, answer, find_lesson, judge, table_after};
use kit::{Ask, Lesson, Play, Result, Topic, glossary};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::BufRead;

const WIDTH: usize = 96;
const HELP: &str = "Write your answer or move, or: hint, board, moves, again, explain WORD, skip, quit.";

pub(crate) fn run(ask: &Ask) -> Result<()> {
    let Some(name) = ask.text_if("topic") else { return print::to_stdout(&listed(topics::ALL)) };
    let topic = kit::find_topic(topics::ALL, name)?;
    match ask.size_if("lesson") {
        None => print::to_stdout(&listed(&[topic])),
        Some(number) => {
            let lesson = find_lesson(topic, number)?;
            watch::at_the_table();
            Pupil { input: &mut std::io::stdin().lock(), met: BTreeSet::new() }.take(lesson)
        }
    }
}

fn listed(topics: &[&'static Topic]) -> String {
    let mut out = String::new();
    for topic in topics {
        for (place, lesson) in topic.lessons.iter().enumerate() {
            let _ = writeln!(out, "{} {}  {} ({} min)", topic.name, place + 1, lesson.title, lesson.minutes);
            let _ = writeln!(out, "    {}", show::wrap(lesson.aim, WIDTH - 4, "    "));
        }
    }
    let example = topics.iter().find(|topic| !topic.lessons.is_empty());
    if let Some(topic) = example {
        let _ = writeln!(out, "To begin: parlor learn {} 1", topic.name);
    }
    out
}

/// What a line of the learner leads to.
enum Next {
    Stay,
    Onward,
    Leave,
}

/// Somebody who takes a lesson.
struct Pupil<'a> {
    input: &'a mut dyn BufRead,
    /// Terms that were pointed out already.
    met: BTreeSet<&'static str>,
}

impl Pupil<'_> {
    fn take(&mut self, lesson: &Lesson) -> Result<()> {
        let head = format!("{}\n{} {} minutes.\n{HELP}\n", lesson.title, lesson.aim, lesson.minutes);
        print::to_stdout(&head)?;
        for (place, step) in lesson.steps.iter().enumerate() {
            print::to_stdout(&format!("\n[{} of {}]\n{}", place + 1, lesson.steps.len(), self.told(step)?))?;
            if !self.stay(step)? {
                return Ok(());
            }
        }
        print::to_stdout("\nThat was the lesson.\n")
    }

    /// What a step says and shows, and the terms that are new in it.
    fn told(&mut self, step: &Step) -> Result<String> {
        let mut out = format!("{}\n", show::wrap(step.say, WIDTH, ""));
        let marked = glossary::marked(step.say);
        let new: Vec<&str> = marked.iter().filter_map(|s| s.term).filter(|term| self.met.insert(term)).collect();
        if !new.is_empty() {
            let _ = writeln!(out, "{}", show::wrap(&format!("(Words to explain: {})", new.join(", ")), WIDTH, ""));
        }
        match step.show {
            Show::Nothing => {}
            Show::Answer(sentence) => {
                let report = answer(topics::ALL, sentence, &mut watch::Bar::new())?;
                let _ = write!(out, "\n$ parlor {sentence}\n{}", shown(&report));
            }
            Show::Table(_) => {
                if let Some(play) = table_after(topics::ALL, step, &[], &mut watch::Bar::new())? {
                    let _ = write!(out, "\n{}", board(&*play));
                }
            }
        }
        if let Some(task) = &step.task {
            let _ = writeln!(out, "\n{}", show::wrap(task.request, WIDTH, ""));
            if let Goal::Fact { choices, .. } = task.goal
                && !choices.is_empty()
            {
                let _ = writeln!(out, "({})", choices.join(", "));
            }
        }
        Ok(out)
    }

    /// Waits until the step is done; false if the learner leaves.
    fn stay(&mut self, step: &Step) -> Result<bool> {
        let mut visit = Visit { step, done: Vec::new(), hints: 0 };
        loop {
            print::to_stdout(if step.task.is_some() { "> " } else { "(Enter) " })?;
            let mut line = String::new();
            let read = self.input.read_line(&mut line).map_err(|e| crate::file_trouble("standard input", &e))?;
            if read == 0 {
                print::to_stdout("\n")?;
                return Ok(false);
            }
            let (said, next) = visit.obey(line.trim())?;
            if !said.is_empty() {
                print::to_stdout(&format!("{}\n", said.trim_end()))?;
            }
            match next {
                Next::Stay => {}
                Next::Onward => return Ok(true),
                Next::Leave => return Ok(false),
            }
        }
    }
}

/// A step with what was done in it.
struct Visit<'a> {
    step: &'a Step,
    done: Vec<String>,
    hints: usize,
}

impl Visit<'_> {
    fn obey(&mut self, line: &str) -> Result<(String, Next)> {
        let stay = |said: String| Ok((said, Next::Stay));
        match (line, &self.step.task) {
            ("quit" | "q", _) => Ok((String::new(), Next::Leave)),
            ("skip", _) | ("", None) => Ok((String::new(), Next::Onward)),
            ("", Some(_)) => stay(String::new()),
            ("help", _) => stay(HELP.to_string()),
            ("hint", Some(task)) => {
                self.hints += 1;
                stay(self.hint(task)?)
            }
            ("again", Some(_)) => {
                self.done.clear();
                stay(self.board()?)
            }
            ("board", _) => stay(self.board()?),
            ("moves", _) => stay(self.table()?.map_or(String::new(), |play| play.moves().join("  "))),
            (line, _) if line.starts_with("explain ") => stay(match glossary::find_term(&line[8..]) {
                Ok(term) => format!("{}\n{}", show::wrap(term.short, WIDTH, ""), show::wrap(term.long, WIDTH, "")),
                Err(error) => error.to_string(),
            }),
            (line, Some(_)) => self.judged(line),
            (_, None) => stay("There is nothing to do here; Enter goes on.".to_string()),
        }
    }

    fn judged(&mut self, line: &str) -> Result<(String, Next)> {
        self.done.push(line.to_string());
        let judgement = judge(topics::ALL, self.step, &self.done, &mut watch::Bar::new())?;
        let said = match judgement.outcome {
            Outcome::Right => return Ok((judgement.line, Next::Onward)),
            Outcome::Onward => format!("{}\n{}", self.board()?, judgement.line),
            Outcome::Wrong => {
                self.done.pop();
                judgement.line
            }
            Outcome::Over => {
                self.done.clear();
                format!("{}\n{}", judgement.line, self.board()?)
            }
        };
        Ok((said, Next::Stay))
    }

    /// First where to look, then, if there is a table, the move.
    fn hint(&self, task: &Task) -> Result<String> {
        let reason = show::wrap(task.hint, WIDTH, "");
        if self.hints < 2 {
            return Ok(reason);
        }
        Ok(match self.table()?.filter(|play| play.end().is_none() && !matches!(task.goal, Goal::Fact { .. })) {
            Some(play) => {
                let advice = play.advise(&mut watch::Bar::new())?;
                format!("{} ({}).", advice.play, advice.trust())
            }
            None => reason,
        })
    }

    fn table(&self) -> Result<Option<Box<dyn Play>>> {
        table_after(topics::ALL, self.step, &self.done, &mut watch::Bar::new())
    }

    fn board(&self) -> Result<String> {
        Ok(self.table()?.map_or(String::new(), |play| board(&*play)))
    }
}

fn board(play: &dyn Play) -> String {
    let canvas = show::terminal::Canvas::of(&play.scene(), 100, 60);
    match canvas.fits() {
        true => format!("{}{}\n", canvas.plain(), play.position()),
        false => format!("{}\n", play.position()),
    }
}

/// The sentence of an answer and its picture; the facts are for who asks.
fn shown(report: &kit::Report) -> String {
    let mut out = format!("{}\n", show::wrap(&report.line, WIDTH, ""));
    if let Some(scene) = report.scenes.first() {
        let canvas = show::terminal::Canvas::of(scene, 100, 60);
        if canvas.fits() {
            let _ = write!(out, "{}", canvas.plain());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(step: &'static Step) -> Visit<'static> {
        Visit { step, done: Vec::new(), hints: 0 }
    }

    #[test]
    fn a_wrong_line_stays_and_a_right_one_goes_on() {
        static STEP: Step = Step::table("", "sums \"nim(3,5)\"").win("Win.", "make them equal");
        let mut visit = visit(&STEP);
        assert!(matches!(visit.obey("1: 5 -> 0").unwrap(), (line, Next::Stay) if line.contains("does not win")));
        assert!(matches!(visit.obey("1: 9 -> 0").unwrap(), (line, Next::Stay) if line.contains("not a legal move")));
        assert_eq!(visit.obey("hint").unwrap().0, "make them equal");
        assert!(visit.obey("hint").unwrap().0.starts_with("1: 5 -> 3 (proved"));
        assert!(visit.obey("explain nimber").unwrap().0.contains("number"));
        assert!(matches!(visit.obey("1: 5 -> 3").unwrap(), (_, Next::Onward)));
    }

    #[test]
    fn a_puzzle_is_solved_move_by_move() {
        static STEP: Step = Step::table("", "merlin grid:3x3 --mod 2 --from 101/101/101").finish("Clear.", 2, "chase");
        let mut visit = visit(&STEP);
        assert!(matches!(visit.obey("2,1").unwrap(), (_, Next::Stay)));
        assert!(matches!(visit.obey("1,1").unwrap(), (line, Next::Stay) if line.contains("Begin again")));
        assert!(visit.done.is_empty());
        assert!(matches!(visit.obey("2,1").unwrap(), (_, Next::Stay)));
        assert!(matches!(visit.obey("2,3").unwrap(), (_, Next::Onward)));
    }
}
