//! Someone who visits the lab with a browser: goes, clicks, presses keys, waits, takes pictures, and hears complaints.

use super::common;
use super::driver::{Browser, Page, browser};
use super::games::READY;
use kit::Topic;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The checks of a room may take a minute, and more on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A picture of a page shows its first screens; to paint a long essay whole takes seconds.
const HIGHEST: f64 = 2400.0;

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
    page: Page,
    pub home: String,
}

impl Visitor {
    async fn enter(browser: &Arc<Browser>, home: String) -> Visitor {
        let visitor = Visitor { page: Page::open(browser).await, home };
        visitor.width(1200).await;
        visitor
    }

    pub async fn go(&self, path: &str) {
        let url = if path.starts_with("http") { path.to_string() } else { format!("{}{path}", self.home) };
        let reply = self.page.order("Page.navigate", json!({ "url": url })).await;
        assert!(reply.get("errorText").is_none(), "{path}: {reply}");
        // Until its scripts have run, a page sends a form away instead of listening to it.
        self.until(path, "document.readyState === 'complete'").await;
    }

    /// Goes to a table and waits until it is the person's turn.
    pub async fn sit(&self, path: &str) {
        self.go(path).await;
        self.until("table", READY).await;
    }

    /// Goes to a question that is asked at once and waits for its answer.
    pub async fn hear(&self, path: &str) {
        self.go(path).await;
        self.until("answer", "!!document.querySelector('#answer .line')").await;
    }

    pub async fn reload(&self) {
        // The old page says so until it is gone.
        self.run("window.old = true").await;
        self.page.order("Page.reload", json!({})).await;
        self.until("a reload", "!window.old && document.readyState === 'complete'").await;
    }

    pub async fn ask<T: DeserializeOwned>(&self, script: &str) -> T {
        let value = self.page.evaluate(script).await.unwrap_or_else(|e| panic!("{script}: {e}"));
        serde_json::from_value(value).unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// Does something that gives nothing back.
    pub async fn run(&self, script: &str) {
        assert!(self.ask::<bool>(&format!("({script}, true)")).await);
    }

    /// Runs a whole script, however it ends.
    pub async fn load(&self, script: &str) {
        self.page.evaluate(&format!("{script}\n;true")).await.unwrap();
    }

    /// Waits until a condition of the page holds.
    pub async fn until(&self, what: &str, condition: &str) {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(8);
        // A page that is being replaced has no answer for a moment.
        while self.page.evaluate(condition).await != Ok(Value::Bool(true)) {
            assert!(begun.elapsed() < PATIENCE, "{what}: {condition} never held");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_millis(64));
        }
    }

