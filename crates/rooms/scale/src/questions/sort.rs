//! The question `sort`: which of N coins are light, when any number of them may be.

use super::super::sorting::{HEAPS, MOST, Search, Tree, at_least, heaps};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, say, watch};

/// The essay's name for both bounds.
const ARGUMENT: &str = "Sorting by weight";

pub(super) const SORT: Question = Question::of("sort", answer)
    .about("how many weighings find all light coins among N on a plain scale, when any number of them may be light and real coins are at hand")
    .params(&[Param::whole("n", "coins", 1, MOST as i64).main()])
    .examples(&["scale sort 11", "scale sort 3"]);

/// The heaps that a search finds strategies for, each played against every set of light coins, and their sizes.
fn played(coins: usize, watch: &mut dyn Watch) -> Result<Vec<(usize, usize, Tree)>> {
    let mut found = Vec::new();
    for &(heap, weighings) in HEAPS.iter().filter(|heap| heap.0 <= coins) {
        watch::step(watch, heap as u64, Some(coins as u64), || format!("heaps below {heap} coins are sorted"))?;
        let tree = Search::new().strategy(heap, weighings, watch)?;
        let tree = tree.filter(|tree| tree.tells(heap, weighings));
        let tree = tree.ok_or_else(|| Error::failed(format!("no strategy for {heap} coins was found")))?;
        found.push((heap, weighings, tree));
    }
    Ok(found)
}

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let coins = ask.size("n");
    let played = played(coins, watch)?;
    let known: Vec<(usize, usize)> = played.iter().map(|&(heap, weighings, _)| (heap, weighings)).collect();
    let parted = |n: usize| heaps(n, &known);
    let most = |n: usize| parted(n).iter().map(|heap| heap.1).sum::<usize>();
    let mut bounds = Table::new("bounds", &["coins", "at least", "at most", "heaps"]);
    let mut decided = Table::new("sorting", &["coins", "weighings"]).with_sequence(1, 1);
    let mut open = None;
    for n in 1..=coins {
        let (least, most) = (at_least(n), most(n));
        let list: Vec<String> = parted(n).iter().map(|heap| heap.0.to_string()).collect();
        bounds.row(kit::row![n, least, most, list.join(" + ")]);
        // A sequence is whole up to where it ends.
        match open {
            None if least == most => decided.row(kit::row![n, most]),
            None => open = Some(n),
            Some(_) => {}
        }
    }
    let (least, most) = (at_least(coins), most(coins));
    let (line, standing) = match least == most {
        true => (
            format!("{} find every light one among {}", say::count(most as u64, "weighing"), told(coins)),
            Standing::Proved,
        ),
        false => (
            format!(
                "{least} to {most} weighings find every light one among {}: the strategies known here need {most}",
                told(coins)
            ),
            Standing::Best,
        ),
    };
    Ok(Report::new(line, standing)
        .fact("coins", coins)
        .fact("at_least", least)
        .fact("at_most", most)
        .fact("weighings", (least == most).then_some(most))
        .fact("heaps", Fact::list(parted(coins).iter().map(|heap| heap.0)))
        .fact("nodes", Fact::list(played.iter().map(|(.., tree)| tree.size())))
        .fact("first_undecided", open)
        .argument(ARGUMENT)
        .table(decided)
        .table(bounds))
}

fn told(coins: usize) -> String {
    say::count(coins as u64, "coin")
}
