use super::super::super::columns::prove;
use super::*;
use forgery::{changes, examples_stand};
use kit::Unwatched;

fn checked(body: &str) -> Result<Report> {
    check(&Certificate::new("exile", KIND, "", body.to_string()), &mut Unwatched)
}

#[test]
fn a_certificate_stands_and_states_what_was_proved() {
    for k in [0, 1, 9, 12] {
        let columns = prove(k, &mut Unwatched).unwrap();
        assert_eq!(checked(&of(&columns).body).unwrap().line, of(&columns).states);
    }
    let columns = prove(9, &mut Unwatched).unwrap();
    stands(&columns, &mut Unwatched).unwrap();
    let list = |part: fn(&Period) -> usize| columns.periods.iter().map(|p| part(p).to_string()).collect::<Vec<_>>();
    let (periods, rows) = (list(|p| p.period).join(" "), list(|p| p.from_row).join(" "));
    let line =
        format!("columns 0 to 9 of the quadrant's table: least additive periods {periods} from the first rows {rows}");
    assert_eq!(of(&columns).states, line);
    assert!(periods.ends_with(" 64"), "{periods}");
    for wrong in 0..2 {
        let mut columns = prove(9, &mut Unwatched).unwrap();
        let Period { period, from_row, .. } = &mut columns.periods[7];
        *[period, from_row][wrong] += 1;
        assert!(stands(&columns, &mut Unwatched).unwrap_err().to_string().starts_with("computed "));
    }
}

#[test]
fn the_examples_write_certificates_that_stand() {
    examples_stand(&super::super::super::TOPIC);
}

