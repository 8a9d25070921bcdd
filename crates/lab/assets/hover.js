// What a shape under an answer reaches, and what it is, while a hand is above it; on a board without edges Shift and
// the arrow keys lead from shape to shape.
import { $, $$, make } from "./dom.js";
import { told } from "./hands.js";

const REACHING = "[data-reach]";
const answer = () => $("#answer");
let above = null;

function note() {
  const old = $("#above");
  if (old) return old;
  const made = make("p", { id: "above", className: "note" });
  $("#answer figure figcaption")?.before(made);
  return made;
}

function enter(shape) {
  if (shape === above) return;
  $$("#answer svg .reach, #answer svg .reaching").forEach((old) => old.remove());
  above = shape;
  if (!shape) return;
  const svg = shape.ownerSVGElement;
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", shape.dataset.reach);
  path.setAttribute("class", "reach");
  const frame = shape.cloneNode(false);
  for (const { name } of [...frame.attributes]) if (/^(data-|aria-|role|tabindex)/.test(name)) frame.removeAttribute(name);
  frame.setAttribute("class", "reaching");
  svg.append(path, frame);
  note().textContent = shape.getAttribute("aria-label");
}

// Letters lie above what they are written on.
function under(event) {
  if (!event.target.closest?.("#answer svg")) return null;
  return document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches(REACHING)) ?? null;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The shape whose middle is one shape farther in a direction.
function next(svg, [dx, dy]) {
  const middle = (shape) => {
    const box = shape.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2, box.width];
  };
  const { width, height } = svg.viewBox.baseVal;
  const from = above?.isConnected && svg.contains(above) ? middle(above) : [width / 2, height / 2, 0];
  const wanted = [from[0] + dx * from[2], from[1] + dy * from[2]];
  const far = (shape) => Math.hypot(...middle(shape).slice(0, 2).map((value, axis) => value - wanted[axis]));
  const all = $$(REACHING, svg).map((shape) => [far(shape), shape]);
  return all.reduce((a, b) => (b[0] < a[0] ? b : a), [Infinity, null])[1];
}

export function hovering() {
  if (!answer()) return;
  document.addEventListener("pointermove", (event) => event.buttons === 0 && enter(under(event)));
  document.addEventListener("keydown", (event) => {
    const svg = event.target.closest?.("#answer svg");
    if (!svg || !event.shiftKey || !ARROWS[event.key] || !$(REACHING, svg)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    enter(next(svg, ARROWS[event.key]));
    told(above?.getAttribute("aria-label") ?? "");
  }, { capture: true });
}
