//! Lands: positions in a compact canonical form, and the moves on them.
//!
//! A land is a string of bytes: vertices 0, 1, 2 (seen from one place, so many curve ends), names from [`NAME`] on (one life, seen
//! twice), [`WALL`] after each boundary, [`END`] after each region. What is dropped on the way, and why nothing is lost:
//!
//! - *dead vertices*: no curve may end in them, and a walk only matters for the order of the vertices that can still be used;
//! - *dead regions*, fewer than two lives: no curve fits; their vertices are seen once less, so a name may become a 2;
//! - *a name seen twice in a row*: what lies between its two corners is empty, so both corners offer the same curves: a 2;
//! - *order in regions of two or three lives*: with two lives one curve uses them up and leaves a dead spot. With three, any first curve between two vertices
//!   leaves its spot and what remains, two lives in one or two regions that die together with the next curve; so boundaries and order do
//!   not matter, only which vertices are there: one sorted boundary;
//! - *lands*: regions that share no vertex, directly or through others, are independent games;
//! - each region may be mirrored on its own: a curve changes one region's walks, and of the others only the lives.

/// The byte after a boundary.
pub const WALL: u8 = 0xFE;
/// The byte after a region.
pub const END: u8 = 0xFF;
/// The first name.
pub const NAME: u8 = 3;

const NAMES: usize = 256;
/// How many members of tied classes are tried before the first will do: measured, more trials cost more than the few forms they merge.
const TRIALS: u32 = 2;

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let x = (x ^ (x >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 32)
}

/// A region inside [`Canon`]: where its boundaries begin and end.
#[derive(Clone, Copy, Default)]
struct Span {
    from: usize,
    to: usize,
}

/// The workshop that brings raw positions into canonical lands; it keeps its buffers.
pub struct Canon {
    bytes: Vec<u8>,
    walls: Vec<Span>,
    regions: Vec<Span>,
    land_of: Vec<usize>,
    color: Box<[u64; NAMES]>,
    next: Box<[u64; NAMES]>,
    count: Box<[u8; NAMES]>,
    home: Box<[u8; NAMES]>,
    /// The canonical lands of the last position, sorted.
    pub lands: Vec<Vec<u8>>,
    spare: Vec<Vec<u8>>,
    budget: u32,
    trials: u32,
}

impl Default for Canon {
    fn default() -> Self {
        Canon {
            bytes: Vec::new(),
            walls: Vec::new(),
            regions: Vec::new(),
            land_of: Vec::new(),
            color: Box::new([0; NAMES]),
            next: Box::new([0; NAMES]),
            count: Box::new([0; NAMES]),
            home: Box::new([0; NAMES]),
            lands: Vec::new(),
            spare: Vec::new(),
            budget: 0,
            trials: TRIALS,
        }
    }
}

fn is_name(byte: u8) -> bool {
    (NAME..WALL).contains(&byte)
}

/// The lives of a vertex that is not dead.
fn lives(byte: u8) -> u32 {
    match byte {
        0 => 3,
        1 => 2,
        _ => 1,
    }
}

impl Canon {
    /// One that tries every member of every tied class, so that equal positions always get equal texts.
    pub fn exact() -> Canon {
        Canon { trials: u32::MAX, ..Canon::default() }
    }

    /// Simplifies a raw position (dead vertices already left out) and splits it into canonical lands in `self.lands`.
    pub fn simplify(&mut self, raw: &[u8]) {
        while let Some(land) = self.lands.pop() {
            self.spare.push(land);
        }
        self.live_regions(raw);
        self.fold_names();
        self.split();
    }

    /// Copies the regions that have two lives at least, a name seen twice in a row as a 2.
    fn live_regions(&mut self, raw: &[u8]) {
        self.bytes.clear();
        let mut start = 0;
        for (end, _) in raw.iter().enumerate().filter(|&(_, &b)| b == END) {
            let kept = self.bytes.len();
            let mut wall = kept;
            for &byte in &raw[start..end] {
                if byte != WALL {
                    if is_name(byte) && self.bytes.len() > wall && self.bytes.last() == Some(&byte) {
                        *self.bytes.last_mut().expect("just seen") = 2;
                    } else {
                        self.bytes.push(byte);
                    }
                    continue;
                }
                let long = self.bytes.len() - wall;
                if long >= 2 && is_name(self.bytes[wall]) && self.bytes[wall] == self.bytes[wall + long - 1] {
                    self.bytes[wall] = 2;
                    self.bytes.pop();
                }
                if self.bytes.len() > wall {
                    self.bytes.push(WALL);
                    wall = self.bytes.len();
                }
            }
            start = end + 1;
            match region_lives(&self.bytes[kept..]) < 2 {
                true => self.bytes.truncate(kept),
                false => self.bytes.push(END),
            }
        }
    }

