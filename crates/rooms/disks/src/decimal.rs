//! A solution in decimals, and its check in whole numbers: nothing is rounded and no tolerance is granted.
//!
//! The file: a line `circle 12` or `square 12` with the size of the cavity (its diameter or side, the middle at the
//! origin), then one line `DIAMETER X Y` a disk. `#` begins a remark.

use super::packing::{Disks, Wall};
use dashu::base::{Abs, Signed};
use dashu::integer::IBig;
use dashu::rational::RBig;
use engine::rational::{decimal_text, quotient, read, scaled, to_f64};
use kit::{Error, Result, shorten};
use std::fmt::Write as _;

/// The most disks of one packing.
pub const MOST_DISKS: usize = 500;

/// The most decimals of one number.
pub const MOST_DECIMALS: usize = 100;

/// Numbers are below ten to this power, so that their squares and quotients are within the reach of doubles.
pub const FARTHEST: usize = 30;

/// Disks at decimal places in a cavity; all numbers are whole multiples of ten to the minus `decimals`.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The shape of the cavity.
    pub wall: Wall,
    /// Its diameter or side.
    pub size: IBig,
    /// Diameter, x and y of each disk.
    pub disks: Vec<[IBig; 3]>,
    /// How many decimals the numbers have.
    pub decimals: usize,
}

/// What is wrong with a solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The disk reaches beyond the wall, by about so much.
    Outside(usize, f64),
    /// Two disks overlap, by about so much.
    Overlap(usize, usize, f64),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Outside(i, by) => write!(f, "disk {} reaches {by:.3e} beyond the wall", i + 1),
            Fault::Overlap(i, j, by) => write!(f, "disks {} and {} overlap by {by:.3e}", i + 1, j + 1),
        }
    }
}

