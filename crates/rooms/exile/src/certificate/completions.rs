//! Certificates of completions: the cells at which lines first hold all numbers up to 0, 1, ...
//!
//! *What is established.* The values of the first N cells of the board in the order of their numbers, each the least
//! number on none of the lines through its cell, and from them the cells at which the lines in sight first hold all
//! numbers up to 0, 1, ...
//!
//! *From what.* From the definition alone: the checker fills the cells anew, with a list of marks for each line instead
//! of strings of bits, and compares what it meets with the evidence, which names every line in sight.

use super::super::completions::{Walk, checksum};
use kit::watch::step;
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch};
use std::fmt::Write as _;

const KIND: &str = "completions";

/// The most cells of a certificate.
pub(in super::super) const MOST_CELLS: usize = 1 << 20;
const MOST_LINES: i64 = 1000;
const MOST_NUMBER: usize = 2000;

/// The row of the registry.
pub(super) const COMPLETIONS: CertificateKind = CertificateKind {
    name: KIND,
    about: "For each row, column and diagonal near the origin of the spiral or the quadrant, the cells at which it first holds all numbers up to 0, 1, ... when the \
            first N cells get their Sprague-Grundy values of a queen in the order of their numbers. The checker fills the cells anew.",
    format: "\
First \"board B cells N lines L to V\": B is spiral or quadrant, 1 <= N <= 1048576, L <= 1000, V <= 2000. Then a line for each line of the board with an index from -L \
to L, in the order row, column, diagonal and on the spiral antidiagonal, and of each family by ascending index (the rows and columns of the quadrant from 0 on): \
\"FAMILY INDEX C0 C1 ...\", where Cv is the number of the cell at which all of 0, ..., v first stand on it; the list ends after V, or where the first N \
cells do not suffice. Numbers have no leading zeros.

Cell (x, y), x rows down and y columns to the right of the origin, lies on row x, column y, diagonal x - y and antidiagonal x + y. On the quadrant x, y >= 0 and \
cell (x, y) has the number (x + y)(x + y + 1)/2 + y. On the spiral cell 0 is (0, 0) and shell k >= 1 goes on from (k - 1, k) up to (-k, k), left to (-k, -k), \
down to (k, -k) and right to (k, k). The cells are filled in the order of their numbers, each with the least number that stands on none of its four lines.

It states \"the first N cells of the B: K of the T lines up to L hold all numbers to V; checksum X of all completions\" with the number T of lines and K of those \
with a full list, and the 64-bit FNV-1a hash X of the evidence, its line ends included, in 16 hexadecimal digits.",
    examples: &["exile completions 20000", "exile completions 20000 --board quadrant --lines 3 --to 30"],
    check,
};

fn head(board: &str, cells: usize, lines: i64, to: usize) -> String {
    format!("board {board} cells {cells} lines {lines} to {to}\n")
}

fn statement(board: &str, cells: usize, (lines, to): (i64, usize), full: (usize, usize), body: &str) -> String {
    let sum = checksum(body.as_bytes());
    let (whole, all) = full;
    format!(
        "the first {cells} cells of the {board}: {whole} of the {all} lines up to {lines} hold all numbers to {to}; \
         checksum {sum:016x} of all completions"
    )
}

fn line(out: &mut String, family: &str, index: i64, done: impl Iterator<Item = u64>) {
    let _ = write!(out, "{family} {index}");
    done.for_each(|number| {
        let _ = write!(out, " {number}");
    });
    out.push('\n');
}

/// The certificate of a walk.
pub(in super::super) fn of(board: &str, walk: &Walk) -> Certificate {
    let sight = walk.sight();
    let mut body = head(board, walk.values().len(), sight.lines, sight.to);
    let (mut whole, mut all) = (0, 0);
    for (family, index, done) in walk.completions() {
        all += 1;
        whole += usize::from(done.len() > sight.to);
        line(&mut body, family, index, done.iter().copied());
    }
    let states = statement(board, walk.values().len(), (sight.lines, sight.to), (whole, all), &body);
    Certificate::new("exile", KIND, states, body)
}

/// What the first line asks for.
struct Head {
    board: String,
    cells: usize,
    lines: i64,
    to: usize,
}

