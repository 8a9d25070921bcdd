// What a hand does with a picture besides touching it. The picture says what text a gesture makes; whoever listens makes
// it a move or a new ask. Everything that a pointer does the keyboard does too.
import { $, $$, likeness, make } from "./dom.js";

export const HANDY = "svg [data-act]";
const NAMED = "[data-name]";
// A hand that goes no farther than this touches; a shape that cannot be touched follows at once.
const REACH = 12;
const SOON = 3;
// Steps of the arrow keys, in pixels of the picture.
const STEP = 8;
// How far a pen goes between two points of its path, and how many there are at most.
const STRIDE = 4;
const MOST_POINTS = 400;

let held = null;
let listeners = [];

const svgs = (root) => $$("svg.scene", root);
const listenerOf = (element) => listeners.find(({ root }) => root()?.contains(element));

// The picture may be drawn anew while the hand is down: what it holds is found again by its place among the others.
const picture = () => svgs(held.listener.root())[held.place];
const shape = () => picture() && $$("[data-act]", picture())[held.index];

export function told(line) {
  const place = $("#told");
  if (place) place.textContent = line;
}

export function point(svg, x, y) {
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x, at.y];
}

const middle = (element) => {
  const box = element.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// As many decimals as a pixel of the picture tells apart, and no more.
export function numeral(value, step) {
  const digits = Math.max(0, Math.ceil(-Math.log10(Math.abs(step))));
  const plain = digits <= 20 && Math.abs(value) < 1e21;
  return String(plain ? Number(value.toFixed(digits)) : Number(value.toPrecision(6))).replace("e+", "e");
}

// What is said of a pixel.
export function spoken(element, pixel) {
  const [origin, step] = ["origin", "step"].map((key) => element.dataset[key].split(" ").map(Number));
  return pixel.map((value, axis) => numeral(origin[axis] + step[axis] * value, step[axis]));
}

export const filled = (text, places) => Object.entries(places).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, value), text);

function take(element) {
  const svg = element.ownerSVGElement;
  const listener = listenerOf(element);
  if (!listener || element.dataset.act === "window") return null;
  const { act, says, onto, name, origin, step } = element.dataset;
  const place = svgs(listener.root()).indexOf(svg);
  const index = $$("[data-act]", svg).indexOf(element);
  const label = element.getAttribute("aria-label") ?? name ?? "";
  // The coordinates of the moment when it was taken: a picture that is drawn anew must not move under the hand.
  const at = middle(element);
  return { listener, place, index, act, says, onto, name, label, at, path: [at], mark: 0, dataset: { origin, step }, moved: false, target: null };
}

// The text that the gesture makes here; none where it ends nowhere.
function said() {
  if (held.act === "drag" && held.onto && held.target) return filled(held.onto, { onto: held.target });
  if (held.act === "drag") {
    const [x, y] = spoken(held, held.at);
    return filled(held.says, { x, y });
  }
  if (held.act === "pen") return filled(held.says, { path: strokeText([...held.path, held.at]) });
  if (!held.target) return null;
  return filled(held.says, held.act === "drop" ? { onto: held.target } : { from: held.name, to: held.target });
}

// A path in words; a star follows the point that was marked.
function strokeText(points) {
  return points.map((pixel, index) => spoken(held, pixel).join() + (held.mark && index === held.mark ? "*" : "")).join(" ");
}

// The pen leaves a point behind. A path that grows too long keeps every second one.
function leave() {
  const last = held.path.at(-1);
  if (Math.hypot(held.at[0] - last[0], held.at[1] - last[1]) < STRIDE) return;
  held.path.push(held.at);
  if (held.path.length < MOST_POINTS) return;
  held.path = held.path.filter((_, index) => index % 2 === 0 || index === held.mark);
  held.mark = 0;
}

// Whoever draws marks a point with Space, with the other button of the mouse or with a second finger.
function markPoint() {
  held.path.push(held.at);
  held.mark = held.path.length - 1;
  draw();
  told("The point is marked.");
}

// What the hand would let go on; nothing is let go on itself.
function aim(name) {
  held.target = held.act === "drag" && name === held.name ? null : name;
  $$(`svg ${NAMED}`, held.listener.root()).forEach((other) => other.classList.toggle("target", other.dataset.name === held.target));
}

