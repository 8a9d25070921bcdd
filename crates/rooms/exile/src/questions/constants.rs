//! The constants of the paper, the Tribonacci numbers and other fixed points of morphisms.

use super::super::constants::{Of, constants, deviation};
use super::super::tribonacci;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed, shorten};

pub(super) const CONSTANTS: Question = Question::of("constants", |ask, watch| {
        let digits = ask.size("digits");
        let found = constants(digits, watch)?;
        let mut table = Table::new("constants", &["constant", "value"]);
        for (name, value) in &found {
            table.row(kit::row![*name, value.clone()]);
        }
        let line = format!("psi = {}, and what follows from it, to {digits} decimals", brief(&found[0].1));
        Ok(Report::new(line, Standing::Proved)
            .argument("theorem of the bounds")
            .fact("psi", found[0].1.clone())
            .fact("k", found.iter().find(|(name, _)| *name == "k").map_or(Fact::Nothing, |(_, k)| k.clone().into()))
            .table(table)
            .table(bounds())
            .table(digits_of(&found, digits)))
    })
    .about("psi, its powers, the other roots x +- iy, k and l of T_n = k psi^n + 2 Re(l (x + iy)^n), cut off after DIGITS decimals; bounds of Theorems 15 and 17")
    .params(&[Param::whole("digits", "how many decimals", 1, 100_000).main().or("50")])
    .examples(&["exile constants", "exile constants 300"]);

fn brief(number: &str) -> String {
    if number.len() > 30 { format!("{}...", &number[..30]) } else { number.to_string() }
}

/// How far places and counts deviate from multiples of n, for all n.
fn bounds() -> Table {
    let mut table = Table::new("bounds", &["deviation", "above", "below"]);
    for (power, letter) in ["a", "b", "c"].into_iter().enumerate() {
        let (low, high) = deviation(Of::Place(power + 1), 6);
        table.row(kit::row![format!("{letter}(n) - n psi^{}", power + 1), low, high]);
    }
    for (power, letter) in ["a", "b", "c"].into_iter().enumerate() {
        let (low, high) = deviation(Of::Count(power + 1), 6);
        table.row(kit::row![format!("#{letter}(n) - n/psi^{}", power + 1), low, high]);
    }
    table
}

