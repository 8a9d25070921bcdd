//! The bound from below of a lock of queens on a square board, by the code of the attacks.
//!
//! The even squares of a locked board, those that an even number of queens attack, are taken, are not none, and are 1
//! plus a sum of rows of the attack matrix. All such sets of few squares are listed. Some squares in the corners are
//! set aside; a basis of the sums is reduced so that each row has an own square outside them, in which no other row
//! is; no orbit of the eight symmetries has more than t eighths of its squares own. Averaged over the symmetries an
//! even set of k squares has at most k * t / 8 own ones, so one of its images is the sum of so many rows or fewer, up
//! to rows that lie in the corners. The queens beside the even squares follow from the parities of lines.
//!
//! Sums of more than [`PLAIN`] rows are not formed one by one. Of the squares that are neither own nor aside such a sum
//! has few, so it has hardly any in one of several blocks of them. Sums of about half as many rows are entered in a
//! table by what they have in the block, and each other half is looked up there: only pairs that nearly agree in the
//! block are added up ([`Meeting`]).

mod rows;

use kit::{Result, Watch, watch};
use rows::{Row, WORDS, attacked, attacks, has, image, images, in_corner, plus, set, symmetries, weight};
use rustc_hash::FxHashSet;

/// The largest side, by which rows are as long as they are.
const LARGEST: usize = 21;
/// The sums of rows that may be formed.
pub(super) const MOST_SUMS: u64 = 1_000_000_000;
/// Distances from a corner that are set aside, and rows that lie there.
const CORNERS: usize = 4;
const MOST_ASIDE: usize = 12;
/// Walks over the squares that are tried for a basis.
const WALKS: usize = 60;

/// Sums of so many rows are formed one by one, and all sums where so few are wanted or those of more rows than that.
const PLAIN: usize = 3;
const FEW_SUMS: u64 = 1_000_000;
const MOST_MET: usize = 10;
/// The most squares of a block, and the most squares that a sum may have there.
const MOST_BLOCK: usize = 20;
const MOST_STRAY: usize = 3;

/// What was found of boards below a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Below {
    Nothing,
    /// A board with so many pieces is legally reached and without open squares.
    Board(usize),
    /// It was too long to look at the boards with so many pieces or more.
    Long(usize),
}

/// Looks at the boards with fewer than `least` queens. On a board of odd side every square sees an even number of
/// others, and the number of queens that lock is odd.
pub(super) fn below(n: usize, least: usize, sums: u64, visits: &mut u64, watch: &mut dyn Watch) -> Result<Below> {
    let code = (n <= LARGEST).then(|| Code::new(n, least, sums)).flatten();
    let Some(code) = code else { return Ok(Below::Long(0)) };
    let even = code.even_sets(FEW_SUMS, watch)?;
    let lines = Parities::new(n);
    for queens in (1..code.least).filter(|queens| n.is_multiple_of(2) || queens % 2 == 1) {
        for set in even.iter().filter(|set| set.len() <= queens && (queens - set.len()) % 2 == 0) {
            for odd in lines.beside(set) {
                let mut board =
                    Placing { lines: &lines, odd, queens: set.clone(), closed: set.iter().copied().collect() };
                match board.some(queens - set.len(), visits) {
                    Some(false) => {}
                    Some(true) => return Ok(Below::Board(queens)),
                    None => return Ok(Below::Long(queens)),
                }
            }
        }
    }
    Ok(if code.least < least { Below::Long(code.least) } else { Below::Nothing })
}

/// The reduced basis. The bits of a row are squares in this order: neither own nor aside, own, aside.
struct Code {
    /// The square of each bit.
    squares: Vec<usize>,
    rows: Vec<Row>,
    aside: Vec<Row>,
    /// The bits that are not aside.
    light: Row,
    /// How many bits are aside.
    aside_squares: usize,
    /// Rows that are summed at most.
    depth: usize,
    /// Boards with fewer queens are covered.
    least: usize,
}

