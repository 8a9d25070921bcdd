//! A strategy unfolded into its decision tree, coin by coin: as rows, as text, as DOT and as a picture.

use super::pile::members;
use super::plan::{Part, Plan, Step};
use kit::scene::Anchor;
use kit::{Fact, Ink, Scene, Shape, Table};
use std::fmt::Write as _;

/// A place in the decision tree.
pub struct Node {
    /// The node before and the number of the answer that leads here.
    pub from: Option<(usize, usize)>,
    /// Weighings made before.
    pub depth: usize,
    /// The coins on the left pan, from 1, real coins that fill up included.
    pub left: Vec<u32>,
    /// The coins on the right pan.
    pub right: Vec<u32>,
    /// How many sets are possible.
    pub sets: u64,
    /// The fakes, when they are found.
    pub found: Option<Vec<u32>>,
}

impl Node {
    /// What happens here: the weighing, the fakes, or that it goes on.
    pub fn text(&self) -> String {
        match (&self.found, self.left.is_empty()) {
            (Some(fakes), _) => format!("fakes {}", coins_text(fakes)),
            (None, true) => format!("{} sets", self.sets),
            (None, false) => format!("{} v {}", coins_text(&self.left), coins_text(&self.right)),
        }
    }
}

/// Coins as ranges: `1-4 7 9-10`.
pub fn coins_text(coins: &[u32]) -> String {
    let mut sorted = coins.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a + 1 == *b);
    let text = |run: &[u32]| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(text).collect::<Vec<_>>().join(" ")
}

/// The decision tree down to a depth, and whether it is whole; it stops at `most` nodes.
pub fn unfold(plan: &Plan, depth: usize, most: usize) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut next_coin = 0;
    let first: Vec<Vec<u32>> = plan.steps[0]
        .sizes
        .iter()
        .map(|&size| {
            next_coin += size;
            (next_coin - size + 1..=next_coin).collect()
        })
        .collect();
    let mut open = std::collections::VecDeque::from([(0, first, None, 0)]);
    while let Some((step, groups, from, level)) = open.pop_front() {
        if nodes.len() >= most {
            break;
        }
        let number = nodes.len();
        let step = &plan.steps[step];
        nodes.push(node(plan, step, &groups, from, level, level < depth));
        if level >= depth {
            continue;
        }
        for (answer, next) in step.next.iter().enumerate() {
            let Some(next) = next else { continue };
            let row = |parts: &Vec<Part>| parts.iter().flat_map(|&p| part_of(step, &groups, p)).collect();
            open.push_back((next.step, next.groups.iter().map(row).collect(), Some((number, answer)), level + 1));
        }
    }
    nodes
}

fn part_of(step: &Step, groups: &[Vec<u32>], part: Part) -> Vec<u32> {
    let (from, to) = step.range(part);
    groups[part.group][from as usize..to as usize].to_vec()
}

fn node(
    plan: &Plan,
    step: &Step,
    groups: &[Vec<u32>],
    from: Option<(usize, usize)>,
    depth: usize,
    weighs: bool,
) -> Node {
    let sets = step.count();
    let mut node = Node { from, depth, left: Vec::new(), right: Vec::new(), sets, found: None };
    if step.weighing.is_some() && weighs {
        for group in 0..groups.len() {
            node.left.extend(part_of(step, groups, Part::whole((group, 1))));
            node.right.extend(part_of(step, groups, Part::whole((group, -1))));
        }
        fill_up(plan, groups, &mut node);
    } else if step.weighing.is_none() {
        // One set is left, so every group of its kind is taken whole.
        let kind = step.kinds.first().map_or(&[][..], |kind| members(kind));
        let named = |group: &usize| kind.contains(&(*group as u8));
        let mut fakes: Vec<u32> = (0..groups.len()).filter(named).flat_map(|g| groups[g].iter().copied()).collect();
        fakes.sort_unstable();
        node.found = Some(fakes);
    }
    node
}

/// Real coins make the pans equal in number.
fn fill_up(plan: &Plan, groups: &[Vec<u32>], node: &mut Node) {
    let missing = node.left.len().abs_diff(node.right.len());
    if missing == 0 {
        return;
    }
    let mut suspect = vec![false; plan.coins as usize + 1];
    groups.iter().flatten().for_each(|&coin| suspect[coin as usize] = true);
    let real = (1..=plan.coins).filter(|&coin| !suspect[coin as usize]).take(missing);
    let lighter = if node.left.len() < node.right.len() { &mut node.left } else { &mut node.right };
    lighter.extend(real);
}

