//! Changes that a forger makes to evidence, for the rooms' tests of their checkers.

/// Every text that comes of deleting, doubling, swapping or truncating a line, adding one to a number or making it huge, or changing a letter, with a word on
/// what was done.
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
