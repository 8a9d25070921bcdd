//! Where the points fall: the square, the disk, a triangle, the normal distribution, or a polygon.

use engine::sampling::tosses::{Disk, Gauss, HalfDisk, Ring, Square, Tally, Triangles, tally};
use kit::{Error, Result, shorten};
use rand::{Rng, RngExt};
use std::f64::consts::TAU;

/// The most corners of a polygon.
pub const MOST_CORNERS: usize = 200;

/// A region, or a distribution in the plane.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// A square; any parallelogram is the same to an affine question.
    Square,
    /// A disk; any ellipse is the same.
    Disk,
    /// A triangle; all are the same.
    Triangle,
    /// The normal distribution.
    Gauss,
    /// The upper half of a disk.
    HalfDisk,
    /// A disk without a smaller one about the same centre: the share of the inner radius.
    Ring(f64),
    /// A regular polygon with so many corners.
    Regular(usize),
    /// A simple polygon by its corners, counterclockwise.
    Polygon(Vec<[f64; 2]>),
}

/// The regions by name.
const NAMES: [&str; 8] = ["square", "rectangle", "disk", "triangle", "gauss", "halfdisk", "ring:0.5", "ngon:6"];

impl Region {
    /// Reads a name, or the corners `X,Y X,Y ...` of a polygon.
    pub fn read(text: &str) -> Result<Region> {
        match text.trim() {
            "square" => Ok(Region::Square),
            "disk" => Ok(Region::Disk),
            "triangle" => Ok(Region::Triangle),
            "gauss" => Ok(Region::Gauss),
            "rectangle" => Ok(Region::Polygon(vec![[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]])),
            "halfdisk" => Ok(Region::HalfDisk),
            corners if corners.contains(',') => polygon(corners),
            other => match other.split_once(':') {
                Some(("ring", inner)) => ring(inner),
                Some(("ngon", corners)) => regular(corners),
                _ => Err(Error::usage(
                    format!("--region {:?}", shorten(other)),
                    "neither a region nor a polygon, and no such file",
                    format!("give one of {}, or corners X,Y", NAMES.join(", ")),
                )),
            },
        }
    }

    /// The square or the triangle if it is an affine image of one of them: to the questions of this room they are the
    /// same.
    pub fn standard(&self) -> Region {
        match self.corners() {
            Some(corners) if corners.len() == 3 => Region::Triangle,
            Some(corners) if corners.len() == 4 => {
                let size = corners.iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
                let apart = |k: usize| (corners[0][k] + corners[2][k] - corners[1][k] - corners[3][k]).abs();
                if apart(0).max(apart(1)) <= 1e-14 * size { Region::Square } else { self.clone() }
            }
            _ => self.clone(),
        }
    }

    /// Its name in an answer.
    pub fn name(&self) -> String {
        match self {
            Region::Square => "square".to_string(),
            Region::Disk => "disk".to_string(),
            Region::Triangle => "triangle".to_string(),
            Region::Gauss => "normal distribution".to_string(),
            Region::HalfDisk => "half disk".to_string(),
            Region::Ring(inner) => format!("ring with a hole of {inner} of its radius"),
            Region::Regular(corners) => format!("regular polygon of {corners} corners"),
            Region::Polygon(corners) => format!("polygon of {} corners", corners.len()),
        }
    }

    /// The corners of a polygonal region, counterclockwise.
    pub fn corners(&self) -> Option<Vec<[f64; 2]>> {
        match self {
            Region::Square => Some(vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]),
            Region::Triangle => Some(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
            Region::Polygon(corners) => Some(corners.clone()),
            Region::Regular(corners) => {
                let angle = |k: usize| (TAU * k as f64 / *corners as f64).sin_cos();
                Some((0..*corners).map(angle).map(|(y, x)| [x, y]).collect())
            }
            Region::Disk | Region::Gauss | Region::HalfDisk | Region::Ring(_) => None,
        }
    }

