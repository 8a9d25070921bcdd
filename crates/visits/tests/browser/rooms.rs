//! Every room, every example, and an answer that takes its time.

use super::visitor::{a_visit, address, visit, visit_rooms};
use std::time::Duration;

#[test]
fn each_room_opens_and_fits_a_phone() {
    visit_rooms("rooms", topics::ALL, |visitor| async move {
        let paths = std::iter::once("/".to_string()).chain(topics::ALL.iter().map(|t| format!("/{}", t.name)));
        for path in paths {
            let name = path.trim_start_matches('/');
            let name = if name.is_empty() { "front" } else { name };
            visitor.width(1200).await;
            visitor.go(&path).await;
            visitor.run("document.querySelector('#check')?.click()").await;
            visitor.until(name, "!document.querySelector('#check')").await;
            let unchecked = "document.querySelectorAll('.verdict-not-checked, .verdict-not-checked-yet').length";
            assert_eq!(visitor.ask::<usize>(unchecked).await, 0, "{name}");
            visitor.no_sideways_scrolling(name).await;
            visitor.shoot(name).await;
            visitor.width(360).await;
            visitor.no_sideways_scrolling(&format!("{name} on a phone")).await;
            visitor.shoot(&format!("{name}-phone")).await;
            visitor.no_complaints(&path);
        }
    });
}

/// Asks so many examples of each question, and looks at each answer: it fits its window, its picture can be read.
fn examples_are_asked(name: &'static str, most: usize) {
    visit(name, move |visitor| async move {
        let mut letters = 0;
        for (topic, question) in topics::ALL.iter().flat_map(|topic| topic.questions.iter().map(move |q| (topic, q))) {
            for (index, example) in question.examples.iter().take(most).enumerate() {
                visitor.go(&address(example)).await;
                visitor.until(example, "!!document.querySelector('#answer .line')").await;
                visitor.no_sideways_scrolling(example).await;
                letters += visitor.letters_can_be_read(example).await;
                visitor.no_complaints(example);
                if index == 0 {
                    visitor.shoot(&format!("{}-{}", topic.name, question.name)).await;
                    visitor.width(360).await;
                    visitor.no_sideways_scrolling(&format!("{example} on a phone")).await;
                    visitor.width(1200).await;
                }
            }
        }
        assert!(letters > 25, "{letters} pictures with letters");
    });
}

#[test]
fn the_first_example_of_each_question_is_asked_and_can_be_read() {
    examples_are_asked("example", 1);
}

#[test]
#[ignore = "minutes"]
fn each_example_is_asked_and_can_be_read() {
    examples_are_asked("examples", usize::MAX);
}

a_visit!(a_job_shows_its_progress_survives_a_reload_and_stops, |visitor| async move {
    const WORKING: &str =
        "/Working: [0-9 ]+ steps|Working: .* of/.test(document.querySelector('.progress-line')?.textContent)";
    visitor.go("/sprouts/solve?n=40").await;
    visitor.until("progress", WORKING).await;
    let id: String = visitor.ask("document.querySelector('[data-job]').dataset.job").await;
    visitor.reload().await;
    visitor.until("progress after a reload", WORKING).await;
    assert_eq!(visitor.ask::<String>("document.querySelector('[data-job]').dataset.job").await, id);
    visitor.shoot("job").await;
    visitor.click("document.querySelector('[data-stop]')").await;
    visitor.until("stop", "document.querySelector('.progress-line').textContent.startsWith('stopped')").await;
    let state: String = visitor.ask(&format!("fetch('/jobs/{id}').then(r => r.json()).then(j => j.state)")).await;
    assert_eq!(state, "stopped");
});

#[test]
fn looking_at_rooms_starts_no_work_and_claims_give_way() {
    visit_rooms("claims", topics::ALL, |visitor| async move {
        const JOBS: &str = "Promise.all([1, 2, 3, 4].map(id => fetch(`/jobs/${id}`).then(r => r.ok))).then(all => all.filter(Boolean).length)";
        for topic in topics::ALL {
            visitor.go(&format!("/{}", topic.name)).await;
            visitor.until(topic.name, "document.readyState === 'complete'").await;
        }
        assert_eq!(visitor.ask::<usize>(JOBS).await, 0, "a page that is looked at starts nothing");
        visitor.forgive("404");
        // Checking begins when it is asked for.
        visitor.go("/queens").await;
        visitor.run("document.querySelector('#check').click()").await;
        visitor.until("checking", "!!document.querySelector('#verdicts .verdict-holds')").await;
        let hint = "(async () => {
            const begun = performance.now();
            let job = await (await fetch('/merlin/play/advise?seed=3', { method: 'POST' })).json();
            while (['queued', 'running'].includes(job.state)) {
                await new Promise(done => setTimeout(done, 20));
                job = await (await fetch(`/jobs/${job.id}`)).json();
            }
            return [performance.now() - begun, job.state];
        })()";
        let (milliseconds, state): (f64, String) = visitor.ask(hint).await;
        assert!(state == "done" && milliseconds < 3000.0, "a hint took {milliseconds} ms beside the claims: {state}");
        // Whoever leaves stops it; what was found is there when somebody comes back.
        let found = "document.querySelectorAll('#verdicts .verdict-holds').length";
        let before: usize = visitor.ask(found).await;
        visitor.go("/").await;
        let ended = "fetch('/jobs/1').then(r => r.json()).then(job => job.state)";
        let mut state = String::new();
        for _ in 0..6 {
            // Asking is looking, so that one must not ask often.
            tokio::time::sleep(Duration::from_secs(4)).await;
            state = visitor.ask(ended).await;
            if state != "running" {
                break;
            }
        }
        assert!(["stopped", "done"].contains(&state.as_str()), "{state} although nobody looks");
        visitor.go("/queens").await;
        assert!(visitor.ask::<usize>(found).await >= before.max(1));
        visitor.forgive("404");
    });
}
