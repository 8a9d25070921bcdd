//! Heat maps as images: a grey PNG without compression, written into the picture that shows it.
//!
//! A raster of many thousand cells is one image instead of as many shapes, so that a page can move about on a board
//! without edges.

use std::fmt::Write as _;

/// The image of these degrees (0 to 100, black to white) as an address that holds it.
pub(crate) fn data_url(columns: usize, degrees: &[u8]) -> String {
    format!("data:image/png;base64,{}", base64(&png(columns.max(1), degrees)))
}

/// A name for the image that other images do not have: FNV-1a of its text.
pub(crate) fn name_of(image: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("raster-{:016x}", image.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

fn png(columns: usize, degrees: &[u8]) -> Vec<u8> {
    let rows = degrees.len().div_ceil(columns);
    let mut lines = Vec::with_capacity(rows * (columns + 1));
    for row in degrees.chunks(columns) {
        // Every line begins with its filter: none.
        lines.push(0);
        lines.extend(row.iter().map(|&degree| (u16::from(degree.min(100)) * 255 / 100) as u8));
        lines.resize(lines.len() + columns - row.len(), 0);
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let size = |side: usize| (side as u32).to_be_bytes();
    // Eight bits of grey; deflate, the usual filters, no interlacing.
    chunk(&mut out, *b"IHDR", &[&size(columns)[..], &size(rows), &[8, 0, 0, 0, 0]].concat());
    chunk(&mut out, *b"IDAT", &stored(&lines));
    chunk(&mut out, *b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], body: &[u8]) {
    out.extend((body.len() as u32).to_be_bytes());
    let begun = out.len();
    out.extend(name);
    out.extend(body);
    let check = crc(&out[begun..]);
    out.extend(check.to_be_bytes());
}

/// A zlib stream of stored blocks.
fn stored(bytes: &[u8]) -> Vec<u8> {
    const MOST: usize = 65_535;
    let mut out = vec![0x78, 0x01];
    let last = bytes.len().div_ceil(MOST).saturating_sub(1);
    for (index, block) in bytes.chunks(MOST).enumerate() {
        let length = block.len() as u16;
        out.push(u8::from(index == last));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    out.extend((b << 16 | a).to_be_bytes());
    out
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| {
        let turn = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        (0..8).fold(crc ^ u32::from(byte), turn)
    };
    !bytes.iter().fold(u32::MAX, step)
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        let letter = |place: usize| LETTERS[(word >> (18 - 6 * place) & 63) as usize] as char;
        let _ = write!(out, "{}{}", letter(0), letter(1));
        out.push(if three.len() > 1 { letter(2) } else { '=' });
        out.push(if three.len() > 2 { letter(3) } else { '=' });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_sums_are_those_of_the_standards() {
        // RFC 4648, section 10, and the check value of CRC-32.
        for (plain, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(plain.as_bytes()), text);
        }
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_row_that_is_too_short_is_filled_and_names_differ() {
        let image = png(3, &[0, 50, 100, 10]);
        assert_eq!(&image[16..24], &[0, 0, 0, 3, 0, 0, 0, 2]);
        assert_ne!(name_of(&data_url(2, &[1, 2])), name_of(&data_url(2, &[2, 1])));
    }

    #[cfg(feature = "png")]
    #[test]
    fn a_reader_of_images_reads_it() {
        let pixels = tiny_skia::Pixmap::decode_png(&png(300, &vec![100; 90_000])).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (300, 300));
        assert!(pixels.pixels().iter().all(|pixel| (pixel.red(), pixel.alpha()) == (255, 255)));
    }
}
