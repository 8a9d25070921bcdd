//! What is built by hand: graphs under answers, positions drawn from nothing, labels from a palette; by mouse, finger
//! and key.

use super::visitor::{Hand, Touch, Visitor, a_visit};

const LINE: &str = "document.querySelector('#answer .line').innerText";
const SHEET: &str = "document.querySelector('#answer svg[data-act=put]')";
const VERTICES: &str = "document.querySelectorAll('#answer svg [data-act=drag][tabindex]').length";
const EDGES: &str = "document.querySelectorAll('#answer svg line[data-move]').length";
const BIN: &str = "document.querySelector('#answer svg [data-name=x]')";
const SQUARE: &str = "graph=@0,0%20@3,0%20@3,3%20@0,3%201-2%202-3%203-4%204-1";

fn vertex(number: usize) -> String {
    format!("document.querySelector('#answer svg [data-act=drag][data-name=\"{number}\"]')")
}

/// Drags one shape onto another and lets it go there.
async fn onto(visitor: &Visitor, hand: Hand, one: &str, other: &str) {
    let [from, to] = visitor.places(one, other).await;
    visitor.drag(hand, from, to).await;
    visitor.until("the target is marked", "!!document.querySelector('#answer svg .target')").await;
    visitor.hand(hand, Touch::Up, to).await;
}

async fn holds(visitor: &Visitor, what: &str, vertices: usize, edges: usize) {
    visitor.until(what, &format!("{VERTICES} === {vertices} && {EDGES} === {edges}")).await;
}

a_visit!(a_graph_is_built_with_the_mouse_and_its_puzzle_follows, |visitor| async move {
    visitor.width(1200).await;
    visitor.go(&format!("/merlin/solve?{SQUARE}&self=yes&from=1000")).await;
    holds(&visitor, "a square", 4, 4).await;
    let before: String = visitor.ask(LINE).await;
    visitor.shoot("graph-square").await;
    // A touch on a free place puts a vertex there; dragged onto another it is joined, and the answer follows.
    visitor.click(SHEET).await;
    holds(&visitor, "a fifth vertex", 5, 4).await;
    onto(&visitor, Hand::Mouse, &vertex(5), &vertex(1)).await;
    holds(&visitor, "an edge", 5, 5).await;
    onto(&visitor, Hand::Mouse, &vertex(5), &vertex(3)).await;
    holds(&visitor, "another", 5, 6).await;
    assert!(visitor.ask::<String>(LINE).await.contains("solvable"), "{before}");
    visitor.shoot("graph-built").await;
    // Dragged to a free place it moves, while the hand is down already.
    let [from, to] = visitor.places(&vertex(5), &vertex(2)).await;
    let to = [0, 1].map(|axis| from[axis] + 0.4 * (to[axis] - from[axis]));
    let place: String = visitor.ask(&format!("{}.getAttribute('cx')", vertex(5))).await;
    visitor.drag(Hand::Mouse, from, to).await;
    visitor.until("it follows", &format!("{}.getAttribute('cx') !== '{place}'", vertex(5))).await;
    visitor.hand(Hand::Mouse, Touch::Up, to).await;
    // A touch on an edge cuts it, and one on a vertex gives it the next colour.
    visitor.click("[...document.querySelectorAll('#answer svg line[data-move]')].find(l => l.getAttribute('aria-label').startsWith('from 1 to 2'))").await;
    holds(&visitor, "a cut", 5, 5).await;
    visitor.click(&vertex(2)).await;
    visitor.until("a colour", "new URLSearchParams(location.search).get('from') === '11000'").await;
    // What is dropped into the bin is gone, with its edges.
    onto(&visitor, Hand::Mouse, &vertex(5), BIN).await;
    holds(&visitor, "four again", 4, 3).await;
    let (line, address): (String, String) = (visitor.ask(LINE).await, visitor.ask("location.href").await);
    visitor.go(&address).await;
    holds(&visitor, "the address brings it back", 4, 3).await;
    assert_eq!(visitor.ask::<String>(LINE).await, line);
});

