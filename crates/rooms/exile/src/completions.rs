//! Where the lines of a table become complete: for Conjectures 22 and 24, which say that every row, column and diagonal
//! holds every number.
//!
//! The cells are visited in the order of their numbers, and each gets its value, the least number that stands on none
//! of its lines so far. A line is complete to v at the first cell at which all of 0, ..., v stand on it. A walk keeps
//! the values of its cells alone: lines and completions come from them by going through the values again, which costs a
//! fraction of finding them, and each value is then seen to be new on its lines. That a value is the least that is, is
//! believed of what was kept, whose checksum holds; a certificate computes everything anew.

use super::boards::{Board, Cell, line_of};
use super::grundy::{Frame, Lines};
use kit::watch::step;
use kit::{Error, Result, Watch};

/// A family of lines: its name, its direction, and the sign that turns [`line_of`] into the usual index.
pub type Family = (&'static str, Cell, i64);

/// The directions of a queen; all of them bar values.
const FAMILIES: [Family; 4] =
    [("row", (0, 1), 1), ("column", (1, 0), -1), ("diagonal", (1, 1), 1), ("antidiagonal", (1, -1), -1)];

/// The lines that go on for ever on a board: those that may hold every number.
pub fn families(board: &Board) -> &'static [Family] {
    if board.both_ways.0 { &FAMILIES } else { &FAMILIES[..3] }
}

/// The indices up to a bound that lines of a family have on a board.
pub fn indices(board: &Board, (name, ..): Family, bound: i64) -> std::ops::RangeInclusive<i64> {
    let straight = name == "row" || name == "column";
    if straight && !board.both_ways.0 { 0..=bound } else { -bound..=bound }
}

/// The lines that are looked at, and the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Lines of an index between this and its negative.
    pub lines: i64,
    /// The numbers 0, ..., to.
    pub to: usize,
}

/// A walk over the cells of a numbered board.
pub struct Walk {
    board: &'static Board,
    sight: Sight,
    lines: Vec<Lines>,
    values: Vec<u16>,
    /// For each family and each line in sight the numbers of the cells at which it became complete to 0, 1, ...
    complete: Vec<Vec<Vec<u64>>>,
}

impl Walk {
    /// A walk over at most so many cells, none of them visited.
    pub fn new(board: &'static Board, cells: u64, sight: Sight, watch: &mut dyn Watch) -> Result<Walk> {
        let cell = board.cell.ok_or_else(|| Error::failed("a board whose cells have numbers is wanted"))?;
        // The last shell that is begun, as a frame.
        let shell = (board.shell)(cell(cells.max(1) - 1));
        let span = |both: bool| if both { -shell..shell + 1 } else { 0..shell + 1 };
        let frame = Frame { rows: span(board.both_ways.0), columns: span(board.both_ways.1) };
        // A value is less than the cells of four lines; where it was looked, than 1.7 times the longest.
        let side = (frame.rows.end - frame.rows.start) as u64;
        if 4 * side >= 1 << 16 {
            let limit = "its values may not fit 16 bits";
            return Err(Error::too_large(format!("a walk of {cells} cells"), limit, "ask for fewer"));
        }
        kit::memory::take(watch, &format!("a walk of {cells} cells"), cells * 2 + 6 * side * (side * 3 / 8 + 40))?;
        let complete = families(board)
            .iter()
            .map(|&family| vec![Vec::new(); indices(board, family, sight.lines).count()])
            .collect();
        let lines = FAMILIES.iter().map(|&(_, direction, _)| Lines::new(direction, &frame)).collect();
        Ok(Walk { board, sight, lines, values: Vec::with_capacity(cells as usize), complete })
    }

    /// The values of the cells visited.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// What the walk looks at.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    fn next_cell(&self) -> Cell {
        self.board.cell.expect("a numbered board")(self.values.len() as u64)
    }

    /// Takes up values that were kept; `None` if one of them stands on a line already, which no walk leads to.
    pub fn resumed(mut self, values: &[u16], watch: &mut dyn Watch) -> Result<Option<Walk>> {
        for (done, &value) in values.iter().enumerate() {
            if done % (1 << 16) == 0 {
                let of = values.len();
                step(watch, done as u64, Some(of as u64), || format!("{done} of {of} kept cells are read"))?;
            }
            let cell = self.next_cell();
            if self.lines.iter().any(|lines| lines.has(lines.index(cell), usize::from(value))) {
                return Ok(None);
            }
            self.put(cell, usize::from(value));
        }
        Ok(Some(self))
    }

    /// Visits cells until there are so many.
    pub fn extend(&mut self, cells: usize) {
        while self.values.len() < cells {
            let cell = self.next_cell();
            let value = Lines::least_free(&self.lines, cell, &[]);
            self.put(cell, value);
        }
    }

    fn put(&mut self, cell: Cell, value: usize) {
        let number = self.values.len() as u64;
        self.values.push(u16::try_from(value).expect("bounded before the walk was begun"));
        for (at, lines) in self.lines.iter_mut().enumerate() {
            let line = lines.index(cell);
            lines.add(line, value);
            let Some(list) = self.complete.get_mut(at) else { continue };
            let family = FAMILIES[at];
            let index = line_of(cell, family.1) * family.2;
            if index.abs() <= self.sight.lines {
                let first = *indices(self.board, family, self.sight.lines).start();
                let done = &mut list[(index - first) as usize];
                let to = lines.first_missing(line).min(self.sight.to + 1);
                done.resize(to.max(done.len()), number);
            }
        }
    }

    /// Every line in sight: its family, its index, and the numbers of the cells at which it became complete to 0, 1,
    /// ..., as far as it did.
    pub fn completions(&self) -> impl Iterator<Item = (&'static str, i64, &[u64])> {
        families(self.board).iter().zip(&self.complete).flat_map(|(&family, list)| {
            let all = indices(self.board, family, self.sight.lines);
            all.zip(list).map(move |(index, done)| (family.0, index, done.as_slice()))
        })
    }
}

