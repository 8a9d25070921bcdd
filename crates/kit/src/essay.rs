//! Essays: a text for who opens the room for the first time, and parts that unfold for who wants to know why.
//!
//! A room writes its essay as a plain file. Blank lines part paragraphs, whose lines may be broken anywhere; words
//! between backquotes are code. A line `## Title` begins a part that a front end keeps folded: a definition, a theorem
//! with its proof, a method. Reports and claims name such parts, so each title stands once.

/// An essay, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Essay<'a> {
    /// What everyone reads, a paragraph each.
    pub paragraphs: Vec<String>,
    /// What unfolds.
    pub more: Vec<Part<'a>>,
}

/// A part that unfolds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part<'a> {
    /// The name by which reports and claims cite it.
    pub title: &'a str,
    /// Its paragraphs.
    pub paragraphs: Vec<String>,
}

impl<'a> Essay<'a> {
    /// Reads the text of a topic's essay.
    pub fn read(text: &'a str) -> Essay<'a> {
        let mut essay = Essay::default();
        let mut open = Vec::new();
        for line in text.lines().map(str::trim).chain([""]) {
            let title = line.strip_prefix("## ");
            if !line.is_empty() && title.is_none() {
                open.push(line);
                continue;
            }
            let paragraphs = essay.more.last_mut().map_or(&mut essay.paragraphs, |part| &mut part.paragraphs);
            paragraphs.extend((!open.is_empty()).then(|| open.join(" ")));
            open.clear();
            essay.more.extend(title.map(|title| Part { title, paragraphs: Vec::new() }));
        }
        essay
    }

    /// The part of that name.
    pub fn part(&self, title: &str) -> Option<&Part<'a>> {
        self.more.iter().find(|part| part.title.eq_ignore_ascii_case(title.trim()))
    }
}

/// An entry of a list that is written as a plain file, such as the glossary: a title, lines `key: value` below it, and
/// after a blank line what is told, a paragraph a line.
pub(crate) struct Entry {
    /// Its title.
    pub(crate) title: &'static str,
    /// What is told, in paragraphs.
    pub(crate) told: &'static str,
    lines: &'static str,
}

impl Entry {
    /// The entries of a text. What stands before the first is for whoever reads the file.
    pub(crate) fn all(text: &'static str) -> impl Iterator<Item = Entry> {
        text.split("\n## ").skip(1).map(|entry| {
            let (heading, told) = entry.split_once("\n\n").unwrap_or((entry, ""));
            let (title, lines) = heading.split_once('\n').unwrap_or((heading, ""));
            Entry { title, told: told.trim(), lines }
        })
    }

    /// The values of a key, in their order.
    pub(crate) fn values(&self, key: &'static str) -> impl Iterator<Item = &'static str> + use<> {
        let pairs = self.lines.lines().filter_map(|line| line.split_once(": "));
        pairs.filter(move |(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The words of a list that stands on one line.
    pub(crate) fn list(&self, key: &'static str) -> Vec<&'static str> {
        self.values(key).flat_map(|line| line.split(", ")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_parts_are_told_apart() {
        let essay = Essay::read("One\nline.\n\nTwo.\n\n## Theorem of x\nIt holds.\n\nIndeed.\n## Method\n");
        assert_eq!(essay.paragraphs, ["One line.", "Two."]);
        assert_eq!(essay.part("theorem of X").unwrap().paragraphs, ["It holds.", "Indeed."]);
        assert!(essay.part("method").unwrap().paragraphs.is_empty() && essay.part("one").is_none());
        assert_eq!(Essay::read(""), Essay::default());
    }
}
