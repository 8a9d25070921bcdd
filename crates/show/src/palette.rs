//! What each ink looks like on light and on dark paper.
//!
//! Hues are those of Okabe and Ito, which people with any colour vision can tell apart; shapes and texts repeat what
//! colour says.

use kit::Ink;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// The colour of an ink.
pub(crate) fn colour(ink: Ink, dark: bool) -> Rgb {
    match (ink, dark) {
        (Ink::Paper, false) => [255, 255, 255],
        (Ink::Paper, true) => [22, 24, 29],
        (Ink::Rule, false) => [138, 143, 152],
        (Ink::Rule, true) => [110, 116, 128],
        (Ink::Solid, false) => [29, 36, 48],
        (Ink::Solid, true) => [232, 234, 240],
        (Ink::Faint, false) => [222, 225, 230],
        (Ink::Faint, true) => [52, 57, 66],
        (Ink::Accent, false) => [31, 111, 178],
        (Ink::Accent, true) => [96, 170, 236],
        (Ink::Warn, false) => [194, 65, 12],
        (Ink::Warn, true) => [240, 128, 72],
        (Ink::Shade(degree), _) => mix(colour(Ink::Paper, dark), shade_end(dark), degree.min(100)),
        (Ink::Hue(index), _) => HUES[usize::from(index) % HUES.len()],
    }
}

const HUES: [Rgb; 8] = [
    [0, 114, 178],
    [230, 159, 0],
    [0, 158, 115],
    [213, 94, 0],
    [204, 121, 167],
    [86, 180, 233],
    [240, 228, 66],
    [120, 120, 120],
];

/// The end of the scale of shades: not quite solid, so that a piece on the darkest square is still seen.
fn shade_end(dark: bool) -> Rgb {
    if dark { [150, 160, 178] } else { [72, 84, 104] }
}

fn mix(from: Rgb, to: Rgb, percent: u8) -> Rgb {
    let blend = |a: u8, b: u8| {
        let (a, b, p) = (u32::from(a), u32::from(b), u32::from(percent));
        u8::try_from((a * (100 - p) + b * p) / 100).expect("a mean of two bytes is a byte")
    };
    [blend(from[0], to[0]), blend(from[1], to[1]), blend(from[2], to[2])]
}

/// The colour as `#rrggbb`.
pub(crate) fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A short name of the ink, for class names.
pub(crate) fn name(ink: Ink) -> String {
    match ink {
        Ink::Paper => "paper".to_string(),
        Ink::Rule => "rule".to_string(),
        Ink::Solid => "solid".to_string(),
        Ink::Faint => "faint".to_string(),
        Ink::Accent => "accent".to_string(),
        Ink::Warn => "warn".to_string(),
        Ink::Shade(degree) => format!("shade{}", degree.min(100)),
        Ink::Hue(index) => format!("hue{index}"),
    }
}
