//! `conics relation`: a closed form for a constant, with its evidence, or the word that the digits do not suffice.

use super::super::convex::Shape;
use super::super::exact::{quadrature, usual_nodes};
use super::super::region::Region;
use super::super::relation::{CONSTANTS, HELD_BACK, Relation, constant, relation};
use dashu::base::{Signed, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Watch, parsed, say};

pub(super) const RELATION: Question = Question::of("relation", answer)
    .about("an integer relation between a number and known constants, with its evidence")
    .params(&[
        Param::read(
            "value",
            "the number, with all the digits that are sure; or which to compute",
            "a decimal such as 0.28077404403708, or four:REGION, five:REGION, odds:REGION",
            |text| parsed(read_source(text)),
        )
        .main(),
        Param::read(
            "basis",
            "constants that may take part",
            "constants with commas between, such as 1,pi^2,ln2",
            |text| parsed(read_basis(text)),
        )
        .or("1,1/pi,1/pi^2"),
    ])
    .examples(&[
        "conics relation 0.70447988104318149995535156563829 --basis 1,1/pi^2",
        "conics relation 0.28077404403708",
        "conics relation four:halfdisk --basis 1,1/pi^2,1/pi^4",
    ]);

/// The most digits that are looked at.
const MOST_DIGITS: usize = 200;

/// A decimal number by its digits: the whole number and the place of its point.
struct Decimal {
    digits: IBig,
    places: usize,
}

/// Where the number comes from.
enum Source {
    /// It was given.
    Given(Decimal),
    /// So many points of a region in convex position, to be computed with its proved digits.
    Convex(u8, String),
    /// The share of ellipses in a region, to be computed with the digits that stand still.
    Odds(String),
}

fn read_source(text: &str) -> Result<Source> {
    let Some((what, region)) = text.split_once(':') else { return read_value(text).map(Source::Given) };
    // What is no region is refused at once.
    Region::read(region)?;
    match what {
        "four" => Ok(Source::Convex(4, region.to_string())),
        "five" => Ok(Source::Convex(5, region.to_string())),
        "odds" => Ok(Source::Odds(region.to_string())),
        other => Err(say::unknown(other, "no such constant of a region", ["four", "five", "odds"].into_iter())),
    }
}

impl Source {
    /// The number, and how its digits are known.
    fn decimal(&self, watch: &mut dyn Watch) -> Result<(Decimal, &'static str)> {
        match self {
            Source::Given(Decimal { digits, places }) => {
                Ok((Decimal { digits: digits.clone(), places: *places }, "given"))
            }
            Source::Convex(points, region) => {
                let chances = Shape::read(region)?.chances(watch)?;
                let value = if *points == 4 { Some(chances.four) } else { chances.five };
                let none = || Error::usage(format!("five:{region}"), "has no exact method here", "ask for four");
                let (digits, places) = value.ok_or_else(none)?.decimals(MOST_DIGITS);
                Ok((Decimal { digits, places }, "proved"))
            }
            Source::Odds(region) => {
                let region = Region::read(region)?;
                let quadrature = quadrature(&region, usual_nodes(&region), watch)?;
                let places = quadrature.digits().clamp(1, 14);
                Ok((read_value(&format!("{:.places$}", quadrature.value()))?, "stand still under refinement"))
            }
        }
    }
}

fn read_value(text: &str) -> Result<Decimal> {
    let refuse = |why: &str| Error::usage(format!("{:?}", say::shorten(text)), why, "write 0.28077404403708");
    let (whole, part) = text.split_once('.').ok_or_else(|| refuse("no decimal point"))?;
    if part.len() > MOST_DIGITS || whole.len() > MOST_DIGITS {
        return Err(Error::too_large("that many digits", format!("the limit is {MOST_DIGITS}"), "give fewer"));
    }
    let sign = whole.strip_prefix('-').unwrap_or(whole);
    let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !plain(sign) || !plain(part) {
        return Err(refuse("not a decimal number"));
    }
    if part.len() < 6 {
        return Err(refuse("fewer than six decimals say nothing"));
    }
    let digits = IBig::from_str_radix(&format!("{whole}{part}"), 10).map_err(|_| refuse("not a decimal number"))?;
    Ok(Decimal { digits, places: part.len() })
}

