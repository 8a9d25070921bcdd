// What the house knows: its own moves, hints, and what each move is worth.
import { at } from "./answerer.js";
import { after, board, game, linksOf, say, shapesOf } from "./board.js";
import { $, $$, button, make } from "./dom.js";
import { ask } from "./jobs.js";

let valuesWanted = false;
// A puzzle that the house goes on with until it is done or somebody moves.
let finishing = false;

// What the house does once the board is there.
export function advice(signal, go) {
  const here = board();
  if (here.hasAttribute("data-looking")) return;
  if (here.hasAttribute("data-over")) finishing = false;
  if (here.hasAttribute("data-house")) houseMoves(here.dataset.advise, signal, go);
  else if (finishing) goOn(signal, go, "replace");
  else if (valuesWanted && !here.hasAttribute("data-over")) showValues(signal);
}

// The line of a job with its stop button. The button stays the same one and in its place, or a click on it would be
// lost when the line changes.
function busy() {
  const line = make("span");
  const stop = button("Stop");
  return (job) => {
    stop.dataset.stop = job.id;
    line.textContent = ` ${[job.line, ...job.remarks.slice(-1)].join(" ")}`;
    if (!stop.isConnected) say(stop, line);
  };
}

const level = (address, name) => {
  const link = at(address);
  if (name) link.searchParams.set("level", name);
  else link.searchParams.delete("level");
  return link.href;
};

async function houseMoves(address, signal, go) {
  const here = board().dataset.here;
  try {
    const advised = await ask(address, busy(), signal);
    if (!signal.aborted) await go(after(here, advised.move), { entry: "replace", said: `The house plays ${advised.move} (${advised.trust}).` });
  } catch (error) {
    if (!signal.aborted) offerWays(error, signal, go);
  }
}

// The puzzle is solved from here, move by move.
export function finish(signal, go) {
  finishing = true;
  goOn(signal, go, "push");
}

export const rest = () => (finishing = false);

async function goOn(signal, go, entry) {
  const { here, advise } = board().dataset;
  try {
    const advised = await ask(level(advise), busy(), signal);
    if (!signal.aborted && finishing) await go(after(here, advised.move), { entry, said: `${advised.move} (${advised.trust}).` });
  } catch (error) {
    finishing = false;
    if (!signal.aborted) say(`It cannot be finished from here: ${error.message}`);
  }
}

// A house that was stopped, or that found nothing, leaves the table open: it may think again, play any move, or play
// otherwise from now on.
function offerWays(error, signal, go) {
  const { advise } = board().dataset;
  const others = $$(".strength a:not([aria-current])", game).map((link) => {
    const other = link.cloneNode(true);
    other.className = "button";
    other.prepend("From now on: ");
    return other;
  });
  const again = button("Think again", () => houseMoves(advise, signal, go));
  const any = button("Play any move", () => houseMoves(level(advise, "careless"), signal, go));
  $("#status", game).textContent = "The house does not move.";
  again.id = "again";
  any.id = "any";
  say(`The house has no move: ${error.message}. `, make("span", { className: "ways" }, again, any, ...others));
}

// The position in which a hint said where to look; asked again there, it tells the move.
let hinted = null;

export async function hint(signal) {
  try {
    const { here, advise } = board().dataset;
    // Hints are the house's best, whatever level it plays at.
    const advised = await ask(level(advise), busy(), signal);
    if (signal.aborted) return;
    if (hinted !== here && advised.look) {
      hinted = here;
      const more = button("Show the move", () => hint(signal));
      more.id = "more-hint";
      say(`Hint: ${advised.look}. `, more);
      return;
    }
    // A hint can always be followed, also where the move is neither on the board nor in the list.
    const follow = button("Play it");
    follow.dataset.play = advised.move;
    say(`Hint: ${advised.move} (${advised.trust}). `, follow);
    for (const shape of shapesOf(advised.move)) shape.classList.add("hinted");
    linksOf(advised.move).forEach((link) => link.classList.add("hinted"));
  } catch (error) {
    if (!signal.aborted) say(`No hint: ${error.message}`);
  }
}

// The button: values on or off.
export function values(signal) {
  valuesWanted = !valuesWanted;
  if (valuesWanted) showValues(signal);
  else hideValues();
}

async function showValues(signal) {
  $("#values", game)?.setAttribute("aria-pressed", "true");
  try {
    const answer = await ask(board().dataset.values, busy(), signal);
    if (signal.aborted || !valuesWanted) return;
    const signs = new Set(answer.values.map(mark));
    say(legend(signs, answer.values));
  } catch (error) {
    if (!signal.aborted) say(`No values: ${error.message}`);
  }
}

const MEANING = { "✓": "wins", "✗": "loses", "?": "is not known" };

// What the signs on the board say; a number is explained by the note of the first move that has one.
function legend(signs, all) {
  const words = Object.entries(MEANING).filter(([sign]) => signs.has(sign)).map(([sign, meaning]) => `${sign} ${meaning}`);
  const counted = all.find((value) => value.wins === null && signOf(value) in MEANING === false);
  if (counted) words.push(`${signOf(counted)}: ${counted.note}`);
  return words.length ? `${words.join(", ")}.` : "Nothing is known of these moves.";
}

// Wins, loses, or the number that its note tells. Of a move with neither there is nothing to say.
function signOf({ wins, note }) {
  if (wins !== null) return wins ? "✓" : "✗";
  return note ? note.match(/\d+/)?.[0] ?? "?" : "";
}

const nameOf = ({ wins }) => (wins === true ? "wins" : wins === false ? "loses" : "unknown");

function mark(value) {
  const [sign, name] = [signOf(value), nameOf(value)];
  const words = [value.wins === null ? "" : `${sign} ${name}`, value.note].filter(Boolean).join(", ");
  for (const link of linksOf(value.move)) Object.assign(link.nextElementSibling, { textContent: words, className: `worth ${name}` });
  if (sign) shapesOf(value.move).forEach((shape) => markShape(shape, sign, name, words));
  return sign;
}

// The mark stands in the corner, so that what is drawn on the shape is still to be read; a shape too small for that has
// it in its middle.
function markShape(shape, sign, name, words) {
  const box = shape.getBBox();
  const side = Math.min(box.width, box.height);
  const size = Math.max(9, Math.min(20, (side > 22 ? 0.36 : 0.8) * side));
  const [right, down] = side > 22 ? [0.86, 0.16] : [0.5, 0.5];
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  const attributes = { x: box.x + right * box.width, y: box.y + down * box.height + 0.36 * size, "font-size": size, "text-anchor": "middle" };
  for (const [key, number] of Object.entries(attributes)) text.setAttribute(key, number);
  text.setAttribute("class", `worth ${name}`);
  text.textContent = sign;
  // Its name without its worth; `data-name` is what gestures call it.
  shape.dataset.plain ??= shape.getAttribute("aria-label");
  shape.setAttribute("aria-label", `${shape.dataset.plain} (${words})`);
  shape.ownerSVGElement.append(text);
}

function hideValues() {
  $("#values", game)?.setAttribute("aria-pressed", "false");
  $$("svg .worth", game).forEach((text) => text.remove());
  $$(".moves .worth, .tree .worth", game).forEach((words) => (words.textContent = ""));
  $$("svg [data-plain]", game).forEach((shape) => shape.setAttribute("aria-label", shape.dataset.plain));
  say("");
}
