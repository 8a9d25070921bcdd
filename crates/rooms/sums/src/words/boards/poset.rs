//! Chomp on any order: take an element with all that lie above it; who takes the last one wins.
//!
//! *The words.* `poset("a<b, a<c")` is the order that these covers generate. `brick(2,3,4)`, or `chomp(2,3,4)`, is a
//! bar in space: cubes below others in all three directions lie below them, and the cube in the corner is poison and
//! stays, so that the game is the order of the other cubes. The flat bar of [`super::Chomp`] is the case of one layer.
//!
//! *Components.* Elements that are joined by comparisons. Taking one leaves what is not comparable with it, so that a
//! move changes its own component only. *Bricks.* Exchanging two of the three directions maps bricks to bricks and
//! bites to bites, so a brick has the nimber of its images.

use super::super::super::words::summand;
use engine::impartial::{Impartial, Spoken};
use kit::{Arg, ArgKind, Error, Ink, Result, Scene, Shape, Summand, Word};

/// The word of orders.
pub static POSET: Word = Word::of("poset", "poset(\"a<b, a<c, d\")", read_poset)
    .about("Chomp on an order given by its covers: take an element with all above it")
    .examples(&["poset(\"a<b, a<c\")", "poset(\"b<d, c<d\")", "poset(\"a<b<c, d\")"]);

/// The word of bricks.
pub static BRICK: Word = Word::of("brick", "brick(rows, columns, layers) or brick(\"33/31\")", read_brick)
    .about("Chomp in space: bite a cube with all behind it; the corner is poison")
    .examples(&["brick(2,2,2)", "brick(\"32/1\")", "brick(2,3,3)"]);

/// The most elements: one bit each.
const MOST_ELEMENTS: usize = 64;
/// The most letters of a name.
const MOST_LETTERS: usize = 8;
/// The longest side of a brick: its columns are written as digits.
const MOST_SIDE: u64 = 9;
/// The most bricks within one that are searched.
const MOST_BRICKS: f64 = 2e7;
/// How nothing is written.
const NOTHING: &str = ".";

/// How the elements of an order are written.
enum Face {
    /// By names.
    Names(Vec<String>),
    /// As the cubes of a brick with these rows, columns and layers, the poison among them.
    Brick([usize; 3]),
}

/// Chomp on an order; a position is the set of elements that are left.
pub struct Poset {
    /// What goes with an element: itself and all above it.
    above: Vec<u64>,
    /// What lies below an element, and itself.
    below: Vec<u64>,
    face: Face,
}

/// The bits of a set in order.
fn elements(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let element = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(element)
    })
}

impl Poset {
    /// The order that these relations generate, if it is one.
    fn of(names: Vec<String>, relations: &[(usize, usize)]) -> Result<Poset> {
        let count = names.len();
        let mut above: Vec<u64> = (0..count).map(|element| 1 << element).collect();
        // Every round follows the relations one step further.
        for _ in 0..count {
            for &(low, high) in relations {
                above[low] |= above[high];
            }
        }
        if let Some((low, _)) = relations.iter().find(|&&(low, high)| above[high] >> low & 1 == 1) {
            let why = format!("{:?} would be below itself", names[*low]);
            return Err(Error::usage("order", why, "write covers without a circle: \"a<b, a<c\""));
        }
        Ok(Poset::with_above(above, Face::Names(names)))
    }

    fn with_above(above: Vec<u64>, face: Face) -> Poset {
        let is_above = |low: usize, high: usize| above[low] >> high & 1;
        let below = |high: usize| (0..above.len()).map(|low| is_above(low, high) << low).sum();
        Poset { below: (0..above.len()).map(below).collect(), above, face }
    }

    /// The cubes of a brick.
    pub fn brick(sides: [usize; 3]) -> Poset {
        let cubes: Vec<[usize; 3]> = (0..sides.iter().product()).map(|cube| place(sides, cube)).collect();
        let over = |low: &[usize; 3], high: &[usize; 3]| low.iter().zip(high).all(|(a, b)| a <= b);
        let above = |low: &[usize; 3]| (0..cubes.len()).map(|high| u64::from(over(low, &cubes[high])) << high).sum();
        Poset::with_above(cubes.iter().map(above).collect(), Face::Brick(sides))
    }

