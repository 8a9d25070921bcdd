//! Curves drawn by hand: with the mouse, a finger and keys; kept where they were drawn.

use super::games::READY;
use super::visitor::{Hand, Touch, Visitor, a_visit};

const MOVES: &str = "new URLSearchParams(location.search).getAll('move')";

fn spot(name: &str) -> String {
    format!("document.querySelector('.board svg [data-act=pen][data-name=\"{name}\"]')")
}

/// Where a spot is on the screen, once the board is in sight.
async fn place(visitor: &Visitor, name: &str) -> [f64; 2] {
    visitor.until(name, &format!("!!{}", spot(name))).await;
    let script = format!(
        "(() => {{ const e = {}; e.ownerSVGElement.scrollIntoView({{block: 'center', behavior: 'instant'}});
           const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
        spot(name)
    );
    visitor.ask(&script).await
}

/// Draws along points without lifting the pen.
async fn draw(visitor: &Visitor, hand: Hand, points: &[[f64; 2]]) {
    visitor.hand(hand, Touch::Down, points[0]).await;
    for pair in points.windows(2) {
        for step in 1..=6 {
            let part = f64::from(step) / 6.0;
            let at = [0, 1].map(|axis| pair[0][axis] + part * (pair[1][axis] - pair[0][axis]));
            visitor.hand(hand, Touch::Move, at).await;
        }
    }
}

async fn lift(visitor: &Visitor, hand: Hand, at: [f64; 2]) {
    visitor.hand(hand, Touch::Up, at).await;
}

/// A point beside the way from one point to another.
fn beside(a: [f64; 2], b: [f64; 2], part: f64, aside: f64) -> [f64; 2] {
    let along = [b[0] - a[0], b[1] - a[1]];
    [a[0] + part * along[0] - aside * along[1], a[1] + part * along[1] + aside * along[0]]
}

a_visit!(a_game_of_sprouts_is_drawn_with_the_mouse, |visitor| async move {
    visitor.sit("/sprouts/play?n=2&you=both").await;
    let (a, b) = (place(&visitor, "A").await, place(&visitor, "B").await);
    draw(&visitor, Hand::Mouse, &[a, beside(a, b, 0.5, 0.25), b]).await;
    visitor.until("the stroke is seen", "!!document.querySelector('.board svg polyline.stroke')").await;
    visitor.shoot("sprouts-pen-held").await;
    lift(&visitor, Hand::Mouse, b).await;
    visitor.until("a curve", &format!("{MOVES}.length === 1 && {MOVES}[0].startsWith('A-B along ')")).await;
    visitor.shoot("sprouts-pen-drawn").await;
    // The new spot lies on the stroke: to the left of the way, where the hand was.
    let (a, b, c) = (place(&visitor, "A").await, place(&visitor, "B").await, place(&visitor, "C").await);
    let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    assert!((c[0] - middle[0]).hypot(c[1] - middle[1]) > 0.1 * length, "{a:?} {b:?} {c:?}");
    // Through a line: refused with the reason, and nothing is played.
    draw(&visitor, Hand::Mouse, &[a, beside(a, b, 0.2, 0.6), beside(a, b, 0.5, -0.3), b]).await;
    lift(&visitor, Hand::Mouse, b).await;
    visitor.until("why", "document.querySelector('#said').textContent.includes('crosses the line')").await;
    visitor.forgive("400");
    draw(&visitor, Hand::Mouse, &[a, beside(a, b, 0.5, 0.8)]).await;
    lift(&visitor, Hand::Mouse, beside(a, b, 0.5, 0.8)).await;
    visitor.until("why", "document.querySelector('#said').textContent.includes('ends nowhere')").await;
    visitor.forgive("400");
    // On the other side it is a legal curve, and the address brings the same picture.
    draw(&visitor, Hand::Mouse, &[a, beside(a, b, 0.5, -0.3), b]).await;
    lift(&visitor, Hand::Mouse, b).await;
    visitor.until("a second curve", &format!("{MOVES}.length === 2")).await;
    const PATHS: &str = "[...document.querySelectorAll('.board svg > path')].map(p => p.getAttribute('d')).join()";
    let (seen, address): (String, String) = (visitor.ask(PATHS).await, visitor.ask("location.href").await);
    visitor.sit(&address).await;
    assert_eq!(visitor.ask::<String>(PATHS).await, seen);
    visitor.shoot("sprouts-pen-two").await;
    // Undo brings the first drawing back; who wins from here is a question like any other.
    visitor.click("document.querySelector('#undo')").await;
    visitor.until("undone", &format!("{MOVES}.length === 1")).await;
    visitor.click("document.querySelector('#analyse')").await;
    visitor.until("offers", "!!document.querySelector('#position a')").await;
});

a_visit!(a_curve_is_drawn_with_a_finger_on_a_phone, |visitor| async move {
    visitor.width(390).await;
    visitor.sit("/sprouts/play?n=3&you=both").await;
    let (a, b) = (place(&visitor, "A").await, place(&visitor, "B").await);
    draw(&visitor, Hand::Finger, &[a, beside(a, b, 0.5, 0.2), b]).await;
    visitor.shoot("sprouts-phone-held").await;
    lift(&visitor, Hand::Finger, b).await;
    visitor.until("a curve", &format!("{MOVES}.length === 1 && {MOVES}[0].startsWith('A-B along ')")).await;
    visitor.no_sideways_scrolling("sprouts").await;
    visitor.shoot("sprouts-phone-drawn").await;
});

