//! The gallery: the first picture of every topic's own examples.

use crate::root;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;

/// Every picture by its file name.
fn pictures() -> Result<BTreeMap<String, String>> {
    let mut pictures = BTreeMap::new();
    for topic in topics::ALL {
        for question in topic.questions() {
            for (index, example) in question.examples().iter().enumerate() {
                let (question, ask) = kit::read_sentence(topics::ALL, example, &kit::NoFiles)?;
                let report = question.answer(&ask, &mut kit::Unwatched).with_context(|| example.to_string())?;
                if let Some(scene) = report.scenes.first() {
                    let name = format!("{}-{}-{}.svg", topic.name(), question.name(), index + 1);
                    pictures.insert(name, show::svg::svg(scene));
                }
            }
        }
    }
    Ok(pictures)
}

/// Draws all pictures and removes those that no example makes.
pub(crate) fn draw() -> Result<()> {
    let folder = root().join("gallery");
    fs::create_dir_all(&folder)?;
    let pictures = pictures()?;
    for name in stored()? {
        if !pictures.contains_key(&name) {
            fs::remove_file(folder.join(&name))?;
        }
    }
    for (name, picture) in &pictures {
        fs::write(folder.join(name), picture)?;
    }
    println!("{} pictures", pictures.len());
    Ok(())
}

/// Fails when a stored picture is not the one that its example makes.
pub(crate) fn check() -> Result<()> {
    println!("== gallery");
    let pictures = pictures()?;
    let mut stale: Vec<String> = stored()?.into_iter().filter(|name| !pictures.contains_key(name)).collect();
    for (name, picture) in &pictures {
        if fs::read_to_string(root().join("gallery").join(name)).ok().as_ref() != Some(picture) {
            stale.push(name.clone());
        }
    }
    match stale.is_empty() {
        true => Ok(()),
        false => bail!("stale pictures, `cargo xtask gallery` draws them anew: {}", stale.join(", ")),
    }
}

fn stored() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("gallery"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".svg") {
            names.push(name);
        }
    }
    Ok(names)
}