    /// Names seen once become a 2; regions of two or three lives become one sorted boundary. Fills the spans.
    fn fold_names(&mut self) {
        self.count.fill(0);
        for &byte in &self.bytes {
            self.count[usize::from(byte)] = self.count[usize::from(byte)].saturating_add(1);
        }
        for byte in &mut self.bytes {
            if is_name(*byte) && self.count[usize::from(*byte)] == 1 {
                *byte = 2;
            }
        }
        let bytes = std::mem::take(&mut self.bytes);
        let mut folded = self.spare.pop().unwrap_or_default();
        folded.clear();
        self.walls.clear();
        self.regions.clear();
        for region in bytes.split_inclusive(|&b| b == END) {
            let first_wall = self.walls.len();
            let start = folded.len();
            if region_lives(region) <= 3 {
                for (i, &byte) in region.iter().enumerate().filter(|&(_, &b)| b < WALL) {
                    let again = is_name(byte) && region[i + 1..].contains(&byte);
                    let before = is_name(byte) && region[..i].contains(&byte);
                    match (before, again) {
                        (true, _) => {}
                        (false, true) => folded.push(2),
                        (false, false) => folded.push(byte),
                    }
                }
                folded[start..].sort_unstable();
                self.walls.push(Span { from: start, to: folded.len() });
                folded.push(WALL);
            } else {
                let mut from = folded.len();
                for &byte in &region[..region.len() - 1] {
                    if byte == WALL {
                        self.walls.push(Span { from, to: folded.len() });
                        folded.push(WALL);
                        from = folded.len();
                    } else {
                        folded.push(byte);
                    }
                }
            }
            folded.push(END);
            self.regions.push(Span { from: first_wall, to: self.walls.len() });
        }
        self.spare.push(bytes);
        self.bytes = folded;
    }

    /// Regions that share names belong together; every land is brought to its canonical form.
    fn split(&mut self) {
        let regions = self.regions.len();
        self.land_of.clear();
        self.land_of.extend(0..regions);
        self.home.fill(u8::MAX);
        for r in 0..regions {
            for w in self.regions[r].from..self.regions[r].to {
                for at in self.walls[w].from..self.walls[w].to {
                    let byte = self.bytes[at];
                    if !is_name(byte) {
                        continue;
                    }
                    let home = self.home[usize::from(byte)];
                    if home == u8::MAX {
                        self.home[usize::from(byte)] = r as u8;
                        continue;
                    }
                    let (a, b) = (self.land_of[usize::from(home)], self.land_of[r]);
                    if a != b {
                        for land in &mut self.land_of {
                            if *land == b {
                                *land = a;
                            }
                        }
                    }
                }
            }
        }
        let mut done = 0u64;
        for r in 0..regions {
            let land = self.land_of[r];
            if land < 64 && done >> land & 1 == 1 {
                continue;
            }
            done |= 1u64.checked_shl(land as u32).unwrap_or(0);
            if land >= 64 && self.land_of[..r].contains(&land) {
                continue;
            }
            let members: Vec<usize> = (r..regions).filter(|&s| self.land_of[s] == land).collect();
            let text = self.canonical(&members);
            self.lands.push(text);
        }
        self.lands.sort_unstable();
    }

    fn canonical(&mut self, members: &[usize]) -> Vec<u8> {
        let names = self.names_of(members);
        for &name in &names {
            self.color[usize::from(name)] = 0x5851_F42D;
        }
        for digit in 0..NAME {
            self.color[usize::from(digit)] = mix(u64::from(digit) + 77);
        }
        self.budget = self.trials;
        self.refine(members, &names);
        let mut best = self.spare.pop().unwrap_or_default();
        best.clear();
        self.discern(members, &names, &mut best);
        best
    }

