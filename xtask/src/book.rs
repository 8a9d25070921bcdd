//! The book: chapters that are written by hand and chapters made from the registry, all with the program's true output.

use crate::markdown::{self, escape};
use crate::{root, run};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const STYLE: &str = "body{font:17px/1.55 'Noto Sans','DejaVu Sans',Arial,sans-serif;margin:0;display:flex;color-scheme:light dark}\
                     nav{width:15rem;padding:1rem;flex:none}main{max-width:56rem;padding:1rem 2rem;min-width:0}pre{overflow-x:auto;\
                     background:light-dark(#f3f3f3,#222);padding:.6rem;line-height:1.25}svg{max-width:100%;height:auto}\
                     th,td{text-align:left;vertical-align:top;padding:.1rem .8rem .1rem 0}@media(max-width:50rem){body{display:block}}";

/// A chapter: the name of its file, its title, its body.
struct Chapter {
    name: String,
    title: String,
    body: String,
}

/// The program that the book asks, and the folder where it works.
struct Program {
    path: PathBuf,
    folder: PathBuf,
}

impl Program {
    /// What the words print; where they end otherwise than well the book is not made.
    fn answer(&self, words: &[String]) -> Result<String> {
        let out = Command::new(&self.path).args(words).current_dir(&self.folder).output()?;
        match out.status.success() {
            true => Ok(String::from_utf8(out.stdout)?),
            false => bail!("parlor {}: {}", words.join(" "), String::from_utf8_lossy(&out.stderr)),
        }
    }

    fn command(&self, line: &str) -> Result<String> {
        let words = words(line);
        match words.split_first() {
            Some((first, rest)) if first == "parlor" => self.answer(rest),
            _ => bail!("{line:?}: the book carries out parlor alone"),
        }
    }

    /// The picture of an answer, if it has one.
    fn picture(&self, words: &[String]) -> Option<String> {
        let file = self.folder.join("picture.svg");
        let words = [words, &["--svg".to_string(), file.display().to_string()]].concat();
        self.answer(&words).ok()?;
        fs::read_to_string(file).ok()
    }
}

/// Makes the book in `dist/book`.
pub(crate) fn build() -> Result<()> {
    run("cargo", &["build", "--quiet", "--package", "parlor"], &[])?;
    let book = root().join("dist/book");
    fs::create_dir_all(&book)?;
    let folder = root().join("target/book");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("examples"))?;
    for entry in fs::read_dir(root().join("examples"))? {
        let path = entry?.path();
        if path.is_file() {
            fs::copy(&path, folder.join("examples").join(path.file_name().context("a file has a name")?))?;
        }
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = Program { path: target.join("debug/parlor"), folder };
    let registry: Value = serde_json::from_str(&program.answer(&words("topics --json"))?)?;
    let chapters = chapters(&program, &registry)?;
    for chapter in &chapters {
        fs::write(book.join(&chapter.name), page(chapter, &chapters))?;
    }
    fs::copy(book.join(&chapters[0].name), book.join("index.html"))?;
    println!("== dist/book: {} chapters", chapters.len());
    Ok(())
}

fn chapters(program: &Program, registry: &Value) -> Result<Vec<Chapter>> {
    let topics = registry["topics"].as_array().context("the registry lists topics")?;
    let mut all = vec![written(program, "1-tutorial.md")?, lesson_chapter(program, topics)?];
    for topic in topics {
        all.push(topic_chapter(program, topic)?);
    }
    all.push(language_chapter(topics));
    all.push(written(program, "3-scripts.md")?);
    all.push(written(program, "4-python.md")?);
    all.push(certificate_chapter(topics));
    let schema = program.answer(&words("schema"))?;
    let body = format!(
        "<h1>JSON</h1>\n<p><code>--json</code> prints one object; <code>parlor schema</code> prints its schema, and the \
         answers of all examples are held against it by a test.</p>\n<pre>{}</pre>\n",
        escape(&schema)
    );
    all.push(Chapter { name: "json.html".to_string(), title: "JSON".to_string(), body });
    all.push(glossary_chapter(registry));
    all.push(written(program, "7-citing.md")?);
    Ok(all)
}

