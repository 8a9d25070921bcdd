//! Whole games at every table.

use super::visitor::{Visitor, a_visit};
use kit::{GameTable, Topic};

/// The house has moved and the person may.
pub const READY: &str =
    "(() => { const b = document.querySelector('.board'); return !!b && !b.hasAttribute('data-house'); })()";

impl Visitor {
    /// Plays a table to its end and says how many moves were made by touching the board, or can be by a gesture: at a
    /// puzzle by the hints, against the house by any move of the board.
    async fn play(&self, topic: &'static Topic, table: &'static GameTable, place: usize) -> usize {
        self.go(&format!("/{}", topic.name)).await;
        let links = "[...document.querySelectorAll('section.table .examples a')].map(a => a.href)";
        let links: Vec<String> = self.ask(links).await;
        let (sentence, link) = (table.examples[place], &links[place]);
        self.go(link).await;
        self.until(sentence, READY).await;
        let solitaire: bool = self.ask("!document.querySelector('#swap')").await;
        let mut clicked = 0;
        for turn in 0..400 {
            if self.ask("document.querySelector('.board').hasAttribute('data-over')").await {
                break;
            }
            assert!(turn < 399, "{sentence} does not end");
            let here: String = self.ask("document.querySelector('.board').dataset.here").await;
            clicked += usize::from(self.move_once(sentence, solitaire, turn).await);
            self.until(sentence, &format!("document.querySelector('.board')?.dataset.here !== {here:?}")).await;
            self.until(sentence, READY).await;
            if turn == 1 {
                self.undo_and_come_back(sentence).await;
            }
        }
        let status: String = self.ask("document.querySelector('#status').textContent").await;
        assert!(status.ends_with('.'), "{sentence}: {status}");
        self.no_complaints(sentence);
        self.shoot(&format!("play-{}-{place}", topic.name)).await;
        // What a hand drags is moved by hand as well; tests of gestures do that.
        let dragged: usize = self.ask("document.querySelectorAll('.board svg [data-act]').length").await;
        clicked + dragged
    }

    /// One move by the mouse; says whether the board was touched.
    async fn move_once(&self, sentence: &str, by_hint: bool, turn: usize) -> bool {
        if by_hint {
            // First where to look, then the move.
            for told in ["/^Hint/", "/^Hint: .* \\((proved|a guess)/"] {
                self.click("document.querySelector('#hint')").await;
                let hinted = format!("{told}.test(document.querySelector('#said')?.textContent)");
                self.until(sentence, &hinted).await;
            }
        }
        let shapes = match by_hint {
            true => "[...document.querySelectorAll('.board svg [data-move].hinted')]",
            // A move that is listed: what only prepares one, as laying a coin does, could go on for ever.
            false => {
                "(() => { const listed = new Set([...document.querySelectorAll('[data-plays]')].map(a => a.dataset.plays));
                   return [...document.querySelectorAll('.board svg [data-move]')].filter(s => listed.has(s.dataset.move)); })()"
            }
        };
        let count: usize = self.ask(&format!("{shapes}.length")).await;
        if count > 0 {
            self.click(&format!("{shapes}[{}]", (turn * 7 + 3) % count)).await;
            return true;
        }
        let links = match by_hint {
            true => "[...document.querySelectorAll('[data-plays].hinted')]",
            false => "[...document.querySelectorAll('[data-plays]')]",
        };
        let count: usize = self.ask(&format!("{links}.length")).await;
        if count > 0 {
            self.ask::<bool>("(document.querySelector('details.moves').open = true)").await;
            self.click(&format!("{links}[{}]", (turn * 7 + 3) % count)).await;
            return false;
        }
        // A move that is not listed is typed.
        let typed = "(() => { const m = document.querySelector('#said').textContent.match(/^Hint: (.*) \\((proved|a guess)/)[1];
                      document.querySelector('#move').value = m; return true; })()";
        assert!(self.ask::<bool>(typed).await);
        self.click("document.querySelector('#type-move button')").await;
        false
    }

    /// Undo leads back, the browser's back button too, and the address alone brings the same position.
    async fn undo_and_come_back(&self, sentence: &str) {
        const POSITION: &str =
            "document.querySelector('.board .position').textContent + document.querySelector('.board').dataset.here";
        let before: String = self.ask(POSITION).await;
        self.click("document.querySelector('#undo')").await;
        self.until(sentence, &format!("{POSITION} !== {before:?}")).await;
        self.run("history.back()").await;
        self.until(sentence, &format!("{POSITION} === {before:?}")).await;
        let address: String = self.ask("location.href").await;
        self.go("/").await;
        self.go(&address).await;
        self.until(sentence, READY).await;
        let again: String = self.ask(POSITION).await;
        assert_eq!(again, before, "{sentence}: the address brings another position");
    }
}

a_visit!(a_whole_game_of_each_table_is_played_by_clicking, |visitor| async move {
    // How moves are seen to happen is looked at elsewhere, and takes most of the time.
    visitor.wants(&[("prefers-reduced-motion", "reduce")]).await;
    let mut untouched = Vec::new();
    for topic in topics::ALL {
        for (place, sentence) in topic.table.into_iter().flat_map(|table| table.examples).enumerate() {
            if visitor.play(topic, topic.table.expect("it has examples"), place).await == 0 {
                untouched.push(sentence);
            }
        }
    }
    assert!(untouched.is_empty(), "nothing on the board could be touched: {untouched:?}");
});