#[test]
fn a_changed_certificate_is_refused_or_says_something_true() {
    let columns = prove(12, &mut Unwatched).unwrap();
    for k in [3, 6] {
        let (mut refused, mut said) = (0, 0);
        for (what, body) in changes(&of(&prove(k, &mut Unwatched).unwrap()).body) {
            match checked(&body) {
                Err(error) => {
                    assert!(error.to_string().starts_with("line "), "{what}: {error}");
                    refused += 1;
                }
                Ok(report) => {
                    let last = body.lines().count();
                    let true_ones: Vec<Shown> = columns.periods[..last]
                        .iter()
                        .map(|&Period { period, from_row, .. }| Shown { period, from_row })
                        .collect();
                    assert_eq!(report.line, statement(&true_ones), "{what}");
                    said += 1;
                }
            }
        }
        assert!(refused > 10 * said, "{refused} refused, {said} not");
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name_before_any_work() {
    for (line, part) in [
        ("", "line 3: no column is there"),
        ("column 18446744073709551615 rows 0 1", "line 3: "),
        ("column 4294967295 rows 0 1", "line 3: "),
        ("columns 0..18446744073709551615", "line 3: \"columns 0..18446744073709551615\" is not"),
        (
            "column 0 rows 0 18446744073709551615",
            "line 3: row 18446744073709551615 is too far down, the limit of column 0 is row 1000",
        ),
        ("column 0 rows 0 18446744073709551616", "is not \"column K rows A B\""),
        ("column 0 rows 0 1001", "the limit of column 0 is row 1000"),
        ("column 0 rows 0 +1", "is not"),
        ("column 0 rows 00 1", "is not"),
        ("column 0 rows 0 1 ", "is not"),
        ("column 0  rows 0 1", "is not"),
        ("column 0 rows 0", "is not"),
        ("column ٠ rows 0 1", "is not"),
        ("column 1 rows 0 1", "column 1 stands where column 0 is due"),
        ("column 0 rows 1 1", "row 1 does not lie before row 1"),
        ("column 0 rows 2 1", "row 2 does not lie before row 1"),
        ("column 0 rows 0 1\n\n", "line 4: \"\" is not"),
    ] {
        let why = checked(line).map(|r| r.line).expect_err(line).to_string();
        assert!(why.contains(part), "{line}: {why}");
    }
    assert!(read(0, "column 0 rows 999 1000").is_ok());
    assert!(read(150, "column 150 rows 0 2097152").is_ok());
    assert!(read(150, "column 150 rows 0 2097153").unwrap_err().contains("the limit of column 150 is row 2097152"));
    assert!(read(201, "column 201 rows 0 1").unwrap_err().contains("beyond 201"));
}

/// Columns to these heights by strings of bits, strip by strip.
fn tabulate(heights: &[usize], margin: usize) -> Option<Vec<Vec<u32>>> {
    let mut table = Table::new(heights.len(), heights[0], margin, &mut Unwatched).unwrap();
    let strips = heights.chunks(STRIP).enumerate();
    let filled = strips.map(|(number, heights)| table.fill(number * STRIP, heights, &mut Unwatched).unwrap());
    filled.collect::<Option<Vec<_>>>().map(|strips| strips.concat())
}

/// Strings of bits give what marks give, and give up where a string is too short for a value.
#[test]
fn strings_of_bits_give_the_columns_of_the_definition() {
    for (columns, height) in [(1, 5), (2, 40), (12, 900), (33, 300), (40, 200), (70, 150)] {
        for steps in [1, 3] {
            let heights: Vec<usize> = (0..columns).map(|k| height + steps * (columns - k)).collect();
            let by_marks = tabulate_by_marks(&heights, &mut Unwatched).unwrap();
            assert_eq!(tabulate(&heights, 1000).unwrap(), by_marks, "{columns} {height}");
            for margin in [0, 64, 200] {
                let within = tabulate(&heights, margin);
                assert!(within.is_none_or(|table| table == by_marks), "{columns} {height} {margin}");
            }
        }
    }
    let heights: Vec<usize> = (0..40).map(|k| 500 - k).collect();
    assert!(tabulate(&heights, 0).is_none());
}

/// A strip after one that goes on by its turn holds what it holds by the definition.
#[test]
fn strips_go_on_as_they_repeat() {
    let columns = 2 * STRIP + 3;
    let rows: Vec<(usize, usize)> =
        prove(columns - 1, &mut Unwatched).unwrap().periods.iter().map(|period| period.rows).collect();
    let margin = 2 * columns + 64;
    let strips: Vec<Strip> = (0..columns).step_by(STRIP).map(|first| Strip::of(&rows, first, margin)).collect();
    let tallest = strips.iter().map(|strip| strip.heights[0]).max().unwrap();
    let mut table = Table::new(columns, tallest, margin, &mut Unwatched).unwrap();
    let whole: Vec<usize> = (0..columns).map(|column| tallest + columns - column).collect();
    let by_marks = tabulate_by_marks(&whole, &mut Unwatched).unwrap();
    for strip in &strips {
        let filled = table.fill(strip.first, &strip.heights, &mut Unwatched).unwrap().unwrap();
        for (column, due) in filled.iter().zip(&by_marks[strip.first..]) {
            assert_eq!(column[..], due[..column.len()]);
        }
        strip.turn.into_iter().for_each(|turn| table.extend(turn));
    }
    assert!(strips[0].heights[0] * 3 < tallest, "the first strip ends far above the last one");
}

/// Columns beyond a strip whose rows are not a multiple of 64 apart are not believed.
#[test]
fn a_strip_without_a_turn_is_refused() {
    let good = of(&prove(STRIP, &mut Unwatched).unwrap()).body;
    assert!(checked(&good).is_ok());
    let last = good.lines().nth(STRIP - 1).unwrap();
    let (head, row) = last.rsplit_once(' ').unwrap();
    let other = format!("{head} {}", row.parse::<usize>().unwrap() + 1);
    let why = checked(&good.replace(last, &other)).unwrap_err().to_string();
    assert!(why.starts_with(&format!("line {}: ", STRIP + 2)), "{why}");
}

/// What happens when one condition alone is broken, wherever that can be had among the first columns.
#[test]
fn every_condition_is_needed() {
    let (k, height) = (12, 700);
    let table = tabulate_by_marks(&(0..=k).map(|j| height + k - j).collect::<Vec<_>>(), &mut Unwatched).unwrap();
    let shown: Vec<Shown> = prove(k, &mut Unwatched)
        .unwrap()
        .periods
        .iter()
        .map(|&Period { period, from_row, .. }| Shown { period, from_row })
        .collect();
    let [mut apart, mut early, mut unequal] = [0; 3];
    for (j, column) in table.iter().enumerate() {
        let windows: Vec<Vec<i64>> = (0..=height).map(|n| window(&column[..n])).collect();
        let start = (0..j).map(|i| shown[i].from_row + j - i).max().unwrap_or(0);
        for a in (0..height).step_by(7) {
            for b in a + 1..=height {
                let multiple = shown[..j].iter().all(|s| (b - a) % s.period == 0);
                let found = || period_of(column, (a, b), &shown[..j]);
                match (multiple, a >= start, windows[a] == windows[b]) {
                    (true, true, true) => assert_eq!(found(), Ok(shown[j]), "column {j}, rows {a} and {b}"),
                    (false, true, true) => {
                        assert!(found().unwrap_err().contains("apart"));
                        apart += 1;
                    }
                    (true, false, true) => {
                        assert!(found().unwrap_err().contains("does not repeat yet"));
                        early += 1;
                    }
                    (true, true, false) => {
                        assert!(found().unwrap_err().contains("are not those used"));
                        unequal += usize::from(windows[a].len() == windows[b].len());
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(apart > 0 && early > 0 && unequal > 0, "{apart} {early} {unequal}");
}

#[test]
fn a_column_may_be_shown_by_rows_further_down_than_the_next_one_needs() {
    let plain = "column 0 rows 0 1\ncolumn 1 rows 1 5\ncolumn 2 rows 2 18\ncolumn 3 rows 19 35\n";
    let report = checked(plain).unwrap();
    for (part, other) in [("0 rows 0 1\n", "0 rows 3 900\n"), ("2 rows 2 18\n", "2 rows 18 98\n")] {
        assert_eq!(checked(&plain.replace(part, other)).unwrap(), report, "{other}");
    }
    // All of these divide 16; column 9 has the first period that does not.
    assert_eq!(report.get("exception"), Some(&Fact::Nothing));
    let nine = checked(&of(&prove(9, &mut Unwatched).unwrap()).body).unwrap();
    assert_eq!(nine.get("exception"), Some(&Fact::from(9)));
}

#[test]
fn windows_are_the_used_values_beyond_the_first_missing_one() {
    assert_eq!(window(&[]), []);
    assert_eq!(window(&[2, 0, 1]), []);
    assert_eq!(window(&[0, 2, 4]), [-1, 1]);
}

#[test]
#[ignore = "minutes"]
fn certificates_of_many_columns_stand_within_the_limits() {
    for k in [60, 100, 150] {
        let columns = prove(k, &mut Unwatched).unwrap();
        let furthest = columns.periods.iter().enumerate().map(|(j, p)| p.rows.1 as f64 / most_rows(j) as f64);
        println!("{k} columns: rows take {:.3} of the limit, {:?}", furthest.fold(0.0, f64::max), columns.periods[k]);
        if k < 150 {
            let clock = std::time::Instant::now();
            stands(&columns, &mut Unwatched).unwrap();
            println!("{k} columns: checked in {:?}", clock.elapsed());
        }
    }
}
