//! Someone who visits the lab with a browser: goes, clicks, presses keys, waits, takes pictures, and hears complaints.

use super::common;
use chromiumoxide::cdp::browser_protocol::emulation::{MediaFeature, SetDeviceMetricsOverrideParams};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventParams, DispatchTouchEventType, MouseButton, TouchPoint,
};
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::js_protocol::runtime::{ConsoleApiCalledType, EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::js::EvaluationResult;
use chromiumoxide::layout::Point;
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::{Browser, BrowserConfig, Page};
use futures_util::StreamExt;
use kit::Topic;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The checks of a room may take a minute, and more on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(300);

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.into_iter().chain(["/usr/bin/chromium", "/usr/bin/chromium-browser"].map(PathBuf::from)).find(|p| p.exists())
}

/// What a visitor has in hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hand {
    Mouse,
    Finger,
}

/// What a hand does at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    Down,
    Move,
    Up,
}

pub struct Visitor {
    pub page: Page,
    pub home: String,
    complaints: Arc<Mutex<Vec<String>>>,
    width: Mutex<Option<i64>>,
}

impl Visitor {
    pub async fn go(&self, path: &str) {
        let url = if path.starts_with("http") { path.to_string() } else { format!("{}{path}", self.home) };
        self.page.goto(url).await.unwrap_or_else(|e| panic!("{path}: {e}"));
        // Until its scripts have run, a page sends a form away instead of listening to it.
        self.until(path, "document.readyState === 'complete'").await;
    }

    pub async fn ask<T: DeserializeOwned>(&self, script: &str) -> T {
        let value = self.page.evaluate(script).await.unwrap_or_else(|e| panic!("{script}: {e}"));
        value.into_value().unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// Does something that gives nothing back.
    pub async fn run(&self, script: &str) {
        assert!(self.ask::<bool>(&format!("({script}, true)")).await);
    }

    /// Waits until a condition of the page holds.
    pub async fn until(&self, what: &str, condition: &str) {
        let begun = Instant::now();
        // A page that is being replaced has no answer for a moment.
        while !matches!(self.page.evaluate(condition).await.map(EvaluationResult::into_value::<bool>), Ok(Ok(true))) {
            assert!(begun.elapsed() < PATIENCE, "{what}: {condition} never held");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// The middle of an element on the screen, once it is there.
    pub async fn middle(&self, element: &str) -> [f64; 2] {
        let script = format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{block: 'center', behavior: 'instant'}}); const b = e.getBoundingClientRect();
               return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        // Pages draw themselves anew: an element may be away for a moment.
        self.until(element, &format!("!!({element})")).await;
        self.ask(&script).await
    }

    /// Clicks the middle of an element with the mouse.
    pub async fn click(&self, element: &str) {
        let [x, y] = self.middle(element).await;
        self.page.click(Point::new(x, y)).await.unwrap();
    }

    /// Does one thing with the mouse, or with a finger.
    pub async fn hand(&self, hand: Hand, act: Touch, [x, y]: [f64; 2]) {
        match hand {
            Hand::Mouse => {
                let kind = match act {
                    Touch::Down => DispatchMouseEventType::MousePressed,
                    Touch::Move => DispatchMouseEventType::MouseMoved,
                    Touch::Up => DispatchMouseEventType::MouseReleased,
                };
                let mut event = DispatchMouseEventParams::new(kind, x, y);
                event.button = Some(if act == Touch::Move { MouseButton::None } else { MouseButton::Left });
                event.buttons = Some(i64::from(act != Touch::Up));
                event.click_count = Some(1);
                self.page.execute(event).await.unwrap();
            }
            // The driver leaves an empty list of points out of its message, which the browser then refuses: that a
            // finger is lifted can only be told to the page. So a page sees one finger once.
            Hand::Finger if act == Touch::Up => {
                self.run("document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))").await;
            }
            Hand::Finger => {
                let kind = match act {
                    Touch::Down => DispatchTouchEventType::TouchStart,
                    Touch::Move | Touch::Up => DispatchTouchEventType::TouchMove,
                };
                self.page.execute(DispatchTouchEventParams::new(kind, vec![TouchPoint::new(x, y)])).await.unwrap();
            }
        }
    }

    /// Puts the mouse above an element.
    pub async fn hover(&self, element: &str) {
        let [x, y] = self.middle(element).await;
        let event = DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, x, y);
        self.page.execute(event).await.unwrap();
    }

