//! Numberings that a person gives, and three dimensions.

use super::super::boards::{self, Cell, PIECE_NAMES};
use super::super::{scene, settle, space};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed, shorten};

/// The most cells of a path.
const MOST: usize = 2_000_000;

/// Reads the steps of a round, such as `E N W2 S2`.
fn read_steps(text: &str) -> Result<Vec<(Cell, i64)>> {
    let bad = |why: &str| Error::usage(format!("{:?}", shorten(text)), why, "write steps such as E1 N1 W2 S2");
    let mut steps = Vec::new();
    for word in text.split_whitespace() {
        let mut letters = word.chars();
        let direction = match letters.next() {
            Some('N') => (-1, 0),
            Some('S') => (1, 0),
            Some('E') => (0, 1),
            Some('W') => (0, -1),
            _ => return Err(bad("a step goes N, E, S or W")),
        };
        let length = letters.as_str();
        let length = if length.is_empty() { Some(1) } else { length.parse().ok() };
        let length = length.filter(|&length| (1..=1_000_000).contains(&length)).ok_or_else(|| bad("not a length"))?;
        steps.push((direction, length));
    }
    if steps.is_empty() { Err(bad("no steps")) } else { Ok(steps) }
}

fn path(steps: &[(Cell, i64)], grow: i64, rounds: usize) -> Result<Vec<Cell>> {
    let mut cells = vec![(0, 0)];
    for round in 0..rounds as i64 {
        for &((dx, dy), length) in steps {
            for _ in 0..length + round * grow {
                if cells.len() == MOST {
                    let limit = format!("the limit is {MOST} steps");
                    return Err(Error::too_large("a path that long", limit, "ask for fewer rounds"));
                }
                let (x, y) = cells[cells.len() - 1];
                cells.push((x + dx, y + dy));
            }
        }
    }
    Ok(cells)
}

pub(super) const ALONG: Question = Question::of("along", along)
    .about("who settles along a path of your own: steps from the origin, repeated, each length grown by --grow in every round; cells are numbered when first visited")
    .params(&[
        Param::read("steps", "the steps of a round", "E1 N1 W2 S2", |text| parsed(read_steps(text))).main(),
        Param::whole("grow", "how much longer every step is in the next round", 0, 100).or("0"),
        Param::whole("rounds", "how many rounds", 1, 100_000).or("1"),
        Param::choice("piece", "the pieces that settle", PIECE_NAMES).or("queen"),
    ])
    .examples(&[
        "exile along \"E1 N1 W2 S2\" --grow 2 --rounds 20",
        "exile along \"E3 S3 W6 N6\" --grow 6 --rounds 12 --piece maharaja",
    ]);

fn along(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let piece = boards::piece(ask.text("piece"))?;
    let path = path(ask.form::<Vec<(Cell, i64)>>("steps"), ask.whole("grow"), ask.size("rounds"))?;
    kit::watch::step(watch, 0, Some(path.len() as u64), || format!("{} steps", path.len()))?;
    let (settled, cells) = space::along(&path, piece);
    let mut table = Table::new("settlers", &["n", "cell", "x", "y"]).with_sequence(0, 1);
    for (n, &(number, (x, y))) in settled.iter().enumerate() {
        table.row(kit::row![n, number, x, y]);
    }
    let places: Vec<Cell> = settled.iter().map(|(_, cell)| *cell).collect();
    let settle = if settled.len() == 1 { "settles" } else { "settle" };
    let pieces = kit::say::count(settled.len() as u64, "piece");
    let line =
        format!("{pieces} ({}) {settle} on the {} of the path", piece.name, kit::say::count(cells as u64, "cell"));
    let caption = format!("{} along a path of {cells} cells", piece.name);
    Ok(Report::new(line, Standing::Proved)
        .argument(settle::SETTLERS)
        .fact("settled", settled.len())
        .fact("path_cells", cells)
        .fact("cells", Fact::list(settled.iter().map(|(number, _)| *number)))
        .table(table)
        .scene(scene::plot(boards::board("spiral")?, &places, caption)))
}

pub(super) const SPACE: Question = Question::of("space", |ask, watch| {
    let changes: &[usize] = match ask.text("piece") {
        "rook" => &[1],
        "bishop" => &[2],
        _ => &[1, 2, 3],
    };
    let settled = space::octant(&space::directions(changes), ask.size("count"), watch)?;
    let mut table = Table::new("settlers", &["n", "x", "y", "z", "sum"]);
    for (n, &[x, y, z]) in settled.iter().enumerate() {
        table.row(kit::row![n, x, y, z, x + y + z]);
    }
    let last = settled.last().copied().unwrap_or_default();
    let line = format!("{} {}s settle in the octant, the last at {last:?}", settled.len(), ask.text("piece"));
    Ok(Report::new(line, Standing::Proved)
        .argument(settle::SETTLERS)
        .fact("count", settled.len())
        .fact("positions", Fact::List(settled.iter().map(|cell| Fact::list(*cell)).collect()))
        .table(table))
})
.about("who settles in the octant of three dimensions, taken by sums of coordinates: queens attack along 13 lines")
.params(&[
    Param::whole("count", "how many settle", 1, 100_000).main(),
    Param::choice("piece", "the pieces that settle", &["queen", "rook", "bishop"]).or("queen"),
])
.examples(&["exile space 60", "exile space 40 --piece rook"]);

#[cfg(test)]
mod tests {
    use crate::TOPIC;

    #[test]
    fn the_square_spiral_as_a_path_has_its_queens() {
        let report = TOPIC.answer("exile along \"E1 N1 W2 S2\" --grow 2 --rounds 12").unwrap();
        let cells = report.get("cells").unwrap().to_string();
        assert!(cells.starts_with("0 9 13 17 21 82 92 102 112 228 244 260 276 445"), "{cells}");
    }

    #[test]
    fn bad_paths_are_refused() {
        let cases = [
            ("exile along \"E1 Q2\"", "goes N, E, S or W"),
            ("exile along \"E0\"", "not a length"),
            ("exile along \" \"", "no steps"),
            ("exile along \"E1000000\" --rounds 9", "the limit is"),
        ];
        kit::trial::refused(&cases, |sentence| TOPIC.answer(sentence));
    }
}
