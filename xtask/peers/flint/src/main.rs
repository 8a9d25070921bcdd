//! Our Howell forms over Z/m, Smith forms and determinants over Z against FLINT's, on random matrices and on graphs.

use engine::graphs::families::named;
use engine::modular::howell::Howell;
use engine::modular::smith::smith;
use engine::modular::zmod::Modulus;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

unsafe extern "C" {
    fn bridge_howell(entries: *mut u32, rows: i32, columns: i32, m: u64) -> i32;
    fn bridge_smith(entries: *const i64, n: i32, text: *mut u8, size: usize) -> usize;
}

fn compare_howell(m: u64, rows: usize, columns: usize, chance: &mut ChaCha8Rng, sparse: bool) {
    // FLINT wants at least as many rows as columns, for the multiples that the form needs.
    let high = rows.max(columns);
    let mut entry = || if sparse && chance.random_range(0..3) > 0 { 0 } else { (chance.random::<u64>() % m) as u32 };
    let mut entries: Vec<u32> = (0..rows * columns).map(|_| entry()).collect();
    let mut form = Howell::new(Modulus::new(m), columns);
    entries.chunks(columns).for_each(|row| form.insert(row.to_vec()));
    form.tidy();
    entries.resize(high * columns, 0);
    // SAFETY: the buffer has `high` rows of `columns` entries.
    let rank = unsafe { bridge_howell(entries.as_mut_ptr(), high as i32, columns as i32, m) } as usize;
    let ours: Vec<&[u32]> = (0..columns).filter_map(|j| form.row(j)).collect();
    assert_eq!(ours.len(), rank, "rows of the Howell form modulo {m}");
    for (mine, theirs) in ours.iter().zip(entries.chunks(columns)) {
        assert_eq!(*mine, theirs, "a row of the Howell form modulo {m}");
    }
}

fn compare_smith(what: &str, n: usize, entry: impl Fn(usize, usize) -> i64) {
    let entries: Vec<i64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
    let mut text = vec![0u8; 1 << 20];
    // SAFETY: n^2 entries are there, and the bridge keeps to the size of the text.
    let used = unsafe { bridge_smith(entries.as_ptr(), n as i32, text.as_mut_ptr(), text.len()) };
    let theirs: Vec<String> = String::from_utf8_lossy(&text[..used]).split_whitespace().map(str::to_string).collect();
    let form = smith(n, n, &entry, &mut kit::Unwatched).expect("nobody stops it");
    let mut ours = vec![form.determinant().expect("square").to_string()];
    ours.extend(form.all_factors().iter().map(ToString::to_string));
    assert_eq!(ours, theirs, "determinant and Smith form of {what}");
}

#[rustfmt::skip]
const MODULI: [u64; 18] = [
    2, 3, 4, 6, 8, 12, 30, 36, 64, 97, 210, 1024, 65_536, 65_537, 1_000_000, (1 << 32) - 5, (1 << 32) - 1, 1 << 32,
];

fn main() {
    let mut chance = ChaCha8Rng::seed_from_u64(71);
    let mut howells = 0;
    for m in MODULI {
        for round in 0..40 {
            let (rows, columns) = (chance.random_range(1..25), chance.random_range(1..25));
            compare_howell(m, rows, columns, &mut chance, round % 2 == 0);
            howells += 1;
        }
    }
    println!("howell: {howells} forms agree with FLINT");
    let mut smiths = 0;
    for round in 0..150 {
        let n = chance.random_range(1..22usize);
        let size = [1, 2, 9][round % 3];
        let mut matrix: Vec<i64> = (0..n * n).map(|_| chance.random_range(-size..=size)).collect();
        if round % 4 == 0 && n > 2 {
            (0..n).for_each(|j| matrix[(n - 1) * n + j] = matrix[j] - 2 * matrix[n + j]);
        }
        compare_smith("a random matrix", n, |i, j| matrix[i * n + j]);
        smiths += 1;
    }
    for text in [
        "circle:6",
        "grid:5x5",
        "grid:6x7",
        "torus:5x6",
        "petersen",
        "dyck",
        "cube:4",
        "lightcube",
        "merlin",
        "complete:9",
        "grid:5x5:knight",
        "grid:6x6:queen",
    ] {
        let family = named(text).expect("it is known").expect("it is known");
        for loops in [false, true] {
            let graph = family.graph.clone().with_loops(loops);
            compare_smith(text, graph.order(), |i, j| i64::from(graph.has_arc(j, i)));
            smiths += 1;
        }
    }
    println!("smith: {smiths} forms and determinants agree with FLINT");
}
