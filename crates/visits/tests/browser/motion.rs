//! What is seen of a move: its mark on the board, and its motion, of which whoever wants none sees none.

use super::games::READY;
use super::visitor::{Hand, Touch, Visitor, a_visit};

const MOVES: &str = "new URLSearchParams(location.search).getAll('move')";
/// How many outlines mark the last move.
const FRAMES: &str = "document.querySelectorAll('.board svg > .s-accent[fill=none]').length";

a_visit!(the_last_move_is_framed, |visitor| async move {
    for (path, frames) in [
        ("/queens/play?n=4&you=both&move=2,2", 1),
        ("/merlin/play?graph=grid:3x3&seed=4&move=1,1", 1),
        // The vertex, and the label on the palette that it took.
        ("/magic/play?graph=cube:3&move=3%3D001", 2),
        ("/exile/play?you=both&move=2,6", 1),
        ("/sums/play?expr=treblecross(9)&you=both&move=1:+X+at+4", 1),
        // Stones that were taken leave their outlines, also where their heap shrinks beside others.
        ("/sums/play?expr=nim(5)&you=both&move=1:+5+->+3", 2),
        ("/sums/play?expr=nim(5)%2Bchomp(2,3)&you=both&move=1:+5+->+3", 2),
        // A heap that was broken is drawn anew: the place that was touched is framed.
        ("/sums/play?expr=nim(3)%2Bkayles(12)&you=both&move=2:+12+->+4%2B7", 1),
        // A coin that was laid on a pan; both pans, with what was weighed and the answer.
        ("/scale/play?n=12&you=both&move=coin+3+right", 1),
        ("/scale/play?n=12&you=both&move=1-4+v+5-8", 2),
        ("/scale/play?n=12&you=both&move=1-4+v+5-8&move=equal", 2),
        ("/disks/play?diameters=2,4,6,8,10&container=18.5&move=5+to+0,0", 1),
    ] {
        let start = path.split("&move").next().unwrap();
        visitor.go(start).await;
        visitor.until(start, "!!document.querySelector('.board')").await;
        assert_eq!(visitor.ask::<usize>(FRAMES).await, 0, "{start}: nothing is marked before the first move");
        visitor.go(path).await;
        visitor.until(path, "!!document.querySelector('.board')").await;
        assert_eq!(visitor.ask::<usize>(FRAMES).await, frames, "{path}");
        visitor.shoot(&format!("last-{}", path.split('/').nth(1).unwrap())).await;
    }
    // A button that shows a move is no place of the board: the curve is what was drawn.
    visitor.go("/sprouts/play?n=3&you=both&move=A-B").await;
    visitor.until("a curve", READY).await;
    let framed = "document.querySelectorAll('.board svg > rect.s-accent[fill=none]').length";
    assert_eq!(visitor.ask::<usize>(framed).await, 0, "a preview is framed");
});

/// Plays some moves of the list at a table and says after which of them nothing is marked.
const UNMARKED: &str = "(async (address) => {
    const found = [];
    const link = new URL(address);
    link.searchParams.set('you', 'both');
    for (let turn = 0; turn < 4; turn++) {
        const html = await (await fetch(`${link.pathname}/board${link.search}`)).text();
        const page = new DOMParser().parseFromString(html, 'text/html');
        // Frames lie on a margin of paper; what a room marks itself stands before its buttons, which may have pictures.
        const all = [...page.querySelectorAll('.board svg > *')];
        const button = all.findIndex(shape => shape.matches('rect[data-move]'));
        const marks = all.filter((shape, place) => shape.matches('.s-accent[fill=none]')
            && (place < button || shape.previousElementSibling?.matches('.s-paper[fill=none]'))).length;
        if ((marks > 0) !== (turn > 0)) found.push(`${marks} marks: ${decodeURIComponent(link.search)}`);
        const listed = [...page.querySelectorAll('[data-plays]')];
        if (listed.length === 0) break;
        link.searchParams.append('move', listed[(turn * 7 + 3) % listed.length].dataset.plays);
    }
    return found; })";

a_visit!(the_last_move_is_marked_at_every_table, |visitor| async move {
    let mut found = Vec::new();
    for topic in topics::ALL {
        visitor.go(&format!("/{}", topic.name)).await;
        let links = "[...document.querySelectorAll('section.table .examples a')].map(a => a.href)";
        for link in visitor.ask::<Vec<String>>(links).await {
            found.extend(visitor.ask::<Vec<String>>(&format!("{UNMARKED}({link:?})")).await);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
});

/// Writes down what is set in motion from now on: the shape, its label, and where its motion begins.
const WATCHED: &str = "(window.seen = [], Element.prototype.animate = new Proxy(Element.prototype.animate, {
    apply(act, on, how) {
        window.seen.push({ tag: on.localName, label: on.getAttribute('aria-label') ?? '', kind: on.getAttribute('class') ?? '', from: how[0][0] });
        return Reflect.apply(act, on, how); } }), true)";

