//! The questions about who settles where, about the spiral and about its word.

use super::super::boards::{self, BOARD_NAMES, PIECE_NAMES};
use super::super::greedy::Greedy;
use super::super::rows::{Queen, Row};
use super::super::tribonacci::{self, Represented};
use super::super::{scene, settle};
use super::table::board_and_piece;
use dashu::base::BitTest;
use dashu::integer::{IBig, UBig};
use kit::watch::step;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed, shorten};

/// The most decimal digits of a number in a question.
const DIGITS: usize = 20_000;
/// The bits of 10^DIGITS.
const BITS: usize = 66_439;

fn read_whole(text: &str) -> Result<IBig> {
    let bad = |why: &str| Error::usage(format!("{:?}", shorten(text)), why, "write digits, or a power such as 10^1000");
    let (base, exponent) = text.split_once('^').unwrap_or((text, "1"));
    let plain = |part: &str| {
        let digits = part.strip_prefix('-').unwrap_or(part);
        !digits.is_empty() && digits.len() <= DIGITS && digits.bytes().all(|b| b.is_ascii_digit())
    };
    if !plain(base) || !plain(exponent) || exponent.starts_with('-') {
        return Err(bad("not a whole number"));
    }
    let exponent: usize = exponent.parse().map_err(|_| bad("too many digits"))?;
    let long = || bad(&format!("beyond 10^{DIGITS}, more than {DIGITS} digits"));
    if base.len().saturating_mul(exponent) > 2 * DIGITS {
        return Err(long());
    }
    let base: IBig = base.parse().map_err(|_| bad("not a whole number"))?;
    let power = base.pow(exponent);
    if power.bit_len() > BITS { Err(long()) } else { Ok(power) }
}

pub(super) fn read_natural(text: &str) -> Result<UBig> {
    let negative = |_| Error::usage(format!("{:?}", shorten(text)), "negative", "write 0 or more");
    UBig::try_from(read_whole(text)?).map_err(negative)
}

const fn natural(name: &'static str, about: &'static str) -> Param {
    let shape = "a whole number from 0 on, such as 12345 or 10^1000";
    Param::read(name, about, shape, |text| parsed(read_natural(text))).main()
}

const fn coordinate(name: &'static str, about: &'static str, shape: &'static str) -> Param {
    Param::read(name, about, shape, |text| parsed(read_whole(text))).main()
}

const BOARD: Param = Param::choice("board", "the numbering of the cells", BOARD_NAMES).or("spiral");
const PIECE: Param = Param::choice("piece", "the pieces that settle", PIECE_NAMES).or("queen");

pub(super) const QUEENS: Question = Question::of("queens", queens)
    .about("the first COUNT exiles of a board: their cells and the cells' numbers")
    .params(&[Param::whole("count", "how many settle", 1, 1_000_000).main(), BOARD, PIECE])
    .examples(&[
        "exile queens 500",
        "exile queens 400 --board quadrant",
        "exile queens 200 --board hexagon",
        "exile queens 60 --board sector --piece maharaja",
    ]);

fn queens(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (count, (board, piece)) = (ask.size("count"), board_and_piece(ask)?);
    // A row of the table takes some 250 bytes.
    kit::memory::take(watch, &format!("{count} rows"), 256 * count as u64)?;
    let cells = settle::settle(board, piece, count, watch)?;
    let mut table = Table::new("queens", &["n", "cell", "x", "y"]);
    if board.cell.is_some() {
        table = table.with_sequence(0, 1);
    }
    for (n, &(x, y)) in cells.iter().enumerate() {
        table.row(kit::row![n, board.number((x, y)), x, y]);
    }
    let last = cells[count - 1];
    let line = format!(
        "{count} {} on the {}: the last at row {}, column {}",
        plural(piece.name, count),
        board.name,
        last.0,
        last.1
    );
    let shown = &cells[..count.min(5000)];
    let caption =
        format!("the first {} {} in exile on the {}", shown.len(), plural(piece.name, shown.len()), board.name);
    let positions = cells.iter().map(|&(x, y)| Fact::list([x, y]));
    Ok(Report::new(line, Standing::Proved)
        .argument(settle::argument(board, piece))
        .fact("count", count)
        .fact("positions", Fact::List(positions.collect()))
        .fact("cells", Fact::list(cells.iter().map(|&cell| board.number(cell))))
        .table(table)
        .scene(scene::plot(board, shown, caption)))
}

