//! The corpus: a file per target with an entry a line, its bytes as Rust escapes them in a string. Who fuzzes and who
//! tests share this reader.

/// The bytes that a line of the corpus stands for.
pub(crate) fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, if byte == b'\\' { rest.next() } else { None }) {
            (_, Some(b'n')) => b'\n',
            (_, Some(b'r')) => b'\r',
            (_, Some(b't')) => b'\t',
            (_, Some(b'x')) => {
                let digits: String = rest.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
            }
            (_, Some(escaped)) => escaped,
            (plain, None) => plain,
        });
    }
    bytes
}

#[test]
fn escapes_come_back() {
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(unescaped(&all.escape_ascii().to_string()), all);
}
