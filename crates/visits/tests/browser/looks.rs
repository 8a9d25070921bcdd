//! Light and dark, narrow and wide, on paper, in motion.

use super::visitor::{Visitor, a_visit};

a_visit!(dark_and_light_sorting_and_quiet_motion, |visitor| async move {
    const PAPER: &str = "getComputedStyle(document.body).backgroundColor";
    visitor.hear("/queens/lock?n=5").await;
    let light: String = visitor.ask(PAPER).await;
    visitor.click("document.querySelector('#theme')").await;
    let dark: String = visitor.ask(PAPER).await;
    assert!(light == "rgb(255, 255, 255)" && dark != light, "{light} {dark}");
    let ink = "getComputedStyle(document.querySelector('svg.scene .f-solid')).fill";
    assert_eq!(visitor.ask::<String>(ink).await, "rgb(232, 234, 240)");
    visitor.shoot("dark").await;
    visitor.click("document.querySelector('#theme')").await;
    assert_eq!(visitor.ask::<String>(PAPER).await, light);
    visitor.run("localStorage.clear()").await;
    visitor.wants(&[("prefers-color-scheme", "dark"), ("prefers-reduced-motion", "reduce")]).await;
    visitor.hear("/sums/table?code=0.77&to=30").await;
    assert_eq!(visitor.ask::<String>(PAPER).await, dark, "the system's wish is followed");
    let terms = "[...document.querySelectorAll('table.sortable tbody tr')].map(r => Number(r.cells[1].textContent))";
    visitor.click("document.querySelectorAll('table.sortable th button')[1]").await;
    let sorted: Vec<f64> = visitor.ask(terms).await;
    assert!(sorted.is_sorted() && sorted.len() > 20, "{sorted:?}");
    visitor.click("document.querySelectorAll('table.sortable th button')[1]").await;
    let back: Vec<f64> = visitor.ask(terms).await;
    assert!(back.iter().rev().is_sorted(), "{back:?}");
});

/// The worst contrast of a letter to what lies under it, among all pictures of the page, as the browser draws them.
const WORST_LETTER: &str = "(() => {
    const light = (text) => {
        const [r, g, b] = text.match(/\\d+/g).map(Number).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const paper = getComputedStyle(document.body).backgroundColor;
    let worst = [99, ''];
    for (const svg of document.querySelectorAll('svg.scene')) {
        // What may lie under a letter: its filling, its box, and itself, the lowest first.
        const grounds = [];
        for (const shape of svg.children) {
            if (shape.localName === 'text') {
                if (shape.matches('.worth')) continue;
                const box = shape.getBBox();
                const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
                const under = grounds.findLast(({ box: { x, y, width, height }, shape }) =>
                    x <= point.x && point.x <= x + width && y <= point.y && point.y <= y + height && shape.isPointInFill(point));
                const [ink, ground] = [getComputedStyle(shape).fill, under?.fill ?? paper];
                const [a, b] = [light(ink), light(ground)];
                const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                if (contrast < worst[0]) worst = [contrast, `${shape.textContent} ${ink} on ${ground}`];
            } else if (shape.localName !== 'line' && shape.isPointInFill) {
                const fill = getComputedStyle(shape).fill;
                if (fill !== 'none') grounds.push({ fill, box: shape.getBBox(), shape });
            }
        }
    }
    return worst;
})()";

