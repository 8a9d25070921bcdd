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
