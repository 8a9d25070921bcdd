//! The live pictures of the front page: scenes that the topics' own examples give, painted in the background when the
//! lab opens, and shown in turn.

use kit::{NoFiles, Scene, Topic, Unwatched};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most pictures of a topic.
const MOST: usize = 4;
/// A picture with more shapes than this is not small enough for a card.
const MOST_SHAPES: usize = 2500;

/// A picture and the sentence that draws it.
pub(crate) type Picture = (&'static str, Arc<str>);

/// Pictures by the topic's place in the registry.
#[derive(Clone)]
pub(crate) struct Pictures {
    found: Arc<Vec<Mutex<Vec<Picture>>>>,
    turn: Arc<AtomicUsize>,
}

impl Pictures {
    pub(crate) fn new(topics: &[&Topic]) -> Pictures {
        Pictures { found: Arc::new(topics.iter().map(|_| Mutex::default()).collect()), turn: Arc::default() }
    }

    /// Paints them on a thread of its own: first one of each topic, then the others.
    pub(crate) fn paint(&self, topics: &'static [&'static Topic]) {
        let pictures = self.clone();
        std::thread::spawn(move || {
            for round in 0..MOST {
                for (place, topic) in topics.iter().enumerate() {
                    pictures.paint_one(place, topic, round);
                }
            }
        });
    }

    fn paint_one(&self, place: usize, topic: &Topic, round: usize) {
        let question = topic.questions.iter().cycle().skip(round).take(topic.questions.len());
        for example in question.filter_map(|q| q.examples.first()) {
            let known = |found: &Vec<Picture>| found.iter().any(|(sentence, _)| sentence == example);
            if known(&self.of(place)) {
                continue;
            }
            // A card without a picture is better than a lab that does not open.
            let scene = std::panic::catch_unwind(AssertUnwindSafe(|| scene_of(topic, example))).unwrap_or(None);
            if let Some(scene) = scene {
                let picture: Picture = (example, show::svg::inline(&scene).into());
                self.found[place].lock().unwrap_or_else(PoisonError::into_inner).push(picture);
                return;
            }
        }
    }

    fn of(&self, place: usize) -> Vec<Picture> {
        self.found[place].lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The next turn of the pictures.
    pub(crate) fn turn(&self) -> usize {
        self.turn.fetch_add(1, Ordering::Relaxed)
    }

    /// The picture of a topic in this turn, if one is painted yet.
    pub(crate) fn get(&self, place: usize, turn: usize) -> Option<Picture> {
        let found = self.of(place);
        (!found.is_empty()).then(|| found[turn % found.len()].clone())
    }
}

fn scene_of(topic: &Topic, example: &str) -> Option<Scene> {
    let words = kit::ask::words(example).ok()?;
    let question = kit::find_question(topic, words.get(1)?).ok()?;
    let title = format!("{} {}", topic.name, question.name);
    let ask = kit::Ask::read(title, question.params, &words[2..], &NoFiles).ok()?;
    let report = (question.answer)(&ask, &mut Unwatched).ok()?;
    report.scenes.into_iter().find(|scene| (4..=MOST_SHAPES).contains(&scene.shapes.len()))
}
