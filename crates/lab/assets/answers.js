// A page whose answer is still being worked out.
import { here, reload, request } from "./answerer.js";
import { $, $$, make } from "./dom.js";
import { follow } from "./jobs.js";

function tell(box, job) {
  $(".progress-line", box).textContent = job.line;
  const bar = $("progress", box);
  if (job.of) bar.value = job.done / job.of;
  else bar.removeAttribute("value");
  $(".remarks", box).replaceChildren(...job.remarks.map((remark) => make("li", { textContent: remark })));
}

// The page of a job that was stopped without an answer would begin it again, so that one only says how far it came.
async function ended(box, job) {
  if (job.state === "stopped") {
    $("progress", box)?.remove();
    $("[data-stop]", box).replaceWith(make("a", { className: "button", href: here(), textContent: "Ask again" }));
    return;
  }
  const page = new DOMParser().parseFromString(await (await request(here())).text(), "text/html");
  $("#answer").replaceWith(document.adoptNode($("#answer", page)));
  document.dispatchEvent(new Event("answered"));
}

// An answer that was cut short is kept; asked again, it is worked out anew.
function again() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-again]");
    if (!button) return;
    await request(`/jobs/${button.dataset.again}/again`, { method: "POST" });
    reload();
  });
}

export function waiting() {
  again();
  for (const box of $$("[data-job]")) {
    follow(box.dataset.job, (job) => tell(box, job)).then(
      (job) => ended(box, job),
      (error) => ($(".progress-line", box).textContent = error.message),
    );
  }
}
