//! `exile piles`: the lost positions of Wythoff's Nim and its relatives, as a board with its lines.

use super::super::piles::{self, TwoPiles};
use super::super::{boards, greedy, scene};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const PILES: Question = Question::of("piles", lost)
    .about(
        "the lost positions of a game on two piles: Wythoff's Nim, Maharaja Nim, Splythoff, or the quadrant's queens",
    )
    .params(&[
        Param::whole("sums", "positions with fewer tokens than this in both piles together", 1, 20_000).main(),
        Param::choice("game", "the game", &["wythoff", "maharaja", "splythoff", "exile"]).or("wythoff"),
    ])
    .examples(&["exile piles 200", "exile piles 300 --game maharaja", "exile piles 200 --game splythoff"]);

fn lost(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (sums, name) = (ask.size("sums"), ask.text("game"));
    let game = TwoPiles::ALL.into_iter().find(|(known, _)| *known == name).expect("a choice").1;
    let found: Vec<(usize, usize)> = match game {
        // Her moves keep sums: the greedy queens, of which those of a column are not before its antidiagonal.
        TwoPiles::Exile => {
            let all = greedy::rows(sums).into_iter().zip(0..).map(|(a, b)| (a as usize, b));
            let mut near: Vec<(usize, usize)> = all.filter(|(a, b)| a + b < sums).collect();
            near.sort_unstable_by_key(|&(a, b)| (a + b, b));
            near
        }
        _ => piles::lost(game, sums, watch)?,
    };
    let mut table = Table::new("lost", &["n", "first", "second", "smaller", "larger", "difference", "sum"]);
    for (n, &(a, b)) in found.iter().enumerate() {
        let facts = [n, a, b, a.min(b), a.max(b), a.abs_diff(b), a + b];
        table.row(facts.map(Fact::from).to_vec());
    }
    let cells: Vec<boards::Cell> = found.iter().map(|&(a, b)| (a as i64, b as i64)).collect();
    let slopes = slopes(&found);
    let drawn: Vec<f64> = slopes.into_iter().flatten().collect();
    let line = format!("{} positions of {name} with fewer than {sums} tokens are lost", found.len());
    let report = Report::new(line, Standing::Proved)
        .argument("definition of the values")
        .fact("lost", found.len())
        .fact("slopes", Fact::list(slopes))
        .table(columns(&found))
        .table(table);
    let caption = format!("the lost positions of {name}, and lines from the origin to the farthest of them");
    Ok(report.scene(scene::plot_with_lines(boards::board("quadrant")?, &cells, &drawn, caption)))
}

/// The first pile that loses beside each second pile 0, 1, ..., as far as all are known.
fn columns(found: &[(usize, usize)]) -> Table {
    let mut rows: Vec<Option<usize>> = Vec::new();
    for &(a, b) in found {
        if rows.len() <= b {
            rows.resize(b + 1, None);
        }
        rows[b] = Some(a);
    }
    Table::sequence("columns", "second", "first", 0, rows.into_iter().map_while(|row| row))
}

/// The slopes of the lines, larger over smaller, of the farthest positions on either side of the diagonal.
fn slopes(found: &[(usize, usize)]) -> [Option<f64>; 2] {
    let last = |upper: bool| found.iter().rev().find(|(a, b)| a != b && (a > b) == upper);
    let slope = |&(a, b): &(usize, usize)| a as f64 / b.max(1) as f64;
    [true, false].map(|upper| last(upper).map(slope))
}

#[cfg(test)]
mod tests {
    use super::super::super::rows::rows_by_mex;
    use super::*;

    fn answer(sentence: &str) -> Report {
        crate::TOPIC.answer(sentence).unwrap()
    }

    fn pairs(report: &Report) -> Vec<(i128, i128)> {
        report.tables[1].rows.iter().map(|row| (row[1].as_whole().unwrap(), row[2].as_whole().unwrap())).collect()
    }

    /// Two lines beside the axes, and every lost position lies within four steps of one of them.
    #[test]
    fn lines_pass_by_the_lost_positions() {
        for game in ["wythoff", "splythoff", "maharaja", "exile"] {
            let report = answer(&format!("exile piles 200 --game {game}"));
            let lines =
                report.scenes[0].shapes.iter().filter(|shape| matches!(shape.form, kit::scene::Form::Line { .. }));
            assert_eq!(lines.count(), 4, "{game}");
            let found: Vec<(usize, usize)> = pairs(&report).iter().map(|&(a, b)| (a as usize, b as usize)).collect();
            let slopes = slopes(&found).map(|slope| slope.expect("there are positions on both sides"));
            let off = |&(a, b): &(usize, usize)| {
                let miss = |slope: f64| (a as f64 - slope * b as f64).abs() / (1.0 + slope * slope).sqrt();
                slopes.map(miss).into_iter().fold(f64::MAX, f64::min)
            };
            let worst = found.iter().map(off).fold(0.0, f64::max);
            assert!(worst < 4.0, "{game}: {worst}");
        }
    }

    #[test]
    fn splythoff_is_lost_where_the_queens_of_the_spiral_settle() {
        let mut stated: Vec<(i128, i128)> = rows_by_mex(200)
            .into_iter()
            .flat_map(|[x, y, ..]| [(x, y), (y, x)])
            .map(|(a, b)| (i128::from(a), i128::from(b)))
            .filter(|(a, b)| a + b < 600)
            .collect();
        stated.sort_unstable_by_key(|&(a, b)| (a + b, b));
        stated.dedup();
        assert_eq!(pairs(&answer("exile piles 600 --game splythoff")), stated);
    }

    #[test]
    fn the_columns_of_wythoff_and_exile_are_the_known_ones() {
        let column = |sentence: &str| -> Vec<i128> {
            answer(sentence).tables[0].rows.iter().map(|row| row[1].as_whole().unwrap()).collect()
        };
        assert_eq!(column("exile piles 100")[..11], [0, 2, 1, 5, 7, 3, 10, 4, 13, 15, 6]);
        assert_eq!(column("exile piles 100 --game exile")[..10], [0, 2, 4, 1, 3, 8, 10, 12, 14, 5]);
        // Beside the knight's moves the second position is farther out.
        assert_eq!(pairs(&answer("exile piles 12 --game maharaja"))[..3], [(0, 0), (3, 1), (1, 3)]);
    }
}
