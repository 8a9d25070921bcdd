//! The conic through five points and its kind, in whole numbers throughout.
//!
//! The coordinates are brought over one denominator, so that every test is the sign of an integer: collinear triples by
//! orientation, then the sign of the discriminant (degree 12 in the coordinates), the circle by two in-circle tests.
//! [`by_elimination`] is the plain definition: the null space of the five equations.

use dashu::base::{Gcd, Signed, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use kit::{Error, Result};
use std::fmt;

/// The seven curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Two branches of a hyperbola.
    Hyperbola,
    /// An ellipse that is not a circle.
    Ellipse,
    /// A parabola.
    Parabola,
    /// A circle.
    Circle,
    /// Two lines with a common point.
    CrossingLines,
    /// Two parallel lines.
    ParallelLines,
    /// One line.
    OneLine,
}

impl Kind {
    /// All seven, in the order of the New Year's card.
    pub const ALL: [Kind; 7] = [
        Kind::Hyperbola,
        Kind::Ellipse,
        Kind::Parabola,
        Kind::Circle,
        Kind::CrossingLines,
        Kind::ParallelLines,
        Kind::OneLine,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Hyperbola => "hyperbola",
            Kind::Ellipse => "ellipse",
            Kind::Parabola => "parabola",
            Kind::Circle => "circle",
            Kind::CrossingLines => "crossing lines",
            Kind::ParallelLines => "parallel lines",
            Kind::OneLine => "one line",
        })
    }
}

/// Five points for each of the seven kinds.
pub const SEVEN: [(Kind, [&str; 5]); 7] = [
    (Kind::Hyperbola, ["0,0", "3,1", "5,4", "2,2", "-1,3"]),
    (Kind::Ellipse, ["0,0", "3,1", "5,4", "2,6", "-1,3"]),
    (Kind::Parabola, ["0,0", "1,1", "2,4", "-1,1", "3/2,9/4"]),
    (Kind::Circle, ["1,0", "0,1", "-1,0", "3/5,4/5", "-0.28,-0.96"]),
    (Kind::CrossingLines, ["0,0", "1,1", "3,3", "0,2", "2,0"]),
    (Kind::ParallelLines, ["0,0", "1,1", "3,3", "0,2", "1,3"]),
    (Kind::OneLine, ["0,0", "1,1/2", "2,1", "3,3/2", "4,2"]),
];

/// A x^2 + B xy + C y^2 + D x + E y + F, the coefficients in this order, whole and without common factor.
pub type Coefficients = [IBig; 6];

/// What passes through five points.
#[derive(Clone, Debug, PartialEq)]
pub enum Fit {
    /// One conic.
    Unique(Kind, Coefficients),
    /// Many conics; if all points are on one line, that line squared.
    Many {
        /// Why there are many.
        reason: String,
        /// The line through all points, doubled, if there is one.
        line: Option<Coefficients>,
    },
}

/// Five points with whole coordinates over one denominator.
#[derive(Clone, Debug)]
pub struct Five {
    /// The numerators.
    pub points: [[IBig; 2]; 5],
    /// The denominator.
    pub scale: UBig,
}

impl Five {
    /// Five points from fractions.
    pub fn new(points: &[[RBig; 2]; 5]) -> Five {
        let mut scale = UBig::ONE;
        for number in points.iter().flatten() {
            let denominator = number.denominator();
            scale = &scale / (&scale).gcd(denominator) * denominator;
        }
        let over = |number: &RBig| number.numerator() * IBig::from(&scale / number.denominator());
        Five { points: std::array::from_fn(|i| std::array::from_fn(|j| over(&points[i][j]))), scale }
    }

    /// Five points, or the refusal of another number of them.
    pub fn of(points: Vec<[RBig; 2]>) -> Result<Five> {
        let points = <[[RBig; 2]; 5]>::try_from(points).map_err(|points| {
            let many = if points.len() < 5 { "too few" } else { "too many" };
            let why = format!("{many} points: a conic is given by five");
            Error::usage(format!("{} points", points.len()), why, "give five words X,Y")
        })?;
        Ok(Five::new(&points))
    }

