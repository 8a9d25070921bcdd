//! How many cubic graphs there are, without listing them.

use crate::cubic::{connected, graphs};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const CUBIC: Question = Question::of("cubic", answer_cubic)
    .about("how many cubic graphs there are on 2N vertices, connected or not")
    .params(&[Param::whole("n", "half the number of vertices", 0, 24).main()])
    .examples(&["magic cubic 8", "magic cubic 16"]);

fn answer_cubic(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    let all = graphs(n, watch)?;
    let connected = connected(&all);
    let mut table = Table::new("cubic", &["n", "graphs", "connected"]).with_sequence(0, 1);
    for (half, (all, connected)) in all.iter().zip(&connected).enumerate() {
        table.row(kit::row![half, Fact::big(all), Fact::big(connected)]);
    }
    let line = format!("{} cubic graphs on {} vertices, {} of them connected", all[n], 2 * n, connected[n]);
    Ok(Report::new(line, Standing::Proved)
        .fact("vertices", 2 * n)
        .fact("graphs", Fact::big(&all[n]))
        .fact("connected", Fact::big(&connected[n]))
        .table(table)
        .argument("Counting cubic graphs"))
}
