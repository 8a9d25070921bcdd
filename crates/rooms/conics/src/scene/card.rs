//! `conics card`: the New Year's card, an animated SVG: five random points fall, their curve appears with its kind and
//! coefficients, and the counts run beside the constant, first over the tosses that are shown, then over a million
//! more.
//!
//! The animation is made of style sheets alone, so it runs wherever a picture is shown, without any script. Each thing
//! is drawn as it is in the end, and the animation only hides it before its time: whoever wants no motion, and a
//! program that knows none, sees the last state at once.

use super::super::fit::Letters;
use super::super::frames::{Counts, Frame};
use super::super::measures::measures;
use super::super::outline::{Chain, outline};
use super::super::region::Region;
use super::super::window::{Window, clip};
use super::{add_chain, add_feet, add_foot, add_points, sheet};
use dashu::rational::RBig;
use engine::rational::to_f64;
use kit::{Ink, Scene};
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// The window of a frame: the square and its points.
fn window(frame: &Frame) -> Window {
    Window::around(frame.five.as_doubles().into_iter().chain([[-1.0, -1.0], [1.0, 1.0]]), 0.1)
}

/// The curve of a frame.
fn chains(frame: &Frame, window: &Window) -> Vec<Chain> {
    outline(&frame.five, frame.kind, &measures(frame.kind, &frame.conic), window)
}

/// The border of the region in which the points fall.
pub(super) fn border(region: &Region) -> Chain {
    match region {
        Region::Disk => (0..=120).map(|k| (TAU * f64::from(k) / 120.0).sin_cos()).map(|(y, x)| [x, y]).collect(),
        _ => vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]],
    }
}