    /// Reads `X,Y` five times.
    pub fn read<T: AsRef<str>>(words: &[T; 5]) -> Result<Five> {
        Five::of(words.iter().map(|word| read_point(word.as_ref())).collect::<Result<_>>()?)
    }

    /// Twice the oriented area of the triangle of three of the points.
    pub fn orientation(&self, i: usize, j: usize, k: usize) -> IBig {
        let [p, q, r] = [i, j, k].map(|n| &self.points[n]);
        (&q[0] - &p[0]) * (&r[1] - &p[1]) - (&q[1] - &p[1]) * (&r[0] - &p[0])
    }

    /// The point as doubles.
    pub fn point(&self, i: usize) -> [f64; 2] {
        let scale = IBig::from(self.scale.clone());
        std::array::from_fn(|j| engine::rational::quotient(&self.points[i][j], &scale))
    }

    /// All points as doubles.
    pub fn as_doubles(&self) -> [[f64; 2]; 5] {
        std::array::from_fn(|i| self.point(i))
    }

    /// Two points on each of the lines that hold the five, if one line or two do.
    pub fn lines(&self) -> Vec<[usize; 2]> {
        for i in 0..5 {
            for j in (i + 1..5).filter(|&j| self.points[i] != self.points[j]) {
                let off: Vec<usize> = (0..5).filter(|&k| !self.orientation(i, j, k).is_zero()).collect();
                match off[..] {
                    [] => return vec![[i, j]],
                    [k, l] => return vec![[i, j], [k, l]],
                    _ => {}
                }
            }
        }
        Vec::new()
    }
}

/// Reads `X,Y`, each a decimal or a fraction.
pub fn read_point(word: &str) -> Result<[RBig; 2]> {
    let refuse = |why: &str| Error::usage(format!("{:?}", kit::say::shorten(word)), why, "write a point as X,Y");
    let (x, y) = word.split_once(',').ok_or_else(|| refuse("not a point"))?;
    if y.contains(',') {
        return Err(refuse("more than two coordinates"));
    }
    let point = [engine::rational::read(x.trim())?, engine::rational::read(y.trim())?];
    let farthest = RBig::from(UBig::from(10u8).pow(FARTHEST));
    match point.iter().any(|x| x > &farthest || -x > farthest) {
        false => Ok(point),
        true => Err(Error::too_large(
            format!("the point {}", kit::say::shorten(word)),
            format!("the limit of a coordinate is 10^{FARTHEST}"),
            "give smaller ones: a curve scales with its points",
        )),
    }
}

/// The power of ten that no coordinate exceeds: measures and pictures are computed in doubles.
pub const FARTHEST: usize = 100;

/// A conic in the letters of the card: a11 x^2 + 2 a12 xy + a22 y^2 + 2 a1 x + 2 a2 y + a = 0, where a = 1 unless the
/// curve passes through the origin; then a = 0 and the scale is that of the whole coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct Letters {
    /// a11, a12, a22, a1, a2, a.
    pub coefficients: [RBig; 6],
    /// D = a11 a22 - a12^2: negative for a hyperbola, positive for an ellipse.
    pub d: RBig,
}

impl Letters {
    /// Their names.
    pub const NAMES: [&str; 6] = ["a11", "a12", "a22", "a1", "a2", "a"];

    /// The letters of a conic.
    pub fn of(conic: &Coefficients) -> Letters {
        let scale = if conic[5].is_zero() { IBig::ONE } else { conic[5].clone() };
        let twice = [1, 2, 1, 2, 2, 1];
        let coefficients: [RBig; 6] =
            std::array::from_fn(|k| RBig::from(conic[k].clone()) / RBig::from(&scale * IBig::from(twice[k])));
        let [a11, a12, a22, ..] = &coefficients;
        let d = a11 * a22 - a12 * a12;
        Letters { coefficients, d }
    }