fn read_head(text: &str) -> Option<Head> {
    let words: Vec<&str> = text.split(' ').collect();
    let ["board", board, "cells", cells, "lines", lines, "to", to] = words[..] else { return None };
    let found = Head {
        board: ["spiral", "quadrant"].into_iter().find(|&name| name == board)?.to_string(),
        cells: cells.parse().ok().filter(|n| (1..=MOST_CELLS).contains(n))?,
        lines: lines.parse().ok().filter(|n| (0..=MOST_LINES).contains(n))?,
        to: to.parse().ok().filter(|&n| n <= MOST_NUMBER)?,
    };
    // Written again it must be the same: no signs, no leading zeros.
    (head(&found.board, found.cells, found.lines, found.to) == format!("{text}\n")).then_some(found)
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut given = certificate.lines();
    let (number, first) = given.next().unwrap_or((3, ""));
    let Some(Head { board, cells, lines, to }) = read_head(first) else {
        return Err(Certificate::broken(number, "\"board B cells N lines L to V\" within the limits is wanted"));
    };
    let spiral = board == "spiral";
    let mut filled = Filled::new(cells, lines, to);
    let mut cell = (0, 0);
    for number in 0..cells {
        if number % 4096 == 0 {
            let told = || format!("{number} of {cells} cells are checked");
            step(watch, number as u64, Some(cells as u64), told)?;
        }
        filled.fill(cell, number as u64);
        cell = if spiral { spiral_next(cell) } else { quadrant_next(cell) };
    }
    let mut body = head(&board, cells, lines, to);
    let (mut whole, mut all) = (0, 0);
    let families = ["row", "column", "diagonal", "antidiagonal"];
    for (family, name) in families.into_iter().enumerate().take(if spiral { 4 } else { 3 }) {
        let least = if spiral || family > 1 { -lines } else { 0 };
        for index in least..=lines {
            let done = filled.complete(family, index);
            all += 1;
            whole += usize::from(done.len() > to);
            let mut due = String::new();
            line(&mut due, name, index, done.into_iter());
            let (number, found) = given.next().unwrap_or((number, ""));
            if found != due.trim_end_matches('\n') {
                return Err(Certificate::broken(number, format!("{name} {index} has other completions")));
            }
            body += &due;
        }
    }
    if let Some((number, _)) = given.next() {
        return Err(Certificate::broken(number, "a line too many"));
    }
    Ok(Report::new(statement(&board, cells, (lines, to), (whole, all), &body), Standing::Proved)
        .fact("cells", cells)
        .fact("lines", all)
        .fact("whole_lines", whole))
}

type Cell = (i64, i64);

/// The cell after a cell of the spiral: up on the right, left along the top, down on the left, right along the bottom.
fn spiral_next((x, y): Cell) -> Cell {
    let k = x.abs().max(y.abs());
    if x == k && y == k {
        (k, k + 1)
    } else if y == k && x > -k {
        (x - 1, y)
    } else if x == -k && y > -k {
        (x, y - 1)
    } else if y == -k && x < k {
        (x + 1, y)
    } else {
        (x, y + 1)
    }
}

/// The cell after a cell of the quadrant: up along its antidiagonal.
fn quadrant_next((x, y): Cell) -> Cell {
    if x == 0 { (y + 1, 0) } else { (x - 1, y + 1) }
}

/// The numbers on a line as marks, the least that is missing, and the cells that completed it so far.
#[derive(Clone, Default)]
struct Marks {
    met: Vec<bool>,
    missing: usize,
    complete: Vec<u64>,
}

impl Marks {
    fn has(&self, value: usize) -> bool {
        self.met.get(value) == Some(&true)
    }

    fn mark(&mut self, value: usize) {
        if self.met.len() <= value {
            self.met.resize(value + 1, false);
        }
        self.met[value] = true;
        while self.has(self.missing) {
            self.missing += 1;
        }
    }
}

struct Filled {
    /// The lines of each family, from index `-reach` on.
    lines: [Vec<Marks>; 4],
    reach: i64,
    bound: i64,
    to: usize,
}

impl Filled {
    fn new(cells: usize, bound: i64, to: usize) -> Filled {
        // No cell among so many has a coordinate, or a sum or difference of two, beyond this: the quadrant needs most,
        // a triangle of half of the square.
        let reach = 2 * (cells.isqrt() as i64 + 2);
        Filled { lines: std::array::from_fn(|_| vec![Marks::default(); 2 * reach as usize + 1]), reach, bound, to }
    }

    /// The cells at which a line was complete to 0, 1, ...
    fn complete(&mut self, family: usize, index: i64) -> Vec<u64> {
        let line = usize::try_from(index + self.reach).ok().and_then(|place| self.lines[family].get_mut(place));
        line.map(|line| std::mem::take(&mut line.complete)).unwrap_or_default()
    }

