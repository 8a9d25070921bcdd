// The keyboard at a table: where the cursor stands, what stays focused and unfolded when the board changes, and the
// shortcuts.
import { TOUCH, game, shapes } from "./board.js";
import { $, $$ } from "./dom.js";
import { handKey } from "./hands.js";

// The shape that was gone to last: its move, and where it lies as parts of the picture's sides.
let cursor = null;
// Where the focus belongs once the board is there: a selector, or "shape"; a hand on the mouse wants none.
let wish = "";
let keyed = false;
// What the person folded or unfolded, by the name of the fold.
const folds = new Map();

function place(shape) {
  const [box, sheet] = [shape.getBBox(), shape.ownerSVGElement.viewBox.baseVal];
  return { move: shape.dataset.move, x: (box.x + box.width / 2) / sheet.width, y: (box.y + box.height / 2) / sheet.height };
}

// Remembers what has the focus, before the board is replaced. The house's answer comes when nothing has it: then the
// wish stands.
export function keep() {
  const focused = document.activeElement;
  if (!game.contains(focused)) return;
  if (focused.closest(TOUCH)) wish = keyed ? "shape" : "";
  else if (focused.closest(".moves")) wish = ".moves summary";
  else wish = focused.id ? `#${focused.id}` : "";
}

export function restore() {
  for (const fold of $$("details", game)) {
    if (folds.has(fold.className)) fold.open = folds.get(fold.className);
  }
  const shape = mark();
  if (wish === "shape") shape?.focus({ preventScroll: true });
  else if (wish) $(wish, game)?.focus({ preventScroll: true });
}

// The cursor stays at its move, or else at what lies nearest to where it was.
function mark() {
  const all = shapes();
  if (all.length === 0) return null;
  let best = all[0];
  if (cursor) {
    const far = (shape) => {
      const { move, x, y } = place(shape);
      return Math.hypot(x - cursor.x, y - cursor.y) - (move === cursor.move ? 2 : 0);
    };
    best = all.map((shape) => [far(shape), shape]).reduce((a, b) => (b[0] < a[0] ? b : a))[1];
  }
  all.forEach((shape) => shape.setAttribute("tabindex", shape === best ? "0" : "-1"));
  return best;
}

// The nearest shape in the direction of an arrow key.
function neighbour(from, key) {
  const centre = (shape) => {
    const box = shape.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(from);
  const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  let best = null;
  for (const shape of shapes()) {
    const [dx, dy] = centre(shape).map((value, index) => value - [x, y][index]);
    const along = dx * turn[0] + dy * turn[1];
    const aside = Math.abs(dx * turn[1]) + Math.abs(dy * turn[0]);
    const far = along + 3 * aside;
    if (shape !== from && along > 1 && (!best || far < best.far)) best = { shape, far };
  }
  return best?.shape;
}

const SHORTCUTS = { u: "#undo", h: "#hint", v: "#values", n: "#new", "?": ".keys summary" };
const REPLAY = { ArrowLeft: "earlier", ArrowRight: "later", Home: "first", End: "last" };

function pressed(event, play, step) {
  keyed = true;
  const shape = event.target.closest(TOUCH);
  if (game.contains(event.target) && handKey(event)) event.preventDefault();
  else if (shape && event.key.startsWith("Arrow")) {
    event.preventDefault();
    neighbour(shape, event.key)?.focus();
  } else if (shape?.dataset.move && [" ", "Enter"].includes(event.key)) {
    event.preventDefault();
    play(shape.dataset.move);
  } else if (!event.target.closest("input, textarea, select") && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const control = SHORTCUTS[event.key] && $(SHORTCUTS[event.key], game);
    if (control || REPLAY[event.key]) event.preventDefault();
    if (REPLAY[event.key]) step(REPLAY[event.key]);
    else control?.click();
  }
}

// The cursor is drawn over everything else, and only for whoever uses keys.
function frame(shape) {
  $$("svg .cursor", game).forEach((old) => old.remove());
  if (!shape?.matches(":focus-visible")) return;
  const drawn = shape.cloneNode(false);
  for (const { name } of [...drawn.attributes]) {
    if (["data-", "aria-", "role", "tabindex", "stroke"].some((start) => name.startsWith(start))) drawn.removeAttribute(name);
  }
  drawn.setAttribute("class", "cursor");
  drawn.setAttribute("fill", "none");
  shape.ownerSVGElement.append(drawn);
}

export function keyboard(play, step) {
  document.addEventListener("keydown", (event) => pressed(event, play, step));
  document.addEventListener("pointerdown", () => {
    keyed = false;
    wish = "";
  });
  game.addEventListener("focusin", (event) => {
    const shape = event.target.closest(TOUCH);
    frame(shape);
    if (!shape) return;
    cursor = place(shape);
    shapes().forEach((other) => other.setAttribute("tabindex", other === shape ? "0" : "-1"));
  });
  game.addEventListener("focusout", () => frame(null));
  game.addEventListener("click", (event) => {
    const fold = event.target.closest("summary")?.parentElement;
    // The click comes before the fold turns.
    if (fold) folds.set(fold.className, !fold.open);
  });
}
