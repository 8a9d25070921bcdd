//! Worksheets on paper: one HTML document that is made for print, or pages as SVG.

use crate::svg;
use crate::text::wrap;
use kit::Scene;
use kit::worksheet::{Code, Level, Puzzle};
use std::fmt::Write as _;

/// What a sheet is made of.
pub struct Sheet<'a> {
    /// The name of the topic.
    pub topic: &'a str,
    /// The heading.
    pub title: &'a str,
    /// The rules.
    pub rules: &'a str,
    /// How hard it is.
    pub level: Level,
    /// Which sheet of the level.
    pub seed: u64,
    /// The puzzles with their codes.
    pub puzzles: &'a [(Code, Puzzle)],
}

/// A picture for paper: nothing on it can be touched, and it is light.
pub fn picture(scene: &Scene) -> String {
    let mut scene = scene.clone();
    scene.shapes.iter_mut().for_each(|shape| shape.touch = None);
    svg::inline(&scene)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "@page { size: A4; margin: 14mm; } * { box-sizing: border-box; } \
    body { font-family: 'Noto Sans', 'DejaVu Sans', Arial, sans-serif; font-size: 10.5pt; line-height: 1.4; color: #1d2430; \
    background: #fff; max-width: 182mm; margin: 0 auto; } h1 { font-size: 17pt; margin: 0 0 2mm; } \
    .who { display: flex; gap: 8mm; margin: 3mm 0; } .who span { flex: 1; border-bottom: 1px solid #555d6b; } \
    .rules { margin: 0 0 4mm; color: #333b48; } .puzzles { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm 8mm; } \
    .puzzle { break-inside: avoid; border-top: 1px solid #d5d9e0; padding-top: 2mm; } .puzzle p { margin: 0 0 2mm; } \
    .puzzle svg { display: block; width: auto; height: auto; max-width: 100%; max-height: 42mm; margin: 0 auto; } \
    .code { color: #555d6b; font-size: 8.5pt; } .solutions { break-before: page; } \
    .solutions .puzzles { grid-template-columns: 1fr 1fr 1fr; } .solutions svg { max-height: 45mm; }";

/// What the small print under a puzzle is for.
const CODES: &str = "The code under a puzzle opens it in the lab, at /puzzle/CODE.";

/// The sheet as one document; with `solutions` on a last page.
pub fn html(sheet: &Sheet<'_>, solutions: bool) -> String {
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let title = heading(sheet);
    let _ = write!(out, "<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n", escape(&title));
    let _ = writeln!(out, "<h1>{}</h1>", escape(&title));
    out.push_str("<div class=\"who\"><span>Name</span><span>Date</span></div>\n");
    // Beside the rules: a line after the puzzles would sometimes have a page to itself.
    let _ = writeln!(out, "<p class=\"rules\">{} {CODES}</p>", escape(sheet.rules));
    out.push_str("<div class=\"puzzles\">\n");
    for (place, (code, puzzle)) in sheet.puzzles.iter().enumerate() {
        let _ = write!(
            out,
            "<section class=\"puzzle\"><p><b>{}.</b> {}</p>\n{}<p class=\"code\">{code}</p></section>\n",
            place + 1,
            escape(&puzzle.task),
            picture(&puzzle.scene)
        );
    }
    out.push_str("</div>\n");
    if solutions {
        out.push_str(&solutions_part(sheet));
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn heading(sheet: &Sheet<'_>) -> String {
    format!("{} ({}, sheet {})", sheet.title, sheet.level, sheet.seed)
}

fn solutions_part(sheet: &Sheet<'_>) -> String {
    let mut out = format!("<div class=\"solutions\">\n<h1>{}: solutions</h1>\n", escape(&heading(sheet)));
    out.push_str("<div class=\"puzzles\">\n");
    for (place, (_, puzzle)) in sheet.puzzles.iter().enumerate() {
        let drawn = puzzle.solved.as_ref().map(picture).unwrap_or_default();
        let (what, number) = puzzle.difficulty;
        let _ = write!(
            out,
            "<section class=\"puzzle\"><p><b>{}.</b> {}</p>\n{drawn}<p class=\"code\">{}: {number}</p></section>\n",
            place + 1,
            escape(&puzzle.solution),
            escape(what)
        );
    }
    out.push_str("</div>\n</div>\n");
    out
}

/// A4 in pixels of 96 to the inch, and how it is parted.
const PAGE: [f64; 2] = [794.0, 1123.0];
const MARGIN: f64 = 53.0;
const PER_PAGE: usize = 6;

/// The sheet as pages of SVG; with `solutions` the last ones hold them.
pub fn pages(sheet: &Sheet<'_>, solutions: bool) -> Vec<String> {
    let page = |puzzles: &[(Code, Puzzle)], first: usize, solved: bool| {
        let mut out = open_page();
        let title = if solved { format!("{}: solutions", heading(sheet)) } else { heading(sheet) };
        lines(&mut out, [MARGIN, MARGIN + 14.0], 22.0, &title, 60);
        let mut top = MARGIN + 42.0;
        if !solved {
            top = lines(&mut out, [MARGIN, top], 12.0, sheet.rules, 108) + 10.0;
        }
        let height = (PAGE[1] - MARGIN - top) / (PER_PAGE as f64 / 2.0);
        for (place, (code, puzzle)) in puzzles.iter().enumerate() {
            let left = MARGIN + (place % 2) as f64 * (PAGE[0] - 2.0 * MARGIN + 20.0) / 2.0;
            let frame = [left, top + (place / 2) as f64 * height, (PAGE[0] - 2.0 * MARGIN - 20.0) / 2.0, height - 16.0];
            entry(&mut out, frame, first + place + 1, code, puzzle, solved);
        }
        out.push_str("</svg>\n");
        out
    };
    let parts = |solved: bool| {
        let chunks = sheet.puzzles.chunks(PER_PAGE).enumerate();
        chunks.map(move |(number, part)| (number * PER_PAGE, part, solved)).collect::<Vec<_>>()
    };
    let all = parts(false).into_iter().chain(if solutions { parts(true) } else { Vec::new() });
    all.map(|(first, part, solved)| page(part, first, solved)).collect()
}

fn open_page() -> String {
    let [width, height] = PAGE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"'Noto Sans', 'DejaVu Sans', Arial, sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    )
}

/// Writes a text in lines of so many letters and says where the next line would begin.
fn lines(out: &mut String, [x, mut y]: [f64; 2], size: f64, text: &str, letters: usize) -> f64 {
    for line in wrap(text, letters, "").lines() {
        let _ =
            writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#1d2430\">{}</text>", escape(line));
        y += size * 1.35;
    }
    y
}

fn entry(out: &mut String, [x, y, width, height]: [f64; 4], number: usize, code: &Code, puzzle: &Puzzle, solved: bool) {
    let text = if solved { &puzzle.solution } else { &puzzle.task };
    let below = lines(out, [x, y + 12.0], 12.0, &format!("{number}. {text}"), 50);
    let scene = if solved { puzzle.solved.as_ref() } else { Some(&puzzle.scene) };
    if let Some(scene) = scene {
        let drawn = picture(scene);
        // The picture keeps its own coordinates inside the frame that it is given.
        if let Some((_, rest)) = drawn.split_once("viewBox") {
            let room = (y + height - below - 16.0).max(40.0);
            let _ = write!(out, "<svg x=\"{x}\" y=\"{below}\" width=\"{width}\" height=\"{room}\" viewBox{rest}");
        }
    }
    if !solved {
        lines(out, [x, y + height], 10.0, &code.to_string(), 60);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{Ink, Shape};

    fn puzzles(count: usize) -> Vec<(Code, Puzzle)> {
        let mut scene = Scene::new("one", "a cell", 1.0, 1.0);
        scene.add(Shape::rect(0.0, 0.0, 1.0, 1.0).fill(Ink::Accent).touch("1,1".to_string()));
        let puzzle = Puzzle {
            task: "Is 1 < 2 & so on?".to_string(),
            scene: scene.clone(),
            solution: "yes".to_string(),
            solved: Some(scene),
            opens: "play room 1".to_string(),
            difficulty: ("cells", 1),
        };
        let code = |place| Code { topic: "room".to_string(), level: Level::Easy, seed: 1, place };
        (0..count as u64).map(|place| (code(place), puzzle.clone())).collect()
    }

    #[test]
    fn a_document_stands_alone_and_solutions_come_last() {
        let puzzles = puzzles(6);
        let sheet =
            Sheet { topic: "room", title: "Room", rules: "Look.", level: Level::Easy, seed: 1, puzzles: &puzzles };
        let page = html(&sheet, true);
        assert!(!page.contains("<script") && !page.contains("href=") && !page.contains("src="), "nothing is fetched");
        assert!(!page.contains("data-move"), "paper has no moves");
        assert!(page.contains("Is 1 &lt; 2 &amp; so on?") && page.contains("room-easy-1-5"));
        assert!(page.find("class=\"solutions\"").unwrap() > page.rfind("room-easy-1-5").unwrap());
        assert!(!html(&sheet, false).contains("class=\"solutions\""));
    }

    #[test]
    fn pages_hold_six_puzzles_each() {
        let puzzles = puzzles(7);
        let sheet =
            Sheet { topic: "room", title: "Room", rules: "Look.", level: Level::Easy, seed: 1, puzzles: &puzzles };
        assert_eq!(pages(&sheet, false).len(), 2);
        let pages = pages(&sheet, true);
        assert_eq!(pages.len(), 4);
        assert!(pages.iter().all(|page| page.starts_with("<svg") && page.ends_with("</svg>\n")));
        assert!(pages[1].contains("7. Is 1") && pages[3].contains("7. yes"));
        for page in &pages {
            assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        }
    }
}
