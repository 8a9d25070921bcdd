//! The questions `mex` and `words`: the least excluded number, and the games of the language.

use super::super::language::all_words;
use engine::impartial::mex;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const MEX: Question = Question::of("mex", answer_mex)
    .about("the least number that is not among these: the nimber of a position whose options have them")
    .params(&[Param::whole("numbers", "the nimbers of the options", 0, u32::MAX as i64).rest()])
    .examples(&["sums mex 0 1 2 4 5 6", "sums mex 1 3 5 7 9"]);

fn answer_mex(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let read = |text: &str| {
        let wants = "give whole numbers such as 0 1 2 4";
        text.parse::<u32>().map_err(|_| Error::usage(format!("{:?}", kit::shorten(text)), "not a whole number", wants))
    };
    let mut numbers = ask.texts("numbers").into_iter().map(read).collect::<Result<Vec<u32>>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    let least = mex(numbers.iter().copied());
    let set = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let why = match least {
        0 => "0 is not among them".to_string(),
        1 => "0 is among them, 1 is not".to_string(),
        n => format!("0 to {} are among them, {n} is not", n - 1),
    };
    Ok(Report::new(format!("mex {{{set}}} = {least}: {why}"), Standing::Proved)
        .fact("mex", least)
        .fact("numbers", Fact::list(numbers))
        .argument("definition of the mex"))
}

pub(super) const WORDS: Question = Question::of("words", answer_words)
    .about("every game of the language of sums: how it is written, what it is, and an example")
    .params(&[])
    .examples(&["sums words"]);

fn answer_words(_ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let words = all_words();
    let mut table = Table::new("words", &["word", "usage", "about", "example"]);
    for word in &words {
        let example = word.examples.first().copied().unwrap_or("");
        table.row(kit::row![word.name, word.usage, word.about, example]);
    }
    let line =
        format!("the language knows {} games; join them with +, write 3*kayles(7) for three copies", words.len());
    Ok(Report::new(line, Standing::Proved)
        .fact("words", Fact::list(words.iter().map(|word| word.name.to_string())))
        .table(table)
        .argument("definition of the language"))
}

#[cfg(test)]
mod tests {
    use super::super::super::language::read_sum;
    use super::*;

    fn asked(sentence: &str) -> Report {
        crate::TOPIC.answer(sentence).unwrap()
    }

    #[test]
    fn the_mex_of_the_lecture() {
        for (sentence, value) in [("sums mex 0 1 2 4 5 6", 3u32), ("sums mex 1 3 5 7 9", 0), ("sums mex 0", 1)] {
            assert_eq!(asked(sentence).get("mex"), Some(&Fact::from(value)), "{sentence}");
        }
        assert_eq!(asked("sums mex 0 0 1").line, "mex {0, 1} = 2: 0 to 1 are among them, 2 is not");
    }

    #[test]
    fn every_word_has_a_usage_a_line_and_an_example_that_is_read() {
        let words = all_words();
        assert!(words.len() >= 18, "{}", words.len());
        for word in &words {
            assert!(word.usage.starts_with(&format!("{}(", word.name)), "{}", word.name);
            assert!(word.about.len() > 10 && !word.about.contains('\n'));
            let example = word.examples.first().expect("an example");
            assert_eq!(read_sum(example, &words).unwrap().len(), 1, "{example}");
        }
    }
}
