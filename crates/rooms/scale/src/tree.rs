//! A strategy unfolded into its decision tree, coin by coin: as rows, as text, as DOT and as a picture.

use super::halving;
use super::pile::members;
use super::plan::{Part, Plan, Step};
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
    /// The paper's name of the step, where its strategy has one.
    pub letter: Option<String>,
}

impl Node {
    /// What happens here: the weighing, the fakes, or that it goes on; before it the paper's name of the step.
    pub fn text(&self) -> String {
        let text = match (&self.found, self.left.is_empty()) {
            (Some(fakes), _) => return format!("fakes {}", coins_text(fakes)),
            (None, true) => format!("{} sets", self.sets),
            (None, false) => format!("{} v {}", coins_text(&self.left), coins_text(&self.right)),
        };
        match &self.letter {
            Some(letter) => format!("{letter}: {text}"),
            None => text,
        }
    }
}

/// How a strategy that finds lighter fakes is read: answers change sides where the coins it finds are the heavier ones,
/// and where these are the real coins the fakes are the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The coins that are found are heavier than the others.
    pub mirrored: bool,
    /// The coins that are found are the real ones.
    pub complement: bool,
    /// Steps are named as the paper names them.
    pub letters: bool,
}

impl Reading {
    /// The name of an answer.
    pub fn name(self, plan: &Plan, answer: usize) -> &'static str {
        let names = plan.scale.names();
        names[if self.mirrored { names.len() - 1 - answer } else { answer }]
    }

    /// The tree as it is read.
    pub fn unfold(self, plan: &Plan, depth: usize, most: usize) -> Vec<Node> {
        let mut nodes = unfold(plan, depth, most);
        for node in &mut nodes {
            if !self.letters {
                node.letter = None;
            }
            if let Some(found) = node.found.take() {
                node.found = Some(match self.complement {
                    true => (1..=plan.coins()).filter(|coin| !found.contains(coin)).collect(),
                    false => found,
                });
            }
        }
        nodes
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
    let mut node =
        Node { from, depth, left: Vec::new(), right: Vec::new(), sets, found: None, letter: halving::letter(step) };
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
    let mut suspect = vec![false; plan.coins() as usize + 1];
    groups.iter().flatten().for_each(|&coin| suspect[coin as usize] = true);
    let real = (1..=plan.coins()).filter(|&coin| !suspect[coin as usize]).take(missing);
    let lighter = if node.left.len() < node.right.len() { &mut node.left } else { &mut node.right };
    lighter.extend(real);
}

/// The tree as indented text.
pub fn text(plan: &Plan, reading: Reading, nodes: &[Node]) -> String {
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
        let answer = node.from.map_or(String::new(), |(_, answer)| format!("{}: ", reading.name(plan, answer)));
        writeln!(text, "{}{answer}{}", "  ".repeat(node.depth), node.text()).expect("a string");
        open.extend(children[number].iter().rev());
    }
    text
}

/// The tree for Graphviz.
pub fn dot(plan: &Plan, reading: Reading, nodes: &[Node]) -> String {
    let mut text = String::from("digraph strategy {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (number, node) in nodes.iter().enumerate() {
        let style = if node.found.is_some() { ", style=rounded" } else { "" };
        writeln!(text, "  n{number} [label=\"{}\"{style}];", node.text()).expect("a string");
        if let Some((parent, answer)) = node.from {
            let name = reading.name(plan, answer);
            writeln!(text, "  n{parent} -> n{number} [label=\"{name}\"];").expect("a string");
        }
    }
    text.push_str("}\n");
    text
}

/// The answers in the letters of a picture.
pub fn sign(plan: &Plan, reading: Reading, answer: usize) -> &'static str {
    match reading.name(plan, answer) {
        "MUCH LESS" => "<<",
        "LESS" => "<",
        "EQUAL" => "=",
        "MORE" => ">",
        "MUCH MORE" => ">>",
        name => name,
    }
}
