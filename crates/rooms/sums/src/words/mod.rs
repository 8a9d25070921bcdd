//! The words of this topic: nim, the heap games as rows of data, Wythoff's game, and the boards.

pub mod boards;

use self::boards::{BOXING, BRICK, CHOMP, CRAM, POSET, TREBLECROSS};
use engine::heaps::{HeapGame, Rule, heap_text, heaps_after, named};
use engine::impartial::{Adapter, Impartial, Method, Spoken};
use kit::{Arg, ArgKind, Error, Figure, Position, Result, Summand, Word};
use std::sync::Arc;

/// Every word of this topic.
pub static WORDS: &[&Word] = &[
    &NIM,
    &heap_game("kayles", "kayles(n, ...)")
        .about("knock down one pin or two neighbours")
        .examples(&["kayles(7)", "kayles(3, 5)"]),
    &heap_game("dawson", "dawson(n, ...)").about("knock down two neighbouring pins").examples(&["dawson(9)"]),
    &heap_game("dawson3", "dawson3(n, ...)").about("knock down three pins in a row").examples(&["dawson3(11)"]),
    &heap_game("dawsonchess", "dawsonchess(n, ...)").about("Dawson's chess, 0.137").examples(&["dawsonchess(8)"]),
    &heap_game("officers", "officers(n, ...)").about("take one stone but leave some, 0.6").examples(&["officers(9)"]),
    &heap_game("grundy", "grundy(n, ...)").about("break a heap into two that differ").examples(&["grundy(11)"]),
    &OCTAL,
    &SUBTRACT,
    &TREBLECROSS,
    &CHOMP,
    &BOXING,
    &WYTHOFF,
    &CRAM,
    &POSET,
    &BRICK,
];

/// A heap game with a name of its own; its code is a row of the engine's table.
const fn heap_game(name: &'static str, usage: &'static str) -> Word {
    Word::of(name, usage, read_named)
}

fn read_named(word: &Word, args: &[Arg]) -> Result<Summand> {
    let heaps = read_heaps(word, args, MOST_HEAP)?;
    let rule = named(word.name).expect("the words are rows of the table");
    Ok(summand(word.name, HeapGame::new("", rule), heaps))
}

/// The largest heap in a sum; tables go further.
const MOST_HEAP: u64 = 100_000;

/// The most moves of a take-and-break game: each of them is a text.
const MOST_MOVES: u64 = 4_000_000;

/// A summand of a typed game, by the name of its word.
pub(super) fn summand<G: Spoken>(name: &str, game: G, at: G::Key) -> Summand {
    Summand { rules: Arc::new(Adapter::new(name, game)), position: Position::new(at) }
}

fn read_heaps(word: &Word, args: &[Arg], most: u64) -> Result<Vec<u32>> {
    if args.is_empty() {
        return Err(word.refuse_count(args));
    }
    let mut heaps = Vec::new();
    for arg in args {
        heaps.push(arg.whole("heap", 0, most)? as u32);
    }
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    Ok(heaps)
}

/// What stands before the heaps, and at least one of these.
fn first_and_heaps<'a>(word: &Word, args: &'a [Arg]) -> Result<(&'a Arg, &'a [Arg])> {
    match args {
        [first, heaps @ ..] if !heaps.is_empty() => Ok((first, heaps)),
        _ => Err(word.refuse_count(args)),
    }
}

static OCTAL: Word = Word::of("octal", "octal(CODE, n, ...)", read_octal)
    .about("a take-and-break game by its octal or hexadecimal code")
    .examples(&["octal(0.137, 9)", "octal(0.8, 7)", "octal(4.02, 6)", "octal(0.(3), 4)"]);

fn read_octal(word: &Word, args: &[Arg]) -> Result<Summand> {
    let (code, heaps) = first_and_heaps(word, args)?;
    let rule: Rule = code.text.parse()?;
    let most = match (rule.most_heaps(), rule.last_take()) {
        (3, _) => 500,
        (_, None) => 2000,
        _ => MOST_HEAP,
    };
    let heaps = read_heaps(word, heaps, most)?;
    let prefix = match code.kind {
        ArgKind::Quoted => format!("\"{rule}\", "),
        _ => format!("{rule}, "),
    };
    let game = HeapGame::new(&prefix, rule);
    match game.breadth(&heaps) {
        Some(moves) if moves > MOST_MOVES => Err(Error::too_large(
            kit::shorten(&game.write(&heaps)),
            format!("about {moves} moves, the limit is {MOST_MOVES}"),
            "give smaller heaps or a shorter code",
        )),
        _ => Ok(summand(word.name, game, heaps)),
    }
}

static SUBTRACT: Word = Word::of("subtract", "subtract({1,3,4}, n, ...)", read_subtract)
    .about("take one of these numbers of stones")
    .examples(&["subtract({1,3,4}, 9)", "subtract({2,5}, 11)"]);

fn read_subtract(word: &Word, args: &[Arg]) -> Result<Summand> {
    let (takes, heaps) = first_and_heaps(word, args)?;
    let mut takes = takes.set("take", 1, 1000)?;
    takes.sort_unstable();
    takes.dedup();
    let heaps = read_heaps(word, heaps, MOST_HEAP)?;
    let set = takes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    Ok(summand(word.name, HeapGame::new(&format!("{{{set}}}, "), Rule::subtraction(&takes)), heaps))
}

