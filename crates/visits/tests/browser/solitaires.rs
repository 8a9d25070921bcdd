//! Puzzles and pictures that move: a clock, the best result, what is finished by the house; games in pictures one move
//! on; sums that a hand builds.

use super::games::READY;
use super::visitor::{Hand, Touch, a_visit};

const MOVES: &str = "new URLSearchParams(location.search).getAll('move').length";
const SCORE: &str = "document.querySelector('#score').textContent";

a_visit!(a_cavity_is_filled_by_hand_and_finished_by_the_house, |visitor| async move {
    visitor.sit("/disks/play?diameters=2,4,6,8,10&container=18.5").await;
    let place = |disk: usize| format!("document.querySelectorAll('.board svg [data-act=drag]')[{disk}]");
    let wall = "document.querySelector('.board svg > circle:not([data-act])')";
    let from = visitor.middle(&place(4)).await;
    let [x, y]: [f64; 2] = visitor
        .ask(&format!("(() => {{ const b = {wall}.getBoundingClientRect(); return [b.x + 0.02 * b.width, b.y + b.height / 2]; }})()"))
        .await;
    // Let go on the wall it slides inward until it touches.
    visitor.drag(Hand::Mouse, from, [x, y]).await;
    visitor.hand(Hand::Mouse, Touch::Up, [x, y]).await;
    visitor.until("laid", &format!("{MOVES} === 1")).await;
    visitor.until("a clock", &format!("{SCORE}.startsWith('time 0:')")).await;
    assert!(visitor.ask::<bool>("/5 to -4\\.2/.test(decodeURIComponent(location.search.replaceAll('+', ' ')))").await);
    visitor
        .until(
            "what is free",
            "document.querySelector('.board svg').getAttribute('aria-label').includes('% of it is free')",
        )
        .await;
    visitor.shoot("disks-slid").await;
    visitor.click("document.querySelector('#finish')").await;
    visitor.until("done", "document.querySelector('.board').hasAttribute('data-over')").await;
    let first: String = visitor.ask("new URLSearchParams(location.search).getAll('move')[0]").await;
    assert!(first.starts_with("5 to -4.2"), "what lay there stays: {first}");
    visitor.until("the best", &format!("{SCORE}.includes('best here')")).await;
    visitor.shoot("disks-finished").await;
});

a_visit!(a_game_is_seen_one_move_on, |visitor| async move {
    visitor.sit("/sums/play?expr=nim(3)").await;
    visitor.click("document.querySelector('details.tree summary')").await;
    visitor.until("three branches", "document.querySelectorAll('.tree li svg').length === 3").await;
    assert_eq!(
        visitor.ask::<usize>("document.querySelectorAll('.tree [data-move], .tree [data-act]').length").await,
        0
    );
    visitor.click("document.querySelector('#values')").await;
    visitor.until("their worth", "document.querySelectorAll('.tree .worth.wins').length === 1").await;
    visitor.shoot("tree").await;
    visitor.click("document.querySelectorAll('.tree li a')[0]").await;
    visitor.until("gone there", &format!("{MOVES} >= 1")).await;
});

a_visit!(a_picture_that_moves_is_stopped_and_led_step_by_step, |visitor| async move {
    const NOW: &str =
        "Math.max(...document.querySelector('.moving').shadowRoot.getAnimations().map(a => a.currentTime))";
    for (page, picture) in [("/conics/card?frames=6", "card"), ("/conics/rain?tosses=40", "rain")] {
        visitor.go(page).await;
        visitor.until("it moves", "!!document.querySelector('.moving + .controls .turn')").await;
        assert!(visitor.ask::<bool>("getComputedStyle(document.querySelector('.moving').shadowRoot.querySelector('rect.paper')).fill !== 'rgb(0, 0, 0)'").await, "its style");
        visitor.click("document.querySelector('.moving + .controls .turn')").await;
        visitor.until("it stands", "document.querySelector('.turn').textContent === 'Play'").await;
        let before: f64 = visitor.ask(NOW).await;
        visitor
            .click("[...document.querySelectorAll('.moving + .controls button')].find(b => b.textContent === 'Step')")
            .await;
        visitor.until("a step", &format!("{NOW} > {before}")).await;
        let after: f64 = visitor.ask(NOW).await;
        assert!((visitor.ask::<f64>(NOW).await - after).abs() < 1e-9, "it stands still");
        visitor.shoot(&format!("moving-{picture}")).await;
        visitor.click("document.querySelector('.turn')").await;
        visitor.until("on it goes", &format!("{NOW} > {after}")).await;
        let wide: [f64; 2] = visitor
            .ask("[document.querySelector('.moving').clientWidth, document.querySelector('main').clientWidth]")
            .await;
        assert!(wide[0] > 0.9 * wide[1], "full width: {wide:?}");
        visitor.no_complaints("moving");
    }
});

