//! Points of regions from two random words each, by functions without calls, so that loops over them become vectors.

use super::tosses::{GRID, Source};

/// The square, a pair of words a point.
pub struct Square;

impl Source for Square {
    const STRAIGHT: bool = true;

    #[inline(always)]
    fn point(&self, first: u32, second: u32) -> [f64; 2] {
        [f64::from(first as i32), f64::from(second as i32)]
    }
}

/// The unit disk: radius from one word, angle from the other.
pub struct Disk;

impl Source for Disk {
    const STRAIGHT: bool = true;

    #[inline(always)]
    fn point(&self, first: u32, second: u32) -> [f64; 2] {
        let radius = (GRID - 1.0) * unit(first).sqrt();
        around(radius, second)
    }
}

/// The upper half of the unit disk.
pub struct HalfDisk;

impl Source for HalfDisk {
    const STRAIGHT: bool = true;

    #[inline(always)]
    fn point(&self, first: u32, second: u32) -> [f64; 2] {
        let [x, y] = Disk.point(first, second);
        [x, y.abs()]
    }
}

/// The unit disk without a smaller one about the same centre.
pub struct Ring {
    /// The radius of the hole, below 1.
    pub inner: f64,
}

impl Source for Ring {
    #[inline(always)]
    fn point(&self, first: u32, second: u32) -> [f64; 2] {
        let hole = self.inner * self.inner;
        let radius = (GRID - 1.0) * (hole + (1.0 - hole) * unit(first)).sqrt();
        around(radius, second)
    }
}

/// The normal distribution in the plane, by Box and Muller; an eighth of the grid is the standard deviation.
pub struct Gauss;

impl Source for Gauss {
    #[inline(always)]
    fn point(&self, first: u32, second: u32) -> [f64; 2] {
        let radius = GRID / 8.0 * (-2.0 * log(unit(first))).sqrt();
        around(radius, second)
    }
}

/// The point of the grid at this distance from the middle, in the direction that a word gives.
#[inline(always)]
fn around(radius: f64, word: u32) -> [f64; 2] {
    let [cos, sin] = direction(word);
    [whole(radius * cos), whole(radius * sin)]
}

/// A word as a number between 0 and 1, never either.
#[inline(always)]
pub fn unit(word: u32) -> f64 {
    // Through the signed conversion, which every vector unit has.
    (f64::from((word ^ 0x8000_0000) as i32) + (GRID + 0.5)) / (2.0 * GRID)
}

/// The nearest whole number of a value below 2^51.
#[inline(always)]
pub fn whole(value: f64) -> f64 {
    const MAGIC: f64 = 6755399441055744.0;
    (value + MAGIC) - MAGIC
}

/// Cosine and sine of a word's share of the full turn, to about 1e-13: a quarter turn by sign and exchange, the rest by
/// Taylor.
#[inline(always)]
fn direction(word: u32) -> [f64; 2] {
    // The low 30 bits, centred: between -pi/4 and pi/4.
    let part = f64::from((word & 0x3fff_ffff) as i32) - 536_870_911.5;
    let t = part * (std::f64::consts::FRAC_PI_2 / 1_073_741_824.0);
    let s = t * t;
    let sin = t
        * (1.0
            + s * (-1.0 / 6.0
                + s * (1.0 / 120.0
                    + s * (-1.0 / 5040.0 + s * (1.0 / 362_880.0 + s * (-1.0 / 39_916_800.0 + s / 6_227_020_800.0))))));
    let cos = 1.0
        + s * (-0.5
            + s * (1.0 / 24.0
                + s * (-1.0 / 720.0
                    + s * (1.0 / 40_320.0
                        + s * (-1.0 / 3_628_800.0 + s * (1.0 / 479_001_600.0 - s / 87_178_291_200.0))))));
    let odd = word & 0x4000_0000 != 0;
    let turned = word & 0x8000_0000 != 0;
    let (x, y) = if odd { (-sin, cos) } else { (cos, sin) };
    if turned { [-x, -y] } else { [x, y] }
}

