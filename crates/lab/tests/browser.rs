//! The lab in a real browser: Debian's chromium, driven from here.
//!
//! Pages are opened, examples asked, games played to their end by clicking. Screenshots go to `target/tmp/lab`. Without chromium the tests say
//! plainly that they were skipped.

mod common;

use chromiumoxide::cdp::browser_protocol::emulation::{MediaFeature, SetDeviceMetricsOverrideParams};
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::js_protocol::runtime::{ConsoleApiCalledType, EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::js::EvaluationResult;
use chromiumoxide::layout::Point;
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::{Browser, BrowserConfig, Page};
use futures_util::StreamExt;
use kit::{GameTable, Topic};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(90);

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.into_iter().chain(["/usr/bin/chromium", "/usr/bin/chromium-browser"].map(PathBuf::from)).find(|p| p.exists())
}

struct Visitor {
    page: Page,
    home: String,
    complaints: Arc<Mutex<Vec<String>>>,
}

impl Visitor {
    async fn go(&self, path: &str) {
        let url = if path.starts_with("http") { path.to_string() } else { format!("{}{path}", self.home) };
        self.page.goto(url).await.unwrap_or_else(|e| panic!("{path}: {e}"));
    }

    async fn ask<T: DeserializeOwned>(&self, script: &str) -> T {
        let value = self.page.evaluate(script).await.unwrap_or_else(|e| panic!("{script}: {e}"));
        value.into_value().unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// Does something that gives nothing back.
    async fn run(&self, script: &str) {
        assert!(self.ask::<bool>(&format!("({script}, true)")).await);
    }

    /// Waits until a condition of the page holds.
    async fn until(&self, what: &str, condition: &str) {
        let begun = Instant::now();
        // A page that is being replaced has no answer for a moment.
        while !matches!(self.page.evaluate(condition).await.map(EvaluationResult::into_value::<bool>), Ok(Ok(true))) {
            assert!(begun.elapsed() < PATIENCE, "{what}: {condition} never held");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Clicks the middle of an element with the mouse.
    async fn click(&self, element: &str) {
        let script = format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{block: 'center', behavior: 'instant'}}); const b = e.getBoundingClientRect();
               return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        let [x, y]: [f64; 2] = self.ask(&script).await;
        self.page.click(Point::new(x, y)).await.unwrap();
    }

    async fn shoot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab");
        std::fs::create_dir_all(&folder).unwrap();
        let whole = ScreenshotParams::builder().full_page(true).build();
        self.page.save_screenshot(whole, folder.join(format!("{name}.png"))).await.unwrap();
    }

    fn no_complaints(&self, where_: &str) {
        let complaints = std::mem::take(&mut *self.complaints.lock().unwrap());
        assert!(complaints.is_empty(), "{where_}: {complaints:?}");
    }

    async fn width(&self, width: i64) {
        let narrow = width < 600;
        let metrics = SetDeviceMetricsOverrideParams::new(width, 900, 1.0, narrow);
        self.page.execute(metrics).await.unwrap();
    }

    async fn no_sideways_scrolling(&self, where_: &str) {
        let [page, window]: [f64; 2] = self.ask("[document.documentElement.scrollWidth, innerWidth]").await;
        assert!(page <= window, "{where_}: the page is {page} wide and the window {window}");
    }
}

/// Runs a visit in a browser of its own, or says that it was skipped.
fn visit<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(Visitor) -> F) {
    let Some(executable) = chromium() else {
        println!("skipped: there is no chromium, so {name} was not tested in a browser");
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let address = common::open(topics::ALL, lab::Limits::default());
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{name}-{}", std::process::id()));
        let quiet = [
            "disable-gpu",
            "disable-quic",
            "no-first-run",
            "disable-background-networking",
            "disable-component-update",
            "disable-sync",
        ];
        let config = BrowserConfig::builder()
            .chrome_executable(executable)
            .no_sandbox()
            .args(quiet)
            .user_data_dir(&profile)
            .window_size(1200, 900)
            .viewport(None)
            .launch_timeout(Duration::from_secs(60))
            .build()
            .unwrap();
        let (mut browser, mut handler) = Browser::launch(config).await.expect("chromium starts");
        let driver = tokio::spawn(async move { while handler.next().await.is_some() {} });
        let page = browser.new_page("about:blank").await.unwrap();
        let complaints = listen(&page).await;
        errand(Visitor { page, home: format!("http://{address}"), complaints }).await;
        let _ = browser.close().await;
        let _ = browser.wait().await;
        driver.abort();
        let _ = std::fs::remove_dir_all(&profile);
    });
}