impl Visitor {
    /// On both papers every letter of every picture stands out from what lies under it; how many had letters.
    pub async fn letters_can_be_read(&self, what: &str) -> usize {
        let mut letters = 0;
        for theme in ["light", "dark"] {
            self.run(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
            let (contrast, letter): (f64, String) = self.ask(WORST_LETTER).await;
            assert!(contrast >= 4.5, "{what}, {theme}: {contrast:.2} for {letter}");
            letters += usize::from(contrast < 99.0);
        }
        self.run("delete document.documentElement.dataset.theme").await;
        letters
    }
}

a_visit!(the_letters_of_each_board_can_be_read, |visitor| async move {
    for topic in topics::ALL.iter().filter(|topic| topic.table.is_some()) {
        visitor.go(&format!("/{}/play", topic.name)).await;
        visitor.until(topic.name, "!!document.querySelector('.board svg')").await;
        visitor.letters_can_be_read(topic.name).await;
    }
});

a_visit!(an_answer_stands_first_with_its_picture_beside_it, |visitor| async move {
    const PLACES: &str = "['.line', '.report figure svg', '.facts', '.asking form'].map(s => {
        const e = document.querySelector(s), b = e.getBoundingClientRect();
        return e.checkVisibility() ? [b.left, b.top, b.right, b.bottom] : [0, 0, 0, 0]; })";
    visitor.width(1200).await;
    visitor.hear("/queens/lock?n=5").await;
    let [line, picture, facts, form]: [[f64; 4]; 4] = visitor.ask(PLACES).await;
    assert_eq!(form, [0.0; 4], "the form is folded");
    assert!(picture[0] >= line[2] && picture[1] < line[3], "the picture {picture:?} stands beside the line {line:?}");
    assert!(facts[1] >= line[3] && line[3] < 500.0, "the facts {facts:?} stand below the line {line:?}");
    let sentence: String = visitor.ask("document.querySelector('.asking summary b').textContent").await;
    assert_eq!(sentence, "queens lock 5");
    visitor.shoot("answer").await;
    visitor.click("document.querySelector('.asking summary')").await;
    assert!(visitor.ask::<bool>("document.querySelector('#field-n').checkVisibility()").await);
    visitor.width(390).await;
    visitor.hear("/queens/lock?n=5").await;
    let [line, picture, facts, _]: [[f64; 4]; 4] = visitor.ask(PLACES).await;
    assert!(line[3] <= picture[1] && picture[3] <= facts[1] && line[1] < 400.0, "{line:?} {picture:?} {facts:?}");
    visitor.no_sideways_scrolling("an answer on a phone").await;
    visitor.shoot("answer-phone").await;
});

a_visit!(progress_and_stop_are_in_view_and_the_header_is_one_row, |visitor| async move {
    for width in [1200, 390] {
        visitor.width(width).await;
        visitor.go("/sprouts/solve?n=39").await;
        visitor.until("progress", "!!document.querySelector('[data-stop]')").await;
        let low: f64 = visitor.ask("document.querySelector('[data-stop]').getBoundingClientRect().bottom").await;
        assert!(low < 800.0, "Stop ends at {low} of a screen {width} wide");
        visitor.shoot(&format!("waiting-{width}")).await;
        visitor.click("document.querySelector('[data-stop]')").await;
        visitor.until("stopped", "document.querySelector('.progress-line').textContent.startsWith('stopped')").await;
        // What was done is told, and the person can go on.
        let line: String = visitor.ask("document.querySelector('.progress-line').textContent").await;
        assert!(line.contains("positions were searched"), "{line}");
        assert!(visitor.ask::<bool>("!!document.querySelector('#answer a.button')").await);
    }
    for path in ["/", "/disks", "/sums/play?expr=nim(3)"] {
        visitor.go(path).await;
        let height: f64 = visitor.ask("document.querySelector('header.top').getBoundingClientRect().height").await;
        assert!(height < 64.0, "{path}: the header is {height} high");
        let seen = "(() => { const a = document.querySelector('header nav [aria-current]')?.getBoundingClientRect();
                     return !a || a.left >= 0 && a.right <= innerWidth; })()";
        assert!(visitor.ask::<bool>(seen).await, "{path}: the open room is in sight");
        visitor.no_sideways_scrolling(path).await;
    }
});

a_visit!(long_tables_are_windows_with_search, |visitor| async move {
    const FIRSTS: &str = "[...document.querySelectorAll('.tabular tbody tr')].map(r => r.cells[0].textContent)";
    async fn find(visitor: &super::visitor::Visitor, text: &str) {
        visitor.click("document.querySelector('.tabular .find')").await;
        visitor.run("document.querySelector('.tabular .find').value = ''").await;
        for letter in text.chars() {
            visitor.press(&letter.to_string()).await;
        }
    }
    for (path, all, target) in
        [("/sums/table?code=0.77&to=100", 101, "83"), ("/sums/table?code=0.77&to=5000", 5001, "4321")]
    {
        visitor.go(path).await;
        visitor.until(path, "!!document.querySelector('.tabular .find')").await;
        let [window, screen]: [f64; 2] =
            visitor.ask("[document.querySelector('.window').offsetHeight, innerHeight]").await;
        assert!(window < screen, "{path}: a window of {window} on a screen of {screen}");
        find(&visitor, target).await;
        visitor.until(path, &format!("{FIRSTS}.length < 50 && {FIRSTS}.includes('{target}')")).await;
        visitor.shoot(&format!("window-{all}")).await;
        visitor.run("document.querySelector('.tabular .find').select()").await;
        visitor.press("\u{8}").await;
        visitor.until(path, &format!("document.querySelector('.found').textContent === '{all}'")).await;
        // Sorting downward by the first column brings the last row of all to the top.
        for _ in 0..2 {
            visitor.click("document.querySelector('.tabular th button')").await;
        }
        visitor.until(path, &format!("{FIRSTS}[0] === '{}'", all - 1)).await;
    }
    // Further rows come when the window is moved to its end.
    visitor.run("document.querySelector('.window').scrollTop = 1e9").await;
    visitor.until("further rows", &format!("{FIRSTS}.length === 1000")).await;
});

