//! A browser on two pipes: Debian's chromium, told what to do in the words of its own protocol.
//!
//! All visits share one browser, which costs seconds to start; each has a context of its own, with its own cookies,
//! storage and cache. A browser whose pipes are closed ends, so it outlives no test program, however that ends.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// No order takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What a visit has no use for, and what costs much: a page that is left would be kept in a process of its own, and a
/// spare process started for the next.
const FEATURES: &str = "--disable-features=BackForwardCache,Prerender2,SpareRendererForSitePerProcess,Translate,\
                        OptimizationHints,MediaRouter,AutofillServerCommunication";

const FLAGS: [&str; 25] = [
    FEATURES,
    "--remote-debugging-pipe",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-sync",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-default-apps",
    "--disable-popup-blocking",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-component-update",
    "--disable-client-side-phishing-detection",
    "--no-first-run",
    "--password-store=basic",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--window-size=1200,900",
];

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.into_iter().chain(["/usr/bin/chromium", "/usr/bin/chromium-browser"].map(PathBuf::from)).find(|p| p.exists())
}

/// What a page was heard to say.
#[derive(Default)]
pub struct Heard {
    /// Errors of the console, of scripts and of the browser itself.
    pub complaints: Vec<String>,
    /// Dialogs that opened; they are closed at once, for a page with an open one answers nothing.
    pub dialogs: usize,
}

#[derive(Default)]
struct Ledger {
    orders: u64,
    waiting: HashMap<u64, oneshot::Sender<Result<Value, String>>>,
    pages: HashMap<String, Arc<Mutex<Heard>>>,
}

pub struct Browser {
    mouth: Mutex<ChildStdin>,
    ledger: Mutex<Ledger>,
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The browser of all visits, if there is one on this machine.
pub fn browser() -> Option<&'static Arc<Browser>> {
    static BROWSER: LazyLock<Option<Arc<Browser>>> =
        LazyLock::new(|| chromium().map(|program| Browser::start(&program)));
    BROWSER.as_ref()
}

