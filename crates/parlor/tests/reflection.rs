//! Nothing that a stranger writes into an address comes back as a part of the page or of a picture: script goes through
//! every parameter of every question and table.

mod lab;

use kit::Param;
use lab::Lab;

/// What would run if it came back as it went in: out of an attribute, as text, out of a picture; and in the terminal of
/// whoever fetches the page there.
const EVIL: &str = "\"'><script>alert(24)</script><img src=x onerror=alert(24)></title></text></svg><svg onload=alert(24)>\u{1b}[31m\u{9b}2J";

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The parts of a reply that a browser would take for tags of ours.
fn harm(reply: &str) -> Option<&'static str> {
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((reply, ""));
    let head = head.to_ascii_lowercase();
    let shown = ["text/html", "image/svg"].iter().any(|kind| head.contains(&format!("content-type: {kind}")));
    if !head.contains("x-content-type-options: nosniff") {
        return Some("no nosniff");
    }
    let parts = ["<script>alert", "<img src=x", "<svg onload", "\u{1b}", "\u{9b}"];
    let found = parts.into_iter().find(|part| body.contains(part));
    found.filter(|_| shown)
}

/// The addresses that hold a text in one parameter and an example's values in the others.
fn queries(params: &[Param], pairs: &[(String, String)]) -> Vec<String> {
    let named = params.iter().map(|param| param.name).chain(["move", "find", "say", "nonsense"]);
    let with = |name: &str| {
        let others = pairs.iter().filter(|(other, _)| other != name);
        let others = others.map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
        others.chain([format!("{name}={}", encoded(EVIL))]).collect::<Vec<_>>().join("&")
    };
    named.map(with).collect()
}

#[test]
fn script_through_every_parameter_comes_back_as_text() {
    let lab = Lab::open(&["--seconds", "2", "--memory", "0.3"]);
    let mut asked = 0;
    let mut look = |path: &str| {
        asked += 1;
        let reply = lab.ask("GET", path);
        assert_eq!(harm(&reply), None, "{path}:\n{reply}");
        assert!(!reply.starts_with("HTTP/1.1 500"), "{path}");
    };
    let code = encoded(EVIL);
    for path in ["/", "/learn/", "/worksheet/", "/paper/", "/puzzle/", "/jobs/", "/static/", "/words?find="] {
        look(&format!("{path}{code}"));
    }
    for topic in topics::ALL {
        look(&format!("/{}/{code}", topic.name));
        if let Some(table) = topic.table {
            let words = kit::ask::words(table.examples[0]).unwrap();
            let ask = table.ask(topic, &words[1..], &kit::NoFiles).unwrap();
            for query in queries(table.params, &ask.pairs()) {
                look(&format!("/{}/play?{query}", topic.name));
                look(&format!("/{}/play/board.svg?{query}", topic.name));
            }
        }
        for question in topic.questions {
            let words = kit::ask::words(question.examples[0]).unwrap();
            let ask = question.ask(topic, &words[2..], &kit::NoFiles).unwrap();
            for query in queries(question.params, &ask.pairs()) {
                look(&format!("/{}/{}?{query}", topic.name, question.name));
                look(&format!("/{}/{}/scene.svg?{query}", topic.name, question.name));
            }
        }
    }
    println!("{asked} addresses were looked at");
}
