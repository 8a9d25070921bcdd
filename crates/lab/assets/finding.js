// A long list that is searched: only what holds all the words stays.
import { $, $$ } from "./dom.js";

export function finding() {
  for (const field of $$("input[data-finds]")) {
    const all = () => [...$(field.dataset.finds).children];
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const one of all()) one.hidden = !words.every((word) => one.textContent.toLowerCase().includes(word));
    });
    // Who follows a link to a hidden entry wants to see it.
    addEventListener("hashchange", () => all().forEach((one) => (one.hidden &&= !one.contains($(":target")))));
  }
}