/// Makes the next move of a table as a person who has that wish about motion; what is set in motion is written down.
async fn move_once(visitor: &Visitor, wish: &str, table: &str) {
    visitor.wants(&[("prefers-reduced-motion", wish)]).await;
    visitor.sit(table).await;
    assert!(visitor.ask::<bool>(WATCHED).await);
    let before: usize = visitor.ask(&format!("{MOVES}.length")).await;
    visitor.click("document.querySelector('.board svg [data-move]')").await;
    visitor.until("a move", &format!("{MOVES}.length === {}", before + 1)).await;
}

a_visit!(moves_are_seen_to_happen, |visitor| async move {
    for (wish, moves) in [("no-preference", true), ("reduce", false)] {
        move_once(&visitor, wish, "/exile/play?you=both").await;
        assert_eq!(visitor.ask::<usize>("window.seen.length").await > 0, moves, "{wish}");
    }
});

/// The middle of a shape on the screen.
async fn seen_at(visitor: &Visitor, shape: &str) -> [f64; 2] {
    visitor.ask(&format!("(b => [b.x + b.width / 2, b.y + b.height / 2])({shape}.getBoundingClientRect())")).await
}

a_visit!(what_was_carried_stays_where_it_was_let_go_and_slides_from_there, |visitor| async move {
    visitor.sit("/disks/play?diameters=2,4,6,8,10&container=18.5").await;
    assert!(visitor.ask::<bool>(WATCHED).await);
    // The reply comes late, so that what is seen until then is seen.
    let late = "(window.fetch = (real => (...what) => new Promise(done => setTimeout(done, 700)).then(() => real(...what)))(window.fetch), true)";
    assert!(visitor.ask::<bool>(late).await);
    let disk = "document.querySelector('.board svg [aria-label^=\"disk 5 \"]')";
    let carried = ["circle", "text"].map(|tag| format!("document.querySelector('.board svg .carried > {tag}')"));
    let (from, wall) = (visitor.middle(disk).await, "document.querySelector('.board svg > circle:not([data-act])')");
    let [x, y]: [f64; 2] =
        visitor.ask(&format!("(b => [b.x + 0.1 * b.width, b.y + b.height / 2])({wall}.getBoundingClientRect())")).await;
    visitor.drag(Hand::Mouse, from, [x, y]).await;
    visitor.hand(Hand::Mouse, Touch::Up, [x, y]).await;
    for shape in &carried {
        let [sx, sy] = seen_at(&visitor, shape).await;
        assert!((sx - x).abs() < 3.0 && (sy - y).abs() < 3.0, "{shape} is seen at {sx},{sy} and not at {x},{y}");
    }
    visitor.shoot("disks-let-go").await;
    visitor.until("laid", &format!("{MOVES}.length === 1")).await;
    let begun: String =
        visitor.ask("window.seen.find(one => one.label.startsWith('disk 5 '))?.from.transform ?? 'nothing'").await;
    let far: f64 = visitor.ask("document.querySelector('.board svg').viewBox.baseVal.width").await;
    let shift = begun.trim_start_matches("translate(").split("px").next().and_then(|n| n.parse::<f64>().ok());
    assert!(shift.is_some_and(|shift| shift < 0.0 && shift > -0.2 * far), "it slides off the wall: {begun}");
    // What has no room where it is let go is put back; until then it is seen above what lies there.
    let from = visitor.middle("document.querySelector('.board svg [aria-label^=\"disk 4 \"]')").await;
    let to = seen_at(&visitor, disk).await;
    visitor.drag(Hand::Mouse, from, to).await;
    visitor.hand(Hand::Mouse, Touch::Up, to).await;
    visitor
        .until("refused", "document.querySelector('#said').textContent.includes('let it go where there is room')")
        .await;
    visitor.until("put back", "!document.querySelector('.board svg :is(.carried, .lifted)')").await;
    visitor.forgive("400");
});

a_visit!(a_new_curve_is_drawn_and_the_others_bend, |visitor| async move {
    for (wish, moves) in [("no-preference", true), ("reduce", false)] {
        move_once(&visitor, wish, "/sprouts/play?n=3&you=both&move=A-A+around+B").await;
        let drawn: usize = visitor.ask("window.seen.filter(one => one.from.strokeDasharray).length").await;
        let bent: usize = visitor.ask("window.seen.filter(one => one.from.d).length").await;
        assert_eq!((drawn, bent > 0), (if moves { 2 } else { 0 }, moves), "{wish}: {drawn} drawn, {bent} bent");
        // A curve that bends does not fade as well.
        let ghosts = "document.querySelectorAll('.board svg .leaving path').length";
        assert_eq!(visitor.ask::<usize>(ghosts).await, 0, "{wish}");
        visitor.shoot(&format!("curves-{wish}")).await;
    }
});
