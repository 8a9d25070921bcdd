//! What the paper says of the quadrant, each computed anew.

use super::super::boards::{board, piece};
use super::super::grundy::{Frame, Grundy, by_definition};
use super::super::piles::{self, Table, TwoPiles, wythoff_pair};
use super::super::questions::table as ask_table;
use super::super::rows::rows_by_mex;
use super::super::settle::settle_by_definition;
use super::super::{certificate, columns, corners, greedy};
use super::spiral::{differ, far, printed, unless};
use kit::say::listed;
use kit::{Effort, Finding, Result, Verdict, Watch};

const TABLE5: &str = "
  0   2   5   9  14  20  27  35
  1   4   8  13  19  26  34  43
  3   7  12  18  25  33  42  52
  6  11  17  24  32  41  51  62
 10  16  23  31  40  50  61  73
 15  22  30  39  49  60  72  85
 21  29  38  48  59  71  84  98
 28  37  47  58  70  83  97 112";

const TABLE6: &str = "
  0   2   1   5   3   4   9  10  12   7  13  17   6  19  18   8
  1   3   4   0   7   2   5  11  13  15   6  14  16   8  21  20
  2   0   5   1   8   6   4   3  14  16  11  18  17  20   7   9
  3   1   2   4   0   7   8   6  15   5  17  16  10   9  22  21
  4   6   0   3   1   5   2  14   8   9  12   7  19  13  11  10
  5   7   8   6   4   9   3  15   1   0   2  10  21  14  23  12
  6   4   3   2   5  13   7   8  10  17   1  20   0  15   9  11
  7   5   6   8  10   3  12   2  11  14   0   9   1   4  25  13
  8  10   7   9   2   0  13   5   6  12   3  11  23  17   1   4
  9  11  12  10  15   1  16   4  19   8   7  13   3   5   0   6
 10   8  13  11   9  14   0   7  20   6  15  19   4   2  17  16
 11   9  10   7   6   8   1  12   4  22  24  25  13  16  15  14
 12  14  11  13  18  16  17   0   5   1   8  26  28   6  20  31
 13  15   9  12  11  10  14   1   2  18   5  27   8  21  30  17
 14  12  17  15  13  18   6   9   0  11  10  23   7  22  19  34
 15  13  14  16  12  19  23  24   3   2  18   6   9  10  33  22";

pub(super) fn table6(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let quadrant = board("quadrant")?;
    let cell = quadrant.cell.expect("the quadrant has numbers");
    let numbers = (0..8).flat_map(|x| (0..8).map(move |y| (x, y))).map(|c| quadrant.number(c).map(|n| n as u32));
    let values = by_definition(quadrant, piece("queen")?, (0..528).map(cell));
    let corner = (0..16).flat_map(|x| (0..16).map(move |y| (x, y))).map(|c| values[&c]);
    let queens = settle_by_definition(quadrant, piece("queen")?, 10, watch)?;
    let cells = queens.into_iter().filter_map(|c| quadrant.number(c));
    let rows = greedy::rows_by_definition(16);
    let wrong = differ("number", numbers, printed(TABLE5).map(Some))
        .or(differ("value", corner, printed(TABLE6)))
        .or(differ("cell", cells, [0, 7, 13, 23, 32, 96, 114, 142, 163, 183]))
        .or(differ("row", rows, [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 9, 24]));
    Ok(unless(wrong, "8 x 8 numbers, 16 x 16 values, 10 cells and 16 rows, all by the definition"))
}

pub(super) fn scan_order(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 200, 1500);
    let mut settled = settle_by_definition(board("quadrant")?, piece("queen")?, count, watch)?;
    settled.sort_unstable_by_key(|&(_, y)| y);
    let rows = greedy::rows_by_definition(settled.last().map_or(0, |&(_, y)| y as usize + 1));
    let wrong = settled.iter().find(|&&(x, y)| rows[y as usize] != x as u64);
    let evidence = format!("{count} queens along antidiagonals, each in the row of her column's greedy queen");
    Ok(unless(wrong.map(|(x, y)| format!("the queen at row {x}, column {y}")), evidence))
}

pub(super) fn theorem23(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let side = far(effort, 9, 12);
    let triangles: Vec<usize> = (0..=side).map(|k| corners::triangle(k, watch)).collect::<Result<_>>()?;
    let over = (0..=side).find(|&k| triangles[k] > (2 * k + 1) / 3);
    let size = far(effort, 600, 4000);
    let quadrant = board("quadrant")?;
    let table = Grundy::new(quadrant, piece("queen")?, Frame::new(quadrant, size, size), watch)?;
    let [rows, columns] = [("row", (0, 1), 1), ("column", (1, 0), -1)].map(|f| ask_table::bound(&table, f, 20));
    let proved = columns::prove(far(effort, 12, 40), watch)?;
    let told = |bound: Option<i64>| bound.map_or("none".to_string(), |bound| bound.to_string());
    let evidence = format!(
        "rows and columns are permutations by the theorem of permutations in the essay, with its bound (2k + 1)/3 on triangles; seen as well: triangles to \
         side {side} hold {}; in a table of side {size} every number to 20 stands in all rows to {} and columns to \
         {}; columns to {} are permutations for ever, by their periods",
        listed(&triangles),
        told(rows),
        told(columns),
        proved.periods.len() - 1
    );
    let holds = over.is_none() && rows.is_some_and(|b| b > 5) && columns.is_some_and(|b| b > 5);
    Ok(Finding::of(holds, Verdict::Holds, Verdict::Refuted, evidence))
}

