//! `exile look`: a window on the spiral or the quadrant, anywhere: numbers when it is near, a heat map of the queens
//! when it is far.
//!
//! The queens of the spiral have a formula. Those of the quadrant have none, so they are settled column by column as
//! far as that is done in a moment; the golden lines along which they gather are drawn at any distance, in whole
//! numbers.

use super::super::boards::{Cell, board};
use super::super::greedy;
use super::super::rows::{Queen, Row};
use super::super::scene::{Seen, Sights, window};
use dashu::integer::UBig;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed};

/// How far from the origin one can look: beyond this a double, in which hands speak, is no cell.
const FARTHEST: i64 = 1_000_000_000_000_000;
/// The widest window in which every queen is found; a wider one is sampled.
const EXACT: i64 = 400;
/// The columns of the quadrant whose queens are settled.
const SETTLED: i64 = 200_000;

fn read_coordinate(text: &str) -> Result<i64> {
    let refuse =
        |why: &str| Error::usage(format!("{:?}", kit::shorten(text)), why, "write a number from -10^15 to 10^15");
    let value: f64 = text.trim().parse().map_err(|_| refuse("not a number"))?;
    match value.is_finite() {
        // A hand that goes on at the edge of the world stays there.
        true => Ok((value.round() as i64).clamp(-FARTHEST, FARTHEST)),
        false => Err(refuse("not a number")),
    }
}

fn read_width(text: &str) -> Result<i64> {
    read_coordinate(text).map(|width| width.clamp(4, FARTHEST))
}

const fn coordinate(name: &'static str, about: &'static str) -> Param {
    Param::read(name, about, "a number from -10^15 to 10^15", |text| parsed(read_coordinate(text))).or("0")
}

pub(super) const LOOK: Question = Question::of("look", answer)
    .about("a window on the queens of the spiral or of the quadrant, as near or as far away as one likes")
    .params(&[
        coordinate("east", "the column in the middle"),
        coordinate("south", "the row in the middle"),
        Param::read("width", "how many cells it is wide", "a number from 4 on", |text| parsed(read_width(text)))
            .or("21"),
        Param::choice("board", "the whole plane along a spiral, or a quarter of it", &["spiral", "quadrant"])
            .or("spiral"),
    ])
    .examples(&[
        "exile look",
        "exile look --width 300",
        "exile look --east 1000000000000 --south 543689012692 --width 30",
        "exile look --board quadrant --east 10 --south 10",
        "exile look --board quadrant --east 1000 --south 1000 --width 2000",
        "exile look --board quadrant --east 1000000000000 --south 1618033988749 --width 300",
    ]);

fn answer(ask: &Ask, _: &mut dyn Watch) -> Result<Report> {
    let [east, south, width] = ["east", "south", "width"].map(|name| *ask.form::<i64>(name));
    let board = board(ask.text("board"))?;
    let seen = Seen { left: east - width / 2, top: south - width / 2, width, board };
    let report = if board.both_ways.0 { on_spiral(&seen) } else { on_quadrant(&seen) };
    let last = |from: i64| from + width - 1;
    let report = report
        .fact("rows", format!("{} to {}", seen.top, last(seen.top)))
        .fact("columns", format!("{} to {}", seen.left, last(seen.left)));
    Ok(report)
}

fn place_words(seen: &Seen) -> String {
    let last = |from: i64| from + seen.width - 1;
    format!("rows {} to {} and columns {} to {}", seen.top, last(seen.top), seen.left, last(seen.left))
}

fn on_spiral(seen: &Seen) -> Report {
    let queens = queens(seen);
    let exact = seen.width <= EXACT;
    let found = queens.len();
    let what = if exact { format!("{found} queens settle") } else { format!("{found} of the queens that settle") };
    let mut table = Table::new("queens", &["number", "south", "east", "cell"]);
    for queen in &queens {
        table.row(vec![Fact::big(&queen.number), Fact::big(&queen.x), Fact::big(&queen.y), Fact::big(&queen.cell)]);
    }
    // The formula is proved in the paper; what is drawn of it here is compared with the definition near the origin.
    let standing = Standing::checked("the settling by definition in the tests, beyond that by the formula of the rows");
    let sights = Sights { queens: queens.iter().filter_map(cell_of).collect(), lines: Vec::new() };
    Report::new(format!("{what} in {}", place_words(seen)), standing)
        .fact("queens", found)
        .fact("exact", exact)
        .table(table)
        .scene(window(seen, &sights))
}