fn plural(name: &str, count: usize) -> String {
    if count == 1 { name.to_string() } else { format!("{name}s") }
}

pub(super) const NTH: Question = Question::of("nth", |ask, _| {
    let queen = Queen::nth(ask.form::<UBig>("n"));
    let line = format!("queen {} settles at ({}, {})", brief(&queen.number), brief(&queen.x), brief(&queen.y));
    Ok(of_queen(Report::new(line, Standing::Proved), &queen))
})
.about("the N-th queen of the spiral (the one at the origin is queen 0) and her row of the table, in O(log N)")
.params(&[natural("n", "the number of the queen")])
.examples(&["exile nth 5", "exile nth 1000000000000000000000", "exile nth 10^100"]);

/// A number in a sentence: long ones by their length.
fn brief(number: &impl ToString) -> String {
    let text = number.to_string();
    match text.len() > 30 {
        true => format!("{}...{} ({} digits)", &text[..8], &text[text.len() - 6..], text.trim_start_matches('-').len()),
        false => text,
    }
}

fn of_queen(report: Report, queen: &Queen) -> Report {
    let Row { n, label, x, y, m, p } = &queen.row;
    report
        .argument(settle::ROWS)
        .fact("n", Fact::big(&queen.number))
        .fact("queen", Fact::List(vec![Fact::big(&queen.x), Fact::big(&queen.y)]))
        .fact("cell", Fact::big(&queen.cell))
        .fact("row", Fact::big(n))
        .fact("label", label.to_string())
        .fact("X", Fact::big(x))
        .fact("Y", Fact::big(y))
        .fact("M", Fact::big(m))
        .fact("P", Fact::big(p))
}

pub(super) const WHERE: Question = Question::of("where", |ask, watch| {
        let [x, y] = ["x", "y"].map(|name| ask.form::<IBig>(name));
        match ask.text("board") {
            "quadrant" => on_quadrant(x, y, watch),
            _ => Ok(on_spiral(x, y)),
        }
    })
    .about("is there a queen at row X, column Y, and which one: on the spiral in O(log), on the quadrant by placing all before her")
    .params(&[
        coordinate("x", "rows south of the origin", "a whole number, such as -5 or 10^100"),
        coordinate("y", "columns east of the origin", "a whole number, such as 8 or 10^100"),
        Param::choice("board", "the numbering of the cells", &["spiral", "quadrant"]).or("spiral"),
    ])
    .examples(&["exile where 4 8", "exile where -8 4", "exile where 3 3", "exile where 1 3 --board quadrant"]);

fn on_spiral(x: &IBig, y: &IBig) -> Report {
    match Queen::at(x, y) {
        Some(queen) => {
            let line = format!("queen {} settles at ({}, {})", brief(&queen.number), brief(x), brief(y));
            of_queen(Report::new(line, Standing::Proved).fact("there", true), &queen)
        }
        None => Report::new(format!("no queen settles at ({}, {})", brief(x), brief(y)), Standing::Proved)
            .argument(settle::ROWS)
            .fact("there", false)
            .fact("n", Fact::Nothing)
            .fact("queen", Fact::Nothing),
    }
}

/// The last antidiagonal of the quadrant that `where` walks to.
const FARTHEST: u64 = 2_000_000_000;

