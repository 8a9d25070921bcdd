//! Windows on boards without edges: dragged, looked at from far away, and what a place in them reaches.

use super::visitor::{Hand, Touch, Visitor, a_visit};

const WINDOW: &str = "document.querySelector('#answer svg[data-act=window]')";
const SEEN: &str = "document.querySelector('#answer svg[data-act=window]').getAttribute('aria-label')";
const LINE: &str = "document.querySelector('#answer .line').textContent";

/// Looks from so many steps farther away, until the cells are one raster, which is one image however many there are.
async fn far_away(visitor: &Visitor, steps: usize, picture: &str) {
    visitor.run(&format!("{WINDOW}.focus()")).await;
    for _ in 0..steps {
        let before: String = visitor.ask(SEEN).await;
        visitor.press("-").await;
        visitor.until("farther away", &format!("{SEEN} !== {before:?}")).await;
    }
    visitor.until("a raster", &format!("!!{WINDOW}.querySelector('image') && {WINDOW}.children.length < 20")).await;
    visitor.shoot(picture).await;
}

a_visit!(a_board_without_edges_is_dragged_and_looked_at_from_far_away, |visitor| async move {
    visitor.go("/exile/look?ask=yes").await;
    visitor.until("a window", &format!("!!{WINDOW}")).await;
    let near: usize = visitor.ask("document.querySelectorAll('#answer svg text').length").await;
    assert!(near > 300, "numbers are written when it is near: {near}");
    visitor.shoot("exile-near").await;
    let [x, y] = visitor.middle(WINDOW).await;
    visitor.drag(Hand::Mouse, [x, y], [x - 150.0, y]).await;
    visitor.until("farther east", &format!("!{SEEN}.includes('columns -10 to 10')")).await;
    visitor.hand(Hand::Mouse, Touch::Up, [x - 150.0, y]).await;
    visitor.until("the address", "location.search.includes('east=')").await;
    far_away(&visitor, 6, "exile-far").await;
});

a_visit!(the_quadrant_is_a_window_too, |visitor| async move {
    visitor.go("/exile/look?board=quadrant&east=10&south=10").await;
    visitor.until("a window", &format!("!!{WINDOW}")).await;
    let lines = "document.querySelectorAll('#answer svg [aria-label=\"a golden line\"]').length === 2";
    visitor.until("golden lines", lines).await;
    visitor.shoot("quadrant-near").await;
    far_away(&visitor, 5, "quadrant-far").await;
    assert!(visitor.ask::<bool>("location.search.includes('board=quadrant')").await);
    visitor.go("/exile/look?board=quadrant&east=1000000000000&south=1618033988749&width=300").await;
    visitor.until("a line", &format!("!!{WINDOW} && {LINE}.includes('1 golden line')")).await;
    visitor.shoot("quadrant-line").await;
});

a_visit!(a_cell_says_what_it_attacks_and_where_one_may_move, |visitor| async move {
    const TOLD: &str = "(document.querySelector('#above')?.textContent ?? '')";
    visitor.go("/exile/look?ask=yes").await;
    visitor.until("a window", &format!("!!{WINDOW}?.querySelector('[data-reach]')")).await;
    let cell = |row: i32, column: i32| {
        format!(
            "[...{WINDOW}.querySelectorAll('[data-reach]')].find(c => c.getAttribute('aria-label').startsWith('row {row}, column {column},'))"
        )
    };
    visitor.hover(&cell(0, 0)).await;
    visitor.until("a queen", &format!("{TOLD}.includes('a queen settles here')")).await;
    visitor.hover(&cell(0, 1)).await;
    visitor.until("a cell", &format!("{TOLD}.includes('may move to row 0, column 0')")).await;
    assert_eq!(visitor.ask::<usize>(&format!("{WINDOW}.querySelectorAll('.reach').length")).await, 1);
    visitor.shoot("exile-reach").await;
    // The keyboard goes from cell to cell as well, and says so.
    visitor.run(&format!("{WINDOW}.focus()")).await;
    let east = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }))";
    visitor.run(east).await;
    visitor.until("the next cell", &format!("{TOLD}.startsWith('row 0, column 2,')")).await;
    assert!(visitor.ask::<bool>("document.querySelector('#told').textContent.startsWith('row 0, column 2,')").await);
});

a_visit!(hexagons_are_hexagons_and_a_board_says_its_coordinates, |visitor| async move {
    const TEXTS: &str = "[...document.querySelectorAll('svg.scene text')].map(t => t.textContent)";
    visitor.go("/exile/play?at=3,4&board=hexagon&you=both").await;
    visitor.until("a board", "!!document.querySelector('.board svg [data-move]')").await;
    let corners = "[...document.querySelectorAll('.board svg [data-move]')].map(s => (s.getAttribute('d') ?? '').match(/[ML]/g)?.length ?? 0)";
    let corners: Vec<usize> = visitor.ask(corners).await;
    assert!(corners.len() > 20 && corners.iter().all(|count| *count == 6), "{corners:?}");
    let texts: Vec<String> = visitor.ask(TEXTS).await;
    assert!(["-7", "0", "7"].iter().all(|number| texts.contains(&number.to_string())), "{texts:?}");
    visitor.click("document.querySelector('.board svg [data-move=\"3,0\"]')").await;
    visitor.until("a move", "location.search.includes('move=3,0')").await;
    visitor.shoot("hexagons").await;
    visitor.go("/exile/table?size=9x9&board=hexagon&piece=rook").await;
    visitor.until("a table", "document.querySelectorAll('#answer svg path').length >= 81").await;
    visitor.shoot("hexagon-values").await;
    visitor.go("/exile/look?ask=yes").await;
    visitor.until("a window", &format!("!!{WINDOW}")).await;
    let texts: Vec<String> = visitor.ask(TEXTS).await;
    assert!(["-10", "-1", "10"].iter().all(|number| texts.contains(&number.to_string())), "{texts:?}");
    assert_eq!(visitor.ask::<usize>("document.querySelectorAll('[aria-label=\"the origin\"]').length").await, 1);
    visitor.no_complaints("hexagons");
});

a_visit!(a_window_that_is_moved_keeps_its_size, |visitor| async move {
    visitor.go("/exile/look?ask=yes").await;
    visitor.until("a window", &format!("!!{WINDOW}")).await;
    visitor.run(&format!("{WINDOW}.focus()")).await;
    let part = format!("{SEEN}.match(/-?\\d+/g).map(Number)");
    let before: [i64; 4] = visitor.ask(&part).await;
    for key in ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"] {
        let seen: String = visitor.ask(SEEN).await;
        visitor.press(key).await;
        visitor.until(key, &format!("{SEEN} !== {seen:?}")).await;
    }
    let after: [i64; 4] = visitor.ask(&part).await;
    let sides = |[top, low, left, right]: [i64; 4]| [low - top, right - left];
    assert_eq!(sides(after), sides(before), "{before:?} {after:?}");
    visitor.no_complaints("size");
});

a_visit!(a_large_table_is_one_image_and_a_light_page, |visitor| async move {
    visitor.go("/exile/table?size=200x200").await;
    visitor.until("an answer", "!!document.querySelector('#answer svg image')").await;
    let weight: usize = visitor
        .ask("fetch(location.href).then(r => r.text()).then(t => t.replace(/<svg[^]*?<.svg>/g, '').length)")
        .await;
    assert!(weight < 300_000, "{weight} bytes without pictures");
    let shapes: usize = visitor.ask("document.querySelectorAll('#answer svg *').length").await;
    assert!(shapes < 1000, "{shapes} shapes");
    visitor.shoot("heat").await;
    visitor.no_complaints("heat");
});
