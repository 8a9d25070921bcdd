//! Every sequence of the OEIS that belongs to the queens in exile, all stored terms, from its definition.
//!
//! `golden/oeis/A*.txt` holds number, name, offset and licence in `# ` lines, then one `n a(n)` a line. Each row of
//! [`SEQUENCES`] is a number and a function that computes so many terms from the offset on.

mod boards;

use dashu::integer::UBig;
use exile::boards::{Cell, board, piece};
use exile::greedy::rows_by_definition;
use exile::grundy::by_definition;
use exile::rows::rows_by_mex;
use exile::settle::settle_by_definition;
use exile::tribonacci::{self, Letter, Represented, floor_times_power};
use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

type Terms = Vec<i128>;

/// A stored sequence.
struct Stored {
    offset: i128,
    terms: Terms,
}

fn stored(number: &str) -> Stored {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../golden/oeis").join(format!("{number}.txt"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let mut head = text.lines().filter_map(|line| line.strip_prefix("# "));
    assert_eq!(head.next(), Some(number));
    let offset = head.find_map(|line| line.strip_prefix("offset ")).and_then(|n| n.parse().ok()).expect("an offset");
    let pairs = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (n, term) = line.split_once(' ').expect("n a(n)");
        (n.parse::<i128>().expect("an index"), term.parse::<i128>().expect("a term"))
    });
    let mut terms = Vec::new();
    for (n, term) in pairs {
        assert_eq!(n, offset + terms.len() as i128, "{number}: indices in order");
        terms.push(term);
    }
    assert!(text.contains("CC BY-SA 4.0"), "{number} says its licence");
    Stored { offset, terms }
}

fn wide<T: TryInto<i128>>(terms: impl IntoIterator<Item = T>, count: usize) -> Terms {
    terms.into_iter().take(count).map(|t| t.try_into().ok().expect("it fits")).collect()
}

fn differences(terms: &[i128]) -> Terms {
    terms.windows(2).map(|w| w[1] - w[0]).collect()
}

/// Positions from 1 of a letter in the Tribonacci word, as many as asked.
fn places(letter: Letter, count: usize) -> Terms {
    let word = tribonacci::word(count * 7 + 20);
    wide((1..).zip(&word).filter(|(_, l)| **l == letter).map(|(n, _): (i128, _)| n), count)
}

fn letters(values: [i128; 3], count: usize) -> Terms {
    tribonacci::word(count).into_iter().map(|l| l.pick(values)).collect()
}

/// Partial sums of the indicator of a letter, from a(0) on.
fn sums(letter: Letter, first: i128, count: usize) -> Terms {
    let step = |sum: &mut i128, l: Letter| {
        let before = *sum;
        *sum += i128::from(l == letter);
        Some(before)
    };
    tribonacci::word(count).into_iter().scan(first, step).collect()
}

fn digits_appended(tail: &str, count: usize) -> Terms {
    let weights = tribonacci::numbers(60);
    let value = |n: usize| -> i128 {
        let written = format!("{}{tail}", Represented::new(&UBig::from(n)));
        let set = written.bytes().rev().enumerate().filter(|(_, d)| *d == b'1');
        set.map(|(place, _)| i128::try_from(weights[place + 3].clone()).expect("small")).sum()
    };
    (0..count).map(value).collect()
}

fn floor_less(power: u32, letter: Letter, count: usize) -> Terms {
    let floors = (1..).map(|n| i128::from(floor_times_power(n, power)));
    places(letter, count).into_iter().zip(floors).map(|(place, floor)| floor - place).collect()
}

/// The n with place = floor + 1.
fn exceeding(power: u32, letter: Letter, count: usize) -> Terms {
    let mut reach = 20_000;
    loop {
        let off = floor_less(power, letter, reach);
        let found: Terms = (1..).zip(&off).filter(|(_, d)| **d == -1).map(|(n, _)| n).take(count).collect();
        if found.len() == count {
            return found;
        }
        reach *= 2;
    }
}

