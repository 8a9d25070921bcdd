"""merlin impossible: weights that no click alters and the change would."""

from common import Lines, require
from merlin_clicks import Board


def check(lines):
    lines = Lines(lines)
    board = Board(lines)
    change, weights = board.list(lines.after("change")), board.list(lines.after("weights"))
    lines.end()
    for cell, others in enumerate(board.successors):
        gain = sum(weights[other] * adds for other, adds in others)
        require(gain % board.colours == 0, f"a click on cell {cell} alters the sum")
    require(sum(w * c for w, c in zip(weights, change)) % board.colours, "the change does not alter the sum")
    return f"{board.title()}: the change {board.name(change)} cannot be made"