    /// All elements.
    pub fn all(&self) -> u64 {
        self.above.iter().fold(0, |all, above| all | above)
    }

    /// The elements that may be taken: all but the poison of a brick.
    fn taken(&self, at: u64) -> u64 {
        match self.face {
            Face::Names(_) => at,
            Face::Brick(_) => at & !1,
        }
    }

    /// The elements that cover one, within a set.
    fn covers(&self, element: usize, at: u64) -> u64 {
        let over = self.above[element] & at & !(1 << element);
        elements(over).filter(|&high| self.below[high] & over == 1 << high).fold(0, |set, high| set | 1 << high)
    }

    /// The elements that are joined with the first by comparisons.
    fn joined(&self, at: u64) -> u64 {
        let mut part = at & at.wrapping_neg();
        loop {
            let grown = elements(part).fold(part, |all, e| all | (self.above[e] | self.below[e]) & at);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The image of a brick whose directions are exchanged, if it fits the same sides.
    fn exchanged(&self, at: u64, sides: [usize; 3], order: [usize; 3]) -> Option<u64> {
        (order.map(|axis| sides[axis]) == sides).then(|| {
            elements(at).fold(0, |image, cube| {
                let from = place(sides, cube);
                image | 1 << number(sides, order.map(|axis| from[axis]))
            })
        })
    }

    /// The heights of a brick's columns, row by row; a row ends with its first empty column.
    fn heights(&self, at: u64, sides: [usize; 3]) -> Vec<Vec<usize>> {
        let height = |r: usize, c: usize| (0..sides[2]).filter(|&z| at >> number(sides, [r, c, z]) & 1 == 1).count();
        let row = |r: usize| (0..sides[1]).map(|c| height(r, c)).take_while(|&height| height > 0).collect();
        (0..sides[0]).map(row).take_while(|row: &Vec<usize>| !row.is_empty()).collect()
    }

    fn name(&self, element: usize) -> String {
        match &self.face {
            Face::Names(names) => names[element].clone(),
            Face::Brick(sides) => place(*sides, element).map(|at| (at + 1).to_string()).join(","),
        }
    }
}

/// Row, column and layer of a cube.
fn place([_, columns, layers]: [usize; 3], cube: usize) -> [usize; 3] {
    [cube / layers / columns, cube / layers % columns, cube % layers]
}

/// The number of a cube.
fn number([_, columns, layers]: [usize; 3], [row, column, layer]: [usize; 3]) -> usize {
    (row * columns + column) * layers + layer
}

/// How many bricks lie within one (MacMahon's formula).
fn bricks_within(sides: [usize; 3]) -> f64 {
    let cubes = (0..sides.iter().product()).map(|cube| place(sides, cube).iter().sum::<usize>() as f64);
    cubes.map(|sum| (sum + 2.0) / (sum + 1.0)).product()
}

impl Impartial for Poset {
    type Key = u64;

    fn options(&self, at: &u64, out: &mut Vec<u64>) {
        out.extend(elements(self.taken(*at)).map(|element| *at & !self.above[element]));
    }

    fn split(&self, at: &u64, out: &mut Vec<u64>) {
        if matches!(self.face, Face::Brick(_)) {
            return out.push(*at);
        }
        let mut left = *at;
        while left != 0 {
            let part = self.joined(left);
            left &= !part;
            out.push(part);
        }
    }

    fn canon(&self, at: &u64) -> u64 {
        const ORDERS: [[usize; 3]; 5] = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        match self.face {
            Face::Names(_) => *at,
            Face::Brick(sides) => {
                ORDERS.iter().filter_map(|&order| self.exchanged(*at, sides, order)).fold(*at, u64::min)
            }
        }
    }

    fn is_within(&self, at: &u64) -> bool {
        *at != 0 && elements(*at).all(|element| element < self.above.len())
    }

    fn weight(&self, at: &u64) -> u64 {
        at.count_ones().into()
    }
}

impl Spoken for Poset {
    fn rules(&self) -> String {
        match self.face {
            Face::Names(_) => "Take an element with all that lie above it.".to_string(),
            Face::Brick(_) => {
                "Bite a cube: it goes with all that lie behind it in the three directions. The cube 1,1,1 is poison."
                    .to_string()
            }
        }
    }

    fn write(&self, at: &u64) -> String {
        let text = match &self.face {
            Face::Names(names) => {
                let lines = elements(*at).flat_map(|element| {
                    let alone = (self.above[element] | self.below[element]) & at == 1 << element;
                    let covers = elements(self.covers(element, *at));
                    let pairs = covers.map(move |high| format!("{}<{}", names[element], names[high]));
                    alone.then(|| names[element].clone()).into_iter().chain(pairs)
                });
                lines.collect::<Vec<_>>().join(", ")
            }
            Face::Brick(sides) => {
                let row = |row: Vec<usize>| row.iter().map(ToString::to_string).collect::<String>();
                self.heights(*at, *sides).into_iter().map(row).collect::<Vec<_>>().join("/")
            }
        };
        format!("\"{}\"", if text.is_empty() { NOTHING } else { &text })
    }

    fn steps(&self, at: &u64) -> Vec<(String, u64)> {
        let verb = if matches!(self.face, Face::Brick(_)) { "bite" } else { "take" };
        let step = |element: usize| (format!("{verb} {}", self.name(element)), *at & !self.above[element]);
        elements(self.taken(*at)).map(step).collect()
    }

    fn scene(&self, at: &u64) -> Option<Scene> {
        Some(match self.face {
            Face::Names(_) => self.diagram(*at),
            Face::Brick(sides) => self.layers(*at, sides),
        })
    }
}

impl Poset {
    /// The diagram of the covers, the least elements at the bottom.
    fn diagram(&self, at: u64) -> Scene {
        let rank = |element: usize| {
            // The longest chain that ends here.
            let mut chain = (self.below[element] & at, 0usize);
            while chain.0 != 1 << element {
                let least = elements(chain.0).filter(|&low| self.below[low] & chain.0 == 1 << low);
                chain = (chain.0 & !least.fold(0, |set, low| set | 1 << low), chain.1 + 1);
            }
            chain.1
        };
        let ranks: Vec<usize> = (0..self.above.len()).map(|e| if at >> e & 1 == 1 { rank(e) } else { 0 }).collect();
        let width = |level: usize| elements(at).filter(|&element| ranks[element] == level).count();
        let levels = elements(at).map(|element| ranks[element] + 1).max().unwrap_or(1);
        let widest = (0..levels).map(width).max().unwrap_or(1).max(1) as f64;
        let spot = |element: usize| {
            let before = elements(at).filter(|&other| other < element && ranks[other] == ranks[element]).count();
            let across = (before as f64 + 0.5) * widest / width(ranks[element]) as f64;
            (across, (levels - ranks[element]) as f64 - 0.5)
        };
        let caption = format!("an order with {} elements", at.count_ones());
        let mut scene = Scene::new("poset", caption, widest, levels as f64);
        for (low, high) in elements(at).flat_map(|low| elements(self.covers(low, at)).map(move |high| (low, high))) {
            let ((x1, y1), (x2, y2)) = (spot(low), spot(high));
            scene.add(Shape::line(x1, y1, x2, y2).stroke(Ink::Rule));
        }
        for element in elements(at) {
            let (x, y) = spot(element);
            let name = self.name(element);
            scene.add(Shape::circle(x, y, 0.3).fill(Ink::Faint).touch(format!("take {name}")));
            scene.add(Shape::text(x, y, 0.7 / name.len().max(2) as f64, name).fill(Ink::Solid));
        }
        scene
    }

    /// The layers of a brick side by side.
    fn layers(&self, at: u64, sides: [usize; 3]) -> Scene {
        let heights = self.heights(at, sides);
        let (rows, columns) = (heights.len(), heights.first().map_or(0, Vec::len));
        let layers = heights.iter().flatten().max().copied().unwrap_or(0);
        let caption = format!("a brick of {} cubes, {layers} layers side by side", at.count_ones());
        let mut scene = Scene::new("brick", caption, (layers * (columns + 1)) as f64 - 1.0, rows as f64);
        for cube in elements(at) {
            let [row, column, layer] = place(sides, cube);
            let square = Shape::rect((layer * (columns + 1) + column) as f64 + 0.05, row as f64 + 0.05, 0.9, 0.9);
            scene.add(match cube {
                0 => square.fill(Ink::Warn).label("poison"),
                _ => square.fill(Ink::Solid).touch(format!("bite {}", self.name(cube))),
            });
        }
        scene
    }
}

/// The names in order, and the pairs of their places that a list of covers relates. A chain `a<b<c` is two covers, a
/// name alone an element that is not compared.
fn read_covers(text: &str) -> Result<(Vec<String>, Vec<(usize, usize)>)> {
    let refuse = |why: String| Error::usage(kit::shorten(text), why, "write covers joined by commas: \"a<b, a<c, d\"");
    if text.trim() == NOTHING {
        return Ok((Vec::new(), Vec::new()));
    }
    let chains: Vec<Vec<&str>> = text.split(',').map(|chain| chain.split('<').map(str::trim).collect()).collect();
    let is_name = |name: &str| {
        (1..=MOST_LETTERS).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_alphanumeric())
    };
    if let Some(name) = chains.iter().flatten().find(|name| !is_name(name)) {
        return Err(refuse(format!("{:?} is no name of 1 to {MOST_LETTERS} letters and digits", kit::shorten(name))));
    }
    let mut names: Vec<String> = chains.iter().flatten().map(ToString::to_string).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > MOST_ELEMENTS {
        let asked = format!("an order of {} elements", names.len());
        return Err(Error::too_large(asked, format!("the limit is {MOST_ELEMENTS}"), "leave some out"));
    }
    let place = |name: &str| names.partition_point(|known| known.as_str() < name);
    let pairs = chains.iter().flat_map(|chain| chain.windows(2)).map(|pair| (place(pair[0]), place(pair[1]))).collect();
    Ok((names, pairs))
}

/// The heights of a brick's columns, neither empty nor growing along a row or a column.
fn read_heights(text: &str) -> Result<Vec<Vec<usize>>> {
    let refuse = |why: &str| Error::usage(kit::shorten(text), why, "write rows of heights: \"33/31/2\"");
    let digit = |letter: char| letter.to_digit(10).filter(|&height| height > 0).map(|height| height as usize);
    let rows: Option<Vec<Vec<usize>>> = text.split('/').map(|row| row.chars().map(digit).collect()).collect();
    let rows = rows.filter(|rows| rows.iter().all(|row| !row.is_empty()));
    let rows = rows.ok_or_else(|| refuse("heights are the digits 1 to 9"))?;
    let grows = rows.iter().any(|row| row.windows(2).any(|pair| pair[0] < pair[1]))
        || rows
            .windows(2)
            .any(|pair| pair[0].len() < pair[1].len() || pair[0].iter().zip(&pair[1]).any(|(a, b)| a < b));
    if grows || rows.len() as u64 > MOST_SIDE || rows[0].len() as u64 > MOST_SIDE {
        return Err(refuse("a height is larger than one before it, or a side is longer than 9"));
    }
    Ok(rows)
}

/// The cubes of these columns.
fn set_of(sides: [usize; 3], rows: &[Vec<usize>]) -> u64 {
    let columns = rows.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &h)| (r, c, h)));
    columns.flat_map(|(r, c, h)| (0..h).map(move |z| 1 << number(sides, [r, c, z]))).sum()
}

