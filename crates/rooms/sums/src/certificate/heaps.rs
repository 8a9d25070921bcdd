//! The kind `heaps`: the nimbers of the heaps of a take-and-break game, from 0 to some.
//!
//! The checker knows the code and the definition: each value is the mex over all moves of the values before it. The
//! split into rare and common values, by which the table was found, is not believed.

use super::digest;
use super::evidence::plain_number;
use engine::heaps::Rule;
use kit::{Certificate, CertificateKind, Error, Fact, Report, Result, Standing, Watch};
use std::fmt::Write as _;

/// The row of this kind.
pub(super) const KIND: CertificateKind = CertificateKind {
    name: "heaps",
    about: "The nimbers of the heaps 0 to N of a take-and-break game. The checker finds each value to be the mex of \
            what the moves of its heap leave, by the code alone. Established from: the code, the definition of the \
            nimber, and that the nimber of several heaps is the exclusive or of theirs.",
    format: include_str!("heaps.txt"),
    examples: &["sums table 0.77 --to 40", "sums table grundy --to 30", "sums table 0.1(25) --to 12"],
    check,
};

/// The last heap of a certificate: checking by the definition takes the square of it.
const MOST_HEAP: usize = 20_000;
/// The values in a line.
const PER_LINE: usize = 20;

fn statement(rule: &Rule, values: &[u32]) -> String {
    let text = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    format!("{rule}: the nimbers of the heaps 0 to {}, digest {:016x}", values.len() - 1, digest(&text))
}

/// Writes the values of the heaps from 0 on.
pub(crate) fn heaps_certificate(rule: &Rule, values: &[u16]) -> Certificate {
    let lines = value_lines(values);
    let values: Vec<u32> = values.iter().map(|&value| value.into()).collect();
    Certificate::new("sums", KIND.name, statement(rule, &values), format!("code {rule}\n{lines}"))
}

/// The lines of values.
pub(super) fn value_lines(values: &[u16]) -> String {
    let mut lines = String::new();
    for values in values.chunks(PER_LINE) {
        lines += "nimbers";
        for value in values {
            let _ = write!(lines, " {value}");
        }
        lines.push('\n');
    }
    lines
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (rule, values) = read(certificate)?;
    if !is_checkable(&rule, values.len() - 1) {
        let limit = format!("at most {MOST_MOVES} moves are gone through");
        return Err(Error::too_large("the check", limit, "certify a shorter table"));
    }
    // Who left a value last.
    let mut left = vec![usize::MAX; 1 << 17];
    for (n, &(line, value)) in values.iter().enumerate() {
        for take in 0..=n.min(rule.last_take().unwrap_or(n)) {
            if take % LOOK == 0 {
                kit::watch::step(watch, n as u64, Some(values.len() as u64), || format!("{n} heaps were checked"))?;
            }
            rule.each_rest(take, n - take, &mut |parts| {
                left[parts.iter().fold(0, |sum, &part| sum ^ values[part].1) as usize] = n;
            });
        }
        let mex = (0..).find(|&value| left[value as usize] != n).unwrap_or(u32::MAX);
        if mex != value {
            return Err(Certificate::broken(line, format!("the heap {n} has nimber {mex}, not {value}")));
        }
    }
    let values: Vec<u32> = values.into_iter().map(|(_, value)| value).collect();
    Ok(Report::new(statement(&rule, &values), Standing::Proved)
        .fact("code", rule.to_string())
        .fact("largest", values.iter().max().copied())
        .fact("values", Fact::list(values.into_iter().take(1000))))
}

/// The most moves of all heaps that a check goes through: some seconds. A file of some thousand values could ask for
/// hours.
const MOST_MOVES: u64 = 2_000_000_000;

/// Takes between two looks.
const LOOK: usize = 64;

/// Whether a table to this heap can be checked.
pub(crate) fn is_checkable(rule: &Rule, last: usize) -> bool {
    let mut left = MOST_MOVES;
    last <= MOST_HEAP
        && (0..=last).all(|n| {
            let after = left.checked_sub(rule.breadth(n));
            left = after.unwrap_or(0);
            after.is_some()
        })
}

/// The code, and every value with its line.
fn read(certificate: &Certificate) -> Result<(Rule, Vec<(usize, u32)>)> {
    let mut lines = certificate.lines();
    Ok((plain_code(&mut lines)?, read_values(lines, MOST_HEAP + 1)?))
}

/// The code of the first line, in its one way of writing.
pub(super) fn plain_code<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Rule> {
    let (number, first) = lines.next().unwrap_or((3, ""));
    let code = first.strip_prefix("code ").ok_or_else(|| Certificate::broken(number, "there is no line \"code\""))?;
    let rule: Rule = code.parse().map_err(|error| Certificate::broken(number, error))?;
    match rule.to_string() == code {
        true => Ok(rule),
        false => Err(Certificate::broken(number, format!("the code is written {rule}"))),
    }
}

