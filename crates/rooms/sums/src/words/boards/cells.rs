//! Boards of cells, of any size to 64 x 64: read, written, cut up, turned and drawn once for all games on boards.

use engine::impartial::Key;
use kit::{Arg, ArgKind, Error, Result, Scene, Shape, Word, shorten};

/// The longest side of a board.
pub(super) const MOST_SIDE: usize = 64;

/// A set of cells on a board: its rows, the first column in the lowest bit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells {
    columns: usize,
    rows: Vec<u64>,
}

impl Key for Cells {
    fn owned_bytes(&self) -> usize {
        self.rows.owned_bytes()
    }

    /// The number of columns, and the rows.
    fn to_bytes(&self) -> Option<Vec<u8>> {
        let columns = u8::try_from(self.columns).ok()?;
        Some([columns].into_iter().chain(self.rows.iter().flat_map(|row| row.to_le_bytes())).collect())
    }

    fn of_bytes(bytes: &[u8]) -> Option<Cells> {
        let (&columns, rows) = bytes.split_first()?;
        let (rows, []) = rows.as_chunks::<8>() else { return None };
        let columns = usize::from(columns);
        let rows: Vec<u64> = rows.iter().map(|row| u64::from_le_bytes(*row)).collect();
        let sides = (1..=MOST_SIDE).contains(&columns) && (1..=MOST_SIDE).contains(&rows.len());
        (sides && rows.iter().all(|row| row & !low(columns) == 0)).then_some(Cells { columns, rows })
    }
}

/// The letters of a board: those that mark a cell of the set, and those of the other cells. The first of each is
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// A cell of the set.
    pub set: &'static str,
    /// Another cell.
    pub rest: &'static str,
}

impl Cells {
    /// No cell of a board of that size.
    pub fn empty(rows: usize, columns: usize) -> Cells {
        Cells { columns, rows: vec![0; rows] }
    }

    /// Every cell of a board of that size.
    pub fn full(rows: usize, columns: usize) -> Cells {
        Cells { columns, rows: vec![low(columns); rows] }
    }

    /// The board that a call gives: its two sides, or its text.
    pub fn given(word: &Word, args: &[Arg], letters: Letters) -> Result<Cells> {
        let most = MOST_SIDE as u64;
        match args {
            [text] if text.kind == ArgKind::Quoted => Cells::read(&text.text, letters, MOST_SIDE),
            [r, c] => {
                let (rows, columns) = (r.whole("rows", 1, most)?, c.whole("columns", 1, most)?);
                Ok(Cells::full(rows as usize, columns as usize))
            }
            _ => Err(word.refuse_count(args)),
        }
    }

    /// Reads rows joined by `/`, on a board with sides of at most so many cells.
    pub fn read(text: &str, letters: Letters, most: usize) -> Result<Cells> {
        let mark = |letters: &'static str| letters.chars().next().unwrap_or(' ');
        let refuse = |why: String| {
            let wants = format!("write rows of {} and {} joined by /", mark(letters.set), mark(letters.rest));
            Error::usage(format!("board {:?}", shorten(text)), why, wants)
        };
        let lines: Vec<Vec<char>> = text.split('/').map(|line| line.chars().collect()).collect();
        let columns = lines[0].len();
        if lines.len() > most || lines.iter().any(|line| line.len() > most) {
            let widest = lines.iter().map(Vec::len).max().unwrap_or(0);
            let asked = format!("a board of {} x {widest}", lines.len());
            return Err(Error::too_large(asked, format!("the limit is {most} x {most}"), "cut it down"));
        }
        let mut board = Cells::empty(lines.len(), columns);
        for (r, line) in lines.iter().enumerate() {
            if let Some(c) = line.iter().position(|&l| !letters.set.contains(l) && !letters.rest.contains(l)) {
                return Err(refuse(format!("{:?} in row {}, column {} is no cell", line[c], r + 1, c + 1)));
            }
            if line.len() != columns {
                return Err(refuse(format!("ragged: row {} has {} cells, row 1 has {columns}", r + 1, line.len())));
            }
            board.rows[r] = line.iter().zip(0..).map(|(&l, c)| u64::from(letters.set.contains(l)) << c).sum();
        }
        if columns == 0 {
            return Err(refuse("there is no cell".to_string()));
        }
        Ok(board)
    }

