//! `exile completions`: where each line first holds all the numbers up to 0, 1, ...; kept in a file, so that a longer
//! walk goes on from a shorter one.

use super::super::boards::{self, Board};
use super::super::certificate;
use super::super::completions::{Sight, Walk, families, kept, read_kept};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, say};

pub(super) const RESUME: Param =
    Param::text("resume", "a checkpoint file: goes on from it if it exists, and keeps it up to date", 4000).local();

/// The cells between two looks at the watch.
const PIECE: usize = 1 << 14;

pub(super) const COMPLETIONS: Question = Question::of("completions", answer)
    .about("for Conjectures 22 and 24: the cell at which each line first holds all numbers up to 0, 1, ..., --to, when CELLS of them are filled in their order")
    .params(&[
        Param::whole("cells", "how many cells are filled", 1, 250_000_000).main(),
        Param::choice("board", "the numbering of the cells", &["spiral", "quadrant"]).or("spiral"),
        Param::whole("lines", "rows, columns and diagonals of an index up to this", 0, 1_000).or("5"),
        Param::whole("to", "the last number", 0, 2_000).or("20"),
        RESUME,
    ])
    .examples(&["exile completions 20000", "exile completions 20000 --board quadrant --lines 3 --to 30"]);

/// The walk that is asked for, from what was kept if there is something.
fn walk(board: &'static Board, cells: usize, sight: Sight, ask: &Ask, watch: &mut dyn Watch) -> Result<Walk> {
    let Some(name) = ask.text_if("resume") else {
        let mut walk = Walk::new(board, cells as u64, sight, watch)?;
        extend(&mut walk, cells, watch, &mut |_, _| Ok(()))?;
        return Ok(walk);
    };
    let refuse = |why: String| Error::usage(say::shorten(name), why, "give another file, or none");
    let values = match watch.kept(name)? {
        Some(bytes) => read_kept(board, &bytes).map_err(refuse)?,
        None => Vec::new(),
    };
    // A file that is longer than what is asked for stays as it is; only its beginning is needed.
    let longer = values.len() > cells;
    let new = Walk::new(board, cells as u64, sight, watch)?;
    let walk = new.resumed(&values[..values.len().min(cells)], watch)?;
    let mut walk = walk.ok_or_else(|| refuse("it is damaged: a number stands twice on a line".to_string()))?;
    if !values.is_empty() {
        watch.say(&format!("resumed with {} cells", values.len()));
    }
    if longer {
        return Ok(walk);
    }
    let mut save = |walk: &Walk, watch: &mut dyn Watch| watch.keep(name, &kept(board, walk.values()));
    // What cannot be kept is refused before the work and not after it.
    save(&walk, watch)?;
    extend(&mut walk, cells, watch, &mut save)?;
    save(&walk, watch)?;
    Ok(walk)
}

type Save<'a> = &'a mut dyn FnMut(&Walk, &mut dyn Watch) -> Result<()>;

