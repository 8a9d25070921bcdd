//! Tables on a page: whole while they are short, and a window on the rows when there are many. A window is found,
//! sorted and moved by the lab, so that a search sees all rows and not only those that are shown.

use crate::address::{FIND, ROW, SORT, values};
use crate::answers::{first_letters, rounded};
use crate::asks::Asked;
use crate::essay::{signs, tip};
use kit::glossary::{find_term, marked};
use kit::{Fact, Table};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::cmp::Ordering;

/// Rows of a table that a page holds; the script asks for the others as they are wanted.
const MOST_ROWS: usize = 500;
/// Cells that come at a time: a wide table has fewer rows.
const MOST_CELLS: usize = 5000;
/// Rows that fit on a screen: a longer table can be searched.
const SCREEN: usize = 20;
/// Characters of a cell that are shown.
const MOST_LETTERS: usize = 300;

/// A table with its files and its rows, or the first of them.
pub(crate) fn table_markup(asked: &Asked, table: &Table) -> Markup {
    let (all, most) = (table.rows.len(), at_a_time(table));
    let more = (all > most).then(|| asked.link(Some("rows.json"), Some(table.name)));
    html! {
        div.tabular data-rows=[more] data-search[all > SCREEN] {
            p.caption {
                b { (table.name) } ", rows: " span.found { (all) } " "
                a href=(asked.link(Some("table.csv"), Some(table.name))) download { "CSV" }
                @if table.sequence.is_some() { " " a href=(asked.link(Some("table.txt"), Some(table.name))) download { "b-file" } }
            }
            div.window role="region" aria-label=(table.name) tabindex=[(all > SCREEN).then_some("0")] {
                table.sortable aria-label=(table.name) {
                    thead { tr { @for column in &table.columns { (heading(column)) } } }
                    tbody { (rows(table.rows.iter().take(most))) }
                }
            }
            @if all > most { p.rest { "Rows come " (most) " at a time, as the window is moved; the file has all of them." } }
        }
    }
}

/// How many rows come at a time, and at least a screen of them.
fn at_a_time(table: &Table) -> usize {
    (MOST_CELLS / table.columns.len().max(1)).clamp(SCREEN, MOST_ROWS)
}

/// The head of a column. A term is explained while someone points at it or has come to its button.
fn heading(column: &str) -> Markup {
    let words = column.replace('_', " ");
    let known = find_term(&words).ok().map(|term| term.name);
    let name = known.or_else(|| marked(&words).into_iter().find_map(|stretch| stretch.term));
    let term = name.and_then(|name| find_term(name).ok());
    html! {
        th.explained[term.is_some()] scope="col" {
            (words.trim())
            @if let Some(term) = term { (tip(term)) }
        }
    }
}

fn rows<'a>(rows: impl Iterator<Item = &'a Vec<Fact>>) -> Markup {
    let number = |fact: &Fact| matches!(fact, Fact::Whole(_) | Fact::Real(_) | Fact::Big(_) | Fact::Nothing);
    html! {
        @for row in rows {
            tr { @for fact in row { td.number[number(fact)] title=[exact(fact)] { (cell(fact)) } } }
        }
    }
}

/// The whole number behind one that is rounded; tables are sorted and searched by it.
fn exact(fact: &Fact) -> Option<String> {
    let text = fact.to_string();
    matches!(fact, Fact::Real(value) if rounded(*value).len() < text.len()).then_some(text)
}

/// What people read of a fact.
fn cell(fact: &Fact) -> Markup {
    match fact {
        Fact::Real(value) if exact(fact).is_some() => html! { (rounded(*value)) },
        Fact::Truth(truth) => html! { (if *truth { "yes" } else { "no" }) },
        Fact::Text(text) => signs(first_letters(text, MOST_LETTERS)),
        _ => html! { (first_letters(&fact.to_string(), MOST_LETTERS)) },
    }
}

