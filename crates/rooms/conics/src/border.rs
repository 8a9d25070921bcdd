//! Borders of regions as sides and arcs, and the directions of axes that their symmetry leaves.

use super::region::{Region, area};
use std::f64::consts::{PI, TAU};

/// A point of the plane.
pub type Point = [f64; 2];

/// A piece of the border.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// A side from one corner to the next.
    Side(Point, Point),
    /// An arc about a centre, counterclockwise from one angle to another.
    Arc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// The angle at which it begins.
        from: f64,
        /// The angle at which it ends.
        to: f64,
    },
}

impl Piece {
    /// Whether it is a whole circle about the origin, which looks the same in every mirror through it.
    pub fn is_mirrored(&self) -> bool {
        matches!(*self, Piece::Arc { centre, from, to, .. } if centre == [0.0; 2] && to - from >= TAU - 1e-12)
    }
}

/// Axes from one direction to another, which stand for so many stretches like it.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    /// From this direction, in radians.
    pub from: f64,
    /// To this one; a single direction stands for all.
    pub to: f64,
    /// So many times.
    pub copies: f64,
}

/// The border of a region, and the directions that are left by its symmetry.
#[derive(Clone, Debug)]
pub struct Border {
    /// Its sides and arcs.
    pub pieces: Vec<Piece>,
    /// The directions of axes.
    pub axes: Vec<Axes>,
    /// The area of the region.
    pub area: f64,
    /// A length of its size.
    pub size: f64,
    /// Where the range of openings is cut besides.
    cuts: Vec<f64>,
}

impl Border {
    /// The border of a polygon, of a half disk, of a disk or of a ring; others have none.
    pub fn of(region: &Region) -> Option<Border> {
        let whole = |radius: f64| Piece::Arc { centre: [0.0; 2], radius, from: 0.0, to: TAU };
        let turned = vec![Axes { from: PI / 2.0, to: PI / 2.0, copies: 1.0 }];
        Some(match region {
            Region::Disk => Border { pieces: vec![whole(1.0)], axes: turned, area: PI, size: 1.0, cuts: Vec::new() },
            Region::Ring(inner) => Border {
                pieces: vec![whole(1.0), whole(*inner)],
                axes: turned,
                area: PI * (1.0 - inner * inner),
                size: 1.0,
                cuts: vec![inner.sqrt()],
            },
            Region::HalfDisk => Border {
                pieces: vec![
                    Piece::Arc { centre: [0.0; 2], radius: 1.0, from: 0.0, to: PI },
                    Piece::Side([-1.0, 0.0], [1.0, 0.0]),
                ],
                axes: beside_the_diameter(),
                area: PI / 2.0,
                size: 1.0,
                cuts: Vec::new(),
            },
            other => {
                let corners = other.corners()?;
                let side = |k: usize| Piece::Side(corners[k], corners[(k + 1) % corners.len()]);
                let area = area(&corners);
                Border {
                    pieces: (0..corners.len()).map(side).collect(),
                    axes: axes(other, &corners),
                    area,
                    size: (area / PI).sqrt(),
                    cuts: Vec::new(),
                }
            }
        })
    }

    /// Whether it looks the same in every mirror through the origin.
    pub fn is_mirrored(&self) -> bool {
        self.pieces.iter().all(Piece::is_mirrored)
    }

    /// Whether some of it is no side.
    pub fn has_arcs(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Arc { .. }))
    }

    /// The range of openings in a few steps, from 0 to 2 as [`super::parabolas`] counts them.
    pub fn steps(&self) -> Vec<f64> {
        const BETWEEN_SIDES: &[f64] = &[0.0, 0.1, 0.3, 0.6, 1.0, 1.15, 1.3, 1.45, 1.6, 1.7, 1.8, 1.9, 1.95, 1.98, 2.0];
        if !self.has_arcs() {
            return BETWEEN_SIDES.to_vec();
        }
        let corners = self.pieces.iter().any(|piece| matches!(piece, Piece::Side(..)));
        let half: &[f64] = if corners { &[0.0, 0.1, 0.2, 0.3, 0.4, 0.55, 0.75, 1.0] } else { &[0.0, 0.3, 0.6, 1.0] };
        let half = half.iter().chain(&self.cuts).copied();
        let mut steps: Vec<f64> = half.flat_map(|step| [step, 2.0 - step]).collect();
        steps.sort_by(f64::total_cmp);
        steps.dedup();
        steps
    }

    /// The border with the axis of that direction pointing up.
    pub fn turned(&self, direction: f64) -> Vec<Piece> {
        let (sin, cos) = (direction - PI / 2.0).sin_cos();
        let turn = |p: Point| [cos * p[0] + sin * p[1], cos * p[1] - sin * p[0]];
        let angle = direction - PI / 2.0;
        let piece = |piece: &Piece| match *piece {
            Piece::Side(p, q) => Piece::Side(turn(p), turn(q)),
            Piece::Arc { centre, radius, from, to } => {
                Piece::Arc { centre: turn(centre), radius, from: from - angle, to: to - angle }
            }
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// The directions of axes in a half disk: a cut at the axis along the diameter, and shorter stretches near it.
fn beside_the_diameter() -> Vec<Axes> {
    let steps = [0.0, 0.1, 0.25, PI / 6.0, PI / 3.0, PI / 2.0];
    let both = |w: &[f64]| [(w[0], w[1]), (-w[1], -w[0])].map(|(from, to)| Axes { from, to, copies: 2.0 });
    steps.windows(2).flat_map(both).collect()
}

/// The directions of axes, cut where the line through two corners points along the axis.
fn axes(region: &Region, corners: &[Point]) -> Vec<Axes> {
    if let Region::Regular(n) = region {
        let step = PI / (4 * n) as f64;
        let copies = (2 * n) as f64;
        return [0.0, 1.0, 2.0, 3.0].map(|k| Axes { from: k * step, to: (k + 1.0) * step, copies }).to_vec();
    }
    let mut cuts = vec![0.0, PI];
    for (k, p) in corners.iter().enumerate() {
        cuts.extend(corners[..k].iter().map(|q| (p[1] - q[1]).atan2(p[0] - q[0]).rem_euclid(PI)));
    }
    cuts.sort_by(f64::total_cmp);
    let half = cuts.windows(2).filter(|w| w[1] - w[0] > 1e-12);
    half.flat_map(|w| [0.0, PI].map(|by| Axes { from: w[0] + by, to: w[1] + by, copies: 1.0 })).collect()
}
