//! Squares of a square board under its symmetries and by attacks, and sets of them as rows of bits.

/// Words of a row: sides up to 21, so that the lines fit into 128 bits as well.
pub(super) const WORDS: usize = 7;

pub(super) type Row = [u64; WORDS];

pub(super) fn attacks(n: usize, s: usize, t: usize) -> bool {
    let (r, c) = (s / n, s % n);
    let (u, v) = (t / n, t % n);
    s != t && (r == u || c == v || r + c == u + v || r + v == u + c)
}

pub(super) fn attacked(n: usize, s: usize) -> Row {
    set(&(0..n * n).filter(|&t| attacks(n, s, t)).collect::<Vec<usize>>())
}

pub(super) fn in_corner(n: usize, s: usize, corner: usize) -> bool {
    let edge = |k: usize| k.min(n - 1 - k);
    edge(s / n) + edge(s % n) < corner
}

/// Where the eight symmetries take a square.
fn turned(n: usize, s: usize) -> [usize; 8] {
    let (r, c, last) = (s / n, s % n, n - 1);
    let [a, b, d, e] = [(r, c), (c, last - r), (last - r, last - c), (last - c, r)];
    let mut places = [a, b, d, e, a, b, d, e];
    places[4..].iter_mut().for_each(|(r, c)| std::mem::swap(r, c));
    places.map(|(r, c)| r * n + c)
}

/// The symmetries, each by where it takes the squares.
pub(super) fn symmetries(n: usize) -> [Vec<usize>; 8] {
    std::array::from_fn(|k| (0..n * n).map(|s| turned(n, s)[k]).collect())
}

/// The image of a set, in increasing order.
pub(super) fn image(set: &[usize], map: &[usize]) -> Vec<usize> {
    let mut image: Vec<usize> = set.iter().map(|&s| map[s]).collect();
    image.sort_unstable();
    image
}

/// The images of a square, in increasing order.
pub(super) fn images(n: usize, s: usize) -> Vec<usize> {
    let mut images = turned(n, s).to_vec();
    images.sort_unstable();
    images.dedup();
    images
}

pub(super) fn set(bits: &[usize]) -> Row {
    bits.iter().fold([0; WORDS], |mut set, bit| {
        set[bit / 64] |= 1 << (bit % 64);
        set
    })
}

pub(super) fn has(row: &Row, bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

pub(super) fn plus(a: &Row, b: &Row) -> Row {
    std::array::from_fn(|word| a[word] ^ b[word])
}

pub(super) fn weight(row: &Row) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}
