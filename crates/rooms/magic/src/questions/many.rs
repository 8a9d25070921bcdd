//! Many graphs at once, a line each: every line is answered, and a summary says how many pass.

use crate::bits;
use crate::condition::{Around, Subject};
use kit::{Ask, Error, Fact, Report, Result, Standing, Table, Watch, watch};

/// The lines of a text that lists graphs, with their numbers as an editor counts them: more than one, the first in
/// graph6 and the others words without a dash, so that no edge list is meant and a line that is spoilt is named by its
/// number.
fn lines_of(text: &str) -> Option<Vec<(u64, &str)>> {
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
    let lines: Vec<(u64, &str)> = lines.collect();
    let listed = |line: &str| line.bytes().all(|byte| (63..127).contains(&byte));
    let (number, first) = lines.first().map(|&(number, line)| (number, line.trim_start_matches(">>graph6<<")))?;
    let rest = &lines[1..];
    let word = |line: &str| listed(line) || !line.contains(|c: char| c.is_whitespace() || c == '-');
    let all_listed = || rest.iter().all(|(_, line)| listed(line));
    let begins = first.is_empty() || all_listed() || engine::graphs::read::graph6(first).is_ok();
    (!rest.is_empty() && listed(first) && begins && rest.iter().all(|(_, line)| word(line))).then_some(())?;
    let head = std::iter::once((number, first)).filter(|(_, line)| !line.is_empty());
    Some(head.chain(rest.iter().copied()).collect())
}

/// What a line comes to.
struct Row {
    vertices: usize,
    nullity: usize,
    test1: bool,
    test2: bool,
    magic: Option<bool>,
    bits: Option<u32>,
    reason: String,
}

fn row_of(line: &str, around: Around, watch: &mut dyn Watch) -> Result<Row> {
    let subject = Subject::any(engine::graphs::read::graph6(line)?)?.around(around);
    let space = subject.nullspace(watch)?;
    let vertices = subject.graph.order();
    let row = Row {
        vertices,
        nullity: space.nullity,
        test1: space.test1(),
        test2: space.test2(),
        magic: Some(false),
        bits: None,
        reason: String::new(),
    };
    if let Some((u, v)) = space.equal {
        let test1 = if row.test1 { "" } else { "test 1 fails; " };
        return Ok(Row {
            reason: format!("{test1}test 2 fails: the rows of {} and {} are equal", u + 1, v + 1),
            ..row
        });
    }
    let found = bits::fewest(&subject, &space, watch)?;
    if found.labels.is_empty() && vertices > 1 {
        return Ok(Row { magic: None, reason: format!("undecided: {}", found.reason), ..row });
    }
    let magic = subject.lacks().is_none() && found.bits == subject.order();
    let reason = subject.lacks().map_or(found.reason, |(why, _)| why);
    Ok(Row { magic: Some(magic), bits: Some(found.bits), reason, ..row })
}

/// The answer about a graph, or about every line of a list.
pub(super) fn each(
    ask: &Ask,
    watch: &mut dyn Watch,
    one: fn(&Ask, Subject, &mut dyn Watch) -> Result<Report>,
) -> Result<Report> {
    let (text, around) = (ask.text("graph"), super::around(ask));
    match lines_of(text) {
        Some(lines) => answer(&lines, around, watch),
        None => one(ask, Subject::read_any(text)?.around(around), watch),
    }
}

/// Answers every line.
fn answer(lines: &[(u64, &str)], around: Around, watch: &mut dyn Watch) -> Result<Report> {
    let columns = ["line", "graph6", "vertices", "nullity", "test1", "test2", "bits", "magic", "reason"];
    let mut table = Table::new("graphs", &columns);
    let of = lines.len();
    let (mut first, mut both, mut magic, mut undecided) = (0, 0, 0, 0);
    for (done, &(number, line)) in (0..).zip(lines) {
        watch::step(watch, done, Some(of as u64), || format!("{done} of {of} graphs are tested"))?;
        let row = row_of(line, around, watch)
            .map_err(|why| Error::usage(format!("line {number}"), why, "give one graph in graph6 on every line"))?;
        first += usize::from(row.test1);
        both += usize::from(row.test1 && row.test2);
        magic += usize::from(row.magic == Some(true));
        undecided += usize::from(row.magic.is_none());
        table.row(kit::row![
            number,
            line,
            row.vertices,
            row.nullity,
            row.test1,
            row.test2,
            row.bits,
            row.magic,
            row.reason
        ]);
    }
    let line = format!("{of} graphs: {first} pass test 1, {both} pass both tests, {magic} are {}", around.magic());
    // A line by itself is proved where `magic test` proves it; the list has no certificate of its own.
    let standing = if undecided == 0 { Standing::checked(format!("each of {of} graphs")) } else { Standing::Best };
    Ok(Report::new(line, standing)
        .fact("graphs", of)
        .fact("pass_test1", first)
        .fact("pass_both", both)
        .fact("magic", Fact::from(magic))
        .fact("undecided", undecided)
        .table(table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoilt_line_is_named_and_edge_lists_are_no_graph6() {
        let lines = lines_of("C~\nBw\nzz!\n").expect("it begins with a graph");
        let refused = answer(&lines, Around::Closed, &mut kit::Unwatched).unwrap_err().to_string();
        assert!(refused.contains("line 3"), "{refused}");
        // Empty lines and the head count, as they do in an editor.
        let lines = lines_of(">>graph6<<\nC~\n\nBw\nzz!\n").expect("it begins with a graph");
        let numbers: Vec<u64> = lines.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [2, 4, 5]);
        let refused = answer(&lines, Around::Closed, &mut kit::Unwatched).unwrap_err().to_string();
        assert!(refused.contains("line 5"), "{refused}");
        for edges in ["1-2\n2-3", "a b\nb c", "ab-cd\ncd-ef", "C~"] {
            assert!(lines_of(edges).is_none(), "{edges}");
        }
        assert_eq!(lines_of(">>graph6<<C~\nBw").map(|lines| lines.len()), Some(2));
    }
}
