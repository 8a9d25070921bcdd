//! `conics card`: the New Year's card, an animated SVG: five random points, their curve, its kind and coefficients, and the counts so far.

use super::figure::{Window, add_chain, add_foot, add_line, add_points, clip, parametric, sheet};
use super::fit::{Coefficients, Fit, Five, Kind, fit};
use super::shape::shape;
use super::through::SEVEN;
use engine::rational::quotient;
use kit::scene::Anchor;
use kit::{Ask, Fact, Ink, Param, Question, Report, Result, Scene, Shape, Standing, Table, Watch};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt::Write as _;

/// The question.
pub struct Card;

const PARAMS: &[Param] = &[
    Param::whole("frames", "how many tosses the card shows", 1, 1000).or("12"),
    Param::switch("seven", "begin with one frame for each of the seven curves, on points chosen by hand"),
    Param::seed(),
];

impl Question for Card {
    fn name(&self) -> &'static str {
        "card"
    }

    fn about(&self) -> &'static str {
        "the animated New Year's card, as an animated SVG"
    }

    fn params(&self) -> &'static [Param] {
        PARAMS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["conics card --frames 12 --seed 2018", "conics card --frames 8 --seven"]
    }

    fn answer(&self, ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
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
        let error = super::odds::standard_error(0.28, (last.ellipses + last.hyperbolas).max(1));
        Ok(Report::new(line, Standing::Estimate { error })
            .fact("frames", frames.len())
            .fact("ellipses", last.ellipses)
            .fact("hyperbolas", last.hyperbolas)
            .fact("animation", Fact::Document(animation(&frames)))
            .table(table)
            .scene(last.scene()))
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

    fn words(&self) -> [String; 3] {
        let coefficients = self.coefficients().map_or("through the origin".to_string(), |c| {
            format!("a11 {:.3}  a12 {:.3}  a22 {:.3}  a1 {:.3}  a2 {:.3}", c[0], c[1], c[2], c[3], c[4])
        });
        let invariant = self.invariant().map_or(String::new(), |d| format!(", D = {d:.4}"));
        [
            format!("{}{invariant}", self.kind),
            coefficients,
            format!("ellipses {}, hyperbolas {}", self.ellipses, self.hyperbolas),
        ]
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
        let [kind, _, counts] = self.words();
        scene.add(Shape::text(0.25, 0.4, 0.45, kind).anchor(Anchor::Start));
        add_foot(&mut scene, counts);
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

/// Seconds a frame.
const PACE: f64 = 1.2;

/// The animated SVG; it needs no script and repeats for ever.
pub fn animation(frames: &[Frame]) -> String {
    let mut svg = String::new();
    let height = SIDE + 90.0;
    let line = |svg: &mut String, text: &str| {
        svg.push_str(text);
        svg.push('\n');
    };
    line(
        &mut svg,
        &format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {height}" font-family="sans-serif">"#),
    );
    line(&mut svg, "<title>The conic through five random points</title>");
    line(
        &mut svg,
        "<style>.paper{fill:#fff}.frame{fill:none;stroke:#999}.curve{fill:none;stroke:#222;stroke-width:3}.point{fill:#d40}\
         text{fill:#222;font-size:22px}@media(prefers-color-scheme:dark){.paper{fill:#111}.curve{stroke:#eee}text{fill:#eee}}</style>",
    );
    line(&mut svg, &format!(r#"<rect class="paper" width="{SIDE}" height="{height}"/>"#));
    line(&mut svg, &format!(r#"<rect class="frame" x="1" y="1" width="{}" height="{}"/>"#, SIDE - 2.0, SIDE - 2.0));
    let total = frames.len() as f64 * PACE;
    for (index, frame) in frames.iter().enumerate() {
        line(&mut svg, r#"<g visibility="hidden">"#);
        line(&mut svg, &timing(index, frames.len(), total));
        line(&mut svg, &drawing(frame));
        for (row, words) in frame.words().iter().enumerate() {
            line(&mut svg, &format!(r#"<text x="8" y="{}">{words}</text>"#, SIDE + 25.0 + 27.0 * row as f64));
        }
        line(&mut svg, "</g>");
    }
    line(&mut svg, "</svg>");
    svg
}

fn timing(index: usize, count: usize, total: f64) -> String {
    let at = |k: usize| k as f64 / count as f64;
    let (values, times) = match (index, index + 1 == count) {
        (0, true) => ("visible".to_string(), "0".to_string()),
        (0, false) => ("visible;hidden".to_string(), format!("0;{:.6}", at(1))),
        (_, true) => ("hidden;visible".to_string(), format!("0;{:.6}", at(index))),
        _ => ("hidden;visible;hidden".to_string(), format!("0;{:.6};{:.6}", at(index), at(index + 1))),
    };
    format!(
        r#"<animate attributeName="visibility" calcMode="discrete" values="{values}" keyTimes="{times}" dur="{total:.1}s" repeatCount="indefinite"/>"#
    )
}

fn drawing(frame: &Frame) -> String {
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
    let mut drawing = format!(r#"<path class="curve" d="{path}"/>"#);
    for p in frame.points() {
        let (x, y) = pixel(p);
        write!(drawing, r#"<circle class="point" cx="{x:.1}" cy="{y:.1}" r="7"/>"#).expect("writing cannot fail");
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn every_frame_is_shown_once_in_turn() {
        let frames = frames(5, true, 3, &mut Unwatched).unwrap();
        let svg = animation(&frames);
        assert_eq!(svg.matches("<animate ").count(), frames.len());
        assert_eq!(svg.matches("<circle ").count(), 5 * frames.len());
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        for (kind, _) in SEVEN {
            assert!(svg.contains(&format!(">{kind}")), "{kind} is missing");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
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
