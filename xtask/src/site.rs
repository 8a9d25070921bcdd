//! The page without a server: a folder for any static host, and one file that opens from a disk.

use crate::{browser, root, run};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// The stack of the module: lines of play may be long.
const STACK: &str = "-C link-arg=-zstack-size=67108864";
/// What the folder holds beside the modules, as it stands in `web/page`.
const FILES: &[&str] = &["index.html", "page.js", "worker.js", "service.js", "manifest.json", "icon.svg"];
/// The lab's own script and style, which the page uses as they are.
const ASSETS: &str = "crates/lab/assets";
const MODULES: &[&str] = &["first.wasm", "parlor.wasm"];
/// The most bytes of the page in one file.
const MOST_BYTES: usize = 3_000_000;
/// The most bytes, compressed, until the first board is there.
const MOST_FIRST: usize = 1_000_000;
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whether the compiler can make WebAssembly.
pub(crate) fn target_found() -> bool {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_string()).unwrap_or_default();
    Path::new(&sysroot).join("lib/rustlib").join(TARGET).is_dir()
}

/// Builds the module, the folder `dist/site` and the file `dist/parlor.html`; tries them where Node and chromium are.
pub(crate) fn build() -> Result<()> {
    if !target_found() {
        run("rustup", &["target", "add", TARGET], &[]).with_context(|| format!("the compiler lacks {TARGET}"))?;
    }
    let (first, module) = (module(&["--no-default-features"])?, module(&[])?);
    let site = root().join("dist/site");
    let _ = fs::remove_dir_all(&site);
    fs::create_dir_all(&site)?;
    fs::write(site.join("parlor.wasm"), &module)?;
    fs::write(site.join("first.wasm"), &first)?;
    fs::write(site.join("lab.js"), bundle()?)?;
    fs::write(site.join("lab.css"), fs::read(root().join(ASSETS).join("lab.css"))?)?;
    let kept: Vec<String> = files().chain(MODULES.iter().copied()).map(|name| format!("\"{name}\"")).collect();
    for name in FILES {
        let text = source(name)?.replace("{version}", VERSION).replace("{files}", &kept.join(", "));
        let text =
            text.replace("<!-- head -->", LINKED).replace("<!-- scripts -->", "<script src=\"page.js\"></script>");
        fs::write(site.join(name), text)?;
    }
    first_board(&site)?;
    let all = gzip(&together(&site)?)?;
    let page = one_file(&all)?;
    fs::write(root().join("dist/parlor.html"), &page)?;
    println!("== dist/site ({} bytes, {} compressed), dist/parlor.html {} bytes", module.len(), all.len(), page.len());
    if page.len() > MOST_BYTES {
        bail!("dist/parlor.html has {} bytes; a handout has {MOST_BYTES} at most", page.len());
    }
    tried()
}

/// The rooms as WebAssembly, all of them or those of other features.
fn module(features: &[&str]) -> Result<Vec<u8>> {
    let target = root().join("target/web");
    let words = ["build", "--release", "--target", TARGET, "--manifest-path", "web/Cargo.toml"];
    let settings = [("CARGO_TARGET_DIR", &*target.display().to_string()), ("RUSTFLAGS", STACK)];
    run("cargo", &[&words[..], features].concat(), &settings)?;
    bare(&fs::read(target.join(TARGET).join("release/parlor_web.wasm"))?).context("the module is cut off")
}

/// A module without its custom sections: the names of its functions are a sixth of it, and a page has no use for them.
fn bare(module: &[u8]) -> Option<Vec<u8>> {
    const HEADING: usize = 8;
    let (mut bare, mut rest) = (module.get(..HEADING)?.to_vec(), &module[HEADING..]);
    while let Some(&kind) = rest.first() {
        // A section: its kind, its length in groups of seven bits, the lowest first, and what it holds.
        let digits = 1 + rest[1..].iter().position(|byte| byte & 0x80 == 0)?;
        let length = rest[1..=digits]
            .iter()
            .rev()
            .try_fold(0usize, |all, byte| all.checked_mul(128).map(|all| all + usize::from(byte & 0x7f)))?;
        let end = (1 + digits).checked_add(length).filter(|&end| end <= rest.len())?;
        if kind != 0 {
            bare.extend(&rest[..end]);
        }
        rest = &rest[end..];
    }
    Some(bare)
}