    /// The equation that the letters stand for.
    pub fn equation(&self) -> &'static str {
        match self.coefficients[5].is_zero() {
            false => "a11 x^2 + 2 a12 xy + a22 y^2 + 2 a1 x + 2 a2 y + 1 = 0",
            true => "a11 x^2 + 2 a12 xy + a22 y^2 + 2 a1 x + 2 a2 y = 0",
        }
    }
}

/// The conic through five points.
pub fn fit(five: &Five) -> Fit {
    let triples: Vec<[usize; 3]> = triples().filter(|&[i, j, k]| five.orientation(i, j, k) == IBig::ZERO).collect();
    if let Some(many) = not_unique(five, &triples) {
        return many;
    }
    match triples.first() {
        Some(&triple) => line_pair(five, triple),
        None => proper(five),
    }
}

fn triples() -> impl Iterator<Item = [usize; 3]> {
    (0..5).flat_map(|i| (i + 1..5).flat_map(move |j| (j + 1..5).map(move |k| [i, j, k])))
}

fn not_unique(five: &Five, collinear: &[[usize; 3]]) -> Option<Fit> {
    let distinct: Vec<usize> = (0..5).filter(|&i| (0..i).all(|j| five.points[i] != five.points[j])).collect();
    let same = (distinct.len() < 5).then(|| {
        let twin = (0..5).find(|i| !distinct.contains(i)).expect("some point repeats another");
        let first = (0..twin).find(|&j| five.points[j] == five.points[twin]).expect("it repeats an earlier one");
        format!("points {} and {} are the same", first + 1, twin + 1)
    });
    if collinear.len() == 10 {
        let line = distinct.get(1).map(|&second| {
            let line = line_through(five, distinct[0], second);
            reduced(product(&line, &line), &five.scale)
        });
        let reason = match (distinct.len(), same) {
            (1, _) => "all five points are the same".to_string(),
            (_, Some(same)) => format!("all points are on one line and {same}"),
            (_, None) => "all five points are on one line; that line together with any other will do".to_string(),
        };
        return Some(Fit::Many { reason, line });
    }
    if let Some(reason) = same {
        return Some(Fit::Many { reason, line: None });
    }
    // Four points on a line give four collinear triples.
    let odd = (0..5).find(|i| collinear.iter().filter(|t| !t.contains(i)).count() == 4)?;
    let reason = format!(
        "the points other than {} are on one line; that line together with any line through point {} will do",
        odd + 1,
        odd + 1
    );
    Some(Fit::Many { reason, line: None })
}

/// The line through two of the points as a form alpha x + beta y + gamma in the whole coordinates.
fn line_through(five: &Five, i: usize, j: usize) -> [IBig; 3] {
    let [p, q] = [&five.points[i], &five.points[j]];
    [&p[1] - &q[1], &q[0] - &p[0], &p[0] * &q[1] - &q[0] * &p[1]]
}

fn product(l: &[IBig; 3], m: &[IBig; 3]) -> Coefficients {
    [
        &l[0] * &m[0],
        &l[0] * &m[1] + &l[1] * &m[0],
        &l[1] * &m[1],
        &l[0] * &m[2] + &l[2] * &m[0],
        &l[1] * &m[2] + &l[2] * &m[1],
        &l[2] * &m[2],
    ]
}

/// From the whole coordinates X = scale x to x, without common factor, the first coefficient that is not zero positive.
fn reduced(mut conic: Coefficients, scale: &UBig) -> Coefficients {
    let scale = IBig::from(scale.clone());
    for (coefficient, power) in conic.iter_mut().zip([2, 2, 2, 1, 1, 0]) {
        *coefficient *= scale.pow(power);
    }
    let common = conic.iter().fold(UBig::ZERO, |common, c| match (common.is_zero(), c.is_zero()) {
        (_, true) => common,
        (true, _) => c.clone().unsigned_abs(),
        _ => common.gcd(c.clone().unsigned_abs()),
    });
    let negative = conic.iter().find(|c| !c.is_zero()).is_some_and(Signed::is_negative);
    let common = if negative { -IBig::from(common) } else { IBig::from(common) };
    conic.map(|c| c / &common)
}

