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
