//! Exact numbers as people write them: `-3/4`, `0.125`, `1.5e-3`, read into fractions without rounding, and written
//! back.

use dashu::base::{Abs, Signed, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use kit::{Error, Result, shorten};

/// The most characters of one number.
pub const LONGEST: usize = 400;

/// The largest exponent after `e`, either way.
pub const LARGEST_EXPONENT: i32 = 400;

/// Reads a decimal (`-1.25`, `3e-4`) or a fraction of decimals (`-3/4`) exactly.
///
/// # Errors
/// When the text is no such number.
pub fn read(text: &str) -> Result<RBig> {
    let refuse = |why: &str| Error::usage(format!("{:?}", shorten(text)), why, "write 1.25, -3/4 or 2e-3");
    if text.len() > LONGEST {
        return Err(Error::too_large(
            format!("a number of {} characters", text.len()),
            format!("the limit is {LONGEST}"),
            "write fewer digits",
        ));
    }
    match text.split_once('/') {
        None => decimal(text).ok_or_else(|| refuse(why_not(text))),
        Some((above, below)) => {
            let above = decimal(above).ok_or_else(|| refuse(why_not(above)))?;
            let below = decimal(below).ok_or_else(|| refuse(why_not(below)))?;
            match below.is_zero() {
                true => Err(refuse("the denominator is zero")),
                false => Ok(above / below),
            }
        }
    }
}

fn why_not(text: &str) -> &'static str {
    let plain = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    match plain.as_str() {
        "" => "a number is missing",
        "nan" => "not a number",
        "inf" | "infinity" => "not a finite number",
        _ => "not a decimal number or a fraction within the limits",
    }
}

fn decimal(text: &str) -> Option<RBig> {
    let (negative, body) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (digits, exponent) = match body.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (body, 0),
    };
    if exponent.abs() > LARGEST_EXPONENT {
        return None;
    }
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{part}");
    if all.is_empty() || !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut above = IBig::from_str_radix(&all, 10).ok()?;
    if negative {
        above = -above;
    }
    let shift = exponent - i32::try_from(part.len()).ok()?;
    let power = UBig::from(10u8).pow(shift.unsigned_abs() as usize);
    Some(match shift >= 0 {
        true => RBig::from(above * IBig::from(power)),
        false => RBig::from_parts(above, power),
    })
}

/// The nearest double.
pub fn to_f64(number: &RBig) -> f64 {
    number.to_f64().value()
}

/// The nearest double of a quotient of whole numbers.
pub fn quotient(above: &IBig, below: &IBig) -> f64 {
    to_f64(&(RBig::from(above.clone()) / RBig::from(below.clone())))
}

/// A finite double as the fraction that it is.
pub fn from_f64(number: f64) -> Option<RBig> {
    RBig::try_from(number).ok()
}

/// The number as an integer over a common power of ten, if it has so few decimals: `1.25` with 3 decimals is 1250.
pub fn scaled(number: &RBig, decimals: usize) -> Option<IBig> {
    let scaled = number * RBig::from(UBig::from(10u8).pow(decimals));
    scaled.is_int().then(|| scaled.into_parts().0)
}

/// The decimals that a number needs, if it terminates within `most` of them.
pub fn decimals(number: &RBig, most: usize) -> Option<usize> {
    (0..=most).find(|&d| scaled(number, d).is_some())
}

/// The decimal text of `digits / 10^decimals`.
pub fn decimal_text(digits: &IBig, decimals: usize) -> String {
    let sign = if digits.is_negative() { "-" } else { "" };
    let mut text = digits.clone().abs().to_string();
    if decimals == 0 {
        return format!("{sign}{text}");
    }
    if text.len() <= decimals {
        text = format!("{}{text}", "0".repeat(decimals + 1 - text.len()));
    }
    text.insert(text.len() - decimals, '.');
    format!("{sign}{text}")
}

/// The integer square root of a number that is not negative.
pub fn floor_root(number: &IBig) -> UBig {
    use dashu::base::SquareRoot;
    number.clone().unsigned_abs().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_read_exactly() {
        for (text, fraction) in
            [("0.1", "1/10"), ("-3/4", "-3/4"), ("1.5e-3", "3/2000"), ("2e2", "200"), (".5", "1/2"), ("0.5/0.25", "2")]
        {
            assert_eq!(read(text).unwrap().to_string(), fraction, "{text}");
        }
        let long = "0.1234567890123456789012345678901234567891";
        assert_eq!(decimal_text(&scaled(&read(long).unwrap(), 40).unwrap(), 40), long);
    }

    #[test]
    fn what_is_no_finite_number_is_refused() {
        for text in ["", "NaN", "inf", "-infinity", "1/0", "1e9999", "0x10", "1.2.3", "--1", "1e", "1/2/3", "½"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC{0,30}") {
            let _ = read(&text);
        }

        #[test]
        fn decimals_round_trip(digits in -1_000_000_000i64..1_000_000_000, decimals in 0usize..12) {
            let text = decimal_text(&IBig::from(digits), decimals);
            prop_assert_eq!(scaled(&read(&text).unwrap(), decimals), Some(IBig::from(digits)));
        }
    }
}
