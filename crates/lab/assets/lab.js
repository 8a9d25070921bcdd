// What a page does without being loaded anew. Nothing here knows a topic: moves are texts, boards are pictures whose shapes carry moves.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// ---- light and dark -------------------------------------------------------------------------------------------------------------------

function theme() {
  const root = document.documentElement;
  const kept = localStorage.getItem("theme");
  if (kept) root.dataset.theme = kept;
  $("#theme")?.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
}

// ---- copying and sorting ----------------------------------------------------------------------------------------------------------------

function copying() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    } catch {
      // Without leave to write to the clipboard the line is selected instead.
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = "Selected";
    }
  });
}

function sorting(root = document) {
  for (const table of $$("table.sortable", root)) {
    $$("thead th", table).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => sort(table, head, column));
    });
  }
}

function sort(table, head, column) {
  const down = head.getAttribute("aria-sort") === "ascending";
  $$("th", table).forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = $("tbody", table);
  const key = (row) => row.cells[column].textContent;
  const compare = (a, b) => {
    const [x, y] = [Number(a), Number(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en", { numeric: true }) : x - y;
  };
  const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)));
  body.replaceChildren(...rows);
}

// ---- jobs -------------------------------------------------------------------------------------------------------------------------------

const over = (job) => !["queued", "running"].includes(job.state);

