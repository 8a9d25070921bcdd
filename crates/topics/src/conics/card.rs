//! `conics card`: the New Year's card, an animated SVG: five random points fall, their curve appears with its kind and coefficients, and the counts run
//! beside the constant, first over the tosses that are shown, then over a million more.
//!
//! The animation is made of style sheets alone, so it runs wherever a picture is shown, without any script. Each thing is drawn as it is in the end, and the
//! animation only hides it before its time: whoever wants no motion, and a program that knows none, sees the last state at once.

use super::exact::quadrature;
use super::figure::{Window, add_chain, add_foot, add_line, add_points, clip, parametric, sheet};
use super::fit::{Coefficients, Fit, Five, Kind, fit};
use super::region::Region;
use super::shape::shape;
use super::through::SEVEN;
use engine::rational::quotient;
use kit::{Ask, Fact, Ink, Param, Question, Report, Result, Scene, Standing, Table, Watch};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt::Write as _;

const PARAMS: &[Param] = &[
    Param::whole("frames", "how many tosses the card shows", 1, 1000).or("12"),
    Param::switch("seven", "begin with one frame for each of the seven curves, on points chosen by hand"),
    Param::seed(),
];

pub(super) const CARD: Question = Question {
    name: "card",
    about: "the animated New Year's card, as an animated SVG",
    params: PARAMS,
    examples: &["conics card --frames 12 --seed 2017", "conics card --frames 8 --seven"],
    answer: answer_card,
};

fn answer_card(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let frames = frames(ask.size("frames"), ask.flag("seven"), ask.seed(), watch)?;
    let last = frames.last().expect("there is at least one frame");
    let line = format!(
        "{} frames: {} ellipses and {} hyperbolas among the random ones",
        frames.len(),
        last.ellipses,
        last.hyperbolas
    );
    let mut table = Table::new("frames", &["frame", "kind", "D", "ellipses", "hyperbolas"]);
    for (index, frame) in frames.iter().enumerate() {
        let invariant = frame.invariant();
        table.row(vec![
            (index + 1).into(),
            frame.kind.to_string().into(),
            invariant.into(),
            frame.ellipses.into(),
            frame.hyperbolas.into(),
        ]);
    }
    let counts = Counts::new(&frames, ask.seed(), watch)?;
    let &(tosses, ellipses) = counts.stages.last().expect("the last stage is there");
    let share = ellipses as f64 / tosses as f64;
    let error = super::odds::standard_error(share, tosses);
    Ok(Report::new(line, Standing::Estimate { error })
        .fact("frames", frames.len())
        .fact("ellipses", last.ellipses)
        .fact("hyperbolas", last.hyperbolas)
        .fact("tosses", tosses)
        .fact("share", share)
        .fact("constant", counts.constant.clone())
        .fact("animation", Fact::Document(animation(&frames, &counts)))
        .table(table)
        .scene(last.scene()))
}


/// Tosses that are counted beyond those that are shown.
const MORE: u64 = 1_000_000;
/// Stages of the count beyond those that are shown.
const STAGES: u32 = 24;

/// The running counts and what they tend to.
pub struct Counts {
    /// Tosses and ellipses so far: after each frame, then in ever larger steps.
    stages: Vec<(u64, u64)>,
    /// How many of the stages are frames.
    shown: usize,
    /// The constant by quadrature: its stable digits.
    constant: String,
}

impl Counts {
    fn new(frames: &[Frame], seed: u64, watch: &mut dyn Watch) -> Result<Counts> {
        let mut stages: Vec<(u64, u64)> = frames.iter().map(|f| (f.ellipses + f.hyperbolas, f.ellipses)).collect();
        let &(first, ellipses) = stages.last().expect("there is at least one frame");
        // The number of tosses is multiplied by the same factor at each stage.
        let factor = (MORE as f64 / first.max(1) as f64).powf(1.0 / f64::from(STAGES));
        let (key, mut tosses, mut ellipses) = (engine::stream::key(seed), first, ellipses);
        for stage in 1..=STAGES {
            let wanted = (first.max(1) as f64 * factor.powi(stage as i32)).round() as u64;
            let tally = Region::Square.tally(&key, 1 + u64::from(stage), wanted.saturating_sub(tosses));
            tosses += tally.tosses();
            ellipses += tally.ellipses;
            if tally.tosses() > 0 {
                stages.push((tosses, ellipses));
            }
        }
        let quadrature = quadrature(&Region::Square, 8, watch)?;
        let constant = format!("{:.*}", quadrature.digits(), quadrature.value());
        Ok(Counts { stages, shown: frames.len(), constant })
    }
}

