//! What hands do with pictures: dragged points, spanned squares, previews, layers, sliders; by mouse, finger and key.

use super::visitor::{Hand, Touch, Visitor, a_visit};

const FIT: &str = "/conics/fit?points=0,0&points=3,1&points=5,4&points=2,6&points=-1,3";
const LINE: &str = "document.querySelector('#answer .line').innerText";

fn point(number: usize) -> String {
    format!("document.querySelectorAll('#answer svg [data-act=drag]')[{}]", number - 1)
}

/// Drags the fourth point into the middle of the others and says what was seen before the hand let go.
async fn drag_the_fourth(visitor: &Visitor, hand: Hand) {
    visitor.go(FIT).await;
    visitor.until("five points", "document.querySelectorAll('#answer svg [data-act=drag]').length === 5").await;
    let before: String = visitor.ask(LINE).await;
    assert!(before.contains("an ellipse"), "{before}");
    let [from, inner] = visitor.places(&point(4), &point(1)).await;
    // Toward the first point: inside the triangle of others no ellipse is left.
    let to = [0, 1].map(|axis| from[axis] + 0.62 * (inner[axis] - from[axis]));
    visitor.drag(hand, from, to).await;
    visitor.until("the curve follows the hand", &format!("{LINE}.includes('a hyperbola')")).await;
    let boundary = "document.querySelectorAll('#answer svg path[aria-label*=\"parabola through\"]').length";
    visitor.until("the boundary", &format!("{boundary} === 2 || {boundary} === 0")).await;
    assert!(visitor.ask::<bool>("location.search.includes('points=2,6')").await, "the address waits for the hand");
    visitor.shoot(&format!("conics-{hand:?}-held").to_lowercase()).await;
    visitor.hand(hand, Touch::Up, to).await;
    visitor.until("the address", "!location.search.includes('points=2,6') && location.search.includes('hand=4')").await;
    let after: String = visitor.ask(LINE).await;
    // The address brings the same answer.
    let address: String = visitor.ask("location.href").await;
    visitor.go(&address).await;
    visitor.until("the same", "!!document.querySelector('#answer .line')").await;
    assert_eq!(visitor.ask::<String>(LINE).await, after);
}

a_visit!(a_conic_follows_its_points, |visitor| async move {
    visitor.width(1200).await;
    drag_the_fourth(&visitor, Hand::Mouse).await;
    // The arrow keys do the same by small steps, and the focus stays.
    visitor.run(&format!("{}.focus()", point(2))).await;
    let before: String = visitor.ask(LINE).await;
    visitor.press("ArrowRight").await;
    visitor.until("a step", &format!("{LINE} !== {before:?}")).await;
    visitor.until("the focus", &format!("document.activeElement === {}", point(2))).await;
    visitor.shoot("conics-keys").await;
});

a_visit!(a_conic_follows_a_finger_on_a_phone, |visitor| async move {
    visitor.width(390).await;
    drag_the_fourth(&visitor, Hand::Finger).await;
    visitor.no_sideways_scrolling("conics").await;
});

const MOVES: &str = "new URLSearchParams(location.search).getAll('move')";

fn stone(name: &str) -> String {
    format!("document.querySelector('.board svg [data-name=\"{name}\"]')")
}

a_visit!(a_square_of_stones_is_taken_from_corner_to_corner, |visitor| async move {
    visitor.sit("/sums/play?expr=boxing(4,4)&you=both").await;
    // What is no square is refused with a sentence, and nothing is played.
    let [from, to] = visitor.places(&stone("1,1"), &stone("2,3")).await;
    visitor.drag(Hand::Mouse, from, to).await;
    visitor.until("the span", "!!document.querySelector('.board svg .trail')").await;
    visitor.hand(Hand::Mouse, Touch::Up, to).await;
    visitor.until("a refusal", "document.querySelector('#said').textContent.includes('no square')").await;
    visitor.forgive("400");
    let [from, to] = visitor.places(&stone("1,1"), &stone("3,3")).await;
    visitor.drag(Hand::Mouse, from, to).await;
    visitor.shoot("boxing-span").await;
    visitor.hand(Hand::Mouse, Touch::Up, to).await;
    visitor.until("the square", &format!("{MOVES}.join() === '1: 3x3 at 1,1'")).await;
    // By keys: pick up, go to the other corner, put down.
    visitor.run(&format!("{}.focus()", stone("4,1"))).await;
    visitor.press("p").await;
    visitor.until("told", "document.querySelector('#told').textContent.includes('picked up')").await;
    visitor.press("Enter").await;
    visitor.until("the stone", &format!("{MOVES}[1] === '1: 1x1 at 4,1'")).await;
});

a_visit!(moves_are_previewed_under_a_hand, |visitor| async move {
    const GOING: &str = "document.querySelectorAll('.board svg .going').length";
    const COMING: &str = "document.querySelectorAll('.board svg .coming > *').length";
    visitor.sit("/sums/play?expr=nim(5)&you=both").await;
    let third = "document.querySelectorAll('.board svg [data-move]')[2]";
    visitor.hover(third).await;
    visitor.until("three stones go", &format!("{GOING} >= 3")).await;
    visitor.shoot("preview-nim").await;
    visitor.sit("/sums/play?expr=chomp(3,4)&you=both").await;
    visitor.hover("document.querySelector('.board svg [data-move$=\"2,3\"]')").await;
    visitor.until("the bite", &format!("{GOING} >= 4")).await;
    visitor.shoot("preview-chomp").await;
    visitor.sit("/merlin/play?graph=grid:5x5&seed=4").await;
    visitor.hover("document.querySelectorAll('.board svg [data-move]')[12]").await;
    visitor.until("the cell and its neighbours", &format!("{COMING} === 5")).await;
    visitor.shoot("preview-merlin").await;
    // Whoever leaves the board sees it as it is.
    visitor.hover("document.querySelector('h1')").await;
    visitor.until("nothing", &format!("{COMING} === 0 && {GOING} === 0")).await;
});

a_visit!(a_queen_shows_what_she_attacks_and_counts_are_switched_on, |visitor| async move {
    visitor.sit("/queens/play?n=6&you=both&move=2,3").await;
    const SHOWN: &str = "[...document.querySelectorAll('.board svg [data-layer]')].filter(s => getComputedStyle(s).display !== 'none').length";
    assert_eq!(visitor.ask::<usize>(SHOWN).await, 0);
    visitor.click("document.querySelector('[data-switch]')").await;
    visitor.until("counts", &format!("{SHOWN} > 20")).await;
    visitor.hover("document.querySelector('.board svg [data-move]')").await;
    visitor.until("lines", "document.querySelector('.board svg .reach')?.getAttribute('d').includes('L')").await;
    visitor.shoot("queens-layers").await;
    // They stay on after a move.
    visitor.click("document.querySelector('.board svg [data-move]')").await;
    visitor.until("a move", &format!("{MOVES}.length === 2")).await;
    visitor.until("counts stay", &format!("{SHOWN} > 20")).await;
});
