"use strict";
// The page: it asks an answerer (a worker with the rooms as WebAssembly) and shows what it says. Addresses after # hold
// everything, so that Back works and a link can be sent: #ask=SENTENCE, #play=SENTENCE&moves=A|B, #topic=NAME,
// #learn=NAME&lesson=1&step=0&done=A|B.

const place = (id) => document.getElementById(id);
const main = place("main"), state = place("state"), stop = place("stop");

// ---- the answerer ----

class Answerer {
  constructor(module, script) {
    this.module = module;
    this.script = script;
    this.start();
  }

  start() {
    this.worker = new Worker(this.script);
    this.ready = new Promise((done, fail) => {
      this.worker.onmessage = ({ data }) => (data.ready ? done() : fail(new Error(data.failed)));
    });
    this.worker.postMessage({ module: this.module });
  }

  // The answer to a request; a second request stops the first.
  async ask(request) {
    if (this.waiting) this.end("stopped");
    await this.ready;
    this.over = new Promise((done) => {
      const finish = (answer) => {
        this.waiting = null;
        done(answer);
      };
      this.waiting = finish;
      this.worker.onmessage = ({ data }) => {
        if (data.progress) tell(data.progress);
        if (data.answer) finish(data.answer);
        if (data.failed) this.end("too large for a page");
      };
      this.worker.postMessage(request);
    });
    return this.over;
  }

  end(why) {
    this.worker.terminate();
    const waiting = this.waiting;
    this.start();
    if (waiting) waiting({ error: why, trouble: why });
  }
}

function tell([done, of]) {
  state.textContent = of > 0 ? `${Math.round((100 * done) / of)} %` : `${done.toLocaleString()} steps`;
}

// ---- small pieces ----

function made(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") node.onclick = value;
    else if (value !== null && value !== false) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

// Pictures are made by the module alone, from shapes whose texts it has quoted.
function picture(svg) {
  const holder = made("div", { class: "picture" });
  holder.innerHTML = svg;
  return holder;
}

const words = (value) =>
  value === null ? "-" : Array.isArray(value) ? value.map((v) => (Array.isArray(v) ? `(${v.join(",")})` : words(v))).join(" ")
  : value === true ? "yes" : value === false ? "no" : String(value);

const link = (text, hash) => made("a", { href: "#" + hash }, text);
const askHash = (sentence) => "ask=" + encodeURIComponent(sentence);
const playHash = (sentence, moves) =>
  "play=" + encodeURIComponent(sentence) + (moves.length ? "&moves=" + encodeURIComponent(moves.join("|")) : "");

// ---- views ----

let answerer, topics = [], coming = null;

async function answered(request) {
  stop.hidden = false;
  state.textContent = "computing";
  const answer = await answerer.ask(request);
  stop.hidden = true;
  state.textContent = answer.error ? "" : "ready";
  return answer;
}

function refusal(answer, command) {
  const text = made("p", { class: "error" }, answer.error);
  const parts = [text];
  if (answer.caret) parts.push(made("pre", {}, answer.caret));
  if (answer.trouble !== "usage") parts.push(made("p", {}, "On the command line: ", made("code", {}, "parlor " + command)));
  return parts;
}

function table(name, rows) {
  if (!rows.length) return [];
  const heads = Object.keys(rows[0]);
  const shown = rows.slice(0, 500);
  const body = shown.map((row) => made("tr", {}, ...heads.map((head) => made("td", {}, words(row[head])))));
  const rest = rows.length > shown.length ? [made("p", {}, `${rows.length - shown.length} rows more`)] : [];
  return [made("table", {}, made("caption", {}, name), made("tr", {}, ...heads.map((h) => made("th", {}, h))), ...body), ...rest];
}

async function showAnswer(sentence) {
  place("sentence").value = sentence;
  main.replaceChildren();
  const answer = await answered({ do: "ask", sentence });
  if (answer.error) return main.replaceChildren(...refusal(answer, sentence));
  const facts = Object.entries(answer.facts).map(([name, fact]) => {
    const text = words(fact);
    return made("tr", {}, made("th", {}, name), made("td", {}, text.includes("\n") ? made("pre", {}, text) : text));
  });
  main.replaceChildren(
    made("h2", {}, answer.line),
    made("p", { class: "standing" }, answer.standing.told),
    made("table", {}, ...facts),
    ...answer.pictures.flatMap((p) => [picture(p.svg), made("p", {}, p.caption)]),
    ...Object.entries(answer.tables).flatMap(([name, rows]) => table(name, rows)),
  );
}

// A picture whose shapes play moves, by touch and by key.
function touched(svg, go) {
  const board = picture(svg);
  for (const shape of board.querySelectorAll("[data-move]")) {
    shape.setAttribute("tabindex", "0");
    shape.onclick = () => go(shape.dataset.move);
    shape.onkeydown = (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), go(shape.dataset.move));
  }
  return board;
}

