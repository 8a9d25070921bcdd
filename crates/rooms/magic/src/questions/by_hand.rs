//! Pictures under answers whose graph a hand can change.

use super::super::condition::Subject;
use super::super::scene::{self, MARGIN, MOST_DRAWN, Mark};
use engine::graphs::drawn::Drawn;
use kit::scene::Workbench;
use kit::{Ask, Report};

/// The report with a picture of its graph, unless that is too large.
pub(super) fn pictured(
    report: Report,
    (ask, subject): (&Ask, &Subject),
    caption: &str,
    marks: &[Mark],
    bits: u32,
) -> Report {
    if subject.graph.order() > MOST_DRAWN {
        return report;
    }
    let drawing = match &subject.drawn {
        Some(drawn) => drawn.drawing(),
        None => scene::places(&subject.graph, subject.drawing.as_ref()),
    };
    let drawn = match &subject.drawn {
        Some(drawn) => Some(Drawn { taken: Vec::new(), ..drawn.clone() }),
        None => Drawn::of(&subject.graph, &drawing, drawing.frame(MARGIN)),
    };
    let says = |text: &str, _: bool| ask.words_with(&[("graph", Some(text))]);
    let hands = drawn.map(|drawn| Workbench::new(drawn, subject.drawn.is_some(), true, says));
    report.scene(scene::handed(("labels", caption), &subject.graph, &drawing, marks, bits, hands.as_ref()))
}

/// Vertices with these labels.
pub(super) fn labelled(labels: &[u32]) -> Vec<Mark> {
    labels.iter().map(|&label| Mark { label: Some(label), ..Mark::default() }).collect()
}

/// Vertices without labels, two of them marked.
pub(super) fn bare(subject: &Subject, wrong: Option<(usize, usize)>) -> Vec<Mark> {
    let marked = |v: usize| wrong.is_some_and(|(a, b)| v == a || v == b);
    (0..subject.graph.order()).map(|v| Mark { wrong: marked(v), ..Mark::default() }).collect()
}

#[cfg(test)]
mod tests {
    use kit::{Fact, Report, Shape};

    fn answer(words: &str) -> Report {
        crate::TOPIC.answer(&format!("magic {words}")).unwrap_or_else(|e| panic!("{words}: {e}"))
    }

    fn magic(report: &Report) -> String {
        report.get("magic").map(Fact::to_string).unwrap_or_default()
    }

    #[test]
    fn a_graph_in_the_hand_has_the_answers_of_its_text() {
        for name in ["cube:3", "g1", "dyck", "prism:4", "complete:4"] {
            let before = answer(&format!("test {name}"));
            let vertex = before.scenes[0].shapes.iter().find_map(Shape::offered).unwrap();
            // A vertex that is moved changes nothing but the picture.
            let moved = answer(&format!("test {}", vertex.said(&|_| "2".to_string())));
            assert_eq!((magic(&moved), &moved.line), (magic(&before), &before.line), "{name}");
            assert_eq!(moved.get("nullity"), before.get("nullity"));
            // Joined and parted again it is as before.
            let other = answer(&format!("test {}", vertex.said_onto("4").unwrap()));
            let vertex = other.scenes[0].shapes.iter().find_map(Shape::offered).unwrap();
            let again = answer(&format!("test {}", vertex.said_onto("4").unwrap()));
            assert_eq!(again.line, before.line, "{name}");
        }
    }

    #[test]
    fn what_is_no_candidate_yet_is_told_so_and_stays_in_the_hand() {
        for (words, part) in [
            ("test \"@0,0 @3,0 @0,3 1-2\"", "3 vertices are not a power of two"),
            ("test \"@0,0 @3,0 @3,3 @0,3 1-2 3-4\"", "disconnected"),
        ] {
            let report = answer(words);
            assert!(report.line.contains(part) && magic(&report) == "no", "{words}: {}", report.line);
            assert!(report.scenes[0].gesture.is_some());
        }
        // Any other text is refused as before.
        assert!(crate::TOPIC.answer("magic test complete:3").is_err());
    }
}
