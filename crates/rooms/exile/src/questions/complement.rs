//! Tables 3 and 4 of the paper: how the differences of Y make those of X, and those of P those of M.

use super::super::settle;
use super::super::tribonacci::{self, KAPPA, LAMBDA, Letter, Morphism, apply, text};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const COMPLEMENT: Question = Question::of("complement", complement)
    .about("Tables 3 and 4: the theme song, the differences and terms of Y (or P), the terms of X (or M) that they leave out, their differences and letters")
    .params(&[
        Param::choice("number", "3 goes from Y to X, 4 from P to M", &["3", "4"]).main(),
        Param::whole("to", "the last row", 1, 100_000).or("16"),
    ])
    .examples(&["exile complement 3", "exile complement 4 --to 12"]);

/// What a table goes from and to: names, differences of the first by letters, and the morphism of its lemma.
struct Way {
    names: [&'static str; 2],
    rises: [u64; 3],
    morphism: Morphism,
}

const WAYS: [Way; 2] = [
    Way { names: ["Y", "X"], rises: [3, 3, 2], morphism: LAMBDA },
    Way { names: ["P", "M"], rises: [5, 4, 3], morphism: KAPPA },
];

/// A row: the letter, the rise from this term to the next, the term, the left out numbers up to the next term, their
/// rises, and the letters of the word that the letter is sent to.
struct Line {
    letter: Letter,
    rise: u64,
    term: u64,
    left_out: Vec<u64>,
    rises: Vec<u64>,
    image: String,
}

fn lines(way: &Way, to: usize) -> Vec<Line> {
    let (mut term, mut last) = (0, 0);
    let mut all = Vec::with_capacity(to + 1);
    for letter in tribonacci::theme(to + 1) {
        let rise = letter.pick(way.rises);
        let left_out: Vec<u64> = (term + 1..term + rise).collect();
        let rises = left_out.iter().map(|&x| x - std::mem::replace(&mut last, x)).collect();
        all.push(Line { letter, rise, term, left_out, rises, image: text(&apply(way.morphism, &[letter])) });
        term += rise;
    }
    all
}

fn complement(ask: &Ask, _: &mut dyn Watch) -> Result<Report> {
    let way = &WAYS[usize::from(ask.text("number") == "4")];
    let [of, other] = way.names;
    let heads = ["n", "theme", &format!("d{of}"), of, other, &format!("d{other}"), "letters"];
    let mut table = Table::new("complement", &heads);
    let all = lines(way, ask.size("to"));
    for (n, line) in all.iter().enumerate() {
        table.row(kit::row![
            n,
            line.letter.to_string(),
            line.rise,
            line.term,
            Fact::list(line.left_out.iter().copied()).to_string(),
            Fact::list(line.rises.iter().copied()).to_string(),
            line.image.clone()
        ]);
    }
    let sentence = format!("what {of} leaves out is {other}, and the letters sent on make the Tribonacci word");
    Ok(Report::new(sentence, Standing::Proved)
        .argument(settle::ROWS)
        .fact("rows", all.len())
        .fact("word", all.iter().map(|line| line.image.as_str()).collect::<String>())
        .table(table))
}

#[cfg(test)]
mod tests {
    use super::super::super::rows::rows_by_mex;
    use super::*;

    #[test]
    fn what_is_left_out_is_the_other_column_and_the_letters_are_the_word() {
        let rows = rows_by_mex(3000);
        for (way, ([of, other], given)) in WAYS.iter().zip([([1, 0], [2, 1, 1]), ([3, 2], [1, 2, 1])]) {
            let all = lines(way, 400);
            assert!(all.iter().zip(&rows).all(|(line, row)| line.term == row[of]));
            let left_out: Vec<u64> = all.iter().flat_map(|line| line.left_out.clone()).collect();
            assert!(left_out.iter().zip(&rows[1..]).all(|(&x, row)| x == row[other]));
            let word: String = all.iter().map(|line| line.image.as_str()).collect();
            assert_eq!(word, text(&tribonacci::word(word.len())));
            // The rises after the first are the word in the other differences, since theme is c and then T.
            let rises: Vec<u64> = all.iter().flat_map(|line| line.rises.clone()).collect();
            let theme = tribonacci::theme(rises.len());
            assert!(rises.iter().zip(theme).all(|(&rise, letter)| rise == letter.pick(given)));
        }
    }
}
