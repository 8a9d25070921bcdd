//! Report -> one page that needs nothing else: the sentence, its standing, facts, tables and pictures.

use crate::svg;
use kit::{Fact, Report, Table};
use std::fmt::Write as _;

const STYLE: &str = "body{font:16px/1.5 'Noto Sans','DejaVu Sans',Arial,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
                     color-scheme:light dark}table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;padding:.1rem .8rem \
                     .1rem 0;vertical-align:top}figure{margin:1rem 0}svg{max-width:100%;height:auto}pre{overflow-x:auto}";

/// The report as a whole document.
pub fn html(ask: &str, report: &Report) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n<p><code>parlor {}</code></p>\n<h1>{}</h1>\n<p>standing: {}</p>\n",
        svg::escape(ask),
        svg::escape(ask),
        svg::escape(&report.line),
        svg::escape(&report.standing.to_string())
    );
    facts(&mut out, report);
    report.tables.iter().for_each(|table| rows(&mut out, table));
    for scene in &report.scenes {
        let caption = svg::escape(&scene.caption);
        let _ = writeln!(out, "<figure>\n{}<figcaption>{caption}</figcaption></figure>", svg::svg(scene));
    }
    out.push_str("</html>\n");
    out
}

fn facts(out: &mut String, report: &Report) {
    if report.facts.is_empty() {
        return;
    }
    out.push_str("<table>\n");
    for (name, fact) in &report.facts {
        let value = match fact {
            Fact::Document(text) => format!("<pre>{}</pre>", svg::escape(text)),
            other => svg::escape(&other.to_string()),
        };
        let _ = writeln!(out, "<tr><th>{}</th><td>{value}</td></tr>", svg::escape(name));
    }
    out.push_str("</table>\n");
}

fn rows(out: &mut String, table: &Table) {
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = String>| {
        cells.map(|cell| format!("<{tag}>{}</{tag}>", svg::escape(&cell))).collect::<String>()
    };
    let heads = cells("th", &mut table.columns.iter().cloned());
    let _ = writeln!(out, "<table>\n<caption>{}</caption>\n<tr>{heads}</tr>", svg::escape(table.name));
    for row in &table.rows {
        let _ = writeln!(out, "<tr>{}</tr>", cells("td", &mut row.iter().map(ToString::to_string)));
    }
    out.push_str("</table>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{Scene, Standing};

    #[test]
    fn a_page_holds_everything_and_quotes_what_it_shows() {
        let report = Report::new("a < b", Standing::Best)
            .fact("dot", Fact::Document("x & y".to_string()))
            .table(Table::sequence("squares", "n", "a(n)", 1, [1, 4]))
            .scene(Scene::new("board", "an empty <board>", 4.0, 4.0));
        let page = html("null", &report);
        kit::trial::says(
            &page,
            &["<h1>a &lt; b</h1>", "<pre>x &amp; y</pre>", "<td>4</td>", "<svg", "an empty &lt;board&gt;"],
        );
        assert!(!page.contains("http://") || page.matches("http").count() == page.matches("http://www.w3.org").count());
    }
}