/// A brick as a summand, if it is within reach.
pub(super) fn brick(rows: &[Vec<usize>]) -> Result<Summand> {
    let sides = [rows.len(), rows[0].len(), rows[0][0]];
    if sides.iter().product::<usize>() > MOST_ELEMENTS || bricks_within(sides) > MOST_BRICKS {
        return Err(Error::too_large(
            format!("a brick of {} x {} x {}", sides[0], sides[1], sides[2]),
            format!("at most {MOST_ELEMENTS} cubes and {MOST_BRICKS:.0} bricks within"),
            "ask a smaller one, 4 x 4 x 4 is within reach",
        ));
    }
    Ok(summand(BRICK.name, Poset::brick(sides), set_of(sides, rows)))
}

/// A full brick from three arguments.
pub(super) fn full_brick([rows, columns, layers]: [&Arg; 3]) -> Result<Summand> {
    let side = |arg: &Arg, name: &str| arg.whole(name, 1, MOST_SIDE).map(|side| side as usize);
    let (rows, columns, layers) = (side(rows, "rows")?, side(columns, "columns")?, side(layers, "layers")?);
    brick(&vec![vec![layers; columns]; rows])
}

fn read_poset(word: &Word, args: &[Arg]) -> Result<Summand> {
    let [text] = args else { return Err(word.refuse_count(args)) };
    let (names, relations) = read_covers(&text.text)?;
    let poset = Poset::of(names, &relations)?;
    let all = poset.all();
    Ok(summand(POSET.name, poset, all))
}