// Follows a job; `tell` hears of every step, and the promise is kept when it is over.
function follow(id, tell) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/jobs/${id}/events`);
    events.onmessage = (event) => {
      const job = JSON.parse(event.data);
      tell(job);
      if (over(job)) {
        events.close();
        resolve(job);
      }
    };
    events.onerror = () => {
      events.close();
      reject(new Error("The lab does not answer; is it still open?"));
    };
  });
}

// Starts a job and gives what came out of it.
async function ask(address, tell) {
  const reply = await fetch(address, { method: "POST" });
  if (!reply.ok) throw new Error(await sentence(reply));
  let job = await reply.json();
  if (!over(job)) {
    tell(job);
    job = await follow(job.id, tell);
  }
  if (job.state !== "done") throw new Error(job.error);
  return (await fetch(`/jobs/${job.id}/answer`)).json();
}

async function sentence(reply) {
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  return $(".error", page)?.textContent ?? `The lab answered ${reply.status}.`;
}

function tellProgress(box, job) {
  $(".progress-line", box).textContent = job.line;
  const bar = $("progress", box);
  if (job.of) bar.value = job.done / job.of;
  else bar.removeAttribute("value");
  $(".remarks", box).replaceChildren(...job.remarks.map((remark) => Object.assign(document.createElement("li"), { textContent: remark })));
}

function waiting() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-stop]");
    if (button) {
      button.disabled = true;
      fetch(`/jobs/${button.dataset.stop}/stop`, { method: "POST" });
    }
  });
  for (const box of $$("[data-job]")) {
    follow(box.dataset.job, (job) => tellProgress(box, job)).then((job) => ended(box, job), (error) => ($(".progress-line", box).textContent = error.message));
  }
}

// The page of a stopped job would begin it again, so that one only says what happened.
async function ended(box, job) {
  if (job.state === "stopped") {
    $("progress", box)?.remove();
    const again = Object.assign(document.createElement("a"), { className: "button", href: location.href, textContent: "Ask again" });
    $("[data-stop]", box).replaceWith(again);
    return;
  }
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  $("#answer").replaceWith(document.adoptNode($("#answer", page)));
  sorting($("#answer"));
}

async function claims() {
  const box = $("[data-claims]");
  if (!box) return;
  const line = Object.assign(document.createElement("p"), { className: "remark" });
  line.setAttribute("role", "status");
  box.prepend(line);
  try {
    const answer = await ask(box.dataset.claims, (job) => (line.textContent = `Checking the claims. ${job.line}`));
    box.innerHTML = answer.html;
    box.removeAttribute("data-claims");
  } catch (error) {
    line.textContent = error.message;
  }
}

// ---- play -------------------------------------------------------------------------------------------------------------------------------

const game = $("#game");
const board = () => $(".board", game);
// Counts positions, so that an answer that comes too late is not shown.
let place = 0;
let valuesWanted = false;

function say(text) {
  const said = $("#said", game);
  if (said) said.textContent = text;
}

// Goes to another position. `push` is false when the browser's own buttons lead there.
async function go(address, { push = true, said = "" } = {}) {
  const mine = ++place;
  const link = new URL(address, location.href);
  const reply = await fetch(link.pathname + "/board" + link.search);
  if (mine !== place) return;
  if (!reply.ok) {
    say(await sentence(reply));
    return;
  }
  const focused = document.activeElement?.getAttribute?.("aria-label");
  game.innerHTML = await reply.text();
  if (push) history.pushState(null, "", link);
  say(said);
  prepare(focused);
}

function prepare(focused) {
  const here = board();
  if (!here) return;
  const shapes = $$("svg [data-move]", here);
  shapes.forEach((shape, index) => shape.setAttribute("tabindex", index === 0 ? "0" : "-1"));
  const same = focused && shapes.find((shape) => shape.getAttribute("aria-label") === focused);
  (same || (focused && shapes[0]))?.focus?.({ preventScroll: true });
  if (here.hasAttribute("data-house")) houseMoves();
  else if (valuesWanted && !here.hasAttribute("data-over")) showValues();
}

function after(move) {
  const link = new URL(board().dataset.here, location.href);
  link.searchParams.append("move", move);
  return link.href;
}

function busy(job) {
  const stop = Object.assign(document.createElement("button"), { type: "button", textContent: "Stop" });
  stop.dataset.stop = job.id;
  const said = $("#said", game);
  said.replaceChildren(`${[job.line, ...job.remarks.slice(-1)].join(" ")} `, stop);
}

async function houseMoves() {
  const mine = place;
  try {
    const advice = await ask(board().dataset.advise, busy);
    if (mine === place) await go(after(advice.move), { said: `The house plays ${advice.move} (${advice.trust}).` });
  } catch (error) {
    if (mine === place) say(`The house cannot move: ${error.message}`);
  }
}

async function hint() {
  const mine = place;
  try {
    // Hints are the house's best, whatever level it plays at.
    const address = new URL(board().dataset.advise, location.href);
    address.searchParams.delete("level");
    const advice = await ask(address.href, busy);
    if (mine !== place) return;
    say(`Hint: ${advice.move} (${advice.trust}).`);
    for (const shape of shapesOf(advice.move)) shape.classList.add("hinted");
    $$("[data-plays]", game).find((link) => link.dataset.plays === advice.move)?.classList.add("hinted");
  } catch (error) {
    if (mine === place) say(`No hint: ${error.message}`);
  }
}

const shapesOf = (move) => $$("svg [data-move]", game).filter((shape) => shape.dataset.move === move);

async function showValues() {
  const mine = place;
  $("#values", game)?.setAttribute("aria-pressed", "true");
  try {
    const answer = await ask(board().dataset.values, busy);
    if (mine !== place) return;
    say("✓ wins, ✗ loses, ? is not known.");
    answer.values.forEach(mark);
  } catch (error) {
    if (mine === place) say(`No values: ${error.message}`);
  }
}

const worth = ({ wins }) => (wins === true ? ["✓", "wins"] : wins === false ? ["✗", "loses"] : ["?", "unknown"]);

function mark(value) {
  const [sign, name] = worth(value);
  const known = value.wins !== null || value.note === "";
  const words = [known ? `${sign} ${name}` : "", value.note].filter(Boolean).join(", ");
  const link = $$("[data-plays]", game).find((other) => other.dataset.plays === value.move);
  if (link) Object.assign(link.nextElementSibling, { textContent: words, className: `worth ${name}` });
  for (const shape of shapesOf(value.move)) {
    const box = shape.getBBox();
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    const size = Math.max(9, Math.min(22, 0.45 * Math.min(box.width, box.height)));
    // In the corner of a large shape the mark leaves what is drawn there to be seen.
    const [right, down] = Math.min(box.width, box.height) > 36 ? [0.82, 0.2] : [0.5, 0.5];
    const attributes = { x: box.x + right * box.width, y: box.y + down * box.height + 0.36 * size, "font-size": size, "text-anchor": "middle" };
    for (const [key, number] of Object.entries(attributes)) text.setAttribute(key, number);
    text.setAttribute("class", `worth ${name}`);
    text.textContent = known ? sign : value.note.match(/^\d+/)?.[0] ?? sign;
    shape.setAttribute("aria-label", `${shape.getAttribute("aria-label").replace(/ \(.*\)$/, "")} (${words})`);
    shape.ownerSVGElement.append(text);
  }
}

function hideValues() {
  valuesWanted = false;
  go(board().dataset.here, { push: false });
}

// The nearest shape in the direction of an arrow key.
function neighbour(from, key) {
  const centre = (shape) => {
    const box = shape.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(from);
  const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  let best = null;
  for (const shape of $$("svg [data-move]", game)) {
    const [dx, dy] = centre(shape).map((value, index) => value - [x, y][index]);
    const along = dx * turn[0] + dy * turn[1];
    const aside = Math.abs(dx * turn[1]) + Math.abs(dy * turn[0]);
    const far = along + 3 * aside;
    if (shape !== from && along > 1 && (!best || far < best.far)) best = { shape, far };
  }
  return best?.shape;
}

function keys(event) {
  const shape = event.target.closest("svg [data-move]");
  if (shape && event.key.startsWith("Arrow")) {
    event.preventDefault();
    const next = neighbour(shape, event.key);
    if (next) {
      shape.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }
  } else if (shape && [" ", "Enter"].includes(event.key)) {
    event.preventDefault();
    touch(shape);
  } else if (!event.target.closest("input, textarea, select") && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const button = { u: "#undo", h: "#hint", v: "#values", n: "#new" }[event.key];
    if (button) $(button, game)?.click();
  }
}

function touch(shape) {
  if (!board().hasAttribute("data-house")) go(after(shape.dataset.move));
}

function clicks(event) {
  const shape = event.target.closest("svg [data-move]");
  const link = event.target.closest("[data-go]");
  const button = event.target.closest("button");
  if (shape) touch(shape);
  else if (link && !event.ctrlKey && !event.metaKey && event.button === 0) {
    event.preventDefault();
    go(link.href);
  } else if (button?.id === "hint") hint();
  else if (button?.id === "values") {
    if (valuesWanted) hideValues();
    else {
      valuesWanted = true;
      showValues();
    }
  }
}

function playing() {
  if (!game) return;
  game.addEventListener("click", clicks);
  document.addEventListener("keydown", keys);
  game.addEventListener("submit", (event) => {
    if (event.target.id !== "type-move") return;
    event.preventDefault();
    const typed = $("#move", game).value.trim();
    if (typed && !board().hasAttribute("data-house")) go(after(typed));
  });
  addEventListener("popstate", () => go(location.href, { push: false }));
  prepare();
}

theme();
copying();
sorting();
waiting();
claims();
playing();