/// The digits of the Tribonacci constant: the largest integer v with p(v / 10^k) <= 0.
fn constant_digits(count: usize) -> Terms {
    let scale = UBig::from(10u8).pow(count - 1);
    let below = |v: &UBig| v * v * v <= v * v * &scale + v * &scale * &scale + &scale * &scale * &scale;
    let (mut low, mut high) = (scale.clone(), &scale * UBig::from(2u8));
    while &high - &low > UBig::ONE {
        let middle = (&low + &high) >> 1;
        if below(&middle) { low = middle } else { high = middle }
    }
    low.to_string().bytes().map(|d| i128::from(d - b'0')).collect()
}

/// Column `i` of the rows X, Y, M, P by mex, from row 0.
fn row_column(i: usize, count: usize) -> Terms {
    wide(rows_by_mex(count).into_iter().map(|row| row[i]), count)
}

fn from_row_1(i: usize, count: usize) -> Terms {
    row_column(i, count + 1).split_off(1)
}

/// floor(n (1 + 1 / t)): the largest m with m t < n, plus n.
fn beatty(n: u64) -> i128 {
    let (mut low, mut high) = (0, n);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if floor_times_power(middle, 1) < n { low = middle } else { high = middle }
    }
    i128::from(n + low)
}

fn x_less_beatty(count: usize) -> Terms {
    from_row_1(0, count).into_iter().zip(1..).map(|(x, n)| x - beatty(n)).collect()
}

fn queens(name: &str, count: usize) -> Vec<Cell> {
    settle_by_definition(board(name).unwrap(), piece("queen").unwrap(), count, &mut kit::Unwatched).unwrap()
}

fn queen_cells(name: &str, count: usize) -> Terms {
    let board = board(name).unwrap();
    wide(queens(name, count).into_iter().map(|cell| board.number(cell).unwrap()), count)
}

static SPIRAL: LazyLock<HashMap<Cell, u32>> = LazyLock::new(|| table("spiral", 16_000));
static QUADRANT: LazyLock<HashMap<Cell, u32>> = LazyLock::new(|| table("quadrant", 13_000));

/// The values of the first cells of a board, by the definition.
fn table(name: &str, cells: u64) -> HashMap<Cell, u32> {
    let board = board(name).unwrap();
    by_definition(board, piece("queen").unwrap(), (0..cells).map(board.cell.unwrap())).into_iter().collect()
}

fn spiral_values(count: usize) -> Terms {
    wide((0..).map(|n| SPIRAL[&board("spiral").unwrap().cell.unwrap()(n)]), count)
}

fn quadrant_values(count: usize) -> Terms {
    wide((0..).map(|n| QUADRANT[&board("quadrant").unwrap().cell.unwrap()(n)]), count)
}

fn quadrant_line(from: Cell, step: Cell, add: i128, count: usize) -> Terms {
    let at = |i: i64| i128::from(QUADRANT[&(from.0 + i * step.0, from.1 + i * step.1)]) + add;
    (0..count as i64).map(at).collect()
}

fn where_value(values: &[i128], value: i128, count: usize) -> Terms {
    wide((0i128..).zip(values).filter(|(_, v)| **v == value).map(|(n, _)| n), count)
}

fn greedy(count: usize) -> Terms {
    wide(rows_by_definition(count), count)
}

/// The columns of the first rows: the inverse of the greedy permutation.
fn greedy_inverse(count: usize) -> Terms {
    let rows = rows_by_definition(3 * count + 10);
    let column = |row: usize| rows.iter().position(|&q| q as usize == row).expect("every row is taken") as i128;
    (0..count).map(column).collect()
}

