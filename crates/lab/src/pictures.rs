//! The pictures of the front page: for each topic the scene that it has chosen, or else one that its examples give,
//! painted in the background when the lab opens.

use crate::pace;
use kit::{NoFiles, Scene, Topic, Unwatched};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock};

/// A picture with more shapes than this is not small enough for a card.
const MOST_SHAPES: usize = 2500;

/// A picture and the sentence that draws it.
pub(crate) type Picture = (&'static str, Arc<str>);

/// Pictures by the topic's place in the registry.
#[derive(Clone)]
pub(crate) struct Pictures(Arc<Vec<OnceLock<Option<Picture>>>>);

impl Pictures {
    pub(crate) fn new(topics: &[&Topic]) -> Pictures {
        Pictures(Arc::new(topics.iter().map(|_| OnceLock::new()).collect()))
    }

    /// Paints them while nobody waits.
    pub(crate) fn paint(&self, topics: &'static [&'static Topic]) {
        let pictures = self.clone();
        pace::start(move || {
            for (place, topic) in topics.iter().enumerate() {
                pictures.0[place].get_or_init(|| painted(topic));
            }
        });
    }

    /// The picture of a topic, if it is painted yet; where nobody else paints, it is.
    pub(crate) fn get(&self, place: usize, topic: &Topic) -> Option<Picture> {
        match pace::AT_ONCE {
            true => self.0[place].get_or_init(|| painted(topic)).clone(),
            false => self.0[place].get().cloned().flatten(),
        }
    }
}

fn painted(topic: &Topic) -> Option<Picture> {
    let chosen = (!topic.picture.is_empty()).then_some(topic.picture);
    let mut sentences = chosen.into_iter().chain(topic.questions.iter().filter_map(|q| q.examples.first().copied()));
    sentences.find_map(|sentence| {
        // A card without a picture is better than a lab that does not open.
        let scene = std::panic::catch_unwind(AssertUnwindSafe(|| scene_of(topic, sentence))).unwrap_or(None);
        scene.map(|scene| (sentence, show::svg::inline(&scene).into()))
    })
}

fn scene_of(topic: &Topic, example: &str) -> Option<Scene> {
    let words = kit::ask::words(example).ok()?;
    let question = kit::find_question(topic, words.get(1)?).ok()?;
    let title = format!("{} {}", topic.name, question.name);
    let ask = kit::Ask::read(title, question.params, &words[2..], &NoFiles).ok()?;
    let report = (question.answer)(&ask, &mut Unwatched).ok()?;
    let mut scene = report.scenes.into_iter().find(|scene| (4..=MOST_SHAPES).contains(&scene.shapes.len()))?;
    // On a card a picture is a link, with nothing in it to take hold of.
    scene.gesture = None;
    scene.shapes.iter_mut().for_each(|shape| (shape.hand, shape.touch) = (None, None));
    Some(scene)
}
