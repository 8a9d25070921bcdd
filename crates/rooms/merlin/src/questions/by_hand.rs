//! What a hand may do with the graph under an answer: every gesture is the same question of another graph or state.

use super::super::puzzle::Puzzle;
use engine::graphs::drawn::Drawn;
use kit::Ask;
use kit::scene::Workbench;

/// The margin of pictures of graphs, as the scene draws them.
const MARGIN: f64 = 0.8;

/// A state of the ask, by the name of its parameter.
pub(super) type Named<'a> = (&'static str, &'a [u32]);

/// Whether a state is said in words, whatever the number of cells.
fn in_words(text: &str) -> bool {
    ["random", "scrambled"].contains(&text.trim()) || text.trim().starts_with("all:")
}

fn explicit(puzzle: &Puzzle, ask: &Ask, state: &[u32]) -> String {
    match ask.text_if("legend").map(|legend| legend.chars().collect::<Vec<char>>()) {
        Some(letters) => state.iter().map(|&colour| letters[colour as usize]).collect(),
        None => puzzle.text(state),
    }
}

/// The state as the ask would write it for its graph, or for one with a vertex more, which has colour 0.
fn written(puzzle: &Puzzle, ask: &Ask, (name, state): Named<'_>, more: bool) -> String {
    match ask.text(name) {
        text if in_words(text) => text.to_string(),
        _ => explicit(puzzle, ask, &[state, if more { &[0] } else { &[] }].concat()),
    }
}

/// The hands on the graph of an ask; none where it is a board, too large, or has weights.
pub(super) fn hands<'a>(puzzle: &'a Puzzle, ask: &'a Ask, states: &'a [Named<'a>]) -> Option<Workbench<'a>> {
    let drawing = puzzle.drawing();
    if puzzle.is_weighted() || ask.has("add") || drawing.tiled {
        return None;
    }
    let drawn = match &puzzle.drawn {
        Some(drawn) => Drawn { graph: puzzle.graph.clone(), taken: Vec::new(), ..drawn.clone() },
        None => Drawn::of(&puzzle.graph, &drawing, drawing.frame(MARGIN))?,
    };
    let says = move |text: &str, more: bool| {
        let texts: Vec<(&str, String)> = states.iter().map(|s| (s.0, written(puzzle, ask, *s, more))).collect();
        let mut changed = vec![("graph", Some(text)), ("rows-are-successors", None)];
        changed.extend(texts.iter().map(|(name, text)| (*name, Some(text.as_str()))));
        ask.words_with(&changed)
    };
    let apart = ask.flag("self") || ask.flag("no-self");
    Some(Workbench::new(drawn, puzzle.drawn.is_some(), !apart, says))
}

/// What a touch on each cell of a drawn graph asks for: the cell has the next colour of the first state.
pub(super) fn recoloured(
    hands: &Workbench<'_>,
    puzzle: &Puzzle,
    ask: &Ask,
    states: &[Named<'_>],
) -> Option<Vec<String>> {
    puzzle.drawn.as_ref()?;
    let [(name, state), others @ ..] = states else { return None };
    let (graph, others): (String, Vec<_>) =
        (hands.text(), others.iter().map(|other| (other.0, written(puzzle, ask, *other, false))).collect());
    let next = |v: usize| {
        let mut state = state.to_vec();
        state[v] = puzzle.modulus.add(state[v], 1);
        let state = explicit(puzzle, ask, &state);
        let mut changed = vec![("graph", Some(graph.as_str())), (*name, Some(state.as_str()))];
        changed.extend(others.iter().map(|(name, text)| (*name, Some(text.as_str()))));
        ask.words_with(&changed).trim_start().to_string()
    };
    Some((0..puzzle.order()).map(next).collect())
}

#[cfg(test)]
mod tests {
    use kit::{Fact, Report, Shape};

    fn answer(words: &str) -> Report {
        crate::TOPIC.answer(&format!("merlin {words}")).unwrap_or_else(|e| panic!("{words}: {e}"))
    }

    fn told(report: &Report, name: &str) -> String {
        report.get(name).map(Fact::to_string).unwrap_or_default()
    }

    #[test]
    fn a_drawing_has_the_answers_of_its_graph() {
        const DRAWN: &str = "\"@0,0 @3,0 @3,3 @0,3 1-2 2-3 3-4 4-1 1-3\"";
        const LISTED: &str = "\"1 2; 2 3; 3 4; 4 1; 1 3\"";
        for (words, fact) in [
            ("solve GRAPH --from 1000", "solvable"),
            ("solve GRAPH --self --from 0100 --mod 3", "clicks"),
            ("solve GRAPH --self --from 0111 --mod 2", "solutions"),
            ("analyse GRAPH --mod 2", "kernel_size"),
            ("analyse GRAPH --self", "determinant"),
        ] {
            let [drawn, listed] = [DRAWN, LISTED].map(|graph| told(&answer(&words.replace("GRAPH", graph)), fact));
            assert!(!drawn.is_empty() && drawn == listed, "{words}: {drawn} {listed}");
        }
    }

    #[test]
    fn states_follow_when_vertices_are_put_and_taken_away() {
        for words in [
            "solve \"@0,0 @3,0 @3,3 1-2 2-3\" --self --from 120 --mod 3",
            "solve \"@0,0 @3,0 @3,3 1-2 2-3\" --self --from WRB --legend WBR --mod 3",
            "solve petersen --from 1010101010 --to 0000011111",
            "solve circle:5 --mod 12 --from 11,10,0,1,2",
        ] {
            let report = answer(words);
            let scene = &report.scenes[0];
            let order = scene.shapes.iter().filter_map(Shape::offered).count();
            let put = scene.gesture.as_ref().unwrap().said(&|_| "1".to_string());
            let more = answer(&format!("solve {put}"));
            assert_eq!(more.scenes[0].shapes.iter().filter_map(Shape::offered).count(), order + 1, "{put}");
            let first = scene.shapes.iter().find_map(Shape::offered).unwrap();
            let less = answer(&format!("solve {}", first.said_onto("x").unwrap()));
            assert_eq!(less.scenes[0].shapes.iter().filter_map(Shape::offered).count(), order - 1, "{words}");
            // After that the words are whole again: what the next picture says is answered too.
            let next = less.scenes[0].gesture.as_ref().unwrap().said(&|_| "1".to_string());
            assert_eq!(
                answer(&format!("solve {next}")).scenes[0].shapes.iter().filter_map(Shape::offered).count(),
                order
            );
        }
    }

    #[test]
    fn a_touch_gives_a_cell_the_next_colour_and_boards_stay_boards() {
        let report = answer("solve \"@0,0 @3,0 @3,3 1-2 2-3\" --self --from 120 --mod 3");
        let touched: Vec<String> = report.scenes[0].shapes.iter().filter_map(|s| s.touch.clone()).collect();
        assert!(touched.iter().any(|words| words.contains("--from 100")), "{touched:?}");
        assert!(answer("solve grid:3x3").scenes[0].gestures().next().is_none());
        assert!(answer("solve 021/102/210 --mod 5 --from 100").scenes[0].gestures().next().is_none(), "weights");
    }
}