// A shape with the letters that stand on it.
function lettered(element) {
  const [next, box] = [element.nextElementSibling, element.getBBox()];
  const [x, y] = next?.matches("text") ? middle(next) : [NaN, NaN];
  const within = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  return within ? [element, next] : [element];
}

// What is carried is seen above everything else; the shape itself stays where it is in the page, or a finger would let
// go of it.
function carry(svg, element) {
  const known = $(".carried", svg);
  if (known) return known;
  const parts = lettered(element);
  svg.append(likeness(parts, "carried"));
  parts.forEach((part) => part.classList.add("lifted"));
  return $(".carried", svg);
}

function putBack() {
  $$("svg .carried").forEach((copy) => copy.remove());
  $$("svg .lifted").forEach((part) => part.classList.remove("lifted"));
}

// What is seen of the gesture before it is done.
function draw() {
  const [svg, element] = [picture(), shape()];
  if (!svg || !element) return;
  $$(".trail", svg).forEach((old) => old.remove());
  const [from, to] = [middle(element), held.at];
  if (["drag", "drop"].includes(held.act)) {
    carry(svg, element).setAttribute("transform", `translate(${to[0] - from[0]} ${to[1] - from[1]})`);
    return;
  }
  if (held.act === "pen") return drawStroke(svg);
  const trail = document.createElementNS(svg.namespaceURI, held.act === "span" ? "rect" : "line");
  const corners = { x: Math.min(from[0], to[0]), y: Math.min(from[1], to[1]), width: Math.abs(to[0] - from[0]), height: Math.abs(to[1] - from[1]) };
  const ends = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
  Object.entries(held.act === "span" ? corners : ends).forEach(([key, value]) => trail.setAttribute(key, value));
  trail.setAttribute("class", "trail");
  svg.append(trail);
}

function drawStroke(svg) {
  const trail = document.createElementNS(svg.namespaceURI, "polyline");
  trail.setAttribute("points", [...held.path, held.at].map((pixel) => pixel.join()).join(" "));
  trail.setAttribute("class", "trail stroke");
  svg.append(trail);
  if (!held.mark) return;
  const spot = document.createElementNS(svg.namespaceURI, "circle");
  const [cx, cy] = held.path[held.mark];
  Object.entries({ cx, cy, r: 6, class: "trail" }).forEach(([key, value]) => spot.setAttribute(key, value));
  svg.append(spot);
}

function release(stays = false) {
  if (!stays) putBack();
  if (held) aim(null);
  $$("svg .trail").forEach((old) => old.remove());
  held = null;
}

// The shape that a pointer holds, and its twin in a picture that is about to take the place of this one.
export function heldTwins(fresh) {
  const element = held && !held.keyed ? shape() : null;
  const twin = element && $$("[data-act]", svgs(fresh)[held.place] ?? fresh)[held.index];
  return twin ? [element, twin] : null;
}

// A picture was drawn anew under the hand.
export function redrawn() {
  if (!held?.moved) return;
  aim(held.target);
  draw();
}

function follow(event) {
  if (!held || held.keyed || event.pointerId === held.other) return;
  const reach = held.touched ? REACH : SOON;
  held.moved ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > reach;
  const svg = picture();
  if (!held.moved || !svg) return;
  held.at = point(svg, event.clientX, event.clientY);
  if (held.act !== "drag" || held.onto) aim(document.elementFromPoint(event.clientX, event.clientY)?.closest?.(NAMED)?.dataset.name ?? null);
  if (held.act === "pen") leave();
  if (held.act === "pen" && event.buttons & 2 && !held.mark) markPoint();
  draw();
  if (held.act === "drag" && !held.target) held.listener.moving?.(said());
}

function drop(event) {
  if (!held || held.keyed || event.pointerId === held.other) return;
  if (held.moved) done();
  else release();
}

// What was carried stays where it was let go until it is known what becomes of it.
async function done() {
  const [text, { listener, label }] = [said(), held];
  release(text !== null);
  if (text === null) return told(`${label} was let go where nothing takes it.`);
  await listener.done(text);
  if (!held) putBack();
}

