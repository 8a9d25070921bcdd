//! Centre, axes and foci of a conic whose coefficients are exact. What cancels is computed in fractions and rounded
//! once.

use super::fit::{Coefficients, Kind, discriminant};
use dashu::integer::IBig;
use dashu::rational::RBig;
use engine::rational::{quotient, to_f64};

/// The measures of a conic, in doubles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// The centre, or the crossing of two lines.
    pub centre: Option<[f64; 2]>,
    /// The two halves of the axes, the major or transverse one first.
    pub axes: Option<[f64; 2]>,
    /// The direction of the major or transverse axis, of a parabola's axis towards the inside, or of parallel lines, in
    /// radians.
    pub angle: Option<f64>,
    /// The foci.
    pub foci: Vec<[f64; 2]>,
    /// The vertex of a parabola.
    pub vertex: Option<[f64; 2]>,
    /// The distance of a parabola's vertex from its focus.
    pub focal: Option<f64>,
    /// The numerical eccentricity.
    pub eccentricity: Option<f64>,
}

/// The measures of a conic of that kind.
pub fn measures(kind: Kind, conic: &Coefficients) -> Measures {
    match kind {
        Kind::Hyperbola | Kind::Ellipse | Kind::Circle => central(kind, conic),
        Kind::Parabola => parabola(conic),
        Kind::CrossingLines => Measures { centre: Some(centre(conic).map(|x| to_f64(&x))), ..Measures::default() },
        Kind::ParallelLines | Kind::OneLine => Measures { angle: Some(line_angle(conic)), ..Measures::default() },
    }
}

/// The point where the gradient vanishes.
fn centre(conic: &Coefficients) -> [RBig; 2] {
    let [a, b, c, d, e, _] = conic;
    let two = IBig::from(2);
    let below = RBig::from(-discriminant(conic));
    let x = RBig::from(b * e - &two * c * d) / &below;
    let y = RBig::from(b * d - &two * a * e) / &below;
    [x, y]
}

/// The three coefficients of second order as doubles over their largest, and that largest.
fn quadratic_part(conic: &Coefficients) -> ([f64; 3], IBig) {
    use dashu::base::Abs;
    let largest = conic[..3].iter().map(|c| c.clone().abs()).max().expect("there are three");
    (std::array::from_fn(|i| quotient(&conic[i], &largest)), largest)
}

fn central(kind: Kind, conic: &Coefficients) -> Measures {
    let exact_centre = centre(conic);
    let ([a, b, c], largest) = quadratic_part(conic);
    let half = RBig::from_parts(IBig::ONE, 2u8.into());
    let [d, e, f] = [3, 4, 5].map(|i| RBig::from(conic[i].clone()) / RBig::from(largest.clone()));
    let level = -to_f64(&((d * &exact_centre[0] + e * &exact_centre[1]) * half + f));
    // Eigenvalues of the quadratic part: the larger in size directly, the other from the product, which is exact.
    let product = -quotient(&discriminant(conic), &(IBig::from(4) * &largest * &largest));
    let (sum, gap) = (a + c, (a - c).hypot(b));
    let big = (sum + if sum < 0.0 { -gap } else { gap }) / 2.0;
    let small = product / big;
    // The direction of the eigenvalue (sum + gap) / 2.
    let mut big_angle = b.atan2(a - c) / 2.0;
    if sum < 0.0 {
        big_angle += std::f64::consts::FRAC_PI_2;
    }
    let small_angle = big_angle + std::f64::consts::FRAC_PI_2;
    let [along_big, along_small] = [level / big, level / small];
    let centre = exact_centre.map(|x| to_f64(&x));
    // The axis along which the curve is met at a real distance and which carries the foci.
    let (major, minor, angle) = match kind {
        Kind::Hyperbola if along_big > 0.0 => (along_big, -along_small, big_angle),
        Kind::Hyperbola => (along_small, -along_big, small_angle),
        _ => (along_small, along_big, small_angle),
    };
    let (major, minor) = (major.abs().sqrt(), minor.abs().sqrt());
    let focal = match kind {
        Kind::Circle => 0.0,
        Kind::Hyperbola => major.hypot(minor),
        _ => ((major - minor).max(0.0) * (major + minor)).sqrt(),
    };
    let angle = upper(angle);
    let (x, y) = (focal * angle.cos(), focal * angle.sin());
    let foci = match kind {
        Kind::Circle => vec![centre],
        _ => vec![[centre[0] - x, centre[1] - y], [centre[0] + x, centre[1] + y]],
    };
    Measures {
        centre: Some(centre),
        axes: Some([major, minor]),
        angle: (kind != Kind::Circle).then_some(angle),
        foci,
        eccentricity: Some(focal / major),
        ..Measures::default()
    }
}

/// A direction of an axis between 0 and pi.
fn upper(angle: f64) -> f64 {
    angle.rem_euclid(std::f64::consts::PI)
}