a_visit!(a_graph_is_built_with_keys, |visitor| async move {
    visitor.go(&format!("/merlin/analyse?{SQUARE}&self=yes&mod=2")).await;
    holds(&visitor, "a square", 4, 4).await;
    visitor.run(&format!("{}.focus()", vertex(1))).await;
    visitor.press("p").await;
    visitor.until("told", "document.querySelector('#told').textContent.includes('picked up')").await;
    visitor.run(&format!("{}.focus()", vertex(3))).await;
    visitor.press("Enter").await;
    holds(&visitor, "a diagonal", 4, 5).await;
    let place: String = visitor.ask(&format!("{}.getAttribute('cx')", vertex(2))).await;
    visitor.run(&format!("{}.focus()", vertex(2))).await;
    visitor.press("ArrowLeft").await;
    visitor.until("a step", &format!("{}.getAttribute('cx') !== '{place}'", vertex(2))).await;
    visitor.until("the focus stays", &format!("document.activeElement === {}", vertex(2))).await;
    visitor.run(&format!("{SHEET}.focus()")).await;
    for _ in 0..4 {
        visitor.press("ArrowRight").await;
    }
    visitor.until("a cross", "!!document.querySelector('#answer svg .cross')").await;
    visitor.shoot("graph-keys").await;
    visitor.press("Enter").await;
    holds(&visitor, "a vertex", 5, 5).await;
    visitor.run(&format!("{}.focus()", vertex(5))).await;
    visitor.press("p").await;
    visitor.run(&format!("{BIN}.focus()")).await;
    visitor.press("Enter").await;
    holds(&visitor, "it is gone", 4, 5).await;
});

a_visit!(a_named_graph_is_changed_with_a_finger_on_a_phone, |visitor| async move {
    visitor.width(390).await;
    visitor.go("/magic/test?graph=cube:3").await;
    visitor.until("a cube", &format!("{VERTICES} === 8 && {LINE}.includes('xor-magic of order 3')")).await;
    visitor.shoot("magic-cube-phone").await;
    // One edge more, and two vertices have the same label in every labelling, or the nullity falls.
    onto(&visitor, Hand::Finger, &vertex(1), &vertex(8)).await;
    visitor.until("not magic", &format!("{EDGES} === 13 && {LINE}.includes('not xor-magic')")).await;
    visitor.no_sideways_scrolling("magic").await;
    visitor.shoot("magic-changed-phone").await;
});

a_visit!(a_graph_stays_in_the_hand_while_it_is_no_candidate_yet, |visitor| async move {
    visitor.width(1200).await;
    visitor.go("/magic/test?graph=@0,0%20@3,0%201-2").await;
    visitor.until("an edge", &format!("{VERTICES} === 2 && {LINE}.includes('test 2 fails')")).await;
    let [x, y] = visitor.middle(SHEET).await;
    visitor.drag(Hand::Mouse, [x, y + 60.0], [x, y + 60.0]).await;
    visitor.hand(Hand::Mouse, Touch::Up, [x, y + 60.0]).await;
    visitor.until("three vertices", &format!("{VERTICES} === 3 && {LINE}.includes('not a power of two')")).await;
    visitor.click("document.querySelector('#answer svg [aria-label=\"more room on every side\"]')").await;
    visitor.until("more room", &format!("{SHEET}.viewBox.baseVal.width > 400 && {VERTICES} === 3")).await;
    visitor.shoot("magic-room").await;
});

a_visit!(labels_are_dragged_from_a_palette, |visitor| async move {
    const MOVES: &str = "new URLSearchParams(location.search).getAll('move').join(' ')";
    const TILES: &str = "document.querySelectorAll('.board svg [data-act=drop]').length";
    let tile =
        |label: &str| format!("document.querySelector('.board svg [data-act=drop][aria-label=\"label {label}\"]')");
    let at = |number: usize| format!("document.querySelector('.board svg [data-name=\"{number}\"]')");
    visitor.sit("/magic/play?graph=cube:3").await;
    visitor.until("eight labels", &format!("{TILES} === 8")).await;
    let [from, to] = visitor.places(&tile("101"), &at(2)).await;
    visitor.drag(Hand::Mouse, from, to).await;
    visitor.hand(Hand::Mouse, Touch::Up, to).await;
    visitor.until("a label", &format!("{MOVES} === '2=101' && {TILES} === 7")).await;
    visitor.run(&format!("{}.focus()", tile("110"))).await;
    visitor.press("p").await;
    visitor.run(&format!("{}.focus()", at(3))).await;
    visitor.press("Enter").await;
    visitor.until("another", &format!("{MOVES} === '2=101 3=110' && {TILES} === 6")).await;
    visitor.shoot("magic-palette").await;
    visitor.width(390).await;
    visitor.no_sideways_scrolling("palette").await;
    visitor.shoot("magic-palette-phone").await;
});

