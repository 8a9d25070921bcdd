//! The moves on a land.

use super::land::{END, NAME, WALL, is_name};

/// Equal boundaries of a region that hold no name: one of each kind and how many.
struct Kind<'a> {
    walk: &'a [u8],
    count: usize,
}

/// The raw positions after every move on a land; dead vertices are left out already. Equal ones may come several times.
pub struct Moves {
    raw: Vec<u8>,
    fresh: u8,
}

impl Default for Moves {
    fn default() -> Self {
        Moves { raw: Vec::new(), fresh: NAME }
    }
}

/// One end of a curve: the walk and the place.
#[derive(Clone, Copy)]
struct Corner<'a> {
    walk: &'a [u8],
    at: usize,
}

impl Corner<'_> {
    fn byte(self) -> u8 {
        self.walk[self.at]
    }
}

impl Moves {
    /// Calls `each` with every raw position after a move.
    pub fn each(&mut self, land: &[u8], each: &mut dyn FnMut(&[u8])) {
        let top = land.iter().copied().filter(|&b| is_name(b)).max().unwrap_or(NAME - 1);
        self.fresh = top + 1;
        assert!(top < WALL - 4, "names fit a byte");
        let mut start = 0;
        for (end, _) in land.iter().enumerate().filter(|&(_, &b)| b == END) {
            let (before, region, after) = (&land[..start], &land[start..end], &land[end + 1..]);
            self.region(before, region, after, each);
            start = end + 1;
        }
    }

    fn region(&mut self, before: &[u8], region: &[u8], after: &[u8], each: &mut dyn FnMut(&[u8])) {
        let mut kinds: Vec<Kind<'_>> = Vec::new();
        for walk in region.split(|&b| b == WALL).filter(|w| !w.is_empty()) {
            match kinds.last_mut() {
                // Boundaries of a canonical region are sorted, so equal ones are neighbours.
                Some(last) if last.walk == walk => last.count += 1,
                _ => kinds.push(Kind { walk, count: 1 }),
            }
        }
        let outside = [before, after];
        for (a, kind) in kinds.iter().enumerate() {
            for other in a..kinds.len() {
                if other == a && kind.count < 2 {
                    continue;
                }
                for at in distinct_corners(kind.walk) {
                    for end in distinct_corners(kinds[other].walk) {
                        let from = Corner { walk: kind.walk, at };
                        let to = Corner { walk: kinds[other].walk, at: end };
                        self.join(&kinds, (a, other), from, to, outside, each);
                    }
                }
            }
            let walk = kind.walk;
            for i in distinct_corners(walk) {
                if walk[i] < 2 {
                    self.cut(&kinds, a, i, i, outside, each);
                }
            }
            for i in 0..walk.len() {
                for j in i + 1..walk.len() {
                    if !(is_name(walk[i]) && walk[i] == walk[j]) {
                        self.cut(&kinds, a, i, j, outside, each);
                    }
                }
            }
        }
    }

