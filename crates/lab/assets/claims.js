// The claims of a room: checked when a person asks for it, while somebody looks; each verdict is shown when it is
// there.
import { request } from "./answerer.js";
import { $, button } from "./dom.js";
import { ask } from "./jobs.js";

async function show(address) {
  const reply = await request(address);
  if (reply.ok) $("#verdicts").innerHTML = await reply.text();
}

async function check(asked) {
  const { claims: address } = asked.dataset;
  const [line, stop] = [$("#checking"), button("Stop")];
  let told = 0;
  asked.disabled = true;
  asked.after(" ", stop);
  const tell = (job) => {
    stop.dataset.stop = job.id;
    line.textContent = [job.line, ...job.remarks.slice(-1)].join(" ");
    if (job.remarks.length > told) show(address);
    told = job.remarks.length;
  };
  try {
    $("#verdicts").innerHTML = (await ask(address, tell)).html;
    line.textContent = "All are checked.";
    asked.remove();
  } catch (error) {
    line.textContent = error.message;
    asked.disabled = false;
    asked.textContent = "Check the others";
    await show(address);
  }
  stop.remove();
}

export function claims() {
  const asked = $("#check");
  asked?.addEventListener("click", () => check(asked));
}
