//! Report -> LaTeX for a paper: facts and tables as `tabular`, pictures as TikZ (packages `tikz` and `xcolor`).

use crate::ground::Grounds;
use crate::palette::{self, Letter};
use crate::pieces;
use kit::scene::{Anchor, Form, Ink, Segment};
use kit::{Fact, Report, Scene, Shape, Table};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The longest side of a picture in centimetres, and the side of a unit square when the board is small.
const SHEET: f64 = 10.0;
const UNIT: f64 = 0.8;

/// The report: a comment that says what was asked and how far to trust it, the facts, the tables, the pictures.
pub fn tex(ask: &str, report: &Report) -> String {
    let mut out = format!("% parlor {}\n% {}\n% standing: {}\n", comment(ask), comment(&report.line), report.standing);
    let facts: Vec<[String; 2]> = report
        .facts
        .iter()
        .filter(|(_, fact)| !matches!(fact, Fact::Document(_)))
        .map(|(name, fact)| [escape(name), escape(&fact.to_string())])
        .collect();
    if !facts.is_empty() {
        tabular(&mut out, "ll", facts.iter().map(|row| &row[..]));
    }
    for table in &report.tables {
        write_table(&mut out, table);
    }
    for scene in &report.scenes {
        picture(&mut out, scene);
    }
    out
}

fn write_table(out: &mut String, table: &Table) {
    let number = |fact: &Fact| matches!(fact, Fact::Whole(_) | Fact::Big(_) | Fact::Real(_) | Fact::Nothing);
    let side = |column: usize| if table.rows.iter().all(|row| number(&row[column])) { 'r' } else { 'l' };
    let columns: String = (0..table.columns.len()).map(side).collect();
    let heads: Vec<String> = table.columns.iter().map(|head| escape(head)).collect();
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().map(|fact| escape(&fact.to_string())).collect()).collect();
    let _ = writeln!(out, "% table {}", table.name);
    tabular(out, &columns, std::iter::once(&heads[..]).chain(rows.iter().map(|row| &row[..])));
}

fn tabular<'a>(out: &mut String, columns: &str, rows: impl Iterator<Item = &'a [String]>) {
    let _ = writeln!(out, "\\begin{{tabular}}{{{columns}}}");
    for row in rows {
        let _ = writeln!(out, "{} \\\\", row.join(" & "));
    }
    out.push_str("\\end{tabular}\n");
}

/// A picture: y runs downward as in the scene, and every ink that is used has a name.
fn picture(out: &mut String, scene: &Scene) {
    let [_, _, w, h] = scene.frame;
    let scale = (SHEET / w.max(h).max(1e-9)).min(if w.max(h) < 3.0 { f64::INFINITY } else { UNIT });
    let mut inks = BTreeMap::new();
    let mut body = String::new();
    let grounds = Grounds::of(scene);
    for (index, shape) in scene.shapes.iter().enumerate() {
        let ground = grounds.under(index).and_then(|ground| ground.fill).unwrap_or(Ink::Paper);
        draw(&mut body, shape, ground, scale, &mut inks);
    }
    let _ = writeln!(out, "% picture {}: {}", comment(&scene.name), comment(&scene.caption));
    for (name, hex) in &inks {
        let _ = writeln!(out, "\\definecolor{{{name}}}{{HTML}}{{{hex}}}");
    }
    let unit = number(scale);
    let _ = writeln!(out, "\\begin{{tikzpicture}}[x={unit}cm, y=-{unit}cm, line join=round, line cap=round]");
    out.push_str(&body);
    out.push_str("\\end{tikzpicture}\n");
}

fn draw(out: &mut String, shape: &Shape, ground: Ink, scale: f64, inks: &mut BTreeMap<String, String>) {
    let mut named = |name: String, colour| {
        let name = format!("parlor-{name}");
        inks.insert(name.clone(), palette::hex(colour).trim_start_matches('#').to_uppercase());
        name
    };
    if let Form::Text { x, y, size, anchor, text } = &shape.form {
        let letter = Letter::on(shape.fill.unwrap_or(Ink::Solid), ground, false);
        let ink = named(letter.name(), letter.colour(false));
        let anchor = match anchor {
            Anchor::Start => "west",
            Anchor::Middle => "center",
            Anchor::End => "east",
        };
        // A letter is about 0.7 of its size; TeX counts in points, 28.45 a centimetre.
        let points = number((size * scale * 28.45).max(1.0));
        let _ = writeln!(
            out,
            "\\node[anchor={anchor}, inner sep=0, text={ink}, font=\\fontsize{{{points}}}{{{points}}}\\selectfont] at {} {{{}}};",
            point(*x, *y),
            escape(text)
        );
        return;
    }
    if let Form::Raster { x, y, w, h, columns, degrees } = &shape.form {
        let ink = shape.fill.unwrap_or(Ink::Solid);
        let ink = named(palette::name(ink), palette::colour(ink, false));
        raster(out, [*x, *y, *w, *h], *columns, degrees, &ink);
        return;
    }
    let mut options = Vec::new();
    options.extend(shape.fill.map(|ink| format!("fill={}", named(palette::name(ink), palette::colour(ink, false)))));
    if let Some(ink) = shape.stroke {
        let ink = named(palette::name(ink), palette::colour(ink, false));
        options.push(format!("draw={ink}, line width={}cm", number((shape.weight * scale).max(0.01))));
    }
    if !options.is_empty() {
        let _ = writeln!(out, "\\path[{}] {};", options.join(", "), outline(&shape.form));
    }
}

