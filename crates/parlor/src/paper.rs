//! `parlor paper TOPIC`: its paper section by section, with claims, figures, questions and tables.

use crate::{print, watch};
use kit::paper::{Paper, Section, claims_of, further_claims};
use kit::{Ask, Claim, Effort, Error, Result};
use std::fmt::Write as _;

const WIDTH: usize = 96;

pub(crate) fn run(ask: &Ask) -> Result<()> {
    let topic = kit::find_topic(topics::ALL, ask.text("topic"))?;
    let Some(paper) = Paper::of(topic) else {
        return Err(Error::usage(topic.name, "no paper is listed for this topic", "ask it a question instead"));
    };
    print::to_stdout(&format!("{}\n", show::wrap(paper.title, WIDTH, "")))?;
    for (place, section) in paper.sections.iter().enumerate() {
        print::to_stdout(&format!("\n{}. {}\n{}", place + 1, section.title, body(section)))?;
        tell_claims(&claims_of(topic, section), !ask.flag("unchecked"))?;
    }
    let further = further_claims(topic);
    if !further.is_empty() {
        print::to_stdout("\nClaims beyond these sections\n")?;
        tell_claims(&further, !ask.flag("unchecked"))?;
    }
    Ok(())
}

fn body(section: &Section) -> String {
    let mut out = format!("{}\n", show::wrap(section.text, WIDTH, ""));
    let lines = [("figure", &section.figures), ("question", &section.questions)];
    for (what, sentences) in lines {
        for sentence in sentences {
            let _ = writeln!(out, "  {what:9} parlor {sentence}");
        }
    }
    if let Some(table) = section.table {
        let _ = writeln!(out, "  {:9} parlor play {table}", "table");
    }
    out
}

/// The claims one by one: a long check shows those before it.
fn tell_claims(claims: &[&'static Claim], check: bool) -> Result<()> {
    for claim in claims {
        let indent = " ".repeat(12);
        let statement = show::wrap(&format!("{} ({})", claim.statement, claim.source), WIDTH - 12, &indent);
        let mut told = format!("  {:9} {}\n{indent}{statement}\n", "claim", claim.id);
        if check {
            let finding = (claim.check)(Effort::Quick, &mut watch::Bar::new())?;
            let line = format!("{}: {}", finding.verdict, finding.evidence);
            let _ = writeln!(told, "{indent}{}", show::wrap(&line, WIDTH - 12, &indent));
        }
        print::to_stdout(&told)?;
    }
    Ok(())
}
