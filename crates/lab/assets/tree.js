// The game one move on: a small picture of each position that a move leads to, loaded when it is unfolded.
import { request } from "./answerer.js";
import { board, game } from "./board.js";
import { $, SILENT, sentence } from "./dom.js";

export function branching() {
  game.addEventListener("toggle", async (event) => {
    const fold = event.target;
    if (!fold.matches?.("details.tree") || !fold.open || fold.dataset.loaded) return;
    fold.dataset.loaded = "yes";
    const place = $(".branches", fold);
    try {
      const reply = await request(board().dataset.tree);
      const html = await reply.text();
      if (reply.ok) place.innerHTML = html;
      else place.textContent = sentence(reply.status, html);
    } catch {
      place.textContent = SILENT;
    }
  }, { capture: true });
}