/// A number to so many decimals, without idle zeros and without a sign of zero.
pub(super) fn short(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// Its kind with D, its coefficients, and the vectors X and Y: what the card of 2017 showed.
fn words(frame: &Frame) -> [String; 4] {
    let letters = frame.letters();
    let named = Letters::NAMES.iter().zip(&letters.coefficients);
    let shown = |name: &str, value: &RBig| format!("{name} = {}", short(to_f64(value), 3));
    let through_origin = letters.coefficients[5].is_zero();
    let coefficients: Vec<String> =
        named.take(if through_origin { 6 } else { 5 }).map(|(name, value)| shown(name, value)).collect();
    let points = frame.five.as_doubles();
    let vector = |axis: usize| points.map(|p| short(p[axis], 3)).join(", ");
    [
        format!("{}, D = {}", frame.kind, short(to_f64(&letters.d), 4)),
        coefficients.join("  "),
        format!("X = ({})", vector(0)),
        format!("Y = ({})", vector(1)),
    ]
}

/// The last frame as a still, and all of them as a picture that moves.
pub(in super::super) fn card(frames: &[Frame], counts: &Counts, region: &Region) -> Option<Scene> {
    let frame = frames.last()?;
    let window = window(frame);
    let mut scene = sheet("card", format!("the last frame of the card: {}", frame.kind), &window);
    add_chain(&mut scene, &window, &border(region), Ink::Faint, 0.04);
    for chain in chains(frame, &window) {
        add_chain(&mut scene, &window, &chain, Ink::Solid, 0.07);
    }
    add_points(&mut scene, &window, &frame.five.as_doubles());
    let [kind, rest @ ..] = words(frame);
    add_foot(&mut scene, format!("{kind}; so far ellipses {}, hyperbolas {}", frame.ellipses, frame.hyperbolas));
    add_feet(&mut scene, &rest);
    scene.moving = Some(animation(frames, counts, region));
    Some(scene)
}

/// Pixels of the side of the square.
const SIDE: f64 = 600.0;
/// Where the chart of the counts begins and ends below the square.
const CHART: [f64; 2] = [SIDE + 164.0, SIDE + 304.0];
/// The line of the counts.
const COUNTS: f64 = SIDE + 148.0;
/// The shares of ellipses between which the chart is drawn.
const SHARES: [f64; 2] = [0.0, 1.0];
/// Seconds of a stage of the count beyond the frames.
const STEP: f64 = 0.2;

/// Seconds of a frame: the more there are, the faster they follow.
fn pace(frames: usize) -> f64 {
    (14.0 / frames as f64).clamp(0.3, 1.2)
}

const STYLE: &str = "svg{font-family:sans-serif}.paper{fill:#fff}.frame{fill:none;stroke:#999}.region{fill:none;stroke:#bbb}.curve{fill:none;stroke:#222;stroke-width:3}\
    .point{fill:#d40}text{fill:#222;font-size:20px}.small{font-size:16px}.grey{fill:#666}.constant{stroke:#d40;stroke-width:2;stroke-dasharray:7 5}\
    .run{stroke:#222;stroke-width:3;stroke-linecap:round}.past{visibility:hidden}\
    @keyframes wait{from,to{visibility:hidden}}@keyframes turn{from,to{visibility:visible}}\
    @keyframes fall{from{transform:translateY(-700px)}to{transform:none}}\
    @keyframes draw{from{stroke-dasharray:1;stroke-dashoffset:1}to{stroke-dasharray:1;stroke-dashoffset:0}}\
    @keyframes fade{from{opacity:0}to{opacity:1}}\
    @media(prefers-reduced-motion:reduce){*{animation:none!important}}\
    @media(prefers-color-scheme:dark){.paper{fill:#111}.curve,.run{stroke:#eee}text{fill:#eee}.grey{fill:#aaa}}";

/// The animated SVG; it needs no script, runs once and stays at its last state.
pub(in super::super) fn animation(frames: &[Frame], counts: &Counts, region: &Region) -> String {
    let height = SIDE + 334.0;
    let pace = pace(frames.len());
    let mut svg = vec![
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {height}">"#),
        "<title>The conic through five random points</title>".to_string(),
        format!("<style>{STYLE}</style>"),
        format!(r#"<rect class="paper" width="{SIDE}" height="{height}"/>"#),
        format!(r#"<rect class="frame" x="1" y="1" width="{}" height="{}"/>"#, SIDE - 2.0, SIDE - 2.0),
    ];
    for (index, frame) in frames.iter().enumerate() {
        let start = index as f64 * pace;
        let last = index + 1 == frames.len();
        svg.push(format!("<g {}>", shown(start, (!last).then_some(pace))));
        svg.push(drawing(frame, region, start, pace));
        let fade = format!("animation:fade {:.2}s {:.2}s backwards", 0.2 * pace, start + 0.6 * pace);
        svg.push(format!(r#"<g style="{fade}">"#));
        for (line, text) in words(frame).into_iter().enumerate() {
            let (class, y) =
                if line == 0 { ("", SIDE + 26.0) } else { (" class=\"small grey\"", SIDE + 30.0 + 22.0 * line as f64) };
            svg.push(format!(r#"<text{class} x="8" y="{y}">{text}</text>"#));
        }
        svg.push("</g>".to_string());
        svg.push("</g>".to_string());
    }
    svg.extend(chart(counts, pace));
    svg.push("</svg>".to_string());
    svg.join("\n") + "\n"
}

/// The attributes of what appears at a time, and is gone again after a while or stays.
fn shown(start: f64, lasting: Option<f64>) -> String {
    match lasting {
        Some(seconds) => format!(r#"class="past" style="animation:turn {seconds:.2}s {start:.2}s""#),
        None => format!(r#"style="animation:wait {start:.2}s""#),
    }
}

/// Left and right of the chart.
const SIDES: [f64; 2] = [60.0, SIDE - 10.0];

/// The height of a share in the chart.
fn height_of(share: f64) -> f64 {
    let [top, bottom] = CHART;
    bottom - (share.clamp(SHARES[0], SHARES[1]) - SHARES[0]) / (SHARES[1] - SHARES[0]) * (bottom - top)
}

/// The frame of the chart, its scale and the constant.
fn axes(counts: &Counts) -> Vec<String> {
    let ([top, bottom], [left, right], y) = (CHART, SIDES, height_of);
    let constant: f64 = counts.constant.parse().unwrap_or(f64::NAN);
    let mut svg = vec![
        format!(r#"<rect class="frame" x="{left}" y="{top}" width="{}" height="{}"/>"#, right - left, bottom - top),
        format!(
            r#"<line class="constant" x1="{left}" y1="{0:.1}" x2="{right}" y2="{0:.1}"/><text class="small" x="{1}" y="{2:.1}" text-anchor="end">{constant:.2}</text>"#,
            y(constant),
            left - 8.0,
            y(constant) + 5.0
        ),
        format!(r#"<text x="{}" y="{}" text-anchor="end">constant {}</text>"#, SIDE - 8.0, COUNTS, counts.constant),
    ];
    for share in SHARES {
        svg.push(format!(
            r#"<text class="small grey" x="{}" y="{:.1}" text-anchor="end">{share}</text>"#,
            left - 8.0,
            y(share) + 5.0
        ));
    }
    svg
}

/// The counts in words and as a line that tends to the constant.
fn chart(counts: &Counts, pace: f64) -> Vec<String> {
    let (stages, [left, right], y) = (&counts.stages, SIDES, height_of);
    let x = |stage: usize| left + (right - left) * (stage as f64 + 1.0) / stages.len() as f64;
    let mut svg = axes(counts);
    let mut before: Option<(f64, f64)> = None;
    for (index, &(tosses, ellipses)) in stages.iter().enumerate() {
        let late = index.saturating_sub(counts.shown) as f64;
        // A frame is counted when its curve is there.
        let start = pace * index.min(counts.shown) as f64 + if index < counts.shown { 0.6 * pace } else { STEP * late };
        let next = if index + 1 < counts.shown {
            pace
        } else if index + 1 == counts.shown {
            0.4 * pace
        } else {
            STEP
        };
        let last = index + 1 == stages.len();
        let share = if tosses == 0 { f64::NAN } else { ellipses as f64 / tosses as f64 };
        let equals = if tosses == 0 { String::new() } else { format!(" = {share:.4}") };
        svg.push(format!(
            r#"<g {}><text x="8" y="{}">ellipses {} of {}{equals}</text></g>"#,
            shown(start, (!last).then_some(next)),
            COUNTS,
            spaced(ellipses),
            spaced(tosses)
        ));
        if tosses > 0 {
            let here = (x(index), y(share));
            let (u, v) = before.unwrap_or(here);
            svg.push(format!(
                r#"<line class="run" x1="{u:.1}" y1="{v:.1}" x2="{:.1}" y2="{:.1}" {}/>"#,
                here.0,
                here.1,
                shown(start, None)
            ));
            before = Some(here);
        }
        if [1, counts.shown].contains(&(index + 1)) || last {
            let anchor = if last { "end" } else { "middle" };
            let words = if last { format!("{} tosses", spaced(tosses)) } else { tosses.to_string() };
            svg.push(format!(
                r#"<text class="small grey" x="{:.1}" y="{}" text-anchor="{anchor}">{words}</text>"#,
                x(index),
                CHART[1] + 20.0
            ));
        }
    }
    svg
}

/// A number with spaces between thousands.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).expect("digits are plain")).collect();
    groups.join("\u{2009}")
}

/// The points that fall and the curve that is drawn through them.
fn drawing(frame: &Frame, region: &Region, start: f64, pace: f64) -> String {
    let window = window(frame);
    let pixel = |p: [f64; 2]| {
        let (x, y) = window.place(p);
        (x * SIDE / 10.0, y * SIDE / 10.0)
    };
    let path = |chains: &[Chain]| pixels(chains, &window, &pixel);
    let (edge, path) = (path(&[border(region)]), path(&chains(frame, &window)));
    let (time, seconds) = (start + 0.45 * pace, 0.3 * pace);
    let mut drawing = format!(
        r#"<path class="region" d="{edge}"/><path class="curve" pathLength="1" style="animation:draw {seconds:.2}s {time:.2}s backwards" d="{path}"/>"#
    );
    for (index, p) in frame.five.as_doubles().into_iter().enumerate() {
        let (x, y) = pixel(p);
        let (time, seconds) = (start + 0.04 * pace * index as f64, 0.25 * pace);
        write!(
            drawing,
            r#"<circle class="point" cx="{x:.1}" cy="{y:.1}" r="7" style="animation:fall {seconds:.2}s {time:.2}s ease-in backwards"/>"#
        )
        .expect("writing cannot fail");
    }
    drawing
}

/// Chains as the data of a path, cut at the window.
fn pixels(chains: &[Chain], window: &Window, pixel: &dyn Fn([f64; 2]) -> (f64, f64)) -> String {
    let mut path = String::new();
    for chain in chains {
        let mut pen: Option<(f64, f64)> = None;
        for pair in chain.windows(2) {
            let Some((from, to)) = clip(window, pair[0], pair[1]) else {
                pen = None;
                continue;
            };
            let (u, v) = *pen.get_or_insert_with(|| {
                let (u, v) = pixel(from);
                write!(path, "M{u:.1} {v:.1}").expect("writing to a string cannot fail");
                (u, v)
            });
            let (x, y) = pixel(to);
            // Points nearer than four pixels do not show.
            if (x - u).hypot(y - v) > 4.0 || to != pair[1] {
                write!(path, "L{x:.1} {y:.1}").expect("writing to a string cannot fail");
                pen = Some((x, y));
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::super::super::fit::SEVEN;
    use super::super::super::frames::frames;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn every_frame_is_shown_in_turn_and_the_last_one_stays() {
        let region = Region::Disk;
        let frames = frames(5, true, &region, 3, &mut Unwatched).unwrap();
        let counts = Counts::new(&frames, &region, 3, &mut Unwatched).unwrap();
        let svg = card(&frames, &counts, &region).and_then(|scene| scene.moving).unwrap();
        assert_eq!(svg.matches("<circle ").count(), 5 * frames.len());
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        // Without motion one frame and one count are left.
        let gone = svg.matches(r#"class="past""#).count();
        assert_eq!(gone, frames.len() - 1 + counts.stages.len() - 1);
        for (kind, _) in SEVEN {
            assert!(svg.contains(&format!(">{kind}, D = ")), "{kind} is missing");
        }
        assert_eq!([svg.matches(">X = (").count(), svg.matches(">Y = (").count()], [frames.len(); 2]);
        assert!(svg.contains(">parabola, D = 0<") && svg.contains(">X = (1, 0, -1, 0.6, -0.28)<"));
        assert!(!svg.contains("-0<") && !svg.contains("(-0,") && !svg.contains(" -0,"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(svg.contains("prefers-reduced-motion") && !svg.contains("<script"));
    }
}
