//! Checkpoints of long tables: written whole beside the old file and moved over it, so that a kill at any moment leaves
//! one that is sound.

use super::Rule;
use kit::{Error, Result};
use std::path::{Path, PathBuf};

const HEAD: &str = "parlor heaps 1";

/// The file in which a run keeps what it has.
pub struct Checkpoint {
    path: PathBuf,
}

/// The checksum of a file: FNV-1a over 8 bytes at a time, then the length.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |word: u64| {
        sum = (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        sum ^= sum >> 29;
    };
    let chunks = bytes.chunks_exact(8);
    let rest = chunks.remainder();
    chunks.for_each(|c| add(u64::from_le_bytes(c.try_into().expect("eight bytes"))));
    rest.iter().for_each(|&b| add(b.into()));
    add(bytes.len() as u64);
    sum
}

impl Checkpoint {
    /// A checkpoint in that file.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Checkpoint { path: path.into() }
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The values kept for the rule; none if there is no file yet. A damaged file, or one of another rule, is refused
    /// by name.
    pub fn load(&self, rule: &Rule) -> Result<Option<Vec<u16>>> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Error::usage(self.name(), e, "give a file that can be read and written")),
        };
        let refuse =
            |why: String| Err(Error::usage(format!("checkpoint {}", self.name()), why, "remove it to begin anew"));
        let Some(cut) = bytes.len().checked_sub(8) else {
            return refuse("damaged: it is too short".to_string());
        };
        let (body, sum) = bytes.split_at(cut);
        let Some(end) = body.iter().position(|&b| b == b'\n') else {
            return refuse("damaged: it has no heading".to_string());
        };
        let heading = String::from_utf8_lossy(&body[..end]).into_owned();
        let Some(code) = heading.strip_prefix(HEAD).map(str::trim) else {
            return refuse("not a checkpoint of a heap game".to_string());
        };
        if sum != checksum(body).to_le_bytes() {
            return refuse("damaged: its checksum does not fit".to_string());
        }
        if code != rule.to_string() {
            return refuse(format!("it belongs to {code}, not to {rule}"));
        }
        let values = body[end + 1..].chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]));
        Ok(Some(values.collect()))
    }

    /// Keeps the values.
    pub fn save(&self, rule: &Rule, values: &[u16]) -> Result<()> {
        let mut bytes = format!("{HEAD} {rule}\n").into_bytes();
        bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        let beside = beside(&self.path);
        let written = std::fs::write(&beside, &bytes).and_then(|()| std::fs::rename(&beside, &self.path));
        written.map_err(|e| Error::usage(self.name(), e, "give a file that can be written"))
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_returns_and_a_damaged_one_is_refused() {
        let path = std::env::temp_dir().join(format!("parlor-checkpoint-{}", std::process::id()));
        let checkpoint = Checkpoint::new(&path);
        let rule: Rule = "0.6".parse().unwrap();
        let values: Vec<u16> = (0..1000).map(|v| v * 7 % 512).collect();
        checkpoint.save(&rule, &values).unwrap();
        assert_eq!(checkpoint.load(&rule).unwrap(), Some(values));
        let line = checkpoint.load(&"0.77".parse().unwrap()).unwrap_err().to_string();
        assert!(line.contains("belongs to 0.6"), "{line}");
        let mut bytes = std::fs::read(&path).unwrap();
        for place in [0, 14, 20, 500, bytes.len() - 1] {
            bytes[place] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(checkpoint.load(&rule).is_err(), "byte {place}");
            bytes[place] ^= 1;
        }
        std::fs::write(&path, &bytes[..bytes.len() - 100]).unwrap();
        assert!(checkpoint.load(&rule).unwrap_err().to_string().contains("damaged"));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(checkpoint.load(&rule).unwrap(), None);
    }
}