    /// The rows joined by `/`.
    pub fn write(&self, letters: Letters) -> String {
        let (set, rest) = (&letters.set[..1], &letters.rest[..1]);
        let row = |bits: &u64| (0..self.columns).map(|c| if bits >> c & 1 == 1 { set } else { rest }).collect();
        self.rows.iter().map(row).collect::<Vec<String>>().join("/")
    }

    /// How many rows the board has.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many columns the board has.
    pub fn width(&self) -> usize {
        self.columns
    }

    /// The rows, the first column in the lowest bit.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// The set with these rows on a board of the same size.
    pub fn with_rows(&self, rows: Vec<u64>) -> Cells {
        Cells { columns: self.columns, rows }
    }

    /// Whether a cell is in the set.
    pub fn has(&self, row: usize, column: usize) -> bool {
        self.rows.get(row).is_some_and(|bits| column < self.columns && bits >> column & 1 == 1)
    }

    /// How many cells.
    pub fn count(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The cells in order, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows.iter().enumerate().flat_map(|(r, &bits)| places(bits).map(move |c| (r, c)))
    }

    /// The set with one cell more.
    pub fn insert(&mut self, row: usize, column: usize) {
        self.rows[row] |= 1 << column;
    }

    /// The set without the cells of a rectangle.
    pub fn without(&self, [row, column]: [usize; 2], [height, width]: [usize; 2]) -> Cells {
        let mut left = self.clone();
        left.rows[row..row + height].iter_mut().for_each(|bits| *bits &= !(low(width) << column));
        left
    }

    /// The cells of both sets, on boards of one size.
    pub fn joined(&self, other: &Cells) -> Cells {
        self.with_rows(self.rows.iter().zip(&other.rows).map(|(one, two)| one | two).collect())
    }

    /// The cells of this set that are not in the other one.
    pub fn minus(&self, other: &Cells) -> Cells {
        self.with_rows(self.rows.iter().zip(&other.rows).map(|(one, two)| one & !two).collect())
    }

    /// The cells that hang together with the first one, each beside or diagonally beside another.
    fn first_cluster(&self) -> Option<Cells> {
        let (row, column) = self.cells().next()?;
        let mut cluster = Cells::empty(self.height(), self.columns);
        cluster.insert(row, column);
        let mut open = vec![row];
        while let Some(row) = open.pop() {
            // The row fills up from what it has, then its neighbours from it.
            let mut bits = cluster.rows[row];
            loop {
                let grown = bits | (bits << 1 | bits >> 1) & self.rows[row];
                if grown == bits {
                    break;
                }
                bits = grown;
            }
            cluster.rows[row] = bits;
            let reach = bits | bits << 1 | bits >> 1;
            for next in [row.wrapping_sub(1), row + 1] {
                if next < self.height() && reach & self.rows[next] & !cluster.rows[next] != 0 {
                    cluster.rows[next] |= reach & self.rows[next];
                    open.push(next);
                }
            }
        }
        Some(cluster)
    }

    /// The clusters, each with the cells that hang together at sides and corners.
    pub fn clusters(&self) -> Vec<Cells> {
        let mut left = self.clone();
        let mut next = move || {
            let cluster = left.first_cluster()?;
            left = left.minus(&cluster);
            Some(cluster)
        };
        std::iter::from_fn(&mut next).collect()
    }

    /// The smallest board around a set that is not empty.
    pub fn cropped(&self) -> Cells {
        let all = self.rows.iter().fold(0, |all, row| all | row);
        let first = self.rows.iter().position(|&row| row != 0).unwrap_or(0);
        let last = self.rows.iter().rposition(|&row| row != 0).unwrap_or(0);
        let (left, columns) = (all.trailing_zeros().min(63), 64 - all.leading_zeros() as usize);
        let rows = self.rows[first..=last].iter().map(|row| row >> left).collect();
        Cells { columns: columns.saturating_sub(left as usize), rows }
    }

    /// Rows become columns.
    pub fn turned(&self) -> Cells {
        let mut turned = Cells::empty(self.columns, self.height());
        self.cells().for_each(|(r, c)| turned.insert(c, r));
        turned
    }