a_visit!(on_paper_an_answer_is_light_and_whole, |visitor| async move {
    visitor.hear("/sums/table?code=0.77&to=100").await;
    visitor.run("document.documentElement.dataset.theme = 'dark'").await;
    visitor.on_paper().await;
    let seen = "['header.top', '.asking', '.find', '.command button', '.line', 'table'].map(s => document.querySelector(s).checkVisibility())";
    assert_eq!(visitor.ask::<Vec<bool>>(seen).await, [false, false, false, false, true, true]);
    let paper = "[getComputedStyle(document.documentElement).getPropertyValue('--paper'), getComputedStyle(document.body).color]";
    let [paper, ink]: [String; 2] = visitor.ask(paper).await;
    assert!(paper.trim() == "#ffffff" && ink == "rgb(29, 36, 48)", "{paper} {ink}");
    let whole = "(() => { const w = document.querySelector('.window'); return w.scrollHeight <= w.clientHeight; })()";
    assert!(visitor.ask::<bool>(whole).await, "the table is whole");
    visitor.shoot("print").await;
    visitor.hear("/queens/lock?n=5").await;
    visitor.run("document.documentElement.dataset.theme = 'dark'").await;
    let ink = "getComputedStyle(document.querySelector('svg.scene .f-solid')).fill";
    assert_eq!(visitor.ask::<String>(ink).await, "rgb(29, 36, 48)", "pictures are light too");
    visitor.shoot("print-picture").await;
});

a_visit!(terms_explain_themselves_and_the_front_page_leads_to_a_board_in_one_touch, |visitor| async move {
    visitor.go("/").await;
    let names: Vec<String> = visitor.ask("[...document.querySelectorAll('.room h2')].map(h => h.textContent)").await;
    for name in ["Mod 2 queens", "Lights Out", "Five-way scale"] {
        assert!(names.iter().any(|other| other == name), "{names:?}");
    }
    visitor.click("document.querySelector('.room a[href=\"/merlin/play\"]')").await;
    visitor.until("a board", "!!document.querySelector('.board svg [data-move]')").await;
    visitor.go("/sums").await;
    const TIP: &str = "getComputedStyle(document.querySelector('.essay .term .tip')).display";
    assert_eq!(visitor.ask::<String>(TIP).await, "none");
    visitor.run("document.querySelector('.essay .term').focus()").await;
    visitor.until("the tip", &format!("{TIP} === 'block'")).await;
    visitor.width(360).await;
    visitor.no_sideways_scrolling("a term on a phone").await;
    visitor.shoot("term-phone").await;
    // No name of a script's fact is shown as such.
    visitor.hear("/conics/four?points=-0.7,-0.6&points=0.3,-0.9&points=0.9,0.7&points=-0.2,0.2").await;
    let facts: Vec<String> = visitor.ask("[...document.querySelectorAll('.facts dt')].map(d => d.textContent)").await;
    assert!(facts.len() > 3 && facts.iter().all(|name| !name.contains('_')), "{facts:?}");
    let exact: String = visitor.ask("document.querySelector('.facts .exact summary').textContent").await;
    assert!(exact.len() < 13 && exact.ends_with('…'), "{exact}");
});

a_visit!(words_are_found_and_machines_have_no_slider, |visitor| async move {
    const SEEN: &str =
        "[...document.querySelectorAll('.words dt')].filter(d => d.checkVisibility()).map(d => d.textContent)";
    visitor.go("/words").await;
    let all = visitor.ask::<Vec<String>>(SEEN).await.len();
    visitor.click("document.querySelector('input[data-finds]')").await;
    for letter in "nimber".chars() {
        visitor.press(&letter.to_string()).await;
    }
    visitor.until("fewer words", &format!("{SEEN}.length < 30 && {SEEN}.includes('nimber')")).await;
    assert!(all > 80, "{all}");
    // A number that only the machine cares for is no slider; a number of the question is one.
    visitor.go("/sprouts/value?position=@-200,0%20@200,0").await;
    visitor.until("an answer", "!!document.querySelector('#answer .shown[data-live]')").await;
    let sliders = "[...document.querySelectorAll('.sliders input')].map(i => i.id)";
    assert_eq!(visitor.ask::<Vec<String>>(sliders).await, Vec::<String>::new());
});