    fn names_of(&mut self, members: &[usize]) -> Vec<u8> {
        let mut names = Vec::new();
        for &r in members {
            for w in self.regions[r].from..self.regions[r].to {
                for &byte in &self.bytes[self.walls[w].from..self.walls[w].to] {
                    if is_name(byte) && !names.contains(&byte) {
                        names.push(byte);
                    }
                }
            }
        }
        names
    }

    /// Colours names by what surrounds them until no class splits any more. Every step is blind to names, rotation and reflection.
    fn refine(&mut self, members: &[usize], names: &[u8]) {
        if names.is_empty() {
            return;
        }
        let mut classes = self.classes(names);
        loop {
            for &name in names {
                self.next[usize::from(name)] = 0;
            }
            for &r in members {
                let span = self.regions[r];
                let mut region = 0u64;
                for w in span.from..span.to {
                    region = region.wrapping_add(self.wall_color(w));
                }
                let region = mix(region);
                for w in span.from..span.to {
                    let wall = self.wall_color(w).wrapping_add(region);
                    let Span { from, to } = self.walls[w];
                    for at in from..to {
                        let byte = usize::from(self.bytes[at]);
                        if is_name(byte as u8) {
                            let corner = self.corner_color(from, to, at);
                            self.next[byte] = self.next[byte].wrapping_add(mix(corner ^ wall));
                        }
                    }
                }
            }
            for &name in names {
                let name = usize::from(name);
                self.color[name] = mix(self.color[name] ^ self.next[name].rotate_left(17));
            }
            let now = self.classes(names);
            if now == classes || now == names.len() {
                return;
            }
            classes = now;
        }
    }

    fn corner_color(&self, from: usize, to: usize, at: usize) -> u64 {
        let left = self.bytes[if at == from { to - 1 } else { at - 1 }];
        let right = self.bytes[if at + 1 == to { from } else { at + 1 }];
        let color = |byte: u8| self.color[usize::from(byte)];
        mix(color(left).wrapping_add(color(right)) ^ color(self.bytes[at]).rotate_left(23))
    }

    fn wall_color(&self, wall: usize) -> u64 {
        let Span { from, to } = self.walls[wall];
        mix((from..to).fold(0u64, |sum, at| sum.wrapping_add(self.corner_color(from, to, at))))
    }

    fn classes(&self, names: &[u8]) -> usize {
        let different = |&i: &usize| {
            let color = self.color[usize::from(names[i])];
            !names[..i].iter().any(|&m| self.color[usize::from(m)] == color)
        };
        (0..names.len()).filter(different).count()
    }

    /// Breaks ties: each member of the least tied class is set apart in turn, and the least of the texts is kept.
    fn discern(&mut self, members: &[usize], names: &[u8], best: &mut Vec<u8>) {
        let color = |canon: &Canon, name: u8| canon.color[usize::from(name)];
        let tied = names
            .iter()
            .filter(|&&n| names.iter().any(|&m| m != n && color(self, m) == color(self, n)))
            .map(|&n| color(self, n))
            .min();
        let Some(tied) = tied else {
            let text = self.write(members, names);
            if best.is_empty() || text < *best {
                let old = std::mem::replace(best, text);
                self.spare.push(old);
            } else {
                self.spare.push(text);
            }
            return;
        };
        let saved: Vec<u64> = names.iter().map(|&n| color(self, n)).collect();
        for (i, &name) in names.iter().enumerate() {
            if saved[i] != tied {
                continue;
            }
            if self.budget == 0 && !best.is_empty() {
                break;
            }
            self.budget = self.budget.saturating_sub(1);
            self.color[usize::from(name)] = mix(saved[i] ^ 0xABCD);
            self.refine(members, names);
            self.discern(members, names, best);
            for (&n, &c) in names.iter().zip(&saved) {
                self.color[usize::from(n)] = c;
            }
        }
    }

    /// The text when all names have different colours: names by rank, each boundary turned and each region mirrored to the least, all sorted.
    fn write(&mut self, members: &[usize], names: &[u8]) -> Vec<u8> {
        let mut ranked: Vec<u8> = names.to_vec();
        ranked.sort_unstable_by_key(|&n| self.color[usize::from(n)]);
        let mut rank = [0u8; NAMES];
        for (byte, slot) in (0..NAME).zip(0..) {
            rank[slot as usize] = byte;
        }
        for (i, &n) in ranked.iter().enumerate() {
            rank[usize::from(n)] = NAME + i as u8;
        }
        let mut regions: Vec<Vec<u8>> = members.iter().map(|&r| self.region_text(r, &rank)).collect();
        regions.sort_unstable();
        let mut text = self.spare.pop().unwrap_or_default();
        text.clear();
        for region in &regions {
            text.extend_from_slice(region);
        }
        text
    }

