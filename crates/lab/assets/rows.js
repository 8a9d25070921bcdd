// Tables: sorted by a touch on a head, searched, and a window on the rows when there are many.
import { at, request } from "./answerer.js";
import { $, $$, button, make } from "./dom.js";

// How long a hand rests before its search is looked up.
const REST = 150;

export function rows(root = document) {
  $$(".tabular", root).forEach(dress);
}

function dress(box) {
  // An answer that is looked at again keeps what its tables have.
  if (box.dataset.dressed) return;
  box.dataset.dressed = "yes";
  const want = { find: "", column: -1, down: false };
  const view = box.dataset.rows ? remote(box, want) : local(box, want);
  $$("thead th", box).forEach((head, column) => {
    const tip = $(".tip", head);
    tip?.remove();
    const turn = button(head.textContent, () => {
      want.down = want.column === column && !want.down;
      want.column = column;
      $$("th", box).forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", want.down ? "descending" : "ascending");
      view();
    });
    head.replaceChildren(turn, ...(tip ? [tip] : []));
    if (tip) turn.setAttribute("aria-description", tip.textContent);
  });
  if (!box.hasAttribute("data-search")) return;
  const field = make("input", { type: "search", className: "find", placeholder: "Find" });
  field.setAttribute("aria-label", `Find in ${$(".caption b", box).textContent}`);
  let rest = 0;
  field.addEventListener("input", () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      want.find = field.value.trim().toLowerCase();
      view();
    }, REST);
  });
  $(".caption", box).append(" ", field);
}

const found = (box, count, all) => ($(".found", box).textContent = count === all ? all : `${count} of ${all}`);

function compare(a, b) {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en", { numeric: true }) : x - y;
}

// All rows are on the page.
function local(box, want) {
  const body = $("tbody", box);
  const all = [...body.rows];
  return () => {
    // The title of a cell is the number that was rounded for it.
    const text = (cell) => cell.title || cell.textContent;
    const shown = all.filter((row) => !want.find || [...row.cells].some((cell) => text(cell).toLowerCase().includes(want.find)));
    const key = (row) => text(row.cells[want.column]);
    if (want.column >= 0) shown.sort((a, b) => (want.down ? -1 : 1) * compare(key(a), key(b)));
    body.replaceChildren(...shown);
    found(box, shown.length, all.length);
  };
}

// The lab has the rows: it finds and sorts among all of them, and further ones come when the window is moved to its
// end.
function remote(box, want) {
  const [body, pane] = [$("tbody", box), $(".window", box)];
  const total = Number($(".found", box).textContent);
  let [next, all, under] = [body.rows.length, total, new AbortController()];
  const load = async (from) => {
    under.abort();
    const { signal } = (under = new AbortController());
    const link = at(box.dataset.rows);
    link.searchParams.set("row", from);
    if (want.find) link.searchParams.set("find", want.find);
    if (want.column >= 0) link.searchParams.set("sort", `${want.down ? "-" : ""}${want.column}`);
    try {
      const window = await (await request(link, { signal })).json();
      if (from === 0) body.replaceChildren();
      body.insertAdjacentHTML("beforeend", window.html);
      [next, all] = [window.next, window.found];
      found(box, all, total);
      if (from === 0) pane.scrollTop = 0;
    } catch {
      // Another wish came first, or the lab is gone; the rows stay as they are.
    } finally {
      if (signal === under.signal) under.over = true;
    }
  };
  under.over = true;
  pane.addEventListener("scroll", () => {
    if (under.over && next < all && pane.scrollTop + 2 * pane.clientHeight > pane.scrollHeight) load(next);
  });
  return () => load(0);
}
