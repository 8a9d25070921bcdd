// Everything that the module's pages lead to: every address on every room's page is asked as the page asks it, and every
// example once more as a sentence, `node examples.mjs MODULE [PROGRAM]`. With a program (the command line) facts are
// compared with its answers.
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";

const [, , file, program] = process.argv;
const module = await WebAssembly.compile(readFileSync(file));
// The page's own worker answers, without a page around it.
const source = readFileSync(new URL("../page/worker.js", import.meta.url), "utf8");
const begin = async () => {
  let last;
  const hear = new Function("postMessage", `let onmessage; ${source}; return onmessage;`)((message) => (last = message));
  await hear({ data: { module } });
  return async (data) => (await hear({ data }), last);
};
let worker = await begin();

async function ask(request) {
  const { told, failed } = await worker(request);
  if (told) return { ...told, body: new TextDecoder().decode(told.body) };
  worker = await begin();
  return { status: 500, body: failed };
}

// The words of a sentence, as a shell reads them.
const words = (sentence) =>
  [...sentence.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map((m) => m[0].replace(/"([^"]*)"|'([^']*)'/g, (_, a, b) => a ?? b));

const links = (html) => [...html.matchAll(/(?:href|data-show)="(\/[^"#]*)/g)].map((m) => m[1].replaceAll("&amp;", "&"));
const failed = [], differ = [];
let answered = 0, alike = 0;

async function visited(address) {
  const { status, body } = await ask({ method: "GET", address });
  if (status === 200) answered += 1;
  else failed.push(`${address}: ${status} ${body.match(/class="error"[^>]*>([^]*?)<\/p>/)?.[1] ?? body.slice(0, 200)}`);
  return body;
}

const front = await visited("/");
const names = [...new Set(links(front).map((link) => link.split(/[/?]/)[1]))].filter((name) => !["", "learn", "static"].includes(name));
const tops = ["/learn", "/worksheet", ...names.map((name) => `/${name}`)];
const pages = [];
for (const top of tops) pages.push(await visited(top));
const seen = new Set(["/", ...tops]);
for (const address of new Set(pages.flatMap(links))) {
  if (seen.has(address) || address.startsWith("/static/")) continue;
  const body = await visited(address);
  // What a lesson shows is asked for by its script.
  if (address.startsWith("/learn/")) for (const step of new Set(links(body).filter((link) => link.startsWith(address)))) await visited(step);
}
// A page tells its examples to people; the sentences themselves are listed by the program.
const run = (...asked) => JSON.parse(execFileSync(program, [...asked, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 }));
const examples = program ? run("topics").topics.flatMap((topic) => topic.questions.flatMap((question) => question.examples)) : [];
for (const example of examples) {
  const answer = JSON.parse((await ask({ sentence: example })).body);
  const native = run(...words(example));
  if (JSON.stringify(native.facts) === JSON.stringify(answer.facts)) alike += 1;
  else differ.push(example);
}
console.log(`${names.length} rooms, ${answered} addresses answered` + (program ? `, ${alike} of ${examples.length} examples with the facts of the command line` : ""));
differ.forEach((example) => console.log(`differs: ${example}`));
failed.forEach((line) => console.log(`failed: ${line}`));
process.exit(failed.length ? 1 : 0);