/// The columns whose queens are upper (row >= column), or lower, from 0.
fn greedy_columns(upper: bool, count: usize) -> Terms {
    let rows = rows_by_definition(4 * count + 10);
    wide((0i128..).zip(rows).filter(|&(c, q)| (i128::from(q) >= c) == upper).map(|(c, _)| c), count)
}

/// Rooks that also bar the four squares diagonally next to them.
fn greedy_dragons(count: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = Vec::new();
    for _ in 0..count {
        let last = rows.last().copied();
        let free = |row: &usize| !rows.contains(row) && last.is_none_or(|l| row.abs_diff(l) != 1);
        let row = (1..).find(free).expect("a free row");
        rows.push(row);
    }
    rows
}

fn dragons_inverse(count: usize) -> Terms {
    let rows = greedy_dragons(2 * count + 10);
    (1..=count).map(|row| rows.iter().position(|&r| r == row).expect("taken") as i128 + 1).collect()
}

/// Each digit d of base 5 becomes 2d mod 5.
fn quintal(n: i128) -> i128 {
    if n == 0 { 0 } else { quintal(n / 5) * 5 + n % 5 * 2 % 5 }
}

type Definition = fn(usize) -> Terms;

const SEQUENCES: &[(&str, Definition)] = &[
    ("A000073", |count| wide(tribonacci::numbers(count), count)),
    ("A003144", |count| places(Letter::A, count)),
    ("A003145", |count| places(Letter::B, count)),
    ("A003146", |count| places(Letter::C, count)),
    ("A004443", |count| (0..count as i128).map(|n| n ^ 2).collect()),
    ("A058265", constant_digits),
    ("A065187", dragons_inverse),
    ("A065188", |count| greedy(count).into_iter().map(|q| q + 1).collect()),
    ("A065257", |count| (0..count as i128).map(|n| quintal(n) + 1).collect()),
    ("A080843", |count| letters([0, 1, 2], count)),
    ("A092782", |count| letters([1, 2, 3], count)),
    ("A140099", |count| (1..=count as u64).map(|n| i128::from(n + floor_times_power(n, 1))).collect()),
    ("A140100", |count| from_row_1(0, count)),
    ("A140101", |count| row_column(1, count)),
    ("A140102", |count| row_column(2, count)),
    ("A140103", |count| from_row_1(3, count)),
    ("A199134", |count| greedy_columns(false, count).into_iter().map(|c| c + 1).collect()),
    ("A269526", |count| quadrant_values(count).into_iter().map(|v| v + 1).collect()),
    ("A273059", |count| queen_cells("spiral", count)),
    ("A274315", |count| quadrant_line((0, 0), (0, 1), 1, count)),
    ("A274318", |count| quadrant_line((0, 0), (1, 1), 1, count)),
    ("A274528", quadrant_values),
    ("A274530", |count| {
        (1..=count as i64).map(|n| quadrant_line((n - 1, 0), (-1, 1), 1, n as usize).iter().sum()).collect()
    }),
    ("A274615", |count| quadrant_line((0, 2), (1, 0), 0, count)),
    ("A274616", |count| (0..count).map(|side| boards::most_on_triangle(side) as i128).collect()),
    ("A274617", |count| quadrant_line((0, 3), (1, 0), 1, count)),
    ("A274619", |count| quadrant_line((0, 3), (1, 0), 0, count)),
    ("A274640", |count| spiral_values(count).into_iter().map(|v| v + 1).collect()),
    ("A274641", spiral_values),
    ("A275116", |count| where_value(&spiral_values(16_000), 1, count)),
    ("A275877", |count| {
        let axis = (0..).map(|n| board("spiral").unwrap().cell.unwrap()(n)).filter(|cell| cell.0 == 0);
        wide(axis.map(|cell| SPIRAL[&cell] + 1), count)
    }),
    ("A275888", |count| differences(&greedy_columns(true, count + 1))),
    ("A275895", greedy),
    ("A275896", greedy_inverse),
    ("A275897", |count| queen_cells("quadrant", count)),
    ("A275898", |count| queen_cells("quadrant", count).into_iter().map(|cell| cell + 1).collect()),
    ("A275901", |count| wide(queens("quadrant", count).into_iter().map(|(_, column)| column), count)),
    ("A275902", |count| wide(queens("quadrant", count).into_iter().map(|(row, _)| row), count)),
    ("A275917", |count| queen_cells("spiral", 4 * count + 4).into_iter().skip(1).step_by(4).take(count).collect()),
    ("A275919", |count| queen_cells("spiral", 4 * count + 4).into_iter().skip(3).step_by(4).take(count).collect()),
    ("A275925", |count| tribonacci::theme(count).into_iter().map(|l| l.pick([6, 5, 3])).collect()),
    ("A276325", |count| wide(queens("quadrant", count).into_iter().map(|(row, column)| column - row), count)),
    ("A276404", x_less_beatty),
    ("A276406", |count| {
        let all = x_less_beatty(40 * count);
        wide((1i128..).zip(&all).filter(|(_, d)| **d == 1).map(|(n, _)| n), count)
    }),
    ("A276788", |count| differences(&places(Letter::A, count + 1))),
    ("A276789", |count| differences(&places(Letter::B, count + 1))),
    ("A276792", |count| differences(&places(Letter::C, count + 1))),
    ("A276793", |count| letters([1, 0, 0], count)),
    ("A276796", |count| sums(Letter::A, 0, count)),
    ("A276797", |count| sums(Letter::B, 0, count)),
    // A276791 has a 1 at 0 as well, for c_0 = 0.
    ("A276798", |count| sums(Letter::C, 1, count)),
    ("A276799", |count| floor_less(2, Letter::B, count)),
    ("A277721", |count| floor_less(3, Letter::C, count)),
    ("A278038", |count| {
        (0..count).map(|n| Represented::new(&UBig::from(n)).to_string().parse().expect("digits")).collect()
    }),
    ("A278039", |count| digits_appended("0", count)),
    ("A278040", |count| digits_appended("01", count)),
    ("A278041", |count| digits_appended("011", count)),
    ("A278352", |count| exceeding(2, Letter::B, count)),
    ("A278353", |count| exceeding(3, Letter::C, count)),
    ("A287864", |count| (1..=count).map(|side| boards::most_on_pyramid(side) as i128).collect()),
    ("A305374", |count| differences(&row_column(1, count + 1))),
    ("A305386", |count| {
        let members = row_column(1, count);
        (1..=count as i128).map(|n| i128::from(members.contains(&n))).collect()
    }),
    ("A305392", |count| differences(&from_row_1(0, count + 1))),
    ("A305393", |count| differences(&from_row_1(2, count + 1))),
    ("A305394", |count| differences(&from_row_1(3, count + 1))),
    ("A324481", |count| {
        let values = spiral_values(16_000);
        (0..count as i128).map(|v| values.iter().position(|w| *w == v).expect("it occurs") as i128).collect()
    }),
    ("A324774", |count| (0..count as i64).map(|y| i128::from(SPIRAL[&(0, y)])).collect()),
];

#[test]
fn every_sequence_comes_out_of_its_definition() {
    let mut wrong = Vec::new();
    for (number, definition) in SEQUENCES {
        let Stored { offset, terms } = stored(number);
        let computed = definition(terms.len());
        assert_eq!(computed.len(), terms.len(), "{number}");
        let differing = (offset..).zip(terms.iter().zip(&computed)).find(|(_, (s, c))| s != c);
        if let Some((n, (stored, computed))) = differing {
            wrong.push(format!("{number}({n}) is stored as {stored}, computed as {computed}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_list_is_in_order_and_whole() {
    let listed: Vec<&str> = SEQUENCES.iter().map(|(number, _)| *number).collect();
    assert!(listed.is_sorted(), "in order");
    assert_eq!(listed.len(), 67);
}
