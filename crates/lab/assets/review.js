// A game looked at again: for each of its positions whether whoever moves there wins, and the moves that gave a win
// away. What is known of a position is asked once.
import { at } from "./answerer.js";
import { board, game, say } from "./board.js";
import { $, button, make } from "./dom.js";
import { ask } from "./jobs.js";

const known = new Map();
let wanted = false;

// The address of what the moves are worth after so many moves of the game.
function address(count) {
  const link = at(board().dataset.values);
  const moves = at(board().dataset.link).searchParams.getAll("move");
  link.searchParams.delete("move");
  moves.slice(0, count).forEach((move) => link.searchParams.append("move", move));
  return link.pathname + link.search;
}

const length = () => at(board().dataset.link).searchParams.getAll("move").length;

// Whether whoever moves wins: with one good move he does, without any he does not, and otherwise nobody knows.
function outcome({ values }) {
  if (values.some(({ wins }) => wins === true)) return "wins";
  return values.length > 0 && values.every(({ wins }) => wins === false) ? "loses" : "unknown";
}

const WORDS = { wins: "whoever moves wins", loses: "whoever moves loses", unknown: "not known" };

// A move from a won position to one that is won for the other one is a mistake.
function draw() {
  $(".strip", game)?.remove();
  if (!wanted) return;
  const seen = [...Array(length() + 1).keys()].map((count) => known.get(address(count)));
  const list = make("ol", { className: "strip" });
  seen.forEach((found, count) => {
    const mistake = count > 0 && seen[count - 1] === "wins" && found === "wins";
    const link = at(board().dataset.link);
    if (count < length()) link.searchParams.set("shown", count);
    else link.searchParams.delete("shown");
    const words = `After ${count} moves: ${WORDS[found] ?? "not asked yet"}${mistake ? "; the move that led here was a mistake" : ""}`;
    const place = make("a", { href: link.href, title: words, textContent: mistake ? "!" : found === "wins" ? "+" : found === "loses" ? "−" : "·" });
    place.dataset.go = "replace";
    place.className = [found ?? "unknown", mistake && "mistake"].filter(Boolean).join(" ");
    place.setAttribute("aria-label", words);
    list.append(make("li", {}, place));
  });
  $(".replay", game)?.after(list);
}

export async function review(signal) {
  wanted = !wanted;
  $("#review", game)?.setAttribute("aria-pressed", String(wanted));
  draw();
  if (wanted) await fill(signal);
}

// Asks for what is not known yet, the end of the game first: it is the cheapest.
async function fill(signal) {
  const stop = button("Stop");
  for (let count = length(); count >= 0 && wanted && !signal.aborted; count -= 1) {
    const link = address(count);
    if (known.has(link)) continue;
    try {
      const tell = (job) => {
        stop.dataset.stop = job.id;
        if (!stop.isConnected) say(stop, " The game is looked at again.");
      };
      known.set(link, outcome(await ask(link, tell, signal)));
    } catch (error) {
      if (!signal.aborted) say(`The game cannot be looked at further: ${error.message}`);
      return;
    }
    if (!signal.aborted) draw();
  }
  if (!signal.aborted && wanted) say("+ whoever moves wins, − whoever moves loses, ! a win was given away.");
}

// Another position is shown: the strip stays.
export function reviewed(signal) {
  if (!wanted || !board()) return;
  $("#review", game)?.setAttribute("aria-pressed", "true");
  draw();
  if (!board().hasAttribute("data-house")) fill(signal);
}
