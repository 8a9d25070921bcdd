//! `parlor schema`: what `--json` promises, as a JSON Schema.

use crate::print;
use kit::{ErrorKind, Result};
use serde_json::{Value, json};

/// Prints the schema of an answer.
pub(crate) fn run() -> Result<()> {
    let text = serde_json::to_string_pretty(&answer_schema()).expect("a schema is JSON");
    print::to_stdout(&format!("{text}\n"))
}

/// The schema of the one object that `--json` prints. A program may rely on it: what is required here stays, and new
/// members may be added.
pub fn answer_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An answer of Parlor",
        "type": "object",
        "required": ["ask", "line", "standing", "facts", "tables"],
        "properties": {
            "ask": { "type": "string", "description": "The sentence that asks the same again, without the program's name." },
            "line": { "type": "string", "description": "The answer in one sentence." },
            "standing": standing(),
            "facts": {
                "type": "object",
                "description": "The facts by name.",
                "additionalProperties": { "$ref": "#/$defs/fact" }
            },
            "tables": {
                "type": "object",
                "description": "The tables by name: lists of rows, each an object by the heads of the columns.",
                "additionalProperties": {
                    "type": "array",
                    "items": { "type": "object", "additionalProperties": { "$ref": "#/$defs/fact" } }
                }
            }
        },
        "$defs": {
            "fact": {
                "description": "A whole number beyond 2^53 in size is a string of decimal digits. A board is a text \
                                whose rows are joined by \"/\"; a square is [row, column], both from 1. null is what is \
                                unknown or does not apply.",
                "anyOf": [
                    { "type": "null" },
                    { "type": "boolean" },
                    { "type": "number" },
                    { "type": "string" },
                    { "type": "array", "items": { "$ref": "#/$defs/fact" } }
                ]
            }
        }
    })
}

fn standing() -> Value {
    let errors = [ErrorKind::StandardError, ErrorKind::LastChange, ErrorKind::ProvedBound].map(|kind| kind.to_string());
    let alone =
        |kind: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "enum": [kind] } } });
    json!({
        "description": "How far to trust the answer.",
        "anyOf": [
            alone("proved"),
            alone("best"),
            {
                "type": "object",
                "required": ["kind", "to"],
                "properties": { "kind": { "enum": ["checked"] }, "to": { "type": "string" } }
            },
            {
                "type": "object",
                "required": ["kind", "error", "of"],
                "properties": {
                    "kind": { "enum": ["estimate"] },
                    "error": { "type": "number" },
                    "of": { "enum": errors }
                }
            }
        ]
    })
}
