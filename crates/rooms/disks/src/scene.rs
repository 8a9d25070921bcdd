//! The picture of a packing.

use super::packing::{Disks, Pair, Wall};
use kit::scene::{Act, Gesture};
use kit::{Ink, Scene, Shape};

/// The cavity, the disks with their numbers, and thin lines where they touch; loose disks are faint.
pub(super) fn packing(disks: &Disks, half: f64, layout: &[f64], contacts: &[Pair], rattlers: &[usize]) -> Scene {
    let sheet = 10.0;
    let scale = (sheet / 2.0 - 0.1) / half;
    let place = |x: f64, y: f64| (sheet / 2.0 + x * scale, sheet / 2.0 - y * scale);
    let count = disks.radii.len();
    let caption = format!("{count} disks in a {} of {:.6}", disks.wall.name(), 2.0 * half);
    let mut scene = Scene::new("packing", caption, sheet, sheet);
    let (low, side) = (sheet / 2.0 - half * scale, 2.0 * half * scale);
    scene.add(match disks.wall {
        Wall::Circle => Shape::circle(sheet / 2.0, sheet / 2.0, half * scale).stroke(Ink::Solid).weight(0.06),
        Wall::Square => Shape::rect(low, low, side, side).stroke(Ink::Solid).weight(0.06),
    });
    for i in 0..count {
        let (x, y) = place(layout[2 * i], layout[2 * i + 1]);
        let radius = disks.radii[i] * scale;
        let loose = rattlers.contains(&i);
        let diameter = 2.0 * disks.radii[i];
        let fill = if loose { Ink::Shade(4) } else { Ink::Shade(14) };
        let label = format!("disk {} of diameter {diameter:.6}{}", i + 1, if loose { ", loose" } else { "" });
        scene.add(Shape::circle(x, y, radius).fill(fill).stroke(Ink::Solid).weight(0.03).label(label));
    }
    for contact in contacts {
        let (from, to) = match *contact {
            Pair::Disks(i, j) => ([layout[2 * i], layout[2 * i + 1]], [layout[2 * j], layout[2 * j + 1]]),
            Pair::Wall(i, out) => {
                let from = [layout[2 * i], layout[2 * i + 1]];
                (from, [from[0] + out[0] * disks.radii[i], from[1] + out[1] * disks.radii[i]])
            }
        };
        let ((x1, y1), (x2, y2)) = (place(from[0], from[1]), place(to[0], to[1]));
        scene.add(Shape::line(x1, y1, x2, y2).stroke(Ink::Accent).weight(0.05));
    }
    for i in 0..count {
        let (x, y) = place(layout[2 * i], layout[2 * i + 1]);
        let size = (disks.radii[i] * scale * 0.55).min(0.4);
        if size >= 0.12 {
            scene.add(Shape::circle(x, y, size * 0.8).fill(Ink::Paper));
            scene.add(Shape::text(x, y, size, (i + 1).to_string()));
        }
    }
    scene
}

/// A disk at the table: in the cavity, or beside it.
pub(super) struct Held {
    /// Its radius.
    pub(super) radius: f64,
    /// Where it lies, if it is in the cavity.
    pub(super) centre: Option<(f64, f64)>,
    /// The move that a touch plays.
    pub(super) touch: Option<String>,
}

/// What is left of the cavity, and how many of the others it could take as it is.
fn left(wall: Wall, half: f64, disks: &[Held]) -> String {
    let whole = wall.area(2.0 * half);
    let laid = disks.iter().filter(|disk| disk.centre.is_some());
    let taken: f64 = laid.map(|disk| std::f64::consts::PI * disk.radius * disk.radius).sum();
    let fit = disks.iter().filter(|disk| disk.centre.is_none() && disk.touch.is_some()).count();
    format!("{:.1} % of it is free; of the others {fit} fit as it is, each alone", 100.0 * (1.0 - taken / whole))
}

/// The cavity with the disks that lie in it, and the others in rows beside it.
pub(super) fn by_hand(wall: Wall, half: f64, disks: &[Held]) -> Scene {
    let sheet = 10.0;
    let scale = (sheet / 2.0 - 0.1) / half;
    let inside = disks.iter().filter(|disk| disk.centre.is_some()).count();
    let caption = format!("{inside} of {} disks lie in the cavity, {}", disks.len(), left(wall, half, disks));
    let mut scene = Scene::new("cavity", caption, 1.8 * sheet, sheet);
    scene.add(match wall {
        Wall::Circle => Shape::circle(sheet / 2.0, sheet / 2.0, half * scale).stroke(Ink::Solid).weight(0.06),
        Wall::Square => Shape::rect(0.1, 0.1, 2.0 * half * scale, 2.0 * half * scale).stroke(Ink::Solid).weight(0.06),
    });
    let largest = disks.iter().map(|disk| disk.radius).fold(0.0, f64::max);
    // Rows beside the cavity, as many as a square of cells of the largest disk wants. Each disk has its own cell, so
    // that nothing moves under a hand but what it moves.
    let columns = ((0.75 * disks.len() as f64).sqrt().ceil() as usize).max(1);
    let rows = disks.len().div_ceil(columns).max(1);
    let cell = (0.75 * sheet / columns as f64).min(sheet / rows as f64);
    let small = scale.min(0.46 * cell / largest.max(1e-300));
    for (index, disk) in disks.iter().enumerate() {
        let (x, y, radius) = match disk.centre {
            Some((x, y)) => (sheet / 2.0 + x * scale, sheet / 2.0 - y * scale, disk.radius * scale),
            None => {
                let (row, column) = (index / columns, index % columns);
                (sheet * 1.03 + (column as f64 + 0.5) * cell, (row as f64 + 0.5) * cell, disk.radius * small)
            }
        };
        let lies = if disk.centre.is_some() { "in the cavity" } else { "beside the cavity" };
        let fill = if disk.centre.is_some() { Ink::Shade(14) } else { Ink::Shade(4) };
        let label = format!("disk {} of diameter {:.6}, {lies}", index + 1, 2.0 * disk.radius);
        let mut shape = Shape::circle(x, y, radius).fill(fill).stroke(Ink::Solid).weight(0.03).label(label);
        shape.touch = disk.touch.clone();
        // A hand lets it go at a point of the cavity, whose middle is 0,0 and whose y goes up.
        let drag = Gesture::new(Act::Drag, format!("{} near {{x}},{{y}}", index + 1));
        let middle = sheet / 2.0 / scale;
        scene.add(shape.gesture(drag.scaled([-middle, middle], [1.0 / scale, -1.0 / scale])));
        let size = (radius * 0.8).min(0.45);
        if size >= 0.1 {
            scene.add(Shape::text(x, y, size, (index + 1).to_string()));
        }
    }
    scene
}
