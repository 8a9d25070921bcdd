//! The running share of ellipses.

use kit::scene::Anchor;
use kit::{Ink, Scene, Shape};

/// The running share with its band of 95 per cent.
pub(in super::super) fn convergence(points: &[(u64, f64)], name: &str, variance: f64) -> Scene {
    let (width, height) = (12.0, 7.0);
    let caption =
        format!("the running share of ellipses in the {name} and its band of 95 per cent around the last value");
    let mut scene = Scene::new("convergence", caption, width, height);
    let &(tosses, last) = points.last().expect("there is at least one piece");
    let first = points[points.len() / 20].0.max(1);
    let spread = |tosses: f64| (variance / tosses).sqrt();
    let span = (3.5 * spread(first as f64)).max(1e-12);
    // A share lies between 0 and 1, whatever the band of few tosses says.
    let (low, high) = ((last - span).max(0.0), (last + span).min(1.0));
    let [left, right, top, bottom] = [1.9, 11.6, 0.5, 6.0];
    let x = |t: f64| left + (right - left) * t / tosses as f64;
    let y = |share: f64| bottom - (share - low) / (high - low) * (bottom - top);
    let kept = |v: f64| v.clamp(top, bottom);
    let steps = 120;
    let edge = |sign: f64, k: usize| {
        let t = tosses as f64 * (k as f64 + 0.2) / (steps as f64 + 0.2);
        (x(t), kept(y(last + sign * 1.96 * spread(t))))
    };
    let mut band: Vec<(f64, f64)> = (0..=steps).map(|k| edge(1.0, k)).collect();
    band.extend((0..=steps).rev().map(|k| edge(-1.0, k)));
    scene.add(Shape::chain(&band, true).fill(Ink::Shade(12)));
    scene.add(Shape::line(left, y(last), right, y(last)).stroke(Ink::Rule));
    let path: Vec<(f64, f64)> = points.iter().map(|&(t, share)| (x(t as f64), kept(y(share)))).collect();
    scene.add(Shape::chain(&path, false).stroke(Ink::Accent).weight(0.07));
    scene.add(Shape::rect(left, top, right - left, bottom - top).stroke(Ink::Rule));
    let tenth = (high - low) / 10.0;
    let ends = [low + tenth, high - tenth].into_iter().filter(|end| (end - last).abs() > tenth);
    for share in ends.chain([last]) {
        scene.add(Shape::text(left - 0.15, y(share), 0.36, format!("{share:.5}")).anchor(Anchor::End));
    }
    scene.add(Shape::text(right, bottom + 0.45, 0.4, format!("{tosses} tosses")).anchor(Anchor::End));
    scene.add(Shape::text(left, bottom + 0.45, 0.4, format!("{name}: {last:.6}")).anchor(Anchor::Start));
    scene
}
