// Work that takes its time: started, followed, stopped.
import { request } from "./answerer.js";
import { SILENT, sentence } from "./dom.js";

const over = (job) => !["queued", "running"].includes(job.state);

// Follows a job; `tell` hears of every step, and the promise is kept when it is over. Whoever no longer looks gives it
// up by the signal: the lab sees that nobody looks.
export function follow(id, tell, signal) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/jobs/${id}/events`);
    const leave = (done, value) => {
      events.close();
      done(value);
    };
    signal?.addEventListener("abort", () => leave(reject, signal.reason), { once: true });
    if (signal?.aborted) leave(reject, signal.reason);
    events.onmessage = (event) => {
      const job = JSON.parse(event.data);
      if (!signal?.aborted) tell(job);
      if (over(job)) leave(resolve, job);
    };
    events.onerror = () => leave(reject, new Error(SILENT));
  });
}

// Starts a job and gives what came out of it.
export async function ask(address, tell, signal) {
  const reply = await request(address, { method: "POST", signal });
  if (!reply.ok) throw new Error(sentence(reply.status, await reply.text()));
  let job = await reply.json();
  if (!over(job)) {
    tell(job);
    job = await follow(job.id, tell, signal);
  }
  if (job.state !== "done") throw new Error(job.error);
  return (await request(`/jobs/${job.id}/answer`, { signal })).json();
}

// Every button that names a job stops it.
export function stopping() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-stop]");
    if (!button) return;
    button.disabled = true;
    request(`/jobs/${button.dataset.stop}/stop`, { method: "POST" });
  });
}