/// The values of the lines that are left, each with its line.
pub(super) fn read_values<'a>(lines: impl Iterator<Item = (usize, &'a str)>, most: usize) -> Result<Vec<(usize, u32)>> {
    let mut values = Vec::new();
    let mut full = true;
    for (line, text) in lines {
        let Some(list) = text.strip_prefix("nimbers ") else {
            return Err(Certificate::broken(line, "a line \"nimbers\" is expected"));
        };
        if !full {
            return Err(Certificate::broken(line, format!("the line before it has fewer than {PER_LINE} values")));
        }
        let before = values.len();
        for value in list.split(' ') {
            let value = plain_number(value).filter(|&value| value <= u16::MAX.into());
            values.push((line, value.ok_or_else(|| Certificate::broken(line, "a nimber is a number below 65536"))?));
        }
        full = values.len() - before == PER_LINE;
        if values.len() - before > PER_LINE || values.len() > most {
            return Err(Certificate::broken(line, format!("{PER_LINE} values in a line, {most} in all")));
        }
    }
    match values.is_empty() {
        true => Err(Error::failed("there is no line \"nimbers\"")),
        false => Ok(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    fn checked(body: &str) -> Result<Report> {
        check(&Certificate::new("sums", KIND.name, "", body.to_string()), &mut Unwatched)
    }

    #[test]
    fn a_table_is_checked_by_the_definition_and_nothing_else() {
        for code in ["0.77", "0.137", "grundy", "0.8", "0.(3)", "4.02"] {
            let rule: Rule = code.parse().unwrap();
            let values = engine::heaps::nimbers_by_definition(&rule, 45);
            let certificate = heaps_certificate(&rule, &values);
            assert_eq!(check(&certificate, &mut Unwatched).unwrap().line, certificate.states, "{code}");
            for n in 0..values.len() {
                let mut forged = values.clone();
                forged[n] += 1;
                let error = check(&heaps_certificate(&rule, &forged), &mut Unwatched).unwrap_err().to_string();
                assert!(error.contains(&format!("the heap {n} has nimber")), "{code} {n}: {error}");
            }
        }
        let cases = [
            ("", "line 3: there is no line \"code\""),
            ("code 0.77\n", "no line \"nimbers\""),
            ("code .77\nnimbers 0\n", "is written 0.77"),
            ("code 0.77\nnimbers 0 01\n", "a number below"),
            ("code 0.77\nnimbers 0  1\n", "a number below"),
            ("code 0.77\nnimbers 0 1\nnimbers 2\n", "fewer than 20"),
            ("code 0.77\nnimbers 0 1\nend\n", "is expected"),
            ("code 0.77\nnimbers 0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1\n", "20 values in a line"),
        ];
        kit::trial::refused(&cases, checked);
    }
    #[test]
    fn moves_values_and_heaps_are_bounded() {
        let grundy: Rule = "grundy".parse().unwrap();
        assert!(is_checkable(&grundy, MOST_HEAP) && !is_checkable(&grundy, MOST_HEAP + 1));
        // A thousand takes, each into three heaps: some hundred values would be minutes of work.
        let long: Rule = format!("0.{}", "F".repeat(1000)).parse().unwrap();
        let all = |last: usize| (0..=last).map(|n| long.breadth(n)).sum::<u64>();
        let last = (0..).find(|&last| all(last + 1) > MOST_MOVES).unwrap();
        assert!((600..900).contains(&last) && is_checkable(&long, last) && !is_checkable(&long, last + 1), "{last}");
        let body = format!("code {long}\n{}", value_lines(&vec![0; last + 2]));
        let error = checked(&body).unwrap_err();
        assert_eq!(error.trouble(), kit::Trouble::TooLarge, "{error}");
        let values = |count: usize| {
            let body = format!("code 0.77\n{}", value_lines(&vec![0; count]));
            read(&Certificate::new("sums", KIND.name, "", body)).map(|(_, values)| values.len())
        };
        assert_eq!(values(MOST_HEAP + 1).unwrap(), 20_001);
        assert!(values(MOST_HEAP + 2).unwrap_err().to_string().contains("20001 in all"));
        // As many heaps as there may be are looked at.
        let most = format!("code 0.77\n{}", value_lines(&vec![0; MOST_HEAP + 1]));
        assert!(checked(&most).unwrap_err().to_string().contains("the heap 1 has nimber 1, not 0"));
        let one = |value: u32| read(&Certificate::new("sums", KIND.name, "", format!("code 0.77\nnimbers {value}\n")));
        assert_eq!(one(65_535).unwrap().1, [(4, 65_535)]);
        assert!(one(65_536).is_err());
    }
}
