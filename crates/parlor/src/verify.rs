//! `parlor verify FILE`: someone else's answer, checked.

use crate::{file_trouble, print, watch};
use clap::ArgMatches;
use kit::{Certificate, Result};

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let path = matches.get_one::<String>("file").expect("clap requires it");
    let file = std::fs::read_to_string(path).map_err(|e| file_trouble(path, &e))?;
    let certificate = Certificate::read(&file)?;
    let topic = kit::find_topic(topics::ALL, &certificate.topic)?;
    let report = topic.verify(&certificate, &mut watch::Bar::new())?;
    match matches.get_flag("json") {
        true => print::to_stdout(&format!("{}\n", show::json(&format!("verify {path}"), &report))),
        false => print::to_stdout(&show::text(&report, 100)),
    }
}