    /// The middle of an element on the screen, once it is there.
    pub async fn middle(&self, element: &str) -> [f64; 2] {
        let script = format!(
            "(() => {{ const e = {element}; if (!e) return null; e.scrollIntoView({{block: 'center', behavior: 'instant'}});
               const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        loop {
            // Pages draw themselves anew: an element may be away for a moment.
            self.until(element, &format!("!!({element})")).await;
            if let Some(place) = self.ask(&script).await {
                return place;
            }
        }
    }

    /// Where two elements of one picture are on the screen, once it is in sight.
    pub async fn places(&self, one: &str, other: &str) -> [[f64; 2]; 2] {
        self.until(one, &format!("!!({one}) && !!({other})")).await;
        let script = format!(
            "(() => {{ const pair = [{one}, {other}]; pair[0].ownerSVGElement.scrollIntoView({{block: 'center', behavior: 'instant'}});
               return pair.map(e => {{ const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }}); }})()"
        );
        self.ask(&script).await
    }

    /// Clicks the middle of an element with the mouse.
    pub async fn click(&self, element: &str) {
        let place = self.middle(element).await;
        self.mouse("mouseMoved", place, "none", 0).await;
        self.mouse("mousePressed", place, "left", 1).await;
        self.mouse("mouseReleased", place, "left", 0).await;
    }

    async fn mouse(&self, kind: &str, [x, y]: [f64; 2], button: &str, buttons: u8) {
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.page.order("Input.dispatchMouseEvent", event).await;
    }

    /// Does one thing with the mouse, or with a finger.
    pub async fn hand(&self, hand: Hand, act: Touch, place: [f64; 2]) {
        let [x, y] = place;
        match (hand, act) {
            (Hand::Mouse, Touch::Down) => self.mouse("mousePressed", place, "left", 1).await,
            (Hand::Mouse, Touch::Move) => self.mouse("mouseMoved", place, "none", 1).await,
            (Hand::Mouse, Touch::Up) => self.mouse("mouseReleased", place, "left", 0).await,
            (Hand::Finger, act) => {
                let (kind, points) = match act {
                    Touch::Down => ("touchStart", json!([{ "x": x, "y": y }])),
                    Touch::Move => ("touchMove", json!([{ "x": x, "y": y }])),
                    Touch::Up => ("touchEnd", json!([])),
                };
                self.page.order("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
            }
        }
    }

    /// Puts the mouse above an element.
    pub async fn hover(&self, element: &str) {
        let place = self.middle(element).await;
        self.mouse("mouseMoved", place, "none", 0).await;
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
            "Enter" => Some("\r"),
            letter if letter.len() == 1 && letter != "\u{8}" => Some(letter),
            _ => None,
        };
        let name = if key == "\u{8}" { "Backspace" } else { key };
        let down = match text {
            Some(text) => json!({ "type": "keyDown", "key": name, "windowsVirtualKeyCode": code, "text": text }),
            None => json!({ "type": "rawKeyDown", "key": name, "windowsVirtualKeyCode": code }),
        };
        self.page.order("Input.dispatchKeyEvent", down).await;
        let up = json!({ "type": "keyUp", "key": name, "windowsVirtualKeyCode": code });
        self.page.order("Input.dispatchKeyEvent", up).await;
    }

    /// Says what the system of the visitor wants.
    pub async fn wants(&self, wishes: &[(&str, &str)]) {
        let features: Vec<Value> = wishes.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.page.order("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Looks at the page as it would be printed.
    pub async fn on_paper(&self) {
        self.page.order("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
    }

    pub async fn shoot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab");
        std::fs::create_dir_all(&folder).unwrap();
        let metrics = self.page.order("Page.getLayoutMetrics", json!({})).await;
        let side = |name: &str| metrics["cssContentSize"][name].as_f64().expect("a number");
        let whole =
            json!({ "x": 0, "y": 0, "width": side("width"), "height": side("height").min(HIGHEST), "scale": 1 });
        let wish = json!({ "format": "png", "clip": whole, "captureBeyondViewport": true, "optimizeForSpeed": true });
        let reply = self.page.order("Page.captureScreenshot", wish).await;
        let picture = bytes(reply["data"].as_str().expect("a picture"));
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// Browsers complain of every refusal; this one was meant.
    pub fn forgive(&self, part: &str) {
        self.page.heard().complaints.retain(|line| !line.contains(part));
    }

    /// The complaints that say this.
    pub fn complaints_with(&self, part: &str) -> Vec<String> {
        self.page.heard().complaints.iter().filter(|line| line.contains(part)).cloned().collect()
    }

    pub fn no_complaints(&self, where_: &str) {
        let complaints = std::mem::take(&mut self.page.heard().complaints);
        assert!(complaints.is_empty(), "{where_}: {complaints:?}");
    }

    /// How many dialogs opened so far.
    pub fn dialogs(&self) -> usize {
        self.page.heard().dialogs
    }

    pub async fn width(&self, width: i64) {
        let metrics = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.page.order("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    pub async fn no_sideways_scrolling(&self, where_: &str) {
        let [page, window]: [f64; 2] = self.ask("[document.documentElement.scrollWidth, innerWidth]").await;
        assert!(page <= window, "{where_}: the page is {page} wide and the window {window}");
    }
}

/// The address of the answer to a sentence.
pub fn address(sentence: &str) -> String {
    let letter = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    let encoded = |text: &str| text.bytes().map(letter).collect::<String>();
    let words = kit::ask::words(sentence).unwrap();
    let (_, ask) = kit::read_sentence(topics::ALL, sentence, &kit::NoFiles).unwrap();
    let pairs = ask.pairs().into_iter().map(|(name, value)| format!("{name}={}", encoded(&value)));
    let query: Vec<String> = std::iter::once("ask=yes".to_string()).chain(pairs).collect();
    format!("/{}/{}?{}", words[0], words[1], query.join("&"))
}

/// What is written in the sixty-four letters of base64.
fn bytes(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(u32::from(letter - b'A')),
        b'a'..=b'z' => Some(u32::from(letter - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(letter - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut all, mut held, mut bits) = (Vec::with_capacity(text.len() / 4 * 3), 0u32, 0);
    for six in text.bytes().filter_map(value) {
        held = (held << 6) | six;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            all.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    all
}

/// The lab of all visits that do not ask for one of their own: opened once, with everything that its jobs have found.
fn shared_lab() -> String {
    static LAB: LazyLock<String> = LazyLock::new(|| own_lab(topics::ALL));
    LAB.clone()
}

fn own_lab(rooms: &'static [&'static Topic]) -> String {
    format!("http://{}", common::open(rooms, lab::Limits::default()))
}

/// Visits stand beside each other, but who takes the time has the machine without them.
static ALONE: RwLock<()> = RwLock::new(());

/// Runs a visit, or says that it was skipped.
fn enter<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(&'static Arc<Browser>) -> F) {
    let Some(browser) = browser() else {
        println!("skipped: there is no chromium, so {name} was not tested in a browser");
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(errand(browser));
}

/// Runs a visit of a lab to its end, which nobody may have reached with a complaint.
async fn stay<F: Future<Output = ()>>(
    name: &str,
    browser: &Arc<Browser>,
    home: String,
    errand: impl FnOnce(Arc<Visitor>) -> F,
) {
    let visitor = Arc::new(Visitor::enter(browser, home).await);
    errand(Arc::clone(&visitor)).await;
    visitor.no_complaints(name);
}

/// A test that is a visit of the lab: its name, and what is done there.
macro_rules! a_visit {
    ($test:ident, $errand:expr) => {
        #[test]
        fn $test() {
            $crate::visitor::visit(stringify!($test), $errand);
        }
    };
}

pub(crate) use a_visit;

/// Runs a visit of the lab, or says that it was skipped.
pub fn visit<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(Arc<Visitor>) -> F) {
    let _beside = ALONE.read().unwrap_or_else(PoisonError::into_inner);
    enter(name, |browser| stay(name, browser, shared_lab(), errand));
}

/// The same in a lab with other rooms.
pub fn visit_rooms<F: Future<Output = ()>>(
    name: &str,
    rooms: &'static [&'static Topic],
    errand: impl FnOnce(Arc<Visitor>) -> F,
) {
    let _beside = ALONE.read().unwrap_or_else(PoisonError::into_inner);
    enter(name, |browser| stay(name, browser, own_lab(rooms), errand));
}

/// Runs a visit of two devices in a lab that other machines may reach, or says that it was skipped.
pub fn visit_everywhere<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(Visitor, Visitor) -> F) {
    let _beside = ALONE.read().unwrap_or_else(PoisonError::into_inner);
    enter(name, |browser| async {
        let settings = lab::Settings { host: "0.0.0.0".to_string(), open_to_all: true, ..lab::Settings::default() };
        let home = format!("http://127.0.0.1:{}", common::open_with(topics::ALL, settings).port());
        errand(Visitor::enter(browser, home.clone()).await, Visitor::enter(browser, home).await).await;
    });
}

/// Runs a visit that takes the time, while no other goes on.
pub fn visit_alone<F: Future<Output = ()>>(name: &str, errand: impl FnOnce(Arc<Visitor>) -> F) {
    let _alone = ALONE.write().unwrap_or_else(PoisonError::into_inner);
    enter(name, |browser| stay(name, browser, shared_lab(), errand));
}
