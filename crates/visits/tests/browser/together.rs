//! One table on two devices, and on none where only this machine reaches the lab.

use super::games::READY;
use super::visitor::{a_visit, visit_everywhere};

#[test]
fn two_people_play_on_two_devices() {
    visit_everywhere("together", |here, there| async move {
        here.go("/queens/play?n=5").await;
        here.until("table", READY).await;
        here.click("document.querySelector('#together')").await;
        here.until(
            "a table for two",
            "location.pathname.startsWith('/together/') && !!document.querySelector('#invitation code')",
        )
        .await;
        let invitation: String = here.ask("document.querySelector('#invitation code').textContent").await;
        here.shoot("together").await;
        there.go(&invitation).await;
        there.until("the same table", "!!document.querySelector('.board svg [data-move]')").await;
        let moves = |count: usize| format!("document.querySelectorAll('.history li').length === {count}");
        here.click("document.querySelector('.board svg [data-move=\"3,3\"]')").await;
        there.until("the move arrives", &moves(1)).await;
        there.click("document.querySelector('.board svg [data-move]')").await;
        here.until("and the answer", &moves(2)).await;
        here.click("document.querySelector('#undo')").await;
        there.until("taken back", &moves(1)).await;
        assert!(there.ask::<bool>("location.pathname.startsWith('/together/')").await, "a reload comes back here");
        for device in [&here, &there] {
            device.no_complaints("together");
        }
    });
}

a_visit!(a_lab_of_this_machine_alone_has_no_table_for_two_devices, |visitor| async move {
    visitor.sit("/queens/play?n=5").await;
    assert!(visitor.ask::<bool>("!document.querySelector('#together')").await);
    let status: u16 =
        visitor.ask("fetch('/queens/play/together?n=5', { method: 'POST' }).then(reply => reply.status)").await;
    assert_eq!(status, 404);
    visitor.forgive("404");
});
