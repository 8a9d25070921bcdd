//! The map of Section 5: how much of two separated piles the worst answer leaves.

use crate::scene::map;
use crate::shares;
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const MAP: Question = Question::of("map", answer_map)
    .about("shares x and y of two separated piles on each pan: what the worst answer leaves, as a map with its least place")
    .params(&[Param::whole("parts", "how many parts a pile is divided into", 4, 200).main().or("48")])
    .examples(&["scale map", "scale map 12"]);

fn ratio(a: i64, b: i64) -> String {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    let x = x.max(1);
    if b / x == 1 { (a / x).to_string() } else { format!("{}/{}", a / x, b / x) }
}

fn answer_map(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let whole = ask.whole("parts");
    let (least, places) = shares::least(whole);
    let place = |&(i, j): &(i64, i64)| format!("({},{})", ratio(i, whole), ratio(j, whole));
    let at: Vec<String> = places.iter().map(place).collect();
    let thirds = shares::worst(1, 1, 3);
    let line = format!(
        "in parts of 1/{whole} the least that the worst answer leaves is {} of the pairs, at x, y = {}; at 1/3, 1/3 it is {}",
        ratio(least, whole * whole),
        at[0],
        ratio(thirds, 9)
    );
    let mut table = Table::new("map", &["x", "y", "much_less", "less", "equal", "worst"]);
    for (i, j) in (0..=whole / 2).flat_map(|i| (0..=whole / 2).map(move |j| (i, j))) {
        let [much_less, less, equal] = shares::shares(i, j, whole).map(|share| ratio(share, whole * whole));
        let worst = ratio(shares::worst(i, j, whole), whole * whole);
        table.row(kit::row![ratio(i, whole), ratio(j, whole), much_less, less, equal, worst]);
    }
    Ok(Report::new(line, Standing::Proved)
        .fact("least", ratio(least, whole * whole))
        .fact("at", Fact::list(at))
        .fact("at_thirds", ratio(thirds, 9))
        .fact("least_of_all", "1/4")
        .argument("A quarter")
        .table(table)
        .scene(map::picture(whole, &places)))
}
