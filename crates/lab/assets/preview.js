// What a move would change, seen while a hand is above it or the cursor stands on it: what would go fades, what would
// come is drawn, what it reaches is a dashed line. One request at a time, and what was asked once is known.
import { request } from "./answerer.js";
import { after, board, game } from "./board.js";
import { $$ } from "./dom.js";

let known = new Map();
let above = null;
let underWay = false;

// Another position: nothing that was known holds any longer.
export function forget() {
  known = new Map();
  above = null;
}

function clear() {
  $$("svg .coming, svg .reach", game).forEach((old) => old.remove());
  $$("svg .going", game).forEach((shape) => shape.classList.remove("going"));
}

function reach(shape) {
  if (!shape.dataset.reach) return;
  const path = document.createElementNS(shape.namespaceURI, "path");
  path.setAttribute("d", shape.dataset.reach);
  path.setAttribute("class", "reach");
  shape.ownerSVGElement.append(path);
}

function draw(shape, { gone, come }) {
  const svg = shape.ownerSVGElement;
  const drawn = new DOMParser().parseFromString(come || "<svg/>", "text/html").querySelector("svg");
  const shapes = [...svg.children];
  gone.forEach((place) => shapes[place]?.classList.add("going"));
  const group = document.createElementNS(svg.namespaceURI, "g");
  group.setAttribute("class", "coming");
  group.append(...[...drawn.children].map((child) => document.adoptNode(child)));
  svg.append(group);
}

async function ask() {
  if (underWay || !above) return;
  const [shape, all] = [above, known];
  const { move } = shape.dataset;
  if (!all.has(move)) {
    underWay = true;
    try {
      const reply = await request(after(board().dataset.preview, move));
      all.set(move, reply.ok ? await reply.json() : { gone: [], come: "" });
    } catch {
      all.set(move, { gone: [], come: "" });
    }
    underWay = false;
  }
  if (above !== shape || all !== known) return ask();
  if (shape.isConnected) draw(shape, all.get(move));
}

function enter(shape) {
  if (shape === above) return;
  clear();
  above = shape;
  const mine = board() && !board().hasAttribute("data-house") && !board().hasAttribute("data-over");
  if (!shape || !mine) return;
  reach(shape);
  ask();
}

export function previewing() {
  const over = (event) => enter(event.target.closest?.("svg [data-move]") ?? null);
  game.addEventListener("pointerover", over);
  game.addEventListener("pointerleave", () => enter(null));
  game.addEventListener("focusin", (event) => event.target.matches?.(":focus-visible") && over(event));
  game.addEventListener("focusout", () => enter(null));
}
