"use strict";
// The lab without a server. Its pages are made by the rooms themselves, as WebAssembly in a worker, and its scripts are
// the lab's; here is what a server and a browser would do between them: answers to addresses, one page after the other,
// and the list of those that were seen. An address of the lab stands after the # of this page's own.

const place = (id) => document.getElementById(id);
const STOPPED = "It was stopped.";
// Milliseconds of work before it is told of.
const PATIENCE = 400;
const BAR = "#work { position: fixed; inset: auto 0 0 0; padding: 0.5rem 1rem; display: flex; gap: 1rem; align-items: center; background: Canvas; border-top: 1px solid }";
const LINKS = '<link rel="manifest" href="manifest.json"><link rel="icon" href="icon.svg">';

// ---- the worker with the rooms ----

class Rooms {
  constructor(module) {
    this.module = module;
    this.waiting = [];
    this.start();
  }

  start() {
    this.ready = false;
    this.worker = new Worker(workerScript);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.postMessage({ module: this.module });
  }

  // What is told in answer to a request, after those that were asked before it.
  ask(request, signal) {
    return new Promise((done, fail) => {
      const asked = { request, done, fail };
      signal?.addEventListener("abort", () => this.giveUp(asked, signal.reason), { once: true });
      if (signal?.aborted) return fail(signal.reason);
      this.waiting.push(asked);
      if (this.waiting.length === 1 && this.ready) this.next();
    });
  }

  next() {
    this.since = Date.now();
    this.progress = this.command = null;
    if (this === rooms) bar.follow(this);
    if (this.waiting.length) this.worker.postMessage(this.waiting[0].request);
  }

  hear({ ready, command, progress, told, failed }) {
    if (command) this.command = command;
    if (progress) this.progress = progress;
    if (failed && this.ready) this.end("This is too large for a page.");
    else if (failed) this.waiting.splice(0).forEach((asked) => asked.fail(new Error(failed)));
    if (ready) this.ready = true;
    if (told) this.waiting.shift()?.done(told);
    if (ready || told) this.next();
  }

  // Nobody wants it any more: what is not soon done is ended.
  giveUp(asked, reason) {
    asked.fail(reason);
    const at = this.waiting.indexOf(asked);
    if (at > 0) this.waiting.splice(at, 1);
    else if (at === 0) setTimeout(() => this.waiting[0] === asked && this.end(STOPPED), PATIENCE);
  }

  // Nobody wants anything of what was asked.
  leave() {
    this.waiting.slice().reverse().forEach((asked) => this.giveUp(asked, new Error("left")));
  }

  // Ends what is under way; the others are asked of a new worker.
  end(why) {
    this.worker.terminate();
    const { command } = this;
    const ended = this.waiting.shift();
    this.start();
    ended?.done({ status: 409, ended: why, command, kind: "text/html", body: new TextEncoder().encode(`<p class="error">${why}</p>`) });
  }
}

// ---- the line that tells of work, with its Stop ----

const bar = {
  follow(at) {
    clearInterval(this.timer);
    place("work")?.remove();
    if (at.waiting.length) this.timer = setInterval(() => Date.now() - at.since > PATIENCE && this.show(at), 100);
  },

  show(at) {
    if (!place("work")) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Stop", id: "stop" });
      button.onclick = () => at.end(STOPPED);
      const made = Object.assign(document.createElement("div"), { id: "work", innerHTML: '<span role="status"></span> <progress max="1"></progress> ' });
      made.append(button);
      document.body.append(made);
    }
    const [done, of] = at.progress ?? [0, -1];
    const steps = done > 0 ? `: ${done.toLocaleString("en")}${of > 0 ? ` of ${of.toLocaleString("en")}` : ""} steps` : "";
    document.querySelector("#work span").textContent = `Working${steps}, ${Math.round((Date.now() - at.since) / 1000)} s.`;
    const progress = document.querySelector("#work progress");
    if (of > 0) progress.value = done / of;
    else progress.removeAttribute("value");
  },
};

// ---- addresses ----

let rooms, workerScript, lab, head, coming = null, ready = "";
// Who shows another entry of the page that is open.
let shown = "/", within = null;
// The clocks of the page that is open, which end with it.
const clocks = [];

const here = () => (location.hash.startsWith("#/") ? location.hash.slice(1) : "/");
const parts = (address) => new URL(address, "http://parlor");
const path = (address) => parts(address).pathname + parts(address).search;

// A room that is not there yet is on its way.
async function told(request, signal) {
  const first = await rooms.ask(request, signal);
  if (first.status !== 404 || !coming) return first;
  await coming;
  return rooms.ask(request, signal);
}

const text = ({ body }) => new TextDecoder().decode(body);

// What the lab's scripts ask instead of the network.
globalThis.answerer = {
  here,
  visit,
  async request(address, { method = "GET", signal } = {}) {
    const answer = await told({ method, address: path(address) }, signal);
    return new Response(answer.body, { status: answer.status, headers: { "content-type": answer.kind } });
  },
  sent: (address) => location.href.split("#")[0] + "#" + path(address),
  enter(address, entry) {
    history[`${entry}State`](null, "", "#" + path(address));
    shown = here();
  },
  returning: (show) => (within = show),
  ask: async (sentence) => JSON.parse(text(await rooms.ask({ sentence }))),
};

let journey = new AbortController();

