//! Canonical forms of lands.
//!
//! Two steps. The first ([`Canon::split`]) drops what the essay of [`super::land`] allows, splits a raw position into
//! lands and numbers the names of each as they come: cheap, and most of its results have been met before, so a search
//! looks them up as they are. The second ([`Canon::canonical`]) brings a new one to its least text: names are coloured
//! by what surrounds them, ties are broken by trial, boundaries turned, regions mirrored, all sorted.

use super::land::{END, NAME, NAMES, WALL, is_name, lives};

/// How many members of tied classes are tried before the first will do: measured, more trials cost more than the few
/// forms they merge.
const TRIALS: u32 = 2;

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let x = (x ^ (x >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 32)
}

/// A part of a buffer.
#[derive(Clone, Copy, Default)]
struct Span {
    from: usize,
    to: usize,
}

impl Span {
    fn of(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.from..self.to]
    }
}

/// Texts one after the other in one buffer.
#[derive(Default)]
pub struct Texts {
    bytes: Vec<u8>,
    spans: Vec<Span>,
}

impl Texts {
    fn clear(&mut self) {
        self.bytes.clear();
        self.spans.clear();
    }

    /// The text that was written since the last one ends here.
    fn end(&mut self) {
        let from = self.spans.last().map_or(0, |span| span.to);
        self.spans.push(Span { from, to: self.bytes.len() });
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// A text by number.
    pub fn get(&self, i: usize) -> &[u8] {
        self.spans[i].of(&self.bytes)
    }

    /// The texts.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.spans.iter().map(|span| span.of(&self.bytes))
    }

    /// Appends the texts to another buffer, the least first. They are few: an insertion sort.
    fn sorted_into(&mut self, out: &mut Vec<u8>) {
        for i in 1..self.spans.len() {
            let mut j = i;
            while j > 0 && self.spans[j].of(&self.bytes) < self.spans[j - 1].of(&self.bytes) {
                self.spans.swap(j, j - 1);
                j -= 1;
            }
        }
        for span in &self.spans {
            out.extend_from_slice(span.of(&self.bytes));
        }
    }
}

/// The workshop that brings raw positions into canonical lands; it keeps its buffers.
pub struct Canon {
    /// The living regions of the raw position.
    bytes: Vec<u8>,
    folded: Vec<u8>,
    land_of: Vec<usize>,
    count: Box<[u8; NAMES]>,
    /// Per name the last stamp at which it was seen.
    seen: Box<[u32; NAMES]>,
    stamp: u32,
    number: Box<[u8; NAMES]>,
    /// The lands of the last position that was split, names numbered as they come.
    pub parts: Texts,
    coloring: Coloring,
    trials: u32,
    /// The canonical lands of the last position that was simplified, sorted.
    pub lands: Vec<Vec<u8>>,
}

impl Default for Canon {
    fn default() -> Self {
        Canon {
            bytes: Vec::new(),
            folded: Vec::new(),
            land_of: Vec::new(),
            count: Box::new([0; NAMES]),
            seen: Box::new([0; NAMES]),
            stamp: 0,
            number: Box::new([0; NAMES]),
            parts: Texts::default(),
            coloring: Coloring::default(),
            trials: TRIALS,
            lands: Vec::new(),
        }
    }
}

impl Canon {
    /// One that tries every member of every tied class, so that equal positions always get equal texts.
    pub fn exact() -> Canon {
        Canon { trials: u32::MAX, ..Canon::default() }
    }

    /// Simplifies a raw position (dead vertices already left out) and splits it into canonical lands in `self.lands`.
    pub fn simplify(&mut self, raw: &[u8]) {
        self.split(raw);
        self.lands.clear();
        for part in self.parts.iter() {
            self.lands.push(self.coloring.canonical(part, self.trials).to_vec());
        }
        self.lands.sort_unstable();
    }

    /// The canonical form of a land that [`Canon::split`] made.
    pub fn canonical(&mut self, part: &[u8]) -> &[u8] {
        self.coloring.canonical(part, self.trials)
    }

    /// Drops what is dead, folds what is alike and leaves the lands in `self.parts`.
    pub fn split(&mut self, raw: &[u8]) {
        self.live_regions(raw);
        self.fold_names();
        self.write_parts();
    }

    fn next_stamp(&mut self) -> u32 {
        if self.stamp == u32::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.stamp
    }

