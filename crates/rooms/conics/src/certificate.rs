//! The certificate of a curve through points: whoever has the points and the coefficients can check everything by hand.
//!
//! *What is checked.* Every form has whole coefficients and vanishes at every point, in fractions. One form alone is
//! claimed to be the only one: the equations of the points have full rank modulo the prime 2^61 - 1, hence over the
//! fractions. Two forms that are no multiples of each other show that there are several curves. The kind of a conic
//! follows from its two determinants. Nothing of the search for the curve is used.

use super::elimination::{term_text, terms};
use super::fit::{Kind, read_point};
use dashu::base::{Gcd, Signed, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use kit::{Certificate, CertificateKind, Error, Report, Result, Standing, Watch};

/// The highest order that a checker accepts.
const HIGHEST: usize = 10;

/// The most characters of a coefficient.
const LONGEST: usize = 200_000;

/// The prime of the rank.
const PRIME: u64 = (1 << 61) - 1;

const FORMAT: &str = "\
Lines of words with one blank between two.

  order D                          1 <= D <= 10
  point X,Y                        D(D + 3)/2 lines; X and Y are whole numbers or fractions N/D, reduced, D at least 2
  form                             one form, or two if there are several curves, each followed by its terms:
  I J C                            for each C x^I y^J with C not zero, I + J <= D

Numbers are decimal digits, perhaps with a minus, without zeros in front. A coordinate has at most 400 characters and at most the size 10^100, C at most \
200000 characters. The terms of a form stand in the order x^D, x^(D-1)y, ..., 1: the highest degree first, of each degree more x first. A form has a term, its C have \
no common factor, and the first is positive.

Checks, in fractions. Every form is 0 at every point. Two forms differ. If there is one form, the equations of the points for the coefficients, one row of all \
x^I y^J for each point, are independent modulo the prime 2^61 - 1 (no denominator is a multiple of it), hence over the fractions.

States, with the points as (X,Y), a blank between two: `more than one curve of order D passes through POINTS` for two forms; for one form of order 2 `one \
conic passes through POINTS, KIND: EQUATION`, otherwise `one curve of order D passes through POINTS: EQUATION`. EQUATION is like x^2 - 3xy + 2y - 1 = 0, terms in \
their order, a coefficient 1 written only before no letter. For A x^2 + B xy + C y^2 + D x + E y + F let s = 4AC - B^2 and w = sF + BDE - AE^2 - CD^2. KIND is, \
if w = 0, parallel lines (s = 0) or crossing lines; otherwise parabola (s = 0), hyperbola (s < 0), circle (A = C and B = 0) or ellipse.";

/// The kinds of certificates.
pub(super) static CERTIFICATES: &[CertificateKind] = &[CertificateKind {
    name: "through",
    about: "the curve of an order through points: whole coefficients that vanish at every point, and that no other curve does \
            (or two forms, if several do); from the points and the coefficients alone, in fractions",
    format: FORMAT,
    examples: &["conics fit 0,0 3,1 5,4 2,6 -1,3", "conics fit 0,0 1,1/2 2,1 3,3/2 4,2", "conics curve --order 3"],
    check,
}];

/// The certificate of the curve, or of two curves, through points.
pub(super) fn certificate(order: usize, points: &[[RBig; 2]], forms: &[Vec<IBig>]) -> Certificate {
    let mut body = format!("order {order}\n");
    points.iter().for_each(|p| body.push_str(&format!("point {}\n", point_text(p))));
    for form in forms.iter().take(2) {
        body.push_str("form\n");
        for ((i, j), c) in terms(order).into_iter().zip(form).filter(|(_, c)| !c.is_zero()) {
            body.push_str(&format!("{i} {j} {c}\n"));
        }
    }
    let forms: Vec<Vec<IBig>> = forms.iter().take(2).cloned().collect();
    Certificate::new("conics", "through", statement(order, points, &forms), body)
}

fn point_text([x, y]: &[RBig; 2]) -> String {
    format!("{x},{y}")
}

/// What the evidence establishes.
fn statement(order: usize, points: &[[RBig; 2]], forms: &[Vec<IBig>]) -> String {
    let points: Vec<String> = points.iter().map(|p| format!("({})", point_text(p))).collect();
    let points = points.join(" ");
    match forms {
        [form] if order == 2 => format!("one conic passes through {points}, {}: {}", kind(form), equation(order, form)),
        [form] => format!("one curve of order {order} passes through {points}: {}", equation(order, form)),
        _ => format!("more than one curve of order {order} passes through {points}"),
    }
}

/// The equation, written anew from the coefficients.
fn equation(order: usize, form: &[IBig]) -> String {
    let mut text = String::new();
    for (term, c) in terms(order).into_iter().zip(form).filter(|(_, c)| !c.is_zero()) {
        let sign = match (text.is_empty(), c.is_negative()) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let (size, term) = (c.clone().unsigned_abs(), term_text(term));
        let size = if size == UBig::ONE && !term.is_empty() { String::new() } else { size.to_string() };
        text.push_str(&format!("{sign}{size}{term}"));
    }
    format!("{text} = 0")
}

/// The kind of A x^2 + B xy + C y^2 + D x + E y + F by its determinants; it has five points, so it is not empty and no
/// single point.
fn kind(form: &[IBig]) -> Kind {
    let [a, b, c, d, e, f] = form else { return Kind::OneLine };
    let four = IBig::from(4);
    let second = &four * a * c - b * b;
    let whole = &second * f + b * d * e - a * e * e - c * d * d;
    match (whole.is_zero(), second.is_zero(), second.is_negative()) {
        (true, true, _) => Kind::ParallelLines,
        (true, ..) => Kind::CrossingLines,
        (_, true, _) => Kind::Parabola,
        (_, _, true) => Kind::Hyperbola,
        _ if a == c && b.is_zero() => Kind::Circle,
        _ => Kind::Ellipse,
    }
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let Evidence { order, points, forms } = Evidence::read(certificate)?;
    let mut done = 0;
    for (index, form) in forms.iter().enumerate() {
        if !is_primitive(form) {
            return Err(Error::failed(format!("form {} is zero, has a common factor or begins negative", index + 1)));
        }
        for (number, point) in points.iter().enumerate() {
            kit::watch::step(watch, done, None, || format!("{done} points of forms"))?;
            done += 1;
            if !value(order, form, point).is_zero() {
                return Err(Error::failed(format!("form {} does not vanish at point {}", index + 1, number + 1)));
            }
        }
    }
    match &forms[..] {
        [_] if !full_rank(order, &points) => Err(Error::failed("the points leave more than one curve")),
        [first, second] if first == second => Err(Error::failed("both forms are the same")),
        _ => Ok(Report::new(statement(order, &points, &forms), Standing::Proved)),
    }
}

struct Evidence {
    order: usize,
    points: Vec<[RBig; 2]>,
    forms: Vec<Vec<IBig>>,
}

impl Evidence {
    fn read(certificate: &Certificate) -> Result<Evidence> {
        let mut lines = certificate.lines();
        let mut next = || lines.next().ok_or_else(|| Error::failed("the evidence ends too early"));
        let (line, text) = next()?;
        let order = text.strip_prefix("order ").and_then(|order| order.parse::<usize>().ok());
        let order = order.filter(|&order| (1..=HIGHEST).contains(&order) && text == format!("order {order}"));
        let order = order.ok_or_else(|| Certificate::broken(line, format!("not an order from 1 to {HIGHEST}")))?;
        let mut points = Vec::new();
        for _ in 0..order * (order + 3) / 2 {
            let (line, text) = next()?;
            let point = text.strip_prefix("point ").map(read_point);
            let point = point.and_then(Result::ok).filter(|p| text == format!("point {}", point_text(p)));
            points.push(point.ok_or_else(|| Certificate::broken(line, "not a point with reduced fractions"))?);
        }
        let mut forms: Vec<Vec<(usize, IBig)>> = Vec::new();
        let terms = terms(order);
        for (line, text) in lines {
            let broken = |why: &str| Certificate::broken(line, why);
            if text == "form" {
                forms.push(Vec::new());
                continue;
            }
            let (place, c) =
                coefficient(text, &terms).ok_or_else(|| broken("neither \"form\" nor a coefficient I J C"))?;
            match forms.last_mut() {
                None => return Err(broken("a form begins with \"form\"")),
                Some(form) if form.last().is_some_and(|(before, _)| *before >= place) => {
                    return Err(broken("the terms are out of order"));
                }
                Some(form) => form.push((place, c)),
            }
        }
        if !(1..=2).contains(&forms.len()) {
            return Err(Error::failed(format!(
                "{} forms: one is unique, two show that there are several",
                forms.len()
            )));
        }
        let full = |form: Vec<(usize, IBig)>| {
            let mut all = vec![IBig::ZERO; terms.len()];
            form.into_iter().for_each(|(place, c)| all[place] = c);
            all
        };
        Ok(Evidence { order, points, forms: forms.into_iter().map(full).collect() })
    }
}

/// The place of the term and its coefficient, which is not zero.
fn coefficient(text: &str, terms: &[(usize, usize)]) -> Option<(usize, IBig)> {
    let words: Vec<&str> = text.split(' ').collect();
    let [i, j, c] = words[..] else { return None };
    let term = (i.parse::<usize>().ok()?, j.parse::<usize>().ok()?);
    let place = terms.iter().position(|&t| t == term)?;
    let c = if c.len() > LONGEST { None } else { IBig::from_str_radix(c, 10).ok() }.filter(|c| !c.is_zero())?;
    (text == format!("{} {} {c}", term.0, term.1)).then_some((place, c))
}

fn is_primitive(form: &[IBig]) -> bool {
    let common = form.iter().filter(|c| !c.is_zero()).map(|c| c.clone().unsigned_abs()).reduce(Gcd::gcd);
    common == Some(UBig::ONE) && form.iter().find(|c| !c.is_zero()).is_some_and(|c| !c.is_negative())
}

fn value(order: usize, form: &[IBig], [x, y]: &[RBig; 2]) -> RBig {
    let term = |((i, j), c): ((usize, usize), &IBig)| RBig::from(c.clone()) * x.pow(i as isize) * y.pow(j as isize);
    terms(order).into_iter().zip(form).filter(|(_, c)| !c.is_zero()).map(term).fold(RBig::ZERO, |sum, t| sum + t)
}

/// Whether the equations of the points are independent modulo the prime. They may depend there by accident, never the
/// other way.
fn full_rank(order: usize, points: &[[RBig; 2]]) -> bool {
    let Some(points) = points.iter().map(residues).collect::<Option<Vec<[u64; 2]>>>() else { return false };
    let row = |&[x, y]: &[u64; 2]| terms(order).iter().map(|&(i, j)| times(power(x, i), power(y, j))).collect();
    let mut rows: Vec<Vec<u64>> = points.iter().map(row).collect();
    let columns = rows[0].len();
    let mut rank = 0;
    for column in 0..columns {
        let Some(found) = (rank..rows.len()).find(|&r| rows[r][column] != 0) else { continue };
        rows.swap(rank, found);
        let inverse = power(rows[rank][column], (PRIME - 2) as usize);
        let lead = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = times(row[column], inverse);
            row.iter_mut().zip(&lead).for_each(|(x, &y)| *x = (*x + PRIME - times(factor, y)) % PRIME);
        }
        rank += 1;
    }
    rank == rows.len()
}

