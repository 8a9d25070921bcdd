// Buttons that copy: a line that stands before them, or the address of what is shown.
import { sent } from "./answerer.js";

async function copied(text, beside) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    // Without leave to write to the clipboard the line is selected instead.
    getSelection().selectAllChildren(beside);
    return "Selected";
  }
}

export function copying() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-copy-link]");
    if (!button) return;
    const { copy, copyLink } = button.dataset;
    const text = copy ?? sent(copyLink);
    button.textContent = await copied(text, button.previousElementSibling ?? button.parentElement);
  });
}
