//! What each ink looks like on light and on dark paper.
//!
//! Hues are those of Okabe and Ito, which people with any colour vision can tell apart; shapes and texts repeat what
//! colour says. A shape stands out from its paper by 3:1 and a letter from its ground by 4.5:1, as the guidelines for
//! accessible pages ask (WCAG 2.2, 1.4.3 and 1.4.11); shades are grounds, and are told apart by what is written or
//! drawn on them.

use kit::Ink;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// What a letter keeps from its ground at least.
const READABLE: f64 = 4.5;

/// The colour of an ink as a shape.
pub(crate) fn colour(ink: Ink, dark: bool) -> Rgb {
    let light_and_dark = match ink {
        Ink::Paper => [0xFFFFFF, 0x16181D],
        Ink::Rule => [0x868B94, 0x6E7480],
        Ink::Solid => [0x1D2430, 0xE8EAF0],
        Ink::Faint => [0x90959E, 0x656B76],
        Ink::Accent => [0x1F6FB2, 0x60AAEC],
        Ink::Warn => [0xC2410C, 0xF08048],
        Ink::Shade(degree) => return mix(colour(Ink::Paper, dark), shade_end(dark), degree.min(100)),
        Ink::Hue(index) => [HUES_ON_LIGHT, HUES_ON_DARK].map(|hues| hues[usize::from(index) % hues.len()]),
    };
    // As pages write it.
    let [_, r, g, b] = u32::to_be_bytes(light_and_dark[usize::from(dark)]);
    [r, g, b]
}

/// Red, blue, green, orange, purple, sky, yellow, grey: so that the colours of a puzzle on white are what their usual
/// letters say.
const HUES_ON_DARK: [u32; 8] = [0xD55E00, 0x0072B2, 0x009E73, 0xE69F00, 0xCC79A7, 0x56B4E9, 0xF0E442, 0x969696];

/// The same for white paper: orange, sky and yellow are darker, and red is redder to stay apart from orange.
const HUES_ON_LIGHT: [u32; 8] = [0xC84614, 0x0072B2, 0x009E73, 0xBE7D00, 0xCC79A7, 0x2E8BC0, 0x7A8014, 0x787878];

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

/// How light a colour looks, from 0 to 1.
fn luminance(colour: Rgb) -> f64 {
    let linear = |byte: u8| {
        let value = f64::from(byte) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let [r, g, b] = colour.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The contrast of two colours, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// What a letter is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letter {
    /// Its ink, as it is written on paper.
    Own(Ink),
    /// Black, on a ground where its ink could not be read.
    Black,
    /// White.
    White,
}

impl Letter {
    /// What a letter of that ink is written with on that ground.
    pub(crate) fn on(ink: Ink, ground: Ink, dark: bool) -> Letter {
        let ground = colour(ground, dark);
        let own = Letter::Own(ink);
        if contrast(own.colour(dark), ground) >= READABLE {
            return own;
        }
        // One of them is always readable: their contrasts to any ground multiply to 21.
        match contrast([0; 3], ground) >= contrast([255; 3], ground) {
            true => Letter::Black,
            false => Letter::White,
        }
    }

    /// Its colour.
    pub(crate) fn colour(self, dark: bool) -> Rgb {
        match self {
            Letter::Own(ink) => readable(colour(ink, dark), dark),
            Letter::Black => [0; 3],
            Letter::White => [255; 3],
        }
    }

    /// A short name, for class names.
    pub(crate) fn name(self) -> String {
        match self {
            Letter::Own(ink) => name(ink),
            Letter::Black => "black".to_string(),
            Letter::White => "white".to_string(),
        }
    }
}

/// A colour moved towards the solid ink just as far as it takes to be read on paper. The paper itself is for letters on
/// other grounds.
fn readable(own: Rgb, dark: bool) -> Rgb {
    let (paper, solid) = (colour(Ink::Paper, dark), colour(Ink::Solid, dark));
    if own == paper {
        return own;
    }
    (0..=100).map(|percent| mix(own, solid, percent)).find(|c| contrast(*c, paper) >= READABLE).unwrap_or(solid)
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
        Ink::Hue(index) => format!("hue{}", usize::from(index) % HUES_ON_LIGHT.len()),
    }
}

/// Every ink that looks different from the others.
pub(crate) fn all() -> impl Iterator<Item = Ink> {
    let fixed = [Ink::Paper, Ink::Rule, Ink::Solid, Ink::Faint, Ink::Accent, Ink::Warn];
    fixed.into_iter().chain((0..=100).map(Ink::Shade)).chain((0..8).map(Ink::Hue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_measured_as_the_guidelines_do() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
        assert!((contrast([119; 3], [255; 3]) - 4.478).abs() < 1e-3);
        assert!((contrast([255, 0, 0], [255; 3]) - 3.998).abs() < 1e-3);
    }

    #[test]
    fn every_letter_can_be_read_on_every_ground() {
        for dark in [false, true] {
            for ground in all() {
                for ink in all() {
                    let letter = Letter::on(ink, ground, dark);
                    let reached = contrast(letter.colour(dark), colour(ground, dark));
                    assert!(reached >= READABLE, "{ink:?} on {ground:?}, dark {dark}: {letter:?} has {reached:.2}");
                }
            }
        }
    }

    #[test]
    fn every_shape_stands_out_from_its_paper() {
        for dark in [false, true] {
            let shades = |ink: &Ink| !matches!(ink, Ink::Paper | Ink::Shade(_));
            for ink in all().filter(shades) {
                let reached = contrast(colour(ink, dark), colour(Ink::Paper, dark));
                assert!(reached >= 3.0, "{ink:?}, dark {dark}: {reached:.2}");
            }
        }
    }

    #[test]
    fn letters_keep_their_ink_on_paper_and_hues_stay_apart() {
        for dark in [false, true] {
            for ink in [Ink::Rule, Ink::Solid, Ink::Faint, Ink::Accent, Ink::Warn, Ink::Hue(0)] {
                assert_eq!(Letter::on(ink, Ink::Paper, dark), Letter::Own(ink), "dark {dark}");
            }
            for (a, b) in (0..8).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let [x, y] = [a, b].map(|index| colour(Ink::Hue(index), dark));
                let apart: u32 = x.iter().zip(y).map(|(x, y)| u32::from(x.abs_diff(y))).sum();
                assert!(apart > 60, "hues {a} and {b}, dark {dark}: {apart}");
            }
        }
    }

    #[test]
    fn the_first_hues_are_red_and_blue() {
        for dark in [false, true] {
            let [[red, _, low], [none, _, blue]] = [0, 1].map(|index| colour(Ink::Hue(index), dark));
            assert!(red > 150 && low < 50 && blue > 150 && none < 50);
        }
    }
}