/// The texts of the folder.
fn files() -> impl Iterator<Item = &'static str> {
    FILES.iter().copied().chain(["lab.js", "lab.css"])
}

/// What one file holds packed, each part after its length: the lab's script and style, the worker, all rooms.
fn together(site: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for name in ["lab.js", "lab.css", "worker.js", "parlor.wasm"] {
        let part = fs::read(site.join(name))?;
        bytes.extend(u32::try_from(part.len())?.to_le_bytes());
        bytes.extend(part);
    }
    Ok(bytes)
}

/// The lab's scripts as the body of one function: a page without a server runs them anew for each page that it shows,
/// which modules would not be.
fn bundle() -> Result<String> {
    let mut written = String::from("\"use strict\";\n");
    bundled("lab.js", &mut Vec::new(), &mut written)?;
    Ok(written)
}

/// Writes a script after those that it imports: a function that gives what it exports.
fn bundled(name: &str, known: &mut Vec<String>, written: &mut String) -> Result<()> {
    if known.iter().any(|other| other == name) {
        return Ok(());
    }
    known.push(name.to_string());
    let text = fs::read_to_string(root().join(ASSETS).join(name)).with_context(|| name.to_string())?;
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        if let Some((names, from)) = line.strip_prefix("import ").and_then(|rest| rest.split_once(" from \"./")) {
            let from = from.trim_end_matches("\";");
            bundled(from, known, written)?;
            body += &format!("const {names} = {};\n", called(from));
        } else if let Some(rest) = line.strip_prefix("export ") {
            let named = rest.trim_start_matches("async ");
            let named = ["function ", "const ", "class "].iter().find_map(|kind| named.strip_prefix(kind));
            let named = named.with_context(|| format!("{name}: {line}"))?;
            let end = named.find(|c: char| !(c.is_alphanumeric() || "$_".contains(c))).unwrap_or(named.len());
            exports.push(named[..end].to_string());
            body += &format!("{rest}\n");
        } else {
            body += &format!("{line}\n");
        }
    }
    *written += &format!("const {} = (() => {{\n{body}return {{ {} }};\n}})();\n", called(name), exports.join(", "));
    Ok(())
}

/// The name of a script inside the bundle.
fn called(script: &str) -> String {
    format!("of_{}", script.trim_end_matches(".js"))
}

/// What is loaded, compressed, until the first board can be played.
fn first_board(site: &Path) -> Result<()> {
    let mut bytes = 0;
    for name in files().chain(["first.wasm"]) {
        bytes += gzip(&fs::read(site.join(name))?)?.len();
    }
    println!("== the first board: {:.2} MB compressed", bytes as f64 / 1e6);
    match bytes > MOST_FIRST {
        true => bail!("the first board needs {bytes} bytes; {MOST_FIRST} are the most"),
        false => Ok(()),
    }
}

/// Asks the module all examples, and plays on the page where a browser is.
fn tried() -> Result<()> {
    if !Command::new("node").arg("--version").output().is_ok_and(|out| out.status.success()) {
        println!("== the page was not tried: there is no node");
        return Ok(());
    }
    // What is given away, to compare with.
    let program = root().join("target/dist/parlor");
    let program = program.is_file().then(|| program.display().to_string());
    let program: Vec<&str> = program.iter().map(String::as_str).collect();
    run("node", &["web/tests/examples.mjs", "dist/site/first.wasm"], &[])?;
    run("node", &[&["web/tests/examples.mjs", "dist/site/parlor.wasm"], &program[..]].concat(), &[])?;
    if !browser::found() {
        println!("== nobody played on the page: there is no chromium");
        return Ok(());
    }
    run("node", &[&["web/tests/browser.mjs", "dist/site", "dist/parlor.html"], &program[..]].concat(), &[])
}

