//! The questions about tables of Sprague-Grundy values, and the paper's pictures.

use super::super::boards::{self, BOARD_NAMES, Board, Cell, Grid, PIECE_NAMES, Piece, line_of};
use super::super::grundy::{Frame, Grundy};
use super::super::{scene, settle};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed, shorten};

const BOARD: Param = Param::choice("board", "the numbering of the cells", BOARD_NAMES).or("quadrant");
const PIECE: Param = Param::choice("piece", "the piece that moves", PIECE_NAMES).or("queen");

const SIDES: Param =
    Param::read("size", "rows and columns", "ROWSxCOLS such as 16x16", |text| parsed(read_size(text))).main();

/// The essay's name for what a table is.
const VALUES: &str = "definition of the values";

/// The most cells whose values a report lists.
const LISTED: usize = 250_000;

/// Reads `ROWSxCOLS`.
fn read_size(text: &str) -> Result<(usize, usize)> {
    let bad = |why: &str| Error::usage(format!("{:?}", shorten(text)), why, "write rows and columns such as 16x16");
    let (rows, columns) = text.split_once(['x', 'X']).ok_or_else(|| bad("not a size"))?;
    let side = |part: &str| match part.parse::<usize>() {
        Ok(0) => Err(bad("a side of 0")),
        Ok(side) if side <= 1_000_000 => Ok(side),
        Ok(_) => Err(bad("a side beyond 1000000")),
        Err(_) => Err(bad("not a size")),
    };
    Ok((side(rows)?, side(columns)?))
}

pub(super) fn board_and_piece(ask: &Ask) -> Result<(&'static Board, &'static Piece)> {
    let board = boards::board(ask.text("board"))?;
    Ok((board, boards::piece(ask.text("piece"))?))
}

pub(super) const TABLE: Question = Question::of("table", table)
    .about("the Sprague-Grundy values of ROWSxCOLS cells, from the corner or around the origin")
    .params(&[SIDES, BOARD, PIECE])
    .examples(&[
        "exile table 16x16",
        "exile table 15x15 --board spiral",
        "exile table 200x200",
        "exile table 9x9 --board hexagon --piece rook",
    ]);

fn table(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (board, piece) = board_and_piece(ask)?;
    let &(rows, columns) = ask.form::<(usize, usize)>("size");
    let frame = Frame::new(board, rows, columns);
    let memory = Grundy::memory(board, piece, &frame);
    let values = Grundy::new(board, piece, frame, watch)?;
    let (mut largest, mut zeros, mut cells) = ((0, (0, 0)), 0u64, 0u64);
    let mut checksum = super::super::greedy::HASH_START;
    for (cell, value) in values.cells() {
        cells += 1;
        zeros += u64::from(value == 0);
        checksum = super::super::greedy::hash(checksum, u64::from(value));
        if value > largest.0 {
            largest = (value, cell);
        }
    }
    let (most, (x, y)) = largest;
    let beyond = match rows * columns <= LISTED {
        true => String::new(),
        false => format!("; they are listed for {LISTED} cells at most"),
    };
    let line = format!(
        "{cells} values of the {} on the {}: the largest is {most} at row {x}, column {y}{beyond}",
        piece.name, board.name
    );
    let mut report = Report::new(line, Standing::Proved)
        .argument(VALUES)
        .fact("cells", cells)
        .fact("largest", most)
        .fact("largest_at", Fact::list([x, y]))
        .fact("zeros", zeros)
        .fact("checksum", format!("{checksum:016x}"))
        .fact("memory_mib", memory.map(|bytes| bytes >> 20));
    if rows * columns <= LISTED {
        report = report.fact("values", listed(&values)).table(grid(board, &values));
    }
    // A square table that is large is one image, hexagons are drawn one by one.
    if rows.max(columns) <= if board.grid == Grid::Square { 400 } else { 100 } {
        let caption = format!("Sprague-Grundy values of the {} on the {}, {rows} x {columns}", piece.name, board.name);
        report = report.scene(scene::values(board, &values, caption));
    }
    Ok(report)
}