impl Code {
    /// The basis with the fewest sums for boards of fewer than `least` queens, or of fewer if those are too many.
    fn new(n: usize, least: usize, sums: u64) -> Option<Code> {
        let (mut bases, code) = (Vec::new(), basis(n));
        for corner in 0..=CORNERS.min(n / 3) {
            let gcd = |mut a: usize, mut b: usize| {
                while b > 0 {
                    (a, b) = (b, a % b);
                }
                a
            };
            let strides = (n + 2..).filter(|&stride| gcd(stride, n * n) == 1).take(WALKS);
            let tries = strides.map(|stride| Reduction::along(&code, n, stride, corner));
            bases.extend(tries.min_by_key(|reduction| reduction.eighths).filter(|best| best.aside() <= MOST_ASIDE));
        }
        for least in (1..=least).rev() {
            let cost = |base: &Reduction| count_sums(base.own.len(), base.depth(n, least));
            let best = (0..bases.len()).min_by_key(|&i| cost(&bases[i]))?;
            if cost(&bases[best]) <= sums {
                return Some(bases.swap_remove(best).code(n, least));
            }
        }
        None
    }

    /// One set of each class of images of the sets of 1 to `least` - 1 squares in the code, and of 1 plus others: a
    /// symmetry takes the boards beside a set to those beside its image. If there are at most `few` sums, they are
    /// formed one by one.
    fn even_sets(&self, few: u64, watch: &mut dyn Watch) -> Result<Vec<Vec<usize>>> {
        let mut light = vec![[0; WORDS]];
        let few = count_sums(self.rows.len(), self.depth) <= few;
        let plain = if few || self.depth > MOST_MET { self.depth } else { self.depth.min(PLAIN) };
        self.sums(0, plain, [0; WORDS], &mut light, watch)?;
        for rows in plain + 1..=self.depth {
            Meeting::new(self, rows).sums(&mut light, watch)?;
        }
        let (mut sets, maps) = (FxHashSet::default(), symmetries(self.squares.len().isqrt()));
        for word in light {
            for choice in 0..1usize << self.aside.len() {
                let rows = self.aside.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
                let sum = rows.fold(word, |sum, (_, row)| plus(&sum, row));
                let size = weight(&sum);
                if 0 < size && size < self.least {
                    let bits = (0..self.squares.len()).filter(|&bit| has(&sum, bit));
                    let set: Vec<usize> = bits.map(|bit| self.squares[bit]).collect();
                    sets.extend(maps.iter().map(|map| image(&set, map)).min());
                }
            }
        }
        let mut sets: Vec<Vec<usize>> = sets.into_iter().collect();
        sets.sort_unstable();
        Ok(sets)
    }

    fn sums(&self, from: usize, left: usize, sum: Row, light: &mut Vec<Row>, watch: &mut dyn Watch) -> Result<()> {
        if left == 0 {
            return Ok(());
        }
        if left >= 3 {
            watch::step(watch, from as u64, None, || "the sums of rows are not all formed".to_string())?;
        }
        for (at, row) in self.rows.iter().enumerate().skip(from) {
            // Most sums have too many squares in the first word already.
            let few = self.begins_light(sum[0] ^ row[0]);
            if left == 1 && !few {
                continue;
            }
            let next = plus(&sum, row);
            if few && self.is_light(&next) {
                light.push(next);
            }
            self.sums(at + 1, left - 1, next, light, watch)?;
        }
        Ok(())
    }

    /// Whether a sum with this first word may be light.
    fn begins_light(&self, front: u64) -> bool {
        ((front & self.light[0]).count_ones() as usize) < self.least
    }

    /// Whether a sum has fewer than `least` squares that are not aside.
    fn is_light(&self, sum: &Row) -> bool {
        weight(&std::array::from_fn(|word| sum[word] & self.light[word])) < self.least
    }
}

/// The sums of so many rows that have few squares, found by halves that meet in a block of squares.
struct Meeting<'a> {
    code: &'a Code,
    rows: usize,
    /// How many blocks there are, of how many squares each; in one of them a sum has at most so many.
    blocks: usize,
    block: usize,
    stray: usize,
}

