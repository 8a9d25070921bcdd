//! What the note about the New Year's card says, each with its check.

use super::catenary::{Fitted, catenary, conic, hanging, parabola, spread};
use super::chain::kind_of;
use super::curve::through;
use super::exact::quadrature;
use super::fit::{Fit, Five, Kind, SEVEN, by_elimination, discriminant, fit};
use super::measures::measures;
use super::purcell::Field;
use super::region::Region;
use super::sample::{Sums, area_sums, standard_error, tallies};
use super::sylvester::{closed_form, convex_counts};
use dashu::base::Signed;
use dashu::rational::RBig;
use engine::sampling::tosses::Tally;
use kit::{Claim, Effort, Finding, Result, Verdict, Watch};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The counts that Figure 3 prints.
const PRINTED: (u64, u64, u64) = (719_484, 280_516, 0);

/// The claims.
pub(super) static CLAIMS: &[Claim] = &[
    Claim::of("conics.seven", "New Year's card, list of curves", seven)
        .says("through five points pass seven kinds of curve: hyperbola, ellipse, parabola, circle, two crossing lines, two \
                    parallel lines, one line"),
    Claim::of("conics.two-in-practice", "New Year's card, Fig. 2", two_in_practice)
        .says("random points give only hyperbolas and ellipses"),
    Claim::of("conics.invariant", "New Year's card, text at Fig. 2", invariant)
        .says("D < 0 is a hyperbola, D > 0 an ellipse, D = 0 a parabola under further conditions"),
    Claim::of("conics.square", "New Year's card, Fig. 3 and item 1", square)
        .says("the share of ellipses in a square is 28.16 %; the constant is 0.2806"),
    Claim::of("conics.tosses", "New Year's card, Fig. 3 and text", tosses)
        .says("ten million tosses gave 719 484 hyperbolas, 280 516 ellipses and no parabola"),
    Claim::of("conics.any-size", "New Year's card, text after Fig. 3", any_size)
        .says("the size of the square does not matter"),
    Claim::of("conics.circle", "New Year's card, item 4 (question)", circle)
        .says("in a circle the constant is slightly different; what is its value?"),
    Claim::of("conics.purcell", "New Year's card, item 2", purcell)
        .says("four points, the two parabolas through them and an area give the constant too"),
    Claim::of("conics.sylvester", "New Year's card, item 2, footnote", sylvester)
        .says("Sylvester's four-point problem: how often four points are in convex position, in square, disk and triangle"),
    Claim::of("conics.higher", "New Year's card, item 3, Fig. 4", higher)
        .says("curves of higher order pass through more points"),
    Claim::of("conics.chain", "New Year's card, Fig. 1", chain)
        .says("left, right, bottom and two middle points of a hanging chain lie on an ellipse"),
    Claim::of("conics.catenary", "New Year's card, text before Fig. 1", catenary_of_chains)
        .says("the catenary, not a parabola, passes more or less accurately through three, four, five and more points of a chain"),
    Claim::of("conics.analytical", "New Year's card, item 1", analytical)
        .says("there is an analytical way to calculate the constant of the square"),
];

fn seven(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let mut wrong = Vec::new();
    for (kind, words) in SEVEN {
        let five = Five::read(&words)?;
        let points: [[RBig; 2]; 5] =
            std::array::from_fn(|i| super::fit::read_point(words[i]).expect("read a moment ago"));
        let recognised = match (fit(&five), by_elimination(&points)) {
            (Fit::Unique(found, _), Some((plain, _))) => found == kind && plain == kind,
            (Fit::Many { line: Some(_), .. }, None) => kind == Kind::OneLine,
            _ => false,
        };
        if !recognised {
            wrong.push(kind.to_string());
        }
    }
    Ok(Finding::of(
        wrong.is_empty(),
        Verdict::Holds,
        Verdict::Refuted,
        match wrong.is_empty() {
            true => "each of the seven was recognised on exact points, by orientation tests and by elimination; five points on \
                     one line leave the conic open (that line with any other)"
                .to_string(),
            false => format!("not recognised: {}", wrong.join(", ")),
        },
    ))
}

