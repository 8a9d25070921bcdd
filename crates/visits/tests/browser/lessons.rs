//! Three lessons from beginning to end on the screen of a phone, a worksheet, and a paper.

use super::visitor::{Visitor, a_visit};
use kit::lesson::{Goal, Show, Step, answer, table_after};
use kit::{Topic, Unwatched};

/// What a learner who knows everything would do next.
fn right(step: &Step, done: &[String]) -> String {
    let task = step.task.as_ref().expect("the step waits for something");
    if let Goal::Fact { sentence, fact, .. } = task.goal {
        let report = answer(topics::ALL, sentence, &mut Unwatched).unwrap();
        return report.get(fact).unwrap().to_string();
    }
    let table = table_after(topics::ALL, step, done, &mut Unwatched).unwrap().unwrap();
    table.advise(&mut Unwatched).unwrap().play
}

impl Visitor {
    /// Does one step, and goes on to the next.
    async fn do_step(&self, place: usize, step: &Step) {
        let here = format!("document.querySelectorAll('.step')[{place}]");
        self.until("the step is shown", &format!("!{here}.hidden")).await;
        if step.show != Show::Nothing {
            self.until("what it shows", &format!("!!{here}.querySelector('.shown svg, .shown .line')")).await;
        }
        let mut done = Vec::new();
        while let Some(task) = step.task.filter(|_| done.len() < 40) {
            let act = right(step, &done);
            self.act(&here, &act, !matches!(task.goal, Goal::Fact { .. })).await;
            self.until("a judgement", &format!("{here}.querySelector('.judged').className.length > 6")).await;
            let outcome: String = self.ask(&format!("{here}.querySelector('.judged').className")).await;
            done.push(act);
            match outcome.as_str() {
                "judged right" => break,
                "judged onward" => self.run(&format!("{here}.querySelector('.judged').className = 'judged'")).await,
                other => panic!("step {}: {done:?}: {other}", place + 1),
            }
        }
        self.no_sideways_scrolling(&format!("step {}", place + 1)).await;
        self.click(&format!("{here}.querySelector('.on:not([hidden]) .next')")).await;
    }

    /// Touches the board where it carries the move; writes or chooses otherwise.
    async fn act(&self, here: &str, act: &str, is_move: bool) {
        let touch = format!("[...{here}.querySelectorAll('.shown [data-move]')].find(s => s.dataset.move === {act:?})");
        let choice = format!("[...{here}.querySelectorAll('.choices button')].find(b => b.value === {act:?})");
        if is_move && self.ask::<bool>(&format!("!!({touch})")).await {
            return self.click(&touch).await;
        }
        if self.ask::<bool>(&format!("!!({choice})")).await {
            return self.click(&choice).await;
        }
        self.run(&format!("{here}.querySelector('input[name=done]').value = {act:?}")).await;
        self.click(&format!("{here}.querySelector('form.task button')")).await;
    }

    async fn take(&self, topic: &'static Topic, number: usize) {
        let lesson = &topic.lessons[number - 1];
        self.go(&format!("/learn/{}/{number}", topic.name)).await;
        for (place, step) in lesson.steps.iter().enumerate() {
            self.do_step(place, step).await;
        }
        self.until("the end", "!document.querySelector('.lesson .end').hidden").await;
        self.shoot(&format!("lesson-{}-{number}", topic.name)).await;
        self.no_complaints(lesson.title);
    }
}

a_visit!(three_lessons_are_taken_to_the_end_on_a_phone, |visitor| async move {
    visitor.width(390).await;
    let room = |name: &str| topics::ALL.iter().copied().find(|topic| topic.name == name).unwrap();
    for (topic, number) in [("sums", 1), ("merlin", 1), ("queens", 2)] {
        visitor.take(room(topic), number).await;
    }
    // How far one came is kept in the browser, and only there.
    visitor.go("/learn").await;
    let done: usize = visitor
        .ask("[...document.querySelectorAll('.progress')].filter(p => p.textContent.includes('done')).length")
        .await;
    assert_eq!(done, 3);
    visitor.no_sideways_scrolling("the list of lessons").await;
    visitor.run("localStorage.clear()").await;
    visitor.go("/learn/sums/1").await;
    let open = "[...document.querySelectorAll('.step')].filter(s => !s.hidden).length === 1";
    visitor.until("a new learner begins at the beginning", open).await;
});

