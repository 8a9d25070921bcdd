//! Files read and written: nothing half-written, nothing lost.

use crate::file_trouble;
use kit::{Error, Result, Shelf};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The drafts that are not yet complete.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn drafts() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is half-written: the program is about to end in the middle of its work.
pub(crate) fn clear_drafts() {
    for draft in drafts().drain(..) {
        let _ = fs::remove_file(draft);
    }
}

/// The shelf of the command line: the disk.
pub(crate) struct Disk;

impl Shelf for Disk {
    fn file(&self, name: &str) -> Result<Option<String>> {
        if name == "-" {
            return std::io::read_to_string(std::io::stdin()).map(Some).map_err(|e| file_trouble("standard input", &e));
        }
        match Path::new(name).is_file() {
            true => fs::read_to_string(name).map(Some).map_err(|e| file_trouble(name, &e)),
            false => Ok(None),
        }
    }
}

/// What a run kept in that file; nothing if there is no such file yet.
pub(crate) fn read_kept(name: &str) -> Result<Option<Vec<u8>>> {
    if fs::metadata(name).is_ok_and(|about| !about.is_file()) {
        // A device may never end.
        return Err(Error::usage(format!("{name:?}"), "it is not a plain file", "name a file"));
    }
    match fs::read(name) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound && !name.is_empty() => Ok(None),
        Err(e) => Err(Error::usage(format!("{name:?}"), e, "name a file that can be read and written")),
    }
}

/// A file that is opened before the work starts and appears under its name only when it is complete.
pub(crate) struct Output {
    name: String,
    draft: Option<PathBuf>,
    file: File,
}

impl Output {
    /// Opens a draft beside the file. What cannot be written is known before any work is done.
    pub(crate) fn open(name: &str) -> Result<Output> {
        let path = Path::new(name);
        if path.is_dir() {
            return Err(Error::usage(name, "it is a folder", "name a file"));
        }
        // A device or a pipe cannot be renamed over; it is written to directly.
        let special = path.exists() && !path.is_file();
        let trouble = |e: std::io::Error| file_trouble(name, &e);
        if special {
            let file = File::options().write(true).open(path).map_err(trouble)?;
            return Ok(Output { name: name.to_string(), draft: None, file });
        }
        let Some(stem) = path.file_name() else {
            return Err(Error::usage(name, "it names no file", "name a file"));
        };
        let stem = stem.to_string_lossy();
        let draft = path.with_file_name(format!(".{stem}.{}.part", std::process::id()));
        sweep(draft.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")), &stem);
        if draft.exists() {
            return Err(Error::usage(name, "two outputs have this name", "give each its own"));
        }
        let file = File::create(&draft).map_err(trouble)?;
        drafts().push(draft.clone());
        Ok(Output { name: name.to_string(), draft: Some(draft), file })
    }

    /// Writes everything into the draft.
    pub(crate) fn fill(mut self, bytes: &[u8]) -> Result<Filled> {
        let written = self.file.write_all(bytes);
        // A name may not reach the disk before its contents do.
        let safe = written.and_then(|()| if self.draft.is_some() { self.file.sync_all() } else { Ok(()) });
        safe.map_err(|e| file_trouble(&self.name, &e))?;
        Ok(Filled(self))
    }

    /// Writes everything and lets it appear.
    pub(crate) fn write(self, bytes: &[u8]) -> Result<()> {
        self.fill(bytes)?.appear()
    }
}

/// A file that is complete but not yet there: files of one answer appear together or not at all.
pub(crate) struct Filled(Output);

impl Filled {
    /// Lets it appear under its name.
    pub(crate) fn appear(mut self) -> Result<()> {
        if let Some(draft) = &self.0.draft {
            fs::rename(draft, &self.0.name).map_err(|e| file_trouble(&self.0.name, &e))?;
            drafts().retain(|other| other != draft);
            self.0.draft = None;
        }
        Ok(())
    }
}

/// Removes drafts of that file whose writers were killed.
fn sweep(folder: &Path, stem: &str) {
    let head = format!(".{stem}.");
    let living = |process: &str| !Path::new("/proc/self").exists() || Path::new("/proc").join(process).exists();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix(&head).and_then(|rest| rest.strip_suffix(".part"));
        if process.is_some_and(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()) && !living(p)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            let _ = fs::remove_file(draft);
            drafts().retain(|other| other != draft);
        }
    }
}