/// Collects what the page complains about.
async fn listen(page: &Page) -> Arc<Mutex<Vec<String>>> {
    let complaints: Arc<Mutex<Vec<String>>> = Arc::default();
    page.enable_log().await.unwrap();
    page.enable_runtime().await.unwrap();
    let mut calls = page.event_listener::<EventConsoleApiCalled>().await.unwrap();
    let mut throws = page.event_listener::<EventExceptionThrown>().await.unwrap();
    let mut entries = page.event_listener::<EventEntryAdded>().await.unwrap();
    let heard = Arc::clone(&complaints);
    tokio::spawn(async move {
        loop {
            let line = tokio::select! {
                Some(call) = calls.next() => (call.r#type == ConsoleApiCalledType::Error).then(|| format!("{:?}", call.args)),
                Some(thrown) = throws.next() => Some(thrown.exception_details.text.clone()),
                Some(entry) = entries.next() => (entry.entry.level == LogEntryLevel::Error).then(|| format!("{} {:?}", entry.entry.text, entry.entry.url)),
                else => break,
            };
            heard.lock().unwrap().extend(line);
        }
    });
    complaints
}

#[test]
fn each_room_opens_and_fits_a_phone() {
    visit("rooms", |visitor| async move {
        let paths = std::iter::once("/".to_string()).chain(topics::ALL.iter().map(|t| format!("/{}", t.name)));
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
    async fn ask_examples(&self, topic: &Topic) {
        for question in topic.questions {
            self.go(&format!("/{}/{}", topic.name, question.name)).await;
            let links: Vec<String> = self.ask("[...document.querySelectorAll('a.example')].map(a => a.href)").await;
            assert!(!links.is_empty(), "{} {}", topic.name, question.name);
            for (index, link) in links.iter().enumerate() {
                self.go(link).await;
                self.until(link, "!!document.querySelector('#answer .line')").await;
                self.no_sideways_scrolling(link).await;
                self.no_complaints(link);
                if index == 0 {
                    self.shoot(&format!("{}-{}", topic.name, question.name)).await;
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

const READY: &str =
    "(() => { const b = document.querySelector('.board'); return !!b && !b.hasAttribute('data-house'); })()";

impl Visitor {
    /// Plays a table to its end and says how many moves were made by touching the board: at a puzzle by the hints, against the house by any move of the board.
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
        clicked
    }

    /// One move by the mouse; says whether the board was touched.
    async fn move_once(&self, sentence: &str, by_hint: bool, turn: usize) -> bool {
        if by_hint {
            self.click("document.querySelector('#hint')").await;
            let hinted = "!!document.querySelector('#said')?.textContent.startsWith('Hint')";
            self.until(sentence, hinted).await;
        }
        let shapes = match by_hint {
            true => "[...document.querySelectorAll('.board svg [data-move].hinted')]",
            false => "[...document.querySelectorAll('.board svg [data-move]')]",
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

#[test]
fn a_whole_game_of_each_table_is_played_by_clicking() {
    visit("tables", |visitor| async move {
        let mut untouched = Vec::new();
        for topic in topics::ALL {
            for (place, sentence) in topic.table.into_iter().flat_map(GameTable::examples).enumerate() {
                if visitor.play(*topic, topic.table.expect("it has examples"), place).await == 0 {
                    untouched.push(sentence);
                }
            }
        }
        assert!(untouched.is_empty(), "nothing on the board could be touched: {untouched:?}");
    });
}

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

#[test]
fn dark_and_light_sorting_and_quiet_motion() {
    visit("looks", |visitor| async move {
        const PAPER: &str = "getComputedStyle(document.body).backgroundColor";
        visitor.go("/queens/lock?n=5").await;
        visitor.until("answer", "!!document.querySelector('#answer .line')").await;
        let light: String = visitor.ask(PAPER).await;
        visitor.click("document.querySelector('#theme')").await;
        let dark: String = visitor.ask(PAPER).await;
        assert!(light == "rgb(255, 255, 255)" && dark != light, "{light} {dark}");
        let ink = "getComputedStyle(document.querySelector('svg.scene .f-solid')).fill";
        assert_eq!(visitor.ask::<String>(ink).await, "rgb(232, 234, 240)");
        visitor.shoot("dark").await;
        visitor.click("document.querySelector('#theme')").await;
        assert_eq!(visitor.ask::<String>(PAPER).await, light);
        visitor.run("localStorage.clear()").await;
        visitor
            .page
            .emulate_media_features(vec![
                MediaFeature::new("prefers-color-scheme", "dark"),
                MediaFeature::new("prefers-reduced-motion", "reduce"),
            ])
            .await
            .unwrap();
        visitor.go("/sums/table?code=0.77&to=30").await;
        visitor.until("answer", "!!document.querySelector('#answer .line')").await;
        assert_eq!(visitor.ask::<String>(PAPER).await, dark, "the system's wish is followed");
        let terms =
            "[...document.querySelectorAll('table.sortable tbody tr')].map(r => Number(r.cells[1].textContent))";
        visitor.click("document.querySelectorAll('table.sortable th button')[1]").await;
        let sorted: Vec<f64> = visitor.ask(terms).await;
        assert!(sorted.is_sorted() && sorted.len() > 20, "{sorted:?}");
        visitor.click("document.querySelectorAll('table.sortable th button')[1]").await;
        let back: Vec<f64> = visitor.ask(terms).await;
        assert!(back.iter().rev().is_sorted(), "{back:?}");
        visitor.no_complaints("looks");
    });
}