const NUMBERED: Param =
    Param::choice("board", "the numbering of the cells", &["spiral", "quadrant", "sector", "halfplane", "hexagon"])
        .or("spiral");

pub(super) const VALUES_IN_ORDER: Question = Question::of("values", values_in_order)
    .about("the Sprague-Grundy values of the first COUNT cells, in the order of their numbers")
    .params(&[Param::whole("count", "how many cells", 1, 1_000_000).main(), NUMBERED, PIECE])
    .examples(&["exile values 121", "exile values 60 --board sector", "exile values 91 --board quadrant --piece rook"]);

fn values_in_order(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (board, piece) = board_and_piece(ask)?;
    let count = ask.size("count");
    let cell = board.cell.expect("the boards of this question have numbers");
    kit::memory::take(watch, &format!("{count} rows"), 500 * count as u64)?;
    let cells: Vec<Cell> = (0..count as u64).map(cell).collect();
    let reach = |part: fn(&Cell) -> i64| cells.iter().map(|c| part(c).unsigned_abs() as usize).max().unwrap_or(0);
    let side = |reach: usize, both: bool| if both { 2 * reach + 1 } else { reach + 1 };
    let (rows, columns) = (side(reach(|c| c.0), board.both_ways.0), side(reach(|c| c.1), board.both_ways.1));
    let values = Grundy::new(board, piece, Frame::new(board, rows, columns), watch)?;
    let mut table = Table::new("order", &["cell", "x", "y", "value"]).with_sequence(0, 3);
    let mut list = Vec::with_capacity(count);
    for (number, &(x, y)) in cells.iter().enumerate() {
        let value = Fact::from(values.get((x, y)).expect("the frame holds the cell"));
        list.push(value.clone());
        table.row(kit::row![number, x, y, value]);
    }
    let line = format!("the values of the {} on the first {count} cells of the {}", piece.name, board.name);
    let report = Report::new(line, Standing::Proved).argument(VALUES).fact("values", Fact::List(list));
    Ok(report.table(table))
}

fn row_of(values: &Grundy, x: i64) -> Vec<Fact> {
    values.frame().columns.clone().map(|y| values.get((x, y)).into()).collect()
}

fn listed(values: &Grundy) -> Fact {
    Fact::List(values.frame().rows.clone().map(|x| Fact::List(row_of(values, x))).collect())
}

fn grid(board: &Board, values: &Grundy) -> Table {
    let columns: Vec<String> = values.frame().columns.clone().map(|y| y.to_string()).collect();
    let heads: Vec<&str> = std::iter::once(if board.grid == boards::Grid::Square { "row" } else { "x" })
        .chain(columns.iter().map(String::as_str))
        .collect();
    let mut table = Table::new("table", &heads);
    for x in values.frame().rows.clone() {
        table.row(std::iter::once(x.into()).chain(row_of(values, x)).collect());
    }
    table
}

const SIZE: Param =
    Param::whole("size", "how far the table reaches: its side, or its radius on the spiral", 1, 10_000).main();

/// What is asked of rows and columns, and of diagonals.
const LINES: &[Param] =
    &[SIZE, Param::whole("value", "the value looked for, and the bound on those below it", 0, 10_000).or("0"), BOARD];

pub(super) const ROWS: Question = Question::of("rows", answer_rows)
    .about("where --value stands in each row and column of a table of SIZE, and to what bound every row and column holds all numbers up to it")
    .params(LINES)
    .examples(&[
        "exile rows 300 --value 10",
        "exile rows 100 --value 3 --board spiral",
        "exile rows 40 --board hexagon",
    ]);

pub(super) const DIAGONALS: Question = Question::of("diagonals", answer_diagonals)
    .about("where --value stands on each diagonal of a table of SIZE, and to what bound every diagonal holds all numbers up to it")
    .params(LINES)
    .examples(&[
        "exile diagonals 300 --value 10",
        "exile diagonals 100 --value 3 --board spiral",
        "exile diagonals 60 --board sector",
    ]);

