//! What a table does under a hand: back and forth, quick clicks, a stopped house, the keyboard, values and hints.

use super::games::READY;
use super::visitor::{Visitor, visit};
use std::time::Duration;

#[test]
fn values_hints_keys_and_sides() {
    visit("manners", |visitor| async move {
        visitor.go("/queens/play?n=4").await;
        visitor.until("table", READY).await;
        visitor.click("document.querySelector('#values')").await;
        visitor.until("values", "document.querySelectorAll('.board svg .worth').length === 16").await;
        let signs: Vec<String> =
            visitor.ask("[...document.querySelectorAll('.board svg .worth')].map(t => t.textContent)").await;
        assert!(signs.iter().all(|sign| ["✓", "✗"].contains(&sign.as_str())), "{signs:?}");
        visitor.shoot("values").await;
        // The keyboard: to the first square, one to the right, one down, play.
        visitor.run("document.querySelector('.board svg [data-move][tabindex=\"0\"]').focus()").await;
        for key in ["ArrowRight", "ArrowDown", "Enter"] {
            let press = format!(
                "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"
            );
            visitor.ask::<bool>(&press).await;
        }
        visitor.until("keyboard", "location.search.includes('move=2')").await;
        visitor.until("answer", READY).await;
        assert!(
            visitor.ask::<bool>("location.search.includes('move=2%2C2') || location.search.includes('move=2,2')").await
        );
        visitor.click("document.querySelector('#swap')").await;
        visitor.until("sides", "location.search.includes('you=second')").await;
        visitor.until("answer", READY).await;
        visitor.click("document.querySelector('#new')").await;
        visitor.until("house first", "document.querySelectorAll('.history li').length === 1").await;
        visitor.until("answer", READY).await;
        let labels: usize =
            visitor.ask("document.querySelectorAll('.board svg [data-move]:not([aria-label])').length").await;
        assert_eq!(labels, 0, "every square that can be touched has a name");
        visitor.no_complaints("manners");
    });
}

/// Clicks a shape that plays a move.
async fn play(visitor: &Visitor, text: &str) {
    visitor.click(&format!("document.querySelector('.board svg [data-move=\"{text}\"]')")).await;
}

const MOVES: &str = "new URLSearchParams(location.search).getAll('move').length";

/// Replies come so many milliseconds late.
async fn slow(visitor: &Visitor, path: &str, milliseconds: u64) {
    let script = format!(
        "(() => {{ const real = window.fetch;
           window.fetch = (address, ...rest) => String(address).includes('{path}')
             ? new Promise(done => setTimeout(done, {milliseconds})).then(() => real(address, ...rest)) : real(address, ...rest);
           return true; }})()"
    );
    assert!(visitor.ask::<bool>(&script).await);
}

#[test]
fn back_leads_out_of_a_game_with_the_house() {
    visit("back", |visitor| async move {
        visitor.go("/").await;
        visitor.go("/queens/play?n=4").await;
        visitor.until("table", READY).await;
        play(&visitor, "1,1").await;
        visitor.until("the house's answer", &format!("{MOVES} === 2")).await;
        visitor.run("history.back()").await;
        visitor
            .until("the start", &format!("{MOVES} === 0 && document.querySelectorAll('.history li').length === 0"))
            .await;
        // The house must not move again: the position stays as it is.
        tokio::time::sleep(Duration::from_millis(800)).await;
        assert_eq!(visitor.ask::<usize>(MOVES).await, 0);
        visitor.run("history.forward()").await;
        visitor.until("forward again", &format!("{MOVES} === 2")).await;
        for _ in 0..2 {
            visitor.run("history.back()").await;
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        visitor.until("the front page", "location.pathname === '/'").await;
        visitor.no_complaints("back");
    });
}

#[test]
fn quick_clicks_are_all_played_however_slow_the_reply() {
    visit("quick", |visitor| async move {
        visitor.go("/merlin/play?graph=grid:3x3&seed=4").await;
        visitor.until("table", READY).await;
        slow(&visitor, "/board", 250).await;
        let texts: Vec<String> = visitor
            .ask("[...document.querySelectorAll('.board svg [data-move]')].slice(0, 4).map(s => s.dataset.move)")
            .await;
        for text in &texts {
            play(&visitor, text).await;
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
        visitor.until("four clicks", &format!("{MOVES} === 4")).await;
        let played: Vec<String> = visitor.ask("new URLSearchParams(location.search).getAll('move')").await;
        assert_eq!(played, texts);
        // Each was a position of its own: going back takes them back one by one.
        visitor.run("history.back()").await;
        visitor.until("three clicks", &format!("{MOVES} === 3")).await;
        // A click made while the way back is under way belongs to the position that was left, and so is none.
        visitor.no_complaints("quick");
    });
}

#[test]
fn a_second_click_is_no_move_of_the_house() {
    visit("double", |visitor| async move {
        visitor.go("/queens/play?n=4").await;
        visitor.until("table", READY).await;
        slow(&visitor, "/board", 250).await;
        play(&visitor, "1,1").await;
        play(&visitor, "2,3").await;
        visitor.until("the house's answer", &format!("{MOVES} === 2 && {READY}")).await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(visitor.ask::<usize>(MOVES).await, 2);
        let first: String = visitor.ask("new URLSearchParams(location.search).getAll('move')[0]").await;
        assert_eq!(first, "1,1");
        visitor.no_complaints("double");
    });
}
