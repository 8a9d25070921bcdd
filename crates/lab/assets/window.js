// A picture that is a window on a board without edges: dragged to look elsewhere, wheeled or pinched to look nearer or
// from farther away, with keys for both. The page asks for the part that is looked at.
import { $ } from "./dom.js";
import { numeral } from "./hands.js";

const SHEET = "svg[data-act=window]";
const ZOOM = 1.25;

let look = null;
const pointers = new Map();

// The part of the board that a picture shows: its middle and its sides, as the gesture speaks of them.
function part(svg) {
  const [origin, step] = ["origin", "step"].map((key) => svg.dataset[key].split(" ").map(Number));
  // Around it stand coordinates, which are not part of the board.
  const [left, top, right, low] = svg.dataset.part.split(" ").map(Number);
  const [x, y] = [(left + right) / 2, (top + low) / 2].map((pixel, axis) => origin[axis] + step[axis] * pixel);
  return { x, y, w: step[0] * (right - left), h: step[1] * (low - top), step };
}

function text(svg, { x, y, w, h, step }) {
  const places = { x: numeral(x, step[0] / 4), y: numeral(y, step[1] / 4), w: numeral(w, step[0]), h: numeral(h, step[1]) };
  return Object.entries(places).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, value), svg.dataset.says);
}

function zoomed(svg, by, listener, settled) {
  const seen = part(svg);
  say(svg, { ...seen, w: seen.w * by, h: seen.h * by, step: seen.step.map((value) => value * by) }, listener, settled);
}

function say(svg, seen, listener, settled) {
  (settled ? listener.done : listener.moving)(text(svg, seen));
}

const current = (listener) => $(SHEET, listener.root());

function down(event, listener) {
  const svg = event.target.closest?.(SHEET);
  if (!svg || !listener.root()?.contains(svg) || event.button !== 0) return;
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  const box = svg.getBoundingClientRect();
  look = { seen: part(svg), x: event.clientX, y: event.clientY, ratio: svg.viewBox.baseVal.width / box.width, spread: spread() };
}

function spread() {
  const [one, two] = [...pointers.values()];
  return two ? Math.hypot(one[0] - two[0], one[1] - two[1]) : 0;
}

function moved(event, listener, settled) {
  if (!look || !pointers.has(event.pointerId)) return;
  const svg = current(listener);
  if (!settled) pointers.set(event.pointerId, [event.clientX, event.clientY]);
  const { seen, ratio } = look;
  const by = look.spread > 0 && pointers.size > 1 ? look.spread / Math.max(1, spread()) : 1;
  const [dx, dy] = [event.clientX - look.x, event.clientY - look.y].map((pixels) => (look.spread > 0 ? 0 : pixels * ratio));
  if (svg) say(svg, { x: seen.x - dx * seen.step[0], y: seen.y - dy * seen.step[1], w: seen.w * by, h: seen.h * by, step: seen.step.map((s) => s * by) }, listener, settled);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event, listener) {
  const svg = event.target.closest?.(SHEET);
  if (!svg || !listener.root()?.contains(svg) || event.ctrlKey || event.metaKey) return;
  const seen = part(svg);
  if (ARROWS[event.key]) {
    const [dx, dy] = ARROWS[event.key];
    say(svg, { ...seen, x: seen.x + 0.2 * dx * seen.w, y: seen.y + 0.2 * dy * seen.h }, listener, true);
  } else if (event.key === "+" || event.key === "-") zoomed(svg, event.key === "+" ? 1 / ZOOM : ZOOM, listener, true);
  else return;
  event.preventDefault();
}

export function windows(listener) {
  document.addEventListener("pointerdown", (event) => down(event, listener));
  document.addEventListener("pointermove", (event) => moved(event, listener, false));
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      moved(event, listener, true);
      pointers.delete(event.pointerId);
      look = null;
    });
  }
  document.addEventListener("keydown", (event) => key(event, listener));
  document.addEventListener("wheel", (event) => {
    const svg = event.target.closest?.(SHEET);
    if (!svg || !listener.root()?.contains(svg)) return;
    event.preventDefault();
    zoomed(svg, event.deltaY > 0 ? ZOOM : 1 / ZOOM, listener, true);
  }, { passive: false });
}