/// What stands on a page for people, with everything unfolded but the command line.
const READ: &str = "(() => { document.querySelectorAll('details:not(.command)').forEach(d => { d.open = true; });
    return [...document.querySelectorAll('main'), ...document.querySelectorAll('nav')].map(e => e.innerText).join('\\n'); })()";

a_visit!(pages_speak_to_people_and_not_to_programs, |visitor| async move {
    let rooms = topics::ALL.iter().flat_map(|topic| {
        let table = topic.table.map(|_| format!("/{}/play", topic.name));
        [format!("/{}", topic.name), format!("/paper/{}", topic.name)].into_iter().chain(table)
    });
    for path in ["/".to_string(), "/learn".to_string()].into_iter().chain(rooms) {
        visitor.go(&path).await;
        let text: String = visitor.ask(READ).await;
        let wrong: Vec<&str> = text.lines().filter(|line| speaks_to_programs(line)).take(5).collect();
        assert!(wrong.is_empty(), "{path}: {wrong:#?}");
    }
    // A refusal and an answer with a table speak so too; the command line is there for whoever unfolds it.
    visitor.go("/queens/solve?n=4&rule=alternate").await;
    visitor.until("an answer", "!!document.querySelector('#answer .line')").await;
    let text: String = visitor.ask(READ).await;
    assert!(!text.lines().any(speaks_to_programs), "{text}");
    visitor.click("document.querySelector('#answer .command summary')").await;
    let command: String = visitor.ask("document.querySelector('#answer .command code').innerText").await;
    assert_eq!(command, "parlor queens solve 4 --rule alternate");
    visitor.no_complaints("wording");
});

/// Flags, names with underscores, signs that are typed for want of better ones, and what a debugger prints. Examples of
/// asks are what one types.
fn speaks_to_programs(line: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase());
    let around = |part: &str| {
        line.match_indices(part)
            .map(|(at, _)| (line[..at].chars().next_back(), &line[at + part.len()..]))
            .collect::<Vec<_>>()
    };
    let flag = around("--").iter().any(|(before, after)| !letter(*before) && letter(after.chars().next()));
    let snake = around("_").iter().any(|(before, after)| letter(*before) && letter(after.chars().next()));
    let debug =
        ["Some(", "None)", "Err(", "\\u{", "undefined", "NaN", "[object"].iter().any(|word| line.contains(word));
    let typed = line.starts_with("For example") || line.starts_with("Ask:") || line.contains("such as");
    flag || snake || debug || !typed && [" -> ", ">=", "<=", "sqrt("].iter().any(|sign| line.contains(sign))
}

a_visit!(a_board_takes_the_room_that_there_is, |visitor| async move {
    const SIDES: &str = "(() => { const b = document.querySelector('.board svg').getBoundingClientRect();
        return [b.width / document.querySelector('.play-area .picture').clientWidth, b.height, b.bottom - innerHeight]; })()";
    visitor.width(1200).await;
    for topic in topics::ALL.iter().filter(|topic| topic.table.is_some()) {
        visitor.go(&format!("/{}/play", topic.name)).await;
        visitor.until(topic.name, "!!document.querySelector('.board svg')").await;
        let [width, height, below]: [f64; 3] = visitor.ask(SIDES).await;
        assert!(width > 0.95 || height > 600.0, "{}: {width} of the width, {height} high", topic.name);
        assert!(below < 0.0, "{}: {below} pixels below the window", topic.name);
        visitor.shoot(&format!("room-{}", topic.name)).await;
    }
    visitor.no_complaints("room");
});

a_visit!(previews_of_curves_can_be_seen, |visitor| async move {
    visitor.go("/sprouts/play?n=3").await;
    visitor.until("a board", "document.querySelectorAll('.board svg [data-move]').length >= 3").await;
    let sizes = "(() => { const frames = [...document.querySelectorAll('.board svg rect[data-move]')].map(e => e.getBoundingClientRect());
        const curves = [...document.querySelectorAll('.board svg path')].map(e => e.getBoundingClientRect());
        return frames.map(f => { const own = curves.filter(c => c.left >= f.left && c.right <= f.right && c.top >= f.top && c.bottom <= f.bottom);
            const [l, r] = [Math.min(...own.map(c => c.left)), Math.max(...own.map(c => c.right))];
            const [t, b] = [Math.min(...own.map(c => c.top)), Math.max(...own.map(c => c.bottom))];
            return Math.max(r - l, b - t) / f.width; }); })()";
    let sizes: Vec<f64> = visitor.ask(sizes).await;
    assert!(sizes.len() == 3 && sizes.iter().all(|size| *size > 0.06), "{sizes:?}");
    visitor.shoot("previews").await;
    visitor.no_complaints("small");
});
