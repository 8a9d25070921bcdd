//! `parlor TOPIC QUESTION ...`: one ask, one answer, in the format that was asked for.

use crate::files::Output;
use crate::{command, print, watch};
use clap::ArgMatches;
use kit::{Error, Fact, Question, Report, Result, Scene, Topic};

pub(crate) fn run(topic: &dyn Topic, question: &dyn Question, matches: &ArgMatches) -> Result<()> {
    let title = format!("{} {}", topic.name(), question.name());
    let ask = command::read_ask(title, question.params(), matches)?;
    let ask = if matches.contains_id("certificate") { ask.with_certificate() } else { ask };
    let outputs = Outputs::open(matches)?;
    let report = {
        let mut bar = watch::Bar::new();
        question.answer(&ask, &mut bar)?
    };
    let shown = render(&ask.line(), &report, matches)?;
    outputs.write(&report, matches)?;
    print::to_stdout(&shown)
}

fn render(ask: &str, report: &Report, matches: &ArgMatches) -> Result<String> {
    let table = matches.get_one::<String>("table").map(String::as_str);
    if matches.get_flag("json") {
        Ok(format!("{}\n", show::json(ask, report)))
    } else if matches.get_flag("csv") {
        show::csv(report, table)
    } else if matches.get_flag("bfile") {
        show::bfile(report, table)
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
    fn open(matches: &ArgMatches) -> Result<Outputs> {
        let open = |name: &str| matches.get_one::<String>(name).map(|path| Output::open(path)).transpose();
        let saves = matches.get_many::<String>("save").into_iter().flatten().map(|save| match save.split_once('=') {
            Some((fact, path)) => Ok((fact.to_string(), Output::open(path)?)),
            None => Err(Error::usage(format!("--save {save}"), "no file is named", "write FACT=FILE")),
        });
        if cfg!(not(feature = "png")) && matches.get_one::<String>("png").is_some() {
            return Err(Error::usage("--png", "this build draws no PNG", "use --svg, or build with the feature png"));
        }
        Ok(Outputs {
            svg: open("svg")?,
            png: open("png")?,
            certificate: open("certificate")?,
            saves: saves.collect::<Result<_>>()?,
        })
    }

    fn write(self, report: &Report, matches: &ArgMatches) -> Result<()> {
        let scene = |flag: &str| picture(report, flag, matches.get_one::<String>("scene").map(String::as_str));
        if let Some(file) = self.svg {
            file.write(show::svg::svg(scene("--svg")?).as_bytes())?;
        }
        if let Some(file) = self.png {
            file.write(&png(scene("--png")?)?)?;
        }
        if let Some(file) = self.certificate {
            let Some(certificate) = &report.certificate else {
                return Err(Error::usage("--certificate", "this answer has none", "leave it out"));
            };
            file.write(certificate.to_file().as_bytes())?;
        }
        for (name, file) in self.saves {
            match report.get(&name) {
                Some(Fact::Document(text)) => file.write(text.as_bytes())?,
                Some(fact) => file.write(format!("{fact}\n").as_bytes())?,
                None => {
                    let known: Vec<&str> = report.facts.iter().map(|(name, _)| *name).collect();
                    let known = format!("there are {}", known.join(", "));
                    return Err(Error::usage(format!("--save {name}"), "no such fact", known));
                }
            }
        }
        Ok(())
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