fn line_pair(five: &Five, triple: [usize; 3]) -> Fit {
    let others: Vec<usize> = (0..5).filter(|i| !triple.contains(i)).collect();
    let (one, two) = (line_through(five, triple[0], triple[1]), line_through(five, others[0], others[1]));
    let cross = &one[0] * &two[1] - &one[1] * &two[0];
    let kind = if cross.is_zero() { Kind::ParallelLines } else { Kind::CrossingLines };
    Fit::Unique(kind, reduced(product(&one, &two), &five.scale))
}

/// No three points are collinear: the member of the pencil spanned by the line pairs 12, 34 and 13, 24 that passes
/// through the fifth.
fn proper(five: &Five) -> Fit {
    let pairs = [(0, 1), (2, 3), (0, 2), (1, 3)].map(|(i, j)| line_through(five, i, j));
    let at_fifth = |line: &[IBig; 3]| &line[0] * &five.points[4][0] + &line[1] * &five.points[4][1] + &line[2];
    let [b, a] = [at_fifth(&pairs[0]) * at_fifth(&pairs[1]), at_fifth(&pairs[2]) * at_fifth(&pairs[3])];
    let (first, second) = (product(&pairs[0], &pairs[1]), product(&pairs[2], &pairs[3]));
    let conic: Coefficients = std::array::from_fn(|i| &a * &first[i] - &b * &second[i]);
    let discriminant = discriminant(&conic);
    let kind = match (discriminant.is_zero(), discriminant.is_negative()) {
        (true, _) => Kind::Parabola,
        (_, false) => Kind::Hyperbola,
        (_, true) if in_circle(five, 3).is_zero() && in_circle(five, 4).is_zero() => Kind::Circle,
        (_, true) => Kind::Ellipse,
    };
    Fit::Unique(kind, reduced(conic, &five.scale))
}

/// B^2 - 4AC: positive for a hyperbola, negative for an ellipse.
pub fn discriminant(conic: &Coefficients) -> IBig {
    &conic[1] * &conic[1] - IBig::from(4) * &conic[0] * &conic[2]
}

/// Zero exactly when that point is on the circle through the first three.
fn in_circle(five: &Five, point: usize) -> IBig {
    let rows: [[IBig; 3]; 3] = std::array::from_fn(|i| {
        let x = &five.points[i][0] - &five.points[point][0];
        let y = &five.points[i][1] - &five.points[point][1];
        let square = &x * &x + &y * &y;
        [x, y, square]
    });
    determinant(&rows)
}

/// The determinant of a 3 x 3 matrix.
pub fn determinant(m: &[[IBig; 3]; 3]) -> IBig {
    &m[0][0] * (&m[1][1] * &m[2][2] - &m[1][2] * &m[2][1]) - &m[0][1] * (&m[1][0] * &m[2][2] - &m[1][2] * &m[2][0])
        + &m[0][2] * (&m[1][0] * &m[2][1] - &m[1][1] * &m[2][0])
}

/// The slow truth: eliminates in the five equations over the fractions. `None` if their null space has more than one
/// dimension.
pub fn by_elimination(points: &[[RBig; 2]; 5]) -> Option<(Kind, [RBig; 6])> {
    let mut rows: Vec<[RBig; 6]> =
        points.iter().map(|[x, y]| [x * x, x * y, y * y, x.clone(), y.clone(), RBig::ONE]).collect();
    let mut pivots = Vec::new();
    for column in 0..6 {
        let Some(found) = (pivots.len()..5).find(|&r| !rows[r][column].is_zero()) else { continue };
        rows.swap(pivots.len(), found);
        let pivot = rows[pivots.len()].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != pivots.len() {
                let factor = &row[column] / &pivot[column];
                *row = std::array::from_fn(|c| &row[c] - &factor * &pivot[c]);
            }
        }
        pivots.push(column);
        if pivots.len() == 5 {
            break;
        }
    }
    if pivots.len() < 5 {
        return None;
    }
    let free = (0..6).find(|c| !pivots.contains(c)).expect("six columns, five pivots");
    let mut conic: [RBig; 6] = std::array::from_fn(|_| RBig::ZERO);
    conic[free] = RBig::ONE;
    for (row, &column) in rows.iter().zip(&pivots) {
        conic[column] = -(&row[free] / &row[column]);
    }
    let kind = kind_by_invariants(&conic);
    Some((kind, conic))
}

