//! The little Markdown that the book is written in: headings, paragraphs, lists, fences, code, emphasis and links. A
//! fence `console` is carried out: what the program prints is what stands there.

use anyhow::Result;

/// A chapter as HTML; `carry_out` gets the command lines of a `console` fence and returns what they print.
pub(crate) fn html(text: &str, carry_out: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            out.push_str(&fence(kind, &inside, carry_out)?);
        } else if let Some(title) = line.strip_prefix("## ") {
            out.push_str(&format!("<h2>{}</h2>\n", inline(title)));
        } else if let Some(title) = line.strip_prefix("# ") {
            out.push_str(&format!("<h1>{}</h1>\n", inline(title)));
        } else if let Some(item) = line.strip_prefix("- ") {
            let mut items = vec![item];
            while let Some(item) = lines.peek().and_then(|line| line.strip_prefix("- ")) {
                items.push(item);
                lines.next();
            }
            let items: String = items.iter().map(|item| format!("<li>{}</li>\n", inline(item))).collect();
            out.push_str(&format!("<ul>\n{items}</ul>\n"));
        } else if !line.trim().is_empty() {
            let mut paragraph = vec![line];
            while let Some(more) = lines.peek().filter(|line| !line.trim().is_empty() && !line.starts_with("```")) {
                paragraph.push(more);
                lines.next();
            }
            out.push_str(&format!("<p>{}</p>\n", inline(&paragraph.join(" "))));
        }
    }
    Ok(out)
}

fn fence(kind: &str, lines: &[&str], carry_out: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
        if let Some(command) = line.strip_prefix("$ ").filter(|_| kind == "console") {
            text.push_str(&carry_out(command)?);
            text.push('\n');
        }
    }
    Ok(format!("<pre>{}</pre>\n", escape(text.trim_end())))
}

/// Code, emphasis and links within a line.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        match index % 2 {
            1 => out.push_str(&format!("<code>{}</code>", escape(part))),
            _ => out.push_str(&links(&emphasis(&escape(part)))),
        }
    }
    out
}

fn emphasis(text: &str) -> String {
    let parts: Vec<&str> = text.split('*').collect();
    // A star alone is a star.
    if parts.len() % 2 == 0 {
        return text.to_string();
    }
    let shown = parts.iter().enumerate();
    shown.map(|(index, part)| if index % 2 == 1 { format!("<em>{part}</em>") } else { part.to_string() }).collect()
}

fn links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, label, address, after)) = link(rest) {
        out.push_str(&format!("{before}<a href=\"{address}\">{label}</a>"));
        rest = after;
    }
    out + rest
}

fn link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, rest) = text.split_once('[')?;
    let (label, rest) = rest.split_once("](")?;
    let (address, after) = rest.split_once(')')?;
    Some((before, label, address, after))
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_becomes_a_page_and_its_commands_are_carried_out() {
        let text = "# A & B\n\nOne `x < y`\ntwo *three* [four](five).\n\n- a\n- b\n\n```console\n$ parlor x\n```\n";
        let page = html(text, &|command| Ok(format!("<{command}>\n"))).unwrap();
        for part in [
            "<h1>A &amp; B</h1>",
            "<p>One <code>x &lt; y</code> two <em>three</em> <a href=\"five\">four</a>.</p>",
            "<li>a</li>\n<li>b</li>",
            "<pre>$ parlor x\n&lt;parlor x&gt;</pre>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(html("```console\n$ parlor x\n```", &|_| anyhow::bail!("no")).is_err());
    }
}