/// The first words of what a walk keeps.
const HEAD: &str = "parlor exile completions 1";

/// What is kept of a walk: a line with board and number of cells, their values in two bytes each, and a checksum.
pub fn kept(board: &Board, values: &[u16]) -> Vec<u8> {
    let mut bytes = format!("{HEAD} {} {}\n", board.name, values.len()).into_bytes();
    values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The values that were kept for that board, or why they are not.
pub fn read_kept(board: &Board, bytes: &[u8]) -> Result<Vec<u16>, String> {
    let end = bytes.iter().take(200).position(|&b| b == b'\n').ok_or("it has no heading")?;
    let head = std::str::from_utf8(&bytes[..end]).map_err(|_| "its heading is no text")?;
    let words: Vec<&str> = head.strip_prefix(HEAD).ok_or("it is of another kind")?.split_whitespace().collect();
    let [name, count] = words[..] else { return Err("its heading is damaged".to_string()) };
    if name != board.name {
        return Err(format!("it is of the {name}"));
    }
    let body = &bytes[end + 1..];
    let count = count.parse::<usize>().map_err(|_| "its heading is damaged")?;
    if Some(body.len()) != count.checked_mul(2).and_then(|bytes| bytes.checked_add(8)) {
        return Err("it is damaged: its length is wrong".to_string());
    }
    let (values, sum) = body.split_at(2 * count);
    if checksum(&bytes[..bytes.len() - 8]).to_le_bytes() != sum {
        return Err("it is damaged: its checksum is wrong".to_string());
    }
    Ok(values.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
}

/// FNV-1a.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::super::boards::{board, piece};
    use super::super::grundy::by_definition;
    use super::*;
    use kit::Unwatched;

    const SIGHT: Sight = Sight { lines: 6, to: 12 };

    fn walked(name: &str, cells: usize) -> Walk {
        let mut walk = Walk::new(board(name).unwrap(), cells as u64, SIGHT, &mut Unwatched).unwrap();
        walk.extend(cells);
        walk
    }

    #[test]
    fn completions_are_those_of_the_definition() {
        for name in ["spiral", "quadrant"] {
            let (board, cells) = (board(name).unwrap(), 1500);
            let cell = board.cell.unwrap();
            let plain = by_definition(board, piece("queen").unwrap(), (0..cells as u64).map(cell));
            let walk = walked(name, cells);
            for (number, &value) in walk.values().iter().enumerate() {
                assert_eq!(u32::from(value), plain[&cell(number as u64)], "{name} {number}");
            }
            let mut met = 0;
            for (family, index, done) in walk.completions() {
                let &(_, direction, sign) = FAMILIES.iter().find(|f| f.0 == family).unwrap();
                // The slow truth: the last of the first cells with 0, ..., v on the line.
                let first = |v: usize| {
                    let on = |n: &u64| line_of(cell(*n), direction) * sign == index && plain[&cell(*n)] == v as u32;
                    (0..cells as u64).find(on)
                };
                let mut latest = Some(0);
                for v in 0..=SIGHT.to {
                    latest = latest.and_then(|latest| first(v).map(|n| n.max(latest)));
                    assert_eq!(done.get(v).copied(), latest, "{name} {family} {index} to {v}");
                    met += usize::from(latest.is_some());
                }
            }
            assert!(met > 50, "{name}: {met}");
        }
    }

    #[test]
    fn a_walk_goes_on_from_what_was_kept() {
        let spiral = board("spiral").unwrap();
        let whole = walked("spiral", 4000);
        let bytes = kept(spiral, walked("spiral", 1234).values());
        let values = read_kept(spiral, &bytes).unwrap();
        let new = Walk::new(spiral, 4000, SIGHT, &mut Unwatched).unwrap();
        let mut again = new.resumed(&values, &mut Unwatched).unwrap().unwrap();
        again.extend(4000);
        assert!(again.values() == whole.values() && again.completions().eq(whole.completions()));
        // Damage is seen, and so is another board.
        for at in [0, 20, 40, 500, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(read_kept(spiral, &damaged).is_err(), "byte {at}");
        }
        assert!(read_kept(spiral, &bytes[..bytes.len() - 3]).is_err() && read_kept(spiral, b"").is_err());
        assert!(read_kept(board("quadrant").unwrap(), &bytes).unwrap_err().contains("spiral"));
        // Values that no walk leads to are refused though their checksum holds: a cell and the next lie on one line.
        let mut wrong = values;
        wrong[700] = wrong[699];
        let new = Walk::new(spiral, 4000, SIGHT, &mut Unwatched).unwrap();
        assert!(new.resumed(&wrong, &mut Unwatched).unwrap().is_none());
    }
}
