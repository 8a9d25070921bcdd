//! Published values to compare with, each with its source.

use super::packing::Wall;

/// The diameters of the fourteen, in inches.
pub const FOURTEEN: &str = "2.150,2.250,2.308,2.348,2.586,2.684,2.684,2.964,2.986,3.194,3.320,3.414,3.670,3.736";

/// A published size and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The radius of the circle, or the side of the square, that holds disks of radius 1 (equal disks) or 1, 2, ..., N.
    pub size: f64,
    /// The unit of its last digit as published.
    pub unit: f64,
    /// Whether it is proved.
    pub proved: bool,
    /// Its source.
    pub source: &'static str,
}

/// Radii of the least known circles around N unit disks, N = 1, 2, ..., 20.
const IN_CIRCLE: [(f64, &str); 20] = [
    (1.0, "trivial"),
    (2.0, "trivial"),
    (2.154, "1 + 2/sqrt 3, trivial"),
    (2.414, "1 + sqrt 2, trivial"),
    (2.701, "Graham 1968"),
    (3.0, "Graham 1968"),
    (3.0, "trivial"),
    (3.304, "1 + 1/sin(pi/7), Pirl 1969"),
    (3.613, "1 + sqrt(2(2 + sqrt 2)), Pirl 1969"),
    (3.813, "Pirl 1969"),
    (3.923, "1 + 1/sin(pi/9), Melissen 1994"),
    (4.029, "Fodor 2000"),
    (4.236, "2 + sqrt 5, Fodor 2003"),
    (4.328, "Goldberg 1971, conjectured"),
    (4.521, "Pirl 1969, conjectured"),
    (4.615, "Goldberg 1971, conjectured"),
    (4.792, "Reis 1975, conjectured"),
    (4.863, "Pirl 1969, conjectured"),
    (4.863, "1 + sqrt 2 + sqrt 6, Fodor 1999"),
    (5.122, "Goldberg 1971, conjectured"),
];

/// Radii of the best circles in the unit square, N = 1, 2, ..., 10.
const IN_SQUARE: [(f64, &str); 10] = [
    (0.5, "trivial"),
    (0.292893, "1/(2 + sqrt 2), trivial"),
    (0.254333, "Schwartz 1970 and earlier"),
    (0.25, "Schwartz 1970 and earlier"),
    (0.207106, "1/(2 + 2 sqrt 2), Schwartz 1970 and earlier"),
    (0.187680, "Melissen 1994 and earlier"),
    (0.174457, "Schaer, unpublished; Markot and Csendes"),
    (0.170540, "Schaer and Meir 1965"),
    (0.166666, "1/6, Schaer 1965"),
    (0.148204, "de Groot, Peikert and Wuertz 1990"),
];

/// Radii of the least known circles around disks of radius 1, 2, ..., N, for N = 5, 6, ...
const CONTEST: [f64; 16] = [
    9.00139774,
    11.05704039,
    13.46211067,
    16.22174667,
    19.2331939,
    22.00019301,
    24.96063428,
    28.37138943,
    31.54586701,
    35.09564714,
    38.8379955,
    42.45811643,
    46.29134211,
    50.11976262,
    54.24029359,
    58.40056747,
];

/// The published value for N equal disks of radius 1.
pub fn equal(n: usize, wall: Wall) -> Option<Known> {
    let index = n.checked_sub(1)?;
    Some(match wall {
        Wall::Circle => {
            let &(size, source) = IN_CIRCLE.get(index)?;
            Known { size, unit: 1e-3, proved: !source.contains("conjectured"), source }
        }
        Wall::Square => {
            let &(radius, source) = IN_SQUARE.get(index)?;
            // A radius r in the unit square is a square of side 1/r around unit disks.
            Known { size: 1.0 / radius, unit: 1e-6 / (radius * radius), proved: true, source }
        }
    })
}

/// The published value for disks of radius 1, 2, ..., N.
pub fn contest(n: usize) -> Option<Known> {
    let size = *CONTEST.get(n.checked_sub(5)?)?;
    let source =
        "Ye, Huang and Lu, Iterated tabu search for packing unequal circles in a circle, Table 4; contest of 2005/06";
    Some(Known { size, unit: 1e-7, proved: false, source })
}

impl Known {
    /// Whether a size that was found is the published one to its digits (published digits are cut, not rounded, or
    /// rounded up).
    pub fn agrees(&self, found: f64) -> bool {
        (found - self.size).abs() <= 1.01 * self.unit
    }
}
