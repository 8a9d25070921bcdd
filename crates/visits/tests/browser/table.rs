//! What a table does under a hand: back and forth, quick clicks, a stopped house, the keyboard, values and hints.

use super::games::READY;
use super::visitor::{PATIENCE, Visitor, a_visit};
use std::time::{Duration, Instant};

a_visit!(values_hints_keys_and_sides, |visitor| async move {
    visitor.sit("/queens/play?n=4").await;
    visitor.click("document.querySelector('#values')").await;
    visitor.until("values", "document.querySelectorAll('.board svg .worth').length === 16").await;
    let signs: Vec<String> =
        visitor.ask("[...document.querySelectorAll('.board svg .worth')].map(t => t.textContent)").await;
    assert!(signs.iter().all(|sign| ["✓", "✗"].contains(&sign.as_str())), "{signs:?}");
    visitor.shoot("values").await;
    // The keyboard: to the first square, one to the right, one down, play.
    visitor.run("document.querySelector('.board svg [data-move][tabindex=\"0\"]').focus()").await;
    for key in ["ArrowRight", "ArrowDown", "Enter"] {
        let press = format!(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"
        );
        visitor.ask::<bool>(&press).await;
    }
    visitor.until("keyboard", "location.search.includes('move=2')").await;
    visitor.until("answer", READY).await;
    assert!(
        visitor.ask::<bool>("location.search.includes('move=2%2C2') || location.search.includes('move=2,2')").await
    );
    visitor.click("document.querySelector('#swap')").await;
    visitor.until("sides", "location.search.includes('you=second')").await;
    visitor.until("answer", READY).await;
    visitor.click("document.querySelector('#new')").await;
    visitor.until("house first", "document.querySelectorAll('.history li').length === 1").await;
    visitor.until("answer", READY).await;
    let labels: usize =
        visitor.ask("document.querySelectorAll('.board svg [data-move]:not([aria-label])').length").await;
    assert_eq!(labels, 0, "every square that can be touched has a name");
});

/// Clicks a shape that plays a move.
async fn play(visitor: &Visitor, text: &str) {
    visitor.click(&format!("document.querySelector('.board svg [data-move=\"{text}\"]')")).await;
}

const MOVES: &str = "new URLSearchParams(location.search).getAll('move').length";

/// Replies come so many milliseconds late.
async fn slow(visitor: &Visitor, path: &str, milliseconds: u64) {
    let script = format!(
        "(() => {{ const real = window.fetch;
           window.fetch = (address, ...rest) => String(address).includes('{path}')
             ? new Promise(done => setTimeout(done, {milliseconds})).then(() => real(address, ...rest)) : real(address, ...rest);
           return true; }})()"
    );
    assert!(visitor.ask::<bool>(&script).await);
}

a_visit!(back_leads_out_of_a_game_with_the_house, |visitor| async move {
    visitor.go("/").await;
    visitor.sit("/queens/play?n=4").await;
    play(&visitor, "1,1").await;
    visitor.until("the house's answer", &format!("{MOVES} === 2")).await;
    visitor.run("history.back()").await;
    visitor
        .until("the start", &format!("{MOVES} === 0 && document.querySelectorAll('.history li').length === 0"))
        .await;
    // The house must not move again: the position stays as it is.
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(visitor.ask::<usize>(MOVES).await, 0);
    visitor.run("history.forward()").await;
    visitor.until("forward again", &format!("{MOVES} === 2")).await;
    visitor.run("history.back()").await;
    visitor.until("the start once more", &format!("{MOVES} === 0")).await;
    visitor.run("history.back()").await;
    visitor.until("the front page", "location.pathname === '/'").await;
});

