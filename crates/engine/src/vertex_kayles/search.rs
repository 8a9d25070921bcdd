//! The search proper: is the nimber of this set of vertices k?

use super::complete::{Coded, Complete};
use super::graph::Vertices;
use super::parts::News;
use super::subgraph::{MIDDLING, SMALL, Subgraph};
use super::table::{Bits, Knowledge, Table, hash};
use kit::watch::Progress;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Sets of at least this many vertices are looked up by the least of their images under the symmetries.
const CANONICAL: u32 = 16;
/// Sets of at least this many vertices are put off while another thread searches them.
const SHARED: u32 = 24;
/// On large graphs the options of sets of at least this many vertices are looked up before one is searched.
const PROBED: u32 = 48;
/// Positions between two looks at the world outside.
const LOOK: u64 = 1024;
/// A set that took fewer positions than this is sooner found again than told and learnt.
const WORTH_TELLING: u64 = 512;

/// The instructions a search is compiled for.
pub(super) trait Processor {
    /// [`Search::weigh`], compiled for this processor.
    fn is<const W: usize>(search: &mut Search<'_, W>, set: Bits<W>, k: u32, images: Option<usize>) -> Option<bool>;
    /// [`Subgraph::weigh`], compiled for this processor.
    fn settle(graph: &Subgraph, complete: &Complete, set: u32, k: u32) -> bool;
    /// [`Complete::weigh`], compiled for this processor.
    fn coded(complete: &Complete, graph: Coded, k: u32) -> bool;
    /// Whether [`Processor::compress`] is quick.
    const QUICK: bool;
    /// The bits of `word` at the places of `mask`, moved together to the low end.
    fn compress(word: u64, mask: u64) -> u64;
}

/// Any processor.
pub(super) struct Portable;

impl Processor for Portable {
    fn is<const W: usize>(search: &mut Search<'_, W>, set: Bits<W>, k: u32, images: Option<usize>) -> Option<bool> {
        search.weigh::<Self>(set, k, images)
    }

    fn settle(graph: &Subgraph, complete: &Complete, set: u32, k: u32) -> bool {
        graph.weigh::<Self>(complete, set, k)
    }

    fn coded(complete: &Complete, graph: Coded, k: u32) -> bool {
        complete.weigh::<Self>(graph, k)
    }

    const QUICK: bool = false;