a_visit!(a_step_comes_with_its_picture_and_nothing_moves_below_it, |visitor| async move {
    // What is seen of a step without its picture, however late that comes.
    const WATCH: &str = "(() => { window.bare = 0; const look = () => {
        for (const step of document.querySelectorAll('.step:not([hidden]) .shown')) if (!step.querySelector('svg, .line')) window.bare += 1;
        requestAnimationFrame(look); }; look(); return true; })()";
    visitor.go("/learn/merlin/1").await;
    let open =
        |count: usize| format!("[...document.querySelectorAll('.step')].filter(s => !s.hidden).length === {count}");
    visitor.until("the first step", &open(1)).await;
    assert!(visitor.ask::<bool>("!!document.querySelector('.step .shown svg')").await);
    assert!(visitor.ask::<bool>(WATCH).await);
    let shown = topics::ALL.iter().find(|topic| topic.name == "merlin").unwrap().lessons[0].steps.len();
    visitor.run(&format!("localStorage.setItem('lesson /learn/merlin/1', {})", shown - 1)).await;
    visitor.go("/learn/merlin/1").await;
    assert!(visitor.ask::<bool>(WATCH).await);
    visitor.until("all steps", &open(shown)).await;
    assert_eq!(visitor.ask::<usize>("window.bare").await, 0, "a step was seen before its picture");
});

a_visit!(a_wrong_answer_stays_and_a_hint_comes_in_two_stages, |visitor| async move {
    visitor.go("/learn/sums/1").await;
    let step = "document.querySelectorAll('.step')[0]";
    let judged = format!("{step}.querySelector('.judged')");
    // The picture that comes moves what stands below it away from under a finger.
    visitor.until("what it shows", &format!("!!{step}.querySelector('.shown svg')")).await;
    visitor.act(step, "1: 5 -> 0", false).await;
    visitor.until("it does not win", &format!("{judged}.className === 'judged wrong'")).await;
    visitor.click(&format!("{step}.querySelector('.hint')")).await;
    visitor.until("a reason", &format!("{judged}.textContent.includes('mirror')")).await;
    visitor.click(&format!("{step}.querySelector('.hint')")).await;
    visitor.until("a move", &format!("{judged}.textContent.includes('5 -> 3')")).await;
    assert!(visitor.ask::<bool>("document.querySelectorAll('.step')[1].hidden").await);
});

a_visit!(every_worksheet_is_a_page_and_a_code_opens_its_puzzle, |visitor| async move {
    for topic in topics::ALL.iter().filter(|topic| topic.worksheet.is_some()) {
        visitor.go(&format!("/worksheet/{}?solutions=yes&count=2", topic.name)).await;
        let drawn: usize = visitor.ask("document.querySelectorAll('.puzzle svg').length").await;
        assert!(drawn >= 2, "{}: {drawn} pictures", topic.name);
        assert!(visitor.ask::<bool>("!!document.querySelector('#print')").await);
        visitor.shoot(&format!("worksheet-{}", topic.name)).await;
        visitor.no_complaints(topic.name);
        let code: String = visitor.ask("document.querySelector('.puzzle a').href").await;
        visitor.go(&code).await;
        visitor.until(&code, "!!document.querySelector('.board, #answer .line, #answer .error')").await;
        // A packing that overlaps is refused: that is the answer to its puzzle.
        visitor.forgive("409");
        visitor.forgive("400");
        visitor.no_complaints(&code);
    }
});

a_visit!(papers_are_pages_with_their_claims_and_figures, |visitor| async move {
    for name in ["merlin", "sums"] {
        visitor.go(&format!("/paper/{name}")).await;
        let topic = topics::ALL.iter().find(|topic| topic.name == name).unwrap();
        let claims: usize = visitor.ask("document.querySelectorAll('.claims li').length").await;
        assert_eq!(claims, topic.claims.len(), "{name}");
        assert!(visitor.ask::<bool>("!!document.querySelector('.figures svg')").await, "{name}");
        visitor.no_complaints(name);
    }
});
