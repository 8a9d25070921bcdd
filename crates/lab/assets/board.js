// What stands on a table: the board, its shapes that play moves, and the line where the house speaks.
import { at } from "./answerer.js";
import { $, $$ } from "./dom.js";

export const game = $("#game");
export const board = () => $(".board", game);
// What can be gone to: what plays a move, what a hand can take, and where it can be put.
export const TOUCH = "svg [data-move], svg [data-act]:not(svg), svg [data-name]";
export const shapes = () => $$(TOUCH, game);
export const shapesOf = (move) => shapes().filter((shape) => shape.dataset.move === move);
export const linksOf = (move) => $$("[data-plays]", game).filter((link) => link.dataset.plays === move);

export function say(...parts) {
  $("#said", game)?.replaceChildren(...parts);
}

// The address of the position after a move.
export function after(address, move) {
  const link = at(address);
  link.searchParams.append("move", move);
  return link.href;
}

// Whether two addresses are of one position, however they are written.
export function same(one, other) {
  const plain = (address) => {
    const link = at(address);
    return link.pathname + "?" + link.searchParams;
  };
  return plain(one) === plain(other);
}