fn on_quadrant(x: &IBig, y: &IBig, watch: &mut dyn Watch) -> Result<Report> {
    let whole = |part: &IBig, name: &str| match u64::try_from(part.clone()) {
        Ok(value) if value <= FARTHEST => Ok(value),
        Ok(_) => Err(Error::too_large(brief(part), format!("the quadrant is walked to {FARTHEST}"), "ask nearer")),
        Err(_) if *part < IBig::ZERO => Err(Error::usage(
            format!("{name} {}", brief(part)),
            "negative, the quadrant has no such cell",
            "give 0 or more",
        )),
        Err(_) => Err(Error::too_large(brief(part), format!("the quadrant is walked to {FARTHEST}"), "ask nearer")),
    };
    let (x, y) = (whole(x, "X")?, whole(y, "Y")?);
    let sum = x + y;
    if sum > FARTHEST {
        return Err(Error::too_large(format!("antidiagonal {sum}"), format!("the limit is {FARTHEST}"), "ask nearer"));
    }
    // Queens before her stand on earlier antidiagonals, so in columns to her antidiagonal's number.
    let mut greedy = Greedy::new(sum + 1);
    let (mut before, mut row) = (0u64, 0);
    for column in 0..=sum {
        if column & 0xf_ffff == 0 {
            step(watch, column, Some(sum), || format!("{column} of {sum} columns"))?;
        }
        let q = greedy.settle().0;
        before += u64::from(q + column < sum);
        if column == y {
            row = q;
        }
    }
    let there = row == x;
    let line = match there {
        true => format!("queen {before} of the quadrant settles at ({x}, {y})"),
        false => format!("no queen settles at ({x}, {y}); column {y} has hers in row {row}"),
    };
    let cell = boards::board("quadrant")?.number((x as i64, y as i64));
    Ok(Report::new(line, Standing::Proved)
        .argument(settle::SCAN_ORDER)
        .fact("there", there)
        .fact("n", there.then_some(before))
        .fact("queen", if there { Fact::list([x, y]) } else { Fact::Nothing })
        .fact("cell", cell)
        .fact("row_of_column", row))
}

pub(super) const WORD: Question = Question::of("word", |ask, watch| {
    let n = ask.size("n");
    kit::memory::take(watch, &format!("{n} rows"), 420 * n as u64)?;
    let (theme, word) = (tribonacci::theme(n), tribonacci::word(n));
    let count = |letter| word.iter().filter(|&&l| l == letter).count();
    let start = tribonacci::text(&word[..n.min(40)]);
    let line = format!("the Tribonacci word begins {start}{}", if n > 40 { "..." } else { "" });
    let [a, b, c] = tribonacci::Letter::ALL.map(count);
    let mut table = Table::new("letters", &["n", "theme", "word"]);
    for (place, (t, w)) in theme.iter().zip(&word).enumerate() {
        table.row(kit::row![place, t.to_string(), w.to_string()]);
    }
    Ok(Report::new(line, Standing::Proved)
        .argument("definition of the words")
        .fact("theme", tribonacci::text(&theme))
        .fact("word", tribonacci::text(&word))
        .fact("counts", Fact::list([a, b, c]))
        .table(table))
})
.about("the first N letters of the theme song and of the Tribonacci word")
.params(&[Param::whole("n", "how many letters", 1, 1_000_000).main()])
.examples(&["exile word 48"]);

pub(super) const TRIBONACCI: Question = Question::of("tribonacci", |ask, watch| {
    let n = ask.form::<UBig>("n");
    let mut look = |done| step(watch, done, Some(3), || format!("{done} of 3 representations are written"));
    let represented = Represented::new(n);
    let letter = represented.letter();
    look(1)?;
    let [c, b, a, ..] = represented.shifted();
    look(2)?;
    let rank = letter.pick([&a, &b, &c]) + UBig::ONE;
    let line = format!("letter {} of the Tribonacci word is {letter}, the {}-th of its kind", brief(&n), brief(&rank));
    let (places, label) = tribonacci::labelled(n);
    let [at_a, at_b, at_c] = places.map(Fact::big);
    Ok(Report::new(line, Standing::Proved)
        .argument("theorem of the digits")
        .fact("letter", letter.to_string())
        .fact("theme", label.to_string())
        .fact("representation", represented.to_string())
        .fact("counts", Fact::List([a, b, c].map(Fact::big).to_vec()))
        .fact("rank", Fact::big(rank))
        .fact("a", at_a)
        .fact("b", at_b)
        .fact("c", at_c))
})
.about("T[N] of the Tribonacci word, N's representation, the letters before it, the places of the N-th letters")
.params(&[natural("n", "a place of the word, from 0")])
.examples(&["exile tribonacci 100", "exile tribonacci 10^50"]);
