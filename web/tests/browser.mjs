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
const text = (id) => `(document.getElementById(${JSON.stringify(id)})?.textContent ?? "")`;
const press = (label) => browser.run(`[...document.querySelectorAll("button")].find((b) => b.textContent === ${JSON.stringify(label)}).click()`);

// Sits down, plays by touch and by word, takes back, asks for a hint and lets the house move.
async function playTable(sentence) {
  await browser.run(`location.hash = "play=" + encodeURIComponent(${JSON.stringify(sentence)})`);
  await browser.until(`document.querySelector("h2") && ${text("made")} === "" && document.querySelector("[data-move]")`, sentence);
  const start = await browser.run(text("position"));
  await browser.run(`document.querySelector("[data-move]").dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
  await browser.until(`${text("made")} !== "" && ${text("position")} !== ${JSON.stringify(start)}`, `${sentence}: a touch is a move`);
  await press("Undo");
  await browser.until(`${text("made")} === "" && ${text("position")} === ${JSON.stringify(start)}`, `${sentence}: undone`);
  await press("Hint");
  const hint = await browser.until(text("said"), `${sentence}: a hint`);
  await press("Let the house move");
  const made = await browser.until(text("made"), `${sentence}: the house moves`);
  must(hint.startsWith(made.trim()), `${sentence}: the house played ${made} and advised ${hint}`);
  console.log(`played ${sentence}: ${made.trim()}`);
}

async function asked(sentence) {
  const found = `JSON.stringify(await answerer.ask({ do: "ask", sentence: ${JSON.stringify(sentence)} }))`;
  return JSON.parse(await browser.run(`(async () => ${found})()`));
}

async function learns() {
  await browser.run(`location.hash = "learn=merlin&lesson=1&step=0"`);
  await browser.until(`document.querySelector(".request") && document.querySelector("[data-move]")`, "a lesson begins");
  await press("Hint");
  must(await browser.run(text("said")), "a hint has words");
  for (const [move, right] of [["1,1", false], ["2,2", true]]) {
    await browser.run(`location.hash = "learn=merlin&lesson=1&step=0&done=" + encodeURIComponent("${move}")`);
    await browser.until(`${text("judged")} && [...document.querySelectorAll("a")].some((a) => a.textContent === "Next") === ${right}`, `${move} is judged`);
  }
  console.log("learned: " + (await browser.run(text("judged"))));
}

async function stops() {
  await browser.run(`location.hash = "ask=" + encodeURIComponent("sprouts solve 25")`);
  await browser.until(`!document.getElementById("stop").hidden && /steps|%/.test(${text("state")})`, "progress is shown");
  const begun = Date.now();
  await browser.run(`document.getElementById("stop").click()`);
  await browser.until(`document.querySelector(".error")?.textContent.includes("stopped")`, "Stop stops", 5);
  console.log(`stopped after ${Date.now() - begun} ms`);
}

async function refuses() {
  const refused = await asked("queens lock 0");
  must(refused.trouble === "usage" && refused.error.includes("0"), "nonsense is refused with its sentence");
  await browser.run(`location.hash = "ask=" + encodeURIComponent("queens solve 6")`);
  await browser.until(`document.querySelector(".error") && document.querySelector("code")?.textContent.startsWith("parlor ")`, "what is too large names the command");
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
  for (const sentence of ["queens 4", "nim(3) + nim(5)", "merlin grid:3x3"]) await playTable(sentence);
  await browser.until("document.documentElement.dataset.whole", "all rooms are there");
  await learns();
  await stops();
  await refuses();
  if (program) for (const sentence of ["sums value chomp(6,8)", "sprouts solve 11", "merlin solve grid:200x200"]) await compare(sentence);
  await browser.run("navigator.serviceWorker.ready.then(() => true)");
  await browser.until("caches.keys().then(async (names) => names.length && (await (await caches.open(names[0])).keys()).length >= 9)", "everything is kept");
  host.close();
  host.closeAllConnections();
  console.log(`ready after ${await browser.open(address)} ms without a host`);
  await playTable("queens 4");
  const ready = await browser.open(pathToFileURL(resolve(page)).href);
  console.log(`ready after ${ready} ms from one file`);
  must(ready <= 1000 || loadavg()[0] > cpus().length, "one file is ready within a second on a quiet machine");
  await playTable("queens 4");
} finally {
  await browser.close();
  host.close();
}