/// A family of lines: its name, its direction, and the sign that turns [`line_of`] into the usual index.
pub(in super::super) type Family = (&'static str, Cell, i64);

/// Rows and columns, and what goes with them on hexagons.
fn straight(board: &Board) -> &'static [Family] {
    match board.grid {
        boards::Grid::Square => &[("row", (0, 1), 1), ("column", (1, 0), -1)],
        boards::Grid::Hexagonal => &[("row", (0, 1), 1), ("column", (1, 0), -1), ("slant", (1, -1), 1)],
    }
}

/// Diagonals that go on for ever: the antidiagonals of boards with a corner end.
fn oblique(board: &Board) -> &'static [Family] {
    match board.name {
        "hexagon" => &[("diagonal", (1, 1), 1), ("steep", (2, -1), 1), ("flat", (1, -2), 1)],
        "quadrant" | "columns" | "sector" => &[("diagonal", (1, 1), 1)],
        _ => &[("diagonal", (1, 1), 1), ("antidiagonal", (1, -1), -1)],
    }
}

pub(super) const RECORDS: Question = Question::of("records", records)
    .about("for Conjectures 22 and 24: to what bound all rows, columns and diagonals of a table of SIZE hold every number up to 0, 1, ..., --to")
    .params(&[SIZE, Param::whole("to", "the last number", 0, 10_000).or("20"), BOARD])
    .examples(&["exile records 300", "exile records 80 --board spiral --to 10"]);

fn records(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let board = boards::board(ask.text("board"))?;
    let (size, to) = (ask.size("size"), ask.size("to"));
    let table = table_of_size(board, size, watch)?;
    let families: Vec<Family> = [straight(board), oblique(board)].concat();
    let heads: Vec<&str> = std::iter::once("value").chain(families.iter().map(|family| family.0)).collect();
    let mut listed = Table::new("records", &heads);
    for value in 0..=to {
        let bounds = families.iter().map(|&family| Fact::from(bound(&table, family, value)));
        listed.row(std::iter::once(value.into()).chain(bounds).collect());
    }
    let line =
        format!("how far every line of the {} is complete to 0, 1, ..., {to} in a table of size {size}", board.name);
    Ok(Report::new(line, Standing::checked(format!("size {size}"))).fact("size", size).fact("to", to).table(listed))
}

/// A table that reaches so far, in both directions where the board does.
fn table_of_size(board: &'static Board, size: usize, watch: &mut dyn Watch) -> Result<Grundy> {
    let side = |both: bool| if both { 2 * size + 1 } else { size };
    let frame = Frame::new(board, side(board.both_ways.0), side(board.both_ways.1));
    Grundy::new(board, boards::piece("queen")?, frame, watch)
}

/// To what bound every line of a family holds all numbers up to `value`: the largest b such that all lines with |index|
/// <= b do.
pub(in super::super) fn bound(table: &Grundy, (_, direction, sign): Family, value: usize) -> Option<i64> {
    let missing = table.first_missing(direction);
    let short = missing.into_iter().filter(|&(_, first)| first <= value).map(|(line, _)| (line * sign).abs());
    // Lines outside the table hold nothing, so one of them is always short.
    let nearest = short.min().unwrap_or_else(|| table.frame().rows.end.max(table.frame().columns.end));
    (nearest > 0).then_some(nearest - 1)
}

fn answer_rows(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    lines(ask, watch, straight)
}

fn answer_diagonals(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    lines(ask, watch, oblique)
}

fn lines(ask: &Ask, watch: &mut dyn Watch, families: fn(&Board) -> &'static [Family]) -> Result<Report> {
    let board = boards::board(ask.text("board"))?;
    let families = families(board);
    let (size, value) = (ask.size("size"), ask.size("value"));
    let table = table_of_size(board, size, watch)?;
    let bounds: Vec<Option<i64>> = families.iter().map(|&family| bound(&table, family, value)).collect();
    let said: Vec<String> = families
        .iter()
        .zip(&bounds)
        .map(|((name, ..), bound)| match bound {
            Some(b) => format!("every {name} up to {b}"),
            None => format!("not even {name} 0"),
        })
        .collect();
    let line = format!("in the table of size {size}, {} holds all numbers up to {value}", said.join(" and "));
    let places: Vec<Cell> = table.cells().filter(|&(_, v)| usize::from(v) == value).map(|(cell, _)| cell).collect();
    let mut report =
        Report::new(line, Standing::checked(format!("size {size}"))).fact("value", value).fact("size", size);
    for (&(name, ..), bound) in families.iter().zip(bounds) {
        report = report.fact(fact_name(name), bound);
    }
    for &(name, direction, sign) in families {
        let mut found: Vec<(i64, Cell)> = places.iter().map(|&cell| (line_of(cell, direction) * sign, cell)).collect();
        found.sort_unstable();
        let mut listed = Table::new(name, &[name, "x", "y"]);
        for (index, (x, y)) in found {
            listed.row(kit::row![index, x, y]);
        }
        report = report.table(listed);
    }
    Ok(report.fact("places", Fact::List(places.iter().map(|&(x, y)| Fact::list([x, y])).collect())))
}

