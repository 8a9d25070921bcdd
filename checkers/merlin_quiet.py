"""merlin quiet: how many ways to click change nothing."""

from common import Lines
from merlin_clicks import Board, quiet_of

MOST_CELLS = 400


def check(lines):
    lines = Lines(lines)
    board = Board(lines, MOST_CELLS)
    count = quiet_of(lines, board).count
    lines.end()
    return f"{board.title()}: exactly {count} ways to click change nothing, and one change in {count} can be made"