    /// A random point.
    pub fn point(&self, chance: &mut impl Rng) -> [f64; 2] {
        match self {
            Region::Square => [chance.random_range(-1.0..1.0), chance.random_range(-1.0..1.0)],
            Region::Triangle => {
                let (u, v): (f64, f64) = (chance.random(), chance.random());
                if u + v > 1.0 { [1.0 - u, 1.0 - v] } else { [u, v] }
            }
            Region::Disk => {
                let (radius, angle) = (chance.random::<f64>().sqrt(), TAU * chance.random::<f64>());
                [radius * angle.cos(), radius * angle.sin()]
            }
            Region::HalfDisk => {
                let [x, y] = Region::Disk.point(chance);
                [x, y.abs()]
            }
            Region::Ring(inner) => {
                let hole = inner * inner;
                let (radius, angle) =
                    ((hole + (1.0 - hole) * chance.random::<f64>()).sqrt(), TAU * chance.random::<f64>());
                [radius * angle.cos(), radius * angle.sin()]
            }
            Region::Gauss => {
                let radius = (-2.0 * (1.0 - chance.random::<f64>()).ln()).sqrt();
                let angle = TAU * chance.random::<f64>();
                [radius * angle.cos(), radius * angle.sin()]
            }
            Region::Polygon(_) | Region::Regular(_) => {
                let corners = self.corners().expect("it has corners");
                let pieces = triangles(&corners);
                let mut left = chance.random::<f64>() * area(&corners);
                let chosen = pieces.iter().find(|t| {
                    left -= area(*t);
                    left <= 0.0
                });
                let [p, q, r] = chosen.unwrap_or(&pieces[pieces.len() - 1]);
                let [u, v] = Region::Triangle.point(chance);
                std::array::from_fn(|k| p[k] + u * (q[k] - p[k]) + v * (r[k] - p[k]))
            }
        }
    }

    /// The tally of so many tosses of a stream.
    pub fn tally(&self, key: &[u32; 8], stream: u64, tosses: u64) -> Tally {
        match self {
            Region::Square => tally(&Square, key, stream, tosses),
            Region::Disk => tally(&Disk, key, stream, tosses),
            Region::Gauss => tally(&Gauss, key, stream, tosses),
            Region::HalfDisk => tally(&HalfDisk, key, stream, tosses),
            Region::Ring(inner) => tally(&Ring { inner: *inner }, key, stream, tosses),
            Region::Triangle | Region::Polygon(_) | Region::Regular(_) => {
                tally(&Triangles::new(&triangles(&self.corners().expect("it has corners"))), key, stream, tosses)
            }
        }
    }
}

fn ring(inner: &str) -> Result<Region> {
    let read = inner.parse::<f64>().ok().filter(|inner| *inner > 0.0 && *inner < 1.0);
    let wrong = || Error::usage(format!("--region ring:{}", shorten(inner)), "no share of the radius", "give ring:0.5");
    read.map(Region::Ring).ok_or_else(wrong)
}

fn regular(corners: &str) -> Result<Region> {
    let read = corners.parse::<usize>().ok().filter(|n| (3..=MOST_CORNERS).contains(n));
    let wrong = || {
        let why = format!("not from 3 to {MOST_CORNERS} corners");
        Error::usage(format!("--region ngon:{}", shorten(corners)), why, "give ngon:6")
    };
    read.map(Region::Regular).ok_or_else(wrong)
}

fn polygon(text: &str) -> Result<Region> {
    let refuse = |why: &str| Error::usage("--region", why, "give the corners X,Y of a simple polygon in their order");
    let mut corners: Vec<[f64; 2]> = Vec::new();
    for word in text.split([' ', '\n', '\r', '\t', ';']).filter(|w| !w.is_empty()) {
        let corner = super::fit::read_point(word)?.map(|x| engine::rational::to_f64(&x));
        if corner.iter().any(|x| !x.is_finite() || x.abs() > 1e100) {
            return Err(refuse("a corner is too far away"));
        }
        corners.push(corner);
    }
    if corners.len() > MOST_CORNERS {
        return Err(Error::too_large(
            format!("a polygon of {} corners", corners.len()),
            format!("the limit is {MOST_CORNERS}"),
            "simplify it",
        ));
    }
    if corners.len() < 3 {
        return Err(refuse("a polygon has at least three corners"));
    }
    let size = corners.iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
    let area = area(&corners);
    if area.abs() <= 1e-12 * size * size {
        return Err(refuse("its area is zero"));
    }
    if area < 0.0 {
        corners.reverse();
    }
    match crossing(&corners) {
        Some((i, j)) => Err(refuse(&format!("the sides after corners {} and {} meet", i + 1, j + 1))),
        None => Ok(Region::Polygon(corners)),
    }
}

/// The area of a polygon, positive if counterclockwise.
pub fn area(corners: &[[f64; 2]]) -> f64 {
    sides(corners).map(|(p, q)| (p[0] * q[1] - p[1] * q[0]) / 2.0).sum()
}