fn cell_of(queen: &Queen) -> Option<Cell> {
    Some((i64::try_from(&queen.x).ok()?, i64::try_from(&queen.y).ok()?))
}

fn on_quadrant(seen: &Seen) -> Report {
    let exact = seen.left + seen.width <= SETTLED;
    let queens: Vec<Cell> = match exact {
        true => {
            let rows = greedy::rows(usize::try_from(seen.left + seen.width).unwrap_or(0));
            let cells = (0i64..).zip(rows).filter_map(|(column, row)| Some((i64::try_from(row).ok()?, column)));
            cells.filter(|&cell| seen.holds(cell)).collect()
        }
        false => Vec::new(),
    };
    let mut table = Table::new("queens", &["south", "east", "cell"]);
    for &(x, y) in &queens {
        table.row(kit::row![x, y, seen.board.number((x, y))]);
    }
    let sights = Sights { lines: golden_lines(seen), queens };
    let (found, lines) = (sights.queens.len(), sights.lines.len());
    let (line, standing) = match exact {
        true => (format!("{found} queens settle in {}", place_words(seen)), Standing::Proved),
        false => {
            let line = format!("{} in {}", kit::say::count(lines as u64, "golden line"), place_words(seen));
            let to = format!("column {SETTLED}: so far queens are settled, beyond that only the lines are drawn");
            (line, Standing::checked(to))
        }
    };
    let report = Report::new(line, standing).fact("queens", if exact { Fact::from(found) } else { Fact::Nothing });
    let report = report.fact("exact", exact).fact("lines", lines).scene(window(seen, &sights));
    if exact { report.argument(super::super::settle::SETTLERS).table(table) } else { report }
}

/// phi times a column, less a row: whole numbers as far as they matter, so that the line is right at any distance.
fn above(column: i64, row: i64) -> f64 {
    // phi n = (n + sqrt(5 n^2)) / 2, the root to 1/1024.
    let n = i128::from(column);
    let root = ((5 * n.unsigned_abs() * n.unsigned_abs()) << 20).isqrt();
    let twice = (n << 10) + i128::try_from(root).unwrap_or(i128::MAX) * n.signum();
    (twice - (i128::from(row) << 11)) as f64 / 2048.0
}

/// The two golden lines, row = phi column and column = phi row, as far as they run through the window.
fn golden_lines(seen: &Seen) -> Vec<[(f64, f64); 2]> {
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    let side = seen.width as f64;
    let through = |first: i64, other: i64| {
        // In the window's own coordinates, from where the board begins: other = start + phi (first - begin).
        let (start, begin) = (above(first.max(0), other), first.min(0).unsigned_abs() as f64);
        let at = |t: f64| start + phi * (t - begin);
        let from = begin.max(begin - start / phi);
        let to = side.min(begin + (side - start) / phi);
        (from < to).then(|| [(from, at(from)), (to, at(to))])
    };
    let steep = through(seen.left, seen.top).map(|ends| ends.map(|(column, row)| (row, column)));
    let flat = through(seen.top, seen.left);
    [steep, flat].into_iter().flatten().collect()
}

/// The queens in a window; of a wide one, those of so many columns and rows as the picture has.
fn queens(seen: &Seen) -> Vec<Queen> {
    let step = (seen.width / EXACT).max(1);
    let mut found: Vec<Queen> = Vec::new();
    // Every queen is in the column or the row that is her shell.
    for from in [seen.left, seen.top] {
        for place in (from..from + seen.width).step_by(usize::try_from(step).expect("a positive step")) {
            for queen in on_shell(place.unsigned_abs(), step > 1) {
                found.extend(cell_of(&queen).is_some_and(|cell| seen.holds(cell)).then_some(queen));
            }
        }
    }
    found.sort_by(|a, b| a.number.cmp(&b.number));
    found.dedup();
    found
}

