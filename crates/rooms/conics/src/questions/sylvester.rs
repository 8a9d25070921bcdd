//! `conics sylvester`: how often four, or five, random points are in convex position.

use super::super::region::Region;
use super::super::sample::standard_error;
use super::super::sylvester::{closed_form, convex_counts};
use super::REGION;
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

const PARAMS: &[Param] =
    &[REGION, Param::whole("tosses", "how many tosses", 1, 10_000_000_000).or("1000000"), Param::seed()];

pub(super) const SYLVESTER: Question = Question {
    name: "sylvester",
    about: "how often four (five) random points are in convex position",
    params: PARAMS,
    examples: &["conics sylvester --region disk --tosses 200000", "conics sylvester --region triangle --tosses 200000"],
    answer,
};

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let region = Region::read(ask.text("region"))?;
    let tosses = ask.whole("tosses") as u64;
    let [four, five] = convex_counts(&region, tosses, ask.seed(), watch)?;
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
        let known = closed_form(&region, points);
        let value = known.as_ref().map(|k| k.1);
        report = report.fact(if points == 4 { "four_known" } else { "five_known" }, value);
        table.row(vec![
            points.into(),
            share(count).into(),
            standard_error(share(count), tosses).into(),
            known.map_or(Fact::Nothing, |k| k.0.into()),
            value.into(),
        ]);
    }
    Ok(report.table(table))
}
