//! Report -> JSON, CSV and b-file.

use kit::essay::Part;
use kit::{Error, Essay, Fact, Question, Report, Result, Standing, Table, Topic};
use serde_json::{Map, Value, json};

/// The report as the one object of `--json`.
pub fn json(ask: &str, report: &Report) -> Value {
    let facts: Map<String, Value> = report.facts.iter().map(|(n, f)| (n.to_string(), fact_json(f))).collect();
    let tables: Map<String, Value> = report.tables.iter().map(|t| (t.name.to_string(), table_json(t))).collect();
    json!({
        "ask": ask,
        "line": report.line,
        "standing": standing_json(&report.standing),
        "facts": facts,
        "tables": tables,
    })
}

/// What a room says of itself, as data: its essay, and its questions with their examples.
pub fn topic_json(topic: &Topic) -> Value {
    let question = |q: &Question| json!({ "name": q.name, "about": q.about, "examples": q.examples });
    let essay = Essay::read(topic.essay);
    let part = |part: &Part<'_>| json!({ "title": part.title, "text": part.paragraphs.join("\n\n") });
    json!({
        "name": topic.name,
        "about": topic.about,
        "essay": essay.paragraphs.join("\n\n"),
        "more": essay.more.iter().map(part).collect::<Vec<_>>(),
        "questions": topic.questions.iter().map(question).collect::<Vec<_>>(),
    })
}

fn standing_json(standing: &Standing) -> Value {
    match standing {
        Standing::Proved | Standing::Best => json!({ "kind": standing.kind() }),
        Standing::Checked { to } => json!({ "kind": "checked", "to": to }),
        Standing::Estimate { error, of } => json!({ "kind": "estimate", "error": error, "of": of.to_string() }),
    }
}

/// A table as a list of objects, so that a script names what it reads.
fn table_json(table: &Table) -> Value {
    let row = |row: &Vec<Fact>| -> Value {
        let cells: Map<String, Value> = table.columns.iter().cloned().zip(row.iter().map(fact_json)).collect();
        Value::Object(cells)
    };
    Value::Array(table.rows.iter().map(row).collect())
}

/// A fact as JSON: an integer beyond 2^53 in size is a decimal string, since readers of JSON would round it.
pub fn fact_json(fact: &Fact) -> Value {
    const SAFE: i128 = 1 << 53;
    match fact {
        Fact::Nothing => Value::Null,
        Fact::Truth(truth) => json!(truth),
        Fact::Whole(value) => match i64::try_from(*value) {
            Ok(small) if (-SAFE..=SAFE).contains(value) => json!(small),
            _ => json!(value.to_string()),
        },
        Fact::Big(digits) => match digits.parse::<i128>() {
            Ok(value) => fact_json(&Fact::Whole(value)),
            Err(_) => json!(digits),
        },
        // JSON has no infinities; null says that there is no number.
        Fact::Real(value) => json!(value),
        Fact::Text(text) | Fact::Document(text) => json!(text),
        Fact::List(items) => Value::Array(items.iter().map(fact_json).collect()),
    }
}

/// A table of the report as CSV: the one named, or the first, or the facts if there is no table.
pub fn csv(report: &Report, table: Option<&str>) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: Vec<String>| writer.write_record(row).expect("writing to memory cannot fail");
    match (table, report.tables.first()) {
        (None, None) => {
            write(vec!["fact".to_string(), "value".to_string()]);
            for (name, fact) in &report.facts {
                let value = match fact {
                    Fact::Document(text) => text.clone(),
                    other => other.to_string(),
                };
                write(vec![name.to_string(), value]);
            }
        }
        (name, first) => {
            let table = match name {
                None => first.expect("the case of no table is above"),
                Some(name) => named_table(report, name)?,
            };
            write(table.columns.clone());
            for row in &table.rows {
                write(row.iter().map(ToString::to_string).collect());
            }
        }
    }
    let bytes = writer.into_inner().expect("writing to memory cannot fail");
    Ok(String::from_utf8(bytes).expect("facts are text"))
}

fn named_table<'a>(report: &'a Report, name: &str) -> Result<&'a Table> {
    report.tables.iter().find(|t| t.name == name).ok_or_else(|| {
        let known: Vec<&str> = report.tables.iter().map(|t| t.name).collect();
        let instead = match known.is_empty() {
            true => "this answer has no tables".to_string(),
            false => format!("there are {}", known.join(", ")),
        };
        Error::usage(format!("--table {name}"), "no such table", instead)
    })
}

/// The sequence of the report in the format of the OEIS: a line `n a(n)` each.
pub fn bfile(report: &Report, table: Option<&str>) -> Result<String> {
    let tables: Vec<&Table> = match table {
        Some(name) => vec![named_table(report, name)?],
        None => report.tables.iter().collect(),
    };
    let found = tables.iter().find_map(|t| t.sequence.map(|columns| (t, columns)));
    let Some((table, (index, term))) = found else {
        return Err(Error::usage("--bfile", "this answer holds no sequence", "use --json or --csv"));
    };
    Ok(table.rows.iter().map(|row| format!("{} {}\n", row[index], row[term])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn big_numbers_are_strings_and_small_ones_numbers() {
        assert_eq!(fact_json(&Fact::Whole(1 << 53)), json!(9_007_199_254_740_992_u64));
        assert_eq!(fact_json(&Fact::Whole((1 << 53) + 1)), json!("9007199254740993"));
        assert_eq!(fact_json(&Fact::big("12")), json!(12));
        assert_eq!(fact_json(&Fact::Real(f64::INFINITY)), Value::Null);
    }

    #[test]
    fn a_sequence_prints_as_a_b_file_and_as_csv() {
        let report = Report::new("squares", Standing::Proved).fact("n", 3);
        assert!(bfile(&report, None).is_err());
        assert_eq!(csv(&report, None).unwrap(), "fact,value\nn,3\n");
        let report = report.table(Table::sequence("squares", "n", "a(n)", 1, [1, 4, 9]));
        assert_eq!(bfile(&report, None).unwrap(), "1 1\n2 4\n3 9\n");
        assert_eq!(csv(&report, Some("squares")).unwrap(), "n,a(n)\n1,1\n2,4\n3,9\n");
        assert!(csv(&report, Some("cubes")).unwrap_err().to_string().contains("there are squares"));
    }
}
