//! Certificates bent for tests: every small change of a body, so that a room can see its checker refuse.

use std::collections::BTreeSet;

/// The body with each line deleted, doubled, swapped with the next, cut short or padded, each number made one greater, signed, padded, huge or written
/// in other digits, and each letter changed; never the body itself.
pub(crate) fn bodies(body: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = body.lines().collect();
    let mut bent = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        for replaced in [vec![], vec![*line, line], vec!["", line], vec![line, "end"]] {
            bent.insert(joined(&lines, at, 1, &replaced));
        }
        if let Some(next) = lines.get(at + 1) {
            bent.insert(joined(&lines, at, 2, &[next, line]));
        }
        for changed in words(line).into_iter().chain(numbers(line)).chain(letters(line)) {
            bent.insert(joined(&lines, at, 1, &[&changed]));
        }
    }
    bent.remove(body);
    bent
}

fn joined(lines: &[&str], at: usize, taken: usize, put: &[&str]) -> String {
    let all = [&lines[..at], put, &lines[at + taken..]].concat();
    all.iter().map(|line| format!("{line}\n")).collect()
}

/// The line cut before each blank or comma and before its last character, and with blanks added.
fn words(line: &str) -> Vec<String> {
    let cuts = line.match_indices([' ', ',']).map(|(at, _)| line[..at].to_string());
    let mut changed: Vec<String> = cuts.collect();
    changed.extend(line.char_indices().next_back().map(|(last, _)| line[..last].to_string()));
    changed.extend([format!("{line} "), format!(" {line}"), format!("{line},"), line.replace(' ', "  ")]);
    changed.push(line.replace(' ', "\t"));
    changed
}

fn numbers(line: &str) -> Vec<String> {
    let mut changed = Vec::new();
    let digit = |c: char| c.is_ascii_digit();
    let mut from = 0;
    while let Some(start) = line[from..].find(digit).map(|at| from + at) {
        let end = line[start..].find(|c| !digit(c)).map_or(line.len(), |at| start + at);
        let number = &line[start..end];
        let wide = |c: char| char::from_u32(c as u32 - '0' as u32 + '０' as u32).unwrap_or(c);
        let mut others = vec![format!("+{number}"), format!("0{number}"), format!("-{number}"), String::new()];
        others.extend([number.chars().map(wide).collect(), "9".repeat(30), "4294967296".to_string()]);
        others.extend([format!("{number}0"), format!("{number}.0"), "0".to_string(), "NaN".to_string()]);
        others.extend(
            number.parse::<u128>().into_iter().flat_map(|n| [n + 1, n.saturating_sub(1)]).map(|n| n.to_string()),
        );
        changed.extend(others.into_iter().map(|other| format!("{}{other}{}", &line[..start], &line[end..])));
        from = end;
    }
    changed
}

fn letters(line: &str) -> Vec<String> {
    let mut changed = Vec::new();
    for (at, letter) in line.char_indices().filter(|(_, c)| !c.is_ascii_digit() && *c != ' ') {
        let next = char::from_u32(letter as u32 + 1).unwrap_or('?');
        let other = if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        let rest = &line[at + letter.len_utf8()..];
        changed.extend([next, other].map(|new| format!("{}{new}{rest}", &line[..at])));
    }
    changed
}