    /// Drags from one point of the screen to another without letting go.
    pub async fn drag(&self, hand: Hand, from: [f64; 2], to: [f64; 2]) {
        const STEPS: usize = 8;
        self.hand(hand, Touch::Down, from).await;
        for step in 1..=STEPS {
            let part = step as f64 / STEPS as f64;
            self.hand(hand, Touch::Move, [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))).await;
        }
    }

    /// Presses a key as a hand does.
    pub async fn press(&self, key: &str) {
        let code = match key {
            "\u{8}" => 8,
            "Tab" => 9,
            "Enter" => 13,
            "Home" => 36,
            "End" => 35,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => i64::from(other.to_uppercase().as_bytes()[0]),
        };
        let text = match key {
            "Enter" => Some("\r".to_string()),
            letter if letter.len() == 1 && letter != "\u{8}" => Some(letter.to_string()),
            _ => None,
        };
        let kind = |down: bool| match (down, &text) {
            (true, Some(_)) => DispatchKeyEventType::KeyDown,
            (true, None) => DispatchKeyEventType::RawKeyDown,
            (false, _) => DispatchKeyEventType::KeyUp,
        };
        for down in [true, false] {
            let mut event = DispatchKeyEventParams::new(kind(down));
            event.key = Some(if key == "\u{8}" { "Backspace" } else { key }.to_string());
            event.windows_virtual_key_code = Some(code);
            event.text = text.clone().filter(|_| down);
            self.page.execute(event).await.unwrap();
        }
    }

    /// Says what the system of the visitor wants.
    pub async fn wants(&self, wishes: &[(&str, &str)]) {
        let features = wishes.iter().map(|(name, value)| MediaFeature::new(*name, *value)).collect();
        self.page.emulate_media_features(features).await.unwrap();
    }

    pub async fn shoot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab");
        std::fs::create_dir_all(&folder).unwrap();
        let whole = ScreenshotParams::builder().full_page(true).build();
        self.page.save_screenshot(whole, folder.join(format!("{name}.png"))).await.unwrap();
        // A picture of the whole page takes the width of the window away.
        let width = *self.width.lock().unwrap();
        if let Some(width) = width {
            self.width(width).await;
        }
    }

    /// Browsers complain of every refusal; this one was meant.
    pub fn forgive(&self, part: &str) {
        self.complaints.lock().unwrap().retain(|line| !line.contains(part));
    }

    /// The complaints that say this.
    pub fn complaints_with(&self, part: &str) -> Vec<String> {
        self.complaints.lock().unwrap().iter().filter(|line| line.contains(part)).cloned().collect()
    }

    pub fn no_complaints(&self, where_: &str) {
        let complaints = std::mem::take(&mut *self.complaints.lock().unwrap());
        assert!(complaints.is_empty(), "{where_}: {complaints:?}");
    }

    pub async fn width(&self, width: i64) {
        *self.width.lock().unwrap() = Some(width);
        let narrow = width < 600;
        let metrics = SetDeviceMetricsOverrideParams::new(width, 900, 1.0, narrow);
        self.page.execute(metrics).await.unwrap();
    }

    pub async fn no_sideways_scrolling(&self, where_: &str) {
        let [page, window]: [f64; 2] = self.ask("[document.documentElement.scrollWidth, innerWidth]").await;
        assert!(page <= window, "{where_}: the page is {page} wide and the window {window}");
    }
}

/// Runs a visit in a browser of its own, or says that it was skipped.
pub fn visit<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(Visitor) -> F) {
    visit_rooms(name, topics::ALL, errand);
}

/// The same in a lab with other rooms.
pub fn visit_rooms<F: Future<Output = ()>>(
    name: &str,
    rooms: &'static [&'static Topic],
    errand: impl FnOnce(Visitor) -> F,
) {
    let Some(executable) = chromium() else {
        println!("skipped: there is no chromium, so {name} was not tested in a browser");
        return;
    };
    with_pages(&executable, name, 1, |pages| errand(only(pages, rooms)));
}

/// Runs a visit of two devices in a lab that other machines may reach, or says that it was skipped.
pub fn visit_everywhere<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(Visitor, Visitor) -> F) {
    let Some(executable) = chromium() else {
        println!("skipped: there is no chromium, so {name} was not tested in a browser");
        return;
    };
    with_pages(&executable, name, 2, |pages| {
        let settings = lab::Settings { host: "0.0.0.0".to_string(), open_to_all: true, ..lab::Settings::default() };
        let home = format!("http://127.0.0.1:{}", common::open_with(topics::ALL, settings).port());
        let visitor = |(page, complaints)| Visitor { page, home: home.clone(), complaints, width: Mutex::default() };
        let mut visitors = pages.into_iter().map(visitor);
        errand(visitors.next().expect("two pages"), visitors.next().expect("two pages"))
    });
}

/// Pages with what they complain about.
type Pages = Vec<(Page, Arc<Mutex<Vec<String>>>)>;

/// Visits stand beside each other, but who takes the time has the machine without them.
static ALONE: RwLock<()> = RwLock::new(());

/// Runs a visit that takes the time, while no other goes on.
pub fn visit_alone<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(Visitor) -> F) {
    let _alone = ALONE.write().unwrap_or_else(PoisonError::into_inner);
    let Some(executable) = chromium() else {
        println!("skipped: there is no chromium, so {name} was not tested in a browser");
        return;
    };
    browse(&executable, name, 1, |pages| errand(only(pages, topics::ALL)));
}

/// The visitor of one page, in a lab of these rooms.
fn only(mut pages: Pages, rooms: &'static [&'static Topic]) -> Visitor {
    let home = format!("http://{}", common::open(rooms, lab::Limits::default()));
    let (page, complaints) = pages.remove(0);
    Visitor { page, home, complaints, width: Mutex::default() }
}

/// The same beside other visits.
fn with_pages<F: Future<Output = ()>>(executable: &Path, name: &str, count: usize, errand: impl FnOnce(Pages) -> F) {
    let _beside = ALONE.read().unwrap_or_else(PoisonError::into_inner);
    browse(executable, name, count, errand);
}

/// Opens a browser of its own with so many pages.
fn browse<F: Future<Output = ()>>(executable: &Path, name: &str, count: usize, errand: impl FnOnce(Pages) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
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
        let mut pages = Pages::new();
        for _ in 0..count {
            let page = browser.new_page("about:blank").await.unwrap();
            let complaints = listen(&page).await;
            pages.push((page, complaints));
        }
        errand(pages).await;
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