impl Meeting<'_> {
    /// The blocks that make the least work. A sum has as many own squares as rows, so of fewer than `least` squares so
    /// many fewer are neither own nor aside, and among several blocks of those one has at most its share.
    fn new(code: &Code, rows: usize) -> Meeting<'_> {
        let free = code.squares.len() - code.rows.len() - code.aside_squares;
        let others = (code.least - 1).saturating_sub(rows);
        let ways = |stray: usize| {
            let blocks = others / (stray + 1) + 1;
            Meeting { code, rows, blocks, block: (free / blocks).min(MOST_BLOCK), stray }
        };
        let best = (0..=MOST_STRAY).map(ways).filter(|way| way.stray <= way.block);
        best.min_by_key(Meeting::work).unwrap_or_else(|| ways(0))
    }

    /// About how many halves are looked up and how many pairs are met.
    fn work(&self) -> u64 {
        let [first, second] = self.halves().map(|half| sets_of(self.code.rows.len(), half));
        let patterns = (0..=self.stray).map(|many| sets_of(self.block, many)).sum::<u64>();
        let looked_up = first.saturating_mul(patterns);
        let met = (looked_up as u128 * second as u128) >> self.block;
        (looked_up.saturating_add(second))
            .saturating_add(met.min(u64::MAX.into()) as u64)
            .saturating_mul(self.blocks as u64)
    }

    /// The rows of the half that is looked up and of the half that is in the table; the first half comes first.
    fn halves(&self) -> [usize; 2] {
        [self.rows / 2, self.rows - self.rows / 2]
    }

    /// What a row has in a block.
    fn seen(&self, row: &Row, block: usize) -> u32 {
        let bits = block * self.block..(block + 1) * self.block;
        bits.rev().fold(0, |seen, bit| seen << 1 | u32::from(has(row, bit)))
    }

    /// The first word of the sum of some rows.
    fn front(&self, set: u64) -> u64 {
        places(set).fold(0, |front, row| front ^ self.code.rows[row][0])
    }

    fn sums(&self, light: &mut Vec<Row>, watch: &mut dyn Watch) -> Result<()> {
        let [firsts, seconds] = self.halves().map(|half| subsets(self.code.rows.len(), half));
        let patterns: Vec<u32> =
            (0..1u32 << self.block).filter(|set| set.count_ones() as usize <= self.stray).collect();
        kit::memory::take(watch, "the table of sums", (16 * seconds.len() + 8 * firsts.len()) as u64)?;
        let begun = light.len();
        for block in 0..self.blocks {
            let seen: Vec<u32> = self.code.rows.iter().map(|row| self.seen(row, block)).collect();
            let of = |set: u64| places(set).fold(0, |sum, row| sum ^ seen[row]);
            let table = Table::new(&seconds, self.block, of);
            for (number, &first) in firsts.iter().enumerate() {
                if number % 4096 == 0 {
                    watch::step(watch, number as u64, None, || "the sums of rows are not all formed".to_string())?;
                }
                let (own, last) = (of(first), first >> (8 * (self.rows / 2 - 1)));
                let begun = self.front(first);
                for pattern in &patterns {
                    // The rows of the second half come after those of the first.
                    for &second in table.with(own ^ pattern).iter().filter(|&&second| second & 0xff > last) {
                        // Most sums have too many squares in the first word already.
                        if !self.code.begins_light(begun ^ self.front(second)) {
                            continue;
                        }
                        let both = places(first).chain(places(second));
                        let sum = both.fold([0; WORDS], |sum, row| plus(&sum, &self.code.rows[row]));
                        if self.code.is_light(&sum) {
                            light.push(sum);
                        }
                    }
                }
            }
        }
        // The same sum may have few squares in several blocks.
        light[begun..].sort_unstable();
        light.dedup();
        Ok(())
    }
}

/// Sets by what they have in a block, one after the other.
struct Table {
    ends: Vec<u32>,
    sets: Vec<u64>,
}