a_visit!(a_sum_is_built_by_hand, |visitor| async move {
    const LINE: &str = "document.querySelector('#answer .line').textContent";
    const PARTS: &str = "document.querySelectorAll('#answer svg [aria-label$=\"away with it\"]').length";
    visitor.go("/sums/build?expr=0").await;
    visitor.until("an empty table", &format!("{LINE}.includes('empty')")).await;
    let tile = |text: &str| format!("document.querySelector('#answer svg [aria-label=\"add {text}\"]')");
    let table = "document.querySelector('#answer svg [data-name=\"+\"]')";
    for (count, text) in ["nim(3)", "kayles(5)"].into_iter().enumerate() {
        let from = visitor.middle(&tile(text)).await;
        let to: [f64; 2] = visitor.ask(&format!("(() => {{ const b = {table}.getBoundingClientRect(); return [b.x + 0.8 * b.width, b.y + b.height / 2]; }})()")).await;
        visitor.drag(Hand::Mouse, from, to).await;
        visitor.hand(Hand::Mouse, Touch::Up, to).await;
        visitor.until("a part", &format!("{PARTS} === {}", count + 1)).await;
    }
    visitor.click(&tile("chomp(2,3)")).await;
    visitor.until("three parts", &format!("{PARTS} === 3")).await;
    visitor.click("document.querySelector('#answer svg [aria-label=\"part 1, larger\"]')").await;
    visitor
        .until("a larger heap", "location.search.includes('nim%284%29') || location.search.includes('nim(4)')")
        .await;
    visitor.shoot("bench").await;
    visitor.click("document.querySelector('#answer svg [aria-label^=\"play the winning move\"]')").await;
    // A term of the line brings its explanation along, so the picture is asked.
    let caption = "document.querySelector('#answer svg.scene').getAttribute('aria-label')";
    visitor.until("nothing left", &format!("{caption} === 'the exclusive or is 0: the player to move loses'")).await;
    visitor.shoot("bench-won").await;
    // On a phone what a finger touches is wide and high enough for it, however many parts there are.
    visitor.width(390).await;
    let narrow = "[...document.querySelectorAll('#answer svg [data-move]')].map(s => [s.getAttribute('aria-label'), s.getBoundingClientRect()])
        .filter(([, b]) => Math.min(b.width, b.height) < 24).map(([label, b]) => `${label}: ${b.width} x ${b.height}`)";
    for expr in ["nim(5)%2Bchomp(2,3)%2Bkayles(4)", "nim(1)%2Bnim(2)%2Bnim(3)%2Bnim(4)%2Bcram(2,3)%2Bcram(2,4)"] {
        visitor.go(&format!("/sums/build?expr={expr}")).await;
        visitor.until("parts", &format!("{PARTS} >= 3")).await;
        visitor.no_sideways_scrolling("bench").await;
        assert_eq!(visitor.ask::<Vec<String>>(narrow).await, Vec::<String>::new(), "{expr}");
    }
    visitor.shoot("bench-phone").await;
});

a_visit!(a_winning_move_is_seen_to_happen_and_what_a_hand_carries_is_there_at_once, |visitor| async move {
    // How often something is set in motion, and how many shapes fade.
    const WATCH: &str = "(window.moved = 0, window.left = 0, Element.prototype.animate = new Proxy(Element.prototype.animate, {
        apply(act, on, how) { window.moved++; if (on.matches('.leaving')) window.left += on.children.length; return Reflect.apply(act, on, how); } }), true)";
    const PARTS: &str = "document.querySelectorAll('#answer svg [aria-label$=\"away with it\"]').length";
    const WON: &str =
        "document.querySelector('#answer svg.scene').getAttribute('aria-label').includes('exclusive or is 0')";
    for (wish, moves) in [("no-preference", true), ("reduce", false)] {
        visitor.wants(&[("prefers-reduced-motion", wish)]).await;
        visitor.go("/sums/build?expr=nim(5)").await;
        visitor.until("one part", &format!("{PARTS} === 1")).await;
        assert!(visitor.ask::<bool>(WATCH).await);
        let from = visitor.middle("document.querySelector('#answer svg [aria-label=\"add nim(3)\"]')").await;
        let to = visitor.ask("(b => [b.x + 0.8 * b.width, b.y + b.height / 2])(document.querySelector('#answer svg [data-name=\"+\"]').getBoundingClientRect())").await;
        visitor.drag(Hand::Mouse, from, to).await;
        visitor.hand(Hand::Mouse, Touch::Up, to).await;
        visitor.until("two parts", &format!("{PARTS} === 2")).await;
        assert_eq!(visitor.ask::<usize>("window.moved").await, 0, "what was carried is there at once");
        // Two of the five stones go.
        visitor.click("document.querySelector('#answer svg [aria-label^=\"play the winning move\"]')").await;
        visitor.until("won", WON).await;
        let [moved, left]: [usize; 2] = visitor.ask("[window.moved, window.left]").await;
        assert_eq!((moved > 0, left >= 2), (moves, moves), "{wish}: {moved} set in motion, {left} fade");
        visitor.shoot(&format!("winning-{wish}")).await;
        visitor.until("nothing is left of it", "!document.querySelector('#answer svg .leaving')").await;
    }
});

a_visit!(a_drawing_from_nothing_is_played, |visitor| async move {
    visitor.go("/sprouts/value?position=@-200,0%20@200,0%20@0,150").await;
    visitor.until("an answer", "!!document.querySelector('#answer .links a.play')").await;
    visitor.click("document.querySelector('#answer .links a.play')").await;
    visitor.until("table", READY).await;
    assert!(visitor.ask::<bool>("location.pathname === '/sprouts/play' && location.search.includes('from=')").await);
    assert_eq!(visitor.ask::<usize>("document.querySelectorAll('.board svg [data-act=pen]').length").await, 3);
    visitor.shoot("drawn-play").await;
    visitor.click("document.querySelector('#moves a')").await;
    visitor.until("a game", &format!("{MOVES} >= 1")).await;
});