    /// Copies the regions that have two lives at least, a name seen twice in a row as a 2; counts the names.
    fn live_regions(&mut self, raw: &[u8]) {
        self.bytes.clear();
        self.count.fill(0);
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
            if self.lives_of(kept, self.bytes.len()) < 2 {
                self.bytes.truncate(kept);
                continue;
            }
            for &byte in &self.bytes[kept..] {
                self.count[usize::from(byte)] = self.count[usize::from(byte)].saturating_add(1);
            }
            self.bytes.push(END);
        }
    }

    /// The lives of a stretch of `bytes`: each vertex once.
    fn lives_of(&mut self, from: usize, to: usize) -> u32 {
        let stamp = self.next_stamp();
        let mut sum = 0;
        for &byte in &self.bytes[from..to] {
            if byte < WALL && !(is_name(byte) && std::mem::replace(&mut self.seen[usize::from(byte)], stamp) == stamp) {
                sum += lives(byte);
            }
        }
        sum
    }

    /// Names seen once become a 2; regions of two or three lives become one sorted boundary.
    fn fold_names(&mut self) {
        self.folded.clear();
        let mut start = 0;
        while start < self.bytes.len() {
            let end = start + self.bytes[start..].iter().position(|&b| b == END).unwrap_or(self.bytes.len() - start);
            for byte in &mut self.bytes[start..end] {
                if is_name(*byte) && self.count[usize::from(*byte)] == 1 {
                    *byte = 2;
                }
            }
            if self.lives_of(start, end) > 3 {
                self.folded.extend_from_slice(&self.bytes[start..=end]);
            } else {
                self.fold_small(start, end);
            }
            start = end + 1;
        }
    }

    fn fold_small(&mut self, start: usize, end: usize) {
        let region = &self.bytes[start..end];
        let from = self.folded.len();
        for (i, &byte) in region.iter().enumerate().filter(|&(_, &b)| b < WALL) {
            let again = is_name(byte) && region[i + 1..].contains(&byte);
            let before = is_name(byte) && region[..i].contains(&byte);
            match (before, again) {
                (true, _) => {}
                (false, true) => self.folded.push(2),
                (false, false) => self.folded.push(byte),
            }
        }
        self.folded[from..].sort_unstable();
        self.folded.extend([WALL, END]);
    }

    /// Regions that share names belong together; names are numbered anew in each land.
    fn write_parts(&mut self) {
        self.parts.clear();
        self.land_of.clear();
        let stamp = self.next_stamp();
        let mut lands = 0;
        for (r, region) in self.folded.split_inclusive(|&b| b == END).enumerate() {
            self.land_of.push(r);
            lands += 1;
            for &byte in region.iter().filter(|&&b| is_name(b)) {
                let byte = usize::from(byte);
                if self.seen[byte] != stamp {
                    self.seen[byte] = stamp;
                    self.number[byte] = r as u8;
                    continue;
                }
                let (a, b) = (self.land_of[usize::from(self.number[byte])], self.land_of[r]);
                if a != b {
                    lands -= 1;
                    self.land_of.iter_mut().filter(|land| **land == b).for_each(|land| *land = a);
                }
            }
        }
        let regions = self.land_of.len();
        for land in 0..regions {
            if lands == 0 {
                break;
            }
            if !self.land_of.contains(&land) {
                continue;
            }
            lands -= 1;
            let stamp = self.next_stamp();
            let mut next = NAME;
            for (_, region) in
                self.folded.split_inclusive(|&b| b == END).enumerate().filter(|&(r, _)| self.land_of[r] == land)
            {
                for &byte in region {
                    if !is_name(byte) {
                        self.parts.bytes.push(byte);
                        continue;
                    }
                    let at = usize::from(byte);
                    if self.seen[at] != stamp {
                        self.seen[at] = stamp;
                        self.number[at] = next;
                        next += 1;
                    }
                    self.parts.bytes.push(self.number[at]);
                }
            }
            self.parts.end();
        }
    }
}

/// A land whose names, numbered from [`NAME`] on, are being told apart by colours.
#[derive(Default)]
struct Coloring {
    bytes: Vec<u8>,
    walls: Vec<Span>,
    regions: Vec<Span>,
    /// How many names there are.
    names: usize,
    /// By byte: the digits and then the names.
    color: Vec<u64>,
    next: Vec<u64>,
    /// By place.
    corners: Vec<u64>,
    wall_colors: Vec<u64>,
    rank: Vec<u8>,
    region_texts: Texts,
    walks: Texts,
    sides: [Vec<u8>; 2],
    text: Vec<u8>,
    best: Vec<u8>,
    budget: u32,
}

impl Coloring {
    fn canonical(&mut self, part: &[u8], trials: u32) -> &[u8] {
        self.read(part);
        self.budget = trials;
        self.best.clear();
        self.refine();
        self.discern();
        &self.best
    }

    fn read(&mut self, part: &[u8]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(part);
        self.walls.clear();
        self.regions.clear();
        let (mut from, mut first, mut top) = (0, 0, NAME - 1);
        for (at, &byte) in part.iter().enumerate() {
            match byte {
                WALL => {
                    self.walls.push(Span { from, to: at });
                    from = at + 1;
                }
                END => {
                    self.regions.push(Span { from: first, to: self.walls.len() });
                    first = self.walls.len();
                    from = at + 1;
                }
                vertex => top = top.max(vertex),
            }
        }
        self.names = usize::from(top + 1 - NAME);
        let all = self.names + usize::from(NAME);
        self.color.clear();
        self.color.extend((0..NAME).map(|digit| mix(u64::from(digit) + 77)));
        self.color.resize(all, 0x5851_F42D);
        self.next.clear();
        self.next.resize(all, 0);
        self.corners.clear();
        self.corners.resize(part.len(), 0);
    }

