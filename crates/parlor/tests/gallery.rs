//! The gallery: the first picture of every topic's own examples. With `PARLOR_WRITE` set they are drawn anew instead of
//! compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../gallery"))
}

/// Every picture by its file name.
fn pictures() -> BTreeMap<String, String> {
    let mut pictures = BTreeMap::new();
    for topic in topics::ALL {
        for question in topic.questions {
            for (index, example) in question.examples.iter().enumerate() {
                let (question, ask) = kit::read_sentence(topics::ALL, example, &kit::NoFiles).expect(example);
                let report = (question.answer)(&ask, &mut kit::Unwatched).expect(example);
                if let Some(scene) = report.scenes.first() {
                    let name = format!("{}-{}-{}.svg", topic.name, question.name, index + 1);
                    pictures.insert(name, show::svg::svg(scene));
                }
            }
        }
    }
    pictures
}

fn stored() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("there is a gallery");
    let names = entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".svg")).collect()
}

#[test]
fn every_stored_picture_is_the_one_that_its_example_makes() {
    let pictures = pictures();
    let left_over = stored().into_iter().filter(|name| !pictures.contains_key(name));
    let differs =
        |(name, picture): &(&String, &String)| fs::read_to_string(folder().join(name)).ok().as_ref() != Some(*picture);
    let changed = pictures.iter().filter(differs).map(|(name, _)| name.clone());
    let stale: Vec<String> = left_over.chain(changed).collect();
    if std::env::var_os("PARLOR_WRITE").is_none() {
        assert!(stale.is_empty(), "stale pictures, `cargo xtask gallery` draws them anew: {}", stale.join(", "));
        return;
    }
    for name in stale {
        match pictures.get(&name) {
            Some(picture) => fs::write(folder().join(&name), picture).expect("the gallery can be written"),
            None => fs::remove_file(folder().join(&name)).expect("the gallery can be written"),
        }
    }
}