impl Solution {
    /// Reads the file.
    pub fn read(text: &str) -> Result<Solution> {
        let mut wall = None;
        let mut numbers: Vec<[RBig; 3]> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
            let refuse = |why: &str| {
                let instead = "write circle SIZE or square SIZE first, then DIAMETER X Y for each disk";
                Error::usage(format!("line {}, {:?}", index + 1, shorten(line)), why, instead)
            };
            let number = |word: &str| read(word).map_err(|e| refuse(&e.to_string()));
            match (words.as_slice(), &wall) {
                ([], _) => {}
                (["circle" | "square" | "container", size], None) => {
                    wall = Some((Wall::read(words[0]), number(size)?));
                }
                ([_, _, _], None) | ([_, _], None) => return Err(refuse("the cavity must come first")),
                ([d, x, y], Some(_)) => numbers.push([number(d)?, number(x)?, number(y)?]),
                _ => return Err(refuse("not a line of a solution")),
            }
        }
        let Some((wall, size)) = wall else {
            return Err(Error::usage("the solution", "it has no cavity", "begin with a line circle SIZE"));
        };
        if numbers.is_empty() {
            return Err(Error::usage("the solution", "it has no disks", "write DIAMETER X Y for each disk"));
        }
        if numbers.len() > MOST_DISKS {
            return Err(too_many(numbers.len()));
        }
        Solution::new(wall, &size, &numbers)
    }

    /// From exact numbers; refuses those that are no decimals, and disks or cavities without size.
    pub fn new(wall: Wall, size: &RBig, disks: &[[RBig; 3]]) -> Result<Solution> {
        let mut decimals = 0;
        for number in disks.iter().flatten().chain([size]) {
            let needed = engine::rational::decimals(number, MOST_DECIMALS).ok_or_else(|| {
                Error::usage(number, "not a decimal number", format!("write at most {MOST_DECIMALS} decimals"))
            })?;
            decimals = decimals.max(needed);
        }
        let far = RBig::from(IBig::from(10).pow(FARTHEST));
        if let Some(number) = disks.iter().flatten().chain([size]).find(|number| (*number).clone().abs() >= far) {
            // By its digits: a float would say inf of what is beyond all floats.
            let written = format!("about 1e{}", number.clone().abs().trunc().to_string().len() - 1);
            return Err(Error::usage(
                written,
                format!("too far out: the limit is 1e{FARTHEST}"),
                "give smaller numbers",
            ));
        }
        if !size.is_positive() || size.is_zero() {
            return Err(Error::usage(size, "the cavity has no size", "give a positive one"));
        }
        if let Some(at) = disks.iter().position(|d| !d[0].is_positive() || d[0].is_zero()) {
            return Err(Error::usage(
                format!("disk {}", at + 1),
                "its diameter is not positive",
                "give a positive one",
            ));
        }
        let whole = |number: &RBig| scaled(number, decimals).expect("the decimals suffice");
        let disks = disks.iter().map(|d| [whole(&d[0]), whole(&d[1]), whole(&d[2])]).collect();
        Ok(Solution { wall, size: whole(size), disks, decimals })
    }

    /// Every disk inside and no two overlapping, in whole numbers; the first fault otherwise.
    pub fn check(&self) -> Option<Fault> {
        let four = IBig::from(4);
        let unit = IBig::from(10).pow(self.decimals);
        for (i, [d, x, y]) in self.disks.iter().enumerate() {
            let room = &self.size - d;
            let inside = match self.wall {
                Wall::Circle => !room.is_negative() && &four * (x * x + y * y) <= &room * &room,
                Wall::Square => IBig::from(2) * x.clone().abs() <= room && IBig::from(2) * y.clone().abs() <= room,
            };
            if !inside {
                return Some(Fault::Outside(i, -self.wall_gap(i)));
            }
            for (j, [e, u, v]) in self.disks[..i].iter().enumerate() {
                let (dx, dy, reach) = (x - u, y - v, d + e);
                let square = &four * (&dx * &dx + &dy * &dy);
                let reach_square = &reach * &reach;
                if square < reach_square {
                    // (reach^2 - 4 distance^2) / (2 (reach + 2 distance)) without cancellation.
                    let short = quotient(&(reach_square - &square), &(&unit * &unit));
                    let long = quotient(&reach, &unit) + quotient(&square, &(&unit * &unit)).sqrt();
                    return Some(Fault::Overlap(j, i, short / (2.0 * long)));
                }
            }
        }
        None
    }

    fn wall_gap(&self, i: usize) -> f64 {
        let unit = IBig::from(10).pow(self.decimals);
        let [d, x, y] = &self.disks[i];
        let square = &unit * &unit;
        match self.wall {
            Wall::Circle => {
                let room = &self.size - d;
                let four = IBig::from(4) * (x * x + y * y);
                let sign = if room.is_negative() { -1.0 } else { 1.0 };
                let short = quotient(&(IBig::from(sign as i32) * &room * &room - &four), &square);
                short / (2.0 * (quotient(&room, &unit).abs() + quotient(&four, &square).sqrt()).max(1e-300))
            }
            Wall::Square => {
                let far = x.clone().abs().max(y.clone().abs());
                quotient(&(&self.size - d - IBig::from(2) * far), &unit) / 2.0
            }
        }
    }

    /// The least gap between two disks or a disk and the wall.
    pub fn gap(&self) -> f64 {
        let unit = IBig::from(10).pow(self.decimals);
        let square_unit = &unit * &unit;
        let mut least = f64::INFINITY;
        for (i, [d, x, y]) in self.disks.iter().enumerate() {
            least = least.min(self.wall_gap(i));
            for [e, u, v] in &self.disks[..i] {
                let (dx, dy, reach) = (x - u, y - v, d + e);
                let square = IBig::from(4) * (&dx * &dx + &dy * &dy);
                let spare = quotient(&(&square - &reach * &reach), &square_unit);
                let long = quotient(&reach, &unit) + quotient(&square, &square_unit).sqrt();
                least = least.min(spare / (2.0 * long));
            }
        }
        least
    }

    /// The file.
    pub fn text(&self) -> String {
        let number = |n: &IBig| trimmed(decimal_text(n, self.decimals));
        let mut text = format!("{} {}\n", self.wall.name(), number(&self.size));
        for [d, x, y] in &self.disks {
            let fixed = |n: &IBig| decimal_text(n, self.decimals);
            writeln!(text, "{} {} {}", number(d), fixed(x), fixed(y)).expect("writing to a string cannot fail");
        }
        text
    }

    /// The centres as doubles.
    pub fn centres(&self) -> Vec<[f64; 2]> {
        let unit = IBig::from(10).pow(self.decimals);
        self.disks.iter().map(|[_, x, y]| [quotient(x, &unit), quotient(y, &unit)]).collect()
    }

    /// The disks as doubles, and half the size of the cavity.
    pub fn disks(&self) -> (Disks, f64) {
        let unit = IBig::from(10).pow(self.decimals);
        let radii = self.disks.iter().map(|[d, ..]| quotient(d, &unit) / 2.0).collect();
        (Disks { radii, wall: self.wall }, quotient(&self.size, &unit) / 2.0)
    }
}

/// Too many disks.
pub fn too_many(count: usize) -> Error {
    Error::too_large(format!("{count} disks"), format!("the limit is {MOST_DISKS}"), "give fewer")
}