fn kind_by_invariants([a, b, c, d, e, f]: &[RBig; 6]) -> Kind {
    let two = RBig::from(2u8);
    let disc = b * b - RBig::from(4u8) * a * c;
    // Four times the determinant of the symmetric 3 x 3 matrix.
    let whole = RBig::from(4u8) * a * c * f + b * d * e - a * e * e - c * d * d - f * b * b;
    match (whole.is_zero(), disc.is_zero(), disc.is_negative()) {
        (true, true, _) => Kind::ParallelLines,
        (true, ..) => Kind::CrossingLines,
        (_, true, _) => Kind::Parabola,
        (_, _, false) => Kind::Hyperbola,
        _ if a == c && (&two * b).is_zero() => Kind::Circle,
        _ => Kind::Ellipse,
    }
}

/// The equation as people write it.
pub fn equation(conic: &Coefficients) -> String {
    let mut text = String::new();
    for (coefficient, term) in conic.iter().zip(["x^2", "xy", "y^2", "x", "y", ""]) {
        if coefficient.is_zero() {
            continue;
        }
        let size = coefficient.clone().unsigned_abs();
        match (text.is_empty(), coefficient.is_negative()) {
            (true, true) => text.push('-'),
            (true, false) => {}
            (false, true) => text.push_str(" - "),
            (false, false) => text.push_str(" + "),
        }
        if size != UBig::ONE || term.is_empty() {
            text.push_str(&size.to_string());
        }
        text.push_str(term);
    }
    format!("{text} = 0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn five(points: [[i64; 2]; 5]) -> [[RBig; 2]; 5] {
        points.map(|p| p.map(RBig::from))
    }

    fn same_curve(conic: &Coefficients, plain: &[RBig; 6]) -> bool {
        let whole: [RBig; 6] = std::array::from_fn(|i| RBig::from(conic[i].clone()));
        (0..6).all(|i| (0..6).all(|j| &whole[i] * &plain[j] == &whole[j] * &plain[i]))
    }

    fn agree(points: &[[RBig; 2]; 5]) -> Option<Kind> {
        match (fit(&Five::new(points)), by_elimination(points)) {
            (Fit::Unique(kind, conic), Some((plain_kind, plain))) => {
                assert_eq!(kind, plain_kind, "{points:?}");
                assert!(same_curve(&conic, &plain), "{points:?}");
                Some(kind)
            }
            (Fit::Many { .. }, None) => None,
            (fast, plain) => panic!("{points:?}: {fast:?} and {plain:?}"),
        }
    }

    #[test]
    fn all_fives_of_a_small_grid_agree_with_elimination() {
        let grid: Vec<[i64; 2]> = (0..4).flat_map(|x| (0..4).map(move |y| [x, y])).collect();
        let mut seen = std::collections::HashMap::new();
        for a in 0..16 {
            for b in a + 1..16 {
                for c in b + 1..16 {
                    for d in c + 1..16 {
                        for e in d + 1..16 {
                            let kind = agree(&five([a, b, c, d, e].map(|i| grid[i])));
                            *seen.entry(kind).or_insert(0) += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(seen.values().sum::<i32>(), 4368);
        assert_eq!(seen.len(), 7, "six unique kinds and many: {seen:?}");
    }

    #[test]
    fn what_is_not_unique_says_why() {
        let reason = |points| match fit(&Five::new(&five(points))) {
            Fit::Many { reason, line } => (reason, line.is_some()),
            other => panic!("{other:?}"),
        };
        assert!(reason([[0, 0], [1, 1], [2, 2], [3, 3], [4, 4]]).1);
        assert!(reason([[0, 0], [1, 1], [2, 2], [3, 3], [4, 5]]).0.contains("other than 5"));
        assert!(reason([[0, 0], [1, 3], [2, 2], [1, 3], [4, 5]]).0.contains("2 and 4 are the same"));
        assert!(reason([[7, 7]; 5]).0.contains("all five points are the same"));
    }

    #[test]
    fn forty_digits_decide_where_doubles_cannot() {
        let read = |points: [&str; 5]| fit(&Five::read(&points).unwrap());
        let circle = read(["1,0", "0,1", "-1,0", "0,-1", "0.6,0.8"]);
        assert!(matches!(circle, Fit::Unique(Kind::Circle, _)));
        let nearly = read(["1,0", "0,1", "-1,0", "0,-1", "0.6,0.8000000000000000000000000000000000000001"]);
        assert!(matches!(nearly, Fit::Unique(Kind::Ellipse, _)));
        let parabola = read(["0,0", "1,1", "2,4", "3,9", "4,16"]);
        assert!(matches!(parabola, Fit::Unique(Kind::Parabola, _)));
        let above = read(["0,0", "1,1", "2,4", "3,9", "4,16.0000000000000000000000000000000000000001"]);
        let below = read(["0,0", "1,1", "2,4", "3,9", "4,15.9999999999999999999999999999999999999999"]);
        let kinds = [above, below].map(|f| match f {
            Fit::Unique(kind, _) => kind,
            Fit::Many { .. } => panic!("five points of a parabola"),
        });
        assert!(kinds.contains(&Kind::Ellipse) && kinds.contains(&Kind::Hyperbola), "{kinds:?}");
    }

    #[test]
    fn the_letters_of_the_card_are_the_solution_of_its_linear_system() {
        // lsolve of the card: a11 x^2 + 2 a12 xy + a22 y^2 + 2 a1 x + 2 a2 y = -1 at the five points, here checked by
        // insertion.
        let mut seen = (0, 0);
        for (kind, words) in SEVEN {
            let points = words.map(|word| read_point(word).unwrap());
            let Fit::Unique(_, conic) = fit(&Five::new(&points)) else { continue };
            let Letters { coefficients: [a11, a12, a22, a1, a2, a], d } = Letters::of(&conic);
            let two = RBig::from(2);
            for [x, y] in &points {
                let sum = &a11 * x * x + &two * &a12 * x * y + &a22 * y * y + &two * &a1 * x + &two * &a2 * y;
                assert_eq!(sum, -a.clone(), "{kind}");
            }
            seen = (seen.0 + u8::from(a == RBig::ONE), seen.1 + u8::from(a.is_zero()));
            let sign = match kind {
                Kind::Ellipse | Kind::Circle => 1,
                Kind::Hyperbola | Kind::CrossingLines => -1,
                _ => 0,
            };
            assert_eq!(d.is_zero(), sign == 0, "{kind}");
            assert_eq!(d.is_negative(), sign < 0, "{kind}");
        }
        assert!(seen.0 > 0 && seen.1 > 0, "{seen:?}");
    }

    #[test]
    fn coordinates_beyond_the_limit_are_refused() {
        assert!(read_point("1e100,-1e100").is_ok());
        for word in ["1e101,0", "0,-1e309", "1e400,1"] {
            assert!(read_point(word).unwrap_err().to_string().contains("10^100"), "{word}");
        }
    }

    proptest! {
        #[test]
        fn random_fives_agree_with_elimination(numbers in prop::array::uniform10(-30i64..30), below in 1i64..5) {
            let below = RBig::from(below);
            let points = std::array::from_fn(|i| {
                [RBig::from(numbers[2 * i]) / &below, RBig::from(numbers[2 * i + 1])]
            });
            agree(&points);
        }
    }
}