    /// The last row becomes the first.
    pub fn flipped(&self) -> Cells {
        self.with_rows(self.rows.iter().rev().copied().collect())
    }

    /// The last column becomes the first.
    pub fn mirrored(&self) -> Cells {
        let shift = 64 - self.columns as u32;
        self.with_rows(self.rows.iter().map(|row| row.reverse_bits() >> shift).collect())
    }

    /// One form of all sets that shifts, turns and mirrors make of this one, lying.
    pub fn least_image(&self) -> Cells {
        let set = self.cropped();
        let lying = if set.height() > set.columns { set.turned() } else { set };
        let of_four = |set: Cells| {
            let (flipped, mirrored) = (set.flipped(), set.mirrored());
            let half = flipped.mirrored();
            set.min(flipped).min(mirrored.min(half))
        };
        match lying.height() == lying.columns {
            true => of_four(lying.turned()).min(of_four(lying)),
            false => of_four(lying),
        }
    }

    /// A picture of the board with what `cell` draws of each of its cells, a square of side 1.
    pub fn scene(&self, name: &str, caption: String, cell: impl Fn(usize, usize) -> Vec<Shape>) -> Scene {
        let mut scene = Scene::new(name, caption, self.columns as f64, self.height() as f64);
        for (r, c) in (0..self.height()).flat_map(|r| (0..self.columns).map(move |c| (r, c))) {
            cell(r, c).into_iter().for_each(|shape| {
                scene.add(shape);
            });
        }
        scene
    }
}

/// The first so many bits.
fn low(bits: usize) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

/// The places of the bits of a word.
pub(super) fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STONES: Letters = Letters { set: "1X", rest: "0." };

    #[test]
    fn bad_boards_are_refused() {
        for (text, part) in [("110/11", "ragged"), ("1x0", "column 2"), ("", "no cell"), ("1/", "ragged")] {
            let line = Cells::read(text, STONES, 8).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
        for text in ["111111111", "1/1/1/1/1/1/1/1/1"] {
            assert_eq!(Cells::read(text, STONES, 8).unwrap_err().trouble(), kit::Trouble::TooLarge);
        }
    }

    #[test]
    fn boards_are_written_as_they_are_read() {
        for text in ["110/111", "1", "0", &vec!["1".repeat(64); 64].join("/")] {
            assert_eq!(Cells::read(text, STONES, 64).unwrap().write(STONES), text);
        }
        assert_eq!(Cells::read("X./.1", STONES, 8).unwrap().write(STONES), "10/01");
        assert_eq!(Cells::full(64, 64).count(), 4096);
        assert_eq!(Cells::full(3, 64).without([1, 60], [2, 4]).count(), 3 * 64 - 8);
    }

    #[test]
    fn the_images_of_a_set_have_one_least_form() {
        let mut seed = 5u64;
        for round in 0..400 {
            let mut set = Cells::empty(6, if round % 2 == 0 { 6 } else { 64 });
            for _ in 0..7 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                set.insert((seed >> 33) as usize % 6, (seed >> 45) as usize % set.width());
            }
            let least = set.least_image();
            assert_eq!(least.count(), set.count());
            let turned = set.turned();
            for image in [set.flipped(), set.mirrored(), turned.flipped(), turned.mirrored(), turned, set.cropped()] {
                assert_eq!(image.least_image(), least, "{}", set.write(STONES));
            }
        }
        // A set that is no image of another has another form.
        let form = |text: &str| Cells::read(text, STONES, 8).unwrap().least_image();
        assert_ne!(form("110/011"), form("111/001"));
        assert_eq!(form("0110/0011"), form("01/11/10"));
    }

    #[test]
    fn clusters_hang_together_at_corners_too() {
        let set = Cells::read("1001/0100/0001/1001", STONES, 8).unwrap();
        let first = set.first_cluster().unwrap();
        assert_eq!(first.write(STONES), "1000/0100/0000/0000");
        assert_eq!(set.minus(&first).first_cluster().unwrap().write(STONES), "0001/0000/0000/0000");
        assert_eq!(first.joined(&set), set);
        let snake = Cells::read("11111/00001/11111/10000/11111", STONES, 8).unwrap();
        assert_eq!(snake.first_cluster().unwrap(), snake);
        assert!(Cells::empty(3, 3).first_cluster().is_none());
    }
}