    /// Colours names by what surrounds them until no class splits any more. Every step is blind to names, rotation and
    /// reflection.
    fn refine(&mut self) {
        if self.names == 0 {
            return;
        }
        let mut classes = self.classes();
        loop {
            self.next.fill(0);
            self.color_walls();
            for &Span { from: first, to: last } in &self.regions {
                let sum = self.wall_colors[first..last].iter().fold(0u64, |sum, &c| sum.wrapping_add(c));
                let region = mix(sum);
                for w in first..last {
                    let wall = self.wall_colors[w].wrapping_add(region);
                    for at in self.walls[w].from..self.walls[w].to {
                        let byte = self.bytes[at];
                        if is_name(byte) {
                            let next = &mut self.next[usize::from(byte)];
                            *next = next.wrapping_add(mix(self.corners[at] ^ wall));
                        }
                    }
                }
            }
            for (color, next) in self.color.iter_mut().zip(&self.next).skip(usize::from(NAME)) {
                *color = mix(*color ^ next.rotate_left(17));
            }
            let now = self.classes();
            if now == classes || now == self.names {
                return;
            }
            classes = now;
        }
    }

    fn color_walls(&mut self) {
        self.wall_colors.clear();
        for &Span { from, to } in &self.walls {
            let mut sum = 0u64;
            let mut left = self.color[usize::from(self.bytes[to - 1])];
            let mut now = self.color[usize::from(self.bytes[from])];
            for at in from..to {
                let right = self.color[usize::from(self.bytes[if at + 1 == to { from } else { at + 1 }])];
                let corner = mix(left.wrapping_add(right) ^ now.rotate_left(23));
                self.corners[at] = corner;
                sum = sum.wrapping_add(corner);
                left = now;
                now = right;
            }
            self.wall_colors.push(mix(sum));
        }
    }

    fn name_colors(&self) -> &[u64] {
        &self.color[usize::from(NAME)..]
    }

    fn classes(&self) -> usize {
        let colors = self.name_colors();
        (0..colors.len()).filter(|&i| !colors[..i].contains(&colors[i])).count()
    }

    /// Breaks ties: each member of the least tied class is set apart in turn, and the least of the texts is kept.
    fn discern(&mut self) {
        let colors = self.name_colors();
        let tied = (0..colors.len()).filter(|&i| colors[i + 1..].contains(&colors[i])).map(|i| colors[i]).min();
        let Some(tied) = tied else {
            self.write();
            if self.best.is_empty() || self.text < self.best {
                std::mem::swap(&mut self.best, &mut self.text);
            }
            return;
        };
        let saved = self.color.clone();
        for i in usize::from(NAME)..saved.len() {
            if saved[i] != tied {
                continue;
            }
            if self.budget == 0 && !self.best.is_empty() {
                break;
            }
            self.budget = self.budget.saturating_sub(1);
            self.color[i] = mix(saved[i] ^ 0xABCD);
            self.refine();
            self.discern();
            self.color.copy_from_slice(&saved);
        }
    }

    /// The text when all names have different colours: names by rank, each boundary turned and each region mirrored to
    /// the least, all sorted.
    fn write(&mut self) {
        self.rank.clear();
        self.rank.extend(0..NAME);
        let colors = &self.color[usize::from(NAME)..];
        for color in colors {
            self.rank.push(NAME + colors.iter().filter(|other| *other < color).count() as u8);
        }
        let mut texts = std::mem::take(&mut self.region_texts);
        texts.clear();
        for r in 0..self.regions.len() {
            self.write_region(r, &mut texts);
        }
        self.text.clear();
        texts.sorted_into(&mut self.text);
        self.region_texts = texts;
    }

    fn write_region(&mut self, region: usize, out: &mut Texts) {
        let span = self.regions[region];
        let walls = &self.walls[span.from..span.to];
        // A mirror image of walks of one or two vertices is a turn.
        let turns = if walls.iter().all(|w| w.to - w.from <= 2) { 1 } else { 2 };
        for side in 0..turns {
            self.walks.clear();
            for wall in walls {
                let start = self.walks.bytes.len();
                let walk = wall.of(&self.bytes).iter().map(|&b| self.rank[usize::from(b)]);
                match side {
                    0 => self.walks.bytes.extend(walk),
                    _ => self.walks.bytes.extend(walk.rev()),
                }
                let turn = least_turn(&self.walks.bytes[start..]);
                self.walks.bytes[start..].rotate_left(turn);
                self.walks.bytes.push(WALL);
                self.walks.end();
            }
            self.sides[side].clear();
            self.walks.sorted_into(&mut self.sides[side]);
        }
        let least = if turns == 2 && self.sides[1] < self.sides[0] { 1 } else { 0 };
        out.bytes.extend_from_slice(&self.sides[least]);
        out.bytes.push(END);
        out.end();
    }
}

/// The start of the least rotation.
fn least_turn(walk: &[u8]) -> usize {
    let n = walk.len();
    let mut best = 0;
    for start in 1..n {
        if walk[start] > walk[best] {
            continue;
        }
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
