//! `conics sylvester`: how often four, or five, random points are in convex position.

use super::super::convex::{Chances, Shape};
use super::super::enclosure::Enclosure;
use super::super::region::Region;
use super::super::sample::standard_error;
use super::super::sylvester::{closed_form, convex_so_far};
use super::{REGION, region_of};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

/// The most decimals that are printed.
const MOST_DECIMALS: usize = 40;

pub(super) const SYLVESTER: Question = Question::of("sylvester", answer)
    .about("how often four (five) random points are in convex position")
    .params(&[
        REGION,
        Param::choice("method", "toss points, or integrate over the lines through two of them", &["sample", "exact"])
            .or("sample"),
        Param::whole("tosses", "how many tosses", 1, 10_000_000_000).or("1000000"),
        Param::seed(),
    ])
    .examples(&[
        "conics sylvester --region disk --tosses 200000",
        "conics sylvester --region triangle --tosses 200000",
        "conics sylvester --region ngon:6 --method exact",
        "conics sylvester --region halfdisk --method exact",
    ]);

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    match ask.text("method") {
        "exact" => Ok(proved(&region_of(ask)?, &Shape::read(ask.text("region"))?.chances(watch)?)),
        _ => sampled(&region_of(ask)?, ask.whole("tosses") as u64, ask.seed(), watch),
    }
}

fn sampled(region: &Region, tosses: u64, seed: u64, watch: &mut dyn Watch) -> Result<Report> {
    let [four, five, tosses] = convex_so_far(region, tosses, seed, watch)?;
    let share = |count: u64| count as f64 / tosses as f64;
    let error = standard_error(share(four), tosses);
    let line = format!(
        "{}: four points are in convex position with probability {:.5}, five with {:.5}",
        region.name(),
        share(four),
        share(five)
    );
    let mut table = Table::new("convex", &["points", "sampled", "standard error", "closed form", "value"]);
    let mut report = Report::new(line, Standing::sampled(error))
        .fact("four", share(four))
        .fact("five", share(five))
        .fact("standard_error", error)
        .fact("standard_error_five", standard_error(share(five), tosses))
        .fact("tosses", tosses);
    for (points, count) in [(4u64, four), (5, five)] {
        let known = closed_form(region, points);
        let value = known.as_ref().map(|k| k.1);
        report = report.fact(if points == 4 { "four_known" } else { "five_known" }, value);
        table.row(kit::row![
            points,
            share(count),
            standard_error(share(count), tosses),
            known.map_or(Fact::Nothing, |k| k.0.into()),
            value
        ]);
    }
    Ok(report.table(table))
}

/// The decimals that are proved, and how many.
pub(super) fn decimals(value: &Enclosure) -> (String, usize) {
    let (digits, places) = value.decimals(MOST_DECIMALS);
    (engine::rational::decimal_text(&digits, places), places)
}

fn proved(region: &Region, chances: &Chances) -> Report {
    let (four, places) = decimals(&chances.four);
    let five = chances.five.as_ref().map(|five| decimals(five).0);
    let fraction = |k: usize| chances.fractions.as_ref().map(|both| both[k].to_string());
    let told = |k: usize, text: &str| match fraction(k) {
        Some(fraction) if fraction.len() < 40 => format!("{fraction} = {:.12}", text.parse().unwrap_or(f64::NAN)),
        _ => format!("{text}..."),
    };
    let mut line = format!("{}: four points are in convex position with probability {}", region.name(), told(0, &four));
    if let Some(five) = &five {
        line += &format!(", five with {}", told(1, five));
    }
    let width = chances.five.iter().chain([&chances.four]).map(Enclosure::width).fold(0.0, f64::max);
    let standing = if chances.fractions.is_some() { Standing::Proved } else { Standing::bounded(width) };
    let mut table = Table::new("convex", &["points", "proved digits", "proved bound", "closed form"]);
    let mut report = Report::new(line, standing)
        .fact("four", chances.four.to_f64())
        .fact("five", chances.five.as_ref().map(Enclosure::to_f64))
        .fact("four_digits", four.as_str())
        .fact("five_digits", five.clone())
        .fact("four_exact", fraction(0))
        .fact("five_exact", fraction(1))
        .fact("digits", places)
        .fact("bound", if chances.fractions.is_some() { 0.0 } else { width })
        .argument("Lines through two of the points");
    let rows = [(4u64, Some((&chances.four, four))), (5, chances.five.as_ref().zip(five))];
    for (k, (points, row)) in rows.into_iter().enumerate() {
        let known = fraction(k).or(closed_form(region, points).map(|known| known.0.to_string()));
        report =
            report.fact(if k == 0 { "four_known" } else { "five_known" }, closed_form(region, points).map(|k| k.1));
        let Some((value, digits)) = row else { continue };
        table.row(kit::row![points, digits, value.width(), known]);
    }
    report.table(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::ErrorKind;

    fn report(words: &str) -> Report {
        crate::TOPIC.answer(&format!("conics sylvester {words}")).unwrap()
    }

    #[test]
    fn polygons_have_fractions_and_round_regions_a_proved_bound() {
        let square = report("--region rectangle --method exact");
        assert_eq!(square.standing, Standing::Proved);
        assert_eq!(square.get("four_exact").and_then(Fact::as_text), Some("25/36"), "{}", square.line);
        for words in
            ["--region halfdisk --method exact", "--region ring:0.5 --method exact", "--region ngon:7 --method exact"]
        {
            let report = report(words);
            let Standing::Estimate { error, of: ErrorKind::ProvedBound } = report.standing else {
                panic!("{}", report.line)
            };
            assert!(error < 1e-35 && error > 0.0, "{words}: {error}");
            assert_eq!(report.get("digits"), Some(&Fact::Whole(40)), "{}", report.line);
        }
    }

    #[test]
    fn what_has_no_exact_value_says_so() {
        let ring = report("--region ring:0.5 --method exact");
        assert_eq!(ring.get("five"), Some(&Fact::Nothing), "{}", ring.line);
        let star = crate::TOPIC.answer("conics sylvester --method exact --region \"0,0 4,0 4,1 1,1 1,4 0,4\"");
        assert!(star.unwrap_err().to_string().contains("not convex"));
    }
}
