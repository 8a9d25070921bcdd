//! `parlor TOPIC QUESTION ...`: one ask, one answer, in the format that was asked for.

use crate::files::{self, Output};
use crate::{command, limits, print, shell, watch};
use kit::{Ask, Error, Fact, Question, Report, Result, Scene, Standing, Topic, say};

pub(crate) fn run(topic: &Topic, question: &Question, words: &[String]) -> Result<()> {
    let (ask, output) = command::read_question(topic, question, words)?;
    let ask = if output.has("certificate") { ask.with_certificate() } else { ask.without_certificate() };
    let outputs = Outputs::open(&output)?;
    let report = shell::kept(&ask, || {
        let mut bar = watch::Bar::new();
        (question.answer)(&ask, &mut bar)
    })?;
    limits::done();
    if let Some(limit) = limits::word().filter(|_| report.standing != Standing::Proved) {
        print::to_stderr(&format!("{limit}: this is what was found by then\n"));
    }
    let shown = render(&ask.line(), &report, &output)?;
    outputs.write(&report, &output)?;
    print::to_stdout(&shown)
}

fn render(ask: &str, report: &Report, output: &Ask) -> Result<String> {
    let table = output.text_if("table");
    if output.flag("json") {
        Ok(say::printable_json(&format!("{}\n", show::json(ask, report))))
    } else if output.flag("csv") {
        show::csv(report, table).map(|text| say::printable(&text))
    } else if output.flag("bfile") {
        show::bfile(report, table)
    } else if output.flag("tex") {
        Ok(say::printable(&show::tex(ask, report)))
    } else if output.flag("html") {
        Ok(say::printable(&show::html(ask, report)))
    } else {
        Ok(show::text(report, 100))
    }
}

/// The files of an answer, opened before the work starts.
struct Outputs {
    svg: Option<Output>,
    png: Option<Output>,
    certificate: Option<Output>,
    saves: Vec<(String, Output)>,
}

impl Outputs {
    fn open(output: &Ask) -> Result<Outputs> {
        let open = |name: &str| output.text_if(name).map(Output::open).transpose();
        let saves = output.texts("save").into_iter().map(|save| match save.split_once('=') {
            Some((fact, path)) => Ok((fact.to_string(), Output::open(path)?)),
            None => Err(Error::usage(format!("--save {save}"), "no file is named", "write FACT=FILE")),
        });
        if cfg!(not(feature = "png")) && output.has("png") {
            return Err(Error::usage("--png", "this build draws no PNG", "use --svg, or build with the feature png"));
        }
        Ok(Outputs {
            svg: open("svg")?,
            png: open("png")?,
            certificate: open("certificate")?,
            saves: saves.collect::<Result<_>>()?,
        })
    }

    /// Writes all of them, then lets them appear: what fails on the way leaves nothing behind.
    fn write(self, report: &Report, output: &Ask) -> Result<()> {
        let scene = |flag: &str| picture(report, flag, output.text_if("scene"));
        let mut filled = Vec::new();
        if let Some(file) = self.svg {
            filled.push(file.fill(show::svg::svg(scene("--svg")?).as_bytes())?);
        }
        if let Some(file) = self.png {
            filled.push(file.fill(&png(scene("--png")?)?)?);
        }
        if let Some(file) = self.certificate {
            let Some(certificate) = &report.certificate else {
                return Err(without_certificate(report));
            };
            filled.push(file.fill(certificate.to_file().as_bytes())?);
        }
        for (name, file) in self.saves {
            filled.push(match report.get(&name) {
                Some(Fact::Document(text)) => file.fill(text.as_bytes())?,
                Some(fact) => file.fill(format!("{fact}\n").as_bytes())?,
                None => {
                    let known: Vec<&str> = report.facts.iter().map(|(name, _)| *name).collect();
                    let known = format!("there are {}", known.join(", "));
                    return Err(Error::usage(format!("--save {name}"), "no such fact", known));
                }
            });
        }
        files::appear_together(filled)
    }
}

/// Why an answer comes without a certificate, and what stands in its place.
fn without_certificate(report: &Report) -> Error {
    match report.get(kit::ARGUMENT) {
        Some(argument) => Error::usage(
            "--certificate",
            format!("this answer has none, it rests on an argument of the essay: {argument}"),
            "leave it out, and read the argument with --more",
        ),
        None => Error::usage("--certificate", "this answer has none", "leave it out"),
    }
}

fn picture<'a>(report: &'a Report, flag: &str, name: Option<&str>) -> Result<&'a Scene> {
    let found = match name {
        Some(name) => report.scenes.iter().find(|s| s.name == name),
        None => report.scenes.first(),
    };
    found.ok_or_else(|| {
        let known: Vec<&str> = report.scenes.iter().map(|s| s.name.as_str()).collect();
        match known.is_empty() {
            true => Error::usage(flag, "this answer has no picture", "leave it out"),
            false => Error::usage(flag, "no such picture", format!("--scene knows {}", known.join(", "))),
        }
    })
}

#[cfg(feature = "png")]
fn png(scene: &Scene) -> Result<Vec<u8>> {
    show::png(scene)
}

#[cfg(not(feature = "png"))]
fn png(_: &Scene) -> Result<Vec<u8>> {
    unreachable!("refused before the work started")
}