    fn region_text(&self, region: usize, rank: &[u8; NAMES]) -> Vec<u8> {
        let span = self.regions[region];
        let side = |mirrored: bool| {
            let mut walls: Vec<Vec<u8>> = Vec::with_capacity(span.to - span.from);
            for w in span.from..span.to {
                let mut walk: Vec<u8> =
                    self.bytes[self.walls[w].from..self.walls[w].to].iter().map(|&b| rank[usize::from(b)]).collect();
                if mirrored {
                    walk.reverse();
                }
                let turn = least_turn(&walk);
                walk.rotate_left(turn);
                walk.push(WALL);
                walls.push(walk);
            }
            walls.sort_unstable();
            let mut text = walls.concat();
            text.push(END);
            text
        };
        // A mirror image of walks of one or two vertices is a turn.
        match (span.from..span.to).all(|w| self.walls[w].to - self.walls[w].from <= 2) {
            true => side(false),
            false => side(false).min(side(true)),
        }
    }
}

/// The start of the least rotation.
fn least_turn(walk: &[u8]) -> usize {
    let n = walk.len();
    let mut best = 0;
    for start in 1..n {
        for i in 0..n {
            let (a, b) = (walk[(start + i) % n], walk[(best + i) % n]);
            if a != b {
                if a < b {
                    best = start;
                }
                break;
            }
        }
    }
    best
}

/// The lives of a region: each vertex once.
fn region_lives(region: &[u8]) -> u32 {
    let mut sum = 0;
    for (i, &byte) in region.iter().enumerate() {
        if byte < WALL && !(is_name(byte) && region[..i].contains(&byte)) {
            sum += lives(byte);
        }
    }
    sum
}

/// The lives of a land: each vertex once.
pub fn land_lives(land: &[u8]) -> u32 {
    let mut names = 0;
    let mut sum = 0;
    for &byte in land.iter().filter(|&&b| b < WALL) {
        match is_name(byte) {
            true => names += 1,
            false => sum += lives(byte),
        }
    }
    sum + names / 2
}

/// A guess at the number of moves on a land: pairs of corners, times the ways to share out the other boundaries. Restrictive positions,
/// with few moves, are searched first.
pub fn breadth(land: &[u8]) -> u64 {
    let mut sum = 0u64;
    for region in land.split(|&b| b == END) {
        let (mut corners, mut ways, mut equal) = (0u64, 1u64, 1u64);
        let mut last: &[u8] = &[];
        let mut cuts = 0u64;
        for walk in region.split(|&b| b == WALL).filter(|w| !w.is_empty()) {
            let length = walk.len() as u64;
            if walk == last {
                equal += 1;
                ways = ways / equal * (equal + 1);
            } else {
                equal = 1;
                ways = ways.saturating_mul(2);
                corners += length;
                cuts += length * (length + 1) / 2;
            }
            last = walk;
        }
        sum = sum.saturating_add(corners * corners / 2).saturating_add(cuts.saturating_mul(ways) / 2);
    }
    sum
}

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
        loop {
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
            let Some(k) = (0..inside.len()).find(|&k| inside[k] < others[k]) else { return };
            inside[..k].fill(0);
            inside[k] += 1;
        }
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

/// A start of n spots.
pub fn start(n: usize) -> Vec<u8> {
    let mut raw = Vec::with_capacity(2 * n + 1);
    for _ in 0..n {
        raw.extend([0, WALL]);
    }
    raw.push(END);
    raw
}