/// The four queens of a shell, if there are any, or else those of the nearest row when near is good enough.
fn on_shell(shell: u64, near: bool) -> Vec<Queen> {
    let y = UBig::from(shell);
    let row = match Row::with_y(&y) {
        Some(row) => Some(row),
        None if near => Some(Row::nth(&UBig::from((shell as f64 / 2.839_286_755_214_161) as u64))),
        None => None,
    };
    let Some(row) = row else { return Vec::new() };
    let first = &row.n * UBig::from(4u8);
    let numbers = (0u8..4).map(|edge| if row.n == UBig::ZERO { UBig::ZERO } else { &first - UBig::from(edge) });
    numbers.map(|number| Queen::nth(&number)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::{boards, settle};
    use super::*;
    use kit::Unwatched;

    #[test]
    fn a_window_holds_the_queens_that_settle_there_by_definition() {
        let (board, piece) = (boards::board("spiral").unwrap(), boards::piece("queen").unwrap());
        let settled = settle::settle_by_definition(board, piece, 120, &mut Unwatched).unwrap();
        let far = settled.iter().map(|&(x, y)| x.abs().max(y.abs())).max().unwrap();
        for (left, top, width) in
            [(-10, -10, 21), (-30, 2, 25), (5, -28, 12), (1, 1, 4), (-far + 1, -far + 1, 2 * far - 1)]
        {
            let seen = Seen { left, top, width, board };
            let within = |v: i64, from: i64| v >= from && v < from + width && v.abs() < far;
            let mut wanted: Vec<(i64, i64)> =
                settled.iter().copied().filter(|&(x, y)| within(x, top) && within(y, left)).collect();
            let place = |queen: &Queen| (i64::try_from(&queen.x).unwrap(), i64::try_from(&queen.y).unwrap());
            let mut found: Vec<(i64, i64)> =
                queens(&seen).iter().map(place).filter(|&(x, y)| x.abs() < far && y.abs() < far).collect();
            wanted.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, wanted, "{left} {top} {width}");
        }
    }

    #[test]
    fn a_window_on_the_quadrant_holds_the_queens_that_settle_there_by_definition() {
        let (board, piece) = (boards::board("quadrant").unwrap(), boards::piece("queen").unwrap());
        let settled = settle::settle_by_definition(board, piece, 60, &mut Unwatched).unwrap();
        let full = settled.iter().map(|&(x, y)| x + y).max().unwrap();
        for (left, top, width) in [(-3, -3, 20), (0, 0, 12), (5, 9, 14), (10, 2, 9)] {
            let seen = Seen { left, top, width, board };
            let report = on_quadrant(&seen);
            let within = |&&(x, y): &&(i64, i64)| seen.holds((x, y)) && x + y < full;
            let wanted = settled.iter().filter(within).count();
            let table = &report.tables[0];
            let whole = |fact: &Fact| fact.to_string().parse::<i64>().unwrap();
            let found = table.rows.iter().filter(|row| whole(&row[0]) + whole(&row[1]) < full).count();
            assert_eq!(found, wanted, "{left} {top} {width}");
        }
    }

    #[test]
    fn golden_lines_run_where_phi_says_at_any_distance() {
        // 1618033988749894.848... is phi 10^15.
        assert!((above(1_000_000_000_000_000, 1_618_033_988_749_894) - 0.848).abs() < 0.01);
        let board = boards::board("quadrant").unwrap();
        let seen = |left: i64, top: i64, width: i64| Seen { left, top, width, board };
        let from_corner = golden_lines(&seen(0, 0, 100));
        assert_eq!(from_corner.len(), 2);
        assert!((from_corner[0][1].1 - 61.8).abs() < 0.1 && (from_corner[0][1].0 - 100.0).abs() < 0.1);
        assert_eq!(golden_lines(&seen(-50, -50, 100)).len(), 2);
        assert_eq!(golden_lines(&seen(-500, -50, 100)).len(), 0);
        // Near cells far out are drawn, without their numbers.
        let near = crate::TOPIC.answer("exile look --board quadrant --east 1e15 --south 1e15 --width 20").unwrap();
        assert!(near.scenes[0].shapes.len() > 400);
        let far = golden_lines(&seen(1_000_000_000_000 - 50, 1_618_033_988_749 - 50, 100));
        assert_eq!(far.len(), 1);
        // In the middle column of the window the line is in its middle row.
        let [(row, column), _] = far[0];
        let phi = f64::midpoint(1.0, 5f64.sqrt());
        assert!((row + phi * (50.0 - column) - 50.9).abs() < 0.1, "{row} {column}");
    }

    #[test]
    fn words_of_a_hand_are_rounded_and_kept_on_the_board() {
        assert_eq!((read_coordinate("12.6").unwrap(), read_coordinate("-1e30").unwrap()), (13, -FARTHEST));
        assert!(read_coordinate("NaN").is_err() && read_coordinate("x").is_err());
        assert_eq!(read_width("0.2").unwrap(), 4);
    }
}
