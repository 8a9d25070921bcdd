//! The browser of the lab's tests: Debian's chromium, installed where that is allowed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Installs chromium if it is missing and can be had; says plainly when the browser tests will be skipped.
pub(crate) fn install() {
    if found() {
        return;
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0\n"));
    let apt = Path::new("/usr/bin/apt-get").exists();
    if root && apt {
        println!("== installing chromium for the browser tests");
        let settings = [("DEBIAN_FRONTEND", "noninteractive")];
        let apt_get = |words: &[&str]| {
            let status = Command::new("apt-get").args(words).envs(settings).stdout(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        // An old list of packages may still do when no new one can be had.
        let _ = apt_get(&["update", "-q"]);
        apt_get(&["install", "-q", "-y", "--no-install-recommends", "chromium"]);
    }
    if !found() {
        println!(
            "== the browser tests will be SKIPPED: there is no chromium, and it can only be installed by root with apt-get"
        );
    }
}

/// The program that looks for barriers in pages, of exactly this version.
const AXE: &str = "4.10.3";

/// Fetches axe-core from npm beside what is built, and says where it lies; `None` where it cannot be had.
pub(crate) fn axe() -> Option<PathBuf> {
    let folder = crate::root().join(format!("target/axe-core-{AXE}"));
    let script = folder.join("package/axe.min.js");
    let run = |program: &str, words: &[&str]| {
        let status = Command::new(program).args(words).current_dir(&folder).stdout(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let fetch = || {
        std::fs::create_dir_all(&folder).is_ok()
            && run("npm", &["pack", "--silent", &format!("axe-core@{AXE}")])
            && run("tar", &["xzf", &format!("axe-core-{AXE}.tgz")])
    };
    if script.exists() || fetch() {
        return Some(script);
    }
    println!("== pages will NOT be looked through for barriers: axe-core could not be fetched with npm");
    None
}

/// Whether there is a browser.
pub(crate) fn found() -> bool {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser"].iter().any(|path| Path::new(path).exists())
        || std::env::var_os("CHROMIUM").is_some()
}
