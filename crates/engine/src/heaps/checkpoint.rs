//! Checkpoints of long tables as bytes with a heading and a checksum. Where they are kept is the front end's affair.

use super::Rule;
use kit::{Error, Result};

const HEAD: &str = "parlor heaps 1";

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

/// The values that a checkpoint of that name holds for the rule. A damaged one, or one of another rule, is refused by
/// name.
///
/// # Errors
/// When it is damaged or belongs to another rule.
pub fn read_checkpoint(name: &str, bytes: &[u8], rule: &Rule) -> Result<Vec<u16>> {
    let refuse = |why: String| Err(Error::usage(format!("checkpoint {name}"), why, "remove it to begin anew"));
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
    Ok(values.collect())
}

/// A checkpoint of these values.
pub fn write_checkpoint(rule: &Rule, values: &[u16]) -> Vec<u8> {
    let mut bytes = format!("{HEAD} {rule}\n").into_bytes();
    bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_returns_and_a_damaged_one_is_refused() {
        let rule: Rule = "0.6".parse().unwrap();
        let values: Vec<u16> = (0..1000).map(|v| v * 7 % 512).collect();
        let mut bytes = write_checkpoint(&rule, &values);
        assert_eq!(read_checkpoint("a", &bytes, &rule).unwrap(), values);
        let line = read_checkpoint("a", &bytes, &"0.77".parse().unwrap()).unwrap_err().to_string();
        assert!(line.contains("belongs to 0.6"), "{line}");
        for place in 0..bytes.len() {
            bytes[place] ^= 1;
            assert!(read_checkpoint("a", &bytes, &rule).is_err(), "byte {place}");
            bytes[place] ^= 1;
        }
        for length in 0..bytes.len() {
            assert!(read_checkpoint("a", &bytes[..length], &rule).is_err(), "cut to {length}");
        }
    }
}