impl Browser {
    fn start(program: &Path) -> Arc<Browser> {
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{}", std::process::id()));
        // The browser reads its third file and writes to its fourth; what it leaves behind goes when it ends.
        let mut child = Command::new("sh")
            .args(["-c", r#"profile=$1; shift; "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1; rm -rf "$profile""#, "sh"])
            .args([profile.as_os_str(), program.as_os_str()])
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromium starts");
        let (mouth, ear) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let browser = Arc::new(Browser { mouth: Mutex::new(mouth), ledger: Mutex::default() });
        let listener = Arc::clone(&browser);
        std::thread::spawn(move || {
            listener.listen(ear);
            let _ = child.wait();
        });
        browser
    }

    /// Hears replies and events until the browser ends.
    fn listen(&self, ear: ChildStdout) {
        for message in BufReader::new(ear).split(0).map_while(Result::ok) {
            let Ok(mut message) = serde_json::from_slice::<Value>(&message) else { continue };
            match message["id"].as_u64() {
                Some(id) => {
                    let reply = match message.get("error") {
                        Some(error) => Err(error.to_string()),
                        None => Ok(message["result"].take()),
                    };
                    if let Some(waiting) = lock(&self.ledger).waiting.remove(&id) {
                        let _ = waiting.send(reply);
                    }
                }
                None => self.hear(&message),
            }
        }
        // Whoever waits still is told by what is dropped.
        lock(&self.ledger).waiting.clear();
    }

    fn hear(&self, event: &Value) {
        let session = event["sessionId"].as_str().unwrap_or_default();
        let Some(page) = lock(&self.ledger).pages.get(session).cloned() else { return };
        let said = &event["params"];
        let complaint = match event["method"].as_str().unwrap_or_default() {
            "Runtime.consoleAPICalled" if said["type"] == "error" => said["args"].to_string(),
            "Runtime.exceptionThrown" => said["exceptionDetails"].to_string(),
            "Log.entryAdded" if said["entry"]["level"] == "error" => {
                format!("{} {}", said["entry"]["text"], said["entry"]["url"])
            }
            "Page.javascriptDialogOpening" => {
                lock(&page).dialogs += 1;
                self.say(Some(session), "Page.handleJavaScriptDialog", &json!({ "accept": true }));
                return;
            }
            _ => return,
        };
        lock(&page).complaints.push(complaint);
    }

    /// Gives an order; its reply comes later.
    fn say(&self, session: Option<&str>, method: &str, params: &Value) -> oneshot::Receiver<Result<Value, String>> {
        let (sender, receiver) = oneshot::channel();
        let id = {
            let mut ledger = lock(&self.ledger);
            ledger.orders += 1;
            let id = ledger.orders;
            ledger.waiting.insert(id, sender);
            id
        };
        let mut order = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            order["sessionId"] = session.into();
        }
        let mut line = order.to_string().into_bytes();
        line.push(0);
        let mut mouth = lock(&self.mouth);
        if mouth.write_all(&line).and_then(|()| mouth.flush()).is_err() {
            lock(&self.ledger).waiting.remove(&id);
        }
        receiver
    }

    async fn order(&self, session: Option<&str>, method: &str, params: &Value) -> Result<Value, String> {
        let reply = tokio::time::timeout(PATIENCE, self.say(session, method, params)).await;
        reply.map_err(|_| format!("{method}: no reply"))?.map_err(|_| format!("{method}: the browser has ended"))?
    }
}

/// A page in a context of its own.
pub struct Page {
    browser: Arc<Browser>,
    context: String,
    session: String,
    heard: Arc<Mutex<Heard>>,
}

impl Page {
    pub async fn open(browser: &Arc<Browser>) -> Page {
        let text = |reply: Result<Value, String>, name: &str| -> String {
            reply.expect("the browser replies")[name].as_str().expect("a name").to_string()
        };
        let context = browser.order(None, "Target.createBrowserContext", &json!({})).await;
        let context = text(context, "browserContextId");
        let blank = json!({ "url": "about:blank", "browserContextId": context, "newWindow": true });
        let target = text(browser.order(None, "Target.createTarget", &blank).await, "targetId");
        let attach = json!({ "targetId": target, "flatten": true });
        let session = text(browser.order(None, "Target.attachToTarget", &attach).await, "sessionId");
        let heard = Arc::new(Mutex::new(Heard::default()));
        lock(&browser.ledger).pages.insert(session.clone(), Arc::clone(&heard));
        let page = Page { browser: Arc::clone(browser), context, session, heard };
        for domain in ["Page", "Runtime", "Log"] {
            page.order(&format!("{domain}.enable"), json!({})).await;
        }
        // Each visitor is the one who looks, though several stand beside each other.
        page.order("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        page
    }

    pub fn heard(&self) -> MutexGuard<'_, Heard> {
        lock(&self.heard)
    }

    pub async fn try_order(&self, method: &str, params: Value) -> Result<Value, String> {
        self.browser.order(Some(&self.session), method, &params).await
    }

    pub async fn order(&self, method: &str, params: Value) -> Value {
        self.try_order(method, params).await.unwrap_or_else(|e| panic!("{method}: {e}"))
    }

    /// What an expression of the page gives, once its promise is kept.
    pub async fn evaluate(&self, script: &str) -> Result<Value, String> {
        let asked = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        let mut reply = self.try_order("Runtime.evaluate", asked).await?;
        match reply.get("exceptionDetails") {
            Some(thrown) => Err(thrown.to_string()),
            None => Ok(reply["result"]["value"].take()),
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        lock(&self.browser.ledger).pages.remove(&self.session);
        // The context takes its pages along.
        self.browser.say(None, "Target.disposeBrowserContext", &json!({ "browserContextId": self.context }));
    }
}
