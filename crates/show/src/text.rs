//! Report -> text for a person.

use crate::terminal;
use kit::{Fact, Report, Table};
use std::fmt::Write as _;

/// The report as lines of at most about `width` columns: the sentence, its standing, the facts, the tables, the picture
/// if it fits.
pub fn text(report: &Report, width: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", wrap(&report.line, width, ""));
    let _ = writeln!(out, "standing: {}", report.standing);
    write_facts(&mut out, report, width);
    for table in &report.tables {
        write_table(&mut out, table);
    }
    if let Some(scene) = report.scenes.first() {
        let canvas = terminal::Canvas::of(scene, width, 70);
        if canvas.fits() {
            let _ = write!(out, "\n{}\n{}", canvas.plain(), wrap(&scene.caption, width, ""));
            out.push('\n');
        }
    }
    kit::say::printable(&out)
}

fn write_facts(out: &mut String, report: &Report, width: usize) {
    let margin = report.facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 2;
    for (name, fact) in &report.facts {
        let value = match fact {
            Fact::Document(text) => {
                format!("({} lines; --json holds it, --save {name}=FILE writes it)", text.lines().count())
            }
            other => other.to_string(),
        };
        let indent = " ".repeat(margin);
        let wrapped = wrap(&value, width.saturating_sub(margin).max(20), &indent);
        let _ = writeln!(out, "{:margin$}{wrapped}", format!("{name}:"));
    }
}

fn write_table(out: &mut String, table: &Table) {
    let cells: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    let width = |column: usize| {
        let longest = cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        longest.max(table.columns[column].chars().count())
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    // Numbers stand to the right, words to the left.
    let right = |column: usize| {
        table
            .rows
            .iter()
            .all(|row| matches!(row[column], Fact::Whole(_) | Fact::Real(_) | Fact::Big(_) | Fact::Nothing))
    };
    let rights: Vec<bool> = (0..table.columns.len()).map(right).collect();
    let mut line = |row: &[String]| {
        let padded: Vec<String> =
            row.iter().zip(&widths).zip(&rights).map(|((cell, &width), &right)| padded(cell, width, right)).collect();
        let _ = writeln!(out, "  {}", padded.join("  ").trim_end());
    };
    line(&table.columns);
    for row in &cells {
        line(row);
    }
}

/// A cell with blanks before or behind it; a format's own width ends at 65,535, and numbers have more digits.
fn padded(cell: &str, width: usize, right: bool) -> String {
    let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
    if right { blanks + cell } else { cell.to_string() + &blanks }
}

/// Breaks a text at blanks so that lines are at most `width` long where that is possible; later lines begin with
/// `indent`.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            out.push_str(indent);
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Standing;

    #[test]
    fn facts_and_tables_line_up() {
        let report = Report::new("three squares", Standing::Best)
            .fact("count", 3)
            .fact("largest", 9)
            .table(Table::sequence("squares", "n", "square", 1, [1, 4, 9]));
        let expected = "three squares\nstanding: best found\ncount:   3\nlargest: 9\n  n  square\n  1       1\n  2       4\n  3       9\n";
        assert_eq!(text(&report, 80), expected);
    }

    #[test]
    fn a_cell_may_have_more_digits_than_a_format_is_wide() {
        let (long, mut table) = ("7".repeat(100_000), Table::new("digits", &["name", "digits"]));
        table.row(kit::row!["a", long.as_str()]);
        table.row(kit::row!["b", "1"]);
        let told = text(&Report::new("digits", Standing::Best).table(table), 80);
        assert!(told.ends_with(&format!("  a     {long}\n  b     1\n")), "{}", told.len());
    }

    #[test]
    fn long_lines_break_at_blanks() {
        assert_eq!(wrap("one two three", 7, "> "), "one two\n> three");
        assert_eq!(wrap("indivisible", 3, ""), "indivisible");
    }
}
