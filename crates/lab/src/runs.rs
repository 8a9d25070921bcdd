//! Long runs on other machines: how far they are, read from the journals that they write beside their stores.
//!
//! The lab shows journals of the one folder that its command line names and of no other, by plain file names. It knows
//! nothing of what a run computes: a journal is a line of JSON each time, with numbers under names.

use crate::Lab;
use crate::address::{link, pairs, values};
use crate::pages::{page, trouble};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use maud::{Markup, html};
use serde_json::{Map, Value};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a journal is called: the store's name and this.
const JOURNAL: &str = ".log";
/// So much of a journal's end is read.
const TAIL: u64 = 1 << 16;
/// So many of its last lines are shown, and so many runs are listed.
const LINES: usize = 20;
const RUNS: usize = 200;

/// A line of a journal.
struct Entry(Map<String, Value>);

impl Entry {
    fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or("")
    }

    /// A number as people read it: whole ones in groups of three.
    fn told(&self, name: &str) -> String {
        self.number(name).map_or_else(String::new, told)
    }
}

fn told(number: f64) -> String {
    kit::say::grouped(format!("{number:.0}"))
}

/// `/runs?store=NAME`; without a name, the runs that there are.
pub(crate) async fn route(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Response {
    let Some(folder) = lab.runs.clone() else {
        return trouble(&lab, StatusCode::NOT_FOUND, "This lab shows no runs; start it with --runs FOLDER.");
    };
    let given = pairs(query.as_deref().unwrap_or(""));
    let store = values(&given, "store").next().map(str::to_string);
    let read = tokio::task::spawn_blocking(move || match store {
        Some(name) => journal(&folder, &name).map(|entries| one(&name, &entries)),
        None => Some(all(&folder)),
    });
    match read.await.ok().flatten() {
        Some(body) => {
            let mut reply = page(&lab, "Runs", None, &body);
            // A run goes on while somebody looks; the page needs no script for that.
            reply.headers_mut().insert(header::REFRESH, HeaderValue::from_static("5"));
            reply
        }
        None => trouble(&lab, StatusCode::NOT_FOUND, "There is no run of that name; /runs lists those that there are."),
    }
}

/// The last lines of a run's journal. Only plain names of files in the folder are looked at.
fn journal(folder: &Path, name: &str) -> Option<Vec<Entry>> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with('.') || name.len() > 200 || !name.chars().all(plain) {
        return None;
    }
    let path = folder.join(format!("{name}{JOURNAL}"));
    // What leads elsewhere is not followed.
    let about = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
    let mut file = std::fs::File::open(path).ok()?;
    file.seek(SeekFrom::Start(about.len().saturating_sub(TAIL))).ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes).ok()?;
    // Half a line at either end, and what is no line of a journal, is passed over.
    let text = String::from_utf8_lossy(&bytes);
    let entries = text.lines().filter_map(|line| serde_json::from_str(line).ok().map(Entry));
    Some(entries.filter(|entry| entry.number("at").is_some()).collect())
}

fn all(folder: &Path) -> Markup {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(JOURNAL)?.to_string())).collect();
    names.sort();
    names.truncate(RUNS);
    let last = |name: String| journal(folder, &name)?.pop().map(|entry| (name, entry));
    let runs: Vec<(String, Entry)> = names.into_iter().filter_map(last).collect();
    html! {
        h1 { "Runs" }
        @if runs.is_empty() { p { "No run has written anything yet." } }
        @else {
            table {
                thead { tr { th { "store" } th { "run" } th { "state" } th { "facts" } th { "last word" } } }
                tbody {
                    @for (name, last) in &runs {
                        tr {
                            td { a href=(link("/runs", &[("store".to_string(), name.clone())])) { (name) } }
                            td { (last.text("run")) } td { (last.text("state")) }
                            td { (last.told("facts")) } td { (ago(last)) }
                        }
                    }
                }
            }
        }
    }
}

/// How long ago a line was written.
fn ago(entry: &Entry) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
    format!("{} s ago", told((now - entry.number("at").unwrap_or(now)).max(0.0)))
}

/// Positions a second between two lines.
fn rate(earlier: &Entry, later: &Entry) -> Option<f64> {
    let seconds = later.number("at")? - earlier.number("at")?;
    let positions = later.number("positions")? - earlier.number("positions")?;
    (seconds > 0.0 && positions >= 0.0).then(|| positions / seconds)
}

fn one(name: &str, entries: &[Entry]) -> Markup {
    let Some(last) = entries.last() else { return html! { h1 { (name) } p { "The run has not said anything yet." } } };
    let shown = &entries[entries.len().saturating_sub(LINES)..];
    html! {
        h1 { (last.text("run")) }
        p.lead { (last.text("state")) ", last heard of " (ago(last)) }
        dl.facts {
            dt { "facts proved" } dd { (last.told("facts")) }
            dt { "positions" } dd { (last.told("positions")) }
            @if let Some(rate) = shown.first().and_then(|first| rate(first, last)) {
                dt { "positions a second" } dd { (told(rate)) }
            }
            dt { "workers alive" } dd { (last.told("workers")) }
            dt { "workers lost" } dd { (last.told("lost")) }
            dt { "seconds" } dd { (last.told("seconds")) }
            dt { "bytes shared" } dd { (last.told("bytes")) }
        }
        table {
            thead { tr { th { "seconds" } th { "facts" } th { "positions" } th { "a second" } th { "workers" } } }
            tbody {
                @for pair in shown.windows(2).rev() {
                    tr {
                        @for name in ["seconds", "facts", "positions"] { td { (pair[1].told(name)) } }
                        td { (rate(&pair[0], &pair[1]).map_or_else(String::new, told)) }
                        td { (pair[1].told("workers")) }
                    }
                }
            }
        }
        p { a href="/runs" { "All runs" } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_of_the_folder_are_read() {
        let folder = std::env::temp_dir().join(format!("parlor-runs-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        let line = r#"{"run":"a b 17","at":100,"state":"at work","positions":1000,"facts":12345,"workers":2}"#;
        let more = line.replace("100,", "110,").replace("1000,", "51000,");
        std::fs::write(folder.join("a.facts.log"), format!("half a line\"}}\n{line}\n{more}\n[1]\n{{\"at\":")).unwrap();
        std::fs::write(folder.join("inner/b.log"), line).unwrap();
        std::fs::write(folder.join("other.txt"), line).unwrap();
        let entries = journal(&folder, "a.facts").unwrap();
        assert_eq!((entries.len(), rate(&entries[0], &entries[1])), (2, Some(5000.0)));
        let page = one("a.facts", &entries).into_string();
        assert!(page.contains("a b 17") && page.contains("12,345") && page.contains("5000"), "{page}");
        for name in ["", ".", "..", "inner/b", "../x/a.facts", "other.txt", "other", "b", "a\0", "inner\\b", ".hidden"]
        {
            assert!(journal(&folder, name).is_none(), "{name:?}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.join("inner/b.log"), folder.join("c.log")).unwrap();
            assert!(journal(&folder, "c").is_none(), "a link that leads elsewhere");
        }
        let list = all(&folder).into_string();
        assert!(list.contains("store=a.facts") && !list.contains("other"), "{list}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