fn read_basis(text: &str) -> Result<Vec<&'static str>> {
    let mut names = Vec::new();
    for word in text.split(',').map(str::trim) {
        let known = CONSTANTS.into_iter().find(|name| *name == word);
        let name = known.ok_or_else(|| say::unknown(word, "no such constant", CONSTANTS.into_iter()))?;
        if names.contains(&name) {
            return Err(Error::usage(name, "given twice", "give it once"));
        }
        names.push(name);
    }
    match names.len() > 8 {
        true => Err(Error::too_large(format!("{} constants", names.len()), "the limit is 8", "give fewer")),
        false => Ok(names),
    }
}

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let basis = ask.form::<Vec<&'static str>>("basis");
    let (value, known) = ask.form::<Source>("value").decimal(watch)?;
    let constants = basis.iter().filter_map(|name| constant(name, value.places));
    let numbers: Vec<IBig> = std::iter::once(value.digits.clone()).chain(constants).collect();
    let (found, none_up_to) = relation(&numbers, value.places);
    let digits = value.places;
    let text = relation_text(&found, basis);
    let line = match found.counts() {
        true => format!(
            "{text}, which holds on all {digits} digits, {:.0} more than chance would take",
            found.spare.unwrap_or(0.0)
        ),
        false => format!(
            "no relation is supported: {digits} digits do not suffice beyond coefficients of {none_up_to}, and up to these there is none"
        ),
    };
    Ok(Report::new(line, Standing::checked(format!("{digits} digits")))
        .fact("found", found.counts())
        .fact("relation", found.counts().then_some(text))
        .fact("value", engine::rational::decimal_text(&value.digits, digits))
        .fact("digits", digits)
        .fact("digits_are", known)
        .fact("digits_held_back", HELD_BACK.min(digits / 3))
        .fact("digits_to_spare", found.spare)
        .fact("none_up_to", if found.counts() { Fact::Nothing } else { Fact::big(none_up_to) }))
}

/// The relation solved for the value v.
fn relation_text(found: &Relation, basis: &[&str]) -> String {
    let mut text = String::new();
    for (c, name) in found.coefficients[1..].iter().zip(basis).filter(|(c, _)| !c.is_zero()) {
        // v = -(c_1 b_1 + ...) / c_0.
        let sign = match (text.is_empty(), c.is_negative()) {
            (true, true) => "",
            (true, false) => "-",
            (false, true) => " + ",
            (false, false) => " - ",
        };
        let size = c.clone().unsigned_abs();
        let part = match (*name, name.strip_prefix("1/")) {
            ("1", _) => size.to_string(),
            (_, Some(below)) => format!("{size}/{below}"),
            (name, _) if size == UBig::ONE => name.to_string(),
            (name, _) => format!("{size} {name}"),
        };
        text.push_str(&format!("{sign}{part}"));
    }
    let text = if text.is_empty() { "0".to_string() } else { text };
    match found.coefficients[0] == IBig::ONE {
        true => format!("v = {text}"),
        false => format!("v = ({text})/{}", found.coefficients[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOPIC;

    /// v = 1 - 35/(12 pi^2), Woolhouse's constant of the disk, made from the constants to so many digits.
    fn woolhouse(digits: usize) -> String {
        let value =
            constant("1", digits).unwrap() - constant("1/pi^2", digits).unwrap() * IBig::from(35) / IBig::from(12);
        engine::rational::decimal_text(&value, digits)
    }

    #[test]
    fn woolhouse_is_found_with_many_digits_and_not_with_few() {
        let report = TOPIC.answer(&format!("conics relation {} --basis 1,1/pi^2", woolhouse(30))).unwrap();
        assert_eq!(report.get("relation").and_then(Fact::as_text), Some("v = (12 - 35/pi^2)/12"), "{}", report.line);
        let few = TOPIC.answer(&format!("conics relation {} --basis 1,1/pi,1/pi^2,ln2,sqrt3", woolhouse(10))).unwrap();
        assert_eq!(few.get("found"), Some(&Fact::Truth(false)), "{}", few.line);
        assert!(few.line.contains("do not suffice"));
    }

    #[test]
    fn constants_of_regions_are_computed_and_recognised() {
        let relation = |words: &str| {
            let report = TOPIC.answer(&format!("conics relation {words}")).unwrap();
            report.get("relation").and_then(Fact::as_text).map(str::to_string).ok_or(report.line)
        };
        assert_eq!(relation("four:disk --basis 1,1/pi^2"), Ok("v = (12 - 35/pi^2)/12".to_string()));
        assert_eq!(relation("five:disk --basis 1,1/pi^2"), Ok("v = (48 - 305/pi^2)/48".to_string()));
        assert_eq!(relation("four:square --basis 1"), Ok("v = (25)/36".to_string()));
        let half = "v = (3 - 35/pi^2 + 256/pi^4)/3".to_string();
        assert_eq!(relation("four:halfdisk --basis 1,1/pi^2,1/pi^4"), Ok(half));
        assert!(relation("four:halfdisk --basis 1,1/pi^2").unwrap_err().contains("none"));
        assert!(relation("odds:gauss").unwrap_err().contains("do not suffice"));
    }

    #[test]
    fn a_changed_digit_is_no_longer_a_relation() {
        let mut digits = woolhouse(30).into_bytes();
        digits[12] = if digits[12] == b'9' { b'0' } else { digits[12] + 1 };
        let changed = String::from_utf8(digits).unwrap();
        let report = TOPIC.answer(&format!("conics relation {changed} --basis 1,1/pi^2")).unwrap();
        assert_eq!(report.get("found"), Some(&Fact::Truth(false)));
    }

    #[test]
    fn bad_numbers_and_constants_are_refused() {
        for words in [
            "four:blob",
            "six:disk",
            "five:ring:0.5",
            "12",
            "0.1",
            "0.12345x",
            "0.1234567 --basis tau",
            "0.1234567 --basis 1,1",
            "1e-9",
        ] {
            assert!(TOPIC.answer(&format!("conics relation {words}")).is_err(), "{words}");
        }
    }
}