/// A land or a sum of lands as a position of the grammar.
pub fn unfold(raw: &[u8]) -> super::position::Position {
    let mut names: Vec<Option<u16>> = vec![None; NAMES];
    let mut degree: Vec<u8> = Vec::new();
    let mut regions = vec![vec![Vec::new()]];
    for &byte in raw {
        match byte {
            END => regions.push(vec![Vec::new()]),
            WALL => regions.last_mut().expect("begun").push(Vec::new()),
            vertex => {
                let slot = &mut names[usize::from(vertex)];
                let number = match slot {
                    Some(number) if is_name(vertex) => *number,
                    _ => {
                        degree.push(vertex.min(2));
                        *slot = Some(degree.len() as u16 - 1);
                        degree.len() as u16 - 1
                    }
                };
                regions.last_mut().and_then(|r| r.last_mut()).expect("begun").push(number);
            }
        }
    }
    for region in &mut regions {
        region.retain(|walk: &Vec<u16>| !walk.is_empty());
    }
    regions.retain(|region| !region.is_empty());
    super::position::Position { regions, degree, named: false }
}

/// A position as raw bytes, dead vertices left out; `None` when it has more names than a byte holds.
pub fn compact(at: &super::position::Position) -> Option<Vec<u8>> {
    let seen = at.seen();
    let mut names: Vec<Option<u8>> = vec![None; at.degree.len()];
    let mut next = NAME;
    let mut raw = Vec::new();
    for region in &at.regions {
        for walk in region {
            for &v in walk {
                let v = usize::from(v);
                if at.degree[v] == 3 {
                    continue;
                }
                if seen[v] == 1 {
                    raw.push(at.degree[v]);
                    continue;
                }
                if names[v].is_none() {
                    if next >= WALL - 8 {
                        return None;
                    }
                    names[v] = Some(next);
                    next += 1;
                }
                raw.extend(names[v]);
            }
            raw.push(WALL);
        }
        raw.push(END);
    }
    Some(raw)
}

#[cfg(test)]
mod tests {
    use super::super::plain::{self, Truth};
    use super::super::position::Position;
    use super::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The same game in another guise: other numbers, walks turned, regions mirrored, everything in another order.
    fn disguised(at: &Position, chance: &mut ChaCha8Rng) -> Position {
        let mut numbers: Vec<u16> = (0..at.degree.len() as u16).collect();
        numbers.shuffle(chance);
        let mut other = at.clone();
        for (v, &number) in numbers.iter().enumerate() {
            other.degree[usize::from(number)] = at.degree[v];
        }
        for region in &mut other.regions {
            let mirrored = chance.random_bool(0.5);
            for walk in region.iter_mut() {
                walk.iter_mut().for_each(|v| *v = numbers[usize::from(*v)]);
                let turn = chance.random_range(0..walk.len());
                walk.rotate_left(turn);
                if mirrored {
                    walk.reverse();
                }
            }
            region.shuffle(chance);
        }
        other.regions.shuffle(chance);
        other
    }

    fn random_position(n: usize, moves: usize, chance: &mut ChaCha8Rng) -> Position {
        let mut at = Position::start(n);
        for _ in 0..moves {
            let curves = plain::curves(&at);
            if curves.is_empty() {
                break;
            }
            at = plain::draw(&at, &curves[chance.random_range(0..curves.len())]);
        }
        at
    }

    #[test]
    fn disguises_have_one_canonical_form() {
        let mut chance = ChaCha8Rng::seed_from_u64(7);
        let (mut one, mut two) = (Canon::exact(), Canon::exact());
        for round in 0..300 {
            let at = random_position(2 + round % 5, 1 + round % 8, &mut chance);
            let other = disguised(&at, &mut chance);
            one.simplify(&compact(&at).unwrap());
            two.simplify(&compact(&other).unwrap());
            assert_eq!(one.lands, two.lands, "{at} and {other}");
            let texts: Vec<Vec<u8>> = one.lands.clone();
            for land in texts {
                one.simplify(&land);
                assert_eq!(one.lands, [land], "a canonical land is its own form");
            }
        }
    }

    #[test]
    fn simplifying_keeps_nimbers_and_misere_outcomes() {
        let mut chance = ChaCha8Rng::seed_from_u64(11);
        let mut truth = Truth::default();
        let mut canon = Canon::default();
        for round in 0..60 {
            let n = 3 + round % 2;
            let at = random_position(n, 3 * n - 5 + round % 3, &mut chance);
            canon.simplify(&compact(&at).unwrap());
            let simple = super::super::word::sum_of(&canon.lands);
            assert_eq!(truth.nimber(&simple), truth.nimber(&at), "{at} and {simple}");
            assert_eq!(truth.misere_lost(&simple), truth.misere_lost(&at), "{at} and {simple}");
        }
    }
}
