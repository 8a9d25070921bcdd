//! `conics rain`: five points fall again and again, coloured by the curve through them, and the share of ellipses is
//! drawn as it converges. As the card it moves by style sheets alone, and without motion it is its last state.

use super::super::fit::Kind;
use super::super::frames::Frame;
use super::super::region::Region;
use super::card::border;
use std::fmt::Write as _;

/// Pixels of the side of the square, and of the chart beside it.
const SIDE: f64 = 500.0;
const CHART: [f64; 4] = [560.0, 40.0, 420.0, 400.0];
/// Seconds of the whole rain.
const SECONDS: f64 = 16.0;

const STYLE: &str = "svg{font-family:sans-serif}.paper{fill:#fff}.frame{fill:none;stroke:#999}.region{fill:none;stroke:#888;stroke-width:2}\
    .e{fill:#c2410c}.h{fill:#1d4ed8}text{fill:#222;font-size:18px}.small{font-size:15px}\
    .constant{stroke:#c2410c;stroke-width:2;stroke-dasharray:7 5}.run{stroke:#222;stroke-width:2.5;stroke-linecap:round}.past{visibility:hidden}\
    @keyframes wait{from,to{visibility:hidden}}@keyframes turn{from,to{visibility:visible}}\
    @keyframes fall{from{transform:translateY(-520px)}to{transform:none}}\
    @media(prefers-reduced-motion:reduce){*{animation:none!important}}\
    @media(prefers-color-scheme:dark){.paper{fill:#111}.run{stroke:#eee}text{fill:#eee}.e{fill:#fb923c}.h{fill:#93c5fd}.constant{stroke:#fb923c}}";

fn place([x, y]: [f64; 2]) -> (f64, f64) {
    (10.0 + (x + 1.0) / 2.0 * (SIDE - 20.0), 10.0 + (1.0 - y) / 2.0 * (SIDE - 20.0))
}

/// Where a share stands in the chart after so many of all tosses.
fn spot(tosses: usize, all: usize, share: f64) -> (f64, f64) {
    let [left, top, width, height] = CHART;
    (left + width * tosses as f64 / all as f64, top + height * (1.0 - share))
}

/// The picture that moves: the tosses one after the other, and the constant that their share tends to.
pub(in super::super) fn rain(frames: &[Frame], region: &Region, constant: &str) -> String {
    let pace = SECONDS / frames.len() as f64;
    let [left, top, width, height] = CHART;
    let edge: Vec<String> = border(region).into_iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 {SIDE}\">\n<title>Five random points, again and again</title>\n\
         <style>{STYLE}</style>\n<rect class=\"paper\" width=\"1000\" height=\"{SIDE}\"/>\n<polygon class=\"region\" points=\"{}\"/>\n\
         <rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\n",
        edge.join(" ")
    );
    let value: f64 = constant.parse().unwrap_or(0.0);
    let (_, level) = spot(0, 1, value);
    let _ = write!(
        svg,
        "<line class=\"constant\" x1=\"{left}\" y1=\"{level:.1}\" x2=\"{}\" y2=\"{level:.1}\"/>\n<text class=\"small\" x=\"{left}\" y=\"{}\">\
         dashed: the constant {constant}</text>\n",
        left + width,
        top + height + 24.0
    );
    tosses(&mut svg, frames, pace);
    svg + "</svg>\n"
}

/// The tosses in turn: their points, the count, and the next stretch of the line.
fn tosses(svg: &mut String, frames: &[Frame], pace: f64) {
    let left = CHART[0];
    let mut before: Option<(f64, f64)> = None;
    for (index, frame) in frames.iter().enumerate() {
        let start = pace * index as f64;
        let class = if matches!(frame.kind, Kind::Ellipse | Kind::Circle) { "e" } else { "h" };
        for p in frame.five.as_doubles() {
            let (x, y) = place(p);
            let _ = writeln!(
                svg,
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" style=\"animation:fall {:.2}s {start:.2}s ease-in backwards\"/>",
                0.8 * pace
            );
        }
        let tosses = frame.ellipses + frame.hyperbolas;
        if tosses == 0 {
            continue;
        }
        let share = frame.ellipses as f64 / tosses as f64;
        let here = spot(index + 1, frames.len(), share);
        let (u, v) = before.unwrap_or(here);
        let last = index + 1 == frames.len();
        let turn = match last {
            true => format!("style=\"animation:wait {start:.2}s\""),
            false => format!("class=\"past\" style=\"animation:turn {pace:.2}s {start:.2}s\""),
        };
        let _ = write!(
            svg,
            "<line class=\"run\" x1=\"{u:.1}\" y1=\"{v:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" style=\"animation:wait {:.2}s\"/>\n\
             <g {turn}><text x=\"{left}\" y=\"28\">ellipses {} of {tosses} = {share:.4}</text></g>\n",
            here.0,
            here.1,
            start + 0.8 * pace,
            frame.ellipses
        );
        before = Some(here);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::frames::frames;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn every_point_falls_and_one_count_is_left_without_motion() {
        let frames = frames(40, false, &Region::Disk, 5, &mut Unwatched).unwrap();
        let svg = rain(&frames, &Region::Disk, "0.28");
        assert_eq!(svg.matches("<circle ").count(), 5 * frames.len());
        assert_eq!(svg.matches("<g ").count() - svg.matches("class=\"past\"").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("<script") && svg.contains("prefers-reduced-motion"));
    }
}