/// The natural logarithm of a normal positive number, to about 1e-14, without a call so that it vectorises.
#[inline(always)]
fn log(value: f64) -> f64 {
    let bits = value.to_bits();
    // Scales the mantissa into [sqrt(1/2), sqrt(2)).
    let shifted = bits.wrapping_add(0x3ff0_0000_0000_0000 - 0x3fe6_a09e_667f_3bcd);
    let exponent = f64::from(((shifted >> 52) as i32).wrapping_sub(1023));
    let mantissa = f64::from_bits((shifted & 0x000f_ffff_ffff_ffff).wrapping_add(0x3fe6_a09e_667f_3bcd));
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let z = s * s;
    let series = 1.0
        + z * (1.0 / 3.0
            + z * (1.0 / 5.0
                + z * (1.0 / 7.0
                    + z * (1.0 / 9.0 + z * (1.0 / 11.0 + z * (1.0 / 13.0 + z * (1.0 / 15.0 + z / 17.0)))))));
    exponent * std::f64::consts::LN_2 + 2.0 * s * series
}

/// A polygon cut into triangles on the grid; the first word chooses the triangle by area and the place in it.
pub struct Triangles {
    /// Each triangle by its share of the area below it, its own share, a corner and two sides, on the grid.
    pieces: Vec<(f64, f64, [[f64; 2]; 3])>,
}

impl Triangles {
    /// The triangles, scaled so that they fill the grid.
    pub fn new(triangles: &[[[f64; 2]; 3]]) -> Triangles {
        let corners = || triangles.iter().flatten();
        let mid: [f64; 2] = std::array::from_fn(|k| {
            let values = corners().map(|c| c[k]);
            values.clone().fold(f64::INFINITY, f64::min) / 2.0 + values.fold(f64::NEG_INFINITY, f64::max) / 2.0
        });
        let reach = corners().flat_map(|c| [(c[0] - mid[0]).abs(), (c[1] - mid[1]).abs()]).fold(0.0, f64::max);
        let scale = (GRID - 2.0) / reach;
        let area = |t: &[[f64; 2]; 3]| {
            ((t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[1][1] - t[0][1]) * (t[2][0] - t[0][0])).abs()
        };
        let total: f64 = triangles.iter().map(area).sum();
        let mut below = 0.0;
        let mut pieces = Vec::new();
        for triangle in triangles {
            let share = area(triangle) / total;
            let on_grid = triangle.map(|c| [(c[0] - mid[0]) * scale, (c[1] - mid[1]) * scale]);
            let side = |k: usize| [on_grid[k][0] - on_grid[0][0], on_grid[k][1] - on_grid[0][1]];
            pieces.push((below, share, [on_grid[0], side(1), side(2)]));
            below += share;
        }
        Triangles { pieces }
    }
}

impl Source for Triangles {
    #[inline(always)]
    fn point(&self, first: u32, second: u32) -> [f64; 2] {
        let place = unit(first);
        let index = match self.pieces.len() {
            1 => 0,
            _ => self.pieces.partition_point(|piece| piece.0 <= place).max(1) - 1,
        };
        let (below, share, [corner, one, two]) = &self.pieces[index];
        let (u, v) = (((place - below) / share).min(1.0), unit(second));
        let fold = u + v > 1.0;
        let (u, v) = (if fold { 1.0 - u } else { u }, if fold { 1.0 - v } else { v });
        [whole(corner[0] + u * one[0] + v * two[0]), whole(corner[1] + u * one[1] + v * two[1])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_without_calls_are_those_of_the_library() {
        for k in 0..20_000u32 {
            let word = k.wrapping_mul(2_654_435_761);
            let angle = (f64::from(word) + 0.5) / (2.0 * GRID) * std::f64::consts::TAU - std::f64::consts::FRAC_PI_4;
            let [cos, sin] = direction(word);
            assert!((cos - angle.cos()).abs() < 1e-13 && (sin - angle.sin()).abs() < 1e-13, "{word}");
            let u = unit(word);
            assert!(u > 0.0 && u < 1.0 && (log(u) - u.ln()).abs() < 1e-13 * (1.0 + u.ln().abs()), "{u}");
        }
        assert!(unit(0) > 0.0 && unit(u32::MAX) < 1.0);
    }
}
