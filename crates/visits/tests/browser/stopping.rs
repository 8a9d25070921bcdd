//! An answer that is stopped shows what it has. The room here is made for this: its question counts for ever and tells
//! how far it came.

use super::visitor::visit_rooms;
use kit::{Ask, Param, Question, Report, Result, Standing, Topic, Watch};
use std::time::Duration;

static PATIENCE: Topic = Topic { name: "patience", about: "a room that counts", questions: &[COUNT], ..Topic::EMPTY };

static ROOMS: &[&Topic] = &[&PATIENCE];

const COUNT: Question = Question::of("count", count)
    .about("counts until it is stopped")
    .params(&[Param::whole("n", "what to count by", 1, 9).main()])
    .examples(&["patience count 1"]);

fn count(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (by, mut counted) = (ask.whole("n").unsigned_abs(), 0);
    watch.say("counting begins");
    while watch.look(counted, Some(1_000_000)).is_continue() {
        counted += by;
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(Report::new(format!("it counts at least to {counted}"), Standing::checked(counted.to_string())))
}

#[test]
fn a_stopped_answer_shows_what_it_has_and_can_be_asked_again() {
    visit_rooms("cut", ROOMS, |visitor| async move {
        const JOB: &str = "document.querySelector('[data-job]')";
        visitor.go("/patience/count?n=1").await;
        visitor
            .until("progress", "document.querySelector('.progress-line')?.textContent.includes(' of 1 000 000 steps')")
            .await;
        let first: String = visitor.ask(&format!("{JOB}.dataset.job")).await;
        visitor.click("document.querySelector('[data-stop]')").await;
        visitor.until("what it has", "!!document.querySelector('#answer .line')").await;
        let line: String = visitor.ask("document.querySelector('#answer .line').innerText").await;
        assert!(line.starts_with("it counts at least to"), "{line}");
        let standing: String = visitor.ask("document.querySelector('.badge summary').textContent").await;
        assert!(standing.contains("checked to"), "{standing}");
        let remarks: String =
            visitor.ask("[...document.querySelectorAll('.remark')].map(r => r.textContent).join()").await;
        assert!(remarks.contains("stopped before its end"), "{remarks}");
        visitor.shoot("cut").await;
        // It is kept for whoever comes, until somebody wants it to the end.
        visitor.reload().await;
        visitor.until("what it had", "!!document.querySelector('#answer .line')").await;
        assert_eq!(visitor.ask::<String>("document.querySelector('#answer .line').innerText").await, line);
        visitor
            .click("[...document.querySelectorAll('#answer button')].find(b => b.textContent.startsWith('Ask again'))")
            .await;
        visitor.until("it counts again", &format!("!!{JOB}")).await;
        assert_ne!(visitor.ask::<String>(&format!("{JOB}.dataset.job")).await, first);
        visitor.click("document.querySelector('[data-stop]')").await;
        visitor.until("what it has", "!!document.querySelector('#answer .line')").await;
    });
}