pub(super) fn conjecture24(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let size = far(effort, 600, 6000);
    let quadrant = board("quadrant")?;
    let table = Grundy::new(quadrant, piece("queen")?, Frame::new(quadrant, size, size), watch)?;
    let bounds: Vec<String> = [0, 10, 100]
        .into_iter()
        .map(|value| match ask_table::bound(&table, ("diagonal", (1, 1), 1), value) {
            Some(bound) => format!("all numbers to {value} on every diagonal to {bound}"),
            None => format!("not all numbers to {value} on diagonal 0"),
        })
        .collect();
    let count = far(effort, 1_000_000, 50_000_000) as u64;
    let evidence = format!("table of side {size}: {}; the value 0: {}", bounds.join(", "), queens_on_diagonals(count)?);
    Ok(Finding::new(Verdict::Open, evidence))
}

/// Every diagonal near the main one holds a queen: how near, after so many queens. An error would be two on one
/// diagonal.
fn queens_on_diagonals(count: u64) -> Result<String> {
    let mut queens = greedy::Greedy::new(count);
    let reach = count as usize;
    let mut taken = vec![false; 2 * reach + 1];
    for column in 0..reach {
        let (row, _) = queens.settle();
        let place = (row as usize + reach - column).min(2 * reach);
        if std::mem::replace(&mut taken[place], true) {
            return Err(kit::Error::failed(format!("two queens on the diagonal of column {column}")));
        }
    }
    let free = (0..reach).find(|d| !taken[reach + d] || !taken[reach - d]).unwrap_or(reach);
    Ok(format!("{count} queens fill every diagonal below {free} on both sides once"))
}

pub(super) fn golden(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 3_000_000, 1_000_000_000) as u64;
    let survey = greedy::survey_watched(count, |done| {
        kit::watch::step(watch, done, Some(count), || format!("{done} of {count} queens"))
    })?;
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    let span = |line: &greedy::Line| [line.least, line.greatest].map(|d| d.map_or(0.0, |d| d.value()));
    let ([upper_low, upper_high], [lower_low, lower_high]) = (span(survey.upper()), span(survey.lower()));
    // Knuth, with rows and columns from 1: s - phi c = q - phi (c - 1) + 1 - phi, and s - c / phi = q - (c - 1) / phi +
    // 1 - 1 / phi.
    let (one, other) = (1.0 - phi, 1.0 - 1.0 / phi);
    let knuth =
        upper_low + one >= -2.0 && upper_high + one <= 1.0 && lower_low + other >= -3.0 && lower_high + other <= 5.0;
    // Ho, Proposition 21.
    let ho = upper_low > 1.0 - 4.0 / phi
        && upper_high < 2.0 / phi
        && lower_low > -2.0 - 4.0 / phi
        && lower_high < 4.0 + 1.0 / phi;
    let evidence = format!(
        "ours: {count} queens, q - phi c from {upper_low:.4} to {upper_high:.4}, q - c/phi from {lower_low:.4} to {lower_high:.4}, and the ranges (49), (50) \
         {}; cited, not checked here: B. S. Ho's proof (2026) that both are bounded for all columns, whose sharper ranges {}",
        if knuth { "hold" } else { "fail" },
        if ho { "hold too" } else { "fail" }
    );
    Ok(Finding::of(knuth && ho, Verdict::Open, Verdict::Refuted, evidence))
}

pub(super) fn two_piles(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let size = far(effort, 40, 120);
    let game = Table::by_definition(TwoPiles::Exile, size, size);
    let quadrant = board("quadrant")?;
    let cell = quadrant.cell.expect("the quadrant has numbers");
    let cells = ((2 * size) * (2 * size + 1) / 2) as u64;
    let values = by_definition(quadrant, piece("queen")?, (0..cells).map(cell));
    let all = (0..size).flat_map(|a| (0..size).map(move |b| (a, b)));
    let wrong = all.into_iter().find(|&(a, b)| game.nimber(a, b) != values[&(a as i64, b as i64)]);
    let evidence = format!("all piles below {size}, the game's own moves against the queen's");
    Ok(unless(wrong.map(|(a, b)| format!("piles {a} and {b}")), evidence))
}

pub(super) fn wythoff(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let size = far(effort, 150, 1200);
    let table = Table::new(TwoPiles::Wythoff, 2 * size, size);
    let row = |b: usize| (0..2 * size).find(|&a| table.nimber(a, b) == 0);
    let rows: Vec<Option<usize>> = (0..size).map(row).collect();
    let printed = [0, 2, 1, 5, 7, 3, 10, 4, 13, 15, 6].map(Some);
    let mut lines = vec![None; size];
    for k in 0..size as u64 {
        let (small, large) = wythoff_pair(k);
        for (at, other) in [(small, large), (large, small)] {
            if let Some(slot) = lines.get_mut(at as usize) {
                *slot = Some(other as usize);
            }
        }
    }
    let wrong = differ("row", rows.iter().copied(), printed).or(differ("row", rows.iter().copied(), lines));
    Ok(unless(wrong, format!("{size} columns of the table of nimbers against the golden floors")))
}