fn total(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Tally> {
    Ok(tallies(region, tosses, seed, watch)?.into_iter().fold(Tally::default(), Tally::plus))
}

fn two_in_practice(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let tosses = effort.pick(10_000_000, 1_000_000_000);
    let tally = total(&Region::Square, tosses, 2017, watch)?;
    let evidence = format!(
        "{tosses} tosses on a grid of 2^32 by 2^32, each decided exactly: {} hyperbolas, {} ellipses, {} others",
        tally.hyperbolas, tally.ellipses, tally.zeros
    );
    Ok(Finding::of(tally.zeros == 0, Verdict::Holds, Verdict::Corrected, evidence))
}

/// Random points on a small grid, so that all kinds turn up.
fn random_five(chance: &mut ChaCha8Rng, reach: i64) -> [[RBig; 2]; 5] {
    std::array::from_fn(|_| std::array::from_fn(|_| RBig::from(chance.random_range(-reach..=reach))))
}

fn invariant(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let tries = effort.pick(3_000, 50_000);
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let (mut curves, mut degenerate) = (0, 0);
    for _ in 0..tries {
        let five = Five::new(&random_five(&mut chance, 40));
        let Fit::Unique(kind, conic) = fit(&five) else { continue };
        // D = a11 a22 - a12^2 has the sign opposite to B^2 - 4AC.
        let d = -discriminant(&conic);
        if matches!(kind, Kind::CrossingLines | Kind::ParallelLines | Kind::Parabola) {
            degenerate += 1;
            continue;
        }
        curves += 1;
        let measures = measures(kind, &conic);
        let (Some([major, _]), [first, .., last]) = (measures.axes, measures.foci.as_slice()) else { continue };
        // The kind by the foci: sums of distances are equal on an ellipse, differences on a hyperbola.
        let spread = |sign: f64| {
            let of = |i: usize| {
                let p = five.point(i);
                let [r, s] = [first, last].map(|f| (p[0] - f[0]).hypot(p[1] - f[1]));
                ((r + sign * s).abs() - 2.0 * major).abs() / (r + s)
            };
            (0..5).map(of).fold(0.0, f64::max)
        };
        let ellipse = d.is_positive() && !d.is_zero();
        if spread(if ellipse { 1.0 } else { -1.0 }) > 1e-5 {
            return Ok(Finding::new(Verdict::Refuted, format!("{:?}", five.points)));
        }
    }
    Ok(Finding::new(
        Verdict::Holds,
        format!(
            "{curves} random conics: where D > 0 the sums of the distances from the foci were equal, where D < 0 their differences; \
             {degenerate} more were parabolas or pairs of lines (crossing lines also have D < 0)"
        ),
    ))
}

/// The constant of the square by quadrature, and its error.
fn square_constant(effort: Effort, watch: &mut dyn Watch) -> Result<(f64, f64)> {
    let nodes = effort.pick(7, 12);
    let quadrature = quadrature(&Region::Square, nodes, watch)?;
    Ok((quadrature.value(), quadrature.error))
}

fn square(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let (value, error) = square_constant(effort, watch)?;
    // Printed to four digits: right if within half a unit of the last.
    let right = |printed: f64| (printed - value).abs() <= 0.5e-4 + error;
    let evidence = format!(
        "printed 28.16 % and 0.2806; quadrature over the gaps gives {value:.10}, last change {error:.1e}: 28.08 %, 0.2808"
    );
    Ok(match (right(0.2816), right(0.2806)) {
        (true, true) => Finding::new(Verdict::Holds, evidence),
        _ => Finding::new(Verdict::Corrected, evidence),
    })
}

fn tosses(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let (hyperbolas, ellipses, parabolas) = PRINTED;
    let sum = hyperbolas + ellipses + parabolas;
    let (value, _) = square_constant(effort, watch)?;
    let share = ellipses as f64 / sum as f64;
    let deviation = (share - value) / standard_error(value, sum);
    let evidence = format!(
        "the printed counts add up to {sum}, not to ten million; their share of ellipses {share:.6} is {deviation:.2} standard errors \
         from the true {value:.6}"
    );
    Ok(match (sum == 10_000_000, deviation.abs() < 4.0) {
        (true, true) => Finding::new(Verdict::Holds, evidence),
        (false, true) => Finding::new(Verdict::Corrected, evidence),
        (_, false) => Finding::new(Verdict::Refuted, evidence),
    })
}

fn any_size(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let tries = effort.pick(1_500, 20_000);
    let mut chance = ChaCha8Rng::seed_from_u64(31);
    let round = |kind: Kind| if kind == Kind::Circle { Kind::Ellipse } else { kind };
    for _ in 0..tries {
        let points = random_five(&mut chance, 30);
        let map: [RBig; 6] = std::array::from_fn(|_| RBig::from(chance.random_range(-9i64..=9)));
        if (&map[0] * &map[3] - &map[1] * &map[2]).is_zero() {
            continue;
        }
        let image =
            points.clone().map(|[x, y]| [&map[0] * &x + &map[1] * &y + &map[4], &map[2] * &x + &map[3] * &y + &map[5]]);
        let kind = |p: &[[RBig; 2]; 5]| match fit(&Five::new(p)) {
            Fit::Unique(kind, _) => Some(round(kind)),
            Fit::Many { .. } => None,
        };
        if kind(&points) != kind(&image) {
            return Ok(Finding::new(Verdict::Refuted, format!("{points:?} under {map:?}")));
        }
    }
    let tosses = 2_000_000;
    let parallelogram = Region::read("0,0 30,10 40,50 10,40")?;
    let shares = [Region::Square, parallelogram]
        .iter()
        .map(|region| Ok(total(region, tosses, 5, watch)?.ellipses as f64 / tosses as f64))
        .collect::<Result<Vec<f64>>>()?;
    let apart = (shares[0] - shares[1]).abs() / (2f64.sqrt() * standard_error(0.28, tosses));
    Ok(Finding::of(
        apart < 4.5,
        Verdict::Holds,
        Verdict::Refuted,
        format!(
            "{tries} fives and their images under random affine maps have the same kind, exactly (a circle may become an ellipse); \
             a square and a parallelogram differ by {apart:.1} standard errors"
        ),
    ))
}

fn circle(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let nodes = effort.pick(7, 12);
    let quadrature = quadrature(&Region::Disk, nodes, watch)?;
    let (value, error) = (quadrature.value(), quadrature.error);
    let tosses = 4_000_000;
    let share = total(&Region::Disk, tosses, 44, watch)?.ellipses as f64 / tosses as f64;
    let apart = (share - value).abs() / standard_error(value, tosses);
    let digits = quadrature.digits().min(14);
    Ok(Finding::of(
        apart < 4.5 && error < 1e-5,
        Verdict::Settled,
        Verdict::Open,
        format!(
            "{value:.digits$} by quadrature (three points on the circle by Crofton's method, the pencil of conics through four), \
             last change {error:.1e}; {tosses} tosses give {share:.5}, {apart:.1} standard errors away"
        ),
    ))
}

fn purcell(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let tosses = effort.pick(100_000, 4_000_000);
    let (value, _) = square_constant(effort, watch)?;
    let field = Field::of(&Region::Square).expect("a square has an area");
    let sums = area_sums(&field, &Region::Square, tosses, 12, watch)?.into_iter().fold(Sums::default(), Sums::plus);
    let (mean, variance) = sums.mean_and_variance();
    let apart = (mean - value).abs() / (variance / tosses as f64).sqrt();
    Ok(Finding::of(
        apart < 4.5,
        Verdict::Holds,
        Verdict::Refuted,
        format!(
            "the mean area over {tosses} fours is {mean:.6}, {apart:.1} standard errors from {value:.6}; a fifth point inside exactly \
             one parabola gives an ellipse (the text says \"a hyperbola or a parabola\"); the variance falls from {:.3} to {variance:.3}",
            value * (1.0 - value)
        ),
    ))
}

fn sylvester(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let tosses = effort.pick(300_000, 20_000_000);
    let mut told = Vec::new();
    let mut worst = 0.0f64;
    for region in [Region::Square, Region::Disk, Region::Triangle] {
        let counts = convex_counts(&region, tosses, 3, watch)?;
        for (points, count) in [(4, counts[0]), (5, counts[1])] {
            let (text, value) = closed_form(&region, points).expect("these are known");
            let share = count as f64 / tosses as f64;
            worst = worst.max((share - value).abs() / standard_error(value, tosses));
            told.push(format!("{} {points}: {share:.4} beside {text} = {value:.4}", region.name()));
        }
    }
    let evidence = format!("{tosses} tosses each; {}; at most {worst:.1} standard errors away", told.join("; "));
    Ok(Finding::of(worst < 4.5, Verdict::Holds, Verdict::Refuted, evidence))
}

fn higher(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let most = effort.pick(8, 10);
    let mut chance = ChaCha8Rng::seed_from_u64(5);
    let mut worst = 0.0f64;
    for order in 1..=most {
        let count = order * (order + 3) / 2;
        let points: Vec<[f64; 2]> =
            (0..count).map(|_| [chance.random_range(-1.0..1.0), chance.random_range(-1.0..1.0)]).collect();
        let curve = through(order, &points);
        if curve.least_pivot < 1e-12 {
            return Ok(Finding::new(Verdict::Open, format!("order {order}: the points leave more than one curve")));
        }
        worst = points.iter().map(|&p| curve.value(p).abs()).fold(worst, f64::max);
    }
    Ok(Finding::of(
        worst < 1e-9,
        Verdict::Holds,
        Verdict::Refuted,
        format!(
            "orders 1 to {most}, each through D(D + 3)/2 random points; the largest residual is {worst:.1e} (coefficients up to 1)"
        ),
    ))
}

fn chain(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let steps = effort.pick(20, 60);
    let size = |k: i32| 5.0 * f64::from(k) / f64::from(steps);
    let mut uneven = Vec::new();
    for left in 1..=steps {
        for right in left..=steps {
            let kind = kind_of(-size(left), size(right), 12);
            if kind != Some(Kind::Ellipse) {
                if left == right {
                    let evidence =
                        format!("the symmetric chain from {} to {} gives {kind:?}", -size(left), size(right));
                    return Ok(Finding::new(Verdict::Refuted, evidence));
                }
                uneven.push((size(left), size(right), kind));
            }
        }
    }
    let steep = kind_of(1.2, 1.4, 15).map_or("none".to_string(), |kind| kind.to_string());
    let evidence = format!(
        "ends from 0.25 to 5 parameters on either side, exact fits to 12 decimals; five points of a short arc beyond tanh^2 x = 3/5, \
         1.2 to 1.4, give: {steep}"
    );
    Ok(match uneven.first() {
        None => Finding::new(Verdict::Holds, format!("an ellipse for all {steps} by {steps} positions; {evidence}")),
        Some((left, right, kind)) => {
            let kind = kind.map_or("no single curve".to_string(), |k| k.to_string());
            Finding::new(
                Verdict::Corrected,
                format!(
                    "always an ellipse when the ends are level, but not in {} uneven positions, the first from -{left} to {right}: \
                     {kind}; {evidence}",
                    uneven.len()
                ),
            )
        }
    })
}

/// Chains hung by statics, photographed 600 pixels wide, points read to the pixel; distances in pixels.
fn catenary_of_chains(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let links = effort.pick(200, 2_000);
    let (mut worst, mut flat, mut ellipses, mut chains) = ([0.0f64; 3], f64::INFINITY, 0, 0);
    for tension in [0.1, 0.2, 0.35] {
        for lowest in [0.35, 0.5, 0.6] {
            kit::watch::step(watch, chains, Some(9), || format!("{chains} of 9 chains"))?;
            chains += 1;
            let weight = links as f64;
            let joints = hanging(links, tension * weight, -lowest * weight);
            let scale = 600.0 / (joints[links][0] - joints[0][0]);
            let read = |points: Vec<[f64; 2]>| -> Vec<[f64; 2]> {
                points.into_iter().map(|p| p.map(|x| (x * scale).round())).collect()
            };
            let all = read(spread(&joints, 25));
            for (slot, count) in [3, 4, 5].into_iter().enumerate() {
                let found = catenary(&read(spread(&joints, count)));
                worst[slot] = worst[slot].max(found.map_or(f64::INFINITY, |c| c.distances(&all)[1]));
            }
            flat = flat.min(parabola(&all).map_or(0.0, |c| c.distances(&all)[1]));
            let five = read(spread(&joints, 5));
            ellipses += usize::from(matches!(conic(&five), Some(Fitted::Conic([a, b, c, ..])) if b * b < 4.0 * a * c));
        }
    }
    let [three, four, five] = worst;
    let evidence = format!(
        "{chains} chains of {links} links hung by statics, 600 pixels wide, points read to the pixel: the catenary through 3, 4, 5 \
         points misses 25 others by at most {three:.1}, {four:.1}, {five:.1} pixels, the nearest parabola by at least {flat:.1}; \
         {ellipses} of the conics through five are ellipses"
    );
    Ok(Finding::of(three < 6.0 && five < 6.0 && flat > five, Verdict::Holds, Verdict::Refuted, evidence))
}

fn analytical(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let (value, error) = square_constant(effort, watch)?;
    let tosses = effort.pick(4_000_000, 1_000_000_000);
    let share = total(&Region::Square, tosses, 99, watch)?.ellipses as f64 / tosses as f64;
    let apart = (share - value).abs() / standard_error(value, tosses);
    let evidence = format!(
        "a fourfold integral of elementary functions over the gaps of five points on a circle, without chance: {value:.10}, last \
         change {error:.1e}; {tosses} tosses are {apart:.1} standard errors away; no closed form is known to us"
    );
    Ok(Finding::of(apart < 4.5 && error < 1e-5, Verdict::Settled, Verdict::Open, evidence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn quick_checks_come_out_as_they_must() {
        let rows = [
            (Verdict::Holds, "conics.seven conics.invariant conics.higher conics.catenary"),
            (Verdict::Corrected, "conics.square conics.tosses"),
            (Verdict::Settled, "conics.circle conics.analytical"),
        ];
        kit::trial::verdicts(CLAIMS, &rows);
    }

    #[test]
    #[ignore = "minutes"]
    fn every_claim_is_decided() {
        for claim in CLAIMS {
            let finding = (claim.check)(Effort::Slow, &mut Unwatched).unwrap();
            println!("{}: {}: {}", claim.id, finding.verdict, finding.evidence);
            assert_ne!(finding.verdict, Verdict::Open, "{}: {}", claim.id, finding.evidence);
        }
    }
}
