// Every example of every question and table, asked of the module as the page asks it: `node examples.mjs MODULE
// [PROGRAM]`. With a program (the command line) facts are compared with its answers.
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";

const [, , file, program] = process.argv;
const bytes = readFileSync(file);
const start = async () => (await WebAssembly.instantiate(bytes, { env: { parlor_look() {} } })).instance.exports;
let rooms = await start();

async function ask(request) {
  try {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const room = rooms.parlor_room(text.length);
    new Uint8Array(rooms.memory.buffer, room, text.length).set(text);
    const at = rooms.parlor_answer(room, text.length);
    const length = new DataView(rooms.memory.buffer).getUint32(at, true);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(rooms.memory.buffer, at + 4, length)));
  } catch (error) {
    rooms = await start();
    return { error: String(error), trouble: "trap" };
  }
}

// The words of a sentence, as a shell reads them.
const words = (sentence) =>
  [...sentence.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map((m) => m[0].replace(/"([^"]*)"|'([^']*)'/g, (_, a, b) => a ?? b));

const { topics } = await ask({ do: "topics" });
let answered = 0, alike = 0, differ = [], failed = [];
for (const topic of topics) {
  for (const example of topic.questions.flatMap((question) => question.examples)) {
    const answer = await ask({ do: "ask", sentence: example });
    if (answer.error) {
      failed.push(`${example}: ${answer.error}`);
      continue;
    }
    answered += 1;
    if (!program) continue;
    const native = JSON.parse(execFileSync(program, [...words(example), "--json"], { encoding: "utf8" }));
    if (JSON.stringify(native.facts) === JSON.stringify(answer.facts)) alike += 1;
    else differ.push(example);
  }
  for (const sentence of topic.tables) {
    const at = await ask({ do: "play", sentence });
    if (at.error) failed.push(`play ${sentence}: ${at.error}`);
    else if (at.moves.length) {
      const after = await ask({ do: "play", sentence, moves: [at.moves[0]] });
      if (after.error) failed.push(`play ${sentence}, ${at.moves[0]}: ${after.error}`);
      else answered += 1;
    }
  }
}
console.log(`${answered} answered` + (program ? `, ${alike} with the facts of the command line` : ""));
differ.forEach((example) => console.log(`differs: ${example}`));
failed.forEach((line) => console.log(`failed: ${line}`));
process.exit(failed.length ? 1 : 0);