    fn fill(&mut self, (x, y): Cell, number: u64) {
        let places = [x, y, x - y, x + y];
        let at = places.map(|index| (index + self.reach) as usize);
        let through: [&Marks; 4] = std::array::from_fn(|family| &self.lines[family][at[family]]);
        let mut value = through.iter().map(|line| line.missing).max().unwrap_or(0);
        while through.iter().any(|line| line.has(value)) {
            value += 1;
        }
        for family in 0..4 {
            let line = &mut self.lines[family][at[family]];
            line.mark(value);
            if places[family].abs() <= self.bound {
                let done = line.missing.min(self.to + 1);
                line.complete.resize(done.max(line.complete.len()), number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::boards::board;
    use super::super::super::completions::Sight;
    use super::*;
    use kit::Unwatched;

    fn walk(name: &str, cells: usize) -> Certificate {
        let sight = Sight { lines: 4, to: 9 };
        let mut walk = Walk::new(board(name).unwrap(), cells as u64, sight, &mut Unwatched).unwrap();
        walk.extend(cells);
        of(name, &walk)
    }

    #[test]
    fn what_a_walk_finds_is_checked_and_changes_are_refused() {
        for name in ["spiral", "quadrant"] {
            let good = walk(name, 700);
            assert_eq!(check(&good, &mut Unwatched).unwrap().line, good.states);
            let lines: Vec<&str> = good.body.lines().collect();
            let told = |body: String| check(&Certificate::new("exile", KIND, "", body), &mut Unwatched);
            for at in 0..lines.len() {
                let with = |line: String| {
                    let mut changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
                    changed[at] = line;
                    changed.join("\n") + "\n"
                };
                let digit = lines[at].rfind(|c: char| c.is_ascii_digit()).unwrap();
                let other = if lines[at].as_bytes()[digit] == b'7' { "8" } else { "7" };
                let mut changed = lines[at].to_string();
                changed.replace_range(digit..=digit, other);
                let found = told(with(changed));
                // Another number of cells or numbers may be true, and then states something else.
                assert!(found.is_err() || at == 0 && found.unwrap().line != good.states, "{name} line {at}");
                assert!(told(with(lines[at].replacen(' ', " 0", 1))).is_err(), "{name} line {at}");
            }
            assert!(told(lines[..lines.len() - 1].join("\n") + "\n").is_err());
            assert!(told(good.body.clone() + "row 0\n").is_err());
        }
        let refused = |head: &str| {
            let certificate = Certificate::new("exile", KIND, "", format!("{head}\n"));
            check(&certificate, &mut Unwatched).unwrap_err().to_string()
        };
        for head in [
            "",
            "board plane cells 5 lines 1 to 1",
            "board spiral cells 0 lines 1 to 1",
            "board spiral cells 1048577 lines 1 to 1",
        ] {
            assert!(refused(head).contains("within the limits"), "{head}");
        }
        let nothing = check(&Certificate::new("exile", KIND, "", String::new()), &mut Unwatched);
        assert!(nothing.unwrap_err().to_string().starts_with("line 3: "));
    }

    /// Five cells by hand: 0 at the origin, then 1 beside it, 2, 3 and 1 around the corner.
    #[test]
    fn five_cells_are_what_they_are_by_hand() {
        let body = "board spiral cells 5 lines 0 to 1\nrow 0 0 1\ncolumn 0 0\ndiagonal 0 0 4\nantidiagonal 0 0\n";
        let told = |body: &str| check(&Certificate::new("exile", KIND, "", body.to_string()), &mut Unwatched);
        let line = told(body).unwrap().line;
        let head = "the first 5 cells of the spiral: 2 of the 4 lines up to 0 hold all numbers to 1; checksum ";
        assert!(line.starts_with(head), "{line}");
        for (part, other) in
            [("row 0 0 1", "row 0"), ("column 0 0", "column 0 0 3"), ("diagonal 0 0 4", "diagonal 0 0")]
        {
            assert!(told(&body.replacen(part, other, 1)).is_err(), "{other}");
        }
    }

    #[test]
    fn limits_are_read_to_the_last_number() {
        let read = |[cells, lines, to]: [&str; 3]| {
            read_head(&format!("board spiral cells {cells} lines {lines} to {to}")).is_some()
        };
        assert!(read(["1", "0", "0"]) && read(["1048576", "1000", "2000"]));
        for cells in ["0", "1048577", "01"] {
            assert!(!read([cells, "0", "0"]), "{cells} cells");
        }
        for lines in ["-1", "1001", "+0"] {
            assert!(!read(["1", lines, "0"]), "{lines} lines");
        }
        for to in ["2001", "-0"] {
            assert!(!read(["1", "0", to]), "to {to}");
        }
    }
}
