// Plays on the page in chromium: the folder from a static host on this machine, then without any, and the one file from
// the disk. `node browser.mjs SITE PAGE [PROGRAM]`; with a program, three answers are timed beside it.
import { createServer } from "node:http";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir, cpus } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , site, page, program] = process.argv;
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm" };
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function must(truth, what) {
  if (!truth) throw new Error(what);
}

// ---- a static host ----

const host = createServer((request, response) => {
  const name = new URL(request.url, "http://host").pathname.slice(1) || "index.html";
  try {
    const body = readFileSync(join(site, name.replaceAll("..", "")));
    response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => host.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${host.address().port}/`;

// ---- the browser, spoken to through two pipes ----

class Browser {
  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), "parlor-page-"));
    const words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${this.profile}`];
    const name = process.env.CHROMIUM ?? "chromium";
    this.process = spawn(name, words, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.calls = new Map();
    this.last = 0;
    let text = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (part) => {
      const messages = (text + part).split("\0");
      text = messages.pop();
      for (const message of messages.map((m) => JSON.parse(m))) {
        this.calls.get(message.id)?.(message);
        this.calls.delete(message.id);
      }
    });
  }

  send(method, params = {}, sessionId = this.session) {
    const id = ++this.last;
    return new Promise((done, fail) => {
      this.calls.set(id, (message) => (message.error ? fail(new Error(`${method}: ${message.error.message}`)) : done(message.result)));
      this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    });
  }

  async open(url) {
    const { targetId } = await this.send("Target.createTarget", { url }, undefined);
    this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true }, undefined)).sessionId;
    await this.until("document.documentElement?.dataset.ready", "the rooms are ready");
    return Number(await this.run("document.documentElement.dataset.ready"));
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    must(!exceptionDetails, `${expression}: ${exceptionDetails?.exception?.description}`);
    return result.value;
  }

  async until(expression, what, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await sleep(20)) {
      const value = await this.run(expression).catch(() => null);
      if (value) return value;
    }
    throw new Error(`${what}: not within ${seconds} s`);
  }

  async close() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill();
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

const browser = new Browser();
const visible = (selector) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`;
const press = (selector) => browser.run(`document.querySelector(${JSON.stringify(selector)}).click()`);
const visit = (address) => browser.run(`answerer.visit(${JSON.stringify(address)})`);
// What the lab would send for an address, as a text.
const sent = (address) => browser.run(`answerer.request(${JSON.stringify(address)}).then((reply) => reply.text())`);
const linked = (html, part) => [...html.matchAll(/href="([^"]*)"/g)].map((m) => m[1].replaceAll("&amp;", "&")).find((link) => link.startsWith(part));

// Sits down at a room's first table, plays by touch, takes back, asks for a hint twice and lets the house move.
async function playTable(room) {
  const address = linked((await sent(`/${room}`)).split('id="table"')[1], `/${room}/play?`);
  must(address, `${room} has a table`);
  await visit(`${address}&you=both`);
  await browser.until(`document.querySelector(".board [data-move]") && document.querySelector("#hint")`, address);
  const start = await browser.run(visible("code.position"));
  await browser.run(`document.querySelector(".board [data-move]").dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
  await browser.until(`${visible(".history summary")} && (${visible("code.position")}) !== ${JSON.stringify(start)}`, `${room}: a touch is a move`);
  await press("#undo");
  await browser.until(`!document.querySelector(".history") && (${visible("code.position")}) === ${JSON.stringify(start)}`, `${room}: undone`);
  await press("#hint");
  await browser.until(`document.querySelector("#more-hint")`, `${room}: a hint says where to look first`);
  const look = await browser.run(visible("#said"));
  await press("#more-hint");
  const move = await browser.until(`document.querySelector("#said [data-play]")?.dataset.play`, `${room}: and then the move`);
  must(look.startsWith("Hint: ") && !look.includes("Play it"), `${room}: ${look}`);
  await press("#said [data-play]");
  const made = await browser.until(visible(".history li"), `${room}: the hint is played`);
  console.log(`played ${room}: ${look.replace("Show the move", "").trim()} Then ${move}, written ${made.trim()}`);
}

async function houseMoves() {
  await visit("/queens/play?n=4&you=second");
  const made = await browser.until(visible(".history li"), "the house moves first");
  await browser.run(`document.querySelector(".board [data-move]").dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
  await browser.until(`document.querySelectorAll(".history li").length >= 3`, "and answers");
  await browser.run("history.back()");
  await browser.until(`document.querySelectorAll(".history li").length === 1`, "Back takes the move back");
  console.log(`the house played ${made}`);
}

async function learns() {
  await visit("/learn/merlin/1");
  await browser.until(`document.querySelector(".step:not([hidden]) .shown [data-move]")`, "a lesson begins");
  await press(".step:not([hidden]) .hint");
  const hint = await browser.until(visible(".judged"), "a hint has words");
  await press(".step:not([hidden]) .hint");
  await browser.until(`(${visible(".judged")}) !== ${JSON.stringify(hint)}`, "a second hint tells the move");
  for (const [move, outcome] of [["1,1", ".judged.wrong, .judged.over"], ["2,2", ".judged.right"]]) {
    await browser.run(`document.querySelector(".step:not([hidden]) .shown [data-move='${move}']").dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
    await browser.until(`document.querySelector("${outcome}")`, `${move} is judged`);
  }
  console.log("learned: " + (await browser.run(visible(".judged"))));
}

