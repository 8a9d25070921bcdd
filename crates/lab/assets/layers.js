// Layers of a picture that a person switches on and off; what was switched stays when the picture changes.
import { $$ } from "./dom.js";
import { game } from "./board.js";

const on = new Set();

function apply() {
  for (const shape of $$("svg [data-layer]", game)) shape.classList.toggle("on", on.has(shape.dataset.layer));
}

export function layers() {
  for (const box of $$("[data-switch]", game)) {
    box.checked = on.has(box.dataset.switch);
    box.addEventListener("change", () => {
      if (box.checked) on.add(box.dataset.switch);
      else on.delete(box.dataset.switch);
      apply();
    });
  }
  apply();
}