/// A heat map, a rectangle for each degree that is not 0.
fn raster(out: &mut String, [x, y, w, h]: [f64; 4], columns: usize, degrees: &[u8], ink: &str) {
    let columns = columns.max(1);
    let rows = degrees.len().div_ceil(columns).max(1);
    let (w, h) = (w / columns as f64, h / rows as f64);
    for (place, degree) in degrees.iter().enumerate().filter(|(_, degree)| **degree > 0) {
        let (left, top) = (x + w * (place % columns) as f64, y + h * (place / columns) as f64);
        let opacity = number(f64::from(*degree) / 100.0);
        let corners = (point(left, top), point(left + w, top + h));
        let _ = writeln!(out, "\\path[fill={ink}, fill opacity={opacity}] {} rectangle {};", corners.0, corners.1);
    }
}

fn outline(form: &Form) -> String {
    match form {
        Form::Rect { x, y, w, h } => format!("{} rectangle {}", point(*x, *y), point(x + w, y + h)),
        Form::Circle { x, y, r } => format!("{} circle [radius={}]", point(*x, *y), number(*r)),
        Form::Line { x1, y1, x2, y2 } => format!("{} -- {}", point(*x1, *y1), point(*x2, *y2)),
        Form::Path(segments) => path(segments, |at| at),
        Form::Piece { x, y, size, piece } => path(pieces::outline(*piece), |(px, py)| (x + px * size, y + py * size)),
        Form::Text { .. } | Form::Raster { .. } => String::new(),
    }
}

fn path(segments: &[Segment], place: impl Fn((f64, f64)) -> (f64, f64)) -> String {
    let at = |x: f64, y: f64| {
        let (x, y) = place((x, y));
        point(x, y)
    };
    let word = |segment: &Segment| match *segment {
        Segment::Move(x, y) => at(x, y),
        Segment::Line(x, y) => format!("-- {}", at(x, y)),
        Segment::Curve([a, b, c, d, x, y]) => format!(".. controls {} and {} .. {}", at(a, b), at(c, d), at(x, y)),
        Segment::Close => "-- cycle".to_string(),
    };
    segments.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn point(x: f64, y: f64) -> String {
    format!("({},{})", number(x), number(y))
}

fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// A text on one line, as a comment holds it.
fn comment(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Standing;
    use kit::scene::Piece;

    #[test]
    fn tables_and_boards_become_latex() {
        let mut scene = Scene::new("board", "100% board", 4.0, 4.0);
        scene.add(Shape::rect(0.0, 0.0, 1.0, 1.0).fill(Ink::Accent).stroke(Ink::Rule));
        scene.add(Shape::text(0.5, 0.5, 0.5, "a_1"));
        scene.add(Shape::piece(1.5, 0.5, 0.8, Piece::Queen));
        let table = Table::sequence("squares", "n", "a(n)", 1, [1, 4]);
        let report = Report::new("5 & 6", Standing::Proved).fact("game", "{1}").table(table).scene(scene);
        let text = tex("queens lock 5", &report);
        kit::trial::says(
            &text,
            &[
                "% 5 & 6\n% standing: proved\n",
                "game & \\{1\\} \\\\\n",
                "\\begin{tabular}{rr}\nn & a(n) \\\\\n1 & 1 \\\\\n2 & 4 \\\\\n\\end{tabular}",
                "(0,0) rectangle (1,1);",
                "{a\\_1};",
                "-- cycle",
            ],
        );
        assert_eq!(text.matches("\\begin{").count(), text.matches("\\end{").count());
        let defined = text.lines().filter_map(|line| line.strip_prefix("\\definecolor{")?.split('}').next());
        assert!(defined.clone().count() >= 3 && defined.clone().all(|ink| text.matches(ink).count() >= 2), "{text}");
    }
}