impl Table {
    fn new(all: &[u64], block: usize, seen: impl Fn(u64) -> u32) -> Table {
        let mut ends = vec![0u32; (1 << block) + 1];
        all.iter().for_each(|&set| ends[seen(set) as usize + 1] += 1);
        (1..ends.len()).for_each(|at| ends[at] += ends[at - 1]);
        // Where the next set of each kind goes; in the end the place where it ends, where that of the next kind begins.
        let (mut next, mut sets) = (ends.clone(), vec![0; all.len()]);
        for &set in all {
            let place = &mut next[seen(set) as usize];
            sets[*place as usize] = set;
            *place += 1;
        }
        Table { ends, sets }
    }

    fn with(&self, seen: u32) -> &[u64] {
        &self.sets[self.ends[seen as usize] as usize..self.ends[seen as usize + 1] as usize]
    }
}

/// The subsets of so many of the first numbers, each as its numbers in increasing order, eight bits each, one more than
/// they are: a byte without a number is nothing.
fn subsets(numbers: usize, many: usize) -> Vec<u64> {
    let mut all = vec![0u64];
    for place in 0..many {
        let longer = |&set: &u64| {
            let from = if place == 0 { 0 } else { (set >> (8 * (place - 1)) & 0xff) as usize };
            (from..numbers).map(move |number| set | (number as u64 + 1) << (8 * place))
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The numbers of a subset.
fn places(set: u64) -> impl Iterator<Item = usize> {
    (0..8).map(move |place| (set >> (8 * place) & 0xff) as usize).take_while(|&byte| byte > 0).map(|byte| byte - 1)
}

/// How many subsets of so many there are.
fn sets_of(numbers: usize, many: usize) -> u64 {
    let (mut sets, many) = (1u128, many as u128);
    for k in 0..many {
        sets = sets * (numbers as u128).saturating_sub(k) / (k + 1);
    }
    sets.min(u64::MAX.into()) as u64
}

/// A basis while it is reduced; bits are squares.
struct Reduction {
    rows: Vec<Row>,
    own: Vec<usize>,
    eighths: usize,
    corner: usize,
}

impl Reduction {
    /// Squares become own in the order of a walk with a stride, those of the corners never. Of which rows the code was
    /// given does not matter: where each row is alone in having its square, the squares tell the rows.
    fn along(code: &[Row], n: usize, stride: usize, corner: usize) -> Reduction {
        let squares = n * n;
        let mut reduction = Reduction { rows: code.to_vec(), own: Vec::new(), eighths: 0, corner };
        let mut taken = vec![0; squares];
        for eighths in 1..=8 {
            for s in (0..squares).map(|k| k * stride % squares).filter(|&s| !in_corner(n, s, corner)) {
                let orbit = images(n, s);
                if (taken[orbit[0]] + 1) * 8 <= eighths * orbit.len() && reduction.reduce(s) {
                    taken[orbit[0]] += 1;
                    reduction.eighths = eighths;
                }
            }
        }
        let (light, mut place) = (reduction.own.len(), reduction.own.len());
        for s in (0..squares).filter(|&s| in_corner(n, s, corner)) {
            place += usize::from(reduction.reduce(s));
        }
        reduction.rows.truncate(place);
        reduction.own.truncate(light);
        reduction
    }

    fn aside(&self) -> usize {
        self.rows.len() - self.own.len()
    }

    /// The rows to be summed for boards with fewer than `least` queens.
    fn depth(&self, n: usize, least: usize) -> usize {
        let most = least - 1 - usize::from(n % 2 == 1 && least % 2 == 1);
        (most * self.eighths / 8).min(self.own.len())
    }

    /// Makes a square own if a row is left that has it.
    fn reduce(&mut self, square: usize) -> bool {
        let done = self.own.len();
        let Some(found) = (done..self.rows.len()).find(|&row| has(&self.rows[row], square)) else { return false };
        self.rows.swap(done, found);
        let row = self.rows[done];
        for (other, changed) in self.rows.iter_mut().enumerate() {
            if other != done && has(changed, square) {
                *changed = plus(changed, &row);
            }
        }
        self.own.push(square);
        true
    }

    /// The basis with its bits in the order that makes most sums short to look at.
    fn code(self, n: usize, least: usize) -> Code {
        let aside = |s: &usize| in_corner(n, *s, self.corner);
        let mut squares: Vec<usize> = (0..n * n).filter(|s| !aside(s) && !self.own.contains(s)).collect();
        squares.extend(&self.own);
        let light = set((0..squares.len()).collect::<Vec<usize>>().as_slice());
        let light_squares = squares.len();
        squares.extend((0..n * n).filter(aside));
        let turned = |row: &Row| -> Row {
            let bits: Vec<usize> = (0..squares.len()).filter(|&bit| has(row, squares[bit])).collect();
            set(&bits)
        };
        let (rows, aside) = self.rows.split_at(self.own.len());
        let (rows, aside) = (rows.iter().map(turned).collect(), aside.iter().map(turned).collect());
        let depth = self.depth(n, least);
        let aside_squares = squares.len() - light_squares;
        Code { squares, rows, aside, light, aside_squares, depth, least }
    }
}

/// 1 and the rows of the attack matrix.
fn generators(n: usize) -> Vec<Row> {
    let squares = n * n;
    let rows = (0..squares).map(|s| attacked(n, s));
    let all = |word| (0..64).filter(|bit| word * 64 + bit < squares).fold(0, |w, b| w | 1 << b);
    rows.chain([std::array::from_fn(all)]).collect()
}

/// Rows that span the same and are independent, a third as many: each of some hundred walks begins with them.
fn basis(n: usize) -> Vec<Row> {
    let mut reduction = Reduction { rows: generators(n), own: Vec::new(), eighths: 0, corner: 0 };
    for square in 0..n * n {
        reduction.reduce(square);
    }
    reduction.rows.truncate(reduction.own.len());
    reduction.rows
}

/// The sums of at most `depth` of so many rows.
fn count_sums(rows: usize, depth: usize) -> u64 {
    let (mut sets, mut all) = (1f64, 1f64);
    for k in 0..depth.min(rows) {
        sets *= (rows - k) as f64 / (k + 1) as f64;
        all += sets;
    }
    all as u64
}

/// Parities of lines: rows, columns, the two kinds of diagonals, a bit each.
struct Parities {
    n: usize,
    of: Vec<u128>,
    on: Vec<Vec<usize>>,
    directions: [u128; 4],
    /// Reduced rows of the attack matrix, each with its first square and the parities of the queens that give it.
    rows: Vec<(usize, Row, u128)>,
    /// Parities of sets of queens that attack every square an even number of times.
    unseen: Vec<u128>,
}

impl Parities {
    fn new(n: usize) -> Parities {
        let lines = |s: usize| [s / n, n + s % n, 2 * n + (s / n + n - 1 - s % n), 4 * n - 1 + s / n + s % n];
        let of: Vec<u128> = (0..n * n).map(|s| lines(s).iter().fold(0, |all, &line| all | 1 << line)).collect();
        let on = (0..6 * n - 2).map(|line| (0..n * n).filter(|&s| of[s] >> line & 1 == 1).collect()).collect();
        let span = |from: usize, to: usize| (from..to).fold(0, |all, line| all | 1u128 << line);
        let directions = [span(0, n), span(n, 2 * n), span(2 * n, 4 * n - 1), span(4 * n - 1, 6 * n - 2)];
        let mut parities = Parities { n, of, on, directions, rows: Vec::new(), unseen: vec![0] };
        for s in 0..n * n {
            let (rest, lines) = parities.reduced(attacked(n, s), parities.of[s]);
            match (0..n * n).find(|&t| has(&rest, t)) {
                Some(first) => parities.rows.push((first, rest, lines)),
                None if parities.unseen.contains(&lines) => {}
                None => {
                    let more: Vec<u128> = parities.unseen.iter().map(|other| other ^ lines).collect();
                    parities.unseen.extend(more);
                }
            }
        }
        parities
    }

    fn reduced(&self, mut squares: Row, mut lines: u128) -> (Row, u128) {
        for (first, row, of) in &self.rows {
            if has(&squares, *first) {
                squares = plus(&squares, row);
                lines ^= of;
            }
        }
        (squares, lines)
    }

    /// The parities that queens beside the even squares may have: 1 on all other squares is a sum of rows, and the
    /// number of odd lines of a board that is legally reached is a multiple of 4.
    fn beside(&self, even: &[usize]) -> Vec<u128> {
        let others: Vec<usize> = (0..self.n * self.n).filter(|s| !even.contains(s)).collect();
        let (rest, lines) = self.reduced(set(&others), 0);
        if weight(&rest) > 0 {
            return Vec::new();
        }
        let whole = self.unseen.iter().map(|unseen| unseen ^ lines).filter(|all| all.count_ones() % 4 == 0);
        whole.map(|all| even.iter().fold(all, |odd, &s| odd ^ self.of[s])).collect()
    }
}

/// Queens placed beside the even squares, where lines are odd.
struct Placing<'a> {
    lines: &'a Parities,
    odd: u128,
    queens: Vec<usize>,
    closed: FxHashSet<usize>,
}

impl Placing<'_> {
    /// Whether so many more queens make all lines even and a board that is legally reached; `None` when the visits
    /// run out.
    fn some(&mut self, left: usize, visits: &mut u64) -> Option<bool> {
        *visits = visits.checked_sub(1)?;
        let odd = self.lines.directions.map(|direction| (self.odd & direction).count_ones() as usize);
        if odd.iter().any(|&odd| odd > left) {
            return Some(false);
        }
        // Even on all lines and not empty means 8 squares at least: two on each of the eight outermost lines, which
        // share only ends.
        if self.odd == 0 && (1..8).contains(&left) {
            return Some(false);
        }
        if left == 0 {
            return Some(dismantled(self.lines.n, &self.queens));
        }
        // The directions in which every queen must stand on an odd line.
        let full = (0..4).filter(|&d| odd[d] == left).fold(0, |full, d| full | self.lines.directions[d]);
        let fits = |s: &usize| !self.closed.contains(s) && self.lines.of[*s] & full & !self.odd == 0;
        let lines = (0..self.lines.on.len()).filter(|line| self.odd >> line & 1 == 1);
        let choices = lines.map(|line| self.lines.on[line].iter().copied().filter(fits).collect::<Vec<usize>>());
        let choice = choices.min_by_key(Vec::len).unwrap_or_else(|| (0..self.lines.of.len()).filter(fits).collect());
        for (tried, &s) in choice.iter().enumerate() {
            self.closed.insert(s);
            self.odd ^= self.lines.of[s];
            self.queens.push(s);
            let found = self.some(left - 1, visits);
            self.queens.pop();
            self.odd ^= self.lines.of[s];
            if found != Some(false) {
                return found;
            }
            if tried + 1 == choice.len() {
                choice.iter().for_each(|s| {
                    self.closed.remove(s);
                });
            }
        }
        Some(false)
    }
}

/// Whether the queens can be lifted one by one, each attacked by an even number of those that stand.
fn dismantled(n: usize, queens: &[usize]) -> bool {
    let sees = |&s: &usize| (0..queens.len()).filter(|&i| attacks(n, s, queens[i])).fold(0u64, |seen, i| seen | 1 << i);
    let sees: Vec<u64> = queens.iter().map(sees).collect();
    let (mut known, mut left) = (FxHashSet::default(), vec![u64::MAX >> (64 - queens.len())]);
    while let Some(standing) = left.pop() {
        if standing == 0 {
            return true;
        }
        if known.insert(standing) {
            let liftable = |i: &usize| standing >> i & 1 == 1 && (sees[*i] & standing).count_ones() % 2 == 0;
            left.extend((0..queens.len()).filter(liftable).map(|i| standing & !(1 << i)));
        }
    }
    false
}

#[cfg(test)]
mod tests;
