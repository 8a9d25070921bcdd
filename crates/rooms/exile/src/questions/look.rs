//! `exile look`: a window on the spiral, anywhere: numbers when it is near, a heat map of the queens when it is far.

use super::super::rows::{Queen, Row};
use super::super::scene::{Seen, window};
use dashu::integer::{IBig, UBig};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed};

/// How far from the origin one can look: beyond this a double, in which hands speak, is no cell.
const FARTHEST: i64 = 1_000_000_000_000_000;
/// The widest window in which every queen is found; a wider one is sampled.
const EXACT: i64 = 400;

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

pub(in super::super) const LOOK: Question = Question {
    name: "look",
    about: "a window on the queens of the spiral, as near or as far away as one likes",
    params: &[
        coordinate("east", "the column in the middle"),
        coordinate("south", "the row in the middle"),
        Param::read("width", "how many cells it is wide", "a number from 4 on", |text| parsed(read_width(text)))
            .or("21"),
    ],
    examples: &[
        "exile look",
        "exile look --width 300",
        "exile look --east 1000000000000 --south 543689012692 --width 30",
    ],
    answer,
};

fn answer(ask: &Ask, _: &mut dyn Watch) -> Result<Report> {
    let [east, south, width] = ["east", "south", "width"].map(|name| *ask.form::<i64>(name));
    let seen = Seen { left: east - width / 2, top: south - width / 2, width };
    let queens = queens(&seen);
    let exact = width <= EXACT;
    let found = queens.len();
    let what = if exact { format!("{found} queens settle") } else { format!("{found} of the queens that settle") };
    let rows = format!("rows {} to {}", seen.top, seen.top + width - 1);
    let columns = format!("columns {} to {}", seen.left, seen.left + width - 1);
    let line = format!("{what} in {rows} and {columns}");
    let mut table = Table::new("queens", &["number", "south", "east", "cell"]);
    for queen in &queens {
        table.row(vec![Fact::big(&queen.number), Fact::big(&queen.x), Fact::big(&queen.y), Fact::big(&queen.cell)]);
    }
    // The formula is proved in the paper; what is drawn of it here is compared with the definition near the origin.
    let standing = Standing::checked("the settling by definition in the tests, beyond that by the formula of the rows");
    let report = Report::new(line, standing).fact("queens", found).fact("exact", exact);
    Ok(report.fact("rows", rows.as_str()).fact("columns", columns.as_str()).table(table).scene(window(&seen, &queens)))
}

/// The queens in a window; of a wide one, those of so many columns and rows as the picture has.
fn queens(seen: &Seen) -> Vec<Queen> {
    let step = (seen.width / EXACT).max(1);
    let mut found: Vec<Queen> = Vec::new();
    // Every queen is in the column or the row that is her shell.
    for from in [seen.left, seen.top] {
        for place in (from..from + seen.width).step_by(usize::try_from(step).expect("a positive step")) {
            for queen in on_shell(place.unsigned_abs(), step > 1) {
                found.extend(seen.holds(&queen).then_some(queen));
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

impl Seen {
    fn holds(&self, queen: &Queen) -> bool {
        let within = |value: &IBig, from: i64| *value >= IBig::from(from) && *value < IBig::from(from + self.width);
        within(&queen.x, self.top) && within(&queen.y, self.left)
    }
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
            let seen = Seen { left, top, width };
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
    fn words_of_a_hand_are_rounded_and_kept_on_the_board() {
        assert_eq!((read_coordinate("12.6").unwrap(), read_coordinate("-1e30").unwrap()), (13, -FARTHEST));
        assert!(read_coordinate("NaN").is_err() && read_coordinate("x").is_err());
        assert_eq!(read_width("0.2").unwrap(), 4);
    }
}
