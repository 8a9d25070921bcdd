//! Chomp: eat a square of the bar and all that is below and to the right of it; the top left square is poison and
//! stays.
//!
//! Nearly every bar within a rectangle is below the full one, and a bite shortens rows, so all bars are numbered in the
//! order of their row lengths, the first row first, and swept once ([`Bars`]): the options of a bar come before it. A
//! bar and its mirror image across the diagonal are the same game.

use super::super::super::words::summand;
use super::bars::{Bars, SweptBars};
use super::poset::full_brick;
use engine::impartial::{Below, Impartial, Method, Spoken};
use kit::{Arg, ArgKind, Error, Ink, Result, Scene, Shape, Summand, Watch, Word};

/// The word.
pub static CHOMP: Word = Word::of("chomp", "chomp(rows, columns) or chomp(\"4,3,1\")", read)
    .about("eat a square with all below and right of it; the corner is poison")
    .examples(&["chomp(2,3)", "chomp(3,3)", "chomp(\"4,2,1\")"])
    .board(|rows, columns| bar(&vec![columns as u64; rows]));

const MOST_ROWS: u64 = 25;
const MOST_COLUMNS: u64 = 31;
/// The most positions below a bar that are swept.
const MOST_POSITIONS: f64 = 1.6e8;

/// Chomp; a position is the lengths of its rows, five bits each.
pub struct Chomp;

impl Chomp {
    /// The bar with these rows.
    pub fn bar(rows: &[u64]) -> u128 {
        pack(rows)
    }
}

pub(super) fn pack(rows: &[u64]) -> u128 {
    rows.iter().enumerate().fold(0, |key, (i, &row)| key | u128::from(row) << (5 * i))
}

pub(super) fn rows(key: u128) -> Vec<u64> {
    (0..25).map(|i| (key >> (5 * i)) as u64 & 31).take_while(|&row| row > 0).collect()
}

fn conjugate(rows: &[u64]) -> Vec<u64> {
    (0..rows.first().copied().unwrap_or(0)).map(|c| rows.iter().filter(|&&row| row > c).count() as u64).collect()
}

fn read(word: &Word, args: &[Arg]) -> Result<Summand> {
    let lengths: Vec<u64> = match args {
        [text] if text.kind == ArgKind::Quoted => {
            let number = |n: &str| Arg { text: n.trim().to_string(), kind: ArgKind::Bare };
            let rows: Result<Vec<u64>> =
                text.text.split([',', '/']).map(|n| number(n).whole("row length", 0, MOST_COLUMNS)).collect();
            rows?
        }
        [r, c] => {
            let (r, c) = (r.whole("rows", 1, MOST_ROWS)?, c.whole("columns", 1, MOST_COLUMNS)?);
            vec![c; r as usize]
        }
        [rows, columns, layers] => return full_brick([rows, columns, layers]),
        _ => return Err(word.refuse_count(args)),
    };
    bar(&lengths)
}

/// The bar as a summand, if it is one and within reach.
fn bar(lengths: &[u64]) -> Result<Summand> {
    if lengths.windows(2).any(|w| w[0] < w[1]) {
        let written = format!("{lengths:?}");
        return Err(Error::usage(
            written,
            "a row is longer than the one above it",
            "give row lengths that do not grow",
        ));
    }
    if lengths.first() == Some(&0) || lengths.len() as u64 > MOST_ROWS {
        return Err(Error::usage("row lengths", "no square, or too many rows", format!("give 1 to {MOST_ROWS} rows")));
    }
    if lengths.iter().any(|&length| length > MOST_COLUMNS) {
        return Err(Error::too_large("a row", format!("at most {MOST_COLUMNS} columns"), "ask a smaller bar"));
    }
    let key = pack(lengths);
    if positions(&rows(key)) > MOST_POSITIONS {
        return Err(Error::too_large(
            format!("chomp {lengths:?}"),
            format!("more than {MOST_POSITIONS:.0} positions"),
            "ask a smaller bar, 15 x 15 is within reach",
        ));
    }
    Ok(summand(CHOMP.name, Chomp, key))
}