/// Every lesson: its steps with what they say and show, and what the learner is asked. Answers are not told.
fn lesson_chapter(program: &Program, topics: &[Value]) -> Result<Chapter> {
    let mut chapter = written(program, "2-lessons.md")?;
    let body = &mut chapter.body;
    for topic in topics {
        for (place, lesson) in list(topic, "lessons").enumerate() {
            let name = format!("parlor learn {} {}", text(topic, "name"), place + 1);
            let (title, aim) = (escape(text(lesson, "title")), escape(text(lesson, "aim")));
            *body += &format!("<details><summary>{title}</summary>\n<p><code>{name}</code> {aim}</p>\n<ol>\n");
            for step in list(lesson, "steps") {
                *body += &lesson_step(program, step);
            }
            *body += "</ol></details>\n";
        }
    }
    Ok(chapter)
}

fn lesson_step(program: &Program, step: &Value) -> String {
    let shown = step["shown"].as_str();
    let picture = shown.filter(|sentence| !sentence.starts_with("play ")).and_then(|s| program.picture(&words(s)));
    let task = step["task"].as_str().map_or(String::new(), |task| format!("<p><em>{}</em></p>", escape(task)));
    let hint = step["hint"]
        .as_str()
        .map_or(String::new(), |hint| format!("<details><summary>Hint</summary><p>{}</p></details>", escape(hint)));
    let shown = shown.map_or(String::new(), |shown| format!("<p><code>parlor {}</code></p>", escape(shown)));
    let picture = picture.map_or(String::new(), |svg| format!("<figure>{svg}</figure>"));
    format!("<li><p>{}</p>{shown}{picture}{task}{hint}</li>\n", escape(text(step, "say")))
}

/// The glossary, in the order of the alphabet.
fn glossary_chapter(registry: &Value) -> Chapter {
    let mut terms: Vec<&Value> = list(registry, "glossary").collect();
    terms.sort_by_key(|term| text(term, "name").to_lowercase());
    let mut body =
        "<h1>Words</h1>\n<p><code>parlor explain WORD</code> tells them one at a time.</p>\n<dl>\n".to_string();
    for term in terms {
        let see: Vec<&str> = list(term, "see").filter_map(Value::as_str).collect();
        let see = if see.is_empty() { String::new() } else { format!(" See also {}.", see.join(", ")) };
        let told = format!("{} {}{see}", text(term, "short"), text(term, "long"));
        body += &format!("<dt><b>{}</b></dt><dd>{}</dd>\n", escape(text(term, "name")), escape(&told));
    }
    Chapter { name: "words.html".to_string(), title: "Words".to_string(), body: body + "</dl>\n" }
}

/// A chapter that is written by hand.
fn written(program: &Program, file: &str) -> Result<Chapter> {
    let text = fs::read_to_string(root().join("book").join(file))?;
    let title =
        text.lines().next().and_then(|line| line.strip_prefix("# ")).context("a chapter begins with a title")?;
    let stem = Path::new(file).file_stem().context("a file has a name")?.to_string_lossy();
    let name = format!("{}.html", stem.split_once('-').map_or(&*stem, |(_, name)| name));
    let body = markdown::html(&text, &|line| program.command(line)).with_context(|| file.to_string())?;
    Ok(Chapter { name, title: title.to_string(), body })
}

fn paragraphs(told: &str) -> String {
    told.split("\n\n").map(|paragraph| format!("<p>{}</p>\n", escape(paragraph))).collect()
}