/// Both coordinates modulo the prime, unless it divides a denominator.
fn residues(point: &[RBig; 2]) -> Option<[u64; 2]> {
    let residue = |x: &RBig| {
        let below = u64::try_from(x.denominator() % UBig::from(PRIME)).ok().filter(|&below| below != 0)?;
        let above = u64::try_from(x.numerator().clone().unsigned_abs() % UBig::from(PRIME)).ok()?;
        let quotient = times(above, power(below, (PRIME - 2) as usize));
        Some(if x.numerator().is_negative() && quotient != 0 { PRIME - quotient } else { quotient })
    };
    Some([residue(&point[0])?, residue(&point[1])?])
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(base: u64, exponent: usize) -> u64 {
    let (mut result, mut square, mut left) = (1, base, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{NoFiles, Unwatched, read_sentence, verify};

    fn file(sentence: &str) -> String {
        let (question, ask) = read_sentence(&[&super::super::TOPIC], sentence, &NoFiles).unwrap();
        let report = (question.answer)(&ask.with_certificate(), &mut Unwatched).unwrap();
        assert_eq!(report.standing, Standing::Proved, "{sentence}");
        report.certificate.expect("what is proved has one").to_file()
    }

    fn verified(file: &str) -> Result<String> {
        verify(&[&super::super::TOPIC], &Certificate::read(file)?, &mut Unwatched).map(|report| report.line)
    }

    #[test]
    fn every_example_is_certified() {
        for sentence in CERTIFICATES[0].examples {
            verified(&file(sentence)).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        }
        let line = verified(&file("conics fit 0,0 1,1 2,4 3,9 4,16")).unwrap();
        assert_eq!(line, "one conic passes through (0,0) (1,1) (2,4) (3,9) (4,16), parabola: x^2 - y = 0");
        let body = "order 1\npoint 0,0\npoint 1,1\nform\n1 0 1\n0 1 -1\n".to_string();
        let line = check(&Certificate::new("conics", "through", "", body), &mut Unwatched).unwrap().line;
        assert_eq!(line, "one curve of order 1 passes through (0,0) (1,1): x - y = 0");
    }

    #[test]
    fn residues_are_those_of_the_fractions() {
        let residues = |x: &str, y: &str| residues(&read_point(&format!("{x},{y}")).unwrap());
        let [third, fifth] = residues("1/3", "-2/5").unwrap();
        assert_eq!((times(third, 3), times(fifth, 5)), (1, PRIME - 2));
        assert_eq!(residues("-7", "0").unwrap(), [PRIME - 7, 0]);
        let prime = PRIME.to_string();
        assert_eq!(residues(&prime, &format!("-{prime}")).unwrap(), [0, 0]);
        assert!(residues(&format!("1/{prime}"), "0").is_none() && residues("0", &format!("1/{prime}")).is_none());
    }

    #[test]
    fn forged_files_are_refused() {
        let honest = file("conics fit 0,0 3,1 5,4 2,6 -1,3");
        let several = file("conics fit 0,0 1,1/2 2,1 3,3/2 4,2");
        let forged = [
            honest.replace("ellipse", "circle"),
            honest.replace("one conic passes", "more than one curve of order 2 passes"),
            honest.replace("point 5,4\n", "point 5,5\n"),
            honest.replace("point 5,4\n", "point 10/2,4\n"),
            honest.replace("point 5,4\npoint 2,6\n", "point 2,6\npoint 5,4\n"),
            honest.replace("point 5,4\n", ""),
            honest.replace("order 2", "order 02"),
            honest.replace("order 2", "order 3"),
            honest.replace("order 2", "order 11"),
            honest.replace("form\n", "form\nform\n"),
            honest.replace("form\n", ""),
            several.rsplit_once("form\n").unwrap().0.to_string() + "end\n",
        ];
        for text in forged.iter().chain([&several.replace("more than one curve of order 2", "one conic")]) {
            assert!(verified(text).is_err(), "accepted:\n{text}");
        }
    }

    #[test]
    fn every_changed_digit_and_every_lost_doubled_or_swapped_line_is_refused() {
        for sentence in ["conics fit 0,0 3,1 5,4 2,6 -1,3", "conics fit 0,0 1,1/2 2,1 3,3/2 4,2"] {
            let honest = file(sentence);
            let lines: Vec<&str> = honest.lines().collect();
            let join = |lines: &[&str]| lines.join("\n") + "\n";
            for index in 1..lines.len() {
                let mut lost = lines.clone();
                lost.remove(index);
                let mut doubled = lines.clone();
                doubled.insert(index, lines[index]);
                assert!(verified(&join(&lost)).is_err(), "{sentence}: without line {}", index + 1);
                assert!(verified(&join(&doubled)).is_err(), "{sentence}: line {} twice", index + 1);
                if index > 1 && lines[index] != lines[index - 1] {
                    let mut swapped = lines.clone();
                    swapped.swap(index - 1, index);
                    assert!(verified(&join(&swapped)).is_err(), "{sentence}: lines {index} and {}", index + 1);
                }
            }
            for (place, digit) in honest.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                for other in ['0', '1', '7'].into_iter().filter(|&other| other != digit) {
                    let mut changed = honest.clone();
                    changed.replace_range(place..=place, &other.to_string());
                    assert!(verified(&changed).is_err(), "accepted:\n{changed}");
                }
            }
        }
    }

    #[test]
    fn a_curve_that_is_not_the_only_one_is_not_certified_as_such() {
        let on_a_line: Vec<[RBig; 2]> = (0..5).map(|k| [RBig::from(k), RBig::from(k)]).collect();
        let doubled = [1, -2, 1, 0, 0, 0].map(IBig::from).to_vec();
        let forged = certificate(2, &on_a_line, &[doubled]);
        let refused = verify(&[&super::super::TOPIC], &forged, &mut Unwatched).unwrap_err().to_string();
        assert!(refused.contains("more than one curve"), "{refused}");
    }

    /// What the check says of a form, or several, through points.
    fn judged(order: usize, points: &[(i64, i64)], forms: &[&[i64]]) -> Result<String> {
        let points: Vec<[RBig; 2]> = points.iter().map(|&(x, y)| [RBig::from(x), RBig::from(y)]).collect();
        let forms: Vec<Vec<IBig>> = forms.iter().map(|form| form.iter().map(|&c| IBig::from(c)).collect()).collect();
        let mut body = certificate(order, &points, &forms);
        for form in forms.iter().skip(2) {
            body.body.push_str("form\n");
            let terms = terms(order).into_iter().zip(form).filter(|(_, c)| !c.is_zero());
            terms.for_each(|((i, j), c)| body.body.push_str(&format!("{i} {j} {c}\n")));
        }
        verify(&[&super::super::TOPIC], &body, &mut Unwatched).map(|report| report.line)
    }

    #[test]
    fn kinds_and_equations_are_said_in_full() {
        let said = |points: &[(i64, i64)], form: &[i64]| judged(2, points, &[form]).unwrap();
        let circle = said(&[(5, 0), (-5, 0), (0, 5), (0, -5), (3, 4)], &[1, 0, 1, 0, 0, -25]);
        assert!(circle.ends_with(", circle: x^2 + y^2 - 25 = 0"), "{circle}");
        let unit = said(&[(1, 0), (-1, 0), (0, 1), (1, 1), (-1, -1)], &[1, -1, 1, 0, 0, -1]);
        assert!(unit.ends_with(", ellipse: x^2 - xy + y^2 - 1 = 0"), "{unit}");
        let tall = said(&[(3, 0), (-3, 0), (1, 2), (-1, 2), (1, -2)], &[1, 0, 2, 0, 0, -9]);
        assert!(tall.ends_with(", ellipse: x^2 + 2y^2 - 9 = 0"), "{tall}");
        let turned = said(&[(1, 0), (0, 0), (0, -1), (2, 1), (-1, -1)], &[1, -2, 1, -1, 1, 0]);
        assert!(turned.contains(", parallel lines: x^2 - 2xy + y^2 - x + y = 0"), "{turned}");
        let crossing = said(&[(0, 1), (0, 2), (0, 3), (1, 0), (2, 0)], &[0, 1, 0, 0, 0, 0]);
        assert!(crossing.ends_with(", crossing lines: xy = 0"), "{crossing}");
        let hyperbola = said(&[(1, 6), (2, 3), (3, 2), (6, 1), (-1, -6)], &[0, 1, 0, 0, 0, -6]);
        assert!(hyperbola.ends_with(", hyperbola: xy - 6 = 0"), "{hyperbola}");
    }

    #[test]
    fn multiples_and_a_third_form_are_refused() {
        let points = [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0)];
        assert!(judged(2, &points, &[&[0, 1, 0, 0, 0, 0]]).is_ok());
        for factor in [-1, 2, -3, 0] {
            let refused = judged(2, &points, &[&[0, factor, 0, 0, 0, 0]]).unwrap_err().to_string();
            assert!(refused.contains("common factor"), "{factor}: {refused}");
        }
        let line = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)];
        let forms: [&[i64]; 3] = [&[0, 1, 0, 0, 0, 0], &[0, 0, 1, 0, 0, 0], &[0, 0, 0, 0, 1, 0]];
        assert!(judged(2, &line, &forms[..2]).is_ok());
        assert!(judged(2, &line, &forms).unwrap_err().to_string().contains("3 forms"));
        assert!(judged(2, &line, &[]).unwrap_err().to_string().contains("0 forms"));
    }

    #[test]
    fn four_points_on_a_line_leave_many_conics_wherever_they_lie() {
        // The first has no x, so that rows change places; the second lies where signs matter.
        let through_zero: &[(i64, i64)] = &[(0, 0), (1, 2), (2, 4), (3, 6), (1, 0)];
        let beyond_zero: &[(i64, i64)] = &[(-3, -2), (-1, 0), (0, 1), (1, 2), (5, 0)];
        for (points, form) in [(through_zero, [2, -1, 0, -2, 1, 0]), (beyond_zero, [0, 1, -1, 0, 1, 0])] {
            let refused = judged(2, points, &[&form]).unwrap_err().to_string();
            assert!(refused.contains("the points leave more than one curve"), "{refused}");
        }
    }

    #[test]
    fn what_is_too_high_or_too_long_is_refused_by_name() {
        // The curve of order 10 through points on ten lines x = 0, .., 9, so many that nothing else is left.
        let points: Vec<(i64, i64)> = (0..10).flat_map(|x| (0..=10 - x).map(move |y| (x, y))).collect();
        let lines = (0..10i64).fold(vec![1i64], |product, root| {
            let raised = product.iter().copied().chain([0]);
            let lowered = [0].into_iter().chain(product.iter().map(|c| -root * c));
            raised.zip(lowered).map(|(a, b)| a + b).collect()
        });
        let form: Vec<i64> = terms(10).into_iter().map(|(i, j)| if j == 0 { lines[10 - i] } else { 0 }).collect();
        let good = judged(10, &points, &[&form]).unwrap();
        assert!(good.starts_with("one curve of order 10 passes"), "{good}");
        let eleven = file("conics curve --order 3").replace("order 3", "order 11");
        assert!(verified(&eleven).unwrap_err().to_string().contains("not an order from 1 to 10"));
        let long = |digits: usize| coefficient(&format!("0 0 {}", "7".repeat(digits)), &[(0, 0)]);
        assert!(long(LONGEST).is_some() && long(LONGEST + 1).is_none());
    }
}
