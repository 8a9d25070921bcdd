//! Seeds: what the registry's examples write, in every form that is besieged.

use crate::watch::Stern;
use engine::graphs::read::{self, to_digraph6, to_dot, to_graph6, to_matrix};
use kit::{Kind, NoFiles, Param, Unwatched, read_sentence, sit_down};
use std::time::Duration;

type Seeds = Vec<Vec<u8>>;

/// Longer ones would only slow the fuzzer down.
const LONGEST: usize = 4096;

fn seeds(texts: impl IntoIterator<Item = String>) -> Seeds {
    let mut all: Seeds = texts.into_iter().map(String::into_bytes).filter(|seed| seed.len() <= LONGEST).collect();
    all.sort();
    all.dedup();
    all
}

fn examples() -> impl Iterator<Item = &'static str> {
    let questions = topics::ALL.iter().flat_map(|topic| topic.questions);
    questions.flat_map(|question| question.examples.iter().copied())
}

fn tables() -> impl Iterator<Item = &'static str> {
    topics::ALL.iter().filter_map(|topic| topic.table).flat_map(|table| table.examples.iter().copied())
}

pub(crate) fn sentences() -> Seeds {
    seeds(examples().map(ToString::to_string))
}

fn link(path: &str, pairs: &[(String, String)], moves: &[String]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    query.extend_pairs(moves.iter().map(|text| ("move", text.as_str())));
    format!("/{path}?{}", query.finish())
}

pub(crate) fn addresses() -> Seeds {
    let asks = examples().filter_map(|sentence| {
        let (_, ask) = read_sentence(topics::ALL, sentence, &NoFiles).ok()?;
        let path = sentence.split(' ').take(2).collect::<Vec<_>>().join("/");
        Some(link(&path, &ask.pairs(), &[]))
    });
    let plays = tables().filter_map(|sentence| {
        let words = kit::ask::words(sentence).ok()?;
        let topic = kit::find_topic(topics::ALL, &words[0]).ok()?;
        let ask = topic.table?.ask(topic, &words[1..], &NoFiles).ok()?;
        Some(link(&format!("{}/play", topic.name), &ask.pairs(), &moves_of(sentence)))
    });
    seeds(asks.chain(plays))
}

/// A few moves of a game.
fn moves_of(sentence: &str) -> Vec<String> {
    let Ok(mut play) = sit_down(topics::ALL, sentence, &mut Unwatched) else { return Vec::new() };
    for _ in 0..3 {
        let moves = play.moves();
        if moves.is_empty() || play.play(&moves[moves.len() / 2]).is_err() {
            break;
        }
    }
    play.history()
}

/// The parameters with a grammar, as `TOPIC QUESTION NAME`, with the texts that the examples give them.
pub(crate) fn forms() -> Seeds {
    let grammatical = |param: &Param| matches!(param.kind, Kind::Form { .. } | Kind::Text { .. } | Kind::Source { .. });
    let given = examples().flat_map(move |sentence| {
        let title = sentence.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let ask = read_sentence(topics::ALL, sentence, &NoFiles).ok().map(|(_, ask)| ask);
        let given: Vec<(&Param, String)> =
            ask.iter().flat_map(kit::Ask::given).map(|(param, text)| (param, text.to_string())).collect();
        given
            .into_iter()
            .filter(move |(p, _)| grammatical(p))
            .map(move |(p, text)| format!("{title} {}\n{text}", p.name))
    });
    let defaults = topics::ALL.iter().flat_map(|topic| topic.questions.iter().map(move |q| (topic, q)));
    let defaults = defaults.flat_map(move |(topic, question)| {
        let formed = question.params.iter().filter(move |param| grammatical(param));
        formed.map(move |p| format!("{} {} {}\n{}", topic.name, question.name, p.name, p.default().unwrap_or("")))
    });
    seeds(given.chain(defaults))
}

pub(crate) fn boards() -> Seeds {
    let positions = tables().filter(|sentence| !sentence.contains("--from")).flat_map(|sentence| {
        let play = sit_down(topics::ALL, sentence, &mut Unwatched);
        play.into_iter().flat_map(move |mut play| {
            let mut texts = vec![format!("{sentence}\n{}", play.position())];
            for text in moves_of(sentence) {
                let _ = play.play(&text);
                texts.push(format!("{sentence}\n{}", play.position()));
            }
            texts
        })
    });
    seeds(positions)
}

pub(crate) fn gestures() -> Seeds {
    let typed = tables().map(|sentence| format!("{sentence}\n{}", moves_of(sentence).join("\n")));
    let drawn = tables().map(|sentence| format!("{sentence}\ngesture 0 1 2\ngesture 1 0.25 -3.5\ngesture 2 a1 b2"));
    seeds(typed.chain(drawn))
}

/// Small graphs by their edges.
const EDGES: [&str; 4] = ["1 2\n2 3\n3 1\n", "a > b, b > c, c > a, d", "0 1;1 2;2 3;3 4;4 0;0 5;1 6", "1 1"];

