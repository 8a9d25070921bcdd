// The claims of a room: checked while somebody looks.
import { $, make } from "./dom.js";
import { ask } from "./jobs.js";

export async function claims() {
  const box = $("[data-claims]");
  if (!box) return;
  const line = make("p", { className: "remark", role: "status" });
  box.prepend(line);
  try {
    const answer = await ask(box.dataset.claims, (job) => (line.textContent = `Checking the claims. ${job.line}`));
    box.innerHTML = answer.html;
    box.removeAttribute("data-claims");
  } catch (error) {
    line.textContent = error.message;
  }
}