const LINKED: &str = "<link rel=\"manifest\" href=\"manifest.json\">\n<link rel=\"icon\" href=\"icon.svg\">";

fn source(name: &str) -> Result<String> {
    fs::read_to_string(root().join("web/page").join(name)).with_context(|| name.to_string())
}

/// Everything in one page. What is packed stands there as its bytes, each a letter of windows-1252, which makes the
/// page a quarter smaller than base64 would; all else on it is plain ASCII.
fn one_file(packed: &[u8]) -> Result<Vec<u8>> {
    let page = source("index.html")?.replace("<!-- head -->\n", "").replace("\"utf-8\"", "\"windows-1252\"");
    let (head, tail) = page.split_once("<!-- scripts -->").context("index.html has a place for scripts")?;
    let scripts = format!("</script>\n<script>\n{}</script>", source("page.js")?);
    if !(head.is_ascii() && scripts.is_ascii() && tail.is_ascii()) {
        bail!("web/page: only ASCII can stand beside the module in one file");
    }
    let letters = letters(packed);
    let open = "<script type=\"text/plain\" id=\"packed\">";
    Ok([head.as_bytes(), open.as_bytes(), &letters, scripts.as_bytes(), tail.as_bytes()].concat())
}

/// Bytes that a page leaves as they are: those that it would change or read as markup stand 64 higher after a `=`.
fn letters(bytes: &[u8]) -> Vec<u8> {
    let mut letters = Vec::with_capacity(bytes.len() + bytes.len() / 50);
    for &byte in bytes {
        match byte {
            0 | b'\r' | b'<' | b'=' => letters.extend([b'=', byte + 64]),
            _ => letters.push(byte),
        }
    }
    letters
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    use std::io::Write as _;
    let mut child = Command::new("gzip")
        .args(["-9", "-n", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("gzip could not be started")?;
    let mut input = child.stdin.take().context("gzip has no input")?;
    // Written from beside, since both pipes hold only so much.
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let packed = child.wait_with_output()?;
    writer.join().expect("the writer does not panic")?;
    match packed.status.success() {
        true => Ok(packed.stdout),
        false => bail!("gzip failed"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_labs_scripts_are_one_function() {
        let bundle = super::bundle().unwrap();
        let mut lines = bundle.lines();
        assert!(!lines.any(|line| line.starts_with("import ") || line.starts_with("export ")));
        let folder = std::fs::read_dir(super::root().join(super::ASSETS)).unwrap();
        let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        for name in names.filter(|name| name.ends_with(".js")) {
            let name = super::called(&name);
            let written = bundle.find(&format!("const {name} = (() =>")).expect("every script is in it");
            let used = bundle.find(&format!("}} = {name};"));
            assert!(used.is_none_or(|used| written < used), "{name} stands before whoever uses it");
        }
    }

    #[test]
    fn only_custom_sections_are_left_out() {
        let heading = *b"\0asm\x01\0\0\0";
        // A section of 130 bytes, one without a use, and an empty one.
        let long = [&[10, 0x82, 0x01][..], &[7; 130]].concat();
        let module = [&heading[..], &long, &[0, 3, 1, b'a', 9], &[3, 0]].concat();
        assert_eq!(super::bare(&module), Some([&heading[..], &long, &[3, 0]].concat()));
        assert_eq!(super::bare(&module[..20]), None, "cut off");
        assert_eq!(super::bare(b"\0as"), None);
    }

    #[test]
    fn no_letter_is_changed_by_a_page_and_all_can_be_read_back() {
        let bytes: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
        let letters = super::letters(&bytes);
        assert!(!letters.iter().any(|letter| matches!(letter, 0 | b'\r' | b'<')));
        let mut read = Vec::new();
        let mut rest = letters.iter();
        while let Some(&letter) = rest.next() {
            read.push(if letter == b'=' { rest.next().unwrap() - 64 } else { letter });
        }
        assert_eq!(read, bytes);
    }
}
