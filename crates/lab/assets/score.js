// A puzzle's clock and its best result: how long it takes is known to this page alone, what was best to this browser.
import { at } from "./answerer.js";
import { board, game } from "./board.js";
import { $ } from "./dom.js";

let begun = null;
let ended = null;
let ticking = 0;

// The puzzle that is played: its address without the moves.
function puzzle() {
  const link = at(board().dataset.link);
  for (const name of ["move", "shown", "you", "level"]) link.searchParams.delete(name);
  return link.pathname + link.search;
}

let played = null;
const moves = () => at(board().dataset.here).searchParams.getAll("move").length;
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
const plain = (value) => String(Number(value.toPrecision(7)));

// The least that was reached; a result that cannot be kept is forgotten.
function best(name, value) {
  const key = `best ${name} ${puzzle()}`;
  const kept = Number(localStorage.getItem(key) ?? Infinity);
  if (value !== null && value < kept) localStorage.setItem(key, value);
  return Math.min(kept, value ?? Infinity);
}

function tick() {
  const line = $("#score", game);
  if (!line) return;
  const { counts, score, over } = line.dataset;
  const words = [`time ${clock(((ended ?? performance.now()) - (begun ?? performance.now())) / 1000)}`];
  if (counts) {
    const value = score === undefined ? null : Number(score);
    const least = best(counts, over === undefined ? null : value);
    if (value !== null) words.push(`${counts} ${plain(value)}`);
    if (least < Infinity) words.push(`best here ${plain(least)}`);
  }
  line.textContent = words.join(" · ");
}

// Another position is shown: the clock begins with the first move and stands when the puzzle is solved.
export function scored() {
  clearInterval(ticking);
  if (!$("#score", game)) return;
  if (played !== puzzle()) [played, begun, ended] = [puzzle(), null, null];
  const over = board().hasAttribute("data-over");
  if (moves() === 0) begun = ended = null;
  else begun ??= performance.now();
  if (over) ended ??= performance.now();
  else ended = null;
  tick();
  if (begun !== null && !over) ticking = setInterval(tick, 1000);
}