/// One frame of the card.
pub struct Frame {
    five: Five,
    kind: Kind,
    conic: Option<Coefficients>,
    ellipses: u64,
    hyperbolas: u64,
}

/// The frames: perhaps the seven by hand, then random ones on a grid of thousandths.
pub fn frames(count: usize, seven: bool, seed: u64, watch: &mut dyn Watch) -> Result<Vec<Frame>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut frames = Vec::new();
    if seven {
        for (kind, sentence) in SEVEN {
            let words: Vec<&str> = sentence.split(' ').skip(2).collect();
            let five = Five::read(&words)?;
            let conic = match fit(&five) {
                Fit::Unique(_, conic) => Some(conic),
                Fit::Many { line, .. } => line,
            };
            frames.push(Frame { five, kind, conic, ellipses: 0, hyperbolas: 0 });
        }
    }
    let (mut ellipses, mut hyperbolas) = (0, 0);
    for index in 0..count {
        kit::watch::step(watch, index as u64, Some(count as u64), || format!("{index} of {count} frames"))?;
        let five = Five::read(&random_words(&mut chance).each_ref().map(String::as_str))?;
        // On the grid of thousandths lines and parabolas are rare but possible; they are shown for what they are.
        let Fit::Unique(kind, conic) = fit(&five) else { continue };
        ellipses += u64::from(matches!(kind, Kind::Ellipse | Kind::Circle));
        hyperbolas += u64::from(kind == Kind::Hyperbola);
        frames.push(Frame { five, kind, conic: Some(conic), ellipses, hyperbolas });
    }
    match frames.is_empty() {
        true => Err(kit::Error::failed("no frame has a unique curve")),
        false => Ok(frames),
    }
}

fn random_words(chance: &mut impl Rng) -> [String; 5] {
    std::array::from_fn(|_| {
        let [x, y] = [chance.random_range(-1000..=1000), chance.random_range(-1000..=1000)];
        format!("{x}/1000,{y}/1000")
    })
}

impl Frame {
    /// a11, a12, a22, a1, a2 of a11 x^2 + 2 a12 xy + a22 y^2 + 2 a1 x + 2 a2 y + 1 = 0, unless the curve passes through the origin.
    fn coefficients(&self) -> Option<[f64; 5]> {
        let conic = self.conic.as_ref()?;
        let last = &conic[5];
        if last.is_zero() {
            return None;
        }
        let share = |k: usize| quotient(&conic[k], last);
        Some([share(0), share(1) / 2.0, share(2), share(3) / 2.0, share(4) / 2.0])
    }

    /// D = a11 a22 - a12^2.
    fn invariant(&self) -> Option<f64> {
        self.coefficients().map(|[a11, a12, a22, ..]| a11 * a22 - a12 * a12)
    }

    fn points(&self) -> Vec<[f64; 2]> {
        (0..5).map(|i| self.five.point(i)).collect()
    }

    fn window(&self) -> Window {
        Window::around(self.points().into_iter().chain([[-1.0, -1.0], [1.0, 1.0]]), 0.1)
    }

    /// The curve as chains of points.
    fn chains(&self, window: &Window) -> Vec<Vec<[f64; 2]>> {
        let points = self.points();
        match (self.kind, &self.conic) {
            (Kind::OneLine, _) => vec![long_line(points[0], points[4], window)],
            (Kind::CrossingLines | Kind::ParallelLines, _) => {
                let pairs = super::through::lines_of(&self.five);
                pairs.into_iter().map(|[i, j]| long_line(points[i], points[j], window)).collect()
            }
            (kind, Some(conic)) => parametric(kind, &shape(kind, conic), window),
            _ => Vec::new(),
        }
    }

    /// Its kind and its coefficients.
    fn words(&self) -> [String; 2] {
        let coefficients = self.coefficients().map_or("through the origin".to_string(), |c| {
            format!("a11 {:.3}  a12 {:.3}  a22 {:.3}  a1 {:.3}  a2 {:.3}", c[0], c[1], c[2], c[3], c[4])
        });
        let invariant = self.invariant().map_or(String::new(), |d| format!(", D = {d:.4}"));
        [format!("{}{invariant}", self.kind), coefficients]
    }