function lift(element, event) {
  putBack();
  held = take(element);
  if (held) Object.assign(held, { pointer: event.pointerId, x: event.clientX, y: event.clientY, touched: element.hasAttribute("data-move") });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// A key on a shape, and whether it was meant for a gesture.
export function handKey(event) {
  const element = event.target.closest?.(`${HANDY}, svg ${NAMED}`);
  if (event.key === "Escape" && held) {
    told(`${held.label} was let go.`);
    release();
    return true;
  }
  if (held?.act === "pen" && penKey(event)) return true;
  if (!element || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (element.dataset.act === "drag" && ARROWS[event.key] && !held?.keyed) return nudge(element, event);
  const enter = ["Enter", " "].includes(event.key);
  if (held?.keyed && enter) {
    aim(element.dataset.name ?? null);
    if (held.act === "drag" && !held.target) release();
    else done();
    return true;
  }
  const lifts = event.key === "p" || (enter && !element.hasAttribute("data-move"));
  if (!lifts || !element.dataset.act || (element.dataset.act === "drag" && !element.dataset.onto)) return false;
  held = take(element);
  if (!held) return false;
  Object.assign(held, { keyed: true, moved: true });
  if (held.act === "pen") told(`The pen is on ${held.label}. Lead it with the arrow keys; Space marks a point, Enter ends, Escape lets it go.`);
  else told(`${held.label} is picked up. Go to another place with ${listenerOf(element).steps ?? "the arrow keys"} and press Enter; Escape lets it go.`);
  return true;
}

// The keys of a pen: arrows lead it, Space marks, Enter ends. A hand that draws marks with Space too.
function penKey(event) {
  if (event.key === " ") markPoint();
  else if (!held.keyed) return false;
  else if (event.key === "Enter") done();
  else if (ARROWS[event.key]) {
    const by = event.shiftKey ? 2 * STEP : STEP;
    held.at = held.at.map((value, axis) => value + by * ARROWS[event.key][axis]);
    leave();
    draw();
  } else return false;
  return true;
}

// The arrow keys drag by small steps, with Shift by smaller ones.
function nudge(element, event) {
  held = take(element);
  if (!held) return false;
  const by = event.shiftKey ? 1 : STEP;
  held.at = held.at.map((value, axis) => value + by * ARROWS[event.key][axis]);
  done();
  return true;
}

const MEANING = {
  drag: "Can be dragged, or moved with the arrow keys.",
  drop: "Can be dragged to another place; Enter picks it up.",
  link: "Can be joined with another by dragging; Enter or p begins.",
  span: "Drag from here to another corner; Enter or p begins.",
  pen: "Draw from here to another place; Enter or p begins, the arrow keys lead the pen, Space marks a point, Enter ends.",
  put: "Touch a free place to put something there; or lead a cross with the arrow keys and press Enter.",
  window: "Drag to look elsewhere, or use the arrow keys; plus and minus look nearer and from farther away. Shift with the arrow keys goes from place to place.",
};

// Says what can be done with each shape, for those who cannot see it.
export function describe(root) {
  for (const element of root ? $$("[data-act]", root) : []) {
    const more = element.dataset.onto ? " Can be let go on another; p picks it up." : "";
    element.setAttribute("aria-description", MEANING[element.dataset.act] + more);
  }
}

// `root` finds the part of the page, `done` takes the text of a gesture, `moving` that of one under way.
export function hands(listener) {
  if (listeners.push(listener) > 1) return;
  // What is told must have its place before it is told, or nobody hears it.
  if (!$("#told")) document.body.append(make("p", { id: "told", className: "unseen", role: "status" }));
  document.addEventListener("pointerdown", (event) => {
    const element = event.button === 0 && event.target.closest?.(HANDY);
    if (held?.act === "pen" && !held.keyed && event.pointerId !== held.pointer) {
      held.other = event.pointerId;
      markPoint();
    } else if (element) lift(element, event);
  });
  // A finger on a shape drags the shape: the page must not scroll with it, which would end the gesture.
  document.addEventListener("touchstart", (event) => event.target.closest?.(HANDY) && event.preventDefault(), { passive: false });
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", () => held && release());
  // A shape that is dragged is not text that is selected.
  document.addEventListener("selectstart", (event) => held && event.preventDefault());
}