    /// A curve between two boundaries.
    fn join(
        &mut self,
        kinds: &[Kind<'_>],
        (a, b): (usize, usize),
        from: Corner<'_>,
        to: Corner<'_>,
        outside: [&[u8]; 2],
        each: &mut dyn FnMut(&[u8]),
    ) {
        let dead = [from.byte(), to.byte()];
        self.raw.clear();
        for part in outside {
            self.copy(part, dead);
        }
        for (k, kind) in kinds.iter().enumerate() {
            let used = usize::from(k == a) + usize::from(k == b);
            for _ in used..kind.count {
                self.copy(kind.walk, dead);
                self.raw.push(WALL);
            }
        }
        let spot = self.fresh;
        self.around(from, dead, self.fresh + 1);
        self.raw.push(spot);
        self.around(to, dead, self.fresh + 2);
        self.raw.push(spot);
        self.raw.push(WALL);
        self.raw.push(END);
        each(&self.raw);
    }

    /// Once around from a corner back to it.
    fn around(&mut self, corner: Corner<'_>, dead: [u8; 2], name: u8) {
        match corner.byte() {
            0 => self.raw.push(1),
            1 => {
                self.raw.push(name);
                self.copy_round(corner, dead);
                self.raw.push(name);
            }
            _ => self.copy_round(corner, dead),
        }
    }

    fn copy_round(&mut self, Corner { walk, at }: Corner<'_>, dead: [u8; 2]) {
        self.copy(&walk[at + 1..], dead);
        self.copy(&walk[..at], dead);
    }

    /// Copies what is not a name that dies with this curve.
    fn copy(&mut self, part: &[u8], dead: [u8; 2]) {
        self.raw.extend(part.iter().copied().filter(|&b| !(is_name(b) && (b == dead[0] || b == dead[1]))));
    }

    /// A curve from a boundary to itself, with every way to share out the other boundaries.
    fn cut(
        &mut self,
        kinds: &[Kind<'_>],
        a: usize,
        i: usize,
        j: usize,
        outside: [&[u8]; 2],
        each: &mut dyn FnMut(&[u8]),
    ) {
        let walk = kinds[a].walk;
        let dead = [walk[i], walk[j]];
        let others: Vec<usize> = kinds.iter().enumerate().map(|(k, kind)| kind.count - usize::from(k == a)).collect();
        let mut inside = vec![0usize; kinds.len()];
        let alike = self.sides_alike(walk, i, j, dead);
        loop {
            // Where both sides look alike, what lies inside and what lies outside may change places: one of the two is
            // enough.
            let twin = alike && inside.iter().zip(&others).map(|(&a, &b)| b - a).lt(inside.iter().copied());
            if !twin {
                self.raw.clear();
                for part in outside {
                    self.copy(part, dead);
                }
                for side in 0..2 {
                    for (k, kind) in kinds.iter().enumerate() {
                        let count = if side == 0 { inside[k] } else { others[k] - inside[k] };
                        for _ in 0..count {
                            self.copy(kind.walk, dead);
                            self.raw.push(WALL);
                        }
                    }
                    self.side(walk, i, j, side == 0, dead);
                }
                each(&self.raw);
            }
            let Some(k) = (0..inside.len()).find(|&k| inside[k] < others[k]) else { return };
            inside[..k].fill(0);
            inside[k] += 1;
        }
    }

    /// Whether the walks on both sides of a curve are the same.
    fn sides_alike(&mut self, walk: &[u8], i: usize, j: usize, dead: [u8; 2]) -> bool {
        self.raw.clear();
        self.side(walk, i, j, true, dead);
        let middle = self.raw.len();
        self.side(walk, i, j, false, dead);
        self.raw[..middle] == self.raw[middle..]
    }

    /// The walk on one side of the curve from corner i to corner j.
    fn side(&mut self, walk: &[u8], i: usize, j: usize, first: bool, dead: [u8; 2]) {
        let (at_i, at_j) = (self.fresh + 1, self.fresh + 2);
        if i == j {
            if walk[i] == 0 {
                self.raw.push(at_i);
            } else if !first {
                self.copy_round(Corner { walk, at: i }, dead);
            }
        } else if first {
            self.end(walk[i], at_i);
            self.copy(&walk[i + 1..j], dead);
            self.end(walk[j], at_j);
        } else {
            self.end(walk[j], at_j);
            self.copy(&walk[j + 1..], dead);
            self.copy(&walk[..i], dead);
            self.end(walk[i], at_i);
        }
        self.raw.push(self.fresh);
        self.raw.push(WALL);
        self.raw.push(END);
    }

    /// An end of a curve that lives on: a vertex that had one curve end.
    fn end(&mut self, byte: u8, name: u8) {
        if byte == 1 {
            self.raw.push(name);
        }
    }
}

/// Corners of a walk up to its own rotation: a walk that repeats itself is passed once.
fn distinct_corners(walk: &[u8]) -> std::ops::Range<usize> {
    let n = walk.len();
    let period = (1..=n).find(|&p| n.is_multiple_of(p) && (p..n).all(|i| walk[i] == walk[i - p])).unwrap_or(n);
    0..period
}

#[cfg(test)]
mod tests {
    use super::super::canon::Canon;
    use super::super::land::compact;
    use super::super::misere::Misere;
    use super::super::plain;
    use super::super::position::Position;
    use super::super::search::Search;
    use super::super::words::sum_of;
    use super::*;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    /// On random games the moves of the lands leave the same nimbers and misère outcomes as the plain rules. Texts may
    /// differ: what folding a small region leaves is the same game in another guise.
    #[test]
    fn moves_leave_what_the_plain_rules_leave() {
        let mut chance = ChaCha8Rng::seed_from_u64(21);
        let mut canon = Canon::exact();
        let (mut search, mut misere) = (Search::new(1 << 28), Misere::new(1 << 28));
        let mut worth =
            |raw: &[u8]| (search.nimber_of(raw, &mut Unwatched).unwrap(), misere.lost(raw, &mut Unwatched).unwrap());
        for round in 0..40 {
            let mut at = Position::start(2 + round % 4);
            loop {
                let curves = plain::curves(&at);
                canon.simplify(&compact(&at).unwrap());
                let lands = canon.lands.clone();
                let mut fast = BTreeSet::new();
                for (i, land) in lands.iter().enumerate() {
                    Moves::default().each(land, &mut |raw| {
                        canon.simplify(raw);
                        let rest = lands.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, l)| l.clone());
                        let sum: Vec<Vec<u8>> = canon.lands.iter().cloned().chain(rest).collect();
                        fast.insert(worth(&compact(&sum_of(&sum)).unwrap()));
                    });
                }
                let mut slow = BTreeSet::new();
                for curve in &curves {
                    slow.insert(worth(&compact(&plain::draw(&at, curve)).unwrap()));
                }
                assert_eq!(fast, slow, "{at}");
                if curves.is_empty() {
                    break;
                }
                at = plain::draw(&at, &curves[chance.random_range(0..curves.len())]);
            }
        }
    }
}
