// An answer that follows the hand: what is dragged in its picture or slid in its form asks again, one request at a
// time, and the answer stays until the next one is there.
import { at, enter, request } from "./answerer.js";
import { $, $$, SILENT, make, sentence } from "./dom.js";
import { glide, picture } from "./motion.js";
import { describe, handKey, hands, heldTwins, redrawn, told } from "./hands.js";
import { rows } from "./rows.js";
import { touchKey, touches } from "./touches.js";
import { windows } from "./window.js";

const answer = () => $("#answer");
const shown = () => $("#answer .shown[data-live]");
const form = () => $("form.ask");

let wanted = null;
let underWay = false;
// How long the last answers took, from the hand's movement to the painted picture, for whoever measures.
export const times = [];

export const busy = () => underWay || wanted !== null;

// Asks again; `settled` says that the hand has let go, so that the address becomes that of the answer. What was `touched`
// and not carried there by the hand is seen to change.
export function askAgain(query, settled, touched = false) {
  wanted = { query, settled, touched, since: performance.now() };
  if (!underWay) run();
}

async function run() {
  underWay = true;
  while (wanted) {
    const { query, settled, touched, since } = wanted;
    wanted = null;
    await ask(query, touched).catch(() => note(SILENT));
    // A task that follows a frame runs when that frame is painted.
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - since)));
    if (settled && !wanted) settle();
  }
  underWay = false;
}

async function ask(query, touched) {
  const reply = await request(`${shown().dataset.live}?${query}`);
  const html = await reply.text();
  if (!reply.ok) return note(sentence(reply.status, html));
  note("");
  const focused = focusedShape();
  const holder = make("div");
  holder.innerHTML = html;
  const [twins, before] = [heldTwins(holder), touched ? picture($("svg.scene", shown())) : []];
  if (twins) patch(shown(), holder.firstElementChild, ...twins);
  else shown().replaceWith(...holder.childNodes);
  const svg = shown() && $("svg.scene", shown());
  if (svg) glide(before, svg, USED);
  ready();
  focused?.()?.focus({ preventScroll: true });
  redrawn();
}

// What a hand can use, by mouse or by keys.
const USED = "[data-act], [data-move], [data-name]";

// How to find what has the focus in the next picture: by its name, or else by its place among the others.
function focusedShape() {
  const focused = document.activeElement;
  const index = $$(USED, answer()).indexOf(focused);
  if (index < 0) return null;
  const { name } = focused.dataset;
  const named = () => name && $$("[data-name]", answer()).find((shape) => shape.dataset.name === name);
  return () => named() || $$(USED, answer())[index] || $(USED, answer());
}

// Makes one tree like the other without taking the shape in hand out of the page: a finger lets go of what is removed.
function patch(old, fresh, element, twin) {
  [...old.attributes].forEach(({ name }) => fresh.hasAttribute(name) || old.removeAttribute(name));
  [...fresh.attributes].forEach(({ name, value }) => old.setAttribute(name, value));
  if (old === element) return;
  const nodes = [...fresh.childNodes];
  const [stays, place] = [[...old.childNodes].find((node) => node.contains(element)), nodes.findIndex((node) => node.contains(twin))];
  [...old.childNodes].forEach((node) => node === stays || node.remove());
  stays.before(...nodes.slice(0, place));
  stays.after(...nodes.slice(place + 1));
  patch(stays, nodes[place], element, twin);
}

// Refusals are told beside the picture, which stays.
function note(line) {
  const place = $("#live-note") ?? shown().before(make("p", { id: "live-note", className: "error", role: "alert" })) ?? $("#live-note");
  place.hidden = !line;
  place.textContent = line;
}

// The address, the sentence and the form say what is seen.
function settle() {
  const { here, line } = shown().dataset;
  enter(here, "replace");
  const sentence = $(".asking summary b");
  if (sentence) sentence.textContent = line;
  const given = at(here).searchParams;
  for (const field of form() ? $$("input[name], textarea[name], select[name]", form()) : []) {
    if (field.type !== "checkbox" && field !== document.activeElement && given.has(field.name)) field.value = given.getAll(field.name).join(" ");
  }
  told($("#answer .line")?.textContent ?? "");
}

const WIDEST = 100000;

// Numbers with limits get a slider.
function sliders() {
  if (!form() || $(".sliders")) return;
  const fields = $$("input[type=number][min][max]:not([data-means])", form()).filter(({ value, min, max }) => value !== "" && max - min <= WIDEST);
  const made = fields.map((field) => {
    const { min, max, step, value, name } = field;
    const slider = make("input", { type: "range", min, max, step: step === "any" ? (max - min) / 200 : step, value, id: `slide-${name}` });
    const number = make("output", { textContent: value });
    slider.addEventListener("input", () => {
      field.value = number.textContent = slider.value;
      askAgain(given(), false);
    });
    slider.addEventListener("change", () => askAgain(given(), true));
    return make("label", { htmlFor: slider.id }, `${name} `, slider, " ", number);
  });
  if (made.length) answer().before(make("div", { className: "sliders" }, ...made));
}

const given = () => new URLSearchParams([...new FormData(form())].filter(([, value]) => value !== "")).toString();
const saying = (text) => new URLSearchParams({ say: text }).toString();

function ready() {
  rows(answer());
  describe(answer());
  $$(USED, answer()).forEach((shape) => shape.setAttribute("tabindex", "0"));
  if (shown()) sliders();
}

export function live() {
  if (!answer()) return;
  const listener = { root: answer, steps: "the Tab key", moving: (text) => askAgain(saying(text), false), done: (text) => askAgain(saying(text), true) };
  hands(listener);
  windows(listener);
  const toucher = { ...listener, done: (text) => askAgain(saying(text), true, true) };
  touches(toucher);
  document.addEventListener("keydown", (event) => {
    if (answer()?.contains(event.target) && (handKey(event) || touchKey(event, toucher))) event.preventDefault();
  });
  document.addEventListener("answered", ready);
  ready();
}