async function stops() {
  const name = (await sent("/sprouts/solve")).match(/<input[^>]* name="([a-z]+)"/)[1];
  browser.run(`answerer.visit("/sprouts/solve?${name}=25")`).catch(() => {});
  await browser.until(`/steps/.test(${visible("#work span")})`, "progress is shown");
  const begun = Date.now();
  await press("#stop");
  await browser.until(`/stopped/.test(${visible("#answer .error")}) && /^parlor sprouts solve/.test(${visible("#answer code")})`, "Stop stops, and names the command", 5);
  console.log(`stopped after ${Date.now() - begun} ms`);
}

async function refuses() {
  await visit("/queens/lock?n=0");
  await browser.until(`/0/.test(${visible("#answer .error")})`, "nonsense is refused with its sentence");
  await visit("/queens/solve?n=6");
  const refusal = await browser.until(visible("#answer .error"), "what is too large is refused");
  must(/parlor queens solve 6/.test(refusal + (await browser.run(visible("#answer code")))), `it names the command: ${refusal}`);
  console.log(`refused: ${refusal}`);
}

// A whole form, a table of rows, a picture that is taken along, claims, the glossary and a sheet to print.
async function looksAround() {
  await visit("/exile/look");
  await browser.until(`document.querySelector("form.ask")`, "a form");
  await browser.run(`document.querySelector("form.ask button").click()`);
  await browser.until(`document.querySelector("#answer svg")`, "a form is sent");
  for (const [address, selector] of [["/words#nimber", "#nimber"], ["/worksheet/merlin?solutions=yes", ".solutions svg"], ["/paper/merlin", "h2"], ["/learn", "li[data-lesson]"]]) {
    await visit(address);
    await browser.until(`document.querySelector(${JSON.stringify(selector)})`, address);
  }
  await visit("/merlin");
  await press("#check");
  await browser.until(`(${visible("#checking")}) === "All are checked."`, "claims are checked", 120);
}

async function asked(sentence) {
  return JSON.parse(await browser.run(`answerer.ask(${JSON.stringify(sentence)}).then(JSON.stringify)`));
}

const started = (words) => execFileSync("taskset", ["-c", "0", program, ...words], { encoding: "utf8", maxBuffer: 1 << 28 });

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

// The page beside the program on one core, in turns, the best of five each; starting the program is not counted.
async function compare(sentence) {
  const answer = await asked(sentence);
  must(!answer.error, `${sentence}: ${answer.error}`);
  const native = JSON.parse(started([...sentence.split(" "), "--json"]));
  must(native.line === answer.line, `${sentence}: ${answer.line}, and the program says ${native.line}`);
  let [here, there, start] = [Infinity, Infinity, Infinity];
  for (let turn = 0; turn < 5; turn++) {
    here = Math.min(here, await timed(() => asked(sentence)));
    there = Math.min(there, await timed(() => started([...sentence.split(" "), "--json"])));
    start = Math.min(start, await timed(() => started(["--version"])));
  }
  const ratio = here / Math.max(there - start, 1);
  console.log(`${sentence}: page ${here.toFixed(0)} ms, program ${(there - start).toFixed(0)} ms (and ${start.toFixed(0)} to start), ratio ${ratio.toFixed(2)}`);
}

try {
  console.log(`ready after ${await browser.open(address)} ms from a static host`);
  for (const room of ["merlin", "queens", "sums"]) await playTable(room);
  await browser.until("document.documentElement.dataset.whole", "all rooms are there");
  await houseMoves();
  await learns();
  await looksAround();
  await stops();
  await refuses();
  if (program) for (const sentence of ["sums value chomp(6,8)", "sprouts solve 11", "merlin solve grid:200x200"]) await compare(sentence);
  await browser.run("navigator.serviceWorker.ready.then(() => true)");
  await browser.until("caches.keys().then(async (names) => names.length && (await (await caches.open(names[0])).keys()).length >= 10)", "everything is kept");
  host.close();
  host.closeAllConnections();
  console.log(`ready after ${await browser.open(address)} ms without a host`);
  await playTable("queens");
  const ready = await browser.open(pathToFileURL(resolve(page)).href);
  console.log(`ready after ${ready} ms from one file`);
  must(ready <= 1000 || loadavg()[0] > cpus().length, "one file is ready within a second on a quiet machine");
  await playTable("queens");
} finally {
  await browser.close();
  host.close();
}
