//! The question `outcomes`: how many weighings counting asks for on the 3-way scale, coin by coin.

use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch, say};

pub(super) const OUTCOMES: Question = Question::of("outcomes", answer_outcomes)
    .about("the weighings that counting asks for on the 3-way scale, for every number of coins: one fake, two, or one of unknown sense")
    .params(&[Param::whole("n", "the most coins", 1, 100_000).main()])
    .examples(&["scale outcomes 40"]);

fn answer_outcomes(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let most = ask.size("n") as u64;
    let mut table = Table::new("outcomes", &["coins", "one", "two", "either"]);
    for coins in 1..=most {
        let [one, two, either] = bounds(coins);
        table.row(kit::row![coins, one, two, either]);
    }
    let [one, two, either] = bounds(most);
    let line = format!(
        "{} on the 3-way scale: at least {} for one light fake, {two} for two, {either} for one that is lighter or heavier",
        say::count(most, "coin"),
        say::count(one, "weighing")
    );
    let least = [one, two, either].map(Fact::from).to_vec();
    Ok(Report::new(line, Standing::Proved).fact("at_least", Fact::List(least)).table(table).argument("Why not more"))
}

/// The weighings for one light fake, for two, and for one that is lighter or heavier.
fn bounds(coins: u64) -> [u64; 3] {
    [coins, coins * (coins - 1) / 2, 2 * coins + 3].map(weighings)
}

/// The least w with 3^w outcomes for so many possibilities.
fn weighings(possibilities: u64) -> u64 {
    (0..).find(|&w| 3u64.pow(w) >= possibilities).map_or(0, u64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_is_attained_by_one_fake_of_either_kind() {
        // 3, 9 and 27 coins are the most for one light fake, 3, 12 and 39 for one of unknown sense.
        for (w, (light, either)) in (1u64..).zip([(3, 0), (9, 3), (27, 12), (81, 39)]) {
            assert!(bounds(light)[0] == w && bounds(light + 1)[0] == w + 1);
            assert!(either == 0 || bounds(either)[2] == w && bounds(either + 1)[2] == w + 1);
        }
        assert_eq!(bounds(5), [2, 3, 3]);
    }
}
