//! Changes that a forger makes to certificates, for the rooms' tests of their checkers.

use kit::{Certificate, NoFiles, Topic, Unwatched, read_sentence, verify};

/// Every example of every kind writes a certificate of this kind that stands, and another statement, kind or topic over
/// the same evidence does not.
pub(crate) fn examples_stand(topic: &'static Topic) {
    for kind in topic.certificates {
        assert!(!kind.examples.is_empty() && !kind.about.is_empty() && !kind.format.is_empty(), "{}", kind.name);
        for example in kind.examples {
            let (question, ask) = read_sentence(&[topic], example, &NoFiles).unwrap();
            let report = (question.answer)(&ask.with_certificate(), &mut Unwatched).unwrap();
            let good = report.certificate.unwrap_or_else(|| panic!("{example} writes none"));
            assert_eq!((good.topic.as_str(), good.kind.as_str()), (topic.name, kind.name), "{example}");
            let checked = |certificate: &Certificate| {
                verify(&[topic], &Certificate::read(&certificate.to_file())?, &mut Unwatched).map(|report| report.line)
            };
            assert_eq!(checked(&good).unwrap_or_else(|e| panic!("{example}: {e}")), good.states);
            let others = changes(&good.states);
            for (_, states) in others.iter().step_by(1 + others.len() / 12) {
                let states = states.lines().next().unwrap_or("").to_string();
                if states != good.states {
                    assert!(checked(&Certificate { states, ..good.clone() }).is_err(), "{example}");
                }
            }
            for other in topic.certificates.iter().filter(|other| other.name != kind.name) {
                assert!(checked(&Certificate { kind: other.name.to_string(), ..good.clone() }).is_err(), "{example}");
            }
        }
    }
}

/// Every text that comes of deleting, doubling, swapping or truncating a line, adding one to a number or making it
/// huge, or changing a letter, with a word on what was done.
pub(crate) fn changes(body: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = body.lines().collect();
    let mut list = vec![("all deleted".to_string(), String::new())];
    for (i, line) in lines.iter().enumerate() {
        let with = |middle: &[&str]| [&lines[..i], middle, &lines[i + 1..]].concat().join("\n") + "\n";
        let mut add = |what: &str, middle: &[&str]| list.push((format!("line {i} {what}"), with(middle)));
        add("deleted", &[]);
        add("doubled", &[line, line]);
        add("emptied", &[""]);
        for cut in (1..line.len()).filter(|&cut| line.is_char_boundary(cut)) {
            add("truncated", &[&line[..cut]]);
        }
        if let Some(next) = lines.get(i + 1) {
            list.push((
                format!("line {i} swapped"),
                [&lines[..i], &[next, line], &lines[i + 2..]].concat().join("\n") + "\n",
            ));
        }
        for other in words(line) {
            list.push((format!("line {i} as {other:?}"), with(&[&other])));
        }
    }
    list
}

/// The line with one number or one letter changed.
fn words(line: &str) -> Vec<String> {
    let mut list = Vec::new();
    let digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    for (at, c) in line.char_indices() {
        let (before, after) = (&line[..at], &line[at + c.len_utf8()..]);
        if c.is_ascii_digit() && !(at > 0 && digit(at - 1)) {
            let end = (at..).find(|&end| !digit(end)).expect("a line ends");
            let next = line[at..end].parse::<u128>().map_or(1, |number| number + 1);
            let rest = &line[end..];
            let written = &line[at..end];
            for number in
                [&next.to_string(), "", "18446744073709551616", &format!("+{written}"), &format!("0{written}"), "٣"]
            {
                list.push(format!("{before}{number}{rest}"));
            }
        }
        for other in [char::from((c as u8).wrapping_add(1) & 127), 'A', 'é', ' '] {
            list.push(format!("{before}{other}{after}"));
        }
    }
    list
}