fn parabola(conic: &Coefficients) -> Measures {
    let ([a, b, c], largest) = quadratic_part(conic);
    let [d, e, f] = [3, 4, 5].map(|i| quotient(&conic[i], &largest));
    let (sign, normal) = match a + c < 0.0 {
        true => (-1.0, (-b).atan2(c - a) / 2.0),
        false => (1.0, b.atan2(a - c) / 2.0),
    };
    let (n, t) = ([normal.cos(), normal.sin()], [-normal.sin(), normal.cos()]);
    let strength = sign * (a + c);
    let (across, along) = (sign * (d * n[0] + e * n[1]), sign * (d * t[0] + e * t[1]));
    // strength u^2 + across u + along v + f = 0 with u along n and v along t.
    let u = -across / (2.0 * strength);
    let v = -(sign * f - across * across / (4.0 * strength)) / along;
    let vertex = [u * n[0] + v * t[0], u * n[1] + v * t[1]];
    let focal = -along / (4.0 * strength);
    let focus = [vertex[0] + focal * t[0], vertex[1] + focal * t[1]];
    Measures {
        angle: Some((focal * t[1]).atan2(focal * t[0])),
        foci: vec![focus],
        vertex: Some(vertex),
        focal: Some(focal.abs()),
        eccentricity: Some(1.0),
        ..Measures::default()
    }
}

fn line_angle(conic: &Coefficients) -> f64 {
    let ([a, b, c], _) = quadratic_part(conic);
    let sign = if a + c < 0.0 { -1.0 } else { 1.0 };
    upper((sign * b).atan2(sign * (a - c)) / 2.0 + std::f64::consts::FRAC_PI_2)
}

#[cfg(test)]
mod tests {
    use super::super::fit::{Fit, Five, fit};
    use super::*;

    fn shape_of(words: [&str; 5]) -> (Kind, Measures) {
        match fit(&Five::read(&words).unwrap()) {
            Fit::Unique(kind, conic) => (kind, measures(kind, &conic)),
            Fit::Many { reason, .. } => panic!("{reason}"),
        }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12 * (1.0 + b.abs())
    }

    #[test]
    fn an_ellipse_has_the_axes_it_was_made_with() {
        // x = 1 + 5 cos t, y = 2 + 3 sin t at rational points.
        let (kind, shape) = shape_of(["6,2", "-4,2", "1,5", "4,4.4", "5,0.2"]);
        assert_eq!(kind, Kind::Ellipse);
        assert_eq!(shape.centre, Some([1.0, 2.0]));
        let axes = shape.axes.unwrap();
        assert!(near(axes[0], 5.0) && near(axes[1], 3.0), "{axes:?}");
        assert!(near(shape.foci[0][0].min(shape.foci[1][0]), -3.0) && near(shape.foci[1][1], 2.0), "{:?}", shape.foci);
    }

    #[test]
    fn points_of_a_conic_have_constant_sum_or_difference_of_focal_distances() {
        let cases = [
            ["0,0", "3,1", "5,4", "2,6", "-1,3"],
            ["0,0", "3,1", "5,4", "2,2", "-1,3"],
            ["0,0", "1,0", "0,1", "7,9", "8,5"],
            ["-2,1/3", "5,7", "1,-4", "-3,-3", "0.5,2.25"],
        ];
        for words in cases {
            let five = Five::read(&words).unwrap();
            let (kind, shape) = shape_of(words);
            let [major, _] = shape.axes.expect("a central conic");
            for i in 0..5 {
                let p = five.point(i);
                let [r, s] = [0, 1].map(|k| (p[0] - shape.foci[k][0]).hypot(p[1] - shape.foci[k][1]));
                let measured = if kind == Kind::Hyperbola { (r - s).abs() } else { r + s };
                assert!(near(measured, 2.0 * major), "{words:?} {kind}: {measured} and {}", 2.0 * major);
            }
        }
    }

    #[test]
    fn a_turned_parabola_keeps_its_focus() {
        // The points of y = x^2 turned by the rational rotation (3/5, 4/5) and moved.
        let turn = |x: i64| {
            let y = x * x;
            format!("{}/5,{}/5", 3 * x - 4 * y + 5, 4 * x + 3 * y)
        };
        let words = [-2, -1, 0, 1, 3].map(turn);
        let (kind, shape) = shape_of([&words[0], &words[1], &words[2], &words[3], &words[4]]);
        assert_eq!(kind, Kind::Parabola);
        assert!(near(shape.focal.unwrap(), 0.25), "{shape:?}");
        let vertex = shape.vertex.unwrap();
        assert!(near(vertex[0], 1.0) && vertex[1].abs() < 1e-12, "{vertex:?}");
        assert!(near(shape.foci[0][0], 1.0 - 0.2) && near(shape.foci[0][1], 0.15), "{:?}", shape.foci);
    }
}