fn written(form: fn(&engine::graphs::Digraph) -> String) -> Seeds {
    seeds(EDGES.iter().filter_map(|text| read::read(text).ok()).map(|graph| form(&graph)))
}

pub(crate) fn graphs() -> Seeds {
    let texts = EDGES.iter().map(|text| text.as_bytes().to_vec()).collect();
    [texts, written(to_matrix), dot(), graph6(), digraph6()].concat()
}

pub(crate) fn dot() -> Seeds {
    let own =
        "strict digraph \"a b\" { node [shape=box]; a:n -> {b c} -> d; /* x */ subgraph s { e; f } // y\n k = v }";
    [written(to_dot), seeds([own.to_string()])].concat()
}

pub(crate) fn graph6() -> Seeds {
    let plain = EDGES.iter().filter_map(|text| read::read(text).ok());
    seeds(plain.filter(|graph| graph.is_symmetric() && !graph.has_loops()).map(|graph| to_graph6(&graph)))
}

pub(crate) fn digraph6() -> Seeds {
    written(to_digraph6)
}

/// What the examples say of one parameter of a question.
fn said(title: &'static str, name: &'static str) -> impl Iterator<Item = String> {
    examples().filter(move |sentence| sentence.starts_with(title)).filter_map(move |sentence| {
        let (_, ask) = read_sentence(topics::ALL, sentence, &NoFiles).ok()?;
        ask.given().find(|(param, _)| param.name == name).map(|(_, text)| text.to_string())
    })
}

pub(crate) fn sprouts() -> Seeds {
    let asked = ["sprouts solve ", "sprouts moves ", "sprouts value "].into_iter().flat_map(|title| {
        let (_, question) = title.trim().split_once(' ').expect("two words");
        let room = kit::find_topic(topics::ALL, "sprouts").expect("a room");
        let main = kit::find_question(room, question).expect("a question").params[0].name;
        said(title, main)
    });
    let more = ["{AB.0}{AB}", "{0.0.1AB}{1AB}", "0.AB}AB}!", "1a1a.2*3}]"].map(ToString::to_string);
    seeds(asked.chain(more))
}

pub(crate) fn codes() -> Seeds {
    let named = engine::heaps::named_rules().iter().flat_map(|&(name, code)| [name.to_string(), code.to_string()]);
    let more = ["4!.0", "0.(3)", "0.8F", "subtract(1,2,5)", "4.007", "0.137"].map(ToString::to_string);
    seeds(named.chain(more))
}

pub(crate) fn games() -> Seeds {
    seeds(said("sums value ", "expr").chain(tables().filter_map(|t| t.strip_prefix("sums ").map(ToString::to_string))))
}

pub(crate) fn statements() -> Seeds {
    let asked = examples().filter(|sentence| sentence.starts_with("exile prove ")).filter_map(|sentence| {
        let (_, ask) = read_sentence(topics::ALL, sentence, &NoFiles).ok()?;
        let statement = ask.given().next().map(|(_, text)| text.to_string())?;
        Some(format!("{}\n{statement}", ask.text("system")))
    });
    seeds(asked)
}

const SCRIPTS: [(&str, &str); 3] = [
    ("mykayles(5)", include_str!("../../../examples/kayles.rhai")),
    ("pairs(\"oo.o\")", include_str!("../../../examples/pairs.rhai")),
    ("squares(9)", include_str!("../../../examples/squares.rhai")),
];

pub(crate) fn scripts() -> Seeds {
    seeds(SCRIPTS.iter().map(|(sum, script)| format!("{sum}\n{script}")))
}

pub(crate) fn certificates() -> Seeds {
    let kinds = topics::ALL.iter().flat_map(|topic| topic.certificates);
    let files = kinds.flat_map(|kind| kind.examples).filter_map(|sentence| {
        let (question, ask) = read_sentence(topics::ALL, sentence, &NoFiles).ok()?;
        let report = (question.answer)(&ask.with_certificate(), &mut Unwatched).ok()?;
        report.certificate.map(|certificate| certificate.to_file())
    });
    seeds(files)
}

pub(crate) fn checkpoints() -> Seeds {
    let sentences = ["sums table kayles --to 50 --resume kept", "sums period 0.137 --resume kept"];
    let kept = sentences.iter().filter_map(|sentence| {
        let (question, ask) = read_sentence(topics::ALL, sentence, &NoFiles).ok()?;
        let mut watch = Stern::within(Duration::from_secs(5)).with_shelf(Vec::new());
        let _ = (question.answer)(&ask, &mut watch);
        let kept = watch.shelf();
        (kept.len() <= LONGEST).then(|| [sentence.as_bytes(), b"\n", kept].concat())
    });
    let empty = sentences.iter().map(|sentence| format!("{sentence}\n").into_bytes());
    kept.chain(empty).collect()
}