/// A window on a table: the rows from `row` on that hold `find`, in the order of the column `sort`.
pub(crate) fn window(table: &Table, given: &[(String, String)]) -> Value {
    let last = |name: &'static str| values(given, name).last().unwrap_or("").trim();
    let wanted = last(FIND).to_lowercase();
    let holds = |row: &&Vec<Fact>| row.iter().any(|cell| cell.to_string().to_lowercase().contains(&wanted));
    let mut found: Vec<&Vec<Fact>> = table.rows.iter().filter(|row| wanted.is_empty() || holds(row)).collect();
    let (column, down) = last(SORT).strip_prefix('-').map_or((last(SORT), false), |column| (column, true));
    if let Some(column) = column.parse::<usize>().ok().filter(|&column| column < table.columns.len()) {
        let mut keyed: Vec<(String, &Vec<Fact>)> = found.iter().map(|row| (row[column].to_string(), *row)).collect();
        keyed.sort_by(|(a, _), (b, _)| if down { compare(b, a) } else { compare(a, b) });
        found = keyed.into_iter().map(|(_, row)| row).collect();
    }
    let from = last(ROW).parse::<usize>().unwrap_or(0).min(found.len());
    let most = at_a_time(table);
    let shown = found[from..].iter().copied().take(most);
    json!({ "html": rows(shown).into_string(), "found": found.len(), "next": (from + most).min(found.len()) })
}

/// Numbers by size, before texts; long numbers exactly.
fn compare(a: &str, b: &str) -> Ordering {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(a) && digits(b) {
        let [a, b] = [a, b].map(|text| text.trim_start_matches('0'));
        return (a.len(), a).cmp(&(b.len(), b));
    }
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => a.total_cmp(&b),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::pairs;

    fn firsts(window: &Value) -> Vec<String> {
        let html = window["html"].as_str().unwrap();
        let first = |row: &str| row.split('>').nth(1).unwrap().split('<').next().unwrap().to_string();
        html.split("<tr>").skip(1).map(first).collect()
    }

    #[test]
    fn a_window_finds_sorts_and_moves_on_over_all_rows() {
        let table = Table::sequence("squares", "n", "square", 0, (0..2000i64).map(|n| n * n));
        let ask = |query: &str| window(&table, &pairs(query));
        let first = ask("");
        assert_eq!((first["found"].as_u64(), first["next"].as_u64()), (Some(2000), Some(500)));
        assert_eq!(firsts(&first)[..2], ["0", "1"]);
        assert_eq!(firsts(&ask("row=1999")), ["1999"]);
        assert_eq!(firsts(&ask("sort=-1"))[..2], ["1999", "1998"]);
        let found = ask("find=9801");
        assert_eq!(
            (found["found"].as_u64(), firsts(&found)),
            (Some(3), ["99", "990", "1349"].map(String::from).to_vec())
        );
        assert_eq!(ask("row=99999&sort=7&find=nothing")["found"], 0);
    }

    #[test]
    fn a_heading_that_is_a_term_explains_itself() {
        let told = heading("nimber").into_string();
        assert!(told.contains("class=\"explained\"") && told.contains("class=\"tip\""), "{told}");
        assert!(heading("winning_moves").into_string().contains(">winning moves"));
        let plain = heading("zzz").into_string();
        assert!(plain.contains(">zzz</th>") && !plain.contains("tip"), "{plain}");
    }

    #[test]
    fn cells_are_for_people_and_hold_the_exact_number() {
        let row = vec![Fact::Real(0.203_958_214_562_425), Fact::Real(0.25), "(1-t)^16".into(), Fact::Truth(true)];
        let told = rows([&row].into_iter()).into_string();
        assert!(told.contains("title=\"0.203958214562425\">0.203958</td>"), "{told}");
        assert!(told.contains(">0.25</td>") && told.contains("(1-t)<sup>16</sup>") && told.contains(">yes<"), "{told}");
    }

    #[test]
    fn numbers_stand_by_their_size() {
        let mut texts =
            vec!["10", "-", "9", "123456789012345678901234567891", "123456789012345678901234567890", "-2.5", "1e3"];
        texts.sort_by(|a, b| compare(a, b));
        let order = ["-2.5", "9", "10", "1e3", "123456789012345678901234567890", "123456789012345678901234567891", "-"];
        assert_eq!(texts, order);
    }
}