/// The sides of a polygon.
pub fn sides(corners: &[[f64; 2]]) -> impl Iterator<Item = ([f64; 2], [f64; 2])> {
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

fn turn(p: [f64; 2], q: [f64; 2], r: [f64; 2]) -> f64 {
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
}

fn crossing(corners: &[[f64; 2]]) -> Option<(usize, usize)> {
    let n = corners.len();
    let side = |i: usize| (corners[i], corners[(i + 1) % n]);
    let meet = |(a, b), (c, d)| turn(a, b, c) * turn(a, b, d) <= 0.0 && turn(c, d, a) * turn(c, d, b) <= 0.0;
    for i in 0..n {
        if corners[i] == corners[(i + 1) % n] {
            return Some((i, (i + 1) % n));
        }
        for j in i + 2..n {
            if (j + 1) % n != i && meet(side(i), side(j)) {
                return Some((i, j));
            }
        }
    }
    None
}

/// A simple counterclockwise polygon cut into triangles, ear by ear.
pub fn triangles(corners: &[[f64; 2]]) -> Vec<[[f64; 2]; 3]> {
    let mut left: Vec<[f64; 2]> = corners.to_vec();
    let mut triangles = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let ear = |i: usize| {
            let (p, q, r) = (left[(i + n - 1) % n], left[i], left[(i + 1) % n]);
            let inside = |&c: &[f64; 2]| {
                c != p && c != q && c != r && turn(p, q, c) >= 0.0 && turn(q, r, c) >= 0.0 && turn(r, p, c) >= 0.0
            };
            turn(p, q, r) > 0.0 && !left.iter().any(inside)
        };
        // A simple polygon always has an ear; a flat corner is as good once none is left.
        let i = (0..n).find(|&i| ear(i)).unwrap_or(0);
        triangles.push([left[(i + n - 1) % n], left[i], left[(i + 1) % n]]);
        left.remove(i);
    }
    triangles.push([left[0], left[1], left[2]]);
    triangles.retain(|&[p, q, r]| turn(p, q, r) > 0.0);
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_is_cut_into_triangles_of_its_area() {
        let shapes = ["0,0 4,0 4,1 1,1 1,4 0,4", "0,0 2,1 4,0 3,2 4,4 2,3 0,4 1,2", "0,0 1,0 2,0 2,2 0,2"];
        for text in shapes {
            let Region::Polygon(corners) = Region::read(text).unwrap() else { panic!("{text}") };
            let sum: f64 = triangles(&corners).iter().map(|t| area(t)).sum();
            assert!((sum - area(&corners)).abs() < 1e-12, "{text}: {sum}");
        }
    }

    #[test]
    fn what_is_no_region_is_refused() {
        for text in [
            "ring:1",
            "ring:0",
            "ring:x",
            "ngon:2",
            "ngon:201",
            "ngon:",
            "blob:3",
            "circle",
            "0,0 1,1",
            "0,0 1,1 2,2",
            "0,0 1,1 1,0 0,1",
            "0,0 1,x 2,2",
            "0,0 0,0 1,1 2,0",
        ] {
            assert!(Region::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn both_ways_to_toss_agree_in_every_region() {
        use super::super::sample::standard_error;
        use rand::SeedableRng;
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(21);
        for region in [Region::HalfDisk, Region::Ring(0.6), Region::Regular(6), Region::Regular(5)] {
            let tosses = 300_000;
            let fast = region.tally(&engine::sampling::stream::key(6), 0, tosses).ellipses as f64 / tosses as f64;
            let slow = (0..tosses)
                .filter(|_| {
                    let five: [[f64; 2]; 5] = std::array::from_fn(|_| region.point(&mut chance));
                    engine::sampling::tosses::discriminant(&five).0 < 0.0
                })
                .count() as f64
                / tosses as f64;
            let apart = (fast - slow).abs() / (2f64.sqrt() * standard_error(fast, tosses));
            assert!(apart < 4.5, "{region:?}: {fast} and {slow}");
        }
    }

    #[test]
    fn affine_images_are_known() {
        for text in ["rectangle", "ngon:4", "0,0 3,1 4,5 1,4", "0,0 0.3,0.1 0.4,0.5 0.1,0.4"] {
            assert_eq!(Region::read(text).unwrap().standard(), Region::Square, "{text}");
        }
        for text in ["ngon:3", "0,0 5,1 2,8"] {
            assert_eq!(Region::read(text).unwrap().standard(), Region::Triangle, "{text}");
        }
        let trapeze = Region::read("0,0 4,0 3,1 1,1").unwrap();
        assert_eq!(trapeze.standard(), trapeze);
    }

    #[test]
    fn a_square_given_as_a_polygon_is_a_square() {
        let polygon = Region::read("0,0 3,1 4,5 1,4").unwrap();
        let share = |r: &Region| r.tally(&engine::sampling::stream::key(5), 0, 400_000).ellipses as f64 / 400_000.0;
        // A parallelogram is an affine image of the square; four standard errors of a difference.
        assert!((share(&polygon) - share(&Region::Square)).abs() < 4.0 * (2.0 * 0.2f64 / 400_000.0).sqrt());
    }
}
