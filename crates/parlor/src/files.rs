//! Files read and written: nothing half-written, nothing lost.

use crate::file_trouble;
use kit::{Error, Result, Shelf};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The shelf of the command line: the disk.
pub(crate) struct Disk;

impl Shelf for Disk {
    fn file(&self, name: &str) -> Result<Option<String>> {
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
        let draft = path.with_file_name(format!(".{}.{}.part", stem.to_string_lossy(), std::process::id()));
        let file = File::create(&draft).map_err(trouble)?;
        Ok(Output { name: name.to_string(), draft: Some(draft), file })
    }

    /// Writes everything and lets it appear.
    pub(crate) fn write(mut self, bytes: &[u8]) -> Result<()> {
        let trouble = |name: &str, e: std::io::Error| file_trouble(name, &e);
        self.file.write_all(bytes).map_err(|e| trouble(&self.name, e))?;
        if let Some(draft) = &self.draft {
            // A name may not reach the disk before its contents do.
            self.file.sync_all().map_err(|e| trouble(&self.name, e))?;
            fs::rename(draft, &self.name).map_err(|e| trouble(&self.name, e))?;
            self.draft = None;
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            let _ = fs::remove_file(draft);
        }
    }
}
