//! The picture of a strategy as a tree.

use super::super::bounds::weighings_text;
use super::super::plan::Plan;
use super::super::tree::{Node, Reading, sign};
use kit::scene::Anchor;
use kit::{Ink, Scene, Shape};

const COLUMN: f64 = 8.0;

/// The tree as a picture, down to the depth at which it is still legible.
pub(crate) fn picture(plan: &Plan, reading: Reading) -> Scene {
    const ROWS: usize = 40;
    let whole = plan.depth();
    let leaves = |nodes: &[Node]| {
        nodes.len() - nodes.iter().filter_map(|n| n.from).map(|f| f.0).collect::<std::collections::BTreeSet<_>>().len()
    };
    let nodes = (1..=whole.max(1))
        .map(|depth| reading.unfold(plan, depth, 400))
        .take_while(|nodes| nodes.len() < 400 && leaves(nodes) <= ROWS)
        .last()
        .unwrap_or_else(|| reading.unfold(plan, 1, 400));
    let levels = nodes.iter().map(|n| n.depth).max().unwrap_or(0);
    let rows = leaf_rows(&nodes);
    let (width, column) = ((levels + 1) as f64 * COLUMN, |depth: usize| depth as f64 * COLUMN);
    let height = rows.iter().copied().fold(0.0, f64::max) + 1.0;
    let caption = format!("how to find {} in {}", plan.start.text().trim_end_matches(','), weighings_text(whole));
    let mut scene = Scene::new("tree", caption, width, height);
    for (number, node) in nodes.iter().enumerate() {
        let (x, y) = (column(node.depth), rows[number] + 0.5);
        if let Some((parent, answer)) = node.from {
            let (px, py) = (column(node.depth - 1) + COLUMN - 1.9, rows[parent] + 0.5);
            scene.add(Shape::chain(&[(px, py), (px + 0.5, y), (x, y)], false).stroke(Ink::Rule).weight(0.05));
            scene.add(Shape::text(x - 0.7, y - 0.02, 0.5, sign(plan, reading, answer)).fill(Ink::Accent));
        }
        let ink = if node.found.is_some() { Ink::Accent } else { Ink::Solid };
        scene.add(Shape::text(x + 0.15, y, 0.42, cut(&node.text())).anchor(Anchor::Start).fill(ink));
    }
    scene
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(26) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_string(),
    }
}

/// Leaves one below the other, every other node in the middle of its children.
fn leaf_rows(nodes: &[Node]) -> Vec<f64> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        if let Some((parent, _)) = node.from {
            children[parent].push(number);
        }
    }
    fn place(at: usize, children: &[Vec<usize>], rows: &mut Vec<f64>, free: &mut f64) {
        if children[at].is_empty() {
            rows[at] = *free;
            *free += 1.0;
            return;
        }
        for &child in &children[at] {
            place(child, children, rows, free);
        }
        let (first, last) = (children[at][0], children[at][children[at].len() - 1]);
        rows[at] = rows[first].midpoint(rows[last]);
    }
    let mut rows = vec![0.0; nodes.len()];
    place(0, &children, &mut rows, &mut 0.0);
    rows
}
