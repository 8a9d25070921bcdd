// A table: the position that is shown, the way to another one, and the moves that a hand makes faster than the board
// can follow.
import { at, enter, here, request, returning } from "./answerer.js";
import { advice, finish, hint, rest, values } from "./advice.js";
import { after, board, game, same, say } from "./board.js";
import { keep, keyboard, restore } from "./cursor.js";
import { $, SILENT, sentence } from "./dom.js";
import { describe, hands } from "./hands.js";
import { layers } from "./layers.js";
import { glide, picture } from "./motion.js";
import { forget, previewing } from "./preview.js";
import { review, reviewed } from "./review.js";
import { scored } from "./score.js";
import { alone, meeting, share } from "./together.js";
import { branching } from "./tree.js";

// What is under way for the position that is shown is given up when it is left, and so is the way to a position when
// another is wanted.
let visit = new AbortController();
let journey = new AbortController();

async function fetched(link) {
  journey.abort();
  const mine = (journey = new AbortController()).signal;
  try {
    const reply = await request(link.pathname + "/board" + link.search, { signal: mine });
    const html = await reply.text();
    if (mine.aborted) return null;
    if (reply.ok) return html;
    say(sentence(reply.status, html));
  } catch {
    if (!mine.aborted) say(SILENT);
  }
  return null;
}

// Goes to another position and says whether it came there. The browser's list of pages gets a new entry for what the
// person does (`push`); what the house does belongs to the entry that is there (`replace`), or going back would only
// make it move again.
export async function go(address, { entry = "push", said = "", told = false } = {}) {
  const link = at(address);
  const html = await fetched(link);
  if (html === null) return false;
  visit.abort();
  visit = new AbortController();
  const before = picture($("svg", game));
  keep();
  game.innerHTML = html;
  // What a hand drew has become a move: the address is the one that the table writes.
  const written = board()?.dataset.link ?? link;
  if (entry && alone()) enter(written, entry);
  arrive(said);
  if (!told) share(go);
  glide(before, $("svg", game));
  return true;
}

function arrive(said) {
  say(said);
  forget();
  layers();
  describe(game);
  restore();
  const told = $("#told");
  if (told) told.textContent = [said, $("#status", game)?.textContent].filter(Boolean).join(" ");
  if (board()) scored();
  if (board()) advice(visit.signal, go);
  reviewed(visit.signal);
}

// Moves that wait until the board has caught up, each with the position that it was made in: a move made in another
// position than the one that came is no move.
const queue = [];
let underWay = null;
let following = null;

// A move is made after the one before it, wherever that one leads, or in the position that is shown. What comes back is
// kept when no move waits any longer.
export function play(move) {
  rest();
  queue.push({ move, before: queue.at(-1) ?? underWay, from: board().dataset.here });
  if (!underWay) following = follow();
  return following;
}

async function follow() {
  while ((underWay = queue.shift() ?? null)) {
    const here = board();
    const { move, before } = underWay;
    const from = before ? before.came : underWay.from;
    const mine = !here.hasAttribute("data-house") && !here.hasAttribute("data-over");
    if (mine && from && same(from, here.dataset.here) && (await go(after(from, move)))) underWay.came = board().dataset.here;
    else queue.length = 0;
  }
}

// Anywhere else than by a move: moves that wait are forgotten.
let heading = null;

async function travel(address, options) {
  queue.length = 0;
  rest();
  heading = at(address);
  const mine = heading;
  await go(mine.href, options);
  if (heading === mine) heading = null;
}

// Through the moves of the game. Quick steps add up: each is taken from where the one before it leads.
export function step(by) {
  const link = heading ?? at(board()?.dataset.link ?? here());
  const all = link.searchParams.getAll("move").length;
  const shown = link.searchParams.get("shown");
  const to = { first: 0, earlier: Number(shown ?? all) - 1, later: Number(shown ?? all) + 1, last: all }[by];
  if (to < 0 || to > all) return;
  const next = new URL(link.href);
  if (to < all) next.searchParams.set("shown", to);
  else next.searchParams.delete("shown");
  travel(next.href, { entry: "replace" });
}

// A press and its release are one touch, also when the board was replaced between them; a hand that goes elsewhere in
// between does not touch.
let pressed = null;
const REACH = 12;

function touching() {
  game.addEventListener("pointerdown", (event) => {
    const shape = event.button === 0 && event.target.closest("svg [data-move]");
    pressed = shape ? { move: shape.dataset.move, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointercancel", () => (pressed = null));
  document.addEventListener("pointerup", (event) => {
    const touched = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < REACH;
    if (touched) play(pressed.move);
    pressed = null;
  });
}

function clicks(event) {
  const shape = event.target.closest("svg [data-move]");
  const link = event.target.closest("[data-go]");
  const button = event.target.closest("button");
  // What a hand touches is played when it lets go; a click without a hand comes from an assistant.
  if (shape && event.detail === 0) play(shape.dataset.move);
  else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    if (link.closest(".replay") && link.id) step(link.id);
    else travel(link.getAttribute("href"), { entry: link.dataset.go || "push" });
  } else if (button?.dataset.play) play(button.dataset.play);
  else if (button?.id === "hint") hint(visit.signal);
  else if (button?.id === "finish") finish(visit.signal, go);
  else if (button?.id === "values") values(visit.signal);
  else if (button?.id === "review") review(visit.signal);
}

export function sitting() {
  if (!game) return;
  game.addEventListener("click", clicks);
  game.addEventListener("submit", (event) => {
    if (event.target.id !== "type-move") return;
    event.preventDefault();
    const typed = $("#move", game).value.trim();
    if (typed) play(typed);
  });
  touching();
  hands({ root: () => game, done: play });
  previewing();
  branching();
  meeting(go);
  keyboard(play, step);
  returning(() => alone() && travel(here(), { entry: "" }));
  arrive("");
}