fn extend(walk: &mut Walk, cells: usize, watch: &mut dyn Watch, save: Save<'_>) -> Result<()> {
    while walk.values().len() < cells {
        let done = walk.values().len();
        if watch.look(done as u64, Some(cells as u64)).is_break() {
            save(walk, watch)?;
            return Err(Error::stopped(format!("{done} of {cells} cells are filled")));
        }
        walk.extend((done + PIECE).min(cells));
        if watch.time_to_keep() {
            save(walk, watch)?;
        }
    }
    Ok(())
}

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let board = boards::board(ask.text("board"))?;
    let sight = Sight { lines: ask.whole("lines"), to: ask.size("to") };
    let cells = ask.size("cells");
    let walk = walk(board, cells, sight, ask, watch)?;
    let cell = board.cell.expect("both boards have numbers");
    let at = |number: u64| {
        let (x, y) = cell(number);
        [Fact::from(number), x.into(), y.into()]
    };
    let mut listed = Table::new("completions", &["line", "index", "number", "cell", "x", "y"]);
    let mut slowest: Vec<Option<(u64, &str, i64)>> = vec![Some((0, "", 0)); sight.to + 1];
    let (mut lines, mut whole) = (0usize, 0usize);
    for (family, index, done) in walk.completions() {
        lines += 1;
        whole += usize::from(done.len() > sight.to);
        for (value, &number) in done.iter().enumerate() {
            listed.row([vec![family.into(), index.into(), value.into()], at(number).to_vec()].concat());
        }
        for (value, last) in slowest.iter_mut().enumerate() {
            let here = done.get(value).map(|&number| (number, family, index));
            *last = last.zip(here).map(|(a, b)| if b.0 >= a.0 { b } else { a });
        }
    }
    let mut last = Table::new("slowest", &["number", "line", "index", "cell", "x", "y"]);
    for (value, &slowest) in slowest.iter().enumerate() {
        if let Some((number, family, index)) = slowest {
            last.row([vec![value.into(), family.into(), index.into()], at(number).to_vec()].concat());
        }
    }
    let complete = slowest.iter().take_while(|s| s.is_some()).count();
    let names: Vec<String> = families(board).iter().map(|f| format!("{}s", f.0)).collect();
    let line = format!(
        "in the first {cells} cells of the {} {whole} of {lines} lines ({} up to {}) hold all numbers to {}; {}",
        board.name,
        names.join(", "),
        sight.lines,
        sight.to,
        match complete {
            0 => "none has all lines yet".to_string(),
            n => format!("every one of them holds those to {}", n - 1),
        }
    );
    let certificate = certificate::completions::of(board.name, &walk);
    let report = Report::new(line, Standing::checked(format!("{cells} cells")))
        .fact("cells", cells)
        .fact("lines", lines)
        .fact("whole_lines", whole)
        .fact("all_lines_hold", complete.checked_sub(1))
        .fact("checksum", format!("{:016x}", super::super::completions::checksum(certificate.body.as_bytes())))
        .table(last)
        .table(listed);
    Ok(if cells <= certificate::completions::MOST_CELLS { report.certificate(certificate) } else { report })
}

#[cfg(test)]
mod tests {
    use crate::TOPIC;
    use forgery::{Shelf, asked};

    #[test]
    fn a_stopped_walk_goes_on_and_says_the_same() {
        for board in ["spiral", "quadrant"] {
            let words = format!("exile completions 100000 --board {board} --lines 4 --to 30");
            let whole = asked(&TOPIC, &words, &mut kit::Unwatched).unwrap();
            let kept_words = format!("{words} --resume file");
            let mut shelf = Shelf { bytes: None, looks: 3 };
            assert!(asked(&TOPIC, &kept_words, &mut shelf).unwrap_err().is_stopped());
            let held = shelf.bytes.as_ref().map_or(0, Vec::len);
            assert!(held > 60_000, "{held}");
            shelf.looks = usize::MAX;
            let again = asked(&TOPIC, &kept_words, &mut shelf).unwrap();
            assert_eq!((&again.line, again.get("checksum")), (&whole.line, whole.get("checksum")));
            // A shorter walk reads the beginning of a longer one and leaves it as it is.
            let before = shelf.bytes.clone();
            let short = format!("exile completions 5000 --board {board}");
            let shorter = asked(&TOPIC, &format!("{short} --resume file"), &mut shelf);
            let plain = asked(&TOPIC, &short, &mut kit::Unwatched).unwrap();
            assert!(shorter.unwrap().get("checksum") == plain.get("checksum") && shelf.bytes == before);
            // The next one sees the damage.
            shelf.bytes.as_mut().unwrap()[5000] ^= 1;
            assert!(asked(&TOPIC, &kept_words, &mut shelf).unwrap_err().to_string().contains("damaged"));
        }
    }
}
