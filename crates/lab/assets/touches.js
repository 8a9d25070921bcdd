// What a hand touches under an answer: a shape that asks anew, or a free place of a sheet that takes something there.
import { filled, point, spoken, told } from "./hands.js";

const SHEET = "svg[data-act=put]";
const ASKS = "svg [data-move]";
const HELD = "svg [data-act], svg [data-name]";
// A hand that goes farther than this between press and release does not touch.
const REACH = 12;
// A thin line is hard to hit: what lies within so many pixels is meant.
const NEAR = 8;
const AROUND = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]];
// Steps of the arrow keys, in pixels of the picture.
const STEP = 16;

let pressed = null;
// Where the cross of the keyboard is, as parts of the picture's sides.
let cross = null;

function asking({ target, clientX, clientY }) {
  if (target.closest(ASKS) || target.closest(HELD)) return target.closest(ASKS);
  const near = AROUND.map(([x, y]) => document.elementFromPoint(clientX + NEAR * x, clientY + NEAR * y)?.closest?.(ASKS));
  return near.find((shape) => shape && shape.ownerSVGElement === target.closest("svg"));
}

function down(event, listener) {
  pressed = null;
  if (event.button !== 0 || !event.target.closest?.("svg") || !listener.root()?.contains(event.target)) return;
  const shape = asking(event);
  const sheet = event.target.closest(SHEET);
  const place = { x: event.clientX, y: event.clientY };
  if (shape) pressed = { ...place, says: shape.dataset.move };
  else if (sheet && !event.target.closest(HELD)) pressed = { ...place, says: putting(sheet, point(sheet, event.clientX, event.clientY)) };
}

function putting(sheet, pixel) {
  const [x, y] = spoken(sheet, pixel);
  return filled(sheet.dataset.says, { x, y });
}

// A hand that went elsewhere and came back has done something else.
function moved(event) {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > REACH) pressed = null;
}

function up(event, listener) {
  moved(event);
  if (pressed) listener.done(pressed.says);
  pressed = null;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function drawCross(sheet) {
  const { width, height } = sheet.viewBox.baseVal;
  const [x, y] = [cross[0] * width, cross[1] * height];
  sheet.querySelectorAll(".cross").forEach((old) => old.remove());
  const path = document.createElementNS(sheet.namespaceURI, "path");
  path.setAttribute("d", `M${x - 14} ${y}H${x + 14}M${x} ${y - 14}V${y + 14}`);
  path.setAttribute("class", "trail cross");
  sheet.append(path);
}

// A key on a sheet or on a shape that asks, and whether it was meant for it.
export function touchKey(event, listener) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const enter = ["Enter", " "].includes(event.key);
  const shape = event.target.closest?.(ASKS);
  if (shape && enter) {
    listener.done(shape.dataset.move);
    return true;
  }
  if (!event.target.matches?.(SHEET)) return false;
  const sheet = event.target;
  const { width, height } = sheet.viewBox.baseVal;
  cross ??= [0.5, 0.5];
  if (ARROWS[event.key]) {
    const by = event.shiftKey ? STEP / 4 : STEP;
    cross = cross.map((part, axis) => Math.min(1, Math.max(0, part + (by * ARROWS[event.key][axis]) / [width, height][axis])));
    drawCross(sheet);
  } else if (enter) {
    told("Put.");
    listener.done(putting(sheet, [cross[0] * width, cross[1] * height]));
  } else return false;
  return true;
}

export function touches(listener) {
  document.addEventListener("pointerdown", (event) => down(event, listener));
  document.addEventListener("pointermove", moved);
  document.addEventListener("pointerup", (event) => up(event, listener));
  document.addEventListener("pointercancel", () => (pressed = null));
  // A click without a hand comes from an assistant.
  document.addEventListener("click", (event) => {
    const shape = event.detail === 0 && event.target.closest?.(ASKS);
    if (shape && listener.root()?.contains(shape)) listener.done(shape.dataset.move);
  });
}