async function visit(address, entry = "push") {
  journey.abort();
  // What the page that is left still asks, nobody reads.
  rooms.leave();
  const { signal } = (journey = new AbortController());
  const { hash } = parts(address);
  try {
    const answer = await told({ method: "GET", address: path(address) }, signal);
    if (signal.aborted) return;
    const at = (answer.address ?? path(address)) + hash;
    if (entry) history[`${entry}State`](null, "", "#" + at);
    if (answer.ended) await showEnded(address, answer);
    else show(text(answer));
    shown = at;
    if (hash) place(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

// An answer that was ended, or outgrew the page: its form, and what to do instead.
async function showEnded(address, { ended, command }) {
  show(text(await rooms.ask({ method: "GET", address: parts(address).pathname })));
  const error = Object.assign(document.createElement("p"), { className: "error", textContent: ended });
  const again = Object.assign(document.createElement("a"), { className: "button", href: path(address), textContent: "Ask again" });
  const line = Object.assign(document.createElement("code"), { textContent: command ?? "parlor serve" });
  const instead = document.createElement("p");
  instead.append("On the command line it has no such limit: ", line);
  (place("answer") ?? document.querySelector("main")).prepend(error, again, instead);
}

// A page as the lab sends it; it brings no script and no style of its own, and those are there already.
function show(html) {
  within = null;
  const bare = html.replace(/<link rel="(stylesheet|icon)"[^>]*>/g, "").replace(/<script[^>]*><\/script>/g, "");
  document.open();
  document.write(bare.replace("</head>", () => head + "</head>").replaceAll('<img src="/', '<img data-src="/'));
  document.close();
  // Whoever listened to the page before is gone with it.
  addEventListener("popstate", back);
  document.addEventListener("click", clicked);
  document.addEventListener("submit", sent);
  document.querySelectorAll("img[data-src]").forEach(async (img) => (img.src = URL.createObjectURL(await blob(img.dataset.src))));
  if (ready) document.documentElement.dataset.ready = ready;
  if (!coming) document.documentElement.dataset.whole = "yes";
  clocks.splice(0).forEach(clearInterval);
  lab((work, pace) => clocks[clocks.push(setInterval(work, pace)) - 1]);
  scrollTo(0, 0);
  bar.follow(rooms);
}

const blob = async (address) => {
  const answer = await told({ method: "GET", address: path(address) });
  return new Blob([answer.body], { type: answer.kind });
};

function back() {
  const same = parts(here()).pathname === parts(shown).pathname;
  if (same && within) within();
  else visit(here(), "");
  shown = here();
}

// ---- what a browser does with links and forms ----

async function taken(link) {
  const name = parts(link.getAttribute("href")).pathname.slice(1).replaceAll("/", "-");
  const file = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await blob(link.getAttribute("href"))), download: name });
  file.click();
}

function clicked(event) {
  const link = event.target.closest?.("a[href]");
  const address = link?.getAttribute("href");
  if (!link || event.defaultPrevented || event.button !== 0 || !/^[/#]/.test(address)) return;
  event.preventDefault();
  if (address.startsWith("#")) {
    const part = place(decodeURIComponent(address.slice(1)));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  } else if (link.hasAttribute("download")) taken(link);
  else if (event.ctrlKey || event.metaKey || event.shiftKey) open(answerer.sent(address));
  else visit(address);
}

function sent(event) {
  const form = event.target;
  if (event.defaultPrevented || !form.getAttribute("action")?.startsWith("/")) return;
  event.preventDefault();
  visit(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form, event.submitter))}`);
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

// In one file the texts and the module are packed together, each after its length.
async function unpacked(packed) {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const all = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const length = new DataView(bytes).getUint32(at, true);
    all.push(bytes.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return all;
}

async function loaded(name) {
  const reply = await fetch(name);
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply.arrayBuffer();
}

// All rooms in place of the first ones, once nothing is being computed.
async function complete() {
  const whole = new Rooms(await WebAssembly.compile(await loaded("parlor.wasm")));
  await whole.ask({ method: "GET", address: "/words" });
  while (rooms.waiting.length) await new Promise((done) => setTimeout(done, 50));
  rooms.worker.terminate();
  rooms = whole;
}

async function begin() {
  const inside = place("packed");
  const names = ["lab.js", "lab.css", "worker.js", "first.wasm"];
  const files = await (inside ? unpacked(inside.textContent) : Promise.all(names.map(loaded)));
  const [script, sheet, worker] = files.slice(0, 3).map((body) => text({ body }));
  lab = new Function("setInterval", script);
  workerScript = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  rooms = new Rooms(await WebAssembly.compile(files[3]));
  const palette = await rooms.ask({ method: "GET", address: "/static/palette.css" });
  head = `<style>${sheet}${text(palette)}${BAR}</style>${inside ? "" : LINKS}`;
  if (!inside) coming = complete();
  await visit(here(), "replace");
  ready = String(Math.round(performance.now()));
  document.documentElement.dataset.ready = ready;
  if (inside) return;
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("service.js").catch(() => {});
  await coming;
  coming = null;
  document.documentElement.dataset.whole = "yes";
  // Lists of rooms grow; whatever else is shown stays.
  if (!parts(here()).pathname.slice(1).includes("/")) visit(here(), "replace");
}

begin().catch((error) => {
  const state = place("state") ?? document.querySelector("main");
  state.textContent = `The rooms could not be loaded: ${error.message}`;
});
