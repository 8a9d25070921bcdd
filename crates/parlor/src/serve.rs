//! `parlor serve`: opens the lab in the browser.

use crate::{print, watch};
use kit::{Ask, Param, Result};
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The parameters of the command.
pub(crate) const PARAMS: &[Param] = &[
    Param::whole("port", "the port; 0 takes any that is free", 0, 65_535).or("7777"),
    Param::switch("open", "open it in the browser"),
    Param::text("host", "where to listen, if other machines are to reach it", 200).or("127.0.0.1"),
    Param::switch("open-to-all", "let in whoever can reach it, without the token of the printed address"),
    Param::switch("log", "tell every request on standard error"),
    Param::text("runs", "a folder with stores of long runs, whose progress is shown at /runs", 4000),
    Param::whole("seconds", "how long one answer may take", 1, 1_000_000).or("300"),
    Param::real("memory", "GiB that one answer may take, half of what is free if left out", 0.001, 100_000.0),
];

pub(crate) fn run(ask: &Ask) -> Result<()> {
    let mut settings = lab::Settings {
        port: u16::try_from(ask.whole("port")).expect("within its limits"),
        host: ask.text("host").to_string(),
        open_to_all: ask.flag("open-to-all"),
        log: ask.flag("log"),
        runs: ask.text_if("runs").map(std::path::PathBuf::from),
        program: std::env::current_exe().ok().filter(|path| path.file_stem().is_some_and(|stem| stem == "parlor")),
        ..lab::Settings::default()
    };
    settings.limits.time = Duration::from_secs(ask.size("seconds") as u64);
    if let Some(gibibytes) = ask.real_if("memory") {
        settings.limits.memory = (gibibytes * (1u64 << 30) as f64) as u64;
    }
    // Nothing is half-written while the lab is open, so Ctrl-C closes it at once.
    watch::at_the_table();
    let open = ask.flag("open");
    lab::serve(topics::ALL, &settings, |address, token| announce(&settings.host, address, token, open))
}

fn announce(host: &str, address: SocketAddr, token: Option<&str>, open: bool) {
    if !address.ip().is_loopback() {
        let who = if token.is_some() { "whoever knows the address below" } else { "everybody" };
        print::to_stderr(&format!(
            "warning: other machines can reach this lab: {who} can use this one's time and memory; files stay out of reach\n"
        ));
    }
    let host = match host.parse::<IpAddr>() {
        Ok(ip) if ip.is_unspecified() => "127.0.0.1".to_string(),
        Ok(IpAddr::V6(ip)) => format!("[{ip}]"),
        _ => host.to_string(),
    };
    let token = token.map_or(String::new(), |token| format!("?token={token}"));
    let url = format!("http://{host}:{}/{token}", address.port());
    // The lab stays open when the reader of its address has gone.
    let _ = writeln!(std::io::stdout(), "The lab is open: {url}  (Ctrl-C closes it)");
    if open && !in_browser(&url) {
        print::to_stderr("warning: no browser could be started; open the address yourself\n");
    }
}

fn in_browser(url: &str) -> bool {
    let openers: &[&str] = if cfg!(target_os = "macos") { &["open"] } else { &["xdg-open", "explorer.exe"] };
    openers.iter().any(|opener| {
        Command::new(opener).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}
