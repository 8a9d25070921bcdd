//! Whatever a hand does with a picture is played, answered or refused in one sentence, and soon.

use kit::scene::{Act, Gesture};
use kit::{NoFiles, Play, Scene, Unwatched, read_sentence, sit_down};
use std::time::{Duration, Instant};

/// What a hand waits for without noticing.
const SOON: Duration = Duration::from_millis(50);
/// A busy machine is asked again before it is called slow.
const TRIES: usize = 6;
/// Gestures of one picture that are tried.
const MOST: usize = 12;

/// Splitmix: the same numbers on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn of<'a>(&mut self, words: &'a [String]) -> &'a str {
        &words[self.next() as usize % words.len()]
    }
}

/// The gestures of a picture with the name of the shape that offers each.
fn offered(scene: &Scene) -> Vec<(Gesture, String)> {
    let own = scene.gesture.iter().map(|gesture| (gesture.clone(), String::new()));
    let shapes = scene.shapes.iter().filter_map(|shape| {
        let name = shape.hand.as_ref().and_then(|hand| hand.name.clone());
        Some((shape.offered()?.clone(), name.unwrap_or_default()))
    });
    own.chain(shapes).collect()
}

/// What a hand says that goes anywhere on the sheet, beyond its edges, or onto anything.
fn said(scene: &Scene, (gesture, own): &(Gesture, String), chance: &mut Chance) -> String {
    let [left, top, width, height] = scene.frame;
    let at = [left + width * (2.0 * chance.part() - 0.5), top + height * (2.0 * chance.part() - 0.5)];
    let [x, y] = gesture.point(at);
    let names = scene.shapes.iter().filter_map(|shape| shape.hand.as_ref().and_then(|hand| hand.name.clone()));
    let names: Vec<String> = names.chain(["nowhere".to_string()]).collect();
    let (onto, by) = (chance.of(&names).to_string(), 0.1 + 20.0 * chance.part());
    let path: Vec<String> = (0..2 + chance.next() % 40)
        .map(|_| gesture.point([left + width * chance.part(), top + height * chance.part()]))
        .map(|[x, y]| format!("{x:.0},{y:.0}"))
        .collect();
    gesture.said(&|place| match place {
        "{x}" => format!("{x:.3}"),
        "{y}" => format!("{y:.3}"),
        "{w}" => format!("{:.3}", (gesture.step[0] * width * by).abs()),
        "{h}" => format!("{:.3}", (gesture.step[1] * height * by).abs()),
        "{from}" => own.clone(),
        "{path}" => path.join(" "),
        _ => onto.clone(),
    })
}

/// What a hand says that lets a shape go on each of a few others, and on what is not there.
fn said_onto(scene: &Scene, (gesture, own): &(Gesture, String), chance: &mut Chance) -> Vec<String> {
    let names = scene.shapes.iter().filter_map(|shape| shape.hand.as_ref().and_then(|hand| hand.name.clone()));
    let names: Vec<String> = names.filter(|name| name != own).chain(["nowhere".to_string()]).collect();
    (0..3).filter_map(|_| gesture.said_onto(chance.of(&names))).collect()
}

/// Does it, again if it was slow, and says how it ended.
fn soon<T>(what: &str, mut act: impl FnMut() -> kit::Result<T>) -> kit::Result<T> {
    let mut least = Duration::MAX;
    for _ in 0..TRIES {
        let begun = Instant::now();
        let ended = act();
        least = least.min(begun.elapsed());
        if let Err(error) = &ended {
            let line = error.to_string();
            assert!(!line.trim().is_empty() && !line.contains('\n'), "{what}: {line:?}");
        }
        if least < SOON {
            return ended;
        }
    }
    panic!("{what}: it took {least:?}");
}

fn try_table(sentence: &str, play: &mut dyn Play, chance: &mut Chance) -> usize {
    let (scene, before) = (play.scene(), play.position());
    let gestures = offered(&scene);
    for gesture in gestures.iter().take(MOST) {
        let text = said(&scene, gesture, chance);
        let what = format!("{sentence}: {text:?}");
        let ended = soon(&what, || {
            let ended = play.play(&text);
            assert!(ended.is_err() || play.undo(), "{what}");
            ended
        });
        assert_eq!(play.position(), before, "{what}: {ended:?}");
    }
    gestures.len()
}

#[test]
fn what_a_hand_does_at_a_table_is_played_or_refused() {
    let mut chance = Chance(17);
    let mut tried = 0;
    for sentence in topics::ALL.iter().filter_map(|t| t.table).flat_map(|t| t.examples.iter().copied()) {
        let mut play = sit_down(topics::ALL, sentence, &mut Unwatched).unwrap();
        for step in 0..5 {
            tried += try_table(sentence, play.as_mut(), &mut chance);
            let moves = play.moves();
            let Some(text) = moves.get((step * 7919 + 3) % moves.len().max(1)) else { break };
            play.play(text).unwrap();
        }
    }
    assert!(tried > 0, "no table offers a gesture");
}

#[test]
fn what_a_hand_does_under_an_answer_is_answered_or_refused() {
    let mut chance = Chance(71);
    let mut tried = 0;
    for topic in topics::ALL {
        for question in topic.questions {
            for example in question.examples {
                let (question, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap();
                let Ok(report) = (question.answer)(&ask, &mut Unwatched) else { panic!("{example}") };
                if report.scenes.iter().any(|scene| scene.live) {
                    soon(example, || (question.answer)(&ask, &mut Unwatched)).unwrap();
                }
                let asked = |words: &str| {
                    let sentence = format!("{} {} {words}", topic.name, question.name);
                    let ended = soon(&sentence, || {
                        let (question, ask) = read_sentence(topics::ALL, &sentence, &NoFiles)?;
                        (question.answer)(&ask, &mut Unwatched)
                    });
                    (sentence, ended)
                };
                for scene in &report.scenes {
                    // Whatever can be touched under an answer has an answer of its own.
                    for touch in scene.shapes.iter().filter_map(|shape| shape.touch.as_ref()).take(MOST) {
                        let (sentence, ended) = asked(touch);
                        assert!(ended.is_ok(), "{sentence}: {}", ended.unwrap_err());
                    }
                    for gesture in offered(scene).iter().take(MOST) {
                        for words in said_onto(scene, gesture, &mut chance) {
                            tried += usize::from(asked(&words).1.is_ok());
                        }
                        let (sentence, ended) = asked(&said(scene, gesture, &mut chance));
                        // Wherever a point is dragged or a window is opened, there is something to be seen.
                        let free = matches!(gesture.0.act, Act::Drag | Act::Window);
                        assert!(!free || ended.is_ok(), "{sentence}: {}", ended.unwrap_err());
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 0, "no answer offers a gesture");
}

#[test]
fn every_place_of_a_gesture_is_one_that_its_act_fills() {
    let tables = topics::ALL.iter().filter_map(|t| t.table).flat_map(|t| t.examples.iter().copied());
    for sentence in tables {
        let scene = sit_down(topics::ALL, sentence, &mut Unwatched).unwrap().scene();
        for (gesture, name) in offered(&scene) {
            let empty = gesture.said(&|_| String::new());
            assert!(!empty.contains('{') && empty != gesture.says, "{sentence}: {}", gesture.says);
            assert!(!matches!(gesture.act, Act::Link | Act::Span) || !name.is_empty(), "{sentence}: {}", gesture.says);
        }
    }
}