    #[inline(always)]
    fn compress(word: u64, mut mask: u64) -> u64 {
        let (mut bits, mut place) = (0, 0);
        while mask != 0 {
            bits |= (word >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        bits
    }
}

/// An x86-64 processor with population count, bit extraction and 256-bit vectors.
#[cfg(target_arch = "x86_64")]
pub(super) struct Wide;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod wide {
    use super::{Bits, Coded, Complete, Processor, Search, Subgraph, Wide};

    impl Wide {
        /// This processor, if it is one.
        pub(in super::super) fn detected() -> bool {
            is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("avx2")
        }
    }

    impl Processor for Wide {
        #[inline(always)]
        fn is<const W: usize>(search: &mut Search<'_, W>, set: Bits<W>, k: u32, images: Option<usize>) -> Option<bool> {
            // SAFETY: this type is chosen only where `Wide::detected()` holds.
            unsafe { weigh(search, set, k, images) }
        }

        #[inline(always)]
        fn settle(graph: &Subgraph, complete: &Complete, set: u32, k: u32) -> bool {
            // SAFETY: this type is chosen only where `Wide::detected()` holds.
            unsafe { settle(graph, complete, set, k) }
        }

        #[inline(always)]
        fn coded(complete: &Complete, graph: Coded, k: u32) -> bool {
            // SAFETY: this type is chosen only where `Wide::detected()` holds.
            unsafe { coded(complete, graph, k) }
        }

        const QUICK: bool = true;

        #[inline(always)]
        fn compress(word: u64, mask: u64) -> u64 {
            // SAFETY: this type is chosen only where `Wide::detected()` holds.
            unsafe { extract(word, mask) }
        }
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    fn weigh<const W: usize>(search: &mut Search<'_, W>, set: Bits<W>, k: u32, images: Option<usize>) -> Option<bool> {
        search.weigh::<Wide>(set, k, images)
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    fn settle(graph: &Subgraph, complete: &Complete, set: u32, k: u32) -> bool {
        graph.weigh::<Wide>(complete, set, k)
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    fn coded(complete: &Complete, graph: Coded, k: u32) -> bool {
        complete.weigh::<Wide>(graph, k)
    }

    #[target_feature(enable = "bmi2")]
    #[inline]
    fn extract(word: u64, mask: u64) -> u64 {
        std::arch::x86_64::_pext_u64(word, mask)
    }
}

/// A symmetry that pairs vertices: an involution, with the vertices that it fixes or moves to a neighbour.
struct Pairing<const W: usize> {
    symmetry: usize,
    unpaired: Bits<W>,
}

/// The graph as the search wants it.
pub(super) struct Field<const W: usize> {
    closed: Vec<Bits<W>>,
    symmetries: Vec<Vec<u16>>,
    pairings: Vec<Pairing<W>>,
}

impl<const W: usize> Field<W> {
    pub(super) fn new(closed: Vec<Bits<W>>, symmetries: Vec<Vec<u16>>) -> Self {
        let pairing = |(symmetry, image): (usize, &Vec<u16>)| {
            let involution = (0..image.len()).all(|v| usize::from(image[usize::from(image[v])]) == v);
            let mut unpaired = [0; W];
            for (v, &w) in image.iter().enumerate() {
                if has(&closed[v], usize::from(w)) {
                    unpaired[v / 64] |= 1 << (v % 64);
                }
            }
            involution.then_some(Pairing { symmetry, unpaired })
        };
        let pairings = symmetries.iter().enumerate().filter_map(pairing).collect();
        Field { closed, symmetries, pairings }
    }

    fn image(&self, symmetry: usize, set: &Bits<W>) -> Bits<W> {
        let mut image = [0; W];
        each(set, |v| {
            let w = usize::from(self.symmetries[symmetry][v]);
            image[w / 64] |= 1 << (w % 64);
        });
        image
    }
}

/// What the threads of one search share besides the table.
pub(super) struct Company {
    /// One of them has the answer, or has to stop for all.
    pub(super) halt: AtomicBool,
    /// Hashes of the sets that are being searched; none when there is but one thread.
    busy: Vec<AtomicU64>,
}

impl Company {
    pub(super) fn of(threads: usize) -> Self {
        let slots = if threads > 1 { 1 << 12 } else { 0 };
        Company { halt: AtomicBool::new(false), busy: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.busy.get(hash as usize & self.busy.len().wrapping_sub(1))
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The table overflows and could grow.
    Full,
    /// It has visited as many positions as it was allowed.
    Spent,
    /// It was told to.
    Told,
}

/// How far a search may go.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// Positions visited.
    pub(super) nodes: u64,
    /// Entries pushed out of the table.
    pub(super) lost: u64,
}

/// What the searches of all threads are given.
#[derive(Clone, Copy)]
pub(super) struct Given<'a, const W: usize> {
    pub(super) field: &'a Field<W>,
    pub(super) table: &'a Table<W>,
    pub(super) complete: &'static Complete,
    /// Whether there is much to do: the graph is large.
    pub(super) much: bool,
    pub(super) company: &'a Company,
    pub(super) progress: &'a Progress,
    pub(super) bounds: Bounds,
    /// Where to tell of sets that took some work.
    pub(super) news: Option<&'a News>,
}

/// One thread's search.
pub(super) struct Search<'a, const W: usize> {
    given: Given<'a, W>,
    /// Sets that took some work and are not told yet.
    untold: Vec<(Bits<W>, Knowledge)>,
    /// The images of the sets on the way from the start to the present one, one group of sets for each move.
    images: Vec<Bits<W>>,
    /// Positions visited.
    pub(super) nodes: u64,
    /// Entries pushed out of the table.
    lost: u64,
    /// Why it halted, if it did.
    pub(super) halt: Halt,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(super) fn new(given: Given<'a, W>) -> Self {
        Search { given, untold: Vec::new(), images: Vec::new(), nodes: 0, lost: 0, halt: Halt::Told }
    }

    /// Whether the nimber of `set` is `k`; nothing when halted.
    pub(super) fn is<P: Processor>(&mut self, set: Bits<W>, k: u32) -> Option<bool> {
        self.images.clear();
        let images = self.all_images(&set, 0);
        let answer = P::is(self, set, k, images);
        self.tell();
        answer
    }

    /// Tells of what took some work.
    fn tell(&mut self) {
        if let Some(news) = self.given.news.filter(|_| !self.untold.is_empty()) {
            let told = self.untold.drain(..).map(|(set, knowledge)| (widened(&set), knowledge.note()));
            news.lock().unwrap_or_else(PoisonError::into_inner).extend(told);
        }
    }

    fn nimber_from<P: Processor>(&mut self, set: Bits<W>, images: Option<usize>) -> Option<u32> {
        for k in 0.. {
            if P::is(self, set, k, images)? {
                return Some(k);
            }
        }
        None
    }

    /// Writes the images of `set` as the group at `place`.
    fn all_images(&mut self, set: &Bits<W>, place: usize) -> Option<usize> {
        let group = self.given.field.symmetries.len();
        if group == 0 || size(set) < CANONICAL {
            return None;
        }
        self.images.resize((place + 1) * group, [0; W]);
        for symmetry in 0..group {
            self.images[place * group + symmetry] = self.given.field.image(symmetry, set);
        }
        Some(place)
    }

    /// Writes the images after a move at `vertex` as the group after `place`.
    #[inline(always)]
    fn next_images(&mut self, vertex: usize, place: usize) -> Option<usize> {
        let group = self.given.field.symmetries.len();
        let start = place * group;
        if self.images.len() < start + 2 * group {
            self.images.resize(start + 2 * group, [0; W]);
        }
        let (old, new) = self.images[start..start + 2 * group].split_at_mut(group);
        for ((old, new), symmetry) in old.iter().zip(new).zip(&self.given.field.symmetries) {
            *new = without(old, &self.given.field.closed[usize::from(symmetry[vertex])]);
        }
        Some(place + 1)
    }

    /// The least image of `set`, and whether it is lost because a symmetry pairs its vertices.
    #[inline(always)]
    fn canonical(&self, set: &Bits<W>, place: usize) -> (Bits<W>, bool) {
        let group = self.given.field.symmetries.len();
        let images = &self.images[place * group..][..group];
        let paired = |pairing: &Pairing<W>| images[pairing.symmetry] == *set && disjoint(set, &pairing.unpaired);
        let least = images.iter().fold(*set, |least, image| if *image < least { *image } else { least });
        (least, self.given.field.pairings.iter().any(paired))
    }

    /// Whether the nimber of `set` is `k`. `images` is the place of its images, if they are kept.
    #[inline(always)]
    fn weigh<P: Processor>(&mut self, set: Bits<W>, k: u32, images: Option<usize>) -> Option<bool> {
        let size = size(&set);
        if k > size {
            return Some(false);
        }
        self.nodes += 1;
        let begun = self.nodes;
        if self.nodes.is_multiple_of(LOOK) {
            self.look()?;
        }
        if size <= SMALL || self.given.much && size <= MIDDLING {
            let graph = Subgraph::of::<P, W>(&set, &self.given.field.closed);
            if size <= SMALL || graph.is_dense() {
                return Some(P::settle(&graph, self.given.complete, graph.all, k));
            }
        }
        let mut key = set;
        if let Some(place) = images {
            let (least, paired) = self.canonical(&set, place);
            if paired {
                return Some(k == 0);
            }
            key = least;
        }
        if let Some(known) = self.given.table.get(&key).is(k) {
            return Some(known);
        }
        let mut options = Options::of(&set, &self.given.field.closed);
        if let Some(component) = component(&set, options.strongest(), &self.given.field.closed) {
            return self.divide::<P>(set, component, k, images);
        }
        options.sort();
        let seen = self.given.much && size >= PROBED && self.sees(&set, &options, k, images);
        if seen || self.reaches::<P>(&set, &options, k, images)? {
            self.note(&key, Knowledge::excluding(k), begun);
            return Some(false);
        }
        // No option has nimber k, so the nimber is the least j <= k that no option has.
        for j in 0..k {
            if !self.reaches::<P>(&set, &options, j, images)? {
                self.note(&key, Knowledge::exactly(j), begun);
                return Some(false);
            }
        }
        self.note(&key, Knowledge::exactly(k), begun);
        Some(true)
    }

    /// Whether an option is known to have nimber `k`.
    fn sees(&self, set: &Bits<W>, options: &Options, k: u32, images: Option<usize>) -> bool {
        let Field { closed, symmetries, .. } = self.given.field;
        let group = symmetries.len();
        let images = images.map_or(&[][..], |place| &self.images[place * group..][..group]);
        options.iter().filter(|&(_, left)| left > MIDDLING).any(|(vertex, _)| {
            let turned = images.iter().zip(symmetries);
            let turned = turned.map(|(image, symmetry)| without(image, &closed[usize::from(symmetry[vertex])]));
            let option = without(set, &closed[vertex]);
            let key = turned.fold(option, |least, image| if image < least { image } else { least });
            self.given.table.get(&key).is(k) == Some(true)
        })
    }

    /// Reports progress; nothing when it is time to halt.
    #[cold]
    fn look(&mut self) -> Option<()> {
        self.given.progress.add(LOOK);
        self.tell();
        let told = self.given.progress.stopped() || self.given.company.halt.load(Ordering::Relaxed);
        self.halt = if told {
            Halt::Told
        } else if self.lost > self.given.bounds.lost {
            Halt::Full
        } else if self.nodes > self.given.bounds.nodes {
            Halt::Spent
        } else {
            return Some(());
        };
        None
    }

    #[inline(always)]
    fn note(&mut self, key: &Bits<W>, knowledge: Knowledge, begun: u64) {
        self.lost += u64::from(self.given.table.add(key, knowledge));
        if self.nodes - begun >= WORTH_TELLING && self.given.news.is_some() {
            self.untold.push((*key, knowledge));
        }
    }

    /// Whether some option has nimber `k`.
    #[inline(always)]
    fn reaches<P: Processor>(
        &mut self,
        set: &Bits<W>,
        options: &Options,
        k: u32,
        images: Option<usize>,
    ) -> Option<bool> {
        let mut put_off = [0u64; 4];
        for (place, (vertex, left)) in options.iter().enumerate() {
            let option = without(set, &self.given.field.closed[vertex]);
            if left >= SHARED && !self.given.company.busy.is_empty() {
                match self.reach_in_company::<P>(option, k, vertex, images, place > 0) {
                    Some(Some(true)) => return Some(true),
                    Some(Some(false)) => {}
                    Some(None) => put_off[place / 64] |= 1 << (place % 64),
                    None => return None,
                }
            } else if self.reach::<P>(option, k, vertex, left, images)? {
                return Some(true);
            }
        }
        if put_off == [0; 4] {
            return Some(false);
        }
        for (place, (vertex, left)) in options.iter().enumerate() {
            if has(&put_off, place) {
                let option = without(set, &self.given.field.closed[vertex]);
                if self.reach::<P>(option, k, vertex, left, images)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Whether the option after a move at `vertex` has nimber `k`.
    #[inline(always)]
    fn reach<P: Processor>(
        &mut self,
        option: Bits<W>,
        k: u32,
        vertex: usize,
        left: u32,
        images: Option<usize>,
    ) -> Option<bool> {
        let images = match images {
            Some(place) if left >= CANONICAL => self.next_images(vertex, place),
            _ => None,
        };
        P::is(self, option, k, images)
    }

    /// The same when other threads search too: nothing yet if one of them is at it and it `may_wait`.
    fn reach_in_company<P: Processor>(
        &mut self,
        option: Bits<W>,
        k: u32,
        vertex: usize,
        images: Option<usize>,
        may_wait: bool,
    ) -> Option<Option<bool>> {
        let company = self.given.company;
        let mark = hash(&option) ^ u64::from(k);
        let slot = company.slot(mark)?;
        if may_wait && slot.load(Ordering::Relaxed) == mark {
            return Some(None);
        }
        slot.store(mark, Ordering::Relaxed);
        let is = self.reach::<P>(option, k, vertex, CANONICAL.max(SHARED), images);
        slot.store(0, Ordering::Relaxed);
        is.map(Some)
    }

    /// A set of several components is a sum: the nimber of the smaller part goes over to the heap.
    fn divide<P: Processor>(
        &mut self,
        set: Bits<W>,
        component: Bits<W>,
        k: u32,
        images: Option<usize>,
    ) -> Option<bool> {
        let rest = without(&set, &component);
        let (small, large) = if size(&rest) < size(&component) { (rest, component) } else { (component, rest) };
        let place = images.map_or(0, |place| place + 1);
        let images = self.all_images(&small, place);
        let heap = self.nimber_from::<P>(small, images)?;
        let images = self.all_images(&large, place);
        P::is(self, large, k ^ heap, images)
    }
}

/// The moves of a set, each packed with the number of vertices that it leaves.
struct Options {
    packed: [u16; 256],
    count: usize,
}

impl Options {
    #[inline(always)]
    fn of<const W: usize>(set: &Bits<W>, closed: &[Bits<W>]) -> Self {
        let mut options = Options { packed: [0; 256], count: 0 };
        each(set, |vertex| {
            let left = size(&without(set, &closed[vertex]));
            // A move takes at least its own vertex, so `left` is below 256.
            options.packed[options.count & 255] = (left << 8) as u16 | vertex as u16;
            options.count += 1;
        });
        options
    }

    /// The move that leaves least.
    #[inline(always)]
    fn strongest(&self) -> usize {
        usize::from(self.packed[..self.count].iter().copied().min().unwrap_or(0) & 255)
    }

    /// The strongest moves first: their options are settled soonest.
    #[inline(always)]
    fn sort(&mut self) {
        self.packed[..self.count].sort_unstable();
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.packed[..self.count].iter().map(|&packed| (usize::from(packed & 255), u32::from(packed >> 8)))
    }
}

/// The component of `start` in `set`, unless it is all of it.
#[inline(always)]
fn component<const W: usize>(set: &Bits<W>, start: usize, closed: &[Bits<W>]) -> Option<Bits<W>> {
    let mut left = without(set, &closed[start]);
    loop {
        let mut next = left;
        let reached = without(set, &left);
        each(&left, |vertex| {
            if !disjoint(&closed[vertex], &reached) {
                next = without(&next, &closed[vertex]);
            }
        });
        if next == [0; W] {
            return None;
        }
        if next == left {
            return Some(reached);
        }
        left = next;
    }
}

/// The set in as many words as any graph needs.
fn widened<const W: usize>(set: &Bits<W>) -> Vertices {
    Vertices(std::array::from_fn(|word| set.get(word).copied().unwrap_or(0)))
}

#[inline(always)]
pub(super) fn each<const W: usize>(set: &Bits<W>, mut visit: impl FnMut(usize)) {
    for (word, &bits) in set.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            visit(64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

#[inline(always)]
fn without<const W: usize>(set: &Bits<W>, other: &Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| set[word] & !other[word])
}

#[inline(always)]
fn disjoint<const W: usize>(one: &Bits<W>, other: &Bits<W>) -> bool {
    (0..W).all(|word| one[word] & other[word] == 0)
}

#[inline(always)]
fn size<const W: usize>(set: &Bits<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn has<const W: usize>(set: &Bits<W>, vertex: usize) -> bool {
    set[vertex / 64] >> (vertex % 64) & 1 == 1
}