/// The digits of the positive constants one by one, from the first that is not 0.
fn digits_of(found: &[(&'static str, String)], digits: usize) -> Table {
    let wanted = ["psi", "psi^2", "psi^3", "1/psi", "1/psi^2"];
    let mut table = Table::new("digits", &["n", "psi", "psi^2", "psi^3", "1/psi", "1/psi^2"]).with_sequence(0, 1);
    let of = |name: &str| -> Vec<u8> {
        let text = found.iter().find(|(n, _)| *n == name).map_or("", |(_, text)| text);
        text.bytes().filter(u8::is_ascii_digit).skip_while(|&d| d == b'0').map(|d| d - b'0').collect()
    };
    let columns = wanted.map(of);
    for n in 0..digits {
        let row = columns.iter().map(|column| column.get(n).copied().map_or(Fact::Nothing, Fact::from));
        table.row(std::iter::once((n + 1).into()).chain(row).collect());
    }
    table
}

pub(super) const NUMBERS: Question = Question::of("numbers", |ask, _| {
    let count = ask.size("count");
    let numbers = tribonacci::numbers(count);
    let last = numbers.last().map_or(0, |number| number.to_string().len());
    let line = format!("{count} Tribonacci numbers, the last of {last} digits");
    let report = Report::new(line, Standing::Proved).argument("definition of the words").fact("count", count);
    Ok(report.table(Table::sequence("numbers", "n", "T", 0, numbers.iter().map(Fact::big))))
})
.about("the Tribonacci numbers T_0, T_1, ..., so many of them: 0, 0, 1 and each the sum of the three before")
.params(&[Param::whole("count", "how many", 1, 5000).main()])
.examples(&["exile numbers 40"]);

/// A morphism of digits: the images of 0, 1, ..., and the letter that it begins with.
#[derive(Clone)]
struct Morphism {
    images: Vec<(u8, Vec<u8>)>,
}

fn read_morphism(text: &str) -> Result<Morphism> {
    let bad =
        |why: &str| Error::usage(format!("{:?}", shorten(text)), why, "write images of digits such as 0->01,1->0");
    let letters = |part: &str| -> Result<Vec<u8>> {
        match !part.is_empty() && part.len() <= 1000 && part.bytes().all(|b| b.is_ascii_digit()) {
            true => Ok(part.bytes().map(|b| b - b'0').collect()),
            false => Err(bad("letters are digits")),
        }
    };
    let mut images = Vec::new();
    for rule in text.split(',') {
        let (letter, image) = rule.trim().split_once("->").ok_or_else(|| bad("not a list of images"))?;
        let letter = match letters(letter.trim())?[..] {
            [one] if images.iter().all(|(other, _)| *other != one) => one,
            _ => return Err(bad("every letter has one image")),
        };
        images.push((letter, letters(image.trim())?));
    }
    let known = |letter: &u8| images.iter().any(|(other, _)| other == letter);
    let (first, image) = &images[0];
    match () {
        () if !images.iter().all(|(_, image)| image.iter().all(known)) => Err(bad("a letter has no image")),
        () if image.first() != Some(first) || image.len() < 2 => {
            Err(bad("the first image must begin with its letter and be longer"))
        }
        () => Ok(Morphism { images }),
    }
}

impl Morphism {
    fn image(&self, letter: u8) -> &[u8] {
        self.images.iter().find(|(other, _)| *other == letter).map_or(&[], |(_, image)| image)
    }

    /// The beginning of the fixed point that starts with the first letter.
    fn fixed_point(&self, length: usize) -> Vec<u8> {
        let mut word = self.images[0].1.clone();
        let mut read = 1;
        while word.len() < length {
            let image = self.image(word[read]);
            word.extend_from_slice(image);
            read += 1;
        }
        word.truncate(length);
        word
    }
}

pub(super) const MORPHISM: Question = Question::of("morphism", fixed_point)
    .about("the first letters of the fixed point of any morphism of digits, such as the Fibonacci word of 0->01,1->0")
    .params(&[
        Param::read("images", "the image of each letter, the first letter's first", "0->01,1->0", |text| {
            parsed(read_morphism(text))
        })
        .main(),
        Param::whole("to", "how many letters", 1, 1_000_000).or("100"),
    ])
    .examples(&["exile morphism 0->01,1->0", "exile morphism 0->01,1->02,2->0 --to 60", "exile morphism 0->01,1->10"]);

fn fixed_point(ask: &Ask, _: &mut dyn Watch) -> Result<Report> {
    let word = ask.form::<Morphism>("images").fixed_point(ask.size("to"));
    let text: String = word.iter().map(|letter| char::from(b'0' + letter)).collect();
    let start = if text.len() > 60 { format!("{}...", &text[..60]) } else { text.clone() };
    Ok(Report::new(format!("the fixed point begins {start}"), Standing::Proved)
        .argument("definition of the words")
        .fact("word", text)
        .table(Table::sequence("letters", "n", "letter", 0, word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOPIC;

    #[test]
    fn fixed_points_are_those_of_the_room() {
        let report = TOPIC.answer("exile morphism 0->01,1->02,2->0 --to 500").unwrap();
        let word: String = tribonacci::word(500).iter().map(|l| l.pick(['0', '1', '2'])).collect();
        assert_eq!(report.get("word").unwrap().to_string(), word);
        let cases = [
            ("0->10,1->0", "must begin with its letter"),
            ("0->01", "a letter has no image"),
            ("0->0", "be longer"),
            ("a->ab,b->a", "letters are digits"),
            ("0->01,0->1,1->0", "one image"),
            ("01", "not a list"),
        ];
        kit::trial::refused(&cases, |images| TOPIC.answer(&format!("exile morphism {images}")));
    }

    #[test]
    fn digits_are_those_of_the_constants() {
        let report = TOPIC.answer("exile constants 20").unwrap();
        let table = report.tables.iter().find(|table| table.name == "digits").unwrap();
        let column = |at: usize| table.rows.iter().map(|row| row[at].to_string()).collect::<String>();
        assert!(column(1).starts_with("18392867552141611325"), "{}", column(1));
        assert!(column(4).starts_with("543689012692076361"), "{}", column(4));
        assert_eq!(report.get("psi").unwrap().to_string(), "1.83928675521416113255");
    }
}