fn fact_name(family: &str) -> &'static str {
    match family {
        "row" => "row_bound",
        "column" => "column_bound",
        "diagonal" => "diagonal_bound",
        "antidiagonal" => "antidiagonal_bound",
        "slant" => "slant_bound",
        "steep" => "steep_bound",
        _ => "flat_bound",
    }
}

pub(super) const DRAW: Question = Question::of("draw", draw_figure)
    .about("the paper's pictures: 1, 2 and table5 are numbered boards with the queens circled, 3 and 6 show who settles where, 4 and 5 the coloured tables")
    .params(&[
        Param::choice("figure", "which picture", &["1", "2", "3", "4", "5", "6", "table5"]).main(),
        Param::whole("size", "exiles to draw, or the side of the table", 2, 5_000),
    ])
    .examples(&[
        "exile draw 1",
        "exile draw 2",
        "exile draw table5",
        "exile draw 3",
        "exile draw 4",
        "exile draw 5",
        "exile draw 6",
    ]);

/// A numbered board with the cells of its queens circled.
fn numbered(board: &'static Board, side: usize, caption: String, watch: &mut dyn Watch) -> Result<kit::Scene> {
    if side > 60 {
        return Err(Error::too_large(
            format!("a numbered board of side {side}"),
            "the limit is 60",
            "ask for a smaller one",
        ));
    }
    let frame = Frame::new(board, side, side);
    // No more queens than rows and columns together stand there.
    let queens = settle::settle(board, boards::piece("queen")?, 4 * side, watch)?;
    Ok(scene::numbered(board, &frame, &queens, caption))
}

fn draw_figure(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let figure = ask.text("figure").to_string();
    let name = if matches!(figure.as_str(), "1" | "2" | "3" | "4") { "spiral" } else { "quadrant" };
    let (board, queen) = (boards::board(name)?, boards::piece("queen")?);
    let size = ask.whole_if("size").map(|s| usize::try_from(s).expect("its limits are not negative"));
    let (argument, scene) = match figure.as_str() {
        "1" | "2" | "table5" => {
            let side = size.unwrap_or(if figure == "table5" { 8 } else { 11 });
            let caption = format!("the {name} numbered, {side} x {side}, queens circled");
            (settle::argument(board, queen), numbered(board, side, caption, watch)?)
        }
        "3" | "6" => {
            let count = size.unwrap_or(1000);
            let cells = settle::settle(board, queen, count, watch)?;
            let caption = format!("the first {count} queens in exile on the {name}");
            (settle::argument(board, queen), scene::plot(board, &cells, caption))
        }
        _ => {
            let side = size.unwrap_or(if name == "spiral" { 15 } else { 24 });
            if side > 150 {
                return Err(Error::too_large(
                    format!("a drawn table of side {side}"),
                    "the limit is 150",
                    "use exile table",
                ));
            }
            let table = Grundy::new(board, queen, Frame::new(board, side, side), watch)?;
            let caption = format!("Sprague-Grundy values on the {name}, {side} x {side}, queens at the zeros");
            (VALUES, scene::values(board, &table, caption))
        }
    };
    let line = format!("figure {figure}: {}", scene.caption);
    let report = Report::new(line, Standing::Proved).argument(argument).fact("figure", figure);
    Ok(report.fact("shapes", scene.shapes.len()).scene(scene))
}