// A line to write a move or an answer.
function writing(offered, go) {
  const typed = made("form", {}, made("input", { id: "move", list: "moves", "aria-label": "move", autocomplete: "off" }),
    made("datalist", { id: "moves" }, ...offered.slice(0, 300).map((move) => made("option", { value: move }))), made("button", {}, "Play"));
  typed.onsubmit = (event) => (event.preventDefault(), go(typed.querySelector("input").value.trim()));
  return typed;
}

async function showLesson(topic, number, step, done) {
  const at = await answered({ do: "learn", topic, number, step, done });
  if (at.error) return main.replaceChildren(...refusal(at, `learn ${topic} ${number}`));
  const hash = (step, done) => `learn=${topic}&lesson=${number}&step=${step}` + (done.length ? "&done=" + encodeURIComponent(done.join("|")) : "");
  const go = (text) => (location.hash = hash(at.step, [...at.kept, text]));
  const shown = at.table ? [touched(at.table.svg, at.done ? () => {} : go), made("p", {}, at.table.caption)]
    : at.answer ? [made("p", {}, at.answer.line), ...at.answer.pictures.flatMap((p) => [picture(p.svg), made("p", {}, p.caption)])] : [];
  const hint = made("p", { id: "said", role: "status" });
  const asked = at.request && !at.done ? [
    made("p", { class: "request" }, at.request),
    ...(at.choices.length ? [made("p", { class: "buttons" }, ...at.choices.map((choice) => made("button", { onclick: () => go(choice) }, choice)))]
      : [writing(at.table ? at.table.moves : [], go)]),
    made("p", { class: "buttons" }, made("button", { onclick: () => (hint.textContent = at.hint) }, "Hint")), hint] : [];
  const ended = at.step + 1 === at.steps;
  const next = !at.done && at.request ? [] : [made("p", {}, ended ? link("That was the lesson.", "topic=" + topic) : link("Next", hash(at.step + 1, [])))];
  main.replaceChildren(made("h2", {}, at.title), made("p", {}, `${at.step + 1} of ${at.steps}`), made("p", {}, at.say), ...shown, ...asked,
    made("p", { id: "judged", role: "status" }, at.judged), ...next);
}

async function showTable(sentence, moves) {
  const at = await answered({ do: "play", sentence, moves });
  if (at.error) return main.replaceChildren(...refusal(at, "play " + sentence));
  const go = (move) => (location.hash = playHash(sentence, [...moves, move]));
  const board = touched(at.svg, go);
  const said = made("p", { id: "said", role: "status" });
  const hint = async (play) => {
    const advice = await answered({ do: "play", sentence, moves, want: "hint" });
    if (advice.error) said.replaceChildren(...refusal(advice, "play " + sentence));
    else if (play) go(advice.move);
    else said.textContent = `${advice.move} (${advice.trust})`;
  };
  const values = async () => {
    const found = await answered({ do: "play", sentence, moves, want: "values" });
    if (found.error) return said.replaceChildren(...refusal(found, "play " + sentence));
    said.replaceChildren(...table("moves", found.values));
  };
  const typed = writing(at.moves, go);
  const who = at.end ? at.end.line : at.solitaire ? "" : `Player ${at.turn + 1} moves.`;
  main.replaceChildren(
    made("h2", {}, at.title), made("p", {}, at.rules), board, made("p", { id: "turn" }, who), typed,
    made("p", { class: "buttons" },
      made("button", { onclick: () => hint(false), disabled: at.end && "" }, "Hint"),
      made("button", { onclick: () => hint(true), disabled: at.end && "" }, "Let the house move"),
      made("button", { onclick: values }, "Values"),
      made("button", { onclick: () => (location.hash = playHash(sentence, moves.slice(0, -1))) }, "Undo")),
    said, made("p", {}, "Moves: ", made("span", { id: "made" }, moves.join("  "))), made("p", { id: "position" }, at.position),
  );
}