fn read_brick(word: &Word, args: &[Arg]) -> Result<Summand> {
    match args {
        [text] if text.kind == ArgKind::Quoted => brick(&read_heights(&text.text)?),
        [rows, columns, layers] => full_brick([rows, columns, layers]),
        _ => Err(word.refuse_count(args)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Limits, Method, Solver, nimber_by_definition};
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};

    const LIMITS: Limits = Limits { memory: 1 << 24, threads: 1 };

    fn solved(poset: Poset, at: u64) -> u32 {
        Solver::new(poset, LIMITS).nimber(&at, Method::Proof, &mut Unwatched).unwrap()
    }

    #[test]
    fn random_orders_have_the_nimber_of_the_definition() {
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(11);
        for round in 0..200 {
            let count = 1 + round % 7;
            let names = || (0..count).map(|place| format!("e{place}")).collect::<Vec<_>>();
            let pairs = (0..count).flat_map(|low| (low + 1..count).map(move |high| (low, high)));
            let relations: Vec<(usize, usize)> = pairs.filter(|_| chance.random_range(0..10) < 3).collect();
            let poset = Poset::of(names(), &relations).unwrap();
            let all = poset.all();
            // The text alone gives the same order back.
            let text = poset.write(&all);
            let (again, covers) = read_covers(text.trim_matches('"')).unwrap();
            let reread = Poset::of(again, &covers).unwrap();
            assert_eq!((&reread.above, reread.write(&all)), (&poset.above, text.clone()), "{relations:?}");
            let plain = nimber_by_definition(&poset, &all);
            assert_eq!(solved(poset, all), plain, "{text}");
        }
    }

    #[test]
    fn bricks_of_one_layer_are_bars_and_small_ones_follow_the_definition() {
        let bar = |rows: u64, columns: u64| {
            let chomp = super::super::Chomp;
            nimber_by_definition(&chomp, &super::super::Chomp::bar(&vec![columns; rows as usize]))
        };
        for (rows, columns) in [(1, 4), (2, 3), (3, 3), (2, 5)] {
            for sides in [[rows, columns, 1], [1, rows, columns], [columns, 1, rows]] {
                let brick = Poset::brick(sides);
                let all = brick.all();
                assert_eq!(solved(brick, all), bar(rows as u64, columns as u64), "{sides:?}");
            }
        }
        for sides in [[2, 2, 2], [2, 2, 3]] {
            let brick = Poset::brick(sides);
            let all = brick.all();
            let plain = nimber_by_definition(&brick, &all);
            assert_eq!(solved(brick, all), plain, "{sides:?}");
        }
        // 980 bricks within 3 x 3 x 3, the empty one among them (MacMahon).
        assert_eq!(bricks_within([3, 3, 3]).round(), 980.0);
    }

    #[test]
    fn bad_orders_and_bricks_are_refused_in_one_line() {
        for (text, part) in [("a<b, b<a", "below itself"), ("a<a", "below itself"), ("a<", "no name"), ("", "no name")]
        {
            let order = read_covers(text).and_then(|(names, pairs)| Poset::of(names, &pairs));
            let line = order.err().unwrap_or_else(|| panic!("{text} is accepted")).to_string();
            assert!(line.contains(part) && !line.contains('\n'), "{text}: {line}");
        }
        let many = (0..65).map(|place| format!("e{place}")).collect::<Vec<_>>().join(",");
        assert_eq!(read_covers(&many).unwrap_err().trouble(), kit::Trouble::TooLarge);
        for text in ["13", "12/3", "1/2", "0", "1//1", "x", "1111111111"] {
            assert_eq!(read_heights(text).unwrap_err().trouble(), kit::Trouble::Usage, "{text}");
        }
        assert_eq!(brick(&vec![vec![9; 9]; 9]).err().unwrap().trouble(), kit::Trouble::TooLarge);
    }
}