fn trimmed(text: String) -> String {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

/// The layout with as few decimals as pass the check. The layout is first spread so that it shares what room the cavity
/// leaves, and in a circle it is turned through many angles, since some round better than others.
pub fn few_decimals(wall: Wall, size: &RBig, diameters: &[RBig], layout: &[f64], tight: f64) -> Option<Solution> {
    let half = to_f64(size) / 2.0;
    let spare = (half / tight - 1.0).max(0.0);
    let angles = if wall == Wall::Circle { 90 } else { 1 };
    for decimals in 1..=15 {
        for angle in 0..angles {
            let (sin, cos) = (f64::from(angle) * std::f64::consts::TAU / 90.0).sin_cos();
            for share in [0.5, 0.35, 0.65] {
                let spread = 1.0 + share * spare;
                let place = |k: usize| {
                    let (x, y) = (layout[2 * k] * spread, layout[2 * k + 1] * spread);
                    [rounded(x * cos - y * sin, decimals), rounded(x * sin + y * cos, decimals)]
                };
                let disks: Vec<[RBig; 3]> = (0..diameters.len())
                    .map(|k| {
                        let [x, y] = place(k);
                        [diameters[k].clone(), x, y]
                    })
                    .collect();
                if let Ok(solution) = Solution::new(wall, size, &disks)
                    && solution.check().is_none()
                {
                    return Some(solution);
                }
            }
        }
    }
    None
}

fn rounded(value: f64, decimals: usize) -> RBig {
    let scaled = (value * 10f64.powi(decimals as i32)).round();
    RBig::from_parts(IBig::from(scaled as i128), dashu::integer::UBig::from(10u8).pow(decimals))
}

/// Reads positive decimals separated by commas.
pub fn read_diameters(text: &str) -> Result<Vec<RBig>> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    if words.len() > MOST_DISKS {
        return Err(too_many(words.len()));
    }
    words.into_iter().map(positive).collect()
}

/// Reads a positive decimal.
pub fn positive(word: &str) -> Result<RBig> {
    let number = read(word)?;
    if !number.is_positive() || number.is_zero() {
        return Err(Error::usage(format!("{word:?}"), "not positive", "give a positive decimal number"));
    }
    let size = to_f64(&number);
    if engine::rational::decimals(&number, 30).is_none() || !(1e-12..=1e12).contains(&size) {
        return Err(Error::usage(
            format!("{:?}", kit::shorten(word)),
            "not a decimal number between 1e-12 and 1e12 with at most 30 decimals",
            "write 2.150",
        ));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_is_allowed_and_overlap_is_not_however_small() {
        let fault = |text: &str| Solution::read(text).unwrap().check();
        assert_eq!(fault("circle 4\n2 1 0\n2 -1 0\n"), None);
        assert!(matches!(fault("circle 4\n2 0.9999999 0\n2 -1 0\n"), Some(Fault::Overlap(0, 1, by)) if by > 0.9e-7));
        let tiny = "circle 4\n2 0.99999999999999999999999999999999 0\n2 -1 0\n";
        assert!(matches!(fault(tiny), Some(Fault::Overlap(0, 1, by)) if by > 0.9e-32 && by < 1.1e-32));
        assert!(matches!(fault("circle 4\n2 1.0000001 0\n2 -1 0\n"), Some(Fault::Outside(0, by)) if by > 0.9e-7));
        assert!(matches!(fault("circle 1\n2 0 0\n"), Some(Fault::Outside(0, _))));
        assert_eq!(fault("square 2\n1 0.5 0.5\n1 -0.5 0.5\n1 0.5 -0.5\n1 -0.5 -0.5\n"), None);
        assert!(fault("square 2\n1 0.5 0.51\n").is_some());
    }

    #[test]
    fn what_is_no_solution_is_refused() {
        for text in [
            "",
            "circle 4",
            "2 1 0\ncircle 4",
            "circle 4\n2 NaN 0",
            "circle 4\n2 1",
            "circle 4\n-2 1 0",
            "circle 0\n2 1 0",
            "circle -4\n2 1 0",
            "circle 4\n2 1 0\ncircle 4",
            "circle 4\n2 inf 0",
            "circle 4\n2 1/3 0",
            "circle 4\n0 1 0",
        ] {
            assert!(Solution::read(text).is_err(), "{text:?}");
        }
        let flat = Solution::read("circle 4\n2 1 0\n0 1 0").unwrap_err().to_string();
        assert!(flat.starts_with("disk 2: its diameter"), "{flat}");
        let crowd = format!("circle 4\n{}", "1 0 0\n".repeat(501));
        assert_eq!(Solution::read(&crowd).unwrap_err().trouble(), kit::Trouble::TooLarge);
    }

    #[test]
    fn the_text_is_read_back() {
        let text = "circle 4\n2 1.000 0.000\n2 -1.000 0.000\n0.125 0.000 1.500\n";
        let solution = Solution::read(text).unwrap();
        assert_eq!(solution.text(), text);
        assert!(solution.gap() <= 0.0 + 1e-15);
    }
}
