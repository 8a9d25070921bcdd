//! Known values: every line of `golden/*.txt` is asked and compared. A line is
//!
//! ```text
//! sentence | fact | value | source
//! ```
//!
//! where `value` is the fact as tables print it (`5`, `1 4 12`, `(1,2) (3,4)`), and a line that takes minutes begins
//! with `slow:`.

use kit::{NoFiles, Report, Unwatched, read_sentence};
use std::collections::HashMap;
use std::path::Path;

struct Golden {
    place: String,
    sentence: String,
    fact: String,
    value: String,
}

fn golden_lines(slow: bool) -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden");
    let mut lines = Vec::new();
    for topic in topics::ALL {
        let name = format!("{}.txt", topic.name);
        let text = std::fs::read_to_string(folder.join(&name)).unwrap_or_else(|e| panic!("golden/{name}: {e}"));
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("golden/{name}:{}", number + 1);
            let (is_slow, line) = line.strip_prefix("slow:").map_or((false, line), |rest| (true, rest));
            let fields: Vec<&str> = line.split(" | ").map(str::trim).collect();
            let [sentence, fact, value, source] = fields[..] else {
                panic!("{place}: a line is sentence | fact | value | source");
            };
            assert!(!source.is_empty(), "{place}: a value without a source is not golden");
            if is_slow == slow {
                let [sentence, fact, value] = [sentence, fact, value].map(str::to_string);
                lines.push(Golden { place, sentence, fact, value });
            }
        }
    }
    lines
}

fn compare(slow: bool) {
    let mut answers: HashMap<String, Report> = HashMap::new();
    let mut wrong = Vec::new();
    for Golden { place, sentence, fact, value } in golden_lines(slow) {
        let report = answers.entry(sentence.clone()).or_insert_with(|| {
            let (question, ask) =
                read_sentence(topics::ALL, &sentence, &NoFiles).unwrap_or_else(|e| panic!("{place}: {e}"));
            (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{place}: {e}"))
        });
        let told = report.get(&fact).map_or("no such fact".to_string(), ToString::to_string);
        if told != value {
            wrong.push(format!("{place}: {sentence}: {fact} is {told}, golden is {value}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn golden_values_come_out() {
    compare(false);
}

#[test]
#[ignore = "minutes"]
fn slow_golden_values_come_out() {
    compare(true);
}