const SPOTS: &str = "document.querySelectorAll('#answer svg [data-act=pen][tabindex]').length";
const CURVES: &str = "document.querySelectorAll('#answer svg > path').length";

/// A point of the sheet on the screen, by parts of its sides.
async fn on_sheet(visitor: &Visitor, x: f64, y: f64) -> [f64; 2] {
    visitor.middle(SHEET).await;
    let script = format!(
        "(() => {{ const b = {SHEET}.getBoundingClientRect(); return [b.x + {x} * b.width, b.y + {y} * b.height]; }})()"
    );
    visitor.ask(&script).await
}

a_visit!(a_position_of_sprouts_is_drawn_from_nothing, |visitor| async move {
    visitor.width(1200).await;
    visitor.go("/sprouts/value?position=@").await;
    visitor.until("an empty sheet", &format!("!!{SHEET} && {LINE}.includes('lost')")).await;
    for (number, (x, y)) in [(0.25, 0.5), (0.75, 0.5), (0.5, 0.2)].into_iter().enumerate() {
        let at = on_sheet(&visitor, x, y).await;
        visitor.drag(Hand::Mouse, at, at).await;
        visitor.hand(Hand::Mouse, Touch::Up, at).await;
        visitor.until("a spot", &format!("{SPOTS} === {}", number + 1)).await;
    }
    let before: String = visitor.ask(LINE).await;
    assert!(before.contains("for the player to move"), "{before}");
    visitor.shoot("freehand-spots").await;
    let (a, b) = (on_sheet(&visitor, 0.25, 0.5).await, on_sheet(&visitor, 0.75, 0.5).await);
    let low = [(a[0] + b[0]) / 2.0, a[1] + 90.0];
    visitor.drag(Hand::Mouse, a, low).await;
    for step in 1..=8 {
        let part = f64::from(step) / 8.0;
        visitor.hand(Hand::Mouse, Touch::Move, [0, 1].map(|axis| low[axis] + part * (b[axis] - low[axis]))).await;
    }
    visitor.hand(Hand::Mouse, Touch::Up, b).await;
    visitor.until("a curve", &format!("{CURVES} === 2 && {SPOTS} === 4")).await;
    let drawn: String = visitor.ask(LINE).await;
    assert!(drawn.contains("nimber") && drawn != before, "{drawn}");
    visitor.shoot("freehand-curve").await;
    // What is no curve is refused with its reason, and the drawing stays.
    let away = on_sheet(&visitor, 0.9, 0.1).await;
    let a = visitor.places("document.querySelector('#answer svg [data-name=C]')", SHEET).await[0];
    visitor.drag(Hand::Mouse, a, away).await;
    visitor.hand(Hand::Mouse, Touch::Up, away).await;
    visitor.until("why", "document.querySelector('#live-note')?.textContent.includes('ends nowhere')").await;
    visitor.forgive("400");
    let address: String = visitor.ask("location.href").await;
    visitor.go(&address).await;
    visitor.until("the same", &format!("{CURVES} === 2 && {SPOTS} === 4 && {LINE} === {drawn:?}")).await;
    visitor.click("document.querySelector('#answer svg [aria-label=\"take the last step back\"]')").await;
    visitor.until("taken back", &format!("{CURVES} === 0 && {LINE} === {before:?}")).await;
});

a_visit!(a_position_of_sprouts_is_drawn_with_a_finger_and_with_keys, |visitor| async move {
    visitor.width(390).await;
    visitor.go("/sprouts/value?position=@-200,0%20@200,0").await;
    visitor.until("two spots", &format!("{SPOTS} === 2")).await;
    let spot = |name: &str| format!("document.querySelector('#answer svg [data-name={name}]')");
    let [a, b] = visitor.places(&spot("A"), &spot("B")).await;
    visitor.drag(Hand::Finger, a, [(a[0] + b[0]) / 2.0, a[1] + 40.0]).await;
    visitor.hand(Hand::Finger, Touch::Move, b).await;
    visitor.hand(Hand::Finger, Touch::Up, b).await;
    visitor.until("a curve", &format!("{CURVES} === 2 && {SPOTS} === 3")).await;
    visitor.shoot("freehand-phone").await;
    visitor.no_sideways_scrolling("freehand").await;
    visitor.run(&format!("{SHEET}.focus()")).await;
    for _ in 0..6 {
        visitor.press("ArrowUp").await;
    }
    visitor.press("Enter").await;
    visitor.until("a spot", &format!("{SPOTS} === 4")).await;
});