    fn scene(&self) -> Scene {
        let window = self.window();
        let mut scene = sheet("card", format!("the last frame of the card: {}", self.kind), &window);
        for chain in self.chains(&window) {
            match chain[..] {
                [p, q] => add_line(&mut scene, &window, p, q, Ink::Solid, 0.07),
                _ => add_chain(&mut scene, &window, &chain, Ink::Solid, 0.07),
            }
        }
        add_points(&mut scene, &window, &self.points());
        let [kind, _] = self.words();
        add_foot(&mut scene, format!("{kind}; so far ellipses {}, hyperbolas {}", self.ellipses, self.hyperbolas));
        scene
    }
}

fn long_line(p: [f64; 2], q: [f64; 2], window: &Window) -> Vec<[f64; 2]> {
    let far = 8.0 * window.half / (q[0] - p[0]).hypot(q[1] - p[1]).max(1e-9);
    let at = |t: f64| [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
    vec![at(-far), at(far)]
}

/// Pixels of the side of the square.
const SIDE: f64 = 600.0;
/// Where the chart of the counts begins and ends below the square.
const CHART: [f64; 2] = [SIDE + 120.0, SIDE + 260.0];
/// The shares of ellipses between which the chart is drawn.
const SHARES: [f64; 2] = [0.0, 1.0];
/// Seconds of a stage of the count beyond the frames.
const STEP: f64 = 0.2;

/// Seconds of a frame: the more there are, the faster they follow.
fn pace(frames: usize) -> f64 {
    (14.0 / frames as f64).clamp(0.3, 1.2)
}

const STYLE: &str = "svg{font-family:sans-serif}.paper{fill:#fff}.frame{fill:none;stroke:#999}.curve{fill:none;stroke:#222;stroke-width:3}\
    .point{fill:#d40}text{fill:#222;font-size:20px}.small{font-size:16px}.grey{fill:#666}.constant{stroke:#d40;stroke-width:2;stroke-dasharray:7 5}\
    .run{stroke:#222;stroke-width:3;stroke-linecap:round}.past{visibility:hidden}\
    @keyframes wait{from,to{visibility:hidden}}@keyframes turn{from,to{visibility:visible}}\
    @keyframes fall{from{transform:translateY(-700px)}to{transform:none}}\
    @keyframes draw{from{stroke-dasharray:1;stroke-dashoffset:1}to{stroke-dasharray:1;stroke-dashoffset:0}}\
    @keyframes fade{from{opacity:0}to{opacity:1}}\
    @media(prefers-reduced-motion:reduce){*{animation:none!important}}\
    @media(prefers-color-scheme:dark){.paper{fill:#111}.curve,.run{stroke:#eee}text{fill:#eee}.grey{fill:#aaa}}";

/// The animated SVG; it needs no script, runs once and stays at its last state.
pub fn animation(frames: &[Frame], counts: &Counts) -> String {
    let height = SIDE + 290.0;
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
        svg.push(drawing(frame, start, pace));
        let [kind, coefficients] = frame.words();
        svg.push(format!(
            r#"<g style="animation:fade {:.2}s {:.2}s backwards"><text x="8" y="{}">{kind}</text><text class="small grey" x="8" y="{}">{coefficients}</text></g>"#,
            0.2 * pace,
            start + 0.6 * pace,
            SIDE + 26.0,
            SIDE + 52.0
        ));
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

/// The counts in words and as a line that tends to the constant.
fn chart(counts: &Counts, pace: f64) -> Vec<String> {
    let [top, bottom] = CHART;
    let [left, right] = [60.0, SIDE - 10.0];
    let stages = &counts.stages;
    let x = |stage: usize| left + (right - left) * (stage as f64 + 1.0) / stages.len() as f64;
    let y = |share: f64| {
        bottom - (share.clamp(SHARES[0], SHARES[1]) - SHARES[0]) / (SHARES[1] - SHARES[0]) * (bottom - top)
    };
    let constant: f64 = counts.constant.parse().unwrap_or(f64::NAN);
    let mut svg = vec![
        format!(r#"<rect class="frame" x="{left}" y="{top}" width="{}" height="{}"/>"#, right - left, bottom - top),
        format!(
            r#"<line class="constant" x1="{left}" y1="{0:.1}" x2="{right}" y2="{0:.1}"/><text class="small" x="{1}" y="{2:.1}" text-anchor="end">{constant:.2}</text>"#,
            y(constant),
            left - 8.0,
            y(constant) + 5.0
        ),
        format!(
            r#"<text x="{}" y="{}" text-anchor="end">constant {}</text>"#,
            SIDE - 8.0,
            SIDE + 104.0,
            counts.constant
        ),
    ];
    for share in SHARES {
        svg.push(format!(
            r#"<text class="small grey" x="{}" y="{:.1}" text-anchor="end">{share}</text>"#,
            left - 8.0,
            y(share) + 5.0
        ));
    }
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
            SIDE + 104.0,
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
                bottom + 20.0
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
fn drawing(frame: &Frame, start: f64, pace: f64) -> String {
    let window = frame.window();
    let pixel = |p: [f64; 2]| {
        let (x, y) = window.place(p);
        (x * SIDE / 10.0, y * SIDE / 10.0)
    };
    let mut path = String::new();
    for chain in frame.chains(&window) {
        let mut pen: Option<(f64, f64)> = None;
        for pair in chain.windows(2) {
            let Some((from, to)) = clip(&window, pair[0], pair[1]) else {
                pen = None;
                continue;
            };
            let (x, y) = pixel(to);
            if pen.is_none() {
                let (u, v) = pixel(from);
                write!(path, "M{u:.1} {v:.1}").expect("writing to a string cannot fail");
                pen = Some((u, v));
            }
            let (u, v) = pen.expect("the pen is down");
            // Points nearer than four pixels do not show.
            if (x - u).hypot(y - v) > 4.0 || to != pair[1] {
                write!(path, "L{x:.1} {y:.1}").expect("writing to a string cannot fail");
                pen = Some((x, y));
            }
        }
    }
    let (time, seconds) = (start + 0.45 * pace, 0.3 * pace);
    let mut drawing = format!(
        r#"<path class="curve" pathLength="1" style="animation:draw {seconds:.2}s {time:.2}s backwards" d="{path}"/>"#
    );
    for (index, p) in frame.points().into_iter().enumerate() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn every_frame_is_shown_in_turn_and_the_last_one_stays() {
        let frames = frames(5, true, 3, &mut Unwatched).unwrap();
        let counts = Counts::new(&frames, 3, &mut Unwatched).unwrap();
        let svg = animation(&frames, &counts);
        assert_eq!(svg.matches("<circle ").count(), 5 * frames.len());
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        // Without motion one frame and one count are left.
        let gone = svg.matches(r#"class="past""#).count();
        assert_eq!(gone, frames.len() - 1 + counts.stages.len() - 1);
        for (kind, _) in SEVEN {
            assert!(svg.contains(&format!(">{kind}")), "{kind} is missing");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(svg.contains("prefers-reduced-motion") && !svg.contains("<script"));
    }

    #[test]
    fn the_counts_run_to_a_million_and_towards_the_constant() {
        let frames = frames(12, false, 2018, &mut Unwatched).unwrap();
        let counts = Counts::new(&frames, 2018, &mut Unwatched).unwrap();
        assert!(counts.stages.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 <= w[1].1));
        let &(tosses, ellipses) = counts.stages.last().unwrap();
        assert_eq!(tosses, MORE);
        let (share, constant) = (ellipses as f64 / tosses as f64, counts.constant.parse::<f64>().unwrap());
        assert!((share - constant).abs() < 4.5 * super::super::odds::standard_error(share, tosses));
        assert_eq!(spaced(1_234_567), "1\u{2009}234\u{2009}567");
    }

    #[test]
    fn the_invariant_has_the_sign_that_the_kind_says() {
        for frame in frames(200, false, 9, &mut Unwatched).unwrap() {
            let invariant = frame.invariant().expect("no random curve passes through the origin");
            match frame.kind {
                Kind::Ellipse => assert!(invariant > 0.0),
                Kind::Hyperbola => assert!(invariant < 0.0),
                other => panic!("{other} by chance"),
            }
        }
    }
}