function showTopics(only) {
  const rooms = topics.filter((topic) => !only || topic.name === only);
  main.replaceChildren(...rooms.map((topic) => {
    const questions = topic.questions.map((q) =>
      made("li", {}, made("b", {}, q.name), " ", q.about, made("br"), ...q.examples.flatMap((e) => [link(e, askHash(e)), made("br")])));
    const tables = topic.tables.length
      ? [made("p", {}, "Play: ", ...topic.tables.flatMap((t) => [link(t, playHash(t, [])), "  "]))] : [];
    const lessons = topic.lessons.length
      ? [made("p", {}, "Learn: ", ...topic.lessons.flatMap((title, at) => [link(title, `learn=${topic.name}&lesson=${at + 1}&step=0`), "  "]))] : [];
    const paragraphs = (text) => text.split("\n\n").map((paragraph) => made("p", {}, paragraph));
    const more = topic.more.map((part) => made("details", {}, made("summary", {}, part.title), ...paragraphs(part.text)));
    const essay = only ? [...paragraphs(topic.essay), ...more] : [];
    return made("section", {}, made("h2", {}, link(topic.name, "topic=" + topic.name)), made("p", {}, topic.about),
      ...essay, ...tables, ...lessons, only ? made("ul", {}, ...questions)
      : made("p", {}, ...topic.questions.flatMap((q) => [link(q.name, askHash(q.examples[0])), "  "])));
  }));
}

// Whether the rooms that are there can show this address; the others are on their way.
function here(at) {
  const room = (at.get("ask") ?? at.get("play") ?? at.get("learn") ?? at.get("topic") ?? "").trim().split(/\s+/)[0];
  return !coming || !room || topics.some((topic) => topic.name === room);
}

async function show() {
  const at = new URLSearchParams(location.hash.slice(1));
  if (!here(at)) {
    state.textContent = "loading this room";
    await coming;
    if (new URLSearchParams(location.hash.slice(1)).toString() !== at.toString()) return;
  }
  const moves = at.get("moves");
  if (at.has("ask")) showAnswer(at.get("ask"));
  else if (at.has("play")) showTable(at.get("play"), moves ? moves.split("|") : []);
  else if (at.has("learn")) showLesson(at.get("learn"), Number(at.get("lesson")), Number(at.get("step")), at.has("done") ? at.get("done").split("|") : []);
  else showTopics(at.get("topic"));
}

// ---- beginning ----

// The bytes of a text whose letters are those of windows-1252; after = stands one that is 64 higher.
function bytesOf(text) {
  const far = new Map([...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 32 }, (_, i) => 128 + i))].map((c, i) => [c.charCodeAt(0), 128 + i]));
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code === 61) code = text.charCodeAt(++i) - 64;
    bytes[length++] = code < 128 ? code : far.get(code) ?? code;
  }
  return bytes.subarray(0, length);
}

const inflated = (text) =>
  new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

const loaded = async (name) => {
  const reply = await fetch(name);
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply.arrayBuffer();
};

// All rooms in place of the first ones, once nothing is being computed.
async function complete(script) {
  const whole = new Answerer(await loaded("parlor.wasm"), script);
  const told = await whole.ask({ do: "topics" });
  while (answerer.waiting) await answerer.over;
  answerer.worker.terminate();
  answerer = whole;
  topics = told.topics;
  document.documentElement.dataset.whole = "yes";
}

async function begin() {
  const begun = performance.now();
  const inside = place("module");
  const script = inside ? URL.createObjectURL(new Blob([place("worker").textContent], { type: "text/javascript" })) : "worker.js";
  answerer = new Answerer(await (inside ? inflated(inside.textContent) : loaded("first.wasm")), script);
  topics = (await answered({ do: "topics" })).topics;
  if (!inside) {
    coming = complete(script).finally(() => (coming = null));
    // The list of rooms grows; whatever else is on the page stays.
    coming.then(() => location.hash.length > 1 || show(), (error) => (state.textContent = "the other rooms could not be loaded: " + error.message));
  }
  document.documentElement.dataset.ready = String(Math.round(performance.now() - begun));
  state.textContent = "ready";
  addEventListener("hashchange", show);
  show();
  if (!inside && "serviceWorker" in navigator) navigator.serviceWorker.register("service.js").catch(() => {});
}

stop.onclick = () => answerer.end("stopped");
place("ask").onsubmit = (event) => {
  event.preventDefault();
  const hash = askHash(place("sentence").value.trim());
  if (location.hash === "#" + hash) show();
  else location.hash = hash;
};
begin().catch((error) => (state.textContent = "the rooms could not be loaded: " + error.message));
