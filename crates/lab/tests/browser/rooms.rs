//! Every room, every example, and an answer that takes its time.

use super::visitor::{Visitor, visit};
use kit::Topic;

#[test]
fn each_room_opens_and_fits_a_phone() {
    visit("rooms", |visitor| async move {
        let paths = std::iter::once("/".to_string()).chain(topics::ALL.iter().map(|t| format!("/{}", t.name())));
        for path in paths {
            let name = path.trim_start_matches('/');
            let name = if name.is_empty() { "front" } else { name };
            visitor.width(1200).await;
            visitor.go(&path).await;
            visitor.until(name, "!document.querySelector('[data-claims]')").await;
            assert!(visitor.ask::<bool>("!document.querySelector('.verdict-not-checked')").await, "{name}");
            visitor.no_sideways_scrolling(name).await;
            visitor.shoot(name).await;
            visitor.width(360).await;
            visitor.no_sideways_scrolling(&format!("{name} on a phone")).await;
            visitor.shoot(&format!("{name}-phone")).await;
            visitor.no_complaints(&path);
        }
    });
}

impl Visitor {
    async fn ask_examples(&self, topic: &dyn Topic) {
        for question in topic.questions() {
            self.go(&format!("/{}/{}", topic.name(), question.name())).await;
            let links: Vec<String> = self.ask("[...document.querySelectorAll('a.example')].map(a => a.href)").await;
            assert!(!links.is_empty(), "{} {}", topic.name(), question.name());
            for (index, link) in links.iter().enumerate() {
                self.go(link).await;
                self.until(link, "!!document.querySelector('#answer .line')").await;
                self.no_sideways_scrolling(link).await;
                self.no_complaints(link);
                if index == 0 {
                    self.shoot(&format!("{}-{}", topic.name(), question.name())).await;
                    self.width(360).await;
                    self.no_sideways_scrolling(&format!("{link} on a phone")).await;
                    self.width(1200).await;
                }
            }
        }
    }
}

#[test]
fn each_example_is_asked() {
    visit("examples", |visitor| async move {
        for topic in topics::ALL {
            visitor.ask_examples(*topic).await;
        }
    });
}

#[test]
fn a_job_shows_its_progress_survives_a_reload_and_stops() {
    visit("job", |visitor| async move {
        const WORKING: &str =
            "/Working: [0-9 ]+ steps|Working: .* of/.test(document.querySelector('.progress-line')?.textContent)";
        visitor.go("/sprouts/solve?n=40").await;
        visitor.until("progress", WORKING).await;
        let id: String = visitor.ask("document.querySelector('[data-job]').dataset.job").await;
        visitor.page.reload().await.unwrap();
        visitor.until("progress after a reload", WORKING).await;
        assert_eq!(visitor.ask::<String>("document.querySelector('[data-job]').dataset.job").await, id);
        visitor.shoot("job").await;
        visitor.click("document.querySelector('[data-stop]')").await;
        visitor.until("stop", "document.querySelector('.progress-line').textContent.startsWith('stopped')").await;
        let state: String = visitor.ask(&format!("fetch('/jobs/{id}').then(r => r.json()).then(j => j.state)")).await;
        assert_eq!(state, "stopped");
        visitor.no_complaints("job");
    });
}