/// Heaps beside each other: the options are where the steps lead, and each heap is a component.
macro_rules! heaps_apart {
    () => {
        type Key = Vec<u32>;

        fn options(&self, at: &Vec<u32>, out: &mut Vec<Vec<u32>>) {
            out.extend(self.steps(at).into_iter().map(|(_, to)| to));
        }

        fn split(&self, at: &Vec<u32>, out: &mut Vec<Vec<u32>>) {
            out.extend(at.iter().map(|&heap| vec![heap]));
        }
    };
}
pub(super) use heaps_apart;

/// Piles of nim: the theorem that a pile of k has nimber k stands in for the search, unless a test asks to search.
pub(super) struct Piles {
    /// Whether the theorem answers.
    pub(super) known: bool,
}

static NIM: Word = Word::of("nim", "nim(n, ...)", read_nim)
    .about("take any number of stones from a pile")
    .examples(&["nim(5)", "nim(2, 3)"]);

fn read_nim(word: &Word, args: &[Arg]) -> Result<Summand> {
    let heaps = read_heaps(word, args, MOST_HEAP)?;
    Ok(summand(word.name, Piles { known: true }, heaps))
}

impl Impartial for Piles {
    heaps_apart!();

    fn known(&self, at: &Vec<u32>) -> Option<u32> {
        self.known.then(|| at.iter().fold(0, |sum, pile| sum ^ pile))
    }
}

impl Spoken for Piles {
    fn rules(&self) -> String {
        "Take any number of stones from a pile: 4 -> 2 leaves two of four.".to_string()
    }

    fn write(&self, at: &Vec<u32>) -> String {
        match at.is_empty() {
            true => "0".to_string(),
            false => at.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        }
    }

    fn steps(&self, at: &Vec<u32>) -> Vec<(String, Vec<u32>)> {
        let moves = pile_moves(at).into_iter();
        moves.map(|(pile, left, text)| (text, heaps_after(at, pile, &left))).collect()
    }

    fn figure(&self, at: &Vec<u32>) -> Option<Figure> {
        Some(Figure::Heaps(at.clone(), pile_moves(at)))
    }

    fn method(&self) -> Method {
        Method::Memo
    }
}

/// Each move of sorted piles once: the pile, what it leaves, and its text.
fn pile_moves(at: &[u32]) -> Vec<(u32, Vec<u32>, String)> {
    let different = at.iter().enumerate().filter(|&(index, pile)| index == 0 || at[index - 1] != *pile);
    let moves = different.flat_map(|(_, &pile)| (0..pile).map(move |left| (pile, vec![left])));
    moves.map(|(pile, left)| (pile, left.clone(), heap_text(pile, &left))).collect()
}

/// Wythoff's game on two piles.
pub(super) struct TwoPiles;

const MOST_WYTHOFF: u64 = 250;

static WYTHOFF: Word = Word::of("wythoff", "wythoff(a, b)", read_wythoff)
    .about("take from one pile, or the same number from both")
    .examples(&["wythoff(3, 5)", "wythoff(2, 2)"])
    .board(|rows, columns| Ok(summand(WYTHOFF.name, TwoPiles, (rows as u32) << 16 | columns as u32)));

fn read_wythoff(word: &Word, args: &[Arg]) -> Result<Summand> {
    let [a, b] = args else {
        return Err(word.refuse_count(args));
    };
    let at = (a.whole("pile", 0, MOST_WYTHOFF)? as u32) << 16 | b.whole("pile", 0, MOST_WYTHOFF)? as u32;
    Ok(summand(word.name, TwoPiles, at))
}

impl Impartial for TwoPiles {
    type Key = u32;

    fn options(&self, at: &u32, out: &mut Vec<u32>) {
        let (a, b) = (at >> 16, at & 0xFFFF);
        out.extend((0..a).map(|left| left << 16 | b));
        out.extend((0..b).map(|left| a << 16 | left));
        out.extend((1..=a.min(b)).map(|take| (a - take) << 16 | (b - take)));
    }

    fn canon(&self, at: &u32) -> u32 {
        let (a, b) = (at >> 16, at & 0xFFFF);
        a.min(b) << 16 | a.max(b)
    }
}

impl Spoken for TwoPiles {
    fn rules(&self) -> String {
        "Take any number of stones from one of two piles, or the same number from both: 3,5 -> 1,3.".to_string()
    }

    fn write(&self, at: &u32) -> String {
        format!("{}, {}", at >> 16, at & 0xFFFF)
    }

    fn steps(&self, at: &u32) -> Vec<(String, u32)> {
        let mut options = Vec::new();
        self.options(at, &mut options);
        let text = |to: &u32| format!("{},{} -> {},{}", at >> 16, at & 0xFFFF, to >> 16, to & 0xFFFF);
        options.iter().map(|to| (text(to), *to)).collect()
    }

    fn figure(&self, at: &u32) -> Option<Figure> {
        let piles = |key: u32| [key >> 16, key & 0xFFFF];
        Some(Figure::Piece(piles(*at), self.steps(at).into_iter().map(|(text, to)| (piles(to), text)).collect()))
    }

    fn method(&self) -> Method {
        Method::Memo
    }
}
