//! Reading the evidence, within the limits of what the checker can hold.

use super::super::position::{MOST_VERTICES, Position};
use super::Subject;
use kit::{Certificate, Error, Result, shorten};

/// The most lines of a list.
const MOST_LINES: usize = 1 << 22;
/// Nimbers are less than this, and so are their sums.
const NIMBERS: u64 = 64;

/// The most positions whose values one list shows.
const MOST_SUBJECTS: usize = 10_000;

/// The positions that the first lines name, and the numbered lines of the list.
pub(super) fn read(certificate: &Certificate) -> Result<(Vec<Subject>, Vec<(usize, &str)>)> {
    let mut lines = certificate.lines().peekable();
    let (number, first) = lines.next().unwrap_or((3, ""));
    let mut subjects = vec![subject(first).map_err(|why| Certificate::broken(number, why))?];
    while let Some((number, line)) = lines.next_if(|(_, line)| !line.starts_with('{') && !line.is_empty()) {
        if subjects.len() == MOST_SUBJECTS {
            return Err(Certificate::broken(number, format!("more than {MOST_SUBJECTS} positions")));
        }
        let subject = subject(line).map_err(|why| Certificate::broken(number, why))?;
        if subjects.contains(&subject) {
            return Err(Certificate::broken(number, "this position is named already"));
        }
        subjects.push(subject);
    }
    let list: Vec<(usize, &str)> = lines.take(MOST_LINES + 1).collect();
    match list.get(MOST_LINES) {
        None => Ok((subjects, list)),
        Some(_) => {
            let limit = format!("the limit is {MOST_LINES} lines");
            Err(Error::too_large("the list", limit, "give a shorter one"))
        }
    }
}

fn subject(line: &str) -> Result<Subject, String> {
    if let Some(text) = line.strip_prefix("position ") {
        return position(text).map(|_| Subject::Text(text.to_string()));
    }
    let spots = line.strip_prefix("spots ").ok_or_else(|| {
        format!("{:?} is neither \"spots\" with a number nor \"position\" with a text", shorten(line))
    })?;
    match whole(spots) {
        Some(n) if n <= MOST_VERTICES as u64 => Ok(Subject::Spots(n as usize)),
        Some(n) => Err(format!("{n} spots are too many, the limit is {MOST_VERTICES}")),
        None => Err(format!("{:?} is not a number of spots", shorten(spots))),
    }
}

/// A whole number as it is printed: no sign, no leading zeros.
fn whole(text: &str) -> Option<u64> {
    text.parse::<u64>().ok().filter(|number| number.to_string() == text)
}

/// A land and its nimber.
pub(super) fn entry(line: &str) -> Result<(Position, u32), String> {
    let (text, k) = line.rsplit_once(' ').ok_or_else(|| format!("{:?} is not a land and its nimber", shorten(line)))?;
    match whole(k) {
        Some(k) if k < NIMBERS => Ok((position(text)?, k as u32)),
        Some(k) => Err(format!("the nimber {k} is too large, nimbers are less than {NIMBERS}")),
        None => Err(format!("{:?} is not a nimber", shorten(k))),
    }
}

/// A position by its regions, without blanks.
pub(super) fn position(text: &str) -> Result<Position, String> {
    match text.starts_with('{') && !text.contains(char::is_whitespace) {
        true => text.parse().map_err(|e: Error| e.to_string()),
        false => Err(format!("{:?} is not a position, written as regions without blanks", shorten(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_printed() {
        assert_eq!(["0", "7", "63"].map(whole), [Some(0), Some(7), Some(63)]);
        for text in ["", "+7", "-0", "07", "00", " 7", "7 ", "٧", "7.0", "1e1", "18446744073709551616"] {
            assert_eq!(whole(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let certificate = |body: &str| Certificate::new("sprouts", "nimbers", "", body.to_string());
        for (line, part) in [
            ("", "neither"),
            ("spot 3", "neither"),
            ("spots  3", "not a number"),
            ("spots +3", "not a number"),
            ("spots 401", "401 spots are too many, the limit is 400"),
            ("spots 18446744073709551615", "too many"),
            ("position 3", "written as regions"),
            ("position {0 .0}", "without blanks"),
            ("position {0.0", "not closed"),
            ("position {0*401}", "too large"),
        ] {
            let error = read(&certificate(line)).unwrap_err().to_string();
            assert!(error.contains(part) && error.starts_with("line 3: "), "{line}: {error}");
        }
        assert_eq!(subject("spots 400"), Ok(Subject::Spots(400)));
        assert!(subject(&format!("position {}", "{}".repeat(4097))).unwrap_err().contains("8194 characters"));
        for (line, part) in [
            ("{0*3}", "not a land and its nimber"),
            ("{0*3} 64", "less than 64"),
            ("{0*3} 00", "not a nimber"),
            ("{0*3} +1", "not a nimber"),
            ("{0*3}  1", "without blanks"),
            ("0 1", "written as regions"),
            ("{A1.2A}{A2}{A2} 1", "fourth"),
            ("{A1.A2} 1", "two boundaries"),
            ("{12A} 1", "only once"),
        ] {
            let error = entry(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
        assert_eq!(entry("{0*3} 63").unwrap(), (Position::start(3), 63));
    }

    #[test]
    fn positions_are_named_once_and_not_too_many() {
        let named = |body: &str| {
            let certificate = Certificate::new("sprouts", "nimbers", "", body.to_string());
            read(&certificate).map(|(subjects, list)| (subjects.len(), list.len())).map_err(|error| error.to_string())
        };
        let text = |i: usize| format!("position {{0*{}}}{{0*{}}}\n", 2 + i / 100, 2 + i % 100);
        let most: String = (0..MOST_SUBJECTS).map(text).collect();
        assert_eq!(named(&format!("{most}{{22}} 1\n")), Ok((MOST_SUBJECTS, 1)));
        assert_eq!(named(&format!("{most}spots 1\n")), Err("line 10003: more than 10000 positions".to_string()));
        assert_eq!(named("spots 2\nspots 3\nposition {0*2}\n{22} 1\n{22}\n"), Ok((3, 2)));
        for twice in ["spots 2\nspots 2\n", "position {0.1}\nspots 2\nposition {0.1}\n"] {
            assert!(named(twice).unwrap_err().contains("this position is named already"), "{twice}");
        }
        assert!(named("spots 2\nspot 3\n").unwrap_err().starts_with("line 4: "));
    }

    #[test]
    fn a_list_beyond_the_limit_is_refused() {
        let body =
            |lines: usize| Certificate::new("sprouts", "nimbers", "", format!("spots 0\n{}", "\n".repeat(lines)));
        assert_eq!(read(&body(MOST_LINES)).unwrap().1.len(), MOST_LINES);
        let error = read(&body(MOST_LINES + 1)).unwrap_err().to_string();
        assert!(error.contains("the limit is 4194304 lines"), "{error}");
    }
}
