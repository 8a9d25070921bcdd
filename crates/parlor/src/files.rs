//! Files read and written: nothing half-written, nothing lost.

use crate::file_trouble;
use kit::{Error, Result, Shelf};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The drafts that are not yet complete.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn drafts() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is half-written: the program is about to end in the middle of its work. What is whole and about to
/// appear stays, for the next run to finish.
pub(crate) fn clear_drafts() {
    if APPEARING.load(Ordering::Relaxed) {
        return;
    }
    for draft in drafts().drain(..) {
        let _ = fs::remove_file(draft);
    }
}

/// Whether files of one answer are being named.
static APPEARING: AtomicBool = AtomicBool::new(false);

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
    file: Box<dyn Sink>,
}

/// Where bytes go, so that tests can have one that fails at any of them.
trait Sink: Write {
    /// Returns when what was written will outlive the machine.
    fn settle(&mut self) -> io::Result<()>;
}

impl Sink for File {
    fn settle(&mut self) -> io::Result<()> {
        self.sync_all()
    }
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
            return Ok(Output { name: name.to_string(), draft: None, file: Box::new(file) });
        }
        let Some(stem) = path.file_name() else {
            return Err(Error::usage(name, "it names no file", "name a file"));
        };
        let stem = stem.to_string_lossy();
        let draft = path.with_file_name(format!(".{stem}.{}.part", std::process::id()));
        sweep(&folder_of(&draft), &stem);
        if draft.exists() {
            return Err(Error::usage(name, "two outputs have this name", "give each its own"));
        }
        let file = File::create(&draft).map_err(trouble)?;
        drafts().push(draft.clone());
        Ok(Output { name: name.to_string(), draft: Some(draft), file: Box::new(file) })
    }

    /// Writes everything into the draft.
    pub(crate) fn fill(mut self, bytes: &[u8]) -> Result<Filled> {
        let written = self.file.write_all(bytes);
        // A name may not reach the disk before its contents do.
        let safe = written.and_then(|()| if self.draft.is_some() { self.file.settle() } else { Ok(()) });
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

/// Lets the files of one answer appear, all of them. Names are given one after the other, so a list of them is written
/// first: whoever is killed between two names is finished by the next run that writes into that folder.
pub(crate) fn appear_together(filled: Vec<Filled>) -> Result<()> {
    let mut stems: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for draft in filled.iter().filter_map(|file| file.0.draft.as_ref()) {
        let stem = draft.file_name().and_then(|name| stem_of(&name.to_string_lossy(), PART));
        stems.entry(folder_of(draft)).or_default().extend(stem.map(|(stem, _)| stem));
    }
    let several =
        stems.into_iter().filter(|(_, stems)| stems.len() > 1 && stems.iter().all(|stem| !stem.contains('\n')));
    let mut lists = Vec::new();
    for (folder, stems) in several {
        let list = folder.join(format!("{LIST}.{}", std::process::id()));
        let text = format!("{}\n{WHOLE}", stems.join("\n"));
        let written =
            File::create(&list).and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.settle()));
        lists.push(list.clone());
        if let Err(error) = written {
            lists.iter().for_each(|list| drop(fs::remove_file(list)));
            return Err(file_trouble(&list.to_string_lossy(), &error));
        }
    }
    APPEARING.store(!lists.is_empty(), Ordering::Relaxed);
    let appeared = filled.into_iter().try_for_each(Filled::appear);
    lists.iter().for_each(|list| drop(fs::remove_file(list)));
    APPEARING.store(false, Ordering::Relaxed);
    appeared
}

/// How a draft ends, how a list of files that appear together begins, and what stands at the end of a whole one.
const PART: &str = ".part";
const LIST: &str = ".parlor-together";
const WHOLE: &str = "/\n";

fn folder_of(path: &Path) -> PathBuf {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf()
}

/// The file and the process that a draft belongs to.
fn stem_of(draft: &str, end: &str) -> Option<(String, String)> {
    let (stem, process) = draft.strip_prefix('.')?.strip_suffix(end)?.rsplit_once('.')?;
    is_process(process).then(|| (stem.to_string(), process.to_string()))
}