/// The tree as a table, one row a node.
pub fn table(plan: &Plan, nodes: &[Node]) -> Table {
    let mut table = Table::new("tree", &["node", "parent", "answer", "left", "right", "sets", "fakes"]);
    let coins = |coins: &[u32]| match coins.is_empty() {
        true => Fact::Nothing,
        false => coins_text(coins).into(),
    };
    for (number, node) in nodes.iter().enumerate() {
        table.row(vec![
            number.into(),
            node.from.map(|(parent, _)| parent).into(),
            node.from.map(|(_, answer)| plan.scale.names()[answer]).into(),
            coins(&node.left),
            coins(&node.right),
            node.sets.into(),
            node.found.as_ref().map(|f| coins_text(f)).into(),
        ]);
    }
    table
}

/// The tree as indented text.
pub fn text(plan: &Plan, nodes: &[Node]) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        if let Some((parent, _)) = node.from {
            children[parent].push(number);
        }
    }
    let mut text = String::new();
    let mut open = vec![0];
    while let Some(number) = open.pop() {
        let node = &nodes[number];
        let answer = node.from.map_or(String::new(), |(_, answer)| format!("{}: ", plan.scale.names()[answer]));
        writeln!(text, "{}{answer}{}", "  ".repeat(node.depth), node.text()).expect("a string");
        open.extend(children[number].iter().rev());
    }
    text
}

/// The tree for Graphviz.
pub fn dot(plan: &Plan, nodes: &[Node]) -> String {
    let mut text = String::from("digraph strategy {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (number, node) in nodes.iter().enumerate() {
        let style = if node.found.is_some() { ", style=rounded" } else { "" };
        writeln!(text, "  n{number} [label=\"{}\"{style}];", node.text()).expect("a string");
        if let Some((parent, answer)) = node.from {
            let name = plan.scale.names()[answer];
            writeln!(text, "  n{parent} -> n{number} [label=\"{name}\"];").expect("a string");
        }
    }
    text.push_str("}\n");
    text
}

/// The answers in the letters of a picture.
fn sign(plan: &Plan, answer: usize) -> &'static str {
    match plan.scale.answers() {
        5 => ["<<", "<", "=", ">", ">>"][answer],
        _ => ["<", "=", ">"][answer],
    }
}

/// The tree as a picture, down to the depth at which it is still legible.
pub fn picture(plan: &Plan) -> Scene {
    const ROWS: usize = 40;
    let whole = plan.depth();
    let leaves = |nodes: &[Node]| {
        nodes.len() - nodes.iter().filter_map(|n| n.from).map(|f| f.0).collect::<std::collections::BTreeSet<_>>().len()
    };
    let nodes = (1..=whole.max(1))
        .map(|depth| unfold(plan, depth, 400))
        .take_while(|nodes| nodes.len() < 400 && leaves(nodes) <= ROWS)
        .last()
        .unwrap_or_else(|| unfold(plan, 1, 400));
    let levels = nodes.iter().map(|n| n.depth).max().unwrap_or(0);
    let rows = leaf_rows(&nodes);
    let (width, column) = ((levels + 1) as f64 * COLUMN, |depth: usize| depth as f64 * COLUMN);
    let height = rows.iter().copied().fold(0.0, f64::max) + 1.0;
    let caption = format!("how to find {} fakes among {} coins in {whole} weighings", plan.fakes, plan.coins);
    let mut scene = Scene::new("tree", caption, width, height);
    for (number, node) in nodes.iter().enumerate() {
        let (x, y) = (column(node.depth), rows[number] + 0.5);
        if let Some((parent, answer)) = node.from {
            let (px, py) = (column(node.depth - 1) + COLUMN - 1.9, rows[parent] + 0.5);
            scene.add(Shape::chain(&[(px, py), (px + 0.5, y), (x, y)], false).stroke(Ink::Rule).weight(0.05));
            scene.add(Shape::text(x - 0.7, y - 0.02, 0.5, sign(plan, answer)).fill(Ink::Accent));
        }
        let ink = if node.found.is_some() { Ink::Accent } else { Ink::Solid };
        scene.add(Shape::text(x + 0.15, y, 0.42, cut(&node.text())).anchor(Anchor::Start).fill(ink));
    }
    scene
}

const COLUMN: f64 = 8.0;

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
