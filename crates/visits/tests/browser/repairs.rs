//! What was broken once and must not break again: names that say what is drawn, labels that are taken once, sides that
//! are told right, letters that have their colours.

use super::games::READY;
use super::visitor::a_visit;

const MOVES: &str = "new URLSearchParams(location.search).getAll('move')";

/// Whether a spot lies inside of the loop that the first two curves of the board make. Each of them is closed by the
/// chord between their common ends, which cancels.
fn inside(spot: &str) -> String {
    format!(
        "(() => {{ const svg = document.querySelector('.board svg');
           const loop = document.createElementNS(svg.namespaceURI, 'path');
           loop.setAttribute('d', [...svg.querySelectorAll(':scope > path')].slice(0, 2).map(p => p.getAttribute('d')).join(' '));
           loop.setAttribute('fill-rule', 'evenodd'); svg.append(loop);
           const box = svg.querySelector('[data-name={spot}]').getBBox();
           const held = loop.isPointInFill(new DOMPoint(box.x + box.width / 2, box.y + box.height / 2));
           loop.remove(); return held; }})()"
    )
}

a_visit!(a_curve_encloses_the_spots_that_its_move_names, |visitor| async move {
    for (around, held) in [("B", [true, false]), ("C", [false, true])] {
        visitor.sit(&format!("/sprouts/play?n=3&you=both&move=A-A+around+{around}")).await;
        let seen = [visitor.ask::<bool>(&inside("B")).await, visitor.ask::<bool>(&inside("C")).await];
        assert_eq!(seen, held, "A-A around {around}: whether B and C lie inside");
    }
});

a_visit!(vertices_touched_in_order_take_each_label_once, |visitor| async move {
    visitor.sit("/magic/play?graph=cube:3").await;
    for number in 1..=8 {
        visitor.click(&format!("document.querySelector('.board svg [data-name=\"{number}\"]')")).await;
        visitor.until("a label", &format!("{MOVES}.length === {number} && {READY}")).await;
    }
    let mut labels: Vec<String> = visitor.ask(&format!("{MOVES}.map(move => move.split('=')[1])")).await;
    labels.sort();
    labels.dedup();
    assert_eq!(labels.len(), 8, "{labels:?}");
});

a_visit!(whoever_swaps_sides_answers_and_does_not_weigh, |visitor| async move {
    visitor.sit("/scale/play?n=12").await;
    visitor.click("document.querySelector('#swap')").await;
    visitor.until("the house weighs", &format!("{MOVES}.length === 1 && {READY}")).await;
    let first: String = visitor.ask(&format!("{MOVES}[0]")).await;
    assert!(first.contains(" v "), "the house weighs: {first}");
    let (text, offered): (String, Vec<String>) = visitor
        .ask("[document.querySelector('main').innerText, [...document.querySelectorAll('[data-plays]')].map(a => a.dataset.plays)]")
        .await;
    assert!(!text.to_lowercase().contains("you weigh"), "{text}");
    assert!(
        !offered.is_empty() && offered.iter().all(|play| !play.contains(" v ")),
        "answers are offered: {offered:?}"
    );
});

a_visit!(a_letter_of_the_legend_has_its_colour, |visitor| async move {
    visitor.go("/merlin/solve?graph=circle:6&mod=3&from=WRBWRB&legend=WRB").await;
    visitor.until("an answer", "!!document.querySelector('#answer svg [data-name=\"3\"]')").await;
    let colour = |number: usize| {
        format!(
            "getComputedStyle(document.querySelector('#answer svg [data-name=\"{number}\"]')).fill.match(/\\d+/g).map(Number)"
        )
    };
    let [r, g, b]: [u32; 3] = visitor.ask(&colour(1)).await;
    assert!(r.min(g).min(b) > 200, "W is white: {r} {g} {b}");
    let [r, g, b]: [u32; 3] = visitor.ask(&colour(2)).await;
    assert!(r > 2 * g.max(b), "R is red: {r} {g} {b}");
    let [r, g, b]: [u32; 3] = visitor.ask(&colour(3)).await;
    assert!(b > g.max(r), "B is blue: {r} {g} {b}");
});