fn is_process(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Finishes what a killed run had begun to name, and removes the drafts of that file whose writers were killed.
fn sweep(folder: &Path, stem: &str) {
    let living = |process: &str| !Path::new("/proc/self").exists() || Path::new("/proc").join(process).exists();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let all: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    for list in &all {
        let process = list.strip_prefix(LIST).and_then(|rest| rest.strip_prefix('.'));
        if let Some(process) = process.filter(|process| is_process(process) && !living(process)) {
            finish(folder, list, process);
        }
    }
    for draft in all {
        if stem_of(&draft, PART).is_some_and(|(of, process)| of == stem && !living(&process)) {
            let _ = fs::remove_file(folder.join(draft));
        }
    }
}

/// Gives the files of a list their names, if the list is whole. Only drafts of the same run in the same folder are
/// named: a list that somebody else laid there moves nothing else.
fn finish(folder: &Path, list: &str, process: &str) {
    let text = fs::read_to_string(folder.join(list)).unwrap_or_default();
    let whole = text.strip_suffix(WHOLE).unwrap_or("");
    for stem in whole.lines().filter(|stem| !stem.is_empty() && !stem.contains('/')) {
        let _ = fs::rename(folder.join(format!(".{stem}.{process}{PART}")), folder.join(stem));
    }
    let _ = fs::remove_file(folder.join(list));
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            let _ = fs::remove_file(draft);
            drafts().retain(|other| other != draft);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that is full after so many bytes, and that may fail to settle; it writes in small pieces.
    struct Full {
        file: File,
        left: usize,
        settles: bool,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match bytes.len().min(self.left).min(7) {
                0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
                some => {
                    self.left -= some;
                    self.file.write(&bytes[..some])
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            self.file.flush()
        }
    }

    impl Sink for Full {
        fn settle(&mut self) -> io::Result<()> {
            if self.settles { self.file.settle() } else { Err(io::ErrorKind::Other.into()) }
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_disk_that_is_full_at_any_byte_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("kept").to_str().unwrap().to_string();
        let (old, new) = (b"what was there".to_vec(), b"what would have been there, had there been room".to_vec());
        fs::write(&name, &old).unwrap();
        for (left, settles) in (0..new.len()).map(|left| (left, true)).chain([(new.len(), false)]) {
            let mut output = Output::open(&name).unwrap();
            let file = File::options().write(true).open(output.draft.as_ref().unwrap()).unwrap();
            output.file = Box::new(Full { file, left, settles });
            let error = output.write(&new).unwrap_err();
            assert!(!error.to_string().contains('\n'), "{error}");
            assert_eq!(read_kept(&name).unwrap().unwrap(), old, "{left} bytes were written");
            assert_eq!(names(folder.path()), ["kept"], "{left} bytes were written");
        }
        let mut output = Output::open(&name).unwrap();
        let file = File::options().write(true).open(output.draft.as_ref().unwrap()).unwrap();
        output.file = Box::new(Full { file, left: new.len(), settles: true });
        output.write(&new).unwrap();
        assert_eq!((read_kept(&name).unwrap().unwrap(), names(folder.path())), (new, vec!["kept".to_string()]));
    }

    /// A process that is killed leaves the bytes written so far in its draft, or no draft and the new file.
    #[test]
    fn a_process_that_is_killed_at_any_byte_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("kept").to_str().unwrap().to_string();
        fs::write(&name, "0").unwrap();
        let new = b"the values that were computed since";
        for (round, killed_at) in (0..=new.len()).enumerate() {
            fs::write(folder.path().join(".kept.4194999.part"), &new[..killed_at]).unwrap();
            assert_eq!(read_kept(&name).unwrap().unwrap(), round.to_string().as_bytes());
            Output::open(&name).unwrap().write((round + 1).to_string().as_bytes()).unwrap();
            assert_eq!(names(folder.path()), ["kept"], "killed at {killed_at}");
        }
    }

    #[test]
    fn files_of_one_answer_appear_together_when_any_of_them_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        for left in 0..5 {
            let first = Output::open(&path("a")).unwrap().fill(b"whole").unwrap();
            let mut second = Output::open(&path("b")).unwrap();
            let file = File::options().write(true).open(second.draft.as_ref().unwrap()).unwrap();
            second.file = Box::new(Full { file, left, settles: true });
            assert!(second.fill(b"whole").is_err());
            drop(first);
            assert_eq!(names(folder.path()), [] as [&str; 0]);
        }
    }

    /// Killed after the list was written and between any two names: the next run finishes. Before: nothing appears.
    #[test]
    fn files_of_one_answer_appear_together_when_the_process_is_killed() {
        for (named, list, whole) in [(0, "b\na\n/\n", true), (1, "a\nb\n/\n", true), (0, "a\nb", false), (0, "", false)]
        {
            let folder = tempfile::tempdir().unwrap();
            let place = |name: &str| folder.path().join(name);
            fs::write(place("a"), if named > 0 { "new" } else { "old" }).unwrap();
            for stem in &["a", "b"][named..] {
                fs::write(place(&format!(".{stem}.4194999.part")), "new").unwrap();
            }
            fs::write(place(".parlor-together.4194999"), list).unwrap();
            drop(Output::open(place("c").to_str().unwrap()).unwrap());
            let told = |name: &str| fs::read_to_string(place(name)).unwrap_or_default();
            let (a, b) = if whole { ("new", "new") } else { ("old", "") };
            assert_eq!((told("a").as_str(), told("b").as_str()), (a, b), "{list:?}");
            assert!(!names(folder.path()).iter().any(|name| name.contains("together")), "{:?}", names(folder.path()));
        }
    }

    #[test]
    fn a_list_that_somebody_laid_there_moves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::create_dir(place("in")).unwrap();
        fs::write(place("secret"), "mine").unwrap();
        fs::write(place("in/.parlor-together.4194999"), "../secret\n../../x\nsecret\n/\n").unwrap();
        drop(Output::open(place("in/c").to_str().unwrap()).unwrap());
        assert_eq!(names(&place("in")), [] as [&str; 0]);
        assert_eq!(fs::read_to_string(place("secret")).unwrap(), "mine");
    }

    #[test]
    fn files_that_appear_together_leave_no_list() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let filled = ["a", "b"].map(|name| Output::open(&path(name)).unwrap().fill(b"whole").unwrap());
        appear_together(filled.into()).unwrap();
        let mut all = names(folder.path());
        all.sort();
        assert_eq!(all, ["a", "b"]);
    }
}