/// A bound on the positions below a bar: the lattice paths in its rectangle.
fn positions(rows: &[u64]) -> f64 {
    let (r, c) = (rows.len() as f64, rows[0] as f64);
    (1..=rows.len()).map(f64_of).fold(1.0, |paths, i| paths * (c + i) / i).min(2f64.powf(r + c))
}

fn f64_of(n: usize) -> f64 {
    n as f64
}

impl Impartial for Chomp {
    type Key = u128;

    fn options(&self, at: &u128, out: &mut Vec<u128>) {
        let rows = rows(*at);
        for (r, &row) in rows.iter().enumerate() {
            for c in u64::from(r == 0)..row {
                // The rows from r on end before column c.
                let mut key = *at & ((1u128 << (5 * r)) - 1);
                for (i, &length) in rows.iter().enumerate().skip(r) {
                    key |= u128::from(length.min(c)) << (5 * i);
                }
                out.push(key);
            }
        }
    }

    fn canon(&self, at: &u128) -> u128 {
        (*at).min(pack_if_fits(&conjugate(&rows(*at))).unwrap_or(*at))
    }

    fn sweep(&self, at: &[u128], memory: usize, watch: &mut dyn Watch) -> Option<Result<Below<u128>>> {
        let sides = at.iter().map(|&key| rows(key)).map(|rows| (rows.len(), rows[0] as usize));
        let (rows, columns) = sides.fold((0, 0), |most, sides| (most.0.max(sides.0), most.1.max(sides.1)));
        let swept = Bars::within(rows, columns).and_then(|bars| SweptBars::new(bars, memory, watch));
        Some(swept.map(|swept| Box::new(swept) as Below<u128>))
    }

    fn known(&self, at: &u128) -> Option<u32> {
        // Two arms that meet in the poison are two piles.
        let rows = rows(*at);
        let arms = rows.len() < 2 || rows[1] == 1;
        arms.then(|| (rows.len() as u32 - 1) ^ (rows[0] as u32 - 1))
    }

    fn weight(&self, at: &u128) -> u64 {
        rows(*at).iter().sum()
    }
}

fn pack_if_fits(rows: &[u64]) -> Option<u128> {
    (rows.len() as u64 <= MOST_ROWS).then(|| pack(rows))
}

impl Spoken for Chomp {
    fn rules(&self) -> String {
        "Bite a square: it goes with all squares below and to the right of it. The square 1,1 is poison and cannot be bitten.".to_string()
    }

    fn write(&self, at: &u128) -> String {
        format!("\"{}\"", rows(*at).iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }

    fn steps(&self, at: &u128) -> Vec<(String, u128)> {
        let mut options = Vec::new();
        self.options(at, &mut options);
        let squares =
            rows(*at).into_iter().enumerate().flat_map(|(r, row)| (u64::from(r == 0)..row).map(move |c| (r, c)));
        squares.zip(options).map(|((r, c), to)| (format!("bite {},{}", r + 1, c + 1), to)).collect()
    }

    fn method(&self) -> Method {
        Method::Sweep
    }

    fn scene(&self, at: &u128) -> Option<Scene> {
        let rows = rows(*at);
        let mut scene = Scene::new("chomp", format!("a bar with rows {rows:?}"), rows[0] as f64, rows.len() as f64);
        for (r, &row) in rows.iter().enumerate() {
            for c in 0..row {
                let poison = r == 0 && c == 0;
                let square = Shape::rect(c as f64 + 0.05, r as f64 + 0.05, 0.9, 0.9);
                scene.add(match poison {
                    true => square.fill(Ink::Warn).label("poison"),
                    false => square.fill(Ink::Solid).touch(format!("bite {},{}", r + 1, c + 1)),
                });
            }
        }
        Some(scene)
    }
}
