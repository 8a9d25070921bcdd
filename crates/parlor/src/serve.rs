//! `parlor serve`: opens the lab in the browser.

use crate::{print, watch};
use clap::ArgMatches;
use kit::{Kind, Param, Result};
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

const PORT: Param = Param::whole("port", "the port", 0, 65_535);
const SECONDS: Param = Param::whole("seconds", "how long one answer may take", 1, 1_000_000);
const MEMORY: Param = Param::real("memory", "GiB that one answer may take", 0.001, 100_000.0);

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let mut settings = lab::Settings::default();
    if let Some(port) = given(matches, &PORT)? {
        settings.port = port as u16;
    }
    if let Some(host) = matches.get_one::<String>("host") {
        settings.host.clone_from(host);
    }
    if let Some(seconds) = given(matches, &SECONDS)? {
        settings.limits.time = Duration::from_secs(seconds as u64);
    }
    if let Some(gibibytes) = given(matches, &MEMORY)? {
        settings.limits.memory = (gibibytes * (1u64 << 30) as f64) as u64;
    }
    // Nothing is half-written while the lab is open, so Ctrl-C closes it at once.
    watch::at_the_table();
    let open = matches.get_flag("open");
    lab::serve(topics::ALL, &settings, |address| announce(&settings.host, address, open))
}

/// The value of a flag, checked as every parameter is.
fn given(matches: &ArgMatches, param: &Param) -> Result<Option<f64>> {
    let Some(text) = matches.get_one::<String>(param.name) else { return Ok(None) };
    param.check(text)?;
    debug_assert!(matches!(param.kind, Kind::Whole { .. } | Kind::Real { .. }));
    Ok(text.parse().ok())
}

fn announce(host: &str, address: SocketAddr, open: bool) {
    if !address.ip().is_loopback() {
        print::to_stderr("warning: other machines can reach this lab and use this one's time and memory\n");
    }
    let host = match host.parse::<IpAddr>() {
        Ok(ip) if ip.is_unspecified() => "127.0.0.1".to_string(),
        Ok(IpAddr::V6(ip)) => format!("[{ip}]"),
        _ => host.to_string(),
    };
    let url = format!("http://{host}:{}/", address.port());
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
