// Lessons: steps revealed one by one, moves and answers judged by the lab; how far somebody came stays in this browser.
import { reload, request } from "./answerer.js";
import { $, $$, SILENT } from "./dom.js";
import { ask } from "./jobs.js";

const key = (lesson) => `lesson ${lesson}`;
const kept = (lesson) => Number(localStorage.getItem(key(lesson)) ?? 0);

// On a list every lesson says how far it was taken.
function progress() {
  for (const entry of $$("li[data-lesson]")) {
    const [done, all] = [kept(entry.dataset.lesson), Number(entry.dataset.steps)];
    if (done > 0) $(".progress", entry).textContent = done >= all ? "✓ done" : `${done} of ${all}`;
  }
}

async function fetched(step, pairs) {
  const query = new URLSearchParams([["data", "yes"], ...pairs]);
  const reply = await request(`${step.dataset.step}?${query}`);
  if (!reply.ok) throw new Error(SILENT);
  return reply.json();
}

function show(step, seen) {
  const shown = $(".shown", step);
  if (shown && seen.shown) shown.innerHTML = seen.shown;
}

class Visit {
  constructor(step, onward) {
    Object.assign(this, { step, onward, done: [], hints: 0, over: false });
    this.line = $(".judged", step);
    step.addEventListener("click", (event) => this.clicked(event));
    $("form.task", step)?.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = $("input[name=done]", step);
      const given = event.submitter?.value || field?.value.trim();
      if (given) this.tried(given);
      if (field) field.value = "";
    });
  }

  clicked(event) {
    const shape = event.target.closest("[data-move]");
    if (shape && this.line && !$(".choices", this.step) && !this.over) this.tried(shape.dataset.move);
    else if (event.target.closest(".next")) this.onward();
    else if (event.target.closest(".hint")) this.visit([["hint", ++this.hints]]);
    else if (event.target.closest(".again")) this.visit([], (this.done = []));
  }

  tried(move) {
    if (this.over) return;
    this.done.push(move);
    this.visit([]);
  }

  async visit(more) {
    try {
      const seen = await fetched(this.step, [...this.done.map((move) => ["done", move]), ...more]);
      show(this.step, seen);
      // A step that only comes into sight has nothing to judge.
      if (!this.line || (this.done.length === 0 && more.length === 0)) return;
      this.line.textContent = seen.line;
      this.line.className = `judged ${seen.outcome}`;
      if (seen.outcome === "wrong") this.done.pop();
      if (seen.outcome === "over") this.done = [];
      if (seen.outcome === "right") this.right();
    } catch {
      if (this.line) this.line.textContent = SILENT;
    }
  }

  right() {
    this.over = true;
    const on = $(".on", this.step);
    on.hidden = false;
    $("button", on).focus({ preventScroll: true });
  }
}

function take(lesson) {
  const steps = $$(".step", lesson);
  const end = $(".end", lesson);
  const address = lesson.dataset.lesson;
  // A step is shown with its picture: what stands below must not move when that comes.
  const reveal = async (from, to, move) => {
    lesson.setAttribute("aria-busy", "true");
    await Promise.all(visits.slice(from, to + 1).map((visit) => visit.visit([])));
    lesson.removeAttribute("aria-busy");
    [...steps, end].slice(from, to + 1).forEach((part) => (part.hidden = false));
    if (move) (steps[to] ?? end).scrollIntoView({ block: "start" });
  };
  const visits = steps.map((step, place) => new Visit(step, () => {
    const on = $(".on", step);
    if (on) on.hidden = true;
    localStorage.setItem(key(address), Math.max(kept(address), place + 1));
    reveal(place + 1, place + 1, true);
  }));
  [...steps, end].forEach((part) => (part.hidden = true));
  const begun = Math.min(kept(address), steps.length);
  // What was done before stays open to read; the lesson goes on where it was left.
  steps.slice(0, begun).forEach((step) => ($(".on", step).hidden = true));
  reveal(0, begun, false);
  $(".anew", end).addEventListener("click", () => {
    localStorage.removeItem(key(address));
    reload();
  });
}

// The claims of a paper: checked when asked for, and shown in their places.
async function checking(asked) {
  const line = $("#checking");
  asked.disabled = true;
  try {
    await ask(asked.dataset.claims, (job) => (line.textContent = [job.line, ...job.remarks.slice(-1)].join(" ")));
    reload();
  } catch (error) {
    line.textContent = error.message;
    asked.disabled = false;
  }
}

export function learning() {
  progress();
  const lesson = $(".lesson");
  if (lesson) take(lesson);
  $("#print")?.addEventListener("click", () => print());
  $("#check-paper")?.addEventListener("click", (event) => checking(event.target));
}
