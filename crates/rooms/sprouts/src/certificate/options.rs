//! The moves as the checker draws them: every curve of the plain rules, of boundaries that look alike only the first
//! ones.

use super::super::plain::{Curve, may_join};
use super::super::position::{Boundary, Position, Region};
use kit::{Error, Result, Watch, shorten};

/// The most curves of a position. In the certificates of starts up to 15 spots there are at most 140.
const MOST_CURVES: usize = 1 << 15;

/// Counts the moves that are drawn, looks at the watch, and holds them in proportion to the list.
pub(super) struct Count<'a> {
    pub(super) moves: u64,
    /// The moves, each with the size of its position: drawing and comparing take longer in large ones.
    work: u64,
    looked: u64,
    most: u64,
    lines: u64,
    watch: &'a mut dyn Watch,
}

impl<'a> Count<'a> {
    /// A count for a list of so many lines.
    pub(super) fn new(lines: usize, watch: &'a mut dyn Watch) -> Count<'a> {
        let lines = lines as u64;
        Count { moves: 0, work: 0, looked: 0, most: MOVES_A_LINE * (lines + 1), lines, watch }
    }

    /// The check has come to this line of the list.
    pub(super) fn line(&mut self, index: usize) -> Result<()> {
        kit::watch::step(self.watch, index as u64, Some(self.lines), || format!("{index} lines were checked"))
    }

    /// One move more, in this position.
    pub(super) fn step(&mut self, at: &Position) -> Result<()> {
        self.moves += 1;
        self.work += 1 + (at.degree.len() as u64).pow(2) / 256;
        if self.work - self.looked >= LOOK {
            self.looked = self.work;
            kit::watch::step(self.watch, 0, None, || format!("{} moves were drawn", self.moves))?;
        }
        match self.work > self.most {
            true => {
                let limit = format!("a list of {} lines may take {} moves in small positions", self.lines, self.most);
                Err(Error::too_large("the work that it asks for", limit, "list more lands"))
            }
            false => Ok(()),
        }
    }
}

/// How much work is done between two looks.
const LOOK: u64 = 256;

/// The most moves that are drawn for a line of the list, on the average. For starts up to 15 spots they are at most
/// 210.
const MOVES_A_LINE: u64 = 1 << 14;

/// Every curve that may be drawn. Boundaries without names that look alike vertex by vertex may change places, so of
/// them the first ones are joined and the first ones go inside.
pub(super) fn curves(at: &Position) -> Result<Vec<Curve>> {
    let mut list = Vec::new();
    list_curves(at, &mut list)?;
    Ok(list)
}

/// Puts every curve that may be drawn into a list that may have served before.
pub(super) fn list_curves(at: &Position, list: &mut Vec<Curve>) -> Result<()> {
    list.clear();
    let seen = at.seen();
    for (r, region) in at.regions.iter().enumerate() {
        let classes = alike(at, &seen, region);
        for (c, class) in classes.iter().enumerate() {
            let a = class[0];
            returning(at, r, a, &classes, list)?;
            let partners = class.get(1).into_iter().chain(classes[c + 1..].iter().map(|other| &other[0]));
            for &b in partners {
                for (from, to) in corners(region, a, b).filter(|&(i, j)| joinable(at, region, (a, i), (b, j))) {
                    push(at, list, Curve { region: r, from: (a, from), to: (b, to), inside: Vec::new() })?;
                }
            }
        }
    }
    Ok(())
}

/// The boundaries of a region in classes: those without names that look alike vertex by vertex are together.
fn alike(at: &Position, seen: &[u8], region: &Region) -> Vec<Vec<usize>> {
    // The curve ends along a boundary without names.
    let ends = |walk: &Boundary| -> Option<Vec<u8>> {
        walk.iter().map(|&v| (seen[usize::from(v)] == 1).then(|| at.degree[usize::from(v)])).collect()
    };
    let mut classes: Vec<(Option<Vec<u8>>, Vec<usize>)> = Vec::new();
    for (b, walk) in region.iter().enumerate() {
        let ends = ends(walk);
        match classes.iter_mut().find(|class| ends.is_some() && class.0 == ends) {
            Some(class) => class.1.push(b),
            None => classes.push((ends, vec![b])),
        }
    }
    classes.into_iter().map(|class| class.1).collect()
}

/// Pairs of places on two boundaries.
fn corners(region: &Region, a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> {
    let (long, wide) = (region[a].len(), region[b].len());
    (0..long).flat_map(move |i| (0..wide).map(move |j| (i, j)))
}

fn joinable(at: &Position, region: &Region, from: (usize, usize), to: (usize, usize)) -> bool {
    may_join(at, region[from.0][from.1], region[to.0][to.1])
}

/// The curves from a boundary to itself, with every way to share out the others.
fn returning(at: &Position, r: usize, a: usize, classes: &[Vec<usize>], list: &mut Vec<Curve>) -> Result<()> {
    let region = &at.regions[r];
    let others: Vec<Vec<usize>> =
        classes.iter().map(|class| class.iter().copied().filter(|&b| b != a).collect()).collect();
    for (i, j) in corners(region, a, a).filter(|&(i, j)| i <= j && joinable(at, region, (a, i), (a, j))) {
        let mut counts = vec![0; others.len()];
        loop {
            let inside = others.iter().zip(&counts).flat_map(|(class, &count)| &class[..count]).copied().collect();
            push(at, list, Curve { region: r, from: (a, i), to: (a, j), inside })?;
            let Some(up) = (0..counts.len()).find(|&c| counts[c] < others[c].len()) else { break };
            counts[..up].fill(0);
            counts[up] += 1;
        }
    }
    Ok(())
}

fn push(at: &Position, list: &mut Vec<Curve>, curve: Curve) -> Result<()> {
    if list.len() == MOST_CURVES {
        let limit = format!("more than {MOST_CURVES} curves can be drawn");
        return Err(Error::too_large(shorten(&at.to_string()), limit, "list smaller positions"));
    }
    list.push(curve);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;
    use kit::trial::Looks;

    #[test]
    fn curves_of_like_boundaries_are_counted_not_enumerated() {
        // A loop around 0 to n - 1 others, and one curve between two.
        for n in [2, 64, 65, 66, 400] {
            assert_eq!(curves(&Position::start(n)).unwrap().len(), n + 1);
        }
        // Names and other ends are told apart: a loop and a curve from 1, each with or without the other boundaries.
        assert_eq!(curves(&"{1.2.2}".parse().unwrap()).unwrap().len(), 3 + 1 + 1);
        assert_eq!(curves(&"{1.A.B}{A.B}".parse().unwrap()).unwrap().len(), 4 + 1 + 1 + 1 + 1);
    }

    #[test]
    fn a_position_of_too_many_curves_is_refused_by_name() {
        let kinds = |n: usize| (1..=n).map(|ends| "2".repeat(ends)).collect::<Vec<_>>().join(".");
        let error = curves(&format!("{{0.{}}}", kinds(15)).parse().unwrap()).unwrap_err();
        assert_eq!(error.trouble(), kit::Trouble::TooLarge);
        assert!(error.to_string().contains("more than 32768 curves"), "{error}");
        assert!(curves(&format!("{{0.{}}}", kinds(7)).parse().unwrap()).is_ok());
    }

    #[test]
    fn the_work_is_held_in_proportion_to_the_list_and_watched() {
        let mut watch = Unwatched;
        let mut count = Count::new(1, &mut watch);
        let [small, large] = [15, 160].map(Position::start);
        assert!((0..2 * MOVES_A_LINE).all(|_| count.step(&small).is_ok()));
        let error = count.step(&small).unwrap_err().to_string();
        assert!(error.contains("a list of 1 lines may take 32768 moves"), "{error}");
        let mut count = Count::new(1, &mut watch);
        assert_eq!((0..).find(|_| count.step(&large).is_err()), Some(2 * MOVES_A_LINE / 101), "a large one counts 101");
        let mut watch = Looks(2);
        let mut count = Count::new(1, &mut watch);
        assert!(count.line(0).is_ok());
        assert!(count.line(1).unwrap_err().is_stopped());
        let mut watch = Looks(2);
        let mut count = Count::new(1, &mut watch);
        assert_eq!((0..).find_map(|_| count.step(&small).err()).unwrap().to_string(), "stopped: 512 moves were drawn");
        let mut watch = Looks(2);
        let mut count = Count::new(1, &mut watch);
        assert_eq!((0..).find_map(|_| count.step(&large).err()).unwrap().to_string(), "stopped: 6 moves were drawn");
    }
}