/// The chapter of a topic: its essay, and every question with its parameters, examples, answers and pictures.
fn topic_chapter(program: &Program, topic: &Value) -> Result<Chapter> {
    let name = text(topic, "name");
    let mut body = format!("<h1>{name}</h1>\n<p><em>{}</em></p>\n", escape(text(topic, "about")));
    body += &paragraphs(text(topic, "essay"));
    for part in list(topic, "more") {
        let (title, told) = (escape(text(part, "title")), paragraphs(text(part, "text")));
        body += &format!("<details><summary>{title}</summary>\n{told}</details>\n");
    }
    for question in list(topic, "questions") {
        body += &format!(
            "<h2>{name} {}</h2>\n<p>{}.</p>\n<table>\n",
            text(question, "name"),
            escape(text(question, "about"))
        );
        for param in list(question, "params") {
            let named = !matches!(text(param, "place"), "main" | "rest");
            let label = if named { format!("--{}", text(param, "name")) } else { text(param, "name").to_uppercase() };
            let default = param["default"].as_str().map_or(String::new(), |default| format!("; default {default}"));
            let told = format!("{} ({}{default})", text(param, "about"), text(param, "wants"));
            body += &format!("<tr><td><code>{label}</code></td><td>{}</td></tr>\n", escape(&told));
        }
        body += "</table>\n";
        for example in list(question, "examples") {
            let sentence = example.as_str().context("an example is a sentence")?;
            let words = words(sentence);
            let answer = program.answer(&words)?;
            body += &format!("<pre>$ parlor {}\n{}</pre>\n", escape(sentence), escape(answer.trim_end()));
            body += &program.picture(&words).map_or(String::new(), |svg| format!("<figure>{svg}</figure>\n"));
        }
    }
    Ok(Chapter { name: format!("{name}.html"), title: name.to_string(), body })
}

fn language_chapter(topics: &[Value]) -> Chapter {
    let mut body = "<h1>The language of sums</h1>\n<p>A sum is written <code>3*kayles(7) + boxing(\"110/111\")</code>: calls of \
                    words, joined by <code>+</code>, perhaps with a number of copies before them; <code>*4</code> is a pile of \
                    four. Every position that is reached in play is a sentence of the language again.</p>\n<table>\n"
        .to_string();
    for word in topics.iter().flat_map(|topic| list(topic, "words")) {
        let usage = escape(text(word, "usage"));
        body += &format!("<tr><td><code>{usage}</code></td><td>{}</td></tr>\n", escape(text(word, "about")));
    }
    body += "</table>\n";
    Chapter { name: "language.html".to_string(), title: "The language of sums".to_string(), body }
}

fn certificate_chapter(topics: &[Value]) -> Chapter {
    let mut body = "<h1>Certificates</h1>\n<p>A certificate is a text: a heading with topic and kind, the sentence that it \
                    states, the evidence, and a last line <code>end</code>. The checker computes from the evidence alone what \
                    it establishes, and that sentence must be the one that is stated.</p>\n<pre>parlor certificate 2 TOPIC \
                    KIND\nstates SENTENCE\n... the evidence, a line each ...\nend</pre>\n"
        .to_string();
    for topic in topics {
        for kind in list(topic, "certificates") {
            body += &format!(
                "<h2>{} {}</h2>\n<p>{}</p>\n<pre>{}</pre>\n",
                text(topic, "name"),
                text(kind, "name"),
                escape(text(kind, "about")),
                escape(text(kind, "format"))
            );
        }
    }
    let measured = escape(include_str!("../../checkers/measured.txt"));
    body += &format!(
        "<h2>Sizes and times</h2>\n<p>Seconds of the processor to answer without a certificate (find) and with one (write), \
         and to check it by <code>parlor verify</code> (check) and by <code>checkers/check.py</code> (python), as \
         <code>cargo xtask certificates</code> measured them, in a development build.</p>\n<pre>{measured}</pre>\n"
    );
    Chapter { name: "certificates.html".to_string(), title: "Certificates".to_string(), body }
}

fn page(chapter: &Chapter, all: &[Chapter]) -> String {
    let links: String =
        all.iter().map(|other| format!("<a href=\"{}\">{}</a><br>\n", other.name, escape(&other.title))).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Parlor: {}</title>\n<style>{STYLE}</style>\n<nav><b>Parlor</b><br>\n{links}</nav>\n<main>\n{}</main>\n</html>\n",
        escape(&chapter.title),
        chapter.body
    )
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

/// The words of a command line, quotes taken as a shell takes them.
fn words(line: &str) -> Vec<String> {
    let (mut all, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), close) if open == close => quote = None,
            (None, letter) if letter.is_whitespace() => all.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    all.extend(word);
    all
}

#[cfg(test)]
mod tests {
    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(super::words("a  \"b 'c'\" d'e f' ''"), ["a", "b 'c'", "de f", ""]);
    }
}
