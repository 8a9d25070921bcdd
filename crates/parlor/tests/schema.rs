//! Every answer is what `parlor schema` promises.

use kit::{NoFiles, Unwatched};
use serde_json::{Value, json};

/// Why the value is not one of the schema, if it is not. Knows the words that the schema uses and no others.
fn fault(schema: &Value, root: &Value, value: &Value, at: &str) -> Option<String> {
    let words = schema.as_object().expect("a schema is an object");
    words.iter().find_map(|(word, says)| match word.as_str() {
        "$schema" | "title" | "description" | "$defs" => None,
        "$ref" => {
            let path = says.as_str().and_then(|path| path.strip_prefix('#')).expect("references stay in the schema");
            fault(root.pointer(path).expect("what is referred to is there"), root, value, at)
        }
        "type" => {
            let is = match says.as_str().expect("one type") {
                "null" => value.is_null(),
                "boolean" => value.is_boolean(),
                "number" => value.is_number(),
                "string" => value.is_string(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("the type {other}"),
            };
            (!is).then(|| format!("{at} is no {says}"))
        }
        "enum" => (!says.as_array()?.contains(value)).then(|| format!("{at} is none of {says}")),
        "required" => says
            .as_array()?
            .iter()
            .find_map(|name| value.get(name.as_str()?).is_none().then(|| format!("{at} lacks {name}"))),
        "properties" => says.as_object()?.iter().find_map(|(name, schema)| {
            value.get(name).and_then(|inner| fault(schema, root, inner, &format!("{at}.{name}")))
        }),
        "additionalProperties" => value.as_object()?.iter().find_map(|(name, inner)| {
            let listed = schema["properties"].get(name).is_some();
            if listed { None } else { fault(says, root, inner, &format!("{at}.{name}")) }
        }),
        "items" => value.as_array()?.iter().find_map(|item| fault(says, root, item, &format!("{at}[]"))),
        "anyOf" => {
            let faults: Vec<_> = says.as_array()?.iter().map(|one| fault(one, root, value, at)).collect();
            faults.iter().all(Option::is_some).then(|| format!("{at} fits nothing: {faults:?}"))
        }
        other => panic!("this test does not know {other:?}"),
    })
}

#[test]
fn the_answers_of_all_examples_are_valid() {
    let schema = parlor::answer_schema();
    for topic in topics::ALL {
        for example in topic.questions.iter().flat_map(|question| question.examples) {
            let (question, ask) = kit::read_sentence(topics::ALL, example, &NoFiles).unwrap();
            // Examples that need a file of the person's own are asked elsewhere.
            let Ok(report) = (question.answer)(&ask, &mut Unwatched) else { continue };
            let answer = show::json(&ask.line(), &report);
            assert_eq!(fault(&schema, &schema, &answer, "answer"), None, "{example}");
        }
    }
}

#[test]
fn what_is_no_answer_is_refused() {
    let schema = parlor::answer_schema();
    let good =
        json!({ "ask": "a", "line": "b", "standing": { "kind": "proved" }, "facts": { "n": [1, "2"] }, "tables": {} });
    assert_eq!(fault(&schema, &schema, &good, "answer"), None);
    for (name, value) in [
        ("standing", json!({ "kind": "certain" })),
        ("standing", json!({ "kind": "estimate", "error": 0.1 })),
        ("standing", json!({ "kind": "checked" })),
        ("facts", json!({ "n": { "deep": 1 } })),
        ("facts", json!([])),
        ("tables", json!({ "t": [[1]] })),
        ("line", json!(7)),
    ] {
        let mut bad = good.clone();
        bad[name] = value.clone();
        assert!(fault(&schema, &schema, &bad, "answer").is_some(), "{name} {value}");
    }
}