/// A position is lost exactly if neither pile is an earlier X or Y and the difference is neither an earlier M (taking
/// the same from both) nor an earlier P (a split): rule (2) itself.
pub(super) fn splythoff(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let sums = far(effort, 1500, 12_000);
    let small = far(effort, 40, 90);
    let by_moves = Table::by_definition(TwoPiles::Splythoff, small, small);
    let lost = piles::lost(TwoPiles::Splythoff, sums, watch)?;
    let rows = rows_by_mex(sums / 4 + 2);
    let mut stated: Vec<(usize, usize)> =
        rows.iter().flat_map(|&[x, y, ..]| [(x, y), (y, x)]).map(|(a, b)| (a as usize, b as usize)).collect();
    stated.retain(|(a, b)| a + b < sums);
    stated.sort_unstable_by_key(|&(a, b)| (a + b, b));
    stated.dedup();
    let all = (0..small).flat_map(|a| (0..small).map(move |b| (a, b)));
    let other = all.into_iter().find(|&(a, b)| (by_moves.nimber(a, b) == 0) != stated.contains(&(a, b)));
    let wrong = differ("position", lost, stated).or(other.map(|(a, b)| format!("piles {a} and {b}")));
    Ok(unless(
        wrong,
        format!(
            "all positions with fewer than {sums} tokens, those of piles below {small} by the moves themselves; for all by rule (2), which is the game"
        ),
    ))
}

/// Digits of base 3 added without carry.
fn tersum(mut a: u32, mut b: u32) -> u32 {
    let (mut sum, mut place) = (0, 1);
    while a + b > 0 {
        sum += (a % 3 + b % 3) % 3 * place;
        (a, b, place) = (a / 3, b / 3, place * 3);
    }
    sum
}

pub(super) fn column1(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let proved = columns::prove(1, watch)?;
    let period = proved.periods[1].period;
    let column: Vec<u32> = (0..4000).map(|n| proved.value(n, 1) as u32).collect();
    let nim = column.iter().zip(0u32..).all(|(&v, n)| v == n ^ 2);
    let cited = column.iter().zip(0u32..).all(|(&v, n)| v == tersum(n, 1));
    // Column 1 of Wythoff's own table is the sequence that was cited.
    let wythoff = Table::new(TwoPiles::Wythoff, 300, 2);
    let is_wythoffs = (0..300).all(|n| wythoff.nimber(n, 1) == tersum(n as u32, 1));
    let numerator = proved.numerator(1);
    let function = period == 4 && numerator == [2, 1, -3, 1, 3];
    let evidence = format!(
        "4000 rows: Nim-sum of n and 2 {}; numerator ({}) over (1-t)(1-t^{period}), proved; printed A004482 (n plus 1 in base 3 without carry: 1, 2, 0, \
         4, 5, 3, ..., which {} column 1 of Wythoff's table) {}; true A004443",
        if nim { "agrees" } else { "differs" },
        listed(&numerator),
        if is_wythoffs { "is" } else { "is not" },
        if cited { "agrees" } else { "differs at row 0" },
    );
    Ok(match (nim && function, cited) {
        (true, true) => Finding::new(Verdict::Holds, evidence),
        (true, false) => Finding::new(Verdict::Corrected, evidence),
        _ => Finding::new(Verdict::Refuted, evidence),
    })
}

pub(super) fn quasi_periodic(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let proved = columns::prove(far(effort, 20, 100), watch)?;
    let last = proved.periods.last().expect("there is a column 0");
    let evidence = format!(
        "every column is: by induction the missing values of a column stay within a bounded window, and a window returns; carried out for columns \
         0 to {}, the last with period {} from row {}",
        proved.periods.len() - 1,
        last.period,
        last.from_row
    );
    Ok(Finding::new(Verdict::Settled, evidence))
}

pub(super) fn conjecture26(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let proved = columns::prove(far(effort, 12, 60), watch)?;
    certificate::columns::stands(&proved, watch)?;
    let periods: Vec<usize> = proved.periods.iter().map(|p| p.period).collect();
    let exception = periods.iter().position(|p| 16 % p != 0);
    Ok(match exception {
        Some(k) => Finding::new(
            Verdict::Refuted,
            format!(
                "column {k} has the least additive period {} from row {} on (window of missing values equal at rows {} and {}), so (1-t)(1-t^16) will not do; \
                 periods of columns 0 to {}: {}",
                periods[k],
                proved.periods[k].from_row,
                proved.periods[k].rows.0,
                proved.periods[k].rows.1,
                periods.len() - 1,
                listed(&periods)
            ),
        ),
        None => {
            let told = format!("columns 0 to {} have periods {}", periods.len() - 1, listed(&periods));
            Finding::new(Verdict::Open, told)
        }
    })
}