a_visit!(a_curve_is_drawn_with_keys_against_the_house, |visitor| async move {
    visitor.sit("/sprouts/play?n=2").await;
    let (a, b) = (place(&visitor, "A").await, place(&visitor, "B").await);
    visitor.run(&format!("{}.focus()", spot("A"))).await;
    visitor.press("Enter").await;
    visitor.until("told", "document.querySelector('#told').textContent.includes('The pen is on A')").await;
    // Eight pixels of the picture a step; how many of the screen that is depends on its width.
    let ratio: f64 = visitor.ask("document.querySelector('.board svg').getScreenCTM().a").await;
    for (axis, keys) in [["ArrowLeft", "ArrowRight"], ["ArrowUp", "ArrowDown"]].iter().enumerate() {
        let steps = ((b[axis] - a[axis]) / (8.0 * ratio)).round() as i64;
        for _ in 0..steps.abs() {
            visitor.press(keys[usize::from(steps > 0)]).await;
        }
    }
    visitor.shoot("sprouts-keys-held").await;
    visitor.press("Enter").await;
    visitor.until("a curve", &format!("{MOVES}[0]?.startsWith('A-B along ')")).await;
    // The house answers with a curve of its own.
    visitor.until("the house", &format!("{MOVES}.length === 2")).await;
    visitor.until("table", READY).await;
    visitor.shoot("sprouts-house").await;
});

a_visit!(coins_are_dragged_to_the_pans_and_tapped, |visitor| async move {
    fn coin(number: u32) -> String {
        format!("document.querySelector('.board svg [aria-label^=\"coin {number},\"]')")
    }
    visitor.sit("/scale/play?n=6").await;
    let pairs =
        "[...document.querySelectorAll('.board svg text')].map(t => t.textContent).find(t => t.includes('possible'))";
    assert_eq!(visitor.ask::<String>(pairs).await, "15 pairs are possible");
    for (number, pan) in [(1, "left"), (2, "right")] {
        let from = visitor.middle(&coin(number)).await;
        let to: [f64; 2] = visitor
            .ask(&format!(
                "(() => {{ const b = document.querySelector('.board svg [data-name={pan}]').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
            ))
            .await;
        visitor.drag(Hand::Mouse, from, to).await;
        visitor.until("a target", "!!document.querySelector('.board svg .target')").await;
        visitor.hand(Hand::Mouse, Touch::Up, to).await;
        visitor.until("laid", &format!("{MOVES}.at(-1) === 'coin {number} {pan}'")).await;
    }
    visitor.shoot("scale-laid").await;
    // A touch lays the next one on the emptier pan.
    visitor.click(&coin(3)).await;
    visitor.until("laid", &format!("{MOVES}.at(-1) === 'coin 3 left'")).await;
    visitor.click(&coin(4)).await;
    visitor.until("laid", &format!("{MOVES}.at(-1) === 'coin 4 right'")).await;
    visitor.click("document.querySelector('.board svg [data-move=\"1 3 v 2 4\"]')").await;
    visitor.until("the answer", &format!("{MOVES}.length === 6")).await;
    visitor.until("table", READY).await;
    visitor.until("fewer pairs", &format!("!({pairs}).startsWith('15 ')")).await;
    visitor.shoot("scale-weighed").await;
});

a_visit!(a_game_is_looked_at_again_with_its_mistakes, |visitor| async move {
    // Whoever moves wins from 1 and 2 stones, from 2 and from 1: both moves give it away.
    visitor.sit("/sums/play?expr=nim(1)%2Bnim(2)&you=both&move=1:+1+->+0&move=2:+2+->+1").await;
    visitor.click("document.querySelector('#review')").await;
    let strip = "[...document.querySelectorAll('.strip a')].map(a => a.className).join()";
    visitor.until("all", &format!("{strip} === 'wins,wins mistake,wins mistake'")).await;
    visitor.shoot("sums-mistakes").await;
    // The strip leads to its positions, by touch and by the arrow keys, and stays.
    visitor.click("document.querySelectorAll('.strip a')[1]").await;
    visitor.until("looking", "location.search.includes('shown=1')").await;
    visitor.until("the strip stays", &format!("{strip} === 'wins,wins mistake,wins mistake'")).await;
});

a_visit!(a_disk_is_dragged_into_the_cavity, |visitor| async move {
    visitor.go("/disks").await;
    let link: String = visitor.ask("document.querySelector('section.table .examples a').href").await;
    visitor.sit(&link).await;
    let disk = "document.querySelector('.board svg [data-act=drag]')";
    let from = visitor.middle(disk).await;
    // The cavity is the first shape of the picture.
    let to: [f64; 2] = visitor
        .ask("(() => { const b = document.querySelector('.board svg > :is(circle, rect):not([data-act])').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")
        .await;
    visitor.drag(Hand::Mouse, from, to).await;
    visitor.until("carried", "!!document.querySelector('.board svg .carried')").await;
    visitor.shoot("disks-held").await;
    visitor.hand(Hand::Mouse, Touch::Up, to).await;
    visitor.until("laid", &format!("{MOVES}.length === 1 && /^1 to /.test({MOVES}[0])")).await;
    visitor.until("told", "document.querySelector('.board svg').getAttribute('aria-label').startsWith('1 of ')").await;
    visitor.shoot("disks-laid").await;
});