a_visit!(quick_clicks_are_all_played_however_slow_the_reply, |visitor| async move {
    visitor.sit("/merlin/play?graph=grid:3x3&seed=4").await;
    slow(&visitor, "/board", 250).await;
    let texts: Vec<String> = visitor
        .ask("[...document.querySelectorAll('.board svg [data-move]')].slice(0, 4).map(s => s.dataset.move)")
        .await;
    for text in &texts {
        play(&visitor, text).await;
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
    visitor.until("four clicks", &format!("{MOVES} === 4")).await;
    let played: Vec<String> = visitor.ask("new URLSearchParams(location.search).getAll('move')").await;
    assert_eq!(played, texts);
    // Each was a position of its own: going back takes them back one by one.
    visitor.run("history.back()").await;
    visitor.until("three clicks", &format!("{MOVES} === 3")).await;
    // A click made while the way back is under way belongs to the position that was left, and so is none.
});

a_visit!(a_second_click_is_no_move_of_the_house, |visitor| async move {
    visitor.sit("/queens/play?n=4").await;
    slow(&visitor, "/board", 250).await;
    play(&visitor, "1,1").await;
    play(&visitor, "2,3").await;
    visitor.until("the house's answer", &format!("{MOVES} === 2 && {READY}")).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(visitor.ask::<usize>(MOVES).await, 2);
    let first: String = visitor.ask("new URLSearchParams(location.search).getAll('move')[0]").await;
    assert_eq!(first, "1,1");
});

/// Stops the house until it has stopped: while it thinks its button is drawn anew, and a click may fall between.
async fn stop_the_house(visitor: &Visitor, way_out: &str) {
    let begun = Instant::now();
    let there = |element: String| async move { visitor.ask::<bool>(&format!("!!{element}")).await };
    while !there(format!("document.querySelector('{way_out}')")).await {
        assert!(begun.elapsed() < PATIENCE, "the house was not stopped");
        visitor.run("document.querySelector('#said [data-stop]')?.click()").await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

a_visit!(a_stopped_house_thinks_again_plays_any_move_or_plays_otherwise, |visitor| async move {
    visitor.go("/sums/play?expr=cram(6,7)&you=second").await;
    for _ in 0..2 {
        stop_the_house(&visitor, "#again").await;
        visitor.click("document.querySelector('#again')").await;
        visitor.until("the house thinks again", "!document.querySelector('#again')").await;
    }
    stop_the_house(&visitor, "#any").await;
    visitor.shoot("stopped").await;
    visitor.click("document.querySelector('#any')").await;
    visitor.until("a move", &format!("{MOVES} === 1 && {READY}")).await;
    visitor.click("document.querySelector('.board svg [data-move]')").await;
    stop_the_house(&visitor, "#said a.button").await;
    // From a little less well to without thinking.
    let offered: Vec<String> = visitor
        .ask("[...document.querySelectorAll('#said a.button')].map(a => new URL(a.href).searchParams.get('level'))")
        .await;
    assert_eq!(offered, ["keen", "friendly", "dreamy", "careless"]);
    visitor.click("[...document.querySelectorAll('#said a.button')].at(-1)").await;
    visitor
        .until("a careless move", &format!("location.search.includes('level=careless') && {MOVES} === 3 && {READY}"))
        .await;
});

const FOCUSED: &str = "document.activeElement?.dataset?.move ?? document.activeElement?.id ?? ''";
/// Where the board shows a cursor: its place in the picture.
const FRAMED: &str = "[...document.querySelectorAll('.board svg *')]
    .filter(s => getComputedStyle(s).stroke === 'rgb(230, 159, 0)').map(s => [s.getBBox().x, s.getBBox().y])";

a_visit!(the_cursor_stays_and_only_a_key_shows_it, |visitor| async move {
    visitor.sit("/queens/play?n=4").await;
    play(&visitor, "3,3").await;
    visitor.until("the house's answer", &format!("{MOVES} === 2 && {READY}")).await;
    let framed: Vec<[f64; 2]> = visitor.ask(FRAMED).await;
    assert!(framed.is_empty(), "a hand on the mouse sees no cursor");
    visitor.sit("/merlin/play?graph=grid:4x4&mod=3&seed=4").await;
    visitor.run("document.querySelector('.board svg [tabindex=\"0\"]').focus()").await;
    for key in ["ArrowRight", "ArrowDown", "ArrowDown"] {
        visitor.press(key).await;
    }
    let here: String = visitor.ask(FOCUSED).await;
    for round in 1..=3 {
        visitor.press("Enter").await;
        visitor.until("a click", &format!("{MOVES} === {round}")).await;
        assert_eq!(visitor.ask::<String>(FOCUSED).await, here, "the cursor stays");
    }
    let focused: [f64; 2] = visitor.ask("(b => [b.x, b.y])(document.activeElement.getBBox())").await;
    assert_eq!(visitor.ask::<Vec<[f64; 2]>>(FRAMED).await, [focused], "whoever uses keys sees it where it stands");
    tokio::time::sleep(Duration::from_millis(300)).await;
    visitor.shoot("cursor").await;
    // Against the house the square that was played is gone: the cursor stays beside it.
    visitor.sit("/queens/play?n=5").await;
    visitor.run("document.querySelector('.board svg [data-move=\"4,4\"]').focus()").await;
    visitor.press("Enter").await;
    visitor.until("the house's answer", &format!("{MOVES} === 2 && {READY}")).await;
    let near: String = visitor.ask(FOCUSED).await;
    let [row, column] = [0, 1].map(|place| near.split(',').nth(place).and_then(|n| n.parse::<i32>().ok()).unwrap_or(0));
    assert!(row >= 2 && column >= 2, "the cursor went to {near}");
});

a_visit!(a_typed_move_keeps_the_focus_and_folds_stay_as_they_are, |visitor| async move {
    visitor.sit("/queens/play?n=4").await;
    visitor.click("[...document.querySelectorAll('.side summary')].find(s => s.textContent === 'Rules')").await;
    visitor.click("document.querySelector('#move')").await;
    for key in ["1", ",", "1", "Enter"] {
        visitor.press(key).await;
    }
    visitor.until("the house's answer", &format!("{MOVES} === 2 && {READY}")).await;
    assert_eq!(visitor.ask::<String>(FOCUSED).await, "move");
    assert_eq!(visitor.ask::<String>("document.querySelector('#move').value").await, "");
    let rules = "[...document.querySelectorAll('.side details')].find(d => d.textContent.startsWith('Rules')).open";
    assert!(visitor.ask::<bool>(rules).await, "the rules stay open");
    // A move that is refused stays in its field, with the reason beside it.
    for key in ["1", ",", "1", "Enter"] {
        visitor.press(key).await;
    }
    visitor.until("the reason", "document.querySelector('#said').textContent.length > 10").await;
    assert_eq!(visitor.ask::<String>("document.querySelector('#move').value").await, "1,1");
    // The keys are told, and do what they say.
    visitor.run("document.activeElement.blur()").await;
    visitor.press("?").await;
    visitor.until("the keys", "!!document.querySelector('details[open] kbd')").await;
    assert!(visitor.ask::<bool>("document.querySelector('.keys').textContent.includes('undo')").await);
    visitor.shoot("keys").await;
    visitor.press("u").await;
    visitor.until("undone", &format!("{MOVES} === 0")).await;
    visitor.forgive("400");
});

a_visit!(values_say_what_is_known_and_cover_nothing, |visitor| async move {
    const SIGNS: &str = "[...document.querySelectorAll('.board svg .worth')].map(t => t.textContent)";
    // Moves of which a number is known show the number, and moves of which nothing is known show nothing.
    for path in ["/merlin/play?seed=1", "/scale/play?n=12", "/scale/play?n=12&move=1-4+v+5-8&you=both"] {
        visitor.go(path).await;
        visitor.until(path, READY).await;
        visitor.click("document.querySelector('#values')").await;
        visitor.until(path, &format!("{SIGNS}.length > 0")).await;
        let signs: Vec<String> = visitor.ask(SIGNS).await;
        assert!(signs.iter().all(|sign| sign.parse::<u64>().is_ok()), "{path}: {signs:?}");
        let legend: String = visitor.ask("document.querySelector('#said').textContent").await;
        assert!(legend.contains(':'), "{path}: {legend}");
        visitor.shoot(&format!("values-{}", path.split('/').nth(1).unwrap())).await;
    }
    // A vertex is one button, as is a label that is left on the palette; a mark leaves its label to be read.
    visitor.go("/magic/play?graph=cube:3&move=1%3D000&move=2%3D001").await;
    visitor.until("vertices", READY).await;
    let count: usize = visitor.ask("document.querySelectorAll('.board svg [role=button]').length").await;
    assert_eq!(count, 8 + 6, "as many buttons as vertices and labels that are left");
    visitor.click("document.querySelector('#values')").await;
    visitor.until("values", &format!("{SIGNS}.length === 8")).await;
    let covered = "[...document.querySelectorAll('.board svg .worth')].filter(mark => {
        const a = mark.getBBox();
        return [...document.querySelectorAll('.board svg text:not(.worth)')].some(text => {
            const b = text.getBBox();
            const [right, down] = [0.25 * b.width, 0.25 * b.height];
            return a.x < b.x + b.width - right && b.x + right < a.x + a.width && a.y + a.height * 0.25 < b.y + b.height - down && b.y + down < a.y + a.height * 0.75;
        });
    }).length";
    assert_eq!(visitor.ask::<usize>(covered).await, 0, "no mark covers a label");
    visitor.shoot("values-magic").await;
    visitor.click("document.querySelector('#values')").await;
    visitor.until("no values", &format!("{SIGNS}.length === 0")).await;
    // Whoever cannot see it hears of a vertex what was said before.
    let named = "document.querySelector('.board svg [data-name=\"3\"]').getAttribute('aria-label')";
    let name: String = visitor.ask(named).await;
    assert!(name.contains("vertex 3") && !name.contains('('), "{name}");
});

a_visit!(a_hint_can_be_followed_wherever_it_stands, |visitor| async move {
    visitor.sit("/scale/play?n=12").await;
    visitor.click("document.querySelector('#hint')").await;
    // First where to look, then the move.
    visitor.until("where to look", "!!document.querySelector('#more-hint')").await;
    let look: String = visitor.ask("document.querySelector('#said').textContent").await;
    assert!(look.contains("look at the 66 sets") && !look.contains(" v "), "{look}");
    visitor.shoot("hint-look").await;
    visitor.press("h").await;
    visitor.until("a hint", "!!document.querySelector('#said [data-play]')").await;
    let hinted: String = visitor.ask("document.querySelector('#said [data-play]').dataset.play").await;
    visitor.click("document.querySelector('#said [data-play]')").await;
    visitor.until("followed", &format!("new URLSearchParams(location.search).getAll('move')[0] === {hinted:?}")).await;
});

a_visit!(a_game_is_looked_at_again_move_by_move, |visitor| async move {
    const STATUS: &str = "document.querySelector('#status').textContent";
    const PLACE: &str = "document.querySelector('.replay .place').textContent";
    visitor.sit("/queens/play?n=5&move=1,1&move=2,4&move=4,5&move=5,2").await;
    let pages: usize = visitor.ask("history.length").await;
    for (key, place) in [("ArrowLeft", "3 of 4"), ("ArrowLeft", "2 of 4"), ("Home", "0 of 4"), ("ArrowRight", "1 of 4")]
    {
        visitor.press(key).await;
        visitor.until(key, &format!("{PLACE} === '{place}'")).await;
    }
    // Looking makes nobody move, keeps the moves that follow, and fills no list of pages.
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(visitor.ask::<bool>(&format!("{STATUS}.startsWith('After move 1 of 4.') && {MOVES} === 4")).await);
    assert_eq!(visitor.ask::<usize>("history.length").await, pages);
    visitor.shoot("replay").await;
    let address: String = visitor.ask("location.href").await;
    visitor.go("/").await;
    visitor.go(&address).await;
    visitor.until("the same place", &format!("{PLACE} === '1 of 4'")).await;
    visitor.press("End").await;
    visitor.until("the end", &format!("{PLACE} === '4 of 4'")).await;
    visitor.press("ArrowLeft").await;
    visitor.press("ArrowLeft").await;
    visitor.until("back", &format!("{PLACE} === '2 of 4'")).await;
    // A move made there is another game.
    visitor.click("document.querySelector('.board svg [data-move]')").await;
    visitor.until("another game", &format!("{MOVES} === 4 && {READY} && !location.search.includes('shown')")).await;
    assert!(visitor.ask::<bool>("!location.search.includes('move=4,5')").await);
});

a_visit!(a_position_is_asked_about_and_an_answer_is_played, |visitor| async move {
    let mut about_positions = 0;
    for topic in topics::ALL {
        for sentence in topic.table.into_iter().flat_map(|table| table.examples) {
            visitor.go(&format!("/{}", topic.name)).await;
            // People read no flags.
            let told = sentence.replace(" --", ", ");
            let table = format!(
                "[...document.querySelectorAll('section.table .examples a')].find(a => a.textContent === {told:?}).href"
            );
            let table: String = visitor.ask(&table).await;
            visitor.go(&table).await;
            visitor.until(sentence, READY).await;
            visitor.click("document.querySelector('.board svg [data-move]')").await;
            visitor.until(sentence, &format!("{MOVES} > 0 && {READY}")).await;
            let link: String = visitor.ask("document.querySelector('#analyse').href").await;
            visitor.go(&link).await;
            about_positions += visitor.ask::<usize>("document.querySelectorAll('#position').length").await;
            // A position that a table writes is read by the question; a table may lack what a question needs
            // besides.
            for (list, most) in [("position", 200), ("table", 400)] {
                let links = format!("[...document.querySelectorAll('#{list} a')].map(a => a.href)");
                for link in visitor.ask::<Vec<String>>(&links).await {
                    let status: u16 = visitor.ask(&format!("fetch({link:?}).then(r => r.status)")).await;
                    assert!(status <= most || status == 422, "{sentence}: {link}: {status}");
                }
            }
            visitor.forgive("400");
            visitor.forgive("422");
            visitor.no_complaints(sentence);
        }
    }
    assert!(about_positions >= 6, "{about_positions} tables have questions about their positions");
    // And back: an answer leads to its table.
    visitor.hear("/queens/lock?n=5").await;
    visitor.click("document.querySelector('#answer a.play')").await;
    visitor.until("the table", "location.pathname === '/queens/play' && location.search === '?n=5'").await;
});

a_visit!(links_are_copied_whole, |visitor| async move {
    const CATCH: &str = "(window.copied = [], Object.defineProperty(navigator, 'clipboard',
        { value: { writeText: async (text) => { window.copied.push(text); } } }), true)";
    visitor.sit("/queens/play?n=4&move=1,1&move=3,4").await;
    assert!(visitor.ask::<bool>(CATCH).await);
    visitor.click("document.querySelector('#copy-link')").await;
    visitor.until("copied", "window.copied.length === 1").await;
    let link: String = visitor.ask("window.copied[0]").await;
    assert_eq!(link, format!("{}/queens/play?n=4&move=1,1&move=3,4", visitor.home));
    assert_eq!(visitor.ask::<String>("document.querySelector('#copy-link').textContent").await, "Copied");
});

a_visit!(every_table_fits_a_phone_on_both_papers, |visitor| async move {
    visitor.width(390).await;
    for topic in topics::ALL.iter().filter(|topic| topic.table.is_some()) {
        visitor.go(&format!("/{}/play", topic.name)).await;
        visitor.until(topic.name, READY).await;
        visitor.no_sideways_scrolling(topic.name).await;
        let top: f64 = visitor.ask("document.querySelector('.board svg').getBoundingClientRect().top").await;
        assert!(top < 420.0, "{}: the board begins at {top}", topic.name);
        for theme in ["light", "dark"] {
            visitor.run(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
            visitor.shoot(&format!("phone-{}-{theme}", topic.name)).await;
        }
        visitor.no_complaints(topic.name);
    }
});
