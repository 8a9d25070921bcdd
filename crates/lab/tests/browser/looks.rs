//! Light and dark, narrow and wide, on paper, in motion.

use super::visitor::visit;

#[test]
fn dark_and_light_sorting_and_quiet_motion() {
    visit("looks", |visitor| async move {
        const PAPER: &str = "getComputedStyle(document.body).backgroundColor";
        visitor.go("/queens/lock?n=5").await;
        visitor.until("answer", "!!document.querySelector('#answer .line')").await;
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
        visitor.go("/sums/table?code=0.77&to=30").await;
        visitor.until("answer", "!!document.querySelector('#answer .line')").await;
        assert_eq!(visitor.ask::<String>(PAPER).await, dark, "the system's wish is followed");
        let terms =
            "[...document.querySelectorAll('table.sortable tbody tr')].map(r => Number(r.cells[1].textContent))";
        visitor.click("document.querySelectorAll('table.sortable th button')[1]").await;
        let sorted: Vec<f64> = visitor.ask(terms).await;
        assert!(sorted.is_sorted() && sorted.len() > 20, "{sorted:?}");
        visitor.click("document.querySelectorAll('table.sortable th button')[1]").await;
        let back: Vec<f64> = visitor.ask(terms).await;
        assert!(back.iter().rev().is_sorted(), "{back:?}");
        visitor.no_complaints("looks");
    });
}

/// The worst contrast of a letter to what lies under it, among all pictures of the page, as the browser draws them.
const WORST_LETTER: &str = "(() => {
    const light = (text) => {
        const [r, g, b] = text.match(/\\d+/g).map(Number).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const paper = getComputedStyle(document.body).backgroundColor;
    let worst = [99, ''];
    for (const text of document.querySelectorAll('svg.scene text:not(.worth)')) {
        const box = text.getBBox();
        const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
        let ground = paper;
        for (let under = text.previousElementSibling; under; under = under.previousElementSibling) {
            const fill = getComputedStyle(under).fill;
            if (under.tagName !== 'text' && under.tagName !== 'line' && fill !== 'none' && under.isPointInFill(point)) { ground = fill; break; }
        }
        const [a, b] = [light(getComputedStyle(text).fill), light(ground)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < worst[0]) worst = [contrast, `${text.textContent} ${getComputedStyle(text).fill} on ${ground}`];
    }
    return worst;
})()";

#[test]
fn every_letter_of_every_picture_can_be_read_on_both_papers() {
    visit("contrast", |visitor| async move {
        let questions = topics::ALL.iter().flat_map(|t| t.questions.iter().map(move |q| (t.name, q.examples)));
        let tables = topics::ALL.iter().filter_map(|t| Some((t.name, t.table?)));
        let asked = questions.flat_map(|(topic, examples)| examples.iter().map(move |e| (topic, *e, false)));
        let sat = tables.flat_map(|(topic, table)| table.examples.iter().map(move |e| (topic, *e, true)));
        let mut letters = 0;
        for (topic, sentence, table) in asked.chain(sat) {
            visitor.go(&format!("/{topic}")).await;
            let link = format!(
                "[...document.querySelectorAll('.examples a[href]')].find(a => a.textContent === {sentence:?})?.href ?? ''"
            );
            let link: String = visitor.ask(&link).await;
            if link.is_empty() {
                continue;
            }
            visitor.go(&link).await;
            let there =
                if table { "!!document.querySelector('.board')" } else { "!!document.querySelector('#answer .line')" };
            visitor.until(sentence, there).await;
            for theme in ["light", "dark"] {
                visitor.run(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
                let (contrast, what): (f64, String) = visitor.ask(WORST_LETTER).await;
                assert!(contrast >= 4.5, "{sentence}, {theme}: {contrast:.2} for {what}");
                letters += usize::from(contrast < 99.0);
            }
        }
        assert!(letters > 100, "{letters} pictures with letters");
    });
}
